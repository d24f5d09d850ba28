"""A run with one thread, with all, and with all once more."""

from collections.abc import Callable

import numba
import pytest

from seaway.sim import Simulation

__all__ = ["same_with_any_number_of_threads", "with_threads"]

with_threads = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT) or numba.config.NUMBA_NUM_THREADS < 2, reason="there is one thread only"
)


def same_with_any_number_of_threads(moved: Callable[[], Simulation]) -> bool:
    """Whether a simulation that is made and run anew ends with the same bits each time."""
    ends = set[bytes]()
    most, before = numba.config.NUMBA_NUM_THREADS, numba.get_num_threads()
    try:
        for threads in (1, most, most):
            numba.set_num_threads(threads)
            state = moved().state
            arrays = (state.position, state.orientation, state.velocity, state.internal)
            ends.add(b"".join(array.tobytes() for array in arrays))
    finally:
        numba.set_num_threads(before)
    return len(ends) == 1

"""A run with one thread, with several, and with several once more."""

from collections.abc import Callable

import pytest

from seaway.sim import Simulation

__all__ = ["same_with_any_number_of_threads"]


def same_with_any_number_of_threads(moved: Callable[[int], Simulation], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a simulation that is made and run anew with so many threads ends with the same bits each time.

    However short the work is, and on a machine of one processor too: threads share it all the same.
    """
    monkeypatch.setattr("seaway.engine._engine._LEAST_SHARED", 0.0)
    ends = set[bytes]()
    for threads in (1, 3, 3):
        state = moved(threads).state
        arrays = (state.position, state.orientation, state.velocity, state.internal)
        ends.add(b"".join(array.tobytes() for array in arrays))
    return len(ends) == 1

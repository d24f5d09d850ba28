"""Kernels against plain NumPy formulas."""

import functools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

# Scalar kernels have no way in from Python: a compiled function of the same arity stands before each of them.
_FRONTS: dict[int, Callable[[Any], Any]] = {
    1: lambda kernel: lambda a: kernel(a),
    2: lambda kernel: lambda a, b: kernel(a, b),
    3: lambda kernel: lambda a, b, c: kernel(a, b, c),
    4: lambda kernel: lambda a, b, c, d: kernel(a, b, c, d),
    5: lambda kernel: lambda a, b, c, d, e: kernel(a, b, c, d, e),
    6: lambda kernel: lambda a, b, c, d, e, f: kernel(a, b, c, d, e, f),
}


@functools.cache
def called(kernel: Any) -> Any:
    """A function that Python can call, compiled unless numba is switched off."""
    python = getattr(kernel, "py_func", kernel)
    return numba.njit(error_model="numpy")(_FRONTS[python.__code__.co_argcount](kernel))


def record(dtype: np.dtype, **values: Any) -> np.void:
    """One record of parameters; what is not given is 0."""
    array = np.zeros(1, dtype=dtype)
    for name, value in values.items():
        array[name][0] = value
    return array[0]


def by_columns(matrix: Any) -> np.ndarray:
    """A matrix as kernels store it."""
    return np.swapaxes(np.asarray(matrix, dtype=np.float64), -1, -2).copy()


def six(values: Any) -> tuple[float, ...]:
    """Numbers as kernels pass them."""
    return tuple(np.asarray(values, dtype=np.float64).ravel().tolist())

"""Kernels against plain NumPy formulas."""

import functools
from collections import namedtuple
from typing import Any

import numba
import numpy as np

from seaway.frames import Pose
from seaway.kernels.surroundings import Motion
from seaway.sea import Current

UPRIGHT = Pose()


@functools.cache
def called(kernel: Any) -> Any:
    """A function that Python can call, compiled unless numba is switched off.

    Kernels have no entry point for Python: a compiled function of the same arity stands before each.
    """
    count = getattr(kernel, "py_func", kernel).__code__.co_argcount
    names = ", ".join(f"a{k}" for k in range(count))
    return numba.njit(error_model="numpy")(eval(f"lambda {names}: kernel({names})", {"kernel": kernel}))  # noqa: S307


@functools.cache
def _names(names: tuple[str, ...]) -> Any:
    return namedtuple("Parameters", names)


def parameters(**values: Any) -> Any:
    """Parameters by name, as kernels read them: short vectors are tuples, others and matrices arrays."""
    return _names(tuple(values))(**values)


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


def motion_of(nu: Any, pose: Pose = UPRIGHT) -> Motion:
    """A motion in water that does not move."""
    R, velocity = pose.R, six(nu)
    return Motion(six(pose.p), six(pose.q), six(R), six(R.T), velocity, velocity)  # type: ignore[arg-type]


def table_of(current: Current) -> Any:
    """What kernels read of a current from a table: all numbers of the table in a row."""
    none, table = (0.0, 0.0, 0.0), current.compiled().ravel()
    times, depths = len(current.times), len(current.depths)
    return parameters(current=none, current_table=table, current_times=times, current_depths=depths)


def air(wind: Any = (0.0, 0.0, 0.0), exponent: float = 0.0, surface: float = np.inf) -> Any:
    """What kernels read of the wind, with 10 m for its height."""
    return parameters(wind=six(wind), wind_height=10.0, wind_exponent=exponent, surface=surface)


def still_water(density: float = 1025.0, surface: float = np.inf, **values: Any) -> Any:
    """What kernels read of what is around a vehicle: by default unbounded water without a current, and calm air."""
    given = {
        "time": 0.0,
        "time_step": 0.01,
        "immersion": 1.0,
        "density_ratio": 1.0,
        "v_current_B": (0.0, 0.0, 0.0),
        "waves": None,
        "sea": air(),
        "gust": (0.0, 0.0),
    }
    return parameters(density=density, surface=surface, **given | values)

"""Checks of what equipment is described by."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, text
from seaway.errors import ModelError

__all__ = ["above_zero", "chosen", "finite", "named", "not_negative", "unit"]


def finite(value: float, what: str) -> float:
    """Check that a number is finite."""
    return float(finite_floats(value, (), what))


def not_negative(value: float, what: str, why: str = "") -> float:
    """Check that a number is finite and at least 0."""
    number = finite(value, what)
    if number < 0.0:
        raise ModelError(f"{what} must be >= 0{why}, got {number:g}")
    return number


def above_zero(value: float, what: str) -> float:
    """Check that a number is greater than 0; it may be infinite."""
    number = np.asarray(value)
    if number.dtype.kind not in "iuf" or number.shape != () or not number > 0.0:
        raise ModelError(f"{what} must be one number > 0, got {value!r}")
    return float(number)


def named(name: Any, what: str) -> str:
    """Check that a name is one."""
    if not isinstance(name, str) or not name.strip():
        raise ModelError(f"{what} needs a name, got {name!r}")
    return name


def chosen(value: Any, options: tuple[str, ...], what: str) -> str:
    """Check that a word is one of some."""
    if value not in options:
        raise ModelError(f"there is no {what} {value!r}; there are: {', '.join(options)}")
    return str(value)


def unit(values: ArrayLike, what: str) -> Floats:
    """Check that a vector points somewhere, and give it the length 1."""
    v = finite_floats(values, (3,), what)
    size = float(np.max(np.abs(v)))
    if size == 0.0:
        raise ModelError(f"{what} must point somewhere, got {text(v)}")
    v = v / size  # the squares of very small or very large components leave the range of floats
    return v / np.linalg.norm(v)

"""Conversion of numbers given by users to checked float64 arrays."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway.errors import ModelError

__all__ = [
    "Flags",
    "Floats",
    "Integers",
    "Record",
    "Records",
    "aligned_zeros",
    "batched_floats",
    "by_columns",
    "finite_floats",
    "frozen",
    "lengths",
    "positive",
    "text",
    "whole",
    "whole_steps",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.uint8]
Records = NDArray[np.void]
Record = np.void


def aligned_zeros(*shape: int) -> Floats:
    """Zeros aligned to a cache line: vector instructions that cross a line are slower."""
    line = 64
    count = int(np.prod(shape))
    room = np.zeros(count + line // 8)
    first = -room.ctypes.data % line // 8
    return room[first : first + count].reshape(shape)


def batched_floats(values: ArrayLike, shape: tuple[int, ...], what: str) -> Floats:
    """Make an array whose last axes have a given shape; leading axes are free.

    Args:
        values: Values given by a user.
        shape: Shape of the last axes.
        what: Name for the error message, with its article: ``"a vector"``.

    Raises:
        ModelError: The values are not numbers, or have another shape.
    """
    array = _floats(values, what)
    if array.shape[-len(shape) :] != shape:
        raise ModelError(f"{what} must have the shape (..., {_sizes(shape)}), got ({_sizes(array.shape)})")
    return array


def finite_floats(values: ArrayLike, shape: tuple[int, ...], what: str) -> Floats:
    """Make an array of exactly this shape whose entries are all finite.

    Raises:
        ModelError: The values are not numbers, have another shape, or an entry is not finite; the message names it.
    """
    array = _floats(values, what)
    if array.shape != shape:
        raise ModelError(f"{what} must have the shape ({_sizes(shape)}), got ({_sizes(array.shape)})")
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        entry = tuple(bad[0].tolist())
        place = f" at [{_sizes(entry)}]" if entry else ""
        raise ModelError(f"{what} must be finite, got {array[entry]}{place}")
    return array


def positive(value: float, what: str) -> float:
    """Check that a number is finite and greater than 0.

    Raises:
        ModelError: It is not.
    """
    number = float(finite_floats(value, (), what)) if np.ndim(value) else float(_floats(value, what))
    if not (np.isfinite(number) and number > 0.0):
        raise ModelError(f"{what} must be finite and > 0, got {number:g}")
    return number


def whole(value: int, what: str, least: int = 1) -> int:
    """Check that a number is an integer >= least.

    Raises:
        ModelError: It is not.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ModelError(f"{what} must be a whole number >= {least}, got {value!r}")
    return int(value)


def whole_steps(period: float, time_step: float, what: str) -> int:
    """Number of steps in a period.

    Args:
        period: Period [s].
        time_step: Time step [s].
        what: Name of the period for the message.

    Raises:
        ModelError: The period is not a whole number of steps.
    """
    ratio = positive(period, f"{what} [s]") / time_step
    steps = round(ratio)
    if steps < 1 or abs(ratio - steps) > 1e-9 * ratio:
        nearest = max(1, steps) * time_step
        message = f"{what} must be a whole number of steps of {time_step:g} s, got {period:g} s"
        raise ModelError(f"{message}; the nearest is {nearest:g} s")
    return steps


def by_columns(matrices: ArrayLike) -> Floats:
    """Store matrices by columns, as kernels read them: swap the last two axes."""
    return np.swapaxes(np.asarray(matrices, dtype=np.float64), -1, -2)


def frozen(array: Floats) -> Floats:
    """Copy an array to a read-only one."""
    array = np.array(array, dtype=np.float64)
    array.flags.writeable = False
    return array


def lengths(vectors: Floats) -> Floats:
    """Lengths along the last axis, which is kept; each is identical to that of the vector alone, (n,) or (batch, n)."""
    if vectors.ndim == 1:
        return np.array([float(np.linalg.norm(vectors))])
    return np.array([[float(np.linalg.norm(vector))] for vector in vectors])


def text(values: Floats) -> str:
    """An array as text for a message."""
    return np.array2string(np.asarray(values), separator=", ", threshold=12)


def _floats(values: ArrayLike, what: str) -> Floats:
    try:
        array = np.asarray(values)
    except ValueError:
        raise ModelError(f"{what} must be numbers in rows of one length") from None
    if array.dtype.kind not in "iuf":
        raise ModelError(f"{what} must be numbers, got {text(array) if array.ndim else repr(values)}")
    return array.astype(np.float64)


def _sizes(numbers: tuple[int, ...]) -> str:
    return ", ".join(str(n) for n in numbers)

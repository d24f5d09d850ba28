"""How far arrays are from those that were recorded."""

from dataclasses import dataclass

import numpy as np

from tests.golden._build import Array, Arrays

LEVER = 0.01
"""Torques are measured against the largest torque, or the largest force on a lever of so many metres."""

_COMMON = ("force", "power", "actuator", "internal")
_LENGTHS = ("position", "depth", "surface_elevation")


@dataclass(frozen=True)
class Difference:
    """The largest difference between two sets of arrays.

    Attributes:
        array: Name of the array with the largest relative difference; empty if there is none.
        relative: That difference over the scale of the array.
        ulps: Largest difference of any number in units in its last place.
        identical: Whether all bits are the same.
        missing: Names that only one of the two has.
    """

    array: str
    relative: float
    ulps: float
    identical: bool
    missing: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.missing:
            return f"differs in what there is: {', '.join(self.missing)}"
        if self.identical:
            return "identical"
        return f"{self.relative:.2e} of the scale of '{self.array}'; {self.ulps:.0f} ulp at most"


def difference(found: Arrays, golden: Arrays) -> Difference:
    """The largest difference of arrays from the recorded ones.

    Forces are measured against the largest force on their vehicle, since the rounding of their sum goes with it.
    Powers, commands, internal states and lengths of a vehicle have a common scale too: one of them may be nothing but
    rounding.
    Other arrays are measured against their own largest number. A force that is not there is zero.
    """
    found, golden = without_zeros(found), without_zeros(golden)
    forces = {name for name in (*found, *golden) if _is_force(name)}
    missing = sorted(name for name in found.keys() ^ golden.keys() if name not in forces)
    missing += sorted(name for name in found.keys() & golden.keys() if found[name].shape != golden[name].shape)
    if missing:
        return Difference("", np.inf, np.inf, False, tuple(missing))
    worst, array, ulps, identical = 0.0, "", 0.0, True
    for name in sorted(found.keys() | golden.keys()):
        like = golden.get(name, found.get(name))
        new, old = (arrays.get(name, np.zeros_like(like)) for arrays in (found, golden))
        if np.array_equal(new.view(np.int64), old.view(np.int64)):
            continue
        identical = False
        relative = _relative(new, old, name, golden)
        ulps = max(ulps, _ulps(new, old))
        if relative > worst or not array:
            worst, array = relative, name
    return Difference(array, worst, ulps, identical)


def _is_force(name: str) -> bool:
    return name.partition("/")[2].startswith("force.")


def without_zeros(arrays: Arrays) -> Arrays:
    """Contiguous arrays of floats, without forces that are zero all the time."""
    plain = {name: np.ascontiguousarray(array, dtype=np.float64) for name, array in arrays.items()}
    return {name: array for name, array in plain.items() if not _is_force(name) or np.any(array)}


def _relative(new: Array, old: Array, name: str, golden: Arrays) -> float:
    if not np.array_equal(np.isfinite(new), np.isfinite(old)):
        return float(np.inf)
    off = np.abs(np.nan_to_num(new - old))
    group = _group(name)
    others = [array for other, array in golden.items() if _group(other) == group]
    if not _is_force(name):
        return float(np.max(off, initial=0.0)) / (max(map(_largest, others), default=0.0) or 1.0)
    force = max((_largest(array[..., :3]) for array in others), default=0.0) or 1.0
    torque = max([_largest(array[..., 3:]) for array in others] + [LEVER * force])
    return max(float(np.max(off[..., :3])) / force, float(np.max(off[..., 3:])) / torque)


def _group(name: str) -> str:
    """What an array has a common scale with: ``rov/force`` of ``rov/force.damping``."""
    vehicle, _, own = name.partition("/")
    kind = own.partition(".")[0]
    if own in _LENGTHS:
        return f"{vehicle}/length"
    return f"{vehicle}/{kind}" if kind in _COMMON else name


def _largest(array: Array) -> float:
    return float(np.max(np.abs(np.nan_to_num(array)), initial=0.0))


def _ulps(new: Array, old: Array) -> float:
    """The largest number of floats from one to the other; through zero where signs differ."""
    a, b = (array.view(np.int64) & np.int64(2**63 - 1) for array in (new, old))
    apart = np.where(np.signbit(new) == np.signbit(old), np.abs(a - b).astype(np.float64), a.astype(np.float64) + b)
    return float(np.max(apart, initial=0.0))

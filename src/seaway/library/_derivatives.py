"""Hydrodynamic derivatives by their names, and what of them the added mass already does.

A name is that of the force, then what it goes with: ``Y_rdot`` an acceleration, ``X_u`` a velocity, ``Y_v|v|`` a
velocity times the size of one, ``Y_uv`` a product of two. A force is the sum of each derivative times what it goes
with, so derivatives that damp are negative, and so is ``X_udot``.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.frames import cross_matrix

__all__ = ["Derivatives", "coriolis_tensor", "derivatives", "folded", "without_coriolis"]

_FORCES: Final = "XYZKMN"
_VELOCITIES: Final = "uvwpqr"
_NAME: Final = re.compile(r"([XYZKMN])_(?:([uvwpqr])dot|([uvwpqr])(?:([uvwpqr])|\|([uvwpqr])\|)?)")
# What is left of numbers that cancel, against the largest.
_ROUNDING: Final = 1e-12


class Derivatives(NamedTuple):
    """Derivatives as arrays, in the axes in which they were given; row i is a force.

    ``added_mass`` M_A = -(X_udot ...), (6, 6); ``linear`` per ν_j, (6, 6); ``quadratic`` per ``|ν_j| ν_j``, (6, 6);
    ``modulus`` per ``|ν_k| ν_j`` and ``signed`` per ``ν_k ν_j``, (6, 6, 6), k first.
    """

    added_mass: Floats
    linear: Floats
    quadratic: Floats
    modulus: Floats
    signed: Floats


def derivatives(terms: Mapping[str, float], *, density: float = 0.0, length: float = 0.0) -> Derivatives:
    """Sort derivatives into arrays.

    With a length they are nondimensional ("prime") and are multiplied by ``1/2 ρ L^n``: n is 2 for a force by a product
    of velocities, 3 by an acceleration, and one more for a moment, and for each angular velocity or acceleration.

    Args:
        terms: Values by name.
        density: ρ [kg/m3].
        length: L [m]; 0 where they have dimensions.

    Raises:
        ModelError: A name is not one of a derivative.
    """
    result = Derivatives(np.zeros((6, 6)), np.zeros((6, 6)), np.zeros((6, 6)), np.zeros((6, 6, 6)), np.zeros((6, 6, 6)))
    for name, value in terms.items():
        match = _NAME.fullmatch(name)
        if match is None:
            raise ModelError(f"{name!r} is no derivative; one is like Y_rdot, X_u, Y_v|v| or Y_uv")
        force, rate, first, second, size = match.groups()
        i = _FORCES.index(force)
        power = 2 + (i >= 3) + sum(_VELOCITIES.index(v) >= 3 for v in (rate, first, second, size) if v is not None)
        scale = 0.5 * density * length ** (power + (rate is not None)) if length else 1.0
        if length and rate is None and second is None and size is None:
            raise ModelError(f"{name!r} goes with one velocity; a nondimensional one needs two, e.g. {force}_u{first}")
        if rate is not None:
            result.added_mass[i, _VELOCITIES.index(rate)] = -scale * value
            continue
        j = _VELOCITIES.index(first)
        if second is not None:
            result.signed[_VELOCITIES.index(second), i, j] = scale * value
        elif size is None:
            result.linear[i, j] = scale * value
        elif size == first:
            result.quadratic[i, j] = scale * value
        else:
            result.modulus[_VELOCITIES.index(size), i, j] = scale * value
    return result


def coriolis_tensor(M: Floats, entries: Iterable[tuple[int, int]] | None = None) -> Floats:
    """C_k of ``C(ν) = Σ_k ν_k C_k``, the Coriolis matrix of an inertia, (6, 6, 6).

    With (p, h) = M ν::

        C(ν) = [[0, -S(p)], [-S(p), -S(h)]]

    Args:
        M: About Bo, symmetric, (6, 6).
        entries: Row and column of those entries of C that count; all where None.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, theorem 3.2.
    """
    C = np.zeros((6, 6, 6))
    for k in range(6):
        p, h = M[:3, k], M[3:, k]
        C[k, :3, 3:] = C[k, 3:, :3] = -cross_matrix(p)
        C[k, 3:, 3:] = -cross_matrix(h)
    if entries is None:
        return C
    kept = np.zeros((6, 6, 6))
    for i, j in entries:
        kept[:, i, j] = C[:, i, j]
    return kept


def without_coriolis(signed: Floats, added_mass: Floats) -> Floats:
    """What is left of published products of velocities once -C_A(ν) ν, which the engine has, is taken out.

    Args:
        signed: Published derivatives by ν_k ν_j, all of them, (6, 6, 6).
        added_mass: M_A about the same point in the same axes, (6, 6).
    """
    return folded(signed + coriolis_tensor(added_mass))


def folded(signed: Floats) -> Floats:
    """Write ν_k ν_j and ν_j ν_k as one term, without what is only rounding."""
    both = signed + np.transpose(signed, (2, 1, 0))
    result = np.zeros((6, 6, 6))
    for k in range(6):
        result[k, :, k] = signed[k, :, k]
        for j in range(k + 1, 6):
            result[k, :, j] = both[k, :, j]
    largest = float(np.max(np.abs(signed)))
    return np.where(np.abs(result) > _ROUNDING * largest, result, 0.0)

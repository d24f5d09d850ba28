"""Damping by the velocity through the water, in four forms, each in the frame where it was given.

d = D ν + D2 (|ν| o ν) + Σ_k |ν_k| D_k ν + Σ_k ν_k S_k ν        (positive when it dissipates)
"""

from typing import Final

import numpy as np

from seaway._arrays import Integers, Record, Records
from seaway._jit import called_kernel, kernel
from seaway.kernels.rotation import nine, times, transposed_times
from seaway.kernels.vectors import (
    ZERO6,
    Vector3,
    Vector6,
    added3,
    added6,
    cross,
    matrix_times,
    own_row,
    scaled6,
    subtracted6,
    three,
)

__all__ = ["FIELDS", "ITEM", "LINEAR", "MODULUS", "OWN_FRAME", "QUADRATIC", "SIGNED", "damping", "forms_of"]

# Bits of ``forms``: which parts an item has.
LINEAR = 1
QUADRATIC = 2
MODULUS = 4
SIGNED = 8
OWN_FRAME = 16


FIELDS: Final = [
    ("damping_start", "i8"),  # the items of a vehicle, from here
    ("damping_stop", "i8"),  # to before here
]

ITEM: Final = np.dtype(
    [
        ("forms", "i8"),  # which parts it has, bits
        ("origin", "f8", 3),  # p_BoLo_B of its frame L [m]
        ("axes", "f8", (3, 3)),  # R_BL of its frame
        ("linear", "f8", (6, 6)),  # D by columns
        ("quadratic", "f8", (6, 6)),  # D2 by columns
        ("modulus", "f8", (6, 6, 6)),  # D_k by columns, k first
        ("signed", "f8", (6, 6, 6)),  # S_k by columns, k first
    ]
)


def forms_of(items: Records) -> Integers:
    """The bits of the parts that an item has in some row, (item,); not a kernel."""
    forms = np.zeros(items.shape[1], dtype=np.int64)
    for name, bit in (("linear", LINEAR), ("quadratic", QUADRATIC), ("modulus", MODULUS), ("signed", SIGNED)):
        forms |= bit * np.any(items[name], axis=(0, *range(2, items[name].ndim)))
    return forms


@called_kernel
def _by_axis(item: Record, nu_r: Vector6) -> Vector6:
    """Σ_k |ν_k| D_k ν + Σ_k ν_k S_k ν."""
    total = ZERO6
    if item["forms"] & MODULUS:
        for k in range(6):
            total = added6(total, scaled6(abs(nu_r[k]), matrix_times(item["modulus"][k], nu_r)))
    if item["forms"] & SIGNED:
        for k in range(6):
            total = added6(total, scaled6(nu_r[k], matrix_times(item["signed"][k], nu_r)))
    return total


@kernel
def _item(item: Record, nu_r: Vector6) -> Vector6:
    forms = item["forms"]
    total = ZERO6
    if forms & LINEAR:
        total = matrix_times(item["linear"], nu_r)
    if forms & QUADRATIC:
        squares = (
            abs(nu_r[0]) * nu_r[0],
            abs(nu_r[1]) * nu_r[1],
            abs(nu_r[2]) * nu_r[2],
            abs(nu_r[3]) * nu_r[3],
            abs(nu_r[4]) * nu_r[4],
            abs(nu_r[5]) * nu_r[5],
        )
        total = added6(total, matrix_times(item["quadratic"], squares))
    if forms & (MODULUS | SIGNED):
        total = added6(total, _by_axis(item, nu_r))
    return total


@called_kernel
def _item_in_own_frame(item: Record, nu_r: Vector6) -> Vector6:
    """Velocity to the frame L of the item, its wrench there, and the wrench back to Bo in B."""
    v: Vector3 = (nu_r[0], nu_r[1], nu_r[2])
    w: Vector3 = (nu_r[3], nu_r[4], nu_r[5])
    p = three(item["origin"])
    R = nine(item["axes"])
    v_L = transposed_times(R, added3(v, cross(w, p)))
    w_L = transposed_times(R, w)
    x, y, z, a, b, c = _item(item, (v_L[0], v_L[1], v_L[2], w_L[0], w_L[1], w_L[2]))
    f = times(R, (x, y, z))
    n = added3(times(R, (a, b, c)), cross(p, f))
    return (f[0], f[1], f[2], n[0], n[1], n[2])


@kernel
def damping(body: Record, items: Records, row: int, nu_r: Vector6) -> Vector6:
    """The wrench -d(ν_r) of all dampings of a vehicle."""
    total = ZERO6
    for k in range(body["damping_start"], body["damping_stop"]):
        item = items[own_row(items, row), k]
        if item["forms"] & OWN_FRAME:
            total = subtracted6(total, _item_in_own_frame(item, nu_r))
        else:
            total = subtracted6(total, _item(item, nu_r))
    return total

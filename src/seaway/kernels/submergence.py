"""Exact wet fraction of a simple shape below a plane surface, and the centre of the wet part.

A point x relative to the centre of the shape, in its axes, is wet if up . x <= depth, with up the unit normal of the
surface and depth that of the centre. Each kernel returns the wet fraction of the volume and the centre of the wet part.
"""

import math
from typing import Any

import numpy as np

from seaway._jit import kernel, shared_kernel
from seaway.kernels.vectors import ZERO3, Vector3

__all__ = ["BOX", "CYLINDER", "ELLIPSOID", "wet_box", "wet_cylinder", "wet_ellipsoid", "wet_part"]

# Kinds of shapes, by their half sizes along x, y, z (a cylinder's axis is z).
ELLIPSOID = 0
BOX = 1
CYLINDER = 2

_TINY = 1e-300  # divisor instead of zero; the quotient is then limited, or 0

# Gauss-Legendre nodes and weights on [-1, 1]. Three points are exact to degree 5, as the box requires. Sixteen leave a
# rounding error on the half turn of the cylinder, whose integrands are trigonometric up to the fourth harmonic.
_NODES3, _WEIGHTS3 = (tuple(map(float, a)) for a in np.polynomial.legendre.leggauss(3))
_NODES16, _WEIGHTS16 = (tuple(map(float, a)) for a in np.polynomial.legendre.leggauss(16))


@kernel
def _cut(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


@kernel
def wet_ellipsoid(half: Vector3, up: Vector3, depth: float) -> tuple[float, Vector3]:
    """Ellipsoid, a ball in scaled axes; a ball cut at t has the wet fraction (1 + t)² (2 - t) / 4."""
    mx, my, mz = half[0] * up[0], half[1] * up[1], half[2] * up[2]
    length = math.sqrt(mx * mx + my * my + mz * mz)
    t = _cut(depth / length, -1.0, 1.0)
    fraction = 0.25 * (1.0 + t) * (1.0 + t) * (2.0 - t)
    # First moment -3/16 (1 - t²)² along the normal, over the fraction.
    shift = -0.75 * (1.0 - t) * (1.0 - t) / (2.0 - t) / length
    return fraction, (shift * half[0] * mx, shift * half[1] * my, shift * half[2] * mz)


@kernel
def _wet_rectangle(a: float, b: float, nx: float, ny: float, e: float) -> Vector3:
    """Area and first moments of the part of |x| <= a, |y| <= b where nx x + ny y <= e; nx > 0, ny >= 0."""
    area, moment_x, moment_y = 0.0, 0.0, 0.0
    # The wet length along x falls from 2a to 0 between two values of y: three intervals with a polynomial on each.
    first = _cut((e - nx * a) / max(ny, _TINY), -b, b)
    second = _cut((e + nx * a) / max(ny, _TINY), -b, b)
    for piece in range(3):
        low = -b if piece == 0 else (first if piece == 1 else second)
        high = first if piece == 0 else (second if piece == 1 else b)
        middle, radius = 0.5 * (low + high), 0.5 * (high - low)
        for k in range(3):
            y = middle + radius * _NODES3[k]
            weight = radius * _WEIGHTS3[k]
            length = _cut((e - ny * y) / nx + a, 0.0, 2.0 * a)
            area += weight * length
            moment_x += weight * length * (0.5 * length - a)
            moment_y += weight * length * y
    return (area, moment_x, moment_y)


@kernel
def _wet_box_sorted(half: Vector3, n: Vector3, depth: float) -> tuple[float, Vector3]:
    """Box with all components of the normal >= 0 and the first one the largest, so that it is a safe divisor."""
    a, b, c = half
    volume, moment_x, moment_y, moment_z = 0.0, 0.0, 0.0, 0.0
    # Slices across z: their area has a kink where the waterline passes a corner; four of them, in order.
    large, small = n[0] * a + n[1] * b, abs(n[0] * a - n[1] * b)
    nz = max(n[2], _TINY)
    k1, k2 = _cut((depth - large) / nz, -c, c), _cut((depth - small) / nz, -c, c)
    k3, k4 = _cut((depth + small) / nz, -c, c), _cut((depth + large) / nz, -c, c)
    edges = (-c, k1, k2, k3, k4, c)
    for piece in range(5):
        middle = 0.5 * (edges[piece] + edges[piece + 1])
        radius = 0.5 * (edges[piece + 1] - edges[piece])
        for k in range(3):
            z = middle + radius * _NODES3[k]
            weight = radius * _WEIGHTS3[k]
            area, mx, my = _wet_rectangle(a, b, n[0], n[1], depth - n[2] * z)
            volume += weight * area
            moment_x += weight * mx
            moment_y += weight * my
            moment_z += weight * area * z
    if volume <= 0.0:
        return 0.0, ZERO3
    return min(volume / (8.0 * a * b * c), 1.0), (moment_x / volume, moment_y / volume, moment_z / volume)


@kernel
def wet_box(half: Vector3, up: Vector3, depth: float) -> tuple[float, Vector3]:
    """Box, with its axes mirrored and permuted so that the normal is largest along the first."""
    n = (abs(up[0]), abs(up[1]), abs(up[2]))
    x, y, z = half
    if n[0] >= n[1] and n[0] >= n[2]:
        fraction, (cx, cy, cz) = _wet_box_sorted((x, y, z), n, depth)
    elif n[1] >= n[2]:
        fraction, (cy, cz, cx) = _wet_box_sorted((y, z, x), (n[1], n[2], n[0]), depth)
    else:
        fraction, (cz, cx, cy) = _wet_box_sorted((z, x, y), (n[2], n[0], n[1]), depth)
    return fraction, (math.copysign(cx, cx * up[0]), math.copysign(cy, cy * up[1]), math.copysign(cz, cz * up[2]))


@kernel
def wet_cylinder(half: Vector3, up: Vector3, depth: float) -> tuple[float, Vector3]:
    """Circular cylinder along z, in strips across the slope of the surface.

    With x along the slope, a strip at x = -r cos φ is 2 r sin φ wide, and wet over a length that falls from L to 0. All
    terms of the sums are positive, so that a thin wet part keeps its digits, and its centre lies within it.
    """
    r, L = half[0], 2.0 * half[2]
    c, s = abs(up[2]), math.hypot(up[0], up[1])
    slope = max(s, _TINY)
    whole = math.acos(_cut(-(depth - 0.5 * c * L) / slope / r, -1.0, 1.0))
    dry = math.acos(_cut(-(depth + 0.5 * c * L) / slope / r, -1.0, 1.0))
    volume, moment_x, moment_z = 0.0, 0.0, 0.0
    for piece in range(2):  # wet over the whole length, then over a part of it
        low, high = (0.0, whole) if piece == 0 else (whole, dry)
        middle, radius = 0.5 * (low + high), 0.5 * (high - low)
        if radius > 0.0:
            for k in range(16):
                angle = middle + radius * _NODES16[k]
                x, width = -r * math.cos(angle), r * math.sin(angle)
                length = L if piece == 0 else _cut((depth - s * x) / max(c, _TINY) + 0.5 * L, 0.0, L)
                part = radius * _WEIGHTS16[k] * 2.0 * width * width * length
                volume += part
                moment_x += part * x
                moment_z += part * 0.5 * (length - L)
    if volume <= 0.0:
        return 0.0, ZERO3
    along = moment_x / volume / slope
    center = (along * up[0], along * up[1], math.copysign(moment_z, -up[2]) / volume)
    return min(volume / (math.pi * r * r * L), 1.0), center


@shared_kernel
def wet_part(boxes: Any, cylinders: Any, kind: int, half: Vector3, up: Vector3, depth: float) -> tuple[float, Vector3]:
    """Wet fraction of a shape, and the centre of the wet part relative to the centre of the shape.

    Args:
        boxes: None if there is no box; its code is then not compiled.
        cylinders: None if there is no cylinder.
        kind: Kind of shape: ``BOX``, ``CYLINDER`` or ``ELLIPSOID``.
        half: Half sizes [m].
        up: Unit normal of the surface in the axes of the shape.
        depth: Depth of the centre of the shape [m].
    """
    if boxes is not None:
        if kind == BOX:
            return wet_box(half, up, depth)
    if cylinders is not None:
        if kind == CYLINDER:
            return wet_cylinder(half, up, depth)
    return wet_ellipsoid(half, up, depth)

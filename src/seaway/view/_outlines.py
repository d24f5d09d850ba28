"""Triangles of propellers, ducts and foils: closed, counter-clockwise seen from outside."""

from math import atan2, pi
from typing import Final

import numpy as np

from seaway import mesh
from seaway._arrays import Floats, Integers

Triangles = tuple[Floats, Integers]
"""Vertices [m], (n, 3), and faces, (m, 3)."""

_SEGMENTS: Final = 32
_BLADES: Final = 4
_STATIONS: Final = 5
# Pitch over diameter of a drawn propeller, and the radius of its hub over that of the propeller.
_PITCH: Final = 0.9
_HUB: Final = 0.22
# Half the thickness of a symmetric foil over its chord, at parts of the chord from its nose.
_FOIL: Final = ((0.0, 0.0), (0.06, 0.04), (0.25, 0.06), (0.6, 0.045), (1.0, 0.0))


def duct(diameter: float) -> Triangles:
    """A nozzle about z with its hub and three struts, for a propeller at the origin.

    Args:
        diameter: Diameter of the propeller [m].
    """
    r = 0.5 * diameter
    profile = np.array([(1.05, -0.5), (1.13, -0.5), (1.22, 0.1), (1.22, 0.42), (1.15, 0.5), (1.07, 0.42), (1.05, 0.1)])
    ring = _ring(profile * r)
    hub = mesh.capsule(0.9 * _HUB * r, 0.9 * r, 16)
    parts: list[Triangles] = [ring, (hub.vertices + np.array([0.0, 0.0, -0.42 * r]), hub.faces)]
    strut = mesh.box((0.95 * r, 0.06 * r, 0.3 * r))
    for angle in 2.0 * pi * np.arange(3) / 3.0:
        shifted = strut.vertices + np.array([0.6 * r, 0.0, -0.42 * r])
        parts.append((_turned(shifted, angle), strut.faces))
    return joined(parts)


def propeller(diameter: float, hand: str) -> Triangles:
    """A propeller about z with its thrust along z, if it turns by its hand.

    Args:
        diameter: Its diameter [m].
        hand: ``"right"`` or ``"left"``.
    """
    r, sense = 0.5 * diameter, 1.0 if hand == "right" else -1.0
    stations = np.linspace(0.8 * _HUB, 1.0, _STATIONS) * r
    sections = np.empty((_STATIONS, 4, 3))
    for k, radius in enumerate(stations):
        # The leading edge is ahead, in the sense of rotation and along z.
        pitch = atan2(_PITCH * diameter, 2.0 * pi * radius)
        along = np.array([0.0, sense * np.cos(pitch), np.sin(pitch)])
        across = np.array([0.0, -sense * np.sin(pitch), np.cos(pitch)])
        chord = r * (0.34, 0.5, 0.6, 0.56, 0.3)[k]
        outline = ((0.5, 0.0), (0.0, 0.045), (-0.5, 0.0), (0.0, -0.045))
        middle = np.array([radius, 0.0, 0.0])
        sections[k] = [middle + chord * (u * along + v * across) for u, v in outline]
    vertices, faces = lofted(sections)
    hub = mesh.capsule(_HUB * r, 0.25 * r, 16)
    blades = [(_turned(vertices, angle), faces) for angle in 2.0 * pi * np.arange(_BLADES) / _BLADES]
    return joined([(hub.vertices, hub.faces), *blades])


def foil(root: Floats, span: Floats, chord: Floats, length: float) -> Triangles:
    """A symmetric foil.

    Args:
        root: A quarter of the chord behind the nose at one end [m], (3,).
        span: From there to the other end [m], (3,).
        chord: Unit vector forward along the chord, (3,).
        length: Mean chord [m].
    """
    across = np.cross(span, chord)
    across = across / np.linalg.norm(across)
    outline = [*_FOIL, *((u, -v) for u, v in _FOIL[-2:0:-1])]
    sections = np.empty((2, len(outline), 3))
    for k, taper in enumerate((1.1, 0.9)):
        c = taper * length
        sections[k] = [root + k * span + c * ((0.25 - u) * chord + v * across) for u, v in outline]
    return lofted(sections)


def lofted(sections: Floats) -> Triangles:
    """A closed tube through polygons, (section, corner, 3), capped at both ends."""
    rows, n = len(sections), len(sections[0])
    here: Integers = np.arange(n)
    ahead: Integers = (here + 1) % n
    faces = list[Integers]()
    for k in range(rows - 1):
        a, b, c, d = k * n + here, k * n + ahead, (k + 1) * n + ahead, (k + 1) * n + here
        faces += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]
    first, last, top = rows * n, rows * n + 1, (rows - 1) * n
    faces += [np.stack([np.full(n, first), ahead, here], axis=1)]
    faces += [np.stack([np.full(n, last), top + here, top + ahead], axis=1)]
    ends = np.stack([np.mean(sections[0], axis=0), np.mean(sections[-1], axis=0)])
    return _outward(np.concatenate([sections.reshape(-1, 3), ends]), np.concatenate(faces))


def joined(parts: list[Triangles]) -> Triangles:
    """Several bodies in one."""
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in parts)])
    faces = [faces + start for (_, faces), start in zip(parts, starts, strict=False)]
    return np.concatenate([vertices for vertices, _ in parts]), np.concatenate(faces)


def _ring(profile: Floats) -> Triangles:
    """Turn a closed profile of radii and heights, (n, 2), about z."""
    n, angle = len(profile), 2.0 * pi * np.arange(_SEGMENTS) / _SEGMENTS
    vertices = np.empty((_SEGMENTS, n, 3))
    vertices[..., 0], vertices[..., 1] = np.outer(np.cos(angle), profile[:, 0]), np.outer(np.sin(angle), profile[:, 0])
    vertices[..., 2] = profile[:, 1]
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(_SEGMENTS), np.arange(n), indexing="ij"))
    a, b = i * n + j, i * n + (j + 1) % n
    c, d = (i + 1) % _SEGMENTS * n + (j + 1) % n, (i + 1) % _SEGMENTS * n + j
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return _outward(vertices.reshape(-1, 3), faces)


def _outward(vertices: Floats, faces: Integers) -> Triangles:
    """The same closed body with its faces turned outward."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return vertices, faces if float(np.sum(a * np.cross(b, c))) > 0.0 else faces[:, ::-1]


def _turned(vertices: Floats, angle: float) -> Floats:
    """Turn about z."""
    c, s = np.cos(angle), np.sin(angle)
    return vertices @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])

"""All that does not vary: vehicles and sea, as kernels read them."""

from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, Records
from seaway.kernels import actuation, damping, fins, hull, hull_drag, inertia, restoring, strips, thrusters, wind
from seaway.kernels.hull_blocks import Corners, HullBlocks

__all__ = ["VEHICLE", "Fleet", "Model", "bare_fleet"]

# Which items of the arrays of the model belong to a vehicle: from the first to before the second.
_ITEMS: Final = [
    ("equipped", "i8"),  # whether it has any of these, or laws on its hull besides the pressure
    ("areas", "i8", 2),
    ("strips", "i8", 2),
    ("thrusters", "i8", 2),
    ("fins", "i8", 2),
    ("states", "i8"),  # where the integrated states of its thrusters begin; those of its fins follow
]

VEHICLE: Final = np.dtype(
    [
        *inertia.FIELDS,
        *restoring.FIELDS,
        *hull.FIELDS,
        *hull_drag.FIELDS,
        *damping.FIELDS,
        *actuation.FIELDS,
        *_ITEMS,
    ]
)


class Fleet(NamedTuple):
    """Vehicles alone; see ``Model``."""

    vehicles: Records
    dampings: Records
    vertices: Floats
    faces: Floats
    corners: Corners
    areas: Records
    strips: Records
    thrusters: Records
    tables: Floats
    fins: Records


def bare_fleet(vehicles: Records, dampings: Records) -> Fleet:
    """Vehicles without hulls and equipment."""
    return Fleet(
        vehicles,
        dampings,
        *HullBlocks.none(),
        np.zeros((1, 0), dtype=wind.AREA),
        np.zeros((1, 0), dtype=strips.STRIP),
        np.zeros((1, 0), dtype=thrusters.THRUSTER),
        np.zeros((2, 0)),
        np.zeros((1, 0), dtype=fins.FIN),
    )


class Model(NamedTuple):
    """Vehicles and sea: all that does not vary. The leading axis n is 1 or the batch, or 0 for what is absent.

    Attributes:
        vehicles: Records of ``VEHICLE``, (n, vehicle).
        dampings: Records of ``damping.ITEM``, (n, item).
        water: Records of ``water.WATER``, (n,).
        current: Table of the current, see ``water.current``, (n, 1 + times, 1 + depths, 3).
        external: Records of ``external.EXTERNAL``, (n, vehicle).
        waves: Records of ``waves.WAVE``, (n, wave).
        vertices: Of all hulls, see ``hull_blocks.HullBlocks``.
        faces: Of all hulls.
        corners: Of all hulls.
        areas: Records of ``wind.AREA``, (n, area).
        strips: Records of ``strips.STRIP``, (n, strip).
        thrusters: Records of ``thrusters.THRUSTER``, (n, thruster).
        tables: Commands and thrusts of thrusters that have a table, (2, entry).
        fins: Records of ``fins.FIN``, (n, fin).
    """

    vehicles: Records
    dampings: Records
    water: Records
    current: Floats
    external: Records
    waves: Records
    vertices: Floats
    faces: Floats
    corners: Corners
    areas: Records
    strips: Records
    thrusters: Records
    tables: Floats
    fins: Records

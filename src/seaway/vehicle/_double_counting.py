"""Forces of a vehicle that describe the same effect and so count it twice."""

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.vehicle._cross_flow import CrossFlow
from seaway.vehicle._damping import Damping
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._hull import Hull
from seaway.vehicle._hull_forces import HullDamping, HullForce, HullFriction, HullPressureDrag
from seaway.vehicle._vehicle import Vehicle

_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_FORCES: Final = frozenset(range(3))
_ALL: Final = frozenset(range(6))
_NONE: Final = frozenset[int]()
# A rotated frame has rounding errors of 1e-17 in place of zeros.
_ROUNDING: Final = 1e-12

_OFF_THE_HULL: Final = (
    "Remove these axes from the Damping, except for what forces on a hull lack, such as wave making; or remove the "
    "force from the hull"
)
_MEASURED: Final = "Keep the one identified for the whole vehicle"
_QUADRATIC: Final = "Remove the quadratic part of the Damping on these axes"
_SLENDER: Final = "Keep the CrossFlow for a slender hull, the other for one that is not"

# Heave, roll and pitch.
_WAVE_MAKING: Final = frozenset({2, 3, 4})

# A kind of force and others; which parts of both, "any" or only "quadratic" ones, describe one effect; the remedy.
# Other pairs are compatible: tangential friction and normal pressure, the latter and slamming, several dampings of
# one vehicle, pressure and buoyancy with all of these.
_ON_HULLS: Final = ("HullFriction", "HullPressureDrag", "HullDamping")
_PAIRS: Final = (
    ("Damping", _ON_HULLS, "any", _OFF_THE_HULL),
    ("Damping", ("DragArea", "CrossFlow"), "quadratic", _QUADRATIC),
    ("DragArea", _ON_HULLS, "any", _MEASURED),
    ("CrossFlow", ("HullPressureDrag", "DragArea"), "any", _SLENDER),
    ("HullDamping", ("CrossFlow",), "quadratic", _SLENDER),
)


class Drag(NamedTuple):
    """A drag force of a vehicle in the water.

    Attributes:
        kind: Name of its class.
        label: Name in messages.
        axes: Axes on which it acts, 0 to 5.
        quadratic: Axes on which a part of it is quadratic in the velocity.
    """

    kind: str
    label: str
    axes: frozenset[int]
    quadratic: frozenset[int]


class DoubleCounting(NamedTuple):
    """Two forces that describe one effect.

    Attributes:
        first: Name of the first force in messages.
        second: Name of the second force.
        axes: Names of the axes on which both act.
        remedy: What to do.
    """

    first: str
    second: str
    axes: tuple[str, ...]
    remedy: str


def drags(vehicle: Vehicle) -> list[Drag]:
    """All nonzero drag forces of a vehicle in the water, each with its axes in B.

    An axis counts if the force has an entry for it. Moments from a lever arm do not count.
    """
    found = [_of_damping(damping, _label("damping", k, vehicle.damping)) for k, damping in enumerate(vehicle.damping)]
    if isinstance(vehicle.buoyancy, Hull):
        found += [drag for law in vehicle.buoyancy.forces if (drag := _of_hull_force(law)) is not None]
    areas = vehicle.drag_areas
    found += [_of_area(area, _label("area", k, areas)) for k, area in enumerate(areas) if area.medium == "water"]
    if vehicle.cross_flow is not None:
        found.append(_of_cross_flow(vehicle.cross_flow))
    return [drag for drag in found if drag.axes]


def double_counted(vehicle: Vehicle) -> list[DoubleCounting]:
    """Pairs of forces that describe the same effect on an axis."""
    laws, found = drags(vehicle), list[DoubleCounting]()
    for kind, others, part, remedy in _PAIRS:
        for other in others:
            for first, second in product(laws, laws):
                both = (first.quadratic, second.quadratic) if part == "quadratic" else (first.axes, second.axes)
                # Linear damping in heave, roll and pitch is wave making, which these forces lack.
                waves = _WAVE_MAKING - first.quadratic if other in ("HullFriction", "HullPressureDrag") else _NONE
                if (first.kind, second.kind) == (kind, other) and (shared := (both[0] & both[1]) - waves):
                    names = tuple(_AXES[axis] for axis in sorted(shared))
                    found.append(DoubleCounting(first.label, second.label, names, remedy))
    return found


def _label(what: str, number: int, of: Sequence[object]) -> str:
    return f"{what} {number + 1}" if len(of) > 1 else what


def _of_damping(damping: Damping, label: str) -> Drag:
    """By its entries; no other force describes the signed ones, which are lift."""
    R = damping.pose.R
    squares = np.abs(damping.quadratic) + np.sum(np.abs(damping.modulus), axis=0)
    quadratic = _turned(R, squares)
    return Drag("Damping", f"its {label} (Damping)", quadratic | _turned(R, np.abs(damping.linear)), quadratic)


def _turned(R: Floats, entries: Floats) -> frozenset[int]:
    """Axes of B on which rows of a matrix in rotated axes act."""
    rows = np.any(entries != 0.0, axis=1)
    linear, angular = (np.any(np.abs(R[:, part]) > _ROUNDING, axis=1) for part in (rows[:3], rows[3:]))
    return frozenset(np.flatnonzero(np.concatenate([linear, angular])).tolist())


def _of_hull_force(law: HullForce) -> Drag | None:
    kind = type(law).__name__
    if isinstance(law, HullFriction):
        return Drag(kind, f"its {kind}", _ALL, _ALL)
    if isinstance(law, HullPressureDrag):
        linear, quadratic = law.linear or law.suction_linear, law.quadratic or law.suction_quadratic
        return Drag(kind, f"its {kind}", _ALL if linear or quadratic else _NONE, _ALL if quadratic else _NONE)
    if isinstance(law, HullDamping):
        squares = (_FORCES if law.quadratic else _NONE) | (_ALL - _FORCES if law.angular_quadratic else _NONE)
        first = (_FORCES if law.linear else _NONE) | (_ALL - _FORCES if law.angular_linear else _NONE)
        return Drag(kind, f"its {kind}", first | squares, squares)
    return None  # slamming is an impact, not a drag


def _of_area(area: DragArea, label: str) -> Drag:
    axes = frozenset(np.flatnonzero(area.area * area.coefficient).tolist()) | ({5} if area.yaw_coefficient else _NONE)
    return Drag("DragArea", f"its {label} in the water (DragArea)", axes, axes)


def _of_cross_flow(strips: CrossFlow) -> Drag:
    axes = ({1, 5} if np.any(strips.lateral_drag_area) else _NONE) | (
        {2, 4} if np.any(strips.vertical_drag_area) else _NONE
    )
    return Drag("CrossFlow", "its CrossFlow", frozenset(axes), frozenset(axes))

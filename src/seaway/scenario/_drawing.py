"""What a report draws of a scene besides its recording: routes, flows and limits of actuators, for manifests."""

from collections.abc import Iterator
from math import inf, isfinite
from typing import Any, Final

import numpy as np

from seaway.control import Docking, PathFollowing, StationKeeping, Waypoints
from seaway.control._pilot import Pilot
from seaway.gazebo import Scene
from seaway.sea import Sea
from seaway.sim._actuators import UNITS, thruster_quantities
from seaway.sim._control import split
from seaway.vehicle import Thruster, Vehicle

# Points along a path of arcs; and most points of a route.
_POINTS: Final = 400
# Slower than this is still [m/s].
_STILL: Final = 1e-9


def described_drawing(scene: Scene, controller: Any = None) -> dict[str, object]:
    """Flows [m/s], limits of actuators and routes [m], each with the name of its vehicle.

    Args:
        scene: Vehicles and sea.
        controller: What drives them; default: unknown.
    """
    alone = scene.vehicles[0].name if len(scene.vehicles) == 1 else None
    return {
        "flows": list(_flows(scene.sea)),
        "limits": [each for vehicle in scene.vehicles for each in _limits(vehicle)],
        "routes": []
        if controller is None
        else [each for part in split(controller)[0] for each in _routes(part, alone)],
    }


def _flows(sea: Sea) -> Iterator[dict[str, object]]:
    """The directions of travel: of the current at the surface at the start, the mean wind, the main waves."""
    if sea.current is not None:
        v = sea.current.velocity[0, 0]
        if float(np.hypot(v[0], v[1])) > _STILL:
            yield {"what": "current", "speed": float(np.hypot(v[0], v[1])), "toward": float(np.arctan2(v[1], v[0]))}
    if sea.wind is not None and float(np.hypot(*sea.wind.velocity[:2])) > _STILL:
        v = sea.wind.velocity
        yield {"what": "wind", "speed": float(np.hypot(v[0], v[1])), "toward": float(np.arctan2(v[1], v[0]))}
    if sea.waves is not None and len(sea.waves.components):
        c = sea.waves.components
        energy = np.square(c.amplitude)
        toward = np.array([np.sum(energy * np.cos(c.direction)), np.sum(energy * np.sin(c.direction))])
        if float(np.hypot(*toward)) > 1e-3 * float(np.sum(energy)) > 0.0:
            angle = float(np.arctan2(toward[1], toward[0]))
            yield {"what": "waves", "height": c.significant_height, "toward": angle}


def _limits(vehicle: Vehicle) -> Iterator[dict[str, object]]:
    """Limits of the commands of thrusters and fins, in SI units; None for one that is not finite."""
    for each in vehicle.thrusters:
        low, high = (float(end) for end in np.asarray(each.limits).reshape(-1, 2)[0])
        if isinstance(each, Thruster) and each.drive == "table" and each.table is not None:
            inputs = np.asarray(each.table)[..., 0, :].reshape(-1)
            low, high = max(low, float(np.min(inputs))), min(high, float(np.max(inputs)))
        unit = UNITS[thruster_quantities(each)[0]]
        yield {"vehicle": vehicle.name, "name": each.name, "unit": unit, "low": _finite(low), "high": _finite(high)}
    for each in vehicle.fins:
        limit = float(np.min(np.asarray(getattr(each, "limit", inf))))
        yield {
            "vehicle": vehicle.name,
            "name": each.name,
            "unit": "rad",
            "low": _finite(-limit),
            "high": _finite(limit),
        }


def _routes(controller: Any, alone: str | None) -> Iterator[dict[str, object]]:
    """Waypoints, paths, stations and docks of an autopilot, (n, 2)."""
    if isinstance(controller, Pilot):
        vehicle, guidance = controller.vehicle.name, controller.settings.guidance
    else:
        vehicle, guidance = getattr(controller, "vehicle", None) or alone, getattr(controller, "guidance", ())
    for each in guidance:
        if isinstance(each, Waypoints):
            points = _first(each.waypoints)[:, :2]
            closed = np.concatenate([points, points[:1]]) if each.loop else points
            yield {"vehicle": vehicle, "kind": "waypoints", "points": closed[:_POINTS].tolist()}
        elif isinstance(each, PathFollowing) and each.path.segments.ndim == 2:
            along = np.linspace(0.0, each.path.length, _POINTS)
            yield {"vehicle": vehicle, "kind": "path", "points": each.path.at(along)[:, :2].round(6).tolist()}
        elif isinstance(each, StationKeeping | Docking):
            place = each.station if isinstance(each, StationKeeping) else each.dock
            kind = "station" if isinstance(each, StationKeeping) else "dock"
            yield {
                "vehicle": vehicle,
                "kind": kind,
                "points": np.reshape(place, (-1, place.shape[-1]))[:1, :2].tolist(),
            }


def _first(points: Any) -> Any:
    """The route of run 0."""
    return np.reshape(points, (-1, *np.shape(points)[-2:]))[0]


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None

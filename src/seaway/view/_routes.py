"""Routes that controllers follow, to draw them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

from seaway._arrays import Floats
from seaway.control import Docking, PathFollowing, StationKeeping, Waypoints
from seaway.vehicle import Vehicle

__all__ = ["routes_of"]

_SPACING = 200
"""Points along a path of lines and arcs."""


def routes_of(controller: Any, vehicles: Sequence[Vehicle]) -> Mapping[str, Floats]:
    """Points of the route of each vehicle that follows one [m], (n, 3), by its name.

    Args:
        controller: A controller as in ``Simulation.run``, or None.
        vehicles: Vehicles of the simulation.
    """
    found = dict[str, Floats]()
    for pilot in _pilots(controller):
        vehicle = getattr(pilot, "vehicle", None) or vehicles[0]
        for guidance in getattr(getattr(pilot, "settings", None), "guidance", ()):
            points = _points(guidance)
            if points is not None:
                found[vehicle.name] = points
    return found


def _pilots(controller: Any) -> Iterator[Any]:
    members = getattr(controller, "controllers", None)
    if isinstance(members, tuple):
        for each in cast("tuple[Any, ...]", members):
            yield from _pilots(each)
    elif controller is not None:
        yield controller


def _points(guidance: Any) -> Floats | None:
    """Points of a route; z = 0 if it gives no depth."""
    if isinstance(guidance, Waypoints):
        places, depths = _first(guidance.waypoints, 2), guidance.depths
        z = places[:, 2] if places.shape[1] == 3 else np.zeros(len(places))
        z = z if depths is None else -_first(depths, 1)
        route = np.stack([places[:, 0], places[:, 1], z], axis=-1)
        return np.concatenate([route, route[:1]]) if guidance.loop else route
    if isinstance(guidance, PathFollowing):
        s = np.linspace(0.0, float(np.max(guidance.path.length)), _SPACING)
        z = np.zeros(_SPACING)
        if guidance.depths is not None:
            profile = _first(guidance.depths, 2)
            z = -np.interp(s, profile[:, 0], profile[:, 1])
        return np.stack([*guidance.path.at(s)[:, :2].T, z], axis=-1)
    if isinstance(guidance, StationKeeping | Docking):
        place = _first(guidance.station if isinstance(guidance, StationKeeping) else guidance.dock, 1)
        depth = 0.0 if guidance.depth is None else float(np.max(guidance.depth))
        return np.array([[place[0], place[1], place[2] if len(place) == 3 else -depth]])
    return None


def _first(values: Floats, dimensions: int) -> Floats:
    """Values of the first run."""
    return values.reshape(-1, *values.shape[-dimensions:])[0] if values.ndim > dimensions else values

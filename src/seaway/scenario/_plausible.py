"""Implausible values of a scenario: a wrong unit, a wrong sign."""

from collections.abc import Iterator, Sequence
from math import isfinite, pi
from typing import Any, Final, cast

import numpy as np

from seaway._toml import Key
from seaway.control import ControlSettings
from seaway.gazebo import Scene
from seaway.parts import Part, all_keys
from seaway.scenario._problems import Problems
from seaway.scenario._settings import ScenarioSettings, VehicleEntry
from seaway.vehicle import Buoyancy, Hull, Vehicle

# Key, smallest and largest likely value, unit, and what is known about it.
_LIKELY: Final[tuple[tuple[tuple[str, ...], float, float, str, str], ...]] = (
    (("simulation", "time_step"), 1e-6, 1.0, "s", "steps of some milliseconds are usual"),
    (("simulation", "duration"), 1e-3, 1e7, "s", "a day has 86400"),
    (("sea", "density"), 900.0, 1200.0, "kg/m3", "sea water has 1025, fresh water 1000"),
    (("sea", "gravity"), 0.5, 30.0, "m/s2", "the Earth has 9.81"),
    (("sea", "depth"), 0.1, 11_000.0, "m", "the deepest sea has 11000"),
    (("sea", "viscosity"), 1e-7, 1e-5, "m2/s", "sea water has 1.05e-6"),
    (("sea", "air_density"), 0.5, 2.0, "kg/m3", "air has 1.225"),
    (("sea", "waves", "significant_height"), 0.0, 20.0, "m", "the highest measured seas have 19"),
    (("sea", "waves", "peak_period"), 0.5, 40.0, "s", "wind makes waves of 2 to 25"),
    (("sea", "waves", "height"), 0.0, 35.0, "m", "the highest measured waves have 30"),
    (("sea", "waves", "period"), 0.2, 40.0, "s", "wind makes waves of 2 to 25"),
    (("sea", "waves", "wind_speed"), 0.0, 90.0, "m/s", "a hurricane has 33 and more"),
    (("sea", "wind", "speed"), 0.0, 90.0, "m/s", "a hurricane has 33 and more"),
    (("sea", "wind", "gust_std"), 0.0, 30.0, "m/s", "it is the standard deviation"),
    (("sea", "current", "velocity"), -10.0, 10.0, "m/s", "the strongest tides have 8"),
)
# Quarters of π typed with four digits or more.
_ANGLE: Final = 1e-4


def check_values(settings: ScenarioSettings, problems: Problems) -> None:
    """Warn about implausible values, and degrees given as radians."""
    places = problems.places
    for key, low, high, unit, known in _LIKELY:
        for place, values in _at(settings, key):
            value = next((x for x in _numbers(values) if not low <= x <= high and x != 0.0), None)
            if value is not None:
                message = f"{places.text(place)} = {value:g} {unit} is implausible: {known}. Check the unit [{unit}]"
                problems.add(place, "unlikely", message, "warning")
    for number, control in enumerate(settings.controls):
        depth = None if control.autopilot is None else control.autopilot.depth
        if any(value < 0.0 for value in _numbers(depth)):
            key = ("control", number, "autopilot", "depth")
            message = f"{places.text(key)} < 0 is above the surface: a depth is positive down"
            problems.add(key, "unlikely", message, "warning")
    for key, largest in _large_angles(ScenarioSettings, places.file.data):
        message = f"{places.text(key)} = {largest:g} rad is {np.degrees(largest):.4g} degrees"
        problems.add(key, "unlikely", f"{message}; give degrees as {key[-1]}_deg", "warning")
    for number, _ in enumerate(settings.vehicles):
        key = ("vehicle", number, "attitude_deg")
        for angle in _numbers(places.value(key)):
            turns = angle / (0.25 * pi)
            if angle != 0.0 and abs(turns - round(turns)) < _ANGLE and abs(turns) < 8.5:
                looks = f"{places.text(key)} has {angle:g}, which looks like radians"
                message = f"{looks}; it is in degrees, {np.degrees(angle):.4g} here"
                problems.add(key, "unlikely", message, "warning")
                break


def check_fin_angles(control: ControlSettings, place: Key, vehicle: Vehicle, problems: Problems) -> None:
    """Warn about degrees given as the radians of a fin."""
    fins = {fin.name for fin in vehicle.fins}
    for name, values in control.actuators.items():
        largest = max((abs(value) for value in _numbers(values)), default=0.0)
        if name in fins and largest > 0.5 * pi:
            key = (*place, "actuators", name)
            message = (
                f"{problems.places.text(key)} has {largest:g} rad, which is {np.degrees(largest):.4g} degrees; give "
                "angles in degrees under fin_angles_deg"
            )
            problems.add(key, "unlikely", message, "warning")


def check_start(scene: Scene, entries: Sequence[int], described: Sequence[bool], problems: Problems) -> None:
    """Warn about vehicles that start above the water or below the seabed, or have no buoyancy or no shape.

    Args:
        scene: The scene.
        entries: Number of the entry of each vehicle.
        described: Whether each entry is no SDFormat file, which has its own findings.
        problems: Collects the warnings.
    """
    level = scene.sea.surface
    for k, vehicle in enumerate(scene.vehicles):
        key: Key = ("vehicle", entries[k])
        if vehicle.buoyancy is None and scene.sea.gravity > 0.0 and described[entries[k]]:
            message = f"vehicle '{vehicle.name}' has no buoyancy and falls as in air; give it a buoyancy or a hull"
            problems.add(key, "no-buoyancy", message, "warning")
        if _lacks_shape(vehicle, scene, k):
            message = (
                f"vehicle '{vehicle.name}' starts near the surface, and its buoyancy has no shape: it floats as a "
                "sphere of its volume; give it one, e.g. shape = { box = [length, breadth, height] }"
            )
            problems.add((*key, "buoyancy"), "no-extent", message, "warning")
        lowest, z = _lowest(vehicle, scene, k), float(scene.poses[k].p[2])
        if level is not None and lowest is not None and lowest > level:
            message = (
                f"vehicle '{vehicle.name}' starts {lowest - level:.3g} m above the water and falls; z is up, so that "
                f"10 m deep is -10: check {problems.places.text(key)}.position, whose z is {z:g}"
            )
            problems.add((*key, "position"), "no-water", message, "warning")
        depth = scene.sea.depth
        if level is not None and depth is not None and z < level - depth:
            message = (
                f"vehicle '{vehicle.name}' starts below the seabed at {depth:g} m depth: check "
                f"{problems.places.text(key)}.position, whose z is {z:g}"
            )
            problems.add((*key, "position"), "below-floor", message, "warning")


def _lacks_shape(vehicle: Vehicle, scene: Scene, k: int) -> bool:
    """Whether a vehicle breaks the surface, or is within its own size of it, and its shape is not given.

    In waves ``vehicle.advice`` says so at any depth.
    """
    level, buoyancy = scene.sea.surface, vehicle.buoyancy
    if level is None or scene.sea.waves is not None or not isinstance(buoyancy, Buoyancy):
        return False
    near_surface = float(scene.poses[k].point(buoyancy.center)[2]) + 2.0 * buoyancy.shape.reach > level
    return near_surface and "shape" in vars(buoyancy).get("_followed", ())


def _lowest(vehicle: Vehicle, scene: Scene, k: int) -> float | None:
    pose, buoyancy = scene.poses[k], vehicle.buoyancy
    if isinstance(buoyancy, Buoyancy):
        return float(pose.point(buoyancy.center)[2]) - buoyancy.shape.reach
    if isinstance(buoyancy, Hull):
        return float(np.min(pose.point(buoyancy.surface.vertices)[:, 2]))
    return None


def _large_angles(kind: type[Part], table: Any, key: Key = ()) -> Iterator[tuple[Key, float]]:
    """Find angles in radians beyond a full turn, which are likely degrees."""
    known = {**all_keys(kind), **(all_keys(Vehicle) if kind is VehicleEntry else {})}
    for name, value in table.items():
        field: Any = known.get(name)
        if field is not None and field.unit == "rad" and name == field.name:
            largest = max(map(abs, _numbers(value)), default=0.0)
            if isfinite(largest) and largest > 2.0 * pi:
                yield (*key, name), largest
        by_key: dict[str, Any] = getattr(field, "by_key", None) or {}
        kinds = (by_key.get(name), *getattr(field, "kinds", ()))
        inner = next((each for each in kinds if each is not None and issubclass(each, Part)), None)
        for n, entry in enumerate(cast("list[Any]", value) if isinstance(value, list) else [value]):
            if inner is not None and isinstance(entry, dict):
                yield from _large_angles(inner, entry, (*key, name, n))


def _at(part: Any, key: tuple[str, ...], above: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Values of a key, each with its place: several where a table is one of several."""
    if not key:
        yield above, part
        return
    value = getattr(part, key[0], None)
    several = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
    for n, each in enumerate(several):
        place = (*above, key[0], n) if isinstance(value, tuple) else (*above, key[0])
        yield from _at(each, key[1:], place)


def _numbers(value: Any) -> Iterator[float]:
    if value is not None:
        yield from np.asarray(value, dtype=np.float64).ravel().tolist()

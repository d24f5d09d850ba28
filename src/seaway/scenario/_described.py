"""A scene as a manifest keeps it: the vehicles and the sea, in numbers and in words."""

from collections.abc import Iterable, Sequence
from math import degrees, pi
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding
from seaway.gazebo import Scene
from seaway.sea import Components, Current, Sea, Waves, Wind
from seaway.vehicle import Buoyancy, Hull, Vehicle

__all__ = ["described_findings", "described_sea", "described_vehicles"]

# Slower than this is still, and a direction of waves that holds a smaller share of them is none.
_STILL: Final = 1e-9
_AIMLESS: Final = 1e-3


def described_vehicles(scene: Scene, origins: Sequence[str] = ()) -> list[dict[str, object]]:
    """What each vehicle is: mass, added mass over mass, what it displaces, what it is driven with.

    Args:
        scene: Where they are.
        origins: Where each comes from, in words; empty where that is not known.
    """
    known = origins if len(origins) == len(scene.vehicles) else [""] * len(scene.vehicles)
    return [
        {**_vehicle(vehicle), **({"source": origin} if origin else {})}
        for vehicle, origin in zip(scene.vehicles, known, strict=True)
    ]


def described_sea(sea: Sea) -> dict[str, object]:
    """What the sea is, in words, and the spectrum of its waves."""
    words = {"water": _water(sea), "waves": _waves(sea), "current": _current(sea.current), "wind": _wind(sea.wind)}
    return {**words, "spectrum": None if sea.waves is None else _spectrum(sea.waves.components, sea.waves.ramp)}


def described_findings(findings: Iterable[Finding]) -> list[dict[str, object]]:
    """What a check found, each with ``severity``, ``file``, ``line``, ``rule`` and ``message``."""
    return [
        {
            "severity": finding.severity,
            "file": None if finding.path is None else str(finding.path),
            "line": finding.line,
            "rule": finding.rule,
            "message": finding.message,
        }
        for finding in findings
    ]


def _vehicle(vehicle: Vehicle) -> dict[str, object]:
    inertial, buoyancy = vehicle.inertial, vehicle.buoyancy
    ratio: list[float] | None = None
    if inertial.added_mass is not None:
        # Along an axis that has no inertia at all there is no ratio; such a vehicle cannot be made.
        ratio = (np.diagonal(inertial.added_mass_matrix()) / np.diagonal(inertial.rigid_body_matrix())).tolist()
    hull = isinstance(buoyancy, Hull)
    return {
        "name": vehicle.name,
        "mass": inertial.mass,
        "added_mass_ratio": ratio,
        "volume": buoyancy.volume if isinstance(buoyancy, Hull | Buoyancy) else None,
        "buoyancy": f"hull of {len(buoyancy.mesh.faces)} triangles" if hull else _buoyancy(buoyancy),
        "thrusters": len(vehicle.thrusters),
        "fins": len(vehicle.fins),
    }


def _buoyancy(buoyancy: object) -> str:
    if buoyancy is None:
        return "none"
    return "fixed volume" if isinstance(buoyancy, Buoyancy) else "linear stiffness"


def _water(sea: Sea) -> str:
    density = f"{sea.density:g} kg/m³, gravity {sea.gravity:g} m/s²"
    if sea.surface is None:
        return f"{density}, without a surface"
    above = "" if sea.surface == 0.0 else f", surface at z = {sea.surface:g} m"
    return f"{density}{above}, {'deep' if sea.depth is None else f'{sea.depth:g} m deep'}"


def _waves(sea: Sea) -> str:
    waves = sea.waves
    peak = None if waves is None else waves.components.peak()
    if waves is None or peak is None:
        return "none" if sea.surface is None else "still water"
    c = waves.components
    kind = "Gerstner" if np.any(c.q > 0.0) else "Airy"
    if len(c) == 1:
        words = f"one {kind} wave, {2.0 * c.amplitude[0]:.3g} m high, {peak.period:.3g} s, {peak.wavelength:.3g} m long"
    else:
        energy = np.square(c.amplitude)
        period = 2.0 * pi * float(np.sqrt(np.sum(energy) / np.sum(energy * np.square(c.omega))))
        words = f"{len(c)} {kind} waves, Hs = {c.significant_height:.3g} m, Tz = {period:.3g} s"
    return f"{words}{_going(waves)}" + (f", grown over {waves.ramp:g} s" if waves.ramp > 0.0 else "")


def _going(waves: Waves) -> str:
    c = waves.components
    energy = np.square(c.amplitude)
    toward = np.array([np.sum(energy * np.cos(c.direction)), np.sum(energy * np.sin(c.direction))])
    if float(np.hypot(*toward)) <= _AIMLESS * float(np.sum(energy)):
        return ", to all sides"
    spread = "" if np.ptp(c.direction) == 0.0 else "mainly "
    return f", {spread}{_toward(toward)}"


def _current(current: Current | None) -> str:
    speeds = None if current is None else np.linalg.norm(current.velocity, axis=-1)
    if current is None or speeds is None or float(np.max(speeds)) < _STILL:
        return "none"
    if speeds.size == 1:
        v = current.velocity[0, 0]
        return f"{_speed(v)} m/s {_toward(v)}"
    nodes = [
        f"{len(nodes)} {what}"
        for nodes, what in ((current.times, "times"), (current.depths, "depths"))
        if len(nodes) > 1
    ]
    return f"{np.min(speeds):.3g} to {np.max(speeds):.3g} m/s, given at {' and '.join(nodes)}"


def _wind(wind: Wind | None) -> str:
    if wind is None or (float(np.linalg.norm(wind.velocity)) < _STILL and wind.gust == 0.0):
        return "none"
    v = wind.velocity
    mean = f"{_speed(v)} m/s {_toward(v)}" if float(np.linalg.norm(v)) >= _STILL else "0 m/s in the mean"
    at = f", at a height of {wind.height:g} m, growing by the power {wind.exponent:g}" if wind.exponent > 0.0 else ""
    gusts = f", gusts of {wind.gust:.3g} m/s over {wind.gust_time:.3g} s" if wind.gust > 0.0 else ""
    return f"{mean}{at}{gusts}"


def _speed(v: Floats) -> str:
    return f"{float(np.linalg.norm(v)):.3g}"


def _toward(v: Floats) -> str:
    """Where something goes to, counter-clockwise from x."""
    level = float(np.hypot(v[0], v[1]))
    if len(v) == 3 and abs(float(v[2])) > level:
        return "up" if v[2] > 0.0 else "down"
    angle = round(degrees(float(np.arctan2(v[1], v[0])))) % 360
    names = {0: " (east)", 90: " (north)", 180: " (west)", 270: " (south)"}
    return f"toward {angle}°{names.get(angle, '')}"


def _spectrum(components: Components, ramp: float) -> dict[str, object]:
    """Bands of constant density, or lines where there are too few waves for a density."""
    bands = components.bands()
    if bands is not None:
        return {"ramp": ramp, "edges": bands.edges.tolist(), "density": bands.density.tolist()}
    return {"ramp": ramp, "omega": components.omega.tolist(), "amplitude": components.amplitude.tolist()}

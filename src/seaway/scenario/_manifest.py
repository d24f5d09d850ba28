"""Manifests: what a run was made with, in numbers and in words."""

import platform
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import metadata
from math import degrees, pi
from pathlib import Path
from typing import Final

import numpy as np

import seaway
from seaway._arrays import Floats
from seaway.errors import Finding
from seaway.gazebo import Scene
from seaway.scenario._drawing import described_drawing
from seaway.sea import Components, Current, Sea, Waves, Wind
from seaway.vehicle import Buoyancy, Hull, Vehicle

_PACKAGES: Final = ("numpy", "numba", "scipy", "lxml", "trimesh", "h5py")
# Slower than this is still [m/s].
_STILL: Final = 1e-9
# Waves have no main direction if it holds a smaller share of their energy.
_AIMLESS: Final = 1e-3


def first_manifest(
    scene: Scene, name: str, findings: Iterable[Finding], origins: Sequence[str] = (), /, **others: object
) -> dict[str, object]:
    """The manifest of a run before it starts.

    Args:
        scene: Vehicles and sea.
        name: Name of the run.
        findings: What checks found.
        origins: Source of each vehicle, in words; see ``described_vehicles``.
        others: Further entries.
    """
    return {
        "name": name,
        "status": "running",
        "started": now(),
        "directory": str(Path.cwd()),
        "versions": versions(),
        "vehicles": described_vehicles(scene, origins),
        "sea": described_sea(scene.sea),
        "findings": described_findings(findings),
        "drawing": described_drawing(scene),
        **others,
    }


def versions() -> dict[str, str]:
    """Versions of Seaway, Python and the packages that results depend on, and the machine."""
    return {
        "seaway": seaway.__version__,
        "python": platform.python_version(),
        **{package: metadata.version(package) for package in _PACKAGES},
        "platform": f"{platform.system()} {platform.machine()}",
        "implementation": sys.implementation.name,
    }


def now() -> str:
    """The time in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def described_vehicles(scene: Scene, origins: Sequence[str] = ()) -> list[dict[str, object]]:
    """Mass, added mass over mass, buoyancy and number of actuators of each vehicle.

    Args:
        scene: The vehicles.
        origins: Source of each, in words; default: unknown.
    """
    pairs = zip(scene.vehicles, origins or [""] * len(scene.vehicles), strict=True)
    density = scene.sea.density
    return [_vehicle(vehicle, density) | ({"source": origin} if origin else {}) for vehicle, origin in pairs]


def described_sea(sea: Sea) -> dict[str, object]:
    """Water, waves, current and wind in words, and the spectrum of the waves."""
    return {
        "water": _water(sea),
        "waves": _waves(sea),
        "current": _current(sea.current),
        "wind": _wind(sea.wind),
        "spectrum": None if sea.waves is None else _spectrum(sea.waves.components, sea.waves.ramp),
    }


def described_findings(findings: Iterable[Finding]) -> list[dict[str, str | int | None]]:
    """Findings, each with ``severity``, ``file``, ``line``, ``rule`` and ``message``."""
    return [
        {"severity": f.severity, "file": f.path and str(f.path), "line": f.line, "rule": f.rule, "message": f.message}
        for f in findings
    ]


def gust_seed(scene: Scene) -> object:
    """Seed of the wind's gusts, for JSON; None if there are none."""
    seed = None if scene.sea.wind is None else scene.sea.wind.seed
    if isinstance(seed, np.random.SeedSequence):
        return {"entropy": seed.entropy, "spawn_key": list(seed.spawn_key)}
    return list(seed) if isinstance(seed, tuple) else seed


def _vehicle(vehicle: Vehicle, density: float) -> dict[str, object]:
    inertial = vehicle.inertial_in(density)
    ratio: list[float] | None = None
    if inertial.added_mass is not None:
        ratio = (np.diagonal(inertial.added_mass_matrix()) / np.diagonal(inertial.rigid_body_matrix())).tolist()
    buoyancy = vehicle.buoyancy
    words = "none" if buoyancy is None else "fixed volume" if isinstance(buoyancy, Buoyancy) else "linear stiffness"
    if isinstance(buoyancy, Hull):
        words = f"hull of {len(buoyancy.surface.faces)} triangles"
    return {
        "name": vehicle.name,
        "mass": inertial.mass,
        "added_mass_ratio": ratio,
        "reference_density": vehicle.reference_density,
        "density_ratio": vehicle.density_ratio(density),
        "volume": buoyancy.volume if isinstance(buoyancy, Buoyancy | Hull) else None,
        "buoyancy": words,
        "thrusters": len(vehicle.thrusters),
        "fins": len(vehicle.fins),
    }


def _water(sea: Sea) -> str:
    density = f"{sea.density:g} kg/m³, gravity {sea.gravity:g} m/s²"
    if sea.surface is None:
        return f"{density}, without a surface"
    above = "" if sea.surface == 0.0 else f", surface at z = {sea.surface:g} m"
    return f"{density}{above}, {'deep' if sea.depth is None else f'{sea.depth:g} m deep'}"


def _waves(sea: Sea) -> str:
    waves = sea.waves
    if waves is None or waves.components.peak() is None:
        return "none" if sea.surface is None else "still water"
    seas = [(each, peak) for each in waves.seas if (peak := each.components.peak()) is not None]
    words = "; ".join(_one_sea(each, *peak) for each, peak in seas)
    if len(seas) > 1:
        words = f"{len(seas)} seas, Hs = {waves.components.significant_height:.3g} m: {words}"
    return words + (f", ramped up over {waves.ramp:g} s" if waves.ramp > 0.0 else "")


def _one_sea(waves: Waves, period: float, wavelength: float) -> str:
    c = waves.components
    kind = "Gerstner" if np.any(c.q > 0.0) else "Airy"
    if len(c) == 1:
        words = f"one {kind} wave, {2.0 * c.amplitude[0]:.3g} m high, {period:.3g} s, {wavelength:.3g} m long"
    else:
        energy = np.square(c.amplitude)
        mean = 2.0 * pi * float(np.sqrt(np.sum(energy) / np.sum(energy * np.square(c.omega))))
        words = f"{len(c)} {kind} waves, Hs = {c.significant_height:.3g} m, Tz = {mean:.3g} s"
    return f"{words}, {_wave_direction(waves)}"


def _wave_direction(waves: Waves) -> str:
    c = waves.components
    energy = np.square(c.amplitude)
    toward = np.array([np.sum(energy * np.cos(c.direction)), np.sum(energy * np.sin(c.direction))])
    if float(np.hypot(*toward)) <= _AIMLESS * float(np.sum(energy)):
        return "in all directions"
    return f"{'' if np.ptp(c.direction) == 0.0 else 'mainly '}{_toward(toward)}"


def _current(current: Current | None) -> str:
    speeds = np.zeros(1) if current is None else np.linalg.norm(current.velocity, axis=-1)
    if current is None or float(np.max(speeds)) < _STILL:
        return "none"
    if speeds.size == 1:
        return _velocity(current.velocity[0, 0])
    axes = ((current.times, "times"), (current.depths, "depths"))
    nodes = " and ".join(f"{len(nodes)} {axis}" for nodes, axis in axes if len(nodes) > 1)
    return f"{np.min(speeds):.3g} to {np.max(speeds):.3g} m/s, given at {nodes}"


def _wind(wind: Wind | None) -> str:
    blows = wind is not None and float(np.linalg.norm(wind.velocity)) >= _STILL
    if wind is None or (not blows and not wind.gusty):
        return "none"
    mean = _velocity(wind.velocity) if blows else "mean 0 m/s"
    at = (
        f" at {wind.reference_height:g} m height, power-law profile, exponent {wind.exponent:g}"
        if wind.exponent > 0.0
        else ""
    )
    gusts = f", gusts of {wind.gust_std:.3g} m/s over {wind.gust_time_scale:.3g} s" if wind.gust_std > 0.0 else ""
    if wind.spectral:
        gusts = f", gusts of {wind.gust_deviation:.3g} m/s by the NPD spectrum"
    return f"{mean}{at}{gusts}"


def _velocity(v: Floats) -> str:
    return f"{float(np.linalg.norm(v)):.3g} m/s {_toward(v)}"


def _toward(v: Floats) -> str:
    """Direction of a vector, counter-clockwise from x (east)."""
    level = float(np.hypot(v[0], v[1]))
    if len(v) == 3 and abs(float(v[2])) > level:
        return "up" if v[2] > 0.0 else "down"
    angle = round(degrees(float(np.arctan2(v[1], v[0])))) % 360
    names = {0: " (east)", 90: " (north)", 180: " (west)", 270: " (south)"}
    return f"toward {angle}°{names.get(angle, '')}"


def _spectrum(components: Components, ramp: float) -> dict[str, object]:
    """Bands of constant density, or lines if there are too few waves for a density."""
    bands = components.bands()
    if bands is not None:
        return {"ramp": ramp, "edges": bands.edges.tolist(), "density": bands.density.tolist()}
    return {"ramp": ramp, "omega": components.omega.tolist(), "amplitude": components.amplitude.tolist()}

"""Warnings about a vehicle before it is simulated."""

from collections.abc import Iterator
from math import ceil, log2, pi, sqrt

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding
from seaway.parts import row
from seaway.sea import Sea
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._double_counting import double_counted, drags
from seaway.vehicle._hull import Hull
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._vehicle import Vehicle

# A fixed buoyancy whose shape is this many times larger or smaller than its volume is likely a slip of units.
_SHAPE_RATIO = 2.0

# Ratio of buoyancy to weight, or its inverse, beyond which a value is implausible.
_LIFT_RATIO = 30.0

# Buoyancy over weight up to which a vehicle counts as an underwater vehicle, though it rises if left alone.
_NEUTRAL = 1.03

# Relative error of the wave force that gives a warning, and the share of the wave energy that must be resolved so
# well. Edges of length e give an error of (k e)²/12, that of linear interpolation.
_WAVE_ERROR = 0.02
_ENERGETIC = 0.9


# Waves shorter than this many vehicle lengths are diffracted; share of energy in them that gives a warning.
_SHORTEST = 2.0
_SHORT_SHARE = 0.3

_Found = Iterator[tuple[str, str]]


def advice(vehicle: Vehicle, sea: Sea) -> list[Finding]:
    """Find values that are valid but probably unintended; of per-run values, the first run is checked.

    Rules: ``damping-feeds-energy``, ``no-damping``, ``counted-twice``, ``upside-down``, ``shape-volume``,
    ``buoyancy-weight``, ``coriolis-in-current``, ``hydrostatic-in-waves``, ``coarse-hull``, ``no-extent``,
    ``short-waves``, ``wind-without-area``. The page ``limits`` says what is modelled to which order.
    """
    one = row(vehicle, 0)
    rules = (_damping, _twice, _balance, _switches, _pressure, _triangles, _extent, _wavelength, _wind)
    found = (finding for rule in rules for finding in rule(one, sea))
    return [Finding("warning", None, None, rule, f"vehicle '{one.name}': {message}") for rule, message in found]


def floats(vehicle: Vehicle, sea: Sea) -> bool:
    """Whether a vehicle floats at the surface: it is lighter than the water it can displace."""
    buoyancy = row(vehicle, 0).buoyancy
    if isinstance(buoyancy, HydrostaticStiffness):
        return True
    if sea.surface is None or buoyancy is None:
        return False
    return 0.0 < vehicle.inertial.mass < sea.density * buoyancy.volume


def _damping(vehicle: Vehicle, sea: Sea) -> _Found:
    if not vehicle.damping and not drags(vehicle):
        message = "it has no damping: once it moves through the water it never slows down. Give it a Damping"
        yield "no-damping", message
    for number, damping in enumerate(vehicle.damping, start=1):
        source = damping.energy_source()
        if source is not None:
            nu = ", ".join(f"{x:.3g}" for x in source.velocity)
            message = (
                f"its damping {number} feeds {source.power:.3g} W into the motion at the velocity ({nu}) [m/s, rad/s] "
                "through the water. Check the signs: here damping is positive when it dissipates"
            )
            yield "damping-feeds-energy", message


def _twice(vehicle: Vehicle, sea: Sea) -> _Found:
    for first, second, axes, remedy in double_counted(vehicle):
        *others, last = axes
        shared = f"{', '.join(others)} and {last}" if others else last
        message = f"{first} and {second} describe the same effect in {shared}, which counts twice. {remedy}"
        yield "counted-twice", message


def _balance(vehicle: Vehicle, sea: Sea) -> _Found:
    buoyancy, body = vehicle.buoyancy, vehicle.inertial
    if buoyancy is None or isinstance(buoyancy, HydrostaticStiffness):
        return
    if isinstance(buoyancy, Buoyancy):
        ratio = buoyancy.volume / buoyancy.shape.volume
        if not 1.0 / _SHAPE_RATIO <= ratio <= _SHAPE_RATIO:
            message = (
                f"its volume of {buoyancy.volume:.4g} m3 is {ratio:.3g} times that of its shape, "
                f"{buoyancy.shape.volume:.4g} m3. Check the sizes [m]"
            )
            yield "shape-volume", message
    lift = sea.density * buoyancy.volume / body.mass
    if not 1.0 / _LIFT_RATIO <= lift <= _LIFT_RATIO:
        message = (
            f"{buoyancy.volume:g} m3 of this water are {lift:.3g} times as heavy as the vehicle of "
            f"{body.mass:g} kg. Check volume [m3], mass [kg] and density [kg/m3]"
        )
        yield "buoyancy-weight", message
    lever = float(buoyancy.center[2] - body.c_BoBcm_B[2])
    submerged = sea.surface is None or lift <= _NEUTRAL
    if submerged and lever < 0.0 and sea.gravity > 0.0:
        message = (
            f"its centre of buoyancy is {-lever:.4g} m below its centre of mass: submerged, it turns upside down. "
            "Check the centres; z is up"
        )
        yield "upside-down", message


def _switches(vehicle: Vehicle, sea: Sea) -> _Found:
    if not vehicle.rigid_body_coriolis and sea.current is not None and np.any(sea.current.velocity):
        yield (
            "coriolis-in-current",
            "its rigid-body Coriolis term is switched off, so a steady current is not the same as a drifting frame",
        )


def _pressure(vehicle: Vehicle, sea: Sea) -> _Found:
    hull = vehicle.buoyancy
    if isinstance(hull, Hull) and hull.pressure == "hydrostatic" and sea.waves is not None:
        components = sea.waves.components
        # The wave that matters most is the highest; half of the hull's height stands for its draft.
        k = float(components.wave_number[np.argmax(components.amplitude)])
        low, high = hull.surface.bounds
        factor = float(np.exp(0.5 * k * (high[2] - low[2])))
        message = (
            f"the hydrostatic pressure of waves does not fade with depth: in waves of {2.0 * np.pi / k:.3g} m it is up "
            f"to {factor:.3g} times too much at the keel, and more where the hull dives. Use pressure='froude_krylov'"
        )
        yield "hydrostatic-in-waves", message


def _triangles(vehicle: Vehicle, sea: Sea) -> _Found:
    hull = vehicle.buoyancy
    if not isinstance(hull, Hull) or sea.waves is None:
        return
    components = sea.waves.components
    order = np.argsort(components.wave_number)
    energy: Floats = np.cumsum(np.square(components.amplitude[order]))
    if not energy.size or energy[-1] == 0.0:
        return
    last = int(np.count_nonzero(energy < _ENERGETIC * energy[-1]))
    k = float(components.wave_number[order[last]])
    corners = hull.surface.vertices[hull.surface.faces]
    sides: Floats = corners - corners[:, [1, 2, 0]]
    edge = sqrt(float(np.max(np.sum(sides * sides, axis=-1))))
    longest = sqrt(12.0 * _WAVE_ERROR) / k
    if edge > longest:
        error = 100.0 * (k * edge) ** 2 / 12.0
        size = f"are off by about {error:.2g} %" if error < 100.0 else "are not resolved"
        message = (
            f"its hull has edges of up to {edge:.3g} m, too long for waves of {2.0 * pi / k:.3g} m: "
            f"their forces {size}. For {100.0 * _WAVE_ERROR:g} % edges must be <= {longest:.3g} m: "
            f"use mesh.refined({ceil(log2(edge / longest))})"
        )
        yield "coarse-hull", message


def _extent(vehicle: Vehicle, sea: Sea) -> _Found:
    """Waves pitch and roll only a body with an extent. Checks the waves of this sea alone."""
    if sea.waves is None:
        return
    buoyancy = vehicle.buoyancy
    if buoyancy is None:
        message = "it displaces nothing: waves act on it as on a point, through added mass and damping alone"
        yield "no-extent", f"{message}. Give it a Buoyancy with a shape, or a Hull"
    elif isinstance(buoyancy, HydrostaticStiffness) and buoyancy.extent is None:
        message = (
            "its stiffness has no extent: waves of any length act on it as on a point, and pitch and roll lack the "
            "moment of the accelerated water, about 3 % in waves of 20 hull lengths and more in shorter ones"
        )
        yield "no-extent", f"{message}. Give it extent = [length, breadth, draft]; see the page on limits"
    elif isinstance(buoyancy, Buoyancy) and "shape" in vars(buoyancy).get("_followed", ()):
        message = "its buoyancy has no shape and counts as a sphere, which waves neither pitch nor yaw"
        yield "no-extent", f"{message}. Give it a shape, e.g. shape=Ellipsoid((1.5, 0.2, 0.2))"


def _wavelength(vehicle: Vehicle, sea: Sea) -> _Found:
    """Constant added mass and averages over an ellipsoid hold for waves longer than the vehicle."""
    if sea.waves is None or not len(sea.waves.components):
        return
    length = _length(vehicle)
    if length is None:
        return
    components = sea.waves.components
    energy = np.square(components.amplitude)
    short = 2.0 * pi / components.wave_number < _SHORTEST * length
    share = float(np.sum(energy[short]) / np.sum(energy)) if np.any(energy) else 0.0
    if share > _SHORT_SHARE:
        message = (
            f"{100.0 * share:.2g} % of the waves' energy is in waves shorter than twice its length of {length:.3g} m, "
            "where diffraction and fluid memory, which are not modelled, change motions by tens of per cent"
        )
        yield "short-waves", f"{message}; see the page on limits"


def _length(vehicle: Vehicle) -> float | None:
    """Largest dimension of the submerged body [m]."""
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Hull):
        low, high = buoyancy.surface.bounds
        return float(np.max((high - low)[:2]))
    if isinstance(buoyancy, HydrostaticStiffness):
        return None if buoyancy.extent is None else float(np.max(buoyancy.extent[:2]))
    return None if buoyancy is None else 2.0 * float(np.max(buoyancy.shape.half_size))


def _wind(vehicle: Vehicle, sea: Sea) -> _Found:
    wind = sea.wind
    if wind is None or not (np.any(wind.velocity) or wind.gusty) or not floats(vehicle, sea):
        return
    if any(
        area.medium == "air" and (np.any(area.area * area.coefficient) or area.yaw_coefficient)
        for area in vehicle.drag_areas
    ):
        return
    message = (
        f"it floats in a wind of {float(np.linalg.norm(wind.velocity)):.3g} m/s that has no effect: it has no drag "
        "area in the air. Give it a DragArea(..., medium='air')"
    )
    yield "wind-without-area", message

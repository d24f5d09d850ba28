"""What deserves a look in a vehicle, before it is simulated."""

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

__all__ = ["advice", "floats"]

# A fixed buoyancy whose shape is this many times larger or smaller than its volume is likely a slip of units.
_SHAPE_RATIO = 2.0

# So much more, or less, than its own weight no vehicle displaces.
_LIFT_RATIO = 30.0

# A vehicle that displaces no more than this times its weight is one that goes under water, though left alone it rises.
_NEUTRAL = 1.03

# Error of the force of waves that is worth a word, and the share of their energy in waves that are longer than those
# that must be seen so well. Edges of length e make an error of (k e)²/12, that of linear interpolation.
_WAVE_ERROR = 0.02
_ENERGETIC = 0.9


def advice(vehicle: Vehicle, sea: Sea) -> list[Finding]:
    """Find what is allowed but likely not meant; of values for each run of a batch in the first run.

    Rules: ``damping-feeds-energy``, ``no-damping``, ``counted-twice``, ``upside-down``, ``shape-volume``,
    ``buoyancy-weight``, ``coriolis-in-current``, ``hydrostatic-in-waves``, ``coarse-hull``, ``wind-without-area``.
    """
    vehicle = row(vehicle, 0)
    findings = [
        *_damping(vehicle),
        *_twice(vehicle),
        *_balance(vehicle, sea),
        *_switches(vehicle, sea),
        *_pressure(vehicle, sea),
        *_triangles(vehicle, sea),
        *_wind(vehicle, sea),
    ]
    return [Finding("warning", None, None, rule, f"vehicle '{vehicle.name}': {message}") for rule, message in findings]


def _damping(vehicle: Vehicle) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if not vehicle.damping and not drags(vehicle):
        message = "it has no damping: once it moves through the water it never slows down. Give it a Damping"
        found.append(("no-damping", message))
    for number, damping in enumerate(vehicle.damping, start=1):
        source = damping.energy_source()
        if source is not None:
            nu = ", ".join(f"{x:.3g}" for x in source.velocity)
            message = (
                f"its damping {number} feeds {source.power:.3g} W into the motion at the velocity ({nu}) [m/s, rad/s] "
                "through the water. Check the signs: here damping is positive when it dissipates"
            )
            found.append(("damping-feeds-energy", message))
    return found


def _twice(vehicle: Vehicle) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for pair in double_counted(vehicle):
        message = (
            f"{pair.first} and {pair.second} describe the same effect in {_listed(pair.axes)}, which counts twice. "
            f"{pair.remedy}"
        )
        found.append(("counted-twice", message))
    return found


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _balance(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    buoyancy, found = vehicle.buoyancy, list[tuple[str, str]]()
    if buoyancy is None or isinstance(buoyancy, HydrostaticStiffness):
        return found
    ratio = buoyancy.volume / buoyancy.shape.volume if isinstance(buoyancy, Buoyancy) else 1.0
    if isinstance(buoyancy, Buoyancy) and not 1.0 / _SHAPE_RATIO <= ratio <= _SHAPE_RATIO:
        message = (
            f"its volume of {buoyancy.volume:.4g} m3 is {ratio:.3g} times that of its shape, "
            f"{buoyancy.shape.volume:.4g} m3. Check the sizes [m]"
        )
        found.append(("shape-volume", message))
    lift = sea.density * buoyancy.volume / vehicle.inertial.mass
    if not 1.0 / _LIFT_RATIO <= lift <= _LIFT_RATIO:
        message = (
            f"{buoyancy.volume:g} m3 of this water are {lift:.3g} times as heavy as the vehicle of "
            f"{vehicle.inertial.mass:g} kg. Check volume [m3], mass [kg] and density [kg/m3]"
        )
        found.append(("buoyancy-weight", message))
    lever = float(buoyancy.center[2] - vehicle.inertial.c_BoBcm_B[2])
    submerged = sea.surface is None or lift <= _NEUTRAL
    if submerged and lever < 0.0 and sea.gravity > 0.0:
        message = (
            f"its centre of buoyancy is {-lever:.4g} m below its centre of mass: submerged, it turns upside down. "
            "Check the centres; z is up"
        )
        found.append(("upside-down", message))
    return found


def _switches(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    if vehicle.rigid_body_coriolis or sea.current is None or not np.any(sea.current.velocity):
        return []
    message = "its rigid-body Coriolis term is switched off, so a steady current is not the same as a drifting frame"
    return [("coriolis-in-current", message)]


def _pressure(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    hull = vehicle.buoyancy
    if not isinstance(hull, Hull) or hull.pressure != "hydrostatic" or sea.waves is None:
        return []
    components = sea.waves.components
    # The wave that matters most is the highest; half of the hull's height stands for its draft.
    k = float(components.wave_number[np.argmax(components.amplitude)])
    low, high = hull.surface.bounds
    factor = float(np.exp(0.5 * k * (high[2] - low[2])))
    message = (
        f"the hydrostatic pressure of waves does not fade with depth: in waves of {2.0 * np.pi / k:.3g} m it is up to "
        f"{factor:.3g} times too much at the keel, and more where the hull dives. Use pressure='froude_krylov'"
    )
    return [("hydrostatic-in-waves", message)]


def _triangles(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    hull = vehicle.buoyancy
    if not isinstance(hull, Hull) or sea.waves is None:
        return []
    components = sea.waves.components
    order = np.argsort(components.wave_number)
    energy: Floats = np.cumsum(np.square(components.amplitude[order]))
    if not energy.size or energy[-1] == 0.0:
        return []
    last = int(np.count_nonzero(energy < _ENERGETIC * energy[-1]))
    k = float(components.wave_number[order[last]])
    corners = hull.surface.vertices[hull.surface.faces]
    sides: Floats = corners - corners[:, [1, 2, 0]]
    edge = sqrt(float(np.max(np.sum(sides * sides, axis=-1))))
    longest = sqrt(12.0 * _WAVE_ERROR) / k
    if edge <= longest:
        return []
    error = 100.0 * (k * edge) ** 2 / 12.0
    size = f"are off by about {error:.2g} %" if error < 100.0 else "are not felt as they are"
    message = (
        f"its hull has edges of up to {edge:.3g} m, over which waves of {2.0 * pi / k:.3g} m are taken for straight: "
        f"their forces {size}. For {100.0 * _WAVE_ERROR:g} % edges must be <= {longest:.3g} m: "
        f"use mesh.refined({ceil(log2(edge / longest))})"
    )
    return [("coarse-hull", message)]


def floats(vehicle: Vehicle, sea: Sea) -> bool:
    """Tell whether a vehicle floats at the surface: it is lighter than the water it can displace."""
    buoyancy = row(vehicle, 0).buoyancy
    if isinstance(buoyancy, HydrostaticStiffness):
        return True
    if sea.surface is None or buoyancy is None:
        return False
    return 0.0 < vehicle.inertial.mass < sea.density * buoyancy.volume


def _wind(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    wind = sea.wind
    if wind is None or not (np.any(wind.velocity) or wind.gust > 0.0) or not floats(vehicle, sea):
        return []
    if any(area.medium == "air" and (np.any(area.area * area.coefficient) or area.yaw) for area in vehicle.areas):
        return []
    speed = float(np.linalg.norm(wind.velocity))
    message = (
        f"it floats in a wind of {speed:.3g} m/s that does nothing to it: it has no area in the air. Give it a "
        "DragArea(..., medium='air')"
    )
    return [("wind-without-area", message)]

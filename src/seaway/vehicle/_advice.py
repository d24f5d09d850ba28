"""What deserves a look in a vehicle, before it is simulated."""

import numpy as np

from seaway.errors import Finding
from seaway.sea import Sea
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._hull import Hull
from seaway.vehicle._vehicle import Vehicle

__all__ = ["advice"]

# A fixed buoyancy whose extent is this many times larger or smaller than its volume is likely a slip of units.
_EXTENT_RATIO = 2.0

# So much more, or less, than its own weight no vehicle displaces.
_LIFT_RATIO = 30.0


def advice(vehicle: Vehicle, sea: Sea) -> list[Finding]:
    """Find what is allowed but likely not meant.

    Rules: ``damping-feeds-energy``, ``no-damping``, ``upside-down``, ``extent-volume``, ``buoyancy-weight``,
    ``coriolis-in-current``, ``hydrostatic-in-waves``.
    """
    findings = [*_damping(vehicle), *_balance(vehicle, sea), *_switches(vehicle, sea), *_pressure(vehicle, sea)]
    return [Finding("warning", None, None, rule, f"vehicle '{vehicle.name}': {message}") for rule, message in findings]


def _damping(vehicle: Vehicle) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if not vehicle.dampings:
        message = "it has no damping: once it moves through the water it never slows down. Give it a Damping"
        found.append(("no-damping", message))
    for number, damping in enumerate(vehicle.dampings, start=1):
        source = damping.energy_source()
        if source is not None:
            nu = ", ".join(f"{x:.3g}" for x in source.velocity)
            message = (
                f"its damping {number} feeds {source.power:.3g} W into the motion at the velocity ({nu}) [m/s, rad/s] "
                "through the water. Check the signs: here damping is positive when it dissipates"
            )
            found.append(("damping-feeds-energy", message))
    return found


def _balance(vehicle: Vehicle, sea: Sea) -> list[tuple[str, str]]:
    buoyancy, found = vehicle.buoyancy, list[tuple[str, str]]()
    if buoyancy is None:
        return found
    ratio = buoyancy.volume / buoyancy.extent.volume if isinstance(buoyancy, Buoyancy) else 1.0
    if isinstance(buoyancy, Buoyancy) and not 1.0 / _EXTENT_RATIO <= ratio <= _EXTENT_RATIO:
        message = (
            f"its volume of {buoyancy.volume:.4g} m3 is {ratio:.3g} times that of its extent, "
            f"{buoyancy.extent.volume:.4g} m3. Check the sizes [m]"
        )
        found.append(("extent-volume", message))
    lift = sea.density * buoyancy.volume / vehicle.inertial.mass
    if not 1.0 / _LIFT_RATIO <= lift <= _LIFT_RATIO:
        message = (
            f"{buoyancy.volume:g} m3 of this water are {lift:.3g} times as heavy as the vehicle of "
            f"{vehicle.inertial.mass:g} kg. Check volume [m3], mass [kg] and density [kg/m3]"
        )
        found.append(("buoyancy-weight", message))
    lever = float(buoyancy.center[2] - vehicle.inertial.c_BoBcm_B[2])
    submerged = sea.surface is None or vehicle.inertial.mass >= sea.density * buoyancy.volume
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
    low, high = hull.mesh.bounds
    factor = float(np.exp(0.5 * k * (high[2] - low[2])))
    message = (
        f"the hydrostatic pressure of waves does not fade with depth: in waves of {2.0 * np.pi / k:.3g} m it is up to "
        f"{factor:.3g} times too much at the keel, and more where the hull dives. Use pressure='froude_krylov'"
    )
    return [("hydrostatic-in-waves", message)]

"""The states of laws that are integrated with the motion: which there are, and how fast they change."""

from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.kernels.actuation import HELD_COUNT, LAGGED
from seaway.kernels.fins import FIN_STATES
from seaway.kernels.integrators import RATE
from seaway.kernels.thrusters import INTEGRAL, LAG, PID, ROTOR, TABLE, THRUSTER_STATES
from seaway.sim._engine import Engine

__all__ = ["InternalState", "internal_rates", "internal_states"]

_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")


class InternalState(NamedTuple):
    """A state of a law of a vehicle.

    Attributes:
        place: Where it stands in ``state[vehicle].internal``.
        name: ``"propeller.speed"``, ``"propeller.thrust"`` of a table, ``"propeller.integral"`` of a controller,
            ``"rudder.angle"``, or ``"wrench.surge"`` of an ``Actuation`` that lags.
        unit: Of it.
    """

    place: int
    name: str
    unit: str


def internal_states(
    engine: Engine, vehicle: int, thrusters: tuple[str, ...], fins: tuple[str, ...]
) -> tuple[InternalState, ...]:
    """Those states of a vehicle that change and matter, in their order.

    Args:
        engine: With the vehicle.
        vehicle: Its number.
        thrusters: Names of its thrusters.
        fins: And of its fins.
    """
    model = engine.model
    body = model.vehicles[0, vehicle]
    found: list[InternalState] = []
    if body["actuated"]:
        lagging = np.flatnonzero(body["time_constant"] > 0.0)
        found += [InternalState(LAGGED + int(k), f"wrench.{_AXES[k]}", "N" if k < 3 else "Nm") for k in lagging]
    place = int(body["states"])
    for name, thruster in zip(thrusters, model.thrusters[0, slice(*body["thrusters"])], strict=True):
        if thruster["drive"] in (LAG, PID):
            found.append(InternalState(place + ROTOR, f"{name}.speed", "rad/s"))
        elif thruster["drive"] == TABLE and thruster["time_constant"] > 0.0:
            found.append(InternalState(place + ROTOR, f"{name}.thrust", "N"))
        if thruster["drive"] == PID and thruster["integral"] != 0.0:
            found.append(InternalState(place + INTEGRAL, f"{name}.integral", "rad"))
        place += THRUSTER_STATES
    for name, fin in zip(fins, model.fins[0, slice(*body["fins"])], strict=True):
        if fin["time_constant"] > 0.0 or fin["rate"] < np.inf:
            found.append(InternalState(place, f"{name}.angle", "rad"))
        place += FIN_STATES
    return tuple(found)


def internal_rates(engine: Engine) -> Floats:
    """How fast the integrated states change, once the command has passed its slew rate, (batch, vehicle, k)."""
    engine.evaluate()
    memory, bodies = engine.memory, engine.model.vehicles
    equipped = (bodies["equipped"] != 0)[..., None]
    rates = np.where(equipped, memory.stages[RATE], 0.0)
    if memory.held.size:
        T = np.where((bodies["actuated"] != 0)[..., None], bodies["time_constant"], 0.0)
        asked = np.clip(memory.command, -bodies["limit"], bodies["limit"])
        lag = slice(LAGGED, LAGGED + HELD_COUNT)
        change = (asked - memory.integrated[..., lag]) / np.where(T > 0.0, T, 1.0)
        rates[..., lag] = np.where(T > 0.0, change, 0.0)
    return rates

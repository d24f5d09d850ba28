"""The kernels of the autopilot and of its allocation as a Python controller of one run."""

from typing import Any

import numpy as np

from seaway.control import Autopilot
from seaway.control._design import Design, design
from seaway.frames import matrix_from_quaternion
from seaway.kernels.allocation import allocate
from seaway.kernels.autopilot import command
from seaway.kernels.surroundings import Motion
from seaway.sea import Sea
from seaway.sim import Command, State
from seaway.vehicle import Vehicle
from tests.unit.kernels import called, parameters, six, still_water

NAMES = ("x", "y", "z", "depth", "roll", "pitch", "yaw", "speed", "ground_speed")
STATES = {
    "started": (), "position": (3,), "velocity": (3,), "attitude": (3,), "attitude_rate": (3,), "speed": (),
    "position_integral": (3,), "attitude_integral": (3,), "speed_integral": (), "climb_trim": (),
}  # fmt: skip
SIX = ("by_thrusters", "by_fins")


def pilot_parameters(found: Design) -> Any:
    """What ``command`` reads: vectors are tuples, matrices arrays."""
    return parameters(
        **{k: six(v) if isinstance(v, np.ndarray) and v.ndim == 1 else v for k, v in found.autopilot.items()}
    )


def allocation_parameters(found: Design) -> Any:
    """What ``allocate`` reads: tables are arrays."""
    return parameters(**{k: six(v) if k in SIX else v for k, v in found.allocation.items()})


def no_states() -> Any:
    """States at the start."""
    return parameters(**{name: (0.0,) * shape[0] if shape else 0.0 for name, shape in STATES.items()})


class KernelPilot:
    """Calls the kernels from Python, as the engine does inside its loop.

    Attributes:
        design: Parameters.
        saturated: Share of the calls in which actuators were at a limit.
    """

    def __init__(self, settings: Autopilot, vehicle: Vehicle, sea: Sea, period: float):
        self.settings, self.sea = settings, sea
        self.design = design(settings, vehicle, sea, period)
        self._pilot = pilot_parameters(self.design)
        self._allocation = allocation_parameters(self.design) if self.design.allocation else None
        self.x, self.missing = no_states(), (0.0,) * 6
        self.out = np.zeros(max(len(vehicle.actuators), 1))
        self.calls = self.limited = 0

    @property
    def saturated(self) -> float:
        return self.limited / max(self.calls, 1)

    def __call__(self, t: float, state: State) -> Command:
        R = matrix_from_quaternion(state.orientation[0, 0])
        flow = np.zeros(3)
        if self.sea.current is not None:
            flow = self.sea.current.at(state.time, (self.sea.surface or 0.0) - state.position[:, 0, 2])[0]
        nu = state.velocity[0, 0]
        flow_B = R.T @ flow
        through = np.concatenate([nu[:3] - flow_B, nu[3:]])
        position, q = state.position[0, 0], state.orientation[0, 0]
        motion = Motion(six(position), six(q), six(R), six(R.T), six(nu), six(through))  # type: ignore[arg-type]
        surface = np.inf if self.sea.surface is None else float(self.sea.surface)
        around = still_water(self.sea.density, surface, v_current_B=six(flow_B), time=float(t))
        goals = {name: float(getattr(self.settings, name) or 0.0) for name in NAMES}
        set_point = parameters(**goals, missing=self.missing)
        wrench, states = called(command)(self._pilot, self.x, motion, around, set_point)
        self.x = parameters(**dict(zip(STATES, states, strict=True)))
        self.calls += 1
        if self._allocation is None:
            return Command(np.array(wrench))
        given = called(allocate)(self._allocation, wrench, float(through[0]), self.out)
        self.missing = tuple(a - b for a, b in zip(wrench, given, strict=True))
        self.limited += any(abs(part) > 1e-9 for part in self.missing)
        return Command(None, self.out[None].copy())

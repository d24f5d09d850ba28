"""Where a vehicle begins a manoeuvre, what holds it there, and what results have in common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, NamedTuple

import numpy as np

from seaway._arrays import positive
from seaway.control import Autopilot
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.hydro import hydrostatics
from seaway.sea import Sea
from seaway.sim import Recording, Simulation
from seaway.vehicle import Buoyancy, Hull, Vehicle

HoldDepth = Literal["no", "yes", "auto"]
Progress = Callable[[float, float], object]

# A vehicle whose weight is within this share of the water that it displaces is one that dives.
_DIVES: Final = 0.2
# Default depth to begin at, in largest extents of the vehicle.
_DEEP: Final = 10.0


class Measure(NamedTuple):
    """A measure for a table: ``label``, ``value`` in its ``unit``, None if not reached, and its ``key``."""

    key: str
    label: str
    value: float | None
    unit: str


@dataclass(frozen=True, eq=False)
class Result:
    """Result of a manoeuvre.

    Attributes:
        vehicle: Name of the vehicle.
        recording: Recording of the whole run: state and actuators.
        settings: Settings of the run by name, for tables and files.
    """

    vehicle: str
    recording: Recording = field(repr=False)
    settings: Mapping[str, object]
    # Key, label and unit of each measure.
    _table: ClassVar[tuple[tuple[str, str, str], ...]] = ()

    def quantities(self) -> tuple[Measure, ...]:
        """Measures, with labels and units."""
        owners = (self, getattr(self, "measures", None))
        return tuple(
            Measure(key, label, next(getattr(owner, key) for owner in owners if hasattr(owner, key)), unit)
            for key, label, unit in self._table
        )


def rest_pose(vehicle: Vehicle, sea: Sea, depth: Any = None) -> Pose:
    """Pose at rest: afloat, or level at a depth.

    A vehicle with a ``Hull`` or a ``HydrostaticStiffness`` is afloat, and so is one with a ``Buoyancy`` that is much
    lighter than the water it can displace. One that weighs about as much, as vehicles that dive do, or that has no
    buoyancy, is level and ten times its own size deep.

    Args:
        vehicle: The vehicle.
        sea: Sea with its density, gravity and surface.
        depth: Depth of Bo below the surface [m], level; default: see above.

    Raises:
        ModelError: A body that should float does not.
    """
    surface = sea.surface or 0.0
    if depth is not None:
        return Pose((0.0, 0.0, surface - depth))
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Buoyancy | Hull) and sea.surface is not None:
        whole = sea.density * buoyancy.volume
        if isinstance(buoyancy, Hull) or vehicle.inertial.mass < (1.0 - _DIVES) * whole:
            resting = hydrostatics(vehicle, Sea(sea.density, sea.gravity, surface=sea.surface))
            if not resting.floating:
                message = f"vehicle '{vehicle.name}' does not float: it weighs more than the water it can displace"
                raise ModelError(f"{message}, {vehicle.inertial.mass:g} kg and {whole:g} kg; give a depth to begin at")
            return resting.pose
    if buoyancy is None or isinstance(buoyancy, Buoyancy | Hull):
        size = 1.0 if not isinstance(buoyancy, Buoyancy) else 2.0 * buoyancy.shape.reach
        return Pose((0.0, 0.0, surface - max(1.0, _DEEP * size)))
    return Pose((0.0, 0.0, surface + buoyancy.rest_height))


def held(manoeuvre: Any, vehicle: Vehicle, sea: Sea) -> Autopilot | None:
    """Autopilot of the fields ``hold`` and ``hold_depth`` of a manoeuvre; None for none.

    Raises:
        ModelError: ``hold`` has no set point, and the depth is not held.
    """
    hold: Autopilot | None = manoeuvre.hold
    height, surface = float(rest_pose(vehicle, sea, manoeuvre.depth).p[2]), sea.surface or 0.0
    dives = isinstance(vehicle.buoyancy, Buoyancy) and bool(vehicle.fins) and height < surface
    if manoeuvre.hold_depth == "yes" or (manoeuvre.hold_depth == "auto" and dives):
        # Thrusters that hold a depth keep the vehicle level as well.
        points = {"depth": surface - height} | ({} if vehicle.fins else {"roll": 0.0, "pitch": 0.0})
        hold = Autopilot() if hold is None else hold
        return hold.replace(**{name: value for name, value in points.items() if name not in hold.loops})
    if hold is not None and not hold.loops:
        message = "the autopilot of a manoeuvre holds nothing, so that its natural frequency and gains have no effect"
        raise ModelError(f"{message}; give a set point, or hold the depth (hold_depth, --hold-depth)")
    return hold


def simulation_at_rest(manoeuvre: Any, vehicle: Vehicle, sea: Sea, *, speed: Any = 0.0, batch: int = 1) -> Simulation:
    """Simulation of a vehicle at its pose at rest, ahead at some speed."""
    pose = rest_pose(vehicle, sea, manoeuvre.depth)
    sim = Simulation(vehicle, sea, manoeuvre.time_step, batch)
    sim.set_state(position=pose.p, orientation=pose.q, velocity=np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0]))
    return sim


def recorded(
    sim: Simulation, duration: Any, controller: Any, *, period: float, progress: Progress | None = None
) -> Recording:
    """Run, and record state and actuators at the shortest whole number of steps that is not below a period [s]."""
    h = positive(sim.time_step, "the time step [s]")
    whole = h * max(1, int(np.ceil(period / h * (1.0 - 1e-12))))
    control = None if controller is None else whole
    kept = ("state", "actuators", "control")
    return sim.run(duration, controller, control_period=control, record=kept, record_period=whole, progress=progress)

"""Initial pose of a manoeuvre, the autopilot beside it, and what results have in common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, ClassVar, Final, Literal, TypeVar

import numpy as np

from seaway._arrays import Floats, positive
from seaway.control import Autopilot
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.hydro import hydrostatics
from seaway.manoeuvres._measures import Definition, Measure, grouped
from seaway.sea import Sea
from seaway.sim import Recording, Simulation
from seaway.vehicle import Buoyancy, Hull, Vehicle

HoldDepth = Literal["no", "yes", "auto"]
Progress = Callable[[float, float], object]
T = TypeVar("T")

# A vehicle that is lighter by less than this share of the water it can displace is a diving one.
_DIVES: Final = 0.2
# Default initial depth, in largest extents of the vehicle.
_DEEP: Final = 10.0
# Natural frequencies at which thrusters keep a vehicle level under way [rad/s]: a BlueROV2 Heavy, whose propellers push
# below its centre of mass, pitches over with those of a station-keeping autopilot.
_LEVEL: Final = {"roll": 4.0, "pitch": 4.0}
# Samples of a recording; longer runs are sampled less often, so that they fit into memory.
_MOST_SAMPLES: Final = 500_000


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
    definitions: ClassVar[tuple[Definition, ...]] = ()

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why measures have no value, by key."""
        return {measure.key: measure.reason for measure in self.quantities() if measure.reason}

    def not_reached(self) -> list[tuple[str, str]]:
        """Labels of the measures that have no value for the same reason, joined by semicolons, and that reason."""
        return grouped(self.quantities())

    def quantities(self) -> tuple[Measure, ...]:
        """Measures with labels, units, and reasons for those without a value."""
        measures: Any = getattr(self, "measures")  # noqa: B009 - of every result that has definitions
        return tuple(
            Measure(key, label, getattr(measures, key), unit, measures.reasons.get(key, ""))
            for key, label, unit, _ in self.definitions
        )


def floats(vehicle: Vehicle, sea: Sea) -> bool:
    """Whether a vehicle rests at the surface: by a hull or a stiffness, or far lighter than what it can displace."""
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Buoyancy):
        light = vehicle.inertial.mass < (1.0 - _DIVES) * sea.density * buoyancy.volume
        return light and sea.surface is not None
    return buoyancy is not None and (sea.surface is not None or not isinstance(buoyancy, Hull))


def submerged(vehicle: Vehicle, sea: Sea, depth: float | None) -> bool:
    """Whether a vehicle begins a manoeuvre below the surface."""
    return depth is not None or not floats(vehicle, sea)


def rest_pose(vehicle: Vehicle, sea: Sea, depth: Any = None) -> Pose:
    """Initial pose of a manoeuvre: afloat, or level at a depth.

    A vehicle with a ``Hull`` or a ``HydrostaticStiffness`` floats, and so does one with a ``Buoyancy`` that is far
    lighter than the water it can displace. A neutrally buoyant vehicle, or one without buoyancy, starts level at a
    depth of ten times its size.

    Args:
        vehicle: The vehicle.
        sea: Sea with its density, gravity and surface.
        depth: Depth of Bo below the surface [m], level; default: see above.

    Raises:
        ModelError: A hull does not float.
    """
    surface, buoyancy = sea.surface or 0.0, vehicle.buoyancy
    if depth is not None:
        return Pose((0.0, 0.0, surface - depth))
    if not floats(vehicle, sea):
        size = 1.0 if not isinstance(buoyancy, Buoyancy) else 2.0 * buoyancy.shape.reach
        return Pose((0.0, 0.0, surface - max(1.0, _DEEP * size)))
    if isinstance(buoyancy, Buoyancy | Hull):
        resting = hydrostatics(vehicle, Sea(sea.density, sea.gravity, surface=sea.surface))
        if not resting.floating:
            whole = sea.density * buoyancy.volume
            message = f"vehicle '{vehicle.name}' does not float: its mass is {vehicle.inertial.mass:g} kg"
            raise ModelError(
                f"{message}, and it displaces at most {whole:g} kg; give an initial depth (depth, --depth)"
            )
        return resting.pose
    return Pose((0.0, 0.0, surface + (0.0 if buoyancy is None else buoyancy.rest_height)))


def held(manoeuvre: Any, vehicle: Vehicle, sea: Sea) -> Autopilot | None:
    """Autopilot of the fields ``hold`` and ``hold_depth`` of a manoeuvre; None for none.

    Raises:
        ModelError: ``hold`` has no set point, and the depth is not held.
    """
    hold: Autopilot | None = manoeuvre.hold
    given = Autopilot() if hold is None else hold
    depth = (sea.surface or 0.0) - float(rest_pose(vehicle, sea, manoeuvre.depth).p[2])
    points: dict[str, Any] = {"depth": depth}
    if not vehicle.fins and given.natural_frequency is None:
        points["natural_frequencies"] = {**_LEVEL, **given.natural_frequencies}
    kept = given.replace(**{name: value for name, value in points.items() if name not in given.loops})
    wanted = manoeuvre.hold_depth == "yes"
    if manoeuvre.hold_depth == "auto" and submerged(vehicle, sea, manoeuvre.depth) and vehicle.actuators:
        found = None if vehicle.fins else kept.controller(vehicle, sea).design()
        wanted = found is None or ("depth" in found.loops and not found.by_pitch)
    if wanted:
        return kept
    if hold is not None and not hold.loops:
        message = "the autopilot of a manoeuvre holds nothing, so that its natural frequency and gains have no effect"
        raise ModelError(f"{message}; give a set point, or hold the depth (hold_depth, --hold-depth)")
    return hold


def simulation_at_rest(manoeuvre: Any, vehicle: Vehicle, sea: Sea, *, speed: Any = 0.0, batch: int = 1) -> Simulation:
    """Simulation of a vehicle in its initial pose, with a forward speed [m/s]."""
    pose = rest_pose(vehicle, sea, manoeuvre.depth)
    sim = Simulation(vehicle, sea, manoeuvre.time_step, batch)
    sim.set_state(position=pose.p, orientation=pose.q, velocity=np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0]))
    return sim


def recorded(
    sim: Simulation, duration: Any, controller: Any, *, period: float, progress: Progress | None = None
) -> Recording:
    """Run and record state, actuators and control, at the shortest whole number of steps not below a period [s]."""
    h = positive(sim.time_step, "the time step [s]")
    period = max(period, duration / _MOST_SAMPLES)
    whole = h * max(1, ceil(period / h * (1.0 - 1e-12)))
    control = None if controller is None else whole
    kept = ("state", "actuators", "control")
    return sim.run(duration, controller, control_period=control, record=kept, record_period=whole, progress=progress)


def run_long_enough(
    given: float | None, durations: tuple[float, ...], run: Callable[[float], T], enough: Callable[[T], bool]
) -> tuple[T, float]:
    """Run for a given duration, or for the first of some durations that is enough; return the run and its duration.

    Args:
        given: Duration [s]; None to try the others.
        durations: Ascending durations [s]; the last one always is enough.
        run: Runs for a duration.
        enough: Whether a run is long enough.
    """
    if given is not None:
        return run(given), given
    for duration in durations[:-1]:
        found = run(duration)
        if enough(found):
            return found, duration
    return run(durations[-1]), durations[-1]


def tilt_of(recording: Recording) -> Floats:
    """Angle between the z axis of the vehicle and the vertical [rad], (sample, run)."""
    rpy = recording[0].rpy
    return np.arccos(np.clip(np.cos(rpy[..., 0]) * np.cos(rpy[..., 1]), -1.0, 1.0))

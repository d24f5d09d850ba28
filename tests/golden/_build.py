"""From the text of a scenario to arrays by name: all that golden runs know of the API of seaway."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from seaway import control, uwv
from seaway.engine import Integrator
from seaway.forces import FORCES
from seaway.frames import quaternion_from_rpy
from seaway.hydro import hydrostatics
from seaway.scenario import Scenario, load_scenario
from seaway.sea._settings import WaveKind
from seaway.sim import Command, Simulation
from seaway.vehicle import DragArea, Hull, Slamming, Thruster, WorldJoint

Array = NDArray[Any]
Arrays = dict[str, Array]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
MODELS = Path(__file__).parent / "models"

SAMPLES = 5
"""Instants that are kept of a run, the first and the last among them."""

RECORDED = ("state", "command", "acceleration", "forces", "energy", "water", "actuators")


@dataclass
class Run:
    """A simulation at its start, with what steers it."""

    sim: Simulation
    controller: Any = None
    control_period: float | None = None


# Scenarios


@cache
def read(source: str | Path, overrides: tuple[str, ...] = ()) -> Scenario:
    """A scenario: from its text, or from a file. It is read once: what it makes is new every time."""
    if isinstance(source, Path):
        return load_scenario(source, overrides)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "golden.toml"
        file.write_text(source, encoding="utf-8")
        return load_scenario(file, overrides, [EXAMPLES / "scenarios", EXAMPLES / "sdf", MODELS])


def started(source: str | Path, batch: int = 1, overrides: tuple[str, ...] = ()) -> Run:
    """The run of a scenario, with as many rows as are asked for."""
    scenario = read(source, overrides)
    return Run(scenario.simulation(batch), scenario.controller(), scenario.control_period)


def nudge(run: Run) -> None:
    """Change the initial state of every vehicle by a rounding error; see ``_case.Case``."""
    sim = run.sim
    for k in range(len(sim.names)):
        own = sim.state[k]
        p, q, v = own.position.copy(), own.orientation.copy(), own.velocity.copy()
        eps = np.finfo(np.float64).eps
        p += eps * np.maximum(1.0, np.abs(p)) * [1.0, -1.0, 1.0]
        q += eps * np.array([0.0, 1.0, -1.0, 1.0])
        held = sim.vehicles[k].world_joint is not None  # a joint leaves only some velocities free
        v = v * (1.0 + eps) if held else v + eps * np.maximum(1.0, np.abs(v)) * [1.0, 1.0, -1.0, 1.0, -1.0, 1.0]
        sim.set_state(k, position=p, orientation=q, velocity=v)


# Runs


def sampled(
    run: Run, seconds: float, *, accounts: bool = False, between: Callable[[Simulation, int], object] | None = None
) -> Arrays:
    """Run, and keep all that can be asked of some instants: ``vehicle/quantity``, each (sample, batch, ...).

    Args:
        run: At its start.
        seconds: To run; taken to whole control periods.
        accounts: Whether to keep momentum and powers too.
        between: Called with the simulation and the number of each sample but the last, before the run goes on.
    """
    sim, h = run.sim, run.sim.time_step
    control_steps = 1 if run.control_period is None else round(run.control_period / h)
    steps = max(1, round(seconds / h / (SAMPLES - 1) / control_steps)) * control_steps
    samples: list[Arrays] = []
    for n in range(SAMPLES - 1):
        if between is not None:
            between(sim, n)
        internal = _internal(sim)
        recording = sim.run(
            steps * h, run.controller, control_period=run.control_period, record=RECORDED, record_period=steps * h
        )
        if n == 0:
            samples.append(_sample(recording, 0) | internal | (_accounts(sim) if accounts else {}))
        samples.append(_sample(recording, -1) | _internal(sim) | (_accounts(sim) if accounts else {}))
    return {name: np.stack([sample[name] for sample in samples]) for name in samples[0]}


def _sample(recording: Any, n: int) -> Arrays:
    found: Arrays = {"time": np.array(recording.time[n])}
    for k, vehicle in enumerate(recording.names):
        for name, array in recording.variables.items():
            force = name in FORCES
            found[f"{vehicle}/{'force.' if force else ''}{name}"] = array[n, :, k]
    for name, actuator in recording.actuators.items():
        owner = recording.names[actuator.kind.vehicle]
        own = name.removeprefix(f"{owner}.")
        found[f"{owner}/actuator.{own}"] = np.stack([actuator.command[n], actuator.state[n]], axis=-1)
    return found


def _internal(sim: Simulation) -> Arrays:
    """Internal states by name, and the wrench that the slew rate of an actuation has let through."""
    found: Arrays = {}
    for k, vehicle in enumerate(sim.vehicles):
        values = sim.state[k].internal
        for state in sim.internal_states(k):
            found[f"{vehicle.name}/internal.{state.name}"] = values[:, state.place].copy()
        if vehicle.actuation is not None:
            found[f"{vehicle.name}/internal.slewed_wrench"] = values[:, -6:].copy()
    return found


def _accounts(sim: Simulation) -> Arrays:
    energy, momentum = sim.energy(), sim.momentum()
    found: Arrays = {}
    for k, vehicle in enumerate(sim.names):
        found[f"{vehicle}/momentum.linear"] = momentum.linear[:, k].copy()
        found[f"{vehicle}/momentum.angular"] = momentum.angular[:, k].copy()
        found[f"{vehicle}/total_energy"] = energy.total[:, k].copy()
        for force, power in energy.power.items():
            found[f"{vehicle}/power.{force}"] = power[:, k].copy()
    return found


# What rows may have of their own

_KEYS = {
    "mass": "inertia.mass",
    "center_of_mass": "inertia.center_of_mass",
    "moment_of_inertia": "inertia.moment_of_inertia",
    "added_mass": "added_mass.matrix",
    "volume": "buoyancy.volume",
    "center_of_buoyancy": "buoyancy.center",
    "linear_damping": "damping.linear",
    "quadratic_damping": "damping.quadratic",
}


def set_parameters(sim: Simulation, vehicle: str, rows: Any = None, **values: Any) -> None:
    """Parameters of a vehicle, by row."""
    several = f".{vehicle}" if len(sim.names) > 1 else ""
    sim.set({f"vehicle{several}.{_KEYS[name]}": value for name, value in values.items()}, rows=rows)


def set_water(sim: Simulation, rows: Any = None, **values: Any) -> None:
    """Density, current and waves, by row; waves are given by texts of seas, None for still water."""
    if "waves" in values:
        values["waves"] = [None if text is None else _waves(text) for text in values["waves"]]
    for name, value in values.items():
        sim.set(f"sea.{name}", value, rows=rows)


def _waves(sea: str) -> Any:
    body = "[[vehicle]]\ninertia = { mass = 1, moment_of_inertia = [1, 1, 1] }\n"
    return read(f"[simulation]\nseed = 11\n[sea]\n{sea}\n{body}").scene.sea.waves


def set_state(sim: Simulation, vehicle: str, rows: Any = None, **values: Any) -> None:
    """State of a vehicle, by row: position, rpy, velocity."""
    sim.set_state(vehicle, rows=rows, **values)


def added_mass(sim: Simulation, vehicle: str) -> Array:
    """The added-mass matrix about the origin, (6, 6)."""
    return sim.vehicles[sim.names.index(vehicle)].inertial.added_mass_matrix()


def command(wrench: Any = None, actuators: Any = None) -> Command:
    """What a controller returns."""
    return Command(wrench, actuators)


def quaternion(rpy: Sequence[float]) -> Array:
    """The quaternion (w, x, y, z) of roll, pitch, yaw [rad]."""
    return quaternion_from_rpy(rpy)


# Waves


def wave_field(sea: str) -> Arrays:
    """What the waves of a sea do at some points and times, as plots ask for it."""
    waves = _waves(sea)
    x, y, z = np.meshgrid([-7.0, 0.5, 11.0], [-3.0, 4.0], [-2.0, -0.3, 0.1], indexing="ij")
    points, times = np.stack([x, y, z], axis=-1), (0.0, 1.3, 8.9)
    asked = {
        "velocity": waves.velocity,
        "acceleration": waves.acceleration,
        "pressure": waves.dynamic_pressure,
    }
    return {
        "waves/elevation": np.stack([waves.elevation(x, y, t) for t in times]),
        "waves/elevation_over_time": waves.elevation(2.0, -1.0, np.linspace(0.0, 10.0, 21)),
        "waves/slope": np.stack([waves.slope(x, y, t) for t in times]),
        **{f"waves/{name}": np.stack([ask(points, t) for t in times]) for name, ask in asked.items()},
    }


# Steady motions


def trimmed(source: str, inputs: Sequence[str] | None = None, **motion: Any) -> Arrays:
    """A steady motion of the only vehicle of a scenario, and the system linearised about it."""
    scene = read(source).scene
    found = control.trim(scene.vehicles[0], scene.sea, **motion)
    linear = control.linearize(found, inputs=inputs)
    return {
        "trim/position": found.position,
        "trim/rpy": found.rpy,
        "trim/velocity": found.velocity,
        "trim/wrench": found.wrench,
        "trim/speed_climb_drift_turn_rate": np.array([found.speed, found.climb, found.drift, found.turn_rate]),
        **{f"trim/actuator.{name}": np.array(value) for name, value in found.actuators.items()},
        "linear/A": linear.A,
        "linear/B": linear.B,
    }


def floating(source: str) -> Arrays:
    """How the only vehicle of a scenario floats."""
    scene = read(source).scene
    rest = hydrostatics(scene.vehicles[0], scene.sea)
    curve = rest.righting_arm(np.radians([0.0, 10.0, 30.0, 60.0, 90.0]))
    numbers = (
        rest.draft,
        rest.heel,
        rest.trim,
        rest.volume,
        rest.wetted_area,
        rest.waterplane_area,
        rest.transverse_metacentric_height,
        rest.longitudinal_metacentric_height,
    )
    return {
        "rest/numbers": np.array(numbers, dtype=np.float64),
        "rest/center_of_buoyancy": rest.center_of_buoyancy,
        "rest/stiffness": rest.stiffness(),
        "rest/righting_arms": curve.arms,
    }


# uwv_dynamic_model


def uwv_run(
    parameters: Mapping[str, Any], efforts: Array, state: Mapping[str, Any], *, kinematic: bool = True, nudged: bool
) -> Arrays:
    """States after every fifth of the efforts, and accelerations there."""
    given = dict(parameters)
    model = uwv.Parameters(uwv.ModelType[given.pop("model_type")], **given)
    how = uwv.Simulator.DYNAMIC_KINEMATIC if kinematic else uwv.Simulator.DYNAMIC
    sim = uwv.UwvSimulation(model, how, sampling_time=0.02, simulations_per_cycle=2)
    start = {name: np.asarray(values, dtype=np.float64) for name, values in state.items()}
    if nudged:
        start["linear_velocity"] = start["linear_velocity"] + np.finfo(np.float64).eps
    sim.set_state(**start)
    kept: list[tuple[Array, ...]] = []
    for n, effort in enumerate(efforts):
        sim.send_effort(effort)
        if (n + 1) % (len(efforts) // (SAMPLES - 1)) == 0:
            now = sim.state
            kept.append((now.position, now.orientation, now.linear_velocity, now.angular_velocity, sim.acceleration))
    names = ("position", "orientation", "linear_velocity", "angular_velocity", "acceleration")
    found = {f"uwv/{name}": np.stack(arrays) for name, arrays in zip(names, zip(*kept, strict=True), strict=True)}
    velocity = np.concatenate([start["linear_velocity"], start["angular_velocity"]])
    found["uwv/efforts"] = uwv.calc_efforts(model, np.arange(6.0), velocity, start["orientation"])
    return found


# What there is


def force_names() -> tuple[str, ...]:
    """Every force that the engine knows."""
    return FORCES


def choices() -> list[tuple[str, str, str]]:
    """What a scenario may choose: a pattern of the key, its value, and the force that it is about."""
    literals: dict[tuple[str, str], Sequence[str]] = {
        ("drive", "thrusters"): Thruster.drive.words,
        ("command", "thrusters"): Thruster.command.words,
        ("pressure", "buoyancy"): Hull.pressure.words,
        ("integrator", "damping"): get_args(Integrator),
        ("waves = {[^}]*kind", "buoyancy"): get_args(WaveKind),
        ("slamming = {[^}]*kind", "slamming"): Slamming.kind.words,
        ("sdf", "damping"): [f"{kind}.sdf" for kind in WorldJoint.kind.words],
    }
    media = [("medium", medium, {"air": "wind", "water": "water_drag"}[medium]) for medium in DragArea.medium.words]
    return [(key, value, force) for (key, force), values in literals.items() for value in values] + media

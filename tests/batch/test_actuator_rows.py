"""Row i of a batch with thrusters, fins, gusts, areas and strips is the single run i, bit for bit."""

import copy
from typing import Any

import numpy as np
import pytest
from tests.batch.threads import same_with_any_number_of_threads

from seaway.engine import Engine, Integrator
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.frames import quaternion_normalized
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Jonswap, Sea, Waves, Wind
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import (
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Fin,
    FinDerivatives,
    HydrostaticStiffness,
    Thruster,
    Vehicle,
)

pytestmark = pytest.mark.usefixtures("width")

# Enough rows and steps that the work goes to all cores, and more rows than cores.
ROWS = 9
STEPS = 40
STEP = 0.02
INTEGRATORS: tuple[Integrator, ...] = ("rk4",)

random = np.random.default_rng(60)
START: dict[str, Any] = {
    "position": random.normal(size=(ROWS, 3)) * 0.3,
    "orientation": quaternion_normalized(random.normal(size=(ROWS, 4)) + np.array([3.0, 0, 0, 0])),
    "velocity": random.normal(size=(ROWS, 6)) * 0.5,
}
BODY = Inertial(MassProperties.from_box([1.5, 0.8, 0.5], mass=200.0), added_mass=AddedMass(np.diag([20.0] * 6)))
PROPELLER: dict[str, Any] = {"diameter": 0.2, "thrust_coefficient": 0.006, "torque_coefficient": 0.001}
MOTOR: dict[str, Any] = {"inertia": 0.1, "gains": (1.0, 0.5, 0.02), "largest_torque": 9.0}
THRUSTERS = [
    Thruster("pid", (-0.7, 0.3, -0.2), drive="pid", **MOTOR, **PROPELLER),
    Thruster(
        "lag", (-0.7, -0.3, -0.2), drive="lag", time_constant=0.2, advance_slope=-0.02, wake_fraction=0.2, **PROPELLER
    ),
    Thruster("now", (0.5, 0, -0.2), (0, 1, 0), limits=(-20.0, 40.0), dead_band=2.0),
    Thruster.from_table("tab", (0, 0, -0.2), (0, 0, 1), [-20, 0, 5, 30], [-30, 0, 20, 60], time_constant=0.3),
]
FINS = [
    Fin("rudder", (-0.8, 0, -0.1), 0.1, upward=(0, 1, 0), time_constant=0.2, rate_limit=5.0, limit=0.5),
    FinDerivatives("elevator", (0, 0, 5.0, 0, 4.0, 0), rate_limit=0.5),
    Fin("keel", (0.1, 0, -0.3), 0.2, upward=(0, 1, 0)),
]
AREAS = [
    DragArea((1, 2, 3), 0.8, (0, 0, 0.5), medium="air", yaw_coefficient=0.2),
    DragArea(0.2, medium="water", per_axis=True),
]


def vehicle(name: str = "tug", stiff: bool = False) -> Vehicle:
    buoyancy: Any = HydrostaticStiffness(np.diag([2e4, 2e3, 4e3])) if stiff else Buoyancy(shape=Box([1.5, 0.8, 0.5]))
    strips = CrossFlow.from_profile(
        [-0.75, 0.75], 0.3, 0.5, lateral_coefficient=0.9, vertical_coefficient=1.1, strips=6
    )
    damping = Damping(np.full(6, 30.0))
    return Vehicle(name, BODY, buoyancy, damping, thrusters=THRUSTERS, fins=FINS, drag_areas=AREAS, cross_flow=strips)


COMMANDS = random.normal(size=(ROWS, 7)) * [30.0, 30.0, 20.0, 15.0, 0.4, 0.2, 0.1]
GUSTY = Wind((6.0, -2.0), exponent=0.11, gust_std=2.0, gust_time_scale=0.5, seed=5)
NPD = Wind((9.0, -2.0), reference_height=5.0, exponent=0.11, gust_spectrum="npd", seed=5)
WINDS = pytest.mark.parametrize("wind", [GUSTY, NPD], ids=["first order", "npd"])


def seas() -> list[Waves | None]:
    return [None if k % 3 == 0 else Waves.irregular(Jonswap(0.6, 4.0), 5 * k, seed=k) for k in range(ROWS)]


def started(sim: Simulation, rows: Any = slice(None)) -> Simulation:
    for k in range(len(sim.names)):
        order = np.roll(np.arange(ROWS), k)[rows]
        sim.set_state(k, **{field: values[order] for field, values in START.items()})
    return sim


def engine_of(sim: Any) -> Engine:
    return sim._engine


def with_key(sim: Simulation, row: int) -> Simulation:
    """The random numbers of that row of a batch: of ``SeedSequence(seed).spawn(batch)[row]``."""
    assert sim.sea.wind is not None
    engine_of(sim).set_keys(np.array([0]), sim.sea.wind.keys(ROWS)[row : row + 1])
    return sim


def bits(sim: Simulation) -> np.ndarray:
    state = sim.state
    return np.concatenate([state.position, state.orientation, state.velocity, state.internal], axis=-1)


def assert_rows_equal(batch: Simulation, singles: list[Simulation]) -> None:
    for row, single in enumerate(singles):
        assert np.array_equal(bits(batch)[row], bits(single)[0]), f"row {row}"
    assert np.isfinite(bits(batch)).all()
    assert len({row.tobytes() for row in bits(batch)}) == len(singles)
    wrenches = [single.forces() for single in singles]
    for name, values in batch.forces().items():
        for row, alone in enumerate(wrenches):
            assert np.array_equal(values[row], alone[name][0]), f"{name} of row {row}"
    for law in ("thrusters", "fins", "wind", "water_drag", "strip_drag"):
        assert batch.forces()[law].any(), law


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("stiff", [False, True])
def test_commands_and_states_of_rows(integrator: Integrator, stiff: bool) -> None:
    """Each row with a start and commands of its own, which change once."""
    part = vehicle(stiff=stiff)
    sea = Sea(current=(0.3, 0.1, 0))
    batch = started(Simulation(part, sea, STEP, ROWS, integrator))
    singles = [started(Simulation(part, sea, STEP, 1, integrator), row) for row in range(ROWS)]
    for commands in (COMMANDS, COMMANDS[::-1]):
        batch.step(actuators=commands, count=STEPS)
        for row, single in enumerate(singles):
            single.step(actuators=commands[row], count=STEPS)
    for row, single in enumerate(singles):
        assert np.array_equal(bits(batch)[row], bits(single)[0]), f"row {row}"
        for name, values in single.forces().items():
            assert np.array_equal(batch.forces()[name][row], values[0]), f"{name} of row {row}"
    assert np.isfinite(bits(batch)).all()
    assert np.all(np.any(batch.state.internal[:, 0] != 0.0, axis=0)[[0, 1, 2, 3, 4, 6]])


@WINDS
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_gusts_and_waves_of_rows(integrator: Integrator, wind: Wind) -> None:
    """A single run with the key of a row has its gusts."""
    batch = started(Simulation(vehicle(), Sea(wind=wind), STEP, ROWS, integrator))
    batch.set("sea.waves", seas())
    batch.step(actuators=COMMANDS, count=STEPS)
    singles = list[Simulation]()
    for row, waves in enumerate(seas()):
        single = started(Simulation(vehicle(), Sea(wind=wind, waves=waves), STEP, 1, integrator), row)
        with_key(single, row).step(actuators=COMMANDS[row], count=STEPS)
        singles.append(single)
    assert_rows_equal(batch, singles)


def test_the_single_run_is_row_0() -> None:
    batch = started(Simulation(vehicle(), Sea(wind=GUSTY), STEP, ROWS))
    single = started(Simulation(vehicle(), Sea(wind=GUSTY), STEP), 0)
    batch.step(actuators=COMMANDS, count=STEPS)
    single.step(actuators=COMMANDS[0], count=STEPS)
    assert np.array_equal(bits(batch)[0], bits(single)[0])


def test_vehicles_beside_each_other() -> None:
    """Each as if it were alone: their actuators, states and laws do not mix."""
    several = [vehicle("a"), Vehicle("b", BODY, Buoyancy(shape=Box([1.5, 0.8, 0.5]))), vehicle("c", stiff=True)]
    batch = started(Simulation(several, Sea(wind=GUSTY), STEP, ROWS))
    commands: dict[str, Any] = {}
    for name, order in (("a", slice(None)), ("c", slice(None, None, -1))):
        for part, values in zip(several[0].actuators, COMMANDS[order].T, strict=True):
            commands[f"{name}.{part}"] = values
    batch.step(actuators=commands, count=STEPS)
    for k, (part, order) in enumerate(zip(several, (slice(None), slice(None), slice(None, None, -1)), strict=True)):
        alone = Simulation(part, Sea(wind=GUSTY), STEP, ROWS)
        rolled = np.roll(np.arange(ROWS), k)
        alone.set_state(**{field: values[rolled] for field, values in START.items()})
        alone.step(actuators=COMMANDS[order] if part.actuators else None, count=STEPS)
        width = bits(alone).shape[-1]
        assert np.array_equal(bits(alone)[:, 0], bits(batch)[:, k, :width]), part.name


@WINDS
def test_a_row_does_not_know_its_neighbours(wind: Wind) -> None:
    """Other batches, of another size: the first rows are the same, gusts and all."""
    sims = [started(Simulation(vehicle(), Sea(wind=wind), STEP, n), slice(n)) for n in (ROWS, 4)]
    for sim in sims:
        sim.step(actuators=COMMANDS[: sim.batch], count=STEPS)
    assert np.array_equal(bits(sims[1]), bits(sims[0])[:4])


def test_step_by_step_or_all_at_once() -> None:
    one, other = (started(Simulation(vehicle(), Sea(wind=GUSTY), STEP, ROWS)) for _ in range(2))
    one.step(actuators=COMMANDS, count=STEPS)
    for _ in range(STEPS):
        other.step(actuators=COMMANDS)
        other.forces()  # to look changes nothing
    assert np.array_equal(bits(one), bits(other))


@WINDS
def test_snapshots_and_resets(wind: Wind) -> None:
    """Back to a snapshot: every bit again. Rows that are reset: as from the start, while the others go on."""
    sim = started(Simulation(vehicle(), Sea(wind=wind), STEP, ROWS))
    sim.step(actuators=COMMANDS, count=15)
    early = bits(sim)
    snapshot = sim.snapshot()
    sim.step(actuators=COMMANDS, count=15)
    late = bits(sim)
    sim.reset(np.arange(ROWS) % 2 == 0)
    sim.step(actuators=COMMANDS, count=15)
    assert np.array_equal(bits(sim)[::2], early[::2])
    assert not np.array_equal(bits(sim)[1::2], late[1::2])
    sim.restore(snapshot)
    assert np.array_equal(bits(sim), early)
    sim.step(actuators=COMMANDS, count=15)
    assert np.array_equal(bits(sim), late)
    sim.reset()
    sim.step(actuators=COMMANDS, count=15)
    assert np.array_equal(bits(sim), early)


@WINDS
def test_new_gusts_at_a_reset(wind: Wind) -> None:
    """Of one seed: those of a batch that is made with it. Of a seed for each row: those of single runs of these."""
    sim = started(Simulation(vehicle(), Sea(wind=wind), STEP, ROWS))
    sim.step(actuators=COMMANDS, count=5)
    sim.reset(seed=17)
    sim.step(actuators=COMMANDS, count=15)
    made = started(Simulation(vehicle(), Sea(wind=wind.replace(seed=17)), STEP, ROWS))
    made.step(actuators=COMMANDS, count=15)
    assert np.array_equal(bits(sim), bits(made))
    sim.reset([6, 2], seed=[30, 31])
    sim.step(actuators=COMMANDS, count=15)
    for row, seed in ((6, 30), (2, 31)):
        single = started(Simulation(vehicle(), Sea(wind=wind.replace(seed=seed)), STEP), row)
        single.step(actuators=COMMANDS[row], count=15)
        assert np.array_equal(bits(sim)[row], bits(single)[0])
    made.step(actuators=COMMANDS, count=15)
    others = np.delete(np.arange(ROWS), [2, 6])
    assert np.array_equal(bits(sim)[others], bits(made)[others])


@pytest.mark.parametrize(
    ("wind", "seed", "message"),
    [
        (None, 3, "a seed has no effect in this simulation: its wind has no gusts"),
        (GUSTY, [1, 2], "the seeds must be one for all or one for each of 3 runs, got 2"),
        (GUSTY, -4, "the seed must be a whole number >= 0, got -4"),
        (GUSTY, [1, 2.5, 3], "a seed must be a whole number >= 0, got 2.5"),
    ],
)
def test_seeds_that_cannot_be(wind: Wind | None, seed: Any, message: str) -> None:
    sim = Simulation(Vehicle("b", BODY), Sea(wind=wind), STEP, 3)
    sim.step(count=3)
    with pytest.raises(ModelError, match=message):
        sim.reset(seed=seed)
    assert sim.time == 3 * STEP


@WINDS
def test_a_row_of_the_engine_has_its_gusts(wind: Wind) -> None:
    """Taken out of a batch, it goes on as it does within; so does a copy from another process."""
    sim = started(Simulation(vehicle(), Sea(wind=wind), STEP, ROWS))
    sim.step(actuators=COMMANDS, count=7)
    engine, copied = engine_of(sim).of_row(5), copy.deepcopy(engine_of(sim))
    engine.advance(11)
    copied.advance(11)
    sim.step(actuators=COMMANDS, count=11)
    for region in (at.STATE, at.HELD, at.GUSTS):
        assert np.array_equal(engine.rows(region)[0], engine_of(sim).rows(region)[5]), region
        assert np.array_equal(copied.rows(region), engine_of(sim).rows(region)), region


@WINDS
def test_the_number_of_threads_does_not_matter(wind: Wind, monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(threads: int) -> Simulation:
        random = np.random.default_rng(66)
        tug = Vehicle(
            "tug",
            Inertial(MassProperties.from_box([1.5, 0.8, 0.5], mass=200.0)),
            Buoyancy(shape=Box([1.5, 0.8, 0.5])),
            thrusters=Thruster(
                "p",
                (-0.7, 0.2, -0.2),
                drive="pid",
                diameter=0.2,
                thrust_coefficient=0.006,
                torque_coefficient=0.001,
                inertia=0.1,
                gains=(1.0, 0.5, 0.02),
            ),
            fins=Fin("rudder", (-0.8, 0, -0.1), 0.1, upward=(0, 1, 0), time_constant=0.2),
            drag_areas=[DragArea(2.0, medium="air"), DragArea(0.2, medium="water")],
            cross_flow=CrossFlow.uniform(length=1.5, draft=0.3, coefficient=0.9),
        )
        sim = Simulation(tug, Sea(wind=wind), batch=101, threads=threads)
        sim.set_state(position=0.2 * random.normal(size=(101, 3)), velocity=0.2 * random.normal(size=(101, 6)))
        sim.step(actuators=random.normal(size=(101, 2)) * [30.0, 0.3], count=50)
        return sim

    assert same_with_any_number_of_threads(moved, monkeypatch)

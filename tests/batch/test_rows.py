"""Row i of a batch is the single run i, bit for bit: with any parameters, integrator, width and number of threads."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from tests.batch.threads import same_with_any_number_of_threads

from seaway._jit import PLAIN
from seaway.engine import Integrator
from seaway.engine import _places as at
from seaway.frames import Pose, quaternion_normalized
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Components, Current, Jonswap, Sea, Spreading, Waves
from seaway.shapes import Box, Cylinder
from seaway.sim import Simulation, State
from seaway.vehicle import Actuation, Buoyancy, Damping, Hull, Vehicle

pytestmark = pytest.mark.usefixtures("width")

# Some blocks of lanes and a part of one.
ROWS = 13
STEPS = 60
STEP = 0.02
INTEGRATORS: tuple[Integrator, ...] = ("rk4", "semi_implicit_euler")
FIELDS = ("position", "orientation", "velocity")

random = np.random.default_rng(30)
START = {
    "position": random.normal(size=(ROWS, 3)) * 0.3,
    "orientation": quaternion_normalized(random.normal(size=(ROWS, 4))),
    "velocity": random.normal(size=(ROWS, 6)) * 0.5,
}


def matrices(size: int, count: int, scale: float) -> np.ndarray:
    """Symmetric positive definite ones."""
    roots = random.normal(size=(count, size, size))
    full = scale * (roots @ np.swapaxes(roots, 1, 2) + np.eye(size))
    return 0.5 * (full + np.swapaxes(full, 1, 2))


def moments() -> np.ndarray:
    """Of turned boxes."""
    sizes = 0.3 + random.random((ROWS, 3))
    each = []
    for size in sizes:
        R = Pose(q=random.normal(size=4)).R
        I = R @ MassProperties.from_box(size, mass=60.0).moment_of_inertia @ R.T
        each.append(0.5 * (I + I.T))
    return np.array(each)


PARAMETERS: dict[str, np.ndarray] = {
    "inertia.mass": 50.0 + 20.0 * random.random(ROWS),
    "inertia.center_of_mass": random.normal(size=(ROWS, 3)) * 0.05,
    "inertia.moment_of_inertia": moments(),
    "added_mass.matrix": matrices(6, ROWS, 4.0),
    "buoyancy.volume": 0.05 + 0.02 * random.random(ROWS),
    "buoyancy.center": random.normal(size=(ROWS, 3)) * 0.05,
    "damping.linear": matrices(6, ROWS, 4.0) + random.normal(size=(ROWS, 6, 6)),
    "damping.quadratic": matrices(6, ROWS, 2.0),
}
WATER = {"density": 1000.0 + 30.0 * random.random(ROWS), "current": random.normal(size=(ROWS, 3)) * 0.3}

SHARED: dict[str, Any] = {
    "inertia.mass": 60.0,
    "inertia.center_of_mass": np.array([0.02, -0.01, -0.05]),
    "inertia.moment_of_inertia": MassProperties.from_box([0.6, 0.4, 0.3], mass=60.0).moment_of_inertia,
    "added_mass.matrix": matrices(6, 1, 4.0)[0],
    "buoyancy.volume": 0.06,
    "buoyancy.center": np.array([0.0, 0.01, 0.06]),
    "damping.linear": matrices(6, 1, 4.0)[0],
    "damping.quadratic": matrices(6, 1, 2.0)[0],
}


def vehicle(name: str = "rov", actuation: Actuation | None = None, changes: dict[str, Any] | None = None) -> Vehicle:
    """A vehicle made of the numbers that ``Simulation.set`` takes."""
    p = SHARED | (changes or {})
    inertial = Inertial(
        MassProperties(float(p["inertia.mass"]), p["inertia.moment_of_inertia"]),
        Pose(p["inertia.center_of_mass"]),
        AddedMass(p["added_mass.matrix"]),
    )
    buoyancy = Buoyancy(float(p["buoyancy.volume"]), p["buoyancy.center"], shape=Box([0.6, 0.4, 0.3]))
    damping = Damping(p["damping.linear"], p["damping.quadratic"])
    # Without a reference density, coefficients would be for the water of the start, which rows do not share.
    return Vehicle(name, inertial, buoyancy, damping, actuation=actuation, reference_density=1025.0)


def below(start: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Keys with what stands before them."""
    return {f"{start}.{key}": value for key, value in values.items()}


def started(sim: Simulation, rows: slice | int = slice(None), name: str | int = 0) -> Simulation:
    """Put all rows, or the only one, to their places."""
    sim.set_state(name, **{field: START[field][rows] for field in FIELDS})
    return sim


def bits(sim: Simulation) -> np.ndarray:
    state = sim.state
    return np.concatenate([state.position, state.orientation, state.velocity, state.internal], axis=-1)


def assert_rows_equal(batch: Simulation, singles: list[Simulation]) -> None:
    for row, single in enumerate(singles):
        assert np.array_equal(bits(batch)[row], bits(single)[0]), f"row {row}"
    assert np.isfinite(bits(batch)).all()


def pushed(t: float, state: State) -> np.ndarray:
    """The same for each row, whatever other rows there are."""
    wrench = -20.0 * state.velocity
    wrench[..., 0] += 30.0 * np.sin(3.0 * t)
    wrench[..., 2] -= 5.0 * state.position[..., 2]
    return wrench


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_initial_states(integrator: Integrator) -> None:
    """All attitudes and speeds, near the surface, so that some are wet, some dry and some between."""
    batch = started(Simulation(vehicle(), Sea(), STEP, ROWS, integrator))
    batch.run(STEPS * STEP)
    singles = [started(Simulation(vehicle(), Sea(), STEP, 1, integrator), row) for row in range(ROWS)]
    for single in singles:
        single.run(STEPS * STEP)
    assert_rows_equal(batch, singles)
    assert len({row.tobytes() for row in bits(batch)}) == ROWS


@pytest.mark.parametrize("integrator", INTEGRATORS[:1])
@pytest.mark.parametrize("names", [*((name,) for name in PARAMETERS), tuple(PARAMETERS)], ids="+".join)
def test_parameters_of_the_vehicle(names: tuple[str, ...], integrator: Integrator) -> None:
    """A batch whose parameters are set is the same as a vehicle that was made with these numbers."""
    batch = started(Simulation(vehicle(), Sea(), STEP, ROWS, integrator))
    batch.set({f"vehicle.{name}": PARAMETERS[name] for name in names})
    batch.step(count=STEPS)
    singles = []
    for row in range(ROWS):
        own = vehicle(changes={name: PARAMETERS[name][row] for name in names})
        singles.append(started(Simulation(own, Sea(), STEP, 1, integrator), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)


@pytest.mark.parametrize("integrator", INTEGRATORS[:1])
@pytest.mark.parametrize("names", [("density",), ("current",), ("density", "current")], ids="+".join)
def test_water(names: tuple[str, ...], integrator: Integrator) -> None:
    batch = started(Simulation(vehicle(), Sea(), STEP, ROWS, integrator))
    batch.set({f"sea.{name}": WATER[name] for name in names})
    batch.step(count=STEPS)
    singles = []
    for row in range(ROWS):
        sea = Sea(**{name: WATER[name][row] for name in names})
        singles.append(started(Simulation(vehicle(), sea, STEP, 1, integrator), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_tables_of_the_current() -> None:
    nodes: dict[str, Any] = {"times": [0.0, 0.5, 2.0], "depths": [0.0, 0.3]}
    tables = np.random.default_rng(31).normal(size=(ROWS, 3, 2, 3)) * 0.3
    batch = started(Simulation(vehicle(), Sea(current=Current(tables[0], **nodes)), STEP, ROWS))
    batch.set("sea.current", tables)
    batch.step(count=STEPS)
    singles = []
    for row in range(ROWS):
        sea = Sea(current=Current(tables[row], **nodes))
        singles.append(started(Simulation(vehicle(), sea, STEP), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)


SEAS: list[Waves | None] = [
    Waves.regular(0.6, 4.0, direction=0.5),
    None,
    Waves.gerstner(
        [0.4, 0.6, 0.3], [3.0, 4.0, 5.0], direction=[0.3, -1.0, 2.0], phase=[0.0, 1.0, 2.0], q=[1.0, 0.8, 0.0]
    ),
    Waves.irregular(Jonswap(0.5, 4.0), 40, direction=0.2, spreading=Spreading(2), seed=1),
    Waves.irregular(Jonswap(0.5, 4.0), 7, direction=0.2, seed=2, ramp=0.6),
    Waves.regular(0.0, 4.0),
    Waves.gerstner(0.5, 4.0),
    None,
    Waves(Components([], [], [], [], [])),
    Waves.irregular(Jonswap(0.8, 5.0), 41, direction=-2.0, spreading=Spreading(5), seed=3),
    Waves.gerstner([0.1] * 12, np.linspace(2.0, 4.0, 12), direction=np.linspace(-3.0, 3.0, 12)),
    Waves.regular(0.8, 6.0, direction=2.5, phase=1.0, ramp=5.0),
    Waves.irregular(Jonswap(0.3, 3.0), 12, direction=1.0, seed=4),
]
"""Of all kinds, of 0 to 41 components, with a ramp and without."""


@pytest.mark.parametrize("integrator", INTEGRATORS[:1])
@pytest.mark.parametrize("names", [(), ("density", "current")], ids="+".join)
def test_waves(names: tuple[str, ...], integrator: Integrator) -> None:
    batch = started(Simulation(vehicle(), Sea(), STEP, ROWS, integrator))
    batch.set({"sea.waves": SEAS, **{f"sea.{name}": WATER[name] for name in names}})
    batch.step(count=STEPS)
    singles = []
    for row in range(ROWS):
        sea = Sea(waves=SEAS[row], **{name: WATER[name][row] for name in names})
        singles.append(started(Simulation(vehicle(), sea, STEP, 1, integrator), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)
    for name, wrenches in batch.forces().items():
        for row, single in enumerate(singles):
            assert np.array_equal(wrenches[row], single.forces()[name][0]), f"{name} of row {row}"


def test_waves_on_hulls() -> None:
    """Their points are worked on in blocks, with room for the components of the longest row."""
    inertial = Inertial(MassProperties.from_box([0.6, 0.4, 0.3], mass=40.0))
    boat = Vehicle("boat", inertial, Hull(box((0.6, 0.4, 0.3))), Damping(np.full(6, 20.0)))
    batch = started(Simulation(boat, Sea(), STEP, ROWS))
    batch.set("sea.waves", SEAS)
    batch.step(count=STEPS)
    singles = [started(Simulation(boat, Sea(waves=SEAS[row]), STEP), row) for row in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_waves_in_shallow_water() -> None:
    """Where k h counts, also for the components of no height that fill up the shorter rows."""
    depth = 3.0
    seas = [Waves.irregular(Jonswap(0.1, 4.0), 3 * row + 1, seed=row, depth=depth) for row in range(ROWS)]
    batch = started(Simulation(vehicle(), Sea(depth=depth), STEP, ROWS))
    batch.set("sea.waves", seas)
    batch.step(count=STEPS)
    singles = [started(Simulation(vehicle(), Sea(depth=depth, waves=seas[row]), STEP), row) for row in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_waves_of_some_rows_set_again_and_again() -> None:
    """Longer, shorter, none, the same for all, and the sea's own: each row has what it was given last."""
    own = Waves.irregular(Jonswap(0.5, 4.0), 5, seed=9)
    batch = started(Simulation(vehicle(), Sea(waves=own), STEP, ROWS))
    last: list[Waves | None] = [own] * ROWS

    def give(rows: list[int], waves: Waves | list[Waves | None] | None) -> None:
        batch.set("sea.waves", waves, rows=rows)
        for k, row in enumerate(rows):
            last[row] = waves[k] if isinstance(waves, list) else waves

    give([1, 2], SEAS[0])
    give([3, 4, 5], [SEAS[9], None, SEAS[2]])
    give([3, 0], [SEAS[4], SEAS[10]])
    give([5], None)
    batch.step(count=20)
    give(list(range(ROWS)), own)
    give([7, 2], [SEAS[3], None])
    give([0], SEAS[10])
    batch.reset()
    batch.step(count=STEPS)
    singles = [started(Simulation(vehicle(), Sea(waves=last[row]), STEP), row) for row in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)
    assert {None if waves is None else len(waves.components) for waves in last} == {5, 12, 40, None}


def test_some_rows_with_parameters_of_their_own() -> None:
    """The others keep the digits that they had with shared ones."""
    batch = started(Simulation(vehicle(), Sea(), STEP, ROWS))
    batch.set({"vehicle.inertia.mass": 90.0, "vehicle.damping.linear": np.zeros((6, 6))}, rows=[1, 4])
    batch.set("vehicle.added_mass.matrix", np.zeros((6, 6)), rows=[2])
    batch.set({"sea.density": 1000.0, "sea.current": [0.3, 0.1, 0.0]}, rows=[4, 5])
    batch.step(count=STEPS)
    singles = []
    for row in range(ROWS):
        changes: dict[str, Any] = {}
        if row in (1, 4):
            changes |= {"inertia.mass": 90.0, "damping.linear": np.zeros((6, 6))}
        if row == 2:
            changes |= {"added_mass.matrix": np.zeros((6, 6))}
        sea = Sea(1000.0, current=[0.3, 0.1, 0.0]) if row in (4, 5) else Sea()
        singles.append(started(Simulation(vehicle(changes=changes), sea, STEP), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)


@pytest.mark.parametrize("integrator", INTEGRATORS[:1])
def test_everything_at_once(integrator: Integrator) -> None:
    """Two vehicles, controller, actuation, wrenches of each row in both axes, parameters, water, floating bodies."""
    actuation = Actuation(limit=40.0, rate_limit=300.0, time_constant=[0.1, 0.0, 0.2, 0.05, 0.3, 0.0])
    forces = np.random.default_rng(32).normal(size=(ROWS, 3)) * 10.0
    points = np.random.default_rng(33).normal(size=(ROWS, 3)) * 0.2
    buoy = Vehicle(
        "buoy",
        Inertial(MassProperties.from_cylinder(radius=0.3, length=0.8, mass=100.0), Pose((0, 0, -0.1))),
        Buoyancy(shape=Cylinder(radius=0.3, length=0.8)),
        (
            Damping(np.full(6, 20.0)),
            Damping(quadratic=np.full(6, 30.0), position=(0, 0, -0.4), attitude=(0.9, 0.1, 0.2, 0.3)),
        ),
        reference_density=1025.0,
    )

    def prepared(batch: int, rows: slice | int, own: Vehicle, sea: Sea) -> Simulation:
        sim = Simulation([own, buoy], sea, STEP, batch, integrator, start_time=1.5)
        started(sim, rows, "rov")
        sim.set_state("buoy", position=0.2 * START["position"][rows], rpy=0.2 * START["velocity"][rows][..., :3])
        sim.set_wrench("rov", force=forces[rows], point=points[rows], axes="world")
        sim.set_wrench("rov", force=[1, 2, 3], torque=points[rows], name="body")
        sim.set_wrench("buoy", torque=points[rows], axes="world")
        return sim

    whole = prepared(ROWS, slice(None), vehicle(actuation=actuation), Sea())
    whole.set(below("vehicle.rov", PARAMETERS) | below("sea", WATER))
    recording = whole.run(STEPS * STEP, pushed, control_period=0.1, record=["state", "forces", "energy"])
    singles = []
    for row in range(ROWS):
        own = vehicle(actuation=actuation, changes={name: values[row] for name, values in PARAMETERS.items()})
        single = prepared(1, row, own, Sea(**{name: values[row] for name, values in WATER.items()}))
        alone = single.run(STEPS * STEP, pushed, control_period=0.1, record=["state", "forces", "energy"])
        singles.append(single)
        for name, values in recording.variables.items():
            assert np.array_equal(values[:, row], alone.variables[name][:, 0]), f"{name} of row {row}"
    assert_rows_equal(whole, singles)
    assert 0.0 < whole.wet_fraction()[:, 1].min() < 1.0  # the buoys float


def test_a_row_does_not_know_its_neighbours() -> None:
    """The same rows in another order, and in batches of other sizes."""
    order = np.random.default_rng(34).permutation(ROWS)
    one, other, part = (Simulation(vehicle(), Sea(), STEP, n) for n in (ROWS, ROWS, 5))
    for sim, rows in ((one, np.arange(ROWS)), (other, order), (part, np.arange(5))):
        sim.set_state(**{field: START[field][rows] for field in FIELDS})
        sim.set("vehicle.inertia.mass", PARAMETERS["inertia.mass"][rows])
        sim.step(count=STEPS)
    assert np.array_equal(bits(other), bits(one)[order])
    assert np.array_equal(bits(part), bits(one)[:5])


def test_reset_of_some_rows_while_others_go_on() -> None:
    """Rows have their own time: in the sea, and in what they do next."""
    sea = Sea(current=Current([[0.3, 0, 0], [0, 0.3, 0.1]], times=[0.0, 2.0]))
    actuation = Actuation(rate_limit=100.0, time_constant=0.2)
    batch = started(Simulation(vehicle(actuation=actuation), sea, STEP, ROWS))
    wrench = np.random.default_rng(35).normal(size=(ROWS, 6)) * 20.0
    batch.step(wrench, count=20)
    batch.reset(np.arange(ROWS) % 3 == 0)
    batch.step(wrench, count=15)
    batch.reset([1])
    batch.step(wrench, count=10)
    singles = []
    for row in range(ROWS):
        single = started(Simulation(vehicle(actuation=actuation), sea, STEP), row)
        single.step(wrench[row], count=10 if row == 1 else (25 if row % 3 == 0 else 45))
        singles.append(single)
        assert batch.state.time[row] == single.time
    assert_rows_equal(batch, singles)


def test_twice_the_same_bits() -> None:
    first, second = (started(Simulation(vehicle(), Sea(), STEP, ROWS)) for _ in range(2))
    for sim in (first, second):
        sim.set(below("vehicle", PARAMETERS))
        sim.run(STEPS * STEP, pushed)
    assert np.array_equal(bits(first), bits(second))
    again = bits(first).copy()
    first.reset()
    first.run(STEPS * STEP, pushed)
    assert np.array_equal(bits(first), again)


def test_the_number_of_threads_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(threads: int) -> Simulation:
        random = np.random.default_rng(36)
        sim = Simulation(vehicle(), batch=101, threads=threads)
        sim.set_state(position=0.2 * random.normal(size=(101, 3)), orientation=random.normal(size=(101, 4)))
        sim.set("vehicle.inertia.mass", 50.0 + 20.0 * random.random(101))
        sim.set("sea.waves", [SEAS[row % ROWS] for row in range(101)])
        sim.run(2.0, record_period=0.5)
        return sim

    assert same_with_any_number_of_threads(moved, monkeypatch)


@pytest.mark.usefixtures("own_steps")
@pytest.mark.parametrize("lanes", [2, 8])
def test_other_widths(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seaway.engine._engine._FEWEST_LANE_ROWS", 2)
    monkeypatch.setattr("seaway.engine._engine.WIDTH", lanes)
    batch = started(Simulation(vehicle(), Sea(), STEP, ROWS))
    assert batch._engine.width == lanes
    batch.set(below("vehicle", PARAMETERS))
    batch.step(count=STEPS)
    singles = []
    for row in range(ROWS):
        own = vehicle(changes={name: values[row] for name, values in PARAMETERS.items()})
        singles.append(started(Simulation(own, Sea(), STEP), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_lanes_are_for_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few runs are done one at a time, for which less is compiled; hulls always."""
    monkeypatch.undo()
    assert [Simulation(vehicle(), batch=rows)._engine.width for rows in (1, 63, 64)] == [1, 1, 4]
    boat = Vehicle("boat", Inertial(MassProperties.from_box([0.6, 0.4, 0.3], mass=40.0)), Hull(box((0.6, 0.4, 0.3))))
    assert Simulation(boat, batch=64)._engine.width == 1


@pytest.mark.skipif(PLAIN, reason="takes minutes in plain Python")
def test_a_million_rows_share_their_parameters() -> None:
    """A row takes what varies of it, and no parameters."""
    rows = 1_000_000
    sim = Simulation(vehicle(), Sea(), STEP, rows)
    sim.set_state(position=[0, 0, -5])
    sim.step(count=3)
    engine = sim._engine
    size = sum(array.nbytes for array in (engine.par, engine.mem, engine.ints, engine.region(at.OUT)))
    assert size < 300 * rows  # bytes; forces that are evaluated take more
    assert engine.par.nbytes < 12_000
    single = Simulation(vehicle(), Sea(), STEP)
    single.set_state(position=[0, 0, -5])
    single.step(count=3)
    assert np.all(sim.state.velocity == single.state.velocity)
    assert np.all(sim.state.position == single.state.position)

"""Row i of a batch of hulls is the single run i, bit for bit: in any sea, beside any neighbour, on any threads."""

from typing import Any

import numpy as np
import pytest
from tests.batch.threads import same_with_any_number_of_threads

from seaway.engine import Integrator
from seaway.frames import Pose, quaternion_normalized
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import Mesh, box, cylinder, sphere
from seaway.sea import Components, Jonswap, Sea, Spreading, Waves
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Hull, Vehicle
from seaway.vehicle._hull import Pressure

# Enough rows and steps that the work goes to all cores, and more rows than cores.
ROWS = 9
STEPS = 40
STEP = 0.02
INTEGRATORS: tuple[Integrator, ...] = ("rk4", "semi_implicit_euler")
PRESSURES: tuple[Pressure, ...] = ("froude_krylov", "hydrostatic")
FIELDS = ("position", "orientation", "velocity")

random = np.random.default_rng(40)
START: dict[str, Any] = {
    "position": random.normal(size=(ROWS, 3)) * 0.3,
    "orientation": quaternion_normalized(random.normal(size=(ROWS, 4))),
    "velocity": random.normal(size=(ROWS, 6)) * 0.5,
}
DAMPING = Damping(np.full(6, 30.0), np.full(6, 20.0))
ADDED = AddedMass(np.diag([10.0, 20.0, 30.0, 1.0, 2.0, 3.0]))

# Vertices that fill less than a block, and blocks and a bit.
SHAPES: dict[str, Mesh] = {
    "box": box((0.6, 0.4, 0.3)),
    "ball": sphere(0.3, 2).transformed(Pose((0.02, 0.0, 0.05))),
    "twins": box((0.9, 0.15, 0.3)).transformed(Pose((0, 0.3, 0))).joined(cylinder(0.1, 0.8, 12)),
}

SEAS: list[Waves | None] = [
    Waves.regular(0.6, 4.0, direction=0.5),
    None,
    Waves.gerstner(
        [0.4, 0.6, 0.3], [3.0, 4.0, 5.0], direction=[0.3, -1.0, 2.0], phase=[0.0, 1.0, 2.0], q=[1.0, 0.8, 0.0]
    ),
    Waves.irregular(Jonswap(0.5, 4.0), 40, direction=0.2, spreading=Spreading(2), seed=1),
    Waves.irregular(Jonswap(0.5, 4.0), 7, direction=0.2, seed=2, ramp=0.6),
    Waves.regular(0.0, 4.0),
    Waves(Components([], [], [], [], [])),
    Waves.irregular(Jonswap(0.8, 5.0), 41, direction=-2.0, spreading=Spreading(5), seed=3),
    Waves.regular(0.8, 6.0, direction=2.5, phase=1.0, ramp=5.0),
]
"""Of all kinds, of 0 to 41 components, with a ramp and without."""

WATER: dict[str, Any] = {"density": 1000.0 + 30.0 * random.random(ROWS), "current": random.normal(size=(ROWS, 3)) * 0.3}


def hull(shape: str = "ball", pressure: Pressure = "froude_krylov", name: str = "hull") -> Vehicle:
    mesh = SHAPES[shape]
    inertial = Inertial(mesh.mass_properties(mass=512.5 * mesh.volume), Pose(mesh.centroid - [0, 0, 0.05]), ADDED)
    return Vehicle(name, inertial, Hull(mesh, pressure), DAMPING, reference_density=1025.0)


def fixed(name: str = "fixed") -> Vehicle:
    inertial = Inertial(MassProperties.from_box([0.6, 0.4, 0.3], mass=40.0), Pose((0.0, 0.01, -0.05)), ADDED)
    buoyancy = Buoyancy(0.06, (0, 0, 0.02), shape=Box([0.6, 0.4, 0.3]))
    return Vehicle(name, inertial, buoyancy, DAMPING, reference_density=1025.0)


def started(sim: Simulation, rows: slice | int = slice(None)) -> Simulation:
    """Put all rows of every vehicle, or the only one, to their places; each vehicle to other ones."""
    for k in range(len(sim.names)):
        order = np.roll(np.arange(ROWS), k)[rows]
        sim.set_state(k, **{field: START[field][order] for field in FIELDS})
    return sim


def bits(sim: Simulation) -> np.ndarray:
    state = sim.state
    return np.concatenate([state.position, state.orientation, state.velocity], axis=-1)


def assert_rows_equal(batch: Simulation, singles: list[Simulation]) -> None:
    for row, single in enumerate(singles):
        assert np.array_equal(bits(batch)[row], bits(single)[0]), f"row {row}"
    assert np.isfinite(bits(batch)).all()
    assert len({row.tobytes() for row in bits(batch)}) == len(singles)
    wrenches = [single.forces() for single in singles]
    for name, values in batch.forces().items():
        for row, alone in enumerate(wrenches):
            assert np.array_equal(values[row], alone[name][0]), f"{name} of row {row}"


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("shape", SHAPES)
def test_initial_states(shape: str, integrator: Integrator) -> None:
    """All attitudes and speeds, near the surface, so that some are wet, some dry and some between."""
    batch = started(Simulation(hull(shape), Sea(), STEP, ROWS, integrator))
    batch.step(count=STEPS)
    singles = [started(Simulation(hull(shape), Sea(), STEP, 1, integrator), row) for row in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)


@pytest.mark.parametrize("pressure", PRESSURES)
@pytest.mark.parametrize("names", [(), ("density", "current")], ids="+".join)
def test_waves(names: tuple[str, ...], pressure: Pressure) -> None:
    vehicle = hull("ball", pressure)
    batch = started(Simulation(vehicle, Sea(), STEP, ROWS))
    batch.set({"sea.waves": SEAS, **{f"sea.{name}": WATER[name] for name in names}})
    batch.step(count=STEPS)
    singles = list[Simulation]()
    for row in range(ROWS):
        own: dict[str, Any] = {name: WATER[name][row] for name in names}
        singles.append(started(Simulation(vehicle, Sea(waves=SEAS[row], **own), STEP), row))
        singles[-1].step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_waves_in_shallow_water() -> None:
    depth = 3.0
    seas: list[Waves | None] = [
        Waves.irregular(Jonswap(0.1, 4.0), 3 * row + 1, seed=row, depth=depth) for row in range(ROWS)
    ]
    batch = started(Simulation(hull("twins"), Sea(depth=depth), STEP, ROWS))
    batch.set("sea.waves", seas)
    batch.step(count=STEPS)
    singles = [started(Simulation(hull("twins"), Sea(depth=depth, waves=seas[k]), STEP), k) for k in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_waves_that_come_later_find_room_to_work() -> None:
    """Set after steps in still water, with more and then fewer components: each row as if it had them all along."""
    batch = started(Simulation(hull(), Sea(), STEP, ROWS))
    batch.step(count=5)
    batch.set("sea.waves", SEAS[0], rows=[0, 1])
    batch.step(count=5)
    batch.set("sea.waves", SEAS)
    batch.reset()
    batch.step(count=STEPS)
    singles = [started(Simulation(hull(), Sea(waves=SEAS[row]), STEP), row) for row in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)


def test_parameters_of_rows() -> None:
    """Mass, inertia and damping of each row, on the same mesh."""
    masses = 40.0 + 30.0 * np.random.default_rng(41).random(ROWS)
    batch = started(Simulation(hull(), Sea(waves=SEAS[3]), STEP, ROWS))
    batch.set({"vehicle.inertia.mass": masses, "vehicle.damping.linear": masses[:, None, None] * np.eye(6)})
    batch.step(count=STEPS)
    singles = list[Simulation]()
    for row in range(ROWS):
        single = Simulation(hull(), Sea(waves=SEAS[3]), STEP)
        single.set({"vehicle.inertia.mass": masses[row], "vehicle.damping.linear": masses[row] * np.eye(6)})
        singles.append(started(single, row))
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)


# Several vehicles

PAIRS: dict[str, list[Vehicle]] = {
    "two hulls": [hull("ball", name="a"), hull("twins", "hydrostatic", name="b")],
    "the smaller one first": [hull("box", name="a"), hull("ball", name="b")],
    "a hull and a fixed one": [hull("twins", name="a"), fixed("b")],
    "a fixed one and a hull": [fixed("a"), hull("ball", "hydrostatic", name="b")],
    "hulls about a fixed one": [hull("box", name="a"), fixed("b"), hull("ball", name="c")],
}


@pytest.mark.parametrize("integrator", INTEGRATORS[:1])
@pytest.mark.parametrize("name", PAIRS)
def test_vehicles_beside_each_other(name: str, integrator: Integrator) -> None:
    """Each row as the single run; and each vehicle as if it were alone in the sea, since nothing passes between."""
    vehicles = PAIRS[name]
    batch = started(Simulation(vehicles, Sea(), STEP, ROWS, integrator))
    batch.set("sea.waves", SEAS)
    batch.step(count=STEPS)
    singles = [started(Simulation(vehicles, Sea(waves=SEAS[k]), STEP, 1, integrator), k) for k in range(ROWS)]
    for single in singles:
        single.step(count=STEPS)
    assert_rows_equal(batch, singles)
    for k, vehicle in enumerate(vehicles):
        alone = Simulation(vehicle, Sea(), STEP, ROWS, integrator)
        alone.set("sea.waves", SEAS)
        order = np.roll(np.arange(ROWS), k)
        alone.set_state(**{field: START[field][order] for field in FIELDS})
        alone.step(count=STEPS)
        assert np.array_equal(bits(alone)[:, 0], bits(batch)[:, k]), vehicle.name


def test_a_row_does_not_know_its_neighbours() -> None:
    """The same rows in another order, and in batches of other sizes."""
    order = np.random.default_rng(44).permutation(ROWS)
    one, other, part = (Simulation(hull(), Sea(), STEP, n) for n in (ROWS, ROWS, 4))
    for sim, rows in ((one, np.arange(ROWS)), (other, order), (part, np.arange(4))):
        sim.set_state(**{field: START[field][rows] for field in FIELDS})
        sim.set("sea.waves", [SEAS[row] for row in rows])
        sim.step(count=STEPS)
    assert np.array_equal(bits(other), bits(one)[order])
    assert np.array_equal(bits(part), bits(one)[:4])


def test_reset_of_some_rows_while_others_go_on() -> None:
    """Rows have their own time, and so their own waves."""
    sea = Sea(waves=Waves.irregular(Jonswap(0.5, 4.0), 9, seed=4, ramp=0.5))
    batch = started(Simulation(hull(), sea, STEP, ROWS))
    batch.step(count=20)
    batch.reset(np.arange(ROWS) % 3 == 0)
    batch.step(count=15)
    singles = list[Simulation]()
    for row in range(ROWS):
        singles.append(started(Simulation(hull(), sea, STEP), row))
        singles[-1].step(count=15 if row % 3 == 0 else 35)
    assert_rows_equal(batch, singles)


def test_twice_the_same_bits() -> None:
    first, second = (started(Simulation(PAIRS["two hulls"], Sea(waves=SEAS[3]), STEP, ROWS)) for _ in range(2))
    for sim in (first, second):
        sim.step(count=STEPS)
    assert np.array_equal(bits(first), bits(second))
    again = bits(first).copy()
    first.reset()
    first.step(count=STEPS)
    assert np.array_equal(bits(first), again)


def test_the_number_of_threads_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(threads: int) -> Simulation:
        random = np.random.default_rng(46)
        ball, crate = sphere(0.3, 2), box((0.6, 0.4, 0.3))
        vehicles = [
            Vehicle("ball", ball.inertial(density=500.0), Hull(ball), Damping(np.ones(6), np.ones(6))),
            Vehicle("crate", crate.inertial(density=600.0), Hull(crate, "hydrostatic"), Damping(np.ones(6))),
        ]
        sim = Simulation(vehicles, batch=101, threads=threads)
        for k in range(2):
            sim.set_state(k, position=0.2 * random.normal(size=(101, 3)), orientation=random.normal(size=(101, 4)))
        kinds = [
            None,
            Waves.gerstner(0.5, 4.0),
            *(Waves.irregular(Jonswap(0.5, 4.0), n, seed=n) for n in range(9, 30, 10)),
        ]
        sim.set("sea.waves", [kinds[row % 5] for row in range(101)])
        sim.run(0.2, record_period=0.1)
        return sim

    assert same_with_any_number_of_threads(moved, monkeypatch)

"""Row i of a batch of hulls with drag, damping and slamming is the single run i, bit for bit, memory and all."""

from typing import Any

import numpy as np
import pytest
from tests.batch.threads import same_with_any_number_of_threads

from seaway.engine import Integrator
from seaway.frames import Pose, quaternion_normalized
from seaway.mesh import Mesh, box, cylinder, sphere
from seaway.sea import Components, Jonswap, Sea, Spreading, Waves
from seaway.sim import Simulation
from seaway.vehicle import Hull, HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming, Vehicle
from seaway.vehicle._hull import Pressure

# Enough rows and steps that the work goes to all cores, and more rows than cores.
ROWS = 9
STEPS = 40
STEP = 0.01
INTEGRATORS: tuple[Integrator, ...] = ("rk4",)
FIELDS = ("position", "orientation", "velocity")
DRAG: tuple[HullForce, ...] = (
    HullFriction(),
    HullPressureDrag(),
    HullDamping(linear=10.0, quadratic=20.0, angular_linear=2.0, angular_quadratic=3.0),
)
KERNER = Slamming(0.05, largest_acceleration=30.0)
FACING = Slamming(0.05, "facing")
LAWS: dict[str, tuple[HullForce, ...]] = {"kerner": (*DRAG, KERNER), "facing": (*DRAG, FACING), "drag": DRAG}
EQUIPMENT = ("hull_friction", "hull_pressure_drag", "hull_damping", "slamming")

random = np.random.default_rng(50)
START: dict[str, Any] = {
    "position": random.normal(size=(ROWS, 3)) * 0.25,
    "orientation": quaternion_normalized(random.normal(size=(ROWS, 4))),
    "velocity": random.normal(size=(ROWS, 6)),
}

# Faces that fill less than a block of 32, and blocks and a bit.
SHAPES: dict[str, Mesh] = {
    "box": box((0.6, 0.4, 0.3)),
    "ball": sphere(0.3, 2).transformed(Pose((0.02, 0.0, 0.05))),
    "twins": box((0.9, 0.15, 0.3)).transformed(Pose((0, 0.3, 0))).joined(cylinder(0.1, 0.8, 12)),
}

ROUGH: list[Waves | None] = [
    Waves.regular(0.6, 4.0, direction=0.5),
    Waves.gerstner(
        [0.4, 0.6, 0.3], [3.0, 4.0, 5.0], direction=[0.3, -1.0, 2.0], phase=[0.0, 1.0, 2.0], q=[1.0, 0.8, 0.0]
    ),
    Waves.irregular(Jonswap(0.5, 4.0), 40, direction=0.2, spreading=Spreading(2), seed=1),
    Waves.irregular(Jonswap(0.5, 4.0), 7, direction=0.2, seed=2, ramp=0.3),
    Waves.regular(0.0, 4.0),
    Waves(Components([], [], [], [], [])),
    Waves.irregular(Jonswap(0.8, 5.0), 41, direction=-2.0, spreading=Spreading(5), seed=3),
    Waves.regular(0.8, 6.0, direction=2.5, phase=1.0, ramp=5.0),
    Waves.gerstner(0.5, 3.0),
]
"""Of all kinds but still water, of 0 to 41 components."""

MIXED: list[Waves | None] = [None if row % 3 == 1 else waves for row, waves in enumerate(ROUGH)]
"""Some rows lie in still water."""

CURRENTS = random.normal(size=(ROWS, 3)) * 0.5


def hull(shape: str = "box", laws: str = "kerner", pressure: Pressure = "froude_krylov", name: str = "hull") -> Vehicle:
    mesh = SHAPES[shape]
    return Vehicle(name, mesh.inertial(mass=450.0 * mesh.volume), Hull(mesh, pressure, LAWS[laws]))


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
    """States, the wrench of every law, and so the blow that is held."""
    for row, single in enumerate(singles):
        assert np.array_equal(bits(batch)[row], bits(single)[0]), f"row {row}"
    assert np.isfinite(bits(batch)).all()
    assert len({row.tobytes() for row in bits(batch)}) == len(singles)
    wrenches = [single.forces() for single in singles]
    for name, values in batch.forces().items():
        for row, alone in enumerate(wrenches):
            assert np.array_equal(values[row], alone[name][0]), f"{name} of row {row}"


def stepped(sim: Simulation, count: int = STEPS) -> Simulation:
    sim.step(count=count)
    return sim


def blows(sim: Simulation, count: int = STEPS) -> np.ndarray:
    """The blows of some steps, one after the other, (step, batch, vehicle, 6)."""
    found = list[np.ndarray]()
    for _ in range(count):
        sim.step()
        found.append(sim.forces()["slamming"].copy())
    return np.array(found)


def test_all_laws_act_here() -> None:
    """Otherwise the rest would show little."""
    for laws in ("kerner", "facing"):
        sim = started(Simulation(hull(laws=laws), Sea(), STEP, ROWS))
        forces = sim.forces()
        for name in EQUIPMENT[:3]:
            assert np.count_nonzero(np.any(forces[name], axis=(1, 2))) >= 5
        assert np.count_nonzero(np.any(blows(sim), axis=(0, 2, 3))) >= 5


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("laws", LAWS)
@pytest.mark.parametrize("shape", SHAPES)
def test_initial_states(shape: str, laws: str, integrator: Integrator) -> None:
    """All attitudes and speeds, near the surface, so that some are wet, some dry and some between."""
    batch = stepped(started(Simulation(hull(shape, laws), Sea(), STEP, ROWS, integrator)))
    singles = [stepped(started(Simulation(hull(shape, laws), Sea(), STEP, 1, integrator), k)) for k in range(ROWS)]
    assert_rows_equal(batch, singles)


@pytest.mark.parametrize("pressure", ["froude_krylov", "hydrostatic"])
@pytest.mark.parametrize("laws", LAWS)
def test_waves_and_currents(laws: str, pressure: Pressure) -> None:
    vehicle = hull("ball", laws, pressure)
    batch = started(Simulation(vehicle, Sea(), STEP, ROWS))
    batch.set({"sea.waves": ROUGH, "sea.current": CURRENTS})
    stepped(batch)
    seas = [Sea(waves=ROUGH[row], current=CURRENTS[row]) for row in range(ROWS)]
    singles = [stepped(started(Simulation(vehicle, sea, STEP), row)) for row, sea in enumerate(seas)]
    assert_rows_equal(batch, singles)


@pytest.mark.parametrize("one_by_one", [False, True])
def test_rows_in_still_water_beside_rows_in_waves(one_by_one: bool) -> None:
    """All steps in one call, on all cores; or step by step, on one, with one room to work."""
    vehicle = hull("ball", "drag")
    batch = started(Simulation(vehicle, Sea(), STEP, ROWS))
    batch.set("sea.waves", MIXED)
    for _ in range(STEPS if one_by_one else 1):
        batch.step(count=1 if one_by_one else STEPS)
    singles = [stepped(started(Simulation(vehicle, Sea(waves=MIXED[row]), STEP), row)) for row in range(ROWS)]
    assert_rows_equal(batch, singles)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_vehicles_beside_each_other(integrator: Integrator) -> None:
    """Three hulls with their own faces in the memory of slamming, one of them without any; each as if alone."""
    vehicles = [hull("ball", "kerner", name="a"), hull("twins", "drag", name="b"), hull("box", "kerner", name="c")]
    batch = started(Simulation(vehicles, Sea(), STEP, ROWS, integrator))
    batch.set("sea.waves", ROUGH)
    stepped(batch)
    seas = [Sea(waves=waves) for waves in ROUGH]
    singles = [stepped(started(Simulation(vehicles, sea, STEP, 1, integrator), row)) for row, sea in enumerate(seas)]
    assert_rows_equal(batch, singles)
    for k, vehicle in enumerate(vehicles):
        alone = Simulation(vehicle, Sea(), STEP, ROWS, integrator)
        alone.set("sea.waves", ROUGH)
        order = np.roll(np.arange(ROWS), k)
        alone.set_state(**{field: START[field][order] for field in FIELDS})
        stepped(alone)
        assert np.array_equal(bits(alone)[:, 0], bits(batch)[:, k]), vehicle.name


def test_a_row_does_not_know_its_neighbours() -> None:
    """The same rows in another order, in batches of other sizes, and in one call or step by step."""
    order = np.random.default_rng(54).permutation(ROWS)
    one, other, part, slow = (Simulation(hull(), Sea(), STEP, n) for n in (ROWS, ROWS, 4, ROWS))
    every = np.arange(ROWS)
    for sim, rows in ((one, every), (other, order), (part, every[:4]), (slow, every)):
        sim.set_state(**{field: START[field][rows] for field in FIELDS})
        sim.set("sea.waves", [ROUGH[row] for row in rows])
    for sim in (one, other, part):
        stepped(sim)
    for _ in range(STEPS):
        slow.step()
    assert np.array_equal(bits(other), bits(one)[order])
    assert np.array_equal(bits(part), bits(one)[:4])
    assert np.array_equal(bits(slow), bits(one))


@pytest.mark.parametrize("calm", [True, False], ids=["still", "waves"])
def test_a_row_that_diverges_does_not_touch_the_others(calm: bool) -> None:
    """What it leaves in the room to work, numbers without bounds or none, is nobody's."""
    found = list[np.ndarray]()
    for speed in (0.0, 1e4):
        sim = Simulation(hull(laws="drag"), Sea(), 0.02, 2)
        sim.set("sea.waves", [Waves.regular(0.5, 4.0, direction=0.9), None if calm else Waves.regular(0.3, 3.0)])
        sim.set_state(rows=0, position=[0, 0, -1], velocity=speed * np.array([0.8, -0.6, -0.4, 0.1, 2.0, 0.4]))
        sim.set_state(rows=1, position=[0, 0, 0.1], rpy=[0.5, 0.4, 0.3], velocity=np.full(6, 0.1))
        for _ in range(3):
            sim.step(throw=False)
        assert sim.stopped.tolist() == [speed > 0.0, False]
        found.append(bits(sim)[1])
    assert np.array_equal(found[0], found[1])


# Memory


@pytest.mark.parametrize("laws", ["kerner", "facing"])
def test_snapshot_and_restore(laws: str) -> None:
    """Taken amid the blows: after a restore the same bits follow, blow by blow; also in another simulation."""
    sim, other = (started(Simulation(hull("ball", laws), Sea(waves=ROUGH[2]), STEP, ROWS)) for _ in range(2))
    sim.step(count=7)
    assert np.any(sim.forces()["slamming"])
    snapshot, now = sim.snapshot(), sim.forces()["slamming"].copy()
    first = blows(sim, 20)
    end = bits(sim).copy()
    assert np.any(first)
    sim.step(count=13)
    other.step(count=3)
    for one in (sim, other):
        one.restore(snapshot)
        assert np.array_equal(one.forces()["slamming"], now)
        assert np.array_equal(blows(one, 20), first)
        assert np.array_equal(bits(one), end)


def test_the_memory_of_the_last_step_counts() -> None:
    """A run from the same state without it differs: what is restored is more than the state."""
    sim = started(Simulation(hull(), Sea(), STEP, ROWS))
    sim.step(count=5)
    fresh = Simulation(hull(), Sea(), STEP, ROWS)
    fresh.set_state(**{field: getattr(sim.state, field)[:, 0] for field in FIELDS})
    for one in (sim, fresh):
        one.step(count=10)
    assert not np.array_equal(bits(sim), bits(fresh))


@pytest.mark.parametrize("laws", ["kerner", "facing"])
def test_reset(laws: str) -> None:
    """All rows, and the same bits again: nothing is remembered, nothing is held."""
    sim = started(Simulation(hull("twins", laws), Sea(waves=ROUGH[0]), STEP, ROWS))
    first = blows(sim)
    end = bits(sim).copy()
    sim.reset()
    assert np.array_equal(sim.forces()["slamming"], np.zeros((ROWS, 1, 6)))
    assert np.array_equal(blows(sim), first)
    assert np.array_equal(bits(sim), end)


def test_reset_of_some_rows_while_others_go_on() -> None:
    batch = started(Simulation(hull("ball"), Sea(waves=ROUGH[3]), STEP, ROWS))
    batch.step(count=20)
    batch.reset(np.arange(ROWS) % 3 == 0)
    batch.step(count=15)
    singles = list[Simulation]()
    for row in range(ROWS):
        single = started(Simulation(hull("ball"), Sea(waves=ROUGH[3]), STEP), row)
        singles.append(stepped(single, 15 if row % 3 == 0 else 35))
    assert_rows_equal(batch, singles)


def test_forces_change_nothing() -> None:
    """Asked for after every step, and never."""
    asked, quiet = (started(Simulation(hull(), Sea(waves=ROUGH[0]), STEP, ROWS)) for _ in range(2))
    blows(asked)
    for _ in range(STEPS):
        quiet.step()
    assert np.array_equal(bits(asked), bits(quiet))


def test_parameters_of_rows() -> None:
    """Mass of each row, which its blows go with."""
    masses = 20.0 + 10.0 * np.random.default_rng(55).random(ROWS)
    batch = started(Simulation(hull(), Sea(), STEP, ROWS))
    batch.set("vehicle.inertia.mass", masses)
    stepped(batch)
    singles = list[Simulation]()
    for row in range(ROWS):
        single = Simulation(hull(), Sea(), STEP)
        single.set("vehicle.inertia.mass", masses[row])
        singles.append(stepped(started(single, row)))
    assert_rows_equal(batch, singles)


def test_the_number_of_threads_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(threads: int) -> Simulation:
        random = np.random.default_rng(56)
        ball, crate = sphere(0.3, 2), box((0.6, 0.4, 0.3))
        drag = (
            HullFriction(),
            HullPressureDrag(),
            HullDamping(linear=10.0, quadratic=20.0, angular_linear=2.0, angular_quadratic=3.0),
        )
        vehicles = [
            Vehicle(
                "ball",
                ball.inertial(density=500.0),
                Hull(ball, forces=(*drag, Slamming(0.05, largest_acceleration=30.0))),
            ),
            Vehicle(
                "crate", crate.inertial(density=600.0), Hull(crate, "hydrostatic", (*drag, Slamming(0.05, "facing")))
            ),
        ]
        sim = Simulation(vehicles, batch=101, threads=threads)
        for k in range(2):
            place, attitude = 0.2 * random.normal(size=(101, 3)), random.normal(size=(101, 4))
            sim.set_state(k, position=place, orientation=attitude, velocity=random.normal(size=(101, 6)))
        kinds = [Waves.gerstner(0.5, 4.0), *(Waves.irregular(Jonswap(0.5, 4.0), n, seed=n) for n in range(9, 30, 10))]
        sim.set("sea.waves", [kinds[row % 4] for row in range(101)])
        sim.run(0.1, record_period=0.1)
        return sim

    assert same_with_any_number_of_threads(moved, monkeypatch)

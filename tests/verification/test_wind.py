"""Wind and gusts against closed forms, and against the statistics of the process that gusts are said to be."""

import functools
import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy.signal import welch
from tests.unit.kernels import called

from seaway.engine import _places as at
from seaway.inertia import Inertial, MassProperties
from seaway.kernels.wind import gust
from seaway.sea import Sea, Wind
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, DragArea, Fin, HydrostaticStiffness, Vehicle

RHO, AIR = 1025.0, 1.225
SIZE = np.array([2.0, 1.0, 0.8])
VOLUME = float(np.prod(SIZE))


def raft(areas: Any, wet: float = 0.5, **parts: Any) -> Vehicle:
    """A box that floats with a part of its volume wet, at the height (0.5 - wet) 0.8 m; it sinks if that is > 1."""
    inertial = Inertial(MassProperties.from_box(SIZE, mass=wet * RHO * VOLUME))
    return Vehicle("raft", inertial, Buoyancy(VOLUME, shape=Box(SIZE)), drag_areas=areas, **parts)


def floating(vehicle: Vehicle, sea: Sea, time_step: float = 0.01, wet: float = 0.5, **more: Any) -> Simulation:
    sim = Simulation(vehicle, sea, time_step, **more)
    sim.set_state(position=[0, 0, (0.5 - wet) * SIZE[2]])
    return sim


# Drift


@pytest.mark.parametrize("wet", [0.5, 0.3])
def test_drift_in_wind(wet: float) -> None:
    """ρ_a C_a S_a (w - v)² = ρ_w C_w S_w v²: v = w / (1 + √(ρ_w C_w S_w / ρ_a C_a S_a)).

    Afloat each area counts as it is given, however deep the raft lies. 1000 s are many times the time to get there.
    """
    air, water, w = 8.0, 0.5, 12.0
    areas = [DragArea(air, 0.8, medium="air"), DragArea(water, 1.1, medium="water")]
    sim = floating(raft(areas, wet), Sea(RHO, wind=(w, 0, 0)), 0.05, wet)
    sim.step(count=20000)
    ratio = RHO * 1.1 * water / (AIR * 0.8 * air)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(w / (1.0 + math.sqrt(ratio)), rel=1e-9)
    wrench = sim.forces()
    assert wrench["wind"][0, 0, 0] == pytest.approx(-wrench["water_drag"][0, 0, 0], rel=1e-7)


def test_drift_in_wind_and_current() -> None:
    """The closed form in the frame of the water: it drifts with the current and by the wind relative to it."""
    areas = [DragArea(8.0, medium="air"), DragArea(0.5, medium="water")]
    current, w = np.array([0.5, 0.0]), np.array([6.0, 8.0])
    sim = floating(raft(areas), Sea(RHO, wind=w, current=(*current, 0)), 0.05)
    sim.step(count=20000)
    share = 1.0 / (1.0 + math.sqrt(RHO * 0.5 / (AIR * 8.0)))
    np.testing.assert_allclose(sim.state.velocity[0, 0, :2], current + share * (w - current), rtol=1e-8)


def test_a_raft_in_the_air_runs_up_to_the_wind() -> None:
    """Without water: m u' = -k u² for u = w - v, so u = w / (1 + k w t / m)."""
    k, w = 0.5 * AIR * 20.0, 10.0
    inertial = Inertial(MassProperties.from_box(SIZE, mass=50.0))
    kite = Vehicle("kite", inertial, Buoyancy(shape=Box(SIZE)), drag_areas=(DragArea(20.0, medium="air"),))
    sim = Simulation(kite, Sea(RHO, gravity=0.0, wind=(w, 0, 0)), 0.01)
    sim.set_state(position=[0, 0, 5.0])
    sim.step(count=300)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(w - w / (1.0 + k * w * 3.0 / 50.0), rel=1e-8)


# Where it acts

SAIL = DragArea((2.0, 6.0, 1.0), (0.6, 0.9, 0.5), (0.4, 0.0, 1.1), medium="air", per_axis=True)


@pytest.mark.parametrize(
    ("height", "dry", "wet"),
    [(5.0, 1, 0), (0.4, 1, 0), (0.35, 1, 0.25), (0.2, 1, 1), (0.0, 1, 1), (-0.3, 0.5, 1), (-0.4, 0, 1), (-9.0, 0, 1)],
)
def test_wind_acts_on_the_part_above_the_surface(height: float, dry: float, wet: float) -> None:
    """And water on that below: all of both about the floating position, which is half wet here.

    Where less than half of what is dry afloat is dry, the wind falls with it, to none; and so does the water.
    """
    pool = DragArea(1.0, medium="water")
    sim = Simulation(raft([SAIL, pool]), Sea(RHO, wind=(0, 10.0, 0), current=(1.0, 0, 0)))
    sim.set_state(position=[0, 0, height])
    forces = sim.forces()
    F = dry * 0.5 * AIR * 0.9 * 6.0 * 100.0
    np.testing.assert_allclose(forces["wind"][0, 0], [0, F, 0, -1.1 * F, 0, 0.4 * F], rtol=1e-12, atol=1e-9)
    assert forces["water_drag"][0, 0, 0] == pytest.approx(wet * 0.5 * RHO, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize(("height", "dry"), [(0.5, 1.0), (0.2, 0.75), (0.0, 0.5), (-0.2, 0.25), (-0.5, 0.0)])
def test_wind_acts_on_the_dry_part_of_what_sinks(height: float, dry: float) -> None:
    """It has no floating position: by its dry volume."""
    sim = Simulation(raft(SAIL, wet=1.2), Sea(RHO, wind=(0, 10.0, 0)))
    sim.set_state(position=[0, 0, height])
    expected = dry * 0.5 * AIR * 0.9 * 6.0 * 100.0
    assert sim.forces()["wind"][0, 0, 1] == pytest.approx(expected, rel=1e-12, abs=1e-9)


def test_wind_acts_on_a_vessel_with_a_linear_stiffness() -> None:
    """Vessels are published so, and with wind areas; its superstructure is in the air."""
    stiff = HydrostaticStiffness(np.diag([1e4, 1e3, 1e3]))
    vessel = Vehicle("vessel", Inertial(MassProperties.from_box(SIZE, mass=500.0)), stiff, drag_areas=(SAIL,))
    sim = Simulation(vessel, Sea(RHO, wind=(0, 10.0, 0)))
    assert sim.forces()["wind"][0, 0, 1] == pytest.approx(0.5 * AIR * 0.9 * 6.0 * 100.0, rel=1e-12)


def test_wind_is_felt_relative_to_the_motion_of_the_centre_of_effort() -> None:
    """Heading north at 3 m/s and turning: the wind in B less v and ω × p."""
    sim = Simulation(raft(SAIL), Sea(RHO, wind=(4.0, 5.0, 0)))
    nu = np.array([3.0, 0.5, -0.2, 0.1, 0.2, 0.3])
    sim.set_state(position=[0, 0, 9.0], rpy=[0, 0, 0.5 * math.pi], velocity=nu)
    V = np.array([5.0, -4.0, 0.0]) - nu[:3] - np.cross(nu[3:], [0.4, 0, 1.1])
    F = 0.5 * AIR * np.array([1.2, 5.4, 0.5]) * np.abs(V) * V
    expected = np.concatenate([F, np.cross([0.4, 0, 1.1], F)])
    np.testing.assert_allclose(sim.forces()["wind"][0, 0], expected, rtol=1e-12, atol=1e-12)


def test_what_moves_with_the_wind_feels_none() -> None:
    sim = Simulation(raft(SAIL), Sea(RHO, wind=(4.0, 5.0, 0)))
    sim.set_state(position=[0, 0, 9.0], velocity=[4.0, 5.0, 0, 0, 0, 0])
    assert not sim.forces()["wind"].any()


@pytest.mark.parametrize("height", [1.1, 2.0, 10.0, 30.0])
@pytest.mark.parametrize("exponent", [0.11, 1.0 / 7.0])
def test_the_profile_is_a_power_law(height: float, exponent: float) -> None:
    """Force goes with the square of the wind at the centre of effort, 1.1 m above Bo; also over a raised surface."""
    wind = Wind((8.0, 0, 0), exponent=exponent)
    for level in (0.0, 3.0):
        sim = Simulation(raft(SAIL), Sea(RHO, surface=level, wind=wind))
        sim.set_state(position=[0, 0, level + height])
        speed = 8.0 * ((height + 1.1) / 10.0) ** exponent
        assert sim.forces()["wind"][0, 0, 0] == pytest.approx(0.5 * AIR * 1.2 * speed**2, rel=1e-12)
        assert wind.speed_at(height + 1.1) == pytest.approx(speed, rel=1e-14)


def test_wind_heels_and_turns_by_its_arm() -> None:
    """From the right (to +y) at a centre of effort above and ahead: rolls about -x, and the bow to the left."""
    sim = floating(raft(SAIL), Sea(RHO, wind=(0, 10.0, 0)))
    wrench = sim.forces()["wind"][0, 0]
    assert wrench[3] < 0.0
    assert wrench[5] > 0.0


# Gusts

SIGMA, TAU, H = 1.5, 1.0, 0.05
ROWS, STEPS = 64, 2000
HEAVY = Vehicle(
    "sail",
    Inertial(MassProperties(1e12, np.diag([1e12] * 3))),
    Buoyancy(shape=Box([1, 1, 1])),
    drag_areas=(DragArea(2.0, medium="air", per_axis=True),),
)
"""So heavy that it stands in the wind."""


def gusty(seed: Any = 7, gust: float = SIGMA, time: float = TAU, velocity: Any = (0.0, 0.0)) -> Sea:
    return Sea(gravity=0.0, wind=Wind(velocity, gust_std=gust, gust_time_scale=time, seed=seed))


def standing(sea: Sea, batch: int, time_step: float = H, vehicle: Vehicle = HEAVY) -> Simulation:
    sim = Simulation(vehicle, sea, time_step, batch)
    sim.set_state(position=[0, 0, 5.0])
    return sim


def felt(sim: Simulation) -> np.ndarray:
    """The wind that the force tells of, (batch, 2): F = ½ ρ C S |V| V on each axis."""
    F = sim.forces()["wind"][:, 0, :2] / (0.5 * AIR * 2.0)
    return np.sign(F) * np.sqrt(np.abs(F))


def followed(sim: Simulation, steps: int) -> np.ndarray:
    """Of every step, (step, batch, 2)."""
    found = list[np.ndarray]()
    for _ in range(steps):
        sim.step()
        found.append(felt(sim))
    return np.array(found)


@functools.cache
def gusts() -> np.ndarray:
    """Over 100 times T in 64 rows along x and y: about 128 . 100 / 2 = 6400 samples as good as independent ones."""
    return followed(standing(gusty(), ROWS), STEPS)


EFFECTIVE = 2 * ROWS * STEPS * H / TAU / 2.0


def test_gusts_have_the_mean_0_and_their_deviation() -> None:
    """Each within 5 standard errors: σ/√n of the mean, σ²√(2/n) of the variance, all together and along each axis."""
    assert abs(gusts().mean()) < 5.0 * SIGMA / math.sqrt(EFFECTIVE)
    assert abs(gusts().var() - SIGMA**2) < 5.0 * SIGMA**2 * math.sqrt(2.0 / EFFECTIVE)
    for axis in range(2):
        assert abs(gusts()[..., axis].mean()) < 5.0 * SIGMA / math.sqrt(EFFECTIVE / 2.0)
        assert abs(gusts()[..., axis].var() - SIGMA**2) < 5.0 * SIGMA**2 * math.sqrt(4.0 / EFFECTIVE)


def test_gusts_are_normal() -> None:
    """Kurtosis 3 and skewness 0, within 5 standard errors √(24/n), √(6/n)."""
    x = gusts() / gusts().std()
    assert abs((x**3).mean()) < 5.0 * math.sqrt(6.0 / EFFECTIVE)
    assert abs((x**4).mean() - 3.0) < 5.0 * math.sqrt(24.0 / EFFECTIVE)


@pytest.mark.parametrize("lag", [1, 5, 10, 20, 40, 100])
def test_the_correlation_of_gusts_falls_exponentially(lag: int) -> None:
    """e^(-Δt/T); its standard error is less than 1/√n."""
    found = (gusts()[lag:] * gusts()[:-lag]).mean() / gusts().var()
    assert found == pytest.approx(math.exp(-lag * H / TAU), abs=5.0 / math.sqrt(EFFECTIVE))


def test_gusts_of_rows_and_axes_are_independent() -> None:
    """The correlation of any two of 128 series of about 50 good samples each: 8128 pairs within 5 / √50 of 0.

    And all pairs together have the spread 1/√50 that chance gives, to a tenth.
    """
    series = gusts().transpose(1, 2, 0).reshape(2 * ROWS, STEPS)
    pairs = np.corrcoef(series)[np.triu_indices(2 * ROWS, 1)]
    good = STEPS * H / TAU
    assert np.abs(pairs).max() < 5.5 / math.sqrt(good)
    assert pairs.std() == pytest.approx(1.0 / math.sqrt(good), rel=0.1)


def test_gusts_begin_as_they_go_on() -> None:
    """The first of 4000 rows has the deviation of all others: no calm at the start."""
    sim = standing(gusty(11), 4000)
    first = followed(sim, 1)[0]
    assert abs(first.std() - SIGMA) < 5.0 * SIGMA / math.sqrt(2.0 * first.size)
    assert abs(first.mean()) < 5.0 * SIGMA / math.sqrt(first.size)


@pytest.mark.parametrize("steps", [1, 4])
def test_the_deviation_does_not_depend_on_the_step(steps: int) -> None:
    """With steps a quarter as long: the same variance and, over the same time, the same correlation."""
    h = 0.4 / steps
    found = followed(standing(gusty(12), 500, h), 40 * steps)[::steps]
    n = found.size * math.tanh(0.2)  # samples that are correlated by e^-0.4 each
    assert abs(found.var() - SIGMA**2) < 5.0 * SIGMA**2 * math.sqrt(2.0 / n)
    assert (found[1:] * found[:-1]).mean() / found.var() == pytest.approx(math.exp(-0.4), abs=5.0 / math.sqrt(n))


def test_the_same_seed_gives_the_same_gusts_and_another_other_ones() -> None:
    assert np.array_equal(followed(standing(gusty(), ROWS), 20), gusts()[:20])
    assert np.array_equal(followed(standing(gusty(np.random.SeedSequence(7)), ROWS), 20), gusts()[:20])
    other = followed(standing(gusty(8), ROWS), 20)
    assert not np.isin(other, gusts()[:20]).any()


def test_a_row_has_the_gusts_of_its_own_seed() -> None:
    """SeedSequence(seed).spawn(batch)[i]: whatever the size of the batch."""
    assert np.array_equal(followed(standing(gusty(), 3), 20), gusts()[:20, :3])
    assert np.array_equal(followed(standing(gusty(), 1), 20), gusts()[:20, :1])
    children = np.random.SeedSequence(7).spawn(ROWS)
    expected = [child.generate_state(1, np.uint64)[0] for child in children]
    assert Wind((0, 0, 0), gust_std=1.0, seed=7).keys(ROWS).tolist() == expected
    first = [called(gust)(SIGMA, TAU, int(key) >> 32, int(key) & 0xFFFFFFFF, 0, H, 0.0, 0.0) for key in expected]
    np.testing.assert_allclose(gusts()[0], first, rtol=1e-9)  # 1e12 kg are moved a little


def test_gusts_add_to_the_mean() -> None:
    """The same seed, with 20 m/s more along x: 1e-9, since even 1e12 kg are moved a little in half a second."""
    windy = followed(standing(gusty(velocity=(20.0, -9.0)), ROWS), 10)
    np.testing.assert_allclose(windy - [20.0, -9.0], gusts()[:10], rtol=0, atol=1e-9)


def test_two_vehicles_feel_the_same_gust() -> None:
    twin = HEAVY.replace(name="twin")
    sim = Simulation([HEAVY, twin], gusty(), H, 4)
    for k in range(2):
        sim.set_state(k, position=[3.0 * k, 0, 5.0])
    sim.step(count=5)
    wind = sim.forces()["wind"]
    assert np.array_equal(wind[:, 0], wind[:, 1])
    assert np.array_equal(felt(sim), gusts()[4, :4])


def test_gusts_go_on_from_a_snapshot() -> None:
    sim = standing(gusty(), 5)
    followed(sim, 10)
    snapshot = sim.snapshot()
    after = followed(sim, 10)
    followed(sim, 7)
    sim.restore(snapshot)
    assert np.array_equal(felt(sim), gusts()[9, :5])
    assert np.array_equal(followed(sim, 10), after)
    assert np.array_equal(after, gusts()[10:20, :5])


def test_gusts_begin_anew_after_a_reset() -> None:
    """Of the rows that are reset; the others go on."""
    sim = standing(gusty(), 5)
    followed(sim, 10)
    sim.reset([1, 3])
    found = followed(sim, 10)
    assert np.array_equal(found[:, [1, 3]], gusts()[:10, [1, 3]])
    assert np.array_equal(found[:, [0, 2, 4]], gusts()[10:20, [0, 2, 4]])


def test_gusts_do_not_go_on_in_a_row_that_is_stopped() -> None:
    vehicle = HEAVY.replace(fins=Fin("fin", (0, 0, 0), 1.0))
    sim = standing(gusty(), 3, vehicle=vehicle)
    sim.step(count=5)
    sim.step(actuators={"fin": [0.0, math.nan, 0.0]}, count=5, throw=False)
    found = felt(sim)
    assert np.array_equal(found[[0, 2]], gusts()[9, [0, 2]])
    assert np.array_equal(found[1], gusts()[4, 1])


# Gusts with a spectrum

NPD = Wind((16.0, 12.0), gust_spectrum="npd", seed=7)
SEEDS, HOUR, SAMPLE = 60, 3600.0, 0.5


@functools.cache
def records() -> np.ndarray:
    """An hour of gusts along the mean wind for each of some seeds, (seed, time)."""
    t = np.arange(0.0, HOUR, SAMPLE)
    return np.stack([NPD.replace(seed=seed).gusts(t) @ [0.8, 0.6, 0.0] for seed in range(SEEDS)])


def test_gusts_of_an_hour_have_the_deviation_of_the_spectrum() -> None:
    """σ² = ∫ S df over the band, 2.28 m/s at 20 m/s: the mean of 60 hours, within 5 standard errors of their spread.

    The mean of an hour is that of at least 6 periods of each component, small but not 0.
    """
    variance = np.mean(np.square(records()), axis=1)
    error = variance.std() / math.sqrt(SEEDS)
    assert error < 0.02 * NPD.gust_deviation**2
    assert abs(variance.mean() - NPD.gust_deviation**2) < 5.0 * error
    assert NPD.gust_deviation == pytest.approx(2.281, abs=1e-3)
    assert np.abs(records().mean(axis=1)).max() < 0.25 * NPD.gust_deviation
    kurtosis = np.mean(records() ** 4) / np.mean(records() ** 2) ** 2
    assert kurtosis == pytest.approx(3.0, abs=0.1)  # many components: nearly normal


def test_gusts_have_the_npd_spectrum() -> None:
    """By Welch's method over segments of 900 s, in ten bands, with S averaged over each as the estimate is.

    The segments resolve 1/900 Hz and smear S over 2/900 Hz: bands begin at 0.008 Hz. The variance of a band in an hour
    is that of some 10 components, all but fixed by the spectrum; 5 % is ten times the spread of the mean over seeds.
    """
    f, density = welch(records(), fs=1.0 / SAMPLE, nperseg=int(900.0 / SAMPLE), axis=1)
    edges = np.geomspace(0.008, 0.45, 11)
    mean = density.mean(axis=0)
    for low, high in itertools.pairwise(edges):
        inside = (f >= low) & (f < high)
        assert mean[inside].mean() == pytest.approx(NPD.gust_density(f[inside]).mean(), rel=0.05)
    assert mean[f > 0.55].max() < 1e-3 * mean[inside].min()  # nothing above the band


def test_the_simulation_has_the_gusts_of_the_wind() -> None:
    """Those of the start of each step, held over it: bit for bit what ``Wind.gusts`` gives, in every run."""
    sim = Simulation(HEAVY, Sea(gravity=0.0, wind=NPD), 0.3, 5, start_time=11.0)
    sim.set_state(position=[0, 0, 5.0])
    for _ in range(20):
        start = sim.state.time
        sim.step()
        held = sim._engine.rows(at.GUSTS)
        for run in range(5):
            assert np.array_equal(held[run], NPD.gusts(start[run], run)[:2])
    expected = np.stack([NPD.velocity[:2] + NPD.gusts(start[run], run)[:2] for run in range(5)])
    np.testing.assert_allclose(felt(sim), expected, rtol=1e-9)  # 1e12 kg are moved a little


def test_gusts_do_not_depend_on_the_step() -> None:
    """At the times that two simulations share, the same bits: 0.25 s and 0.5 s are exact in binary."""
    found = []
    for h, count in ((0.25, 40), (0.5, 20)):
        sim = standing(Sea(gravity=0.0, wind=NPD), 3, h)
        held = list[np.ndarray]()
        for _ in range(count):
            sim.step()
            held.append(sim._engine.rows(at.GUSTS))
        found.append(np.array(held))
    assert np.array_equal(found[0][::2], found[1])


def test_gusts_with_a_spectrum_after_resets_and_snapshots() -> None:
    """A reset row begins at time 0 again; a new seed gives the gusts of that seed."""
    sim = standing(Sea(gravity=0.0, wind=NPD), 4)
    sim.step(count=10)
    snapshot = sim.snapshot()
    sim.step(count=5)
    sim.reset([1])
    sim.reset([2], seed=[40])
    sim.step(count=3)
    held = sim._engine.rows(at.GUSTS)
    late, early = 17 * H, 2 * H
    assert np.array_equal(held[0], NPD.gusts(late, 0)[:2])
    assert np.array_equal(held[1], NPD.gusts(early, 1)[:2])
    assert np.array_equal(held[2], NPD.replace(seed=40).gusts(early)[:2])
    sim.restore(snapshot)
    sim.step()
    assert np.array_equal(sim._engine.rows(at.GUSTS)[3], NPD.gusts(10 * H, 3)[:2])

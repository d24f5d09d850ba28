import pickle

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.water import WATER
from seaway.kernels.waves import (
    AIRY,
    AMPLITUDE,
    CHANNELS,
    FLOW,
    GERSTNER,
    HEAD,
    KX,
    KY,
    NUMBER,
    OMEGA,
    PACK,
    SPEED,
    STEEPEST,
    STILL,
)
from seaway.sea import Components, Current, Jonswap, PiersonMoskowitz, Sea, SeaState, Spreading, Waves
from seaway.sea._carrying import NO_CURRENT

FIELDS = ("amplitude", "omega", "direction", "phase", "wave_number", "q")
SPECTRUM = Jonswap(2.0, 8.0, 3.3)


def same(a: Components, b: Components) -> None:
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))


# Construction


def test_defaults() -> None:
    parts = Waves.regular(1.0, 6.0).components
    waves = Waves(parts)
    assert waves.components is parts
    assert (waves.depth, waves.gravity, waves.ramp) == (None, 9.80665, 0.0)
    with pytest.raises(AttributeError):
        waves.ramp = 1.0  # type: ignore[misc]


def test_regular() -> None:
    waves = Waves.regular(1.0, 6.0, direction=0.7, phase=-0.2, depth=12.0, gravity=9.81, ramp=5.0)
    same(waves.components, Waves.regular(1.0, 6.0, direction=0.7, phase=-0.2, depth=12.0, gravity=9.81).components)
    assert (waves.depth, waves.gravity, waves.ramp) == (12.0, 9.81, 5.0)
    assert waves.components.amplitude[0] == 0.5


def test_gerstner() -> None:
    waves = Waves.gerstner([1.0, 0.5], [8.0, 5.0], direction=[0.1, 0.2], phase=[0.3, 0.4], q=[0.9, 0.5], gravity=9.81)
    same(
        waves.components,
        Waves.gerstner(
            [1.0, 0.5], [8.0, 5.0], direction=[0.1, 0.2], phase=[0.3, 0.4], q=[0.9, 0.5], gravity=9.81
        ).components,
    )
    assert (waves.depth, waves.gravity, waves.ramp) == (None, 9.81, 0.0)
    with pytest.raises(ModelError, match="Gerstner waves have no ramp, got one of 3 s"):
        Waves(waves.components, gravity=9.81, ramp=3.0)


@pytest.mark.parametrize("method", ["equal_energy", "equal_spacing"])
def test_irregular(method) -> None:
    given = {"seed": 7, "depth": 30.0, "gravity": 9.81, "method": method}
    waves = Waves.irregular(SPECTRUM, 50, direction=0.4, spreading=Spreading(3), ramp=2.0, **given)
    same(waves.components, Waves.irregular(SPECTRUM, 50, direction=0.4, spreading=Spreading(3), **given).components)
    assert (waves.depth, waves.gravity, waves.ramp, len(waves.components)) == (30.0, 9.81, 2.0, 50)


@pytest.mark.parametrize("name", ["moderate", "sea state 4", "beaufort 5"])
def test_from_sea_state(name: str) -> None:
    waves = Waves.from_sea_state(name, seed=3, direction=0.9)
    same(waves.components, Waves.irregular(SeaState.named(name).spectrum(), direction=0.9, seed=3).components)
    assert waves.components.significant_height == pytest.approx(SeaState.named(name).significant_height, rel=0.02)


def test_from_sea_state_with_all_that_a_random_sea_may_have() -> None:
    given = {"seed": 7, "depth": 30.0, "gravity": 9.81, "method": "equal_spacing"}
    waves = Waves.from_sea_state("rough", 50, direction=0.4, spreading=Spreading(3), ramp=2.0, **given)
    same(
        waves.components,
        Waves.irregular(
            SeaState.named("rough").spectrum(), 50, direction=0.4, spreading=Spreading(3), **given
        ).components,
    )
    assert (waves.depth, waves.gravity, waves.ramp, len(waves.components)) == (30.0, 9.81, 2.0, 50)


def test_the_same_seed_gives_the_same_sea() -> None:
    """The very bits; another seed gives another sea of the same height."""
    x = np.linspace(0, 100, 50)
    first, again, other = (Waves.irregular(SPECTRUM, 80, seed=seed) for seed in (5, 5, 6))
    same(first.components, again.components)
    np.testing.assert_array_equal(first.elevation(x, 0.0, 3.0), again.elevation(x, 0.0, 3.0))
    assert np.max(np.abs(first.elevation(x, 0.0, 3.0) - other.elevation(x, 0.0, 3.0))) > 0.1
    sequence = Waves.irregular(SPECTRUM, 80, seed=np.random.SeedSequence(5))
    same(sequence.components, first.components)


def test_a_flat_sea_moves_nothing() -> None:
    waves = Waves.regular(0.0, 6.0)
    p = [[0.0, 0.0, -1.0], [3.0, 2.0, 1.0]]
    for values in (waves.elevation(1.0, 2.0, 3.0), waves.velocity(p, 1.0), waves.acceleration(p, 1.0)):
        assert not np.any(values)


# What is refused


def test_components_of_another_depth_are_refused() -> None:
    """The message has both wave numbers and the component."""
    shallow = Waves.regular(0.5, 8.0, depth=10.0).components
    k, deep = float(shallow.wave_number[0]), float(Waves.regular(0.5, 8.0).components.wave_number[0])
    with pytest.raises(ModelError, match=rf"component 0 has the wave number {k:g} rad/m, but .* give {deep:g}"):
        Waves(shallow)
    with pytest.raises(ModelError, match=rf"{deep:g} rad/m, but ω and depth give {k:g}"):
        Waves(Waves.regular(0.5, 8.0).components, depth=10.0)
    Waves(shallow, depth=10.0)


def test_components_of_another_gravity_are_refused() -> None:
    with pytest.raises(ModelError, match=r"wave number .*; make the components with the same depth and gravity"):
        Waves(Waves.regular(0.5, 8.0, gravity=9.81).components)


def test_the_component_that_does_not_fit_is_named() -> None:
    parts = Waves.irregular(SPECTRUM, 5, seed=1).components
    k = parts.wave_number.copy()
    k[3] *= 1.001
    bad = Components(parts.amplitude, parts.omega, parts.direction, parts.phase, k)
    with pytest.raises(ModelError, match=rf"component 3 has the wave number {k[3]:g}"):
        Waves(bad)


def test_gerstner_waves_are_refused_in_finite_depth() -> None:
    """Also in water so deep that the wave numbers fit."""
    with pytest.raises(ModelError, match=r"Gerstner waves are for deep water, got a depth of 5000 m"):
        Waves(Waves.gerstner(1.0, 6.0).components, depth=5000.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ramp": -2.5}, r"ramp of a wave field must be >= 0 \[s\], got -2.5"),
        ({"ramp": np.nan}, r"ramp of a wave field .*nan"),
        ({"gravity": 0.0}, r"gravity .*0"),
        ({"gravity": -9.8}, r"gravity .*-9.8"),
        ({"depth": 0.0}, r"depth .*0"),
        ({"depth": -4.0}, r"depth .*-4"),
        ({"depth": np.inf}, r"depth .*inf"),
    ],
)
def test_numbers_out_of_range_are_refused(change: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Waves(Waves.regular(0.5, 8.0).components, **change)


def test_waves_are_made_of_components() -> None:
    with pytest.raises(ModelError, match=r"components of a wave field must be of Components, got \[1, 2\]"):
        Waves([1, 2])  # type: ignore[arg-type]


@pytest.mark.parametrize("points", [3.0, [1.0, 2.0], np.zeros((4, 2))])
def test_points_have_three_coordinates(points) -> None:
    with pytest.raises(ModelError, match=r"points must have the shape \(..., 3\), got"):
        Waves.regular(1.0, 6.0).velocity(points, 0.0)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_points_and_times_are_finite(bad: float) -> None:
    """For every question, whichever way it is worked out."""
    waves = Waves.regular(1.0, 6.0)
    for ask in (
        lambda: waves.velocity([bad, 0.0, 0.0], 0.0),
        lambda: waves.acceleration([0.0, 0.0, 0.0], bad),
        lambda: waves.slope(bad, 0.0, 0.0),
        lambda: waves.elevation([0.0, 1.0], 0.0, [0.0, bad]),
        lambda: waves.elevation(bad, 0.0, 0.0),
        lambda: waves.elevation(0.0, 0.0, bad),
    ):
        with pytest.raises(ModelError, match="points and times must be finite"):
            ask()


# In a sea


def test_a_sea_has_waves_of_its_own_gravity_and_depth() -> None:
    deep, shallow = Waves.regular(0.5, 6.0), Waves.regular(0.5, 6.0, depth=10.0)
    assert Sea(waves=deep).waves is deep
    assert Sea(depth=10.0, waves=shallow).waves is shallow
    message = r"waves are made for gravity 9.80665 m/s2 and depth infinite, the sea has gravity 9.81 m/s2 and depth"
    with pytest.raises(ModelError, match=message):
        Sea(gravity=9.81, waves=deep)
    with pytest.raises(ModelError, match=r"depth infinite, the sea has gravity .* and depth 10 m; make both alike"):
        Sea(depth=10.0, waves=deep)
    with pytest.raises(ModelError, match=r"depth 10 m, the sea has gravity .* and depth 12 m"):
        Sea(depth=12.0, waves=shallow)


def test_waves_need_a_surface() -> None:
    with pytest.raises(ModelError, match=r"waves need a surface; give surface=0.0"):
        Sea(surface=None, waves=Waves.regular(0.5, 6.0))


def test_waves_of_a_sea_are_waves() -> None:
    with pytest.raises(ModelError, match=r"must be of Waves, got"):
        Sea(waves=Waves.regular(0.5, 6.0).components)  # type: ignore[arg-type]


def test_compiled() -> None:
    waves = Waves.irregular(SPECTRUM, 20, direction=0.5, spreading=Spreading(2), seed=2, depth=25.0, ramp=4.0)
    table, c = waves.compiled(), waves.components
    own, k = table[0, :, :20], c.wave_number
    assert table.shape == (1, CHANNELS, 2 * PACK)
    assert not np.any(table[0, AMPLITUDE, 20:])
    np.testing.assert_array_equal(own[[AMPLITUDE, NUMBER, OMEGA]], [c.amplitude, k, c.omega])
    np.testing.assert_allclose(np.hypot(own[KX], own[KY]), k, rtol=1e-15)
    turns = np.arctan2(np.sin(c.direction), np.cos(c.direction))
    np.testing.assert_allclose(np.arctan2(own[KY], own[KX]), turns, atol=1e-14)
    water, _, same_table = Sea(depth=25.0, waves=waves).compiled()
    assert water.dtype == WATER
    assert (water["waves"][0], water["wave_depth"][0], water["wave_ramp"][0]) == (AIRY, 25.0, 4.0)
    np.testing.assert_array_equal(same_table, table)


@pytest.mark.parametrize("depth", [None, 25.0])
def test_factors_of_the_depth(depth: float | None) -> None:
    """e^kh / 2 over sinh kh and over cosh kh; the steepest of each pack of 16, the last filled up with k = 1."""
    waves = Waves.irregular(SPECTRUM, 20, seed=2, depth=depth)
    table, k, kh = waves.compiled()[0], waves.components.wave_number, waves.components.wave_number * (depth or np.inf)
    with np.errstate(over="ignore", invalid="ignore"):
        flow, head = (np.where(np.isinf(kh), 1.0, 0.5 * np.exp(kh) / of(kh)) for of in (np.sinh, np.cosh))
    np.testing.assert_allclose(table[FLOW, :20], flow, rtol=1e-13)
    np.testing.assert_allclose(table[HEAD, :20], head, rtol=1e-13)
    np.testing.assert_allclose(table[SPEED, :20], waves.components.omega / k * flow, rtol=1e-13)
    assert table[STEEPEST].tolist() == [k[:16].max()] * 16 + [1.0] * 16


@pytest.mark.parametrize("depth", [None, 6.0])
def test_the_layer_and_the_set_down(depth: float | None) -> None:
    """Half the standard deviation of the surface; Σ a² ω² / (4 g sinh² kh), which is Σ a² k / (2 sinh 2kh)."""
    waves = Waves.irregular(SPECTRUM, 20, seed=2, depth=depth)
    water, c = Sea(depth=depth, waves=waves).compiled()[0], waves.components
    assert water["wave_layer"][0] == pytest.approx(0.5 * np.sqrt(c.variance), rel=1e-14)
    k = c.wave_number
    expected = 0.0 if depth is None else np.sum(c.amplitude**2 * k / (2.0 * np.sinh(2.0 * k * depth)))
    assert water["wave_set_down"][0] == pytest.approx(expected, rel=1e-9)


def test_compiled_kinds() -> None:
    still, _, none = Sea().compiled()
    assert (still["waves"][0], still["wave_depth"][0], none.shape) == (STILL, np.inf, (0, CHANNELS, 0))
    assert Sea(waves=Waves.gerstner(1.0, 6.0)).compiled()[0]["waves"][0] == GERSTNER
    water = Sea(waves=Waves.regular(1.0, 6.0)).compiled()[0]
    assert (water["waves"][0], water["wave_depth"][0]) == (AIRY, np.inf)
    assert Sea(waves=Waves.gerstner(1.0, 6.0, q=0.0)).compiled()[0]["waves"][0] == AIRY


# Shapes


@pytest.mark.parametrize(
    "waves", [Waves.regular(1.0, 6.0), Waves.regular(1.0, 6.0, ramp=1.0), Waves.gerstner(1.0, 6.0)]
)
@pytest.mark.parametrize(
    ("x", "y", "t", "shape"),
    [
        ((), (), (), ()),
        ((4,), (), (), (4,)),
        ((4, 1), (5,), (), (4, 5)),
        ((), (), (6,), (6,)),
        ((2, 1, 1), (3, 1), (4,), (2, 3, 4)),
        ((0,), (), (), (0,)),
        ((3, 0), (), (), (3, 0)),
    ],
)
def test_elevation_and_slope_broadcast(waves: Waves, x: tuple, y: tuple, t: tuple, shape: tuple) -> None:
    random = np.random.default_rng(1)
    X, Y, T = random.uniform(1, 9, size=x), random.uniform(1, 9, size=y), random.uniform(1, 9, size=t)
    eta, slope = waves.elevation(X, Y, T), waves.slope(X, Y, T)
    assert (eta.shape, slope.shape) == (shape, (*shape, 2))
    full = [np.broadcast_to(v, shape).ravel() for v in (X, Y, T)]
    one = [float(waves.elevation(*map(float, place))) for place in zip(*full, strict=True)]
    np.testing.assert_allclose(eta.ravel(), one, rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("points", "t", "shape"),
    [
        ((3,), (), ()),
        ((5, 3), (), (5,)),
        ((5, 3), (5,), (5,)),
        ((3,), (7,), (7,)),
        ((5, 1, 3), (7,), (5, 7)),
        ((0, 3), (), (0,)),
    ],
)
def test_fields_broadcast(points: tuple, t: tuple, shape: tuple) -> None:
    random, waves = np.random.default_rng(2), Waves.regular(1.0, 6.0)
    p, T = random.uniform(-5, 0, size=points), random.uniform(1, 9, size=t)
    assert waves.velocity(p, T).shape == (*shape, 3)
    assert waves.acceleration(p, T).shape == (*shape, 3)
    assert waves.dynamic_pressure(p, T).shape == shape


def test_inputs_are_not_written() -> None:
    x = np.linspace(0, 9, 4)
    p = np.ones((4, 3))
    waves = Waves.regular(1.0, 6.0)
    waves.elevation(x, x, 0.0)
    waves.velocity(p, x)
    np.testing.assert_array_equal(x, np.linspace(0, 9, 4))
    np.testing.assert_array_equal(p, np.ones((4, 3)))


def test_pressure_goes_with_density() -> None:
    waves, p = Waves.regular(1.0, 6.0), [0.0, 0.0, -2.0]
    assert waves.dynamic_pressure(p, 0.3) == waves.dynamic_pressure(p, 0.3, 1025.0)
    assert waves.dynamic_pressure(p, 0.3, 500.0) == pytest.approx(waves.dynamic_pressure(p, 0.3, 1000.0) / 2, rel=1e-15)


@pytest.mark.parametrize("depth", [None, 12.0])
def test_elevation_of_many_points_is_that_of_each(depth: float | None) -> None:
    """One by one, and through the packed loop: the same sums, so 1e-15."""
    waves = Waves.irregular(PiersonMoskowitz(1.0, 5.0), 60, direction=0.3, spreading=Spreading(2), seed=1, depth=depth)
    x, y = np.random.default_rng(3).uniform(-200, 200, size=(2, 301))
    packed = waves.elevation(x, y, 4.2)
    single = [float(waves.elevation(a, b, 4.2)) for a, b in zip(x, y, strict=True)]
    np.testing.assert_array_equal(packed, single)
    fast = waves.motion_on(NO_CURRENT, np.column_stack([x, y, np.zeros(301)]), 4.2, fast=True)[:, 0]
    np.testing.assert_allclose(packed, fast, rtol=0, atol=1e-15)


# On a current


def test_waves_ride_on_a_uniform_current() -> None:
    """In a sea all is that of still water at places that have drifted with the current; its velocity is added."""
    U, p, t = np.array([0.8, -0.5, 0.0]), np.random.default_rng(3).uniform([-9, -9, -4], [9, 9, 0], size=(7, 3)), 5.5
    waves = Waves.irregular(SPECTRUM, 30, seed=2)
    sea, moved = Sea(waves=waves, current=U), p - U * t
    np.testing.assert_allclose(sea.elevation(*p[:, :2].T, t), waves.elevation(*moved[:, :2].T, t), atol=1e-13)
    np.testing.assert_allclose(sea.slope(*p[:, :2].T, t), waves.slope(*moved[:, :2].T, t), atol=1e-13)
    np.testing.assert_allclose(sea.velocity(p, t), waves.velocity(moved, t) + U, atol=1e-13)
    np.testing.assert_allclose(sea.acceleration(p, t), waves.acceleration(moved, t), atol=1e-13)
    np.testing.assert_allclose(sea.dynamic_pressure(p, t), waves.dynamic_pressure(moved, t), atol=1e-9)


def test_in_a_sheared_current_the_acceleration_follows_the_water() -> None:
    """Dv/Dt of the waves along the path of a particle: ∂v/∂t + ((U + v) · ∇) v, by central differences."""
    waves, d = Waves.irregular(SPECTRUM, 30, spreading=Spreading(2), seed=2), 1e-4
    sea = Sea(waves=waves, current=Current([[0.8, -0.3, 0.0], [0.1, 0.2, 0.0]], depths=[0.0, 12.0]))
    for p in np.array([[3.0, -2.0, -1.5], [-40.0, 15.0, -6.0]]):

        def orbital(at: np.ndarray, t: float) -> np.ndarray:
            return waves.motion_on(sea.carrier, at, t)[3:6]

        v = orbital(p, 5.5) + sea.current.at(5.5, -p[2])  # type: ignore[union-attr]
        moved = (orbital(p + d * v, 5.5 + d) - orbital(p - d * v, 5.5 - d)) / (2.0 * d)
        np.testing.assert_allclose(sea.acceleration(p, 5.5), moved, rtol=0, atol=1e-7)


# Sums

SWELL = Waves.irregular(Jonswap(1.5, 12.0, 5.0), 60, seed=1, direction=0.2, depth=40.0, ramp=4.0)
WIND_SEA = Waves.irregular(Jonswap(1.0, 5.0), 80, seed=2, direction=1.4, spreading=Spreading(5), depth=40.0, ramp=4.0)


def test_seas_add_up() -> None:
    """Linear waves: elevation, velocity and pressure of the sum are those of both, to the rounding of 140 terms."""
    both = SWELL + WIND_SEA
    assert (both.depth, both.gravity, both.ramp, both.counts) == (40.0, SWELL.gravity, 4.0, (60, 80))
    assert both.components.variance == pytest.approx(
        SWELL.components.variance + WIND_SEA.components.variance, rel=1e-14
    )
    x, t = np.linspace(0.0, 300.0, 40), np.linspace(0.0, 60.0, 40)
    expected = SWELL.elevation(x, 0.0, t) + WIND_SEA.elevation(x, 0.0, t)
    np.testing.assert_allclose(both.elevation(x, 0.0, t), expected, rtol=0, atol=1e-13)
    points = np.stack([x, 0.1 * x, -0.05 * x], axis=-1)
    expected = SWELL.velocity(points, t) + WIND_SEA.velocity(points, t)
    np.testing.assert_allclose(both.velocity(points, t), expected, rtol=0, atol=1e-13)


def test_a_sum_has_the_components_of_each_sea() -> None:
    three = SWELL + WIND_SEA + SWELL
    assert three.counts == (60, 80, 60)
    for found, expected in zip(three.seas, (SWELL, WIND_SEA, SWELL), strict=True):
        same(found.components, expected.components)
        assert found == expected
    assert SWELL.seas == (SWELL,)
    assert pickle.loads(pickle.dumps(three)) == three  # noqa: S301 - our own
    assert three.replace(ramp=0.0).counts == three.counts


@pytest.mark.parametrize(("second", "parallel"), [(0.2, True), (0.2 + np.pi, True), (0.3, False)])
def test_a_sum_is_long_crested_if_all_waves_are_parallel(second: float, parallel: bool) -> None:
    """Each sea alone is long-crested."""
    one, other = (Waves.irregular(SPECTRUM, 20, seed=1, direction=angle) for angle in (0.2, second))
    for waves, expected in ((one, True), (other, True), (one + other, parallel)):
        water = np.zeros(1, dtype=WATER)
        waves.fill(water)
        assert bool(water["long_crested"][0]) == expected
    assert water["wave_count"] == 40


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (WIND_SEA.replace(ramp=2.0), "waves that are added must have the same ramp, got 4 s and 2 s"),
        (Waves.regular(1.0, 9.0, ramp=4.0), "waves that are added must have the same depth, got 40 m and deep water"),
        (
            Waves.regular(1.0, 9.0, depth=40.0, gravity=9.0, ramp=4.0),
            r"waves that are added must have the same gravity, got 9.80665 m/s2 and 9 m/s2",
        ),
        (
            Waves.gerstner(1.0, 9.0),
            "Gerstner waves do not add up with other waves; give all of them to one Waves.gerstner",
        ),
    ],
)
def test_seas_that_do_not_add_up(other: Waves, message: str) -> None:
    for one, two in ((SWELL, other), (other, other)) if "Gerstner" in message else ((SWELL, other),):
        with pytest.raises(ModelError, match=message):
            one + two
    with pytest.raises(TypeError, match="unsupported operand"):
        SWELL + 1.0  # type: ignore[operator]


def test_counts_that_do_not_fit() -> None:
    with pytest.raises(ModelError, match=r"the counts must add up to the 60 components, got \[10, 20\]"):
        SWELL.replace(counts=[10, 20])
    with pytest.raises(
        ModelError, match=r"the counts of a wave field must be a list of whole numbers >= 0, got \[-1\]"
    ):
        SWELL.replace(counts=[-1])

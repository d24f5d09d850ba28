from collections.abc import Callable

import numpy as np
import pytest
from scipy.integrate import trapezoid
from tests.oracles import waves_numpy as oracle

from seaway.errors import ModelError, SeawayWarning
from seaway.sea import Components, Eckv, Jonswap, PiersonMoskowitz, SpectrumTable, Spreading, Waves, wave_number

FIELDS = ("amplitude", "omega", "direction", "phase", "wave_number", "q")
SEA = Jonswap(4.0, 10.0, 3.3)


def as_oracle(waves: Components, depth: float | None = None) -> oracle.Waves:
    return oracle.Waves(*(getattr(waves, name) for name in FIELDS), depth=depth)


def test_regular() -> None:
    wave = Waves.regular(3.0, 8.0, direction=0.7, phase=-0.2, depth=12.0, gravity=9.81).components
    omega = 2.0 * np.pi / 8.0
    expected = [1.5, omega, 0.7, -0.2, float(wave_number(omega, 12.0, 9.81)), 0.0]
    for name, value in zip(FIELDS, expected, strict=True):
        np.testing.assert_array_equal(getattr(wave, name), [value])
    assert len(wave) == 1
    assert wave.variance == pytest.approx(1.5**2 / 2.0)
    assert wave.significant_height == pytest.approx(4.0 * 1.5 / np.sqrt(2.0))
    assert Waves.regular(0.0, 5.0).components.significant_height == 0.0


def test_a_wave_goes_to_its_direction() -> None:
    """Crests of a wave to the north (π/2) move north at ω/k: η(0, c t, t) = η(0, 0, 0)."""
    waves = as_oracle(Waves.regular(1.0, 6.0, direction=0.5 * np.pi).components)
    speed = float(waves.omega[0] / waves.wave_number[0])
    assert oracle.elevation(waves, 0.0, 0.0, 0.0) == 0.5
    assert oracle.elevation(waves, 0.0, 2.5 * speed, 2.5) == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize("depth", [None, 200.0, 5.0, 1.0])
def test_a_wave_breaks_at_the_limit_of_miche(depth: float | None) -> None:
    """H/λ = 0.142 tanh(k h)."""
    k = float(wave_number(1.0, depth))
    limit = 0.142 * 2.0 * np.pi / k * (1.0 if depth is None else np.tanh(k * depth))
    Waves.regular(limit * (1.0 - 1e-9), 2.0 * np.pi, depth=depth)
    with pytest.raises(ModelError, match=rf"breaks: H/λ is .* its height must be <= {limit:.3g} m"):
        Waves.regular(limit * (1.0 + 1e-9), 2.0 * np.pi, depth=depth)


def test_gerstner() -> None:
    one = Waves.gerstner(2.0, 8.0).components
    np.testing.assert_array_equal(one.q, [1.0])
    np.testing.assert_array_equal(one.amplitude, [1.0])
    assert one.wave_number[0] == wave_number(2.0 * np.pi / 8.0)
    many = Waves.gerstner([1.0, 2.0, 0.5], [6.0, 9.0, 5.0], direction=0.3, phase=[0.0, 1.0, 2.0], q=0.5).components
    np.testing.assert_array_equal(many.direction, 0.3)
    np.testing.assert_array_equal(many.q, 0.5)
    assert len(many) == 3


def test_gerstners_crests_may_be_cusps_and_no_more() -> None:
    """Σ q k a <= 1."""
    k = float(wave_number(1.0))
    Waves.gerstner(2.0 / k, 2.0 * np.pi)
    Waves.gerstner([1.0 / k, 2.0 / k], 2.0 * np.pi, q=[1.0, 0.5])
    Waves.gerstner(3.0 / k, 2.0 * np.pi, q=0.6)
    with pytest.raises(ModelError, match=r"Σ q k a > 1, got 1.5; take q times 0.667 or less"):
        Waves.gerstner(3.0 / k, 2.0 * np.pi)
    with pytest.raises(ModelError, match=r"got 1.25"):
        Waves.gerstner([1.0 / k, 1.5 / k], 2.0 * np.pi)


@pytest.mark.parametrize("method", ["equal_energy", "equal_spacing"])
@pytest.mark.parametrize("spectrum", [SEA, PiersonMoskowitz(1.0, 6.0), Eckv(8.0)], ids=["jonswap", "pm", "eckv"])
def test_the_waves_hold_the_energy_of_the_band(spectrum: Jonswap, method: str) -> None:
    """Σ a²/2 = share × m0 whatever the seed: a sum of 200 terms, so to 1e-13."""
    for seed in range(3):
        waves = Waves.irregular(spectrum, seed=seed, method=method).components
        assert waves.variance == pytest.approx(0.999 * spectrum.moment(0), rel=1e-12)
        low, high = spectrum.band(0.999)
        assert np.all((waves.omega >= low) & (waves.omega <= high))
        assert np.all(np.diff(waves.omega) > 0.0)
        assert np.all((waves.phase >= 0.0) & (waves.phase < 2.0 * np.pi))
        np.testing.assert_array_equal(waves.direction, 0.0)
        np.testing.assert_array_equal(waves.wave_number, wave_number(waves.omega))
    assert Waves.irregular(spectrum, 50, seed=0, energy=0.95).components.variance == pytest.approx(
        0.95 * spectrum.moment(0), rel=1e-12
    )


def test_equal_energy_and_equal_spacing() -> None:
    even = Waves.irregular(SEA, 100, seed=3).components
    np.testing.assert_allclose(even.amplitude, np.sqrt(2.0 * 0.999 / 100), rtol=1e-12)
    shares = SEA.share_below(even.omega)
    np.testing.assert_array_equal(np.floor((shares - 0.0005) / 0.999 * 100), np.arange(100))
    spaced = Waves.irregular(SEA, 100, seed=3, method="equal_spacing").components
    low, high = SEA.band(0.999)
    width = (high - low) / 100
    np.testing.assert_array_equal(np.floor((spaced.omega - low) / width), np.arange(100))
    # In narrow bins the energy is S Δω: here to the change of S across a bin.
    fine = Waves.irregular(SEA, 5000, seed=3, method="equal_spacing").components
    width = (high - low) / 5000
    near = np.abs(fine.omega - 0.2 * np.pi) < 0.3
    np.testing.assert_allclose(
        fine.amplitude[near], np.sqrt(2.0 * SEA.density(fine.omega[near]) * width), rtol=0.01, atol=1e-3
    )


def test_frequencies_are_without_a_common_period() -> None:
    """The differences of evenly spaced frequencies would all be one number, and the record would repeat."""
    omega = Waves.irregular(SEA, 100, seed=1, method="equal_spacing").components.omega
    steps = np.diff(omega)
    assert len(np.unique(np.round(steps / np.mean(steps), 6))) == 99
    assert np.std(steps) > 0.2 * np.mean(steps)


@pytest.mark.parametrize("method", ["equal_energy", "equal_spacing"])
def test_moments_are_those_of_the_band_in_the_mean(method: str) -> None:
    """Over 100 seeds the mean of Σ a²/2 ωⁿ is the band's own, within 4 standard errors of that mean."""
    omega = np.linspace(*SEA.band(), 200001)
    for n in (1, 2):
        drawn = [
            0.5 * np.sum(w.amplitude**2 * w.omega**n)
            for w in (Waves.irregular(SEA, 60, seed=s, method=method).components for s in range(100))
        ]
        exact = trapezoid(omega**n * SEA.density(omega), omega)
        assert np.mean(drawn) == pytest.approx(exact, abs=4.0 * np.std(drawn) / np.sqrt(100))


def test_the_same_seed_gives_the_same_bits() -> None:
    spread = Spreading(10)
    one, two = (Waves.irregular(SEA, 80, direction=0.3, spreading=spread, seed=7).components for _ in range(2))
    other = Waves.irregular(SEA, 80, direction=0.3, spreading=spread, seed=8).components
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    for name in ("omega", "direction", "phase", "wave_number"):
        assert np.all(getattr(one, name) != getattr(other, name))
    np.testing.assert_array_equal(one.amplitude, other.amplitude)
    sequence = np.random.SeedSequence(7)
    for _ in range(2):  # and the sequence is not used up
        np.testing.assert_array_equal(
            Waves.irregular(SEA, 80, direction=0.3, spreading=spread, seed=sequence).components.phase, one.phase
        )
    rows = [Waves.irregular(SEA, 80, seed=row).components.phase for row in np.random.SeedSequence(7).spawn(2)]
    assert np.all(rows[0] != rows[1])
    assert np.all(rows[0] != one.phase)


def test_phases_are_even_over_the_turn() -> None:
    """The mean of exp(iφ) over n phases has the standard error 1/√n."""
    phase = Waves.irregular(SEA, 20000, seed=2).components.phase
    assert abs(np.mean(np.exp(1j * phase))) < 4.0 / np.sqrt(20000)


def test_spreading_changes_directions_only() -> None:
    long = Waves.irregular(SEA, 300, direction=2.0, seed=5).components
    short = Waves.irregular(SEA, 300, direction=2.0, spreading=Spreading(10), seed=5).components
    for name in ("amplitude", "omega", "phase", "wave_number"):
        np.testing.assert_array_equal(getattr(long, name), getattr(short, name))
    np.testing.assert_array_equal(long.direction, 2.0)
    # Stratified draws of equal energy: the mean is off by far less than the standard error 0.017 of free draws.
    assert np.mean(np.cos(short.direction - 2.0)) == pytest.approx(10.0 / 11.0, abs=2e-3)
    assert np.mean(np.sin(short.direction - 2.0)) == pytest.approx(0.0, abs=5e-3)
    # No link between frequency and direction, within 3/√n.
    assert abs(np.corrcoef(short.omega, short.direction)[0, 1]) < 3.0 / np.sqrt(300)


def test_depth_changes_wave_numbers_only() -> None:
    deep, shallow = Waves.irregular(SEA, seed=1).components, Waves.irregular(SEA, seed=1, depth=15.0).components
    np.testing.assert_array_equal(deep.omega, shallow.omega)
    assert np.all(shallow.wave_number >= deep.wave_number)
    np.testing.assert_array_equal(shallow.wave_number, wave_number(shallow.omega, 15.0))


def test_a_flat_sea_has_flat_waves() -> None:
    np.testing.assert_array_equal(Waves.irregular(PiersonMoskowitz(0.0, 8.0), 10, seed=0).components.amplitude, 0.0)


def test_a_component_steeper_than_a_breaking_wave_is_told_of() -> None:
    with pytest.warns(
        SeawayWarning, match=r"1 of 1 wave components are steeper than breaking waves, the first of length"
    ):
        Waves.irregular(SpectrumTable([4.0, 4.1], [1.0, 1.0]), 1, seed=1)


def test_they_cannot_be_changed_in_place() -> None:
    waves = Waves.irregular(SEA, 5, seed=1, energy=0.9).components
    with pytest.raises(AttributeError):
        waves.phase = np.zeros(5)  # type: ignore[misc]
    for name in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(waves, name)[0] = 1.0
    assert len(Components([], [], [], [], [])) == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Waves.regular(-1, 8).components, r"the height of a wave must be >= 0 \[m\], got -1"),
        (lambda: Waves.regular(1, 0).components, r"the period of a wave \[s\] must be finite and > 0, got 0"),
        (
            lambda: Waves.regular(1, 8, depth=-2).components,
            r"the depth of the water \[m\] must be finite and > 0, got -2",
        ),
        (
            lambda: Waves.regular(1, 8, direction=np.nan).components,
            r"the direction of a set of wave components must be finite \[rad\], got nan",
        ),
        (lambda: Waves.gerstner(-1, 8).components, r"the height of a wave must be >= 0 \[m\], got -1 at \[0\]"),
        (lambda: Waves.gerstner(1, [8, -8]).components, r"the period of a wave must be > 0 \[s\], got -8 at \[1\]"),
        (
            lambda: Waves.gerstner(1, 8, q=1.5).components,
            r"the q of a set of wave components must be >= 0 and <= 1, got 1.5",
        ),
        (
            lambda: Waves.gerstner(1, 8, q=-0.5).components,
            r"the q of a set of wave components must be >= 0 and <= 1, got -0.5",
        ),
        (lambda: Waves.gerstner([1, 1], [8, 8, 8]).components, r"must be numbers or of one length"),
        (lambda: Components(1, 1, 1, 1, 1), r"must be a list of numbers \[m\], got a number: 1"),
        (
            lambda: Components([-1], [1], [0], [0], [1]),
            r"the amplitude of a set of wave components must be >= 0 \[m\], got -1 at \[0\]",
        ),
        (
            lambda: Components([1], [0], [0], [0], [1]),
            r"the omega of a set of wave components must be > 0 \[rad/s\], got 0 at \[0\]",
        ),
        (
            lambda: Components([1], [1], [0], [0], [0]),
            r"the wave number of a set of wave components must be > 0 \[rad/m\]",
        ),
        (
            lambda: Components([1, 1], [1], [0], [0], [1]),
            r"omega must have one number for each of the 2 amplitudes, got 1",
        ),
        (lambda: Waves.irregular(SEA, 0, seed=1).components, r"must be a whole number >= 1, got 0"),
        (lambda: Waves.irregular(SEA, 2.5, seed=1).components, r"must be a whole number >= 1, got 2.5"),  # type: ignore[arg-type]
        (
            lambda: Waves.irregular(SEA, seed=-1).components,
            r"\(or a SeedSequence\) must be a whole number >= 0, got -1",
        ),
        (lambda: Waves.irregular(SEA, seed=None).components, r"a SeedSequence\) must be a whole number >= 0, got None"),  # type: ignore[arg-type]
        (lambda: Waves.irregular(SEA, seed=1, energy=1.0).components, r"must be > 0 and < 1, got 1"),
        (
            lambda: Waves.irregular(SEA, seed=1, method="fft").components,
            r"""must be one of equal_energy, equal_spacing, got 'fft'""",
        ),  # type: ignore[arg-type]
        (
            lambda: Waves.irregular(SEA, direction=np.inf, seed=1).components,
            r"the direction of waves must be finite \[rad\], got inf",
        ),
    ],
)
def test_what_cannot_be_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


# The oracle of the kinematics, which other tests lean on, against the equations of motion.

POINTS = np.random.default_rng(11).uniform([-50, -50, -8], [50, 50, -0.5], (6, 3))


def derivative(f: Callable[[float], np.ndarray], step: float = 1e-3) -> np.ndarray:
    """Central differences of order 4: truncation step⁴ = 1e-12, rounding 1e-13."""
    return (8.0 * (f(step) - f(-step)) - (f(2.0 * step) - f(-2.0 * step))) / (12.0 * step)


@pytest.mark.parametrize("depth", [None, 9.0])
def test_the_oracle_differentiates_its_own_velocity(depth: float | None) -> None:
    waves = as_oracle(
        Waves.irregular(
            Jonswap(1.0, 6.0), 20, direction=0.4, spreading=Spreading(5), seed=3, depth=depth, energy=0.95
        ).components,
        depth,
    )
    t = 3.7
    axes = np.eye(3)
    local = derivative(lambda s: oracle.velocity(waves, POINTS, t + s))
    gradient = np.stack(
        [derivative(lambda s, j=j: oracle.velocity(waves, POINTS + s * axes[j], t)) for j in range(3)], axis=-1
    )
    np.testing.assert_allclose(oracle.acceleration(waves, POINTS, t), local, atol=1e-9)
    np.testing.assert_allclose(oracle.velocity_gradient(waves, POINTS, t), gradient, atol=1e-9)
    x, y = POINTS[:, 0], POINTS[:, 1]
    steep = np.stack(
        [
            derivative(lambda s: oracle.elevation(waves, x + s, y, t)),
            derivative(lambda s: oracle.elevation(waves, x, y + s, t)),
        ],
        axis=-1,
    )
    np.testing.assert_allclose(oracle.slope(waves, x, y, t), steep, atol=1e-9)


@pytest.mark.parametrize("depth", [None, 9.0])
def test_the_oracle_obeys_the_linear_equations(depth: float | None) -> None:
    """∇·v = 0, curl v = 0, ∂v/∂t = -g ∇head, v_z = ∂η/∂t and head = η at z = 0, v_z = 0 at the floor."""
    waves = as_oracle(
        Waves.irregular(
            Jonswap(1.0, 6.0), 20, direction=0.4, spreading=Spreading(5), seed=3, depth=depth, energy=0.95
        ).components,
        depth,
    )
    t, axes = 3.7, np.eye(3)
    G = oracle.velocity_gradient(waves, POINTS, t)
    np.testing.assert_allclose(np.trace(G, axis1=-2, axis2=-1), 0.0, atol=1e-14)
    np.testing.assert_allclose(G, np.swapaxes(G, -1, -2), atol=1e-14)
    force = np.stack(
        [derivative(lambda s, j=j: oracle.linear_head(waves, POINTS + s * axes[j], t)) for j in range(3)], axis=-1
    )
    np.testing.assert_allclose(oracle.acceleration(waves, POINTS, t), -9.80665 * force, atol=1e-8)
    top, floor = POINTS * [1, 1, 0], POINTS * [1, 1, 0] - [0, 0, depth or 500.0]
    x, y = POINTS[:, 0], POINTS[:, 1]
    np.testing.assert_allclose(oracle.velocity(waves, top, t)[:, 2], oracle.elevation_rate(waves, x, y, t), rtol=1e-13)
    np.testing.assert_allclose(oracle.linear_head(waves, top, t), oracle.elevation(waves, x, y, t), rtol=1e-13)
    np.testing.assert_allclose(oracle.velocity(waves, floor, t)[:, 2], 0.0, atol=1e-9)
    # The head that follows the surface is η there, and the linear one with Bernoulli's second order far below.
    surface = np.stack([x, y, oracle.elevation(waves, x, y, t)], axis=-1)
    np.testing.assert_allclose(oracle.pressure_head(waves, surface, t, 9.80665), surface[:, 2], rtol=1e-13)
    second = oracle.second_order_head(waves, floor, t, 9.80665)
    expected = oracle.linear_head(waves, floor, t) + second
    np.testing.assert_allclose(oracle.pressure_head(waves, floor, t, 9.80665), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("directions", [0.6, [0.6, 0.6, 0.6 + np.pi], [0.0, 0.9, -1.2]])
def test_the_oracle_inverts_the_map_of_gerstner(directions: object) -> None:
    """Sum q k a = 0.9: each place has one particle, and it is found to rounding over 1 - 0.9."""
    made = Waves.gerstner(
        [7.5, 4.5, 3.0], [7.0, 5.0, 4.5], direction=directions, phase=[0.0, 1.0, 2.0], q=[0.9, 0.8, 1.0]
    ).components
    waves = as_oracle(made)
    assert np.sum(made.q * made.wave_number * made.amplitude) == pytest.approx(0.9, abs=0.05)
    for x0, y0 in POINTS[:, :2]:
        x, y, z = oracle.gerstner_particle(waves, x0, y0, 1.3)
        np.testing.assert_allclose(oracle.gerstner_origin(waves, x, y, 1.3), [x0, y0], atol=1e-11)
        assert oracle.gerstner_elevation(waves, x, y, 1.3) == pytest.approx(z, abs=1e-11)


def test_the_mean_level_of_gerstners_wave() -> None:
    """∫ z dx over a wave length is -k a²/2 λ: the trapezoidal rule of a periodic function."""
    made = Waves.gerstner(2.0, 6.0).components
    k, length = made.wave_number[0], 2.0 * np.pi / made.wave_number[0]
    levels = [oracle.gerstner_elevation(as_oracle(made), x, 0.0, 0.0) for x in np.arange(400) / 400 * length]
    assert np.mean(levels) == pytest.approx(-0.5 * k, rel=1e-10)
    assert max(levels) == pytest.approx(1.0, rel=1e-12)

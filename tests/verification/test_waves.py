"""Waves: the linear field against an evaluator of its own, and against the equations of the water."""

import numba
import numpy as np
import pytest
from scipy.special import iv
from tests.oracles import waves_numpy as oracle
from tests.oracles.bodies import measured_order

from seaway.kernels.waves import elevations, ramp
from seaway.sea import Components, Jonswap, PiersonMoskowitz, Spreading, Waves, group_speed, wave_number
from seaway.sea._carrying import NO_CURRENT

G, RHO = 9.80665, 1025.0
DEPTHS = [None, 60.0, 12.0, 6.0]

# Kernels can only be called from compiled code.
ramp_at = numba.njit(lambda duration, t: ramp(duration, t))


def sea_of(depth: float | None, n: int = 12, scale: float = 1.0, seed: int = 1, growth: float = 0.0) -> Waves:
    """Waves from all sides, some long against the depth and some short; the steepest is well below breaking."""
    random = np.random.default_rng(seed)
    omega = random.uniform(0.4, 3.0, size=n)
    k = wave_number(omega, depth, G)
    a = scale * 0.03 / k * random.uniform(0.3, 1.0, size=n) / np.sqrt(n)
    angles = random.uniform(-np.pi, np.pi, size=(2, n))
    return Waves(Components(a, omega, angles[0], angles[1], k), depth=depth, gravity=G, ramp=growth)


def as_oracle(waves: Waves) -> oracle.Waves:
    c = waves.components
    return oracle.Waves(c.amplitude, c.omega, c.direction, c.phase, c.wave_number, c.q, waves.depth)


def points_in(waves: Waves, t: float, n: int = 200, seed: int = 2) -> np.ndarray:
    """Points from the surface to the floor, or 30 m down, some of them on the surface itself and close to it."""
    random = np.random.default_rng(seed)
    xy = random.uniform(-300.0, 300.0, size=(n, 2))
    eta = oracle.elevation(as_oracle(waves), xy[:, 0], xy[:, 1], t)
    h = min(30.0, waves.depth or 30.0)
    share = random.uniform(size=n) ** 3
    share[:10] = 0.0
    share[10:20] = 1.0
    return np.column_stack([xy, eta - share * (h + eta)])


def all_motions(waves: Waves, points: np.ndarray, t: float) -> np.ndarray:
    return waves.motion_on(NO_CURRENT, points, t)


def close(actual: np.ndarray, expected: np.ndarray, part: float) -> None:
    """Within a part of the largest expected value."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=part * np.max(np.abs(expected)))


# The linear field


def expected_motion(waves: oracle.Waves, points: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    """v, and ∂v/∂t + G v, of linear theory up to z = 0; above it held, so that nothing changes with z there."""
    low = points.copy()
    low[:, 2] = np.minimum(low[:, 2], 0.0)
    v = oracle.velocity(waves, low, t)
    G_ij = oracle.velocity_gradient(waves, low, t)
    G_ij[points[:, 2] >= 0.0, :, 2] = 0.0
    if waves.depth is not None:
        G_ij[points[:, 2] <= -waves.depth, :, 2] = 0.0  # held below the floor as well
    return v, oracle.acceleration(waves, low, t) + np.einsum("nij,nj->ni", G_ij, v)


@pytest.mark.parametrize("t", [0.0, 17.3, 3600.0])
@pytest.mark.parametrize("depth", DEPTHS)
def test_airy_waves_are_the_sums_of_their_components(depth: float | None, t: float) -> None:
    """By the oracle with cosh and sinh: velocity and acceleration of linear theory, pressure that follows the surface.

    Rounding of the angle k x - ω t, some 1e4 rad at the most, leaves 2e-12 of it, and both round it in their own way.
    """
    waves = sea_of(depth)
    reference, p = as_oracle(waves), points_in(waves, t)
    x, y = p[:, 0], p[:, 1]
    v, a = expected_motion(reference, p, t)
    local = oracle.acceleration(reference, p, t)
    assert np.max(np.abs((a - local)[p[:, 2] < 0.0])) > 1e-3 * np.max(np.abs(a))  # the convective part can be seen
    part = 1e-12 * max(1.0, t / 300.0)
    close(waves.elevation(x, y, t), oracle.elevation(reference, x, y, t), part)
    close(waves.slope(x, y, t), oracle.slope(reference, x, y, t), part)
    close(waves.velocity(p, t), v, part)
    close(waves.acceleration(p, t), a, part)
    close(waves.dynamic_pressure(p, t, RHO), RHO * G * oracle.pressure_head(reference, p, t, G), part)


@pytest.mark.parametrize("depth", [None, 8.0])
def test_a_random_sea_is_the_sum_of_its_components(depth: float | None) -> None:
    """200 spread components as ``irregular`` makes them; the same bounds."""
    waves = Waves.irregular(Jonswap(1.5, 7.0, 3.3), 200, direction=0.4, spreading=Spreading(4), seed=3, depth=depth)
    reference, p, t = as_oracle(waves), points_in(waves, 40.0), 40.0
    v, a = expected_motion(reference, p, t)
    close(waves.velocity(p, t), v, 1e-12)
    close(waves.acceleration(p, t), a, 1e-12)
    close(waves.dynamic_pressure(p, t, RHO), RHO * G * oracle.pressure_head(reference, p, t, G), 1e-12)


@pytest.mark.parametrize("depth", DEPTHS)
def test_packed_loops_give_what_single_points_do(depth: float | None) -> None:
    """``elevations`` against ``motions``: the same sums in another shape, so 1e-14.

    All counts of points up to 9 as well, which do not fill whole vectors.
    """
    waves, t = sea_of(depth), 12.3
    p = points_in(waves, t, 203)
    for n in [*range(10), len(p)]:
        x, y, eta = np.ascontiguousarray(p[:n, 0]), np.ascontiguousarray(p[:n, 1]), np.zeros(n)
        table = waves.compiled()
        elevations(table, None, 0.0, t, np.zeros((2, table.shape[2])), x, y, eta)
        np.testing.assert_allclose(eta, all_motions(waves, p[:n], t)[:, 0], rtol=0, atol=1e-14)


@pytest.mark.parametrize("depth", DEPTHS)
def test_pressure_is_zero_at_the_surface(depth: float | None) -> None:
    """P = p_dynamic - ρ g z = 0 at z = η, exactly: the head is η there. Rounding of ρ g η."""
    waves = sea_of(depth, scale=3.0)
    random = np.random.default_rng(4)
    x, y, t = random.uniform(-100, 100, size=(3, 50))
    eta = waves.elevation(x, y, t)
    p = waves.dynamic_pressure(np.stack([x, y, eta], axis=-1), t, RHO) - RHO * G * eta
    assert np.max(np.abs(eta)) > 0.1
    assert np.max(np.abs(p)) < 1e-12 * RHO * G


def test_nothing_passes_the_floor() -> None:
    """V_z = 0 at z = -h: sinh 0, to rounding; below it the water is that of the floor."""
    waves = sea_of(6.0, scale=3.0)
    random = np.random.default_rng(5)
    p = np.column_stack([random.uniform(-100, 100, size=(50, 2)), np.full(50, -6.0)])
    v = waves.velocity(p, 3.0)
    assert np.max(np.abs(v[:, 0])) > 0.05
    assert np.max(np.abs(v[:, 2])) < 1e-13
    at = all_motions(waves, p, 3.0)
    p[:, 2] = -100.0
    # H' is 0 at the floor but for rounding, here times 94 m.
    np.testing.assert_allclose(all_motions(waves, p, 3.0), at, rtol=0, atol=1e-14)


@pytest.mark.parametrize("kh", [20.0, 36.9, 37.1, 50.0])
def test_short_waves_hardly_feel_a_deep_floor(kh: float) -> None:
    """Where k h > 37 the floor's share e^-k(2h + z) is left out: at the floor itself it is e^-37 = 1e-16 of ω a.

    The polynomial for e^x has 7e-14 of its value.
    """
    h, a = 60.0, 0.01
    omega = float(np.sqrt(G * kh / h * np.tanh(kh)))
    waves = Waves.regular(2.0 * a, 2.0 * np.pi / omega, depth=h, gravity=G)
    p = np.column_stack([np.full(60, 0.3), np.zeros(60), np.linspace(-h, 0.0, 60)])
    expected = oracle.velocity(as_oracle(waves), p, 0.2)
    np.testing.assert_allclose(waves.velocity(p, 0.2), expected, rtol=0, atol=1e-13 * omega * a)


@pytest.mark.parametrize("depth", [None, 12.0])
def test_water_above_the_surface_is_that_of_the_surface(depth: float | None) -> None:
    """Nothing grows above it: all fields are those of the highest point that both have, the very digits."""
    waves = sea_of(depth)
    p = points_in(waves, 5.0)
    p[:, 2] = np.maximum(waves.elevation(p[:, 0], p[:, 1], 5.0), 0.0)
    at = all_motions(waves, p, 5.0)
    p[:, 2] += 7.0
    np.testing.assert_array_equal(all_motions(waves, p, 5.0), at)


@pytest.mark.parametrize("depth", [None, 25.0, 6.0])
def test_slope_is_the_gradient_of_the_surface(depth: float | None) -> None:
    """Central differences of η with e = 1e-4 m: k² e² / 6 and 1e-16 / e, so 1e-8."""
    waves, e, t = sea_of(depth), 1e-4, 2.0
    x, y = np.random.default_rng(6).uniform(-50, 50, size=(2, 60))
    dx = (waves.elevation(x + e, y, t) - waves.elevation(x - e, y, t)) / (2 * e)
    dy = (waves.elevation(x, y + e, t) - waves.elevation(x, y - e, t)) / (2 * e)
    np.testing.assert_allclose(waves.slope(x, y, t), np.stack([dx, dy], axis=-1), rtol=0, atol=1e-8)


# The equations of the water, to first order in the amplitude


def gradient_of(field, p: np.ndarray, e: float = 1e-3) -> np.ndarray:
    """∂field/∂x_j by differences of order 4, with j last."""
    parts = []
    for j in range(3):
        d = e * np.eye(3)[j]
        parts.append((8 * (field(p + d) - field(p - d)) - (field(p + 2 * d) - field(p - 2 * d))) / (12 * e))
    return np.stack(parts, axis=-1)


SCALES = [0.4, 0.2, 0.1, 0.05]


def below(depth: float | None) -> np.ndarray:
    random = np.random.default_rng(7)
    return np.column_stack([random.uniform(-40, 40, size=(40, 2)), random.uniform(-5.0, -1.0, size=40)])


@pytest.mark.parametrize("depth", [None, 6.0])
def test_water_is_incompressible_and_does_not_turn(depth: float | None) -> None:
    """Div v = 0 and curl v = 0 below the still surface; differences of order 4 with 1e-3 m are good to 1e-10."""
    waves = sea_of(depth, scale=3.0)
    G_ij = gradient_of(lambda p: waves.velocity(p, 1.0), below(depth))
    size = np.max(np.abs(G_ij))
    assert np.max(np.abs(np.trace(G_ij, axis1=-2, axis2=-1))) < 1e-9 * size
    assert np.max(np.abs(G_ij - np.swapaxes(G_ij, -1, -2))) < 1e-9 * size


@pytest.mark.parametrize("depth", [None, 6.0])
def test_acceleration_is_the_material_derivative_of_the_velocity(depth: float | None) -> None:
    """∂v/∂t + (v . grad) v by differences, not only to first order."""
    waves, e, p = sea_of(depth, scale=3.0), 1e-3, below(depth)
    G_ij = gradient_of(lambda p: waves.velocity(p, 1.0), p)
    local = (8 * (waves.velocity(p, 1 + e) - waves.velocity(p, 1 - e))) / (12 * e)
    local -= (waves.velocity(p, 1 + 2 * e) - waves.velocity(p, 1 - 2 * e)) / (12 * e)
    expected = local + np.einsum("nij,nj->ni", G_ij, waves.velocity(p, 1.0))
    close(waves.acceleration(p, 1.0), expected, 1e-9)


@pytest.mark.parametrize("depth", [None, 6.0])
def test_euler_holds_below_the_troughs(depth: float | None) -> None:
    """Dv/Dt = -g grad head, convective part and all: the head is Bernoulli's. At 40 standard deviations β is e^-40.

    Differences of order 4 with 1e-3 m leave 1e-16 / 1e-3 of the head and 1e-12 of its fifth derivative.
    """
    waves = sea_of(depth, scale=0.05)
    assert below(depth)[:, 2].max() < -40.0 * np.sqrt(waves.components.variance)
    push = -gradient_of(lambda p: waves.dynamic_pressure(p, 1.0, RHO), below(depth)) / RHO
    a = waves.acceleration(below(depth), 1.0)
    local = oracle.acceleration(as_oracle(waves), below(depth), 1.0)
    assert np.max(np.abs(a - local)) > 1e-5 * np.max(np.abs(a))
    close(a, push, 1e-9)


@pytest.mark.parametrize("depth", [None, 6.0])
def test_the_head_of_low_waves_is_that_of_linear_theory(depth: float | None) -> None:
    """At fixed points what is left is of order a²: Σ (a ω)² / 2g."""
    errors = []
    for scale in SCALES:
        waves = sea_of(depth, scale=scale)
        head = waves.dynamic_pressure(below(depth), 1.0, RHO) / (RHO * G)
        errors.append(np.max(np.abs(head - oracle.linear_head(as_oracle(waves), below(depth), 1.0))))
    assert measured_order(SCALES, errors) == pytest.approx(2.0, abs=0.05)


def periodic_sea(depth: float | None, count: int, scale: float = 1.0) -> tuple[Waves, np.ndarray]:
    """Waves whose frequencies are multiples of 0.1 rad/s, and times over their common period, on which means are exact.

    Products of three frequencies up to 2.4 rad/s are below the 256th harmonic.
    """
    omega = np.linspace(6, 24, count).round() * 0.1
    k = wave_number(omega, depth, G)
    parts = scale * 0.05 / k / count, omega, np.linspace(-2.0, 2.0, count), np.linspace(0.0, 9.0, count), k
    return Waves(Components(*parts), depth=depth, gravity=G), 2.0 * np.pi / 0.1 / 256 * np.arange(256)


@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize("depth", [None, 6.0])
def test_the_mean_head_below_the_troughs_is_that_of_the_vertical_velocity(depth: float | None, count: int) -> None:
    """<h> = -<w²> / g: of -<u² + w²> / 2g and (u² - w²) / 2g, which is constant over the depth, and 0 in deep water."""
    waves, t = periodic_sea(depth, count, 0.05)
    for z in (-1.5, -3.0, -5.9):
        assert z < -25.0 * np.sqrt(waves.components.variance)
        p = np.array([3.0, -2.0, z])
        mean = np.mean(waves.dynamic_pressure(p, t, RHO)) / (RHO * G)
        w = waves.velocity(p, t)[:, 2]
        assert mean == pytest.approx(-np.mean(w**2) / G, rel=1e-9)


@pytest.mark.parametrize("depth", [None, 6.0])
def test_the_mean_head_near_the_surface_is_nearly_the_same(depth: float | None) -> None:
    """At 1.5 amplitudes of a regular wave below still water, always wet, to second order with S = sinh kd.

        <h> = -(a ω)²/2g (1 + <β cos 2θ> (1 - 1/2S²))        <β cos 2θ> = e^(z/l) I_2(a/l), 2.7 % with l = a/√8

    What is left is of order a³ or higher.
    """
    errors = []
    for scale in SCALES:
        waves, t = periodic_sea(depth, 1, scale)
        c = waves.components
        a, omega, kd = float(c.amplitude[0]), float(c.omega[0]), float(c.wave_number[0]) * (depth or np.inf)
        mean = np.mean(waves.dynamic_pressure([3.0, -2.0, -1.5 * a], t, RHO)) / (RHO * G)
        uneven = np.exp(-1.5 * np.sqrt(8.0)) * iv(2, np.sqrt(8.0)) * (1.0 - 0.5 / np.sinh(min(kd, 300.0)) ** 2)
        errors.append(abs(mean + (a * omega) ** 2 / (2.0 * G) * (1.0 + uneven)))
    assert measured_order(SCALES, errors) > 2.9


@pytest.mark.parametrize("depth", [None, 6.0])
def test_the_still_surface_moves_with_the_water(depth: float | None) -> None:
    """∂η/∂t = v_z at z = 0, the linear condition, exactly: differences of 1e-8."""
    e, waves = 1e-4, sea_of(depth)
    x, y = np.random.default_rng(8).uniform(-50, 50, size=(2, 40))
    rate = (waves.elevation(x, y, 1.0 + e) - waves.elevation(x, y, 1.0 - e)) / (2 * e)
    rise = waves.velocity(np.stack([x, y, np.zeros_like(x)], axis=-1), 1.0)[:, 2]
    np.testing.assert_allclose(rise, rate, rtol=0, atol=1e-7)


def test_dispersion() -> None:
    """ω² = g k tanh k h; for T = 10 s and g = 9.81 m/s2, deep and in 20 m and 5 m, as published tables have it."""
    omega, g = 2.0 * np.pi / 10.0, 9.81
    for depth, k in ((None, 0.0402430), (20.0, 0.0518257), (5.0, 2.0 * np.pi / 67.680)):
        waves = Waves.regular(0.1, 10.0, depth=depth, gravity=g)
        found = float(waves.components.wave_number[0])
        assert found == pytest.approx(k, rel=1e-5)
        assert g * found * np.tanh(found * (depth or np.inf)) == pytest.approx(omega**2, rel=1e-12)
    assert omega / wave_number(omega, None, g) == pytest.approx(15.6131, rel=1e-5)
    assert group_speed(omega, None, g) == pytest.approx(7.80655, rel=1e-6)
    assert group_speed(omega, 20.0, g) == pytest.approx(9.27450, rel=1e-6)


def test_a_crest_goes_at_the_phase_speed() -> None:
    """η(x + c t d, t) = η(x, 0) with c = ω / k, in deep and in shallow water."""
    for depth in (None, 5.0):
        waves = Waves.regular(0.5, 6.0, direction=0.7, phase=0.3, depth=depth, gravity=G)
        omega = 2.0 * np.pi / 6.0
        c = float(omega / wave_number(omega, depth, G))
        t = 41.0
        there = waves.elevation(3.0 + c * t * np.cos(0.7), -2.0 + c * t * np.sin(0.7), t)
        assert there == pytest.approx(float(waves.elevation(3.0, -2.0, 0.0)), abs=1e-12)


# Drift


def carried(waves: Waves, p: np.ndarray, duration: float, steps: int) -> np.ndarray:
    """Where particles go with the velocity of the water, by RK4."""
    h = duration / steps
    for n in range(steps):
        t = n * h
        k1 = waves.velocity(p, t)
        k2 = waves.velocity(p + 0.5 * h * k1, t + 0.5 * h)
        k3 = waves.velocity(p + 0.5 * h * k2, t + 0.5 * h)
        k4 = waves.velocity(p + h * k3, t + h)
        p = p + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return p


@pytest.mark.parametrize("direction", [0.0, 2.1])
def test_particles_drift_in_an_airy_wave(direction: float) -> None:
    """Stokes' drift ω k a² e^2kz.

    Particles are put on their mean place: z = z0 + a e^kz cos θ, x alike. What is left is of order a, here 2 % of
    the drift at the surface. For a = 1 m and T = 8 s Stokes' is 0.0493856 m/s at z = 0 and 0.0263340 at z = -5 m.
    """
    a, T = 0.05, 8.0
    waves = Waves.regular(2.0 * a, T, direction=direction, gravity=9.81)
    omega, k = 2.0 * np.pi / T, float(waves.components.wave_number[0])
    assert omega * k == pytest.approx(0.0493856, rel=1e-5)
    assert omega * k * np.exp(-10.0 * k) == pytest.approx(0.0263340, rel=1e-5)
    z = np.array([-0.5, -2.0, -5.0, -10.0, -30.0])
    start = np.zeros((len(z), 3))
    start[:, 2] = z + a * np.exp(k * z)
    moved = carried(waves, start, T, 400) - start
    drift = moved[:, :2] @ [np.cos(direction), np.sin(direction)] / T
    expected = omega * k * a * a * np.exp(2.0 * k * z)
    np.testing.assert_allclose(drift, expected, rtol=0, atol=0.02 * omega * k * a * a)
    across = moved[:, :2] @ [-np.sin(direction), np.cos(direction)]
    assert np.max(np.abs(across)) < 1e-13


@pytest.mark.parametrize("steepness", [0.1, 0.5, 0.8])
def test_particles_of_a_gerstner_wave_go_round_closed_orbits(steepness: float) -> None:
    """After one period they are where they were: circles of a e^kZ, run through by RK4 in 400 steps (1e-7 m)."""
    T = 8.0
    k = float(wave_number(2.0 * np.pi / T, None, G))
    waves = Waves.gerstner(2.0 * steepness / k, T, direction=0.6, gravity=G)
    Z = np.array([-1.0, -3.0, -10.0])
    r = steepness / k * np.exp(k * Z)
    start = np.zeros((3, 3))
    start[:, 2] = Z + r
    half, whole = carried(waves, start, 0.5 * T, 200), carried(waves, start, T, 400)
    np.testing.assert_allclose(whole, start, rtol=0, atol=2e-7)
    np.testing.assert_allclose(half[:, 2], Z - r, rtol=0, atol=1e-6)


# Gerstner's waves


def steep_wave(steepness: float, q: float = 1.0) -> tuple[Waves, float, float, float]:
    """A wave with k a q = steepness; its k, a and ω."""
    T = 7.0
    k = float(wave_number(2.0 * np.pi / T, None, G))
    a = steepness / k / q
    return Waves.gerstner(2.0 * a, T, q=q, gravity=G), k, a, 2.0 * np.pi / T


@pytest.mark.parametrize("q", [1.0, 0.6])
@pytest.mark.parametrize("steepness", [0.05, 0.5, 0.9, 0.99, 0.999])
def test_a_gerstner_surface_is_the_parametric_one(steepness: float, q: float) -> None:
    """(X - q a sin θ, a cos θ): heights and velocities at 2001 labels X, crests among them, to 1e-10 (1 - k a q)^-1/2.

    The nearer to a cusp the more a rounding of x moves the label. Slope dz/dx is -k a sin θ / (1 - q k a cos θ).
    """
    waves, k, a, omega = steep_wave(steepness, q)
    X, t = np.linspace(-np.pi, np.pi, 2001) / k, 0.9
    theta = k * X - omega * t
    x, z = X - q * a * np.sin(theta), a * np.cos(theta)
    eta = waves.elevation(x, np.zeros_like(x), t)
    bound = 1e-10 / np.sqrt(1.0 - steepness)
    np.testing.assert_allclose(eta, z, rtol=0, atol=bound)
    slope = -k * a * np.sin(theta) / (1.0 - q * k * a * np.cos(theta))
    np.testing.assert_allclose(waves.slope(x, 0.0, t)[:, 0], slope, rtol=0, atol=1e-7 / (1.0 - steepness))
    v = waves.velocity(np.column_stack([x, np.zeros_like(x), z]), t)
    np.testing.assert_allclose(v[:, 0], q * omega * a * np.cos(theta), rtol=0, atol=bound)
    np.testing.assert_allclose(v[:, 2], omega * a * np.sin(theta), rtol=0, atol=bound)


@pytest.mark.parametrize("steepness", [0.5, 0.9])
def test_gerstner_waves_from_many_sides_lie_on_their_parametric_surface(steepness: float) -> None:
    """Eight waves with Σ q k a as given: heights at known labels, and against the oracle's bracketed search."""
    random, n, t = np.random.default_rng(9), 8, 3.3
    periods = random.uniform(4.0, 10.0, size=n)
    k = wave_number(2.0 * np.pi / periods, None, G)
    q = random.uniform(0.5, 1.0, size=n)
    a = steepness / n / (q * k)
    waves = Waves.gerstner(
        2.0 * a, periods, direction=random.uniform(-3, 3, size=n), phase=random.uniform(0, 6, size=n), q=q, gravity=G
    )
    reference = as_oracle(waves)
    labels = random.uniform(-100.0, 100.0, size=(300, 2))
    p = np.array([oracle.gerstner_particle(reference, X, Y, t) for X, Y in labels])
    np.testing.assert_allclose(waves.elevation(p[:, 0], p[:, 1], t), p[:, 2], rtol=0, atol=1e-11)
    places = random.uniform(-100.0, 100.0, size=(20, 2))
    expected = [oracle.gerstner_elevation(reference, x, y, t) for x, y in places]
    np.testing.assert_allclose(waves.elevation(places[:, 0], places[:, 1], t), expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("steepness", [0.05, 0.5, 0.9, 0.99])
def test_a_gerstner_wave_has_the_exact_pressure_and_motion_below(steepness: float) -> None:
    """Lamb, art. 251: p / ρ g = -Z - k a² (1 - e^2kZ) / 2 at the particle with label Z, and dynamic p is ρ g z more.

    Its velocity and acceleration are those of a circle of radius a e^kZ. 1e-10 of the scales a, ω a and ω² a.
    """
    waves, k, a, omega = steep_wave(steepness)
    random, t = np.random.default_rng(10), 1.7
    X, Z = random.uniform(-np.pi, np.pi, size=500) / k, -random.uniform(0.05, 3.0, size=500) / k
    theta, r = k * X - omega * t, a * np.exp(k * Z)
    sin, cos, zero = r * np.sin(theta), r * np.cos(theta), np.zeros_like(X)
    p = np.column_stack([X - sin, zero, Z + cos])
    head = Z + cos - Z - 0.5 * k * (a * a - r * r)
    np.testing.assert_allclose(waves.dynamic_pressure(p, t, RHO) / (RHO * G), head, rtol=0, atol=1e-10 * a)
    v, acceleration = np.column_stack([cos, zero, sin]), np.column_stack([sin, zero, -cos])
    np.testing.assert_allclose(waves.velocity(p, t), omega * v, rtol=0, atol=1e-10 * omega * a)
    np.testing.assert_allclose(waves.acceleration(p, t), omega**2 * acceleration, rtol=0, atol=1e-10 * omega**2 * a)


@pytest.mark.parametrize("steepness", [0.05, 0.5, 0.9])
def test_gerstner_pressure_is_zero_at_the_surface(steepness: float) -> None:
    """P = ρ g (head - z) = 0 at z = η, and close below it: no jump from the surface inward."""
    waves, k, _, _ = steep_wave(steepness)
    x = np.linspace(-np.pi, np.pi, 101) / k
    eta = waves.elevation(x, 0.0, 2.0)
    for deep in (0.0, 1e-9):
        p = np.column_stack([x, np.zeros_like(x), eta - deep])
        total = waves.dynamic_pressure(p, 2.0, RHO) / (RHO * G) - p[:, 2]
        np.testing.assert_allclose(total, 0.0, rtol=0, atol=1e-11 + 2.0 * deep)


@pytest.mark.parametrize("steepness", [0.1, 0.5, 0.8])
def test_euler_holds_exactly_for_one_gerstner_wave(steepness: float) -> None:
    """A = -grad p / ρ - g, so a = -g grad head, whatever the height. Differences of order 4 with 1e-2 m: 1e-7."""
    waves, k, a, omega = steep_wave(steepness)
    random = np.random.default_rng(11)
    x = random.uniform(-np.pi, np.pi, size=60) / k
    eta = waves.elevation(x, 0.0, 1.1)
    p = np.column_stack([x, random.uniform(-5, 5, size=60), eta - random.uniform(0.1, 2.0, size=60) / k])
    push = -gradient_of(lambda r: waves.dynamic_pressure(r, 1.1, RHO), p, 1e-2) / RHO
    np.testing.assert_allclose(waves.acceleration(p, 1.1), push, rtol=0, atol=1e-7 * omega**2 * a)


@pytest.mark.parametrize("steepness", [0.1, 0.5, 0.8])
def test_acceleration_of_a_gerstner_wave_is_the_material_derivative_of_its_velocity(steepness: float) -> None:
    """∂v/∂t + G v with differences of the velocity field, and div v = 0 for one wave with q = 1."""
    waves, k, a, omega = steep_wave(steepness)
    random, t, e = np.random.default_rng(12), 1.1, 1e-3
    x = random.uniform(-np.pi, np.pi, size=60) / k
    eta = waves.elevation(x, 0.0, t)
    p = np.column_stack([x, np.zeros(60), eta - random.uniform(0.1, 2.0, size=60) / k])
    gradient = gradient_of(lambda r: waves.velocity(r, t), p, 1e-2)
    v = [waves.velocity(p, t + s * e) for s in (-2, -1, 1, 2)]
    rate = (8 * (v[2] - v[1]) - (v[3] - v[0])) / (12 * e)
    material = rate + np.einsum("nij,nj->ni", gradient, waves.velocity(p, t))
    np.testing.assert_allclose(waves.acceleration(p, t), material, rtol=0, atol=1e-7 * omega**2 * a)
    np.testing.assert_allclose(np.trace(gradient, axis1=-2, axis2=-1), 0.0, rtol=0, atol=1e-7 * omega * k * a)


def test_a_gerstner_wave_without_sharpness_is_a_sine_on_the_surface() -> None:
    """Without q particles go up and down only: the search with a tiny q gives the sum of cosines."""
    waves = Waves.gerstner([0.4, 0.6], [5.0, 7.0], direction=[0.3, -0.5], phase=[0.1, 0.2], q=[0.0, 1e-13], gravity=G)
    c = waves.components
    linear = Waves(Components(c.amplitude, c.omega, c.direction, c.phase, c.wave_number), depth=None, gravity=G)
    x, y = np.random.default_rng(13).uniform(-50, 50, size=(2, 50))
    np.testing.assert_allclose(waves.elevation(x, y, 2.0), linear.elevation(x, y, 2.0), rtol=0, atol=1e-12)


# The ramp


def test_the_ramp_goes_smoothly_from_nothing_to_all() -> None:
    """F = (1 - cos π t / T) / 2 and its rate, by differences; flat at both ends."""
    T, e = 7.0, 1e-4
    assert ramp_at(0.0, -1.0) == (1.0, 0.0)
    for t in (-3.0, 0.0):
        assert ramp_at(T, t) == (0.0, 0.0)
    for t in (T, 100.0):
        assert ramp_at(T, t) == (1.0, 0.0)
    for t in np.linspace(0.01, T - 0.01, 30):
        f, rate = ramp_at(T, t)
        assert f == pytest.approx(0.5 * (1.0 - np.cos(np.pi * t / T)), abs=1e-15)
        assert rate == pytest.approx((ramp_at(T, t + e)[0] - ramp_at(T, t - e)[0]) / (2 * e), abs=1e-8)


@pytest.mark.parametrize("depth", [None, 8.0])
def test_a_ramp_starts_from_still_water(depth: float | None) -> None:
    """All is exactly zero at t <= 0 and the same digits as without it from its end on."""
    growing, grown = sea_of(depth, growth=10.0), sea_of(depth)
    for t in (-4.0, 0.0):
        assert not np.any(all_motions(growing, points_in(grown, t), t))
    for t in (10.0, 33.0):
        p = points_in(grown, t)
        np.testing.assert_array_equal(all_motions(growing, p, t), all_motions(grown, p, t))


@pytest.mark.parametrize("depth", [None, 8.0])
def test_a_ramp_scales_the_amplitudes(depth: float | None) -> None:
    """Elevation, velocity and pressure at a moment are those of waves with f a, to rounding.

    The depth to which the pressure follows the surface is that of the grown waves: the pressure is the same at the
    surface and far below it.
    """
    growing, t, T = sea_of(depth, growth=10.0), 3.7, 10.0
    f = ramp_at(T, t)[0]
    c = growing.components
    smaller = Waves(Components(f * c.amplitude, c.omega, c.direction, c.phase, c.wave_number), depth=depth, gravity=G)
    p = points_in(smaller, t)
    mine, theirs = all_motions(growing, p, t), all_motions(smaller, p, t)
    np.testing.assert_allclose(mine[:, :6], theirs[:, :6], atol=1e-14)
    np.testing.assert_allclose(mine[:10, 9], mine[:10, 0], atol=1e-14)
    low = p[:, 2] < -40.0 * np.sqrt(c.variance)
    assert np.any(low)
    np.testing.assert_allclose(mine[low, 9], theirs[low, 9], atol=1e-14)


@pytest.mark.parametrize("depth", [None, 8.0])
def test_acceleration_in_a_ramp_is_the_rate_of_velocity(depth: float | None) -> None:
    """∂v/∂t + G v with f v, so f ∂v/∂t + f' v + f² G v: by differences of the velocity, up to stretching of order a².

    Deep below, waves of 1e-5 of the usual height: stretching is then 1e-7 of the acceleration.
    """
    waves, e, t = sea_of(depth, scale=1e-5, growth=4.0), 1e-3, 1.3
    p = below(depth)
    v = [waves.velocity(p, t + s * e) for s in (-2, -1, 1, 2)]
    rate = (8 * (v[2] - v[1]) - (v[3] - v[0])) / (12 * e)
    f, f_rate = ramp_at(4.0, t)
    assert f_rate * np.max(np.abs(waves.velocity(p, t))) / f > 0.1 * np.max(np.abs(rate))  # it can be seen
    close(waves.acceleration(p, t), rate, 1e-5)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_sea_has_the_variance_of_its_spectrum_at_any_moment(seed: int) -> None:
    """<η²> over a wide field is Σ a²/2 = Hs²/16. Over 40000 points in 40 km x 40 km to some percent."""
    waves = Waves.irregular(PiersonMoskowitz(2.0, 8.0), 100, direction=0.0, spreading=Spreading(2), seed=seed)
    x, y = np.random.default_rng(seed).uniform(-20e3, 20e3, size=(2, 40000))
    assert np.var(waves.elevation(x, y, 5.0)) == pytest.approx(waves.components.variance, rel=0.05)
    assert waves.components.variance == pytest.approx(0.25, rel=0.01)

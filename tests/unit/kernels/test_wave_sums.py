"""Waves at a point and over a body, against quadrature over the body."""

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.unit.kernels import called, six

from seaway.kernels.wave_sums import ROOM, BodyMotion, body_motion, point_elevation, point_motion
from seaway.kernels.waves import OMEGA, PHASE
from seaway.sea import Components, Waves, wave_number

G = 9.80665
T = 2.75
R = Rotation.from_euler("ZYX", [0.7, -0.4, 1.1]).as_matrix()
SEMI_AXES = np.array([1.6, 0.9, 0.5])
PLACE = np.array([3.0, -2.0, -2.5])
NONE = (0.0, 0.0, 0.0)


def cross_sea(depth: float | None, number: Any = (0.2, 0.6, 1.1), count: int = 1) -> Waves:
    """Three waves from several sides by their wave numbers, each ``count`` times."""
    k = np.repeat(np.asarray(number, dtype=np.float64), count)
    omega = np.sqrt(G * k * (1.0 if depth is None else np.tanh(k * depth)))
    a, n = np.repeat([0.3, 0.2, 0.1], count) / count, len(k)
    parts = Components(a, omega, np.linspace(-2.5, 2.0, n), np.linspace(0.1, 5.0, n), wave_number(omega, depth, G))
    return Waves(parts, depth=depth)


SEAS = {"deep": cross_sea(None), "finite depth": cross_sea(4.0), "many": cross_sea(4.0, count=15)}


def now_of(waves: Waves, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Table of waves, phases and rates."""
    table = waves.compiled()
    return table, table[0, PHASE] - table[0, OMEGA] * t, table[0, OMEGA].copy()


def over(
    waves: Waves,
    place: Any = PLACE,
    semi_axes: Any = SEMI_AXES,
    *,
    t: float = T,
    factor: float = 1.0,
    path: Any = NONE,
    drift: Any = NONE,
) -> BodyMotion:
    """What the kernel makes of waves over an ellipsoid."""
    depth = np.inf if waves.depth is None else waves.depth
    square = six(np.square(semi_axes))
    table, phases, rates = now_of(waves, t)
    given = six(place), six(R), square, six(path), six(drift), np.full(ROOM, np.nan)
    return called(body_motion)(table, 0, depth, factor, phases, rates, *given)


def ball(n: int = 24) -> tuple[np.ndarray, np.ndarray]:
    """Points in the unit ball and weights that add up to 1: Gauss along radius and height, even about the axis."""
    r, wr = np.polynomial.legendre.leggauss(n)
    r, wr = 0.5 * (r + 1.0), 0.5 * wr
    c, wc = np.polynomial.legendre.leggauss(n)
    angle = 2.0 * np.pi * np.arange(2 * n) / (2 * n)
    radius, cosine, turn = np.meshgrid(r, c, angle, indexing="ij")
    weights = (wr * r * r)[:, None, None] * wc[None, :, None] * np.full(2 * n, 1.0)
    s = np.sqrt(1.0 - cosine**2)
    points = np.stack([radius * s * np.cos(turn), radius * s * np.sin(turn), radius * cosine], axis=-1)
    return points.reshape(-1, 3), (weights / weights.sum()).ravel()


def velocity(waves: Waves, points: np.ndarray, t: float = T) -> np.ndarray:
    """From the sum, (point, 3): also where a kernel would hold it, above the still surface."""
    c, h = waves.components, waves.depth
    k, (x, y, z) = c.wave_number, points.T[:, :, None]
    theta = k * (x * np.cos(c.direction) + y * np.sin(c.direction)) - c.omega * t + c.phase
    if h is None:
        along = up = np.exp(k * z)
    else:
        along, up = np.cosh(k * (z + h)) / np.sinh(k * h), np.sinh(k * (z + h)) / np.sinh(k * h)
    level = c.amplitude * c.omega * along * np.cos(theta)
    parts = level * np.cos(c.direction), level * np.sin(c.direction), c.amplitude * c.omega * up * np.sin(theta)
    return np.stack([part.sum(axis=1) for part in parts], axis=-1)


def five(M: np.ndarray) -> list[float]:
    return [M[0, 0], M[1, 1], M[0, 1], M[1, 2], M[2, 0]]


@pytest.mark.parametrize("scale", [0.1, 0.35, 1.0, 3.0])
@pytest.mark.parametrize("sea", SEAS)
def test_mean_gradient_and_first_moment_over_an_ellipsoid(sea: str, scale: float) -> None:
    """In its axes: <u>, <∂u_l/∂x_m>, and M_jl = <x_j u_l> = a_j²/5 S_jl; 24 Gauss points are right to rounding.

    Small ones go by the series for long waves, right to 6e-9, large ones by the other; the largest has k a = 5.3.
    """
    waves, a, d = SEAS[sea], scale * SEMI_AXES, 1e-4
    x, weights = ball()
    x = x * a
    found = over(waves, semi_axes=a)
    u = velocity(waves, PLACE + x @ R.T) @ R
    size = np.abs(u).max()
    np.testing.assert_allclose(found.velocity, weights @ u, rtol=0, atol=1e-8 * size)
    moment = 5.0 * np.einsum("n,nj,nl->jl", weights, x, u) / np.square(a)[:, None]
    np.testing.assert_allclose(moment, moment.T, rtol=0, atol=1e-12 * size / a.min())
    np.testing.assert_allclose(found.strain, five(moment), rtol=0, atol=1e-8 * size)

    def shifted(axis: np.ndarray, step: float) -> np.ndarray:
        return weights @ velocity(waves, PLACE + (x + step * axis) @ R.T) @ R

    # Fourth order: d⁴ / 30 times the fifth derivative, and 1e-16 / d of rounding.
    first = np.array([shifted(e, 10 * d) - shifted(e, -10 * d) for e in np.eye(3)]) / (20.0 * d)
    second = np.array([shifted(e, 20 * d) - shifted(e, -20 * d) for e in np.eye(3)]) / (40.0 * d)
    gradient = (4.0 * first - second) / 3.0
    np.testing.assert_allclose(found.gradient, five(gradient), rtol=0, atol=1e-8 * size)


@pytest.mark.parametrize("sea", SEAS)
def test_a_point_has_the_velocity_and_the_gradient_there(sea: str) -> None:
    waves = SEAS[sea]
    found = over(waves, semi_axes=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(found.velocity, R.T @ waves.velocity(PLACE, T), rtol=1e-12)
    np.testing.assert_allclose(found.strain, found.gradient, rtol=1e-12)
    assert found.elevation == pytest.approx(float(waves.elevation(*PLACE[:2], T)), rel=1e-12)
    np.testing.assert_allclose(found.slope[:2], waves.slope(*PLACE[:2], T), rtol=1e-12)


@pytest.mark.parametrize("sea", SEAS)
def test_rates_in_the_water_and_along_the_path(sea: str) -> None:
    """Of a body that moves without turning, by central differences over 1e-3 s, right to some 1e-7.

    The rate of the velocity and the turning of the strain are those at a place that drifts with the current; the rate
    of the strain is that along the path.
    """
    waves, dt, path, drift = SEAS[sea], 1e-3, np.array([1.3, -0.7, 0.4]), np.array([0.5, 0.9, 0.0])
    found = over(waves, path=path, drift=drift)

    def change(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        after, before = (over(waves, PLACE + s * dt * v, t=T + s * dt) for s in (1.0, -1.0))
        u, S = (np.array(after[k]) - np.array(before[k]) for k in (2, 5))
        return u / (2.0 * dt), S[2:] / (2.0 * dt)

    rate, turning = change(drift)
    np.testing.assert_allclose(found.rate, rate, rtol=0, atol=1e-6)
    np.testing.assert_allclose(found.turning, turning, rtol=0, atol=1e-6)
    np.testing.assert_allclose(found.strain_rate, change(path)[1], rtol=0, atol=1e-6)
    along = np.array(over(waves, path=path).strain_rate)
    assert np.abs(along - turning).max() > 0.01


def test_above_the_still_surface_a_rising_body_meets_the_same_velocity() -> None:
    """There it is held: the path counts along the surface only, and the mean is that at it."""
    waves, up, level = SEAS["deep"], np.array([0.0, 0.0, 2.0]), PLACE * [1, 1, 0]
    held, at = over(waves, [*PLACE[:2], 0.7], path=up), over(waves, level)
    assert held == at
    assert over(waves, PLACE, path=up).strain_rate != over(waves, PLACE).strain_rate


@pytest.mark.parametrize("sea", SEAS)
def test_the_lift_is_the_integral_of_the_vertical_velocity(sea: str) -> None:
    """Of the centre: its rate at a fixed place is w there."""
    waves, dt = SEAS[sea], 1e-3
    rate = (over(waves, t=T + dt).lift - over(waves, t=T - dt).lift) / (2.0 * dt)
    assert rate == pytest.approx(waves.velocity(PLACE, T)[2], rel=1e-5)


@pytest.mark.parametrize("depth", [None, 400.0])
@pytest.mark.parametrize("shorter", [30.0, 300.0, 1e5])
def test_waves_much_shorter_than_the_body_give_next_to_nothing(shorter: float, depth: float | None) -> None:
    """Over a level disc of radius 2 m about its centre at the surface, from below 1 % of the velocity at a point."""
    k = shorter / 2.0
    waves = cross_sea(depth, (k, k, k))
    table, phases, rates = now_of(waves, T)
    given = NONE, six(np.eye(3)), (4.0, 4.0, 0.0), NONE, NONE, np.full(ROOM, np.nan)
    found = called(body_motion)(table, 0, np.inf if depth is None else depth, 1.0, phases, rates, *given)
    whole = np.sum(waves.components.amplitude * waves.components.omega)
    assert np.abs(found.velocity).max() < 0.01 * whole
    assert np.abs(found.gradient).max() < 0.01 * whole * k
    assert np.isfinite(found.strain).all()


# Points


@pytest.mark.parametrize("sea", SEAS)
@pytest.mark.parametrize("z", [-9.0, -1.0, 0.0, 0.5])
def test_the_motion_of_a_point_is_that_of_the_waves(sea: str, z: float) -> None:
    """Held above the still surface and below the floor; sums in another order, so 1e-14 of 1 m/s."""
    waves = SEAS[sea]
    table, phases, rates = now_of(waves, T)
    depth = np.inf if waves.depth is None else waves.depth
    eta, v = called(point_motion)(table, 0, depth, 1.0, phases, rates, 3.0, -2.0, z, np.full(ROOM, np.nan))
    assert eta == pytest.approx(float(waves.elevation(3.0, -2.0, T)), abs=1e-13)
    np.testing.assert_allclose(v, waves.velocity([3.0, -2.0, z], T), rtol=0, atol=1e-13)


@pytest.mark.parametrize("sea", SEAS)
@pytest.mark.parametrize(("factor", "later"), [(1.0, 0.0), (0.25, 0.0), (1.0, 0.5)])
def test_the_elevation_of_a_point_and_its_slope(sea: str, factor: float, later: float) -> None:
    waves = SEAS[sea]
    table, phases, rates = now_of(waves, T)
    found = called(point_elevation)(table, 0, factor, phases, rates, later, 3.0, -2.0, np.full(ROOM, np.nan))
    eta, slope = waves.elevation(3.0, -2.0, T + later), waves.slope(3.0, -2.0, T + later)
    np.testing.assert_allclose(found, factor * np.array([eta, *slope]), rtol=0, atol=1e-13)


def test_a_factor_scales_all_over_a_body() -> None:
    whole, half = (np.concatenate([np.ravel(x) for x in over(SEAS["many"], factor=f)]) for f in (1.0, 0.5))
    np.testing.assert_allclose(half, 0.5 * whole, rtol=1e-13)

"""Water that moves over a body: its mean rigid motion by quadrature, its rate along a path, and what it does."""

import math
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.unit.kernels import by_columns, called, parameters, six, table_of
from tests.unit.kernels.test_wave_sums import ball, cross_sea, now_of, velocity

from seaway.engine._parameters import strain_excess
from seaway.inertia import Inertial, MassProperties, ellipsoid_added_mass
from seaway.kernels.surroundings import Lying, WaveField, seen_by
from seaway.kernels.water import current
from seaway.kernels.water_over_body import Seen, carried_along, over_body, water_acceleration
from seaway.kernels.wave_sums import NO_BODY_MOTION, ROOM
from seaway.kernels.waves import AIRY
from seaway.sea import Current, Waves
from seaway.vehicle import Vehicle

T = 2.75
R_WB = Rotation.from_euler("ZYX", [0.7, -0.4, 1.1]).as_matrix()
R_BS = Rotation.from_euler("ZYX", [0.2, 0.3, -0.5]).as_matrix()
STILL = np.zeros(3)
SEMI_AXES = np.array([1.6, 0.9, 0.5])
CENTER = np.array([0.3, -0.1, 0.2])
PLACE = np.array([3.0, -2.0, -2.7])  # of Bo
NU = np.array([0.4, -0.3, 0.2, 0.1, 0.5, -0.6])
NONE = (0.0, 0.0, 0.0)
STILL = np.zeros(3)
SEAS = {"deep": cross_sea(None), "finite depth": cross_sea(4.0)}
RHO = 1025.0


def body_of(hull: int = 0, **values: Any) -> Any:
    return parameters(axes=R_BS, excess=NONE, hull=hull, stiff=0, **values)


def lying_of(wave: Any, wet: float = 1.0, semi_axes: Any = SEMI_AXES) -> Lying:
    return Lying(wet, 0.0, six(CENTER), six(np.square(semi_axes)), wave, (0.0,) * 6, 0.0)  # type: ignore[arg-type]


def field_of(waves: Waves, t: float, U: np.ndarray) -> WaveField:
    """Waves at a time, on a uniform current."""
    table, phases, rates = now_of(waves, t)
    now = np.concatenate([phases, rates, np.full(ROOM, np.nan)])[None]
    return WaveField(table, None, 0.0, now, six(U * t), six(U), NONE, 1.0, 0.0)


def seen_in_waves(
    waves: Waves,
    p: np.ndarray = PLACE,
    R: np.ndarray = R_WB,
    t: float = T,
    *,
    body: Any = None,
    nu: np.ndarray = NU,
    U: np.ndarray = STILL,
    wet: float = 1.0,
    semi_axes: np.ndarray = SEMI_AXES,
) -> Seen:
    """What a body sees of waves on a uniform current."""
    sea = parameters(waves=AIRY, surface=0.0, wave_depth=np.inf if waves.depth is None else waves.depth)
    field, center = field_of(waves, t, U), p + R @ CENTER
    path = R @ (nu[:3] + np.cross(nu[3:], CENTER))
    wave = called(seen_by)(field, sea, six(center), six(R @ R_BS), six(np.square(semi_axes)), six(path))
    given = lying_of(wave, wet, semi_axes), field, six(U), NONE, NONE, center[2] >= 0.0, six(nu), six(R.T)
    return called(over_body)(body_of() if body is None else body, *given)


def moved(t: float, p: np.ndarray, nu: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place and attitude after a little while at a constant velocity in B, to second order."""
    turn = Rotation.from_rotvec(nu[3:] * t).as_matrix()
    half = Rotation.from_rotvec(0.5 * nu[3:] * t).as_matrix()
    return p + R_WB @ half @ nu[:3] * t, R_WB @ turn


def rate_by_differences(seen: Any, nu: np.ndarray = NU, dt: float = 1e-3) -> np.ndarray:
    """R^T (R W)' of a function of time along a path, by central differences."""

    def in_world(t: float) -> np.ndarray:
        p, R = moved(t, PLACE, nu)
        motion = np.array(seen(p, R, T + t).motion)
        return np.concatenate([R @ motion[:3], R @ motion[3:]])

    change = (in_world(dt) - in_world(-dt)) / (2.0 * dt)
    return np.concatenate([R_WB.T @ change[:3], R_WB.T @ change[3:]])


@pytest.mark.parametrize("sea", SEAS)
def test_the_mean_motion_is_the_rigid_one_that_fits_best(sea: str) -> None:
    """Least squares of v + w × r over the volume of an ellipsoid, by quadrature, given at Bo."""
    waves, U = SEAS[sea], np.array([0.8, -0.5, 0.0])
    x, weights = ball()
    r = (x * SEMI_AXES) @ R_BS.T  # from the centre, in B
    u = (velocity(waves, PLACE - U * T + (CENTER + r) @ R_WB.T) + U) @ R_WB
    second = np.einsum("n,ni,nj->ij", weights, r, r)
    inertia = np.trace(second) * np.eye(3) - second
    w = np.linalg.solve(inertia, weights @ np.cross(r, u))
    found = seen_in_waves(waves, U=U)
    np.testing.assert_allclose(found.velocity, weights @ u, rtol=0, atol=1e-8)
    np.testing.assert_allclose(found.angular, w, rtol=0, atol=1e-8)
    np.testing.assert_allclose(found.motion, [*(weights @ u - np.cross(w, CENTER)), *w], rtol=0, atol=1e-8)


@pytest.mark.parametrize("U", [np.zeros(3), np.array([0.8, -0.5, 0.0])], ids=["still", "current"])
@pytest.mark.parametrize("sea", SEAS)
@pytest.mark.parametrize("turning", [False, True])
def test_its_rate_is_that_along_the_path(sea: str, U: np.ndarray, turning: bool) -> None:
    """In axes that do not turn; central differences over 1e-3 s, right to some 1e-6.

    As a long body turns, its mean takes in other water: of order (k a)², and not in the rate. One of centimetres, with
    (k a)² / 10 of 3e-5, shows how the strain turns in its axes.
    """
    nu, size = (NU, 0.01 * SEMI_AXES) if turning else (NU * [1, 1, 1, 0, 0, 0], SEMI_AXES)

    def seen(p: np.ndarray, R: np.ndarray, t: float) -> Seen:
        return seen_in_waves(SEAS[sea], p, R, t, nu=nu, U=U, semi_axes=size)

    expected = rate_by_differences(seen, nu)
    np.testing.assert_allclose(seen(PLACE, R_WB, T).rate, expected, rtol=0, atol=3e-5 if turning else 2e-6)
    assert np.abs(expected).max() > 0.05


def test_its_rate_in_a_current_that_varies_with_time_and_depth() -> None:
    """A steady shear turns the body too: by the rotation that fits best, which changes as the body turns."""
    profile, change = np.random.default_rng(3).normal(size=(2, 2, 3))
    sea = table_of(Current([profile, profile + change[0]], times=[0.0, 9.0], depths=[0.0, 20.0]))

    def seen(p: np.ndarray, R: np.ndarray, t: float) -> Seen:
        v, a, steep = called(current)(sea, True, t, t, 1e-3, -(p + R @ CENTER)[2])
        return called(over_body)(body_of(), lying_of(NO_BODY_MOTION), None, v, a, steep, False, six(NU), six(R.T))

    found = seen(PLACE, R_WB, T)
    np.testing.assert_allclose(found.rate, rate_by_differences(seen), rtol=0, atol=1e-6)
    v, a, steep = (np.array(x) for x in called(current)(sea, True, T, T, 1e-3, -(PLACE + R_WB @ CENTER)[2]))
    np.testing.assert_allclose(found.velocity, R_WB.T @ v, rtol=1e-12)
    np.testing.assert_allclose(found.acceleration, R_WB.T @ (a + v[2] * steep), rtol=1e-12)
    # Over a level ball, half the vorticity of u(z): (-∂v/∂z, ∂u/∂z, 0) / 2.
    level = called(over_body)(
        parameters(axes=np.eye(3), excess=NONE, hull=0, stiff=0),
        lying_of(NO_BODY_MOTION, semi_axes=np.ones(3)),
        None,
        *(six(x) for x in (v, a, steep)),
        False,
        six(NU),
        six(np.eye(3)),
    )
    np.testing.assert_allclose(level.angular, [-0.5 * steep[1], 0.5 * steep[0], 0.0], rtol=1e-12)


def test_the_acceleration_is_that_of_the_water_itself() -> None:
    """Over a body that is small: as ``Waves.acceleration`` at a point, with the growth of a ramp."""
    waves = SEAS["finite depth"]
    sea, field = parameters(waves=AIRY, surface=0.0, wave_depth=4.0), field_of(waves, T, np.zeros(3))
    center = PLACE + R_WB @ CENTER
    wave = called(seen_by)(field, sea, six(center), six(R_WB @ R_BS), NONE, NONE)
    for growth in (0.0, 0.7):
        given = lying_of(wave, semi_axes=np.zeros(3)), field._replace(growth=growth), NONE, NONE, NONE, False
        found = called(over_body)(body_of(), *given, six(NU), six(R_WB.T))
        expected = waves.acceleration(center, T) + growth * waves.velocity(center, T)
        np.testing.assert_allclose(found.acceleration, R_WB.T @ expected, rtol=1e-10)
        assert found.pressing == found.acceleration


def test_on_a_hull_the_pressure_of_waves_is_in_the_buoyancy() -> None:
    found, fixed = seen_in_waves(SEAS["deep"], body=body_of(hull=1)), seen_in_waves(SEAS["deep"])
    assert (found.pressing, found.moment) == (NONE, NONE)
    assert (found.motion, found.rate, found.acceleration) == (fixed.motion, fixed.rate, fixed.acceleration)
    assert np.linalg.norm(fixed.pressing) > 0.01


def test_a_body_in_the_air_does_not_feel_how_the_water_moves() -> None:
    found = seen_in_waves(SEAS["deep"], wet=0.0)
    assert (found.velocity, found.angular, found.motion) == (NONE, NONE, (0.0,) * 6)


def test_a_steady_current_is_a_motion_without_rate() -> None:
    v = R_WB.T @ [0.8, -0.5, 0.1]
    given = lying_of(NO_BODY_MOTION), None, (0.8, -0.5, 0.1), NONE, NONE, False, six(NU), six(R_WB.T)
    found, simple = called(over_body)(body_of(), *given), called(carried_along)(six(v), 0.0)
    np.testing.assert_allclose(found.motion, simple.motion, rtol=1e-14)
    np.testing.assert_allclose(found.rate, np.zeros(6), rtol=0, atol=1e-15)
    np.testing.assert_allclose(simple.motion, [*v, 0, 0, 0], rtol=1e-15)


# What it does


@pytest.mark.parametrize("share", [1.0, 0.4])
def test_a_ball_held_in_waves_feels_taylors_force(share: float) -> None:
    """(ρ V + s M_A) Dv/Dt with M_A = ρ V / 2, whatever the gradient; no moment about its centre."""
    waves, radius = SEAS["deep"], 0.2
    displaced = RHO * 4.0 / 3.0 * math.pi * radius**3
    sea, field = parameters(waves=AIRY, surface=0.0, wave_depth=np.inf), field_of(waves, T, np.zeros(3))
    center = PLACE + R_WB @ CENTER
    wave = called(seen_by)(field, sea, six(center), six(R_WB @ R_BS), six(np.full(3, radius**2)), NONE)
    lying = lying_of(wave, semi_axes=np.full(3, radius))
    seen = called(over_body)(body_of(), lying, field, NONE, NONE, NONE, False, (0.0,) * 6, six(R_WB.T))
    H = np.eye(6)
    H[:3, 3:] = -np.cross(np.eye(3), CENTER)  # velocity at the centre
    M = H.T @ np.diag([0.5 * displaced] * 3 + [0.0] * 3) @ H
    body = body_of(added=by_columns(M), has_added=1, mass=displaced, center_of_mass=NONE)
    nu_r = -np.array(seen.motion)
    found = np.array(called(water_acceleration)(body, share, displaced, lying, seen, six(nu_r)))
    force = (1.0 + 0.5 * share) * displaced * (R_WB.T @ waves.acceleration(center, T))
    # A ball takes the mean of what is harmonic at its centre, and of (u · ∇) u of the mean.
    np.testing.assert_allclose(found[:3], force, rtol=1e-9)
    np.testing.assert_allclose(found[3:], np.cross(CENTER, force), rtol=0, atol=1e-9 * displaced)


def test_the_moment_of_the_pressure_is_that_of_the_accelerated_water() -> None:
    """ρ ∫ r × ∂u/∂t dV about the centre, by quadrature, of the linear rate."""
    waves, dt = SEAS["deep"], 1e-4
    x, weights = ball()
    r = (x * SEMI_AXES) @ R_BS.T
    at = PLACE + (CENTER + r) @ R_WB.T
    rate = (velocity(waves, at, T + dt) - velocity(waves, at, T - dt)) @ R_WB / (2.0 * dt)
    found = seen_in_waves(waves)
    np.testing.assert_allclose(found.moment, weights @ np.cross(r, rate), rtol=0, atol=1e-7)


@pytest.mark.parametrize("semi_axes", [(2.0, 1.0, 0.5), (2.0, 0.5, 0.5)])
def test_an_ellipsoid_is_turned_by_a_strain_as_lamb_has_it(semi_axes: tuple[float, float, float]) -> None:
    """With its own added mass the best fit e = (b² - c²) / (b² + c²) and the excess add up to 1 / e; 0 if round."""
    a = np.array(semi_axes)
    added = ellipsoid_added_mass(a, RHO)
    solid = MassProperties.from_ellipsoid(a, density=RHO)
    vehicle = Vehicle("body", Inertial(solid, added_mass=added))
    found = strain_excess(a, np.zeros(3), np.eye(3), vehicle)
    J = a**2
    for i, (j, k) in enumerate([(1, 2), (2, 0), (0, 1)]):
        if J[j] == J[k]:
            assert found[i] == 0.0
        else:
            fit = (J[j] - J[k]) / (J[j] + J[k])
            assert found[i] == pytest.approx(1.0 / fit - fit, rel=1e-9)

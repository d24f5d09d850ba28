import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.bodies import general_inertial
from tests.strategies import arrays, inertials, vectors
from tests.unit.kernels import by_columns, called, parameters, six

from seaway.engine._parameters import inertia_values
from seaway.inertia import Inertial, coriolis_wrench
from seaway.kernels import inertia
from seaway.vehicle import Vehicle, WorldJoint

# Drawing a whole inertial takes ten times longer than a kernel.
some = settings(max_examples=25)


def body(inertial: Inertial, rigid_body_coriolis: bool = True, added_mass_coriolis: bool = True) -> object:
    M_RB, M_A = inertial.rigid_body_matrix(), inertial.added_mass_matrix()
    return parameters(
        rigid_body=by_columns(M_RB),
        added=by_columns(M_A),
        has_added=int(np.any(M_A)),
        rigid_body_coriolis=int(rigid_body_coriolis),
        added_mass_coriolis=int(added_mass_coriolis),
    )


def close_to(M: np.ndarray, expected: np.ndarray) -> object:
    return pytest.approx(expected, rel=1e-12, abs=1e-12 * (1.0 + float(np.abs(M).max())))


@given(arrays(6, bound=10.0), arrays(6, bound=3.0))
def test_coriolis_of_a_momentum_is_kirchhoffs_and_does_no_work(momentum: np.ndarray, nu: np.ndarray) -> None:
    p, h, v, w = momentum[:3], momentum[3:], nu[:3], nu[3:]
    expected = np.concatenate([np.cross(w, p), np.cross(v, p) + np.cross(w, h)])
    wrench = np.array(called(inertia.coriolis)(six(momentum), six(nu)))
    np.testing.assert_allclose(wrench, expected, atol=1e-13)
    assert wrench @ nu == pytest.approx(0.0, abs=1e-11)


@some
@given(inertials(), arrays(6, bound=3.0))
def test_the_wrenches_are_minus_c_nu(inertial: Inertial, nu: np.ndarray) -> None:
    M_RB, M_A = inertial.rigid_body_matrix(), inertial.added_mass_matrix()
    rigid = called(inertia.rigid_body_coriolis)(body(inertial), six(nu))
    assert np.array(rigid) == close_to(9.0 * M_RB, -coriolis_wrench(M_RB, nu))
    added = called(inertia.added_mass_coriolis)(body(inertial), six(nu), six(nu), six(nu[:3]), None, None)
    assert np.array(added) == close_to(9.0 * M_A, -coriolis_wrench(M_A, nu))


@some
@given(inertials(), arrays(6, bound=3.0), vectors())
def test_in_a_current_the_axes_turn_under_the_water(inertial: Inertial, nu: np.ndarray, v: np.ndarray) -> None:
    """-C_A(ν_r) ν_r - M_A [ω × v_W; 0], and the second part also where C_A is switched off."""
    M_A = inertial.added_mass_matrix()
    nu_r, water = nu - np.pad(v, (0, 3)), six([*v, 0, 0, 0])
    turning = M_A[:, :3] @ np.cross(nu[3:], v)
    for switched_on in (True, False):
        given = body(inertial, added_mass_coriolis=switched_on), six(nu), six(nu_r), six(nu_r[:3])
        for turns in (None, True):
            wrench = called(inertia.added_mass_coriolis)(*given, water, turns)
            expected = -switched_on * coriolis_wrench(M_A, nu_r) - turning
            assert np.array(wrench) == close_to(36.0 * M_A, expected)


@some
@given(inertials(), arrays(6, bound=3.0), arrays(6, bound=1.0), vectors())
def test_in_water_that_turns_the_moment_goes_with_the_mean_velocity(
    inertial: Inertial, nu: np.ndarray, water: np.ndarray, through: np.ndarray
) -> None:
    """-[ω × p; v_r × p + ω × h] - M_A [ω × v_W; ω × w_W] with (p, h) = M_A ν_r and v_r past the mean of the water."""
    M_A = inertial.added_mass_matrix()
    w, nu_r = nu[3:], nu - water
    p, h = np.split(M_A @ nu_r, 2)
    kirchhoff = np.concatenate([np.cross(w, p), np.cross(through, p) + np.cross(w, h)])
    turned = M_A @ np.concatenate([np.cross(w, water[:3]), np.cross(w, water[3:])])
    wrench = called(inertia.added_mass_coriolis)(body(inertial), six(nu), six(nu_r), six(through), six(water), True)
    assert np.array(wrench) == close_to(36.0 * M_A, -kirchhoff - turned)


@some
@given(inertials(), arrays(6, bound=3.0))
def test_switches(inertial: Inertial, nu: np.ndarray) -> None:
    without = body(inertial, rigid_body_coriolis=False, added_mass_coriolis=False)
    assert called(inertia.rigid_body_coriolis)(without, six(nu)) == (0.0,) * 6
    added = called(inertia.added_mass_coriolis)
    assert added(without, six(nu), six(nu), six(nu[:3]), None, None) == (0.0,) * 6
    dry = body(inertial.with_added_mass(None))
    assert added(dry, six(nu), six(nu), six(nu[:3]), (1.0, 2.0, 3.0, 0.0, 0.0, 0.0), None) == (0.0,) * 6
    assert called(inertia.water_entry)(dry, 1.0, six(nu)) == (0.0,) * 6


@some
@given(inertials(), arrays(6, bound=3.0), st.floats(0.0, 1.0))
def test_kinetic_energy(inertial: Inertial, nu: np.ndarray, share: float) -> None:
    """Of the body and of the part of the added mass that acts."""
    M = inertial.rigid_body_matrix() + share * inertial.added_mass_matrix()
    energy = called(inertia.kinetic_energy)(body(inertial), share, six(nu))
    assert energy == pytest.approx(0.5 * nu @ M @ nu, rel=1e-10, abs=1e-12 * float(np.abs(M).max()))


# Added mass by its share

JOINTS = {
    "free": None,
    "slide": WorldJoint("prismatic", [0.3, -0.5, 1.0]),
    "hinge": WorldJoint("revolute", [0.3, -0.5, 1.0], [0.5, 0.2, -0.1]),
    "ball": WorldJoint("ball", point=[0.5, 0.2, -0.1]),
}
FULL = general_inertial(np.random.default_rng(3))


@pytest.mark.parametrize("share", [0.0, 1e-6, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("joint", JOINTS)
def test_the_acceleration_is_that_of_a_direct_solve(joint: str, share: float) -> None:
    """(M_RB + s M_A) x = f; with a world joint S (Sᵀ (M_RB + s M_A) S)⁻¹ Sᵀ f on its freedom S."""
    f = np.array([3.0, -2.0, 5.0, 0.4, -0.3, 0.2])
    vehicle = Vehicle("body", FULL, world_joint=JOINTS[joint])
    M_RB, M_A = FULL.rigid_body_matrix(), FULL.added_mass_matrix()
    S = np.eye(6) if vehicle.world_joint is None else vehicle.world_joint.freedom
    expected = S @ np.linalg.solve(S.T @ (M_RB + share * M_A) @ S, S.T @ f)
    found = called(inertia.accelerated)(parameters(**inertia_values(vehicle, np.ones(()))), share, six(f))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("growth", [2.5, 0.0, -2.5])
def test_water_takes_momentum_as_a_body_enters_it_and_gives_none_back(growth: float) -> None:
    nu_r = np.array([1.0, -0.5, 2.0, 0.1, 0.2, -0.3])
    found = called(inertia.water_entry)(body(FULL), growth, six(nu_r))
    np.testing.assert_allclose(found, -max(growth, 0.0) * FULL.added_mass_matrix() @ nu_r, rtol=1e-13, atol=1e-13)

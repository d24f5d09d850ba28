import numpy as np
import pytest
from hypothesis import given, settings
from tests.strategies import arrays, inertials, vectors
from tests.unit.kernels import by_columns, called, parameters, six

from seaway.inertia import Inertial, coriolis_wrench
from seaway.kernels import inertia

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
    added = called(inertia.added_mass_coriolis)(body(inertial), six(nu), None)
    assert np.array(added) == close_to(9.0 * M_A, -coriolis_wrench(M_A, nu))


@some
@given(inertials(), arrays(6, bound=3.0), vectors())
def test_in_a_current_the_axes_turn_under_the_water(inertial: Inertial, nu_r: np.ndarray, v: np.ndarray) -> None:
    """-C_A(ν_r) ν_r - M_A [ω × v_water; 0], and the second part also where C_A is switched off."""
    M_A = inertial.added_mass_matrix()
    turning = M_A[:, :3] @ np.cross(nu_r[3:], v)
    added_mass_coriolis = called(inertia.added_mass_coriolis)
    wrench = added_mass_coriolis(body(inertial), six(nu_r), six(v))
    assert np.array(wrench) == close_to(9.0 * M_A, -coriolis_wrench(M_A, nu_r) - turning)
    switched_off = added_mass_coriolis(body(inertial, added_mass_coriolis=False), six(nu_r), six(v))
    assert np.array(switched_off) == close_to(9.0 * M_A, -turning)


@some
@given(inertials(), arrays(6, bound=3.0))
def test_switches(inertial: Inertial, nu: np.ndarray) -> None:
    without = body(inertial, rigid_body_coriolis=False, added_mass_coriolis=False)
    assert called(inertia.rigid_body_coriolis)(without, six(nu)) == (0.0,) * 6
    assert called(inertia.added_mass_coriolis)(without, six(nu), None) == (0.0,) * 6
    dry = body(inertial.with_added_mass(None))
    assert called(inertia.added_mass_coriolis)(dry, six(nu), (1.0, 2.0, 3.0)) == (0.0,) * 6


@some
@given(inertials(), arrays(6, bound=3.0))
def test_kinetic_energy(inertial: Inertial, nu: np.ndarray) -> None:
    M = inertial.mass_matrix()
    energy = called(inertia.kinetic_energy)(body(inertial), six(nu))
    assert energy == pytest.approx(0.5 * nu @ M @ nu, rel=1e-10, abs=1e-12 * float(np.abs(M).max()))

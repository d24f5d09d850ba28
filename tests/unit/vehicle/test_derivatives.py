"""Derivatives by their names, and the Coriolis force that published ones contain."""

import numpy as np
import pytest
from hypothesis import given
from tests.strategies import velocities

from seaway.errors import ModelError
from seaway.inertia import coriolis_wrench
from seaway.vehicle._derivatives import Derivatives, coriolis_tensor, folded, turned_products

SYMMETRIC = np.array([[3.0, 0.2, -0.1, 0.5, 0.7, -0.3]]).T @ np.array([[3.0, 0.2, -0.1, 0.5, 0.7, -0.3]]) + np.eye(6)


def test_names_say_where_a_value_goes() -> None:
    found = Derivatives({"Y_rdot": 1.5, "X_u": -2.0, "Y_v|v|": -3.0, "M_|q|w": -4.0, "N_uv": 5.0})
    assert found.added_mass(1000.0) == {"Y_rdot": 1.5}
    terms = found.terms(1000.0)
    assert terms.linear[0, 0] == -2.0
    assert terms.quadratic[1, 1] == -3.0
    assert terms.modulus[4, 4, 2] == -4.0
    assert terms.signed[1, 5, 0] == 5.0
    assert sum(int(np.count_nonzero(array)) for array in terms) == 4


@pytest.mark.parametrize(
    ("name", "power"),
    [("X_udot", 3), ("Y_rdot", 4), ("N_vdot", 4), ("M_qdot", 5), ("X_vv", 2), ("Y_ur", 3), ("X_qq", 4), ("K_pq", 5)],
)
def test_nondimensional_derivatives_get_their_dimensions(name: str, power: int) -> None:
    """1/2 ρ L^n, as npsauv.m has r2 ... r5."""
    found = Derivatives({name: 2.0}, length=3.0, signed_squares=True)
    values = [*found.added_mass(1000.0).values(), *(float(np.max(np.abs(array))) for array in found.terms(1000.0))]
    assert max(values) == pytest.approx(2.0 * 500.0 * 3.0**power, rel=1e-15)


@pytest.mark.parametrize("name", ["Xudot", "Q_u", "X_a", "X_u|u", "X_uuu", "X_u|u|v", ""])
def test_what_is_no_derivative_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match="is no derivative; one is like Y_rdot, X_u, Y_v"):
        Derivatives({name: 1.0})


def test_a_nondimensional_derivative_goes_with_two_velocities() -> None:
    with pytest.raises(ModelError, match=r"Y_v goes with one velocity; a nondimensional one needs two, e\.g\. Y_uv"):
        Derivatives({"Y_v": 1.0}, length=2.0)


@given(velocities(3.0))
def test_the_tensor_is_the_coriolis_force(nu: np.ndarray) -> None:
    """Σ ν_k C_k ν beside Kirchhoff's (w × p, v × p + w × h); 1e-12 of the sizes."""
    C = coriolis_tensor(SYMMETRIC)
    got = np.einsum("k,kij,j->i", nu, C, nu)
    assert got == pytest.approx(coriolis_wrench(SYMMETRIC, nu), abs=1e-10)
    assert np.einsum("k,kij,j->i", nu, folded(C), nu) == pytest.approx(got, abs=1e-10)


def test_some_entries_of_the_coriolis_matrix() -> None:
    M = np.diag([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    C = coriolis_tensor(M, [(4, 0)])
    assert C[2, 4, 0] == -3.0  # -S(p)[1, 0] = -p_z = -M33 w
    assert np.count_nonzero(C) == 1


def test_published_terms_that_are_the_coriolis_force_leave_nothing() -> None:
    assert not np.any(folded(-coriolis_tensor(SYMMETRIC) + coriolis_tensor(SYMMETRIC)))


def test_products_turn_as_forces_and_velocities() -> None:
    random, flip = np.random.default_rng(1), np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
    S, nu = random.normal(size=(6, 6, 6)), random.normal(size=6)
    turned = np.einsum("k,kij,j->i", flip * nu, turned_products(S), flip * nu)
    assert turned == pytest.approx(flip * np.einsum("k,kij,j->i", nu, S, nu))

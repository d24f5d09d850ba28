"""Derivatives by their names, and the Coriolis force that is within published ones."""

import numpy as np
import pytest
from hypothesis import given
from seaway.library._axes import Axes
from seaway.library._derivatives import coriolis_tensor, derivatives, folded, without_coriolis
from tests.strategies import velocities

from seaway.errors import ModelError
from seaway.inertia import coriolis_wrench

SYMMETRIC = np.array([[3.0, 0.2, -0.1, 0.5, 0.7, -0.3]]).T @ np.array([[3.0, 0.2, -0.1, 0.5, 0.7, -0.3]]) + np.eye(6)


def test_names_say_where_a_value_goes() -> None:
    found = derivatives({"Y_rdot": 1.5, "X_u": -2.0, "Y_v|v|": -3.0, "M_w|q|": -4.0, "N_uv": 5.0})
    assert found.added_mass[1, 5] == -1.5
    assert found.linear[0, 0] == -2.0
    assert found.quadratic[1, 1] == -3.0
    assert found.modulus[4, 4, 2] == -4.0
    assert found.signed[1, 5, 0] == 5.0
    assert sum(int(np.count_nonzero(array)) for array in found) == 5


@pytest.mark.parametrize(
    ("name", "power"),
    [("X_udot", 3), ("Y_rdot", 4), ("N_vdot", 4), ("M_qdot", 5), ("X_vv", 2), ("Y_ur", 3), ("X_qq", 4), ("K_pq", 5)],
)
def test_nondimensional_derivatives_get_their_dimensions(name: str, power: int) -> None:
    """1/2 ρ L^n, as npsauv.m has r2 ... r5."""
    found = derivatives({name: 2.0}, density=1000.0, length=3.0)
    assert max(np.max(np.abs(array)) for array in found) == pytest.approx(2.0 * 500.0 * 3.0**power, rel=1e-15)


@pytest.mark.parametrize("name", ["Xudot", "Q_u", "X_a", "X_u|u", "X_uuu", "X_u|u|v", ""])
def test_what_is_no_derivative_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match="is no derivative; one is like Y_rdot, X_u, Y_v"):
        derivatives({name: 1.0})


def test_a_nondimensional_derivative_goes_with_two_velocities() -> None:
    with pytest.raises(ModelError, match=r"'Y_v' goes with one velocity; a nondimensional one needs two, e\.g\. Y_uv"):
        derivatives({"Y_v": 1.0}, density=1000.0, length=2.0)


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
    assert not np.any(without_coriolis(-coriolis_tensor(SYMMETRIC), SYMMETRIC))


@pytest.mark.parametrize("name", ["FLU", "FRD", "BRU"])
def test_axes_are_their_own_inverse_and_turn_forces_as_velocities(name: str) -> None:
    axes = Axes(name)
    random = np.random.default_rng(1)
    S, M, nu = random.normal(size=(6, 6, 6)), random.normal(size=(6, 6)), random.normal(size=6)
    assert axes.vector(axes.vector(nu)) == pytest.approx(nu)
    assert axes.matrix(M) @ axes.vector(nu) == pytest.approx(axes.vector(M @ nu))
    turned = np.einsum("k,kij,j->i", axes.vector(nu), axes.products(S), axes.vector(nu))
    assert turned == pytest.approx(axes.vector(np.einsum("k,kij,j->i", nu, S, nu)))


def test_unknown_axes_are_refused() -> None:
    with pytest.raises(ModelError, match=r"there are no axes 'NED'; there are: FLU, FRD, BRU"):
        Axes("NED")

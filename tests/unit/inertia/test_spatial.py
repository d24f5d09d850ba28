import numpy as np
import pytest
from hypothesis import given
from tests.strategies import added_masses, arrays, quaternions, vectors

from seaway.errors import ModelError
from seaway.frames import matrix_from_quaternion
from seaway.inertia import AddedMass, acceleration, coriolis_wrench, kinetic_energy
from seaway.inertia._spatial import blocks_swapped, rotated_to, shifted_to


@given(added_masses(), vectors(), vectors())
def test_shifts_add_up(added_mass: AddedMass, p: np.ndarray, r: np.ndarray) -> None:
    M = added_mass.matrix
    # Lever arms of up to 4 sqrt(3) m square to 50.
    close = {"rtol": 0.0, "atol": 1e-14 * np.max(np.abs(M)) * 50 * 6}
    np.testing.assert_allclose(shifted_to(shifted_to(M, p), r), shifted_to(M, p + r), **close)
    np.testing.assert_allclose(shifted_to(shifted_to(M, p), -p), M, **close)
    np.testing.assert_array_equal(shifted_to(M, np.zeros(3)), M)


@given(added_masses(), quaternions(), quaternions(), vectors())
def test_rotations_compose_and_turn_the_shift(
    added_mass: AddedMass, a: np.ndarray, b: np.ndarray, p: np.ndarray
) -> None:
    M, R_AB, R_BC = added_mass.matrix, matrix_from_quaternion(a), matrix_from_quaternion(b)
    close = {"rtol": 0.0, "atol": 1e-13 * np.max(np.abs(M)) * 50}
    np.testing.assert_allclose(rotated_to(rotated_to(M, R_BC), R_AB), rotated_to(M, R_AB @ R_BC), **close)
    np.testing.assert_allclose(rotated_to(shifted_to(M, p), R_AB), shifted_to(rotated_to(M, R_AB), R_AB @ p), **close)


@given(added_masses(), arrays(6))
def test_coriolis_does_no_work(added_mass: AddedMass, nu: np.ndarray) -> None:
    M = added_mass.matrix
    assert abs(nu @ coriolis_wrench(M, nu)) <= 1e-14 * np.max(np.abs(M)) * np.sum(np.abs(nu)) ** 3


def test_munk_moment_by_hand() -> None:
    """A body with A_yy > A_xx that moves obliquely is turned broadside by (A_xx - A_yy) u v about z."""
    wrench = coriolis_wrench(np.diag([2.0, 5, 5, 0, 0, 0]), [3.0, 0.5, 0, 0, 0, 0])
    np.testing.assert_allclose(wrench, [0, 0, 0, 0, 0, (5.0 - 2.0) * 3.0 * 0.5], atol=1e-15)


def test_batches_broadcast() -> None:
    rng = np.random.default_rng(3)
    root = rng.normal(size=(4, 6, 6))
    M = root @ np.swapaxes(root, -1, -2) + np.eye(6)
    nu, wrench, p = rng.normal(size=(7, 4, 6)), rng.normal(size=(4, 6)), rng.normal(size=(4, 3))
    every = acceleration(M, nu, wrench)
    assert every.shape == (7, 4, 6)
    np.testing.assert_allclose(every[5, 2], acceleration(M[2], nu[5, 2], wrench[2]), rtol=1e-12)
    assert kinetic_energy(M, nu).shape == (7, 4)
    np.testing.assert_allclose(shifted_to(M, p)[1], shifted_to(M[1], p[1]), rtol=1e-13)
    np.testing.assert_array_equal(blocks_swapped(blocks_swapped(M)), M)


def test_an_acceleration_needs_a_positive_definite_mass_matrix() -> None:
    still, push = np.zeros(6), np.ones(6)
    for bad in (np.diag([1.0, 1, 1, 1, 1, 0]), np.diag([1.0, 1, 1, 1, 1, -1]), np.eye(6) + np.eye(6, k=3)):
        with pytest.raises(ModelError, match="symmetric positive definite to give an acceleration, got"):
            acceleration(bad, still, push)
    batch = np.stack([np.eye(6), np.full((6, 6), np.nan)])
    with pytest.raises(ModelError, match=r"to give an acceleration, got in row \[1\] \[\[nan"):
        acceleration(batch, still, push)
    light = np.diag([1.0, 1, 1, 1e-9, 1e-9, 1e-9])
    np.testing.assert_allclose(acceleration(light, still, push), 1.0 / np.diagonal(light), rtol=1e-15)


def test_shapes_are_named() -> None:
    with pytest.raises(ModelError, match=r"a spatial inertia must have the shape \(..., 6, 6\), got \(3, 3\)"):
        shifted_to(np.eye(3), [0, 0, 0])
    with pytest.raises(ModelError, match=r"a velocity must have the shape \(..., 6\), got \(3\)"):
        coriolis_wrench(np.eye(6), [1, 2, 3])

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import quaternions, vectors
from tests.unit.kernels import called, six

from seaway.frames import matrix_from_quaternion, quaternion_conjugated, quaternion_product
from seaway.kernels import rotation

close = {"rtol": 1e-12, "atol": 1e-13}
some = settings(max_examples=60)


def test_a_matrix_becomes_nine_numbers_by_rows() -> None:
    assert called(rotation.nine)(np.arange(9.0).reshape(3, 3)) == tuple(range(9))


@some
@given(quaternions())
def test_both_matrices_of_a_unit_quaternion(q: np.ndarray) -> None:
    R_WB, R_BW = called(rotation.matrices)(six(q))
    expected = matrix_from_quaternion(q)
    np.testing.assert_allclose(np.reshape(R_WB, (3, 3)), expected, **close)
    np.testing.assert_allclose(np.reshape(R_BW, (3, 3)), expected.T, **close)


@some
@given(quaternions(), st.floats(0.9, 1.1))
def test_between_stages_a_quaternion_is_not_unit(q: np.ndarray, length: float) -> None:
    """R_WB is 1 + 2 (w S + S²) of q as it is, R_BW that of q*/|q|²."""

    def matrix(p: np.ndarray) -> np.ndarray:
        S = np.array([[0.0, -p[3], p[2]], [p[3], 0.0, -p[1]], [-p[2], p[1], 0.0]])
        return np.eye(3) + 2.0 * (p[0] * S + S @ S)

    q = length * q
    R_WB, R_BW = called(rotation.matrices)(six(q))
    np.testing.assert_allclose(np.reshape(R_WB, (3, 3)), matrix(q), **close)
    np.testing.assert_allclose(np.reshape(R_BW, (3, 3)), matrix(quaternion_conjugated(q) / (q @ q)), **close)


@some
@given(quaternions(), vectors())
def test_matrix_times_vector(q: np.ndarray, v: np.ndarray) -> None:
    R = matrix_from_quaternion(q)
    np.testing.assert_allclose(called(rotation.times)(six(R), six(v)), R @ v, **close)
    np.testing.assert_allclose(called(rotation.transposed_times)(six(R), six(v)), R.T @ v, **close)


@some
@given(quaternions(), vectors())
def test_the_rate_of_the_attitude_is_half_the_product_with_the_turn_rate(q: np.ndarray, w: np.ndarray) -> None:
    expected = quaternion_product(q, np.concatenate([[0.0], 0.5 * w]))
    np.testing.assert_allclose(called(rotation.attitude_rate)(six(q), six(w)), expected, **close)


@some
@given(quaternions(), st.floats(1e-3, 1e3))
def test_normalized(q: np.ndarray, length: float) -> None:
    np.testing.assert_allclose(called(rotation.normalized)(six(length * q)), q, **close)


@some
@given(quaternions(), vectors(4.0))
def test_an_exact_turn_is_the_product_with_the_exponential(q: np.ndarray, angle: np.ndarray) -> None:
    half = 0.5 * np.linalg.norm(angle)
    axis = angle / max(np.linalg.norm(angle), 1e-300)
    turn = np.concatenate([[math.cos(half)], math.sin(half) * axis])
    np.testing.assert_allclose(called(rotation.turned)(six(q), six(angle)), quaternion_product(q, turn), **close)


def test_small_turns_do_not_lose_digits_nor_divide_by_zero() -> None:
    turned = called(rotation.turned)
    unit = (1.0, 0.0, 0.0, 0.0)
    assert turned(unit, (0.0, 0.0, 0.0)) == unit
    for angle in (1e-300, 1e-9, 1.99e-4, 2.01e-4):  # the last two stand at both sides of the change of formula
        np.testing.assert_allclose(turned(unit, (0.0, angle, 0.0))[2], math.sin(0.5 * angle), rtol=1e-15)

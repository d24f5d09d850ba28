import numpy as np
import pytest
from tests.unit.kernels import by_columns, called, six

from seaway.kernels import vectors

random = np.random.default_rng(1)
A3, B3 = six(random.normal(size=3)), six(random.normal(size=3))
A4, B4 = six(random.normal(size=4)), six(random.normal(size=4))
A6, B6 = six(random.normal(size=6)), six(random.normal(size=6))
M = random.normal(size=(6, 6))


@pytest.mark.parametrize(("rows", "row", "index"), [(1, 0, 0), (1, 7, 0), (8, 0, 0), (8, 7, 7)])
def test_a_row_has_its_own_parameters_or_shares_those_of_row_0(rows: int, row: int, index: int) -> None:
    assert called(vectors.own_row)(np.zeros((rows, 2)), row) == index


@pytest.mark.parametrize(("kernel", "size"), [(vectors.three, 3), (vectors.four, 4), (vectors.six, 6)])
def test_arrays_become_tuples(kernel: object, size: int) -> None:
    result = called(kernel)(np.arange(float(size)))
    assert result == tuple(range(size))
    assert isinstance(result, tuple)


@pytest.mark.parametrize(
    ("kernel", "arguments", "expected"),
    [
        (vectors.added3, (A3, B3), np.add(A3, B3)),
        (vectors.scaled3, (-2.5, A3), -2.5 * np.array(A3)),
        (vectors.dot3, (A3, B3), np.dot(A3, B3)),
        (vectors.cross, (A3, B3), np.cross(A3, B3)),
        (vectors.added6, (A6, B6), np.add(A6, B6)),
        (vectors.subtracted6, (A6, B6), np.subtract(A6, B6)),
        (vectors.scaled6, (-2.5, A6), -2.5 * np.array(A6)),
        (vectors.dot6, (A6, B6), np.dot(A6, B6)),
        (vectors.advanced3, (A3, 0.25, B3), np.array(A3) + 0.25 * np.array(B3)),
        (vectors.advanced4, (A4, 0.25, B4), np.array(A4) + 0.25 * np.array(B4)),
        (vectors.advanced6, (A6, 0.25, B6), np.array(A6) + 0.25 * np.array(B6)),
        (vectors.chosen3, (True, A3, B3), np.array(A3)),
        (vectors.chosen3, (False, A3, B3), np.array(B3)),
        (vectors.velocity_at, (A6, B3), np.array(A6[:3]) + np.cross(A6[3:], B3)),
        (vectors.wrench_at, (A3, B3), np.concatenate([A3, np.cross(B3, A3)])),
        (vectors.columns_times, (by_columns(M), A3), M[:, :3] @ np.array(A3)),
        (vectors.matrix_times, (by_columns(M), A6), M @ np.array(A6)),
    ],
)
def test_algebra(kernel: object, arguments: tuple, expected: np.ndarray) -> None:
    np.testing.assert_allclose(called(kernel)(*arguments), expected, rtol=1e-14, atol=1e-14)


def test_zeros() -> None:
    assert (vectors.ZERO3, vectors.ZERO4, vectors.ZERO6) == ((0.0,) * 3, (0.0,) * 4, (0.0,) * 6)

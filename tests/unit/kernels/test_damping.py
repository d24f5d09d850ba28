import numpy as np
import pytest
from tests.unit.kernels import by_columns, called, record, six

from seaway.frames import Pose
from seaway.kernels import damping
from seaway.kernels.model import VEHICLE
from seaway.vehicle import Damping
from seaway.vehicle._compiled import compiled_dampings

random = np.random.default_rng(3)
D, D2 = random.normal(size=(2, 6, 6))
D_k, S_k = random.normal(size=(2, 6, 6, 6))
NU = random.normal(size=6)


def formula(nu: np.ndarray, given: Damping) -> np.ndarray:
    """The sums written out, component by component."""
    d = np.zeros(6)
    for i in range(6):
        for j in range(6):
            d[i] += given.linear[i, j] * nu[j] + given.quadratic[i, j] * abs(nu[j]) * nu[j]
            for k in range(6):
                d[i] += given.modulus[k, i, j] * abs(nu[k]) * nu[j] + given.signed[k, i, j] * nu[k] * nu[j]
    return -d


def wrench_of(items: np.ndarray, nu: np.ndarray, start: int = 0, stop: int | None = None, row: int = 0) -> np.ndarray:
    body = record(VEHICLE, damping_start=start, damping_stop=items.shape[1] if stop is None else stop)
    return np.array(called(damping.damping)(body, items, row, six(nu)))


@pytest.mark.parametrize(
    "parts",
    [
        {"linear": D},
        {"quadratic": D2},
        {"modulus": D_k},
        {"signed": S_k},
        {"linear": D, "quadratic": D2, "modulus": D_k, "signed": S_k},
    ],
    ids=lambda parts: "+".join(parts),
)
def test_each_form_and_their_sum(parts: dict[str, np.ndarray]) -> None:
    given = Damping(**parts)
    np.testing.assert_allclose(wrench_of(compiled_dampings([given]), NU), formula(NU, given), rtol=1e-13)
    np.testing.assert_allclose(given.wrench(NU), formula(NU, given), rtol=1e-13)


def test_only_the_parts_named_in_the_bits_are_read() -> None:
    items = compiled_dampings([Damping(D, D2, modulus=D_k, signed=S_k)])
    items["forms"] = damping.QUADRATIC
    np.testing.assert_allclose(wrench_of(items, NU), formula(NU, Damping(quadratic=D2)), rtol=1e-13)
    items["forms"] = 0
    assert np.all(wrench_of(items, NU) == 0.0)


def test_a_frame_of_its_own() -> None:
    """The velocity goes to the frame L, the wrench there back to Bo in B."""
    pose = Pose((0.3, -0.2, 0.5), (0.8, 0.1, -0.5, 0.3))
    given = Damping(D, D2, modulus=D_k, signed=S_k, position=pose.p, attitude=pose.q)
    R, p = pose.R, pose.p
    v_L = R.T @ (NU[:3] + np.cross(NU[3:], p))
    there = formula(np.concatenate([v_L, R.T @ NU[3:]]), given)
    f = R @ there[:3]
    expected = np.concatenate([f, R @ there[3:] + np.cross(p, f)])
    np.testing.assert_allclose(wrench_of(compiled_dampings([given]), NU), expected, rtol=1e-12)


def test_the_power_is_the_same_in_both_frames() -> None:
    pose = Pose((0.3, -0.2, 0.5), (0.8, 0.1, -0.5, 0.3))
    given = Damping(D, D2, position=pose.p, attitude=pose.q)
    nu_L = np.concatenate([pose.R.T @ (NU[:3] + np.cross(NU[3:], pose.p)), pose.R.T @ NU[3:]])
    assert wrench_of(compiled_dampings([given]), NU) @ NU == pytest.approx(given.wrench(nu_L) @ nu_L)


def test_a_vehicle_takes_the_sum_of_its_own_items() -> None:
    givens = [Damping(D), Damping(quadratic=D2), Damping(modulus=D_k), Damping(signed=S_k)]
    items = compiled_dampings(givens)
    expected = formula(NU, givens[1]) + formula(NU, givens[2])
    np.testing.assert_allclose(wrench_of(items, NU, 1, 3), expected, rtol=1e-13)
    assert np.all(wrench_of(items, NU, 2, 2) == 0.0)
    assert np.all(wrench_of(compiled_dampings([]), NU) == 0.0)


def test_each_row_has_its_own_items_or_all_share_them() -> None:
    items = np.concatenate([compiled_dampings([Damping(D)]), compiled_dampings([Damping(3.0 * D)])])
    np.testing.assert_allclose(wrench_of(items, NU, row=1), 3.0 * wrench_of(items, NU, row=0), rtol=1e-13)
    np.testing.assert_array_equal(wrench_of(items[:1], NU, row=1), wrench_of(items, NU, row=0))


def test_forms_are_those_of_any_row() -> None:
    items = np.zeros((2, 3), dtype=damping.ITEM)
    items["linear"][0, 0, 1, 2] = 1.0
    items["quadratic"][1, 0, 0, 0] = 1.0
    items["modulus"][1, 1, 5, 0, 0] = 1.0
    items["signed"][0, 2, 0, 5, 0] = 1.0
    expected = [damping.LINEAR | damping.QUADRATIC, damping.MODULUS, damping.SIGNED]
    assert damping.forms_of(items).tolist() == expected
    assert damping.forms_of(np.zeros((1, 0), dtype=damping.ITEM)).tolist() == []


def test_matrices_are_stored_by_columns() -> None:
    items = compiled_dampings([Damping(D, D2, modulus=D_k, signed=S_k)])
    np.testing.assert_array_equal(items["linear"][0, 0], by_columns(D))
    np.testing.assert_array_equal(items["modulus"][0, 0, 4], by_columns(D_k[4]))

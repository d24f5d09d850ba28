from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import by_columns, called, parameters, six

from seaway.frames import Pose
from seaway.kernels import damping
from seaway.vehicle import Damping

random = np.random.default_rng(3)
D, D2 = random.normal(size=(2, 6, 6))
D_k, S_k = random.normal(size=(2, 6, 6, 6))
NU = random.normal(size=6)
POSE = Pose((0.3, -0.2, 0.5), (0.8, 0.1, -0.5, 0.3))


def formula(nu: np.ndarray, given: Damping) -> np.ndarray:
    """The sums written out, component by component."""
    d = np.zeros(6)
    for i in range(6):
        for j in range(6):
            d[i] += given.linear[i, j] * nu[j] + given.quadratic[i, j] * abs(nu[j]) * nu[j]
            for k in range(6):
                d[i] += given.modulus[k, i, j] * abs(nu[k]) * nu[j] + given.signed[k, i, j] * nu[k] * nu[j]
    return -d


def wrench_of(
    given: Damping, nu: np.ndarray, immersion: float = 1.0, ratio: float = 1.0, kernel: Any = damping.products_wrench
) -> np.ndarray:
    """By the kernel, from parameters as the engine gives them."""
    pose, matrices = Pose(given.position, given.attitude), ["linear", "quadratic"]
    if kernel is damping.products_wrench:
        matrices += ["modulus", "signed"]  # the other one is not given them
    par = parameters(
        **{name: by_columns(getattr(given, name)) for name in matrices},
        position=six(given.position),
        axes=pose.R,
        own_frame=int(np.any(given.position) or not np.array_equal(given.attitude, [1, 0, 0, 0])),
    )
    return np.array(
        called(kernel)(par, None, parameters(immersion=immersion, density_ratio=ratio), parameters(nu_r=six(nu)))
    )


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
    np.testing.assert_allclose(wrench_of(given, NU), formula(NU, given), rtol=1e-13)
    np.testing.assert_allclose(given.wrench(NU), formula(NU, given), rtol=1e-13)


def test_without_products_of_two_axes_the_shorter_kernel_gives_the_same() -> None:
    given = Damping(D, D2)
    short = wrench_of(given, NU, kernel=damping.plain_wrench)
    np.testing.assert_allclose(short, formula(NU, given), rtol=1e-13)
    np.testing.assert_array_equal(short, wrench_of(given, NU))


@pytest.mark.parametrize("kernel", [damping.plain_wrench, damping.products_wrench])
def test_damping_goes_with_the_part_in_the_water(kernel: Any) -> None:
    given = Damping(D, D2)
    whole, half = wrench_of(given, NU, kernel=kernel), wrench_of(given, NU, 0.5, kernel=kernel)
    np.testing.assert_allclose(half, 0.5 * whole, rtol=1e-14)
    assert np.all(wrench_of(given, NU, 0.0, kernel=kernel) == 0.0)


@pytest.mark.parametrize("kernel", [damping.plain_wrench, damping.products_wrench])
def test_damping_goes_with_the_density(kernel: Any) -> None:
    given = Damping(D, D2)
    whole = wrench_of(given, NU, kernel=kernel)
    np.testing.assert_allclose(wrench_of(given, NU, ratio=1.025, kernel=kernel), 1.025 * whole, rtol=1e-14)


@pytest.mark.parametrize("parts", [{}, {"modulus": D_k, "signed": S_k}], ids=["plain", "products"])
def test_a_frame_of_its_own(parts: dict[str, np.ndarray]) -> None:
    """The velocity goes to the frame L, the wrench there back to Bo in B."""
    given = Damping(D, D2, position=POSE.p, attitude=POSE.q, **parts)
    R, p = POSE.R, POSE.p
    v_L = R.T @ (NU[:3] + np.cross(NU[3:], p))
    there = formula(np.concatenate([v_L, R.T @ NU[3:]]), given)
    f = R @ there[:3]
    expected = np.concatenate([f, R @ there[3:] + np.cross(p, f)])
    kernel = damping.products_wrench if parts else damping.plain_wrench
    np.testing.assert_allclose(wrench_of(given, NU, kernel=kernel), expected, rtol=1e-12)


def test_the_power_is_the_same_in_both_frames() -> None:
    given = Damping(D, D2, position=POSE.p, attitude=POSE.q)
    nu_L = np.concatenate([POSE.R.T @ (NU[:3] + np.cross(NU[3:], POSE.p)), POSE.R.T @ NU[3:]])
    assert wrench_of(given, NU) @ NU == pytest.approx(given.wrench(nu_L) @ nu_L)


def test_the_engine_gives_matrices_by_columns() -> None:
    derived = Damping(D, D2, modulus=D_k, signed=S_k, position=POSE.p, attitude=POSE.q).derived()
    np.testing.assert_array_equal(derived["linear"], by_columns(D))
    np.testing.assert_array_equal(derived["quadratic"], by_columns(D2))
    np.testing.assert_array_equal(derived["modulus"], by_columns(D_k))
    np.testing.assert_array_equal(derived["signed"], by_columns(S_k))
    np.testing.assert_allclose(derived["axes"], POSE.R, rtol=1e-15)

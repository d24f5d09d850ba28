import numpy as np
import pytest
from tests.refused import refused

from seaway.frames import Pose
from seaway.vehicle import Damping

random = np.random.default_rng(6)
FLIP = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
NU = random.normal(size=(50, 6))
D, D2 = random.normal(size=(2, 6, 6))
D_k, S_k = random.normal(size=(2, 6, 6, 6))


def test_defaults_are_zero_in_the_frame_of_the_body() -> None:
    damping = Damping()
    assert (damping.linear.shape, damping.quadratic.shape) == ((6, 6), (6, 6))
    assert (damping.modulus.shape, damping.signed.shape) == ((6, 6, 6), (6, 6, 6))
    assert not any(np.any(D) for D in (damping.linear, damping.quadratic, damping.modulus, damping.signed))
    assert damping.pose == Pose()


def test_six_numbers_are_a_diagonal() -> None:
    damping = Damping(np.arange(6), quadratic=np.arange(6.0) + 1.0)
    np.testing.assert_array_equal(damping.linear, np.diag(np.arange(6.0)))
    np.testing.assert_array_equal(damping.quadratic, np.diag(np.arange(1.0, 7.0)))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"linear": np.eye(3)},
            (
                "the linear matrix of a damping must be 6 rows of 6 numbers or 6 numbers, its diagonal [N "
                "s/m, Nm s/rad], got 3 rows of 3 numbers"
            ),
        ),
        (
            {"linear": 5.0},
            (
                "the linear matrix of a damping must be 6 rows of 6 numbers or 6 numbers, its diagonal [N "
                "s/m, Nm s/rad], got a number: 5.0"
            ),
        ),
        (
            {"quadratic": np.ones(5)},
            (
                "the quadratic matrix of a damping must be 6 rows of 6 numbers or 6 numbers, its diagonal "
                "[N s2/m2, Nm s2/rad2], got 5 numbers: array([1., 1., 1., 1., 1.])"
            ),
        ),
        (
            {"modulus": np.eye(6)},
            "the damping by |ν_k| ν_j of a damping must be 6 matrices of 6 rows of 6 numbers, got 6 rows of 6 numbers",
        ),
        (
            {"signed": np.eye(6)},
            "the damping by ν_k ν_j of a damping must be 6 matrices of 6 rows of 6 numbers, got 6 rows of 6 numbers",
        ),
        (
            {"linear": [1, 1, np.nan, 1, 1, 1]},
            "the linear matrix of a damping must be finite [N s/m, Nm s/rad], got nan at [2][2]",
        ),
        (
            {"quadratic": np.diag([1, 1, 1, np.inf, 1, 1])},
            "the quadratic matrix of a damping must be finite [N s2/m2, Nm s2/rad2], got inf at [3][3]",
        ),
        (
            {"linear": "abcdef"},
            (
                "the linear matrix of a damping must be 6 rows of 6 numbers or 6 numbers, its diagonal [N "
                "s/m, Nm s/rad], got 'abcdef'"
            ),
        ),
        ({"position": (1.0, 2.0)}, "the position of a damping must be 3 numbers [m], got 2 numbers: (1.0, 2.0)"),
    ],
)
def test_bad_numbers_are_refused(parts: dict, message: str) -> None:
    with refused(message):
        Damping(**parts)


def test_the_wrench_is_against_the_motion() -> None:
    damping = Damping([1, 2, 3, 4, 5, 6], quadratic=[10, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(damping.wrench([-2, 1, 1, 1, 1, 1]), [42.0, -2.0, -3.0, -4.0, -5.0, -6.0])


def test_the_wrench_of_many_velocities_at_once() -> None:
    damping = Damping(D, D2, modulus=D_k, signed=S_k)
    each = [damping.wrench(nu) for nu in NU]
    np.testing.assert_allclose(damping.wrench(NU), each, rtol=1e-12)
    assert damping.wrench(NU.reshape(10, 5, 6)).shape == (10, 5, 6)


def test_from_fossen_by_hand() -> None:
    """X_u = -4, Y_r = 0.3, N_v = 0.2, Z_u = 0.5 in FRD; turned to FLU only Z_u crosses between the kinds of axes."""
    derivatives = np.zeros((6, 6))
    derivatives[0, 0], derivatives[1, 5], derivatives[5, 1], derivatives[2, 0] = -4.0, 0.3, 0.2, 0.5
    linear = Damping.from_fossen(derivatives).linear
    expected = np.zeros((6, 6))
    expected[0, 0], expected[1, 5], expected[5, 1], expected[2, 0] = 4.0, -0.3, -0.2, 0.5
    np.testing.assert_array_equal(linear, expected)


@pytest.mark.parametrize("part", ["linear", "quadratic", "modulus", "signed", "all"])
def test_from_fossen_gives_the_same_wrench_in_other_axes(part: str) -> None:
    """τ = X ν + ... in forward, right, down axes, with negative derivatives for what dissipates."""
    parts = {"linear": D, "quadratic": D2, "modulus": D_k, "signed": S_k}
    given = parts if part == "all" else {part: parts[part]}
    nu = NU * FLIP
    tau = np.zeros((50, 6))
    if "linear" in given:
        tau += nu @ D.T
    if "quadratic" in given:
        tau += (np.abs(nu) * nu) @ D2.T
    for k in range(6):
        if "modulus" in given:
            tau += np.abs(nu[:, k : k + 1]) * (nu @ D_k[k].T)
        if "signed" in given:
            tau += nu[:, k : k + 1] * (nu @ S_k[k].T)
    np.testing.assert_allclose(Damping.from_fossen(**given).wrench(NU), tau * FLIP, rtol=1e-11, atol=1e-12)


def test_from_fossen_takes_diagonals() -> None:
    damping = Damping.from_fossen(-np.arange(1.0, 7.0), [-1] * 6)
    np.testing.assert_array_equal(damping.linear, np.diag(np.arange(1.0, 7.0)))
    np.testing.assert_array_equal(damping.quadratic, np.eye(6))
    rule = "must be 6 rows of 6 numbers or 6 numbers, its diagonal [N s/m, Nm s/rad]"
    with refused(f"the linear matrix of a damping {rule}, got 4 rows of 4 numbers"):
        Damping.from_fossen(np.eye(4))
    rule = "must be 6 matrices of 6 rows of 6 numbers"
    with refused(f"the damping by ν_k ν_j of a damping {rule}, got 6 numbers: array([1., 1., 1., 1., 1., 1.])"):
        Damping.from_fossen(signed=np.ones(6))


def test_the_frame_of_the_matrices() -> None:
    """An attitude is roll, pitch and yaw or a quaternion of any length."""
    moved = Damping(np.ones(6), position=(1, 2, 3), attitude=(0.1, 0.2, 0.3))
    assert moved.pose == Pose.from_rpy((1, 2, 3), (0.1, 0.2, 0.3))
    assert Damping(np.ones(6), attitude=2.0 * moved.attitude).pose.isclose(Pose((0, 0, 0), moved.attitude))
    assert Damping(np.ones(6)).pose == Pose()


@pytest.mark.parametrize(
    "damping",
    [
        Damping(),
        Damping(np.arange(6.0)),
        Damping(np.eye(6) + np.triu(np.ones((6, 6)), 1) - np.tril(np.ones((6, 6)), -1)),
        Damping(quadratic=np.arange(6.0)),
        Damping(modulus=np.stack([np.eye(6)] * 6)),
    ],
    ids=["none", "diagonal", "with an antisymmetric part", "quadratic", "modulus"],
)
def test_forms_that_always_dissipate(damping: Damping) -> None:
    assert damping.dissipates()
    assert damping.energy_source() is None
    assert np.all(np.sum(NU * damping.wrench(NU), axis=-1) <= 1e-12)


def test_a_negative_linear_damping_is_a_source() -> None:
    damping = Damping([1, 1, -0.5, 1, 1, 1], quadratic=np.full(6, 100.0))
    source = damping.energy_source()
    assert not damping.dissipates()
    assert source is not None
    assert source.power > 0.0
    assert source.power == pytest.approx(np.dot(source.velocity, damping.wrench(source.velocity)))


@pytest.mark.parametrize(
    "damping",
    [
        Damping(np.full(6, 2.0), quadratic=[1, 1, 1, 1, 1, -0.01]),
        Damping(np.full(6, 2.0), quadratic=np.eye(6) + 5.0 * np.eye(6, k=1)),
        Damping(np.full(6, 2.0), signed=np.stack([np.diag([0, 1.0, 0, 0, 0, 0]), *np.zeros((5, 6, 6))])),
        Damping(np.full(6, 2.0), modulus=np.stack([np.diag([0, 0, 0, 0, -1.0, 0]), *np.zeros((5, 6, 6))])),
    ],
    ids=["negative", "coupled", "signed", "modulus"],
)
def test_a_source_at_speed_is_found(damping: Damping) -> None:
    source = damping.energy_source()
    assert source is not None
    assert np.dot(source.velocity, damping.wrench(source.velocity)) == pytest.approx(source.power)
    assert source.power > 0.0


def test_lift_that_does_no_work_is_no_source() -> None:
    """A force ν_x ν_z along x and -ν_x² along z stands across the motion."""
    signed = np.zeros((6, 6, 6))
    signed[0, 0, 2], signed[0, 2, 0] = 1.0, -1.0
    damping = Damping(np.ones(6), signed=signed)
    assert not damping.dissipates()  # the form alone does not tell
    assert damping.energy_source() is None

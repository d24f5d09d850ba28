import numpy as np
import pytest
from hypothesis import given
from scipy.linalg import eigh
from tests.strategies import inertials, poses

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties, added_mass_ratio, lagged_limit

UNIT = MassProperties(1.0, np.eye(3))


@given(inertials())
def test_ratio_is_the_largest_generalized_eigenvalue(body: Inertial) -> None:
    ratio = added_mass_ratio(body)
    M_RB, M_A = body.rigid_body_matrix(), body.added_mass_matrix()
    # eigh loses digits by the condition of M_RB: up to 1e6 for a thin box 3 m from the origin.
    assert ratio.largest == pytest.approx(eigh(M_A, M_RB, eigvals_only=True)[-1], rel=1e-8)
    residual = M_A @ ratio.motion - ratio.largest * M_RB @ ratio.motion
    np.testing.assert_allclose(residual, 0.0, atol=1e-8 * np.max(np.abs(M_A)) * max(1.0, ratio.largest))


@given(inertials(), poses())
def test_ratio_does_not_depend_on_the_frame(body: Inertial, X_AB: Pose) -> None:
    assert added_mass_ratio(body.transformed(X_AB)).largest == pytest.approx(added_mass_ratio(body).largest, rel=1e-8)


def test_ratio_names_the_motion() -> None:
    rov = Inertial(MassProperties.from_moments(11.5, 0.16, 0.16, 0.16), Pose((0, 0, -0.02)),
                   AddedMass(np.diag([5.5, 12.7, 14.57, 0.12, 0.12, 0.12])))  # fmt: skip
    ratio = added_mass_ratio(rov)
    assert ratio.name == "heave"
    assert ratio.largest == pytest.approx(14.57 / 11.5)
    np.testing.assert_allclose(ratio.motion, [0, 0, 1, 0, 0, 0], atol=1e-15)
    assert ratio.diverges()
    assert not ratio.diverges(0.3)
    assert str(ratio) == (
        "added mass / mass = 1.27 in heave: added mass as a force from the last acceleration diverges without a filter "
        "(limits: 1, and 5.67 with a 0.3 filter)"
    )


@pytest.mark.parametrize(("factor", "verdict"), [(0.5, "converges ("), (2.0, "without a filter"), (6.0, "diverges (")])
def test_the_verdict_in_words(factor: float, verdict: str) -> None:
    body = Inertial(UNIT, Pose(), AddedMass(factor * np.eye(6)))
    assert verdict in str(added_mass_ratio(body))


def test_a_sphere_is_named_by_its_first_motion() -> None:
    ratio = added_mass_ratio(Inertial(UNIT, Pose(), AddedMass(np.diag([2.0, 2.0, 2.0, 0, 0, 0]))))
    assert (ratio.largest, ratio.name) == (pytest.approx(2.0), "surge")
    np.testing.assert_allclose(ratio.motion, [1, 0, 0, 0, 0, 0], atol=1e-15)


def test_no_added_mass_has_a_ratio_of_zero() -> None:
    assert added_mass_ratio(Inertial(UNIT)).largest == 0.0


def test_fluid_alone_has_an_infinite_ratio() -> None:
    ghost = Inertial(MassProperties(0.0, np.zeros((3, 3))), Pose(), AddedMass(np.eye(6)))
    assert added_mass_ratio(ghost).largest == np.inf
    with pytest.raises(ModelError, match=r"needs a positive definite mass matrix"):
        added_mass_ratio(Inertial(MassProperties(0.0, np.zeros((3, 3)))))


def test_limits() -> None:
    assert lagged_limit() == 1.0
    assert lagged_limit(0.3) == pytest.approx(5.67, abs=0.005)
    for gain in (0.0, 1.5, np.nan):
        with pytest.raises(ModelError, match=rf"a filter gain, in \(0, 1\], must .* got {gain:g}"):
            lagged_limit(gain)


def test_of_equal_ratios_the_first_motion_is_named_also_when_the_body_is_turned() -> None:
    """A sphere's water has one ratio in all directions; the eigenvectors found for it are any."""
    body = Inertial(UNIT, Pose(), AddedMass(np.diag([2.0, 2.0, 2.0, 0.5, 0.5, 0.5])))
    turned = added_mass_ratio(body.transformed(Pose.from_rpy([0, 0, 0], [0.3, -0.4, 0.5])))
    assert turned.name == "surge"
    np.testing.assert_allclose(turned.motion, [1, 0, 0, 0, 0, 0], atol=1e-12)


def test_the_name_is_that_of_the_most_energy_not_of_the_largest_number() -> None:
    """0.1 rad/s of a body with 1000 kg m2 outweighs 1 m/s of its 1 kg."""
    heavy = MassProperties(1.0, 1000.0 * np.eye(3))
    water = np.zeros((6, 6))
    water[2, 2], water[4, 4], water[2, 4], water[4, 2] = 1.0, 5000.0, 60.0, 60.0
    ratio = added_mass_ratio(Inertial(heavy, Pose(), AddedMass(water)))
    assert abs(ratio.motion[2]) > abs(ratio.motion[4])
    assert ratio.name == "pitch"

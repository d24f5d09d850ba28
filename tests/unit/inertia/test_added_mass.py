import numpy as np
import pytest
from hypothesis import given
from tests.strategies import added_masses, poses, vectors

from seaway.errors import ModelError, SeawayWarning
from seaway.frames import FLU_FRD, Pose, cross_matrix
from seaway.inertia import AddedMass, inferred_parallel_axis_term
from seaway.inertia._added_mass import COEFFICIENTS

COUNTING = np.zeros((6, 6))
COUNTING[np.triu_indices(6)] = np.arange(1.0, 22.0)
COUNTING += np.triu(COUNTING, 1).T


def test_the_21_names_are_the_upper_triangle_of_sdformat() -> None:
    names = "xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr"
    assert " ".join(COEFFICIENTS) == names
    assert AddedMass(COUNTING).coefficients == dict(zip(names.split(), map(float, range(1, 22)), strict=True))


@given(added_masses())
def test_coefficients_round_trip(added_mass: AddedMass) -> None:
    assert AddedMass.from_coefficients(added_mass.coefficients) == added_mass
    assert AddedMass.from_coefficients(**added_mass.coefficients) == added_mass


def test_one_coefficient_is_replaced_on_its_own() -> None:
    before = AddedMass(COUNTING, "mixed")
    after = before.replaced(yr=-3.5)
    changed = np.argwhere(after.matrix != before.matrix)
    assert changed.tolist() == [[1, 5], [5, 1]]
    assert after.matrix[1, 5] == -3.5
    assert after.convention == "mixed"


def test_corners_have_the_names_of_matrix6() -> None:
    a = AddedMass(COUNTING)
    np.testing.assert_array_equal(np.block([[a.top_left, a.top_right], [a.bottom_left, a.bottom_right]]), COUNTING)


def test_an_added_mass_cannot_be_changed_in_place() -> None:
    with pytest.raises(ValueError, match="read-only"):
        AddedMass(COUNTING).top_left[0, 0] = 1.0


def asymmetric(i: int, j: int, by: float, scale: float = 1.0) -> np.ndarray:
    matrix = scale * np.eye(6)
    matrix[i, j] += by
    return matrix


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.eye(5), r"the added mass must have the shape \(6, 6\), got \(5, 5\)"),
        (asymmetric(2, 4, np.nan), r"the added mass must be finite, got nan at \[2, 4\]"),
        (asymmetric(0, 0, np.inf), r"the added mass must be finite, got inf at \[0, 0\]"),
        (
            asymmetric(1, 5, 0.25),
            r"symmetric, got 0.25 at \[1, 5\] \(yr\) and 0 at \[5, 1\]; .* use their mean",
        ),
        ([[1, 2], [3]], "the added mass must be numbers in rows of one length"),
    ],
)
def test_bad_matrices_are_refused_with_the_entry_named(matrix: np.ndarray, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        AddedMass(matrix)


def test_asymmetry_of_a_millionth_is_rounding_and_is_averaged() -> None:
    assert AddedMass(asymmetric(0, 1, 0.9e-6)).matrix[1, 0] == pytest.approx(0.45e-6)
    with pytest.raises(ModelError, match="symmetric"):
        AddedMass(asymmetric(0, 1, 1.1e-6))


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_symmetry_is_judged_by_the_size_of_the_matrix(scale: float) -> None:
    """A body of a milligram is held to the same digits as a ship."""
    assert AddedMass(asymmetric(3, 4, 1e-7 * scale, scale)).matrix[4, 3] == pytest.approx(0.5e-7 * scale)
    with pytest.raises(ModelError, match="symmetric"):
        AddedMass(asymmetric(3, 4, 1e-5 * scale, scale))


def test_unknown_names_suggest_the_right_one() -> None:
    with pytest.raises(ModelError, match=r"'yx' is not an added-mass coefficient \(xx, xy ... rr\); did you mean xy\?"):
        AddedMass.from_coefficients(yx=1.0)
    with pytest.raises(ModelError, match=r"'Xudot' is not a Fossen derivative \(.*\); did you mean X_udot\?"):
        AddedMass.from_fossen(Xudot=-1.0)
    with pytest.raises(ModelError, match="must be one of origin, center_of_mass, mixed, got 'cg'"):
        AddedMass(np.eye(6), "cg")  # type: ignore[arg-type]


def test_fossen_by_hand() -> None:
    """Sway force right per yaw acceleration right, in FRD, is sway left per yaw left in FLU: Y_rdot keeps its sign."""
    added_mass = AddedMass.from_fossen(X_udot=-5.5, Y_rdot=0.3, Z_qdot=-0.2, X_qdot=-1.0)
    assert {name: value for name, value in added_mass.coefficients.items() if value} == {
        "xx": 5.5,
        "yr": -0.3,  # y and r (about z) both turn their sign
        "zq": 0.2,  # so do z and q
        "xq": -1.0,  # only q does: -(-1.0) turned once more
    }


@given(added_masses())
def test_fossen_round_trips_and_is_minus_the_matrix_in_frd(added_mass: AddedMass) -> None:
    derivatives = added_mass.fossen_derivatives()
    assert len(derivatives) == 36
    assert AddedMass.from_fossen(derivatives) == added_mass
    frd = FLU_FRD.matrix(added_mass.matrix)
    assert derivatives["N_vdot"] == -frd[5, 1]
    # One of two mirror images stands for both.
    upper = {f"{force}_{rate}dot" for i, force in enumerate("XYZKMN") for rate in "uvwpqr"[i:]}
    half = {name: value for name, value in derivatives.items() if name in upper}
    assert AddedMass.from_fossen(**half) == added_mass


def test_fossen_pairs_that_differ_are_refused() -> None:
    with pytest.raises(ModelError, match=r"Y_rdot and N_vdot must be equal, got 0.5 and 0.25; .* use their mean"):
        AddedMass.from_fossen(Y_vdot=-1.0, N_rdot=-1.0, Y_rdot=0.5, N_vdot=0.25)


@pytest.mark.parametrize(
    ("name", "meant"), [("x_udot", "X_udot"), ("Xu_dot", "X_udot"), ("XUDOT", "X_udot"), ("n_rdot", "N_rdot")]
)
def test_a_derivative_in_other_letters_is_recognized(name: str, meant: str) -> None:
    with pytest.raises(ModelError, match=rf"did you mean {meant}\?"):
        AddedMass.from_fossen({name: -1.0})


def test_a_name_that_is_given_twice_is_refused() -> None:
    with pytest.raises(ModelError, match="xx is given twice, in the mapping and as a keyword"):
        AddedMass.from_coefficients({"xx": 1.0}, xx=2.0)
    with pytest.raises(ModelError, match="X_udot is given twice"):
        AddedMass.from_fossen({"X_udot": -1.0}, X_udot=-2.0)
    with pytest.raises(ModelError, match=r"X_udot must be numbers, got '5.5'"):
        AddedMass.from_fossen({"X_udot": "5.5"})  # type: ignore[dict-item]


def test_noise_in_the_coupling_is_judged_by_the_blocks_that_it_couples() -> None:
    """1e-7 kg m between 1 t and 1 t m2 is rounding; between 1 g and 1 g m2 it is not."""
    assert AddedMass(asymmetric(0, 4, 1e-7, 1e3)).matrix[4, 0] == 0.5e-7
    with pytest.raises(ModelError, match="symmetric"):
        AddedMass(asymmetric(0, 4, 1e-7, 1e-3))


def test_a_positive_diagonal_derivative_is_warned_about() -> None:
    with pytest.warns(SeawayWarning, match=r"X_udot = 5.5 is positive and makes the added mass negative"):
        added_mass = AddedMass.from_fossen(X_udot=5.5)
    assert added_mass.coefficients["xx"] == -5.5


@given(added_masses(), vectors())
def test_conversions_are_exact_and_round_trip(added_mass: AddedMass, c: np.ndarray) -> None:
    """The corners about Bcm follow from those about Bo by the formulas of the docstring, written out here."""
    A, S = added_mass.matrix, cross_matrix(c)
    A11, A21, A22 = A[:3, :3], A[3:, :3], A[3:, 3:]
    A21_cm = A21 - S @ A11
    A22_cm = A22 - (S @ A21_cm.T - A21_cm @ S - S @ A11 @ S)
    # Values reach 10 kg * (2 m)^2 * a few terms: 1e-13 relative to that.
    close = {"rtol": 0.0, "atol": 1e-13 * np.max(np.abs(A)) * (1 + np.max(np.abs(c))) ** 2 * 10}
    about_center = added_mass.converted("center_of_mass", c)
    np.testing.assert_allclose(about_center.bottom_left, A21_cm, **close)
    np.testing.assert_allclose(about_center.bottom_right, A22_cm, **close)
    np.testing.assert_array_equal(about_center.top_left, A11)
    mixed = added_mass.converted("mixed", c)
    np.testing.assert_array_equal(mixed.matrix[:, :3], A[:, :3])
    np.testing.assert_allclose(mixed.bottom_right, A22_cm, **close)
    assert (about_center.convention, mixed.convention) == ("center_of_mass", "mixed")
    for start in (added_mass, about_center, mixed):
        for to, expected in (("origin", added_mass), ("center_of_mass", about_center), ("mixed", mixed)):
            np.testing.assert_allclose(start.converted(to, c).matrix, expected.matrix, **close)


def test_a_singular_corner_converts_as_well() -> None:
    """A disc moves fluid in one direction only; an inverse of its top left corner does not exist."""
    disc = AddedMass(np.diag([0.0, 0.0, 8 / 3, 16 / 45, 16 / 45, 0.0]), "center_of_mass")
    c = [0.3, 0.0, 0.1]
    origin = disc.converted("origin", c)
    assert origin.coefficients["qq"] == pytest.approx(16 / 45 + 8 / 3 * 0.3**2)
    assert origin.coefficients["zq"] == pytest.approx(-8 / 3 * 0.3)
    np.testing.assert_allclose(
        origin.converted("mixed", c).converted("center_of_mass", c).matrix, disc.matrix, atol=1e-15
    )
    with pytest.raises(ModelError, match="top left corner of this added mass is singular"):
        inferred_parallel_axis_term(origin.matrix)


@given(added_masses(), vectors())
def test_the_inferred_parallel_axis_term(added_mass: AddedMass, c: np.ndarray) -> None:
    """C M C^T from C = CM M^-1: exact for a mixed matrix without coupling about Bcm, else too large by a known term."""
    A_cm = added_mass.matrix.copy()
    scale = 1e-11 * np.max(np.abs(A_cm)) * 100  # A11 has a condition number of up to 300

    coupled = AddedMass(A_cm, "center_of_mass")
    mixed, origin = coupled.converted("mixed", c), coupled.converted("origin", c)
    surplus = mixed.bottom_right + inferred_parallel_axis_term(mixed.matrix) - origin.bottom_right
    expected = A_cm[3:, :3] @ np.linalg.inv(A_cm[:3, :3]) @ A_cm[:3, 3:]
    np.testing.assert_allclose(surplus, expected, rtol=0, atol=scale)

    A_cm[3:, :3] = A_cm[:3, 3:] = 0.0
    uncoupled = AddedMass(A_cm, "center_of_mass")
    mixed, origin = uncoupled.converted("mixed", c), uncoupled.converted("origin", c)
    term = inferred_parallel_axis_term(mixed.matrix)
    np.testing.assert_allclose(mixed.bottom_right + term, origin.bottom_right, rtol=0, atol=scale)


def test_a_conversion_that_needs_the_center_of_mass_asks_for_it() -> None:
    added_mass = AddedMass(COUNTING)
    assert added_mass.converted("origin") is added_mass
    with pytest.raises(ModelError, match="from 'origin' to 'mixed' needs the centre of mass: pass p_BoBcm_B"):
        added_mass.converted("mixed")


@given(added_masses(), poses(), poses())
def test_changes_of_frame_form_a_group(added_mass: AddedMass, X_BC: Pose, X_AB: Pose) -> None:
    close = {"rtol": 0.0, "atol": 1e-12 * np.max(np.abs(added_mass.matrix)) * 50}
    step_by_step = added_mass.transformed(X_BC).transformed(X_AB)
    np.testing.assert_allclose(added_mass.transformed(X_AB @ X_BC).matrix, step_by_step.matrix, **close)
    back = added_mass.transformed(X_AB).transformed(X_AB.inverse())
    np.testing.assert_allclose(back.matrix, added_mass.matrix, **close)


def test_only_an_added_mass_about_the_origin_changes_its_frame() -> None:
    with pytest.raises(ModelError, match=r"this one is 'mixed': use converted\('origin', p_BoBcm_B\) first"):
        AddedMass(COUNTING, "mixed").transformed(Pose())

import numpy as np
import pytest
from hypothesis import given
from tests.strategies import added_masses, arrays, inertials, mass_properties, poses

from seaway.errors import ModelError
from seaway.frames import Pose, cross_matrix
from seaway.inertia import AddedMass, Inertial, MassProperties, kinetic_energy
from seaway.inertia._spatial import blocks_swapped, shifted_to

UNIT = MassProperties(1.0, np.eye(3))


def close_to(M: np.ndarray, digits: float = 1e-12) -> dict[str, float]:
    """Rounding of sums of products as large as the matrix's own entries."""
    return {"rtol": 0.0, "atol": digits * float(np.max(np.abs(M)))}


def test_mass_matrix_by_hand() -> None:
    """2 kg at x = 1 m with Izz = 1: about the origin Izz is 1 + 2 * 1², and y couples with r by m x."""
    M = Inertial(MassProperties.from_moments(2.0, 1.0, 1.0, 1.0), Pose((1, 0, 0))).mass_matrix()
    expected = np.diag([2.0, 2, 2, 1, 3, 3])
    expected[1, 5] = expected[5, 1] = 2.0
    expected[2, 4] = expected[4, 2] = -2.0
    np.testing.assert_array_equal(M, expected)


@given(inertials())
def test_the_names_of_the_inertia_are_what_they_say(body: Inertial) -> None:
    S, R = cross_matrix(body.c_BoBcm_B), body.X_BBcm.R
    np.testing.assert_array_equal(body.c_BoBcm_B, body.X_BBcm.p)
    np.testing.assert_allclose(body.I_BBcm_B, R @ body.I_BBcm_Bcm @ R.T, **close_to(body.I_BBcm_B))
    np.testing.assert_allclose(body.I_BBo_B, body.I_BBcm_B - body.mass * S @ S, **close_to(body.I_BBo_B))
    np.testing.assert_array_equal(body.rigid_body_matrix()[3:, 3:], body.I_BBo_B)


@given(inertials(), arrays(6), poses())
def test_kinetic_energy_does_not_depend_on_point_and_axes(body: Inertial, nu_B: np.ndarray, X_BF: Pose) -> None:
    """The velocity of Fo is v + w × p, then in axes F; T is a scalar."""
    v, w = nu_B[:3], nu_B[3:]
    nu_F = np.concatenate([X_BF.R.T @ (v + np.cross(w, X_BF.p)), X_BF.R.T @ w])
    M = body.mass_matrix()
    T_F = kinetic_energy(body.mass_matrix(X_BF), nu_F)
    T_B = kinetic_energy(M, nu_B)
    assert abs(T_F - T_B) <= 1e-12 * np.max(np.abs(M)) * (np.sum(np.abs(nu_B)) * 4) ** 2
    np.testing.assert_allclose(body.mass_matrix(Pose()), M, **close_to(M))


@given(mass_properties(), poses())
def test_about_the_center_of_mass_in_its_axes_the_rigid_body_is_what_was_given(
    properties: MassProperties, pose: Pose
) -> None:
    body = Inertial(properties, pose)
    expected = np.zeros((6, 6))
    expected[:3, :3] = properties.mass * np.eye(3)
    expected[3:, 3:] = properties.moment_of_inertia
    np.testing.assert_allclose(body.mass_matrix(pose), expected, **close_to(body.mass_matrix()))


@given(inertials(), poses())
def test_a_change_of_frame_carries_everything_along(body: Inertial, X_AB: Pose) -> None:
    """Seen from A the mass matrix is the one about Ao in axes A, and going back is an identity."""
    M = body.mass_matrix(X_AB.inverse())
    np.testing.assert_allclose(body.transformed(X_AB).mass_matrix(), M, **close_to(M))
    back = body.transformed(X_AB).transformed(X_AB.inverse())
    np.testing.assert_allclose(back.mass_matrix(), body.mass_matrix(), **close_to(M))


@given(inertials(), inertials())
def test_mass_matrix_of_a_sum_is_the_sum_of_mass_matrices(a: Inertial, b: Inertial) -> None:
    M = a.mass_matrix() + b.mass_matrix()
    np.testing.assert_allclose((a + b).mass_matrix(), M, **close_to(M))
    np.testing.assert_allclose((b + a).mass_matrix(), M, **close_to(M))


@given(inertials(), inertials())
def test_a_difference_undoes_a_sum(a: Inertial, b: Inertial) -> None:
    whole = (a + b).mass_matrix()
    if a.mass < 1e-3 * b.mass:  # what is left is then below the rounding of the whole, and may fail to be a body
        a, b = b, a
    np.testing.assert_allclose((a + b - b).mass_matrix(), a.mass_matrix(), **close_to(whole))


def test_absent_and_zero_added_mass_differ_and_move_alike() -> None:
    absent, zero = Inertial(UNIT), Inertial(UNIT, Pose(), AddedMass(np.zeros((6, 6))))
    assert absent != zero
    assert absent == Inertial(UNIT)
    assert absent.added_mass is None
    np.testing.assert_array_equal(absent.mass_matrix(), zero.mass_matrix())
    one = Inertial(UNIT, Pose(), AddedMass(np.eye(6)))
    assert (absent + absent).added_mass is None
    assert (absent + one).added_mass == one.added_mass
    assert (one + absent).added_mass == one.added_mass
    assert (one + zero).with_added_mass(None).added_mass is None


def test_an_array_of_frames_gives_an_array_of_matrices() -> None:
    rng = np.random.default_rng(4)
    X_BF = Pose(rng.normal(size=(3, 3)), rng.normal(size=(3, 4)))
    body = Inertial(UNIT, Pose((0.1, 0.2, 0.3)), AddedMass(np.diag([1.0, 2, 3, 4, 5, 6])))
    every = body.mass_matrix(X_BF)
    assert every.shape == (3, 6, 6)
    for i in range(3):
        np.testing.assert_allclose(every[i], body.mass_matrix(Pose(X_BF.p[i], X_BF.q[i])), rtol=1e-13, atol=1e-14)


@given(poses(), poses())
def test_flat_plates_and_thin_rods_add_up_and_come_apart(a: Pose, b: Pose) -> None:
    """They are on the border of what is valid: rounding must not push them over it."""
    for moments in ([1.0, 1.0, 2.0], [0.0, 100.0, 100.0]):
        body = MassProperties(1.0, np.diag(moments))
        plane = Pose((a.p[0], a.p[1], 0.0))
        first, second = Inertial(body).transformed(b), Inertial(body).transformed(b @ plane)
        whole = (first + second).with_added_mass(AddedMass(np.eye(6)))
        np.testing.assert_allclose(
            (whole.with_added_mass(None) - second).mass_matrix(), first.mass_matrix(), atol=1e-10
        )


def test_a_massless_sum_keeps_the_first_center() -> None:
    nothing = MassProperties(0.0, np.zeros((3, 3)))
    both = Inertial(nothing, Pose((1, 2, 3))) + Inertial(nothing, Pose((4, 5, 6)))
    np.testing.assert_array_equal(both.c_BoBcm_B, [1, 2, 3])


def test_a_sum_that_is_singular_to_rounding_is_refused() -> None:
    """Heave and pitch coupled by 1 - 1e-15: the smallest eigenvalue is 1e-15, which rounding can turn over."""
    almost = AddedMass.from_coefficients(zq=1.0 - 1e-15)
    with pytest.raises(ModelError, match="not positive definite"):
        Inertial(UNIT, Pose(), almost)
    assert Inertial(UNIT, Pose(), AddedMass.from_coefficients(zq=1.0 - 1e-12)).problems() == ()


def test_a_semidefinite_added_mass_needs_no_body() -> None:
    """A disc without mass is a link of fluid alone: allowed here, to be joined with others."""
    disc = AddedMass(np.diag([0.0, 0, 8 / 3, 16 / 45, 16 / 45, 0]))
    assert Inertial(MassProperties(0.0, np.zeros((3, 3))), Pose(), disc).problems() == ()


def test_massless_bodies_add_up() -> None:
    """A sensor without mass, and a float of fluid alone, are links in many models."""
    ghost = Inertial(MassProperties(0.0, np.zeros((3, 3))), Pose((1, 0, 0)), AddedMass(np.eye(6)))
    np.testing.assert_array_equal((ghost + ghost).mass_matrix(), 2 * np.eye(6))
    np.testing.assert_array_equal((Inertial(UNIT) + ghost).mass_matrix(), 2 * np.eye(6))


def test_a_difference_that_leaves_nothing_is_refused() -> None:
    with pytest.raises(ModelError, match="a body of 1 kg cannot be taken from one of 1 kg"):
        Inertial(UNIT) - Inertial(UNIT)
    heavy_but_small = Inertial(MassProperties(5.0, 0.1 * np.eye(3)))
    with pytest.raises(
        ModelError, match=r"what is left cannot be a body: its principal moments are \[-0.9, -0.9, -0.9\] kg m2"
    ):
        heavy_but_small - Inertial(UNIT)


@given(inertials(), added_masses())
def test_every_convention_of_one_added_mass_gives_one_mass_matrix(body: Inertial, added_mass: AddedMass) -> None:
    c = body.c_BoBcm_B
    M = body.with_added_mass(added_mass).mass_matrix()
    for convention in ("center_of_mass", "mixed"):
        other = body.with_added_mass(added_mass.converted(convention, c))
        np.testing.assert_allclose(other.mass_matrix(), M, **close_to(M))


@given(inertials())
def test_dart_tensor_round_trips(body: Inertial) -> None:
    tensor = body.dart_spatial_tensor()
    np.testing.assert_array_equal(blocks_swapped(tensor), body.mass_matrix())
    back = body.with_added_mass(None).with_dart_spatial_tensor(tensor)
    np.testing.assert_allclose(back.mass_matrix(), body.mass_matrix(), **close_to(tensor, 1e-15))


@given(inertials())
def test_gz_body_matrix_is_true_only_in_its_top_and_left(body: Inertial) -> None:
    gz, M = body.gz_body_matrix(), body.rigid_body_matrix()
    np.testing.assert_array_equal(gz[:3], M[:3])
    S = cross_matrix(body.c_BoBcm_B)
    np.testing.assert_allclose(M[3:, 3:] - gz[3:, 3:], body.mass * S @ S.T, **close_to(M))
    np.testing.assert_array_equal(body.gz_spatial_matrix(), gz + body.added_mass_matrix())


def test_an_indefinite_added_mass_needs_a_body_that_outweighs_it() -> None:
    negative_heave = AddedMass(np.diag([0.0, 0, -0.5, 0, 0, 0]))
    assert Inertial(UNIT, Pose(), negative_heave).mass_matrix()[2, 2] == 0.5
    too_much = AddedMass(np.diag([0.0, 0, -1.5, 0, 0, 0]))
    with pytest.raises(ModelError, match=r"not positive definite \(smallest eigenvalue -0.5\).*Check the signs"):
        Inertial(UNIT, Pose(), too_much)
    with pytest.raises(ModelError, match=r"smallest eigenvalue 0\)"):
        Inertial(UNIT, Pose(), AddedMass(np.diag([0.0, 0, -1.0, 0, 0, 0])))
    faulty = Inertial.unchecked(UNIT, Pose(), too_much)
    assert "smallest eigenvalue -0.5" in faulty.problems()[0]


def test_definiteness_does_not_depend_on_the_point() -> None:
    """About a point 100 m away the same matrix has entries a million times larger; it is the same body."""
    body = Inertial(MassProperties.from_sphere(0.1, mass=4.0), Pose(), AddedMass(np.diag([2.0, 2, -1, 0, 0, 0])))
    far = body.transformed(Pose((100.0, -50.0, 20.0)))
    assert far.problems() == ()
    np.testing.assert_allclose(shifted_to(far.mass_matrix(), [100.0, -50.0, 20.0]), body.mass_matrix(), atol=1e-8)


def test_wrong_kinds_of_input_are_refused() -> None:
    with pytest.raises(ModelError, match="an AddedMass, which names its convention, got ndarray"):
        Inertial(UNIT, Pose(), np.eye(6))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"the pose of an inertial must be a Pose, got tuple; use Pose\(position\)"):
        Inertial(UNIT, (0, 0, -0.02))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="an inertial needs MassProperties, got float"):
        Inertial(11.5)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"a frame must be given by its Pose, got tuple"):
        Inertial(UNIT).mass_matrix((0, 0, 1))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"a change of frame needs a Pose, got tuple"):
        AddedMass(np.eye(6)).transformed((0, 0, 1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Inertial(UNIT) + 3  # type: ignore[operator]
    with pytest.raises(ModelError, match=r"an inertial has one pose, got an array of \(2,\)"):
        Inertial(UNIT, Pose(np.zeros((2, 3))))
    invalid = MassProperties.unchecked(1.0, np.diag([1, 1, 3]))
    with pytest.raises(ModelError, match="triangle inequality"):
        Inertial(invalid)
    assert Inertial.unchecked(invalid).mass == 1.0

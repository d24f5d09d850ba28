"""``<inertial>`` as SDFormat defines it; the numbers of automatic inertia are those of the reference parser."""

import math

import numpy as np
import pytest

from seaway import sdf
from seaway.errors import Finding, ModelError
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.inertia._added_mass import COEFFICIENTS

BOX = "<collision name='c'>{}<geometry><box><size>1 2 3</size></box></geometry></collision>"


def document_of(content: str, more: str = "", version: str = "1.11") -> sdf.Document:
    """A link on line 3 with its content on line 4."""
    return sdf.loads(
        f"<sdf version='{version}'>\n<model name='m'>\n<link name='l'>\n{content}\n</link>{more}</model></sdf>"
    )


def link_of(content: str, more: str = "") -> sdf.Link:
    document = document_of(content, more)
    assert document.errors == ()
    return document.link("m::l").link


def only(findings: tuple[Finding, ...], rule: str) -> Finding:
    (finding,) = [finding for finding in findings if finding.rule == rule]
    return finding


# --- defaults ---


@pytest.mark.parametrize("content", ["", "<inertial/>", "<inertial><inertia/><mass/><pose/></inertial>"])
def test_without_numbers_a_link_has_1_kg_and_1_kg_m2_at_its_origin(content: str) -> None:
    inertial = link_of(content).inertial
    assert inertial.mass == 1.0
    np.testing.assert_array_equal(inertial.I_BBcm_Bcm, np.eye(3))
    np.testing.assert_array_equal(inertial.c_BoBcm_B, np.zeros(3))
    assert inertial.added_mass is None


def test_moments_that_are_not_given_are_1_and_products_0() -> None:
    inertial = link_of("<inertial><mass>2</mass><inertia><ixx>1.5</ixx><ixz>0.25</ixz></inertia></inertial>").inertial
    np.testing.assert_array_equal(inertial.I_BBcm_Bcm, [[1.5, 0, 0.25], [0, 1, 0], [0.25, 0, 1]])


def test_all_six_moments_have_their_places() -> None:
    numbers = {"ixx": 10, "iyy": 11, "izz": 12, "ixy": 1, "ixz": 2, "iyz": 3}
    text = "".join(f"<{name}>{value}</{name}>" for name, value in numbers.items())
    inertial = link_of(f"<inertial><mass>5kg</mass><inertia>{text}</inertia></inertial>").inertial
    assert inertial.mass == 5.0
    np.testing.assert_array_equal(inertial.I_BBcm_Bcm, [[10, 1, 2], [1, 11, 3], [2, 3, 12]])


def test_the_pose_of_an_inertial_is_that_of_its_center_of_mass_frame() -> None:
    pose = "<pose>1 2 3 0 0 1.5707963267948966</pose>"
    inertial = link_of(f"<inertial>{pose}<inertia><ixx>0.5</ixx></inertia></inertial>").inertial
    np.testing.assert_array_equal(inertial.c_BoBcm_B, [1, 2, 3])
    np.testing.assert_allclose(inertial.I_BBcm_B, np.diag([1, 0.5, 1]), atol=1e-15)


@pytest.mark.parametrize(
    "pose",
    [
        "<pose degrees='true'>1 2 3 0 0 90</pose>",
        "<pose rotation_format='quat_xyzw'>1 2 3 0 0 2 2</pose>",
        "<pose rotation_format='euler_rpy' degrees='false'>1 2 3 0 0 1.5707963267948966</pose>",
    ],
)
def test_the_pose_of_an_inertial_may_be_in_degrees_or_a_quaternion(pose: str) -> None:
    inertial = link_of(f"<inertial>{pose}</inertial>").inertial
    np.testing.assert_allclose(inertial.pose.rpy, [0, 0, math.pi / 2], atol=1e-15)
    np.testing.assert_array_equal(inertial.pose.p, [1, 2, 3])


@pytest.mark.parametrize(("attribute", "version"), [("relative_to", "1.11"), ("relative_to", "1.7"), ("frame", "1.5")])
def test_the_pose_of_an_inertial_is_always_in_the_link(attribute: str, version: str) -> None:
    """No version of the reference parser ever honoured it."""
    more = "<frame name='f'><pose>9 9 9 0 0 0</pose></frame>"
    document = document_of(f"<inertial>\n<pose {attribute}='f'>1 2 3 0 0 0</pose></inertial>", more, version)
    assert document.errors == ()
    np.testing.assert_array_equal(document.link("l").link.inertial.c_BoBcm_B, [1, 2, 3])
    warning = only(document.findings, "inertial-relative-to")
    assert (warning.severity, warning.line) == ("warning", 5)
    assert "always in the link frame; its @relative_to has no effect" in warning.message


# --- added mass ---


def test_the_21_keys_fill_the_upper_triangle_and_are_mirrored() -> None:
    """As the reference parser's test inertial_complete.sdf: A(i, j) = 10 (i + 1) + (j + 1)."""
    axes = "xyzpqr"
    expected = np.zeros((6, 6))
    text = ""
    for i in range(6):
        for j in range(i, 6):
            expected[i, j] = expected[j, i] = 10 * (i + 1) + (j + 1)
            text += f"<{axes[i]}{axes[j]}>{10 * (i + 1) + (j + 1)}</{axes[i]}{axes[j]}>"
    added_mass = link_of(f"<inertial><fluid_added_mass>{text}</fluid_added_mass></inertial>").inertial.added_mass
    assert added_mass == AddedMass(expected)


def test_no_added_mass_and_an_empty_one_are_not_the_same() -> None:
    assert link_of("<inertial/>").inertial.added_mass is None
    assert link_of("<inertial><fluid_added_mass/></inertial>").inertial.added_mass == AddedMass(np.zeros((6, 6)))


@pytest.mark.parametrize("version", ["1.4", "1.6", "1.9", "1.12"])
def test_an_added_mass_is_read_in_every_version(version: str) -> None:
    document = document_of("<inertial><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial>", version=version)
    assert document.link("l").link.inertial.added_mass == AddedMass.from_coefficients(xx=2.0)


def test_the_pose_of_the_inertial_does_not_touch_the_added_mass() -> None:
    text = "<inertial><pose>1 2 3 0.1 0.2 0.3</pose><fluid_added_mass><yy>2</yy></fluid_added_mass></inertial>"
    inertial = link_of(text).inertial
    np.testing.assert_array_equal(inertial.added_mass_matrix(), np.diag([0.0, 2, 0, 0, 0, 0]))


def test_a_key_of_the_lower_triangle_has_no_effect_and_the_right_one_is_suggested() -> None:
    document = document_of("<inertial><fluid_added_mass>\n<yx>5</yx></fluid_added_mass></inertial>")
    assert document.errors == ()
    assert document.link("l").link.inertial.added_mass == AddedMass(np.zeros((6, 6)))
    warning = only(document.findings, "element-unknown")
    assert (warning.severity, warning.line) == ("warning", 5)
    assert "<yx> in <fluid_added_mass> has no effect; did you mean <xy>?" in warning.message


def test_of_two_with_one_key_the_first_counts() -> None:
    document = document_of("<inertial><fluid_added_mass><xx>1</xx>\n<xx>2</xx></fluid_added_mass></inertial>")
    assert document.link("l").link.inertial.added_mass == AddedMass.from_coefficients(xx=1.0)
    warning = only(document.findings, "element-duplicate")
    assert (warning.severity, warning.line) == ("warning", 5)
    assert warning.message == "<xx> is there twice; the first one counts"


@pytest.mark.parametrize(
    ("content", "tag"),
    [
        (
            (
                "<inertial><fluid_added_mass><xx>1</xx></fluid_added_mass>\n<fluid_added_mass>"
                "<xx>2</xx></fluid_added_mass></inertial>"
            ),
            "fluid_added_mass",
        ),
        ("<inertial><mass>1</mass>\n<mass>2</mass><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial>", "mass"),
        (
            (
                "<inertial><inertia><ixx>1</ixx>\n<ixx>2</ixx></inertia><fluid_added_mass>"
                "<xx>1</xx></fluid_added_mass></inertial>"
            ),
            "ixx",
        ),
    ],
)
def test_of_two_elements_the_first_counts(content: str, tag: str) -> None:
    document = document_of(content)
    inertial = document.link("l").link.inertial
    assert inertial.added_mass == AddedMass.from_coefficients(xx=1.0)
    assert (inertial.mass, inertial.I_BBcm_Bcm[0, 0]) == (1.0, 1.0)
    warning = only(document.findings, "element-duplicate")
    assert (warning.line, warning.message) == (5, f"<{tag}> is there twice; the first one counts")


def test_of_two_inertials_the_first_counts() -> None:
    document = document_of("<inertial><mass>1</mass></inertial>\n<inertial><mass>2</mass></inertial>")
    assert document.link("l").link.inertial.mass == 1.0
    warning = only(document.findings, "element-duplicate")
    assert (warning.line, warning.message) == (5, "<inertial> is there twice; the first one counts")


@pytest.mark.parametrize("place", ["inside", "beside"])
def test_a_fluid_density_is_read_and_kept(place: str) -> None:
    density = "<fluid_density>1025</fluid_density>"
    inside, beside = (density, "") if place == "inside" else ("", density)
    text = f"<inertial>{beside}<fluid_added_mass>{inside}<xx>2</xx></fluid_added_mass></inertial>"
    document = document_of(text)
    assert document.findings == ()
    link = document.link("l").link
    assert (link.inertial.added_mass, link.fluid_density) == (AddedMass.from_coefficients(xx=2.0), 1025.0)
    for edited in (
        document.with_added_mass("l", AddedMass(np.eye(6))),
        document.with_inertial("l", Inertial(MassProperties(2.0, np.eye(3)), added_mass=AddedMass(np.eye(6)))),
    ):
        assert edited.link("l").link.fluid_density == 1025.0


@pytest.mark.parametrize(
    "content", ["", "<inertial/>", "<inertial><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial>"]
)
def test_a_fluid_density_is_written(content: str) -> None:
    edited = document_of(content).with_added_mass("l", AddedMass(np.eye(6)), fluid_density=997.0)
    assert b"<fluid_density>997.0</fluid_density>" in edited.to_bytes()
    assert (edited.findings, edited.link("l").link.fluid_density) == ((), 997.0)
    with pytest.raises(ModelError, match=r"density of the fluid.* must be finite and > 0, got 0"):
        edited.with_added_mass("l", AddedMass(np.eye(6)), fluid_density=0.0)


def test_without_a_fluid_density_there_is_none() -> None:
    document = document_of("<inertial><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial>")
    assert document.link("l").link.fluid_density is None


def test_of_two_fluid_densities_the_inner_one_counts() -> None:
    text = "<fluid_density>1000</fluid_density><fluid_added_mass><fluid_density>1025</fluid_density></fluid_added_mass>"
    document = document_of(f"<inertial>{text}</inertial>")
    assert document.link("l").link.fluid_density == 1025.0
    assert "the inner one counts" in only(document.findings, "element-duplicate").message


@pytest.mark.parametrize("value", ["0", "-1000", "nan", "inf", "salt", ""])
def test_a_bad_fluid_density_does_not_make_a_file_invalid(value: str) -> None:
    document = document_of(
        f"<inertial><fluid_added_mass>\n<fluid_density>{value}</fluid_density></fluid_added_mass></inertial>"
    )
    assert document.errors == ()
    warning = only(document.findings, "added-mass-density")
    assert (warning.severity, warning.line) == ("warning", 5)
    assert warning.message == f"<fluid_density> must be a number > 0 [kg/m3], got {value!r}"


def test_a_density_in_an_added_mass_has_no_effect() -> None:
    document = document_of(
        "<inertial><fluid_added_mass><density>1025</density><xx>2</xx></fluid_added_mass></inertial>"
    )
    assert document.errors == ()
    assert document.link("l").link.fluid_density is None
    assert "is called <fluid_density>" in only(document.findings, "added-mass-density").message


def test_a_fluid_density_does_not_hide_a_wrong_key() -> None:
    text = "<inertial><fluid_added_mass><density>1025</density><yx>2</yx></fluid_added_mass></inertial>"
    messages = [finding.message for finding in document_of(text).findings if finding.rule == "element-unknown"]
    assert messages == ["<yx> in <fluid_added_mass> has no effect; did you mean <xy>?"]


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
@pytest.mark.parametrize("key", ["xx", "yr"])
def test_an_added_mass_that_is_not_finite_is_refused_by_its_key(key: str, value: str) -> None:
    document = document_of(f"<inertial><fluid_added_mass><{key}>{value}</{key}></fluid_added_mass></inertial>")
    error = only(document.errors, "added-mass-invalid")
    assert error.line == 4
    assert error.message == f"the fluid added mass must be finite, got {key} = {value}"


def test_a_word_for_a_number_is_refused_by_its_key() -> None:
    document = document_of("<inertial><fluid_added_mass>\n<xx>abc</xx></fluid_added_mass></inertial>")
    error = only(document.errors, "value")
    assert (error.line, error.message) == (5, "<xx> must be a number, got 'abc'")


def test_an_indefinite_added_mass_is_no_error_of_the_format() -> None:
    """The reference parser accepts it; what it means is for advice."""
    added_mass = link_of("<inertial><fluid_added_mass><xx>-5</xx></fluid_added_mass></inertial>").inertial.added_mass
    assert added_mass == AddedMass.from_coefficients(xx=-5.0)


def test_the_names_of_the_reader_are_those_of_seaway_inertia() -> None:
    text = "".join(f"<{name}>{i}</{name}>" for i, name in enumerate(COEFFICIENTS))
    added_mass = link_of(f"<inertial><fluid_added_mass>{text}</fluid_added_mass></inertial>").inertial.added_mass
    assert added_mass is not None
    assert list(added_mass.coefficients.values()) == list(range(21))


# --- invalid ---


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<mass>-1</mass>", r"link 'l': the mass must be >= 0 [kg], got -1"),
        ("<mass>nan</mass>", r"link 'l': the mass [kg] and moment of inertia [kg m2] must be finite, got nan and "),
        ("<inertia><ixx>inf</ixx></inertia>", r"must be finite, got 1 and [[inf"),
        ("<inertia><ixx>-1</ixx></inertia>", r"link 'l': the moment of inertia must be positive semidefinite"),
        ("<inertia><ixx>5</ixx></inertia>", r"(triangle inequality), got [5., 1., 1.]: 5 > 2 [kg m2]"),
        ("<inertia><ixy>2</ixy></inertia>", r"must be positive semidefinite, got principal moments [-1.,  1.,  3.]"),
    ],
)
def test_an_inertia_that_no_body_has_is_an_error_but_shown(content: str, message: str) -> None:
    document = document_of(f"<inertial>{content}</inertial>")
    assert {(error.rule, error.line) for error in document.errors} == {("inertia-invalid", 4)}
    assert any(message in error.message for error in document.errors)
    assert document.link("l").link.inertial.problems()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<mass>heavy</mass>", "<mass> must be a number, got 'heavy'"),
        ("<mass>1e999</mass>", "<mass> must be a number within the range of doubles, got '1e999'"),
        ("<inertia><iyz>x</iyz></inertia>", "<iyz> must be a number, got 'x'"),
        ("<pose>1 2 3 4 5</pose>", "<pose> must be 6 finite numbers, got '1 2 3 4 5'"),
        ("<pose>1 2 3 4 5 nan</pose>", "<pose> must be 6 finite numbers, got '1 2 3 4 5 nan'"),
        ("<density>x</density>", "<density> must be a number, got 'x'"),
    ],
)
def test_a_value_that_cannot_be_read_is_an_error(content: str, message: str) -> None:
    error = only(document_of(f"<inertial>{content}</inertial>").errors, "value")
    assert (error.line, error.message) == (4, message)


def test_a_flag_that_is_no_flag_is_an_error() -> None:
    error = only(document_of("<inertial auto='yes'/>").errors, "value")
    assert (error.line, error.message) == (4, "@auto must be true, false, 1 or 0, got 'yes'")


def test_an_unknown_element_is_named_with_the_nearest_known() -> None:
    document = document_of("<inertial>\n<masss>5</masss></inertial>")
    warning = only(document.findings, "element-unknown")
    assert warning.line == 5
    assert warning.message == "<masss> in <inertial> has no effect; did you mean <mass>?"


# --- automatic inertia ---


def test_automatic_inertia_of_a_box_is_that_of_the_reference_parser() -> None:
    """1 x 2 x 3 m of water: 6000 kg; I = m/12 (4 + 9, 1 + 9, 1 + 4) about its centre."""
    link = link_of("<inertial auto='true'/>" + BOX.format("<pose>1 0 0 0 0 0</pose>"))
    assert link.auto_inertia
    assert link.inertial.mass == 6000.0
    np.testing.assert_allclose(link.inertial.I_BBcm_B, np.diag([6500.0, 5000, 2500]), rtol=1e-15)
    np.testing.assert_array_equal(link.inertial.c_BoBcm_B, [1, 0, 0])


def test_automatic_inertia_is_scaled_to_the_mass_that_is_given() -> None:
    link = link_of("<inertial auto='true'><mass>12</mass></inertial>" + BOX.format("<pose>1 0 0 0 0 0</pose>"))
    assert link.inertial.mass == 12.0
    np.testing.assert_allclose(link.inertial.I_BBcm_B, np.diag([13.0, 10, 5]), rtol=1e-15)
    np.testing.assert_array_equal(link.inertial.c_BoBcm_B, [1, 0, 0])


@pytest.mark.parametrize(
    ("inertial", "collision", "mass", "warned"),
    [
        ("", "", 6000.0, True),
        ("<density>10</density>", "", 60.0, False),
        ("", "<density>20</density>", 120.0, False),
        ("<density>10</density>", "<density>20</density>", 120.0, False),
        ("<mass>7</mass>", "", 7.0, False),
    ],
)
def test_the_density_of_a_collision_goes_before_that_of_the_inertial(
    inertial: str, collision: str, mass: float, warned: bool
) -> None:
    document = document_of(f"<inertial auto='true'>{inertial}</inertial>" + BOX.format(collision))
    assert document.errors == ()
    assert document.link("l").link.inertial.mass == mass
    messages = [finding.message for finding in document.findings]
    assert messages == (["collision 'c' has no density; 1000 kg/m3 is used"] if warned else [])


def test_automatic_inertia_keeps_the_added_mass() -> None:
    """The reference parser throws it away."""
    text = "<inertial auto='true'><fluid_added_mass><xx>2</xx></fluid_added_mass></inertial>"
    inertial = link_of(text + BOX.format("<density>10</density>")).inertial
    assert inertial.mass == 60.0
    assert inertial.added_mass == AddedMass.from_coefficients(xx=2.0)


def test_pose_and_inertia_have_no_effect_beside_auto() -> None:
    text = "<inertial auto='1'><pose>9 9 9 0 0 0</pose><inertia><ixx>-9</ixx></inertia></inertial>"
    document = document_of(text + BOX.format("<density>1</density>"))
    assert document.errors == ()
    warning = only(document.findings, "inertia-auto")
    assert (warning.line, warning.message) == (4, "<pose> and <inertia> have no effect beside auto='true'")
    np.testing.assert_array_equal(document.link("l").link.inertial.c_BoBcm_B, [0, 0, 0])


@pytest.mark.parametrize(
    ("shape", "volume", "moments", "height"),
    [
        ("<sphere><radius>2</radius></sphere>", 32 / 3 * math.pi, (1.6, 1.6, 1.6), 0.0),
        ("<cylinder><radius>2</radius><length>3</length></cylinder>", 12 * math.pi, (1.75, 1.75, 2.0), 0.0),
        ("<cone><radius>2</radius><length>4</length></cone>", 16 / 3 * math.pi, (1.2, 1.2, 1.2), -1.0),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", 8 * math.pi, (2.6, 2.0, 1.0), 0.0),
        ("<box/>", 1.0, (1 / 6, 1 / 6, 1 / 6), 0.0),
        ("<sphere/>", 4 / 3 * math.pi, (0.4, 0.4, 0.4), 0.0),
    ],
)
def test_automatic_inertia_of_each_shape(
    shape: str, volume: float, moments: tuple[float, float, float], height: float
) -> None:
    """By hand, moments per mass. A cone's centre is a quarter of its length above its base, its origin half."""
    geometry = f"<collision name='c'><density>10</density><geometry>{shape}</geometry></collision>"
    inertial = link_of(f"<inertial auto='true'/>{geometry}").inertial
    np.testing.assert_allclose(inertial.mass, 10 * volume, rtol=1e-14)
    np.testing.assert_allclose(inertial.I_BBcm_B / inertial.mass, np.diag(moments), atol=1e-14)
    np.testing.assert_allclose(inertial.c_BoBcm_B, [0, 0, height])


def test_automatic_inertia_of_a_capsule_is_a_cylinder_and_a_sphere() -> None:
    """Of r = 1, L = 2: cylinder 2π, sphere 4π/3 of volume; Izz = m_c/2 + 2/5 m_s."""
    shape = "<capsule><radius>1</radius><length>2</length></capsule>"
    text = f"<collision name='c'><density>1</density><geometry>{shape}</geometry></collision>"
    inertial = link_of(f"<inertial auto='true'/>{text}").inertial
    np.testing.assert_allclose(inertial.mass, 10 / 3 * math.pi, rtol=1e-14)
    np.testing.assert_allclose(inertial.I_BBcm_B[2, 2], math.pi + 8 / 15 * math.pi, rtol=1e-14)


def test_a_turned_collision_has_its_moments_in_link_axes() -> None:
    """A quarter turn about z swaps x and y."""
    pose = "<pose degrees='true'>0 0 0 0 0 90</pose><density>1000</density>"
    inertial = link_of("<inertial auto='true'/>" + BOX.format(pose)).inertial
    np.testing.assert_allclose(inertial.I_BBcm_B, np.diag([5000.0, 6500, 2500]), atol=1e-9)
    np.testing.assert_array_equal(inertial.pose.R, np.eye(3))


def test_a_turned_cone_has_its_centre_where_it_points() -> None:
    """Turned by 90° about y, z points along x: the centre is L/4 back along it."""
    text = (
        "<pose degrees='true'>5 0 0 0 90 0</pose><density>1</density><geometry>"
        "<cone><length>4</length></cone></geometry>"
    )
    inertial = link_of(f"<inertial auto='true'/><collision name='c'>{text}</collision>").inertial
    np.testing.assert_allclose(inertial.c_BoBcm_B, [4, 0, 0], atol=1e-15)


def test_several_collisions_add_up_about_their_common_centre() -> None:
    """Two cubes of 1 kg at x = ±1 and one of 2 kg at x = 2: 4 kg at x = 1; Izz = 4/6 + 4 + 0 + 2."""
    cube = "<collision name='{}'><pose>{} 0 0 0 0 0</pose><density>{}</density><geometry><box/></geometry></collision>"
    cubes = cube.format("a", -1, 1) + cube.format("b", 1, 1) + cube.format("c", 2, 2)
    inertial = link_of(f"<inertial auto='true'/>{cubes}").inertial
    assert inertial.mass == 4.0
    np.testing.assert_allclose(inertial.c_BoBcm_B, [1, 0, 0])
    np.testing.assert_allclose(np.diagonal(inertial.I_BBcm_B), [4 / 6, 4 / 6 + 6, 4 / 6 + 6])


def test_a_collision_may_be_placed_relative_to_a_frame() -> None:
    """The frame stands at (5, 0, 0) of the model, the link at (3, 0, 0) turned by 180°: 2 ahead is 2 behind."""
    pose = "<pose relative_to='f'>1 0 0 0 0 0</pose><density>1</density>"
    text = "<pose degrees='true'>3 0 0 0 0 180</pose><inertial auto='true'/>" + BOX.format(pose)
    inertial = link_of(text, "<frame name='f'><pose>5 0 0 0 0 0</pose></frame>").inertial
    np.testing.assert_allclose(inertial.c_BoBcm_B, [-3, 0, 0], atol=1e-15)


def test_a_collision_relative_to_a_name_that_is_not_there_is_an_error() -> None:
    document = document_of("<inertial auto='true'/>" + BOX.format("<pose relative_to='g'/>"), "<frame name='gg'/>")
    (error,) = [error for error in document.errors if error.rule == "pose-relative-to"]
    assert "names 'g', which is not in model 'm'; did you mean 'gg'?" in error.message


def test_the_pose_of_a_collision_is_checked_without_automatic_inertia_too() -> None:
    """A missing name is an error wherever it stands."""
    for kind in ("collision", "visual"):
        text = f"<{kind} name='c'><pose relative_to='nobody'/><geometry><box/></geometry></{kind}>"
        document = document_of(text)
        (error,) = document.errors
        assert error.rule == "pose-relative-to"
        assert "names 'nobody', which is not in model 'm'" in error.message


def test_automatic_inertia_without_collisions_is_an_error() -> None:
    document = document_of("<inertial auto='true'/>")
    error = only(document.errors, "inertia-auto")
    assert error.line == 3
    assert error.message == "link 'l' has automatic inertia and no <collision> to compute it from"


@pytest.mark.parametrize(
    ("shape", "kind", "reason"),
    [
        (
            "<mesh><uri>model://no_such_model/a.dae</uri></mesh>",
            "mesh",
            ": 'model://no_such_model/a.dae' was not found",
        ),
        ("<plane/>", "shape", ""),
        ("<heightmap/>", "shape", ""),
    ],
)
def test_a_shape_without_a_volume_is_left_out_with_a_warning(shape: str, kind: str, reason: str) -> None:
    box = BOX.format("<density>10</density>")
    other = f"<collision name='d'><density>10</density><geometry>{shape}</geometry></collision>"
    document = document_of(f"<inertial auto='true'/>{box}{other}")
    assert document.errors == ()
    warning = only(document.findings, "inertia-auto")
    message = f"the {kind} of collision 'd' has no inertia here, and counts for nothing"
    assert warning.message.startswith(message + reason)
    assert document.link("l").link.inertial.mass == 60.0


@pytest.mark.parametrize(
    ("shape", "density", "message"),
    [
        ("<box><size>1 -2 3</size></box>", "10", "the length y of a box [m] must be finite and > 0, got -2"),
        ("<box/>", "-5", "the density [kg/m3] must be finite and > 0, got -5"),
        ("<sphere/>", "nan", "the density [kg/m3] must be finite and > 0, got nan"),
    ],
)
def test_a_shape_that_cannot_be_is_an_error_with_its_value(shape: str, density: str, message: str) -> None:
    text = f"<collision name='d'><density>{density}</density><geometry>{shape}</geometry></collision>"
    error = only(document_of(f"<inertial auto='true'/>{text}").errors, "inertia-auto")
    assert error.message == f"collision 'd': {message}"


def test_a_negative_mass_beside_auto_is_an_error() -> None:
    document = document_of("<inertial auto='true'><mass>-3</mass></inertial>" + BOX.format(""))
    assert {error.rule for error in document.errors} == {"inertia-invalid"}
    assert any("link 'l': the mass must be >= 0 [kg], got -3" in error.message for error in document.errors)


@pytest.mark.parametrize(
    "shape",
    [
        "<box><size>1e200 1e200 1e200</size></box>",
        "<box><size>1e-200 1e-200 1e-200</size></box>",
        "<box><size>nan 1 1</size></box>",
        "<box><size>0 0 0</size></box>",
        "<sphere><radius>1e308</radius></sphere>",
        "<sphere><radius>inf</radius></sphere>",
        "<cylinder><radius>1e308</radius></cylinder>",
        "<capsule><radius>1e308</radius></capsule>",
        "<cone><radius>1e308</radius><length>1e308</length></cone>",
        "<ellipsoid><radii>1e308 1 1e308</radii></ellipsoid>",
    ],
)
def test_automatic_inertia_of_an_absurd_shape_is_no_crash(shape: str) -> None:
    collision = f"<collision name='c'><geometry>{shape}</geometry></collision>"
    document = document_of(f"<inertial auto='true'/>{collision}")
    assert document.findings
    assert document.link("l").name == "m::l"


def test_automatic_inertia_of_collisions_at_the_end_of_the_world_is_an_error() -> None:
    """The square of 1e308 m is no double."""
    far = BOX.format("<pose>0 1e308 0 0 1 0</pose>").replace("'c'", "'d'")
    document = document_of("<inertial auto='true'><density>1</density></inertial>" + BOX.format("") + far)
    assert [error.rule for error in document.errors] == ["inertia-invalid"]

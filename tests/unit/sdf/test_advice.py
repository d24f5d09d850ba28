"""What ``check`` says beyond what the reference parser refuses: rule, line and number of each."""

import pytest

from seaway import sdf
from seaway.errors import Finding

MODEL = """<sdf version="1.11">
<model name="rov">
<link name="base">
<inertial>
<pose>{center} 0 0 0</pose>
<mass>{mass}</mass>
<inertia><ixx>{moment}</ixx><iyy>{moment}</iyy><izz>{moment}</izz></inertia>
{added_mass}
</inertial>
<collision name="hull"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision>
</link>
{plugin}
</model>
</sdf>
"""

HYDRODYNAMICS = """<plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">
<link_name>base</link_name>
{parameters}
</plugin>"""


def advice(
    mass: float = 10.0, moment: float = 0.3, center: str = "0 0 0", added_mass: str = "", parameters: str = ""
) -> list[Finding]:
    plugin = HYDRODYNAMICS.format(parameters=parameters) if parameters else ""
    added = f"<fluid_added_mass>{added_mass}</fluid_added_mass>" if added_mass else ""
    text = MODEL.format(mass=mass, moment=moment, center=center, added_mass=added, plugin=plugin)
    document = sdf.loads(text)
    assert document.errors == ()
    return sdf.check(document)


def only(findings: list[Finding], rule: str) -> Finding:
    """The one finding, with its rule."""
    (finding,) = findings
    assert finding.rule == rule
    assert finding.severity == "warning"
    return finding


def test_a_sound_model_has_nothing_to_say() -> None:
    assert advice(added_mass="<xx>5</xx><yy>5</yy><zz>9</zz>", parameters="<xU>-4</xU><xUabsU>-18</xUabsU>") == []


def test_a_mass_matrix_that_is_not_positive_definite() -> None:
    finding = only(advice(added_mass="<zz>-11</zz>"), "mass-matrix")
    assert "link 'rov::base' cannot be simulated" in finding.message
    assert "smallest eigenvalue -1" in finding.message
    assert finding.line == 4


def test_added_mass_greater_than_mass() -> None:
    finding = only(advice(added_mass="<zz>14</zz>"), "added-mass-ratio")
    assert "added mass / mass = 1.4 in heave" in finding.message


def test_an_offset_center_of_mass_beside_added_mass() -> None:
    """The rotational block lacks m S S^T: 10 kg at 0.1 m are 0.1 of 0.4 kg m2."""
    finding = only(advice(center="0.1 0 0", added_mass="<xx>1</xx>"), "body-matrix")
    assert "0.1 m off the link origin" in finding.message
    assert "off by 25 %" in finding.message
    assert advice(center="0.1 0 0") == []


@pytest.mark.parametrize(
    ("mass", "moment", "message"),
    [
        (
            0.1,
            1.0,
            "ixx = 1 kg m2 of link 'rov::base' is more than 0.1 kg inside its collision geometry can have",
        ),
        (10.0, 0.9, "ixx = 0.9 kg m2 of link 'rov::base' is more than 10 kg"),
        (10.0, 1e-4, "ixx = 0.0001 kg m2 of link 'rov::base' is less than a thousandth"),
    ],
)
def test_moments_that_do_not_fit_the_collision_geometry(mass: float, moment: float, message: str) -> None:
    """10 kg in a cube of 0.4 m, all in the corners, have 10 (0.2² + 0.2²) = 0.8 kg m2."""
    assert message in only(advice(mass=mass, moment=moment), "inertia-size").message


def test_the_largest_moment_that_fits_is_not_warned_about() -> None:
    assert advice(mass=10.0, moment=0.8) == []


@pytest.mark.parametrize("name", ["xU", "nR", "zWabsW"])
def test_a_positive_damping_coefficient_feeds_energy_in(name: str) -> None:
    finding = only(advice(parameters=f"<{name}>4.5</{name}>"), "damping-sign")
    assert f"<{name}> of Hydrodynamics is 4.5" in finding.message
    assert finding.line == 14


def test_coupled_linear_damping_that_feeds_energy_in() -> None:
    """[[-1, 3], [3, -1]] has the eigenvalue 2: swaying and yawing together gains energy."""
    finding = only(advice(parameters="<yV>-1</yV><nR>-1</nR><yR>3</yR><nV>3</nV>"), "damping-sign")
    assert "largest eigenvalue of their symmetric part is 2" in finding.message
    assert advice(parameters="<yV>-1</yV><nR>-1</nR><yR>3</yR><nV>-3</nV>") == []


def test_plugin_added_mass_is_deprecated() -> None:
    finding = only(advice(parameters="<xDotU>-4</xDotU>"), "added-mass-plugin")
    assert "<xDotU> of Hydrodynamics is deprecated" in finding.message


def test_plugin_added_mass_beside_fluid_added_mass_counts_twice() -> None:
    finding = only(advice(added_mass="<xx>4</xx>", parameters="<xDotU>-4</xDotU>"), "added-mass-twice")
    assert "counted twice" in finding.message


def test_plugin_added_mass_that_diverges() -> None:
    rules = {finding.rule: finding.message for finding in advice(parameters="<zDotW>-15</zDotW>")}
    assert "added mass / mass = 1.5 by <zDotW>" in rules["added-mass-ratio"]


def test_plugin_added_mass_with_the_wrong_sign() -> None:
    rules = {finding.rule: finding.message for finding in advice(parameters="<yDotV>7</yDotV>")}
    assert "<yDotV> of Hydrodynamics is 7" in rules["added-mass-sign"]


@pytest.mark.parametrize(
    "names",
    [
        'filename="ignition-gazebo-hydrodynamics-system" name="ignition::gazebo::systems::Hydrodynamics"',
        'filename="libignition-gazebo4-hydrodynamics-system.so" name="anything"',
        'filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics"',
    ],
)
def test_old_names_of_the_plugin_are_known(names: str) -> None:
    text = MODEL.format(
        mass=10, moment=0.3, center="0 0 0", added_mass="", plugin=f"<plugin {names}><xU>1</xU></plugin>"
    )
    assert only(sdf.check(sdf.loads(text)), "damping-sign")


def test_findings_come_in_the_order_of_the_file() -> None:
    lines = [finding.line for finding in advice(added_mass="<zz>14</zz>", parameters="<xU>1</xU>\n<yV>1</yV>")]
    assert lines == sorted(lines, key=lambda line: line or 0)
    assert len(lines) == 3


def test_signed_quadratic_damping_feeds_energy_in_for_one_direction() -> None:
    finding = only(advice(parameters="<xUU>-3</xUU>"), "damping-sign")
    assert "<xUU> of Hydrodynamics is -3: without abs" in finding.message


def test_plugin_added_mass_that_is_switched_off_is_let_be() -> None:
    assert advice(parameters="<xDotU>-40</xDotU><disable_added_mass>true</disable_added_mass>") == []


def test_plugin_added_inertia_greater_than_inertia() -> None:
    rules = {finding.rule: finding.message for finding in advice(parameters="<kDotP>-3</kDotP>")}
    assert "added mass / mass = 10 by <kDotP>" in rules["added-mass-ratio"]


@pytest.mark.parametrize(("text", "got"), [("abc", "must be a number, got 'abc'"), ("nan", "got 'nan'")])
def test_a_coefficient_that_is_no_number_is_told(text: str, got: str) -> None:
    finding = only(advice(parameters=f"<xU>{text}</xU>"), "plugin-value")
    assert got in finding.message


@pytest.mark.parametrize(
    ("mass", "center", "added_mass"),
    [
        (1e-320, "0 0 0", "<xx>1e308</xx>"),
        (1e308, "1e200 0 0", "<xx>1e308</xx>"),
        (1.0, "1e160 0 0", ""),
        (1e-300, "0 0 0", "<xx>1e-300</xx><rr>1e140</rr>"),
    ],
)
def test_absurd_numbers_do_not_break_the_advice(mass: float, center: str, added_mass: str) -> None:
    assert isinstance(advice(mass=mass, center=center, added_mass=added_mass), list)


def test_absurd_coefficients_do_not_break_the_advice() -> None:
    assert {f.rule for f in advice(parameters="<xV>1e308</xV><yU>1e308</yU>")} == {"plugin-value"}

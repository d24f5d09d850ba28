"""Vehicle files: what they say, what is wrong with them, and that they are written as they are read."""

import re
from pathlib import Path

import numpy as np
import pytest

from seaway._toml import parsed
from seaway.errors import ScenarioError, SeawayWarning
from seaway.frames import FLU_FRD, matrix_from_quaternion
from seaway.library import LibraryVehicle, read_vehicle, to_toml
from seaway.library._vehicle import vehicle_of_file
from seaway.mesh import box
from seaway.shapes import Box, Cylinder
from seaway.vehicle import Buoyancy, Fin, Hull, Thruster, Vehicle

BODY = """[inertia]
mass = 20.0
moment_of_inertia = [1.0, 2.0, 2.5]
"""
FRD = 'convention = "fossen"\n'


def loaded(text: str) -> LibraryVehicle:
    return vehicle_of_file(parsed(text), "vehicle")


def made(text: str, body: str = BODY) -> Vehicle:
    return loaded(f"{FRD}{text}\n{body}").vehicle


def problems(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(ScenarioError) as caught:
        loaded(text)
    return [(finding.line, finding.message) for finding in caught.value.findings]


def test_about_a_vehicle() -> None:
    text = """title = "A vehicle"
summary = "Mine."
citation = "me"
quality = "estimated"
length = 2.0
notes = ["a note"]
[sources]
me = "my notebook"
[sea]
source = "me"
density = 1010.0
gravity = 9.8
[inertia]
source = "me"
mass = 20.0
moment_of_inertia = [1.0, 2.0, 2.5]
[[corrections]]
what = "Mass"
before = "2"
after = "20"
why = "A slip."
"""
    file = loaded(text)
    assert (file.name, file.title, file.quality, file.length, file.axes) == (
        "vehicle",
        "A vehicle",
        "estimated",
        2.0,
        "FLU",
    )
    assert (file.sea.density, file.sea.gravity, file.sea.surface) == (1010.0, 9.8, 0.0)
    assert dict(file.sources) == {"me": "my notebook"}
    assert file.corrections[0].why == "A slip."
    assert loaded(f"{FRD}name = 'x'\n{BODY}").name == "x"
    assert loaded(f"{FRD}name = 'x'\n{BODY}").axes == "FRD"


def test_the_rigid_body_turns_to_forward_left_up() -> None:
    body = """[inertia]
mass = 20.0
center_of_mass = [0.1, 0.2, 0.3]
moment_of_inertia = [[1.0, -0.1, 0.2], [-0.1, 2.0, 0.3], [0.2, 0.3, 2.5]]
"""
    inertial = made("", body).inertial
    np.testing.assert_array_equal(inertial.c_BoBcm_B, [0.1, -0.2, -0.3])
    np.testing.assert_array_equal(inertial.I_BBcm_B, [[1.0, 0.1, -0.2], [0.1, 2.0, 0.3], [-0.2, 0.3, 2.5]])


def test_added_mass_by_matrix_and_by_derivatives() -> None:
    M_A = np.diag([5.0, 12.0, 14.0, 0.1, 0.2, 0.3])
    M_A[1, 5] = M_A[5, 1] = 0.7
    by_matrix = made(f"[added_mass]\nmatrix = {M_A.tolist()}")
    names = "X_udot = -5\nY_vdot = -12\nZ_wdot = -14\nK_pdot = -0.1\nM_qdot = -0.2\nN_rdot = -0.3\nY_rdot = -0.7"
    by_names = made(f"[derivatives]\n{names}")
    for vehicle in (by_matrix, by_names):
        np.testing.assert_array_equal(vehicle.inertial.added_mass_matrix(), FLU_FRD.matrix(M_A))
    assert made("").inertial.added_mass is None
    assert made("added_mass_coriolis = false").added_mass_coriolis is False


def test_shapes_turn_too() -> None:
    """Roll, pitch and yaw are those of forward, right, down axes: a yaw to the right is one to the left about z up."""
    lying = made(
        "[buoyancy]\nvolume = 1\nattitude_deg = [0, 90, 0]\nshape = { cylinder = { radius = 0.25, length = 2 } }"
    )
    assert isinstance(lying.buoyancy, Buoyancy)
    assert isinstance(lying.buoyancy.shape, Cylinder)
    np.testing.assert_allclose(np.abs(matrix_from_quaternion(lying.buoyancy.attitude)[:, 2]), [1, 0, 0], atol=1e-15)
    turned = made("[buoyancy]\nvolume = 1\nshape = { box = [3, 2, 1] }\nattitude = [0, 0, 0.5]").buoyancy
    assert isinstance(turned, Buoyancy)
    assert isinstance(turned.shape, Box)
    np.testing.assert_allclose(
        matrix_from_quaternion(turned.attitude)[:, 0], [np.cos(0.5), -np.sin(0.5), 0], atol=1e-15
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "inertia is missing: a table with mass and moment_of_inertia"),
        (
            "[inertia]\nmass = 3",
            1,
            "inertia: the moment of inertia is given by one of moment_of_inertia, radii_of_gyration, shape, got none",
        ),
        ("[inertia]\nmass = -3\nmoment_of_inertia = [1, 1, 1]", 2, "inertia.mass must be > 0 [kg], got -3"),
        (
            '[inertia]\nmass = "3"\nmoment_of_inertia = [1, 1, 1]',
            2,
            "inertia.mass must be a number [kg], got '3'; write 3 without quotes",
        ),
        ("[inertia]\nmass = nan\nmoment_of_inertia = [1, 1, 1]", 2, "inertia.mass must be finite [kg], got nan"),
        (f"{BODY}nmass = 1", 4, "inertia.nmass is not a key here; did you mean mass?"),
        (f"{BODY}[derivatives]\nXudot = -1", 5, "derivatives.Xudot is not a key here; did you mean X_udot?"),
        (f"mass = 3\n{BODY}", 1, "mass is not a key here; did you mean inertia?"),
        (f"[dampings]\nlinear = -1\n{BODY}", 1, "dampings is not a key here; did you mean damping?"),
        (f"damping = 3\n{BODY}", 1, "damping must be a table, got 3"),
        (f"thruster = 3\n{BODY}", 1, "thruster must be a table, got 3"),
        (f"name = 3\n{BODY}", 1, "name must be a text in quotes, got 3"),
        ("inertia = 3\n", 1, "inertia must be a table, got 3"),
        (f"{BODY}[sea]\ndensity = -1\n", 5, "sea.density must be > 0 [kg/m3], got -1"),
        (f"{BODY}[sea]\ndensty = -1\n", 5, "sea.densty is not a key here; did you mean density?"),
        (
            f"{BODY}[derivatives]\nY_rdot = -1\nN_vdot = -2",
            None,
            "added_mass: Y_rdot and N_vdot must be equal, got -1 and -2; if both are measured, use their mean",
        ),
        (f"added_mass_coriolis = 1\n{BODY}", 1, "added_mass_coriolis must be true or false, got 1"),
        (
            f"{BODY}[sea]\ngravity = 0\n[buoyancy]\nforce = 3",
            7,
            "buoyancy.force needs a gravity > 0 [m/s2], got 0; give volume [m3]",
        ),
        (f"{BODY}[buoyancy]\nvolume = 0", 5, "buoyancy.volume must be > 0 [m3], got 0"),
        (f"{BODY}[[thruster]]\nname = 't'", 4, "thruster.position is missing: position of the propeller in the body"),
        (f"{BODY}[[thruster]]\nlimit = [1, 0]", 5, "thruster.limit is not a key here; did you mean limits?"),
        (
            f"{BODY}[[thruster]]\nname = 't'\nposition = [0, 0, 0]\nlimits = [1, 0]",
            7,
            "thruster.limits must be a smaller and a larger number, got [1.0, 0.0]",
        ),
        (
            f"{BODY}source = 'paper'\n[sources]\nbook = 'a book'",
            4,
            "inertia.source must name entries of [sources], got 'paper'; there are: book",
        ),
        (f"{BODY}source = 3", 4, "inertia.source must be a text in quotes, got 3"),
        (f"quality = 'good'\n{BODY}", 1, "quality must be one of identified, textbook, simulator-grade, detuned"),
        ("mass = = 3", 1, 'this is not TOML: invalid value at column 8; put text in quotes, as in "jonswap"'),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text: str, line: int | None, message: str) -> None:
    found = problems(text)
    assert any(each[0] == line and each[1].startswith(message) for each in found), found


def test_all_problems_at_once() -> None:
    text = f"titel = 3\n{BODY}[damping]\nlinear = 1\n[derivatives]\nX_uu = 1\nZ_ww = 1\n"
    assert [line for line, _ in problems(text)] == [1, 6, 8, 9]


def test_two_of_one_name_and_a_body_that_cannot_be() -> None:
    twice = "[[thruster]]\nname = 't'\nposition = [0, 0, 0]\n" * 2
    message = "thruster: thrusters and fins must have different names, got 2 called 't'"
    assert problems(BODY + twice) == [(4, message)]
    with pytest.warns(SeawayWarning, match="X_udot = 50 is positive"):
        ((_, heavy),) = problems(f"{BODY}[added_mass]\nfossen = {{ X_udot = 50 }}")
    assert "the added mass is indefinite" in heavy


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=re.escape(f"{tmp_path / 'absent.toml'}: there is no such file")):
        read_vehicle(tmp_path / "absent.toml")


def test_everything_but_a_mesh_is_written() -> None:
    vehicle = made("[buoyancy]\nvolume = 0.1")
    table = Thruster.from_table("t", (0, 0, 0), (1, 0, 0), [-1, 1], [-40.0, 60.0])
    fin = Fin("rudder", (-1, 0, 0), 0.1, limit=0.5)
    changed = vehicle.replace(thrusters=(table,), fins=(fin,), rigid_body_coriolis=False)
    for convention in ("seaway", "fossen"):
        written = to_toml(changed, convention=convention)  # type: ignore[arg-type]
        assert written.findings == ()
        again = loaded(written.text).vehicle
        assert (again.thrusters, again.fins) == (changed.thrusters, changed.fins)
        assert (again.buoyancy, again.rigid_body_coriolis) == (changed.buoyancy, False)
    written = to_toml(vehicle.replace(buoyancy=Hull(box((1, 1, 1)))))
    assert [finding.message for finding in written.findings] == [
        "vehicle 'vehicle': the mesh of its hull is not representable in a vehicle file; dropped"
    ]
    (finding,) = to_toml(vehicle.replace(buoyancy=None)).findings
    assert finding.message == "vehicle 'vehicle': it has no buoyancy, and sinks"


def test_any_name_can_be_written() -> None:
    name = 'a "quoted" \\ name\n\u0007 of [[brackets]] # and ü'
    assert loaded(to_toml(made("").replace(name=name)).text).name == name


# The density for which coefficients are given


def test_the_water_of_a_file_is_that_of_its_coefficients() -> None:
    assert loaded(f"[sea]\ndensity = 997.0\n{BODY}").vehicle.reference_density == 997.0
    assert loaded(BODY).vehicle.reference_density == 1025.0


def test_coefficients_for_another_density_than_that_of_the_water() -> None:
    """What is computed from a shape is for the density of the other coefficients."""
    text = f"reference_density = 1000.0\n[sea]\ndensity = 1025.0\n{BODY}\n[added_mass]\nshape = {{ sphere = 0.3 }}\n"
    entry = loaded(text)
    assert (entry.vehicle.reference_density, entry.sea.density) == (1000.0, 1025.0)
    assert entry.vehicle.inertial.added_mass_matrix()[0, 0] == pytest.approx(2.0 / 3.0 * np.pi * 1000.0 * 0.3**3)
    again = loaded(to_toml(entry.vehicle, entry.sea).text)
    assert (again.vehicle, again.sea.density) == (entry.vehicle, 1025.0)
    alone = loaded(to_toml(entry.vehicle).text)
    assert (alone.vehicle, alone.sea.density) == (entry.vehicle, 1000.0)


@pytest.mark.parametrize("value", ["0", "-1000", "nan", "'salt'"])
def test_a_bad_reference_density_is_told_with_its_line(value: str) -> None:
    ((line, message),) = problems(f"title = 'x'\nreference_density = {value}\n{BODY}")
    assert line == 2
    assert message.startswith("reference_density must be ")

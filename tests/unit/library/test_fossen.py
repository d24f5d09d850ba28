"""Files in Fossen's notation: what each key means, and what is said of those that are wrong."""

import re
from pathlib import Path

import numpy as np
import pytest
from seaway.library._fossen import KEYS

from seaway.errors import ScenarioError
from seaway.frames import FLU_FRD, matrix_from_quaternion
from seaway.library import read_fossen, read_fossen_text, to_fossen
from seaway.vehicle import Box, Buoyancy, Cylinder, Thruster, Vehicle

BODY = """[rigid_body]
mass = 20.0
I_g = [1.0, 2.0, 2.5]
"""
MOMENTS = "the moments of inertia must be given once: I_g about the centre of gravity, or I_b about CO [kg m2]; got"


def made(text: str, body: str = BODY) -> Vehicle:
    return read_fossen_text(f"{text}\n{body}").vehicle


def problems(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(ScenarioError) as caught:
        read_fossen_text(text)
    return [(finding.line, finding.message) for finding in caught.value.findings]


def test_the_rigid_body_turns_to_forward_left_up() -> None:
    body = """[rigid_body]
mass = 20.0
r_g = [0.1, 0.2, 0.3]
I_g = [[1.0, -0.1, 0.2], [-0.1, 2.0, 0.3], [0.2, 0.3, 2.5]]
"""
    inertial = made("", body).inertial
    np.testing.assert_array_equal(inertial.c_BoBcm_B, [0.1, -0.2, -0.3])
    np.testing.assert_array_equal(inertial.I_BBcm_B, [[1.0, 0.1, -0.2], [0.1, 2.0, 0.3], [-0.2, 0.3, 2.5]])


def test_moments_about_the_origin() -> None:
    """I_b = I_g + m (|r|² 1 - r r^T), the parallel-axis theorem."""
    r, m = np.array([0.1, 0.2, 0.3]), 20.0
    I_b = np.diag([1.0, 2.0, 2.5]) + m * (r @ r * np.eye(3) - np.outer(r, r))
    body = f"[rigid_body]\nmass = {m}\nr_g = {r.tolist()}\nI_b = {I_b.tolist()}\n"
    np.testing.assert_allclose(made("", body).inertial.I_BBcm_B, np.diag([1.0, 2.0, 2.5]), rtol=0, atol=1e-14)


def test_added_mass_by_matrix_and_by_derivatives() -> None:
    M_A = np.diag([5.0, 12.0, 14.0, 0.1, 0.2, 0.3])
    M_A[1, 5] = M_A[5, 1] = 0.7
    by_matrix = made(f"[added_mass]\nM_A = {M_A.tolist()}")
    names = "X_udot = -5\nY_vdot = -12\nZ_wdot = -14\nK_pdot = -0.1\nM_qdot = -0.2\nN_rdot = -0.3\nY_rdot = -0.7"
    by_names = made(f"[added_mass]\n{names}")
    for vehicle in (by_matrix, by_names):
        np.testing.assert_array_equal(vehicle.inertial.added_mass_matrix(), FLU_FRD.matrix(M_A))
    assert made("[added_mass]\nM_A = [1, 2, 3, 4, 5, 6]").inertial.added_mass_matrix()[5, 5] == 6.0
    assert made("").inertial.added_mass is None
    assert made("[added_mass]\ncoriolis = false").added_mass_coriolis is False


def test_damping_derivatives() -> None:
    """F = X_u u + X_u|u| |u| u + Y_uv u v + N_v|r| |r| v in forward, right, down axes."""
    text = '[damping]\nX_u = -2\n"X_u|u|" = -3\nY_uv = -5\n"N_v|r|" = -7\n"M_|w|q" = -11'
    (damping,) = made(text).dampings
    nu = np.array([1.5, 0.4, -0.3, 0.2, -0.6, 0.7])  # forward, right, down
    u, v, w, _, q, r = nu
    expected = np.array([-2 * u - 3 * abs(u) * u, -5 * u * v, 0, 0, -11 * abs(w) * q, -7 * abs(r) * v])
    found = FLU_FRD.spatial(damping.wrench(FLU_FRD.spatial(nu)))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)


def test_a_square_must_say_what_it_means() -> None:
    text = f"[damping]\nX_uu = -3\n{BODY}"
    assert problems(text) == [
        (
            2,
            (
                'damping.X_uu may mean "X_u|u|", a drag that goes with |u| u, or the square u², which has the same '
                "sign both ways; write the one, or say signed_squares = true"
            ),
        )
    ]
    (damping,) = made("[damping]\nsigned_squares = true\nX_uu = -3").dampings
    assert damping.wrench([-2.0, 0, 0, 0, 0, 0])[0] == -12.0


def test_buoyancy_by_force_and_by_volume() -> None:
    text = "density = 1020.0\ngravity = 9.8\n[restoring]\nB = 199.92\nr_b = [0.1, 0.2, -0.3]"
    read = read_fossen_text(f"{text}\n{BODY}")
    buoyancy = read.vehicle.buoyancy
    assert isinstance(buoyancy, Buoyancy)
    assert buoyancy.volume == pytest.approx(0.02, rel=1e-15)
    np.testing.assert_array_equal(buoyancy.center, [0.1, -0.2, 0.3])
    assert (read.sea.density, read.sea.gravity, read.sea.surface) == (1020.0, 9.8, None)
    assert isinstance(made("[restoring]\nvolume = 0.5").buoyancy, Buoyancy)


def test_shapes() -> None:
    """A cylinder lies along its own x; roll, pitch and yaw are those of forward, right, down axes."""
    lying = made('[restoring]\nvolume = 1\n[shape]\nkind = "cylinder"\nsize = [2, 0.5, 0.5]').buoyancy
    assert isinstance(lying, Buoyancy)
    assert isinstance(lying.extent, Cylinder)
    np.testing.assert_array_equal(lying.extent.half_size, [0.25, 0.25, 1.0])
    np.testing.assert_allclose(matrix_from_quaternion(lying.attitude)[:, 2], [1, 0, 0], atol=1e-15)
    turned = made('[restoring]\nvolume = 1\n[shape]\nkind = "box"\nsize = [3, 2, 1]\nrpy = [0, 0, 0.5]').buoyancy
    assert isinstance(turned, Buoyancy)
    assert isinstance(turned.extent, Box)
    # A yaw to the right is one to the left about z up.
    np.testing.assert_allclose(
        matrix_from_quaternion(turned.attitude)[:, 0], [np.cos(0.5), -np.sin(0.5), 0], atol=1e-15
    )


def test_thrusters() -> None:
    text = """[[thruster]]
position = [0.1, 0.2, 0.3]
axis = [0, 1, 0]
limits = [-5, 6]
dead_band = 0.5
[[thruster]]
name = "main"
position = [-1, 0, 0]
command = "speed"
diameter = 0.1
coefficient = 0.01
advance = -0.002
wake = 0.1
"""
    side, main = made(text).thrusters
    assert (side.name, side.drive, side.limits, side.dead_band) == ("thruster_1", "thrust", (-5.0, 6.0), 0.5)
    np.testing.assert_array_equal([side.position, side.axis], [[0.1, -0.2, -0.3], [0, -1, 0]])
    assert (main.name, main.drive, main.command, main.diameter) == ("main", "speed", "speed", 0.1)
    assert (main.coefficient, main.advance, main.wake) == (0.01, -0.002, 0.1)


def told(text: str) -> list[tuple[int | None, str, str]]:
    return [(finding.line, finding.rule, finding.message) for finding in read_fossen_text(text).findings]


def test_what_is_worth_a_look() -> None:
    text = f"{BODY}[added_mass]\nX_udot = 5.0\n[restoring]\nvolume = 0.02\nW = 200.0\n"
    message = (
        "X_udot = 5 is positive and makes the added mass negative; Fossen's derivatives are negative for a positive "
        "added mass, turn the sign if yours is already turned"
    )
    assert told(text) == [
        (8, "weight", "W is 200 N where mass times gravity is 196.2 N; the mass counts"),
        (5, "added-mass-sign", message),
    ]
    dry = "no [restoring] with B or volume: the vehicle has no buoyancy, and sinks"
    assert told(BODY) == [(None, "buoyancy", dry)]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "rigid_body.mass is missing: the mass [kg] in a table [rigid_body]"),
        (
            "[rigid_body]\nmass = 3",
            1,
            f"{MOMENTS} neither",
        ),
        (
            "[rigid_body]\nmass = 3\nI_g = [1, 1, 1]\nI_b = [1, 1, 1]",
            3,
            f"{MOMENTS} I_g and I_b",
        ),
        ("[rigid_body]\nmass = -3\nI_g = [1, 1, 1]", 2, "the mass must be >= 0 [kg], got -3"),
        ('[rigid_body]\nmass = "3"\nI_g = [1, 1, 1]', 2, "rigid_body.mass must be numbers, got '3'"),
        ("[rigid_body]\nmass = true\nI_g = [1, 1, 1]", 2, "rigid_body.mass must be numbers, got True"),
        ("[rigid_body]\nmass = nan\nI_g = [1, 1, 1]", 2, "rigid_body.mass must be finite, got nan"),
        ("[rigid_body]\nmass = 3\nI_g = [1, 1]", 3, "rigid_body.I_g must have the shape (3), got (2)"),
        (f"{BODY}nmass = 1", 4, "rigid_body.nmass is not a key here; did you mean mass?"),
        (f"{BODY}[added_mass]\nXudot = -1", 5, "added_mass.Xudot is not a key here; did you mean X_udot?"),
        (f"mass = 3\n{BODY}", 1, "mass is not a key here; it stands in [rigid_body]"),
        (f"[dampings]\nX_u = -1\n{BODY}", 1, "dampings is not a key here; did you mean damping?"),
        (f'[damping]\n"X_|u|uu" = -1\n{BODY}', 2, "damping.X_|u|uu is not a key here; did you mean X_|u|u?"),
        (f"damping = 3\n{BODY}", 1, "damping must be a table [damping], got 3"),
        (f"thruster = 3\n{BODY}", 1, "thrusters must be tables [[thruster]]"),
        (f"name = 3\n{BODY}", 1, "name must be a text, got 3"),
        (f"density = -1\n{BODY}", 1, "the density of the water [kg/m3] must be finite and > 0, got -1"),
        (
            f"{BODY}[added_mass]\nX_udot = -1\nM_A = [1, 1, 1, 1, 1, 1]",
            6,
            "added mass must be given once: M_A, or derivatives such as X_udot; got both",
        ),
        (
            f"{BODY}[added_mass]\nY_rdot = -1\nN_vdot = -2",
            4,
            "Y_rdot and N_vdot must be equal, got -1 and -2; if both are measured, use their mean",
        ),
        (f"{BODY}[added_mass]\ncoriolis = 1", 5, "added_mass.coriolis must be true or false, got 1"),
        (f"{BODY}[damping]\nY_uv = 1\nY_vu = 1", 6, "damping.Y_vu and damping.Y_uv are one; give it once"),
        (
            f'{BODY}[damping]\n"Y_v|v|" = 1\n"Y_|v|v" = 1',
            6,
            "damping.Y_|v|v and damping.Y_v|v| are one; give it once",
        ),
        (
            f"{BODY}[restoring]\nB = 3\nvolume = 1",
            6,
            "buoyancy must be given once: B [N] or volume [m3]; got both",
        ),
        (
            f"density = 0\n{BODY}[restoring]\nB = 3",
            1,
            "the density of the water [kg/m3] must be finite and > 0, got 0",
        ),
        (
            f'{BODY}[shape]\nkind = "boks"',
            5,
            "shape.kind must be one of sphere, ellipsoid, box, cylinder, got 'boks'",
        ),
        (
            f"gravity = 0\n{BODY}[restoring]\nB = 3",
            6,
            "B needs a gravity > 0 [m/s2], got 0; give volume [m3]",
        ),
        (f"{BODY}[restoring]\nvolume = 0", 5, "the volume of a buoyancy [m3] must be finite and > 0, got 0"),
        (
            f'{BODY}[restoring]\nvolume = 1\n[shape]\nkind = "cone"',
            7,
            "shape.kind must be one of sphere, ellipsoid, box, cylinder, got 'cone'",
        ),
        (f'{BODY}[restoring]\nvolume = 1\n[shape]\nkind = "box"', 6, "shape.size is missing"),
        (
            f'{BODY}[restoring]\nvolume = 1\n[shape]\nkind = "cylinder"\nsize = [2, 1, 3]',
            8,
            "shape.size: a cylinder along x must be as wide as high, got 1 and 3 m",
        ),
        (f"{BODY}[[thruster]]\naxis = [1, 0, 0]", 4, "thruster[0].position is missing"),
        (f"{BODY}[[thruster]]\nlimit = [1, 0]", 5, "thruster[0].limit is not a key here; did you mean limits?"),
        (f"{BODY}[[thruster]]\nplace = [1, 0, 0]", 5, "thruster[0].place is not a key here"),
        (
            f'{BODY}[[thruster]]\nposition = [0, 0, 0]\ncommand = "rpm"',
            6,
            "thruster[0].command must be one of thrust, speed, got 'rpm'",
        ),
        (
            f"{BODY}[[thruster]]\nname = 't'\nposition = [0, 0, 0]\nlimits = [1, 0]",
            4,
            "the limits of thruster 't' must be a smaller and a greater number, got (1, 0)",
        ),
        ("mass = = 3", 1, 'this is not TOML: invalid value at column 8; put text in quotes, as in "jonswap"'),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int | None, message: str) -> None:
    assert (line, message) in problems(text)


def test_all_problems_at_once() -> None:
    assert [line for line, _ in problems(f"densty = 3\n{BODY}[damping]\nX_uu = 1\nZ_ww = 1\n")] == [1, 6, 7]


def test_two_of_one_name_and_a_body_that_cannot_be() -> None:
    twice = "[[thruster]]\nname = 't'\nposition = [0, 0, 0]\n" * 2
    message = "vehicle 'vehicle': its thrusters and fins must have different names, got 2 called 't'"
    assert problems(BODY + twice) == [(None, message)]
    heavy = problems(f"{BODY}[added_mass]\nX_udot = 50")
    assert heavy[0][0] == 1
    assert heavy[0][1].startswith("the added mass is indefinite")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=re.escape(f"{tmp_path / 'absent.toml'}: there is no such file")):
        read_fossen(tmp_path / "absent.toml")


def test_the_text_says_what_it_leaves_out() -> None:
    vehicle = made("[restoring]\nvolume = 0.1")
    table = Thruster.from_table("t", (0, 0, 0), (1, 0, 0), [-1, 1], [-40.0, 60.0])
    changed = vehicle.replaced(thrusters=(table,), rigid_body_coriolis=False, buoyancy=None)
    written = to_fossen(changed)
    assert [finding.message for finding in written.findings] == [
        "vehicle 'vehicle': it has no buoyancy, and so no [restoring]",
        "vehicle 'vehicle': thruster 't' is written without table, for which this notation has no word",
        "vehicle 'vehicle': it is written with the Coriolis forces of its rigid body, which it is without",
    ]
    assert "limits = [-40.0, 60.0]  # [N]" in written.text.splitlines()


def test_any_name_can_be_written() -> None:
    name = 'a "quoted" \\ name\n\u0007 of [[brackets]] # and ü'
    assert read_fossen_text(to_fossen(made("").replaced(name=name)).text).vehicle.name == name


def test_every_key_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "convert.md").read_text(encoding="utf-8")
    names = {key for keys in KEYS.values() for key in keys if not re.fullmatch(r"[XYZKMN]_.*", key)}
    assert len(names) > 20
    for name in names:
        assert f"`{name}`" in page or f"[{name}]" in page, name

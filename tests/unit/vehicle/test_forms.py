"""Published forms of the tables of a vehicle, and what they become."""

import copy
import math
from typing import Any

import numpy as np
import pytest

from seaway.errors import SeawayWarning
from seaway.parts import Problem, Reading, read
from seaway.shapes import Box, Ellipsoid
from seaway.vehicle import Buoyancy, Hull, HydrostaticStiffness, Vehicle

TABLE: dict[str, Any] = {
    "name": "v",
    "convention": "fossen",
    "inertia": {"mass": 10.0, "center_of_mass": [0.1, 0.2, 0.3], "moment_of_inertia": [1.0, 2.0, 2.5]},
    "added_mass": {"source": "s", "diagonal": [1.0, 2.0, 3.0, 0.1, 0.2, 0.3]},
    "buoyancy": {"source": "s", "volume": 0.01, "center": [0.0, 0.0, -0.1], "fitted_box": [1.0, 0.2, 0.2]},
    "damping": {"linear": [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0]},
}


def changed(table: str, **values: Any) -> dict[str, Any]:
    file = copy.deepcopy(TABLE)
    given = {**file.get(table, {}), **values}
    file[table] = {key: value for key, value in given.items() if value is not None}
    return file


def made(table: dict[str, Any]) -> tuple[Vehicle | None, list[Problem]]:
    return read(Vehicle, table, Reading(annotated=True, density=1000.0, gravity=10.0))


def vehicle(table: dict[str, Any]) -> Vehicle:
    found, problems = made(table)
    assert found is not None, [problem.message for problem in problems]
    return found


def messages(table: dict[str, Any]) -> list[str]:
    return [problem.told_of(".".join(map(str, problem.key))) for problem in made(table)[1]]


def thruster(**values: Any) -> dict[str, Any]:
    given = {"names": ["t"], "positions": [[0, 0, 0]], "axes": [[1, 0, 0]], "diameter": 0.1}
    return {**TABLE, "thruster": [{key: value for key, value in {**given, **values}.items() if value is not None}]}


def test_vectors_and_matrices_are_turned() -> None:
    body = vehicle(TABLE)
    assert body.inertial.c_BoBcm_B.tolist() == [0.1, -0.2, -0.3]
    assert isinstance(body.buoyancy, Buoyancy)
    assert body.buoyancy.center.tolist() == [0.0, 0.0, 0.1]
    assert np.diagonal(body.damping[0].linear).tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_a_table_may_have_its_own_convention() -> None:
    assert vehicle(changed("inertia", convention="seaway")).inertial.c_BoBcm_B.tolist() == [0.1, 0.2, 0.3]


def test_moments_about_the_origin_are_moved_to_the_centre_of_mass() -> None:
    body = vehicle(changed("inertia", moment_of_inertia=[5.0, 6.0, 6.5], moments_about="origin"))
    assert np.diagonal(body.inertial.I_BBo_B) == pytest.approx([5.0, 6.0, 6.5])


def test_bodies_add_up() -> None:
    part = {"mass": 1.0, "moment_of_inertia": [0.1, 0.1, 0.1]}
    bodies = [{**part, "center_of_mass": [1.0, 0.0, 0.0]}, {**part, "center_of_mass": [-1.0, 0.0, 0.0]}]
    body = vehicle({**TABLE, "inertia": {"source": "s", "body": bodies}}).inertial
    assert (body.mass, body.c_BoBcm_B.tolist()) == (2.0, [0.0, 0.0, 0.0])
    assert np.diagonal(body.I_BBcm_B) == pytest.approx([0.2, 2.2, 2.2])
    assert messages(changed("inertia", body=bodies)) == [
        "inertia.body has its own mass and moments; leave out mass",
    ]


def test_a_weight_is_compared_with_the_mass() -> None:
    with pytest.warns(SeawayWarning, match=r"weight is 120 N, but mass times gravity is 100 N; the mass counts"):
        vehicle(changed("inertia", weight=120.0))
    vehicle(changed("inertia", weight=100.05))


def test_half_ellipsoids_have_half_the_added_mass() -> None:
    hulls = [{"semi_axes": [0.5, 0.5, 0.5], "center": [0.0, y, 0.0]} for y in (1.0, -1.0)]
    body = vehicle({**TABLE, "added_mass": {"half_ellipsoid": hulls}}).inertial
    half_sphere = 0.5 * 0.5 * 1000.0 * 4.0 / 3.0 * math.pi * 0.125
    assert body.added_mass_matrix()[0, 0] == pytest.approx(2.0 * half_sphere, rel=1e-12)
    assert body.added_mass_matrix()[5, 5] == pytest.approx(2.0 * half_sphere, rel=1e-12)  # 1 m off the axis


def test_a_force_of_buoyancy_is_a_volume() -> None:
    buoyancy = vehicle(changed("buoyancy", volume=None, force=200.0)).buoyancy
    assert isinstance(buoyancy, Buoyancy)
    assert buoyancy.volume == 0.02


@pytest.mark.parametrize(("key", "kind"), [("fitted_box", Box), ("fitted_ellipsoid", Ellipsoid)])
def test_a_shape_keeps_its_length_and_has_the_volume(key: str, kind: type) -> None:
    buoyancy = vehicle(changed("buoyancy", **{"fitted_box": None, key: [1.0, 0.2, 0.2]})).buoyancy
    assert isinstance(buoyancy, Buoyancy)
    assert isinstance(buoyancy.shape, kind)
    assert buoyancy.shape.half_size[0] == 0.5
    assert buoyancy.shape.volume == pytest.approx(0.01, rel=1e-14)


def test_lying_cylinders_are_a_hull() -> None:
    cylinders = {"radius": 0.2, "length": 2.0, "centers": [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]}
    table = {key: value for key, value in TABLE.items() if key != "buoyancy"}
    hull = vehicle({**table, "hull": {"cylinders": cylinders}}).buoyancy
    assert isinstance(hull, Hull)
    assert hull.volume == pytest.approx(2.0 * math.pi * 0.04 * 2.0, rel=1e-12)
    assert hull.surface.bounds[:, 0] == pytest.approx([-1.0, 1.0], rel=0.01)


def test_pontoons_of_a_stiffness_float_its_mass() -> None:
    pontoons = {"length": 2.0, "beam": 0.25, "lateral_offset": 0.4}
    table = {key: value for key, value in TABLE.items() if key != "buoyancy"}
    body = vehicle({**table, "stiffness": {"matrix": np.diag([100.0, 10.0, 10.0]).tolist(), "pontoons": pontoons}})
    assert isinstance(body.buoyancy, HydrostaticStiffness)
    assert body.buoyancy.pontoons is not None
    (box, left), (_, right) = body.buoyancy.pontoons.shapes(body.inertial, 0.0, 1000.0)
    assert box.volume == pytest.approx(10.0 / 1000.0, rel=1e-14)  # twice the wet half of one of two
    assert (left.p[1], right.p[1]) == (0.4, -0.4)


def test_cross_flow_of_simple_hulls() -> None:
    uniform = vehicle({**TABLE, "cross_flow": {"uniform": {"length": 2.0, "beam": 0.3, "draft": 0.2, "strips": 4}}})
    assert uniform.cross_flow is not None
    assert uniform.cross_flow.x.tolist() == [-0.75, -0.25, 0.25, 0.75]
    keys = {"length": 2.0, "height": 0.5, "breadth": 0.4, "lateral_coefficient": 1.0, "vertical_coefficient": 0.5}
    profile = vehicle({**TABLE, "cross_flow": {"profile": {**keys, "strips": 4}}}).cross_flow
    assert profile is not None
    assert profile.coupled
    assert profile.lateral_drag_area == pytest.approx(np.full(4, 0.25))
    assert profile.vertical_drag_area == pytest.approx(np.full(4, 0.1))


def test_several_thrusters_in_one_table() -> None:
    first, second = vehicle(
        thruster(
            names=["a", "b"],
            positions=[[0, 1, 0], [0, -1, 0]],
            axes=None,
            attitudes_deg=[[0, 0, 90], [0, 90, 0]],
            hands=["left", "right"],
            limits=[-3.0, 4.0],
        )
    ).thrusters
    assert (first.name, first.hand, first.limits.tolist()) == ("a", "left", [-3.0, 4.0])
    assert (second.name, second.hand, second.limits.tolist()) == ("b", "right", [-3.0, 4.0])
    assert first.position.tolist() == [0.0, -1.0, 0.0]
    # To the right, and up: FRD yaw of 90° and a nose turned up.
    np.testing.assert_allclose([first.axis, second.axis], [[0, -1, 0], [0, 0, 1]], atol=1e-15)


def test_polynomials_become_tables() -> None:
    odd = vehicle(thruster(odd_polynomial={"powers": [1, 3], "coefficients": [2.0, 4.0], "samples": 5})).thrusters[0]
    assert odd.table is not None
    assert odd.table.tolist() == [[-1.0, -0.5, 0.0, 0.5, 1.0], [-6.0, -1.5, 0.0, 1.5, 6.0]]
    two = vehicle(thruster(polynomials={"ahead": [0.0, 2.0], "astern": [0.0, 1.0], "samples": 3})).thrusters[0]
    assert two.table is not None
    assert two.table[1].tolist() == [-1.0, 0.0, 2.0]
    (plain,) = vehicle(thruster(commands=[-1, 0, 1], thrusts=[-40, 0, 50])).thrusters
    assert (plain.drive, plain.table.tolist()) == ("table", [[-1, 0, 1], [-40, 0, 50]])  # type: ignore[union-attr]


def test_a_dead_band_of_the_speed_is_in_the_table() -> None:
    part = vehicle(
        thruster(
            rpm_polynomials={
                "samples": 3,
                "dead_band": 0.1,
                "largest_rpm": 100.0,
                "rpm_ahead": [100.0, 20.0],
                "rpm_astern": [100.0, -20.0],
                "thrust_unit": 10.0,
                "thrust_ahead": [0.0, 0.1, 0.0],
                "thrust_astern": [0.0, 0.05, 0.0],
            }
        )
    ).thrusters[0]
    assert part.table is not None
    thrust = np.interp([-1.0, -0.1, 0.0, 0.1, 0.1000001, 1.0], *part.table)
    # 10 (0.1 n) ahead, n = 100 u + 20 up to 100; half of it astern; none within the band.
    assert thrust == pytest.approx([-50.0, 0.0, 0.0, 0.0, 30.0, 100.0], abs=1e-4)


def test_thrust_per_square_of_the_speed() -> None:
    squares = {
        "thrust_per_speed_squared": 2.0,
        "reverse_thrust_per_speed_squared": 1.0,
        "torque_per_speed_squared": 0.1,
    }
    part = vehicle(thruster(quadratic=squares, time_constant=0.2)).thrusters[0]
    assert part.drive == "lag"
    assert part.thrust([3.0, -3.0], 1000.0) == pytest.approx([18.0, -9.0])
    assert part.torque_coefficient * 1000.0 * 0.1**5 == pytest.approx(0.1)
    assert vehicle(thruster(quadratic={"thrust_per_speed_squared": 2.0})).thrusters[0].drive == "speed"


def test_open_water_coefficients_are_per_radian() -> None:
    """K_T / 4π² at rest, its slope over the advance ratio / 2π."""
    numbers = {"K_T": 0.4, "K_T_at_advance": 0.1, "advance_ratio": 0.6, "K_Q": 0.03}
    part = vehicle(thruster(open_water=numbers, wake_fraction=0.1, limits_rpm=[-60.0, 60.0])).thrusters[0]
    assert part.thrust_coefficient == pytest.approx(0.4 / (4.0 * math.pi**2))
    assert part.advance_slope == pytest.approx(-0.5 / (2.0 * math.pi))
    assert part.torque_coefficient == pytest.approx(0.03 / (4.0 * math.pi**2))
    assert part.limits == pytest.approx((-2.0 * math.pi, 2.0 * math.pi))


def test_nondimensional_fins_get_their_dimensions() -> None:
    fin = {"name": "rudder", "derivatives": [0.0, 0.1, 0.0, 0.0, 0.0, -0.2], "length": 2.0}
    # 1/2 ρ L² = 2000, 1/2 ρ L³ = 4000; y and z turned.
    assert vehicle({**TABLE, "fin": fin}).fins[0].derivatives.tolist() == [  # type: ignore[union-attr]
        0.0, -200.0, 0.0, 0.0, 0.0, 800.0,
    ]  # fmt: skip


def test_derivatives_give_added_mass_and_add_to_the_damping() -> None:
    """F = X_u u + X_u|u| |u| u + Y_uv u v + N_v|r| |r| v in forward, right, down axes."""
    table = {key: value for key, value in TABLE.items() if key != "added_mass"}
    values = {"X_udot": -5.0, "Y_rdot": -0.4, "X_u": -2.0, "X_u|u|": -3.0, "Y_uv": -5.0, "N_v|r|": -7.0, "M_|w|q": -11}
    body = vehicle({**table, "derivatives": values})
    assert body.inertial.added_mass_matrix()[0, 0] == 5.0
    assert body.inertial.added_mass_matrix()[1, 5] == 0.4
    (damping,) = body.damping
    flip = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
    nu = np.array([1.5, 0.4, -0.3, 0.2, -0.6, 0.7])  # forward, right, down
    u, v, w, _, q, r = nu
    expected = -np.arange(1.0, 7.0) * nu
    expected += [-2 * u - 3 * abs(u) * u, -5 * u * v, 0, 0, -11 * abs(w) * q, -7 * abs(r) * v]
    np.testing.assert_allclose(flip * damping.wrench(flip * nu), expected, rtol=0, atol=1e-14)


def test_a_damping_in_another_frame_stays_beside_derivatives() -> None:
    first, second = vehicle(changed("damping", position=[1.0, 0.0, 0.0]) | {"wing": WING}).damping
    assert first.position.tolist() == [1.0, 0.0, 0.0]
    assert second.quadratic[0, 0] > 0.0


WING = {"area": 0.2, "span": 0.2, "zero_lift_drag": 0.05, "oswald_efficiency": 0.7}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            changed("inertia", moments_about="bow"),
            "inertia.moments_about must be one of center_of_mass, origin, got 'bow'",
        ),
        (changed("buoyancy", shape={"box": [1, 1, 1]}), "buoyancy.shape and fitted_box give the same thing; give one"),
        (changed("buoyancy", force=3.0), "buoyancy.volume and force give the same thing; give one"),
        (changed("buoyancy", fited_box=[1, 1, 1]), "buoyancy.fited_box is not a key here; did you mean fitted_box?"),
        (
            changed("derivatives", X_udot=-1.0),
            "added_mass and derivatives such as X_udot give the same thing; give one",
        ),
        (changed("derivatives", X_uuu=1.0), "derivatives.X_uuu is not a key here; did you mean X_uu?"),
        (changed("derivatives", Y_uv=1.0, Y_vu=1.0), "derivatives.Y_vu and Y_uv are one; give it once"),
        (
            changed("derivatives", **{"Y_v|v|": 1.0, "Y_|v|v": 1.0}),
            "derivatives.Y_|v|v and Y_v|v| are one; give it once",
        ),
        (
            changed("derivatives", X_uu=-3.0),
            'derivatives.X_uu may mean "X_u|u|", a drag that goes with |u| u, or the square u², which has the',
        ),
        (
            changed("derivatives", Y_v=1.0, length=2.0),
            "derivatives.Y_v goes with one velocity; a nondimensional one needs two, e.g. Y_uv",
        ),
        (
            thruster(quadratic={"thrust_per_speed_squared": 1.0}, diameter=None),
            "thruster.0.quadratic needs a diameter > 0 [m]",
        ),
        (
            thruster(commands=[1, 2]),
            "thruster.0.thrusts: a table needs as many commands as thrusts",
        ),
        (
            thruster(positions=[[0, 0, 0], [1, 1, 1]]),
            "thruster.0.positions: there must be one of positions for each of 1 names, got 2",
        ),
        (thruster(axes=[[0, 0, 0]]), "thruster.0.axes.0 must be non-zero, got [0.0, 0.0, 0.0]"),
        (thruster(positions=None), "thruster.0.names must come with positions, one for each"),
        (
            thruster(
                quadratic={"thrust_per_speed_squared": 1.0},
                open_water={"K_T": 1, "K_T_at_advance": 0.1, "advance_ratio": 1},
            ),
            "thruster.0.open_water: thrust is given once, got quadratic and open_water",
        ),
        (
            thruster(thrust_deduction=2.0, names=["a", "b"], positions=[[0, 0, 0]] * 2, axes=None),
            "thruster.0.thrust_deduction must be >= 0 and < 1, got 2",
        ),
        ({**TABLE, "convention": "ned"}, "convention must be one of seaway, fossen, got 'ned'"),
        (
            {key: value for key, value in TABLE.items() if key != "inertia"} | {"wing": WING},
            "inertia is missing: a table with mass and moment_of_inertia",
        ),
    ],
)
def test_what_is_wrong_has_its_key(table: dict[str, Any], expected: str) -> None:
    (message,) = messages(table)
    assert message.startswith(expected)

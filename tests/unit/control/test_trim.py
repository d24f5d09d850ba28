"""Trim: balances by hand, what is looked for, what is said where there is none."""

from math import atan2, cos, sin, sqrt
from typing import Any

import numpy as np
import pytest
from tests.unit.control import auv, ball, rov

from seaway.control import Combined, Trim, trim
from seaway.errors import ModelError
from seaway.frames import matrix_from_rpy
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Current, Sea, Waves, Wind
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, DragArea, FinDerivatives, Hull, HydrostaticStiffness, Thruster, Vehicle

# The solver ends at rounding: of forces of some hundred newtons that is 1e-12.
BALANCED = 1e-9


def stays(found: Trim, duration: float = 5.0, tolerance: float = 1e-9) -> None:
    """The simulation goes on as the trim says, with all that lags settled."""
    sim = Simulation(found.vehicle, found.sea)
    found.start(sim)
    sim.run(duration, found, control_period=0.1)
    np.testing.assert_allclose(sim.state.velocity[0, 0], found.velocity, rtol=0, atol=tolerance)
    assert sim.state.position[0, 0, 2] == pytest.approx(found.position[2] + duration * found.climb, abs=tolerance)


# Closed forms


def test_a_wrench_that_holds_a_speed() -> None:
    """Linear and quadratic drag at 2 m/s: 40 * 2 + 60 * 4 N; 5.1 N of buoyancy too much is held down."""
    body = Inertial(MassProperties.from_sphere(0.2, mass=40.0))
    vehicle = Vehicle("ball", body, Buoyancy(0.0405), Damping([40.0] * 6, [60.0] * 6))
    found = trim(vehicle, Sea(density=1000.0), speed=2.0)
    np.testing.assert_allclose(found.wrench, [320.0, 0, -0.5 * 9.80665, 0, 0, 0], atol=BALANCED)
    assert np.max(np.abs(found.residual)) < BALANCED
    stays(found)


def test_a_body_sinks_at_its_terminal_speed() -> None:
    """1 kg too heavy: 9 w² = 9.80665; and rises with 1 kg too little."""
    for mass, sign in ((5.0, -1.0), (3.0, 1.0)):
        body = Inertial(MassProperties.from_sphere(0.1, mass=mass))
        vehicle = Vehicle("ball", body, Buoyancy(0.004), Damping(quadratic=[9.0] * 6))
        found = trim(vehicle, Sea(density=1000.0), climb="free", depth=20.0, wrench=np.zeros(6))
        assert found.climb == pytest.approx(sign * sqrt(9.80665 / 9.0), rel=1e-12)
        assert "climb" in found.found
        stays(found)


def test_a_torpedo_finds_its_speed_from_its_thrust() -> None:
    """2 u + 8 u² of the hull and ρ S C_D u² of the two fins are 30 N; the torque of the propeller rolls it a little."""
    found = trim(auv(), speed="free", depth=5.0, actuators={"propeller": 30.0})
    c = 8.0 + 1025 * 0.02 * 0.01
    assert found.speed == pytest.approx((-2.0 + sqrt(4.0 + 4 * c * 30.0)) / (2 * c), rel=1e-6)
    assert found.actuators["propeller"] == 30.0
    stays(found)


def test_a_torpedo_is_carried_by_lift() -> None:
    """1 N too light: at 1.5 m/s it holds itself down nose first; at rest nothing does."""
    light = auv().replace(buoyancy=Buoyancy(50.1 / 1025, (0, 0, 0.01), shape=auv().buoyancy.shape))  # type: ignore[union-attr]
    found = trim(light, speed=1.5, depth=5.0)
    assert set(found.found) == {"roll", "pitch", "drift", "surge", "rudder", "elevator"}
    assert found.rpy[1] > 0.0  # nose down
    stays(found)
    with pytest.raises(ModelError, match=r"'auv' cannot be balanced: heave lacks -0\.98\d+ N\. Unknowns: roll, pitch"):
        trim(light, speed=0.0, depth=5.0)


def test_a_boat_on_two_pods_by_hand() -> None:
    """In the body u = U cos θ, w = U sin θ: thrust 20 u, heave 60 w = 2000 δz, pitch 900 θ = -0.2 * 20 u."""
    pods = [Thruster(name, (-1, y, -0.2)) for name, y in (("port", 0.4), ("starboard", -0.4))]
    body = Inertial(MassProperties.from_box((2, 1, 0.5), mass=60.0))
    stiffness = HydrostaticStiffness(np.diag([2000.0, 300.0, 900.0]), rest_height=0.1)
    boat = Vehicle("boat", body, stiffness, Damping([20, 60, 60, 30, 60, 60]), thrusters=tuple(pods))
    found = trim(boat, Sea(surface=3.0), speed=1.0)
    pitch = found.rpy[1]
    assert 900.0 * pitch == pytest.approx(-0.2 * 20.0 * cos(pitch), rel=1e-9)
    assert found.actuators["port"] == pytest.approx(10.0 * cos(pitch), rel=1e-9)
    assert 2000.0 * (found.position[2] - 3.1) == pytest.approx(-60.0 * sin(pitch), rel=1e-6)
    assert found.depth == pytest.approx(3.0 - found.position[2])
    stays(found)


def test_a_hull_floats_at_its_draft() -> None:
    """A box of 2 x 1 m and 205 kg draws 0.1 m; a wind of 10 m/s on 1 m² of side is held by the wrench."""
    body = Inertial(MassProperties.from_box((2, 1, 0.5), mass=205.0))
    area = DragArea(1.0, 1.0, (0, 0, 0), medium="air", per_axis=True)
    boat = Vehicle("boat", body, Hull(box((2.0, 1.0, 0.5))), drag_areas=area)
    found = trim(boat, Sea(wind=Wind((0.0, 10.0), gust_std=3.0, seed=1)))
    assert found.position[2] == pytest.approx(0.15, abs=1e-3)  # the wind acts at Bo and hardly heels it
    assert found.wrench[1] == pytest.approx(-0.5 * 1.225 * 100.0, rel=0.05)  # on the part that is out of the water
    assert set(found.found) == {"height", "roll", "pitch", "surge", "sway", "yaw"}
    assert np.max(np.abs(found.residual)) < 1e-6


def test_a_buoyancy_may_float_too() -> None:
    body = Inertial(MassProperties.from_box((1, 1, 1), mass=512.5))
    found = trim(Vehicle("crate", body, Buoyancy(shape=Box((1, 1, 1)))), depth="free")
    assert found.position[2] == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(found.wrench, np.zeros(6), atol=1e-6)


def test_thrusters_share_through_the_allocation() -> None:
    """100 N of drag at 1 m/s by four thrusters at 45°; the buoyancy that is too much by the upright ones."""
    found = trim(rov(), speed=1.0, depth=5.0)
    level = [found.actuators[f"level {k}"] for k in range(4)]
    np.testing.assert_allclose(level, 25.0 * sqrt(2.0), rtol=1e-9)
    up = sum(found.actuators[f"upright {k}"] for k in range(4))
    assert up == pytest.approx(-(0.07 * 1025 - 70.0) * 9.80665, rel=1e-9)
    assert found.rpy.tolist() == [0.0, 0.0, 0.0]
    stays(found)


def test_a_current_is_added_to_the_way_through_the_water() -> None:
    """The same commands as in still water, with the current at a time; waves do not count."""
    still = trim(rov(), speed=1.0, depth=5.0, yaw=0.7)
    table = Current([[[0.0, 0, 0]] * 2, [[0.3, 0.15, 0]] * 2], times=[0, 10], depths=[0, 10])
    sea = Sea(current=table, waves=Waves.regular(0.5, 8.0))
    found = trim(rov(), sea, speed=1.0, depth=5.0, yaw=0.7, time=10.0)
    expected = matrix_from_rpy((0, 0, 0.7)).T @ [cos(0.7) + 0.3, sin(0.7) + 0.15, 0.0]
    np.testing.assert_allclose(found.velocity[:3], expected, rtol=1e-12)
    assert (found.speed, found.drift) == (pytest.approx(1.0), pytest.approx(0.0, abs=1e-12))
    for name, command in still.actuators.items():
        assert found.actuators[name] == pytest.approx(command, abs=BALANCED)


def test_a_drift_is_along_the_water() -> None:
    found = trim(rov(), speed=1.0, drift=0.3, depth=4.0)
    assert atan2(found.velocity[1], found.velocity[0]) == pytest.approx(0.3)
    assert found.depth == 4.0
    stays(found)


def test_a_steady_turn_is_what_a_rudder_leads_to() -> None:
    """In the long run the simulation turns as the trim says."""
    found = trim(auv(), depth=5.0, speed="free", turn_rate="free", actuators={"propeller": 30.0, "rudder": -0.2})
    assert found.turn_rate > 0.05
    assert found.drift < 0.0  # the stern swings out: the way is to the right of the nose
    sim = Simulation(auv())
    found.start(sim)
    sim.run(30.0, found, control_period=0.1)
    np.testing.assert_allclose(sim.state.velocity[0, 0], found.velocity, atol=1e-6)


def test_what_is_given_is_kept() -> None:
    """A roll of 0.1 rad held by thrusters; a fin that is held, beside one that is looked for."""
    found = trim(rov(), roll=0.1, pitch=-0.05, yaw=1.0)
    np.testing.assert_allclose(found.rpy, [0.1, -0.05, 1.0], rtol=1e-12)
    held = trim(auv(), speed=1.0, climb="free", depth=3.0, actuators={"elevator": 0.05})
    assert held.actuators["elevator"] == 0.05
    assert "elevator" not in held.found
    assert held.climb < -0.01  # the stern goes up, the nose down


def test_propellers_that_advance_and_lag_are_settled() -> None:
    """With a thrust that falls with the speed, more turns are needed than at rest: ρ |ω| (c d⁴ ω + a d³ u) = drag."""
    propeller = Thruster(
        "propeller",
        (-0.8, 0, 0),
        drive="lag",
        time_constant=0.3,
        diameter=0.1,
        thrust_coefficient=0.01,
        advance_slope=-0.02,
    )
    found = trim(auv(thrusters=propeller), speed=1.5, depth=5.0)
    w, drag = found.actuators["propeller"], 2 * 1.5 + (8 + 1025 * 0.02 * 0.01) * 1.5**2
    assert 1025 * w * (0.01 * 1e-4 * w - 0.02 * 1e-3 * 1.5) == pytest.approx(drag, rel=1e-9)
    stays(found)


# How it is used


def test_it_is_a_controller_and_starts_simulations() -> None:
    found = trim(auv(), speed=1.5, depth=5.0)
    sim = Simulation(auv(), batch=3)
    found.start(sim)
    sim.run(2.0, found)
    np.testing.assert_allclose(sim.state.velocity[:, 0, 0], 1.5, atol=1e-9)
    several = Simulation([auv("a"), auv("b")])
    both = [trim(auv(name), speed=speed, depth=5.0) for name, speed in (("a", 1.0), ("b", 1.5))]
    for one in both:
        one.start(several)
    command = Combined(*both)
    several.to_steady_state(command(0.0, several.state))
    several.run(2.0, command)
    np.testing.assert_allclose(several.state.velocity[0, :, 0], [1.0, 1.5], atol=1e-9)


def test_any_state_can_be_taken_as_it_is() -> None:
    """A ball of 2 kg that falls: its weight is what is left."""
    found = Trim.at(ball(), velocity=(1, 1, 0, 0, 0, 0.5), rpy=(0, 0, 0.2), actuators={})
    np.testing.assert_allclose(found.residual[2], -2 * 9.80665, rtol=1e-12)
    assert found.speed == pytest.approx(sqrt(2.0))
    assert found.drift == pytest.approx(np.pi / 4)
    assert found.turn_rate == pytest.approx(0.5)
    assert found.found == ()


# What is refused


def test_what_thrusters_cannot_hold_is_told() -> None:
    """100 N are needed; four at 20 N and 45° give 56.6 N."""
    message = r"surge lacks 43\.43 N; at the limit: 'level 0', 'level 1', 'level 2', 'level 3'\. Unknowns: surge, sway"
    with pytest.raises(ModelError, match=message):
        trim(rov(limits=(-20, 20)), speed=1.0)


def test_what_is_rounding_is_nothing() -> None:
    """Thrusters with a dead zone stand still at rest, in the middle of it, where 1e-8 N of buoyancy are too much."""
    options: dict[str, Any] = {"drive": "table", "table": np.array([[-1.0, -0.1, 0.1, 1.0], [-40.0, 0, 0, 50.0]])}
    vehicle = rov(**options).replace(buoyancy=Buoyancy((70.0 + 1e-9) / 1025, (0, 0, 0.02)))
    assert set(trim(vehicle).actuators.values()) == {0.0}


def test_a_table_that_is_at_its_end_is_told() -> None:
    options: dict[str, Any] = {"drive": "table", "table": np.array([[-2.0, -1.0, 1.0, 2.0], [-10.0, -11.0, 9.0, 8.0]])}
    with pytest.raises(
        ModelError, match=r"surge lacks 74\.54 N; at the limit: 'level 0', 'level 1', 'level 2', 'level 3'\."
    ):
        trim(rov(**options), speed=1.0)


def test_what_fins_cannot_hold_is_told() -> None:
    """A torque of 5 Nm to the left of a propeller off the middle, and a rudder of 1 Nm at 1 m/s."""
    vehicle = auv(
        thrusters=Thruster("propeller", (0, -1.0, 0)),
        fins=FinDerivatives("rudder", (0, 0, 0, 0, 0, -2.0), limit=0.5),
    )
    with pytest.raises(ModelError, match=r"cannot be balanced: .*yaw lacks -[\d.]+ N m; at the limit: 'rudder'"):
        trim(vehicle, speed=1.0, depth=5.0, drift=0.0)


@pytest.mark.parametrize(
    ("vehicle", "options", "message"),
    [
        (ball(), {"speed": np.nan}, r"the speed \[m/s\] must be finite, got nan"),
        (ball(), {"depth": np.inf}, r"the depth \[m\] must be finite, got inf"),
        (ball(), {"yaw": np.nan}, r"the yaw \[rad\] must be finite, got nan"),
        (ball(), {"wrench": [1.0]}, r"the wrench \[N, Nm\] must have the shape \(6\), got \(1\)"),
        (auv(), {"actuators": {"ruder": 1.0}}, "'auv' has no actuator 'ruder'; there are: propeller, rudder, elevator"),
        (auv(), {"actuators": {"rudder": np.nan}}, "the command of 'rudder' must be finite, got nan"),
        ("rov", {}, "trim needs a Vehicle, got 'rov'"),
    ],
)
def test_trims_that_are_none(vehicle: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        trim(vehicle, **options)


def test_a_turn_is_not_steady_in_a_current() -> None:
    with pytest.raises(ModelError, match="'auv' cannot turn steadily in a current or wind"):
        trim(auv(), Sea(current=(0.1, 0, 0)), speed=1.0, turn_rate=0.1)

"""Thrusters, fins and wind beside what Gazebo and VRX compute; each number with its origin."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import arrays, quaternions

from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, DragArea, Fin, Thruster, Vehicle

BODY = Inertial(MassProperties.from_box([1.0, 1.0, 1.0], mass=100.0))


def simulation(sea: Sea | None = None, time_step: float = 1e-3, **parts: Any) -> Simulation:
    return Simulation(Vehicle("boat", BODY, **parts), sea or Sea(surface=None, gravity=0.0), time_step)


# gz-sim's Thruster: inputs of its test/integration/thruster.cc, speeds by its formula ω = sign(T c) √|T / ρ c d⁴|
GZ = [
    (300.0, 1000.0, 0.004, 0.2, 216.50635094610965),
    (300.0, 950.0, 0.005, 0.2, 198.67985355975654),
    (300.0, 950.0, -0.005, 0.2, -198.67985355975654),
    (300.0, 950.0, 0.005, 0.25, 127.1551062782442),
    (-300.0, 950.0, 0.005, 0.25, -127.1551062782442),
]


@pytest.mark.parametrize(("thrust", "density", "c", "d", "omega"), GZ)
def test_gz_thrust_of_a_speed(thrust: float, density: float, c: float, d: float, omega: float) -> None:
    """``use_angvel_cmd``: the speed gives the thrust; 1e-14, a few roundings."""
    part = Thruster.from_gz("p", (0, 0, 0), thrust_coefficient=c, propeller_diameter=d, use_angvel_cmd=True)
    sim = simulation(Sea(density, surface=None, gravity=0.0), thrusters=part)
    sim.step(actuators=[omega])
    assert sim.forces()["thrusters"][0, 0, 0] == pytest.approx(thrust, rel=1e-14)


@pytest.mark.parametrize(("thrust", "density", "c", "d", "omega"), GZ)
def test_gz_speed_of_a_thrust(thrust: float, density: float, c: float, d: float, omega: float) -> None:
    """A thrust that becomes a speed: seen as it lags behind, at 1 - e^-1 of it after the time constant (RK4: 1e-9)."""
    part = Thruster("p", (0, 0, 0), drive="lag", command="thrust", diameter=d, thrust_coefficient=c, time_constant=0.1)
    sim = simulation(Sea(density, surface=None, gravity=0.0), thrusters=part)
    sim.step(actuators=[thrust], count=100)
    assert sim.state.internal[0, 0, 0] == pytest.approx(omega * (1.0 - math.exp(-1.0)), rel=1e-9)
    assert part.speed(thrust, density) == pytest.approx(omega, rel=1e-15)


@pytest.mark.parametrize(("command", "thrust"), [(49.9, 0.0), (50.0, 50.0), (-49.0, 0.0)])
def test_gz_dead_band(command: float, thrust: float) -> None:
    sim = simulation(thrusters=Thruster.from_gz("p", (0, 0, 0), deadband=50.0))
    sim.step(actuators=[command])
    assert sim.forces()["thrusters"][0, 0, 0] == thrust


@pytest.mark.parametrize(("command", "thrust"), [(-1000.0, 0.0), (1000.0, 300.0)])
def test_gz_limits(command: float, thrust: float) -> None:
    sim = simulation(thrusters=Thruster.from_gz("p", (0, 0, 0), min_thrust_cmd=0.0, max_thrust_cmd=300.0))
    sim.step(actuators=[command])
    assert sim.forces()["thrusters"][0, 0, 0] == thrust


@pytest.mark.parametrize("mass", [100.1, 100.01])
def test_gz_kinematics(mass: float) -> None:
    """300 N on the sub of its test: x = F t² / 2 m, which RK4 has exactly but for roundings (gz-sim's own: 1e-2)."""
    body = Vehicle(
        "sub", Inertial(MassProperties.from_box([1, 1, 1], mass=mass)), thrusters=(Thruster("p", (0, 0, 0)),)
    )
    sim = Simulation(body, Sea(surface=None, gravity=0.0), 0.01)
    sim.step(actuators=[300.0], count=500)
    assert sim.state.position[0, 0, 0] == pytest.approx(300.0 * 5.0**2 / (2.0 * mass), rel=1e-12)


@pytest.mark.parametrize("speed", [0.0, 1.5, -1.5])
def test_gz_coefficient_at_an_advance(speed: float) -> None:
    """Ct = α1 + α2 (1 - w) V / (ω d) with the numbers of its test but α2 < 0, which alone is physical; V along x."""
    a1, a2, w, d, omega = 0.9, -0.01, 0.2, 0.25, 30.0
    part = Thruster.from_gz(
        "p", (0, 0, 0), propeller_diameter=d, use_angvel_cmd=True, alpha_1=a1, alpha_2=a2, wake_fraction=w
    )
    sim = simulation(Sea(950.0, surface=None, gravity=0.0), 1e-9, thrusters=part)
    sim.set_state(velocity=[speed, 0, 0, 0, 0, 0])
    sim.step(actuators=[omega])  # so short that the speed stays: 1e-9 s times 30 m/s2
    Ct = a1 + a2 * (1.0 - w) * speed / (omega * d)
    assert sim.forces()["thrusters"][0, 0, 0] == pytest.approx(Ct * 950.0 * d**4 * omega**2, rel=1e-9)


# gz-sim's LiftDrag, written anew from its description


def gz_lift_drag(part: dict[str, Any], density: float, v: np.ndarray, joint: float) -> np.ndarray:
    """The wrench about the link's origin, in its axes."""
    forward, upward = np.asarray(part["forward"], dtype=float), np.asarray(part["upward"], dtype=float)
    if np.linalg.norm(v) <= 0.01 or (not part["reversible"] and forward @ v <= 0.0):
        return np.zeros(6)
    if part["radial_symmetry"]:
        upward = np.cross(forward, np.cross(forward, v))
        upward /= np.linalg.norm(upward)
    span = np.cross(forward, upward)
    span /= np.linalg.norm(span)
    in_plane = v - (v @ span) * span
    drag_direction = -in_plane / np.linalg.norm(in_plane)
    lift_direction = np.cross(span, in_plane)
    lift_direction /= np.linalg.norm(lift_direction)
    cos2 = 1.0 - (span @ v / np.linalg.norm(v)) ** 2
    # The arc tangent is that arc cosine with its sign, and keeps its digits.
    alpha = part["a0"] + math.atan2(lift_direction @ forward, lift_direction @ upward)
    while abs(alpha) > 0.5 * math.pi:
        alpha -= math.copysign(math.pi, alpha)
    stall = part["alpha_stall"]

    def coefficient(slope: float, stalled: float, one_sided: bool) -> float:
        if abs(alpha) <= stall:
            return slope * alpha
        sign = math.copysign(1.0, alpha)
        value = slope * stall + stalled * (abs(alpha) - stall)
        return sign * (max(value, 0.0) if one_sided else value)

    cl = coefficient(part["cla"], part["cla_stall"], True) * cos2 + part["control_joint_rad_to_cl"] * joint
    cd = abs(coefficient(part["cda"], part["cda_stall"], False)) * cos2
    cm = coefficient(part["cma"], part["cma_stall"], True) * cos2 + part["cm_delta"] * joint
    qS = 0.5 * density * (in_plane @ in_plane) * part["area"]
    force = qS * (cl * lift_direction + cd * drag_direction)
    return np.concatenate([force, np.cross(part["cp"], force) + cm * qS * span])


GZ_DEFAULTS: dict[str, Any] = {
    "cp": (0.0, 0.0, 0.0),
    "area": 1.0,
    "a0": 0.0,
    "cla": 1.0,
    "cda": 0.01,
    "cma": 0.0,
    "alpha_stall": 0.5 * math.pi,
    "cla_stall": 0.0,
    "cda_stall": 1.0,
    "cma_stall": 0.0,
    "forward": (1.0, 0.0, 0.0),
    "upward": (0.0, 0.0, 1.0),
    "radial_symmetry": False,
    "reversible": False,
    "control_joint_rad_to_cl": 4.0,
    "cm_delta": 0.0,
}
WINGS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "stalls": {"alpha_stall": 0.3, "cla": 4.0, "cla_stall": -1.5, "cda": 0.2, "cma": 0.3, "cma_stall": -0.4},
    "cambered": {"a0": 0.15, "cla": 4.7, "cma": -0.2, "alpha_stall": 0.4, "cda_stall": -0.3},
    "rudder": {"cp": (-1.5, 0.1, -0.3), "upward": (0.0, 1.0, 0.0), "cm_delta": 0.3, "area": 0.2},
    "canted": {"cp": (0.2, -0.4, 0.1), "forward": (0.8, 0.6, 0.0), "upward": (-0.36, 0.48, 0.8), "cla": 2.0},
    "reversible": {"reversible": True, "alpha_stall": 0.5, "cla": 3.0, "cla_stall": -1.0, "a0": -0.1},
    "of revolution": {"radial_symmetry": True, "cp": (0.7, 0.0, 0.0), "cla": 2.0, "cma": 0.1, "reversible": True},
}


def both(part: dict[str, Any], nu: np.ndarray, q: np.ndarray, joint: float) -> tuple[np.ndarray, np.ndarray, float]:
    """Gazebo's wrench, ours, and what 1 of a coefficient would be."""
    given = {**GZ_DEFAULTS, **part}
    v = nu[:3] + np.cross(nu[3:], given["cp"])
    sim = simulation(Sea(1000.0, surface=None, gravity=0.0), 1e-9, fins=Fin.from_gz("fin", **given))
    sim.step(actuators=[joint])  # from rest: the command alone is taken
    sim.set_state(velocity=nu, orientation=q)
    reach = 1.0 + float(np.linalg.norm(given["cp"]))
    size = 0.5 * 1000.0 * given["area"] * float(v @ v) * reach
    return gz_lift_drag(given, 1000.0, v, joint), sim.forces()["fins"][0, 0], size


@pytest.mark.parametrize("wing", WINGS)
@settings(max_examples=60)
@given(arrays(6, bound=3.0), quaternions(), st.floats(-0.5, 0.5))
def test_gz_lift_and_drag(wing: str, nu: np.ndarray, q: np.ndarray, joint: float) -> None:
    """2e-7: the angle of attack is an arc cosine, which keeps half of the digits near 0, times a slope of 5.

    With a radial symmetry Gazebo's upward is nowhere where the flow lies along the chord; a joint that adds to C_L
    means nothing there, and it has none here.
    """
    if wing == "of revolution":
        joint = 0.0
        if np.linalg.norm((nu[:3] + np.cross(nu[3:], (0.7, 0.0, 0.0)))[1:]) < 1e-6:
            return
    expected, found, size = both(WINGS[wing], nu, q, joint)
    np.testing.assert_allclose(found, expected, rtol=0, atol=2e-7 * size + 1e-12)


def test_gz_radial_symmetry_with_a_camber() -> None:
    """There upward is against the motion across, forward × (forward × v): so α > 0, and a0 adds to it."""
    part = {"radial_symmetry": True, "a0": 0.1, "cla": 2.0}
    expected, found, size = both(part, np.array([2.0, 0.0, -0.4, 0, 0, 0]), np.array([1.0, 0, 0, 0]), 0.0)
    np.testing.assert_allclose(found, expected, rtol=0, atol=2e-7 * size)


def test_gz_wings_by_hand() -> None:
    """Defaults at 2 m/s in water from below at 0.1 rad: lift 200 N across the flow, drag 2 N along it."""
    v = 2.0 * np.array([math.cos(0.1), 0.0, -math.sin(0.1), 0.0, 0.0, 0.0])
    expected, found, _ = both({}, v, np.array([1.0, 0, 0, 0]), 0.0)
    force = 200.0 * np.array([math.sin(0.1), 0, math.cos(0.1)]) - 2.0 * np.array([math.cos(0.1), 0, -math.sin(0.1)])
    np.testing.assert_allclose(expected[:3], force, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[:3], force, rtol=0, atol=2e-4)


# VRX


def test_vrx_wind() -> None:
    """USVWind with the coefficients of the WAM-V: F = (18, -4.5), M_z = 11.88, all of it above the water."""
    area = DragArea.from_vrx(cx=0.5, cy=0.5, cz=0.33)
    high = Buoyancy(0.1, shape=Box([1, 1, 0.1]))
    sim = simulation(Sea(wind=(6.0, -3.0)), drag_areas=area, buoyancy=high)
    sim.set_state(position=[0, 0, 5.0])
    np.testing.assert_allclose(sim.forces()["wind"][0, 0], [18.0, -4.5, 0.0, 0.0, 0.0, 11.88], rtol=1e-14)


def test_vrx_wind_is_that_through_the_air_in_the_axes_of_the_body() -> None:
    """Turned by 90° and moving at (1, 2) m/s over ground in (6, -3) m/s of wind."""
    area = DragArea.from_vrx(cx=0.5, cy=0.4, cz=0.33)
    sim = simulation(Sea(wind=(6.0, -3.0)), drag_areas=area, buoyancy=Buoyancy(0.1, shape=Box([1, 1, 0.1])))
    sim.set_state(position=[0, 0, 5.0], rpy=[0, 0, 0.5 * math.pi], velocity=[2.0, -1.0, 0, 0, 0, 0])
    V = (-5.0, -5.0)  # (5, -5) in W; x of B is y of W, y of B is -x of W
    expected = [0.5 * V[0] * 5.0, 0.4 * V[1] * 5.0, 0.0, 0.0, 0.0, -2.0 * 0.33 * V[0] * V[1]]
    np.testing.assert_allclose(sim.forces()["wind"][0, 0], expected, rtol=1e-13, atol=1e-13)


def logistic(x: float) -> float:
    """VRX's generalised logistic thrust, T = A + (K - A) / (C + e^(-B (x - M)))^(1/v), of its WAM-V."""
    if x > 0.01:
        A, K, B, v, C, M = 0.01, 59.82, 5.0, 0.38, 0.56, 0.28
    elif x < 0.01:
        A, K, B, v, C, M = -199.13, -0.09, 8.84, 5.34, 0.99, -0.57
    else:
        return 0.0
    return A + (K - A) / (C + math.exp(-B * (x - M))) ** (1.0 / v)


GLF = [
    (0.25, 14.323437925383413),
    (0.5, 80.59924186388592),
    (1.0, 242.6658664942449),
    (-0.25, -1.8680453088960292),
    (-0.5, -15.29469579983089),
    (-1.0, -101.85195331728092),
]


@pytest.mark.parametrize(("command", "thrust"), GLF)
def test_vrx_logistic_as_a_table(command: float, thrust: float) -> None:
    """Values derived from the formula and parameters of VRX; in a table of 401 nodes, some of them just these."""
    nodes = np.linspace(-1.0, 1.0, 401)
    part = Thruster.from_table("p", (0, 0, 0), (1, 0, 0), nodes, [logistic(x) for x in nodes])
    sim = simulation(thrusters=part)
    sim.step(actuators=[command])
    assert logistic(command) == pytest.approx(thrust, rel=1e-14)
    assert sim.forces()["thrusters"][0, 0, 0] == pytest.approx(thrust, rel=1e-12)


def test_vrx_logistic_between_the_nodes() -> None:
    """Linear between nodes a distance apart: off by less than distance² / 8 of the second derivative.

    That is at most 1900 N, so 6e-3 N; measured over all of the branch ahead.
    """
    nodes = np.linspace(-1.0, 1.0, 401)
    part = Thruster.from_table("p", (0, 0, 0), (1, 0, 0), nodes, [logistic(x) for x in nodes])
    sim = simulation(thrusters=part)
    x = np.linspace(0.03, 1.0, 101)
    second = np.diff([logistic(u) for u in np.linspace(0.02, 1.0, 4001)], 2) / (0.98 / 4000) ** 2
    bound = 0.005**2 / 8.0 * np.abs(second).max()
    for u in x:
        sim.step(actuators=[u])
        assert sim.forces()["thrusters"][0, 0, 0] == pytest.approx(logistic(float(u)), abs=1.01 * bound)
    assert bound < 1e-2


# F = ½ ρ C S |V| V, V of the fluid past the body


def test_water_on_a_reference_area() -> None:
    """ρ 1025, C 1, S 2 m2, 1.5 m/s: 2306.25 N; the same by a current or by the body's own motion."""
    area = DragArea(2.0, 1.0, medium="water")
    for current, speed in ((1.5, 0.0), (0.0, -1.5), (2.5, 1.0)):
        sim = simulation(Sea(1025.0, surface=None, gravity=0.0, current=(current, 0, 0)), drag_areas=area)
        sim.set_state(velocity=[speed, 0, 0, 0, 0, 0])
        np.testing.assert_allclose(sim.forces()["water_drag"][0, 0], [2306.25, 0, 0, 0, 0, 0], rtol=1e-14)


def test_wind_on_a_reference_area() -> None:
    """ρ 1.225, C 0.8, S 10 m2, 10 m/s to starboard: -490 N."""
    sim = simulation(
        Sea(wind=(0.0, -10.0, 0.0)),
        drag_areas=DragArea(10.0, 0.8, medium="air"),
        buoyancy=Buoyancy(0.1, shape=Box([1, 1, 0.1])),
    )
    sim.set_state(position=[0, 0, 5.0])
    np.testing.assert_allclose(sim.forces()["wind"][0, 0], [0, -490.0, 0, 0, 0, 0], rtol=1e-14)


def test_gz_wind_effects_is_a_linear_damping() -> None:
    """WindEffects, F = m k (wind - v): a ``Damping`` of m k in a stream. It goes with the mass, ours with the area."""
    k = 0.3
    damping = Damping([100.0 * k, 100.0 * k, 100.0 * k, 0, 0, 0])
    sim = simulation(Sea(surface=None, gravity=0.0, current=(4.0, -1.0, 0.5)), damping=damping)
    sim.set_state(velocity=[1.0, 1.0, 0.0, 0, 0, 0])
    np.testing.assert_allclose(sim.forces()["damping"][0, 0, :3], 100.0 * k * np.array([3.0, -2.0, 0.5]), rtol=1e-14)

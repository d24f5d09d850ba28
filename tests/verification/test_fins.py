"""Fins against closed forms: lift and drag in a flow, which way a rudder turns, how an angle follows its command.

Axes are FLU. A rudder has its ``up`` to the left: a positive angle lifts to the left; at the stern that turns the bow
to the right (N = x Y < 0), at the bow to the left. A plane at the stern with ``up`` upward lifts the stern for a
positive angle: nose down (M = -x Z > 0).
"""

import math
from typing import Any

import numpy as np
import pytest

from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea, Waves
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Fin, FinDerivatives, Vehicle

RHO = 1025.0
FREE = Sea(RHO, gravity=0.0, surface=None)
CALM = Sea(RHO)
BODY = Inertial(MassProperties.from_box([2.0, 0.5, 0.5], mass=300.0))
AREA, SLOPE, STALL = 0.2, 3.0, 0.3
SIMPLE: dict[str, Any] = {"lift_slope": SLOPE, "drag_slope": 0.1, "stall_angle": STALL, "zero_lift_drag": 0.02}


def boat(*fins: Any, **parts: Any) -> Vehicle:
    return Vehicle("boat", BODY, fins=fins, **parts)


def forces_of(fin: Any, velocity: Any, angle: float = 0.0, sea: Sea = FREE, **state: Any) -> np.ndarray:
    """The wrench of a fin that stands at an angle, at a velocity of the boat."""
    sim = Simulation(boat(fin), sea, 1e-12)
    sim.step(actuators=[angle])
    sim.set_state(velocity=velocity, **state)
    return sim.forces()["fins"][0, 0]


def flow(alpha: float, speed: float = 2.0) -> np.ndarray:
    """A velocity in water that comes from below at the angle α."""
    return speed * np.array([math.cos(alpha), 0.0, -math.sin(alpha), 0.0, 0.0, 0.0])


# Lift and drag

WING = Fin("wing", (0, 0, 0), AREA, **SIMPLE)
Q_S = 0.5 * RHO * 2.0**2 * AREA


def test_no_lift_at_zero_incidence() -> None:
    """Drag alone, at any speed, with its square."""
    for speed in (0.5, 2.0, 8.0):
        wrench = forces_of(WING, flow(0.0, speed))
        np.testing.assert_allclose(wrench, [-0.5 * RHO * speed**2 * AREA * 0.02, 0, 0, 0, 0, 0], rtol=1e-13)


@pytest.mark.parametrize("alpha", [1e-3, -1e-3, 0.01, 0.1])
def test_lift_at_small_angles(alpha: float) -> None:
    """½ ρ V² S C_Lα α, from a flow or from the angle of the fin; 1e-7 of α, which comes from an arc cosine."""
    lift = Q_S * SLOPE * alpha
    across = np.array([math.sin(alpha), 0.0, math.cos(alpha)])
    assert forces_of(WING, flow(alpha))[:3] @ across == pytest.approx(lift, abs=1e-7 * Q_S * SLOPE)
    assert forces_of(WING, flow(0.0), alpha)[2] == pytest.approx(lift, rel=1e-12)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_no_jump_at_the_stall(sign: float) -> None:
    """Lift and drag across the stall: a kink of the slopes, no more than slope times 2e-9 apart."""
    below, above = (forces_of(WING, flow(0.0), sign * (STALL + x)) for x in (-1e-9, 1e-9))
    np.testing.assert_allclose(above, below, rtol=0, atol=1e-8 * Q_S * SLOPE)
    before, after = (forces_of(WING, flow(0.0), sign * (STALL + x))[2] for x in (-0.02, 0.02))
    peak = below[2]
    assert sign * before < sign * peak
    assert sign * after < sign * peak


def test_no_jump_at_any_angle() -> None:
    """All the way round, of a plate in flow from ahead, from below, from behind: a step of 1e-3 rad changes little.

    The default fin is one whose lift falls to none at 90°, so that it may change its sign there.
    """
    plate = Fin("plate", (0, 0, 0), AREA)
    angles = np.arange(0.0, 2.0 * math.pi, 1e-3)
    sim = Simulation(boat(plate), FREE, batch=len(angles))
    sim.set_state(velocity=np.array([flow(alpha) for alpha in angles]))
    forces = sim.forces()["fins"][:, 0, :3]
    jumps = np.linalg.norm(np.diff(forces, axis=0, append=forces[:1]), axis=1)
    assert jumps.max() < 1e-3 * Q_S * 8.0


def test_drag_grows_to_that_of_a_plate() -> None:
    """The default C_D is 1.2 across the flow, ahead or astern, above or below."""
    plate = Fin("plate", (0, 0, 0), AREA)
    for sign in (1.0, -1.0):
        force = forces_of(plate, [0, 0, 2.0 * sign, 0, 0, 0])
        np.testing.assert_allclose(force[:3], [0, 0, -sign * 1.2 * Q_S], rtol=0, atol=1e-7 * Q_S)


@pytest.mark.parametrize("sweep", [0.2, -0.7, 1.2])
def test_sweep(sweep: float) -> None:
    """A flow of 2 m/s at the angle Λ to the plane of chord and lift: V² cos²Λ, and again cos²Λ.

    1e-7: an arc cosine near 0 loses half of the digits of the angle of attack.
    """
    v = 2.0 * np.array([math.cos(sweep), math.sin(sweep), 0, 0, 0, 0])
    expected = Q_S * math.cos(sweep) ** 4 * np.array([-(0.02 + 0.1 * 0.1), 0.0, SLOPE * 0.1])
    np.testing.assert_allclose(forces_of(WING, v, 0.1)[:3], expected, rtol=0, atol=1e-7 * Q_S)


def test_the_flow_is_that_through_the_water_at_the_centre_of_pressure() -> None:
    """With a current, and turning: the same as the fin at the origin with that velocity, and its arm."""
    place, current = np.array([-1.0, 0.3, 0.2]), np.array([0.5, -0.2, 0.1])
    nu = np.array([2.0, 0.1, -0.2, 0.1, 0.2, -0.3])
    v = nu[:3] + np.cross(nu[3:], place) - current
    sea = Sea(RHO, gravity=0.0, surface=None, current=current)
    found = forces_of(Fin("wing", place, AREA, **SIMPLE), nu, 0.05, sea)
    plain = forces_of(WING, [*v, 0, 0, 0], 0.05)
    np.testing.assert_allclose(found[:3], plain[:3], rtol=1e-9)
    np.testing.assert_allclose(found[3:], np.cross(place, plain[:3]), rtol=1e-9)


# Which way it turns

RUDDERS = {"stern": (-1.0, -1.0), "bow": (1.0, 1.0)}


@pytest.mark.parametrize("where", RUDDERS)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_rudder_turns_the_boat(where: str, sign: float) -> None:
    """Up is to the left. At the stern a positive angle turns the bow to the right, at the bow to the left."""
    x, way = RUDDERS[where]
    rudder = Fin("rudder", (x, 0, 0), AREA, upward=(0, 1, 0), **SIMPLE)
    sim = Simulation(boat(rudder), FREE, 0.01)
    sim.set_state(velocity=[2.0, 0, 0, 0, 0, 0])
    sim.step(actuators=[0.1 * sign], count=20)
    assert np.sign(sim.state["boat"].rpy[0, 2]) == way * sign
    np.testing.assert_allclose(sim.state["boat"].rpy[0, :2], 0.0, atol=1e-15)
    wrench = forces_of(rudder, flow(0.0), 0.1 * sign)
    lift = Q_S * SLOPE * 0.1 * sign
    np.testing.assert_allclose(wrench[[1, 5]], [lift, x * lift], rtol=1e-12)


def test_a_rudder_astern_turns_the_other_way() -> None:
    rudder = Fin("rudder", (-1.0, 0, 0), AREA, upward=(0, 1, 0), **SIMPLE)
    ahead, astern = (forces_of(rudder, flow(0.0, speed), 0.1) for speed in (2.0, -2.0))
    np.testing.assert_allclose(astern, -ahead, rtol=0, atol=1e-7 * Q_S)


def test_a_plane_at_the_stern_noses_the_boat_down() -> None:
    """Lift up at the stern: a positive pitch, and a dive."""
    plane = Fin("plane", (-1.0, 0, 0), AREA, **SIMPLE)
    sim = Simulation(boat(plane), FREE, 0.01)
    sim.set_state(velocity=[2.0, 0, 0, 0, 0, 0])
    sim.step(actuators=[0.1])
    assert sim.state["boat"].rpy[0, 1] > 0.0
    assert sim.forces()["fins"][0, 0, 4] > 0.0


def test_two_fins_against_each_other_roll_the_boat() -> None:
    """Left one up, right one down: rolls to the right, K = y Z > 0; nothing else but drag."""
    pair = [Fin(name, (0, y, 0), AREA, **SIMPLE) for name, y in (("left", 0.5), ("right", -0.5))]
    sim = Simulation(boat(*pair), FREE, 1e-12)
    sim.step(actuators={"left": 0.1, "right": -0.1})
    sim.set_state(velocity=flow(0.0))
    wrench = sim.forces()["fins"][0, 0]
    assert wrench[3] == pytest.approx(Q_S * SLOPE * 0.1, rel=1e-12)
    np.testing.assert_allclose(wrench[[1, 2, 4, 5]], 0.0, atol=1e-9)


def test_a_fin_at_the_stern_is_a_weather_vane() -> None:
    """A boat that only yaws, in a stream U: I ψ'' = -½ ρ U² S C_Lα l (ψ + l ψ'/U), a damped oscillator.

    The angle of 1e-3 rad makes its square, 1e-6, the error of the linear form; so heavy a boat stays where it is.
    """
    U, arm, inertia = 2.0, 1.5, 400.0
    body = Inertial(MassProperties(1e9, np.diag([inertia] * 3)))
    fin = Fin("vane", (-arm, 0, 0), AREA, upward=(0, 1, 0), lift_slope=SLOPE, drag_slope=0.0)
    sim = Simulation(Vehicle("vane", body, fins=(fin,)), Sea(RHO, gravity=0.0, surface=None, current=(-U, 0, 0)), 0.01)
    sim.set_state(rpy=[0, 0, 1e-3])
    stiff = 0.5 * RHO * U * U * AREA * SLOPE * arm / inertia
    half = 0.5 * stiff * arm / U
    w = math.sqrt(stiff - half * half)
    for _ in range(10):
        sim.step(count=40)
        t = sim.time
        psi = 1e-3 * math.exp(-half * t) * (math.cos(w * t) + half / w * math.sin(w * t))
        assert sim.state["vane"].rpy[0, 2] == pytest.approx(psi, abs=3e-9)


# Derivatives


@pytest.mark.parametrize("u", [1.5, -1.5, 0.0])
def test_derivatives_of_a_published_rudder(u: float) -> None:
    """The REMUS 100 (Prestero 2001, FRD: Y_uuδr = 9.64, N_uuδr = -6.15): in FLU Y = -9.64, N = 6.15 u|u| δ."""
    rudder = FinDerivatives.from_fossen("rudder", (0, 9.64, 0, 0, 0, -6.15))
    wrench = forces_of(rudder, [u, 0.3, 0.2, 0.1, 0.1, 0.1], 0.1)
    np.testing.assert_allclose(wrench, 0.1 * u * abs(u) * np.array([0, -9.64, 0, 0, 0, 6.15]), rtol=1e-13)


def test_derivatives_take_the_speed_through_the_water() -> None:
    rudder = FinDerivatives("rudder", (0, -9.64, 0, 0, 0, 6.15))
    sea = Sea(RHO, gravity=0.0, surface=None, current=(0.5, 0, 0))
    np.testing.assert_allclose(
        forces_of(rudder, [2.0, 0, 0, 0, 0, 0], 0.1, sea), forces_of(rudder, [1.5, 0, 0, 0, 0, 0], 0.1), rtol=1e-13
    )


def test_derivatives_turn_the_boat_at_once() -> None:
    """With δ > 0 the REMUS turns to the left: r' = 6.15 u² δ / I_zz at first, of which h = 1e-6 sees no change."""
    sim = Simulation(boat(FinDerivatives("rudder", (0, -9.64, 0, 0, 0, 6.15))), FREE, 1e-6)
    sim.set_state(velocity=[1.5, 0, 0, 0, 0, 0])
    sim.step(actuators=[0.1], count=100)
    I_zz = BODY.mass_properties.moment_of_inertia[2, 2]
    assert sim.state.velocity[0, 0, 5] == pytest.approx(6.15 * 1.5**2 * 0.1 * sim.time / I_zz, rel=1e-6)


# How the angle follows


def angles(fin: Any, command: float, times: list[float], time_step: float) -> np.ndarray:
    sim = Simulation(boat(fin), FREE, time_step)
    found = list[float]()
    for time in times:
        sim.step(actuators=[command], count=round((time - sim.time) / time_step))
        found.append(sim.state.internal[0, 0, 0])
    return np.array(found)


def fins_that(**values: Any) -> list[Any]:
    return [Fin("fin", (0, 0, 0), AREA, **values), FinDerivatives("fin", (0, 1, 0, 0, 0, 1), **values)]


@pytest.mark.parametrize("kind", [0, 1])
def test_a_lag(kind: int) -> None:
    """1 - e^(-t/T) of the command, at the order of RK4."""
    fin = fins_that(time_constant=0.4)[kind]
    errors = [abs(angles(fin, 0.2, [0.8], 0.4 / n)[0] - 0.2 * (1.0 - math.exp(-2.0))) for n in (5, 10, 20, 40)]
    np.testing.assert_allclose(np.log2(np.array(errors[:-1]) / errors[1:]), 4.0, atol=0.2)


@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_rate_limit_is_a_ramp(kind: int, sign: float) -> None:
    """δ = rate t, to rounding, until within a step of the end; then it comes to rest there and nowhere beyond."""
    fin = fins_that(rate_limit=0.25)[kind]
    found = angles(fin, sign * 0.2, [0.1, 0.4, 0.7], 0.01)
    np.testing.assert_allclose(found, sign * np.array([0.025, 0.1, 0.175]), rtol=1e-12)
    late = angles(fin, sign * 0.2, [0.8, 0.81, 0.82, 0.85, 1.5], 0.01)
    assert np.all(sign * late <= 0.2)
    assert late[-1] == pytest.approx(sign * 0.2, rel=1e-12)


def test_a_ramp_then_a_lag() -> None:
    """With both: a ramp while |wanted - δ| > rate T = 0.1, that is for 0.4 s; then e^(-t/T) of the rest.

    The step over the kink has an error of (h/T)² of 0.1.
    """
    fin = Fin("fin", (0, 0, 0), AREA, rate_limit=0.25, time_constant=0.4)
    found = angles(fin, 0.2, [0.2, 0.4, 0.8, 1.2], 1e-3)
    np.testing.assert_allclose(found[:2], [0.05, 0.1], rtol=1e-10)
    np.testing.assert_allclose(found[2:], 0.2 - 0.1 * np.exp([-1.0, -2.0]), atol=1e-6)


@pytest.mark.parametrize("values", [{}, {"time_constant": 0.05}, {"rate_limit": 2.0}])
def test_the_limit(values: dict[str, Any]) -> None:
    """No further than the limit, at once or in the end."""
    fin = Fin("fin", (0, 0, 0), AREA, limit=0.15, **SIMPLE, **values)
    sim = Simulation(boat(fin), FREE, 0.01)
    for command in (0.5, -0.5):
        sim.step(actuators=[command], count=200)
        sim.set_state(velocity=flow(0.0))
        assert sim.forces()["fins"][0, 0, 2] == pytest.approx(np.sign(command) * Q_S * SLOPE * 0.15, rel=1e-9)


# The surface


@pytest.mark.parametrize(("depth", "part"), [(-5.0, 0.0), (-0.3, 0.0), (0.0, 0.5), (0.3, 1.0), (5.0, 1.0)])
def test_no_force_out_of_the_water(depth: float, part: float) -> None:
    """It goes with the wet part of a disc of its area, of 0.252 m radius, at its centre of pressure."""
    fin = Fin("fin", (0, 0, -0.8), AREA, **SIMPLE)
    expected = part * forces_of(fin, flow(0.0), 0.1, position=[0, 0, -50.0])
    found = forces_of(fin, flow(0.0), 0.1, CALM, position=[0, 0, 0.8 - depth])
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("height", "wet"), [(1.0, 0.0), (0.2, 0.1), (0.125, 0.25), (0.0, 0.5), (-2.0, 1.0)])
def test_derivatives_fade_as_damping_does(height: float, wet: float) -> None:
    """All of it while half of what the boat displaces afloat is wet; it falls straight to 0 from there."""
    vehicle = boat(FinDerivatives("rudder", (0, 2, 0, 0, 0, 3)), buoyancy=Buoyancy(shape=Box([2, 0.5, 0.5])))
    sim = Simulation(vehicle, CALM, 1e-12)
    sim.step(actuators=[0.1])
    sim.set_state(position=[0, 0, height], velocity=[2.0, 0, 0, 0, 0, 0])
    afloat = min(vehicle.inertial.mass, 0.5 * RHO)
    part = min(1.0, wet * 0.5 * RHO / (0.5 * afloat))
    np.testing.assert_allclose(
        sim.forces()["fins"][0, 0], part * 0.4 * np.array([0, 2.0, 0, 0, 0, 3.0]), rtol=1e-9, atol=1e-12
    )


def test_orbits_of_waves_lift_a_fin_at_rest() -> None:
    """3 m below a crest the water flows ahead at a ω e^(k z): the fin meets it from behind, its drag is along it."""
    a, period = 0.5, 6.0
    w = 2.0 * math.pi / period
    u = a * w * math.exp(-3.0 * w * w / CALM.gravity)
    sea = Sea(RHO, waves=Waves.regular(2.0 * a, period))
    sim = Simulation(boat(WING), sea, 1e-12)
    sim.set_state(position=[0, 0, -3.0])
    np.testing.assert_allclose(sim.forces()["fins"][0, 0, 0], 0.5 * RHO * u * u * AREA * 0.02, rtol=1e-6)

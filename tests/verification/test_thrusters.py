"""Thrusters against closed forms: drives after a step of the command, thrust at speed, torque, and the surface.

The propeller: thrust = (1 - t) ρ |ω| (c d⁴ ω + a d³ (1 - w) V), torque on the hull -hand q ρ d⁵ |ω| ω. RK4's error
over a time of some τ is (h/τ)⁴ / 120 and less; where a step is said to be small that is what bounds the tolerance.
"""

import math
from typing import Any

import numpy as np
import pytest

from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea, Waves
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Thruster, Vehicle

RHO = 1025.0
FREE = Sea(RHO, gravity=0.0, surface=None)
MASS, SIDE = 200.0, 1.0
BODY = Inertial(MassProperties.from_box([SIDE, SIDE, SIDE], mass=MASS))
D, C = 0.3, 0.006
PROPELLER: dict[str, Any] = {"diameter": D, "thrust_coefficient": C}
K = RHO * C * D**4
"""Thrust per ω²."""


def boat(*thrusters: Thruster, **parts: Any) -> Vehicle:
    return Vehicle("boat", BODY, thrusters=thrusters, **parts)


def propeller(drive: Any, position: Any = (0, 0, 0), name: str = "p", **values: Any) -> Thruster:
    return Thruster(name, position, drive=drive, **{**PROPELLER, **values})


def spun(thruster: Thruster, command: float, time: float, time_step: float) -> np.ndarray:
    """Speed and integral of a propeller at rest after a step of its command."""
    sim = Simulation(boat(thruster), FREE, time_step)
    sim.step(actuators=[command], count=round(time / time_step))
    return sim.state.internal[0, 0]


def thrust_of(sim: Simulation) -> np.ndarray:
    return sim.forces()["thrusters"][0, 0]


def orders(errors: list[float]) -> np.ndarray:
    return np.log2(np.array(errors[:-1]) / np.array(errors[1:]))


# After a step of the command

J, P, I, DERIVATIVE = 0.4, 3.0, 20.0, 0.2


@pytest.mark.parametrize("derivative", [0.0, DERIVATIVE])
def test_proportional_control_is_exponential(derivative: float) -> None:
    """(J + D) ω' = P (ω* - ω): ω = ω* (1 - e^(-t/τ)), τ = (J + D) / P; h = τ/20 and RK4's order."""
    tau = (J + derivative) / P
    thruster = propeller("pid", inertia=J, gains=(P, 0.0, derivative))
    exact = 50.0 * (1.0 - math.exp(-2.0))
    errors = [abs(spun(thruster, 50.0, 2.0 * tau, tau / n)[0] - exact) for n in (5, 10, 20, 40)]
    assert errors[2] < 50.0 * 1e-7
    np.testing.assert_allclose(orders(errors), 4.0, atol=0.2)


@pytest.mark.parametrize("time", [0.05, 0.2, 0.5, 1.5])
def test_proportional_and_integral_control_is_an_oscillator(time: float) -> None:
    """With x = ∫e, which obeys (J + D) x'' + P x' + I x = 0 from x = 0, x' = ω*: ω = ω* - x'.

    ωn h = 6e-3: 1e-9.
    """
    M = J + DERIVATIVE
    half, wn2 = P / (2.0 * M), I / M
    wd = math.sqrt(wn2 - half * half)
    x = 50.0 * math.exp(-half * time) * math.sin(wd * time) / wd
    e = 50.0 * math.exp(-half * time) * (math.cos(wd * time) - half / wd * math.sin(wd * time))
    found = spun(propeller("pid", inertia=J, gains=(P, I, DERIVATIVE)), 50.0, time, 1e-3)
    np.testing.assert_allclose(found, [50.0 - e, x], rtol=1e-9, atol=1e-9 * 50.0)


def test_at_the_largest_torque_the_speed_is_a_ramp() -> None:
    """J ω' = Q while P (ω* - ω) > Q: ω = Q t / J, to rounding; and from there the exponential."""
    Q, asked = 6.0, 50.0
    thruster = propeller("pid", inertia=J, gains=(P, 0.0, 0.0), largest_torque=Q)
    for time in (0.5, 2.0, 3.0):
        assert spun(thruster, asked, time, 0.01)[0] == pytest.approx(Q * time / J, rel=1e-13)
    # P e = Q at e = 2 rad/s, at 3.2 s, then e = 2 e^(-t/τ), τ = J/P. The step before has a kink: (h/τ)² of 2 rad/s.
    assert spun(thruster, asked, 3.6, 1e-3)[0] == pytest.approx(asked - 2.0 * math.exp(-0.4 * P / J), abs=1e-4)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_integral_waits_at_the_largest_torque(sign: float) -> None:
    """While the motor is at its limit the integral does not grow, so it does not wind up."""
    thruster = propeller("pid", inertia=J, gains=(P, I, 0.0), largest_torque=6.0)
    speed, integral = spun(thruster, sign * 50.0, 2.0, 0.01)
    assert speed == pytest.approx(sign * 6.0 * 2.0 / J, rel=1e-13)
    assert integral == 0.0


Q_COEFFICIENT = 0.004
LOAD = Q_COEFFICIENT * RHO * D**5
"""Torque of the water per ω²."""


def test_load_torque_and_proportional_control() -> None:
    """J ω' = P (ω* - ω) - L ω²: a Riccati equation with the roots a > 0 > b of L ω² + P ω - P ω* = 0.

    (ω - a) / (ω - b) falls as e^(-L (a - b) t / J); the speed stays below the command. h (a - b) L / J = 2e-2: 1e-9.
    """
    asked = 40.0
    root = math.sqrt(P * P + 4.0 * LOAD * P * asked)
    a, b = (-P + root) / (2.0 * LOAD), (-P - root) / (2.0 * LOAD)
    thruster = propeller("pid", inertia=J, gains=(P, 0.0, 0.0), torque_coefficient=Q_COEFFICIENT)
    for time in (0.05, 0.2, 3.0):
        ratio = a / b * math.exp(-LOAD * (a - b) * time / J)
        assert spun(thruster, asked, time, 1e-3)[0] == pytest.approx((a - b * ratio) / (1.0 - ratio), rel=1e-9)
    assert a < 0.9 * asked


def test_load_torque_and_integral_control() -> None:
    """In the end ω = ω*, and the integral alone holds the load: I ∫e = L ω*²."""
    thruster = propeller("pid", inertia=J, gains=(P, I, DERIVATIVE), torque_coefficient=Q_COEFFICIENT)
    np.testing.assert_allclose(spun(thruster, 40.0, 20.0, 0.01), [40.0, LOAD * 40.0**2 / I], rtol=1e-9)


def test_a_motor_too_weak_for_its_command() -> None:
    """L ω² = the largest torque in the end, whatever is asked for."""
    Q = 3.0
    thruster = propeller("pid", inertia=J, gains=(P, I, 0.0), torque_coefficient=Q_COEFFICIENT, largest_torque=Q)
    assert spun(thruster, 400.0, 40.0, 0.01)[0] == pytest.approx(math.sqrt(Q / LOAD), rel=1e-9)


@pytest.mark.parametrize("drive", ["lag", "table"])
def test_a_lag_at_the_order_of_the_integrator(drive: str) -> None:
    """1 - e^(-t/T) of the command, or of its thrust in the table."""
    T, value = 0.5, 30.0
    if drive == "lag":
        thruster = propeller("lag", time_constant=T)
    else:
        thruster = Thruster.from_table("p", (0, 0, 0), (1, 0, 0), [-1, 1], [-value, value], time_constant=T)
    exact = value * (1.0 - math.exp(-2.0))
    asked = value if drive == "lag" else 1.0
    errors = [abs(spun(thruster, asked, 1.0, T / n)[0] - exact) for n in (5, 10, 20, 40)]
    np.testing.assert_allclose(orders(errors), 4.0, atol=0.2)
    assert errors[-1] < value * 1e-8


def test_a_lag_forgets_at_the_pace_it_learns() -> None:
    """Up for T, then the command is let go: (1 - e^-1) e^-2 after 2 T more; h = T/100."""
    sim = Simulation(boat(propeller("lag", time_constant=0.5)), FREE, 0.005)
    sim.step(actuators=[30.0], count=100)
    sim.step(count=200)
    assert sim.state.internal[0, 0, 0] == pytest.approx(30.0 * (1.0 - math.exp(-1.0)) * math.exp(-2.0), rel=1e-8)


def test_the_thrust_of_a_lag_is_that_of_the_speed_that_it_has() -> None:
    """Thrust K ω² lags as (1 - e^(-t/T))², and pushes the boat so: v = K ω*²/m (t - 2T(1-x) + T/2 (1 - x²))."""
    T, omega, time = 0.5, 30.0, 1.0
    sim = Simulation(boat(propeller("lag", time_constant=T)), FREE, 0.005)
    sim.step(actuators=[omega], count=200)
    x = math.exp(-time / T)
    assert thrust_of(sim)[0] == pytest.approx(K * omega**2 * (1.0 - x) ** 2, rel=1e-8)
    speed = K * omega**2 / MASS * (time - 2.0 * T * (1.0 - x) + 0.5 * T * (1.0 - x * x))
    assert sim.state.velocity[0, 0, 0] == pytest.approx(speed, rel=1e-8)


def test_propellers_with_states_do_not_mix_them() -> None:
    """Four in a row of all kinds: each as if it were alone."""
    kinds = [
        propeller("lag", time_constant=0.2, name="a"),
        propeller("speed", name="b"),
        propeller("pid", inertia=J, gains=(P, I, 0.1), name="c"),
        Thruster.from_table("d", (0, 0, 0), (0, 1, 0), [-1, 1], [-5, 5], time_constant=0.3),
    ]
    commands = [20.0, 30.0, -40.0, 0.7]
    together = Simulation(boat(*kinds), FREE, 0.01)
    together.step(actuators=commands, count=37)
    for part, command in zip(kinds, commands, strict=True):
        own = [state.place for state in together.internal_states() if state.name.startswith(f"{part.name}.")]
        np.testing.assert_array_equal(together.state.internal[0, 0, own], spun(part, command, 0.37, 0.01)[: len(own)])


# Thrust


@pytest.mark.parametrize("drive", ["thrust", "speed"])
@pytest.mark.parametrize("thrust", [120.0, -120.0])
def test_a_commanded_thrust_is_given(drive: str, thrust: float) -> None:
    """At no advance, also where it goes by way of a speed; with another coefficient astern. Some roundings."""
    sim = Simulation(boat(propeller(drive, command="thrust", reverse_thrust_coefficient=0.004)), FREE)
    sim.step(actuators=[thrust])
    assert thrust_of(sim)[0] == pytest.approx(thrust, rel=1e-14)


def test_a_commanded_thrust_lags_to_its_end() -> None:
    drives: dict[str, Any] = {"lag": {"time_constant": 0.1}, "pid": {"inertia": J, "gains": (P, I, 0.0)}}
    for drive, values in drives.items():
        sim = Simulation(boat(propeller(drive, command="thrust", **values)), FREE)
        sim.step(actuators=[-120.0], count=3000)
        assert thrust_of(sim)[0] == pytest.approx(-120.0, rel=1e-9)


A, WAKE, DEDUCTION = -0.02, 0.25, 0.15


@pytest.mark.parametrize("speed", [-1.0, 0.0, 2.0, 6.0])
def test_thrust_at_speed_through_the_water(speed: float) -> None:
    """Falls straight with (1 - w) V, whatever of V is current and whatever motion; t takes its part of it."""
    omega = 60.0
    expected = (1.0 - DEDUCTION) * RHO * omega * (C * D**4 * omega + A * D**3 * (1.0 - WAKE) * speed)
    for current in (0.0, 1.5):
        sea = Sea(RHO, gravity=0.0, surface=None, current=(current, 0.3, -0.2))
        sim = Simulation(
            boat(propeller("speed", advance_slope=A, wake_fraction=WAKE, thrust_deduction=DEDUCTION)), sea, 1e-12
        )
        sim.step(actuators=[omega])
        sim.set_state(velocity=[speed + current, 0.3, 0.7, 0, 0, 0])
        assert thrust_of(sim)[0] == pytest.approx(expected, rel=1e-13)


def test_the_inflow_is_that_along_the_axis_at_the_propeller() -> None:
    """A propeller abeam that turns with the boat at r: V = -y r; one athwart ahead: V = x r."""
    omega, r = 60.0, 0.5
    for position, axis, V in (((0, 2.0, 0), (1, 0, 0), -2.0 * r), ((3.0, 0, 0), (0, 1, 0), 3.0 * r)):
        thruster = Thruster("p", position, axis, drive="speed", advance_slope=A, **PROPELLER)
        sim = Simulation(boat(thruster), FREE, 1e-12)
        sim.step(actuators=[omega])
        sim.set_state(velocity=[0, 0, 0, 0, 0, r])
        force = RHO * omega * (C * D**4 * omega + A * D**3 * V) * np.array(axis)
        np.testing.assert_allclose(thrust_of(sim), [*force, *np.cross(position, force)], rtol=1e-12)


def test_a_boat_without_drag_runs_up_to_the_speed_at_which_its_propeller_slips_no_more() -> None:
    """M V' = K ω² - B V: V = (K ω² / B) (1 - e^(-B t / m)), V∞ = c d ω / (-a (1 - w)). h B / m = 1e-2: 1e-9."""
    omega = 60.0
    B = -RHO * omega * A * D**3 * (1.0 - WAKE)
    tau = MASS / B
    sim = Simulation(boat(propeller("speed", advance_slope=A, wake_fraction=WAKE)), FREE, tau / 100.0)
    for n in (50, 150, 1000):
        sim.step(actuators=[omega], count=n)
        t = sim.time
        expected = C * D * omega / (-A * (1.0 - WAKE)) * (1.0 - math.exp(-t / tau))
        assert sim.state.velocity[0, 0, 0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("drive", ["thrust", "speed"])
def test_a_run_up_against_quadratic_damping(drive: str) -> None:
    """M v' = T - b v²: v = v∞ tanh(t / τ), v∞ = √(T/b), τ = m / √(T b); x = v∞ τ ln cosh(t/τ). h = τ/100: 1e-9."""
    T, b = 150.0, 40.0
    steady, tau = math.sqrt(T / b), MASS / math.sqrt(T * b)
    vehicle = boat(propeller(drive, command="thrust"), damping=Damping(quadratic=[b, 1, 1, 1, 1, 1]))
    sim = Simulation(vehicle, FREE, tau / 100.0)
    for n in (50, 150, 1000):
        sim.step(actuators=[T], count=n)
        s = sim.time / tau
        assert sim.state.velocity[0, 0, 0] == pytest.approx(steady * math.tanh(s), rel=1e-9)
        assert sim.state.position[0, 0, 0] == pytest.approx(steady * tau * math.log(math.cosh(s)), rel=1e-9)


# Torque


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("omega", [50.0, -50.0])
def test_the_reaction_turns_the_boat_against_the_propeller(hand: Any, omega: float) -> None:
    """A right-handed one that turns about +x rolls the boat about -x, by L ω² at first and so φ' = -L ω² t / I."""
    sim = Simulation(boat(propeller("speed", hand=hand, torque_coefficient=Q_COEFFICIENT)), FREE)
    sim.step(actuators=[omega], count=10)
    sign = -1.0 if (hand == "right") == (omega > 0.0) else 1.0
    assert thrust_of(sim)[3] == pytest.approx(sign * LOAD * omega**2, rel=1e-13)
    assert sim.state.velocity[0, 0, 3] == pytest.approx(sign * LOAD * omega**2 * sim.time / (MASS / 6.0), rel=1e-12)


def test_the_torque_of_a_thrust_at_once_is_that_of_its_speed() -> None:
    """Q = q d T / c."""
    sim = Simulation(boat(propeller("thrust", torque_coefficient=Q_COEFFICIENT)), FREE)
    sim.step(actuators=[-90.0])
    np.testing.assert_allclose(thrust_of(sim)[[0, 3]], [-90.0, 90.0 * Q_COEFFICIENT * D / C], rtol=1e-13)


@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_propeller_that_is_sped_up_turns_the_boat_against_it(hand: Any) -> None:
    """Without the torque of the water, angular momentum about the axis is kept: I φ' + hand J ω = 0, step by step.

    RK4 keeps what is linear in the state, to rounding.
    """
    thruster = propeller("pid", inertia=J, gains=(P, I, DERIVATIVE), hand=hand)
    sim = Simulation(boat(thruster), FREE, time_step=0.01)
    for _ in range(5):
        sim.step(actuators=[50.0], count=10)
        omega, roll = sim.state.internal[0, 0, 0], sim.state.velocity[0, 0, 3]
        assert omega > 20.0
        assert MASS / 6.0 * roll == pytest.approx(-J * omega * (1.0 if hand == "right" else -1.0), rel=1e-12)


def test_twins_that_turn_against_each_other_cancel() -> None:
    """Both push ahead; the boat neither rolls nor yaws. With the same hand it rolls."""
    for hands, cancels in ((("right", "left"), True), (("right", "right"), False)):
        twins = [
            propeller("speed", (-1, y, 0), f"at {y}", hand=hand, torque_coefficient=Q_COEFFICIENT)
            for y, hand in zip((1.0, -1.0), hands, strict=True)
        ]
        sim = Simulation(boat(*twins), FREE)
        sim.step(actuators=[50.0, 50.0], count=20)
        wrench = thrust_of(sim)
        assert wrench[0] == pytest.approx(2.0 * K * 50.0**2, rel=1e-14)
        assert np.allclose(wrench[1:], 0.0, atol=1e-12) == cancels
        assert np.allclose(sim.state.velocity[0, 0, 1:], 0.0, atol=1e-15) == cancels


def test_differential_thrust_turns_to_the_weaker_side() -> None:
    """More thrust on the right (y < 0) turns the bow to the left: N = -y T > 0."""
    twins = [Thruster("left", (-1, 1, 0)), Thruster("right", (-1, -1, 0))]
    sim = Simulation(boat(*twins), FREE)
    sim.step(actuators={"left": 10.0, "right": 30.0})
    np.testing.assert_allclose(thrust_of(sim), [40.0, 0, 0, 0, 0, 20.0], atol=1e-13)
    assert sim.state.velocity[0, 0, 5] > 0.0


# The surface

CALM = Sea(RHO, gravity=9.80665)


@pytest.mark.parametrize("drive", ["thrust", "speed"])
@pytest.mark.parametrize(("depth", "part"), [(-0.5, 0.0), (-0.15, 0.0), (0.0, 0.5), (0.15, 1.0), (3.0, 1.0)])
def test_no_thrust_out_of_the_water_and_half_for_half_a_disc(drive: str, depth: float, part: float) -> None:
    """Torque with it."""
    thruster = propeller(drive, (0.4, 0.0, -0.7), command="thrust", torque_coefficient=Q_COEFFICIENT)
    sim = Simulation(boat(thruster), CALM, 1e-9)
    sim.step(actuators=[100.0])
    sim.set_state(position=[0, 0, 0.7 - depth], velocity=np.zeros(6))
    expected = part * np.array([100.0, 0, 0, -100.0 * Q_COEFFICIENT * D / C, -70.0, 0])
    np.testing.assert_allclose(thrust_of(sim), expected, rtol=1e-13, atol=1e-10)


def test_a_boat_that_heels_lifts_one_of_its_propellers() -> None:
    """At 30° of roll one 1 m to the left rises by 0.5 m and is dry, the other is deep: the boat turns."""
    twins = [propeller("thrust", (-1, y, -0.2), name) for name, y in (("left", 1.0), ("right", -1.0))]
    sim = Simulation(boat(*twins), CALM, 1e-9)
    sim.step(actuators=[100.0, 100.0])
    sim.set_state(position=[0, 0, 0], rpy=[math.radians(30.0), 0, 0], velocity=np.zeros(6))
    np.testing.assert_allclose(thrust_of(sim), [100.0, 0, 0, 0, -20.0, 100.0], rtol=1e-12, atol=1e-9)


def test_a_propeller_out_of_the_water_races() -> None:
    """Without its load P alone brings it to the command; under water it stays below."""
    thruster = propeller("pid", inertia=J, gains=(P, 0.0, 0.0), torque_coefficient=Q_COEFFICIENT)
    speeds = list[float]()
    for height in (5.0, -5.0):
        sim = Simulation(boat(thruster, buoyancy=Buoyancy(MASS / RHO)), CALM, 0.005)
        for _ in range(400):
            sim.step(actuators=[40.0])
            sim.set_state(position=[0, 0, height], velocity=np.zeros(6))
        speeds.append(sim.state.internal[0, 0, 0])
    assert speeds[0] == pytest.approx(40.0, rel=1e-6)
    root = math.sqrt(P * P + 4.0 * LOAD * P * 40.0)
    assert speeds[1] == pytest.approx((-P + root) / (2.0 * LOAD), rel=1e-6)


def test_waves_lift_a_propeller_out_of_the_water() -> None:
    """Held at the still level: wet by the elevation at its place, and by no other; z = a cos(k x - ω t)."""
    a, period, x = 0.1, 4.0, 7.0
    k = (2.0 * math.pi / period) ** 2 / CALM.gravity
    sea = Sea(RHO, waves=Waves.regular(2.0 * a, period))
    sim = Simulation(boat(propeller("thrust", (x, 0, 0))), sea, 0.1)
    found, expected = list[float](), list[float]()
    for _ in range(45):
        sim.step(actuators=[100.0])
        sim.set_state(position=np.zeros(3), rpy=np.zeros(3), velocity=np.zeros(6))
        s = np.clip(a * math.cos(k * x - 2.0 * math.pi * sim.time / period) / (0.5 * D), -1.0, 1.0)
        found.append(thrust_of(sim)[0])
        expected.append(100.0 * (0.5 + (math.asin(s) + s * math.sqrt(1.0 - s * s)) / math.pi))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)
    assert min(found) < 15.0
    assert max(found) > 85.0


def test_waves_bring_the_propeller_an_inflow() -> None:
    """At rest 3 m down: V = -a ω e^(k z) cos(ω t) in a wave along x; it goes into the thrust with the advance."""
    a, period, z, omega = 0.5, 6.0, -3.0, 60.0
    w = 2.0 * math.pi / period
    k = w * w / CALM.gravity
    sim = Simulation(boat(propeller("speed", advance_slope=A)), Sea(RHO, waves=Waves.regular(2.0 * a, period)), 0.25)
    for _ in range(24):
        sim.step(actuators=[omega])
        sim.set_state(position=[0, 0, z], rpy=np.zeros(3), velocity=np.zeros(6))
        V = -a * w * math.exp(k * z) * math.cos(w * sim.time)
        expected = RHO * omega * (C * D**4 * omega + A * D**3 * V)
        assert thrust_of(sim)[0] == pytest.approx(expected, rel=1e-9)


# Limits


def test_limits_and_dead_band_in_a_run() -> None:
    """Limits and dead band are of the command: here thrusts [N] that become speeds."""
    thruster = propeller("speed", command="thrust", limits=(-50.0, 200.0), dead_band=10.0)
    sim = Simulation(boat(thruster), FREE)
    for asked, given in ((500.0, 200.0), (-500.0, -50.0), (9.0, 0.0), (-9.0, 0.0), (10.0, 10.0)):
        sim.step(actuators=[asked])
        assert thrust_of(sim)[0] == pytest.approx(given, rel=1e-13, abs=0)


def test_thrust_goes_with_the_wet_vehicle_only_through_its_own_place() -> None:
    """A floating boat whose propeller hangs deep: all of the thrust, however dry the boat is."""
    vehicle = boat(Thruster("deep", (0, 0, -3.0)), buoyancy=Buoyancy(shape=Box([1, 1, 1])))
    sim = Simulation(vehicle, CALM, 1e-9)
    sim.step(actuators=[100.0])
    sim.set_state(position=[0, 0, 0.55], velocity=np.zeros(6))
    assert sim.wet_fraction()[0, 0] == 0.0
    assert thrust_of(sim)[0] == 100.0


def test_a_deep_propeller_feels_the_current_while_the_boat_is_dry() -> None:
    """Its own inflow counts, -2 m/s in a current of 2 m/s: the same thrust just below and just above."""
    vehicle = boat(propeller("speed", (0, 0, -3.0), advance_slope=A), buoyancy=Buoyancy(shape=Box([1, 1, 1])))
    sim = Simulation(vehicle, Sea(RHO, current=(2.0, 0, 0)), 1e-9)
    sim.step(actuators=[60.0])
    for height in (0.45, 0.55):
        sim.set_state(position=[0, 0, height], velocity=np.zeros(6))
        expected = RHO * 60.0 * (C * D**4 * 60.0 - A * D**3 * 2.0)
        assert thrust_of(sim)[0] == pytest.approx(expected, rel=1e-12)

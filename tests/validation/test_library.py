"""Vehicles of the library beside published numbers: steady states, ratios of added mass, speeds.

Steady states of the REMUS 100 and the Otter are those that PythonVehicleSimulator (c717e07) comes to after 120 s of
forward Euler. The oracle has its equations, and finds the same; with the corrections that the library names, it finds
what Seaway does. So every difference is one of these corrections.
"""

import numpy as np
import pytest
from tests.oracles.published_vehicles import Otter, Remus

from seaway import library
from seaway.inertia import added_mass_ratio
from seaway.sim import Simulation

FRD = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])

# rpm, rudder [rad], steady (u, v, w, p, q, r).
REMUS = [
    (800.0, 0.0, (1.33834, -1e-05, 0.0, 0.0, 0.0, 0.0)),
    (1200.0, 0.0, (2.00928, -9e-05, 0.0, 0.0, 0.0, 0.0)),
    (1525.0, 0.0, (2.55365, -0.00024, 0.0, 0.0, 0.0, 0.0)),
    (1200.0, 0.1, (1.99518, -0.15016, 0.00095, 0.00014, 0.0011, 0.05135)),
]
# Propellers [rad/s], steady (u, v, w, p, q, r).
OTTER = [
    (80.0, 80.0, (1.92868, 0.0, -0.061, 0.0, 0.0, 0.0)),
    (100.0, 100.0, (2.98196, 0.0, -0.1176, 0.0, 0.0, 0.0)),
    (80.0, 60.0, (1.48787, -0.11058, -0.04451, 0.0049, -0.00095, 0.16623)),
]


@pytest.mark.parametrize(("rpm", "rudder", "steady"), REMUS)
def test_the_oracle_has_the_steady_states_of_the_published_remus(
    rpm: float, rudder: float, steady: tuple[float, ...]
) -> None:
    """To the digits printed. Sway of a straight run dies out as 1/t, so it is not yet 0 there."""
    got = Remus().steady(rpm * np.pi / 30.0, rudder)
    rest = np.zeros(6) if rudder else np.array([0.0, 2.5e-4, 0.0, 0.0, 0.0, 0.0])
    assert np.all(np.abs(got - steady) < 1.1e-5 + rest)


@pytest.mark.parametrize(("rpm", "rudder", "steady"), REMUS)
def test_steady_states_of_the_remus_of_fossen(rpm: float, rudder: float, steady: tuple[float, ...]) -> None:
    """RK4 comes to the root of the corrected equations: 1e-6 after 120 s.

    Beside the publication: the speed is up to 0.1 % higher without the damping that fades with speed, and 0.4 % in a
    turn without the drag of the rudder; sway and yaw rate are 5 to 7 % higher with strips that fill the length.
    """
    rov = library.entry("remus100_fossen")
    sim = Simulation(rov.vehicle, rov.sea, 0.02)
    sim.set_state(position=(0.0, 0.0, -100.0))
    omega = rpm * np.pi / 30.0
    sim.step(actuators={"propeller": omega, "rudder": rudder}, count=6000)
    got = sim.state.velocity[0, 0] * FRD
    want = Remus(as_published=False).steady(omega, rudder)
    rest = np.zeros(6) if rudder else np.array([0.0, 4e-4, 0.0, 0.0, 0.0, 0.0])
    assert np.all(np.abs(got - want) < 1e-6 + rest)
    assert got[0] == pytest.approx(steady[0], rel=5e-3 if rudder else 1.1e-3)
    if rudder:
        assert got[1] == pytest.approx(steady[1], rel=0.07)
        assert got[5] == pytest.approx(steady[5], rel=0.07)


@pytest.mark.parametrize(("left", "right", "steady"), OTTER)
def test_the_oracle_has_the_steady_states_of_the_published_otter(
    left: float, right: float, steady: tuple[float, ...]
) -> None:
    assert np.all(np.abs(Otter().steady(left, right) - steady) < 1.1e-5)


@pytest.mark.parametrize(("left", "right", "steady"), OTTER)
def test_steady_states_of_the_otter(left: float, right: float, steady: tuple[float, ...]) -> None:
    """Without the payload's push, 1e-6; and with its weight put on as a force of the world, which is what pushes.

    The angles of the stiffness are those of the surface in body axes, Euler's in the publication: 1e-4 of 0.04 rad.
    Then the speed is within 2 % of the published one, whose propellers lift no bow, so that it is pushed more.
    """
    rov = library.entry("otter")
    sim = Simulation(rov.vehicle, rov.sea, 0.01)
    sim.step(actuators=[left, right], count=12000)
    want = Otter(ends=False, payload=False, height=-0.1).steady(left, right)
    assert np.all(np.abs(sim.state.velocity[0, 0] * FRD - want) < 1e-6)
    sim = Simulation(rov.vehicle, rov.sea, 0.01)
    sim.set_wrench(force=(0.0, 0.0, -25.0 * 9.81), point=(0.05, 0.0, 0.35), axes="world")
    sim.step(actuators=[left, right], count=12000)
    got = sim.state.velocity[0, 0] * FRD
    assert np.all(np.abs(got - Otter(ends=False, payload=True, height=-0.1).steady(left, right)) < 1e-5)
    assert got[0] == pytest.approx(steady[0], rel=0.02)


def test_what_the_payload_pushes() -> None:
    """The surge force of the published model that has no cause: m_p g sin θ, 7.7 N and 9.7 N, over X_u."""
    for left, right, steady in OTTER[:2]:
        push = 25.0 * 9.81 * np.sin(-np.arctan2(steady[2], steady[0]))
        thrust = 2.0 * 0.01108 * left * right
        assert (thrust + push) / 77.55443234836703 == pytest.approx(steady[0], rel=1e-4)


# Largest eigenvalue of M_RB⁻¹ M_A, worked out from the same publications with another program; four digits.
RATIOS = {
    "bluerov2": 1.267,
    "bluerov2_gz": 0.0,
    "bluerov2_heavy": 1.3837,
    "bluerov2_heavy_px4": 0.2874,
    "desistek_saga": 2.2329,
    "girona500": 0.5158,
    "lauv": 0.8889,
    "lrauv": 0.8543,
    "nps_auv2": 3.4912,
    "otter": 1.9762,
    "remus100": 1.555,
    "remus100_fossen": 1.0936,
    "rexrov": 2.0663,
    "wamv": 0.0,
}


@pytest.mark.parametrize("name", RATIOS)
def test_ratio_of_added_mass_to_mass(name: str) -> None:
    assert added_mass_ratio(library.entry(name).vehicle.inertial).largest == pytest.approx(RATIOS[name], abs=5.1e-5)


def test_detuned_means_a_fifth_and_a_tenth() -> None:
    px4, whole = library.entry("bluerov2_heavy_px4").vehicle, library.entry("bluerov2_heavy").vehicle
    assert px4.inertial.added_mass_matrix() * 5.0 == pytest.approx(whole.inertial.added_mass_matrix())
    assert px4.damping[0].quadratic * 10.0 == pytest.approx(whole.damping[0].quadratic)


@pytest.mark.parametrize(("name", "speed"), [("nps_auv2", 0.012), ("remus100", np.sqrt(6.279e-4 / 2.9355))])
def test_speed_of_a_propeller(name: str, speed: float) -> None:
    """Metres per radian: 0.012 as Healey and Lienard have it; thrust and drag that go with squares.

    At 100 rad/s thrust and drag are the same to 1e-9, since a lag of 0.1 s has had 3 s.
    """
    rov = library.entry(name)
    sim = Simulation(rov.vehicle, rov.sea, 0.01)
    sim.step(actuators={"propeller": 100.0}, count=300)
    sim.set_state(position=(0.0, 0.0, -20.0), rpy=(0.0, 0.0, 0.0), velocity=(100.0 * speed, 0.0, 0.0, 0.0, 0.0, 0.0))
    forces = sim.forces()
    assert forces["thrusters"][0, 0, 0] == pytest.approx(-forces["damping"][0, 0, 0], rel=1e-9)


def test_the_remus_of_prestero_is_not_stable_on_its_course() -> None:
    """Sway and yaw at 1.5 m/s by hand, from the published derivatives alone: one of the two roots grows.

    (m - Y_vdot) v' - Y_rdot r' = Y_uv U v + (Y_ur - m) U r,      -N_vdot v' + (I_z - N_rdot) r' = N_uv U v + N_ur U r
    """
    U, m, I_z = 1.5, 30.48, 3.45
    M = np.array([[m + 35.5, -1.93], [-1.93, I_z + 4.88]])
    A = U * np.array([[-28.6, 5.22 - m], [-24.0, -2.0]])
    roots, motions = np.linalg.eig(np.linalg.solve(M, A))
    k = int(np.argmax(roots))
    assert roots[k] == pytest.approx(0.995, abs=1e-3)
    rov = library.entry("remus100")
    sim = Simulation(rov.vehicle.replace(thrusters=()), rov.sea, 0.01)
    v, r = 1e-4 * motions[:, k]
    sim.set_state(position=(0.0, 0.0, -50.0), velocity=(U, -v, 0.0, 0.0, 0.0, -r))
    sim.step(count=50)
    # Within 15 %: it slows down without a propeller, and its low centre of mass couples roll with both.
    assert sim.state.velocity[0, 0, 5] / -r == pytest.approx(np.exp(0.5 * roots[k]), rel=0.15)


def test_the_lrauv_makes_a_metre_a_second_at_300_rpm() -> None:
    """Its thrust coefficient was chosen so: osrf/lrauv, TethysCommPlugin. 1.06 m/s by the drag of its hull alone."""
    rov = library.entry("lrauv")
    thrust = rov.vehicle.thrusters[0].thrust(10.0 * np.pi, rov.sea.density)
    assert np.sqrt(thrust / 6.2282) == pytest.approx(1.06, abs=0.005)


@pytest.mark.parametrize("name", ["bluerov2_heavy", "bluerov2", "bluerov2_heavy_px4", "bluerov2_gz"])
def test_thrusters_reach_what_the_frame_can(name: str) -> None:
    """Eight thrusters command all six degrees of freedom, six all but pitch."""
    thrusters = library.entry(name).vehicle.thrusters
    B = np.array([np.concatenate([t.axis, np.cross(t.position, t.axis)]) for t in thrusters]).T
    assert np.linalg.matrix_rank(B, tol=1e-6) == (6 if len(thrusters) == 8 else 5)

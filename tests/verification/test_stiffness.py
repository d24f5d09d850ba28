"""Linear hydrostatic stiffness: periods, energy, the rest, and waves."""

import math
from typing import Any

import numpy as np
import pytest

from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea, Waves
from seaway.sim import Simulation
from seaway.vehicle import Damping, HydrostaticStiffness, Vehicle

G, RHO = 9.80665, 1025.0
MASS, INERTIA = 400.0, np.array([60.0, 250.0, 280.0])
ADDED = np.array([20.0, 150.0, 300.0, 15.0, 120.0, 60.0])
C = np.array([3.2e4, 2.1e3, 1.9e4])
"""Heave [N/m], roll and pitch [Nm]."""
AXES = ("heave", "roll", "pitch")


def vessel(stiffness: HydrostaticStiffness, added: bool = True, **parts: Any) -> Vehicle:
    inertial = Inertial(MassProperties(MASS, np.diag(INERTIA)), added_mass=AddedMass(np.diag(ADDED)) if added else None)
    return Vehicle("vessel", inertial, stiffness, **parts)


def coordinates(sim: Simulation) -> np.ndarray:
    """Heave, roll and pitch of the first row."""
    return np.concatenate([sim.state.position[0, 0, 2:], sim.state["vessel"].rpy[0, :2]])


def displaced(axis: int, amount: float) -> dict[str, Any]:
    values = np.zeros(3)
    values[axis] = amount
    return {"position": [0, 0, values[0]], "rpy": [values[1], values[2], 0]}


@pytest.mark.parametrize("axis", range(3), ids=AXES)
@pytest.mark.parametrize("added", [False, True])
def test_periods(axis: int, added: bool) -> None:
    """Free motion along one axis is x₀ cos(t √(C/M)), over three periods 2π √(M/C), of any amplitude.

    About one axis the angle of roll or pitch is its coordinate, so it is linear however large. ω h = 2π/500, over
    3000 steps at 2e-13 each.
    """
    M = np.array([MASS, *INERTIA[:2]]) + (ADDED[2:5] if added else 0.0)
    period = 2.0 * math.pi * math.sqrt(M[axis] / C[axis])
    sim = Simulation(vessel(HydrostaticStiffness(np.diag(C)), added), Sea(RHO), period / 500.0)
    sim.set_state(**displaced(axis, 0.3))
    for n in range(1, 13):
        sim.step(count=125)
        expected = np.zeros(3)
        expected[axis] = 0.3 * math.cos(0.5 * math.pi * n)
        np.testing.assert_allclose(coordinates(sim), expected, rtol=0, atol=0.3 * 1e-7)


@pytest.mark.parametrize("axis", range(3), ids=AXES)
def test_energy_along_one_axis(axis: int) -> None:
    """½ ν M ν + ½ x C x stays: RK4 loses (ωh)⁶/72 a step, 5e-14 each with 500 in a period."""
    M = (np.array([MASS, *INERTIA[:2]]) + ADDED[2:5])[axis]
    period = 2.0 * math.pi * math.sqrt(M / C[axis])
    sim = Simulation(vessel(HydrostaticStiffness(np.diag(C))), Sea(RHO), period / 500.0)
    sim.set_state(**displaced(axis, 0.3))
    start = float(sim.energy().total[0, 0])
    assert start == pytest.approx(0.5 * C[axis] * 0.09, rel=1e-12)
    for _ in range(20):
        sim.step(count=73)
        assert float(sim.energy().total[0, 0]) == pytest.approx(start, rel=1e-9)


COUPLED = np.array([[3.2e4, 900.0, -4e3], [900.0, 2.1e3, 300.0], [-4e3, 300.0, 1.9e4]])


def test_small_coupled_motions_are_those_of_the_normal_modes() -> None:
    """M x'' = -C x with all entries, at 1e-5 rad: the form is linear but for squares of angles.

    Surge, sway and yaw, which the vessel gets from leaning forces, come with the squares.
    """
    M = np.diag(np.array([MASS, *INERTIA[:2]]) + ADDED[2:5])
    root = np.linalg.cholesky(M)
    inverse = np.linalg.inv(root)
    squares, modes = np.linalg.eigh(inverse @ COUPLED @ inverse.T)
    x0 = 1e-5 * np.array([1.0, -2.0, 1.5])
    sim = Simulation(vessel(HydrostaticStiffness(COUPLED)), Sea(RHO), 0.002)
    sim.set_state(position=[0, 0, x0[0]], rpy=[x0[1], x0[2], 0])
    for _ in range(6):
        sim.step(count=211)
        amplitudes = modes.T @ root.T @ x0 * np.cos(np.sqrt(squares) * sim.time)
        np.testing.assert_allclose(coordinates(sim), inverse.T @ modes @ amplitudes, rtol=0, atol=1e-9)
    np.testing.assert_allclose(sim.state.position[0, 0, :2], 0.0, atol=1e-7)


def test_energy_of_small_coupled_motions() -> None:
    """The third order of the angles is not balanced in a linear law: 1e-4 of the energy at 1e-3 rad."""
    sim = Simulation(vessel(HydrostaticStiffness(COUPLED)), Sea(RHO), 0.002)
    sim.set_state(position=[0, 0, 1e-3], rpy=[-2e-3, 1.5e-3, 0])
    start = float(sim.energy().total[0, 0])
    for _ in range(20):
        sim.step(count=100)
        assert float(sim.energy().total[0, 0]) == pytest.approx(start, rel=1e-3)


def test_the_wrench_is_minus_g_times_the_displacement() -> None:
    """With the weight, which it balances: about Bo in B, whatever the heading."""
    x = np.array([0.05, 0.1, 0.0])
    sim = Simulation(vessel(HydrostaticStiffness(COUPLED)), Sea(RHO))
    for yaw in (0.0, 2.0):
        sim.set_state(position=[4.0, 5.0, x[0]], rpy=[x[1], 0, yaw])
        forces = sim.forces()
        total = (forces["weight"] + forces["buoyancy"])[0, 0]
        np.testing.assert_allclose(total[2:5], -COUPLED @ x, rtol=1e-12)
        np.testing.assert_allclose(total[[0, 1, 5]], 0.0, atol=1e-9)


@pytest.mark.parametrize("rest", [0.0, 0.35, -0.2])
@pytest.mark.parametrize("level", [0.0, 3.0])
def test_it_floats_at_its_rest(rest: float, level: float) -> None:
    """No force there; and with damping it comes back from elsewhere, upright."""
    stiff = HydrostaticStiffness(np.diag(C), rest_height=rest)
    sim = Simulation(vessel(stiff, damping=Damping([300, 300, 3e3, 3e2, 2e3, 300])), Sea(RHO, surface=level), 0.01)
    sim.set_state(position=[1, 2, level + rest])
    sim.step(count=100)
    np.testing.assert_allclose(sim.state.position[0, 0], [1, 2, level + rest], atol=1e-12)
    sim.set_state(position=[1, 2, level + rest + 0.2], rpy=[0.1, -0.1, 0.5])
    sim.step(count=6000)
    assert sim.state.position[0, 0, 2] == pytest.approx(level + rest, abs=1e-9)
    np.testing.assert_allclose(sim.state["vessel"].rpy[0, :2], 0.0, atol=1e-9)


def test_a_load_sinks_and_heels_it_by_force_over_stiffness() -> None:
    """500 N down and 40 Nm about x, in axes of the world: z = -F/C33 and φ = K/C44, but for cos φ."""
    damping = Damping([300, 300, 3e3, 3e2, 2e3, 300])
    sim = Simulation(vessel(HydrostaticStiffness(np.diag(C)), damping=damping), Sea(RHO))
    sim.set_wrench(force=[0, 0, -500.0], name="load", axes="world")
    sim.step(count=6000)
    assert sim.state.position[0, 0, 2] == pytest.approx(-500.0 / C[0], rel=1e-9)
    sim.set_wrench(name="load")
    sim.set_wrench(torque=[40.0, 0, 0], name="heel")
    sim.step(count=6000)
    assert sim.state["vessel"].rpy[0, 0] == pytest.approx(40.0 / C[1], rel=1e-9)


def test_fossens_signs() -> None:
    """A positive coupling of heave and pitch in NED, G35: bow heavy when it sinks, in either frame.

    In FRD w is down and pitch is nose up; in FLU both change their signs, so G35 does not, and G34 and G45 do.
    """
    fossen = np.zeros((6, 6))
    fossen[2:5, 2:5] = COUPLED
    G = HydrostaticStiffness.from_fossen(fossen).matrix[2:5, 2:5]
    np.testing.assert_array_equal(G, COUPLED * np.array([[1, -1, 1], [-1, 1, -1], [1, -1, 1]]))


@pytest.mark.parametrize("direction", [0.0, 0.5 * math.pi, 2.3])
def test_it_follows_long_waves(direction: float) -> None:
    """In waves of 20 s, many times its periods: heave is the elevation, roll and pitch are the slope.

    It lags by damping, ω B/C, and is ahead by inertia, (ω/ω₀)²: both some 1e-2 of an amplitude of 1 m.
    """
    waves = Waves.regular(2.0, 20.0, direction=direction, ramp=40.0)
    damping = Damping([300, 300, 2e3, 150, 1e3, 5e3])
    sim = Simulation(
        vessel(HydrostaticStiffness(np.diag(C), rest_height=0.2), damping=damping), Sea(RHO, waves=waves), 0.02
    )
    sim.step(count=3000)
    steepness = (2.0 * math.pi / 20.0) ** 2 / G
    for _ in range(10):
        sim.step(count=100)
        x, y, z = sim.state.position[0, 0]
        eta = float(waves.elevation(x, y, sim.time))
        assert z - 0.2 == pytest.approx(eta, abs=0.03)
        d = 1e-3
        slope_x = float(waves.elevation(x + d, y, sim.time) - waves.elevation(x - d, y, sim.time)) / (2.0 * d)
        slope_y = float(waves.elevation(x, y + d, sim.time) - waves.elevation(x, y - d, sim.time)) / (2.0 * d)
        roll, pitch, _ = sim.state["vessel"].rpy[0]
        # The surface rises ahead: nose up, a negative pitch; it rises to the left: rolls to the right.
        np.testing.assert_allclose([roll, pitch], [slope_y, -slope_x], atol=0.05 * steepness)


def test_the_wrench_in_waves_is_by_the_surface_at_its_place() -> None:
    """Level on the still level: heave by the elevation, roll and pitch by the normal of the surface."""
    waves = Waves.regular(1.0, 6.0, direction=0.8)
    sim = Simulation(vessel(HydrostaticStiffness(np.diag(C))), Sea(RHO, waves=waves), 0.1, start_time=1.3)
    sim.set_state(position=[3.0, -2.0, 0.0])
    k = (2.0 * math.pi / 6.0) ** 2 / G
    phase = k * (3.0 * math.cos(0.8) - 2.0 * math.sin(0.8)) - 2.0 * math.pi / 6.0 * 1.3
    eta, slope = 0.5 * math.cos(phase), -0.5 * k * math.sin(phase) * np.array([math.cos(0.8), math.sin(0.8)])
    forces = sim.forces()
    total = (forces["weight"] + forces["buoyancy"])[0, 0]
    # Against a surface that rises by the angle β ahead an upright vessel has its nose down, by asin of the normal's x.
    n = math.sqrt(1.0 + slope @ slope)
    expected = -C * np.array([-eta, -math.atan(slope[1]), math.asin(slope[0] / n)])
    np.testing.assert_allclose(total[2:5], expected, rtol=1e-9)

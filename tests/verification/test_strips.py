"""Cross-flow drag by strips against integrals.

With s = v + x r:  ∫ |s| s dx = (|s₂|³ - |s₁|³) / 3 r  and  ∫ x |s| s dx = (|s|s³/4 - v |s|³/3)|₁² / r².
"""

import math
from typing import Any

import numpy as np
import pytest

from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, CrossFlow, Vehicle

RHO = 1025.0
FREE = Sea(RHO, gravity=0.0, surface=None)
L, T, C = 4.0, 0.5, 0.9
MASS, I_ZZ = 800.0, 1200.0
BODY = Inertial(MassProperties(MASS, np.diag([300.0, 1200.0, I_ZZ])))
HULL = CrossFlow.uniform(length=L, draft=T, coefficient=C, strips=20)


def simulation(strips: CrossFlow, sea: Sea = FREE, time_step: float = 0.01, **parts: Any) -> Simulation:
    return Simulation(Vehicle("hull", BODY, cross_flow=strips, **parts), sea, time_step)


def drag(strips: CrossFlow, nu: Any, sea: Sea = FREE) -> np.ndarray:
    sim = simulation(strips, sea)
    sim.set_state(velocity=nu)
    return sim.forces()["strip_drag"][0, 0]


def integrals(v: float, r: float, center: float = 0.0) -> tuple[float, float]:
    """∫ |s| s dx and ∫ x |s| s dx over the hull."""
    if r == 0.0:
        return abs(v) * v * L, abs(v) * v * L * center
    ends = v + r * (center + np.array([-0.5, 0.5]) * L)
    first = np.diff(np.abs(ends) ** 3)[0] / (3.0 * r)
    second = np.diff(np.abs(ends) * ends**3 / 4.0 - v * np.abs(ends) ** 3 / 3.0)[0] / r**2
    return float(first), float(second)


@pytest.mark.parametrize("v", [0.8, -0.8])
@pytest.mark.parametrize("strips", [1, 2, 7, 20])
def test_pure_sway(v: float, strips: int) -> None:
    """Y = -½ ρ C T L |v| v with any number of strips, and no yaw."""
    wrench = drag(CrossFlow.uniform(length=L, draft=T, coefficient=C, strips=strips), [0, v, 0, 0, 0, 0])
    np.testing.assert_allclose(wrench, [0, -0.5 * RHO * C * T * L * abs(v) * v, 0, 0, 0, 0], rtol=1e-13, atol=1e-10)


@pytest.mark.parametrize("r", [0.3, -0.3])
def test_pure_yaw(r: float) -> None:
    """N = -½ ρ C T |r| r ∫|x| x² dx = -½ ρ C T |r| r L⁴/32; midpoints of n strips are 2/n² short of it."""
    exact = -0.5 * RHO * C * T * abs(r) * r * L**4 / 32.0
    errors = list[float]()
    for n in (10, 20, 40, 80):
        wrench = drag(CrossFlow.uniform(length=L, draft=T, coefficient=C, strips=n), [0, 0, 0, 0, 0, r])
        np.testing.assert_allclose(wrench[:5], 0.0, atol=1e-10)
        errors.append(1.0 - wrench[5] / exact)
    np.testing.assert_allclose(np.array(errors) * [100, 400, 1600, 6400], 2.0, rtol=0.02)


@pytest.mark.parametrize(("v", "r"), [(0.5, 0.1), (0.3, 0.4), (-0.3, 0.4), (0.02, -0.9), (0.6, 0.0)])
@pytest.mark.parametrize("center", [0.0, 0.7])
def test_sway_and_yaw_together(v: float, r: float, center: float) -> None:
    """Also where the flow changes its side within the hull. Convergence of order 2, and 1e-5 with 400 strips."""
    first, second = integrals(v, r, center)
    exact = -0.5 * RHO * C * T * np.array([first, second])
    scale = 0.5 * RHO * C * T * L * (abs(v) + 0.5 * L * abs(r)) ** 2
    errors = list[float]()
    for n in (25, 100, 400):
        wrench = drag(CrossFlow.uniform(length=L, draft=T, coefficient=C, strips=n, center=center), [0, v, 0, 0, 0, r])
        errors.append(np.abs(wrench[[1, 5]] - exact).max() / scale)
    assert errors[-1] < 1e-5
    assert errors[1] < errors[0] / 8.0 + 1e-12


def test_heave_and_pitch_are_sway_and_yaw_turned() -> None:
    """A hull as broad as it is high: w - x q takes the place of v + x r; M = -Σ x Z."""
    x = (np.arange(20) + 0.5) / 20 * L - 0.5 * L + 0.3
    strips = CrossFlow(x, 0.11, 0.11)
    lateral, vertical = drag(strips, [0, 0.4, 0, 0, 0, 0.3]), drag(strips, [0, 0, 0.4, 0, -0.3, 0])
    np.testing.assert_allclose(vertical[[2, 4]], [lateral[1], -lateral[5]], rtol=1e-13)


def test_a_profile_has_the_area_of_its_tables() -> None:
    """A hull pointed at both ends, h = H (1 - |2x/L|): Y by the area L H / 2, N by ∫ h |x| x² dx = H L⁴/160.

    Sway is exact; yaw with 400 strips has an error of (dx/L)²: 1e-4.
    """
    H, B = 0.6, 0.8
    strips = CrossFlow.from_profile(
        [-L / 2, 0, L / 2], [0, H, 0], [0, B, 0], lateral_coefficient=0.7, vertical_coefficient=0.9, strips=400
    )
    sway, yaw = drag(strips, [0, 0.5, 0, 0, 0, 0]), drag(strips, [0, 0, 0, 0, 0, 0.5])
    heave, pitch = drag(strips, [0, 0, 0.5, 0, 0, 0]), drag(strips, [0, 0, 0, 0, 0.5, 0])
    assert sway[1] == pytest.approx(-0.5 * RHO * 0.7 * 0.25 * L * H / 2.0, rel=1e-12)
    assert heave[2] == pytest.approx(-0.5 * RHO * 0.9 * 0.25 * L * B / 2.0, rel=1e-12)
    assert yaw[5] == pytest.approx(-0.5 * RHO * 0.7 * 0.25 * H * L**4 / 160.0, rel=1e-4)
    assert pitch[4] == pytest.approx(-0.5 * RHO * 0.9 * 0.25 * B * L**4 / 160.0, rel=1e-4)


@pytest.mark.parametrize("angle", [0.0, 0.4, 2.0, -1.0])
def test_a_round_hull_drags_along_the_flow_across(angle: float) -> None:
    """Both planes together, C_y h = C_z b: -½ ρ C A |V| V in any direction. Each by itself is not round."""
    x = np.linspace(-1.5, 1.5, 7)
    V = 0.8 * np.array([math.cos(angle), math.sin(angle)])
    nu = [1.0, *V, 0.2, 0, 0]
    round_one = drag(CrossFlow(x, 0.2, 0.2, coupled=True), nu)
    np.testing.assert_allclose(round_one[1:3], -0.5 * RHO * 1.4 * 0.8 * V, rtol=1e-12, atol=1e-12)
    apart = drag(CrossFlow(x, 0.2, 0.2), nu)
    np.testing.assert_allclose(apart[1:3], -0.5 * RHO * 1.4 * np.abs(V) * V, rtol=1e-12, atol=1e-12)


def test_together_as_healey_and_lienard_have_it() -> None:
    """(C_y h v² + C_z b w²) / U of the flow across, times (v, w): two strips by hand."""
    strips = CrossFlow([1.0, -2.0], [0.3, 0.5], [0.7, 0.2], coupled=True)
    v, w, q, r = 0.4, -0.3, 0.2, 0.1
    Y = Z = M = N = 0.0
    for x, a, b in ((1.0, 0.3, 0.7), (-2.0, 0.5, 0.2)):
        v_x, w_x = v + x * r, w - x * q
        share = -0.5 * RHO * (a * v_x**2 + b * w_x**2) / math.hypot(v_x, w_x)
        Y, Z, M, N = Y + share * v_x, Z + share * w_x, M - x * share * w_x, N + x * share * v_x
    np.testing.assert_allclose(drag(strips, [0.5, v, w, 0.9, q, r]), [0, Y, Z, 0, M, N], rtol=1e-13)


def test_a_hull_that_drifts_comes_to_rest_slowly() -> None:
    """M v' = -b v²: v = v₀ / (1 + b v₀ t / m), x = (m/b) ln(1 + b v₀ t/m). h b v₀/m = 1e-2: 1e-9."""
    b, v0 = 0.5 * RHO * C * T * L, 0.9
    sim = simulation(HULL)
    sim.set_state(velocity=[0, v0, 0, 0, 0, 0])
    for _ in range(4):
        sim.step(count=200)
        s = 1.0 + b * v0 * sim.time / MASS
        assert sim.state.velocity[0, 0, 1] == pytest.approx(v0 / s, rel=1e-8)
        assert sim.state.position[0, 0, 1] == pytest.approx(MASS / b * math.log(s), rel=1e-8)


def test_a_hull_that_spins_comes_to_rest_slowly() -> None:
    """I r' = -b |r| r with b = ½ ρ Σ C T dx |x|³: r = r₀ / (1 + b r₀ t / I); the heading its integral."""
    b = 0.5 * RHO * float(HULL.lateral_drag_area @ np.abs(HULL.x) ** 3)
    sim = simulation(HULL)
    sim.set_state(velocity=[0, 0, 0, 0, 0, 0.5])
    sim.step(count=500)
    s = 1.0 + b * 0.5 * 5.0 / I_ZZ
    assert sim.state.velocity[0, 0, 5] == pytest.approx(0.5 / s, rel=1e-8)
    assert sim.state["hull"].rpy[0, 2] == pytest.approx(I_ZZ / b * math.log(s), rel=1e-8)


@pytest.mark.parametrize("together", [False, True])
def test_what_it_takes_is_what_the_motion_loses(together: bool) -> None:
    """Free in the water, tumbling: kinetic energy falls by ∫ power dt, here by Simpson's rule; it never rises."""
    strips = CrossFlow.from_profile(
        [-2, 0, 2],
        [0.2, 0.6, 0.1],
        [0.3, 0.5, 0.2],
        lateral_coefficient=0.8,
        vertical_coefficient=0.9,
        strips=16,
        coupled=together,
    )
    sim = simulation(strips, time_step=2e-3)
    sim.set_state(velocity=[0.4, 0.5, -0.3, 0.2, 0.3, 0.4])
    powers, energies = list[float](), list[float]()
    for _ in range(501):
        powers.append(float(sim.forces()["strip_drag"][0, 0] @ sim.state.velocity[0, 0]))
        energies.append(float(sim.energy().kinetic[0, 0]))
        sim.step()
    assert np.all(np.array(powers) < 0.0)
    assert np.all(np.diff(energies) < 0.0)
    weights = np.ones(501)
    weights[1:-1:2], weights[2:-1:2] = 4.0, 2.0
    work = 2e-3 / 3.0 * float(weights @ powers)
    # Strips whose flow changes its side have kinks in their second derivative.
    assert energies[-1] - energies[0] == pytest.approx(work, rel=1e-7)


def test_what_drifts_with_the_current_feels_none() -> None:
    """And what stands in it feels it as if it moved."""
    sea = Sea(RHO, gravity=0.0, surface=None, current=(0.3, -0.4, 0.2))
    strips = CrossFlow(HULL.x, HULL.lateral_drag_area, HULL.lateral_drag_area)
    np.testing.assert_allclose(drag(strips, [0.3, -0.4, 0.2, 0, 0, 0], sea), 0.0, atol=1e-12)
    np.testing.assert_allclose(drag(strips, np.zeros(6), sea), drag(strips, [-0.3, 0.4, -0.2, 0, 0, 0]), rtol=1e-13)


@pytest.mark.parametrize(("height", "part"), [(1.0, 0.0), (0.2, 0.5125), (0.0549, 1.0), (0.0, 1.0), (-3.0, 1.0)])
def test_it_is_whole_afloat_and_gone_in_the_air(height: float, part: float) -> None:
    """Afloat 800 kg of 2050 kg are displaced; where less than 400 kg are, it falls with them: 205 / 400 at 0.2 m."""
    sim = simulation(HULL, Sea(RHO), buoyancy=Buoyancy(shape=Box([4, 1, 0.5])))
    sim.set_state(position=[0, 0, height], velocity=[0, 0.8, 0, 0, 0, 0])
    expected = -part * 0.5 * RHO * C * T * L * 0.64
    assert sim.forces()["strip_drag"][0, 0, 1] == pytest.approx(expected, rel=1e-12, abs=1e-12)

"""Drag, damping and slamming on hulls against the formulas of asv_wave_sim and of Kerner, case by case.

asv_wave_sim (GPL-3, commit ca8629d; Physics.cc) has no tests of its drag: the numbers are worked out from its formulas,
with ρ = 1025 kg/m3, g = 9.81 m/s2, ν = 1.0533e-6 m2/s and its default coefficients: 100 N/m2 four times, falloff 0.4,
reference speed 1 m/s. "As coded" is what it computes: the part of the velocity along a face is found with the unit
velocity, u - (u/|u|·n) n, and then given the full speed. Torques are about the centre of the box.
"""

from typing import Any, NamedTuple

import numpy as np
import pytest

from seaway.mesh import Mesh, box
from seaway.sea import Sea, Waves
from seaway.sim import Simulation
from seaway.vehicle import Hull, HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming, Vehicle

SEA = Sea(1025.0, 9.81, viscosity=1.0533e-6)


class Case(NamedTuple):
    """A box that moves straight on; forces [N] and torques [Nm], those in y from those in x by symmetry."""

    size: tuple[float, float, float]
    height: float
    velocity: tuple[float, float, float]
    reynolds: float
    coefficient: float
    friction: tuple[float, ...]
    as_coded: tuple[float, ...] | None
    pressure: tuple[float, ...]


CUBE = (1.0, 1.0, 1.0)
CASES = {
    "half-submerged unit cube, surge 2": Case(
        CUBE,
        0.0,
        (2, 0, 0),
        1898794.265641318,
        0.004097157649872762,
        (-16.798346364, 0, 0, 0, 6.299379887, 0),
        (-25.197519547, 0, 0, 0, 8.399173182, 0),
        (-600, 0, 0, 0, 150, 0),
    ),
    "half-submerged unit cube, surge 0.5": Case(
        CUBE,
        0.0,
        (0.5, 0, 0),
        474698.5664103295,
        0.005548958984514703,
        (-1.42192074, 0, 0, 0, 0.533220277, 0),
        (-0.71096037, 0, 0, 0, 0.355480185, 0),
        (-75, 0, 0, 0, 18.75, 0),
    ),
    "half-submerged unit cube, (1, 1, 0)": Case(
        CUBE,
        0.0,
        (1, 1, 0),
        1342650.3013131067,
        0.004401388350915855,
        (-7.701480898, -7.701480898, 0, -2.722884684, 2.722884684, 0),
        (-8.787685491, -8.787685491, 0, -2.994435832, 2.994435832, 0),
        (-297.224553994, -297.224553994, 0, -74.306138498, 74.306138498, 0),
    ),
    "fully submerged unit cube, surge 2": Case(
        CUBE, -5.0, (2, 0, 0), 0.0, 0.075, (-615, 0, 0, 0, 0, 0), (-922.5, 0, 0, 0, 0, 0), (-1200, 0, 0, 0, 0, 0)
    ),
    "10x4x2 box draft 1, surge 2": Case(
        (10.0, 4.0, 2.0),
        0.0,
        (2, 0, 0),
        18987942.65641318,
        0.0026918065547637845,
        (-331.092206236, 0, 0, 0, 275.910171863, 0),
        None,
        (-4800, 0, 0, 0, 2400, 0),
    ),
}
AXIAL = [name for name, case in CASES.items() if case.velocity[1] == 0]


def forces(mesh: Mesh, laws: HullForce | tuple[HullForce, ...], sea: Sea = SEA, **state: Any) -> dict[str, np.ndarray]:
    compat = state.pop("compat", None)
    hull = Hull(mesh, forces=laws if isinstance(laws, tuple) else (laws,), compat=compat)
    sim = Simulation(Vehicle("hull", mesh.inertial(mass=500.0), hull), sea)
    sim.set_state(**state)
    return {name: wrench[0, 0] for name, wrench in sim.forces().items()}


def of_case(name: str, law: HullForce, compat: str | None = None, sea: Sea = SEA) -> np.ndarray:
    case = CASES[name]
    state: dict[str, Any] = {"position": [0, 0, case.height], "velocity": [*case.velocity, 0, 0, 0], "compat": compat}
    found = forces(box(case.size), law, sea, **state)
    return found["hull_friction" if isinstance(law, HullFriction) else "hull_pressure_drag"]


def assert_digits(found: np.ndarray, expected: Any) -> None:
    """The numbers have 9 decimals, or 10 digits."""
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("compat", [None, "asv"])
def test_pressure_drag(name: str, compat: str | None) -> None:
    assert_digits(of_case(name, HullPressureDrag(), compat), CASES[name].pressure)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.as_coded is not None])
def test_friction_as_coded(name: str) -> None:
    assert_digits(of_case(name, HullFriction(), "asv"), CASES[name].as_coded)


@pytest.mark.parametrize("name", AXIAL)
def test_friction_along_an_axis(name: str) -> None:
    """Every face lies along the flow or across it: then the tangential component is the full speed.

    A hull below the surface has no waterline: asv_wave_sim has the Reynolds number 1000 then, here it is that of the
    length along the flow, 1 m. With a length of 0.1 mm both have C_F = 0.075, since Rn = 190.
    """
    case = CASES[name]
    if case.reynolds > 0.0:
        assert_digits(of_case(name, HullFriction()), case.friction)
        assert case.coefficient == pytest.approx(0.075 / (np.log10(case.reynolds) - 2.0) ** 2, rel=1e-12)
    else:
        assert_digits(of_case(name, HullFriction(1e-4)), case.friction)
        own = 0.075 / (np.log10(2.0 / 1.0533e-6) - 2.0) ** 2
        assert_digits(of_case(name, HullFriction()), np.array(case.friction) * own / 0.075)


def test_friction_of_a_cube_along_its_diagonal() -> None:
    """By hand, with the component along each face, |u_t| u_t.

    Four sides of 1/2 m2: two along x have u_t = (1, 0, 0), 2 · 1/2 · 1; two along y alike. The bottom of 1 m2 has
    u_t = (1, 1, 0): √2 (1, 1, 0). So F = -1/2 ρ C_F (1 + √2) (1, 1, 0), at Rn = √2 · 1 m / ν. Levers: sides 1/4 m below
    the centre, the bottom 1/2 m. The number worked out for asv_wave_sim with the right tangent has the full speed on
    the sides as well, |u|² = 2: 2 + √2 in place of 1 + √2.
    """
    case = CASES["half-submerged unit cube, (1, 1, 0)"]
    half = 0.5 * 1025.0 * case.coefficient
    force, moment = half * (1.0 + np.sqrt(2.0)), half * (0.25 + 0.5 * np.sqrt(2.0))
    found = of_case("half-submerged unit cube, (1, 1, 0)", HullFriction())
    np.testing.assert_allclose(found, [-force, -force, 0, -moment, moment, 0], rtol=1e-12, atol=1e-13)
    assert half * (2.0 + np.sqrt(2.0)) == pytest.approx(-case.friction[0], rel=1e-9)
    assert half * (0.5 + 0.5 * np.sqrt(2.0)) == pytest.approx(case.friction[4], rel=1e-9)


ITTC = [(1e5, 0.008333333333), (1e6, 0.0046875), (1e7, 0.003), (1e8, 0.002083333333), (1e9, 0.001530612245)]


@pytest.mark.parametrize(("reynolds", "coefficient"), [(100.0, 0.075), (1e3, 0.075), *ITTC, (1e10, 0.001171875)])
def test_the_line_of_the_ittc(reynolds: float, coefficient: float) -> None:
    """Published: Introduction to Naval Architecture, table 8.3. Through the viscosity of the sea, on the cube.

    F = 1/2 ρ C_F (four sides and the bottom: 2 m2) u².
    """
    sea = Sea(1025.0, 9.81, viscosity=2.0 / reynolds)
    found = forces(box(CUBE), HullFriction(), sea, velocity=[2, 0, 0, 0, 0, 0])["hull_friction"]
    assert found[0] == pytest.approx(-0.5 * 1025.0 * coefficient * 2.0 * 4.0, rel=1e-9)


def test_asv_wave_sim_knows_no_current() -> None:
    sea = Sea(1025.0, 9.81, viscosity=1.0533e-6, current=[1.0, -2.0, 0.5])
    laws = (
        HullFriction(),
        HullPressureDrag(),
        HullDamping(linear=10.0, quadratic=20.0, angular_linear=5.0, angular_quadratic=8.0),
    )
    state: dict[str, Any] = {"velocity": [2, 0, 0, 0, 0, 0], "compat": "asv"}
    flowing, still = forces(box(CUBE), laws, sea, **state), forces(box(CUBE), laws, SEA, **state)
    for law in ("hull_friction", "hull_pressure_drag", "hull_damping"):
        np.testing.assert_array_equal(flowing[law], still[law])
        assert np.linalg.norm(still[law]) > 0.0


def test_asv_wave_sim_knows_no_orbital_velocity() -> None:
    """A wave of 1 µm whose water moves by some µm/s: nothing acts on a cube at rest; with 1e-12 of the load."""
    sea = Sea(1025.0, 9.81, viscosity=1.0533e-6, waves=Waves.regular(1e-6, 4.0, gravity=9.81))
    laws = (
        HullFriction(),
        HullPressureDrag(),
        HullDamping(linear=10.0, quadratic=20.0, angular_linear=5.0, angular_quadratic=8.0),
    )
    found = forces(box(CUBE), laws, sea, compat="asv")
    for law in ("hull_friction", "hull_pressure_drag", "hull_damping"):
        np.testing.assert_allclose(found[law], 0.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("compat", [None, "asv"])
def test_damping(compat: str | None) -> None:
    """asv_wave_sim's formula with rs = 1/2: F = -rs (10 + 20 |v|) v, T = -rs (5 + 8 |w|) w."""
    law = HullDamping(linear=10.0, quadratic=20.0, angular_linear=5.0, angular_quadratic=8.0)
    found = forces(box(CUBE), law, velocity=[2, 0, -1, 0, 0, 0.5], compat=compat)["hull_damping"]
    expected = [-54.721359549995796, 0, 27.360679774997898, 0, 0, -2.25]
    np.testing.assert_allclose(found, expected, rtol=1e-14, atol=1e-14)


# Slamming


def test_slamming_by_the_area_that_faces_the_motion() -> None:
    """Unit cube, half submerged, 500 kg, (0, 0, -3) m/s: 1 m2 of 6 faces it, 2 · 1/6 m v / T = 500 N at T = 1 s."""
    mesh = box(CUBE)
    vehicle = Vehicle("hull", mesh.inertial(mass=500.0), Hull(mesh, forces=(Slamming(1.0, "facing"),)))
    sim = Simulation(vehicle, SEA, time_step=1e-3)
    sim.set_state(velocity=[0, 0, -3, 0, 0, 0])
    sim.step()
    np.testing.assert_allclose(sim.forces()["slamming"][0, 0], [0, 0, 500.0, 0, 0, 0], rtol=1e-12, atol=1e-9)


def prism() -> Mesh:
    """Along x, its ends one triangle of 1 m2 each with the tip up; 6 m2 in all.

    The triangle has the sides 2 and the height 1 m, its base 1/2 m below the middle of the height.
    """
    side = np.sqrt(2.0)
    length = 4.0 / (2.0 + 2.0 * side)
    end = np.array([[0, -1.0, -0.5], [0, 1.0, -0.5], [0, 0.0, 0.5]])
    ahead = np.array([0.5 * length, 0, 0])
    vertices = np.concatenate([end + ahead, end - ahead])
    return Mesh(vertices, [[0, 1, 2], [3, 5, 4], [0, 3, 1], [1, 3, 4], [1, 4, 2], [2, 4, 5], [2, 5, 0], [0, 5, 3]])


@pytest.mark.parametrize(("largest", "force"), [(100.0, 500.0), (200.0, 281.25), (1000.0, 11.25)])
def test_slamming_after_kerner(largest: float, force: float) -> None:
    """A face of 1 m2, half wet at one step and wholly at the next, both at 3 m/s: Γ = 1.5 / 0.01 = 150 m/s2.

    Gamasutra 263237 as open-source copies have it: F = min(Γ / Γ_max, 1)² cos θ (2 A_wet / S) m v, here with
    S = 6 m2, m = 500 kg, T = 1 s, h = 10 ms. The face is the end of a prism that goes along its axis, so that no other
    moves outward. Half of a triangle is wet where the part above, similar to it, has 1/√2 of the height.
    """
    mesh = prism()
    assert mesh.area == pytest.approx(6.0, rel=1e-14)
    law = Slamming(1.0, largest_acceleration=largest)
    sim = Simulation(Vehicle("hull", mesh.inertial(mass=500.0), Hull(mesh, forces=(law,))), SEA, time_step=0.01)
    sim.set_state(position=[0, 0, -(0.5 - 1.0 / np.sqrt(2.0))], velocity=[3, 0, 0, 0, 0, 0])
    sim.step()
    assert np.array_equal(sim.forces()["slamming"][0, 0], np.zeros(6))  # there was no step before
    sim.set_state(position=[0, 0, -1], rpy=[0, 0, 0], velocity=[3, 0, 0, 0, 0, 0])
    sim.step()
    found = sim.forces()["slamming"][0, 0]
    # At the centroid of the face, 1/3 of the height above the base.
    np.testing.assert_allclose(found, [-force, 0, 0, 0, force / 6.0, 0], rtol=1e-12, atol=1e-10)

"""Pressure on hulls: Archimedes, righting arms, heave periods, Froude and Krylov's force, and motion with the water.

The numbers of boxes, cylinders, spheres and cones are closed forms, worked out with ρ = 1025 kg/m3 and g = 9.81 m/s2.
"""

from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import pytest
from scipy.special import spherical_jn
from tests.oracles.bodies import measured_order, motion_of, quaternion, spd

from seaway.frames import Pose, matrix_from_quaternion, quaternion_product
from seaway.inertia import AddedMass, Inertial, MassProperties, sphere_added_mass
from seaway.mesh import Mesh, box, cone, cylinder, sphere
from seaway.sea import Current, Sea, Waves, wave_number
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Hull, Vehicle
from seaway.vehicle._hull import Pressure

RHO, G = 1025.0, 9.81
SEA = Sea(RHO, G)
BARGE = box((10.0, 4.0, 2.0))  # floats at a draft of 1 m with 41 t, its centre in the surface
BARGE_MASS = 41_000.0


def afloat(mesh: Mesh, mass: float, pressure: Pressure = "froude_krylov", **parts: Any) -> Vehicle:
    """A uniform body of the shape of its hull."""
    return Vehicle("hull", mesh.inertial(mass=mass), Hull(mesh, pressure), **parts)


def pressed(vehicle: Vehicle, sea: Sea = SEA, **state: Any) -> np.ndarray:
    """The wrench of the pressure at t = 0."""
    sim = Simulation(vehicle, sea)
    sim.set_state(**state)
    return sim.forces()["buoyancy"][0, 0]


def first_order(vehicle: Vehicle, waves: Callable[[float], Waves], laws: tuple[str, ...], **state: Any) -> np.ndarray:
    """The part of a wrench that is odd in the amplitude: half the difference of a wave and the same, turned over.

    So what is even, still water and all of second order, is gone, and what is left beside is of third.
    """
    found = list[np.ndarray]()
    for phase in (0.0, np.pi):
        sim = Simulation(vehicle, Sea(RHO, G, waves=waves(phase)))
        sim.set_state(**state)
        forces = sim.forces()
        found.append(sum((forces[law][0, 0] for law in laws), np.zeros(6)))
    return 0.5 * (found[0] - found[1])


def period_of(k: float) -> float:
    return float(2.0 * np.pi / np.sqrt(G * k))


# Still water


def test_a_barge_on_its_side_at_45_degrees() -> None:
    """Half of it is wet: F = 402210 N up, and the moment -213304.064 Nm about the long axis, in the world."""
    wrench = pressed(afloat(BARGE, BARGE_MASS), rpy=[np.pi / 4, 0, 0])
    R = Pose.from_rpy([0, 0, 0], [np.pi / 4, 0, 0]).R
    np.testing.assert_allclose(R @ wrench[:3], [0, 0, 402210.0], rtol=0, atol=1e-8)
    np.testing.assert_allclose(R @ wrench[3:], [-213304.064, 0, 0], rtol=0, atol=1e-3)  # its digits


@pytest.mark.parametrize(
    ("degrees", "arm"), [(5, 0.07307452779626143), (10, 0.14830610201438152), (20, 0.3152227126535735)]
)
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_the_righting_arm_of_a_wall_sided_barge(degrees: float, arm: float, side: float) -> None:
    """GZ = sin φ (GM + BM tan² φ / 2) up to tan φ = 1/2, with GM = 5/6 m and BM = 4/3 m; the same volume is wet."""
    phi = side * np.radians(degrees)
    assert side * arm == pytest.approx(np.sin(phi) * (5 / 6 + 2 / 3 * np.tan(phi) ** 2), rel=1e-13)
    sim = Simulation(afloat(BARGE, BARGE_MASS), SEA)
    sim.set_state(rpy=[phi, 0, 0])
    assert sim.wet_fraction()[0, 0] == pytest.approx(0.5, rel=1e-14)
    assert sim.forces()["buoyancy"][0, 0, 3] == pytest.approx(-BARGE_MASS * G * side * arm, rel=1e-12)


def test_stiffness_of_a_barge() -> None:
    """Slopes of force and moment: c33 = 402210 N/m, c44 = 335175 Nm/rad, c55 = 3150645 Nm/rad.

    Central differences with 1e-4: exact in heave, 1e-8 of the cube's coefficient in roll and pitch.
    """
    vehicle, e = afloat(BARGE, BARGE_MASS), 1e-4
    slopes = list[float]()
    for axis, name in ((2, "position"), (0, "rpy"), (1, "rpy")):
        ends = [pressed(vehicle, **{name: sign * e * np.eye(3)[axis]}) for sign in (1.0, -1.0)]
        slopes.append((ends[0] - ends[1])[2 if name == "position" else 3 + axis] / (-2.0 * e))
    np.testing.assert_allclose(slopes, [402210.0, 335175.0, 3150645.0], rtol=2e-7)


def test_a_catamaran_rights_itself_by_the_distance_of_its_hulls() -> None:
    """Two boxes of 6 x 0.5 x 1 m, 2 m apart, half wet: I = 2 (L b³ / 12 + L b (s/2)²), BM = I / V, GM = BM - 1/4 m.

    The centre of mass is in the surface, that of the wet part 1/4 m below. Slopes to 1e-8 of the next term.
    """
    L, b, s = 6.0, 0.5, 2.0
    side = box((L, b, 1.0))
    mesh = side.transformed(Pose((0, s / 2, 0))).joined(side.transformed(Pose((0, -s / 2, 0))))
    assert mesh.part_count == 2
    vehicle = afloat(mesh, RHO * L * b)
    upright = pressed(vehicle)
    np.testing.assert_allclose(upright, [0, 0, RHO * G * L * b, 0, 0, 0], rtol=0, atol=1e-9)
    BM = 2.0 * (L * b**3 / 12.0 + L * b * (s / 2) ** 2) / (L * b)
    e = 1e-4
    slope = (pressed(vehicle, rpy=[e, 0, 0])[3] - pressed(vehicle, rpy=[-e, 0, 0])[3]) / (2.0 * e)
    assert -slope == pytest.approx(RHO * G * L * b * (BM - 0.25), rel=1e-6)
    # With one hull in the air, the wet one carries all at its own place: a lever of s/2.
    roll = np.radians(60.0)
    sim = Simulation(vehicle, SEA)
    sim.set_state(position=[0, 0, 0.5], rpy=[roll, 0, 0])
    assert 0.0 < sim.wet_fraction()[0, 0] <= 0.5
    alone = pressed(afloat(side.transformed(Pose((0, -s / 2, 0))), 1.0), position=[0, 0, 0.5], rpy=[roll, 0, 0])
    np.testing.assert_allclose(sim.forces()["buoyancy"][0, 0], alone, rtol=1e-13, atol=1e-10)


def heave_period(vehicle: Vehicle, z: float, period: float) -> float:
    """Mean of four periods, by zeros of z, of a motion of 0.1 mm: linear to 1e-7.

    200 steps a period: RK4 is right to 1e-8, and a zero, where z'' is 0, to (2π/200)³ / 100 of a period: 3e-7.
    """
    sim = Simulation(vehicle, SEA, time_step=period / 200)
    sim.set_state(position=[0, 0, z + 1e-4])
    recording = sim.run(5.2 * period)
    t, x = recording.time, recording["hull"].position[:, 0, 2] - z
    i = np.flatnonzero((x[:-1] < 0.0) & (x[1:] >= 0.0))
    zeros = t[i] - x[i] * (t[i + 1] - t[i]) / (x[i + 1] - x[i])
    assert len(zeros) == 5
    return float(np.mean(np.diff(zeros)))


def rounded(mesh: Mesh, segments: int) -> Mesh:
    """A body of revolution whose polygons have the area of the circle: then volumes and areas are those of the true."""
    factor = np.sqrt(np.pi / (0.5 * segments * np.sin(2.0 * np.pi / segments)))
    return mesh.scaled((factor, factor, 1.0))


@pytest.mark.parametrize("shape", ["box", "cylinder", "cone"])
def test_heave_period(shape: str) -> None:
    """T = 2π sqrt(m / ρ g A_w), without added mass.

    Box: 2π sqrt(d / g). Upright cylinder of 1 m radius and 1 t: draft 0.3105462 m. Cone, tip down, of 30° and 500 kg:
    draft d = (3 m / (π ρ tan²))^⅓ = 1.1180115 m and T = 2π sqrt(d / 3g).
    """
    if shape == "box":
        vehicle, z, expected = afloat(BARGE, BARGE_MASS), 0.0, 2.0060666807
    elif shape == "cylinder":
        vehicle = afloat(rounded(cylinder(1.0, 2.0, 32), 32), 1000.0)
        z, expected = 1.0 - 0.31054623042321045, 1.117914259024696
    else:
        tip_down = rounded(cone(2.0 * np.tan(np.pi / 6), 2.0, 32), 32).mirrored("z")
        vehicle, z, expected = afloat(tip_down, 500.0), 1.0 - 1.1180114685541684, 1.2246383815424056
    assert abs(Simulation(vehicle, SEA).acceleration()[0, 0, 2]) > 1e-3 or shape == "box"
    assert heave_period(vehicle, z, expected) == pytest.approx(expected, rel=1e-6)


def test_heave_period_of_a_sphere() -> None:
    """Half wet, R = 0.5 m: T = 2π sqrt(2 R / 3 g) = 1.158203 s, up to the water line of the mesh.

    A sphere of triangles with the right volume has a water line that is off by the square of the size of its
    triangles: the error falls fourfold with each split, and is 1e-4 after four.
    """
    expected, errors = 1.1582031381206312, list[float]()
    assert expected == pytest.approx(2.0 * np.pi * np.sqrt(2.0 * 0.5 / (3.0 * G)), rel=1e-12)
    for times in (2, 3, 4):
        mesh = sphere(0.5, times, exact_volume=True)
        errors.append(abs(heave_period(afloat(mesh, 0.5 * RHO * mesh.volume), 0.0, expected) / expected - 1.0))
    assert errors[-1] < 1e-4
    assert measured_order([4.0, 2.0, 1.0], errors) == pytest.approx(2.0, abs=0.1)


def test_roll_period_of_a_barge() -> None:
    """T = 2π sqrt(Ixx / c44) = 2.837007 s, from the barge's own inertia, 68333.3 kg m2; by the same zeros."""
    expected = 2.0 * np.pi * np.sqrt(BARGE_MASS * (4.0**2 + 2.0**2) / 12.0 / 335175.0)
    assert expected == pytest.approx(2.8370067069, rel=1e-9)
    sim = Simulation(afloat(BARGE, BARGE_MASS), SEA, time_step=expected / 200)
    sim.set_state(rpy=[1e-4, 0, 0])
    recording = sim.run(5.2 * expected)
    t, x = recording.time, recording["hull"].orientation[:, 0, 1]
    i = np.flatnonzero((x[:-1] < 0.0) & (x[1:] >= 0.0))
    zeros = t[i] - x[i] * (t[i + 1] - t[i]) / (x[i + 1] - x[i])
    assert np.mean(np.diff(zeros)) == pytest.approx(expected, rel=1e-6)


# Energy


@pytest.mark.parametrize("name", ["box", "sphere", "catamaran"])
def test_weight_and_pressure_are_the_gradient_of_the_potential(name: str) -> None:
    """-dU = f . dx + n . dθ along all six axes, at random attitudes partly in the water.

    Central differences of 1e-5: off by 1e-10 of the third derivative, and more where a corner passes the surface, and
    by 1e-16 of some 10 m ρ g V / 1e-5: 2e-7 of ρ g V times 1 m.
    """
    hull = box((0.5, 0.2, 0.3))
    mesh = {
        "box": lambda: box((1.0, 0.7, 0.5)),
        "sphere": lambda: sphere(0.4, 2),
        "catamaran": lambda: hull.transformed(Pose((0, 0.3, 0))).joined(hull.transformed(Pose((0.1, -0.3, 0)))),
    }[name]()
    random, e = np.random.default_rng(5), 1e-5
    body = Inertial(MassProperties.from_box([1, 1, 1], mass=60.0), Pose((0.1, -0.05, 0.07)))
    sim = Simulation(Vehicle("hull", body, Hull(mesh)), Sea(RHO, G, surface=0.3), batch=13)
    for _ in range(20):
        q = quaternion(random)
        R = matrix_from_quaternion(q)
        positions, attitudes = np.tile([0.5, -0.4, 0.3 + random.uniform(-0.3, 0.3)], (13, 1)), np.tile(q, (13, 1))
        for k in range(3):
            for sign, row in ((1.0, 1 + 2 * k), (-1.0, 2 + 2 * k)):
                positions[row] += sign * e * R[:, k]
                attitudes[row + 6] = quaternion_product(q, [np.cos(e / 2), *(sign * np.sin(e / 2) * np.eye(3)[k])])
        sim.set_state(position=positions, orientation=attitudes)
        U, forces = sim.energy().potential[:, 0], sim.forces()
        slopes = -(U[1::2] - U[2::2]) / (2.0 * e)
        wrench = (forces["weight"] + forces["buoyancy"])[0, 0]
        np.testing.assert_allclose(slopes, wrench, rtol=0, atol=2e-7 * RHO * G * mesh.volume)


def drift(mesh: Mesh, steps: list[float], **state: Any) -> list[float]:
    """The largest change of the energy over 5 s, as a part of the kinetic energy's largest."""
    inertial = Inertial(mesh.mass_properties(mass=0.5 * RHO * mesh.volume), Pose((0.01, 0.02, -0.05)))
    found = list[float]()
    for h in steps:
        sim = Simulation(Vehicle("hull", inertial, Hull(mesh)), SEA, time_step=h)
        sim.set_state(**state)
        energy = sim.run(5.0, record="energy").energy[:, 0, 0]
        total = np.sum(energy, axis=-1)
        found.append(float(np.max(np.abs(total - total[0])) / np.max(energy[:, 0])))
    return found


SMALL_BOX = box((1.0, 0.7, 0.5))


def test_energy_is_conserved_while_no_corner_passes_the_surface() -> None:
    """Heave and some roll of a box between bottom and deck: the force is smooth, and the energy of RK4 falls as h⁵.

    Order 5 is RK4's dissipation of an oscillation. Measured: 4.97.
    """
    steps = [0.02, 0.01, 0.005]
    found = drift(SMALL_BOX, steps, position=[0, 0, 0.05], rpy=[0.1, 0.05, 0.0], velocity=[0.1, 0.2, 0, 0.2, 0.1, 0.3])
    assert found[-1] < 1e-7
    assert measured_order(steps, found) == pytest.approx(5.0, abs=0.2)


@pytest.mark.parametrize("name", ["corners", "triangles"])
def test_energy_is_conserved_where_corners_pass_the_surface(name: str) -> None:
    """The force has a jump in its second derivative or a higher one there: a corner that is under by d is wet over d³.

    A step across a jump of the third derivative errs by h⁴, so that the drift is of an order between 3 and 5, which
    depends on where in the step it happens. Measured: 3.7 for a box that rolls, 4.7 for a sphere of 320 triangles,
    whose jumps are small. Steps of 20 to 1.25 ms average over the luck.
    """
    mesh, state = {
        "corners": (SMALL_BOX, {"rpy": [0.5, 0.3, 0.0]}),
        "triangles": (sphere(0.4, 2), {"rpy": [0.0, 0.0, 0.0]}),
    }[name]
    steps = [0.02, 0.01, 0.005, 0.0025, 0.00125]
    found = drift(mesh, steps, position=[0, 0, 0.05], velocity=[0.1, 0.2, 0, 0.2, 0.1, 0.3], **state)
    assert found[0] < 1e-4
    assert found[-1] < 1e-9
    assert 3.0 < measured_order(steps, found) < 5.2


def test_energy_of_a_box_that_leaves_the_water_upright() -> None:
    """Its whole bottom meets the surface at once: the slope of the force jumps, and a step across it errs by h².

    The jump comes twice in each period, at any place in a step: between order 1 and 3. Measured: 1.9.
    """
    steps = [0.02, 0.01, 0.005, 0.0025, 0.00125]
    inertial = SMALL_BOX.inertial(mass=0.5 * RHO * SMALL_BOX.volume)
    found = list[float]()
    for h in steps:
        sim = Simulation(Vehicle("hull", inertial, Hull(SMALL_BOX)), SEA, time_step=h)
        sim.set_state(position=[0, 0, 0.3])
        assert sim.wet_fraction()[0, 0] == 0.0
        total = np.sum(sim.run(5.0, record="energy").energy[:, 0, 0], axis=-1)
        found.append(float(np.max(np.abs(total - total[0])) / (inertial.mass * G * 0.3)))
    assert found[-1] < 1e-5
    assert 1.0 < measured_order(steps, found) < 3.0


# Waves on a hull that is held


def test_a_cube_on_the_slope_of_a_long_wave() -> None:
    """Half wet, a = 0.5 m, T = 10 s: Fx = -ρ g V dη/dx, V = 1/2 m3: -101.16345 N; by hydrostatic pressure -101.156619.

    That the cube is not small takes (k / 2)² / 6 of it: the mean of cos over 1 m. The pressure of Froude and Krylov
    fades within the draft: on the average over it by (1 - e^-kd) / kd = 1 - kd/2, in the mean head at the sides where
    the depth counts as well: ∫ e^{kz} dz over 0.5 m, 0.990 here. Bernoulli's (1 - β) |v|²/2g, with |v|² = g k a² e^2kz
    and β = e^((z - η)/l), takes k a²/2 ∫ e^2kz dβ of the mean head at the sides, 0.9 %, and of the lift what it is at
    the bottom. A mesh with faces of 1/8 m; its interpolation errs by (k / 8)² / 12 = 2e-6, and the surface, cut between
    corners, by 1e-4 of the part in the splash zone. With faces of 1/16 m β errs by 1/12 (1/16l)² = 1 % of 0.9 %.
    """
    waves = Waves.regular(1.0, 10.0, direction=0.0, phase=-np.pi / 2, gravity=G)
    sea, mesh = Sea(RHO, G, waves=waves), box((1.0, 1.0, 1.0), 8)
    assert float(waves.elevation(0.0, 0.0, 0.0)) == pytest.approx(0.0, abs=1e-15)
    k = float(waves.components.wave_number[0])
    slope = float(waves.slope(0.0, 0.0, 0.0)[0])
    assert -RHO * G * 0.5 * slope == pytest.approx(-101.1634451111659, rel=1e-12)
    hydrostatic = pressed(afloat(mesh, 512.5, "hydrostatic"), sea)
    assert hydrostatic[0] == pytest.approx(-101.156619, rel=1e-8)
    assert hydrostatic[0] == pytest.approx(-RHO * G * 0.5 * slope * (1.0 - (0.5 * k) ** 2 / 6.0), rel=1e-7)
    fading = pressed(afloat(box((1.0, 1.0, 1.0), 16), 512.5), sea)
    shorter = (1.0 - np.exp(-0.5 * k)) / (0.5 * k)
    a, layer = 0.5, 0.5 / np.sqrt(8.0)
    fast = 0.5 * k * a * a * (1.0 - np.exp(-0.5 * (1.0 / layer + 2.0 * k))) / (1.0 + 2.0 * k * layer) / 0.5
    assert fading[0] == pytest.approx(hydrostatic[0] * (shorter - fast), rel=1e-4)
    at_bottom = 0.5 * k * a * a * np.exp(-k) * (1.0 - np.exp(-0.5 / layer))
    assert fading[2] == pytest.approx(RHO * G * (0.5 - at_bottom), rel=1e-4)


@pytest.mark.parametrize(
    ("length", "exact", "hydrostatic"),
    [
        (20.0, 187023.1432015787, 256054.8386439649),
        (50.0, 331830.7486621497, 376263.1448326285),
        (156.13, 383743.3255134581, 399501.3717095134),
    ],
)
def test_heave_of_froude_and_krylov_on_a_barge_in_head_sea(length: float, exact: float, hydrostatic: float) -> None:
    """F3 / a = ρ g B e^{-kd} (2 / k) sin(kL/2), the pressure on the bottom; without e^{-kd} if hydrostatic.

    The pressure is linear between corners Δ apart, which takes (kΔ)² / 12 of it: 2e-4 at most on a mesh of 64 x 64
    squares. Two meshes, Δ and 2Δ, together leave the fourth order: (kΔ)⁴ of 6e-6 at most. An amplitude of 1 mm, and of
    the crest and trough amidships the difference: third order, (ka)² of 1e-7.
    """
    k, a = 2.0 * np.pi / length, 1e-3

    def waves(phase: float) -> Waves:
        return Waves.regular(2.0 * a, period_of(k), direction=0.0, phase=phase, gravity=G)

    assert exact == pytest.approx(RHO * G * 4.0 * np.exp(-k) * 2.0 / k * np.sin(5.0 * k), rel=1e-12)
    cases: list[tuple[Pressure, float]] = [("froude_krylov", exact), ("hydrostatic", hydrostatic)]
    for pressure, expected in cases:
        found = list[float]()
        for n in (32, 64):
            vehicle = afloat(box((10.0, 4.0, 2.0), n), BARGE_MASS, pressure)
            found.append(first_order(vehicle, waves, ("buoyancy",))[2] / a)
            assert found[-1] == pytest.approx(expected * (1.0 - (10.0 * k / n) ** 2 / 12.0), rel=5e-6)
        assert (4.0 * found[1] - found[0]) / 3.0 == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("depth", [None, 15.0])
def test_pressure_far_below_a_short_wave(depth: float | None) -> None:
    """A sphere 10 m down in a wave of 20 m: hydrostatic pressure pushes it e^{k 10} = 23.14 times too hard.

    Froude and Krylov: ρ V g a k times e^{-k 10}, or cosh(k (h - 10)) / cosh(kh) above a floor: p is harmonic, so that
    its mean gradient over a sphere is that at the centre. cos(kx) is not: there the mean has 3 j1(kR) / kR, 0.25 %
    less. Triangles of 0.05 m lose (k 0.05)² / 12 = 2e-5, and what is of third order, (ka)², is 1e-5.
    """
    k, a, R = 2.0 * np.pi / 20.0, 0.01, 0.5
    omega = np.sqrt(G * k * (1.0 if depth is None else np.tanh(k * depth)))
    assert wave_number(omega, depth, G) == pytest.approx(k, rel=1e-12)
    mesh = sphere(R, 3, exact_volume=True)
    found, pressures = dict[str, float](), get_args(Pressure)
    for pressure in pressures:
        ends = list[float]()
        for phase in (np.pi / 2, -np.pi / 2):
            waves = Waves.regular(2.0 * a, 2.0 * np.pi / omega, direction=0.0, phase=phase, depth=depth, gravity=G)
            sea = Sea(RHO, G, depth=depth, waves=waves)
            ends.append(pressed(afloat(mesh, 500.0, pressure), sea, position=[0, 0, -10.0])[0])
        found[pressure] = 0.5 * (ends[0] - ends[1])
    fade = np.exp(-10.0 * k) if depth is None else np.cosh(k * (depth - 10.0)) / np.cosh(k * depth)
    full = RHO * G * mesh.volume * k * a
    wide = 3.0 * float(spherical_jn(1, k * R)) / (k * R)
    assert found["froude_krylov"] == pytest.approx(full * fade, rel=1e-4)
    assert found["hydrostatic"] == pytest.approx(full * wide, rel=1e-4)
    if depth is None:
        assert found["hydrostatic"] / found["froude_krylov"] == pytest.approx(23.14, rel=0.003)


# Each effect once


@pytest.mark.parametrize("added", [False, True])
def test_a_small_hull_feels_the_waves_as_a_fixed_buoyancy_does(added: bool) -> None:
    """Still buoyancy, ρ V a_water and M_A a_water, each once: on a hull the second is in ``buoyancy``.

    First order in the amplitude, where -grad p = ρ dv/dt: the two theories differ by the square of the velocity in the
    pressure. A sphere of 5 cm in a wave of 14 m: its triangles lose (k 5 mm)² / 12; together 1e-6.
    """
    R, place = 0.05, np.array([1.0, -2.0, -2.0])
    mesh = sphere(R, 3, exact_volume=True)
    M_A = sphere_added_mass(R, RHO) if added else None
    inertial = Inertial(mesh.mass_properties(mass=RHO * mesh.volume), None, M_A)

    def waves(phase: float) -> Waves:
        return Waves.regular(2e-3, 3.0, direction=0.4, phase=0.7 + phase, gravity=G)

    laws = ("buoyancy", "water_acceleration")
    by_mesh, fixed = (
        first_order(Vehicle("body", inertial, buoyancy), waves, laws, position=place)
        for buoyancy in (Hull(mesh), Buoyancy(mesh.volume))
    )
    a_water = 0.5 * (waves(0.0).acceleration(place, 0.0) - waves(np.pi).acceleration(place, 0.0))
    expected = RHO * mesh.volume * (1.5 if added else 1.0) * a_water
    scale = float(np.linalg.norm(expected))
    np.testing.assert_allclose(fixed[:3], expected, rtol=0, atol=1e-12 * scale)
    np.testing.assert_allclose(by_mesh[:3], expected, rtol=0, atol=2e-6 * scale)
    # Nothing turns a small sphere.
    np.testing.assert_allclose(by_mesh[3:], 0.0, rtol=0, atol=1e-6 * scale * R)
    # And where each effect is told of. Thin slices have the second moments of the hull to 1e-3, of which (k R)² / 10
    # counts: 5e-8.
    push = first_order(Vehicle("body", inertial, Hull(mesh)), waves, ("water_acceleration",), position=place)
    np.testing.assert_allclose(push[:3], expected / 3.0 if added else 0.0, rtol=0, atol=1e-7 * scale)


def test_a_hull_feels_an_accelerating_current_as_a_fixed_buoyancy_does() -> None:
    """The pressure of the mesh knows waves, not the current: ρ V a of that stays in ``water_acceleration``."""
    mesh = box((0.4, 0.3, 0.2)).transformed(Pose((0.05, 0.02, -0.03)))
    inertial = Inertial(MassProperties.from_box([0.4, 0.3, 0.2], mass=20.0), None, AddedMass(5.0 * np.eye(6)))
    sea = Sea(RHO, G, current=Current([[0, 0, 0], [1.0, 0.5, 0]], times=[0.0, 2.0]))
    found = list[dict[str, np.ndarray]]()
    for buoyancy in (Hull(mesh), Buoyancy(mesh.volume, mesh.centroid)):
        sim = Simulation(Vehicle("body", inertial, buoyancy), sea, start_time=0.5)
        sim.set_state(position=[0, 0, -2.0], rpy=[0.3, -0.2, 0.9], velocity=[0.1, 0, 0.2, 0.3, -0.1, 0.2])
        found.append(sim.forces())
    assert np.max(np.abs(found[0]["water_acceleration"])) > 5.0
    for law, wrench in found[0].items():
        np.testing.assert_allclose(wrench, found[1][law], rtol=0, atol=1e-10)


# Motion with the water


def carried(waves: Waves, p: np.ndarray, duration: float, steps: int) -> np.ndarray:
    """Where a particle goes with the velocity of the water, by RK4."""
    h = duration / steps
    for n in range(steps):
        t = n * h
        k1 = waves.velocity(p, t)
        k2 = waves.velocity(p + 0.5 * h * k1, t + 0.5 * h)
        k3 = waves.velocity(p + 0.5 * h * k2, t + 0.5 * h)
        k4 = waves.velocity(p + h * k3, t + h)
        p = p + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return p


def off_its_orbit(mesh: Mesh, a: float, added: AddedMass | None) -> float:
    """How far a neutral hull comes off the path of the water over a period of 3 s, as a part of the orbit."""
    T, start, steps = 3.0, np.array([1.0, -2.0, -2.0]), 25
    waves = Waves.regular(2.0 * a, T, direction=0.4, gravity=G)
    inertial = Inertial(mesh.mass_properties(mass=RHO * mesh.volume), None, added)
    sim = Simulation(Vehicle("ball", inertial, Hull(mesh)), Sea(RHO, G, waves=waves), time_step=T / (4 * steps))
    sim.set_state(position=start, velocity=[*waves.velocity(start, 0.0), 0, 0, 0])
    worst, orbit = 0.0, 0.0
    for quarter in range(1, 5):
        sim.step(count=steps)
        p = carried(waves, start, float(sim.time), steps * quarter)
        worst = max(worst, float(np.linalg.norm(sim.state.position[0, 0] - p)))
        orbit = max(orbit, float(np.linalg.norm(p - start)))
    return worst / orbit


def test_a_neutral_ball_goes_with_the_water_the_better_the_smaller_it_is() -> None:
    """In tiny waves of 14 m an icosahedron is off the orbit by the fourth power of its size.

    The second power is absent: p is harmonic, and so are the errors of an even sum over a solid with the symmetry of
    the icosahedron. 3.7e-4 at R = 0.8 m; 1e-7 m of amplitude leave second order at 1e-7.
    """
    radii = [0.8, 0.4, 0.2]
    errors = [off_its_orbit(sphere(R, 0, exact_volume=True), 1e-7, sphere_added_mass(R, RHO)) for R in radii]
    assert errors[-1] < 3e-6
    assert measured_order(radii, errors) == pytest.approx(4.0, abs=0.2)


def test_a_long_box_feels_the_mean_of_the_wave_over_its_length() -> None:
    """Along the wave: sin(kL/2) / (kL/2) of the surge of a point, so 1 - (kL)² / 24: of second order in its length."""
    k, a, sides = 2.0 * np.pi / 14.0, 1e-4, 0.1
    for L in (1.0, 2.0, 4.0):
        mesh = box((L, sides, sides), 24)

        def waves(phase: float) -> Waves:
            return Waves.regular(2.0 * a, period_of(k), direction=0.0, phase=np.pi / 2 + phase, gravity=G)

        force = first_order(afloat(mesh, 10.0), waves, ("buoyancy",), position=[0, 0, -3.0])[0]
        point = RHO * mesh.volume * G * k * a * np.exp(-3.0 * k)
        across = np.sinh(0.5 * k * sides) / (0.5 * k * sides)
        # Steps of L / 24 lose (k L / 24)² / 12 or less.
        assert force == pytest.approx(point * np.sin(0.5 * k * L) / (0.5 * k * L) * across, rel=5e-4)


@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("amplitude", [0.01, 0.04, 0.16])
def test_a_neutral_ball_goes_with_the_water_whatever_the_amplitude(amplitude: float, added: bool) -> None:
    """Up to k a = 0.07: the pressure is Bernoulli's, and added mass is pushed by Dv/Dt. RK4 and the mesh leave 1e-7."""
    M_A = sphere_added_mass(0.1, RHO) if added else None
    assert off_its_orbit(sphere(0.1, 1, exact_volume=True), amplitude, M_A) < 2e-7


# Gerstner's waves


STEEP = Waves.gerstner(1.5, 6.0, direction=0.4, gravity=G)


def test_the_pressure_of_a_gerstner_wave_accelerates_the_water() -> None:
    """ρ V (a_water + g up) on a small ball anywhere in a steep wave: the wave is an exact solution.

    Off by (kR)² times some ka: 1.6e-5 of ρ V a at R = 0.2 m, and a quarter of that at half the size.
    """
    radii, errors = [0.2, 0.1, 0.05], list[float]()
    for R in radii:
        mesh, worst = sphere(R, 2, exact_volume=True), 0.0
        for z in (-1.0, -2.0, -5.0):
            for x in (0.0, 7.0, 15.0, 25.0):
                place = np.array([x, 1.0, z])
                sim = Simulation(afloat(mesh, RHO * mesh.volume), Sea(RHO, G, waves=STEEP), start_time=1.0)
                sim.set_state(position=place)
                assert sim.wet_fraction()[0, 0] == pytest.approx(1.0, abs=1e-12)
                a = STEEP.acceleration(place, 1.0)
                found = sim.forces()["buoyancy"][0, 0, :3] / (RHO * mesh.volume) - [0, 0, G]
                worst = max(worst, float(np.linalg.norm(found - a) / np.linalg.norm(a)))
        errors.append(worst)
    assert errors[-1] < 3e-6
    assert measured_order(radii, errors) == pytest.approx(2.0, abs=0.1)


def test_a_small_ball_afloat_rides_a_gerstner_wave_on_a_circle() -> None:
    """The surface is one of equal pressure, so what floats in it is pushed along its normal, as the water is.

    A ball of half the density, started with the particle of the crest, goes round with it: a circle of 0.75 m within a
    period, up to its own size: its centre of pressure lies R / 4 or so below the particle. Slower there by kR: order 1.
    """
    radii, errors, T = [0.2, 0.1, 0.05], list[float](), 6.0
    for R in radii:
        mesh = sphere(R, 2, exact_volume=True)
        start = np.array([0.0, 0.0, 0.75])
        sim = Simulation(afloat(mesh, 0.5 * RHO * mesh.volume), Sea(RHO, G, waves=STEEP), time_step=T / 2400)
        sim.set_state(position=start, velocity=[*STEEP.velocity(start, 0.0), 0, 0, 0])
        recording = sim.run(T, record_period=T / 60)
        angle = 2.0 * np.pi * recording.time / T
        forth = 0.75 * np.sin(angle)
        circle = np.stack([forth * np.cos(0.4), forth * np.sin(0.4), 0.75 * np.cos(angle)], axis=-1)
        errors.append(float(np.max(np.abs(recording["hull"].position[:, 0] - circle))))
        assert np.max(recording["hull"].position[:, 0, 2]) < 0.76
    assert errors[-1] < 0.01
    assert measured_order(radii, errors) == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("waves", [STEEP, Waves.regular(1.5, 6.0, direction=0.4, gravity=G)], ids=["gerstner", "airy"])
def test_a_hull_with_all_its_corners_in_the_surface_feels_almost_nothing(waves: Waves) -> None:
    """The pressure is zero at the surface of the waves, wherever it is.

    A lens, flat at the surface, with its one lower corner 1 mm below: the head is below 1 mm all over, so that the
    force is less than ρ g times 1 mm times the area.
    """
    t, ring = 2.0, np.array([[np.cos(b), np.sin(b)] for b in 2.0 * np.pi * np.arange(12) / 12.0])
    heights = waves.elevation(ring[:, 0], ring[:, 1], t)
    middle = float(waves.elevation(0.0, 0.0, t))
    vertices = [*np.column_stack([ring, heights]), [0, 0, middle], [0, 0, middle - 1e-3]]
    here, ahead = np.arange(12), np.roll(np.arange(12), -1)
    top, low = np.full(12, 12), np.full(12, 13)
    mesh = Mesh(vertices, np.concatenate([np.stack([here, ahead, top], 1), np.stack([ahead, here, low], 1)]))
    body = Inertial(MassProperties.from_box([1, 1, 1], mass=10.0))
    sim = Simulation(Vehicle("lens", body, Hull(mesh)), Sea(RHO, G, waves=waves), start_time=t)
    force = sim.forces()["buoyancy"][0, 0, :3]
    assert np.ptp(heights) > 0.05
    assert np.linalg.norm(force) < RHO * G * 1e-3 * 3.1
    assert force[2] > 0.0


# Moving frames


def test_a_hull_in_a_steady_current_moves_as_in_a_frame_that_drifts_with_it() -> None:
    """Damping and added mass see the velocity through the water, the pressure only where the hull is.

    A pitching, rolling hull with a full added mass, for 3 s. The steps are taken in the axes of the body, in which a
    steady current turns: so they are Galilean to their own order, h⁴. Corners that pass
    the surface do so in both alike.
    """
    random, current = np.random.default_rng(21), np.array([0.7, -0.4, 0.0])
    mesh = box((1.0, 0.7, 0.5))
    inertial = Inertial(
        mesh.mass_properties(mass=150.0), Pose((0.02, 0.01, -0.08)), AddedMass(40.0 * (spd(random) + spd(random)))
    )
    vehicle = Vehicle("hull", inertial, Hull(mesh), Damping(20.0 * spd(random), 5.0 * spd(random)))
    q = Pose.from_rpy([0, 0, 0], [0.4, -0.2, 1.0]).q
    R, nu = matrix_from_quaternion(q), np.array([0.3, -0.2, 0.4, 0.5, 0.2, -0.3])
    steps, errors = [0.02, 0.01, 0.005], list[float]()
    for h in steps:
        drifting, still = (Simulation(vehicle, sea, time_step=h) for sea in (Sea(RHO, G, current=current), SEA))
        still.set_state(position=[0, 0, 0.1], orientation=q, velocity=nu)
        moved = np.concatenate([nu[:3] + R.T @ current, nu[3:]])
        drifting.set_state(position=[0, 0, 0.1], orientation=q, velocity=moved)
        for law in ("buoyancy", "damping", "water_acceleration"):
            np.testing.assert_allclose(drifting.forces()[law], still.forces()[law], rtol=0, atol=1e-12)
        for sim in (drifting, still):
            sim.step(count=round(3.0 / h))
        there, here = motion_of(drifting), motion_of(still)
        along = matrix_from_quaternion(here[3:7]).T @ current
        expected = here + np.concatenate([3.0 * current, np.zeros(4), along, np.zeros(3)])
        errors.append(float(np.max(np.abs(there - expected))))
        assert 0.0 < still.wet_fraction()[0, 0] < 1.0
    assert errors[1] < 1e-8
    assert measured_order(steps, errors) == pytest.approx(4.0, abs=0.15)


def test_a_hull_is_damped_by_its_wet_part() -> None:
    """All of the damping acts while half of what it displaces afloat is wet; below that it falls straight to 0.

    A cube of 1 m3 and 500 kg: half of its displacement is 250 kg of water.
    """
    mesh = box((1.0, 1.0, 1.0))
    vehicle = Vehicle("hull", mesh.inertial(mass=500.0), Hull(mesh), Damping(np.full(6, 8.0)))
    for z, wet in (
        (-2.0, 1.0),
        (-0.5, 1.0),
        (0.0, 0.5),
        (0.25, 0.25),
        (0.4, 0.1),
        (0.49, 0.01),
        (0.5, 0.0),
        (3.0, 0.0),
    ):
        sim = Simulation(vehicle, SEA)
        sim.set_state(position=[0, 0, z], velocity=[1, 2, 3, 4, 5, 6])
        assert sim.wet_fraction()[0, 0] == pytest.approx(wet, abs=1e-14)
        expected = -8.0 * min(1.0, wet * RHO / 250.0) * np.arange(1.0, 7.0)
        np.testing.assert_allclose(sim.forces()["damping"][0, 0], expected, rtol=0, atol=1e-11)

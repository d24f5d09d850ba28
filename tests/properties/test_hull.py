"""Laws of the pressure on hulls that hold for any closed mesh, at any attitude, in any sea."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from tests.strategies import poses, positive, quaternions, vectors

from seaway.frames import Pose, matrix_from_quaternion, quaternion_product
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import Mesh, box, cut, sphere
from seaway.sea import Components, Jonswap, Sea, Spreading, Waves, wave_number
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Hull, Vehicle
from seaway.vehicle._hull import Pressure

RHO, G = 1025.0, 9.80665
EPS = float(np.finfo(float).eps)
UP = np.array([0.0, 0.0, 1.0])
PRESSURES: tuple[Pressure, ...] = ("froude_krylov", "hydrostatic")
INERTIAL = Inertial(MassProperties.from_box([1.0, 1.0, 1.0], mass=100.0))


def convex(seed: int, count: int, size: Any) -> Mesh:
    """The convex hull of random points, outward."""
    points = np.random.default_rng(seed).normal(size=(count, 3)) * size
    hull = ConvexHull(points)
    faces = hull.simplices.copy()
    a, b, c = (points[faces[:, k]] for k in range(3))
    inverted = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0.0
    faces[inverted] = faces[inverted][:, ::-1]
    return Mesh(points, faces)


def star(seed: int, size: Any) -> Mesh:
    """A ball with random radii, stretched: not convex."""
    ball = sphere(1.0, 1)
    radii = np.random.default_rng(seed).uniform(0.5, 1.5, size=(len(ball.vertices), 1))
    return Mesh(ball.vertices * radii * size, ball.faces)


def bodies(smallest: float = 0.1, largest: float = 5.0) -> st.SearchStrategy[Mesh]:
    """Convex ones of 4 to 25 points, ones that are not, and two apart; off the origin, turned any way."""
    sizes = st.lists(positive(smallest, largest), min_size=3, max_size=3)

    def build(kind: int, seed: int, count: int, size: list[float], pose: Pose) -> Mesh:
        mesh = star(seed, size) if kind == 0 else convex(seed, count, size)
        if kind == 1:
            apart = Pose((8.0 * max(size), 0.0, 0.0))
            mesh = mesh.joined(star(seed + 1, size).transformed(apart))
        return mesh.transformed(pose)

    seeds = st.integers(0, 2**31)
    return st.builds(build, st.integers(0, 3), seeds, st.integers(4, 25), sizes, poses(largest))


def size_of(mesh: Mesh) -> float:
    """Its reach, from Bo too: the longest lever of a force."""
    return float(np.max(np.linalg.norm(mesh.vertices, axis=1)) + np.linalg.norm(mesh.bounds[1] - mesh.bounds[0]))


def simulation(
    mesh: Mesh, pressure: Pressure = "froude_krylov", waves: Waves | None = None, t: float = 0.0, **state: Any
) -> Simulation:
    vehicle = Vehicle("hull", mesh.inertial(density=600.0), Hull(mesh, pressure))
    sim = Simulation(vehicle, Sea(RHO, G, depth=None if waves is None else waves.depth, waves=waves), start_time=t)
    sim.set_state(**state)
    return sim


def wrench_of(*arguments: Any, **state: Any) -> np.ndarray:
    """About Bo in B, divided by ρ g."""
    return simulation(*arguments, **state).forces()["buoyancy"][0, 0] / (RHO * G)


def at_height(mesh: Mesh, q: np.ndarray, part: float) -> np.ndarray:
    """A position with the still surface at a part of the height of the turned body: 0 just touches, 1 is just under."""
    z = mesh.vertices @ matrix_from_quaternion(q)[2]
    return np.array([1.0, -2.0, -(np.min(z) + part * np.ptp(z))])


def cross_sea(scale: float = 1.0, depth: float | None = None, turned: float = 0.0, mirrored: float = 1.0) -> Waves:
    """Five waves from several sides, of 4 to 9 s; turned about z, or mirrored across y."""
    omega = 2.0 * np.pi / np.array([4.0, 5.0, 6.0, 7.5, 9.0])
    a = scale * np.array([0.1, 0.15, 0.2, 0.25, 0.3])
    directions = mirrored * np.array([0.3, -0.8, 2.0, 1.1, -2.5]) + turned
    k = wave_number(omega, depth, G)
    return Waves(Components(a, omega, directions, [0.1, 1.3, -0.7, 2.9, 0.4], k), depth=depth, gravity=G)


def steep_sea(seed: int) -> Waves:
    """Hs = 2.5 m with Tp = 5 s, as steep as seas come; short-crested."""
    spectrum = Jonswap(2.5, 5.0)
    return Waves.irregular(
        spectrum, 40, direction=0.5, spreading=Spreading(2), seed=seed, gravity=G, method="equal_spacing"
    )


# Archimedes


@given(bodies(), quaternions(), positive(1e-3, 1e4))
def test_under_water_a_body_feels_its_weight_of_water_at_its_centroid(mesh: Mesh, q: np.ndarray, below: float) -> None:
    """ρ g V, at any depth of its top below the surface.

    Each face of area A feels ρ g A times its depth, and these must cancel but for V: rounding takes ε times the depth
    times all of the area, and some times that as there are many faces. So the deeper, the less exact, by nature.
    """
    z = mesh.vertices @ matrix_from_quaternion(q)[2]
    depth = below + float(np.ptp(z))
    sim = simulation(mesh, position=[1.0, -2.0, -below - np.max(z)], orientation=q)
    wrench = sim.forces()["buoyancy"][0, 0] / (RHO * G)
    lift = mesh.volume * matrix_from_quaternion(q)[2]
    rounding = 4.0 * EPS * (depth + size_of(mesh)) * mesh.area
    assert np.max(np.abs(wrench[:3] - lift)) <= rounding
    assert np.max(np.abs(wrench[3:] - np.cross(mesh.centroid, lift))) <= rounding * size_of(mesh)
    assert abs(sim.wet_fraction()[0, 0] - 1.0) <= rounding / mesh.volume


@given(bodies(), quaternions(), st.floats(0.01, 0.99))
def test_the_wet_part_is_what_a_plane_cuts_off(mesh: Mesh, q: np.ndarray, part: float) -> None:
    """Volume, and force and moment at its centre, as ``mesh.cut`` has them.

    Sums of faces in another order: ε times their number, some 10, of all that is added.
    """
    up, position = matrix_from_quaternion(q)[2], at_height(mesh, q, part)
    sim = simulation(mesh, position=position, orientation=q)
    below = cut(mesh, up, -position[2])
    wrench = sim.forces()["buoyancy"][0, 0] / (RHO * G)
    rounding = 20.0 * EPS * size_of(mesh) * mesh.area
    assert abs(sim.wet_fraction()[0, 0] * mesh.volume - below.volume) <= rounding
    assert np.max(np.abs(wrench[:3] - below.volume * up)) <= rounding
    moment = np.cross(below.centroid, below.volume * up)
    assert np.max(np.abs(wrench[3:] - moment)) <= rounding * size_of(mesh)


@settings(max_examples=50)
@given(bodies(), quaternions(), st.floats(-0.2, 1.2))
def test_smaller_triangles_change_nothing_in_still_water(mesh: Mesh, q: np.ndarray, part: float) -> None:
    """The pressure is linear, and so is the integral over each triangle, wet as a whole or cut."""
    position = at_height(mesh, q, part)
    coarse, fine = (simulation(m, position=position, orientation=q) for m in (mesh, mesh.refined()))
    rounding = 20.0 * EPS * size_of(mesh) * mesh.area
    difference = (coarse.forces()["buoyancy"] - fine.forces()["buoyancy"])[0, 0] / (RHO * G)
    assert np.max(np.abs(difference[:3])) <= rounding
    assert np.max(np.abs(difference[3:])) <= rounding * size_of(mesh)
    assert abs(coarse.wet_fraction() - fine.wet_fraction())[0, 0] <= rounding / mesh.volume


@settings(max_examples=50)
@given(bodies(), quaternions(), st.integers(0, 10**6))
def test_the_force_does_not_jump_where_a_vertex_crosses_the_surface(mesh: Mesh, q: np.ndarray, number: int) -> None:
    """Any vertex at ±e from the surface, and in it: the wrench differs by e times the water plane, less than the area.

    In waves as well, where what moves is the waves' own head.
    """
    vertex = mesh.vertices[mesh.faces.ravel()[number % mesh.faces.size]]
    R, e = matrix_from_quaternion(q), 1e-7
    for waves in (None, cross_sea()):
        place = np.array([3.0, -1.0, 0.0])
        above = place + R @ vertex
        place[2] = -above[2] + (0.0 if waves is None else float(waves.elevation(above[0], above[1], 0.0)))
        found = [wrench_of(mesh, "froude_krylov", waves, position=place + d * UP, orientation=q) for d in (-e, 0, e)]
        bound = 2.0 * e * mesh.area
        for side in (found[0], found[2]):
            assert np.max(np.abs(side[:3] - found[1][:3])) <= bound
            assert np.max(np.abs(side[3:] - found[1][3:])) <= bound * size_of(mesh)


# Symmetry


@settings(max_examples=50)
@given(bodies(), quaternions(), st.floats(-3.1, 3.1), st.floats(-0.2, 1.5), st.sampled_from([None, 15.0]))
def test_body_and_waves_turned_together(
    mesh: Mesh, q: np.ndarray, angle: float, part: float, depth: float | None
) -> None:
    """About the vertical: the same wrench in the axes of the body.

    Angles of phase, of some tens, are rounded by 1e-14, and with them the heads of all faces, in metres.
    """
    position, t = at_height(mesh, q, part), 1.5
    yaw = np.array([np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle)])
    for pressure in PRESSURES:
        here = wrench_of(mesh, pressure, cross_sea(depth=depth), t, position=position, orientation=q)
        there = wrench_of(
            mesh,
            pressure,
            cross_sea(depth=depth, turned=angle),
            t,
            position=matrix_from_quaternion(yaw) @ position,
            orientation=quaternion_product(yaw, q),
        )
        rounding = (1e-13 + 20.0 * EPS * size_of(mesh)) * mesh.area
        assert np.max(np.abs(here[:3] - there[:3])) <= rounding
        assert np.max(np.abs(here[3:] - there[3:])) <= rounding * size_of(mesh)


MIRROR = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])


def mirrored_difference(mesh: Mesh, pressure: Pressure, q: np.ndarray, position: np.ndarray, still: bool) -> np.ndarray:
    """What is left of the wrench less the mirror image of that on the mirrored body in mirrored waves."""
    seas = (None, None) if still else (cross_sea(), cross_sea(mirrored=-1.0))
    here = wrench_of(mesh, pressure, seas[0], 1.5, position=position, orientation=q)
    other = {"position": position * [1, -1, 1], "orientation": q * [1, -1, 1, -1]}
    return here - MIRROR * wrench_of(mesh.mirrored("y"), pressure, seas[1], 1.5, **other)


@settings(max_examples=50)
@given(bodies(), quaternions(), st.floats(-0.2, 1.5))
def test_body_and_waves_in_a_mirror(mesh: Mesh, q: np.ndarray, part: float) -> None:
    """Port and starboard are alike, in still water and in waves, cut or not."""
    position = at_height(mesh, q, part)
    cases: list[tuple[Pressure, np.ndarray, bool]] = [
        ("froude_krylov", position, True),
        ("hydrostatic", position, False),
        ("froude_krylov", position, False),
        ("froude_krylov", position - [0, 0, 2.0 + np.ptp(mesh.vertices @ matrix_from_quaternion(q)[2])], False),
    ]
    for pressure, place, still in cases:
        rounding = (1e-13 + 20.0 * EPS * (abs(place[2]) + size_of(mesh))) * mesh.area
        difference = mirrored_difference(mesh, pressure, q, place, still)
        assert np.max(np.abs(difference[:3])) <= rounding
        assert np.max(np.abs(difference[3:])) <= rounding * size_of(mesh)


# Waves


@settings(max_examples=50)
@given(bodies(0.2, 1.0), quaternions(), vectors(20.0), st.floats(-20.0, -3.0), st.sampled_from([None, 40.0]))
def test_a_small_body_in_long_waves_feels_the_acceleration_of_the_water_once(
    mesh: Mesh, q: np.ndarray, place: np.ndarray, z: float, depth: float | None
) -> None:
    """ρ V a at its centroid, by mesh and by fixed buoyancy alike; a body of some centimetres, waves of 25 m and more.

    What is odd in the amplitude, so that the even square of the velocity is gone. Left are (k size)² / 2 of the largest
    acceleration, with k = 0.25 1/m: 1e-3 for a reach of 0.2 m, and the rest of third order, (ka)² of 1e-7.
    """
    small = mesh.scaled(0.1 / float(np.max(np.ptp(mesh.vertices, axis=0))), about=mesh.centroid)
    small = small.transformed(Pose(-0.9 * mesh.centroid))
    assume(small.volume > 1e-6)  # a sliver of no volume has only errors of area
    position = np.array([place[0], place[1], z])
    found = list[np.ndarray]()
    for buoyancy in (Hull(small), Buoyancy(small.volume, small.centroid)):
        ends = list[np.ndarray]()
        for scale in (1e-3, -1e-3):
            waves = cross_sea(1e-3, depth)
            c = waves.components
            phase = c.phase if scale > 0.0 else c.phase + np.pi
            waves = Waves(Components(c.amplitude, c.omega, c.direction, phase, c.wave_number), depth=depth, gravity=G)
            sim = Simulation(Vehicle("body", INERTIAL, buoyancy), Sea(RHO, G, depth=depth, waves=waves))
            sim.set_state(position=position, orientation=q)
            forces = sim.forces()
            ends.append((forces["buoyancy"] + forces["water_acceleration"])[0, 0])
        found.append(0.5 * (ends[0] - ends[1]))
    size, reach = 0.2, float(np.max(np.linalg.norm(small.vertices, axis=1)))
    strongest = RHO * small.volume * 1e-3 * float(np.sum(cross_sea(1.0).components.amplitude * 2.5))
    coarse = 0.25 * size * RHO * G * small.area * 1e-3 * 0.25 * 0.25 * size
    tolerance = 2e-3 * strongest + coarse
    np.testing.assert_allclose(found[0][:3], found[1][:3], rtol=0, atol=tolerance)
    np.testing.assert_allclose(found[0][3:], found[1][3:], rtol=0, atol=tolerance * (reach + size))


@pytest.mark.parametrize("seed", range(6))
def test_a_body_below_the_waves_is_wet_as_a_whole(seed: int) -> None:
    """Its volume is all under water: so says the fraction that damping and the current's push go with.

    To the rounding of the depths of all faces.
    """
    random = np.random.default_rng(seed)
    waves = Waves.irregular(Jonswap(2.0, 6.0), 20, direction=0.3, spreading=Spreading(4), seed=seed, gravity=G)
    for below in (4.0, 20.0, 100.0):
        q, mesh = random.normal(size=4), convex(seed, 12, random.uniform(0.2, 2.0, size=3))
        q /= np.linalg.norm(q)
        top = np.max(mesh.vertices @ matrix_from_quaternion(q)[2])
        sim = simulation(mesh, "froude_krylov", waves, position=[1.0, 2.0, -below - top], orientation=q)
        rounding = 20.0 * EPS * (below + size_of(mesh)) * mesh.area
        assert abs(sim.wet_fraction()[0, 0] - 1.0) <= rounding / mesh.volume


@pytest.mark.parametrize("thin", [0.5, 0.1, 0.01, 0.001])
def test_a_slim_body_far_below_the_waves_keeps_its_buoyancy(thin: float) -> None:
    """50 m down a wave of 20 m has faded by e^-15: what is left is ρ g V. And it is wet, once."""
    waves = Waves.regular(1.0, 3.6, direction=0.0, phase=1.0, gravity=G)
    for seed in range(20):
        mesh = convex(seed, 12, np.array([2.0, 2.0, thin]))
        sim = simulation(mesh, "froude_krylov", waves, position=[1.3 * seed, 0.0, -50.0])
        assert sim.forces()["buoyancy"][0, 0, 2] == pytest.approx(RHO * G * mesh.volume, rel=1e-3)
        assert sim.wet_fraction()[0, 0] == pytest.approx(1.0, rel=1e-9)


def test_no_more_is_wet_than_there_is() -> None:
    """Flat bodies across the surface of a steep sea: a fraction from 0 to 1, and never below."""
    for seed in range(40):
        waves = steep_sea(seed)
        mesh = convex(seed, 15, np.array([2.0, 2.0, 0.2]))
        for z in (-1.5, -1.0, -0.5, 0.0):
            wet = simulation(mesh, "froude_krylov", waves, position=[3.0 * seed, 1.0, z]).wet_fraction()[0, 0]
            assert 0.0 <= wet <= 1.0


# Nothing breaks


def assert_sound(sim: Simulation, what: Any = "") -> None:
    """All is finite, and no more is wet than there is."""
    assert np.isfinite(sim.acceleration()).all(), what
    for law, wrench in sim.forces().items():
        assert np.isfinite(wrench).all(), (law, what)
    wet = sim.wet_fraction()[0, 0]
    assert -1e-9 <= wet <= 1.0 + 1e-9, (wet, what)
    sim.step(count=2)
    assert np.isfinite(sim.state.position).all(), what


@settings(max_examples=50)
@given(bodies(), quaternions(), st.integers(0, 10**6), st.integers(-2, 2))
def test_a_vertex_in_the_surface(mesh: Mesh, q: np.ndarray, number: int, ulps: int) -> None:
    """To the last digit, or one or two beside it; the lowest and the highest one too."""
    z = mesh.vertices[np.unique(mesh.faces)] @ matrix_from_quaternion(q)[2]
    for height in (float(z[number % len(z)]), float(np.min(z)), float(np.max(z))):
        place = -height
        for _ in range(abs(ulps)):
            place = float(np.nextafter(place, np.inf if ulps > 0 else -np.inf))
        assert_sound(simulation(mesh, position=[0.0, 0.0, place], orientation=q))


FLAT_TURNS = [[0.0, 0.0, 0.0], [np.pi / 2, 0.0, 0.0], [0.0, np.pi / 2, 0.0], [np.pi, 0.0, 0.0], [np.pi / 4, 0.0, 0.0]]


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 1, 1e-3), (1, 1, 1e-6), (1e-4, 1e-4, 1e-4), (1e4, 1e3, 1e2)])
@pytest.mark.parametrize("rpy", FLAT_TURNS)
def test_faces_that_graze_the_surface(size: tuple[float, float, float], rpy: list[float]) -> None:
    """Boxes and plates, tiny to huge, level and on edge: a face, an edge or a corner in the surface, and just off it.

    What is wet is then that part of the height: to 1e-9, as a quaternion of a right angle is off by 1e-16.
    """
    mesh = box(size)
    z = mesh.vertices @ Pose.from_rpy([0, 0, 0], rpy).R[2]
    top = float(np.max(z))
    for height in (-top, 0.0, top):
        for off in (0.0, 1e-16, -1e-16, 1e-12, -1e-12, 1e-6, -1e-6):
            sim = simulation(mesh, position=[0, 0, height + off * top], rpy=rpy)
            wet = sim.wet_fraction()[0, 0]
            expected = 0.5 - 0.5 * height / top
            assert wet == pytest.approx(expected, abs=2e-6)
            lift = np.linalg.norm(sim.forces()["buoyancy"][0, 0, :3])
            assert lift == pytest.approx(RHO * G * mesh.volume * wet, rel=1e-9, abs=1e-9 * RHO * G * mesh.volume)
            assert np.isfinite(sim.acceleration()).all()


@settings(max_examples=60)
@given(bodies(), quaternions(), st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(-0.1, 1.1))
@example(box((1, 1, 1)), np.array([1.0, 0, 0, 0]), 1e6, -1e6, 0.5)
def test_far_from_the_origin(mesh: Mesh, q: np.ndarray, x: float, y: float, part: float) -> None:
    """1e6 m away still water is the same, digit for digit, and waves are as finite as here."""
    here = at_height(mesh, q, part)
    there = np.array([x, y, here[2]])
    np.testing.assert_array_equal(
        wrench_of(mesh, position=there, orientation=q), wrench_of(mesh, position=here, orientation=q)
    )
    wrench = wrench_of(mesh, "froude_krylov", cross_sea(), position=there, orientation=q)
    assert np.isfinite(wrench).all()
    assert np.linalg.norm(wrench[:3]) <= 2.0 * mesh.area * (size_of(mesh) + 2.0)


@pytest.mark.parametrize("z", [1e6, 1e3, -1e3, -1e6])
def test_far_above_and_far_below(z: float) -> None:
    """Far above nothing; a million metres down ρ g V, to ε of a column of water that high over all of the area."""
    for mesh in (box((1.0, 0.7, 0.4)), star(3, 1.0)):
        for waves in (None, cross_sea(), Waves.gerstner(1.0, 6.0, gravity=G)):
            wrench = wrench_of(mesh, "froude_krylov", waves, position=[0, 0, z])
            expected = np.array([0, 0, mesh.volume if z < 0.0 else 0.0])
            assert np.max(np.abs(wrench[:3] - expected)) <= 4.0 * EPS * abs(z) * mesh.area


@pytest.mark.parametrize("factor", [1e-5, 1e-3, 1e3])
def test_tiny_and_huge_bodies(factor: float) -> None:
    """Scaled by f, with their height: f³ of the force and f⁴ of the moment, to rounding; and sound in waves."""
    for seed in range(5):
        mesh = star(seed, 1.0)
        large = mesh.scaled(factor)
        q = np.array([0.5, 0.5, -0.5, 0.5])
        position = at_height(mesh, q, 0.6)
        one, other = (
            wrench_of(m, position=p, orientation=q) for m, p in ((mesh, position), (large, factor * position))
        )
        np.testing.assert_allclose(other[:3], factor**3 * one[:3], rtol=0, atol=1e-13 * factor**3 * mesh.area)
        np.testing.assert_allclose(other[3:], factor**4 * one[3:], rtol=0, atol=1e-12 * factor**4 * mesh.area)
        for waves in (cross_sea(), Waves.gerstner(1.0, 6.0, gravity=G)):
            found = simulation(large, "froude_krylov", waves, position=factor * position, orientation=q)
            assert np.isfinite(found.forces()["buoyancy"]).all()
            assert np.isfinite(found.acceleration()).all()


@settings(max_examples=60)
@given(bodies(0.1, 3.0), quaternions(), vectors(30.0), st.floats(-0.5, 1.5), st.integers(0, 1000))
def test_a_steep_random_sea(mesh: Mesh, q: np.ndarray, place: np.ndarray, part: float, seed: int) -> None:
    """As steep as seas come: finite, and no more than the column of water above allows.

    The head at a face is at most its depth below the highest crest, here 2 Hs up at most.
    """
    waves = steep_sea(seed)
    position = at_height(mesh, q, part) * [0, 0, 1] + place * [1, 1, 0]
    for pressure in PRESSURES:
        sim = simulation(mesh, pressure, waves, 3.0, position=position, orientation=q)
        wrench = sim.forces()["buoyancy"][0, 0] / (RHO * G)
        assert np.isfinite(wrench).all()
        assert np.isfinite(sim.acceleration()).all()
        assert np.linalg.norm(wrench[:3]) <= mesh.area * (abs(position[2]) + size_of(mesh) + 5.0)
        sim.step(count=2)
        assert np.isfinite(sim.state.velocity).all()

"""Laws of cuts and of floating that hold for any closed mesh."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import poses

from seaway.frames import Pose, matrix_from_rpy
from seaway.hydro import Hydrostatics, hydrostatics
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import Mesh, cut, sphere
from seaway.sea import Sea
from seaway.vehicle import Hull, Vehicle

RHO, G = 1000.0, 9.81
SEA = Sea(RHO, G)
BALL = sphere(1.0, 1)
seeds = st.integers(0, 2**32 - 1)


def random_mesh(seed: int, parts: int = 2) -> Mesh:
    """Balls with random radii, stretched and turned, some of them two side by side, 8 m apart."""
    random = np.random.default_rng(seed)

    def part() -> Mesh:
        radii, stretch = random.uniform(0.5, 1.5, len(BALL.vertices)), np.exp(random.uniform(-1.0, 1.0, 3))
        pose = Pose(random.uniform(-1.0, 1.0, 3), random.normal(size=4))
        return Mesh(BALL.vertices * radii[:, None] * stretch, BALL.faces).transformed(pose)

    body = part()
    for i in range(1, int(random.integers(1, parts + 1))):
        body = body.joined(part().transformed(Pose((0.0, 10.0 * i, 0.0))))
    return body


def size_of(mesh: Mesh) -> float:
    return float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0]))


def random_plane(seed: int, mesh: Mesh) -> tuple[np.ndarray, float]:
    """A plane that cuts the mesh somewhere, or just misses it; now and then through a corner."""
    random = np.random.default_rng(seed)
    normal = random.normal(size=3)
    normal /= np.linalg.norm(normal)
    heights = mesh.vertices @ normal
    low, high = float(np.min(heights)), float(np.max(heights))
    offset = random.uniform(low - 0.05 * (high - low), high + 0.05 * (high - low))
    return normal, float(random.choice([offset, random.choice(heights)]))


@settings(max_examples=100)
@given(seeds, seeds)
def test_below_and_above_make_the_whole(mesh_seed: int, plane_seed: int) -> None:
    """Volumes, first moments and areas add; the waterplane is the same from both sides."""
    mesh = random_mesh(mesh_seed)
    normal, offset = random_plane(plane_seed, mesh)
    below, above = cut(mesh, normal, offset), cut(mesh, -normal, -offset)
    size = size_of(mesh)
    # Sums over some hundred faces: 1e-13 of the whole.
    assert below.volume + above.volume == pytest.approx(mesh.volume, rel=1e-13)
    moment = below.volume * below.centroid + above.volume * above.centroid
    np.testing.assert_allclose(moment, mesh.volume * mesh.centroid, rtol=0, atol=1e-13 * mesh.volume * size)
    assert below.wet_area + above.wet_area == pytest.approx(mesh.area, rel=1e-13)
    assert below.waterplane_area == pytest.approx(above.waterplane_area, abs=1e-13 * size**2)
    if below.waterplane_area > 1e-6 * size**2:
        np.testing.assert_allclose(below.waterplane_centroid, above.waterplane_centroid, rtol=0, atol=1e-9 * size)
        np.testing.assert_allclose(below.waterplane_moments, above.waterplane_moments, rtol=0, atol=1e-12 * size**4)
        np.testing.assert_allclose(below.waterplane_moments @ normal, 0.0, rtol=0, atol=1e-13 * size**4)
        assert normal @ below.waterplane_centroid == pytest.approx(offset, abs=1e-13 * size)


@settings(max_examples=100)
@given(seeds, seeds)
def test_the_volume_below_grows_by_the_waterplane(mesh_seed: int, plane_seed: int) -> None:
    """Of an offset h: dV/dh = A."""
    mesh = random_mesh(mesh_seed)
    normal, offset = random_plane(plane_seed, mesh)
    here = cut(mesh, normal, offset)
    step = 1e-5 * size_of(mesh)
    up, down = cut(mesh, normal, offset + step), cut(mesh, normal, offset - step)
    # V is a cubic between corners and dV/dh = A is continuous, but its slope jumps: first order in the step.
    slack = 2.0 * abs(up.waterplane_area - down.waterplane_area) + 1e-9 * size_of(mesh) ** 2
    assert (up.volume - down.volume) / (2.0 * step) == pytest.approx(here.waterplane_area, abs=slack)


@settings(max_examples=60)
@given(seeds, seeds, poses(bound=20.0))
def test_a_cut_moves_with_the_body(mesh_seed: int, plane_seed: int, X_AB: Pose) -> None:
    mesh = random_mesh(mesh_seed)
    normal, offset = random_plane(plane_seed, mesh)
    # Planes just through a corner may fall on either side of it after rounding: areas jump there, volumes do not.
    before, moved = cut(mesh, normal, offset), X_AB.vector(normal)
    after = cut(mesh.transformed(X_AB), moved / np.linalg.norm(moved), offset + float(moved @ X_AB.p))
    size = size_of(mesh) + float(np.linalg.norm(X_AB.p))
    assert after.volume == pytest.approx(before.volume, abs=1e-13 * size**3)
    assert after.wet_area == pytest.approx(before.wet_area, abs=1e-12 * size**2)
    assert after.waterplane_area == pytest.approx(before.waterplane_area, abs=1e-12 * size**2)
    R = X_AB.R
    np.testing.assert_allclose(
        after.waterplane_moments, R @ before.waterplane_moments @ R.T, rtol=0, atol=1e-11 * size**4
    )
    np.testing.assert_allclose(
        after.volume * after.centroid, before.volume * X_AB.point(before.centroid), rtol=0, atol=1e-12 * size**4
    )


@settings(max_examples=60)
@given(seeds, seeds)
def test_a_finer_mesh_of_the_same_surface_is_cut_alike(mesh_seed: int, plane_seed: int) -> None:
    mesh = random_mesh(mesh_seed)
    normal, offset = random_plane(plane_seed, mesh)
    coarse, fine = cut(mesh, normal, offset), cut(mesh.refined(), normal, offset)
    size = size_of(mesh)
    assert fine.volume == pytest.approx(coarse.volume, abs=1e-13 * size**3)
    assert fine.wet_area == pytest.approx(coarse.wet_area, abs=1e-12 * size**2)
    assert fine.waterplane_area == pytest.approx(coarse.waterplane_area, abs=1e-12 * size**2)
    np.testing.assert_allclose(fine.waterplane_moments, coarse.waterplane_moments, rtol=0, atol=1e-12 * size**4)


# Floating


def random_vehicle(seed: int, mesh: Mesh | None = None) -> Vehicle:
    """Of 10 to 90 % of its water's mass, its centre of mass off the middle by up to a tenth of its size."""
    random = np.random.default_rng(seed)
    hull = random_mesh(seed) if mesh is None else mesh
    mass = random.uniform(0.1, 0.9) * RHO * hull.volume
    center = hull.centroid + random.uniform(-0.1, 0.1, 3) * size_of(hull)
    moments = MassProperties.from_box(random.uniform(0.5, 2.0, 3) * size_of(hull), mass=mass)
    return Vehicle("body", Inertial(moments, Pose(center)), Hull(hull))


@settings(max_examples=60)
@given(seeds)
def test_at_rest_weight_and_buoyancy_are_equal_and_opposite(seed: int) -> None:
    vehicle = random_vehicle(seed)
    start = np.random.default_rng(seed).uniform(-3.0, 3.0, 3)
    rest = hydrostatics(vehicle, SEA, attitude=start)
    size = size_of(rest.mesh)
    assert rest.floating
    assert rest.stable  # from a start without symmetry, downhill ends in a valley
    assert RHO * rest.volume == pytest.approx(rest.mass, rel=1e-12)
    lever = rest.pose.R @ (rest.center_of_buoyancy - rest.center_of_mass)
    assert np.max(np.abs(lever[:2])) <= 1e-12 * size
    assert rest.pose.rpy[2] == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(rest.pose.rpy[:2], (rest.heel, rest.trim), rtol=0, atol=1e-12)
    # The same by a plain cut of the mesh where it lies in the world.
    lying = cut(rest.mesh.transformed(rest.pose), (0.0, 0.0, 1.0), 0.0)
    assert lying.volume == pytest.approx(rest.volume, rel=1e-11)
    assert lying.waterplane_area == pytest.approx(rest.waterplane_area, rel=1e-9)


def wrench(rest: Hydrostatics, about: np.ndarray, eta: np.ndarray) -> np.ndarray:
    """Force and torque about a point of the body that was moved by eta, in horizontal axes: pressure and weight."""
    angle = float(np.linalg.norm(eta[3:]))
    half = np.sin(0.5 * angle) / angle if angle else 0.5
    turn = Pose((0.0, 0.0, 0.0), (np.cos(0.5 * angle), *(half * eta[3:])))
    point = rest.pose.point(about)
    R = turn.R @ rest.pose.R
    X = Pose.from_matrix(point + eta[:3] - R @ about, R)
    wet = cut(rest.mesh.transformed(X), (0.0, 0.0, 1.0), 0.0)
    lift, weight = RHO * G * wet.volume, rest.mass * G
    moved = point + eta[:3]
    up = np.array([0.0, 0.0, 1.0])
    torque = np.cross(wet.centroid - moved, lift * up) - np.cross(X.point(rest.center_of_mass) - moved, weight * up)
    return np.concatenate([(lift - weight) * up, torque])


@settings(max_examples=40)
@given(seeds)
def test_stiffness_is_the_slope_of_force_and_torque(seed: int) -> None:
    """Also of a body that is held there with another mass, and its centre elsewhere: all terms count then."""
    random = np.random.default_rng(seed)
    rest = hydrostatics(random_vehicle(seed), SEA, attitude=random.uniform(-3.0, 3.0, 3))
    size = size_of(rest.mesh)
    C = rest.stiffness(rest.center_of_mass + random.uniform(-0.5, 0.5, 3) * size)
    np.testing.assert_allclose(C, C.T, rtol=0, atol=1e-9 * RHO * G * size**4)
    center = rest.center_of_mass + random.uniform(-0.2, 0.2, 3) * size
    rest = replace(rest, mass=random.uniform(0.5, 2.0) * rest.mass, center_of_mass=center)
    about = rest.center_of_mass + random.uniform(-0.5, 0.5, 3) * size
    C = rest.stiffness(about)
    step = 1e-6
    for k in range(6):
        eta = np.zeros(6)
        eta[k] = step * (size if k < 3 else 1.0)
        slope = (wrench(rest, about, -eta) - wrench(rest, about, eta)) / (2.0 * eta[k])
        # Central differences: 1e-16/1e-6 of the force; and where a corner is in the water, the slope itself jumps.
        scale = RHO * G * size**2 * np.array([1, 1, 1, size, size, size]) * (1.0 if k < 3 else size)
        assert np.max(np.abs(slope - C[:, k]) / scale) <= 1e-6


@settings(max_examples=30)
@given(seeds)
def test_the_area_under_the_righting_arm_is_the_work(seed: int) -> None:
    """DE/dφ = m g GZ: the slope of the areas, which come from heights, is the arm, which comes from levers."""
    random = np.random.default_rng(seed)
    rest = hydrostatics(random_vehicle(seed), SEA, attitude=random.uniform(-1.0, 1.0, 3))
    angle, step = random.uniform(0.1, 3.0), 1e-4
    curve = rest.righting_arm([angle - step, angle, angle + step])
    size = size_of(rest.mesh)
    # Second order in the step, first where GZ has a kink.
    assert (curve.areas[2] - curve.areas[0]) / (2.0 * step) == pytest.approx(curve.arms[1], abs=1e-4 * size)
    first = rest.righting_arm([-step, 0.0, step])
    assert first.arms[1] == pytest.approx(0.0, abs=1e-12 * size)
    assert (first.arms[2] - first.arms[0]) / (2.0 * step) == pytest.approx(first.initial_slope, abs=1e-3 * size)


@settings(max_examples=30)
@given(seeds)
def test_a_mirrored_vehicle_heels_the_other_way(seed: int) -> None:
    random = np.random.default_rng(seed)
    mesh = random_mesh(seed)
    vehicle, start = random_vehicle(seed, mesh), random.uniform(-1.0, 1.0, 3)
    c = vehicle.inertial.c_BoBcm_B * np.array([1.0, -1.0, 1.0])
    twin = Vehicle("twin", Inertial(vehicle.inertial.mass_properties, Pose(c)), Hull(mesh.mirrored("y")))
    one, other = hydrostatics(vehicle, SEA, attitude=start), hydrostatics(twin, SEA, attitude=start * (-1, 1, -1))
    # Both end to 1e-13 of a lever, over metacentric heights of some 1e-3 of a size.
    assert other.trim == pytest.approx(one.trim, abs=1e-8)
    assert np.sin(other.heel) == pytest.approx(-np.sin(one.heel), abs=1e-8)
    assert np.cos(other.heel) == pytest.approx(np.cos(one.heel), abs=1e-8)
    assert other.draft == pytest.approx(one.draft, rel=1e-8)
    assert other.transverse_metacentric_height == pytest.approx(
        one.transverse_metacentric_height, abs=1e-6 * size_of(mesh)
    )


@settings(max_examples=30)
@given(seeds)
def test_a_turned_link_frame_floats_the_same(seed: int) -> None:
    """The same body described from another frame: where it is in the water is the same."""
    random = np.random.default_rng(seed)
    mesh = random_mesh(seed)
    vehicle, start = random_vehicle(seed, mesh), random.uniform(-1.0, 1.0, 3)
    X_AB = Pose(random.uniform(-1.0, 1.0, 3), random.normal(size=4))
    twin = Vehicle("twin", vehicle.inertial.transformed(X_AB), Hull(mesh.transformed(X_AB)))
    one = hydrostatics(vehicle, SEA, attitude=start)
    R_WA = matrix_from_rpy(start) @ X_AB.R.T
    other = hydrostatics(twin, SEA, attitude=Pose.from_matrix((0, 0, 0), R_WA).rpy)
    assert other.draft == pytest.approx(one.draft, rel=1e-8)
    assert other.waterplane_area == pytest.approx(one.waterplane_area, rel=1e-6)
    np.testing.assert_allclose(X_AB.vector(one.pose.R[2]), other.pose.R[2], rtol=0, atol=1e-8)
    heave, again = one.natural_periods.heave, other.natural_periods.heave
    assert again == pytest.approx(heave, rel=1e-6)

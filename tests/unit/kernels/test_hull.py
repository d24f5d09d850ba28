"""Pressure on triangles against polygons cut and integrated in plain NumPy; blocks of points against single ones."""

import itertools
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.spatial import ConvexHull, Delaunay
from tests.unit.kernels import called, record, six

from seaway.frames import Pose
from seaway.kernels import wave_blocks
from seaway.kernels.blocks import BLOCK, CHANNELS
from seaway.kernels.hull import FROUDE_KRYLOV, HYDROSTATIC, WORK, Flow, pressed
from seaway.kernels.hull_blocks import HullBlocks, hull_blocks
from seaway.kernels.hull_drag import DRAG_CHANNELS
from seaway.kernels.hull_forces import HULL, scratch_size
from seaway.kernels.water import WATER
from seaway.kernels.wave_expansion import EXPANSION
from seaway.kernels.waves import AIRY, AMPLITUDE, GERSTNER, OMEGA, PHASE, STILL
from seaway.mesh import Mesh, box, sphere
from seaway.sea import Components, Waves, wave_number
from seaway.sea._carrying import NO_CURRENT

RHO, G = 1025.0, 9.81
STILL_WATER = record(WATER, density=RHO, gravity=G, wave_depth=np.inf, wave_layer=1.0)
NO_HULL = HullBlocks.none()
HERE = Pose()


NO_FLOW = Flow((0.0,) * 3, (0.0,) * 3, (0.0,) * 5, 0.0, 0.0)


def phases_of(waves: np.ndarray | None, row: int, t: float) -> np.ndarray:
    """At the origin at a time."""
    if waves is None:
        return np.zeros(0)
    own = waves[min(row, len(waves) - 1)]
    return own[PHASE] - own[OMEGA] * t


class Result(NamedTuple):
    """Wrench / ρ g about Bo, volume and its centre."""

    wrench: np.ndarray
    volume: float
    center: np.ndarray


def called_pressed(
    hull: HullBlocks,
    body: np.void,
    pose: Pose = HERE,
    water: np.void = STILL_WATER,
    waves: np.ndarray | None = None,
    t: float = 0.0,
    scratch: np.ndarray | None = None,
    row: int = 0,
    flow: Flow = NO_FLOW,
) -> Result:
    """What the kernel makes of a hull."""
    count = 0 if waves is None else waves.shape[2]
    room = np.full(scratch_size(BLOCK * len(hull.vertices), count), np.nan) if scratch is None else scratch
    airy, gerstner = (waves if water["waves"] == kind else None for kind in (AIRY, GERSTNER))
    p, R, phases = six(pose.p), pose.R, phases_of(waves, row, t)
    found = called(pressed)(*hull, airy, gerstner, row, water, body, t, phases, flow, p, six(R), six(R[2]), False, room)
    return Result(np.array(found.wrench), found.volume, np.array(found.center))


def body_of(
    pressure: int, hull: HullBlocks, volume: float, center: np.ndarray, before: HullBlocks = NO_HULL
) -> np.void:
    """Its blocks are those after the ones before."""
    first, face = len(before.vertices), len(before.faces)
    return record(
        HULL,
        pressure=pressure,
        vertex_start=first,
        vertex_stop=first + len(hull.vertices),
        face_start=face,
        face_stop=face + len(hull.faces),
        volume=volume,
        center_of_buoyancy=center,
        radius=1e3,
    )


def of(mesh: Mesh, pose: Pose = HERE, pressure: int = FROUDE_KRYLOV, **around: Any) -> Result:
    """The same for one hull that is alone."""
    hull = hull_blocks(mesh.vertices, mesh.faces)
    return called_pressed(hull, body_of(pressure, hull, mesh.volume, mesh.centroid), pose, **around)


# The oracle: each triangle a polygon, cut corner by corner, and integrated at the middles of the sides of its fan. That
# is exact for the products of two linear functions that all of these integrals are.


def wet_polygon(corners: np.ndarray, depths: np.ndarray, heads: np.ndarray) -> np.ndarray:
    """What is left of a triangle, (corner, 5): x, y, z, depth, head. Both are zero where the surface cuts.

    Of four corners the fan is drawn twice, from two neighbours. In waves the head of four corners is not quite linear,
    so the mean of both, the kernel's too, shows at some 1e-7.
    """
    points = np.column_stack([corners, depths, heads])
    kept: list[np.ndarray] = []
    for p, q in zip(points, np.roll(points, -1, axis=0), strict=True):
        if p[3] > 0.0:
            kept.append(p)
        if (p[3] > 0.0) != (q[3] > 0.0):
            place = p[:3] + (q[:3] - p[:3]) * p[3] / (p[3] - q[3])
            kept.append(np.array([*place, 0.0, 0.0]))
    return np.array(kept).reshape(-1, 5)


def integrated(
    vertices: np.ndarray, corners: np.ndarray, depths: np.ndarray, heads: np.ndarray, up: np.ndarray
) -> Result:
    """Pressure, volume and centre by Gauss's theorem with the field d up, from quadrature on the wet polygons."""
    force, moment, volume, first, depth = np.zeros(3), np.zeros(3), 0.0, np.zeros(3), 0.0
    for face in corners:
        polygon = wet_polygon(vertices[face], depths[face], heads[face])
        fans = [polygon] if len(polygon) < 4 else [polygon, np.roll(polygon, 1, axis=0)]
        for fan, k in [(fan, k) for fan in fans for k in range(1, len(polygon) - 1)]:
            triangle = fan[[0, k, k + 1]]
            N = 0.5 / len(fans) * np.cross(triangle[1, :3] - triangle[0, :3], triangle[2, :3] - triangle[0, :3])
            for m in 0.5 * (triangle + np.roll(triangle, -1, axis=0)):
                x, d, h = m[:3], m[3], m[4]
                force -= h * N / 3.0
                moment -= h * np.cross(x, N) / 3.0
                volume -= d * (N @ up) / 3.0
                first -= d * x * (N @ up) / 3.0
                depth -= 0.5 * d * d * (N @ up) / 3.0
    return Result(np.concatenate([force, moment]), volume, (first + depth * up) / (volume or 1.0))


def assert_same(found: Result, expected: Result, tolerance: float = 1e-13) -> None:
    """To rounding of some hundred sums of terms of the size of the whole."""
    scale = max(1.0, float(np.max(np.abs(expected.wrench))))
    np.testing.assert_allclose(found.wrench, expected.wrench, rtol=0, atol=tolerance * scale)
    assert found.volume == pytest.approx(expected.volume, rel=tolerance)
    np.testing.assert_allclose(found.center, expected.center, rtol=0, atol=10.0 * tolerance * scale)


# One triangle. Alone it may bound no volume, and then the kernel takes it for dry: so a level floor of 50 m2 lies below
# it, on which the water presses with 50 times its depth, straight up through its middle.

FLOOR_DEPTH = 30.0
FLOOR = np.array([[5.0, 5.0, -FLOOR_DEPTH], [5.0, -5.0, -FLOOR_DEPTH], [-5.0, -5.0, -FLOOR_DEPTH]])
FLOOR_MIDDLE = np.mean(FLOOR, axis=0)
FLOOR_VOLUME = 50.0 * FLOOR_DEPTH  # of the water that stands on it
FLOOR_LIFT = np.array([0.0, 0.0, FLOOR_VOLUME])


def on_open(vertices: np.ndarray, corners: Any) -> Result:
    """On faces that bound no solid, over the floor."""
    hull, center = hull_blocks(vertices, np.asarray(corners)), np.array([*FLOOR_MIDDLE[:2], -0.5 * FLOOR_DEPTH])
    return called_pressed(hull, body_of(FROUDE_KRYLOV, hull, FLOOR_VOLUME, center))


def on_triangle(corners: Any) -> np.ndarray:
    """The wrench / ρ g on one triangle, in still water at z = 0: with the floor, less that on the floor."""
    vertices = np.concatenate([np.asarray(corners, dtype=float), FLOOR])
    floor = np.concatenate([FLOOR_LIFT, np.cross(FLOOR_MIDDLE, FLOOR_LIFT)])
    return on_open(vertices, [[0, 1, 2], [3, 4, 5]]).wrench - floor


def test_the_floor_below_the_triangle_is_pressed_up_by_what_stands_on_it() -> None:
    """And it displaces all of the water above it, whose centre is half way up."""
    found = on_open(FLOOR, [[0, 1, 2]])
    expected = [*FLOOR_LIFT, *np.cross(FLOOR_MIDDLE, FLOOR_LIFT)]
    np.testing.assert_allclose(found.wrench, expected, rtol=1e-14, atol=1e-11)
    assert found.volume == pytest.approx(FLOOR_VOLUME, rel=1e-14)
    np.testing.assert_allclose(found.center, [*FLOOR_MIDDLE[:2], -0.5 * FLOOR_DEPTH], rtol=1e-14)


# Each number of wet corners, each corner the one that is alone, both ways round.
SLANTED = np.array([[0.3, -0.2, 0.0], [1.1, 0.4, 0.0], [-0.5, 0.9, 0.0]])
HEIGHTS = [
    heights
    for signs in itertools.product((-1.0, 1.0), repeat=3)
    for heights in [[s * h for s, h in zip(signs, (0.7, 0.4, 1.3), strict=True)]]
]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("heights", HEIGHTS)
def test_a_triangle_is_cut_at_the_surface(heights: list[float], turned: bool) -> None:
    """0, 1, 2 or 3 corners are wet; atol 1e-10 is the rounding of the floor's moment, 2500."""
    corners = SLANTED + np.outer(heights, [0, 0, 1])
    corners = corners[::-1] if turned else corners
    depths = -corners[:, 2]
    expected = integrated(corners, np.array([[0, 1, 2]]), depths, depths, np.array([0, 0, 1.0])).wrench
    assert (np.linalg.norm(expected) > 0.01) == (min(heights) < 0.0)
    np.testing.assert_allclose(on_triangle(corners), expected, rtol=0, atol=1e-11)


def test_a_cut_triangle_is_that_of_many_small_ones() -> None:
    """Another way to the same: ten thousand equal pieces, each under water where its middle is.

    A piece of 0.01 of the side that the surface crosses is counted wholly or not at all, at a head below 0.02 m: each
    of some 200 is off by at most 1e-4 / 2 m2 of area times that, and together 1e-4 of some 0.1 m3.
    """
    n, a = 100, SLANTED + np.outer([-0.9, 0.6, 0.5], [0, 0, 1])
    N = 0.5 * np.cross(a[1] - a[0], a[2] - a[0]) / n**2
    force, moment = np.zeros(3), np.zeros(3)
    for i, j in itertools.product(range(n), repeat=2):
        for di, dj in ((1 / 3, 1 / 3), (2 / 3, 2 / 3)):
            if i + j + di + dj < n:
                x = a[0] + (i + di) / n * (a[1] - a[0]) + (j + dj) / n * (a[2] - a[0])
                h = max(-x[2], 0.0)
                force -= h * N
                moment -= h * np.cross(x, N)
    found = on_triangle(a)
    assert np.linalg.norm(force) > 0.05
    np.testing.assert_allclose(found, [*force, *moment], rtol=0, atol=2e-4 * float(np.linalg.norm(force)))


@pytest.mark.parametrize("on", [(0,), (1,), (2,), (0, 1), (1, 2), (2, 0), (0, 1, 2)])
@pytest.mark.parametrize("others", [-0.8, 0.6])
def test_a_corner_or_a_side_that_lies_in_the_surface(on: tuple[int, ...], others: float) -> None:
    """The head there is 0 whether it counts as wet or dry, so the wrench is the limit from both sides.

    A shift of 1e-9 m changes the force by 1e-9 of the wet area, about 1 m2, and the moment alike.
    """
    heights = np.full(3, others)
    heights[list(on)] = 0.0
    corners = SLANTED + np.outer(heights, [0, 0, 1])
    exact = on_triangle(corners)
    expected = integrated(corners, np.array([[0, 1, 2]]), -corners[:, 2], -corners[:, 2], np.array([0, 0, 1.0])).wrench
    np.testing.assert_allclose(exact, expected, rtol=0, atol=1e-11)
    for shift in (-1e-9, 1e-9):
        np.testing.assert_allclose(on_triangle(corners + np.array([0, 0, shift])), exact, rtol=0, atol=2e-9)
    if others > 0.0 or len(on) == 3:
        np.testing.assert_allclose(exact, 0.0, rtol=0, atol=1e-11)


@pytest.mark.parametrize("z", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("degenerate", ["one point", "a line", "a line through the surface"])
def test_a_face_without_area_feels_nothing(degenerate: str, z: float) -> None:
    rise = 1.0 if degenerate == "a line through the surface" else 0.0
    step = 0.0 if degenerate == "one point" else 0.5
    corners = [[k * step, 0.25, z + (k - 1) * rise] for k in range(3)]
    np.testing.assert_allclose(on_triangle(corners), 0.0, rtol=0, atol=1e-11)


# Tests of asv_wave_sim (GPL-3, commit ca8629d), Physics_TEST.cc, BuoyancyForceAtCenterOfPressure: ρ = 1025 kg/m3,
# g = 9.81 m/s2, flat water at z = 0; corners high, middle, low, force [N] and the point where it acts [m]. Its
# tolerance is 1e-8, and it prints ten digits of the points.
ASV = {
    "H on surface": ([[5, 0, 0], [-5, 0, -2], [5, 0, -2]], 134070.0, [1.25, 0, -1.5]),
    "H below surface": ([[5, 0, -9], [-5, 0, -11], [5, 0, -11]], 1039042.5, [1.6129032258, 0, -10.35483871]),
    "M on surface": ([[5, 0, 0], [-5, 0, 0], [-5, 0, -2]], 67035.0, [-2.5, 0, -1.0]),
    "M below surface": ([[5, 0, -9], [-5, 0, -9], [-5, 0, -11]], 972007.5, [-1.724137931, 0, -9.689655172]),
}


@pytest.mark.parametrize("name", ASV)
def test_asv_wave_sim_presses_as_hard_at_the_same_point(name: str) -> None:
    """Its force is (0, F, 0), on the side to which (H, M, L) turn; here a face is pressed against its normal.

    F / ρ g is about 100 m3, of which the floor's rounding takes 1e-12. The point has the moment p × F.
    """
    corners, force, center = ASV[name]
    v = np.asarray(corners, dtype=float)
    if np.cross(v[1] - v[0], v[2] - v[0])[1] > 0.0:
        v = v[[0, 2, 1]]
    found = on_triangle(v)
    np.testing.assert_allclose(RHO * G * found[:3], [0.0, force, 0.0], rtol=1e-12, atol=1e-6)
    point = np.array([found[5], 0.0, -found[3]]) / found[1]  # p × (0, F, 0) = (-z F, 0, x F)
    np.testing.assert_allclose(point, center, rtol=0, atol=1e-8)


@pytest.mark.parametrize(("size", "force"), [((1, 1, 1), 5027.625), ((10, 4, 2), 402210.0)])
def test_asv_wave_sim_floats_boxes_alike(size: tuple[float, float, float], force: float) -> None:
    """The same tests, a box half in the water, pose at z = 0, (0, 0, F); tolerance 1e-8."""
    mesh = box(size)
    found = of(mesh)
    np.testing.assert_allclose(RHO * G * found.wrench, [0, 0, force, 0, 0, 0], rtol=0, atol=1e-8)


# Closed bodies


def random_body(seed: int) -> Mesh:
    """The convex hull of random points."""
    random = np.random.default_rng(seed)
    points = random.normal(size=(14, 3)) * random.uniform(0.3, 2.0, size=3)
    hull = ConvexHull(points)
    inner = np.mean(points, axis=0)
    outward = np.einsum("ij,ij->i", hull.equations[:, :3], points[hull.simplices[:, 0]] - inner) > 0.0
    assert np.all(outward)
    simplices = hull.simplices.copy()
    a, b, c = (points[simplices[:, k]] for k in range(3))
    inverted = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0.0
    simplices[inverted] = simplices[inverted][:, ::-1]
    return Mesh(points, simplices)


@pytest.mark.parametrize("seed", range(12))
def test_the_wet_part_of_a_convex_body_is_the_hull_of_its_wet_points(seed: int) -> None:
    """Archimedes: the wrench of its weight of water, straight up, through its centre; by tetrahedra of scipy's.

    1e-12: Qhull's own merging of facets that are nearly in a plane.
    """
    mesh, random = random_body(seed), np.random.default_rng(100 + seed)
    pose = Pose([random.normal(), random.normal(), 0.3 * random.normal()], random.normal(size=4))
    world = pose.point(mesh.vertices)
    edges = {tuple(sorted((f[k], f[k - 1]))) for f in mesh.faces.tolist() for k in range(3)}
    wet = [p for p in world if p[2] <= 0.0]
    for i, j in edges:
        p, q = world[i], world[j]
        if (p[2] > 0.0) != (q[2] > 0.0):
            wet.append(p + (q - p) * p[2] / (p[2] - q[2]))
    pieces = np.array(wet)[Delaunay(np.array(wet)).simplices]
    volumes = np.abs(np.linalg.det(pieces[:, 1:] - pieces[:, :1])) / 6.0
    volume = float(np.sum(volumes))
    center = volumes @ np.mean(pieces, axis=1) / volume
    found = of(mesh, pose)
    assert 0.02 < volume / mesh.volume < 0.98
    assert found.volume == pytest.approx(volume, rel=1e-11)
    np.testing.assert_allclose(pose.point(found.center), center, rtol=0, atol=1e-11)
    lift = volume * pose.R[2]
    expected = np.concatenate([lift, np.cross(pose.inverse().point(center), lift)])
    np.testing.assert_allclose(found.wrench, expected, rtol=0, atol=1e-11 * volume)


def test_a_dry_hull_has_no_wrench_and_the_centre_of_the_whole() -> None:
    mesh = box((1, 1, 1)).transformed(Pose((0.5, 0.25, 0)))
    for z in (0.5, 0.5 + 1e-14, 7.0):
        found = of(mesh, Pose((0, 0, z)))
        assert np.all(found.wrench == 0.0)
        assert found.volume == 0.0
        np.testing.assert_array_equal(found.center, mesh.centroid)


# Waves


def cross_sea(depth: float | None = None, count: int = 5, ramp: float = 0.0) -> Waves:
    """Waves from several sides, of 3 to 9 s."""
    omega = 2.0 * np.pi / np.linspace(3.0, 9.0, count)
    directions, phases = np.linspace(-2.5, 2.0, count), np.linspace(0.1, 5.0, count)
    k = wave_number(omega, depth, G)
    return Waves(
        Components(np.full(count, 0.5 / count), omega, directions, phases, k), depth=depth, gravity=G, ramp=ramp
    )


def water_of(waves: Waves, level: float = 0.0) -> np.void:
    water = np.zeros(1, dtype=WATER)
    water["density"], water["gravity"], water["surface"] = RHO, G, level
    waves.fill(water)
    return water[0]


def single(waves: Waves, points: np.ndarray, t: float) -> np.ndarray:
    """What ``kernels.waves`` tells of each point by itself, (point, 10)."""
    return waves.motion_on(NO_CURRENT, points, t)


def in_blocks(waves: Waves, points: np.ndarray, t: float, hold: float = np.nan) -> np.ndarray:
    """η, head and velocity by blocks of points, (point, 5); what the room held before must not matter."""
    table, out = waves.compiled(), np.full((len(points), 5), hold)
    n = table.shape[2]
    now, block = np.full((2, n), hold), np.full((CHANNELS + 2 * n) * BLOCK, hold)
    wave_blocks.fields(table, None, water_of(waves), t, np.ascontiguousarray(points), now, block, out)
    return out


SEAS = {
    "deep": cross_sea(),
    "finite depth": cross_sea(4.0),
    "growing": cross_sea(ramp=5.0),
    "one wave": Waves.regular(1.0, 6.0, direction=0.3, phase=0.2, gravity=G),
    "gerstner": Waves.gerstner(
        [0.8, 0.5], [6.0, 4.0], direction=[0.3, -1.0], phase=[0.0, 1.0], q=[1.0, 0.7], gravity=G
    ),
}


@pytest.mark.parametrize("count", [1, 31, 32, 33, 64, 100])
@pytest.mark.parametrize("sea", ["deep", "finite depth", "growing", "one wave"])
def test_blocks_of_points_are_as_points_by_themselves(sea: str, count: int) -> None:
    """η, head and velocity; above, at and below the still surface and the floor, whatever the block held before.

    The fields are below 2 m and 2 m/s; sums of five polynomials with errors of some 1e-14 each, grouped differently.
    """
    waves, random, t = SEAS[sea], np.random.default_rng(count), 2.25
    points = random.uniform([-50, -50, -5], [50, 50, 1], size=(count, 3))
    points[0, 2] = 0.0
    expected = single(waves, points, t)[:, [0, 9, 3, 4, 5]]
    assert np.max(np.abs(expected)) > 0.02
    np.testing.assert_allclose(in_blocks(waves, points, t), expected, rtol=0, atol=1e-13)


def test_points_do_not_feel_where_in_a_block_they_are() -> None:
    """The very digits, alone or among others, in any order."""
    waves, random = SEAS["finite depth"], np.random.default_rng(3)
    points = random.uniform([-50, -50, -5], [50, 50, 1], size=(75, 3))
    whole, order = in_blocks(waves, points, 1.5), random.permutation(75)
    np.testing.assert_array_equal(in_blocks(waves, points[order], 1.5), whole[order])
    np.testing.assert_array_equal(np.concatenate([in_blocks(waves, p[None], 1.5) for p in points]), whole)


def flow_of(waves: Waves, pose: Pose, center: np.ndarray, level: float, t: float, d: float = 1e-3) -> Flow:
    """The velocity of the waves about a point of B, its gradient by central differences, and their second order."""
    place, water = pose.point(center) - [0, 0, level], water_of(waves)

    def velocity(at: np.ndarray) -> np.ndarray:
        return waves.velocity(place + at, t)

    G_W = np.array([velocity(d * e) - velocity(-d * e) for e in np.eye(3)]) / (2.0 * d)
    gradient = G_W[0, 0], G_W[1, 1], G_W[0, 1], G_W[1, 2], G_W[2, 0]
    grown = waves.elevation(0.0, 0.0, t) / Waves(waves.components, depth=waves.depth, gravity=G).elevation(0.0, 0.0, t)
    return Flow(six(place), six(velocity(np.zeros(3))), six(gradient), 0.5 / G, grown**2 * water["wave_set_down"])


def linear_heads(waves: Waves, world: np.ndarray, flow: Flow, t: float) -> np.ndarray:
    """Heads of the waves, the second order of which is by a velocity that is linear over the hull."""
    x, u, (xx, yy, xy, yz, zx) = world - flow.center, np.array(flow.velocity), flow.gradient
    linear = u + x @ np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, -xx - yy]])
    motion, layer = single(waves, world, t), float(water_of(waves)["wave_layer"])
    skin = np.exp(np.minimum(world[:, 2] - motion[:, 0], 0.0) / layer)
    squares = np.sum(motion[:, 3:6] ** 2, axis=1) - np.sum(linear**2, axis=1)
    return motion[:, 9] + (1.0 - skin) * flow.half * squares


@pytest.mark.parametrize("pressure", [FROUDE_KRYLOV, HYDROSTATIC])
@pytest.mark.parametrize("sea", SEAS)
def test_a_hull_in_waves(sea: str, pressure: int) -> None:
    """Depth and head of each vertex as ``kernels.waves`` has them, linear between, cut where the depth is 0.

    Of Airy waves the velocity in the head of second order is taken for linear over the hull.
    The sphere has 162 vertices, five blocks and a bit. Digits are lost as 2 m of depth stand against 0.3 m3: 1e-12.
    """
    waves, mesh, level, t = SEAS[sea], sphere(0.6, 2), 1.5, 2.75
    random, cut, touched = np.random.default_rng(5), 0, set[int]()
    for z in (-0.6, -0.3, 0.0, 0.3, 0.5, -1.5):
        pose = Pose([random.normal(), random.normal(), level + z], random.normal(size=4))
        world = pose.point(mesh.vertices) - [0, 0, level]
        motion, flow = single(waves, world, t), NO_FLOW
        depths = heads = motion[:, 0] - world[:, 2]
        if pressure == FROUDE_KRYLOV:
            heads = motion[:, 9] - world[:, 2]
            if sea != "gerstner":
                flow = flow_of(waves, pose, mesh.centroid, level, t)
                heads = linear_heads(waves, world, flow, t) - world[:, 2]
        found = of(mesh, pose, pressure, water=water_of(waves, level), waves=waves.compiled(), t=t, flow=flow)
        expected = integrated(mesh.vertices, mesh.faces, depths, heads, pose.R[2])
        if 0 < np.sum(depths > 0.0) < len(depths):
            assert_same(found, expected, 1e-12)
        else:  # wet as a whole, or dry
            np.testing.assert_allclose(found.wrench, expected.wrench, rtol=0, atol=1e-12)
        cut += 0 < np.sum(depths > 0.0) < len(depths)
        touched |= {int(n) for n in np.sum(depths[mesh.faces] > 0.0, axis=1)}
    assert cut >= 3
    assert touched == {0, 1, 2, 3}


@pytest.mark.parametrize("sea", ["deep", "gerstner"])
def test_the_two_pressures_are_the_same_where_the_water_is_still(sea: str) -> None:
    mesh = random_body(1)
    found = [of(mesh, Pose((0, 0, -0.1)), p) for p in (FROUDE_KRYLOV, HYDROSTATIC)]
    np.testing.assert_array_equal(found[0].wrench, found[1].wrench)
    waves = SEAS[sea]
    around = {"water": water_of(waves), "waves": waves.compiled()}
    other = [of(mesh, Pose((0, 0, -0.1)), p, **around) for p in (FROUDE_KRYLOV, HYDROSTATIC)]
    assert np.max(np.abs(other[0].wrench - other[1].wrench)) > 1e-3 * mesh.volume
    assert other[0].volume == other[1].volume  # both are cut by the same surface
    np.testing.assert_array_equal(other[0].center, other[1].center)


def test_waves_without_height_are_still_water() -> None:
    mesh = random_body(2)
    waves = Waves.regular(0.0, 6.0, gravity=G)
    flat = of(mesh, Pose((0, 0, -0.1)), water=water_of(waves), waves=waves.compiled())
    assert_same(flat, of(mesh, Pose((0, 0, -0.1))))
    assert (int(water_of(waves)["waves"]), int(STILL_WATER["waves"])) == (AIRY, STILL)


# Several hulls in the same arrays


@pytest.mark.parametrize("pressure", [FROUDE_KRYLOV, HYDROSTATIC])
@pytest.mark.parametrize("sea", ["still", "deep", "gerstner"])
def test_hulls_of_different_size_share_the_room_to_work(sea: str, pressure: int) -> None:
    """One after the other, forth and back, with the bits that each has alone: a hull reads only what it wrote."""
    meshes = [sphere(0.5, 2), box((1.0, 0.7, 0.4)), random_body(3), sphere(0.4, 1)]
    waves = None if sea == "still" else SEAS[sea]
    around: dict[str, Any] = {"t": 1.0}
    if waves is not None:
        around |= {"water": water_of(waves), "waves": waves.compiled()}
    hulls, bodies, alone = NO_HULL, list[np.void](), list[Result]()
    for mesh in meshes:
        hull = hull_blocks(mesh.vertices, mesh.faces)
        bodies.append(body_of(pressure, hull, mesh.volume, mesh.centroid, hulls))
        alone.append(of(mesh, Pose((1, 2, 0.05)), pressure, **around))
        hulls = hulls.joined(hull)
    size = scratch_size(BLOCK * len(hulls.vertices), waves.compiled().shape[2] if waves is not None else 0)
    room = np.full(size + 50, np.nan)
    for k in (0, 1, 2, 3, 3, 1, 0, 2, 0):
        found = called_pressed(hulls, bodies[k], Pose((1, 2, 0.05)), scratch=room, **around)
        np.testing.assert_array_equal(found.wrench, alone[k].wrench)
        np.testing.assert_array_equal(found.center, alone[k].center)
        assert found.volume == alone[k].volume > 0.0


@pytest.mark.parametrize("sea", ["deep", "gerstner"])
def test_a_row_takes_its_own_waves_or_those_that_all_share(sea: str) -> None:
    """Bits as alone; and with both kinds of waves in other rows."""
    mesh, pose, waves = random_body(4), Pose((1, 2, 0.05)), SEAS[sea]
    hull = hull_blocks(mesh.vertices, mesh.faces)
    body, water, own = body_of(FROUDE_KRYLOV, hull, mesh.volume, mesh.centroid), water_of(waves), waves.compiled()
    alone = called_pressed(hull, body, pose, water, own)
    rows = np.concatenate([own, own, own])
    rows[[0, 2], AMPLITUDE] *= 0.5
    assert not np.array_equal(called_pressed(hull, body, pose, water, rows, row=0).wrench, alone.wrench)
    for found in (
        called_pressed(hull, body, pose, water, own, row=7),
        called_pressed(hull, body, pose, water, rows, row=1),
    ):
        np.testing.assert_array_equal(found.wrench, alone.wrench)
    room = np.full(scratch_size(BLOCK * len(hull.vertices), own.shape[2]), np.nan)
    p, R, phases = six(pose.p), six(pose.R), phases_of(own, 0, 0.0)
    given = water, body, 0.0, phases, NO_FLOW, p, R, six(pose.R[2]), False, room
    both = called(pressed)(*hull, own, own, 0, *given)
    np.testing.assert_array_equal(both.wrench, alone.wrench)


def test_no_hull_needs_no_room() -> None:
    assert scratch_size(0, 100) == 0
    assert scratch_size(BLOCK, 0) == WORK * BLOCK + max(EXPANSION + CHANNELS * BLOCK, DRAG_CHANNELS * BLOCK)
    assert scratch_size(BLOCK, 90) == WORK * BLOCK + EXPANSION + (CHANNELS + 180) * BLOCK

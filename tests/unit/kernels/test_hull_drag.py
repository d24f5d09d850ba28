"""Drag and slamming on triangles against polygons cut in plain NumPy; the power function and the ITTC's line."""

import itertools
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.unit.kernels import by_columns, called, record, six

from seaway.frames import Pose
from seaway.kernels.blocks import BLOCK
from seaway.kernels.hull import WAVE_U, WORK
from seaway.kernels.hull_blocks import HullBlocks, hull_blocks
from seaway.kernels.hull_drag import ASV, DRAG_CHANNELS, FACING, KERNER, Dragged, dragged, friction_coefficient, slammed
from seaway.kernels.hull_forces import HULL
from seaway.kernels.series import power
from seaway.mesh import Mesh, box, cylinder, sphere

_power, _friction_coefficient = called(power), called(friction_coefficient)

# c1, c2, f; s1, s2, g; reference speed: all different, so that none can stand for another.
PUSH, PULL, REFERENCE = (70.0, 130.0, 0.4), (40.0, 90.0, 0.7), 1.5
DRAG = {
    "friction": 1,
    "pressure_drag": 1,
    "pressure_linear": PUSH[0],
    "pressure_quadratic": PUSH[1],
    "pressure_falloff": PUSH[2],
    "suction_linear": PULL[0],
    "suction_quadratic": PULL[1],
    "suction_falloff": PULL[2],
    "reference_speed": REFERENCE,
}
V, W = np.array([1.2, -0.7, 0.4]), np.array([0.3, 0.8, -0.5])
STILL = np.zeros(3)
# The power function has 1e-13 of its value, and sums of some terms as much again.
ROUNDING = 4e-13


class Laid(NamedTuple):
    """A hull in blocks, with a scratch that holds the depths of its vertices, and the velocity of the waves."""

    hull: HullBlocks
    scratch: np.ndarray


def laid(vertices: np.ndarray, corners: np.ndarray, depths: np.ndarray, waves: np.ndarray | None, left: float) -> Laid:
    """Vertices (vertex, 3) at depths, in waves of a velocity at each, (vertex, 3) in B, in the order of the blocks."""
    used = np.unique(corners)
    order = used[np.argsort(vertices[used, 2], kind="stable")]
    order = np.concatenate([order, np.repeat(order[-1:], -len(order) % BLOCK)])
    n = len(order)
    scratch = np.full(WORK * n, left)
    scratch[:n] = depths[order]
    if waves is not None:
        scratch[WAVE_U * n : (WAVE_U + 3) * n] = waves[order].T.ravel()
    return Laid(hull_blocks(vertices, corners), scratch)


def of_faces(
    vertices: np.ndarray,
    corners: Any,
    depths: np.ndarray,
    v: np.ndarray = V,
    w: np.ndarray = W,
    waves: np.ndarray | None = None,
    block: np.ndarray | None = None,
    left: float = 0.0,
    **fields: Any,
) -> Dragged:
    """What the kernel makes of vertices (vertex, 3) at depths, in waves of a velocity at each, (vertex, 3) in B.

    What is left in the scratch where there are no waves is a number.
    """
    hull, scratch = laid(vertices, np.asarray(corners), depths, waves, left)
    given = {"vertex_stop": len(hull.vertices), "face_stop": len(hull.faces)}
    body = record(HULL, **{**given, **DRAG, **fields})
    room = np.zeros(DRAG_CHANNELS * BLOCK) if block is None else block
    return called(dragged)(*hull, body, six(v), six(w), waves is not None, scratch, room)


# The oracle: a polygon cut corner by corner, as one piece or as a fan of triangles, each with the law at its centroid.


def wet_polygon(points: np.ndarray, depths: np.ndarray) -> np.ndarray:
    """What is left of a polygon whose corners have any number of columns."""
    kept = list[np.ndarray]()
    for k in range(len(points)):
        p, q, dp, dq = points[k - 1], points[k], depths[k - 1], depths[k]
        if (dp > 0.0) != (dq > 0.0):
            kept.append(p + (q - p) * dp / (dp - dq))
        if dq > 0.0:
            kept.append(q)
    return np.array(kept).reshape(-1, points.shape[1])


def area_of(polygon: np.ndarray) -> float:
    sides = polygon[1:] - polygon[:1]
    return 0.5 * float(np.sum(np.linalg.norm(np.cross(sides[:-1], sides[1:]), axis=1)))


def friction_on(u: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Per area, for 1/2 ρ C_F = 1."""
    u_t = u - (u @ n) * n
    return -np.linalg.norm(u_t) * u_t


def asv_friction_on(u: np.ndarray, n: np.ndarray) -> np.ndarray:
    """As asv_wave_sim has it: the full speed along the tangent that the unit velocity gives."""
    speed = np.linalg.norm(u)
    t = u - (u / speed @ n) * n
    return -(speed**2) * t / np.linalg.norm(t)


def pressure_on(u: np.ndarray, n: np.ndarray) -> np.ndarray:
    speed = np.linalg.norm(u)
    cos, x = u @ n / speed, speed / REFERENCE
    c1, c2, f = PUSH if cos >= 0.0 else PULL
    return -np.sign(cos) * (c1 * x + c2 * x**2) * abs(cos) ** f * n


def on_piece(law: Any, triangle: np.ndarray, normal: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The wrench on a triangle, (corner, 6): place and velocity of the waves."""
    area = 0.5 * np.linalg.norm(np.cross(triangle[1, :3] - triangle[0, :3], triangle[2, :3] - triangle[0, :3]))
    middle = np.mean(triangle, axis=0)
    force = area * law(v + np.cross(w, middle[:3]) - middle[3:], normal)
    return np.concatenate([force, np.cross(middle[:3], force)])


def expected_on(law: Any, corners: np.ndarray, depths: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The wrench on what is wet of a triangle, (corner, 6), as a fan."""
    N = np.cross(corners[1, :3] - corners[0, :3], corners[2, :3] - corners[0, :3])
    polygon, total = wet_polygon(corners, depths), np.zeros(6)
    for k in range(1, len(polygon) - 1):
        total += on_piece(law, polygon[[0, k, k + 1]], N / np.linalg.norm(N), v, w)
    return total


CORNERS = np.array([[0.3, -0.2, 0.1], [1.1, 0.4, -0.3], [-0.5, 0.9, 0.6]])
DEPTHS = [
    np.array(signs) * d for signs in itertools.product((-1.0, 1.0), repeat=3) for d in [np.array([0.7, 0.4, 1.3])]
]
LAWS = {"friction": friction_on, "pressure": pressure_on}


def with_waves(corners: np.ndarray, waves: np.ndarray | None) -> np.ndarray:
    return np.column_stack([corners, np.zeros_like(corners) if waves is None else waves])


def assert_wrench(found: Any, expected: np.ndarray, tolerance: float = ROUNDING) -> None:
    scale = max(1.0, float(np.max(np.abs(expected))))
    np.testing.assert_allclose(np.array(found), expected, rtol=0, atol=tolerance * scale)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("depths", DEPTHS, ids=str)
def test_a_triangle_in_straight_motion(depths: np.ndarray, turned: bool) -> None:
    """0, 1, 2 or 3 wet corners, both ways round: the law times the wet area, at the centroid of what is wet."""
    order = [0, 2, 1] if turned else [0, 1, 2]
    found = of_faces(CORNERS, [order], depths, w=STILL)
    area = 0.0
    for law, wrench in (("friction", found.friction), ("pressure", found.pressure)):
        corners = with_waves(CORNERS[order], None)
        expected = expected_on(LAWS[law], corners, depths[order], V, STILL)
        assert (np.linalg.norm(expected) > 1e-3) == (np.max(depths) > 0.0)
        assert_wrench(wrench, expected)
        area = area_of(wet_polygon(corners, depths[order])[:, :3])
    assert found.area == pytest.approx(area, rel=1e-14)
    cuts = 0 < np.sum(depths > 0.0) < 3
    assert (found.waterline > 0.0) == cuts
    assert found.speed == pytest.approx(tuple(np.abs(V)) if area else (0.0, 0.0, 0.0), rel=1e-15)


@pytest.mark.parametrize("with_sea", [False, True])
@pytest.mark.parametrize("depths", [d for d in DEPTHS if np.sum(d > 0.0) in (1, 3)], ids=str)
def test_a_triangle_that_turns_in_waves(depths: np.ndarray, with_sea: bool) -> None:
    """What is wet is a triangle: its centroid moves with v + w × c, the water there with the mean of its corners."""
    waves = np.random.default_rng(1).normal(size=(3, 3)) if with_sea else None
    found = of_faces(CORNERS, [[0, 1, 2]], depths, waves=waves)
    corners = with_waves(CORNERS, waves)
    assert_wrench(found.friction, expected_on(friction_on, corners, depths, V, W))
    assert_wrench(found.pressure, expected_on(pressure_on, corners, depths, V, W))
    middle = np.mean(wet_polygon(corners, depths), axis=0)
    velocity = V + np.cross(W, middle[:3]) - middle[3:]
    np.testing.assert_allclose(found.speed, np.abs(velocity), rtol=0, atol=1e-14 * float(np.linalg.norm(velocity)))


@pytest.mark.parametrize("lone", range(3))
def test_a_triangle_with_two_wet_corners_that_turns_in_waves(lone: int) -> None:
    """Four corners are more than the law at one point sees: the error falls fourfold with half the size.

    Against the same cut into 4⁵ pieces, each with the law at its centroid: 1024 times nearer. Fourfold to 20 %.
    """
    random = np.random.default_rng(2 + lone)
    waves, depths = 0.3 * random.normal(size=(3, 3)), np.roll([-0.5, 0.7, 0.4], lone)
    middle = np.mean(with_waves(CORNERS, waves), axis=0)
    errors = list[list[float]]()
    for size in (0.2, 0.1, 0.05):
        corners = middle + size * (with_waves(CORNERS, waves) - middle)
        found = of_faces(corners[:, :3], [[0, 1, 2]], size * depths, waves=corners[:, 3:])
        pieces = [wet_polygon(corners, size * depths)]
        pieces = [pieces[0][[0, 1, 2]], pieces[0][[0, 2, 3]]]
        for _ in range(5):
            halves = [(p, 0.5 * (p + np.roll(p, -1, axis=0))) for p in pieces]
            pieces = [q for p, m in halves for q in (m, *(np.array([p[k], m[k], m[k - 1]]) for k in range(3)))]
        N = np.cross(corners[1, :3] - corners[0, :3], corners[2, :3] - corners[0, :3])
        n = N / np.linalg.norm(N)
        errors.append([])
        for law, wrench in ((friction_on, found.friction), (pressure_on, found.pressure)):
            fine = sum((on_piece(law, piece, n, V, W) for piece in pieces), np.zeros(6))
            errors[-1].append(float(np.linalg.norm(np.array(wrench) - fine) / np.linalg.norm(fine)))
    assert np.max(errors[0]) < 1e-2
    ratios = np.array(errors[:-1]) / np.array(errors[1:])
    assert np.all((ratios > 3.2) & (ratios < 4.8))


@pytest.mark.parametrize("depths", [d for d in DEPTHS if np.max(d) > 0.0], ids=str)
def test_friction_as_asv_wave_sim_works_it_out(depths: np.ndarray) -> None:
    found = of_faces(CORNERS, [[0, 1, 2]], depths, w=STILL, compat=ASV)
    assert_wrench(found.friction, expected_on(asv_friction_on, with_waves(CORNERS, None), depths, V, STILL))
    assert_wrench(found.pressure, expected_on(pressure_on, with_waves(CORNERS, None), depths, V, STILL))


@pytest.mark.parametrize("compat", [0, ASV])
def test_laws_that_are_off_add_nothing(compat: int) -> None:
    depths = np.array([0.7, 0.4, 1.3])
    both = of_faces(CORNERS, [[0, 1, 2]], depths, compat=compat)
    only = of_faces(CORNERS, [[0, 1, 2]], depths, compat=compat, pressure_drag=0)
    assert only.friction == both.friction
    assert only.pressure == (0.0,) * 6
    other = of_faces(CORNERS, [[0, 1, 2]], depths, compat=compat, friction=0)
    assert other.pressure == both.pressure
    assert other.friction == (0.0,) * 6
    assert only.area == other.area == both.area > 0.0


@pytest.mark.parametrize("compat", [0, ASV])
@pytest.mark.parametrize("v", [(0, 0, 0), (0, 0, 2), (0, 0, -2), (3, 0, 0), (1e-200, 0, 0), (0, 0, 1e-200)], ids=str)
def test_at_rest_face_on_and_along(v: tuple[float, ...], compat: int) -> None:
    """A level face of 1/2 m2: nothing at rest; no friction face on, no pressure along; nothing that is not a number."""
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    found = of_faces(corners, [[0, 1, 2]], np.ones(3), np.array(v, dtype=float), STILL, compat=compat)
    friction, pressure = np.array(found.friction), np.array(found.pressure)
    assert np.isfinite(friction).all()
    assert np.isfinite(pressure).all()
    speed = abs(v[0]) + abs(v[2])
    if compat == 0 or v[2] == 0:
        np.testing.assert_allclose(friction[:3], [-0.5 * v[0] * abs(v[0]), 0, 0], rtol=1e-15, atol=0)
    if v[0]:
        assert np.array_equal(pressure, np.zeros(6))
    c1, c2, _ = PUSH if v[2] > 0 else PULL
    force = -np.sign(v[2]) * 0.5 * (c1 * speed / REFERENCE + c2 * (speed / REFERENCE) ** 2)
    assert pressure[2] == pytest.approx(force, rel=ROUNDING)


def test_a_corner_in_the_surface_is_dry_and_divides_by_nothing() -> None:
    """One, two or three corners at the depth 0, the others wet or dry: the limit from both sides."""
    for on in itertools.product((False, True), repeat=3):
        for other in (-0.6, 0.6):
            depths = np.where(on, 0.0, other)
            found = of_faces(CORNERS, [[0, 1, 2]], depths, w=STILL)
            whole = of_faces(CORNERS, [[0, 1, 2]], np.ones(3), w=STILL)
            part = 1.0 if other > 0.0 and not all(on) else 0.0
            assert found.area == pytest.approx(part * whole.area, rel=1e-15)
            assert_wrench(found.friction, part * np.array(whole.friction))
            assert_wrench(found.pressure, part * np.array(whole.pressure))


# Blocks


def scattered(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Separate triangles without order."""
    vertices = np.random.default_rng(seed).normal(size=(3 * count, 3))
    return vertices, np.arange(3 * count).reshape(-1, 3)


@pytest.mark.parametrize("count", [1, 30, 31, 32, 33, 61, 62, 63, 64, 65, 93, 96, 97, 200])
@pytest.mark.parametrize("wet", ["all", "cut", "some"])
def test_no_triangle_is_lost_between_blocks(count: int, wet: str) -> None:
    """Numbers about multiples of the block, triangles of one piece and of two: the sum of each alone.

    Rounding grows with the root of the number of terms.
    """
    assert BLOCK == 32  # the numbers above are about its multiples
    vertices, corners = scattered(count, count)
    random = np.random.default_rng(1000 + count)
    depths = np.abs(random.normal(size=(count, 3))) + 0.01
    if wet == "cut":
        depths[:, 1] *= -1.0
    elif wet == "some":
        depths *= np.where(random.random((count, 3)) < 0.5, -1.0, 1.0)
    together = of_faces(vertices, corners, depths.ravel())
    alone = [of_faces(vertices, corners[k : k + 1], depths.ravel()) for k in range(count)]
    size = np.sqrt(count)
    assert_wrench(together.friction, np.sum([one.friction for one in alone], axis=0), 1e-14 * size)
    assert_wrench(together.pressure, np.sum([one.pressure for one in alone], axis=0), 1e-14 * size)
    assert together.area == pytest.approx(sum(one.area for one in alone), rel=1e-14 * size)
    assert together.waterline == pytest.approx(sum(one.waterline for one in alone), rel=1e-14 * size)
    mean = np.sum([one.area * np.square(one.speed) for one in alone], axis=0) / together.area
    np.testing.assert_allclose(together.speed, np.sqrt(mean), rtol=1e-14)


def test_dry_triangles_are_passed_over() -> None:
    """Whatever their number between wet ones."""
    vertices, corners = scattered(100, 7)
    depths = np.where(np.arange(100) % 7 == 0, 1.0, -1.0).repeat(3)
    few = of_faces(vertices, corners[::7], depths)
    found = of_faces(vertices, corners, depths)
    for one, other in zip(found, few, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)  # in another order
    assert found.area > 0.0


def test_only_the_blocks_of_the_body_count() -> None:
    """The second of two hulls in the same arrays has the digits that it has alone."""
    vertices, corners = scattered(40, 8)
    before, own = hull_blocks(vertices, corners[:20]), hull_blocks(vertices, corners[20:])
    n, m = len(before.vertices), len(own.vertices)
    body = record(HULL, vertex_start=n, vertex_stop=n + m, face_start=1, face_stop=2, **DRAG)
    scratch, room = np.ones(WORK * BLOCK * (n + m)), np.zeros(DRAG_CHANNELS * BLOCK)
    found = called(dragged)(*before.joined(own), body, six(V), six(W), False, scratch, room)
    assert found == of_faces(vertices, corners[20:], np.ones(120))


def test_what_is_left_in_the_room_to_work_does_not_matter() -> None:
    """It may be of a hull whose motion has diverged."""
    vertices, corners = scattered(5, 9)
    depths = np.ones(15)
    clean = of_faces(vertices, corners, depths)
    left = of_faces(vertices, corners, depths, block=np.full(DRAG_CHANNELS * BLOCK, np.nan))
    assert left == clean


@pytest.mark.parametrize("compat", [0, ASV])
@pytest.mark.parametrize("wet", [1, 2, 3])
def test_in_still_water_what_waves_have_left_does_not_matter(wet: int, compat: int) -> None:
    """The velocity of the waves at the corners may be that of another row, or not of interest (asv_wave_sim)."""
    depths = np.where(np.arange(3) < wet, 0.5, -0.5)
    clean = of_faces(CORNERS, [[0, 1, 2]], depths, compat=compat)
    assert of_faces(CORNERS, [[0, 1, 2]], depths, compat=compat, left=0.3) == clean


# Whole hulls: area and waterline


def of_mesh(mesh: Mesh, pose: Pose, **fields: Any) -> Dragged:
    depths = -(mesh.vertices @ pose.R[2] + pose.p[2])
    return of_faces(mesh.vertices, mesh.faces, depths, **fields)


@pytest.mark.parametrize("resolution", [1, 2, 3])
@pytest.mark.parametrize("z", [-0.3, 0.0, 0.4])
def test_area_and_waterline_of_a_barge(z: float, resolution: int) -> None:
    """10 x 4 x 2 m: bottom and sides to the draft 1 - z, waterline 10 m; also with edges that lie in the surface."""
    found = of_mesh(box((10, 4, 2), resolution), Pose((0, 0, z)))
    assert found.area == pytest.approx(40.0 + 28.0 * (1.0 - z), rel=1e-14)
    assert found.waterline == pytest.approx(10.0, rel=1e-14)


def test_the_waterline_is_along_x_of_the_body() -> None:
    """A yaw changes nothing, nor a roll; standing on its end the barge has none."""
    mesh = box((10, 4, 2))
    for rpy in ([0, 0, 0.7], [0.3, 0, 0], [0, 0, -2.0]):
        assert of_mesh(mesh, Pose.from_rpy((0, 0, 0), rpy)).waterline == pytest.approx(10.0, rel=1e-13)
    # Pitched by θ the surface cuts both decks: it is as long as the height allows, 2 m / tan θ.
    found = of_mesh(mesh, Pose.from_rpy((0, 0, 0), (0, 0.5, 0)))
    assert found.waterline == pytest.approx(2.0 / np.tan(0.5), rel=1e-13)
    assert of_mesh(mesh, Pose.from_rpy((0, 0, 0), (0, np.pi / 2, 0))).waterline == pytest.approx(0.0, abs=1e-14)


def test_waterline_and_area_of_bodies_of_revolution() -> None:
    """The polygon's own: a cylinder of 40 sides has corners on the x axis, and so its full diameter."""
    n, r = 40, 0.5
    found = of_mesh(cylinder(r, 2.0, n), Pose((0, 0, 0.2)))
    side, end = 2.0 * n * r * np.sin(np.pi / n), 0.5 * n * r**2 * np.sin(2.0 * np.pi / n)
    assert found.waterline == pytest.approx(2.0 * r, rel=1e-14)
    assert found.area == pytest.approx(end + 0.8 * side, rel=1e-13)
    ball = sphere(0.5, 3)
    half = of_mesh(ball, Pose((0, 0, 0)))
    assert half.area == pytest.approx(0.5 * ball.area, rel=1e-13)  # the mesh is its own image across z
    assert half.waterline == pytest.approx(1.0, rel=2e-3)  # a polygon of sides of 0.07


def test_the_extent_is_that_of_the_wet_part() -> None:
    """Along each axis of the body: down to a draft of 0.6 m; on its side, half of its breadth; as a whole under water.

    With edges that cross the surface alone, as those of a box are, and with corners that are wet.
    """
    for resolution in (1, 3):
        mesh = box((10, 4, 2), resolution)
        afloat = of_mesh(mesh, Pose((0, 0, 0.4)))
        assert afloat.extent == pytest.approx((10.0, 4.0, 0.6), rel=1e-14)
        on_its_side = of_mesh(mesh, Pose.from_rpy((0, 0, 0), (np.pi / 2, 0, 0)))
        assert on_its_side.extent == pytest.approx((10.0, 2.0, 2.0), rel=1e-14)
        assert of_mesh(mesh, Pose((0, 0, -9))).extent == pytest.approx((10.0, 4.0, 2.0), rel=1e-15)


def test_a_hull_below_or_above_the_surface_has_no_waterline() -> None:
    mesh = sphere(0.5, 2)
    below, above = of_mesh(mesh, Pose((0, 0, -1))), of_mesh(mesh, Pose((0, 0, 1)))
    assert below.waterline == above.waterline == above.area == 0.0
    assert above.speed == above.extent == (0.0, 0.0, 0.0)
    assert below.area == pytest.approx(mesh.area, rel=1e-14)
    assert above.friction == above.pressure == (0.0,) * 6


# Numbers

# ITTC 1957; table 8.3 of Introduction to Naval Architecture, to its digits, and the lower end that asv_wave_sim sets.
ITTC = [
    (100.0, 0.075),
    (1e3, 0.075),
    (1e5, 0.008333333333),
    (1e6, 0.0046875),
    (1e7, 0.003),
    (1e8, 0.002083333333),
    (1e9, 0.001530612245),
    (1e10, 0.001171875),
]


@pytest.mark.parametrize(("reynolds", "coefficient"), ITTC)
def test_friction_line(reynolds: float, coefficient: float) -> None:
    assert _friction_coefficient(reynolds) == pytest.approx(coefficient, rel=1e-9)  # ten digits


def test_friction_line_between_and_at_its_end() -> None:
    for reynolds in np.logspace(3, 10, 50):
        expected = 0.075 / (np.log10(reynolds) - 2.0) ** 2
        assert _friction_coefficient(float(reynolds)) == pytest.approx(expected, rel=1e-14)
    assert _friction_coefficient(0.0) == _friction_coefficient(1e3) == pytest.approx(0.075, rel=1e-14)


@pytest.mark.parametrize("exponent", [0.05, 0.4, 0.5, 1.0])
def test_power(exponent: float) -> None:
    """1e-13 of the value, from 1e-12 to 1."""
    x = np.concatenate([np.logspace(-12, 0, 2000), np.linspace(1e-3, 1.0, 2001), 1.0 - np.logspace(-16, -1, 100)])
    found = np.array([_power(float(a), exponent) for a in x])
    expected = np.exp(exponent * np.log(x.astype(np.longdouble)))
    assert np.max(np.abs(found / expected - 1.0)) < 1.3e-13


@pytest.mark.parametrize("exponent", [2.0, 3.0, 10.0])
def test_power_with_a_large_exponent(exponent: float) -> None:
    """The logarithm has an error of 256 roundings of 1, 3e-14 and less, that the exponent multiplies; e^-45 stays."""
    x = np.concatenate([np.logspace(-12, 0, 2000), np.linspace(1e-3, 1.0, 2001)])
    found = np.array([_power(float(a), exponent) for a in x])
    expected = np.exp(exponent * np.log(x.astype(np.longdouble)))
    assert np.all(np.abs(found - expected) <= (1e-13 + 3e-14 * exponent) * expected + 3e-20)


def test_power_at_its_ends() -> None:
    """0 at 0, 1 at 1; below 1e-12 straight down to 0, without a jump."""
    for exponent in (0.05, 0.4, 1.0, 3.0):
        assert _power(0.0, exponent) == 0.0
        assert _power(1.0, exponent) == pytest.approx(1.0, abs=1e-13)
        end = _power(1e-12, exponent)
        assert _power(1e-13, exponent) == pytest.approx(0.1 * end, rel=1e-13)
        assert _power(1e-300, exponent) == pytest.approx(1e-288 * end, rel=1e-13)
        assert _power(np.nextafter(1e-12, 0.0), exponent) == pytest.approx(end, rel=1e-12)


# Slamming


MASS, MOMENTS = 500.0, np.array([80.0, 90.0, 100.0])


def slam(
    vertices: np.ndarray,
    corners: Any,
    depths: np.ndarray,
    v: Any,
    w: Any = STILL,
    swept: np.ndarray | None = None,
    waves: np.ndarray | None = None,
    first_step: bool = False,
    time_step: float = 0.01,
    **fields: Any,
) -> np.ndarray:
    hull, scratch = laid(vertices, np.asarray(corners), depths, waves, np.nan)
    given: dict[str, Any] = {
        "vertex_stop": len(hull.vertices),
        "face_stop": len(hull.faces),
        "mass": MASS,
        "inverse": by_columns(np.diag(1.0 / np.array([MASS] * 3 + MOMENTS.tolist()))),
        "hull_area": 6.0,
        "slamming": KERNER,
        "slam_time": 1.0,
        "slam_acceleration": 100.0,
        "slam_power": 2.0,
        **fields,
    }
    memory = np.zeros((len(hull.faces), 3 * BLOCK))
    if swept is not None:
        memory[0, ::BLOCK] = swept[0]
    found = called(slammed)(
        *hull,
        record(HULL, **given),
        six(v),
        six(w),
        six(np.zeros(3) if waves is None else np.mean(waves, axis=0)),
        waves is not None,
        first_step,
        time_step,
        scratch,
        np.full(DRAG_CHANNELS * BLOCK, np.nan),
        memory,
    )
    if swept is not None:
        swept[0] = memory[0, ::BLOCK]
    return np.array(found)


# A triangle of 1 m2 that looks down, its centroid at the origin.
PLATE = np.array([[-1.0, -0.5, 0], [0, 1, 0], [1, -0.5, 0]]) * np.sqrt(2.0 / 3.0)


@pytest.mark.parametrize(("largest", "force"), [(100.0, 500.0), (200.0, 281.25), (1000.0, 11.25)])
def test_kerner_on_one_triangle(largest: float, force: float) -> None:
    """A = 1 m2, wet as a whole and half of it at the last step, at 3 m/s: Γ = 150 m/s2.

    From the formula as open-source copies of Kerner's article have it, with S = 6 m2, m = 500 kg, h = 10 ms, p = 2.
    """
    swept = np.array([[0.0, 0.0, -1.5]])
    found = slam(PLATE, [[0, 1, 2]], np.ones(3), (0, 0, -3), swept=swept, slam_acceleration=largest)
    np.testing.assert_allclose(found, [0, 0, force, 0, 0, 0], rtol=1e-13, atol=1e-11)
    np.testing.assert_allclose(swept, [[0, 0, -3.0]], rtol=1e-14)  # is remembered


def test_kerner_at_a_slant_off_the_centre() -> None:
    """Cos θ of the force along u; its moment is that at the centroid; twice the power is twice in the exponent."""
    shift = np.array([0.4, 0.3, 0.0])
    u = np.array([1.0, 0.0, -2.0])
    expected = -(0.6**3.0) * (2.0 / np.sqrt(5.0)) * (2.0 * 1.0 / 6.0) * MASS * u / 0.5
    swept = np.array([u - [0, 0, 0.6]])  # a change of 0.6 m3/s over 1 m2 and 10 ms: 60 m/s2
    fields: dict[str, Any] = {"slam_power": 3.0, "slam_time": 0.5}
    found = slam(PLATE + shift, [[0, 1, 2]], np.ones(3), u, swept=swept, **fields)
    np.testing.assert_allclose(found, [*expected, *np.cross(shift, expected)], rtol=1e-12, atol=1e-11)


@pytest.mark.parametrize("depths", DEPTHS, ids=str)
def test_the_wet_part_slams(depths: np.ndarray) -> None:
    """With the wet part of its area: against the cut polygon, and remembered as A_wet u."""
    polygon = wet_polygon(PLATE, depths)
    area = area_of(polygon)
    swept = np.zeros((1, 3))
    found = slam(PLATE, [[0, 1, 2]], depths, (0, 0, -3), swept=swept)
    np.testing.assert_allclose(swept, [[0, 0, -3.0 * area]], rtol=1e-14, atol=1e-15)
    ramp = min(3.0 * area / 0.01 / 100.0, 1.0) ** 2
    assert found[2] == pytest.approx(ramp * area / 3.0 * MASS * 3.0, rel=1e-12, abs=1e-12)


def test_no_slam_at_the_first_step_or_out_of_the_water_or_backwards() -> None:
    cases: list[dict[str, Any]] = [
        {"depths": np.ones(3), "v": (0, 0, -3), "first_step": True},
        {"depths": -np.ones(3), "v": (0, 0, -3)},
        {"depths": np.ones(3), "v": (0, 0, 3)},
        {"depths": np.ones(3), "v": (0, 0, 0)},
        {"depths": np.ones(3), "v": (2, 0, 0)},
        {"depths": np.ones(3), "v": (0, 0, -3), "slamming": FACING, "center_of_mass": (1, 0, 0), "mass": 0.0},
    ]
    for arguments in cases:
        assert np.array_equal(np.abs(slam(PLATE, [[0, 1, 2]], **arguments)), np.zeros(6)), arguments


def test_the_facing_area_stops_the_centre_of_mass() -> None:
    """F = -(2 Σ A_wet cos θ / S) m v_m / T at the centre of mass, on a cube half wet: also a slanted motion."""
    cube = box((1, 1, 1))
    depths = -cube.vertices[:, 2]
    facing: dict[str, Any] = {"slamming": FACING, "slam_time": 1.0}
    found = slam(cube.vertices, cube.faces, depths, (0, 0, -3), **facing)
    np.testing.assert_allclose(found, [0, 0, 500.0, 0, 0, 0], rtol=1e-13, atol=1e-10)
    # Forward and down: the front has 1/2 m2 wet, the bottom 1 m2; Σ A cos θ = (1/2 · 3 + 1 · 4) / 5.
    v, center = np.array([3.0, 0, -4.0]), np.array([0.1, 0.0, -0.2])
    expected = -(2.0 * 5.5 / 5.0 / 6.0) * MASS * v / 0.25
    found = slam(cube.vertices, cube.faces, depths, v, center_of_mass=center, slamming=FACING, slam_time=0.25)
    np.testing.assert_allclose(found, [*expected, *np.cross(center, expected)], rtol=1e-12, atol=1e-10)


@pytest.mark.parametrize("kind", [KERNER, FACING])
@pytest.mark.parametrize("time", [1e-9, 1e-4, 0.01])
def test_a_blow_stops_at_most_the_motion_in_its_direction(kind: int, time: float) -> None:
    """However short T: after a step of it, ν + h M⁻¹ F has no motion left along F, and never one backwards."""
    random = np.random.default_rng(5)
    cube, M = box((1, 1, 1)), np.array([MASS] * 3 + MOMENTS.tolist())
    capped = 0
    for _ in range(50):
        nu = random.normal(size=6)
        depths = 0.2 * random.normal(size=8)
        wrench = slam(cube.vertices, cube.faces, depths, nu[:3], nu[3:], slamming=kind, slam_time=time)
        before, after = wrench @ nu, wrench @ (nu + 0.01 * wrench / M)
        assert before <= 0.0
        assert after <= 1e-9 * abs(before)
        capped += before < 0.0 and abs(after) <= 1e-9 * abs(before)
    assert capped > 10 or time == 0.01


def test_in_waves_a_triangle_slams_by_its_velocity_through_them() -> None:
    """Half the speed is the water's, at each corner another that has that mean."""
    waves = np.array([[0, 0, 1.0], [0, 0, 1.5], [0, 0, 2.0]])
    swept = np.zeros((1, 3))
    found = slam(PLATE, [[0, 1, 2]], np.ones(3), (0, 0, -1.5), swept=swept, waves=waves)
    np.testing.assert_allclose(swept, [[0, 0, -3.0]], rtol=1e-14)
    np.testing.assert_allclose(found, [0, 0, 500.0, 0, 0, 0], rtol=1e-13, atol=1e-11)

"""The wet part of simple shapes: closed forms, quadrature, symmetry, and Archimedes."""

from collections.abc import Callable

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.bodies import quaternion
from tests.strategies import positive, quaternions, vectors

from seaway.frames import Pose, quaternion_product
from seaway.inertia import Inertial, MassProperties
from seaway.kernels.submergence import wet_box, wet_cylinder, wet_ellipsoid
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Vehicle

RHO, G = 1025.0, 9.80665

# Kernels can only be called from compiled code.
_ellipsoid = numba.njit(lambda half, up, depth: wet_ellipsoid(half, up, depth))
_box = numba.njit(lambda half, up, depth: wet_box(half, up, depth))
_cylinder = numba.njit(lambda half, up, depth: wet_cylinder(half, up, depth))
KERNELS = {"ellipsoid": _ellipsoid, "box": _box, "cylinder": _cylinder}


def wet(shape: str, half: np.ndarray, up: np.ndarray, depth: float) -> tuple[float, np.ndarray]:
    """The wet fraction and the centre of the wet part."""
    fraction, center = KERNELS[shape](tuple(map(float, half)), tuple(map(float, up)), float(depth))
    return fraction, np.array(center)


def reach(shape: str, half: np.ndarray, up: np.ndarray) -> float:
    """How far a shape reaches along its vertical, from its centre."""
    if shape == "ellipsoid":
        return float(np.linalg.norm(half * up))
    if shape == "box":
        return float(np.sum(half * np.abs(up)))
    return float(half[0] * np.hypot(up[0], up[1]) + half[2] * abs(up[2]))


def unit(v: np.ndarray) -> np.ndarray:
    return np.asarray(v, dtype=float) / np.linalg.norm(v)


# Closed forms


@pytest.mark.parametrize("t", [-0.999, -0.6, 0.0, 0.3, 0.95])
def test_a_sphere_is_wet_over_a_cap(t: float) -> None:
    """A cap of height h: V = π h² (3 r - h) / 3, centre 3 (2 r - h)² / (4 (3 r - h)) from the centre of the sphere."""
    r, up = 0.7, unit(np.array([0.3, -0.5, 0.8]))
    h = r * (1.0 + t)
    fraction, center = wet("ellipsoid", np.full(3, r), up, r * t)
    assert fraction == pytest.approx(np.pi * h * h * (3 * r - h) / 3 / (4 / 3 * np.pi * r**3), rel=1e-12)
    np.testing.assert_allclose(center, -0.75 * (2 * r - h) ** 2 / (3 * r - h) * up, rtol=0, atol=1e-14)


def test_half_an_ellipsoid_has_its_centre_at_three_eighths() -> None:
    """3/8 of the half axis, with an axis upright; half of the volume at any attitude."""
    half = np.array([0.9, 0.5, 0.3])
    for k in range(3):
        fraction, center = wet("ellipsoid", half, np.eye(3)[k], 0.0)
        assert fraction == pytest.approx(0.5, rel=1e-15)
        np.testing.assert_allclose(center, -0.375 * half[k] * np.eye(3)[k], rtol=0, atol=1e-15)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("part", [-0.8, -0.1, 0.0, 0.6])
def test_an_upright_box_is_wet_to_its_water_line(axis: int, sign: float, part: float) -> None:
    """Fraction (1 + d/c) / 2; centre midway between bottom and water line."""
    half, up = np.array([0.9, 0.5, 0.3]), sign * np.eye(3)[axis]
    depth = part * half[axis]
    fraction, center = wet("box", half, up, depth)
    assert fraction == pytest.approx(0.5 * (1.0 + part), rel=1e-14)
    np.testing.assert_allclose(center, 0.5 * (depth - half[axis]) * up, rtol=0, atol=1e-15)


def test_a_box_on_its_edge_is_wet_over_a_triangle() -> None:
    """A square section with an edge down, wet to h above it: area h², centre 2 h / 3 above the edge, h < a √2."""
    a, h = 0.5, 0.4
    up = unit(np.array([1.0, 1.0, 0.0]))
    fraction, center = wet("box", np.array([a, a, 2.0]), up, h - a * np.sqrt(2.0))
    assert fraction == pytest.approx(h * h / (4 * a * a), rel=1e-13)
    np.testing.assert_allclose(center, (2.0 / 3.0 * h - a * np.sqrt(2.0)) * up, rtol=0, atol=1e-14)


def test_a_box_on_its_corner_is_wet_over_a_tetrahedron() -> None:
    """A cube with a corner down, wet to h above it: V = √3 / 2 h³, centre 3 h / 4 above the corner, h < 2 a / √3."""
    a, h = 0.5, 0.5
    up = unit(np.array([1.0, -1.0, 1.0]))
    fraction, center = wet("box", np.full(3, a), up, h - a * np.sqrt(3.0))
    assert fraction == pytest.approx(np.sqrt(3.0) / 2.0 * h**3 / (8 * a**3), rel=1e-13)
    np.testing.assert_allclose(center, (0.75 * h - a * np.sqrt(3.0)) * up, rtol=0, atol=1e-14)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("part", [-0.7, 0.0, 0.4])
def test_an_upright_cylinder_is_wet_to_its_water_line(sign: float, part: float) -> None:
    r, c = 0.4, 0.9
    up = np.array([0.0, 0.0, sign])
    fraction, center = wet("cylinder", np.array([r, r, c]), up, part * c)
    assert fraction == pytest.approx(0.5 * (1.0 + part), rel=1e-13)
    np.testing.assert_allclose(center, 0.5 * c * (part - 1.0) * up, rtol=0, atol=1e-14)


@pytest.mark.parametrize("angle", [0.0, 0.7, 4.0])
@pytest.mark.parametrize("part", [-0.9, -0.3, 0.0, 0.5, 0.99])
def test_a_level_cylinder_is_wet_over_a_segment(angle: float, part: float) -> None:
    """A segment of half angle α, cos α = -d/r: area r² (α - sin α cos α), centre 2 r sin³α / (3 (α - sin α cos α))."""
    r, c = 0.4, 0.9
    up = np.array([np.cos(angle), np.sin(angle), 0.0])
    alpha = np.arccos(-part)
    area = alpha - np.sin(alpha) * np.cos(alpha)
    fraction, center = wet("cylinder", np.array([r, r, c]), up, part * r)
    assert fraction == pytest.approx(area / np.pi, rel=1e-12)
    np.testing.assert_allclose(center, -2.0 / 3.0 * r * np.sin(alpha) ** 3 / area * up, rtol=0, atol=1e-13)


def test_a_tilted_cylinder_is_wet_over_a_hoof() -> None:
    """Cut through the middle of its base: a hoof of the volume 2 r² h / 3, h its greatest height.

    Its centre is 3 π r / 16 out and 3 π h / 32 up. The rule of sixteen points leaves 1e-12.
    """
    r, c, tilt = 0.4, 0.9, 1.0
    up = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
    h = r * np.tan(tilt)
    fraction, center = wet("cylinder", np.array([r, r, c]), up, -c * np.cos(tilt))
    assert h < 2 * c
    assert fraction == pytest.approx(2 / 3 * r * r * h / (2 * np.pi * r * r * c), rel=1e-12)
    np.testing.assert_allclose(center, [-3 * np.pi / 16 * r, 0.0, 3 * np.pi / 32 * h - c], rtol=0, atol=1e-12)


# Quadrature


def columns(shape: str, half: np.ndarray, up: np.ndarray, depth: float, count: int) -> tuple[float, np.ndarray]:
    """Volume and first moment of the wet part, by the midpoint rule over count² columns, each of them cut exactly."""
    s = (np.arange(count) + 0.5) / count
    if shape == "box":
        axis = int(np.argmax(np.abs(up)))
        i, j = (axis + 1) % 3, (axis + 2) % 3
        x, y = np.meshgrid(half[i] * (2 * s - 1), half[j] * (2 * s - 1), indexing="ij")
        top, weight = np.full_like(x, half[axis]), np.full_like(x, 4 * half[i] * half[j] / count**2)
    elif shape == "cylinder" and abs(up[2]) > 0.5:
        axis, i, j = 2, 0, 1
        radius, angle = np.meshgrid(half[0] * s, 2 * np.pi * s, indexing="ij")
        x, y = radius * np.cos(angle), radius * np.sin(angle)
        top, weight = np.full_like(x, half[2]), radius * half[0] * 2 * np.pi / count**2
    elif shape == "cylinder":
        axis = int(np.argmax(np.abs(up[:2])))
        i, j = 1 - axis, 2
        angle, y = np.meshgrid(np.pi * (s - 0.5), half[2] * (2 * s - 1), indexing="ij")
        x, top = half[0] * np.sin(angle), half[0] * np.cos(angle)
        weight = top * np.pi * 2 * half[2] / count**2
    else:
        axis = int(np.argmax(np.abs(half * up)))
        i, j = (axis + 1) % 3, (axis + 2) % 3
        angle, turn = np.meshgrid(np.pi / 2 * s, 2 * np.pi * s, indexing="ij")
        x, y = half[i] * np.sin(angle) * np.cos(turn), half[j] * np.sin(angle) * np.sin(turn)
        top = half[axis] * np.cos(angle)
        weight = half[i] * half[j] * np.sin(angle) * np.cos(angle) * np.pi**2 / count**2
    line = (depth - up[i] * x - up[j] * y) / up[axis]
    low, high = (-top, np.clip(line, -top, top)) if up[axis] > 0 else (np.clip(line, -top, top), top)
    volume, moment = weight * (high - low), np.zeros(3)
    moment[axis] = np.sum(0.5 * volume * (high + low))
    moment[i], moment[j] = np.sum(volume * x), np.sum(volume * y)
    return float(np.sum(volume)), moment


@pytest.mark.parametrize("shape", KERNELS)
@pytest.mark.parametrize("seed", range(8))
def test_the_wet_part_agrees_with_quadrature(shape: str, seed: int) -> None:
    """Against the midpoint rule over columns.

    Its integrand is continuous with kinks, and steep nowhere (columns stand on the steepest axis), so its error is
    below 4 / n² of the whole. That this is a bound is seen from the coarser rule, which must meet its own.
    """
    random = np.random.default_rng(seed)
    half = random.uniform(0.2, 1.5, size=3)
    if shape == "cylinder":
        half[1] = half[0]
    up = unit(random.normal(size=3))
    depth = random.uniform(-0.9, 0.9) * reach(shape, half, up)
    whole = {"ellipsoid": 4 / 3 * np.pi, "box": 8.0, "cylinder": 2 * np.pi}[shape] * np.prod(half)
    fraction, center = wet(shape, half, up, depth)
    for count in (200, 800):
        volume, moment = columns(shape, half, up, depth, count)
        bound = 4.0 / count**2
        assert abs(volume / whole - fraction) < bound
        np.testing.assert_allclose(moment / whole / half, fraction * center / half, rtol=0, atol=bound)


# Symmetry, bounds, continuity


def halves(shape: str) -> st.SearchStrategy[np.ndarray]:
    sizes = st.lists(positive(0.05, 5.0), min_size=3, max_size=3).map(np.array)
    return sizes.map(lambda h: np.array([h[0], h[0], h[2]])) if shape == "cylinder" else sizes


SHAPES = st.sampled_from(sorted(KERNELS)).flatmap(lambda shape: st.tuples(st.just(shape), halves(shape)))
# Also level and upright, exactly or nearly.
UPS = st.one_of(
    vectors(1.0).filter(lambda v: np.linalg.norm(v) > 0.1).map(unit),
    st.tuples(st.permutations(range(3)), st.sampled_from([0.0, 1e-300, 1e-17, 1e-12, 1e-9, 1e-6]), st.booleans()).map(
        lambda a: unit(np.array([1.0, a[1], -a[1] if a[2] else 0.3])[list(a[0])])
    ),
)
PARTS = st.floats(-1.2, 1.2)


@given(SHAPES, UPS, PARTS)
def test_fractions_and_centres_lie_where_they_can(case: tuple[str, np.ndarray], up: np.ndarray, part: float) -> None:
    """0 <= fraction <= 1; the centre of the wet part is in the water and in the shape, also where that is empty."""
    shape, half = case
    depth = part * reach(shape, half, up)
    fraction, center = wet(shape, half, up, depth)
    assert 0.0 <= fraction <= 1.0 + 1e-14
    assert reach(shape, np.ones(3), up) > 0
    size = float(np.max(half))
    assert np.all(np.abs(center) <= half + 1e-9 * size)
    if fraction > 1e-9:
        assert up @ center <= depth + 1e-6 * size
        assert up @ center <= 1e-9 * size  # the centre of the whole is at 0, and the wet part is its lower part


@pytest.mark.parametrize("shape", KERNELS)
@pytest.mark.parametrize("gap", [10.0**-k for k in range(1, 17)])
def test_a_shape_that_just_touches_the_water_is_wet_where_it_touches(shape: str, gap: float) -> None:
    """Fraction >= 0 and the centre within the shape, however little is wet, and when it has just left the water.

    A negative fraction or a centre outside would be a torque without a bound.
    """
    half = np.array([0.4, 0.4, 0.9])
    for up in ([1.0, 0, 0], [0.6, 0, 0.8], [0.5, -0.5, np.sqrt(0.5)], [0, 0, 1], [0, 1e-9, 1], [0.1, 0, 1e-12]):
        n = unit(np.array(up))
        for depth in (-reach(shape, half, n) * (1.0 - gap), -reach(shape, half, n) * (1.0 + gap)):
            fraction, center = wet(shape, half, n, depth)
            assert 0.0 <= fraction < 1.0
            assert np.all(np.abs(center) <= half * (1.0 + 1e-9))


@settings(max_examples=100)
@given(SHAPES, UPS, PARTS, st.floats(0.0, 0.3))
def test_a_deeper_shape_is_wetter(case: tuple[str, np.ndarray], up: np.ndarray, part: float, more: float) -> None:
    shape, half = case
    size = reach(shape, half, up)
    assert wet(shape, half, up, (part + more) * size)[0] >= wet(shape, half, up, part * size)[0] - 1e-13


@given(SHAPES, UPS, PARTS)
def test_wet_and_dry_parts_make_the_whole(case: tuple[str, np.ndarray], up: np.ndarray, part: float) -> None:
    """What is dry is wet when the shape is mirrored: F(d) + F(-d) = 1, F(d) c(d) - F(-d) c(-d) = 0."""
    shape, half = case
    depth = part * reach(shape, half, up)
    F, c = wet(shape, half, up, depth)
    F_dry, c_dry = wet(shape, half, up, -depth)
    assert F + F_dry == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(F * c / half, F_dry * c_dry / half, rtol=0, atol=1e-11)


@settings(max_examples=100)
@given(SHAPES, UPS, PARTS, st.tuples(*[st.sampled_from([-1.0, 1.0])] * 3).map(np.array))
def test_a_mirrored_shape_is_wet_at_the_mirrored_place(
    case: tuple[str, np.ndarray], up: np.ndarray, part: float, signs: np.ndarray
) -> None:
    """All shapes are symmetric about their three planes."""
    shape, half = case
    depth = part * reach(shape, half, up)
    F, c = wet(shape, half, up, depth)
    F_mirrored, c_mirrored = wet(shape, half, signs * up, depth)
    assert F_mirrored == pytest.approx(F, abs=1e-14)
    np.testing.assert_allclose(F * c_mirrored, F * signs * c, rtol=0, atol=1e-13 * np.max(half))


@settings(max_examples=100)
@given(st.sampled_from(["ellipsoid", "box"]), halves("box"), UPS, PARTS, st.permutations(range(3)))
def test_renaming_the_axes_changes_nothing(
    shape: str, half: np.ndarray, up: np.ndarray, part: float, order: list[int]
) -> None:
    depth = part * reach(shape, half, up)
    F, c = wet(shape, half, up, depth)
    F_other, c_other = wet(shape, half[order], up[order], depth)
    assert F_other == pytest.approx(F, abs=1e-12)
    np.testing.assert_allclose(F * c_other, F * c[order], rtol=0, atol=1e-12 * np.max(half))


@settings(max_examples=100)
@given(halves("cylinder"), UPS, PARTS, st.floats(0.0, 7.0))
def test_a_cylinder_may_turn_about_its_axis(half: np.ndarray, up: np.ndarray, part: float, angle: float) -> None:
    R = Pose.from_rpy([0, 0, 0], [0, 0, angle]).R
    depth = part * reach("cylinder", half, up)
    F, c = wet("cylinder", half, up, depth)
    F_turned, c_turned = wet("cylinder", half, R @ up, depth)
    assert F_turned == pytest.approx(F, abs=1e-11)
    np.testing.assert_allclose(F * c_turned, F * (R @ c), rtol=0, atol=1e-11 * np.max(half))


@pytest.mark.parametrize("shape", KERNELS)
@pytest.mark.parametrize("tiny", [1e-9, 1e-12, 1e-200])
def test_a_tiny_tilt_changes_little(shape: str, tiny: float) -> None:
    """A tilt ε moves the water line by ε times the size: fraction and centre by a few ε (and rounding).

    It moves the centre of a hull that floats upright by the metacentric lever, I / V times ε.
    """
    half = np.array([0.4, 0.4, 0.9])
    for base in (*np.eye(3), unit(np.array([1.0, 1.0, 0.0])), unit(np.array([0.0, -1.0, 1.0]))):
        for part in (-0.5, -0.1, 0.0, 0.3, 0.7):
            depth = part * reach(shape, half, base)
            F, c = wet(shape, half, base, depth)
            for axis in range(3):
                for sign in (-1.0, 1.0):
                    F_tilted, c_tilted = wet(shape, half, unit(base + sign * tiny * np.eye(3)[axis]), depth)
                    assert abs(F_tilted - F) < 10.0 * tiny + 1e-14
                    assert np.max(np.abs(c_tilted - c)) < 10.0 * tiny + 1e-14


# Archimedes


@given(SHAPES, UPS, st.floats(-0.95, 0.95))
def test_the_potential_of_the_wet_part_has_the_fraction_for_its_slope(
    case: tuple[str, np.ndarray], up: np.ndarray, part: float
) -> None:
    """d(F (d - up . c)) / dd = F: pushing a body down by dd lifts the displaced water over its mean depth.

    Central differences of step e: off by at most half of e times the slope of F, which is below 1.5 over the reach (it
    is 1.27 over the reach for a level cylinder, less for others), and by the rounding 1e-16 / e.
    """
    shape, half = case
    size = reach(shape, half, up)
    e = 1e-6

    def potential(x: float) -> float:
        fraction, center = wet(shape, half, up, x * size)
        return fraction * (x - up @ center / size)

    slope = (potential(part + e) - potential(part - e)) / (2.0 * e)
    assert slope == pytest.approx(wet(shape, half, up, part * size)[0], abs=1e-6)


EXTENTS: dict[str, Callable[[], Shape]] = {
    "sphere": lambda: Ellipsoid([0.4, 0.4, 0.4]),
    "ellipsoid": lambda: Ellipsoid([0.6, 0.35, 0.3]),
    "box": lambda: Box([1.0, 0.7, 0.5]),
    "cylinder": lambda: Cylinder(radius=0.3, length=1.2),
}


@pytest.mark.parametrize("name", EXTENTS)
@settings(max_examples=60)
@given(q=quaternions(), z=st.floats(-0.6, 0.6), seed=st.integers(0, 10**6))
def test_weight_and_buoyancy_are_the_gradient_of_the_potential(name: str, q: np.ndarray, z: float, seed: int) -> None:
    """-dU = f . dx + n . dθ along all six axes of the body, at random attitudes half out of the water.

    Central differences of 1e-5 m or rad: off by 1e-10 of the curvature and by 1e-16 / 1e-5, so 1e-8 of ρ g V times 1 m.
    A rim or corner that passes the surface within the step adds no more than some 1e-7.
    """
    random, e = np.random.default_rng(seed), 1e-5
    extent = EXTENTS[name]()
    buoyancy = Buoyancy(
        0.8 * extent.volume, random.uniform(-0.2, 0.2, size=3), shape=extent, attitude=quaternion(random)
    )
    body = Inertial(MassProperties.from_box([1, 1, 1], mass=100.0), Pose(random.uniform(-0.2, 0.2, size=3)))
    sim = Simulation(Vehicle("body", body, buoyancy), Sea(RHO, G, surface=0.3), batch=13)
    R = Pose(q=q).R
    positions, attitudes = np.tile([0.5, -0.4, 0.3 + z], (13, 1)), np.tile(q, (13, 1))
    for k in range(3):
        for sign, row in ((1.0, 1 + 2 * k), (-1.0, 2 + 2 * k)):
            positions[row] += sign * e * R[:, k]
            attitudes[row + 6] = quaternion_product(q, [np.cos(e / 2), *(sign * np.sin(e / 2) * np.eye(3)[k])])
    sim.set_state(position=positions, orientation=attitudes)
    U, forces = sim.energy().potential[:, 0], sim.forces()
    slopes = -(U[1::2] - U[2::2]) / (2.0 * e)
    wrench = (forces["weight"] + forces["buoyancy"])[0, 0]
    np.testing.assert_allclose(slopes, wrench, rtol=0, atol=2e-7 * RHO * G * extent.volume)


@pytest.mark.parametrize("name", EXTENTS)
def test_buoyancy_is_the_weight_of_the_displaced_water_at_the_centre_of_the_wet_part(name: str) -> None:
    """ρ g V F upward, at the centre that the kernel finds in the extent's own axes."""
    random = np.random.default_rng(11)
    extent = EXTENTS[name]()
    for _ in range(20):
        center, q_BS, q = random.uniform(-0.2, 0.2, size=3), quaternion(random), quaternion(random)
        body = Inertial(MassProperties.from_box([1, 1, 1], mass=100.0))
        sim = Simulation(Vehicle("body", body, Buoyancy(0.1, center, shape=extent, attitude=q_BS)), Sea(RHO, G))
        z = random.uniform(-0.3, 0.3)
        sim.set_state(position=[0, 0, z], orientation=q)
        up_B, R_BS = Pose(q=q).R[2], Pose(q=q_BS).R
        shape = "ellipsoid" if name == "sphere" else name
        fraction, shift = wet(shape, extent.half_size, R_BS.T @ up_B, -(z + up_B @ center))
        force = RHO * G * 0.1 * fraction * up_B
        expected = np.concatenate([force, np.cross(center + R_BS @ shift, force)])
        np.testing.assert_allclose(sim.forces()["buoyancy"][0, 0], expected, rtol=0, atol=1e-10)
        assert sim.wet_fraction()[0, 0] == pytest.approx(fraction, abs=1e-14)


def test_a_body_out_of_the_water_has_no_buoyancy() -> None:
    """A level cylinder that hovers above the water, lower than the sphere around it: no wrench at all, no power."""
    body = Inertial(MassProperties.from_box([1, 1, 1], mass=100.0))
    sim = Simulation(Vehicle("body", body, Buoyancy(shape=Cylinder(radius=0.3, length=2.0))), Sea(RHO, G), batch=3)
    tilts = [[np.pi / 2, 0, 0], [np.pi / 2 + 0.1, 0, 0], [np.pi / 2, 0.1, 0.2]]
    sim.set_state(position=[0.0, 0.0, 0.5], rpy=tilts)
    np.testing.assert_allclose(sim.forces()["buoyancy"], 0.0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(sim.wet_fraction(), 0.0, rtol=0, atol=0.0)

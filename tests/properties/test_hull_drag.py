"""Laws of drag, damping and slamming on hulls that hold for any closed mesh, velocity and pose."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from tests.strategies import positive, quaternions, vectors, velocities

from seaway.frames import Pose, matrix_from_quaternion, quaternion_product
from seaway.mesh import Mesh, box, cut, sphere
from seaway.sea import Jonswap, Sea, Spreading, Waves
from seaway.sim import Simulation
from seaway.vehicle import Hull, HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming, Vehicle

RHO, G = 1025.0, 9.80665
EPS = float(np.finfo(float).eps)
SEA = Sea(RHO, G)
ENDLESS = Sea(RHO, G, surface=None)
FRICTION = HullFriction()
LAWS: tuple[HullForce, ...] = (
    FRICTION,
    HullPressureDrag(),
    HullDamping(linear=10.0, quadratic=20.0, angular_linear=5.0, angular_quadratic=8.0),
)
NAMES = ("hull_friction", "hull_pressure_drag", "hull_damping")


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


def bodies() -> st.SearchStrategy[Mesh]:
    """Convex ones of 4 to 25 points and ones that are not, 0.1 to 3 m, off the origin, turned any way."""

    def build(round_one: bool, seed: int, count: int, size: list[float], place: np.ndarray, q: np.ndarray) -> Mesh:
        mesh = star(seed, size) if round_one else convex(seed, count, size)
        return mesh.transformed(Pose(place, q))

    sizes = st.lists(positive(0.1, 3.0), min_size=3, max_size=3)
    return st.builds(
        build, st.booleans(), st.integers(0, 2**31), st.integers(4, 25), sizes, vectors(2.0), quaternions()
    )


def simulation(
    mesh: Mesh, laws: tuple[HullForce, ...] = LAWS, sea: Sea = SEA, time_step: float = 0.01, **state: Any
) -> Simulation:
    sim = Simulation(Vehicle("hull", mesh.inertial(density=500.0), Hull(mesh, forces=laws)), sea, time_step)
    sim.set_state(**state)
    return sim


def wrenches(mesh: Mesh, laws: tuple[HullForce, ...] = LAWS, sea: Sea = SEA, **state: Any) -> dict[str, np.ndarray]:
    forces = simulation(mesh, laws, sea, **state).forces()
    return {name: forces[name][0, 0] for name in NAMES if name in forces}


def at_height(mesh: Mesh, q: np.ndarray, part: float) -> np.ndarray:
    """A position with the still surface at a part of the height of the turned body: 0 just touches, 1 is just under."""
    z = mesh.vertices @ matrix_from_quaternion(q)[2]
    return np.array([1.0, -2.0, -(np.min(z) + part * np.ptp(z))])


def reach(mesh: Mesh) -> float:
    """The longest lever of a force about Bo."""
    return float(np.max(np.linalg.norm(mesh.vertices, axis=1)))


def load(mesh: Mesh, nu: np.ndarray) -> float:
    """A bound of every one of the forces here [N]: the greatest speed of a point at the worst angle on all of the area.

    1/2 ρ 0.075 < 40 for the friction, 200 for pressure or suction, 30 for the damping, per square metre.
    """
    speed = float(np.linalg.norm(nu[:3]) + np.linalg.norm(nu[3:]) * reach(mesh))
    return 200.0 * max(mesh.area, 1.0) * (speed + speed**2) + 13.0 * (speed + speed**2)


PARTS = st.floats(-0.2, 1.5)


# Energy


@given(bodies(), quaternions(), PARTS, velocities(3.0))
def test_drag_and_damping_take_energy_from_any_motion(mesh: Mesh, q: np.ndarray, part: float, nu: np.ndarray) -> None:
    """Power f . v + n . w <= 0 in still water; to rounding of the sum over the faces, about any Bo."""
    speed = float(np.linalg.norm(nu[:3]) + np.linalg.norm(nu[3:]) * reach(mesh))
    for sea in (SEA, ENDLESS):
        for name, wrench in wrenches(
            mesh, sea=sea, position=at_height(mesh, q, part), orientation=q, velocity=nu
        ).items():
            assert wrench @ nu <= 20.0 * EPS * load(mesh, nu) * speed, name


@given(bodies(), quaternions(), PARTS, velocities(3.0), vectors(2.0))
def test_drag_takes_energy_from_the_motion_through_the_current(
    mesh: Mesh, q: np.ndarray, part: float, nu: np.ndarray, current: np.ndarray
) -> None:
    """The same with the velocity through the water."""
    through = nu - [*(matrix_from_quaternion(q).T @ current), 0, 0, 0]
    speed = float(np.linalg.norm(through[:3]) + np.linalg.norm(nu[3:]) * reach(mesh))
    state: dict[str, Any] = {"position": at_height(mesh, q, part), "orientation": q, "velocity": nu}
    for name, wrench in wrenches(mesh, sea=Sea(RHO, G, current=current), **state).items():
        assert wrench @ through <= 20.0 * EPS * load(mesh, np.abs(nu) + 4.0) * (speed + 1.0), name


@settings(max_examples=100)
@given(
    bodies(),
    quaternions(),
    PARTS,
    velocities(3.0),
    positive(1e-6, 1.0),
    st.sampled_from(["kerner", "facing"]),
    vectors(0.05),
)
def test_a_blow_takes_energy_and_never_turns_the_motion_round(
    mesh: Mesh, q: np.ndarray, part: float, nu: np.ndarray, time: float, kind: Any, step: np.ndarray
) -> None:
    """Whatever it was before: the impulse opposes the motion, and leaves none of it reversed in its own direction."""
    law = Slamming(time, "facing") if kind == "facing" else Slamming(time, largest_acceleration=1.0)
    sim = simulation(mesh, (law,), position=at_height(mesh, q, part) + step, orientation=q, velocity=nu)
    sim.step()
    sim.set_state(position=at_height(mesh, q, part), orientation=q, velocity=nu)
    sim.step()
    impulse = sim.time_step * sim.forces()["slamming"][0, 0]
    assert np.isfinite(impulse).all()
    M = sim.vehicles[0].inertial.mass_matrix()
    inverse: np.ndarray = np.linalg.inv(M)
    after = nu + inverse @ impulse
    power = impulse @ nu
    assert power <= 0.0
    # To rounding of the inverse of M, whose condition is that of a slim body about a far point.
    slack = 1e3 * EPS * np.linalg.cond(M) * abs(power)
    assert impulse @ after <= slack
    assert after @ M @ after <= nu @ M @ nu + slack


# Symmetry


@settings(max_examples=100)
@given(bodies(), quaternions(), st.floats(-3.1, 3.1), PARTS, velocities())
def test_a_turn_about_the_vertical_changes_nothing(
    mesh: Mesh, q: np.ndarray, angle: float, part: float, nu: np.ndarray
) -> None:
    """In the axes of the body. The level at each vertex is rounded, and with it the wet area of faces that lie flat."""
    yaw = np.array([np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle)])
    position = at_height(mesh, q, part)
    here = wrenches(mesh, position=position, orientation=q, velocity=nu)
    there = wrenches(mesh, position=position, orientation=quaternion_product(yaw, q), velocity=nu)
    for name in NAMES:
        np.testing.assert_allclose(here[name], there[name], rtol=0, atol=1e-9 * load(mesh, nu) * (1.0 + reach(mesh)))


@settings(max_examples=100)
@given(bodies(), quaternions(), velocities())
def test_other_axes_of_the_body_change_nothing(mesh: Mesh, q: np.ndarray, nu: np.ndarray) -> None:
    """Mesh and motion turned together within B, under water: the wrench turns along.

    The falloff 0.4 makes 2e-7 of a rounding where a face lies along the flow, 1e-16 to that power. The friction has a
    length that is given: its own is made of the extents along the axes, which other axes change.
    """
    R = matrix_from_quaternion(q)
    turned, laws = mesh.transformed(Pose((0, 0, 0), q)), (HullFriction(1.0), *LAWS[1:])
    here = wrenches(mesh, laws, sea=ENDLESS, velocity=nu)
    there = wrenches(turned, laws, sea=ENDLESS, velocity=[*(R @ nu[:3]), *(R @ nu[3:])])
    for name in NAMES:
        back = [*(R.T @ there[name][:3]), *(R.T @ there[name][3:])]
        np.testing.assert_allclose(here[name], back, rtol=0, atol=1e-6 * load(mesh, nu) * (1.0 + reach(mesh)))


MIRROR = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])


def mirrored(
    mesh: Mesh, q: np.ndarray, position: np.ndarray, nu: np.ndarray
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Wrenches, and the mirror images of those on the image."""
    here = wrenches(mesh, position=position, orientation=q, velocity=nu)
    image: dict[str, Any] = {
        "position": position * [1, -1, 1],
        "orientation": q * [1, -1, 1, -1],
        "velocity": nu * MIRROR,
    }
    there = wrenches(mesh.mirrored("y"), **image)
    return {name: (here[name], MIRROR * there[name]) for name in NAMES}


@settings(max_examples=100)
@given(bodies(), quaternions(), PARTS, velocities())
def test_port_and_starboard_are_alike_in_straight_motion(
    mesh: Mesh, q: np.ndarray, part: float, nu: np.ndarray
) -> None:
    """Cut or not; a body under water also where it turns."""
    straight = nu * [1, 1, 1, 0, 0, 0]
    deep = at_height(mesh, q, 1.0) - [0, 0, 1.0]
    for position, motion in ((at_height(mesh, q, part), straight), (deep, nu)):
        for here, there in mirrored(mesh, q, position, motion).values():
            np.testing.assert_allclose(here, there, rtol=0, atol=1e-10 * load(mesh, nu) * (1.0 + reach(mesh)))


@pytest.mark.parametrize("law", NAMES[:2])
def test_port_and_starboard_are_alike_where_a_cut_body_turns(law: str) -> None:
    """A cube, rolled, pitched and turning, half in the water.

    Along which of its diagonals a quadrilateral is split must not depend on the way round that its corners go.
    """
    q = Pose.from_rpy((0, 0, 0), (0.1, 0.2, 0.3)).q
    here, there = mirrored(box((1, 1, 1)), q, np.zeros(3), np.array([1.0, 0.3, 0.2, 0.4, 0.6, 1.0]))[law]
    assert np.linalg.norm(here) > 0.1
    np.testing.assert_allclose(here, there, rtol=0, atol=1e-12 * float(np.linalg.norm(here)))


# Wet area, and what does not change with the mesh


@given(bodies(), quaternions(), st.floats(-0.2, 1.2))
def test_damping_goes_with_the_wet_area(mesh: Mesh, q: np.ndarray, part: float) -> None:
    """As a plane cuts it; to rounding of levels, that faces which lie flat multiply."""
    position = at_height(mesh, q, part)
    found = wrenches(mesh, (HullDamping(linear=1.0),), position=position, orientation=q, velocity=[1, 0, 0, 0, 0, 0])
    below = cut(mesh, matrix_from_quaternion(q)[2], -position[2])
    assert -found["hull_damping"][0] == pytest.approx(below.wet_area / mesh.area, abs=1e-9)


@settings(max_examples=100)
@given(bodies(), quaternions(), PARTS, vectors())
def test_smaller_triangles_change_nothing_in_straight_motion(
    mesh: Mesh, q: np.ndarray, part: float, v: np.ndarray
) -> None:
    """The law has one value on a face, whose pieces have its area and its centroid, cut or not."""
    state: dict[str, Any] = {"position": at_height(mesh, q, part), "orientation": q, "velocity": [*v, 0, 0, 0]}
    coarse, fine = wrenches(mesh, **state), wrenches(mesh.refined(), **state)
    for name in NAMES:
        scale = load(mesh, np.array([*v, 0, 0, 0])) * (1.0 + reach(mesh))
        np.testing.assert_allclose(coarse[name], fine[name], rtol=0, atol=1e-9 * scale)


@pytest.mark.parametrize("part", [0.5, 2.0], ids=["cut", "under"])
@pytest.mark.parametrize("seed", range(4))
def test_smaller_triangles_converge_where_a_body_turns(seed: int, part: float) -> None:
    """With each split the change falls fourfold, so 64 times after three: a middle sees all that is linear.

    Faces where the flow turns from push to pull take some of that: 25 are left. The friction knows none: 57 to 64.
    """
    random = np.random.default_rng(seed)
    mesh, q = star(seed, [1.0, 0.7, 0.5]), random.normal(size=4)
    q /= np.linalg.norm(q)
    state: dict[str, Any] = {"position": at_height(mesh, q, part), "orientation": q, "velocity": random.normal(size=6)}
    found = list[dict[str, np.ndarray]]()
    for _ in range(5):
        found.append(wrenches(mesh, **state))
        mesh = mesh.refined()
    for name in NAMES[:2]:
        changes = [float(np.linalg.norm(b[name] - a[name])) for a, b in pairwise(found)]
        assert changes[0] < 0.1 * np.linalg.norm(found[-1][name])
        assert changes[-1] < changes[0] / (25.0 if name == "hull_pressure_drag" else 50.0)


# No jumps, no NaN


@given(bodies(), quaternions(), PARTS, velocities(), positive(1e-12, 1e-2))
def test_forces_go_to_nothing_with_the_velocity(
    mesh: Mesh, q: np.ndarray, part: float, nu: np.ndarray, e: float
) -> None:
    """From any side, and are 0 at 0."""
    state: dict[str, Any] = {"position": at_height(mesh, q, part), "orientation": q}
    for sign in (-1.0, 1.0):
        for name, wrench in wrenches(mesh, velocity=sign * e * nu, **state).items():
            assert np.max(np.abs(wrench)) <= load(mesh, e * nu) * (1.0 + reach(mesh)), name
    for wrench in wrenches(mesh, velocity=np.zeros(6), **state).values():
        assert np.array_equal(np.abs(wrench), np.zeros(6))


@settings(max_examples=100)
@given(bodies(), quaternions(), PARTS, velocities(), velocities(1.0))
def test_forces_do_not_jump_with_the_velocity(
    mesh: Mesh, q: np.ndarray, part: float, nu: np.ndarray, to: np.ndarray
) -> None:
    """A change by 1e-10 changes cos θ by that over the speed, and the pressure by its 0.4th power, times the load.

    Where the speed is nothing so is the load: x cos^0.4 <= (speed)^0.6 (change)^0.4.
    """
    e = 1e-10
    state: dict[str, Any] = {"position": at_height(mesh, q, part), "orientation": q}
    here, there = wrenches(mesh, velocity=nu, **state), wrenches(mesh, velocity=nu + e * to, **state)
    size = (1.0 + reach(mesh)) ** 2
    for name in NAMES:
        bound = 10.0 * (e * size) ** 0.4 * load(mesh, np.abs(nu) + 1.0) * size
        assert np.max(np.abs(here[name] - there[name])) <= bound, name


@pytest.mark.parametrize("turn", [0.0, 0.3])
@pytest.mark.parametrize("about", ["face-on", "along"])
def test_forces_do_not_jump_where_a_face_turns_through_the_flow(about: str, turn: float) -> None:
    """A cube at angles to the flow that pass 0 (its face across it) or 45° and 90° by 1e-9 steps: 1e-9 to the 0.4th."""
    middle = 0.0 if about == "face-on" else np.pi / 2
    found = list[dict[str, np.ndarray]]()
    for angle in middle + 1e-9 * np.arange(-3, 4):
        v = 2.0 * np.array([np.cos(angle), np.sin(angle), 0.0])
        found.append(wrenches(box((1, 1, 1)), sea=ENDLESS, velocity=[*v, turn, 0, 0]))
    for name in NAMES:
        values = np.array([wrench[name] for wrench in found])
        assert np.isfinite(values).all()
        assert np.max(np.abs(np.diff(values, axis=0))) <= 2.0 * (1e-9) ** 0.4 * np.max(np.abs(values))


@settings(max_examples=100)
@given(bodies(), quaternions(), st.integers(0, 10**6), vectors())
def test_forces_do_not_jump_where_a_vertex_crosses_the_surface(
    mesh: Mesh, q: np.ndarray, number: int, v: np.ndarray
) -> None:
    """Any vertex at ±e from the surface, and in it: in straight motion the force differs by the wet area that does.

    At most 200 (x + x²) of pressure a square metre, with the same for friction; the area is told by a damping. The
    friction has a length that is given: its own grows with a tip that has a height and next to no area.
    """
    vertex, e = mesh.vertices[mesh.faces.ravel()[number % mesh.faces.size]], 1e-8
    z, nu = -float(matrix_from_quaternion(q)[2] @ vertex), np.array([*v, 0, 0, 0])
    speed = float(np.linalg.norm(v))
    assume(speed > 0.01)
    laws = (HullFriction(1.0), HullPressureDrag(), HullDamping(linear=1.0))
    found = [wrenches(mesh, laws, position=[0, 0, z + d], orientation=q, velocity=nu) for d in (e, 0.0, -e)]
    areas = [float(np.linalg.norm(one["hull_damping"][:3])) / speed * mesh.area for one in found]
    assert areas[0] - 1e-12 <= areas[1] <= areas[2] + 1e-12
    for a, b, area in ((found[0], found[1], areas[1] - areas[0]), (found[1], found[2], areas[2] - areas[1])):
        for name in NAMES[:2]:
            bound = 200.0 * (speed + speed**2) * (area + 1e-12 * mesh.area)
            assert np.max(np.abs(a[name][:3] - b[name][:3])) <= bound, name


def test_friction_does_not_jump_where_a_body_breaks_through_the_surface() -> None:
    """A ball at 2 m/s whose top rises by 1 µm out of the water: next to all of it is as wet as before."""
    ball = sphere(0.5, 3)
    top = float(np.max(ball.vertices[:, 2]))
    state: dict[str, Any] = {"velocity": [2, 0, 0, 0, 0, 0]}
    below, above = (
        wrenches(ball, (HullFriction(),), position=[0, 0, d - top], **state)["hull_friction"] for d in (-1e-6, 1e-6)
    )
    np.testing.assert_allclose(above, below, rtol=0, atol=0.01 * float(np.linalg.norm(below)))


def test_friction_of_a_body_that_turns_does_not_jump_where_it_stands_still() -> None:
    """Under water, about the vertical: with 1e-9 m/s this way, none, and that way."""
    found = [
        wrenches(box((1, 1, 1)), (HullFriction(),), ENDLESS, velocity=[v, 0, 0, 0, 0, 1.0])["hull_friction"]
        for v in (-1e-9, 0.0, 1e-9)
    ]
    for side in (found[0], found[2]):
        np.testing.assert_allclose(side, found[1], rtol=0, atol=1e-6 * float(np.linalg.norm(found[1])))


@pytest.mark.parametrize("compat", [None, "asv"])
@pytest.mark.parametrize("size", [(1.0, 1.0, 1.0), (5.0, 3.0, 1e-4), (1e-4, 1e-4, 1e-4), (300.0, 40.0, 20.0)], ids=str)
def test_no_nan(size: tuple[float, ...], compat: Any) -> None:
    """At rest, hardly and very fast, across and along, a vertex, edge or face in the surface, far off, in waves."""
    mesh = box(size)
    laws = (HullFriction(), HullPressureDrag(), LAWS[2], Slamming(0.1, largest_acceleration=10.0))
    vehicle = Vehicle("hull", mesh.inertial(density=500.0), Hull(mesh, forces=laws, compat=compat))
    options = {"spreading": Spreading(2), "seed": 1, "gravity": G, "method": "equal_spacing"}
    steep = Waves.irregular(Jonswap(2.5, 5.0), 20, direction=0.5, **options)
    motions = [s * np.eye(6)[k] for s in (0.0, 1e-300, 1e-160, 1e-12, 1.0, 1e4) for k in range(6)]
    heights = [-1e3, -0.5 * size[2], 0.0, 0.5 * size[2] * (1.0 - 1e-15), 0.5 * size[2]]
    attitudes = [(0.0, 0.0, 0.0), (np.pi / 4, 0.0, 0.0), (0.7, 0.5, 0.3)]
    states = [(z, rpy, nu) for z in heights for rpy in attitudes for nu in motions]
    for waves in (None, steep):
        sim = Simulation(vehicle, Sea(RHO, G, waves=waves), batch=len(states))
        sim.set_state(
            position=[[1e6, -1e6, z] for z, _, _ in states],
            rpy=[rpy for _, rpy, _ in states],
            velocity=[nu for _, _, nu in states],
        )
        for name, wrench in sim.forces().items():
            assert np.isfinite(wrench).all(), name

"""Hypothesis strategies for the objects of Seaway, in one place."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.shapes import Box, Cylinder, Ellipsoid, Shape
from seaway.vehicle import Buoyancy, Damping, Vehicle

_UNIT = st.floats(-1.0, 1.0, allow_subnormal=False, width=32)
_SEEDS = st.integers(0, 2**32 - 1)


def arrays(*shape: int, bound: float = 1.0) -> st.SearchStrategy[np.ndarray]:
    """Arrays with entries in ±bound. Their 32-bit digits keep squares far from the underflow of doubles."""
    return hnp.arrays(np.float64, shape, elements=_UNIT.map(lambda x: bound * x))


def vectors(bound: float = 2.0) -> st.SearchStrategy[np.ndarray]:
    return arrays(3, bound=bound)


def quaternions() -> st.SearchStrategy[np.ndarray]:
    """Unit quaternions, all attitudes."""
    return arrays(4).filter(lambda q: np.linalg.norm(q) > 0.1).map(lambda q: q / np.linalg.norm(q))


def poses(bound: float = 2.0) -> st.SearchStrategy[Pose]:
    return st.builds(Pose, vectors(bound), quaternions())


def positive(smallest: float, largest: float) -> st.SearchStrategy[float]:
    """Positive numbers spread evenly over the decades."""
    return st.floats(np.log(smallest), np.log(largest)).map(lambda x: float(np.exp(x)))


def mass_properties() -> st.SearchStrategy[MassProperties]:
    """Those of a box of 0.1 g to 10 t turned any way, so the triangle inequality holds and no axis is special."""

    def turned_box(mass: float, size: list[float], attitude: np.ndarray) -> MassProperties:
        box = MassProperties.from_box(size, mass=mass)
        R = Pose((0, 0, 0), attitude).R
        return MassProperties(mass, R @ box.moment_of_inertia @ R.T)

    sides = st.lists(positive(0.05, 5.0), min_size=3, max_size=3)
    return st.builds(turned_box, positive(1e-4, 1e4), sides, quaternions())


def added_masses(scale: st.SearchStrategy[float] | None = None) -> st.SearchStrategy[AddedMass]:
    """Positive definite ones with all 21 coefficients, between 0.1 and 10 kg unless told."""

    def build(root: np.ndarray, mass: float) -> AddedMass:
        # 0.01 keeps the condition number, and so the digits that a solve loses, within four decades.
        return AddedMass(mass * (root @ root.T + 0.01 * np.eye(6)))

    return st.builds(build, arrays(6, 6), positive(0.1, 10.0) if scale is None else scale)


def inertials(with_added_mass: bool = True) -> st.SearchStrategy[Inertial]:
    """Bodies with an offset and turned inertial frame; the added mass is 0.001 to 1000 times the mass."""

    def build(properties: MassProperties, pose: Pose, added_mass: AddedMass) -> Inertial:
        scaled = AddedMass(added_mass.matrix * properties.mass)
        return Inertial(properties, pose, scaled if with_added_mass else None)

    return st.builds(build, mass_properties(), poses(), added_masses(positive(1e-3, 1e3)))


def velocities(bound: float = 2.0) -> st.SearchStrategy[np.ndarray]:
    """(v, w), with some that are zero on many axes."""
    return arrays(6, bound=bound)


def passive_matrices(size: int = 6) -> st.SearchStrategy[np.ndarray]:
    """Matrices with a positive semidefinite symmetric part and any skew part."""
    roots = arrays(size, size)
    return st.builds(lambda root, skew: root @ root.T + skew - skew.T, roots, arrays(size, size))


def _sparse(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Numbers within ±1, of which all, some or none are zero."""
    return random.uniform(-1.0, 1.0, shape) * (random.random(shape) < random.choice([0.0, 0.1, 1.0]))


def dissipating_dampings() -> st.SearchStrategy[Damping]:
    """Those whose form forbids that they feed energy in; in a frame of their own or in the body's.

    From a seed: some five hundred numbers would be too many to draw one by one.
    """

    def build(seed: int, scale: float, pose: Pose) -> Damping:
        random = np.random.default_rng(seed)

        def passive() -> np.ndarray:
            root, skew = _sparse(random, 6, 6), _sparse(random, 6, 6)
            return scale * (root @ root.T + skew - skew.T)

        return Damping(
            passive(),
            scale * np.abs(_sparse(random, 6)),
            modulus=np.stack([passive() for _ in range(6)]),
            position=pose.p,
            attitude=pose.q,
        )

    return st.builds(build, _SEEDS, positive(0.1, 1e3), st.one_of(st.just(Pose()), poses()))


def dampings() -> st.SearchStrategy[Damping]:
    """Any, with all forms or some, in a frame of their own or in the body's; from a seed."""

    def build(seed: int, pose: Pose) -> Damping:
        random = np.random.default_rng(seed)
        shapes = ((6, 6), (6, 6), (6, 6, 6), (6, 6, 6))
        D, D2, D_k, S_k = (10.0 * _sparse(random, *shape) for shape in shapes)
        return Damping(D, D2, modulus=D_k, signed=S_k, position=pose.p, attitude=pose.q)

    return st.builds(build, _SEEDS, st.one_of(st.just(Pose()), poses()))


def gentle_inertials() -> st.SearchStrategy[Inertial]:
    """Bodies of about a metre without symmetry, whose motion is slow: for simulations that compare digits."""

    def build(mass: float, sides: list[float], pose: Pose, root: np.ndarray, ratio: float) -> Inertial:
        added_mass = AddedMass(ratio * mass * (root @ root.T / 6.0 + 0.1 * np.eye(6)))
        return Inertial(MassProperties.from_box(sides, mass=mass), pose, added_mass)

    sides = st.lists(st.floats(0.7, 1.5), min_size=3, max_size=3)
    return st.builds(build, positive(20.0, 500.0), sides, poses(0.2), arrays(6, 6), positive(0.1, 10.0))


def extents(volume: float) -> st.SearchStrategy[Shape]:
    """Ellipsoids, boxes and cylinders of some volume, none of them slim."""

    def build(kind: int, ratios: list[float]) -> Shape:
        a, b, c = np.array(ratios) / np.cbrt(np.prod(ratios)) * np.cbrt(volume)
        if kind == 0:
            return Ellipsoid(np.array([a, b, c]) * np.cbrt(0.75 / np.pi))
        return Box([a, b, c]) if kind == 1 else Cylinder(radius=float(np.sqrt(a * b / np.pi)), length=float(c))

    return st.builds(build, st.integers(0, 2), st.lists(st.floats(0.7, 1.4), min_size=3, max_size=3))


def gentle_vehicles() -> st.SearchStrategy[Vehicle]:
    """Vehicles of full M that are damped in a frame of their own and float or sink slowly."""

    @st.composite
    def build(draw: st.DrawFn) -> Vehicle:
        inertial = draw(gentle_inertials())
        extent = draw(extents(draw(st.floats(0.8, 2.0)) * inertial.mass / 1025.0))
        buoyancy = Buoyancy(center=draw(vectors(0.2)), shape=extent, attitude=draw(quaternions()))
        D, D2 = draw(passive_matrices()), np.abs(draw(arrays(6)))
        pose = draw(poses(0.2))
        damping = Damping(0.5 * inertial.mass * D, 0.5 * inertial.mass * D2, position=pose.p, attitude=pose.q)
        return Vehicle("body", inertial, buoyancy, damping)

    return build()

"""Hypothesis strategies for the objects of Seaway, in one place."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties

_UNIT = st.floats(-1.0, 1.0, allow_subnormal=False, width=32)


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

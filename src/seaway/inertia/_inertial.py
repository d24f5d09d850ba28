"""Inertia of a rigid body with its added mass."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, text
from seaway.errors import ModelError
from seaway.frames import Pose, cross_matrix
from seaway.inertia import _spatial as spatial
from seaway.inertia._added_mass import AddedMass
from seaway.inertia._mass_properties import MassProperties
from seaway.inertia._spatial import POSITIVE_DEFINITE_MARGIN, rigid_body_matrix, symmetrized


@dataclass(frozen=True, eq=False, init=False)
class Inertial:
    """The inertia of a link B: rigid body and optional fluid added mass; ``<inertial>`` of SDFormat.

    Args:
        mass_properties: Mass, and moment of inertia about the centre of mass in the axes of Bcm.
        pose: X_BBcm, the pose of the centre-of-mass frame in the link frame. It does not move the added mass.
        added_mass: Added mass of the fluid; None (absent) differs from zero in files, not in motion.

    Raises:
        ModelError: The mass properties are invalid; or the added mass is indefinite, and so is the sum of rigid body
            and added mass.
    """

    mass_properties: MassProperties
    pose: Pose
    added_mass: AddedMass | None

    def __init__(self, mass_properties: MassProperties, pose: Pose | None = None, added_mass: AddedMass | None = None):
        self._store(mass_properties, Pose() if pose is None else pose, added_mass)
        for problem in self.problems():
            raise ModelError(problem)

    @classmethod
    def unchecked(
        cls, mass_properties: MassProperties, pose: Pose | None = None, added_mass: AddedMass | None = None
    ) -> "Inertial":
        """Make an inertial without checks, e.g. from a faulty file; ``problems`` lists what is wrong."""
        inertial = cls.__new__(cls)
        inertial._store(mass_properties, Pose() if pose is None else pose, added_mass)
        return inertial

    def problems(self) -> tuple[str, ...]:
        """List what is wrong with this inertia: one message per violated rule, none if valid."""
        return self.mass_properties.problems() or self._added_mass_problems()

    def _added_mass_problems(self) -> tuple[str, ...]:
        if self.added_mass is None:
            return ()
        M_RB, M_A = self.rigid_body_matrix(), self.added_mass_matrix()
        # Scaled by the diagonals, so that kg and kg m2 compare.
        diagonal = np.diagonal(M_RB) + np.abs(np.diagonal(M_A))
        scale = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        semidefinite = np.linalg.eigvalsh(M_A * np.outer(scale, scale))[0] >= -POSITIVE_DEFINITE_MARGIN
        if semidefinite or spatial.positive_definite_margin(M_RB + M_A) > POSITIVE_DEFINITE_MARGIN:
            return ()
        total = np.linalg.eigvalsh(self.mass_matrix())[0]
        message = (
            "the added mass is indefinite, and rigid body + added mass is not positive definite "
            f"(smallest eigenvalue {total:.4g}): no body moves like that. "
            "Check the signs and the convention of the added mass"
        )
        return (message,)

    @property
    def mass(self) -> float:
        """Mass of the rigid body [kg]."""
        return self.mass_properties.mass

    @property
    def X_BBcm(self) -> Pose:
        """The pose of the centre-of-mass frame in the link frame."""
        return self.pose

    @property
    def c_BoBcm_B(self) -> Floats:
        """The centre of mass from the link origin, in link axes [m], (3,)."""
        return self.pose.p

    @property
    def I_BBcm_Bcm(self) -> Floats:
        """Moment of inertia about the centre of mass in the axes of Bcm [kg m2], (3, 3); ``<inertia>`` of SDFormat."""
        return self.mass_properties.moment_of_inertia

    @property
    def I_BBcm_B(self) -> Floats:
        """Moment of inertia about the centre of mass in link axes, R I_BBcm_Bcm R^T [kg m2]; gz-math's ``Moi()``."""
        R_BBcm = self.pose.R
        return symmetrized(R_BBcm @ self.I_BBcm_Bcm @ R_BBcm.T)

    @property
    def I_BBo_B(self) -> Floats:
        """Moment of inertia about the link origin in link axes, I_BBcm_B + m S(c) S(c)^T [kg m2], (3, 3)."""
        return rigid_body_matrix(self.mass, self.c_BoBcm_B, self.I_BBcm_B)[3:, 3:]

    def rigid_body_matrix(self, X_BF: Pose | None = None) -> Floats:
        """The rigid body's mass matrix M_RB, (6, 6).

        ::

            M_RB = [[m 1, -m S(c)], [m S(c), I_BBcm_B + m S(c) S(c)^T]]

        Args:
            X_BF: Frame whose origin and axes it refers to; default: the link frame B.
        """
        return _in_frame(rigid_body_matrix(self.mass, self.c_BoBcm_B, self.I_BBcm_B), X_BF)

    def added_mass_matrix(self, X_BF: Pose | None = None) -> Floats:
        """The added-mass matrix M_A of the fluid, (6, 6); zeros if there is none.

        Args:
            X_BF: Frame whose origin and axes it refers to; default: the link frame B.
        """
        if self.added_mass is None:
            return np.zeros((6, 6))
        return _in_frame(self.added_mass.converted("origin", self.c_BoBcm_B).matrix, X_BF)

    def mass_matrix(self, X_BF: Pose | None = None) -> Floats:
        """The true mass matrix M = M_RB + M_A, the one to simulate with, (6, 6).

        Args:
            X_BF: Frame whose origin and axes it refers to; default: the link frame B.
        """
        return self.rigid_body_matrix(X_BF) + self.added_mass_matrix(X_BF)

    def gz_body_matrix(self) -> Floats:
        """gz-math's ``Inertial::BodyMatrix``, for comparison; not a mass matrix unless the centre of mass is at Bo.

        ::

            [[m 1, m S(c)^T], [m S(c), I_BBcm_B]]

        Its coupling is about the link origin, its rotational block about the centre of mass.
        """
        matrix = self.rigid_body_matrix()
        matrix[3:, 3:] = self.I_BBcm_B
        return matrix

    def gz_spatial_matrix(self) -> Floats:
        """gz-math's ``Inertial::SpatialMatrix``: ``BodyMatrix`` plus the added mass about Bo, for comparison.

        Not a mass matrix unless the centre of mass is at Bo; see ``mass_matrix``.
        """
        return self.gz_body_matrix() + self.added_mass_matrix()

    def dart_spatial_tensor(self) -> Floats:
        """DART's spatial tensor, about Bo in B with order (angular, linear): what ``setSpatialTensor`` takes."""
        return spatial.blocks_swapped(self.mass_matrix())

    def with_added_mass(self, added_mass: AddedMass | None) -> "Inertial":
        """Replace the added mass; None removes it.

        Raises:
            ModelError: The added mass is indefinite, and so is the sum of rigid body and added mass.
        """
        inertial = Inertial.unchecked(self.mass_properties, self.pose, added_mass)
        for problem in inertial._added_mass_problems():
            raise ModelError(problem)
        return inertial

    def with_dart_spatial_tensor(self, tensor: ArrayLike) -> "Inertial":
        """Replace the added mass by that of a DART spatial tensor, less this rigid body.

        Args:
            tensor: DART's tensor of rigid body and fluid, (6, 6).
        """
        total = spatial.blocks_swapped(finite_floats(tensor, (6, 6), "the spatial tensor"))
        if np.any(spatial.asymmetric(total)):
            raise ModelError(f"a spatial tensor must be symmetric, got {text(total)}")
        # The difference may be small: it is symmetrised here, and not judged by its own size.
        return self.with_added_mass(AddedMass(symmetrized(total) - self.rigid_body_matrix()))

    def transformed(self, X_AB: Pose) -> "Inertial":
        """Express the inertia of the same body, added mass included, in another frame A.

        Args:
            X_AB: Pose of the link frame B in A.
        """
        added_mass = None if self.added_mass is None else AddedMass(self.added_mass_matrix()).transformed(X_AB)
        return Inertial.unchecked(self.mass_properties, X_AB @ self.pose, added_mass)

    def __add__(self, other: "Inertial") -> "Inertial":
        """Join two bodies rigidly, given in one frame; their mass matrices add up.

        Hydrodynamic interaction is neglected: each keeps its own added mass.
        """
        if not isinstance(other, Inertial):
            return NotImplemented
        return _combined(self, other, 1.0)

    def __sub__(self, other: "Inertial") -> "Inertial":
        """Remove a part from a body; both are given in one frame.

        Raises:
            ModelError: The remainder has no mass, or is not physical.
        """
        if not isinstance(other, Inertial):
            return NotImplemented
        if other.mass >= self.mass:
            raise ModelError(f"a body of {other.mass:g} kg cannot be taken from one of {self.mass:g} kg")
        difference = _combined(self, other, -1.0)
        # The rounding of the whole stays when most of it is taken away, so what is left is judged by the whole.
        p = np.asarray(np.linalg.eigvalsh(difference.I_BBcm_Bcm), dtype=np.float64)
        rounding = 1e-12 * float(np.trace(self.I_BBo_B + other.I_BBo_B))
        if p[0] < -rounding or p[0] + p[1] < p[2] - rounding:
            raise ModelError(f"what is left cannot be a body: its principal moments are {text(p)} kg m2")
        for problem in difference._added_mass_problems():
            raise ModelError(f"what is left cannot be a body: {problem}")
        return difference

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Inertial):
            return NotImplemented
        mine, theirs = ((a.mass_properties, a.pose, a.added_mass) for a in (self, other))
        return mine == theirs

    def _store(self, mass_properties: MassProperties, pose: Pose, added_mass: AddedMass | None) -> None:
        if not isinstance(mass_properties, MassProperties):
            raise ModelError(f"an inertial needs MassProperties, got {type(mass_properties).__name__}")
        if not isinstance(pose, Pose):
            raise ModelError(f"the pose of an inertial must be a Pose, got {type(pose).__name__}; use Pose(position)")
        if pose.p.ndim != 1:
            raise ModelError(f"an inertial has one pose, got an array of {pose.p.shape[:-1]}")
        if added_mass is not None and not isinstance(added_mass, AddedMass):
            raise ModelError(
                f"the added mass must be an AddedMass, which names its convention, got {type(added_mass).__name__}"
            )
        object.__setattr__(self, "mass_properties", mass_properties)
        object.__setattr__(self, "pose", pose)
        object.__setattr__(self, "added_mass", added_mass)


def _in_frame(M_B: Floats, X_BF: Pose | None) -> Floats:
    if X_BF is None:
        return M_B
    if not isinstance(X_BF, Pose):
        raise ModelError(f"a frame must be given by its Pose, got {type(X_BF).__name__}; use Pose(position)")
    return spatial.rotated_to(spatial.shifted_to(M_B, X_BF.p), np.swapaxes(X_BF.R, -1, -2))


def _combined(a: Inertial, b: Inertial, sign: float) -> Inertial:
    """The inertial with M = M_a + sign M_b, its centre-of-mass frame in link axes.

    Not checked: the sum of valid bodies is valid, and gz-math's rule would refuse some for their rounding.
    """
    mass = a.mass + sign * b.mass
    # Without mass the centre is undefined: keep that of the first.
    center = a.c_BoBcm_B if mass == 0.0 else (a.mass * a.c_BoBcm_B + sign * b.mass * b.c_BoBcm_B) / mass
    moment = np.zeros((3, 3))
    for body, factor in ((a, 1.0), (b, sign)):
        S = cross_matrix(body.c_BoBcm_B - center)
        moment += factor * (body.I_BBcm_B + body.mass * (S @ S.T))
    added_mass = None
    if a.added_mass is not None or b.added_mass is not None:
        added_mass = AddedMass(a.added_mass_matrix() + sign * b.added_mass_matrix())
    return Inertial.unchecked(MassProperties.unchecked(mass, symmetrized(moment)), Pose(center), added_mass)

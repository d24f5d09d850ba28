"""Parameters of the model, and their form in the engine."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, by_columns, finite_floats, positive
from seaway.engine import Body
from seaway.engine._structure import DISPLACEMENTS
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.inertia._spatial import positive_definite, rigid_body_matrix
from seaway.parts import Array, DerivedArray, Field, One, Part, RefusedError, Scalar
from seaway.vehicle import Buoyancy, Damping, Vehicle

# Largest asymmetry of an inertia matrix, as a share of its largest entry.
_SYMMETRY = 1e-9


class ModelType(Enum):
    """Effects in the model; the numbers are those of the original."""

    SIMPLE = 0
    """No Coriolis term; linear and quadratic damping (Smallwood)."""
    COMPLEX = 1
    """Coriolis term; six quadratic damping matrices, one for each degree of freedom (McFarland)."""
    INTERMEDIATE = 2
    """Coriolis term; linear and quadratic damping."""


_MATRIX_COUNT = {ModelType.SIMPLE: 2, ModelType.COMPLEX: 6, ModelType.INTERMEDIATE: 2}


class Locked(Field[Sequence[int], tuple[int, ...]]):
    """Degrees of freedom, 0 to 5."""

    hint = "Sequence[int]"
    default = ()

    def check(self, value: Any) -> tuple[int, ...]:
        """Take whole numbers from 0 to 5, in any order."""
        axes = cast("Sequence[Any]", value)
        whole = isinstance(value, Sequence) and all(isinstance(i, int | np.integer) for i in axes)
        if not whole or any(isinstance(i, bool) or i not in range(6) for i in axes):
            raise RefusedError(f"must be whole numbers from 0 to 5, got {value!r}")
        return tuple(sorted({int(i) for i in axes}))


class Parameters(Part, what="UWV model"):
    """Parameters of uwv_dynamic_model. The inertia of the free degrees of freedom must be positive definite."""

    model_type: One[ModelType] = One(ModelType, default=ModelType.SIMPLE)
    """Effects in the model."""
    inertia_matrix: Array = Array(shape=(6, 6), default=tuple(map(tuple, np.eye(6).tolist())), by_run=False)
    """M of vehicle and added mass together, about the body's origin, (6, 6). Default: identity."""
    damping_matrices: DerivedArray = DerivedArray(
        shape=(None, 6, 6), default=None, follows=lambda p: np.zeros((_MATRIX_COUNT[p.model_type], 6, 6)), by_run=False
    )
    """SIMPLE and INTERMEDIATE: the linear and the quadratic one, ``d = D0 v + D1 (|v| o v)``. COMPLEX: six,
    ``d = Σ |v_i| D_i v``. Each (6, 6), positive when it dissipates. Default: zero."""
    center_of_buoyancy: Array = Array(
        shape=(3,), unit="m", default=(0.0, 0.0, 0.0), by_run=False, label="centre of buoyancy"
    )
    """Position from the body's origin, in the body."""
    center_of_gravity: Array = Array(
        shape=(3,), unit="m", default=(0.0, 0.0, 0.0), by_run=False, label="centre of gravity"
    )
    """Position from the body's origin, in the body. It affects the restoring moment only; the inertial coupling belongs
    in the inertia matrix."""
    weight: Scalar = Scalar(unit="N", above=0.0, default=1.0)
    """Weight."""
    buoyancy: Scalar = Scalar(unit="N", above=0.0, default=1.0)
    """Buoyancy."""
    locked: Locked = Locked()
    """Degrees of freedom, 0 to 5, that do not accelerate and need no inertia. The original silently locks those without
    inertia."""

    @classmethod
    def from_parts(
        cls,
        mass: float,
        moment_of_inertia: ArrayLike,
        added_mass: ArrayLike | None = None,
        gravity: float = 9.81,
        **others: Any,
    ) -> "Parameters":
        """Combine mass, inertia and added mass about the centre of gravity, which is the body's origin.

        ::

            M = [[mass 1, 0], [0, inertia]] + M_added          weight = mass gravity

        Args:
            mass: Mass [kg].
            moment_of_inertia: Moment of inertia about the centre of gravity [kg m2], (3, 3).
            added_mass: M_added, (6, 6); default: none.
            gravity: g [m/s2].
            **others: Other arguments of ``Parameters``; default of the buoyancy: the weight.
        """
        m, g = positive(mass, "mass [kg]"), positive(gravity, "gravity [m/s2]")
        inertia = finite_floats(moment_of_inertia, (3, 3), "moment_of_inertia [kg m2]")
        M = rigid_body_matrix(m, np.zeros(3), inertia) + 0.0  # no -0.0
        if added_mass is not None:
            M += finite_floats(added_mass, (6, 6), "added_mass")
        others.setdefault("buoyancy", m * g)
        return cls(inertia_matrix=M, weight=m * g, **others)

    def vehicle(self, name: str, density: float = 1025.0, gravity: float = 9.81) -> Vehicle:
        """Make an equivalent ``Vehicle`` for ``seaway.sim``: its motion in unbounded still water is the same.

        Its mass is weight / gravity, its volume buoyancy / (density gravity). The inertia matrix without the rigid body
        of that mass is added mass, so that current and waves carry the vehicle along. The division of the moment of
        inertia between body and water is not part of the model and has no effect: the body gets the largest isotropic
        one.

        Args:
            name: Name of the vehicle.
            density: Density of the water [kg/m3].
            gravity: g [m/s2].

        Raises:
            ModelError: A number is out of its range, or degrees of freedom are locked, which a ``Vehicle`` cannot have.
        """
        if self.locked:
            raise ModelError(f"a Vehicle has no locked degrees of freedom, got locked={self.locked}")
        rho, g = positive(density, "the density of the water [kg/m3]"), positive(gravity, "gravity [m/s2]")
        m, c = self.weight / g, self.center_of_gravity
        M_point = rigid_body_matrix(m, c, np.zeros((3, 3)))
        least = float(np.linalg.eigvalsh((self.inertia_matrix - M_point)[3:, 3:])[0])
        body = MassProperties(m, max(least, 0.0) * np.eye(3))
        pose = Pose(c)
        fluid = self.inertia_matrix - Inertial(body, pose).rigid_body_matrix()
        coriolis = self.model_type is not ModelType.SIMPLE
        return Vehicle(
            name,
            Inertial(body, pose, AddedMass(0.5 * (fluid + fluid.T))),
            Buoyancy(self.buoyancy / (rho * g), self.center_of_buoyancy),
            self._damping(),
            rigid_body_coriolis=coriolis,
            added_mass_coriolis=coriolis,
        )

    def _damping(self) -> Damping:
        D = self.damping_matrices
        return Damping(modulus=D) if self.model_type is ModelType.COMPLEX else Damping(D[0], D[1])

    def body(self) -> Body:
        """Body for the engine: the total M as that of a rigid body, weight and buoyancy at g = ρ = 1."""
        values = {
            "rigid_body": by_columns(self.inertia_matrix),
            "inverse": by_columns(self._inverse()),
            "mass": np.asarray(self.weight),
            "density_ratio": np.asarray(1.0),  # coefficients have no density
            "center_of_mass": self.center_of_gravity,
            "volume": np.asarray(self.buoyancy),
            "center_of_buoyancy": self.center_of_buoyancy,
            "radius": np.asarray(-np.inf),  # always deep enough
        }
        integers = dict.fromkeys(("hull", "stiff", "hull_forces", "has_added", "added_mass_coriolis"), 0)
        integers |= {
            "extent": DISPLACEMENTS.index("ellipsoid"),
            "rigid_body_coriolis": int(self.model_type is not ModelType.SIMPLE),
            "direct": 1,
        }
        return Body(values, integers, (self._damping(),))

    @property
    def _free(self) -> list[int]:
        return [i for i in range(6) if i not in self.locked]

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the number of damping matrices, and the inertia matrix."""
        count, got = _MATRIX_COUNT[self.model_type], len(self.damping_matrices)
        if got != count:
            yield "damping_matrices", f"damping_matrices of {self.model_type.name} must be {count} matrices, got {got}"
        free, M = self._free, self.inertia_matrix
        off = np.abs(M - M.T)
        if np.max(off) > _SYMMETRY * np.max(np.abs(M)):
            i, j = np.unravel_index(np.argmax(off), off.shape)
            pair = f"{M[i, j]:g} at [{i}, {j}] and {M[j, i]:g} at [{j}, {i}]"
            yield "inertia_matrix", f"inertia_matrix must be symmetric, else energy is not conserved; got {pair}"
            return
        free_part, whole = M[np.ix_(free, free)], np.eye(6)
        whole[np.ix_(free, free)] = free_part
        if not positive_definite(whole):
            least = float(np.min(np.linalg.eigvalsh(free_part)))
            message = f"inertia_matrix must be positive definite, got the smallest eigenvalue {least:.4g}"
            empty = tuple(i for i in free if not np.any(M[i])) or (5,)
            remedy = f"A degree of freedom without inertia must be locked, e.g. locked={empty}"
            yield "inertia_matrix", f"{message}. {remedy}"

    def _inverse(self) -> Floats:
        """M^-1 of the free degrees of freedom; zero for the others, which do not accelerate."""
        free, inverse = np.ix_(self._free, self._free), np.zeros((6, 6))
        inverse[free] = np.linalg.inv(self.inertia_matrix[free])
        return inverse

"""A vehicle: what a person reads and writes of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.inertia import Inertial
from seaway.inertia._spatial import positive_definite
from seaway.vehicle._actuation import Actuation
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._cross_flow import CrossFlow
from seaway.vehicle._damping import Damping
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._fin import Fin, FinDerivatives
from seaway.vehicle._hull import Hull
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._thruster import Thruster
from seaway.vehicle._world_joint import WorldJoint

__all__ = ["Vehicle"]

# Parts of which there may be several: field, what one is called, its kinds.
_SEVERAL: Final = (
    ("damping", "damping", (Damping,)),
    ("thrusters", "thruster", (Thruster,)),
    ("fins", "fin", (Fin, FinDerivatives)),
    ("areas", "area", (DragArea,)),
)


@dataclass(frozen=True, eq=False)
class Vehicle:
    """A rigid body in the water. All is given in its link frame B: x forward, y left, z up.

    Attributes:
        name: By which simulations and recordings call it.
        inertial: Mass, centre of mass, moment of inertia, and the added mass of the fluid.
        buoyancy: The displaced water, as a ``Buoyancy``, by the pressure on a ``Hull``, or as a
            ``HydrostaticStiffness`` about its rest; None for a body that displaces none, which is then always taken for
            wet.
        damping: One ``Damping``, or several, each in a frame of its own.
        actuation: How commands become wrenches; at once and without limits where None.
        rigid_body_coriolis: Whether C_RB(ν) ν acts.
        added_mass_coriolis: Whether C_A(ν_r) ν_r acts; Gazebo's ``disable_coriolis`` drops it.
        thrusters: One ``Thruster`` or several; kept as a tuple.
        fins: One ``Fin`` or ``FinDerivatives``, or several; kept as a tuple.
        areas: One ``DragArea`` or several, on which wind or water drags; kept as a tuple.
        cross_flow: Drag by strips along the hull.
        guide: A joint that holds it to the world; free where None.

    Raises:
        ModelError: The name is empty, a part is of the wrong kind, two thrusters or fins have one name, or the mass
            matrix is not positive definite.
    """

    name: str
    inertial: Inertial
    buoyancy: Buoyancy | Hull | HydrostaticStiffness | None = None
    damping: Damping | tuple[Damping, ...] = ()
    actuation: Actuation | None = None
    rigid_body_coriolis: bool = True
    added_mass_coriolis: bool = True
    thrusters: tuple[Thruster, ...] = ()
    fins: tuple[Fin | FinDerivatives, ...] = ()
    areas: tuple[DragArea, ...] = ()
    cross_flow: CrossFlow | None = None
    guide: WorldJoint | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ModelError(f"a vehicle needs a name, got {self.name!r}")
        parts: list[tuple[str, Any, tuple[type, ...], bool]] = [
            ("inertial", self.inertial, (Inertial,), False),
            ("buoyancy", self.buoyancy, (Buoyancy, Hull, HydrostaticStiffness), True),
            ("actuation", self.actuation, (Actuation,), True),
            ("cross flow", self.cross_flow, (CrossFlow,), True),
            ("guide", self.guide, (WorldJoint,), True),
        ]
        for field, what, kinds in _SEVERAL:
            given: Any = getattr(self, field)
            items = tuple(cast("Sequence[Any]", given)) if isinstance(given, tuple | list) else (given,)
            object.__setattr__(self, field, items)
            parts.extend((what, item, kinds, False) for item in items)
        for what, part, kinds, optional in parts:
            if not (isinstance(part, kinds) or (optional and part is None)):
                names = " or ".join(kind.__name__ for kind in kinds)
                raise ModelError(f"vehicle '{self.name}': its {what} must be of {names}, got {part!r}")
        for name, count in Counter(self.actuators).items():
            if count > 1:
                message = "its thrusters and fins must have different names"
                raise ModelError(f"vehicle '{self.name}': {message}, got {count} called '{name}'")
        for what in ("rigid_body_coriolis", "added_mass_coriolis"):
            if not isinstance(getattr(self, what), bool):
                raise ModelError(f"vehicle '{self.name}': {what} must be True or False, got {getattr(self, what)!r}")
        problems = self.inertial.problems()
        if problems:
            raise ModelError(f"vehicle '{self.name}': {problems[0]}")
        M = self.inertial.mass_matrix()
        if not positive_definite(M):
            eigenvalue = float(np.linalg.eigvalsh(M)[0])
            message = f"its mass matrix must be positive definite, got the smallest eigenvalue {eigenvalue:.4g}"
            raise ModelError(f"vehicle '{self.name}': {message}. Give it mass and inertia on every axis")

    @property
    def dampings(self) -> tuple[Damping, ...]:
        """All dampings."""
        return (self.damping,) if isinstance(self.damping, Damping) else self.damping

    @property
    def actuators(self) -> tuple[str, ...]:
        """Names of what is commanded by itself: of thrusters, then of fins."""
        return tuple(part.name for part in (*self.thrusters, *self.fins))

    def mobility(self, mass_matrix: Floats) -> Floats:
        """What the sum of all wrenches about Bo is multiplied with to give ν': M⁻¹, or less where a guide holds it.

        Args:
            mass_matrix: M_RB + M_A about Bo in B, (..., 6, 6).
        """
        if self.guide is not None:
            return self.guide.mobility(mass_matrix)
        return np.asarray(np.linalg.inv(mass_matrix), dtype=np.float64)

    def replaced(self, **changes: Any) -> "Vehicle":
        """The same vehicle with some attributes changed."""
        return replace(self, **changes)

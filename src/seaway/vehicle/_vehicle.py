"""A vehicle: what a person reads and writes of it."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from seaway.errors import ModelError
from seaway.inertia import Inertial, positive_definite
from seaway.vehicle._actuation import Actuation
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._damping import Damping
from seaway.vehicle._hull import Hull

__all__ = ["Vehicle"]


@dataclass(frozen=True, eq=False)
class Vehicle:
    """A rigid body in the water. All is given in its link frame B: x forward, y left, z up.

    Attributes:
        name: By which simulations and recordings call it.
        inertial: Mass, centre of mass, moment of inertia, and the added mass of the fluid.
        buoyancy: The displaced water, as a ``Buoyancy`` or by the pressure on a ``Hull``; None for a body that
            displaces none, which is then always taken for wet.
        damping: One ``Damping``, or several, each in a frame of its own.
        actuation: How commands become wrenches; at once and without limits where None.
        rigid_body_coriolis: Whether C_RB(ν) ν acts.
        added_mass_coriolis: Whether C_A(ν_r) ν_r acts; Gazebo's ``disable_coriolis`` drops it.

    Raises:
        ModelError: The name is empty, a part is of the wrong kind, or the mass matrix is not positive definite.
    """

    name: str
    inertial: Inertial
    buoyancy: Buoyancy | Hull | None = None
    damping: Damping | tuple[Damping, ...] = ()
    actuation: Actuation | None = None
    rigid_body_coriolis: bool = True
    added_mass_coriolis: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ModelError(f"a vehicle needs a name, got {self.name!r}")
        dampings = tuple(self.damping) if isinstance(self.damping, tuple | list) else (self.damping,)
        object.__setattr__(self, "damping", dampings)
        parts = (
            ("inertial", self.inertial, Inertial, False),
            ("buoyancy", self.buoyancy, (Buoyancy, Hull), True),
            ("actuation", self.actuation, Actuation, True),
            *(("damping", damping, Damping, False) for damping in dampings),
        )
        for what, part, kind, optional in parts:
            if not (isinstance(part, kind) or (optional and part is None)):
                kinds = " or ".join(k.__name__ for k in kind) if isinstance(kind, tuple) else kind.__name__
                raise ModelError(f"vehicle '{self.name}': its {what} must be of {kinds}, got {part!r}")
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

    def replaced(self, **changes: Any) -> "Vehicle":
        """The same vehicle with some attributes changed."""
        return replace(self, **changes)

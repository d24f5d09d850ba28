"""The description of a vehicle."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any, Self

import numpy as np

from seaway._arrays import Floats
from seaway._html import digits, html_table, names_of
from seaway.forces import Force
from seaway.inertia import AddedMass, Inertial
from seaway.inertia._spatial import positive_definite
from seaway.parts import KW_ONLY, Flag, Name, OneOrNone, Part, Problem, Reading, ScalarOrNone, Several, required
from seaway.vehicle._actuation import Actuation
from seaway.vehicle._body import InertialField
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._cross_flow import CrossFlow
from seaway.vehicle._damping import Damping
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._fin import Fin, FinDerivatives
from seaway.vehicle._hull import Hull
from seaway.vehicle._own_forces import OwnForces
from seaway.vehicle._stiffness import HydrostaticStiffness
from seaway.vehicle._thruster import Thruster
from seaway.vehicle._visual import Visual
from seaway.vehicle._world_joint import WorldJoint


def _kind_of_fin(table: Mapping[str, Any]) -> type[Any]:
    return FinDerivatives if "derivatives" in table else Fin


class Vehicle(Part, what="vehicle"):
    """A rigid body in the water. Everything is given in its link frame B: x forward, y left, z up."""

    name: Name = Name()
    """Name used in simulations and recordings."""
    inertial: InertialField = required(InertialField)
    """Mass, centre of mass, moment of inertia, and the added mass of the fluid."""
    buoyancy: OneOrNone[Buoyancy | Hull | HydrostaticStiffness] = OneOrNone(
        Buoyancy,
        Hull,
        HydrostaticStiffness,
        by_key={"buoyancy": Buoyancy, "hull": Hull, "stiffness": HydrostaticStiffness},
        default=None,
    )
    """Buoyancy, as a fixed volume, by the pressure on a hull, or as a stiffness about the rest position. A vehicle
    without any displaces nothing and always counts as submerged."""
    damping: Several[Damping] = Several(Damping, default=())
    """Damping: one or several, each in its own frame."""
    _: KW_ONLY
    thrusters: Several[Thruster] = Several(Thruster, key="thruster", default=())
    """Thrusters, commanded by name."""
    fins: Several[Fin | FinDerivatives] = Several(Fin, FinDerivatives, key="fin", choose=_kind_of_fin, default=())
    """Fins and rudders, commanded by name."""
    drag_areas: Several[DragArea] = Several(DragArea, key="drag_area", default=())
    """Reference areas for the drag of wind or water."""
    cross_flow: OneOrNone[CrossFlow] = OneOrNone(CrossFlow, default=None)
    """Cross-flow drag by strips along the hull."""
    actuation: OneOrNone[Actuation] = OneOrNone(Actuation, default=None)
    """Limits and lag of a commanded wrench; default: none."""
    forces: Several[Force] = OwnForces(Force, key="force", default=())
    """Further forces: instances of your own subclasses of ``Force``, or Python functions as a ``PythonForce``."""
    world_joint: OneOrNone[WorldJoint] = OneOrNone(WorldJoint, default=None)
    """Joint between the vehicle and the world; default: none, the vehicle is free."""
    reference_density: ScalarOrNone = ScalarOrNone(unit="kg/m3", above=0.0, default=None)
    """Water density for which added mass, damping and other dimensional coefficients are given. In other water they are
    scaled by ρ / reference_density. Default: the density of the sea at the start of a simulation."""
    rigid_body_coriolis: Flag = Flag(default=True)
    """Whether the rigid-body Coriolis wrench C_RB(ν) ν acts."""
    added_mass_coriolis: Flag = Flag(default=True)
    """Whether the added-mass Coriolis wrench C_A(ν_r) ν_r acts; Gazebo's ``disable_coriolis`` turns it off."""

    visuals: Several[Visual] = Several(Visual, key="visual", default=())
    """Shapes and meshes that show what it looks like; they have no influence on the motion. By default it is drawn as
    its hull, else as the shape of its buoyancy, else as the ellipsoid of its added mass."""

    @classmethod
    def __read__(cls, table: Mapping[str, Any], reading: Reading) -> tuple[Self | None, list[Problem]]:
        given = table.get("reference_density")
        if isinstance(given, int | float) and isfinite(given) and given > 0.0:  # else the problem is reported below
            reading = replace(reading, density=float(given))
        return super().__read__(table, reading)

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check names and the mass matrix."""
        for name, count in Counter(self.actuators).items():
            if count > 1:
                fault = "thrusters" if any(thruster.name == name for thruster in self.thrusters) else "fins"
                yield fault, f"thrusters and fins must have different names, got {count} called '{name}'"
        problems = self.inertial.problems()
        if problems:
            yield "inertial", problems[0]
            return
        M = self.inertial.mass_matrix()
        if not positive_definite(M):
            eigenvalue = float(np.linalg.eigvalsh(M)[0])
            message = f"its mass matrix must be positive definite, got the smallest eigenvalue {eigenvalue:.4g}"
            yield "inertial", f"{message}. Give it mass and inertia on every axis"

    def _repr_html_(self) -> str:
        """The summary that notebooks show."""
        return html_table(f"Vehicle {self.name}", (), self._facts(), "Axes are forward, left, up.")

    def _facts(self) -> Iterator[tuple[str, str]]:
        inertial, floats = self.inertial, self.buoyancy
        yield "mass", f"{digits(inertial.mass)} kg"
        yield "centre of mass", f"{digits(inertial.c_BoBcm_B)} m"
        yield "moments of inertia", f"{digits(np.diag(inertial.I_BBcm_B))} kg m²"
        if inertial.added_mass is not None:
            added = np.diag(inertial.added_mass_matrix())
            yield "added mass", f"{digits(added[:3])} kg, {digits(added[3:])} kg m²"
        if isinstance(floats, Buoyancy):
            volumes = np.unique(floats.volume).tolist()
            yield "displaced volume", f"{' to '.join(dict.fromkeys(map(digits, (volumes[0], volumes[-1]))))} m³"
        elif floats is not None:
            yield "buoyancy", f"hull of {digits(floats.volume)} m³" if isinstance(floats, Hull) else "stiffness"
        for name, parts in (("thrusters", self.thrusters), ("fins", self.fins)):
            if parts:
                yield name, names_of([part.name for part in parts])
        others = {"damping": self.damping, "drag areas": self.drag_areas, "cross flow": self.cross_flow}
        others |= {"limits of a commanded wrench": self.actuation, "own forces": self.forces}
        given = [name for name, part in others.items() if part]
        if given:
            yield "also", names_of(given)
        if self.reference_density is not None:
            yield "coefficients for", f"{digits(self.reference_density)} kg/m³"

    @property
    def actuators(self) -> tuple[str, ...]:
        """Names used in commands: thrusters, then fins."""
        return tuple(part.name for part in (*self.thrusters, *self.fins))

    @property
    def pushing(self) -> tuple[Force, ...]:
        """All forces of the vehicle."""
        one = (part for part in (self.actuation, self.cross_flow) if part is not None)
        return (*self.damping, *self.drag_areas, *self.thrusters, *self.fins, *one, *self.forces)

    def density_ratio(self, density: float) -> float:
        """Factor ρ / reference_density on added mass and damping; 1 if there is no reference density.

        Args:
            density: Density of the water ρ [kg/m3].
        """
        return 1.0 if self.reference_density is None else density / self.reference_density

    def inertial_in(self, density: float) -> Inertial:
        """Rigid body and added mass in water of a density.

        Args:
            density: Density of the water ρ [kg/m3].

        Example:
            >>> import seaway as sw
            >>> rov = sw.library.entry("bluerov2").vehicle                           # published for 997 kg/m3
            >>> [round(float(each.added_mass_matrix()[0, 0]), 3) for each in (rov.inertial, rov.inertial_in(1025.0))]
            [5.5, 5.654]
        """
        ratio, inertial = self.density_ratio(density), self.inertial
        if ratio == 1.0 or inertial.added_mass is None:
            return inertial
        added = inertial.added_mass
        return inertial.with_added_mass(AddedMass(ratio * added.matrix, added.convention))

    def mobility(self, mass_matrix: Floats) -> Floats:
        """Matrix that maps the sum of all wrenches about Bo to ν': M⁻¹, or its constrained form with a world joint.

        Args:
            mass_matrix: M_RB + M_A about Bo in B, (..., 6, 6).
        """
        if self.world_joint is not None:
            return self.world_joint.mobility(mass_matrix)
        return np.asarray(np.linalg.inv(mass_matrix), dtype=np.float64)

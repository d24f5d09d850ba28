"""Alternative forms of the tables of a vehicle, as publications give them.

Each class here adds keys to the table of a part: ``made`` turns them, with the rest of the table, into that part.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import warn
from seaway.frames import FLU_FRD, Pose
from seaway.inertia import ellipsoid_added_mass
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    OneOrNone,
    Part,
    Problem,
    Reading,
    RefusedError,
    RefusedPartsError,
    Scalar,
    ScalarOrNone,
    Several,
    Whole,
    differs,
    read_kind,
)
from seaway.shapes import Box, Ellipsoid
from seaway.vehicle._body import FluidAddedMass, RigidBody
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._cross_flow import CrossFlow, hoerner_coefficient
from seaway.vehicle._damping import Damping
from seaway.vehicle._derivatives import Derivatives, Wing, coriolis_tensor, folded, turned_products
from seaway.vehicle._fin import FinDerivatives
from seaway.vehicle._vehicle import Vehicle

# A published weight off by more than this from m g was not computed from the mass.
_WEIGHT: Final = 1e-3


class InertiaForms(Part, what="rigid body", extends=RigidBody):
    """Alternative forms of a rigid body."""

    _: KW_ONLY
    body: Several[RigidBody] = Several(RigidBody, default=())
    """Several bodies rigidly connected, in place of mass and moments."""
    weight: ScalarOrNone = ScalarOrNone(unit="N", above=0.0, default=None)
    """Published weight; only compared with mass times gravity."""

    def made(self, table: dict[str, Any], reading: Reading) -> RigidBody:
        """Add up the bodies; compare the weight."""
        if self.body and table:
            raise RefusedError(f"has its own mass and moments; leave out {next(iter(table))}", "given-twice")
        if self.body:
            first, *others = (body.inertial() for body in self.body)
            total = sum(others, first)
            made = RigidBody(total.mass, total.c_BoBcm_B, moment_of_inertia=total.I_BBcm_B)
        else:
            made = read_kind(RigidBody, table, reading)
        weight, expected = self.weight, made.mass * reading.gravity
        if weight is not None and abs(weight - expected) > _WEIGHT * abs(weight):
            message = f"weight is {weight:g} N, but mass times gravity is {expected:g} N; the mass counts"
            warn(message)
        return made


class HalfEllipsoid(Part, what="half ellipsoid"):
    """The lower half of a floating ellipsoid, mirrored in the surface: half the added mass of the whole ellipsoid."""

    semi_axes: Array = Array(by_run=False, shape=(3,), unit="m", above=0.0)
    """Semi-axes along x, y and z."""
    center: Array = Array(by_run=False, shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0), label="centre")
    """Centre, at the surface, relative to the body origin."""


class AddedMassForms(Part, what="added mass", extends=FluidAddedMass):
    """An alternative form of an added mass."""

    half_ellipsoid: Several[HalfEllipsoid] = Several(HalfEllipsoid)
    """Submerged hulls of a boat as lower halves of ellipsoids, by Lamb's formulas, without interaction."""

    def made(self, table: dict[str, Any], reading: Reading) -> FluidAddedMass:
        """Add up the hulls."""
        if table:
            raise RefusedError(f"and {next(iter(table))} give the same thing; give one", "given-twice")
        total = np.zeros((6, 6))
        for hull in self.half_ellipsoid:
            total += 0.5 * ellipsoid_added_mass(hull.semi_axes, reading.density, Pose(hull.center)).matrix
        return FluidAddedMass(matrix=total)


class BuoyancyForms(Part, what="buoyancy", extends=Buoyancy):
    """Alternative forms of a buoyancy."""

    _: KW_ONLY
    force: ScalarOrNone = ScalarOrNone(unit="N", above=0.0, default=None)
    """Buoyancy force in the water and gravity of the file; in place of volume."""
    fitted_box: ArrayOrNone = ArrayOrNone(by_run=False, shape=(3,), unit="m", above=0.0, default=None)
    """Lengths of a box whose height and breadth are scaled to the volume; in place of shape."""
    fitted_ellipsoid: ArrayOrNone = ArrayOrNone(by_run=False, shape=(3,), unit="m", above=0.0, default=None)
    """Lengths of an ellipsoid whose height and breadth are scaled to the volume; in place of shape."""

    def made(self, table: dict[str, Any], reading: Reading) -> Buoyancy:
        """Divide the force by ρ g; scale the shape."""
        fitted = [name for name in ("fitted_box", "fitted_ellipsoid") if vars(self)[name] is not None]
        for one, other in (
            *([("force", "volume")] if self.force is not None and "volume" in table else []),
            *((name, "shape") for name in fitted if "shape" in table),
            *((fitted[0], name) for name in fitted[1:]),
        ):
            reason = f"and {one} give the same thing; give one"
            raise RefusedPartsError([Problem((other,), "given-twice", other, reason)])
        if self.force is not None:
            if not reading.gravity > 0.0:
                raise RefusedError(f"needs a gravity > 0 [m/s2], got {reading.gravity:g}; give volume [m3]")
            table = {**table, "volume": self.force / (reading.density * reading.gravity)}
        made = read_kind(Buoyancy, table, reading)
        if not fitted:
            return made
        x, y, z = vars(self)[fitted[0]].tolist()
        kind, share, half = (Box, 1.0, 1.0) if fitted == ["fitted_box"] else (Ellipsoid, np.pi / 6.0, 0.5)
        scale = float(np.sqrt(made.volume / (share * x * y * z)))
        return made.replace(shape=kind((half * x, half * scale * y, half * scale * z)))


class UniformHull(Part, what="uniform hull"):
    """A hull of constant breadth and draft, with Hoerner's drag coefficient, in sway and yaw."""

    _: KW_ONLY
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length."""
    beam: Scalar = Scalar(unit="m", above=0.0)
    """Breadth."""
    draft: Scalar = Scalar(unit="m", above=0.0)
    """Draft."""
    strips: Whole = Whole(at_least=1, at_most=10_000, default=20)
    """Number of strips."""


class ProfiledHull(Part, what="profile of a hull"):
    """A hull of constant height and breadth, with sway and heave coupled."""

    _: KW_ONLY
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length."""
    height: Scalar = Scalar(unit="m", at_least=0.0)
    """Height."""
    breadth: Scalar = Scalar(unit="m", at_least=0.0)
    """Breadth."""
    lateral_coefficient: Scalar = Scalar(at_least=0.0)
    """Drag coefficient in sway, based on the height."""
    vertical_coefficient: Scalar = Scalar(at_least=0.0)
    """Drag coefficient in heave, based on the breadth."""
    strips: Whole = Whole(at_least=1, at_most=10_000, default=40)
    """Number of strips."""


class CrossFlowForms(Part, what="cross flow", extends=CrossFlow):
    """Alternative forms of a cross flow."""

    _: KW_ONLY
    uniform: OneOrNone[UniformHull] = OneOrNone(UniformHull, default=None)
    """A hull of constant breadth and draft, in place of the strips."""
    profile: OneOrNone[ProfiledHull] = OneOrNone(ProfiledHull, default=None)
    """A hull of constant height and breadth, in place of the strips."""

    def made(self, table: dict[str, Any], reading: Reading) -> CrossFlow:
        """Make the strips."""
        given = [*table, *(name for name in ("uniform", "profile") if vars(self)[name] is not None)]
        if len(given) > 1:
            raise RefusedError(f"has everything that a cross flow needs; leave out {given[0]}", "given-twice")
        if self.uniform is not None:
            hull = self.uniform
            coefficient = hoerner_coefficient(beam=hull.beam, draft=hull.draft)
            return CrossFlow.uniform(length=hull.length, draft=hull.draft, coefficient=coefficient, strips=hull.strips)
        own = {name: vars(self.profile)[name] for name in ProfiledHull.__part__.fields}
        half = 0.5 * own.pop("length")
        return CrossFlow.from_profile((-half, half), **own)


class FinForms(Part, what="fin", extends=FinDerivatives):
    """An additional key of fins given by derivatives."""

    length: Scalar = Scalar(unit="m", above=0.0)
    """Reference length L of nondimensional derivatives: forces are divided by 1/2 ρ L², moments by 1/2 ρ L³."""

    def made(self, table: dict[str, Any], reading: Reading) -> FinDerivatives:
        """Give the derivatives their dimensions."""
        length = self.length
        made = read_kind(FinDerivatives, table, reading)
        scale = np.array([1.0, 1.0, 1.0, length, length, length]) * (0.5 * reading.density * length * length)
        return made.replace(derivatives=made.derivatives * scale)


class Coriolis(Part, what="Coriolis force"):
    """Entries of the Coriolis matrix of the added mass that a published model sets to 0."""

    zero_entries: Array = Array(by_run=False, shape=(None, 2), at_least=0.0, at_most=5.0)
    """Row and column of each entry, counted from 0."""


class VehicleForms(Part, what="vehicle", extends=Vehicle):
    """Further tables of a vehicle. They add to its damping, and derivatives also to its added mass."""

    _: KW_ONLY
    derivatives: OneOrNone[Derivatives] = OneOrNone(Derivatives, default=None)
    """Hydrodynamic derivatives by Fossen's names."""
    coriolis: OneOrNone[Coriolis] = OneOrNone(Coriolis, default=None)
    """Entries of the added-mass Coriolis matrix that a published model omits."""
    wing: OneOrNone[Wing] = OneOrNone(Wing, default=None)
    """Lift and drag of the hull, modelled as a wing."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the entries."""
        if self.coriolis is not None and np.any(self.coriolis.zero_entries % 1.0):
            yield "coriolis", f"zero_entries must be whole numbers, got {self.coriolis.zero_entries.tolist()}"

    def made(self, table: dict[str, Any], reading: Reading) -> Vehicle:
        """Make the vehicle, then add to its damping."""
        added = {} if self.derivatives is None else self.derivatives.added_mass(reading.density)
        if added:
            if "added_mass" in table:
                name = next(iter(added))
                reason = f"and derivatives such as {name} give the same thing; give one"
                raise RefusedPartsError([Problem(("added_mass",), "given-twice", "added_mass", reason)])
            table = {**table, "added_mass": {"fossen": added}}
        vehicle: Vehicle = read_kind(Vehicle, table, reading)
        damping = self._damping(vehicle.inertial.added_mass_matrix(), reading.density)
        if damping is None:
            return vehicle
        first = vehicle.damping[0] if len(vehicle.damping) == 1 else None
        if first is not None and not (differs(first, "position") or differs(first, "attitude")):
            names = ("linear", "quadratic", "modulus", "signed")
            summed = {name: damping[name] + vars(first)[name] for name in names}
            return vehicle.replace(damping=Damping(**summed))
        return vehicle.replace(damping=(*vehicle.damping, Damping(**damping)))

    def _damping(self, M_A: Floats, density: float) -> dict[str, Floats] | None:
        """Damping matrices, without the Coriolis force of the added mass."""
        zero = np.zeros((6, 6, 6))
        linear, quadratic, modulus, signed = zero[0], zero[0], zero, zero
        if self.derivatives is not None:
            terms = self.derivatives.terms(density)
            linear, quadratic = -FLU_FRD.matrix(terms.linear), -FLU_FRD.matrix(terms.quadratic)
            modulus, signed = -FLU_FRD.matrix(terms.modulus), turned_products(terms.signed)
            if self.derivatives.contain_coriolis:
                signed = folded(signed + coriolis_tensor(M_A))
        if self.coriolis is not None:  # half turns keep the place of an entry
            entries = [(int(i), int(j)) for i, j in self.coriolis.zero_entries]
            signed = folded(signed + coriolis_tensor(M_A, entries))
        if self.wing is not None:
            wing = self.wing.terms(density)
            signed, quadratic = signed + wing.signed, quadratic - wing.quadratic
        parts = {"linear": linear + 0.0, "quadratic": quadratic + 0.0, "modulus": modulus + 0.0, "signed": 0.0 - signed}
        return parts if any(np.any(part) for part in parts.values()) else None

"""The rigid body and the fluid that it moves, as files give them."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

import numpy as np

from seaway.errors import ModelError, SeawayError
from seaway.frames import Pose, cross_matrix
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.inertia._added_mass import Convention
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    ByName,
    Choice,
    Field,
    Number,
    Part,
    Problem,
    Reading,
    RefusedError,
    RefusedPartsError,
    read_kind,
    row,
    rows_of,
)
from seaway.shapes import ShapeOrNone

__all__ = ["FluidAddedMass", "InertialField", "RigidBody"]


class RigidBody(Part, what="rigid body"):
    """Mass, centre of mass and moments of inertia, in one of three forms."""

    mass: Number = Number(unit="kg", above=0.0)
    """Mass."""
    center_of_mass: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0), label="centre of mass")
    """Centre of mass from the origin of the body."""
    _: KW_ONLY
    moment_of_inertia: ArrayOrNone = ArrayOrNone(shape=(3, 3), diagonal=True, unit="kg m2", frd="matrix", default=None)
    """Ixx, Iyy, Izz, or 3 rows of 3 in which products are entries of the tensor."""
    moments_about: Choice[Literal["center_of_mass", "origin"]] = Choice(
        ("center_of_mass", "origin"), default="center_of_mass"
    )
    """Point about which the moments of inertia are taken."""
    radii_of_gyration: ArrayOrNone = ArrayOrNone(shape=(3,), unit="m", at_least=0.0, default=None)
    """Radii of gyration in roll, pitch and yaw about the centre of mass; in place of moment_of_inertia."""
    shape: ShapeOrNone = ShapeOrNone()
    """Shape through which the mass is spread evenly; in place of moment_of_inertia."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that the moments are given once, and that a body can have them."""
        forms = ("moment_of_inertia", "radii_of_gyration", "shape")
        given = [name for name in forms if vars(self)[name] is not None]
        if len(given) != 1:
            yield (
                given[1] if given else "",
                f"the moment of inertia is given by one of {', '.join(forms)}, got {' and '.join(given) or 'none'}",
            )
            return
        if self.moments_about == "origin" and given != ["moment_of_inertia"]:
            yield "moments_about", f"moments_about is for moment_of_inertia, got {given[0]}"
        for number in range(rows_of(self) or 1):
            try:
                row(self, number).inertial()
            except SeawayError as error:
                yield given[0], str(error)

    def inertial(self, added_mass: AddedMass | None = None) -> Inertial:
        """The rigid body together with the fluid that it moves."""
        _refuse_rows(self)
        mass: Any = self.mass
        if self.shape is not None:
            properties = self.shape.mass_properties(mass)
        elif self.radii_of_gyration is not None:
            properties = MassProperties(mass, np.diag([mass * r * r for r in self.radii_of_gyration.tolist()]))
        else:
            moments: Any = self.moment_of_inertia
            if self.moments_about == "origin":
                S = cross_matrix(self.center_of_mass)
                moments = moments - mass * (S @ S.T)
            properties = MassProperties(mass, moments)
        return Inertial(properties, Pose(self.center_of_mass), added_mass)


class FluidAddedMass(Part, what="added mass"):
    """The added mass of the fluid, in one of several forms."""

    _: KW_ONLY
    diagonal: ArrayOrNone = ArrayOrNone(shape=(6,), unit="kg, kg m2", default=None)
    """Surge, sway, heave, roll, pitch and yaw."""
    matrix: ArrayOrNone = ArrayOrNone(shape=(6, 6), diagonal=True, unit="kg, kg m, kg m2", frd="matrix", default=None)
    """Full matrix, 6 rows of 6, or its diagonal."""
    coefficients: ByName = ByName(Number(), default={})
    """Coefficients by SDFormat's names, as in { xx = 5.5, yr = 0.3 }; others are 0."""
    fossen: ByName = ByName(Number(), default={})
    """Fossen's derivatives in forward, right, down axes, as in { X_udot = -5.5, Y_rdot = 0.3 }; others are 0."""
    shape: ShapeOrNone = ShapeOrNone()
    """Shape about the origin of the body in unbounded water: a first guess."""
    convention: Choice[Convention] = Choice(get_args(Convention), default="origin")
    """Point about which it is taken."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that it is given once."""
        given = self._given()
        if len(given) != 1:
            forms = "diagonal, matrix, coefficients, fossen, shape"
            yield (
                given[1] if given else "",
                f"an added mass is given by one of {forms}, got {' and '.join(given) or 'none'}",
            )
        elif self.shape is not None and self.convention != "origin":
            yield "convention", f"the added mass of a shape is about the origin, got the convention '{self.convention}'"

    def _given(self) -> list[str]:
        values = vars(self)
        names = ("diagonal", "matrix", "coefficients", "fossen", "shape")
        return [name for name in names if values[name] is not None and (name in names[:2] + names[4:] or values[name])]

    def added_mass(self, density: float) -> AddedMass:
        """The added mass in water of this density [kg/m3]."""
        _refuse_rows(self)
        match self._given()[0]:
            case "diagonal":
                return AddedMass(np.diag(np.asarray(self.diagonal)), self.convention)
            case "matrix":
                return AddedMass(np.asarray(self.matrix), self.convention)
            case "coefficients":
                return AddedMass.from_coefficients(self.coefficients, convention=self.convention)
            case "fossen":
                return AddedMass.from_fossen(self.fossen, convention=self.convention)
            case _:
                shape: Any = self.shape
                return shape.added_mass(density)


def _refuse_rows(part: Part) -> None:
    if rows_of(part) is not None:
        message = f"the {part.__part__.what} of a vehicle cannot differ between runs"
        raise ModelError(f"{message}; use Simulation.set_parameters")


class InertialField(Field[Inertial | RigidBody, Inertial]):
    """Mass and added mass of a vehicle: an ``Inertial``; in files the tables ``inertia`` and ``added_mass``."""

    hint = "Inertial"
    label = "inertial"

    @property
    def table_keys(self) -> tuple[str, ...]:
        """Two tables."""
        return ("inertia", "added_mass")

    @property
    def together(self) -> bool:
        """Both go together."""
        return True

    def check(self, value: Any) -> Any:
        """Take an ``Inertial``, or a ``RigidBody`` without added mass."""
        if isinstance(value, RigidBody):
            if rows_of(value) is not None:
                raise RefusedError("cannot differ between runs; use Simulation.set_parameters", "wrong-shape")
            return value.inertial()
        if not isinstance(value, Inertial):
            raise RefusedError(f"must be of Inertial, got {value!r}", "wrong-type")
        return value

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        """Read both tables."""
        tables, made, problems = dict(given), dict[str, Any](), list[Problem]()
        for key, kind in (("inertia", RigidBody), ("added_mass", FluidAddedMass)):
            if key in tables and not isinstance(tables[key], Mapping):
                problems.append(Problem((key,), "wrong-type", key, f"must be a table, got {tables[key]!r}"))
            elif key in tables:
                try:
                    made[key] = read_kind(kind, tables[key], reading, key)
                except RefusedPartsError as error:
                    problems += error.problems
            elif key == "inertia":
                reason = "is missing: a table with mass and moment_of_inertia"
                problems.append(Problem((key,), "missing-key", "the inertia of a vehicle", reason))
        if not problems and "added_mass" in made:
            try:
                made["added_mass"] = made["added_mass"].added_mass(reading.density)
            except SeawayError as error:
                problems.append(Problem(("added_mass",), "refused", "the added mass", str(error), conflict=True))
        if problems:
            raise RefusedPartsError(problems)
        return made["inertia"].inertial(made.get("added_mass"))

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """One table each."""
        kinds: dict[str, type[Part]] = {"inertia": RigidBody, "added_mass": FluidAddedMass}
        return {key: kind.__schema__(definitions) for key, kind in kinds.items()}

"""Rigid-body inertia and added mass as scenario files give them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, cast, get_args

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
from seaway.parts._problems import each_of
from seaway.shapes import ShapeOrNone

# Ways to give an added mass.
_FORMS: Final = ("diagonal", "matrix", "coefficients", "fossen", "shape")


class RigidBody(Part, what="rigid body"):
    """Mass, centre of mass and moments of inertia, in one of three forms."""

    mass: Number = Number(unit="kg", above=0.0)
    """Mass."""
    center_of_mass: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0), label="centre of mass")
    """Centre of mass relative to the body origin."""
    _: KW_ONLY
    moment_of_inertia: ArrayOrNone = ArrayOrNone(shape=(3, 3), diagonal=True, unit="kg m2", frd="matrix", default=None)
    """Moments of inertia Ixx, Iyy, Izz, or the 3 x 3 inertia tensor."""
    moments_about: Choice[Literal["center_of_mass", "origin"]] = Choice(
        ("center_of_mass", "origin"), default="center_of_mass"
    )
    """Point about which the moments of inertia are taken."""
    radii_of_gyration: ArrayOrNone = ArrayOrNone(shape=(3,), unit="m", at_least=0.0, default=None)
    """Radii of gyration in roll, pitch and yaw about the centre of mass; in place of moment_of_inertia."""
    shape: ShapeOrNone = ShapeOrNone()
    """Shape of uniform density; in place of moment_of_inertia."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that the moments are given once, and are physical."""
        forms = ("moment_of_inertia", "radii_of_gyration", "shape")
        given = _given(self, forms)
        if len(given) != 1:
            yield _not_once("the moment of inertia", forms, given)
            return
        if self.moments_about == "origin" and given != ["moment_of_inertia"]:
            yield "moments_about", f"moments_about is for moment_of_inertia, got {given[0]}"
        for number in range(rows_of(self) or 1):
            try:
                row(self, number).inertial()
            except SeawayError as error:
                yield given[0], str(error)

    def inertial(self, added_mass: AddedMass | None = None) -> Inertial:
        """The rigid body with its added mass."""
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
    """Diagonal in surge, sway, heave, roll, pitch and yaw."""
    matrix: ArrayOrNone = ArrayOrNone(shape=(6, 6), diagonal=True, unit="kg, kg m, kg m2", frd="matrix", default=None)
    """Full matrix, 6 rows of 6, or its diagonal."""
    coefficients: ByName = ByName(Number(), default={})
    """Coefficients by SDFormat's names, as in { xx = 5.5, yr = 0.3 }; others are 0."""
    fossen: ByName = ByName(Number(), default={})
    """Fossen's derivatives in forward, right, down axes, as in { X_udot = -5.5, Y_rdot = 0.3 }; others are 0."""
    shape: ShapeOrNone = ShapeOrNone()
    """Shape at the body origin in unbounded water: a first estimate."""
    convention: Choice[Convention] = Choice(get_args(Convention), default="origin")
    """Reference point of the matrix."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that it is given once."""
        given = _given(self, _FORMS)
        if len(given) != 1:
            yield _not_once("an added mass", _FORMS, given)
        elif self.shape is not None and self.convention != "origin":
            yield "convention", f"the added mass of a shape is about the origin, got the convention '{self.convention}'"

    def added_mass(self, density: float) -> AddedMass:
        """Added mass in water of a density [kg/m3]."""
        _refuse_rows(self)
        match _given(self, _FORMS)[0]:
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
        """Keys of both tables."""
        return tuple(_TABLES)

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
        tables = {"inertia": None, **dict(given)}
        items = (((key,), f"the {key.replace('_', ' ')} of a vehicle", (key, table)) for key, table in tables.items())
        body, *added_mass = each_of(items, lambda item: _read(item[0], item[1], reading))
        return body.inertial(*added_mass)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """One table each."""
        return {key: kind.__schema__(definitions) for key, kind in _TABLES.items()}


_TABLES: Final[dict[str, type[Part]]] = {"inertia": RigidBody, "added_mass": FluidAddedMass}


def _read(key: str, table: Any, reading: Reading) -> RigidBody | AddedMass:
    if table is None:
        raise RefusedError("is missing: a table with mass and moment_of_inertia", "missing-key")
    if not isinstance(table, Mapping):
        raise RefusedError(f"must be a table, got {table!r}", "wrong-type")
    part = read_kind(_TABLES[key], cast("Mapping[str, Any]", table), reading)
    try:
        return part.added_mass(reading.density) if key == "added_mass" else part
    except SeawayError as error:
        raise RefusedPartsError([Problem((), "refused", "the added mass", str(error), conflict=True)]) from None


def _given(part: Part, forms: Sequence[str]) -> list[str]:
    """Names of the forms in which a part is given."""
    given = [name for name in forms if vars(part)[name] is not None]
    return [name for name in given if not isinstance(vars(part)[name], Mapping) or vars(part)[name]]


def _not_once(what: str, forms: Sequence[str], given: Sequence[str]) -> tuple[str, str]:
    """Conflict of no form, or several."""
    got = " and ".join(given) or "none"
    return given[1] if given else "", f"{what} is given by one of {', '.join(forms)}, got {got}"

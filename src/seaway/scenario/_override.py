"""A vehicle with other values: what [vehicle.override] changes of one from the library or a file."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from seaway.errors import ModelError
from seaway.parts import Field, Part, PartError, Problem, Reading, RefusedError, RefusedPartsError, near
from seaway.parts._tables import keys_of
from seaway.vehicle import FluidAddedMass, RigidBody, Vehicle

# Short words for what is changed most often.
_SHORT: Final = {
    "mass": ("inertia", "mass"),
    "center_of_mass": ("inertia", "center_of_mass"),
    "moment_of_inertia": ("inertia", "moment_of_inertia"),
    "volume": ("buoyancy", "volume"),
    "center_of_buoyancy": ("buoyancy", "center"),
    "linear_damping": ("damping", "linear"),
    "quadratic_damping": ("damping", "quadratic"),
}
_FORMS: Final = ("moment_of_inertia", "radii_of_gyration", "shape")


def overridden(vehicle: Vehicle, table: Mapping[str, Any], reading: Reading) -> Vehicle:
    """Change a vehicle.

    Args:
        vehicle: The vehicle.
        table: Values by the keys of a vehicle, as deep as they go: ``{"buoyancy": {"volume": 0.02}}``; thrusters and
            fins by their names; or by short words such as ``mass``.
        reading: How they are read.

    Raises:
        PartError: With everything that is wrong.
    """
    plain, origin = dict[str, Any](), dict[tuple[str, str], str]()
    for key, value in table.items():
        outer, inner = _SHORT.get(key, (key, ""))
        if key == "added_mass" and isinstance(value, list):
            inner = "matrix"
        if not inner and isinstance(value, Mapping):
            plain[outer] = {**plain.get(outer, {}), **cast("Mapping[str, Any]", value)}
        elif not inner:
            plain[outer] = value
        elif isinstance(plain.setdefault(outer, {}), dict):
            plain[outer][inner] = value
            origin[outer, inner] = key
    inertial, changes = vehicle.inertial, dict[str, Any]()
    if vehicle.reference_density is not None:  # what is computed from a shape is for the same water as the rest
        reading = replace(reading, density=vehicle.reference_density)
    body, fluid = plain.pop("inertia", None), plain.pop("added_mass", None)
    try:
        if body is not None or fluid is not None:
            now = RigidBody(inertial.mass, inertial.c_BoBcm_B, moment_of_inertia=inertial.I_BBcm_B)
            if isinstance(body, Mapping) and any(form in body for form in _FORMS):
                kept = {"mass": inertial.mass, "center_of_mass": inertial.c_BoBcm_B}
                made = _read(RigidBody, {**kept, **cast("Mapping[str, Any]", body)}, reading, "inertia")
            else:
                made = now if body is None else _changed(now, body, reading, "inertia")
            added_mass = None if inertial.added_mass is None else FluidAddedMass(matrix=inertial.added_mass_matrix())
            if fluid is not None:
                added_mass = _read(FluidAddedMass, fluid, reading, "added_mass")
            changes["inertial"] = made.inertial(None if added_mass is None else added_mass.added_mass(reading.density))
        if plain:
            vehicle = _changed(vehicle, plain, reading)
        return vehicle.replace(**changes) if changes else vehicle
    except (RefusedPartsError, PartError) as error:
        raise PartError([_renamed(problem, origin) for problem in error.problems]) from None


def _renamed(problem: Problem, origin: Mapping[tuple[str, str], str]) -> Problem:
    """A problem with the key as the file has it."""
    short = origin.get(cast("Any", problem.key[:2]))
    return problem if short is None else replace(problem, key=(short, *problem.key[2:]))


def _read(kind: type[Any], table: Any, reading: Reading, *outer: str) -> Any:
    if not isinstance(table, Mapping):
        raise RefusedPartsError([Problem(outer, "wrong-type", outer[-1], f"must be a table, got {table!r}")])
    part, problems = kind.__read__(table, reading)
    if problems:
        raise RefusedPartsError([problem.within(*outer) for problem in problems])
    return part


def _changed(part: Any, table: Any, reading: Reading, *outer: str) -> Any:
    """A part with the values of a table, as deep as it goes."""
    if not isinstance(table, Mapping):
        raise RefusedPartsError([Problem(outer, "wrong-type", outer[-1], f"must be a table, got {table!r}")])
    known, problems, changes = keys_of(cast("type[Part]", type(part))), list[Problem](), dict[str, Any]()
    for key, value in cast("Mapping[str, Any]", table).items():
        field = known.get(key)
        if field is None or key == "name":
            hint = near(key, list(known)) or f"; there are: {', '.join(known)}"
            problems.append(Problem((*outer, key), "unknown-key", key, f"is not a key here{hint}"))
            continue
        try:
            changes[field.name] = _value(vars(part)[field.name], field, key, value, reading)
        except RefusedError as error:
            problems.append(Problem((*outer, key, *error.index), error.rule, key, str(error)))
        except (RefusedPartsError, PartError) as error:
            problems += [problem.within(*outer, key) for problem in error.problems]
        except ModelError as error:
            problems.append(Problem((*outer, key), "refused", key, str(error), conflict=True))
    if problems:
        raise RefusedPartsError(problems)
    try:
        return part.replace(**changes)
    except PartError as error:
        raise RefusedPartsError([problem.within(*outer) for problem in error.problems]) from None


def _value(now: Any, field: Field[Any, Any], key: str, value: Any, reading: Reading) -> Any:
    if not isinstance(value, Mapping):
        return field.read_keys([(key, value)], reading)
    table = cast("Mapping[str, Any]", value)
    by_key: Mapping[str, Any] | None = getattr(field, "by_key", None)
    if isinstance(now, Part) and (by_key is None or isinstance(now, by_key[key])):
        return _changed(now, table, reading)
    if isinstance(now, tuple) and now and by_key is None:
        return tuple(_several(cast("tuple[Part, ...]", now), table, field.label, reading))
    return field.read_keys([(key, table)], reading)


def _several(parts: tuple[Part, ...], table: Mapping[str, Any], label: str, reading: Reading) -> Iterator[Any]:
    """Parts of which those that a table names, or the only one, are changed."""
    names = [vars(part).get("name") for part in parts]
    if any(key in names for key in table):
        unknown = [key for key in table if key not in names]
        if unknown:
            hint = near(unknown[0], [str(name) for name in names])
            raise RefusedError(f"must name entries, got '{unknown[0]}'{hint}", "unknown-key")
        for part, name in zip(parts, names, strict=True):
            yield _changed(part, table[str(name)], reading, str(name)) if name in table else part
    elif len(parts) == 1:
        yield _changed(parts[0], table, reading)
    else:
        which = f", by name: {', '.join(map(str, names))}" if None not in names else "; give a list of tables"
        raise RefusedError(f"must say which of {len(parts)} {label} it changes{which}", "wrong-value")

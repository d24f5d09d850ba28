"""A vehicle as a vehicle file, in Seaway's or in Fossen's notation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding
from seaway.frames import FLU_FRD
from seaway.inertia import Inertial
from seaway.library._toml_text import toml_lines
from seaway.mesh import Mesh
from seaway.parts import Field, Part, Reading, differs, plain
from seaway.sea import Sea
from seaway.shapes import DrawnShape
from seaway.vehicle import Damping, Vehicle
from seaway.vehicle._derivatives import FORCES, VELOCITIES

_HEADS: Final = {
    "seaway": "SI units; axes forward, left, up; about the origin of the body; damping is positive when it dissipates.",
    "fossen": "SI units; axes forward, right, down; about the origin CO; derivatives are negative when they dissipate.",
}


@dataclass(frozen=True)
class VehicleText:
    """A vehicle written as a file.

    Attributes:
        text: The TOML file.
        findings: What was dropped.
    """

    text: str
    findings: tuple[Finding, ...]


def to_toml(
    vehicle: Vehicle, sea: Sea | None = None, *, convention: Literal["seaway", "fossen"] = "seaway"
) -> VehicleText:
    """Write a vehicle as a vehicle file, which ``read_vehicle`` and a scenario's ``file = ...`` read.

    Numbers are written with all their digits. The meshes of a hull and of visuals are dropped, and reported.

    Args:
        vehicle: The vehicle.
        sea: Its density and gravity are written; default: water of the reference density of the vehicle, or sea water.
        convention: ``"fossen"`` for forward, right, down axes and derivatives by Fossen's names.
    """
    plain(vehicle, "a vehicle file")
    sea = _water(vehicle) if sea is None else sea
    frd, dropped = convention == "fossen", list[tuple[str, str]]()
    shapes = tuple(visual for visual in vehicle.visuals if visual.shape is not None)
    if len(shapes) < len(vehicle.visuals):
        count = len(vehicle.visuals) - len(shapes)
        dropped.append(("visual", f"{count} of its visuals are meshes, not representable in a vehicle file; dropped"))
        vehicle = vehicle.replace(visuals=shapes)
    table = _table(vehicle, frd, dropped)
    top: dict[str, Any] = {"name": table.pop("name")} | ({"convention": convention} if frd else {})
    reference = table.pop("reference_density", sea.density)
    top |= {} if reference == sea.density else {"reference_density": reference}
    inertial = vehicle.inertial
    body: dict[str, Any] = {
        "mass": inertial.mass,
        "center_of_mass": _turned(inertial.c_BoBcm_B, frd, "vector"),
        "moment_of_inertia": _short(_turned(inertial.I_BBcm_B, frd, "matrix")),
    }
    tables: dict[str, Any] = {"sea": {"density": sea.density, "gravity": sea.gravity}, "inertia": body}
    named = dict[str, float]()
    if inertial.added_mass is not None and frd:
        named |= _added_mass(inertial)
    elif inertial.added_mass is not None:
        tables["added_mass"] = {"matrix": _short(inertial.added_mass_matrix())}
    if frd:
        own = [damping for damping in vehicle.damping if not _placed(damping)]
        named |= _derivatives(own)
        others = [_table(damping, frd, dropped) for damping in vehicle.damping if _placed(damping)]
        table = {**table, "damping": others} if others else {k: v for k, v in table.items() if k != "damping"}
    if named:
        squares = any(len(name) == 4 and name[2] == name[3] for name in named)
        tables["derivatives"] = ({"signed_squares": True} if squares else {}) | named
    tables |= table
    lines = [f"# {_HEADS[convention]}", *toml_lines(top | tables, ())]
    findings = [Finding("warning", None, None, rule, f"vehicle '{vehicle.name}': {what}") for rule, what in dropped]
    if vehicle.buoyancy is None:
        findings.append(
            Finding("warning", None, None, "buoyancy", f"vehicle '{vehicle.name}': it has no buoyancy, and sinks")
        )
    return VehicleText("\n".join([*lines, ""]), tuple(findings))


def _water(vehicle: Vehicle) -> Sea:
    return Sea() if vehicle.reference_density is None else Sea(density=vehicle.reference_density)


def _table(part: Part, frd: bool, dropped: list[tuple[str, str]]) -> dict[str, Any]:
    """Keys and values of a part that are not by default."""
    found, followed = dict[str, Any](), vars(part).get("_followed", ())
    for name, field in part.__part__.fields.items():
        value = vars(part)[name]
        if value is None or name in followed or isinstance(value, Inertial) or not differs(part, name):
            continue
        keys = field.table_keys
        if isinstance(value, Mesh):
            dropped.append(("mesh", "the mesh of its hull is not representable in a vehicle file; dropped"))
        elif isinstance(value, DrawnShape):
            first, *others = value.__part__.fields
            inner = _table(value, frd, dropped)
            found[name] = {type(value).__name__.lower(): inner if others else inner[first]}
        elif isinstance(value, Part) or (isinstance(value, tuple) and value and isinstance(value[0], Part)):
            parts: tuple[Part, ...] = (value,) if isinstance(value, Part) else cast("tuple[Part, ...]", value)
            by_key: Mapping[str, Any] = getattr(field, "by_key", None) or {}
            if not by_key and parts is value:
                found[keys[0]] = [_table(each, frd, dropped) for each in parts]
                continue
            for each in parts:
                key = next((key for key, kind in by_key.items() if isinstance(each, kind)), keys[0])
                found[key] = _table(each, frd, dropped)
        else:
            found[name] = _short(_in_frd(field, value) if frd else value)
    return found


def _in_frd(field: Field[Any, Any], value: Any) -> Any:
    """Turn a value to FRD; it is a half turn, its own inverse."""
    return field.read(value, Reading(frd=True))


def _turned(values: Floats, frd: bool, what: Literal["vector", "matrix"]) -> Floats:
    return values if not frd else (FLU_FRD.vector(values) if what == "vector" else FLU_FRD.matrix(values)) + 0.0


def _placed(damping: Damping) -> bool:
    return differs(damping, "position") or differs(damping, "attitude")


def _added_mass(inertial: Inertial) -> dict[str, float]:
    """Derivatives by accelerations; M_A is symmetric, so that one of two mirror images stands for both."""
    M_A = FLU_FRD.matrix(inertial.added_mass_matrix())
    pairs = ((i, j) for i in range(6) for j in range(i, 6))
    return {f"{FORCES[i]}_{VELOCITIES[j]}dot": 0.0 - float(M_A[i, j]) for i, j in pairs if M_A[i, j] != 0.0 or i == j}


def _derivatives(dampings: list[Damping]) -> dict[str, float]:
    """The sum of dampings as derivatives in FRD, without zeros; a product of two stands once."""
    linear, modulus, signed = np.zeros((6, 6)), np.zeros((6, 6, 6)), np.zeros((6, 6, 6))
    for damping in dampings:
        fields = Damping.__part__.fields
        quadratic = _in_frd(fields["quadratic"], damping.quadratic)
        linear += _in_frd(fields["linear"], damping.linear)
        modulus += _in_frd(fields["modulus"], damping.modulus)
        modulus[range(6), :, range(6)] += quadratic.T
        signed += _in_frd(fields["signed"], damping.signed)
    found: dict[str, float] = {}
    for i, force in enumerate(FORCES):
        for j, first in enumerate(VELOCITIES):
            found[f"{force}_{first}"] = linear[i, j]
            for k, second in enumerate(VELOCITIES):
                found[f"{force}_{first}|{second}|"] = modulus[k, i, j]
            for k, second in enumerate(VELOCITIES[j:], start=j):
                both = signed[k, i, j] + signed[j, i, k]
                found[f"{force}_{first}{second}"] = signed[k, i, j] if k == j else both
    return {name: float(value) for name, value in found.items() if value != 0.0}


def _short(value: Any) -> Any:
    """A square matrix by its diagonal, if that is all it has."""
    if type(value) is np.ndarray and value.ndim == 2 and value.shape in ((3, 3), (6, 6)):
        diagonal = np.diagonal(value)
        return value if np.any(value - np.diag(diagonal)) else diagonal
    return value

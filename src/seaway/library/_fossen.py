"""Parameters in Fossen's notation, in a TOML file, and the vehicle that they describe."""

import difflib
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, cast

import numpy as np

from seaway._arrays import Floats, finite_floats
from seaway._toml import Key, TomlFile, parsed, read_toml
from seaway.errors import Finding, ModelError, ScenarioError, SeawayWarning
from seaway.frames import FLU_FRD, Pose, cross_matrix, matrix_from_rpy, quaternion_from_matrix
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.library._derivatives import derivatives
from seaway.sea import Sea
from seaway.vehicle import Box, Buoyancy, Cylinder, Damping, Ellipsoid, Extent, Thruster, Vehicle

__all__ = ["FORCES", "KEYS", "VELOCITIES", "FossenVehicle", "along_x", "read_fossen", "read_fossen_text"]

FORCES: Final = "XYZKMN"
VELOCITIES: Final = "uvwpqr"

_ADDED_MASS: Final = tuple(f"{force}_{rate}dot" for force in FORCES for rate in VELOCITIES)
_LINEAR: Final = tuple(f"{force}_{velocity}" for force in FORCES for velocity in VELOCITIES)
_MODULUS: Final = tuple(f"{name}|{other}|" for name in _LINEAR for other in VELOCITIES)
# Fossen's own way to write them: X_|u|u.
_MODULUS_FIRST: Final = {f"{name[:2]}|{name[4]}|{name[2]}": name for name in _MODULUS}
_SIGNED: Final = tuple(f"{name}{other}" for name in _LINEAR for other in VELOCITIES)

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "": ("name", "density", "gravity", "rigid_body", "added_mass", "damping", "restoring", "shape", "thruster"),
    "rigid_body": ("mass", "r_g", "I_g", "I_b"),
    "added_mass": ("M_A", "coriolis", *_ADDED_MASS),
    "damping": ("signed_squares", *_LINEAR, *_MODULUS, *_MODULUS_FIRST, *_SIGNED),
    "restoring": ("B", "volume", "W", "r_b"),
    "shape": ("kind", "size", "rpy"),
    "thruster": (
        "name",
        "position",
        "axis",
        "command",
        "limits",
        "dead_band",
        "diameter",
        "coefficient",
        "advance",
        "wake",
    ),
}
"""What each table of the file may have; those of ``""`` stand at the top."""

_SHAPES: Final = ("sphere", "ellipsoid", "box", "cylinder")
# A weight that is apart from m g by more than this was not written from the mass with four digits.
_WEIGHT: Final = 1e-3


@dataclass(frozen=True, eq=False)
class FossenVehicle:
    """A vehicle from parameters in Fossen's notation.

    Attributes:
        vehicle: In Seaway's axes and signs.
        sea: Water without end of its density, and its gravity.
        findings: What is worth a look.
    """

    vehicle: Vehicle
    sea: Sea
    findings: tuple[Finding, ...]


def read_fossen(path: str | Path) -> FossenVehicle:
    """Read a TOML file with parameters in Fossen's notation: axes forward, right, down, about the origin CO.

    The page on conversion in the documentation has every key.

    Raises:
        ScenarioError: The file is not there or not TOML, a key is not known, or a value cannot be; each with its line.
    """
    return _Reader(read_toml(Path(path))).vehicle()


def read_fossen_text(text: str) -> FossenVehicle:
    """Read the text of such a file; see ``read_fossen``."""
    return _Reader(parsed(text)).vehicle()


def along_x(kind: str) -> Floats:
    """The rotation from the axes of a shape in the file to those of its ``Extent``: a cylinder lies along x there."""
    return matrix_from_rpy([0.0, 0.5 * np.pi, 0.0]) if kind == "cylinder" else np.eye(3)


class _Reader:
    """Reads a file key by key, and keeps what is wrong until all is read."""

    def __init__(self, file: TomlFile):
        self.file = file
        self.problems: list[Finding] = []
        self.findings: list[Finding] = []

    @np.errstate(all="ignore")  # what overflows is refused, as a body that cannot be
    def vehicle(self) -> FossenVehicle:
        self._check_keys()
        top = self.file.data
        name = top.get("name", "vehicle")
        if not isinstance(name, str) or not name.strip():
            self._problem(("name",), f"name must be a text, got {name!r}")
        density, gravity = self._number(("density",), 1025.0), self._number(("gravity",), 9.81)
        inertial = self._inertial(gravity)
        parts: dict[str, Any] = {}
        with_coriolis = self._flag(("added_mass", "coriolis"), True)
        parts["buoyancy"] = self._buoyancy(density, gravity)
        parts["damping"] = self._damping()
        parts["thrusters"] = self._thrusters()
        sea = self._made(("density",), Sea, density, gravity, surface=None)
        if self.problems or inertial is None or sea is None:
            self._refuse()
        vehicle = self._made((), Vehicle, name, inertial, added_mass_coriolis=with_coriolis, **parts)
        if vehicle is None:
            self._refuse()
        if vehicle.buoyancy is None:
            self._finding((), "buoyancy", "no [restoring] with B or volume: the vehicle has no buoyancy, and sinks")
        return FossenVehicle(vehicle, sea, tuple(self.findings))

    # Parts

    def _inertial(self, gravity: float) -> Inertial | None:
        table = "rigid_body"
        if not self._has(table, "mass"):
            self._problem((table,), "rigid_body.mass is missing: the mass [kg] in a table [rigid_body]")
            return None
        mass = self._number((table, "mass"), 0.0)
        r_g = self._numbers((table, "r_g"), (3,), np.zeros(3))
        I_g = self._moments(mass, r_g)
        if self._has("restoring", "W"):
            W = self._number(("restoring", "W"), 0.0)
            if abs(W - mass * gravity) > _WEIGHT * abs(W):
                message = f"W is {W:g} N where mass times gravity is {mass * gravity:g} N; the mass counts"
                self._finding(("restoring", "W"), "weight", message)
        added_mass = self._added_mass()
        if I_g is None or self.problems:
            return None
        c, moments = FLU_FRD.vector(r_g) + 0.0, FLU_FRD.matrix(I_g) + 0.0
        properties = self._made((table, "mass"), MassProperties, mass, moments)
        return None if properties is None else self._made((table,), Inertial, properties, Pose(c), added_mass)

    def _moments(self, mass: float, r_g: Floats) -> Floats | None:
        table = "rigid_body"
        given = [key for key in ("I_g", "I_b") if self._has(table, key)]
        if len(given) != 1:
            message = "the moments of inertia must be given once: I_g about the centre of gravity, or I_b about CO"
            self._problem((table, *given[:1]), f"{message} [kg m2]; got {' and '.join(given) or 'neither'}")
            return None
        moments = self._square((table, given[0]), 3)
        if given[0] == "I_b":
            S = cross_matrix(r_g)
            moments = moments - mass * (S @ S.T)
        return moments

    def _added_mass(self) -> AddedMass | None:
        table = "added_mass"
        names = [name for name in _ADDED_MASS if self._has(table, name)]
        if self._has(table, "M_A"):
            if names:
                message = f"added mass must be given once: M_A, or derivatives such as {names[0]}; got both"
                self._problem((table, "M_A"), message)
            M_A = self._square((table, "M_A"), 6)
            return self._made((table, "M_A"), AddedMass, FLU_FRD.matrix(M_A) + 0.0)
        if not names:
            return None
        values = {name: self._number((table, name), 0.0) for name in names}
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SeawayWarning)
            made = self._made((table,), AddedMass.from_fossen, values)
        for warning in told:
            message = str(warning.message)
            self._finding((table, message.partition(" ")[0]), "added-mass-sign", message)
        return made

    def _damping(self) -> tuple[Damping, ...]:
        table = "damping"
        signed_squares = self._flag((table, "signed_squares"), False)
        values: dict[str, float] = {}
        for written in self._table(table):
            if written == "signed_squares" or written not in KEYS[table]:
                continue
            name = _MODULUS_FIRST.get(written, written)
            first, second = name[2:3], name[3:4]
            mirror = name[:2] + name[:1:-1] if name in _SIGNED else name
            if name in values or mirror in values:
                other = name if name in values else mirror
                self._problem((table, written), f"{table}.{written} and {table}.{other} are one; give it once")
            elif first == second and not signed_squares:
                message = (
                    f'{table}.{name} may mean "{name[:3]}|{first}|", a drag that goes with |{first}| {first}, or the '
                    f"square {first}², which has the same sign both ways; write the one, or say signed_squares = true"
                )
                self._problem((table, name), message)
            values[name] = self._number((table, written), 0.0)
        if not values or self.problems:
            return ()
        terms = derivatives(values)
        made = self._made((table,), Damping.from_fossen, terms.linear, terms.quadratic, terms.modulus, terms.signed)
        return () if made is None else (made,)

    def _buoyancy(self, density: float, gravity: float) -> Buoyancy | None:
        table = "restoring"
        given = [key for key in ("B", "volume") if self._has(table, key)]
        if not given:
            self._extent()  # of which nothing comes, but it may be wrong
            return None
        if len(given) > 1:
            self._problem((table, "volume"), "buoyancy must be given once: B [N] or volume [m3]; got both")
            return None
        volume = self._number((table, given[0]), 0.0)
        if given[0] == "B":
            if not density > 0.0:
                return None  # which the sea tells
            if not gravity > 0.0:
                self._problem((table, "B"), f"B needs a gravity > 0 [m/s2], got {gravity:g}; give volume [m3]")
                return None
            volume /= density * gravity
        center = FLU_FRD.vector(self._numbers((table, "r_b"), (3,), np.zeros(3))) + 0.0
        extent, attitude = self._extent()
        return self._made((table, given[0]), Buoyancy, volume, center, extent, attitude)

    def _extent(self) -> tuple[Extent | None, Floats]:
        table = "shape"
        upright = np.array([1.0, 0.0, 0.0, 0.0])
        if table not in self.file.data:
            return None, upright
        kind = self._choice((table, "kind"), _SHAPES, "sphere")
        if kind == "sphere":
            return None, upright
        size = self._numbers((table, "size"), (3,), None)
        rpy = self._numbers((table, "rpy"), (3,), np.zeros(3))
        if size is None or self.problems:
            return None, upright
        if kind == "cylinder" and size[1] != size[2]:
            message = f"a cylinder along x must be as wide as high, got {size[1]:g} and {size[2]:g} m"
            self._problem((table, "size"), f"{table}.size: {message}")
            return None, upright
        makers: dict[str, tuple[type[Extent], dict[str, Any]]] = {
            "box": (Box, {"size": size}),
            "ellipsoid": (Ellipsoid, {"radii": 0.5 * size}),
            "cylinder": (Cylinder, {"radius": 0.5 * size[1], "length": size[0]}),
        }
        shape, sizes = makers[kind]
        R_BS = FLU_FRD.matrix(matrix_from_rpy(rpy)) @ along_x(kind)
        return self._made((table, "size"), shape, **sizes), quaternion_from_matrix(R_BS)

    def _thrusters(self) -> tuple[Thruster, ...]:
        entries = self.file.data.get("thruster", [])
        made: list[Thruster] = []
        for number, _ in enumerate(entries):
            key: Key = ("thruster", number)
            position = self._numbers((*key, "position"), (3,), None)
            axis = self._numbers((*key, "axis"), (3,), np.array([1.0, 0.0, 0.0]))
            limits = self._numbers((*key, "limits"), (2,), np.array([-np.inf, np.inf]))
            command = self._choice((*key, "command"), ("thrust", "speed"), "thrust")
            numbers = {
                name: self._number((*key, name), 0.0)
                for name in ("dead_band", "diameter", "coefficient", "advance", "wake")
            }
            name = self._value((*key, "name"), f"thruster_{number + 1}")
            if position is None or self.problems:
                continue
            drive: Any = command
            options: dict[str, Any] = {"drive": drive, "limits": tuple(limits.tolist()), **numbers}
            places = (FLU_FRD.vector(position) + 0.0, FLU_FRD.vector(axis) + 0.0)
            thruster = self._made(key, Thruster, name, *places, **options)
            if thruster is not None:
                made.append(thruster)
        return tuple(made)

    # Keys and values

    def _check_keys(self) -> None:
        """Tell of keys that are not known, and of tables that are none."""
        for name, value in self.file.data.items():
            if name not in KEYS[""]:
                homes = [table for table, keys in KEYS.items() if name in keys]
                self._unknown((name,), name, KEYS[""], homes)
            elif name == "thruster":
                if not (isinstance(value, list) and all(isinstance(entry, dict) for entry in cast("list[Any]", value))):
                    self._problem((name,), "thrusters must be tables [[thruster]]")
                    self._refuse()
                for number, entry in enumerate(cast("list[dict[str, Any]]", value)):
                    for key in entry:
                        if key not in KEYS[name]:
                            self._unknown((name, number, key), key, KEYS[name])
            elif name in KEYS:
                if not isinstance(value, dict):
                    self._problem((name,), f"{name} must be a table [{name}], got {value!r}")
                    self._refuse()
                for key in cast("dict[str, Any]", value):
                    if key not in KEYS[name]:
                        self._unknown((name, key), key, KEYS[name])

    def _unknown(self, place: Key, key: str, known: Iterable[str], homes: Sequence[str] = ()) -> None:
        if homes:
            hint = f"; it stands in [{homes[0]}]"
        else:
            plain = {_plain(name): name for name in known}
            near = [plain[_plain(key)]] if _plain(key) in plain else difflib.get_close_matches(key, list(known), n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
        self._problem(place, f"{_dotted(place)} is not a key here{hint}")

    def _table(self, name: str) -> dict[str, Any]:
        return cast("dict[str, Any]", self.file.data.get(name, {}))

    def _has(self, table: str, key: str) -> bool:
        return key in self._table(table)

    def _value(self, key: Key, default: Any) -> Any:
        value: Any = self.file.data
        for part in key:
            if isinstance(part, str) and part not in value:
                return default
            value = value[part]
        return value

    def _number(self, key: Key, default: float) -> float:
        return float(self._numbers(key, (), np.asarray(default)))

    def _numbers(self, key: Key, shape: tuple[int, ...], default: Any) -> Any:
        """Finite numbers of a shape; the default where the key is absent, and a problem where that is None."""
        value = self._value(key, None)
        if value is None:
            if default is None:
                self._problem(key, f"{_dotted(key)} is missing")
            return default
        found = self._made(key, finite_floats, value, shape, _dotted(key))
        return np.zeros(shape) if found is None else found

    def _square(self, key: Key, size: int) -> Floats:
        """A matrix, or its diagonal."""
        value = self._value(key, None)
        if isinstance(value, list) and not any(isinstance(entry, list) for entry in cast("list[Any]", value)):
            return np.diag(self._numbers(key, (size,), None))
        return self._numbers(key, (size, size), None)

    def _flag(self, key: Key, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            self._problem(key, f"{_dotted(key)} must be true or false, got {value!r}")
            return default
        return value

    def _choice(self, key: Key, options: tuple[str, ...], default: str) -> str:
        value = self._value(key, default)
        if value not in options:
            self._problem(key, f"{_dotted(key)} must be one of {', '.join(options)}, got {value!r}")
            return default
        return value

    def _made(self, key: Key, make: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """What a description makes; what it refuses is a problem at the key."""
        try:
            return make(*given, **named)
        except (ModelError, np.linalg.LinAlgError) as error:  # LinAlgError: entries too far apart
            self._problem(key, str(error))
            return None

    def _problem(self, key: Key, message: str) -> None:
        self.problems.append(Finding("error", self.file.path, self.file.line(key), "fossen", message))

    def _finding(self, key: Key, rule: str, message: str) -> None:
        self.findings.append(Finding("warning", self.file.path, self.file.line(key), rule, message))

    def _refuse(self) -> NoReturn:
        raise ScenarioError(findings=self.problems)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _dotted(key: Key) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in key).lstrip(".")

"""Vehicle files: the tables of a vehicle, with sources and corrections; library vehicles are such files."""

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, Literal, Self, cast, get_args

from seaway._files import Files
from seaway._places import Places
from seaway._toml import TomlFile, read_toml
from seaway.errors import Finding, ModelError, ScenarioError
from seaway.frames import Pose
from seaway.library._toml_text import tables_text
from seaway.parts import (
    KW_ONLY,
    ByName,
    Choice,
    Field,
    Name,
    One,
    Part,
    Problem,
    Reading,
    RefusedError,
    Scalar,
    Several,
    Texts,
    all_keys,
    read,
    read_kind,
)
from seaway.sea import Sea
from seaway.shapes import Shape
from seaway.vehicle import Buoyancy, Hull, HydrostaticStiffness, Vehicle

Quality = Literal["identified", "textbook", "simulator-grade", "detuned", "no added mass", "estimated"]
_ENDING: Final = ".toml"


class Text(Field[str, str]):
    """A text of any length; empty if absent."""

    hint = "str"

    def __init__(self, *, default: str = "") -> None:
        self.default = default

    def check(self, value: Any) -> Any:
        """Take a text."""
        if not isinstance(value, str):
            raise RefusedError(f"must be a text in quotes, got {value!r}", "wrong-type")
        return value

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A text."""
        return {"type": "string"}


class Tables(Field[Mapping[str, Any], Mapping[str, Any]]):
    """Tables of a file, kept unchanged."""

    hint = "Mapping[str, Any]"
    default: Any = {}  # noqa: RUF012 - never changed

    def check(self, value: Any) -> Any:
        """Take a table."""
        if not isinstance(value, Mapping):
            raise RefusedError(f"must be a table, got {value!r}", "wrong-type")
        return dict(cast("Mapping[str, Any]", value))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A table."""
        return {"type": "object"}


class Correction(Part, what="correction"):
    """A difference from the publication."""

    what: Name = Name()
    """Quantity or behaviour that differs."""
    _: KW_ONLY
    before: Text = Text()
    """Published value."""
    after: Text = Text()
    """Value used here."""
    why: Text = Text()
    """Reason for the difference."""


class Water(Part, what="sea"):
    """Water of the publication."""

    _: KW_ONLY
    density: Scalar = Scalar(unit="kg/m3", above=0.0, default=1025.0)
    """Density of the water; default of the vehicle's reference_density."""
    gravity: Scalar = Scalar(unit="m/s2", at_least=0.0, default=9.80665)
    """Gravity."""


class Described(Field[Vehicle, Vehicle]):
    """The tables of a vehicle, at the top level of its file."""

    hint = "Vehicle"

    @property
    def together(self) -> bool:
        """All of them make one vehicle."""
        return True

    @property
    def table_keys(self) -> tuple[str, ...]:
        """All keys of a vehicle."""
        return tuple(all_keys(Vehicle))

    def check(self, value: Any) -> Any:
        """Take a vehicle."""
        if not isinstance(value, Vehicle):
            raise RefusedError(f"must be of Vehicle, got {value!r}", "wrong-type")
        return value

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        """Read them as one table; the reference density defaults to that of the file's water."""
        vehicle: Vehicle = read_kind(Vehicle, dict(given), reading)
        given_for = vehicle.reference_density
        return vehicle.replace(reference_density=reading.density) if given_for is None else vehicle

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Schemas of the keys of a vehicle."""
        Vehicle.__schema__(definitions)
        return definitions.pop("Vehicle")["properties"]


class LibraryVehicle(Part, what="vehicle file"):
    """A vehicle with its water, the source of every number, and the differences from the publication."""

    vehicle: Described = Described()
    """The vehicle, with the keys of a scenario's vehicle."""
    _: KW_ONLY
    water: One[Water] = One(Water, key="sea", default=Water())
    """Water of the publication."""
    title: Text = Text()
    """Full name."""
    summary: Text = Text()
    """One-sentence description."""
    citation: Text = Text()
    """Short citation of the main source."""
    family: Text = Text()
    """Name shared by all parameter sets of one vehicle."""
    quality: Choice[Quality] = Choice(get_args(Quality), default="estimated")
    """Quality of the numbers: identified from measurements; textbook formulas; simulator-grade; detuned for stability;
    no added mass; estimated."""
    length: Scalar = Scalar(unit="m", at_least=0.0, default=0.0)
    """Length over all; 0 if unknown."""
    axes: Text = Text(default="FLU")
    """Axes of the publication, FLU or FRD; Seaway uses forward, left, up."""
    notes: Texts = Texts()
    """Notes for users."""
    feeds_energy: Text = Text()
    """Why and where the published damping can feed in energy."""
    sources: ByName = ByName(Text())
    """Sources of the numbers, by the names cited in tables."""
    corrections: Several[Correction] = Several(Correction, default=())
    """Differences from the publication."""

    mission: Tables = Tables()
    """Short example mission: tables of a scenario, such as simulation, sea and guidance; the initial state in
    vehicle."""

    @classmethod
    def __read__(cls, table: Mapping[str, Any], reading: Reading) -> tuple[Self | None, list[Problem]]:
        given = table.get("sea")
        reading = replace(reading, annotated=True)
        water = read(Water, cast("dict[str, Any]", given), reading)[0] if isinstance(given, dict) else Water()
        if water is not None:  # else the problem is reported with the rest
            reading = replace(reading, density=water.density, gravity=water.gravity)
        axes = {"axes": "FRD"} if table.get("convention") == "fossen" else {}
        made, problems = super().__read__({**axes, **table}, reading)
        sources = table.get("sources")
        if isinstance(sources, dict):
            problems += _unknown_sources(table, list(cast("dict[str, Any]", sources)))
        return (None if problems else made), problems

    @property
    def name(self) -> str:
        """Name of the vehicle."""
        return self.vehicle.name

    @property
    def sea(self) -> Sea:
        """A still sea with the density and gravity of the publication, its surface at 0."""
        return Sea(density=self.water.density, gravity=self.water.gravity)

    def scenario(self, source: Mapping[str, Any] | None = None, *, idle: bool = False) -> str:
        """Scenario of the mission, as TOML.

        Args:
            source: Keys of a scenario that identify the vehicle; default: its library name.
            idle: Whether to leave out the mission.
        """
        return mission_text({"library": self.name} if source is None else source, {} if idle else self.mission)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """Properties not representable in SDFormat, dropped by ``sdf``."""
        from seaway.gazebo import to_sdf  # here, since loading a vehicle does not need it

        findings = to_sdf(self.vehicle, self.sea, shapes=shapes_of(self.vehicle, self.sea)).findings
        told = (finding.message for finding in findings if not finding.rule.startswith("notice-"))
        return tuple(message.removeprefix(f"vehicle {self.name!r}: ") for message in told)

    def sdf(self, *, world: bool = False) -> str:
        """Write SDFormat for Gazebo; comments at the top list what is not representable in SDFormat and dropped.

        Args:
            world: Write a world with the water and the model in it, afloat, or one length and at least 1 m below the
                surface. Default: the model alone, for a world with gz-sim's Buoyancy.
        """
        from seaway.gazebo import to_sdf  # here, since loading a vehicle does not need it

        sea = self.sea
        comments = [
            f"{self.title}. {self.summary}",
            f"Axes are forward, left, up; the water has {sea.density:g} kg/m3. Sources:",
            *self.sources.values(),
            *(f"Not in this file: {message}" for message in self.unsaid),
        ]
        depth = max(1.0, self.length) if world and isinstance(self.vehicle.buoyancy, Buoyancy) else 0.0
        shapes, place = shapes_of(self.vehicle, sea), Pose((0.0, 0.0, -depth))
        return to_sdf(self.vehicle, sea, world=world, comments=comments, shapes=shapes, pose=place).text


def mission_text(source: Mapping[str, Any], mission: Mapping[str, Any]) -> str:
    """Scenario of a vehicle on a mission, as TOML.

    Args:
        source: Keys that identify the vehicle.
        mission: Tables of the mission.
    """
    start: Any = mission.get("vehicle", {})
    others = {key: value for key, value in mission.items() if key not in ("title", "vehicle")}
    title = {"title": mission["title"]} if "title" in mission else {}
    vehicle: Any = {**source, **cast("Mapping[str, Any]", start)} if isinstance(start, Mapping) else start
    return tables_text({**title, "vehicle": vehicle, **others})


def shapes_of(vehicle: Vehicle, sea: Sea) -> tuple[tuple[Shape, Pose], ...]:
    """Simple shapes of the volume that a boat displaces, each with its pose X_BS, for SDFormat."""
    floating = vehicle.buoyancy
    if isinstance(floating, Hull) and floating.cylinders is not None:
        return floating.cylinders.shapes()
    if isinstance(floating, HydrostaticStiffness) and floating.pontoons is not None:
        return floating.pontoons.shapes(vehicle.inertial, floating.rest_height, sea.density)
    return ()


def vehicle_of_file(file: TomlFile, name: str, context: Any = None) -> LibraryVehicle:
    """Make the vehicle of a file.

    Args:
        file: The file.
        name: Name of the vehicle, if the file has none.
        context: Opens mesh files, see ``Reading``.

    Raises:
        ScenarioError: The file is invalid; lists every problem with its line.
    """
    made, problems = read(LibraryVehicle, {"name": name, **file.data}, Reading(context=context))
    if made is None:
        places = Places(file)
        found = [
            Finding("error", *places.of(each.key), each.rule, each.told_of(places.text(each.key) or "the file"))
            for each in problems
        ]
        raise ScenarioError(findings=sorted(found, key=lambda finding: finding.line or 0))
    return made


def read_vehicle(path: str | Path, files: Files | None = None) -> LibraryVehicle:
    """Read a vehicle file; the documentation's page on scenarios lists the keys.

    Args:
        path: The TOML file. Mesh files are relative to the current folder.
        files: Source of the file; default: the disk.

    Raises:
        ScenarioError: The file is missing or not TOML, a key is unknown, or a value is out of range; with the line.
    """
    return vehicle_of_file(read_toml(Path(path), files), Path(path).stem)


@cache
def names() -> tuple[str, ...]:
    """Names of all library vehicles, in alphabetical order.

    Example:
        >>> from seaway import library
        >>> "bluerov2_heavy" in library.names()
        True
    """
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in files if name.endswith(_ENDING)))


@cache
def entry(name: str) -> LibraryVehicle:
    """Load a library vehicle.

    Args:
        name: One of ``names()``.

    Raises:
        ModelError: There is no such vehicle.

    Example:
        >>> from seaway import library
        >>> rov = library.entry("bluerov2_heavy")
        >>> rov.vehicle.inertial.mass, rov.sea.density, len(rov.vehicle.thrusters)
        (13.5, 1000.0, 8)
    """
    if not isinstance(name, str) or name not in names():
        close = difflib.get_close_matches(str(name), names(), n=1, cutoff=0.4)
        hint = f"did you mean {close[0]!r}? There are" if close else "there are"
        raise ModelError(f"no library vehicle named {name!r}; {hint}: {', '.join(names())}")
    path = _folder() / f"{name}{_ENDING}"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return vehicle_of_file(TomlFile(Path(path.name), "", data, {}), name)


def _folder() -> Traversable:
    return resources.files("seaway.library") / "data"


def _unknown_sources(value: Any, known: list[str], key: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """Find tables that cite a source missing from [sources]."""
    if isinstance(value, Mapping):
        table = cast("Mapping[str, Any]", value)
        cited = table.get("source") if key else None
        for word in cited.split(",") if isinstance(cited, str) else ():
            if word.strip() not in known:
                reason = f"must name entries of [sources], got '{word.strip()}'; there are: {', '.join(known)}"
                yield Problem((*key, "source"), "unknown-word", "source", reason)
        for name, inner in table.items():
            if name != "sources" and isinstance(inner, dict | list):
                yield from _unknown_sources(inner, known, (*key, name))
    elif isinstance(value, list):
        for k, inner in enumerate(cast("list[Any]", value)):
            if isinstance(inner, dict):
                yield from _unknown_sources(inner, known, (*key, k))

"""What a manifest says, taken with care: it is a file, and may come from a stranger or from another version."""

from datetime import datetime
from math import isfinite
from typing import Any, Final, NamedTuple, cast

from seaway.report._charts import number
from seaway.report._pages import shortened
from seaway.scenario import VehicleSpread, VehicleSummary

__all__ = ["Fact", "Facts", "FindingFact", "Input", "VehicleFacts"]

# More than these are counted, not shown.
_MOST_LINES: Final = 100
_LONG: Final = 2000
_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")


class Fact(NamedTuple):
    """Something that is known: what, and a value with its unit."""

    what: str
    value: str
    unit: str = ""


class FindingFact(NamedTuple):
    """What a check found."""

    severity: str
    place: str
    rule: str
    message: str


class Input(NamedTuple):
    """A file that a run was made from."""

    path: str
    size: str
    sha256: str


class VehicleFacts(NamedTuple):
    """What is known of a vehicle."""

    name: str
    facts: tuple[Fact, ...]


class Facts:
    """What a manifest says; nothing of it is trusted, and what is not there is empty.

    Args:
        manifest: As it was read.
    """

    def __init__(self, manifest: dict[str, Any]):
        self.manifest = manifest

    def text(self, key: str, longest: int = 300) -> str:
        """A text; empty where there is none."""
        value = self.manifest.get(key)
        return shortened(value, longest) if isinstance(value, str) else ""

    def number(self, key: str) -> float | None:
        """A finite number; None where there is none."""
        return _number(self.manifest.get(key))

    @property
    def started(self) -> str:
        """When, as a person writes it."""
        try:
            moment = datetime.fromisoformat(self.text("started"))
        except ValueError:
            return ""
        zone = " UTC" if moment.utcoffset() is not None and not moment.utcoffset() else ""
        return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"

    @property
    def status(self) -> str:
        """How it ended: complete, stopped, failed, or unfinished."""
        status = self.text("status")
        return status if status in ("complete", "stopped", "failed") else "unfinished"

    @property
    def error(self) -> str:
        """Why it failed."""
        return self.text("error", _LONG)

    @property
    def numerics(self) -> tuple[Fact, ...]:
        """How it was computed."""
        facts: list[Fact] = []
        for what, key in (("duration", "duration"), ("time step", "time_step"), ("between samples", "record_period")):
            value = self.number(key)
            if value is not None:
                facts.append(Fact(what, number(value, 6), "s"))
        if self.text("integrator"):
            words = {"rk4": "Runge-Kutta of order 4", "semi_implicit_euler": "semi-implicit Euler"}
            facts.append(Fact("integrator", words.get(self.text("integrator"), self.text("integrator"))))
        seed = self.manifest.get("seed")
        if isinstance(seed, int | str):
            facts.append(Fact("seed", shortened(seed, 40)))
        return tuple(facts)

    @property
    def sea(self) -> tuple[Fact, ...]:
        """The sea in words."""
        sea = _mapping(self.manifest.get("sea"))
        known = ((key, sea.get(key)) for key in ("water", "waves", "current", "wind"))
        return tuple(Fact(key, shortened(words)) for key, words in known if isinstance(words, str))

    @property
    def vehicles(self) -> tuple[VehicleFacts, ...]:
        """What each vehicle is."""
        return tuple(
            _vehicle(each) for each in map(_mapping, _items(self.manifest.get("vehicles"))) if each.get("name")
        )

    @property
    def findings(self) -> tuple[FindingFact, ...]:
        """What checks found."""
        found: list[FindingFact] = []
        for each in map(_mapping, _items(self.manifest.get("findings"))):
            file, line = each.get("file"), each.get("line")
            place = shortened(file) if isinstance(file, str) else ""
            place += f":{line}" if place and isinstance(line, int) else ""
            rule = shortened(each.get("rule", ""), 60)
            severity = "note" if rule.startswith("notice-") else str(each.get("severity"))
            if severity not in ("error", "warning", "note"):
                severity = "warning"
            found.append(FindingFact(severity, place, rule, shortened(each.get("message", ""), _LONG)))
        return tuple(found)

    @property
    def command(self) -> str:
        """The command line, as it may be typed again."""
        import shlex

        words = _items(self.manifest.get("command_line"))
        return shortened(shlex.join(shortened(word) for word in words), _LONG) if words else ""

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The files that it was made from."""
        return tuple(
            Input(
                shortened(each.get("path") or each.get("file") or ""),
                _size(each.get("bytes")),
                shortened(each.get("sha256", ""), 64),
            )
            for each in map(_mapping, _items(self.manifest.get("inputs")))
        )

    @property
    def versions(self) -> tuple[Fact, ...]:
        """Of Seaway and what its numbers depend on."""
        versions = _mapping(self.manifest.get("versions"))
        return tuple(
            Fact(shortened(name, 40), shortened(version, 40)) for name, version in list(versions.items())[:_MOST_LINES]
        )

    def summaries(self) -> tuple[VehicleSummary, ...]:
        """What each vehicle did; none where the manifest does not have it, or not in this form."""
        try:
            return tuple(_summary(_mapping(each)) for each in _items(self.manifest.get("summary")))
        except (TypeError, ValueError, KeyError, OverflowError):
            return ()

    def spreads(self) -> tuple[VehicleSpread, ...]:
        """How much the rows of a batch differ; none where the manifest does not have it, or not in this form."""
        try:
            return tuple(_spread(_mapping(each)) for each in _items(self.manifest.get("spread")))
        except (TypeError, ValueError, KeyError, OverflowError):
            return ()


def _summary(given: dict[str, Any]) -> VehicleSummary:
    """A summary as ``VehicleSummary.as_dict`` wrote it.

    Raises:
        TypeError, ValueError, KeyError, OverflowError: It is another thing.
    """
    values: dict[str, Any] = {}
    for name in VehicleSummary.__dataclass_fields__:
        value = given[name]
        if name == "name":
            values[name] = shortened(value)
        elif name.endswith(("_position", "_attitude")):
            x, y, z = (float(each) for each in cast("list[Any]", value))
            values[name] = (x, y, z)
        else:
            values[name] = float(value)
    return VehicleSummary(**values)


def _spread(given: dict[str, Any]) -> VehicleSpread:
    """A spread as ``VehicleSpread.as_dict`` wrote it; raises as ``_summary``."""
    least, mean, largest = (_summary(_mapping(given[key])) for key in ("least", "mean", "largest"))
    return VehicleSpread(shortened(given["name"]), int(given["rows"]), least, mean, largest)


def _vehicle(given: dict[str, Any]) -> VehicleFacts:
    facts: list[Fact] = []
    mass, volume = _number(given.get("mass")), _number(given.get("volume"))
    if mass is not None:
        facts.append(Fact("mass", number(mass), "kg"))
    ratio = [_number(each) for each in _items(given.get("added_mass_ratio"))]
    if len(ratio) == 6:
        for part, axes in (("added mass / mass", slice(0, 3)), ("added / moment of inertia", slice(3, 6))):
            pairs = zip(_AXES[axes], ratio[axes], strict=True)
            facts.append(Fact(part, ", ".join(f"{axis} {number(r, 3)}" for axis, r in pairs if r is not None)))
    else:
        facts.append(Fact("added mass", "none"))
    if volume is not None:
        facts.append(Fact("displaces, submerged", number(volume), "m³"))
    if isinstance(given.get("buoyancy"), str):
        facts.append(Fact("buoyancy", shortened(given["buoyancy"])))
    driven = [
        f"{int(count)} {what if count == 1 else f'{what}s'}"
        for what, count in (("thruster", _number(given.get("thrusters"))), ("fin", _number(given.get("fins"))))
        if count
    ]
    if driven:
        facts.append(Fact("driven by", ", ".join(driven)))
    if isinstance(given.get("source"), str):
        facts.append(Fact("source", shortened(given["source"], _LONG)))
    return VehicleFacts(shortened(given["name"]), tuple(facts))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if isfinite(found) else None


def _mapping(value: Any) -> dict[str, Any]:
    return {str(k): v for k, v in cast("dict[Any, Any]", value).items()} if isinstance(value, dict) else {}


def _items(value: Any) -> list[Any]:
    return cast("list[Any]", value)[:_MOST_LINES] if isinstance(value, list) else []


def _size(value: Any) -> str:
    size = _number(value)
    return "" if size is None else f"{size:,.0f} bytes".replace(",", " ")

"""The content of a manifest, read with care: it is untrusted, and may come from another version."""

import shlex
from datetime import datetime
from math import isfinite
from typing import Any, Final, cast

from seaway.report._charts import Fact, number
from seaway.report._pages import shortened
from seaway.scenario import VehicleSpread, VehicleSummary

__all__ = ["Facts"]

# Longer lists and texts are cut.
_MOST_LINES: Final = 100
_LONG: Final = 2000
_AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_INTEGRATORS: Final = {"rk4": "fourth-order Runge-Kutta", "semi_implicit_euler": "semi-implicit Euler"}


class Facts:
    """The content of a manifest; nothing of it is trusted, and what is missing is empty.

    Args:
        manifest: As it was read.
    """

    def __init__(self, manifest: dict[str, Any]):
        self.manifest = manifest

    def text(self, key: str, longest: int = 300) -> str:
        """A text, or an empty one."""
        value = self.manifest.get(key)
        return shortened(value, longest) if isinstance(value, str) else ""

    def number(self, key: str) -> float | None:
        """A finite number, or None."""
        return _number(self.manifest.get(key))

    @property
    def started(self) -> str:
        """Date and time of the start."""
        try:
            moment = datetime.fromisoformat(self.text("started"))
        except ValueError:
            return ""
        zone = " UTC" if moment.utcoffset() is not None and not moment.utcoffset() else ""
        return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"

    @property
    def status(self) -> str:
        """Status: complete, stopped, failed or unfinished."""
        status = self.text("status")
        return status if status in ("complete", "stopped", "failed") else "unfinished"

    @property
    def error(self) -> str:
        """Why it failed."""
        return self.text("error", _LONG)

    @property
    def numerics(self) -> tuple[Fact, ...]:
        """Integration settings."""
        keys = {"duration": "duration", "time step": "time_step", "record period": "record_period"}
        facts = [
            Fact(what, number(value, 6), "s") for what, key in keys.items() if (value := self.number(key)) is not None
        ]
        integrator, seed = self.text("integrator"), self.manifest.get("seed")
        if integrator:
            facts.append(Fact("integrator", _INTEGRATORS.get(integrator, integrator)))
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
    def vehicles(self) -> list[dict[str, Any]]:
        """Facts of each vehicle."""
        return [_vehicle(each) for each in self._tables("vehicles") if each.get("name")]

    @property
    def findings(self) -> list[dict[str, str]]:
        """What the checks found."""
        return [_finding(each) for each in self._tables("findings")]

    @property
    def command(self) -> str:
        """The command line, to be typed again."""
        words = _items(self.manifest.get("command_line"))
        return shortened(shlex.join(shortened(word) for word in words), _LONG) if words else ""

    @property
    def inputs(self) -> list[dict[str, str]]:
        """The files that the run was made from."""
        return [
            {
                "path": shortened(each.get("path") or each.get("file") or ""),
                "size": "" if (size := _number(each.get("bytes"))) is None else f"{size:,.0f} bytes".replace(",", " "),
                "sha256": shortened(each.get("sha256", ""), 64),
            }
            for each in self._tables("inputs")
        ]

    @property
    def versions(self) -> tuple[Fact, ...]:
        """Of Seaway and the packages that its numbers depend on."""
        versions = list(_mapping(self.manifest.get("versions")).items())[:_MOST_LINES]
        return tuple(Fact(shortened(name, 40), shortened(version, 40)) for name, version in versions)

    def summaries(self) -> tuple[VehicleSummary, ...]:
        """The summary of each vehicle; none if the manifest does not have it in this form."""
        try:
            return tuple(map(_summary, self._tables("summary")))
        except (TypeError, ValueError, KeyError, OverflowError):
            return ()

    def spreads(self) -> tuple[VehicleSpread, ...]:
        """The spread over a batch; none if the manifest does not have it in this form."""
        try:
            return tuple(map(_spread, self._tables("spread")))
        except (TypeError, ValueError, KeyError, OverflowError):
            return ()

    def _tables(self, key: str) -> list[dict[str, Any]]:
        return [_mapping(each) for each in _items(self.manifest.get(key))]


def _finding(given: dict[str, Any]) -> dict[str, str]:
    file, line = given.get("file"), given.get("line")
    place = shortened(file) if isinstance(file, str) else ""
    place += f":{line}" if place and isinstance(line, int) else ""
    rule = shortened(given.get("rule", ""), 60)
    severity = "note" if rule.startswith("notice-") else str(given.get("severity"))
    severity = severity if severity in ("error", "warning", "note") else "warning"
    message = shortened(given.get("message", ""), _LONG)
    return {"severity": severity, "place": place, "rule": rule, "message": message}


def _summary(given: dict[str, Any]) -> VehicleSummary:
    """A summary as ``VehicleSummary.as_dict`` wrote it.

    Raises:
        TypeError, ValueError, KeyError, OverflowError: It is something else.
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


def _vehicle(given: dict[str, Any]) -> dict[str, Any]:
    mass, volume, thrusters, fins = (_number(given.get(key)) for key in ("mass", "volume", "thrusters", "fins"))
    ratio = [_number(each) for each in _items(given.get("added_mass_ratio"))]
    facts = [] if mass is None else [Fact("mass", number(mass, 4), "kg")]
    if len(ratio) == 6:
        for part, axes in (("added mass / mass", slice(0, 3)), ("added / moment of inertia", slice(3, 6))):
            pairs = zip(_AXES[axes], ratio[axes], strict=True)
            facts.append(Fact(part, ", ".join(f"{axis} {number(r)}" for axis, r in pairs if r is not None)))
    else:
        facts.append(Fact("added mass", "none"))
    if volume is not None:
        facts.append(Fact("displaced volume", number(volume, 4), "m³"))
    if isinstance(given.get("buoyancy"), str):
        facts.append(Fact("buoyancy", shortened(given["buoyancy"])))
    counts = (("thruster", thrusters), ("fin", fins))
    actuators = [f"{int(count)} {what}{'' if count == 1 else 's'}" for what, count in counts if count]
    if actuators:
        facts.append(Fact("actuators", ", ".join(actuators)))
    if isinstance(given.get("source"), str):
        facts.append(Fact("source", shortened(given["source"], _LONG)))
    return {"name": shortened(given["name"]), "facts": facts}


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

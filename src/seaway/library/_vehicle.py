"""A published vehicle, and the files in which they are."""

import difflib
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal, cast, get_args

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.gazebo import to_sdf
from seaway.library._build import Shapes, built
from seaway.library._tables import Table
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Vehicle

__all__ = ["Correction", "LibraryVehicle", "Quality", "Source", "load", "names"]

Quality = Literal["identified", "textbook", "simulator-grade", "detuned", "no added mass", "estimated"]
"""How good the numbers are: identified from measurements or published from them; of a textbook, by formulas; good
enough to move a simulated vehicle; made smaller on purpose; without added mass; estimated here."""

_QUALITIES: Final = get_args(Quality)
_ENDING: Final = ".toml"


@dataclass(frozen=True)
class Source:
    """Where numbers come from.

    Attributes:
        key: By which the tables of a parameter file name it.
        text: What it is.
    """

    key: str
    text: str


@dataclass(frozen=True)
class Correction:
    """Something that is not as it was published.

    Attributes:
        what: Is different.
        before: As published.
        after: As it is here.
        why: The reason.
    """

    what: str
    before: str
    after: str
    why: str


@dataclass(frozen=True, eq=False)
class LibraryVehicle:
    """A vehicle of the library.

    Attributes:
        name: By which ``load`` finds it; also the name of the vehicle.
        title: Its full name.
        summary: What it is, in a sentence.
        citation: Whose numbers they are, in a few words.
        family: Sets of parameters of one vehicle share it.
        quality: How good its numbers are.
        length: Over all [m].
        axes: In which it was published, e.g. ``"FRD"``; all is forward, left, up here.
        vehicle: To simulate.
        sea: The water with the density and gravity that it was published with; still, with its surface at 0.
        sources: Where its numbers come from.
        corrections: What is different from the publication, and why.
        notes: What to know of it.
        feeds_energy: Why its published damping can feed energy in, and where; None where it cannot.
        shapes: Simple shapes of what a boat displaces, with their poses, which ``sdf`` has as collisions.
    """

    name: str
    title: str
    summary: str
    citation: str
    family: str
    quality: Quality
    length: float
    axes: str
    vehicle: Vehicle
    sea: Sea
    sources: tuple[Source, ...]
    corrections: tuple[Correction, ...]
    notes: tuple[str, ...]
    feeds_energy: str | None
    shapes: Shapes = field(repr=False)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """What of it SDFormat cannot say, and is absent from ``sdf()``."""
        findings = to_sdf(self.vehicle, self.sea, shapes=self.shapes).findings
        told = (finding.message for finding in findings if not finding.rule.startswith("notice-"))
        return tuple(message.removeprefix(f"vehicle {self.name!r}: ") for message in told)

    def sdf(self, *, world: bool = False) -> str:
        """Write it as SDFormat, for Gazebo as well.

        The added mass is in ``<inertial>``, damping, thrusters and fins are plugins of gz-sim, and collisions have the
        volume that it displaces. Comments at the top list what SDFormat cannot say, which is then absent.

        Args:
            world: Whether to write a world with its water, in which the model is its own length, or at least a metre,
                below the surface, or afloat; the model alone else, for a world that has gz-sim's Buoyancy.
        """
        comments = [
            f"{self.title}. {self.summary}",
            f"Axes are forward, left, up; the water has {self.sea.density:g} kg/m3. Where the numbers come from:",
            *(source.text for source in self.sources),
            *(f"Not in this file: {message}" for message in self.unsaid),
        ]
        depth = max(1.0, self.length) if world and isinstance(self.vehicle.buoyancy, Buoyancy) else 0.0
        place = Pose((0.0, 0.0, -depth))
        return to_sdf(self.vehicle, self.sea, world=world, comments=comments, shapes=self.shapes, pose=place).text


@cache
def names() -> tuple[str, ...]:
    """The names of all vehicles, in alphabetical order.

    Example:
        >>> from seaway import library
        >>> "bluerov2_heavy" in library.names()
        True
    """
    files = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in files if name.endswith(_ENDING)))


@cache
def load(name: str) -> LibraryVehicle:
    """Make a vehicle of the library.

    Args:
        name: One of ``names()``.

    Raises:
        ModelError: There is no such vehicle.

    Example:
        >>> from seaway import library
        >>> rov = library.load("bluerov2_heavy")
        >>> rov.vehicle.inertial.mass, rov.sea.density, len(rov.vehicle.thrusters)
        (13.5, 1000.0, 8)
    """
    if not isinstance(name, str) or name not in names():
        close = difflib.get_close_matches(str(name), names(), n=1, cutoff=0.4)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise ModelError(f"there is no vehicle {name!r} in the library{hint}; there are: {', '.join(names())}")
    path = _folder() / f"{name}{_ENDING}"
    file = Table(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    quality = file.choice("quality", _QUALITIES)
    sources = file.table("sources")
    vehicle, sea, shapes = built(name, file)
    result = LibraryVehicle(
        name,
        file.text("title"),
        file.text("summary"),
        file.text("citation"),
        file.text("family"),
        cast("Quality", quality),
        file.number("length"),
        file.text("axes"),
        vehicle,
        sea,
        tuple(Source(key, sources.text(key)) for key in sources),
        tuple(
            Correction(entry.text("what"), entry.text("before"), entry.text("after"), entry.text("why"))
            for entry in file.tables("corrections")
        ),
        file.texts("notes"),
        file.text("feeds_energy") if file.has("feeds_energy") else None,
        shapes,
    )
    file.finish()
    return result


def _folder() -> Traversable:
    return resources.files("seaway.library") / "data"

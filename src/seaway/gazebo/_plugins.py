"""Plugins of an SDFormat document: which one each is, and its parameters."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Final, Literal

from seaway.errors import SdfError
from seaway.gazebo._bodies import Scope, located
from seaway.sdf import Plugin
from seaway.sdf._views import Node

__all__ = ["Kind", "Parameters", "PlacedPlugin", "kind_of", "named_by", "title"]

Kind = Literal[
    "hydrodynamics",
    "buoyancy",
    "thruster",
    "lift_drag",
    "wind_effects",
    "apply_link_wrench",
    "wave_hydrodynamics",
    "waves",
    "joint_controller",
    "harmless",
]

# Names without hyphens, in lower case: of the library, gz-sim-lift-drag-system, as of the class, LiftDrag.
_GZ_KINDS: Final[dict[str, Kind]] = {
    "hydrodynamics": "hydrodynamics",
    "buoyancy": "buoyancy",
    "thruster": "thruster",
    "liftdrag": "lift_drag",
    "windeffects": "wind_effects",
    "applylinkwrench": "apply_link_wrench",
    # They move joints, and those are fixed here.
    "applyjointforce": "joint_controller",
    "jointcontroller": "joint_controller",
    "jointpositioncontroller": "joint_controller",
    "jointtrajectorycontroller": "joint_controller",
}

# Systems that read, show, record or send, and put no force on anything.
_HARMLESS: Final = frozenset(
    {
        "acousticcomms",
        "acousticcommsplugin",
        "airflow",
        "airpressure",
        "airspeed",
        "altimeter",
        "breadcrumbs",
        "cameravideorecorder",
        "colladaworldexporter",
        "commsendpoint",
        "contact",
        "cpulidar",
        "dopplervelocitylog",
        "dopplervelocitylogsystem",
        "dvl",
        "entitysemantics",
        "environmentalsensor",
        "environmentalsensorsystem",
        "environmentpreload",
        "followactor",
        "forcetorque",
        "freespaceexplorer",
        "imu",
        "jointstatepublisher",
        "kineticenergymonitor",
        "label",
        "ledplugin",
        "lensflare",
        "levels",
        "linearbattery",
        "linearbatteryplugin",
        "logicalaudiosensorplugin",
        "logicalcamera",
        "logplayback",
        "logrecord",
        "logvideorecorder",
        "magnetometer",
        "modelphotoshoot",
        "navsat",
        "odometrypublisher",
        "opticaltactileplugin",
        "opticaltactilesensor",
        "particleemitter",
        "particleemitter2",
        "perfectcomms",
        "performerdetector",
        "physics",
        "posepublisher",
        "rfcomms",
        "scenebroadcaster",
        "sensors",
        "shaderparam",
        "thermal",
        "thermalsensor",
        "touchplugin",
        "triggeredpublisher",
        "usercommands",
        "websocketserver",
    }
)

_WAVE_KINDS: Final[dict[str, Kind]] = {
    "hydrodynamics": "wave_hydrodynamics",
    "wavesmodel": "waves",
    "wavefield": "waves",
    "wavesvisual": "harmless",
    "wavesvisualsystem": "harmless",
}

_GZ_LIBRARY: Final = re.compile(r"(?:lib)?(?:gz|ign|ignition)-(?:sim|gazebo)\d*-(?P<name>.+?)(?:-system)?(?:\.so)?")
_WAVE_LIBRARY: Final = re.compile(r"(?:lib)?(?:gz|ign|ignition)-(?:waves|marine)\d*-(?P<name>.+?)(?:-system)?(?:\.so)?")
_CLASS: Final = re.compile(r"(?:gz::sim|ignition::gazebo)(?:::v\d+)?::systems::(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class PlacedPlugin:
    """A plugin with the world or model that has it, and which one it is."""

    plugin: Plugin
    scope: Scope
    kind: Kind


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _keys(plugin: Plugin) -> tuple[str | None, str | None, str | None]:
    """Plain names of gz-sim's library, of asv_wave_sim's library, and of the class, each where it is one."""
    library = plugin.filename.rpartition("/")[2]
    matches = (_GZ_LIBRARY.fullmatch(library), _WAVE_LIBRARY.fullmatch(library), _CLASS.fullmatch(plugin.name))
    gz, wave, cls = (None if match is None else _plain(match["name"]) for match in matches)
    return gz, wave, cls


def kind_of(plugin: Plugin) -> Kind | None:
    """Which plugin it is, by the name of its library, else by that of its class; None for one that is not known.

    Names of Ignition count like those of Gazebo: ``libignition-gazebo6-thruster-system.so`` is a thruster. The library
    comes first: asv_wave_sim's hydrodynamics has the class name of gz-sim's.
    """
    gz, wave, cls = _keys(plugin)
    if wave is not None:
        return _WAVE_KINDS.get(wave)
    for key in (gz, cls):
        if key in _GZ_KINDS:
            return _GZ_KINDS[key]
        if key in _HARMLESS:
            return "harmless"
    return _WAVE_KINDS[cls] if cls in ("wavesmodel", "wavesvisual") else None


def named_by(plugin: Plugin, names: Iterable[str]) -> str | None:
    """The first of some names that means a plugin: its file name, its class, or the last part of either."""
    own = {_plain(plugin.filename), _plain(plugin.name), _plain(plugin.name.rpartition("::")[2]), *_keys(plugin)}
    return next((name for name in names if _plain(name) in own - {None, ""}), None)


def title(plugin: Plugin) -> str:
    """What to call a plugin in a message."""
    return plugin.name.rpartition("::")[2] or plugin.filename


class Parameters:
    """The parameters of a plugin, each read with its default; what was never asked for is known in the end.

    Args:
        node: The element that has them.
        who: What to call it in a message.
    """

    def __init__(self, node: Node, who: str):
        self.node = node
        self.who = who
        self._asked: set[str] = set()

    def has(self, tag: str) -> bool:
        """Whether there is such an element."""
        self._asked.add(tag)
        return self.node.find(tag) is not None

    def text(self, tag: str, default: str = "") -> str:
        """The text of an element, without white space around it."""
        self._asked.add(tag)
        found = self.node.find(tag)
        return default if found is None else found.text.strip() or default

    def required(self, tag: str) -> str:
        """The text of an element that must be there.

        Raises:
            SdfError: It is not.
        """
        text = self.text(tag)
        if not text:
            raise located(f"{self.who} needs <{tag}>", self.node.source)
        return text

    def texts(self, tag: str) -> list[str]:
        """The texts of all elements with a tag."""
        self._asked.add(tag)
        return [node.text.strip() for node in self.node.find_all(tag) if node.text.strip()]

    def number(self, tag: str, default: float) -> float:
        """A finite number.

        Raises:
            SdfError: It is none.
        """
        return self.vector(tag, (default,))[0]

    def vector(self, tag: str, default: tuple[float, ...]) -> tuple[float, ...]:
        """As many finite numbers as the default has.

        Raises:
            SdfError: They are others.
        """
        text = self.text(tag)
        if not text:
            return default
        words = text.split()
        try:
            values = tuple(map(float, words))
        except ValueError:
            values = ()
        if len(values) != len(default) or not all(map(isfinite, values)):
            what = "a finite number" if len(default) == 1 else f"{len(default)} finite numbers"
            raise self.error(tag, f"must be {what}, got {text[:60]!r}")
        return values

    def flag(self, tag: str, default: bool) -> bool:
        """true, false, 1 or 0.

        Raises:
            SdfError: It is none of them.
        """
        text = self.text(tag)
        if not text:
            return default
        if text.lower() not in ("true", "1", "false", "0"):
            raise self.error(tag, f"must be true, false, 1 or 0, got {text[:60]!r}")
        return text.lower() in ("true", "1")

    def inner(self, tag: str) -> "Parameters | None":
        """The parameters within an element; None where there is none."""
        self._asked.add(tag)
        found = self.node.find(tag)
        return None if found is None else Parameters(found, f"<{tag}> of {self.who}")

    def error(self, tag: str, message: str) -> SdfError:
        """An error at an element."""
        found = self.node.find(tag)
        return located(f"<{tag}> of {self.who} {message}", self.node.source if found is None else found.source)

    def passed(self, *tags: str) -> None:
        """Elements that are known and have no effect on the motion."""
        self._asked.update(tags)

    def left(self) -> list[Node]:
        """Elements that were never asked for."""
        return [node for node in self.node.children if node.tag not in self._asked]

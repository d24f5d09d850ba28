"""Identification and parameters of the plugins of an SDFormat document."""

import re
from collections.abc import Iterable
from typing import Final

from seaway.gazebo._bodies import Scope
from seaway.gazebo._parameters import TABLES, Reading
from seaway.sdf import Joint, Plugin

_FORCES: Final = ("hydrodynamics", "buoyancy", "thruster", "lift_drag", "wind_effects", "apply_link_wrench")
# They move joints, which are fixed here.
_CONTROLLERS: Final = ("applyjointforce", "jointcontroller", "jointpositioncontroller", "jointtrajectorycontroller")

# Systems that read, show, record or send, and apply no force.
# fmt: off
_HARMLESS: Final = frozenset({
    "acousticcomms", "acousticcommsplugin", "airflow", "airpressure", "airspeed", "altimeter", "breadcrumbs",
    "cameravideorecorder", "colladaworldexporter", "commsendpoint", "contact", "cpulidar", "dopplervelocitylog",
    "dopplervelocitylogsystem", "dvl", "entitysemantics", "environmentalsensor", "environmentalsensorsystem",
    "environmentpreload", "followactor", "forcetorque", "freespaceexplorer", "imu", "jointstatepublisher",
    "kineticenergymonitor", "label", "ledplugin", "lensflare", "levels", "linearbattery", "linearbatteryplugin",
    "logicalaudiosensorplugin", "logicalcamera", "logplayback", "logrecord", "logvideorecorder", "magnetometer",
    "modelphotoshoot", "navsat", "odometrypublisher", "opticaltactileplugin", "opticaltactilesensor",
    "particleemitter", "particleemitter2", "perfectcomms", "performerdetector", "physics", "posepublisher",
    "rfcomms", "scenebroadcaster", "sensors", "shaderparam", "thermal", "thermalsensor", "touchplugin",
    "triggeredpublisher", "usercommands", "websocketserver",
})
# fmt: on

# In lower case and without hyphens, so that library (gz-sim-lift-drag-system) and class (LiftDrag) agree.
_GZ_KINDS: Final = {
    **{kind.replace("_", ""): kind for kind in _FORCES},
    **dict.fromkeys(_CONTROLLERS, "joint_controller"),
    **dict.fromkeys(_HARMLESS, "harmless"),
}

_WAVE_KINDS: Final = {
    "hydrodynamics": "wave_hydrodynamics",
    "wavesmodel": "waves",
    "wavefield": "waves",
    "wavesvisual": "harmless",
    "wavesvisualsystem": "harmless",
}

_GZ_LIBRARY: Final = re.compile(r"(?:lib)?(?:gz|ign|ignition)-(?:sim|gazebo)\d*-(?P<name>.+?)(?:-system)?(?:\.so)?")
_WAVE_LIBRARY: Final = re.compile(r"(?:lib)?(?:gz|ign|ignition)-(?:waves|marine)\d*-(?P<name>.+?)(?:-system)?(?:\.so)?")
_CLASS: Final = re.compile(r"(?:gz::sim|ignition::gazebo)(?:::v\d+)?::systems::(?P<name>\w+)")


class PlacedPlugin(Reading):
    """A plugin that acts, with its parameters.

    Args:
        plugin: The plugin.
        scope: The world or model that has it.
        kind: Kind of plugin.

    Attributes:
        joint: Joint of its propeller or fin, once it is found.
        name: Name of its thruster or fin, once it is known.

    Raises:
        SdfError: A required parameter is missing, or a value cannot be read.
    """

    def __init__(self, plugin: Plugin, scope: Scope, kind: str):
        super().__init__(plugin.content, *TABLES[kind])
        self.plugin, self.scope, self.kind, self.source = plugin, scope, kind, plugin.source
        self.joint: Joint | None = None
        self.name = ""


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _keys(plugin: Plugin) -> tuple[str | None, str | None, str | None]:
    """Plain names of gz-sim's library, asv_wave_sim's library and the class; None for what it is not."""
    library = plugin.filename.rpartition("/")[2]
    matches = (_GZ_LIBRARY.fullmatch(library), _WAVE_LIBRARY.fullmatch(library), _CLASS.fullmatch(plugin.name))
    gz, wave, cls = (None if match is None else _plain(match["name"]) for match in matches)
    return gz, wave, cls


def kind_of(plugin: Plugin) -> str | None:
    """Identify a plugin by its library, then by its class; None if unknown.

    Ignition names count too: ``libignition-gazebo6-thruster-system.so`` is a thruster. The library comes first because
    asv_wave_sim's hydrodynamics has the class name of gz-sim's.
    """
    gz, wave, cls = _keys(plugin)
    if wave is not None:
        return _WAVE_KINDS.get(wave)
    own = _WAVE_KINDS[cls] if cls in ("wavesmodel", "wavesvisual") else None
    return _GZ_KINDS.get(gz or "") or _GZ_KINDS.get(cls or "", own)


def named_by(plugin: Plugin, names: Iterable[str]) -> str | None:
    """The first name that means the plugin: its file name, its class, or the last part of either."""
    own = {_plain(plugin.filename), _plain(plugin.name), _plain(plugin.name.rpartition("::")[2]), *_keys(plugin)}
    return next((name for name in names if _plain(name) in own - {None, ""}), None)


def title(plugin: Plugin) -> str:
    """Name of a plugin in messages."""
    return plugin.name.rpartition("::")[2] or plugin.filename

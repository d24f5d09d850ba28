"""Parameters of the plugins that act: one table per plugin, and how a table is read."""

from collections.abc import Sequence
from contextlib import suppress
from math import isfinite, pi
from typing import Any, Final, NamedTuple

from seaway.errors import SdfError
from seaway.gazebo._bodies import located
from seaway.sdf._views import Node

REQUIRED: Final = ...
"""Default of a text that must be given."""


class Parameter(NamedTuple):
    """A parameter of a plugin.

    Attributes:
        tag: Name of its element.
        default: Value if absent. Its type is that of the parameter: number, tuple of numbers, flag or text. ``None``
            for an element that has no effect, or whose content is read by a table of its own.
        argument: Constructor argument that takes the value; none if empty.
        factor: What a number is multiplied by: conversion of its unit or sign.
    """

    tag: str
    default: Any = None
    argument: str = ""
    factor: float = 1.0


class Reading:
    """Values of an element's parameters.

    Args:
        node: The element.
        who: Its name in messages.
        table: The parameters that it may have.

    Raises:
        SdfError: A required parameter is missing, or a value cannot be read.
    """

    def __init__(self, node: Node, who: str, table: Sequence[Parameter]):
        self.node = node
        self.who = who
        self._table = table
        self._given = {child.tag: child for child in reversed(node.children)}  # the first of each tag
        self._values = {parameter.tag: self._value(parameter) for parameter in table}

    def __getitem__(self, tag: str) -> Any:
        return self._values[tag]

    @property
    def unknown(self) -> list[Node]:
        """Elements that are not in the table."""
        return [child for child in self.node.children if child.tag not in self._values]

    def inner(self, tag: str) -> Node | None:
        """The element of a parameter; None if it is not there."""
        return self._given.get(tag)

    def arguments(self) -> dict[str, Any]:
        """Values by the constructor argument that takes them."""
        return {parameter.argument: self[parameter.tag] for parameter in self._table if parameter.argument}

    def error(self, tag: str, message: str) -> SdfError:
        """An error at an element."""
        return located(f"<{tag}> of {self.who} {message}", self._given.get(tag, self.node).source)

    def _value(self, parameter: Parameter) -> Any:
        tag, default = parameter.tag, parameter.default
        text = self._given[tag].text.strip() if tag in self._given else ""
        if default is REQUIRED and not text:
            raise located(f"{self.who} needs <{tag}>", self.node.source)
        if default is None:
            return None
        value: Any = text or default
        if text and isinstance(default, bool):
            if text.lower() not in ("true", "1", "false", "0"):
                raise self.error(tag, f"must be true, false, 1 or 0, got {text[:60]!r}")
            value = text.lower() in ("true", "1")
        elif text and isinstance(default, float):
            (value,) = self._numbers(tag, text, 1)
        elif text and isinstance(default, tuple):
            value = self._numbers(tag, text, len(parameter.default))
        return value if parameter.factor == 1.0 else parameter.factor * value + 0.0  # no -0.0

    def _numbers(self, tag: str, text: str, count: int) -> tuple[float, ...]:
        values: tuple[float, ...] = ()
        with suppress(ValueError):
            values = tuple(map(float, text.split()))
        if len(values) != count or not all(map(isfinite, values)):
            what = "a finite number" if count == 1 else f"{count} finite numbers"
            raise self.error(tag, f"must be {what}, got {text[:60]!r}")
        return values


def _derivatives() -> dict[str, tuple[str, tuple[int, ...]]]:
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for i, force in enumerate("xyzkmn"):
        for j, velocity in enumerate("UVWPQR"):
            found[f"{force}{velocity}"] = ("linear", (i, j))
            found[f"{force}Dot{velocity}"] = ("added_mass", (i, j))
            for k, other in enumerate("UVWPQR"):
                found[f"{force}{velocity}abs{other}"] = ("modulus", (k, i, j))
                found[f"{force}{velocity}{other}"] = ("signed", (k, i, j))
    return found


DERIVATIVES: Final = _derivatives()
"""Parameters of Hydrodynamics: the array, and the index in it, that each derivative stands for."""


def _table(*rows: tuple[Any, ...] | str) -> tuple[Parameter, ...]:
    """A table of (tag, default, argument, factor); a bare tag has no effect or a table of its own."""
    return tuple(Parameter(row) if isinstance(row, str) else Parameter(*row) for row in rows)


_ORIGIN: Final = (0.0, 0.0, 0.0)
_X: Final = (1.0, 0.0, 0.0)
_Z: Final = (0.0, 0.0, 1.0)

# fmt: off
_BUOYANCY: Final = _table(("uniform_fluid_density", 1000.0), "graded_buoyancy", "enable")
_GRADED_BUOYANCY: Final = _table(("default_density", 1000.0), "density_change")
_DENSITY_CHANGE: Final = _table(("above_depth", 0.0), ("density", 1.0))

_HYDRODYNAMICS: Final = _table(
    ("link_name", REQUIRED), ("default_current", _ORIGIN), ("disable_coriolis", False), ("disable_added_mass", False),
    *((name, 0.0, "", -1.0) for name in DERIVATIVES),  # negative if they damp
    "namespace", "lookup_current_x", "lookup_current_y", "lookup_current_z",
    ("water_density", 0.0),  # gone from gz-sim, where it had no effect
)

_THRUSTER: Final = _table(
    ("joint_name", REQUIRED), ("fluid_density", 1000.0),
    ("propeller_diameter", 0.02, "propeller_diameter"), ("thrust_coefficient", 1.0),
    ("alpha_1", 1.0), ("alpha_2", 0.0), ("wake_fraction", 0.2, "wake_fraction"),
    ("use_angvel_cmd", False, "use_angvel_cmd"), ("deadband", 0.0, "deadband"),
    ("max_thrust_cmd", 1000.0, "max_thrust_cmd"), ("min_thrust_cmd", -1000.0, "min_thrust_cmd"),
    ("p_gain", 0.1), ("i_gain", 0.0), ("d_gain", 0.0),
    "namespace", "topic", "velocity_control", "power_load", "battery_name",
)

_LIFT_DRAG: Final = _table(
    ("link_name", REQUIRED), ("air_density", 1.2041, "density"), ("area", 1.0, "area"),
    ("cp", _ORIGIN, "cp"), ("forward", _X, "forward"), ("upward", _Z, "upward"),
    ("a0", 0.0, "a0"), ("cla", 1.0, "cla"), ("cda", 0.01, "cda"), ("cma", 0.0, "cma"),
    ("alpha_stall", 0.5 * pi, "alpha_stall"),
    ("cla_stall", 0.0, "cla_stall"), ("cda_stall", 1.0, "cda_stall"), ("cma_stall", 0.0, "cma_stall"),
    ("radial_symmetry", False, "radial_symmetry"), ("reversible", False, "reversible"),
    ("control_joint_name", ""), ("control_joint_rad_to_cl", 4.0, "control_joint_rad_to_cl"),
    ("cm_delta", 0.0, "cm_delta"),
    "topic", "robotNamespace",
)

_WIND_EFFECTS: Final = _table(("force_approximation_scaling_factor", 0.0), "horizontal", "vertical", "topic")
_APPLY_LINK_WRENCH: Final = _table("persistent", "verbose")
_PERSISTENT: Final = _table(
    ("entity_name", REQUIRED), ("entity_type", REQUIRED), ("force", _ORIGIN), ("torque", _ORIGIN),
)

HULL_DAMPING: Final = _table(
    ("cDampL1", 1e-6, "linear"), ("cDampL2", 1e-6, "quadratic"),
    ("cDampR1", 1e-6, "angular_linear"), ("cDampR2", 1e-6, "angular_quadratic"),
)
"""Damping in asv_wave_sim's hydrodynamics."""
HULL_PRESSURE_DRAG: Final = _table(
    ("cPDrag1", 100.0, "linear"), ("cPDrag2", 100.0, "quadratic"), ("fPDrag", 0.4, "falloff"),
    ("cSDrag1", 100.0, "suction_linear"), ("cSDrag2", 100.0, "suction_quadratic"), ("fSDrag", 0.4, "suction_falloff"),
    ("vRDrag", 1.0, "reference_speed"),
)
"""Pressure drag in asv_wave_sim's hydrodynamics."""
_WAVE_HYDRODYNAMICS: Final = _table("enable", "markers", "wave_model", "hydrodynamics")
_WAVE_FORCES: Final = _table(
    ("damping_on", True), ("viscous_drag_on", True), ("pressure_drag_on", True), "slamming_on",
    *(parameter.tag for parameter in (*HULL_DAMPING, *HULL_PRESSURE_DRAG)),
)

_REGULAR: Final = _table(("amplitude", 0.0, "height", 2.0), ("period", 1.0, "period"), ("direction", (1.0, 0.0)))
_TROCHOID: Final = _REGULAR + _table(
    ("phase", 0.0), ("number", 1.0), ("steepness", 1.0), ("scale", 2.0), ("angle", 2.0 * pi / 10.0),
)
_WIND_WAVES: Final = _table(("wind_velocity", (5.0, 0.0)), ("wind_speed", 5.0), ("wind_angle_deg", 0.0, "", pi / 180.0))
# fmt: on

WAVES: Final = {
    "sinusoid": _REGULAR,
    "linear_regular": _REGULAR,
    "trochoid": _TROCHOID,
    "trochoid_irregular": _TROCHOID,
    "linear_random": _WIND_WAVES + _table(("number", 1.0)),
    "fft": _WIND_WAVES,
    "linear_random_fft": _WIND_WAVES,
}
"""Parameters of asv_wave_sim's waves by algorithm."""

TABLES: Final = {
    "buoyancy": ("Buoyancy", _BUOYANCY),
    "graded_buoyancy": ("<graded_buoyancy> of Buoyancy", _GRADED_BUOYANCY),
    "density_change": ("<density_change> of Buoyancy", _DENSITY_CHANGE),
    "hydrodynamics": ("Hydrodynamics", _HYDRODYNAMICS),
    "thruster": ("Thruster", _THRUSTER),
    "lift_drag": ("LiftDrag", _LIFT_DRAG),
    "wind_effects": ("WindEffects", _WIND_EFFECTS),
    "apply_link_wrench": ("ApplyLinkWrench", _APPLY_LINK_WRENCH),
    "persistent": ("<persistent> of ApplyLinkWrench", _PERSISTENT),
    "wave_hydrodynamics": ("asv_wave_sim's hydrodynamics", _WAVE_HYDRODYNAMICS),
    "wave_forces": ("asv_wave_sim's hydrodynamics", _WAVE_FORCES),
    "waves": ("asv_wave_sim's waves", _table("wave")),
    "wave": ("asv_wave_sim's waves", _table(("algorithm", "fft"))),
    "joint_controller": ("joint controller", _table("joint_name")),
}
"""Name in messages, and parameters, of each plugin and each element with a table of its own."""

"""How forces are told apart: the same colour and dashes in every figure, related forces alike."""

from typing import Final

RESTORING: Final = ("weight", "buoyancy")
"""Forces whose work is potential energy in still water."""

BALANCED: Final = "weight and buoyancy"
"""Weight and buoyancy shown as one: both are large, and their residual moves the vehicle."""

SMALL: Final = 0.005
"""Forces that nowhere reach this part of the largest along an axis are not drawn there."""

FORCE_STYLES: Final = {
    BALANCED: "line sky",
    "thrusters": "line orange",
    "command": "line orange dashed",
    "external": "line ochre",
    "fins": "line ochre dashed",
    "damping": "line green",
    "strip_drag": "line green dashed",
    "hull_pressure_drag": "line blue",
    "hull_friction": "line blue dashed",
    "water_drag": "line brown",
    "hull_damping": "line brown dashed",
    "added_mass_coriolis": "line violet",
    "rigid_body_coriolis": "line violet dashed",
    "water_acceleration": "line pink",
    "slamming": "line pink dashed",
    "water_entry": "line sky dashed",
    "wind": "line grey",
}
"""By name; classes of ``templates/style.css``."""

_OWN: Final = ("line ink", "line ink dashed", "line grey dashed", "line ochre dashed")


def style_of(force: str) -> str:
    """The style of a force; a user's own has one of four by its name."""
    return FORCE_STYLES.get(force) or _OWN[sum(force.encode()) % len(_OWN)]


def words_of(force: str) -> str:
    """The name of a force in prose."""
    return force.replace("_", " ")

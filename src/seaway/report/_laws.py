"""How laws are told apart: the same colour and dashes in every figure, relatives alike."""

from typing import Final, NamedTuple

__all__ = ["LAW_LOOKS", "Look", "look_of", "words_of"]


class Look(NamedTuple):
    """How a line looks.

    Attributes:
        color: A name among the colours of pages, see ``templates/style.css``.
        dashed: Whether it is.
    """

    color: str
    dashed: bool = False

    @property
    def style(self) -> str:
        """Its classes on a page."""
        return f"line {self.color}{' dashed' if self.dashed else ''}"


LAW_LOOKS: Final[dict[str, Look]] = {
    "weight and buoyancy": Look("sky"),
    "thrusters": Look("orange"),
    "command": Look("orange", True),
    "external": Look("ochre"),
    "fins": Look("ochre", True),
    "damping": Look("green"),
    "strip_drag": Look("green", True),
    "hull_pressure_drag": Look("blue"),
    "hull_friction": Look("blue", True),
    "water_drag": Look("brown"),
    "hull_damping": Look("brown", True),
    "added_mass_coriolis": Look("violet"),
    "rigid_body_coriolis": Look("violet", True),
    "water_acceleration": Look("pink"),
    "slamming": Look("pink", True),
    "wind": Look("grey"),
}
"""By law; weight and buoyancy are shown as one, since what is left of them moves the vehicle."""


def look_of(law: str) -> Look:
    """How a law looks; one that is not known is grey."""
    return LAW_LOOKS.get(law, Look("grey", True))


def words_of(law: str) -> str:
    """The name of a law as a person writes it."""
    return law.replace("_", " ")

"""Drag of wind or water on reference areas."""

from typing import Any, Final, Literal, get_args

from seaway._arrays import positive
from seaway.forces import Force, Kernels, Law, law_of
from seaway.kernels import wind
from seaway.parts import KW_ONLY, Array, Choice, Flag, Number, checked

Medium = Literal["air", "water"]
_ENERGY: Final = "a negative one feeds energy in"
_FORCE: Final = Number(unit="N s2/m2", at_least=0.0, why=_ENERGY)
_MOMENT: Final = Number(unit="Nm s2/m2")


class DragArea(Force, what="drag area"):
    """Drag of wind or water on a reference area, at its centre of effort.

    With V the velocity of the fluid relative to the centre, in B, ρ the density of the air or the water, C the
    coefficient and S the area of each axis::

        F_i = 1/2 ρ C_i S_i |V| V_i + linear V_i        per_axis: 1/2 ρ C_i S_i |V_i| V_i + linear V_i
        M_z = -ρ yaw_coefficient V_x V_y

    Areas are those of the vehicle at its floating draft, or submerged. Water drag acts in full while at least half of
    the floating displacement is submerged, wind while at least half of the part above the waterline is dry; both fall
    linearly to 0 from there.

    Example:
        A wind area of 2 m2 ahead and 6 m2 abeam:

        >>> from seaway.vehicle import DragArea
        >>> DragArea((2.0, 6.0, 0.0), (0.6, 0.9, 0.0), (0.2, 0.0, 1.1), medium="air").medium
        'air'
    """

    area: Array = Array(shape=(3,), fill=True, unit="m2", at_least=0.0, why=_ENERGY)
    """Projected areas S along the body axes x, y and z: one number or three."""
    coefficient: Array = Array(shape=(3,), fill=True, at_least=0.0, default=1.0, why=_ENERGY)
    """Drag coefficients C along the body axes: one number or three."""
    center: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0), label="centre")
    """Centre of effort p_BoP_B."""
    _: KW_ONLY
    medium: Choice[Medium] = Choice(get_args(Medium))
    """Fluid that causes the drag."""
    per_axis: Flag = Flag(default=False)
    """Whether the drag along each axis depends on the velocity component along it alone, ``|V_i| V_i``, as in VRX and
    in most wind coefficients of ships; otherwise on the speed, ``|V| V_i``."""
    yaw_coefficient: Number = Number(unit="m3", default=0.0, kernel="yaw")
    """Yaw moment per -ρ V_x V_y; a positive one turns the vehicle broadside to the flow."""
    linear: Number = Number(unit="kg/s", at_least=0.0, default=0.0, label="linear drag")
    """Linear drag coefficient; gz-sim's WindEffects is this, mass times scaling factor, with zero area."""
    everywhere: Flag = Flag(default=False)
    """Whether the drag acts both above and below the water surface, as in Gazebo."""

    def law(self) -> Law:
        """The compiled kind: wind above the surface, or water below it."""
        return _LAWS[self.medium]

    def derived(self) -> dict[str, Any]:
        """Drag areas C S, and whether each axis is by itself."""
        return {"drag": self.coefficient * self.area, "by_axis": self.per_axis}

    @classmethod
    def from_vrx(
        cls, *, cx: float, cy: float, cz: float, air_density: float = 1.225, center: Any = (0.0, 0.0, 0.0)
    ) -> "DragArea":
        """Make a wind area from the coefficients of VRX's USVWind, F = (cx V_x|V_x|, cy V_y|V_y|), M_z = -2 cz V_x V_y.

        So C S = 2 c / ρ and yaw_coefficient = 2 cz / ρ, with ``per_axis``. The wrench is that of VRX in a sea with this
        density of the air, in the axes of the body (VRX for Gazebo uses those of the world).

        Args:
            cx: Surge coefficient [N s2/m2].
            cy: Sway coefficient [N s2/m2].
            cz: Yaw coefficient [Nm s2/m2].
            air_density: Density of the air in the sea where it is used [kg/m3].
            center: Centre of effort p_BoP_B [m].
        """
        rho = positive(air_density, "the density of the air [kg/m3]")
        along, across = checked(_FORCE, cx, "cx of a wind"), checked(_FORCE, cy, "cy of a wind")
        areas = (2.0 * along / rho, 2.0 * across / rho, 0.0)
        yaw = 2.0 * checked(_MOMENT, cz, "cz of a wind") / rho
        return cls(areas, 1.0, center, medium="air", per_axis=True, yaw_coefficient=yaw)


def _law(kind: str, kernel: Any, force: str) -> Law:
    names = ("center", "yaw_coefficient", "linear", "everywhere")
    return law_of(DragArea, kind, Kernels(kernel), names=names, more={"drag": (3,)}, flags=("by_axis",), force=force)


_LAWS: Final = {
    "air": _law("air_drag", wind.air_wrench, "wind"),
    "water": _law("water_drag", wind.water_wrench, "water_drag"),
}

"""Drag of wind or water on reference areas."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive, text
from seaway.errors import ModelError
from seaway.vehicle._checks import chosen, finite, not_negative

__all__ = ["DragArea", "DragForm", "Medium"]

Medium = Literal["air", "water"]
DragForm = Literal["vector", "axes"]
_MEDIA: Final = get_args(Medium)
_FORMS: Final = get_args(DragForm)


@dataclass(frozen=True, eq=False, init=False)
class DragArea:
    """An area on which wind or water drags, at a centre of effort.

    With V the velocity of the fluid relative to the centre, in B, ρ the density of the air or the water, C the
    coefficient and S the area of each axis::

        form "vector"    F_i = 1/2 ρ C_i S_i |V| V_i        form "axes"    F_i = 1/2 ρ C_i S_i |V_i| V_i
        besides          F = linear V                       M_z = -ρ yaw V_x V_y

    Areas are those of the vehicle afloat, or submerged. Water acts in full while at least half of what the vehicle
    displaces afloat is wet, air while at least half of what is dry afloat is dry; both fall straight to 0 from there.

    Args:
        area: S [m2], seen along x, y and z of B: one number for all three axes, or (3,).
        coefficient: C, one number or (3,).
        center: Centre of effort p_BoP_B [m].
        medium: ``"air"`` or ``"water"``.
        form: ``"vector"``, for which C = 1 and one area are drag along the flow; or ``"axes"``, each axis by itself, as
            in VRX and in most wind coefficients of ships.
        yaw: Moment about z of B per -ρ V_x V_y [m3]; with > 0 the vehicle turns across the flow.
        linear: Drag per speed [kg/s]; gz-sim's WindEffects is this, the mass times its factor, on no area.
        everywhere: Whether it acts above and below the surface alike, as in Gazebo.

    Raises:
        ModelError: A number is negative or not finite, or there is no such medium or form.

    Example:
        A wind area of 2 m2 ahead and 6 m2 abeam:

        >>> from seaway.vehicle import DragArea
        >>> DragArea((2.0, 6.0, 0.0), (0.6, 0.9, 0.0), (0.2, 0.0, 1.1), medium="air").medium
        'air'
    """

    area: Floats
    coefficient: Floats
    center: Floats
    medium: Medium
    form: DragForm
    yaw: float
    linear: float
    everywhere: bool

    def __init__(
        self,
        area: ArrayLike,
        coefficient: ArrayLike = 1.0,
        center: ArrayLike = (0.0, 0.0, 0.0),
        *,
        medium: Medium,
        form: DragForm = "vector",
        yaw: float = 0.0,
        linear: float = 0.0,
        everywhere: bool = False,
    ):
        object.__setattr__(self, "area", _three(area, "the area of a drag area [m2]"))
        object.__setattr__(self, "coefficient", _three(coefficient, "the coefficient of a drag area"))
        center = frozen(finite_floats(center, (3,), "the centre of a drag area [m]"))
        object.__setattr__(self, "center", center)
        object.__setattr__(self, "medium", chosen(medium, _MEDIA, "medium of a drag area"))
        object.__setattr__(self, "form", chosen(form, _FORMS, "form of a drag area"))
        object.__setattr__(self, "yaw", finite(yaw, "the yaw of a drag area [m3]"))
        object.__setattr__(self, "linear", not_negative(linear, "the linear drag of a drag area [kg/s]"))
        if not isinstance(everywhere, bool):
            raise ModelError(f"everywhere of a drag area must be True or False, got {everywhere!r}")
        object.__setattr__(self, "everywhere", everywhere)

    @classmethod
    def from_vrx(
        cls, cx: float, cy: float, cz: float, air_density: float = 1.225, center: ArrayLike = (0.0, 0.0, 0.0)
    ) -> "DragArea":
        """Make it from the coefficients of VRX's USVWind, F = (cx V_x|V_x|, cy V_y|V_y|), M_z = -2 cz V_x V_y.

        So C S = 2 c / ρ and yaw = 2 cz / ρ, in the form ``"axes"``. The wrench is that of VRX in a sea with this
        density of the air, in the axes of the body (VRX for Gazebo has them in those of the world).

        Args:
            cx: [N/(m/s)2].
            cy: [N/(m/s)2].
            cz: [Nm/(m/s)2].
            air_density: Of the sea in which it is used [kg/m3].
            center: Centre of effort p_BoP_B [m].
        """
        rho = positive(air_density, "the density of the air [kg/m3]")
        along = not_negative(cx, "cx of a wind", " (a negative one feeds energy in)")
        across = not_negative(cy, "cy of a wind", " (a negative one feeds energy in)")
        areas = (2.0 * along / rho, 2.0 * across / rho, 0.0)
        return cls(areas, 1.0, center, medium="air", form="axes", yaw=2.0 * finite(cz, "cz of a wind") / rho)

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.wind.AREA``, all but the vehicle."""
        record["in_air"], record["by_axis"] = self.medium == "air", self.form == "axes"
        record["drag"], record["yaw"] = self.coefficient * self.area, self.yaw
        record["center"], record["linear"], record["everywhere"] = self.center, self.linear, self.everywhere


def _three(values: ArrayLike, what: str) -> Floats:
    if np.ndim(values) == 0:
        values = np.full(3, finite_floats(values, (), what))
    array = finite_floats(values, (3,), f"{what} (or one number)")
    if np.any(array < 0.0):
        raise ModelError(f"{what} must be >= 0 on every axis (a negative one feeds energy in), got {text(array)}")
    return frozen(array)

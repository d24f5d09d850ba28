"""Fins and rudders: lift and drag, or derivatives as published vehicles have them."""

from dataclasses import dataclass
from math import inf, pi, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive, text
from seaway.errors import ModelError
from seaway.frames import FLU_FRD
from seaway.kernels.fins import DERIVATIVES, LIFT_DRAG
from seaway.vehicle._checks import above_zero, finite, named, not_negative, unit

__all__ = ["Fin", "FinDerivatives"]

_ASPECT_RATIO: Final = 2.0  # of a fin of which nothing is told
_EFFICIENCY: Final = 0.9  # Oswald's, of a plain fin
_STALL: Final = 0.35  # [rad], 20°: where fins of a low aspect ratio stall, roughly
_ACROSS: Final = 1.2  # C_D of a plate across the flow, at an aspect ratio of some units (Hoerner 1965, ch. 3)
_PARALLEL: Final = 1e-9  # sine of an angle below which two directions are one


def _lift_slope(aspect_ratio: float) -> float:
    return 2.0 * pi * aspect_ratio / (2.0 + sqrt(aspect_ratio * aspect_ratio + 4.0))


def _drag_slope(aspect_ratio: float, lift: float, stall: float) -> float:
    """The slope that gives at the stall angle the drag that the lift induces there."""
    return lift * lift * stall / (pi * aspect_ratio * _EFFICIENCY)


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Fin:
    """A fin or rudder: lift and drag with stall, in the flow at its centre of pressure.

    The flow is the velocity through the water without its part along the span, V its size and S the area; the sweep
    takes cos² of the angle between. With the angle of attack α = zero_lift + that of the flow + turning δ, where δ is
    the angle of the fin, its command, and the flow from below is positive::

        lift = 1/2 ρ S V² C_L        across the flow, up         C_L = lift α + angle_lift δ
        drag = 1/2 ρ S V² C_D        along the flow              C_D = drag_offset + |drag α|
        torque = 1/2 ρ S V² C_M      about chord × up            C_M = moment α + angle_moment δ

    Beyond the stall angle the slopes are the stalled ones, and C_L and C_M do not change their sign.

    The defaults are those of a thin fin of the aspect ratio 2; see ``from_aspect_ratio``.

    Args:
        name: By which it is commanded.
        position: Centre of pressure p_BoP_B [m].
        area: S [m2].
        chord: Forward along the chord, in B, of any length.
        up: Where positive lift goes, in B; made square to the chord.
        lift: Slope of C_L [1/rad].
        drag: Slope of C_D [1/rad], >= 0.
        moment: Slope of C_M [m/rad]: times 1/2 ρ S V² it is a torque.
        zero_lift: α when flow and fin lie along the chord [rad].
        stall: α from which on the others count [rad], > 0.
        stalled_lift: Slope of C_L beyond the stall [1/rad]; where None, lift falls to none at 90°.
        stalled_drag: Slope of C_D beyond the stall [1/rad]; where None, C_D grows to 1.2 at 90°, that of a plate.
        stalled_moment: Slope of C_M beyond the stall [m/rad].
        drag_offset: C_D at α = 0.
        least_speed: Up to which nothing acts [m/s].
        reversible: Whether it acts in a flow from behind.
        symmetric: Whether lift goes with the flow in any plane through the chord, as on a body of revolution.
        turning: α per δ: 1 for a fin that turns as a whole, about 0.5 for one with a flap, 0 for one that is fixed.
        angle_lift: C_L per δ [1/rad], besides what turning does.
        angle_moment: C_M per δ [m/rad].
        limit: Largest δ to either side [rad].
        rate: Largest change of δ a second [rad/s].
        time_constant: With which δ follows [s]; 0 for at once.
        density: Of what flows past it, ρ [kg/m3]; that of the water where None, which a fin in the wind cannot do
            without.
        in_wind: Whether it stands in the wind: a sail or a wing. In the water else.
        everywhere: Whether it acts above and below the surface alike, as in Gazebo; else it fades as it leaves what it
            stands in.

    Raises:
        ModelError: A number is out of its range, or chord and up are parallel.
    """

    name: str
    position: Floats
    area: float
    chord: Floats
    up: Floats
    lift: float
    drag: float
    moment: float
    zero_lift: float
    stall: float
    stalled_lift: float
    stalled_drag: float
    stalled_moment: float
    drag_offset: float
    least_speed: float
    reversible: bool
    symmetric: bool
    turning: float
    angle_lift: float
    angle_moment: float
    limit: float
    rate: float
    time_constant: float
    density: float
    in_wind: bool
    everywhere: bool

    def __init__(
        self,
        name: str,
        position: ArrayLike,
        area: float,
        chord: ArrayLike = (1.0, 0.0, 0.0),
        up: ArrayLike = (0.0, 0.0, 1.0),
        *,
        lift: float = _lift_slope(_ASPECT_RATIO),
        drag: float = _drag_slope(_ASPECT_RATIO, _lift_slope(_ASPECT_RATIO), _STALL),
        moment: float = 0.0,
        zero_lift: float = 0.0,
        stall: float = _STALL,
        stalled_lift: float | None = None,
        stalled_drag: float | None = None,
        stalled_moment: float = 0.0,
        drag_offset: float = 0.0,
        least_speed: float = 0.0,
        reversible: bool = True,
        symmetric: bool = False,
        turning: float = 1.0,
        angle_lift: float = 0.0,
        angle_moment: float = 0.0,
        limit: float = inf,
        rate: float = inf,
        time_constant: float = 0.0,
        density: float | None = None,
        in_wind: bool = False,
        everywhere: bool = False,
    ):
        who = f"fin '{named(name, 'a fin')}'"
        if in_wind and density is None:
            raise ModelError(f"{who} stands in the wind; give it the density of the air, density=1.225 [kg/m3]")
        along = unit(chord, f"the chord of {who}")
        slope = finite(lift, f"the lift of {who} [1/rad]")
        drags = not_negative(drag, f"the drag of {who} [1/rad]")
        offset = not_negative(drag_offset, f"the drag offset of {who}")
        angle = positive(stall, f"the stall of {who} [rad]")
        beyond = max(0.5 * pi - angle, 0.0)
        if stalled_lift is None:
            stalled_lift = -slope * angle / beyond if beyond > 0.0 else 0.0
        if stalled_drag is None:
            stalled_drag = max(_ACROSS - offset - drags * angle, 0.0) / beyond if beyond > 0.0 else 0.0
        values: dict[str, Any] = {
            "name": name,
            "position": frozen(finite_floats(position, (3,), f"the position of {who} [m]")),
            "area": positive(area, f"the area of {who} [m2]"),
            "chord": frozen(along),
            "up": frozen(_square(along, unit(up, f"the up of {who}"), who)),
            "lift": slope,
            "drag": drags,
            "moment": finite(moment, f"the moment of {who} [m/rad]"),
            "zero_lift": finite(zero_lift, f"the zero_lift of {who} [rad]"),
            "stall": angle,
            "stalled_lift": finite(stalled_lift, f"the stalled lift of {who} [1/rad]"),
            "stalled_drag": finite(stalled_drag, f"the stalled drag of {who} [1/rad]"),
            "stalled_moment": finite(stalled_moment, f"the stalled moment of {who} [m/rad]"),
            "drag_offset": offset,
            "least_speed": not_negative(least_speed, f"the least speed of {who} [m/s]"),
            "reversible": _flag(reversible, f"reversible of {who}"),
            "symmetric": _flag(symmetric, f"symmetric of {who}"),
            "turning": finite(turning, f"the turning of {who}"),
            "angle_lift": finite(angle_lift, f"the angle_lift of {who} [1/rad]"),
            "angle_moment": finite(angle_moment, f"the angle_moment of {who} [m/rad]"),
            "density": 0.0 if density is None else positive(density, f"the density at {who} [kg/m3]"),
            "in_wind": _flag(in_wind, f"in_wind of {who}"),
            "everywhere": _flag(everywhere, f"everywhere of {who}"),
            **_steering(limit, rate, time_constant, who),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)

    def __repr__(self) -> str:
        return f"Fin({self.name!r}, {text(self.position)}, {self.area:g}, {text(self.chord)}, {text(self.up)})"

    @classmethod
    def from_aspect_ratio(
        cls,
        name: str,
        position: ArrayLike,
        area: float,
        aspect_ratio: float,
        chord: ArrayLike = (1.0, 0.0, 0.0),
        up: ArrayLike = (0.0, 0.0, 1.0),
        *,
        stall: float = _STALL,
        drag_offset: float = 0.01,
        **others: Any,
    ) -> "Fin":
        """A thin fin of some aspect ratio.

        Its slope of lift is Helmbold's, right for slender and for stubby wings alike; its drag at the stall angle that
        which the lift induces, with 0.9 for Oswald's factor::

            C_L / α = 2π AR / (2 + √(AR² + 4))        C_D = C_L² / (0.9 π AR)

        Args:
            name: By which it is commanded.
            position: Centre of pressure p_BoP_B [m].
            area: S [m2].
            aspect_ratio: AR, span² / area; twice that where a hull closes one end.
            chord: Forward along the chord, in B.
            up: Where positive lift goes, in B.
            stall: [rad].
            drag_offset: C_D at α = 0.
            **others: Further arguments of ``Fin``.

        Reference:
            H. B. Helmbold, Der unverwundene Ellipsenflügel als tragende Fläche, Jahrbuch 1942 der deutschen
            Luftfahrtforschung; B. W. McCormick, Aerodynamics, Aeronautics and Flight Mechanics, 2nd ed. 1995, ch. 3.
        """
        ratio = positive(aspect_ratio, f"the aspect ratio of fin '{name}'")
        lift = _lift_slope(ratio)
        drag = _drag_slope(ratio, lift, positive(stall, f"the stall of fin '{name}' [rad]"))
        given: dict[str, Any] = {"lift": lift, "drag": drag, **others}
        return cls(name, position, area, chord, up, stall=stall, drag_offset=drag_offset, **given)

    @classmethod
    def from_gz(
        cls,
        name: str,
        *,
        cp: ArrayLike = (0.0, 0.0, 0.0),
        area: float = 1.0,
        a0: float = 0.0,
        cla: float = 1.0,
        cda: float = 0.01,
        cma: float = 0.0,
        alpha_stall: float = 0.5 * pi,
        cla_stall: float = 0.0,
        cda_stall: float = 1.0,
        cma_stall: float = 0.0,
        forward: ArrayLike = (1.0, 0.0, 0.0),
        upward: ArrayLike = (0.0, 0.0, 1.0),
        radial_symmetry: bool = False,
        reversible: bool = False,
        control_joint_rad_to_cl: float = 4.0,
        cm_delta: float = 0.0,
        limit: float = inf,
        rate: float = inf,
        time_constant: float = 0.0,
        turning: float = 0.0,
        density: float | None = None,
        in_wind: bool = False,
        everywhere: bool = False,
    ) -> "Fin":
        """Make it from the parameters of gz-sim's LiftDrag, with its defaults.

        The command is the angle of the control joint [rad], which adds to C_L and C_M alone. Up to 0.01 m/s nothing
        acts. By itself it is a fin in the water: density and flow are those of the sea. In gz-sim the flow is that of
        the wind, of the density ``air_density``, above and below the surface alike: ``density=1.2041, in_wind=True,
        everywhere=True``.

        Args:
            name: By which it is commanded.
            cp: Centre of pressure p_BoP_B [m]; in gz-sim of the link, here of the vehicle.
            area: [m2].
            a0: α at zero incidence [rad].
            cla: Slope of C_L [1/rad].
            cda: Slope of C_D [1/rad].
            cma: Slope of C_M [m/rad].
            alpha_stall: [rad].
            cla_stall: Slope of C_L beyond it [1/rad].
            cda_stall: Slope of C_D beyond it [1/rad].
            cma_stall: Slope of C_M beyond it [m/rad].
            forward: Along the chord, in B.
            upward: Where lift goes, in B.
            radial_symmetry: Whether lift goes in any plane through the chord.
            reversible: Whether it acts in a flow from behind.
            control_joint_rad_to_cl: C_L per angle of the joint [1/rad]; 0 where there is no such joint.
            cm_delta: C_M per angle of the joint [m/rad].
            limit: Largest angle to either side [rad].
            rate: Largest change of it a second [rad/s].
            time_constant: With which it follows [s].
            turning: α per angle of the joint: 1 or -1 where the joint turns the link of the fin itself.
            density: Of what flows past it [kg/m3]; that of the water where None.
            in_wind: Whether it stands in the wind, in the water else.
            everywhere: Whether it acts above and below the surface alike.
        """
        return cls(
            name,
            cp,
            area,
            forward,
            upward,
            lift=cla,
            drag=cda,
            moment=cma,
            zero_lift=a0,
            stall=alpha_stall,
            stalled_lift=cla_stall,
            stalled_drag=cda_stall,
            stalled_moment=cma_stall,
            least_speed=0.01,
            reversible=reversible,
            symmetric=radial_symmetry,
            turning=turning,
            angle_lift=control_joint_rad_to_cl,
            angle_moment=cm_delta,
            limit=limit,
            rate=rate,
            time_constant=time_constant,
            density=density,
            in_wind=in_wind,
            everywhere=everywhere,
        )

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.fins.FIN``, all but the vehicle."""
        record["kind"] = LIFT_DRAG
        for name in record.dtype.names or ():
            if name not in ("vehicle", "kind", "per_square"):
                record[name] = getattr(self, name)


@dataclass(frozen=True, eq=False, init=False, repr=False)
class FinDerivatives:
    """A fin by its derivatives: a wrench per square of the forward speed and angle, as published vehicles have it.

    ::

        (X, Y, Z, K, M, N) = per_square u |u| δ        about Bo, in B

    u is the forward speed of Bo through the water, δ the angle of the fin, its command. It goes with the wet part of
    the vehicle. Axes are FLU, so that Y is to the left, Z up, M nose down, N to the left; see ``from_fossen``.

    Args:
        name: By which it is commanded.
        per_square: [N s2/m2 per rad, N s2/m per rad], (6,).
        limit: Largest δ to either side [rad].
        rate: Largest change of δ a second [rad/s].
        time_constant: With which δ follows [s]; 0 for at once.

    Raises:
        ModelError: A number is out of its range, or all derivatives are 0.
    """

    name: str
    per_square: Floats
    limit: float
    rate: float
    time_constant: float

    def __init__(
        self, name: str, per_square: ArrayLike, limit: float = inf, rate: float = inf, time_constant: float = 0.0
    ):
        who = f"fin '{named(name, 'a fin')}'"
        derivatives = finite_floats(per_square, (6,), f"the derivatives of {who}")
        if not np.any(derivatives):
            raise ModelError(f"the derivatives of {who} must not all be 0")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "per_square", frozen(derivatives))
        for key, value in _steering(limit, rate, time_constant, who).items():
            object.__setattr__(self, key, value)

    def __repr__(self) -> str:
        return f"FinDerivatives({self.name!r}, {text(self.per_square)})"

    @classmethod
    def from_fossen(
        cls, name: str, per_square: ArrayLike, limit: float = inf, rate: float = inf, time_constant: float = 0.0
    ) -> "FinDerivatives":
        """Make it from derivatives in FRD axes; the angle keeps its published sign.

        Args:
            name: By which it is commanded.
            per_square: X_uuδ, Y_uuδ ... N_uuδ, (6,).
            limit: Largest δ to either side [rad].
            rate: Largest change of δ a second [rad/s].
            time_constant: With which δ follows [s].

        Example:
            The rudder of the REMUS 100 (Prestero 2001), Y_uuδr = 9.64, N_uuδr = -6.15:

            >>> from seaway.vehicle import FinDerivatives
            >>> FinDerivatives.from_fossen("rudder", (0, 9.64, 0, 0, 0, -6.15)).per_square[[1, 5]].tolist()
            [-9.64, 6.15]
        """
        derivatives = finite_floats(per_square, (6,), f"the derivatives of fin '{name}'")
        return cls(name, FLU_FRD.spatial(derivatives) + 0.0, limit, rate, time_constant)

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.fins.FIN``, all but the vehicle; it has no area or position."""
        record["kind"], record["per_square"] = DERIVATIVES, self.per_square
        record["limit"], record["rate"], record["time_constant"] = self.limit, self.rate, self.time_constant


def _steering(limit: float, rate: float, time_constant: float, who: str) -> dict[str, float]:
    return {
        "limit": above_zero(limit, f"the limit of {who} [rad]"),
        "rate": above_zero(rate, f"the rate of {who} [rad/s]"),
        "time_constant": not_negative(time_constant, f"the time constant of {who} [s]"),
    }


def _square(chord: Floats, up: Floats, who: str) -> Floats:
    """The part of up that is square to the chord, of length 1."""
    part = up - float(up @ chord) * chord
    if float(np.linalg.norm(part)) < _PARALLEL:
        raise ModelError(f"the up of {who} must not be parallel to its chord, got {text(up)} and {text(chord)}")
    part = part / np.linalg.norm(part)
    part = part - float(part @ chord) * chord  # once more: the first leaves rounding, divided by a small length
    return part / np.linalg.norm(part)


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise ModelError(f"{what} must be True or False, got {value!r}")
    return value

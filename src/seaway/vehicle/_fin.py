"""Fins and rudders, by lift and drag coefficients or by published hydrodynamic derivatives."""

from collections.abc import Iterator
from math import inf, pi
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats, lengths
from seaway.forces import Force, Input, Integrated, Kernels, Law, Prepared, law_of
from seaway.kernels import fins
from seaway.parts import (
    KW_ONLY,
    Array,
    DerivedNumber,
    Flag,
    Name,
    Number,
    NumberOrNone,
    fields_of,
    from_frd,
    frozen_floats,
    some,
)

_ASPECT_RATIO: Final = 2.0  # default
_EFFICIENCY: Final = 0.9  # Oswald's, of a plain fin
_STALL: Final = 0.35  # [rad], 20°: where fins of low aspect ratio stall, roughly
_ACROSS: Final = 1.2  # C_D of a plate across the flow, at an aspect ratio of some units (Hoerner 1965, ch. 3)
_PARALLEL: Final = 1e-9  # sine of an angle below which two directions are one


def _lift_slope(fin: "Fin") -> float:
    ratio: Any = _ASPECT_RATIO if fin.aspect_ratio is None else fin.aspect_ratio
    return 2.0 * pi * ratio / (2.0 + np.sqrt(ratio * ratio + 4.0))


def _drag_slope(fin: "Fin") -> float:
    """Slope of C_D that gives the lift-induced drag of this aspect ratio at the stall angle."""
    ratio: Any = _ASPECT_RATIO if fin.aspect_ratio is None else fin.aspect_ratio
    lift, stall = _lift_slope(fin), _STALL if fin.aspect_ratio is None else fin.stall_angle
    return lift * lift * stall / (pi * ratio * _EFFICIENCY)


def _zero_lift_drag(fin: "Fin") -> float:
    return 0.0 if fin.aspect_ratio is None else 0.01


def _stalled_lift(fin: "Fin") -> Any:
    beyond = np.maximum(0.5 * pi - fin.stall_angle, 0.0)
    return np.where(beyond > 0.0, -fin.lift_slope * fin.stall_angle / np.where(beyond > 0.0, beyond, 1.0), 0.0)[()]


def _stalled_drag(fin: "Fin") -> Any:
    beyond = np.maximum(0.5 * pi - fin.stall_angle, 0.0)
    rest = np.maximum(_ACROSS - fin.zero_lift_drag - fin.drag_slope * fin.stall_angle, 0.0)
    return np.where(beyond > 0.0, rest / np.where(beyond > 0.0, beyond, 1.0), 0.0)[()]


class Fin(Force, what="fin"):
    """A fin or rudder: lift and drag with stall, in the flow at its centre of pressure.

    The flow is the velocity through the water without its component along the span, V its magnitude and S the area;
    sweep enters as the cos² of the angle between. The angle of attack is α = incidence + angle of the flow +
    flap_effectiveness δ, where δ is the deflection of the fin, its command, and flow from below is positive::

        lift = 1/2 ρ S V² C_L        across the flow, up         C_L = lift_slope α + lift_per_deflection δ
        drag = 1/2 ρ S V² C_D        along the flow              C_D = zero_lift_drag + |drag_slope α|
        torque = 1/2 ρ S V² C_M      about forward × upward      C_M = moment_slope α + moment_per_deflection δ

    Beyond the stall angle the stalled slopes apply, and C_L and C_M do not change sign.

    By default lift and drag are those of a thin fin of aspect ratio AR: Helmbold's lift slope, and the lift-induced
    drag at the stall angle with an Oswald efficiency of 0.9::

        C_L / α = 2π AR / (2 + √(AR² + 4))        C_D = C_L² / (0.9 π AR)

    Reference:
        H. B. Helmbold, Der unverwundene Ellipsenflügel als tragende Fläche, Jahrbuch 1942 der deutschen
        Luftfahrtforschung; B. W. McCormick, Aerodynamics, Aeronautics and Flight Mechanics, 2nd ed. 1995, ch. 3.
    """

    name: Name = Name()
    """Name used to address the fin in commands."""
    position: Array = Array(shape=(3,), unit="m", frd="vector")
    """Centre of pressure in the body frame, p_BoP_B."""
    area: Number = Number(unit="m2", above=0.0)
    """Planform area S."""
    forward: Array = Array(
        shape=(3,), direction=True, frd="vector", default=(1.0, 0.0, 0.0), label="forward direction", kernel="chord"
    )
    """Forward direction along the chord in the body frame; any length."""
    upward: Array = Array(shape=(3,), direction=True, frd="vector", default=(0.0, 0.0, 1.0), label="upward direction")
    """Direction of positive lift in the body frame; its component along the chord is ignored."""
    _: KW_ONLY
    aspect_ratio: NumberOrNone = NumberOrNone(default=None, above=0.0)
    """Aspect ratio, span² / area, which gives lift and drag; twice that if one end is at a hull. Default: 2."""
    stall_angle: Number = Number(unit="rad", above=0.0, default=_STALL, kernel="stall")
    """Stall angle."""
    lift_slope: DerivedNumber = DerivedNumber(unit="1/rad", default=None, follows=_lift_slope, kernel="lift")
    """Lift slope dC_L/dα; by default that of the aspect ratio."""
    drag_slope: DerivedNumber = DerivedNumber(
        unit="1/rad", at_least=0.0, default=None, follows=_drag_slope, kernel="drag"
    )
    """Drag slope dC_D/dα for α > 0; by default that of the drag induced at the stall angle, 0.35 rad without AR."""
    moment_slope: Number = Number(unit="m/rad", default=0.0, kernel="moment")
    """Moment slope dC_M/dα; C_M times ``1/2 ρ S V²`` is a torque."""
    incidence: Number = Number(unit="rad", default=0.0, kernel="zero_lift")
    """Angle of attack in a flow along the chord, at zero deflection: camber or mounting angle."""
    zero_lift_drag: DerivedNumber = DerivedNumber(
        at_least=0.0, default=None, follows=_zero_lift_drag, kernel="drag_offset"
    )
    """C_D at zero angle of attack. Default: 0, or 0.01 if an aspect ratio is given."""
    stalled_lift_slope: DerivedNumber = DerivedNumber(
        unit="1/rad", default=None, follows=_stalled_lift, kernel="stalled_lift"
    )
    """Lift slope beyond the stall angle; by default lift falls to zero at 90°."""
    stalled_drag_slope: DerivedNumber = DerivedNumber(
        unit="1/rad", default=None, follows=_stalled_drag, kernel="stalled_drag"
    )
    """Drag slope beyond the stall angle; by default C_D grows to 1.2 at 90°, that of a flat plate."""
    stalled_moment_slope: Number = Number(unit="m/rad", default=0.0, kernel="stalled_moment")
    """Moment slope beyond the stall angle."""
    least_speed: Number = Number(unit="m/s", at_least=0.0, default=0.0)
    """Flow speed up to which the fin has no effect."""
    reversible: Flag = Flag(default=True)
    """Whether the fin acts in reversed flow, from behind."""
    axisymmetric: Flag = Flag(default=False, kernel="symmetric")
    """Whether lift acts in any plane through the chord, as on a body of revolution."""
    flap_effectiveness: Number = Number(default=1.0, kernel="turning")
    """Angle of attack per deflection, dα/dδ: 1 for an all-moving fin, about 0.5 for a flap, 0 for a fixed fin."""
    lift_per_deflection: Number = Number(unit="1/rad", default=0.0, kernel="angle_lift")
    """Lift coefficient per deflection, in addition to flap_effectiveness."""
    moment_per_deflection: Number = Number(unit="m/rad", default=0.0, kernel="angle_moment")
    """Moment coefficient per deflection."""
    limit: Number = Number(unit="rad", above=0.0, finite=False, default=inf)
    """Maximum deflection to either side."""
    rate_limit: Number = Number(unit="rad/s", above=0.0, finite=False, default=inf, kernel="rate")
    """Maximum rate of deflection."""
    time_constant: Number = Number(unit="s", at_least=0.0, default=0.0)
    """Time constant of the first-order lag of the deflection; 0 for none."""
    density: NumberOrNone = NumberOrNone(unit="kg/m3", above=0.0, default=None)
    """Fluid density; default: that of the water. Required if in_wind."""
    in_wind: Flag = Flag(default=False)
    """Whether the flow is the wind, as for a sail or wing."""
    everywhere: Flag = Flag(default=False)
    """Whether the fin acts both above and below the water surface, as in Gazebo."""

    def _derive(self) -> None:
        vars(self)["lift_direction"] = frozen_floats(_square(self.forward, self.upward))

    @property
    def lift_direction(self) -> Floats:
        """Unit vector of positive lift, perpendicular to the chord."""
        return vars(self)["lift_direction"]

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the directions and the fluid density."""
        if some(~np.isfinite(self.lift_direction)):
            got = f"got {self.upward.tolist()} and {self.forward.tolist()}"
            yield "upward", f"upward must not be parallel to forward, {got}"
        if self.in_wind and self.density is None:
            yield "density", "a fin in the wind needs the density of the air, density = 1.225 [kg/m3]"

    def law(self) -> Law:
        """The compiled kind of this force."""
        return _LIFT_DRAG

    def moving_states(self) -> Iterator[tuple[int, str, str]]:
        """Yield the deflection if it lags behind its command."""
        if some(self.time_constant > 0.0) or some(self.rate_limit < inf):
            yield 0, f"{self.name}.angle", "rad"

    def derived(self) -> dict[str, Any]:
        """Parameters computed from the fields: the lift direction."""
        return {"lift_direction": self.lift_direction}

    @classmethod
    def from_gz(
        cls,
        name: str,
        *,
        cp: Any = (0.0, 0.0, 0.0),
        area: float = 1.0,
        a0: float = 0.0,
        cla: float = 1.0,
        cda: float = 0.01,
        cma: float = 0.0,
        alpha_stall: float = 0.5 * pi,
        cla_stall: float = 0.0,
        cda_stall: float = 1.0,
        cma_stall: float = 0.0,
        forward: Any = (1.0, 0.0, 0.0),
        upward: Any = (0.0, 0.0, 1.0),
        radial_symmetry: bool = False,
        reversible: bool = False,
        control_joint_rad_to_cl: float = 4.0,
        cm_delta: float = 0.0,
        **others: Any,
    ) -> "Fin":
        """Make a fin from the parameters of gz-sim's LiftDrag plugin, with its defaults.

        The command is the angle of the control joint [rad], which changes only C_L and C_M. The fin has no effect up to
        0.01 m/s. It acts in the water. In gz-sim it acts in the wind, with the density ``air_density``, above and below
        the surface: ``density=1.2041, in_wind=True, everywhere=True``.

        Args:
            name: Name used to address the fin in commands.
            cp: Centre of pressure p_BoP_B [m], in the vehicle frame (gz-sim: link frame).
            area: Planform area [m2].
            a0: Angle of attack in a flow along the chord [rad].
            cla: Slope of C_L [1/rad].
            cda: Slope of C_D [1/rad].
            cma: Slope of C_M [m/rad].
            alpha_stall: Stall angle [rad].
            cla_stall: Slope of C_L beyond the stall angle [1/rad].
            cda_stall: Slope of C_D beyond the stall angle [1/rad].
            cma_stall: Slope of C_M beyond the stall angle [m/rad].
            forward: Direction along the chord in B.
            upward: Direction of positive lift in B.
            radial_symmetry: Whether lift acts in any plane through the chord.
            reversible: Whether the fin acts in reversed flow.
            control_joint_rad_to_cl: C_L per joint angle [1/rad]; 0 without a control joint.
            cm_delta: C_M per joint angle [m/rad].
            **others: Further fields of ``Fin``: limit, rate_limit, time_constant, density, in_wind, everywhere, and
                flap_effectiveness, 1 or -1 if the joint turns the link of the fin itself.
        """
        others = {"flap_effectiveness": 0.0, **others}
        return cls(
            name, cp, area, forward, upward, lift_slope=cla, drag_slope=cda, moment_slope=cma, incidence=a0,
            stall_angle=alpha_stall, stalled_lift_slope=cla_stall, stalled_drag_slope=cda_stall,
            stalled_moment_slope=cma_stall, least_speed=0.01, reversible=reversible, axisymmetric=radial_symmetry,
            lift_per_deflection=control_joint_rad_to_cl, moment_per_deflection=cm_delta, **others,
        )  # fmt: skip


class FinDerivatives(Force, what="fin"):
    """A fin given by its hydrodynamic derivatives: a wrench per forward speed squared and deflection.

    ::

        (X, Y, Z, K, M, N) = derivatives u |u| δ        about Bo, in B

    u is the forward speed of Bo through the water, δ the deflection of the fin, its command. The wrench scales with the
    submerged fraction of the vehicle. Axes are FLU: Y to the left, Z up, M bow down, N to the left; for FRD see
    ``from_fossen``.
    """

    name: Name = Name()
    """Name used to address the fin in commands."""
    derivatives: Array = Array(shape=(6,), unit="N s2/m2/rad, N s2/m/rad", frd="spatial", kernel="per_square")
    """Derivatives X_uuδ ... N_uuδ: wrench per u|u| and deflection, about the origin, in body axes."""
    _: KW_ONLY
    limit: Number = Number(unit="rad", above=0.0, finite=False, default=inf)
    """Maximum deflection to either side."""
    rate_limit: Number = Number(unit="rad/s", above=0.0, finite=False, default=inf, kernel="rate")
    """Maximum rate of deflection."""
    time_constant: Number = Number(unit="s", at_least=0.0, default=0.0)
    """Time constant of the first-order lag of the deflection; 0 for none."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that there is a derivative other than 0."""
        if not np.any(self.derivatives):
            yield "derivatives", "the derivatives must not all be 0"

    def law(self) -> Law:
        """The compiled kind of this force."""
        return _DERIVATIVES

    def moving_states(self) -> Iterator[tuple[int, str, str]]:
        """Yield the deflection if it lags behind its command."""
        if some(self.time_constant > 0.0) or some(self.rate_limit < inf):
            yield 0, f"{self.name}.angle", "rad"

    @classmethod
    def from_fossen(cls, name: str, derivatives: Any, **others: Any) -> "FinDerivatives":
        """Make a fin from derivatives in FRD axes; the deflection keeps its published sign.

        Args:
            name: Name used to address the fin in commands.
            derivatives: X_uuδ, Y_uuδ ... N_uuδ, (6,).
            **others: Further fields: limit, rate_limit, time_constant.

        Example:
            The rudder of the REMUS 100 (Prestero 2001), Y_uuδr = 9.64, N_uuδr = -6.15:

            >>> from seaway.vehicle import FinDerivatives
            >>> FinDerivatives.from_fossen("rudder", (0, 9.64, 0, 0, 0, -6.15)).derivatives[[1, 5]].tolist()
            [-9.64, 6.15]
        """
        return from_frd(cls, name=name, derivatives=derivatives, **others)


def _square(chord: Floats, up: Floats) -> Floats:
    """Unit vector along the component of up perpendicular to the chord; nan if they are parallel."""
    if max(chord.ndim, up.ndim) > 1:
        return np.stack([_square(*pair) for pair in zip(*np.broadcast_arrays(chord, up), strict=True)])
    part = up - float(up @ chord) * chord
    if lengths(part)[0] < _PARALLEL:
        return np.full(3, np.nan)
    part = part / lengths(part)
    part = part - float(part @ chord) * chord  # once more: the first leaves rounding
    return part / lengths(part)


_STATES: Final = (Integrated("rad", name="angle"), Prepared("rad", name="asked"), Input("rad", name="command"))


def _kernels(wrench: Any) -> Kernels:
    return Kernels(wrench, prepare=fins.prepare, steady=fins.steady, output=fins.output)


_LIFT_DRAG: Final = law_of(
    Fin,
    "fin",
    _kernels(fins.wrench),
    _STATES,
    names=[name for name in fields_of(Fin) if name not in ("name", "upward", "aspect_ratio")],
    more={"lift_direction": (3,)},
    force="fins",
    by_lane=("wrench",),
)
_DERIVATIVES: Final = law_of(
    FinDerivatives, "fin_derivatives", _kernels(fins.derivatives_wrench), _STATES, force="fins"
)

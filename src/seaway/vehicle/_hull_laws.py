"""What the water does to a hull besides its pressure: friction, pressure drag, damping, slamming."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from seaway._arrays import positive
from seaway.errors import ModelError
from seaway.kernels.hull_drag import FACING, KERNER
from seaway.vehicle._checks import chosen, not_negative

__all__ = ["HullDamping", "HullFriction", "HullLaw", "HullPressureDrag", "Slamming", "SlammingKind"]

SlammingKind = Literal["kerner", "facing"]
_KINDS: Final = get_args(SlammingKind)
_LEAST_POWER: Final = 2.0  # Kerner's advice: with less, slow changes stop a hull as well
_ENERGY: Final = " (a negative one feeds energy in)"


@dataclass(frozen=True)
class HullFriction:
    """Friction of the water along the wet surface, by the line of the ITTC of 1957.

    On each wet triangle of the area A, with u_t the part along the surface of its velocity through the water::

        F = -1/2 ρ C_F A |u_t| u_t        C_F = 0.075 / (log10 Rn - 2)²        Rn = U L / ν, at least 1000

    U² is the mean of the squared speed over the wet area, ν the kinematic viscosity of the sea. L is the length of the
    wet part along the flow: with U_i and L_i those along x, y and z of B, Rn² = Σ (U_i L_i / ν)².

    Attributes:
        length: L of the Reynolds number [m], whatever the flow; None for that along the flow.

    Raises:
        ModelError: The length is not > 0.

    Reference:
        8th International Towing Tank Conference, Madrid 1957; ITTC procedure 7.5-02-02-01.
    """

    length: float | None = None

    def __post_init__(self) -> None:
        if self.length is not None:
            length = positive(self.length, "the length of a hull friction [m]")
            object.__setattr__(self, "length", length)

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.model.VEHICLE``."""
        record["friction"], record["friction_length"] = 1, 0.0 if self.length is None else self.length


@dataclass(frozen=True)
class HullPressureDrag:
    """Pressure on the wet triangles that move outward, suction on those that move inward.

    On each wet triangle of the area A and the outward normal n, with u its velocity through the water::

        x = |u| / reference_speed        cos θ = u·n / |u|
        cos θ >= 0    F = -(linear x + quadratic x²) A cos^falloff θ n
        cos θ <  0    F = +(suction_linear x + suction_quadratic x²) A |cos θ|^suction_falloff n

    The defaults are those of asv_wave_sim; they are not those of any one vessel.

    Attributes:
        linear: [N/m2].
        quadratic: [N/m2].
        falloff: > 0; how the pressure falls as a triangle turns away from the flow.
        suction_linear: [N/m2].
        suction_quadratic: [N/m2].
        suction_falloff: > 0.
        reference_speed: [m/s].

    Raises:
        ModelError: A coefficient is negative, or a falloff or the speed not > 0.

    Reference:
        J. Kerner, Water interaction model for boats in video games, part 2, 2016.
    """

    linear: float = 100.0
    quadratic: float = 100.0
    falloff: float = 0.4
    suction_linear: float = 100.0
    suction_quadratic: float = 100.0
    suction_falloff: float = 0.4
    reference_speed: float = 1.0

    def __post_init__(self) -> None:
        for name in ("linear", "quadratic", "suction_linear", "suction_quadratic"):
            what = f"{name} of a hull pressure drag [N/m2]"
            object.__setattr__(self, name, not_negative(getattr(self, name), what, _ENERGY))
        for name in ("falloff", "suction_falloff"):
            object.__setattr__(self, name, positive(getattr(self, name), f"{name} of a hull pressure drag"))
        speed = positive(self.reference_speed, "reference_speed of a hull pressure drag [m/s]")
        object.__setattr__(self, "reference_speed", speed)

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.model.VEHICLE``."""
        record["pressure_drag"] = 1
        record["pressure_linear"], record["pressure_quadratic"] = self.linear, self.quadratic
        record["suction_linear"], record["suction_quadratic"] = self.suction_linear, self.suction_quadratic
        record["pressure_falloff"], record["suction_falloff"] = self.falloff, self.suction_falloff
        record["reference_speed"] = self.reference_speed


@dataclass(frozen=True)
class HullDamping:
    """Damping that goes with the wet part of the surface, A_wet / S.

    With v the velocity of the centre of mass through the water and w the angular velocity::

        F = -(A_wet / S) (linear + quadratic |v|) v                  at the centre of mass
        T = -(A_wet / S) (angular_linear + angular_quadratic |w|) w

    asv_wave_sim has 1e-6 for all four.

    Attributes:
        linear: [N/(m/s)].
        quadratic: [N/(m/s)2].
        angular_linear: [Nm/(rad/s)].
        angular_quadratic: [Nm/(rad/s)2].

    Raises:
        ModelError: A coefficient is negative.

    Reference:
        J. Kerner, Water interaction model for boats in video games, part 2, 2016.
    """

    linear: float = 0.0
    quadratic: float = 0.0
    angular_linear: float = 0.0
    angular_quadratic: float = 0.0

    def __post_init__(self) -> None:
        units = ("N/(m/s)", "N/(m/s)2", "Nm/(rad/s)", "Nm/(rad/s)2")
        names = ("linear", "quadratic", "angular_linear", "angular_quadratic")
        for name, of in zip(names, units, strict=True):
            what = f"{name} of a hull damping [{of}]"
            object.__setattr__(self, name, not_negative(getattr(self, name), what, _ENERGY))

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.model.VEHICLE``."""
        record["area_damping"] = (self.linear, self.quadratic, self.angular_linear, self.angular_quadratic)


@dataclass(frozen=True)
class Slamming:
    """The blow of a hull that comes down on the water; found once a step and held.

    ``"kerner"`` stops each triangle that moves into the water by its share of the momentum, in the measure in which the
    volume that it sweeps has changed since the last step. With A_wet of its area A under water, S the whole surface of
    the hull, m the mass, u the velocity of the triangle through the water, T the time constant and h the step::

        Γ = |A_wet u - (A_wet u) of the last step| / (A h)
        F = -min(Γ / largest_acceleration, 1)^power cos θ (2 A_wet / S) m u / T        where cos θ = u·n / |u| > 0

    ``"facing"`` stops the whole hull by the wet area that faces its motion, with v the velocity of the centre of mass::

        F = -(2 Σ A_wet cos θ / S) m v / T        at the centre of mass

    Neither stops more within a step than there is motion in its direction.

    Attributes:
        time_constant: T, in which the momentum is taken away [s].
        kind: ``"kerner"`` or ``"facing"``.
        largest_acceleration: Γ_max, from which on a blow is whole [m/s2]; of ``"kerner"`` alone, which needs it.
        power: Of the ramp up to it, >= 2; of ``"kerner"`` alone.

    Raises:
        ModelError: A number is out of its range, is missing, or is given to a kind that has no use for it.

    Reference:
        J. Kerner, Water interaction model for boats in video games, part 2, 2016.
    """

    time_constant: float
    kind: SlammingKind = "kerner"
    largest_acceleration: float | None = None
    power: float = _LEAST_POWER

    def __post_init__(self) -> None:
        object.__setattr__(self, "time_constant", positive(self.time_constant, "the time constant of a slamming [s]"))
        chosen(self.kind, _KINDS, "slamming")
        power = positive(self.power, "the power of a slamming")
        if self.kind == "kerner":
            if self.largest_acceleration is None:
                message = "a slamming after Kerner needs a largest_acceleration [m/s2], e.g. 50.0"
                raise ModelError(f"{message}: from there on a blow is whole")
            most = positive(self.largest_acceleration, "the largest acceleration of a slamming [m/s2]")
            object.__setattr__(self, "largest_acceleration", most)
            if power < _LEAST_POWER:
                raise ModelError(f"the power of a slamming must be >= {_LEAST_POWER:g}, got {power:g}")
        elif self.largest_acceleration is not None or power != _LEAST_POWER:
            message = "largest_acceleration and power are for slamming of the kind 'kerner'; 'facing' has none"
            raise ModelError(f"{message}, got {self.largest_acceleration} and {power:g}")
        object.__setattr__(self, "power", power)

    def fill(self, record: np.void) -> None:
        """Write its fields to a record of ``kernels.model.VEHICLE``."""
        record["slamming"] = KERNER if self.kind == "kerner" else FACING
        record["slam_time"], record["slam_power"] = self.time_constant, self.power
        record["slam_acceleration"] = 0.0 if self.largest_acceleration is None else self.largest_acceleration


HullLaw = HullFriction | HullPressureDrag | HullDamping | Slamming
"""What a ``Hull`` may have besides its pressure."""

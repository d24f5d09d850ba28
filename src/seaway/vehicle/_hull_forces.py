"""Forces of the water on a hull other than pressure: friction, pressure drag, damping, slamming."""

from collections.abc import Iterator
from typing import Final, Literal, get_args

from seaway.parts import KW_ONLY, Choice, Number, NumberOrNone, Part, differs

SlammingKind = Literal["kerner", "facing"]
_ENERGY: Final = "a negative one feeds energy in"


class HullFriction(Part, what="hull friction"):
    """Skin friction on the wetted surface, by the ITTC 1957 correlation line.

    On each wetted triangle of area A, with u_t the tangential component of its velocity through the water::

        F = -1/2 ρ C_F A |u_t| u_t        C_F = 0.075 / (log10 Rn - 2)²        Rn = U L / ν, at least 1000

    U² is the mean square speed over the wetted area, ν the kinematic viscosity of the sea. L is the wetted length along
    the flow: with U_i and L_i along x, y and z of B, Rn² = Σ (U_i L_i / ν)².

    Reference:
        8th International Towing Tank Conference, Madrid 1957; ITTC procedure 7.5-02-02-01.
    """

    length: NumberOrNone = NumberOrNone(unit="m", above=0.0, default=None)
    """Length L of the Reynolds number; default: the wetted length along the flow."""


class HullPressureDrag(Part, what="hull pressure drag"):
    """Pressure drag on wetted triangles that face the flow, suction on those that face away from it.

    On each wetted triangle of area A and outward normal n, with u its velocity through the water::

        x = |u| / reference_speed        cos θ = u·n / |u|
        cos θ >= 0    F = -(linear x + quadratic x²) A cos^falloff θ n
        cos θ <  0    F = +(suction_linear x + suction_quadratic x²) A |cos θ|^suction_falloff n

    The defaults are those of asv_wave_sim, not of a particular vessel.

    Reference:
        J. Kerner, Water interaction model for boats in video games, part 2, 2016.
    """

    _: KW_ONLY
    linear: Number = Number(unit="N/m2", at_least=0.0, default=100.0, why=_ENERGY, label="linear coefficient")
    """Linear pressure coefficient."""
    quadratic: Number = Number(unit="N/m2", at_least=0.0, default=100.0, why=_ENERGY, label="quadratic coefficient")
    """Quadratic pressure coefficient."""
    falloff: Number = Number(above=0.0, default=0.4)
    """Exponent of cos θ for pressure."""
    suction_linear: Number = Number(
        unit="N/m2", at_least=0.0, default=100.0, why=_ENERGY, label="suction linear coefficient"
    )
    """Linear suction coefficient."""
    suction_quadratic: Number = Number(
        unit="N/m2", at_least=0.0, default=100.0, why=_ENERGY, label="suction quadratic coefficient"
    )
    """Quadratic suction coefficient."""
    suction_falloff: Number = Number(above=0.0, default=0.4)
    """Exponent of cos θ for suction."""
    reference_speed: Number = Number(unit="m/s", above=0.0, default=1.0)
    """Reference speed of the coefficients."""


class HullDamping(Part, what="hull damping"):
    """Damping that scales with the wetted fraction of the surface, A_wet / S.

    With v the velocity of the centre of mass through the water and w the angular velocity::

        F = -(A_wet / S) (linear + quadratic |v|) v                  at the centre of mass
        T = -(A_wet / S) (angular_linear + angular_quadratic |w|) w

    asv_wave_sim uses 1e-6 for all four.

    Reference:
        J. Kerner, Water interaction model for boats in video games, part 2, 2016.
    """

    _: KW_ONLY
    linear: Number = Number(unit="N s/m", at_least=0.0, default=0.0, why=_ENERGY, label="linear coefficient")
    """Linear damping of the translation."""
    quadratic: Number = Number(unit="N s2/m2", at_least=0.0, default=0.0, why=_ENERGY, label="quadratic coefficient")
    """Quadratic damping of the translation."""
    angular_linear: Number = Number(
        unit="Nm s/rad", at_least=0.0, default=0.0, why=_ENERGY, label="angular linear coefficient"
    )
    """Linear damping of the rotation."""
    angular_quadratic: Number = Number(
        unit="Nm s2/rad2", at_least=0.0, default=0.0, why=_ENERGY, label="angular quadratic coefficient"
    )
    """Quadratic damping of the rotation."""


class Slamming(Part, what="slamming"):
    """Slamming: the impact of a hull on the water; evaluated once per step and held.

    ``"kerner"`` takes momentum from each triangle that moves into the water, in proportion to the change of the volume
    that it sweeps since the last step. With A_wet the submerged part of its area A, S the whole surface of the hull, m
    the mass, u the velocity of the triangle through the water, T the time constant and h the step::

        Γ = |A_wet u - (A_wet u) at the last step| / (A h)
        F = -min(Γ / largest_acceleration, 1)^power cos θ (2 A_wet / S) m u / T        where cos θ = u·n / |u| > 0

    ``"facing"`` takes momentum from the whole hull, with v the velocity of the centre of mass and the wetted area that
    faces its motion::

        F = -(2 Σ A_wet cos θ / S) m v / T        at the centre of mass

    Within a step, neither takes more momentum than the motion has in that direction.

    Reference:
        J. Kerner, Water interaction model for boats in video games, part 2, 2016.
    """

    time_constant: Number = Number(unit="s", above=0.0)
    """Time constant T of the loss of momentum."""
    kind: Choice[SlammingKind] = Choice(get_args(SlammingKind), default="kerner")
    """Impact model."""
    _: KW_ONLY
    largest_acceleration: NumberOrNone = NumberOrNone(unit="m/s2", above=0.0, default=None)
    """Acceleration Γ at which the impact force saturates; required by the kind "kerner"."""
    power: Number = Number(at_least=2.0, default=2.0)
    """Exponent of the ramp up to largest_acceleration; for the kind "kerner"."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the kind against its parameters."""
        if self.kind == "kerner" and self.largest_acceleration is None:
            yield "largest_acceleration", "the kind 'kerner' needs a largest_acceleration [m/s2], e.g. 50.0"
        if self.kind == "facing":
            for name in ("largest_acceleration", "power"):
                if differs(self, name):
                    yield name, f"{name} is for slamming of the kind 'kerner'; the kind 'facing' has none"


HullForce = HullFriction | HullPressureDrag | HullDamping | Slamming
"""Forces that a ``Hull`` may have besides pressure."""

"""Thrusters and fins of a parameter file."""

from collections.abc import Sequence
from math import inf, pi
from typing import Any

import numpy as np

from seaway._arrays import Floats
from seaway.frames import matrix_from_rpy
from seaway.library._axes import Axes, axes_of
from seaway.library._tables import Table
from seaway.vehicle import Fin, FinDerivatives, Thruster

__all__ = ["fins", "thrusters"]


def thrusters(groups: Sequence[Table], axes: Axes, density: float) -> tuple[Thruster, ...]:
    """Thrusters of all groups; a group has one law.

    Args:
        groups: ``[[thrusters]]`` of a file.
        axes: Of positions and directions.
        density: With which forces were published [kg/m3].
    """
    found: list[Thruster] = []
    for group in groups:
        group.text("source")
        own = axes_of(group, axes)
        names = group.texts("names")
        positions = own.vector(group.numbers("positions", (len(names), 3)))
        directions = own.vector(_directions(group, len(names)))
        law, options = _law(group, density)
        hands = group.texts("hands") or ("right",) * len(names)
        for name, position, direction, hand in zip(names, positions, directions, hands, strict=True):
            found.append(Thruster(name, position, direction, hand=hand, **law, **options))  # type: ignore[arg-type]
    return tuple(found)


def _directions(group: Table, count: int) -> Floats:
    """Of positive thrust: given as they are, or as the x axes of frames that are turned by roll, pitch and yaw."""
    if group.has("directions"):
        return group.numbers("directions", (count, 3))
    return np.asarray(matrix_from_rpy(np.radians(group.numbers("rpy_deg", (count, 3))))[..., 0])


def _law(group: Table, density: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a thruster is made of, by the kind of its law, and what any kind may have."""
    options: dict[str, Any] = {"diameter": group.number("diameter")}
    if group.has("time_constant"):
        options["time_constant"] = group.number("time_constant")
    if group.has("deduction"):
        options["deduction"] = group.number("deduction")
    tables = {"odd_polynomial": _odd_polynomial, "two_polynomials": _two_polynomials, "speed": _by_speed}
    kind = group.choice("law", ("thrust", "quadratic", "open_water", *tables))
    if kind == "thrust":
        low, high = group.numbers("limits", (2,))
        return {"limits": (float(low), float(high))}, options
    if kind in ("quadratic", "open_water"):
        return _propeller(group, kind, density, options["diameter"], "time_constant" in options), options
    commands, forces = tables[kind](group)
    return {"drive": "table", "table": np.stack([commands, forces])}, options


def _propeller(group: Table, kind: str, density: float, d: float, lag: bool) -> dict[str, Any]:
    """A propeller that is commanded by its speed [rad/s]."""
    if group.has("limits_rpm"):
        low, high = group.numbers("limits_rpm", (2,)) * (pi / 30.0)
    else:
        low, high = group.numbers("limits", (2,), np.array([-inf, inf]))
    law: dict[str, Any] = {"drive": "lag" if lag else "speed", "limits": (float(low), float(high))}
    if kind == "quadratic":  # thrust = per_square ω²
        scale = density * d**4
        law["coefficient"] = group.number("per_square") / scale
        law["reverse_coefficient"] = group.number("reverse_per_square", law["coefficient"] * scale) / scale
        law["torque_coefficient"] = group.number("torque_per_square", 0.0) / (scale * d)
        return law
    # K_T = thrust / (ρ n² d⁴) and its slope over the advance ratio, n in turns a second.
    K_T, K_T_advance = group.number("K_T"), group.number("K_T_at_advance")
    J = group.number("advance_ratio")
    law["coefficient"] = K_T / (4.0 * pi * pi)
    law["advance"] = (K_T_advance - K_T) / J / (2.0 * pi)
    law["wake"] = group.number("wake")
    law["torque_coefficient"] = group.number("K_Q") * group.number("torque_factor", 1.0) / (4.0 * pi * pi)
    return law


def _samples(group: Table) -> Floats:
    """Commands from -1 to 1; an odd number, so that 0 is one."""
    return np.linspace(-1.0, 1.0, int(group.number("samples")))


def _odd_polynomial(group: Table) -> tuple[Floats, Floats]:
    """Thrust [N] by powers of a command from -1 to 1."""
    u = _samples(group)
    powers, coefficients = group.numbers("powers", (-1,)), group.numbers("coefficients", (-1,))
    terms = (c * u ** int(n) for n, c in zip(powers, coefficients, strict=True))
    return u, np.asarray(sum(terms), dtype=np.float64)


def _two_polynomials(group: Table) -> tuple[Floats, Floats]:
    """Thrust [N] by powers, from 0, of the size of a command from -1 to 1: one ahead, one astern."""
    u = _samples(group)
    ahead = np.polynomial.polynomial.polyval(np.abs(u), group.numbers("ahead", (-1,)))
    astern = np.polynomial.polynomial.polyval(np.abs(u), group.numbers("astern", (-1,)))
    return u, np.where(u >= 0.0, ahead, -astern)


def _by_speed(group: Table) -> tuple[Floats, Floats]:
    """Thrust [N] by speed [rpm], and speed by a command from -1 to 1, 0 within a dead band."""
    band, most = group.number("dead_band"), group.number("largest_rpm")
    ahead, astern = group.numbers("rpm_ahead", (2,)), group.numbers("rpm_astern", (2,))
    # The speed jumps at the edges of the band; two commands that are close stand for it.
    edge = band * (1.0 + 1e-9)
    u = np.unique(np.concatenate([_samples(group), [-edge, -band, band, edge]]))
    n = np.where(u > band, ahead[0] * u + ahead[1], np.where(u < -band, astern[0] * u + astern[1], 0.0))
    n = np.clip(n, -most, most)
    ahead, astern = group.numbers("thrust_ahead", (3,)), group.numbers("thrust_astern", (3,))
    force = group.number("kilogram_force") * np.where(n > 0.0, np.polyval(ahead, n), np.polyval(astern, n))
    return u, np.where(n == 0.0, 0.0, force)


def fins(groups: Sequence[Table], axes: Axes, density: float, length: float) -> tuple[Fin | FinDerivatives, ...]:
    """Fins of a file.

    Args:
        groups: ``[[fins]]`` of a file.
        axes: Of all that they have.
        density: With which forces were published [kg/m3].
        length: L with which derivatives were made nondimensional, by 1/2 ρ L² and 1/2 ρ L³ [m]; 0 where they were not.
    """
    scale = np.array([1.0, 1.0, 1.0, length, length, length]) * (0.5 * density * length * length)
    found: list[Fin | FinDerivatives] = []
    for group in groups:
        group.text("source")
        own = axes_of(group, axes)
        name = group.text("name")
        options: dict[str, Any] = {key: group.number(key) for key in ("limit", "time_constant") if group.has(key)}
        if group.has("per_square"):
            per_square = group.numbers("per_square", (6,)) * (scale if length else 1.0)
            found.append(FinDerivatives(name, own.vector(per_square), **options))
            continue
        numbers: dict[str, Any] = {
            key: group.number(key)
            for key in ("lift", "drag", "stall", "stalled_lift", "stalled_drag", "turning", "density")
            if group.has(key)
        }
        found.append(
            Fin(
                name,
                own.vector(group.numbers("position", (3,))),
                group.number("area"),
                own.vector(group.numbers("chord", (3,))),
                own.vector(group.numbers("up", (3,))),
                **numbers,
                **options,
            )
        )
    return tuple(found)

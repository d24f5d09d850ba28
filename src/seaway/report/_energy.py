"""The energy balance of a recorded motion, also as a chart, a text and a table."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.report._charts import Chart, Curve, Fact, Key, Panel, number, prefixed, range_words, scale, time_scale
from seaway.report._looks import BALANCED, RESTORING, SMALL, style_of, words_of
from seaway.report._records import row_of, vehicle_index
from seaway.report._samples import Samples, Source

# A residual above this part of the largest term deserves a comment.
_LARGE: Final = 0.01
# A smaller turnover [J] is rounding.
_NOTHING: Final = 1e-9
# Relative difference below which steps are even.
_EVEN: Final = 1e-6


@dataclass(frozen=True, eq=False)
class EnergyBalance:
    """The energy of a vehicle over a recording, and the work of every force since its start.

    ::

        d/dt ½ ν^T M ν = Σ ν · wrench        W = ∫ ν · wrench dt

    with ν relative to the world and all wrenches about Bo. Works are integrals over the samples, of order 4 in their
    spacing if forces are smooth.

    Attributes:
        time: Of the samples [s], (sample,).
        kinetic: ½ ν^T (M_RB + M_A) ν [J], (sample,).
        potential: Of weight and buoyancy [J], (sample,).
        work: By force, except weight and buoyancy [J], each (sample,).
        restoring: Work of weight and buoyancy beyond potential energy [J], (sample,): zero in still water; in waves,
            the work of the wave pressure.
    """

    time: Floats
    kinetic: Floats
    potential: Floats
    work: dict[str, Floats]
    restoring: Floats

    @property
    def change(self) -> Floats:
        """Change of kinetic and potential energy since the start [J], (sample,)."""
        total = self.kinetic + self.potential
        return total - total[0]

    @property
    def residual(self) -> Floats:
        """Change of energy less all works [J], (sample,): the error of the integrals over samples."""
        return self.change - self.restoring - np.sum(list(self.work.values()), axis=0)

    @property
    def turnover(self) -> float:
        """The largest absolute change or work [J]."""
        return max(float(np.max(np.abs(each))) for each in (self.change, self.restoring, *self.work.values()))

    @property
    def error(self) -> float:
        """The largest residual over the turnover; 0 if that is 0."""
        turnover = self.turnover
        return float(np.max(np.abs(self.residual))) / turnover if turnover > 0.0 else 0.0


def energy_balance(dataset: Source, vehicle: str | None = None, row: int = 0) -> EnergyBalance:
    """Compute the energy balance of a recorded motion.

    Args:
        dataset: From ``seaway.scenario.open_run`` or ``Recording.to_xarray``, with state, forces and energy.
        vehicle: Default: the first.
        row: Run of the batch. Samples after it stopped are left out.

    Raises:
        ModelError: There is no such vehicle or row, or something was not recorded.
    """
    samples = Samples.of(dataset)
    k = vehicle_index(samples, vehicle)
    if not 0 <= row < samples.rows:
        raise ModelError(f"there is no run {row}; there are {samples.rows}")
    names = ("kinetic_energy", "potential_energy", "velocity", "angular_velocity", "force", "torque")
    time, values = row_of(samples, names, k, row)
    power = np.einsum("nlk,nk->ln", values["force"], values["velocity"])
    power += np.einsum("nlk,nk->ln", values["torque"], values["angular_velocity"])
    kinetic, potential = values["kinetic_energy"], values["potential_energy"]
    by_law = dict(zip(samples.words("law"), _integrated(power, time), strict=True))
    restoring = (
        potential - potential[0] + sum((by_law.pop(law) for law in RESTORING if law in by_law), np.zeros(len(time)))
    )
    return EnergyBalance(time, kinetic, potential, by_law, restoring)


def _integrated(values: Floats, time: Floats) -> Floats:
    """The integral from the first sample to each, (..., sample).

    Between two samples, the integral of the cubic through them and their neighbours, h/24 (-a + 13 b + 13 c - d), at
    the ends h/24 (9 a + 19 b - 5 c + d): of order 4. The trapezoid if samples are uneven, as the last of a stopped run
    may be.
    """
    total = np.zeros_like(values)
    h = np.diff(time)
    each = 0.5 * h * (values[..., 1:] + values[..., :-1])
    if len(h) >= 3:
        a, b, c, d = (values[..., n : n + len(h) - 2] for n in range(4))
        even = np.max(np.abs([h[:-2] - h[1:-1], h[2:] - h[1:-1]]), axis=0) < _EVEN * h[1:-1]
        each[..., 1:-1] = np.where(even, h[1:-1] / 24.0 * (13.0 * (b + c) - a - d), each[..., 1:-1])
        for end, (p, q, r, s) in ((0, (0, 1, 2, 3)), (-1, (-1, -2, -3, -4))):
            if even[end]:
                cubic = 9.0 * values[..., p] + 19.0 * values[..., q] - 5.0 * values[..., r] + values[..., s]
                each[..., end] = h[end] / 24.0 * cubic
    total[..., 1:] = np.cumsum(each, axis=-1)
    return total


def energy_chart(samples: Samples, vehicle: int) -> Chart:
    """Energy and the work of every force over time, and the residual; of run 0."""
    name = samples.names[vehicle]
    balance = energy_balance(samples, name)
    if not np.all(np.isfinite(balance.residual)):
        return Chart(instead="The energy is not finite over the whole record.")
    if balance.turnover < _NOTHING:
        return Chart(omitted=["energy"])
    t, turnover, residual = time_scale(balance.time), balance.turnover, balance.residual
    factor, unit = prefixed("J", turnover)
    works = {**balance.work, BALANCED: balance.restoring}
    shown = {force: w for force, w in works.items() if float(np.max(np.abs(w))) >= SMALL * turnover > 0.0}
    drawn = [Curve(balance.time, balance.change, "line sum", name="change of energy")]
    drawn += [Curve(balance.time, work, style_of(force)) for force, work in shown.items()]
    least = max(SMALL * turnover, 1e-9)
    y = scale([curve.y for curve in drawn], least, factor=factor)
    at_end = ", ".join(f"{words_of(force)} {number(float(w[-1]) * factor, 4)} {unit}" for force, w in shown.items())
    small, small_unit = prefixed("J", float(np.max(np.abs(residual))))
    below = scale([residual], max(1e-6 * turnover, 1e-12), factor=small)
    words = (
        f"Work at the end: {at_end or 'none'}",
        f"Residual of the balance, {range_words(residual * small, small_unit)}",
    )
    curve = Curve(balance.time, residual, "line ink", name="residual")
    panels = (
        Panel("change of energy, and work", unit, t, y, drawn, words[0], tall="high", least=least),
        Panel("residual", small_unit, t, below, [curve], words[1], least=max(1e-6 * turnover, 1e-12)),
    )
    labels = {force: "waves, by weight and buoyancy" if force == BALANCED else words_of(force) for force in shown}
    keys = [*(Key(style_of(force), label) for force, label in labels.items()), Key("line sum", "change of energy")]
    caption = (
        "Work of each force since the start, and the change of kinetic and potential energy that they add up to; "
        "below, on its own scale, the residual between the two." + (" Run 0." if samples.rows > 1 else "")
    )
    return Chart(f"Energy of {name}", panels, caption, keys, note=_note(balance), table=_works(balance))


def _note(balance: EnergyBalance) -> str:
    """What became of the energy, and how accurate that is."""
    factor, unit = prefixed("J", balance.turnover)
    words = (
        f"Kinetic plus potential energy changes by {number(float(balance.change[-1]) * factor)} {unit} over the run."
    )
    peaks = {force: float(np.max(np.abs(work))) for force, work in balance.work.items()}
    if balance.turnover == 0.0 or not peaks:
        return words
    largest = max(peaks, key=lambda force: peaks[force])
    residual = float(np.max(np.abs(balance.residual)))
    small, small_unit = prefixed("J", residual)
    step = number(float(np.median(np.diff(balance.time)))) if len(balance.time) > 1 else "0"
    words += (
        f" {words_of(largest).capitalize()} does the most work, up to {number(peaks[largest] * factor)} {unit}. The "
        f"residual is at most {number(residual * small, 2)} {small_unit}, {number(100.0 * balance.error, 2)} % of the "
        f"largest term: work is integrated over samples {step} s apart."
    )
    if balance.error > _LARGE:
        words += " That is large: forces change faster than they were recorded. Record at a shorter period."
    return words


def _works(balance: EnergyBalance) -> tuple[list[Fact], list[Fact]]:
    """The work of each force over the run, and what they add up to."""
    factor, unit = prefixed("J", balance.turnover)

    def fact(what: str, value: float) -> Fact:
        return Fact(what, number(value * factor if abs(value) >= 1e-9 * balance.turnover else 0.0), unit)

    lines = [fact(words_of(force), float(work[-1])) for force, work in balance.work.items() if np.any(work)]
    lines.append(fact("weight and buoyancy, beyond potential energy", float(balance.restoring[-1])))
    sums = [
        fact("total work", float(balance.change[-1] - balance.residual[-1])),
        fact("change of kinetic energy", float(balance.kinetic[-1] - balance.kinetic[0])),
        fact("change of potential energy", float(balance.potential[-1] - balance.potential[0])),
        fact("residual", float(balance.residual[-1])),
    ]
    return lines, sums

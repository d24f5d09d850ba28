"""The energy balance of a vehicle as a chart, a text and a table."""

from typing import TYPE_CHECKING, Final

import numpy as np

from seaway.report._charts import Chart, Curve, Fact, Key, Panel, number, prefixed, scale, time_scale
from seaway.report._energy import EnergyBalance, energy_balance
from seaway.report._looks import BALANCED, style_of, words_of
from seaway.report._records import names_of
from seaway.report._run_charts import SMALL, range_words

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = ["energy_chart"]

# A residual above this part of the largest term deserves a comment.
_LARGE: Final = 0.01


def energy_chart(dataset: "Dataset", vehicle: int) -> Chart:
    """Energy and the work of every force over time, and the residual; of run 0."""
    name = names_of(dataset)[vehicle]
    balance = energy_balance(dataset, name)
    if not np.all(np.isfinite(balance.residual)):
        return Chart(instead="The energy is not finite over the whole record.")
    t, turnover, residual = time_scale(balance.time), balance.turnover, balance.residual
    factor, unit = prefixed("J", turnover)
    works = {**balance.work, BALANCED: balance.restoring}
    shown = {force: w for force, w in works.items() if float(np.max(np.abs(w))) >= SMALL * turnover > 0.0}
    drawn = [Curve(balance.time, balance.change, "line sum")]
    drawn += [Curve(balance.time, work, style_of(force)) for force, work in shown.items()]
    y = scale([curve.y for curve in drawn], max(SMALL * turnover, 1e-9), factor=factor)
    at_end = ", ".join(f"{words_of(force)} {number(float(w[-1]) * factor, 4)} {unit}" for force, w in shown.items())
    small, small_unit = prefixed("J", float(np.max(np.abs(residual))))
    below = scale([residual], max(1e-6 * turnover, 1e-12), factor=small)
    words = (
        f"Work at the end: {at_end or 'none'}",
        f"Residual of the balance, {range_words(residual * small, small_unit)}",
    )
    curve = Curve(balance.time, residual, "line ink")
    panels = (
        Panel("change of energy, and work", unit, t, y, drawn, words[0], tall="high"),
        Panel("residual", small_unit, t, below, [curve], words[1]),
    )
    labels = {force: "waves, by weight and buoyancy" if force == BALANCED else words_of(force) for force in shown}
    keys = [*(Key(style_of(force), label) for force, label in labels.items()), Key("line sum", "change of energy")]
    caption = (
        "Work of each force since the start, and the change of kinetic and potential energy that they add up to; "
        "below, on its own scale, the residual between the two." + (" Run 0." if dataset.sizes["row"] > 1 else "")
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

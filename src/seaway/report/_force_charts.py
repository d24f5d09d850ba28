"""The chart of the forces on a vehicle."""

from typing import Final

import numpy as np

from seaway.report._charts import Chart, Curve, Drawn, Key, Panel, number, prefixed, scale, time_scale
from seaway.report._looks import BALANCED, RESTORING, SMALL, style_of, words_of
from seaway.report._records import row_of
from seaway.report._samples import Samples

# Smaller forces [N, N m] are rounding; so are those below this part of the largest along any axis.
_LEAST_FORCE: Final = 1e-6
_ROUNDING: Final = 1e-9
# Axes on which no force reaches this part of the largest are left out.
_NEGLIGIBLE: Final = 1e-4
_LABELS: Final = (
    "force x, surge",
    "force y, sway",
    "force z, heave",
    "torque x, roll",
    "torque y, pitch",
    "torque z, yaw",
)


def forces_chart(samples: Samples, vehicle: int, *, every: bool = False) -> Chart:
    """Every force and torque over time, about Bo in body axes, and their sum; of run 0.

    Weight and buoyancy are drawn as one: their residual is what moves the vehicle.

    Args:
        samples: The recording.
        vehicle: Its number.
        every: Whether axes without forces are drawn too.
    """
    time, values = row_of(samples, ("force", "torque"), vehicle)
    laws, wrenches = samples.words("law"), np.concatenate([values["force"], values["torque"]], axis=-1)
    pair = [laws.index(law) for law in RESTORING if law in laws]
    series = {BALANCED: np.sum(wrenches[:, pair], axis=1)} if pair else {}
    series |= {law: wrenches[:, n] for n, law in enumerate(laws) if n not in pair}
    series["sum"] = np.sum(wrenches, axis=1)
    peaks = {name: np.max(np.abs(wrench), axis=0, initial=0.0) for name, wrench in series.items()}
    largest = np.max(list(peaks.values()), axis=0)
    of_kind = np.repeat([np.max(largest[:3]), np.max(largest[3:])], 3)
    nothing = np.maximum(_ROUNDING * of_kind, _LEAST_FORCE)
    least = np.maximum(SMALL * largest, nothing)
    panels, omitted = list[Panel](), list[str]()
    for k in (0, 3, 1, 4, 2, 5):
        if largest[k] < max(_NEGLIGIBLE * of_kind[k], nothing[k]) and not every:
            omitted.append(_LABELS[k].partition(",")[0])
            continue
        shown = [name for name in series if peaks[name][k] >= least[k] and name != "sum"]
        drawn: list[Drawn] = [Curve(time, series["sum"][:, k], "line sum", name="sum")]
        drawn += [Curve(time, series[name][:, k], style_of(name), name=words_of(name)) for name in shown]
        factor, unit = prefixed("N" if k < 3 else "N m", max(float(peaks[name][k]) for name in ("sum", *shown)))
        alt = ", ".join(f"{words_of(name)} up to {number(float(peaks[name][k]) * factor)} {unit}" for name in shown)
        half = 1.0 if largest[k] < nothing[k] else float(least[k])
        y = scale([series[name][:, k] for name in ("sum", *shown)], half, factor=factor)
        words = f"{_LABELS[k]}, over time: {alt or 'no force acts'}"
        panels.append(Panel(_LABELS[k], unit, time_scale(time), y, drawn, words, least=half))
    drawn_names = {curve.name for panel in panels for curve in panel.drawn if isinstance(curve, Curve)}
    order = [name for name in series if words_of(name) in drawn_names and name != "sum"]
    caption = "Forces and torques about the vehicle's origin, in body axes; the broad grey line is their sum."
    most = max(order, key=lambda name: float(np.max(peaks[name][:3])), default="")
    if most and float(np.max(peaks[most][:3])) > _LEAST_FORCE:
        axis = int(np.argmax(peaks[most][:3]))
        factor, unit = prefixed("N", float(peaks[most][axis]))
        peak = number(float(peaks[most][axis]) * factor)
        caption = f"The largest force is {words_of(most)}, {peak} {unit} along {'xyz'[axis]}. {caption}"
    if len(order) < len(series) - 1:
        caption += " Negligible forces are left out."
    if samples.rows > 1:
        caption += f" Run 0 of {samples.rows}."
    keys = [*(Key(style_of(name), words_of(name)) for name in order), Key("line sum", "sum")]
    title = f"Forces on {samples.names[vehicle]} about Bo in B"
    return Chart(title, panels, caption, keys if panels else (), 2 if len(panels) > 1 else 1, omitted=omitted)

"""Figures of manoeuvres: the track or the response, its measures, and why some have no value."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

from math import cos, degrees, pi, sin
from textwrap import wrap
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.manoeuvres import (
    BollardPullResult,
    FreeDecayResult,
    StepResponseResult,
    TurningCircleResult,
    ZigZagTrialResult,
)
from seaway.report._figures import BLACK, BLUE, GREEN, GREY, ORANGE, dimension, finish, new_figure

GREY_TEXT: Final = "#444444"
# Reasons below a figure: letters in a line, and the height of a line [inch].
_WRAP: Final = 130
_LINE: Final = 0.17
_TURNS: Final = 4.0  # that are shown over time
# Heading marks along a track, and their length as a part of its size.
_MARKS: Final = 16
_MARK: Final = 0.05


def manoeuvre_figure(result: Any) -> Figure:
    """Draw a manoeuvre with its measures: a turning circle, a zig-zag, a free decay, a bollard pull or a step.

    Measures without a value are listed below it, with the reason.

    Args:
        result: Result of ``run`` of one of ``seaway.manoeuvres``.

    Returns:
        A figure; write it with ``save_figure``.

    Raises:
        ModelError: ``result`` is not the result of a manoeuvre.
    """
    draw: dict[type, Any] = {
        TurningCircleResult: _turning,
        ZigZagTrialResult: _zigzag,
        FreeDecayResult: _decay,
        BollardPullResult: _bollard,
        StepResponseResult: _step,
    }
    if type(result) not in draw:
        raise ModelError(f"manoeuvre_figure needs the result of a manoeuvre, got {result!r}")
    figure: Figure = draw[type(result)](result)
    lines = [line for names, reason in result.not_reached() for line in wrap(f"Not reached: {names}: {reason}.", _WRAP)]
    if lines:
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + _LINE * len(lines))
        figure.supxlabel(_plain("\n".join(lines)), x=0.01, ha="left", fontsize="small", color=GREY_TEXT)
    return figure


def _plain(text: str) -> str:
    """Text as it is: matplotlib would set what stands between dollar signs as a formula."""
    return text.replace("$", r"\$")


def _titled(result: Any, width: float, height: float, title: str) -> Figure:
    return new_figure(width, height, _plain(f"{result.vehicle}: {title}"))


def _turning(result: TurningCircleResult) -> Figure:
    m, one = result.measures, result.recording[0]
    t, yaw = one.time, np.unwrap(one.rpy[:, 0, 2])
    sign = 1.0 if m.side == "left" else -1.0
    yaw0 = float(np.interp(result.execute, t, yaw))
    along, across = _from_helm(t, one.position[:, 0], result.execute, yaw0, sign)
    diameter = "" if m.steady_diameter is None else f", steady diameter {m.steady_diameter:.3g} m"
    drift = "" if m.drift_angle is None else f", drift angle {degrees(m.drift_angle):.2g}°"
    figure = _titled(result, 11.0, 6.2, f"turning circle to the {m.side}{diameter}{drift}")
    plan, side = figure.subplots(1, 2, width_ratios=[1.25, 1.0])
    after = t >= result.execute
    size = max(float(np.ptp(across[after])), float(np.ptp(along[after])), 1e-6)
    # The last piece of the approach.
    far: list[int] = np.flatnonzero((t < result.execute) & (np.hypot(along, across) > 0.3 * size)).tolist()
    begin = far[-1] + 1 if far else 0
    plan.plot(across[begin:], along[begin:], color=BLUE, linewidth=1.6, label="track")
    for when in np.linspace(float(t[begin]), float(t[-1]), _MARKS):
        x, y, psi = (float(np.interp(float(when), t, values)) for values in (across, along, yaw))
        a, length = sign * (psi - yaw0), _MARK * size
        plan.plot([x, x + length * sin(a)], [y, y + length * cos(a)], color=BLUE, linewidth=2.2, alpha=0.7)
    plan.plot(0.0, 0.0, "o", color=ORANGE, markersize=7, zorder=5, label="helm put over")
    for angle, moment, marker in ((90, m.time_90, "^"), (180, m.time_180, "s")):
        if moment is not None:
            when = result.execute + moment
            place = (np.interp(when, t, across), np.interp(when, t, along))
            plan.plot(*place, marker, color=GREEN, markersize=7, zorder=5, label=f"{angle}° after {moment:.3g} s")
    if m.advance is not None and m.transfer is not None:
        left, top = -0.06 * size, 1.06 * m.advance
        dimension(plan, (left, 0.0), (left, m.advance), f"advance {m.advance:.3g} m", rotation=90)
        plan.plot([left, m.transfer], [m.advance, m.advance], color=GREY, linewidth=0.7, linestyle=":")
        dimension(plan, (0.0, top), (m.transfer, top), f"transfer {m.transfer:.3g} m")
    if m.tactical_diameter is not None:
        low = float(np.min(along[t >= result.execute])) - 0.1 * size
        words = f"tactical diameter {m.tactical_diameter:.3g} m"
        dimension(plan, (0.0, low), (m.tactical_diameter, low), words)
        plan.plot([m.tactical_diameter] * 2, [low, 0.5 * m.tactical_diameter], color=GREY, linewidth=0.7, linestyle=":")
        plan.update_datalim([(0.0, low - 0.05 * size), (0.0, 1.15 * (m.advance or 0.0))])
    plan.set_aspect("equal", adjustable="datalim")
    finish(plan, f"transfer, to the {m.side} [m]", "advance [m]", legend="best")
    if m.side == "left":
        plan.invert_xaxis()  # so that it turns to the left on paper too
    shown = t - result.execute <= (_TURNS * m.time_360 if m.time_360 is not None else np.inf)
    _draw_turn(side, t[shown] - result.execute, one.velocity[shown, 0], sign * np.degrees(yaw - yaw0)[shown])
    return figure


def _from_helm(t: Floats, p: Floats, execute: float, yaw0: float, sign: float) -> tuple[Floats, Floats]:
    """Way along the old course, and across it to the side of the turn, from where the helm was put over [m]."""
    x, y = p[:, 0] - np.interp(execute, t, p[:, 0]), p[:, 1] - np.interp(execute, t, p[:, 1])
    return cos(yaw0) * x + sin(yaw0) * y, sign * (cos(yaw0) * y - sin(yaw0) * x)


def _draw_turn(axes: Axes, t: Floats, velocity: Floats, turned: Floats) -> None:
    lines = axes.plot(t, np.hypot(velocity[:, 0], velocity[:, 1]), color=BLUE, label="speed [m/s]")
    lines += axes.plot(t, np.degrees(np.abs(velocity[:, 5])) / 10.0, color=ORANGE, label="yaw rate [10°/s]")
    axes.axvline(0.0, color=GREY, linewidth=0.8, linestyle=":")
    finish(axes, "time from the execute [s]", "speed [m/s], yaw rate [10°/s]", ylim=(0.0, None))
    heading = axes.twinx()
    lines += heading.plot(t, turned, color=GREEN, linewidth=1.0, label="change of heading [°]")
    heading.set(ylabel="change of heading [°]", ylim=(min(0.0, float(np.min(turned))), None))
    axes.legend(handles=lines, frameon=False, fontsize="small", loc="best")


def _zigzag(result: ZigZagTrialResult) -> Figure:
    m, one, start = result.measures, result.recording[0], result.execute
    t, yaw = one.time - start, np.unwrap(one.rpy[:, 0, 2])
    yaw0 = float(np.interp(0.0, t, yaw))
    change, angle = np.degrees(yaw - yaw0), degrees(result.angle)
    figure = _titled(result, 10.0, 6.0, f"zig-zag of {angle:.3g}°")
    axes, plan = figure.subplots(2, 1, height_ratios=[2.2, 1.0])
    axes.plot(t, change, color=BLUE, linewidth=1.6, label="change of heading")
    axes.step(t, angle * result.helm, color=ORANGE, linewidth=1.0, where="post", label="helm")
    for level in (angle, -angle):
        axes.axhline(level, color=GREY, linewidth=0.7, linestyle=":")
    measured = zip(m.executes[1:], m.headings, m.overshoots, m.yaw_checking_times, strict=False)
    for n, (execute, heading, over, checking) in enumerate(measured):
        side = np.sign(np.interp(execute - start, t, yaw) - yaw0)
        when, top = execute - start + checking, side * degrees(heading + over)
        axes.plot(when, top, "o", color=GREEN, markersize=5)
        if n < 4:
            words, away = f"{degrees(over):.2g}°", (0, 9 * side)
            axes.annotate(words, (when, top), away, textcoords="offset points", ha="center", va="center", color=GREEN)
    for time, marker, words in ((m.reach, "s", "reach"), (m.period, "D", "complete cycle")):
        if time is not None:
            axes.plot(time, 0.0, marker, color=BLACK, markersize=5, label=f"{words} {time:.3g} s")
    # Some executes are enough to see; all of the run if there are none after the first.
    last = float(m.executes[min(6, len(m.executes) - 1)]) - start if len(m.executes) > 1 else float(t[-1])
    span = min(float(t[-1]), 1.35 * last)
    most = 1.3 * max(float(np.max(np.abs(change[(t >= 0.0) & (t <= span)]))), angle)
    limits = {"xlim": (-0.08 * span, span), "ylim": (-most, 1.4 * most)}  # with room for the legend
    finish(axes, "time from the first execute [s]", "angle, positive to the left [°]", **limits)
    axes.legend(frameon=False, fontsize="small", loc="upper right", ncols=2)
    shown = (t >= -0.08 * span) & (t <= span)
    along, across = _from_helm(t, one.position[:, 0], 0.0, yaw0, 1.0)
    plan.plot(along[shown], across[shown], color=BLUE, linewidth=1.6)
    finish(plan, "along the old course [m]", "to the left [m]")
    return figure


def _decay(result: FreeDecayResult) -> Figure:
    m, t, sizes = result.measures, result.recording.time, np.abs(result.measures.extremes)
    unit, per, scale = ("m", "m", 1.0) if result.axis == "heave" else ("°", "rad", 180.0 / pi)
    period = "" if m.period is None else f", period {m.period:.3g} s"
    figure = _titled(result, 10.0, 4.6, f"free decay in {result.axis}{period}")
    if m.linear is None or m.quadratic is None:
        axes = figure.subplots()
    else:
        axes, line = figure.subplots(1, 2, width_ratios=[1.7, 1.0])
        _draw_decrements(line, sizes, scale, m.period or 1.0, m.linear, m.quadratic, per)
        finish(line, f"amplitude [{unit}]", "decrement of a cycle, 2/T ln(X1/X3) [1/s]", xlim=(0.0, None))
    axes.plot(t, scale * result.values, color=BLUE, linewidth=1.6, label=result.axis)
    axes.axhline(0.0, color=GREY, linewidth=0.7, linestyle=":", label="rest")
    if m.period is not None:
        axes.plot(m.times, scale * np.array(m.extremes), "o", color=ORANGE, markersize=5, label="extremes")
    if m.damping_ratio is not None and m.natural_period is not None:
        envelope = scale * sizes[0] * np.exp(-m.damping_ratio * 2.0 * pi / m.natural_period * (t - m.times[0]))
        label = f"$e^{{-\\zeta\\omega t}}$, ζ = {m.damping_ratio:.3g}"
        axes.plot(t, envelope, "--", color=GREY, linewidth=0.9, label=label)
        axes.plot(t, -envelope, "--", color=GREY, linewidth=0.9)
    # A swing that has died out leaves nothing to see.
    seen = np.flatnonzero(np.abs(result.values) > 0.005 * float(np.max(np.abs(result.values))))
    end = min(float(t[-1]), 1.3 * float(t[seen[-1]])) if len(seen) else float(t[-1])
    finish(axes, "time [s]", f"{result.axis} from rest [{unit}]", legend="best", xlim=(0.0, end))
    return figure


def _draw_decrements(
    axes: Axes, sizes: Floats, scale: float, period: float, linear: float, quadratic: float, per: str
) -> None:
    """Draw the decrements of whole cycles over the amplitude, and the line of both parts of the damping."""
    decrements = 2.0 / period * np.log(sizes[:-2] / sizes[2:])
    axes.plot(scale * sizes[1:-1], decrements, "o", color=ORANGE, markersize=5, label="cycles")
    grid = np.linspace(0.0, float(np.max(sizes[1:-1])), 50)
    fit = linear + 16.0 / 3.0 * grid / period * quadratic
    words = f"$p_1$ = {linear:.3g} /s, $p_2$ = {quadratic:.3g} /{per}"
    axes.plot(scale * grid, fit, color=BLUE, linewidth=1.2, label=words)
    axes.set_ylim(0.0, 1.25 * float(np.max(np.concatenate([decrements, fit]))))
    axes.legend(frameon=False, fontsize="small")


def _bollard(result: BollardPullResult) -> Figure:
    figure = _titled(result, 9.0, 4.2, f"bollard pull {float(result.pulls[-1]):.3g} N")
    pull, speed = figure.subplots(1, 2)
    share = 100.0 * result.levels
    steady = np.array([measure.value is not None for measure in result.quantities()[1::2]])
    pull.plot(share, result.pulls, "o-", color=BLUE)
    pulling = {"ylim": (0.0, None)} if np.all(result.pulls >= 0.0) else {}
    finish(pull, "command [%]", "pull at zero speed [N]", xlim=(0.0, None), **pulling)
    if np.any(steady):
        speed.plot(share[steady], result.speeds[steady], "o-", color=ORANGE, label="steady")
    if not np.all(steady):
        speed.plot(share[~steady], result.speeds[~steady], "x", color=BLACK, label="not steady at the end")
    moving = {"ylim": (0.0, None)} if np.all(result.speeds >= 0.0) else {}
    finish(speed, "command [%]", "final speed ahead [m/s]", legend="best", xlim=(0.0, None), **moving)
    return figure


def _step(result: StepResponseResult) -> Figure:
    m, t = result.measures, result.recording.time - result.start
    deep = result.target == "depth"
    unit, scale, side = ("m", 1.0, "below the surface") if deep else ("°", 180.0 / pi, "to the left")
    step = result.goal - float(np.interp(0.0, t, result.values))
    change = scale * (result.goal - result.initial)
    figure = _titled(result, 9.0, 4.6, f"step of {result.target} by {change:.3g}{' m' if deep else '°'}")
    axes = figure.subplots()
    goal, band = scale * result.goal, scale * m.band * abs(step)
    axes.axhspan(goal - band, goal + band, color=GREEN, alpha=0.15, linewidth=0)
    set_point = np.where(t < 0.0, scale * result.initial, goal)
    axes.step(t, set_point, color=ORANGE, where="post", linewidth=1.0, label="set point")
    axes.plot(t, scale * result.values, color=BLUE, linewidth=1.6, label=result.target)
    if m.peak_time is not None and m.overshoot is not None:
        words = f"overshoot {100.0 * m.overshoot:.3g} %"
        axes.plot(m.peak_time, goal + scale * m.overshoot * step, "^", color=BLACK, label=words)
    if m.settling_time is not None:
        words = f"within {100.0 * m.band:g} % after {m.settling_time:.3g} s"
        axes.axvline(m.settling_time, color=GREY, linestyle=":", label=words)
    if m.rise_time is not None:
        axes.plot([], [], " ", label=f"rise time {m.rise_time:.3g} s")
    finish(axes, "time from the step [s]", f"{result.target}, {side} [{unit}]", legend="best", xlim=(t[0], t[-1]))
    if deep:
        axes.invert_yaxis()
    return figure

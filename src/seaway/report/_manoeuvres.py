"""Figures of manoeuvres: the track or the response, with what is measured of it."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

from math import cos, degrees, pi, sin
from typing import Final

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
from seaway.report._style import BLUE, COLORS, GREY, ORANGE, new_figure

__all__ = ["manoeuvre_figure"]

Result = BollardPullResult | FreeDecayResult | StepResponseResult | TurningCircleResult | ZigZagTrialResult

_GREEN: Final = COLORS[2]
# Marks of the heading along a track, and their length as a part of its size.
_MARKS: Final = 16
_MARK: Final = 0.05


def manoeuvre_figure(result: Result) -> Figure:
    """Draw a manoeuvre with its measures: a turning circle, a zig-zag, a free decay, a bollard pull or a step.

    Args:
        result: From ``run`` of one of ``seaway.manoeuvres``.

    Returns:
        A figure; see ``save``.

    Raises:
        ModelError: It is something else.
    """
    match result:
        case TurningCircleResult():
            return _turning(result)
        case ZigZagTrialResult():
            return _zigzag(result)
        case FreeDecayResult():
            return _decay(result)
        case BollardPullResult():
            return _bollard(result)
        case StepResponseResult():
            return _step(result)
        case _:
            raise ModelError(f"this is no manoeuvre that can be drawn: {result!r}")


def _turning(result: TurningCircleResult) -> Figure:
    m, one = result.measures, result.recording[0]
    t, p = one.time, one.position[:, 0]
    yaw = np.unwrap(one.rpy[:, 0, 2])
    sign = 1.0 if m.side == "left" else -1.0
    yaw0 = float(np.interp(result.execute, t, yaw))
    along, across = _from_helm(t, p, result.execute, yaw0, sign)
    figure = new_figure(11.0, 6.2)
    plan, side = figure.subplots(1, 2, width_ratios=[1.25, 1.0])
    size = max(float(np.ptp(across)), 0.3 * float(np.ptp(along)), 1e-6)
    # Of the approach its last piece.
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
            plan.plot(*place, marker, color=_GREEN, markersize=7, zorder=5, label=f"{angle}° after {moment:.3g} s")
    if m.advance is not None and m.transfer is not None:
        _measure(plan, (-0.06 * size, 0.0), (-0.06 * size, m.advance), f"advance {m.advance:.3g} m", upright=True)
        plan.plot([-0.06 * size, m.transfer], [m.advance, m.advance], color=GREY, linewidth=0.7, linestyle=":")
        top = 1.06 * m.advance
        _measure(plan, (0.0, top), (m.transfer, top), f"transfer {m.transfer:.3g} m")
    if m.tactical_diameter is not None:
        low = float(np.min(along[t >= result.execute])) - 0.1 * size
        _measure(plan, (0.0, low), (m.tactical_diameter, low), f"tactical diameter {m.tactical_diameter:.3g} m")
        plan.plot([m.tactical_diameter] * 2, [low, 0.5 * m.tactical_diameter], color=GREY, linewidth=0.7, linestyle=":")
        plan.update_datalim([(0.0, low - 0.05 * size), (0.0, 1.15 * (m.advance or 0.0))])
    plan.set_aspect("equal", adjustable="datalim")
    plan.set(xlabel=f"across the old course, to the {m.side} [m]", ylabel="along the old course [m]")
    if m.side == "left":
        plan.invert_xaxis()  # so that it turns to the left on paper too
    plan.legend(frameon=False, fontsize="small", loc="best")
    plan.grid(alpha=0.3)
    _draw_turn(side, t, one.velocity[:, 0], sign * np.degrees(yaw - yaw0), result.execute)
    diameter = "" if m.steady_diameter is None else f", steady diameter {m.steady_diameter:.3g} m"
    drift = "" if m.drift_angle is None else f", drift angle {degrees(m.drift_angle):.2g}°"
    figure.suptitle(f"{result.vehicle}: turning circle to the {m.side}{diameter}{drift}", fontsize="large")
    return figure


def _from_helm(t: Floats, p: Floats, execute: float, yaw0: float, sign: float) -> tuple[Floats, Floats]:
    """Way along the old course, and across it to the side of the turn, from where the helm was put over [m]."""
    x, y = p[:, 0] - np.interp(execute, t, p[:, 0]), p[:, 1] - np.interp(execute, t, p[:, 1])
    return cos(yaw0) * x + sin(yaw0) * y, sign * (cos(yaw0) * y - sin(yaw0) * x)


def _measure(axes: Axes, a: tuple[float, float], b: tuple[float, float], words: str, upright: bool = False) -> None:
    """A dimension line."""
    axes.annotate("", a, b, arrowprops={"arrowstyle": "<->", "color": GREY, "shrinkA": 0, "shrinkB": 0})
    middle = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]))
    axes.annotate(
        words,
        middle,
        (-4, 0) if upright else (0, 3),
        textcoords="offset points",
        ha="right" if upright else "center",
        va="center" if upright else "bottom",
        rotation=90 if upright else 0,
        fontsize="small",
        rotation_mode="default",
    )


def _draw_turn(axes: Axes, t: Floats, velocity: Floats, turned: Floats, execute: float) -> None:
    speed = np.hypot(velocity[:, 0], velocity[:, 1])
    axes.plot(t - execute, speed, color=BLUE, label="speed [m/s]")
    axes.plot(t - execute, np.degrees(np.abs(velocity[:, 5])) / 10.0, color=ORANGE, label="yaw rate [10°/s]")
    axes.axvline(0.0, color=GREY, linewidth=0.8, linestyle=":")
    axes.set(xlabel="time from the helm [s]", ylabel="speed, yaw rate", ylim=(0.0, None))
    heading = axes.twinx()
    heading.plot(t - execute, turned, color=_GREEN, linewidth=1.0, label="change of heading [°]")
    heading.set(ylabel="change of heading [°]", ylim=(0.0, None))
    lines = [*axes.get_lines()[:2], heading.get_lines()[0]]
    axes.legend(lines, [str(line.get_label()) for line in lines], frameon=False, fontsize="small", loc="best")
    axes.grid(alpha=0.3)


def _zigzag(result: ZigZagTrialResult) -> Figure:
    m, one = result.measures, result.recording[0]
    t, yaw = one.time, np.unwrap(one.rpy[:, 0, 2])
    start = m.executes[0]
    change = np.degrees(yaw - np.interp(start, t, yaw))
    angle = degrees(result.angle)
    figure = new_figure(10.0, 6.0)
    axes, plan = figure.subplots(2, 1, height_ratios=[2.2, 1.0])
    axes.plot(t - start, change, color=BLUE, linewidth=1.6, label="change of heading")
    axes.step(t - start, angle * result.helm, color=ORANGE, linewidth=1.0, where="post", label="side of the helm")
    for level in (angle, -angle):
        axes.axhline(level, color=GREY, linewidth=0.7, linestyle=":")
    for n, (execute, heading, over, checking) in enumerate(
        zip(m.executes[1:], m.headings, m.overshoots, m.yaw_checking_times, strict=False)
    ):
        side = np.sign(np.interp(execute, t, yaw) - np.interp(start, t, yaw))
        top = side * degrees(heading + over)
        when = execute - start + checking
        axes.plot(when, top, "o", color=_GREEN, markersize=5)
        if n < 4:
            words = f"{degrees(over):.2g}°"
            axes.annotate(
                words, (when, top), (0, 9 * side), textcoords="offset points", ha="center", va="center", color=_GREEN
            )
    if m.reach is not None:
        axes.plot(m.reach, 0.0, "s", color="black", markersize=5, label=f"reach {m.reach:.3g} s")
    if m.period is not None:
        axes.plot(m.period, 0.0, "D", color="black", markersize=5, label=f"complete cycle {m.period:.3g} s")
    last = float(m.executes[min(6, len(m.executes) - 1)]) - start
    span = min(float(t[-1]) - start, 1.35 * max(last, 1e-9))
    axes.set(xlim=(-0.08 * span, span), ylabel="[°], to the left", xlabel="time from the first execute [s]")
    most = 1.3 * float(np.max(np.abs(change[(t >= start) & (t <= start + span)])))
    axes.set_ylim(-most, most)
    axes.legend(frameon=False, fontsize="small", loc="upper right", ncols=2)
    shown = (t >= start - 0.08 * span) & (t <= start + span)
    along, across = _from_helm(t, one.position[:, 0], start, float(np.interp(start, t, yaw)), 1.0)
    plan.plot(along[shown], across[shown], color=BLUE, linewidth=1.6)
    plan.set(xlabel="along the old course [m]", ylabel="to the left [m]")
    for each in (axes, plan):
        each.grid(alpha=0.3)
    figure.suptitle(f"{result.vehicle}: zig-zag of {angle:.3g}°", fontsize="large")
    return figure


def _decay(result: FreeDecayResult) -> Figure:
    m, t = result.measures, result.recording.time
    unit, scale = ("m", 1.0) if result.axis == "heave" else ("°", 180.0 / pi)
    figure = new_figure(10.0, 4.6)
    axes, line = figure.subplots(1, 2, width_ratios=[1.7, 1.0])
    axes.plot(t, scale * result.values, color=BLUE, linewidth=1.6, label=result.axis)
    axes.plot(m.times, scale * np.array(m.extremes), "o", color=ORANGE, markersize=5, label="extremes")
    omega = 2.0 * pi / m.natural_period
    first = m.times[0]
    envelope = scale * abs(m.extremes[0]) * np.exp(-m.damping_ratio * omega * (t - first))
    for side in (1.0, -1.0):
        label = f"$e^{{-\\zeta\\omega t}}$, ζ = {m.damping_ratio:.3g}" if side > 0.0 else None
        axes.plot(t, side * envelope, color=GREY, linewidth=0.9, linestyle="--", label=label)
    axes.set(xlabel="time [s]", ylabel=f"{result.axis} from the rest [{unit}]", xlim=(0.0, float(t[-1])))
    axes.legend(frameon=False, fontsize="small")
    sizes = np.abs(m.extremes)
    if m.linear is not None and m.quadratic is not None:
        decrements = 2.0 / m.period * np.log(sizes[:-2] / sizes[2:])
        line.plot(scale * sizes[1:-1], decrements, "o", color=ORANGE, markersize=5, label="cycles")
        grid = np.linspace(0.0, float(np.max(sizes[1:-1])), 50)
        fit = m.linear + 16.0 / 3.0 * grid / m.period * m.quadratic
        per = "m" if result.axis == "heave" else "rad"
        words = f"$p_1$ = {m.linear:.3g} /s, $p_2$ = {m.quadratic:.3g} /{per}"
        line.plot(scale * grid, fit, color=BLUE, linewidth=1.2, label=words)
        line.set_ylim(0.0, 1.25 * float(np.max(np.concatenate([decrements, fit]))))
        line.legend(frameon=False, fontsize="small")
    line.set(xlabel=f"swing [{unit}]", ylabel="decrement of a cycle, 2/T ln(X1/X3) [1/s]", xlim=(0.0, None))
    for each in (axes, line):
        each.grid(alpha=0.3)
    figure.suptitle(f"{result.vehicle}: free decay in {result.axis}, period {m.period:.4g} s", fontsize="large")
    return figure


def _bollard(result: BollardPullResult) -> Figure:
    figure = new_figure(9.0, 4.2)
    pull, speed = figure.subplots(1, 2)
    share = 100.0 * result.levels
    pull.plot(share, result.pulls, "o-", color=BLUE)
    pull.set(xlabel="command [%]", ylabel="pull at no speed [N]")
    steady = np.array(result.steady)
    speed.plot(share, result.speeds, "-", color=ORANGE)
    speed.plot(share[steady], result.speeds[steady], "o", color=ORANGE, label="steady")
    if not np.all(steady):
        speed.plot(share[~steady], result.speeds[~steady], "x", color="black", label="not steady at the end")
    speed.set(xlabel="command [%]", ylabel="speed ahead at the end [m/s]")
    speed.legend(frameon=False, fontsize="small")
    for each in (pull, speed):
        each.set(xlim=(0.0, None), ylim=(0.0, None))
        each.grid(alpha=0.3)
    figure.suptitle(f"{result.vehicle}: bollard pull {float(result.pulls[-1]):.4g} N", fontsize="large")
    return figure


def _step(result: StepResponseResult) -> Figure:
    m, t = result.measures, result.recording.time - result.start
    unit, scale = ("m", 1.0) if result.target == "depth" else ("°", 180.0 / pi)
    begin = float(np.interp(0.0, t, result.values))
    step = result.goal - begin
    figure = new_figure(9.0, 4.6)
    axes = figure.subplots()
    band = scale * m.band * abs(step)
    axes.axhspan(scale * result.goal - band, scale * result.goal + band, color=_GREEN, alpha=0.15, linewidth=0)
    goal = np.where(t < 0.0, result.initial, result.goal)
    axes.step(t, scale * goal, color=ORANGE, where="post", linewidth=1.0, label="set point")
    axes.plot(t, scale * result.values, color=BLUE, linewidth=1.6, label=result.target)
    if m.peak_time is not None:
        peak = scale * (result.goal + m.overshoot * step)
        axes.plot(m.peak_time, peak, "^", color="black", label=f"overshoot {100.0 * m.overshoot:.3g} %")
    if m.settling_time is not None:
        words = f"within {100.0 * m.band:g} % after {m.settling_time:.3g} s"
        axes.axvline(m.settling_time, color=GREY, linestyle=":", label=words)
    if m.rise_time is not None:
        axes.plot([], [], " ", label=f"rise time {m.rise_time:.3g} s")
    side = "below the surface" if result.target == "depth" else "to the left"
    axes.set(xlabel="time from the step [s]", ylabel=f"{result.target}, {side} [{unit}]", xlim=(t[0], t[-1]))
    if result.target == "depth":
        axes.invert_yaxis()
    axes.legend(frameon=False, fontsize="small")
    axes.grid(alpha=0.3)
    change = scale * (result.goal - result.initial)
    figure.suptitle(f"{result.vehicle}: step of {result.target} by {change:.3g} {unit}", fontsize="large")
    return figure

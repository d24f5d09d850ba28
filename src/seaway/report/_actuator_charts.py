"""The chart of a vehicle's actuators: commands and actual values, with their limits."""

from collections.abc import Mapping
from math import degrees
from typing import Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.report._charts import (
    Chart,
    Curve,
    Drawn,
    Key,
    Lines,
    Panel,
    constant,
    number,
    range_words,
    scale,
    time_scale,
)
from seaway.report._map import VEHICLES
from seaway.report._pages import finite, table, tables, text
from seaway.report._samples import Samples
from seaway.report._time_panels import SET_POINT
from seaway.sim._dataset import ACTUATOR_GROUPS

_LIMIT: Final = "line red dotted"
_ACTUAL: Final = "line blue"
# More actuators than these have no panels of their own.
_MOST: Final = 16
# A command this near to its limit, as a part of the range, is at it.
_NEAR: Final = 1e-3
_UNITS: Final = {"thrust": "N", "speed": "rad/s", "table": "", "1": "", "angle": "°"}
_WORDS: Final = {"thrust": "thrust", "speed": "propeller speed", "table": "command", "angle": "angle"}

Limits = Mapping[tuple[str, str], tuple[float | None, float | None]]
"""Least and greatest command of an actuator, by the names of vehicle and actuator."""


class _Actuator(NamedTuple):
    """An actuator in run 0; angles in degrees."""

    name: str
    command: Floats
    command_quantity: str
    state: Floats | None
    state_quantity: str
    limits: tuple[float | None, float | None]


def limits_of(manifest: Mapping[str, Any]) -> Limits:
    """The limits in a manifest, which may come from a stranger."""
    listed = tables(table(manifest.get("drawing")).get("limits"))
    return {
        (text(each.get("vehicle")), text(each.get("name"))): (finite(each.get("low")), finite(each.get("high")))
        for each in listed
    }


def actuators_chart(samples: Samples, vehicle: int, limits: Limits, *, every: bool = False) -> Chart:
    """Commands and actual values of thrusters, fins and a user's own forces, with their limits; of run 0."""
    found = list(_actuators(samples, vehicle, limits))
    moving = [each for each in found if every or not constant([each.command, *_state(each)], 1e-9)]
    omitted = [each.name for each in found if each not in moving]
    alike = [each for each in moving if each.state is None or each.state_quantity == each.command_quantity]
    panels = [_own_panel(samples.time, each) for each in alike[:_MOST]]
    others = [each for each in moving if each not in alike][:_MOST]
    columns = 2 if len(panels) > 1 else 1
    keys = list[Key]()
    if alike:
        keys = [Key(_ACTUAL, "actual"), Key(SET_POINT, "command")]
    if others:
        columns = 1
        colors = [f"line {VEHICLES[k % len(VEHICLES)]}{' dashed' if k >= len(VEHICLES) else ''}" for k in range(_MOST)]
        styled = list(zip(others, colors, strict=False))
        keys += [Key(style, each.name) for each, style in styled]
        panels += [
            *_together(samples.time, styled, of_command=True),
            *_together(samples.time, styled, of_command=False),
        ]
    if any(isinstance(each, Lines) for panel in panels for each in panel.drawn):
        keys.append(Key(_LIMIT, "limit"))
    caption = f"Commands and actual values.{_at_limits(moving)}" + (" Run 0." if samples.rows > 1 else "")
    title = f"Actuators of {samples.names[vehicle]}"
    return Chart(title, panels, caption, keys, columns, omitted=omitted)


def _actuators(samples: Samples, vehicle: int, limits: Limits) -> "list[_Actuator]":
    own, found = samples.names[vehicle], list[_Actuator]()
    for group in ACTUATOR_GROUPS:
        names, owners = samples.words(group), samples.words(f"{group}_vehicle_name")
        commands, states = samples.words(f"{group}_command_quantity"), samples.words(f"{group}_state_quantity")
        for k, (name, owner, command, state) in enumerate(zip(names, owners, commands, states, strict=False)):
            asked = f"{group}_{command.replace('/', '_per_')}_command"
            done = f"{group}_{state.replace('/', '_per_')}"
            if owner != own or asked not in samples:
                continue
            factor = degrees(1.0) if command == "angle" else 1.0
            short = name.removeprefix(f"{own}.")
            ends = limits.get((own, short), limits.get((own, name), (None, None)))
            actual = factor * samples.take(done, row=0, **{group: k}) if state and done in samples else None
            found.append(
                _Actuator(
                    short,
                    factor * samples.take(asked, row=0, **{group: k}),
                    command,
                    actual,
                    state,
                    (_times(factor, ends[0]), _times(factor, ends[1])),
                )
            )
    return found


def _times(factor: float, value: float | None) -> float | None:
    return None if value is None else factor * value


def _state(actuator: _Actuator) -> list[Floats]:
    return [] if actuator.state is None else [actuator.state]


def _own_panel(time: Floats, each: _Actuator) -> Panel:
    unit = _UNITS.get(each.command_quantity, each.command_quantity)
    values = [each.command, *_state(each)]
    drawn: list[Drawn] = [Curve(time, each.state, _ACTUAL, name="actual")] if each.state is not None else []
    drawn.append(Curve(time, each.command, SET_POINT, name="command"))
    label = f"{each.name}, {_WORDS.get(each.command_quantity, 'command')}"
    return _panel(label, unit, time, values, drawn, [each])


def _together(time: Floats, styled: "list[tuple[_Actuator, str]]", *, of_command: bool) -> list[Panel]:
    """Actuators in one panel for each quantity."""
    panels = list[Panel]()
    quantities = [each.command_quantity if of_command else each.state_quantity for each, _ in styled]
    for what in dict.fromkeys(quantities):
        own = [pair for pair, quantity in zip(styled, quantities, strict=True) if quantity == what]
        curves = [(each.command if of_command else each.state, style, each.name) for each, style in own]
        drawn: list[Drawn] = [Curve(time, y, style, name=name) for y, style, name in curves if y is not None]
        values = [y for y, _, _ in curves if y is not None]
        label = f"{'commands' if of_command else 'actual'}{'' if what == 'table' else f', {_WORDS.get(what, what)}'}"
        limited = [each for each, _ in own] if of_command else []
        panels.append(_panel(label, _UNITS.get(what, what), time, values, drawn, limited))
    return panels


def _panel(
    label: str, unit: str, time: Floats, values: list[Floats], drawn: list[Drawn], limited: list[_Actuator]
) -> Panel:
    """A panel with the limits that lie within its scale."""
    largest = max((float(np.nanmax(np.abs(each))) for each in values if np.any(np.isfinite(each))), default=1.0)
    least = max(1e-3 * largest, 1e-9)
    y = scale(values, least)
    ends = {end for each in limited for end in each.limits if end is not None and y.low <= end <= y.high}
    lines: list[Drawn] = [Lines(np.array(sorted(ends)), _LIMIT, level=True)] if ends else []
    words = f"{label} over time, {range_words(np.concatenate(values), unit)}"
    return Panel(label, unit, time_scale(time), y, [*lines, *drawn], words, least=least)


def _at_limits(actuators: list[_Actuator]) -> str:
    """How long commands are at their limits."""
    shares = dict[str, float]()
    for each in actuators:
        low, high = each.limits
        if low is None or high is None:
            continue
        near = _NEAR * (high - low)
        share = float(np.mean((each.command <= low + near) | (each.command >= high - near)))
        if share > 0.0:
            shares[each.name] = share
    if not shares:
        return " No command reaches its limit." if any(None not in each.limits for each in actuators) else ""
    words = ", ".join(f"{name} {number(100.0 * share, 2)} %" for name, share in shares.items())
    return f" Share of the time at a limit: {words}."

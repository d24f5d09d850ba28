"""Bollard pull, and the speed that the same commands give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, positive
from seaway.control import Autopilot, Combined, CommandTable
from seaway.errors import ModelError
from seaway.manoeuvres._start import Manoeuvre, Quantity, rest_pose, simulation_at_rest, whole_periods
from seaway.manoeuvres._steering import ahead_commands
from seaway.sea import Sea
from seaway.sim import Controller, Recording
from seaway.vehicle import Vehicle

__all__ = ["BollardPull", "SteadySpeeds", "bollard_pull", "steady_speeds"]

# A speed is steady when it changes by less than this share over the last tenth of the run.
_STEADY: Final = 1e-3
_END: Final = 0.1
_PERIOD: Final = 0.1  # between samples [s]
_LEVELS: Final = (0.25, 0.5, 0.75, 1.0)


class SteadySpeeds(NamedTuple):
    """Speeds ahead over ground at the end of runs, a row each [m/s]; whether each is ``steady``; the ``recording``."""

    speeds: Floats
    steady: tuple[bool, ...]
    recording: Recording


@dataclass(frozen=True, eq=False)
class BollardPull(Manoeuvre):
    """A bollard pull, and the steady speeds of the same commands.

    Attributes:
        levels: Shares of the command ahead, (n,).
        commands: Of each propeller by name, (n,).
        pulls: Force ahead at no speed [N], (n,).
        wrenches: Of all thrusters about Bo in B at no speed [N, Nm], (n, 6).
        speeds: Ahead over ground, at the end of a run with each command [m/s], (n,).
        steady: Whether each of them is steady.
    """

    levels: Floats
    commands: Mapping[str, Floats]
    pulls: Floats
    wrenches: Floats
    speeds: Floats
    steady: tuple[bool, ...]

    def quantities(self) -> tuple[Quantity, ...]:
        """The measures, with labels and units."""
        found: list[Quantity] = []
        for level, pull, speed, steady in zip(self.levels, self.pulls, self.speeds, self.steady, strict=True):
            share = f"{100.0 * level:g}"
            found += [
                Quantity(f"pull_{share}", f"pull at {share} %", float(pull), "N"),
                Quantity(f"speed_{share}", f"steady speed at {share} %", float(speed) if steady else None, "m/s"),
            ]
        return tuple(found)


def steady_speeds(
    vehicle: Vehicle,
    sea: Sea,
    commands: Sequence[Mapping[str, float]],
    time_step: float = 0.01,
    duration: float = 60.0,
    depth: float | None = None,
    hold: Mapping[str, float] | None = None,
) -> SteadySpeeds:
    """Run ahead from rest with held commands, and take the speed at the end.

    Args:
        vehicle: The vehicle.
        sea: Where.
        commands: Of propellers by name, a mapping for each row; those that it does not name are 0.
        time_step: h [s].
        duration: Of the runs [s].
        depth: To begin at [m]; see ``rest_pose`` where None.
        hold: Set points and other numbers of an ``Autopilot`` beside the commands, e.g. of one that its own propellers
            would pitch: ``{"depth": 5.0, "roll": 0.0, "pitch": 0.0, "natural_frequency": 4.0}``.
    """
    if not commands:
        raise ModelError("steady speeds need commands, got none")
    sim = simulation_at_rest(vehicle, sea, rest_pose(vehicle, sea, depth), time_step, batch=len(commands))
    names = dict.fromkeys(name for each in commands for name in each)
    held = {name: np.array([each.get(name, 0.0) for each in commands]) for name in names}
    h = sim.time_step
    period = whole_periods(h, _PERIOD)
    controller: Controller = CommandTable(actuators=held)
    if hold:
        controller = Combined(controller, Autopilot(vehicle, sea, **dict[str, Any](hold)))
    recording = sim.run(
        positive(duration, "the duration [s]"),
        controller,
        control_period=period,
        record=("state", "actuators"),
        record_period=period,
    )
    ahead = recording[0].velocity[:, :, 0]
    last = ahead[recording.time >= recording.time[-1] - _END * duration]
    change = np.max(last, axis=0) - np.min(last, axis=0)
    steady = change <= _STEADY * np.maximum(np.abs(last[-1]), 1e-6)
    return SteadySpeeds(last[-1], tuple(bool(each) for each in steady), recording)


def bollard_pull(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    ahead: float | Mapping[str, float] | None = None,
    levels: ArrayLike = _LEVELS,
    duration: float = 120.0,
    depth: float | None = None,
    hold: Mapping[str, float] | None = None,
    time_step: float = 0.01,
) -> BollardPull:
    """Measure the pull at no speed, and the speed that the same commands give.

    The pull is what the thrusters do once their propellers turn as they are asked to, with the vehicle held fast.

    Args:
        vehicle: With propellers that drive it ahead.
        sea: Where; ``Sea()`` where None.
        ahead: Command of the propellers, one for all or by name; their greatest where None.
        levels: Shares of it, (n,).
        duration: Of the runs to a steady speed [s].
        depth: To begin at [m]; see ``rest_pose`` where None.
        hold: Set points of an ``Autopilot`` in the runs to a steady speed; see ``steady_speeds``.
        time_step: h [s].

    Raises:
        ModelError: Nothing drives it ahead, or a number is out of its range.
        SimulationError: The motion diverged.
    """
    water = Sea() if sea is None else sea
    driving = ahead_commands(vehicle, ahead)
    shares = finite_floats(levels, (np.size(levels),), "the levels of a bollard pull")
    if len(shares) == 0:
        raise ModelError("a bollard pull needs levels, shares of the command ahead, got none")
    pose = rest_pose(vehicle, water, depth)
    sim = simulation_at_rest(vehicle, water, pose, time_step, batch=len(shares))
    commands = {name: frozen(shares * command) for name, command in driving.items()}
    sim.settle(actuators=commands)
    wrenches = sim.forces()["thrusters"][:, 0].copy()
    rows = [{name: float(values[i]) for name, values in commands.items()} for i in range(len(shares))]
    speeds = steady_speeds(vehicle, water, rows, time_step, duration, depth, hold)
    return BollardPull(
        vehicle.name,
        speeds.recording,
        {"ahead": dict(driving), "duration": float(duration), "hold": dict(hold or {})},
        frozen(shares),
        commands,
        frozen(wrenches[:, 0]),
        frozen(wrenches),
        frozen(speeds.speeds),
        speeds.steady,
    )

"""Bollard pull, and the steady speed with the same commands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import degrees, radians
from typing import ClassVar, Final, get_args

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.control import Autopilot, Combined, CommandTable
from seaway.errors import ModelError
from seaway.manoeuvres._fields import Commands, a_depth, a_time_or_none, a_time_step, settings_of, timing_conflicts
from seaway.manoeuvres._measures import Definition, Findings, Measure
from seaway.manoeuvres._start import (
    HoldDepth,
    Progress,
    Result,
    held,
    recorded,
    run_long_enough,
    simulation_at_rest,
    tilt_of,
)
from seaway.manoeuvres._steering import ahead_commands
from seaway.manoeuvres._tracks import UPRIGHT
from seaway.parts import KW_ONLY, Array, Choice, OneOrNone, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.sim import AnyController, Recording
from seaway.vehicle import Vehicle

# A speed is steady if it changes by no more than this share over the last tenth of the run.
_STEADY: Final = 1e-3
_END: Final = 0.1
_PERIOD: Final = 0.1  # between samples [s]
# Default durations [s]: the next one is used if a mean speed still changes at the end of the one before.
_DURATIONS: Final = (120.0, 240.0, 480.0, 960.0)
_STRAIGHT: Final = radians(5.0)
_FIRST_GUESS: Final = 60.0  # duration of a run for the cruise speed of an autopilot [s]
_SLOWEST: Final = 1e-3  # that counts as way ahead [m/s]
_APPROACHED: Final = 0.01  # share of the steady speed within which an approach ends
_SHORTEST_APPROACH: Final = 30.0  # [s]

BOLLARD: Final = (
    Definition("pull_{}", "pull at {} %", "N", "> 0"),
    Definition(
        "speed_{}", "steady speed at {} %", "m/s", "> 0; changes by at most 0.1 % in the last tenth; tilt at most 45°"
    ),
)
"""Measures of a bollard pull, for each share of the command ahead [%]."""


@dataclass(frozen=True, eq=False)
class BollardPullResult(Result):
    """Result of a ``BollardPull``.

    Attributes:
        levels: Shares of the command ahead, (n,).
        commands: Commands of each propeller by name, (n,).
        pulls: Force ahead at zero speed [N], (n,).
        wrenches: Wrench of all thrusters about Bo in B at zero speed [N, Nm], (n, 6).
        speeds: Speed ahead over ground at the end of a run with each command [m/s], (n,).
        steady: Whether each of these speeds is steady.
        changes: Change of speed in the last tenth of each run, as a share of the speed, (n,).
        tilts: Largest angle between the z axis of the vehicle and the vertical, in the last tenth of each run [rad].
    """

    levels: Floats
    commands: Mapping[str, Floats]
    pulls: Floats
    wrenches: Floats
    speeds: Floats
    steady: tuple[bool, ...]
    changes: Floats
    tilts: Floats
    definitions: ClassVar = BOLLARD

    def quantities(self) -> tuple[Measure, ...]:
        """Measures with labels, units, and reasons for those without a value."""
        found, findings = list[Measure](), Findings()
        for k, level in enumerate(self.levels):
            share, pull, speed = f"{100.0 * level:g}", float(self.pulls[k]), float(self.speeds[k])
            values = (
                findings(f"pull_{share}", pull, self._no_pull(k)),
                findings(f"speed_{share}", speed, self._no_speed(k)),
            )
            for (key, label, unit, _), value in zip(BOLLARD, values, strict=True):
                key = key.format(share)
                found.append(Measure(key, label.format(share), value, unit, findings.reasons.get(key, "")))
        return tuple(found)

    def _no_pull(self, k: int) -> str:
        pull = float(self.pulls[k])
        return "" if pull > 0.0 else f"the thrusters do not pull ahead with these commands: {pull:.3g} N"

    def _no_speed(self, k: int) -> str:
        """Why a run gives no steady speed; empty if it does."""
        if self.tilts[k] > UPRIGHT:
            angle = degrees(float(self.tilts[k]))
            return f"the vehicle tilts by {angle:.0f}° at the end of the run, more than 45°: the thrust turns it over"
        if not self.steady[k]:
            change = 100.0 * float(self.changes[k])
            return f"the speed changes by {change:.2g} % in the last tenth of the run, more than {100.0 * _STEADY:g} %"
        speed = float(self.speeds[k])
        return "" if speed > _SLOWEST else f"the vehicle makes no way ahead: {speed:.3g} m/s"


class BollardPull(Part, what="bollard pull"):
    """Pull at zero speed, and the steady speed with the same commands.

    The pull is the force of the thrusters once their propellers turn as commanded, with the vehicle held fast.

    Raises:
        ModelError: A number is out of range.

    Example:
        >>> from seaway import library
        >>> from seaway.manoeuvres import BollardPull
        >>> otter = library.entry("otter")
        >>> BollardPull(levels=[1.0], duration=1.0).run(otter.vehicle, otter.sea).pulls.round(1).tolist()
        [239.4]
    """

    _: KW_ONLY
    ahead: Commands = Commands("unit of the command")
    """Command of the propellers ahead, one for all or by name. Default: the greatest."""
    levels: Array = Array(
        shape=(None,),
        above=0.0,
        at_most=1.0,
        rule=lambda array: None if array.ndim == 1 and len(array) <= 100 else "must be one list of at most 100 numbers",
        default=(0.25, 0.5, 0.75, 1.0),
    )
    """Shares of the command ahead."""
    duration: ScalarOrNone = a_time_or_none()
    """Duration of the runs to a steady speed. Default: until all are steady, 120 to 960 s."""
    depth: ScalarOrNone = a_depth()
    """Initial depth. Default: afloat; ten times its size for a diving vehicle."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Autopilot in the runs to a steady speed."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="auto")
    """Whether an autopilot holds the initial depth; auto: if the vehicle dives and can."""
    time_step: Scalar = a_time_step(0.01)
    """Time step."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the number of steps."""
        yield from timing_conflicts(self.duration, None, self.time_step)

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> BollardPullResult:
        """Run the manoeuvre.

        Args:
            vehicle: Vehicle with propellers that drive it ahead.
            sea: The sea; default: ``Sea()``.
            progress: Called now and then with the simulated time and the duration [s].

        Raises:
            ModelError: Nothing drives the vehicle ahead.
            SimulationError: The motion diverged.
        """
        water = Sea() if sea is None else sea
        driving = ahead_commands(vehicle, self.ahead)
        commands = {name: frozen(self.levels * command) for name, command in driving.items()}
        sim = simulation_at_rest(self, vehicle, water, batch=len(self.levels))
        sim.to_steady_state(actuators=commands)
        wrenches = frozen(sim.forces()["thrusters"][:, 0])
        hold = held(self, vehicle, water)
        if hold is not None and hold.cruise_speed is None and vehicle.fins:
            guess = guessed_cruise(vehicle, water, driving, depth=self.depth, h=self.time_step)
            hold = hold.replace(cruise_speed=guess)
        pilots = () if hold is None else (hold,)
        runs = run_to_steady_speed(self, vehicle, water, commands, hold=pilots, progress=progress)
        # Many submerged bodies do not keep their course by themselves; others oscillate where an autopilot holds them.
        others = list[tuple[Autopilot, ...]]()
        if hold is not None and "yaw" not in hold.loops and not runs.straight:
            others.append((hold.replace(yaw=0.0),))
        if self.hold is None and self.hold_depth == "auto" and hold is not None and not vehicle.fins:
            others.append(())
        for pilots in others:
            if runs.count < len(self.levels):
                tried = run_to_steady_speed(self, vehicle, water, commands, hold=pilots, progress=progress)
                runs = tried if tried.count > runs.count else runs
        about = vehicle.name, runs.recording, settings_of(self, ahead=dict(driving), duration=runs.duration)
        pulls = frozen(wrenches[:, 0])
        found = runs.speeds, runs.steady, runs.changes, runs.tilts
        return BollardPullResult(*about, self.levels, commands, pulls, wrenches, *found)


@dataclass(frozen=True)
class SteadyRuns:
    """Runs ahead from rest with constant commands.

    Attributes:
        recording: Their recording.
        duration: Their duration [s].
        speeds: Speed ahead over ground at the end [m/s], (run,).
        steady: Whether each of these speeds is steady.
        changes: Change of speed in the last tenth, as a share of the speed, (run,).
        tilts: Largest angle between the z axis and the vertical in the last tenth [rad], (run,).
    """

    recording: Recording
    duration: float
    speeds: Floats
    steady: tuple[bool, ...]
    changes: Floats
    tilts: Floats

    @property
    def count(self) -> int:
        """Number of runs that are straight, upright and steady at the end."""
        straight = np.abs(self.recording[0].rpy[-1, :, 2]) <= _STRAIGHT
        return int(np.count_nonzero(straight & (self.tilts <= UPRIGHT) & np.array(self.steady)))

    @property
    def straight(self) -> bool:
        """Whether all runs end on their initial heading, within 5°."""
        return bool(np.all(np.abs(self.recording[0].rpy[-1, :, 2]) <= _STRAIGHT))

    @property
    def still_changing(self) -> bool:
        """Whether a mean speed changes from the last tenth but one to the last by more than 0.1 %."""
        time, ahead = self.recording.time, self.recording[0].velocity[:, :, 0]
        ages = (time[-1] - time) / self.duration
        late, early = (np.mean(ahead[(ages >= k * _END) & (ages < (k + 1) * _END)], axis=0) for k in (0, 1))
        return bool(np.any(np.abs(late - early) > _STEADY * np.maximum(np.abs(late), _SLOWEST)))

    @property
    def approach(self) -> float:
        """Time after which the mean speed of the first run stays within 1 % of the final one [s], 30 s or more.

        A speed that never gets steady is not waited for longer than 120 s.
        """
        if self.still_changing:
            return min(_DURATIONS[0], self.duration)
        time, ahead = self.recording.time, self.recording[0].velocity[:, 0, 0]
        edges = np.linspace(0.0, self.duration, 25)
        means = np.array([np.mean(ahead[(time >= a) & (time <= b)]) for a, b in pairwise(edges.tolist())])
        late = np.flatnonzero(np.abs(means - means[-1]) > _APPROACHED * abs(float(means[-1])))
        return max(_SHORTEST_APPROACH, float(edges[late[-1] + 1]) if len(late) else 0.0)


def run_to_steady_speed(
    settings: BollardPull,
    vehicle: Vehicle,
    sea: Sea,
    commands: Mapping[str, Floats],
    *,
    hold: Sequence[Autopilot] = (),
    progress: Progress | None = None,
) -> SteadyRuns:
    """Run ahead from rest with constant commands, for as long as the speed needs unless a duration is given.

    Args:
        settings: Duration, depth, time step and number of levels count.
        vehicle: The vehicle.
        sea: The sea.
        commands: Commands of propellers by name, one for each level; others are 0.
        hold: Autopilots beside the commands.
        progress: Called now and then with the simulated time and the duration [s].
    """
    controller: AnyController = CommandTable(actuators=commands)
    if hold:
        controller = Combined(controller, *hold)
    runs, _ = run_long_enough(
        settings.duration,
        _DURATIONS,
        lambda duration: _run(settings, duration, vehicle, sea, controller, progress),
        lambda runs: not runs.still_changing,
    )
    return runs


def _run(
    settings: BollardPull,
    duration: float,
    vehicle: Vehicle,
    sea: Sea,
    controller: AnyController,
    progress: Progress | None,
) -> SteadyRuns:
    sim = simulation_at_rest(settings, vehicle, sea, batch=len(settings.levels))
    recording = recorded(sim, duration, controller, period=_PERIOD, progress=progress)
    late = recording.time >= recording.time[-1] - _END * duration
    last = recording[0].velocity[late, :, 0]
    changes = frozen((np.max(last, axis=0) - np.min(last, axis=0)) / np.maximum(np.abs(last[-1]), 1e-6))
    steady = tuple(bool(change <= _STEADY) for change in changes)
    tilts = frozen(np.max(tilt_of(recording)[late], axis=0))
    return SteadyRuns(recording, duration, frozen(last[-1]), steady, changes, tilts)


def cruise(
    vehicle: Vehicle,
    sea: Sea,
    commands: Mapping[str, float],
    *,
    depth: float | None,
    h: float,
    hold: Sequence[Autopilot] = (),
    duration: float | None = None,
) -> SteadyRuns:
    """Run ahead from rest to a steady speed.

    Args:
        vehicle: The vehicle.
        sea: The sea.
        commands: Commands by name.
        depth: Initial depth [m]; None for the default.
        h: Time step [s].
        hold: Autopilots beside the commands.
        duration: Duration [s]; None for as long as the speed needs.

    Raises:
        ModelError: The vehicle makes no way ahead.
    """
    settings = BollardPull(levels=(1.0,), duration=duration, depth=depth, time_step=h)
    constant = {name: np.array([command]) for name, command in commands.items()}
    runs = run_to_steady_speed(settings, vehicle, sea, constant, hold=hold)
    speed = float(runs.speeds[0])
    if speed <= _SLOWEST:
        told = ", ".join(f"{name} = {command:g}" for name, command in commands.items())
        message = f"vehicle '{vehicle.name}' makes no way ahead: {speed:.3g} m/s after {runs.duration:g} s with {told}"
        raise ModelError(f"{message}; give other commands, ahead=... (--ahead)")
    return runs


def guessed_cruise(
    vehicle: Vehicle, sea: Sea, commands: Mapping[str, float], *, depth: float | None, h: float
) -> float:
    """Speed after a minute ahead without an autopilot, for the gains of one that steers by fins [m/s].

    Raises:
        ModelError: The vehicle makes no way ahead.
    """
    return float(cruise(vehicle, sea, commands, depth=depth, h=h, duration=_FIRST_GUESS).speeds[0])

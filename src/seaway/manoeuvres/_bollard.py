"""Bollard pull, and the speed that the same commands give."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.control import Autopilot, Combined, CommandTable
from seaway.manoeuvres._fields import Commands, settings_of
from seaway.manoeuvres._start import HoldDepth, Measure, Progress, Result, held, recorded, simulation_at_rest
from seaway.manoeuvres._steering import ahead_commands
from seaway.parts import KW_ONLY, Array, Choice, OneOrNone, Part, Scalar, ScalarOrNone
from seaway.sea import Sea
from seaway.sim import AnyController, Recording
from seaway.vehicle import Vehicle

# A speed is steady when it changes by less than this share over the last tenth of the run.
_STEADY: Final = 1e-3
_END: Final = 0.1
_PERIOD: Final = 0.1  # between samples [s]


@dataclass(frozen=True, eq=False)
class BollardPullResult(Result):
    """Result of a ``BollardPull``.

    Attributes:
        levels: Shares of the command ahead, (n,).
        commands: Commands of each propeller by name, (n,).
        pulls: Force ahead at no speed [N], (n,).
        wrenches: Wrench of all thrusters about Bo in B at no speed [N, Nm], (n, 6).
        speeds: Speed ahead over ground at the end of a run with each command [m/s], (n,).
        steady: Whether each of them is steady.
    """

    levels: Floats
    commands: Mapping[str, Floats]
    pulls: Floats
    wrenches: Floats
    speeds: Floats
    steady: tuple[bool, ...]

    def quantities(self) -> tuple[Measure, ...]:
        """Measures, with labels and units."""
        found = list[Measure]()
        for level, pull, speed, steady in zip(self.levels, self.pulls, self.speeds, self.steady, strict=True):
            share = f"{100.0 * level:g}"
            found += [
                Measure(f"pull_{share}", f"pull at {share} %", float(pull), "N"),
                Measure(f"speed_{share}", f"steady speed at {share} %", float(speed) if steady else None, "m/s"),
            ]
        return tuple(found)


class BollardPull(Part, what="bollard pull"):
    """The pull at no speed, and the speed that the same commands give.

    The pull is that of the thrusters once their propellers turn as commanded, with the vehicle held fast.

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
    """Command of the propellers ahead, one for all or by name; by default their greatest."""
    levels: Array = Array(
        shape=(None,),
        rule=lambda array: None if array.ndim == 1 else f"must be one list, got the shape {array.shape}",
        default=(0.25, 0.5, 0.75, 1.0),
    )
    """Shares of the command ahead."""
    duration: Scalar = Scalar(unit="s", above=0.0, default=120.0)
    """Duration of the runs to a steady speed."""
    depth: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Depth to begin at; by default afloat, or ten of its sizes deep if it dives."""
    hold: OneOrNone[Autopilot] = OneOrNone(Autopilot, default=None)
    """Autopilot in the runs to a steady speed."""
    hold_depth: Choice[HoldDepth] = Choice(get_args(HoldDepth), default="no")
    """Whether an autopilot holds the depth of the start; auto: if it dives with fins."""
    time_step: Scalar = Scalar(unit="s", above=0.0, default=0.01)
    """Time step."""

    def run(self, vehicle: Vehicle, sea: Sea | None = None, *, progress: Progress | None = None) -> BollardPullResult:
        """Run it.

        Args:
            vehicle: Vehicle with propellers that drive it ahead.
            sea: The sea; default: ``Sea()``.
            progress: Called now and then with the time done and the duration [s].

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
        recording, speeds, steady = steady_speeds(self, vehicle, water, commands, hold=hold, progress=progress)
        about = vehicle.name, recording, settings_of(self, ahead=dict(driving))
        return BollardPullResult(*about, self.levels, commands, frozen(wrenches[:, 0]), wrenches, speeds, steady)


def steady_speeds(
    settings: BollardPull,
    vehicle: Vehicle,
    sea: Sea,
    commands: Mapping[str, Floats],
    *,
    hold: Autopilot | None = None,
    progress: Progress | None = None,
) -> tuple[Recording, Floats, tuple[bool, ...]]:
    """Run ahead from rest with constant commands, and take the speed at the end.

    Args:
        settings: Duration, depth, time step and number of levels count.
        vehicle: The vehicle.
        sea: The sea.
        commands: Commands of propellers by name, one for each level; others are 0.
        hold: Autopilot beside the commands.
        progress: Called now and then with the time done and the duration [s].

    Returns:
        The recording, speeds ahead over ground at the end [m/s], (run,), and whether each is steady.
    """
    sim = simulation_at_rest(settings, vehicle, sea, batch=len(settings.levels))
    controller: AnyController = CommandTable(actuators=commands)
    if hold is not None:
        controller = Combined(controller, hold)
    recording = recorded(sim, settings.duration, controller, period=_PERIOD, progress=progress)
    ahead = recording[0].velocity[:, :, 0]
    last = ahead[recording.time >= recording.time[-1] - _END * settings.duration]
    change = np.max(last, axis=0) - np.min(last, axis=0)
    steady = change <= _STEADY * np.maximum(np.abs(last[-1]), 1e-6)
    return recording, frozen(last[-1]), tuple(bool(each) for each in steady)


def cruise_speed(vehicle: Vehicle, sea: Sea, commands: Mapping[str, float], *, depth: float | None, h: float) -> float:
    """Steady speed ahead with some commands, from rest in 60 s [m/s]."""
    settings = BollardPull(levels=(1.0,), duration=60.0, depth=depth, time_step=h)
    constant = {name: np.array([command]) for name, command in commands.items()}
    return float(steady_speeds(settings, vehicle, sea, constant)[1][0])

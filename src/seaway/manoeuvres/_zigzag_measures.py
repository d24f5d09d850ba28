"""Measures of a zig-zag."""

from dataclasses import dataclass
from math import degrees, radians

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, positive
from seaway.errors import ModelError
from seaway.manoeuvres._imo import Criterion, compared
from seaway.manoeuvres._tracks import at, extremum, first_passing, path_lengths, samples


@dataclass(frozen=True)
class ZigZagMeasures:
    """Measures of a zig-zag; None for what the track does not reach.

    Attributes:
        executes: Times at which the helm was put over [s].
        headings: Change of heading at the second execute and those after it, its size [rad].
        overshoots: By how much the heading goes on after the second execute, the third ... [rad].
        initial_turning_time: Time from the first execute to the second [s].
        initial_turning_distance: Length of the path over that time [m]; None without positions.
        yaw_checking_times: Times from the second execute, the third ... to the end of its overshoot [s].
        reach: Time from the first execute until the heading is back at that of the start [s].
        period: Period of a complete cycle: from the first execute until the heading is back for the second time [s].

    Reference:
        ITTC, Recommended Procedures 7.5-04-02-01, Full Scale Manoeuvring Trials, 2002; IMO, MSC/Circ.1053, 2002.
    """

    executes: tuple[float, ...]
    headings: tuple[float, ...]
    overshoots: tuple[float, ...]
    initial_turning_time: float | None
    initial_turning_distance: float | None
    yaw_checking_times: tuple[float, ...]
    reach: float | None
    period: float | None

    @property
    def first_overshoot(self) -> float | None:
        """After the second execute [rad]."""
        return self.overshoots[0] if self.overshoots else None

    @property
    def second_overshoot(self) -> float | None:
        """After the third execute [rad]."""
        return self.overshoots[1] if len(self.overshoots) > 1 else None

    def criteria(self, length: float, speed: float, angle: float) -> tuple[Criterion, ...]:
        """Compare a zig-zag of 10°/10° or 20°/20° with IMO's standards; other angles have none.

        With L/V in seconds, the first overshoot of 10°/10° may be 10° below 10 s, 20° from 30 s on, and 5° + 0.5° L/V
        between; the second 25°, 40°, and 17.5° + 0.75° L/V; the first of 20°/20° 25°. The distance until the heading
        has changed by 10° with 10° helm may be 2.5 lengths.

        Args:
            length: Length of the ship between perpendiculars, L [m].
            speed: Speed of the approach, V [m/s].
            angle: Angle of the helm and of the heading [rad].

        Reference:
            IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, sections 5.3.2 and 5.3.3.
        """
        ratio = positive(length, "the length of a ship [m]") / positive(speed, "the speed of the approach [m/s]")
        sizes = (self.first_overshoot, self.second_overshoot)
        first, second = (None if size is None else degrees(size) for size in sizes)
        if abs(angle - radians(20.0)) < radians(0.1):
            return compared(length, ("first overshoot, 20°/20°", first, 25.0, "°"))
        if abs(angle - radians(10.0)) > radians(0.1):
            return ()
        within = min(max(ratio, 10.0), 30.0)  # the limits are lines between these
        return compared(
            length,
            ("first overshoot, 10°/10°", first, 5.0 + 0.5 * within, "°"),
            ("second overshoot, 10°/10°", second, 17.5 + 0.75 * within, "°"),
            ("initial turning", self.initial_turning_distance, 2.5, "L"),
        )


def zigzag_measures(
    time: ArrayLike, yaw: ArrayLike, helm: ArrayLike, x: ArrayLike | None = None, y: ArrayLike | None = None
) -> ZigZagMeasures:
    """Measure a zig-zag.

    Args:
        time: [s], (n,), ascending.
        yaw: Heading [rad], (n,); jumps of full turns do not matter.
        helm: Command of the helm from each sample on, (n,): its sign is the side, 0 before the first execute. Of
            any unit, and of either sign for a side.
        x: Position [m], (n,), for the distance.
        y: Position [m], (n,), for the distance.

    Raises:
        ModelError: The track is too short, its numbers are not finite, or the helm is never put over.
    """
    t, heading, order = samples(time, yaw=yaw, helm=helm)
    heading = np.unwrap(heading)
    sign = np.sign(order)
    changes = [i for i in np.flatnonzero(np.diff(sign, prepend=0.0) != 0.0).tolist() if sign[i] != 0.0]
    if not changes:
        raise ModelError("the helm of a zig-zag is never put over: it is 0 all the time")
    executes = t[changes]
    change = heading - at(float(executes[0]), t, heading)
    headings, overshoots, checking = _overshoots(t, change, changes)
    back = _returns(t, change, executes)
    distance = None
    if x is not None and y is not None and len(executes) > 1:
        _, px, py = samples(time, x=x, y=y)
        lengths = path_lengths(px, py)
        distance = at(float(executes[1]), t, lengths) - at(float(executes[0]), t, lengths)
    return ZigZagMeasures(
        executes=tuple(executes.tolist()),
        headings=headings,
        overshoots=overshoots,
        initial_turning_time=float(executes[1] - executes[0]) if len(executes) > 1 else None,
        initial_turning_distance=distance,
        yaw_checking_times=checking,
        reach=back[0] if back else None,
        period=back[1] if len(back) > 1 else None,
    )


def _overshoots(
    t: Floats, change: Floats, changes: list[int]
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Headings at executes, overshoots that ended, and how long they took."""
    headings, overshoots, checking = list[float](), list[float](), list[float]()
    for number, begin in enumerate(changes[1:], start=2):
        end = changes[number] if number < len(changes) else len(t) - 1
        side = np.sign(change[begin])
        headings.append(float(abs(change[begin])))
        top = begin + int(np.argmax(side * change[begin : end + 1]))
        if top == len(t) - 1:
            break  # it goes on beyond the track
        when, value = extremum(t, side * change, top)
        overshoots.append(value - headings[-1])
        checking.append(when - float(t[begin]))
    return tuple(headings), tuple(overshoots), tuple(checking)


def _returns(t: Floats, change: Floats, executes: Floats) -> list[float]:
    """Times from the first execute at which the heading is back at the start after the second, the third execute."""
    back: list[float] = []
    for begin in executes[1:3].tolist():
        side = np.sign(at(begin, t, change))
        when = first_passing(t, -side * change, 0.0, begin)
        if when is None:
            break
        back.append(when - float(executes[0]))
    return back

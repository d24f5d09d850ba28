"""Measures of a zig-zag."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import degrees, pi, radians
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, positive
from seaway.errors import ModelError
from seaway.manoeuvres._imo import Criterion, compared
from seaway.manoeuvres._measures import Definition, Findings
from seaway.manoeuvres._tracks import at, extremum, first_passing, path_lengths, samples, upright_samples

_OVERSHOOTS: Final = 2  # that are measures

_SECOND: Final = "second execute, with the heading on the side of the helm"

ZIGZAG: Final = (
    Definition(
        "approach_speed", "approach speed", "m/s", "mean speeds of the last two tenths of the approach equal to 2 %"
    ),
    Definition("first_overshoot", "first overshoot", "rad", f"{_SECOND}; a peak before the third, below 180°"),
    Definition("second_overshoot", "second overshoot", "rad", "as the first, one execute later, to the other side"),
    Definition("initial_turning_time", "initial turning time", "s", _SECOND),
    Definition("initial_turning_distance", "initial turning distance", "m", _SECOND),
    Definition("reach", "reach", "s", "first overshoot, and the heading back at the old course after it"),
    Definition("period", "complete cycle", "s", "second overshoot, and the heading back at the old course after it"),
)
"""Measures of a zig-zag."""


@dataclass(frozen=True)
class ZigZagMeasures:
    """Measures of a zig-zag; None for one whose condition is not met, with the reason in ``reasons``.

    Attributes:
        executes: Times at which the helm is put over [s].
        headings: Change of heading at the second execute and those after it, its magnitude [rad].
        overshoots: Further change of heading after the second execute, the third ... [rad].
        initial_turning_time: Time from the first execute to the second [s].
        initial_turning_distance: Length of the path over that time [m]; None without positions.
        yaw_checking_times: Times from the second execute, the third ... to the end of its overshoot [s].
        reach: Time from the first execute until the heading is back at the old course [s].
        period: Time from the first execute until the heading is back at the old course for the second time [s].
        reasons: Why measures have no value, by key.

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
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def first_overshoot(self) -> float | None:
        """Overshoot after the second execute [rad]."""
        return self.overshoots[0] if self.overshoots else None

    @property
    def second_overshoot(self) -> float | None:
        """Overshoot after the third execute [rad]."""
        return self.overshoots[1] if len(self.overshoots) > 1 else None

    def criteria(self, length: float, speed: float, angle: float, *, reason: str = "") -> tuple[Criterion, ...]:
        """Compare a zig-zag of 10°/10° or 20°/20° with IMO's standards; there are none for other angles.

        With L/V in seconds, the first overshoot of 10°/10° may be 10° below 10 s, 20° from 30 s on, and 5° + 0.5° L/V
        between; the second 25°, 40°, and 17.5° + 0.75° L/V; the first of 20°/20° 25°. The distance until the heading
        has changed by 10° with 10° helm may be 2.5 lengths.

        Args:
            length: Length of the ship between perpendiculars, L [m].
            speed: Approach speed, V [m/s].
            angle: Angle of the helm and of the heading [rad].
            reason: Why the standards do not apply to this trial; empty if they do.

        Reference:
            IMO, Standards for Ship Manoeuvrability, resolution MSC.137(76), 2002, sections 5.3.2 and 5.3.3.
        """
        ratio = positive(length, "the length of a ship [m]") / positive(speed, "the approach speed [m/s]")
        sizes = (self.first_overshoot, self.second_overshoot)
        first, second = (None if size is None else degrees(size) for size in sizes)
        if abs(angle - radians(20.0)) < radians(0.1):
            return compared(length, ("first overshoot, 20°/20°", first, 25.0, "°"), reason=reason)
        if abs(angle - radians(10.0)) > radians(0.1):
            return ()
        within = min(max(ratio, 10.0), 30.0)  # the limits are lines between these
        return compared(
            length,
            ("first overshoot, 10°/10°", first, 5.0 + 0.5 * within, "°"),
            ("second overshoot, 10°/10°", second, 17.5 + 0.75 * within, "°"),
            ("initial turning", self.initial_turning_distance, 2.5, "L"),
            reason=reason,
        )


def zigzag_measures(
    time: ArrayLike,
    yaw: ArrayLike,
    helm: ArrayLike,
    x: ArrayLike | None = None,
    y: ArrayLike | None = None,
    *,
    first: Literal["right", "left"] | None = None,
    tilt: ArrayLike | None = None,
) -> ZigZagMeasures:
    """Measure a zig-zag.

    Args:
        time: Time [s], (n,), ascending.
        yaw: Heading [rad], (n,), positive to the left if ``first`` is given; jumps of full turns do not matter.
        helm: Command of the helm from each sample on, (n,): its sign is the side, 0 before the first execute. Any unit,
            and either sign for a side.
        x: Position [m], (n,), for the distance.
        y: Position [m], (n,), for the distance.
        first: Side of the first helm. Default: the side to which the heading changes.
        tilt: Angle between the z axis of the vehicle and the vertical [rad], (n,); the track ends where it exceeds 45°.

    Raises:
        ModelError: The track is too short, its numbers are not finite, or the helm is never put over.
    """
    t, heading, order = samples(time, yaw=yaw, helm=helm)
    heading = np.unwrap(heading)
    sign = np.sign(order)
    changes = [i for i in np.flatnonzero(np.diff(sign, prepend=0.0) != 0.0).tolist() if sign[i] != 0.0]
    if not changes:
        raise ModelError("the helm of a zig-zag is never put over: it is 0 all the time")
    count, tilted = upright_samples(t, tilt)
    begin = float(t[changes[0]])
    change, whole = heading - at(begin, t, heading), t
    t, change, changes = t[:count], change[:count], [i for i in changes if i < count - 1]
    executes = t[changes]
    swings, stopped = _swings(t, change, changes, first, tilted)
    found = Findings()
    second = len(swings) > 0
    distance = None
    if x is not None and y is not None and second:
        _, px, py = samples(whole, x=x, y=y)
        lengths = path_lengths(px, py)
        distance = at(float(executes[1]), whole, lengths) - at(begin, whole, lengths)
    over = [swing for swing in swings if swing.overshoot is not None]
    for n, key in enumerate(("first_overshoot", "second_overshoot")):
        found(key, None, stopped if len(over) <= n else "")
    # The last reason is that of the overshoot that is missing: earlier measures do not need it.
    late = "" if second else stopped
    back = _returns(t, change, executes, len(over))
    gone = "the heading does not come back to the old course before the track ends"
    return ZigZagMeasures(
        executes=tuple(executes.tolist()),
        headings=tuple(swing.heading for swing in swings),
        overshoots=tuple(swing.overshoot for swing in swings if swing.overshoot is not None),
        initial_turning_time=found("initial_turning_time", float(executes[1] - begin) if second else None, late),
        initial_turning_distance=found(
            "initial_turning_distance", distance, late, "" if x is not None and y is not None else "no positions given"
        ),
        yaw_checking_times=tuple(swing.checking for swing in over),
        reach=found("reach", *_nth(back, 0, gone if over else stopped)),
        period=found("period", *_nth(back, 1, gone if len(over) > 1 else stopped)),
        reasons=found.reasons,
    )


def _nth(values: list[float], n: int, reason: str) -> tuple[float | None, str]:
    """Value n, or the reason why there is none."""
    return (values[n], "") if n < len(values) else (None, reason)


class _Swing(NamedTuple):
    heading: float  # change of heading at the execute, its magnitude [rad]
    overshoot: float | None  # None if it has not ended [rad]
    checking: float  # time from the execute to the peak [s]


def _swings(t: Floats, change: Floats, changes: list[int], first: str | None, tilted: str) -> tuple[list[_Swing], str]:
    """Swings of heading after the second execute and later ones, and the reason why there are no more."""
    found = list[_Swing]()
    if not changes:
        return found, tilted
    after = change[changes[0] :]
    seen = change[changes[1]] if len(changes) > 1 else after[int(np.argmax(np.abs(after)))]
    left = seen > 0.0 if first is None else first == "left"
    side = 1.0 if left else -1.0  # to which the helm is put
    for number, begin in enumerate(changes[1:], start=2):
        reached = side * float(change[begin])
        if reached <= 0.0:
            return found, f"at execute {number} the heading is on the other side: the vehicle does not follow its helm"
        end = changes[number] if number < len(changes) else len(t) - 1
        top = begin + int(np.argmax(side * change[begin : end + 1]))
        if top == len(t) - 1:
            found.append(_Swing(reached, None, 0.0))
            return found, tilted or f"the heading still overshoots when the track ends, after execute {number}"
        when, peak = extremum(t, side * change, top)
        if peak >= pi:
            found.append(_Swing(reached, None, 0.0))
            return (
                found,
                f"after execute {number} the heading goes on to more than half a turn: the helm does not check it",
            )
        found.append(_Swing(reached, max(peak - reached, 0.0), when - float(t[begin])))
        side = -side
    if len(found) < _OVERSHOOTS:
        return found, tilted or _no_execute(t, side * change, changes, len(found) + 2)
    return found, ""


def _no_execute(t: Floats, toward: Floats, changes: list[int], number: int) -> str:
    """Why the helm was not put over again; ``toward`` is the change of heading to the side of the last helm."""
    begin = changes[-1]
    most, least = degrees(float(np.max(toward[begin:]))), degrees(float(np.min(toward[begin:])))
    seconds = float(t[-1] - t[begin])
    where = f"there is no execute {number}: {seconds:.3g} s after the last one the heading has changed by at most"
    if number == 2 and -least > max(most, 1.0):
        return f"{where} {-least:.3g}°, to the other side: the vehicle does not follow its helm"
    advice = (
        "the vehicle does not answer its helm" if max(most, -least) < 1.0 else "use a longer duration, or more helm"
    )
    return f"{where} {abs(max(most, 0.0)):.3g}° to the side of the helm: {advice}"


def _returns(t: Floats, change: Floats, executes: Floats, count: int) -> list[float]:
    """Times from the first execute at which the heading is back at the old course, one for each of two overshoots."""
    back: list[float] = []
    for begin in executes[1 : 1 + min(count, _OVERSHOOTS)].tolist():
        side = np.sign(at(begin, t, change))
        when = first_passing(t, -side * change, 0.0, begin)
        if when is None:
            break
        back.append(when - float(executes[0]))
    return back

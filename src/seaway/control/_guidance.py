"""Guidance: what gives the autopilot its set points. Each part describes one kernel of ``seaway.kernels.guidance``."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.kernels import guidance
from seaway.parts import KW_ONLY, Array, ArrayOrNone, Choice, DerivedNumber, Flag, Number, NumberOrNone, Part, some

After = Literal["hold", "circle", "stop", "continue"]
_NEAR: Final = 1e-6  # [m]; points closer than this are one
_DEFAULT_LOOK_AHEAD: Final = 5.0
_LOOK_AHEAD_TIME: Final = 8.0


class Guidance(Part, base=True):
    """Base of all guidance: a kernel, with its parameters and states."""

    kernel: ClassVar[Callable[..., Any]]
    """``kernel(par, x, motion, around, set_point) -> (set points, states)``."""
    floats: ClassVar[tuple[tuple[str, tuple[int | None, ...]], ...]]
    """Name and shape of every float parameter; None in a shape is any length."""
    choices: ClassVar[tuple[str, ...]]
    """Names of whole parameters, which are the same in all runs."""
    states: ClassVar[tuple[tuple[str, str, int], ...]]
    """Name, unit and size of every state; all are 0 at the start."""

    @property
    def drives(self) -> tuple[str, ...]:
        """Set points that it gives."""
        raise NotImplementedError

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name; floats that differ between runs have a leading axis."""
        raise NotImplementedError


def _look_ahead(part: Any) -> Any:
    return _DEFAULT_LOOK_AHEAD if part.speed is None else _LOOK_AHEAD_TIME * part.speed


def points_apart(points: Floats) -> str | None:
    """Rule of a field: at least two points (x, y) or (x, y, z), none above its neighbour."""
    if points.shape[-1] not in (2, 3):
        return f"must be rows of 2 or 3 numbers, x, y and if wanted z, got rows of {points.shape[-1]}"
    if points.shape[-2] < 2:
        return f"must be at least two points, got {points.shape[-2]}"
    near = np.hypot(*np.moveaxis(np.diff(points[..., :2], axis=-2), -1, 0)) < _NEAR
    if some(near):
        k = int(np.argwhere(near)[0][-1])
        return f"must be apart in x and y, got [{k}] and [{k + 1}] on one spot; leave one of them out"
    return None


def shortest_leg(points: Floats, loop: bool) -> float:
    """Length of the shortest leg in the horizontal plane [m]."""
    closed = np.concatenate([points, points[..., :1, :]], axis=-2) if loop else points
    legs = np.diff(closed[..., :2], axis=-2)
    return float(np.min(np.hypot(legs[..., 0], legs[..., 1])))


class Waypoints(Guidance, what="waypoints"):
    """A route of straight legs, followed by line of sight with integral action.

    The route begins at the first waypoint. On each leg the vehicle steers for a point on it, ``look_ahead`` ahead of
    its own foot; the integral removes the offset of a steady cross current. Without it the offset in a cross current V
    at the speed U through the water is look_ahead V / √(U² - V²).

    Raises:
        ModelError: Fewer than two waypoints, two on one spot, or a number out of range.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 12.

    Example:
        >>> from seaway.control import Waypoints
        >>> route = Waypoints([[0, 0, -5], [100, 0, -5], [100, 50, -10]], speed=1.5)
        >>> route.look_ahead, route.drives
        (12.0, ('yaw', 'speed', 'depth'))
    """

    waypoints: Array = Array(shape=(None, None), unit="m", rule=points_apart)
    """Positions in W: rows of x, y, or of x, y, z; the height z is interpolated along each leg."""
    _: KW_ONLY
    depths: ArrayOrNone = ArrayOrNone(shape=(None,), unit="m", default=None)
    """Depths at the waypoints, positive down, in place of z."""
    speed: NumberOrNone = NumberOrNone(unit="m/s", above=0.0, default=None)
    """Speed through the water; by default the set point of the autopilot."""
    speeds: ArrayOrNone = ArrayOrNone(shape=(None,), unit="m/s", above=0.0, default=None)
    """Speed on each leg, in place of one for all."""
    look_ahead: DerivedNumber = DerivedNumber(unit="m", above=0.0, default=None, follows=_look_ahead)
    """Look-ahead distance Δ; by default 8 s at the speed, or 5 m. Take two to four lengths of a ship."""
    integral_gain: Number = Number(at_least=0.0, default=0.1)
    """Integral gain κ as a fraction of the speed; 0.25 is critically damped, 0 is without integral action."""
    acceptance_radius: DerivedNumber = DerivedNumber(
        unit="m",
        above=0.0,
        default=None,
        follows=lambda part: np.minimum(part.look_ahead, 0.4 * shortest_leg(part.waypoints, part.loop)),
    )
    """Distance at which a waypoint is reached; by default the look-ahead, at most 0.4 of the shortest leg."""
    loop: Flag = Flag(default=False)
    """Whether the last waypoint leads to the first again."""
    after: Choice[After] = Choice(get_args(After), default="hold")
    """After the last waypoint: hold station there, circle around it, stop, or continue straight on."""
    approach_time: Number = Number(unit="s", above=0.0, default=10.0)
    """Holding station, the vehicle closes in at its distance by this time."""
    circle_radius: DerivedNumber = DerivedNumber(
        unit="m", above=0.0, default=None, follows=lambda part: 2.0 * part.look_ahead
    )
    """Radius of the circle around the last waypoint, to the left; by default twice the look-ahead."""

    kernel = staticmethod(guidance.waypoints)
    floats = (
        ("waypoints", (None, 4)),
        ("look_ahead", ()),
        ("integral_gain", ()),
        ("acceptance_radius", ()),
        ("approach_time", ()),
        ("circle_radius", ()),
    )
    choices = ("loop", "after", "vertical")
    states = (
        ("started", "", 1),
        ("leg", "", 1),
        ("behind", "m", 1),
        ("finished", "", 1),
        ("integral", "s", 2),
        ("cross_track", "m", 1),
        ("along_track", "m", 1),
    )

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Compare lists with the waypoints, and the acceptance radius with the legs."""
        n = self.waypoints.shape[-2]
        legs = n if self.loop else n - 1
        if self.depths is not None and self.waypoints.shape[-1] == 3:
            yield "depths", "has z in the waypoints and depths; give one of them"
        if self.depths is not None and self.depths.shape[-1] != n:
            yield "depths", f"{n} waypoints need as many depths, got {self.depths.shape[-1]}"
        if self.speeds is not None and self.speed is not None:
            yield "speeds", "has speed and speeds; give one of them"
        if self.speeds is not None and self.speeds.shape[-1] != legs:
            yield "speeds", f"{legs} legs need as many speeds, got {self.speeds.shape[-1]}"
        if self.loop and some(np.hypot(*np.moveaxis(self._closing, -1, 0)) < _NEAR):
            yield "waypoints", "loops, and its last waypoint is on its first; leave the last one out"
        elif some(self.acceptance_radius >= (shortest := shortest_leg(self.waypoints, self.loop))):
            radius = float(np.max(self.acceptance_radius))
            yield (
                "acceptance_radius",
                f"the acceptance radius must be less than the shortest leg, {shortest:g} m, got {radius:g} m",
            )

    @property
    def _closing(self) -> Floats:
        return self.waypoints[..., 0, :2] - self.waypoints[..., -1, :2]

    @property
    def drives(self) -> tuple[str, ...]:
        """Set points that it gives."""
        return ("yaw", "speed", "depth") if self._vertical else ("yaw", "speed")

    @property
    def _vertical(self) -> int:
        return 2 if self.depths is not None else int(self.waypoints.shape[-1] == 3)

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name."""
        n = self.waypoints.shape[-2]
        x, y, *z = np.moveaxis(self.waypoints, -1, 0)
        depth = self.depths if self.depths is not None else z[0] if z else 0.0
        if self.speeds is None:
            speed = np.asarray(np.nan if self.speed is None else self.speed)[..., None]
        else:  # a speed for each leg; that of the last holds at the last waypoint
            last = self.speeds[..., -1:]
            speed = np.concatenate([self.speeds, last], axis=-1)[..., :n]
        table = np.stack(np.broadcast_arrays(x, y, depth, speed), axis=-1)
        return {
            "waypoints": table,
            "look_ahead": self.look_ahead,
            "integral_gain": self.integral_gain,
            "acceptance_radius": self.acceptance_radius,
            "approach_time": self.approach_time,
            "circle_radius": self.circle_radius,
            "loop": int(self.loop),
            "after": guidance.AFTER.index(self.after),
            "vertical": self._vertical,
        }

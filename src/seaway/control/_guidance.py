"""Guidance: computes set points for an autopilot. Each part describes one kernel of ``seaway.kernels.guidance``."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.control._paths import Path
from seaway.kernels import guidance
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    Choice,
    DerivedNumber,
    Flag,
    Number,
    NumberOrNone,
    One,
    Part,
    some,
)

After = Literal["hold", "circle", "stop", "continue"]
Over = Literal["time", "distance"]
Mode = Literal["pose", "approach"]
Flow = Literal["current", "wind"]
_NEAR: Final = 1e-6  # points closer than this coincide [m]
_DEFAULT_LOOK_AHEAD: Final = 5.0
_LOOK_AHEAD_TIME: Final = 8.0


class Guidance(Part, base=True):
    """Base class of all guidance: a kernel with its parameters and states."""

    kernel: ClassVar[Callable[..., Any]]
    """``kernel(par, x, motion, around, set_point) -> (set points, states)``."""
    floats: ClassVar[tuple[tuple[str, tuple[int | None, ...]], ...]]
    """Name and shape of every float parameter; None in a shape is any length."""
    choices: ClassVar[tuple[str, ...]]
    """Names of integer parameters, which are the same in all runs."""
    states: ClassVar[tuple[tuple[str, str, int], ...]]
    """Name, unit and size of every state; all are 0 at the start."""

    @property
    def drives(self) -> tuple[str, ...]:
        """Names of the set points that it computes."""
        raise NotImplementedError

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name; floats that differ between runs have a leading axis."""
        raise NotImplementedError


def _look_ahead(part: Any) -> Any:
    return _DEFAULT_LOOK_AHEAD if part.speed is None else _LOOK_AHEAD_TIME * part.speed


def _place(point: Floats) -> str | None:
    """Rule of a field: x, y, or x, y, z."""
    n = point.shape[-1]
    return None if n in (2, 3) else f"must be x, y or x, y, z, got {n} numbers"


def _ascending(table: Floats) -> str | None:
    """Rule of a field: the first column ascends."""
    first = table[..., 0]
    return f"must ascend in its first column, got {first.tolist()}" if some(np.diff(first) <= 0.0) else None


def points_apart(points: Floats) -> str | None:
    """Rule of a field: at least two points (x, y) or (x, y, z), neighbours apart in the horizontal plane."""
    if points.shape[-1] not in (2, 3):
        return f"must be rows of x, y or x, y, z, got rows of {points.shape[-1]} numbers"
    if points.shape[-2] < 2:
        return f"must be at least two points, got {points.shape[-2]}"
    near = np.hypot(*np.moveaxis(np.diff(points[..., :2], axis=-2), -1, 0)) < _NEAR
    if some(near):
        k = int(np.argwhere(near)[0][-1])
        return f"must differ in x or y from one to the next, got the same for [{k}] and [{k + 1}]; remove one of them"
    return None


def shortest_leg(points: Floats, loop: bool) -> float:
    """Length of the shortest leg in the horizontal plane [m]."""
    closed = np.concatenate([points, points[..., :1, :]], axis=-2) if loop else points
    legs = np.diff(closed[..., :2], axis=-2)
    return float(np.min(np.hypot(legs[..., 0], legs[..., 1])))


class Waypoints(Guidance, what="route"):
    """Follow a route of straight legs by line-of-sight guidance with integral action.

    The route starts at the first waypoint. On each leg the vehicle steers for a point on the leg, ``look_ahead`` ahead
    of its projection. The integral removes the offset due to a steady cross current V; without it the offset at the
    speed U through the water is look_ahead V / √(U² - V²).

    Raises:
        ModelError: There are fewer than two waypoints, two neighbours coincide, or a number is out of range.

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
    """Depths at the waypoints, positive down, instead of z."""
    speed: NumberOrNone = NumberOrNone(unit="m/s", above=0.0, default=None)
    """Speed through the water; default: the set point of the autopilot."""
    speeds: ArrayOrNone = ArrayOrNone(shape=(None,), unit="m/s", above=0.0, default=None)
    """Speed on each leg, instead of one for all."""
    look_ahead: DerivedNumber = DerivedNumber(unit="m", above=0.0, default=None, follows=_look_ahead)
    """Look-ahead distance Δ; default: 8 s at the speed, or 5 m. For a ship, take two to four of its lengths."""
    integral_gain: Number = Number(at_least=0.0, default=0.1)
    """Integral gain κ as a fraction of the speed; 0.25 is critically damped, 0 disables integral action."""
    acceptance_radius: DerivedNumber = DerivedNumber(
        unit="m",
        above=0.0,
        default=None,
        follows=lambda part: np.minimum(part.look_ahead, 0.4 * shortest_leg(part.waypoints, part.loop)),
    )
    """Distance at which a waypoint is reached; default: the look-ahead, at most 0.4 of the shortest leg."""
    loop: Flag = Flag(default=False)
    """Whether the route leads from the last waypoint back to the first."""
    after: Choice[After] = Choice(get_args(After), default="hold")
    """Behaviour after the last waypoint: hold station there, circle around it, stop, or continue straight on."""
    approach_time: Number = Number(unit="s", above=0.0, default=10.0)
    """Time constant of the approach when holding station: speed = distance / approach time."""
    circle_radius: DerivedNumber = DerivedNumber(
        unit="m", above=0.0, default=None, follows=lambda part: 2.0 * part.look_ahead
    )
    """Radius of the circle around the last waypoint, turning left; default: twice the look-ahead."""

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
            yield "depths", "z in the waypoints and depths exclude each other; give one of them"
        if self.depths is not None and self.depths.shape[-1] != n:
            yield "depths", f"{n} waypoints need as many depths, got {self.depths.shape[-1]}"
        if self.speeds is not None and self.speed is not None:
            yield "speeds", "speed and speeds exclude each other; give one of them"
        if self.speeds is not None and self.speeds.shape[-1] != legs:
            yield "speeds", f"{legs} legs need as many speeds, got {self.speeds.shape[-1]}"
        if self.loop and some(np.hypot(*np.moveaxis(self._closing, -1, 0)) < _NEAR):
            yield "waypoints", "the last waypoint of a loop must differ from the first; remove the last one"
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
        """Names of the set points that it computes."""
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


class PathFollowing(Guidance, what="path guidance"):
    """Follow a path of lines and arcs by line-of-sight guidance with integral action.

    The vehicle steers along the course of the path at its projection, corrected by the cross-track error e over the
    look-ahead distance Δ. A heading that lags by T leaves a steady error on an arc of radius R to the left,
    e = -Δ tan(T U / (R - e) - lead U / R); ``lead`` = T makes it nearly 0. The integral estimates the current, and does
    not remove this error.

    Raises:
        ModelError: The path is tighter than the turning radius, or a number is out of range.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 12.

    Example:
        >>> from seaway.control import Path, PathFollowing
        >>> survey = PathFollowing(Path.lawnmower((0, 0), length=100, spacing=30, legs=4), speed=1.5, turning_radius=15)
        >>> survey.look_ahead, survey.drives
        (12.0, ('yaw', 'speed'))
    """

    path: One[Path] = One(Path)
    """Path to follow."""
    _: KW_ONLY
    speed: NumberOrNone = NumberOrNone(default=None, like=Waypoints.speed)
    look_ahead: DerivedNumber = DerivedNumber(default=None, follows=_look_ahead, like=Waypoints.look_ahead)
    integral_gain: Number = Number(default=0.1, like=Waypoints.integral_gain)
    lead: Number = Number(unit="s", at_least=0.0, default=0.0)
    """Time by which the course of the path is anticipated: the lag of the heading."""
    turning_radius: Number = Number(unit="m", at_least=0.0, default=0.0)
    """Smallest turning radius of the vehicle; a tighter path is refused."""
    depths: ArrayOrNone = ArrayOrNone(shape=(None, 2), unit="m", rule=_ascending, default=None)
    """Depth profile: rows of the distance along the path and the depth, positive down."""
    loop: Flag = Flag(default=False)
    """Whether to follow a closed path repeatedly."""
    after: Choice[After] = Choice(get_args(After), default="hold")
    """Behaviour at the end: hold station there, circle around it, stop, or continue on the last line or arc."""
    acceptance_radius: DerivedNumber = DerivedNumber(unit="m", above=0.0, default=None, follows="look_ahead")
    """Distance from the end within which it holds station; default: the look-ahead."""
    approach_time: Number = Number(default=10.0, like=Waypoints.approach_time)
    circle_radius: DerivedNumber = DerivedNumber(
        unit="m",
        above=0.0,
        default=None,
        follows=lambda part: np.maximum(2.0 * part.look_ahead, part.turning_radius),
    )
    """Radius of the circle around the end, turning left; default: twice the look-ahead, or the turning radius."""

    kernel = staticmethod(guidance.path)
    floats = (
        ("segments", (None, 6)),
        ("profile", (None, 2)),
        ("speed", ()),
        ("look_ahead", ()),
        ("integral_gain", ()),
        ("lead", ()),
        ("acceptance_radius", ()),
        ("approach_time", ()),
        ("circle_radius", ()),
    )
    choices = ("loop", "after")
    states = (
        ("started", "", 1),
        ("leg", "", 1),
        ("along", "m", 1),
        ("laps", "", 1),
        ("finished", "", 1),
        ("integral", "s", 2),
        ("cross_track", "m", 1),
        ("along_track", "m", 1),
    )

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Compare the path with the turning radius."""
        tightest, most = self.path.smallest_radius, float(np.max(self.turning_radius))
        if tightest < most * (1.0 - 1e-9):
            turns = f"the turning radius is {most:g} m"
            yield "path", f"the path has an arc of {tightest:g} m radius, but {turns}; give the path a larger radius"
        if self.after == "circle" and not self.loop and some(np.less(self.circle_radius, self.turning_radius)):
            smallest = float(np.min(self.circle_radius))
            yield "circle_radius", f"the circle radius must be >= the turning radius, {most:g} m, got {smallest:g} m"
        if self.loop and not self.path.closed:
            x, y, _ = np.atleast_2d(self.path.end)[0]
            yield "loop", f"a loop needs a closed path, but this one ends at ({x:.6g}, {y:.6g}); close it"

    @property
    def drives(self) -> tuple[str, ...]:
        """Names of the set points that it computes."""
        return ("yaw", "speed") if self.depths is None else ("yaw", "speed", "depth")

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name."""
        return {
            "segments": self.path.table[..., :-1, :],
            "profile": np.zeros((0, 2)) if self.depths is None else self.depths,
            "speed": np.nan if self.speed is None else self.speed,
            "look_ahead": self.look_ahead,
            "integral_gain": self.integral_gain,
            "lead": self.lead,
            "acceptance_radius": self.acceptance_radius,
            "approach_time": self.approach_time,
            "circle_radius": self.circle_radius,
            "loop": int(self.loop),
            "after": guidance.AFTER.index(self.after),
        }


class DepthProfile(Guidance, what="depth profile"):
    """Follow a depth profile over the time of the run, or over the horizontal distance made good over ground.

    The depth is linear between nodes and constant beyond them. ``PathFollowing`` and ``Waypoints`` have depths over the
    distance along the path.

    Raises:
        ModelError: The first column does not ascend, or a number is not finite.

    Example:
        >>> from seaway.control import DepthProfile
        >>> DepthProfile([[0, 2], [60, 10], [120, 10], [180, 2]]).drives
        ('depth',)
    """

    profile: Array = Array(shape=(None, 2), unit="s or m, m", rule=_ascending)
    """Rows of time [s] or distance [m], and depth [m], positive down."""
    _: KW_ONLY
    over: Choice[Over] = Choice(get_args(Over), default="time")
    """First column: time of the run, or horizontal distance made good over ground."""

    kernel = staticmethod(guidance.depth_profile)
    floats = (("profile", (None, 2)),)
    choices = ("over",)
    states = (("started", "", 1), ("distance", "m", 1))

    @property
    def drives(self) -> tuple[str, ...]:
        """Names of the set points that it computes."""
        return ("depth",)

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name."""
        return {"profile": self.profile, "over": get_args(Over).index(self.over)}


def _with_depth(position: Floats, depth: Any) -> tuple[Floats, int]:
    """Position x, y with height or depth, and which of the two it is; 0 for neither."""
    x, y, *z = np.moveaxis(position, -1, 0)
    third = depth if depth is not None else z[0] if z else 0.0
    return np.stack(np.broadcast_arrays(x, y, third), axis=-1), 2 if depth is not None else len(z)


class StationKeeping(Guidance, what="station keeping"):
    """Hold a position.

    ``mode="pose"`` is for vehicles that can sway: it sets x, y and yaw. Without a yaw set point they head into the mean
    current or wind. ``mode="approach"`` is for vehicles that cannot sway, such as torpedo-shaped AUVs and boats with
    differential thrust: it sets yaw and speed. They head for the station at (distance - dead zone) / approach time, at
    most at ``speed``. The current is assumed known; an integral removes the offset due to wind and waves. On station
    they head into the current.

    Raises:
        ModelError: A number is out of range.

    Example:
        >>> from seaway.control import StationKeeping
        >>> StationKeeping((10, 5), mode="approach", speed=1.0).drives
        ('yaw', 'speed')
    """

    station: Array = Array(shape=(None,), unit="m", rule=_place)
    """Position to hold, in W: x, y, or x, y, z."""
    _: KW_ONLY
    mode: Choice[Mode] = Choice(get_args(Mode), default="pose")
    """Set points: x, y and yaw (pose), or yaw and speed (approach)."""
    depth: NumberOrNone = NumberOrNone(unit="m", default=None)
    """Depth, positive down, instead of z."""
    yaw: NumberOrNone = NumberOrNone(unit="rad", default=None)
    """Yaw in mode ``"pose"``; default: into the flow."""
    against: Choice[Flow] = Choice(get_args(Flow), default="current")
    """Flow into which a vehicle without a yaw set point heads."""
    averaging_time: Number = Number(unit="s", at_least=0.0, default=20.0)
    """Time constant of the averaging of the flow."""
    least_flow: Number = Number(unit="m/s", at_least=0.0, default=0.05)
    """Speed of the flow below which the yaw set point is kept."""
    speed: Number = Number(unit="m/s", above=0.0, default=1.0)
    """Largest speed through the water of an approach."""
    least_speed: Number = Number(unit="m/s", at_least=0.0, default=0.0)
    """Smallest speed of an approach, for vehicles whose rudder needs it; they pass the station and return."""
    approach_time: Number = Number(unit="s", above=0.0, default=10.0)
    """Time constant of the approach."""
    integral_time: Number = Number(unit="s", at_least=0.0, default=60.0)
    """Integral time of the approach; 0 for no integral."""
    dead_zone: Number = Number(unit="m", at_least=0.0, default=1.0)
    """Distance from the station below which the vehicle does not approach."""

    kernel = staticmethod(guidance.station)
    floats = (
        ("position", (3,)),
        ("yaw", ()),
        ("averaging_time", ()),
        ("least_flow", ()),
        ("speed", ()),
        ("least_speed", ()),
        ("approach_time", ()),
        ("integral_time", ()),
        ("dead_zone", ()),
    )
    choices = ("mode", "against", "vertical")
    states = (("started", "", 1), ("yaw", "rad", 1), ("flow", "m/s", 2), ("integral", "m/s", 2), ("distance", "m", 1))

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check what a mode does not use, and speeds."""
        if self.depth is not None and self.station.shape[-1] == 3:
            yield "depth", "z in the station and depth exclude each other; give one of them"
        if self.mode == "approach" and self.yaw is not None:
            yield "yaw", "mode 'approach' computes the yaw; remove yaw, or use mode = 'pose'"
        if some(np.greater(self.least_speed, self.speed)):
            yield "least_speed", f"the least speed must be <= speed, got {np.max(self.least_speed):g} m/s"

    @property
    def drives(self) -> tuple[str, ...]:
        """Names of the set points that it computes."""
        depth = ("depth",) if _with_depth(self.station, self.depth)[1] else ()
        return (*(("x", "y", "yaw") if self.mode == "pose" else ("yaw", "speed")), *depth)

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name."""
        position, vertical = _with_depth(self.station, self.depth)
        named = {name: vars(self).get(name) for name, _ in self.floats}
        return {
            **named,
            "position": position,
            "yaw": np.nan if self.yaw is None else self.yaw,
            "mode": get_args(Mode).index(self.mode),
            "against": get_args(Flow).index(self.against),
            "vertical": vertical,
        }


class Docking(Guidance, what="docking approach"):
    """Approach a dock along its centre line at decreasing speed, and stop there.

    The vehicle heads for an entry on the centre line, ``run_in`` before the standoff, then follows the centre line.
    From the standoff its speed over ground falls in proportion to the distance, to ``contact_speed`` at the dock. If it
    leaves the funnel on the way, it returns to the entry and tries again. The current is assumed known. A vehicle that
    cannot sway compensates a cross current only by an angle to the centre line, so a dock should lie along the current.

    Raises:
        ModelError: A number is out of range, or the contact speed is not below the speed.

    Example:
        >>> from seaway.control import Docking
        >>> Docking((50, 0, -5), yaw=0.0, standoff=10.0, speed=1.0).drives
        ('yaw', 'speed', 'depth')
    """

    dock: Array = Array(shape=(None,), unit="m", rule=_place)
    """Position of the dock in W: x, y, or x, y, z."""
    _: KW_ONLY
    yaw: Number = Number(unit="rad")
    """Yaw of the vehicle in the dock, along the centre line."""
    depth: NumberOrNone = NumberOrNone(unit="m", default=None)
    """Depth of the dock, positive down, instead of z."""
    standoff: Number = Number(unit="m", above=0.0)
    """Distance from the dock at which the vehicle must be on the centre line."""
    run_in: DerivedNumber = DerivedNumber(unit="m", above=0.0, default=None, follows="standoff")
    """Distance from the entry to the standoff; default: the standoff. Allow for the turn onto the centre line."""
    funnel_angle: Number = Number(unit="rad", at_least=0.0, below=1.5, default=0.26)
    """Half angle of the funnel."""
    funnel_width: Number = Number(unit="m", above=0.0, default=0.5)
    """Half width of the funnel at the dock."""
    speed: Number = Number(unit="m/s", above=0.0)
    """Speed up to the standoff; largest speed through the water."""
    contact_speed: Number = Number(unit="m/s", above=0.0, default=0.1)
    """Speed over ground at the dock."""
    tolerance: Number = Number(unit="m", above=0.0, default=0.1)
    """Distance from the dock at which the vehicle stops."""
    look_ahead: DerivedNumber = DerivedNumber(
        unit="m", above=0.0, default=None, follows=lambda part: 0.5 * part.standoff
    )
    """Look-ahead distance Δ; default: half the standoff."""
    integral_gain: Number = Number(default=0.0, like=Waypoints.integral_gain)

    kernel = staticmethod(guidance.docking)
    floats = (
        ("position", (3,)),
        ("yaw", ()),
        ("standoff", ()),
        ("run_in", ()),
        ("funnel_angle", ()),
        ("funnel_width", ()),
        ("speed", ()),
        ("contact_speed", ()),
        ("tolerance", ()),
        ("look_ahead", ()),
        ("integral_gain", ()),
    )
    choices = ("vertical",)
    states = (
        ("started", "", 1),
        ("phase", "", 1),
        ("attempts", "", 1),
        ("integral", "s", 2),
        ("cross_track", "m", 1),
        ("along_track", "m", 1),
    )

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Compare speeds and distances."""
        if self.depth is not None and self.dock.shape[-1] == 3:
            yield "depth", "z in the dock and depth exclude each other; give one of them"
        if some(np.greater_equal(self.contact_speed, self.speed)):
            fast, most = float(np.max(self.contact_speed)), float(np.min(self.speed))
            yield "contact_speed", f"the contact speed must be < speed, {most:g} m/s, got {fast:g} m/s"
        if some(np.greater_equal(self.tolerance, self.standoff)):
            near, far = float(np.max(self.tolerance)), float(np.min(self.standoff))
            yield "tolerance", f"the tolerance must be < standoff, {far:g} m, got {near:g} m"

    @property
    def drives(self) -> tuple[str, ...]:
        """Names of the set points that it computes."""
        return ("yaw", "speed", "depth") if _with_depth(self.dock, self.depth)[1] else ("yaw", "speed")

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name."""
        position, vertical = _with_depth(self.dock, self.depth)
        named = {name: vars(self).get(name) for name, _ in self.floats}
        return {**named, "position": position, "vertical": vertical}

"""Paths of straight lines and arcs: segments, circles, lawn-mower patterns, rounded polygons and Dubins paths."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.parts import KW_ONLY, Array, Number, Part, Scalar, checked, plain, some

_TURN: Final = 2.0 * math.pi
_NEAR: Final = 1e-6  # lengths below this count as 0 [m]
# Segments of a Dubins path shorter than this, in turning radii, are omitted.
_NOTHING: Final = 1e-12
_ROUNDING: Final = 1e-12
_LEFT: Final = {"L": 1.0, "S": 0.0, "R": -1.0}
WORDS: Final = ("LSL", "RSR", "LSR", "RSL", "RLR", "LRL")
"""The six types of Dubins paths: arcs to the left and right, and straight lines."""


def _pieces(segments: Floats) -> str | None:
    """Rule of a field: at least one segment, all lengths > 0."""
    if some(segments[..., 0] <= 0.0):
        at = int(np.argwhere(segments[..., 0] <= 0.0)[0][-1])
        return f"must have lengths > 0 [m], got {segments[..., at, 0].min():g} at [{at}][0]"
    return None


class Path(Part, what="path"):
    """A path without corners in the horizontal plane: a sequence of straight lines and arcs.

    Raises:
        ModelError: There is no segment, or a length is not > 0.

    Example:
        >>> from math import pi
        >>> from seaway.control import Path
        >>> path = Path((0, 0), segments=[[10, 0], [pi * 5, 1 / 5]])  # 10 m to the east, and half a turn to the left
        >>> path.end.round(6).tolist(), round(path.length, 3), path.smallest_radius
        ([10.0, 10.0, 3.141593], 25.708, 5.0)
    """

    start: Array = Array(shape=(2,), unit="m", default=(0.0, 0.0))
    """Start of the path: x, y in W."""
    _: KW_ONLY
    course: Number = Number(unit="rad", default=0.0)
    """Course at the start: 0 is east, positive counter-clockwise."""
    segments: Array = Array(shape=(None, 2), unit="m, 1/m", rule=_pieces)
    """Rows of length and curvature: 0 for a line, 1 / radius turning left, -1 / radius turning right."""

    @property
    def table(self) -> Floats:
        """Rows of x, y, course, curvature, length and distance along the path of each segment's start, (..., n, 6)."""
        length, k = self.segments[..., 0], self.segments[..., 1]
        x, y = self.start[..., 0], self.start[..., 1]
        course, distance = np.asarray(self.course, dtype=np.float64), np.zeros(())
        rows = list[Floats]()
        for i in range(length.shape[-1]):
            s, c = length[..., i], k[..., i]
            rows.append(np.stack(np.broadcast_arrays(x, y, course, c, s, distance), axis=-1))
            # The chord: 2 sin(c s / 2) / c, at the mean course; np.sinc(x) is sin(π x) / (π x).
            chord, mean = s * np.sinc(0.5 * c * s / np.pi), course + 0.5 * c * s
            x, y, course, distance = x + chord * np.cos(mean), y + chord * np.sin(mean), course + c * s, distance + s
        rows.append(np.stack(np.broadcast_arrays(x, y, course, 0.0, 0.0, distance), axis=-1))
        return np.stack(np.broadcast_arrays(*rows), axis=-2)

    @property
    def end(self) -> Floats:
        """Position x, y [m] and course [rad] at the end, (3,)."""
        return self.table[..., -1, :3]

    @property
    def length(self) -> float:
        """Length of the path [m]."""
        total = np.sum(self.segments[..., 0], axis=-1)
        return float(total) if total.ndim == 0 else total

    @property
    def smallest_radius(self) -> float:
        """Radius of the tightest arc [m]; infinite without arcs."""
        most = float(np.max(np.abs(self.segments[..., 1])))
        return 1.0 / most if most > 0.0 else math.inf

    @property
    def closed(self) -> bool:
        """Whether the end meets the start in position and course."""
        gap = self.end - self.table[..., 0, :3]
        turn = np.abs(np.remainder(gap[..., 2] + np.pi, _TURN) - np.pi)
        return not some((np.hypot(gap[..., 0], gap[..., 1]) > 1e-6 * self.length + _NEAR) | (turn > 1e-6))

    def at(self, distance: ArrayLike) -> Floats:
        """Position x, y [m] and course [rad] at distances along the path, (..., 3).

        Args:
            distance: Distance from the start [m], any shape; the first and last segment continue beyond the ends.
        """
        table = plain(self, "at").table
        s = np.asarray(distance, dtype=np.float64)
        i = np.clip(np.searchsorted(table[:, 5], s, side="right") - 1, 0, len(table) - 2)
        x, y, course, k, _, begins = np.moveaxis(table[i], -1, 0)
        rest = s - begins
        chord, mean = rest * np.sinc(0.5 * k * rest / np.pi), course + 0.5 * k * rest
        return np.stack([x + chord * np.cos(mean), y + chord * np.sin(mean), course + k * rest], axis=-1)

    @classmethod
    def circle(cls, center: ArrayLike, radius: float, *, turns: float = 1.0, bearing: float = 0.0) -> "Path":
        """Make a circle.

        Args:
            center: Centre x, y in W [m].
            radius: Radius [m]: > 0 turning left, < 0 turning right.
            turns: Number of turns.
            bearing: Direction from the centre to the start [rad].
        """
        middle = checked(Array(shape=(2,), unit="m"), center, "the center of a circle")
        size = checked(Scalar(unit="m"), radius, "the radius of a circle")
        count = checked(Scalar(above=0.0), turns, "the number of turns of a circle")
        if size == 0.0:
            raise ModelError("the radius of a circle must be non-zero [m], got 0")
        reach = abs(size)
        start = (middle[0] + reach * math.cos(bearing), middle[1] + reach * math.sin(bearing))
        course = bearing + math.copysign(0.5 * math.pi, size)
        return cls(start, course=course, segments=[[_TURN * reach * count, 1.0 / size]])

    @classmethod
    def through(cls, points: ArrayLike, radius: float, *, closed: bool = False) -> "Path":
        """Make straight lines from point to point, with arcs that round the corners.

        Args:
            points: Rows of x, y in W [m].
            radius: Radius of the arcs [m].
            closed: Whether the path leads from the last point back to the first; it then starts in the middle of that
                line.

        Raises:
            ModelError: Two neighbours coincide, a line is too short for its arcs, or the path turns back.
        """
        corners = checked(Array(shape=(None, 2), unit="m"), points, "the points of a path")
        size = checked(Scalar(unit="m", above=0.0), radius, "the radius of a path")
        n = len(corners)
        if n < 2 + closed:
            raise ModelError(f"a path needs at least {2 + closed} points, got {n}")
        ring = np.concatenate([corners, corners[:1]]) if closed else corners
        legs = np.diff(ring, axis=0)
        lengths = np.hypot(legs[:, 0], legs[:, 1])
        for k in np.flatnonzero(lengths < _NEAR):
            raise ModelError(f"the points [{k}] and [{(k + 1) % n}] of a path coincide; remove one of them")
        courses = np.arctan2(legs[:, 1], legs[:, 0])
        turns = np.remainder(np.diff(courses, append=courses[:1] if closed else courses[-1:]) + np.pi, _TURN) - np.pi
        for k in np.flatnonzero(np.abs(turns) > np.pi - 1e-6):
            raise ModelError(f"a path cannot reverse at the point [{(k + 1) % n}]; add a point beside it")
        cut = size * np.tan(0.5 * np.abs(turns))  # from a corner to the ends of its arc
        before = np.concatenate([cut[-1:] if closed else [0.0], cut[:-1]])
        straight = lengths - before - cut
        for k in np.flatnonzero(straight < -_NEAR):
            raise ModelError(
                f"the line from point [{k}] to [{(k + 1) % n}] of a path must be at least {before[k] + cut[k]:.3g} m"
                f" long for arcs of {size:g} m radius, got {lengths[k]:.3g} m; take a smaller radius"
            )
        rows = list[tuple[float, float]]()
        for line, turn in zip(straight, turns, strict=True):
            rows += [(line, 0.0), (size * abs(turn), math.copysign(1.0 / size, turn))]
        if closed:  # it starts in the middle of the line from the last point to the first
            half = 0.5 * straight[-1]
            rows = [(half, 0.0), rows[-1], *rows[:-2], (half, 0.0)]
            start = ring[-1] - (cut[-1] + half) * np.array([math.cos(courses[-1]), math.sin(courses[-1])])
            return cls(start, course=courses[-1], segments=[row for row in rows if row[0] > _NEAR])
        return cls(corners[0], course=courses[0], segments=[row for row in rows if row[0] > _NEAR])

    @classmethod
    def dubins(cls, poses: ArrayLike, radius: float) -> "Path":
        """Make the shortest path through poses for a vehicle with a given turning radius.

        Args:
            poses: Rows of x [m], y [m], course [rad].
            radius: Turning radius [m].

        Raises:
            ModelError: There are fewer than two poses, two neighbours coincide, or the radius is not > 0.

        Reference:
            L. E. Dubins, American Journal of Mathematics 79 (1957) 497. A. M. Shkel, V. Lumelsky, Robotics and
            Autonomous Systems 34 (2001) 179.

        Example:
            >>> from seaway.control import Path
            >>> round(Path.dubins([[0, 0, 0], [0, 40, 3.141592653589793]], 10).length, 3)  # a quarter, 20 m, a quarter
            51.416
        """
        given = checked(Array(shape=(None, 3), unit="m, m, rad"), poses, "the poses of a path")
        size = checked(Scalar(unit="m", above=0.0), radius, "the turning radius of a path")
        if len(given) < 2:
            raise ModelError(f"a path needs at least two poses, got {len(given)}")
        rows = list[tuple[float, float]]()
        for k, (one, other) in enumerate(pairwise(given)):
            best = min(dubins_words(one, other, size), key=lambda found: found.length)
            if best.length < _NEAR:
                raise ModelError(f"the poses [{k}] and [{k + 1}] of a path are the same; remove one of them")
            rows += best.segments
        return cls(given[0, :2], course=given[0, 2], segments=rows)

    @classmethod
    def lawnmower(
        cls,
        start: ArrayLike,
        *,
        length: float,
        spacing: float,
        legs: int,
        radius: float | None = None,
        course: float = 0.0,
        first: str = "left",
    ) -> "Path":
        """Make a survey pattern of parallel legs joined by half turns.

        If the spacing exceeds twice the radius, a line joins two quarter turns; if it is less, the turn is the shortest
        that ends on the next leg.

        Args:
            start: Start x, y in W [m].
            length: Length of each leg [m].
            spacing: Distance between legs [m].
            legs: Number of legs.
            radius: Radius of the turns [m]; default: half the spacing.
            course: Course of the first leg [rad].
            first: Side of the first turn, ``"left"`` or ``"right"``.

        Example:
            >>> from seaway.control import Path
            >>> survey = Path.lawnmower((0, 0), length=100, spacing=20, legs=3)
            >>> survey.end.round(6).tolist()[:2], round(survey.length, 3)
            ([100.0, 40.0], 362.832)
        """
        begin = checked(Array(shape=(2,), unit="m"), start, "the start of a lawn-mower pattern")
        reach = checked(Scalar(unit="m", above=0.0), length, "the length of the legs of a lawn-mower pattern")
        gap = checked(Scalar(unit="m", above=0.0), spacing, "the spacing of a lawn-mower pattern")
        size = 0.5 * gap if radius is None else radius
        size = checked(Scalar(unit="m", above=0.0), size, "the radius of a lawn-mower pattern")
        if type(legs) is not int or legs < 1:
            raise ModelError(f"the number of legs of a lawn-mower pattern must be a whole number >= 1, got {legs!r}")
        if first not in ("left", "right"):
            raise ModelError(f"the first turn of a lawn-mower pattern must be left or right, got {first!r}")
        side, rows = 1.0 if first == "left" else -1.0, list[tuple[float, float]]()
        for k in range(legs):
            rows.append((reach, 0.0))
            if k + 1 == legs:
                break
            turn = side if k % 2 == 0 else -side
            if gap >= 2.0 * size:
                quarter = (0.5 * math.pi * size, turn / size)
                rows += [quarter, *([(gap - 2.0 * size, 0.0)] if gap - 2.0 * size > _NEAR else []), quarter]
            else:
                found = dubins_words(np.zeros(3), np.array([0.0, turn * gap, math.pi]), size)
                rows += min(found, key=lambda each: each.length).segments
        return cls(begin, course=course, segments=rows)

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that the radii of arcs are not negligible."""
        if self.smallest_radius < _NEAR:
            yield "segments", f"the radius of an arc must be > {_NEAR:g} m, got {self.smallest_radius:g} m"


class DubinsWord(NamedTuple):
    """A Dubins path of one of the six types between two poses.

    Attributes:
        word: Type of the path, such as ``"LSL"``.
        lengths: Lengths of its three parts [m].
        radius: Turning radius [m].
    """

    word: str
    lengths: tuple[float, float, float]
    radius: float

    @property
    def length(self) -> float:
        """Length of the path [m]."""
        return sum(self.lengths)

    @property
    def segments(self) -> list[tuple[float, float]]:
        """Rows of length and curvature, without segments of zero length."""
        parts = zip(self.word, self.lengths, strict=True)
        return [(s, _LEFT[kind] / self.radius) for kind, s in parts if s > _NOTHING * self.radius]


def dubins_words(one: ArrayLike, other: ArrayLike, radius: float) -> Sequence[DubinsWord]:
    """Dubins paths from one pose to another, one for each of the six types that exists.

    The equations are those of Shkel and Lumelsky, in units of the radius: d is the distance between the poses, α and β
    are their courses relative to the line between them. Of the paths of three arcs, only the one whose middle arc
    exceeds half a turn is considered, as no other can be shortest.

    Args:
        one: Start pose: x [m], y [m], course [rad].
        other: End pose: x [m], y [m], course [rad].
        radius: Turning radius [m].
    """
    (x0, y0, c0), (x1, y1, c1) = np.asarray(one, dtype=float).tolist(), np.asarray(other, dtype=float).tolist()
    d, line = math.hypot(x1 - x0, y1 - y0) / radius, math.atan2(y1 - y0, x1 - x0)
    a, b = _mod(c0 - line), _mod(c1 - line)
    sa, sb, ca, cb, cab = math.sin(a), math.sin(b), math.cos(a), math.cos(b), math.cos(a - b)
    found = list[DubinsWord]()

    def add(word: str, *parts: Any) -> None:
        found.append(DubinsWord(word, (parts[0] * radius, parts[1] * radius, parts[2] * radius), radius))

    # Squares of the straight parts; rounding errors below 0 become 0.
    lsl = 2.0 + d * d - 2.0 * cab + 2.0 * d * (sa - sb)
    rsr = 2.0 + d * d - 2.0 * cab + 2.0 * d * (sb - sa)
    lsr = -2.0 + d * d + 2.0 * cab + 2.0 * d * (sa + sb)
    rsl = -2.0 + d * d + 2.0 * cab - 2.0 * d * (sa + sb)
    if lsl >= -_ROUNDING:
        to = math.atan2(cb - ca, d + sa - sb) if lsl > _ROUNDING else a
        add("LSL", _mod(to - a), math.sqrt(max(lsl, 0.0)), _mod(b - a - _mod(to - a)))
    if rsr >= -_ROUNDING:
        to = math.atan2(ca - cb, d - sa + sb) if rsr > _ROUNDING else a
        add("RSR", _mod(a - to), math.sqrt(max(rsr, 0.0)), _mod(a - b - _mod(a - to)))
    if lsr >= -_ROUNDING:
        p = math.sqrt(max(lsr, 0.0))
        to = math.atan2(-ca - cb, d + sa + sb) - math.atan2(-2.0, p)
        add("LSR", _mod(to - a), p, _mod(to - b))
    if rsl >= -_ROUNDING:
        p = math.sqrt(max(rsl, 0.0))
        to = math.atan2(ca + cb, d - sa - sb) - math.atan2(2.0, p)
        add("RSL", _mod(a - to), p, _mod(b - to))
    rlr = (6.0 - d * d + 2.0 * cab + 2.0 * d * (sa - sb)) / 8.0
    lrl = (6.0 - d * d + 2.0 * cab + 2.0 * d * (sb - sa)) / 8.0
    if abs(rlr) <= 1.0:
        p = _TURN - math.acos(rlr)
        t = _mod(a - math.atan2(ca - cb, d - sa + sb) + 0.5 * p)
        add("RLR", t, p, _mod(a - b - t + p))
    if abs(lrl) <= 1.0:
        p = _TURN - math.acos(lrl)
        t = _mod(-a + math.atan2(cb - ca, d + sa - sb) + 0.5 * p)
        add("LRL", t, p, _mod(b - a - t + p))
    return found


def _mod(angle: float) -> float:
    """Wrap an angle to [0, 2π); a value just below 2π, from rounding, becomes 0."""
    found = angle % _TURN
    return 0.0 if _TURN - found < 1e-9 else found

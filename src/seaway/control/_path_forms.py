"""Alternative forms of a path in files: a circle, a lawn-mower pattern, points, poses."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from seaway.control._paths import Path
from seaway.parts import (
    KW_ONLY,
    Array,
    Choice,
    DerivedScalar,
    Flag,
    OneOrNone,
    Part,
    Reading,
    RefusedError,
    Scalar,
    Whole,
)

Side = Literal["left", "right"]


class CirclePath(Part, what="circle"):
    """A circular path."""

    center: Array = Array(shape=(2,), unit="m")
    """Centre of the circle: x, y in W."""
    _: KW_ONLY
    radius: Scalar = Scalar(unit="m")
    """Radius: > 0 turning left, < 0 turning right."""
    turns: Scalar = Scalar(above=0.0, default=1.0)
    """Number of turns."""
    bearing: Scalar = Scalar(unit="rad", default=0.0)
    """Direction from the centre to the start."""

    def path(self) -> Path:
        """Make the path."""
        return Path.circle(self.center, self.radius, turns=self.turns, bearing=self.bearing)


class LawnmowerPath(Part, what="lawn-mower pattern"):
    """Parallel legs joined by half turns."""

    start: Array = Array(shape=(2,), unit="m")
    """Start of the first leg: x, y in W."""
    _: KW_ONLY
    length: Scalar = Scalar(unit="m", above=0.0)
    """Length of each leg."""
    spacing: Scalar = Scalar(unit="m", above=0.0)
    """Distance between legs."""
    legs: Whole = Whole(at_least=1, at_most=10_000)
    """Number of legs."""
    radius: DerivedScalar = DerivedScalar(unit="m", above=0.0, default=None, follows=lambda part: 0.5 * part.spacing)
    """Radius of the turns; default: half the spacing."""
    course: Scalar = Scalar(unit="rad", default=0.0)
    """Course of the first leg."""
    first: Choice[Side] = Choice(get_args(Side), default="left")
    """Side of the first turn."""

    def path(self) -> Path:
        """Make the path."""
        sizes: dict[str, Any] = {"length": self.length, "spacing": self.spacing, "legs": self.legs}
        return Path.lawnmower(self.start, **sizes, radius=self.radius, course=self.course, first=self.first)


class CornerPath(Part, what="path through points"):
    """Straight lines from point to point, with arcs at the corners."""

    points: Array = Array(shape=(None, 2), unit="m")
    """Rows of x, y in W."""
    _: KW_ONLY
    radius: Scalar = Scalar(unit="m", above=0.0)
    """Radius of the arcs."""
    closed: Flag = Flag(default=False)
    """Whether the path leads from the last point back to the first."""

    def path(self) -> Path:
        """Make the path."""
        return Path.through(self.points, self.radius, closed=self.closed)


class DubinsPath(Part, what="Dubins path"):
    """The shortest path through poses."""

    points: Array = Array(shape=(None, 2), unit="m")
    """Rows of x, y in W."""
    _: KW_ONLY
    courses: Array = Array(shape=(None,), unit="rad")
    """Course at each point."""
    radius: Scalar = Scalar(unit="m", above=0.0)
    """Turning radius."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Compare the number of courses with that of points."""
        if len(self.courses) != len(self.points):
            yield "courses", f"{len(self.points)} points need as many courses, got {len(self.courses)}"

    def path(self) -> Path:
        """Make the path."""
        return Path.dubins([[*at, course] for at, course in zip(self.points, self.courses, strict=True)], self.radius)


class PathForms(Part, what="path", extends=Path):
    """Alternative forms of a path."""

    _: KW_ONLY
    circle: OneOrNone[CirclePath] = OneOrNone(CirclePath, default=None)
    """A circle, instead of start, course and segments."""
    lawnmower: OneOrNone[LawnmowerPath] = OneOrNone(LawnmowerPath, default=None)
    """Parallel legs joined by half turns."""
    through: OneOrNone[CornerPath] = OneOrNone(CornerPath, default=None)
    """Lines from point to point, with arcs at the corners."""
    dubins: OneOrNone[DubinsPath] = OneOrNone(DubinsPath, default=None)
    """The shortest path through poses."""

    def made(self, table: Mapping[str, Any], reading: Reading) -> Path:
        """Make the path from the one form that is given.

        Raises:
            RefusedError: Two forms are given.
        """
        ways = [way for way in (self.circle, self.lawnmower, self.through, self.dubins) if way is not None]
        others = [name for name in ("circle", "lawnmower", "through", "dubins") if getattr(self, name) is not None]
        others += list(table)
        if len(others) != 1:
            raise RefusedError(f"and {others[1]} both describe the path; give one of them", "conflict")
        return ways[0].path()

"""The tasks: keep station, pass waypoints, follow a path, hold depth and heading, dock."""

from collections.abc import Mapping, Sequence
from math import pi

import numpy as np

from seaway._arrays import Floats
from seaway.gym._draws import Draws
from seaway.gym._now import Now, Value, clip, cos, exp, length, sin, sqrt, where
from seaway.gym._setup import Setup
from seaway.gym._task import Aim, Signal, Start, Task, aimed_at
from seaway.parts import Scalar, Whole

_POINT = Signal("position_error", 3, "m", "distance", 0.05, 0.05, "From the vehicle to the goal, in body axes.")
_HEADING = Signal("heading_error", 2, "1", 1.0, 0.02, 0.01, "Sine and cosine of the wanted yaw minus the yaw.")


def _near(error: Value, scale: float) -> Value:
    """1 at no error, one half at a third of the scale, falling as the inverse square."""
    x = 3.0 * error / scale
    return 1.0 / (1.0 + x * x)


def _toward(yaw: Floats) -> dict[str, Floats]:
    """A yaw as what a goal keeps of it: the angle and its unit vector, so that no step computes it."""
    return {"yaw": yaw, "east": np.cos(yaw), "north": np.sin(yaw)}


def _heading(now: Now, setup: Setup) -> tuple[Value, Value]:
    """Sine and cosine of the heading error."""
    return now.turn_to(now.goal["east"], now.goal["north"])


def _error(now: Now, setup: Setup) -> tuple[Value, Value, Value]:
    """From the vehicle to the goal, in the world."""
    goal, (x, y, z) = now.goal, now.position
    return goal["x"] - x, goal["y"] - y, 0.0 * z if setup.floats else goal["z"] - z


def _distance(now: Now, setup: Setup) -> Value:
    """Distance from the goal."""
    return length(now.once(_error, setup))


def _spread(draws: Draws, name: str, most: float, size: int = 1) -> Floats:
    return draws.uniform(name, size, -most, most)


class StationKeepingTask(Task, what="station-keeping task"):
    """Hold a position and a heading.

    ::

        reward = near (0.5 + 0.3 facing + 0.2 upright) - 0.05 effort - 0.05 unrest

    near is 1 / (1 + (3 d)²) with the distance d in units of ``Setup.distance``, facing (1 + cos ψ) / 2 with the
    heading error ψ, upright the vertical part of the body's z axis if that is positive. The episode ends at a distance
    of ``lost``.
    """

    start: Scalar = Scalar(above=0.0, default=2.0)
    """Largest initial distance from the goal, in units of ``Setup.distance``."""
    lost: Scalar = Scalar(above=0.0, default=5.0)
    """Distance at which the episode ends, in units of ``Setup.distance``."""

    signals = (_POINT, _HEADING)

    def check(self, setup: Setup) -> None:
        """Check that the vehicle hovers."""
        self.needs(setup, "hovers")

    def begin(self, draws: Draws, setup: Setup, difficulty: float) -> Start:
        """Begin at a random place near the goal, with a random heading."""
        n, reach = len(draws), self.start * setup.distance * (0.25 + 0.75 * difficulty)
        goal = _anywhere(draws, setup)
        position = goal.copy()
        bearing, distance = draws.uniform("bearing", 1, -pi, pi)[:, 0], reach * np.sqrt(draws.uniform("off")[:, 0])
        position[:, 0] += distance * np.cos(bearing)
        position[:, 1] += distance * np.sin(bearing)
        if not setup.floats:
            position[:, 2] += _spread(draws, "height", 0.5 * reach)[:, 0]
        rpy = np.zeros((n, 3))
        rpy[:, 2] = draws.uniform("yaw", 1, -pi, pi)[:, 0]
        kept = {"x": goal[:, 0], "y": goal[:, 1], "z": goal[:, 2]}
        kept |= _toward(rpy[:, 2] + _spread(draws, "turn", pi * difficulty)[:, 0])
        return Start(position, rpy, np.zeros((n, 6)), kept)

    def observe(self, now: Now, setup: Setup) -> Sequence[Value]:
        """Position error and heading error."""
        return (*now.to_body(now.once(_error, setup)), *now.once(_heading, setup))

    def reward(self, now: Now, setup: Setup) -> Value:
        """Reward of being near, facing the right way and level, less effort."""
        near = _near(now.once(_distance, setup), setup.distance)
        facing = 0.5 + 0.5 * now.once(_heading, setup)[1]
        upright = clip(now.up[2], 0.0, 1.0)
        return near * (0.5 + 0.3 * facing + 0.2 * upright) - 0.05 * now.effort - 0.05 * now.unrest

    def ended(self, now: Now, setup: Setup) -> Mapping[str, Value]:
        """Far away."""
        return {"lost": now.once(_distance, setup) > self.lost * setup.distance}

    def aim(self, now: Now, setup: Setup) -> Aim:
        """The goal itself."""
        goal = now.goal
        return Aim((goal["x"], goal["y"], goal["z"]), goal["yaw"], 0.0)


class WaypointsTask(Task, what="waypoint task"):
    """Pass some waypoints, one after the other.

    ::

        reward = (d' - d) / (cruise Δt) + 10 reached - 0.05 effort - 0.05 unrest

    d' and d are the distances from the waypoint before and after the step, cruise is ``Setup.cruise``: a vehicle that
    makes for the waypoint at cruising speed gets 1 a step. The episode ends with success at the last waypoint.
    """

    count: Whole = Whole(at_least=1, at_most=100, default=4)
    """Number of waypoints."""
    radius: Scalar = Scalar(above=0.0, default=0.5)
    """Distance at which a waypoint counts as reached, in units of ``Setup.distance``."""
    leg: Scalar = Scalar(above=0.0, default=5.0)
    """Mean length of a leg, in units of ``Setup.distance``."""
    lost: Scalar = Scalar(above=0.0, default=12.0)
    """Distance from the waypoint at which the episode ends, in units of ``Setup.distance``."""

    signals = (
        Signal("position_error", 3, "m", "distance", 0.05, 0.05, "From the vehicle to the waypoint, in body axes."),
        Signal(
            "next_error", 3, "m", "distance", 0.05, 0.05, "From the vehicle to the waypoint after it, in body axes."
        ),
    )
    pace = 60.0

    def check(self, setup: Setup) -> None:
        """Check that the vehicle steers, and dives if it is no surface vehicle."""
        self.needs(setup, "steers", *(() if setup.floats else ("dives",)))

    def begin(self, draws: Draws, setup: Setup, difficulty: float) -> Start:
        """Begin with a random heading, under way if the vehicle does not hover."""
        n, scale = len(draws), setup.distance
        here = _anywhere(draws, setup)
        yaw = draws.uniform("yaw", 1, -pi, pi)[:, 0]
        sharp = 0.25 * pi + 0.5 * pi * difficulty if setup.hovers else 0.35 * pi * difficulty
        points, course = np.empty((n, self.count + 1, 3)), yaw.copy()
        at = here.copy()
        for k in range(self.count + 1):
            course = course + _spread(draws, f"turn{k}", sharp)[:, 0]
            leg = scale * self.leg * draws.uniform(f"leg{k}", 1, 0.7, 1.3)[:, 0]
            at = at + leg[:, None] * np.column_stack([np.cos(course), np.sin(course), np.zeros(n)])
            if not setup.floats:
                slope = 0.3 if setup.hovers else 0.1
                rise = np.minimum(slope * leg, setup.room)
                at[:, 2] = here[:, 2] + rise * _spread(draws, f"rise{k}", difficulty)[:, 0]
            points[:, k] = at
        kept = {name: points[:, :, c] for c, name in enumerate("xyz")}
        distance = np.linalg.norm(points[:, 0] - here, axis=1)
        kept |= {"k": np.zeros(n), "before": distance}
        rpy, velocity = np.zeros((n, 3)), np.zeros((n, 6))
        rpy[:, 2] = yaw
        if not setup.hovers:
            velocity[:, 0] = 0.5 * setup.cruise
        return Start(here, rpy, velocity, kept)

    def _point(self, now: Now, setup: Setup, ahead: int = 0) -> tuple[Value, Value, Value]:
        goal = now.goal
        if isinstance(goal["k"], float):  # one environment
            k = min(int(goal["k"]) + ahead, self.count)
            x, y, z = (float(goal[name][0, k]) for name in "xyz")
        else:
            k = np.minimum(goal["k"].astype(np.intp) + ahead, self.count)
            x, y, z = (goal[name][np.arange(len(k)), k] for name in "xyz")
        return x, y, now.position[2] if setup.floats else z

    def _error(self, now: Now, setup: Setup) -> tuple[Value, Value, Value]:
        point, here = self._point(now, setup), now.position
        return point[0] - here[0], point[1] - here[1], point[2] - here[2]

    def _next_error(self, now: Now, setup: Setup) -> tuple[Value, Value, Value]:
        point, here = self._point(now, setup, 1), now.position
        return point[0] - here[0], point[1] - here[1], point[2] - here[2]

    def _distance(self, now: Now, setup: Setup) -> Value:
        return length(now.once(self._error, setup))

    def observe(self, now: Now, setup: Setup) -> Sequence[Value]:
        """The way to this waypoint and to the next."""
        return (*now.to_body(now.once(self._error, setup)), *now.to_body(now.once(self._next_error, setup)))

    def reward(self, now: Now, setup: Setup) -> Value:
        """Reward of progress and of waypoints, less effort."""
        distance, before = now.once(self._distance, setup), now.goal["before"]
        reached = distance < self.radius * setup.distance
        progress = (before - distance) / (setup.cruise * now.period)
        return progress + 10.0 * reached - 0.05 * now.effort - 0.05 * now.unrest

    def ended(self, now: Now, setup: Setup) -> Mapping[str, Value]:
        """The last waypoint reached, or far away from it."""
        distance, last = now.once(self._distance, setup), now.goal["k"] >= self.count - 1
        return {
            "success": last & (distance < self.radius * setup.distance),
            "lost": distance > self.lost * setup.distance,
        }

    def advance(self, now: Now, setup: Setup) -> None:
        """Take the next waypoint when one is reached."""
        goal, reached = now.goal, now.once(self._distance, setup) < self.radius * setup.distance
        if np.any(reached):
            goal["k"] = goal["k"] + 1.0 * reached
            now.forget()
        goal["before"] = now.once(self._distance, setup)

    def aim(self, now: Now, setup: Setup) -> Aim:
        """The waypoint, bow first."""
        point = self._point(now, setup)
        return Aim(point, aimed_at(point, now), setup.cruise)


class PathFollowingTask(Task, what="path-following task"):
    """Follow a winding path at a speed.

    The path is a sine wave over ground. With the cross-track error e in units of ``Setup.distance`` and the speed
    along the path u::

        reward = exp(-(2 e)²) min(u / wanted, 1) - 0.05 effort - 0.05 unrest

    The wanted speed is ``Setup.cruise``. The episode ends at a cross-track error of ``lost``.
    """

    amplitude: Scalar = Scalar(at_least=0.0, default=2.0)
    """Largest amplitude of the path, in units of ``Setup.distance``."""
    wavelength: Scalar = Scalar(above=0.0, default=16.0)
    """Wavelength of the path, in units of ``Setup.distance``."""
    lost: Scalar = Scalar(above=0.0, default=4.0)
    """Cross-track error at which the episode ends, in units of ``Setup.distance``."""

    signals = (
        Signal("track_error", 2, "m", "distance", 0.05, 0.05, "Error to the left of the path, and above it."),
        Signal("track_direction", 3, "1", 1.0, 0.02, 0.01, "Direction of the path in body axes."),
        Signal("track_ahead", 3, "m", "distance", 0.05, 0.05, "Point of the path ahead, in body axes."),
    )
    pace = 25.0

    def check(self, setup: Setup) -> None:
        """Check that the vehicle steers, and dives if it is no surface vehicle."""
        self.needs(setup, "steers", *(() if setup.floats else ("dives",)))

    def begin(self, draws: Draws, setup: Setup, difficulty: float) -> Start:
        """Begin beside the path, under way."""
        n, scale = len(draws), setup.distance
        origin = _anywhere(draws, setup)
        course = draws.uniform("course", 1, -pi, pi)[:, 0]
        kept = {"x": origin[:, 0], "y": origin[:, 1], "z": origin[:, 2], **_toward(course)}
        kept["amplitude"] = self.amplitude * scale * difficulty * draws.uniform("amplitude", 1, 0.5, 1.0)[:, 0]
        kept["number"] = np.full(n, 2.0 * pi / (self.wavelength * scale))
        kept["phase"] = draws.uniform("phase", 1, -pi, pi)[:, 0]
        side = _spread(draws, "side", scale)[:, 0] + kept["amplitude"] * np.sin(kept["phase"])
        position = origin.copy()
        position[:, 0] -= side * np.sin(course)
        position[:, 1] += side * np.cos(course)
        slope = np.arctan(kept["amplitude"] * kept["number"] * np.cos(kept["phase"]))
        rpy, velocity = np.zeros((n, 3)), np.zeros((n, 6))
        rpy[:, 2] = course + slope + _spread(draws, "yaw", 0.5)[:, 0]
        velocity[:, 0] = 0.5 * setup.cruise
        return Start(position, rpy, velocity, kept)

    def _along(self, now: Now, setup: Setup) -> tuple[Value, Value]:
        """Way along the course of the path, and to the left of it."""
        return _in_course(now)

    def _track(self, now: Now, setup: Setup) -> tuple[Value, Value, Value, Value]:
        """Error to the left, error upward, and the direction of the path in the world."""
        goal, (along, left) = now.goal, now.once(self._along, setup)
        angle = goal["number"] * along + goal["phase"]
        slope = goal["amplitude"] * goal["number"] * cos(angle)
        size = sqrt(1.0 + slope * slope)
        error = (left - goal["amplitude"] * sin(angle)) / size
        east, north = _in_world(1.0 / size, slope / size, goal)
        return error, 0.0 * along if setup.floats else now.position[2] - goal["z"], east, north

    def _tangent(self, now: Now, setup: Setup) -> tuple[Value, Value, Value]:
        """Direction of the path in body axes."""
        _, _, east, north = now.once(self._track, setup)
        return now.to_body((east, north, 0.0 * east))

    def _ahead(self, now: Now, setup: Setup) -> tuple[Value, Value, Value]:
        """The point of the path two distances ahead, in the world."""
        goal, (along, _) = now.goal, now.once(self._along, setup)
        s = along + 2.0 * setup.distance
        x, y = _in_world(s, goal["amplitude"] * sin(goal["number"] * s + goal["phase"]), goal)
        return goal["x"] + x, goal["y"] + y, now.position[2] if setup.floats else goal["z"] + 0.0 * x

    def observe(self, now: Now, setup: Setup) -> Sequence[Value]:
        """Errors, and the path here and ahead."""
        error, above, _, _ = now.once(self._track, setup)
        ahead, here = now.once(self._ahead, setup), now.position
        way = (ahead[0] - here[0], ahead[1] - here[1], ahead[2] - here[2])
        return (error, above, *now.once(self._tangent, setup), *now.to_body(way))

    def reward(self, now: Now, setup: Setup) -> Value:
        """Reward of speed along the path near it, less effort."""
        error, above, _, _ = now.once(self._track, setup)
        e = length((error, above)) / setup.distance
        (u, v, w), (a, b, c) = now.velocity, now.once(self._tangent, setup)
        speed = u * a + v * b + w * c
        share = clip(speed / setup.cruise, -1.0, 1.0)
        return exp(-4.0 * e * e) * share - 0.05 * now.effort - 0.05 * now.unrest

    def ended(self, now: Now, setup: Setup) -> Mapping[str, Value]:
        """Far from the path."""
        error, above, _, _ = now.once(self._track, setup)
        return {"lost": length((error, above)) > self.lost * setup.distance}

    def aim(self, now: Now, setup: Setup) -> Aim:
        """The point of the path ahead, bow first."""
        ahead = now.once(self._ahead, setup)
        return Aim(ahead, aimed_at(ahead, now), setup.cruise)


class DepthHeadingTask(Task, what="depth and heading task"):
    """Hold a depth and a heading, which step once in the episode; vehicles that do not hover keep their speed.

    ::

        reward = 0.5 near + 0.3 facing + 0.2 steady - 0.05 effort - 0.05 unrest

    near is 1 / (1 + (3 z)²) with the depth error z in units of ``Setup.distance``, facing (1 + cos ψ) / 2, and
    steady 1 / (1 + (3 u)²) with the error u of the forward speed in units of ``Setup.speed``. The wanted speed is 0 for
    vehicles that hover, else that of cruising.
    """

    step: Scalar = Scalar(above=0.0, default=2.0)
    """Largest step of the depth, in units of ``Setup.distance``; at most ``Setup.room``."""
    lost: Scalar = Scalar(above=0.0, default=6.0)
    """Depth error at which the episode ends, in units of ``Setup.distance``."""

    signals = (
        Signal("depth_error", 1, "m", "distance", 0.02, 0.02, "Height of the goal above the vehicle."),
        _HEADING,
        Signal("speed_error", 1, "m/s", "speed", 0.02, 0.01, "Wanted forward speed minus the forward speed."),
    )
    pace = 18.0

    def check(self, setup: Setup) -> None:
        """Check that the vehicle dives and steers."""
        self.needs(setup, "dives", "steers")

    def begin(self, draws: Draws, setup: Setup, difficulty: float) -> Start:
        """Begin at the working depth, under way if the vehicle does not hover."""
        n, reach = len(draws), min(self.step * setup.distance, setup.room) * (0.25 + 0.75 * difficulty)
        position = _anywhere(draws, setup)
        rpy, velocity = np.zeros((n, 3)), np.zeros((n, 6))
        rpy[:, 2] = draws.uniform("yaw", 1, -pi, pi)[:, 0]
        turn = pi * difficulty if setup.hovers else 0.5 * pi * difficulty
        kept = {
            "z": position[:, 2] + _spread(draws, "rise", reach)[:, 0],
            "rise": _spread(draws, "second rise", reach)[:, 0],
            "second": 0.5 * setup.duration * draws.uniform("second", 1, 0.8, 1.2)[:, 0],
        }
        kept |= _toward(rpy[:, 2] + _spread(draws, "turn", turn)[:, 0])
        second = _toward(kept["yaw"] + _spread(draws, "second turn", turn)[:, 0])
        kept |= {f"second_{name}": values for name, values in second.items()}
        if not setup.hovers:
            velocity[:, 0] = setup.cruise
        return Start(position, rpy, velocity, kept)

    def _goal(self, now: Now, setup: Setup) -> tuple[Value, Value, Value, Value]:
        """Height of the goal and its heading: as a yaw, and as a unit vector (east, north)."""
        goal = now.goal
        late = now.time >= goal["second"]
        yaw, east, north = (where(late, goal[f"second_{name}"], goal[name]) for name in ("yaw", "east", "north"))
        return goal["z"] + 1.0 * late * goal["rise"], yaw, east, north

    def _errors(self, now: Now, setup: Setup) -> tuple[Value, Value, Value, Value]:
        """Height of the goal above the vehicle, sine and cosine of the heading error, error of the forward speed."""
        z, _, east, north = now.once(self._goal, setup)
        return (z - now.position[2], *now.turn_to(east, north), self._speed(setup) - now.velocity[0])

    def _speed(self, setup: Setup) -> float:
        return 0.0 if setup.hovers else setup.cruise

    def observe(self, now: Now, setup: Setup) -> Sequence[Value]:
        """Errors of depth, heading and speed."""
        return now.once(self._errors, setup)

    def reward(self, now: Now, setup: Setup) -> Value:
        """Reward of small errors, less effort."""
        above, _, c, slow = now.once(self._errors, setup)
        near, steady = _near(above, setup.distance), _near(slow, setup.speed)
        return 0.5 * near + 0.3 * (0.5 + 0.5 * c) + 0.2 * steady - 0.05 * now.effort - 0.05 * now.unrest

    def ended(self, now: Now, setup: Setup) -> Mapping[str, Value]:
        """Far above or below, or out of the water."""
        above = now.once(self._errors, setup)[0]
        return {"lost": above * above > (self.lost * setup.distance) ** 2, "surfaced": now.position[2] > 0.0}

    def aim(self, now: Now, setup: Setup) -> Aim:
        """The depth and the heading."""
        z, yaw, _, _ = now.once(self._goal, setup)
        return Aim((now.position[0], now.position[1], z), yaw, self._speed(setup))


class DockingTask(Task, what="docking task"):
    """Enter a dock: arrive slowly at a point, along its axis.

    ::

        potential = -(d + 0.5 aside) - 0.5 (1 - facing)
        reward = 5 (potential - potential') + 20 success - 10 collision - 0.02 effort - 0.02 unrest

    d is the distance from the dock and aside that from its axis, in units of ``Setup.distance``. The episode ends with
    success within ``radius`` of the dock, within 15° of its axis and below ``slow``; with a collision where the vehicle
    is as near as that but too fast or askew, or passes the dock beside it.
    """

    radius: Scalar = Scalar(above=0.0, default=0.2)
    """Distance at which the vehicle is in the dock, in units of ``Setup.distance``."""
    slow: Scalar = Scalar(above=0.0, default=0.3)
    """Greatest speed in the dock, in units of ``Setup.speed``."""
    lost: Scalar = Scalar(above=0.0, default=12.0)
    """Distance at which the episode ends, in units of ``Setup.distance``."""

    signals = (
        Signal("position_error", 3, "m", "distance", 0.03, 0.03, "From the vehicle to the dock, in body axes."),
        _HEADING,
        Signal("axis_offset", 2, "m", "distance", 0.03, 0.03, "Way past the dock along its axis, and to its left."),
    )
    pace = 30.0

    def check(self, setup: Setup) -> None:
        """Check that the vehicle hovers."""
        self.needs(setup, "hovers")

    def begin(self, draws: Draws, setup: Setup, difficulty: float) -> Start:
        """Begin at some distance before the dock, within 30° of its axis."""
        n, scale = len(draws), setup.distance
        dock = _anywhere(draws, setup)
        axis = draws.uniform("axis", 1, -pi, pi)[:, 0]
        bearing = axis + pi + _spread(draws, "bearing", pi / 6.0 * difficulty)[:, 0]
        distance = scale * draws.uniform("distance", 1, 2.0, 3.0 + 3.0 * difficulty)[:, 0]
        position = dock + distance[:, None] * np.column_stack([np.cos(bearing), np.sin(bearing), np.zeros(n)])
        if not setup.floats:
            position[:, 2] += _spread(draws, "height", 0.2 * scale * difficulty)[:, 0]
        rpy = np.zeros((n, 3))
        rpy[:, 2] = axis + _spread(draws, "yaw", 0.5 * pi * difficulty)[:, 0]
        kept = {"x": dock[:, 0], "y": dock[:, 1], "z": dock[:, 2], **_toward(axis)}
        kept["before"] = np.full(n, np.nan)
        return Start(position, rpy, np.zeros((n, 6)), kept)

    def _offset(self, now: Now, setup: Setup) -> tuple[Value, Value]:
        """Way past the dock along its axis, and to the left of the axis."""
        return _in_course(now)

    def observe(self, now: Now, setup: Setup) -> Sequence[Value]:
        """The way to the dock, the heading error, and the place along its axis."""
        return (
            *now.to_body(now.once(_error, setup)),
            *now.once(_heading, setup),
            *now.once(self._offset, setup),
        )

    def potential(self, now: Now, setup: Setup) -> Value:
        """How near the vehicle is to lying in the dock, at most 0."""
        error, (_, left) = now.once(_error, setup), now.once(self._offset, setup)
        aside = length((left, error[2]))
        facing = 0.5 + 0.5 * now.once(_heading, setup)[1]
        return -(now.once(_distance, setup) + 0.5 * aside) / setup.distance - 0.5 * (1.0 - facing)

    def _outcome(self, now: Now, setup: Setup) -> tuple[Value, Value]:
        distance = now.once(_distance, setup)
        there = distance < self.radius * setup.distance
        gently = length(now.velocity) < self.slow * setup.speed
        aligned = now.once(_heading, setup)[1] > cos(pi / 12.0)
        past = now.once(self._offset, setup)[0] > 0.5 * setup.distance
        good = there & gently & aligned
        return good, (there & (not good if isinstance(good, bool) else ~good)) | past

    def reward(self, now: Now, setup: Setup) -> Value:
        """Reward of getting nearer and of docking, less effort."""
        good, bad = now.once(self._outcome, setup)
        gained = now.once(self.potential, setup) - now.goal["before"]
        return 5.0 * gained + 20.0 * good - 10.0 * bad - 0.02 * now.effort - 0.02 * now.unrest

    def ended(self, now: Now, setup: Setup) -> Mapping[str, Value]:
        """In the dock, a collision, or far away."""
        good, bad = now.once(self._outcome, setup)
        return {
            "success": good,
            "collision": bad,
            "lost": now.once(_distance, setup) > self.lost * setup.distance,
        }

    def advance(self, now: Now, setup: Setup) -> None:
        """Keep the potential for the next step."""
        now.goal["before"] = now.once(self.potential, setup)

    def aim(self, now: Now, setup: Setup) -> Aim:
        """A point on the axis that moves into the dock as the vehicle comes onto the axis."""
        goal, (along, left) = now.goal, now.once(self._offset, setup)
        error = now.once(_error, setup)
        aside = length((left, error[2]))
        # The point runs ahead of the vehicle by less the nearer it comes, so that it arrives slowly.
        ahead = clip(0.7 * along + 0.15 * setup.distance, -1e9, 0.0) - 2.0 * aside
        east, north = _in_world(ahead, 0.0, goal)
        return Aim((goal["x"] + east, goal["y"] + north, goal["z"]), goal["yaw"], 0.0)


def _in_course(now: Now) -> tuple[Value, Value]:
    """Place of the vehicle from the goal, along the direction of the goal and to the left of it."""
    goal, (x, y, _) = now.goal, now.position
    dx, dy, east, north = x - goal["x"], y - goal["y"], goal["east"], goal["north"]
    return dx * east + dy * north, dy * east - dx * north


def _in_world(ahead: Value, left: Value, goal: Mapping[str, Value]) -> tuple[Value, Value]:
    """A horizontal vector along the direction of a goal and to the left of it, in the world."""
    east, north = goal["east"], goal["north"]
    return ahead * east - left * north, ahead * north + left * east


def _anywhere(draws: Draws, setup: Setup) -> Floats:
    """A place in the world, so that every episode has its own part of the waves, (n, 3)."""
    place = np.empty((len(draws), 3))
    place[:, :2] = draws.uniform("place", 2, -500.0, 500.0)
    place[:, 2] = setup.height
    return place


TASKS: tuple[type[Task], ...] = (StationKeepingTask, WaypointsTask, PathFollowingTask, DepthHeadingTask, DockingTask)
"""All tasks, in the order of the documentation."""

__all__ = ["TASKS", "DepthHeadingTask", "DockingTask", "PathFollowingTask", "StationKeepingTask", "WaypointsTask"]

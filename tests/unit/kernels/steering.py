"""A vehicle of pure kinematics that guidance steers: U along the yaw, in a current; the yaw at once or with a lag."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from tests.unit.kernels import called, parameters, six

from seaway.kernels.rotation import Matrix3
from seaway.kernels.surroundings import Motion

SET_POINTS = ("x", "y", "z", "depth", "roll", "pitch", "yaw", "speed", "ground_speed")


def motion_at(x: float, y: float, yaw: float, velocity: Any = (0.0, 0.0), current: Any = (0.0, 0.0)) -> Motion:
    """A level vehicle; the velocity is over ground, in W."""
    c, s = math.cos(yaw), math.sin(yaw)
    R: Matrix3 = (c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
    back: Matrix3 = (c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0)
    q = (math.cos(0.5 * yaw), 0.0, 0.0, math.sin(0.5 * yaw))
    nu = (c * velocity[0] + s * velocity[1], c * velocity[1] - s * velocity[0], 0.0, 0.0, 0.0, 0.0)
    rx, ry = velocity[0] - current[0], velocity[1] - current[1]
    nu_r = (c * rx + s * ry, c * ry - s * rx, 0.0, 0.0, 0.0, 0.0)
    return Motion((float(x), float(y), 0.0), q, R, back, nu, nu_r)


def states_of(declared: Any, values: tuple[float, ...] | None = None) -> Any:
    """States by name, from one flat tuple; zeros at the start."""
    flat = (0.0,) * sum(size for _, _, size in declared) if values is None else values
    assert len(flat) == sum(size for _, _, size in declared)
    found, place = {}, 0
    for name, _, size in declared:
        found[name] = flat[place] if size == 1 else tuple(flat[place : place + size])
        place += size
    return parameters(**found)


def parameters_of(part: Any, period: float) -> Any:
    """Parameters as the kernel reads them; checks that all and only the declared ones are there."""
    values = dict(part.parameters())
    assert list(values) == [name for name, _ in part.floats] + list(part.choices)
    for name, shape in part.floats:
        array = np.asarray(values[name], dtype=np.float64)
        assert array.ndim == len(shape)
        assert all(want in (None, got) for want, got in zip(shape, array.shape, strict=True))
        values[name] = float(array) if not shape else six(array) if None not in shape else array.copy()
    assert all(type(values[name]) is int for name in part.choices)
    return parameters(**values, period=float(period))


def set_points(**given: float) -> Any:
    return parameters(**(dict.fromkeys(SET_POINTS, 0.0) | {name: float(value) for name, value in given.items()}))


class Craft:
    """The vehicle with its guidance; ``run`` keeps a log of set points and states by name.

    Args:
        part: The guidance.
        position: Where it begins [m].
        yaw: Its yaw there [rad].
        current: In W [m/s].
        lag: Time constant of the yaw [s]; 0 for a yaw that is as set.
        period: Control period [s].
        leeway: Velocity over ground that nobody knows of, in W [m/s].
    """

    def __init__(
        self,
        part: Any,
        position: Any = (0.0, 0.0),
        yaw: float = 0.0,
        *,
        current: Any = (0.0, 0.0),
        lag: float = 0.0,
        period: float = 0.1,
        leeway: Any = (0.0, 0.0),
        **given: float,
    ):
        self.part, self.period, self.lag, self.current, self.leeway = part, period, lag, current, leeway
        self.x, self.y, self.yaw, self.time = float(position[0]), float(position[1]), float(yaw), 0.0
        self.par, self.state = parameters_of(part, period), states_of(part.states)
        self.given, self.speed = set_points(**given), 0.0
        self.wind: Any = (0.0, 0.0)
        self.rows: list[Mapping[str, Any]] = []

    def call(self) -> tuple[Any, Any]:
        """Set points and states for the present motion."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        velocity = (
            self.speed * c + self.current[0] + self.leeway[0],
            self.speed * s + self.current[1] + self.leeway[1],
        )
        current_B = (c * self.current[0] + s * self.current[1], c * self.current[1] - s * self.current[0], 0.0)
        wind_B = (c * self.wind[0] + s * self.wind[1], c * self.wind[1] - s * self.wind[0], 0.0)
        around = parameters(time=self.time, surface=0.0, v_current_B=current_B, v_WA_B=wind_B)
        motion = motion_at(self.x, self.y, self.yaw, velocity, self.current)
        wanted, new = called(self.part.kernel)(self.par, self.state, motion, around, self.given)
        return parameters(**dict(zip(SET_POINTS, wanted, strict=True))), states_of(self.part.states, tuple(new))

    def step(self) -> None:
        """One control period, exactly: on a circle if the yaw turns."""
        wanted, self.state = self.call()
        self.speed = wanted.speed
        self.rows.append(
            {"t": self.time, "at_x": self.x, "at_y": self.y, "heading": self.yaw}
            | wanted._asdict()
            | {f"x_{name}": value for name, value in self.state._asdict().items()}
        )
        error = math.remainder(wanted.yaw - self.yaw, 2.0 * math.pi)
        turn = error if self.lag == 0.0 else error * (1.0 - math.exp(-self.period / self.lag))
        middle = self.yaw + (turn if self.lag == 0.0 else 0.5 * turn)
        self.x += self.period * (self.speed * math.cos(middle) + self.current[0] + self.leeway[0])
        self.y += self.period * (self.speed * math.sin(middle) + self.current[1] + self.leeway[1])
        self.yaw += turn
        self.time += self.period

    def run(self, duration: float) -> "Craft":
        for _ in range(round(duration / self.period)):
            self.step()
        return self

    def __getitem__(self, name: str) -> np.ndarray:
        """Values of the log over time."""
        return np.array([row[name] for row in self.rows])

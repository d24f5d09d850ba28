"""How a task is declared: where an episode begins, what is observed, what is rewarded, when it ends."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.gym._draws import Draws
from seaway.gym._now import Now, Value, atan2
from seaway.gym._setup import Setup
from seaway.parts import Part


class Signal(NamedTuple):
    """A quantity that is observed.

    Attributes:
        name: Name in the ``Dict`` form.
        size: Number of components.
        unit: Unit of the quantity.
        scale: The value that is observed as 1: a number, or ``"distance"`` or ``"speed"`` of the vehicle's ``Setup``.
        noise: Standard deviation of the sensor noise with ``realism="field"``, in the unit of the quantity.
        bias: Standard deviation of the bias, drawn once per episode, likewise.
        text: Description.
    """

    name: str
    size: int
    unit: str
    scale: float | str = 1.0
    noise: float = 0.0
    bias: float = 0.0
    text: str = ""


MOTION: tuple[Signal, ...] = (
    Signal("up", 3, "1", 1.0, 0.01, 0.01, "Upward direction in body axes."),
    Signal("velocity", 3, "m/s", "speed", 0.02, 0.01, "Velocity over ground in body axes."),
    Signal("rates", 3, "rad/s", 1.0, 0.005, 0.002, "Angular velocity in body axes."),
)
"""Signals that every task observes, see ``Task.motion``."""


class Start(NamedTuple):
    """Initial state of some episodes.

    Attributes:
        position: p_WBo_W [m], (n, 3).
        rpy: Roll, pitch and yaw [rad], (n, 3).
        velocity: (v_WB_B, w_WB_B) [m/s, rad/s], (n, 6).
        goal: What the task keeps of each episode, by name, each (n,) or (n, k).
    """

    position: Floats
    rpy: Floats
    velocity: Floats
    goal: dict[str, Floats]


class Aim(NamedTuple):
    """Where a scripted pilot would go: a point and a heading in the world, and a forward speed.

    Attributes:
        position: Point in the world [m].
        yaw: Yaw [rad].
        speed: Forward speed [m/s], for vehicles that do not hover.
    """

    position: tuple[Value, Value, Value]
    yaw: Value
    speed: Value


class Task(Part, base=True):
    """Base class of tasks.

    A task has fields, which are its settings, and five functions. They are written once for one environment and for
    many: components are floats or arrays (n,), see ``Now``; take square roots and angles by the functions of
    ``seaway.gym.maths`` or NumPy.
    """

    signals: ClassVar[tuple[Signal, ...]] = ()
    """What ``observe`` returns beside the motion."""
    pace: ClassVar[float] = 12.0
    """Default duration in units of ``Setup.distance / Setup.cruise``."""

    def check(self, setup: Setup) -> None:
        """Check that a vehicle can do the task.

        Raises:
            ModelError: It cannot; the message says what is missing.
        """

    def begin(self, draws: Draws, setup: Setup, difficulty: float) -> Start:
        """Begin some episodes.

        Args:
            draws: Random numbers, one set for each episode.
            setup: What the vehicle can do.
            difficulty: From 0 (easy) to 1, see ``set_difficulty`` of the environments.
        """
        raise NotImplementedError

    def observe(self, now: Now, setup: Setup) -> Sequence[Value]:
        """Components of the ``signals``, in their order and units, before scaling."""
        raise NotImplementedError

    def reward(self, now: Now, setup: Setup) -> Value:
        """The reward of the step that led here."""
        raise NotImplementedError

    def ended(self, now: Now, setup: Setup) -> Mapping[str, Value]:
        """Whether the episode has ended, by reason, such as ``{"lost": distance > 10.0}``."""
        return {}

    def advance(self, now: Now, setup: Setup) -> None:
        """Change the goal after observation and reward, as when a waypoint is reached."""

    def aim(self, now: Now, setup: Setup) -> Aim:
        """Where a scripted pilot would go; the baseline that learning is compared with."""
        raise NotImplementedError

    def motion(self, now: Now) -> Sequence[Value]:
        """Components of ``MOTION``."""
        return (*now.up, *now.velocity, *now.rates)

    def needs(self, setup: Setup, *needed: str) -> None:
        """Raise an error if the vehicle lacks one of some abilities.

        Raises:
            ModelError: It lacks one.
        """
        words = {
            "hovers": "thrusters that serve surge, sway and yaw (and heave, if it dives)",
            "dives": "thrusters or fins that hold its depth",
            "steers": "actuators that hold its speed and its heading",
        }
        for name in needed:
            if not getattr(setup, name):
                kind = type(self).__name__.removesuffix("Task")
                raise ModelError(f"{kind} needs {words[name]}; vehicle '{setup.vehicle.name}' has none")


def aimed_at(point: tuple[Value, Value, Value], now: Now) -> Any:
    """Yaw from the vehicle to a point [rad]."""
    return atan2(point[1] - now.position[1], point[0] - now.position[0])

"""Environments of one task in one batch: begin, act, observe, reward, end."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from seaway import library
from seaway._arrays import Flags, Floats, positive, whole
from seaway.errors import ModelError
from seaway.frames import quaternion_from_rpy
from seaway.gym._actions import ActionMode, ActuatorActions, Limits, SetPointActions, actions_of, lagged
from seaway.gym._draws import Distribution, Draws, Keys, as_distribution, keys_of, mixed
from seaway.gym._now import Now
from seaway.gym._realism import Level, Realism
from seaway.gym._setup import Setup, limited
from seaway.gym._task import MOTION, Signal, Start, Task
from seaway.scenario import load_vehicle
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

Rows = NDArray[np.intp]

LARGEST: Final = 10.0
"""Largest entry of an observation, after scaling."""

_DIVERGED: Final = "diverged"


class Ending(NamedTuple):
    """How episodes ended.

    Attributes:
        terminated: Whether each episode ended by itself, (n,).
        truncated: Whether each ran out of time, (n,).
        reasons: Reason of each that ended, "" for others, (n,) of texts; None if none did.
    """

    terminated: Flags
    truncated: Flags
    reasons: NDArray[Any] | None


class Core:
    """Environments of a task, all in one simulation.

    Args:
        task: The task.
        vehicle: Name of a library vehicle, a file with one, or a ``Vehicle``.
        count: Number of environments.
        sea: The sea. Default: still water of the density for which a library vehicle was published.
        time_step: Time step of the physics [s].
        substeps: Steps of the physics per action. Default: 4, more for slow vehicles, so that an action lasts about 2 %
            of the time in which they travel ``Setup.distance``, at most 0.5 s.
        action_mode: ``"actuators"``, ``"wrench"`` or ``"set_points"``.
        realism: ``"ideal"``, ``"field"`` or a ``Realism``.
        randomize: Distributions of parameters by the dotted keys of ``Simulation.set``, drawn for each episode.
        difficulty: From 0 to 1, see ``set_difficulty``.
        depth: Depth at which a submerged vehicle works [m].
        duration: Time after which an episode is truncated [s]. Default: that of the task, ``Task.pace``.
        max_episode_steps: Actions after which an episode is truncated, in place of a duration.
        threads: Largest number of threads.

    Raises:
        ModelError: The vehicle cannot do the task, or an argument is out of range.
    """

    def __init__(
        self,
        task: Task,
        vehicle: str | os.PathLike[str] | Vehicle = "bluerov2_heavy",
        count: int = 1,
        *,
        sea: Sea | None = None,
        time_step: float = 0.02,
        substeps: int | None = None,
        action_mode: ActionMode = "actuators",
        realism: Level | Realism = "ideal",
        randomize: Mapping[str, Any] | None = None,
        difficulty: float = 1.0,
        depth: float = 10.0,
        duration: float | None = None,
        max_episode_steps: int | None = None,
        threads: int | None = None,
    ):
        self.task, self.count = task, whole(count, "the number of environments")
        step = positive(time_step, "the time step [s]")
        made, still = _vehicle_and_sea(vehicle, sea)
        made = limited(made, still.density)
        own = None if duration is None else positive(duration, "the duration [s]")
        self.setup = Setup.of(made, still, 4.0 * step, positive(depth, "the depth [m]"), own, task.pace)
        self.substeps = _substeps(self.setup, step) if substeps is None else whole(substeps, "substeps")
        self.period = step * self.substeps
        if max_episode_steps is not None:
            self.setup = replace(self.setup, duration=whole(max_episode_steps, "max_episode_steps") * self.period)
        task.check(self.setup)
        self.realism = Realism.of(realism, self.setup)
        self._limits = Limits(made, still.density)
        self.actions = actions_of(action_mode, self.setup, still, self._limits)
        self.sim = Simulation(made, self.realism.sea(still), time_step, self.count, threads=threads)
        self.actions.attach(self.sim, self.period)
        self.steps_most = max(1, ceil(self.setup.duration / self.period - 1e-9))
        self.signals: tuple[Signal, ...] = (
            *task.signals,
            *MOTION,
            Signal("action", len(self.actions.names), "1", 1.0, text="The last action."),
        )
        self._scales = np.concatenate([np.full(each.size, self._scale(each)) for each in self.signals])
        self._inverse = 1.0 / self._scales
        self._inverse_list: list[float] = self._inverse.tolist()
        self.size = len(self._scales)
        self._noise, self._bias = (
            self.realism.noise
            * self._inverse
            * np.concatenate([np.full(s.size, getattr(s, kind)) for s in self.signals])
            for kind in ("noise", "bias")
        )
        # Actuators that the autopilot or the allocation commands have only the lag and the dead band of their own.
        direct = isinstance(self.actions, ActuatorActions)
        kept = self.realism.drawn.items()
        self._field = {name: each for name, each in kept if direct or name not in ("lag", "dead_zone")}
        self._parameters = {path: as_distribution(each) for path, each in (randomize or {}).items()}
        self._nominal = {path: nominal_value(made, still, path) for path in self._parameters}
        self.set_difficulty(difficulty)
        self._allocate()

    def _scale(self, signal: Signal) -> float:
        if isinstance(signal.scale, str):
            return float(getattr(self.setup, signal.scale))
        return float(signal.scale)

    def _allocate(self) -> None:
        n, m, k = self.count, len(self.actions.names), self.size
        self.steps = np.zeros(n, dtype=np.int64)
        self.episodes = np.zeros(n, dtype=np.int64)
        self._keys: Keys = keys_of(np.arange(n))
        self._episode_keys: Keys = self._keys.copy()
        a = len(self._limits.names)
        self._action, self._applied = np.zeros((n, m)), np.zeros((n, m))
        self._command, self._previous = np.zeros((n, a)), np.zeros((n, a))
        self._goal: dict[str, Any] = {}
        self.observation = np.zeros((n, k), dtype=np.float32)
        self.drawn: dict[str, Floats] = {}
        own = self._field
        self._delays = np.zeros(n, dtype=np.int64)
        longest = _most_delay(own.get("delay"))
        self._ring = np.zeros((longest + 1, n, k), dtype=np.float32) if longest else None
        self._head = 0
        self._biases = np.zeros((n, k)) if np.any(self._bias) else None
        self._share, self._dead = np.ones((n, 1)), np.zeros((n, 1))
        self._lags = "lag" in own or "dead_zone" in own
        self._failed: Any = np.full(n, -1)
        self.now = self.moment()

    # Episodes

    def set_difficulty(self, difficulty: float) -> None:
        """Set how far from the goal episodes begin, how sharp turns are and how strong the current is, from 0 to 1.

        Raises:
            ModelError: It is not between 0 and 1.
        """
        if not 0.0 <= difficulty <= 1.0:
            raise ModelError(f"the difficulty must be between 0 and 1, got {difficulty}")
        self.difficulty = float(difficulty)

    def seed(self, seeds: Sequence[int]) -> None:
        """Give each environment its seed, a whole number of any size, and begin to count its episodes from 0."""
        self._keys = keys_of(np.array([each % 2**64 for each in seeds], dtype=np.uint64))
        self.episodes[:] = 0

    def begin(self, rows: Rows) -> None:
        """Begin new episodes in some environments."""
        if not len(rows):
            return
        n = self.count
        self._episode_keys[rows] = mixed(self._keys[rows] + self.episodes[rows].astype(np.uint64))
        draws = Draws(self._episode_keys[rows])
        self.episodes[rows] += 1
        self._draw(draws, rows)
        start = self.task.begin(draws, self.setup, self.difficulty)
        motion = np.vstack([start.position.T, quaternion_from_rpy(start.rpy).T, start.velocity.T])
        self.sim.reset(None if len(rows) == n else rows, motion=motion)
        self.steps[rows] = 0
        for array in (self._action, self._applied, self._command, self._previous):
            array[rows] = 0.0
        if self._biases is not None:
            self._biases[rows] = self._bias * draws.normal("bias", self.size)
        if n == 1 or len(rows) == n:
            self._goal = {name: _kept(values, n) for name, values in start.goal.items()}
            self.now = self.moment()
            self.task.advance(self.now, self.setup)
            return
        part = self._beginning(motion, start)
        self.task.advance(part, self.setup)
        for name, values in part.goal.items():
            if name not in self._goal:
                self._goal[name] = np.zeros((n, *np.shape(values)[1:]))
            self._goal[name][rows] = values
        self._motion[:, rows] = motion
        self.now.renew(rows, part)

    def _beginning(self, motion: Floats, start: Start) -> Now:
        """The first moment of some episodes."""
        n = motion.shape[1]
        action, command = np.zeros((len(self.actions.names), n)), np.zeros((len(self._limits.names), n))
        goal = {name: _kept(values, self.count) for name, values in start.goal.items()}
        return _now(np.zeros(n), motion, action, command, command, goal, self.period)

    def _draw(self, draws: Draws, rows: Rows) -> None:
        """Draw parameters of vehicle and sea, and what makes the field."""
        drawn = {path: each.drawn(draws, path, self._nominal[path]) for path, each in self._parameters.items()}
        own = {name: each.drawn(draws, f"realism {name}", np.zeros(())) for name, each in self._field.items()}
        if drawn:
            self.sim.set(drawn, rows=rows)
        if "current" in own:
            angle = draws.uniform("current direction", 1, -np.pi, np.pi)[:, 0]
            speed = own["current"] * self.difficulty
            velocity = np.column_stack([speed * np.cos(angle), speed * np.sin(angle), 0.0 * angle])
            self.sim.set("sea.current.velocity", velocity, rows=rows)
            drawn["sea.current.velocity"] = velocity
        if "lag" in own:
            self._share[rows, 0] = 1.0 - np.exp(-self.period / np.maximum(own["lag"], 1e-9))
        if "dead_zone" in own:
            self._dead[rows, 0] = own["dead_zone"]
        if "delay" in own:
            self._delays[rows] = np.floor(own["delay"]).astype(np.int64)
            own["delay"] = self._delays[rows].astype(np.float64)
        if self.realism.fault > 0.0:
            own["fault"] = self._break(draws, rows)
        for name, values in (*drawn.items(), *((k, v) for k, v in own.items() if k != "current")):
            if name not in self.drawn:
                self.drawn[name] = np.zeros((self.count, *values.shape[1:]))
            self.drawn[name][rows] = values

    def _break(self, draws: Draws, rows: Rows) -> Floats:
        """Let actuators fail; return the number of the one that fails, or -1."""
        names = self.sim.actuators
        happens = draws.uniform("fault")[:, 0] < self.realism.fault
        which = np.where(happens, (draws.uniform("which")[:, 0] * len(names)).astype(np.int64), -1)
        for k, name in enumerate(names):
            mended = rows[(self._failed[rows] == k) & (which != k)]
            broken = rows[which == k]
            if len(mended):
                self.sim.repair(name, rows=mended)
            if len(broken):
                self.sim.fail(name, rows=broken)
        self._failed[rows] = which
        return which.astype(np.float64)

    # Steps

    def act(self, actions: Any) -> None:
        """Do the steps of an action in every environment; actions outside [-1, 1] are clipped."""
        given = np.asarray(actions).reshape(self.count, -1)
        if given.shape[1] != len(self.actions.names):
            names = ", ".join(self.actions.names)
            raise ModelError(f"an action has {len(self.actions.names)} components ({names}), got {given.shape[1]}")
        self._action = np.empty(given.shape)
        np.minimum(np.maximum(given, -1.0, out=self._action), 1.0, out=self._action)
        applied = self._action
        if self._lags:
            applied = self._applied = lagged(self._applied, self._action, self._share, self._dead)
        self.actions.apply(self.sim, applied, self.now, self.substeps)
        direct = isinstance(self.actions, ActuatorActions)
        self._previous, self._command = self._command, applied if direct else self._limits.shares(self.sim.commands())
        self.steps += 1
        self.now = self.moment()

    def outcome(self) -> tuple[Any, Ending]:
        """Rewards of the last step, (n,), and which episodes ended."""
        task, now, setup, n = self.task, self.now, self.setup, self.count
        rewards = np.asarray(task.reward(now, setup), dtype=np.float64).reshape(n)
        ended: dict[str, Any] = {why: flags for why, flags in task.ended(now, setup).items() if _some(flags)}
        stopped = self.sim.stopped if self.sim.events else None
        if stopped is not None and stopped.any():
            ended = {_DIVERGED: stopped, **ended}
            rewards = np.where(stopped, 0.0, rewards)
        terminated: Any = np.zeros(n, dtype=np.bool_)
        truncated: Any = self.steps >= self.steps_most
        reasons = None
        for flags in ended.values():
            terminated |= flags
        if ended:
            truncated &= ~terminated
        if ended or truncated.any():
            codes = 1 * truncated
            for k, flags in reversed(list(enumerate(ended.values()))):
                codes[flags] = k + 2
            reasons = np.array(["", "time", *ended], dtype=object)[codes]
        task.advance(now, setup)
        return rewards, Ending(terminated, truncated, reasons)

    # Observations

    def observe(self, fresh: Rows | None = None) -> NDArray[np.float32]:
        """Observe all environments, (n, size); an array that is used again, see ``observation``.

        Args:
            fresh: Environments whose episode has just begun: they have no delay yet.
        """
        true = self.observation
        self._fill(true, self.now)
        if self.realism.noise:
            self._disturb(true)
        np.clip(true, -LARGEST, LARGEST, out=true)
        if self._ring is None:
            return true
        self._head = (self._head + 1) % len(self._ring)
        self._ring[self._head] = true
        if fresh is not None and len(fresh):
            self._ring[:, fresh] = true[fresh]
        true[...] = self._ring[(self._head - self._delays) % len(self._ring), np.arange(self.count)]
        return true

    def observe_again(self, last: NDArray[np.float32], fresh: Rows) -> NDArray[np.float32]:
        """Observe only some environments, whose episode has just begun; the others stay as they were observed last."""
        ring, head = self._ring, self._head
        kept = None if ring is None else ring.copy()
        found = self.observe(fresh)
        others = np.ones(self.count, dtype=np.bool_)
        others[fresh] = False
        found[others] = last[others]
        if ring is not None and kept is not None:  # time has not gone on for the others
            ring[:, others] = kept[:, others]
            ring[:, fresh] = found[fresh]
            self._head = head
        return found

    def _fill(self, out: NDArray[np.float32], now: Now) -> None:
        values = (*self.task.observe(now, self.setup), *self.task.motion(now))
        if self.count == 1:
            out[0] = [v * scale for v, scale in zip((*values, *now.action), self._inverse_list, strict=True)]
        else:
            for k, value in enumerate(values):
                np.multiply(value, self._inverse_list[k], out=out[:, k], casting="unsafe")
            out[:, len(values) :] = self._action
        if self.sim.events:  # a motion may have diverged
            np.nan_to_num(out, copy=False, nan=0.0)

    def _disturb(self, out: NDArray[np.float32]) -> None:
        keys = mixed(self._episode_keys + self.steps.astype(np.uint64))
        measured = np.flatnonzero(self._noise)
        out[:, measured] += self._noise[measured] * Draws(keys).normal("noise", len(measured))
        if self._biases is not None:
            out += self._biases

    def by_name(self, flat: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The parts of flat observations (..., size) by the names of signals."""
        parts, start = dict[str, NDArray[np.float32]](), 0
        for signal in self.signals:
            parts[signal.name] = flat[..., start : start + signal.size].copy()
            start += signal.size
        return parts

    def pilot(self) -> NDArray[np.float32]:
        """Actions of the scripted pilot: the autopilot with the set points of the task, (n, m).

        Raises:
            ModelError: The action mode is not ``"set_points"``.
        """
        if not isinstance(self.actions, SetPointActions):
            raise ModelError('the scripted pilot gives set points; make the environment with action_mode="set_points"')
        found = self.actions.toward(self.task.aim(self.now, self.setup), self.now)
        columns = [np.broadcast_to(np.asarray(each, dtype=np.float32), (self.count,)) for each in found]
        return np.stack(columns, axis=1)

    def moment(self) -> Now:
        """The present state of all environments."""
        motion: Any = self.sim.motion()
        self._motion = motion
        time: Any = self.steps * self.period
        action, command, previous = self._action.T, self._command.T, self._previous.T
        if self.count == 1:
            motion, time = motion[:, 0].tolist(), float(time[0])
            action, command, previous = (each[:, 0].tolist() for each in (action, command, previous))
        return _now(time, motion, action, command, previous, self._goal, self.period)


def _now(time: Any, motion: Any, action: Any, command: Any, previous: Any, goal: dict[str, Any], period: float) -> Now:
    """A moment of the components of the motion, floats or arrays (n,)."""
    x, y, z, q0, q1, q2, q3, u, v, w, p, q, r = motion
    return Now(time, (x, y, z), (q0, q1, q2, q3), (u, v, w), (p, q, r), action, command, previous, goal, period)


def _kept(values: Any, count: int) -> Any:
    """What is kept of a goal: an array of its own; of a single environment a float, or an array (1, k)."""
    array = np.array(values, dtype=np.float64)
    return float(array[0]) if count == 1 and array.ndim == 1 else array


def _some(flags: Any) -> bool:
    return flags if isinstance(flags, bool) else bool(np.any(flags))


def _substeps(setup: Setup, time_step: float) -> int:
    """Steps of the physics per action that suit a vehicle, see ``Core``."""
    period = min(0.02 * setup.distance / setup.cruise, 0.5)
    return max(4, round(period / time_step))


def _most_delay(distribution: Distribution | None) -> int:
    if distribution is None:
        return 0
    probe = Draws(keys_of(np.arange(4096)))
    return int(np.max(np.floor(distribution.drawn(probe, "realism delay", np.zeros(()))), initial=0.0))


def _vehicle_and_sea(vehicle: Any, sea: Sea | None) -> tuple[Vehicle, Sea]:
    if isinstance(vehicle, Vehicle):
        return vehicle, Sea() if sea is None else sea
    if isinstance(vehicle, str) and vehicle in library.names():
        entry = library.entry(vehicle)
        return entry.vehicle, entry.sea if sea is None else sea
    return load_vehicle(vehicle), Sea() if sea is None else sea


def nominal_value(vehicle: Vehicle, sea: Sea, path: str) -> Floats:
    """The value of a parameter as given, by its dotted key.

    Raises:
        ModelError: There is no such parameter.
    """
    words = path.split(".")
    readers: dict[str, Callable[[], Any]] = {
        "vehicle.inertia.mass": lambda: vehicle.inertial.mass,
        "vehicle.inertia.center_of_mass": lambda: vehicle.inertial.c_BoBcm_B,
        "vehicle.inertia.moment_of_inertia": lambda: vehicle.inertial.I_BBcm_B,
        "vehicle.added_mass.matrix": lambda: vehicle.inertial.added_mass_matrix(),
        "vehicle.added_mass.diagonal": lambda: np.diagonal(vehicle.inertial.added_mass_matrix()).copy(),
        "sea.current.velocity": lambda: np.zeros(3),
    }
    if path in readers:
        return np.asarray(readers[path](), dtype=np.float64)
    part: Any = {"vehicle": vehicle, "sea": sea}.get(words[0])
    for word in words[1:]:
        part = _inside(part, word)
        if part is None:
            raise ModelError(f"'{path}' is no number of this vehicle or sea; see the keys of Simulation.set")
    try:
        return np.asarray(part, dtype=np.float64)
    except (TypeError, ValueError):
        raise ModelError(f"'{path}' is no number of this vehicle or sea; see the keys of Simulation.set") from None


def _inside(part: Any, word: str) -> Any:
    """A field of a part, or one of several parts by its name or, if there is one, as it is."""
    if isinstance(part, tuple):
        several = cast(tuple[Any, ...], part)
        named = [one for one in several if getattr(one, "name", None) == word]
        if named:
            return named[0]
        part = several[0] if len(several) == 1 else None
    for name in (word, f"{word}s"):
        if part is not None and hasattr(part, name):
            return getattr(part, name)
    return None

"""The environments of Gymnasium: many in one batch, and a single one, of the same implementation."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from seaway.errors import ModelError
from seaway.gym._core import LARGEST, Core
from seaway.gym._task import Task
from seaway.gym._tasks import TASKS

ObservationForm = Literal["flat", "dict"]

_RENDER_MODES: Final = ("rgb_array", "human")


class SeawayVectorEnv(VectorEnv[Any, Any, Any]):
    """Environments of a task in one batch.

    Environment j with the seed s is the single environment with the seed s + j, whatever the number of environments.

    Args:
        task: The task.
        num_envs: Number of environments.
        observation: ``"flat"`` for arrays, ``"dict"`` for arrays by the names of the signals.
        autoreset_mode: When episodes begin anew.
        max_episode_steps: Actions after which an episode is truncated. Default: the duration of the task.
        render_mode: ``"rgb_array"``, ``"human"`` or None.
        copy: Whether observations are copied; if not, the array of the last step is used again.
        options: Further arguments of ``Core``: vehicle, sea, time_step, substeps, action_mode, realism, randomize,
            difficulty, depth, duration, threads.
    """

    def __init__(
        self,
        task: Task,
        num_envs: int = 1,
        *,
        observation: ObservationForm = "flat",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        copy: bool = True,
        **options: Any,
    ):
        self.num_envs = num_envs
        self.core = Core(_checked(task), count=num_envs, max_episode_steps=max_episode_steps, **options)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": list(_RENDER_MODES), "autoreset_mode": self._mode, **_rate(self.core)}
        self.render_mode = _checked_render_mode(render_mode)
        self._form, self._copy = _checked_form(observation), copy
        seen, done = spaces_of(self.core, observation)
        self.single_observation_space, self.single_action_space = seen, done
        self.observation_space, self.action_space = batch_space(seen, num_envs), batch_space(done, num_envs)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self.window: Any = None
        self._everywhere = np.arange(num_envs)

    def reset(  # pyright: ignore[reportIncompatibleMethodOverride] - seeds of each environment, as other vector environments
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new episodes, in all environments or in those of ``options["reset_mask"]``.

        Args:
            seed: Seed s of environment 0, environment j having s + j; or one for each. Default: the next episode of the
                present seeds; the first time, seeds that the system draws.
            options: ``{"reset_mask": (num_envs,) of bool}`` to begin only some.
        """
        core = self.core
        rows = _masked(options, self.num_envs)
        if seed is not None:
            core.seed(_seeds(seed, self.num_envs))
            self._np_random_seed = seed if isinstance(seed, int) else -1
        elif self._np_random_seed is None:
            self._np_random_seed = int(np.random.SeedSequence().generate_state(1)[0])
            core.seed(_seeds(self._np_random_seed, self.num_envs))
        core.begin(rows)
        self._ended[rows] = False
        if self.render_mode == "human":
            self.render()
        return self._given(core.observe(rows)), self._drawn()

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do an action in every environment; see ``VectorEnv``."""
        core = self.core
        core.act(actions)
        if self.render_mode == "human":
            self.render()
        rewards, ending = core.outcome()
        terminated, truncated, reasons = ending
        info: dict[str, Any] = {}
        fresh = None
        if self._mode is AutoresetMode.NEXT_STEP and self._ended.any():
            fresh = np.flatnonzero(self._ended)
            core.begin(fresh)
            rewards[fresh], terminated[fresh], truncated[fresh] = 0.0, False, False
            if reasons is not None:
                reasons[fresh] = ""
            info |= self._drawn()
        ended: Any = terminated | truncated
        if ended.any() and reasons is not None:
            info |= {"reason": reasons, "_reason": ended.copy()}
            info |= {"is_success": reasons == "success", "_is_success": ended.copy()}
            if self._mode is AutoresetMode.SAME_STEP:
                return self._begun_at_once(rewards, terminated, truncated, ended, info)
        self._ended = ended
        return self._given(core.observe(fresh)), rewards, terminated, truncated, info

    def _begun_at_once(
        self,
        rewards: NDArray[Any],
        terminated: NDArray[Any],
        truncated: NDArray[Any],
        ended: NDArray[np.bool_],
        info: dict[str, Any],
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        core, rows = self.core, np.flatnonzero(ended)
        last = core.observe().copy()
        final = np.full(self.num_envs, None, dtype=object)
        for k in rows:
            final[k] = last[k] if self._form == "flat" else core.by_name(last[k])
        reasons = {"reason": info["reason"], "_reason": ended, "is_success": info["is_success"], "_is_success": ended}
        core.begin(rows)
        found = {"final_obs": final, "_final_obs": ended, "final_info": reasons, "_final_info": ended, **self._drawn()}
        return self._given(core.observe_again(last, rows)), rewards, terminated, truncated, found

    def set_difficulty(self, difficulty: float) -> None:
        """Set the difficulty of the episodes to come, from 0 to 1."""
        self.core.set_difficulty(difficulty)

    def pilot(self) -> NDArray[np.float32]:
        """Actions of the scripted pilot; the environment must have been made with ``action_mode="set_points"``."""
        return self.core.pilot()

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each environment, of the first 16; or None in a window."""
        return _rendered(self)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window."""
        if self.window is not None:
            self.window.close()
            self.window = None

    def _given(self, flat: NDArray[np.float32]) -> Any:
        if self._form == "dict":
            return self.core.by_name(flat)
        return flat.copy() if self._copy else flat

    def _drawn(self) -> dict[str, Any]:
        return {"drawn": {name: values.copy() for name, values in self.core.drawn.items()}} if self.core.drawn else {}


class SeawayEnv(gymnasium.Env[Any, Any]):
    """A single environment of a task; arguments as for ``SeawayVectorEnv``."""

    def __init__(
        self,
        task: Task,
        *,
        observation: ObservationForm = "flat",
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.core = Core(_checked(task), count=1, max_episode_steps=max_episode_steps, **options)
        self.metadata = {"render_modes": list(_RENDER_MODES), **_rate(self.core)}
        self.render_mode = _checked_render_mode(render_mode)
        self._form = _checked_form(observation)
        self.observation_space, self.action_space = spaces_of(self.core, observation)
        self._seeded = False
        self.window: Any = None
        self._row = np.zeros(1, dtype=np.intp)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new episode; see ``gymnasium.Env``."""
        super().reset(seed=seed)
        core = self.core
        if seed is not None or not self._seeded:
            core.seed([int(self.np_random_seed if seed is None else seed)])
            self._seeded = True
        core.begin(self._row)
        if self.render_mode == "human":
            self.render()
        return self._given(core.observe(self._row)), self._drawn()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an action; see ``gymnasium.Env``."""
        core = self.core
        core.act(action)
        if self.render_mode == "human":
            self.render()
        rewards, (terminated, truncated, reasons) = core.outcome()
        info: dict[str, Any] = {}
        if reasons is not None:
            info = {"reason": str(reasons[0]), "is_success": bool(reasons[0] == "success")}
        return self._given(core.observe()), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def set_difficulty(self, difficulty: float) -> None:
        """Set the difficulty of the episodes to come, from 0 to 1."""
        self.core.set_difficulty(difficulty)

    def pilot(self) -> NDArray[np.float32]:
        """Action of the scripted pilot; the environment must have been made with ``action_mode="set_points"``."""
        return self.core.pilot()[0]

    def render(self) -> Any:
        """A picture, or None in a window."""
        pictures = _rendered(self)
        return None if pictures is None else pictures[0]

    def close(self) -> None:
        """Close the window."""
        if self.window is not None:
            self.window.close()
            self.window = None

    def _given(self, flat: NDArray[np.float32]) -> Any:
        return self.core.by_name(flat[0]) if self._form == "dict" else flat[0].copy()

    def _drawn(self) -> dict[str, Any]:
        if not self.core.drawn:
            return {}
        return {"drawn": {name: values[0].copy() for name, values in self.core.drawn.items()}}


def spaces_of(core: Core, form: ObservationForm) -> tuple[gymnasium.Space[Any], gymnasium.Space[Any]]:
    """Spaces of observations and actions of one environment."""

    def box(size: int, most: float) -> gymnasium.Space[Any]:
        return gymnasium.spaces.Box(-most, most, (size,), np.float32)

    actions = box(len(core.actions.names), 1.0)
    if form == "flat":
        return box(core.size, LARGEST), actions
    return gymnasium.spaces.Dict({each.name: box(each.size, LARGEST) for each in core.signals}), actions


def make_env(task: type[Task] | Task) -> Callable[..., SeawayEnv]:
    """What ``gymnasium.make`` calls: settings of the task are keyword arguments beside those of the environment."""

    def made(**options: Any) -> SeawayEnv:
        return SeawayEnv(_made(task, options), **options)

    return made


def make_vector_env(task: type[Task] | Task) -> Callable[..., SeawayVectorEnv]:
    """What ``gymnasium.make_vec`` calls; see ``make_env``."""

    def made(num_envs: int = 1, **options: Any) -> SeawayVectorEnv:
        return SeawayVectorEnv(_made(task, options), num_envs, **options)

    return made


def register_task(name: str, task: type[Task] | Task) -> None:
    """Register a task of your own with Gymnasium, single and vector.

    Args:
        name: Its id, such as ``"me/Inspection-v0"``.
        task: The task, or its class.
    """
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
        name, entry_point=make_env(task), vector_entry_point=make_vector_env(task)
    )


def register() -> None:
    """Register the tasks of Seaway; done when ``seaway.gym`` is imported, or by Gymnasium itself."""
    for task in TASKS:
        name = f"seaway/{task.__name__.removesuffix('Task')}-v0"
        if name not in gymnasium.registry:
            register_task(name, task)


def _made(task: type[Task] | Task, options: dict[str, Any]) -> Task:
    """The task, with the settings that are among the options, which are taken out."""
    from seaway.parts import fields_of

    own = {name: options.pop(name) for name in list(options) if name in fields_of(_class_of(task))}
    if isinstance(task, Task):
        return task.replace(**own) if own else task
    return task(**own)


def _class_of(task: type[Task] | Task) -> type[Task]:
    return type(task) if isinstance(task, Task) else task


def _checked(task: Any) -> Task:
    if not isinstance(task, Task):
        raise ModelError(f"a task is needed, such as seaway.gym.StationKeepingTask(), got {task!r}")
    return task


def _rendered(env: SeawayEnv | SeawayVectorEnv) -> tuple[NDArray[np.uint8], ...] | None:
    """Pictures, or None after showing the first environment in its window."""
    if env.render_mode is None:
        return None
    from seaway.gym._render import Window, pictures

    if env.render_mode != "human":
        return pictures(env.core)
    if env.window is None:
        env.window = Window(env.core)
    env.window.update()
    return None


def _rate(core: Core) -> dict[str, Any]:
    return {"render_fps": max(1, round(1.0 / core.period))}


def _checked_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in _RENDER_MODES:
        raise ModelError(f"there is no render mode {mode!r}; there are: {', '.join(_RENDER_MODES)}")
    return mode


def _checked_form(form: ObservationForm) -> ObservationForm:
    if form not in ("flat", "dict"):
        raise ModelError(f"there is no form of observations {form!r}; there are: flat, dict")
    return form


def _seeds(seed: int | Sequence[int | None], count: int) -> list[int]:
    if isinstance(seed, int | np.integer):
        if seed < 0:
            raise ModelError(f"a seed must be >= 0, got {seed}")
        return [int(seed) + k for k in range(count)]
    given = [0 if each is None else int(each) for each in seed]
    if len(given) != count:
        raise ModelError(f"there must be a seed for each of {count} environments, got {len(given)}")
    return given


def _masked(options: dict[str, Any] | None, count: int) -> NDArray[np.intp]:
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.arange(count)
    flags = np.asarray(mask)
    if flags.dtype != np.bool_ or flags.shape != (count,):
        raise ModelError(f"the reset_mask must be {count} flags, got {flags.dtype} of the shape {flags.shape}")
    return np.flatnonzero(flags)

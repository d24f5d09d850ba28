"""Environments as Stable-Baselines3 has them."""

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from seaway.errors import MissingDependencyError, ModelError
from seaway.gym._environments import SeawayVectorEnv


def sb3(env: SeawayVectorEnv) -> Any:
    """Adapt environments to Stable-Baselines3.

    Args:
        env: Made with ``autoreset_mode="SameStep"``, as Stable-Baselines3 begins episodes at once.

    Returns:
        A ``VecEnv`` with ``terminal_observation``, ``TimeLimit.truncated``, ``is_success`` and ``reason`` in its infos.

    Raises:
        MissingDependencyError: Stable-Baselines3 is not installed.
        ModelError: The environments begin episodes in another way.
    """
    try:
        VecEnv: Any = importlib.import_module("stable_baselines3.common.vec_env").VecEnv
    except ImportError as error:
        raise MissingDependencyError("stable-baselines3", "rl") from error
    batch: Any = env
    base: Any = env.unwrapped
    if not isinstance(base, SeawayVectorEnv) or base.metadata["autoreset_mode"].value != "SameStep":
        raise ModelError(
            'Stable-Baselines3 begins episodes at once: make the environments with autoreset_mode="SameStep"'
        )

    class Adapted(VecEnv):
        """Environments of Seaway as a ``VecEnv``."""

        def __init__(self) -> None:
            self._given: Any = None
            self._next_seed: int | None = None
            VecEnv.__init__(self, batch.num_envs, batch.single_observation_space, batch.single_action_space)

        def seed(self, seed: int | None = None) -> list[int | None]:
            self._next_seed = seed
            return [None if seed is None else seed + k for k in range(self.num_envs)]

        def reset(self) -> Any:
            observation, _ = env.reset(seed=self._next_seed)
            self._next_seed = None
            return observation

        def step_async(self, actions: Any) -> None:
            self._given = actions

        def step_wait(self) -> Any:
            observation, rewards, terminated, truncated, info = env.step(self._given)
            infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
            done = terminated | truncated
            for k in np.flatnonzero(done):
                final = info["final_info"]
                infos[k] = {
                    "terminal_observation": info["final_obs"][k],
                    "TimeLimit.truncated": bool(truncated[k]),
                    "reason": str(final["reason"][k]),
                    "is_success": bool(final["is_success"][k]),
                }
            return observation, rewards.astype(np.float32), done, infos

        def close(self) -> None:
            env.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(env, attr_name)] * len(list(self._get_indices(indices)))

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            raise ModelError(
                f"'{attr_name}' is shared by all environments of a batch; set it on the environment itself"
            )

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
            result = getattr(env, method_name)(*args, **kwargs)
            return [result] * len(list(self._get_indices(indices)))

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * len(list(self._get_indices(indices)))

        def get_images(self) -> Sequence[Any]:
            return list(env.render() or ())

    return Adapted()

"""Environments under Stable-Baselines3; skipped where it is not installed, as in the normal test command."""

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium

from seaway import gym
from seaway.errors import MissingDependencyError, ModelError

SHORT = {"duration": 0.4}  # five actions


def test_without_it() -> None:
    try:
        import stable_baselines3  # noqa: F401 # pyright: ignore[reportMissingImports]
    except ImportError:
        envs = gymnasium.make_vec("seaway/StationKeeping-v0", 2, autoreset_mode="SameStep")
        with pytest.raises(MissingDependencyError, match=r"pip install 'seaway\[rl\]'"):
            gym.sb3(envs)


def test_its_check() -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    from stable_baselines3.common.env_checker import check_env

    for task in ("StationKeeping", "Waypoints", "PathFollowing", "DepthHeading", "Docking"):
        check_env(gymnasium.make(f"seaway/{task}-v0", **SHORT), warn=True, skip_render_check=True)


def test_what_it_gets_at_the_end_of_an_episode() -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    envs = gym.sb3(gymnasium.make_vec("seaway/StationKeeping-v0", 4, autoreset_mode="SameStep", **SHORT))
    same = gymnasium.make_vec("seaway/StationKeeping-v0", 4, **SHORT)
    envs.seed(3)
    np.testing.assert_array_equal(envs.reset(), same.reset(seed=3)[0])
    step = np.full((4, 8), 0.1, dtype=np.float32)
    for _ in range(5):
        seen, reward, done, infos = envs.step(step)
        last, *_ = same.step(step)
    assert done.all()
    assert reward.dtype == np.float32
    assert all(info["TimeLimit.truncated"] and info["reason"] == "time" for info in infos)
    np.testing.assert_array_equal(np.stack([info["terminal_observation"] for info in infos]), last)
    np.testing.assert_array_equal(seen, same.step(step)[0])


def test_it_learns_on_a_batch() -> None:
    """A few updates of PPO change the policy and leave it finite."""
    sb3 = pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    envs = gym.sb3(gymnasium.make_vec("seaway/DepthHeading-v0", 16, autoreset_mode="SameStep", **SHORT))
    model = sb3.PPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=2, device="cpu", seed=0)
    before = [p.detach().clone() for p in model.policy.parameters()]
    model.learn(1024)
    after = list(model.policy.parameters())
    assert any(bool((a != b).any()) for a, b in zip(before, after, strict=True))
    assert all(bool(p.isfinite().all()) for p in after)


def test_other_ways_to_begin_episodes_are_refused() -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    with pytest.raises(ModelError, match='make the environments with autoreset_mode="SameStep"'):
        gym.sb3(gymnasium.make_vec("seaway/StationKeeping-v0", 2))

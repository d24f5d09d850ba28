"""Environments by the rules of Gymnasium: single, in a batch, in three modes of beginning anew, by seed and by row."""

import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from seaway import gym  # noqa: E402
from seaway.errors import ModelError  # noqa: E402

TASKS = ("StationKeeping", "Waypoints", "PathFollowing", "DepthHeading", "Docking")
SHORT: dict[str, Any] = {"duration": 0.4}  # five actions


def actions(envs: Any, steps: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (steps, *envs.action_space.shape)).astype(np.float32)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("form", ["flat", "dict"])
def test_gymnasiums_own_check(task: str, form: str) -> None:
    env = gymnasium.make(f"seaway/{task}-v0", observation=form, **SHORT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it advises against unwrapped environments and float32 bounds
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["actuators", "set_points"])
def test_row_j_is_the_single_environment_with_its_seed(mode: str) -> None:
    """Through several episodes, whatever the number of rows: states to the bit, observations to rounding of float32."""
    options: dict[str, Any] = {"action_mode": mode, "realism": gym.Realism(noise=1.0, delay=gym.uniform(0, 3)), **SHORT}
    few, many = (gymnasium.make_vec("seaway/StationKeeping-v0", n, **options) for n in (3, 5))
    one = gymnasium.make("seaway/StationKeeping-v0", **options).unwrapped
    a, _ = few.reset(seed=7)
    b, _ = many.reset(seed=7)
    c, _ = one.reset(seed=9)
    np.testing.assert_allclose(a, b[:3], atol=1e-6)
    np.testing.assert_allclose(c, b[2], atol=1e-6)
    over = False
    for step in actions(many, 13):
        a, r, _, _, _ = few.step(step[:3])
        b, s, _, _, _ = many.step(step)
        if over:  # the vector environment begins anew at this step
            c, _ = one.reset()
            over = False
        else:
            c, q, terminated, truncated, _ = one.step(step[2])
            over = terminated or truncated
            assert q == pytest.approx(s[2], abs=1e-9)
        np.testing.assert_allclose(r, s[:3], atol=1e-9)
        np.testing.assert_allclose(a, b[:3], atol=1e-6)
        np.testing.assert_allclose(c, b[2], atol=1e-6)
        np.testing.assert_array_equal(few.unwrapped.core.sim.motion(), many.unwrapped.core.sim.motion()[:, :3])
        np.testing.assert_array_equal(one.core.sim.motion()[:, 0], many.unwrapped.core.sim.motion()[:, 2])


def test_next_step() -> None:
    """The step after the last begins anew: its action has no effect, its reward is 0."""
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 4, **SHORT)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    envs.reset(seed=1)
    steps = actions(envs, 7)
    for k, step in enumerate(steps):
        seen, reward, terminated, truncated, info = envs.step(step)
        assert not terminated.any()
        assert truncated.all() == (k == 4)
        assert np.all((reward == 0.0) == (k == 5))
        if k == 4:
            assert info["reason"].tolist() == ["time"] * 4
        if k == 5:
            begun = seen.copy()
    fresh = gymnasium.make_vec("seaway/StationKeeping-v0", 4, **SHORT)
    fresh.reset(seed=1)
    np.testing.assert_array_equal(fresh.reset()[0], begun)  # the second episode of the same seeds


def test_same_step() -> None:
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 4, autoreset_mode="SameStep", **SHORT)
    other = gymnasium.make_vec("seaway/StationKeeping-v0", 4, **SHORT)
    envs.reset(seed=1)
    other.reset(seed=1)
    for k, step in enumerate(actions(envs, 5)):
        seen, _, _, truncated, info = envs.step(step)
        last, *_ = other.step(step)
        assert truncated.all() == (k == 4)
    np.testing.assert_array_equal(np.stack(list(info["final_obs"])), last)
    assert info["final_info"]["reason"].tolist() == ["time"] * 4
    begun, *_ = other.step(step)
    np.testing.assert_array_equal(seen, begun)


def test_disabled() -> None:
    """Nothing begins by itself; a mask begins some, and the others go on."""
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 4, autoreset_mode="Disabled", **SHORT)
    envs.reset(seed=1)
    for step in actions(envs, 5):
        seen, _, _, truncated, _ = envs.step(step)
    assert truncated.all()
    mask = np.array([True, False, False, True])
    again, _ = envs.reset(options={"reset_mask": mask})
    assert np.all(np.any(again[mask] != seen[mask], axis=1))
    np.testing.assert_array_equal(again[~mask], seen[~mask])
    assert envs.unwrapped.core.steps.tolist() == [0, 5, 5, 0]
    with pytest.raises(ModelError, match=r"reset_mask must be 4 flags, got int64 of the shape \(2,\)"):
        envs.reset(options={"reset_mask": np.array([1, 0])})


def test_what_is_drawn() -> None:
    """Parameters by their keys, anew in each episode, and told of in the info; the physics have them."""
    mass = {"vehicle.inertia.mass": gym.uniform(0.8, 1.2) * gym.nominal}
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 4, randomize=mass, realism="field", **SHORT)
    _, info = envs.reset(seed=1)
    first = info["drawn"]["vehicle.inertia.mass"]
    assert np.all((first >= 0.8 * 13.5) & (first < 1.2 * 13.5))
    assert len(set(first.tolist())) == 4
    _, info = envs.reset()
    assert not np.any(info["drawn"]["vehicle.inertia.mass"] == first)
    current = info["drawn"]["sea.current.velocity"]
    assert np.all(np.linalg.norm(current, axis=1) <= 0.3 * envs.unwrapped.core.setup.speed)
    envs.unwrapped.set_difficulty(0.0)
    _, info = envs.reset()
    assert not np.any(info["drawn"]["sea.current.velocity"])
    with pytest.raises(ModelError, match=r"'vehicle\.inertia\.mas' is no number of this vehicle or sea"):
        gymnasium.make_vec("seaway/StationKeeping-v0", 4, randomize={"vehicle.inertia.mas": gym.uniform(1, 2)})


def test_faults() -> None:
    """With certainty one actuator fails in each episode: it gives nothing, and works again in the next."""
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 8, realism=gym.Realism(fault=1.0), **SHORT)
    seen, sim = set[int](), envs.unwrapped.core.sim
    for episode in range(4):
        _, info = envs.reset(seed=None if episode else 3)
        failed = info["drawn"]["fault"].astype(int)
        envs.step(np.ones(envs.action_space.shape))
        thrust = sim.state[0].internal[:, :8] if sim.state[0].internal.shape[1] >= 8 else None
        assert thrust is not None
        at_rest = np.abs(thrust) < 1e-9
        np.testing.assert_array_equal(at_rest, np.arange(8) == failed[:, None])
        seen |= set(failed.tolist())
    assert len(seen) > 4


def test_a_motion_that_diverges_ends_its_episode_alone() -> None:
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 3)
    envs.reset(seed=1)
    step = np.zeros(envs.action_space.shape, dtype=np.float32)
    step[1, 0] = np.nan
    seen, reward, terminated, _, info = envs.step(step)
    assert terminated.tolist() == [False, True, False]
    assert info["reason"].tolist() == ["", "diverged", ""]
    assert np.all(np.isfinite(seen))
    assert np.all(np.isfinite(reward))
    step[1, 0] = 0.0
    for _ in range(3):
        seen, reward, terminated, _, _ = envs.step(step)
        assert not terminated.any()
        assert np.all(np.isfinite(reward))


def test_wrappers() -> None:
    vector = gymnasium.wrappers.vector
    envs = gymnasium.make_vec("seaway/StationKeeping-v0", 4, **SHORT)
    envs = vector.RecordEpisodeStatistics(vector.NormalizeObservation(envs))
    envs.reset(seed=1)
    for step in actions(envs, 5):
        _, _, _, _, info = envs.step(step)
    assert info["episode"]["l"].tolist() == [5] * 4
    wrappers = gymnasium.wrappers
    env = gymnasium.make("seaway/StationKeeping-v0")
    env = wrappers.TimeLimit(wrappers.RescaleAction(env, np.float32(0.0), np.float32(1.0)), 2)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    assert env.step(env.action_space.sample())[3]


def test_a_picture() -> None:
    env = gymnasium.make("seaway/Docking-v0", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert picture.std() > 1.0


def test_a_task_of_ones_own() -> None:
    """As on the page about learning: a task in a few lines, registered like the others."""

    class Rise(gym.Task):
        """Rise as fast as possible."""

        signals = (gym.Signal("depth", 1, "m", "distance"),)

        def begin(self, draws: gym.Draws, setup: gym.Setup, difficulty: float) -> gym.Start:
            n = len(draws)
            position = np.column_stack([np.zeros((n, 2)), np.full(n, setup.height)])
            return gym.Start(position, np.zeros((n, 3)), np.zeros((n, 6)), {})

        def observe(self, now: gym.Now, setup: gym.Setup) -> Any:
            return (-now.position[2],)

        def reward(self, now: gym.Now, setup: gym.Setup) -> Any:
            return now.velocity[2] / setup.speed

        def ended(self, now: gym.Now, setup: gym.Setup) -> Any:
            return {"success": now.position[2] > -1.0}

    gym.register_task("test/Rise-v0", Rise)
    env = gymnasium.make("test/Rise-v0", action_mode="wrench", depth=1.2)
    env.reset(seed=0)
    step = np.zeros(env.action_space.shape, dtype=np.float32)
    step[list(env.unwrapped.core.actions.names).index("heave")] = 1.0
    for _ in range(100):
        _, reward, terminated, _, info = env.step(step)
        if terminated:
            break
    assert reward > 0.0
    assert info == {"reason": "success", "is_success": True}


@pytest.mark.parametrize("task", TASKS)
def test_the_scripted_pilot_solves_the_task_and_chance_does_not(task: str) -> None:
    """Bluerov2 Heavy, 8 episodes: the pilot gets at least three times what random set points get, or succeeds."""
    found = {}
    for who in ("pilot", "chance"):
        envs = gymnasium.make_vec(f"seaway/{task}-v0", 8, action_mode="set_points")
        envs.reset(seed=100)
        rng, alive = np.random.default_rng(0), np.ones(8, dtype=bool)
        total, successes = np.zeros(8), 0
        for _ in range(envs.unwrapped.core.steps_most):
            step = envs.unwrapped.pilot() if who == "pilot" else rng.uniform(-1, 1, envs.action_space.shape)
            _, reward, terminated, truncated, info = envs.step(step)
            total += reward * alive
            over = (terminated | truncated) & alive
            successes += int(np.sum(info["is_success"][over])) if over.any() else 0
            alive &= ~over
            if not alive.any():
                break
        found[who] = (float(total.mean()), successes)
    if task in ("Waypoints", "Docking"):
        assert found["pilot"][1] == 8
        assert found["chance"][1] == 0
    assert found["pilot"][0] > 0.0
    assert found["pilot"][0] > 2.0 * found["chance"][0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"action_mode": "thrust"}, "no action mode 'thrust'; there are: actuators, wrench, set_points"),
        ({"realism": "harsh"}, "no realism 'harsh'"),
        ({"observation": "image"}, "no form of observations 'image'"),
        ({"render_mode": "ansi"}, "no render mode 'ansi'"),
        ({"difficulty": 2.0}, "difficulty must be between 0 and 1, got 2.0"),
        ({"vehicle": "bluerov"}, "no library vehicle named"),
        ({"depth": -1.0}, r"depth \[m\]"),
        ({"substeps": 0}, "substeps"),
        ({"max_episode_steps": 0}, "max_episode_steps"),
    ],
)
def test_wrong_arguments(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gym.SeawayVectorEnv(gym.StationKeepingTask(), 2, **options)

"""Speed of the environments: in a batch, single, and beside a MuJoCo model of similar size.

    python benchmarks/gym_speed.py --text docs/gym_speed.txt

Actions are random, so that episodes end and begin all the time. The share outside of physics is the time outside of
``Simulation.step``. The MuJoCo model, measured if MuJoCo is installed, is a free box with eight forces, fluid drag and
four steps per action.
"""

import argparse
import os
import resource
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import seaway.gym  # noqa: F401 - registers the environments

TASK = "seaway/StationKeeping-v0"

_MODEL = """
<mujoco><option timestep="0.02" density="1025" viscosity="0.001" integrator="RK4"/>
<worldbody><body pos="0 0 -10"><freejoint/><geom type="box" size=".23 .17 .13" mass="13.5" fluidshape="ellipsoid"/>
{sites}</body></worldbody><actuator>{motors}</actuator></mujoco>
"""


def paced(envs: Any, rows: int, seconds: float) -> tuple[float, float]:
    """Steps of environments per second, and the share of time outside of physics."""
    envs.reset(seed=0)
    rng = np.random.default_rng(0)
    actions = rng.uniform(-1.0, 1.0, (16, *envs.action_space.shape)).astype(np.float32)
    inside, core = [0.0], getattr(envs.unwrapped, "core", None)
    if core is not None:
        step = core.sim.step

        def timed(*args: Any, **options: Any) -> None:
            started = time.perf_counter()
            step(*args, **options)
            inside[0] += time.perf_counter() - started

        core.sim.step = timed
    for k in range(16):
        envs.step(actions[k])
    done, inside[0], start = 0, 0.0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        _, _, terminated, truncated, _ = envs.step(actions[done % 16])
        done += 1
        if not isinstance(envs, gymnasium.vector.VectorEnv) and (terminated or truncated):
            envs.reset()
    return rows * done / elapsed, 1.0 - inside[0] / elapsed


def memory_of(rows: int) -> float:
    """Memory that environments take after a step [MB]; called first, as it looks at the largest so far."""
    gymnasium.make_vec(TASK, 4).reset(seed=0)  # what the first environment of all takes
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    envs = gymnasium.make_vec(TASK, rows)
    envs.reset(seed=0)
    envs.step(np.zeros(envs.action_space.shape, dtype=np.float32))
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


class Box(gymnasium.Env):
    """A free box with eight forces in MuJoCo, without a reward worth the name."""

    def __init__(self) -> None:
        import mujoco

        sites = "".join(f'<site name="s{k}" pos="{0.1 * (k % 3 - 1)} {0.1 * (k % 2)} 0"/>' for k in range(8))
        motors = "".join(f'<motor site="s{k}" gear="{k % 2} {(k + 1) % 2} {k // 4} 0 0 0"/>' for k in range(8))
        self._mujoco = mujoco
        self._model = mujoco.MjModel.from_xml_string(_MODEL.format(sites=sites, motors=motors))
        self._data = mujoco.MjData(self._model)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (21,), np.float32)
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (8,), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin at rest."""
        super().reset(seed=seed)
        self._mujoco.mj_resetData(self._model, self._data)
        self._count = 0
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do four steps of the physics."""
        self._data.ctrl[:] = action
        self._mujoco.mj_step(self._model, self._data, 4)
        self._count += 1
        return self._seen(), -float(np.sum(self._data.qpos[:3] ** 2)), False, self._count >= 340, {}

    def _seen(self) -> Any:
        return np.concatenate([self._data.qpos, self._data.qvel, self._data.ctrl]).astype(np.float32)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path)
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    lines = [f"{TASK}, bluerov2_heavy, 4 substeps, {os.cpu_count()} cores", ""]
    lines.append(f"{'environment':44}{'steps/s':>12}{'outside physics':>18}")

    def add(name: str, found: tuple[float, float], share: bool = True) -> None:
        lines.append(f"{name:44}{found[0]:12,.0f}" + (f"{found[1]:17.0%}" if share else ""))
        print(lines[-1], flush=True)

    memory = memory_of(65536)
    for rows in (64, 1024, 4096, 16384):
        add(f"batch of {rows:,}", paced(gymnasium.make_vec(TASK, rows), rows, args.seconds))
    add("batch of 4,096, realism field", paced(gymnasium.make_vec(TASK, 4096, realism="field"), 4096, args.seconds))
    add("single", paced(gymnasium.make(TASK).unwrapped, 1, args.seconds))
    sync = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(TASK).unwrapped for _ in range(16)])
    add("SyncVectorEnv of 16 single ones", paced(sync, 16, args.seconds), False)
    try:
        boxes = gymnasium.vector.SyncVectorEnv([Box for _ in range(16)])
        add("SyncVectorEnv of 16 MuJoCo boxes", paced(boxes, 16, args.seconds), False)
    except ImportError:
        lines.append("MuJoCo is not installed")
    lines += ["", f"memory of 65,536 environments: {memory:,.0f} MB"]
    load = os.getloadavg()[0]
    lines.append(f"load of the machine by all programs at the end: {load:.1f}, where this one alone makes about 1 to 2")
    print(*lines[-2:], sep="\n")
    if args.text:
        args.text.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

"""Run the scripted pilot and random set points in every task with every library vehicle, and write a table.

python examples/learning/pilots.py --text docs/pilots.txt
"""

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from seaway import library
from seaway.errors import SeawayError
from seaway.gym import SeawayVectorEnv

TASKS = ("StationKeeping", "Waypoints", "PathFollowing", "DepthHeading", "Docking")


def episodes(task: str, vehicle: str, count: int, pilot: bool) -> tuple[float, str, SeawayVectorEnv]:
    """Mean return of one episode in each of some environments, how they ended, and the environments."""
    made = gymnasium.make_vec(
        f"seaway/{task}-v0", count, vehicle=vehicle, action_mode="set_points", autoreset_mode="Disabled"
    )
    envs: Any = made.unwrapped
    envs.reset(seed=100)
    rng, alive, total = np.random.default_rng(0), np.ones(count, dtype=bool), np.zeros(count)
    reasons = np.full(count, "", dtype=object)
    while alive.any():
        step = envs.pilot() if pilot else rng.uniform(-1.0, 1.0, envs.action_space.shape)
        _, reward, terminated, truncated, info = envs.step(step)
        total += reward * alive
        over = (terminated | truncated) & alive
        if over.any():
            reasons[over] = info["reason"][over]
        alive &= ~over
    names, counts = np.unique(reasons.astype(str), return_counts=True)
    ends = ", ".join(f"{name} {number}" for name, number in zip(names, counts, strict=True))
    return float(total.mean()), ends, envs


def main() -> None:
    """Run all and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path)
    parser.add_argument("--episodes", type=int, default=32)
    args = parser.parse_args()
    import seaway.gym  # noqa: F401 - registers the environments

    lines = [f"{'vehicle':19}{'task':16}{'steps':>6}  {'pilot':>8}  {'ends':24}{'random':>8}  ends"]
    for vehicle in library.names():
        for task in TASKS:
            try:
                mean, ends, envs = episodes(task, vehicle, args.episodes, True)
                other, others, _ = episodes(task, vehicle, args.episodes, False)
            except SeawayError:  # the vehicle cannot do the task
                continue
            most = envs.core.steps_most
            lines.append(f"{vehicle:19}{task:16}{most:6}  {mean:8.1f}  {ends:24}{other:8.1f}  {others}")
            print(lines[-1], flush=True)
    if args.text:
        args.text.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

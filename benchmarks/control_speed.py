"""What a step costs under control: an open loop, the default autopilot, a controller of one's own, a Python function.

One BlueROV2 Heavy, 64 and 4,096 of them, time step and control period 10 ms, on one thread unless stated. Times are the
best of several rounds: the machine is seldom quiet. ``--text FILE`` writes the table to a file too.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import seaway as sw
from seaway.control import Allocated
from seaway.controllers import SetPoint
from seaway.parts import Number

ROUNDS = 15
DEEP = 500.0  # [m], so that nothing is near the surface


class DepthKeeper(sw.Controller):
    """Holds a depth by a vertical force."""

    depth: SetPoint = SetPoint(unit="m")
    """Depth."""
    stiffness: Number = Number(unit="N/m", above=0.0)
    """Force per error."""

    @staticmethod
    def command(par: Any, x: Any, motion: Any, around: Any, set_point: Any) -> Any:
        """A spring and a damper."""
        error = set_point.depth - (around.surface - motion.position[2])
        return (0.0, 0.0, -par.stiffness * error - 80.0 * motion.nu[2], 0.0, 0.0, 0.0), ()


def keep_depth(t: float, state: Any) -> Any:
    """The same as a Python function."""
    own = state["bluerov2_heavy"]
    wrench = np.zeros((len(own.position), 6))
    wrench[:, 2] = 60.0 * (-DEEP - own.position[:, 2]) - 80.0 * own.velocity[:, 2]
    return wrench


def best(work: Callable[[], object], steps: int) -> float:
    """Seconds of one step of one run."""
    work()
    least = 1e9
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least / steps


def simulation(batch: int, threads: int | None) -> sw.Simulation:
    """Vehicles at depth."""
    sim = sw.Simulation(sw.load("bluerov2_heavy"), batch=batch, threads=threads)
    sim.set_state(position=(0, 0, -DEEP))
    return sim


def attached(batch: int, threads: int | None, controller: Any) -> float:
    """Seconds of a step of a run under compiled control."""
    sim = simulation(batch, threads)
    sim.attach(controller)
    count = 4000 if batch == 1 else max(20, 80_000 // batch)
    return best(lambda: sim.step(count=count), batch * count)


def called(batch: int) -> tuple[float, float, float]:
    """Seconds of a control period with a Python function in ``run``, of the function itself, and of the step."""
    sim = simulation(batch, 1)
    own = best(lambda: [keep_depth(0.0, sim.state) for _ in range(100)], 100)
    whole = best(lambda: sim.run(1.0, keep_depth, record=()), 100)
    step = best(lambda: [sim._engine.advance(1) for _ in range(100)], 100)
    return whole, own, step


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--text", type=Path, help="write what is printed to this file too")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    rov, console = sw.load("bluerov2_heavy"), Console(width=100, record=True)
    controllers: dict[str, Any] = {
        "open loop": None,
        "autopilot, hover": sw.Autopilot(depth=DEEP, roll=0.0, pitch=0.0, yaw=0.1),
        "autopilot, saturated": sw.Autopilot(depth=DEEP - 100.0, yaw=0.1, speed=0.8),
        "own controller, wrench": DepthKeeper(depth=DEEP, stiffness=60.0),
        "own controller, thrusters": Allocated(DepthKeeper(depth=DEEP, stiffness=60.0), rov),
    }
    table = Table(title="A step of one vehicle [µs]")
    for column in ("", "1 run", "64 runs", "4,096 runs", "4,096 runs, all threads: million steps a second"):
        table.add_column(column, justify="left" if not column else "right")
    for name, controller in controllers.items():
        times = [attached(batch, 1, controller) for batch in (1, 64, 4096)]
        rate = 1e-6 / attached(4096, None, controller)
        table.add_row(name, *(f"{1e6 * each:.2f}" for each in times), f"{rate:.1f}")
    console.print(table)
    calls = Table(title="A control period with a Python function [µs]")
    for column in ("", "whole period", "function and its state", "step", "what is left"):
        calls.add_column(column, justify="left" if not column else "right")
    for batch in (1, 4096):
        whole, own, step = called(batch)
        shown = (whole, own, step, whole - own - step)
        calls.add_row(f"{batch:,} run{'s' * (batch > 1)}", *(f"{1e6 * each:.1f}" for each in shown))
    console.print(calls)
    if arguments.text is not None:
        arguments.text.write_text("\n".join(line.rstrip() for line in console.export_text().splitlines()) + "\n")


if __name__ == "__main__":
    main()

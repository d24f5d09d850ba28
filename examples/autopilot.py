"""An autopilot of a torpedo: depth, course and speed by one propeller and two pairs of fins.

A REMUS 100 is told to dive from 5 m to 15 m, to turn by 90° to the left, and to slow down, in a current of 0.2 m/s from
the side. It has no thruster to push it down or around: its stern planes control the pitch, the pitch controls the
depth, its rudder the course. The gains are computed from the vehicle's mass, damping and fins. The figure shows depth,
yaw and speed beside their set points, and the angles of pitch and fins.

    python examples/autopilot.py --out autopilot.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np

import seaway as sw
from seaway import library
from seaway.control import TimeTable
from seaway.sim import Recording

DURATION = 180.0
DEPTH = TimeTable([0, 10, 30], [5.0, 5.0, 15.0])
YAW = TimeTable([0, 80, 110], [0.0, 0.0, np.pi / 2])
SPEED = TimeTable([0, 140, 150], [1.5, 1.5, 1.1])
"""What is asked for: linear between these times [s]."""


def steered() -> tuple[sw.Autopilot, Recording]:
    """The autopilot, and what the vehicle did."""
    remus = library.entry("remus100")
    sea = sw.Sea(remus.sea.density, remus.sea.gravity, current=(0.0, 0.2, 0.0))
    pilot = sw.Autopilot(depth=DEPTH, yaw=YAW, speed=SPEED, cruise_speed=1.5).controller(remus.vehicle, sea)
    sim = sw.Simulation(remus.vehicle, sea, time_step=0.02)
    sim.set_state(position=(0, 0, -5), velocity=(1.5, 0.2, 0, 0, 0, 0))
    record = ("state", "actuators")
    return pilot, sim.run(DURATION, pilot, control_period=0.1, record=record, record_period=0.5)


def main() -> None:
    """Simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("autopilot.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    pilot, recording = steered()
    print(f"A REMUS 100 holds {', '.join(pilot.loops)}: {', '.join(pilot.by_fins)} by its fins, depth by its pitch.\n")
    print(f"  {'loop':8}{'P':>10}{'I':>10}{'D':>10}")
    for name, pid in pilot.gains.items():
        print(f"  {name:8}{pid.proportional:10.3f}{pid.integral:10.3f}{pid.derivative:10.3f}")
    own = recording["remus100"]
    print(f"\n  {'':22}{'asked for':>12}{'at the end':>12}")
    end = (-own.position[-1, 0, 2], np.degrees(own.rpy[-1, 0, 2]), own.velocity[-1, 0, 0])
    for what, table, value, factor in (
        ("depth [m]", DEPTH, end[0], 1.0),
        ("yaw [deg]", YAW, end[1], 180.0 / np.pi),
        ("speed over ground [m/s]", SPEED, end[2], 1.0),
    ):
        print(f"  {what:24}{factor * float(table.values[-1]):10.2f}{value:12.2f}")
    print("\nIt heads along the current by then: over ground it goes 0.2 m/s faster than through the water.")
    draw(recording, out)
    print(f"\nDepth, yaw, speed and fins are in {out}")


def draw(recording: Recording, out: Path) -> None:
    """Draw what was asked for and what was done."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    time, own = recording.time, recording["remus100"]
    figure, axes = plt.subplots(2, 2, figsize=(10.0, 6.0), layout="constrained", sharex=True)
    current = 0.2 * np.sin(own.rpy[:, 0, 2])
    panels = (
        (axes[0, 0], "Depth", "[m]", DEPTH, -own.position[:, 0, 2], 1.0),
        (axes[0, 1], "Yaw", "[deg]", YAW, own.rpy[:, 0, 2], 180.0 / np.pi),
        (axes[1, 0], "Speed through the water", "[m/s]", SPEED, own.velocity[:, 0, 0] - current, 1.0),
    )
    for axis, title, unit, table, values, factor in panels:
        axis.plot(time, factor * table.at(time), color="#999999", linewidth=3.0, label="asked for")
        axis.plot(time, factor * values, color="#0072b2", linewidth=1.6, label="done")
        axis.set(title=title, ylabel=unit)
    axes[0, 0].invert_yaxis()
    axes[0, 0].legend(frameon=False, fontsize=9)
    for name, color in (("stern", "#d55e00"), ("rudder", "#009e73")):
        angle = recording.actuators[name].state[:, 0]
        axes[1, 1].plot(time, np.degrees(angle), color=color, linewidth=1.4, label=name)
    axes[1, 1].plot(time, np.degrees(own.rpy[:, 0, 1]), color="#555555", linewidth=1.4, label="pitch, nose down")
    axes[1, 1].set(title="Fins and pitch", ylabel="[deg]")
    axes[1, 1].legend(frameon=False, fontsize=9)
    for axis in axes.flat:
        axis.grid(alpha=0.3)
        axis.set_xlim(0.0, DURATION)
    for axis in axes[1]:
        axis.set_xlabel("time [s]")
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

"""An ROV crosses a tidal current: a controller, a sheared current, and every force by its name.

The BlueROV2 with Wu's numbers (2018) drives east for a minute and a half, holds its heading, and dives from 4 m to 12 m
on the way. The tide runs north, strongest at the surface, and grows while the vehicle crosses it. The figure shows the
track with and without the tide, the depth, and the forces in sway by name.

    python examples/rov_in_current.py --out rov_in_current.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway.sim import Recording, State
from seaway.vehicle import Actuation, advice

DURATION = 90.0
DENSITY = 1025.0

TIDE = sw.Current(
    velocity=[
        [[0.0, 0.05, 0.0], [0.0, 0.02, 0.0]],
        [[0.0, 0.45, 0.0], [0.0, 0.15, 0.0]],
    ],
    times=[0.0, 60.0],
    depths=[0.0, 15.0],
)
"""North, 0.05 m/s at first; 0.45 m/s at the surface and 0.15 m/s at 15 m a minute later."""


def rov() -> sw.Vehicle:
    """C.-J. Wu, 6-DoF modelling and control of a remotely operated vehicle, Flinders University, 2018."""
    water = sw.AddedMass.from_fossen(X_udot=-5.5, Y_vdot=-12.7, Z_wdot=-14.57, K_pdot=-0.12, M_qdot=-0.12, N_rdot=-0.12)
    return sw.Vehicle(
        "bluerov2",
        sw.Inertial(sw.MassProperties.from_moments(11.5, 0.16, 0.16, 0.16), added_mass=water),
        sw.Buoyancy(11.7 / DENSITY, center=(0.0, 0.0, 0.02), shape=sw.Box((0.457, 0.338, 0.08))),
        sw.Damping(linear=[4.03, 6.22, 5.18, 0.07, 0.07, 0.07], quadratic=[18.18, 21.66, 36.99, 1.55, 1.55, 1.55]),
        actuation=Actuation(limit=[40, 40, 40, 10, 10, 10], time_constant=0.05),
    )


def controller(t: float, state: State) -> NDArray[np.float64]:
    """Thrust ahead; hold the attitude, heading east, and a depth; all runs of a batch are steered at once.

    Pitch must be held too: at 0.7 m/s Munk's moment (14.57 - 5.5) u² = 4.4 Nm/rad outweighs the righting
    moment of 2.3 Nm/rad, and the vehicle would tumble.
    """
    vehicle = state["bluerov2"]
    depth_wanted = 4.0 + np.clip(0.2 * (t - 35.0), 0.0, 8.0)
    wrench = np.zeros((len(vehicle.position), 6))
    wrench[:, 0] = 12.0
    climb = vehicle.velocity[:, 2]
    wrench[:, 2] = 25.0 * (-depth_wanted - vehicle.position[:, 2]) - 40.0 * climb
    wrench[:, 3:] = -10.0 * vehicle.rpy - 2.5 * vehicle.velocity[:, 3:]
    return wrench


def crossing(sea: sw.Sea) -> Recording:
    """Start 4 m deep, at rest in the world, heading east."""
    sim = sw.Simulation(rov(), sea, time_step=0.01)
    sim.set_state(position=(0.0, 0.0, -4.0))
    return sim.run(DURATION, controller, control_period=0.02, record=("state", "forces", "energy"), record_period=0.1)


def main() -> None:
    """Simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("rov_in_current.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    still, tide = sw.Sea(DENSITY), sw.Sea(DENSITY, current=TIDE)
    for finding in advice(rov(), tide):
        print(finding)
    runs = {"still water": crossing(still), "in the tide": crossing(tide)}
    print(f"{DURATION:.0f} s across the tide:\n")
    print(f"  {'':14}{'east [m]':>10}{'north [m]':>11}{'depth [m]':>11}{'speed [m/s]':>13}{'sway [m/s]':>12}")
    for name, recording in runs.items():
        vehicle = recording["bluerov2"]
        east, north, z = vehicle.position[-1, 0]
        velocity = vehicle.velocity[-1, 0]
        speed = np.linalg.norm(velocity[:3])
        print(f"  {name:14}{east:10.2f}{north:11.2f}{-z:11.2f}{speed:13.3f}{velocity[1]:12.3f}")
    draw(runs, out)
    print(f"\nTrack, depth and forces are in {out}")


def draw(runs: dict[str, Recording], out: Path) -> None:
    """Draw the track, depth and heading, and the forces in sway."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplot_mosaic("TTD;TTF", figsize=(11.0, 5.6), layout="constrained")
    colors = {"still water": "#999999", "in the tide": "#0072b2"}
    for name, recording in runs.items():
        vehicle = recording["bluerov2"]
        p, yaw = vehicle.position[:, 0], vehicle.rpy[:, 0, 2]
        axes["T"].plot(p[:, 0], p[:, 1], color=colors[name], linewidth=2.0, label=name)
        marks = slice(None, None, 100)
        heading = np.stack([np.cos(yaw), np.sin(yaw)], axis=-1)[marks]
        axes["T"].quiver(*p[marks, :2].T, *heading.T, color=colors[name], width=0.004, scale=28.0)
        axes["D"].plot(recording.time, -p[:, 2], color=colors[name], linewidth=2.0)
    axes["T"].set_aspect("equal", adjustable="datalim")
    axes["T"].set(xlabel="east [m]", ylabel="north [m]", title="Track, with the heading every 10 s")
    axes["T"].legend(frameon=False, loc="upper left")
    axes["D"].invert_yaxis()
    axes["D"].set(ylabel="depth [m]", title="Depth")

    vehicle = runs["in the tide"]["bluerov2"]
    laws = {
        "damping": "#d55e00",
        "added_mass_coriolis": "#009e73",
        "rigid_body_coriolis": "#cc79a7",
        "water_acceleration": "black",
    }
    for law, color in laws.items():
        axes["F"].plot(vehicle.time, vehicle[law][:, 0, 1], color=color, label=law.replace("_", " "))
    axes["F"].set(xlabel="time [s]", ylabel="force to port [N]", title="What acts in sway, in the tide")
    axes["F"].legend(fontsize=8, frameon=False)
    for axis in axes.values():
        axis.grid(alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

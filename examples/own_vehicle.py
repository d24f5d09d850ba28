"""Your own vehicle from six inputs: copy this file and change the numbers at the top.

Mass, size, centre of mass, net buoyancy, thrusters, and the sea. The rest is estimated from these: moments of inertia
of a box, added mass of the solid that displaces as much, drag of its faces. An autopilot dives, and holds depth,
heading and speed across a current. The figure shows the track, the depth, and the forces ahead by name. The same
vehicle is also written as an SDFormat world, for Gazebo or for ``seaway run``.

    python examples/own_vehicle.py --out own_vehicle.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np

import seaway as sw
from seaway.gazebo import to_sdf
from seaway.inertia import added_mass_ratio, box_added_mass
from seaway.sim import Recording
from seaway.vehicle import advice

NAME = "my_rov"
MASS = 18.0
"""[kg]"""
SIZE = np.array([0.6, 0.4, 0.3])
"""Length, breadth, height [m]; x forward, y to the left, z up, from the middle."""
CENTER_OF_MASS = (0.0, 0.0, -0.04)
"""From the middle [m]; below the centre of buoyancy, so that it stays upright."""
FLOATS_UP = 0.005
"""Of its weight: what it displaces more than it weighs."""
THRUSTERS = (
    sw.Thruster("port", (-0.25, 0.15, 0.0), (1.0, 0.0, 0.0), limits=(-30.0, 40.0)),
    sw.Thruster("starboard", (-0.25, -0.15, 0.0), (1.0, 0.0, 0.0), limits=(-30.0, 40.0)),
    sw.Thruster("vertical", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), limits=(-30.0, 40.0)),
)
"""Name, place [m], where positive thrust goes, least and greatest thrust [N]."""

SEA = sw.Sea(1025.0, current=(0.0, 0.2, 0.0))
"""Sea water with a current of 0.2 m/s to the north."""
DEPTH, HEADING, SPEED = 5.0, np.radians(45.0), 0.5
"""What the autopilot holds: [m], [rad] from east to the left, [m/s] through the water."""
DURATION = 60.0


def vehicle() -> sw.Vehicle:
    """All that follows from the numbers above, as first guesses; the page on own vehicles says how good they are."""
    displaced = (1.0 + FLOATS_UP) * MASS / SEA.density
    solid = SIZE * (displaced / SIZE.prod()) ** (1.0 / 3.0)
    faces = SIZE.prod() / SIZE
    quadratic = 0.5 * SEA.density * 1.05 * faces  # drag of a cube (Hoerner 1965, ch. 3)
    # A face that turns about an edge of length l meets the water with |x r| x r: 1/32 of its drag, times l³.
    turning = quadratic.max() * SIZE.max() ** 3 / 32.0
    return sw.Vehicle(
        NAME,
        sw.Inertial(
            sw.MassProperties.from_box(SIZE, mass=MASS), sw.Pose(CENTER_OF_MASS), box_added_mass(solid, SEA.density)
        ),
        sw.Buoyancy(shape=sw.Box(solid)),
        sw.Damping(
            linear=[*(0.1 * quadratic), *([0.1 * turning] * 3)],
            quadratic=[*quadratic, *([turning] * 3)],
        ),
        thrusters=THRUSTERS,
    )


def main() -> None:
    """Check, simulate, write, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("own_vehicle.png"), help="where to write the plot")
    out: Path = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)

    mine = vehicle()
    for finding in advice(mine, SEA):
        print(finding)
    print(f"{NAME}: {added_mass_ratio(mine.inertial)}\n")
    sim = sw.Simulation(mine, SEA, time_step=0.01)
    sim.set_state(position=(0.0, 0.0, -2.0))
    pilot = sw.Autopilot(depth=DEPTH, yaw=HEADING, speed=SPEED).controller(mine, SEA)
    recording = sim.run(
        DURATION, pilot, control_period=0.05, record=("state", "forces", "actuators"), record_period=0.1
    )
    track = recording[NAME]
    print(f"  {'time [s]':>10}{'east [m]':>10}{'north [m]':>11}{'depth [m]':>11}{'heading [°]':>13}{'pitch [°]':>11}")
    for k in range(0, len(recording.time), 100):
        east, north, up = track.position[k, 0]
        _, pitch, yaw = np.degrees(track.rpy[k, 0])
        print(f"  {recording.time[k]:10.0f}{east:10.2f}{north:11.2f}{-up:11.2f}{yaw:13.1f}{pitch:11.1f}")
    model = out.with_suffix(".sdf")
    model.write_text(to_sdf(mine, SEA, world=True).text)
    print(f"\nThe same as an SDFormat world is in {model}: seaway run {model}")
    draw(recording, out)
    print(f"Track and forces are in {out}")


def draw(recording: Recording, out: Path) -> None:
    """Draw the track from above, depth and speed, and the forces ahead."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    track = recording[NAME]
    time, p, yaw = recording.time, track.position[:, 0], track.rpy[:, 0, 2]
    figure, axes = plt.subplot_mosaic("TTD;TTF", figsize=(11.0, 5.6), layout="constrained")
    axes["T"].plot(p[:, 0], p[:, 1], color="#0072b2", linewidth=2.0)
    marks = slice(None, None, 100)
    axes["T"].quiver(*p[marks, :2].T, np.cos(yaw[marks]), np.sin(yaw[marks]), color="#0072b2", width=0.005, scale=22.0)
    axes["T"].set_aspect("equal", adjustable="datalim")
    axes["T"].set(xlabel="east [m]", ylabel="north [m]", title="Track, with the heading every 10 s")
    axes["D"].plot(time, -p[:, 2], color="#0072b2", linewidth=2.0)
    axes["D"].invert_yaxis()
    axes["D"].set(ylabel="depth [m]", title="Depth")
    laws = {
        "thrusters": "#0072b2",
        "damping": "#d55e00",
        "added_mass_coriolis": "#009e73",
        "rigid_body_coriolis": "#cc79a7",
    }
    for law, color in laws.items():
        axes["F"].plot(time, track[law][:, 0, 0], color=color, label=law.replace("_", " "))
    axes["F"].set(xlabel="time [s]", ylabel="force ahead [N]", title="What acts ahead")
    axes["F"].legend(fontsize=8, frameon=False, loc="center right")
    for axis in axes.values():
        axis.grid(alpha=0.3)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

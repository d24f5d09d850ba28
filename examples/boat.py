"""A small boat with two propellers in wind and waves: it runs up, turns, and drifts when the thrust is cut.

A boat of 5 m is made as a mesh of 540 triangles. Friction, pressure drag, damping by wet area and slamming act on each
wet triangle, in a JONSWAP sea of 50 cm with short crests and a wind of 9 m/s with gusts. The propellers turn up with a
lag and lose thrust as the boat gains speed. It heads east for half a minute; then the port propeller slows down and
the boat turns; then it heads back; then both stop. The figure shows the track, the speed, the forces ahead by name, and
the heave of the boat beside the surface elevation.

    python examples/boat.py --out boat.png
"""

import argparse
from pathlib import Path
from time import perf_counter

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway.hydro import hydrostatics
from seaway.sea import Spreading
from seaway.sim import Recording, State
from seaway.vehicle import DragArea, HullDamping, HullFriction, HullPressureDrag, Slamming, advice

LENGTH, BREADTH = 5.0, 1.6
MASS = 850.0
STATIONS, SIDE = 14, 7

TURN, BACK, CUT, DURATION = 25.0, 40.0, 60.0, 100.0
"""When it turns, heads back, cuts the thrust; the end [s]."""
CRUISE = 300.0
"""Thrust of each propeller at rest [N]."""

WIND_TO = np.radians(110.0)
"""Where the wind blows to, and the waves run to."""


def hull() -> sw.Mesh:
    """A loft through sections from the transom to the stem, with x forward, z up, and the origin amidships."""
    around = np.linspace(0.0, 0.5 * np.pi, SIDE + 1)
    rings: list[NDArray[np.float64]] = []
    for s in np.linspace(0.0, 1.0, STATIONS):
        fine = max(s - 0.45, 0.0) / 0.55  # 0 aft, 1 at the stem
        half = 0.5 * BREADTH * (1.0 - 0.97 * fine**2.2) * (0.9 + 0.1 * min(s / 0.45, 1.0))
        keel, sheer = -0.32 + 0.2 * fine**4, 0.5 + 0.25 * fine**2
        # From the keel up the port side: full sections aft, sharp ones forward.
        y = half * np.sin(around) ** (0.55 + 0.75 * fine)
        z = keel + (sheer - keel) * (1.0 - np.cos(around)) ** (0.9 - 0.1 * fine)
        x = LENGTH * (s - 0.5) + 0.3 * fine**2 * (z - keel) / (sheer - keel)  # the stem is raked
        port = np.stack([x, y, z], axis=1)
        crown = 0.06 * (1.0 - fine)
        deck = [[x[-1], side * half, sheer + (1.0 - side**2) * crown] for side in (0.5, 0.0, -0.5)]
        rings.append(np.concatenate([port, deck, (port * [1.0, -1.0, 1.0])[:0:-1]]))
    middle = rings[0].mean(axis=0)
    rings.insert(0, middle + 0.5 * (rings[0] - middle))  # the transom, in two steps: no long edges
    n = len(rings[0])
    a = np.arange(n)
    b = (a + 1) % n
    port_side = a < SIDE + 2
    faces: list[NDArray[np.int64]] = []
    for k in range(len(rings) - 1):
        aft, ahead = k * n, (k + 1) * n
        # Each patch is two triangles; their common edge is mirrored from side to side, so that the hull has no list.
        third, fourth = np.where(port_side, ahead + b, ahead + a), np.where(port_side, aft + a, aft + b)
        faces += [np.stack([aft + a, aft + b, third], 1), np.stack([fourth, ahead + b, ahead + a], 1)]
    # Transom and stem are closed by fans around their middles.
    ends = [middle, rings[-1].mean(axis=0)]
    stern, bow, last = np.full(n, len(rings) * n), np.full(n, len(rings) * n + 1), (len(rings) - 1) * n
    faces += [np.stack([b, a, stern], 1), np.stack([last + a, last + b, bow], 1)]
    return sw.Mesh(np.concatenate([*rings, ends]), np.concatenate(faces))


def propeller(name: str, y: float, hand: str) -> sw.Thruster:
    """20 cm across, with K_T = 0.40 - 0.32 J and K_Q = 0.05, given per turn a second."""
    per_turn = 4.0 * np.pi**2
    return sw.Thruster(
        name,
        (-2.35, y, -0.3),
        drive="lag",
        command="thrust",
        time_constant=0.4,
        diameter=0.2,
        thrust_coefficient=0.40 / per_turn,
        advance_slope=-0.32 / (2.0 * np.pi),
        wake_fraction=0.08,
        thrust_deduction=0.05,
        hand="left" if hand == "left" else "right",
        torque_coefficient=0.05 / per_turn,
        limits=(-400.0, 600.0),
    )


def boat() -> sw.Vehicle:
    """The hull with all its forces, two propellers that turn against each other, and what the wind meets."""
    shape = hull()
    # By the formulas for slender hulls, rounded: little in surge, more than its own mass in heave.
    water = sw.AddedMass(np.diag([45.0, 350.0, 1500.0, 60.0, 1500.0, 400.0]))
    return sw.Vehicle(
        "boat",
        sw.Inertial(shape.mass_properties(mass=MASS), sw.Pose((-0.55, 0.0, 0.1)), water),
        sw.Hull(
            shape,
            forces=(
                HullFriction(),
                HullPressureDrag(
                    linear=400.0,
                    quadratic=150.0,
                    falloff=1.0,
                    suction_linear=200.0,
                    suction_quadratic=100.0,
                    suction_falloff=1.0,
                ),
                HullDamping(angular_linear=1500.0),
                Slamming(time_constant=0.2, largest_acceleration=50.0),
            ),
        ),
        thrusters=(propeller("port", 0.6, "left"), propeller("starboard", -0.6, "right")),
        fins=(
            sw.Fin("skeg", (-1.9, 0.0, -0.4), 0.12, aspect_ratio=1.0, upward=(0.0, 1.0, 0.0), flap_effectiveness=0.0),
        ),
        drag_areas=(DragArea((1.2, 3.2, 0.0), (0.7, 0.9, 0.0), (-0.3, 0.0, 0.6), medium="air", per_axis=True),),
    )


def sea() -> sw.Sea:
    """Waves of 50 cm and 4.2 s, and a wind with gusts, both from the south-west."""
    spectrum = sw.Jonswap(significant_height=0.5, peak_period=4.2)
    waves = sw.Waves.irregular(spectrum, count=48, seed=4, direction=WIND_TO, spreading=Spreading(10.0), ramp=10.0)
    wind = sw.Wind(speed=9.0, direction_to=WIND_TO, exponent=0.11, gust_std=1.5, gust_time_scale=8.0, seed=4)
    return sw.Sea(waves=waves, wind=wind)


def helmsman(t: float, state: State) -> sw.Command:
    """Head east, turn to port, head west, stop."""
    if t >= CUT:
        return sw.Command(actuators={"port": 0.0, "starboard": 0.0})
    if TURN <= t < BACK:
        return sw.Command(actuators={"port": -150.0, "starboard": 500.0})
    vehicle = state["boat"]
    heading, turning = vehicle.rpy[:, 2], vehicle.velocity[:, 5]
    wanted = 0.0 if t < TURN else np.pi
    off = (wanted - heading + np.pi) % (2.0 * np.pi) - np.pi
    more = np.clip(600.0 * off - 1500.0 * turning, -250.0, 250.0)
    return sw.Command(actuators={"port": CRUISE - more, "starboard": CRUISE + more})


def main() -> None:
    """Simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("boat.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    vehicle, water = boat(), sea()
    for finding in advice(vehicle, water):
        print(finding)
    rest = hydrostatics(vehicle, water)
    sim = sw.Simulation(vehicle, water, time_step=0.01)
    sim.set_state(position=rest.pose.p, orientation=rest.pose.q)
    start = sim.snapshot()
    sim.run(0.1, helmsman, record=("state", "forces"))  # once before the clock starts: kernels are loaded
    sim.restore(start)
    clock = perf_counter()
    recording = sim.run(DURATION, helmsman, control_period=0.1, record=("state", "forces"), record_period=0.1)
    seconds = perf_counter() - clock

    hulls, waves = len(hull().faces), len(water.waves.components) if water.waves else 0
    print(f"A boat of {MASS:g} kg, draft {100 * rest.draft:.0f} cm, GM {rest.transverse_metacentric_height:.2f} m,")
    print(f"{hulls} triangles in {waves} waves: {DURATION:g} s in {seconds:.1f} s, {DURATION / seconds:.0f} times")
    print("as fast as real time on one core\n")
    moved = recording["boat"]
    phases = {"runs up": (0.0, TURN), "turns": (TURN, BACK), "heads back": (BACK, CUT), "drifts": (CUT, DURATION)}
    print(f"  {'':12}{'until':>7}{'east':>9}{'north':>9}{'heading':>10}{'over ground':>14}{'roll':>7}")
    for name, (begin, end) in phases.items():
        k = int(np.argmin(np.abs(recording.time - end)))
        x, y, _ = moved.position[k, 0]
        part = (recording.time > end - 5.0) & (recording.time <= end)
        roll = np.degrees(np.std(moved.rpy[(recording.time >= begin) & (recording.time <= end), 0, 0]))
        yaw = np.degrees(moved.rpy[k, 0, 2]) % 360.0
        speed = np.nanmean(over_ground(recording)[part])
        print(f"  {name:12}{end:5.0f} s{x:7.1f} m{y:7.1f} m{yaw:8.0f} °{speed:10.2f} m/s{roll:5.1f} °")
    draw(recording, water, float(rest.pose.p[2]), out)
    print(f"\nTrack, speed, forces and surface are in {out}")


def over_ground(recording: Recording) -> NDArray[np.float64]:
    """The level speed of the boat without what single waves add [m/s]."""
    east, north = (smooth(np.gradient(recording["boat"].position[:, 0, k], recording.time)) for k in range(2))
    return np.hypot(east, north)


def smooth(values: NDArray[np.float64], half: int = 42) -> NDArray[np.float64]:
    """The mean over 8.5 s, two waves of the peak; NaN near the ends."""
    means = np.full(len(values), np.nan)
    means[half:-half] = np.convolve(values, np.full(2 * half + 1, 1.0 / (2 * half + 1)), mode="valid")
    return means


def draw(recording: Recording, water: sw.Sea, rest_height: float, out: Path) -> None:
    """Draw the track with heading marks, speed, forces ahead by name, and the surface at the boat."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    time, moved = recording.time, recording["boat"]
    p, yaw = moved.position[:, 0], moved.rpy[:, 0, 2]
    blue, orange, green, pink, sky = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"
    figure, axes = plt.subplot_mosaic(
        "TT;SF;EE", figsize=(10.5, 9.2), layout="constrained", height_ratios=[1.2, 1.1, 0.8]
    )

    track = axes["T"]
    track.plot(p[:, 0], p[:, 1], color=blue, linewidth=1.2)
    outline = np.array([[2.9, 0.0], [1.2, 0.75], [-2.5, 0.75], [-2.5, -0.75], [1.2, -0.75], [2.9, 0.0]])
    for k in range(0, len(time), 50):
        c, s = np.cos(yaw[k]), np.sin(yaw[k])
        shape = outline @ np.array([[c, s], [-s, c]]) + p[k, :2]
        color = orange if time[k] >= CUT else green if TURN <= time[k] < BACK else blue
        track.fill(shape[:, 0], shape[:, 1], facecolor=color, alpha=0.55, edgecolor=color, linewidth=0.8)
    for when, text, shift in (
        (0.0, "start", (0.0, -3.0)),
        (TURN, "port astern", (-1.0, -3.2)),
        (BACK, "heads west", (2.5, 2.6)),
        (CUT, "thrust cut", (0.0, 3.0)),
        (DURATION, "adrift", (1.0, 2.6)),
    ):
        k = int(np.argmin(np.abs(time - when)))
        track.text(p[k, 0] + shift[0], p[k, 1] + shift[1], text, ha="center", va="center", fontsize=9)
    to = np.array([np.cos(WIND_TO), np.sin(WIND_TO)])
    track.annotate("", (28.0, 17.0) + 2.8 * to, (28.0, 17.0) - 2.8 * to, arrowprops={"arrowstyle": "-|>", "lw": 1.6})
    track.text(29.5, 17.0, "wind and waves", fontsize=9, va="center")
    track.set_aspect("equal")
    track.set(xlabel="east [m]", ylabel="north [m]", title="Track, with the boat every 5 s at its true size")
    track.set(xlim=(-14.0, 66.0), ylim=(-4.5, 21.5))

    axes["S"].plot(time, moved.velocity[:, 0, 0], color=sky, linewidth=0.8, label="ahead, with the waves")
    axes["S"].plot(time, over_ground(recording), color=blue, linewidth=2.0, label="over ground, mean of 8 s")
    axes["S"].set(xlabel="time [s]", ylabel="speed [m/s]", title="Speed", xlim=(0.0, DURATION), ylim=(-0.3, 3.2))
    axes["S"].legend(fontsize=8, frameon=False, ncols=2, loc="upper right")

    ahead = {law: smooth(moved[law][:, 0, 0]) for law in moved.variables if moved[law].shape[-1] == 6}
    ahead["water"] = ahead["weight"] + ahead["buoyancy"]
    laws = {
        "thrusters": ("thrusters", blue),
        "hull_pressure_drag": ("pressure drag", orange),
        "hull_friction": ("friction", green),
        "fins": ("skeg", pink),
        "wind": ("wind", "black"),
        "water": ("weight and waves", "#e69f00"),
    }
    for law, (name, color) in laws.items():
        axes["F"].plot(time, ahead[law], color=color, linewidth=1.6, label=name)
    axes["F"].set(xlabel="time [s]", ylabel="force ahead [N]", title="What acts ahead, mean of 8 s")
    axes["F"].set(xlim=(0.0, DURATION), ylim=(-330.0, 620.0))
    axes["F"].legend(fontsize=8, frameon=False, ncols=2, loc="upper right")

    if water.waves is not None:
        eta = water.elevation(p[:, 0], p[:, 1], time)
        axes["E"].fill_between(
            time, 100.0 * eta, -50.0, color=sky, alpha=0.35, linewidth=0.0, label="surface at the boat"
        )
    axes["E"].plot(time, 100.0 * (p[:, 2] - rest_height), color="black", linewidth=1.0, label="boat, above its rest")
    axes["E"].set(xlabel="time [s]", ylabel="height [cm]", xlim=(0.0, DURATION), ylim=(-50.0, 62.0))
    axes["E"].set(title="The surface at the place of the boat, and the boat")
    axes["E"].legend(fontsize=8, frameon=False, ncols=2, loc="upper left")
    for name in "SFE":
        for when in (TURN, BACK, CUT):
            axes[name].axvline(when, color="#999999", linewidth=0.7, linestyle="--")
    for axis in axes.values():
        axis.grid(alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=130, metadata={"Software": None})


if __name__ == "__main__":
    main()

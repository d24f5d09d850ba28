"""The effect of uncertain parameters: a thousand AUVs, each with its own parameters and current.

Published added mass and damping of one vehicle differ by tens of percent, and nobody knows the current. Here 1,000
copies of a torpedo get an added mass and a damping that are off by 20 % (one standard deviation), and a random current.
All are driven by the same thrust with the same weak rudder moment for two minutes, in one simulation.

    python examples/monte_carlo.py --out monte_carlo.png
"""

import argparse
import time
from pathlib import Path

import matplotlib
import numpy as np

import seaway as sw
from seaway.inertia import spheroid_added_mass
from seaway.sim import Recording

ROWS = 1000
DURATION = 120.0
DENSITY = 1025.0
HALF_LENGTH, RADIUS = 0.9, 0.12
THRUST = [25.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def torpedo() -> sw.Vehicle:
    """A neutral spheroid of 1.8 m with four fins at its stern, its centre of mass 2 cm below the middle.

    Without fins Munk's moment would turn it broadside. A fin at x = -0.8 m in a flow u with the cross flow v + x r
    lifts with F u (v + x r): products of two velocities, with a sign, so they are given as ``signed`` terms of u. Going
    astern such fins drive instead of braking, and ``advice`` says so; this vehicle only goes ahead.
    """
    radii = (HALF_LENGTH, RADIUS, RADIUS)
    hull = sw.Ellipsoid(radii)
    body = sw.MassProperties.from_ellipsoid(radii, mass=DENSITY * hull.volume)
    return sw.Vehicle(
        "torpedo",
        sw.Inertial(
            body, added_mass=spheroid_added_mass(radius=RADIUS, half_length=HALF_LENGTH, fluid_density=DENSITY)
        ),
        sw.Buoyancy(center=(0.0, 0.0, 0.02), shape=hull),
        sw.Damping(
            linear=[2.0, 10.0, 10.0, 1.0, 4.0, 4.0],
            quadratic=[6.0, 120.0, 120.0, 0.5, 30.0, 30.0],
            signed=fins(90.0, -0.8),
        ),
    )


def fins(F: float, x: float) -> np.ndarray:
    """The signed terms of fins: k = 0 is the surge that all of them are proportional to."""
    S = np.zeros((6, 6, 6))
    S[0][np.ix_([1, 5], [1, 5])] = F * np.array([[1.0, x], [x, x * x]])
    S[0][np.ix_([2, 4], [2, 4])] = F * np.array([[1.0, -x], [-x, x * x]])
    return S


def spread(rows: int) -> sw.Simulation:
    """A simulation whose runs differ in added mass, damping and current."""
    random = np.random.default_rng(2026)
    vehicle = torpedo()
    sim = sw.Simulation(vehicle, sw.Sea(DENSITY), time_step=0.02, batch=rows)
    sim.set_state(position=(0.0, 0.0, -20.0))

    def factors() -> np.ndarray:
        # Of the log-normal kind: never negative, and as often half as double.
        return np.exp(0.2 * random.normal(size=(rows, 1, 1)))

    sim.set("vehicle.added_mass.matrix", factors() * vehicle.inertial.added_mass_matrix())
    sim.set("vehicle.damping.linear", factors() * vehicle.damping[0].linear)
    sim.set("vehicle.damping.quadratic", factors() * vehicle.damping[0].quadratic)
    sim.set("sea.current", np.concatenate([0.1 * random.normal(size=(rows, 2)), np.zeros((rows, 1))], axis=1))
    return sim


def main() -> None:
    """Simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("monte_carlo.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    nominal = sw.Simulation(torpedo(), sw.Sea(DENSITY), time_step=0.02)
    nominal.set_state(position=(0.0, 0.0, -20.0))
    alone = nominal.run(DURATION, lambda t, state: THRUST, control_period=1.0, record_period=1.0)
    sim = spread(ROWS)
    sim.step(THRUST)  # compiles, if it is the first time
    sim.reset()
    start = time.perf_counter()
    recording = sim.run(DURATION, lambda t, state: THRUST, control_period=1.0, record_period=1.0)
    seconds = time.perf_counter() - start

    ends = recording["torpedo"].position[-1, :, :2]
    off = np.linalg.norm(ends - alone["torpedo"].position[-1, 0, :2], axis=-1)
    steps = ROWS * DURATION / sim.time_step
    speed = steps / seconds / 1e6
    print(f"{ROWS} vehicles, {DURATION:.0f} s each, in {seconds:.2f} s: {speed:.1f} million steps a second")
    print(f"Off the nominal end after {DURATION:.0f} s: {np.median(off):.1f} m for half of them, ", end="")
    print(f"{np.percentile(off, 95):.1f} m for 19 of 20")
    draw(recording, alone, off, out)
    print(f"\nThe tracks are in {out}")


def draw(recording: Recording, alone: Recording, off: np.ndarray, out: Path) -> None:
    """Draw the tracks and where they end."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11.0, 4.6), layout="constrained", width_ratios=[1.3, 1.0])
    tracks = recording["torpedo"].position
    left.plot(tracks[:, ::5, 0], tracks[:, ::5, 1], color="#0072b2", alpha=0.12, linewidth=0.8)
    left.plot(*tracks[-1, :, :2].T, ".", color="#0072b2", markersize=3, alpha=0.5, label="ends of 1,000 runs")
    left.plot(*alone["torpedo"].position[:, 0, :2].T, color="black", linewidth=2.4, label="nominal, still water")
    left.set_aspect("equal", adjustable="datalim")
    left.set(xlabel="x [m]", ylabel="y [m]", title="The same command, uncertain numbers")
    left.legend(frameon=False, fontsize=9)
    left.grid(alpha=0.3)
    right.hist(off, bins=40, color="#0072b2", alpha=0.8)
    for share in (50, 95):
        far = np.percentile(off, share)
        right.axvline(far, color="black", linewidth=0.9)
        right.text(far, right.get_ylim()[1] * 0.96, f" {share} %: {far:.0f} m", fontsize=9, va="top")
    right.spines[["top", "right"]].set_visible(False)
    right.set(xlabel="distance from the nominal end [m]", ylabel="runs", title=f"After {DURATION:.0f} s")
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

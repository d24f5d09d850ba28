"""Balls released under water, with their added mass and without it, beside the closed form.

Four balls of 4 cm, from steel to foam, are released at rest. Half of the water that a ball displaces has to speed up
with it. So a ball of steel falls a little slower at first than without that water; a ball of foam, which weighs next to
nothing, rises with less than 2 g and not with 30. Their terminal speed is the same either way: added mass resists
acceleration, not motion. The figure shows the speeds beside the closed form, and the initial acceleration over the
density of the ball.

    python examples/falling_spheres.py --out falling_spheres.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway.inertia import sphere_added_mass

WATER = 1000.0
GRAVITY = 9.81
RADIUS = 0.02
VOLUME = 4.0 / 3.0 * np.pi * RADIUS**3
DRAG = 0.5 * WATER * 0.47 * np.pi * RADIUS**2
"""F / v² [N s²/m²]; 0.47 is the coefficient of a sphere at Reynolds numbers of 1e3 to 1e5 (Hoerner 1965, ch. 3)."""

DENSITIES = {"steel": 7850.0, "PVC": 1400.0, "wood": 600.0, "foam": 30.0}
DURATION, STEP = 0.8, 0.0002

Array = NDArray[np.float64]


def ball(name: str, density: float, *, added_mass: bool = True) -> sw.Vehicle:
    """A ball with its weight, buoyancy and drag, and with or without the water that it moves."""
    water = sphere_added_mass(RADIUS, WATER) if added_mass else None
    return sw.Vehicle(
        name,
        sw.Inertial(sw.MassProperties.from_sphere(RADIUS, density=density), added_mass=water),
        sw.Buoyancy(shape=sw.Sphere(RADIUS)),
        sw.Damping(quadratic=[DRAG, DRAG, DRAG, 0.0, 0.0, 0.0]),
    )


def let_go(densities: dict[str, float], *, added_mass: bool) -> tuple[Array, Array, Array]:
    """Times [s], upward speeds (time, ball) [m/s] and first accelerations (ball,) [m/s2], all in one simulation."""
    vehicles = [ball(name, density, added_mass=added_mass) for name, density in densities.items()]
    sim = sw.Simulation(vehicles, sw.Sea(WATER, GRAVITY, surface=None), STEP)
    first = sim.acceleration()[0, :, 2].copy()
    recording = sim.run(DURATION)
    return recording.time, np.stack([recording[v.name].velocity[:, 0, 2] for v in vehicles], axis=1), first


def closed_form(density: float, t: Array, *, added_mass: bool) -> tuple[float, float, Array]:
    """First acceleration, final speed, and speed at t, upward: M v' = W - k v |v| from rest is v = v∞ tanh(a t / v∞).

    W = (ρ - ρ_ball) V g is what lifts, M = (ρ_ball + ρ/2) V is what has to be moved, a = W / M, v∞ = ±√(|W| / k).
    """
    lift = (WATER - density) * VOLUME * GRAVITY
    first = lift / ((density + (0.5 * WATER if added_mass else 0.0)) * VOLUME)
    final = float(np.sign(lift) * np.sqrt(abs(lift) / DRAG))
    return first, final, final * np.tanh(first * t / final)


def main() -> None:
    """Simulate, compare, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("falling_spheres.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    runs = {"with": let_go(DENSITIES, added_mass=True), "without": let_go(DENSITIES, added_mass=False)}
    print("Balls of 4 cm let go under water, upward positive:\n")
    print(f"  {'ball':8}{'added mass':12}{'first acceleration':>20}{'90 % of final':>15}{'final':>12}{'off the':>20}")
    print(f"  {'':8}{'':12}{'[g]':>20}{'after [ms]':>15}{'[m/s]':>12}{'closed form [m/s]':>20}")
    for k, (name, density) in enumerate(DENSITIES.items()):
        for how, (t, speeds, first) in runs.items():
            _, final, exact = closed_form(density, t, added_mass=how == "with")
            after = 1e3 * t[np.argmax(speeds[:, k] / final >= 0.9)]
            off = np.max(np.abs(speeds[:, k] - exact))
            print(f"  {name:8}{how:12}{first[k] / GRAVITY:20.3f}{after:15.1f}{final:12.3f}{off:20.0e}")
    draw(runs, out)
    print(f"\nThe speeds and first accelerations are in {out}")


def draw(runs: dict[str, tuple[Array, Array, Array]], out: Path) -> None:
    """Draw speeds over time, and the first acceleration over density."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11.0, 4.6), layout="constrained", width_ratios=[1.25, 1.0])
    colors = dict(zip(DENSITIES, ["#0072b2", "#009e73", "#e69f00", "#d55e00"], strict=True))
    for k, (name, color) in enumerate(colors.items()):
        for how, (t, speeds, _) in runs.items():
            _, _, exact = closed_form(DENSITIES[name], t, added_mass=how == "with")
            marks = np.append(np.arange(0, 300, 60), np.arange(300, len(t), 250))
            left.plot(t, speeds[:, k], color=color, linestyle="-" if how == "with" else "--", linewidth=2.0)
            left.plot(t[marks], exact[marks], "o", color="black", markersize=2.6)
        left.text(1.02 * DURATION, speeds[-1, k], name, color=color, va="center")
    left.plot([], [], color="#666666", linewidth=2.0, label="with added mass")
    left.plot([], [], color="#666666", linewidth=2.0, linestyle="--", label="without")
    left.plot([], [], "o", color="black", markersize=2.6, label="closed form")
    left.axhline(0.0, color="black", linewidth=0.6)
    left.legend(fontsize=9, frameon=False, loc="lower left")
    left.set(xlabel="time [s]", ylabel="speed upward [m/s]", title="Balls of 4 cm, let go", xlim=(0.0, 1.14 * DURATION))

    # A dense grid of balls, each simulated for its first acceleration.
    grid = {f"ball {k}": WATER * ratio for k, ratio in enumerate(np.geomspace(0.01, 10.0, 31))}
    ratios = np.array(list(grid.values())) / WATER
    fine = np.geomspace(0.01, 10.0, 400)
    for added, style, color in ((True, "-", "black"), (False, "--", "#666666")):
        vehicles = [ball(name, density, added_mass=added) for name, density in grid.items()]
        found = sw.Simulation(vehicles, sw.Sea(WATER, GRAVITY, surface=None)).acceleration()[0, :, 2] / GRAVITY
        right.plot(fine, (1.0 - fine) / (fine + (0.5 if added else 0.0)), style, color=color, linewidth=1.4)
        right.plot(ratios, found, "o", color=color, markersize=3.5, label="with added mass" if added else "without")
    for name, color in colors.items():
        right.axvline(DENSITIES[name] / WATER, color=color, linewidth=0.9)
    right.axhline(0.0, color="black", linewidth=0.6)
    right.legend(fontsize=9, frameon=False, loc="upper right", bbox_to_anchor=(0.96, 1.0))
    right.set(xscale="log", ylim=(-1.2, 6.0), xlim=(0.01, 10.0))
    right.set(xlabel="density of the ball / density of the water", ylabel="first acceleration upward [g]")
    right.set_title("At most 2 g, however light")
    for axis in (left, right):
        axis.grid(alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

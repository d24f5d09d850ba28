"""Give a Gazebo model the added mass that it lacks: read, compute, set, write, check; then launch both.

The model ``examples/sdf/torpedo.sdf`` has mass and damping, and no added mass. Its hull is an ellipsoid, for which the
added mass is known exactly. One call writes it into the file, and nothing else in the file changes. Launched with a
little drift, the model without added mass runs straight; the one with it turns broadside, since it has no fins.

    python examples/sdf_added_mass.py --out torpedo.png
"""

import argparse
import difflib
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway import gazebo, sdf
from seaway.inertia import added_mass_ratio, ellipsoid_added_mass
from seaway.sim import Recording

SEA_WATER = 1025.0
LAUNCH = [1.5, 0.03, 0.0, 0.0, 0.0, 0.0]
"""Velocity: 1.5 m/s ahead, and 3 cm/s of drift."""


def hull_added_mass(hull: sdf.Geometry | None) -> sw.AddedMass:
    """The water that the hull moves."""
    if not isinstance(hull, sdf.EllipsoidGeometry):
        raise SystemExit(f"this example knows ellipsoids, and not {hull}")
    return ellipsoid_added_mass(hull.radii, SEA_WATER)


def launched(document: sdf.Document) -> Recording:
    """Ten seconds after launch, with a push of 5 N ahead; the model brings no water, so it is told which."""
    scene = gazebo.scene(document, water=SEA_WATER)
    sim = sw.Simulation(scene.vehicles, scene.sea, time_step=0.01)
    sim.set_state(position=scene.poses[0].p, orientation=scene.poses[0].q, velocity=LAUNCH)
    return sim.run(10.0, lambda t, state: [5.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def main() -> None:
    """Write the new file beside the plot, show what changed, launch, and draw what it means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("torpedo.png"), help="where to write the plot")
    out: Path = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)

    source = Path(__file__).parent / "sdf" / "torpedo.sdf"
    target = out.with_suffix(".sdf")
    before = sdf.load(source)
    water = hull_added_mass(before.link("hull").link.collisions[0].geometry)
    after = sdf.set_added_mass(source, "hull", water, out=target, fluid_density=SEA_WATER)

    print(f"What changed from {source.name} to {target}:\n")
    old, new = (document.to_bytes().decode().splitlines() for document in (before, after))
    changes = [line for line in difflib.unified_diff(old, new, lineterm="", n=1) if not line.startswith(("---", "+++"))]
    for line in changes[:8]:
        print(f"  {line}")
    print(f"  ... and {len(changes) - 8} lines like these\n")
    print("What there is to say about the new file:\n")
    for finding in sdf.check(after):
        print(f"  {finding}")

    inertial = after.link("hull").link.inertial
    rigid, fluid = np.diagonal(inertial.rigid_body_matrix()), np.diagonal(inertial.added_mass_matrix())
    print(f"\n  {added_mass_ratio(inertial)}")
    runs = {"without its water": launched(before), "with it": launched(after)}
    for name, recording in runs.items():
        print(f"  3 s after launch {name}: heading {np.degrees(recording['torpedo'].rpy[300, 0, 2]) + 0.0:.0f}°")
    draw(rigid, fluid, runs, out)
    print(f"\nThe comparison is in {out}")


def draw(rigid: NDArray[np.float64], fluid: NDArray[np.float64], runs: dict[str, Recording], out: Path) -> None:
    """Draw what must be accelerated in each motion, vehicle and water, and the headings after launch."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(12.5, 3.8), layout="constrained")
    parts = ((["surge", "sway", "heave"], slice(0, 3), "kg"), (["roll", "pitch", "yaw"], slice(3, 6), "kg m²"))
    for axis, (names, part, unit) in zip(axes[:2], parts, strict=True):
        axis.bar(names, rigid[part], color="#999999", label="vehicle")
        axis.bar(names, fluid[part], bottom=rigid[part], color="#0072b2", label="water")
        for index, (mass, water) in enumerate(zip(rigid[part], fluid[part], strict=True)):
            axis.text(index, mass + water, f"+{100 * water / mass:.0f} %", ha="center", va="bottom")
        axis.set_ylabel(f"about the link origin [{unit}]")
        axis.spines[["top", "right"]].set_visible(False)
        axis.margins(y=0.12)
    axes[0].set_title("What a push must move")
    axes[1].set_title("What a torque must turn")
    axes[1].legend(frameon=False, loc="upper left")
    for (name, recording), color in zip(runs.items(), ("#999999", "#0072b2"), strict=True):
        heading = np.degrees(np.unwrap(recording["torpedo"].rpy[:, 0, 2]))
        axes[2].plot(recording.time, heading, color=color, linewidth=2.0, label=name)
    axes[2].set(xlabel="time [s]", ylabel="heading [°]", title="Launched with 1.1° of drift", xlim=(0.0, 10.0))
    axes[2].legend(frameon=False, loc="center right")
    axes[2].grid(alpha=0.3)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

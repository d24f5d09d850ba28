"""How high may the load of a small boat be? Draft, GM and the righting arm, for three heights of its centre of mass.

A survey boat of 3 m is made as a mesh: a box, bent to the lines of a boat. It carries 260 kg. The higher the centre of
mass, the smaller GM, the range in which the boat rights itself, and the work that it takes to turn it over.

    python examples/hydrostatics.py --out righting_arm.png
"""

import argparse
from pathlib import Path

import numpy as np

import seaway as sw
from seaway.hydro import Hydrostatics, hydrostatics
from seaway.mesh import box
from seaway.report import righting_arm_figure, save_figure

LENGTH, BREADTH, DEPTH = 3.0, 1.0, 0.55
MASS = 260.0
SEA = sw.Sea(1025.0)


def boat() -> sw.Mesh:
    """Bend a box: fine at the bow, full at the stern, round below, with the deck at z = 0 and 20 cm of rise forward."""
    block = box((2.0, 2.0, 2.0), resolution=24)
    u, v, w = block.vertices.T
    forward = np.clip(u, 0.0, 1.0)
    full = (1.0 - 0.97 * forward**2.2) * (1.0 - 0.15 * np.clip(-u, 0.0, 1.0) ** 2)
    round_below = np.sqrt(1.0 - 0.92 * np.clip(0.5 * (1.0 - w), 0.0, 1.0) ** 2.6)
    rise = 0.2 * forward**2
    z = 0.5 * (w - 1.0) * (DEPTH - 0.35 * DEPTH * forward**3) + rise
    return sw.Mesh(np.stack([0.5 * LENGTH * u, 0.5 * BREADTH * v * full * round_below, z], axis=1), block.faces)


def main() -> None:
    """Let it float, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("righting_arm.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    mesh = boat()
    results: list[Hydrostatics] = []
    print(f"A boat of {LENGTH} m with {MASS:g} kg, by the height of its centre of mass over the base\n")
    print("      KG   draft     trim      GM   roll  largest GZ        vanishes  work to there")
    for height in (0.2, 0.3, 0.4):
        center = np.array([mesh.centroid[0] - 0.1, 0.0, height - DEPTH])
        body = sw.Inertial(mesh.mass_properties(mass=MASS), sw.Pose(center))
        rest = hydrostatics(sw.Vehicle("survey boat", body, sw.Hull(mesh)), SEA)
        curve = rest.righting_arm()
        end = curve.angle_of_vanishing_stability or np.pi
        work = MASS * SEA.gravity * rest.righting_arm([0.0, end]).areas[1]
        period = rest.natural_periods.roll
        GM = rest.transverse_metacentric_height
        print(
            f"  {height:5.2f} m  {rest.draft:.3f} m {np.degrees(rest.trim):6.2f}°  {GM:.3f} m"
            f"  {'none' if period is None else f'{period:.2f} s'}  {100 * curve.largest_arm:5.1f} cm at"
            f" {np.degrees(curve.angle_of_largest_arm):4.1f}°  {np.degrees(end):7.1f}°  {work:9.0f} J"
        )
        results.append(rest)
    out.parent.mkdir(parents=True, exist_ok=True)
    save_figure(righting_arm_figure(results[1]), out)
    print(f"\nThe righting arm with KG = 0.3 m is in {out}")


if __name__ == "__main__":
    main()

"""How good are the added masses of boxes and cylinders? Compare them with a panel method.

The panel method of ``tests/oracles`` solves the flow on two meshes, and a Richardson step removes its leading error.
Prints the tables of the page ``docs/shapes``; run it with ``make accuracy``. It takes about two minutes.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.oracles import panel_method

from seaway.inertia import box_added_mass, cylinder_added_mass

BOXES = [
    (1, 1, 1), (1, 1.2, 1.5), (1, 1, 2), (1, 1, 4), (1, 1, 8), (1, 2, 2), (1, 2, 4), (1, 4, 4), (1, 4, 8), (1, 6, 8),
    (1, 8, 8),
]  # fmt: skip
SLENDERNESS = [1.0, 2.5, 5.0, 9.0]


def converged(coarse: np.ndarray, fine: np.ndarray, refinement: float) -> np.ndarray:
    """Richardson's step for a second-order method: the diagonal of the 6x6."""
    return np.diag(fine + (fine - coarse) / (refinement**2 - 1.0))


def box_counts(size: tuple[float, float, float], n: int) -> tuple[int, int, int]:
    """More panels along longer sides, so that none is very long."""
    x, y, z = (round(n * side**0.35) for side in size)
    return x, y, z


def main() -> None:
    """Print both tables."""
    print("Box: error of box_added_mass against the panel method [%]\n")
    print("| sides | xx | yy | zz | pp | qq | rr |")
    print("|---|---|---|---|---|---|---|")
    for size in BOXES:
        coarse, fine = (panel_method.added_mass(*panel_method.box_mesh(size, box_counts(size, n))) for n in (9, 18))
        error = 100.0 * (np.diag(box_added_mass(size, 1.0).matrix) / converged(coarse, fine, 2.0) - 1.0)
        print(
            f"| {size[0]:g}:{size[1]:g}:{size[2]:g} | " + " | ".join(f"{value:+.1f}" for value in error) + " |",
            flush=True,
        )

    print("\nCylinder: strip theory against the panel method\n")
    print("| length / diameter | A_xx too high by | A_pp too high by | A_zz / (ρ r³), 0 in strip theory |")
    print("|---|---|---|---|")
    for slenderness in SLENDERNESS:
        length = 2.0 * slenderness
        # A polygon with the area of the circle: the first of the errors that a mesh makes.
        meshes = []
        for n in (10, 20):
            vertices, quads = panel_method.cylinder_mesh(length, 1.0, n)
            vertices[:, :2] *= np.sqrt(np.pi / n / np.sin(np.pi / n))
            meshes.append(panel_method.added_mass(vertices, quads))
        panel = converged(meshes[0], meshes[1], 2.0)
        strip = np.diag(cylinder_added_mass(radius=1.0, length=length, fluid_density=1.0).matrix)
        high = 100.0 * (strip / panel - 1.0)
        print(f"| {slenderness:g} | {high[0]:.0f} % | {high[3]:.0f} % | {panel[2]:.2f} |", flush=True)


if __name__ == "__main__":
    main()

"""One link, three ways to write its added mass, and what happens when they are mixed up.

A small underwater vehicle has its battery low and forward, so its centre of mass is not at the link origin. Its added
mass is written in every convention side by side. Then the same 21 numbers are read the wrong way, as happens when a
file goes from one tool to another, and the vehicle is pushed: how wrong is its acceleration, where does it end up?

    python examples/conventions.py --out conventions.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway.frames import FLU_FRD
from seaway.inertia import acceleration, box_added_mass, inferred_parallel_axis_term
from seaway.uwv import ModelType, Parameters, UwvSimulation

Matrix = NDArray[np.float64]

PUSH = np.array([20.0, 0.0, 0.0, 0.0, 0.0, 0.0])
"""20 N forward at the link origin."""
DURATION = 6.0


def vehicle() -> sw.Inertial:
    """13.5 kg; the box that moves the water is centred 5 cm above and behind the origin, the mass below and ahead."""
    body = sw.MassProperties.from_moments(13.5, 0.26, 0.23, 0.37)
    water = box_added_mass([0.46, 0.34, 0.25], fluid_density=1000.0, X_BS=sw.Pose((-0.05, 0.0, 0.05)))
    return sw.Inertial(body, sw.Pose((0.06, -0.02, -0.08)), water)


def readings(link: sw.Inertial) -> dict[str, Matrix]:
    """The mass matrix that each reading of the link's 21 SDFormat numbers leads to; the first one is right."""
    numbers = link.added_mass_matrix()
    rigid = link.rigid_body_matrix()
    with_inferred_term = numbers.copy()
    with_inferred_term[3:, 3:] += inferred_parallel_axis_term(numbers)
    return {
        "about the origin (SDFormat)": link.mass_matrix(),
        "read as about the centre of mass": link.with_added_mass(sw.AddedMass(numbers, "center_of_mass")).mass_matrix(),
        "read as mixed": link.with_added_mass(sw.AddedMass(numbers, "mixed")).mass_matrix(),
        "with C M C^T added": rigid + with_inferred_term,
        "read in forward-right-down axes": rigid + FLU_FRD.matrix(numbers),
        "gz-math's SpatialMatrix": link.gz_spatial_matrix(),
        "added mass left out": rigid,
    }


def worst_error(wrong: Matrix, right: Matrix) -> float:
    """The largest relative error of the acceleration over all pushes from rest [%].

    Measured in the norm of the kinetic energy, so that m/s2 and rad/s2 may be compared: it is max |1/λ - 1| over the
    eigenvalues λ of right⁻¹ wrong.
    """
    eigenvalues = np.linalg.eigvals(np.linalg.solve(right, wrong)).real
    return 100.0 * float(np.max(np.abs(1.0 / eigenvalues - 1.0)))


def simulate(mass_matrix: Matrix) -> tuple[Matrix, Matrix]:
    """Push the body from rest, without drag and weight: times [s] and positions of the link origin [m].

    ``seaway.uwv`` takes any mass matrix as a whole, also one that is no vehicle's.
    """
    sim = UwvSimulation(Parameters(ModelType.INTERMEDIATE, mass_matrix), sampling_time=DURATION / 1200)
    positions = [sim.state.position]
    for _ in range(1200):
        sim.send_effort(PUSH)
        positions.append(sim.state.position)
    return np.linspace(0.0, DURATION, 1201), np.array(positions)


def print_conventions(link: sw.Inertial) -> None:
    """Print the added mass in every convention, and the totals made from it."""
    axes = "xyzpqr"
    added_mass = sw.AddedMass(link.added_mass_matrix())
    print(f"A link of {link.mass} kg, centre of mass at {link.c_BoBcm_B} m. Its added mass [kg, kg m, kg m2]:\n")
    for convention in ("origin", "center_of_mass", "mixed"):
        print_matrix(convention, added_mass.converted(convention, link.c_BoBcm_B).matrix, axes)
    print_matrix(
        "mass matrix, rigid body + added mass about the origin: simulate with this one", link.mass_matrix(), axes
    )
    print_matrix("gz-math SpatialMatrix: not a mass matrix here", link.gz_spatial_matrix(), axes)
    print_matrix("DART spatial tensor: the same mass matrix, angular part first", link.dart_spatial_tensor(), "pqrxyz")


def print_matrix(title: str, matrix: Matrix, axes: str) -> None:
    """Print a 6x6 matrix with the names of its rows and columns."""
    print(f"  {title}")
    print("     " + "".join(f"{axis:>10}" for axis in axes))
    for axis, row in zip(axes, matrix, strict=True):
        print(f"    {axis}" + "".join(f"{value:10.4f}" for value in row + 0.0))
    print()


def main() -> None:
    """Print the tables, simulate, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("conventions.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    link = vehicle()
    print_conventions(link)
    matrices = readings(link)
    right = matrices["about the origin (SDFormat)"]
    paths = {name: simulate(matrix) for name, matrix in matrices.items()}
    end = paths["about the origin (SDFormat)"][1][-1]
    errors = {name: worst_error(matrix, right) for name, matrix in matrices.items()}

    print(f"The same 21 numbers, pushed with 20 N forward for {DURATION:.0f} s:\n")
    print(f"  {'':34}{'acceleration error':>20}{'pitch acceleration':>20}{'off after ' + f'{DURATION:.0f} s':>16}")
    print(f"  {'':34}{'worst push [%]':>20}{'[rad/s2]':>20}{'[m]':>16}")
    for name, matrix in matrices.items():
        pitch = acceleration(matrix, np.zeros(6), PUSH)[4]
        off = float(np.linalg.norm(paths[name][1][-1] - end))
        print(f"  {name:34}{errors[name]:20.1f}{pitch:20.3f}{off:16.2f}")

    draw(paths, errors, out)
    print(f"\nThe paths are in {out}")


def draw(paths: dict[str, tuple[Matrix, Matrix]], errors: dict[str, float], out: Path) -> None:
    """Draw the paths seen from the side, and the errors."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11.0, 4.6), layout="constrained", width_ratios=[1.25, 1.0])
    colors = ["black", "#0072b2", "#e69f00", "#d55e00", "#009e73", "#cc79a7", "#999999"]
    for color, (name, (_, positions)) in zip(colors, paths.items(), strict=True):
        width = 2.6 if color == "black" else 1.5
        left.plot(positions[:, 0], positions[:, 2], color=color, linewidth=width, label=name)
        left.plot(*positions[-1, [0, 2]], "o", color=color, markersize=5)
    left.set_aspect("equal", adjustable="datalim")
    left.set(xlabel="x [m]", ylabel="z [m]", title=f"One vehicle, one push of 20 N, {DURATION:.0f} s, no drag")
    left.legend(fontsize=8, frameon=False)
    left.grid(alpha=0.3)

    wrong = list(errors)[1:]
    bars = right.barh(wrong, [errors[name] for name in wrong], color=colors[1:])
    right.bar_label(bars, fmt="%.0f %%", padding=3)
    right.invert_yaxis()
    right.spines[["top", "right"]].set_visible(False)
    right.set(xlabel="acceleration error, worst push [%]", title="The same 21 numbers, misread")
    right.margins(x=0.15)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

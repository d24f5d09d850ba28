"""Heave decay of a floating sphere: its hull as a mesh, beside six other codes.

The heaving sphere of IEA OES Task 10: radius 5 m, half in the water, held 1 m too high and released at rest. The water
presses on a mesh of 1280 triangles. Added mass and damping are taken from their curves over frequency, at the natural
frequency of the sphere, and are then constant: there is no memory of radiated waves. The figure shows the height over
time beside the codes of the participants, and the curves.

    python examples/heaving_sphere.py --out heaving_sphere.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway import mesh

DATA = Path(__file__).parents[1] / "tests" / "validation" / "data"
"""The origin of the numbers is in the files."""

SEA = sw.Sea(density=1000.0, gravity=9.81)
RADIUS = 5.0
MASS = 261.8e3
DURATION = 20.0

NAMES = {
    "proteusds_linear": "ProteusDS, linear",
    "inwave_linear": "InWave, linear",
    "marin_nonlinear": "Marin, nonlinear",
    "nrel_cfd": "NREL, CFD",
    "wavec_linear": "WavEC, linear",
    "inwave_h_linear": "InWave+H, linear",
}

Table = dict[str, NDArray[np.float64]]


def table(name: str) -> Table:
    """The columns of a data file, by name."""
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    columns = np.loadtxt(lines[1:], delimiter=",", unpack=True)
    return dict(zip(lines[0].split(","), columns, strict=True))


def at_natural_frequency(curves: Table) -> tuple[float, float, float]:
    """ω = sqrt(c33 / (m + A33(ω))) by iteration; with it A33 and B33."""
    stiffness = SEA.density * SEA.gravity * np.pi * RADIUS**2
    omega = 1.5
    for _ in range(50):
        A33 = np.interp(omega, curves["omega_rad_s"], curves["A33_kg"])
        omega = np.sqrt(stiffness / (MASS + A33))
    return (
        float(omega),
        float(np.interp(omega, curves["omega_rad_s"], curves["A33_kg"])),
        float(np.interp(omega, curves["omega_rad_s"], curves["B33_kg_per_s"])),
    )


def sphere(A33: float, B33: float) -> sw.Vehicle:
    """Added mass and damping of the floating sphere, as constants."""
    return sw.Vehicle(
        "sphere",
        sw.Inertial(
            sw.MassProperties.from_sphere(RADIUS, mass=MASS),
            sw.Pose((0.0, 0.0, -2.0)),
            sw.AddedMass(np.diag([0.0, 0.0, A33, 0.0, 0.0, 0.0])),
        ),
        sw.Hull(mesh.sphere(RADIUS, exact_volume=True)),
        sw.Damping(linear=[0.0, 0.0, B33, 0.0, 0.0, 0.0]),
    )


def swings(time: NDArray[np.float64], z: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """Heights of the first trough and peak, the time of that peak, the second peak: parabolas through three samples."""
    turns: list[tuple[float, float]] = []
    for k in range(1, len(z) - 1):
        if time[k] > 1.0 and (z[k] - z[k - 1]) * (z[k + 1] - z[k]) <= 0.0:
            fit = np.polynomial.Polynomial.fit(time[k - 1 : k + 2], z[k - 1 : k + 2], 2)
            when = float(fit.deriv().roots()[0])
            turns.append((when, float(fit(when))))
    return turns[0][1], turns[1][1], turns[1][0], turns[3][1]


def main() -> None:
    """Simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("heaving_sphere.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    curves, codes = table("heaving_sphere_radiation.csv"), table("heaving_sphere_decay.csv")
    omega, A33, B33 = at_natural_frequency(curves)
    print(f"A sphere of {MASS / 1000.0:.1f} t, natural period {2.0 * np.pi / omega:.2f} s, at which the water adds")
    print(f"{A33 / 1000.0:.1f} t of mass and {B33 / 1000.0:.1f} t/s of damping; released 1 m too high:\n")

    sim = sw.Simulation(sphere(A33, B33), SEA, time_step=0.02)
    sim.set_state(position=(0.0, 0.0, 1.0))
    recording = sim.run(DURATION, record_period=0.1)
    z = recording["sphere"].position[:, 0, 2]

    print(f"  {'':20}{'first trough':>14}{'first peak':>13}{'at':>9}{'second peak':>14}")
    for name, (trough, peak, when, second) in {
        **{title: swings(codes["time_s"], codes[code]) for code, title in NAMES.items()},
        "Seaway, no memory": swings(recording.time, z),
    }.items():
        print(f"  {name:20}{trough:12.3f} m{peak:11.3f} m{when:7.2f} s{second:12.3f} m")
    draw(recording.time, z, codes, curves, omega, out)
    print(f"\nThe decay is in {out}")


def draw(
    time: NDArray[np.float64], z: NDArray[np.float64], codes: Table, curves: Table, omega: float, out: Path
) -> None:
    """Draw the decay, and added mass and damping over frequency."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (decay, radiation) = plt.subplots(1, 2, figsize=(11.0, 4.2), layout="constrained", width_ratios=[1.7, 1.0])
    colors = ["#56b4e9", "#009e73", "#e69f00", "#cc79a7", "#0072b2", "#999999"]
    for (code, title), color in zip(NAMES.items(), colors, strict=True):
        decay.plot(codes["time_s"], codes[code], color=color, linewidth=1.2, label=title)
    decay.plot(time, z, color="black", linewidth=2.2, label="Seaway: hull mesh, no memory")
    decay.set(xlim=(0.0, DURATION), ylim=(-1.0, 1.05), xlabel="time [s]", ylabel="height [m]")
    decay.set(title="Free decay of a sphere of 5 m from 1 m")
    decay.legend(fontsize=8, frameon=False, ncols=2, loc="upper right")
    decay.grid(alpha=0.3)

    radiation.plot(curves["omega_rad_s"], curves["A33_kg"] / 1000.0, color="#0072b2", label="added mass [t]")
    radiation.plot(curves["omega_rad_s"], curves["B33_kg_per_s"] / 1000.0, color="#d55e00", label="damping [t/s]")
    radiation.axvline(omega, color="black", linewidth=0.8)
    radiation.text(omega + 0.08, 215.0, f"natural frequency,\n{omega:.2f} rad/s", fontsize=9, va="center")
    radiation.set(xlim=(0.0, 6.0), ylim=(0.0, 250.0), xlabel="ω [rad/s]", title="What the water adds in heave")
    radiation.legend(fontsize=8, frameon=False, loc=(0.5, 0.62))
    radiation.grid(alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

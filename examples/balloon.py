"""The fluid may be air: a balloon that rises, and an airship.

A rubber balloon of half a metre weighs a sixth of the air it displaces. Released at rest it must accelerate half that
air along with it. Three ways to compute it: with the added mass in the mass matrix; without added mass; and with added
mass applied as a force from the last step's acceleration, as simulators do that cannot put it into the mass matrix.

    python examples/balloon.py --out balloon.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

from seaway.inertia import (
    Inertial,
    MassProperties,
    acceleration,
    added_mass_ratio,
    lagged_limit,
    sphere_added_mass,
    spheroid_added_mass,
)

AIR = 1.2
GRAVITY = 9.81
RADIUS = 0.25
VOLUME = 4.0 / 3.0 * np.pi * RADIUS**3
STEP = 0.001
STEPS = 40


def balloon() -> Inertial:
    """Rubber and helium: a sixth of the displaced air."""
    return Inertial(
        MassProperties.from_sphere(RADIUS, mass=AIR * VOLUME / 6.0), added_mass=sphere_added_mass(RADIUS, AIR)
    )


def airship() -> Inertial:
    """A neutral airship, 10 m long and 2.5 m thick: its mass is that of the displaced air."""
    half_length, radius = 5.0, 1.25
    return Inertial(
        MassProperties.from_ellipsoid([half_length, radius, radius], density=AIR),
        added_mass=spheroid_added_mass(half_length, radius, AIR),
    )


def lagged(mass: float, added_mass: float, force: float, filter_gain: float) -> NDArray[np.float64]:
    """Accelerations when m_a times the last acceleration (filtered) is applied as a force, step by step."""
    filtered, history = 0.0, []
    for _ in range(STEPS):
        now = (force - added_mass * filtered) / mass
        filtered = (1.0 - filter_gain) * filtered + filter_gain * now
        history.append(now)
    return np.array(history)


def main() -> None:
    """Print the numbers and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("balloon.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    body = balloon()
    lift = (AIR * VOLUME - body.mass) * GRAVITY
    wrench = np.array([0.0, 0.0, lift, 0.0, 0.0, 0.0])
    right = float(acceleration(body.mass_matrix(), np.zeros(6), wrench)[2])
    without = float(acceleration(body.rigid_body_matrix(), np.zeros(6), wrench)[2])
    added_mass = float(body.added_mass_matrix()[2, 2])
    unfiltered = lagged(body.mass, added_mass, lift, 1.0)
    filtered = lagged(body.mass, added_mass, lift, 0.3)

    print(
        f"A balloon of {1000 * body.mass:.1f} g, added mass {1000 * added_mass:.1f} g, lift {lift:.3f} N, released:\n"
    )
    print(f"  {'added mass in the mass matrix':46}{right:14.3f} m/s2")
    print(f"  {'no added mass':46}{without:14.3f} m/s2")
    print(f"  {f'as a force from the last step, {STEPS} steps':46}{unfiltered[-1]:14.3g} m/s2")
    print(f"  {f'the same with a 0.3 filter, {STEPS} steps':46}{filtered[-1]:14.3f} m/s2\n")
    print(f"  balloon: {added_mass_ratio(body)}")
    print(f"  airship: {added_mass_ratio(airship())}")
    draw(right, without, unfiltered, filtered, out)
    print(f"\nThe accelerations are in {out}")


def draw(
    right: float, without: float, unfiltered: NDArray[np.float64], filtered: NDArray[np.float64], out: Path
) -> None:
    """Draw the accelerations of the three ways, and where lagged added mass diverges."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, limits) = plt.subplots(1, 2, figsize=(11.0, 4.2), layout="constrained", width_ratios=[1.25, 1.0])
    milliseconds = 1000.0 * STEP * np.arange(STEPS)
    shown = slice(3)  # it leaves the plot with the third point
    left.plot(milliseconds[shown], unfiltered[shown], "o-", color="#d55e00", label="as a force from the last step")
    left.plot(milliseconds, filtered, "o-", color="#0072b2", markersize=3, label="the same, 0.3 filter")
    left.axhline(without, color="#999999", linestyle="--", label="no added mass")
    left.axhline(right, color="black", linewidth=2.6, label="in the mass matrix (Seaway)")
    left.text(1.8, 115.0, f"{abs(unfiltered[-1]):.0e} m/s² after {STEPS} ms", color="#a04000")
    left.set(xlim=(0.0, 12.0), ylim=(-120.0, 130.0))
    left.set(xlabel="time [ms]", ylabel="acceleration [m/s²]", title="A balloon is released, steps of 1 ms")
    left.legend(fontsize=8, frameon=False, loc="lower right")
    left.grid(alpha=0.3)

    gains = np.linspace(0.1, 1.0, 91)
    limits.fill_between(gains, [lagged_limit(g) for g in gains], 20.0, color="#d55e00", alpha=0.18, linewidth=0)
    limits.plot(gains, [lagged_limit(g) for g in gains], color="#d55e00")
    for body, name in ((balloon(), "balloon"), (airship(), "airship")):
        ratio = added_mass_ratio(body).largest
        limits.axhline(ratio, color="black", linewidth=0.8)
        limits.text(0.11, ratio * 1.08, f"{name}, {ratio:.2g}", fontsize=9)
    limits.text(0.62, 8.0, "diverges, whatever the step", color="#a04000", ha="center")
    limits.set(xlabel="filter gain (1 = no filter)", ylabel="added mass / mass", yscale="log", ylim=(0.5, 20.0))
    limits.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
    limits.set(xlim=(0.1, 1.0), title="Where added mass as a lagged force diverges")
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

"""A light body diverges when its added mass is a force from the last step, and not when it is in the mass matrix.

A simulator whose engine has no added mass may apply it as a force: minus the added mass times the acceleration of the
last step. This example implements that scheme in six degrees of freedom, with the low-pass filter that some tools apply
to the acceleration. A released float shows both sides of its stability limit, beside Seaway and the closed form. Then
the limit is measured: a vehicle is made lighter, by bisection, until the scheme just diverges, for several filters and
time steps.

    python examples/lagged_added_mass.py --out lagged_added_mass.png
"""

import argparse
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw
from seaway.inertia import added_mass_ratio, coriolis_wrench, lagged_limit, sphere_added_mass

Array = NDArray[np.float64]

WATER, AIR, GRAVITY = 1000.0, 1.2, 9.81
RADIUS = 0.1
DRAG = 0.5 * WATER * 0.47 * np.pi * RADIUS**2
"""Of a float, F / v² [N s²/m²] (Hoerner 1965, ch. 3)."""
GAINS = (1.0, 0.7, 0.5, 0.3, 0.2)
"""Filters, by the weight of the newest acceleration: 0.3 in uuv_simulator; 1 is none, as in Gazebo's Hydrodynamics."""
STEPS = (0.01, 0.001)
COUNT = 150
"""Steps of a run that measures the limit."""


def lagged(
    inertial: sw.Inertial, push: Array, drag: Array, step: float, filter_gain: float, count: int
) -> tuple[Array, Array]:
    """Velocities and accelerations, (count, 6), with the added mass as a force from the last step's acceleration.

    M_RB ν'(n) = τ - C_RB(ν) ν - C_A(ν) ν - D |ν| ν - M_A ā(n - 1),  ā(n) = (1 - α) ā(n - 1) + α ν'(n),
    ν(n + 1) = ν(n) + h ν'(n). It ends early where numbers pass 1e9.
    """
    M_RB, M_A = inertial.rigid_body_matrix(), inertial.added_mass_matrix()
    M, inverse = M_RB + M_A, np.linalg.inv(M_RB)
    nu, filtered = np.zeros(6), np.zeros(6)
    velocities, accelerations = [], []
    for _ in range(count):
        now = inverse @ (push - coriolis_wrench(M, nu) - drag * np.abs(nu) * nu - M_A @ filtered)
        filtered = (1.0 - filter_gain) * filtered + filter_gain * now
        nu = nu + step * now
        velocities.append(nu)
        accelerations.append(now)
        if np.max(np.abs(now)) > 1e9:
            break
    return np.array(velocities), np.array(accelerations)


def diverges(inertial: sw.Inertial, step: float, filter_gain: float) -> bool:
    """Whether the jumps of the acceleration from step to step grow, after a push so weak that it hardly moves."""
    push = 1e-9 * np.array([1.0, 0.5, 1.0, 0.01, 0.02, 0.01])
    _, accelerations = lagged(inertial, push, np.zeros(6), step, filter_gain, COUNT)
    if len(accelerations) < COUNT:
        return True
    jumps = np.max(np.abs(np.diff(accelerations, axis=0)), axis=1)
    early, middle, late = (float(np.max(part)) for part in np.array_split(jumps, 3))
    return late > middle and late > 1e-6 * early  # below that it is the true motion that is left


def measured_limit(inertial: sw.Inertial, step: float, filter_gain: float) -> float:
    """Make the body lighter by bisection until the scheme diverges: its largest added mass / mass then."""
    low, high = 0.5, 20.0
    while high / low > 1.001:
        middle = float(np.sqrt(low * high))
        low, high = (low, middle) if diverges(with_ratio(inertial, middle), step, filter_gain) else (middle, high)
    return float(np.sqrt(low * high))


def with_ratio(inertial: sw.Inertial, ratio: float) -> sw.Inertial:
    """The same body with a mass and moments of inertia such that its largest added mass / mass is the given one."""
    factor = added_mass_ratio(inertial).largest / ratio
    body = inertial.mass_properties
    return sw.Inertial(
        sw.MassProperties(factor * body.mass, factor * body.moment_of_inertia), inertial.pose, inertial.added_mass
    )


def net_float(ratio: float) -> sw.Inertial:
    """A sphere of 20 cm; the lighter, the larger its added mass / mass."""
    water = sphere_added_mass(RADIUS, WATER)
    return sw.Inertial(
        sw.MassProperties.from_sphere(RADIUS, mass=float(water.matrix[2, 2]) / ratio),
        added_mass=water,
    )


def rov() -> sw.Inertial:
    """The BlueROV2 (C.-J. Wu, Flinders University, 2018), its centre of mass off the origin, so that axes couple."""
    water = sw.AddedMass.from_fossen(X_udot=-5.5, Y_vdot=-12.7, Z_wdot=-14.57, K_pdot=-0.12, M_qdot=-0.12, N_rdot=-0.12)
    return sw.Inertial(sw.MassProperties.from_moments(11.5, 0.16, 0.16, 0.16), sw.Pose((0.02, -0.01, -0.05)), water)


def balloon() -> sw.Inertial:
    """Rubber and helium, half a metre: a sixth of the mass of the air that it displaces. The fluid may be air."""
    body = sw.MassProperties.from_sphere(0.25, density=AIR / 6.0)
    return sw.Inertial(body, added_mass=sphere_added_mass(0.25, AIR))


def risen(inertial: sw.Inertial, step: float, count: int) -> tuple[Array, Array]:
    """Upward speeds of a float that is let go, by Seaway and by the closed form v∞ tanh(a t / v∞)."""
    vehicle = sw.Vehicle(
        "float", inertial, sw.Buoyancy(shape=sw.Sphere(RADIUS)), sw.Damping(quadratic=[DRAG, DRAG, DRAG, 0.0, 0.0, 0.0])
    )
    sim = sw.Simulation(vehicle, sw.Sea(WATER, GRAVITY, surface=None), step)
    speeds = sim.run(count * step)["float"].velocity[1:, 0, 2]
    times = step * np.arange(1, count + 1)
    final = np.sqrt(lift(inertial) / DRAG)
    return speeds, final * np.tanh(lift(inertial) / inertial.mass_matrix()[2, 2] * times / final)


def lift(inertial: sw.Inertial) -> float:
    """Buoyancy less weight of a float [N]."""
    return (WATER * 4.0 / 3.0 * np.pi * RADIUS**3 - inertial.mass) * GRAVITY


def main() -> None:
    """Let floats go, measure the limits, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("lagged_added_mass.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    print("A float is let go; its speed after 0.4 s, steps of 1 ms [m/s]:\n")
    print(f"  {'added mass / mass':>18}{'closed form':>14}{'Seaway':>10}{'lagged':>24}{'lagged, 0.3 filter':>24}")
    for ratio in (0.9, 1.1, 5.0, 6.0, 100.0):
        inertial = net_float(ratio)
        ours, exact = risen(inertial, 0.001, 400)
        others = [rise_lagged(inertial, 0.001, gain, 400) for gain in (1.0, 0.3)]
        ends = [f"{v[-1]:.4f}" if len(v) == 400 else f"1e9 m/s2 after {len(v)} ms" for v in others]
        print(f"  {ratio:18g}{exact[-1]:14.4f}{ours[-1]:10.4f}{ends[0]:>24}{ends[1]:>24}")

    limits = {gain: [measured_limit(rov(), step, gain) for step in STEPS] for gain in GAINS}
    print("\nAn ROV is made lighter until the lagged scheme diverges; its largest added mass / mass is then\n")
    print(f"  {'filter gain':>12}{'(2 - α) / α':>14}" + "".join(f"{f'measured, {1e3 * h:g} ms':>20}" for h in STEPS))
    for gain, found in limits.items():
        print(f"  {gain:12g}{lagged_limit(gain):14.3f}" + "".join(f"{value:20.3f}" for value in found))
    print("\nWhat there is to say of some bodies:\n")
    for name, body in (("ROV", rov()), ("balloon", balloon()), ("float", net_float(10.0))):
        print(f"  {name:8} {added_mass_ratio(body)}")
    draw(limits, out)
    print(f"\nSpeeds and limits are in {out}")


def rise_lagged(inertial: sw.Inertial, step: float, filter_gain: float, count: int) -> Array:
    """Upward speeds of a float that is let go, by the lagged scheme; as many as there are before it ends."""
    push = np.array([0.0, 0.0, lift(inertial), 0.0, 0.0, 0.0])
    drag = np.array([DRAG, DRAG, DRAG, 0.0, 0.0, 0.0])
    return lagged(inertial, push, drag, step, filter_gain, count)[0][:, 2]


def draw(limits: dict[float, list[float]], out: Path) -> None:
    """Draw a float just below and just above the limit, and where the scheme diverges."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (*floats, right) = plt.subplots(1, 3, figsize=(13.0, 4.4), layout="constrained", width_ratios=[1, 1, 1.1])
    duration = 0.4
    for axis, ratio in zip(floats, (0.9, 1.1), strict=True):
        inertial = net_float(ratio)
        for step, gain, color, label in (
            (0.001, 1.0, "#e69f00", "as a force from the last step, 1 ms"),
            (0.01, 1.0, "#d55e00", "the same, 10 ms"),
            (0.01, 0.3, "#0072b2", "the same with a 0.3 filter, 10 ms"),
        ):
            speeds = rise_lagged(inertial, step, gain, round(duration / step))
            order = 1.8 if step < 0.01 else 2.0
            axis.plot(
                step * np.arange(1, len(speeds) + 1), speeds, color=color, linewidth=1.3, zorder=order, label=label
            )
        ours, exact = risen(inertial, 0.01, round(duration / 0.01))
        times = 0.01 * np.arange(1, len(ours) + 1)
        axis.plot(times, ours, color="black", linewidth=2.4, zorder=1.9, label="in the mass matrix (Seaway), 10 ms")
        axis.plot(
            times[::4], exact[::4], "o", color="white", markeredgecolor="black", markersize=4, label="closed form"
        )
        axis.set(
            xlim=(0.0, duration), ylim=(-0.3, 3.4), xlabel="time [s]", title=f"A float, added mass / mass = {ratio:g}"
        )
    floats[0].set_ylabel("speed upward [m/s]")
    floats[0].legend(fontsize=8, frameon=False, loc="upper left")

    fine = np.linspace(0.1, 1.0, 91)
    border = [lagged_limit(gain) for gain in fine]
    right.fill_between(fine, border, 20.0, color="#d55e00", alpha=0.18, linewidth=0)
    right.plot(fine, border, color="#d55e00", label="(2 - α) / α")
    for k, (step, size) in enumerate(zip(STEPS, (8.0, 3.5), strict=True)):
        found = [values[k] for values in limits.values()]
        label = f"measured, steps of {1e3 * step:g} ms"
        right.plot(list(limits), found, "o", color="black", fillstyle="none", markersize=size, label=label)
    for name, body in (("ROV", rov()), ("balloon in air", balloon()), ("foam float", net_float(10.0))):
        ratio = added_mass_ratio(body).largest
        right.axhline(ratio, color="#666666", linewidth=0.8)
        right.text(0.11, ratio * 1.05, f"{name}, {ratio:.3g}", fontsize=9)
    right.text(0.68, 5.6, "diverges,\nwhatever the step", color="#a04000", ha="center", va="center")
    right.set(yscale="log", ylim=(0.5, 20.0), xlim=(0.1, 1.0), title="Where the lagged force diverges")
    right.set(xlabel="filter gain α (1 = no filter)", ylabel="added mass / mass")
    right.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
    right.legend(fontsize=8, frameon=False, loc="lower left")
    for axis in (*floats, right):
        axis.grid(alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

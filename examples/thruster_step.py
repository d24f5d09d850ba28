"""One propeller, three drives: instant thrust, a speed that lags, and a motor that must turn the propeller.

A thruster of an ROV, 76 mm across, is commanded 30 N ahead and then 20 N astern, on a vehicle that is held. With
the drive ``"thrust"`` the thrust acts at once. With ``"lag"`` the speed follows with a time constant, and the
thrust with its square. With ``"pid"`` a controller turns the inertia of the propeller against the load of the water,
within the torque of the motor. The figure shows the speed of the propeller, the thrust, and the torque on the vehicle.

    python examples/thruster_step.py --out thruster_step.png
"""

import argparse
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from numpy.typing import NDArray

import seaway as sw

AHEAD, ASTERN = 30.0, -20.0
START, BACK, DURATION = 0.1, 1.0, 2.0
"""When it is asked for which thrust; the end [s]."""
STEP = 0.001
MOTOR = 0.7
"""Largest torque [N m]."""

DRIVES: dict[str, dict[str, Any]] = {
    "thrust": {"drive": "thrust"},
    "lag": {"drive": "lag", "command": "thrust", "time_constant": 0.12},
    "pid": {
        "drive": "pid",
        "command": "thrust",
        "inertia": 2.5e-4,
        "gains": (0.01, 0.06, 0.0),
        "largest_torque": MOTOR,
    },
}


def thruster(name: str) -> sw.Thruster:
    """Thrust 40 N and torque 0.5 N m at 3000 turns a minute; weaker astern."""
    full, d, density = 2.0 * np.pi * 50.0, 0.076, 1025.0
    return sw.Thruster(
        "propeller",
        (0.0, 0.0, 0.0),
        diameter=d,
        thrust_coefficient=40.0 / (density * d**4 * full**2),
        reverse_thrust_coefficient=31.0 / (density * d**4 * full**2),
        torque_coefficient=0.5 / (density * d**5 * full**2),
        **DRIVES[name],
    )


def answers() -> tuple[NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """Times, and speed [rad/s], thrust [N] and torque on the vehicle [N m] for each drive, (time, 3)."""
    # So heavy that it stands still.
    vehicles = [
        sw.Vehicle(name, sw.Inertial(sw.MassProperties.from_sphere(1.0, mass=1e6)), thrusters=(thruster(name),))
        for name in DRIVES
    ]
    sim = sw.Simulation(vehicles, sw.Sea(surface=None, gravity=0.0), STEP)
    times: list[float] = []
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in DRIVES}
    while sim.time < DURATION:
        asked = 0.0 if sim.time < START - 0.5 * STEP else AHEAD if sim.time < BACK - 0.5 * STEP else ASTERN
        sim.step(actuators={f"{name}.propeller": asked for name in DRIVES})
        times.append(sim.time)
        wrench = sim.forces()["thrusters"][0]
        for k, (name, vehicle) in enumerate(zip(DRIVES, vehicles, strict=True)):
            thrust, torque = float(wrench[k, 0]), float(wrench[k, 3])
            # The first state of a vehicle without an Actuation is the speed of its first propeller.
            at_once = name == "thrust"
            speed = vehicle.thrusters[0].speed(thrust) if at_once else sim.state[name].internal[0, 0]
            found[name].append((float(speed), thrust, torque))
    return np.array(times), {name: np.array(rows) for name, rows in found.items()}


def main() -> None:
    """Simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("thruster_step.png"), help="where to write the plot")
    out: Path = parser.parse_args().out

    time, found = answers()
    print(f"A thruster is asked for {AHEAD:g} N, and after {BACK - START:g} s for {ASTERN:g} N:\n")
    print(f"  {'drive':10}{'90 % of it after':>18}{'0 N on the way back':>22}{'largest torque':>17}")
    for name, values in found.items():
        thrust, torque = values[:, 1], values[:, 2]
        up = time[np.argmax(thrust >= 0.9 * AHEAD)] - START
        back = time[np.argmax((thrust <= 0.0) & (time > BACK))] - BACK
        print(f"  {name:10}{1e3 * up:15.0f} ms{1e3 * back:19.0f} ms{np.max(np.abs(torque)):13.2f} Nm")
    draw(time, found, out)
    print(f"\nSpeed, thrust and torque are in {out}")


def draw(time: NDArray[np.float64], found: dict[str, NDArray[np.float64]], out: Path) -> None:
    """Draw speed, thrust and torque of the three drives."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(12.0, 4.0), layout="constrained", sharex=True)
    names = {"thrust": "at once", "lag": "lag of 0.12 s", "pid": f"PID, {MOTOR:g} Nm"}
    colors = {"thrust": "#999999", "lag": "#0072b2", "pid": "#d55e00"}
    turns = 60.0 / (2.0 * np.pi)
    for k, (title, label, factor) in enumerate(
        (
            ("Speed of the propeller", "turns a minute", turns),
            ("Thrust", "[N]", 1.0),
            ("Torque on the vehicle", "[N m]", 1.0),
        )
    ):
        for name, values in found.items():
            axes[k].plot(time, factor * values[:, k], color=colors[name], linewidth=1.8, label=names[name])
        axes[k].set(title=title, ylabel=label, xlabel="time [s]", xlim=(0.0, DURATION))
        axes[k].axhline(0.0, color="black", linewidth=0.6)
        axes[k].grid(alpha=0.3)
    axes[1].legend(fontsize=9, frameon=False, loc="lower left")
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()

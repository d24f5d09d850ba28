"""How fast is a step? One free vehicle with a full 6x6 added mass, alone and in batches, side by side in one run.

What a user would pick instead stands beside it: DART (a free body with the same spatial tensor, semi-implicit Euler,
from Python), MuJoCo (a free ellipsoid in a fluid, RK4 in its own loop), and a straightforward NumPy implementation of
the very same equations with RK4. Seaway and NumPy have full mass, added-mass and damping matrices, weight and buoyancy.

``make bench`` runs it. ``--plot FILE`` also draws how Seaway scales with rows and threads.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from seaway.engine._pool import available_threads
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.scenario import run
from seaway.sea import Sea
from seaway.shapes import Ellipsoid
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Thruster, Vehicle

TIME_STEP = 1e-3
ROUNDS = 20


def positive_matrix(seed: int, scale: float) -> np.ndarray:
    """A full symmetric positive definite matrix of translational size ``scale``."""
    root = np.random.default_rng(seed).normal(size=(6, 6)) * np.array([1, 1, 1, 0.3, 0.3, 0.3])
    size = np.diag([1, 1, 1, 0.05, 0.05, 0.05])
    return scale * (0.1 * root.T @ root + size)


def vehicle() -> Vehicle:
    """An ROV of 11.5 kg with full matrices."""
    body = MassProperties.from_ellipsoid((0.25, 0.2, 0.15), mass=11.5)
    inertial = Inertial(body, added_mass=AddedMass(positive_matrix(0, 8.0)))
    damping = Damping(positive_matrix(1, 5.0), positive_matrix(2, 20.0))
    return Vehicle("rov", inertial, Buoyancy(11.5 / 1025.0, (0, 0, 0.02), shape=Ellipsoid((0.25, 0.2, 0.15))), damping)


def simulation(batch: int = 1, threads: int | None = None) -> Simulation:
    """The ROV 50 m down, every row with a motion of its own."""
    sim = Simulation(vehicle(), Sea(), TIME_STEP, batch, threads=threads)
    random = np.random.default_rng(batch)
    sim.set_state(
        position=random.normal(size=(batch, 3)) - np.array([0, 0, 50]), velocity=0.3 * random.normal(size=(batch, 6))
    )
    return sim


def best(work: Callable[[], int]) -> float:
    """Seconds of one step: the best of several rounds, after one to warm up; the machine is seldom quiet."""
    work()
    seconds: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        steps = work()
        seconds.append((time.perf_counter() - start) / steps)
    return min(seconds)


def seaway_loop(batch: int, steps: int, threads: int | None = None) -> float:
    """Many steps in one call."""
    sim = simulation(batch, threads)

    def work() -> int:
        sim.run(steps * TIME_STEP, record=())
        return steps * batch

    return best(work)


def seaway_step(batch: int, steps: int, threads: int | None = None) -> float:
    """One call a step, with a command for every row, as learning does it."""
    sim = simulation(batch, threads)
    wrench = np.zeros((batch, 1, 6))

    def work() -> int:
        for _ in range(steps):
            sim.step(wrench)
        return steps * batch

    return best(work)


def numpy_step() -> float:
    """The same equations, as one would write them down."""
    rov = vehicle()
    M, D, D2 = rov.inertial.mass_matrix(), rov.damping[0].linear, rov.damping[0].quadratic
    inverse = np.linalg.inv(M)
    weight, lift = rov.inertial.mass * 9.80665, 1025.0 * rov.buoyancy.volume * 9.80665
    center = rov.buoyancy.center

    def skew(a: np.ndarray) -> np.ndarray:
        return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])

    def rates(x: np.ndarray) -> np.ndarray:
        (w, i, j, k), nu = x[3:7], x[7:]
        R = np.array(
            [
                [1 - 2 * (j * j + k * k), 2 * (i * j - w * k), 2 * (i * k + w * j)],
                [2 * (i * j + w * k), 1 - 2 * (i * i + k * k), 2 * (j * k - w * i)],
                [2 * (i * k - w * j), 2 * (j * k + w * i), 1 - 2 * (i * i + j * j)],
            ]
        )
        momentum = M @ nu
        coriolis = np.zeros((6, 6))
        coriolis[:3, 3:] = coriolis[3:, :3] = -skew(momentum[:3])
        coriolis[3:, 3:] = -skew(momentum[3:])
        up = R[2]
        restoring = np.concatenate([(lift - weight) * up, np.cross(center, lift * up)])
        wrench = restoring - coriolis @ nu - D @ nu - D2 @ (np.abs(nu) * nu)
        p, q, r = nu[3:]
        q_rate = 0.5 * np.array(
            [-i * p - j * q - k * r, w * p + j * r - k * q, w * q + k * p - i * r, w * r + i * q - j * p]
        )
        return np.concatenate([R @ nu[:3], q_rate, inverse @ wrench])

    x = np.concatenate([[0, 0, -50], [1, 0, 0, 0], 0.3 * np.ones(6)])

    def work() -> int:
        nonlocal x
        for _ in range(100):
            k1 = rates(x)
            k2 = rates(x + 0.5 * TIME_STEP * k1)
            k3 = rates(x + 0.5 * TIME_STEP * k2)
            k4 = rates(x + TIME_STEP * k3)
            x = x + TIME_STEP / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
            x[3:7] /= np.linalg.norm(x[3:7])
        return 100

    return best(work)


def dart_step(driven: bool) -> float | None:
    """A free body with the same tensor; driven: with a force and a torque put on at every step."""
    try:
        import dartpy as dart
    except ImportError:
        return None
    world = dart.simulation.World()
    world.setTimeStep(TIME_STEP)
    skeleton = dart.dynamics.Skeleton()
    joint, node = skeleton.createFreeJointAndBodyNodePair()
    body = vehicle().inertial
    inertia = dart.dynamics.Inertia(body.mass, body.c_BoBcm_B, body.I_BBcm_B)
    with QuietStderr():  # DART warns of every entry of a tensor that is not a rigid body's
        inertia.setSpatialTensor(body.dart_spatial_tensor())
    node.setInertia(inertia)
    node.setGravityMode(False)
    joint.setSpatialVelocity(0.3 * np.ones(6), dart.dynamics.Frame.World(), node)
    world.addSkeleton(skeleton)
    options = world.getDeactivationOptions()
    options.mEnabled = False  # else slow bodies fall asleep
    world.setDeactivationOptions(options)
    force, torque, offset = np.array([0.1, 0.0, 0.0]), np.array([0.0, 0.01, 0.0]), np.zeros(3)

    def work() -> int:
        for _ in range(2000):
            if driven:
                node.addExtForce(force, offset, True, True)
                node.addExtTorque(torque, True)
            world.step()
        return 2000

    return best(work)


MUJOCO = """<mujoco>
  <option timestep="0.001" density="1025" viscosity="0.001" integrator="RK4"><flag contact="disable"/></option>
  <worldbody><body pos="0 0 -50"><freejoint/>
    <geom type="ellipsoid" size="0.25 0.2 0.15" mass="11.5" fluidshape="ellipsoid"/>
  </body></worldbody>
</mujoco>"""


def mujoco_step() -> float | None:
    """A free ellipsoid in a fluid, RK4, in MuJoCo's own loop; its added mass is a force in that fluid model."""
    try:
        import mujoco
    except ImportError:
        return None
    model = mujoco.MjModel.from_xml_string(MUJOCO)
    data = mujoco.MjData(model)
    data.qvel[:] = 0.3

    def work() -> int:
        mujoco.mj_step(model, data, nstep=2000)
        return 2000

    return best(work)


class QuietStderr:
    """Sends what a C++ library writes to stderr to nowhere."""

    def __enter__(self) -> None:
        self.kept = os.dup(2)
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 2)

    def __exit__(self, *_: object) -> None:
        os.dup2(self.kept, 2)
        os.close(self.kept)


def speeds() -> list[tuple[str, float | None]]:
    """Seconds of a step, by name; None for what is not installed."""
    batches = [(64, 1000), (4096, 20), (65536, 2)]
    return [
        ("Seaway, single (batch 1), compiled loop", seaway_loop(1, 50_000)),
        ("Seaway, single (batch 1), step() from Python", seaway_step(1, 2000)),
        *((f"Seaway, batch {n}, compiled loop", seaway_loop(n, steps)) for n, steps in batches),
        *((f"Seaway, batch {n}, step() from Python", seaway_step(n, max(2, steps // 4))) for n, steps in batches),
        ("MuJoCo, ellipsoid in a fluid, RK4, own loop", mujoco_step()),
        ("DART, world.step() from Python", dart_step(False)),
        ("DART, with force and torque", dart_step(True)),
        ("NumPy, the same equations, RK4", numpy_step()),
    ]


def show_speeds(console: Console) -> None:
    """Print the table."""
    rows = [(name, seconds) for name, seconds in speeds() if seconds is not None]
    single = rows[0][1]
    table = Table(title=f"One step of one vehicle ({available_threads()} threads for batches)")
    for heading in ("", "µs a step", "steps a second", "times Seaway's single loop"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, seconds in rows:
        table.add_row(name, f"{seconds * 1e6:.3f}", f"{1 / seconds:,.0f}", f"{seconds / single:.2f}")
    console.print(table)


FIRST = """
import time
start = time.perf_counter()
from seaway.inertia import Inertial, MassProperties
from seaway.sim import Simulation
from seaway.vehicle import Vehicle
sim = Simulation(Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=2.0))))
sim.run(1.0)
print(time.perf_counter() - start)
"""

MILLION = """
import resource
import numpy as np
from benchmarks.engine_speed import simulation
sim = simulation(1_000_000)
sim.step(np.zeros(6), count=10)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9)
"""


def show_starts(console: Console) -> None:
    """Time a whole script that simulates one vehicle, with an empty cache and a full one; weigh a million rows."""
    with tempfile.TemporaryDirectory() as cache:
        root = Path(__file__).parents[1]
        environment = {**os.environ, "SEAWAY_CACHE_DIR": cache, "PYTHONPATH": str(root)}

        def run(script: str) -> tuple[float, float]:
            start = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
            )
            return time.perf_counter() - start, float(done.stdout.split()[-1])

        first, second = run(FIRST)[0], min(run(FIRST)[0] for _ in range(3))
        gigabytes = run(MILLION)[1]
    console.print(f"A script that simulates one vehicle: {first:.1f} s at first, {second:.2f} s ever after")
    console.print(f"A million rows with shared parameters, the whole process: {gigabytes:.2f} GB")


def show_recording(console: Console) -> None:
    """Time a run of 60 s in steps of 10 ms, every step recorded to disk with all laws, as ``seaway run`` does it."""
    rov = vehicle().replace(
        thrusters=tuple(
            Thruster(f"t{k}", (0, 0.1 * k, 0), drive="lag", diameter=0.1, coefficient=0.01, time_constant=0.2)
            for k in range(6)
        )
    )
    scene = Scene((rov,), Sea(), (Pose((0, 0, -5)),), np.zeros((1, 6)), 0.01, {"t1": 30.0})
    with tempfile.TemporaryDirectory() as folder:
        results = [run(scene, duration=60.0, out=Path(folder) / "run", force=True) for _ in range(5)]
        size = results[0].folder.recording.stat().st_size
    seconds = min(result.seconds for result in results)
    what = f"60 s of an ROV with 6 thrusters in steps of 10 ms, {results[0].samples} samples of {size / 1e6:.1f} MB"
    console.print(f"{what} recorded to disk: {seconds:.2f} s, {60.0 / seconds:.0f} times real time")


def scaling(path: Path) -> None:
    """Draw steps a second over rows, for each number of threads."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    for threads in range(1, available_threads() + 1):
        rows = [4**k for k in range(9)]
        loop = [1e-6 / seaway_loop(n, max(4, 100_000 // n), threads) for n in rows]
        step = [1e-6 / seaway_step(n, max(3, 10_000 // n), threads) for n in rows]
        color = f"C{threads - 1}"
        axes.plot(rows, loop, "o-", color=color, label=f"compiled loop, {threads} thread{'s' * (threads > 1)}")
        axes.plot(rows, step, "s--", color=color, label=f"step() from Python, {threads} thread{'s' * (threads > 1)}")
    axes.set(xscale="log", xlabel="rows of the batch", ylabel="million RK4 steps a second", ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)
    print(f"The plot is in {path}")


def main() -> None:
    """Measure, and print or draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", type=Path, help="draw the scaling to this file, and measure nothing else")
    parser.add_argument("--text", type=Path, help="write what is printed to this file too")
    arguments = parser.parse_args()
    if arguments.plot is not None:
        scaling(arguments.plot)
        return
    console = Console(width=110, record=True)
    show_speeds(console)
    show_starts(console)
    show_recording(console)
    if arguments.text is not None:
        arguments.text.write_text(console.export_text())


if __name__ == "__main__":
    main()

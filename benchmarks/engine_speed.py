"""How fast are a start, a step and a batch? Now, in version 0.1, and in other simulators, side by side in one run.

Version 0.1 is taken from its commit into a folder of its own. Both versions are measured by the same script, in
processes that take turns; the best of several rounds counts, since the machine is seldom quiet. What a user would pick
instead stands beside them: MuJoCo (a free ellipsoid in a fluid, RK4 in its own loop), DART (a free body with the same
spatial tensor, semi-implicit Euler, from Python), and NumPy (the equations of an ROV with full mass, added-mass and
damping matrices, weight and buoyancy, RK4).

``make bench`` runs it, in some six minutes. ``--quick`` leaves out version 0.1, ``--text FILE`` writes the tables to a
file too, ``--plot FILE`` draws how speed grows with runs and threads, and measures nothing else.
"""

import argparse
import json
import logging
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
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

ROOT = Path(__file__).parents[1]
VERSION_01 = "27f074e"
TIME_STEP = 0.01
ROUNDS = 3
REPEATS = 20

# Versions of Seaway


MEASURE = """
import json, sys, time
import numpy as np
import seaway as sw
from seaway.library import names

def best(work, steps, seconds=0.5):
    work()
    least, until = 1e9, time.perf_counter() + seconds
    while time.perf_counter() < until:
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least / steps

def vehicle(name):
    if name == "bare body":
        body = sw.MassProperties.from_ellipsoid((0.25, 0.2, 0.15), mass=11.5)
        return sw.Vehicle("bare", sw.Inertial(body, added_mass=sw.AddedMass(np.diag([6.0, 8, 9, 0.1, 0.1, 0.2]))))
    return sw.load(name)

def simulation(name, batch=1):
    sim = sw.Simulation(vehicle(name), sw.Sea(gravity=0.0) if name == "bare body" else sw.Sea(), 0.01, batch)
    random = np.random.default_rng(1)
    afloat = name in ("otter", "wamv", "wamv_waves")
    place = random.normal(size=(batch, 3)) * [1, 1, 0] - [0, 0, 0.0 if afloat else 1e4]
    sim.set_state(position=place, velocity=0.1 * random.normal(size=(batch, 6)))
    return sim

def boat():
    from seaway.mesh import Mesh, capsule
    from seaway.vehicle import Hull, HullDamping, HullFriction, HullPressureDrag, Slamming
    upright = capsule(1.5, 7.0, 18, 7)
    mesh = Mesh(upright.vertices[:, [2, 0, 1]], upright.faces)
    forces = (HullFriction(), HullPressureDrag(), HullDamping(linear=100.0), Slamming(0.5, largest_acceleration=50.0))
    hull = sw.Vehicle("boat", mesh.inertial(mass=500.0 * mesh.volume), sw.Hull(mesh, forces=forces))
    return sw.Simulation(hull, sw.Sea(waves=sw.Waves.irregular(sw.Jonswap(2.0, 7.0), 64, seed=1)), 0.01)

def loop(sim, count):
    kept = sim.snapshot()
    u = np.full(len(sim.actuators), 0.1)
    def work():
        sim.restore(kept)
        sim.step(actuators=u, count=count) if len(u) else sim.step(count=count)
    return best(work, sim.batch * count)

def call(name, batch):
    sim = simulation(name, batch)
    u = np.full((batch, len(sim.actuators)), 0.1)
    kept = sim.snapshot()
    def work():
        sim.restore(kept)
        for _ in range(200):
            sim.step(actuators=u)
    return best(work, 200)

what, found = sys.argv[1], {}
if what == "vehicles":
    found = {name: loop(simulation(name), 2000) for name in ("bare body", *names())}
    found["hull of 504 triangles in 64 waves, all forces"] = loop(boat(), 200)
elif what == "batches":
    found = {
        "bare body, 4,096 runs, 20 steps a call": loop(simulation("bare body", 4096), 20),
        "bluerov2_heavy, 4,096 runs, 20 steps a call": loop(simulation("bluerov2_heavy", 4096), 20),
        "bluerov2_heavy, 4,096 runs, step() with new commands": call("bluerov2_heavy", 4096) / 4096,
        "bluerov2_heavy, 64 runs, step() with new commands": call("bluerov2_heavy", 64) / 64,
        "bluerov2_heavy, step() with a new command": call("bluerov2_heavy", 1),
    }
elif what == "rov":
    sw.Simulation(sw.load("bluerov2_heavy")).step()
elif what == "batch":
    sw.Simulation(sw.load("bluerov2_heavy"), batch=4096).step()
elif what == "boat":
    boat().step()
print(json.dumps(found))
"""


def measured(source: Path, cache: Path, what: str) -> tuple[float, dict[str, float]]:
    """Run the script with the sources of a version: seconds of the whole process, and what it found."""
    environment = {**os.environ, "PYTHONPATH": str(source), "SEAWAY_CACHE_DIR": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules would be compiled at every start
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, what], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(done.stderr)
    return time.perf_counter() - start, json.loads(done.stdout.splitlines()[-1])


def taken_out(folder: Path) -> Path:
    """The sources of version 0.1."""
    command = ["git", "archive", VERSION_01, "src"]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder / "src"


def starts(versions: dict[str, Path], folder: Path) -> dict[str, dict[str, float]]:
    """Seconds from nothing to the first step, imports included, and of later starts."""
    found: dict[str, dict[str, float]] = {}
    for version, source in versions.items():
        cache = folder / f"cache {version}"
        measured(source, cache, "imports")
        first = measured(source, cache, "rov")[0]
        later = min(measured(source, cache, "rov")[0] for _ in range(5))
        found[version] = {
            "first ROV, nothing compiled": first,
            "first boat with a hull in waves, nothing compiled": measured(source, folder / f"boat {version}", "boat")[
                0
            ],
            "first batch of that ROV, after a single run": measured(source, cache, "batch")[0] - later,
            "later start of a script with that ROV": later,
        }
    return found


def speeds(versions: dict[str, Path], folder: Path, what: str) -> dict[str, dict[str, float]]:
    """Seconds of a step, the best of rounds in turns."""
    found: dict[str, dict[str, float]] = {version: {} for version in versions}
    for _ in range(ROUNDS):
        for version, source in versions.items():
            for name, seconds in measured(source, folder / f"cache {version}", what)[1].items():
                found[version][name] = min(seconds, found[version].get(name, 1e9))
    return found


def table(title: str, found: dict[str, dict[str, float]], scale: float, digits: int) -> Table:
    """A table with a column for each version, and how many times faster the new one is."""
    shown = Table(title=title)
    for column in ("", *found, *(["times faster"] if len(found) > 1 else [])):
        shown.add_column(column, justify="left" if not column else "right")
    for name in found["now"]:
        values = [own[name] for own in found.values()]
        ratio = [f"{values[0] / values[-1]:.1f}"] if len(values) > 1 else []
        shown.add_row(name, *(f"{value * scale:.{digits}f}" for value in values), *ratio)
    return shown


# Other simulators


def best(work: Callable[[], int]) -> float:
    """Seconds of one step: the best of several repeats, after one to warm up."""
    work()
    seconds: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        steps = work()
        seconds.append((time.perf_counter() - start) / steps)
    return min(seconds)


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
    world.setTimeStep(1e-3)  # longer ones diverge, and take as long
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
  <option timestep="0.01" density="1025" viscosity="0.001" integrator="RK4"><flag contact="disable"/></option>
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


def others() -> dict[str, float]:
    """Seconds of a step of a free body, by simulator; without those that are not installed."""
    found = {
        "MuJoCo, ellipsoid in a fluid, RK4, own loop": mujoco_step(),
        "DART, world.step() from Python": dart_step(False),
        "DART, with force and torque": dart_step(True),
        "NumPy, ROV with full matrices, RK4": numpy_step(),
    }
    return {name: seconds for name, seconds in found.items() if seconds is not None}


def beside(seaway: dict[str, float]) -> Table:
    """A table of all, and how many times Seaway's step each takes."""
    rows = {**seaway, **others()}
    shown = Table(title="A free body: one step in Seaway and in other simulators")
    for heading in ("", "µs a step", "steps a second", "times Seaway's"):
        shown.add_column(heading, justify="left" if not heading else "right")
    for name, seconds in rows.items():
        ratio = seconds / next(iter(rows.values()))
        shown.add_row(name, f"{seconds * 1e6:.3f}", f"{1 / seconds:,.0f}", f"{ratio:.1f}")
    return shown


# Recording and memory


MILLION = """
import resource
import numpy as np
from benchmarks.engine_speed import simulation
sim = simulation(1_000_000)
sim.step(np.zeros(6), count=10)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9)
"""


def show_memory(console: Console) -> None:
    """Weigh a process with a million runs."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", MILLION]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    console.print(f"A million runs with shared parameters, the whole process: {float(done.stdout.split()[-1]):.2f} GB")


def show_recording(console: Console) -> None:
    """Time a run of 60 s in steps of 10 ms, every step recorded to disk with all laws, as ``seaway run`` does it."""
    rov = vehicle().replace(
        thrusters=tuple(
            Thruster(f"t{k}", (0, 0.1 * k, 0), drive="lag", diameter=0.1, thrust_coefficient=0.01, time_constant=0.2)
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


# Scaling


def simulation(batch: int = 1, threads: int | None = None) -> Simulation:
    """The ROV 50 m down, every run with a motion of its own."""
    sim = Simulation(vehicle(), Sea(), TIME_STEP, batch, threads=threads)
    random = np.random.default_rng(batch)
    sim.set_state(
        position=random.normal(size=(batch, 3)) - np.array([0, 0, 50]), velocity=0.3 * random.normal(size=(batch, 6))
    )
    return sim


def seaway_loop(batch: int, steps: int, threads: int | None = None) -> float:
    """Many steps in one call."""
    sim = simulation(batch, threads)

    def work() -> int:
        sim.run(steps * TIME_STEP, record=())
        return steps * batch

    return best(work)


def seaway_step(batch: int, steps: int, threads: int | None = None) -> float:
    """One call a step, with a command for every run, as learning does it."""
    sim = simulation(batch, threads)
    wrench = np.zeros((batch, 1, 6))

    def work() -> int:
        for _ in range(steps):
            sim.step(wrench)
        return steps * batch

    return best(work)


def scaling(path: Path) -> None:
    """Draw steps a second over runs, for each number of threads."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    for threads in range(1, available_threads() + 1):
        rows = [4**k for k in range(9)]
        loop = [1e-6 / seaway_loop(n, max(4, 100_000 // n), threads) for n in rows]
        step = [1e-6 / seaway_step(n, max(3, 10_000 // n), threads) for n in rows]
        color = f"C{threads - 1}"
        axes.plot(rows, loop, "o-", color=color, label=f"compiled loop, {threads} thread{'s' * (threads > 1)}")
        axes.plot(rows, step, "s--", color=color, label=f"step() from Python, {threads} thread{'s' * (threads > 1)}")
    axes.set(xscale="log", xlabel="runs of the batch", ylabel="million RK4 steps a second", ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)
    print(f"The plot is in {path}")


def main() -> None:
    """Measure, and print or draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out version 0.1")
    parser.add_argument("--text", type=Path, help="write what is printed to this file too")
    parser.add_argument("--plot", type=Path, help="draw the scaling to this file, and measure nothing else")
    arguments = parser.parse_args()
    if arguments.plot is not None:
        scaling(arguments.plot)
        return
    logging.getLogger("seaway").setLevel(logging.ERROR)  # nothing of what is compiled for memory and recording
    console = Console(width=110, record=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        versions = {} if arguments.quick else {"version 0.1": taken_out(folder / "old")}
        versions["now"] = ROOT / "src"
        console.print(table("Starts, imports included: seconds", starts(versions, folder), 1.0, 2))
        single = speeds(versions, folder, "vehicles")
        console.print(table("One step of 10 ms, RK4, in a compiled loop: µs", single, 1e6, 3))
        batches = speeds(versions, folder, "batches")
    console.print(table(f"One step of one run, {available_threads()} threads: µs", batches, 1e6, 3))
    own = {f"Seaway {version}, compiled loop": single[version]["bare body"] for version in reversed(versions)}
    console.print(beside(own))
    show_memory(console)
    show_recording(console)
    if arguments.text is not None:
        lines = console.export_text().splitlines()
        arguments.text.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

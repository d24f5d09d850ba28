"""What a step of every library vehicle costs, and how long a first start takes: now and in version 0.1, side by side.

Version 0.1 is taken from its commit into a folder of its own. Both are measured by the same script, in processes that
take turns, and the best of several rounds counts: the machine is seldom quiet.

``make bench`` runs it. ``--text FILE`` writes the tables to a file too; ``--quick`` leaves out version 0.1.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
VERSION_01 = "27f074e"
ROUNDS = 3

MEASURE = """
import json, sys, time
import numpy as np
import seaway as sw
from seaway.library import names

def best(work, steps, seconds=0.6):
    work()
    least, until = 1e9, time.perf_counter() + seconds
    while time.perf_counter() < until:
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least / steps

def vehicle(name):
    if name == "bare":
        body = sw.MassProperties.from_ellipsoid((0.25, 0.2, 0.15), mass=11.5)
        return sw.Vehicle("bare", sw.Inertial(body, added_mass=sw.AddedMass(np.diag([6.0, 8, 9, 0.1, 0.1, 0.2]))))
    return sw.load(name)

def simulation(name, batch=1):
    sim = sw.Simulation(vehicle(name), sw.Sea(gravity=0.0) if name == "bare" else sw.Sea(), 0.01, batch)
    random = np.random.default_rng(1)
    afloat = name in ("otter", "wamv", "wamv_waves")
    place = random.normal(size=(batch, 3)) * [1, 1, 0] - [0, 0, 0.0 if afloat else 1e4]
    sim.set_state(position=place, velocity=0.1 * random.normal(size=(batch, 6)))
    return sim

def loop(name, batch, count):
    sim = simulation(name, batch)
    kept = sim.snapshot()
    u = np.full(len(sim.actuators), 0.1)
    def work():
        sim.restore(kept)
        sim.step(actuators=u, count=count) if len(u) else sim.step(count=count)
    return best(work, batch * count)

def call(name, batch):
    sim = simulation(name, batch)
    u = np.full((batch, len(sim.actuators)), 0.1)
    kept = sim.snapshot()
    def work():
        sim.restore(kept)
        for _ in range(200):
            sim.step(actuators=u)
    return best(work, 200)

what = sys.argv[1]
if what == "vehicles":
    found = {name: loop(name, 1, 2000) for name in ("bare", *names())}
elif what == "batches":
    found = {
        "bare 4096 x 20": loop("bare", 4096, 20), "heavy 4096 x 20": loop("bluerov2_heavy", 4096, 20),
        "heavy 4096 x 1": call("bluerov2_heavy", 4096) / 4096,
        "heavy step() 1": call("bluerov2_heavy", 1), "heavy step() 64": call("bluerov2_heavy", 64),
    }
elif what == "rov":
    sim = simulation("bluerov2_heavy")
    sim.step()
    found = {}
elif what == "batch":
    simulation("bluerov2_heavy", 4096).step()
    found = {}
elif what == "boat":
    from seaway.mesh import capsule
    from seaway.vehicle import Hull, HullDamping, HullFriction, HullPressureDrag, Slamming
    mesh = capsule(0.5, 3.0, 12)
    forces = (HullFriction(), HullPressureDrag(), HullDamping(linear=100.0), Slamming(0.5, largest_acceleration=50.0))
    boat = sw.Vehicle("boat", mesh.inertial(mass=500.0 * mesh.volume), Hull(mesh, forces=forces))
    waves = sw.Waves.irregular(sw.Jonswap(0.5, 5.0), 64, seed=1)
    sw.Simulation(boat, sw.Sea(waves=waves)).step()
    found = {}
print(json.dumps(found))
"""


def measured(source: Path, cache: Path, what: str) -> tuple[float, dict[str, float]]:
    """Run the script with the sources of a version: seconds of the whole process, and what it found."""
    environment = {**os.environ, "PYTHONPATH": str(source), "SEAWAY_CACHE_DIR": str(cache)}
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
        own = found[version] = {"first ROV, nothing compiled": measured(source, cache, "rov")[0]}
        later = min(measured(source, cache, "rov")[0] for _ in range(5))
        own["batch of it, after that"] = measured(source, cache, "batch")[0] - later
        own["later start"] = later
        own["first boat with a hull in waves, nothing compiled"] = measured(source, folder / f"boat {version}", "boat")[
            0
        ]
    return found


def speeds(versions: dict[str, Path], folder: Path, what: str) -> dict[str, dict[str, float]]:
    """Seconds of a step, the best of rounds in turns."""
    found: dict[str, dict[str, float]] = {version: {} for version in versions}
    for _ in range(ROUNDS):
        for version, source in versions.items():
            for name, seconds in measured(source, folder / f"cache {version}", what)[1].items():
                found[version][name] = min(seconds, found[version].get(name, 1e9))
    return found


def table(title: str, heading: str, found: dict[str, dict[str, float]], scale: float, digits: int) -> Table:
    """A table with a column for each version, and how many times faster the new one is."""
    shown = Table(title=title)
    for column in ("", *(f"{version}, {heading}" for version in found), *(["ratio"] if len(found) > 1 else [])):
        shown.add_column(column, justify="left" if not column else "right")
    for name in found["now"]:
        values: list[Any] = [own[name] for own in found.values()]
        ratio = [f"{values[0] / values[-1]:.1f}"] if len(values) > 1 else []
        shown.add_row(name, *(f"{value * scale:.{digits}f}" for value in values), *ratio)
    return shown


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out version 0.1")
    parser.add_argument("--text", type=Path, help="write what is printed to this file too")
    arguments = parser.parse_args()
    console = Console(width=110, record=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        versions = {} if arguments.quick else {"0.1": taken_out(folder / "old")}
        versions["now"] = ROOT / "src"
        console.print(table("Starts, imports included", "s", starts(versions, folder), 1.0, 2))
        console.print(
            table("One step of 10 ms, RK4, in a compiled loop", "µs", speeds(versions, folder, "vehicles"), 1e6, 3)
        )
        batches = "In batches (a step of one run), and step() from Python (a call)"
        console.print(table(batches, "µs", speeds(versions, folder, "batches"), 1e6, 3))
    if arguments.text is not None:
        arguments.text.write_text("\n".join(line.rstrip() for line in console.export_text().splitlines()) + "\n")


if __name__ == "__main__":
    main()

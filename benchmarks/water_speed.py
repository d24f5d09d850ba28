"""What does moving water cost? A step in waves now and before bodies saw it as mean and first moment, in one run.

The sources before are taken from their commit into a folder of their own. Both are measured by the same script, in
processes that take turns, and the best of each counts, since the machine is seldom quiet. Vehicles are those of the
library, and a hull of 1,024 triangles, two fifths wet, that does not move while it is timed; waves are 1 and 64
components, in deep and in finite water, single runs and batches. Steps are RK4, of 10 ms for the vehicles.

``make bench`` runs it. ``--text FILE`` writes the table to a file.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
BEFORE = "111f2239ae"
ROUNDS = 3

# Run by both versions: prints the time of a step in every case [us].
SCRIPT = """
import json, time
import numpy as np
import seaway as sw
from seaway import mesh
from seaway.sea import Jonswap, Waves
from seaway.vehicle import Hull, HullFriction

def hull(forces):
    surface = mesh.capsule(radius=0.6, length=4.0)
    body = sw.Inertial(sw.MassProperties.from_box((5.0, 1.8, 0.8), mass=0.4 * 1025.0 * surface.volume),
                       added_mass=sw.AddedMass(np.diag([50.0, 300.0, 1500.0, 100.0, 1500.0, 800.0])))
    return sw.Vehicle("hull", body, Hull(surface, forces=forces), sw.Damping(linear=[50, 300, 3000, 300, 3000, 1000]))

def seas():
    yield "still", sw.Sea()
    yield "current", sw.Sea(current=(0.3, 0.1, 0.0))
    yield "1 wave", sw.Sea(waves=Waves.regular(0.5, 6.0))
    yield "64 waves", sw.Sea(waves=Waves.irregular(Jonswap(0.5, 6.0), 64, seed=1))
    yield "64 waves, 20 m", sw.Sea(depth=20.0, waves=Waves.irregular(Jonswap(0.5, 6.0), 64, seed=1, depth=20.0))

def timed(vehicle, sea, batch, count):
    hulled = vehicle.name == "hull"
    sim = sw.Simulation(vehicle, sea, time_step=1e-6 if hulled else 0.01, batch=batch)
    z = {"hull": 0.1, "otter": 0.0}.get(vehicle.name, -8.0)  # afloat, or under water
    best = float("inf")
    for _ in range(5):
        sim.set_state(vehicle.name, position=(0, 0, z))
        sim.step(count=2)
        start = time.perf_counter()
        sim.step(count=count)
        best = min(best, (time.perf_counter() - start) / count / batch)
    return 1e6 * best

found = {}
for vehicle in (sw.load("bluerov2_heavy"), sw.load("remus100"), sw.load("otter")):
    for name, sea in seas():
        found[f"{vehicle.name}, {name}"] = timed(vehicle, sea, 1, 2000)
    found[f"{vehicle.name}, 64 waves, 256 at once"] = timed(vehicle, dict(seas())["64 waves"], 256, 20)
for what, forces in (("pressure", ()), ("pressure and friction", HullFriction())):
    for name, sea in seas():
        if name == "still" or "64" in name:
            found[f"hull, {what}, {name}"] = timed(hull(forces), sea, 1, 300)
print(json.dumps(found))
"""


def sources_before(folder: Path) -> Path:
    """The sources of the commit before."""
    command = ["git", "archive", BEFORE, "src"]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
    return folder / "src"


def measured(source: Path) -> dict[str, float]:
    """Times of a version [us]."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main() -> None:
    """Measure both versions and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="file to write the table to")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        versions = {"before": sources_before(Path(folder)), "now": ROOT / "src"}
        times: dict[str, dict[str, float]] = {"before": {}, "now": {}}
        for _ in range(ROUNDS):
            for version, source in versions.items():
                for name, each in measured(source).items():
                    times[version][name] = min(each, times[version].get(name, each))
    table = Table("step of", "before [us]", "now [us]", "ratio", title="What moving water costs")
    for name, before in times["before"].items():
        now = times["now"][name]
        table.add_row(name, f"{before:.3g}", f"{now:.3g}", f"{now / before:.2f}")
    Console().print(table)
    if arguments.text is not None:
        with arguments.text.open("w", encoding="utf-8") as file:
            Console(file=file, width=100).print(table)


if __name__ == "__main__":
    main()

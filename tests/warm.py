"""Compile the steps that most tests share, so that parallel workers find them in the cache; run by ``make kernels``."""

import os
from pathlib import Path

os.environ["SEAWAY_SHARED_STEPS"] = "1"

import seaway as sw
from seaway.mesh import sphere
from seaway.scenario import load_scenario
from seaway.sea import Current
from seaway.vehicle import Hull

if __name__ == "__main__":
    ball = sw.Vehicle("ball", sw.Inertial(sw.MassProperties.from_sphere(0.1, mass=1.0)))
    mesh = sphere(0.5, 1)
    boat = sw.Vehicle("boat", mesh.inertial(mass=500.0 * mesh.volume), Hull(mesh))
    waves, tide = sw.Waves.regular(0.3, 4.0), Current([[0.0] * 3, [0.1, 0.0, 0.0]], times=[0.0, 100.0])
    for sea in (sw.Sea(), sw.Sea(waves=waves), sw.Sea(current=tide)):
        for batch in (1, 1000):
            sw.Simulation(ball, sea, batch=batch).step()
    for sea in (sw.Sea(), sw.Sea(waves=waves)):
        sw.Simulation(boat, sea).step()
    sw.Simulation(ball, integrator="semi_implicit_euler").step()
    # Steps with control, of the examples whose output is compared.
    examples = Path(__file__).parents[1] / "examples" / "scenarios"
    for path in sorted(examples.glob("*.toml")):
        scenario = load_scenario(path)
        scenario.simulation().run(scenario.scene.time_step or 0.01, scenario.controller())

"""One compiled signature of each loop, whatever laws a vehicle has, and whether rows share their parameters or not."""

import os
import subprocess
import sys

import numba
import pytest

MAIN = """
import numpy as np
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.kernels.rows import advance, advance_parallel, evaluate
from seaway.sea import Current, Sea
from seaway.sim import Simulation
from seaway.shapes import Box
from seaway.vehicle import Actuation, Buoyancy, Damping, Vehicle

body = Inertial(MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0))
bare = Vehicle("bare", body)
whole = Vehicle(
    "whole",
    body.with_added_mass(AddedMass(np.diag([5.0, 8.0, 9.0, 0.1, 0.2, 0.3]))),
    Buoyancy(0.03, (0, 0, 0.05), shape=Box([0.5, 0.4, 0.3])),
    (Damping(np.ones(6)), Damping(quadratic=np.ones(6), modulus=np.ones((6, 6, 6)), signed=np.ones((6, 6, 6)))),
    actuation=Actuation(limit=20.0, rate=50.0, time_constant=0.1),
)
damped = Vehicle("damped", body, damping=Damping(np.ones(6)), rigid_body_coriolis=False)
seas = (
    Sea(),
    Sea(surface=None),
    Sea(depth=50.0, current=[0.1, 0.0, 0.0]),
    Sea(current=Current(np.zeros((2, 3, 3)), times=[0, 1], depths=[0, 1, 2])),
)
for sea in seas:
    for vehicles in (bare, whole, damped, (bare, whole, damped)):
        for batch in (1, 50):
            for integrator in ("rk4", "semi_implicit_euler"):
                sim = Simulation(vehicles, sea, 0.01, batch, integrator, start_time=1)
                sim.step()
                sim.step(np.ones(6), count=10)
                sim.set_wrench(force=[1, 0, 0], axes="world", point=[0.1, 0, 0])
                sim.step(count=10)
                sim.set_wrench(force=np.ones((batch, 3)))
                sim.set_parameters(mass=np.full(batch, 31.0))
                sim.set_water(density=np.full(batch, 1000.0), current=np.zeros((batch, 3)))
                if sim.names == ("damped",):
                    sim.set_parameters(linear_damping=np.eye(6))
                sim.run(0.2, lambda t, state: np.zeros(6), record=["state", "forces"], control_period=0.1)
                restored = sim.snapshot()
                sim.reset()
                sim.restore(restored)
                sim.energy()
for loop in (advance, advance_parallel, evaluate):
    print(len(loop.signatures))
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_one_signature_whatever_laws_there_are() -> None:
    done = subprocess.run([sys.executable, "-c", MAIN], capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1", "1", "1"]

"""The general steps that tests share have the bits of the steps that are assembled for each simulation."""

import numpy as np
import pytest

import seaway as sw
from seaway.engine import _parameters
from seaway.engine._structure import Structure
from seaway.mesh import capsule
from seaway.sim import Simulation
from seaway.vehicle import DragArea, Hull, HullDamping, HullFriction, Vehicle


def boat() -> Vehicle:
    mesh = capsule(0.5, 3.0, 6)
    forces = (HullFriction(), HullDamping(linear=100.0))
    return Vehicle("boat", mesh.inertial(mass=500.0 * mesh.volume), Hull(mesh, forces=forces))


def moved(vehicle: Vehicle, sea: sw.Sea, batch: int) -> tuple[bytes, dict[str, bytes], Structure]:
    sim = Simulation(vehicle, sea, batch=batch)
    sim.set_state(position=(0, 0, -0.2), velocity=[0.5, 0.1, -0.1, 0.05, 0.02, 0.1])
    sim.step(actuators=np.full(len(sim.actuators), 0.2) if sim.actuators else None, count=50)
    forces = {name: wrench.tobytes() for name, wrench in sim.forces().items()}
    return sim.state.velocity.tobytes(), forces, sim._engine.structure


def sail() -> Vehicle:
    return sw.load("otter").replace(drag_areas=DragArea(1.0, medium="air"))


WAVES = sw.Waves.regular(0.3, 4.0)
CASES = {
    "rov": (lambda: sw.load("bluerov2_heavy"), sw.Sea(current=(0.2, 0.1, 0.0)), 1),
    "rovs": (lambda: sw.load("bluerov2_heavy"), sw.Sea(), 64),
    "torpedo in waves": (lambda: sw.load("lauv"), sw.Sea(waves=WAVES), 1),
    "linear stiffness": (lambda: sw.load("otter"), sw.Sea(wind=sw.Wind((8.0, 0.0), gust_std=1.0, seed=1)), 1),
    "gusts with a spectrum": (sail, sw.Sea(wind=sw.Wind((8.0, 0.0), gust_spectrum="npd", seed=1)), 1),
    "hull in waves": (boat, sw.Sea(waves=WAVES), 1),
}


@pytest.mark.parametrize("name", CASES)
def test_they_have_the_same_bits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    vehicle, sea, batch = CASES[name]
    monkeypatch.setattr(_parameters, "SHARED", True)
    shared = moved(vehicle(), sea, batch)
    monkeypatch.setattr(_parameters, "SHARED", False)
    own = moved(vehicle(), sea, batch)
    assert shared[:2] == own[:2]
    assert len(shared[2].laws) > len(own[2].laws)

"""Compile what most tests use, so that parallel workers find it in the cache; run by ``make unit``."""

import seaway as sw
from seaway.mesh import sphere
from seaway.vehicle import Hull, HullDamping, HullFriction, HullPressureDrag, Slamming

if __name__ == "__main__":
    ball = sw.Vehicle("ball", sw.Inertial(sw.MassProperties.from_sphere(0.1, mass=1.0)))
    for batch in (1, 1000):
        sim = sw.Simulation(ball, batch=batch)
        sim.step()
        sim.forces()
    for name in ("bluerov2", "bluerov2_heavy", "remus100_fossen", "otter"):
        sw.Simulation(sw.load(name)).step()
    mesh = sphere(0.5, 1)
    forces = (HullFriction(), HullPressureDrag(), HullDamping(linear=10.0), Slamming(0.5, largest_acceleration=50.0))
    boat = sw.Vehicle("boat", mesh.inertial(mass=500.0 * mesh.volume), Hull(mesh, forces=forces))
    for waves in (None, sw.Waves.regular(0.3, 4.0)):
        sw.Simulation(boat, sw.Sea(waves=waves)).step()

"""Compile all kernels once, so that parallel test workers find them in the cache; run by ``make unit``."""

from seaway.inertia import Inertial, MassProperties
from seaway.sim import Simulation
from seaway.vehicle import Vehicle

if __name__ == "__main__":
    ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=1.0)))
    for batch in (1, 1000):
        sim = Simulation(ball, batch=batch)
        sim.step()
        sim.forces()

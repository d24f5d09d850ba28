"""Compile the steps that most tests share, so that parallel workers find them in the cache; run by ``make kernels``."""

import os

os.environ["SEAWAY_SHARED_STEPS"] = "1"

import seaway as sw
from seaway.mesh import sphere
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
    # With control loops: all kinds are in each of these steps.
    rov, wamv, depth = sw.load("bluerov2_heavy"), sw.load("wamv_waves"), sw.Autopilot(depth=5.0)
    for vehicle, sea, batch in ((rov, sw.Sea(), 1), (rov, sw.Sea(), 1000), (rov, sw.Sea(current=tide), 1)):
        sim = sw.Simulation(vehicle, sea, batch=batch)
        sim.attach(depth)
        sim.step()
    for sea in (sw.Sea(), sw.Sea(waves=waves)):
        sim = sw.Simulation(wamv, sea)
        sim.attach(sw.Autopilot(yaw=0.0, speed=1.0))
        sim.step()

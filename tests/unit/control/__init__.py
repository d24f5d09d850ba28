"""Control; here a state as a simulation would give it, and vehicles that several files use."""

from math import sqrt
from typing import Any

import numpy as np

from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box
from seaway.sim import Simulation, State
from seaway.vehicle import Buoyancy, Damping, Fin, Thruster, Vehicle

SPACE = Sea(gravity=0.0, surface=None)


def ball(name: str = "ball", **parts: Any) -> Vehicle:
    """2 kg, 0.1 m of radius, without any law."""
    return Vehicle(name, Inertial(MassProperties.from_sphere(0.1, mass=2.0)), **parts)


def state_at(time: float, *vehicles: Vehicle, batch: int = 1, **state: Any) -> State:
    """The state of a simulation that starts at a time, kept as it is."""
    sim = Simulation(list(vehicles) or [ball()], SPACE, batch=batch, start_time=time)
    if state:
        sim.set_state(**state)
    return sim.state


def thrusters(**options: Any) -> list[Thruster]:
    """Eight, four level ones at 45 degrees and four upright ones: every axis, with two thrusts to spare."""
    s = sqrt(0.5)
    corners = [(x, y) for x in (0.4, -0.4) for y in (0.3, -0.3)]
    level = [
        Thruster(f"level {k}", (x, y, 0.05), (s, -np.sign(x * y) * s, 0), **options) for k, (x, y) in enumerate(corners)
    ]
    return level + [Thruster(f"upright {k}", (x, y, 0.1), (0, 0, 1), **options) for k, (x, y) in enumerate(corners)]


def rov(name: str = "rov", **options: Any) -> Vehicle:
    """A box that just floats, with eight thrusters."""
    body = Inertial(
        MassProperties.from_box((0.6, 0.4, 0.3), mass=70.0), added_mass=AddedMass(np.diag([30.0, 60, 80, 2, 3, 3]))
    )
    damping = Damping([40, 60, 80, 10, 10, 10], [60, 90, 120, 10, 10, 10])
    buoyancy = Buoyancy(0.07, (0, 0, 0.02), shape=Box((0.6, 0.4, 0.3)))
    return Vehicle(name, body, buoyancy, damping, thrusters=tuple(thrusters(**options)))


def auv(name: str = "auv", **parts: Any) -> Vehicle:
    """A torpedo with one propeller and two fins that lag."""
    body = Inertial(
        MassProperties.from_box((1.6, 0.2, 0.2), mass=50.0), added_mass=AddedMass(np.diag([2.0, 45, 45, 0.1, 9, 9]))
    )
    steering: dict[str, Any] = {"limit": 0.4, "rate_limit": 1.0, "time_constant": 0.05}
    propeller: dict[str, Any] = {"drive": "lag", "command": "thrust", "time_constant": 0.2, "limits": (-60.0, 60.0)}
    equipment: dict[str, Any] = {
        "thrusters": Thruster(
            "propeller", (-0.8, 0, 0), diameter=0.1, thrust_coefficient=0.01, torque_coefficient=0.0005, **propeller
        ),
        "fins": (
            Fin("rudder", (-0.7, 0, 0), 0.02, aspect_ratio=2.0, upward=(0, 1, 0), **steering),
            Fin("elevator", (-0.7, 0, 0), 0.02, aspect_ratio=2.0, **steering),
        ),
        **parts,
    }
    buoyancy = Buoyancy(50.0 / 1025, (0, 0, 0.01), shape=Box((1.6, 0.2, 0.2)))
    damping = Damping([2, 30, 30, 1, 20, 20], [8, 120, 120, 1, 60, 60])
    return Vehicle(name, body, buoyancy, damping, **equipment)

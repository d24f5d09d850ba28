"""Simulations; here some small vehicles that several files use."""

from typing import Any

import numpy as np

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box
from seaway.vehicle import Actuation, Buoyancy, Damping, Vehicle

SPACE = Sea(gravity=0.0, surface=None)


def ball(name: str = "ball", mass: float = 2.0, **parts: Any) -> Vehicle:
    """A ball of 0.1 m radius without any law; Ixx = 0.4 m r²."""
    return Vehicle(name, Inertial(MassProperties.from_sphere(0.1, mass=mass)), **parts)


def rov(name: str = "rov", **parts: Any) -> Vehicle:
    """A box with all laws but an actuation, no axis like another."""
    root = np.random.default_rng(10).normal(size=(6, 6))
    inertial = Inertial(
        MassProperties.from_box([0.6, 0.4, 0.3], mass=70.0),
        Pose((0.02, -0.01, -0.05), (0.9, 0.1, -0.2, 0.1)),
        AddedMass(2.0 * root @ root.T + 10.0 * np.eye(6)),
    )
    whole = {
        "buoyancy": Buoyancy(0.07, (0.0, 0.01, 0.06), shape=Box([0.6, 0.4, 0.3])),
        "damping": Damping([10.0, 20.0, 30.0, 3.0, 4.0, 5.0], [40.0, 50.0, 60.0, 6.0, 7.0, 8.0]),
        **parts,
    }
    return Vehicle(name, inertial, **whole)


def actuated() -> Actuation:
    """Limits, a slew rate, and a lag on some axes."""
    return Actuation(limit=50.0, rate_limit=400.0, time_constant=[0.1, 0.2, 0.0, 0.05, 0.0, 0.3])

"""Views; here a recording made by hand, so that nothing is compiled."""

from typing import Any

import numpy as np

from seaway import mesh
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Current, Jonswap, Sea, Waves
from seaway.sim import Recording
from seaway.sim._actuators import ActuatorKind, ActuatorRecording
from seaway.sim._recording import Setting
from seaway.vehicle import Fin, Hull, Thruster, Vehicle

SEA = Sea(
    waves=Waves.irregular(Jonswap(1.0, 5.0), 30, seed=3, direction=0.7, depth=40.0, ramp=4.0),
    depth=40.0,
    current=Current((0.5, -0.2, 0.0)),
    wind=(6.0, 2.0, 0.0),
)


def barge(name: str = "barge") -> Vehicle:
    """A box that floats half under water, with a propeller and a rudder."""
    return Vehicle(
        name,
        Inertial(MassProperties.from_box((4.0, 2.0, 1.0), mass=4100.0)),
        Hull(mesh.box((4.0, 2.0, 1.0), 4)),
        thrusters=[Thruster("screw", (-2.0, 0.0, -0.4), diameter=0.4)],
        fins=[Fin("rudder", (-2.2, 0.0, -0.3), 0.1, upward=(0.0, 1.0, 0.0))],
    )


def recorded(vehicle: Vehicle | None = None, samples: int = 41, rows: int = 1, **others: Any) -> Recording:
    """A vehicle that goes in a curve, rolls and heaves; 0.1 s between samples."""
    vehicle = vehicle or barge()
    t = 0.1 * np.arange(samples)
    shape = (samples, rows, 1)
    lag = 0.3 * np.arange(rows)[None, :, None]
    angle = 0.1 * t[:, None, None] + lag
    position = np.stack(np.broadcast_arrays(2.0 * t[:, None, None], angle, 0.1 * np.sin(angle)), axis=-1)
    half = 0.5 * angle
    zero = np.zeros(shape)
    orientation = np.stack([np.cos(half) + zero, zero, zero, np.sin(half) + zero], axis=-1)
    velocity = np.zeros((*shape, 6))
    velocity[..., 0] = 2.0
    weight = np.zeros((*shape, 6))
    weight[..., 2] = -4.0e4
    kinds = (("screw", "thruster", "thrust", 100.0), ("rudder", "fin", "angle", 0.2))
    actuators = {
        name: ActuatorRecording(ActuatorKind(name, group, 0, what, what), *[np.full((samples, rows), value)] * 2)
        for name, group, what, value in kinds
        if vehicle.thrusters
    }
    return Recording(
        t,
        (vehicle.name,),
        {
            "position": position,
            "orientation": orientation,
            "velocity": velocity,
            "weight": weight,
            "energy": 5e3 + np.zeros((*shape, 2)),
        },
        np.zeros((rows, 1), dtype=np.uint8),
        np.full(rows, np.nan),
        actuators,
        setting=Setting((vehicle,), SEA, 0.01, "rk4"),
        **others,
    )


__all__ = ["SEA", "barge", "recorded"]

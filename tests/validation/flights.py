"""Flights of every library vehicle under its default autopilot: set points, currents, and what is measured.

``flights()`` lists them; ``fly`` flies one and returns its measures. Bounds are those that a default autopilot is to
keep.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from seaway import library
from seaway.control import Autopilot, trim
from seaway.control._plant import rest_of
from seaway.sea import Current
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Vehicle

PERIOD = 0.05  # [s]
START = 3.0  # depth of a vehicle that dives [m]
OVERSHOOT = 0.2
# An overshoot is a share of the step, but at least of this: [m], [rad], share of the set point of a speed.
LEAST = {"x": 1.0, "y": 1.0, "depth": 1.0, "yaw": 0.1, "speed": 0.2}
ERRORS = {"x": 0.02, "y": 0.02, "depth": 0.1, "yaw": 0.02, "speed": 0.02}


@dataclass(frozen=True)
class Flight:
    """One flight.

    Attributes:
        vehicle: Name in the library.
        set_points: Of the autopilot.
        current: [m/s], in W.
        duration: [s].
        speed: At the start, through the water [m/s].
        roll: Bound [rad].
        pitch: Bound [rad].
    """

    vehicle: str
    set_points: Mapping[str, float]
    current: tuple[float, float, float] = (0.0, 0.0, 0.0)
    duration: float = 100.0
    speed: float = 0.0
    roll: float = np.radians(5.0)
    pitch: float = np.radians(5.0)

    @property
    def name(self) -> str:
        goals = ", ".join(f"{key}={value:.3g}" for key, value in self.set_points.items())
        size = float(np.hypot(*self.current[:2]))
        return f"{self.vehicle}: {goals}" + (f" in a current of {size:.2g} m/s" if size else "")


@dataclass(frozen=True)
class Flown:
    """What a flight did.

    Attributes:
        overshoot: Of each set point, as a share of its step.
        settling: Time after which each stays within 5 % of its step [s].
        error: Of each at the end.
        ripple: Peak to peak of each in the last sixth.
        roll: Largest [rad].
        pitch: Largest [rad].
        time: [s], (n,).
        values: Of each over time, (n,).
    """

    overshoot: dict[str, float]
    settling: dict[str, float]
    error: dict[str, float]
    ripple: dict[str, float]
    roll: float
    pitch: float
    time: np.ndarray = field(repr=False)
    values: dict[str, np.ndarray] = field(repr=False)


# Top speeds, or what unlimited thrusters are asked for [m/s].
TOP = {
    "bluerov2": 2.2, "bluerov2_gz": 2.04, "bluerov2_heavy": 0.73, "bluerov2_heavy_px4": 2.7, "desistek_saga": 2.0,
    "girona500": 1.44, "lauv": 4.09, "lrauv": 2.0, "nps_auv2": 1.88, "otter": 3.08, "remus100": 2.0,
    "remus100_fossen": 2.55, "rexrov": 2.0, "wamv": 5.2, "wamv_waves": 5.2,
}  # fmt: skip
# Roll in turns and pitch that nothing controls, or that dives need [degrees].
ROLL = {"lauv": 20.0, "nps_auv2": 8.0, "remus100": 8.0}
PITCH = {"bluerov2": 20.0, "lauv": 23.0, "lrauv": 25.0, "nps_auv2": 23.0, "remus100": 23.0, "remus100_fossen": 25.0}


def _sails(vehicle: Vehicle) -> bool:
    return not isinstance(vehicle.buoyancy, Buoyancy)


def flights(name: str) -> tuple[Flight, ...]:
    """All flights of a vehicle: the default one, slow and fast, small and large steps, in a current, on station."""
    vehicle = library.entry(name).vehicle
    top, fins, dives = TOP[name], bool(vehicle.fins), not _sails(vehicle)
    bounds: dict[str, Any] = {"roll": np.radians(ROLL.get(name, 5.0)), "pitch": np.radians(PITCH.get(name, 5.0))}
    bounds["duration"] = {"nps_auv2": 400.0}.get(name, 300.0 if fins else 100.0)

    def sailing(
        depth: float, yaw: float, speed: float, current: tuple[float, float, float] = (0.0, 0.0, 0.0)
    ) -> Flight:
        goals = {"depth": depth} if dives else {}
        goals |= {"yaw": np.radians(yaw), "speed": speed}
        return Flight(name, goals, current, speed=speed if fins else 0.0, **bounds)

    slow, fast = (max(0.4 * top, 0.8) if fins else 0.3 * top), 0.9 * top
    found = [sailing(8.0, 30.0, 0.7 if name == "bluerov2_heavy" else 0.8)]
    found += [sailing(*step, speed) for speed in (slow, fast) for step in ((3.5, 10.0), (15.0, 170.0))]
    found.append(sailing(8.0, 60.0, 0.7 * top, (0.4 * top, 0.3 * top, 0.0)))
    if not fins and dives:
        for far in (0.5, 10.0):
            goals = {"x": far, "y": -0.5 * far, "depth": START + 0.5 * far, "yaw": 1.0}
            found.append(Flight(name, goals, **bounds))
        ahead = (0.5 * top * float(np.cos(0.5)), 0.5 * top * float(np.sin(0.5)), 0.0)
        goals = {"x": 3.0, "y": 1.0, "depth": 5.0, "yaw": 0.5}
        found.append(Flight(name, goals, ahead, **bounds | {"duration": 150.0}))
    return tuple(found)


def _least(flight: Flight, name: str, fins: bool) -> float:
    """Step to which an overshoot is related at least."""
    if name == "speed":  # from its set point on, what a dive or a turn takes of it counts
        return abs(flight.set_points[name]) * (1.0 if flight.speed else LEAST[name])
    return 1.5 if name == "depth" and fins else LEAST[name]  # 0.3 m, a tenth of the length of these vehicles


def fly(flight: Flight) -> Flown:
    """Fly a flight, from rest over ground or with way ahead through the water."""
    known = library.entry(flight.vehicle)
    vehicle, sea = known.vehicle, known.sea
    if any(flight.current):
        sea = sea.replace(current=Current(flight.current))
    sim = Simulation(vehicle, sea, 0.025 if _sails(vehicle) else 0.01)
    _, position, rpy = rest_of(vehicle, sea)
    if not _sails(vehicle):
        position = np.array([0.0, 0.0, -START])
    sim.set_state(position=position, rpy=rpy)
    if flight.speed:
        trim(vehicle, sea, speed=flight.speed, depth=START).start(sim)
    pilot = Autopilot(**flight.set_points)
    recording = sim.run(flight.duration, pilot, control_period=PERIOD, record_period=PERIOD)
    time, own = recording.time, recording[0]
    p, rpy, nu = own.position[:, 0], own.rpy[:, 0], own.velocity[:, 0]
    flow = flight.current[0] * np.cos(rpy[:, 2]) + flight.current[1] * np.sin(rpy[:, 2])
    values = {"x": p[:, 0], "y": p[:, 1], "depth": -p[:, 2], "yaw": np.unwrap(rpy[:, 2]), "speed": nu[:, 0] - flow}
    found: dict[str, dict[str, float]] = {key: {} for key in ("overshoot", "settling", "error", "ripple")}
    for name, goal in flight.set_points.items():
        y = values[name]
        step = goal - y[0]
        size = max(abs(step), _least(flight, name, bool(vehicle.fins)))
        way = np.sign(step) if abs(step) > 0.1 * size else 0.0
        over = np.max((y - goal) * way) if way else np.max(np.abs(y - goal))
        found["overshoot"][name] = max(float(over), 0.0) / size
        late = np.flatnonzero(np.abs(y - goal) > 0.05 * size)
        found["settling"][name] = float(time[late[-1]]) if len(late) else 0.0
        found["error"][name] = float(goal - y[-1])
        found["ripple"][name] = float(np.ptp(y[-len(y) // 6 :]))
    kept = {name: values[name] for name in flight.set_points}
    most = np.max(np.abs(rpy), axis=0)
    return Flown(**found, roll=float(most[0]), pitch=float(most[1]), time=time, values=kept)  # type: ignore[arg-type]


def faults(flight: Flight, flown: Flown) -> list[str]:
    """Bounds that a flight exceeded."""
    found = list[str]()
    for name in flight.set_points:
        if flown.overshoot[name] > OVERSHOOT:
            found.append(f"{name} overshoots by {100 * flown.overshoot[name]:.0f} %")
        if abs(flown.error[name]) > ERRORS[name]:
            found.append(f"{name} ends {flown.error[name]:+.3g} off")
        if flown.ripple[name] > 2.0 * ERRORS[name]:
            found.append(f"{name} still moves by {flown.ripple[name]:.3g}")
    for name, value, bound in (("roll", flown.roll, flight.roll), ("pitch", flown.pitch, flight.pitch)):
        if value > bound:
            found.append(f"{name} of {np.degrees(value):.1f}° beyond {np.degrees(bound):.0f}°")
    return found

"""Design of an autopilot: controlled axes, gains, and limits of the reference motion."""

from dataclasses import dataclass, field
from math import inf, sin, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from seaway._arrays import Floats
from seaway.control._allocation import AXES, allocation_matrix, uncontrollable_axes
from seaway.control._bounded import pseudo_inverse
from seaway.control._margins import margins
from seaway.control._pid import Pid
from seaway.control._plant import Plant, plant_of, rest_of
from seaway.control._propellers import Propeller
from seaway.control._serving import thruster_allocation
from seaway.control._trim import trim
from seaway.errors import ModelError
from seaway.frames import quaternion_from_rpy
from seaway.kernels.allocation import IN_SPEED, IN_TABLE, IN_THRUST, INDEXED
from seaway.sea import Sea
from seaway.sim import Command, Simulation
from seaway.vehicle import Fin, Hull, HydrostaticStiffness, Thruster, Vehicle

if TYPE_CHECKING:
    from seaway.control._autopilot import Autopilot

__all__ = ["Design", "design"]

_AXIS_OF: Final = {"x": 0, "y": 1, "z": 2, "depth": 2, "roll": 3, "pitch": 4, "yaw": 5, "speed": 0, "ground_speed": 0}
_SURGE: Final = frozenset(("x", "y", "speed", "ground_speed"))  # loops that need a force along x of B
# Natural frequencies: at most these [rad/s] for surge, sway, heave, roll, pitch, yaw; ...
_FASTEST: Final = (1.0, 1.0, 1.0, 3.0, 3.0, 1.5)
_FASTEST_AFLOAT: Final = 0.8  # ... for a vessel on the surface this, so that it does not react to waves;
_DELAYED: Final = 0.2  # ... this over the delay, the lag of actuators plus half a control period: 25° at crossover;
_FELT: Final = (1.0, 1.0, 1.0, 0.5, 0.5, 0.5)  # ... and such that this error [m, rad] demands full actuator effort.
_LEAST_PHASE: Final = 0.6  # phase margin below which a loop is slowed down: 35°; ...
_LEAST_GAIN: Final = 2.0  # ... gain margin: 6 dB
_SLOWING: Final = 0.75  # factor by which its frequency is reduced
_TRIES: Final = 6
_PLENTY: Final = 0.5  # acceleration of a vehicle with unlimited thrust [m/s2, rad/s2]
_FOR_RATE: Final = 0.5  # share of the available actuator effort for the largest rate of a reference
_FOR_ACCELERATION: Final = 0.3  # share for its largest acceleration
_FOR_ERROR: Final = 0.6  # share that an error of the reference may demand
_FOR_PITCH: Final = 0.7  # share of the available fin torque for the pitch that the depth loop sets
_TURN_RATE: Final = 0.8  # largest rate of an angular reference [rad/s]
_OUTER: Final = 0.2  # natural frequency of a depth held by pitch, relative to that of the pitch or of the path
_FREE_TILT: Final = 0.05  # uncontrolled roll or pitch that accelerations may cause [rad]
_OUT_OF_DEPTH: Final = 2.0  # error of a depth held by pitch, in seconds at up to 1 m/s, that counts as much as ...
_OUT_OF_PITCH: Final = 0.15  # ... this pitch [rad], and as half of the available fin torque
_HOLDING: Final = 1.3  # natural frequency that stabilises a hull, relative to the rate at which it turns broadside
_FASTER: Final = 2.0  # upper end of the table of gains over the speed, in cruise speeds; ...
_SLOWER: Final = 0.4  # ... gains are constant below this one
_USUAL: Final = 0.1  # angle of attack [rad] and pitch rate [rad/s] at which quadratic drag is linearised
_CLIMB_TILT: Final = 0.06  # uncontrolled pitch that a climb may cause [rad]
_TURN_ROLL: Final = 0.15  # roll that a turn may cause [rad]
_CLIMBING: Final = 0.2  # pitch at which the torque against the stiffness alone is evaluated [rad]
_CENTRIPETAL: Final = 0.3  # acceleration in a turn by fins [m/s2]
_FIN_ANGLE: Final = 0.35  # angle up to which lift is taken as linear, 20° [rad]
_LEAST_EFFECT: Final = 0.0625  # least effect of fins, as a share of that at cruise speed: that at a quarter of it
_NO_EFFECT: Final = 1e-6  # effect that counts as 0, as a share of the largest: the error of differences
_CRUISE: Final = 1.5  # forward speed for which fins are designed if nothing else is known [m/s]
_NODES: Final = 9  # nodes of the table of gains over the speed
_SPEEDS: Final = np.concatenate([[0.0], np.geomspace(0.05, 12.0, 47)])


class _Authority(NamedTuple):
    """Control authority of the actuators.

    Attributes:
        thrusters: Inverse of the allocation matrix, with zero columns for axes without thrusters, (n, 6).
        fins: Inverse of the effect of fins at cruise speed, (m, 6).
        by_thrusters: Whether thrusters control each axis, (6,).
        by_fins: Whether fins control each axis, (6,).
        most: Greatest force and torque on each axis alone, in either direction [N, N m], (6,); inf without limits.
        delay: Lag of the actuators of each axis [s], (6,).
        actual: Actual wrench per unit of demanded wrench, side effects included, (6, 6).
    """

    thrusters: Floats
    fins: Floats
    by_thrusters: Floats
    by_fins: Floats
    most: Floats
    delay: Floats
    actual: Floats


@dataclass(frozen=True, eq=False)
class Design:
    """A designed autopilot: gains, limits, warnings, and the parameters of its kernels.

    Attributes:
        autopilot: Parameters of ``kernels.autopilot.command`` by name.
        allocation: Parameters of ``kernels.allocation.allocate`` by name; empty if the wrench acts directly.
        loops: Names of the closed loops.
        axes: Axes that actuators control.
        by_fins: Axes that fins control.
        by_pitch: Whether pitch holds the depth.
        gains: P, I and D of each loop, and of the angles that are kept level.
        poles: Natural frequency ω of each of them [rad/s].
        limits: Greatest force and torque on each axis [N, N m], (6,).
        rates: Largest rate of each reference [m/s, rad/s], (6,).
        accelerations: Largest acceleration of each reference [m/s2, rad/s2], (6,).
        cruise: Forward speed of the linear model [m/s].
        top_speed: Greatest forward speed that thrusters reach [m/s]; inf without limits.
        period: Control period [s].
        warnings: Set points that cannot be reached, with the reason.
        plant: Linear model at the cruise speed.
        actual: Actual wrench per unit of demanded wrench, (6, 6).
        delay: Lag of the actuators of each axis [s], (6,).
    """

    autopilot: dict[str, Any]
    allocation: dict[str, Any]
    loops: tuple[str, ...]
    axes: tuple[str, ...]
    by_fins: tuple[str, ...]
    by_pitch: bool
    gains: dict[str, Pid]
    poles: dict[str, float]
    limits: Floats
    rates: Floats
    accelerations: Floats
    cruise: float
    top_speed: float
    period: float
    warnings: tuple[str, ...]
    plant: Plant = field(repr=False)
    actual: Floats = field(repr=False)
    delay: Floats = field(repr=False)


def design(settings: "Autopilot", vehicle: Vehicle, sea: Sea, period: float) -> Design:
    """Design an autopilot from the linear model of a vehicle and the limits and lags of its actuators.

    Args:
        settings: Set points, and tuning that is not left to the design.
        vehicle: Vehicle to control.
        sea: Sea that defines density, gravity and surface.
        period: Control period [s].

    Raises:
        ModelError: There is no set point.
    """
    return _Designer(settings, vehicle, sea, period).designed()


class _Designer:
    """Steps of a design, in order of their dependence."""

    def __init__(self, settings: "Autopilot", vehicle: Vehicle, sea: Sea, period: float):
        if not settings.loops:
            names = ", ".join(_AXIS_OF)
            message = f"the autopilot of vehicle '{vehicle.name}' has no set point"
            raise ModelError(f"{message}; give one, e.g. depth=5.0, for any of: {names}")
        self.settings, self.vehicle, self.sea, self.period = settings, vehicle, sea, period
        self.warnings = list[str]()
        self.wrench_only = settings.output == "wrench" or not vehicle.actuators
        self.floats = isinstance(vehicle.buoyancy, Hull | HydrostaticStiffness) and sea.surface is not None
        self.mass = vehicle.inertial_in(sea.density).mass_matrix()
        self.own = np.diagonal(self.mass)

    def designed(self) -> Design:
        """Complete design: the fastest loops that the actuators allow, slowed down if their margins are too small."""
        self._measure()
        best, most = None, -inf
        for _ in range(_TRIES):
            self.warnings = []
            found = self._tuned()
            each = {name: min(m.phase / _LEAST_PHASE, m.gain / _LEAST_GAIN) for name, m in margins(found).items()}
            least = min(each.values(), default=inf)
            if least <= most:
                break
            best, most = found, least
            slow = [AXES.index(axis) for axis, enough in each.items() if enough < 1.0]
            if not slow:
                break
            self.slowing[slow] *= _SLOWING
        return best or self._tuned()

    def _measure(self) -> None:
        """Determine speeds, authority and the linear model of the vehicle."""
        self.inverse, self.by_thrusters = self._thrusters()
        self.drag_at, self.moments_at = self._surge_curve()
        self.top_speed = self._top_speed()
        self.cruise = self._cruise()
        self.plant = plant_of(self.vehicle, self.sea, self.cruise)
        self.authority = self._authority()
        served = (self.authority.by_thrusters + self.authority.by_fins) > 0.0
        self.served = served
        self.turn, self.hold = self._responses() if self.authority.by_fins.any() else (0.0, 0.0)
        self.munk = self._munk()
        self.linear, self.quadratic = self._drag()
        self.limited = np.isfinite(self.authority.most)
        self.limits = np.where(self.limited, self.authority.most, _PLENTY * self.own)
        self.reached = self.top_speed
        self.slowing = np.ones(6)

    def _tuned(self) -> Design:
        """Gains and limits of the references."""
        settings, period, limits, served = self.settings, self.period, self.limits, self.served
        self.top_speed, self.slowest = self.reached, 0.0
        loops = self._loops()
        by_pitch = bool(("depth" in loops or "z" in loops) and not served[2])
        active = self._active(loops, by_pitch)
        frequencies = self._frequencies(loops, active)
        rates, accelerations = self._reference_limits(limits, frequencies)
        gains, poles = self._gains(loops, by_pitch, active, frequencies)
        P, I, D = np.zeros(6), np.zeros(6), np.zeros(6)
        reaches = np.full(6, inf)
        for name, pid in gains.items():
            if name in ("speed", "ground_speed") or (by_pitch and name in ("depth", "z")):
                continue
            i = _AXIS_OF[name]
            P[i], I[i], D[i] = pid.proportional, pid.integral, pid.derivative
            pull = _FOR_ERROR * limits[i] if self.limited[i] else inf
            reaches[i] = min(pull, pid.limit) / max(pid.proportional, 1e-12)
        reaches = np.minimum(reaches, [10.0, 10.0, 10.0, 1.0, 1.0, 1.5])
        reaches[0] = min(reaches[0], reaches[1])
        columns = (self.mass / self.own) * served[:, None]
        if by_pitch:
            reaches[2] = 10.0 * rates[2]
        speed = gains.get("speed", gains.get("ground_speed", Pid(0.0)))
        speed_frequency = frequencies[6]
        speed_acceleration = _FOR_ACCELERATION * limits[0] / self.own[0]
        speed_acceleration = min(speed_acceleration, self._bearable_acceleration(0))
        speed_reach = _FOR_ERROR * limits[0] / max(speed.proportional, 1e-12)
        if not np.isfinite(self.top_speed):
            speed_reach = inf
        by_fins = tuple(AXES[i] for i in range(6) if self.authority.by_fins[i])
        climb, step, free = self._climb(by_pitch, loops, frequencies)
        self._warn(loops, by_pitch)
        rise, trim_torque = self._trimmed(by_pitch)
        authority = _FOR_PITCH * float(limits[4]) / max(self.hold, 1e-9) if self.authority.by_fins[4] else inf
        pilot: dict[str, Any] = {
            "period": period,
            **{f"holds_{name}": float(name in loops) for name in _AXIS_OF},
            "active": active[3:].astype(float),
            "by_pitch": float(by_pitch),
            "gains_p": P, "gains_i": I, "gains_d": D,
            "frequencies": frequencies[:6], "rates": rates, "accelerations": accelerations, "reaches": reaches,
            "inertia": self.own.copy(), "columns": np.ascontiguousarray(columns.T),
            "drag_linear": self.linear, "drag_quadratic": self.quadratic,
            "stiffness": self._held_stiffness(active),
            "rest_force": self._rest_force(),
            "munk": self.munk, "munk_held": self.munk * (self.authority.by_thrusters[3:] > 0.0),
            "speed_gains": np.array([speed.proportional, speed.integral]),
            "speed_frequency": speed_frequency, "speed_acceleration": speed_acceleration,
            "speed_reach": speed_reach, "speed_limits": self._speed_limits(),
            "sway_gain": float(served[1]) * speed_frequency * self.own[1],
            "cruise": max(self.cruise, 1e-6), "largest_pitch": settings.largest_pitch,
            "pitch_authority": authority,
            "pitch_hold": self.hold if by_pitch and self.authority.by_fins[4] else 0.0,
            "rise": rise, "trim_torque": trim_torque,
            "turns_by_fins": float(self.authority.by_fins[5]),
            "pitch_free": float(free), "pitch_stiffness": float(self.plant.stiffness[4, 4]),
            "pitch_budget": _CLIMB_TILT, "least_climb": 0.02, "climb": climb, "climb_step": step,
        }  # fmt: skip
        axes = tuple(AXES[i] for i in range(6) if served[i])
        return Design(
            pilot, {} if self.wrench_only else self._allocation(), loops, axes, by_fins, by_pitch, gains, poles,
            self.authority.most, rates, accelerations, self.cruise, self.top_speed, period, tuple(self.warnings),
            self.plant, self.authority.actual, self.authority.delay,
        )  # fmt: skip

    # Capability of the vehicle

    def _thrusters(self) -> tuple[Floats, Floats]:
        """Inverse of the allocation matrix on the axes that thrusters control, (n, 6), and a mask of these, (6,)."""
        served, n = np.zeros(6), len(self.vehicle.thrusters)
        if self.wrench_only:
            served[:] = 1.0
            if self.floats:
                served[2:5] = 0.0
                for loop in self.settings.loops:
                    served[_AXIS_OF[loop]] = 1.0
            return np.zeros((0, 6)), served
        asked = [axis for axis in AXES if axis not in self.settings.fins]
        if self.floats:
            asked = [axis for axis in asked if axis not in ("heave", "roll", "pitch")]
        found = thruster_allocation(self.vehicle, asked, self.sea.density)
        inverse = np.zeros((n, 6))
        if found is not None:
            rows = [AXES.index(axis) for axis in found.axes if axis in asked]  # without the axes of fins
            inverse[:, rows] = pseudo_inverse(allocation_matrix(self.vehicle)[rows])
            served[rows] = 1.0
        return inverse, served

    def _wrenches(self, velocities: Floats, **more: Any) -> Floats:
        """Wrench on the vehicle in its rest pose at given velocities, about Bo in B [N, N m], (n, 6)."""
        calm, position, rpy = rest_of(self.vehicle, self.sea)
        sim = Simulation(self.vehicle, calm, batch=len(velocities))
        sim.set_state(position=position, orientation=quaternion_from_rpy(rpy), velocity=velocities)
        sim.to_steady_state(**more)
        return sim.acceleration()[:, 0] @ self.mass.T

    def _surge_curve(self) -> tuple[Floats, Floats]:
        """Forward speeds, (speed,), and the wrench at each, (speed, 6)."""
        velocities = np.zeros((len(_SPEEDS), 6))
        velocities[:, 0] = _SPEEDS
        wrenches = self._wrenches(velocities)
        return wrenches[0, 0] - wrenches[:, 0], wrenches - wrenches[0]

    def _most_thrust(self, axis: int, way: float, speed: float = 0.0) -> float:
        """Greatest force or torque on an axis alone, in one direction [N, N m]."""
        most = inf
        rho = self.sea.density
        for k, thruster in enumerate(self.vehicle.thrusters):
            per = way * self.inverse[k, axis]
            if per == 0.0:
                continue
            propeller = Propeller(thruster, rho)
            low, high = propeller.lowest, propeller.highest
            if thruster.advance_slope != 0.0 and thruster.command == "speed":
                slip = _slip(thruster, rho) * speed
                fastest = max(abs(float(limit)) for limit in thruster.limits)
                low, high = min(low - slip * fastest, 0.0), max(high + slip * fastest, 0.0)
            most = min(most, high / per if per > 0.0 else low / per)
        return most

    def _top_speed(self) -> float:
        if self.wrench_only or not self.by_thrusters[0]:
            return inf
        spare = np.array([self._most_thrust(0, 1.0, speed) for speed in _SPEEDS]) - self.drag_at
        beyond = np.flatnonzero(spare < 0.0)
        if not len(beyond) or not np.isfinite(spare).all():
            return inf
        k = int(beyond[0])
        f = spare[k - 1] / (spare[k - 1] - spare[k])
        return float(_SPEEDS[k - 1] + f * (_SPEEDS[k] - _SPEEDS[k - 1]))

    def _cruise(self) -> float:
        settings = self.settings
        if settings.cruise_speed is not None:
            return float(settings.cruise_speed)
        speeds = _speeds(settings, "ground_speed")
        speeds = speeds[speeds > 0.0]
        if len(speeds):
            return float(min(np.median(speeds), self.top_speed))
        if self.vehicle.fins:
            return float(min(_CRUISE, 0.6 * self.top_speed))
        return 0.0

    def _authority(self) -> _Authority:
        vehicle, fins = self.vehicle, self.vehicle.fins
        by_fins, fin_inverse = np.zeros(6), np.zeros((len(fins), 6))
        effect = self.plant.fins
        if fins and not self.wrench_only:
            effect = np.where(np.abs(effect) > _NO_EFFECT * np.max(np.abs(effect), initial=0.0), effect, 0.0)
            rows = [i for i in (3, 4, 5) if not self.by_thrusters[i]]
            while rows:
                left = uncontrollable_axes(effect[rows], tuple(AXES[i] for i in rows))
                if not left:
                    break
                rows.remove(AXES.index(left[0]))
            fin_inverse[:, rows] = pseudo_inverse(effect[rows]) if rows else 0.0
            by_fins[rows] = 1.0
        most, delay = np.full(6, inf), np.zeros(6)
        if self.wrench_only:
            if vehicle.actuation is not None:
                most, delay = vehicle.actuation.limit.copy(), vehicle.actuation.time_constant.copy()
        else:
            lags = np.array([_lag(thruster) for thruster in vehicle.thrusters])
            angles = self._fin_limits()
            fin_lags = np.array([fin.time_constant for fin in fins])
            for i in range(6):
                if self.by_thrusters[i]:
                    most[i] = min(self._most_thrust(i, 1.0), self._most_thrust(i, -1.0))
                    delay[i] = float(np.max(lags[np.abs(self.inverse[:, i]) > 0.0], initial=0.0))
                elif by_fins[i]:
                    used = np.abs(fin_inverse[:, i]) > 1e-9 * np.max(np.abs(fin_inverse[:, i]))
                    most[i] = float(np.min(angles[used] / np.abs(fin_inverse[used, i])))
                    delay[i] = float(np.max(fin_lags[used], initial=0.0))
        actual = np.diag(self.by_thrusters) if self.wrench_only else np.zeros((6, 6))
        if not self.wrench_only:
            if vehicle.thrusters:
                actual = actual + allocation_matrix(vehicle) @ self.inverse
            actual = actual + effect @ fin_inverse
        return _Authority(self.inverse, fin_inverse, self.by_thrusters, by_fins, most, delay, actual)

    def _fin_limits(self) -> Floats:
        found = list[float]()
        for fin in self.vehicle.fins:
            limit = min(float(fin.limit), _FIN_ANGLE)
            if isinstance(fin, Fin) and fin.flap_effectiveness != 0.0:
                limit = min(limit, float(fin.stall_angle / abs(fin.flap_effectiveness)))
            found.append(limit)
        return np.array(found)

    def _munk(self) -> Floats:
        """Munk moment per product of velocities: about x of v w, about y of w u, about z of u v [kg], (3,)."""
        s = 0.3
        pairs = ((1, 2), (2, 0), (0, 1))
        velocities = np.zeros((12, 6))
        for k, (i, j) in enumerate(pairs):
            for n, (a, b) in enumerate(((s, s), (-s, -s), (s, -s), (-s, s))):
                velocities[4 * k + n, [i, j]] = a, b
        torque = self._wrenches(velocities)[:, 3:]
        found = np.array([torque[4 * k : 4 * k + 4, k] @ [1.0, 1.0, -1.0, -1.0] for k in range(3)])
        found /= 4.0 * s * s
        return np.where(np.abs(found) > 1e-6 * self.own[:3].max(), found, 0.0)

    def _drag(self) -> tuple[Floats, Floats]:
        """Linear and quadratic drag of each axis, each (6,)."""
        speeds = np.array([0.25, 1.0])
        velocities = np.concatenate([way * speed * np.eye(6) for speed in speeds for way in (1.0, -1.0)])
        own = np.stack([self._wrenches(velocities).reshape(4, 6, 6)[n].diagonal() for n in range(4)])
        drags = np.stack([0.5 * (own[1] - own[0]), 0.5 * (own[3] - own[2])])
        quadratic = (drags[1] / speeds[1] - drags[0] / speeds[0]) / (speeds[1] - speeds[0])
        linear = drags[0] / speeds[0] - quadratic * speeds[0]
        linear, quadratic = np.maximum(linear, 0.0), np.maximum(quadratic, 0.0)
        if self.authority.by_fins[5]:
            linear[5], quadratic[5] = 0.5 * self.authority.most[5] / max(self.turn, 1e-3), 0.0
        if self.authority.by_fins[4]:
            linear[4] = quadratic[4] = 0.0
        return linear, quadratic

    def _responses(self) -> tuple[float, float]:
        """Steady turn rate at half of the available fin torque [rad/s], and torque per steady pitch [N m/rad].

        Both are simulated at cruise speed: the lift of many hulls comes from the fins themselves, and the rest is
        quadratic.
        """
        vehicle, cruise = self.vehicle, self.cruise
        commands: dict[str, Any] = {fin.name: np.zeros(2) for fin in vehicle.fins}
        most, k = self.authority.most, max(float(self.plant.stiffness[4, 4]), 0.0)
        torques = {5: 0.5 * float(most[5]), 4: min(0.5 * float(most[4]), _CLIMBING * k)}
        for row, axis in enumerate((5, 4)):
            if self.authority.by_fins[axis]:
                for n, fin in enumerate(vehicle.fins):
                    commands[fin.name][row] = torques[axis] * self.authority.fins[n, axis]
        drag = float(np.interp(cruise, _SPEEDS, self.drag_at))
        for k, thruster in enumerate(vehicle.thrusters):
            propeller = Propeller(thruster, self.sea.density)
            thrust = float(np.clip(self.inverse[k, 0] * drag, propeller.lowest, propeller.highest))
            commands[thruster.name] = np.full(2, float(propeller.command(np.asarray(thrust))))
            slip = _slip(thruster, self.sea.density) * cruise
            if slip != 0.0 and thruster.command == "speed":
                c = self.sea.density * thruster.diameter**4 * thruster.thrust_coefficient
                speed = (sqrt(slip * slip + 4.0 * abs(c * thrust)) - slip) / (2.0 * c)
                commands[thruster.name] = np.full(2, np.clip(speed, *thruster.limits))
        calm, position, rpy = rest_of(vehicle, self.sea)
        sim = Simulation(vehicle, calm, 0.02, batch=2)
        sim.set_state(position=position, rpy=rpy, velocity=(cruise, 0.0, 0.0, 0.0, 0.0, 0.0))
        sim.to_steady_state(actuators=commands)
        turns, pitches, rolls = list[float](), list[float](), list[float]()
        span = 0.02 * round(50.0 * min(10.0, 8.0 / cruise))
        for _ in range(30):
            sim.run(span, lambda _, __: Command(None, commands), control_period=span, throw=False)
            state = sim.state[0]
            turns.append(float(state.velocity[0, 5]))
            rolls.append(float(state.rpy[0, 0]))
            pitches.append(float(state.rpy[1, 1]))
        turn, roll, pitch = (abs(float(np.mean(values[20:]))) for values in (turns, rolls, pitches))
        turn *= min(1.0, _TURN_ROLL / max(roll, 1e-9))
        steady = float(np.ptp(pitches[20:])) < 0.5 * pitch < 0.5
        return turn, torques[4] / pitch if steady and pitch > 0.0 else k

    # Loops, frequencies, gains

    def _loops(self) -> tuple[str, ...]:
        served, found = self.served, list[str]()
        who = f"vehicle '{self.vehicle.name}'"
        for name in self.settings.loops:
            axis = _AXIS_OF[name]
            reason = ""
            if name in ("z", "depth") and not served[2]:
                if self.floats:
                    reason = "it floats, and nothing controls heave"
                elif not served[4]:
                    reason = "nothing controls heave or pitch"
                elif "pitch" in self.settings.loops:
                    reason = "nothing controls heave, and the pitch has a set point of its own"
                elif not served[0]:
                    reason = "pitch holds it, which needs forward speed, and nothing controls surge"
            elif name in ("x", "y") and not (served[0] and served[1]):
                lacking = "sway" if served[0] else "surge"
                reason = f"nothing controls {lacking}; give waypoints instead"
            elif not served[axis]:
                reason = f"nothing controls {AXES[axis]}"
            if reason:
                self.warnings.append(f"{who} cannot hold {name}: {reason}")
            else:
                found.append(name)
        return tuple(found)

    def _active(self, loops: tuple[str, ...], by_pitch: bool) -> np.ndarray:
        """Controlled axes: those of the loops, and roll and pitch if they are kept level, (6,)."""
        active = np.zeros(6, dtype=bool)
        active[[_AXIS_OF[name] for name in loops]] = True
        if by_pitch:
            active[2], active[4] = False, True
        for i in (3, 4):
            if self.served[i] and not active[i]:
                # An axis stiffer than the loop could be is left to its own stability.
                stiff = sqrt(max(float(self.plant.stiffness[i, i]), 0.0) / self.own[i])
                active[i] = self._fastest(i) > stiff
        return active

    def _fastest(self, axis: int) -> float:
        """Natural frequency that the actuators of an axis allow [rad/s]."""
        delay = self.authority.delay[axis] + 0.5 * self.period
        most = _FASTEST_AFLOAT if self.floats else _FASTEST[axis]
        if axis in (3, 4) and not self.floats:  # a slightly stiffer axis can still be damped
            stiff = sqrt(max(float(self.plant.stiffness[axis, axis]), 0.0) / self.own[axis])
            most = max(most, min(1.3 * stiff, 1.5 * most))
        felt = sqrt(self.limits[axis] / self.own[axis] / _FELT[axis]) if self.limited[axis] else inf
        return float(min(most, _DELAYED / max(delay, 1e-9), felt))

    def _frequencies(self, loops: tuple[str, ...], active: np.ndarray) -> Floats:
        """Natural frequency of each axis and of the speed [rad/s], (7,)."""
        found = np.array([*(self._fastest(i) for i in range(6)), 0.0])
        found[0] = found[1] = min(found[0], found[1]) if self.served[1] else found[0]
        delay = self.authority.delay[0] + 0.5 * self.period
        available = self.limits[0] / self.own[0]
        usual = self.top_speed if np.isfinite(self.top_speed) else _CRUISE
        found[6] = min(_FASTEST[0], _DELAYED / delay, 2.0 * available / usual if self.limited[0] else inf)
        if self.authority.by_fins[5]:
            found[5] = max(found[5], _HOLDING * self._diverging(self.cruise, 1, 5))
        found[:6] *= self.slowing
        general, given = self.settings.natural_frequency, self.settings.natural_frequencies
        if general is not None:
            found[:] = general
        for name, w in given.items():
            found[6 if name in ("speed", "ground_speed") else _AXIS_OF[name]] = w
        return found

    def _gains(
        self, loops: tuple[str, ...], by_pitch: bool, active: np.ndarray, frequencies: Floats
    ) -> tuple[dict[str, Pid], dict[str, float]]:
        settings, plant = self.settings, self.plant
        gamma, zeta = settings.integral_pole, settings.damping_ratio
        names = list(loops)
        names += [name for name in ("roll", "pitch") if active[_AXIS_OF[name]] and name not in names]
        gains, poles = dict[str, Pid](), dict[str, float]()
        for name in names:
            i = _AXIS_OF[name]
            w = float(frequencies[6 if name in ("speed", "ground_speed") else i])
            m, d, k = (float(matrix[i, i]) for matrix in (plant.mass, plant.damping, plant.stiffness))
            outer = by_pitch and name in ("depth", "z")
            if outer and name not in settings.natural_frequencies:
                follows = float(plant.damping[2, 2] / plant.mass[2, 2])
                w = _OUTER * min(float(frequencies[4]), follows if follows > 0.0 else inf)
            poles[name] = w
            if name in settings.gains:
                gains[name] = settings.gains[name]
            elif outer:
                gains[name] = Pid.placed_on_speed(
                    1.0 / self.cruise, natural_frequency=w, damping_ratio=zeta, integral=gamma > 0.0,
                    limit=settings.largest_pitch,
                )  # fmt: skip
            elif name in ("speed", "ground_speed"):
                gains[name] = Pid.placed_on_speed(m, d, natural_frequency=w, damping_ratio=zeta, integral=gamma > 0.0)
            else:
                gains[name] = Pid.placed(m, d, k, natural_frequency=w, damping_ratio=zeta, integral_pole=gamma)
        return gains, poles

    def _held_stiffness(self, active: np.ndarray) -> Floats:
        k = np.diagonal(self.plant.stiffness)[3:]
        return np.where(active[3:], k, 0.0) * np.array([1.0, 1.0, 0.0])

    # Limits of the references

    def _reference_limits(self, limits: Floats, frequencies: Floats) -> tuple[Floats, Floats]:
        rates, accelerations = np.zeros(6), _FOR_ACCELERATION * limits / self.own
        for i in range(6):
            a, b, F = self.linear[i], self.quadratic[i], _FOR_RATE * limits[i]
            rate = (sqrt(a * a + 4.0 * b * F) - a) / (2.0 * b) if b > 0.0 else F / a if a > 0.0 else inf
            rates[i] = min(rate if self.limited[i] else _PLENTY, 2.0 if i < 3 else _TURN_RATE)
        if self.authority.by_fins[5]:
            rates[5] = min(self.turn, _TURN_RATE, _CENTRIPETAL / self.cruise)
        for i in (0, 1):
            accelerations[i] = min(accelerations[i], self._bearable_acceleration(i))
        if self.served[0] and self.served[1]:
            rates[0] = rates[1] = min(rates[0], rates[1])
            accelerations[0] = accelerations[1] = min(accelerations[0], accelerations[1])
        if not self.served[2]:
            rates[2] = max(0.8 * self.cruise * sin(self.settings.largest_pitch), 1e-3)
            accelerations[2] = rates[2] * 0.3
        return rates, np.maximum(accelerations, 1e-9)

    def _bearable_acceleration(self, axis: int) -> float:
        """Acceleration along surge or sway that keeps an uncontrolled roll or pitch small [m/s2]."""
        tilt = 4 if axis == 0 else 3
        k = float(self.plant.stiffness[tilt, tilt])
        if self.served[tilt] or k <= 0.0:
            return inf
        per = abs(self.authority.actual[tilt, axis] * self.own[axis] - self.mass[tilt, axis])
        return _FREE_TILT * k / max(float(per), 1e-12)

    def _speed_limits(self) -> Floats:
        high = self.top_speed
        low = -high
        if not self.wrench_only and self.by_thrusters[0]:
            astern = self._most_thrust(0, -1.0)
            if np.isfinite(astern):
                low = -float(np.interp(astern, np.maximum.accumulate(self.drag_at), _SPEEDS))
        if self.authority.by_fins.any():
            low = 0.0
        return np.array([low, high])

    def _trimmed(self, by_pitch: bool) -> tuple[float, float]:
        """Climb rate [m/s] and torque [N m] by which a vehicle that holds depth by pitch differs from a neutral one."""
        if not by_pitch or not self.authority.by_fins[4]:
            return 0.0, 0.0
        try:
            found = trim(self.vehicle, rest_of(self.vehicle, self.sea)[0], speed=self.cruise)
        except ModelError:
            return 0.0, 0.0
        pitch = float(found.rpy[1])
        angles = np.array([found.actuators[fin.name] for fin in self.vehicle.fins])
        torque = float(self.plant.fins[4] @ angles)
        return self.cruise * sin(pitch), torque - self.hold * pitch

    def _rest_force(self) -> float:
        """Vertical force that holds the vehicle at rest [N]."""
        if self.floats or not self.served[2]:
            return 0.0
        return -float(self._wrenches(np.zeros((1, 6)))[0, 2])

    # Depth with an uncontrolled pitch, or by pitch

    def _climb(self, by_pitch: bool, loops: tuple[str, ...], frequencies: Floats) -> tuple[Floats, float, bool]:
        """Gains of heave or pitch that hold the depth over the speed, (node, 5); speed step [m/s]; whether by heave."""
        table = np.zeros((_NODES, 5))
        if by_pitch:
            step = _FASTER * self.cruise / (_NODES - 1)
            for n in reversed(range(_NODES)):
                u = max(n * step, _SLOWER * self.cruise)
                # As fast as the delay of the fins allows, but fast enough to stabilise a hull that turns broadside.
                fast = max(float(frequencies[4]), _HOLDING * self._diverging(u, 2, 4))
                most = 0.5 * float(self.limits[4]) * (u / self.cruise) ** 2
                most = min(most, float(self.own[4]) * fast * fast * _OUT_OF_PITCH)
                table[n] = self._climb_gains(u, 4, (_OUT_OF_DEPTH * min(u, 1.0), _OUT_OF_PITCH, most))
                # At low speed fins act in reverse: they push the stern up more than they turn the nose down.
                if n < _NODES - 1 and min(*table[n, :2], *table[n, 3:]) <= 0.0:
                    table[: n + 1] = table[n + 1]
                    self.slowest = (n + 1) * step
                    break
            return table, step, False
        k, c = float(self.plant.stiffness[4, 4]), float(self.munk[1])
        free = bool(self.served[2]) and not self.served[4] and k > 0.0 and c > 0.0 and not self.floats
        if not free or not {"z", "depth"} & set(loops):
            return table, 1.0, False
        # Above this speed the pitch diverges faster than the heave can hold it.
        delay = self.authority.delay[2] + 0.5 * self.period
        fastest = 0.25 / delay
        share = float(self.own[0] / self.own[2])
        limit = sqrt((fastest * fastest * self.own[4] + k) / (c * share))
        self.top_speed = min(self.top_speed, limit)
        step = self.top_speed / (_NODES - 1)
        w = float(frequencies[2])
        for n in range(_NODES):
            table[n] = self._climb_gains(n * step, 2, (1.0, 0.3, w * w * float(self.own[2])))
        return table, step, True

    def _diverging(self, u: float, across: int, turning: int) -> float:
        """Rate at which a hull moving ahead diverges towards broadside [1/s]; 0 if it does not."""
        plant, at = plant_of(self.vehicle, self.sea, u), [across, turning]
        M, D = (matrix[np.ix_(at, at)] for matrix in (plant.mass, plant.damping))
        A = np.zeros((3, 3))
        A[0, 2] = 1.0
        A[1:, 1:] = -np.linalg.solve(M, D)
        A[1:, 0] = -np.linalg.solve(M, [0.0, float(plant.stiffness[turning, turning])])
        return max(float(np.max(np.linalg.eigvals(A).real)), 0.0)

    def _climb_gains(self, u: float, axis: int, scales: tuple[float, float, float]) -> Floats:
        """Linear-quadratic gains on z, its integral, its rate, pitch and pitch rate at a forward speed, (5,).

        Args:
            u: Forward speed through the water [m/s].
            axis: Index of the axis that holds the depth: heave or pitch.
            scales: Depth error [m], pitch [rad] and effort [N or N m] of equal weight.
        """
        from scipy.linalg import solve_continuous_are  # takes half a second to import

        plant, at = plant_of(self.vehicle, self.sea, u), [2, 4]
        M, D, K = (matrix[np.ix_(at, at)] for matrix in (plant.mass, plant.damping, plant.stiffness))
        # Quadratic drag is linearised at a typical angle of attack and pitch rate.
        D = D + np.diag(self.quadratic[at] * [_USUAL * u, _USUAL])
        inverse = np.linalg.inv(M)
        # ∫z, z, θ, w, q
        A, B = np.zeros((5, 5)), np.zeros((5, 1))
        A[0, 1] = 1.0
        A[1, 2], A[1, 3] = -u, 1.0
        A[2, 4] = 1.0
        A[3:, 1:3], A[3:, 3:] = -inverse @ K, -inverse @ D
        B[3:, 0] = inverse @ self.authority.actual[at, axis]
        depth, pitch, effort = scales
        w = sqrt(effort / (depth * float(self.own[2]))) if axis == 2 else 0.2
        gamma = self.settings.integral_pole
        Q = np.diag([(gamma * w / depth) ** 2, 1.0 / depth**2, 1.0 / pitch**2, 0.0, 0.0])
        if gamma == 0.0:
            A, B, Q = A[1:, 1:], B[1:], Q[1:, 1:]
        X = np.asarray(solve_continuous_are(A, B, Q, np.eye(1) / effort**2))
        found = (B.T @ X)[0] * effort**2
        I, P, turn, heave, damp = found if gamma > 0.0 else (0.0, *found)
        if axis == 4:
            return np.array([-P, -I, heave, turn, damp])  # the nose goes up by a negative torque
        return np.array([P, I, heave, turn + heave * u, damp])

    # Warnings, and parameters of the allocation

    def _warn(self, loops: tuple[str, ...], by_pitch: bool) -> None:
        settings, who = self.settings, f"vehicle '{self.vehicle.name}'"
        if "speed" in loops:
            asked = float(np.max(_speeds(settings), initial=0.0))
            if asked > self.top_speed:
                self.warnings.append(
                    f"{who} cannot hold a speed of {asked:.3g} m/s: its top speed is {self.top_speed:.3g} m/s"
                )
        if by_pitch and self.slowest > self.cruise:
            self.warnings.append(
                f"{who} cannot hold its depth at {self.cruise:.3g} m/s: its fins act in reverse below about "
                f"{self.slowest:.3g} m/s"
            )
        driven = settings.cruise_speed is not None or bool({"speed", "ground_speed"} & set(loops))
        if by_pitch and not driven:
            self.warnings.append(
                f"{who} holds its depth by pitch, which needs forward speed; give one, e.g. speed={self.cruise:.3g}"
            )
        elif self.authority.by_fins[5] and "yaw" in loops and not driven:
            self.warnings.append(
                f"{who} holds its yaw by fins, which need forward speed; give one, e.g. speed={self.cruise:.3g}"
            )

    def _thrusters_in_use(self) -> Floats:
        """Inverse of the allocation matrix, (n, 6), without propellers that serve surge alone if no loop needs surge.

        Their thrust would be next to none, and the command for that is the speed at which a propeller idles in its
        inflow. It would add to the command of whoever drives the vehicle ahead.
        """
        inverse = self.authority.thrusters
        if _SURGE.isdisjoint(self.settings.loops) and len(inverse):
            size = np.max(np.abs(inverse), initial=0.0)
            inverse = np.where(np.any(np.abs(inverse[:, 1:]) > 1e-9 * size, axis=1)[:, None], inverse, 0.0)
        return inverse

    def _allocation(self) -> dict[str, Any]:
        vehicle, rho = self.vehicle, self.sea.density
        propellers = [Propeller(thruster, rho) for thruster in vehicle.thrusters]
        n, m = len(propellers), len(vehicle.fins)
        kinds = {"thrust": IN_THRUST, "speed": IN_SPEED, "table": IN_TABLE}
        per = [rho * t.diameter**4 for t in vehicle.thrusters]
        commands, thrusts, first, last = list[float](), list[float](), list[float](), list[float]()
        for propeller in propellers:
            first.append(len(commands))
            commands += propeller.commands.tolist()
            thrusts += propeller.thrusts.tolist()
            last.append(max(len(commands) - 1, first[-1]))
        ahead = [p * t.thrust_coefficient for p, t in zip(per, vehicle.thrusters, strict=True)]
        astern = [p * t.reverse_thrust_coefficient for p, t in zip(per, vehicle.thrusters, strict=True)]
        slips = [_slip(t, rho) for t in vehicle.thrusters]
        low = [float(t.limits[0]) for t in vehicle.thrusters]
        high = [float(t.limits[1]) for t in vehicle.thrusters]
        turned = [c < 0.0 for c in ahead]  # positive thrust at negative speeds
        fastest = [-a if t else b for a, b, t in zip(low, high, turned, strict=True)]
        slowest = [b if t else -a for a, b, t in zip(low, high, turned, strict=True)]
        limits = self._fin_limits()
        return {
            "thruster_count": n, "fin_count": m,
            "inverse": _table(self._thrusters_in_use().ravel()), "fin_inverse": _table(self.authority.fins.ravel()),
            "by_thrusters": self.authority.by_thrusters, "by_fins": self.authority.by_fins,
            "lowest": _table([p.lowest for p in propellers]), "highest": _table([p.highest for p in propellers]),
            "kinds": _table([kinds[t.command] for t in vehicle.thrusters]),
            "ahead": _table(ahead), "astern": _table(astern), "slips": _table(slips),
            "fastest": _table(fastest), "slowest": _table(slowest),
            "command_lowest": _table(low), "command_highest": _table(high),
            "dead_bands": _table([t.dead_band for t in vehicle.thrusters]),
            "table_first": _table(first), "table_last": _table(last),
            "table_commands": _table(commands), "table_thrusts": _table(thrusts),
            "table_index": _table([_index(p.thrusts, start) for p, start in zip(propellers, first, strict=True)]),
            "table_scale": _table([_scale(p.thrusts) for p in propellers]),
            "table_slopes": _table([slope for p in propellers for slope in _slopes(p)]),
            "fin_limits": _table(limits), "cruise": max(self.cruise, 1e-6), "least_effect": _LEAST_EFFECT,
        }  # fmt: skip


def _index(thrusts: Floats, start: float) -> Floats:
    """Index of the first node of a table at or above each of equally spaced thrusts, (INDEXED,)."""
    if not len(thrusts):
        return np.zeros(INDEXED)
    steps: Floats = np.linspace(float(thrusts[0]), float(thrusts[-1]), INDEXED)
    return start + np.asarray(np.searchsorted(thrusts, steps, side="left"), dtype=np.float64)


def _scale(thrusts: Floats) -> float:
    """Entries of the index of a table per unit of thrust [1/N]."""
    return (INDEXED - 1) / float(thrusts[-1] - thrusts[0]) if len(thrusts) and thrusts[-1] > thrusts[0] else 0.0


def _slopes(propeller: Propeller) -> list[float]:
    """Command per thrust from each node of a table to the next; 0 at the last node and between equal thrusts."""
    rise = np.diff(propeller.thrusts)
    slopes = np.where(rise > 0.0, np.diff(propeller.commands) / np.where(rise > 0.0, rise, 1.0), 0.0)
    return [*slopes.tolist(), *([0.0] if len(propeller.thrusts) else [])]


def _table(values: Any) -> Floats:
    """A table for a kernel; an empty table gets one 0."""
    found = np.asarray(values, dtype=np.float64).ravel()
    return found if len(found) else np.zeros(1)


def _speeds(settings: "Autopilot", *others: str) -> Floats:
    """All speeds of set points and guidance [m/s]."""
    given = [getattr(settings, name) for name in ("speed", *others)]
    for each in settings.guidance:
        given += [getattr(each, name, None) for name in ("speed", "speeds")]
    return np.concatenate([np.zeros(0), *(np.abs(_values(value)).ravel() for value in given if value is not None)])


def _values(value: Any) -> Floats:
    """All values that a set point takes."""
    return np.atleast_1d(np.asarray(getattr(value, "values", value), dtype=np.float64))


def _slip(thruster: Thruster, density: float) -> float:
    """Change of thrust with the forward speed, divided by the propeller speed [N s2/(m rad)]."""
    return float(
        density * thruster.diameter**3 * thruster.advance_slope * (1.0 - thruster.wake_fraction) * thruster.axis[0]
    )


def _lag(thruster: Thruster) -> float:
    """Time constant of a thruster [s]."""
    if thruster.drive == "pid":
        return float(thruster.inertia / thruster.gains[0])
    return float(thruster.time_constant)

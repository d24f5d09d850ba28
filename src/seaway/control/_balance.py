"""Unknowns of a trim, and the balance of wrenches that determines them."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats
from seaway.control._allocation import AXES
from seaway.control._plant import STEP, rest_of
from seaway.control._rows import check_names
from seaway.control._serving import thruster_allocation
from seaway.errors import ModelError
from seaway.frames import quaternion_conjugated, quaternion_from_rpy, rotated
from seaway.hydro import hydrostatics
from seaway.sea import Current, Sea, Wind
from seaway.sim import Command, Simulation
from seaway.vehicle import Buoyancy, Fin, FinDerivatives, Hull, HydrostaticStiffness, Vehicle

Free = Literal["free"]

# Wrenches are in balance if their sum is less than this share of the largest; the solver reaches about 1e-12.
_BALANCED: Final = 1e-7
_STEEPEST: Final = 1.4  # largest roll, pitch and drift that are sought [rad]
_ROUNDING: Final = 1e-9
_INSIDE: Final = 1.0 - 1e-9
_STARTS: Final = 6  # number of start values, the first being level
_UNITS: Final = {"speed": "m/s", "climb": "m/s", "height": "m", **dict.fromkeys(("roll", "pitch", "drift"), "rad")} | {
    "turn_rate": "rad/s"
}
_LIFTED: Final = ("heave", "roll", "pitch")


def steady_sea(sea: Sea, time: float) -> Sea:
    """The sea without waves and gusts, with the current at a given time [s]."""
    current, wind = sea.current, sea.wind
    if current is not None:
        current = Current(current.at(np.full(len(current.depths), time), current.depths), depths=current.depths)
    if wind is not None:
        wind = Wind(wind.velocity, reference_height=wind.reference_height, exponent=wind.exponent)
    return sea.replace(current=current, waves=None, wind=wind)


def flow_at(sea: Sea, height: ArrayLike) -> Floats:
    """Velocity of the current of a steady sea at heights z_W [m], (..., 3)."""
    z = np.asarray(height, dtype=np.float64)
    if sea.current is None:
        return np.zeros((*z.shape, 3))
    return sea.current.at(np.zeros_like(z), (0.0 if sea.surface is None else sea.surface) - z)


def given_commands(vehicle: Vehicle, actuators: Mapping[str, float] | None) -> dict[str, float]:
    """Commands of all actuators; default: 0.

    Raises:
        ModelError: An actuator does not exist, or a command is not finite.
    """
    given = dict(actuators or {})
    check_names(given, vehicle.actuators, f"vehicle '{vehicle.name}' has no actuator")
    return {
        name: float(finite_floats(given.get(name, 0.0), (), f"the command of '{name}'")) for name in vehicle.actuators
    }


class Balance:
    """Sum of the wrenches on a vehicle in steady motion, as a function of the unknowns.

    Args:
        vehicle: Vehicle to balance.
        sea: Steady sea.
        motion: A number, ``"free"`` or None for each of ``"speed"``, ``"climb"``, ``"height"`` (given as a depth),
            ``"roll"``, ``"pitch"``, ``"drift"`` and ``"turn_rate"``.
        yaw: Yaw of B in W [rad].
        actuators: Given commands of actuators by name.
        wrench: Given wrench about Bo in B [N, N m], (6,).

    Attributes:
        names: Names of the unknowns, in the order of x.

    Raises:
        ModelError: An actuator does not exist, or a number is not finite.
    """

    def __init__(
        self, vehicle: Vehicle, sea: Sea, motion: Mapping[str, Any], yaw: float,
        actuators: Mapping[str, float] | None, wrench: ArrayLike | None,
    ):  # fmt: skip
        self.vehicle, self.sea = vehicle, sea
        self.yaw = float(finite_floats(yaw, (), "the yaw [rad]"))
        self._given = given_commands(vehicle, actuators)
        self._wrench = finite_floats(np.zeros(6) if wrench is None else wrench, (6,), "the wrench [N, Nm]")
        afloat = isinstance(vehicle.buoyancy, Hull | HydrostaticStiffness) and sea.surface is not None
        lifted = motion["height"] == "free" or (motion["height"] is None and afloat)
        held = set(actuators or {})
        self._allocation = None
        pushes = self._pushing = self._pushes(lifted, wrench is not None, held)
        automatic = {
            "height": lifted,
            "roll": "roll" not in pushes,
            "pitch": "pitch" not in pushes or "heave" not in pushes,
            "drift": "sway" not in pushes,
        }
        self._fixed = dict.fromkeys(_UNITS, 0.0) | {"height": _height(vehicle, sea)}
        for name, value in motion.items():
            if value is not None and value != "free":
                what = "depth [m]" if name == "height" else f"{name} [{_UNITS[name]}]"
                number = float(finite_floats(value, (), f"the {what}"))
                self._fixed[name] = (sea.surface or 0.0) - number if name == "height" else number
        self._motion = tuple(k for k, v in motion.items() if v == "free" or (v is None and automatic.get(k, False)))
        self._rest = _at_rest(vehicle, sea) if lifted else {}
        turning = "turn_rate" in self._motion or self._fixed["turn_rate"] != 0.0
        if turning and (sea.current is not None or sea.wind is not None):
            message = f"vehicle '{vehicle.name}' cannot turn steadily in a current or wind"
            raise ModelError(f"{message}; trim it in a sea without them")
        self._fins = tuple(fin.name for fin in vehicle.fins if fin.name not in held and _turns(fin))
        self.names = (*self._motion, *self._pushing, *self._fins)
        self._thrusts = slice(len(self._motion), len(self._motion) + len(self._pushing))
        self._axes = [AXES.index(axis) for axis in self._pushing]
        self._sims = dict[int, Simulation]()
        self._mass = vehicle.inertial_in(sea.density).mass_matrix()

    def _pushes(self, lifted: bool, wrench_given: bool, held: set[str]) -> tuple[str, ...]:
        """Axes on which thrusts, or a wrench, are unknown."""
        wanted = [axis for axis in AXES if not (lifted and axis in _LIFTED)]
        if not self.vehicle.actuators:
            return () if wrench_given else tuple(wanted)
        if any(thruster.name in held for thruster in self.vehicle.thrusters):
            return ()
        self._allocation = thruster_allocation(self.vehicle, wanted, self.sea.density)
        return () if self._allocation is None else tuple(axis for axis in self._allocation.axes if axis in wanted)

    # The balance

    def motion(self, X: Floats) -> tuple[Floats, Floats, Floats]:
        """Position, roll-pitch-yaw and velocity for n sets of unknowns, (n, 3), (n, 3), (n, 6)."""
        values = {name: np.full(len(X), value) for name, value in self._fixed.items()}
        values |= {name: X[:, k] for k, name in enumerate(self._motion)}
        zero = np.zeros(len(X))
        rpy = np.stack([values["roll"], values["pitch"], zero + self.yaw], axis=-1)
        course = self.yaw + values["drift"]
        v_W = np.stack([values["speed"] * np.cos(course), values["speed"] * np.sin(course), values["climb"]], axis=-1)
        v_W = v_W + flow_at(self.sea, values["height"])
        q_BW = quaternion_conjugated(quaternion_from_rpy(rpy))
        w_B = rotated(q_BW, np.stack([zero, zero, values["turn_rate"]], axis=-1))
        position = np.stack([zero, zero, values["height"]], axis=-1)
        return position, rpy, np.concatenate([rotated(q_BW, v_W), w_B], axis=-1)

    def commands(self, X: Floats) -> tuple[Floats, dict[str, Floats]]:
        """Commanded wrench, (n, 6), and commands of actuators by name, each (n,)."""
        wrench = np.tile(self._wrench, (len(X), 1))
        commands = {name: np.full(len(X), value) for name, value in self._given.items()}
        asked = self._asked(X)
        if self._allocation is not None:
            commands.update(self._allocation.allocate(asked).by_name())
        else:
            wrench += asked
        for k, name in enumerate(self._fins):
            commands[name] = X[:, self._thrusts.stop + k]
        return wrench, commands

    def _asked(self, X: Floats) -> Floats:
        """Unknown wrench, (n, 6)."""
        asked = np.zeros((len(X), 6))
        asked[:, self._axes] = X[:, self._thrusts]
        return asked

    def residual(self, X: Floats) -> Floats:
        """Sum of all wrenches about Bo in B [N, N m], (n, 6): M times the acceleration in a simulation."""
        return self._simulated(X).acceleration()[:, 0] @ self._mass.T

    def balanced(self, x: Floats) -> bool:
        """Whether the wrenches are in balance, to rounding."""
        return bool(np.all(np.abs(self.residual(x[None])[0]) <= self._tolerance(x)))

    def _simulated(self, X: Floats) -> Simulation:
        if len(X) not in self._sims:
            self._sims[len(X)] = Simulation(self.vehicle, self.sea, batch=len(X))
        sim = self._sims[len(X)]
        position, rpy, velocity = self.motion(X)
        sim.set_state(position=position, rpy=rpy, velocity=velocity)
        wrench, commands = self.commands(X)
        sim.to_steady_state(Command(wrench[:, None], commands))
        return sim

    def _tolerance(self, x: Floats) -> Floats:
        """Largest residual of a balance, (6,): a share of the largest wrench of a force, and of 1 N or N m."""
        laws = np.stack([wrench[0, 0] for wrench in self._simulated(x[None]).forces().values()])
        largest = np.max(np.abs(laws), axis=0)
        return _BALANCED * np.repeat([max(1.0, *largest[:3]), max(1.0, *largest[3:])], 3)

    # The solution

    def solved(self) -> Floats:
        """Best solution from several start values, (n,)."""
        from scipy.optimize import least_squares  # imported here because it is slow

        low, high = self._bounds()
        best, least = np.zeros(len(self.names)), np.inf
        for start in self._starts():
            # The solver needs a start strictly within the bounds.
            x = np.clip(start, _INSIDE * low, _INSIDE * high)
            if len(x):
                ends: Any = {"ftol": 1e-14, "xtol": 1e-14, "gtol": 1e-14, "max_nfev": 100}
                found: Any = least_squares(self.scaled, x, self.slopes, (low, high), x_scale="jac", **ends)
                x = self._polished(np.asarray(found.x, dtype=np.float64), low, high)
            miss = float(np.max(np.abs(self.residual(x[None])[0]) / self._tolerance(x)))
            if miss < least:
                best, least = x, miss
            if least <= 1.0:
                break
        # Set values that are mere rounding to 0, if that is a balance too: thrusters in a dead zone then stand still.
        small = np.full(len(best), _ROUNDING)
        small[self._thrusts] = self._tolerance(best)[self._axes]
        tidy = np.where(np.abs(best) <= small, 0.0, best)
        return tidy if self.balanced(tidy) else best

    def scaled(self, x: Floats) -> Floats:
        """Residual as the acceleration of each axis alone, (6,)."""
        return self.residual(x[None])[0] / np.diagonal(self._mass)

    def slopes(self, x: Floats) -> Floats:
        """Derivative of ``scaled`` with respect to x, by central differences in one batch, (6, n)."""
        steps = STEP * np.maximum(1.0, np.abs(x))
        shifts = np.diag(steps)
        found = self.residual(np.concatenate([x + shifts, x - shifts])) / np.diagonal(self._mass)
        return ((found[: len(x)] - found[len(x) :]) / (2.0 * steps[:, None])).T

    def _polished(self, x: Floats, low: Floats, high: Floats) -> Floats:
        """Refine by minimum-norm Newton steps as long as they reduce the residual."""
        size = float(np.max(np.abs(self.scaled(x))))
        for _ in range(8):
            step = np.linalg.lstsq(self.slopes(x), -self.scaled(x), rcond=1e-10)[0]
            new = np.clip(x + step, low, high)
            left = float(np.max(np.abs(self.scaled(new))))
            if not left < size:
                break
            x, size = new, left
        return x

    def _starts(self) -> list[Floats]:
        """Start values: level at 1 m/s with thrusts against the residual; then fixed points around it."""
        x = np.zeros(len(self.names))
        first = len(self._motion)
        usual = {"speed": 1.0, "height": self._fixed["height"], **self._rest}
        x[:first] = [usual.get(name, 0.0) for name in self._motion]
        missing = self.residual(x[None])[0]
        if "climb" in self._motion:
            x[self._motion.index("climb")] = np.sign(missing[2])
        x[self._thrusts] = -missing[self._axes]
        random = np.random.default_rng(0)
        spread = np.zeros(len(x))
        spread[:first] = [0.0 if name == "height" else 0.1 for name in self._motion]
        return [x, *(x + spread * random.normal(size=len(x)) for _ in range(_STARTS - 1))]

    def _bounds(self) -> tuple[Floats, Floats]:
        limits = {fin.name: fin.limit for fin in self.vehicle.fins}
        most = [_STEEPEST if name in ("roll", "pitch", "drift") else np.inf for name in self._motion]
        most += [np.inf] * len(self._pushing) + [limits[name] for name in self._fins]
        return -np.array(most), np.array(most)

    def failure(self, x: Floats) -> str:
        """Message with the residual of each axis, and the actuators at their limits."""
        left, tolerance = self.residual(x[None])[0], self._tolerance(x)
        axes = [
            f"{name} lacks {-left[k]:.4g} {'N' if k < 3 else 'N m'}"
            for k, name in enumerate(AXES)
            if abs(left[k]) > tolerance[k]
        ]
        _, high = self._bounds()
        full = [name for name, value, most in zip(self.names, x, high, strict=True) if abs(value) >= most - 1e-6]
        if self._allocation is not None:
            thrusts = self._allocation.allocate(self._asked(x[None])[0]).thrusts
            beyond = self._allocation.at_limit(thrusts, _ROUNDING)
            full += [name for name, limited in zip(self._allocation.names, beyond, strict=True) if limited]
        limits = f"; at the limit: {', '.join(map(repr, full))}" if full else ""
        message = f"vehicle '{self.vehicle.name}' cannot be balanced: {', '.join(axes)}{limits}"
        looked = ", ".join(self.names) or "nothing"
        return f"{message}. Unknowns: {looked}. Try another speed or depth, or leave more quantities free"


def _height(vehicle: Vehicle, sea: Sea) -> float:
    """Height of Bo at which the vehicle is submerged: twice the depth to which it extends."""
    reach = [1.0]
    if isinstance(vehicle.buoyancy, Buoyancy):
        reach.append(float(np.linalg.norm(vehicle.buoyancy.center)) + vehicle.buoyancy.shape.reach)
    reach += [float(np.linalg.norm(thruster.position)) + thruster.diameter for thruster in vehicle.thrusters]
    reach += [float(np.linalg.norm(fin.position)) + fin.area**0.5 for fin in vehicle.fins if isinstance(fin, Fin)]
    return (sea.surface or 0.0) - 2.0 * max(reach)


def _at_rest(vehicle: Vehicle, sea: Sea) -> dict[str, float]:
    """Height, roll and pitch at which a vehicle floats at rest."""
    if isinstance(vehicle.buoyancy, Buoyancy | Hull):
        pose = hydrostatics(vehicle, sea).pose
        return dict(zip(("height", "roll", "pitch"), (pose.p[2], *pose.rpy[:2]), strict=True))
    position = rest_of(vehicle, sea)[1]
    return {"height": float(position[2])}


def _turns(fin: Fin | FinDerivatives) -> bool:
    """Whether the angle of a fin has an effect."""
    return not isinstance(fin, Fin) or any((fin.flap_effectiveness, fin.lift_per_deflection, fin.moment_per_deflection))

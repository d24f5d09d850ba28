"""Commands of a simulation: wrenches, and set points of actuators by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats
from seaway.controllers import Compiled, Controller
from seaway.engine import Engine
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.forces import name_of
from seaway.parts import near
from seaway.sim._state import State
from seaway.vehicle import Vehicle

__all__ = ["Actuators", "AnyController", "Command", "Commands", "ControlFunction", "numbers"]

Actuators = ArrayLike | Mapping[str, ArrayLike]


@dataclass(frozen=True, eq=False)
class Command:
    """Control inputs.

    Attributes:
        wrench: Force and torque about Bo in B [N, N m]: (6,) for every vehicle and run, (vehicle, 6) for every run, or
            (batch, vehicle, 6); with one vehicle also (batch, 6). Default: 0.
        actuators: Set points of thrusters, fins and other forces with a command: (actuator,) for every run or
            (batch, actuator), in the order of ``Simulation.actuators``; or by name, each () or (batch,), those omitted
            being 0. Default: 0.
    """

    wrench: ArrayLike | None = None
    actuators: Actuators | None = None


ControlFunction = Callable[[float, State], Command | ArrayLike]
"""``function(t, state)`` that returns the command of all runs at once."""

AnyController = Controller | Compiled | ControlFunction
"""Any controller that ``Simulation.run`` accepts."""


class Commands:
    """Commands of all vehicles in all runs of an engine.

    Args:
        engine: Engine that holds them.
        vehicles: Its vehicles.

    Attributes:
        names: Names of the actuators: thrusters of all vehicles, then fins, then user-defined forces; with several
            vehicles ``"vehicle.actuator"``.
        inputs: Index of each actuator's command among the commands of a run.
    """

    def __init__(self, engine: Engine, vehicles: tuple[Vehicle, ...]):
        self._engine, self._vehicles = engine, tuple(vehicle.name for vehicle in vehicles)
        several, rank = len(vehicles) > 1, {"thrusters": 0, "fins": 1}
        order = {id(part): n for vehicle in vehicles for n, part in enumerate(vehicle.pushing)}
        own = [instance for instance in engine.instances if instance.input >= 6 * len(vehicles)]
        own.sort(key=lambda each: (rank.get(each.law.force, 2), each.vehicle, order[id(each.force)]))
        prefixes = [f"{name}." if several else "" for name in self._vehicles]
        self.names = tuple(prefixes[each.vehicle] + name_of(each.force) for each in own)
        self.inputs = tuple(each.input for each in own)
        self._owners = {each.input: each.vehicle for each in own}
        self._places = _places(self.inputs)
        self._holding = False

    def place_of(self, name: str) -> int:
        """Index of an actuator's command among the commands of a run.

        Raises:
            ModelError: There is no such actuator.
        """
        if name not in self.names:
            known = f"; there are: {', '.join(self.names) or 'none'}"
            raise ModelError(f"no actuator named '{name}'{near(str(name), list(self.names), 0.6) or known}")
        return self.inputs[self.names.index(name)]

    def restored(self) -> None:
        """Note that the engine may hold commands that were not written by this object."""
        self._holding = True

    def hold(self, wrench: Command | ArrayLike | None, actuators: Actuators | None = None) -> None:
        """Hold commands until the next call; the step checks that they are finite.

        Args:
            wrench: Wrench about Bo in B [N, N m], as in ``Command``; or a ``Command``; default: 0.
            actuators: Set points of actuators, as in ``Command``; default: 0.

        Raises:
            ModelError: A shape does not fit, there is no such actuator, or actuators are given twice.
        """
        if isinstance(wrench, Command):
            if actuators is not None:
                raise ModelError("give actuators either in the Command or as a keyword, not both")
            wrench, actuators = wrench.wrench, wrench.actuators
        if wrench is None and actuators is None:
            if self._holding:
                self._write(0.0, 0.0)
                self._holding = False
            return
        self._holding = True
        wrenches = 0.0 if wrench is None else self._wrench_values(wrench).reshape(-1, 6 * len(self._vehicles))
        self._write(wrenches, 0.0 if actuators is None else self._actuator_values(actuators))

    def _write(self, wrenches: Floats | float, inputs: Floats | float) -> None:
        """Write commands; in a vehicle with control loops they add to those of the loops."""
        engine, first = self._engine, 6 * len(self._vehicles)
        controlled = engine.controlled if engine.loops.all else ()
        region = at.GIVEN if any(controlled) else at.COMMAND
        engine.write(region, wrenches, None, slice(0, first))
        if self.names:
            engine.write(region, inputs, None, self._places)
        if region == at.GIVEN:
            engine.write(at.COMMAND, self._summed())

    def _summed(self) -> Floats:
        """Sum of the given commands and those held by control loops, added in the order of the step."""
        engine = self._engine
        total, control = engine.rows(at.GIVEN), engine.rows(at.CONTROL)
        for loop in engine.loops.all:
            places, start = engine.targets(loop.vehicle), loop.memory + at.COMMANDS
            total[:, places] += control[:, start : start + len(places)]
        return total

    def drop_bad(self) -> dict[int, str]:
        """Set commands that are not finite to 0; return a message for each run that they stopped."""
        engine, explained = self._engine, dict[int, str]()
        commands, status, batch = engine.rows(at.COMMAND), engine.status, engine.batch
        for row, place in np.argwhere(~np.isfinite(commands)).tolist():
            time, entry = f"at t = {engine.times[row]:.6g} s", ""
            if place < 6 * len(self._vehicles):
                vehicle, axis = divmod(place, 6)
                what, entry = f"wrench for vehicle '{self._vehicles[vehicle]}'", f" in its entry {axis}"
            else:
                vehicle = self._owners[place]
                what = f"command of '{self.names[self.inputs.index(place)]}'"
            if status[row, vehicle] & at.BAD_COMMAND:
                got = f"{commands[row, place]}{entry} {time}"
                explained.setdefault(row, f"the {what} in run {row} of {batch} must be finite, got {got}")
        engine.write(at.COMMAND, np.where(np.isfinite(commands), commands, 0.0))
        if engine.loops.all:
            given, control = engine.rows(at.GIVEN), engine.rows(at.CONTROL)
            engine.write(at.GIVEN, np.where(np.isfinite(given), given, 0.0))
            # A controller that failed starts again from its initial states.
            engine.write(at.CONTROL, np.where(np.isfinite(control).all(axis=1, keepdims=True), control, 0.0))
        return explained

    def _wrench_values(self, given: ArrayLike) -> Floats:
        batch, vehicles = self._engine.batch, len(self._vehicles)
        shape = (batch, vehicles, 6)
        try:
            wrench = np.asarray(given)
        except ValueError:
            raise ModelError(f"a wrench must be numbers, got {given!r}") from None
        if wrench.dtype.kind not in "iuf":
            raise ModelError(f"a wrench must be numbers, got {given!r}")
        if wrench.shape == (batch, 6) and vehicles == 1:
            wrench = wrench[:, None]
        if wrench.shape not in ((6,), shape[1:], shape):
            allowed = f"(6,), {shape[1:]} or {shape}"
            raise ModelError(f"a wrench must have the shape {allowed} (batch, vehicle, 6), got {wrench.shape}")
        if wrench.ndim == 2 and batch == vehicles > 1:
            message = f"a wrench of the shape {wrench.shape} is ambiguous: one for each run, or one for each vehicle"
            raise ModelError(f"{message}; give {shape} (batch, vehicle, 6)")
        return np.broadcast_to(wrench, shape[1:] if wrench.ndim < 3 else shape)

    def _actuator_values(self, given: Actuators) -> Floats:
        """Commands of the actuators, (actuator,) or (batch, actuator)."""
        shape = (self._engine.batch, len(self.names))
        if isinstance(given, Mapping):
            values = np.zeros(shape)
            for name, value in given.items():
                if name not in self.names:
                    self.place_of(name)  # raises
                values[:, self.names.index(name)] = numbers(value, ((), shape[:1]), f"the command of '{name}'")
            return values
        return numbers(given, (shape[1:], shape), "the commands of the actuators")


def numbers(given: ArrayLike, shapes: tuple[tuple[int, ...], ...], what: str) -> Floats:
    """Convert to an array of numbers that has one of some shapes.

    Raises:
        ModelError: The values are not numbers, or have another shape.
    """
    if type(given) is np.ndarray and given.dtype == np.float64 and given.shape in shapes:  # most are
        return given
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind not in "iuf" or array.shape not in shapes:
        allowed = " or ".join(map(str, shapes))
        raise ModelError(f"{what} must be numbers of the shape {allowed}, got {given!r}")
    return array.astype(np.float64)


def _places(numbers: tuple[int, ...]) -> slice | NDArray[np.intp]:
    """Indices as a slice if they are consecutive: a slice is written faster."""
    first = numbers[0] if numbers else 0
    if numbers == tuple(range(first, first + len(numbers))):
        return slice(first, first + len(numbers))
    return np.array(numbers, dtype=np.intp)

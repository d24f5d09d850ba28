"""Combination of several controllers."""

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.sim import AnyController, Command, State
from seaway.sim._control import split


class Combined:
    """Combine several controllers, of one vehicle or of several, by adding their wrenches and commands.

    Args:
        *controllers: Compiled controllers, or functions ``controller(t, state)`` that return commands of actuators by
            name.

    Raises:
        ModelError: An argument is not a controller.

    Example:
        >>> from seaway.control import Combined, CommandTable
        >>> both = Combined(CommandTable([1.0, 0, 0, 0, 0, 0]), CommandTable([0, 0, 2.0, 0, 0, 0]))
        >>> len(both.controllers)
        2
    """

    def __init__(self, *controllers: AnyController):
        if not controllers:
            raise ModelError("Combined needs at least one controller, got none")
        for controller in controllers:
            split(controller)
        self.controllers = controllers

    def __call__(self, t: float, state: State) -> Command:
        """Sum of the commands of all controllers."""
        shape = (*state.position.shape[:2], 6)
        total: Floats = np.zeros(shape)
        actuators = dict[str, Floats]()
        for controller in self.controllers:
            given: Any = cast("Any", controller)(t, state)
            if given is None:
                raise ModelError(f"the controller {controller!r} returned None; return a Command or a wrench")
            command = given if isinstance(given, Command) else Command(given)
            if command.wrench is not None:
                total = total + _broad(command.wrench, shape, controller)
            some: Any = {} if command.actuators is None else command.actuators
            if not isinstance(some, Mapping):
                message = "combined controllers must return commands of actuators by name"
                raise ModelError(f"{message}, got {some!r} from {controller!r}")
            for name, value in cast("Mapping[str, Any]", some).items():
                actuators[name] = actuators.get(name, np.zeros(shape[0])) + np.asarray(value, dtype=np.float64)
        return Command(total, actuators)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Reset all controllers that can be reset.

        Args:
            rows: Runs to reset: an index, indices, or a mask; default: all.
        """
        for controller in self.controllers:
            if (reset := getattr(controller, "reset", None)) is not None:
                reset(rows)


def _broad(wrench: ArrayLike, shape: tuple[int, int, int], controller: AnyController) -> Floats:
    array = np.asarray(wrench, dtype=np.float64)
    if array.shape == (shape[0], 6) and shape[1] == 1:
        array = array[:, None]
    ambiguous = array.ndim == 2 and shape[0] == shape[1] > 1
    if ambiguous or array.shape not in ((6,), shape[1:], shape):
        message = f"the wrench of a combined controller must have the shape (6,), {shape[1:]} or {shape}"
        raise ModelError(f"{message}, got {array.shape} from {controller!r}")
    return np.broadcast_to(array, shape)

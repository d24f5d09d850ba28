"""A controller from a user's own file: a declared ``Controller``, a class of Python, or a function."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import numpy as np

from seaway.controllers import Controller
from seaway.errors import ModelError, SimulationError
from seaway.parts import Field, Reading, RefusedError
from seaway.parts._nested import read_kind
from seaway.sim import AnyController, Command, State
from seaway.sim._state import index_of

__all__ = ["OwnController", "OwnControllerOrNone"]

Explain = Callable[[BaseException], str]
"""Where in the user's file an exception was raised, and what it says."""


@dataclass(frozen=True, eq=False)
class OwnController:
    """A controller of a user's file, by ``controller = "file.py:Name"`` in a scenario.

    Attributes:
        name: ``"file.py:Name"``.
        kind: The ``Controller`` or other class, or the function.
        arguments: Arguments of the class, or further arguments of the function.
        declared: The ``Controller``, if it is a declared one.
        explain: Names file and line of an exception.
    """

    name: str
    kind: Any
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    declared: Controller | None = None
    explain: Explain = str

    def controller(self, vehicle: str, several: bool) -> AnyController:
        """Make the controller of a vehicle, at its start.

        Args:
            vehicle: Name of the vehicle.
            several: Whether the simulation has other vehicles too.

        Raises:
            ModelError: The user's class refuses its arguments, or is not called with (t, state).
        """
        if self.declared is not None:
            return self.declared.controller(vehicle)
        if isinstance(self.kind, type):
            try:
                made = cast("Any", self.kind)(**self.arguments)
            except Exception as error:  # whatever the user's class raises
                raise ModelError(f"'{self.name}' cannot be made: {self.explain(error)}") from error
        else:
            made = partial(self.kind, **self.arguments) if self.arguments else self.kind
        if not callable(made):
            raise ModelError(f"'{self.name}' has no __call__(self, t, state), which returns a Command or a wrench")
        return _Called(made, self, vehicle if several else None)


class _Called:
    """A user's function or object, for its own vehicle; an exception becomes a message with file and line."""

    def __init__(self, function: Callable[[float, State], Any], own: OwnController, vehicle: str | None):
        self.function, self.own, self.vehicle = function, own, vehicle

    def __repr__(self) -> str:
        return f"'{self.own.name}'"

    def __call__(self, t: float, state: State) -> Any:
        """Its command."""
        try:
            given = self.function(t, state if self.vehicle is None else state.of_vehicle(self.vehicle))
        except Exception as error:  # whatever the user's code raises
            message = f"the controller '{self.own.name}' failed at t = {t:.6g} s: {self.own.explain(error)}"
            raise SimulationError(message) from error
        return given if self.vehicle is None or given is None else _placed(given, state, self.vehicle)

    def reset(self, rows: Any = None) -> None:
        """Reset it, if it can be reset."""
        if (reset := getattr(self.function, "reset", None)) is not None:
            reset(rows)


def _placed(given: Any, state: State, vehicle: str) -> Command:
    """The command of one vehicle as that of all."""
    command = given if isinstance(given, Command) else Command(given)
    wrench: Any = None
    if command.wrench is not None:
        own = np.asarray(command.wrench, dtype=np.float64)
        wrench = np.zeros((*state.position.shape[:2], 6))
        own = own[:, 0] if own.ndim == 3 else own
        if own.shape not in ((6,), (len(wrench), 6)):
            raise ModelError(f"a wrench must have the shape (6,) or ({len(wrench)}, 6), got {own.shape}")
        wrench[:, index_of(vehicle, state.names)] = own
    actuators: Any = command.actuators
    if actuators is not None:
        if not isinstance(actuators, Mapping):
            raise ModelError(f"commands of actuators of one of several vehicles must be by name, got {actuators!r}")
        actuators = {f"{vehicle}.{name}": value for name, value in cast("Mapping[str, Any]", actuators).items()}
    return Command(wrench, actuators)


class OwnControllerOrNone(Field[OwnController | None, OwnController | None]):
    """The controller of a user's file, or none.

    In a scenario ``controller = "file.py:Name"``, or a table with ``use = "file.py:Name"`` and the arguments.
    """

    hint = "OwnController | None"
    default: Any = None

    def check(self, value: Any) -> Any:
        """Take one."""
        if value is not None and not isinstance(value, OwnController):
            raise RefusedError(f"must come from a scenario file; in Python give it to Simulation.run, got {value!r}")
        return value

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        """Find the class or function, if the user allows code of files to run."""
        del key
        table = {"use": value} if isinstance(value, str) else value
        if not isinstance(table, Mapping):
            raise RefusedError(f'must be "file.py:Name", or a table with use = "file.py:Name", got {value!r}')
        arguments = dict(cast("Mapping[str, Any]", table))
        use = arguments.pop("use", None)
        if not isinstance(use, str):
            got = "none" if use is None else repr(use)
            raise RefusedError(f'must name its class or function with use = "file.py:Name", got {got}', "missing-key")
        if reading.context is None:
            raise RefusedError("cannot be read here: there is no scenario whose code may run", "code-refused")
        kind, explain = cast("tuple[Any, Explain]", reading.context.own_object(use))
        if isinstance(kind, type) and issubclass(kind, Controller):
            return OwnController(use, kind, declared=read_kind(kind, arguments, reading), explain=explain)
        if isinstance(kind, Controller):
            if arguments:
                raise RefusedError(f"names '{use}', which is made already; leave out {next(iter(arguments))}")
            return OwnController(use, type(kind), declared=kind, explain=explain)
        if not callable(cast("object", kind)):
            raise RefusedError(f"names '{use}', which is neither a class nor a function", "wrong-type")
        return OwnController(use, kind, arguments, explain=explain)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A text, or a table with ``use`` and arguments, which the schema does not know."""
        del definitions
        use = {"type": "string", "pattern": r"\.py:\w+$", "description": "Class or function, file.py:Name."}
        return {self.name: {"anyOf": [use, {"type": "object", "properties": {"use": use}, "required": ["use"]}]}}

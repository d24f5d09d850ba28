"""User-defined forces: classes in a user's file, and Python functions held over a step."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from seaway.forces import Force, Held, Kernels, Law, law_of
from seaway.kernels.external import held_wrench
from seaway.parts import Field, Name, Reading, RefusedError, Several, required
from seaway.parts._nested import read_kind

Function = Callable[[float, Any], Any]


class _FunctionField(Field[Function, Function]):
    hint = "Callable[[float, State], ArrayLike]"
    in_files = False

    def check(self, value: Any) -> Any:
        if not callable(value):
            raise RefusedError(f"must be called with (t, state), got {value!r}", "wrong-type")
        return value


class PythonForce(Force, what="force"):
    """A force as a plain Python function, called once per step and held over it.

    It costs some microseconds per step, is not vectorised, and is first order in the step. For full order and speed,
    declare a ``Force`` with a compiled ``wrench``.

    Example:
        >>> import seaway as sw
        >>> rov = sw.load("bluerov2")
        >>> rov = rov.replace(forces=[sw.PythonForce("pull", lambda t, state: [5.0, 0, 0, 0, 0, 0])])
        >>> sim = sw.Simulation(rov)
        >>> sim.step()
        >>> sim.forces()["pull"][0, 0].tolist()
        [5.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """

    name: Name = Name()
    """Name under which the force is shown and recorded."""
    function: _FunctionField = required(_FunctionField)
    """Called with the time [s] and the ``State``; returns the wrench about Bo in B [N, Nm], (6,) or (batch, 6)."""

    def law(self) -> Law:
        """The compiled kind of this force."""
        return _LAW


_LAW: Final = law_of(PythonForce, "python_force", Kernels(held_wrench), (Held("N, Nm", 6, "wrench"),), names=())


class OwnForces(Several[Force]):
    """User-defined forces; in a file each table names the class with ``use = "file.py:Class"``."""

    def read_one(self, key: str, table: Any, reading: Reading) -> Any:
        """Load the class, if the user allows code to run, and make an instance from the rest of the table."""
        del key
        if not isinstance(table, Mapping):
            raise RefusedError(f"must be a table, got {table!r}", "wrong-type")
        rest = dict(cast("Mapping[str, Any]", table))
        use = rest.pop("use", None)
        if not isinstance(use, str):
            rule = 'must name its class with use = "file.py:Class"'
            raise RefusedError(f"{rule}, got {'none' if use is None else repr(use)}", "missing-key")
        if reading.context is None:
            raise RefusedError("cannot be read here: there is no scenario whose code may run", "code-refused")
        return read_kind(reading.context.force_class(use), rest, reading)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A table with ``use`` and the fields of the class, unknown to the schema."""
        del definitions
        entry = {
            "type": "object",
            "properties": {"use": {"type": "string", "description": "Class of the force, file.py:Class."}},
            "required": ["use"],
        }
        return {self.key: self.wrapped(entry)}

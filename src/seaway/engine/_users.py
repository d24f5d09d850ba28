"""User-defined functions of forces and controllers: their dependencies, compilation and checks."""

import builtins
import hashlib
import inspect
import re
import types
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from seaway import _jit, _lanes
from seaway.controllers import ControlLaw
from seaway.engine._structure import SEA, Structure, control_layout, parameter_layout, state_layout
from seaway.errors import ModelError
from seaway.forces import ARGUMENTS, RETURNED, Input, Integrated, Law
from seaway.kernels.surroundings import Around, Motion, WaveField
from seaway.parts import near

__all__ = ["adopted", "check", "check_controller", "fingerprint", "fits_lanes"]

_LIBRARIES: Final = ("numpy", "math")


def plain(function: Any) -> Any:
    """The Python function behind a function that may have a numba decorator."""
    return getattr(function, "py_func", function)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _used(function: Callable[..., Any]) -> dict[str, Any]:
    """Globals and closure variables that a function uses, by name."""
    space = function.__globals__
    found = {name: space[name] for name in _names(function.__code__) if name in space}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return found | {name: cell.cell_contents for name, cell in cells}


def _ours(module: str) -> bool:
    return module == "seaway" or module.startswith("seaway.")


def fingerprint(function: Any) -> tuple[bytes, bool]:
    """Hash of everything that the compiled code of a function depends on, and whether all of it is known.

    It covers the code, and every function and number that it uses, recursively. Functions of Seaway are covered by the
    name of the cache folder.
    """
    digest, whole, seen = hashlib.sha256(), [True], set[int]()

    def add(given: Any) -> None:
        value = plain(given)
        if id(value) in seen:
            return
        if isinstance(value, types.FunctionType):
            seen.add(id(value))
            if _ours(value.__module__ or ""):
                digest.update(f"{value.__module__}.{value.__qualname__}".encode())
                return
            add_code(value.__code__)
            for name, each in sorted(_used(value).items()):
                digest.update(name.encode())
                add(each)
            add(value.__defaults__)
        elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
            digest.update(f"{type(value).__name__} {value!r}".encode())
        elif isinstance(value, tuple):
            items = cast("tuple[Any, ...]", value)
            digest.update(f"tuple {len(items)}".encode())
            for each in items:
                add(each)
        elif isinstance(value, np.ndarray | np.generic):
            array = cast("Any", value)
            digest.update(f"{array.dtype} {array.shape}".encode() + array.tobytes())
        elif isinstance(value, types.ModuleType):
            # numba takes attributes of modules as constants; those of a user's module are in its file.
            file = getattr(value, "__file__", None)
            digest.update(f"module {value.__name__}".encode())
            if file is not None and "site-packages" not in file and not _ours(value.__name__):
                try:
                    digest.update(Path(file).read_bytes())
                except OSError:
                    whole[0] = False
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(cast("Any", value), "_fields"):
            digest.update(f"{value.__name__} {cast('Any', value)._fields}".encode())
        elif isinstance(value, types.BuiltinFunctionType | np.ufunc):
            digest.update(f"{getattr(value, '__module__', '')} {value.__name__}".encode())
        else:
            digest.update(str(given.__class__).encode())
            whole[0] = False

    def add_code(code: types.CodeType) -> None:
        digest.update(code.co_code)
        digest.update(repr(code.co_names + code.co_varnames + code.co_freevars).encode())
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                add_code(constant)
            else:
                add(constant)

    add(function)
    main = plain(function).__module__ == "__main__"  # a script or a notebook is compiled in each process
    return digest.digest(), whole[0] and not main


def adopted(function: Any) -> Any:
    """Compile a user's function, and all functions that it calls, with the settings of kernels.

    The functions are copied first: globals that they use are frozen, and helper functions need no decorator. Settings
    of the user, such as ``fastmath``, would change the bits of a run within a batch.
    """
    return _adopted(plain(function), {})


def _adopted(function: Callable[..., Any], done: dict[int, Any]) -> Any:
    if id(function) in done:
        return done[id(function)]
    space: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
    copy = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    done[id(function)] = compiled = _jit.kernel(copy)
    for name, value in _used(function).items():
        inner = plain(value)
        own = isinstance(inner, types.FunctionType) and not _ours(inner.__module__ or "")
        space[name] = _adopted(inner, done) if own and inner.__module__ not in _LIBRARIES else value
    return compiled


# Types of the arguments of a force, to compile its functions separately


def _at_a_state(structure: Structure, width: int) -> dict[str, Any]:
    """Types of motion and surroundings."""
    kinds = _jit.numba.types
    number = _lanes.lanes_type(width)

    def tuple_of(n: int) -> Any:
        return kinds.UniTuple(number, n)

    sizes = {"position": 3, "orientation": 4, "R_WB": 9, "R_BW": 9, "nu": 6, "nu_r": 6, "gust": 2, "slope": 3}
    sizes |= {name: 3 for name in Around._fields if name.endswith("_B")}
    sea = _lanes.fields_type(parameter_layout(SEA)[0], width, width)
    waves = kinds.none
    if structure.waves:
        table, now = (kinds.Array(_jit.numba.float64, n, "C") for n in (3, 2))
        given = [table if present else kinds.none for present in (structure.airy, structure.gerstner)]
        three = tuple_of(3)
        waves = kinds.NamedTuple([*given, number, now, three, three, three, number, number], WaveField)
    special = {"sea": sea, "waves": waves, "time_step": _jit.numba.float64}

    def named(cls: Any) -> Any:
        each = [special.get(name) or (tuple_of(sizes[name]) if name in sizes else number) for name in cls._fields]
        return kinds.NamedTuple(each, cls)

    return {"around": named(Around), "motion": named(Motion)}


def _argument_types(law: Law, structure: Structure, width: int) -> dict[str, Any]:
    number, inputs = _lanes.lanes_type(width), law.count(Input)
    return {
        "par": _lanes.fields_type(parameter_layout(law)[0], width, width),
        "x": _lanes.fields_type(state_layout(law), width, width),
        "command": number if inputs == 1 else _jit.numba.types.UniTuple(number, max(inputs, 1)),
        **_at_a_state(structure, width),
    }


def fits_lanes(law: Law, structure: Structure, width: int) -> bool:
    """Whether all functions of a force compile in lanes; one with an ``if`` on a number does not."""
    types_ = _argument_types(law, structure, width)
    try:
        for name, function in law.kernels.given().items():
            adopted(function).compile(tuple(types_[each] for each in ARGUMENTS[name]))
    except _jit.CompilationError:
        return False
    return True


def check(law: Law, structure: Structure) -> None:
    """Compile the functions of a user-defined force separately, and check the types that they return.

    Raises:
        ModelError: A function does not compile, or returns a wrong type. The message has the user's file and line.
    """
    for name, function in law.kernels.given().items():
        own, names = plain(function), ARGUMENTS[name]
        where = f"{Path(own.__code__.co_filename).name}:{own.__code__.co_firstlineno}"
        what = f"force {law.kind}: its function {name}({', '.join(names)})"
        given = tuple(inspect.signature(own).parameters)
        if len(given) != len(names):
            raise ModelError(f"{where}: {what} must take {len(names)} arguments, got ({', '.join(given)})")
        if _jit.PLAIN:
            continue
        types_ = _argument_types(law, structure, 1)
        compiled = adopted(function)
        try:
            compiled.compile(tuple(types_[each] for each in names))
        except Exception as error:  # noqa: BLE001 - besides its own errors numba raises e.g. AttributeError
            raise ModelError(_explained(error, own, what, law)) from None
        _check_returned(law, name, compiled.overloads, f"{where}: {what}")


def _set_point_class(names: tuple[str, ...]) -> Any:
    return cast("Any", namedtuple)("SetPoint", names)


def check_controller(law: ControlLaw, structure: Structure, actuators: Sequence[int]) -> None:
    """Compile the function of a user-defined controller separately, and check the type that it returns.

    Args:
        law: Declaration of the controller.
        structure: Structure of the simulation.
        actuators: Number of actuators of each vehicle that it controls.

    Raises:
        ModelError: It does not compile, or returns a wrong type. The message has the user's file and line.
    """
    own, names = plain(law.function), ("par", "x", "motion", "around", "set_point")
    where = f"{Path(own.__code__.co_filename).name}:{own.__code__.co_firstlineno}"
    what = f"controller {law.kind}: its function command({', '.join(names)})"
    given = tuple(inspect.signature(own).parameters)
    if len(given) != len(names):
        raise ModelError(f"{where}: {what} must take {len(names)} arguments, got ({', '.join(given)})")
    if _jit.PLAIN:
        return
    kinds, number = _jit.numba.types, _lanes.lanes_type(1)
    around, motion = _at_a_state(structure, 1).values()
    each = [*(number for _ in law.set_points), kinds.UniTuple(number, 6)]
    set_point = kinds.NamedTuple(each, _set_point_class((*law.set_points, "missing")))
    par = _lanes.fields_type(parameter_layout(law)[0], 1, 1)
    compiled = adopted(law.function)
    try:
        compiled.compile((par, _lanes.fields_type(control_layout(law), 1, 1), motion, around, set_point))
    except Exception as error:  # noqa: BLE001 - besides its own errors numba raises e.g. AttributeError
        raise ModelError(_explained(error, own, what, law)) from None
    (result,) = (each.signature.return_type for each in compiled.overloads.values())
    counts = [6] if law.output == "wrench" else sorted(set(actuators))
    command = result.types[0] if isinstance(result, kinds.BaseTuple) and len(result.types) == 2 else None
    states = f"({''.join(f'{state.name}, ' for state in law.states).strip()})"
    numbers = f"{counts[0]} number{'s' * (counts[0] != 1)}" if len(counts) == 1 else f"{counts} numbers"
    what_for = "" if law.output == "wrench" else ", one for each actuator"
    rule = f"a command of {numbers}{what_for}, and its states {states}"
    if (
        not isinstance(command, kinds.BaseTuple)
        or not all(_is_numbers(command, count) for count in counts)
        or not _are_states(result.types[1], law.states)
    ):
        raise ModelError(f"{where}: {what} must return {rule}, got {_words(result)}")


_ATTRIBUTE: Final = re.compile(r"Unknown attribute '(\w+)' of type (fields|Motion|Around|SetPoint)")
_PLACE: Final = re.compile(r'File "([^"]+)", line (\d+)')


def _explained(error: Exception, function: Any, what: str, law: Law | ControlLaw) -> str:
    """Line of the user's file and reason, taken from the long message of the compiler."""
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    text = str(error)
    for named, number in _PLACE.findall(text):  # the last place in the user's file is the cause
        if Path(named).name == Path(file).name:
            line = int(number)
    place = getattr(error, "loc", None)
    if getattr(place, "filename", None) == file:
        line = cast("Any", place).line
    missing = _ATTRIBUTE.search(text)
    if missing is not None:
        reason = _missing(missing[1], None if missing[2] == "fields" else missing[2], law)
    elif isinstance(error, _jit.CompilationError):
        lines = [part.strip() for part in text.splitlines() if part.strip()]
        reason = next((part for part in lines if any(words in part for words in _TELLING)), lines[0] if lines else "")
    else:
        reason = f"{type(error).__name__}: {text.splitlines()[0] if text else ''}"
    return f"{Path(file).name}:{line}: {what} does not compile: {reason}"


def _missing(name: str, where: str | None, law: Law | ControlLaw) -> str:
    """Explain a name that an argument does not have."""
    if where is not None:
        given = (*law.set_points, "missing") if isinstance(law, ControlLaw) else ()
        known = {"Motion": Motion._fields, "Around": Around._fields, "SetPoint": given}[where]
        listed, argument = ", ".join(known), where.lower().replace("setpoint", "set_point")
        return f"{argument} has no '{name}'{near(name, known) or f'; there are: {listed}'}"
    own = [*(each for each, _ in law.parameters), *law.choices]
    states = [state.name for state in law.states]
    both = f"; par has: {', '.join(own) or 'nothing'}; x has: {', '.join(states) or 'nothing'}"
    return f"there is no '{name}'{near(name, [*own, *states]) or both}"


_TELLING: Final = (
    "NameError", "Untyped global", "No implementation", "Cannot unify", "not supported", "undefined", "nsupported",
    "Use of", "annot determine", "No match",
)  # fmt: skip


def _is_numbers(kind: Any, count: int) -> bool:
    kinds = _jit.numba.types
    if count == 1 and isinstance(kind, kinds.Number):
        return True
    return (
        isinstance(kind, kinds.BaseTuple)
        and len(kind.types) == count
        and all(isinstance(each, kinds.Number) for each in kind.types)
    )


def _are_states(kind: Any, states: Sequence[Any]) -> bool:
    if not isinstance(kind, _jit.numba.types.BaseTuple) or len(kind.types) != len(states):
        return False
    return all(_is_numbers(each, state.size) for each, state in zip(kind.types, states, strict=True))


def _check_returned(law: Law, name: str, overloads: Any, what: str) -> None:
    kinds = _jit.numba.types
    (result,) = (each.signature.return_type for each in overloads.values())

    def are_states(kind: Any, *of: type) -> bool:
        return _are_states(kind, [state for each in of for state in law.of(each)])

    def listed(*of: type) -> str:
        return ", ".join(state.name for each in of for state in law.of(each)) + ","

    if name == "wrench":
        if not law.count(Integrated):
            if not _is_numbers(result, 6):
                raise ModelError(f"{what} must return 6 numbers, (force, torque), got {_words(result)}")
            return
        both = isinstance(result, kinds.BaseTuple) and len(result.types) == 2
        if not both or not _is_numbers(result.types[0], 6) or not are_states(result.types[1], Integrated):
            rule = f"a wrench of 6 numbers, and the rates ({listed(Integrated)}) of its states"
            raise ModelError(f"{what} must return {rule}, got {_words(result)}")
    elif name == "output":
        if not _is_numbers(result, 1):
            raise ModelError(f"{what} must return a number, got {_words(result)}")
    else:
        if not are_states(result, *RETURNED[name]):
            raise ModelError(f"{what} must return the states ({listed(*RETURNED[name])}), got {_words(result)}")


def _words(kind: Any) -> str:
    kinds = _jit.numba.types
    if isinstance(kind, kinds.BaseTuple):
        if all(isinstance(each, kinds.Number) for each in kind.types):
            return f"{len(kind.types)} numbers"
        return f"({', '.join(_words(each) for each in kind.types)})"
    if isinstance(kind, kinds.NoneType):
        return "nothing"
    return "a number" if isinstance(kind, kinds.Number) else f"{kind}"

"""Declaration of forces: parameters, states and up to five plain functions that the engine compiles into its step.

A force is a part with a wrench. Its fields are its parameters; its states are class attributes without an annotation;
its functions are plain Python that numba can compile, and depend only on their arguments::

    class Spring(Force):
        \"\"\"A spring to the origin of the world.\"\"\"

        stiffness: Number = Number(unit="N/m", above=0.0)
        \"\"\"Force per stretch.\"\"\"

        @staticmethod
        def wrench(par, x, around, motion):
            p, R = motion.position, motion.R_BW
            f = times(R, (-par.stiffness * p[0], -par.stiffness * p[1], -par.stiffness * p[2]))
            return (f[0], f[1], f[2], 0.0, 0.0, 0.0)

======================================  ============================================================================
function                                called
======================================  ============================================================================
``wrench(par, x, around, motion)``      at every stage; returns the wrench about Bo in B, (force, torque) [N, N m], and
                                        the rates of integrated states, if any, in the order of their declaration
``prepare(par, command)``               when a new command is set; returns its prepared states
``update(par, x, around, motion)``      at the start of each step; returns its held states
``steady(par, x, around, motion)``      by ``Simulation.to_steady_state``; returns its integrated states, then its held
                                        states
``output(par, x, around, motion)``      when actuators are recorded; returns the actual value of the command
======================================  ============================================================================

``par`` has the fields by name, a choice as its index in the list of choices; ``x`` has the states by name; ``motion``
and ``around`` are ``seaway.kernels.surroundings.Motion`` and ``Around``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

import numpy as np

from seaway._arrays import Floats
from seaway.parts import Attitude, Field, Flag, Name, NameOrNone, Part, Texts, Whole, fields_of, rows_of
from seaway.parts._fields import Words

__all__ = ["FORCES", "Force", "Held", "Input", "Integrated", "Kernels", "Law", "Prepared"]

FORCES: Final = (
    "command",
    "external",
    "weight",
    "buoyancy",
    "rigid_body_coriolis",
    "added_mass_coriolis",
    "water_acceleration",
    "water_entry",
    "damping",
    "hull_friction",
    "hull_pressure_drag",
    "hull_damping",
    "slamming",
    "water_drag",
    "wind",
    "strip_drag",
    "thrusters",
    "fins",
)
"""Names of the built-in forces, in the order of display; user-defined forces follow them.

``command`` is the wrench of the controller after its actuation, ``external`` that of ``set_wrench``. In moving water
``added_mass_coriolis`` is -C_A(ν_r) ν_r - M_A [ω × v_W; ω × w_W], and ``water_acceleration`` has the other terms of the
added mass and the pressure of the accelerated water, see ``kernels.water_over_body``. On a hull ``buoyancy`` is the
entire pressure, of still water and of waves. ``water_entry`` is the momentum lost to the water as a vehicle enters it.
"""


@dataclass(frozen=True)
class StateDeclaration:
    """Declaration of a state of a force.

    Attributes:
        unit: Unit of the state.
        size: Number of components; kernels read several as a tuple.
        name: Name of the state; default: that of the class attribute.
    """

    unit: str = ""
    size: int = 1
    name: str = field(default="", compare=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the value in kernels."""
        return () if self.size == 1 else (self.size,)


class Integrated(StateDeclaration):
    """A state that is integrated with the motion, at full order."""


class Held(StateDeclaration):
    """A state that ``update`` computes once a step."""


class Prepared(StateDeclaration):
    """A state that ``prepare`` computes from the command."""


class Input(StateDeclaration):
    """The command of a force: one number, addressed by the name of the force like that of a thruster or fin."""


Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Kernels:
    """Functions of a force; see the module docstring."""

    wrench: Kernel
    prepare: Kernel | None = None
    update: Kernel | None = None
    steady: Kernel | None = None
    output: Kernel | None = None

    def given(self) -> dict[str, Kernel]:
        """Functions that the force has, by name."""
        return {name: each for name in ARGUMENTS if (each := getattr(self, name)) is not None}


_AT_A_STATE: Final = ("par", "x", "around", "motion")
ARGUMENTS: Final = {
    "prepare": ("par", "command"),
    "update": _AT_A_STATE,
    "wrench": _AT_A_STATE,
    "steady": _AT_A_STATE,
    "output": _AT_A_STATE,
}
"""Arguments of each function of a force, by its name."""

RETURNED: Final = {"prepare": (Prepared,), "update": (Held,), "steady": (Integrated, Held)}
"""Kinds of states that each function returns, by its name."""


@dataclass(frozen=True)
class Law:
    """Declaration of a kind of force for the engine.

    Attributes:
        kind: Identifier, the same for all forces of this kind.
        parameters: Name and shape of every float that kernels read, in order; None in a shape means any length.
        choices: Names of flags, choices and integers, which are the same in all runs.
        states: Integrated, held and prepared states, and the input.
        kernels: Functions of the force.
        force: Name under which the wrench is shown; if empty, the name of the part.
        users: Whether it is user-defined.
        by_lane: Names of functions with an ``if`` on a number, called lane by lane; for user-defined forces they are
            found by trial.
    """

    kind: str
    parameters: tuple[tuple[str, tuple[int | None, ...]], ...]
    choices: tuple[str, ...]
    states: tuple[StateDeclaration, ...]
    kernels: Kernels
    force: str = ""
    users: bool = False
    by_lane: tuple[str, ...] = ()

    def of(self, kind: type[StateDeclaration]) -> tuple[StateDeclaration, ...]:
        """States of one kind."""
        return tuple(state for state in self.states if type(state) is kind)

    def count(self, kind: type[StateDeclaration]) -> int:
        """Number of components of all states of one kind."""
        return sum(state.size for state in self.of(kind))


BUILT_IN: Final[list[Law]] = []
"""Kinds of the built-in forces."""


class Force(Part, base=True):
    """Base class of all forces; the module docstring shows how to declare one."""

    __law__: ClassVar[Law | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = {name: each.__func__ for name, each in vars(cls).items() if isinstance(each, staticmethod)}
        given = {name: own[name] for name in ARGUMENTS if name in own}
        if "wrench" in given:
            states = states_of(cls)
            for kind, function in ((Prepared, "prepare"), (Held, "update"), (Input, "prepare")):
                names = [state.name for state in states if type(state) is kind]
                if names and function not in given:
                    raise TypeError(f"{cls.__name__}: the state {names[0]} needs a function {function}")
            if sum(state.size for state in states if type(state) is Input) > 1:
                raise TypeError(f"{cls.__name__}: a force can have only one command, which is one number")
            if "prepare" in given and not any(type(state) is Input for state in states):
                raise TypeError(f"{cls.__name__}: its function prepare needs a command, e.g. command = Input('N')")
            cls.__law__ = law_of(cls, cls.__name__, Kernels(**given), states, users=True)

    def law(self) -> Law:
        """Declaration of the kind of force for the engine."""
        law = type(self).__law__
        if law is None:
            raise TypeError(f"{type(self).__name__} has no function wrench(par, x, around, motion)")
        return law

    def derived(self) -> Mapping[str, Any]:
        """Parameters computed from the fields, by name; they take precedence over fields of the same name."""
        return {}

    def moving_states(self) -> Iterator[tuple[int, str, str]]:
        """Yield the integrated states in use: index among those of the force, name and unit."""
        place, own = 0, name_of(self)
        for state in self.law().of(Integrated):
            for k in range(state.size):
                yield place + k, f"{own}.{state.name}{k if state.size > 1 else ''}", state.unit
            place += state.size


def name_of(force: Force) -> str:
    """Name used to show and command a force: its field ``name``, or its class in lower case."""
    name = vars(force).get("name")
    return name if isinstance(name, str) and name else type(force).__name__.lower()


def states_of(cls: type) -> tuple[StateDeclaration, ...]:
    """States that a class declares, in order."""
    return tuple(replace(state, name=name) for name, state in vars(cls).items() if isinstance(state, StateDeclaration))


def law_of(
    cls: type[Part],
    kind: str,
    kernels: Kernels,
    states: Sequence[StateDeclaration] = (),
    *,
    names: Sequence[str] | None = None,
    more: Mapping[str, tuple[int | None, ...]] | None = None,
    flags: Sequence[str] = (),
    force: str = "",
    users: bool = False,
    by_lane: tuple[str, ...] = (),
) -> Law:
    """Make a ``Law`` from the declaration of a part.

    Args:
        cls: Class of the part.
        kind: Identifier of the kind of force.
        kernels: Functions of the force.
        states: States of the force.
        names: Fields that the kernels read; default: all numbers, flags and choices.
        more: Shapes of the floats that ``derived`` returns in addition to, or instead of, fields.
        flags: Names of the integers that ``derived`` returns.
        force: Name under which the wrench is shown; default: the name of the part.
        users: Whether it is user-defined.
        by_lane: Names of functions with an ``if`` on a number.
    """
    parameters, choices = readable(cls, names, more or {}, users)
    law = Law(kind, parameters, (*choices, *flags), tuple(states), kernels, force, users, by_lane)
    if force:
        BUILT_IN.append(law)
    return law


def readable(
    cls: type[Part], names: Sequence[str] | None, more: Mapping[str, tuple[int | None, ...]], strict: bool
) -> tuple[tuple[tuple[str, tuple[int | None, ...]], ...], tuple[str, ...]]:
    """Fields of a part that kernels can read: floats with their shapes, and choices; see ``law_of``.

    Raises:
        TypeError: A field is neither a number nor a choice, and ``strict`` is set.
    """
    declared = fields_of(cls)
    chosen = {kernel_name(declared[name]): declared[name] for name in (declared if names is None else names)}
    parameters = {
        name: _shape(each) for name, each in chosen.items() if each.shape is not None and name not in more
    } | dict(more)
    choices = [name for name, each in chosen.items() if isinstance(each, Flag | Words | Whole)]
    left = [
        name
        for name, each in chosen.items()
        if name not in parameters and name not in choices and not isinstance(each, Name | NameOrNone | Texts)
    ]
    if left and strict:
        raise TypeError(f"{cls.__name__}: kernels cannot read the field {left[0]}; it must be a number or a choice")
    return tuple(parameters.items()), tuple(choices)


def kernel_name(field: Field[Any, Any]) -> str:
    """Name by which kernels read a field."""
    return field.kernel or field.name


def _shape(field: Field[Any, Any]) -> tuple[int | None, ...]:
    if isinstance(field, Attitude):
        return (4,)
    return field.shape or ()


def values_of(
    part: Part,
    parameters: Sequence[tuple[str, tuple[int | None, ...]]],
    choices: Sequence[str],
    derived: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Floats], dict[str, int]]:
    """Parameters of a part, as kernels read them.

    Args:
        part: Part whose values may have a leading axis for runs.
        parameters: Names and shapes of the floats.
        choices: Names of flags, choices and integers.
        derived: Values in addition to, or instead of, the fields.

    Returns:
        Floats by name, each (1 or batch, ...), and choices by name.
    """
    own = {**vars(part), **{kernel_name(each): vars(part)[name] for name, each in fields_of(type(part)).items()}}
    own, rows = {**own, **(derived or {})}, rows_given(part)
    floats = {name: _rows(own.get(name), shape, rows) for name, shape in parameters}
    return floats, {name: _whole(part, name, own.get(name)) for name in choices}


def _rows(value: Any, shape: tuple[int | None, ...], rows: int) -> Floats:
    if value is None:
        value = np.full([0 if n is None else n for n in shape], np.nan)
    array = np.asarray(value, dtype=np.float64)
    if array.ndim == len(shape):
        array = array[None]
    return np.broadcast_to(array, (rows, *array.shape[1:]))


def _whole(part: Part, name: str, value: Any) -> int:
    declared = next((each for each in fields_of(type(part)).values() if kernel_name(each) == name), None)
    if isinstance(declared, Words) and isinstance(value, str):
        return list(declared.words).index(value)
    return -1 if value is None else int(value)


def rows_given(part: Part) -> int:
    """Number of runs for which a part has values; 1 if they hold for all runs."""
    return rows_of(part) or 1

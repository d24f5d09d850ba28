"""Control loops of all vehicles, and the offsets of their memory in a row."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from seaway.controllers import BUILT_IN, SET_POINTS, ControlLaw, Group, Stage
from seaway.engine import _places as at
from seaway.engine._structure import SHARED
from seaway.errors import ModelError

__all__ = ["Loop", "Loops", "laws_of_loops", "loops_of"]

_ROLES = ("filter", "guidance", "controller", "allocation", "source")


@dataclass(frozen=True, eq=False)
class Loop:
    """A control loop of a vehicle, and the offset of its memory.

    Attributes:
        vehicle: Index of the vehicle.
        group: Stages of the loop.
        period: Control period in steps.
        memory: Start of its memory in that of a row.
        states: Start of the states of each kind of stage in its memory.
    """

    vehicle: int
    group: Group
    period: int
    memory: int
    states: dict[str, int]

    def steps_until(self, start: float, time_step: float) -> int:
        """Number of the step at which the loop is switched off."""
        end = self.group.until
        return 2**62 if end is None else max(0, math.ceil((end - start) / time_step * (1.0 - 1e-12)))

    def stages(self, law: ControlLaw) -> list[Stage]:
        """Stages of one kind."""
        return [stage for stage in self.group.stages if stage.law.kind == law.kind]

    def set_points(self) -> Iterator[tuple[str, int]]:
        """Set points in use: name, index in the memory of a row."""
        for k, name in enumerate(SET_POINTS):
            if name in self.group.driven:
                yield name, self.memory + at.SET_POINTS + k
        for stage in self.group.stages:
            for k, name in enumerate(stage.law.own_set_points):
                yield name, self.memory + self.states[stage.law.kind] + stage.law.state_count + k

    def named_states(self) -> Iterator[tuple[str, str, int, int]]:
        """States of its stages: name, unit, index in the memory of a row, size."""
        seen = dict[str, int]()
        for stage in self.group.stages:
            kind = stage.law.kind
            place = self.memory + self.states[kind] + seen.get(kind, 0) * stage.law.memory_count
            seen[kind] = seen.get(kind, 0) + 1
            for state in stage.law.states:
                yield f"{stage.name or kind}.{state.name}", state.unit, place, state.size
                place += state.size


@dataclass(frozen=True, eq=False)
class Loops:
    """All control loops, by vehicle.

    Attributes:
        all: The loops.
        size: Size of their memory in a row.
        laws: Kinds of their stages, in the order of execution.
    """

    all: tuple[Loop, ...] = ()
    size: int = 0
    laws: tuple[ControlLaw, ...] = ()

    @property
    def kinds(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Vehicle and kinds of the stages of each loop."""
        return tuple((loop.vehicle, tuple(stage.law.kind for stage in loop.group.stages)) for loop in self.all)

    def of(self, vehicle: int) -> tuple[int, int]:
        """The first loop of a vehicle, and their number."""
        own = [n for n, loop in enumerate(self.all) if loop.vehicle == vehicle]
        return (own[0], len(own)) if own else (0, 0)


def laws_of_loops(groups: Sequence[Group]) -> tuple[ControlLaw, ...]:
    """Kinds of the stages of control loops, in the order of execution.

    Raises:
        ModelError: Two different controllers have the same name.
    """
    laws = dict[str, ControlLaw]()
    for group in groups:
        for stage in group.stages:
            known = laws.setdefault(stage.law.kind, stage.law)
            if known != stage.law:
                message = f"two different controllers are named {known.kind}"
                raise ModelError(f"{message}; rename one of the classes")
    return in_running_order(laws.values())


def in_running_order(laws: Iterable[ControlLaw]) -> tuple[ControlLaw, ...]:
    """Kinds of stages, each once, in the order of execution."""
    found = {law.kind: law for law in (*(BUILT_IN if SHARED else ()), *laws)}
    return tuple(sorted(found.values(), key=lambda law: (_ROLES.index(law.role), law.kind)))


def loops_of(groups: Sequence[tuple[int, Group, int]], actuators: Sequence[int]) -> Loops:
    """Assign memory to every control loop.

    Args:
        groups: Vehicle, stages and control period in steps of each loop.
        actuators: Number of actuators of each vehicle.
    """
    laws = laws_of_loops([group for _, group, _ in groups])
    found, size = list[Loop](), 0
    for vehicle, group, period in sorted(groups, key=lambda each: each[0]):
        states, place = dict[str, int](), at.COMMANDS + 6 + actuators[vehicle]
        for law in laws:
            states[law.kind] = place
            place += law.memory_count * sum(stage.law.kind == law.kind for stage in group.stages)
        found.append(Loop(vehicle, group, period, size, states))
        size += place
    return Loops(tuple(found), size, laws)

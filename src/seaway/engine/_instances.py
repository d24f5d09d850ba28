"""Forces of all vehicles, and the indices of their states and commands in a row."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seaway.engine import _places as at
from seaway.engine._parameters import Body
from seaway.errors import ModelError
from seaway.forces import FORCES, Force, Held, Input, Integrated, Law, Prepared, name_of

__all__ = ["Instance", "Instances", "instances_of"]


@dataclass(frozen=True)
class Instance:
    """A force of a vehicle, and the indices of its data.

    Attributes:
        vehicle: Index of the vehicle.
        force: The part.
        law: Declaration of its kind.
        number: Index among the forces of this kind on the vehicle.
        integrated: Index of its first integrated state among those of the vehicle.
        held: Index of its first held state among those of the row.
        input: Index of its command among those of the row; -1 if it has none.
        slot: Index of its name in ``Instances.slots``.
    """

    vehicle: int
    force: Force
    law: Law
    number: int
    integrated: int
    held: int
    input: int
    slot: int


@dataclass(frozen=True, eq=False)
class Instances:
    """All forces of all vehicles.

    Attributes:
        slots: Names under which wrenches are shown: ``FORCES``, then user-defined forces.
        all: The forces, by vehicle, then by kind.
        state_starts: Index of the first number of each vehicle in the state of a row, and the total.
        state_counts: Number of integrated states of the forces of each vehicle.
        held_count: Number of held and prepared states of a row.
        held_places: Indices of the held states of each vehicle among those of the row, (vehicle, k), padded with -1.
        command_count: Number of commands of a row: a wrench for each vehicle, then the inputs of forces.
    """

    slots: tuple[str, ...]
    all: tuple[Instance, ...]
    state_starts: tuple[int, ...]
    state_counts: tuple[int, ...]
    held_count: int
    held_places: NDArray[np.intp]
    command_count: int


def instances_of(bodies: Sequence[Body], laws: Sequence[Law]) -> Instances:
    """Assign indices to every force.

    Raises:
        ModelError: Two forces have the same name.
    """
    slots = (*FORCES, *_own_names(bodies))
    found, counts = list[Instance](), list[int]()
    held, command_count = 0, 6 * len(bodies)
    held_of: list[list[int]] = [[] for _ in bodies]
    for k, body in enumerate(bodies):
        integrated = 0
        for law in laws:
            for n, force in enumerate(force for force in body.forces if force.law().kind == law.kind):
                command = -1
                if law.count(Input) == 6:
                    command = 6 * k
                elif law.count(Input):
                    command, command_count = command_count, command_count + 1
                slot = slots.index(law.force or name_of(force))
                found.append(Instance(k, force, law, n, integrated, held, command, slot))
                held_of[k] += range(held, held + law.count(Held))
                integrated += law.count(Integrated)
                held += law.count(Held) + law.count(Prepared)
        counts.append(integrated)
    places = np.full((len(bodies), max(map(len, held_of))), -1, dtype=np.intp)
    for k, own in enumerate(held_of):
        places[k, : len(own)] = own
    starts = np.cumsum([0, *(at.MOTION + n for n in counts)]).tolist()
    return Instances(slots, tuple(found), tuple(starts), tuple(counts), held, places, command_count)


def _own_names(bodies: Sequence[Body]) -> list[str]:
    names = [name_of(force) for body in bodies for force in body.forces if not force.law().force]
    for name in names:
        if name in FORCES or names.count(name) > 1:
            taken = "which is built in" if name in FORCES else f"{names.count(name)} times"
            raise ModelError(f"forces must have different names, got '{name}', {taken}; rename it")
    return names

"""Arrays of a simulation and the compiled step that advances them, without checks."""

import copy
import math
import time
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Integers, aligned_zeros
from seaway._lanes import WIDTH
from seaway.controllers import ControlLaw, Group
from seaway.engine import _places as at
from seaway.engine._instances import Instance, instances_of
from seaway.engine._loops import Loops, in_running_order, loops_of
from seaway.engine._parameters import (
    Body,
    SeaParameters,
    Section,
    control_values,
    force_values,
    gust_table,
    joined_hulls,
    packed,
    part_values,
    sea_values,
    structure_of,
)
from seaway.engine._pool import available_threads, shared
from seaway.engine._program import Program, program
from seaway.engine._structure import BODY, EXTERNAL, SEA, Integrator, as_planned, planned
from seaway.engine._users import check_controller
from seaway.errors import ModelError
from seaway.forces import FORCES
from seaway.kernels.blocks import BLOCK
from seaway.kernels.hull_forces import HULL, HULL_FORCES, scratch_size
from seaway.kernels.wave_sums import ROOM

__all__ = ["LARGEST_SPEED", "STOPPED", "Engine", "Evaluation", "Instance"]

STOPPED: Final = at.NOT_FINITE | at.BAD_COMMAND
"""Status flags that stop a run until its state is set again."""

LARGEST_SPEED: Final = at.LARGEST_SPEED

# Smallest batch for which a step in lanes is worth compiling.
_FEWEST_LANE_ROWS: Final = 64
# Duration of work below which waking another thread takes longer than the work itself [s].
_LEAST_SHARED: Final = 150e-6
# Floats per cache line: every region and section is aligned to one.
_LINE: Final = 8
# Fields of the water that determine gusts with a spectrum.
_MEAN_WIND: Final = ("wind", "wind_height", "wind_exponent")
# Forces of every vehicle, even if they are 0.
_COMMON: Final = tuple(name for name in FORCES[: FORCES.index("damping") + 1] if name != "water_entry")


class Evaluation(NamedTuple):
    """Quantities evaluated at a state.

    Attributes:
        wrenches: Wrench of every force about Bo in B [N, N m], (row, vehicle, force, 6); see ``Engine.slots``.
        acceleration: Derivative ν' of the velocity [m/s2, rad/s2], (row, vehicle, 6).
        energy: Kinetic and potential energy [J], (row, vehicle, 2).
        water: Mean velocity of the water at Bo in B [m/s], wet fraction, depth of the centre of the wet part below the
            still surface [m], wave elevation there [m], mean angular velocity of the water [rad/s], share of the added
            mass that acts, (row, vehicle, 10).
        rates: Rates of the integrated states of forces, (row, vehicle, k).
        outputs: Actual values of commanded quantities, (row, command).
    """

    wrenches: Floats
    acceleration: Floats
    energy: Floats
    water: Floats
    rates: Floats
    outputs: Floats


class Engine:
    """Parameters of vehicles and sea, the state of every run, and the step that advances it.

    ``Simulation`` and ``seaway.uwv`` check the input of users and explain failures. A row of an array is a run of the
    batch.

    Args:
        bodies: Parameters of the vehicles.
        sea: Parameters of the sea.
        time_step: Time step h [s].
        batch: Number of runs.
        integrator: Integration scheme.
        start_time: Time of step 0 [s].
        pose_held: Whether position and orientation are held while velocities are integrated.
        threads: Maximum number of threads; default: all processors.
        width: Number of lanes; default: 1, or 4 from 64 runs on. Always 1 with hulls.
    """

    def __init__(
        self,
        bodies: Sequence[Body],
        sea: SeaParameters,
        time_step: float,
        batch: int = 1,
        integrator: Integrator = "rk4",
        start_time: float = 0.0,
        pose_held: bool = False,
        *,
        threads: int | None = None,
        width: int | None = None,
    ):
        self.bodies, self.sea, self.batch = tuple(bodies), sea, batch
        self.time_step, self.start_time, self.pose_held = time_step, start_time, pose_held
        self.integrator: Integrator = integrator
        self.threads = available_threads() if threads is None else threads
        self.structure = as_planned(structure_of(self.bodies, sea, integrator))
        wide = batch >= _FEWEST_LANE_ROWS and not self.structure.hull
        self.width = (WIDTH if wide else 1) if width is None or self.structure.hull else width
        self.blocks = -(-batch // self.width)
        self._cost = 0.0  # measured time of a step of a block [s]
        found = instances_of(self.bodies, self.structure.laws)
        self.slots, self.instances, self.command_count = found.slots, found.all, found.command_count
        self.state_starts, self.state_counts = found.state_starts, found.state_counts
        self.held_count, self.held_places = found.held_count, found.held_places
        self.most_states = max(self.state_counts)
        self.loops = Loops()
        self.may_stick = False  # memory for stuck actuators is allocated when the first one sticks
        self.rates_start = at.FORCES + 6 * len(self.slots)
        self.out_count = self.rates_start + self.most_states
        self._allocate()
        self._pack()

    # Layout

    def _allocate(self) -> None:
        """Allocate the memory: one array of floats in regions, each (block, number, lane)."""
        L, nb, V = self.width, self.blocks, len(self.bodies)
        hulls = sum(body.hull is not None for body in self.bodies)
        work = 3 * self.most_states + max(self.state_starts[-1], self.held_count) + _LINE
        regions = {
            at.STATE: (nb, self.state_starts[-1]),
            at.COMMAND: (nb, self.command_count),
            at.OUTPUTS: (nb, self.command_count),
            at.STUCK: (nb, self.command_count if self.may_stick else 0),
            at.HELD: (nb, self.held_count),
            at.STEPS: (nb, 1),
            at.RUNNING: (nb, 1),
            at.ROWS: (nb, 1),
            at.GUSTS: (nb, 2),
            at.SLAMS: (nb, 6 * hulls),
            at.WORK: (self.threads, work),
            at.CONTROL: (nb, self.loops.size),
            at.GIVEN: (nb, self.command_count if self.loops.all else 0),
        }
        self._vehicle_span = at.VEHICLE_SPAN + at.LAW_SPAN * len(self.structure.laws)
        self._groups_start = at.HEADER + V * self._vehicle_span
        self._group_span = at.GROUP_SPAN + at.STAGE_SPAN * len(self.loops.laws)
        self._status_start = self._groups_start + len(self.loops.all) * self._group_span
        self._keys_start = self._status_start + nb * L * V
        self._part_start = self._keys_start + 2 * nb * L  # a key in two halves
        self.ints = ints = np.zeros(self._part_start, dtype=np.int64)
        self.mem = aligned_zeros(_LINE + sum(_whole_lines(n * k * L) for n, k in regions.values()))
        self.mem[0], self.mem[1] = self.time_step, self.start_time
        self._views: dict[int, Floats] = {}
        start = _LINE
        for region, (n, k) in regions.items():
            ints[region] = start
            self._views[region] = self.mem[start : start + n * k * L].reshape(n, k, L)
            start += _whole_lines(n * k * L)
        for region, number in (
            (at.STATE_STRIDE, self.state_starts[-1]),
            (at.COMMAND_STRIDE, self.command_count),
            (at.HELD_STRIDE, self.held_count),
            (at.OUT_STRIDE, V * self.out_count),
            (at.SLAMS_STRIDE, 6 * hulls),
            (at.WORK_STRIDE, work),
            (at.CONTROL_STRIDE, self.loops.size),
        ):
            ints[region] = number * L
        ints[at.VEHICLES], ints[at.POSE_HELD], ints[at.GROUPS] = V, self.pose_held, self._groups_start
        ints[at.STATUS], ints[at.KEYS] = self._status_start, self._keys_start
        ints[at.STATES], ints[at.MOST_STATES] = self.state_starts[-1], self.most_states
        ints[at.HELD_COUNT], ints[at.RATES] = self.held_count, self.rates_start
        rows = self._views[at.ROWS].reshape(-1)
        rows[:] = np.arange(len(rows))
        self._views[at.RUNNING].reshape(-1)[: self.batch] = 1.0
        self._views[at.STUCK][...] = np.nan
        for k in range(V):
            self._views[at.STATE][:, self.state_starts[k] + 3] = 1.0
        self.swept = np.zeros((1, 0, 3 * BLOCK))
        self._views[at.OUT] = np.zeros((0, V * self.out_count, L))

    def _pack(self) -> None:
        """Gather the parameters of vehicles, forces, hulls and sea."""
        self.sections: dict[tuple[Any, ...], Section] = {}
        values, integers = sea_values(self.sea)
        self.sections["sea",] = packed(SEA, [(part_values(SEA, values), integers, 0)])
        for k, body in enumerate(self.bodies):
            floats = {"axes": np.eye(3), **body.values}
            self.sections["body", k] = packed(BODY, [(part_values(BODY, floats), body.integers, 0)])
            self.sections["external", k] = packed(EXTERNAL, [({}, {}, 0)])
            for law in self.structure.laws:
                own = [i for i in self.instances if i.vehicle == k and i.law.kind == law.kind]
                items = [(*force_values(each.force, each.law), each.slot) for each in own]
                self.sections["law", k, law.kind] = packed(law, items)
        hulls, records = joined_hulls(self.bodies)
        rows = max((len(record) for record in records), default=1)
        self.hulls, self.hull_records = hulls, np.zeros((rows, len(records)), dtype=HULL)
        for n, record in enumerate(records):
            self.hull_records[:, n] = record
        bad = ({len(each.values) for each in self.sections.values()} | {rows}) - {1, self.batch}
        if bad:
            message = "vehicles that differ between runs must have one value for each run of the batch"
            raise ModelError(f"{message}, {self.batch}, got {bad.pop()}")
        if self.structure.slamming:
            self.swept = aligned_zeros(self.batch, len(hulls.faces), 3 * BLOCK)
        if self.sea.keys is not None:
            self._write_keys(np.arange(self.batch), np.asarray(self.sea.keys, dtype=np.uint64))
        self._place_sections()
        self._link()

    def _place_sections(self) -> None:
        """Lay out the sections in one array, and write their offsets for the step."""
        L, nb = self.width, self.blocks
        total, whole = 0, 0
        for section in self.sections.values():
            size = section.values.shape[1]
            section.start, section.stride = total, size * L if len(section.values) > 1 else 0
            section.integers_start = self._part_start + whole
            whole += len(section.integers)
            total += _whole_lines(size * L * (nb if len(section.values) > 1 else 1))
        self.par = aligned_zeros(max(total, _LINE))
        self.ints = np.concatenate([self.ints[: self._part_start], np.zeros(whole, dtype=np.int64)])
        for section in self.sections.values():
            rows, size = section.values.shape
            n = nb if rows > 1 else 1
            section.view = self.par[section.start : section.start + n * size * L].reshape(n, size, L)
            if rows == 1:
                section.view[...] = section.values[0][None, :, None]
            else:
                padded = np.concatenate([section.values, np.repeat(section.values[-1:], nb * L - rows, axis=0)])
                section.view[...] = padded.reshape(nb, L, size).transpose(0, 2, 1)
            self.ints[section.integers_start :][: len(section.integers)] = section.integers
        self._point()

    def _point(self) -> None:
        """Write the offsets of the data of each vehicle."""
        ints = self.ints
        sea = self.sections["sea",]
        ints[at.FLOWING], ints[at.GUSTY] = self.sea.current_kind != "none", self.sea.gusty
        ints[at.SEA], ints[at.SEA_STRIDE], ints[at.SEA_INTS] = sea.start, sea.stride, sea.integers_start
        hull = 0
        for k, body in enumerate(self.bodies):
            v = at.HEADER + k * self._vehicle_span
            own, put_on = self.sections["body", k], self.sections["external", k]
            ints[v + at.STATE_OF], ints[v + at.STATE_COUNT] = self.state_starts[k], self.state_counts[k]
            ints[v + at.WRENCH], ints[v + at.OUT_OF] = 6 * k, k * self.out_count
            ints[v + at.BODY], ints[v + at.BODY_STRIDE] = own.start, own.stride
            ints[v + at.BODY_INTS] = own.integers_start
            ints[v + at.PUT_ON], ints[v + at.PUT_ON_STRIDE] = put_on.start, put_on.stride
            ints[v + at.HULL] = min(hull, max(0, self.hull_records.shape[1] - 1))
            hull += body.hull is not None
            if self.loops.all:
                ints[v + at.FIRST_GROUP], ints[v + at.GROUP_COUNT] = self.loops.of(k)
                targets = self.sections["targets", k]
                ints[v + at.TARGETS], ints[v + at.TARGET_COUNT] = targets.integers_start, len(targets.integers)
            for n, law in enumerate(self.structure.laws):
                l = v + at.VEHICLE_SPAN + n * at.LAW_SPAN
                section = self.sections["law", k, law.kind]
                first = next((i for i in self.instances if i.vehicle == k and i.law.kind == law.kind), None)
                ints[l + at.COUNT], ints[l + at.INTS] = section.count, section.integers_start
                ints[l + at.PAR], ints[l + at.PAR_STRIDE] = section.start, section.stride
                if first is not None:
                    ints[l + at.INTEGRATED], ints[l + at.HELD_OF] = first.integrated, first.held
                    ints[l + at.INPUT] = max(first.input, 0)

        for n, loop in enumerate(self.loops.all):
            g = self._groups_start + n * self._group_span
            ints[g + at.PERIOD], ints[g + at.MEMORY_OF] = loop.period, loop.memory
            ints[g + at.UNTIL] = loop.steps_until(self.start_time, self.time_step)
            for m, law in enumerate(self.loops.laws):
                stage, section = g + at.GROUP_SPAN + m * at.STAGE_SPAN, self.sections["control", n, law.kind]
                ints[stage + at.STAGE_COUNT], ints[stage + at.STAGE_INTS] = section.count, section.integers_start
                ints[stage + at.STAGE_PAR], ints[stage + at.STAGE_STRIDE] = section.start, section.stride
                ints[stage + at.STAGE_STATES] = loop.states[law.kind]

    def targets(self, vehicle: int) -> list[int]:
        """Indices of a vehicle's commands in a run: its wrench, then its actuators in the order of the vehicle."""
        order = {id(part): n for n, part in enumerate(self.bodies[vehicle].forces)}
        rank = {"thrusters": 0, "fins": 1}
        own = [each for each in self.instances if each.vehicle == vehicle and each.input >= 6 * len(self.bodies)]
        own.sort(key=lambda each: (rank.get(each.law.force, 2), order[id(each.force)]))
        return [*range(6 * vehicle, 6 * vehicle + 6), *(each.input for each in own)]

    def attach(self, groups: Sequence[tuple[int, Group, int]]) -> None:
        """Attach control loops, instead of the present ones.

        Args:
            groups: Control loops, each with the index of its vehicle and its period in steps.
        """
        actuators = [len(self.targets(k)) - 6 for k in range(len(self.bodies))]
        loops = loops_of(groups, actuators)
        for law in loops.laws:
            if law.users:
                check_controller(
                    law, self.structure, [actuators[loop.vehicle] for loop in loops.all if loop.stages(law)]
                )
            if any(law.kind == each.kind for each in self.structure.laws):
                message = f"a force and a controller are both named {law.kind}"
                raise ModelError(f"{message}; rename one of the classes")
        sections = {key: each for key, each in self.sections.items() if key[0] not in ("control", "targets")}
        for k in range(len(self.bodies)):
            sections["targets", k] = Section(np.zeros((1, 0)), self.targets(k), [], 0, 0)
        for n, loop in enumerate(loops.all):
            period = {"period": loop.period * self.time_step}
            for law in loops.laws:
                items = [(control_values(law, stage, period), stage.integers, 0) for stage in loop.stages(law)]
                sections["control", n, law.kind] = packed(law, items)
        bad = {len(each.values) for each in sections.values()} - {1, self.batch}
        if bad:
            message = "a controller that differs between runs must have one value for each run of the batch"
            raise ModelError(f"{message}, {self.batch}, got {bad.pop()}")
        with self._laid_out_anew(at.CONTROL, at.GIVEN):
            self.loops, self.sections = loops, sections
            self.structure = replace(self.structure, controls=loops.laws)

    @contextmanager
    def _laid_out_anew(self, *forgotten: int) -> Generator[None]:
        """Lay out the memory again after a change in this context; keep all values except those of some regions."""
        left_out = (at.WORK, at.OUT, at.OUTPUTS, *forgotten)
        memory = {region: self.rows(region) for region in self._views if region not in left_out}
        flags = {place: self.ints[place] for place in (at.EXTERNAL, at.EVENTS, at.FAULTY)}
        status, keys, swept = self.status.copy(), self._keys().copy(), self.swept
        for section in self.sections.values():
            section.values = self._values_of(section)
        yield
        self._allocate()
        self.swept, self.status[...], self._keys()[...] = swept, status, keys
        self._place_sections()
        for place, value in flags.items():
            self.ints[place] = value
        self._link()
        for region, values in memory.items():
            self.write(region, values)

    def planned(self, laws: Sequence[ControlLaw]) -> AbstractContextManager[None]:
        """Context in which new simulations use the step that this one has with these stages; see ``planned``."""
        if self.width > 1 or not laws:
            return nullcontext()
        return planned(replace(self.structure, controls=in_running_order(laws)))

    def engage(self, on: bool) -> None:
        """Start or stop the control loops."""
        for k in range(len(self.bodies)):
            count = self.loops.of(k)[1] if on else 0
            self.ints[at.HEADER + k * self._vehicle_span + at.GROUP_COUNT] = count

    @property
    def controlled(self) -> tuple[bool, ...]:
        """Whether control loops run on each vehicle."""
        count = [self.ints[at.HEADER + k * self._vehicle_span + at.GROUP_COUNT] for k in range(len(self.bodies))]
        return tuple(bool(each) for each in count)

    def forget_ticks(self, rows: NDArray[np.intp]) -> None:
        """Make control loops run again in rows whose state was set."""
        for loop in self.loops.all:
            place = slice(loop.memory + at.TICKED, loop.memory + at.TICKED + 1)
            began = self.rows(at.CONTROL)[rows, place] != 0.0
            self.write(at.CONTROL, np.where(began, at.FORGOTTEN, 0.0), rows, place)

    def _keys(self) -> Integers:
        """A view of the keys of the random numbers."""
        return self.ints[self._keys_start : self._part_start]

    def _link(self) -> None:
        """Get the compiled step, and gather its arguments."""
        self.program: Program = program(self.structure, self.width)
        given: list[Any] = [self.par, self.mem, self.ints, self._views[at.OUT].reshape(-1)]
        if self.structure.waves:
            waves = np.ascontiguousarray(self.sea.waves)
            self.waves_now = aligned_zeros(self.threads, self.width, _whole_lines(2 * waves.shape[2] + ROOM))
            given += [waves, self.waves_now]
        if self.structure.sheared:
            given.append(self.sea.carried())
        if self.structure.hull:
            size = scratch_size(BLOCK * len(self.hulls.vertices), self.sea.waves.shape[-1])
            self.rooms = aligned_zeros(self.threads, _whole_lines(size))
            given += [self.hull_records, self.sea.water, *self.hulls, self.swept, self.rooms]
        self._given = tuple(given)

    def __getstate__(self) -> dict[str, Any]:
        # Views and compiled code are recreated in a copy or in another process.
        made_anew = ("mem", "par", "ints", "_views", "program", "_given", "rooms", "waves_now")
        kept = {name: value for name, value in vars(self).items() if name not in made_anew}
        for section in self.sections.values():
            section.values = self._values_of(section)
        kept["sections"] = {key: replace(each, view=np.zeros((1, 0, 1))) for key, each in self.sections.items()}
        kept["_memory"] = {region: self.rows(region) for region in self._views if region not in (at.WORK, at.OUT)}
        kept["_integers"] = self.ints[: self._part_start].copy()
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        memory, integers, swept = kept.pop("_memory"), kept.pop("_integers"), kept["swept"]
        self.__dict__.update(kept)
        self._allocate()
        self.swept = swept.copy()
        self.ints[:] = integers
        self._place_sections()
        self._link()
        for region, values in memory.items():
            self.write(region, values)

    # Running

    def _run(self, task: int, count: int) -> None:
        given, entry, blocks = self._given, self.program.entry, self.blocks
        if blocks == 1 or self.threads == 1:
            entry(*given, 0, blocks, count, task, 0)
            return
        if self._cost == 0.0:
            entry(*given, 0, 1, 0, at.STEP, 0)  # compile before timing
        steps = blocks * max(count, 1)
        together = self._cost == 0.0 or self._cost * steps > _LEAST_SHARED
        began = time.perf_counter()
        if together:
            shared(lambda first, stop, thread: entry(*given, first, stop, count, task, thread), blocks, self.threads)
        else:
            entry(*given, 0, blocks, count, task, 0)
        cost = (time.perf_counter() - began) / steps * (self.threads if together else 1)
        # The minimum so far, which other load on the machine does not raise; it may grow slowly.
        self._cost = cost if self._cost == 0.0 else min(cost, 1.05 * self._cost)

    def advance(self, count: int) -> None:
        """Advance every row that has not stopped by ``count`` steps."""
        self._run(at.STEP, count)

    def settle(self) -> None:
        """Set the states of forces to their steady values under the present commands."""
        self._run(at.SETTLE, 1)

    def evaluate(self) -> Evaluation:
        """Evaluate every force at the present state of every row."""
        V, F = len(self.bodies), len(self.slots)
        if not len(self._views[at.OUT]):  # allocated late: most of the memory of a row, which few batches need
            shape = (self.blocks, V * self.out_count, self.width)
            self._views[at.OUT] = aligned_zeros(math.prod(shape)).reshape(shape)
            self._link()
        self._run(at.EVALUATE, 1)
        out = self.rows(at.OUT).reshape(self.batch, V, self.out_count)
        return Evaluation(
            out[..., at.FORCES : self.rates_start].reshape(self.batch, V, F, 6),
            out[..., at.ACCELERATION : at.KINETIC],
            out[..., at.KINETIC : at.WATER],
            out[..., at.WATER : at.FORCES],
            out[..., self.rates_start :],
            self.rows(at.OUTPUTS),
        )

    # Memory

    def rows(self, region: int) -> Floats:
        """Copy a region, (row, number)."""
        view = self._views[region]
        return view.transpose(0, 2, 1).reshape(view.shape[0] * view.shape[2], view.shape[1])[: self.batch].copy()

    def region(self, region: int) -> Floats:
        """View of a region, (block, number, lane)."""
        return self._views[region]

    def write(self, region: int, values: Any, rows: NDArray[np.intp] | None = None, numbers: Any = slice(None)) -> None:
        """Write values, (row, number), to a region, for some rows and numbers."""
        view = self._views[region]
        L = self.width
        if rows is None:
            if L == 1:
                view[:, numbers, 0] = values
                return
            if np.ndim(values) == 0 and isinstance(numbers, slice):
                view[:, numbers] = values
                return
            if self.batch % L == 0 and np.ndim(values) == 2 and len(values) == self.batch:
                view[:, numbers] = np.reshape(values, (self.blocks, L, -1)).transpose(0, 2, 1)
                return
            rows = np.arange(self.batch)
        view[rows[:, None] // L, np.arange(view.shape[1])[numbers][None, :], rows[:, None] % L] = values

    def stick(self, place: int, values: Any, rows: NDArray[np.intp]) -> None:
        """Make the command at an index stick at values, () or (rows,); nan for an actuator that works."""
        if not self.may_stick:
            with self._laid_out_anew(at.STUCK):
                self.may_stick = True
        self.write(at.STUCK, np.broadcast_to(np.asarray(values, dtype=np.float64), (len(rows),))[:, None], rows,
                   slice(place, place + 1))  # fmt: skip
        self.ints[at.FAULTY] = int(np.any(np.isfinite(self.rows(at.STUCK))))

    @property
    def steps(self) -> Integers:
        """Steps of each row since its last reset, (row,)."""
        return self._views[at.STEPS].reshape(-1)[: self.batch].astype(np.int64)

    @property
    def times(self) -> Floats:
        """Time of each row, start time + n h, never accumulated [s], (row,)."""
        return np.asarray(self.start_time + self.steps * self.time_step, dtype=np.float64)

    @property
    def status(self) -> Integers:
        """View of the status flags of every vehicle in every row, (row, vehicle)."""
        V = len(self.bodies)
        return self.ints[self._status_start :][: self.batch * V].reshape(self.batch, V)

    def events(self) -> bool:
        """Whether a status has changed."""
        return bool(self.ints[at.EVENTS])

    def release(self, rows: NDArray[np.intp]) -> None:
        """Resume the rows whose status flags are clear, and stop the others."""
        stopped = np.any(self.status[rows] & STOPPED, axis=1)
        self.write(at.RUNNING, np.where(stopped, 0.0, 1.0)[:, None], rows)
        self.ints[at.EVENTS] = int(np.any(self.status))

    def failed(self) -> NDArray[np.bool_]:
        """Whether each row has stopped, (row,)."""
        return np.any(self.status & STOPPED, axis=1)

    # Parameters

    def read(self, key: tuple[Any, ...], name: str, number: int = 0) -> Floats:
        """Read a parameter of a section, (1 or row, ...)."""
        section = self.sections[key]
        start, shape = section.places[number][name]
        size = int(np.prod(shape))
        view = section.view[:, start : start + size]
        if len(view) == 1 and section.stride == 0:
            return view[0, :, 0].reshape(1, *shape).copy()
        return view.transpose(0, 2, 1).reshape(-1, size)[: self.batch].reshape(self.batch, *shape).copy()

    def set(self, key: tuple[Any, ...], name: str, values: Any, rows: NDArray[np.intp], number: int = 0) -> None:
        """Write a parameter of a section, (1 or rows, ...), for some rows."""
        section = self.sections[key]
        start, shape = section.places[number][name]
        size = int(np.prod(shape))
        array = np.asarray(values, dtype=np.float64).reshape(-1, size)
        if section.stride == 0 and (self.batch == 1 or (len(array) == 1 and len(rows) == self.batch)):
            section.view[0, start : start + size] = array[0][:, None]
            return
        if section.stride == 0:
            self._grow(section)
        L = self.width
        section.view[rows[:, None] // L, np.arange(start, start + size)[None, :], rows[:, None] % L] = array

    def set_water(self, name: str, values: Any, rows: NDArray[np.intp]) -> None:
        """Write a field of ``kernels.water.WATER``, (1 or rows, ...), for some rows."""
        water = self.sea.water
        if np.ndim(values) > len(water.dtype[name].shape) and len(values) == 1:
            values = np.asarray(values)[0]
        size = len(rows) if np.ndim(values) > len(water.dtype[name].shape) else 1
        if len(water) == 1 and self.batch > 1 and not (size == 1 and len(rows) == self.batch):
            self.sea.water = water = np.repeat(water, self.batch)
            if self.structure.hull:
                self._link()
        water[name][rows if len(water) > 1 else 0] = (
            values if len(water) > 1 else np.reshape(values, water[name][:1].shape)[0]
        )
        flat = np.reshape(np.asarray(values, dtype=np.float64), (size, -1))
        self.set(("sea",), name, flat, rows)
        if name in _MEAN_WIND:
            self._renew_gusts(rows)

    def _grow(self, grown: Section) -> None:
        """Give every row separate parameters in a section."""
        for section in self.sections.values():
            section.values = self._values_of(section)
        grown.values = np.repeat(grown.values, self.batch, axis=0)
        self._place_sections()
        self._link()

    def set_flag(self, key: tuple[Any, ...], place: int, value: int, number: int = 0) -> None:
        """Write an integer of a section."""
        section = self.sections[key]
        section.integers[number * section.whole + place] = value
        self.ints[section.integers_start + number * section.whole + place] = value

    def set_hull(self, hull: int, name: str, values: Any, rows: NDArray[np.intp]) -> None:
        """Write a field of ``kernels.hull_forces.HULL``, for some rows."""
        if len(self.hull_records) == 1 and self.batch > 1:
            self.hull_records = np.repeat(self.hull_records, self.batch, axis=0)
            self._link()
        self.hull_records[name][rows, hull] = values

    def set_keys(self, rows: NDArray[np.intp], keys: NDArray[np.uint64]) -> None:
        """Set the keys of the random numbers of some rows."""
        self._write_keys(rows, keys)
        self.sea.keys[rows] = keys
        self._renew_gusts(rows)

    def _renew_gusts(self, rows: NDArray[np.intp]) -> None:
        """Recompute the components of gusts with a spectrum after a change of the wind or of the keys."""
        if self.sea.spectral:
            self.set(("sea",), "gust_table", gust_table(self.sea, rows), rows)

    def _write_keys(self, rows: NDArray[np.intp], keys: NDArray[np.uint64]) -> None:
        halves = self._keys().reshape(-1, 2)
        halves[rows, 0], halves[rows, 1] = keys >> np.uint64(32), keys & np.uint64(0xFFFFFFFF)

    def replace_sea(self, sea: SeaParameters) -> None:
        """Replace the sea; the step is compiled again only if the structure changes."""
        self.sea = sea
        self.structure = replace(structure_of(self.bodies, sea, self.integrator), controls=self.loops.laws)
        for section in self.sections.values():
            section.values = self._values_of(section)
        values, integers = sea_values(sea)
        self.sections["sea",] = packed(SEA, [(part_values(SEA, values), integers, 0)])
        self._place_sections()
        self._link()

    def _values_of(self, section: Section) -> Floats:
        if section.stride == 0:
            return section.view[0, :, 0][None].copy()
        return section.view.transpose(0, 2, 1).reshape(-1, section.view.shape[1])[: self.batch].copy()

    def of_row(self, row: int, batch: int = 1) -> "Engine":
        """Make an engine with the parameters and the state of one row, repeated ``batch`` times."""
        own = copy.copy(self)
        own.batch, own.width, own.blocks, own.threads, own._cost = batch, 1, batch, 1, 0.0
        own.sea = copy.copy(self.sea)
        own.sea.water = _own(self.sea.water, row)
        own.sea.keys = None if self.sea.keys is None else np.repeat(self.sea.keys[row], batch)
        own.sea.current, own.sea.waves = _own(self.sea.current, row), _own(self.sea.waves, row)
        own.hull_records = _own(self.hull_records, row)
        swept = self.swept
        own._allocate()
        own.swept = np.repeat(_own(swept, row), batch, axis=0)
        own.sections = {}
        L = self.width
        for key, section in self.sections.items():
            values = section.view[0, :, 0] if section.stride == 0 else section.view[row // L, :, row % L]
            own.sections[key] = replace(section, values=values[None].copy())
        own._place_sections()
        own.ints[at.EXTERNAL], own.ints[at.FAULTY] = self.ints[at.EXTERNAL], self.ints[at.FAULTY]
        key = self.ints[self._keys_start + 2 * row : self._keys_start + 2 * row + 2]
        own.ints[own._keys_start : own._keys_start + 2 * batch] = np.tile(key, batch)
        own._link()
        for region in (at.STATE, at.COMMAND, at.HELD, at.STEPS, at.GUSTS, at.SLAMS, at.CONTROL, at.GIVEN, at.STUCK):
            own.write(region, self.rows(region)[row : row + 1])
        return own

    @property
    def forces(self) -> tuple[str, ...]:
        """Names of the forces present: the common ones, and those of any vehicle."""
        present = {*_COMMON, *(self.slots[instance.slot] for instance in self.instances)}
        for name, field in zip(HULL_FORCES, ("friction", "pressure_drag", "area_damping", "slamming"), strict=True):
            if np.any(self.hull_records[field]):
                present.add(name)
        leaving = any(body.integers["has_added"] and "volume" in body.values for body in self.bodies)
        if leaving and np.any(np.isfinite(self.sea.water["surface"])):
            present.add("water_entry")
        return tuple(name for name in self.slots if name in present)


def _own(array: Any, row: int) -> Any:
    index = min(row, len(array) - 1)
    return array[index : index + 1].copy() if len(array) else array


def _whole_lines(count: int) -> int:
    """A number of floats, rounded up to whole cache lines."""
    return -(-count // _LINE) * _LINE

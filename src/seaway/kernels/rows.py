"""The loops over rows, vehicles and steps: what ``seaway.sim`` calls."""

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Flags, Floats, Integers, Records
from seaway._jit import batch_kernel, called_kernel, kernel, part_kernel, prange
from seaway.kernels.actuation import coming_wrench, held_command
from seaway.kernels.equipment import EQUIPMENT, WRENCHES, Held, equipment
from seaway.kernels.forces import forces, summed
from seaway.kernels.hull_blocks import Corners
from seaway.kernels.inertia import acceleration, kinetic_energy
from seaway.kernels.integrators import RATE, SUM, Memory, Motion, Scheme, stepped
from seaway.kernels.model import Model
from seaway.kernels.restoring import STIFFENED, potential_energy
from seaway.kernels.rotation import times
from seaway.kernels.surroundings import surroundings
from seaway.kernels.vectors import added6, four, own_row, six, three
from seaway.kernels.water import depth_below
from seaway.kernels.wind import gust

__all__ = [
    "BAD_COMMAND",
    "BELOW_FLOOR",
    "CHUNKS",
    "LARGEST_SPEED",
    "NOT_FINITE",
    "STATE",
    "STOPPED",
    "Evaluation",
    "advance",
    "advance_parallel",
    "evaluate",
]

STATE: Final = np.dtype(
    [
        ("position", "f8", 3),  # p_WBo_W [m]
        ("orientation", "f8", 4),  # q_WB (w, x, y, z)
        ("velocity", "f8", 6),  # (v_WB_B, w_WB_B) [m/s, rad/s]
    ]
)

# Bits of the status of a vehicle in a row. A row with a vehicle that is STOPPED stands still until it is set again.
NOT_FINITE: Final = 1
BELOW_FLOOR: Final = 2
BAD_COMMAND: Final = 4
STOPPED: Final = NOT_FINITE | BAD_COMMAND

CHUNKS: Final = 64
"""Into how many parts the rows are cut for the cores: enough that a slow one does not keep the others waiting."""

LARGEST_SPEED: Final = 1e6
"""The sum of the magnitudes of a velocity [m/s, rad/s] from which on a motion has diverged."""


class Evaluation(NamedTuple):
    """What can be told of a state.

    Attributes:
        wrenches: Of every law about Bo in B [N, Nm], (row, vehicle, law, 6).
        acceleration: ν' [m/s2, rad/s2], (row, vehicle, 6).
        energy: Kinetic and potential [J], (row, vehicle, 2).
        water: Velocity of the water in B [m/s], the wet fraction, the depth of the wet part's centre below the still
            surface [m], the elevation of the waves there [m], (row, vehicle, 6).
    """

    wrenches: Floats
    acceleration: Floats
    energy: Floats
    water: Floats


@kernel
def _sound(motion: Motion) -> bool:
    """Whether all are finite, and slower than anything that moves in water by far.

    A sum of magnitudes is finite only if each is.
    """
    p, q, nu = motion
    pose = abs(p[0]) + abs(p[1]) + abs(p[2]) + abs(q[0]) + abs(q[1]) + abs(q[2]) + abs(q[3])
    velocity = abs(nu[0]) + abs(nu[1]) + abs(nu[2]) + abs(nu[3]) + abs(nu[4]) + abs(nu[5])
    return math.isfinite(pose) and velocity < LARGEST_SPEED


@kernel
def _finite_states(memory: Memory, row: int, vehicle: int) -> bool:
    """Whether the laws' states after the step are finite."""
    total = 0.0
    for k in range(memory.integrated.shape[2]):
        total += abs(memory.stages[SUM, row, vehicle, k])
    return math.isfinite(total)


@kernel
def _stopped(memory: Memory, row: int) -> bool:
    bits = 0
    for vehicle in range(memory.status.shape[1]):
        bits |= memory.status[row, vehicle]
    return bits & STOPPED != 0


@part_kernel
def _pass_step(model: Model, memory: Memory, scheme: Scheme, row: int) -> bool:
    """Work out the next state of all vehicles of a row; tell whether all are finite."""
    water = model.water[own_row(model.water, row)]
    floor = water["floor"]
    windy = own_row(memory.keys, row)
    gust(water, memory.keys[windy], memory.steps[row], scheme.time_step, memory.gusts[windy])
    for vehicle in range(memory.state.shape[1]):
        body = model.vehicles[own_row(model.vehicles, row), vehicle]
        if body["actuated"] != 0:
            held_command(body, scheme.time_step, memory.command[row, vehicle], memory.held[row, vehicle])
        state, new = memory.state[row, vehicle], memory.new[row, vehicle]
        p, q, nu = three(state["position"]), four(state["orientation"]), six(state["velocity"])
        motion = stepped(model, memory, scheme, row, vehicle, p, q, nu)
        if not (_sound(motion) and _finite_states(memory, row, vehicle)):
            memory.status[row, vehicle] |= NOT_FINITE
            return False
        p, q, nu = motion
        if p[2] < floor:
            memory.status[row, vehicle] |= BELOW_FLOOR
        for k in range(3):
            new["position"][k] = p[k]
        for k in range(4):
            new["orientation"][k] = q[k]
        for k in range(6):
            new["velocity"][k] = nu[k]
    return True


@called_kernel
def advance(model: Model, memory: Memory, scheme: Scheme, first: int, stop: int, count: int) -> None:
    """Do up to ``count`` steps of the rows from ``first`` to before ``stop``, on one core.

    A row stops at its last finite state, with all its vehicles at the same time.
    """
    for row in range(first, stop):
        if _stopped(memory, row):
            continue
        for _ in range(count):
            if not _pass_step(model, memory, scheme, row):
                break
            for vehicle in range(memory.state.shape[1]):
                memory.state[row, vehicle] = memory.new[row, vehicle]
                for k in range(memory.integrated.shape[2]):
                    memory.integrated[row, vehicle, k] = memory.stages[SUM, row, vehicle, k]
            memory.steps[row] += 1


@batch_kernel
def advance_parallel(
    vehicles: Records,
    dampings: Records,
    water: Records,
    current: Floats,
    external: Records,
    waves: Records,
    vertices: Floats,
    faces: Floats,
    corners: Corners,
    areas: Records,
    strips: Records,
    thrusters: Records,
    tables: Floats,
    fins: Records,
    state: Records,
    steps: Integers,
    status: Flags,
    command: Floats,
    integrated: Floats,
    held: Floats,
    new: Records,
    stages: Floats,
    actuators: Floats,
    gusts: Floats,
    keys: NDArray[np.uint64],
    slams: Floats,
    swept: Floats,
    scratch: Floats,
    integrator: int,
    time_step: float,
    start_time: float,
    pose_held: bool,
    count: int,
) -> None:
    """Do up to ``count`` steps of every row, on all cores; a parallel loop takes no tuples of arrays.

    Rows go in chunks: what it costs to hand over the arrays is then paid once a chunk, not once a row. Each chunk has a
    scratch of its own, (CHUNKS or rows, k).
    """
    rows = state.shape[0]
    chunks = min(rows, CHUNKS)
    for index in prange(chunks):
        chunk: Any = np.int64(index)  # the index of prange is unsigned
        advance(
            Model(
                vehicles,
                dampings,
                water,
                current,
                external,
                waves,
                vertices,
                faces,
                corners,
                areas,
                strips,
                thrusters,
                tables,
                fins,
            ),
            Memory(
                state,
                steps,
                status,
                command,
                integrated,
                held,
                new,
                stages,
                actuators,
                gusts,
                keys,
                slams,
                swept,
                scratch[chunk],
            ),
            Scheme(integrator, time_step, start_time, pose_held),
            chunk * rows // chunks,
            (chunk + 1) * rows // chunks,
            count,
        )


@called_kernel
def evaluate(model: Model, memory: Memory, scheme: Scheme, out: Evaluation) -> None:
    """Evaluate every law at the present state."""
    for row in range(memory.state.shape[0]):
        t = scheme.start_time + memory.steps[row] * scheme.time_step
        for vehicle in range(memory.state.shape[1]):
            body = model.vehicles[own_row(model.vehicles, row), vehicle]
            state = memory.state[row, vehicle]
            p, q, nu = three(state["position"]), four(state["orientation"]), six(state["velocity"])
            if body["actuated"] != 0:
                applied = coming_wrench(
                    body,
                    scheme.time_step,
                    memory.command[row, vehicle],
                    memory.held[row, vehicle],
                    memory.integrated[row, vehicle],
                )
            else:
                applied = six(memory.command[row, vehicle])
            around = surroundings(model, body, row, t, t, scheme.time_step, p, q, memory.scratch[WRENCHES:])
            wrenches = forces(model, body, row, vehicle, around, nu, applied)
            total = summed(wrenches)
            if body["equipped"] != 0:
                parts = Held(
                    memory.actuators[row],
                    memory.gusts[own_row(memory.gusts, row)],
                    memory.slams[own_row(memory.slams, row), vehicle],
                    memory.integrated[row, vehicle],
                    memory.stages[RATE, row, vehicle],
                )
                extra = equipment(model, body, row, t, scheme.time_step, p, around, nu, parts, memory.scratch)
                total = added6(total, extra)
                for law in range(len(EQUIPMENT)):
                    for k in range(6):
                        out.wrenches[row, vehicle, len(wrenches) + law, k] = memory.scratch[6 * law + k]
            nu_rate = acceleration(body, total)
            for k in range(6):
                out.acceleration[row, vehicle, k] = nu_rate[k]
                for law in range(len(wrenches)):
                    out.wrenches[row, vehicle, law, k] = wrenches[law][k]
            level = model.water[own_row(model.water, row)]["surface"]
            height = -depth_below(level, p[2] + times(around.R_WB, three(body["center_of_mass"]))[2])
            displaced_weight = around.displaced_mass * around.gravity
            out.energy[row, vehicle, 0] = kinetic_energy(body, nu)
            out.energy[row, vehicle, 1] = potential_energy(body, around.gravity, height, displaced_weight, around.depth)
            if body["extent"] == STIFFENED:
                out.energy[row, vehicle, 1] = around.stored
            for k in range(3):
                out.water[row, vehicle, k] = around.v_WC_B[k]
            out.water[row, vehicle, 3] = around.wet
            out.water[row, vehicle, 4] = around.depth
            out.water[row, vehicle, 5] = around.elevation

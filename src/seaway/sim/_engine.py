"""The arrays of a simulation and the kernels that move them: nothing is checked here."""

from typing import Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Records, aligned_zeros
from seaway.kernels.actuation import HELD_COUNT
from seaway.kernels.blocks import BLOCK
from seaway.kernels.equipment import scratch_size
from seaway.kernels.external import EXTERNAL
from seaway.kernels.fins import FIN_STATES
from seaway.kernels.forces import LAWS
from seaway.kernels.integrators import RK4, SEMI_IMPLICIT_EULER, Memory, Scheme
from seaway.kernels.model import Fleet, Model
from seaway.kernels.rows import CHUNKS, STATE, STOPPED, Evaluation, advance, advance_parallel, evaluate
from seaway.kernels.thrusters import THRUSTER_STATES
from seaway.kernels.wind import GUST

__all__ = ["INTEGRATORS", "VARYING", "Engine", "Integrator"]

Integrator = Literal["rk4", "semi_implicit_euler"]
INTEGRATORS: Final[dict[Integrator, int]] = {"rk4": RK4, "semi_implicit_euler": SEMI_IMPLICIT_EULER}

VARYING: Final = (
    "state",
    "steps",
    "status",
    "command",
    "integrated",
    "held",
    "actuators",
    "gusts",
    "slams",
    "swept",
)
"""What of ``Memory`` makes up the state of a row."""

T = TypeVar("T", bound=np.generic)

# Below so many steps of vehicles in one call, waking the other cores takes longer than the work.
_PARALLEL_WORK: Final = 128


class Engine:
    """Vehicles and sea as records, the state of every row, and the kernels on them.

    ``Simulation`` is the face of it that checks and explains; ``seaway.uwv`` is another.

    Args:
        fleet: Vehicles, as records.
        water: Records of ``kernels.water.WATER``, (1 or batch,).
        current: Table of ``kernels.water.current``, (1, batch or 0, 1 + times, 1 + depths, 3).
        waves: Records of ``kernels.waves.WAVE``, (1, batch or 0, wave).
        time_step: [s].
        batch: Number of rows.
        integrator: ``"rk4"`` or ``"semi_implicit_euler"``.
        start_time: Time of step 0 [s].
        pose_held: Whether position and attitude stay while velocities go on.
        keys: Of the random numbers of each row, (batch,); zeros where None.
    """

    def __init__(
        self,
        fleet: Fleet,
        water: Records,
        current: Floats,
        waves: Records,
        time_step: float,
        batch: int = 1,
        integrator: Integrator = "rk4",
        start_time: float = 0.0,
        pose_held: bool = False,
        keys: NDArray[np.uint64] | None = None,
    ):
        vehicles = fleet.vehicles
        count = vehicles.shape[1]
        external = np.zeros((0, count), dtype=EXTERNAL)
        self._model = Model(vehicles, fleet.dampings, water, current, external, waves, *fleet[2:])
        self.scheme = Scheme(INTEGRATORS[integrator], time_step, start_time, pose_held)
        actuated = bool(np.any(vehicles["actuated"]))
        integrated, held = _state_count(vehicles), HELD_COUNT * actuated
        slamming = bool(np.any(vehicles["slamming"]))
        state = np.zeros((batch, count), dtype=STATE)
        state["orientation"][..., 0] = 1.0
        self.memory = Memory(
            state=state,
            steps=np.zeros(batch, dtype=np.int64),
            status=np.zeros((batch, count), dtype=np.uint8),
            command=np.zeros((batch, count, 6)),
            integrated=np.zeros((batch, count, integrated)),
            held=np.zeros((batch, count, held)),
            new=np.zeros((batch, count), dtype=STATE),
            stages=np.zeros((3, batch, count, integrated)),
            actuators=np.zeros((batch, fleet.thrusters.shape[1] + fleet.fins.shape[1])),
            gusts=np.zeros((1 if keys is None else batch, GUST)),
            keys=np.zeros(1, dtype=np.uint64) if keys is None else keys,
            slams=np.zeros((batch if slamming else 1, count, 6)),
            swept=aligned_zeros(batch if slamming else 1, len(fleet.faces) * slamming, 3 * BLOCK),
            scratch=np.zeros(0),
        )
        self._scratch = np.zeros((0, 0))  # a row for every chunk of rows
        self.model = self._model

    @property
    def model(self) -> Model:
        """Vehicles and sea, as records."""
        return self._model

    @model.setter
    def model(self, model: Model) -> None:
        self._model = model
        size = scratch_size(BLOCK * len(model.vertices), model.waves.shape[1])
        if self._scratch.shape[1] < size or not len(self._scratch):
            self._scratch = aligned_zeros(min(self.batch, CHUNKS), -(-size // 8) * 8)
            self.memory = self.memory._replace(scratch=self._scratch[0])

    @property
    def batch(self) -> int:
        """Number of rows."""
        return self.memory.state.shape[0]

    @property
    def times(self) -> Floats:
        """The time of each row [s], (batch,): n h, never accumulated."""
        return np.asarray(self.scheme.start_time + self.memory.steps * self.scheme.time_step, dtype=np.float64)

    def advance(self, count: int) -> None:
        """Do ``count`` steps of every row that can go on."""
        state = self.memory.state
        if state.shape[0] == 1 or state.size * count < _PARALLEL_WORK:
            advance(self.model, self.memory, self.scheme, 0, state.shape[0], count)
        else:
            advance_parallel(*self.model, *self.memory[:-1], self._scratch, *self.scheme, count)

    def evaluate(self) -> Evaluation:
        """Evaluate every law at the present state of every row."""
        shape = self.memory.state.shape
        sizes = ((len(LAWS), 6), (6,), (2,), (6,))
        out = Evaluation(*(np.zeros((*shape, *size)) for size in sizes))
        evaluate(self.model, self.memory, self.scheme, out)
        return out

    @property
    def laws(self) -> tuple[str, ...]:
        """The laws that may act here: those that every vehicle may have, and of the others those that one has."""
        v = self.model.vehicles
        areas = self.model.areas["in_air"]
        present = {
            "hull_friction": np.any(v["friction"]),
            "hull_pressure_drag": np.any(v["pressure_drag"]),
            "hull_damping": np.any(v["area_damping"]),
            "slamming": np.any(v["slamming"]),
            "water_drag": np.any(areas == 0),
            "wind": np.any(areas != 0),
            "strip_drag": self.model.strips.size,
            "thrusters": self.model.thrusters.size,
            "fins": self.model.fins.size,
        }
        return tuple(law for law in LAWS if present.get(law, True))

    def failed(self) -> NDArray[np.bool_]:
        """Which rows have stopped, (batch,)."""
        return np.any(self.memory.status & STOPPED, axis=1)

    def row(self, row: int, batch: int = 1) -> "Engine":
        """An engine of its own with the parameters, wrenches and state of one row, copied ``batch`` times."""

        def own(array: NDArray[T]) -> NDArray[T]:
            index = min(row, len(array) - 1)
            return array[index : index + 1].copy() if len(array) else array

        m = self.model
        model = Model(
            own(m.vehicles),
            own(m.dampings),
            own(m.water),
            own(m.current),
            own(m.external),
            own(m.waves),
            m.vertices,
            m.faces,
            m.corners,
            own(m.areas),
            own(m.strips),
            own(m.thrusters),
            m.tables,
            own(m.fins),
        )
        integrator: Integrator = "rk4" if self.scheme.integrator == RK4 else "semi_implicit_euler"
        engine = Engine(
            Fleet(model.vehicles, model.dampings, *model[6:]),
            model.water,
            model.current,
            model.waves,
            self.scheme.time_step,
            batch,
            integrator,
            self.scheme.start_time,
            self.scheme.pose_held,
            None if len(self.memory.keys) < self.batch else np.repeat(self.memory.keys[row : row + 1], batch),
        )
        engine.model = model
        for name in VARYING:
            mine = getattr(self.memory, name)
            getattr(engine.memory, name)[...] = mine[min(row, len(mine) - 1)]
        return engine


def _state_count(vehicles: Records) -> int:
    """Integrated states that a vehicle may have, at most."""
    thrusters = vehicles["thrusters"][..., 1] - vehicles["thrusters"][..., 0]
    fins = vehicles["fins"][..., 1] - vehicles["fins"][..., 0]
    return int(np.max(vehicles["states"] + THRUSTER_STATES * thrusters + FIN_STATES * fins))

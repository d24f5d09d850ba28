"""The arrays of a simulation and the kernels that move them: nothing is checked here."""

from typing import Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Records
from seaway.kernels.actuation import HELD_COUNT, RATE_COUNT
from seaway.kernels.external import EXTERNAL
from seaway.kernels.forces import LAWS, Model
from seaway.kernels.hull import FACE, scratch_size
from seaway.kernels.integrators import RK4, SEMI_IMPLICIT_EULER, Memory, Scheme
from seaway.kernels.rows import CHUNKS, STATE, STOPPED, Evaluation, advance, advance_parallel, evaluate

__all__ = ["INTEGRATORS", "Engine", "Integrator"]

Integrator = Literal["rk4", "semi_implicit_euler"]
INTEGRATORS: Final[dict[Integrator, int]] = {"rk4": RK4, "semi_implicit_euler": SEMI_IMPLICIT_EULER}

T = TypeVar("T", bound=np.generic)

# Below so many steps of vehicles in one call, waking the other cores takes longer than the work.
_PARALLEL_WORK: Final = 128


class Engine:
    """Vehicles and sea as records, the state of every row, and the kernels on them.

    ``Simulation`` is the face of it that checks and explains; ``seaway.uwv`` is another.

    Args:
        vehicles: Records of ``kernels.forces.VEHICLE``, (1 or batch, vehicle).
        dampings: Records of ``kernels.damping.ITEM``, (1 or batch, item).
        water: Records of ``kernels.water.WATER``, (1 or batch,).
        current: Table of ``kernels.water.current``, (1, batch or 0, 1 + times, 1 + depths, 3).
        waves: Records of ``kernels.waves.WAVE``, (1, batch or 0, wave).
        time_step: [s].
        batch: Number of rows.
        integrator: ``"rk4"`` or ``"semi_implicit_euler"``.
        start_time: Time of step 0 [s].
        pose_held: Whether position and attitude stay while velocities go on.
        hulls: The vertices of all hulls, (3, vertex), and records of ``kernels.hull.FACE``; none where None.
    """

    def __init__(
        self,
        vehicles: Records,
        dampings: Records,
        water: Records,
        current: Floats,
        waves: Records,
        time_step: float,
        batch: int = 1,
        integrator: Integrator = "rk4",
        start_time: float = 0.0,
        pose_held: bool = False,
        hulls: tuple[Floats, Records] | None = None,
    ):
        count = vehicles.shape[1]
        external = np.zeros((0, count), dtype=EXTERNAL)
        vertices, faces = (np.zeros((3, 0)), np.zeros(0, dtype=FACE)) if hulls is None else hulls
        self._model = Model(vehicles, dampings, water, current, external, waves, vertices, faces)
        self.scheme = Scheme(INTEGRATORS[integrator], time_step, start_time, pose_held)
        actuated = bool(np.any(vehicles["actuated"]))
        integrated, held = RATE_COUNT * actuated, HELD_COUNT * actuated
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
        size = scratch_size(model.vertices.shape[1], model.waves.shape[1])
        if self._scratch.shape[1] < size or not len(self._scratch):
            self._scratch = np.zeros((min(self.batch, CHUNKS), size))
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
        )
        integrator: Integrator = "rk4" if self.scheme.integrator == RK4 else "semi_implicit_euler"
        engine = Engine(
            *model[:4],
            model.waves,
            self.scheme.time_step,
            batch,
            integrator,
            self.scheme.start_time,
            self.scheme.pose_held,
            (m.vertices, m.faces),
        )
        engine.model = model
        for name in ("state", "steps", "status", "command", "integrated", "held"):
            getattr(engine.memory, name)[...] = getattr(self.memory, name)[row : row + 1]
        return engine

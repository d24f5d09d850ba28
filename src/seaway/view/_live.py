"""A live view: a simulation that runs at the pace of the clock while one looks, and drives."""

import contextlib
import os
import threading
import time as clock
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from seaway._arrays import Floats
from seaway.control import Combined
from seaway.errors import ModelError, SimulationError
from seaway.gazebo import Scene
from seaway.scenario import RunFolder
from seaway.scenario._runner import keep_recording
from seaway.sea import Jonswap, Waves
from seaway.sim import Command, Recording, Simulation
from seaway.view._drive import Move, holding, nudged, step_of
from seaway.view._joined import joined
from seaway.view._live_panel import add_panel
from seaway.view._motion import Instant, Motion
from seaway.view._overlays import DEFAULT_OVERLAYS
from seaway.view._routes import routes_of
from seaway.view._scene import Actor, Camera
from seaway.view._show import FRAMES, PORT, Show
from seaway.view._viser import LOCAL_HOST

__all__ = ["Live", "show"]

_RECORDED: Final = ("state", "acceleration", "forces", "energy", "water", "actuators", "control")
# What is driven is kept up to this many samples, the latest ones: an hour at 30 a second.
_KEPT: Final = 108_000
# Of a frame, what physics may take before the view gives up real time [s].
_BUSY: Final = 0.5
_SEED: Final = 1
_COMPONENTS: Final = 64


class Live(Show):
    """A simulation in the browser, at the pace of the clock; see ``show``.

    Attributes:
        simulation: The simulation. Within ``with live.held() as sim:`` it stands still and may be changed.
        speed: Simulated seconds in a second of the clock.
        running: Whether time goes on.
        factor: Speed that was reached lately, in simulated seconds a second.
        sea: The sea as it is now.
        manual: Commands by hand, by actuator.
        instants: What each vehicle does now.
        folder: Run folder of ``save`` on the page; None numbers them.
    """

    def __init__(
        self,
        simulation: Simulation,
        controller: Any = None,
        *,
        title: str = "",
        speed: float = 1.0,
        control_period: float | None = None,
        events: Iterable[tuple[float, Callable[[Simulation], object]]] = (),
        folder: str | os.PathLike[str] | None = None,
        **options: Any,
    ):
        if not speed > 0.0:
            raise ModelError(f"the speed must be > 0, got {speed:g}")
        self.simulation, self.speed, self.running = simulation, speed, True
        self.factor = speed
        self._controller, self._given, self._period = controller, controller, control_period
        self._events, self.folder = tuple(events), folder
        self._lock = threading.RLock()
        self._owed, self._spent, self._done = 0.0, 0.0, 0.0
        self._chunks: list[Recording] = []
        self.manual = dict.fromkeys(simulation.actuators, 0.0)
        self.sea = simulation.sea
        self.instants = self._advanced(0.0)
        self._changed = True
        routes = routes_of(controller, simulation.vehicles)
        actors = [Actor(each.name, each, waypoints=routes.get(each.name)) for each in simulation.vehicles]
        start = np.asarray(self.instants[0].position)
        super().__init__(title or ", ".join(simulation.names), self.sea, actors, start, **options)

    @contextlib.contextmanager
    def held(self) -> Generator[Simulation]:
        """Let the simulation stand still over a block, to change or read it from another thread."""
        with self._lock:
            yield self.simulation
            self.instants = self._advanced(0.0)
            self._changed = True

    def save(self, folder: str | os.PathLike[str] | None = None, *, force: bool = False) -> RunFolder:
        """Write what was driven since the last reset to a run folder.

        Args:
            folder: The folder; default: ``runs/<name>-<n>``.
            force: Whether to replace a run in it.

        Raises:
            ModelError: Nothing was driven yet.
            ScenarioError: The folder is taken, or cannot be written.
        """
        with self._lock:
            chunks = list(self._chunks)
        if not chunks:
            raise ModelError("nothing was driven yet; there is nothing to save")
        sim = self.simulation
        scene = Scene(sim.vehicles, self.sea, (), np.zeros((len(sim.vehicles), 6)), sim.time_step)
        return keep_recording(
            joined(chunks),
            scene,
            folder,
            name=Path(folder).resolve().name if folder is not None else "driven",
            force=force,
            time_step=sim.time_step,
            integrator=sim.integrator,
        )

    # Time

    def _tick(self, seconds: float) -> None:
        if not self.running:
            return
        with self._lock:
            started, begun = clock.monotonic(), self.simulation.time
            self._owed += min(seconds, 0.25) * self.speed
            chunk = self._chunk()
            while self._owed >= chunk and clock.monotonic() - started < _BUSY:
                self.instants = self._advanced(chunk)
                self._owed -= chunk
                self._changed = True
            if self._owed > 5.0 * chunk:  # too slow for the clock: what is owed is forgotten
                self._owed = 0.0
            self._count(self.simulation.time - begun, seconds)

    def _chunk(self) -> float:
        """Simulated time between two frames [s], whole steps."""
        h = self.simulation.time_step
        return max(1, round(self.speed / FRAMES / h)) * h

    def _count(self, simulated: float, seconds: float) -> None:
        self._done += simulated
        self._spent += seconds
        if self._spent > 1.0:
            self.factor, self._done, self._spent = self._done / self._spent, 0.0, 0.0

    def _advanced(self, duration: float) -> list[Instant]:
        """Run for a time [s], 0 for none, and return what there is to draw."""
        sim = self.simulation
        if sim.stopped[0]:
            self.running = False
            raise SimulationError("the motion diverged; reset the simulation")
        due = [(t, act) for t, act in self._events if sim.time <= t < sim.time + duration - 1e-9]
        recording = sim.run(
            duration,
            self._commanding(),
            control_period=self._control_period(duration),
            record=_RECORDED,
            record_period=duration or None,
            throw=False,
            events=due,
        )
        if duration > 0.0:
            self._chunks.append(recording.sliced(0 if not self._chunks else len(recording.time) - 1))
            del self._chunks[:-_KEPT]
        motion = Motion.of_recording(recording, sim.vehicles, [self.sea])
        return [track.instant(-1) for track in motion.tracks]

    def _control_period(self, duration: float) -> float | None:
        return self._period if self._period is not None and duration > 0.0 else None

    def _commanding(self) -> Any:
        """The controller of the next steps: the autopilot, and what the sliders add."""
        manual = {name: value for name, value in self.manual.items() if value != 0.0}
        if not manual:
            return self._controller
        by_hand = Command(actuators=manual)

        def commanded(t: float, state: Any) -> Command:
            return by_hand

        return commanded if self._controller is None else Combined(self._controller, commanded)

    def _now(self) -> tuple[float, Sequence[Instant]] | None:
        if not self._changed:
            return None
        self._changed = False
        return self.simulation.time, self.instants

    def _status(self) -> str:
        return f"{self.factor:.2g} times real time" if self.running else "paused"

    @property
    def commanded(self) -> bool:
        """Whether a controller commands the vehicles."""
        return self._controller is not None

    def _add_controls(self) -> None:
        add_panel(self)

    # What a person does

    def toggle(self) -> None:
        """Pause, or go on."""
        self.running = not self.running

    def step(self) -> None:
        """Go on by one frame."""
        with self._lock:
            self.instants, self._changed = self._advanced(self._chunk()), True

    def reset(self) -> None:
        """Go back to the start; the sea stays as it is."""
        with self._lock:
            self.simulation.reset()
            again = getattr(self._controller, "reset", None)
            if callable(again):
                again()
            self._chunks.clear()
            self._owed = 0.0
            self.instants, self._changed = self._advanced(0.0), True

    def engage(self, on: bool) -> None:
        """Let the autopilot command the vehicles, or not."""
        self._controller = self._given if on else None

    def hold(self) -> None:
        """Let an autopilot hold the followed vehicle where it is.

        Raises:
            ModelError: It has no actuators for that.
        """
        with self._lock:
            found = holding(self.simulation, self.stage.followed)
            if found is None:
                raise ModelError("the vehicle has no actuators that could hold it")
            self._given = self._controller = found
            self.instants, self._changed = self._advanced(self.simulation.time_step), True

    def nudge(self, move: Move) -> None:
        """Nudge the set points of the followed vehicle's autopilot, in its body axes; without one, ``hold`` first."""
        if self._controller is None:
            self.hold()
        k, sim = self.stage.followed, self.simulation
        vehicle = sim.vehicles[k]
        present = {name: value for name, value in self.instants[k].set_points.items() if np.isfinite(value)}
        prefix = f"control.{vehicle.name}." if len(sim.vehicles) > 1 else "control."
        with self._lock:
            for name, value in nudged(move, present, vehicle, step_of(self.stage.figures[k].size)).items():
                sim.set(f"{prefix}autopilot.{name}", value)
            self.instants, self._changed = self._advanced(sim.time_step), True

    def command(self, actuator: str, value: float) -> None:
        """Command an actuator by hand, in its own unit; added to what the autopilot commands."""
        self.manual[actuator] = value

    def set_waves(self, height: float, period: float, direction: float) -> None:
        """Change the sea state: a JONSWAP sea, or none.

        Args:
            height: Significant height [m].
            period: Peak period [s].
            direction: Where waves go to [rad], from east, counter-clockwise.
        """
        waves, sea = None, self.sea
        if height > 0.0:
            spectrum = Jonswap(height, period)
            waves = Waves.irregular(
                spectrum, _COMPONENTS, seed=_SEED, direction=direction, depth=sea.depth, gravity=sea.gravity
            )
        with self._lock:
            self.simulation.set("sea.waves", waves)
            self.sea = sea.replace(waves=waves)
            self._renew()

    def set_current(self, speed: float, direction: float) -> None:
        """Change the current.

        Args:
            speed: [m/s].
            direction: Where it goes to [rad], from east, counter-clockwise.
        """
        velocity = (speed * np.cos(direction), speed * np.sin(direction), 0.0)
        with self._lock:
            self.simulation.set("sea.current.velocity", velocity)
            self.sea = self.sea.replace(current=velocity)
            self._renew()

    def _renew(self) -> None:
        """Draw the sea that the simulation has now."""
        self.instants, self._changed = self._advanced(self.simulation.time_step), True
        self.stage.change_sea(self.sea, drift_of(self.simulation))


def drift_of(sim: Simulation) -> Floats:
    """How far the frame of the waves is off at time 0, after a change of the current [m], (2,)."""
    drift = sim._engine.sea.water["drift"]  # type: ignore[reportPrivateUsage]
    return np.asarray(drift, dtype=np.float64).reshape(-1, 2)[0]


def show(
    simulation: Simulation,
    controller: Any = None,
    *,
    speed: float = 1.0,
    control_period: float | None = None,
    host: str = LOCAL_HOST,
    port: int = PORT,
    overlays: Sequence[str] = DEFAULT_OVERLAYS,
    camera: Camera = "follow",
    linear: bool = False,
) -> Live:
    """Run a simulation at the pace of the clock and show it in the browser; does not block.

    The page has buttons to pause, step, reset and save, sliders for every actuator and for the sea, and keys that
    drive the vehicle. While it runs, change the simulation within ``with live.held() as sim:`` only.

    Args:
        simulation: The simulation; of a batch the first run is drawn.
        controller: As in ``Simulation.run``; default: none, and the sliders command the actuators.
        speed: Simulated seconds in a second of the clock.
        control_period: Control period [s]; default: every step.
        host: Address to listen on; by default only this machine can connect.
        port: First port to try.
        overlays: Names of what is drawn over the scene.
        camera: ``"follow"``, ``"top"``, ``"side"`` or ``"free"``.
        linear: Whether the length of force arrows is linear in the force.

    Returns:
        A context manager that stops the server at its end; its ``url`` is the address of the page.

    Raises:
        MissingDependencyError: viser is not installed.
        ModelError: The address cannot be listened on, or there is no such overlay.

    Example:
        >>> import seaway as sw
        >>> from seaway import view
        >>> sim = sw.Simulation(sw.load("bluerov2"))
        >>> with view.show(sim) as live:  # doctest: +SKIP
        ...     print(live.url)
        ...     with live.held() as held:
        ...         held.set_state(position=(0, 0, -2))
        ...     live.wait()
    """
    return Live(
        simulation,
        controller,
        speed=speed,
        control_period=control_period,
        host=host,
        port=port,
        overlays=overlays,
        camera=camera,
        linear=linear,
    )

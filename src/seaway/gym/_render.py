"""Pictures of environments, drawn without a browser: the vehicle from above and from the side, and its goal."""

import importlib
import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seaway.errors import MissingDependencyError
from seaway.gym._core import Core

MOST: Final = 16
"""Environments that are drawn."""

# Size of a picture [inch] and its resolution [1/inch].
_SIZE: Final = (6.4, 3.2)
_RESOLUTION: Final = 75


def pictures(core: Core) -> tuple[NDArray[np.uint8], ...]:
    """Draw the first environments, each (height, width, 3)."""
    return tuple(_drawn(core, row) for row in range(min(core.count, MOST)))


def _drawn(core: Core, row: int) -> NDArray[np.uint8]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(_SIZE, _RESOLUTION, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    here = core.sim.motion()[:3, row]
    now, setup = core.now, core.setup
    aim = core.task.aim(now, setup)
    goal = np.array([float(np.ravel(np.broadcast_to(c, (core.count,)))[row]) for c in aim.position])
    yaw = float(np.ravel(np.broadcast_to(now.yaw, (core.count,)))[row])
    span = max(4.0 * setup.distance, 1.3 * float(np.max(np.abs(goal - here))))
    pitch = -np.arcsin(np.clip(float(np.ravel(np.broadcast_to(now.up[0], (core.count,)))[row]), -1.0, 1.0))
    body = setup.length * np.array([[0.5, 0.0], [0.2, 0.18], [-0.5, 0.18], [-0.5, -0.18], [0.2, -0.18]])
    for k, (axes, across, angle) in enumerate(((0, 1, yaw), (0, 2, -pitch))):
        plot: Any = figure.add_subplot(1, 2, k + 1)
        c, s = np.cos(angle), np.sin(angle)
        outline = body @ np.array([[c, s], [-s, c]])
        plot.fill(here[axes] + outline[:, 0], here[across] + outline[:, 1], color="#d97706")
        plot.plot(goal[axes], goal[across], "+", color="#0f766e", markersize=12, markeredgewidth=2)
        plot.set_xlim(here[axes] - span, here[axes] + span)
        plot.set_ylim(here[across] - span, here[across] + span)
        plot.set_aspect("equal")
        plot.set_title(("from above", "from the side")[k], fontsize=9)
        plot.tick_params(labelsize=7)
        if across == 2:
            plot.axhline(0.0, color="#0ea5e9", linewidth=1.0)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


class Window:
    """The live view of the first environment, at the pace of the clock.

    Raises:
        MissingDependencyError: The viewer is not installed.
    """

    def __init__(self, core: Core):
        view: Any = importlib.import_module("seaway.view")
        show = getattr(view, "show", None)
        if show is None:
            raise MissingDependencyError("viser", "view")
        self._live, self._core, self._due = show(core.sim), core, 0.0

    def update(self) -> None:
        """Show the present state, and wait until it is time for the next."""
        self._live.running = False  # steps are done by the environment alone
        with self._live.held():
            pass
        now = time.monotonic()
        time.sleep(max(0.0, min(self._due - now, self._core.period)))
        self._due = max(now, self._due) + self._core.period

    def close(self) -> None:
        """Close the view."""
        self._live.close()

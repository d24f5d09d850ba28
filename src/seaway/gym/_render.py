"""Pictures of environments, drawn without a browser: the vehicle from above and from the side, and its goal."""

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
        plot = figure.add_subplot(1, 2, k + 1)
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


def shown(window: Any, core: Core) -> Any:
    """Show the first environment in the live viewer; return what was opened.

    Raises:
        MissingDependencyError: The viewer is not installed.
    """
    try:
        from seaway import view
    except ImportError as error:
        raise MissingDependencyError("render_mode='human' needs the viewer: pip install 'seaway[view]'") from error
    if window is None:
        window = view.show(core.sim)
        window.__enter__()
    window.update()
    return window

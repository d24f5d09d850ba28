"""Replays: a recorded motion as one HTML file, in a notebook, or served."""

import html
import json
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from seaway._files import write_whole
from seaway.errors import ModelError, ScenarioError
from seaway.view._motion import Motion, head_up
from seaway.view._overlays import DEFAULT_OVERLAYS, check_overlays
from seaway.view._scene import Actor, Camera, Stage
from seaway.view._sources import Source, motion_of_all, start_of
from seaway.view._viser import start_server, stop_server

if TYPE_CHECKING:
    from viser import ViserServer

__all__ = ["Replay", "actors_of", "page_of", "replay"]

FRAME_RATE: Final = 15.0
"""Frames of a replay in a second of it."""

_LONGEST: Final = 120.0
"""A longer run is replayed faster than real time [s]."""
_SPEEDS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


class Replay:
    """A replay as a page; notebooks show it, ``save`` writes it.

    Attributes:
        page: The page, a whole HTML document.
    """

    def __init__(self, page: str):
        self.page = page

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = True) -> Path:
        """Write the page to a file.

        Raises:
            ScenarioError: The file cannot be written, or exists and ``overwrite`` is false.
        """
        target = Path(path)
        try:
            write_whole(target, self.page, overwrite=overwrite)
        except OSError as error:
            raise ScenarioError(f"the replay cannot be written to '{target}': {error.strerror or error}") from None
        return target

    def _repr_html_(self) -> str:
        source = html.escape(self.page, quote=True)
        return f'<iframe srcdoc="{source}" style="width:100%;height:480px;border:0" allowfullscreen></iframe>'

    def __repr__(self) -> str:
        return f"<Replay, {len(self.page) / 1e6:.1f} MB>"


def replay(
    source: Source | Sequence[Source],
    path: str | os.PathLike[str] | None = None,
    *,
    rows: Sequence[int] | None = None,
    overlays: Sequence[str] | None = None,
    camera: Camera = "follow",
    linear: bool = False,
    speed: float | None = None,
    frame_rate: float = FRAME_RATE,
    progress: Callable[[float, float], object] | None = None,
) -> Replay:
    """Make the replay of a run: one HTML page that plays by itself, also from a file and offline.

    In a notebook the last line of a cell shows it.

    Args:
        source: A recording of ``Simulation.run``, a run folder or its path; several show the others as ghosts.
        path: File to write the page to; default: none.
        rows: Runs of a batch to show; default: the first.
        overlays: Names of what is drawn over the scene; default: path, route, set_point, thrust, current, wind,
            waterline.
        camera: ``"follow"``, ``"top"``, ``"side"`` or ``"free"``, which stays where the vehicle started.
        linear: Whether the length of force arrows is linear in the force; by default it is logarithmic.
        speed: Simulated seconds in a second of the replay; default: 1, more for a run longer than two minutes.
        frame_rate: Frames a second.
        progress: Called now and then with the time done and the duration [s].

    Raises:
        MissingDependencyError: viser is not installed.
        ModelError: There are no states, or no such run or overlay.
        ScenarioError: There is no run, or the file cannot be written.

    Example:
        >>> import seaway as sw
        >>> from seaway import view
        >>> sim = sw.Simulation(sw.load("bluerov2"))
        >>> sim.set_state(position=(0, 0, -2))
        >>> page = view.replay(sim.run(2.0, record_period=0.05))  # doctest: +SKIP
    """
    sources = cast("list[Source]", list(source) if isinstance(source, list | tuple) else [source])
    page = page_of(
        motion_of_all(sources, rows),
        overlays=DEFAULT_OVERLAYS if overlays is None else overlays,
        camera=camera,
        linear=linear,
        speed=speed,
        frame_rate=frame_rate,
        progress=progress,
    )
    made = Replay(page)
    if path is not None:
        made.save(path)
    return made


def actors_of(motion: Motion) -> list[Actor]:
    """Vehicles of a motion, with their paths."""
    return [Actor(t.label, t.vehicle, t.ghost, t.position, t.waypoints) for t in motion.tracks]


def page_of(
    motion: Motion,
    *,
    overlays: Sequence[str] = DEFAULT_OVERLAYS,
    camera: Camera = "follow",
    linear: bool = False,
    speed: float | None = None,
    frame_rate: float = FRAME_RATE,
    progress: Callable[[float, float], object] | None = None,
) -> str:
    """The page of a motion; see ``replay``."""
    check_overlays(overlays)
    if not frame_rate > 0.0 or (speed is not None and not speed > 0.0):
        raise ModelError(f"speed and frame rate must be > 0, got {speed} and {frame_rate:g}")
    span = float(motion.time[-1] - motion.time[0])
    factor = speed or next((each for each in _SPEEDS if span / each <= _LONGEST), _SPEEDS[-1])
    drawn = motion.sampled(factor / frame_rate) if span > 0.0 else motion
    server = start_server()
    try:
        stage = Stage(
            server,
            motion.tracks[0].sea,
            actors_of(drawn),
            camera=camera,
            overlays=overlays,
            linear=linear,
            start=start_of(drawn),
        )
        with server.atomic():  # nobody is to be woken by each of some ten thousand messages
            source = _recorded(server, stage, drawn, factor, progress)
    finally:
        stop_server(server)
    return _finished(source, drawn, factor)


def _recorded(
    server: "ViserServer",
    stage: Stage,
    motion: Motion,
    factor: float,
    progress: Callable[[float, float], object] | None,
) -> str:
    """The page as viser writes it."""
    times = motion.time
    serializer = None
    for k, time in enumerate(times.tolist()):
        stage.draw(time, [track.instant(k) for track in motion.tracks])
        if serializer is None:  # the page opens with the first frame
            serializer = server.get_scene_serializer()
        serializer.insert_sleep((float(times[k + 1]) - time) / factor if k + 1 < len(times) else 0.0)
        if progress is not None and k % 50 == 0:
            progress(time - float(times[0]), float(times[-1] - times[0]))
    assert serializer is not None  # noqa: S101 - a motion has samples
    return serializer.as_html()


_TITLE: Final = re.compile(r"<title>[^<]*</title>")

_STYLE: Final = """
#seaway-head { position: fixed; left: 0; right: 0; top: 0; z-index: 5; padding: 0.45em 0.8em; pointer-events: none;
  font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: #fff;
  background: rgba(8, 32, 48, 0.62); white-space: pre-wrap; }
#seaway-head b { font-weight: 600; margin-right: 1.2em; }
"""

# The player has no other sign of its time than the box in its bar; without one the line stays empty.
_SCRIPT: Final = """
(() => {
  const data = JSON.parse(document.getElementById('seaway-lines').textContent);
  const line = document.getElementById('seaway-line');
  let last = -1;
  setInterval(() => {
    const box = document.querySelector('input');
    const time = box === null ? NaN : parseFloat(box.value);
    if (!Number.isFinite(time)) return;
    let low = 0, high = data.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (data.times[middle] <= time + 0.05) low = middle; else high = middle - 1;
    }
    if (low !== last) { last = low; line.textContent = data.lines[low]; }
  }, 100);
})();
"""


def _finished(page: str, motion: Motion, factor: float) -> str:
    """The page with its title and the line over the scene."""
    track = motion.tracks[0]
    lines = [head_up(float(time), track.instant(k), track.sea) for k, time in enumerate(motion.time)]
    times = [round(float(time - motion.time[0]) / factor, 3) for time in motion.time]
    every = max(1, round(len(times) / max(times[-1] * 5.0, 1.0)))  # five lines a second can be read
    data = json.dumps({"times": times[::every], "lines": lines[::every]}, ensure_ascii=True)
    data = data.replace("<", "\\u003c")  # nothing in it ends the script
    fast = "" if factor == 1.0 else f" ({factor:g} times real time)"
    title = html.escape(f"{motion.title}{fast}")
    body = (
        f"<style>{_STYLE}</style>"
        f'<div id="seaway-head"><b>{title}</b><span id="seaway-line">{html.escape(lines[0])}</span></div>'
        f'<script type="application/json" id="seaway-lines">{data}</script><script>{_SCRIPT}</script>'
    )
    page = _TITLE.sub(lambda _: f"<title>{title}</title>", page, count=1)
    end = page.rindex("</body>")
    return page[:end] + body + page[end:]

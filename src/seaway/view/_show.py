"""A scene on a server, moved by a thread of its own: what served replays and live views share."""

import contextlib
import html
import queue
import threading
import time as clock
import traceback
from collections.abc import Callable, Sequence
from typing import Any, Final, Self, get_args

from seaway._arrays import Floats
from seaway.errors import SeawayError
from seaway.sea import Sea
from seaway.view._motion import Instant, head_up
from seaway.view._overlays import OVERLAYS, check_overlays
from seaway.view._scene import Actor, Camera, Stage
from seaway.view._sky import Medium, surround
from seaway.view._viser import LOCAL_HOST, start_server, stop_server

__all__ = ["FRAMES", "Show"]

FRAMES: Final = 30.0
"""Largest number of frames drawn in a second."""

PORT: Final = 8080
"""First port that is tried."""

# The line over the scene, changes a second.
_LINES: Final = 8.0


class Show:
    """A scene that a browser can open.

    Wishes of the page come from other threads; they are carried out in the thread of the scene, one after the other.

    Args:
        title: Title of the panel.
        sea: The sea.
        actors: Vehicles.
        start: Position of the first vehicle [m], (3,).
        host: Address to listen on; by default only this machine can connect.
        port: First port to try.
        overlays: Overlays that are on at the start.
        camera: Point of view at the start.
        linear: Whether the length of force arrows is linear in the force.

    Attributes:
        url: Address of the page.
    """

    def __init__(
        self,
        title: str,
        sea: Sea,
        actors: Sequence[Actor],
        start: Floats,
        *,
        host: str = LOCAL_HOST,
        port: int = PORT,
        overlays: Sequence[str],
        camera: Camera,
        linear: bool,
    ):
        check_overlays(overlays)
        self.server = start_server(host, port, title[:60] or "Seaway")
        self.url = f"http://{'localhost' if host in (LOCAL_HOST, '0.0.0.0') else host}:{self.server.get_port()}"  # noqa: S104
        self._wishes: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._closing, self._fresh = threading.Event(), True
        self._clients = 0
        self._media = dict[int, Medium]()
        self._said, self._unsaid = 0.0, True
        self._last: tuple[float, Sequence[Instant]] = (0.0, ())
        try:
            gui = self.server.gui
            gui.configure_theme(show_logo=False, show_share_button=False, control_width="medium")
            self._line = gui.add_html("")
            self.stage = Stage(self.server, sea, actors, camera=camera, overlays=overlays, linear=linear, start=start)
            self._add_controls()
            self._add_view_controls(overlays)
        except BaseException:
            stop_server(self.server)
            raise
        self._thread = threading.Thread(target=self._run, name="seaway view", daemon=True)
        self._thread.start()

    # What a kind of show is

    def _add_controls(self) -> None:
        """Add the controls of this kind of show to the panel."""

    def _tick(self, seconds: float) -> None:
        """Go on by a time of the clock [s]."""

    def _now(self) -> tuple[float, Sequence[Instant]] | None:
        """What to draw: the time and the vehicles; None if it has been drawn."""

    # Life

    def close(self) -> None:
        """Stop the server; the page stays as it is."""
        if not self._closing.is_set():
            self._closing.set()
            if threading.current_thread() is not self._thread:
                self._thread.join(timeout=10.0)
            stop_server(self.server)

    def wait(self) -> None:
        """Wait until the show is closed or the thread interrupted."""
        while not self._closing.wait(0.2):
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def do(self, wish: Callable[[], object]) -> None:
        """Carry out a wish in the thread of the scene, soon."""
        self._wishes.put(wish)

    def tell(self, message: str) -> None:
        """Show a message on every page."""
        for client in self.server.get_clients().values():
            client.add_notification(title="Seaway", body=message[:500], auto_close_seconds=8.0)

    def _run(self) -> None:
        before = clock.monotonic()
        while not self._closing.is_set():
            now = clock.monotonic()
            try:
                self._fulfil()
                self._tick(now - before)
                self._draw()
            except SeawayError as error:
                self.tell(str(error))
            except Exception:  # noqa: BLE001 - the page says what happened, and goes on
                self.tell(traceback.format_exc(limit=-3))
            before = now
            self._closing.wait(max(0.0, 1.0 / FRAMES - (clock.monotonic() - now)))

    def _fulfil(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._wishes.get_nowait()()
                self._fresh = True

    def _draw(self) -> None:
        count = len(self.server.get_clients())
        if count == 0:
            return
        if count != self._clients:
            self._clients, self._fresh = count, True
        found = self._now()
        if found is not None:
            self._last = found
        if found is not None or self._fresh:
            self._fresh, self._unsaid = False, True
            with self.server.atomic():
                self.stage.draw(*self._last)
        if self._unsaid and clock.monotonic() - self._said > 1.0 / _LINES:
            self._said, self._unsaid = clock.monotonic(), False
            time, instants = self._last
            self._line.content = _in_html(head_up(time, instants[self.stage.followed], self.stage.sea), self._status())
        self._dive()

    def _dive(self) -> None:
        """Show each page what its camera is in, air or water."""
        for number, client in self.server.get_clients().items():
            medium = self.stage.medium_at(client.camera.position)
            if self._media.get(number, self.stage.medium) is not medium:
                surround(client.scene, medium, self.stage.range_in(medium))
            self._media[number] = medium

    def _status(self) -> str:
        """A word about how it goes."""
        return ""

    # Controls that all have

    def _add_view_controls(self, overlays: Sequence[str]) -> None:
        gui, stage = self.server.gui, self.stage
        with gui.add_folder("View"):
            cameras = gui.add_dropdown("Camera", get_args(Camera), initial_value=stage.camera)
            labels = tuple(f"{k + 1}: {actor.label}"[:60] for k, actor in enumerate(stage.actors))
            chosen = gui.add_dropdown("Follow", labels, initial_value=labels[0], visible=len(labels) > 1)
        with gui.add_folder("Overlays", expand_by_default=False):
            boxes = {
                name: gui.add_checkbox(name.replace("_", " "), name in overlays, hint=words)
                for name, (words, _) in OVERLAYS.items()
            }

        def follow(k: int) -> None:
            stage.followed = k
            chosen.value = labels[k]

        cameras.on_update(lambda _: self.do(lambda: stage.aim(cameras.value)))
        chosen.on_update(lambda _: self.do(lambda: follow(labels.index(chosen.value))))
        for name, box in boxes.items():
            box.on_update(self._switching(name, box))
        if len(labels) > 1:
            for k, figure in enumerate(stage.figures):
                for mesh in figure.meshes:
                    mesh.on_click(lambda _, k=k: self.do(lambda: follow(k)))  # type: ignore[reportUnknownLambdaType]

    def _switching(self, name: str, box: Any) -> Callable[[Any], None]:
        return lambda _: self.do(lambda: self.stage.switch(name, bool(box.value)))


def _in_html(line: str, status: str) -> str:
    words = [html.escape(word) for word in (*line.split("   "), status) if word]
    style = "font:12px/1.5 ui-monospace,Menlo,Consolas,monospace;padding:0.4em 0.8em;font-variant-numeric:tabular-nums"
    return f'<div style="{style}">{"<br>".join(words)}</div>'

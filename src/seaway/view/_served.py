"""A served replay: a recorded motion with a time slider, in the browser."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from seaway.view._motion import Instant, Motion
from seaway.view._replay import actors_of
from seaway.view._show import Show
from seaway.view._sources import start_of

__all__ = ["ServedReplay"]

_SPEEDS: Final = ("0.25", "0.5", "1", "2", "5", "10", "50")


class ServedReplay(Show):
    """A replay with a time slider, speed, and everything of ``Show``.

    Args:
        motion: The motion.
        speed: Simulated seconds in a second of the clock.
        options: Options of ``Show``.
    """

    def __init__(self, motion: Motion, *, speed: float = 1.0, **options: Any):
        self.motion, self.speed = motion, speed
        self.time, self.playing = float(motion.time[0]), True
        self._drawn = -1
        super().__init__(motion.title, motion.tracks[0].sea, actors_of(motion), start_of(motion), **options)

    def _add_controls(self) -> None:
        gui, times = self.server.gui, self.motion.time
        first, last = float(times[0]), float(times[-1])
        with gui.add_folder("Replay"):
            self._button = gui.add_button("Pause", hint="Key: space")
            self._slider = gui.add_slider("Time [s]", first, max(last, first + 1e-3), 0.01, first)
            speeds = gui.add_dropdown("Speed", _known(self.speed), initial_value=f"{self.speed:g}")
        gui.add_command("Play or pause", hotkey="space").on_trigger(lambda _: self.do(self.toggle))
        self._button.on_click(lambda _: self.do(self.toggle))
        self._slider.on_update(lambda event: self.do(lambda: self._moved(event)))
        speeds.on_update(lambda _: setattr(self, "speed", float(speeds.value)))

    def toggle(self) -> None:
        """Pause, or play on."""
        self.playing = not self.playing
        self._button.label = "Pause" if self.playing else "Play"

    def _moved(self, event: Any) -> None:
        if event.client is not None:  # by a person, and not by the replay itself
            self.time = float(event.target.value)

    def _tick(self, seconds: float) -> None:
        if not self.playing:
            return
        first, last = float(self.motion.time[0]), float(self.motion.time[-1])
        self.time += seconds * self.speed
        if self.time > last:  # again from the beginning
            self.time = first
        if abs(self._slider.value - self.time) > 0.05 * max(self.speed, 1.0):
            self._slider.value = round(self.time, 2)

    def _now(self) -> tuple[float, Sequence[Instant]] | None:
        k = int(np.argmin(np.abs(self.motion.time - self.time)))
        if k == self._drawn:
            return None
        self._drawn = k
        return float(self.motion.time[k]), [track.instant(k) for track in self.motion.tracks]


def _known(speed: float) -> tuple[str, ...]:
    """Speeds to choose from, with the present one."""
    return tuple(sorted({*_SPEEDS, f"{speed:g}"}, key=float))

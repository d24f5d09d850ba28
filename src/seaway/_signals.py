"""Signals that end a run; the samples recorded so far are kept."""

import contextlib
import signal
import threading
from collections.abc import Generator
from types import FrameType
from typing import Any, Final

STOP_SIGNALS: Final = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
)
"""Ctrl-C, ``kill``, and a terminal that closes; Windows has no SIGHUP."""


class StoppedError(KeyboardInterrupt):
    """A signal ends the process; like Ctrl-C this is not an error.

    Attributes:
        number: Number of the signal.
    """

    def __init__(self, number: int):
        super().__init__(signal.Signals(number).name)
        self.number = number


def signal_of(interrupt: KeyboardInterrupt) -> int:
    """Number of the signal that caused an interrupt."""
    return interrupt.number if isinstance(interrupt, StoppedError) else int(signal.SIGINT)


@contextlib.contextmanager
def uninterrupted() -> Generator[None]:
    """Defer signals that end a run until the block is done."""
    # Only the main thread can do this, and a handler that is not Python's cannot be restored.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before: dict[int, Any] = {}

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)

    try:
        for number in STOP_SIGNALS:
            handler = signal.getsignal(number)
            if handler not in (None, signal.SIG_IGN):
                before[number] = handler
                signal.signal(number, hear)
        yield
    finally:
        # In reverse order: a signal that arrives now is still deferred as long as handlers remain to be restored.
        for number, handler in reversed(before.items()):
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])

"""Signals that ask a run to end: it does, with everything recorded so far kept."""

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
    """A signal asked the process to end; like Ctrl-C, no error.

    Attributes:
        number: Of the signal.
    """

    def __init__(self, number: int):
        super().__init__(signal.Signals(number).name)
        self.number = number


def signal_of(interrupt: KeyboardInterrupt) -> int:
    """The number of the signal behind an interrupt."""
    return interrupt.number if isinstance(interrupt, StoppedError) else int(signal.SIGINT)


@contextlib.contextmanager
def uninterrupted() -> Generator[None]:
    """Let signals that end a run wait until the block is done."""
    # Only the main thread may, and a handler that is not Python's cannot be put back.
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
        # In the reverse order: whoever interrupts this is heard as long as handlers are left to be put back.
        for number, handler in reversed(before.items()):
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])

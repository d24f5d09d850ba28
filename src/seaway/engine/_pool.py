"""Thread pool for long work; kernels release Python's global lock.

It replaces numba's: the work queue of numba aborts when two Python threads use it, and OpenMP does not survive a fork.
"""

import os
import threading
from collections.abc import Callable
from typing import Final

__all__ = ["available_threads", "shared"]

# Parts into which the work of each thread is split, so that a slow thread does not keep the others waiting.
_PARTS: Final = 4

Work = Callable[[int, int, int], object]


def available_threads() -> int:
    """Number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Job:
    """Work on blocks that several threads share."""

    def __init__(self, work: Work, count: int, threads: int):
        self.work, self.count = work, count
        self.part = max(1, -(-count // (_PARTS * threads)))
        self.next = 0
        self.lock = threading.Lock()
        self.error: BaseException | None = None

    def help(self, thread: int) -> None:
        """Process parts until none is left."""
        while True:
            with self.lock:
                first, self.next = self.next, self.next + self.part
            if first >= self.count:
                return
            self.work(first, min(first + self.part, self.count), thread)


class _Helper:
    """A thread that waits for a job."""

    def __init__(self, number: int):
        self.number = number
        self.go, self.done = threading.Lock(), threading.Lock()
        self.go.acquire()
        self.done.acquire()
        self.job: _Job | None = None
        threading.Thread(target=self._run, name=f"seaway-{number}", daemon=True).start()

    def _run(self) -> None:
        while True:
            self.go.acquire()
            if self.job is not None:
                try:
                    self.job.help(self.number)
                except BaseException as error:  # noqa: BLE001 - the caller raises it
                    self.job.error = error
                self.job = None
            self.done.release()


class _Pool:
    """Helper threads, which serve one caller at a time."""

    def __init__(self) -> None:
        self.busy = threading.Lock()
        self.helpers: list[_Helper] = []


_pool = _Pool()


def _renewed() -> None:
    """Drop the helper threads, which do not exist in a forked child."""
    global _pool
    _pool = _Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renewed)


def shared(work: Work, count: int, threads: int) -> None:
    """Call ``work(first, stop, thread)`` for all of ``count`` blocks, on several threads if they are free.

    Args:
        work: Function that processes the blocks from ``first`` up to ``stop``; ``thread`` is below ``threads``.
        count: Number of blocks.
        threads: Maximum number of threads, including the caller's.
    """
    pool = _pool
    if threads < 2 or count < 2 or not pool.busy.acquire(blocking=False):
        work(0, count, 0)
        return
    try:
        wanted = min(threads, count) - 1
        while len(pool.helpers) < wanted:
            pool.helpers.append(_Helper(len(pool.helpers) + 1))
        job, helpers = _Job(work, count, wanted + 1), pool.helpers[:wanted]
        for helper in helpers:
            helper.job = job
            helper.go.release()
        try:
            job.help(0)
        finally:
            for helper in helpers:
                helper.done.acquire()
        if job.error is not None:
            raise job.error
    finally:
        pool.busy.release()

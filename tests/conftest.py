import gc
import os
import signal
import threading

import pytest
from hypothesis import settings

# Hundreds of vehicles share a few general steps, which are compiled once; tests/batch/test_shared_steps.py compares
# them with the steps that users get. Processes that tests start do the same.
os.environ.setdefault("SEAWAY_SHARED_STEPS", "1")

# The same cases on every machine and run: a failure is a fact, not luck. No deadline: timing is not correctness.
settings.register_profile("seaway", derandomize=True, deadline=None, database=None, max_examples=50)
settings.load_profile("seaway")

# A shell that runs tests in the background has them ignore Ctrl-C, and so would the processes that they start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was collected, thousands of tests, stays to the end: it need not be looked through again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def own_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps assembled for each simulation, as users get them, also in processes that a test starts."""
    monkeypatch.delenv("SEAWAY_SHARED_STEPS", raising=False)
    for module in ("_parameters", "_loops"):
        monkeypatch.setattr(f"seaway.engine.{module}.SHARED", False)

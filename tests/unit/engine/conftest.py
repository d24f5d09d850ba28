"""Tests of the engine get the steps that users get, assembled for each simulation."""

import pytest


@pytest.fixture(autouse=True)
def own_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share no steps, also not in processes that a test starts."""
    monkeypatch.delenv("SEAWAY_SHARED_STEPS", raising=False)
    monkeypatch.setattr("seaway.engine._parameters.SHARED", False)
    monkeypatch.setattr("seaway.engine._loops.SHARED", False)

"""Tests of the engine get the steps that users get, assembled for each simulation."""

import pytest


@pytest.fixture(autouse=True)
def exact(own_steps: None) -> None:
    """Share no steps."""

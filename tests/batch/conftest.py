"""Rows at two widths: one run at a time, and four side by side in lanes. Hulls are always alone."""

import pytest


@pytest.fixture(params=[1, 4], ids=lambda lanes: f"width {lanes}")
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Lanes of all batches; a single run has one."""
    fewest = 10**9 if request.param == 1 else 2
    monkeypatch.setattr("seaway.engine._engine._FEWEST_LANE_ROWS", fewest)
    return request.param

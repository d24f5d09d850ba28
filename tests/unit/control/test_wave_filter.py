"""The wave filter as a part."""

import math

from tests.refused import refused

from seaway.control import WaveFilter
from seaway.parts import read


def test_bad_filters_are_refused() -> None:
    with refused("the frequency of a wave filter must be > 0 [rad/s], got -1"):
        WaveFilter(-1.0)
    with refused("wave filter: the damping must be < width, 0.5, got 0.5; else waves pass"):
        WaveFilter(1.0, damping=0.5)
    with refused("the spread of a wave filter must be > 1 and <= 10, got 1"):
        WaveFilter(1.0, spread=1.0)


def test_tables_of_files() -> None:
    found, problems = read(WaveFilter, {"frequency": 0.9, "direction_deg": 180, "cascaded": True})
    assert problems == []
    assert found == WaveFilter(0.9, direction=math.pi, cascaded=True)

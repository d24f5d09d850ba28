"""Numbers packed for the script of a page: as exact as said, with every peak, each array once."""

from base64 import b64decode

import numpy as np
import pytest

from seaway.report._charts import Area, Chart, Curve, Key, Panel, Scale
from seaway.report._pack import COLUMNS, LEVELS, Pack


def unpacked(pack: Pack, index: int) -> np.ndarray:
    low, high, levels = pack.arrays[index]
    if isinstance(levels, int):
        return np.linspace(low, high, levels)
    numbers = np.frombuffer(b64decode(levels), dtype="<u2").astype(float)
    return np.where(numbers > LEVELS, np.nan, low + numbers * (high - low) / LEVELS)


@pytest.mark.parametrize(
    "values",
    [
        np.sin(np.arange(500.0)),
        np.array([1e9, 1e9 + 1.0, 1e9 + 0.3]),
        np.array([np.nan, 2.0, np.inf, -3.0]),
        np.full(4, np.nan),
        np.full(1000, 7.5),
        np.array([3.0]),
        np.zeros(0),
        np.linspace(0.0, 60.0, 601),
        np.linspace(60.0, 0.0, 601),
    ],
)
def test_numbers_come_back_to_half_a_level(values: np.ndarray) -> None:
    pack = Pack()
    found = unpacked(pack, pack.array(values))
    sound = np.isfinite(values)
    size = np.ptp(values[sound]) if np.any(sound) else 0.0
    np.testing.assert_array_equal(np.isfinite(found), sound)
    np.testing.assert_allclose(found[sound], values[sound], rtol=1e-15, atol=0.501 * size / LEVELS)


def test_even_and_constant_numbers_take_no_room() -> None:
    pack = Pack()
    pack.array(np.linspace(0.0, 60.0, 100_000))
    pack.array(np.full(100_000, 7.5))
    assert pack.arrays == [(0.0, 60.0, 100_000), (7.5, 7.5, 100_000)]


def test_numbers_beyond_what_can_be_subtracted() -> None:
    pack = Pack()
    found = unpacked(pack, pack.array(np.array([-1.7e308, 1.7e308, 0.0])))
    assert np.all(np.isfinite(found))


def test_equal_arrays_are_kept_once() -> None:
    pack = Pack()
    y = np.random.default_rng(1).normal(size=100)
    assert pack.array(y) == pack.array(y.copy())
    assert pack.array(y + 1.0) != pack.array(y)


def test_a_panel_keeps_peaks_and_names() -> None:
    x = np.linspace(0.0, 1000.0, 100_000)
    y = np.sin(x)
    y[54_321] = 9.0
    curves = [Curve(x, y, "line blue"), Curve(x, y, "line ink dashed", name="set point"), Area(x, y, y, "area blue")]
    scale = Scale(0.0, 1000.0)
    panel = Panel("speed", "m/s", scale, scale, curves, "", least=0.1)
    pack = Pack()
    assert pack.add(panel, Chart(panels=[panel], keys=[Key("line blue", "surge")])) == 0
    line, aim, _ = pack.panels[0]["items"]
    assert (line["name"], aim["name"]) == ("surge", "set point")
    found = unpacked(pack, line["y"])
    assert len(found) <= 2 * COLUMNS + 2
    assert np.max(found) == 9.0
    assert unpacked(pack, line["x"])[np.argmax(found)] == pytest.approx(x[54_321], abs=1000.0 / LEVELS)

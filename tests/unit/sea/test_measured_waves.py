"""Waves whose periods were measured at a fixed place: ω = √(g k tanh kd) + k · U."""

import numpy as np
import pytest

from seaway.errors import ModelError, SeawayWarning
from seaway.sea import Current, Jonswap, SeaSettings, Waves, WaveSettings
from seaway.vehicle import Buoyancy, Hull

G = 9.80665


@pytest.mark.parametrize("depth", [None, 6.0])
@pytest.mark.parametrize("current", [(1.0, 0.0, 0.0), (-0.8, 0.4, 0.0), (0.0, 1.5, 0.0)])
@pytest.mark.parametrize("direction", [0.0, 0.7])
def test_the_measured_frequency_is_met(current: tuple[float, ...], depth: float | None, direction: float) -> None:
    """Amplitude and direction stay; the intrinsic frequency fits the new length."""
    given = Waves.regular(0.4, 5.0, direction=direction, depth=depth)
    (k,), (omega,) = (getattr(given.measured_in(current).components, name) for name in ("wave_number", "omega"))
    along = current[0] * np.cos(direction) + current[1] * np.sin(direction)
    assert omega + k * along == pytest.approx(2.0 * np.pi / 5.0, rel=1e-12)
    assert omega**2 == pytest.approx(G * k * (1.0 if depth is None else np.tanh(k * depth)), rel=1e-12)
    assert given.measured_in(current).components.amplitude[0] == 0.2


def test_a_current_blocks_waves_where_their_energy_stands_still() -> None:
    """In deep water from U = -g T / 8π on: 1.561 m/s for 4 s."""
    waves, limit = Waves.regular(0.1, 4.0), G * 4.0 / (8.0 * np.pi)
    waves.measured_in((-0.999 * limit, 0.0, 0.0))
    with pytest.raises(ModelError, match=r"a current of 1\.56 m/s blocks waves of 4 s and less that run against it"):
        waves.measured_in((-1.001 * limit, 0.0, 0.0))


def test_a_tail_that_is_blocked_is_left_out_with_a_warning() -> None:
    waves = Waves.irregular(Jonswap(1.0, 6.0), 100, seed=1)
    with pytest.warns(SeawayWarning, match="4 of 100 components are left out, 4 % of the energy"):
        kept = waves.measured_in((-1.0, 0.0, 0.0))
    assert len(kept.components) == 96
    assert kept.counts == (96,)


def test_a_record_of_the_current_is_longer_than_the_waves() -> None:
    """Of one over time the mean is taken."""
    waves = Waves.regular(0.4, 5.0)
    varying = Current([[0.5, 0.0, 0.0], [1.5, 0.0, 0.0]], times=[0.0, 60.0])
    assert waves.measured_in(varying) == waves.measured_in((1.0, 0.0, 0.0))
    with pytest.raises(
        ModelError, match="its record of 2 s, which must be longer than the longest wave, got one of 5 s"
    ):
        waves.measured_in(Current([[0.5, 0.0, 0.0], [1.5, 0.0, 0.0]], times=[0.0, 2.0]))


def test_a_wave_that_breaks_on_the_current_is_refused() -> None:
    with pytest.raises(
        ModelError, match=r"on this current the wave is 10\.\d m long and breaks: its height must be <="
    ):
        Waves.regular(2.5, 4.0).measured_in((-1.4, 0.0, 0.0))


def test_the_frame_of_the_period_in_a_scenario() -> None:
    """It is that of the water unless it is said to be the earth's."""
    settings = WaveSettings(kind="regular", height=0.4, period=5.0)
    for frame, wanted in (
        ("water", Waves.regular(0.4, 5.0)),
        ("earth", Waves.regular(0.4, 5.0).measured_in((1, 0, 0))),
    ):
        sea = SeaSettings(waves=[settings.replace(period_frame=frame)], current=(1.0, 0.0, 0.0))
        assert sea.waves_of(1) == wanted


def test_a_reference_volume_is_at_most_the_volume() -> None:
    with pytest.raises(ModelError, match=r"reference_volume must be <= the volume, 0\.02 m3, got 0\.03"):
        Buoyancy(0.02, reference_volume=0.03)
    with pytest.raises(ModelError, match=r"reference_volume must be <= the volume, 6 m3, got 7"):
        Hull(box=(1, 2, 3), reference_volume=7.0)

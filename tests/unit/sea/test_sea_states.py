from dataclasses import FrozenInstanceError
from itertools import pairwise

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.sea import Jonswap, PiersonMoskowitz, SeaState

WORDS = ["calm", "rippled", "smooth", "slight", "moderate", "rough", "very rough", "high", "very high", "phenomenal"]


@pytest.mark.parametrize("code", range(10))
def test_sea_states_by_number_and_by_word(code: int) -> None:
    state = SeaState.named(f"sea state {code}")
    assert state.name == f"sea state {code}"
    assert state.description == WORDS[code]
    for name in (
        WORDS[code],
        f"SS{code}",
        f"ss {code}",
        f"Sea-State_{code}",
        f"WMO {code}",
        f"  {WORDS[code].upper()} ",
    ):
        assert SeaState.named(name) is state


@pytest.mark.parametrize("force", range(13))
def test_beaufort_by_number(force: int) -> None:
    state = SeaState.named(f"beaufort {force}")
    for name in (f"Beaufort {force}", f"bft{force}", f"force {force}", f"beaufort force {force}", f"BEAUFORT-{force}"):
        assert SeaState.named(name) is state
    low, high = state.wind_range
    assert low <= state.wind_speed <= high


def test_ranges_touch_and_hold_their_height() -> None:
    """WMO code table 3700 has no gaps; each sea is higher and longer than the one before it."""
    states = [SeaState.named(f"sea state {code}") for code in range(10)]
    for one, two in pairwise(states[1:]):
        assert one.height_range[1] == two.height_range[0]
        assert one.significant_height < two.significant_height
        assert one.peak_period <= two.peak_period
        assert one.wind_speed < two.wind_speed
    for state in states[:-1]:
        assert state.significant_height == pytest.approx(np.mean(state.height_range))
    assert states[-1].height_range == (14.0, np.inf)
    forces = [SeaState.named(f"beaufort {force}") for force in range(13)]
    assert np.all(np.diff([f.wind_speed for f in forces]) > 0.0)
    assert np.all(np.diff([f.significant_height for f in forces]) > 0.0)


def test_values_of_the_tables() -> None:
    """Sea state 6: 4 to 6 m, 37.5 knots at 19.5 m, 12.4 s. Beaufort 5: 8.0 to 10.7 m/s, 2 m."""
    six = SeaState.named("very rough")
    assert (six.significant_height, six.peak_period) == (5.0, 12.4)
    assert six.wind_speed == pytest.approx(37.5 * 0.514444 * (10.0 / 19.5) ** (1.0 / 7.0), rel=1e-6)
    five = SeaState.named("fresh breeze")
    assert (five.name, five.significant_height, five.wind_range) == ("beaufort 5", 2.0, (8.0, 10.7))
    assert five.wind_speed == pytest.approx(9.35)
    assert five.height_range == (2.0, 2.5)
    hurricane = SeaState.named("hurricane")
    assert (hurricane.wind_speed, hurricane.wind_range) == (32.7, (32.7, np.inf))


def test_periods_of_beaufort_are_those_of_a_fully_developed_sea() -> None:
    """The wind that develops Hs fully gives the same Tp."""
    state = SeaState.named("beaufort 8")
    wind = np.sqrt(state.significant_height * 9.80665 / (2.0 * np.sqrt(0.0081 / 0.74)))
    assert state.peak_period == pytest.approx(PiersonMoskowitz.from_wind(wind).peak_period, rel=1e-12)


@pytest.mark.parametrize("name", SeaState.names())
def test_every_name_has_a_spectrum_without_a_warning(name: str) -> None:
    state = SeaState.named(name)
    for spectrum in (state.spectrum(), state.spectrum("jonswap")):
        assert spectrum.significant_height == state.significant_height
        assert spectrum.peak_period == state.peak_period
        assert spectrum.moment(0) == pytest.approx(state.significant_height**2 / 16.0)
    assert isinstance(state.spectrum(), PiersonMoskowitz)
    assert isinstance(state.spectrum("jonswap"), Jonswap)


def test_calm_is_a_sea_first() -> None:
    assert SeaState.named("calm").name == "sea state 0"
    assert SeaState.named("glassy").significant_height == 0.0
    assert len(SeaState.names()) == 10 + 12 + 13 + 12


def test_it_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        SeaState.named("rough").significant_height = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("moderat", r"there is no sea 'moderat': .* did you mean 'moderate'"),
        ("beaufort 13", r"""names are "sea state 0" to "sea state 9", .* did you mean 'beaufort """),
        ("sea state 12", r"there is no sea 'sea state 12'.* did you mean 'sea state 2'"),
        ("violet storm", r"did you mean 'violent storm'"),
        ("zzzzqq", r'their words, such as "moderate"$'),
        ("", r"there is no sea ''"),
        (5, r"""a sea is looked up by its name, such as "sea state 4" or "beaufort 5", got 5"""),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        SeaState.named(name)


def test_unknown_spectra_are_refused() -> None:
    with pytest.raises(ModelError, match=r"""must be one of pierson_moskowitz, jonswap, got 'tma'"""):
        SeaState.named("rough").spectrum("tma")  # type: ignore[call-overload]

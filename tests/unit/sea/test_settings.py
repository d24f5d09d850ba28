"""The sea of a scenario is what a user of the Python API would write."""

from math import radians
from typing import Any

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.parts import PartError, field_docs, read, table_schema
from seaway.sea import (
    Current,
    Eckv,
    Jonswap,
    PiersonMoskowitz,
    SeaSettings,
    SeaState,
    SpectrumTable,
    Spreading,
    Tma,
    Waves,
    WaveSettings,
    Wind,
)


def settings(table: dict[str, Any]) -> SeaSettings:
    made, problems = read(SeaSettings, table)
    assert made is not None, problems
    return made


def refused(table: dict[str, Any]) -> list[str]:
    made, problems = read(SeaSettings, table)
    assert made is None
    return [problem.told_of(".".join(map(str, ("sea", *problem.key)))) for problem in problems]


def same_waves(one: Waves | None, other: Waves | None) -> bool:
    assert one is not None
    assert other is not None
    fields = ("amplitude", "omega", "direction", "phase", "wave_number", "q")
    alike = all(np.array_equal(getattr(one.components, f), getattr(other.components, f)) for f in fields)
    return alike and (one.depth, one.gravity, one.ramp) == (other.depth, other.gravity, other.ramp)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"significant_height": 1.5, "peak_period": 7}, lambda: Waves.irregular(Jonswap(1.5, 7.0), seed=3)),
        (
            {
                "kind": "jonswap",
                "significant_height": 1.5,
                "peak_period": 7,
                "gamma": 3.3,
                "direction_to_deg": 30,
                "spreading": 10,
                "components": 40,
                "method": "equal_spacing",
                "ramp": 5,
            },
            lambda: Waves.irregular(
                Jonswap(1.5, 7.0, 3.3),
                40,
                direction=radians(30.0),
                spreading=Spreading(10.0),
                seed=3,
                method="equal_spacing",
                ramp=5.0,
            ),
        ),
        ({"kind": "eckv", "wind_speed": 8}, lambda: Waves.irregular(Eckv(8.0), seed=3)),
        (
            {"kind": "table", "omega": [0.5, 1, 2], "spectral_density": [0, 1, 0]},
            lambda: Waves.irregular(SpectrumTable([0.5, 1.0, 2.0], [0.0, 1.0, 0.0]), seed=3),
        ),
        (
            {"kind": "regular", "height": 1, "period": 6, "phase_deg": 90, "direction_to_deg": 45, "ramp": 2},
            lambda: Waves.regular(1.0, 6.0, direction=radians(45.0), phase=radians(90.0), ramp=2.0),
        ),
        (
            {"kind": "gerstner", "height": [1, 0.5], "period": [6, 4], "q": 0.5, "direction_to_deg": [0, 90]},
            lambda: Waves.gerstner([1.0, 0.5], [6.0, 4.0], direction=[0.0, radians(90.0)], q=0.5),
        ),
    ],
)
def test_waves(table: dict[str, Any], expected: Any) -> None:
    assert same_waves(settings({"waves": table}).sea([3]).waves, expected())


@pytest.mark.parametrize("degrees", [0.0, 30.0, 33.3, 123.456789, 300.1, -17.0, 359.999])
def test_waves_from_a_direction_go_to_the_other_side_to_the_last_bit(degrees: float) -> None:
    table = {"kind": "pierson_moskowitz", "significant_height": 1.5, "peak_period": 7, "direction_from_deg": degrees}
    expected = Waves.irregular(PiersonMoskowitz(1.5, 7.0), direction=radians(degrees + 180.0), seed=3)
    assert same_waves(settings({"waves": table}).waves_of(3), expected)


@pytest.mark.parametrize("table", [{"kind": "still"}, {"significant_height": 0, "peak_period": 7}])
def test_still_water(table: dict[str, Any]) -> None:
    assert settings({"waves": table}).waves_of(0) is None


@pytest.mark.parametrize(
    ("table", "random"),
    [
        ({}, False),
        ({"state": "moderate"}, True),
        ({"waves": {"significant_height": 1, "peak_period": 6}}, True),
        ({"waves": {"kind": "regular", "height": 1, "period": 6}}, False),
        ({"waves": {"kind": "still"}, "state": "moderate"}, False),
    ],
)
def test_which_seas_depend_on_the_seed(table: dict[str, Any], random: bool) -> None:
    assert settings(table).random_waves == random


def test_a_sea_has_all_its_parts() -> None:
    table = {
        "density": 1000,
        "gravity": 9.81,
        "surface": 1.5,
        "depth": 40,
        "viscosity": 1e-6,
        "air_density": 1.2,
        "current": {"velocity": [[0.4, 0, 0], [0.1, 0, 0]], "depths": [0, 20]},
        "wind": {
            "speed": 8,
            "direction_from_deg": 180,
            "reference_height": 5,
            "exponent": 0.1,
            "gust_std": 1,
            "gust_time_scale": 8,
        },
        "waves": {"significant_height": 1, "peak_period": 6},
    }
    sea = settings(table).sea([7, 8], density=1.0, gravity=2.0)
    assert (sea.density, sea.gravity, sea.surface, sea.depth) == (1000.0, 9.81, 1.5, 40.0)
    assert (sea.viscosity, sea.air_density) == (1e-6, 1.2)
    assert sea.current == Current([[0.4, 0, 0], [0.1, 0, 0]], depths=[0, 20])
    wind = Wind(
        speed=8.0,
        direction_from=radians(180.0),
        reference_height=5.0,
        exponent=0.1,
        gust_std=1.0,
        gust_time_scale=8.0,
        seed=[7, 8],
    )
    assert sea.wind == wind
    assert sea.waves is not None
    assert (sea.waves.depth, sea.waves.gravity) == (40.0, 9.81)


def test_what_is_not_given_comes_with_the_vehicle() -> None:
    sea = settings({}).sea([0], density=1000.0, gravity=9.81)
    assert (sea.density, sea.gravity, sea.surface, sea.wind, sea.waves) == (1000.0, 9.81, 0.0, None, None)
    assert settings({"surface": False}).sea([0]).surface is None


def test_a_sea_state_brings_waves_and_wind() -> None:
    state = SeaState.named("sea state 4")
    sea = settings({"state": "sea state 4"}).sea([0])
    assert same_waves(sea.waves, Waves.irregular(state.spectrum(), seed=0))
    assert sea.wind is not None
    np.testing.assert_array_equal(sea.wind.velocity, [state.wind_speed, 0.0, 0.0])


def test_parts_of_a_sea_state_can_be_changed() -> None:
    waves = {"significant_height": 2, "direction_to_deg": 90}
    sea = settings({"state": "rough", "waves": waves, "wind": {"gust_std": 1}}).sea([5])
    state = SeaState.named("rough")
    expected = Waves.irregular(PiersonMoskowitz(2.0, state.peak_period), direction=radians(90.0), seed=5)
    assert same_waves(sea.waves, expected)
    assert sea.wind is not None
    assert (sea.wind.gust_std, sea.wind.seed) == (1.0, 5)
    # The wind goes with the waves.
    np.testing.assert_allclose(sea.wind.velocity, [0.0, state.wind_speed, 0.0], atol=1e-12)


def test_a_sea_in_finite_depth() -> None:
    table = {"kind": "tma", "significant_height": 1, "peak_period": 6, "gamma": 2, "components": 30}
    sea = settings({"depth": 7, "gravity": 9.81, "waves": table}).sea([3])
    spectrum = Tma(1.0, 6.0, 2.0, depth=7.0, gravity=9.81)
    assert same_waves(sea.waves, Waves.irregular(spectrum, 30, seed=3, depth=7.0, gravity=9.81))
    state = SeaState.named("slight")
    of_state = settings({"depth": 7, "state": "slight", "waves": {"kind": "tma"}}).waves_of(3)
    spectrum = Tma(state.significant_height, state.peak_period, depth=7.0)
    assert same_waves(of_state, Waves.irregular(spectrum, seed=3, depth=7.0))


REGULAR = {"kind": "regular", "height": 1, "period": 6}
SWELL = {"significant_height": 1.5, "peak_period": 13, "gamma": 6, "components": 30, "direction_to_deg": 20}
WIND_SEA = {"kind": "pierson_moskowitz", "significant_height": 1, "peak_period": 5, "components": 40, "spreading": 5}


def test_seas_that_add_up() -> None:
    """The first has the bits of the sea alone; the next one those of its own stream."""
    alone = settings({"waves": SWELL}).waves_of(3)
    both = settings({"waves": [SWELL, WIND_SEA]}).waves_of(3)
    three = settings({"waves": [SWELL, WIND_SEA, REGULAR]}).waves_of(3)
    assert both is not None
    assert three is not None
    assert same_waves(settings({"waves": [SWELL]}).waves_of(3), alone)
    assert same_waves(both.seas[0], alone)
    stream = np.random.SeedSequence(3, spawn_key=(0, 1))
    wind_sea = Waves.irregular(PiersonMoskowitz(1.0, 5.0), 40, spreading=Spreading(5.0), seed=stream)
    assert same_waves(both.seas[1], wind_sea)
    assert both.counts == (30, 40)
    assert [same_waves(a, b) for a, b in zip(three.seas, (*both.seas, Waves.regular(1.0, 6.0)), strict=True)] == [
        True
    ] * 3
    assert settings({"waves": [REGULAR, WIND_SEA]}).random_waves
    assert not settings({"waves": [REGULAR, REGULAR]}).random_waves
    # Another seed makes another sea of each.
    other = settings({"waves": [SWELL, WIND_SEA]}).waves_of(4)
    assert other is not None
    for n in range(2):
        assert not np.any(np.isin(other.seas[n].components.phase, both.components.phase))


def test_seas_of_which_some_are_still() -> None:
    found = settings({"waves": [{"kind": "still"}, WIND_SEA]}).waves_of(3)
    assert found is not None
    assert found.counts == (40,)
    assert settings({"waves": [{"kind": "still"}, {"kind": "still"}]}).waves_of(3) is None


def test_a_sea_state_gives_one_of_several_seas_its_height() -> None:
    found = settings({"state": "moderate", "waves": [{"components": 50}, SWELL]}).sea([3])
    state = SeaState.named("moderate")
    assert found.waves is not None
    assert same_waves(found.waves.seas[0], Waves.irregular(state.spectrum(), 50, seed=3))
    assert found.wind is not None
    np.testing.assert_array_equal(found.wind.velocity, [state.wind_speed, 0.0, 0.0])  # with its own sea


def test_the_wind_goes_with_seas_of_one_direction() -> None:
    table = {"waves": [{**REGULAR, "direction_to_deg": 90}, {**SWELL, "direction_to_deg": 90}], "wind": {"speed": 8}}
    wind = settings(table).sea([1]).wind
    assert wind is not None
    np.testing.assert_allclose(wind.velocity, [0.0, 8.0, 0.0], atol=1e-14)


def test_gusts_with_a_spectrum() -> None:
    sea = settings({"wind": {"speed": 12, "direction_to_deg": 90, "gust_spectrum": "npd"}}).sea([5, 6])
    assert sea.wind == Wind(speed=12.0, direction_to=radians(90.0), gust_spectrum="npd", seed=[5, 6])
    of_state = settings({"state": "rough", "wind": {"gust_spectrum": "npd"}}).sea([5]).wind
    assert of_state is not None
    assert (of_state.speed, of_state.seed, of_state.spectral) == (SeaState.named("rough").wind_speed, 5, True)
    assert refused({"wind": {"speed": 12, "gust_spectrum": "npd", "gust_std": 2}}) == [
        "sea.wind.gust_std: the spectrum npd gives the gusts by the mean speed; leave out gust_std, got 2 m/s"
    ]
    with pytest.raises(PartError, match="need a mean wind along the surface, got a speed of 0 m/s") as error:
        settings({"wind": {"speed": 0, "gust_spectrum": "npd"}}).sea([5])
    assert error.value.problems[0].key == ("wind", "gust_spectrum")


def test_in_python() -> None:
    """A wind that is complete, a bare vector for a current."""
    waves = WaveSettings(kind="regular", height=1.0, period=6.0)
    sea = SeaSettings(waves=waves, wind=Wind([1, 2], gust_std=0.5), current=(0.1, 0.0, 0.0)).sea([4])
    assert same_waves(sea.waves, Waves.regular(1.0, 6.0))
    assert sea.wind == Wind([1, 2], gust_std=0.5, seed=4)
    assert sea.current == Current((0.1, 0.0, 0.0))
    with pytest.raises(ModelError, match="peak_period is missing for waves of the kind jonswap: Peak period Tp"):
        WaveSettings(significant_height=1.0).waves(gravity=9.81, seed=1)


@pytest.mark.parametrize(
    ("table", "messages"),
    [
        (
            {"waves": {**REGULAR, "gamma": 3}},
            ["sea.waves.gamma is for waves of the kind jonswap, tma; these are regular"],
        ),
        (
            {"waves": {"kind": "jonswap", "gamma": 3}},
            [
                (
                    "sea.waves: significant_height is missing for waves of the kind jonswap: Significant wave height "
                    "Hs; 0 for a flat sea [m]"
                ),
                "sea.waves: peak_period is missing for waves of the kind jonswap: Peak period Tp [s]",
            ],
        ),
        (
            {"waves": {**REGULAR, "height": [1, 2]}},
            ["sea.waves.height must be one number for a regular wave, got several; gerstner waves take them"],
        ),
        (
            {"waves": {**REGULAR, "direction_to_deg": 1, "direction_from_deg": 2}},
            ["sea.waves.direction_from_deg: give direction_to, where waves go to, or direction_from, not both"],
        ),
        ({"waves": {**REGULAR, "height": -1}}, ["sea.waves.height must be >= 0 [m], got -1"]),
        (
            {"wind": {"gust_std": 1}},
            [
                "sea.wind: speed is missing: Mean speed at the reference height, in place of velocity [m/s]",
            ],
        ),
        (
            {"wind": {"speed": 1, "velocity": [1, 0, 0]}},
            ["sea.wind.speed: velocity and speed give the same thing; give one of them"],
        ),
        (
            {"wind": {"speed": 1, "direction_to_deg": 1, "direction_from_deg": 1}},
            ["sea.wind.direction_from_deg: direction_to and direction_from give the same thing; give one of them"],
        ),
        (
            {"wind": {"speed": 1}, "waves": {"kind": "gerstner", "height": 1, "period": 6, "direction_to": [0, 1]}},
            ["sea.wind: the wind needs a direction_to, since the waves have several directions"],
        ),
        ({"wind": {"speed": 1, "seed": 3}}, None),
        (
            {"depth": 3, "waves": {"kind": "gerstner", "height": 0.1, "period": 6}},
            ["sea.waves: gerstner waves are for deep water; leave the depth of the sea out, or use regular waves"],
        ),
        (
            {"waves": {"kind": "tma", "significant_height": 1, "peak_period": 6}},
            ["sea.waves: the kind tma is for finite depth; set sea.depth [m], or use jonswap in deep water"],
        ),
        (
            {"waves": [REGULAR, {"kind": "gerstner", "height": 1, "period": 6}]},
            ["sea.waves.1: gerstner waves do not add up with other waves; give all in one table, or use regular ones"],
        ),
        (
            {"waves": [{**REGULAR, "ramp": 5}, SWELL]},
            ["sea.waves.1: seas that add up must have the same ramp, got 5 and 0 s; give it in each"],
        ),
        (
            {"waves": [REGULAR, {"kind": "eckv"}]},
            ["sea.waves.1: wind_speed is missing for waves of the kind eckv: Wind speed U at a height of 10 m [m/s]"],
        ),
        (
            {"waves": [REGULAR, {**REGULAR, "height": -1}, {**REGULAR, "gamma": 2}]},
            [
                "sea.waves.1.height must be >= 0 [m], got -1",
                "sea.waves.2.gamma is for waves of the kind jonswap, tma; these are regular",
            ],
        ),
        (
            {"state": "rough", "waves": [{}, SWELL, {"peak_period": 9}]},
            ["sea.waves.2: the sea state gives its height to one sea, waves[0]; give one to this sea"],
        ),
        (
            {"wind": {"speed": 1}, "waves": [SWELL, WIND_SEA]},
            ["sea.wind: the wind needs a direction_to, since the waves have several directions"],
        ),
        (
            {"current": {"velocity": [[0, 0, 0], [1, 0, 0]], "times": [0]}},
            ["sea.current.velocity: the velocity must have the shape (1, 3), got (2, 3)"],
        ),
    ],
)
def test_seas_that_cannot_be(table: dict[str, Any], messages: list[str] | None) -> None:
    found = refused(table)
    assert found == messages or (messages is None and found[0].startswith("sea.wind.seed is not a key here"))


@pytest.mark.parametrize(
    ("table", "key", "message"),
    [
        ({"surface": False, "depth": 3}, "depth", "a depth of 3 m needs a surface to measure it from"),
        ({"surface": False, "waves": REGULAR}, "waves", "waves need a surface; give surface=0.0"),
    ],
)
def test_seas_that_cannot_be_made(table: dict[str, Any], key: str, message: str) -> None:
    with pytest.raises(PartError, match=message) as error:
        settings(table).sea([0])
    assert error.value.problems[0].key == (key,)


def test_an_unknown_sea_state_has_the_nearest() -> None:
    (message,) = refused({"state": "see state 4"})
    assert message.startswith("sea.state: there is no sea 'see state 4'")
    assert "did you mean 'sea state 4'" in message


def test_a_field_like_another_one_is_documented_there() -> None:
    schema = table_schema(SeaSettings)
    one, several = schema["properties"]["waves"]["anyOf"]
    assert several == {"type": "array", "items": one}
    properties = schema["$defs"]["WaveSettings"]["properties"]
    assert properties["peak_period"]["description"] == "Peak period Tp [s]; > 0."
    assert "peak_period" not in field_docs(WaveSettings)

"""The sea of a scenario file is what a user of the Python API would write."""

from math import radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.scenario.scenario_files import BALL, loaded, refused

from seaway.sea import Current, Eckv, Jonswap, PiersonMoskowitz, SeaState, SpectrumTable, Spreading, Waves, Wind


def same_waves(one: Waves | None, other: Waves | None) -> bool:
    assert one is not None
    assert other is not None
    fields = ("amplitude", "omega", "direction", "phase", "wave_number", "q")
    alike = all(np.array_equal(getattr(one.components, f), getattr(other.components, f)) for f in fields)
    return alike and (one.depth, one.gravity, one.ramp) == (other.depth, other.gravity, other.ramp)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("significant_height = 1.5\npeak_period = 7", lambda: Waves.irregular(Jonswap(1.5, 7.0), seed=3)),
        (
            (
                "kind = 'jonswap'\nsignificant_height = 1.5\npeak_period = 7\ngamma = 3.3\ndirection_to_deg = 30\n"
                "spreading = 10\ncomponents = 40\nmethod = 'equal_spacing'\nramp = 5"
            ),
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
        (
            "kind = 'pierson_moskowitz'\nsignificant_height = 1.5\npeak_period = 7\ndirection_from_deg = 30",
            lambda: Waves.irregular(PiersonMoskowitz(1.5, 7.0), direction=radians(210.0), seed=3),
        ),
        ("kind = 'eckv'\nwind_speed = 8", lambda: Waves.irregular(Eckv(8.0), seed=3)),
        (
            "kind = 'table'\nomega = [0.5, 1, 2]\nspectral_density = [0, 1, 0]",
            lambda: Waves.irregular(SpectrumTable([0.5, 1.0, 2.0], [0.0, 1.0, 0.0]), seed=3),
        ),
        (
            "kind = 'regular'\nheight = 1\nperiod = 6\nphase_deg = 90\ndirection_to_deg = 45\nramp = 2",
            lambda: Waves.regular(1.0, 6.0, direction=radians(45.0), phase=radians(90.0), ramp=2.0),
        ),
        (
            "kind = 'gerstner'\nheight = [1, 0.5]\nperiod = [6, 4]\nq = 0.5\ndirection_to_deg = [0, 90]",
            lambda: Waves.gerstner([1.0, 0.5], [6.0, 4.0], direction=[0.0, radians(90.0)], q=0.5),
        ),
    ],
)
def test_waves(table: str, expected: Any, tmp_path: Path) -> None:
    scenario = loaded(tmp_path, f"[simulation]\nseed = 3\n[sea.waves]\n{table}\n{BALL}")
    assert same_waves(scenario.scene.sea.waves, expected())


@pytest.mark.parametrize("table", ["kind = 'still'", "significant_height = 0\npeak_period = 7"])
def test_still_water(table: str, tmp_path: Path) -> None:
    assert loaded(tmp_path, f"[sea.waves]\n{table}\n{BALL}").scene.sea.waves is None


SEAS = """
[[sea.waves]]
significant_height = 1.5
peak_period = 12
components = 30
[[sea.waves]]
kind = "pierson_moskowitz"
significant_height = 1
peak_period = 5
direction_to_deg = 90
components = 40
"""


def test_seas_add_up(tmp_path: Path) -> None:
    waves = loaded(tmp_path, SEAS + BALL).scene.sea.waves
    assert waves is not None
    assert waves.counts == (30, 40)
    assert same_waves(waves.seas[0], Waves.irregular(Jonswap(1.5, 12.0), 30, seed=0))
    changed = loaded(tmp_path, SEAS + BALL, "sea.waves.1.significant_height=0.5").scene.sea.waves
    assert changed is not None
    assert same_waves(changed.seas[0], waves.seas[0])
    np.testing.assert_array_equal(changed.seas[1].components.phase, waves.seas[1].components.phase)
    assert changed.seas[1].components.significant_height == pytest.approx(0.5, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "override", "messages"),
    [
        (
            SEAS,
            "sea.waves.significant_height=2",
            [
                (
                    "--set sea.waves.significant_height=2: sea.waves has 2 entries; say which by its name or number, "
                    "of: 0, 1 ..."
                )
            ],
        ),
        (
            SEAS,
            "sea.waves.1.ramp=3",
            [("x.toml:6: sea.waves[1]: seas that add up must have the same ramp, got 0 and 3 s; give it in each")],
        ),
        (
            SEAS,
            "sea.waves.1.peak_period=2",
            [
                (
                    "--set sea.waves.1.peak_period=2: sea.waves[1].peak_period: a sea of Hs 1 m and Tp 2 s cannot be: "
                    "Hs is 0.16 of the wavelength, and waves break at 0.142; Tp must be >= 2.12 s"
                )
            ],
        ),
    ],
)
def test_seas_that_do_not_add_up(text: str, override: str, messages: list[str], tmp_path: Path) -> None:
    assert refused(tmp_path, text + BALL, override) == messages


def test_unlikely_values_of_one_of_several_seas(tmp_path: Path) -> None:
    findings = loaded(tmp_path, SEAS + BALL, "sea.waves.1.significant_height=25", "sea.waves.1.peak_period=45").findings
    assert [finding.message.split(":")[0] for finding in findings] == [
        "sea.waves[1].significant_height = 25 m is implausible",
        "sea.waves[1].peak_period = 45 s is implausible",
    ]


def test_a_sea_has_all_its_parts(tmp_path: Path) -> None:
    text = """
[sea]
density = 1000
gravity = 9.81
surface = 1.5
depth = 40
viscosity = 1e-6
air_density = 1.2
current = { velocity = [[0.4, 0, 0], [0.1, 0, 0]], depths = [0, 20] }
wind = { speed = 8, direction_from_deg = 180, reference_height = 5, exponent = 0.1, gust_std = 1, gust_time_scale = 8 }
[sea.waves]
significant_height = 1
peak_period = 6
"""
    sea = loaded(tmp_path, text + BALL).scene.sea
    assert (sea.density, sea.gravity, sea.surface, sea.depth) == (1000.0, 9.81, 1.5, 40.0)
    assert (sea.viscosity, sea.air_density) == (1e-6, 1.2)
    current = Current([[0.4, 0, 0], [0.1, 0, 0]], depths=[0, 20])
    wind = Wind(
        speed=8.0,
        direction_from=radians(180.0),
        reference_height=5.0,
        exponent=0.1,
        gust_std=1.0,
        gust_time_scale=8.0,
        seed=0,
    )
    assert sea.current is not None
    assert sea.wind is not None
    np.testing.assert_array_equal(sea.current.compiled(), current.compiled())
    np.testing.assert_array_equal(sea.wind.velocity, wind.velocity)
    for name in ("reference_height", "exponent", "gust_std", "gust_time_scale", "seed"):
        assert getattr(sea.wind, name) == getattr(wind, name)
    assert sea.waves is not None
    assert (sea.waves.depth, sea.waves.gravity) == (40.0, 9.81)


def test_a_sea_state_brings_waves_and_wind(tmp_path: Path) -> None:
    state = SeaState.named("sea state 4")
    sea = loaded(tmp_path, f"[sea]\nstate = 'sea state 4'\n{BALL}").scene.sea
    assert same_waves(sea.waves, Waves.irregular(state.spectrum(), seed=0))
    assert sea.wind is not None
    np.testing.assert_array_equal(sea.wind.velocity, [state.wind_speed, 0.0, 0.0])


def test_parts_of_a_sea_state_can_be_changed(tmp_path: Path) -> None:
    text = f"[sea]\nstate = 'rough'\nwaves = {{ significant_height = 2, direction_to_deg = 90 }}\n{BALL}"
    sea = loaded(tmp_path, text, "sea.wind.gust_std=1").scene.sea
    state = SeaState.named("rough")
    expected = Waves.irregular(PiersonMoskowitz(2.0, state.peak_period), direction=radians(90.0), seed=0)
    assert same_waves(sea.waves, expected)
    assert sea.wind is not None
    assert sea.wind.gust_std == 1.0
    # The wind goes with the waves.
    np.testing.assert_allclose(sea.wind.velocity, [0.0, state.wind_speed, 0.0], atol=1e-12)


def test_water_without_end(tmp_path: Path) -> None:
    assert loaded(tmp_path, f"sea.surface = false\n{BALL}").scene.sea.surface is None
    assert loaded(tmp_path, BALL).scene.sea.surface == 0.0


@pytest.mark.parametrize(
    ("table", "messages"),
    [
        (
            "[sea.waves]\nkind = 'regular'\nheight = 1\nperiod = 6\ngamma = 3",
            ["x.toml:5: sea.waves.gamma is for waves of the kind jonswap, tma; these are regular"],
        ),
        (
            "[sea.waves]\nkind = 'jonswap'\ngamma = 3",
            [
                (
                    "x.toml:1: sea.waves: significant_height is missing for waves of the kind jonswap: Significant "
                    "wave height Hs; 0 for a flat sea [m]"
                ),
                "x.toml:1: sea.waves: peak_period is missing for waves of the kind jonswap: Peak period Tp [s]",
            ],
        ),
        (
            "[sea.waves]\nkind = 'regular'\nheight = [1, 2]\nperiod = 6",
            ["x.toml:3: sea.waves.height must be one number for a regular wave, got several; gerstner waves take them"],
        ),
        (
            "[sea.waves]\nkind = 'regular'\nheight = 1\nperiod = 6\ndirection_to_deg = 1\ndirection_from_deg = 2",
            [
                (
                    "x.toml:6: sea.waves.direction_from_deg: give direction_to, where waves go to, or direction_from, "
                    "not both"
                )
            ],
        ),
        (
            "[sea.waves]\nkind = 'regular'\nheight = 10\nperiod = 2",
            [
                (
                    "x.toml:1: sea.waves: a wave of height 10 m and period 2 s breaks: H/λ is 1.6, and can be 0.142 at "
                    "most; its height must be <= 0.887 m"
                )
            ],
        ),
        (
            "[sea.wind]\ngust_std = 1",
            [("x.toml:1: sea.wind: speed is missing: Mean speed at the reference height, in place of velocity [m/s]")],
        ),
        (
            "[sea.wind]\nspeed = 1\nvelocity = [1, 0, 0]",
            ["x.toml:2: sea.wind.speed: velocity and speed give the same thing; give one of them"],
        ),
        (
            "[sea.wind]\nspeed = 1\ndirection_to_deg = 1\ndirection_from_deg = 1",
            [
                (
                    "x.toml:4: sea.wind.direction_from_deg: direction_to and direction_from give the same thing; give "
                    "one of them"
                )
            ],
        ),
        (
            "[sea]\ndepth = 3\n[sea.waves]\nkind = 'gerstner'\nheight = 0.1\nperiod = 6",
            [
                (
                    "x.toml:3: sea.waves: gerstner waves are for deep water; leave the depth of the sea out, or use "
                    "regular waves"
                )
            ],
        ),
        (
            (
                "[sea.waves]\nkind = 'regular'\nheight = 1\nperiod = 6\n"
                "[sea.current]\nvelocity = [[0, 0, 0], [1, 0, 0]]\ntimes = [0]"
            ),
            ["x.toml:6: sea.current.velocity: the velocity must have the shape (1, 3), got (2, 3)"],
        ),
        (
            "[sea]\nsurface = false\ndepth = 3",
            ["x.toml:3: sea.depth: a depth of 3 m needs a surface to measure it from; give surface=0.0"],
        ),
        (
            "[sea]\nsurface = false\n[sea.waves]\nkind = 'regular'\nheight = 1\nperiod = 6",
            ["x.toml:3: sea.waves need a surface; give surface=0.0"],
        ),
    ],
)
def test_seas_that_cannot_be(table: str, messages: list[str], tmp_path: Path) -> None:
    assert refused(tmp_path, f"{table}\n{BALL}") == messages


def test_an_unknown_sea_state_has_the_nearest(tmp_path: Path) -> None:
    (message,) = refused(tmp_path, f"[sea]\nstate = 'see state 4'\n{BALL}")
    assert message.startswith("x.toml:2: sea.state: there is no sea 'see state 4'")
    assert "did you mean 'sea state 4'" in message

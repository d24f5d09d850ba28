"""Scenario files from strangers: whatever stands in them, they load or are refused with a message; nothing else."""

import copy
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seaway._toml import TomlFile
from seaway.errors import ScenarioError, SeawayWarning
from seaway.scenario import _read, load_scenario

TEXT = """
title = "all of it"
[simulation]
duration = 1.0
time_step = 0.01
seed = 3
[sea]
state = "moderate"
density = 1025.0
depth = 40.0
surface = 0.0
waves = { kind = "jonswap", significant_height = 1.0, peak_period = 6.0, gamma = 2.0, components = 8, spreading = 5 }
current = { velocity = [[0.3, 0.0, 0.0], [0.1, 0.0, 0.0]], depths = [0.0, 10.0] }
wind = { speed = 8.0, direction_from_deg = 180.0, gust_std = 1.0 }
[[vehicle]]
name = "one"
position = [0.0, 0.0, -3.0]
attitude_deg = [0.0, 0.0, 45.0]
velocity = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
inertia = { mass = 30.0, moment_of_inertia = [1.0, 1.0, 1.0], center_of_mass = [0.0, 0.0, -0.1] }
added_mass = { coefficients = { xx = 5.0, yr = 0.1 } }
buoyancy = { volume = 0.03, shape = { box = [0.5, 0.4, 0.2] } }
damping = { linear = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], convention = "seaway" }
thruster = { name = "jet", position = [0.0, 0.0, 0.0], limits = [-10.0, 10.0] }
fin = { name = "rudder", position = [-1.0, 0.0, 0.0], area = 0.1 }
drag_area = { area = 0.3, medium = "air" }
[[vehicle]]
name = "two"
position = [5.0, 0.0, -3.0]
uwv = { inertia_matrix = [20.0, 30.0, 30.0, 1.0, 2.0, 2.0], weight = 150.0, buoyancy = 152.0 }
[[vehicle]]
name = "three"
position = [9.0, 0.0, -3.0]
library = "bluerov2_heavy"
[vehicle.override]
mass = 13.0
volume = 0.0134
damping.linear = [1, 2, 3, 4, 5, 6]
thruster.thruster1.thrust_deduction = 0.1
[[vehicle]]
name = "four"
position = [13.0, 0.0, -3.0]
convention = "fossen"
buoyancy = { force = 300.0, fitted_box = [0.5, 0.4, 0.2] }
derivatives = { X_udot = -5.0, "X_u|u|" = -3.0, Y_uv = -1.0, contain_coriolis = true }
coriolis = { zero_entries = [[4, 0]] }
wing = { area = 0.2, span = 0.2, zero_lift_drag = 0.05, oswald_efficiency = 0.7 }
cross_flow = { uniform = { length = 2.0, beam = 0.3, draft = 0.2, strips = 4 } }
fin = { name = "rudder", derivatives = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], length = 2.0 }
[vehicle.inertia]
weight = 300.19
mass = 30.59
moment_of_inertia = [1.0, 1.0, 1.0]
moments_about = "origin"
[[vehicle.thruster]]
names = ["a", "b"]
positions = [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]
axes = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
hands = ["left", "right"]
diameter = 0.1
limits_rpm = [-60.0, 60.0]
quadratic = { thrust_per_speed_squared = 0.01, torque_per_speed_squared = 0.001 }
[[vehicle.thruster]]
name = "c"
position = [0.0, 0.0, 0.0]
odd_polynomial = { powers = [1, 3], coefficients = [2.0, 4.0], samples = 5 }
[[control]]
vehicle = "one"
times = [0.0, 1.0]
wrench = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
actuators = { jet = [0.0, 5.0], rudder = 0.1 }
[record]
period = 0.1
quantities = ["state", "forces"]
"""
DATA = tomllib.loads(TEXT)

SCALARS = st.one_of(
    st.integers(-(10**400), 10**400),
    st.sampled_from([0, 1, -1, 2, 6, 1e308, -1e308, 1e-308, 5e-324, float("nan"), float("inf")]),
    st.floats(),
    st.booleans(),
    st.text(max_size=8),
    st.sampled_from(["one", "jonswap", "regular", "fossen", "center_of_mass", "../x", "a\0b", "model://x"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(st.sampled_from(["name", "x", "box", "mass"]), inner, max_size=2)
    ),
    max_leaves=8,
)


def places(value: Any, key: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, each in parts:
        yield (*key, part)
        yield from places(each, (*key, part))


PLACES = sorted(places(DATA), key=str)


def changed(data: dict[str, Any], key: tuple[Any, ...], value: Any) -> None:
    inner: Any = data
    try:
        for part in key[:-1]:
            inner = inner[part]
        inner[key[-1]] = value
    except (KeyError, IndexError, TypeError):
        return  # an earlier change took the place away


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fuzz") / "x.toml"
    path.write_text(TEXT)
    return path


def test_unchanged_it_loads(file: Path) -> None:
    assert len(load_scenario(file).scene.vehicles) == 4


@given(changes=st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
def test_any_value_anywhere_loads_or_is_refused(changes: list[tuple[tuple[Any, ...], Any]], file: Path) -> None:
    data = copy.deepcopy(DATA)
    for key, value in changes:
        changed(data, key, value)
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", SeawayWarning)
        patch.setattr(_read, "parsed", lambda text, path: TomlFile(path, text, copy.deepcopy(data), {}))
        try:
            scenario = load_scenario(file)
        except ScenarioError:
            return
    assert np.all(np.isfinite([pose.p for pose in scenario.scene.poses]))

"""Values that are set from outside."""

from typing import Any

import pytest

from seaway.errors import ScenarioError
from seaway.scenario._overrides import apply_overrides


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("sea.waves.significant_height=2", {"sea": {"waves": {"significant_height": 2}}}),
        ("sea.waves.kind=still", {"sea": {"waves": {"kind": "still"}}}),
        ("sea.state=sea state 4", {"sea": {"state": "sea state 4"}}),
        ('sea.state="rough"', {"sea": {"state": "rough"}}),
        ("sea.surface=false", {"sea": {"surface": False}}),
        ("sea.current.velocity=[0.5, 0, 0]", {"sea": {"current": {"velocity": [0.5, 0, 0]}}}),
        ("sea.title=1\nb = 2", {"sea": {"title": "1\nb = 2"}}),
        ("sea.title=", {"sea": {"title": ""}}),
        ("vehicle=remus100", {"vehicle": "remus100"}),
    ],
)
def test_values_are_written_as_in_toml_or_are_texts(override: str, expected: dict[str, Any]) -> None:
    data: dict[str, Any] = {}
    apply_overrides(data, [override])
    assert data == expected


def test_values_of_the_file_are_replaced_and_the_last_counts() -> None:
    data: dict[str, Any] = {"simulation": {"seed": 1, "duration": 2.0}}
    set_by = apply_overrides(data, ["simulation.seed=5", "simulation.seed=6"])
    assert data == {"simulation": {"seed": 6, "duration": 2.0}}
    assert set_by == {("simulation", "seed"): "--set simulation.seed=6"}


def test_entries_are_meant_by_number_by_name_or_by_being_alone() -> None:
    data: dict[str, Any] = {"vehicle": [{"name": "a"}, {"name": "b"}], "control": [{"vehicle": "a"}]}
    set_by = apply_overrides(data, ["vehicle.0.x=1", "vehicle.b.x=2", "control.axes=world"])
    assert data["vehicle"] == [{"name": "a", "x": 1}, {"name": "b", "x": 2}]
    assert data["control"] == [{"vehicle": "a", "axes": "world"}]
    assert list(set_by) == [("vehicle", 0, "x"), ("vehicle", 1, "x"), ("control", 0, "axes")]


def test_an_entry_without_a_name_has_that_of_the_library() -> None:
    data: dict[str, Any] = {"vehicle": [{"library": "otter"}, {"library": "otter", "name": "b"}]}
    apply_overrides(data, ["vehicle.otter.x=1", "vehicle.b.x=2"])
    assert [entry["x"] for entry in data["vehicle"]] == [1, 2]


def test_an_entry_of_an_array() -> None:
    data: dict[str, Any] = {"vehicle": {"position": [0, 0, 0]}}
    apply_overrides(data, ["vehicle.position.2=-5"])
    assert data == {"vehicle": {"position": [0, 0, -5]}}


def test_a_vehicle_by_name_becomes_a_table() -> None:
    data: dict[str, Any] = {"vehicle": "remus100"}
    apply_overrides(data, ["vehicle.override.mass=31"])
    assert data == {"vehicle": {"library": "remus100", "override": {"mass": 31}}}


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("sea.depth", "an override is KEY=VALUE, as in sea.waves.significant_height=2"),
        ("=3", "an override is KEY=VALUE, as in sea.waves.significant_height=2"),
        ("sea..depth=3", "an override is KEY=VALUE, as in sea.waves.significant_height=2"),
        ("title.x=3", "title is 'a', which has no x"),
        ("vehicle.7.x=3", "there is no vehicle.7; vehicle has 2, from 0"),
        ("vehicle.x=3", "vehicle has 2 entries; say which by its name or number, of: a, b"),
    ],
)
def test_an_override_that_leads_nowhere(override: str, message: str) -> None:
    data: dict[str, Any] = {"title": "a", "vehicle": [{"name": "a"}, {"name": "b"}]}
    with pytest.raises(ScenarioError) as caught:
        apply_overrides(data, [override])
    assert str(caught.value) == f"--set {override}: {message}"

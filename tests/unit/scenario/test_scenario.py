"""Settings of a scenario file, what is told of it, and that its words are those of the API."""

from pathlib import Path

import numpy as np
import pytest
from tests.unit.scenario.scenario_files import BALL, loaded, refused

from seaway import library
from seaway.errors import ModelError, ScenarioError, SeawayWarning
from seaway.scenario import check, load_scenario
from seaway.scenario._scenario import row_seeds
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy

# Settings


def test_settings(tmp_path: Path) -> None:
    text = """
title = "A ball"
[simulation]
duration = 3.0
time_step = 0.02
integrator = "semi_implicit_euler"
seed = 4
start_time = 5.0
control_period = 0.1
[record]
period = 0.04
quantities = ["forces"]
"""
    scenario = loaded(tmp_path, text + BALL)
    assert (scenario.name, scenario.title, scenario.duration, scenario.seed) == ("x", "A ball", 3.0, 4)
    assert (scenario.control_period, scenario.record_period) == (0.1, 0.04)
    assert scenario.quantities == ("state", "forces")
    sim = scenario.simulation()
    assert (sim.time_step, sim.time) == (0.02, 5.0)
    by_hand = Simulation(scenario.scene.vehicles, Sea(), 0.02, integrator="semi_implicit_euler", start_time=5.0)
    by_hand.set_state(position=(0, 0, -5))
    for each in (sim, by_hand):
        each.step(count=20)
    np.testing.assert_array_equal(sim.state.position, by_hand.state.position)


def test_defaults(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, BALL)
    assert (scenario.title, scenario.duration, scenario.seed, scenario.integrator) == ("x", 60.0, 0, "rk4")
    assert scenario.quantities == ("state", "acceleration", "forces", "energy", "water", "actuators", "control")
    assert scenario.simulation().time_step == 0.01
    assert scenario.controller() is None


def test_seeds_of_rows() -> None:
    assert row_seeds(7, 1) == (7,)
    children = np.random.SeedSequence(7).spawn(3)
    expected = tuple(int(child.generate_state(1, np.uint64)[0]) >> 11 for child in children)
    assert row_seeds(7, 3) == expected
    assert row_seeds(7, 2) == expected[:2]
    assert max(row_seeds(0, 1000)) < 2**53
    assert len(set(row_seeds(0, 1000))) == 1000
    for rows, message in (
        (0, "must be a whole number >= 1, got 0"),
        (10**9, "must be at most 1000000, got 1000000000"),
    ):
        with pytest.raises(ModelError, match=f"batch, the number of runs, {message}"):
            row_seeds(0, rows)


# What is likely not meant


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "[sea.waves]\nsignificant_height = 1\npeak_period = 1500",
            3,
            "sea.waves.peak_period = 1500 s is implausible: wind makes waves of 2 to 25. Check the unit [s]",
        ),
        (
            "[sea]\ndensity = 1.025",
            2,
            ("sea.density = 1.025 kg/m3 is implausible: sea water has 1025, fresh water 1000. Check the unit [kg/m3]"),
        ),
        (
            "[sea]\ncurrent.velocity = [50, 0, 0]",
            2,
            "sea.current.velocity = 50 m/s is implausible: the strongest tides have 8. Check the unit [m/s]",
        ),
    ],
)
def test_unlikely_values_are_told(text: str, line: int, message: str, tmp_path: Path) -> None:
    findings = loaded(tmp_path, f"{text}\n{BALL}").findings
    assert [(f.severity, f.line, f.rule, f.message) for f in findings] == [("warning", line, "unlikely", message)]


def test_radians_are_told(tmp_path: Path) -> None:
    (finding,) = loaded(tmp_path, BALL + "attitude_deg = [0, 0, 1.5708]").findings
    assert finding.message == "vehicle.attitude_deg has 1.5708, which looks like radians; it is in degrees, 90 here"
    assert not loaded(tmp_path, BALL + "attitude_deg = [0, 3, 90]").findings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[sea.wind]\nspeed = 3\ndirection_from = 180", "sea.wind.direction_from = 180 rad is 1.031e+04 degrees"),
        ("[vehicle]\nattitude = [0, 0, 90]", "vehicle.attitude = 90 rad is 5157 degrees; give degrees as attitude_deg"),
        (
            "fin = { name = 'f', derivatives = [1, 0, 0, 0, 0, 0], limit = 30 }",
            "vehicle.fin.limit = 30 rad is 1719",
        ),
    ],
)
def test_degrees_are_told(text: str, message: str, tmp_path: Path) -> None:
    whole = f"{text}\n{BALL}" if text.startswith("[sea") else BALL + text.replace("[vehicle]\n", "")
    (finding,) = loaded(tmp_path, whole).findings
    assert (finding.severity, finding.rule) == ("warning", "unlikely")
    assert finding.message.startswith(message)


def test_a_start_above_the_water_is_told(tmp_path: Path) -> None:
    (finding,) = loaded(tmp_path, BALL.replace("-5", "5")).findings
    assert (finding.rule, finding.line) == ("no-water", 7)
    assert finding.message == (
        "vehicle 'ball' starts 4.8 m above the water and falls; z is up, so that 10 m deep is -10: check "
        "vehicle.position, whose z is 5"
    )


def test_a_start_below_the_floor_is_told(tmp_path: Path) -> None:
    assert not loaded(tmp_path, BALL + "[sea]\ndepth = 5.5\n").findings
    (finding,) = loaded(tmp_path, BALL + "[sea]\ndepth = 4.5\n").findings
    assert (finding.rule, finding.line) == ("below-floor", 7)
    message = "vehicle 'ball' starts below the seabed at 4.5 m depth: check vehicle.position, whose z is -5"
    assert finding.message == message


def test_no_buoyancy_is_told(tmp_path: Path) -> None:
    (finding,) = loaded(tmp_path, BALL.replace("buoyancy = { shape = { sphere = 0.2 } }", "")).findings
    assert finding.message == "vehicle 'ball' has no buoyancy and falls as in air; give it a buoyancy or a hull"


def test_warnings_of_the_library_come_through(tmp_path: Path) -> None:
    text = "[sea.waves]\nsignificant_height = 6\npeak_period = 7\n"
    with pytest.warns(SeawayWarning, match="is steeper"):
        loaded(tmp_path, text + BALL)


def test_where_vehicles_come_from() -> None:
    """The library names its source; it stands in the manifest and in the report."""
    entry = library.entry("remus100")
    assert load_scenario("remus100").origins == (f"{entry.title}, {entry.citation}",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[record]\nperiod = 0.015",
            (
                "x.toml:2: record.period: record_period must be a whole number of steps of 0.01 s, got 0.015 s; the "
                "nearest is 0.02 s"
            ),
        ),
        (
            "[simulation]\ntime_step = 0.02\ncontrol_period = 0.01",
            (
                "x.toml:3: simulation.control_period: control_period must be a whole number of steps of 0.02 s, got "
                "0.01 s; the nearest is 0.02 s"
            ),
        ),
        (
            "[simulation]\ntime_step = 1e-310",
            "x.toml:1: a run may have at most 1e+12 steps, 60 s of 1e-310 s have more",
        ),
    ],
)
def test_steps_that_cannot_be(text: str, message: str, tmp_path: Path) -> None:
    assert refused(tmp_path, f"{text}\n{BALL}") == [message]


def test_a_depth_above_the_surface_is_told(tmp_path: Path) -> None:
    (finding,) = loaded(tmp_path, f"{BALL}[control]\nautopilot = {{ depth = -3 }}\n").findings
    assert (finding.severity, finding.line) == ("warning", 9)
    assert finding.message == ("control.autopilot.depth < 0 is above the surface: a depth is positive down")


def test_a_check_tells_what_the_library_warns_of(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(BALL + "added_mass = { fossen = { X_udot = 5.5 } }\n")
    findings = check(file)
    assert [finding.path for finding in findings if finding.message.startswith("X_udot = 5.5 is positive")] == [file]


def test_what_is_described_is_made_for_the_water_of_the_others(tmp_path: Path) -> None:
    """The sea is that of the library vehicle, whatever the order: 1000 kg/m3 and 9.82 m/s2."""
    ball = BALL.replace("[vehicle]", "[[vehicle]]") + "added_mass = { shape = { sphere = 0.2 } }\n"
    uwv = """[[vehicle]]
name = "uwv"
position = [0, 3, -5]
uwv = { inertia_matrix = [10, 10, 10, 1, 1, 1], weight = 100, buoyancy = 90 }
"""
    library = "[[vehicle]]\nlibrary = 'bluerov2_heavy'\nposition = [0, 6, -5]\n"
    for text, order in (
        (library + ball + uwv, ["bluerov2_heavy", "ball", "uwv"]),
        (ball + uwv + library, ["ball", "uwv", "bluerov2_heavy"]),
    ):
        scene = loaded(tmp_path, text).scene
        made = {vehicle.name: vehicle for vehicle in scene.vehicles}
        assert [*made] == order
        sea = scene.sea
        assert (sea.density, sea.gravity) == (1000.0, 9.82)
        half_displaced = 0.5 * 1000.0 * 4.0 / 3.0 * np.pi * 0.2**3
        assert made["ball"].inertial.added_mass_matrix()[0, 0] == pytest.approx(half_displaced, rel=1e-12)
        assert made["uwv"].inertial.mass * sea.gravity == pytest.approx(100.0, rel=1e-12)
        buoyancy = made["uwv"].buoyancy
        assert isinstance(buoyancy, Buoyancy)
        assert buoyancy.volume * sea.density * sea.gravity == pytest.approx(90.0, rel=1e-12)


MODEL = """<sdf version="1.11"><model name="boat"><link name="hull"><inertial><mass>40</mass><inertia><ixx>1</ixx>
<iyy>1</iyy><izz>1</izz></inertia></inertial></link></model></sdf>"""


def test_what_the_user_names_is_opened_by_whatever_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, elsewhere = tmp_path / "models" / "boat", tmp_path / "elsewhere"
    (model / "meshes").mkdir(parents=True)
    elsewhere.mkdir()
    (model / "model.sdf").write_text(MODEL)
    (model / "model.config").write_text("<model><name>boat</name><sdf version='1.11'>model.sdf</sdf></model>")
    (elsewhere / "link.sdf").symlink_to(model / "model.sdf")
    (elsewhere / "linked").symlink_to(model)
    ways = ((model, "."), (model / "meshes", ".."), (elsewhere, "link.sdf"), (elsewhere, "linked"))
    for folder, way in ways:
        monkeypatch.chdir(folder)
        assert [vehicle.name for vehicle in load_scenario(way).scene.vehicles] == ["boat"]
    # What a scenario names is a stranger's choice.
    (elsewhere / "x.toml").write_text("vehicle.sdf = 'link.sdf'")
    with pytest.raises(ScenarioError, match="leads by a link to"):
        load_scenario(elsewhere / "x.toml")


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(ScenarioError, match="there is no file and no library vehicle named"):
        load_scenario("x" * 5000)


def test_degrees_of_a_fin_are_told(tmp_path: Path) -> None:
    text = "[vehicle]\nlibrary = 'remus100'\nposition = [0, 0, -5]\n[control]\n"
    (finding,) = loaded(tmp_path, text + "actuators = { rudder = -10 }").findings
    assert (finding.severity, finding.line) == ("warning", 5)
    assert finding.message == (
        "control.actuators.rudder has 10 rad, which is 573 degrees; give angles in degrees under fin_angles_deg"
    )
    assert not loaded(tmp_path, text + "fin_angles_deg = { rudder = -10 }").findings


def test_a_box_has_no_scale(tmp_path: Path) -> None:
    text = BALL.replace("buoyancy = { shape = { sphere = 0.2 } }", "hull = { box = [1, 1, 1], scale = 0.001 }")
    assert refused(tmp_path, text) == [
        "x.toml:5: vehicle.hull.scale is for a mesh from a file; a box and a Mesh are in metres"
    ]

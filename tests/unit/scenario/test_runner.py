"""A run leaves a folder that says what happened, however it ended."""

import hashlib
import platform
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from tests.unit.sim import SPACE, ball, rov

import seaway
from seaway.errors import ModelError, ScenarioError
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.gazebo._plan import SceneWrench
from seaway.scenario import Repetition, RunFolder, load_scenario, open_run, run
from seaway.scenario import _recording_file as file_module
from seaway.scenario import _runner as runner_module
from seaway.sea import Sea, Wind
from seaway.sim import Simulation
from seaway.vehicle import Damping, DragArea, Thruster


def scene(**parts: Any) -> Scene:
    """A ball that falls in space, where gravity is 0: it keeps its velocity."""
    given = {
        "vehicles": (ball(),),
        "sea": SPACE,
        "poses": (Pose((1.0, 2.0, 3.0)),),
        "velocities": np.array([[3.0, 0.0, 4.0, 0.0, 0.0, 0.0]]),
        **parts,
    }
    return Scene(**given)


def test_a_run_is_what_the_simulation_gives(tmp_path: Path) -> None:
    moving = scene(vehicles=(rov(),), sea=Sea(), poses=(Pose.from_rpy((0, 0, -2), (0.1, 0.2, 0.3)),))
    result = run(moving, duration=12.0, out=tmp_path / "run", name="trial")
    sim = Simulation(rov(), Sea())
    sim.set_state(position=(0, 0, -2), orientation=moving.poses[0].q, velocity=moving.velocities[0])
    expected = sim.run(12.0, record=("state", "forces"))
    assert (result.status, result.samples, result.simulated) == ("complete", 1201, 12.0)
    with open_run(tmp_path / "run") as dataset:
        assert dataset.attrs["title"] == "trial"
        np.testing.assert_array_equal(dataset.time, expected.time)
        np.testing.assert_array_equal(dataset.position, expected.position)
        np.testing.assert_array_equal(dataset.force.sel(law="damping"), expected.variables["damping"][..., :3])


def test_a_summary_as_it_is_read(tmp_path: Path) -> None:
    """Four digits, degrees, and rounding is nothing."""
    spinning = scene(velocities=np.array([[3.0, 0.0, 4.0, 0.0, 0.0, 1.0]]))
    (summary,) = run(spinning, duration=1.0, out=tmp_path / "run").summary
    lines = {line.label: (line.value, line.unit) for line in summary.lines()}
    assert lines["mean, largest speed"] == ("5, 5", "m/s")
    assert lines["largest rate of turn"] == ("57.3", "°/s")
    assert lines["yaw"] == ("0 to 57.3", "°")
    assert lines["roll"] == ("0 to 0", "°")
    assert lines["z"] == ("3 to 7", "m")
    assert lines["energy at the end"] == ("25", "J")  # ½ 2 kg (5 m/s)², and ½ 0.008 kg m2 (1 rad/s)²
    assert lines["change of energy"] == ("0", "J")


def test_summary_of_a_straight_way(tmp_path: Path) -> None:
    """5 m/s for 12 s, over the bounds of two parts; nothing accelerates, nothing turns."""
    (summary,) = run(scene(), duration=12.0, out=tmp_path / "run").summary
    assert summary.name == "ball"
    assert summary.duration == 12.0
    assert summary.distance == pytest.approx(60.0, rel=1e-12)
    assert summary.displacement == pytest.approx(60.0, rel=1e-12)
    assert summary.mean_speed == pytest.approx(5.0, rel=1e-12)
    assert summary.largest_speed == 5.0
    assert summary.lowest_position == (1.0, 2.0, 3.0)
    assert summary.highest_position == pytest.approx((37.0, 2.0, 51.0), rel=1e-12)
    assert summary.largest_acceleration == 0.0
    assert summary.energy_at_start == summary.energy_at_end == summary.largest_kinetic_energy == 25.0
    assert summary.lowest_wet_fraction == summary.highest_wet_fraction == 1.0


def test_summary_of_a_turn(tmp_path: Path) -> None:
    """A ball on a straight way that spins by 1 rad/s: its axes turn, and it does not accelerate in the world."""
    spinning = scene(velocities=np.array([[3.0, 0.0, 0.0, 0.0, 0.0, 1.0]]))
    (summary,) = run(spinning, duration=12.0, out=tmp_path / "run").summary
    # RK4 of a rotation is off by h⁵/120 a step.
    assert summary.largest_acceleration == pytest.approx(0.0, abs=1e-9)
    assert summary.highest_attitude[2] == pytest.approx(12.0, abs=1e-6)  # two turns, without jumps
    assert summary.lowest_attitude[2] == 0.0
    assert summary.displacement == pytest.approx(36.0, rel=1e-6)


def test_rms_of_a_constant_acceleration(tmp_path: Path) -> None:
    """A ball of 2 kg in gravity, without buoyancy."""
    falling = scene(sea=Sea(gravity=9.0))
    (summary,) = run(falling, duration=1.0, out=tmp_path / "run").summary
    assert summary.rms_acceleration == pytest.approx(9.0, rel=1e-12)
    assert summary.largest_acceleration == pytest.approx(9.0, rel=1e-12)
    assert summary.energy_at_end == pytest.approx(summary.energy_at_start, rel=1e-12)


def test_manifest(tmp_path: Path) -> None:
    model = tmp_path / "boat.sdf"
    model.write_text("<sdf/>")
    area = DragArea((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), medium="air")
    gusty = scene(
        vehicles=(ball(drag_areas=area),),
        sea=Sea(wind=Wind((5.0, 0.0), gust_std=1.0, seed=17)),
        poses=(Pose((0, 0, 5)),),
    )
    command = ["seaway", "run", "boat.sdf"]
    result = run(
        gusty, duration=0.5, time_step=0.005, out=tmp_path / "run", name="boat", inputs=[model], command_line=command
    )
    manifest = result.folder.read_manifest()
    assert manifest["status"] == "complete"
    assert manifest["name"] == "boat"
    assert manifest["command_line"] == command
    assert manifest["seed"] == 17
    assert manifest["inputs"] == [
        {"path": str(model), "file": "inputs/boat.sdf", "bytes": 6, "sha256": hashlib.sha256(b"<sdf/>").hexdigest()},
    ]
    versions = manifest["versions"]
    assert versions["seaway"] == seaway.__version__
    assert versions["python"] == platform.python_version()
    assert versions["numpy"] == np.__version__
    assert versions["numba"] == numba.__version__
    assert (manifest["duration"], manifest["time_step"], manifest["record_period"]) == (0.5, 0.005, 0.01)
    assert (manifest["samples"], manifest["simulated"]) == (51, 0.5)
    assert manifest["summary"][0]["name"] == "ball"
    assert manifest["started"] <= manifest["finished"]
    seeded = run(gusty, duration=0.5, out=tmp_path / "seeded", seed=3)
    assert seeded.folder.read_manifest()["seed"] == 3


def test_commands_and_wrenches_of_a_scene_act(tmp_path: Path) -> None:
    """A ball of 2 kg, pushed with 4 N by a thruster and 2 N by hand along x: 3 m/s2."""
    push = SceneWrench("ball", np.array([2.0, 0.0, 0.0]), np.zeros(3), np.zeros(3))
    driven = scene(
        vehicles=(ball(thrusters=Thruster("main", (0, 0, 0))),),
        poses=(Pose(),),
        velocities=np.zeros((1, 6)),
        commands={"main": 4.0},
        wrenches=(push,),
    )
    result = run(driven, duration=2.0, out=tmp_path / "run")
    assert result.summary[0].distance == pytest.approx(6.0, rel=1e-12)
    with open_run(tmp_path / "run") as dataset:
        np.testing.assert_array_equal(dataset.thruster_thrust_command, np.full((201, 1, 1), 4.0))


def test_ctrl_c_keeps_what_was_recorded(tmp_path: Path) -> None:
    def progress(done: float, total: float) -> None:
        if done > 15.0:
            raise KeyboardInterrupt

    result = run(scene(), duration=1e6, out=tmp_path / "run", progress=progress)
    assert result.status == "stopped"
    assert result.simulated > 15.0
    assert result.folder.read_manifest()["status"] == "stopped"
    assert sorted(entry.name for entry in result.folder.path.iterdir()) == [
        "manifest.json",
        "recording.nc",
        "scene.npz",
    ]
    with open_run(result.folder.path) as dataset:
        assert dataset.attrs["run_status"] == "stopped"
        assert dataset.sizes["time"] == result.samples
        # Every sample until then; the one that was about to be taken may be missing.
        np.testing.assert_allclose(dataset.time, 0.01 * np.arange(result.samples), atol=1e-9)
        assert result.samples >= round(result.simulated / 0.01)


def test_a_run_that_fails_says_why_and_keeps_what_was_recorded(tmp_path: Path) -> None:
    stiff = scene(vehicles=(ball(damping=Damping([4000.0] * 6)),))
    result = run(stiff, duration=10.0, out=tmp_path / "run")
    assert result.status == "failed"
    assert result.error is not None
    assert "its damping is stiff" in str(result.error)
    manifest = result.folder.read_manifest()
    assert manifest["status"] == "failed"
    assert "Try a time step" in manifest["error"]
    with open_run(result.folder.path) as dataset:
        assert dataset.attrs["run_status"] == "failed"
        assert np.isfinite(dataset.velocity).all()
        assert np.isfinite(dataset.stop_time).all()
        assert result.simulated == float(dataset.stop_time[0])


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part is there, and opens."""

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(file_module, "rewrite_netcdf", full)
    with pytest.raises(ScenarioError, match=r"cannot be written to '.*run': No space left .*; what was written"):
        run(scene(), duration=30.0, out=tmp_path / "run")
    with open_run(tmp_path / "run") as dataset:
        assert dataset.attrs["run_status"] == "unfinished"
        assert dataset.sizes["time"] == 1000
    assert RunFolder.open(tmp_path / "run").read_manifest()["status"] == "failed"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"duration": 0.0}, r"the duration \[s\] must be finite and > 0, got 0"),
        ({"duration": float("nan")}, r"the duration \[s\] must be finite and > 0, got nan"),
        ({"time_step": -1.0}, r"the time step \[s\] must be finite and > 0, got -1"),
        ({"time_step": 0.0}, r"the time step \[s\] must be finite and > 0, got 0"),
        ({"record_period": 0.015}, "record_period must be a whole number of steps of 0.01 s, got 0.015 s"),
    ],
)
def test_what_is_wrong_is_told_before_there_is_a_folder(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        run(scene(), **{"duration": 1.0, "out": tmp_path / "run", **options})
    with pytest.raises(ModelError, match="no actuator named 'main'; there are: none"):
        run(scene(commands={"main": 1.0}), duration=1.0, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("step", "period"), [(0.001, 0.01), (0.004, 0.012), (0.01, 0.01), (0.5, 0.5)])
def test_samples_are_a_hundredth_apart_unless_steps_are_longer(tmp_path: Path, step: float, period: float) -> None:
    result = run(scene(), duration=1.0, time_step=step, out=tmp_path / "run")
    assert result.folder.read_manifest()["record_period"] == pytest.approx(period)


def test_the_first_step_is_not_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What warms up the kernels is taken back: a run is the same with and without."""
    run(scene(vehicles=(rov(),), sea=Sea()), duration=0.2, out=tmp_path / "with")
    monkeypatch.setattr(runner_module, "_warm_up", lambda *_: None)
    run(scene(vehicles=(rov(),), sea=Sea()), duration=0.2, out=tmp_path / "without")
    with open_run(tmp_path / "with") as first, open_run(tmp_path / "without") as second:
        np.testing.assert_array_equal(first.velocity, second.velocity)
        np.testing.assert_array_equal(first.force, second.force)


# Scenes

BALL = """<model name="ball"><pose>1 2 3 0 0 0.5</pose><link name="body">{pose}
  <inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
  <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
</link></model>"""


def test_a_scene_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ball.sdf"
    file.write_text(f'<sdf version="1.11"><world name="w">{BALL.format(pose="<pose>0 0 1 0 0 0</pose>")}</world></sdf>')
    scenario = load_scenario(file)
    found = scenario.scene
    assert [vehicle.name for vehicle in found.vehicles] == ["ball"]
    np.testing.assert_allclose(found.poses[0].p, [1, 2, 4])
    np.testing.assert_allclose(found.poses[0].rpy, [0, 0, 0.5])
    assert [entry.path for entry in scenario.inputs.entries] == [None, file]
    np.testing.assert_allclose(scenario.simulation().state["ball"].position, [[1, 2, 4]])


def test_the_files_of_a_scene(tmp_path: Path) -> None:
    """With what it includes; each once."""
    model = tmp_path / "models" / "ball"
    model.mkdir(parents=True)
    (model / "model.config").write_text("<model><name>ball</name><sdf version='1.11'>model.sdf</sdf></model>")
    (model / "model.sdf").write_text(f'<sdf version="1.11">{BALL.format(pose="")}</sdf>')
    include = "<include><uri>model://ball</uri><name>{}</name><pose>{} 0 0 0 0 0</pose></include>"
    world = tmp_path / "world.sdf"
    world.write_text(
        f'<sdf version="1.11"><world name="w">{include.format("a", 1)}{include.format("b", 2)}</world></sdf>'
    )
    scenario = load_scenario(world, model_path=[tmp_path / "models"])
    assert [vehicle.name for vehicle in scenario.scene.vehicles] == ["a", "b"]
    inputs = [entry.path for entry in scenario.inputs.entries]
    assert set(inputs) == {None, world, model / "model.config", model / "model.sdf"}
    assert len(inputs) == 4


def test_a_file_in_which_nothing_moves(tmp_path: Path) -> None:
    file = tmp_path / "empty.sdf"
    file.write_text('<sdf version="1.11"><world name="w"></world></sdf>')
    with pytest.raises(ScenarioError, match=r"it has no moving body"):
        load_scenario(file)


# Scenarios


@pytest.fixture
def ball_file(tmp_path: Path) -> Path:
    file = tmp_path / "ball.sdf"
    file.write_text(f'<sdf version="1.11"><world name="w">{BALL.format(pose="")}</world></sdf>')
    return file


def test_a_path_and_a_scenario_run_alike(ball_file: Path, tmp_path: Path) -> None:
    first = run(ball_file, tmp_path / "first", duration=0.2, record_period=0.05)
    second = run(load_scenario(ball_file), tmp_path / "second", duration=0.2, record_period=0.05)
    third = run(load_scenario(ball_file, ["simulation.duration=0.2", "record.period=0.05"]), tmp_path / "third")
    assert (first.samples, first.simulated) == (5, 0.2)
    assert first.sha256 == second.sha256 == third.sha256


def test_settings_and_inputs_are_kept_for_a_repetition(ball_file: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    result = run(
        load_scenario(ball_file), tmp_path / "run", duration=0.2, time_step=0.02, seed=5, name="trial", inputs=[notes]
    )
    assert (result.folder.path / "inputs" / "notes.txt").read_text() == "mine"
    again = Repetition.load(result.folder.manifest)
    assert (again.scenario.name, again.scenario.seed, again.scenario.duration) == ("trial", 5, 0.2)
    assert run(again.scenario, tmp_path / "again").sha256 == result.sha256


def test_a_scene_needs_a_duration(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"a scene needs a duration \[s\]: give duration="):
        run(scene(), tmp_path / "run")
    assert not (tmp_path / "run").exists()

import copy
import csv
import pickle
from pathlib import Path

import numpy as np
import pytest
from tests.unit.sim import ball, rov

from seaway.errors import ModelError
from seaway.kernels.equipment import EQUIPMENT
from seaway.sim import LAWS, Recording, Simulation

GROUPS = ("state", "command", "acceleration", "forces", "energy")


@pytest.fixture
def recording() -> Recording:
    """Two vehicles in three rows, six samples."""
    sim = Simulation([rov("rov"), ball("ball")], batch=3)
    sim.set_state("rov", rpy=[0.1, 0.2, 0.3], velocity=0.1 * np.ones(6))
    sim.set_state("ball", position=np.arange(9.0).reshape(3, 3))
    return sim.run(0.05, record=GROUPS)


def test_shapes_names_and_units(recording: Recording) -> None:
    assert recording.names == ("rov", "ball")
    assert recording.time.shape == (6,)
    assert list(recording.units) == list(recording.variables)
    for name, array in recording.variables.items():
        assert array.shape == (6, 3, 2, len(recording.units[name]))
    assert recording.units["position"] == (("p_WBo_W.x", "m"), ("p_WBo_W.y", "m"), ("p_WBo_W.z", "m"))
    assert recording.units["velocity"][3] == ("w_WB_B.x", "rad/s")
    assert recording.units["buoyancy"][5] == ("buoyancy.n_Bo_B.z", "N m")
    assert recording.units["energy"] == (("kinetic_energy", "J"), ("potential_energy", "J"))
    assert set(LAWS) - set(EQUIPMENT) <= set(recording.variables)
    assert not set(EQUIPMENT) & set(recording.variables)  # this vehicle has none
    assert recording.status.shape == (3, 2)
    assert recording.stop_times.shape == (3,)


def test_variables_by_name(recording: Recording) -> None:
    np.testing.assert_array_equal(recording.position, recording.variables["position"])
    with pytest.raises(AttributeError, match="'wind' was not recorded; there are: position, orientation"):
        recording.wind  # noqa: B018


def test_the_part_of_one_vehicle(recording: Recording) -> None:
    part = recording["ball"]
    np.testing.assert_array_equal(part.time, recording.time)
    np.testing.assert_array_equal(part["position"], recording.position[:, :, 1])
    np.testing.assert_array_equal(part.position, part["position"])
    np.testing.assert_array_equal(recording[1].position, part.position)
    np.testing.assert_allclose(recording["rov"].rpy[0], [[0.1, 0.2, 0.3]] * 3, atol=1e-14)
    assert recording["rov"].rpy.shape == (6, 3, 3)


def test_what_is_not_there(recording: Recording) -> None:
    with pytest.raises(ModelError, match="there is no vehicle 'auv'; there are: rov, ball"):
        recording["auv"]
    with pytest.raises(ModelError, match="there is no vehicle number 2; there are 2: rov, ball"):
        recording[2]
    with pytest.raises(ModelError, match="'wind' was not recorded; there are: position"):
        recording["rov"]["wind"]
    with pytest.raises(AttributeError, match="'wind' was not recorded; there are: position"):
        recording["rov"].wind  # noqa: B018
    bare = Simulation(ball()).run(0.01, record="energy")
    with pytest.raises(ModelError, match="'orientation' was not recorded; there are: energy"):
        bare["ball"].rpy  # noqa: B018


def test_it_is_a_copy_of_what_happened() -> None:
    sim = Simulation(ball())
    recording = sim.run(0.05)
    kept = recording.position.copy()
    sim.step(count=10)
    sim.run(0.05)
    np.testing.assert_array_equal(recording.position, kept)


def test_it_can_be_copied_and_pickled(recording: Recording) -> None:
    """So it can leave a worker process."""
    for other in (copy.deepcopy(recording), pickle.loads(pickle.dumps(recording))):  # noqa: S301
        np.testing.assert_array_equal(other["rov"].velocity, recording["rov"].velocity)
        assert other.names == recording.names


def test_the_part_of_one_vehicle_can_be_copied_and_pickled(recording: Recording) -> None:
    part = recording["rov"]
    for other in (copy.deepcopy(part), pickle.loads(pickle.dumps(part))):  # noqa: S301
        np.testing.assert_array_equal(other.velocity, part.velocity)


def test_csv(recording: Recording, tmp_path: Path) -> None:
    """A line for each sample, row and vehicle; numbers with all their digits."""
    path = recording.to_csv(tmp_path / "run.csv")
    assert path == tmp_path / "run.csv"
    with path.open(newline="", encoding="utf-8") as file:
        header, *lines = list(csv.reader(file))
    assert header[:6] == ["time [s]", "row", "vehicle", "p_WBo_W.x [m]", "p_WBo_W.y [m]", "p_WBo_W.z [m]"]
    assert len(header) == len(set(header)) == 3 + sum(len(units) for units in recording.units.values())
    assert len(lines) == 6 * 3 * 2
    keys = [(float(line[0]), int(line[1]), line[2]) for line in lines]
    assert keys == [(t, row, name) for t in recording.time for row in range(3) for name in ("rov", "ball")]
    numbers = np.array([[float(x) for x in line[3:]] for line in lines]).reshape(6, 3, 2, -1)
    whole = np.concatenate(list(recording.variables.values()), axis=-1)
    np.testing.assert_array_equal(numbers, whole)
    assert [file.name for file in tmp_path.iterdir()] == ["run.csv"]


def test_csv_takes_a_string_and_replaces_what_is_there(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")
    recording.to_csv(str(path))
    assert path.read_text(encoding="utf-8").startswith("time [s],row,vehicle,")


def test_a_csv_that_fails_leaves_nothing_behind_and_keeps_the_old_one(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")
    broken = Recording(
        recording.time,
        recording.names,
        {"position": recording.position[:3]},  # ends too early
        recording.status,
        recording.stop_times,
    )
    with pytest.raises(IndexError):
        broken.to_csv(path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["run.csv"]
    with pytest.raises(OSError, match="nowhere"):
        recording.to_csv(tmp_path / "nowhere" / "run.csv")


def test_names_that_need_quotes(tmp_path: Path) -> None:
    recording = Simulation(ball('a "b", c')).run(0.01)
    with recording.to_csv(tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file))[1][2] == 'a "b", c'

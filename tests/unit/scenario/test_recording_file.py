"""Recordings on disk: what is read is what was recorded, finished or not."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
from tests.unit.sim import ball, rov

from seaway.errors import ScenarioError, SeawayWarning
from seaway.forces import Force, Input, Prepared
from seaway.scenario import RunFolder, open_run
from seaway.scenario import _recording_file as file_module
from seaway.scenario._recording_file import RecordingWriter, recordings_of
from seaway.scenario._runner import RECORDED
from seaway.sea import Sea
from seaway.sim import Recording, Simulation
from seaway.vehicle import Fin, Thruster


class Winch(Force):
    """A user's own force with a command in a unit whose name has a slash."""

    pull = Prepared("N")
    command = Input("m/s")

    @staticmethod
    def prepare(par: Any, command: Any) -> Any:
        return (5.0 * command,)

    @staticmethod
    def wrench(par: Any, x: Any, around: Any, motion: Any) -> Any:
        return (x.pull, 0.0, 0.0, 0.0, 0.0, 0.0)


def recorded(duration: float = 0.1, *forces: Force) -> Recording:
    """Two vehicles with a thruster and a fin, eleven samples."""
    fitted = {"thrusters": Thruster("port", (0, 0.1, 0)), "fins": Fin("rudder", (-1, 0, 0), 0.1)}
    driven = rov("rov", forces=forces, **fitted)
    sim = Simulation([driven, ball("ball")], Sea())
    sim.set_state("rov", rpy=[0.1, 0.2, 0.3], velocity=0.1 * np.ones(6))
    return sim.run(duration, record=RECORDED)


def stored(folder: RunFolder, recording: Recording, ends: tuple[int, ...]) -> RecordingWriter:
    """A writer with parts that end at these samples."""
    writer = RecordingWriter(folder, title="trial", history="made here")
    for start, stop in zip((0, *ends), ends, strict=False):
        writer.append(recording.sliced(start, stop))
    return writer


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    with RunFolder.created({}, tmp_path / "run", "trial") as made:
        return made


def assert_same(dataset: xr.Dataset, recording: Recording) -> None:
    """The same values, dimensions and attributes, whatever strings are made of."""
    expected = recording.to_xarray()
    assert set(dataset.variables) == set(expected.variables)
    for name, variable in expected.variables.items():
        np.testing.assert_array_equal(dataset[name].values, variable.values)
        assert dataset[name].dims == variable.dims
        attributes = dict(dataset[name].attrs)
        assert {key: np.asarray(value).tolist() for key, value in attributes.items()} == {
            key: np.asarray(value).tolist() for key, value in variable.attrs.items()
        }


def test_a_users_own_force_is_read_as_it_was_recorded(folder: RunFolder) -> None:
    recording = recorded(0.1, Winch())
    stored(folder, recording, (4, 11)).finish("complete")
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)
        again = Recording.from_xarray(dataset)
    assert list(again.actuators) == ["rov.port", "rov.rudder", "rov.winch"]
    assert again.actuators["rov.winch"].kind == recording.actuators["rov.winch"].kind
    np.testing.assert_array_equal(again["rov"].winch, recording["rov"].winch)


@pytest.mark.parametrize("ends", [(11,), (4, 8, 11), (1, 2, 11)])
def test_parts_are_joined(folder: RunFolder, ends: tuple[int, ...]) -> None:
    recording = recorded()
    writer = stored(folder, recording, ends)
    assert writer.samples == 11
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)
        assert dataset.attrs["run_status"] == "unfinished"
        assert dataset.attrs["title"] == "trial"
    writer.finish("complete")
    assert sorted(entry.name for entry in folder.path.iterdir()) == ["manifest.json", "recording.nc"]
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)
        assert dataset.attrs["run_status"] == "complete"
        assert dataset.attrs["history"] == "made here"


def test_each_part_is_a_whole_file(folder: RunFolder) -> None:
    recording = recorded()
    stored(folder, recording, (4, 11))
    names = [part.name for part in sorted(folder.parts.iterdir())]
    assert names == ["part-00001.nc", "part-00002.nc"]
    with open_run(folder.parts / "part-00002.nc") as dataset:
        assert_same(dataset, recording.sliced(4))


def test_xarray_opens_it_by_itself(folder: RunFolder) -> None:
    """Without any option, and time stays a number."""
    stored(folder, recorded(), (11,)).finish("complete")
    with xr.open_dataset(folder.recording) as dataset:
        assert dataset.time.dtype == np.float64
        assert float(dataset.time[-1]) == pytest.approx(0.1)
        assert dataset["force"].sel(law="weight", vehicle="ball", axis="z")[0, 0] == pytest.approx(-2 * 9.80665)
        assert "thruster_vehicle_name" in dataset.coords


def test_dimensions_are_those_of_netcdf(folder: RunFolder) -> None:
    """Time is unlimited; every axis of every variable has its dimension scale."""
    stored(folder, recorded(), (11,)).finish("complete")
    with h5py.File(folder.recording) as file:
        assert file["time"].maxshape == (None,)
        for name, dataset in file.items():
            if dataset.is_scale:
                continue
            scales = [dataset.dims[k][0].name for k in range(dataset.ndim)]
            assert all(file[scale].shape[0] == dataset.shape[k] for k, scale in enumerate(scales)), name


def test_what_was_written_already_is_not_written_twice(folder: RunFolder) -> None:
    recording = recorded()
    writer = stored(folder, recording, (4,))
    writer.append(recording.sliced(2, 8))
    writer.append(recording.sliced(2, 8))
    writer.append(recording.sliced(8, 8))
    with open_run(folder.path) as dataset:
        np.testing.assert_array_equal(dataset.time, recording.time[:8])


def test_a_write_that_fails_leaves_no_part(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = recorded()
    writer = stored(folder, recording, (4,))

    def full(*_: Any) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patch:
        patch.setattr(file_module, "rewrite_netcdf", full)
        with pytest.raises(OSError, match="no space"):
            writer.append(recording.sliced(4, 8))
    assert [part.name for part in folder.parts.iterdir()] == ["part-00001.nc"]
    writer.append(recording.sliced(4))
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)


def test_half_a_part_is_left_out_with_a_warning(folder: RunFolder) -> None:
    recording = recorded()
    stored(folder, recording, (4, 8, 11))
    last = folder.parts / "part-00003.nc"
    last.write_bytes(last.read_bytes()[:2000])
    (folder.parts / ".part-00004.nc.1234.part").write_bytes(b"half")
    with pytest.warns(SeawayWarning, match=r"part-00003.nc: this part cannot be read and is left out"):
        dataset = open_run(folder.path)
    with dataset:
        np.testing.assert_array_equal(dataset.time, recording.time[:8])


def test_a_run_that_was_killed_while_its_parts_were_taken_away(folder: RunFolder) -> None:
    recording = recorded()
    writer = stored(folder, recording, (4, 11))
    kept = (folder.parts / "part-00002.nc").read_bytes()
    writer.finish("complete")
    folder.parts.mkdir()
    (folder.parts / "part-00002.nc").write_bytes(kept)
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)


def test_what_somebody_puts_beside_the_parts_stays(folder: RunFolder) -> None:
    writer = stored(folder, recorded(), (4, 11))
    (folder.parts / "notes.txt").write_text("mine")
    writer.finish("complete")
    assert [entry.name for entry in folder.parts.iterdir()] == ["notes.txt"]


def test_a_reader_does_not_stop_a_run(folder: RunFolder) -> None:
    """HDF5 would lock a file that another process reads, and the run could not write its next part by its layout."""
    recording = recorded()
    writer = stored(folder, recording, (4,))
    code = f"import h5py; f = h5py.File({str(folder.parts / 'part-00001.nc')!r}); print(1, flush=True); input()"
    reader = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert reader.stdout is not None
    assert reader.stdout.readline() == "1\n"
    writer.append(recording.sliced(4))
    writer.finish("complete")
    reader.communicate("\n")
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)


def test_nothing_recorded(folder: RunFolder, tmp_path: Path) -> None:
    writer = RecordingWriter(folder)
    with pytest.raises(ScenarioError, match=r"nothing was recorded in '.*run'"):
        open_run(folder.path)
    writer.finish("stopped")
    assert not folder.recording.exists()
    (tmp_path / "text.nc").write_text("no")
    with pytest.raises(ScenarioError, match=r"text.nc: this is no recording"):
        open_run(tmp_path / "text.nc")


def leading_out(file: Any, kind: str, other: Path) -> None:
    if kind == "link":
        file["extra"] = h5py.ExternalLink(str(other), "/x")
    elif kind == "alias":
        file["extra"] = h5py.SoftLink("/position")
    elif kind == "bytes":
        file.create_dataset("extra", shape=(8,), dtype="u1", external=[(str(other), 0, 8)])
    elif kind == "view":
        layout = h5py.VirtualLayout(shape=(2,), dtype="f8")
        layout[:] = h5py.VirtualSource(str(other), "x", shape=(2,))
        file.create_virtual_dataset("extra", layout)
    else:
        file.create_group("extra")


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("kind", ["link", "alias", "bytes", "view", "group"])
def test_a_file_of_a_stranger_reads_no_other_files(
    folder: RunFolder, kind: str, finished: bool, tmp_path: Path
) -> None:
    """HDF5 follows links to other files, and takes any bytes of the disk for values."""
    secret = tmp_path / "secret.h5"
    with h5py.File(secret, "w") as file:
        file["x"] = [1.0, 2.0]
    writer = stored(folder, recorded(), (4, 11))
    if finished:
        writer.finish("complete")
    changed = folder.recording if finished else folder.parts / "part-00002.nc"
    with h5py.File(changed, "r+") as file:
        leading_out(file, kind, secret)
    with pytest.raises(
        ScenarioError, match=rf"{changed.name}: a recording must have all its values in itself, got 'extra'"
    ):
        open_run(folder.path)


def test_recordings_of_a_long_run_come_in_pieces(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_module, "_AT_ONCE", 4)
    recording = recorded()
    stored(folder, recording, (11,)).finish("complete")
    with open_run(folder.path) as dataset:
        pieces = list(recordings_of(dataset))
    assert [len(piece.time) for piece in pieces] == [4, 4, 3]
    np.testing.assert_array_equal(np.concatenate([piece.velocity for piece in pieces]), recording.velocity)


def test_ctrl_c_waits_until_a_part_is_written(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = recorded()
    writer = RecordingWriter(folder)
    write = file_module.write_netcdf

    def interrupted(fields: Any, path: Path) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        write(fields, path)

    monkeypatch.setattr(file_module, "write_netcdf", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writer.append(recording)
    with open_run(folder.path) as dataset:
        assert_same(dataset, recording)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_run_does_without_xarray() -> None:
    """It takes a second to import, and only those who read need it."""
    heavy = ("xarray", "pandas", "matplotlib")
    code = f"import sys, seaway.scenario; print(*(name in sys.modules for name in {heavy}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"] * 3

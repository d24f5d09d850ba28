"""Recordings with flipped bits and torn ends: what can be read is read, and the rest is one message."""

import random
import warnings
from pathlib import Path
from typing import Any

import pytest
from tests.unit.scenario.test_recording_file import recorded, stored

from seaway import _hdf5
from seaway.errors import ScenarioError, SeawayError, SeawayWarning
from seaway.report import write_report
from seaway.scenario import RunFolder, open_run
from seaway.scenario._recording_file import recordings_of
from seaway.sim._recording import write_csv

MUTATIONS = 100


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with RunFolder.created({}, tmp_path_factory.mktemp("runs") / "run", "trial") as folder:
        stored(folder, recorded(), (11,)).finish("complete")
        folder.update_manifest({"status": "complete"}, [folder.recording])
    return folder.path


def mutated(data: bytes, number: int) -> bytes:
    chance = random.Random(number)  # noqa: S311 - no secret
    torn = bytearray(data)
    if number % 5 == 0:
        return bytes(torn[: chance.randrange(len(torn))])
    for _ in range(chance.choice([1, 1, 1, 4, 32])):
        torn[chance.randrange(len(torn))] ^= 1 << chance.randrange(8)
    return bytes(torn)


def test_damaged_recordings(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened, as a table and as a report: an error of ours, or a warning of what is left out, or neither."""
    data = (whole / "recording.nc").read_bytes()
    files = [tmp_path / f"{n}.nc" for n in range(MUTATIONS)]
    for n, file in enumerate(files):
        file.write_bytes(mutated(data, n))
    damages = _hdf5.damages_of(files)  # one process for all: each takes half a second to start
    monkeypatch.setattr(_hdf5, "damages_of", lambda parts: {part: damages[part] for part in parts})
    ends: dict[str, int] = {"read": 0, "read in part": 0, "refused": 0}
    for n, file in enumerate(files):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                with open_run(file) as dataset:
                    write_csv(tmp_path / "table.csv", recordings_of(dataset))
                    if n % 6 == 1:
                        write_report(file, tmp_path / "report.html")
            except SeawayError as error:
                assert "\n" not in str(error)  # noqa: PT017
                ends["refused"] += 1
                continue
        assert all(issubclass(each.category, SeawayWarning) for each in told), [str(each.message) for each in told]
        ends["read in part" if told else "read"] += 1
    assert min(ends.values()) > 0, ends


def test_what_is_damaged_is_named(whole: Path, tmp_path: Path) -> None:
    """A name that no longer is what it was: the rest is read, and a folder tells that its file was changed."""
    data = (whole / "recording.nc").read_bytes()
    file = tmp_path / "run" / "recording.nc"
    file.parent.mkdir()
    (file.parent / "manifest.json").write_bytes((whole / "manifest.json").read_bytes())
    file.write_bytes(data)
    with _hdf5.h5py.File(file, "r+") as recording:
        recording.move("wet_fraction", "wet_frXction")
    with pytest.warns(
        SeawayWarning, match=r"recording.nc: the file is not what the run wrote: .*; what can be read of it may be"
    ):
        dataset = open_run(file.parent)
    with dataset:
        assert "wet_fraction" not in dataset
        assert "position" in dataset
    with pytest.raises(ScenarioError, match=r"recording.nc: the file is not what the run wrote: it has"):
        open_run(file.parent, verify=True)
    open_run(whole, verify=True).close()
    file.write_bytes(data[: len(data) // 2])
    for verify in (False, True):
        with pytest.raises(
            ScenarioError, match=r"recording.nc: (this is no recording, or a damaged one|the file is not)"
        ):
            open_run(file.parent, verify=verify)
    with pytest.raises(ScenarioError, match="a recording alone has no checksums; give the folder of its run"):
        open_run(file, verify=True)


def test_sizes_are_those_of_the_file(whole: Path, tmp_path: Path) -> None:
    """A small file that claims to have gigabytes, and one that unpacks to them."""
    file = tmp_path / "large.nc"
    file.write_bytes((whole / "recording.nc").read_bytes())
    with _hdf5.h5py.File(file, "r+") as recording:
        recording["position"].resize(10**8, axis=0)
        recording.create_dataset("bomb", shape=(2**28,), chunks=(2**17,), dtype="f8", compression="gzip")
    assert file.stat().st_size < 300_000
    with pytest.warns(SeawayWarning) as told:
        dataset = open_run(file)
    messages = " ".join(str(each.message) for each in told)
    assert "'position' is damaged and left out: its shape (100000000, 1, 2, 3) takes 4800000000 bytes" in messages
    assert (
        "'bomb' is damaged and left out: its shape (268435456,) takes 2147483648 bytes, at most 1073741824" in messages
    )
    with dataset:
        assert "velocity" in dataset


@pytest.mark.parametrize("end", ["crash", "hang"])
def test_what_hdf5_does_not_survive_is_refused(
    whole: Path, end: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is another process that dies or waits; files after it are read all the same."""
    bad, good = tmp_path / "bad.nc", tmp_path / "good.nc"
    for file in (bad, good):
        file.write_bytes((whole / "recording.nc").read_bytes())
    deed = "os.abort()" if end == "crash" else "time.sleep(60)"
    head = "def _examined(path: Path) -> dict[str, str]:\n"
    source = Path(_hdf5.__file__).read_text()
    assert head in source
    bad_end = f"    import os, time\n    if path.name == 'bad.nc':\n        {deed}\n"
    source = source.replace(head, f"{head}{bad_end}")
    (tmp_path / "script.py").write_text(source)
    monkeypatch.setattr(_hdf5, "__file__", str(tmp_path / "script.py"))
    monkeypatch.setattr(_hdf5, "_SECONDS", 3.0)
    found: dict[Path, Any] = _hdf5.damages_of([bad, good])
    words = {"crash": "HDF5 crashes on it", "hang": "HDF5 does not finish reading it"}
    assert found == {bad: {"": words[end]}, good: {}}
    with pytest.raises(ScenarioError, match=rf"bad.nc: this is no recording, or a damaged one: {words[end]}"):
        open_run(bad)

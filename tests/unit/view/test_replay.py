"""Replays: one page, with what was recorded in it and nothing else."""

import base64
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.view import SEA, barge, recorded

import seaway as sw
from seaway.errors import MissingDependencyError, ModelError
from seaway.view import replay
from seaway.view._sources import motion_of


def messages(page: str) -> tuple[float, list[tuple[float, dict[str, Any]]], list[bytes]]:
    """Duration, messages and arrays of a page, decoded as its player does."""
    import msgspec
    import zstandard

    data = base64.b64decode(re.search(r'__VISER_EMBED_DATA__="([^"]*)"', page)[1])  # type: ignore[index]
    inner = zstandard.ZstdDecompressor().decompress(data[8:], max_output_size=int.from_bytes(data[:8], "little"))
    end = 8 + int.from_bytes(inner[:8], "little")
    head = msgspec.msgpack.decode(inner[8:end])
    buffers, at = [], end
    for length in head["binaryBufferLengths"]:
        at += -at % 8
        buffers.append(inner[at : at + length])
        at += length
    return head["durationSeconds"], head["messages"], buffers


def test_the_page_has_the_poses_of_the_recording() -> None:
    recording = recorded()
    page = replay(recording, overlays=(), frame_rate=10.0).page
    duration, found, _ = messages(page)
    assert duration == pytest.approx(4.0)
    poses = [
        (t, m["position"]) for t, m in found if m["type"] == "SetPositionMessage" and m["name"] == "/world/vehicle0"
    ]
    last = {round(t, 1): position for t, position in poses}
    assert {round(0.1 * k, 1) for k in range(1, 41)} <= set(last)  # the first one is at the origin already
    for t, position in last.items():
        assert np.array_equal(position, recording.variables["position"][round(10 * t), 0, 0])


def test_the_page_has_the_surface_of_the_sea() -> None:
    duration, found, buffers = messages(replay(recorded(samples=3), overlays=(), frame_rate=10.0).page)
    surfaces = [m for _, m in found if m["type"] == "SceneNodeUpdateMessage" and m["name"] == "/world/sea/surface"]
    place = surfaces[-1]["updates"]["vertices"]
    number = next(value for value in place.values() if isinstance(value, int)) if isinstance(place, dict) else place[-1]
    x, y, z = np.frombuffer(buffers[number], dtype=np.float32).reshape(-1, 3).astype(float).T
    center = recorded(samples=3).variables["position"][-1, 0, 0]
    assert duration == pytest.approx(0.2)
    assert np.max(np.abs(z - SEA.elevation(x + center[0], y + center[1], 0.2))) < 1e-3


def test_names_are_escaped_and_no_path_is_told(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script></title>"
    sw.save(recorded(barge(evil)), tmp_path / "run", name=evil)
    page = replay(tmp_path / "run", overlays=("names",)).page
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page
    for text in (page, *(json.dumps(m, default=repr) for _, m in messages(page)[1])):
        assert str(tmp_path) not in text
        assert str(Path.home()) not in text


def test_a_saved_run_keeps_vehicles_and_sea(tmp_path: Path) -> None:
    sw.save(recorded(), tmp_path / "run")
    motion = motion_of(tmp_path / "run")
    assert motion.tracks[0].vehicle == barge()
    assert motion.tracks[0].sea == SEA
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert "scene.npz" in manifest["files"]
    (tmp_path / "run" / "scene.npz").unlink()
    plain = motion_of(tmp_path / "run").tracks[0]
    assert plain.vehicle is None
    assert np.array_equal(plain.position, motion.tracks[0].position)


def test_a_long_run_is_replayed_faster() -> None:
    recording = recorded(samples=5001)  # 500 s
    page = replay(recording, overlays=(), frame_rate=2.0).page
    assert messages(page)[0] == pytest.approx(100.0)
    assert "(5 times real time)" in page


def test_a_notebook_shows_it_in_a_frame() -> None:
    made = replay(recorded(samples=2), overlays=())
    assert made._repr_html_().startswith('<iframe srcdoc="')
    assert "<html" not in made._repr_html_()


def test_what_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match=r"no overlay 'forcs'; there are: path, "):
        replay(recorded(), overlays=["forcs"])
    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'seaway\[view\]'"):
        replay(recorded())

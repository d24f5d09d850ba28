import numpy as np
import pytest
from tests.unit.view import SEA, barge, recorded

from seaway.errors import ModelError
from seaway.view._motion import Instant, Motion, head_up
from seaway.view._sources import motion_of, motion_of_all


def test_frames_are_recorded_samples() -> None:
    whole = motion_of(recorded())
    some = whole.sampled(0.25)
    assert some.time.tolist()[:5] == pytest.approx([0.0, 0.2, 0.5, 0.7, 1.0])
    assert len(some.time) == 17
    k = np.searchsorted(whole.time, some.time - 1e-9)
    assert np.array_equal(some.tracks[0].position, whole.tracks[0].position[k])


def test_runs_of_a_batch_are_ghosts() -> None:
    motion = motion_of(recorded(rows=4), rows=[0, 3])
    assert [track.label for track in motion.tracks] == ["barge, run 0", "barge, run 3"]
    assert [track.ghost for track in motion.tracks] == [False, True]
    assert np.array_equal(motion.tracks[1].position, recorded(rows=4)["barge"].position[:, 3])
    with pytest.raises(ModelError, match="no run 4 in the batch; there are 4, from 0"):
        motion_of(recorded(rows=4), rows=[4])


def test_another_run_is_shown_at_the_same_time() -> None:
    both = motion_of_all([recorded(samples=41), recorded(samples=21)])
    ghost = both.tracks[1]
    assert ghost.ghost
    assert ghost.label == "barge (2)"
    assert np.array_equal(ghost.position[10], both.tracks[0].position[10])
    assert np.array_equal(ghost.position[40], ghost.position[20])  # it ended before


def test_a_recording_without_states_is_refused() -> None:
    empty = Motion.of_recording
    recording = recorded()
    del recording.variables["velocity"]  # type: ignore[attr-defined]
    with pytest.raises(ModelError, match="no states to draw"):
        empty(recording, [barge()], [SEA])


def test_the_line_tells_speeds_depth_and_compass_heading() -> None:
    """Over ground 2 m/s to the north; the current goes 0.5 m/s east and 0.2 m/s south."""
    north = np.array([np.cos(np.pi / 4), 0.0, 0.0, np.sin(np.pi / 4)])
    instant = Instant(np.array([0.0, 0.0, -7.0]), north, np.array([2.0, 0, 0, 0, 0, 0]), energy=1234.0)
    line = head_up(12.0, instant, SEA)
    through = np.hypot(0.5, 2.2)
    for words in ("t = 12.0 s", f"{through:.2f} m/s through water", "2.00 m/s over ground", "depth 7.00 m",
                  "heading 000°", "energy 1.23 kJ"):  # fmt: skip
        assert words in line

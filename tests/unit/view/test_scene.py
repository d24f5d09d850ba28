"""The scene: what is drawn is what was recorded."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.view import SEA, barge, recorded

from seaway.frames import quaternion_from_rpy, rotated
from seaway.view._motion import Instant
from seaway.view._overlays import OVERLAYS
from seaway.view._scene import Actor, Stage
from seaway.view._sky import AIR, WATER
from seaway.view._sources import motion_of
from seaway.view._viser import start_server, stop_server


@pytest.fixture
def server() -> Iterator[Any]:
    made = start_server()
    yield made
    stop_server(made)


def drawn(server: Any, camera: Any = "follow", overlays: tuple[str, ...] = ()) -> tuple[Stage, Any]:
    motion = motion_of(recorded())
    stage = Stage(server, SEA, [Actor("barge", barge())], camera=camera, overlays=overlays)
    for k in (0, 5, 30):
        stage.draw(float(motion.time[k]), [motion.tracks[0].instant(k)])
    return stage, motion.tracks[0].instant(30)


def test_poses_are_those_of_the_recording(server: Any) -> None:
    stage, instant = drawn(server)
    frame = stage.figures[0].frame
    assert np.array_equal(frame.position, instant.position)
    assert np.allclose(frame.wxyz, instant.orientation, rtol=0, atol=1e-15)


def test_the_surface_is_that_of_the_sea(server: Any) -> None:
    stage, instant = drawn(server)
    water, at = stage._water.vertices.astype(float), stage._sea_frame.position
    exact = SEA.elevation(water[:, 0] + at[0], water[:, 1] + at[1], 3.0)
    assert np.array_equal(at[:2], instant.position[:2])
    assert np.max(np.abs(water[:, 2] + at[2] - exact)) < 1e-3


def test_the_camera_follows_but_not_the_heave(server: Any) -> None:
    stage, instant = drawn(server)
    assert np.array_equal(stage._world.position, [-instant.position[0], -instant.position[1], 0.0])
    stage.aim("free")
    stage.draw(3.0, [instant])
    assert np.array_equal(stage._world.position, np.zeros(3))


def test_propellers_turn_and_fins_deflect(server: Any) -> None:
    stage, _ = drawn(server)
    parts = {part.body.part: part for part in stage.figures[0].parts}
    rudder = parts["fin"]
    assert rudder.frame.wxyz == pytest.approx([np.cos(0.1), *(np.sin(0.1) * rudder.body.axis)])
    assert parts["thruster"]._angle != 0.0


@pytest.mark.parametrize("name", OVERLAYS)
def test_each_overlay_is_switched_on_and_off(server: Any, name: str) -> None:
    stage, instant = drawn(server, overlays=(name,))
    count = len(server.scene._handle_from_node_name)
    stage.switch(name, on=False)
    stage.draw(3.1, [instant])
    assert name not in stage.overlays
    fewer = len(server.scene._handle_from_node_name)
    assert fewer < count or name in ("route", "set_point")  # there are none in this recording
    stage.switch(name, on=True)
    stage.draw(3.2, [instant])
    stage.draw(3.3, [replace(instant, position=instant.position + 1.0)])
    assert len(server.scene._handle_from_node_name) == count


def test_force_arrows_have_their_directions_and_lengths(server: Any) -> None:
    stage, instant = drawn(server, overlays=("forces",))
    ((names, arrows, _),) = stage.overlays["forces"].shown.values()  # type: ignore[attr-defined]
    assert names == ["weight"]
    start, end = arrows.points[0].astype(float)
    # The weight of the recording is 0.995 of that of the barge: log10 of it over three decades is 0.0007.
    assert end - start == pytest.approx([0.0, 0.0, -0.9 * stage.size], rel=2e-3)
    assert instant.wrenches["weight"][2] == -4.0e4


def test_the_medium_is_that_of_the_camera(server: Any) -> None:
    stage, _ = drawn(server)
    assert stage.medium_at(np.array([0.0, 0.0, 2.0])) is AIR
    assert stage.medium_at(np.array([0.0, 0.0, -2.0])) is WATER


def test_a_vehicle_that_diverged_is_left_where_it_was(server: Any) -> None:
    stage, instant = drawn(server)
    lost = Instant(np.full(3, np.nan), instant.orientation, instant.velocity)
    stage.draw(3.1, [lost])
    assert np.array_equal(stage.figures[0].frame.position, instant.position)


def test_the_waterline_is_where_the_surface_cuts_the_hull(server: Any) -> None:
    stage, instant = drawn(server, overlays=("waterline",))
    node = stage.overlays["waterline"].nodes[0]  # type: ignore[attr-defined]
    points = node.points.reshape(-1, 3).astype(float) + instant.position
    surface = SEA.elevation(points[:, 0], points[:, 1], 3.0)
    # Between corners of the hull, up to 1 m apart, the surface is nearly straight.
    assert np.max(np.abs(points[:, 2] - surface)) < 0.02
    local = rotated(quaternion_from_rpy((0.0, 0.0, -0.3)), points - instant.position)
    assert np.all(np.isclose(np.abs(local[:, 0]), 2.0) | np.isclose(np.abs(local[:, 1]), 1.0))

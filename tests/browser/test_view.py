"""Replays and live views as a person sees them."""

from pathlib import Path

import numpy as np

from seaway import library
from seaway.sim import Simulation
from seaway.view import replay, show
from seaway.view._drive import holding
from seaway.view._served import ServedReplay
from seaway.view._sources import motion_of
from tests.browser import Page, needs_browser, opened
from tests.unit.view import recorded

pytestmark = needs_browser

OPTIONS = {"overlays": (), "camera": "follow", "linear": False}


def sky_is_there(page: Page) -> bool:
    """The top of the picture is blue, and the bottom is the darker sea."""
    picture = page.pixels()
    # Between the notice of software rendering at the left and the panel at the right; above and below the vehicle.
    top, sea = (np.mean(picture[rows, 330:440], axis=(0, 1)) for rows in (slice(60, 90), slice(-110, -70)))
    return bool(top[2] > 150 and top[2] >= top[0] and np.sum(sea) < np.sum(top) - 100 and sea[2] > sea[0])


def test_a_replay_plays_from_a_file_and_asks_nobody(tmp_path: Path) -> None:
    file = tmp_path / "replay.html"
    replay(recorded(), file, overlays=("path", "forces", "waterline"))
    with opened(file.as_uri(), tmp_path / "profile") as page:
        page.wait_until(lambda: sky_is_there(page), "sky above the sea")
        first, line = page.pixels(), page.value("document.getElementById('seaway-line').textContent")
        page.wait_until(lambda: np.mean(np.abs(page.pixels() - first) > 8) > 0.01, "pixels that change")
        later = page.wait_until(
            lambda: (now := page.value("document.getElementById('seaway-line').textContent")) != line and now,
            "a line that tells another time",
        )
        assert "m/s through water" in later
        assert page.value("document.title") == "barge"
        assert [url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))] == []
        assert page.errors == []


def test_a_served_replay_has_a_time_slider_and_a_panel(tmp_path: Path) -> None:
    with (
        ServedReplay(motion_of(recorded()), port=18200, **OPTIONS) as served,  # type: ignore[arg-type]
        opened(served.url, tmp_path / "profile") as page,
    ):
        page.wait_until(lambda: "m/s through water" in page.text(), "the line in the panel")
        page.wait_until(lambda: sky_is_there(page), "sky above the sea")
        assert "Time [s]" in page.text()
        served.do(served.toggle)
        page.wait_until(lambda: not served.playing, "pause")
        page.press("i")  # no key of a replay
        assert page.errors == []


def test_a_live_page_shows_and_drives_the_simulation(tmp_path: Path) -> None:
    """A state set from Python is on the page within a second; a key moves the vehicle; sliders move actuators."""
    sim = Simulation(library.entry("bluerov2").vehicle)
    sim.set_state(position=(0.0, 0.0, -3.0))
    with show(sim, holding(sim), port=18300, overlays=()) as live, opened(live.url, tmp_path / "profile") as page:
        page.wait_until(lambda: "depth 3.00 m" in page.text(), "the depth at the start")
        live.running = False
        with live.held() as held:
            held.set_state(position=(0.0, 0.0, -7.0))
        page.wait_until(lambda: "depth 7.00 m" in page.text(), "the depth that was set", seconds=5.0)
        with live.held() as held:
            held.set_state(position=(0.0, 0.0, -3.0))
        live.running = True
        page.wait_until(lambda: "depth 3.0" in page.text(), "the depth at the start again")
        page.press("h")
        page.wait_until(lambda: sim.state.position[0, 0, 2] < -3.1, "a dive by the key H", seconds=30.0)
        page.value("[...document.querySelectorAll('button, div')].find(e => e.textContent === 'Actuators').click()")
        live.do(lambda: live.engage(False))
        page.wait_until(lambda: not live.commanded, "no autopilot")
        page.wait_until(lambda: "thruster1" in page.text(), "the slider of a thruster")
        page.value(
            "(() => { const box = [...document.querySelectorAll('label, span, div')].filter("
            "e => e.textContent.startsWith('thruster1 [') && e.textContent.length < 30).pop();"
            "let row = box; while (!row.querySelector('[role=slider]')) row = row.parentElement;"
            "row.querySelector('[role=slider]').focus(); })()"
        )
        for _ in range(60):
            page.call(
                "Input.dispatchKeyEvent", type="keyDown", key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39
            )
        page.wait_until(lambda: live.manual["thruster1"] > 0.0, "a command by the slider")
        page.wait_until(lambda: live.instants[0].actuators["thruster1"] != 0.0, "a thruster that turns")
        assert page.errors == []

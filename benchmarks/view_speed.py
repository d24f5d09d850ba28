"""What a view costs: the replay of a minute of a boat in waves, and how fast a live view runs while it is drawn.

The live view is measured with all of its drawing, as for one page: a hull in 64 waves. ``--text FILE`` writes the lines
to a file too.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from seaway.scenario import load_scenario, run
from seaway.view import replay
from seaway.view._live import Live
from seaway.view._overlays import DEFAULT_OVERLAYS

BOAT = Path(__file__).parents[1] / "examples" / "scenarios" / "boat_in_waves.toml"


def replay_cost(folder: Path) -> str:
    """Time and size of a replay."""
    run(BOAT, folder / "boat", duration=60.0)
    replay(folder / "boat", rows=[0])  # imports, and what is compiled once
    begun = time.perf_counter()
    page = replay(folder / "boat")
    seconds = time.perf_counter() - begun
    return f"replay of a minute of a boat in waves   {seconds:5.1f} s   {len(page.page) / 1e6:.1f} MB"


def live_factor(wanted: float, seconds: float = 8.0) -> str:
    """Speed that a live view reaches while every frame is drawn."""
    scenario = load_scenario(BOAT, ["sea.waves.components=64"])
    sim = scenario.simulation()
    page = mock.Mock()
    page.camera.position = (5.0, 5.0, 2.0)
    live = Live(
        sim,
        scenario.controller(),
        speed=wanted,
        control_period=scenario.control_period,
        overlays=DEFAULT_OVERLAYS,
        camera="follow",
        linear=False,
        port=18900,
    )
    drawn = [0]
    draw = live.stage.draw

    def counted(*given: object) -> None:
        drawn[0] += 1
        draw(*given)  # type: ignore[arg-type]

    with (
        live,
        mock.patch.object(live.server, "get_clients", return_value={0: page}),
        mock.patch.object(live.stage, "draw", counted),
    ):
        time.sleep(2.0)
        begun, at, frames = time.perf_counter(), sim.time, drawn[0]
        time.sleep(seconds)
        spent = time.perf_counter() - begun
        factor, rate = (sim.time - at) / spent, (drawn[0] - frames) / spent
    return f"live, a hull in 64 waves, speed {wanted:<4g}    {factor:5.2f} times real time, {rate:.0f} frames a second"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, help="file to write the lines to")
    text = parser.parse_args().text
    with TemporaryDirectory() as folder:
        lines = [replay_cost(Path(folder)), *(live_factor(speed) for speed in (1.0, 4.0))]
    print("\n".join(lines))
    if text is not None:
        text.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Draw the pictures, the film and the replay of docs/view.md and the README; needs a browser for all but the replay."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from seaway.scenario import run
from seaway.view import replay
from seaway.view._film import picture, write_film

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
BOAT = DOCS.parent / "examples" / "scenarios" / "boat_in_waves.toml"
# From the starboard bow, low over the water, about a boat of 5 m.
BOW = ((5.2, -7.0, 1.9), (0.0, 0.0, 0.4))
PLAIN = ("waterline",)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replay-only", action="store_true", help="write the replay alone, which needs no browser")
    only = parser.parse_args().replay_only
    with TemporaryDirectory() as folder:
        boat = Path(folder) / "boat"
        run(BOAT, boat, duration=40.0)
        target = DOCS / "_static" / "boat_replay.html"
        target.parent.mkdir(exist_ok=True)
        short = Path(folder) / "short"
        run(BOAT, short, duration=16.0)
        replay(short, target, frame_rate=12.0)
        print(target, f"{target.stat().st_size / 1e6:.2f} MB")
        if only:
            return 0
        rov = Path(folder) / "rov"
        run("bluerov2", rov, duration=30.0)
        picture(boat, IMAGES / "boat_in_waves_3d.png", 31.0, view=BOW, overlays=PLAIN)
        picture(boat, IMAGES / "view_forces.png", 31.0, view=BOW, overlays=("forces", "pressure"))
        picture(rov, IMAGES / "view_rov.png", 24.0, overlays=("path", "route", "set_point", "thrust"))
        write_film(
            boat, IMAGES / "flagship.gif", view=BOW, overlays=PLAIN, span=(22.0, 30.0), size=(560, 315), colors=128
        )
        for name in ("boat_in_waves_3d.png", "view_forces.png", "view_rov.png", "flagship.gif"):
            print(name, f"{(IMAGES / name).stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

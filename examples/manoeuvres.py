"""Standard manoeuvres of published vehicles, each with its measures and a figure.

python examples/manoeuvres.py --out manoeuvres
"""

import argparse
from math import radians
from pathlib import Path

from seaway import library, report
from seaway.manoeuvres import Manoeuvre, bollard_pull, free_decay, step_response, turning_circle, zigzag


def manoeuvres() -> dict[str, Manoeuvre]:
    """Run them all; each by the name of its figure."""
    lauv, otter, rov = (library.entry(name) for name in ("lauv", "otter", "bluerov2_heavy"))
    diving = {"ahead": 200.0, "depth": 10.0, "hold": {"depth": 10.0}, "speed": 1.4, "approach": 10.0}
    return {
        "turning_circle": turning_circle(lauv.vehicle, lauv.sea, helm=radians(17.0), duration=40.0, **diving),
        "zigzag": zigzag(lauv.vehicle, lauv.sea, duration=25.0, **diving),
        "free_decay": free_decay(otter.vehicle, otter.sea, axis="roll", offset=radians(10.0), duration=5.0),
        "bollard_pull": bollard_pull(otter.vehicle, otter.sea, duration=40.0),
        "step_depth": step_response(
            rov.vehicle, rov.sea, target="depth", depth=5.0, start=5.0, duration=25.0, hold={"yaw": 0.0}
        ),
    }


def main() -> None:
    """Print the measures, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("manoeuvre.png"))
    picture: Path = parser.parse_args().out
    picture.parent.mkdir(parents=True, exist_ok=True)
    for name, made in manoeuvres().items():
        print(f"{made.vehicle}: {name.replace('_', ' ')}")
        for quantity in made.quantities():
            value = "not reached" if quantity.value is None else f"{quantity.value:.4g} {quantity.unit}"
            print(f"  {quantity.label:26} {value}")
        path = picture if name == "turning_circle" else picture.with_stem(f"{picture.stem}_{name}")
        report.save_figure(report.manoeuvre_figure(made), path, dpi=90)
        print(f"  {path}")


if __name__ == "__main__":
    main()

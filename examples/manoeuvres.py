"""Standard manoeuvres of published vehicles, each with its measures and a figure.

python examples/manoeuvres.py --out manoeuvres
"""

import argparse
from math import radians
from pathlib import Path
from typing import Any

import seaway as sw
from seaway import library, report
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial


def manoeuvres() -> dict[str, Any]:
    """Run them all; each by the name of its figure."""
    lauv, otter, rov = (library.entry(name) for name in ("lauv", "otter", "bluerov2_heavy"))
    diving: dict[str, Any] = {"ahead": 200.0, "depth": 10.0, "hold_depth": "yes", "speed": 1.4, "approach": 10.0}
    return {
        "turning_circle": TurningCircle(helm=radians(17.0), duration=40.0, **diving).run(lauv.vehicle, lauv.sea),
        "zigzag": ZigZagTrial(duration=25.0, **diving).run(lauv.vehicle, lauv.sea),
        "free_decay": FreeDecay(axis="roll", offset=radians(10.0), duration=5.0).run(otter.vehicle, otter.sea),
        "bollard_pull": BollardPull(duration=40.0).run(otter.vehicle, otter.sea),
        "step_depth": StepResponse(target="depth", depth=5.0, start=5.0, duration=25.0, hold=sw.Autopilot(yaw=0.0)).run(
            rov.vehicle, rov.sea
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
        for measure in made.quantities():
            value = "not reached" if measure.value is None else f"{measure.value:.4g} {measure.unit}"
            print(f"  {measure.label:26} {value}")
        path = picture if name == "turning_circle" else picture.with_stem(f"{picture.stem}_{name}")
        report.save_figure(report.manoeuvre_figure(made), path, dpi=90)
        print(f"  {path}")


if __name__ == "__main__":
    main()

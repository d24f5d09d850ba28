"""Run every manoeuvre with every library vehicle, and write the tables of ``docs/manoeuvres.md``.

    python docs/make_manoeuvre_table.py [VEHICLE ...]

With names it prints their rows and writes nothing. Measures and their conditions come from their declarations.
"""

import re
import sys
import warnings
from collections.abc import Iterable
from math import degrees
from pathlib import Path
from typing import Any

from seaway import library
from seaway.errors import SeawayError
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial
from seaway.manoeuvres._bollard import BOLLARD
from seaway.manoeuvres._decay_measures import DECAY
from seaway.manoeuvres._step_measures import STEP
from seaway.manoeuvres._turning_measures import TURNING
from seaway.manoeuvres._zigzag_measures import ZIGZAG

PAGE = Path(__file__).parent / "manoeuvres.md"

# Commands ahead of vehicles whose propellers have no published limit [rad/s]: near the speed of their missions.
AHEAD = {"remus100": 150.0, "lrauv": 30.0, "rexrov": 400.0}
DECAYS = ("period", "damping_ratio")
STEPS = ("rise_time", "overshoot", "settling_time")

# Title, the manoeuvres of a row, and the keys of their measures.
TABLES: dict[str, tuple[list[type[Any] | tuple[type[Any], str]], list[tuple[str, ...]]]] = {
    "Turning circle": (
        [TurningCircle],
        [
            (
                "approach_speed",
                "advance",
                "tactical_diameter",
                "time_360",
                "steady_diameter",
                "drift_angle",
                "speed_ratio",
            )
        ],
    ),
    "Zig-zag of 10°": (
        [ZigZagTrial],
        [("approach_speed", "first_overshoot", "second_overshoot", "initial_turning_time", "reach", "period")],
    ),
    "Free decay": ([(FreeDecay, "heave"), (FreeDecay, "roll"), (FreeDecay, "pitch")], [DECAYS, DECAYS, DECAYS]),
    "Bollard pull": ([BollardPull], [("pull_50", "speed_50", "pull_100", "speed_100")]),
    "Step of 1 m and of 0.5 rad": ([(StepResponse, "depth"), (StepResponse, "heading")], [STEPS, STEPS]),
}


def text(value: float | None, unit: str) -> str:
    """A value with its unit, three digits; angles in degrees."""
    if value is None:
        return "-"
    if unit == "rad":
        value, unit = degrees(value), "°"
    if unit == "1" and abs(value) < 5e-4:
        return "0"
    return f"{float(f'{value:.3g}'):g}{'' if unit == '1' else unit if unit == '°' else f' {unit}'}"


def cells(name: str, kind: Any, keys: Iterable[str], reasons: dict[str, list[str]]) -> tuple[list[str], list[str]]:
    """Labels and values of one manoeuvre; reasons of missing ones are added to those of the table."""
    known, keys = library.entry(name), list(keys)
    cls, words = (kind[0], kind[1:]) if isinstance(kind, tuple) else (kind, ())
    # A step needs way ahead only if fins do it.
    driven = "ahead" in cls.__annotations__ and name in AHEAD and not (cls is StepResponse and name == "rexrov")
    what = f"{words[0]} " if words else ""

    def numbered(reason: str) -> str:
        reasons.setdefault(reason, []).append(name)
        return f"- ({list(reasons).index(reason) + 1})"

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = cls(*words, **({"ahead": AHEAD[name]} if driven else {})).run(known.vehicle, known.sea)
    except SeawayError as error:
        sentence = str(error).removeprefix(f"vehicle '{name}' ")
        return [], [numbered(f"The vehicle {sentence}.")] * len(keys)
    found = {measure.key: measure for measure in result.quantities()}
    labels = [f"{what}{found[key].label}" for key in keys]
    values = []
    for key in keys:
        measure = found[key]
        # What a vehicle does meanwhile, in brackets, would make a reason of its own for each.
        plain = re.sub(r" \(it [^)]*\)", "", measure.reason)
        reason = f"{plain[:1].upper()}{plain[1:]}."
        values.append(numbered(reason) if measure.reason else text(measure.value, measure.unit))
    return labels, values


def table(title: str, names: list[str]) -> list[str]:
    """One table, a row for each vehicle, and the reasons of what is not reached."""
    kinds, keys = TABLES[title]
    labels, rows, reasons = dict[int, list[str]](), list[str](), dict[str, list[str]]()
    for name in names:
        print(title, name, flush=True)
        row = list[str]()
        for n, (kind, wanted) in enumerate(zip(kinds, keys, strict=True)):
            words, values = cells(name, kind, wanted, reasons)
            labels[n] = words or labels.get(n, [])
            row += values
        rows.append(f"| `{name}` | {' | '.join(row)} |")
    heads = [label for n in range(len(kinds)) for label in labels[n]]
    lines = ["", f"### {title}", "", f"| vehicle | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}", *rows]
    return [*lines, "", *(f"{n}. {reason}" for n, reason in enumerate(reasons, start=1))]


def conditions() -> list[str]:
    """The table of all measures with their conditions."""
    lines = ["", "| manoeuvre | measure | key | condition |", "|---|---|---|---|"]
    all_of = {"turning": TURNING, "zigzag": ZIGZAG, "decay": DECAY, "bollard": BOLLARD, "step": STEP}
    for kind, definitions in all_of.items():
        for key, label, _, condition in definitions:
            # A pattern has its number in the middle: N %.
            plain = [
                words.replace("{:g}", "5").replace("{}", "N").replace("|", "\\|") for words in (label, key, condition)
            ]
            lines.append(f"| {kind} | {plain[0]} | `{plain[1]}` | {plain[2]} |")
    return [*lines, ""]


def replaced(page: str, mark: str, lines: list[str]) -> str:
    """The page with other lines between the comments that begin and end a part."""
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    head, rest = page.split(begin)
    return f"{head}{begin}" + "\n".join(lines) + f"\n{rest[rest.index(end) :]}"


def main() -> None:
    """Run, print, write."""
    names = sys.argv[1:]
    tables = [line for title in TABLES for line in table(title, names or list(library.names()))]
    if names:
        print("\n".join(tables))
        return
    page = replaced(PAGE.read_text(encoding="utf-8"), "conditions", conditions())
    PAGE.write_text(replaced(page, "vehicles", [*tables, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()

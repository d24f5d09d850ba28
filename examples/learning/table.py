"""Write the results of ``ppo.py`` as a table and as learning curves.

    python examples/learning/table.py build/learning/* --text docs/learning.txt --image docs/images/learning.png

Each folder holds the ``table.json`` of one task and realism.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

HEAD = ("task", "realism", "pilot", "return", "error [m]", "effort", "training")


def rows(table: dict) -> list[tuple[str, ...]]:
    """The rows of a task: the autopilot, and PPO as mean and spread over the seeds of training."""
    name, policies = table["task"].removeprefix("seaway/").removesuffix("-v0"), table["ppo"]
    pilot = table["autopilot"]
    first = (name, table["realism"], "autopilot", f"{pilot['return']:.1f}", f"{pilot['error']:.3f}")
    found = [(*first, f"{pilot['effort']:.4f}", "")]
    cells = []
    for key, digits in (("return", 1), ("error", 3), ("effort", 4)):
        values = [each[key] for each in policies]
        cells.append(f"{np.mean(values):.{digits}f} ± {np.std(values):.{digits}f}")
    steps = max(curve[-1]["steps"] for curve in table["curves"])
    return [*found, (name, table["realism"], f"PPO, {len(policies)} seeds", *cells, f"{steps / 1e6:.1f} M steps")]


def draw(tables: list[dict], path: Path) -> None:
    """Learning curves of all tasks, with the return of the autopilot."""
    figure = Figure((9.0, 2.4 * ((len(tables) + 1) // 2)), layout="constrained")
    for k, table in enumerate(tables):
        axes = figure.add_subplot((len(tables) + 1) // 2, 2, k + 1)
        for curve in table["curves"]:
            axes.plot([p["steps"] / 1e6 for p in curve], [p["return"] for p in curve], linewidth=1.0)
        axes.axhline(table["autopilot"]["return"], color="black", linestyle="--", linewidth=1.0, label="autopilot")
        name = table["task"].removeprefix("seaway/").removesuffix("-v0")
        axes.set_title(f"{name}, {table['realism']}", fontsize=9)
        axes.set_xlabel("steps [million]", fontsize=8)
        axes.set_ylabel("mean return in training", fontsize=8)
        axes.tick_params(labelsize=7)
        axes.set_ylim(bottom=0.0)
        axes.legend(fontsize=7, loc="lower right")
    figure.savefig(path, dpi=110)


def main() -> None:
    """Read the folders, write the table and the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--text", type=Path)
    parser.add_argument("--image", type=Path)
    args = parser.parse_args()
    tables = [json.loads((folder / "table.json").read_text()) for folder in args.folders]
    cells = [HEAD, *(row for table in tables for row in rows(table))]
    widths = [max(len(row[k]) for row in cells) for k in range(len(HEAD))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if args.text:
        args.text.write_text(text)
    if args.image:
        draw(tables, args.image)


if __name__ == "__main__":
    main()

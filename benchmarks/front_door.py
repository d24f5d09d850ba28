"""How long do the everyday commands take? CPU seconds of each, user and system, of this checkout and of another.

Every command runs once, to compile kernels and to write Python's byte code to a folder of its own; then it runs a few
times, and the least counts, since the machine is seldom quiet. The run is 10 s of a BlueROV2 Heavy on its mission.
Checkouts take turns, so that before and after come from one run.

    python benchmarks/front_door.py --against ../before --text docs/front_door.txt
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
ROUNDS = 3
RUN = ("run", "bluerov2_heavy", "--duration", "10", "--force", "--out")
COMMANDS: dict[str, tuple[str, ...]] = {
    "seaway --help": ("--help",),
    "seaway run --no-report": (*RUN, "one", "--no-report"),
    "seaway run": (*RUN, "one"),
    "seaway run --plots": (*RUN, "two", "--plots"),
    "seaway report": ("report", "one"),
    "seaway plot": ("plot", "one"),
    "seaway compare": ("compare", "one", "two", "--force"),
}


def cpu_seconds(checkout: Path, arguments: tuple[str, ...], folder: Path) -> float | None:
    """CPU seconds of a command; None if this checkout does not have it."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(checkout / "src"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", "from seaway.cli import main; main()", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(checkouts: list[Path], rounds: int) -> dict[str, list[float | None]]:
    """The least CPU seconds of every command in every checkout."""
    found: dict[str, list[float | None]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folders = [Path(temporary) / str(k) for k in range(len(checkouts))]
        for folder in folders:
            folder.mkdir()
        pairs = list(zip(checkouts, folders, strict=True))
        for checkout, folder in pairs:  # what compare needs, whatever the options of run are
            cpu_seconds(checkout, (*RUN, "two", "--no-report"), folder)
        for name, arguments in COMMANDS.items():
            for checkout, folder in pairs:
                cpu_seconds(checkout, arguments, folder)
            times = [[cpu_seconds(checkout, arguments, folder) for checkout, folder in pairs] for _ in range(rounds)]
            columns = zip(*times, strict=True)
            found[name] = [min((t for t in column if t is not None), default=None) for column in columns]
    return found


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout, measured in turn")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs of each command (default {ROUNDS})")
    parser.add_argument("--text", type=Path, metavar="FILE", help="write the table to a file")
    options = parser.parse_args()
    checkouts = [ROOT] if options.against is None else [options.against.resolve(), ROOT]
    found = measured(checkouts, options.rounds)
    table = Table(box=None)
    table.add_column("CPU seconds of")
    for head in ["before", "now"][-len(checkouts) :]:
        table.add_column(head, justify="right")
    for name, times in found.items():
        table.add_row(name, *("–" if time is None else f"{time:.2f}" for time in times))
    if options.text is None:
        Console().print(table)
        return
    with options.text.open("w", encoding="utf-8") as file:
        Console(file=file, width=100).print(table)


if __name__ == "__main__":
    main()

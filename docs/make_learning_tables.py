"""Write the tables of observations of the learning tasks, from the declarations of the tasks.

python docs/make_learning_tables.py
"""

from pathlib import Path

from seaway.gym import Signal
from seaway.gym._task import MOTION
from seaway.gym._tasks import TASKS

PAGE = Path(__file__).parent / "learning_tables.txt"


def _rows(signals: tuple[Signal, ...]) -> list[str]:
    lines = ["| signal | size | unit | observed as 1 | noise | bias | |", "|---|---|---|---|---|---|---|"]
    for each in signals:
        scale = f"`Setup.{each.scale}`" if isinstance(each.scale, str) else f"{each.scale:g}"
        lines.append(
            f"| `{each.name}` | {each.size} | {each.unit} | {scale} | {each.noise:g} | {each.bias:g} | {each.text} |"
        )
    return lines


def page() -> str:
    """The tables of all tasks."""
    lines = ["Every task observes the motion, and the last action after it:", "", *_rows(MOTION), ""]
    for task in TASKS:
        lines += [f"`{task.__name__.removesuffix('Task')}`:", "", *_rows(task.signals), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page())

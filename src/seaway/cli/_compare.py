"""``seaway compare``."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from seaway.cli._files import check_free
from seaway.cli._output import Outcome, table
from seaway.report._compare import Cell, Comparison, compared, write_page

# Longer values of scenario keys are cut on the screen.
_LONGEST = 40


def compare(runs: list[Path], *, out: Path, force: bool) -> Outcome:
    """Compare runs: overlaid plots, measures with differences, scenario differences."""
    check_free(out, force)
    with compared(runs) as comparison:
        write_page(comparison, out, overwrite=force)
    return Outcome(
        lambda: {"file": str(out), **comparison.as_dict()},
        lambda screen: _show(comparison, out, screen),
    )


def _show(comparison: Comparison, out: Path, screen: Console) -> None:
    labels = [run.label for run in comparison.runs]
    for match in comparison.vehicles:
        rows = comparison.rows(match)
        cells = [[f"{row.label} [dim]{escape(row.unit)}[/dim]", *map(_cell, row.cells)] for row in rows]
        _print_columns(screen, cells, [match.name, *labels], right=True)
    if comparison.scenario:
        values = [[escape(each.key), *(escape(_cut(word)) for word in each.words)] for each in comparison.scenario]
        _print_columns(screen, values, ["scenario key", *labels], right=False)
    else:
        screen.print("The scenarios and versions are the same.\n")
    screen.print(f"comparison: {escape(str(out))}")


def _print_columns(screen: Console, rows: list[list[str]], heads: list[str], *, right: bool) -> None:
    """Print a table whose first two columns are repeated where not all have room."""
    if not rows:
        return
    widths = [
        2 + max(Text.from_markup(row[k]).cell_len for row in [*rows, list(map(escape, heads))])
        for k in range(len(heads))
    ]
    others, room = list(range(2, len(heads))), screen.width - widths[0] - widths[1]
    while others:
        block, left = [others.pop(0)], room
        left -= widths[block[0]]
        while others and widths[others[0]] <= left:
            left -= widths[others[0]]
            block.append(others.pop(0))
        shown = [0, 1, *block]
        cells = [[row[k] for k in shown] for row in rows]
        made = table(cells, [escape(heads[k]) for k in shown], right=range(1, 99) if right else (), fold=99)
        screen.print(made, crop=False)
        screen.print()


def _cell(cell: Cell) -> str:
    difference = f"  [dim]{escape(cell.difference)}[/dim]" if cell.difference else ""
    return f"{cell.value}{difference}"


def _cut(word: str) -> str:
    return word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1]}…"

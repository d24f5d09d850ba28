"""What the docs are made of: numbers that were measured, notebooks that were run, a figure drawn by a script."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def script(name: str) -> Any:
    """A script of the docs, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MEASURED = {
    "control_speed.txt": ("0.28", "0.60", "21.7"),
    "hull_speed.txt": ("96",),
    "water_speed.txt": (
        "0.273",
        "3.66",
        "9.91",
        "0.329",
        "2.57",
        "4.94",
        "0.369",
        "2.98",
        "6.13",
        "10.5",
        "36",
        "62.7",
    ),
    "speed.txt": ("3.74", "0.48", "0.091"),
}


@pytest.mark.parametrize("file", MEASURED)
def test_numbers_are_those_that_a_benchmark_wrote(file: str) -> None:
    """Of the README and of the page on which model to take; to two digits there."""
    measured = re.findall(r"\d+(?:\.\d+)?", (ROOT / "docs" / file).read_text())
    shown = (ROOT / "README.md").read_text() + (ROOT / "docs" / "which-model.md").read_text()
    for number in MEASURED[file]:
        assert number in measured, f"{file} was renewed: bring README.md, docs/which-model.md and this test up to it"
        assert {number, f"{float(number):.2g}", f"{float(number):.1g}"} & set(re.findall(r"\d+(?:\.\d+)?", shown))


def test_notebooks_run_as_in_jupyter_and_hold_their_outputs() -> None:
    """``make docs`` runs the notebooks; here a short one, and what the others hold."""
    notebooks = script("notebooks")
    cells = [
        {"cell_type": "code", "source": ["x = 2\n", "print(x)"]},
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": ["y = x + 1\n", "y"]},
    ]
    assert notebooks.texts(notebooks.run(cells)) == ["2\n", "3"]
    books = sorted(notebooks.FOLDER.glob("*.ipynb"))
    assert {book.stem for book in books} == {"quick_start", "control_design", "waves_and_hulls"}
    for book in books:
        code = [cell for cell in json.loads(book.read_text())["cells"] if cell["cell_type"] == "code"]
        assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
        page = notebooks.as_markdown(book.read_text())
        assert page.startswith("# ")
        assert page.count("```text") + page.count("![") >= 4


def test_the_figure_of_frames_is_up_to_date() -> None:
    frames = script("make_frames")
    assert frames.TARGET.read_text(encoding="utf-8") == frames.drawing(), "run: python docs/make_frames.py"

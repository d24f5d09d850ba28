"""Every example runs, says something, and leaves its picture."""

import runpy
import sys
from pathlib import Path

import matplotlib.pyplot
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a script, but within the process of the tests: a new one takes seconds to import everything."""
    picture = tmp_path / "new" / "picture.png"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example), "--out", str(picture)])
    monkeypatch.setenv("MPLBACKEND", "agg")
    runpy.run_path(str(example), run_name="__main__")
    said = capsys.readouterr()
    assert said.err == ""
    assert str(picture) in said.out
    assert picture.read_bytes().startswith(b"\x89PNG")
    matplotlib.pyplot.close("all")


def test_there_are_examples() -> None:
    assert {path.stem for path in EXAMPLES} >= {"conventions", "falling_spheres", "lagged_added_mass"}

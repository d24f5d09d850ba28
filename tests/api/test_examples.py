"""Every example runs, says something, and leaves its picture; so does the quick start of the README."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example: Path, tmp_path: Path) -> None:
    picture = tmp_path / "new" / "picture.png"
    done = subprocess.run(
        [sys.executable, str(example), "--out", str(picture)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert str(picture) in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_there_are_examples() -> None:
    assert {path.stem for path in EXAMPLES} >= {"conventions", "falling_spheres", "lagged_added_mass"}


def test_quick_start_of_the_readme() -> None:
    """The block runs as it stands, and prints what the comment below each print says."""
    text = (ROOT / "README.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=True)
    promised = re.findall(r"^# (.*)$", block, flags=re.MULTILINE)
    assert done.stdout.splitlines() == promised

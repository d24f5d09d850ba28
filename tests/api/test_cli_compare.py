"""``seaway compare`` as a user types it."""

import json
from pathlib import Path

import pytest
from tests.commands import seaway

SCENARIO = """
[simulation]
duration = 1.0
[vehicle]
library = "bluerov2_heavy"
position = [0, 0, -5]
[[control]]
wrench = [10, 0, 0, 0, 0, 0]
[record]
period = 0.1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("compare")
    (where / "push.toml").write_text(SCENARIO)
    for name, value in (("a", 10), ("b", 20)):
        done = seaway("run", "push.toml", "--set", f"control.wrench=[{value},0,0,0,0,0]", "--out", name, cwd=where)
        assert done.returncode == 0, done.stderr
    return where


def test_it_prints_what_differs_and_writes_a_page(folder: Path) -> None:
    done = seaway("compare", "a", "b", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["bluerov2_heavy", "a", "b"] in lines
    (speed,) = [line for line in lines if line[:2] == ["top", "speed"]]
    assert speed[2] == "m/s"
    assert speed[5].startswith("+")
    assert "control.wrench" in done.stdout
    assert done.stdout.endswith("comparison: compare.html\n")
    assert "<h1>Comparison of a, b</h1>" in (folder / "compare.html").read_text(encoding="utf-8")
    again = seaway("compare", "a", "b", cwd=folder)
    assert again.returncode == 1
    assert again.stderr == "error: 'compare.html' exists; give another file, or --force to replace it\n"
    assert seaway("compare", "a", "b", "--force", cwd=folder).returncode == 0


def test_json(folder: Path) -> None:
    done = seaway("compare", "a", "b", "--out", "two.html", "--json", cwd=folder)
    told = json.loads(done.stdout)
    assert told["file"] == "two.html"
    assert [each["run"] for each in told["measures"]] == ["a", "b"]
    assert told["differences"][0]["largest_speed"] > 0.0
    assert [each["key"] for each in told["scenario"]] == ["control.wrench"]


def test_what_is_no_run(folder: Path) -> None:
    done = seaway("compare", "a", "absent", "--out", "x.html", "--json", cwd=folder)
    assert (done.returncode, json.loads(done.stdout)) == (1, None)
    assert done.stderr == "error: 'absent' is not the folder of a run: there is no such folder\n"
    assert not (folder / "x.html").exists()

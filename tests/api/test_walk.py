"""A reader's walk through README and docs: what they show runs as printed, and prints what is shown.

The Python of the docs' pages is run by Sphinx, see the Makefile.
"""

import re
import shutil
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from functools import cache
from pathlib import Path

import pytest
import trimesh.creation
from tests.commands import seaway
from tests.walk import ROOT, Shown, commands, mentions, pages

WIDTH = 100  # columns of the terminal whose output the pages show
SHORT = ("--duration", "2")  # for runs whose output is not shown
BARGE = """<sdf version="1.11"><world name="sea">
  <plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy"><graded_buoyancy>
    <default_density>1025</default_density><density_change><above_depth>0</above_depth><density>1</density></density_change>
  </graded_buoyancy></plugin>
  <model name="boat"><link name="hull">
    <inertial><mass>260</mass><inertia><ixx>60</ixx><iyy>200</iyy><izz>230</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>3 1.2 0.6</size></box></geometry></collision>
  </link></model>
</world></sdf>"""


def own_files(page: str, folder: Path) -> None:
    """Put beside the examples what a page takes for the reader's own files."""
    examples = folder / "examples"
    shutil.copytree(ROOT / "examples", examples, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(examples / "scenarios" / "my_rov.toml", folder)
    shutil.copy(examples / "sdf" / "my_rov.sdf", folder)
    shutil.copy(examples / "convert" / "rov.toml", folder)
    if page == "docs/scenarios.md":
        (block,) = re.findall(r"```toml\n(title.*?)```", (ROOT / page).read_text(), flags=re.DOTALL)
        (folder / "rov.toml").write_text(block)
    (folder / "boat.sdf").write_text(BARGE)
    trimesh.creation.box((3.0, 1.2, 0.6)).export(folder / "boat.stl")
    trimesh.creation.box((10.0, 4.0, 2.0)).export(folder / "barge.stl")


def walked(command: Shown, folder: Path) -> None:
    """Run a command, and compare what it prints."""
    repeated = any(word.startswith("runs/") for word in command.words)  # exactly as it was, with no other options
    cheap = SHORT if command.name == "run" and command.output is None and not repeated else ()
    done = seaway(*command.words, *cheap, cwd=folder, report=command.output is not None, columns=WIDTH)
    said = done.stderr + done.stdout
    faulty = command.output is not None and "error:" in command.output
    assert done.returncode == int(faulty), f"{command}\n{said}"
    if command.target:
        (folder / command.target).write_text(done.stdout)
    if command.output is not None:
        compared = OutputChecker().check_output(command.output + "\n", said, ELLIPSIS | NORMALIZE_WHITESPACE)
        assert compared, f"{command}\nprints\n{said}"


@pytest.mark.parametrize("page", [page for page in pages() if any(not each.synopsis for each in commands(page))])
def test_the_commands_of_a_page(page: str, tmp_path: Path) -> None:
    """In their order, in one folder, as a reader types them; a run whose output is not shown is a short one."""
    own_files(page, tmp_path)
    for command in commands(page):
        if not command.synopsis and "--film" not in command.options:  # which needs a browser: see tests/browser
            walked(command, tmp_path)


@cache
def helped(name: str) -> str | None:
    """The help of a command; None if there is no such command."""
    done = seaway(name, "--help", columns=400)
    return done.stdout if done.returncode == 0 else None


def unknown(shown: Shown) -> list[str]:
    """What of a command does not exist."""
    text = helped(shown.name)
    if text is None:
        return [f"{shown}: no command {shown.name}"]
    return [f"{shown}: no option {option}" for option in shown.options if not re.search(rf"\s{option}\b", text)]


def test_every_command_and_option_exists() -> None:
    """Also of those within the text, and of synopses."""
    assert [problem for page in pages() for shown in mentions(page) for problem in unknown(shown)] == []


def test_the_walk_is_long() -> None:
    """A page whose blocks are not recognised would go unseen."""
    assert len([each for page in pages() for each in commands(page) if not each.synopsis]) > 30
    assert any(each.output for each in commands("README.md"))


def test_the_eight_lines_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They fly to the waypoint, print what the comment says, and leave a report."""
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    assert len([line for line in block.splitlines() if line]) == 8
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - our own text
    (promised,) = re.findall(r"print\(.*  # (.*)", block)
    assert capsys.readouterr().out.splitlines() == [promised]
    (report,) = re.findall(r"open (\S+)", block)
    assert "bluerov2_heavy" in (tmp_path / report).read_text()

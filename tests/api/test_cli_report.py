"""``seaway report``, and the report that ``seaway run`` leaves, as a user types them."""

import json
import re
from pathlib import Path

import pytest
from tests.commands import seaway

from seaway.errors import ModelError

WORLD = """<sdf version="1.11">
  <world name="sea">
    <model name="ball">
      <link name="body">
        <inertial><mass>40</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
      </link>
      <plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">
        <link_name>body</link_name><xU>-20</xU><yV>-20</yV><zW>DRAG</zW><kP>-1</kP><mQ>-1</mQ><nR>-1</nR>
      </plugin>
    </model>
  </world>
</sdf>
"""


def world(folder: Path, drag: str = "-20") -> Path:
    path = folder / "ball.sdf"
    path.write_text(WORLD.replace("DRAG", drag))
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    done = seaway("run", world(folder), "--duration", 0.5, "--out", "trial", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "report" not in done.stdout
    assert not (folder / "trial" / "report.html").exists()
    return folder / "trial"


def heading(path: Path) -> str:
    found = re.search(r"<h1>(.*)</h1>", path.read_text(encoding="utf-8"))
    assert found is not None
    return found.group(1)


def test_a_run_leaves_a_report_and_says_where(tmp_path: Path) -> None:
    options = ("--duration", 0.2, "--out", "trial", "--plots")
    done = seaway("run", world(tmp_path), *options, cwd=tmp_path, report=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\nplots: trial/plots\nreport: trial/report.html\n")
    assert {plot.stem for plot in (tmp_path / "trial" / "plots").iterdir()} == {
        "attitude",
        "elevation",
        "forces",
        "track",
        "velocity",
    }
    assert heading(tmp_path / "trial" / "report.html") == "ball"
    text = (tmp_path / "trial" / "report.html").read_text(encoding="utf-8")
    assert "<code>seaway run " in text
    again = seaway("run", world(tmp_path), "--duration", 0.1, "--out", "trial", "--force", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert sorted(entry.name for entry in (tmp_path / "trial").iterdir()) == ["inputs", "manifest.json", "recording.nc"]


def test_many_vehicles_share_one_plot(tmp_path: Path) -> None:
    """Four figures for each would take longer than the run."""
    file = world(tmp_path)
    text = file.read_text(encoding="utf-8")
    (model,) = re.findall(r"<model .*</model>", text, flags=re.DOTALL)
    others = "".join(model.replace("<model name=", f"<model name='m{k}' was=") for k in range(4))
    file.write_text(text.replace(model, model + others), encoding="utf-8")
    done = seaway("run", file, "--duration", 0.02, "--out", "trial", "--plots", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [plot.name for plot in (tmp_path / "trial" / "plots").iterdir()] == ["track.png"]


def test_json_has_the_report(tmp_path: Path) -> None:
    done = seaway("run", world(tmp_path), "--duration", 0.1, "--out", "trial", "--json", cwd=tmp_path, report=True)
    told = json.loads(done.stdout)
    assert (told["plots"], told["report"]) == (None, "trial/report.html")
    assert not (tmp_path / "trial" / "plots").exists()
    done = seaway("run", world(tmp_path), "--duration", 0.1, "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (told["plots"], told["report"]) == (None, None)


def test_a_run_that_fails_has_a_report_of_why(tmp_path: Path) -> None:
    done = seaway("run", world(tmp_path, drag="-1e6"), "--duration", 1, "--out", "trial", cwd=tmp_path, report=True)
    assert done.returncode == 1
    text = (tmp_path / "trial" / "report.html").read_text(encoding="utf-8")
    assert '<p class="ended failed"><strong>failed</strong> The run failed after ' in text
    assert "Try a time step of at most" in text


def test_a_run_without_its_report_is_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: object, **options: object) -> None:
        raise ModelError("the report cannot be written to 'report.html': No space left on device")

    monkeypatch.setattr("seaway.report.write_report", full)
    done = seaway("run", world(tmp_path), "--duration", 0.1, "--out", "trial", "--json", cwd=tmp_path, report=True)
    assert done.returncode == 0
    assert json.loads(done.stdout)["report"] is None
    assert "warning: no report written: the report cannot be written to 'report.html': No space left" in done.stderr


def test_a_run_without_its_plots_is_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise ModelError("the folder 'plots' cannot be made: No space left on device")

    monkeypatch.setattr("seaway.cli._results.drawn", full)
    done = seaway("run", world(tmp_path), "--duration", 0.1, "--out", "trial", "--json", "--plots", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["plots"] is None
    assert "warning: no plots written: the folder 'plots' cannot be made: No space left" in done.stderr


def test_what_checks_found_is_in_the_report(tmp_path: Path) -> None:
    """Advice on the vehicle, besides what the reading of the file told."""
    done = seaway("run", world(tmp_path, drag="20"), "--duration", 0.1, "--out", "trial", cwd=tmp_path, report=True)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "trial" / "report.html").read_text(encoding="utf-8")
    assert '<span class="rule">damping-feeds-energy</span>' in text


def test_report(finished: Path) -> None:
    done = seaway("report", finished, cwd=finished.parent)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{finished / 'report.html'}\n", "")
    assert heading(finished / "report.html") == "ball"


def test_report_to_another_file_as_json(finished: Path, tmp_path: Path) -> None:
    done = seaway("report", finished, "--out", "a.html", "--json", cwd=tmp_path)
    assert json.loads(done.stdout) == {"file": "a.html", "bytes": (tmp_path / "a.html").stat().st_size}


def test_what_is_no_run(tmp_path: Path) -> None:
    done = seaway("report", "absent", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout) is None
    assert done.stderr == "error: 'absent' is not the folder of a run: there is no such folder\n"


def test_a_folder_that_is_not_there(finished: Path, tmp_path: Path) -> None:
    done = seaway("report", finished, "--out", "absent/a.html", cwd=tmp_path)
    assert done.returncode == 1
    assert "there is no folder 'absent' to write 'a.html' to; make it first" in done.stderr

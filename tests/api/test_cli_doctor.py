"""``seaway doctor``, ``python -m seaway``, completion."""

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from tests.commands import seaway

import seaway as package
from seaway.sim import Simulation


def test_a_healthy_machine() -> None:
    done = seaway("doctor", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["seaway"] == package.__version__
    assert told["packages"]["numba"] == metadata.version("numba")
    assert told["optional"]["rosbags"] is None or told["optional"]["rosbags"] == metadata.version("rosbags")
    assert Path(told["cache"]["folder"]).is_dir()
    assert told["cache"]["bytes"] <= told["cache"]["bytes_of_all_versions"]
    assert told["threads"] >= 1
    assert told["self_check"]["ok"] is True
    assert told["self_check"]["exact"] == pytest.approx(2.0 * 2.718281828459045**-1.0)
    assert told["self_check"]["relative_error"] < 1e-9


def test_a_wrong_result_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simulation, "run", lambda *_, **__: None)
    done = seaway("doctor")
    assert done.returncode == 1
    assert "failed: a coasting sphere: 2.0 m/s, the closed form is 0.7357588823428847 m/s" in done.stdout


def test_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "seaway", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"seaway {package.__version__}\n"


def test_completion_is_offered() -> None:
    assert "--install-completion" in seaway("--help").stdout

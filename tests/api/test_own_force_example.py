"""The forces of ``examples/own_force``: their physics, and a scenario that names one."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.commands import seaway

import seaway as sw
from seaway.errors import ScenarioError
from seaway.scenario import load_scenario

pytestmark = pytest.mark.usefixtures("own_steps")

FOLDER = Path(__file__).parents[2] / "examples" / "own_force"
SCENARIO = FOLDER / "tethered_rov.toml"


def forces() -> tuple[type, type]:
    sys.path.insert(0, str(FOLDER))
    try:
        from my_forces import Sail, Tether
    finally:
        sys.path.remove(str(FOLDER))
    return Tether, Sail


def body(*own: object) -> sw.Vehicle:
    return sw.Vehicle("body", sw.Inertial(sw.MassProperties.from_sphere(0.2, mass=10.0)), forces=list(own))


def test_a_tether_oscillates_as_a_spring_and_never_pushes() -> None:
    """Stretched by s0 without damping: x = L + s0 cos(√(k/m) t) until it is slack; then it coasts at s0 √(k/m)."""
    Tether, _ = forces()
    sim = sw.Simulation(body(Tether("t", 2.0, stiffness=90.0, damping=0.0)), sw.Sea(gravity=0.0, surface=None), 0.001)
    sim.set_state(position=(2.5, 0, 0))
    sim.run(0.4, record=())
    assert sim.state.position[0, 0, 0] == pytest.approx(2.0 + 0.5 * np.cos(3.0 * 0.4), rel=1e-9)
    sim.run(0.4, record=())
    # The stretch ends within a step, which RK4 meets to first order there: h s0 k/m = 4.5e-3 m/s at most.
    assert sim.state.velocity[0, 0, 0] == pytest.approx(-1.5, abs=4.5e-3)
    assert not sim.forces()["t"].any()


def test_the_winch_follows_its_command_no_faster_than_it_can() -> None:
    Tether, _ = forces()
    sim = sw.Simulation(body(Tether("t", 2.0, winch_speed=0.5)), sw.Sea(gravity=0.0, surface=None))
    sim.step(actuators={"t": 1.0}, count=100)
    assert sim.state["body"].internal[0, 0] == pytest.approx(0.5, abs=1e-12)
    sim.step(actuators={"t": 1.0}, count=400)
    assert sim.state["body"].internal[0, 0] == pytest.approx(1.0, abs=1e-5)  # e^-12 of the last 0.1 m


def test_a_sail_across_the_wind() -> None:
    """½ ρ C S w² at rest; none where the sail stands along the wind; none under water."""
    _, Sail = forces()
    sail = Sail("s", 2.0, center=(0, 0, 1.5), coefficient=1.2)
    sim = sw.Simulation(body(sail), sw.Sea(wind=(0.0, 8.0)), 0.01)
    sim.set_command(actuators={"s": 0.0})
    expected = 0.5 * 1.225 * 1.2 * 2.0 * 64.0
    assert sim.forces()["s"][0, 0].tolist() == pytest.approx([0.0, expected, 0.0, -1.5 * expected, 0.0, 0.0])
    sim.set_command(actuators={"s": np.pi / 2})
    assert np.abs(sim.forces()["s"]).max() < 1e-12 * expected
    sim.set_command(actuators={"s": 0.0})
    sim.set_state(position=(0, 0, -3.0))
    assert not sim.forces()["s"].any()


def test_its_code_runs_only_with_the_users_word() -> None:
    with pytest.raises(
        ScenarioError, match=r"runs Python code of 'my_forces.py'; if you trust it, allow it with --allow"
    ):
        load_scenario(SCENARIO)
    assert load_scenario(SCENARIO, allow_code=True).scene.vehicles[0].forces[0].name == "tether"


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("my_forces.py", 'must be "file.py:Name"'),
        ("nothing.py:Tether", "nothing.py"),
        ("my_forces.py:Rope", "has no 'Rope'; there are: Tether, Sail"),
        ("my_forces.py:Array", "has no subclass of Force 'Array'"),
        ("../../setup.py:Tether", "setup.py"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(use: str, message: str) -> None:
    text = f"vehicle.override.force=[{{use={json.dumps(use)}, name='t', length=1.0}}]"
    with pytest.raises(ScenarioError, match=r"tethered_rov.toml|vehicle.override.force") as caught:
        load_scenario(SCENARIO, [text], allow_code=True)
    assert message in str(caught.value)


def test_its_fields_are_checked_as_any_others() -> None:
    with pytest.raises(ScenarioError, match=r"length must be > 0 \[m\], got -1"):
        load_scenario(
            SCENARIO, ["vehicle.override.force=[{use='my_forces.py:Tether', name='t', length=-1}]"], allow_code=True
        )


def test_a_run_keeps_the_code_and_can_be_repeated_with_it(tmp_path: Path) -> None:
    options = ("--json", "--allow-code")
    first = seaway("run", SCENARIO, "--duration", 2, "--out", tmp_path / "a", *options)
    assert first.returncode == 0, first.stderr
    manifest = tmp_path / "a" / "manifest.json"
    kept = {entry["file"]: entry["sha256"] for entry in json.loads(manifest.read_text())["inputs"]}
    assert "inputs/my_forces.py" in kept
    again = seaway("run", manifest, "--out", tmp_path / "b", *options)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["sha256"] == json.loads(first.stdout)["sha256"]
    refused = seaway("run", manifest, "--out", tmp_path / "c")
    assert refused.returncode == 1
    assert "--allow-code" in refused.stderr

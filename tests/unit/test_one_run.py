"""What takes one run refuses vehicles that differ between runs, and says what to do; files cannot give them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seaway.control import Allocation, Autopilot, trim
from seaway.errors import ModelError, ScenarioError
from seaway.gazebo import to_sdf
from seaway.hydro import hydrostatics
from seaway.inertia import Inertial, MassProperties
from seaway.library import to_toml
from seaway.parts import row
from seaway.report import save
from seaway.scenario import load_scenario
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Thruster, Vehicle

BODY = Inertial(MassProperties.from_box((0.5, 0.4, 0.3), mass=20.0))
ROV = Vehicle(
    "rov",
    BODY,
    Buoyancy([0.0195, 0.0196, 0.0197]),
    Damping([20.0] * 6),
    thrusters=Thruster("main", (0, 0, 0), limits=[[-1, 1], [-2, 2], [-3, 3]]),
)


@pytest.mark.parametrize(
    ("use", "what"),
    [
        (lambda: hydrostatics(ROV, Sea()), "hydrostatics"),
        (lambda: trim(ROV), "a trim"),
        (lambda: Allocation(ROV), "an allocation"),
        (lambda: Autopilot(speed=1.0).controller(ROV), "an autopilot"),
        (lambda: to_sdf(ROV), "SDFormat"),
        (lambda: to_toml(ROV), "a vehicle file"),
    ],
)
def test_one_run_is_taken(use: Callable[[], Any], what: str) -> None:
    with pytest.raises(ModelError, match=rf"{what} needs a single run, vehicle 'rov' has 3; use row\(part, 0\)"):
        use()


def test_a_run_is_plain_and_must_be_there() -> None:
    assert row(ROV, 1).thrusters[0].plain_limits == (-2.0, 2.0)
    assert hydrostatics(row(ROV, 1), Sea()).floating
    for number in (-1, 3):
        with pytest.raises(ModelError, match=f"vehicle 'rov' has the runs 0 to 2, got {number}"):
            row(ROV, number)


VEHICLE = """
[vehicle]
library = "bluerov2_heavy"
[vehicle.override]
thruster.thruster1.thrust_deduction = [0.1, 0.2]
"""
MASSES = """
[vehicle.inertia]
mass = [10, 11]
weight = 100
moment_of_inertia = [1, 1, 1]
"""


@pytest.mark.parametrize(("text", "key"), [(VEHICLE, r"deduction"), (MASSES, r"vehicle\.inertia\.mass")])
def test_a_file_has_one_value_for_all_runs(text: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(
        ScenarioError, match=rf"{key}.* must be a number.*values for each run .* can only be given in Python"
    ):
        load_scenario(path)


def test_a_recording_is_saved_again_by_force(tmp_path: Path) -> None:
    sim = Simulation(row(ROV, 0), Sea(), time_step=0.02, integrator="semi_implicit_euler")
    recording = sim.run(0.1)
    first = save(recording, tmp_path / "run")
    again = save(recording, tmp_path / "run", force=True)
    assert again.path == first.path
    assert again.read_manifest()["integrator"] == "semi_implicit_euler"
    written = {"recording.nc", "manifest.json", "report.html", "scene.npz"}
    assert {path.name for path in again.path.iterdir()} == written
    with pytest.raises(ScenarioError):
        save(recording, tmp_path / "run")


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    sim: Any = Simulation(row(ROV, 0), Sea())
    with pytest.raises(ModelError, match=r"a Recording from Simulation\.run is saved, got Simulation"):
        save(sim, tmp_path / "a")
    with pytest.raises(ModelError, match="the recording has no states; run the simulation with record="):
        save(sim.run(0.1, record=()), tmp_path / "b")
    assert list(tmp_path.iterdir()) == []

"""The design of an autopilot evaluates the vehicle with the step that the run will have."""

from typing import Any

import pytest

from seaway import library
from seaway.control import Autopilot
from seaway.control._pilot import ALLOCATION, AUTOPILOT
from seaway.sim import Simulation


@pytest.mark.parametrize("name", ["bluerov2_heavy", "remus100", "otter"])
def test_the_design_uses_the_step_of_the_run(name: str) -> None:
    # A step takes seconds to compile. The shapes of the parameters are therefore known before there are values.
    entry = library.entry(name)
    pilot = Autopilot(yaw=0.1, speed=0.5).controller(entry.vehicle, entry.sea)
    design = pilot.design()
    for law, values in ((AUTOPILOT, design.autopilot), (ALLOCATION, design.allocation)):
        schedules = {f"{name}_{each}" for name in law.set_points for each in ("times", "values", "steps")}
        assert {name for name, _ in law.parameters} | set(law.choices) == {*values, *schedules}
    (group,) = pilot.groups((entry.vehicle,), entry.sea, 0.01)
    assert {stage.law for stage in group.stages} == set(pilot.planned_laws((entry.vehicle,), entry.sea))
    made = list[str]()

    class Watched(Simulation):
        def __init__(self, *args: Any, **options: Any):
            super().__init__(*args, **options)
            made.append(self.program_file)

    sim = Simulation(entry.vehicle, entry.sea)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("seaway.control._plant.Simulation", Watched)
        sim.attach(Autopilot(yaw=0.1, speed=0.6))
    assert made
    assert set(made) == {sim.program_file}

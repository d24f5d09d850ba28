"""``seaway forces``."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.markup import escape

from seaway._arrays import Floats
from seaway.cli._output import Outcome, number, overrides, table, vector
from seaway.cli._sources import loaded
from seaway.frames import Pose
from seaway.scenario._findings import said_already
from seaway.sim import Simulation

# Components below this fraction of the largest are rounding errors.
_ROUNDING: Final = 1e-12
_COMPONENTS: Final = ("fx", "fy", "fz", "nx", "ny", "nz")

_Diagram = dict[str, Any]


def forces(file: Path, *, allow_code: bool, model_path: list[Path], **chosen: Any) -> Outcome:
    """Show every force on every vehicle at the start."""
    scenario, findings = loaded(file, overrides(**chosen), model_path, allow_code=allow_code, idle=True)
    sim, controller = scenario.simulation(), scenario.controller()
    if controller is not None:
        with said_already(findings):
            sim.set_command_of(controller)
    diagrams = [_diagram(sim, k) for k in range(len(sim.names))]
    return Outcome(lambda: diagrams, lambda screen: [_show(diagram, screen) for diagram in diagrams])


def _diagram(sim: Simulation, k: int) -> _Diagram:
    """The forces on a vehicle, as printed by ``--json``."""
    state, vehicle = sim.state[k], sim.vehicles[k]
    pose, nu = Pose(state.position[0], state.orientation[0]), state.velocity[0].copy()
    rate = sim.acceleration()[0, k]
    wrenches = {name: wrench[0, k] for name, wrench in sim.forces().items()}
    if vehicle.world_joint is not None:
        # Reaction of the world joint: M ν' less all forces.
        M = vehicle.inertial_in(sim.sea.density).mass_matrix()
        wrenches["world_joint"] = M @ rate - np.sum(list(wrenches.values()), axis=0)

    def in_both_axes(spatial: Floats, first: str, second: str) -> dict[str, dict[str, Floats]]:
        world = pose.vector(spatial[:3]), pose.vector(spatial[3:])
        return {"body": {first: spatial[:3], second: spatial[3:]}, "world": {first: world[0], second: world[1]}}

    # The rate of v_WB_B is seen from the body, which turns.
    acceleration = np.concatenate([rate[:3] + np.cross(nu[3:], nu[:3]), rate[3:]])
    return {
        "name": vehicle.name,
        "mass": vehicle.inertial.mass,
        "position": pose.p,
        "quaternion": pose.q,
        "velocity": nu,
        "forces": {name: in_both_axes(wrench, "force", "torque") for name, wrench in wrenches.items()},
        "sum": in_both_axes(np.sum(list(wrenches.values()), axis=0), "force", "torque"),
        "velocity_rate": rate,
        "acceleration": in_both_axes(acceleration, "linear", "angular"),
    }


def _show(diagram: _Diagram, screen: Console) -> None:
    rpy = np.degrees(Pose(diagram["position"], diagram["quaternion"]).rpy)
    where = f"at {vector(diagram['position'])} m, roll, pitch, yaw {vector(rpy)}°"
    screen.rule(f"[bold]{escape(diagram['name'])}[/bold]  {diagram['mass']:.6g} kg {where}", align="left")
    screen.print(escape("force [N] and torque about Bo [N m]; acceleration [m/s2, rad/s2]\n"))
    forces = {name.replace("_", " "): both for name, both in diagram["forces"].items()}
    idle = [name for name, both in forces.items() if not np.any([*both["body"].values()])]
    for axes, frame in (("body", "B"), ("world", "W")):
        wrenches = {name: _stacked(both, axes) for name, both in forces.items() if name not in idle}
        wrenches["sum"] = _stacked(diagram["sum"], axes)
        scale = np.max(np.abs(list(wrenches.values())), axis=0)
        acceleration = _stacked(diagram["acceleration"], axes)
        rows = [[name, *_cells(wrench, scale)] for name, wrench in wrenches.items()]
        rows[-1] = [f"[bold]{cell}[/bold]" for cell in rows[-1]]
        rows.append(["acceleration", *_cells(acceleration, np.abs(acceleration))])
        screen.print(table(rows, [f"{axes} axes", *(f"{name}_{frame}" for name in _COMPONENTS)], right=range(1, 99)))
        screen.print()
    if idle:
        screen.print(f"[dim]no force from: {', '.join(idle)}[/dim]\n")


def _stacked(both: dict[str, dict[str, Floats]], axes: str) -> Floats:
    return np.concatenate([*both[axes].values()])


def _cells(values: Floats, scale: Floats) -> list[str]:
    """Numbers; 0 for rounding errors of the largest force or torque."""
    largest = np.repeat([scale[:3].max(), scale[3:].max()], 3)
    return [
        number(value if abs(value) > _ROUNDING * most else 0.0) for value, most in zip(values, largest, strict=True)
    ]

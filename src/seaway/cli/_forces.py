"""``seaway forces``."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from seaway._arrays import Floats
from seaway.cli._output import console, print_findings, print_json
from seaway.cli._scenario import Chosen, loaded, print_error
from seaway.errors import SeawayError
from seaway.frames import Pose
from seaway.sim import Simulation

__all__ = ["run"]

# Parts of the largest that count as nothing: rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class _Diagram:
    """What acts on a vehicle.

    Attributes:
        name: Of the vehicle.
        mass: [kg].
        pose: X_WB.
        velocity: (v_WB_B, w_WB_B).
        wrenches: By law, and that of a guide, about Bo in B, (6,).
        rate: ν' in B, (6,).
    """

    name: str
    mass: float
    pose: Pose
    velocity: Floats
    wrenches: dict[str, Floats]
    rate: Floats

    @property
    def total(self) -> Floats:
        return np.sum(list(self.wrenches.values()), axis=0)

    @property
    def acceleration(self) -> Floats:
        """Of Bo in the world, and the angular one, both in B: what ν' is without the turning of the axes."""
        v, w = self.velocity[:3], self.velocity[3:]
        return np.concatenate([self.rate[:3] + np.cross(w, v), self.rate[3:]])

    def in_world(self, spatial: Floats) -> Floats:
        return np.concatenate([self.pose.vector(spatial[:3]), self.pose.vector(spatial[3:])])


def run(file: Path, chosen: Chosen, model_path: list[Path], as_json: bool) -> int:
    """Show what acts on every vehicle of a file at the start.

    Returns:
        The exit code: 1 where the file is invalid.
    """
    errors = console(stderr=True)
    try:
        scenario = loaded(file, chosen, model_path)
        print_findings(scenario.findings, errors)
        sim, controller = scenario.simulation(), scenario.controller()
        if controller is not None:
            sim.set_command(controller(sim.time, sim.state))
        diagrams = [_diagram(sim, k) for k in range(len(sim.names))]
    except SeawayError as error:
        if as_json:
            print_json([])
        print_error(error, errors)
        return 1
    if as_json:
        print_json([_as_json(diagram) for diagram in diagrams])
    else:
        screen = console()
        for diagram in diagrams:
            _show(diagram, screen)
    return 0


def _diagram(sim: Simulation, k: int) -> _Diagram:
    state, vehicle = sim.state[k], sim.vehicles[k]
    wrenches = {law: wrench[0, k] for law, wrench in sim.forces().items()}
    rate = sim.acceleration()[0, k]
    if vehicle.guide is not None:
        # What a joint to the world does is no law: it is what the others leave to M ν'.
        wrenches["guide"] = vehicle.inertial.mass_matrix() @ rate - np.sum(list(wrenches.values()), axis=0)
    return _Diagram(
        vehicle.name,
        vehicle.inertial.mass,
        Pose(state.position[0], state.orientation[0]),
        state.velocity[0].copy(),
        wrenches,
        rate,
    )


def _as_json(diagram: _Diagram) -> dict[str, object]:
    def wrench(values: Floats) -> dict[str, object]:
        world = diagram.in_world(values)
        return {
            "body": {"force": values[:3], "torque": values[3:]},
            "world": {"force": world[:3], "torque": world[3:]},
        }

    acceleration, world = diagram.acceleration, diagram.in_world(diagram.acceleration)
    return {
        "name": diagram.name,
        "mass": diagram.mass,
        "position": diagram.pose.p,
        "quaternion": diagram.pose.q,
        "velocity": diagram.velocity,
        "laws": {law: wrench(values) for law, values in diagram.wrenches.items()},
        "sum": wrench(diagram.total),
        "velocity_rate": diagram.rate,
        "acceleration": {
            "body": {"linear": acceleration[:3], "angular": acceleration[3:]},
            "world": {"linear": world[:3], "angular": world[3:]},
        },
    }


def _show(diagram: _Diagram, screen: Console) -> None:
    x, y, z = diagram.pose.p.tolist()
    roll, pitch, yaw = np.degrees(diagram.pose.rpy).tolist()
    where = f"at ({x:.4g}, {y:.4g}, {z:.4g}) m, roll, pitch, yaw ({roll:.4g}, {pitch:.4g}, {yaw:.4g})°"
    screen.rule(f"[bold]{escape(diagram.name)}[/bold]  {diagram.mass:.6g} kg {where}", align="left")
    screen.print(escape("force [N] and torque about Bo [N m]; acceleration [m/s2, rad/s2]\n"))
    for frame, words in (("B", "body axes"), ("W", "world axes")):
        table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        table.add_column(words)
        for component in ("fx", "fy", "fz", "nx", "ny", "nz"):
            table.add_column(f"{component}_{frame}", justify="right")
        rows = {law.replace("_", " "): values for law, values in diagram.wrenches.items() if np.any(values)}
        rows["sum"] = diagram.total
        if frame == "W":
            rows = {name: diagram.in_world(values) for name, values in rows.items()}
        largest = np.max(np.abs(np.stack(list(rows.values()))), axis=0)
        for name, values in rows.items():
            style = "bold" if name == "sum" else None
            table.add_row(name, *_cells(values, np.repeat([largest[:3].max(), largest[3:].max()], 3)), style=style)
        acceleration = diagram.acceleration if frame == "B" else diagram.in_world(diagram.acceleration)
        scale = np.repeat([np.max(np.abs(acceleration[:3])), np.max(np.abs(acceleration[3:]))], 3)
        table.add_row("acceleration", *_cells(acceleration, scale))
        screen.print(table)
        screen.print()
    idle = [law.replace("_", " ") for law, values in diagram.wrenches.items() if not np.any(values)]
    if idle:
        screen.print(f"[dim]nothing from: {', '.join(idle)}[/dim]\n")


def _cells(values: Floats, scale: Floats) -> list[str]:
    return [
        "0" if abs(value) <= _ROUNDING * size else f"{value:.5g}"
        for value, size in zip(values.tolist(), scale.tolist(), strict=True)
    ]

"""From a source to a scenario: its tables checked, then its parts made; all problems at once."""

import difflib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from pydantic import ValidationError

from seaway._arrays import whole_steps
from seaway._files import Disk
from seaway._toml import parsed, read_toml
from seaway.errors import Finding, ScenarioError
from seaway.frames import Pose
from seaway.gazebo import Scene, SceneWrench
from seaway.scenario._build_control import combined, constant, controllers_of, vehicle_of
from seaway.scenario._build_sea import SeaPlan
from seaway.scenario._build_vehicle import Placed, Surroundings, placed_vehicles
from seaway.scenario._inputs import is_there
from seaway.scenario._models import ScenarioTable
from seaway.scenario._overrides import apply_overrides
from seaway.scenario._plausible import check_fin_angles, check_start, check_values
from seaway.scenario._problems import MOST, Places, Problems
from seaway.scenario._scenario import Scenario, ScenarioSource
from seaway.scenario._scene import TIME_STEP
from seaway.scenario._vehicle_models import VehicleTable
from seaway.sea import Sea, Waves
from seaway.sim import Controller
from seaway.vehicle import Hull, HydrostaticStiffness, Vehicle

__all__ = ["MAX_STEPS", "read_scenario", "source_of"]

MAX_STEPS: Final = 1e12
"""The most steps of a run: the fastest take a week or more."""

_DENSITY: Final = 1025.0
_GRAVITY: Final = 9.80665


def source_of(path: str | Path, overrides: tuple[str, ...] = (), model_path: tuple[Path, ...] = ()) -> ScenarioSource:
    """What a scenario file, an SDFormat file or a name of the library is read from.

    Raises:
        ScenarioError: There is no such thing.
    """
    file, files = Path(path), Disk()
    if file.suffix.lower() == ".toml":
        return ScenarioSource(read_toml(file, files).text, file, file.parent, overrides, model_path, files)
    if is_there(file, files):
        if file.name in ("", ".."):
            file = file.resolve()
        text = f"[vehicle]\nsdf = {json.dumps(file.name, ensure_ascii=False)}\n"
        real = file.resolve()
        # The user named it: where it is a link, what it leads to is the user's choice too.
        roots = () if real.parent == file.parent.resolve() else (real if real.is_dir() else real.parent,)
        return ScenarioSource(text, None, file.parent, overrides, (*model_path, *roots), files)
    if file.suffix or len(file.parts) > 1:
        raise ScenarioError(f"{path}: there is no such file")
    from seaway import library

    names = library.names()
    if str(path) not in names:
        near = difflib.get_close_matches(str(path), names, n=1)
        hint = (
            f"did you mean the library vehicle '{near[0]}'?" if near else "see seaway vehicles for those of the library"
        )
        raise ScenarioError(f"there is no file '{path}', and no vehicle of the library is called so; {hint}")
    return ScenarioSource(f"vehicle = {json.dumps(str(path))}\n", None, Path(), overrides, model_path)


def read_scenario(source: ScenarioSource, name: str) -> Scenario:
    """Read a scenario.

    Args:
        source: What it is read from.
        name: Of the run.

    Raises:
        ScenarioError: It cannot be run; with all that is wrong.
    """
    file = parsed(source.text, source.file)
    set_by = apply_overrides(file.data, source.overrides)
    problems = Problems(Places(file, set_by))
    try:
        table = ScenarioTable.model_validate(file.data)
    except ValidationError as error:
        problems.add_invalid(ScenarioTable, error)
        raise ScenarioError(findings=problems.errors[:MOST]) from None
    return _Reading(table, source, problems).scenario(name)


class _Reading:
    """A scenario in the making."""

    def __init__(self, table: ScenarioTable, source: ScenarioSource, problems: Problems):
        self.table, self.source, self.problems = table, source, problems

    def scenario(self, name: str) -> Scenario:
        table, problems = self.table, self.problems
        check_values(table, problems)
        placed = self._vehicles()
        plan = self._sea_plan(placed)
        problems.stop()
        sea: Sea | None = None
        with problems.at(("sea", "waves") if table.sea is not None and table.sea.waves is not None else ("sea",)):
            sea = _first_sea(plan, placed, table.simulation.seed)
        vehicles = tuple(vehicle for each in placed for vehicle in each.vehicles)
        if sea is not None:
            self._check_water(sea, placed)
            self._check_controls(vehicles, sea)
        problems.stop()
        if sea is None:  # a problem was told
            raise ScenarioError("there is no sea")
        scene = self._scene(placed, vehicles, sea)
        self._check_steps(TIME_STEP if scene.time_step is None else scene.time_step)
        problems.stop()
        entries = [n for n, each in enumerate(placed) for _ in each.vehicles]
        check_start(scene, entries, [each.document is None for each in placed], problems)
        settings = table.simulation
        return Scenario(
            name=name,
            title=table.title or name,
            scene=scene,
            duration=settings.duration,
            integrator=settings.integrator,
            seed=settings.seed,
            start_time=settings.start_time,
            control_period=settings.control_period,
            quantities=tuple(dict.fromkeys(("state", *table.record.quantities))),
            record_period=table.record.period,
            held=all(constant(control) for control in table.control),
            findings=(*scene.findings, *problems.findings),
            source=self.source,
            documents=tuple(each.document for each in placed if each.document is not None),
            origins=tuple(each.origin for each in placed for _ in each.vehicles),
            sea_of=_sea_of(plan, placed),
            waves_of=_waves_of(plan, placed),
            controllers=self._controllers(vehicles, sea),
        )

    def _vehicles(self) -> list[Placed]:
        table, found = self.table, list[Placed]()
        sea = table.sea
        around = Surroundings(
            self.source.folder,
            self.source.model_path,
            None if sea is None else sea.density,
            None if sea is None else sea.gravity,
            sea is not None,
            table.simulation.seed,
            self.source.files,
        )
        names: set[str] = set()
        made: dict[int, Placed] = {}
        # What brings a sea of its own comes first: what is described here is made for the water that it moves in.
        for number, entry in sorted(enumerate(table.vehicle), key=lambda each: _is_described(each[1])):
            with self.problems.at(("vehicle", number)):
                made[number] = placed_vehicles(entry, _filled(around, made) if _is_described(entry) else around)
        for number, placed in sorted(made.items()):
            with self.problems.at(("vehicle", number)):
                for vehicle in placed.vehicles:
                    if vehicle.name in names:
                        raise ScenarioError(f"there are two vehicles called '{vehicle.name}'; give each a name")
                    names.add(vehicle.name)
                found.append(placed)
        return found

    def _sea_plan(self, placed: Sequence[Placed]) -> SeaPlan | None:
        """The sea of the scenario; None for that of an SDFormat file or library vehicle."""
        table = self.table.sea
        own = _own_sea(placed)
        if table is None:
            others = [each for each in placed if each.sea is not None and _differs(each.sea, own)]
            if others:
                name = others[0].vehicles[0].name
                message = (
                    f"the sea is that of the first vehicle; '{name}' was published with another density or gravity"
                )
                self.problems.add(("vehicle",), "several-seas", message, "warning")
            return None
        if any(each.document is not None and each.sea is not None and _moves(each.sea) for each in placed):
            message = "waves, current and wind of the SDFormat file are not used: the scenario has a sea of its own"
            self.problems.add(("sea",), "sea-replaced", message, "warning")
        density = table.density if table.density is not None else (own.density if own is not None else _DENSITY)
        gravity = table.gravity if table.gravity is not None else (own.gravity if own is not None else _GRAVITY)
        plan = SeaPlan(table, density, gravity)
        plan.check(self.problems)
        return plan

    def _check_water(self, sea: Sea, placed: Sequence[Placed]) -> None:
        for number, each in enumerate(placed):
            for vehicle in each.vehicles:
                floats = isinstance(vehicle.buoyancy, Hull | HydrostaticStiffness)
                if floats and sea.surface is None:
                    kind = "hull" if isinstance(vehicle.buoyancy, Hull) else "stiffness"
                    message = (
                        f"vehicle '{vehicle.name}' floats by its {kind} and needs a surface; give sea.surface = 0.0"
                    )
                    self.problems.add(("vehicle", number), "no-water", message)

    def _check_controls(self, vehicles: Sequence[Vehicle], sea: Sea) -> None:
        for number, control in enumerate(self.table.control):
            with self.problems.at(("control", number)):
                vehicle = vehicle_of(control, vehicles)
                controllers_of(control, vehicle, sea)
                check_fin_angles(control, number, vehicle, self.problems)

    def _check_steps(self, time_step: float) -> None:
        """Check that there are not more steps than anybody could wait for, and that periods have whole ones."""
        settings, record = self.table.simulation, self.table.record
        if settings.duration / time_step > MAX_STEPS:
            message = (
                f"a run may have at most {MAX_STEPS:g} steps, {settings.duration:g} s of {time_step:g} s have more"
            )
            self.problems.add(("simulation",), "too-long", message)
            return
        for key, period, what in (
            (("simulation", "control_period"), settings.control_period, "control_period"),
            (("record", "period"), record.period, "record_period"),
        ):
            if period is not None:
                with self.problems.at(key):
                    whole_steps(period, time_step, what)

    def _controllers(self, vehicles: Sequence[Vehicle], sea: Sea) -> Callable[[], Controller | None]:
        controls = self.table.control

        def made() -> Controller | None:
            told = [(control, vehicle_of(control, vehicles)) for control in controls]
            return combined([each for control, vehicle in told for each in controllers_of(control, vehicle, sea)])

        return made

    def _scene(self, placed: Sequence[Placed], vehicles: tuple[Vehicle, ...], sea: Sea) -> Scene:
        step = self.table.simulation.time_step
        if step is None:
            step = next((each.time_step for each in placed if each.time_step is not None), None)
        poses: tuple[Pose, ...] = tuple(pose for each in placed for pose in each.poses)
        wrenches: tuple[SceneWrench, ...] = tuple(wrench for each in placed for wrench in each.wrenches)
        findings: tuple[Finding, ...] = tuple(finding for each in placed for finding in each.findings)
        return Scene(
            vehicles,
            sea,
            poses,
            np.concatenate([each.velocities for each in placed]),
            step,
            wrenches=wrenches,
            findings=findings,
        )


def _first_sea(plan: SeaPlan | None, placed: Sequence[Placed], seed: int) -> Sea:
    if plan is not None:
        return plan.sea((seed,))
    own = _own_sea(placed)
    return Sea() if own is None else own


def _own_sea(placed: Iterable[Placed]) -> Sea | None:
    """The sea of the first vehicle that brings one; None where none does."""
    return next((each.sea for each in placed if each.sea is not None), None)


def _is_described(table: VehicleTable) -> bool:
    return table.library is None and table.sdf is None


def _filled(around: Surroundings, made: dict[int, Placed]) -> Surroundings:
    """With the water of the first vehicle that brings some, where the scenario says nothing of it."""
    own = _own_sea(placed for _, placed in sorted(made.items()))
    if own is None:
        return around
    density = own.density if around.density is None else around.density
    return replace(around, density=density, gravity=own.gravity if around.gravity is None else around.gravity)


def _sea_of(plan: SeaPlan | None, placed: Sequence[Placed]) -> Callable[[Sequence[int]], Sea]:
    if plan is not None:
        return plan.sea
    return lambda seeds: _first_sea(None, placed, seeds[0])


def _waves_of(plan: SeaPlan | None, placed: Sequence[Placed]) -> Callable[[int], Waves | None] | None:
    """What makes the waves of a row; None where all rows have the same."""
    if plan is not None:
        return plan.waves if plan.random_waves else None
    first = next((each for each in placed if each.sea is not None), None)
    if first is None or first.sea is None or first.sea.waves is None or first.document is None:
        return None

    def waves(seed: int) -> Waves | None:
        scene = first.scene(seed)
        return None if scene is None else scene.sea.waves

    return waves


def _differs(sea: Sea, other: Sea | None) -> bool:
    return other is not None and (sea.density, sea.gravity) != (other.density, other.gravity)


def _moves(sea: Sea) -> bool:
    return sea.waves is not None or sea.current is not None or sea.wind is not None

"""From a source to a scenario: its tables read, then its parts made; all problems at once."""

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import whole_steps
from seaway._places import Places
from seaway._toml import Key, parsed
from seaway.control import Autopilot, Combined, ControlSettings
from seaway.control._pilot import Pilot
from seaway.errors import Finding, ModelError, SeawayWarning, warn
from seaway.gazebo import Scene
from seaway.parts import PartError, Problem, Reading, near, read
from seaway.scenario._events import Event
from seaway.scenario._overrides import apply_overrides
from seaway.scenario._placed import Placed, Surroundings, placed_vehicles
from seaway.scenario._plausible import check_fin_angles, check_start, check_values
from seaway.scenario._problems import Problems
from seaway.scenario._scenario import TIME_STEP, Scenario, ScenarioSource
from seaway.scenario._settings import ScenarioSettings
from seaway.sea import Sea, Waves
from seaway.sim import AnyController, Simulation
from seaway.vehicle import Hull, HydrostaticStiffness, Vehicle

MAX_STEPS: Final = 1e12
"""Most steps of a run: the fastest take a week or more."""

# Resolution of the time of a run, in steps.
_CLOCK: Final = 1e-3
_DENSITY: Final = 1025.0
_GRAVITY: Final = 9.80665


def read_scenario(source: ScenarioSource, name: str) -> Scenario:
    """Read a scenario.

    Args:
        source: What it is read from.
        name: Name of the run.

    Raises:
        ScenarioError: It cannot be run; with everything that is wrong.
    """
    file = parsed(source.text, source.file)
    set_by = apply_overrides(file.data, source.overrides)
    problems = Problems(Places(file, set_by))
    around = Surroundings(source.folder, source.model_path, source.files, allow_code=source.allow_code)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SeawayWarning)
        settings, found = read(ScenarioSettings, file.data, Reading(context=around))
        problems.add_parts(found)
        problems.stop()
        made = _Builder(cast("ScenarioSettings", settings), source, around, problems).scenario(name)
    ours = dict.fromkeys(str(each.message) for each in caught if issubclass(each.category, SeawayWarning))
    for each in caught:
        if not issubclass(each.category, SeawayWarning):
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    for message in ours:
        warn(message)
    warned = [Finding("warning", file.path, None, "model", message) for message in ours]
    return replace(made, findings=(*made.findings, *warned))


class _Builder:
    """A scenario in the making."""

    def __init__(self, settings: ScenarioSettings, source: ScenarioSource, around: Surroundings, problems: Problems):
        self.settings, self.source, self.problems = settings, source, problems
        # Controls, each with the key that problems of it have.
        self.controls: list[tuple[Key, ControlSettings]] = [
            (("control", number), control) for number, control in enumerate(settings.controls)
        ]
        sea = settings.sea
        water = {} if sea is None else {"density": sea.density, "gravity": sea.gravity, "watered": True}
        # The first autopilot made for each control: those made later share its design.
        self.pilots = dict[int, Pilot]()
        self.around = replace(around, seed=settings.simulation.seed, **water)

    def scenario(self, name: str) -> Scenario:
        settings, problems = self.settings, self.problems
        check_values(settings, problems)
        placed = self._vehicles()
        self._check_seas(placed)
        problems.stop()
        sea = self._sea_or_none(placed)
        vehicles = tuple(vehicle for each in placed for vehicle in each.vehicles)
        if sea is not None:
            self._check_water(sea, placed)
            self._guide(vehicles)
            self._check_controls(vehicles, sea)
        scene = self._scene(placed, vehicles, Sea() if sea is None else sea)
        self._check_steps(TIME_STEP if scene.time_step is None else scene.time_step)
        problems.stop()
        self._check_events(scene)
        problems.stop()
        entries = [n for n, each in enumerate(placed) for _ in each.vehicles]
        check_start(scene, entries, [each.document is None for each in placed], problems)
        simulation, record = settings.simulation, settings.record
        return Scenario(
            name=name,
            title=settings.title or name,
            scene=scene,
            duration=simulation.duration,
            integrator=simulation.integrator,
            seed=simulation.seed,
            start_time=simulation.start_time,
            control_period=simulation.control_period,
            quantities=tuple(dict.fromkeys(("state", *record.quantities))),
            record_period=record.period,
            held=all(control.constant for _, control in self.controls) and not settings.events,
            findings=(*scene.findings, *problems.findings),
            source=self.source,
            documents=tuple(each.document for each in placed if each.document is not None),
            origins=tuple(each.origin for each in placed for _ in each.vehicles),
            sea_of=lambda seeds: self._sea(placed, seeds),
            waves_of=self._waves_of(placed),
            controllers=lambda: self._controller(vehicles, scene.sea),
            unreachable=lambda: self._unreachable(scene),
            events=self._events(vehicles),
        )

    def _vehicles(self) -> list[Placed]:
        """Make all vehicles; those that bring a sea first, so that the others are made for the water they move in."""
        entries, problems, around = self.settings.vehicles, self.problems, self.around
        made: dict[int, Placed] = {}
        bring = [entry.library is not None or entry.file is not None or entry.sdf is not None for entry in entries]
        for number in sorted(range(len(entries)), key=lambda k: not bring[k]):
            water = None if bring[number] else _own_sea(made[k] for k in sorted(made))
            entry = entries[number]
            inner = [key for key in entry.sources if key != "inertia"]
            with problems.at(("vehicle", number), *inner):
                made[number] = placed_vehicles(entry, around.in_water_of(water))
        names: set[str] = set()
        for number in sorted(made):
            for vehicle in made[number].vehicles:
                if vehicle.name in names:
                    key = ("vehicle", number)
                    message = f"there are two vehicles called '{vehicle.name}'; give each a name"
                    problems.add(key, "refused", f"{problems.places.text(key)}: {message}")
                names.add(vehicle.name)
        return [made[number] for number in sorted(made)]

    def _check_seas(self, placed: Sequence[Placed]) -> None:
        """Warn about seas of vehicles that are not used."""
        own = _own_sea(placed)
        if self.settings.sea is None:
            for each in placed:
                if own is not None and each.sea is not None and _water(each.sea) != _water(own):
                    message = (
                        "the sea is that of the first vehicle; "
                        f"'{each.vehicles[0].name}' was published with another density or gravity"
                    )
                    self.problems.add(("vehicle",), "several-seas", message, "warning")
                    return
        elif any(each.document is not None and each.sea is not None and _moves(each.sea) for each in placed):
            message = "waves, current and wind of the SDFormat file are not used: the scenario has its own sea"
            self.problems.add(("sea",), "sea-replaced", message, "warning")

    def _sea(self, placed: Sequence[Placed], seeds: Sequence[int]) -> Sea:
        """The sea of the scenario, or that of an SDFormat file or library vehicle."""
        own = _own_sea(placed)
        if self.settings.sea is None:
            return Sea() if own is None else own
        density, gravity = (_DENSITY, _GRAVITY) if own is None else _water(own)
        return self.settings.sea.sea(seeds, density=density, gravity=gravity)

    def _sea_or_none(self, placed: Sequence[Placed]) -> Sea | None:
        settings = self.settings.sea
        with self.problems.at(("sea",), *(["waves"] if settings is not None and settings.waves else [])):
            return self._sea(placed, (self.settings.simulation.seed,))
        return None

    def _waves_of(self, placed: Sequence[Placed]) -> Callable[[int], Waves | None] | None:
        """What makes the waves of a run; None if all runs have the same."""
        settings, own = self.settings.sea, _own_sea(placed)
        if settings is not None:
            gravity = _GRAVITY if own is None else own.gravity
            return (lambda seed: settings.waves_of(seed, gravity=gravity)) if settings.random_waves else None
        first = next((each for each in placed if each.sea is own), placed[0])
        return None if own is None or own.waves is None or first.document is None else first.waves

    def _check_water(self, sea: Sea, placed: Sequence[Placed]) -> None:
        for number, each in enumerate(placed):
            for vehicle in each.vehicles:
                if isinstance(vehicle.buoyancy, Hull | HydrostaticStiffness) and sea.surface is None:
                    kind = "hull" if isinstance(vehicle.buoyancy, Hull) else "stiffness"
                    needs = f"floats by its {kind} and needs a surface"
                    message = f"vehicle '{vehicle.name}' {needs}; set sea.surface = 0.0"
                    self.problems.add(("vehicle", number), "no-water", message)

    def _check_controls(self, vehicles: Sequence[Vehicle], sea: Sea) -> None:
        for key, control in self.controls:
            with self.problems.at(key):
                vehicle = _controlled(control.vehicle, vehicles)
                control.controllers(vehicle, sea, several=len(vehicles) > 1)
                check_fin_angles(control, key, vehicle, self.problems)

    def _guide(self, vehicles: Sequence[Vehicle]) -> None:
        """Give guidance to the autopilot of its vehicle; to the default one, if it has none."""
        driven, number_of = dict[tuple[str, str], int](), dict[str, int]()
        for number, entry in enumerate(self.settings.guidances):
            key: Key = ("guidance", number)
            with self.problems.at(key):
                name, guidance = _controlled(entry.vehicle, vehicles).name, entry.guidance
                for loop in guidance.drives:
                    if (name, loop) in driven:
                        first = self.problems.places.text(("guidance", driven[name, loop]))
                        raise ModelError(f"gives the {loop}, which {first} gives too; give one of them")
                    driven[name, loop] = number
                if name not in number_of:
                    found = (n for n, (_, each) in enumerate(self.controls) if each.autopilot and _is(each, name))
                    number_of[name] = next(found, len(self.controls))
                at = number_of[name]
                if at == len(self.controls):
                    self.controls.append((key, ControlSettings(vehicle=name, autopilot=Autopilot())))
                place, control = self.controls[at]
                autopilot = cast("Autopilot", control.autopilot)
                guided = autopilot.replace(guidance=(*autopilot.guidance, guidance))
                self.controls[at] = place, control.replace(autopilot=guided)

    def _controller(self, vehicles: Sequence[Vehicle], sea: Sea) -> AnyController | None:
        made = [
            each
            for _, control in self.controls
            for each in control.controllers(_controlled(control.vehicle, vehicles), sea, several=len(vehicles) > 1)
        ]
        for number, each in enumerate(made):
            if isinstance(each, Pilot):
                each.share_designs(self.pilots.setdefault(number, each))
        return (made[0] if len(made) == 1 else Combined(*made)) if made else None

    def _unreachable(self, scene: Scene) -> list[Finding]:
        """Find set points that an autopilot cannot hold or reach; an error if it can hold none."""
        period = self.settings.simulation.control_period or scene.time_step or TIME_STEP
        self._controller(scene.vehicles, scene.sea)
        found = list[Finding]()
        for pilot in self.pilots.values():
            design = pilot.design(pilot.settings.period or period)
            for text in design.warnings:
                severity = "warning" if design.loops else "error"
                place = self.problems.places.of(self._place_of(text, pilot))
                found.append(Finding(severity, *place, "set-point", text))
        return found

    def _place_of(self, text: str, pilot: Pilot) -> Key:
        """The key of the set point that a message is about: of the autopilot, or of the guidance that gives it."""
        name, words = pilot.vehicle.name, set(re.findall(r"\w+", text))
        for number, (key, control) in enumerate(self.controls):
            if control.autopilot is None or not _is(control, name):
                continue
            for loop in pilot.settings.loops:
                if loop in words and number < len(self.settings.controls) and vars(control.autopilot)[loop] is not None:
                    deg = (*key, "autopilot", f"{loop}_deg")
                    return deg if self.problems.places.value(deg) is not None else (*key, "autopilot", loop)
            for n, entry in enumerate(self.settings.guidances):
                if entry.vehicle in (None, name) and words & set(entry.guidance.drives):
                    return "guidance", n
            return key
        return ()

    def _events(self, vehicles: Sequence[Vehicle]) -> tuple[Event, ...]:
        several = len(vehicles) > 1
        made = [each.event(_controlled(each.vehicle, vehicles), several) for each in self.settings.events]
        return tuple(sorted(made, key=lambda event: event.time))

    def _check_events(self, scene: Scene) -> None:
        """Check that events are within the run, and that what they act on is there."""
        if not self.settings.events:
            return
        start = self.settings.simulation.start_time
        end = start + self.settings.simulation.duration
        trial = Simulation(scene.vehicles, scene.sea, TIME_STEP)
        for n, wrench in enumerate(scene.wrenches, start=1):
            trial.set_wrench(wrench.vehicle, force=wrench.force, name=f"scene {n}")
        for number, event in enumerate(self.settings.events):
            key: Key = ("event", number)
            if not start <= event.at < end:
                text = self.problems.places.text((*key, "at"))
                message = f"{text} must be within the run, from {start:g} to {end:g} s, got {event.at:g}"
                self.problems.add((*key, "at"), "out-of-range", message)
            with self.problems.at(key):
                vehicle = _controlled(event.vehicle, scene.vehicles)
                event.check_actuators(vehicle)
                if event.release is not None:
                    trial.set_wrench(vehicle.name, name=event.release)
            for path, value in event.set.items():
                with self.problems.at((*key, "set", path)):
                    if path.split(".")[0] == "control":
                        self._check_set_point(path, value, scene.vehicles)
                    else:
                        trial.set(path, value)

    def _check_set_point(self, path: str, value: Any, vehicles: Sequence[Vehicle]) -> None:
        """Check the key of a set point of an autopilot; others are checked when the run has them."""
        words, names = path.split("."), [vehicle.name for vehicle in vehicles]
        rest = [word for word in words[1:] if word not in names]
        own = next((word for word in words[1:] if word in names), names[0])
        if isinstance(value, str | bool) or np.asarray(value).dtype.kind not in "iuf":
            raise ModelError(f"'{path}' must be a number, got {value!r}")
        if not rest or rest[0] != "autopilot":
            return
        pilots = [each.autopilot for _, each in self.controls if each.autopilot is not None and _is(each, own)]
        held = [name for pilot in pilots for name in pilot.loops if vars(pilot)[name] is not None]
        name = rest[1].removesuffix("_deg") if len(rest) == 2 else ""
        if name not in held:
            there = f"set points are: {', '.join(held)}" if held else "it holds no set point of its own"
            raise ModelError(f"'{path}' is not a set point of the autopilot; {there}")

    def _check_steps(self, time_step: float) -> None:
        """Check that the run can end, and that periods are whole numbers of steps."""
        simulation, record = self.settings.simulation, self.settings.record
        duration = simulation.duration
        if duration / time_step > MAX_STEPS:
            message = f"a run may have at most {MAX_STEPS:g} steps, {duration:g} s of {time_step:g} s have more"
            self.problems.add(("simulation",), "too-long", message)
            return
        start = simulation.start_time
        if np.spacing(abs(start)) > _CLOCK * time_step:
            key = ("simulation", "start_time")
            reason = f"is too far from 0 for steps of {time_step:g} s: the time could not tell them apart"
            self.problems.add(key, "out-of-range", f"{self.problems.places.text(key)} = {start:g} s {reason}")
            return
        for key, period, what in (
            (("simulation", "control_period"), simulation.control_period, "control_period"),
            (("record", "period"), record.period, "record_period"),
        ):
            if period is not None:
                with self.problems.at(key):
                    whole_steps(period, time_step, what)

    def _scene(self, placed: Sequence[Placed], vehicles: tuple[Vehicle, ...], sea: Sea) -> Scene:
        step = self.settings.simulation.time_step
        if step is None:
            step = next((each.time_step for each in placed if each.time_step is not None), None)
        return Scene(
            vehicles,
            sea,
            tuple(pose for each in placed for pose in each.poses),
            np.concatenate([each.velocities for each in placed]),
            step,
            wrenches=tuple(wrench for each in placed for wrench in each.wrenches),
            findings=tuple(finding for each in placed for finding in each.findings),
        )


def _controlled(name: str | None, vehicles: Sequence[Vehicle]) -> Vehicle:
    """The vehicle of a control.

    Raises:
        PartError: The name is missing.
        ModelError: There is none of that name.
    """
    names = [vehicle.name for vehicle in vehicles]
    if name is None and len(vehicles) > 1:
        reason = f"is missing: say which one it controls, of {', '.join(names)}"
        raise PartError([Problem(("vehicle",), "missing-key", "vehicle", reason)])
    if name is not None and name not in names:
        hint = near(name, names) or f"; there are: {', '.join(names)}"
        raise ModelError(f"there is no vehicle '{name}' to control{hint}")
    return vehicles[0 if name is None else names.index(name)]


def _is(control: ControlSettings, name: str) -> bool:
    """Whether a control is of the vehicle of a name."""
    return control.vehicle in (None, name)


def _own_sea(placed: Iterable[Placed]) -> Sea | None:
    """The sea of the first vehicle that brings one."""
    return next((each.sea for each in placed if each.sea is not None), None)


def _water(sea: Sea) -> tuple[float, float]:
    return sea.density, sea.gravity


def _moves(sea: Sea) -> bool:
    return sea.waves is not None or sea.current is not None or sea.wind is not None

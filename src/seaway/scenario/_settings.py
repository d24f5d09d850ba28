"""The tables of a scenario file, each declared once; those of sea, vehicles and controls are of their packages."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, Self, cast, get_args

from seaway.control import ControlSettings, GuidanceSettings
from seaway.engine import Integrator
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    Choice,
    ChoiceOrNone,
    Field,
    Flag,
    NameOrNone,
    One,
    OneOrNone,
    Part,
    Problem,
    Reading,
    RefusedError,
    Scalar,
    ScalarOrNone,
    Several,
    Texts,
    Whole,
    all_keys,
    differs,
    near,
    read,
)
from seaway.scenario._events import EventSettings
from seaway.sea import SeaSettings
from seaway.uwv import ModelType, Parameters
from seaway.vehicle import Vehicle

Quantity = Literal["state", "command", "acceleration", "forces", "energy", "water", "actuators", "control"]
ModelName = Literal["SIMPLE", "COMPLEX", "INTERMEDIATE"]
# Keys that say where a vehicle comes from: exactly one.
_SOURCES: Final = ("library", "file", "sdf", "uwv", "inertia")
_OF_SDF: Final = ("freeze_joints", "ignore", "propeller")
_MOST_VEHICLES: Final = 1000


class SimulationSettings(Part, what="simulation"):
    """Integration settings."""

    _: KW_ONLY
    duration: Scalar = Scalar(unit="s", above=0.0, default=60.0)
    """Simulated time, rounded up to whole steps."""
    time_step: ScalarOrNone = ScalarOrNone(unit="s", above=0.0, default=None)
    """Time step of the integrator; default: that of an SDFormat world, else 0.01."""
    integrator: Choice[Integrator] = Choice(get_args(Integrator), default="rk4")
    """Integration scheme: Runge-Kutta of order 4, or semi-implicit Euler for comparison with Gazebo."""
    seed: Whole = Whole(default=0, at_most=2**53 - 1)
    """Seed of wave phases and gusts; equal seeds give bit-identical runs."""
    start_time: Scalar = Scalar(unit="s", default=0.0)
    """Time of step 0."""
    control_period: ScalarOrNone = ScalarOrNone(unit="s", above=0.0, default=None)
    """Control period, a whole number of steps; default: every step."""


class RecordSettings(Part, what="recording"):
    """Recording settings."""

    _: KW_ONLY
    period: ScalarOrNone = ScalarOrNone(unit="s", above=0.0, default=None)
    """Time between samples, a whole number of steps; default: the shortest of at least 0.01 s."""
    quantities: Texts = Texts(
        get_args(Quantity),
        at_least=1,
        default=("state", "acceleration", "forces", "energy", "water", "actuators", "control"),
    )
    """Recorded quantities; the state is always recorded."""


class UwvSettings(Part, what="uwv model"):
    """The parameters of uwv_dynamic_model."""

    _: KW_ONLY
    model_type: Choice[ModelName] = Choice(get_args(ModelName), default="SIMPLE")
    """Model type."""
    inertia_matrix: Array = Array(by_run=False, shape=(6, 6), diagonal=True, unit="kg, kg m, kg m2")
    """Inertia of vehicle and added mass together, 6 rows of 6, or its diagonal."""
    damping_matrices: ArrayOrNone = ArrayOrNone(by_run=False, shape=(None, 6, 6), default=None)
    """Linear and quadratic matrix of SIMPLE and INTERMEDIATE, six of COMPLEX; default: none."""
    weight: Scalar = Scalar(unit="N", above=0.0)
    """Weight."""
    buoyancy: Scalar = Scalar(unit="N", above=0.0)
    """Buoyancy."""
    center_of_buoyancy: Array = Array(by_run=False, shape=(3,), unit="m", default=(0.0, 0.0, 0.0))
    """Centre of buoyancy, relative to the body origin."""
    center_of_gravity: Array = Array(by_run=False, shape=(3,), unit="m", default=(0.0, 0.0, 0.0))
    """Centre of gravity, relative to the body origin."""

    def vehicle(self, name: str, density: float, gravity: float) -> Vehicle:
        """Make the vehicle for a water.

        Raises:
            ModelError: There is no such vehicle.
        """
        given = {field: vars(self)[field] for field in self.__part__.fields if field != "model_type"}
        return Parameters(ModelType[self.model_type], **given).vehicle(name, density, gravity)


class _Table(Field[Mapping[str, Any], Mapping[str, Any]]):
    """A table that is kept as it is written."""

    hint = "Mapping[str, Any]"
    default: Any = {}  # noqa: RUF012 - never changed

    def check(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise RefusedError(f"must be a table, got {value!r}", "wrong-type")
        return dict(cast("Mapping[str, Any]", value))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object"}


class _Described(_Table):
    """The keys of a vehicle, kept as written until the water that it moves in is known."""

    @property
    def together(self) -> bool:
        return True

    @property
    def table_keys(self) -> tuple[str, ...]:
        return tuple(key for key in all_keys(Vehicle) if key != "name")

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        return {**dict(given), "convention": "fossen" if reading.frd else "seaway"}

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        Vehicle.__schema__(definitions)
        properties = definitions.pop("Vehicle")["properties"]
        return {key: value for key, value in properties.items() if key != "name"}


class VehicleEntry(Part, what="vehicle"):
    """A vehicle and its initial state: from the library, a file, SDFormat, or described here by the keys of a vehicle.

    World axes are x east, y north, z up.
    """

    _: KW_ONLY
    name: NameOrNone = NameOrNone(default=None)
    """Name; default: that of the library or file."""
    library: NameOrNone = NameOrNone(default=None)
    """Name of a library vehicle; see seaway vehicles."""
    file: NameOrNone = NameOrNone(default=None)
    """Vehicle file (.toml), beside the scenario or below a --model-path."""
    sdf: NameOrNone = NameOrNone(default=None)
    """SDFormat file or model folder, beside the scenario or below a --model-path."""
    uwv: OneOrNone[UwvSettings] = OneOrNone(UwvSettings, default=None)
    """Parameters of uwv_dynamic_model."""
    position: ArrayOrNone = ArrayOrNone(by_run=False, shape=(3,), unit="m", default=None)
    """Initial position of the body origin in world axes; z is up: -10 is 10 m deep."""
    attitude: ArrayOrNone = ArrayOrNone(by_run=False, shape=(3,), unit="rad", default=None)
    """Initial roll, pitch and yaw; yaw 0 is east, 90 degrees north; a positive pitch is bow down."""
    velocity: ArrayOrNone = ArrayOrNone(by_run=False, shape=(6,), unit="m/s, rad/s", default=None)
    """Initial velocity in body axes; default: at rest."""
    freeze_joints: Flag = Flag(default=False)
    """SDFormat: treat movable joints as fixed."""
    ignore: Texts = Texts()
    """SDFormat: names of plugins, joints or vehicles to ignore."""
    propeller: ChoiceOrNone[Literal["thrust", "pid"]] = ChoiceOrNone(("thrust", "pid"), default=None)
    """SDFormat: thrust acts at once, or a PID controller drives the propeller speed."""
    override: _Table = _Table()
    """Values that replace those of a library or file vehicle, by the keys of a vehicle."""
    described: _Described = _Described()
    """A vehicle described here."""

    @classmethod
    def __read__(cls, table: Mapping[str, Any], reading: Reading) -> tuple[Self | None, list[Problem]]:
        made, problems = super().__read__(table, replace(reading, annotated=True))
        keys = [key for key in table if key in all_keys(Vehicle) and key != "name"]
        if "inertia" in keys and "library" not in table:  # it is made for its water later
            given = {"name": "vehicle", **{key: table[key] for key in (*keys, "convention") if key in table}}
            known = {(problem.key, problem.reason) for problem in problems}
            problems += [
                problem
                for problem in read(Vehicle, given, replace(reading, annotated=True))[1]
                if (problem.key, problem.reason) not in known
            ]
        return (None if problems else made), problems

    @property
    def sources(self) -> list[str]:
        """Keys that say where it comes from: one, if it is valid."""
        return [key for key in _SOURCES if vars(self).get(key) is not None or key in self.described]

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that it has exactly one source and only keys of that source."""
        described, given = [key for key in self.described if key != "convention"], self.sources
        if len(given) != 1:
            ways = "library (a name), file or sdf (a file), uwv or inertia (tables)"
            yield "", f"a vehicle is described by one of {ways}, got {' and '.join(given) or 'none'}"
            return
        source = given[0]
        others = [key for key in _OF_SDF if differs(self, key)]
        if others and source != "sdf":
            yield others[0], f"{others[0]} is for a vehicle from SDFormat, this one is described by {source}"
        if described and source != "inertia":
            reason = f"is for a vehicle described by inertia, this one is described by {source}"
            yield described[0], f"{described[0]} {reason}; change it under [vehicle.override]"
        if self.library is not None:
            from seaway import library

            names = library.names()
            if self.library not in names:
                hint = near(self.library, names) or f"; there are: {', '.join(names)}"
                yield "library", f"no library vehicle named '{self.library}'{hint}"


class _Vehicles(Several[VehicleEntry]):
    """Vehicles: tables, or the name of a library vehicle alone."""

    def read_key(self, key: str, value: Any, reading: Reading) -> Any:
        if isinstance(value, list) and not 1 <= len(cast("list[Any]", value)) <= _MOST_VEHICLES:
            count = len(cast("list[Any]", value))
            raise RefusedError(f"must have 1 to {_MOST_VEHICLES} entries, got {count}", "wrong-shape")
        return super().read_key(key, {"library": value} if isinstance(value, str) else value, reading)

    def wrapped(self, entry: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [*super().wrapped(entry)["anyOf"], {"type": "string"}]}


class ScenarioSettings(Part, what="scenario"):
    """A scenario: vehicles in a sea, their control, and what is recorded."""

    vehicles: Several[VehicleEntry] = _Vehicles(VehicleEntry, key="vehicle")
    """Vehicles: tables, or the name of a library vehicle alone, as in vehicle = "remus100"."""
    _: KW_ONLY
    title: NameOrNone = NameOrNone(default=None)
    """Title, for the recording and the report."""
    simulation: One[SimulationSettings] = One(SimulationSettings, default=SimulationSettings())
    """Integration settings."""
    sea: OneOrNone[SeaSettings] = OneOrNone(SeaSettings, default=None)
    """The sea; default: that of an SDFormat file or library vehicle, else still water."""
    controls: Several[ControlSettings] = Several(ControlSettings, key="control", default=())
    """Control of the vehicles; several tables for one vehicle add up."""
    guidances: Several[GuidanceSettings] = Several(GuidanceSettings, key="guidance", default=())
    """Guidance of the vehicles, which gives set points to their autopilots; a vehicle without one gets the default."""
    events: Several[EventSettings] = Several(EventSettings, key="event", default=())
    """Events during the run: an actuator fails, a set point or the current changes."""
    record: One[RecordSettings] = One(RecordSettings, default=RecordSettings())
    """Recording settings."""

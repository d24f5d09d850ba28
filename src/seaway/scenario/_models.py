"""The tables of a scenario file: what may stand there, its unit and its range; names are those of the Python API."""

from typing import Annotated, Literal

from pydantic import Field

from seaway.scenario._control_models import ControlTable
from seaway.scenario._fields import (
    Named,
    NotNegative,
    NumberOrList,
    Numbers,
    OneOrMore,
    Positive,
    Surface,
    Table,
    Three,
    Triples,
    described,
)
from seaway.scenario._vehicle_models import VehicleTable

__all__ = [
    "CurrentTable",
    "Quantity",
    "RecordTable",
    "ScenarioTable",
    "SeaTable",
    "SimulationTable",
    "WaveKind",
    "WavesTable",
    "WindTable",
]

WaveKind = Literal["jonswap", "pierson_moskowitz", "eckv", "table", "regular", "gerstner", "still"]
Quantity = Literal["state", "command", "acceleration", "forces", "energy", "water", "actuators"]


class SimulationTable(Table):
    """How it is simulated."""

    duration: Positive = described("How long to simulate [s]; rounded up to whole steps.", 60.0)
    time_step: Positive | None = described(
        "The step of the integrator [s]; that of an SDFormat world where it is not given, 0.01 where there is none."
    )
    integrator: Literal["rk4", "semi_implicit_euler"] = described(
        "Runge and Kutta's scheme of order 4, or semi-implicit Euler to compare with Gazebo.", "rk4"
    )
    seed: Annotated[int, Field(ge=0, lt=2**53)] = described(
        "Of all that is random: phases of waves, gusts. The same seed gives the same bits.", 0
    )
    start_time: float = described("Time of step 0 [s].", 0.0)
    control_period: Positive | None = described(
        "Between two looks of the controllers at the vehicles [s], a whole number of steps; every step where it is "
        "not given."
    )


class WavesTable(Table):
    """Waves on the surface. Where the sea has a state, this changes parts of it."""

    kind: WaveKind | None = described(
        "A spectrum (jonswap, pierson_moskowitz, eckv, table), one regular wave, gerstner's waves, or still water; "
        "jonswap where it is not given, pierson_moskowitz where the sea has a state."
    )
    significant_height: NotNegative | None = described("Hs of jonswap and pierson_moskowitz [m].")
    peak_period: Positive | None = described("Tp of jonswap and pierson_moskowitz [s].")
    gamma: Annotated[float, Field(ge=1.0, le=10.0)] | None = described(
        "Peak enhancement of jonswap; by DNV's rule where it is not given, 3.3 is the mean of the North Sea."
    )
    wind_speed: Positive | None = described("Of eckv, at a height of 10 m [m/s].")
    inverse_wave_age: Annotated[float, Field(ge=0.84, le=5.0)] | None = described(
        "Of eckv, from 0.84, fully developed, to 5, young; 0.84 where it is not given."
    )
    omega: Numbers = described("Of a table: angular frequencies, ascending [rad/s].")
    density: Numbers = described("Of a table: the spectrum at each frequency [m2 s/rad].")
    height: NumberOrList = described("Of regular and gerstner waves, from trough to crest [m].")
    period: NumberOrList = described("Of regular and gerstner waves [s].")
    phase_deg: NumberOrList = described("Of regular and gerstner waves, at the origin at t = 0 [deg]; 0 is a crest.")
    q: NumberOrList = described(
        "Sharpness of gerstner waves, from 0, a sine, to 1, a trochoid; 1 where it is not given."
    )
    direction_deg: NumberOrList = described(
        "Where the waves go TO, from the x axis (east) counter-clockwise [deg]; 0, to the east, where it is not given."
    )
    direction_from_deg: NumberOrList = described(
        "In place of direction_deg: where the waves come FROM, from the x axis (east) counter-clockwise [deg]."
    )
    spreading: NotNegative | None = described(
        "s of the cos-2s law about the direction: 10 for a wind sea, 25 and more for swell; long-crested where it is "
        "not given."
    )
    components: Annotated[int, Field(ge=1, le=10_000)] | None = described(
        "How many waves make up a random sea; 200 where it is not given."
    )
    method: Literal["equal_energy", "equal_spacing"] | None = described(
        "Whether the components of a random sea have the same energy or the same spacing in frequency; equal_energy "
        "where it is not given."
    )
    ramp: NotNegative | None = described("Time in which the waves grow from nothing [s]; 0 where it is not given.")


class CurrentTable(Table):
    """A current, linear between the nodes of a table and held outside of it."""

    velocity: Triples = Field(
        description="Where the water goes, in world axes [m/s]: one vector, or one for each of times or depths, or for "
        "each of times a row with one for each of depths."
    )
    times: Numbers = described("Of the nodes, ascending [s].")
    depths: Numbers = described("Of the nodes, below the still surface, ascending [m].")


class WindTable(Table):
    """Wind over the sea. Where the sea has a state, this changes parts of it."""

    speed: NotNegative | None = described("Mean at the reference height [m/s].")
    direction_to_deg: float | None = described(
        "Where the wind blows TO, from the x axis (east) counter-clockwise [deg]; with the waves where no direction is "
        "given."
    )
    direction_from_deg: float | None = described(
        "In place of direction_to_deg: where it comes FROM, from the x axis (east) counter-clockwise [deg]; a west "
        "wind has 180."
    )
    velocity: Three = described("In place of speed and direction: in world axes [m/s].")
    height: Positive | None = described("Reference height above the surface [m]; 10 where it is not given.")
    exponent: NotNegative | None = described(
        "Of the power law over height; 0 where it is not given, 0.11 over the open sea."
    )
    gust: NotNegative | None = described(
        "Standard deviation of the gusts along x and along y [m/s]; none where it is not given."
    )
    gust_time: Positive | None = described("In which gusts come and go [s]; 10 where it is not given.")


class SeaTable(Table):
    """Where the vehicles move."""

    state: Named | None = described(
        'Waves and wind by name: "sea state 0" to "sea state 9", "beaufort 0" to "beaufort 12", or a word, such as '
        '"moderate".'
    )
    density: Positive | None = described(
        "Of the water [kg/m3]; that of the library vehicle or SDFormat file where it is not given, else 1025."
    )
    gravity: NotNegative | None = described(
        "[m/s2]; that of the library vehicle or SDFormat file where it is not given, else 9.80665."
    )
    surface: Surface = described(
        "Height of the still surface [m], or false for water without end; 0 where it is not given."
    )
    depth: Positive | None = described("From the surface to the floor [m]; no floor where it is not given.")
    viscosity: Positive | None = described(
        "Of the water, kinematic, for friction on hulls [m2/s]; that of sea water where it is not given."
    )
    air_density: Positive | None = described("[kg/m3]; 1.225 where it is not given.")
    waves: WavesTable | None = described("Waves on the surface; still water where there are none.")
    current: CurrentTable | None = described("A current; none where it is not given.")
    wind: WindTable | None = described("Wind over the sea; none where it is not given.")


class RecordTable(Table):
    """What is recorded."""

    period: Positive | None = described(
        "Between samples [s], a whole number of steps; the shortest that is not below 0.01 s where it is not given."
    )
    quantities: Annotated[list[Quantity], Field(min_length=1)] = described(
        "Which; the state is always there.", ["state", "acceleration", "forces", "energy", "water", "actuators"]
    )


class ScenarioTable(Table):
    """A scenario: vehicles in a sea, what they are told, and what is recorded."""

    title: Named | None = described("What it shows; for the recording and the report.")
    simulation: SimulationTable = Field(default_factory=SimulationTable, description="How it is simulated.")
    sea: SeaTable | None = described(
        "Where the vehicles move; that of an SDFormat file, or still water, where it is not given."
    )
    vehicle: Annotated[list[VehicleTable], OneOrMore("library"), Field(min_length=1, max_length=1000)] = Field(
        description='What moves: tables, or the name of a vehicle of the library alone, as in vehicle = "remus100".'
    )
    control: Annotated[list[ControlTable], OneOrMore()] = described("What the vehicles are told.", [])
    record: RecordTable = Field(default_factory=RecordTable, description="What is recorded.")

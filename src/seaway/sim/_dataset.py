"""Conversion of a recording to an xarray Dataset and back, with names and attributes by the CF conventions.

A variable of a Dataset has one unit, so velocities, accelerations and wrenches are split into two parts.

Reference:
    NetCDF Climate and Forecast (CF) Metadata Conventions, version 1.11, and its standard name table.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import seaway
from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.frames import rpy_from_quaternion
from seaway.sim._actuators import ActuatorGroup, ActuatorKind, ActuatorRecording
from seaway.sim._control import Signal, SignalKind
from seaway.sim._flags import Status
from seaway.sim._variables import VARIABLES

if TYPE_CHECKING:
    from xarray import Dataset

    from seaway.sim._recording import Recording

__all__ = [
    "ACTUATOR_GROUPS",
    "ACTUATOR_WORDS",
    "CONVENTIONS",
    "Fields",
    "Labelled",
    "dataset_of",
    "dimensions_of",
    "fields_of",
    "recorded",
    "xarray_of",
]

CONVENTIONS: Final = "CF-1.11"

ACTUATOR_GROUPS: Final[tuple[ActuatorGroup, ...]] = ("thruster", "fin", "own")
"""Dimensions of actuators."""

ACTUATOR_WORDS: Final = ("vehicle_name", "command_quantity", "state_quantity")
"""Suffixes of the coordinates that describe each actuator in words."""

_EACH: Final = ("time", "row", "vehicle")


@dataclass(frozen=True, eq=False)
class Labelled:
    """An array with named dimensions and attributes.

    Attributes:
        dimensions: Name of each axis.
        values: Numbers, or strings as objects.
        attributes: Attributes by name.
    """

    dimensions: tuple[str, ...]
    values: NDArray[Any]
    attributes: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Fields:
    """Contents of a Dataset without xarray, which takes a second to import.

    Attributes:
        variables: Variables by name.
        coordinates: Coordinates by name; every dimension has one of the same name.
        attributes: Attributes of the Dataset.
    """

    variables: dict[str, Labelled]
    coordinates: dict[str, Labelled]
    attributes: dict[str, str]


class _Described(NamedTuple):
    """Attributes of a variable."""

    units: str
    long_name: str
    comment: str = ""
    standard_name: str = ""

    def attributes(self) -> dict[str, str]:
        return {key: value for key, value in self._asdict().items() if value}


# For each variable of a recording: its parts in a Dataset, with their components and their dimension.
_PARTS: Final[dict[str, tuple[tuple[str, slice, str], ...]]] = {
    "position": (("position", slice(0, 3), "axis"),),
    "orientation": (("orientation", slice(0, 4), "quaternion"),),
    "velocity": (("velocity", slice(0, 3), "axis"), ("angular_velocity", slice(3, 6), "axis")),
    "acceleration": (("acceleration", slice(0, 3), "axis"), ("angular_acceleration", slice(3, 6), "axis")),
    "energy": (("kinetic_energy", slice(0, 1), ""), ("potential_energy", slice(1, 2), "")),
    "surface_elevation": (("surface_elevation", slice(0, 1), ""),),
    "wet_fraction": (("wet_fraction", slice(0, 1), ""),),
    "depth": (("depth", slice(0, 1), ""),),
}
_WRENCH: Final = (("force", slice(0, 3)), ("torque", slice(3, 6)))

_DESCRIBED: Final = {
    "time": _Described("s", "simulated time"),
    "row": _Described("1", "run of the batch"),
    "position": _Described("m", "position of the vehicle in the world", "p_WBo_W: x east, y north, z up"),
    "orientation": _Described(
        "1", "orientation of the vehicle in the world", "q_WB, unit quaternion (w, x, y, z), from body to world axes"
    ),
    "roll": _Described("rad", "roll", "about the body's x, positive to starboard", "platform_roll_starboard_down"),
    "pitch": _Described("rad", "pitch", "about y, positive with the bow down", "platform_pitch_fore_down"),
    "yaw": _Described("rad", "yaw", "about the vertical, from east to north", "platform_yaw_fore_port"),
    "velocity": _Described("m s-1", "velocity of the vehicle", "v_WB_B: of Bo in the world, in body axes"),
    "angular_velocity": _Described("rad s-1", "angular velocity of the vehicle", "w_WB_B, in body axes"),
    "acceleration": _Described(
        "m s-2",
        "rate of the velocity in body axes",
        "d/dt of the components of v_WB_B; the acceleration of Bo in the world is this + w_WB_B x v_WB_B",
    ),
    "angular_acceleration": _Described("rad s-2", "angular acceleration of the vehicle", "d/dt w_WB_B, in body axes"),
    "kinetic_energy": _Described("J", "kinetic energy of the vehicle and of its added mass"),
    "potential_energy": _Described("J", "potential energy of weight and buoyancy", "zero at the surface"),
    "surface_elevation": _Described(
        "m",
        "elevation of the waves at the vehicle",
        "above the still surface, at the centre of the submerged part of the vehicle",
        "sea_surface_height_above_mean_sea_level",
    ),
    "wet_fraction": _Described("1", "submerged fraction of the buoyant volume"),
    "depth": _Described("m", "depth of the centre of the submerged part", "below the still surface", "depth"),
    "force": _Described("N", "forces on the vehicle", "f_B, in body axes; their sum is M nu'"),
    "torque": _Described("N m", "torques on the vehicle", "n_Bo_B, about Bo in body axes"),
    "thruster_thrust_command": _Described("N", "commanded thrust"),
    "thruster_speed_command": _Described("rad s-1", "commanded speed of the propeller"),
    "thruster_table_command": _Described("1", "command, the input of the thruster's table"),
    "thruster_speed": _Described("rad s-1", "speed of the propeller"),
    "thruster_thrust": _Described("N", "submerged thrust at zero advance, before thrust deduction"),
    "fin_angle_command": _Described("rad", "commanded angle of the fin"),
    "fin_angle": _Described("rad", "angle of the fin"),
    "control": _Described("1", "signals of control loops", "in the units of signal_unit"),
    "stop_time": _Described("s", "time at which the run stopped", "nan if it did not"),
}


def dimensions_of(name: str) -> tuple[str, ...] | None:
    """Dimensions of a variable of a Dataset; None if no recording has such a variable."""
    for parts in _PARTS.values():
        for part, _, dimension in parts:
            if part == name:
                return (*_EACH, dimension) if dimension else _EACH
    if name in ("roll", "pitch", "yaw"):
        return _EACH
    if name in ("force", "torque"):
        return (*_EACH, "law", "axis")
    if name in ("status", "stop_time"):
        return ("row", "vehicle") if name == "status" else ("row",)
    if name == "control":
        return ("time", "row", "signal")
    group = name.partition("_")[0]
    words = {group, *(f"{group}_{word}" for word in ACTUATOR_WORDS)}
    known = name in _DESCRIBED if group in ("thruster", "fin") else group == "own" and name not in words
    return ("time", "row", group) if known else None


def dataset_of(recording: "Recording", title: str = "", history: str = "") -> "Dataset":
    """Make a Dataset; see ``Recording.to_xarray``."""
    return xarray_of(fields_of(recording, title, history))


def xarray_of(fields: Fields) -> "Dataset":
    """Convert to an xarray Dataset."""
    import xarray as xr

    variables, coordinates = (
        {name: (each.dimensions, each.values, each.attributes) for name, each in group.items()}
        for group in (fields.variables, fields.coordinates)
    )
    return xr.Dataset(variables, coordinates, fields.attributes)


def fields_of(recording: "Recording", title: str = "", history: str = "") -> Fields:
    """Split and describe the variables of a recording."""
    batch = recording.status.shape[0]
    variables: dict[str, Labelled] = {}

    def put(name: str, dimensions: tuple[str, ...], values: Floats) -> None:
        variables[name] = Labelled(dimensions, values, _DESCRIBED[name].attributes())

    for name, parts in _PARTS.items():
        if name in recording.variables:
            array = recording.variables[name]
            for part, columns, dimension in parts:
                values = array[..., columns]
                put(part, (*_EACH, dimension) if dimension else _EACH, values if dimension else values[..., 0])
    if "orientation" in recording.variables:
        rpy = rpy_from_quaternion(recording.variables["orientation"])
        for k, name in enumerate(("roll", "pitch", "yaw")):
            put(name, _EACH, rpy[..., k])
    laws = [name for name in recording.variables if name not in VARIABLES or name == "command"]
    if laws:
        wrenches = np.stack([recording.variables[law] for law in laws], axis=3)
        for part, columns in _WRENCH:
            put(part, (*_EACH, "law", "axis"), wrenches[..., columns])
    variables |= _actuator_variables(recording)
    if recording.control:
        signals = np.stack([signal.values for signal in recording.control.values()], axis=-1)
        put("control", ("time", "row", "signal"), signals)
    put("stop_time", ("row",), recording.stop_times)
    variables["status"] = Labelled(
        ("row", "vehicle"),
        recording.status,
        {
            "units": "1",
            "long_name": "vehicle status flags",
            "flag_masks": np.array([flag.value for flag in Status], dtype=np.uint8),
            "flag_meanings": " ".join(str(flag.name).lower() for flag in Status),
        },
    )
    coordinates: dict[str, Labelled] = {
        "time": Labelled(("time",), recording.time, {**_DESCRIBED["time"].attributes(), "axis": "T"}),
        "row": Labelled(("row",), np.array(range(batch)), _DESCRIBED["row"].attributes()),
        "vehicle": _words("vehicle", list(recording.names), "name of the vehicle"),
        "axis": _words("axis", list("xyz"), "axis of the frame that the variable is expressed in"),
        "quaternion": _words("quaternion", list("wxyz"), "component of the quaternion"),
        "law": _words("law", laws, "name of the force"),
        **_actuator_coordinates(recording),
        **_signal_coordinates(recording),
    }
    used = {dimension for variable in variables.values() for dimension in variable.dimensions} | {
        "time",
        "row",
        "vehicle",
    }
    attributes = {
        "Conventions": CONVENTIONS,
        "title": title or f"Simulation of {', '.join(recording.names)}",
        "source": f"seaway {seaway.__version__}",
        "seaway_version": seaway.__version__,
        "comment": "World axes are x east, y north, z up; body axes x forward, y left, z up",
        **({"history": history} if history else {}),
    }
    own = {name: coordinate for name, coordinate in coordinates.items() if coordinate.dimensions[0] in used}
    return Fields(variables, own, attributes)


def recorded(dataset: "Dataset") -> tuple[Any, ...]:
    """Fields of a recording, taken from a Dataset; see ``Recording.from_xarray``."""
    held = set(getattr(dataset, "variables", ()))
    missing = sorted({"time", "vehicle", "status", "stop_time"} - held)
    if missing:
        what = f"one without {', '.join(missing)}" if held else repr(dataset)
        raise ModelError(f"from_xarray needs a Dataset made by Recording.to_xarray, got {what}")
    variables: dict[str, Floats] = {}
    for name in ("position", "orientation", "velocity", "acceleration"):
        _take(variables, dataset, name)
    if all(part in dataset.variables for part, _ in _WRENCH):
        wrenches = np.concatenate([_floats(dataset, part) for part, _ in _WRENCH], axis=-1)
        for k, law in enumerate(_strings(dataset, "law")):
            if law in VARIABLES and law != "command":
                raise ModelError(f"'{law}' is reserved and cannot be the name of a force")
            variables[law] = wrenches[:, :, :, k]
    for name in ("energy", "surface_elevation", "wet_fraction", "depth"):
        _take(variables, dataset, name)
    return (
        _floats(dataset, "time"),
        tuple(_strings(dataset, "vehicle")),
        variables,
        np.asarray(dataset["status"].values, dtype=np.uint8),
        _floats(dataset, "stop_time"),
        _actuators_of(dataset),
        _control_of(dataset),
    )


def _take(variables: dict[str, Floats], dataset: "Dataset", name: str) -> None:
    if all(part in dataset.variables for part, _, _ in _PARTS[name]):
        parts = [_floats(dataset, part) for part, _, _ in _PARTS[name]]
        columns = [
            part if dimension else part[..., None] for part, (_, _, dimension) in zip(parts, _PARTS[name], strict=True)
        ]
        variables[name] = np.concatenate(columns, axis=-1)


def _actuator_name(group: str, quantity: str, of_command: bool) -> str:
    """Name of a variable of actuators; for user-defined forces it contains their unit, without slashes."""
    return f"{group}_{quantity.replace('/', '_per_')}{'_command' if of_command else ''}"


def _actuator_described(group: str, quantity: str, of_command: bool) -> dict[str, str]:
    if group != "own":
        return _DESCRIBED[_actuator_name(group, quantity, of_command)].attributes()
    return _Described(quantity, "commanded value" if of_command else "actual value").attributes()


def _actuator_variables(recording: "Recording") -> dict[str, Labelled]:
    """Commands and states by quantity; nan for actuators with another quantity."""
    variables: dict[str, Labelled] = {}
    for group in ACTUATOR_GROUPS:
        own = [actuator for actuator in recording.actuators.values() if actuator.kind.group == group]
        for of_command in (True, False):
            quantities = [a.kind.command if of_command else a.kind.state for a in own]
            for quantity in dict.fromkeys(each for each in quantities if each):
                arrays = [
                    (a.command if of_command else a.state) if kind == quantity else np.full_like(a.state, np.nan)
                    for a, kind in zip(own, quantities, strict=True)
                ]
                name = _actuator_name(group, quantity, of_command)
                attributes = _actuator_described(group, quantity, of_command)
                variables[name] = Labelled(("time", "row", group), np.stack(arrays, axis=-1), attributes)
    return variables


def _actuator_coordinates(recording: "Recording") -> dict[str, Labelled]:
    coordinates: dict[str, Labelled] = {}
    for group in ACTUATOR_GROUPS:
        kinds = [actuator.kind for actuator in recording.actuators.values() if actuator.kind.group == group]
        what = "force" if group == "own" else group
        coordinates[group] = _words(group, [kind.name for kind in kinds], f"name of the {what}")
        columns = (
            ([recording.names[kind.vehicle] for kind in kinds], f"vehicle of the {what}"),
            ([kind.command for kind in kinds], f"commanded quantity of the {what}"),
            ([kind.state for kind in kinds], f"recorded quantity of the {what}"),
        )
        for word, (words, long_name) in zip(ACTUATOR_WORDS, columns, strict=True):
            coordinates[f"{group}_{word}"] = _words(group, words, long_name)
    return coordinates


def _actuators_of(dataset: "Dataset") -> dict[str, ActuatorRecording]:
    vehicles = _strings(dataset, "vehicle")
    found: dict[str, ActuatorRecording] = {}
    for group in ACTUATOR_GROUPS:
        if group not in dataset.dims:
            continue
        owners, commands, states = (_strings(dataset, f"{group}_{word}") for word in ACTUATOR_WORDS)
        for k, name in enumerate(_strings(dataset, group)):
            wanted = [_actuator_name(group, commands[k], True)]
            wanted += [_actuator_name(group, states[k], False)] if states[k] else []
            if owners[k] not in vehicles or any(each not in dataset.variables for each in wanted):
                continue  # a damaged file
            kind = ActuatorKind(name, group, vehicles.index(owners[k]), commands[k], states[k])
            command, *state = (_floats(dataset, each)[..., k] for each in wanted)
            found[name] = ActuatorRecording(kind, command, state[0] if state else np.full_like(command, np.nan))
    return found


def _signal_coordinates(recording: "Recording") -> dict[str, Labelled]:
    kinds = [signal.kind for signal in recording.control.values()]
    return {
        "signal": _words("signal", [kind.name for kind in kinds], "name of the signal"),
        "signal_vehicle_name": _words("signal", [recording.names[k.vehicle] for k in kinds], "vehicle of the signal"),
        "signal_unit": _words("signal", [kind.unit for kind in kinds], "unit of the signal"),
    }


def _control_of(dataset: "Dataset") -> dict[str, Signal]:
    wanted = ("control", "signal", "signal_vehicle_name", "signal_unit")
    if any(name not in dataset.variables for name in wanted):
        return {}
    vehicles, values = _strings(dataset, "vehicle"), _floats(dataset, "control")
    described = zip(*(_strings(dataset, name) for name in wanted[1:]), strict=True)
    return {
        name: Signal(SignalKind(name, vehicles.index(vehicle), unit), values[..., k])
        for k, (name, vehicle, unit) in enumerate(described)
        if vehicle in vehicles
    }


def _words(dimension: str, words: list[Any], long_name: str) -> Labelled:
    return Labelled((dimension,), np.array(words, dtype=object), {"long_name": long_name})


def _floats(dataset: "Dataset", name: str) -> Floats:
    return np.asarray(dataset[name].values, dtype=np.float64)


def _strings(dataset: "Dataset", name: str) -> list[str]:
    return [str(word) for word in dataset[name].values.tolist()]

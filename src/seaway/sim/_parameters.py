"""Parameters that differ from row to row."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, Records, by_columns
from seaway.errors import ModelError
from seaway.inertia._spatial import positive_definite, rigid_body_matrix
from seaway.kernels.damping import LINEAR, QUADRATIC
from seaway.kernels.model import Model
from seaway.kernels.waves import STILL, WAVE
from seaway.sea import Sea, Waves
from seaway.vehicle import Hull, Vehicle

__all__ = ["Bodies", "OfWater", "with_vehicle", "with_water"]

Index = NDArray[np.intp]
T = TypeVar("T", bound=np.generic)
OfWater = ArrayLike | Waves | Sequence[Waves | None] | None

_BODY: Final = {"mass": (), "center_of_mass": (3,), "moment_of_inertia": (3, 3), "added_mass": (6, 6)}
_BUOYANCY: Final = {"volume": (), "center_of_buoyancy": (3,)}
_DAMPING: Final = {"linear_damping": (6, 6), "quadratic_damping": (6, 6)}
_WATER: Final = ("density", "current", "waves")
_SHAPES: Final[dict[str, tuple[int, ...]]] = {**_BODY, **_BUOYANCY, **_DAMPING}


@dataclass(frozen=True, eq=False)
class Bodies:
    """What mass matrices are made of, kept to make them anew; each (1 or batch, vehicle, ...)."""

    mass: Floats
    center_of_mass: Floats
    moment_of_inertia: Floats
    added_mass: Floats

    @classmethod
    def of(cls, vehicles: tuple[Vehicle, ...]) -> "Bodies":
        """Take them from descriptions."""
        inertials = [vehicle.inertial for vehicle in vehicles]
        return cls(
            np.array([[inertial.mass for inertial in inertials]]),
            np.array([[inertial.c_BoBcm_B for inertial in inertials]]),
            np.array([[inertial.I_BBcm_B for inertial in inertials]]),
            np.array([[inertial.added_mass_matrix() for inertial in inertials]]),
        )


def with_vehicle(
    model: Model,
    bodies: Bodies,
    vehicle: Vehicle,
    k: int,
    rows: Index,
    batch: int,
    parameters: Mapping[str, ArrayLike],
) -> tuple[Model, Bodies]:
    """Change the parameters of vehicle k in some rows."""
    _check_names(parameters, _SHAPES)
    values = {name: _values(name, value, rows, _SHAPES[name]) for name, value in parameters.items()}
    body = {name: values[name] for name in values.keys() & _BODY.keys()}
    if values.keys() & _BUOYANCY.keys() and vehicle.buoyancy is None:
        raise ModelError(f"vehicle '{vehicle.name}' has no buoyancy to set a volume or centre of")
    if values.keys() & _BUOYANCY.keys() and isinstance(vehicle.buoyancy, Hull):
        raise ModelError(f"the volume of vehicle '{vehicle.name}' and its centre are those of its hull's mesh")
    if "volume" in values:
        _check(np.asarray(values["volume"] > 0.0), values["volume"], rows, "volume must be > 0 [m3]")
    if values.keys() & _DAMPING.keys() and len(vehicle.damping) != 1:
        count = len(vehicle.damping)
        raise ModelError(f"vehicle '{vehicle.name}' must have one Damping for this to set, it has {count}")
    matrices = _matrices(bodies, vehicle, k, rows, body) if body else None

    # All is sound: write, in place where each row has its own already.
    vehicles, dampings = _grown(model.vehicles, batch), model.dampings
    if matrices is not None:
        bodies = replace(bodies, **{name: _grown(getattr(bodies, name), batch) for name in _BODY})
        for name, array in body.items():
            getattr(bodies, name)[rows, k] = array
        M_RB, added, inverse = matrices
        vehicles["mass"][rows, k], vehicles["center_of_mass"][rows, k] = (
            bodies.mass[rows, k],
            bodies.center_of_mass[rows, k],
        )
        vehicles["rigid_body"][rows, k], vehicles["added"][rows, k] = by_columns(M_RB), by_columns(added)
        vehicles["inverse"][rows, k] = by_columns(inverse)
        vehicles["has_added"][rows, k] = np.any(added, axis=(-2, -1))
    for name in values.keys() & _BUOYANCY.keys():
        vehicles[name][rows, k] = values[name]
    if values.keys() & _DAMPING.keys():
        dampings = _grown(dampings, batch)
        item = int(vehicles["damping_start"][0, k])
        for name in values.keys() & _DAMPING.keys():
            field = name.removesuffix("_damping")
            dampings[field][rows, item] = by_columns(values[name])
            dampings["forms"][:, item] |= (LINEAR if field == "linear" else QUADRATIC) * bool(np.any(values[name]))
    return model._replace(vehicles=vehicles, dampings=dampings), bodies


def with_water(model: Model, sea: Sea, rows: Index, batch: int, parameters: Mapping[str, OfWater]) -> Model:
    """Change the water of some rows."""
    _check_names(parameters, _WATER)
    numbers = {name: cast("ArrayLike", given) for name, given in parameters.items() if name != "waves"}
    nodes = (model.current.shape[1] - 1, model.current.shape[2] - 1)
    shapes: dict[str, tuple[int, ...]] = {"density": (), "current": (3,)}
    if np.ndim(numbers.get("current", 0.0)) >= 3:
        shapes["current"] = (*nodes, 3)
    values = {name: _values(name, given, rows, shapes[name]) for name, given in numbers.items()}
    if "density" in values:
        _check(np.asarray(values["density"] > 0.0), values["density"], rows, "density must be > 0 [kg/m3]")
    fields = _fields(parameters["waves"], sea, rows) if "waves" in parameters else []

    # All is sound: write, in place where each row has its own already.
    water, current, waves = model.water, model.current, model.waves
    if "density" in values:
        water = _grown(water, batch)
        water["density"][rows] = values["density"]
    if "current" in values:
        table = values["current"] if values["current"].ndim > 2 else values["current"][:, None, None]
        current = np.zeros((batch, 2, 2, 3)) if len(current) == 0 else _grown(current, batch)
        current[rows, 1:, 1:] = table
    if fields:
        water = _grown(water, batch)
        waves = _with_waves(water, waves, rows, fields)
    return model._replace(water=water, current=current, waves=waves)


def _fields(given: OfWater, sea: Sea, rows: Index) -> list[Waves | None]:
    """The waves of each of these rows, checked against the sea."""
    several = cast("OfWater", given.tolist()) if isinstance(given, np.ndarray) else given
    if several is None or isinstance(several, Waves):
        if several is not None:
            sea.replace(waves=several)
        return [several] * len(rows)
    if isinstance(several, str) or not isinstance(several, Sequence):
        raise ModelError(f"waves must be a Waves, None, or a list with one for each row, got {several!r}")
    fields = cast("list[Waves | None]", list(several))
    if len(fields) != len(rows):
        raise ModelError(f"waves must be one for all or one for each of the {len(rows)} rows, got {len(fields)}")
    for row, field in zip(rows, fields, strict=True):
        if field is not None:
            try:
                sea.replace(waves=field)
            except ModelError as error:
                raise ModelError(f"row {row}: {error}") from None
    return fields


def _with_waves(water: Records, waves: Records, rows: Index, fields: Sequence[Waves | None]) -> Records:
    """Write the kind of the waves to the water, which has a record for each row; the waves of all rows."""
    everywhere = len(np.unique(rows)) == len(water)
    shared = everywhere and all(field is fields[0] for field in fields)
    width = max(0 if field is None else len(field.components) for field in fields)
    width = width if everywhere else max(width, waves.shape[1])
    if shared:
        waves = np.zeros((0, 0), dtype=WAVE) if fields[0] is None else fields[0].compiled()
    elif waves.shape != (len(water), width):
        wider = _no_waves(water, width)
        if len(waves) and not everywhere:
            wider[:, : waves.shape[1]] = waves
        waves = wider
    for row, field in zip(rows, fields, strict=True):
        own = water[row : row + 1]
        if field is None:
            own["waves"], own["wave_depth"], own["wave_ramp"] = STILL, np.inf, 0.0
        else:
            field.fill(own)
        if not shared:
            waves[row] = _no_waves(own, width)[0]
            if field is not None:
                waves[row, : len(field.components)] = field.compiled()[0]
    return waves


def _no_waves(water: Records, width: int) -> Records:
    """Waves without amplitude, that add exactly 0: not of k = 0, by which kernels divide, but of k h = 1."""
    waves = np.zeros((len(water), width), dtype=WAVE)
    waves["k"] = np.where(np.isfinite(water["wave_depth"]), 1.0 / water["wave_depth"], 1.0)[:, None]
    return waves


def _matrices(
    bodies: Bodies, vehicle: Vehicle, k: int, rows: Index, changes: Mapping[str, Floats]
) -> tuple[Floats, Floats, Floats]:
    """M_RB, M_A and the inverse of their sum, of some rows with changes; checked."""

    def now(name: str) -> Floats:
        array: Floats = getattr(bodies, name)
        return changes[name] if name in changes else array[np.minimum(rows, len(array) - 1), k]

    mass, moment, added = now("mass"), now("moment_of_inertia"), now("added_mass")
    _check(np.asarray(mass > 0.0), mass, rows, "mass must be > 0 [kg]")
    for what, M in (("moment_of_inertia", moment), ("added_mass", added)):
        off = np.max(np.abs(M - np.swapaxes(M, -1, -2)), axis=(-2, -1))
        symmetric = off <= 1e-12 * np.max(np.abs(M), axis=(-2, -1))
        _check(symmetric, off, rows, f"the asymmetry of {what} must be 0")
    principal = np.asarray(np.linalg.eigvalsh(moment), dtype=np.float64)
    least, middle, most = principal[:, 0], principal[:, 1], principal[:, 2]
    slack = least + middle - most
    rule = "principal moments of inertia must be >= 0, and the sum of two less the third must be >= 0"
    _check((least >= -1e-12 * most) & (slack >= -1e-12 * most), slack, rows, rule)
    M_RB = rigid_body_matrix(mass, now("center_of_mass"), moment)
    eigenvalues = np.asarray(np.linalg.eigvalsh(M_RB + added)[:, 0], dtype=np.float64)
    rule = f"the smallest eigenvalue of the mass matrix of '{vehicle.name}' must be > 0"
    _check(positive_definite(M_RB + added), eigenvalues, rows, rule)
    return M_RB, added, vehicle.mobility(M_RB + added)


def _check_names(names: Iterable[str], there: Collection[str]) -> None:
    for name in names:
        if name not in there:
            raise ModelError(f"there is no parameter '{name}' to set; there are: {', '.join(there)}")


def _values(name: str, given: ArrayLike, rows: Index, shape: tuple[int, ...]) -> Floats:
    array = np.asarray(given)
    if array.dtype.kind not in "iuf" or array.shape not in (shape, (len(rows), *shape)):
        raise ModelError(f"{name} must be numbers of the shape {shape} or {(len(rows), *shape)}, got {array.shape}")
    finite = np.isfinite(array)
    if not np.all(finite):
        raise ModelError(f"{name} must be finite, got {array[~finite].ravel()[0]}")
    return np.broadcast_to(array.astype(np.float64), (len(rows), *shape))


def _check(sound: NDArray[np.bool_], values: Floats, rows: Index, rule: str) -> None:
    if not np.all(sound):
        first = int(np.flatnonzero(~sound)[0])
        raise ModelError(f"row {rows[first]}: {rule}, got {values[first]:.6g}")


def _grown(array: NDArray[T], batch: int) -> NDArray[T]:
    """The array, with a row of its own for each row of the batch."""
    return np.repeat(array, batch, axis=0) if len(array) == 1 and batch > 1 else array

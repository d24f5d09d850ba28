"""Setting parameters of runs by the dotted keys of a scenario file."""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as replaced
from functools import partial
from typing import Any, Final, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, whole
from seaway._lanes import INTEGERS
from seaway.engine import Engine
from seaway.engine._parameters import buoyancy_values, force_values, hull_force_values, matrices_of
from seaway.engine._structure import BODY, parameter_layout
from seaway.errors import ModelError
from seaway.inertia._spatial import positive_definite, rigid_body_matrix
from seaway.kernels.waves import AMPLITUDE, KX, KY, NUMBER, OMEGA, PHASE, SHARPNESS, carry_once, finished
from seaway.parts import Part, PartError, RefusedError, fields_of, row, rows_of
from seaway.sea import Sea, Wind
from seaway.sea._carrying import CurrentTable
from seaway.sea._waves import surface_layer
from seaway.sea._wind import NEED_A_MEAN
from seaway.sim._paths import MEAN_WIND, STRUCTURE, WIND, Paths, Target
from seaway.sim._wave_rows import waves_of, with_waves
from seaway.vehicle import Buoyancy, Hull, HydrostaticStiffness, Vehicle

__all__ = ["Setter"]

_CHANNELS: Final = {
    "amplitude": AMPLITUDE, "omega": OMEGA, "phase": PHASE, "wave_number": NUMBER, "q": SHARPNESS,
}  # fmt: skip

Index = NDArray[np.intp]
Write = Callable[[], None]
# Key and given values of each field, by the name of the field.
Given = dict[str, tuple[str, Any]]
P = TypeVar("P", bound=Part)
_DENSITY: Final = Target("density")


class Setter:
    """Check parameters and write them to an engine.

    Args:
        engine: Engine to write to.
        vehicles: Its vehicles.
        sea: Its sea.
    """

    def __init__(self, engine: Engine, vehicles: tuple[Vehicle, ...], sea: Sea):
        self.engine, self.vehicles, self.sea = engine, vehicles, sea
        self._paths = Paths(engine, vehicles)
        # Values set so far, by part and field, for every run.
        self._set: dict[Target, dict[str, Floats]] = {}
        # Density of the water in the runs that are being set.
        self._density = np.zeros(0)

    def set(self, given: Mapping[str, Any], rows: Index) -> None:
        """Set parameters of some runs by their keys; if a value is refused, nothing is changed.

        Raises:
            ModelError: There is no such key, or a value does not fit.
        """
        grouped: dict[Target, Given] = {}
        for path, values in given.items():
            if not isinstance(path, str):
                raise ModelError(f"a parameter must be a dotted key such as 'vehicle.inertia.mass', got {path!r}")
            target, field = self._paths.resolved(path)
            if path.endswith("_deg"):
                values = _radians(values, path)
            grouped.setdefault(target, {})[field] = (path, values)
        if _DENSITY in grouped:  # the added mass of every vehicle scales with it
            for k in range(len(self.vehicles)):
                grouped.setdefault(Target("inertia", k), {})
        self._density = self._density_of(grouped.get(_DENSITY), rows)
        writes = [self._prepared(target, fields, rows) for target, fields in grouped.items()]
        for write in writes if len(rows) else ():
            write()

    def _prepared(self, target: Target, fields: Given, rows: Index) -> Write:
        """Check the values of a part; return a function that writes them."""
        of_vehicle = {
            "inertia": self._inertia,
            "displacement": self._displacement,
            "force": self._force,
            "hull_force": self._hull_force,
            "control": self._control,
        }
        if target.kind in of_vehicle:
            return of_vehicle[target.kind](target, fields, rows)
        of_sea = {
            "current": self._current,
            "wind": self._wind,
            "waves": self._waves,
            "components": self._components,
        }
        return of_sea.get(target.kind, self._water)(fields, rows)

    # Vehicles

    def _changed(self, part: P, target: Target, fields: Given, rows: Index) -> tuple[P, Write]:
        """The part with its new values in these runs, and a function that remembers them."""
        count, kept = self.engine.batch, self._set.setdefault(target, {})
        if rows_of(part) is not None:
            for name, declared in fields_of(type(part)).items():
                value = vars(part)[name]
                if type(value) is np.ndarray and declared.shape is not None and value.ndim > len(declared.shape):
                    kept.setdefault(name, value.copy())
            part = row(part, 0)
        changes = {name: array[rows] for name, array in kept.items() if name not in fields}
        for name, (path, values) in fields.items():
            changes[name] = _for_rows(values, path, fields_of(type(part))[name].shape or (), rows)
        try:
            made = part.replace(**changes)
        except PartError as error:
            problem = error.problems[0]
            path = next((fields[name][0] for name in fields if name in problem.key), next(iter(fields.values()))[0])
            raise ModelError(f"'{path}': {error}") from None

        def remember() -> None:
            for name in fields:
                value = np.asarray(vars(made)[name], dtype=np.float64)
                shape = fields_of(type(part))[name].shape or ()
                wanted = value if value.ndim > len(shape) else np.broadcast_to(value, (len(rows), *value.shape))
                if name not in kept:
                    now = np.asarray(np.nan if vars(part)[name] is None else vars(part)[name], dtype=np.float64)
                    kept[name] = np.repeat(now[None], count, axis=0)
                kept[name][rows] = wanted

        return made, remember

    def _force(self, target: Target, fields: Given, rows: Index) -> Write:
        instance, engine = self.engine.instances[target.number], self.engine
        made, remember = self._changed(instance.force, target, fields, rows)
        law = instance.law
        first = next(iter(fields.values()))[0]
        if made.law().kind != law.kind:
            raise ModelError(f"'{first}' {STRUCTURE}: this vehicle has no such term")
        floats, choices = force_values(made, law)
        section = ("law", instance.vehicle, law.kind)
        places = engine.sections[section].places[instance.number]
        for name, values in floats.items():
            if values.shape[1:] != places[name][1]:
                raise ModelError(f"'{first}' must keep its length: {STRUCTURE}")

        def write() -> None:
            remember()
            for name, values in floats.items():
                engine.set(section, name, values, rows, instance.number)
            for name, where, place, _ in parameter_layout(law)[0]:
                if where == INTEGERS and choices[name] != 0:  # a term that one run needs is computed in all
                    engine.set_flag(section, place, choices[name], instance.number)

        return write

    def _control(self, target: Target, fields: Given, rows: Index) -> Write:
        """Set points and other numbers of a stage of a control loop; a set point over time becomes constant."""
        writes = list[Write]()
        for field, (path, values) in fields.items():
            kind, _, name = field.partition(":")
            key = ("control", target.vehicle, kind)
            shape = self.engine.sections[key].places[target.number][name][1]
            if name.endswith("_values"):
                found = _for_rows(values, path, (), rows)
                array = np.broadcast_to(found[..., None], (*found.shape, *shape))
            else:
                array = _for_rows(values, path, shape, rows, exact=True)
            if not np.all(np.isfinite(array)):
                raise ModelError(f"'{path}' must be finite, got {array[~np.isfinite(array)][0]}")
            each = array if array.ndim > len(shape) else array[None]
            writes.append(partial(self.engine.set, key, name, each, rows, target.number))

        def write() -> None:
            for each in writes:
                each()

        return write

    def _displacement(self, target: Target, fields: Given, rows: Index) -> Write:
        k = target.vehicle
        part = cast("Buoyancy | HydrostaticStiffness", self.vehicles[k].buoyancy)
        made, remember = self._changed(part, target, fields, rows)
        values = buoyancy_values(made, self.vehicles[k])

        def write() -> None:
            remember()
            for name, value in values.items():
                shape = self.engine.sections["body", k].places[0][name][1]
                array = np.asarray(value, dtype=np.float64)
                self.engine.set(("body", k), name, array if array.ndim > len(shape) else array[None], rows)

        return write

    def _hull_force(self, target: Target, fields: Given, rows: Index) -> Write:
        hull = cast("Hull", self.vehicles[target.vehicle].buoyancy)
        made, remember = self._changed(hull.forces[target.number], target, fields, rows)
        number = self._hull_number(target.vehicle)

        def write() -> None:
            remember()
            for name, value in hull_force_values(made).items():
                self.engine.set_hull(number, name, value, rows)

        return write

    def _hull_number(self, k: int) -> int:
        return sum(body.hull is not None for body in self.engine.bodies[:k])

    def _inertia(self, target: Target, fields: Given, rows: Index) -> Write:
        k = target.vehicle
        engine, vehicle = self.engine, self.vehicles[k]
        now = self._set.setdefault(target, _inertia_of(vehicle))
        shapes = {"mass": (), "center_of_mass": (3,), "moment_of_inertia": (3, 3), "matrix": (6, 6), "diagonal": (6,)}
        values: dict[str, Floats] = {}
        for name, (path, given) in fields.items():
            diagonal = (
                name == "moment_of_inertia" and np.shape(given) in ((3,), (len(rows), 3)) and np.shape(given) != (3, 3)
            )
            array = _finite(_for_rows(given, path, (3,) if diagonal else shapes[name], rows, exact=True), path)
            if diagonal:
                array = array[..., None] * np.eye(3)
            if name == "diagonal":
                array = array[..., None] * np.eye(6)
            own = "matrix" if name == "diagonal" else name
            values[own] = np.broadcast_to(array, (len(rows), *shapes[own]))
        mass, center, moment, added = (
            values.get(name, now[name][rows if len(now[name]) > 1 else np.zeros(len(rows), dtype=np.intp)])
            for name in ("mass", "center_of_mass", "moment_of_inertia", "matrix")
        )
        # Without a reference density, coefficients hold for the initial density of the water.
        reference = self.sea.density if vehicle.reference_density is None else vehicle.reference_density
        ratio = self._density / reference
        M_RB = _checked_body(mass, center, moment, added, ratio, rows, vehicle.name)
        packed = matrices_of(vehicle, mass, center, M_RB, added, ratio)

        def write() -> None:
            for name, array in values.items():
                if len(now[name]) == 1 and engine.batch > 1:
                    now[name] = np.repeat(now[name], engine.batch, axis=0)
                now[name][rows] = array
            for name, array in packed.items():
                engine.set(("body", k), name, array, rows)
            if np.any(added):
                place = next(p for name, _, p, _ in parameter_layout(BODY)[0] if name == "has_added")
                engine.set_flag(("body", k), place, 1)
            if engine.bodies[k].hull is not None:
                for name in ("mass", "center_of_mass", "inverse"):
                    engine.set_hull(self._hull_number(k), name, packed[name], rows)

        return write

    # The sea

    def _density_of(self, fields: Given | None, rows: Index) -> Floats:
        """New density of the water in some runs, (rows,)."""
        if fields is None:
            now = self.engine.read(("sea",), "density")
            return np.broadcast_to(now if len(now) == 1 else now[rows], (len(rows),))
        path, given = fields["density"]
        return np.broadcast_to(_checked(Sea, "density", given, path, rows), (len(rows),))

    def _water(self, fields: Given, rows: Index) -> Write:
        ((name, (path, given)),) = fields.items()
        values = _checked(Sea, name, given, path, rows)
        engine = self.engine
        if name in ("surface", "depth"):
            level = engine.read(("sea",), "surface")
            if not np.all(np.isfinite(level)):
                raise ModelError(f"'{path}': the sea is unbounded; create it with a surface")
        if engine.structure.waves and name in ("depth", "gravity"):
            raise ModelError(f"'{path}' {STRUCTURE}: waves are made for a {name}")

        def write() -> None:
            if name == "depth":
                level = engine.read(("sea",), "surface")
                engine.set_water("floor", (level[rows] if len(level) > 1 else level) - values, rows)
                return
            if name == "surface":
                floor, level = engine.read(("sea",), "floor"), engine.read(("sea",), "surface")
                pick = rows if max(len(floor), len(level)) > 1 else slice(None)
                engine.set_water("floor", (floor - level)[pick] + values, rows)
            engine.set_water(name, values, rows)

        return write

    def _current(self, fields: Given, rows: Index) -> Write:
        path, given = fields["velocity"]
        engine, table = self.engine, self.engine.sea.current
        nodes = (table.shape[1] - 1, table.shape[2] - 1)
        shape = (3,) if np.ndim(given) < 3 else (*nodes, 3)
        values = _finite(_for_rows(given, path, shape, rows, exact=True), path)
        values = np.broadcast_to(values if values.ndim > len(shape) else values[None], (len(rows), *shape))

        def write() -> None:
            before, phases = self._drifted(rows), self._carried_phases(rows)
            if engine.sea.current_kind == "uniform":
                engine.sea.current = _grown(engine.sea.current, engine.batch)
                engine.sea.current[rows, 1:, 1:] = values.reshape(len(rows), -1, 1, 3)[:, :1]
                engine.set_water("current", values.reshape(len(rows), 3), rows)
            else:
                grown = np.zeros((engine.batch, 2, 2, 3)) if len(table) == 0 else _grown(table, engine.batch)
                grown[rows, 1:, 1:] = values if values.ndim > 2 else values[:, None, None]
                engine.replace_sea(replaced(engine.sea, current=grown))
            if engine.sea.sheared:
                waves = _grown(engine.sea.waves, engine.batch)
                waves[rows, PHASE] += phases - self._carried_phases(rows)
                engine.replace_sea(replaced(engine.sea, waves=waves))
            elif engine.structure.waves:  # waves continue from their present position
                now = engine.read(("sea",), "drift")
                moved = before - self._drifted(rows)
                engine.set_water("drift", (now[rows] if len(now) > 1 else now) + moved, rows)

        return write

    def _carried_phases(self, rows: Index) -> Any:
        """Present phases of the waves at the origin on a depth-varying current, (row, component); else 0."""
        sea, times = self.engine.sea, self.engine.times
        if not sea.sheared:
            return 0.0
        carried, now = sea.carried(), np.zeros((2, sea.waves.shape[2]))
        found = np.zeros((len(rows), sea.waves.shape[2]))
        for n, k in enumerate(rows):
            own = carried[min(k, len(carried) - 1)]
            carry_once(sea.waves[min(k, len(sea.waves) - 1)][None], own[None], float(times[k]), now)
            found[n] = now[0]
        return found

    def _drifted(self, rows: Index) -> Floats:
        """Distance by which the current has carried the waves, along x and y [m], (row, 2)."""
        table, times = self.engine.sea.current, self.engine.times
        found = np.zeros((len(rows), 2))
        for n, k in enumerate(rows if len(table) else ()):
            own = CurrentTable(table[min(k, len(table) - 1)])
            found[n] = own.at(times[k : k + 1], np.zeros(1))[0][0, :2]
        return found

    def _wind(self, fields: Given, rows: Index) -> Write:
        engine, values = self.engine, dict[str, Floats]()
        for name, (path, given) in fields.items():
            shape = (3,) if name == "velocity" else ()
            array = _checked(Wind, name, given, path, rows, shape)
            values[name] = np.broadcast_to(array if array.ndim > len(shape) else array[None], (len(rows), *shape))
            if name in ("gust_std", "gust_time_scale") and engine.sea.spectral:
                reason = "the gusts of this wind have a spectrum, which follows from its speed"
                raise ModelError(f"'{path}': {reason}; set 'sea.wind.speed'")
            if name == "gust_std" and not engine.sea.gusty and np.any(array > 0.0):
                raise ModelError(
                    f"'{path}' {STRUCTURE}: this wind has no gusts; create it with gust_std > 0 and a seed"
                )
        writes = [(WIND[name], array) for name, array in values.items() if name in WIND]
        if any(name in MEAN_WIND for name in values):
            mean = self._mean_wind(values, rows)
            if engine.sea.spectral and not np.all(np.any(mean[:, :2], axis=1)):
                path = next(path for name, (path, _) in fields.items() if name in MEAN_WIND)
                raise ModelError(f"'{path}': gusts with a spectrum {NEED_A_MEAN}")
            writes.append(("wind", mean))

        def write() -> None:
            for name, values in writes:
                engine.set_water(name, values, rows)

        return write

    def _mean_wind(self, values: dict[str, Floats], rows: Index) -> Floats:
        """Mean velocity of the wind with a new velocity, speed or direction [m/s], (rows, 3)."""
        now = self.engine.read(("sea",), "wind")
        mean = values.get("velocity", np.broadcast_to(now if len(now) == 1 else now[rows], (len(rows), 3)))
        if not values.keys() & {"speed", "direction_to", "direction_from"}:
            return mean
        speed = np.hypot(mean[:, 0], mean[:, 1])
        angle = np.where(speed > 0.0, np.arctan2(mean[:, 1], mean[:, 0]), self._still_angle())
        angle = values.get("direction_to", angle)
        if "direction_from" in values:
            angle = values["direction_from"] + np.pi
        speed = values.get("speed", speed)
        return np.stack([speed * np.cos(angle), speed * np.sin(angle), mean[:, 2]], axis=1)

    def _still_angle(self) -> float:
        """Direction of a wind of zero speed [rad]."""
        wind = cast("Wind", self.sea.wind)
        if wind.direction_to is not None:
            return wind.direction_to
        return 0.0 if wind.direction_from is None else wind.direction_from + np.pi

    def _waves(self, fields: Given, rows: Index) -> Write:
        _, given = fields["waves"]
        wanted, engine = waves_of(given, self.sea, rows), self.engine

        def write() -> None:
            water = _grown(engine.sea.water, engine.batch)
            waves = with_waves(water, engine.sea.waves, rows, wanted)
            engine.replace_sea(replaced(engine.sea, water=water, waves=waves))

        return write

    def _components(self, fields: Given, rows: Index) -> Write:
        engine, count = self.engine, int(self.engine.sea.water["wave_count"][0])
        values = {
            name: _finite(_for_rows(given, path, () if name == "ramp" else (count,), rows, exact=True), path)
            for name, (path, given) in fields.items()
        }

        def write() -> None:
            if "ramp" in values:
                engine.set_water("wave_ramp", np.broadcast_to(values.pop("ramp"), (len(rows),)), rows)
            if not values:
                return
            waves, water = _grown(engine.sea.waves, engine.batch), _grown(engine.sea.water, engine.batch)
            own = waves[rows]
            angle = np.arctan2(own[:, KY], own[:, KX])
            for name, array in values.items():
                if name == "direction":
                    angle[:, :count] = array
                else:
                    own[:, _CHANNELS[name], :count] = array
            own[:, KX], own[:, KY] = own[:, NUMBER] * np.cos(angle), own[:, NUMBER] * np.sin(angle)
            waves[rows] = finished(own, water["wave_depth"][rows])
            depth, gravity = self.sea.depth, self.sea.gravity
            for k in rows:
                water["wave_layer"][k], water["wave_set_down"][k] = surface_layer(waves[k : k + 1], depth, gravity)
            water["long_crested"][rows], water["wave_along"][rows] = 0, (0.0, 1.0)
            engine.replace_sea(replaced(engine.sea, waves=waves, water=water))

        return write

    def reseed(self, rows: Index, seed: int | Sequence[int]) -> None:
        """Reseed the random numbers of some runs.

        Raises:
            ModelError: Nothing is random, or there is not one seed for each run.
        """
        if not self.engine.sea.gusty or self.sea.wind is None:
            raise ModelError("a seed has no effect in this simulation: its wind has no gusts; leave it out")
        if isinstance(seed, Sequence | np.ndarray):
            seeds = [whole(each, "a seed", 0) for each in seed]
            if len(seeds) != len(rows):
                raise ModelError(f"the seeds must be one for all or one for each of {len(rows)} runs, got {len(seeds)}")
            keys = self.sea.wind.replace(seed=tuple(seeds), first_row=0).keys(len(rows))
        else:
            wind = self.sea.wind.replace(seed=whole(seed, "the seed", 0), first_row=0)
            keys = np.array([wind.replace(first_row=int(run)).keys(1)[0] for run in rows], dtype=np.uint64)
        self.engine.set_keys(rows, keys)


def _checked(
    part: type[Part], name: str, given: Any, path: str, rows: Index, shape: tuple[int | None, ...] = ()
) -> Floats:
    """Check values against the rules of a field, also if the field does not allow one value for each run."""
    declared = cast("Any", copy.copy(fields_of(part)[name]))
    declared.by_run = True
    try:
        return np.asarray(declared.check(_for_rows(given, path, shape, rows)), dtype=np.float64)
    except RefusedError as error:
        raise ModelError(f"'{path}' {error}") from None


def _for_rows(given: Any, path: str, shape: tuple[int | None, ...], rows: Index, *, exact: bool = False) -> Floats:
    """Numbers of a shape, or with a leading axis for the runs; fewer axes are left to the field, unless ``exact``."""
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind not in "iuf":
        raise ModelError(f"'{path}' must be numbers, got {given!r}")
    one = array.shape == shape if exact else array.ndim <= len(shape)
    each = array.ndim == len(shape) + 1 and len(array) == len(rows) and (not exact or array.shape[1:] == shape)
    if not one and not each:
        wanted = [str(tuple("n" if n is None else n for n in axes)) for axes in (shape, (len(rows), *shape))]
        got = f"got {array.shape}"
        raise ModelError(f"'{path}' must have the shape {wanted[0]}, or {wanted[1]} for these runs, {got}")
    return array.astype(np.float64)


def _radians(given: Any, path: str) -> Floats:
    try:
        return np.radians(np.asarray(given, dtype=np.float64))
    except (TypeError, ValueError):
        raise ModelError(f"'{path}' must be numbers, got {given!r}") from None


def _finite(array: Floats, path: str) -> Floats:
    finite = np.isfinite(array)
    if not np.all(finite):
        raise ModelError(f"'{path}' must be finite, got {array[~finite].ravel()[0]}")
    return array


def _grown(array: Any, batch: int) -> Any:
    """A copy with an entry for each run."""
    return np.repeat(array, batch, axis=0) if len(array) == 1 and batch > 1 else array.copy()


# Inertia


def _inertia_of(vehicle: Vehicle) -> dict[str, Floats]:
    own = vehicle.inertial
    return {
        "mass": np.array([own.mass]),
        "center_of_mass": own.c_BoBcm_B[None].copy(),
        "moment_of_inertia": own.I_BBcm_B[None].copy(),
        "matrix": own.added_mass_matrix()[None].copy(),
    }


def _checked_body(
    mass: Floats, center: Floats, moment: Floats, added: Floats, ratio: Floats, rows: Index, vehicle: str
) -> Floats:
    """Check the inertia of some runs and return M_RB; the added mass at the reference density acts times a ratio.

    Raises:
        ModelError: The inertia is not physical.
    """
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
    M_RB = rigid_body_matrix(mass, center, moment)
    M = M_RB + ratio[:, None, None] * added
    eigenvalues = np.asarray(np.linalg.eigvalsh(M)[:, 0], dtype=np.float64)
    rule = f"the smallest eigenvalue of the mass matrix of '{vehicle}' must be > 0"
    _check(positive_definite(M), eigenvalues, rows, rule)
    return M_RB


def _check(sound: NDArray[np.bool_], values: Floats, rows: Index, rule: str) -> None:
    if not np.all(sound):
        first = int(np.flatnonzero(~sound)[0])
        raise ModelError(f"run {rows[first]}: {rule}, got {values[first]:.6g}")

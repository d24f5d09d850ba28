"""Dotted keys of parameters, as in a scenario file, resolved to parts and fields."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from seaway.engine import Engine
from seaway.errors import ModelError
from seaway.forces import Force
from seaway.parts import Field, Part, fields_of, near
from seaway.parts._tables import keys_of
from seaway.vehicle import Hull, Vehicle

__all__ = ["MEAN_WIND", "STRUCTURE", "WIND", "Paths", "Target"]

WIND: Final = {
    "reference_height": "wind_height",
    "exponent": "wind_exponent",
    "gust_std": "gust",
    "gust_time_scale": "gust_time",
}
"""Fields of a wind with their names in ``kernels.water.WATER``."""

MEAN_WIND: Final = ("velocity", "speed", "direction_to", "direction_from")
"""Fields of a wind that determine its mean velocity."""

STRUCTURE: Final = "is structure, the same in all runs; create another simulation to change it"

_WATER: Final = ("density", "gravity", "viscosity", "air_density", "surface", "depth")
_COMPONENTS: Final = ("amplitude", "omega", "direction", "phase", "wave_number", "q")
_INERTIA: Final = {"inertia": ("mass", "center_of_mass", "moment_of_inertia"), "added_mass": ("matrix", "diagonal")}


class Target(NamedTuple):
    """A part whose fields can be set.

    Attributes:
        kind: ``"inertia"`` (with added mass), ``"displacement"``, ``"force"`` or ``"hull_force"``; for the sea
            ``"current"``, ``"wind"``, ``"waves"``, ``"components"``, or a property of the water; ``"control"``.
        vehicle: Index of the vehicle; for control, of the loop.
        number: Index of a force in ``Engine.instances``, of a hull force in ``Hull.forces``, or of a control stage
            among those of its kind.
    """

    kind: str
    vehicle: int = 0
    number: int = 0


class Paths:
    """Resolve dotted keys.

    Args:
        engine: Engine whose parameters they name.
        vehicles: Its vehicles.
    """

    def __init__(self, engine: Engine, vehicles: tuple[Vehicle, ...]):
        self._engine, self._vehicles = engine, vehicles

    def resolved(self, path: str) -> tuple[Target, str]:
        """Find the part and the name of its field.

        Raises:
            ModelError: There is no such key, or it is structure.
        """
        words = path.split(".")
        if words[0] == "sea":
            return self._of_sea(words, path)
        if words[0] == "control":
            return self._of_control(words[1:], path)
        if words[0] != "vehicle":
            raise ModelError(f"no parameter named '{path}'; a key begins with 'vehicle', 'sea' or 'control'")
        k, rest = 0, words[1:]
        names = [vehicle.name for vehicle in self._vehicles]
        if rest and rest[0] in names:
            k, rest = names.index(rest[0]), rest[1:]
        elif len(names) > 1:
            raise ModelError(
                f"'{path}' must name a vehicle, as in 'vehicle.{names[0]}.…'; there are: {', '.join(names)}"
            )
        if not rest:
            raise ModelError(f"'{path}' is not a parameter of a vehicle; an example is 'vehicle.inertia.mass'")
        if rest[0] in _INERTIA:
            allowed = _INERTIA[rest[0]]
            if len(rest) != 2 or rest[1] not in allowed:
                raise _unknown(path, ".".join(rest[1:]), allowed)
            return Target("inertia", k), rest[1]
        known = keys_of(Vehicle)
        if rest[0] not in known:
            raise _unknown(path, rest[0], (*_INERTIA, *known))
        return self._of_part(k, known[rest[0]], rest, path)

    def _of_part(self, k: int, declared: Field[Any, Any], rest: list[str], path: str) -> tuple[Target, str]:
        vehicle = self._vehicles[k]
        value = vars(vehicle)[declared.name]
        if declared.name == "buoyancy":
            by_key: Mapping[str, type] = getattr(declared, "by_key", {})
            if not isinstance(value, by_key[rest[0]]):
                raise ModelError(f"'{path}': vehicle '{vehicle.name}' has no {rest[0]}")
            if isinstance(value, Hull) and len(rest) == 3:
                return self._of_hull(value, k, rest, path)
            return Target("displacement", k), _number(value, rest[1:], path)
        if value is None or value == ():
            raise ModelError(f"'{path}': vehicle '{vehicle.name}' has no {rest[0]}")
        part, own = value, rest[1:]
        if isinstance(value, tuple):
            part, own = _one_of(cast("tuple[Part, ...]", value), own, path)
        if not isinstance(part, Force):
            raise ModelError(f"'{path}' {STRUCTURE}")
        number = next(n for n, each in enumerate(self._engine.instances) if each.force is part)
        return Target("force", number=number), _number(part, own, path)

    def _of_hull(self, hull: Hull, k: int, rest: list[str], path: str) -> tuple[Target, str]:
        by_key: Mapping[str, type] = getattr(fields_of(Hull)["forces"], "by_key", {})
        kind = by_key.get(rest[1])
        if kind is None:
            raise _unknown(path, rest[1], tuple(by_key))
        for n, force in enumerate(hull.forces):
            if isinstance(force, kind):
                return Target("hull_force", k, n), _number(force, rest[2:], path)
        raise ModelError(f"'{path}': the hull of vehicle '{self._vehicles[k].name}' has no {rest[1]}")

    def _of_control(self, words: list[str], path: str) -> tuple[Target, str]:
        """A set point, or another number, of a stage of a compiled control loop."""
        loops, names = self._engine.loops.all, [vehicle.name for vehicle in self._vehicles]
        if not loops:
            raise ModelError(f"'{path}': no compiled controller is attached; see Simulation.attach")
        if len(names) > 1 and (not words or words[0] not in names):
            raise ModelError(
                f"'{path}' must name a vehicle, as in 'control.{names[0]}.…'; there are: {', '.join(names)}"
            )
        k = names.index(words[0]) if words and words[0] in names else 0
        rest = words[1:] if words and words[0] in names else words
        stages = {
            stage.name: (n, stage)
            for n, loop in enumerate(loops)
            if loop.vehicle == k
            for stage in loop.group.stages
            if stage.name
        }
        if len(rest) != 2 or rest[0] not in stages:
            raise _unknown(path, rest[0] if rest else "", tuple(stages))
        n, stage = stages[rest[0]]
        name, group = rest[1].removesuffix("_deg"), loops[n].group
        guided = {
            each for part in getattr(getattr(group.owner, "settings", None), "guidance", ()) for each in part.drives
        }
        if name in stage.law.set_points:
            if name in guided:
                raise ModelError(
                    f"'{path}': guidance computes this set point; set the parameters of the guidance instead"
                )
            if name not in group.driven:
                raise ModelError(f"'{path}' is not controlled; set points are: {', '.join(group.driven)}")
            return Target("control", n, loops[n].stages(stage.law).index(stage)), f"{stage.law.kind}:{name}_values"
        known = [each for each, _ in stage.law.parameters if not each.endswith(("_times", "_values", "period"))]
        if name not in known:
            raise _unknown(path, rest[1], (*group.driven, *known))
        return Target("control", n, loops[n].stages(stage.law).index(stage)), f"{stage.law.kind}:{name}"

    def _of_sea(self, words: list[str], path: str) -> tuple[Target, str]:
        name, rest = words[1] if len(words) > 1 else "", words[2:]
        if not rest and (name in _WATER or name == "waves"):
            return Target(name), name
        if name == "current" and rest in ([], ["velocity"]):
            return Target("current"), "velocity"
        if name == "wind" and len(rest) == 1 and rest[0] in (*WIND, *MEAN_WIND):
            if not self._engine.sea.windy:
                raise ModelError(f"'{path}': the sea has no wind; create it with one, e.g. wind=(0, 0)")
            return Target("wind"), rest[0]
        if name == "wind" and rest == ["gust_spectrum"]:
            raise ModelError(f"'{path}' {STRUCTURE}")
        of_component = len(rest) == 2 and rest[0] == "components" and rest[1] in _COMPONENTS
        if name == "waves" and (rest == ["ramp"] or of_component):
            if not self._engine.structure.waves:
                raise ModelError(f"'{path}': the sea has no waves; set 'sea.waves' first")
            return Target("components"), rest[-1]
        own = {"current": ["velocity"], "wind": [*MEAN_WIND, *WIND], "waves": ["ramp", "components.amplitude"]}
        if name in own:
            raise _unknown(path, ".".join(rest), own[name])
        raise _unknown(path, name, (*_WATER, *sorted(own)))


def _one_of(parts: tuple[Part, ...], rest: list[str], path: str) -> tuple[Part, list[str]]:
    """Find one of several parts by its name or number; return it with the remaining words."""
    names = [str(vars(part).get("name", n)) for n, part in enumerate(parts)]
    if len(rest) > 1 and rest[0] in names:
        return parts[names.index(rest[0])], rest[1:]
    if len(rest) > 1 and rest[0].isdigit() and int(rest[0]) < len(parts):
        return parts[int(rest[0])], rest[1:]
    if len(parts) == 1:
        return parts[0], rest
    raise _unknown(path, rest[0] if rest else "", names)


def _number(part: Part, rest: list[str], path: str) -> str:
    """Name of a numeric field."""
    known = keys_of(type(part))
    if len(rest) != 1 or rest[0] not in known:
        raise _unknown(path, ".".join(rest), [key for key, each in known.items() if each.shape is not None])
    declared = known[rest[0]]
    if declared.shape is None or isinstance(part, Hull):
        raise ModelError(f"'{path}' {STRUCTURE}")
    return declared.name


def _unknown(path: str, word: str, known: Sequence[str]) -> ModelError:
    hint = near(word, list(known)) or f"; there are: {', '.join(known)}"
    return ModelError(f"no parameter named '{path}': '{word}' is not a key here{hint}")

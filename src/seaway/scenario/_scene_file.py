"""The scene of a run in a file: vehicles and sea, for runs that cannot be made again from their inputs.

``scene.npz`` is a NumPy archive without pickles: arrays, and ``json``, a tree of parts that refers to them by name.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from seaway import sea as seas
from seaway import shapes
from seaway import vehicle as vehicles
from seaway._files import write_whole
from seaway.errors import ScenarioError, SeawayError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import Mesh
from seaway.mesh._surface import Surface, SurfaceFile
from seaway.parts import Part
from seaway.sea import Sea
from seaway.vehicle import Vehicle

__all__ = ["MAX_SCENE_BYTES", "read_scene", "scene_bytes", "write_scene"]

MAX_SCENE_BYTES: Final = 64 * 2**20
"""Largest scene file that is written or read: 64 MB."""

_MAX_UNPACKED: Final = 4 * MAX_SCENE_BYTES
_DEEPEST: Final = 12
_MODULES: Final = (vehicles, seas, shapes)


def scene_bytes(vehicles: Iterable[Vehicle], sea: Sea) -> bytes | None:
    """Content of the scene file of some vehicles in a sea; None if it would be too large.

    Forces of one's own are left out: they are code.
    """
    arrays = dict[str, Any]()
    tree = {"vehicles": [_packed(each, arrays) for each in vehicles], "sea": _packed(sea, arrays)}
    if sum(array.nbytes for array in arrays.values()) > _MAX_UNPACKED:
        return None
    text = np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8)
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, json=text, **arrays)
    return data.getvalue() if data.tell() <= MAX_SCENE_BYTES else None


def write_scene(path: Path, vehicles: Iterable[Vehicle], sea: Sea) -> bool:
    """Write a scene file; returns whether it was small enough.

    Raises:
        OSError: It cannot be written.
    """
    data = scene_bytes(vehicles, sea)
    if data is None:
        return False
    write_whole(path, data)
    return True


def read_scene(path: Path) -> tuple[tuple[Vehicle, ...], Sea]:
    """Read a scene file, which may come from a stranger: parts of Seaway only, each checked.

    Raises:
        ScenarioError: It is no scene file, or too large.
    """
    try:
        if path.stat().st_size > MAX_SCENE_BYTES:
            raise ValueError(f"it may have at most {MAX_SCENE_BYTES} bytes")
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _MAX_UNPACKED:
                raise ValueError(f"it may hold at most {_MAX_UNPACKED} bytes")
        with np.load(path, allow_pickle=False) as archive:
            tree: Any = json.loads(archive["json"].tobytes())
            made = [_unpacked(each, archive, 0) for each in tree["vehicles"]]
            sea = _unpacked(tree["sea"], archive, 0)
        if not all(isinstance(each, Vehicle) for each in made) or not isinstance(sea, Sea):
            raise TypeError("it must hold vehicles and a sea")
    except (OSError, ValueError, TypeError, KeyError, RecursionError, zipfile.BadZipFile, SeawayError) as error:
        raise ScenarioError(f"{path}: the scene cannot be read: {error}") from None
    return tuple(made), sea


@cache
def _classes() -> Mapping[str, type[Part]]:
    """Parts that a scene may hold, by name."""
    found = [
        value for module in _MODULES for name in module.__all__ if isinstance(value := getattr(module, name), type)
    ]
    nested = [kind for part in found if issubclass(part, Part) for kind in _nested(part)]
    parts = {each.__name__: each for each in (*found, *nested) if issubclass(each, Part)}
    del parts["PythonForce"]  # a function
    return parts


def _nested(part: type[Part]) -> list[type]:
    """Parts that only stand in a field of another."""
    kinds = [getattr(field, "kinds", ()) for field in part.__part__.fields.values()]
    return [kind for several in kinds for kind in several if isinstance(kind, type) and issubclass(kind, Part)]


_PLAIN: Final[Mapping[type, tuple[str, ...]]] = {
    Inertial: ("mass_properties", "pose", "added_mass"),
    MassProperties: ("mass", "moment_of_inertia"),
    AddedMass: ("matrix", "convention"),
    Pose: ("p", "q"),
    Mesh: ("vertices", "faces"),
    Surface: ("vertices", "faces", "colors"),
    SurfaceFile: ("name", "data"),
}
"""Classes that are no parts, with the arguments of their constructors."""


def _surface_file(name: str, data: Any) -> SurfaceFile:
    return SurfaceFile(str(name), data.tobytes())


_MADE: Final[Mapping[str, Callable[..., Any]]] = {
    **{kind.__name__: kind for kind in _PLAIN},
    SurfaceFile.__name__: _surface_file,
}


def _packed(value: Any, arrays: dict[str, Any]) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return cast("Any", value).item()
    if isinstance(value, bytes):
        value = np.frombuffer(value, dtype=np.uint8)
    if isinstance(value, np.ndarray):
        name = f"a{len(arrays)}"
        arrays[name] = value
        return {"array": name}
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, Any]", value)
        return {"map": {name: _packed(entry, arrays) for name, entry in entries.items()}}
    if isinstance(value, tuple | list):
        return [_packed(each, arrays) for each in cast("Iterable[Any]", value) if _known(each)]
    names = _PLAIN.get(cast("Any", type(value)))
    if names is not None:
        return {"made": type(value).__name__, "of": [_packed(getattr(value, name), arrays) for name in names]}
    if isinstance(value, Part) and _known(value):
        fields = value.__reduce__()[1][1]
        return {"part": type(value).__name__, "of": {name: _packed(each, arrays) for name, each in fields.items()}}
    return None  # a seed, or a function


def _known(value: Any) -> bool:
    return not isinstance(value, Part) or _classes().get(type(value).__name__) is type(value)


def _unpacked(value: Any, archive: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError("its parts are nested too deep")
    if isinstance(value, list):
        return tuple(_unpacked(each, archive, depth + 1) for each in cast("list[Any]", value))
    if not isinstance(value, dict):
        return value
    entry = cast("dict[str, Any]", value)
    if "array" in entry:
        return archive[entry["array"]]
    if "map" in entry:
        return {name: _unpacked(each, archive, depth + 1) for name, each in entry["map"].items()}
    if "made" in entry:
        return _MADE[entry["made"]](*(_unpacked(each, archive, depth + 1) for each in entry["of"]))
    fields = {name: _unpacked(each, archive, depth + 1) for name, each in entry["of"].items()}
    return _classes()[entry["part"]](**fields)

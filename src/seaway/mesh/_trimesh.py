"""The one door to trimesh, which has no types."""

import io
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError
from seaway.mesh._check import triangle_limit
from seaway.mesh._collada import placed

__all__ = ["quiet", "read_by_trimesh"]


class _NoFiles:
    """In place of trimesh's resolvers: refuses every other file."""

    def get(self, name: object) -> NoReturn:
        raise MeshError(f"the file needs another one, {str(name)[:40]!r}; export with everything in one file")

    __getitem__ = get


@contextmanager
def quiet() -> Generator[None]:
    """Silence what readers warn of, but for numbers that numpy could not read to the end: those become errors."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        warnings.filterwarnings("error", message="string or file could not be read", category=DeprecationWarning)
        yield


def read_by_trimesh(data: bytes, kind: str) -> list[tuple[Floats, Integers]]:
    """Read a file's triangles, each instance at its place in the scene.

    Args:
        data: The file.
        kind: ``"stl"`` or ``"gltf"``.

    Raises:
        MeshError: It needs another file, or has too many triangles. Whatever trimesh raises passes through.
    """
    trimesh: Any = import_module("trimesh")  # only those who load a file should wait for it
    scene = trimesh.load_scene(
        io.BytesIO(data), file_type=kind, resolver=_NoFiles(), process=False, skip_materials=True
    )
    surfaces: list[tuple[Floats, Integers]] = []
    count = 0
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        geometry = scene.geometry[name]
        if not isinstance(geometry, trimesh.Trimesh):
            continue  # points and lines
        count += len(geometry.faces)
        triangle_limit(count)
        vertices = np.array(geometry.vertices, dtype=np.float64)
        faces = np.array(geometry.faces, dtype=np.int64)
        surfaces.append(placed(vertices, faces, np.asarray(matrix, dtype=np.float64)))
    return surfaces

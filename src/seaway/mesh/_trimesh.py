"""The only interface to trimesh, which is untyped."""

import io
import re
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError
from seaway.mesh._check import require, triangle_limit

_STL_NORMAL: Final = re.compile(rb"normal[^\r\n]*", re.IGNORECASE)
_STL_VERTEX: Final = re.compile(rb"\bvertex[ \t]+[-+.\d]", re.IGNORECASE)


Rgba = tuple[float, float, float, float]
"""Red, green, blue and alpha in [0, 1]."""


class Piece(NamedTuple):
    """One object of a file: vertices [m], faces, and the colour of its material, if known."""

    vertices: Floats
    faces: Integers
    color: Rgba | None = None


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


def read_by_trimesh(data: bytes, kind: str, *, colors: bool = False) -> list[Piece]:
    """Read a file's triangles, each instance at its place in the scene.

    Args:
        data: The file.
        kind: ``"stl"`` or ``"gltf"``.
        colors: Whether to keep the base colours of materials.

    Raises:
        MeshError: It needs another file, or has too many triangles. Whatever trimesh raises passes through.
    """
    trimesh: Any = import_module("trimesh")  # only those who load a file should wait for it
    scene = trimesh.load_scene(
        io.BytesIO(data), file_type=kind, resolver=_NoFiles(), process=False, skip_materials=not colors
    )
    pieces: list[Piece] = []
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
        color = _base_color(geometry) if colors else None
        pieces.append(placed(vertices, faces, np.asarray(matrix, dtype=np.float64), color=color))
    return pieces


def _base_color(geometry: Any) -> Rgba | None:
    """The base colour of a glTF material, which trimesh keeps as bytes; linear there, sRGB here."""
    factor = getattr(getattr(geometry.visual, "material", None), "baseColorFactor", None)
    if factor is None:
        return None
    color = np.asarray(factor, dtype=np.float64) / 255.0
    color[:3] = np.where(color[:3] <= 0.0031308, 12.92 * color[:3], 1.055 * color[:3] ** (1.0 / 2.4) - 0.055)
    return rgba(color)


def rgba(values: Floats) -> Rgba | None:
    """A colour of three or four numbers, cut to [0, 1]; None for others."""
    if values.shape not in ((3,), (4,)) or not np.all(np.isfinite(values)):
        return None
    r, g, b, a = np.clip([*values.tolist(), 1.0][:4], 0.0, 1.0).tolist()
    return r, g, b, a


def read_stl(data: bytes) -> list[Piece]:
    """Read the triangles of an STL file, text or binary.

    Raises:
        MeshError: It is cut short, or has too many triangles. Whatever trimesh raises passes through.
    """
    # trimesh guesses the encoding of a header or text that is not UTF-8; names are all that could differ.
    if len(data) >= 84 and len(data) == 84 + 50 * int.from_bytes(data[80:84], "little"):
        return read_by_trimesh(bytes(80) + data[80:], "stl")
    text = data.decode("utf-8", errors="replace").encode()
    # Normals follow from the corners; what is written for them (nan, at times) need not be numbers.
    pieces = read_by_trimesh(_STL_NORMAL.sub(b"", text), "stl")
    # trimesh leaves out a solid without its end.
    written, found = len(_STL_VERTEX.findall(text)), 3 * sum(len(piece.faces) for piece in pieces)
    message = f"the file is cut short or damaged: {written} vertices, of which {found} form whole solids"
    require(written == found, message)
    return pieces


def placed(vertices: Floats, faces: Integers, matrix: Floats, unit: float = 1.0, color: Rgba | None = None) -> Piece:
    """Move vertices by a 4x4 matrix, then scale; one that mirrors turns the faces round, so that they stay outward."""
    with np.errstate(all="ignore"):
        moved = (vertices @ matrix[:3, :3].T + matrix[:3, 3]) * unit
        mirrored = np.linalg.det(matrix[:3, :3]) < 0.0
    return Piece(moved, faces[:, ::-1] if mirrored else faces, color)

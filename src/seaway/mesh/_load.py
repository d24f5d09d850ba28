"""Loading of untrusted mesh files."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError
from seaway.mesh._check import arrays, require
from seaway.mesh._repair import merged
from seaway.mesh._topology import edges_of

if TYPE_CHECKING:
    from seaway.mesh._trimesh import Piece

MAX_BYTES: Final = 256 * 2**20
"""Largest file that is read: 256 MB."""

EXTENSIONS: Final = (".dae", ".glb", ".gltf", ".obj", ".stl")
"""The files that are read: COLLADA, glTF 2.0, Wavefront, STL (text and binary)."""


def read_surface(file: Path, factors: Floats, data: bytes | None = None) -> tuple[Floats, Integers]:
    """Read the vertices [m] and faces of a file, scaled along x, y, z; see ``Mesh.load``.

    Raises:
        MeshError: It does not exist, cannot be read, or has no triangles.
    """
    pieces = read_pieces(file, data)
    require(pieces, "there are no triangles in the file")
    return _joined([arrays(piece.vertices * factors, piece.faces) for piece in pieces])


def read_pieces(file: Path, data: bytes | None, *, colors: bool = False) -> "list[Piece]":
    """Read the triangles of a file, object by object [m].

    Args:
        file: The file, whose extension tells the format.
        data: Content of the file, if already read.
        colors: Whether to read the colours of materials too.

    Raises:
        MeshError: It does not exist, or cannot be read.
    """
    extension = file.suffix.lower()
    known = ", ".join(EXTENSIONS)
    require(extension in EXTENSIONS, f"a mesh is read from {known}, not from {extension or 'a file without extension'}")
    data = bytes_of(file) if data is None else data
    require(len(data) <= MAX_BYTES, f"a file may have at most {MAX_BYTES} bytes, this one has more")
    from seaway.mesh._collada import read_collada
    from seaway.mesh._gltf import gltf_geometry
    from seaway.mesh._obj import read_obj
    from seaway.mesh._trimesh import quiet, read_by_trimesh, read_stl

    readers = {".obj": read_obj, ".stl": read_stl}
    try:
        with quiet():
            if extension in readers:
                return readers[extension](data)
            if extension == ".dae":
                return read_collada(data, colors=colors)
            return read_by_trimesh(gltf_geometry(data, extension, colors=colors), "gltf", colors=colors)
    except MeshError:
        raise
    except Exception as error:  # noqa: BLE001 - readers of others raise all kinds of things at damaged files
        reason = " ".join(str(error).split())[:120]
        raise MeshError(f"the file cannot be read as {extension}: {type(error).__name__} {reason}".rstrip()) from None


def bytes_of(file: Path) -> bytes:
    """The content of a mesh file, of at most ``MAX_BYTES`` and one more.

    Raises:
        MeshError: It does not exist, or cannot be read.
    """
    try:
        if file.is_file():
            with file.open("rb") as stream:
                return stream.read(MAX_BYTES + 1)
        message = "this is not a file" if file.exists() else "there is no such file"
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        message = f"the file cannot be read: {error}"
    raise MeshError(message)


def _joined(surfaces: list[tuple[Floats, Integers]]) -> tuple[Floats, Integers]:
    """One set of vertices and faces. Objects that are closed keep their own vertices, so that they may touch."""
    surfaces = [merged(*surface) for surface in surfaces]
    is_closed = [bool(np.all(edges_of(faces, len(vertices)).uses == 2)) for vertices, faces in surfaces]
    closed = [surface for surface, whole in zip(surfaces, is_closed, strict=True) if whole]
    others = [surface for surface, whole in zip(surfaces, is_closed, strict=True) if not whole]
    if len(others) > 1:
        others = [merged(*_stacked(others))]
    return _stacked(closed + others)


def _stacked(surfaces: list[tuple[Floats, Integers]]) -> tuple[Floats, Integers]:
    offsets = np.cumsum([0, *(len(vertices) for vertices, _ in surfaces)])
    faces = [faces + offset for (_, faces), offset in zip(surfaces, offsets[:-1], strict=True)]
    return np.concatenate([vertices for vertices, _ in surfaces]), np.concatenate(faces)

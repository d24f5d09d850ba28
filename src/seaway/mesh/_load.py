"""A mesh from a file that may come from a stranger."""

import re
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError
from seaway.mesh._check import arrays
from seaway.mesh._mesh import Mesh, scale_factors
from seaway.mesh._repair import mended, merged
from seaway.mesh._topology import edges_of

__all__ = ["EXTENSIONS", "MAX_BYTES", "load"]

MAX_BYTES: Final = 256 * 2**20
"""Largest file that is read: 256 MB."""

EXTENSIONS: Final = (".dae", ".glb", ".gltf", ".obj", ".stl")
"""The files that are read: COLLADA, glTF 2.0, Wavefront, STL (text and binary)."""

_STL_NORMAL: Final = re.compile(rb"normal[^\r\n]*", re.IGNORECASE)
_STL_VERTEX: Final = re.compile(rb"\bvertex[ \t]+[-+.\d]", re.IGNORECASE)


def load(path: str | PathLike[str], *, scale: ArrayLike = 1.0, repair: bool = False, data: bytes | None = None) -> Mesh:
    """Load a mesh from a file: its geometry, with the transforms of its scene, all objects in one.

    Only this file is opened: no materials, images or other buffers, and no network. Vertices that are exactly equal are
    merged (STL shares none): within an object where that closes it, else among all objects that are not closed by
    themselves.

    Lengths are metres. A DAE is scaled by its ``<unit meter="...">``; its ``<up_axis>`` is not applied. glTF is y up by
    its rules, and is not turned either. Both as Gazebo (gz-common) has it: turn such a mesh with ``transformed``, or by
    the pose of its link. STL and glTF hold single precision, 7 digits, and DAE is read so.

    Args:
        path: A file with one of the ``EXTENSIONS``, of at most ``MAX_BYTES`` and ``MAX_TRIANGLES``.
        scale: One positive factor, or three along x, y, z, e.g. 0.001 for a file in millimetres.
        repair: Mend what can be mended, see ``repaired``. Without it nothing is guessed.
        data: Content of the file, if it was read before.

    Raises:
        MeshError: There is no such file, it cannot be read, or what it holds is no mesh; the message begins with the
            path.

    Warns:
        SeawayWarning: With ``repair``, what was changed.
    """
    file = Path(path)
    factors = scale_factors(scale)
    try:
        surfaces = _read(file, data)
        if not surfaces:
            raise MeshError("there are no triangles in the file")
        vertices, faces = _joined([arrays(v * factors, f) for v, f in surfaces])
        return mended(vertices, faces, str(file)) if repair else Mesh(vertices, faces)
    except MeshError as error:
        raise MeshError(f"{file}: {error}") from None


def _read(file: Path, data: bytes | None) -> list[tuple[Floats, Integers]]:
    extension = file.suffix.lower()
    if extension not in EXTENSIONS:
        raise MeshError(
            f"a mesh is read from {', '.join(EXTENSIONS)}, not from {extension or 'a file without extension'}"
        )
    data = _bytes(file) if data is None else data
    if len(data) > MAX_BYTES:
        raise MeshError(f"a file may have at most {MAX_BYTES} bytes, this one has more")
    from seaway.mesh._collada import read_collada
    from seaway.mesh._gltf import read_gltf
    from seaway.mesh._obj import read_obj
    from seaway.mesh._trimesh import quiet

    try:
        with quiet():
            match extension:
                case ".dae":
                    return read_collada(data)
                case ".obj":
                    return read_obj(data)
                case ".stl":
                    return _stl(data)
                case _:
                    return read_gltf(data, extension)
    except MeshError:
        raise
    except Exception as error:  # noqa: BLE001 - readers of others raise all kinds of things at damaged files
        reason = " ".join(str(error).split())[:120]
        raise MeshError(f"the file cannot be read as {extension}: {type(error).__name__} {reason}".rstrip()) from None


def _bytes(file: Path) -> bytes:
    try:
        if not file.is_file():
            raise MeshError("there is no such file" if not file.exists() else "this is not a file")
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        if isinstance(error, MeshError):
            raise
        raise MeshError(f"the file cannot be read: {error}") from None
    return data


def _stl(data: bytes) -> list[tuple[Floats, Integers]]:
    from seaway.mesh._trimesh import read_by_trimesh

    # trimesh guesses the encoding of a header or text that is not UTF-8; names are all that could differ.
    if len(data) >= 84 and len(data) == 84 + 50 * int.from_bytes(data[80:84], "little"):
        return read_by_trimesh(bytes(80) + data[80:], "stl")
    text = data.decode("utf-8", errors="replace").encode()
    # Normals follow from the corners; what is written for them (nan, at times) need not be numbers.
    surfaces = read_by_trimesh(_STL_NORMAL.sub(b"", text), "stl")
    # trimesh leaves out a solid without its end.
    written, found = len(_STL_VERTEX.findall(text)), 3 * sum(len(faces) for _, faces in surfaces)
    if written != found:
        raise MeshError(f"the file is cut short or damaged: {written} vertices, of which {found} form whole solids")
    return surfaces


def _joined(surfaces: list[tuple[Floats, Integers]]) -> tuple[Floats, Integers]:
    """One set of vertices and faces. Objects that are closed keep their own vertices, so that they may touch."""
    closed: list[tuple[Floats, Integers]] = []
    others: list[tuple[Floats, Integers]] = []
    for surface in surfaces:
        vertices, faces = merged(*surface)
        is_closed = bool(np.all(edges_of(faces, len(vertices)).uses == 2))
        (closed if is_closed else others).append((vertices, faces))
    if len(others) > 1:
        others = [merged(*_stacked(others))]
    return _stacked(closed + others)


def _stacked(surfaces: list[tuple[Floats, Integers]]) -> tuple[Floats, Integers]:
    offsets = np.cumsum([0, *(len(vertices) for vertices, _ in surfaces)])
    faces = [faces + offset for (_, faces), offset in zip(surfaces, offsets[:-1], strict=True)]
    return np.concatenate([vertices for vertices, _ in surfaces]), np.concatenate(faces)

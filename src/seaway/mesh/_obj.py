"""Wavefront OBJ: its vertices and faces.

Read here and not by trimesh, which takes relative numbers (-1 is the last vertex so far) for numbers from the end of
the file, number 0 for number 1, and leaves out what it cannot read.
"""

from array import array
from itertools import pairwise

import numpy as np

from seaway.errors import MeshError
from seaway.mesh._check import require, triangle_limit
from seaway.mesh._trimesh import Piece

# Surfaces that are given by formulas; without them the hull would have holes.
_FREE_FORM = frozenset({"curv", "curv2", "surf", "cstype", "p_curve", "bzp", "bsp"})


def read_obj(data: bytes) -> list[Piece]:
    """Read ``v`` and ``f``; polygons become fans. Groups, materials, normals and lines are left out.

    Raises:
        MeshError: A line that cannot be read, with its number.
    """
    coordinates, triangles = array("d"), array("q")  # a tenth of the memory of lists
    text = data.decode("utf-8", errors="replace").replace("\\\r\n", " ").replace("\\\n", " ")
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            if words[0] == "v":
                x, y, z = words[1:4]
                coordinates.extend((float(x), float(y), float(z)))
            elif words[0] == "f":
                corners = [_corner(word, len(coordinates) // 3) for word in words[1:]]
                if len(corners) < 3:
                    raise ValueError("a face needs three corners or more")
                for b, c in pairwise(corners[1:]):
                    triangles.extend((corners[0], b, c))
                triangle_limit(len(triangles) // 3)
            elif words[0] in _FREE_FORM:
                raise ValueError("curved surfaces are not read; export triangles")
        except ValueError as error:
            if isinstance(error, MeshError):
                raise
            raise MeshError(f"line {number}: {line.strip()[:60]!r} cannot be read: {error}") from None
    if not triangles:
        return []
    vertices, faces = np.array(coordinates).reshape(-1, 3), np.array(triangles, dtype=np.int64).reshape(-1, 3)
    last = np.max(faces)
    require(last < len(vertices), f"a face names vertex {last + 1}, but there are {len(vertices)}")
    return [Piece(vertices, faces)]


def _corner(word: str, count: int) -> int:
    """The vertex of ``v``, ``v/vt``, ``v//vn`` or ``v/vt/vn``, from 0; negative numbers count back from here."""
    index = int(word.split("/", 1)[0])
    if index == 0 or index < -count or index > 2**31:
        raise ValueError(f"there is no vertex {index}")
    return index - 1 if index > 0 else count + index

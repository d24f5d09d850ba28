"""Surfaces for display: triangles with colours, which need not bound a solid."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers, frozen
from seaway.errors import MeshError
from seaway.mesh._check import arrays, require, triangle_limit
from seaway.mesh._load import bytes_of, read_pieces
from seaway.mesh._mesh import Mesh


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Surface:
    """Triangles for display, optionally with a colour each. Immutable; open and inverted surfaces are allowed.

    Args:
        vertices: Corners [m], (n, 3).
        faces: Rows of ``vertices``, (m, 3); at most 2 million.
        colors: Red, green, blue and alpha of each face in [0, 1], (m, 4); None for no colours.

    Raises:
        MeshError: There are no triangles, they are not finite, or an index is out of range.
    """

    vertices: Floats
    faces: Integers
    colors: Floats | None

    def __init__(self, vertices: ArrayLike, faces: ArrayLike, colors: ArrayLike | None = None):
        v, f = arrays(vertices, faces)
        f.flags.writeable = False
        shades = None if colors is None else np.asarray(colors, dtype=np.float64)
        if shades is not None:
            sound = shades.shape == (len(f), 4) and bool(np.all((shades >= 0.0) & (shades <= 1.0)))
            require(sound, f"colours must be numbers in [0, 1] of shape ({len(f)}, 4), got {shades.shape}")
        vars(self).update(vertices=frozen(v), faces=f, colors=None if shades is None else frozen(shades))

    @classmethod
    def load(cls, path: str | PathLike[str], *, scale: ArrayLike = 1.0, data: bytes | None = None) -> "Surface":
        """Load a surface from a file: see ``Mesh.load`` for formats, units and axes.

        The diffuse colours of COLLADA and the base colours of glTF are kept; textures are not read.

        Args:
            path: The file.
            scale: One factor, or three along x, y, z; a negative one mirrors.
            data: Content of the file, if already read.

        Raises:
            MeshError: The file does not exist or cannot be read; the message begins with the path.
        """
        file = Path(path)
        try:
            factors = np.broadcast_to(np.asarray(scale, dtype=np.float64), (3,))
            require(np.all(np.isfinite(factors) & (factors != 0.0)), f"a scale must be finite and not 0, got {scale}")
            pieces = read_pieces(file, data, colors=True)
            require(pieces, "there are no triangles in the file")
            starts = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
            triangle_limit(sum(len(piece.faces) for piece in pieces))
            vertices = np.concatenate([piece.vertices for piece in pieces]) * factors
            faces = np.concatenate([piece.faces + start for piece, start in zip(pieces, starts, strict=False)])
            mirrored = np.prod(np.sign(factors)) < 0.0
            colored = any(piece.color is not None for piece in pieces)
            colors = [np.tile(piece.color or PLAIN, (len(piece.faces), 1)) for piece in pieces] if colored else None
            shades = None if colors is None else np.concatenate(colors)
            return cls(vertices, faces[:, ::-1] if mirrored else faces, shades)
        except MeshError as error:
            raise MeshError(f"{file}: {error}") from None

    @classmethod
    def of(cls, mesh: Mesh) -> "Surface":
        """The surface of a mesh, without colours."""
        return cls(mesh.vertices, mesh.faces)

    def __eq__(self, other: object) -> bool:
        """Compare vertices, faces and colours exactly, in their order."""
        if not isinstance(other, Surface):
            return NotImplemented
        same = np.array_equal(self.vertices, other.vertices) and np.array_equal(self.faces, other.faces)
        if self.colors is None or other.colors is None:
            return same and self.colors is other.colors
        return same and np.array_equal(self.colors, other.colors)

    def __repr__(self) -> str:
        colors = "" if self.colors is None else f", {len(np.unique(self.colors, axis=0))} colours"
        return f"Surface({len(self.vertices)} vertices, {len(self.faces)} faces{colors})"


PLAIN = (0.7, 0.7, 0.7, 1.0)
"""Default colour."""


@dataclass(frozen=True)
class SurfaceFile:
    """A mesh file for display, parsed only when it is drawn.

    Attributes:
        name: File name without folders.
        data: Content of the file.
    """

    name: str
    data: bytes

    @classmethod
    def of(cls, path: str | PathLike[str]) -> "SurfaceFile":
        """Take the content of a file.

        Raises:
            MeshError: It does not exist, or cannot be read.
        """
        file = Path(path)
        try:
            return cls(file.name, bytes_of(file))
        except MeshError as error:
            raise MeshError(f"{file}: {error}") from None

    def surface(self, scale: ArrayLike = 1.0) -> Surface:
        """Read it; see ``Surface.load``.

        Raises:
            MeshError: It cannot be read.
        """
        return Surface.load(self.name, scale=scale, data=self.data)

    def __repr__(self) -> str:
        return f"SurfaceFile({self.name!r}, {len(self.data)} bytes)"

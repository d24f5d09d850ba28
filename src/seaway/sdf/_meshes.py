"""The mesh files of a document: found, read, and cached."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Final

from seaway.errors import MeshError, SdfError
from seaway.sdf._includes import Roots
from seaway.sdf._values import Triple
from seaway.sdf._views import MeshGeometry, SourceFile

if TYPE_CHECKING:
    from seaway import mesh
    from seaway.mesh._surface import SurfaceFile

MAX_MESH_BYTES: Final = 2**30
"""Most bytes of mesh files of a document, each file counted once for each scale: 1 GB."""


class Meshes:
    """The mesh files of a document. A file is read once for each scale.

    Args:
        roots: Folders of mesh files, in addition to that of the SDFormat file.
    """

    def __init__(self, roots: Roots):
        self._roots = roots
        self._kept: dict[tuple[Path, Triple, bool], mesh.Mesh | SdfError] = {}
        self._drawings: dict[Path, SurfaceFile] = {}
        self._bytes = 0

    def path(self, uri: str, source: SourceFile) -> Path:
        """The file of a URI.

        Args:
            uri: URI as written in the file.
            source: Location in the file.

        Raises:
            SdfError: It does not exist, or may not be opened.
        """
        try:
            return self._roots.find_file(uri, None if source.path is None else source.path.parent)
        except SdfError as error:
            raise _error(error.message, source) from None
        except (OSError, RuntimeError, ValueError) as error:  # a name too long for the system; a link to itself; a NUL
            raise _error(f"{uri[:60]!r} cannot be looked up: {error}", source) from None

    def mesh(self, geometry: MeshGeometry, repair: bool = False) -> "mesh.Mesh":
        """The triangles of a mesh geometry, scaled, in the frame of its collision or visual.

        Args:
            geometry: The mesh geometry.
            repair: Repair the mesh; see ``Mesh.repaired``.

        Raises:
            SdfError: The file does not exist, or is not a valid mesh.
        """
        path = self._checked(geometry)
        key = path, geometry.scale, repair
        if key not in self._kept:
            self._kept[key] = self._loaded(path, geometry.scale, repair)
        kept = self._kept[key]
        if isinstance(kept, SdfError):
            raise _error(kept.message, geometry.source)
        return kept

    def drawing(self, geometry: MeshGeometry) -> "SurfaceFile":
        """The file of a visual mesh, read once and not parsed.

        Args:
            geometry: The mesh geometry.

        Raises:
            SdfError: The file does not exist, or cannot be read.
        """
        from seaway.mesh._surface import SurfaceFile

        path = self._checked(geometry)
        if path not in self._drawings:
            try:
                self._drawings[path] = SurfaceFile(path.name, self._content(path))
            except (MeshError, OSError) as error:
                raise _error(str(error), geometry.source) from None
        return self._drawings[path]

    def _checked(self, geometry: MeshGeometry) -> Path:
        """The file of a mesh geometry that can be used as it is."""
        if geometry.submesh:
            message = (
                f"the submesh {geometry.submesh!r} of {geometry.uri!r} cannot be selected: a mesh file is read as a "
                "whole. Export that part to a file of its own, and take <submesh> away"
            )
            raise _error(message, geometry.source)
        if not all(math.isfinite(factor) and factor != 0.0 for factor in geometry.scale):
            got = " ".join(f"{factor:g}" for factor in geometry.scale)
            raise _error(f"the <scale> of a mesh must be finite and not 0, got {got}", geometry.source)
        return self.path(geometry.uri, geometry.source)

    def _content(self, path: Path) -> bytes:
        data = self._roots.files.read(path, MAX_MESH_BYTES)
        self._bytes += len(data)
        if self._bytes > MAX_MESH_BYTES:
            raise MeshError(f"{path}: the meshes of a document may have at most {MAX_MESH_BYTES} bytes together")
        return data

    def _loaded(self, path: Path, scale: Triple, repair: bool) -> "mesh.Mesh | SdfError":
        from seaway.mesh._mesh import AXES, Mesh  # only those who need a mesh should wait for it

        try:
            factors = [abs(factor) for factor in scale]
            loaded = Mesh.load(path, scale=factors, repair=repair, data=self._content(path))
            for axis, factor in zip(AXES, scale, strict=True):
                loaded = loaded.mirrored(axis) if factor < 0.0 else loaded
        except (MeshError, OSError) as error:
            return SdfError(str(error))
        return loaded


def _error(message: str, source: SourceFile) -> SdfError:
    return SdfError(message, path=source.path, line=source.line, element="mesh")

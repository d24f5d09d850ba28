"""An SDFormat document: its text, content and errors."""

import codecs
import contextlib
from collections.abc import Callable, Iterable
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from seaway._arrays import positive
from seaway._files import Files, write_whole
from seaway.errors import Finding, SdfError
from seaway.inertia import AddedMass, Inertial
from seaway.sdf._edit import added_mass_set, inertial_set
from seaway.sdf._frames import FrameGraph, PlacedLink
from seaway.sdf._includes import Roots
from seaway.sdf._meshes import Meshes
from seaway.sdf._reader import Reader
from seaway.sdf._structure import structure_findings
from seaway.sdf._views import MeshGeometry, SourceFile
from seaway.sdf._xml import MAX_BYTES, parsed, read_bytes

if TYPE_CHECKING:
    from seaway import mesh
    from seaway.mesh._surface import SurfaceFile


class Document:
    """An immutable SDFormat document; an edit returns a new one.

    Attributes:
        path: The file it was read from; None for text.
        version: The SDFormat version that it declares, e.g. (1, 9).
        worlds: Worlds with their models.
        models: Models outside worlds; at most one in a valid file.
        graphs: The frames of each world, and of the first model outside worlds.
        findings: Errors and warnings; ``check`` adds advice.
    """

    def __init__(self, data: bytes, path: Path | None, roots: Roots, encoding: str | None = None):
        self._data = data
        self._roots = roots
        self._given_encoding = encoding
        self._root, findings = parsed(data, path, encoding)
        self._meshes = Meshes(roots)
        self.path = path
        self.version, self.worlds, self.models = Reader(roots, findings, self._meshes).content(self._root, path)
        # Only the first model of a file counts; the reader has noted the others.
        self.graphs = tuple(FrameGraph(scope) for scope in (*self.worlds, *self.models[:1]))
        for graph in self.graphs:
            findings.extend(structure_findings(graph))
        self.findings: tuple[Finding, ...] = tuple(findings)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Findings that make the document invalid."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    def require_valid(self) -> None:
        """Raise the first error.

        Raises:
            SdfError: The document is not valid.
        """
        if self.errors:
            first, more = self.errors[0], len(self.errors) - 1
            also = f" (and {more} more, see: seaway check)" if more else ""
            raise SdfError(first.message + also, path=first.path, line=first.line)

    @cached_property
    def links(self) -> tuple[PlacedLink, ...]:
        """Every link with its poses, including those of included models."""
        return tuple(link for graph in self.graphs for link in graph.links())

    def link(self, name: str) -> PlacedLink:
        """Look up a link by its scoped name, or by the end of that name if unique.

        Args:
            name: ``model::link``, or ``link``.

        Raises:
            SdfError: There is none, or more than one.
        """
        exact = [placed for placed in self.links if placed.name == name]
        found = exact or [placed for placed in self.links if placed.name.endswith(f"::{name}")]
        if len(found) != 1:
            known = ", ".join(placed.name for placed in (found or self.links)[:8]) or "none"
            what = "there is no link" if not found else "there is more than one link"
            raise SdfError(f"{what} {name!r}; there are: {known}", path=self.path)
        return found[0]

    def resolve(self, uri: str, source: SourceFile | None = None) -> Path:
        """Find the file of a URI in this document, such as that of a mesh.

        A relative path is looked up beside the file in which the URI is written, then in the model path;
        ``model://name/...`` and ``package://name/...`` in the model path alone; ``file://`` and absolute paths must be
        below one of both. Nothing is downloaded, and no other file is opened.

        Args:
            uri: URI as written in the file.
            source: Location of the URI, e.g. ``geometry.source`` of a mesh; default: the file of the document.

        Raises:
            SdfError: It does not exist, or may not be opened.
        """
        return self._meshes.path(uri, SourceFile(self.path, None) if source is None else source)

    def mesh(self, geometry: MeshGeometry, *, repair: bool = False) -> "mesh.Mesh":
        """Load the triangles of a mesh geometry, scaled, in the frame of its collision or visual.

        A negative scale mirrors. A file is read once, and kept as long as the document.

        Args:
            geometry: The mesh of a collision or visual of this document.
            repair: Repair the mesh; see ``seaway.mesh.Mesh.repaired``.

        Raises:
            SdfError: The file does not exist (see ``resolve``), is no closed mesh, a scale is 0, or a submesh is
                selected.

        Warns:
            SeawayWarning: With ``repair``, what was changed.
        """
        return self._meshes.mesh(geometry, repair)

    def drawing(self, geometry: MeshGeometry) -> "SurfaceFile":
        """Read the file of a visual mesh; it is parsed only when it is drawn.

        Args:
            geometry: The mesh of a visual of this document.

        Raises:
            SdfError: The file does not exist (see ``resolve``), a scale is 0, or a submesh is selected.
        """
        return self._meshes.drawing(geometry)

    def to_bytes(self) -> bytes:
        """The document as a file: byte for byte as it was read, except for edits."""
        return self._data

    def write(self, path: str | Path | None = None) -> Path:
        """Write the document atomically.

        Args:
            path: The file; default: the one it was read from.

        Returns:
            The file.

        Raises:
            SdfError: There is no file to write to, or it cannot be written; an existing file is untouched.
        """
        path = self.path if path is None else path
        if path is None:
            raise SdfError("a document that came from no file needs a path to be written to")
        target = Path(path)
        try:
            write_whole(target, self._data)
        except (OSError, RuntimeError, ValueError) as error:  # a NUL in the path; a link to itself
            raise SdfError(f"the file cannot be written: {error}", path=target) from None
        return target.resolve()

    def with_added_mass(
        self, link: str, added_mass: AddedMass | None, *, fluid_density: float | None = None
    ) -> "Document":
        """Set the fluid added mass of a link; nothing else in the file changes.

        Args:
            link: Name of the link; see ``link``.
            added_mass: Added mass in any convention, written about the link origin; None removes it.
            fluid_density: Density of the fluid for which it is given, > 0 [kg/m3]; default: as in the file.

        Raises:
            SdfError: There is no such link, or it is in an included file.
            ModelError: The density is not > 0.
        """
        placed = self.link(link)
        density = None if fluid_density is None else positive(fluid_density, "the density of the fluid [kg/m3]")
        if added_mass is not None:
            added_mass = added_mass.converted("origin", placed.link.inertial.c_BoBcm_B)
        return self._edited(placed, lambda text: added_mass_set(text, placed.name, added_mass, density))

    def with_inertial(self, link: str, inertial: Inertial) -> "Document":
        """Replace the whole ``<inertial>`` of a link: pose, mass, moments and, if there is one, added mass.

        The density of the fluid stays.

        Args:
            link: Name of the link; see ``link``.
            inertial: The new inertia.

        Raises:
            SdfError: There is no such link, or it is in an included file.
        """
        placed = self.link(link)
        density = placed.link.fluid_density
        kept = density if density is not None and isfinite(density) else None
        return self._edited(placed, lambda text: inertial_set(text, placed.name, inertial, kept))

    def _edited(self, placed: PlacedLink, edit: Callable[[str], str | None]) -> "Document":
        # UTF-16 with the order of its bytes, so that the mark at the start is kept.
        encoding = self._given_encoding or self._root.getroottree().docinfo.encoding or "UTF-8"
        if encoding.upper().replace("-", "") == "UTF16":
            marks = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
            encoding = marks.get(self._data[:2], encoding)
        text = edit(self._data.decode(encoding))
        if text is None:
            message = f"link {placed.name!r} is not written in this file but in {placed.link.source}; edit it there"
            raise SdfError(message, path=self.path)
        return Document(text.encode(encoding), self.path, self._roots, self._given_encoding)


def load(path: str | Path, model_path: Iterable[str | Path] = (), files: Files | None = None) -> Document:
    """Read an SDFormat file, or the model in a folder with a ``model.config``.

    Args:
        path: The file or folder.
        model_path: Folders of included models, searched before ``SDF_PATH`` and ``GZ_SIM_RESOURCE_PATH``.
        files: File access; default: the disk.

    Returns:
        The document, with all errors and warnings in ``findings``.

    Raises:
        SdfError: The file cannot be read: absent, too large, not XML, not SDFormat.
    """
    path = Path(path)
    roots = Roots.searched(model_path, files)
    with contextlib.suppress(OSError, ValueError):  # read_bytes says what is wrong with such a path
        if roots.files.is_folder(path):
            path = roots.model_file(path)
    return Document(read_bytes(path, roots.files), path, roots)


def loads(text: str | bytes, model_path: Iterable[str | Path] = ()) -> Document:
    """Read SDFormat from text; see ``load``."""
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        raise SdfError(f"the text is not Unicode: {error}") from None
    if len(data) > MAX_BYTES:
        raise SdfError(f"a document may have at most {MAX_BYTES} bytes, this one has {len(data)}")
    # A str has no encoding, whatever its declaration says.
    return Document(data, None, Roots.searched(model_path), "UTF-8" if isinstance(text, str) else None)


def set_added_mass(
    path: str | Path,
    link: str,
    added_mass: AddedMass | None,
    out: str | Path | None = None,
    model_path: Iterable[str | Path] = (),
    *,
    fluid_density: float | None = None,
) -> Document:
    """Set the fluid added mass of a link in a file.

    Args:
        path: The file.
        link: Name of the link: ``model::link``, or ``link`` if unique.
        added_mass: Added mass in any convention; None removes it.
        out: Another file to write to.
        model_path: Folders of included models; see ``load``.
        fluid_density: Density of the fluid for which it is given, > 0 [kg/m3]; default: as in the file.

    Returns:
        The document as written.

    Raises:
        SdfError: There is no such file or link, or it cannot be written; then nothing is.
    """
    folders = list(model_path)
    document = load(path, folders).with_added_mass(link, added_mass, fluid_density=fluid_density)
    return load(document.write(out), folders)

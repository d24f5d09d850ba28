"""Reading of worlds and models from an XML tree, with includes resolved."""

import copy
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from seaway.errors import Finding, SdfError
from seaway.sdf import _elements as elements
from seaway.sdf._includes import NEWEST, OLDEST, Roots, version_of
from seaway.sdf._inertial import InertialElement
from seaway.sdf._meshes import Meshes
from seaway.sdf._notes import Notes
from seaway.sdf._parts import Parts, compute_inertia, drop_duplicates, merge_into, separate_names
from seaway.sdf._rewrite import apply_parameters, unflattened
from seaway.sdf._views import Atmosphere, Include, Model, World
from seaway.sdf._xml import Element, attribute, children, is_custom, is_element, line_of, parsed, read_bytes

MAX_INCLUDE_DEPTH: Final = 32
"""Deepest nesting of includes."""
MAX_ELEMENTS: Final = 2_000_000
"""Most elements of a document with its includes."""
MAX_INCLUDES: Final = 10_000
"""Most includes of a document, those in included files too."""
MAX_INCLUDED_BYTES: Final = 256 * 2**20
"""Most included bytes, each file counted as often as it is included: 256 MB."""
MAX_MODEL_DEPTH: Final = 256
"""Deepest nesting of models."""

# Defaults of SDFormat's <world>.
_GRAVITY: Final = (0.0, 0.0, -9.8)
_STEP_SIZE: Final = 0.001
_MAGNETIC_FIELD: Final = (5.5645e-6, 22.8758e-6, -42.3884e-6)
_AIR: Final = {"temperature": 288.15, "temperature_gradient": -0.0065, "pressure": 101325.0}

_NAMED: Final = {"sdf": ("model",), "world": ("joint", "frame", "model"), "model": ("link", "joint", "frame", "model")}


class Reader:
    """Reads a document and its includes.

    Args:
        roots: Folders of included models.
        findings: List that collects findings.
        meshes: Loader of mesh files.
    """

    def __init__(self, roots: Roots, findings: list[Finding], meshes: Meshes):
        self._roots = roots
        self._meshes = meshes
        self._findings = findings
        self._stack: list[Path] = []
        self._trees: dict[Path, tuple[Element, int]] = {}
        self._folders: dict[Path, Path] = {}
        self._elements = 0
        self._includes = 0
        self._included_bytes = 0
        self._depth = 0

    def content(self, sdf: Element, path: Path | None) -> tuple[tuple[int, int], tuple[World, ...], tuple[Model, ...]]:
        """Read a whole file: its version, its worlds, and its models outside worlds.

        Raises:
            SdfError: The root is not ``<sdf>``, or the document is too large.
        """
        notes = Notes(path, self._findings)
        self._read_version(sdf, notes)
        self._stack.append(Path() if path is None else self._roots.files.real(path))
        worlds = tuple(self._world(element, notes) for element in notes.unique(sdf, "world"))
        models = tuple(self._parts(sdf, notes).models)
        self._stack.pop()
        _check_root(sdf, models, notes)
        return notes.version, worlds, models

    def _read_version(self, sdf: Element, notes: Notes) -> None:
        if sdf.tag != "sdf":
            got = "another" if is_custom(sdf) else f"<{sdf.tag}>"
            message = f"the root element must be <sdf>, got {got}"
            raise SdfError(message, path=notes.path, line=line_of(sdf), element="sdf")
        self._elements += int(cast("float", sdf.xpath("count(//*)")))
        if self._elements > MAX_ELEMENTS:
            message = f"a document may have at most {MAX_ELEMENTS} elements, with all that it includes"
            raise SdfError(message, path=notes.path)
        text = sdf.get("version")
        version = None if text is None else version_of(text)
        if text is None:
            notes.error(sdf, "version", "<sdf> must have the attribute 'version', e.g. version='1.11'")
        elif version is None or not OLDEST <= version <= NEWEST:
            oldest, newest = (".".join(map(str, known)) for known in (OLDEST, NEWEST))
            notes.error(sdf, "version", f"the SDFormat version must be between {oldest} and {newest}, got {text!r}")
        notes.version = min(version or NEWEST, NEWEST)

    def _world(self, element: Element, notes: Notes) -> World:
        name = elements.read_name(element, notes)
        parts = self._parts(element, notes)
        for kind, needed in (("light", ("name", "type")), ("actor", ("name",)), ("physics", ("type",))):
            elements.check_attributes(element, kind, needed, notes)
            if kind != "physics":
                notes.unique(element, kind)
        engines = list(children(element, "physics"))
        preferred = [engine for engine in engines if attribute(engine, "default") in ("true", "1")]
        physics = next(iter(preferred + engines), None)
        air = notes.child(element, "atmosphere")
        air_numbers = {name: notes.number(air, name, default) for name, default in _AIR.items()}
        return World(
            name=name,
            version=notes.version,
            gravity=notes.triple(element, "gravity", _GRAVITY),
            magnetic_field=notes.triple(element, "magnetic_field", _MAGNETIC_FIELD),
            wind=notes.triple(notes.child(element, "wind"), "linear_velocity", (0.0, 0.0, 0.0)),
            max_step_size=None if physics is None else notes.number(physics, "max_step_size", _STEP_SIZE),
            atmosphere=Atmosphere(attribute(air, "type", "adiabatic"), **air_numbers),
            source=notes.source(element),
            **{kind: things for kind, things in parts.tuples().items() if kind != "links"},
        )

    def _model(self, element: Element, notes: Notes) -> Model:
        name = elements.read_name(element, notes)
        notes.unknown(element)
        if self._depth >= MAX_MODEL_DEPTH:
            message = f"models may be nested at most {MAX_MODEL_DEPTH} deep"
            raise SdfError(message, path=notes.path, line=line_of(element), element="model")
        self._depth += 1
        parts = self._parts(element, notes)
        self._depth -= 1
        for shared in sorted({link.name for link in parts.links} & {model.name for model in parts.models}):
            message = f"model {name!r} has a link and a nested model named {shared!r}"
            notes.error(element, "name-duplicate", message)
        return Model(
            name=name,
            version=notes.version,
            static=notes.boolean(element, "static"),
            canonical_link=elements.read_reference(element, "canonical_link", notes),
            placement_frame=elements.read_reference(element, "placement_frame", notes),
            pose=elements.read_pose(element, notes),
            source=notes.source(element),
            enable_wind=notes.boolean(element, "enable_wind"),
            **parts.tuples(),
        )

    def _parts(self, element: Element, notes: Notes) -> Parts:
        """The named children of a model, world or root; an included model takes the place of its include."""
        parts = Parts()
        tag = str(element.tag)
        kept = {node for kind in _NAMED[tag] for node in notes.unique(element, kind)}
        automatic_links: list[tuple[int, InertialElement, Element]] = []
        for node in children(element):
            if node.tag == "include":
                self._include(node, tag, parts, notes)
            elif node.tag == "plugin" and tag != "sdf":
                parts.plugins.append(elements.read_plugin(node, notes))
            elif node not in kept:
                continue
            elif node.tag == "link":
                link, inertial = elements.read_link(node, notes)
                if inertial.auto:
                    automatic_links.append((len(parts.links), inertial, node))
                parts.links.append(link)
            elif node.tag == "joint":
                parts.joints.append(elements.read_joint(node, notes))
            elif node.tag == "frame":
                parts.frames.append(elements.read_frame(node, notes))
            else:
                source = unflattened(node) if tag == "world" and notes.version < (1, 8) else node
                parts.models.append(self._model(source, notes))
        if automatic_links:
            compute_inertia(attribute(element, "name"), parts, automatic_links, self._meshes, notes)
        if parts.includes:
            drop_duplicates(parts, notes)
        separate_names(parts, notes)
        return parts

    def _include(self, element: Element, parent: str, parts: Parts, notes: Notes) -> None:
        """Add what an ``<include>`` names to the parts, with the changes that the include asks for."""
        notes.unknown(element)
        if notes.child(element, "uri") is None:
            notes.error(element, "include", "<include> must have a <uri>")
            return
        uri, name = notes.text(element, "uri"), notes.text(element, "name")
        pose = None if notes.child(element, "pose") is None else elements.read_pose(element, notes)
        merge = notes.flag(element, "merge")
        path = self._found(uri, element, notes)
        model = None if path is None else self._included(element, path, notes)
        placement_frame = notes.text(element, "placement_frame")
        static = notes.boolean(element, "static", model is not None and model.static)
        source = notes.source(element)
        parts.includes.append(Include(uri, name, pose, placement_frame, static, merge, path, source))
        if model is None:
            return
        if notes.child(element, "placement_frame") is not None:
            if pose is None:
                notes.error(element, "include", "an <include> with a <placement_frame> must have a <pose>")
            if placement_frame == "__root__":
                notes.error(element, "name-reserved", "'__root__' is reserved, and no <placement_frame>")
        model = replace(
            model,
            name=name or model.name,
            pose=model.pose if pose is None else pose,
            static=static,
            placement_frame=placement_frame or model.placement_frame,
            plugins=(*model.plugins, *(elements.read_plugin(node, notes) for node in children(element, "plugin"))),
        )
        elements.check_name(name, "model", element, notes)
        if merge:
            merge_into(model, parent, parts, element, notes)
        else:
            parts.models.append(replace(model, source=source))

    def _found(self, uri: str, element: Element, notes: Notes) -> Path | None:
        """The file that an include names; None if it is absent or not allowed."""
        try:
            path = self._roots.find(uri)
            if not self._roots.files.is_folder(path):
                return path
            if path not in self._folders:
                self._folders[path] = self._roots.model_file(path)
            return self._folders[path]
        except (SdfError, OSError) as error:
            notes.error(element, "include-uri", str(error))
            return None

    def _included(self, element: Element, path: Path, outer: Notes) -> Model | None:
        """The model in an included file; None if it has none or cannot be read."""
        if self._roots.files.real(path) in self._stack:
            chain = " -> ".join(str(file) for file in (*self._stack, path))
            outer.error(element, "include-cycle", f"the file includes itself: {chain}")
            return None
        if len(self._stack) >= MAX_INCLUDE_DEPTH:
            outer.error(element, "include-depth", f"includes may be nested at most {MAX_INCLUDE_DEPTH} deep")
            return None
        notes = Notes(path, self._findings)
        depth = self._depth
        try:
            top = self._included_model(element, path, outer, notes)
            self._stack.append(self._roots.files.real(path))
            try:
                return None if top is None else self._model(top, notes)
            finally:
                self._depth = depth
                self._stack.pop()
        except SdfError as error:  # not XML, or too large, or nested too deep
            outer.error(element, "include", f"the included file cannot be read: {error}")
            return None

    def _included_model(self, element: Element, path: Path, outer: Notes, notes: Notes) -> Element | None:
        """The model element of an included file, with the parameters of the include applied to a copy.

        Raises:
            SdfError: The file cannot be read, or the document is too large.
        """
        self._includes += 1
        sdf, size = self._tree(path)
        self._included_bytes += size
        if self._includes > MAX_INCLUDES or self._included_bytes > MAX_INCLUDED_BYTES:
            message = f"a document may include at most {MAX_INCLUDES} files and {MAX_INCLUDED_BYTES} bytes"
            raise SdfError(message, path=path)
        self._read_version(sdf, notes)
        tops = [node for kind in ("model", "actor", "light") for node in children(sdf, kind)]
        if not tops:
            message = f"the included file {path} must have a model, actor or light outside a world"
            outer.error(element, "include", message)
            return None
        if len(tops) > 1:
            names = ", ".join(f"<{top.tag}>" for top in tops)
            outer.error(element, "include", f"an included file must have one model, actor or light, got {names}")
        if tops[0].tag != "model":
            return None
        parameters = next((n for n in element if is_element(n) and is_custom(n) and n.tag.endswith("params")), None)
        if parameters is None:
            return tops[0]
        top = copy.deepcopy(tops[0])
        apply_parameters(parameters, top, outer)
        return top

    def _tree(self, path: Path) -> tuple[Element, int]:
        """The tree of a file and its size; a file is parsed once."""
        if path not in self._trees:
            data = read_bytes(path, self._roots.files)
            root, findings = parsed(data, path)
            self._findings.extend(findings)
            self._trees[path] = root, len(data)
        return self._trees[path]


def _check_root(sdf: Element, models: tuple[Model, ...], notes: Notes) -> None:
    counts = {"model": len(models)} | {kind: len(list(children(sdf, kind))) for kind in ("light", "actor")}
    present = [kind for kind, count in counts.items() if count]
    if len(present) > 1:
        message = f"a file may have only one of model, light or actor outside a world, got {', '.join(present)}"
        notes.error(sdf, "root", message)
    for kind in present:
        if counts[kind] > 1:
            notes.error(sdf, "root", f"a file may have only one {kind} outside a world, got {counts[kind]}")
    if models and models[0].pose.relative_to:
        got = models[0].pose.relative_to
        message = f"the pose of a model outside a world is relative to nothing, got @relative_to {got!r}"
        notes.error(notes.child(sdf, "model"), "pose-relative-to", message)

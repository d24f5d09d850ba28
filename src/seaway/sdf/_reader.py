"""From an XML tree to what it says: worlds and models, with what they include in its place."""

import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar, cast

from seaway.errors import Finding, SdfError
from seaway.sdf._elements import (
    Version,
    check_colors,
    check_name,
    read_frame,
    read_joint,
    read_link,
    read_name,
    read_plugin,
    read_pose,
    read_reference,
)
from seaway.sdf._includes import NEWEST, OLDEST, Roots, version_of
from seaway.sdf._inertial import InertialElement
from seaway.sdf._meshes import Meshes
from seaway.sdf._notes import Notes
from seaway.sdf._parts import Parts, compute_inertia, drop_duplicates, merge_into
from seaway.sdf._rewrite import apply_parameters, unflattened
from seaway.sdf._views import (
    Atmosphere,
    Frame,
    Include,
    Joint,
    Model,
    World,
)
from seaway.sdf._xml import (
    Element,
    attribute,
    children,
    is_custom,
    is_element,
    line_of,
    parsed,
    read_bytes,
    text_of,
)

__all__ = [
    "MAX_ELEMENTS",
    "MAX_INCLUDED_BYTES",
    "MAX_INCLUDES",
    "MAX_INCLUDE_DEPTH",
    "MAX_MODEL_DEPTH",
    "Content",
    "Reader",
]

MAX_INCLUDE_DEPTH: Final = 32
"""How deep includes may be nested."""
MAX_ELEMENTS: Final = 2_000_000
"""How many elements a document may have with all that it includes."""
MAX_INCLUDES: Final = 10_000
"""How many includes a document may have, those in included files too."""
MAX_INCLUDED_BYTES: Final = 256 * 2**20
"""How many bytes may be included, each file counted as often as it is included: 256 MB."""
MAX_MODEL_DEPTH: Final = 256
"""How deep models may be nested."""

# Defaults of SDFormat's <world>.
_GRAVITY: Final = (0.0, 0.0, -9.8)
_STEP_SIZE: Final = 0.001
_MAGNETIC_FIELD: Final = (5.5645e-6, 22.8758e-6, -42.3884e-6)

Named = TypeVar("Named", Joint, Frame)


@dataclass(frozen=True, slots=True)
class Content:
    """What a file says.

    Attributes:
        version: The SDFormat version that it declares.
        worlds: Its worlds.
        models: Its models outside worlds; one at the most in a valid file.
    """

    version: Version
    worlds: tuple[World, ...]
    models: tuple[Model, ...]


class Reader:
    """Reads a document and all that it includes.

    Args:
        roots: Where included models may be.
        findings: Where to put what is wrong.
        meshes: Where meshes come from.
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

    def content(self, sdf: Element, path: Path | None) -> Content:
        """Read a whole file.

        Raises:
            SdfError: The root is not ``<sdf>``, or there is too much of it.
        """
        notes = Notes(path, self._findings)
        version = self._version(sdf, notes)
        self._stack.append(Path() if path is None else self._roots.files.real(path))
        worlds = [self._world(element, version, notes) for element in notes.unique(sdf, "world")]
        models = self._parts(sdf, version, notes).models
        self._stack.pop()
        _check_root(sdf, models, notes)
        return Content(version, tuple(worlds), tuple(models))

    def _version(self, sdf: Element, notes: Notes) -> Version:
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
        notes.version = version if version is not None and version <= NEWEST else NEWEST
        return notes.version

    def _world(self, element: Element, version: Version, notes: Notes) -> World:
        name = read_name(element, version, notes)
        parts = self._parts(element, version, notes)
        for kind, needed in (("light", ("name", "type")), ("actor", ("name",)), ("physics", ("type",))):
            for node in children(element, kind):
                for attribute_name in needed:
                    notes.required(node, attribute_name)
                check_colors(node, notes)
        for kind in ("light", "actor"):
            notes.unique(element, kind)
        engines = list(children(element, "physics"))
        preferred = (engine for engine in engines if attribute(engine, "default", "false") in ("true", "1"))
        physics = next(preferred, engines[0] if engines else None)
        air = notes.child(element, "atmosphere")
        standard = Atmosphere()
        world = World(
            name=name,
            version=version,
            gravity=notes.triple(element, "gravity", _GRAVITY),
            magnetic_field=notes.triple(element, "magnetic_field", _MAGNETIC_FIELD),
            wind=notes.triple(notes.child(element, "wind"), "linear_velocity", (0.0, 0.0, 0.0)),
            max_step_size=None if physics is None else notes.number(physics, "max_step_size", _STEP_SIZE),
            atmosphere=Atmosphere(
                attribute(air, "type", standard.type),
                notes.number(air, "temperature", standard.temperature),
                notes.number(air, "temperature_gradient", standard.temperature_gradient),
                notes.number(air, "pressure", standard.pressure),
            ),
            models=tuple(parts.models),
            joints=tuple(parts.joints),
            frames=tuple(parts.frames),
            plugins=tuple(parts.plugins),
            includes=tuple(parts.includes),
            source=notes.source(element),
        )
        taken = {thing.name for thing in world.models}
        joints = tuple(_own_name(joint, "_joint", taken, version, notes) for joint in world.joints)
        frames = tuple(_own_name(frame, "_frame", taken, version, notes) for frame in world.frames)
        return replace(world, joints=joints, frames=frames)

    def _model(self, element: Element, version: Version, notes: Notes) -> Model:
        name = read_name(element, version, notes)
        notes.unknown(element)
        if self._depth >= MAX_MODEL_DEPTH:
            message = f"models may be nested at most {MAX_MODEL_DEPTH} deep"
            raise SdfError(message, path=notes.path, line=line_of(element), element="model")
        self._depth += 1
        parts = self._parts(element, version, notes)
        self._depth -= 1
        taken = {thing.name for thing in (*parts.links, *parts.models)}
        if len(taken) < len(parts.links) + len(parts.models):
            twice = {link.name for link in parts.links} & {model.name for model in parts.models}
            for shared in sorted(twice):
                message = f"model {name!r} has a link and a nested model named {shared!r}"
                notes.error(element, "name-duplicate", message)
        return Model(
            name=name,
            version=version,
            static=notes.boolean(element, "static", False),
            canonical_link=read_reference(element, "canonical_link", notes),
            placement_frame=read_reference(element, "placement_frame", notes),
            pose=read_pose(element, notes),
            links=tuple(parts.links),
            joints=tuple(_own_name(joint, "_joint", taken, version, notes) for joint in parts.joints),
            frames=tuple(_own_name(frame, "_frame", taken, version, notes) for frame in parts.frames),
            models=tuple(parts.models),
            plugins=tuple(parts.plugins),
            includes=tuple(parts.includes),
            source=notes.source(element),
            enable_wind=notes.boolean(element, "enable_wind", False),
        )

    def _parts(self, element: Element, version: Version, notes: Notes) -> Parts:
        """The children of a model, world or root that have names; what is included stands where its include stands."""
        parts = Parts([], [], [], [], [], [])
        tag = str(element.tag)
        kinds = {"sdf": ("model",), "world": ("joint", "frame", "model"), "model": ("link", "joint", "frame", "model")}
        kept = {node for kind in kinds[tag] for node in notes.unique(element, kind)}
        automatic_links: list[tuple[int, InertialElement, Element]] = []
        for node in children(element):
            if node.tag == "include":
                self._include(node, tag, version, parts, notes)
            elif node.tag == "plugin" and tag != "sdf":
                parts.plugins.append(read_plugin(node, notes))
            elif node not in kept:
                continue
            elif node.tag == "link":
                link, inertial = read_link(node, version, notes)
                if inertial.auto:
                    automatic_links.append((len(parts.links), inertial, node))
                parts.links.append(link)
            elif node.tag == "joint":
                parts.joints.append(read_joint(node, version, notes))
            elif node.tag == "frame":
                parts.frames.append(read_frame(node, version, notes))
            else:
                source = unflattened(node) if tag == "world" and version < (1, 8) else node
                parts.models.append(self._model(source, version, notes))
        if automatic_links:
            compute_inertia(element, parts, automatic_links, self._meshes, notes)
        if parts.includes:
            drop_duplicates(parts, notes)
        return parts

    def _include(self, element: Element, parent: str, version: Version, parts: Parts, notes: Notes) -> None:
        """Read what an ``<include>`` names and put it, with the changes that the include asks for, among the parts."""
        notes.unknown(element)
        if notes.child(element, "uri") is None:
            notes.error(element, "include", "<include> must have a <uri>")
            return
        uri, name = text_of(notes.child(element, "uri")), text_of(notes.child(element, "name"))
        pose = None if notes.child(element, "pose") is None else read_pose(element, notes)
        merge = notes.flag(element, "merge")
        model: Model | None = None
        path: Path | None = None
        try:
            path = self._roots.find(uri)
            if self._roots.files.is_folder(path):
                if path not in self._folders:
                    self._folders[path] = self._roots.model_file(path)
                path = self._folders[path]
        except (SdfError, OSError) as error:
            path = None
            notes.error(element, "include-uri", str(error))
        if path is not None:
            model = self._included(element, path, notes)
        placement_frame = text_of(notes.child(element, "placement_frame"))
        static = notes.boolean(element, "static", False if model is None else model.static)
        include = Include(uri, name, pose, placement_frame, static, merge, path, notes.source(element))
        parts.includes.append(include)
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
            plugins=(*model.plugins, *(read_plugin(node, notes) for node in children(element, "plugin"))),
        )
        check_name(name, "model", version, element, notes)
        if merge:
            merge_into(model, parent, parts, element, notes)
        else:
            parts.models.append(replace(model, source=notes.source(element)))

    def _included(self, element: Element, path: Path, outer: Notes) -> Model | None:
        """The model in an included file; None where it has none, and where it cannot be read."""
        if self._roots.files.real(path) in self._stack:
            chain = " -> ".join(str(file) for file in (*self._stack, path))
            outer.error(element, "include-cycle", f"the file includes itself: {chain}")
            return None
        if len(self._stack) >= MAX_INCLUDE_DEPTH:
            outer.error(element, "include-depth", f"includes may be nested at most {MAX_INCLUDE_DEPTH} deep")
            return None
        notes = Notes(path, self._findings)
        self._includes += 1
        try:
            sdf, size = self._tree(path)
            self._included_bytes += size
            if self._includes > MAX_INCLUDES or self._included_bytes > MAX_INCLUDED_BYTES:
                message = f"a document may include at most {MAX_INCLUDES} files and {MAX_INCLUDED_BYTES} bytes"
                raise SdfError(message, path=path)
            version = self._version(sdf, notes)
        except SdfError as error:
            outer.error(element, "include", f"the included file cannot be read: {error}")
            return None
        tops = [node for kind in ("model", "actor", "light") for node in children(sdf, kind)]
        if not tops:
            message = f"the included file {path} must have a model, actor or light outside a world"
            outer.error(element, "include", message)
            return None
        if len(tops) > 1:
            names = ", ".join(f"<{top.tag}>" for top in tops)
            outer.error(element, "include", f"an included file must have one model, actor or light, got {names}")
        top = tops[0]
        if top.tag != "model":
            return None
        parameters = next((node for node in element if _is_parameters(node)), None)
        if parameters is not None:
            top = copy.deepcopy(top)
            apply_parameters(parameters, top, outer)
        self._stack.append(self._roots.files.real(path))
        depth = self._depth
        try:
            return self._model(top, version, notes)
        except SdfError as error:  # nested too deep
            outer.error(element, "include", f"the included file cannot be read: {error}")
            return None
        finally:
            self._depth = depth
            self._stack.pop()

    def _tree(self, path: Path) -> tuple[Element, int]:
        """The tree of a file and its size; a file is parsed once."""
        if path not in self._trees:
            data = read_bytes(path, self._roots.files)
            root, findings = parsed(data, path)
            self._findings.extend(findings)
            self._trees[path] = root, len(data)
        return self._trees[path]


def _is_parameters(node: Element) -> bool:
    return is_element(node) and is_custom(node) and node.tag.endswith("params")


def _check_root(sdf: Element, models: list[Model], notes: Notes) -> None:
    counts = {"model": len(models)} | {kind: len(list(children(sdf, kind))) for kind in ("light", "actor")}
    present = [kind for kind, count in counts.items() if count]
    if len(present) > 1:
        message = f"a file may have only one of model, light or actor outside a world, got {', '.join(present)}"
        notes.error(sdf, "root", message)
    for kind in present:
        if counts[kind] > 1:
            notes.error(sdf, "root", f"a file may have only one {kind} outside a world, got {counts[kind]}")
    for model in models[:1]:
        if model.pose.relative_to:
            got = model.pose.relative_to
            message = f"the pose of a model outside a world is relative to nothing, got @relative_to {got!r}"
            notes.error(notes.child(sdf, "model"), "pose-relative-to", message)


def _own_name(thing: Named, suffix: str, taken: set[str], version: Version, notes: Notes) -> Named:
    """Keep names in a scope apart: before 1.7 a joint or frame gives way, since then it is an error.

    The name is added to those that are taken.
    """
    if thing.name in taken:
        kind = type(thing).__name__.lower()
        clash = f"the name of {kind} {thing.name!r} is that of another thing in the same model or world"
        if version >= (1, 7):
            notes.findings.append(Finding("error", thing.source.path, thing.source.line, "name-duplicate", clash))
        else:
            renamed = thing.name + suffix
            while renamed in taken:
                renamed += suffix
            message = f"{clash}; it is called {renamed!r} here"
            notes.findings.append(Finding("warning", thing.source.path, thing.source.line, "name-duplicate", message))
            thing = replace(thing, name=renamed)
    taken.add(thing.name)
    return thing

"""COLLADA (DAE), through pycollada: geometry only.

What pycollada gets is written anew from a tree without document type, comments, materials, images, cameras, lights and
animations: nothing that could expand, name another file, or fail without need.
"""

import io
import re
from importlib import import_module
from typing import Any, Final

import numpy as np
from lxml import etree

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError
from seaway.mesh._check import require, triangle_limit
from seaway.mesh._trimesh import Piece, Rgba, placed, rgba

_NAMESPACE: Final = "http://www.collada.org/2005/11/COLLADASchema"
_MAX_INSTANCES: Final = 10_000
_DECLARED: Final = re.compile(rb"""^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']""")
# In these a byte below 128 is the character itself, so that a search for markup in the bytes is sound.
_ENCODINGS: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1", "windows-1252", "cp1252"})
_NEEDED: Final = frozenset({"asset", "library_geometries", "library_nodes", "library_visual_scenes", "scene"})
_NEEDLESS: Final = frozenset({"bind_material", "extra", "instance_camera", "instance_light", "evaluate_scene"})
# What would change the surface and is not read.
_REFUSED: Final = {
    "instance_controller": "skinned geometry (<instance_controller>) is not read; export it as plain geometry",
    "ph": "polygons with holes (<ph>) are not read; export triangles",
}


def read_collada(data: bytes, *, colors: bool = False) -> list[Piece]:
    """Read the triangles and polygons of the scene, each instance at its place, in metres.

    ``<unit meter>`` scales all, translations too. ``<up_axis>`` is not applied. Both as gz-common's ColladaLoader has
    it. pycollada keeps single precision, 7 digits.

    Args:
        data: The file.
        colors: Whether to keep the diffuse colours of materials.

    Raises:
        MeshError: Not COLLADA, or something that is not supported.
    """
    root, shades = _cleaned(data)
    unit = _unit(root)
    collada: Any = import_module("collada")  # only those who load a DAE should wait for it
    document = collada.Collada(io.BytesIO(etree.tostring(root)))
    require(document.scene is not None, "there is no <scene>: export the objects, not a library of them")
    pieces: list[Piece] = []
    count, visited = 0, 0
    stack: list[tuple[Any, Floats]] = [(node, np.eye(4)) for node in reversed(document.scene.nodes)]
    while stack:
        node, above = stack.pop()
        visited += 1
        message = f"a scene may have at most {_MAX_INSTANCES} nodes and instances, this one has more"
        require(visited <= _MAX_INSTANCES, message)
        if isinstance(node, collada.scene.GeometryNode):
            for vertices, faces, material in _triangles(collada, node.geometry):
                count += len(faces)
                triangle_limit(count)
                pieces.append(placed(vertices, faces, above, unit, shades.get(material) if colors else None))
        elif isinstance(node, collada.scene.Node):
            matrix = above @ np.asarray(node.matrix, dtype=np.float64)
            stack += [(child, matrix) for child in reversed(node.children)]
    return pieces


def _triangles(collada: Any, geometry: Any) -> list[tuple[Floats, Integers, str]]:
    """Vertices, faces and the name of the material of each primitive."""
    found: list[tuple[Floats, Integers, str]] = []
    for primitive in geometry.primitives:
        if isinstance(primitive, collada.polylist.Polylist):
            require(np.all(np.asarray(primitive.vcounts) >= 3), "a polygon has fewer than three corners")
            primitive = primitive.triangleset()
        if not isinstance(primitive, collada.triangleset.TriangleSet) or primitive.vertex is None:
            continue  # lines have no area
        faces = np.asarray(primitive.vertex_index, dtype=np.int64)
        if np.any(faces < 0):
            raise MeshError(f"geometry {geometry.id!r} names vertex {faces.min()}; they are numbered from 0")
        found.append((np.asarray(primitive.vertex, dtype=np.float64), faces, str(primitive.material)))
    return found


def _cleaned(data: bytes) -> tuple[etree._Element, dict[str, Rgba]]:  # pyright: ignore[reportPrivateUsage]
    """The tree with its geometry alone, and the diffuse colours by the names of materials in it."""
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    encoding = declared.group(1).decode("ascii").lower() if declared else "utf-8"
    readable = encoding in _ENCODINGS and b"\0" not in data
    require(readable, f"the file must be XML in UTF-8, ASCII or Latin-1; its encoding is {encoding[:20]!r}")
    plain = b"<!DOCTYPE" not in data and b"<!ENTITY" not in data
    require(plain, "a document type or entities are not allowed in COLLADA here; remove <!DOCTYPE ...>")
    parser = etree.XMLParser(
        encoding=encoding,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,  # a list of coordinates may be longer than 10 MB
    )
    root = etree.fromstring(data, parser)
    kind = etree.QName(root).localname
    require(kind == "COLLADA", f"the file is not COLLADA: its root is <{kind}>")
    shades = _diffuse_colors(root)
    for element in list(root.iter("*")):
        name = etree.QName(element).localname
        element.tag = f"{{{_NAMESPACE}}}{name}"
        require(name not in _REFUSED, _REFUSED.get(name, ""))
        if name == "float_array":  # pycollada would make 0 of nan
            require("nan" not in (element.text or "").lower(), "a <float_array> has nan in it")
        parent = element.getparent()
        if parent is not None and (name in _NEEDLESS or (parent is root and name not in _NEEDED)):
            parent.remove(element)
    return root, shades


def _diffuse_colors(root: etree._Element) -> dict[str, Rgba]:  # pyright: ignore[reportPrivateUsage]
    """Diffuse colours by what geometry calls its materials: symbols, each bound to a material, whose effect has it."""

    def named(name: str, attribute: str) -> dict[str, Any]:
        return {node.get(attribute, ""): node for node in root.iter(f"{{*}}{name}")}

    effects: dict[str, Rgba] = {}
    for name, effect in named("effect", "id").items():
        text = effect.findtext(".//{*}diffuse/{*}color") or ""
        try:
            color = rgba(np.array([float(word) for word in text.split()[:5]]))
        except ValueError:
            continue
        if color is not None:  # exporters write any alpha here; transparency is given elsewhere
            effects[name] = (*color[:3], 1.0)
    materials: dict[str, Rgba] = {}
    for name, material in named("material", "id").items():
        used = material.find("{*}instance_effect")
        color = None if used is None else effects.get(used.get("url", "").removeprefix("#"))
        if color is not None:
            materials[name] = color
    bound = {
        symbol: materials[target]
        for symbol, node in named("instance_material", "symbol").items()
        if (target := node.get("target", "").removeprefix("#")) in materials
    }
    return materials | bound


def _unit(root: etree._Element) -> float:  # pyright: ignore[reportPrivateUsage]
    element = root.find(f"{{{_NAMESPACE}}}asset/{{{_NAMESPACE}}}unit")
    text = "1" if element is None else element.get("meter", "1")
    try:
        unit = float(text)
    except ValueError:
        unit = 0.0
    require(np.isfinite(unit) and unit > 0.0, f'<unit meter="{text[:20]}"> must be finite and > 0')
    return unit

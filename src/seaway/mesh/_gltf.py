"""glTF 2.0 (GLB, GLTF), through trimesh: geometry only.

The JSON that trimesh gets is written anew with what geometry needs, after a check that nothing is in it that trimesh
would leave out in silence (sparse and quantised positions, fans, skins, morph targets, nodes with two parents).
"""

import base64
import binascii
import json
import struct
from typing import Any, Final, cast

from seaway.errors import MeshError
from seaway.mesh._check import MAX_TRIANGLES, require

_FLOAT: Final = 5126
_TRIANGLES: Final = 4
_STRIP: Final = 5
_FAN: Final = 6
# Corners and indices of the largest mesh, unshared, twice over.
_MAX_ITEMS: Final = 12 * MAX_TRIANGLES
# Extensions that change how a surface looks, not where it is.
_LOOKS: Final = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp")


def gltf_geometry(data: bytes, extension: str, *, colors: bool = False) -> bytes:
    """Write glTF anew with its geometry alone, buffers included; with the base colours of its materials, if asked.

    Args:
        data: The file; buffers must be in it.
        extension: ``".glb"`` or ``".gltf"``.
        colors: Whether to keep base colours.

    Raises:
        MeshError: Not glTF 2.0, or something that is not supported.
    """
    header, binary = _glb(data) if extension == ".glb" else (_json(data), None)
    if not isinstance(header, dict):
        raise MeshError("the file is not glTF: its JSON is not an object")
    return json.dumps(_geometry_only(cast("dict[str, Any]", header), binary, colors)).encode()


def _glb(data: bytes) -> tuple[object, bytes | None]:
    require(data[:4] == b"glTF" and len(data) >= 20, "the file is not GLB: it does not begin with 'glTF'")
    version, length, size, kind = struct.unpack_from("<IIII", data, 4)
    require(version == 2, f"only glTF 2 is read, got version {version}")
    whole = length == len(data) and kind == 0x4E4F534A and 20 + size <= len(data)
    require(whole, f"the file is cut short or damaged: {len(data)} bytes of {length}")
    binary, position = None, 20 + size
    while position + 8 <= len(data):
        size_next, kind = struct.unpack_from("<I4s", data, position)
        end = position + 8 + size_next
        require(end <= len(data), "the file is cut short or damaged in its binary part")
        if kind == b"BIN\0" and binary is None:
            binary = data[position + 8 : end]
        position = end
    return _json(data[20 : 20 + size]), binary


def _json(data: bytes) -> object:
    return json.loads(data.decode("utf-8-sig"))  # json would guess UTF-16 too


def _geometry_only(header: dict[str, Any], binary: bytes | None, colors: bool) -> dict[str, Any]:
    version = str(header.get("asset", {}).get("version", ""))
    require(version.startswith("2."), f"only glTF 2 is read, got version {version[:20]!r}")
    for name in map(str, header.get("extensionsRequired", [])):
        message = f"the file needs the glTF extension {name[:40]!r}, which is not read; export without it"
        require(name.startswith(_LOOKS), message)
    require(header.get("scenes"), "there is no scene in the file: export the objects, not a library of them")
    materials = [_material(material) for material in header.get("materials", [])] if colors else []
    meshes = [_mesh(mesh, len(materials)) for mesh in header.get("meshes", [])]
    plain: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": _uri(buffer, i, binary)} for i, buffer in enumerate(header.get("buffers", []))],
        "bufferViews": header.get("bufferViews", []),
        "accessors": _accessors(header.get("accessors", []), meshes),
        "meshes": meshes,
        "nodes": [_node(node) for node in header.get("nodes", [])],
        "scene": 0,
        "scenes": [{"nodes": header["scenes"][header.get("scene", 0)].get("nodes", [])}],
    }
    if materials:
        plain["materials"] = materials
    _tree_checked(plain)
    return plain


def _material(material: Any) -> dict[str, Any]:
    """The base colour alone, without textures; white if it has none, as glTF has it."""
    try:
        factor = [float(each) for each in material["pbrMetallicRoughness"]["baseColorFactor"]]
    except (KeyError, TypeError, ValueError):
        factor = []
    return {"pbrMetallicRoughness": {"baseColorFactor": factor if len(factor) == 4 else [1.0, 1.0, 1.0, 1.0]}}


def _uri(buffer: dict[str, Any], index: int, binary: bytes | None) -> str:
    uri = buffer.get("uri")
    if uri is None:
        if index != 0 or binary is None:
            raise MeshError(f"buffer {index} has no data in the file")
        return "data:;base64," + base64.b64encode(binary).decode("ascii")
    embedded = isinstance(uri, str) and uri.startswith("data:") and ";base64," in uri[:200]
    message = f"buffer {index} is in another file, {str(uri)[:40]!r}; export with embedded data, e.g. as .glb"
    require(embedded, message)
    content = uri.partition("base64,")[2]
    try:
        base64.b64decode(content, validate=True)
    except binascii.Error as error:
        raise MeshError(f"the data of buffer {index} are damaged: {error}") from None
    return "data:;base64," + content


def _mesh(mesh: dict[str, Any], materials: int) -> dict[str, Any]:
    primitives: list[dict[str, Any]] = []
    for primitive in mesh["primitives"]:
        mode = primitive.get("mode", _TRIANGLES)
        compressed = "KHR_draco_mesh_compression" in primitive.get("extensions", {})
        require(not compressed, "Draco-compressed geometry is not read; export without compression")
        require(not primitive.get("targets"), "morph targets are not read; export plain geometry")
        require(mode != _FAN, "triangle fans are not read; export triangles")
        if mode in (_TRIANGLES, _STRIP):
            attributes = {"POSITION": primitive["attributes"]["POSITION"]}
            indices = {"indices": primitive["indices"]} if "indices" in primitive else {}
            number = primitive.get("material")
            look = {"material": number} if type(number) is int and 0 <= number < materials else {}
            primitives.append({"mode": mode, "attributes": attributes, **indices, **look})
    return {"primitives": primitives}


def _accessors(accessors: list[dict[str, Any]], meshes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    primitives = [primitive for mesh in meshes for primitive in mesh["primitives"]]
    positions = {primitive["attributes"]["POSITION"] for primitive in primitives}
    used = positions | {primitive["indices"] for primitive in primitives if "indices" in primitive}
    kept: list[dict[str, Any]] = []
    items = 0
    for i, accessor in enumerate(accessors):
        if i not in used:
            kept.append({"componentType": _FLOAT, "count": 0, "type": "SCALAR"})
            continue
        plain = "sparse" not in accessor and "bufferView" in accessor
        require(plain, f"accessor {i} is sparse, which is not read; export plain geometry")
        floats = i not in positions or (accessor["componentType"] == _FLOAT and accessor["type"] == "VEC3")
        require(floats, f"the positions of accessor {i} are quantised, which is not read; export them as floats")
        items += accessor["count"]
        require(
            items <= _MAX_ITEMS, f"a mesh may have at most {MAX_TRIANGLES} triangles, the file has more; simplify it"
        )
        kept.append({key: value for key, value in accessor.items() if key not in ("extensions", "extras", "name")})
    return kept


def _node(node: dict[str, Any]) -> dict[str, Any]:
    require("skin" not in node or "mesh" not in node, "skinned geometry is not read; export it as plain geometry")
    wanted = ("children", "matrix", "mesh", "rotation", "scale", "translation")
    return {key: node[key] for key in wanted if key in node}


def _tree_checked(header: dict[str, Any]) -> None:
    """Each node has one parent at most: the rule of glTF, which also keeps instances from multiplying."""
    seen: set[int] = set()
    for children in [header["scenes"][0]["nodes"], *(node.get("children", []) for node in header["nodes"])]:
        for child in children:
            require(child not in seen, f"node {child} has two parents, which glTF does not allow")
            seen.add(child)

"""Writers of mesh files, plain and independent of the readers."""

import base64
import json
import struct
from collections.abc import Sequence

import numpy as np

from seaway.mesh import Mesh


def stl_text(mesh: Mesh, name: str = "hull") -> bytes:
    lines = [f"solid {name}"]
    for normal, corners in zip(mesh.face_normals, mesh.vertices[mesh.faces], strict=True):
        lines += ["facet normal {:.9g} {:.9g} {:.9g}".format(*normal), "  outer loop"]
        lines += ["    vertex {:.17g} {:.17g} {:.17g}".format(*corner) for corner in corners]
        lines += ["  endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""]).encode()


def stl_binary(mesh: Mesh) -> bytes:
    record = np.zeros(len(mesh.faces), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
    record["normal"], record["corners"] = mesh.face_normals, mesh.vertices[mesh.faces]
    return b"binary".ljust(80, b" ") + struct.pack("<I", len(mesh.faces)) + record.tobytes()


def obj(mesh: Mesh) -> bytes:
    lines = ["# a hull", "mtllib ../secret.mtl", "o hull"]
    lines += ["v {:.17g} {:.17g} {:.17g}".format(*vertex) for vertex in mesh.vertices]
    lines += ["vn 0 0 1", "usemtl paint"]
    lines += ["f {}//1 {}//1 {}//1".format(*face) for face in mesh.faces + 1]
    return "\n".join([*lines, ""]).encode()


def gltf_parts(mesh: Mesh, nodes: Sequence[dict] | None = None, roots: Sequence[int] = (0,)) -> tuple[dict, bytes]:
    positions = mesh.vertices.astype("<f4").tobytes()
    indices = mesh.faces.astype("<u4").tobytes()
    header = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(positions) + len(indices)}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(positions)},
            {"buffer": 0, "byteOffset": len(positions), "byteLength": len(indices)},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(mesh.vertices), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 3 * len(mesh.faces), "type": "SCALAR"},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}],
        "images": [{"uri": "../secret.png"}],
        "nodes": list(nodes) if nodes is not None else [{"mesh": 0, "name": "hull"}],
        "scene": 0,
        "scenes": [{"nodes": list(roots)}],
    }
    return header, positions + indices


def glb_bytes(header: dict, binary: bytes) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def glb(mesh: Mesh) -> bytes:
    return glb_bytes(*gltf_parts(mesh))


def gltf_text(header: dict, binary: bytes) -> bytes:
    embedded = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    return json.dumps({**header, "buffers": [{"byteLength": len(binary), "uri": embedded}]}).encode()


def gltf(mesh: Mesh) -> bytes:
    return gltf_text(*gltf_parts(mesh))


def dae(
    mesh: Mesh,
    *,
    unit: str = '<unit name="meter" meter="1"/>',
    up_axis: str = "Z_UP",
    transform: str = "",
    nodes: str | None = None,
    before: str = "",
    libraries: str = "",
    namespace: str = ' xmlns="http://www.collada.org/2005/11/COLLADASchema"',
) -> bytes:
    """One geometry in a scene; the same numbers as triangles with normals, with a material and an image."""
    points = " ".join(f"{x:.9g}" for x in mesh.vertices.ravel())
    indices = " ".join(f"{i} 0" for i in mesh.faces.ravel())
    instance = """<instance_geometry url="#hull"><bind_material><technique_common>
      <instance_material symbol="paint" target="#paint"/></technique_common></bind_material></instance_geometry>"""
    scene = f'<node id="n">{transform}{instance}</node>' if nodes is None else nodes
    return f"""<?xml version="1.0" encoding="utf-8"?>{before}
<COLLADA{namespace} version="1.4.1">
  <!-- a hull -->
  <asset>{unit}<up_axis>{up_axis}</up_axis></asset>
  <library_images><image id="i"><init_from>../secret.png</init_from></image></library_images>
  <library_materials><material id="paint"><instance_effect url="#nothing"/></material></library_materials>
  <library_geometries><geometry id="hull"><mesh>
    <source id="p"><float_array id="pa" count="{3 * len(mesh.vertices)}">{points}</float_array>
      <technique_common><accessor source="#pa" count="{len(mesh.vertices)}" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <source id="q"><float_array id="qa" count="3">0 0 1</float_array>
      <technique_common><accessor source="#qa" count="1" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="{len(mesh.faces)}" material="paint">
      <input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#q" offset="1"/>
      <p>{indices}</p></triangles>
  </mesh></geometry></library_geometries>{libraries}
  <library_visual_scenes><visual_scene id="s">{scene}</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
""".encode()


WRITERS = {
    "text.stl": stl_text,
    "binary.stl": stl_binary,
    "hull.obj": obj,
    "hull.glb": glb,
    "hull.gltf": gltf,
    "hull.dae": dae,
}

"""Surfaces to look at: the colours of files."""

import base64
import json

import numpy as np
import pytest

from seaway.errors import MeshError
from seaway.mesh._surface import Surface

DAE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.5"/></asset>
<library_effects><effect id="fx"><profile_COMMON><technique sid="t"><lambert>
  <diffuse><color>1 0.5 0 0.2</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="paint"><instance_effect url="#fx"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
    <accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
    <param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count="1" material="symbol"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  <triangles count="1" material="none"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"><bind_material><technique_common>
  <instance_material symbol="symbol" target="#paint"/></technique_common></bind_material></instance_geometry></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def test_collada_keeps_its_diffuse_colours() -> None:
    surface = Surface.load("boat.dae", data=DAE.encode())
    np.testing.assert_allclose(surface.vertices.max(axis=0), (0.5, 0.5, 0.0))
    assert surface.colors is not None
    np.testing.assert_allclose(surface.colors, [[1.0, 0.5, 0.0, 1.0], [0.7, 0.7, 0.7, 1.0]])


def test_gltf_keeps_its_base_colours_as_srgb() -> None:
    data = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype="<f4").tobytes()
    header = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(data), "uri": "data:;base64," + base64.b64encode(data).decode()}],
        "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.2158605, 0.0, 0.4]}, "name": "paint"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }
    surface = Surface.load("boat.gltf", data=json.dumps(header).encode())
    assert surface.colors is not None
    np.testing.assert_allclose(surface.colors, [[1.0, 0.5, 0.0, 0.4]], atol=0.01)  # linear 0.216 is sRGB 0.5


@pytest.mark.parametrize(
    ("faces", "colors", "message"),
    [([[0, 1, 3]], None, "names vertex 3"), ([[0, 1, 2]], [[2.0, 0, 0, 1]], r"colours must be numbers in \[0, 1\]")],
)
def test_impossible_surfaces_are_refused(faces: object, colors: object, message: str) -> None:
    with pytest.raises(MeshError, match=message):
        Surface(np.eye(3), faces, colors)  # type: ignore[arg-type]

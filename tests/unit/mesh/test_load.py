"""Files of each format, written here, and what is refused of them."""

import json
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.unit.mesh.mesh_files import (
    WRITERS,
    dae,
    glb,
    glb_bytes,
    gltf,
    gltf_parts,
    gltf_text,
    obj,
    stl_binary,
    stl_text,
)

from seaway.errors import MeshError, SeawayWarning
from seaway.frames import Pose
from seaway.mesh import Mesh, _load, box, sphere

# All its numbers are exact in single precision.
HULL = box((1.0, 0.5, 0.25), 2).transformed(Pose((2.0, -1.0, 0.5)))
TURN = np.array([[0.0, -1.0, 0.0, 3.0], [1.0, 0.0, 0.0, 4.0], [0.0, 0.0, 1.0, 5.0], [0.0, 0.0, 0.0, 1.0]])


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def refused(folder: Path, name: str, data: bytes, message: str, **options: object) -> None:
    path = written(folder, name, data)
    with pytest.raises(MeshError, match=message) as raised:
        Mesh.load(path, **options)  # type: ignore[arg-type]
    assert str(raised.value).startswith(f"{path}: ")


@pytest.mark.parametrize("name", WRITERS)
def test_each_format_gives_the_mesh(name: str, tmp_path: Path) -> None:
    mesh = Mesh.load(written(tmp_path, name, WRITERS[name](HULL)))
    assert len(mesh.vertices) == len(HULL.vertices)
    assert len(mesh.faces) == len(HULL.faces)
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-14)
    assert mesh.centroid == pytest.approx(HULL.centroid, rel=1e-14)
    assert mesh.bounds.tolist() == HULL.bounds.tolist()


@pytest.mark.parametrize("name", WRITERS)
def test_extensions_in_capitals(name: str, tmp_path: Path) -> None:
    assert Mesh.load(str(written(tmp_path, name.upper(), WRITERS[name](HULL)))).volume == pytest.approx(HULL.volume)


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_of_half_a_hull_is_refused(name: str, tmp_path: Path) -> None:
    class Half:
        vertices, faces, face_normals = HULL.vertices, HULL.faces[1:], HULL.face_normals[1:]

    refused(tmp_path, name, WRITERS[name](Half), r"3 open edges, the first between vertices \d+ and \d+ at \(")


def test_scale(tmp_path: Path) -> None:
    path = written(tmp_path, "hull.obj", obj(HULL))
    assert Mesh.load(path, scale=0.001).volume == pytest.approx(HULL.volume * 1e-9, rel=1e-14)
    assert Mesh.load(path, scale=(1.0, 2.0, 3.0)).bounds.tolist() == (HULL.bounds * [1.0, 2.0, 3.0]).tolist()
    with pytest.raises(MeshError, match=r"a scale must be finite and > 0, got 0"):
        Mesh.load(path, scale=0)


def test_text_keeps_double_precision(tmp_path: Path) -> None:
    mesh = sphere(1.0 / 3.0)
    for name in ("text.stl", "hull.obj"):
        assert Mesh.load(written(tmp_path, name, WRITERS[name](mesh))).volume == pytest.approx(mesh.volume, rel=1e-14)


def test_a_text_stl_may_have_several_solids(tmp_path: Path) -> None:
    other = HULL.transformed(Pose((0.0, 0.5, 0.0)))  # they touch: each is closed by itself
    mesh = Mesh.load(written(tmp_path, "two.stl", stl_text(HULL, "a") + stl_text(other, "b")))
    assert mesh.part_count == 2
    assert mesh.volume == pytest.approx(2.0 * HULL.volume, rel=1e-14)


def test_objects_that_close_each_other_are_merged(tmp_path: Path) -> None:
    """Top and bottom as two solids, as a file with two materials has them."""

    def text(rows: slice) -> bytes:
        class Part:
            vertices, faces, face_normals = HULL.vertices, HULL.faces[rows], HULL.face_normals[rows]

        return stl_text(Part, "part")  # type: ignore[arg-type]

    mesh = Mesh.load(written(tmp_path, "halves.stl", text(slice(0, 9)) + text(slice(9, None))))
    assert mesh.part_count == 1
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-14)


def test_a_text_stl_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    whole = stl_text(HULL, "a")
    refused(tmp_path, "cut.stl", whole + stl_text(HULL, "b")[:500], r"cut short or damaged: 156 vertices, of which 144")
    refused(tmp_path, "cut.stl", whole[:-40], r"cut short or damaged: 14\d vertices, of which 0 form whole solids")


def test_a_text_stl_with_a_word_for_a_number_is_refused(tmp_path: Path) -> None:
    """Numpy itself would stop there and leave out the rest."""
    data = stl_text(HULL, "a") + stl_text(HULL, "b").replace(b"vertex 2.5", b"vertex 2,5", 1)
    refused(tmp_path, "comma.stl", data, r"the file cannot be read as \.stl: ")


def test_normals_of_an_stl_are_not_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = stl_text(HULL).replace(b"normal 1 0 0", b"normal nan 1,0 -")
    assert Mesh.load(written(tmp_path, "normals.stl", data)).volume == pytest.approx(HULL.volume, rel=1e-14)
    assert not caplog.records


@pytest.mark.parametrize("name", ["empty.stl", "empty.obj", "empty.glb", "empty.gltf", "empty.dae"])
def test_an_empty_file_is_refused(name: str, tmp_path: Path) -> None:
    refused(tmp_path, name, b"", r"no triangles in the file|cannot be read as|is not GLB")


def test_an_stl_without_triangles_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, "none.stl", b" " * 80 + bytes(4), r"there are no triangles in the file")


# OBJ


def test_an_obj_may_count_back(tmp_path: Path) -> None:
    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n"
    moved = text.replace("v 0 0 0", "v 5 5 5").replace("v 1 0 0", "v 6 5 5")
    moved = moved.replace("v 0 1 0", "v 5 6 5").replace("v 0 0 1", "v 5 5 6")
    mesh = Mesh.load(written(tmp_path, "back.obj", (text + moved).encode()))
    assert mesh.part_count == 2
    assert mesh.bounds.tolist() == [[0, 0, 0], [6, 6, 6]]
    assert mesh.volume == pytest.approx(1 / 3, rel=1e-14)


def test_an_obj_may_have_polygons_colours_tabs_and_long_lines(tmp_path: Path) -> None:
    angle = 2.0 * np.pi * np.arange(6) / 6
    lines = [f" v\t{np.cos(a)} {np.sin(a)} {z} 1 0 0" for z in (0.0, 1.0) for a in angle]
    lines += ["vt 0 0", "g caps", "f 6/1 5/1 4/1 3/1 2/1 1/1 # bottom", "f 7 8 9 \\", "10 11 12", "l 1 2"]
    lines += [
        f"f {i + 1}//1 {j + 1}//1 {j + 7}//1 {i + 7}//1" for i, j in zip(range(6), np.roll(range(6), -1), strict=True)
    ]
    mesh = Mesh.load(written(tmp_path, "prism.obj", "\r\n".join(lines).replace("\\\r\n", "\\\n").encode()))
    assert len(mesh.faces) == 20
    assert mesh.volume == pytest.approx(1.5 * np.sqrt(3.0), rel=1e-14)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("v 1 2", r"line 5: 'v 1 2' cannot be read: "),
        ("v 1 2 x", r"line 5: 'v 1 2 x' cannot be read: could not convert string to float: 'x'"),
        ("f 1 2", r"line 5: 'f 1 2' cannot be read: a face needs three corners or more"),
        ("f 0 1 2", r"line 5: 'f 0 1 2' cannot be read: there is no vertex 0"),
        ("f 1 2 -5", r"line 5: 'f 1 2 -5' cannot be read: there is no vertex -5"),
        ("f 1 2 9", r"a face names vertex 9, but there are 4"),
        ("surf 0 1 0 1 1 2 3", r"line 5: .* curved surfaces are not read; export triangles"),
        ("v nan 0 0\nf 1 2 5", r"vertices must be finite .* 1 is not, the first is vertex 4"),
    ],
)
def test_an_obj_that_cannot_be_read(line: str, message: str, tmp_path: Path) -> None:
    refused(tmp_path, "bad.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n{line}\n".encode(), message)


# glTF


def test_gltf_nodes_are_placed(tmp_path: Path) -> None:
    """A node in a node, one with a matrix and one with scale, rotation and translation; y stays y."""
    nodes = [
        {"children": [1], "matrix": TURN.T.ravel().tolist(), "camera": 0},
        {"mesh": 0, "translation": [0, 0, 10], "rotation": [0, 0, 1, 0], "scale": [2, 2, 2], "name": "world"},
    ]
    mesh = Mesh.load(written(tmp_path, "hull.glb", glb_bytes(*gltf_parts(HULL, nodes))))
    points = HULL.bounds.mean(axis=0) * 2.0 * [-1, -1, 1] + [0, 0, 10]
    assert mesh.volume == pytest.approx(8.0 * HULL.volume, rel=1e-6)
    assert mesh.centroid == pytest.approx(TURN[:3, :3] @ points + TURN[:3, 3], rel=1e-6)


@pytest.mark.parametrize("scale", [[-1, 1, 1], [-1, -1, -1]])
def test_a_node_that_mirrors_leaves_the_faces_outward(scale: list[float], tmp_path: Path) -> None:
    mesh = Mesh.load(written(tmp_path, "hull.glb", glb_bytes(*gltf_parts(HULL, [{"mesh": 0, "scale": scale}]))))
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-6)
    assert mesh.centroid == pytest.approx(HULL.centroid * scale, rel=1e-6)
    matrix = f"<scale>{scale[0]} {scale[1]} {scale[2]}</scale>"
    again = Mesh.load(written(tmp_path, "hull.dae", dae(HULL, transform=matrix)))
    assert again.centroid == pytest.approx(mesh.centroid, rel=1e-6)


def test_gltf_instances_are_all_there(tmp_path: Path) -> None:
    nodes = [{"mesh": 0}, {"mesh": 0, "translation": [0, 5, 0]}]
    mesh = Mesh.load(written(tmp_path, "hull.gltf", gltf_text(*gltf_parts(HULL, nodes, (0, 1)))))
    assert mesh.part_count == 2
    assert mesh.volume == pytest.approx(2.0 * HULL.volume, rel=1e-14)


def test_gltf_strides_strips_and_unindexed_triangles(tmp_path: Path) -> None:
    header, _ = gltf_parts(HULL)
    soup = HULL.vertices[HULL.faces].reshape(-1, 3)
    data = np.concatenate([soup, np.full_like(soup, 9.0)], axis=1).astype("<f4").tobytes()
    header["bufferViews"] = [{"buffer": 0, "byteLength": len(data), "byteStride": 24}]
    header["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": len(soup), "type": "VEC3"}]
    header["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0, "COLOR_0": 7}}]}]
    mesh = Mesh.load(written(tmp_path, "soup.glb", glb_bytes(header, data)))
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-14)
    # A tetrahedron as one strip: each further corner makes a triangle with the two before it.
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype="<f4")[:, [1, 0, 2]]
    header["bufferViews"] = [{"buffer": 0, "byteLength": corners.nbytes}]
    header["accessors"][0]["count"] = len(corners)
    header["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}]
    mesh = Mesh.load(written(tmp_path, "strip.glb", glb_bytes(header, corners.tobytes())))
    assert mesh.volume == pytest.approx(1 / 6, rel=1e-14)


def edited(path: tuple[object, ...], value: object) -> bytes:
    header, binary = gltf_parts(HULL)
    place: object = header
    for key in path[:-1]:
        place = place[key]  # type: ignore[index]
    place[path[-1]] = value  # type: ignore[index]
    return glb_bytes(header, binary)


PRIMITIVE = ("meshes", 0, "primitives", 0)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("asset",), {"version": "1.0"}, r"only glTF 2 is read, got version '1\.0'"),
        (("extensionsRequired",), ["EXT_meshopt_compression"], r"the glTF extension 'EXT_meshopt_compression'"),
        (("buffers", 0, "uri"), "../../etc/passwd", r"buffer 0 is in another file, '\.\./\.\./etc/passwd'; .*\.glb"),
        (
            ("buffers", 0, "uri"),
            "http://example.org/a.bin",
            r"buffer 0 is in another file, 'http://example\.org/a\.bin'",
        ),
        (("buffers", 0, "uri"), "data:;base64,A", r"the data of buffer 0 are damaged"),
        (("buffers",), [{"byteLength": 4}, {"byteLength": 4}], r"buffer 1 has no data in the file"),
        (("accessors", 0, "sparse"), {"count": 1}, r"accessor 0 is sparse"),
        (("accessors", 0, "componentType"), 5122, r"the positions of accessor 0 are quantised"),
        (("accessors", 1, "count"), 10**12, r"at most 2000000 triangles, the file has more"),
        (("accessors", 0, "count"), 10**6, r"cannot be read as \.glb: ValueError"),
        ((*PRIMITIVE, "mode"), 6, r"triangle fans are not read"),
        ((*PRIMITIVE, "mode"), 1, r"no triangles in the file"),
        ((*PRIMITIVE, "targets"), [{"POSITION": 0}], r"morph targets are not read"),
        ((*PRIMITIVE, "extensions"), {"KHR_draco_mesh_compression": {}}, r"Draco-compressed geometry is not read"),
        ((*PRIMITIVE, "attributes"), {}, r"cannot be read as \.glb: KeyError 'POSITION'"),
        (("nodes",), [{"mesh": 0, "skin": 0}], r"skinned geometry is not read"),
        (("nodes",), [{"children": [1, 2]}, {"children": [2]}, {"mesh": 0}], r"node 2 has two parents"),
        (("nodes",), [{"children": [0], "mesh": 0}], r"node 0 has two parents"),
        (("nodes",), [{"mesh": 0, "scale": [0, 1, 1]}], r"faces have no area"),
        (("scenes",), [], r"there is no scene in the file"),
        (("scene",), 7, r"cannot be read as \.glb: IndexError"),
    ],
)
def test_a_gltf_that_cannot_be_read(path: tuple[object, ...], value: object, message: str, tmp_path: Path) -> None:
    refused(tmp_path, "bad.glb", edited(path, value), message)


def test_a_gltf_may_require_looks(tmp_path: Path) -> None:
    data = edited(("extensionsRequired",), ["KHR_materials_unlit"])
    assert Mesh.load(written(tmp_path, "hull.glb", data)).volume == pytest.approx(HULL.volume)


def test_a_glb_that_is_damaged(tmp_path: Path) -> None:
    data = glb(HULL)
    refused(tmp_path, "cut.glb", data[:-8], rf"cut short or damaged: {len(data) - 8} bytes of {len(data)}")
    refused(tmp_path, "bad.glb", b"solid" + data, r"not GLB: it does not begin with 'glTF'")
    refused(tmp_path, "old.glb", data[:4] + struct.pack("<I", 1) + data[8:], r"only glTF 2 is read, got version 1")
    refused(tmp_path, "bad.gltf", b"[]", r"its JSON is not an object")
    refused(tmp_path, "bad.gltf", gltf(HULL)[:-2], r"cannot be read as \.gltf: JSONDecodeError")
    header, binary = gltf_parts(HULL)
    refused(tmp_path, "outside.gltf", json.dumps(header).encode(), r"buffer 0 has no data in the file")
    assert len(binary) > 0


# COLLADA


def test_a_dae_is_placed_and_scaled_as_in_gazebo(tmp_path: Path) -> None:
    """Centimetres scale the translations of nodes too; Y_UP turns nothing."""
    matrix = "<matrix>" + " ".join(map(str, TURN.ravel())) + "</matrix>"
    data = dae(HULL, unit='<unit name="centimeter" meter="0.01"/>', up_axis="Y_UP", transform=matrix)
    mesh = Mesh.load(written(tmp_path, "hull.dae", data))
    assert mesh.volume == pytest.approx(HULL.volume * 1e-6, rel=1e-12)
    assert mesh.centroid == pytest.approx(0.01 * (TURN[:3, :3] @ HULL.centroid + TURN[:3, 3]), rel=1e-12)
    scaled = Mesh.load(tmp_path / "hull.dae", scale=100.0)
    assert scaled.volume == pytest.approx(HULL.volume, rel=1e-12)


@pytest.mark.parametrize("unit", ["", '<unit name="meter"/>'])
def test_a_dae_without_unit_is_in_metres(unit: str, tmp_path: Path) -> None:
    mesh = Mesh.load(written(tmp_path, "hull.dae", dae(HULL, unit=unit)))
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-12)


def test_a_dae_without_namespace_is_read(tmp_path: Path) -> None:
    mesh = Mesh.load(written(tmp_path, "hull.dae", dae(HULL, namespace="")))
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-12)


def test_dae_nodes_compose_and_instances_are_all_there(tmp_path: Path) -> None:
    library = """<library_nodes><node id="pair"><translate>0 5 0</translate>
      <node><instance_geometry url="#hull"/></node><node><translate>0 5 0</translate><rotate>0 0 1 180</rotate>
      <instance_geometry url="#hull"/></node></node></library_nodes>"""
    nodes = '<node id="n"><translate>1 0 0</translate><instance_node url="#pair"/></node>'
    mesh = Mesh.load(written(tmp_path, "hull.dae", dae(HULL, libraries=library, nodes=nodes)))
    centers = [HULL.centroid + np.array([1, 5, 0]), HULL.centroid * [-1, -1, 1] + np.array([1, 10, 0])]
    assert mesh.part_count == 2
    assert mesh.centroid == pytest.approx(np.mean(centers, axis=0), rel=1e-6)


def test_dae_polygons_become_triangles(tmp_path: Path) -> None:
    cube = box((1.0, 1.0, 1.0))
    quads = "0 1 3 2  4 6 7 5  0 4 5 1  2 3 7 6  0 2 6 4  1 5 7 3"
    text = dae(cube).decode()
    start, end = text.index("<triangles"), text.index("</triangles>") + len("</triangles>")
    polylist = f"""<polylist count="6"><input semantic="VERTEX" source="#v" offset="0"/>
      <vcount>4 4 4 4 4 4</vcount><p>{quads}</p></polylist><lines count="1">
      <input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>"""
    mesh = Mesh.load(written(tmp_path, "cube.dae", (text[:start] + polylist + text[end:]).encode()))
    assert len(mesh.faces) == 12
    assert mesh.volume == pytest.approx(1.0, rel=1e-14)
    short = text[:start] + polylist.replace("<vcount>4 4", "<vcount>6 2") + text[end:]
    refused(tmp_path, "short.dae", short.encode(), r"a polygon has fewer than three corners")


def bomb() -> bytes:
    """Ten levels of ten instances each: 1e10 hulls in a file of 5 kB."""
    nodes = ['<node id="n0"><instance_geometry url="#hull"/></node>']
    nodes += [f'<node id="n{i}">' + f'<instance_node url="#n{i - 1}"/>' * 10 + "</node>" for i in range(1, 11)]
    library = f"<library_nodes>{''.join(nodes)}</library_nodes>"
    return dae(HULL, libraries=library, nodes='<node id="n"><instance_node url="#n10"/></node>')


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (dae(HULL, before="<!DOCTYPE COLLADA>"), r"a document type or entities are not allowed"),
        (
            dae(HULL, before='<!DOCTYPE C [<!ENTITY a "1"><!ENTITY b "&a;&a;">]>').replace(b"Z_UP", b"&b;"),
            r"a document type or entities are not allowed",
        ),
        (dae(HULL).decode().replace("utf-8", "utf-16").encode("utf-16"), r"XML in UTF-8, ASCII or Latin-1"),
        (dae(HULL).replace(b"utf-8", b"utf-7"), r"its encoding is 'utf-7'"),
        (dae(HULL).replace(b"Z_UP", b"&nbsp;"), r"cannot be read as \.dae: XMLSyntaxError"),
        (dae(HULL)[:-20], r"cannot be read as \.dae: XMLSyntaxError"),
        (b"<sdf version='1.9'/>", r"the file is not COLLADA: its root is <sdf>"),
        (dae(HULL, unit='<unit meter="0"/>'), r'<unit meter="0"> must be finite and > 0'),
        (dae(HULL, unit='<unit meter="inch"/>'), r'<unit meter="inch"> must be finite and > 0'),
        (
            dae(HULL, nodes='<node><instance_controller url="#skin"/></node>'),
            r"skinned geometry \(<instance_controller>\)",
        ),
        (dae(HULL, nodes='<node><instance_geometry url="#no"/></node>'), r"cannot be read as \.dae: Dae\w+Error"),
        (dae(HULL, nodes='<node><instance_node url="file:///etc/passwd"/></node>'), r"cannot be read as \.dae: Dae"),
        (dae(HULL, nodes="<node/>"), r"there are no triangles in the file"),
        (dae(HULL).replace(b"<scene>", b"<extra>").replace(b"</scene>", b"</extra>"), r"there is no <scene>"),
        (dae(HULL).replace(b'">1.5 ', b'">nan ', 1), r"a <float_array> has nan in it"),
        (dae(HULL).replace(b'">1.5 ', b'">1e99 ', 1), r"vertices must be finite"),
        (dae(HULL).replace(b'">1.5 ', b'">1,5 ', 1), r"cannot be read as \.dae: "),
        (dae(HULL).replace(b"<p>", b"<p>-1 0 ", 1).replace(b" 0</p>", b"</p>"), r"cannot be read|numbered from 0"),
        (dae(HULL).replace(b"<p>17 0", b"<p>-1 0"), r"geometry 'hull' names vertex -1; they are numbered from 0"),
        (dae(HULL).replace(b"<p>", b"<ph><p>").replace(b"</p>", b"</p></ph>"), r"polygons with holes \(<ph>\)"),
        (bomb(), r"a scene may have at most 10000 nodes and instances, this one has more"),
    ],
)
def test_a_dae_that_cannot_be_read(data: bytes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, "bad.dae", data, message)


# Files


def test_the_extension_must_be_known(tmp_path: Path) -> None:
    refused(tmp_path, "hull.step", b"", r"read from \.dae, \.glb, \.gltf, \.obj, \.stl, not from \.step")
    refused(tmp_path, "hull", b"", r"not from a file without extension")


def test_the_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(MeshError, match=r"no\.stl: there is no such file"):
        Mesh.load(tmp_path / "no.stl")
    (tmp_path / "folder.stl").mkdir()
    with pytest.raises(MeshError, match=r"folder\.stl: this is not a file"):
        Mesh.load(tmp_path / "folder.stl")
    with pytest.raises(MeshError, match=r"there is no such file|cannot be read"):
        Mesh.load("nul\0.stl")


def test_the_size_of_a_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _load.MAX_BYTES == 256 * 2**20
    monkeypatch.setattr("seaway.mesh._load.MAX_BYTES", 100)
    refused(tmp_path, "large.stl", stl_binary(HULL), r"a file may have at most 100 bytes, this one has more")


@pytest.mark.parametrize("name", WRITERS)
def test_the_number_of_triangles_is_bounded(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seaway.mesh._check.MAX_TRIANGLES", 20)
    refused(tmp_path, name, WRITERS[name](HULL), r"at most 20 triangles, got \d+; simplify it")


def test_repair_is_told(tmp_path: Path) -> None:
    class Half:
        vertices, faces, face_normals = HULL.vertices, HULL.faces[1:], HULL.face_normals[1:]

    path = written(tmp_path, "hull.stl", stl_binary(Half))  # type: ignore[arg-type]
    with pytest.warns(SeawayWarning, match=r"hull\.stl was repaired: 1 hole closed, 1 face added there$") as caught:
        mesh = Mesh.load(path, repair=True)
    assert caught[0].filename == __file__
    assert mesh.volume == pytest.approx(HULL.volume, rel=1e-12)
    assert isinstance(mesh, Mesh)


def test_a_sound_file_is_not_repaired(tmp_path: Path) -> None:
    Mesh.load(written(tmp_path, "hull.stl", stl_binary(HULL)), repair=True)  # a warning would be an error


def test_the_import_is_light() -> None:
    code = "import sys, seaway.mesh; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"trimesh", "collada", "lxml", "numba"} & set(loaded)

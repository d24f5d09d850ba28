"""Laws that hold for any mesh; and whatever a file holds, loading gives a mesh or a MeshError, and opens no other."""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.strategies import poses, positive
from tests.unit.mesh.mesh_files import WRITERS

from seaway.errors import MeshError, SeawayWarning
from seaway.frames import Pose
from seaway.mesh import Mesh, box, sphere


def closed_meshes(parts: int = 2) -> st.SearchStrategy[Mesh]:
    """Bodies of one or more parts, each seen whole from its middle: a ball with random radii, stretched and turned.

    Sizes are 0.1 to 10 m; parts stand 50 m apart, so that they do not meet.
    """
    ball = sphere(1.0, 1)
    radii = hnp.arrays(np.float64, len(ball.vertices), elements=st.floats(0.5, 1.5, width=32))
    stretch = st.lists(positive(0.2, 5.0), min_size=3, max_size=3)

    def part(radius: np.ndarray, size: list[float], pose: Pose) -> Mesh:
        return Mesh(ball.vertices * radius[:, None] * size, ball.faces).transformed(pose)

    def whole(members: list[Mesh]) -> Mesh:
        body = members[0]
        for i, member in enumerate(members[1:], start=1):
            body = body.joined(member.transformed(Pose((50.0 * i, 0.0, 0.0))))
        return body

    return st.lists(st.builds(part, radii, stretch, poses()), min_size=1, max_size=parts).map(whole)


def assert_same_body(first: Mesh, second: Mesh, tolerance: float = 1e-12) -> None:
    """Same volume, centroid and inertia; lengths compare with the size of the body."""
    size = float(np.linalg.norm(first.bounds[1] - first.bounds[0]))
    assert second.volume == pytest.approx(first.volume, rel=tolerance)
    assert np.max(np.abs(second.centroid - first.centroid)) <= tolerance * size
    expected = first.mass_properties(density=1.0).moment_of_inertia
    measured = second.mass_properties(density=1.0).moment_of_inertia
    assert np.max(np.abs(measured - expected)) <= tolerance * np.max(expected)


@settings(max_examples=50)
@given(closed_meshes())
def test_a_closed_surface_has_no_net_normal(mesh: Mesh) -> None:
    """∮ n dA = 0, and ∮ x · n dA = 3 V: the divergence theorem on a constant and on x."""
    weighted = mesh.face_normals * mesh.face_areas[:, None]
    assert np.max(np.abs(np.sum(weighted, axis=0))) <= 1e-13 * mesh.area
    centers = np.mean(mesh.vertices[mesh.faces], axis=1)
    assert np.sum(centers * weighted) == pytest.approx(3.0 * mesh.volume, rel=1e-10)


@settings(max_examples=50)
@given(closed_meshes())
def test_refined_changes_no_integral(mesh: Mesh) -> None:
    refined = mesh.refined()
    assert len(refined.faces) == 4 * len(mesh.faces)
    assert refined.part_count == mesh.part_count
    assert refined.area == pytest.approx(mesh.area, rel=1e-12)
    assert_same_body(mesh, refined)


@settings(max_examples=50)
@given(closed_meshes(), st.sampled_from(["x", "y", "z"]))
def test_a_mirrored_mesh_is_outward_and_mirrored_back_the_same(mesh: Mesh, axis: str) -> None:
    mirrored = mesh.mirrored(axis)  # type: ignore[arg-type]
    assert mirrored.volume == pytest.approx(mesh.volume, rel=1e-12)
    assert mirrored.mirrored(axis) == mesh  # type: ignore[arg-type]
    signs = np.where(np.array(["x", "y", "z"]) == axis, -1.0, 1.0)
    assert np.max(np.abs(mirrored.centroid - mesh.centroid * signs)) <= 1e-12 * 100.0


@settings(max_examples=50)
@given(closed_meshes(), poses(bound=100.0))
def test_a_body_that_moves_stays_the_same_body(mesh: Mesh, X_AB: Pose) -> None:
    """A move of up to 170 m rounds corners by 3e-14 m, of parts down to some centimetres: 1e-12 of a length.

    A moment of inertia has its fifth power, and there is the sum over the faces.
    """
    moved = mesh.transformed(X_AB)
    assert moved.area == pytest.approx(mesh.area, rel=1e-12)
    assert_same_body(mesh, moved.transformed(X_AB.inverse()), 1e-11)
    expected = X_AB.R @ mesh.mass_properties(density=1.0).moment_of_inertia @ X_AB.R.T
    measured = moved.mass_properties(density=1.0).moment_of_inertia
    assert np.max(np.abs(measured - expected)) <= 1e-10 * np.max(np.abs(expected))


@settings(max_examples=50)
@given(closed_meshes(), positive(1e-3, 1e3))
def test_scaling_goes_with_the_powers_of_length(mesh: Mesh, factor: float) -> None:
    scaled = mesh.scaled(factor, about=mesh.centroid)
    assert scaled.volume == pytest.approx(mesh.volume * factor**3, rel=1e-11)
    assert scaled.area == pytest.approx(mesh.area * factor**2, rel=1e-11)
    assert scaled.with_volume(mesh.volume).area == pytest.approx(mesh.area, rel=1e-10)


@settings(max_examples=50)
@given(closed_meshes(1), st.integers(0, 2**32 - 1))
def test_repair_undoes_what_damage_leaves_no_doubt(mesh: Mesh, seed: int) -> None:
    """Faces in any order, turned at random, sharing no vertices, with one missing: the body is the same."""
    random = np.random.default_rng(seed)
    faces = random.permutation(mesh.faces)[1:]
    turned = random.random(len(faces)) < 0.3
    faces[turned] = faces[turned][:, ::-1]
    vertices = mesh.vertices[faces].reshape(-1, 3)
    largest = np.max(mesh.face_areas) / mesh.area
    assume(largest < 0.08)  # else the hole may be too large for repair
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SeawayWarning)
        again = Mesh.repaired(vertices, np.arange(len(vertices)).reshape(-1, 3))
    assert_same_body(mesh, again, 1e-10)


# Files

HULL = box((1.0, 0.5, 0.25)).transformed(Pose((2.0, -1.0, 0.5)))
FILES = {name: writer(HULL) for name, writer in WRITERS.items()}
OPENED: list[str] = []
_watching = False


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _watching and event in ("open", "socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.listdir"):
        OPENED.append(f"{event} {arguments[0]}")


sys.addaudithook(_watch)


@contextmanager
def watching() -> Iterator[None]:
    global _watching
    OPENED.clear()
    _watching = True
    try:
        yield
    finally:
        _watching = False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where each format has been loaded once, so that no module is imported while files are watched."""
    path = tmp_path_factory.mktemp("meshes")
    for name, data in FILES.items():
        (path / name).write_bytes(data)
        Mesh.load(path / name)
    return path


def loaded(folder: Path, name: str, data: bytes, repair: bool) -> Mesh | None:
    path = folder / f"fuzz.{name.rsplit('.', 1)[-1]}"
    path.write_bytes(data)
    mesh, message = None, f"{path}: "
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SeawayWarning)
        with watching():
            try:
                mesh = Mesh.load(path, repair=repair)
            except MeshError as error:
                message = str(error)
    assert message.startswith(f"{path}: ")
    assert OPENED == [f"open {path}"]
    if mesh is not None:
        assert mesh.volume > 0.0
        assert np.all(np.isfinite(mesh.mass_properties(density=1.0).moment_of_inertia))
    return mesh


fuzz = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
names = st.sampled_from(sorted(FILES))


@fuzz
@given(names, st.floats(0.0, 1.0), st.booleans())
def test_a_file_cut_short(folder: Path, name: str, part: float, repair: bool) -> None:
    loaded(folder, name, FILES[name][: int(part * len(FILES[name]))], repair)


@fuzz
@given(
    names,
    st.lists(st.tuples(st.floats(0.0, 1.0), st.binary(min_size=1, max_size=8)), min_size=1, max_size=8),
    st.booleans(),
)
def test_a_file_with_other_bytes_in_it(
    folder: Path, name: str, changes: list[tuple[float, bytes]], repair: bool
) -> None:
    data = bytearray(FILES[name])
    for place, other in changes:
        start = int(place * (len(data) - 1))
        data[start : start + len(other)] = other
    loaded(folder, name, bytes(data), repair)


WORDS = (
    b'0 1 2 3 -1 -5 1e400 -1e308 nan inf 99999999999 1.5e+12 x " < > / null [] {} true solid endsolid vertex v f facet '
    b"node matrix scale mesh count bufferView 5126 5125 5123 VEC3 SCALAR POSITION #n #hull #v instance_node <node> <p> "
    b"&amp; &lol; <![CDATA[ <!-- \n \0 \xff"
).split(b" ")


@fuzz
@given(names, st.lists(st.tuples(st.floats(0.0, 1.0), st.sampled_from(WORDS)), min_size=1, max_size=6), st.booleans())
def test_a_file_with_other_words_in_it(
    folder: Path, name: str, changes: list[tuple[float, bytes]], repair: bool
) -> None:
    """Words change where words are, between spaces, quotes, brackets and lines: deeper than bytes reach."""
    data = FILES[name]
    for place, other in changes:
        gaps = [i for i, byte in enumerate(data) if byte in b' ",:\n<>[]{}']
        if not gaps:
            break
        k = int(place * (len(gaps) - 1))
        start, end = gaps[k] + 1, gaps[k + 1] if k + 1 < len(gaps) else len(data)
        data = data[:start] + other + data[end:]
    loaded(folder, name, data, repair)


@fuzz
@given(names, st.binary(max_size=200), st.booleans())
@example("hull.obj", b"f 1 1 1\nv 0 0 0", False)
@example("binary.stl", b"\0" * 134, True)
def test_a_file_of_garbage(folder: Path, name: str, data: bytes, repair: bool) -> None:
    assert loaded(folder, name, data, repair) is None


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names, closed_meshes())
def test_a_mesh_comes_back_from_its_file(folder: Path, name: str, mesh: Mesh) -> None:
    """To single precision, which is all that some formats have: 6e-8 of the 100 m that coordinates reach."""
    path = folder / f"round.{name.rsplit('.', 1)[-1]}"
    path.write_bytes(WRITERS[name](mesh))
    size = float(np.min(mesh.bounds[1] - mesh.bounds[0]))
    assume(size > 0.3)
    again = Mesh.load(path)
    assert again.part_count == mesh.part_count
    assert again.volume == pytest.approx(mesh.volume, rel=1e-3)
    assert again.area == pytest.approx(mesh.area, rel=1e-3)

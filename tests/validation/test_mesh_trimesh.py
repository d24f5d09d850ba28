"""Integrals and files against trimesh (https://trimesh.org), version as in constraints.txt.

Both integrate the same polyhedra; trimesh uses Eberly's polynomials about the origin of the frame. Bodies here are near
the origin, so that neither loses digits.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaway.mesh import Mesh, box, capsule, cone, cylinder, ellipsoid, sphere

trimesh: Any = pytest.importorskip("trimesh")

BODIES = {
    "box": box((1.0, 2.0, 3.0), 2),
    "sphere": sphere(0.5),
    "ellipsoid": ellipsoid((0.2, 0.5, 0.9)),
    "cylinder": cylinder(0.3, 1.7),
    "cone": cone(0.3, 1.7),
    "capsule": capsule(0.3, 1.7),
}


def theirs(mesh: Mesh) -> Any:
    return trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)


@pytest.mark.parametrize("name", BODIES)
def test_integrals(name: str) -> None:
    ours = BODIES[name]
    other = theirs(ours)
    assert other.is_volume
    assert ours.volume == pytest.approx(other.volume, rel=1e-12)
    assert ours.area == pytest.approx(other.area, rel=1e-12)
    assert ours.centroid == pytest.approx(other.center_mass, abs=1e-12)
    assert ours.face_normals == pytest.approx(other.face_normals, abs=1e-12)
    moments = ours.mass_properties(density=1.0).moment_of_inertia
    assert np.max(np.abs(moments - other.moment_inertia)) <= 1e-12 * np.max(moments)


@pytest.mark.parametrize(("subdivisions", "faces"), [(1, 80), (3, 1280)])
def test_spheres_are_the_same_icospheres(subdivisions: int, faces: int) -> None:
    other = trimesh.creation.icosphere(subdivisions=subdivisions, radius=0.5)
    assert len(other.faces) == faces
    assert sphere(0.5, subdivisions).volume == pytest.approx(other.volume, rel=1e-12)


@pytest.mark.parametrize("extension", ["stl", "stl_ascii", "obj", "glb", "dae"])
@pytest.mark.parametrize("name", BODIES)
def test_files_that_trimesh_writes(name: str, extension: str, tmp_path: Path) -> None:
    """Single precision: 6e-8 of a corner, and a few times that of a volume; trimesh writes 8 digits in OBJ."""
    data = theirs(BODIES[name]).export(file_type=extension)
    path = tmp_path / f"hull.{extension.split('_')[0]}"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    mesh = Mesh.load(path)
    assert len(mesh.faces) == len(BODIES[name].faces)
    assert mesh.volume == pytest.approx(BODIES[name].volume, rel=1e-6)
    assert mesh.centroid == pytest.approx(BODIES[name].centroid, abs=1e-6)

"""The closed surface of a solid."""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers, finite_floats, frozen, positive
from seaway.errors import MeshError, ModelError, warn
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.mesh._check import (
    arrays,
    degenerate_faces,
    mesh_errors,
    require,
    scale_factors,
    surface_problems,
    triangle_limit,
)
from seaway.mesh._integrals import Solid, face_crosses, solid_integrals
from seaway.mesh._load import read_surface
from seaway.mesh._repair import repaired_surface
from seaway.mesh._topology import edges_of, parts_of, split_in_four

Axis = Literal["x", "y", "z"]
AXES: Final[tuple[Axis, ...]] = ("x", "y", "z")

# A mesh larger than this [m], within this reach [m], and not farther away than so many times its size stays closed and
# outward when it is moved: its corners are rounded by 1e-16 of the reach.
_SMALL: Final = 1e-3
_LARGE: Final = 1e6
_FAR: Final = 100.0


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Mesh:
    """Triangles that bound a solid: closed, wound alike, pointing outward. Immutable and checked.

    A mesh may have several closed parts, e.g. the hulls of a catamaran; their volumes add. Each must point outward, so
    a cavity is refused: to the water outside it makes no difference.

    Self-intersection is not checked. The overlap of two parts counts twice.

    Args:
        vertices: Corners [m], (n, 3), in the frame of the mesh. Unused corners are allowed.
        faces: Rows of ``vertices``, (m, 3), counter-clockwise seen from outside; at most 2 million.

    Raises:
        MeshError: They do not bound a solid: not finite, indices out of range, faces without area, open edges, edges of
            more than two faces, faces wound against each other, a part without volume or inside out. The message
            counts them and locates the first.
    """

    vertices: Floats
    faces: Integers

    def __init__(self, vertices: ArrayLike, faces: ArrayLike):
        v, f = arrays(vertices, faces)
        problems = surface_problems(v, f)
        if problems:
            advice = "Try Mesh.repaired(vertices, faces), or load with repair=True"
            raise MeshError(f"{'; '.join(problems)}. {advice}")
        self._keep(v, f)

    def _keep(self, vertices: Floats, faces: Integers) -> None:
        faces.flags.writeable = False
        vars(self).update(vertices=frozen(vertices), faces=faces)

    @classmethod
    def load(
        cls, path: str | PathLike[str], *, scale: ArrayLike = 1.0, repair: bool = False, data: bytes | None = None
    ) -> "Mesh":
        """Load a mesh from a file: its geometry, with the transforms of its scene, all objects in one.

        Only this file is opened: no materials, images or other buffers, and no network. Vertices that are exactly equal
        are merged (STL shares none): within an object if that closes it, else among all objects that are not closed.

        Lengths are metres. A DAE is scaled by its ``<unit meter="...">``; its ``<up_axis>`` is not applied. glTF is y
        up by its rules, and is not turned either. Both as in Gazebo (gz-common): turn such a mesh with ``transformed``,
        or by the pose of its link. STL and glTF hold single precision, 7 digits, and DAE is read so.

        Args:
            path: A file in COLLADA (.dae), glTF 2.0 (.glb, .gltf), Wavefront (.obj) or STL (.stl, text and binary), of
                at most 256 MB and 2 million triangles.
            scale: One positive factor, or three along x, y, z, e.g. 0.001 for a file in millimetres.
            repair: Repair the mesh, see ``repaired``. Without it nothing is guessed.
            data: Content of the file, if already read.

        Raises:
            MeshError: The file does not exist, cannot be read, or is no mesh; the message begins with the path.

        Warns:
            SeawayWarning: With ``repair``, what was changed.
        """
        file, factors = Path(path), scale_factors(scale)
        try:
            v, f = read_surface(file, factors, data)
            return cls._repaired(v, f, str(file)) if repair else cls(v, f)
        except MeshError as error:
            raise MeshError(f"{file}: {error}") from None

    @classmethod
    def repaired(cls, vertices: ArrayLike, faces: ArrayLike) -> "Mesh":
        """Make a mesh of faces that almost bound a solid.

        In this order: vertices nearer than 1e-6 of the diagonal are merged; faces without area and duplicate faces are
        dropped; neighbours are wound alike; holes with one rim and at most a tenth of the surface are closed by a fan
        to the middle of the rim; parts that are inside out are turned. Then everything is checked again.

        Args:
            vertices: Corners [m], (n, 3).
            faces: Rows of ``vertices``, (m, 3).

        Raises:
            MeshError: The result is still not a valid mesh.

        Warns:
            SeawayWarning: What was changed, and how often.
        """
        return cls._repaired(vertices, faces, "the mesh")

    @classmethod
    def _repaired(cls, vertices: ArrayLike, faces: ArrayLike, name: str) -> "Mesh":
        v, f, changes = repaired_surface(*arrays(vertices, faces))
        if changes:
            warn(f"{name} was repaired: {changes}")
        return cls(v, f)

    @staticmethod
    def problems(vertices: ArrayLike, faces: ArrayLike) -> tuple[str, ...]:
        """List why vertices and faces are not a valid mesh: one message per violated rule, none if valid.

        Wrong shapes, and numbers that are not finite or out of range, are reported alone.
        """
        try:
            v, f = arrays(vertices, faces)
        except MeshError as error:
            return (str(error),)
        return tuple(surface_problems(v, f))

    @property
    def volume(self) -> float:
        """Volume inside [m3], exact for the triangles."""
        return self._solid.volume

    @property
    def centroid(self) -> Floats:
        """Centre of the volume [m], (3,), in the frame of the mesh."""
        return self._solid.centroid

    @cached_property
    def area(self) -> float:
        """Area of the surface [m2]."""
        return float(np.sum(self.face_areas))

    @cached_property
    def bounds(self) -> Floats:
        """Minimum and maximum x, y, z of the surface [m], (2, 3)."""
        used = self.vertices[self.faces.ravel()]
        return frozen(np.array([np.min(used, axis=0), np.max(used, axis=0)]))

    @cached_property
    def face_areas(self) -> Floats:
        """Area of each face [m2], (m,)."""
        return frozen(0.5 * np.linalg.norm(face_crosses(self.vertices, self.faces), axis=1))

    @cached_property
    def face_normals(self) -> Floats:
        """Outward unit normal of each face, (m, 3), in the axes of the mesh."""
        crosses = face_crosses(self.vertices, self.faces)
        return frozen(crosses / np.linalg.norm(crosses, axis=1, keepdims=True))

    @cached_property
    def part_count(self) -> int:
        """Number of closed parts."""
        return parts_of(self.faces, edges_of(self.faces, len(self.vertices)))[0]

    def mass_properties(self, *, mass: float | None = None, density: float | None = None) -> MassProperties:
        """Mass and moment of inertia of a uniform body of this shape, about ``centroid``, in the axes of the mesh.

        Exact for the triangles: I = ρ (tr(P) 1 - P) with the second moment P = ∫ x xᵀ dV about the centroid.

        Args:
            mass: Mass [kg], or
            density: Density of the material [kg/m3].

        Raises:
            ModelError: Not exactly one is given, or it is not positive.
        """
        if (mass is None) == (density is None):
            raise ModelError(f"give either mass= or density=, got mass={mass} and density={density}")
        given = positive(density or 0.0, "the density [kg/m3]") if mass is None else positive(mass, "the mass [kg]")
        rho = given if mass is None else given / self.volume
        P = self._solid.second_moment
        return MassProperties(rho * self.volume if mass is None else mass, rho * (np.trace(P) * np.eye(3) - P))

    def inertial(self, *, mass: float | None = None, density: float | None = None) -> Inertial:
        """The inertia of a uniform body of this shape, its centre of mass at ``centroid``; see ``mass_properties``."""
        return Inertial(self.mass_properties(mass=mass, density=density), Pose(self.centroid))

    def transformed(self, X_AB: Pose) -> "Mesh":
        """Move the mesh, given in frame B, to frame A: p_AoQ_A = X_AB p_BoQ_B.

        Raises:
            MeshError: The pose is an array of poses.
        """
        require(X_AB.p.shape == (3,), f"a mesh is moved by one pose, got an array of shape {X_AB.p.shape[:-1]}")
        return Mesh.of_known(X_AB.point(self.vertices), self.faces)

    def scaled(self, factor: ArrayLike, *, about: ArrayLike = (0.0, 0.0, 0.0)) -> "Mesh":
        """Scale the mesh about a point.

        Args:
            factor: One positive number, or three along x, y, z.
            about: The fixed point [m], (3,); ``mesh.centroid`` scales in place. Default: the origin, as ``<scale>``
                of SDFormat.

        Raises:
            MeshError: A factor is not finite and > 0 (see ``mirrored``), or the result is not a valid mesh.
        """
        factors = scale_factors(factor)
        with mesh_errors():
            fixed = finite_floats(about, (3,), "the point that stays [m]")
        return Mesh(fixed + (self.vertices - fixed) * factors, self.faces)

    def mirrored(self, axis: Axis) -> "Mesh":
        """Mirror the mesh in the plane through the origin normal to an axis; faces stay outward.

        Args:
            axis: The coordinate that changes its sign: ``"y"`` swaps port and starboard.

        Raises:
            MeshError: There is no such axis.
        """
        require(axis in AXES, f"a mesh is mirrored across 'x', 'y' or 'z', got {axis!r}")
        signs = np.where(np.array(AXES) == axis, -1.0, 1.0)
        return Mesh(self.vertices * signs, self.faces[:, ::-1])

    def refined(self, times: int = 1) -> "Mesh":
        """Split each triangle into four at the middles of its sides; the surface stays the same.

        Args:
            times: Number of splits, 0 or more.

        Raises:
            MeshError: ``times`` is negative, or there would be more than 2 million triangles.
        """
        require(times >= 0, f"a mesh is refined 0 or more times, got {times}")
        triangle_limit(len(self.faces) * 4 ** min(times, 32))
        v, f = self.vertices, self.faces
        for _ in range(times):
            v, f = split_in_four(v, f)
        return Mesh(v, f)

    def joined(self, *others: "Mesh") -> "Mesh":
        """Join with other meshes in the same frame; vertices are not merged, volumes add up.

        Raises:
            MeshError: There would be more than 2 million triangles.
        """
        meshes = (self, *others)
        triangle_limit(sum(len(mesh.faces) for mesh in meshes))
        starts = accumulate((len(mesh.vertices) for mesh in meshes), initial=0)
        faces = np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=False)])
        return Mesh._sound(np.concatenate([mesh.vertices for mesh in meshes]), faces)

    @classmethod
    def of_known(cls, vertices: Floats, faces: Integers) -> "Mesh":
        """A mesh whose faces are known to be closed and outward; checked if rounding could matter."""
        reach, size = np.max(np.abs(vertices)), np.max(np.ptp(vertices, axis=0))
        near = size > _SMALL and reach < _LARGE and reach <= _FAR * size
        if near and not len(degenerate_faces(vertices, faces)):
            return cls._sound(vertices, faces)
        return cls(vertices, faces)

    @classmethod
    def _sound(cls, vertices: Floats, faces: Integers) -> "Mesh":
        mesh = object.__new__(cls)
        mesh._keep(vertices, faces)
        return mesh

    def with_volume(self, volume: float) -> "Mesh":
        """Scale the mesh uniformly about its centroid to a volume [m3].

        Raises:
            MeshError: The volume is not finite and > 0.
        """
        with mesh_errors():
            target = positive(volume, "the volume [m3]")
        factors, fixed = scale_factors(np.cbrt(target / self.volume)), self.centroid
        return Mesh.of_known(fixed + (self.vertices - fixed) * factors, self.faces)

    def __eq__(self, other: object) -> bool:
        """Compare vertices and faces exactly, in their order."""
        if not isinstance(other, Mesh):
            return NotImplemented
        return np.array_equal(self.vertices, other.vertices) and np.array_equal(self.faces, other.faces)

    def __repr__(self) -> str:
        return f"Mesh({len(self.vertices)} vertices, {len(self.faces)} faces, {self.volume:.6g} m3)"

    @cached_property
    def _solid(self) -> Solid:
        volume, centroid, second_moment = solid_integrals(self.vertices, self.faces)
        return Solid(volume, frozen(centroid), frozen(second_moment))

"""The closed surface of a solid."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Integers, finite_floats, frozen, positive
from seaway.errors import MeshError, ModelError
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.mesh._check import arrays, positive_number, surface_problems, triangle_limit
from seaway.mesh._integrals import Solid, face_crosses, solid_integrals
from seaway.mesh._topology import edges_of, parts_of

__all__ = ["Mesh"]

_REPAIR = "Try seaway.mesh.repaired(vertices, faces), or load with repair=True"


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Mesh:
    """Triangles that bound a solid: closed, wound alike, pointing outward. Immutable, and checked when made.

    A mesh may have several closed parts, e.g. the hulls of a catamaran; their volumes add. Each must point outward, so
    a cavity is refused: to the water outside it makes no difference.

    Not checked: whether the surface cuts through itself. What two parts have in common counts twice.

    Args:
        vertices: Corners [m], (n, 3), in the frame of the mesh. Corners that no face names are allowed.
        faces: Rows of ``vertices``, (m, 3), counter-clockwise seen from outside; at most ``MAX_TRIANGLES``.

    Raises:
        MeshError: They do not bound a solid: not finite, numbers out of range, faces without area, open edges, edges of
            more than two faces, faces wound against each other, a part without volume or inside out. The message has
            the number of each and where the first is.
    """

    vertices: Floats
    faces: Integers

    def __init__(self, vertices: ArrayLike, faces: ArrayLike):
        v, f = arrays(vertices, faces)
        problems = surface_problems(v, f)
        if problems:
            raise MeshError(f"{'; '.join(problems)}. {_REPAIR}")
        f.flags.writeable = False
        object.__setattr__(self, "vertices", frozen(v))
        object.__setattr__(self, "faces", f)

    @staticmethod
    def problems(vertices: ArrayLike, faces: ArrayLike) -> tuple[str, ...]:
        """Tell why vertices and faces are no mesh: one message for each broken rule, none when they are one.

        What cannot be looked at further (shapes, numbers that are not finite or out of range) is told alone.
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
        """The least and the greatest x, y, z of the surface [m], (2, 3)."""
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
        """How many closed parts there are."""
        return parts_of(self.faces, edges_of(self.faces, len(self.vertices)))[0]

    def mass_properties(self, *, mass: float | None = None, density: float | None = None) -> MassProperties:
        """Mass and moment of inertia of a uniform body of this shape, about ``centroid``, in the axes of the mesh.

        Exact for the triangles: I = ρ (tr(P) 1 - P) with the second moment P = ∫ x xᵀ dV about the centroid.

        Args:
            mass: Mass [kg]; or else
            density: density of the material [kg/m3].

        Raises:
            ModelError: Not exactly one is given, or it is not positive.
        """
        if (mass is None) == (density is None):
            raise ModelError(f"give either mass= or density=, got mass={mass} and density={density}")
        if mass is not None:
            rho = positive(mass, "the mass [kg]") / self.volume
        else:
            rho = positive(density or 0.0, "the density [kg/m3]")
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
        if X_AB.p.shape != (3,):
            raise MeshError(f"a mesh is moved by one pose, got an array of shape {X_AB.p.shape[:-1]}")
        return Mesh(X_AB.point(self.vertices), self.faces)

    def scaled(self, factor: ArrayLike, *, about: ArrayLike = (0.0, 0.0, 0.0)) -> "Mesh":
        """Stretch the mesh away from a point.

        Args:
            factor: One positive number, or three along x, y, z.
            about: The point that stays [m], (3,); ``mesh.centroid`` scales in place. Default the origin, as ``<scale>``
                of SDFormat.

        Raises:
            MeshError: A factor is not finite and > 0 (see ``mirrored``), or the result is no mesh any more.
        """
        factors = scale_factors(factor)
        try:
            fixed = finite_floats(about, (3,), "the point that stays [m]")
        except ModelError as error:
            raise MeshError(str(error)) from None
        return Mesh(fixed + (self.vertices - fixed) * factors, self.faces)

    def mirrored(self, axis: Literal["x", "y", "z"]) -> "Mesh":
        """Mirror the mesh in the plane through the origin across an axis, and turn its faces outward again.

        Args:
            axis: The coordinate that changes its sign: ``"y"`` swaps port and starboard.

        Raises:
            MeshError: There is no such axis.
        """
        if axis not in ("x", "y", "z"):
            raise MeshError(f"a mesh is mirrored across 'x', 'y' or 'z', got {axis!r}")
        signs = np.where(np.array(["x", "y", "z"]) == axis, -1.0, 1.0)
        return Mesh(self.vertices * signs, self.faces[:, ::-1])

    def refined(self, times: int = 1) -> "Mesh":
        """Split each triangle into four at the middles of its sides; the surface stays the same.

        Args:
            times: How often, 0 or more.

        Raises:
            MeshError: ``times`` is negative, or there would be more than ``MAX_TRIANGLES``.
        """
        if times < 0:
            raise MeshError(f"a mesh is refined 0 or more times, got {times}")
        triangle_limit(len(self.faces) * 4 ** min(times, 32))
        v, f = self.vertices, self.faces
        for _ in range(times):
            v, f = split_in_four(v, f)
        return Mesh(v, f)

    def joined(self, other: "Mesh") -> "Mesh":
        """Put another mesh, in the same frame, beside this one; nothing is merged, volumes add.

        Raises:
            MeshError: There would be more than ``MAX_TRIANGLES``.
        """
        faces = np.concatenate([self.faces, other.faces + len(self.vertices)])
        return Mesh(np.concatenate([self.vertices, other.vertices]), faces)

    def with_volume(self, volume: float) -> "Mesh":
        """Scale the mesh about its centroid, alike in all directions, to a volume [m3].

        Raises:
            MeshError: The volume is not finite and > 0.
        """
        target = positive_number(volume, "the volume [m3]")
        return self.scaled(np.cbrt(target / self.volume), about=self.centroid)

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


def scale_factors(factor: ArrayLike) -> Floats:
    """Three positive factors from one or three.

    Raises:
        MeshError: Another number of them, or one that is not finite and > 0.
    """
    try:
        factors = np.atleast_1d(np.asarray(factor))
    except ValueError:
        raise MeshError(f"a scale must be one number or three, got {factor!r}") from None
    if factors.dtype.kind not in "iuf" or factors.shape not in ((1,), (3,)):
        raise MeshError(f"a scale must be one number or three, got {factor!r}")
    if not np.all(np.isfinite(factors) & (factors > 0.0)):
        raise MeshError(f"a scale must be finite and > 0, got {factor!r}; a mesh is turned round by mirrored(axis)")
    return np.broadcast_to(factors.astype(np.float64), (3,))


def split_in_four(vertices: Floats, faces: Integers) -> tuple[Floats, Integers]:
    """Split each triangle into four at the middles of its sides, which neighbours share."""
    edges = edges_of(faces, len(vertices))
    # Half of the difference, so that the middle is as exact far from the origin.
    low = vertices[edges.low]
    middles = low + 0.5 * (vertices[edges.high] - low)
    a, b, c = faces.T
    ab, bc, ca = (edges.of_half_edge.reshape(-1, 3) + len(vertices)).T
    split = np.stack([np.stack(f, axis=1) for f in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))], axis=1)
    return np.concatenate([vertices, middles]), split.reshape(-1, 3)

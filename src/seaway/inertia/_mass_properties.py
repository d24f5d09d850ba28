"""Mass and moments of inertia of a rigid body about its centre of mass."""

from dataclasses import dataclass
from math import isfinite, pi

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, batched_floats, finite_floats, frozen, positive, text
from seaway.errors import ModelError
from seaway.frames import quaternion_from_matrix

# gz-math's default tolerance of MassMatrix3, in units of the double's epsilon.
_GZ_TOLERANCE = 10.0
_EPSILON = float(np.finfo(np.float64).eps)
# gz-math takes a matrix for diagonal when its products of inertia are below this fraction of the largest moment.
_GZ_DIAGONAL = 1e-6


@dataclass(frozen=True, eq=False, init=False)
class MassProperties:
    """Mass and moment of inertia about the centre of mass, as ``<mass>`` and ``<inertia>`` of SDFormat give them.

    The axes are those of the frame Bcm, whose origin is the centre of mass; ``Inertial`` says how it lies in the body.
    Products of inertia are entries of the tensor: ixy = -∫ x y dm.

    Valid is what gz-math's ``MassMatrix3::IsValid`` accepts. With ε = 5 · 2⁻⁵² · (Ixx + Iyy + Izz):

    * mass ≥ 0, and the leading minors Ixx, Ixx Iyy - Ixy², det I all ≥ -ε;
    * principal moments p ≥ -ε, none greater than the sum of the other two plus ε (the triangle inequality, which every
      distribution of mass obeys).

    So a mass of 0 and the flat plate (1, 1, 2) are valid; (1, 1, 2.5) is not.

    Args:
        mass: Mass [kg].
        moment_of_inertia: I_BBcm_Bcm [kg m2], (3, 3), symmetric.

    Raises:
        ModelError: Not valid; see ``unchecked`` to hold such values.
    """

    mass: float
    moment_of_inertia: Floats

    def __init__(self, mass: float, moment_of_inertia: ArrayLike):
        moments = finite_floats(moment_of_inertia, (3, 3), "the moment of inertia [kg m2]")
        self._store(float(finite_floats(mass, (), "the mass [kg]")), moments)
        problems = self.problems()
        if problems:
            raise ModelError(problems[0])
        self._store(self.mass, np.where(moments == moments.T, moments, 0.5 * moments + 0.5 * moments.T))

    @classmethod
    def unchecked(cls, mass: float, moment_of_inertia: ArrayLike) -> "MassProperties":
        """Make mass properties without checks, e.g. from a faulty file; ``problems`` lists what is wrong."""
        moments = batched_floats(moment_of_inertia, (3, 3), "the moment of inertia [kg m2]")
        if moments.ndim != 2:
            raise ModelError(f"the moment of inertia [kg m2] must have the shape (3, 3), got {moments.shape}")
        number = mass if isinstance(mass, float) else float(batched_floats([mass], (1,), "the mass [kg]")[0])
        properties = cls.__new__(cls)
        properties._store(number, moments)
        return properties

    @classmethod
    def from_moments(
        cls, mass: float, ixx: float, iyy: float, izz: float, ixy: float = 0.0, ixz: float = 0.0, iyz: float = 0.0
    ) -> "MassProperties":
        """Make mass properties from SDFormat's six numbers [kg m2]."""
        return cls(mass, [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])

    @classmethod
    def from_box(cls, size: ArrayLike, *, mass: float | None = None, density: float | None = None) -> "MassProperties":
        """Make the mass properties of a solid box: Ixx = m (y² + z²) / 12.

        Args:
            size: Full lengths along x, y, z [m], (3,).
            mass: Mass [kg], or
            density: Density of the material [kg/m3].
        """
        x, y, z = _positive_lengths(size, ("length x", "length y", "length z"), "box")
        m = _mass(x * y * z, mass, density)
        return cls(m, np.diag([y * y + z * z, x * x + z * z, x * x + y * y]) * (m / 12.0))

    @classmethod
    def from_sphere(cls, radius: float, *, mass: float | None = None, density: float | None = None) -> "MassProperties":
        """Make the mass properties of a solid sphere: I = 2/5 m r²."""
        (r,) = _positive_lengths([radius], ("radius",), "sphere")
        m = _mass(4.0 / 3.0 * pi * (r * r * r), mass, density)
        return cls(m, np.eye(3) * (0.4 * m * r * r))

    @classmethod
    def from_ellipsoid(
        cls, semi_axes: ArrayLike, *, mass: float | None = None, density: float | None = None
    ) -> "MassProperties":
        """Make those of a solid ellipsoid with semi-axes a, b, c [m] along x, y, z: Ixx = m (b² + c²) / 5."""
        a, b, c = _positive_lengths(semi_axes, ("semi-axis x", "semi-axis y", "semi-axis z"), "ellipsoid")
        m = _mass(4.0 / 3.0 * pi * a * b * c, mass, density)
        return cls(m, np.diag([b * b + c * c, a * a + c * c, a * a + b * b]) * (m / 5.0))

    @classmethod
    def from_cylinder(
        cls, *, radius: float, length: float, mass: float | None = None, density: float | None = None
    ) -> "MassProperties":
        """Make the mass properties of a solid cylinder along z: Ixx = m (3 r² + L²) / 12, Izz = m r² / 2."""
        L, r = _positive_lengths([length, radius], ("length", "radius"), "cylinder")
        m = _mass(pi * r * r * L, mass, density)
        return cls._round(m, m * (3.0 * r * r + L * L) / 12.0, m * r * r / 2.0)

    @classmethod
    def from_capsule(
        cls, *, radius: float, length: float, mass: float | None = None, density: float | None = None
    ) -> "MassProperties":
        """Make the mass properties of a solid capsule along z: a cylinder of this length between two half spheres.

        A half sphere has 83/320 m r² about a transverse axis through its own centroid, 3/8 r beyond the cylinder's end.
        """
        L, r = _positive_lengths([length, radius], ("length", "radius"), "capsule")
        volume_tube, volume_caps = pi * r * r * L, 4.0 / 3.0 * pi * (r * r * r)
        m = _mass(volume_tube + volume_caps, mass, density)
        tube = m * volume_tube / (volume_tube + volume_caps)
        caps, arm = m - tube, L / 2.0 + 3.0 / 8.0 * r
        transverse = tube * (3.0 * r * r + L * L) / 12.0 + caps * (83.0 / 320.0 * r * r + arm * arm)
        return cls._round(m, transverse, tube * r * r / 2.0 + 0.4 * caps * r * r)

    @classmethod
    def from_cone(
        cls, *, radius: float, length: float, mass: float | None = None, density: float | None = None
    ) -> "MassProperties":
        """Make the mass properties of a solid cone along z: Ixx = 3 m (4 r² + L²) / 80, Izz = 3/10 m r².

        They are about the centre of mass, which lies L/4 above the base: at z = -L/4 in SDFormat's frame of a cone,
        whose origin is at mid height.
        """
        L, r = _positive_lengths([length, radius], ("length", "radius"), "cone")
        m = _mass(pi * r * r * L / 3.0, mass, density)
        return cls._round(m, 3.0 * m * (4.0 * r * r + L * L) / 80.0, 0.3 * m * r * r)

    @classmethod
    def _round(cls, mass: float, transverse: float, axial: float) -> "MassProperties":
        return cls(mass, np.diag([transverse, transverse, axial]))

    def problems(self) -> tuple[str, ...]:
        """List what is wrong with these values: one message per violated rule, none if valid."""
        # Plain floats: a file has thousands of these.
        (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = self.moment_of_inertia.tolist()
        if not all(map(isfinite, (self.mass, xx, xy, xz, yx, yy, yz, zx, zy, zz))):
            got = f"{self.mass:g} and {text(self.moment_of_inertia)}"
            return (f"the mass [kg] and moment of inertia [kg m2] must be finite, got {got}",)
        problems: list[str] = []
        if self.mass < 0.0:
            problems.append(f"the mass must be >= 0 [kg], got {self.mass:g}")
        # Rounding, and numbers typed with six digits, leave the mirror images apart by less than this.
        asymmetry = 1e-6 * max(abs(value) for value in (xx, yy, zz, xy, xz, yz))
        for above, below, i, j in ((xy, yx, 0, 1), (xz, zx, 0, 2), (yz, zy, 1, 2)):
            if abs(above - below) > asymmetry:
                problems.append(
                    f"the moment of inertia must be symmetric, got {above:g} at [{i}, {j}] "
                    f"and {below:g} at [{j}, {i}] [kg m2]"
                )
        tolerance = _GZ_TOLERANCE * _EPSILON * 0.5 * abs(xx + yy + zz)
        p = (xx, yy, zz) if self._is_diagonal(_GZ_DIAGONAL) else tuple(self.principal_moments().tolist())
        minor = xx * yy - xy * xy
        determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - xz * yz) + xz * (xy * yz - yy * xz)
        if min(xx, *p) < -tolerance:
            got = text(np.array(p))
            problems.append(f"the moment of inertia must be positive semidefinite, got principal moments {got} [kg m2]")
        elif min(minor, determinant) < -tolerance:
            name, value = ("ixx iyy - ixy²", minor) if minor < -tolerance else ("the determinant", determinant)
            problems.append(f"the moment of inertia must be positive semidefinite, but {name} is {value:.3g}")
        smallest, middle, largest = sorted(p)
        if smallest + middle + tolerance < largest:
            problems.append(
                "no mass distribution has a principal moment greater than the sum of the other two "
                f"(triangle inequality), got {text(np.array(p))}: {largest:g} > {smallest + middle:g} [kg m2]"
            )
        return tuple(problems)

    def principal_moments(self, tolerance: float = _GZ_DIAGONAL) -> Floats:
        """Principal moments of inertia [kg m2], (3,).

        As in gz-math: the diagonal in its own order if every product of inertia is at most ``tolerance`` of the
        largest moment; else ascending. A negative tolerance always sorts.
        """
        if self._is_diagonal(tolerance):
            return np.diagonal(self.moment_of_inertia).copy()
        return np.asarray(np.linalg.eigvalsh(self.moment_of_inertia), dtype=np.float64)

    def principal_axes(self, tolerance: float = _GZ_DIAGONAL) -> Floats:
        """The unit quaternion q_BcmP of the principal axes P: I = R(q) diag(principal_moments) R(q)^T."""
        if self._is_diagonal(tolerance):
            return np.array([1.0, 0.0, 0.0, 0.0])
        axes = np.linalg.eigh(self.moment_of_inertia).eigenvectors
        # An eigenvector has no sign of its own: choose the right-handed set.
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        return quaternion_from_matrix(axes)

    def equivalent_box(self) -> tuple[Floats, Floats]:
        """The uniform box with this mass and moment of inertia.

        Returns:
            Its size along the principal axes [m], (3,): size_x = √(6 (py + pz - px) / m); and their quaternion q_BcmP.

        Raises:
            ModelError: The mass or a principal moment is not positive: no box is equivalent.
        """
        if self.problems():
            raise ModelError(f"an equivalent box needs valid moments: {self.problems()[0]}")
        p = self.principal_moments()
        if not (self.mass > 0.0 and np.all(p > 0.0)):
            raise ModelError(
                f"an equivalent box needs a positive mass and positive moments, got {self.mass:g} kg, {text(p)} kg m2"
            )
        squares = 6.0 * (np.sum(p) - 2.0 * p) / self.mass
        return np.sqrt(np.maximum(squares, 0.0)), self.principal_axes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MassProperties):
            return NotImplemented
        return self.mass == other.mass and np.array_equal(self.moment_of_inertia, other.moment_of_inertia)

    def _store(self, mass: float, moments: Floats) -> None:
        object.__setattr__(self, "mass", mass)
        object.__setattr__(self, "moment_of_inertia", frozen(moments))

    def _is_diagonal(self, tolerance: float) -> bool:
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self.moment_of_inertia.tolist()
        return tolerance >= 0.0 and max(abs(xy), abs(xz), abs(yz)) <= tolerance * max(xx, yy, zz)


def _positive_lengths(values: ArrayLike, names: tuple[str, ...], shape: str) -> list[float]:
    lengths = finite_floats(values, (len(names),), f"the sizes of a {shape} [m]")
    return [positive(length, f"the {name} of a {shape} [m]") for length, name in zip(lengths, names, strict=True)]


def _mass(volume: float, mass: float | None, density: float | None) -> float:
    if mass is not None and density is None:
        return positive(mass, "the mass [kg]")
    if density is not None and mass is None:
        return positive(density, "the density [kg/m3]") * volume
    raise ModelError(f"give either mass= or density=, got mass={mass} and density={density}")

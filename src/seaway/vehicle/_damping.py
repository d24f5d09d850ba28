"""Damping in four forms, and a check for energy that it feeds in."""

import itertools
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, by_columns
from seaway.forces import Force, Kernels, Law, law_of
from seaway.frames import Pose, matrix_from_quaternion
from seaway.kernels import damping as kernels
from seaway.parts import KW_ONLY, UPRIGHT, Array, Attitude, from_frd

# A symmetric part whose smallest eigenvalue is above this share of the largest counts as semidefinite: rounding.
_SEMIDEFINITE = -1e-12
# Random starts in each of the 64 orthants, and steps of descent from each, of decreasing size.
_STARTS = 4
_DESCENT = 0.2 * 0.97 ** np.arange(200)
_NONE: Final = (0.0,) * 6
_NO_PRODUCTS: Final = ((_NONE,) * 6,) * 6


@dataclass(frozen=True)
class EnergySource:
    """A velocity at which a damping adds energy instead of dissipating it.

    Attributes:
        velocity: (v, w) through the water [m/s, rad/s], (6,).
        power: Power that the damping feeds in at this velocity [W], > 0.
    """

    velocity: tuple[float, ...]
    power: float


class Damping(Force, what="damping"):
    """Hydrodynamic damping as a function of the velocity through the water ν = (v, w), positive when it dissipates.

    ::

        d = D ν + D2 (|ν| o ν) + Σ_k |ν_k| D_k ν + Σ_k ν_k S_k ν

    Gazebo's and Fossen's derivatives are negative when they dissipate: see ``from_fossen``.
    """

    linear: Array = Array(
        shape=(6, 6), diagonal=True, unit="N s/m, Nm s/rad", frd="derivative", default=_NONE, label="linear matrix"
    )
    """Linear damping D, 6 x 6, or the 6 numbers of its diagonal."""
    quadratic: Array = Array(
        shape=(6, 6),
        diagonal=True,
        unit="N s2/m2, Nm s2/rad2",
        frd="derivative",
        default=_NONE,
        label="quadratic matrix",
    )
    """Quadratic damping D2, 6 x 6, or the 6 numbers of its diagonal; row i gets ``Σ_j D2_ij |ν_j| ν_j``."""
    _: KW_ONLY
    modulus: Array = Array(shape=(6, 6, 6), frd="derivative", default=_NO_PRODUCTS, label="damping by |ν_k| ν_j")
    """Matrices D_k, 6 x 6 x 6, k first: row i gets ``Σ_jk D_k,ij |ν_k| ν_j``."""
    signed: Array = Array(shape=(6, 6, 6), frd="products", default=_NO_PRODUCTS, label="damping by ν_k ν_j")
    """Matrices S_k, 6 x 6 x 6, k first: row i gets ``Σ_jk S_k,ij ν_k ν_j``, e.g. lift."""
    position: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0))
    """Origin of the frame of the matrices, in the body frame."""
    attitude: Attitude = Attitude(default=UPRIGHT)
    """Attitude of the frame of the matrices in the body frame: roll, pitch, yaw, or a quaternion (w, x, y, z)."""

    @classmethod
    def from_fossen(
        cls, linear: Any = _NONE, quadratic: Any = _NONE, modulus: Any = _NO_PRODUCTS, signed: Any = _NO_PRODUCTS
    ) -> "Damping":
        """Make a damping from hydrodynamic derivatives in FRD axes, negative when they dissipate.

        Args:
            linear: Linear derivatives X_u, X_v ... N_r, (6, 6), or their diagonal, (6,).
            quadratic: Quadratic derivatives X_u|u|, Y_v|v| ..., (6, 6), or their diagonal, (6,).
            modulus: Derivatives X_j|k|, (6, 6, 6), k first.
            signed: Derivatives X_jk, (6, 6, 6), k first, e.g. Y_uv of lift.
        """
        return from_frd(cls, linear=linear, quadratic=quadratic, modulus=modulus, signed=signed)

    def law(self) -> Law:
        """The compiled kind; matrices of products are included only if there are any."""
        return _PRODUCTS if np.any(self.modulus) or np.any(self.signed) else _PLAIN

    def derived(self) -> dict[str, Any]:
        """Matrices by columns, and the pose of their frame."""
        matrices = {name: by_columns(vars(self)[name]) for name in ("linear", "quadratic", "modulus", "signed")}
        moved = np.any(self.position) or np.any(self.attitude != np.asarray(UPRIGHT))
        return {**matrices, "axes": matrix_from_quaternion(self.attitude), "own_frame": bool(moved)}

    @property
    def pose(self) -> Pose:
        """Pose X_BL of the frame of the matrices."""
        return Pose(self.position, self.attitude)

    def wrench(self, velocity: ArrayLike) -> Floats:
        """Wrench -d(ν) about Lo in L, (6,) or (..., 6), at a velocity of L through the water.

        Args:
            velocity: Velocity (v, w) [m/s, rad/s], (..., 6).
        """
        nu = np.asarray(velocity, dtype=np.float64)
        total = nu @ self.linear.T + (np.abs(nu) * nu) @ self.quadratic.T
        total += np.einsum("...k,kij,...j->...i", np.abs(nu), self.modulus, nu)
        return -(total + np.einsum("...k,kij,...j->...i", nu, self.signed, nu))

    def dissipates(self) -> bool:
        """Whether the structure of the matrices guarantees dissipation.

        It does if D and all D_k have a positive semidefinite symmetric part, D2 is diagonal and >= 0, and S_k = 0.
        """
        D2 = self.quadratic
        diagonal = not np.any(D2 - np.diag(np.diagonal(D2))) and np.all(np.diagonal(D2) >= 0.0)
        matrices = (self.linear, *self.modulus)
        return bool(diagonal and not np.any(self.signed) and all(_semidefinite(D) for D in matrices))

    def energy_source(self) -> EnergySource | None:
        """Search for a velocity at which energy is fed in; None if there can be none, or none was found.

        The power ν . d(ν) is a quadratic form plus one of third degree; in each orthant both are smooth. They are
        minimised over the sphere from several starts in each orthant. A source that is found is certain; that one is
        missed is unlikely.
        """
        if self.dissipates():
            return None
        values, vectors = np.linalg.eigh(0.5 * (self.linear + self.linear.T))
        if values[0] < _SEMIDEFINITE * max(abs(values[-1]), abs(values[0])):
            source = self._source_along(np.asarray(vectors[:, 0], dtype=np.float64))
            if source is not None:
                return source
        starts = _starts()
        for length in _DESCENT:  # all starts at once
            gradient = self._cubic_gradient(starts)
            gradient -= np.sum(gradient * starts, axis=-1, keepdims=True) * starts
            size = np.linalg.norm(gradient, axis=-1, keepdims=True)
            starts = starts - length * gradient / np.maximum(size, 1e-300)
            starts /= np.linalg.norm(starts, axis=-1, keepdims=True)
        cubic = -np.sum(starts * self._without_linear().wrench(starts), axis=-1)
        best = int(np.argmin(cubic))
        scale = max(float(np.max(np.abs(D))) for D in (self.quadratic, self.modulus, self.signed))
        return self._source_along(starts[best]) if cubic[best] < -1e-9 * scale else None

    def _source_along(self, direction: Floats) -> EnergySource | None:
        """Find a speed along a direction at which power is fed in: small for the linear part, large for the others."""
        quadratic_form = float(direction @ self.linear @ direction)
        cubic_form = float(-direction @ self._without_linear().wrench(direction))
        if quadratic_form < 0.0:
            speed = 1.0 if cubic_form <= 0.0 else min(1.0, -0.5 * quadratic_form / cubic_form)
        elif cubic_form < 0.0:
            speed = max(1.0, -2.0 * quadratic_form / cubic_form)
        else:
            return None
        nu = speed * direction
        return EnergySource(tuple(nu.tolist()), float(nu @ self.wrench(nu)))

    def _without_linear(self) -> "Damping":
        return Damping(quadratic=self.quadratic, modulus=self.modulus, signed=self.signed)

    def _cubic_gradient(self, nu: Floats) -> Floats:
        """The gradient of ν . (d(ν) - D ν), by its pieces: exact within an orthant."""
        sign, size = np.sign(nu), np.abs(nu)
        D2, D, S = self.quadratic, self.modulus, self.signed
        gradient = (size * nu) @ D2.T + 2.0 * size * (nu @ D2)
        gradient += np.einsum("nk,kij,nj->ni", size, D, nu) + np.einsum("nk,kji,nj->ni", size, D, nu)
        gradient += sign * np.einsum("ni,kij,nj->nk", nu, D, nu)
        gradient += np.einsum("nk,kij,nj->ni", nu, S, nu) + np.einsum("nk,kji,nj->ni", nu, S, nu)
        return gradient + np.einsum("ni,kij,nj->nk", nu, S, nu)


def _starts() -> Floats:
    """Points on the sphere: the axes' corners and some points within every orthant, always the same."""
    random = np.random.default_rng(0)
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=6)))
    points = np.concatenate([signs, *(signs * random.random(signs.shape) for _ in range(_STARTS))])
    pairs = [np.eye(6)[i] + s * np.eye(6)[j] for i in range(6) for j in range(i) for s in (-1.0, 1.0)]
    points = np.concatenate([points, np.array(pairs), -np.array(pairs)])
    return points / np.linalg.norm(points, axis=-1, keepdims=True)


def _semidefinite(D: Floats) -> bool:
    values = np.linalg.eigvalsh(0.5 * (D + D.T))
    return bool(values[0] >= _SEMIDEFINITE * max(abs(values[-1]), abs(values[0])))


def _law(kind: str, wrench: Any, *matrices: str) -> Law:
    names, axes = (*matrices, "position"), {"axes": (3, 3)}
    return law_of(Damping, kind, Kernels(wrench), names=names, more=axes, flags=("own_frame",), force="damping")


_PLAIN: Final = _law("damping", kernels.plain_wrench, "linear", "quadratic")
_PRODUCTS: Final = _law("damping_products", kernels.products_wrench, "linear", "quadratic", "modulus", "signed")

"""Fluid added mass as a 6x6 matrix, in three conventions."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen
from seaway.errors import ModelError, warn
from seaway.frames import FLU_FRD, Pose
from seaway.inertia._spatial import asymmetric, rotated_to, shifted_to

Convention = Literal["origin", "center_of_mass", "mixed"]

_AXES: Final = "xyzpqr"

COEFFICIENTS: Final = tuple(_AXES[i] + _AXES[j] for i in range(6) for j in range(i, 6))
"""SDFormat's 21 names, xx, xy ... rr: the upper triangle, row by row."""

_FOSSEN: Final = {f"{force}_{rate}dot": (i, j) for i, force in enumerate("XYZKMN") for j, rate in enumerate("uvwpqr")}
_FOSSEN_NAMES: Final = {place: name for name, place in _FOSSEN.items()}


@dataclass(frozen=True, eq=False, init=False)
class AddedMass:
    """Fluid added mass: the 6x6 matrix that relates a body's acceleration to the fluid's reaction.

    Symmetric, positive in the physical sense (Fossen's derivatives have the other sign), order (linear, angular), axes
    of the body B (FLU). The point about which it is taken is its convention:

    * ``"origin"``: about the link origin Bo. SDFormat's, and the default.
    * ``"center_of_mass"``: about the centre of mass Bcm, in the axes of B.
    * ``"mixed"``: the coupling blocks about Bo, the rotational block about Bcm, as gz-math's ``BodyMatrix`` mixes them
      for the rigid body.

    The matrix may be indefinite by itself; ``Inertial`` checks that the sum of rigid body and fluid is not.

    Args:
        matrix: The matrix, (6, 6): [kg] top left, [kg m] top right and bottom left, [kg m2] bottom right.
        convention: Reference point.

    Raises:
        ModelError: Not finite, not symmetric, not 6x6, or an unknown convention.
    """

    matrix: Floats
    convention: Convention

    def __init__(self, matrix: ArrayLike, convention: Convention = "origin"):
        values = finite_floats(matrix, (6, 6), "the added mass")
        bad = np.argwhere(asymmetric(values))
        if len(bad):
            i, j = bad[0].tolist()
            raise ModelError(
                f"the added mass must be symmetric, got {values[i, j]:g} at [{i}, {j}] ({_AXES[i]}{_AXES[j]}) "
                f"and {values[j, i]:g} at [{j}, {i}]; if both are measured, use their mean"
            )
        object.__setattr__(self, "matrix", frozen(np.where(values == values.T, values, 0.5 * values + 0.5 * values.T)))
        object.__setattr__(self, "convention", _known(convention))

    @classmethod
    def from_coefficients(
        cls, coefficients: Mapping[str, float] | None = None, /, *, convention: Convention = "origin", **more: float
    ) -> "AddedMass":
        """Make an added mass from SDFormat's coefficients; default: 0.

        Args:
            coefficients: Values by name, e.g. ``{"xx": 5.5, "yr": 0.3}``, or as keywords: ``xx=5.5, yr=0.3``.
            convention: Reference point.
            more: Values by name.

        Raises:
            ModelError: A name is not one of the 21.
        """
        return cls(np.zeros((6, 6)), convention).replaced(**_joined(coefficients, more))

    @classmethod
    def from_fossen(
        cls, derivatives: Mapping[str, float] | None = None, /, *, convention: Convention = "origin", **more: float
    ) -> "AddedMass":
        """Make an added mass from Fossen's derivatives in forward, right, down axes; default: 0.

        ``Y_rdot`` is the sway force per yaw acceleration: M_A = -[X_udot X_vdot ...; Y_udot ...] in FRD, converted to
        FLU. M_A is symmetric, so one of ``Y_rdot`` and ``N_vdot`` is enough.

        Args:
            derivatives: Values by name, e.g. ``{"X_udot": -5.5, "Y_rdot": 0.3}``, or as keywords.
            convention: Reference point; Fossen's body origin CO is ``"origin"``.
            more: Values by name.

        Raises:
            ModelError: A name is unknown, or two mirror images differ.

        Warns:
            SeawayWarning: A diagonal derivative is positive: its sign is most likely already reversed.

        Reference:
            T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011, eq. 6.39 (SNAME notation).
        """
        given = _joined(derivatives, more)
        for name in given:
            if name not in _FOSSEN:
                raise ModelError(_unknown("a Fossen derivative", name, _FOSSEN, "X_udot, X_vdot ... N_rdot"))
        matrix = np.full((6, 6), np.nan)
        for (i, j), name in _FOSSEN_NAMES.items():
            if name in given:
                matrix[i, j] = -float(finite_floats(given[name], (), name))
                if i == j and matrix[i, j] < 0.0:
                    warn(
                        f"{name} = {-matrix[i, j]:g} is positive and makes the added mass negative; Fossen's "
                        "derivatives are negative for a positive added mass; change its sign if it is already reversed"
                    )
        for i, j in np.argwhere(asymmetric(np.nan_to_num(matrix))).tolist():
            name, mirror = _FOSSEN_NAMES[i, j], _FOSSEN_NAMES[j, i]
            if name in given and mirror in given:
                raise ModelError(
                    f"{name} and {mirror} must be equal, got {given[name]:g} and {given[mirror]:g}; "
                    "if both are measured, use their mean"
                )
        # One of two symmetric entries stands for both.
        matrix = np.where(np.isnan(matrix), matrix.T, matrix)
        return cls(FLU_FRD.matrix(np.nan_to_num(matrix)) + 0.0, convention)

    def fossen_derivatives(self) -> dict[str, float]:
        """Fossen's 36 derivatives, ``X_udot`` to ``N_rdot``, in FRD axes, about the point of this convention."""
        frd = 0.0 - FLU_FRD.matrix(self.matrix)
        return {name: float(frd[place]) for name, place in _FOSSEN.items()}

    @property
    def coefficients(self) -> dict[str, float]:
        """SDFormat's 21 numbers by name, in this convention (SDFormat itself wants ``"origin"``)."""
        i, j = np.triu_indices(6)
        return dict(zip(COEFFICIENTS, self.matrix[i, j].tolist(), strict=True))

    def replaced(self, **coefficients: float) -> "AddedMass":
        """Replace coefficients by their SDFormat names: ``added_mass.replaced(zz=14.6)``."""
        matrix = self.matrix.copy()
        for name, value in coefficients.items():
            if name not in COEFFICIENTS:
                raise ModelError(_unknown("an added-mass coefficient", name, COEFFICIENTS, "xx, xy ... rr"))
            i, j = _AXES.index(name[0]), _AXES.index(name[1])
            matrix[i, j] = matrix[j, i] = float(finite_floats(value, (), f"the added-mass coefficient {name}"))
        return AddedMass(matrix, self.convention)

    @property
    def top_left(self) -> Floats:
        """Force per linear acceleration [kg], (3, 3)."""
        return self.matrix[:3, :3]

    @property
    def top_right(self) -> Floats:
        """Force per angular acceleration [kg m], (3, 3)."""
        return self.matrix[:3, 3:]

    @property
    def bottom_left(self) -> Floats:
        """Torque per linear acceleration [kg m], (3, 3)."""
        return self.matrix[3:, :3]

    @property
    def bottom_right(self) -> Floats:
        """Torque per angular acceleration [kg m2], (3, 3)."""
        return self.matrix[3:, 3:]

    def converted(self, to: Convention, p_BoBcm_B: ArrayLike | None = None) -> "AddedMass":
        """Convert to another convention, exactly.

        With S the cross-product matrix of c = p_BoBcm_B, the corners about Bo and about Bcm are related by::

            A11 = A11_cm
            A21 = A21_cm + S A11
            A22 = A22_cm + S A12_cm - A21_cm S - S A11 S

        ``mixed`` holds A11, A21 and A22_cm. No block is inverted, so a disc, whose A11 is singular, converts as well.

        Args:
            to: Target convention.
            p_BoBcm_B: Centre of mass relative to the link origin [m], (3,); not needed if the convention stays.

        Raises:
            ModelError: The convention is unknown, or the centre of mass is needed and absent.
        """
        if _known(to) == self.convention:
            return self
        if p_BoBcm_B is None:
            raise ModelError(
                f"converting an added mass from {self.convention!r} to {to!r} needs the centre of mass: "
                "pass p_BoBcm_B, the vector from the link origin to it in link axes [m]"
            )
        c = finite_floats(p_BoBcm_B, (3,), "the centre of mass [m]")
        about_center = self.matrix if self.convention == "center_of_mass" else shifted_to(self.matrix, c)
        if self.convention == "mixed":
            # The shift of the coupling does not involve A22, which is about the centre of mass already.
            about_center[3:, 3:] = self.matrix[3:, 3:]
        if to == "center_of_mass":
            return AddedMass(about_center, to)
        matrix = self.matrix.copy() if self.convention == "origin" else shifted_to(about_center, -c)
        if to == "mixed":
            matrix[3:, 3:] = about_center[3:, 3:]
        return AddedMass(matrix, to)

    def transformed(self, X_AB: Pose) -> "AddedMass":
        """Transform an added mass about Bo in axes B to one about Ao in axes A, of the same body.

        Args:
            X_AB: Pose of B in A.

        Raises:
            ModelError: The convention is not ``"origin"``; convert it first.
        """
        if self.convention != "origin":
            raise ModelError(
                f"only an added mass about the origin can change its frame, this one is {self.convention!r}: "
                "use converted('origin', p_BoBcm_B) first, or Inertial.transformed"
            )
        if not isinstance(X_AB, Pose):
            raise ModelError(f"a change of frame needs a Pose, got {type(X_AB).__name__}; use Pose(position)")
        return AddedMass(shifted_to(rotated_to(self.matrix, X_AB.R), -X_AB.p))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AddedMass):
            return NotImplemented
        return self.convention == other.convention and np.array_equal(self.matrix, other.matrix)


def inferred_parallel_axis_term(matrix: ArrayLike | AddedMass) -> Floats:
    """The term C M C^T = A21 A11⁻¹ A12 [kg m2] that moves the rotational block of a mixed matrix to the origin.

    C is inferred from the coupling block, C = A21 A11⁻¹, and taken for the cross-product matrix of the centre of mass.
    That holds only for a ``"mixed"`` matrix whose coupling about the centre of mass is zero; for any other mixed matrix
    the result is too large by A21_cm A11⁻¹ A12_cm, and SDFormat's matrix, which is about the origin already, needs no
    term at all. ``AddedMass.converted`` is exact; this is for comparison.

    Args:
        matrix: A mixed added mass, (6, 6).

    Returns:
        The term to add to the bottom right corner, (3, 3).

    Raises:
        ModelError: A11 is singular, as for a disc: C cannot be inferred.
    """
    values = finite_floats(matrix.matrix if isinstance(matrix, AddedMass) else matrix, (6, 6), "the added mass")
    A11, A21 = values[:3, :3], values[3:, :3]
    if np.linalg.matrix_rank(A11) < 3:
        raise ModelError(
            "the top left corner of this added mass is singular, so the centre of mass cannot be inferred from "
            "A21 A11^-1; use AddedMass.converted with the centre of mass itself"
        )
    return A21 @ np.linalg.solve(A11, A21.T)


def _known(convention: Convention) -> Convention:
    known = get_args(Convention)
    if convention not in known:
        raise ModelError(f"an added-mass convention must be one of {', '.join(known)}, got {convention!r}")
    return convention


def symmetric_from_upper(numbers: Sequence[float]) -> Floats:
    """Make a symmetric matrix, (6, 6), from its upper triangle, row by row."""
    matrix = np.zeros((6, 6))
    rows, columns = np.triu_indices(6)
    matrix[rows, columns] = matrix[columns, rows] = numbers
    return matrix


def _joined(values: Mapping[str, float] | None, more: dict[str, float]) -> dict[str, float]:
    """Values by name from a mapping and from keywords."""
    given = {str(name): value for name, value in (values or {}).items()}
    if twice := given.keys() & more.keys():
        raise ModelError(f"{', '.join(sorted(twice))} is given twice, in the mapping and as a keyword")
    return {**given, **more}


def _unknown(kind: str, name: str, known: Iterable[str], summary: str) -> str:
    """The message for an unknown name; the same letters with other case or underscores are suggested first."""
    plain = {entry.replace("_", "").lower(): entry for entry in known}
    letters = name.replace("_", "").lower()
    close = [plain[way] for way in (letters, letters[::-1]) if way in plain]
    close = close or difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"{name!r} is not {kind} ({summary}){hint}"

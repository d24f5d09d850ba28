"""Hydrodynamic derivatives by name, and the part of them that is the Coriolis force of the added mass.

A name has the force, then the variable: ``Y_rdot`` an acceleration, ``X_u`` a velocity, ``Y_v|v|`` a velocity times a
magnitude, ``Y_uv`` a product of two velocities. A force is the sum of each derivative times its variable, so that
damping derivatives are negative, and so is ``X_udot``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

import numpy as np

from seaway._arrays import Floats
from seaway.frames import FLU_FRD, cross_matrix
from seaway.parts import Field, Flag, Part, Problem, Reading, RefusedError, RefusedPartsError, Scalar, ScalarOrNone

FORCES: Final = "XYZKMN"
VELOCITIES: Final = "uvwpqr"

_PAIRS: Final = tuple(product(FORCES, VELOCITIES))
_TRIPLES: Final = tuple(product(FORCES, VELOCITIES, VELOCITIES))
_NAMES: Final = (
    *(f"{force}_{rate}dot" for force, rate in _PAIRS),
    *(f"{force}_{velocity}" for force, velocity in _PAIRS),
    *(f"{force}_{first}|{size}|" for force, first, size in _TRIPLES),
    *(f"{force}_{first}{second}" for force, first, second in _TRIPLES),
)
# Fossen's own way to write a modulus: X_|u|u.
_MODULUS_FIRST: Final = {f"{force}_|{size}|{first}": f"{force}_{first}|{size}|" for force, first, size in _TRIPLES}
_KEYS: Final = (*_NAMES, *_MODULUS_FIRST)
_KNOWN: Final = frozenset(_NAMES)
_NAME: Final = re.compile(r"([XYZKMN])_(?:([uvwpqr])dot|([uvwpqr])(?:([uvwpqr])|\|([uvwpqr])\|)?)")
_PATTERN: Final = r"^[XYZKMN]_([uvwpqr](dot|[uvwpqr]|\|[uvwpqr]\|)?|\|[uvwpqr]\|[uvwpqr])$"
# Remainder of numbers that cancel, relative to the largest.
_ROUNDING: Final = 1e-12
_FLIP: Final = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])


class Terms(NamedTuple):
    """Derivatives as arrays in FRD; row i is a force.

    ``linear`` per ν_j, (6, 6); ``quadratic`` per ``|ν_j| ν_j``, (6, 6); ``modulus`` per ``|ν_k| ν_j`` and ``signed``
    per ``ν_k ν_j``, (6, 6, 6), k first.
    """

    linear: Floats
    quadratic: Floats
    modulus: Floats
    signed: Floats


class _Values(Field[Mapping[str, float], Mapping[str, float]]):
    """Numbers by the names of derivatives; in a file each is a separate key."""

    hint = "Mapping[str, float]"

    @property
    def table_keys(self) -> tuple[str, ...]:
        """Names of all derivatives."""
        return _KEYS

    @property
    def together(self) -> bool:
        """Each is a number of its own."""
        return True

    def check(self, value: Any) -> Any:
        """Take numbers by name."""
        return self.read_keys(list(value.items()), Reading())

    def read_keys(self, given: list[tuple[str, Any]], reading: Reading) -> Any:
        """Take each key for a name."""
        found, problems, number = dict[str, float](), list[Problem](), Scalar()
        for key, value in given:
            name = _MODULUS_FIRST.get(key, key)
            if name not in _KNOWN:
                reason = "is no derivative; one is like Y_rdot, X_u, Y_v|v| or Y_uv"
                problems.append(Problem((key,), "unknown-key", f"'{key}'", reason))
                continue
            mirror = name[:2] + name[:1:-1] if len(name) == 4 else name
            if name in found or mirror in found:
                reason = f"and {name if name in found else mirror} are one; give it once"
                problems.append(Problem((key,), "given-twice", key, reason))
            try:
                found[name] = number.check(value)
            except RefusedError as error:
                problems.append(Problem((key,), error.rule, key, str(error)))
        if problems:
            raise RefusedPartsError(problems)
        return MappingProxyType(found)

    def schemas(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """None by name: a pattern stands for all."""
        return {}


class Derivatives(Part, what="set of derivatives"):
    """Hydrodynamic derivatives by Fossen's names, in forward, right, down axes, negative when they dissipate.

    With a length they are nondimensional (prime system) and are multiplied by ``1/2 ρ L^n``: n is 2 for a force per
    product of velocities, 3 per acceleration, plus one for a moment and for each angular velocity or acceleration.

    Reference:
        SNAME, Nomenclature for Treating the Motion of a Submerged Body through a Fluid, Bulletin 1-5, 1950.
    """

    values: _Values = _Values()
    """Force per acceleration, velocity, or product of two velocities: X_udot, X_u, "X_u|u|", Y_uv ..."""
    length: ScalarOrNone = ScalarOrNone(unit="m", above=0.0, default=None)
    """Reference length L of nondimensional derivatives; default: derivatives are dimensional."""
    contain_coriolis: Flag = Flag(default=False)
    """Whether products such as X_wq and Y_ur include the Coriolis force of the added mass, which is then subtracted."""
    signed_squares: Flag = Flag(default=False)
    """Whether X_uu, Y_rr ... multiply u², r², which keep their sign in reverse, rather than u|u|, r|r|."""

    @classmethod
    def __schema__(cls, definitions: dict[str, Any]) -> dict[str, Any]:
        reference = super().__schema__(definitions)
        definitions[cls.__name__]["patternProperties"] = {_PATTERN: {"type": "number"}}
        return reference

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Refuse ambiguous squares, and nondimensional derivatives of a single velocity."""
        for name in self.values:
            force, first = name[0], name[2]
            if len(name) == 4 and first == name[3] and not self.signed_squares:
                drag = f'"{force}_{first}|{first}|", a drag that goes with |{first}| {first}'
                square = f"the square {first}², which has the same sign both ways"
                yield name, f"{name} may mean {drag}, or {square}; write the former, or set signed_squares = true"
            if len(name) == 3 and self.length is not None:
                yield name, f"{name} goes with one velocity; a nondimensional one needs two, e.g. {force}_u{first}"

    def added_mass(self, density: float) -> dict[str, float]:
        """Dimensional acceleration derivatives by name."""
        return {name: value for name, value in self._scaled(density) if name.endswith("dot")}

    def terms(self, density: float) -> Terms:
        """All other derivatives as dimensional arrays in FRD axes.

        Args:
            density: Water density ρ [kg/m3].
        """
        found = Terms(np.zeros((6, 6)), np.zeros((6, 6)), np.zeros((6, 6, 6)), np.zeros((6, 6, 6)))
        for name, value in self._scaled(density):
            force, rate, first, second, size = _parsed(name)
            if rate is not None or first is None:
                continue
            i, j = FORCES.index(force), VELOCITIES.index(first)
            if second is not None:
                found.signed[VELOCITIES.index(second), i, j] = value
            elif size is None:
                found.linear[i, j] = value
            elif size == first:
                found.quadratic[i, j] = value
            else:
                found.modulus[VELOCITIES.index(size), i, j] = value
        return found

    def _scaled(self, density: float) -> Iterator[tuple[str, float]]:
        for name, value in self.values.items():
            force, rate, *velocities = _parsed(name)
            turning = sum(VELOCITIES.index(v) >= 3 for v in (rate, *velocities) if v is not None)
            power = 2 + (FORCES.index(force) >= 3) + turning + (rate is not None)
            yield name, (1.0 if self.length is None else 0.5 * density * self.length**power) * value


class Wing(Part, what="wing"):
    """Lift and drag of a hull modelled as a wing in the vertical plane, for forward motion, to second order in v and w.

    With α = atan(w / u) and U² = u² + v² + w²::

        drag = 1/2 ρ S U² (C_D0 + C_L²/(π e AR))     lift = 1/2 ρ S U² C_L     C_L = π AR / (1 + √(1 + (AR/2)²)) α
        X = -drag cos α + lift sin α                 Z = -drag sin α - lift cos α

    They are even in y and z, hence the same in FLU and FRD.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 8.
    """

    area: Scalar = Scalar(unit="m2", above=0.0)
    """Reference area S."""
    span: Scalar = Scalar(unit="m", above=0.0)
    """Span; the aspect ratio AR is span² / area."""
    zero_lift_drag: Scalar = Scalar(at_least=0.0)
    """Zero-lift drag coefficient C_D0."""
    oswald_efficiency: Scalar = Scalar(above=0.0)
    """Oswald efficiency factor e."""

    def terms(self, density: float) -> Terms:
        """Derivatives as arrays.

        Args:
            density: Water density ρ [kg/m3].
        """
        S, drag = self.area, self.zero_lift_drag
        ratio = self.span * self.span / S
        slope = np.pi * ratio / (1.0 + np.sqrt(1.0 + 0.25 * ratio * ratio))
        induced = slope * slope / (np.pi * self.oswald_efficiency * ratio)
        q = 0.5 * density * S
        values = {
            "X_u|u|": -q * drag,
            "X_vv": -q * drag,
            "X_ww": q * (slope - induced - 0.5 * drag),
            "Z_uw": -q * (slope + drag),
        }
        return Derivatives({name: float(value) for name, value in values.items()}, signed_squares=True).terms(density)


@cache
def _parsed(name: str) -> tuple[str, str | None, str | None, str | None, str | None]:
    return cast("Any", _NAME.fullmatch(name)).groups()


def turned_products(signed: Floats) -> Floats:
    """Convert derivatives by ν_k ν_j from FRD to FLU, (6, 6, 6), k first."""
    return _FLIP[:, None, None] * FLU_FRD.matrix(signed) + 0.0


def coriolis_tensor(M: Floats, entries: Iterable[tuple[int, int]] | None = None) -> Floats:
    """Tensor C_k of the Coriolis matrix of an inertia, ``C(ν) = Σ_k ν_k C_k``, (6, 6, 6).

    With (p, h) = M ν::

        C(ν) = [[0, -S(p)], [-S(p), -S(h)]]

    Args:
        M: Inertia about Bo, symmetric, (6, 6).
        entries: Row and column of the entries of C to include; default: all.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, theorem 3.2.
    """
    C = np.zeros((6, 6, 6))
    for k in range(6):
        p, h = M[:3, k], M[3:, k]
        C[k, :3, 3:] = C[k, 3:, :3] = -cross_matrix(p)
        C[k, 3:, 3:] = -cross_matrix(h)
    if entries is None:
        return C
    kept = np.zeros((6, 6, 6))
    for i, j in entries:
        kept[:, i, j] = C[:, i, j]
    return kept


def folded(signed: Floats) -> Floats:
    """Combine ν_k ν_j and ν_j ν_k into one term, and drop rounding errors."""
    both = signed + np.transpose(signed, (2, 1, 0))
    k, _, j = np.indices(signed.shape)
    result = np.where(j > k, both, np.where(j == k, signed, 0.0))
    largest = float(np.max(np.abs(signed)))
    return np.where(np.abs(result) > _ROUNDING * largest, result, 0.0)

"""Published forms of thrusters: several in one table, and thrust by other formulas."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import pi
from typing import Any, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats
from seaway.frames import matrix_from_rpy
from seaway.parts import (
    KW_ONLY,
    Array,
    ArrayOrNone,
    DerivedScalar,
    OneOrNone,
    Part,
    Problem,
    Reading,
    RefusedError,
    RefusedPartsError,
    Scalar,
    Texts,
    Whole,
    read_kind,
)
from seaway.vehicle._thruster import Thruster

_HANDS: Final = get_args(Literal["right", "left"])


class Quadratic(Part, what="quadratic thrust"):
    """Thrust and torque proportional to the propeller speed [rad/s] squared, in the water of the file."""

    thrust_per_speed_squared: Scalar = Scalar(unit="N s2")
    """Thrust / (ω |ω|) for ω > 0."""
    _: KW_ONLY
    reverse_thrust_per_speed_squared: DerivedScalar = DerivedScalar(
        unit="N s2", default=None, follows="thrust_per_speed_squared"
    )
    """Thrust / (ω |ω|) for ω < 0; by default as ahead."""
    torque_per_speed_squared: Scalar = Scalar(unit="Nm s2", at_least=0.0, default=0.0)
    """Torque / (ω |ω|)."""

    def law(self, diameter: float, density: float) -> dict[str, Any]:
        """Coefficients of a ``Thruster``."""
        scale = density * diameter**4
        return {
            "thrust_coefficient": self.thrust_per_speed_squared / scale,
            "reverse_thrust_coefficient": self.reverse_thrust_per_speed_squared / scale,
            "torque_coefficient": self.torque_per_speed_squared / (scale * diameter),
        }


class OpenWater(Part, what="open-water diagram"):
    """Two points of an open-water diagram: K_T = thrust / (ρ n² d⁴), n in revolutions per second."""

    _: KW_ONLY
    K_T: Scalar = Scalar()
    """Thrust coefficient at zero advance."""
    K_T_at_advance: Scalar = Scalar()
    """Thrust coefficient at advance_ratio."""
    advance_ratio: Scalar = Scalar(above=0.0)
    """Advance ratio J of the second point."""
    K_Q: Scalar = Scalar(default=0.0)
    """Torque coefficient, torque / (ρ n² d⁵)."""
    torque_factor: Scalar = Scalar(default=1.0)
    """Factor that the torque is multiplied by."""

    def law(self, diameter: float, density: float) -> dict[str, Any]:
        """Coefficients of a ``Thruster``."""
        return {
            "thrust_coefficient": self.K_T / (4.0 * pi * pi),
            "advance_slope": (self.K_T_at_advance - self.K_T) / self.advance_ratio / (2.0 * pi),
            "torque_coefficient": self.K_Q * self.torque_factor / (4.0 * pi * pi),
        }


def _odd(samples: int) -> Floats:
    """Commands from -1 to 1; an odd number of them, to include 0."""
    return np.linspace(-1.0, 1.0, samples)


class OddPolynomial(Part, what="thrust polynomial"):
    """Thrust [N] as a sum of odd powers of a command from -1 to 1."""

    _: KW_ONLY
    powers: Array = Array(by_run=False, shape=(None,), at_least=1.0)
    """Powers of the command."""
    coefficients: Array = Array(by_run=False, shape=(None,), unit="N")
    """Coefficient of each power."""
    samples: Whole = Whole(at_least=3, at_most=10_001, default=81)
    """Number of nodes of the table made from it."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check the lengths."""
        n, m = len(self.powers), len(self.coefficients)
        if n != m:
            yield "coefficients", f"there must be one coefficient for each power, got {m} and {n}"

    def table(self) -> Floats:
        """Commands and thrusts."""
        u = _odd(self.samples)
        terms = (c * u ** int(n) for n, c in zip(self.powers, self.coefficients, strict=True))
        return np.stack([u, np.asarray(sum(terms), dtype=np.float64)])


class Polynomials(Part, what="thrust polynomials"):
    """Thrust [N] as two polynomials in the magnitude of a command from -1 to 1, one ahead and one astern."""

    _: KW_ONLY
    ahead: Array = Array(by_run=False, shape=(None,), unit="N")
    """Coefficients for positive commands, constant term first."""
    astern: Array = Array(by_run=False, shape=(None,), unit="N")
    """Coefficients for negative commands, constant term first."""
    samples: Whole = Whole(at_least=3, at_most=10_001, default=81)
    """Number of nodes of the table made from it."""

    def table(self) -> Floats:
        """Commands and thrusts."""
        u = _odd(self.samples)
        ahead, astern = (np.polynomial.polynomial.polyval(np.abs(u), c) for c in (self.ahead, self.astern))
        return np.stack([u, np.where(u >= 0.0, ahead, -astern)])


class RpmPolynomials(Part, what="thrust polynomials"):
    """Thrust as a polynomial in propeller speed [rpm], which is linear in a command from -1 to 1, 0 in a dead band."""

    _: KW_ONLY
    rpm_ahead: Array = Array(by_run=False, shape=(2,), unit="rpm")
    """Slope and offset of the speed over positive commands."""
    rpm_astern: Array = Array(by_run=False, shape=(2,), unit="rpm")
    """Slope and offset of the speed over negative commands."""
    thrust_ahead: Array = Array(by_run=False, shape=(3,))
    """Coefficients of thrust over positive speeds, highest power first."""
    thrust_astern: Array = Array(by_run=False, shape=(3,))
    """Coefficients of thrust over negative speeds, highest power first."""
    thrust_unit: Scalar = Scalar(unit="N", above=0.0, default=1.0)
    """Unit of thrust of the polynomials; 9.81 if they give kilogram-force."""
    largest_rpm: Scalar = Scalar(unit="rpm", above=0.0)
    """Maximum speed."""
    dead_band: Scalar = Scalar(at_least=0.0, below=1.0, default=0.0)
    """Magnitude of a command up to which the speed is 0."""
    samples: Whole = Whole(at_least=3, at_most=10_001, default=81)
    """Number of nodes of the table made from it."""

    def table(self) -> Floats:
        """Commands and thrusts."""
        band, most = self.dead_band, self.largest_rpm
        # The speed jumps at the edges of the band; two commands that are close stand for it.
        edge = band * (1.0 + 1e-9)
        u = np.unique(np.concatenate([_odd(self.samples), [-edge, -band, band, edge]]))
        ahead, astern = self.rpm_ahead, self.rpm_astern
        n = np.where(u > band, ahead[0] * u + ahead[1], np.where(u < -band, astern[0] * u + astern[1], 0.0))
        n = np.clip(n, -most, most)
        force = self.thrust_unit * np.where(
            n > 0.0, np.polyval(self.thrust_ahead, n), np.polyval(self.thrust_astern, n)
        )
        return np.stack([u, np.where(n == 0.0, 0.0, force)])


class ThrusterForms(Part, what="thruster", extends=Thruster):
    """Alternative forms of thrusters: several in one table, and thrust by published formulas."""

    _: KW_ONLY
    names: Texts = Texts()
    """Names of several identical thrusters."""
    positions: ArrayOrNone = ArrayOrNone(by_run=False, shape=(None, 3), unit="m", default=None)
    """Position of each thruster in the body frame."""
    axes: ArrayOrNone = ArrayOrNone(by_run=False, shape=(None, 3), default=None)
    """Direction of positive thrust of each thruster in the body frame."""
    attitudes: ArrayOrNone = ArrayOrNone(by_run=False, shape=(None, 3), unit="rad", default=None)
    """Roll, pitch and yaw of each thruster frame, whose x axis is the direction of thrust; in place of axes."""
    hands: Texts = Texts(_HANDS)
    """Hand of each propeller."""
    limits_rpm: ArrayOrNone = ArrayOrNone(by_run=False, shape=(2,), unit="rpm", default=None)
    """Lower and upper limit of the propeller speed; in place of limits."""
    commands: ArrayOrNone = ArrayOrNone(by_run=False, shape=(None,), default=None)
    """Ascending commands of a table; in place of table."""
    thrusts: ArrayOrNone = ArrayOrNone(by_run=False, shape=(None,), unit="N", default=None)
    """Thrust at each command."""
    quadratic: OneOrNone[Quadratic] = OneOrNone(Quadratic, default=None)
    """Thrust proportional to the propeller speed squared."""
    open_water: OneOrNone[OpenWater] = OneOrNone(OpenWater, default=None)
    """Thrust from an open-water diagram."""
    odd_polynomial: OneOrNone[OddPolynomial] = OneOrNone(OddPolynomial, default=None)
    """Thrust as odd powers of the command."""
    polynomials: OneOrNone[Polynomials] = OneOrNone(Polynomials, default=None)
    """Thrust as one polynomial ahead and one astern."""
    rpm_polynomials: OneOrNone[RpmPolynomials] = OneOrNone(RpmPolynomials, default=None)
    """Thrust as a polynomial in the propeller speed, and the speed as a function of the command."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that each quantity is given once, and for each thruster."""
        laws = self._laws()
        if len(laws) > 1:
            yield laws[1], f"thrust is given once, got {' and '.join(laws)}"
        lengths = {0 if each is None else len(each) for each in (self.commands, self.thrusts)}
        if len(lengths) > 1:
            yield "thrusts", "a table needs as many commands as thrusts"
        if self.axes is not None and self.attitudes is not None:
            yield "attitudes", "axes and attitudes give the same thing; give one"
        for name in ("positions", "axes", "attitudes", "hands"):
            values = vars(self)[name]
            if values is not None and len(values) not in ((0,) if name == "hands" else ()) + (len(self.names),):
                yield name, f"there must be one of {name} for each of {len(self.names)} names, got {len(values)}"

    def _laws(self) -> list[str]:
        named = ("commands", "quadratic", "open_water", "odd_polynomial", "polynomials", "rpm_polynomials")
        return [name for name in named if vars(self)[name] is not None]

    def made(self, table: dict[str, Any], reading: Reading) -> Any:
        """Make the thrusters.

        Raises:
            RefusedError: Something is missing.
            RefusedPartsError: One cannot be made.
        """
        common = {**table, **self._law(table, reading)}
        if not self.names:
            return read_kind(Thruster, common, reading)
        if self.positions is None:
            raise RefusedError("must come with positions, one for each", "missing-key")
        axes = self.axes if self.attitudes is None else matrix_from_rpy(self.attitudes)[..., 0]
        given = {"name": self.names, "position": self.positions, "axis": axes, "hand": self.hands or None}
        rows: dict[str, Any] = {key: np.asarray(each).tolist() for key, each in given.items() if each is not None}
        plural = {"name": "names", "position": "positions", "axis": "axes", "hand": "hands"}
        found, problems = list[Thruster](), list[Problem]()
        for i in range(len(self.names)):
            try:
                found.append(read_kind(Thruster, common | {key: values[i] for key, values in rows.items()}, reading))
            except RefusedPartsError as error:
                for problem in error.problems:
                    key = problem.key[0] if problem.key else ""
                    own = (plural[str(key)], i, *problem.key[1:]) if key in rows else problem.key
                    problems.append(replace(problem, key=own))
        if problems:
            raise RefusedPartsError(list({(p.key, p.reason): p for p in problems}.values()))
        return tuple(found)

    def _law(self, table: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
        """Keys of a ``Thruster`` computed from published ones."""
        found: dict[str, Any] = {}
        if self.limits_rpm is not None:
            found["limits"] = self.limits_rpm * (pi / 30.0)
        for name in self._laws():
            law = vars(self)[name]
            if name in ("quadratic", "open_water"):
                diameter = Thruster.diameter.check(table.get("diameter", 0.0))
                if not diameter > 0.0:
                    reason = "needs a diameter > 0 [m] of the propeller"
                    raise RefusedPartsError([Problem((name,), "missing-key", name, reason)])
                found |= law.law(diameter, reading.density)
                found["drive"] = "lag" if "time_constant" in table else "speed"
            else:
                found["table"] = [law, self.thrusts] if name == "commands" else law.table()
                found["drive"] = "table"
        return {key: value for key, value in found.items() if key != "drive" or key not in table}

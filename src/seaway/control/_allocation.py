"""Control allocation: thrusts and commands that produce a wrench."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, batched_floats, finite_floats, frozen, positive
from seaway.control._bounded import CUT_OFF, bounded_least_squares, largest_share, pseudo_inverse
from seaway.control._propellers import Propeller, torque_per_thrust
from seaway.errors import ModelError
from seaway.parts import Array, ByName, Scalar, Texts, checked, plain
from seaway.vehicle import Vehicle

AXES: Final = ("surge", "sway", "heave", "roll", "pitch", "yaw")
# A wrench is reached if the residual is less than this share of its largest entry, or of 1 N.
_REACHED: Final = 1e-9
# Thrusts that exceed a limit by less than this share are at the limit, to rounding.
_ROUNDING: Final = 1e-12


def allocation_matrix(vehicle: Vehicle, *, astern: bool = False) -> Floats:
    """Wrench of each thruster about Bo in B per newton of thrust, at rest and submerged, (6, n).

    ::

        column = [ (1 - t) a ;  (1 - t) p x a + k a ]        k = -hand q d / c

    a is the axis, p the position, t the thrust deduction; k is the reaction torque per thrust at zero advance, for a
    thruster with a torque coefficient q. The thrust is the commanded one, before deduction.

    Args:
        vehicle: Vehicle with n thrusters, which are the columns in this order.
        astern: Whether to take k from the thrust coefficient c of negative thrusts, the reverse coefficient.

    Raises:
        ModelError: The vehicle has no thrusters.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 11.

    Example:
        >>> from seaway.control import allocation_matrix
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.vehicle import Thruster, Vehicle
        >>> body = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=60.0))
        >>> pods = (Thruster("port", (-1, 0.4, 0)), Thruster("starboard", (-1, -0.4, 0)))
        >>> boat = Vehicle("boat", body, thrusters=pods)
        >>> allocation_matrix(boat)[[0, 5]].tolist()
        [[1.0, 1.0], [-0.4, 0.4]]
    """
    plain(vehicle, "an allocation")
    if not isinstance(vehicle, Vehicle):
        raise ModelError(f"an allocation needs a Vehicle, got {vehicle!r}")
    if not vehicle.thrusters:
        raise ModelError(f"vehicle '{vehicle.name}' has no thrusters to allocate a wrench to; add thrusters to it")
    columns = list[Floats]()
    for thruster in vehicle.thrusters:
        share, a = 1.0 - thruster.thrust_deduction, thruster.axis
        torque = share * np.cross(thruster.position, a) + torque_per_thrust(thruster, astern) * a
        columns.append(np.concatenate([share * a, torque]))
    return np.stack(columns, axis=1) + 0.0  # no -0


@dataclass(frozen=True, eq=False)
class Allocated:
    """Thrusts and commands for one wrench or several; (...) are the leading axes of the demanded wrench.

    Attributes:
        names: Names of the thrusters.
        thrusts: Thrusts before deduction [N], (..., n).
        commands: Commands that produce them, each in its thruster's unit, (..., n).
        wrench: Wrench at rest and submerged, about Bo in B, with limits and dead bands [N, N m], (..., 6).
        missing: Demanded wrench minus ``wrench`` on the axes that count, 0 on the others [N, N m], (..., 6).
        reached: Whether nothing is missing, to 1e-9 of the largest entry of the demanded wrench, or of 1 N, (...).
    """

    names: tuple[str, ...]
    thrusts: Floats
    commands: Floats
    wrench: Floats
    missing: Floats
    reached: NDArray[np.bool_]

    def by_name(self, vehicle: str | None = None) -> dict[str, Floats]:
        """Commands by the names of the thrusters, each (...), for ``Command(actuators=...)``.

        For a single vehicle without fins, ``Command(actuators=commands)`` is the same.

        Args:
            vehicle: Name of the vehicle in a simulation of several, where actuators are named ``"vehicle.thruster"``.
        """
        start = "" if vehicle is None else f"{vehicle}."
        return {f"{start}{name}": self.commands[..., k] for k, name in enumerate(self.names)}


class _Columns(NamedTuple):
    """Scaled columns and bounds for the solver.

    A thruster whose reaction torque differs astern has two columns, one for each sign of its thrust.

    Attributes:
        matrix: Weighted wrench on the axes that count per scaled thrust, (axis, column).
        owner: Index of the thruster of each column, (column,).
        scale: Thrust that corresponds to a scaled thrust of 1 [N], (column,).
        low: Least scaled thrust, (column,).
        high: Greatest scaled thrust, (column,).
        pairs: Columns ahead and astern of the same thruster.
    """

    matrix: Floats
    owner: NDArray[np.intp]
    scale: Floats
    low: Floats
    high: Floats
    pairs: tuple[tuple[int, int], ...]


class Allocation:
    """Allocate wrenches to thrusters within their limits, and convert the thrusts to commands.

    Among all thrusts T within the limits, it finds those that minimise Σ a (B T - wrench)² over the axes that count,
    with their weights a, and among these the ones that minimise Σ w T². A reachable wrench is thus produced, to
    rounding, with the least effort; otherwise the error is the least possible. Within the limits this is one product
    with the weighted pseudo-inverse of B = ``matrix``; runs that meet a limit are solved one by one.

    The wrench is that at rest and submerged. A propeller with a lag produces it once it has reached its speed; one that
    advances or leaves the water produces less. Commands in a dead band are 0: ``wrench`` shows the loss, which other
    thrusters do not compensate.

    Args:
        vehicle: Vehicle with thrusters.
        weights: Weight w > 0 of each thruster, (n,), or of some by name; a larger weight means less thrust. Default: 1.
        axes: Axes that count: names out of ``"surge"``, ``"sway"``, ``"heave"``, ``"roll"``, ``"pitch"``, ``"yaw"``, or
            their weights a > 0 by name [1/N2, 1/(N m)2]. Default: all six, weight 1. The wrench on the other axes is
            arbitrary: a boat pushed below its centre of mass pitches, and needs ``("surge", "yaw")``.
        density: Density of the water [kg/m3], used for commands that are speeds.

    Attributes:
        vehicle: Vehicle of the allocation.
        names: Names of the thrusters.
        matrix: Allocation matrix B, ``allocation_matrix(vehicle)``, (6, n).
        lowest: Least thrust of each thruster [N], (n,).
        highest: Greatest thrust of each thruster [N], (n,).
        axes: Names of the axes that count.
        uncontrollable: Axes that count and that thrusters cannot act on without acting on another, even without limits.

    Raises:
        ModelError: The vehicle has no thrusters, a table of thrusts cannot be inverted, an axis does not exist, or a
            weight is not > 0.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 11; T. A. Johansen
        and T. I. Fossen, Control allocation: a survey, Automatica 49, 2013.

    Example:
        >>> from seaway.control import Allocation
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.vehicle import Thruster, Vehicle
        >>> body = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=60.0))
        >>> sides = (("port", 0.4), ("starboard", -0.4))
        >>> pods = tuple(Thruster(name, (-1.0, y, -0.2), limits=(-50, 80)) for name, y in sides)
        >>> allocation = Allocation(Vehicle("boat", body, thrusters=pods), axes=("surge", "yaw"))
        >>> found = allocation.allocate([100.0, 0, 0, 0, 0, 8.0])
        >>> found.commands.round(9).tolist(), bool(found.reached)
        ([40.0, 60.0], True)
        >>> allocation.allocate([100.0, 0, 0, 0, 0, 40.0], keep_direction=True).wrench[[0, 5]].round(6).tolist()
        [80.0, 32.0]
    """

    def __init__(
        self,
        vehicle: Vehicle,
        weights: ArrayLike | Mapping[str, float] | None = None,
        axes: Sequence[str] | Mapping[str, float] | None = None,
        *,
        density: float = 1025.0,
    ):
        self.vehicle, self.matrix = vehicle, frozen(allocation_matrix(vehicle))
        self.names = tuple(thruster.name for thruster in vehicle.thrusters)
        self._astern = allocation_matrix(vehicle, astern=True)
        rho = positive(density, "the density of the water [kg/m3]")
        self._propellers = [Propeller(thruster, rho) for thruster in vehicle.thrusters]
        scale = 1.0 / np.sqrt(_thruster_weights(weights, vehicle.name, self.names))
        chosen = _axis_weights(axes)
        self.axes = tuple(chosen)
        self._counting = np.array([AXES.index(name) for name in chosen], dtype=np.intp)
        self._importance = np.sqrt(np.array(list(chosen.values())))
        self.lowest = frozen(np.array([propeller.lowest for propeller in self._propellers]))
        self.highest = frozen(np.array([propeller.highest for propeller in self._propellers]))
        self.uncontrollable = uncontrollable_axes(self.matrix[self._counting], self.axes)
        ahead, astern = (self._importance[:, None] * B[self._counting] * scale for B in (self.matrix, self._astern))
        self._inverse = scale[:, None] * pseudo_inverse(ahead) * self._importance
        self._columns = _columns(ahead, astern, scale, self.lowest, self.highest)

    def __repr__(self) -> str:
        return f"Allocation({self.vehicle.name!r}, {len(self.names)} thrusters, axes={self.axes})"

    def allocate(self, wrench: ArrayLike, *, keep_direction: bool = False) -> Allocated:
        """Find thrusts and commands for wrenches.

        Args:
            wrench: Demanded wrench about Bo in B [N, N m], (6,) or (batch, 6), or with any leading axes.
            keep_direction: Whether to scale a wrench that exceeds the limits down by the same factor on all axes,
                instead of finding the nearest reachable one. Components that no thrusts produce are dropped before.

        Raises:
            ModelError: The wrench has another shape, or is not finite.
        """
        asked = batched_floats(wrench, (6,), "the demanded wrench [N, N m]")
        asked = finite_floats(asked, asked.shape, "the demanded wrench [N, N m]")
        rows = asked.reshape(-1, 6)
        counted, pairs = rows[:, self._counting], self._columns.pairs
        thrusts = times_rows(self._inverse, counted)
        slack = _ROUNDING * np.max(np.abs(thrusts), axis=1, keepdims=True, initial=0.0)
        outside = (thrusts < self.lowest - slack) | (thrusts > self.highest + slack)
        for thruster in {int(self._columns.owner[ahead]) for ahead, _ in pairs}:
            outside[:, thruster] |= thrusts[:, thruster] < -slack[:, 0]  # the inverse is that of thrusts ahead
        if len(self.names) > 1 or pairs:  # for a single thruster clipping is optimal
            for row in np.flatnonzero(np.any(outside, axis=1)):
                thrusts[row] = self._solved(self._importance * counted[row], bool(keep_direction))
        thrusts = np.clip(thrusts, self.lowest, self.highest)
        commands = np.stack([p.command(thrusts[:, k]) for k, p in enumerate(self._propellers)], axis=-1)
        thrusts = np.stack([p.thrust(commands[:, k]) for k, p in enumerate(self._propellers)], axis=-1)
        astern = times_rows(self._astern, np.minimum(thrusts, 0.0))
        wrenches = times_rows(self.matrix, np.maximum(thrusts, 0.0)) + astern
        missing = np.zeros_like(rows)
        missing[:, self._counting] = (rows - wrenches)[:, self._counting]
        size = np.max(np.abs(counted), axis=1, initial=1.0)
        reached = np.all(np.abs(missing) <= _REACHED * size[:, None], axis=1)
        lead, n = asked.shape[:-1], len(self.names)
        return Allocated(
            self.names,
            thrusts.reshape(*lead, n),
            commands.reshape(*lead, n),
            wrenches.reshape(asked.shape),
            missing.reshape(asked.shape),
            reached.reshape(lead),
        )

    def at_limit(self, thrusts: Floats, rounding: float) -> NDArray[np.bool_]:
        """Whether each thrust is at a limit, to a relative tolerance, (..., n)."""
        slack = rounding * np.abs(thrusts)
        return (thrusts >= self.highest - slack) | (thrusts <= self.lowest + slack)

    def _solved(self, b: Floats, keep_direction: bool) -> Floats:
        """Thrusts within limits for one weighted wrench on the axes that count, (n,)."""
        columns = self._columns
        found = _searched(columns, b, columns.low, columns.high, keep_direction, None)
        if found is None:  # no multiple of it is within the limits
            found = cast("_Found", _searched(columns, b, columns.low, columns.high, False, None))
        thrusts = np.zeros(len(self.names))
        np.add.at(thrusts, columns.owner, columns.scale * found.x)
        return thrusts


class _Found(NamedTuple):
    """A solution and its cost: first the error, or the share that is cut, then the effort."""

    x: Floats
    badness: tuple[float, float]


def _searched(
    columns: _Columns, b: Floats, low: Floats, high: Floats, keep_direction: bool, best: _Found | None
) -> _Found | None:
    """Solve by branch and bound: a thruster that would push ahead and astern at once is tried with either alone."""
    found = _bounded(columns.matrix, b, low, high, keep_direction)
    if found is None or (best is not None and found.badness >= best.badness):
        return best
    both = [(min(found.x[i], -found.x[j]), i, j) for i, j in columns.pairs]
    worst, i, j = max(both, default=(0.0, 0, 0))
    if worst <= _ROUNDING * float(np.max(np.abs(found.x), initial=0.0)):
        return found
    for k in (j, i) if found.x[i] > -found.x[j] else (i, j):
        lower, upper = low.copy(), high.copy()
        lower[k] = upper[k] = 0.0
        best = _searched(columns, b, lower, upper, keep_direction, best)
    return best


def _bounded(A: Floats, b: Floats, low: Floats, high: Floats, keep_direction: bool) -> _Found | None:
    if keep_direction:
        reachable = A @ (pseudo_inverse(A) @ b)
        share = largest_share(A, reachable, low, high)
        if share is None:
            return None
        x = bounded_least_squares(A, share * reachable, low, high)
        return _Found(x, (round(1.0 - share, 9), float(np.linalg.norm(x))))
    x = bounded_least_squares(A, b, low, high)
    size = float(np.linalg.norm(b)) or 1.0
    # Errors that differ only by rounding count as equal.
    return _Found(x, (round(float(np.linalg.norm(A @ x - b)) / size, 11), float(np.linalg.norm(x))))


def times_rows(A: Floats, rows: Floats) -> Floats:
    """A x for every row x, (n, k), summed in a fixed order: the digits of a matrix product depend on n."""
    total = np.zeros((len(rows), len(A)))
    for k in range(A.shape[1]):
        total += rows[:, k, None] * A[:, k]
    return total


def _columns(ahead: Floats, astern: Floats, scale: Floats, low: Floats, high: Floats) -> _Columns:
    found, pairs = list[tuple[Floats, int, float, float]](), list[tuple[int, int]]()
    for k in range(len(scale)):
        least, most = float(low[k] / scale[k]), float(high[k] / scale[k])
        if np.array_equal(ahead[:, k], astern[:, k]) or least >= 0.0:
            found.append((ahead[:, k], k, least, most))
        elif most <= 0.0:
            found.append((astern[:, k], k, least, most))
        else:
            pairs.append((len(found), len(found) + 1))
            found += [(ahead[:, k], k, 0.0, most), (astern[:, k], k, least, 0.0)]
    matrix, owner, least, most = (np.array(each) for each in zip(*found, strict=True))
    return _Columns(np.ascontiguousarray(matrix.T), owner, scale[owner], least, most, tuple(pairs))


def uncontrollable_axes(B: Floats, names: tuple[str, ...]) -> tuple[str, ...]:
    """Axes whose unit wrench is not in the range of B."""
    # Rows are normalised, as newtons and newton metres cannot be compared.
    sizes = np.linalg.norm(B, axis=1)
    zero = sizes <= CUT_OFF * float(np.max(sizes, initial=0.0))
    rows = np.where(zero[:, None], 0.0, B / np.where(zero, 1.0, sizes)[:, None])
    reached = rows @ pseudo_inverse(rows)  # the projection to the range
    # A projection has 1 on the diagonal where the axis is in the range, to the rounding of the pseudo-inverse.
    return tuple(name for name, part in zip(names, np.diagonal(reached), strict=True) if part < 1.0 - 1e-6)


def _thruster_weights(given: Any, vehicle: str, names: tuple[str, ...]) -> Floats:
    if given is None:
        return np.ones(len(names))
    what = f"the weights of the thrusters of vehicle '{vehicle}'"
    if isinstance(given, Mapping):
        some = checked(ByName(Scalar(above=0.0), names, label=what[4:]), given, what)
        return np.array([some.get(name, 1.0) for name in names])
    return checked(Array(shape=(len(names),), above=0.0, by_run=False), given, what)


def _axis_weights(given: Any) -> dict[str, float]:
    if given is None:
        return dict.fromkeys(AXES, 1.0)
    what = "the axes of an allocation"
    if isinstance(given, Mapping):
        weights = checked(ByName(Scalar(above=0.0), AXES, label="weights of the axes"), given, what)
    else:
        names = given if isinstance(given, str) else tuple(given)  # a text is refused
        weights = dict.fromkeys(checked(Texts(AXES), names, what), 1.0)
    if not weights:
        raise ModelError("an allocation needs at least one axis, got none")
    return {name: weights[name] for name in AXES if name in weights}

"""External wrenches that a user applies to vehicles, by name."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats
from seaway.errors import ModelError

__all__ = ["ExternalWrenches"]


class _Put(NamedTuple):
    """An applied wrench, see ``kernels.external``; the leading axes are 1 or batch."""

    body: Floats
    world: Floats
    dyad: Floats


class ExternalWrenches:
    """Named wrenches on all vehicles, and their sum as the kernels read it.

    Args:
        vehicle_count: Number of vehicles.
        batch: Number of runs.
    """

    def __init__(self, vehicle_count: int, batch: int):
        self.vehicle_count, self.batch = vehicle_count, batch
        self._named: dict[tuple[int, str], _Put] = {}

    def copied(self) -> "ExternalWrenches":
        """An independent copy."""
        other = ExternalWrenches(self.vehicle_count, self.batch)
        other._named = dict(self._named)  # each record is replaced when it changes, never written
        return other

    def put(
        self,
        vehicle: int,
        name: str,
        force: ArrayLike | None,
        torque: ArrayLike | None,
        point: ArrayLike,
        axes: Literal["body", "world"],
    ) -> None:
        """Set the wrench of a name; remove it if force and torque are None."""
        if force is None and torque is None:
            if (vehicle, name) not in self._named:
                on = ", ".join(f"'{other}'" for v, other in self._named if v == vehicle) or "none"
                raise ModelError(f"no wrench named '{name}' on this vehicle; there are: {on}; give a force or torque")
            del self._named[vehicle, name]
            return
        if axes not in ("body", "world"):
            raise ModelError(f"the axes of a wrench must be 'body' or 'world', got {axes!r}")
        f = self._vectors((0.0, 0.0, 0.0) if force is None else force, "the force [N]")
        n = self._vectors((0.0, 0.0, 0.0) if torque is None else torque, "the torque [N m]")
        p = self._vectors(point, "the point of application [m]")
        f, n, p = np.broadcast_arrays(f, n, p)
        none, no_dyad = np.zeros((len(f), 6)), np.zeros((len(f), 3, 3))
        if axes == "body":
            put = _Put(np.concatenate([f, n + np.cross(p, f)], axis=1), none, no_dyad)
        else:
            put = _Put(none, np.concatenate([f, n], axis=1), p[:, :, None] * f[:, None, :])
        self._named[vehicle, name] = put

    def totals(self, vehicle: int) -> dict[str, Floats]:
        """Sum of all wrenches on a vehicle, each (1 or batch, ...)."""
        mine = [put for (k, _), put in self._named.items() if k == vehicle]
        rows = max((len(put.body) for put in mine), default=1)
        total = {"body": np.zeros((rows, 6)), "world": np.zeros((rows, 6)), "dyad": np.zeros((rows, 3, 3))}
        for put in mine:
            for name in total:
                total[name] = total[name] + getattr(put, name)
        return total

    def __bool__(self) -> bool:
        return bool(self._named)

    def _vectors(self, values: ArrayLike, what: str) -> Floats:
        array = np.asarray(values)
        if array.dtype.kind not in "iuf" or array.shape not in ((3,), (self.batch, 3)):
            raise ModelError(f"{what} must be numbers of the shape (3,) or ({self.batch}, 3), got {values!r}")
        if not np.all(np.isfinite(array)):
            raise ModelError(f"{what} must be finite, got {array[~np.isfinite(array)][0]}")
        return np.atleast_2d(array.astype(np.float64))

"""The wrenches that a user puts on vehicles, by name."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, Records
from seaway.errors import ModelError
from seaway.kernels.external import EXTERNAL

__all__ = ["ExternalWrenches"]


class ExternalWrenches:
    """Named wrenches of all vehicles, and their sum as the kernels read it.

    Args:
        vehicle_count: How many vehicles.
        batch: How many rows.
    """

    def __init__(self, vehicle_count: int, batch: int):
        self.vehicle_count, self.batch = vehicle_count, batch
        self._named: dict[tuple[int, str], Records] = {}

    def copied(self) -> "ExternalWrenches":
        """The same, as it is now."""
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
        """Set the wrench of a name, or take it off where force and torque are None."""
        if force is None and torque is None:
            if (vehicle, name) not in self._named:
                on = ", ".join(f"'{other}'" for v, other in self._named if v == vehicle) or "none"
                raise ModelError(f"there is no wrench '{name}' on this vehicle to take off; there are: {on}")
            del self._named[vehicle, name]
            return
        if axes not in ("body", "world"):
            raise ModelError(f"the axes of a wrench must be 'body' or 'world', got {axes!r}")
        f = self._vectors((0.0, 0.0, 0.0) if force is None else force, "a force [N]")
        n = self._vectors((0.0, 0.0, 0.0) if torque is None else torque, "a torque [Nm]")
        p = self._vectors(point, "the point of a force [m]")
        f, n, p = np.broadcast_arrays(f, n, p)
        record = np.zeros(len(f), dtype=EXTERNAL)
        if axes == "body":
            record["body"][:, :3], record["body"][:, 3:] = f, n + np.cross(p, f)
        else:
            record["world"][:, :3], record["world"][:, 3:] = f, n
            record["dyad"] = p[:, :, None] * f[:, None, :]
        self._named[vehicle, name] = record

    def compiled(self) -> Records:
        """The sum of all, (1 or batch, vehicle); (0, vehicle) where there are none."""
        rows = max((len(record) for record in self._named.values()), default=0)
        total = np.zeros((rows, self.vehicle_count), dtype=EXTERNAL)
        for (vehicle, _), record in self._named.items():
            for field in ("body", "world", "dyad"):
                total[field][:, vehicle] += record[field]
        return total

    def _vectors(self, values: ArrayLike, what: str) -> Floats:
        array = np.asarray(values)
        if array.dtype.kind not in "iuf" or array.shape not in ((3,), (self.batch, 3)):
            raise ModelError(f"{what} must be numbers of the shape (3,) or ({self.batch}, 3), got {values!r}")
        if not np.all(np.isfinite(array)):
            raise ModelError(f"{what} must be finite, got {array[~np.isfinite(array)][0]}")
        return np.atleast_2d(array.astype(np.float64))

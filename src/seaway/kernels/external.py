"""Wrenches that the user puts on a vehicle, in body or world axes, at any point."""

from typing import Final

import numpy as np

from seaway._arrays import Records
from seaway._jit import kernel
from seaway.kernels.rotation import Matrix3, times
from seaway.kernels.vectors import ZERO6, Vector6, added6, own_row, six

__all__ = ["EXTERNAL", "external"]

# Forces given in world axes at points p of the body keep their direction while it turns: their torque Σ p × R^T f
# depends on the attitude only through the dyad Σ p f^T.
EXTERNAL: Final = np.dtype(
    [
        ("body", "f8", 6),  # wrench about Bo in B
        ("world", "f8", 6),  # sum of forces, sum of torques, both in W
        ("dyad", "f8", (3, 3)),  # Σ p_BoP_B f_W^T [N m]
    ]
)


@kernel
def external(wrenches: Records, row: int, vehicle: int, R_BW: Matrix3) -> Vector6:
    """The wrench about Bo in B of all that is put on a vehicle."""
    if wrenches.shape[0] == 0:
        return ZERO6
    e = wrenches[own_row(wrenches, row), vehicle]
    w, D = e["world"], e["dyad"]
    force = times(R_BW, (w[0], w[1], w[2]))
    torque = times(R_BW, (w[3], w[4], w[5]))
    # Row j of the dyad, turned to B, is Σ p_j (R^T f): the moment is its antisymmetric part.
    x = times(R_BW, (D[0, 0], D[0, 1], D[0, 2]))
    y = times(R_BW, (D[1, 0], D[1, 1], D[1, 2]))
    z = times(R_BW, (D[2, 0], D[2, 1], D[2, 2]))
    moment = (torque[0] + y[2] - z[1], torque[1] + z[0] - x[2], torque[2] + x[1] - y[0])
    return added6(six(e["body"]), (force[0], force[1], force[2], moment[0], moment[1], moment[2]))

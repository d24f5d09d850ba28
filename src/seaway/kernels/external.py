"""Given wrenches: external ones in body or world axes, and those of Python functions."""

from typing import Any

from seaway._jit import kernel
from seaway.kernels.rotation import Matrix3, times
from seaway.kernels.vectors import Vector6, added6

__all__ = ["external", "held_wrench"]


@kernel
def external(par: Any, R_BW: Matrix3) -> Vector6:
    """Wrench about Bo in B of all external wrenches on a vehicle.

    Forces in world axes at points p of the body keep their direction while it turns: their torque Σ p × R^T f is a
    function of the orientation and of the dyad Σ p f^T.

    Args:
        par: ``body``, the sum of wrenches about Bo in B; ``world``, the sum of forces and of torques, both in W; and
            ``dyad``, Σ p_BoP_B f_W^T [N m].
        R_BW: Rotation matrix from W to B.
    """
    w, D = par.world, par.dyad
    force = times(R_BW, (w[0], w[1], w[2]))
    torque = times(R_BW, (w[3], w[4], w[5]))
    # Row j of the dyad, turned to B, is Σ p_j (R^T f): the moment is its antisymmetric part.
    x = times(R_BW, (D[0, 0], D[0, 1], D[0, 2]))
    y = times(R_BW, (D[1, 0], D[1, 1], D[1, 2]))
    z = times(R_BW, (D[2, 0], D[2, 1], D[2, 2]))
    moment = (torque[0] + y[2] - z[1], torque[1] + z[0] - x[2], torque[2] + x[1] - y[0])
    return added6(par.body, (force[0], force[1], force[2], moment[0], moment[1], moment[2]))


@kernel
def held_wrench(_: Any, x: Any, __: Any, ___: Any) -> Vector6:
    """Wrench that a Python function returned at the start of the step."""
    return x.wrench

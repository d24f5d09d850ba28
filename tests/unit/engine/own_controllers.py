"""Controllers that tests use, as a user would write them."""

import math

from seaway.controllers import Controller, Kept, SetPoint
from seaway.parts import KW_ONLY, Array, Choice, Flag, Number

REST = 0.25


def faded(x):
    """A helper without a decorator."""
    return REST * x


class Keeper(Controller):
    """Holds a position along x with a force of two parts, by an integral; counts its calls."""

    goal: SetPoint = SetPoint(unit="m")
    """Position to hold."""
    stiffness: Number = Number(unit="N/m", default=3.0)
    """Force per error."""
    _: KW_ONLY
    integral_gain: Number = Number(unit="N/(m s)", default=0.0)
    """Force per integral of the error."""
    push: Array = Array(shape=(2,), unit="N", default=(0.0, 0.0))
    """Force to the left and upward."""
    doubled: Flag = Flag(default=False)
    """Whether to double the force ahead."""
    shape: Choice[str] = Choice(("none", "sine"), default="none")
    """Further torque."""

    integral = Kept("m s")
    count = Kept()
    last = Kept("m", 2)

    @staticmethod
    def command(par, x, motion, around, set_point):
        """Branches and a helper, as in a force."""
        error = set_point.goal - motion.position[0]
        integral = x.integral + error * par.period
        force = par.stiffness * error + par.integral_gain * integral
        if par.doubled:
            force = 2.0 * force
        torque = faded(math.sin(around.time)) if par.shape == 1 else 0.0
        wrench = (force, par.push[0], par.push[1], 0.0, 0.0, torque)
        return wrench, (integral, x.count + 1, (motion.position[0], x.last[0]))


class Valves(Controller):
    """Set points of two actuators; the first is always shut."""

    depth: SetPoint = SetPoint(unit="mm")
    """Depth in a unit of its own."""
    opening: SetPoint = SetPoint(default=5.0)
    """Opening."""
    output = "actuators"

    @staticmethod
    def command(par, x, motion, around, set_point):
        """An integer among the numbers."""
        return (0, set_point.depth + set_point.opening), ()


class Failing(Controller):
    """Commands no number from some time on."""

    after: Number = Number(unit="s", default=0.05)
    """Time of its failure."""
    calls = Kept()

    @staticmethod
    def command(par, x, motion, around, set_point):
        """Of -1 there is no root."""
        bad = math.sqrt(-1.0) if around.time >= par.after - 1e-9 else 1.0
        return (bad, 0.0, 0.0, 0.0, 0.0, 0.0), (x.calls + bad,)

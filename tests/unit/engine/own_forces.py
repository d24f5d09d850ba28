"""Forces that tests use, as a user would write them."""

import math

from seaway.forces import Force, Held, Input, Integrated, Prepared
from seaway.kernels.rotation import times
from seaway.parts import KW_ONLY, Array, Choice, Flag, Name, Number

GAIN = 2.0


def doubled(x):
    """A helper without a decorator."""
    return GAIN * x


class Maxwell(Force):
    """A spring behind a dashpot to the origin of the world: T f' = -k p - f, one state for each axis."""

    name: Name = Name()
    """Name of the force."""
    stiffness: Number = Number(unit="N/m", above=0.0)
    """Stiffness."""
    time_constant: Number = Number(unit="s", above=0.0, default=0.3)
    """Time constant."""

    force = Integrated("N", 3)

    @staticmethod
    def wrench(par, x, around, motion):
        """In body axes."""
        p, f = motion.position, x.force
        turned = times(motion.R_BW, f)
        rate = (
            (-par.stiffness * p[0] - f[0]) / par.time_constant,
            (-par.stiffness * p[1] - f[1]) / par.time_constant,
            (-par.stiffness * p[2] - f[2]) / par.time_constant,
        )
        return (turned[0], turned[1], turned[2], 0.0, 0.0, 0.0), (rate,)


class Everything(Force):
    """All that a force may have."""

    name: Name = Name()
    """Name of the force."""
    _: KW_ONLY
    gain: Number = Number(default=1.0)
    """Gain."""
    direction: Array = Array(shape=(3,), default=(1.0, 0.0, 0.0))
    """Direction."""
    matrix: Array = Array(shape=(2, 4), default=((0.0,) * 4, (1.0, 2.0, 3.0, 4.0)))
    """Matrix."""
    table: Array = Array(shape=(2, None), default=((0.0, 1.0), (0.0, 10.0)))
    """Table."""
    kind: Choice[str] = Choice(("none", "sine"), default="sine")
    """Kind."""
    doubled: Flag = Flag(default=False)
    """Whether to double it."""

    level = Integrated("N")
    count = Held()
    asked = Prepared("N")
    command = Input("N")

    @staticmethod
    def prepare(par, command):
        """Limit the command."""
        return (min(max(command, -100.0), 100.0),)

    @staticmethod
    def update(par, x, around, motion):
        """Count steps."""
        return (x.count + 1.0,)

    @staticmethod
    def wrench(par, x, around, motion):
        """A branch on a number: called run by run in a batch."""
        size = par.gain * x.level + par.matrix[1, 2] + par.table[1, len(par.table) - 1]
        if par.kind == 1:
            size += math.sin(around.time)
        if par.doubled:
            size = doubled(size)
        if size > 1e6:
            size = 1e6
        d = par.direction
        return (size * d[0], size * d[1], size * d[2], x.count, 0.0, 0.0), ((x.asked - x.level) / 0.5,)

    @staticmethod
    def steady(par, x, around, motion):
        """Followed."""
        return (x.asked, x.count)

    @staticmethod
    def output(par, x, around, motion):
        """The level."""
        return x.level

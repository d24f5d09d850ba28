"""Two forces that Seaway does not have: a tether with a winch, and a sail."""

import math

from seaway.forces import Force, Input, Integrated, Prepared
from seaway.kernels.rotation import times
from seaway.kernels.surroundings import air_at, depth_at
from seaway.kernels.vectors import added3, dot3, velocity_at, wrench_at
from seaway.parts import KW_ONLY, Array, Name, Number


class Tether(Force):
    """An elastic tether from a fixed point to the vehicle, with a winch that pays it out.

    It pulls where it is stretched, and never pushes: T = k s + c s', with s the stretch.
    """

    name: Name = Name()
    """Name under which the force is shown, and by which the winch is commanded."""
    length: Number = Number(unit="m", above=0.0)
    """Length with nothing paid out."""
    _: KW_ONLY
    anchor: Array = Array(shape=(3,), unit="m", default=(0.0, 0.0, 0.0))
    """Fixed end in the world."""
    attachment: Array = Array(shape=(3,), unit="m", default=(0.0, 0.0, 0.0))
    """Moving end in the body frame."""
    stiffness: Number = Number(unit="N/m", above=0.0, default=200.0)
    """Tension per stretch, k."""
    damping: Number = Number(unit="N s/m", at_least=0.0, default=20.0)
    """Tension per rate of stretch, c."""
    winch_speed: Number = Number(unit="m/s", above=0.0, default=0.3)
    """Largest speed of the winch."""

    paid_out = Integrated("m")
    wanted = Prepared("m")
    command = Input("m")

    @staticmethod
    def prepare(par, command):
        """The winch cannot pay in more than there is."""
        return (max(command, -0.9 * par.length),)

    @staticmethod
    def wrench(par, x, around, motion):
        """Pull along the line, and let the winch follow its command."""
        end_W = added3(motion.position, times(motion.R_WB, par.attachment))
        line_W = (par.anchor[0] - end_W[0], par.anchor[1] - end_W[1], par.anchor[2] - end_W[2])
        distance = math.sqrt(dot3(line_W, line_W))
        winch = min(max((x.wanted - x.paid_out) / 0.2, -par.winch_speed), par.winch_speed)
        stretch = distance - par.length - x.paid_out
        tension = 0.0
        if stretch > 0.0:
            toward_B = times(motion.R_BW, (line_W[0] / distance, line_W[1] / distance, line_W[2] / distance))
            rate = -dot3(toward_B, velocity_at(motion.nu, par.attachment)) - winch
            tension = max(par.stiffness * stretch + par.damping * rate, 0.0)
            pull = (tension * toward_B[0], tension * toward_B[1], tension * toward_B[2])
            return wrench_at(pull, par.attachment), (winch,)
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), (winch,)

    @staticmethod
    def output(par, x, around, motion):
        """What is paid out, beside the command in recordings."""
        return x.paid_out


class Sail(Force):
    """A flat sail that stands upright: its force acts across it, with the square of the wind across it."""

    name: Name = Name()
    """Name under which the force is shown, and by which the sheet is commanded."""
    area: Number = Number(unit="m2", above=0.0)
    """Area of the sail."""
    _: KW_ONLY
    center: Array = Array(shape=(3,), unit="m", default=(0.0, 0.0, 1.0))
    """Centre of effort in the body frame."""
    coefficient: Number = Number(at_least=0.0, default=1.3)
    """Coefficient of the normal force."""

    angle = Prepared("rad")
    command = Input("rad")

    @staticmethod
    def prepare(par, command):
        """The angle of the sail, counter-clockwise from the body's x axis."""
        return (min(max(command, -0.5 * math.pi), 0.5 * math.pi),)

    @staticmethod
    def wrench(par, x, around, motion):
        """½ ρ C S |w| w along the normal of the sail, w the apparent wind across it; none under water."""
        normal = (-math.sin(x.angle), math.cos(x.angle), 0.0)
        wind, own = air_at(around, motion, par.center), velocity_at(motion.nu, par.center)
        across = dot3((wind[0] - own[0], wind[1] - own[1], wind[2] - own[2]), normal)
        share = min(max(-depth_at(around, motion, par.center), 0.0), 1.0)  # fades over its last metre
        force = 0.5 * around.air_density * par.coefficient * par.area * share * abs(across) * across
        return wrench_at((force * normal[0], force * normal[1], force * normal[2]), par.center)

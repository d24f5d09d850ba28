"""A PID controller: its gains, and what it remembers of each row."""

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats, finite_floats, positive
from seaway.control._rows import Clock, wrapped
from seaway.errors import ModelError

__all__ = ["Integral", "Pid", "PidMemory"]


@dataclass(frozen=True)
class Pid:
    """Gains of a controller that acts on an error e = wanted - measured, and on the rate of what is measured.

    ::

        output = P e + I ∫e dt - D d(measured)/dt        within ±limit

    The derivative is of the measurement, so that a step of what is wanted gives no kick. While the output is at its
    limit, the integral does not grow further out.

    Attributes:
        proportional: P [output per unit].
        integral: I [output per unit and second].
        derivative: D [output per unit a second].
        limit: Largest magnitude of the output.

    Raises:
        ModelError: A gain is not finite, or the limit is not > 0.

    Example:
        >>> from seaway.control import Pid
        >>> Pid.placed(mass=20.0, damping=5.0, natural_frequency=0.5, damping_ratio=1.0, integral_pole=0.0)
        Pid(proportional=5.0, integral=0.0, derivative=15.0, limit=inf)
    """

    proportional: float
    integral: float = 0.0
    derivative: float = 0.0
    limit: float = inf

    def __post_init__(self) -> None:
        for name in ("proportional", "integral", "derivative"):
            gain = float(finite_floats(getattr(self, name), (), f"the {name} gain of a Pid"))
            object.__setattr__(self, name, gain)
        most = np.asarray(self.limit)
        if most.dtype.kind not in "iuf" or most.shape != () or not most > 0.0:
            raise ModelError(f"the limit of a Pid must be one number > 0, got {self.limit!r}")
        object.__setattr__(self, "limit", float(most))

    @classmethod
    def placed(
        cls,
        mass: float,
        damping: float = 0.0,
        stiffness: float = 0.0,
        *,
        natural_frequency: float,
        damping_ratio: float = 1.0,
        integral_pole: float = 0.2,
        limit: float = inf,
    ) -> "Pid":
        """Gains that give a body on one axis the poles that are asked for.

        With m x'' + d x' + k x = output, the closed loop gets the poles of::

            (s² + 2 ζ ω s + ω²) (s + γ ω)        P = (1 + 2 ζ γ) ω² m - k,   D = (2 ζ + γ) ω m - d,   I = γ ω³ m

        No gain is negative. Where the body has more damping than that by itself, D is 0 and the pole of the integral is
        faster, -(d/m - 2 ζ ω), so that the pair stays; without an integral, one pole is then at -ω. Where it is
        stiffer, P is 0 and the integral grows with the stiffness.

        Args:
            mass: m, with added mass [kg, kg m2], > 0.
            damping: d [N s/m, Nm s].
            stiffness: k [N/m, Nm].
            natural_frequency: ω [rad/s], > 0.
            damping_ratio: ζ, > 0.
            integral_pole: γ, >= 0: the pole of the integral over ω; 0 for none, which leaves P = ω² m - k.
            limit: Largest magnitude of the output.

        Reference:
            T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 15.
        """
        m, d, k, w, zeta, gamma = _checked(mass, damping, stiffness, natural_frequency, damping_ratio, integral_pole)
        if gamma > 0.0:
            third = max(gamma * w, d / m - 2.0 * zeta * w)
            wanted, I = (w + 2.0 * zeta * third) * w * m, third * w * w * m
            D = max((2.0 * zeta * w + third) * m - d, 0.0)
        else:
            D, I = max(2.0 * zeta * w * m - d, 0.0), 0.0
            wanted = w * w * m if D > 0.0 else w * max(w, d / m - w) * m
        return cls(max(wanted - k, 0.0), I * max(1.0, k / wanted), D, limit)

    @classmethod
    def placed_on_speed(
        cls,
        mass: float,
        damping: float = 0.0,
        *,
        natural_frequency: float,
        damping_ratio: float = 1.0,
        integral: bool = True,
        limit: float = inf,
    ) -> "Pid":
        """Gains that give the speed of a body on one axis the poles that are asked for.

        With m u' + d u = output the closed loop gets the poles of s² + 2 ζ ω s + ω²: P = 2 ζ ω m - d, I = ω² m; without
        the integral the pole -ω: P = ω m - d. No gain is negative: where the body has more damping than that by itself,
        P is 0, the sum of the poles is -d/m, and their product stays ω²: it comes to its speed more slowly.

        Args:
            mass: m, with added mass [kg, kg m2], > 0.
            damping: d [N s/m, Nm s].
            natural_frequency: ω [rad/s], > 0.
            damping_ratio: ζ, > 0.
            integral: Whether there is one; without it a drag leaves an error.
            limit: Largest magnitude of the output.
        """
        m, d, _, w, zeta, _ = _checked(mass, damping, 0.0, natural_frequency, damping_ratio, 0.0)
        if not integral:
            return cls(max(w * m - d, 0.0), limit=limit)
        return cls(max(2.0 * zeta * w * m - d, 0.0), w * w * m, limit=limit)


def _checked(
    mass: float, damping: float, stiffness: float, natural_frequency: float, damping_ratio: float, integral_pole: float
) -> tuple[float, float, float, float, float, float]:
    gamma = float(finite_floats(integral_pole, (), "the integral pole"))
    if gamma < 0.0:
        raise ModelError(f"the integral pole must be >= 0 (in natural frequencies, 0 for no integral), got {gamma:g}")
    return (
        positive(mass, "the mass [kg, kg m2]"),
        float(finite_floats(damping, (), "the damping [N s/m, Nm s]")),
        float(finite_floats(stiffness, (), "the stiffness [N/m, Nm]")),
        positive(natural_frequency, "the natural frequency [rad/s]"),
        positive(damping_ratio, "the damping ratio"),
        gamma,
    )


class Integral:
    """Integrals of errors, one for each row and entry, that can be taken back."""

    def __init__(self, size: tuple[int, ...] = ()):
        self._size = size
        self._value = np.zeros((0, *size))
        self._before = self._value

    def advance(self, error: Floats, elapsed: Floats, fresh: NDArray[np.bool_]) -> Floats:
        """Add the error times what has elapsed; rows that are fresh begin at 0.

        Args:
            error: (batch, ...).
            elapsed: [s], (batch,).
            fresh: (batch,).
        """
        if self._value.shape != error.shape:
            self._value = np.zeros(error.shape)
        spread = (slice(None),) + (None,) * len(self._size)
        self._before = np.where(fresh[spread], 0.0, self._value)
        self._value = self._before + error * elapsed[spread]
        return self._value

    def take_back(self, where: NDArray[np.bool_]) -> None:
        """Undo the last addition in some entries, (batch, ...)."""
        self._value = np.where(where, self._before, self._value)


class PidMemory:
    """A ``Pid`` at work in all rows at once: it remembers the integral and the last measurement of each.

    A row whose time goes back begins anew, as after ``Simulation.reset``.

    Args:
        pid: Its gains.
        angle: Whether it is an angle [rad], of which the short way round is the error.

    Example:
        >>> import numpy as np
        >>> from seaway.control import Pid, PidMemory
        >>> memory = PidMemory(Pid(2.0, integral=1.0))
        >>> [memory.output(np.array([t]), 3.0, np.array([1.0])).item() for t in (0.0, 0.5, 1.0)]
        [4.0, 5.0, 6.0]
    """

    def __init__(self, pid: Pid, *, angle: bool = False):
        if not isinstance(pid, Pid):
            raise ModelError(f"a PidMemory is of a Pid, got {pid!r}")
        self.pid = pid
        self.angle = angle
        self._clock = Clock()
        self._integral = Integral()
        self._measured = np.zeros(0)
        self._error = np.zeros(0)

    def output(self, time: Floats, wanted: ArrayLike, measured: Floats, rate: Floats | None = None) -> Floats:
        """What the controller gives now, (batch,).

        The integral grows by the present error times the time since the last call; at the first call by nothing.

        Args:
            time: Of each row [s], ``state.time``, (batch,).
            wanted: One for all or (batch,).
            measured: (batch,).
            rate: Of what is measured, (batch,); by differences from call to call where None, 0 at the first.
        """
        now = np.asarray(measured, dtype=np.float64)
        tick = self._clock.tick(time)
        error = self._short(np.asarray(wanted, dtype=np.float64) - now)
        if rate is None:
            moved = tick.elapsed > 0.0
            change = self._short(now - self._measured) if self._measured.shape == now.shape else np.zeros(now.shape)
            rate = np.where(moved, change / np.where(moved, tick.elapsed, 1.0), 0.0)
        self._measured, self._error = now.copy(), error
        pid = self.pid
        wish = pid.proportional * error + pid.integral * self._integral.advance(error, *tick) - pid.derivative * rate
        given = np.clip(wish, -pid.limit, pid.limit)
        self.hold(wish - given)
        return given

    def hold(self, missing: Floats) -> None:
        """Take back what the integral gained in the last call where that cannot be had.

        Args:
            missing: What was put out less what could be done, (batch,). Where the error pushes further that way, the
                integral does not grow.
        """
        self._integral.take_back(missing * self.pid.integral * self._error > 0.0)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Forget rows: an index, indices or a mask; all where None."""
        self._clock.reset(rows)

    def _short(self, angle: Floats) -> Floats:
        return wrapped(angle) if self.angle else angle

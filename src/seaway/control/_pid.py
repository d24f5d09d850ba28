"""PID controller: its gains, and its states in each run."""

from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seaway._arrays import Floats
from seaway.control._rows import Clock, wrapped
from seaway.errors import ModelError
from seaway.parts import Part, Scalar


class Pid(Part, what="Pid"):
    """Gains of a PID controller that acts on an error e = set point - measured value.

    ::

        output = P e + I ∫e dt - D d(measured)/dt        within ±limit

    The derivative acts on the measured value, so a step of the set point causes no kick. The integral does not wind up
    while the output is at its limit.

    Raises:
        ModelError: A gain is not finite, or the limit is not > 0.

    Example:
        >>> from seaway.control import Pid
        >>> Pid.placed(mass=20.0, damping=5.0, natural_frequency=0.5, damping_ratio=1.0, integral_pole=0.0)
        Pid(5, derivative=15)
    """

    proportional: Scalar = Scalar(unit="N/m, Nm/rad, N s/m")
    """Proportional gain P, output per unit of error."""
    integral: Scalar = Scalar(unit="output per unit and second", default=0.0)
    """Integral gain I."""
    derivative: Scalar = Scalar(unit="output per unit per second", default=0.0)
    """Derivative gain D."""
    limit: Scalar = Scalar(unit="N, Nm", above=0.0, finite=False, default=inf)
    """Largest magnitude of the output."""

    @classmethod
    def placed(
        cls, mass: float, damping: float = 0.0, stiffness: float = 0.0, *,
        natural_frequency: float, damping_ratio: float = 1.0, integral_pole: float = 0.2, limit: float = inf,
    ) -> "Pid":  # fmt: skip
        """Place the poles of a body that moves along or about one axis.

        With m x'' + d x' + k x = output, the closed loop has the poles of::

            (s² + 2 ζ ω s + ω²) (s + γ ω)        P = (1 + 2 ζ γ) ω² m - k,   D = (2 ζ + γ) ω m - d,   I = γ ω³ m

        No gain is negative. If the damping of the body exceeds the desired one, D is 0 and the pole of the integral is
        faster, -(d/m - 2 ζ ω), which preserves the pair of poles; without an integral, one pole is then at -ω. If the
        body is stiffer than the desired loop, P is 0 and the integral gain grows with the stiffness, so that the set
        point is reached in the same time.

        Args:
            mass: Mass or moment of inertia m > 0, including added mass [kg, kg m2].
            damping: Damping d [N s/m, N m s].
            stiffness: Stiffness k [N/m, N m].
            natural_frequency: Natural frequency ω > 0 of the closed loop [rad/s].
            damping_ratio: Damping ratio ζ > 0 of the closed loop.
            integral_pole: Pole γ of the integral, as a multiple of ω; with 0 there is no integral, and P = ω² m - k.
            limit: Largest magnitude of the output.

        Reference:
            T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 15.
        """
        placing = _Placing(mass, damping, stiffness, natural_frequency, damping_ratio, integral_pole)
        m, d, k, w, zeta, gamma = vars(placing).values()
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
        cls, mass: float, damping: float = 0.0, *,
        natural_frequency: float, damping_ratio: float = 1.0, integral: bool = True, limit: float = inf,
    ) -> "Pid":  # fmt: skip
        """Place the poles of the speed of a body along or about one axis.

        With m u' + d u = output, the closed loop has the poles of s² + 2 ζ ω s + ω²: P = 2 ζ ω m - d, I = ω² m; without
        an integral, the pole -ω: P = ω m - d. No gain is negative: if the damping of the body exceeds the desired one,
        P is 0, the sum of the poles is -d/m and their product stays ω², so the speed settles more slowly.

        Args:
            mass: Mass or moment of inertia m > 0, including added mass [kg, kg m2].
            damping: Damping d [N s/m, N m s].
            natural_frequency: Natural frequency ω > 0 of the closed loop [rad/s].
            damping_ratio: Damping ratio ζ > 0 of the closed loop.
            integral: Whether to use an integral; without it drag leaves a steady error.
            limit: Largest magnitude of the output.
        """
        m, d, _, w, zeta, _ = vars(_Placing(mass, damping, 0.0, natural_frequency, damping_ratio, 0.0)).values()
        if not integral:
            return cls(max(w * m - d, 0.0), limit=limit)
        return cls(max(2.0 * zeta * w * m - d, 0.0), w * w * m, limit=limit)

    def memory(self, *, angle: bool = False) -> "PidMemory":
        """Make a controller with these gains that keeps the integral of each run.

        Args:
            angle: Whether it controls an angle [rad]; the error is then wrapped to ±π.
        """
        return PidMemory(self, angle=angle)


class _Placing(Part, what="plant"):
    """Arguments of pole placement."""

    mass: Scalar = Scalar(unit="kg, kg m2", above=0.0)
    """Mass, including added mass."""
    damping: Scalar = Scalar(unit="N s/m, Nm s")
    """Damping."""
    stiffness: Scalar = Scalar(unit="N/m, Nm")
    """Stiffness."""
    natural_frequency: Scalar = Scalar(unit="rad/s", above=0.0)
    """Natural frequency of the closed loop."""
    damping_ratio: Scalar = Scalar(above=0.0)
    """Damping ratio of the closed loop."""
    integral_pole: Scalar = Scalar(at_least=0.0, why="in natural frequencies, 0 for no integral")
    """Pole of the integral."""


class Integral:
    """Integrals of errors, one for each run, whose last increment can be undone."""

    def __init__(self) -> None:
        self._value = self._before = np.zeros(0)

    def advance(self, error: Floats, elapsed: Floats, fresh: NDArray[np.bool_]) -> Floats:
        """Add error times elapsed time [s], each (batch,); fresh runs start at 0."""
        if self._value.shape != error.shape:
            self._value = np.zeros(error.shape)
        self._before = np.where(fresh, 0.0, self._value)
        self._value = self._before + error * elapsed
        return self._value

    def take_back(self, where: NDArray[np.bool_]) -> None:
        """Undo the last increment in some runs, (batch,)."""
        self._value = np.where(where, self._before, self._value)


class PidMemory:
    """A PID controller for all runs at once, which keeps the integral and the last measured value of each.

    A run whose time goes back, as after ``Simulation.reset``, starts again.

    Args:
        pid: Gains of the controller.
        angle: Whether it controls an angle [rad]; the error is then wrapped to ±π.

    Example:
        >>> import numpy as np
        >>> from seaway.control import Pid
        >>> memory = Pid(2.0, integral=1.0).memory()
        >>> [memory.output(np.array([t]), 3.0, np.array([1.0])).item() for t in (0.0, 0.5, 1.0)]
        [4.0, 5.0, 6.0]
    """

    def __init__(self, pid: Pid, *, angle: bool = False):
        if not isinstance(pid, Pid):
            raise ModelError(f"a PidMemory needs a Pid, got {pid!r}")
        self.pid, self.angle = pid, angle
        self._clock, self._integral = Clock(), Integral()
        self._measured = self._error = np.zeros(0)

    def output(self, time: Floats, wanted: ArrayLike, measured: Floats, rate: Floats | None = None) -> Floats:
        """Output of the controller, (batch,).

        The integral grows by the present error times the time since the last call; it is 0 at the first call.

        Args:
            time: Time of each run [s], ``state.time``, (batch,).
            wanted: Set point, one for all or (batch,).
            measured: Measured value, (batch,).
            rate: Rate of the measured value, (batch,); default: its difference between calls, 0 at the first.
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
        """Undo the last growth of the integral in runs whose actuators saturate.

        Args:
            missing: Demanded minus actual output, (batch,). The last growth is undone if the error has its sign.
        """
        self._integral.take_back(missing * self.pid.integral * self._error > 0.0)

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Reset the states of runs.

        Args:
            rows: Runs to reset: an index, indices, or a mask; default: all.
        """
        self._clock.reset(rows)

    def _short(self, angle: Floats) -> Floats:
        return wrapped(angle) if self.angle else angle

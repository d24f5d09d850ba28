"""Description of an autopilot: set points, and the tuning of its loops."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, cast, get_args

from seaway.control._guidance import Guidance
from seaway.control._pid import Pid
from seaway.control._pilot import ATTITUDE, LOOPS, Pilot
from seaway.control._tables import vehicle_of
from seaway.control._wave_filter import WaveFilter
from seaway.controllers import ControlLaw, Group, OverTime
from seaway.parts import (
    KW_ONLY,
    ByName,
    Choice,
    Field,
    One,
    OneOrNone,
    Part,
    RefusedError,
    Scalar,
    ScalarOrNone,
    Texts,
    plain,
)
from seaway.sea import Sea
from seaway.vehicle import Vehicle

Output = Literal["actuators", "wrench"]
_APART: Final = (("z", "depth"), ("speed", "ground_speed"), *((a, b) for a in ("speed", "ground_speed") for b in "xy"))


class _Guidance(Field[Guidance | Sequence[Guidance], tuple[Guidance, ...]]):
    """Guidance, one or several."""

    hint = "Guidance | Sequence[Guidance]"
    default = ()
    in_files = False  # a file has a table of its own for it

    def check(self, value: Any) -> tuple[Guidance, ...]:
        found: Any = (value,) if isinstance(value, Guidance) else value
        if not isinstance(found, tuple | list) or not all(isinstance(each, Guidance) for each in cast("Any", found)):
            raise RefusedError(f"must be a Guidance or several, such as Waypoints, got {value!r}")
        return tuple(cast("Sequence[Guidance]", found))


class Autopilot(Part, what="autopilot"):
    """Describe an autopilot: PID loops that hold set points, in any combination.

    ``Autopilot(depth=8.0).controller(vehicle, sea)`` makes the controller, for all runs at once. Each loop demands a
    force or a torque; the sum is a wrench about Bo in B. It is allocated to the thrusters within their limits; torques
    that these do not control go to the fins; the wrench acts directly on a vehicle with neither. Integrals do not wind
    up at limits.

    ============  ========================================================  =================================
    loop          holds                                                     by
    ============  ========================================================  =================================
    x, y, z       p_WBo_W [m]; the error is turned into body axes           a force; gains along the body axes
    depth         depth of Bo below the still surface [m], positive down    a vertical force, or the pitch
    roll, pitch   roll, pitch [rad]                                         a torque about the axis of the angle
    yaw           yaw of B in W [rad], counter-clockwise from east          a torque about the vertical
    speed         forward speed through the water [m/s]                     a force along x of B
    ground_speed  forward speed over ground [m/s]                           a force along x of B
    ============  ========================================================  =================================

    A set point is a number, one number for each run, (batch,), or a ``TimeTable`` over the time of the run; in a file,
    a list over the ``times`` of the control.

    If thrusters do not control heave, but fins or thrusters control pitch, the vehicle holds its depth by pitching: the
    depth loop sets a pitch within ``largest_pitch``. This needs forward speed. Fin angles scale with the inverse square
    of the speed, from their effect at the ``cruise_speed``.

    Default gains result from pole placement (see ``Pid.placed``) for each axis alone, with the vehicle's mass matrix
    and its damping and stiffness near level motion at the cruise speed in calm water. A linear vehicle gets exactly
    these poles if the control period is short enough; quadratic drag adds damping. The wrench for an acceleration along
    one axis is a column of the mass matrix, so the other axes do not accelerate.

    ``speed`` is relative to the current; it does not include the orbital motion of waves.

    Raises:
        ModelError: Two loops exclude each other, or a number is out of range.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 15.

    Example:
        >>> from seaway.control import Autopilot
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.sim import Simulation
        >>> from seaway.shapes import Box
        >>> from seaway.vehicle import Buoyancy, Damping, Vehicle
        >>> rov = Vehicle("rov", Inertial(MassProperties.from_box((0.6, 0.4, 0.3), mass=70.0)),
        ...               Buoyancy(0.07, shape=Box((0.6, 0.4, 0.3))), Damping([40.0] * 6, [60.0] * 6))
        >>> sim = Simulation(rov)
        >>> sim.set_state(position=(0, 0, -2))
        >>> _ = sim.run(30.0, Autopilot(depth=5.0, yaw=1.0).controller(rov), control_period=0.1)
        >>> sim.state["rov"].position[0, 2].round(1).item(), sim.state["rov"].rpy[0, 2].round(1).item()
        (-5.0, 1.0)
    """

    _: KW_ONLY
    x: OverTime = OverTime(unit="m")
    """Position to the east."""
    y: OverTime = OverTime(unit="m")
    """Position to the north."""
    z: OverTime = OverTime(unit="m")
    """Position upward."""
    depth: OverTime = OverTime(unit="m")
    """Depth of the body's origin below the still surface, positive down."""
    roll: OverTime = OverTime(unit="rad")
    """Roll."""
    pitch: OverTime = OverTime(unit="rad")
    """Pitch, positive bow down."""
    yaw: OverTime = OverTime(unit="rad")
    """Yaw from the x axis (east), counter-clockwise: north is 90°."""
    speed: OverTime = OverTime(unit="m/s")
    """Forward speed through the water."""
    ground_speed: OverTime = OverTime(unit="m/s")
    """Forward speed over ground."""
    guidance: _Guidance = _Guidance()
    """Guidance that computes some of the set points: ``Waypoints``, ``PathFollowing`` ...; one, or several in turn."""
    wave_filter: OneOrNone[WaveFilter] = OneOrNone(WaveFilter, default=None)
    """Filter that keeps first-order wave motions out of the loops of a surface vessel."""
    gains: ByName = ByName(One(Pid), LOOPS, default={})
    """Gains of loops by name, as in { depth = { proportional = 100, derivative = 80 } }; rad/m for depth by pitch."""
    natural_frequency: ScalarOrNone = ScalarOrNone(unit="rad/s", above=0.0, default=None)
    """Natural frequency ω of the closed loops; a depth held by pitch has a fifth of it, or of d/m in heave."""
    natural_frequencies: ByName = ByName(Scalar(unit="rad/s", above=0.0), LOOPS, default={})
    """Natural frequencies of individual loops by name, as in { depth = 0.5 }."""
    damping_ratio: Scalar = Scalar(above=0.0, default=1.0)
    """Damping ratio ζ of the closed loops."""
    integral_pole: Scalar = Scalar(at_least=0.0, default=0.2)
    """Pole of the integrals, as a multiple of the natural frequency; 0 for no integral action."""
    cruise_speed: ScalarOrNone = ScalarOrNone(unit="m/s", above=0.0, default=None)
    """Forward speed through the water for the design of gains and fins; default: a constant speed set point, or 0."""
    largest_pitch: Scalar = Scalar(unit="rad", above=0.0, default=0.35)
    """Largest pitch that the depth loop may set."""
    fins: Texts = Texts(ATTITUDE, default=())
    """Loops that use fins even if thrusters control the axis."""
    period: ScalarOrNone = ScalarOrNone(unit="s", above=0.0, default=None)
    """Control period; default: that of the run."""
    until: ScalarOrNone = ScalarOrNone(unit="s", default=None)
    """Time of the run at which the autopilot is switched off; default: never."""
    output: Choice[Output] = Choice(get_args(Output), default="actuators")
    """Output: commands of actuators, or a wrench that acts directly even if there are thrusters or fins."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check for loops that exclude each other, and for negative gains."""
        for one, other in _APART:
            if one in self.loops and other in self.loops:
                yield other, f"cannot hold both {one} and {other}; give one of them"
        for name, pid in self.gains.items():
            if min(pid.proportional, pid.integral, pid.derivative) < 0.0:
                yield "gains", f"the gains of {name} must be >= 0 (negative gains are unstable), got {pid}"

    @property
    def loops(self) -> tuple[str, ...]:
        """Names of the loops that have a set point of their own or from guidance."""
        driven = {name for each in self.guidance for name in each.drives}
        return tuple(name for name in LOOPS if getattr(self, name) is not None or name in driven)

    def groups(self, vehicles: Sequence[Vehicle], sea: Sea, period: float) -> tuple[Group, ...]:
        """Control loops of the only vehicle, for the engine; see ``controller`` for one of several."""
        return self.controller(vehicle_of(vehicles, None), sea).groups(vehicles, sea, period)

    def planned_laws(self, vehicles: Sequence[Vehicle], sea: Sea) -> tuple[ControlLaw, ...]:
        """Kinds of the stages that ``groups`` will have."""
        return self.controller(vehicle_of(vehicles, None), sea).planned_laws(vehicles, sea)

    def controller(self, vehicle: Vehicle, sea: Sea | None = None) -> Pilot:
        """Make the controller of a vehicle, for ``Simulation.run`` or ``Simulation.attach``.

        Its ``design(period)`` returns gains, limits and warnings. Its properties ``gains``, ``loops``, ``by_fins``
        (axes controlled by fins) and ``by_pitch`` (whether pitch holds the depth) are those for a short period.

        Args:
            vehicle: Vehicle to control; found by its name in a simulation of several.
            sea: Sea that defines surface, density and current; default: ``Sea()``.

        Raises:
            ModelError: There is no set point.
        """
        plain(vehicle, "an autopilot")
        return Pilot(self, vehicle, Sea() if sea is None else sea)

"""A vehicle as SDFormat: what Gazebo reads of it, and what SDFormat has no word for."""

import html
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import cbrt, isfinite
from typing import Final

import numpy as np

from seaway import sdf
from seaway._arrays import Floats
from seaway.errors import Finding, ModelError
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.kernels.submergence import BOX, CYLINDER
from seaway.sea import Sea
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._damping import Damping
from seaway.vehicle._extents import Extent
from seaway.vehicle._fin import Fin
from seaway.vehicle._thruster import Thruster
from seaway.vehicle._vehicle import Vehicle

__all__ = ["SdfText", "to_sdf"]

_FORCES: Final = "xyzkmn"
_VELOCITIES: Final = "UVWPQR"
# Of the mass of a vehicle, what each link of a propeller or fin has: little, but enough for a physics engine. A slim
# body may have too little inertia to give that away, and then gives less.
_SHARES: Final = (1e-3, 1e-4, 1e-5, 1e-6)
# Of the link of a propeller or fin without a size [m].
_RADIUS: Final = 0.02
# A limit that is none: gz-sim has ±1000 where none is given [N, rad/s].
_NO_LIMIT: Final = 1e9
# Up to this speed nothing acts on gz-sim's LiftDrag [m/s].
_LEAST_SPEED: Final = 0.01
# Systems that Gazebo needs to show and move anything, where a world names its own.
_SYSTEMS: Final = (
    ("physics", "Physics"),
    ("user-commands", "UserCommands"),
    ("scene-broadcaster", "SceneBroadcaster"),
)


@dataclass(frozen=True)
class SdfText:
    """A vehicle written as SDFormat.

    Attributes:
        text: The document.
        findings: What of the vehicle it does not say, or says in another way. Rules that begin with ``notice-`` tell
            how something was done; the others change the motion.
    """

    text: str
    findings: tuple[Finding, ...]


@np.errstate(all="ignore")  # what overflows is refused, as a body that cannot be
def to_sdf(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    world: bool = False,
    comments: Sequence[str] = (),
    shapes: Sequence[tuple[Extent, Pose]] = (),
    pose: Pose | None = None,
) -> SdfText:
    """Write a vehicle as an SDFormat model that Gazebo reads, or as a world with it.

    Added mass becomes ``<fluid_added_mass>``, buoyancy a collision with its volume, damping the plugin Hydrodynamics,
    thrusters and fins become links with joints and the plugins Thruster and LiftDrag; their links take a thousandth of
    the mass each from that of the body (less from a slim one), so that the sum stays the same.
    ``scene`` reads it back.

    Args:
        vehicle: The vehicle.
        sea: Whose density stands in the plugins, and whose water a world has: density, gravity and surface, without
            waves, current and wind. Sea water without end where None.
        world: Write a world with the water, not the model alone.
        comments: Lines to stand at the top.
        shapes: Collisions of a vehicle that floats by a ``Hull`` or a stiffness, each with its pose X_BS: simple shapes
            of what it displaces. A ``Buoyancy`` is its own.
        pose: X_WB of the model; at the origin where None.

    Raises:
        ModelError: The body has too little mass or inertia to give propellers and fins their links.
        SdfError: A name cannot stand in SDFormat.

    Example:
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.gazebo import to_sdf
        >>> from seaway.vehicle import Buoyancy, Sphere, Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=4.3)), Buoyancy(extent=Sphere(0.1)))
        >>> print(to_sdf(ball).text.splitlines()[2].strip())
        <model name="ball">
    """
    writer = _Writer(vehicle, Sea(surface=None) if sea is None else sea, shapes, pose)
    text = writer.document(world, comments)
    sdf.loads(text).require_valid()
    return SdfText(text, tuple(writer.findings))


class _Writer:
    """Lines of XML, and what they leave out."""

    def __init__(self, vehicle: Vehicle, sea: Sea, shapes: Sequence[tuple[Extent, Pose]], pose: Pose | None):
        self.vehicle = vehicle
        self.sea = sea
        self.shapes = tuple(shapes)
        self.pose = Pose() if pose is None else pose
        self.findings: list[Finding] = []
        self._lines: list[str] = []
        self._depth = 0

    def document(self, world: bool, comments: Sequence[str]) -> str:
        self._lines = ['<?xml version="1.0"?>']
        with self._element("sdf", version="1.11"):
            for comment in comments:
                self._line(f"<!-- {comment.replace('--', '- -')} -->")
            if world:
                with self._element("world", name="water"):
                    self._water()
                    self._model()
            else:
                self._model()
        return "\n".join([*self._lines, ""])

    # Elements

    def _line(self, text: str) -> None:
        self._lines.append("  " * self._depth + text)

    @contextmanager
    def _element(self, tag: str, **attributes: str) -> Generator[None]:
        given = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
        self._line(f"<{tag}{given}>")
        self._depth += 1
        yield
        self._depth -= 1
        self._line(f"</{tag}>")

    def _leaf(self, tag: str, *values: object) -> None:
        self._line(f"<{tag}>{html.escape(' '.join(_word(value) for value in values))}</{tag}>")

    @contextmanager
    def _plugin(self, library: str, name: str) -> Generator[None]:
        with self._element("plugin", filename=f"gz-sim-{library}-system", name=f"gz::sim::systems::{name}"):
            yield

    def _pose(self, X: Pose) -> None:
        if np.any(X.p) or np.any(X.rpy):
            self._leaf("pose", *X.p, *X.rpy)

    def _left_out(self, rule: str, message: str) -> None:
        self.findings.append(Finding("warning", None, None, rule, f"vehicle {self.vehicle.name!r}: {message}"))

    # World and model

    def _water(self) -> None:
        self._leaf("gravity", 0, 0, 0.0 - self.sea.gravity)
        for library, name in _SYSTEMS:
            with self._plugin(library, name):
                pass
        with self._plugin("buoyancy", "Buoyancy"):
            if self.sea.surface is None:
                self._leaf("uniform_fluid_density", self.sea.density)
            else:
                with self._element("graded_buoyancy"):
                    self._leaf("default_density", self.sea.density)
                    with self._element("density_change"):
                        self._leaf("above_depth", self.sea.surface)
                        self._leaf("density", 0)

    def _model(self) -> None:
        moving = [*self.vehicle.thrusters, *(fin for fin in self.vehicle.fins if isinstance(fin, Fin) and _turned(fin))]
        body, parts = self._divided(moving)
        with self._element("model", name=self.vehicle.name):
            self._pose(self.pose)
            with self._element("link", name="base_link"):
                self._inertial(body)
                self._collision()
            for part, inertial in zip(moving, parts, strict=True):
                self._part_link(part, inertial)
            self._guide()
            self._hydrodynamics()
            for thruster in self.vehicle.thrusters:
                self._thruster(thruster)
            for fin in self.vehicle.fins:
                self._fin(fin)
        self._tell_of_the_rest()

    def _inertial(self, inertial: Inertial) -> None:
        with self._element("inertial"):
            self._pose(inertial.pose)
            self._leaf("mass", inertial.mass)
            with self._element("inertia"):
                for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
                    self._leaf(f"i{'xyz'[i]}{'xyz'[j]}", inertial.I_BBcm_Bcm[i, j])
            if inertial.added_mass is not None:
                coefficients = inertial.added_mass.converted("origin", inertial.c_BoBcm_B).coefficients
                with self._element("fluid_added_mass"):
                    for name, value in coefficients.items():
                        self._leaf(name, value)

    def _divided(self, moving: Sequence[Thruster | Fin]) -> tuple[Inertial, list[Inertial]]:
        """The body without the links of its propellers and fins, and these links; all in the body frame."""
        problem = ""
        for share in _SHARES:
            body, parts = self.vehicle.inertial, [self._part(part, share) for part in moving]
            try:
                for part in parts:
                    body = body - part
            except (ModelError, np.linalg.LinAlgError) as error:  # LinAlgError: a place out of this world
                problem = problem or str(error)
                continue
            return body, parts
        message = f"a thousandth of its mass, or less, for the link of each propeller and fin is too much: {problem}"
        raise ModelError(f"vehicle {self.vehicle.name!r}: {message}")

    def _collision(self) -> None:
        buoyancy = self.vehicle.buoyancy
        if buoyancy is None:
            return
        if not isinstance(buoyancy, Buoyancy):
            self._shapes(type(buoyancy).__name__)
            return
        extent = buoyancy.extent
        # A collision has the volume of its shape: the shape is scaled to the volume.
        scale = cbrt(buoyancy.volume / extent.volume)
        if abs(scale - 1.0) > 1e-12:
            message = (
                f"its {type(extent).__name__.lower()} is scaled by {scale:.4g} to the volume {buoyancy.volume:g} m3"
            )
            self._left_out("notice-shape", message)
        self._solid("hull", extent.kind, scale * extent.half_size, Pose(buoyancy.center, buoyancy.attitude))

    def _shapes(self, kind: str) -> None:
        """What stands for a buoyancy that SDFormat has no word for."""
        if not self.shapes:
            self._left_out(
                "buoyancy", f"its {kind} has no word in SDFormat; the model has no collision and no buoyancy"
            )
            return
        for i, (extent, X_BS) in enumerate(self.shapes, start=1):
            self._solid(f"hull{i}", extent.kind, extent.half_size, X_BS)
        if kind == "Hull":
            self._left_out("notice-shape", f"{len(self.shapes)} simple shapes stand for the mesh of its hull")
        else:
            message = f"its {kind} has no word in SDFormat; {len(self.shapes)} shapes float in its place as they do"
            self._left_out("buoyancy", message)

    def _solid(self, name: str, kind: int, half: Floats, X_BS: Pose) -> None:
        for tag in ("collision", "visual"):
            with self._element(tag, name=f"{name}_{tag}"):
                self._pose(X_BS)
                with self._element("geometry"):
                    self._shape(kind, half)

    def _shape(self, kind: int, half: Floats) -> None:
        if kind == BOX:
            with self._element("box"):
                self._leaf("size", *(2.0 * half))
        elif kind == CYLINDER:
            with self._element("cylinder"):
                self._leaf("radius", half[0])
                self._leaf("length", 2.0 * half[2])
        elif half[0] == half[1] == half[2]:
            with self._element("sphere"):
                self._leaf("radius", half[0])
        else:
            with self._element("ellipsoid"):
                self._leaf("radii", *half)

    # Laws

    def _hydrodynamics(self) -> None:
        vehicle = self.vehicle
        placed = [damping for damping in vehicle.dampings if not damping.pose.isclose(Pose(), 0.0)]
        if placed:
            message = f"{len(placed)} of its dampings are given in a frame of their own, and are left out"
            self._left_out("damping-frame", message)
        derivatives = _derivatives([damping for damping in vehicle.dampings if damping not in placed])
        if not vehicle.rigid_body_coriolis:
            self._left_out("coriolis", "the Coriolis forces of a rigid body cannot be left out in Gazebo; they act")
        if not derivatives and vehicle.added_mass_coriolis:
            return
        with self._plugin("hydrodynamics", "Hydrodynamics"):
            self._leaf("link_name", "base_link")
            if not vehicle.added_mass_coriolis:
                self._leaf("disable_coriolis", "true")
                message = "<disable_coriolis> takes those of the added mass away here; Gazebo keeps them"
                self._left_out("coriolis", message)
            for name, value in derivatives.items():
                self._leaf(name, value)

    def _part(self, part: Thruster | Fin, share: float) -> Inertial:
        """The link of a propeller or fin, in the body frame."""
        radius = 0.5 * part.diameter if isinstance(part, Thruster) and part.diameter > 0.0 else _RADIUS
        mass = share * self.vehicle.inertial.mass
        return Inertial(MassProperties.from_sphere(radius, mass=mass), Pose(part.position))

    def _part_link(self, part: Thruster | Fin, inertial: Inertial) -> None:
        with self._element("link", name=f"{part.name}_link"):
            self._pose(Pose(part.position))
            self._inertial(Inertial(inertial.mass_properties))
        axis = part.axis if isinstance(part, Thruster) else np.cross(part.chord, part.up) * np.sign(part.turning or 1.0)
        with self._element("joint", name=part.name, type="revolute"):
            self._leaf("parent", "base_link")
            self._leaf("child", f"{part.name}_link")
            with self._element("axis"):
                self._leaf("xyz", *axis)
                if isinstance(part, Fin) and isfinite(part.limit):
                    with self._element("limit"):
                        self._leaf("lower", -part.limit)
                        self._leaf("upper", part.limit)

    def _guide(self) -> None:
        guide = self.vehicle.guide
        if guide is None:
            return
        with self._element("joint", name="guide", type=guide.kind):
            self._leaf("parent", "world")
            self._leaf("child", "base_link")
            self._pose(Pose(guide.point))
            if guide.kind != "ball":
                with self._element("axis"):
                    self._leaf("xyz", *guide.axis)

    def _thruster(self, thruster: Thruster) -> None:
        by_speed = thruster.command == "speed"
        lowest, highest = thruster.plain_limits
        advancing = by_speed and thruster.advance != 0.0
        kept = 1.0 - thruster.deduction  # as a part of the coefficients, where a speed gives the thrust
        band = float(thruster.thrust(thruster.dead_band, self.sea.density)) if by_speed else thruster.dead_band
        with self._plugin("thruster", "Thruster"):
            self._leaf("joint_name", thruster.name)
            self._leaf("fluid_density", self.sea.density)
            if thruster.diameter > 0.0:
                self._leaf("propeller_diameter", thruster.diameter)
            if advancing:
                for tag, value in (("alpha_1", thruster.coefficient), ("alpha_2", thruster.advance)):
                    self._leaf(tag, kept * value)
                self._leaf("wake_fraction", thruster.wake)
            elif thruster.coefficient != 0.0:
                self._leaf("thrust_coefficient", kept * thruster.coefficient if by_speed else thruster.coefficient)
            if by_speed:
                self._leaf("use_angvel_cmd", "true")
            if thruster.dead_band > 0.0:
                self._leaf("deadband", abs(band))
            # By a torque, gz-sim's controller shakes links as light as these: stable is a gain below 2 I / h.
            self._leaf("velocity_control", "true")
            self._leaf("max_thrust_cmd", min(highest, _NO_LIMIT))
            self._leaf("min_thrust_cmd", max(lowest, -_NO_LIMIT))
        lost = ", ".join(what for what in thruster.refinements if not (by_speed and what == "thrust deduction"))
        if lost:
            message = f"thruster {thruster.name!r} is written without {lost}, for which Gazebo's Thruster has no word"
            self._left_out("thruster", message)

    def _fin(self, fin: object) -> None:
        if not isinstance(fin, Fin):
            name = getattr(fin, "name", "")
            self._left_out("fin", f"it is written without fin {name!r}: derivatives have no word in SDFormat")
            return
        turned = _turned(fin)
        whole = turned and fin.turning != 0.0
        with self._plugin("lift-drag", "LiftDrag"):
            self._leaf("link_name", f"{fin.name}_link" if whole else "base_link")
            if turned:
                self._leaf("control_joint_name", fin.name)
                self._leaf("control_joint_rad_to_cl", fin.angle_lift)
                self._leaf("cm_delta", fin.angle_moment)
            self._leaf("air_density", fin.density or self.sea.density)
            self._leaf("cp", *(np.zeros(3) if whole else fin.position))
            self._leaf("forward", *fin.chord)
            self._leaf("upward", *fin.up)
            for tag, value in (
                ("area", fin.area),
                ("a0", fin.zero_lift),
                ("cla", fin.lift),
                ("cda", fin.drag),
                ("cma", fin.moment),
                ("alpha_stall", fin.stall),
                ("cla_stall", fin.stalled_lift),
                ("cda_stall", fin.stalled_drag),
                ("cma_stall", fin.stalled_moment),
                ("radial_symmetry", fin.symmetric),
                ("reversible", fin.reversible),
            ):
                self._leaf(tag, value)
        if turned:
            with self._plugin("joint-position-controller", "JointPositionController"):
                self._leaf("joint_name", fin.name)
                self._leaf("use_velocity_commands", "true")
        self._tell_of_fin(fin)

    def _tell_of_fin(self, fin: Fin) -> None:
        wordless = {
            "drag at no angle": fin.drag_offset > 0.0,
            "lag": fin.time_constant > 0.0,
            "largest rate": isfinite(fin.rate),
            f"turning {fin.turning:g} (1 is written)": _turned(fin) and abs(fin.turning) not in (0.0, 1.0),
        }
        lost = ", ".join(what for what, given in wordless.items() if given)
        if lost:
            self._left_out("fin", f"fin {fin.name!r} is written without {lost}, for which LiftDrag has no word")
        if not fin.in_wind:
            message = f"fin {fin.name!r} stands in the water; LiftDrag knows no current, and acts above the surface too"
            self._left_out("notice-fin", message)
        if fin.least_speed != _LEAST_SPEED:
            message = f"on fin {fin.name!r} nothing acts below {_LEAST_SPEED:g} m/s in Gazebo, here {fin.least_speed:g}"
            self._left_out("notice-fin", message)

    def _tell_of_the_rest(self) -> None:
        for what, given in (
            ("areas", self.vehicle.areas),
            ("cross flow", self.vehicle.cross_flow),
            ("actuation", self.vehicle.actuation),
        ):
            if given:
                self._left_out(
                    what.replace(" ", "-"), f"it is written without its {what}, for which SDFormat has no word"
                )


def _turned(fin: Fin) -> bool:
    return bool(fin.turning or fin.angle_lift or fin.angle_moment)


def _derivatives(dampings: Sequence[Damping]) -> dict[str, float]:
    """The sum of dampings in the names and with the signs of Hydrodynamics, without zeros."""
    linear: Floats = sum((damping.linear for damping in dampings), np.zeros((6, 6)))
    signed: Floats = sum((damping.signed for damping in dampings), np.zeros((6, 6, 6)))
    modulus: Floats = sum((damping.modulus for damping in dampings), np.zeros((6, 6, 6)))
    for damping in dampings:
        modulus[range(6), :, range(6)] += damping.quadratic.T
    found: dict[str, float] = {}
    for i, force in enumerate(_FORCES):
        for j, velocity in enumerate(_VELOCITIES):
            found[force + velocity] = 0.0 - linear[i, j]
            for k, other in enumerate(_VELOCITIES):
                found[f"{force}{velocity}abs{other}"] = 0.0 - modulus[k, i, j]
                found[f"{force}{velocity}{other}"] = 0.0 - signed[k, i, j]
    return {name: value for name, value in found.items() if value != 0.0}


def _word(value: object) -> str:
    """A number with all its digits, or a word."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float):  # numpy's are too
        return repr(float(value) + 0.0)  # no -0.0
    return str(value)

"""Export of a vehicle to SDFormat, with a report of what is not representable."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from math import cbrt, isfinite
from typing import Any, Final, cast

import numpy as np

from seaway import sdf
from seaway._arrays import Floats
from seaway.errors import Finding, ModelError
from seaway.frames import Pose
from seaway.gazebo._parameters import DERIVATIVES
from seaway.inertia import Inertial, MassProperties
from seaway.parts import plain
from seaway.sea import Sea
from seaway.shapes import Box, Capsule, Cone, Cylinder, Shape
from seaway.vehicle import Buoyancy, Damping, Fin, FinDerivatives, Thruster, Vehicle, Visual

# Share of the mass of a vehicle that each link of a propeller or fin takes: little, but enough for a physics engine. A
# slim body may have too little inertia for the first.
_SHARES: Final = (1e-3, 1e-4, 1e-5, 1e-6)
# Radius of the link of a propeller or fin without a size [m].
_RADIUS: Final = 0.02
# Stands for no limit: gz-sim's default is ±1000 [N, rad/s].
_NO_LIMIT: Final = 1e9
# gz-sim's LiftDrag does not act up to this speed [m/s].
_LEAST_SPEED: Final = 0.01
# Systems that Gazebo needs to show and move anything, if a world names its own.
_SYSTEMS: Final = {"physics": "Physics", "user-commands": "UserCommands", "scene-broadcaster": "SceneBroadcaster"}
# Parameters of LiftDrag, and the attribute of a fin that each is.
# fmt: off
_LIFT_DRAG: Final = {
    "area": "area", "a0": "incidence", "cla": "lift_slope", "cda": "drag_slope", "cma": "moment_slope",
    "alpha_stall": "stall_angle", "cla_stall": "stalled_lift_slope", "cda_stall": "stalled_drag_slope",
    "cma_stall": "stalled_moment_slope", "radial_symmetry": "axisymmetric", "reversible": "reversible",
}
# fmt: on

_Lines = list[str]


@dataclass(frozen=True)
class SdfText:
    """A vehicle written as SDFormat.

    Attributes:
        text: The document.
        findings: What is dropped or represented differently. Rules that start with ``notice-`` report how something
            was done; the others change the motion.
    """

    text: str
    findings: tuple[Finding, ...]


@np.errstate(all="ignore")  # an overflow is refused as an impossible body
def to_sdf(
    vehicle: Vehicle,
    sea: Sea | None = None,
    *,
    world: bool = False,
    comments: Sequence[str] = (),
    shapes: Sequence[tuple[Shape, Pose]] = (),
    pose: Pose | None = None,
) -> SdfText:
    """Write a vehicle as an SDFormat model for Gazebo, or as a world with it.

    Added mass becomes ``<fluid_added_mass>`` with ``<fluid_density>``, buoyancy a collision of its volume, damping the
    plugin Hydrodynamics. Thrusters and fins become links with joints and the plugins Thruster and LiftDrag; each of
    their links takes a thousandth of the mass of the body (less if the body is slim), so that the sum stays the same.
    Visuals that are shapes are written with their colours, those of thrusters and fins in their links; meshes are
    dropped. ``scene`` reads it back.

    Args:
        vehicle: The vehicle.
        sea: Sea whose density is written to the plugins, and scales added mass and damping; a world gets its density,
            gravity and surface, but no waves, current or wind. Default: unbounded water of the vehicle's
            reference density, or sea water.
        world: Write a world with the water, not the model alone.
        comments: Comments at the top of the file.
        shapes: Collisions for a vehicle with a ``Hull`` or a stiffness: simple shapes of the displaced volume, each
            with its pose X_BS. A ``Buoyancy`` is written as its own shape.
        pose: Pose X_WB of the model; default: the origin.

    Raises:
        ModelError: The body has too little mass or inertia to give propellers and fins their links.
        SdfError: A name is not allowed in SDFormat.

    Example:
        >>> from seaway.inertia import Inertial, MassProperties
        >>> from seaway.gazebo import to_sdf
        >>> from seaway.shapes import Sphere
        >>> from seaway.vehicle import Buoyancy, Vehicle
        >>> ball = Vehicle("ball", Inertial(MassProperties.from_sphere(0.1, mass=4.3)), Buoyancy(shape=Sphere(0.1)))
        >>> print(to_sdf(ball).text.splitlines()[2].strip())
        <model name="ball">
    """
    plain(vehicle, "SDFormat")
    if sea is None:
        reference = vehicle.reference_density
        sea = Sea(surface=None) if reference is None else Sea(reference, surface=None)
    writer = _Writer(vehicle, sea)
    content = writer.model(shapes, Pose() if pose is None else pose)
    if world:
        content = _element("world", writer.water(), content, name="water")
    remarks = [f"<!-- {comment.replace('--', '- -')} -->" for comment in comments]
    document = ['<?xml version="1.0"?>', *_element("sdf", remarks, content, version="1.11"), ""]
    text = "\n".join(document)
    sdf.loads(text).require_valid()
    return SdfText(text, tuple(writer.findings))


def _element(tag: str, *content: _Lines, **attributes: str) -> _Lines:
    given = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
    return [f"<{tag}{given}>", *("  " + line for lines in content for line in lines), f"</{tag}>"]


def _leaves(**values: object) -> _Lines:
    """One element per value that is not None, with its words or numbers."""
    return [f"<{tag}>{html.escape(_words(value))}</{tag}>" for tag, value in values.items() if value is not None]


def _words(value: Any) -> str:
    """Numbers with all their digits, or a word."""
    if isinstance(value, tuple | np.ndarray):
        return " ".join(map(_words, cast("Any", value)))
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float):  # includes NumPy's
        return repr(float(value) + 0.0)  # no -0.0
    return str(value)


def _plugin(library: str, name: str, *content: _Lines, **values: object) -> _Lines:
    attributes = {"filename": f"gz-sim-{library}-system", "name": f"gz::sim::systems::{name}"}
    return _element("plugin", _leaves(**values), *content, **attributes)


def _pose(X: Pose) -> _Lines:
    return _leaves(pose=(*X.p, *X.rpy)) if np.any(X.p) or np.any(X.rpy) else []


def _joint(name: str, kind: str, parent: str, child: str, *content: _Lines) -> _Lines:
    return _element("joint", _leaves(parent=parent, child=child), *content, name=name, type=kind)


def _inertial(inertial: Inertial, fluid_density: float | None = None) -> _Lines:
    I, added = inertial.I_BBcm_Bcm, inertial.added_mass
    moments = {f"i{'xyz'[i]}{'xyz'[j]}": I[i, j] for i in range(3) for j in range(i, 3)}
    content = [_pose(inertial.pose), _leaves(mass=inertial.mass), _element("inertia", _leaves(**moments))]
    if added is not None:
        coefficients = added.converted("origin", inertial.c_BoBcm_B).coefficients
        content.append(_element("fluid_added_mass", _leaves(**coefficients, fluid_density=fluid_density)))
    return _element("inertial", *content)


def _solid(name: str, solid: Shape, scale: float, X_BS: Pose, tags: Sequence[str]) -> _Lines:
    """A collision of a simple shape, and a visual if there is no other."""
    half = scale * solid.half_size
    if isinstance(solid, Box):
        shape = _element("box", _leaves(size=2.0 * half))
    elif isinstance(solid, Cylinder):
        shape = _element("cylinder", _leaves(radius=half[0], length=2.0 * half[2]))
    elif half[0] == half[1] == half[2]:
        shape = _element("sphere", _leaves(radius=half[0]))
    else:
        shape = _element("ellipsoid", _leaves(radii=half))
    geometry = _element("geometry", shape)
    return [line for tag in tags for line in _element(tag, _pose(X_BS), geometry, name=f"{name}_{tag}")]


def _visual(name: str, visual: Visual, X_LB: Pose) -> _Lines:
    """A visual of a shape, in a link."""
    shape = visual.shape
    if isinstance(shape, Cylinder | Capsule | Cone):
        content = _element(type(shape).__name__.lower(), _leaves(radius=shape.radius, length=shape.length))
    else:
        ((tag, value),) = ((tag, getattr(shape, tag)) for tag in ("size", "radius", "radii") if hasattr(shape, tag))
        content = _element(type(shape).__name__.lower(), _leaves(**{tag: value}))
    material = [] if visual.color is None else _element("material", _leaves(ambient=visual.color, diffuse=visual.color))
    return _element("visual", _pose(X_LB @ visual.pose), _element("geometry", content), material, name=name)


def _turned(fin: Fin) -> bool:
    return bool(fin.flap_effectiveness or fin.lift_per_deflection or fin.moment_per_deflection)


def _part(part: Thruster | Fin, inertial: Inertial, visuals: _Lines) -> _Lines:
    """Link and joint of a propeller or fin."""
    name, limit = f"{part.name}_link", list[str]()
    if isinstance(part, Thruster):
        axis = part.axis
    else:
        axis = np.cross(part.forward, part.lift_direction) * np.sign(part.flap_effectiveness or 1.0)
        if isfinite(part.limit):
            limit = _element("limit", _leaves(lower=-part.limit, upper=part.limit))
    mass = _inertial(Inertial(inertial.mass_properties))
    link = _element("link", _pose(Pose(part.position)), mass, visuals, name=name)
    return link + _joint(part.name, "revolute", "base_link", name, _element("axis", _leaves(xyz=axis), limit))


def _derivatives(dampings: Sequence[Damping]) -> dict[str, float]:
    """The sum of dampings in the names and with the signs of Hydrodynamics, without zeros."""
    total: dict[str, Floats] = {
        "linear": sum((damping.linear for damping in dampings), np.zeros((6, 6))),
        "signed": sum((damping.signed for damping in dampings), np.zeros((6, 6, 6))),
        "modulus": sum((damping.modulus for damping in dampings), np.zeros((6, 6, 6))),
        "added_mass": np.zeros((6, 6)),
    }
    for damping in dampings:
        total["modulus"][range(6), :, range(6)] += damping.quadratic.T
    found = {name: 0.0 - total[array][index] for name, (array, index) in DERIVATIVES.items()}
    return {name: value for name, value in found.items() if value != 0.0}


class _Writer:
    """Writes a vehicle and its water, and collects findings."""

    def __init__(self, vehicle: Vehicle, sea: Sea):
        self.vehicle = vehicle
        self.sea = sea
        self.findings: list[Finding] = []

    def report(self, rule: str, message: str) -> None:
        self.findings.append(Finding("warning", None, None, rule, f"vehicle {self.vehicle.name!r}: {message}"))

    def water(self) -> _Lines:
        sea = self.sea
        fluid = _leaves(uniform_fluid_density=sea.density)
        if sea.surface is not None:
            air = _element("density_change", _leaves(above_depth=sea.surface, density=0))
            fluid = _element("graded_buoyancy", _leaves(default_density=sea.density), air)
        systems = [line for library, name in _SYSTEMS.items() for line in _plugin(library, name)]
        return _leaves(gravity=(0, 0, 0.0 - sea.gravity)) + systems + _plugin("buoyancy", "Buoyancy", fluid)

    def model(self, shapes: Sequence[tuple[Shape, Pose]], pose: Pose) -> _Lines:
        vehicle = self.vehicle
        moving = [*vehicle.thrusters, *(fin for fin in vehicle.fins if isinstance(fin, Fin) and _turned(fin))]
        body, parts = self._divided(moving)
        visuals = self._visuals([part.name for part in moving])

        def written(actuator: str, X_LB: Pose) -> _Lines:
            return [line for name, each in visuals.get(actuator, ()) for line in _visual(name, each, X_LB)]

        content = [
            _pose(pose),
            _element(
                "link",
                _inertial(body, self.sea.density),
                self._collisions(shapes),
                written("", Pose()),
                name="base_link",
            ),
            *map(_part, moving, parts, (written(part.name, Pose(part.position).inverse()) for part in moving)),
            self._world_joint(),
            self._hydrodynamics(),
            *map(self._thruster, vehicle.thrusters),
            *map(self._fin, vehicle.fins),
        ]
        for what in ("drag areas", "cross flow", "actuation"):
            if getattr(vehicle, what.replace(" ", "_")):
                self.report(what.replace(" ", "-"), f"{what} not representable in SDFormat; dropped")
        return _element("model", *content, name=vehicle.name)

    def _divided(self, moving: Sequence[Thruster | Fin]) -> tuple[Inertial, list[Inertial]]:
        """The body without the links of its propellers and fins, and these links; all in the body frame."""
        problem = ""
        for share in _SHARES:
            body, parts = self.vehicle.inertial_in(self.sea.density), list[Inertial]()
            try:
                for part in moving:
                    radius = 0.5 * part.diameter if isinstance(part, Thruster) and part.diameter > 0.0 else _RADIUS
                    sphere = MassProperties.from_sphere(radius, mass=share * self.vehicle.inertial.mass)
                    parts.append(Inertial(sphere, Pose(part.position)))
                    body = body - parts[-1]
            except (ModelError, np.linalg.LinAlgError) as error:  # LinAlgError: an absurd position
                problem = problem or str(error)
                continue
            return body, parts
        message = f"the links of its propellers and fins cannot take a thousandth of its mass each, or less: {problem}"
        raise ModelError(f"vehicle {self.vehicle.name!r}: {message}")

    def _visuals(self, moving: Sequence[str]) -> dict[str, list[tuple[str, Visual]]]:
        """Visuals of shapes with names of their own, by the actuator that turns them; empty for the body."""
        found: dict[str, list[tuple[str, Visual]]] = {}
        dropped, taken = 0, set[str]()
        for number, visual in enumerate(self.vehicle.visuals, start=1):
            if visual.shape is None:
                dropped += 1
                continue
            name = visual.name or ""
            if name in taken or not name.isidentifier() or name.startswith("__") or name == "world":
                name = f"visual_{number}"
            taken.add(name)
            actuator = visual.actuator or ""
            found.setdefault(actuator if actuator in moving else "", []).append((name, visual))
        if dropped:
            self.report("notice-visual", f"{dropped} of its visuals are meshes, not written to SDFormat; dropped")
        return found

    def _collisions(self, shapes: Sequence[tuple[Shape, Pose]]) -> _Lines:
        buoyancy = self.vehicle.buoyancy
        if buoyancy is None:
            return []
        drawn = any(visual.shape is not None and visual.actuator is None for visual in self.vehicle.visuals)
        tags = ("collision",) if drawn else ("collision", "visual")
        if isinstance(buoyancy, Buoyancy):
            extent = buoyancy.shape
            # The volume of a collision is that of its shape, so scale the shape to the volume.
            scale = cbrt(buoyancy.volume / extent.volume)
            if abs(scale - 1.0) > 1e-12:
                kind = type(extent).__name__.lower()
                self.report("notice-shape", f"its {kind} is scaled by {scale:.4g} to the volume {buoyancy.volume:g} m3")
            return _solid("hull", extent, scale, Pose(buoyancy.center, buoyancy.attitude), tags)
        kind = type(buoyancy).__name__
        if shapes and kind == "Hull":
            self.report("notice-shape", f"{len(shapes)} simple shapes replace the mesh of its hull")
        else:
            rest = (
                f"{len(shapes)} shapes float in its place" if shapes else "the model has no collision and no buoyancy"
            )
            self.report("buoyancy", f"its {kind} is not representable in SDFormat; {rest}")
        solids = enumerate(shapes, start=1)
        return [line for i, (solid, X) in solids for line in _solid(f"hull{i}", solid, 1.0, X, tags)]

    def _world_joint(self) -> _Lines:
        joint = self.vehicle.world_joint
        if joint is None:
            return []
        axis = _element("axis", _leaves(xyz=joint.axis)) if joint.kind != "ball" else []
        return _joint("guide", joint.kind, "world", "base_link", _pose(Pose(joint.point)), axis)

    def _hydrodynamics(self) -> _Lines:
        vehicle = self.vehicle
        written = [damping for damping in vehicle.damping if damping.pose.isclose(Pose(), 0.0)]
        dropped = len(vehicle.damping) - len(written)
        if dropped:
            self.report("damping-frame", f"{dropped} of its dampings have a frame of their own, and are dropped")
        if not vehicle.rigid_body_coriolis:
            self.report("coriolis", "Gazebo cannot leave out the Coriolis forces of the rigid body; they act")
        values: dict[str, object] = {}
        if not vehicle.added_mass_coriolis:
            values["disable_coriolis"] = True
            message = "<disable_coriolis> removes the Coriolis forces of the added mass here; Gazebo keeps them"
            self.report("coriolis", message)
        ratio = vehicle.density_ratio(self.sea.density)
        values |= {name: ratio * value for name, value in _derivatives(written).items()}
        if values and vehicle.inertial.added_mass is None:  # else <fluid_density> is beside it
            values["water_density"] = self.sea.density
        return _plugin("hydrodynamics", "Hydrodynamics", link_name="base_link", **values) if values else []

    def _thruster(self, thruster: Thruster) -> _Lines:
        by_speed = thruster.command == "speed"
        lowest, highest = thruster.plain_limits
        kept = (
            1.0 - thruster.thrust_deduction if by_speed else 1.0
        )  # within the coefficients if a speed gives the thrust
        coefficient, advancing = kept * thruster.thrust_coefficient, by_speed and thruster.advance_slope != 0.0
        band = float(thruster.thrust(thruster.dead_band, self.sea.density)) if by_speed else thruster.dead_band
        lost = ", ".join(what for what in thruster.refinements if not (by_speed and what == "thrust deduction"))
        if lost:
            message = f"thruster {thruster.name!r}: {lost} not representable in Gazebo's Thruster; dropped"
            self.report("thruster", message)
        return _plugin(
            "thruster",
            "Thruster",
            joint_name=thruster.name,
            fluid_density=self.sea.density,
            propeller_diameter=thruster.diameter or None,
            alpha_1=coefficient if advancing else None,
            alpha_2=kept * thruster.advance_slope if advancing else None,
            wake_fraction=thruster.wake_fraction if advancing else None,
            thrust_coefficient=None if advancing else coefficient or None,
            use_angvel_cmd=by_speed or None,
            deadband=abs(band) if thruster.dead_band > 0.0 else None,
            # With a torque, gz-sim's controller shakes links as light as these: a gain is stable below 2 I / h.
            velocity_control=True,
            max_thrust_cmd=min(highest, _NO_LIMIT),
            min_thrust_cmd=max(lowest, -_NO_LIMIT),
        )

    def _fin(self, fin: Fin | FinDerivatives) -> _Lines:
        if isinstance(fin, FinDerivatives):
            self.report("fin", f"fin {fin.name!r}: derivatives not representable in SDFormat; dropped")
            return []
        self._report_fin(fin)
        whole, name = fin.flap_effectiveness != 0.0, fin.name if _turned(fin) else None
        lines = _plugin(
            "lift-drag",
            "LiftDrag",
            link_name=f"{name}_link" if whole else "base_link",
            control_joint_name=name,
            control_joint_rad_to_cl=fin.lift_per_deflection if name else None,
            cm_delta=fin.moment_per_deflection if name else None,
            air_density=fin.density or self.sea.density,
            cp=np.zeros(3) if whole else fin.position,
            forward=fin.forward,
            upward=fin.lift_direction,
            **{tag: getattr(fin, attribute) for tag, attribute in _LIFT_DRAG.items()},
        )
        controller = ("joint-position-controller", "JointPositionController")
        return lines + (_plugin(*controller, joint_name=name, use_velocity_commands=True) if name else [])

    def _report_fin(self, fin: Fin) -> None:
        dropped = {
            "drag at no angle": fin.zero_lift_drag > 0.0,
            "lag": fin.time_constant > 0.0,
            "largest rate": isfinite(fin.rate_limit),
            f"flap effectiveness {fin.flap_effectiveness:g} (written as 1)": abs(fin.flap_effectiveness)
            not in (0.0, 1.0),
        }
        lost = ", ".join(what for what, given in dropped.items() if given)
        if lost:
            self.report("fin", f"fin {fin.name!r}: {lost} not representable in LiftDrag; dropped")
        if not fin.in_wind:
            message = f"fin {fin.name!r} is in the water; LiftDrag ignores the current, and acts above the surface too"
            self.report("notice-fin", message)
        if fin.least_speed != _LEAST_SPEED:
            message = f"LiftDrag acts from {_LEAST_SPEED:g} m/s on, fin {fin.name!r} from {fin.least_speed:g}"
            self.report("notice-fin", message)

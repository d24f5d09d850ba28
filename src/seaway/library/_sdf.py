"""Vehicles as SDFormat that Gazebo reads too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final
from xml.sax.saxutils import escape

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.vehicle import Box, Buoyancy, Cylinder, Ellipsoid, Fin, FinDerivatives, Sphere, Thruster, Vehicle

__all__ = ["Solid", "model_text", "solids_of", "unsaid", "world_text"]

_FORCES: Final = "xyzkmn"
_VELOCITIES: Final = "UVWPQR"
# Propellers and fins are links of their own; of so small a share of the mass they change nothing.
_SHARE: Final = 1e-4
# Radius of gyration of such a link [m].
_GYRATION: Final = 0.02
# Density above the water, gz-sim's own [kg/m3].
_AIR: Final = 1.0


@dataclass(frozen=True, eq=False)
class Solid:
    """A simple shape of the displaced volume.

    Attributes:
        kind: ``"box"``, ``"ellipsoid"`` or ``"cylinder"``, along its z.
        size: Lengths of a box, half axes of an ellipsoid, (radius, length) of a cylinder [m].
        pose: X_BS.
    """

    kind: str
    size: tuple[float, ...]
    pose: Pose


def solids_of(buoyancy: Buoyancy) -> tuple[Solid, ...]:
    """The shape of a fixed buoyancy; its volume is that of its extent."""
    half = buoyancy.extent.half_size.tolist()
    pose = Pose(buoyancy.center, buoyancy.attitude)
    match buoyancy.extent:
        case Box():
            return (Solid("box", tuple(2.0 * x for x in half), pose),)
        case Ellipsoid() | Sphere():
            return (Solid("ellipsoid", tuple(half), pose),)
        case Cylinder():
            return (Solid("cylinder", (half[0], 2.0 * half[2]), pose),)
        case _:
            raise ModelError(f"there is no SDFormat for the extent {buoyancy.extent!r}")


def model_text(vehicle: Vehicle, sea: Sea, solids: Sequence[Solid], title: str) -> str:
    """A document with the model of a vehicle.

    Args:
        vehicle: The vehicle.
        sea: Whose density its thrusters and fins have.
        solids: Its displaced volume.
        title: What it is, for the comment at the top.
    """
    lines = [*_comment(vehicle, sea, title, alone=True), '<sdf version="1.10">']
    lines += _indented(_model(vehicle, sea, solids, None))
    return "\n".join(['<?xml version="1.0"?>', *lines, "</sdf>", ""])


def world_text(vehicle: Vehicle, sea: Sea, solids: Sequence[Solid], title: str, depth: float) -> str:
    """A document with a world: still water with a surface at 0, and the vehicle in it.

    Args:
        vehicle: The vehicle.
        sea: Its density and gravity count.
        solids: Its displaced volume.
        title: What it is.
        depth: Of the origin of the vehicle below the surface at the start [m].
    """
    systems = (("physics", "Physics"), ("user-commands", "UserCommands"), ("scene-broadcaster", "SceneBroadcaster"))
    world = [f"<gravity>0 0 {_number(-sea.gravity)}</gravity>"]
    for library, cls in systems:
        world += _plugin(library, cls, [])
    layers = [
        "<graded_buoyancy>",
        f"  <default_density>{_number(sea.density)}</default_density>",
        "  <density_change>",
        "    <above_depth>0</above_depth>",
        f"    <density>{_number(_AIR)}</density>",
        "  </density_change>",
        "</graded_buoyancy>",
    ]
    world += _plugin("buoyancy", "Buoyancy", layers)
    world += _model(vehicle, sea, solids, Pose((0.0, 0.0, -depth)))
    lines = [*_comment(vehicle, sea, title, alone=False), '<sdf version="1.10">']
    lines += _indented([f'<world name="{escape(vehicle.name)}">', *_indented(world), "</world>"])
    return "\n".join(['<?xml version="1.0"?>', *lines, "</sdf>", ""])


def unsaid(vehicle: Vehicle) -> tuple[str, ...]:
    """What SDFormat and the plugins of gz-sim cannot say of a vehicle."""
    found: list[str] = []
    if vehicle.cross_flow is not None:
        found.append(f"cross-flow drag by {len(vehicle.cross_flow)} strips; gz-sim has no such plugin")
    if not isinstance(vehicle.buoyancy, Buoyancy) and vehicle.buoyancy is not None:
        kind = type(vehicle.buoyancy).__name__
        if kind == "HydrostaticStiffness":
            found.append("its linear hydrostatic stiffness; the collisions float in its place, with their own")
    named = [fin.name for fin in vehicle.fins if isinstance(fin, FinDerivatives)]
    if named:
        found.append(f"the fins {', '.join(named)}, which are published as derivatives and not as lift and drag")
    for what, which in (
        ("the table from command to thrust", [t for t in vehicle.thrusters if t.table is not None]),
        ("the lag", [t for t in vehicle.thrusters if t.time_constant > 0.0]),
        ("the weaker thrust astern", [t for t in vehicle.thrusters if t.reverse_coefficient != t.coefficient]),
        ("the torque on the hull", [t for t in vehicle.thrusters if t.torque_coefficient > 0.0]),
    ):
        if which:
            found.append(f"{what} of {', '.join(t.name for t in which)}")
    slow = [fin.name for fin in vehicle.fins if fin.time_constant > 0.0 and isinstance(fin, Fin)]
    if slow:
        found.append(f"the lag of {', '.join(slow)}")
    return tuple(found)


def _comment(vehicle: Vehicle, sea: Sea, title: str, *, alone: bool) -> list[str]:
    lines = [
        f"{title}.",
        "Written by `seaway vehicles`, from the parameter file of the library, which has the source of every number.",
        "Axes are forward, left, up; the added mass is about the origin of base_link.",
    ]
    if alone:
        lines.append(
            f"The world needs gz-sim's Buoyancy with water of {sea.density:g} kg/m3; the collisions have the volume."
        )
    missing = unsaid(vehicle)
    if missing:
        lines.append("Not in this file, since SDFormat or gz-sim cannot say it:")
        lines += [f"  {entry}" for entry in missing]
    return ["<!--", *(f"  {line.replace('--', '-')}" for line in lines), "-->"]


def _model(vehicle: Vehicle, sea: Sea, solids: Sequence[Solid], place: Pose | None) -> list[str]:
    moving = [*vehicle.thrusters, *(fin for fin in vehicle.fins if isinstance(fin, Fin))]
    part = _small(_SHARE * vehicle.inertial.mass)
    base = vehicle.inertial
    for item in moving:
        base = base - part.transformed(Pose(item.position))
    body = [] if place is None else [f"<pose>{_pose(place)}</pose>"]
    body += ['<link name="base_link">', *_indented([*_inertial(base), *_shapes(solids)]), "</link>"]
    for item in moving:
        axis = item.axis if isinstance(item, Thruster) else _span(item)
        body += _moving_link(item.name, item.position, axis, part, item.limit if isinstance(item, Fin) else inf)
    body += _hydrodynamics(vehicle)
    for thruster in vehicle.thrusters:
        body += _thruster(thruster, sea)
    for fin in vehicle.fins:
        if isinstance(fin, Fin):
            body += _lift_drag(fin, sea)
    return [f'<model name="{escape(vehicle.name)}">', *_indented(body), "</model>"]


def _small(mass: float) -> Inertial:
    return Inertial(MassProperties(mass, mass * _GYRATION * _GYRATION * np.eye(3)))


def _inertial(inertial: Inertial) -> list[str]:
    I = inertial.I_BBcm_B
    moments = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    lines = [
        f"<pose>{_pose(Pose(inertial.c_BoBcm_B))}</pose>",
        f"<mass>{_number(inertial.mass)}</mass>",
        "<inertia>",
        *(f"  <{name}>{_number(I[i, j])}</{name}>" for name, (i, j) in moments.items()),
        "</inertia>",
    ]
    if inertial.added_mass is not None:
        coefficients = inertial.added_mass.converted("origin", inertial.c_BoBcm_B).coefficients
        lines.append("<fluid_added_mass>")
        lines += [f"  <{name}>{_number(value)}</{name}>" for name, value in coefficients.items()]
        lines.append("</fluid_added_mass>")
    return ["<inertial>", *_indented(lines), "</inertial>"]


def _shapes(solids: Sequence[Solid]) -> list[str]:
    lines: list[str] = []
    for kind in ("collision", "visual"):
        for i, solid in enumerate(solids, start=1):
            number = f"_{i}" if len(solids) > 1 else ""
            geometry = [f"<pose>{_pose(solid.pose)}</pose>", "<geometry>", *_indented(_geometry(solid)), "</geometry>"]
            lines += [f'<{kind} name="{kind}{number}">', *_indented(geometry), f"</{kind}>"]
    return lines


def _geometry(solid: Solid) -> list[str]:
    if solid.kind == "cylinder":
        radius, length = solid.size
        inner = [f"<radius>{_number(radius)}</radius>", f"<length>{_number(length)}</length>"]
    else:
        tag = "size" if solid.kind == "box" else "radii"
        inner = [f"<{tag}>{_numbers(solid.size)}</{tag}>"]
    return [f"<{solid.kind}>", *_indented(inner), f"</{solid.kind}>"]


def _moving_link(name: str, position: Floats, axis: Floats, part: Inertial, limit: float) -> list[str]:
    lower, upper = (-limit, limit) if isfinite(limit) else (-1e16, 1e16)
    return [
        f'<link name="{escape(name)}_link">',
        *_indented([f"<pose>{_pose(Pose(position))}</pose>", *_inertial(part)]),
        "</link>",
        f'<joint name="{escape(name)}" type="revolute">',
        "  <parent>base_link</parent>",
        f"  <child>{escape(name)}_link</child>",
        "  <axis>",
        f"    <xyz>{_numbers(axis)}</xyz>",
        f"    <limit><lower>{_number(lower)}</lower><upper>{_number(upper)}</upper></limit>",
        "  </axis>",
        "</joint>",
    ]


def _hydrodynamics(vehicle: Vehicle) -> list[str]:
    lines: list[str] = []
    for damping in vehicle.dampings:
        entries = list(_derivatives(damping.linear, damping.quadratic, damping.modulus, damping.signed))
        if not vehicle.added_mass_coriolis:
            entries.insert(0, "<disable_coriolis>true</disable_coriolis>")
        lines += _plugin("hydrodynamics", "Hydrodynamics", ["<link_name>base_link</link_name>", *entries])
    return lines


def _derivatives(linear: Floats, quadratic: Floats, modulus: Floats, signed: Floats) -> Iterator[str]:
    """gz-sim's derivatives, which are negative where they damp."""
    sizes = modulus.copy()
    for k in range(6):
        sizes[k, :, k] += quadratic[:, k]
    for i, force in enumerate(_FORCES):
        for j, velocity in enumerate(_VELOCITIES):
            name = force + velocity
            named = [(name, linear[i, j])]
            named += [(f"{name}abs{other}", sizes[k, i, j]) for k, other in enumerate(_VELOCITIES)]
            named += [(f"{name}{other}", signed[k, i, j]) for k, other in enumerate(_VELOCITIES)]
            yield from (f"<{tag}>{_number(-value)}</{tag}>" for tag, value in named if value != 0.0)


def _thruster(thruster: Thruster, sea: Sea) -> list[str]:
    by_speed = thruster.command == "speed"
    if thruster.table is None:
        lowest, highest = thruster.limits
    else:
        lowest, highest = float(np.min(thruster.table[1])), float(np.max(thruster.table[1]))
    lines = [
        f"<joint_name>{escape(thruster.name)}</joint_name>",
        f"<fluid_density>{_number(sea.density)}</fluid_density>",
        "<velocity_control>true</velocity_control>",
        f"<use_angvel_cmd>{'true' if by_speed else 'false'}</use_angvel_cmd>",
        f"<max_thrust_cmd>{_number(min(highest, 1e16))}</max_thrust_cmd>",
        f"<min_thrust_cmd>{_number(max(lowest, -1e16))}</min_thrust_cmd>",
        f"<deadband>{_number(_dead_band(thruster, sea))}</deadband>",
        f"<propeller_diameter>{_number(thruster.diameter)}</propeller_diameter>",
    ]
    kept = 1.0 - thruster.deduction
    if thruster.advance != 0.0:
        lines += [
            f"<alpha_1>{_number(kept * thruster.coefficient)}</alpha_1>",
            f"<alpha_2>{_number(kept * thruster.advance)}</alpha_2>",
            f"<wake_fraction>{_number(thruster.wake)}</wake_fraction>",
        ]
    elif by_speed:
        lines.append(f"<thrust_coefficient>{_number(kept * thruster.coefficient)}</thrust_coefficient>")
    return _plugin("thruster", "Thruster", lines)


def _dead_band(thruster: Thruster, sea: Sea) -> float:
    """gz-sim's dead band is one of the thrust [N]."""
    if thruster.command == "speed" and thruster.dead_band > 0.0:
        return float(abs(thruster.thrust(thruster.dead_band, sea.density)))
    return thruster.dead_band


def _lift_drag(fin: Fin, sea: Sea) -> list[str]:
    numbers = {
        "air_density": fin.density or sea.density,
        "area": fin.area,
        "a0": fin.zero_lift,
        "cla": fin.lift,
        "cda": fin.drag,
        "cma": fin.moment,
        "alpha_stall": fin.stall,
        "cla_stall": fin.stalled_lift,
        "cda_stall": fin.stalled_drag,
        "cma_stall": fin.stalled_moment,
        "control_joint_rad_to_cl": fin.angle_lift,
    }
    lines = [
        f"<link_name>{escape(fin.name)}_link</link_name>",
        f"<control_joint_name>{escape(fin.name)}</control_joint_name>",
        *(f"<{tag}>{_number(value)}</{tag}>" for tag, value in numbers.items()),
        "<cp>0 0 0</cp>",
        f"<forward>{_numbers(fin.chord)}</forward>",
        f"<upward>{_numbers(fin.up)}</upward>",
        f"<reversible>{'true' if fin.reversible else 'false'}</reversible>",
    ]
    steering = [
        f"<joint_name>{escape(fin.name)}</joint_name>",
        "<use_velocity_commands>true</use_velocity_commands>",
    ]
    return [
        *_plugin("lift-drag", "LiftDrag", lines),
        *_plugin("joint-position-controller", "JointPositionController", steering),
    ]


def _span(fin: Fin) -> Floats:
    """The axis about which a positive angle of the joint is a positive one of attack."""
    return np.cross(fin.chord, fin.up) * (1.0 if fin.turning >= 0.0 else -1.0) + 0.0


def _plugin(library: str, cls: str, content: Iterable[str]) -> list[str]:
    start = f'<plugin filename="gz-sim-{library}-system" name="gz::sim::systems::{cls}"'
    inner = list(content)
    return [f"{start}>", *_indented(inner), "</plugin>"] if inner else [f"{start}/>"]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _pose(pose: Pose) -> str:
    return f"{_numbers(pose.p)} {_numbers(pose.rpy)}"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float) -> str:
    """The shortest text that reads back as the same number."""
    number = float(value) + 0.0
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)

"""The bodies that a vehicle is drawn with: triangles with colours, and what turns about which axis."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cbrt, pi, sqrt
from typing import Final, Literal

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.errors import MeshError, SeawayWarning
from seaway.frames import Pose
from seaway.inertia import Inertial, ellipsoid_added_mass
from seaway.mesh._surface import Surface
from seaway.parts import row, rows_of
from seaway.shapes import Box, DrawnShape, Ellipsoid
from seaway.vehicle import Buoyancy, Fin, FinDerivatives, Hull, HydrostaticStiffness, Thruster, Vehicle, Visual
from seaway.vehicle._visual import Rgba, along, shape_mesh
from seaway.view._outlines import Triangles, duct, foil, joined, propeller

Turning = Literal["", "thruster", "fin"]
_Joint = tuple[Turning, int, Floats, Floats]  # part, index, pivot and axis of a body

_FORWARD: Final = np.array([1.0, 0.0, 0.0])
HULL_COLOR: Final[Rgba] = (0.93, 0.72, 0.18, 1.0)
"""Colour of a vehicle without visuals."""
_PLAIN: Final[Rgba] = (0.7, 0.7, 0.7, 1.0)
_DUCT: Final[Rgba] = (0.13, 0.14, 0.16, 1.0)
_PROPELLER: Final[Rgba] = (0.82, 0.84, 0.86, 1.0)
_FIN: Final[Rgba] = (0.83, 0.33, 0.13, 1.0)

# Diameter of a propeller without one, in parts of the least size of the vehicle; and at most of its length.
_SHARE: Final = 0.3
# Aspect ratio of a fin about which nothing is known.
_ASPECT_RATIO: Final = 2.0
# Density of the water for the size of a vehicle that has no volume [kg/m3].
_DENSITY: Final = 1025.0
# Semi-axes of an ellipsoid may be this many times their mean, and the inverse; a thin disc has any added mass across.
_SLIM: Final = 12.0


@dataclass(frozen=True, eq=False)
class Body:
    """Triangles of one colour that move as one.

    Attributes:
        name: Its name; from a file, so escape it in a page.
        vertices: Corners in body axes [m], (n, 3), with the actuator at rest.
        faces: Rows of ``vertices``, (m, 3), counter-clockwise seen from outside.
        color: Red, green, blue and alpha in [0, 1].
        part: ``"thruster"`` for a propeller, ``"fin"`` for a fin, empty for what is fixed to the vehicle.
        index: Its number among the thrusters or fins of the vehicle.
        pivot: Point about which it turns, p_BoP_B [m], (3,).
        axis: Unit vector about which it turns with a positive speed or deflection, right-handed, in B, (3,).
    """

    name: str
    vertices: Floats
    faces: Integers
    color: Rgba
    part: Turning = ""
    index: int = 0
    pivot: Floats = field(default_factory=lambda: np.zeros(3))
    axis: Floats = field(default_factory=lambda: np.array([1.0, 0.0, 0.0]))


def bodies_of(vehicle: Vehicle) -> tuple[Body, ...]:
    """Make the bodies that a vehicle is drawn with.

    Its visuals; without any its hull, the shape of its buoyancy, or the ellipsoid that has its added mass. Thrusters
    are drawn as ducted propellers, fins as foils, unless visuals stand for them.

    Args:
        vehicle: The vehicle; of one that differs between runs, that of the first run.

    Returns:
        At least one body.

    Warns:
        SeawayWarning: The mesh file of a visual is broken; it is left out.

    Example:
        >>> from seaway import library
        >>> from seaway.view._bodies import bodies_of
        >>> bodies = bodies_of(library.entry("bluerov2").vehicle)
        >>> sum(body.part == "thruster" for body in bodies)
        6
    """
    if rows_of(vehicle) is not None:
        vehicle = row(vehicle, 0)
    found = [body for number, visual in enumerate(vehicle.visuals) for body in _seen(vehicle, visual, number)]
    if not found:
        found = [Body(name, *placed, HULL_COLOR) for name, placed in _hull(vehicle)]
    low, high = bounds_of(found)
    given = {visual.actuator for visual in vehicle.visuals}
    for number, thruster in enumerate(vehicle.thrusters):
        if thruster.name not in given:
            found += _thruster(thruster, _joint(vehicle, number), high - low)
    for number, fin in enumerate(vehicle.fins):
        if fin.name not in given and (placed := _foil(fin, low, high)) is not None:
            joint = _joint(vehicle, len(vehicle.thrusters) + number)
            found.append(Body(fin.name, *placed, _FIN, *joint))
    return tuple(found)


def bounds_of(bodies: list[Body] | tuple[Body, ...]) -> tuple[Floats, Floats]:
    """The least and the greatest x, y, z of all corners [m]."""
    corners = np.concatenate([body.vertices[np.unique(body.faces)] for body in bodies])
    return np.min(corners, axis=0), np.max(corners, axis=0)


def _seen(vehicle: Vehicle, visual: Visual, number: int) -> Iterator[Body]:
    """The bodies of a visual: one for each colour."""
    name = visual.name or f"visual {number + 1}"
    try:
        surface = visual.surface()
    except MeshError as error:
        warnings.warn(f"visual {name!r} of vehicle {vehicle.name!r} is not drawn: {error}", SeawayWarning, stacklevel=4)
        return
    if surface is None:
        return
    joint = _joint_of(vehicle, visual)
    vertices = visual.pose.point(surface.vertices)
    for faces, color in _by_color(surface, visual.color):
        used, places = np.unique(faces, return_inverse=True)
        yield Body(name, vertices[used], places.reshape(-1, 3), color, *joint)


def _by_color(surface: Surface, color: Rgba | None) -> Iterator[tuple[Integers, Rgba]]:
    if color is not None or surface.colors is None:
        yield surface.faces, color or _PLAIN
        return
    shades, which = np.unique(surface.colors, axis=0, return_inverse=True)
    for k, shade in enumerate(shades):
        r, g, b, a = shade.tolist()
        yield surface.faces[which.ravel() == k], (r, g, b, a)


def _joint_of(vehicle: Vehicle, visual: Visual) -> _Joint:
    """How a visual turns; it stays fixed if no actuator has the name."""
    for number, actuator in enumerate((*vehicle.thrusters, *vehicle.fins)):
        if actuator.name == visual.actuator:
            part, index, pivot, axis = _joint(vehicle, number)
            # A fin that is known by its derivatives turns where it is drawn.
            return part, index, visual.position if isinstance(actuator, FinDerivatives) else pivot, axis
    return "", 0, np.zeros(3), _FORWARD


def _joint(vehicle: Vehicle, number: int) -> _Joint:
    """How an actuator turns, by its number among thrusters, then fins."""
    if number < len(vehicle.thrusters):
        thruster = vehicle.thrusters[number]
        return "thruster", number, thruster.position, thruster.axis * (1.0 if thruster.hand == "right" else -1.0)
    index = number - len(vehicle.thrusters)
    fin = vehicle.fins[index]
    if isinstance(fin, Fin):
        axis = np.cross(fin.forward, fin.lift_direction) * (-1.0 if fin.flap_effectiveness < 0.0 else 1.0)
        return "fin", index, fin.position, axis
    x, lift = _lever(fin)
    return "fin", index, np.array([x, 0.0, 0.0]), np.cross(_FORWARD, lift)


def _lever(fin: FinDerivatives) -> tuple[float, Floats]:
    """Where on the x axis the force of derivatives acts [m], and its direction across x for a positive deflection.

    With the force (0, Y, Z) at (x, 0, 0), M = -x Z and N = x Y.
    """
    _, Y, Z, _, M, N = fin.derivatives.tolist()
    square = Y * Y + Z * Z
    if square > 0.0:
        return (N * Y - M * Z) / square, np.array([0.0, Y, Z]) / sqrt(square)
    turning = np.array([0.0, -N, M])  # at the stern
    size = float(np.linalg.norm(turning))
    return 0.0, turning / size if size > 0.0 else np.array([0.0, 0.0, 1.0])


def _thruster(thruster: Thruster, joint: _Joint, size: Floats) -> Iterator[Body]:
    diameter = thruster.diameter or min(_SHARE * float(np.min(size)), 0.1 * float(np.max(size)))
    pose = Pose(thruster.position, along(thruster.axis))
    vertices, faces = duct(diameter)
    yield Body(f"{thruster.name} duct", pose.point(vertices), faces, _DUCT)
    vertices, faces = propeller(diameter, thruster.hand)
    yield Body(thruster.name, pose.point(vertices), faces, _PROPELLER, *joint)


def _foil(fin: Fin | FinDerivatives, low: Floats, high: Floats) -> Triangles | None:
    """A foil at the centre of pressure, a quarter of the chord behind its nose; for derivatives one on each side."""
    if isinstance(fin, Fin):
        ratio = _ASPECT_RATIO if fin.aspect_ratio is None else fin.aspect_ratio
        span = sqrt(ratio * fin.area)
        across = np.cross(fin.forward, fin.lift_direction)
        return foil(fin.position - 0.5 * span * across, span * across, fin.forward, fin.area / span)
    if not np.any(fin.derivatives[1:3]) and not np.any(fin.derivatives[4:]):
        return None  # drag or roll alone: nothing tells where it is
    x, lift = _lever(fin)
    x = float(np.clip(x or low[0], low[0], high[0]))
    across, radius = np.cross(_FORWARD, lift), 0.25 * float(np.min(high - low))
    middle = np.array([x, *(0.5 * (low + high))[1:]])
    rays = (radius * across, -radius * across)  # from within the hull
    return joined([foil(middle + 0.4 * ray, 2.2 * ray, _FORWARD, 1.6 * radius) for ray in rays])


def _hull(vehicle: Vehicle) -> Iterator[tuple[str, Triangles]]:
    """What stands for the body of a vehicle without visuals."""
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Hull):
        yield "hull", (buoyancy.surface.vertices, buoyancy.surface.faces)
    elif isinstance(buoyancy, HydrostaticStiffness) and buoyancy.pontoons is not None:
        density = vehicle.reference_density or _DENSITY
        for shape, pose in buoyancy.pontoons.shapes(vehicle.inertial, buoyancy.rest_height, density):
            yield "pontoon", _placed(shape, pose)
    elif isinstance(buoyancy, HydrostaticStiffness) and buoyancy.extent is not None:
        length, breadth, draft = buoyancy.extent.tolist()
        waterline = (float(vehicle.inertial.c_BoBcm_B[0]), 0.0, -buoyancy.rest_height)
        yield "hull", _placed(Box((length, breadth, 2.0 * draft)), Pose(waterline))
    elif isinstance(buoyancy, Buoyancy) and not _assumed(vehicle, buoyancy):
        yield "hull", _placed(buoyancy.shape, Pose(buoyancy.center, buoyancy.attitude))
    else:
        center = buoyancy.center if isinstance(buoyancy, Buoyancy) else vehicle.inertial.c_BoBcm_B
        volume = buoyancy.volume if isinstance(buoyancy, Buoyancy) else None
        yield "hull", _placed(equivalent_ellipsoid(vehicle.inertial, volume, vehicle.reference_density), Pose(center))


def _assumed(vehicle: Vehicle, buoyancy: Buoyancy) -> bool:
    """Whether the shape is the sphere that stands for none, while the added mass tells more."""
    added = vehicle.inertial.added_mass
    return "shape" in vars(buoyancy).get("_followed", ()) and added is not None and bool(np.any(added.matrix))


def _placed(shape: DrawnShape, pose: Pose) -> Triangles:
    made = shape_mesh(shape)
    return pose.point(made.vertices), made.faces


def equivalent_ellipsoid(inertial: Inertial, volume: float | None, density: float | None) -> Ellipsoid:
    """The ellipsoid of a volume whose added mass along x, y and z is in the proportions of that of a body.

    Args:
        inertial: The body. Without added mass the ellipsoid has the proportions of its moments of inertia.
        volume: Displaced volume [m3]; default: that of its mass in water.
        density: Density of the water [kg/m3]; default: 1025.
    """
    V = volume or inertial.mass / (density or _DENSITY)
    added = np.diag(inertial.added_mass_matrix())[:3]
    if np.any(added <= 0.0):
        principal = np.trace(inertial.I_BBcm_Bcm) - 2.0 * np.diag(inertial.I_BBcm_Bcm)  # m (2/5) a² and so on
        axes = np.sqrt(np.maximum(principal, 1e-3 * np.max(principal)))
    else:
        axes, wanted = np.ones(3), added / cbrt(float(np.prod(added)))
        for _ in range(60):  # a longer axis has less added mass along it; damped, so that it settles
            got = np.diag(ellipsoid_added_mass(axes, 1.0).matrix)[:3]
            axes = axes * np.sqrt(got / cbrt(float(np.prod(got))) / wanted)
            axes = np.clip(axes / cbrt(float(np.prod(axes))), 1.0 / _SLIM, _SLIM)
    return Ellipsoid(axes / cbrt(float(np.prod(axes))) * cbrt(0.75 * V / pi))

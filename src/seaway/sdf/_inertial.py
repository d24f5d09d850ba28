"""``<inertial>``: into ``seaway.inertia`` and out of it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError, SdfError
from seaway.frames import Pose
from seaway.inertia import COEFFICIENTS, AddedMass, Inertial, MassProperties
from seaway.sdf._meshes import Meshes
from seaway.sdf._notes import Notes
from seaway.sdf._views import (
    Box,
    Capsule,
    Collision,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    Sphere,
)
from seaway.sdf._xml import Element, attribute, children

__all__ = ["InertialElement", "automatic", "read_inertial"]

DEFAULT_DENSITY = 1000.0


@dataclass(frozen=True, slots=True)
class InertialElement:
    """An ``<inertial>`` as read.

    Attributes:
        inertial: What it says; for automatic inertia only the added mass is meant.
        auto: Whether the rigid body is to be computed from the collisions.
        density: Default density of the collisions [kg/m3].
        mass: The mass, where the file gives one.
    """

    inertial: Inertial
    auto: bool
    density: float | None
    mass: float | None


def read_inertial(link: Element, notes: Notes) -> InertialElement:
    """Read the inertia of a link, with SDFormat's defaults: 1 kg, moments of 1 kg m2, at the link origin."""
    element = notes.child(link, "inertial")
    auto = notes.flag(element, "auto")
    density = None if notes.child(element, "density") is None else notes.number(element, "density", DEFAULT_DENSITY)
    mass = None if notes.child(element, "mass") is None else notes.number(element, "mass", 1.0)
    pose_element = notes.child(element, "pose")
    if pose_element is not None and (attribute(pose_element, "relative_to") or attribute(pose_element, "frame")):
        message = "the pose of <inertial> is always in the link frame; its @relative_to has no effect"
        notes.warning(pose_element, "inertial-relative-to", message)
    inertia = notes.child(element, "inertia")
    stated = notes.pose(None if auto else element)
    if auto and (pose_element is not None or inertia is not None):
        notes.warning(element, "inertia-auto", "<pose> and <inertia> have no effect beside auto='true'")
    ixx, iyy, izz = (notes.number(inertia, tag, 1.0) for tag in ("ixx", "iyy", "izz"))
    ixy, ixz, iyz = (notes.number(inertia, tag, 0.0) for tag in ("ixy", "ixz", "iyz"))
    properties = MassProperties.unchecked(
        1.0 if mass is None else mass, [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]
    )
    for second in list(children(link, "inertial"))[1:]:
        notes.warning(second, "element-duplicate", "<inertial> is there twice; the first one counts")
    if element is not None:
        for part in (element, inertia):
            if part is not None:
                notes.unknown(part)
                notes.duplicates(part)
    added_mass = _added_mass(notes.child(element, "fluid_added_mass"), notes)
    if not auto:
        for problem in properties.problems():
            notes.error(element, "inertia-invalid", f"link {attribute(link, 'name')!r}: {problem}")
    inertial = Inertial.unchecked(properties, stated.pose, added_mass)
    return InertialElement(inertial, auto, density, mass)


def _added_mass(element: Element | None, notes: Notes) -> AddedMass | None:
    """Read ``<fluid_added_mass>``: None where it is absent, zeros for what it does not name."""
    if element is None:
        return None
    if notes.child(element, "density") is not None or notes.child(element, "fluid_density") is not None:
        message = "a fluid density in <fluid_added_mass> has no effect: the 21 numbers hold it already"
        notes.warning(element, "added-mass-density", message)
    notes.unknown(element)
    notes.duplicates(element)
    matrix = np.zeros((6, 6))
    rows, columns = np.triu_indices(6)
    numbers = [notes.number(element, name, 0.0) for name in COEFFICIENTS]
    bad = [f"{name} = {value}" for name, value in zip(COEFFICIENTS, numbers, strict=True) if not np.isfinite(value)]
    if bad:
        notes.error(element, "added-mass-invalid", f"the fluid added mass must be finite, got {', '.join(bad)}")
        return None
    matrix[rows, columns] = matrix[columns, rows] = numbers
    return AddedMass(matrix)


@np.errstate(all="ignore")  # what overflows is noted, as moments that are not finite
def automatic(
    element: InertialElement,
    parts: Iterable[tuple[Collision, Pose]],
    name: str,
    link: Element,
    meshes: Meshes,
    notes: Notes,
) -> Inertial:
    """Compute a rigid body from collisions of known density; the added mass is kept.

    A mesh that cannot be found or has no inside counts for nothing, with a warning: libsdformat has no inertia of
    meshes, and leaves all of them out; Gazebo adds it, from the triangles as they are.

    Args:
        element: What the ``<inertial>`` says.
        parts: The collisions with their poses in the link.
        name: The name of the link, for messages.
        link: The link element, for their place.
        meshes: Where meshes come from.
        notes: Where to put them.

    Returns:
        Mass and moments of all collisions together, in link axes; scaled to the mass that the file gives, if any.
    """
    parts = list(parts)
    if not parts:
        message = f"link {name!r} has automatic inertia and no <collision> to compute it from"
        notes.error(link, "inertia-auto", message)
        return element.inertial
    masses: list[float] = []
    centers: list[Floats] = []
    moments: list[Floats] = []
    for collision, X_LC in parts:
        density = collision.density if collision.density is not None else element.density
        if density is None and element.mass is None:
            message = f"collision {collision.name!r} has no density; {DEFAULT_DENSITY:g} kg/m3 is used"
            notes.add("warning", collision.source.line, "inertia-auto", message)
        try:
            body = _solid(collision.geometry, DEFAULT_DENSITY if density is None else density, meshes)
        except ModelError as error:
            notes.add("error", collision.source.line, "inertia-auto", f"collision {collision.name!r}: {error}")
            return element.inertial
        except SdfError as error:
            message = f"the mesh of collision {collision.name!r} has no inertia here, and counts for nothing: "
            notes.add("warning", collision.source.line, "inertia-auto", message + error.message)
            continue
        if body is None:
            message = f"the shape of collision {collision.name!r} has no inertia here, and counts for nothing"
            notes.add("warning", collision.source.line, "inertia-auto", message)
            continue
        R = X_LC.R
        masses.append(body.mass)
        centers.append(X_LC.point(body.c_BoBcm_B))
        moments.append(R @ body.I_BBcm_Bcm @ R.T)
    total = sum(masses)
    if not masses:
        message = f"link {name!r} has no collision that gives it inertia, and so the default of 1 kg"
        notes.warning(link, "inertia-auto", message)
        return element.inertial
    m, c = np.array(masses), np.array(centers)
    center = m @ c / total
    d = c - center
    moment = np.sum(moments, axis=0) + np.sum(m * np.sum(d * d, axis=1)) * np.eye(3) - (m[:, None] * d).T @ d
    factor = 1.0 if element.mass is None else element.mass / total
    mass = total if element.mass is None else element.mass
    properties = MassProperties.unchecked(mass, 0.5 * factor * (moment + moment.T))
    problems = properties.problems() or (() if np.all(np.isfinite(center)) else ("its centre of mass is not finite",))
    for problem in problems:
        notes.error(link, "inertia-invalid", f"link {name!r}: {problem}")
    pose = Pose(center) if np.all(np.isfinite(center)) else Pose()
    return Inertial.unchecked(properties, pose, element.inertial.added_mass)


def _solid(geometry: Geometry | None, density: float, meshes: Meshes) -> Inertial | None:
    """The solid of a shape; None for one that has none here.

    Raises:
        ModelError: A size or the density is not positive.
        SdfError: A mesh cannot be found, or has no inside.
    """
    match geometry:
        case Box(size):
            return Inertial(MassProperties.from_box(size, density=density))
        case Sphere(radius):
            return Inertial(MassProperties.from_sphere(radius, density=density))
        case Cylinder(radius, length):
            return Inertial(MassProperties.from_cylinder(length, radius, density=density))
        case Capsule(radius, length):
            return Inertial(MassProperties.from_capsule(length, radius, density=density))
        case Cone(radius, length):
            # SDFormat's cone has its origin at mid height.
            return Inertial(MassProperties.from_cone(length, radius, density=density), Pose((0, 0, -length / 4.0)))
        case Ellipsoid(radii):
            return Inertial(MassProperties.from_ellipsoid(radii, density=density))
        case Mesh():
            return meshes.mesh(geometry).inertial(density=density)
        case _:
            return None

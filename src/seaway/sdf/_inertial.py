"""``<inertial>`` to ``seaway.inertia``, and automatic inertia from collisions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError, SdfError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.inertia._added_mass import COEFFICIENTS, symmetric_from_upper
from seaway.sdf import _views as views
from seaway.sdf._meshes import Meshes
from seaway.sdf._notes import Notes
from seaway.sdf._values import number
from seaway.sdf._xml import Element, attribute, text_of

DEFAULT_DENSITY = 1000.0


@dataclass(frozen=True, slots=True)
class InertialElement:
    """An ``<inertial>`` as read.

    Attributes:
        inertial: Values; with automatic inertia only the added mass is used.
        auto: Whether to compute the rigid body from the collisions.
        density: Default density of the collisions [kg/m3]; None if absent.
        mass: Mass [kg]; None if absent.
        fluid_density: Density of the fluid for which the added mass is given [kg/m3]; None if absent, nan if invalid.
    """

    inertial: Inertial
    auto: bool
    density: float | None
    mass: float | None
    fluid_density: float | None = None


def read_inertial(link: Element, notes: Notes) -> InertialElement:
    """Read the inertia of a link, with SDFormat's defaults: 1 kg, moments of 1 kg m2, at the link origin."""
    element = notes.child(link, "inertial")
    auto = notes.flag(element, "auto")
    density, mass = notes.optional(element, "density", DEFAULT_DENSITY), notes.optional(element, "mass", 1.0)
    pose_element, inertia = notes.child(element, "pose"), notes.child(element, "inertia")
    if pose_element is not None and (attribute(pose_element, "relative_to") or attribute(pose_element, "frame")):
        message = "the pose of <inertial> is always in the link frame; its @relative_to has no effect"
        notes.warning(pose_element, "inertial-relative-to", message)
    stated = notes.pose(None if auto else element)
    if auto and (pose_element is not None or inertia is not None):
        notes.warning(element, "inertia-auto", "<pose> and <inertia> have no effect beside auto='true'")
    ixx, iyy, izz = (notes.number(inertia, tag, 1.0) for tag in ("ixx", "iyy", "izz"))
    ixy, ixz, iyz = (notes.number(inertia, tag, 0.0) for tag in ("ixy", "ixz", "iyz"))
    moments = [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]
    properties = MassProperties.unchecked(1.0 if mass is None else mass, moments)
    notes.duplicates(link, "inertial")
    for part in (element, inertia):
        if part is not None:
            notes.unknown(part)
            notes.duplicates(part)
    added_element = notes.child(element, "fluid_added_mass")
    added_mass = _added_mass(added_element, notes)
    fluid = _fluid_density(element, added_element, notes)
    for problem in () if auto else properties.problems():
        notes.error(element, "inertia-invalid", f"link {attribute(link, 'name')!r}: {problem}")
    return InertialElement(Inertial.unchecked(properties, stated.pose, added_mass), auto, density, mass, fluid)


def _fluid_density(inertial: Element | None, added_mass: Element | None, notes: Notes) -> float | None:
    """Read ``<fluid_density>``, in ``<fluid_added_mass>`` or beside it: None if absent, nan if invalid.

    libsdformat does not know the element, so that a bad value does not make the file invalid.
    """
    inner, outer = notes.child(added_mass, "fluid_density"), notes.child(inertial, "fluid_density")
    if inner is not None and outer is not None:
        message = "<fluid_density> is in <fluid_added_mass> and beside it; the inner one counts"
        notes.warning(outer, "element-duplicate", message)
    element = outer if inner is None else inner
    if element is None:
        return None
    text = text_of(element)
    try:
        value = number(text)
    except ValueError:
        value = np.nan
    if not (np.isfinite(value) and value > 0.0):
        notes.warning(element, "added-mass-density", f"<fluid_density> must be a number > 0 [kg/m3], got {text[:60]!r}")
        return np.nan
    return value


def _added_mass(element: Element | None, notes: Notes) -> AddedMass | None:
    """Read ``<fluid_added_mass>``: None if absent or not finite; coefficients default to 0."""
    if element is None:
        return None
    if notes.child(element, "density") is not None:
        message = "<density> in <fluid_added_mass> has no effect; the density of the fluid is called <fluid_density>"
        notes.warning(notes.child(element, "density"), "added-mass-density", message)
    notes.unknown(element)
    notes.duplicates(element)
    numbers = [notes.number(element, name, 0.0) for name in COEFFICIENTS]
    bad = [f"{name} = {value}" for name, value in zip(COEFFICIENTS, numbers, strict=True) if not np.isfinite(value)]
    if bad:
        notes.error(element, "added-mass-invalid", f"the fluid added mass must be finite, got {', '.join(bad)}")
        return None
    return AddedMass(symmetric_from_upper(numbers))


@np.errstate(all="ignore")  # what overflows is noted, as moments that are not finite
def automatic(
    element: InertialElement,
    parts: Sequence[tuple[views.Collision, Pose]],
    link: Element,
    meshes: Meshes,
    notes: Notes,
) -> Inertial:
    """Compute a rigid body from collisions of known density; keep the added mass.

    A mesh that cannot be found or has no volume is left out, with a warning: libsdformat leaves all meshes out; Gazebo
    adds them, from the triangles as they are.

    Args:
        element: The ``<inertial>``.
        parts: The collisions with their poses in the link.
        link: The link element, for messages.
        meshes: Loader of mesh files.
        notes: Collects findings.

    Returns:
        Mass and moments of all collisions together, in link axes; scaled to the mass in the file, if it has one.
    """
    name = attribute(link, "name")
    if not parts:
        message = f"link {name!r} has automatic inertia and no <collision> to compute it from"
        notes.error(link, "inertia-auto", message)
        return element.inertial
    bodies: list[tuple[float, Floats, Floats]] = []
    for collision, X_LC in parts:
        density = collision.density if collision.density is not None else element.density
        what, source = f"collision {collision.name!r}", collision.source
        if density is None and element.mass is None:
            message = f"{what} has no density; {DEFAULT_DENSITY:g} kg/m3 is used"
            notes.findings.append(source.warning("inertia-auto", message))
        try:
            body, reason = _solid(collision.geometry, DEFAULT_DENSITY if density is None else density, meshes), ""
        except ModelError as error:
            notes.findings.append(source.error("inertia-auto", f"{what}: {error}"))
            return element.inertial
        except SdfError as error:
            body, reason = None, f": {error.message}"
        if body is None:
            message = (
                f"the {'mesh' if reason else 'shape'} of {what} has no inertia here, and counts for nothing{reason}"
            )
            notes.findings.append(source.warning("inertia-auto", message))
            continue
        bodies.append((body.mass, X_LC.point(body.c_BoBcm_B), X_LC.R @ body.I_BBcm_Bcm @ X_LC.R.T))
    if not bodies:
        message = f"link {name!r} has no collision that gives it inertia, and so the default of 1 kg"
        notes.warning(link, "inertia-auto", message)
        return element.inertial
    total = sum(mass for mass, _, _ in bodies)
    m, c, moments = (np.array(each) for each in zip(*bodies, strict=True))
    center = m @ c / total
    d = c - center
    moment = np.sum(moments, axis=0) + np.sum(m * np.sum(d * d, axis=1)) * np.eye(3) - (m[:, None] * d).T @ d
    mass, factor = (total, 1.0) if element.mass is None else (element.mass, element.mass / total)
    properties = MassProperties.unchecked(mass, 0.5 * factor * (moment + moment.T))
    finite = bool(np.all(np.isfinite(center)))
    for problem in properties.problems() or (() if finite else ("its centre of mass is not finite",)):
        notes.error(link, "inertia-invalid", f"link {name!r}: {problem}")
    return Inertial.unchecked(properties, Pose(center) if finite else Pose(), element.inertial.added_mass)


def _solid(geometry: views.Geometry | None, density: float, meshes: Meshes) -> Inertial | None:
    """The uniform solid of a shape; None for a shape without volume.

    Raises:
        ModelError: A size or the density is not positive.
        SdfError: A mesh cannot be found, or has no volume.
    """
    if isinstance(geometry, views.MeshGeometry):
        return meshes.mesh(geometry).inertial(density=density)
    if not isinstance(geometry, views.Solid):
        return None
    make: Any = getattr(MassProperties, f"from_{type(geometry).__name__.removesuffix('Geometry').lower()}")
    # SDFormat's cone has its origin at mid height.
    center = -geometry.length / 4.0 if isinstance(geometry, views.ConeGeometry) else 0.0
    sizes = asdict(geometry)
    made = make(*sizes.values(), density=density) if len(sizes) == 1 else make(**sizes, density=density)
    return Inertial(made, Pose((0.0, 0.0, center)))

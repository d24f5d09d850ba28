"""From the tables of a parameter file to a vehicle and its sea."""

from typing import Final

import numpy as np

from seaway import mesh
from seaway._arrays import Floats
from seaway.frames import Pose, cross_matrix, matrix_from_rpy, quaternion_from_matrix
from seaway.inertia import AddedMass, Inertial, MassProperties, ellipsoid_added_mass
from seaway.library._axes import Axes, axes_of
from seaway.library._derivatives import Derivatives, coriolis_tensor, derivatives, folded, without_coriolis
from seaway.library._tables import Table
from seaway.library._thrusters import fins, thrusters
from seaway.sea import Sea
from seaway.vehicle import (
    Box,
    Buoyancy,
    CrossFlow,
    Cylinder,
    Damping,
    Ellipsoid,
    Extent,
    Hull,
    HydrostaticStiffness,
    Vehicle,
    hoerner_coefficient,
)

__all__ = ["Shapes", "built"]

Shapes = tuple[tuple[Extent, Pose], ...]
"""Simple shapes of what a vehicle displaces, each with its pose X_BS."""

# Shapes of what is displaced, and their volume as a part of the box around them.
_SHAPES: Final = {"box": 1.0, "ellipsoid": np.pi / 6.0}
# The axis of a cylinder is z; this turn lays it along x.
_ALONG_X: Final = quaternion_from_matrix(matrix_from_rpy([0.0, 0.5 * np.pi, 0.0]))
_SEGMENTS: Final = 32
_RINGS: Final = 12


def built(name: str, file: Table) -> tuple[Vehicle, Sea, Shapes]:
    """Make the vehicle of a parameter file, the water that it was published with, and shapes of a boat."""
    axes = Axes(file.text("axes"))
    water = file.table("sea")
    water.text("source")
    sea = Sea(water.number("density"), water.number("gravity"))
    published = _derivatives(file)
    added_mass = _added_mass(file, axes, published, sea)
    inertial = Inertial(*_rigid_body(file.table("rigid_body"), axes), added_mass)
    buoyancy, shapes = _buoyancy(file, axes, sea, inertial)
    vehicle = Vehicle(
        name,
        inertial,
        buoyancy,
        _damping(file, axes, published, added_mass.matrix, sea),
        added_mass_coriolis=not (file.has("coriolis") and file.table("coriolis").flag("off")),
        thrusters=thrusters(file.tables("thrusters"), axes, sea.density),
        fins=fins(file.tables("fins"), axes, sea.density, _prime_length(file)),
        cross_flow=_cross_flow(file),
    )
    return vehicle, sea, shapes


def _derivatives(file: Table) -> Derivatives:
    """Derivatives of a file, with dimensions, in its own axes; none where it has none."""
    if not file.has("derivatives"):
        return derivatives({})
    table = file.table("derivatives")
    table.text("source")
    values = table.table("values")
    terms = {key: values.number(key) for key in values}
    return derivatives(terms, density=file.table("sea").number("density"), length=_prime_length(file))


def _prime_length(file: Table) -> float:
    """The length with which derivatives were made nondimensional [m]; 0 where they have dimensions."""
    return file.table("derivatives").number("length", 0.0) if file.has("derivatives") else 0.0


def _rigid_body(table: Table, axes: Axes) -> tuple[MassProperties, Pose]:
    table.text("source")
    axes = axes_of(table, axes)
    first, *others = (_body(part, axes) for part in table.tables("parts") or [table])
    total = sum(others, first)
    return total.mass_properties, total.pose


def _body(part: Table, axes: Axes) -> Inertial:
    mass, center = part.number("mass"), axes.vector(part.numbers("center_of_mass", (3,)))
    moments = _square(part, "moments", axes, 3)
    if part.choice("moments_about", ("center_of_mass", "origin")) == "origin":
        S = cross_matrix(center)
        moments = moments - mass * (S @ S.T)
    return Inertial(MassProperties(mass, moments), Pose(center))


def _square(table: Table, key: str, axes: Axes, size: int) -> Floats:
    """A matrix, or the diagonal of one, in Seaway's axes; zeros where the key is absent."""
    if not table.has(key):
        return np.zeros((size, size))
    try:
        values = table.numbers(key, (size, size))
    except ValueError:
        values = np.diag(table.numbers(key, (size,)))
    return axes.matrix(values)


def _added_mass(file: Table, axes: Axes, published: Derivatives, sea: Sea) -> AddedMass:
    if not file.has("added_mass"):
        # As published: the mean of two mirror images that differ in their last digit is in the corrections.
        return AddedMass(axes.matrix(0.5 * (published.added_mass + published.added_mass.T)))
    table = file.table("added_mass")
    table.text("source")
    if table.has("matrix"):
        matrix = _square(table, "matrix", axes, 6)
        return AddedMass(0.5 * (matrix + matrix.T))
    total = np.zeros((6, 6))
    for part in table.tables("half_ellipsoids"):
        # The lower half of a body that is mirrored in the surface has half of its added mass.
        whole = ellipsoid_added_mass(
            part.numbers("semi_axes", (3,)), sea.density, Pose(axes.vector(part.numbers("center", (3,))))
        )
        total += 0.5 * whole.matrix
    return AddedMass(total)


def _damping(file: Table, axes: Axes, published: Derivatives, M_A: Floats, sea: Sea) -> tuple[Damping, ...]:
    """Damping as given, and derivatives without what the Coriolis force of the added mass does."""
    signed = axes.products(published.signed)
    if file.has("derivatives") and file.table("derivatives").flag("contain_coriolis"):
        signed = without_coriolis(signed, M_A)
    if file.has("coriolis"):
        table = file.table("coriolis")
        table.text("source")
        entries = table.numbers("without", (-1, 2), np.zeros((0, 2)))  # half turns keep the place of an entry
        signed = folded(signed + coriolis_tensor(M_A, [(int(i), int(j)) for i, j in entries]))
    linear, quadratic = -axes.matrix(published.linear), -axes.matrix(published.quadratic)
    if file.has("wing"):
        wing = _wing(file.table("wing"), sea.density)
        signed, quadratic = signed + wing.signed, quadratic - wing.quadratic
    if file.has("damping"):
        table = file.table("damping")
        table.text("source")
        sign = 1.0 if table.choice("sign", ("positive", "negative")) == "positive" else -1.0
        linear = linear + sign * _square(table, "linear", axes, 6)
        quadratic = quadratic + sign * _square(table, "quadratic", axes, 6)
    parts = (linear + 0.0, quadratic + 0.0, -axes.matrix(published.modulus) + 0.0, 0.0 - signed)
    return (Damping(*parts),) if any(np.any(part) for part in parts) else ()


def _wing(table: Table, density: float) -> Derivatives:
    """Lift and drag of a hull as of a wing in the vertical plane, for motion ahead, to the second order of v and w.

    With α = atan(w / u) and U² = u² + v² + w²::

        drag = 1/2 ρ S U² (C_D0 + C_L²/(π e AR))     lift = 1/2 ρ S U² C_L     C_L = π AR / (1 + √(1 + (AR/2)²)) α
        X = -drag cos α + lift sin α                 Z = -drag sin α - lift cos α

    They are even in y and z: the same in FLU as in FRD.
    """
    table.text("source")
    S, span = table.number("area"), table.number("span")
    ratio = span * span / S
    slope = np.pi * ratio / (1.0 + np.sqrt(1.0 + 0.25 * ratio * ratio))
    induced = slope * slope / (np.pi * table.number("efficiency") * ratio)
    q, drag = 0.5 * density * S, table.number("drag")
    return derivatives(
        {
            "X_u|u|": -q * drag,
            "X_vv": -q * drag,
            "X_ww": q * (slope - induced - 0.5 * drag),
            "Z_uw": -q * (slope + drag),
        }
    )


def _buoyancy(
    file: Table, axes: Axes, sea: Sea, inertial: Inertial
) -> tuple[Buoyancy | Hull | HydrostaticStiffness, Shapes]:
    if file.has("stiffness"):
        table = file.table("stiffness")
        table.text("source")
        stiffness = HydrostaticStiffness(_square(table, "matrix", axes, 6), table.number("rest_height"))
        return stiffness, _pontoons(table, sea, inertial)
    if file.has("hull"):
        return _hull(file.table("hull"), axes)
    table = file.table("buoyancy")
    table.text("source")
    volume = table.number("volume") if table.has("volume") else table.number("force") / (sea.density * sea.gravity)
    center = axes_of(table, axes).vector(table.numbers("center", (3,)))
    extent = _extent(table.choice("shape", tuple(_SHAPES)), table.numbers("size", (3,)), volume)
    return Buoyancy(volume, center, extent), ()


def _pontoons(table: Table, sea: Sea, inertial: Inertial) -> Shapes:
    """Two boxes that float level and half wet; SDFormat has no stiffness that they could stand for."""
    length, beam, y = table.number("pontoon_length"), table.number("pontoon_beam"), table.number("pontoon_y")
    draft = inertial.mass / (2.0 * sea.density * length * beam)
    x = float(inertial.c_BoBcm_B[0])
    box = Box((length, beam, 2.0 * draft))
    return tuple((box, Pose((x, side * y, table.number("rest_height")))) for side in (1.0, -1.0))


def _extent(shape: str, size: Floats, volume: float) -> Extent:
    """A shape of the published length whose sections are scaled so that it has the displaced volume."""
    x, y, z = size.tolist()
    scale = float(np.sqrt(volume / (_SHAPES[shape] * x * y * z)))
    if shape == "box":
        return Box((x, scale * y, scale * z))
    return Ellipsoid((0.5 * x, 0.5 * scale * y, 0.5 * scale * z))


def _hull(table: Table, axes: Axes) -> tuple[Hull, Shapes]:
    """Lying cylinders."""
    table.text("source")
    radius, length = table.number("radius"), table.number("length")
    poses = [Pose(center, _ALONG_X) for center in axes.vector(table.numbers("centers", (-1, 3)))]
    cylinder = mesh.cylinder(radius, length, _SEGMENTS, _RINGS, exact_volume=True)
    whole = cylinder.transformed(poses[0])
    for pose in poses[1:]:
        whole = whole.joined(cylinder.transformed(pose))
    return Hull(whole), tuple((Cylinder(radius=radius, length=length), pose) for pose in poses)


def _cross_flow(file: Table) -> CrossFlow | None:
    if not file.has("cross_flow"):
        return None
    table = file.table("cross_flow")
    table.text("source")
    length, strips = table.number("length"), int(table.number("strips"))
    if table.has("draft"):
        beam, draft = table.number("beam"), table.number("draft")
        return CrossFlow.uniform(length, draft, hoerner_coefficient(beam, draft), strips)
    ends = (-0.5 * length, 0.5 * length)
    return CrossFlow.from_profile(
        ends,
        table.number("height"),
        table.number("breadth"),
        table.number("lateral_coefficient"),
        table.number("vertical_coefficient"),
        strips,
    )

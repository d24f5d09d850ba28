"""What the reference parser lets pass and a simulation does not forgive."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding, ModelError
from seaway.inertia import added_mass_ratio
from seaway.sdf import _values as values
from seaway.sdf._document import Document
from seaway.sdf._frames import FrameGraph, PlacedLink, UnresolvedError
from seaway.sdf._views import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Link,
    Model,
    Plugin,
    Source,
    Sphere,
)

__all__ = ["check"]

FORCES: Final = "xyzkmn"
VELOCITIES: Final = "UVWPQR"

_COEFFICIENT: Final = re.compile(r"[xyzkmn](?:Dot)?[UVWPQR](?:(?:abs)?[UVWPQR])?")
# Squares of larger numbers leave the range of doubles.
_LARGEST: Final = 1e150
# A difference of less than this is not worth a word [%].
_WORTH_SAYING: Final = 0.01


@np.errstate(all="ignore")  # numbers too large to compute with are found out by their results
def check(document: Document) -> list[Finding]:
    """Tell all that is wrong with a document, and what is worth a look.

    Errors are what the reference parser refuses too. Warnings are advice that it lacks: a mass matrix that is not
    positive definite, added mass that other schemes cannot stand, moments that do not fit the collision geometry,
    plugin coefficients with the wrong sign, added mass that is counted twice.

    Returns:
        The findings, by file and line.
    """
    findings = list(document.findings)
    for graph in document.graphs:
        for placed in graph.links():
            findings.extend(_link(graph, placed))
        for scope in graph.scopes():
            if isinstance(scope, Model):
                findings.extend(_plugins(graph, scope))
    unique = dict.fromkeys(findings)
    return sorted(unique, key=lambda finding: (str(finding.path or ""), finding.line or 0))


def _warning(source: Source, rule: str, message: str) -> Finding:
    return Finding("warning", source.path, source.line, rule, message)


def _link(graph: FrameGraph, placed: PlacedLink) -> Iterator[Finding]:
    link, inertial = placed.link, placed.link.inertial
    if placed.model.static or inertial.mass_properties.problems():
        return
    name = f"link {placed.name!r}"
    source = link.inertial_source
    c = inertial.c_BoBcm_B.tolist()
    largest = max(abs(value) for value in (inertial.mass, *inertial.I_BBcm_Bcm.ravel().tolist()))
    if not max(largest, inertial.mass * max(abs(value) for value in c) * max(abs(value) for value in c)) < _LARGEST:
        message = f"{name} cannot be simulated: its mass matrix has entries too large to compute with"
        yield _warning(source, "mass-matrix", message)
        return
    yield from _size(graph, link, name)
    if inertial.added_mass is None:
        return
    M = inertial.mass_matrix()
    try:
        for problem in inertial.problems():
            yield _warning(source, "mass-matrix", f"{name} cannot be simulated: {problem}")
        ratio = added_mass_ratio(inertial)
    except (ModelError, np.linalg.LinAlgError):  # LinAlgError: entries too far apart
        return
    if ratio.diverges():
        yield _warning(source, "added-mass-ratio", f"{name}: {ratio}")
    error = M[3:, 3:] - inertial.gz_spatial_matrix()[3:, 3:]
    percent = 100.0 * float(np.max(np.abs(error)) / np.max(np.abs(M[3:, 3:])))
    if percent > _WORTH_SAYING:
        offset = float(np.linalg.norm(inertial.c_BoBcm_B))
        message = (
            f"{name}: the centre of mass is {offset:.3g} m off the link origin, about which the added mass is taken; "
            f"gz-math's SpatialMatrix is not the mass matrix here, its rotational block is off by {percent:.2g} %"
        )
        yield _warning(source, "body-matrix", message)


def _size(graph: FrameGraph, link: Link, name: str) -> Iterator[Finding]:
    """Compare moments with those that masses inside the collision geometry can have.

    All mass at the farthest corner gives the largest moment, m (y² + z²). The smallest has no bound above zero; a
    thousandth of the largest is far less than that of any real body.
    """
    if link.auto_inertia or link.inertial.mass <= 0.0:
        return
    reach = _reach(graph, link)
    if reach is None:
        return
    squares = reach * reach
    largest = link.inertial.mass * (np.sum(squares) - squares)
    moments = np.diagonal(link.inertial.I_BBcm_B)
    for axis, moment, bound in zip("xyz", moments.tolist(), largest.tolist(), strict=True):
        symbol = f"i{axis}{axis} = {moment:.4g} kg m2 of {name}"
        if moment > bound * 1.000001:
            message = (
                f"{symbol} is more than {link.inertial.mass:.4g} kg inside its collision geometry can have "
                f"({bound:.4g}); check the units, and whether the default of 1 is meant"
            )
            yield _warning(link.inertial_source, "inertia-size", message)
            return
        if moment < 1e-3 * bound:
            message = (
                f"{symbol} is less than a thousandth of the largest that its collision geometry allows ({bound:.4g})"
            )
            yield _warning(link.inertial_source, "inertia-size", message)
            return


def _reach(graph: FrameGraph, link: Link) -> Floats | None:
    """How far the collision shapes reach from the centre of mass along each link axis; None where one has no size."""
    reach: Floats | None = None
    for collision in link.collisions:
        half = _half_size(collision.geometry)
        if half is None:
            return None
        try:
            X_LC = graph.pose_within(collision.pose, link)
        except UnresolvedError:
            return None
        # A turned box reaches |R| times its half size along the axes.
        extent = half if X_LC.q[0] == 1.0 else np.abs(X_LC.R) @ half
        part = np.abs(X_LC.p - link.inertial.c_BoBcm_B) + extent
        reach = part if reach is None else np.maximum(reach, part)
    return reach


def _half_size(geometry: Geometry | None) -> Floats | None:
    match geometry:
        case Box(size):
            return 0.5 * np.array(size)
        case Sphere(radius):
            return np.full(3, radius)
        case Ellipsoid(radii):
            return np.array(radii)
        case Cylinder(radius, length) | Cone(radius, length):
            return np.array([radius, radius, length / 2.0])
        case Capsule(radius, length):
            return np.array([radius, radius, length / 2.0 + radius])
        case _:
            return None


def _plugins(graph: FrameGraph, model: Model) -> Iterator[Finding]:
    for plugin in model.plugins:
        if plugin.name.rpartition("::")[2] == "Hydrodynamics" or "hydrodynamics-system" in plugin.filename:
            yield from _hydrodynamics(graph, model, plugin)


def _hydrodynamics(graph: FrameGraph, model: Model, plugin: Plugin) -> Iterator[Finding]:
    """Check gz-sim's Hydrodynamics: its coefficients are Fossen's, negative where they damp."""
    numbers: dict[str, tuple[float, Source]] = {}
    for node in plugin.content.children:
        if not _COEFFICIENT.fullmatch(node.tag):
            continue
        try:
            value = values.number(node.text or "0")
        except ValueError as error:
            yield _warning(node.source, "plugin-value", f"<{node.tag}> of Hydrodynamics {error}")
            continue
        if not abs(value) < _LARGEST:
            message = f"<{node.tag}> of Hydrodynamics must be a number to compute with, got {node.text[:60]!r}"
            yield _warning(node.source, "plugin-value", message)
            continue
        numbers.setdefault(node.tag, (value, node.source))
    for force, velocity in zip(FORCES, VELOCITIES, strict=True):
        for name in (f"{force}{velocity}", f"{force}{velocity}abs{velocity}"):
            value, source = numbers.get(name, (0.0, plugin.source))
            if value > 0.0:
                message = f"<{name}> of Hydrodynamics is {value:g}: it feeds energy in; damping is negative"
                yield _warning(source, "damping-sign", message)
        name = f"{force}{velocity}{velocity}"
        value, source = numbers.get(name, (0.0, plugin.source))
        if value != 0.0:
            message = (
                f"<{name}> of Hydrodynamics is {value:g}: without abs it feeds energy in for one direction of motion; "
                f"<{force}{velocity}abs{velocity}> damps in both"
            )
            yield _warning(source, "damping-sign", message)
    linear = np.array([[numbers.get(f + v, (0.0, plugin.source))[0] for v in VELOCITIES] for f in FORCES])
    if np.all(np.diagonal(linear) <= 0.0) and np.all(np.isfinite(linear)):
        largest = float(np.linalg.eigvalsh(0.5 * (linear + linear.T))[-1])
        if largest > 1e-9 * float(np.max(np.abs(linear))):
            message = (
                "the linear coefficients of Hydrodynamics feed energy in for some motion: "
                f"the largest eigenvalue of their symmetric part is {largest:.4g}, and must not be positive"
            )
            yield _warning(plugin.source, "damping-sign", message)
    off = plugin.content.find("disable_added_mass")
    if off is None or off.text.strip().lower() not in ("true", "1"):
        yield from _plugin_added_mass(graph, model, plugin, numbers)


def _plugin_added_mass(
    graph: FrameGraph, model: Model, plugin: Plugin, numbers: dict[str, tuple[float, Source]]
) -> Iterator[Finding]:
    given = {name: entry for name, entry in numbers.items() if "Dot" in name and entry[0] != 0.0}
    if not given:
        return
    first, source = next(iter(given.items()))[0], next(iter(given.values()))[1]
    node = plugin.content.find("link_name")
    link = None if node is None else graph.find(model, node.text)
    for force, velocity in zip(FORCES, VELOCITIES, strict=True):
        value, place = given.get(f"{force}Dot{velocity}", (0.0, source))
        if value > 0.0:
            message = (
                f"<{force}Dot{velocity}> of Hydrodynamics is {value:g}: Fossen's derivatives are negative for a "
                "positive added mass"
            )
            yield _warning(place, "added-mass-sign", message)
        elif isinstance(link, Link) and -value >= (own := _own_inertia(link, force)) > 0.0:
            message = (
                f"added mass / mass = {-value / own:.3g} by <{force}Dot{velocity}>: "
                "Hydrodynamics applies it as a force from the last acceleration, which diverges at 1"
            )
            yield _warning(place, "added-mass-ratio", message)
    if isinstance(link, Link) and link.inertial.added_mass is not None:
        message = (
            f"link {link.name!r} has <fluid_added_mass>, and Hydrodynamics has <{first}>: "
            "the added mass is counted twice; take it out of the plugin"
        )
        yield _warning(source, "added-mass-twice", message)
    else:
        message = (
            f"<{first}> of Hydrodynamics is deprecated: put the added mass into <fluid_added_mass> of the link, "
            "with the other sign and in its own axes"
        )
        yield _warning(source, "added-mass-plugin", message)


def _own_inertia(link: Link, force: str) -> float:
    """The rigid body's own inertia along or about an axis, about the link origin."""
    axis = FORCES.index(force)
    return link.inertial.mass if axis < 3 else float(link.inertial.I_BBo_B[axis - 3, axis - 3])

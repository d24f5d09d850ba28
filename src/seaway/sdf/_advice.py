"""Warnings beyond libsdformat's rules: valid files that are problematic in simulation."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding, ModelError
from seaway.inertia import added_mass_ratio
from seaway.sdf import _values as values
from seaway.sdf import _views as views
from seaway.sdf._document import Document
from seaway.sdf._frames import FrameGraph, PlacedLink, UnresolvedError

# The coefficients of gz-sim's Hydrodynamics are named by a force and a velocity; those of the diagonal by these pairs.
FORCES: Final = "xyzkmn"
VELOCITIES: Final = "UVWPQR"
_PAIRS: Final = tuple(zip(FORCES, VELOCITIES, strict=True))

_COEFFICIENT: Final = re.compile(r"[xyzkmn](?:Dot)?[UVWPQR](?:(?:abs)?[UVWPQR])?")
# Squares of larger numbers overflow.
_LARGEST: Final = 1e150
# Difference below which there is no warning [%].
_WORTH_SAYING: Final = 0.01

_Numbers = dict[str, tuple[float, views.SourceFile]]


@np.errstate(all="ignore")  # numbers too large to compute with are found out by their results
def check(document: Document) -> list[Finding]:
    """List the errors of a document, and advice.

    Errors are those of libsdformat. Warnings are advice that it lacks: a mass matrix that is not positive definite,
    added mass on which explicit schemes diverge, moments that do not fit the collision geometry, plugin coefficients
    with the wrong sign, added mass counted twice.

    Returns:
        The findings, by file and line.
    """
    findings = list(document.findings)
    for graph in document.graphs:
        for placed in graph.links():
            findings.extend(_link(graph, placed))
        for scope in graph.scopes():
            if isinstance(scope, views.Model):
                for plugin in scope.plugins:
                    if plugin.name.rpartition("::")[2] == "Hydrodynamics" or "hydrodynamics-system" in plugin.filename:
                        findings.extend(_hydrodynamics(graph, scope, plugin))
    return sorted(dict.fromkeys(findings), key=lambda finding: (str(finding.path or ""), finding.line or 0))


def _link(graph: FrameGraph, placed: PlacedLink) -> Iterator[Finding]:
    link, inertial = placed.link, placed.link.inertial
    if placed.model.static or inertial.mass_properties.problems():
        return
    name = f"link {placed.name!r}"
    warning = link.inertial_source.warning
    # Plain floats: a file has thousands of links.
    offset = max(abs(x) for x in inertial.c_BoBcm_B.tolist())
    largest = max(abs(x) for x in (inertial.mass, *inertial.I_BBcm_Bcm.ravel().tolist()))
    if not max(largest, inertial.mass * offset * offset) < _LARGEST:
        yield warning(
            "mass-matrix", f"{name} cannot be simulated: its mass matrix has entries too large to compute with"
        )
        return
    yield from _size(graph, link, name)
    if inertial.added_mass is None:
        return
    M = inertial.mass_matrix()
    try:
        for problem in inertial.problems():
            yield warning("mass-matrix", f"{name} cannot be simulated: {problem}")
        ratio = added_mass_ratio(inertial)
    except (ModelError, np.linalg.LinAlgError):  # LinAlgError: entries too far apart
        return
    if ratio.diverges():
        yield warning("added-mass-ratio", f"{name}: {ratio}")
    error = M[3:, 3:] - inertial.gz_spatial_matrix()[3:, 3:]
    percent = 100.0 * float(np.max(np.abs(error)) / np.max(np.abs(M[3:, 3:])))
    if percent > _WORTH_SAYING:
        distance = float(np.linalg.norm(inertial.c_BoBcm_B))
        yield warning(
            "body-matrix",
            f"{name}: the centre of mass is {distance:.3g} m off the link origin, about which the added mass is taken; "
            f"gz-math's SpatialMatrix is not the mass matrix here, its rotational block is off by {percent:.2g} %",
        )


def _size(graph: FrameGraph, link: views.Link, name: str) -> Iterator[Finding]:
    """Compare moments with those that masses inside the collision geometry can have.

    All mass at the farthest corner gives the largest moment, m (y² + z²). The smallest has no bound above zero; a
    thousandth of the largest is far less than that of any real body.
    """
    reach = None if link.auto_inertia or link.inertial.mass <= 0.0 else _reach(graph, link)
    if reach is None:
        return
    squares = reach * reach
    largest = link.inertial.mass * (np.sum(squares) - squares)
    moments = np.diagonal(link.inertial.I_BBcm_B)
    for axis, moment, bound in zip("xyz", moments.tolist(), largest.tolist(), strict=True):
        if moment > bound * 1.000001:
            rule = (
                f"more than {link.inertial.mass:.4g} kg inside its collision geometry can have ({bound:.4g}); "
                "check the units, and whether the default of 1 is meant"
            )
        elif moment < 1e-3 * bound:
            rule = f"less than a thousandth of the largest that its collision geometry allows ({bound:.4g})"
        else:
            continue
        message = f"i{axis}{axis} = {moment:.4g} kg m2 of {name} is {rule}"
        yield link.inertial_source.warning("inertia-size", message)
        return


def _reach(graph: FrameGraph, link: views.Link) -> Floats | None:
    """Extent of the collision shapes from the centre of mass along each link axis; None if one has no size."""
    extents: list[Floats] = []
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
        extents.append(np.abs(X_LC.p - link.inertial.c_BoBcm_B) + extent)
    return np.max(extents, axis=0) if extents else None


def _half_size(geometry: views.Geometry | None) -> Floats | None:
    match geometry:
        case views.BoxGeometry(size):
            return 0.5 * np.array(size)
        case views.SphereGeometry(radius):
            return np.full(3, radius)
        case views.EllipsoidGeometry(radii):
            return np.array(radii)
        case views.CylinderGeometry(radius, length) | views.ConeGeometry(radius, length):
            return np.array([radius, radius, length / 2.0])
        case views.CapsuleGeometry(radius, length):
            return np.array([radius, radius, length / 2.0 + radius])
        case _:
            return None


def _hydrodynamics(graph: FrameGraph, model: views.Model, plugin: views.Plugin) -> Iterator[Finding]:
    """Check gz-sim's Hydrodynamics: its coefficients are Fossen's, negative if they damp."""
    numbers: _Numbers = {}
    for node in plugin.content.children:
        if not _COEFFICIENT.fullmatch(node.tag):
            continue
        try:
            value = values.number(node.text or "0")
            if not abs(value) < _LARGEST:
                raise ValueError(f"must be a number to compute with, got {node.text[:60]!r}")
            numbers.setdefault(node.tag, (value, node.source))
        except ValueError as error:
            yield node.source.warning("plugin-value", f"<{node.tag}> of Hydrodynamics {error}")
    nothing = (0.0, plugin.source)
    for force, velocity in _PAIRS:
        damping = f"{force}{velocity}abs{velocity}"
        for name in (f"{force}{velocity}", damping):
            value, source = numbers.get(name, nothing)
            if value > 0.0:
                message = f"<{name}> of Hydrodynamics is {value:g}: it feeds energy in; damping is negative"
                yield source.warning("damping-sign", message)
        name = f"{force}{velocity}{velocity}"
        value, source = numbers.get(name, nothing)
        if value != 0.0:
            yield source.warning(
                "damping-sign",
                f"<{name}> of Hydrodynamics is {value:g}: without abs it feeds energy in for one direction of motion; "
                f"<{damping}> damps in both",
            )
    linear = np.array([[numbers.get(f + v, nothing)[0] for v in VELOCITIES] for f in FORCES])
    if np.all(np.diagonal(linear) <= 0.0) and np.all(np.isfinite(linear)):
        largest = float(np.linalg.eigvalsh(0.5 * (linear + linear.T))[-1])
        if largest > 1e-9 * float(np.max(np.abs(linear))):
            yield plugin.source.warning(
                "damping-sign",
                "the linear coefficients of Hydrodynamics feed energy in for some motion: "
                f"the largest eigenvalue of their symmetric part is {largest:.4g}, and must not be positive",
            )
    off = plugin.content.find("disable_added_mass")
    if off is None or off.text.strip().lower() not in ("true", "1"):
        yield from _plugin_added_mass(graph, model, plugin, numbers)


def _plugin_added_mass(
    graph: FrameGraph, model: views.Model, plugin: views.Plugin, numbers: _Numbers
) -> Iterator[Finding]:
    given = {name: entry for name, entry in numbers.items() if "Dot" in name and entry[0] != 0.0}
    if not given:
        return
    first, (_, source) = next(iter(given.items()))
    node = plugin.content.find("link_name")
    link = None if node is None else graph.find(model, node.text)
    link = link if isinstance(link, views.Link) else None
    # The rigid body's own inertia along and about the axes through the link origin.
    own = [0.0] * 6 if link is None else [link.inertial.mass] * 3 + np.diagonal(link.inertial.I_BBo_B).tolist()
    for (force, velocity), inertia in zip(_PAIRS, own, strict=True):
        name = f"{force}Dot{velocity}"
        value, place = given.get(name, (0.0, source))
        if value > 0.0:
            yield place.warning(
                "added-mass-sign",
                f"<{name}> of Hydrodynamics is {value:g}: Fossen's derivatives are negative for a positive added mass",
            )
        elif -value >= inertia > 0.0:
            yield place.warning(
                "added-mass-ratio",
                f"added mass / mass = {-value / inertia:.3g} by <{name}>: "
                "Hydrodynamics applies it as a force from the last acceleration, which diverges at 1",
            )
    if link is not None and link.inertial.added_mass is not None:
        yield source.warning(
            "added-mass-twice",
            f"link {link.name!r} has <fluid_added_mass>, and Hydrodynamics has <{first}>: "
            "the added mass is counted twice; take it out of the plugin",
        )
    else:
        yield source.warning(
            "added-mass-plugin",
            f"<{first}> of Hydrodynamics is deprecated: put the added mass into <fluid_added_mass> of the link, "
            "with the other sign and in its own axes",
        )

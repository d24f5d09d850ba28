"""Water of plugins: gz-sim's Buoyancy, and asv_wave_sim's hydrodynamics."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from seaway._arrays import positive
from seaway.gazebo._bodies import errors_at, located
from seaway.gazebo._parameters import HULL_DAMPING, HULL_PRESSURE_DRAG, TABLES, Parameter, Reading
from seaway.gazebo._plan import Draft, Plan
from seaway.gazebo._plugins import PlacedPlugin
from seaway.gazebo._shapes import BodyCollision, hull_mesh, simple_shape, volume_and_centroid
from seaway.sdf import World
from seaway.vehicle import Buoyancy, Hull, HullDamping, HullFriction, HullPressureDrag

# Air has a thousandth of the density of water. With a larger share than this, the fluid above would carry bodies too.
_LIGHT: Final = 0.01
# Buoyancy in air is reported from this share of the weight of a body.
_REPORTED: Final = 0.01
# Density of the water of asv_wave_sim [kg/m3].
_ASV_DENSITY: Final = 1025.0

# Forces of asv_wave_sim's hydrodynamics: the flag that switches each, and the parameters of its arguments.
_HULL_FORCES: Final[tuple[tuple[str, Any, tuple[Parameter, ...]], ...]] = (
    ("damping_on", HullDamping, HULL_DAMPING),
    ("viscous_drag_on", HullFriction, ()),
    ("pressure_drag_on", HullPressureDrag, HULL_PRESSURE_DRAG),
)


def _enabled(plan: Plan, entries: Sequence[str], path: Sequence[str]) -> bool:
    """Whether ``<enable>`` means a link or collision, by its own scoped name or that of a model around it."""
    whole = f"::{plan.graph.root.name}::{'::'.join(path)}::"
    return not entries or any(f"::{entry}::" in whole for entry in entries)


def _entries(plan: Plan, placed: PlacedPlugin, *, collisions: bool) -> list[str]:
    """The names in ``<enable>``; warns of those that mean nothing that moves."""
    entries = [text for node in placed.node.find_all("enable") if (text := node.text.strip())]
    paths = [member.path for _, member in plan.members()]
    if collisions:
        paths += [(*each.member.path, each.collision.name) for draft in plan.drafts for each in draft.collisions]
    for entry in entries:
        if not any(_enabled(plan, [entry], path) for path in paths):
            message = f"<enable> of {placed.who} names {entry!r}, but nothing that moves has this name"
            plan.warn(placed.source, "enable", message)
    return entries


def buoyancy(plan: Plan, p: PlacedPlugin) -> None:
    """gz-sim's Buoyancy: unbounded water of one density, or water below a surface.

    In unbounded water a body has the volume of its collisions, at their common centroid. With a surface a single box,
    sphere, cylinder or ellipsoid is that shape, and anything else a ``Hull``.
    """
    sea = plan.sea
    if sea.water is not None:
        message = f"Buoyancy is the second plugin with water, the first is at {sea.water.source}; only one is possible"
        raise located(message, p.source)
    sea.water = p
    density, light = p["uniform_fluid_density"], 0.0
    inner = p.inner("graded_buoyancy")
    if inner is not None:
        graded = Reading(inner, *TABLES["graded_buoyancy"])
        plan.report_unknown(graded)
        density, layers = graded["default_density"], list(inner.find_all("density_change"))
        if len(layers) > 1:
            message = f"has {len(layers)} layers; only water with air above it, one <density_change>, is supported"
            raise graded.error("density_change", message)
        for node in layers:
            layer = Reading(node, *TABLES["density_change"])
            light, sea.surface = layer["density"], layer["above_depth"]
            if light < 0.0 or light > _LIGHT * density:
                rule = "the fluid above must have at most a hundredth of it"
                raise layer.error("density", f"is {light:g} kg/m3 over {density:g} below; {rule}")
    with errors_at(p.source, p.who):
        sea.density = positive(density, "the density of the water [kg/m3]")
    entries = _entries(plan, p, collisions=False)
    for draft in plan.drafts:
        chosen = [each for each in draft.collisions if _enabled(plan, entries, each.member.path)]
        if sea.surface is None:
            draft.buoyancy = _submerged(plan, chosen)
        else:
            draft.buoyancy = _one_shape(chosen) or _hull(plan, draft, chosen)
            _report_air(plan, p, draft, light)
    if light > 0.0:
        message = f"the buoyancy above the water ({light:g} kg/m3) is left out: {light / density:.2g} of that below"
        plan.notice(p.source, "air-buoyancy", message)


def unbounded_water(plan: Plan, density: float) -> None:
    """Unbounded water for a document without any: all collisions displace it."""
    plan.sea.density = positive(density, "the density of the water [kg/m3]")
    for draft in plan.drafts:
        draft.buoyancy = _submerged(plan, draft.collisions)


def _report_air(plan: Plan, placed: PlacedPlugin, draft: Draft, density: float) -> None:
    mass = sum(member.link.inertial.mass for member in draft.body.members)
    carried = 0.0 if draft.buoyancy is None else density * draft.buoyancy.volume
    if carried > _REPORTED * mass:
        share = carried / mass if mass > 0.0 else np.inf
        message = f"the buoyancy of {draft.body.name!r} above the water is {share:.3g} of its weight in Gazebo"
        plan.warn(placed.source, "air-buoyancy", f"{message}; here it is left out, and the body falls to the surface")


def _submerged(plan: Plan, chosen: Sequence[BodyCollision]) -> Buoyancy | None:
    """Volume and centroid of all shapes together."""
    alone = _one_shape(chosen)
    if alone is not None:
        return alone
    total, first = 0.0, np.zeros(3)
    for each in chosen:
        with errors_at(each.collision.source, each.label):
            solid = volume_and_centroid(plan.document, each.collision.geometry)
        if solid is None:
            plan.warn(each.collision.source, "collision", each.no_volume)
            continue
        volume, centroid = solid
        total += volume
        first += volume * each.X_BC.point(centroid)
    return Buoyancy(total, first / total) if total > 0.0 else None


def _one_shape(chosen: Sequence[BodyCollision]) -> Buoyancy | None:
    """The buoyancy of a body that is one simple shape; None for any other."""
    if len(chosen) != 1:
        return None
    (each,) = chosen
    with errors_at(each.collision.source, each.label):
        shape = simple_shape(each.collision.geometry)
    return None if shape is None else Buoyancy(None, each.X_BC.p, shape=shape, attitude=each.X_BC.q)


def _hull(plan: Plan, draft: Draft, chosen: Sequence[BodyCollision], *arguments: Any) -> Hull | None:
    """The hull of some collisions."""
    mesh = hull_mesh(plan.document, draft.body, chosen, lambda at, message: plan.warn(at, "collision", message))
    return None if mesh is None else Hull(mesh, *arguments)


def bring_asv_water(plan: Plan, placed: PlacedPlugin) -> None:
    """Let a plugin of asv_wave_sim bring the water, unless there is some."""
    if plan.sea.water is None:
        plan.sea.water, plan.sea.density, plan.sea.surface = placed, _ASV_DENSITY, 0.0


def wave_hydrodynamics(plan: Plan, placed: PlacedPlugin) -> None:
    """asv_wave_sim's hydrodynamics: a ``Hull`` of the collisions with pressure, friction, pressure drag and damping."""
    source, water = placed.source, plan.sea.water
    if water is not None and water.kind == "buoyancy":
        message = f"{placed.who} and Buoyancy at {water.source} together count the buoyancy of the hull twice"
        raise located(f"{message}; leave one out with ignore= (--ignore)", source)
    bring_asv_water(plan, placed)
    inner = placed.inner("hydrodynamics")
    who, flags = TABLES["wave_forces"]
    node = inner or placed.node
    p = Reading(node, who, flags)
    if inner is not None:
        plan.report_unknown(placed, p)
    with errors_at(source, who):
        forces = [made(**Reading(node, who, table).arguments()) for flag, made, table in _HULL_FORCES if p[flag]]
    entries = _entries(plan, placed, collisions=True)
    for draft in plan.drafts:
        chosen = [
            each
            for each in draft.collisions
            if (isinstance(placed.scope, World) or any(model is placed.scope for model in each.member.models))
            and _enabled(plan, entries, (*each.member.path, each.collision.name))
        ]
        if not chosen:
            continue
        if draft.buoyancy is not None:
            message = f"{draft.body.name!r} has {who} twice; give it once, with all names in <enable>"
            raise located(message, source)
        draft.buoyancy = _hull(plan, draft, chosen, "hydrostatic", forces)
    message = f"{who} uses exact pressure on fine meshes, and velocities through the water"
    plan.notice(source, "asv", f"{message}; Hull(..., compat='asv') reproduces its own numbers")

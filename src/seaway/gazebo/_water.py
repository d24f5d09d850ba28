"""From plugins to the water: gz-sim's Buoyancy, and asv_wave_sim's hydrodynamics and waves."""

import warnings
from collections.abc import Callable, Sequence
from math import atan2, hypot, pi, radians, sqrt
from typing import Final

import numpy as np

from seaway import sdf
from seaway._arrays import Floats, positive
from seaway.errors import MeshError, ModelError, SeawayWarning
from seaway.frames import Pose
from seaway.gazebo._bodies import Member, Notes, collision_meshes, located, pose_in_link
from seaway.gazebo._plan import Draft, Plan
from seaway.gazebo._plugins import Parameters, PlacedPlugin, title
from seaway.gazebo._shapes import joined
from seaway.sdf import Collision, Source, World
from seaway.sea import Eckv, PiersonMoskowitz, Spreading, Waves
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._extents import Box, Cylinder, Ellipsoid, Extent, Sphere
from seaway.vehicle._hull import Hull
from seaway.vehicle._hull_laws import HullDamping, HullFriction, HullLaw, HullPressureDrag

__all__ = ["buoyancy", "endless_water", "wave_hydrodynamics", "waves"]

# Air has a thousandth of the density of water. Of anything heavier on top than this share the water would not be the
# only one to carry.
_LIGHT: Final = 0.01
# The buoyancy in air of a body is told of from this share of its weight on.
_TOLD: Final = 0.01
# Of asv_wave_sim: density of its water [kg/m3], narrowness of its spreading, components that stand for its grid.
_ASV_DENSITY: Final = 1025.0
_ASV_SPREADING: Final = 5.0
_ASV_COMPONENTS: Final = 200

_Chosen = tuple[Member, Pose, Collision]
_Wanted = Callable[[Member, Collision], bool]


def _enabled(plan: Plan, entries: Sequence[str], path: tuple[str, ...]) -> bool:
    """Whether a link or collision is meant by an ``<enable>``: by its own name or that of a model around it, scoped."""
    if not entries:
        return True
    whole = f"::{plan.graph.root.name}::{'::'.join(path)}::"
    return any(f"::{entry}::" in whole for entry in entries)


def _check_entries(plan: Plan, placed: PlacedPlugin, entries: Sequence[str], collisions: bool) -> None:
    """Warn of an ``<enable>`` that means nothing that moves."""
    paths = [member.path for _, member in plan.members()]
    if collisions:
        paths += [(*member.path, shape.name) for _, member in plan.members() for shape in member.link.collisions]
    for entry in entries:
        if not any(_enabled(plan, [entry], path) for path in paths):
            message = f"<enable> of {title(placed.plugin)} names {entry!r}, which nothing that moves is called"
            plan.warn(placed.plugin.source, "enable", message)


def buoyancy(plan: Plan, placed: PlacedPlugin) -> None:
    """gz-sim's Buoyancy: water of one density without end, or water below a height.

    In water without end a body has the volume of its collisions, at their common centre. With a surface one box,
    sphere, cylinder or ellipsoid is that shape, and anything else a ``Hull``.
    """
    source = placed.plugin.source
    if plan.sea.water is not None:
        where = plan.sea.water.plugin.source
        raise located(f"Buoyancy is the second plugin with water, the first is at {where}; there can be one", source)
    plan.sea.water = placed
    p = Parameters(placed.plugin.content, "Buoyancy")
    entries = p.texts("enable")
    graded = p.inner("graded_buoyancy")
    density = p.number("uniform_fluid_density", 1000.0)
    light = 0.0
    if graded is not None:
        density = graded.number("default_density", 1000.0)
        layers = list(graded.node.find_all("density_change"))
        graded.passed("density_change")
        for node in graded.left():
            plan.warn(node.source, "plugin-parameter", f"<{node.tag}> of {graded.who} is not known and has no effect")
        if len(layers) > 1:
            message = f"has {len(layers)} layers; water with air above it, one <density_change>, can be simulated"
            raise graded.error("density_change", message)
        if layers:
            layer = Parameters(layers[0], "<density_change> of Buoyancy")
            light = layer.number("density", 1.0)
            plan.sea.surface = layer.number("above_depth", 0.0)
            if light < 0.0 or light > _LIGHT * density:
                message = (
                    f"is {light:g} kg/m3 over {density:g} below; what is above must be light, with at most a hundredth "
                    "of the density of the water"
                )
                raise layer.error("density", message)
    for node in p.left():
        plan.warn(node.source, "plugin-parameter", f"<{node.tag}> of Buoyancy is not known and has no effect")
    with plan.reading(placed):
        plan.sea.density = positive(density, "the density of the water [kg/m3]")
    _check_entries(plan, placed, entries, collisions=False)
    for draft in plan.drafts:
        chosen = _collisions(draft, lambda member, _: _enabled(plan, entries, member.path))
        if not chosen:
            continue
        if plan.sea.surface is None:
            draft.buoyancy = _submerged(plan, chosen)
        else:
            draft.buoyancy = _floating(plan, draft, chosen)
            _tell_of_air(plan, placed, draft, light)
    if light > 0.0:
        message = f"the buoyancy in what is above the water, of {light:g} kg/m3, is left out: {light / density:.2g} of"
        plan.notice(source, "air-buoyancy", f"{message} that in the water")


def endless_water(plan: Plan, density: float) -> None:
    """Water of one density without end, where no plugin brings any: all collisions displace it."""
    plan.sea.density = positive(density, "the density of the water [kg/m3]")
    for draft in plan.drafts:
        draft.buoyancy = _submerged(plan, _collisions(draft, lambda _member, _collision: True))


def _collisions(draft: Draft, wanted: _Wanted) -> list[_Chosen]:
    return [
        (member, draft.poses[id(member.link)], collision)
        for member in draft.body.members
        for collision in member.link.collisions
        if wanted(member, collision)
    ]


def _tell_of_air(plan: Plan, placed: PlacedPlugin, draft: Draft, density: float) -> None:
    mass = sum(member.link.inertial.mass for member in draft.body.members)
    carried = 0.0 if draft.buoyancy is None else density * draft.buoyancy.volume
    if carried > _TOLD * mass:
        share = carried / mass if mass > 0.0 else np.inf
        message = (
            f"the buoyancy of {draft.body.name!r} above the water is {share:.3g} of its weight in Gazebo; here it is "
            "left out, and the body falls to the surface"
        )
        plan.warn(placed.plugin.source, "air-buoyancy", message)


def _solid(plan: Plan, collision: Collision) -> tuple[float, Floats] | None:
    """Volume and centroid of a collision, in its own frame; None for one without a volume. Round shapes are exact."""
    origin = np.zeros(3)
    match collision.geometry:
        case sdf.Box(size):
            return Box(size).volume, origin
        case sdf.Sphere(radius):
            return Sphere(radius).volume, origin
        case sdf.Ellipsoid(radii):
            return Ellipsoid(radii).volume, origin
        case sdf.Cylinder(radius, length):
            return Cylinder(radius=radius, length=length).volume, origin
        case sdf.Capsule(radius, length):
            return Cylinder(radius=radius, length=length).volume + Sphere(radius).volume, origin
        case sdf.Cone(radius, length):
            # A third of the cylinder; its centroid is a quarter of the height above the base.
            return Cylinder(radius=radius, length=length).volume / 3.0, np.array([0.0, 0.0, -0.25 * length])
        case sdf.Mesh():
            solid = plan.document.mesh(collision.geometry)
            return solid.volume, solid.centroid
        case _:
            return None


def _submerged(plan: Plan, chosen: Sequence[_Chosen]) -> Buoyancy | None:
    alone = _one_shape(plan, chosen)
    if alone is not None:
        return alone
    total, first = 0.0, np.zeros(3)
    for member, X_BL, collision in chosen:
        try:
            solid = _solid(plan, collision)
        except (MeshError, ModelError) as error:
            raise _shape_error(member, collision, error) from None
        if solid is None:
            _tell_of_none(plan, member, collision)
            continue
        volume, center = solid
        total += volume
        first += volume * (X_BL @ pose_in_link(plan.graph, member.link, collision)).point(center)
    return Buoyancy(total, first / total) if total > 0.0 else None


def _extent(collision: Collision) -> Extent | None:
    match collision.geometry:
        case sdf.Box(size):
            return Box(size)
        case sdf.Sphere(radius):
            return Sphere(radius)
        case sdf.Ellipsoid(radii):
            return Ellipsoid(radii)
        case sdf.Cylinder(radius, length):
            return Cylinder(radius=radius, length=length)
        case _:
            return None


def _one_shape(plan: Plan, chosen: Sequence[_Chosen]) -> Buoyancy | None:
    """The buoyancy of a body that is one simple shape; None for any other."""
    if len(chosen) != 1:
        return None
    member, X_BL, collision = chosen[0]
    try:
        extent = _extent(collision)
    except ModelError as error:
        raise _shape_error(member, collision, error) from None
    if extent is None:
        return None
    X_BC = X_BL @ pose_in_link(plan.graph, member.link, collision)
    return Buoyancy(None, X_BC.p, extent, X_BC.q)


def _floating(plan: Plan, draft: Draft, chosen: Sequence[_Chosen]) -> Buoyancy | Hull | None:
    alone = _one_shape(plan, chosen)
    return _hull(plan, draft, chosen) if alone is None else alone


def _hull(plan: Plan, draft: Draft, chosen: Sequence[_Chosen], laws: Sequence[HullLaw] | None = None) -> Hull | None:
    """The hull of some collisions; with laws, one as asv_wave_sim has it, whose pressure is hydrostatic."""
    notes: Notes = []
    body = draft.body
    parts = collision_meshes(plan.document, plan.graph, body.name, body.base, chosen, notes)
    for source, note in notes:
        plan.warn(source, "collision", note)
    if not parts:
        return None
    try:
        mesh = joined(parts)
    except MeshError as error:
        raise located(f"{body.name!r}: {error}", body.base.source) from None
    return Hull(mesh) if laws is None else Hull(mesh, "hydrostatic", laws)


def _shape_error(member: Member, collision: Collision, error: Exception) -> Exception:
    return located(f"collision {collision.name!r} of link {member.name!r}: {error}", collision.source)


def _tell_of_none(plan: Plan, member: Member, collision: Collision) -> None:
    message = f"collision {collision.name!r} of link {member.name!r} has no volume here, and is left out"
    plan.warn(collision.source, "collision", message)


def wave_hydrodynamics(plan: Plan, placed: PlacedPlugin) -> None:
    """asv_wave_sim's hydrodynamics: pressure, friction, pressure drag and damping on the collisions as a ``Hull``."""
    source = placed.plugin.source
    if plan.sea.water is not None and plan.sea.water.kind == "buoyancy":
        where = plan.sea.water.plugin.source
        message = f"asv_wave_sim's hydrodynamics has the buoyancy of the hull, and so has Buoyancy at {where}"
        raise located(f"{message}; both together carry it twice, leave one out with ignore= (--ignore)", source)
    if plan.sea.water is None:
        plan.sea.water, plan.sea.density, plan.sea.surface = placed, _ASV_DENSITY, 0.0
    p = Parameters(placed.plugin.content, "asv_wave_sim's hydrodynamics")
    entries = p.texts("enable")
    p.passed("markers", "wave_model")
    given = p.inner("hydrodynamics") or Parameters(placed.plugin.content, p.who)
    laws: list[HullLaw] = []
    with plan.reading(placed):
        if given.flag("damping_on", True):
            names = ("cDampL1", "cDampL2", "cDampR1", "cDampR2")
            laws.append(HullDamping(*(given.number(name, 1e-6) for name in names)))
        if given.flag("viscous_drag_on", True):
            laws.append(HullFriction())
        if given.flag("pressure_drag_on", True):
            laws.append(
                HullPressureDrag(
                    given.number("cPDrag1", 100.0),
                    given.number("cPDrag2", 100.0),
                    given.number("fPDrag", 0.4),
                    given.number("cSDrag1", 100.0),
                    given.number("cSDrag2", 100.0),
                    given.number("fSDrag", 0.4),
                    given.number("vRDrag", 1.0),
                )
            )
    if given.node is not p.node:
        coefficients = "cDampL1 cDampL2 cDampR1 cDampR2 cPDrag1 cPDrag2 fPDrag cSDrag1 cSDrag2 fSDrag vRDrag"
        given.passed(*coefficients.split(), "slamming_on")
        for node in (*p.left(), *given.left()):
            plan.warn(node.source, "plugin-parameter", f"<{node.tag}> of {p.who} is not known and has no effect")
    _check_entries(plan, placed, entries, collisions=True)
    of_model = None if isinstance(placed.scope, World) else placed.scope
    for draft in plan.drafts:
        chosen = _collisions(
            draft,
            lambda member, collision: (
                (of_model is None or any(model is of_model for model in member.models))
                and (_enabled(plan, entries, member.path) or _enabled(plan, entries, (*member.path, collision.name)))
            ),
        )
        if not chosen:
            continue
        if draft.buoyancy is not None:
            message = f"{draft.body.name!r} has asv_wave_sim's hydrodynamics twice; give it once, with all in <enable>"
            raise located(message, source)
        draft.buoyancy = _hull(plan, draft, chosen, laws)
    message = (
        "asv_wave_sim's hydrodynamics is taken with exact pressure on fine meshes, and with velocities through the "
        "water; for its own numbers take Hull(..., compat='asv')"
    )
    plan.notice(source, "asv", message)


def waves(plan: Plan, placed: PlacedPlugin, seed: int) -> None:
    """asv_wave_sim's waves: one Airy wave, Gerstner's, or a random sea from the spectrum that the wind gives."""
    source = placed.plugin.source
    if plan.sea.waves is not None:
        raise located("there are two plugins with waves; a sea has one", source)
    if plan.sea.water is not None and plan.sea.surface is None:
        message = f"waves need a surface, and the water of {title(plan.sea.water.plugin)} at"
        raise located(
            f"{message} {plan.sea.water.plugin.source} has none; leave one out with ignore= (--ignore)", source
        )
    if plan.sea.water is None:
        plan.sea.water, plan.sea.density, plan.sea.surface = placed, _ASV_DENSITY, 0.0
    outer = Parameters(placed.plugin.content, "asv_wave_sim's waves")
    p = outer.inner("wave") or Parameters(placed.plugin.content, outer.who)
    algorithm = p.text("algorithm", "fft")
    g = plan.sea.gravity
    with plan.reading(placed), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SeawayWarning)
        match algorithm:
            case "sinusoid" | "linear_regular":
                plan.sea.waves = _regular(p, g)
            case "trochoid" | "trochoid_irregular":
                plan.sea.waves = _trochoid(p, g)
            case "linear_random":
                plan.sea.waves = _random(plan, p, source, g, seed)
            case "fft" | "linear_random_fft":
                plan.sea.waves = _grid(plan, p, source, g, seed)
            case _:
                raise p.error("algorithm", f"must be sinusoid, trochoid, linear_random or fft, got {algorithm!r}")
    for warning in caught:
        plan.warn(source, "waves", str(warning.message))
    if plan.sea.water.kind == "buoyancy":
        message = "the waves carry what floats by Buoyancy as well; in Gazebo its surface is flat"
        plan.warn(source, "waves-buoyancy", message)


def _direction(p: Parameters) -> float:
    x, y = p.vector("direction", (1.0, 0.0))
    if x == y == 0.0:
        raise p.error("direction", "must point somewhere, got 0 0")
    return atan2(y, x)


def _regular(p: Parameters, gravity: float) -> Waves | None:
    amplitude = p.number("amplitude", 0.0)
    period = p.number("period", 1.0)
    return (
        Waves.regular(2.0 * amplitude, period, direction=_direction(p), gravity=gravity) if amplitude != 0.0 else None
    )


def _trochoid(p: Parameters, gravity: float) -> Waves | None:
    """N waves about the middle one: each ``scale`` times as long and high as the one before, turned by ``angle``."""
    amplitude, period, phase = p.number("amplitude", 0.0), p.number("period", 1.0), p.number("phase", 0.0)
    count, steepness = _count(p), p.number("steepness", 1.0)
    scale, angle = positive(p.number("scale", 2.0), "the scale of waves"), p.number("angle", 2.0 * pi / 10.0)
    direction = _direction(p)
    if amplitude == 0.0:
        return None
    n = np.arange(count) - count // 2
    s = scale ** n.astype(np.float64)
    a, k = amplitude * s, (2.0 * pi / positive(period, "the period of waves [s]")) ** 2 / gravity / s
    q = np.minimum(1.0, steepness / (a * k * count))
    return Waves.gerstner(
        2.0 * a, 2.0 * pi / np.sqrt(gravity * k), direction=direction + n * angle, phase=phase, q=q, gravity=gravity
    )


def _count(p: Parameters) -> int:
    count = p.number("number", 1.0)
    if count < 1.0 or count != int(count):
        raise p.error("number", f"must be a whole number >= 1, got {count:g}")
    return int(count)


def _wind(p: Parameters) -> tuple[float, float]:
    """Speed [m/s] and direction [rad] of the wind that makes the waves."""
    x, y = p.vector("wind_velocity", (5.0, 0.0))
    speed, angle = hypot(x, y), atan2(y, x)
    if p.has("wind_speed") or p.has("wind_angle_deg"):
        speed, angle = p.number("wind_speed", 5.0), radians(p.number("wind_angle_deg", 0.0))
    return speed, angle


def _random(plan: Plan, p: Parameters, source: Source, gravity: float, seed: int) -> Waves | None:
    speed, angle = _wind(p)
    count = _count(p)
    if speed == 0.0:
        return None
    spectrum = PiersonMoskowitz.from_wind(speed, gravity)
    height = spectrum.significant_height
    message = (
        f"linear_random: {count} waves of Pierson and Moskowitz under {speed:g} m/s, Hs {height:.3g} m, with "
        f"frequencies and phases of the seed {seed}; not the phases of asv_wave_sim"
    )
    plan.notice(source, "waves", message)
    return Waves.irregular(spectrum, count, direction=angle, seed=seed, gravity=gravity, method="equal_spacing")


def _grid(plan: Plan, p: Parameters, source: Source, gravity: float, seed: int) -> Waves | None:
    speed, angle = _wind(p)
    if speed == 0.0:
        return None
    spectrum = Eckv(speed, gravity=gravity)
    height = 4.0 * sqrt(spectrum.moment(0))
    message = (
        f"fft: {_ASV_COMPONENTS} waves of the ECKV spectrum under {speed:g} m/s, Hs {height:.3g} m, spread by cos-2s "
        f"with s = {_ASV_SPREADING:g}, seed {seed}, stand for the grid of asv_wave_sim; its sharp crests (steepness) "
        "are left out"
    )
    plan.notice(source, "waves", message)
    spreading = Spreading(_ASV_SPREADING)
    return Waves.irregular(spectrum, _ASV_COMPONENTS, direction=angle, spreading=spreading, seed=seed, gravity=gravity)

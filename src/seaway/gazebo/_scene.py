"""A scene from an SDFormat document: vehicles, the sea, and the initial state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, get_args

import numpy as np

from seaway._arrays import Floats, frozen, text
from seaway.errors import Finding, ModelError, SdfError, warn
from seaway.frames import Pose
from seaway.gazebo import _density, _forces, _water, _waves
from seaway.gazebo._bodies import bodies, errors_at, located
from seaway.gazebo._joints import add_world_joint, find_driven, held_joints
from seaway.gazebo._plan import Draft, Plan, Propeller, SceneWrench, SeaDraft
from seaway.gazebo._plugins import PlacedPlugin, kind_of, named_by, title
from seaway.sdf import Document, World
from seaway.sdf._frames import FrameGraph
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Hull, Vehicle

# Handlers of the plugins, in this order: forces depend on the water.
_WATER_READERS: Final[dict[str, Callable[[Plan, PlacedPlugin], None]]] = {
    "buoyancy": _water.buoyancy,
    "wave_hydrodynamics": _water.wave_hydrodynamics,
    "waves": _waves.waves,
}
_FORCE_READERS: Final[dict[str, Callable[[Plan, PlacedPlugin], None]]] = {
    "hydrodynamics": _forces.hydrodynamics,
    "thruster": _forces.thruster,
    "lift_drag": _forces.lift_drag,
    "wind_effects": _forces.wind_effects,
    "apply_link_wrench": _forces.apply_link_wrench,
    "joint_controller": _forces.joint_controller,
}
# Kinds whose unknown parameters are not reported: their elements are not, or only partly, listed.
_UNLISTED: Final = ("wave_hydrodynamics", "waves", "joint_controller")

# SDFormat's default gravity, for a file without a world [m/s2].
_GRAVITY: Final = 9.8
# gz-sim's default density of water [kg/m3].
_DENSITY: Final = 1000.0
# Findings with such a rule report how something was done; the others may change the motion.
_NOTICE: Final = "notice-"


@dataclass(frozen=True, eq=False)
class Scene:
    """The contents of a document, ready to be simulated.

    Attributes:
        vehicles: Vehicles, one for each group of rigidly connected links.
        sea: Sea that they share.
        poses: Initial pose X_WB of each vehicle.
        velocities: Initial velocity (v_WB_B, w_WB_B) of each vehicle [m/s, rad/s], (vehicle, 6); zero, since SDFormat
            has none.
        time_step: Time step of the world [s]; None if unknown.
        commands: Initial commands of actuators by name; default: 0.
        wrenches: Constant forces and torques.
        findings: How plugins were interpreted, and what differs from Gazebo. Rules that start with ``notice-`` report
            how something was done; the others may change the motion, or with the rule ``visual`` what is drawn.
    """

    vehicles: tuple[Vehicle, ...]
    sea: Sea
    poses: tuple[Pose, ...]
    velocities: Floats
    time_step: float | None = None
    commands: dict[str, float] = field(default_factory=dict[str, float])
    wrenches: tuple[SceneWrench, ...] = ()
    findings: tuple[Finding, ...] = ()


def vehicles(
    document: Document,
    *,
    freeze_joints: bool = False,
    ignore: Sequence[str] = (),
    propeller: Propeller = "thrust",
    seed: int = 0,
) -> tuple[Vehicle, ...]:
    """Make the vehicles of an SDFormat document; ``scene`` also returns their sea and poses.

    Warns:
        SeawayWarning: For each finding that may change the motion or what is drawn.
    """
    made = scene(document, freeze_joints=freeze_joints, ignore=ignore, propeller=propeller, seed=seed)
    for finding in made.findings:
        if not finding.rule.startswith(_NOTICE):
            warn(str(finding))
    return made.vehicles


@np.errstate(all="ignore")  # an overflow is refused as an impossible body
def scene(
    document: Document,
    *,
    freeze_joints: bool = False,
    ignore: Sequence[str] = (),
    propeller: Propeller = "thrust",
    seed: int = 0,
    water: float | None = None,
) -> Scene:
    """Make vehicles, sea and initial state from an SDFormat world or model.

    Links joined by fixed joints become one ``Vehicle`` with the exact sum of their inertia; so do the propellers of
    thrusters and what the control joints of fins move. Each force keeps the frame of the link that it was written for.
    Plugins are identified by file name or class, also those of Ignition; the documentation's page on Gazebo lists what
    each becomes. Bodies are named as in ``hulls``, thrusters and fins after their joints.

    Args:
        document: Document, from ``seaway.sdf.load``.
        freeze_joints: Treat joints that would move as fixed, at the pose of the file.
        ignore: Names to leave out: a plugin by its file name or class (``"MulticopterMotorModel"``); a joint,
            whose two sides then move freely; a vehicle; ``"gravity"``, ``"kinematic"`` and ``"alpha_2"``, the elements
            of links and thrusters.
        propeller: ``"thrust"``: the commanded thrust acts at once, as in gz-sim; ``"pid"``: a controller with the gains
            of the plugin turns the propeller, whose speed gives the thrust.
        seed: Seed of random waves.
        water: Density of unbounded water [kg/m3] for a document that brings none, such as a single model; default: no
            water.

    Returns:
        The scene; its ``findings`` report how it was made.

    Raises:
        SdfError: The document is not valid, does not have exactly one world or model, or contains something that would
            change the motion and cannot be simulated: a joint that is free to move, an unknown plugin, an unusable
            parameter. The message has file and line, and what to do.
        ModelError: An argument is invalid.

    Example:
        >>> from seaway import gazebo, sdf
        >>> text = '''<sdf version="1.11"><world name="sea">
        ...   <plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy">
        ...     <uniform_fluid_density>1025</uniform_fluid_density>
        ...   </plugin>
        ...   <model name="ball"><link name="body"><inertial><mass>40</mass></inertial>
        ...     <collision name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision>
        ...   </link></model>
        ... </world></sdf>'''
        >>> scene = gazebo.scene(sdf.loads(text))
        >>> scene.vehicles[0].name, scene.sea.density, round(scene.vehicles[0].buoyancy.volume, 4)
        ('ball', 1025.0, 0.0335)
    """
    _check_arguments(document, ignore, propeller)
    document.require_valid()
    if len(document.graphs) != 1:
        names = ", ".join(repr(graph.root.name) for graph in document.graphs) or "none"
        message = f"a scene is made from one world or model, this document has {len(document.graphs)}: {names}"
        raise SdfError(message, path=document.path)
    graph = document.graphs[0]
    plan = Plan(document, SeaDraft(_gravity(graph), _DENSITY), tuple(ignore), propeller, seed)
    problems: list[SdfError] = []
    _find_plugins(plan, problems)
    find_driven(plan)
    for body in bodies(graph, held_joints(plan, freeze_joints, problems)):
        if plan.ignored(body.name):
            plan.warn(body.base.source, "ignored", f"{body.name!r} is left out, as requested")
            plan.absent.update(id(member.link) for member in body.members)
        else:
            plan.add(body)
    if problems:
        raise _combined(problems)
    for joint in plan.world_joints:
        add_world_joint(plan, joint)
    _check_links(plan)
    _forces.name_actuators(plan)
    if water is not None and not any(placed.kind in _WATER_READERS for placed in plan.plugins):
        _water.unbounded_water(plan, water)
    _read_plugins(plan, _WATER_READERS)
    _density.set_reference_densities(plan)
    _read_plugins(plan, _FORCE_READERS)
    _density.report_reference_densities(plan, water)
    _balance_weightless_links(plan)
    _report_dropped(plan)
    return _scene(plan)


def _check_arguments(document: Any, ignore: Any, propeller: Any) -> None:
    if not isinstance(document, Document):
        raise ModelError(f"vehicles are made from a Document, e.g. seaway.sdf.load('boat.sdf'), got {document!r}")
    if isinstance(ignore, str) or not all(isinstance(name, str) for name in ignore):
        raise ModelError(f"ignore must be a list of names, e.g. ignore=['MyPlugin'], got {ignore!r}")
    if propeller not in get_args(Propeller):
        raise ModelError(f"there is no propeller {propeller!r}; there are: {', '.join(get_args(Propeller))}")


def _gravity(graph: FrameGraph) -> float:
    if not isinstance(graph.root, World):
        return _GRAVITY
    x, y, z = graph.root.gravity
    if x != 0.0 or y != 0.0 or z > 0.0:
        got = text(np.array(graph.root.gravity))
        raise located(f"<gravity> of the world must point along -z, got {got}; rotate the world", graph.root.source)
    return 0.0 - z


def _combined(problems: list[SdfError]) -> SdfError:
    first, more = problems[0], len(problems) - 1
    # Without their remedies, which are those of the first.
    others = "; ".join(str(error).partition(", and")[0] for error in problems[1:4])
    also = f" (and {more} more like this: {others}{' ...' if more > 3 else ''})" if more else ""
    return SdfError(first.message + also, path=first.path, line=first.line)


def _find_plugins(plan: Plan, problems: list[SdfError]) -> None:
    """Find the plugins that act; an unknown one is a problem unless it is ignored."""
    for scope in plan.graph.scopes():
        for plugin in scope.plugins:
            kind, name = kind_of(plugin), named_by(plugin, plan.ignore)
            what = f"plugin {plugin.name!r} of {plugin.filename!r}"
            if name is not None:
                plan.heeded.add(name)
                if kind != "harmless":
                    plan.warn(plugin.source, "ignored", f"{what} is left out, as requested with ignore=[{name!r}]")
            elif kind is None:
                remedy = f"leave it out with ignore=[{title(plugin)!r}] (--ignore) [plugin-unknown]"
                problems.append(located(f"{what} is unknown, and may change the motion; {remedy}", plugin.source))
            elif kind != "harmless":
                plan.plugins.append(PlacedPlugin(plugin, scope, kind))


def _read_plugins(plan: Plan, readers: dict[str, Callable[[Plan, PlacedPlugin], None]]) -> None:
    for kind, read in readers.items():
        for placed in plan.plugins:
            if placed.kind == kind:
                plan.report_unknown(*(() if kind in _UNLISTED else (placed,)))
                read(plan, placed)


def _check_links(plan: Plan) -> None:
    """Refuse kinematic links; sum up the mass of links without gravity."""
    for draft, member in plan.members():
        link = member.link
        if link.kinematic:
            message = f"link {member.name!r} is <kinematic>; here forces move it"
            if not plan.ignored("kinematic"):
                raise located(f"{message}. Accept this with ignore=['kinematic'] (--ignore)", link.source)
            plan.warn(link.source, "ignored", f"{message}, as requested")
        if not link.gravity and plan.sea.gravity > 0.0:
            center = draft.poses[id(link)].point(link.inertial.c_BoBcm_B)
            draft.weightless += link.inertial.mass * np.array([1.0, *center])


def _balance_weightless_links(plan: Plan) -> None:
    """Carry links without gravity by a buoyancy of their weight, which is exact in unbounded water."""
    for draft in plan.drafts:
        mass, center = float(draft.weightless[0]), draft.weightless[1:]
        if mass == 0.0:
            continue
        base, before = draft.body.base, draft.buoyancy
        message = f"{draft.body.name!r} has links without <gravity>, of {mass:g} kg"
        if plan.sea.surface is not None or isinstance(before, Hull):
            if not plan.ignored("gravity"):
                remedy = "in a sea with a surface all have their weight. Accept this with ignore=['gravity'] (--ignore)"
                raise located(f"{message}; {remedy}", base.source)
            plan.warn(base.source, "ignored", f"{message}; here they have their weight, as requested")
            continue
        volume, first = mass / plan.sea.density, center / plan.sea.density
        if before is not None:
            volume, first = volume + before.volume, first + before.volume * before.center
        draft.buoyancy = Buoyancy(volume, first / volume)
        plan.notice(base.source, "gravity", f"{message}; a buoyancy of the same weight carries them")


def _report_dropped(plan: Plan) -> None:
    """Report missing contact and water, names in ``ignore`` without effect, and what current and wind act on."""
    source, sea = plan.graph.root.source, plan.sea
    passed = plan.absent | {id(member.link) for _, member in plan.members()}
    standing = [each.name for each in plan.document.links if id(each.link) not in passed and each.link.collisions]
    if standing and plan.drafts:
        message = f"{standing[0]!r} has collisions and cannot move; contact is not simulated, so bodies pass through it"
        plan.warn(source, "contact", message)
    falling = (draft for draft in plan.drafts if draft.buoyancy is None and draft.world_joint is None)
    dry = [repr(draft.body.name) for draft in falling if draft.collisions]
    if dry and sea.gravity > 0.0:
        reason = (
            "no plugin brings water; they fall. Add the plugin Buoyancy to the world, or name the file in a scenario "
            "with a [sea]"
            if sea.water is None
            else "the water is not enabled for them; they fall. Name them in <enable> of the plugin Buoyancy"
        )
        some = f"{', '.join(dry[:5])}{' and others' if len(dry) > 5 else ''}"
        plan.warn(source, "no-buoyancy", f"{some}: no buoyancy, since {reason}")
    if sea.current is not None and any(sea.current[0]):
        at = sea.current[1].source
        message = "the current acts on every vehicle and its added mass; in gz-sim only on links with Hydrodynamics"
        plan.notice(at, "current", message)
        if any(draft.fins for draft in plan.drafts):
            plan.notice(at, "current", "LiftDrag feels the wind and not the current, as in gz-sim")
    for name in (name for name in plan.ignore if name not in plan.heeded):
        plan.warn(source, "ignored", f"ignore=[{name!r}] has no effect: no plugin, joint or vehicle has this name")


def _scene(plan: Plan) -> Scene:
    root, sea = plan.graph.root, plan.sea
    places = {id(placed.link): placed.X_WL for placed in plan.document.links}
    made = _vehicles(plan)
    poses: list[Pose] = []
    for draft, _ in made:
        base = draft.body.base
        X_WB = places[id(base)]
        if X_WB is None:
            raise located(f"the pose of link {base.name!r} is unknown", base.source)
        poses.append(X_WB)
    wind = root.wind if isinstance(root, World) and any(root.wind) else None
    current = sea.current[0] if sea.current is not None and any(sea.current[0]) else None
    with errors_at(root.source):
        around = Sea(sea.density, sea.gravity, surface=sea.surface, current=current, waves=sea.waves, wind=wind)
    return Scene(
        tuple(vehicle for _, vehicle in made),
        around,
        tuple(poses),
        frozen(np.zeros((len(made), 6))),
        root.max_step_size if isinstance(root, World) else None,
        wrenches=tuple(plan.wrenches),
        findings=tuple(dict.fromkeys(plan.findings)),
    )


def _vehicles(plan: Plan) -> list[tuple[Draft, Vehicle]]:
    """All vehicles; those with an impossible inertia are left out with a warning, unless there is no other."""
    found, first = list[tuple[Draft, Vehicle]](), None
    for draft in plan.drafts:
        try:
            found.append((draft, draft.vehicle()))
        except SdfError as error:
            # Without contact the others move as they would beside it.
            plan.warn(draft.body.base.inertial_source, "impossible-body", f"{error.message}. It is left out")
            plan.wrenches = [wrench for wrench in plan.wrenches if wrench.vehicle != draft.body.name]
            first = first or error
    if first is not None and not found:
        raise first
    return found

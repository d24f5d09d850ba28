"""A simulation from an SDFormat document: vehicles, the sea, and where all is at the start."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

import numpy as np

from seaway._arrays import Floats, frozen, text
from seaway.errors import Finding, ModelError, SdfError, SeawayWarning
from seaway.frames import Pose
from seaway.gazebo._bodies import Body, bodies, located
from seaway.gazebo._joints import find_driven, guide, holds
from seaway.gazebo._laws import apply_link_wrench, hydrodynamics, lift_drag, thruster, wind_effects
from seaway.gazebo._plan import Draft, Plan, SceneWrench, SeaDraft
from seaway.gazebo._plugins import PlacedPlugin, kind_of, named_by, title
from seaway.gazebo._water import buoyancy, endless_water, wave_hydrodynamics, waves
from seaway.sdf import Document, FrameGraph, Link, World
from seaway.sea import Sea
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._hull import Hull
from seaway.vehicle._vehicle import Vehicle

__all__ = ["Scene", "scene", "vehicles"]

Propeller = Literal["thrust", "pid"]

# SDFormat's own gravity, of a file without a world [m/s2].
_GRAVITY: Final = 9.8
# gz-sim's water, where no plugin says what it is [kg/m3].
_WATER: Final = 1000.0
# Findings with such a rule tell how something was done; the others may change the motion.
_NOTICE: Final = "notice-"


@dataclass(frozen=True, eq=False)
class Scene:
    """What a document has to be simulated.

    Attributes:
        vehicles: One for each group of links that move as one.
        sea: The sea that they share.
        poses: X_WB of each at the start.
        velocities: (v_WB_B, w_WB_B) of each at the start [m/s, rad/s], (vehicle, 6); SDFormat has none, so zeros.
        time_step: Of the world [s]; None where it is not known.
        commands: What actuators are asked for from the start, by name; those without are asked for 0.
        wrenches: What acts on them all the time.
        findings: How plugins were taken, and what is different here. Rules that begin with ``notice-`` tell how
            something was done; the others may change the motion.
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
    """Make the vehicles of an SDFormat document; see ``scene``, which has their sea and places too.

    Warns:
        SeawayWarning: For each finding that may change the motion.
    """
    made = scene(document, freeze_joints=freeze_joints, ignore=ignore, propeller=propeller, seed=seed)
    for finding in made.findings:
        if not finding.rule.startswith(_NOTICE):
            warnings.warn(str(finding), SeawayWarning, stacklevel=2)
    return made.vehicles


@np.errstate(all="ignore")  # what overflows is refused, as a body that cannot be
def scene(
    document: Document,
    *,
    freeze_joints: bool = False,
    ignore: Sequence[str] = (),
    propeller: Propeller = "thrust",
    seed: int = 0,
    water: float | None = None,
) -> Scene:
    """Make all that a simulation needs from an SDFormat world or model, as it is.

    Links that fixed joints hold together become one ``Vehicle``, whose inertia is the exact sum; so do the propellers
    of thrusters and what control joints of fins move. Each law keeps the frame of the link that it was written for.
    Plugins are known by their file name or class, those of Ignition too; what each becomes is in the page on Gazebo of
    the documentation. Names of bodies are those of ``hulls``, names of thrusters and fins those of their
    joints.

    Args:
        document: From ``seaway.sdf.load``.
        freeze_joints: Take joints that would move for fixed ones, at the pose of the file.
        ignore: What to leave out, by name: a plugin by its file name or class (``"MulticopterMotorModel"``); a joint,
            whose sides then move as if it were not there; a vehicle, by the name that it would have; ``"gravity"``,
            ``"kinematic"`` and ``"alpha_2"``, what links and thrusters ask for with them.
        propeller: ``"thrust"``: the thrust that is asked for acts at once, as in gz-sim; ``"pid"``: a controller with
            the gains of the plugin turns the propeller, whose speed gives the thrust.
        seed: Of random waves.
        water: Density of water without end [kg/m3] for a document that brings none, as a model by itself; None leaves
            it dry.

    Returns:
        The scene; its ``findings`` tell what is worth knowing.

    Raises:
        SdfError: The document is not valid, has not just one world or model, or has something that would change the
            motion and cannot be simulated: a joint that is free to move, a plugin that is not known, a parameter that
            cannot be taken. The message has the file and line, and what to do.
        ModelError: An argument is wrong.

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
        message = f"a simulation is made of one world or model, this document has {len(document.graphs)}: {names}"
        raise SdfError(message, path=document.path)
    graph = document.graphs[0]
    plan = Plan(document, graph, SeaDraft(_gravity(graph), _WATER), tuple(ignore))
    problems: list[SdfError] = []
    plugins = _plugins(plan, problems)
    find_driven(plan, plugins)
    plan.settle(_kept(plan, bodies(graph, holds(plan, freeze_joints, problems))))
    if problems:
        raise _together(problems)
    for joint in plan.guides:
        guide(plan, joint)
    _check_links(plan)
    _expect_names(plan, plugins)
    _read(plan, plugins, propeller, seed, water)
    _lift_the_weightless(plan)
    _tell_of_the_rest(plan)
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
        raise located(f"<gravity> of the world must point along -z, got {got}; turn the world", graph.root.source)
    return 0.0 - z


def _together(problems: list[SdfError]) -> SdfError:
    first, more = problems[0], len(problems) - 1
    # Without their remedies, which are those of the first.
    others = "; ".join(str(error).partition(", and")[0] for error in problems[1:4])
    also = f" (and {more} more like this: {others}{' ...' if more > 3 else ''})" if more else ""
    return SdfError(first.message + also, path=first.path, line=first.line)


# Plugins and bodies


def _plugins(plan: Plan, problems: list[SdfError]) -> list[PlacedPlugin]:
    """The plugins that act, in the order of the file; what is not known is a problem, or ignored with a warning."""
    found: list[PlacedPlugin] = []
    for scope in plan.graph.scopes():
        for plugin in scope.plugins:
            kind = kind_of(plugin)
            what = f"plugin {plugin.name!r} of {plugin.filename!r}"
            name = named_by(plugin, plan.ignore)
            if name is not None:
                plan.heeded.add(name)
                if kind != "harmless":
                    plan.warn(plugin.source, "ignored", f"{what} is left out, as asked for with ignore=[{name!r}]")
            elif kind is None:
                message = (
                    f"{what} is not known, and may change the motion; leave it out with ignore=[{title(plugin)!r}] "
                    "(--ignore)"
                )
                problems.append(located(f"{message} [plugin-unknown]", plugin.source))
            elif kind != "harmless":
                found.append(PlacedPlugin(plugin, scope, kind))
    return found


def _kept(plan: Plan, found: list[Body]) -> list[Body]:
    """The bodies without those that the user asks to leave out."""
    kept: list[Body] = []
    for body in found:
        if plan.ignored(body.name):
            plan.warn(body.base.source, "ignored", f"{body.name!r} is left out, as asked for")
            plan.absent.update(id(member.link) for member in body.members)
        else:
            kept.append(body)
    return kept


def _check_links(plan: Plan) -> None:
    """Refuse what a link asks for and cannot have; sum up what has no weight."""
    for draft, member in plan.members():
        link = member.link
        if link.kinematic:
            message = f"link {member.name!r} is <kinematic>; here forces move it"
            if not plan.ignored("kinematic"):
                raise located(f"{message}. Go on all the same with ignore=['kinematic'] (--ignore)", link.source)
            plan.warn(link.source, "ignored", f"{message}, as asked for")
        if not link.gravity and plan.sea.gravity > 0.0:
            center = draft.poses[id(link)].point(link.inertial.c_BoBcm_B)
            draft.weightless += link.inertial.mass * np.array([1.0, *center])


def _expect_names(plan: Plan, plugins: list[PlacedPlugin]) -> None:
    """Count the names of thrusters and fins, so that equal ones get their scope."""
    for placed in plugins:
        joint = plan.driven.get(id(placed.plugin))
        if placed.kind == "thruster" and joint is not None:
            link = plan.child(joint)
        elif placed.kind == "lift_drag":
            name = placed.plugin.content.find("link_name")
            found = None if name is None else plan.graph.find(placed.scope, name.text.strip())
            link = found if isinstance(found, Link) else None
        else:
            continue
        draft = None if link is None else plan.home(link)
        if draft is None or link is None:
            continue
        if joint is None:
            plan.expect(draft, link.name, placed.scope)
        else:
            plan.expect(draft, joint.name, plan.scope_of[id(joint)])


def _read(plan: Plan, plugins: list[PlacedPlugin], propeller: Propeller, seed: int, water: float | None) -> None:
    """Read every plugin: the water first, which others ask for."""
    of: dict[str, list[PlacedPlugin]] = {}
    for placed in plugins:
        of.setdefault(placed.kind, []).append(placed)
    for placed in of.get("buoyancy", []):
        buoyancy(plan, placed)
    for placed in of.get("wave_hydrodynamics", []):
        wave_hydrodynamics(plan, placed)
    for placed in of.get("waves", []):
        waves(plan, placed, seed)
    if plan.sea.water is None and water is not None:
        endless_water(plan, water)
    for placed in of.get("hydrodynamics", []):
        hydrodynamics(plan, placed)
    for placed in of.get("thruster", []):
        thruster(plan, placed, propeller)
    for placed in of.get("lift_drag", []):
        lift_drag(plan, placed)
    for placed in of.get("wind_effects", []):
        wind_effects(plan, placed)
    for placed in of.get("apply_link_wrench", []):
        apply_link_wrench(plan, placed)
    for placed in of.get("joint_controller", []):
        message = f"{title(placed.plugin)} moves a joint, and joints are fixed here; fins are commanded by name"
        plan.notice(placed.plugin.source, "joint-controller", message)


def _lift_the_weightless(plan: Plan) -> None:
    """Carry links without gravity by their weight in water, exactly: in water without end buoyancy is constant."""
    for draft in plan.drafts:
        mass, center = float(draft.weightless[0]), draft.weightless[1:]
        if mass == 0.0:
            continue
        base, before = draft.body.base, draft.buoyancy
        message = f"{draft.body.name!r} has links without <gravity>, of {mass:g} kg"
        if plan.sea.surface is not None or isinstance(before, Hull):
            if not plan.ignored("gravity"):
                how = "here all have their weight. Go on all the same with ignore=['gravity'] (--ignore)"
                raise located(f"{message}; in a sea with a surface {how}", base.source)
            plan.warn(base.source, "ignored", f"{message}; here they have their weight, as asked for")
            continue
        volume, first = mass / plan.sea.density, center / plan.sea.density
        if before is not None:
            volume, first = volume + before.volume, first + before.volume * before.center
        draft.buoyancy = Buoyancy(volume, first / volume)
        plan.notice(base.source, "gravity", f"{message}; a buoyancy of the same weight carries them")


def _tell_of_the_rest(plan: Plan) -> None:
    """What is absent: contact, water, what was asked to be ignored; and whom the current and wind reach."""
    root = plan.graph.root
    passed = plan.absent | {id(member.link) for _, member in plan.members()}
    standing = next(
        (link.name for link in plan.document.links if id(link.link) not in passed and link.link.collisions), None
    )
    if standing is not None and plan.drafts:
        message = f"{standing!r} has collisions and cannot move; there is no contact here, so bodies pass through it"
        plan.warn(root.source, "contact", message)
    dry = [
        repr(draft.body.name)
        for draft in plan.drafts
        if draft.buoyancy is None
        and draft.guide is None
        and any(member.link.collisions for member in draft.body.members)
    ]
    if dry and plan.sea.gravity > 0.0:
        why, remedy = (
            (
                "no plugin brings water",
                "Give the world the plugin Buoyancy, or name the file in a scenario with a [sea]",
            )
            if plan.sea.water is None
            else ("the water is not enabled for them", "Name them in <enable> of the plugin Buoyancy")
        )
        some = f"{', '.join(dry[:5])}{' and others' if len(dry) > 5 else ''}"
        message = f"{some}: no buoyancy, since {why}; they fall. {remedy}"
        plan.warn(root.source, "no-buoyancy", message)
    if plan.sea.current is not None and any(plan.sea.current[0]):
        placed = plan.sea.current[1]
        message = "the current carries every vehicle and its added mass; in gz-sim only links with Hydrodynamics"
        plan.notice(placed.plugin.source, "current", message)
        if any(draft.fins for draft in plan.drafts):
            plan.notice(placed.plugin.source, "current", "LiftDrag feels the wind and not the current, as in gz-sim")
    for name in plan.ignore:
        if name not in plan.heeded:
            plan.warn(
                root.source,
                "ignored",
                f"ignore=[{name!r}] means nothing here: no plugin, joint or vehicle is called so",
            )


# The scene


def _scene(plan: Plan) -> Scene:
    root = plan.graph.root
    places = {id(placed.link): placed.X_WL for placed in plan.document.links}
    vehicles: list[Vehicle] = []
    poses: list[Pose] = []
    for draft, vehicle in _vehicles(plan):
        vehicles.append(vehicle)
        X_WB = places[id(draft.body.base)]
        if X_WB is None:
            raise located(f"the place of link {draft.body.base.name!r} is not known", draft.body.base.source)
        poses.append(X_WB)
    wind = root.wind if isinstance(root, World) and any(root.wind) else None
    current = plan.sea.current[0] if plan.sea.current is not None and any(plan.sea.current[0]) else None
    try:
        sea = Sea(
            plan.sea.density,
            plan.sea.gravity,
            surface=plan.sea.surface,
            current=current,
            waves=plan.sea.waves,
            wind=wind,
        )
    except ModelError as error:
        raise located(str(error), root.source) from None
    return Scene(
        tuple(vehicles),
        sea,
        tuple(poses),
        frozen(np.zeros((len(vehicles), 6))),
        root.max_step_size if isinstance(root, World) else None,
        wrenches=tuple(plan.wrenches),
        findings=tuple(dict.fromkeys(plan.findings)),
    )


def _vehicles(plan: Plan) -> list[tuple[Draft, Vehicle]]:
    """All that can move; of several bodies those whose inertia cannot be are left out, with a warning."""
    found: list[tuple[Draft, Vehicle]] = []
    impossible: list[tuple[Draft, SdfError]] = []
    for draft in plan.drafts:
        try:
            found.append((draft, _vehicle(draft)))
        except SdfError as error:
            impossible.append((draft, error))
    if impossible and not found:
        raise impossible[0][1]
    for draft, error in impossible:
        # There is no contact, so that the others move as they would beside it.
        plan.warn(draft.body.base.inertial_source, "impossible-body", f"{error.message}. It is left out")
    lost = {draft.body.name for draft, _ in impossible}
    plan.wrenches = [wrench for wrench in plan.wrenches if wrench.vehicle not in lost]
    return found


def _vehicle(draft: Draft) -> Vehicle:
    base = draft.body.base
    inertial = draft.inertials[id(base)]
    for member in draft.body.members:
        if member.link is not base:
            try:
                inertial = inertial + draft.inertials[id(member.link)].transformed(draft.poses[id(member.link)])
            except ModelError as error:
                raise located(f"link {member.name!r}: {error}", member.link.source) from None
    try:
        return Vehicle(
            draft.body.name,
            inertial,
            draft.buoyancy,
            tuple(draft.dampings),
            added_mass_coriolis=draft.coriolis,
            thrusters=tuple(draft.thrusters),
            fins=tuple(draft.fins),
            areas=tuple(draft.areas),
            guide=draft.guide,
        )
    except (ModelError, np.linalg.LinAlgError) as error:  # LinAlgError: entries too far apart
        raise located(str(error), base.inertial_source) from None

"""From gz-sim's plugins to laws of vehicles: Hydrodynamics, Thruster, LiftDrag, WindEffects, ApplyLinkWrench."""

from typing import Final, Literal

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.frames import Pose
from seaway.gazebo._bodies import located
from seaway.gazebo._plan import Draft, Plan, SceneWrench
from seaway.gazebo._plugins import Parameters, PlacedPlugin, title
from seaway.inertia import AddedMass
from seaway.sdf import Joint, Link, Model
from seaway.vehicle._damping import Damping
from seaway.vehicle._drag_area import DragArea
from seaway.vehicle._fin import Fin
from seaway.vehicle._thruster import Thruster

__all__ = ["apply_link_wrench", "hydrodynamics", "lift_drag", "thruster", "wind_effects"]

_FORCES: Final = "xyzkmn"
_VELOCITIES: Final = "UVWPQR"
# A fin whose joint is nearer than this to its span turns with it; the cosine of 2.6 degrees.
_ALONG: Final = 0.999


def _unread(plan: Plan, parameters: Parameters) -> None:
    """Tell of elements that nobody reads: most are misspelt."""
    for node in parameters.left():
        plan.warn(node.source, "plugin-parameter", f"<{node.tag}> of {parameters.who} is not known and has no effect")


def _spot(plan: Plan, placed: PlacedPlugin, link: Link) -> tuple[Draft, Pose] | None:
    """The vehicle of a link and X_BL; None for one that is left out or, with a warning, that cannot move."""
    draft = plan.home(link)
    if draft is None and id(link) in plan.absent:
        return None
    if draft is None:
        message = f"{title(placed.plugin)} acts on link {link.name!r}, which cannot move; it has no effect"
        plan.warn(placed.plugin.source, "plugin-static", message)
        return None
    return draft, draft.poses[id(link)]


def hydrodynamics(plan: Plan, placed: PlacedPlugin) -> None:
    """gz-sim's Hydrodynamics: damping in the frame of its link, added mass of the link, current of the sea.

    ::

        F_i = Σ_j (X_ij + Σ_k X_ij|k| |ν_k| + Σ_k X_ijk ν_k) ν_j          about the link origin, in link axes

    The derivatives are negative where they damp, and so is the added mass; both are turned here.
    """
    p = Parameters(placed.plugin.content, "Hydrodynamics")
    link = plan.link(placed, p.required("link_name"), "link_name")
    linear, added = np.zeros((6, 6)), np.zeros((6, 6))
    modulus, signed = np.zeros((6, 6, 6)), np.zeros((6, 6, 6))
    for i, force in enumerate(_FORCES):
        for j, velocity in enumerate(_VELOCITIES):
            name = force + velocity
            linear[i, j] = 0.0 - p.number(name, 0.0)
            added[i, j] = 0.0 - p.number(f"{force}Dot{velocity}", 0.0)
            for k, other in enumerate(_VELOCITIES):
                modulus[k, i, j] = 0.0 - p.number(f"{name}abs{other}", 0.0)
                signed[k, i, j] = 0.0 - p.number(f"{name}{other}", 0.0)
    without_coriolis, without_added_mass = p.flag("disable_coriolis", False), p.flag("disable_added_mass", False)
    current = p.vector("default_current", (0.0, 0.0, 0.0))
    p.passed("water_density")  # gone from gz-sim, where it had no effect
    for tag in ("namespace", "lookup_current_x", "lookup_current_y", "lookup_current_z"):
        if p.has(tag):
            message = f"<{tag}> of Hydrodynamics: a current that is sent or looked up is not read; that of the start is"
            plan.notice(placed.plugin.source, "current", message)
    _unread(plan, p)
    _same_current(plan, placed, current)
    spot = _spot(plan, placed, link)
    if spot is None:
        return
    draft, X_BL = spot
    if any(np.any(values) for values in (linear, modulus, signed)):
        with plan.reading(placed):
            draft.dampings.append(Damping(linear, modulus=modulus, signed=signed, pose=X_BL))
        if plan.sea.surface is not None:
            message = (
                f"the damping of link {link.name!r} fades as less than half of what the vehicle displaces afloat is "
                "wet; Hydrodynamics knows no surface, and damps in the air as well"
            )
            plan.notice(placed.plugin.source, "damping-surface", message)
    if without_coriolis:
        draft.coriolis = False
        if link.inertial.added_mass is not None:
            message = (
                f"<disable_coriolis> takes the Coriolis forces of the added mass from the whole vehicle; gz-sim keeps "
                f"those of <fluid_added_mass> of link {link.name!r}"
            )
            plan.warn(placed.plugin.source, "disable-coriolis", message)
    if np.any(added) and not without_added_mass:
        _plugin_added_mass(plan, placed, draft, link, added)


def _plugin_added_mass(plan: Plan, placed: PlacedPlugin, draft: Draft, link: Link, added: Floats) -> None:
    source = placed.plugin.source
    if link.inertial.added_mass is not None:
        message = f"link {link.name!r} has <fluid_added_mass>, which counts; the added mass of Hydrodynamics does not"
        plan.notice(source, "added-mass", message)
        return
    symmetric = 0.5 * (added + added.T)
    if np.any(np.abs(added - symmetric) > 1e-9 * np.max(np.abs(added))):
        message = "the added mass of Hydrodynamics is not symmetric; the mean of both sides is taken"
        plan.warn(source, "added-mass-symmetry", message)
    before = draft.inertials[id(link)]
    with plan.reading(placed):
        # Two plugins on one link add up, as their forces do.
        total = symmetric if before.added_mass is None else symmetric + before.added_mass_matrix()
        draft.inertials[id(link)] = before.with_added_mass(AddedMass(total))
    message = (
        f"the added mass of Hydrodynamics on link {link.name!r} is in the mass matrix here, with all its Coriolis "
        "forces; gz-sim has it as a force from the last acceleration, with those of the diagonal alone"
    )
    plan.notice(source, "added-mass", message)


def _same_current(plan: Plan, placed: PlacedPlugin, current: tuple[float, ...]) -> None:
    before = plan.sea.current
    if before is None:
        plan.sea.current = (current, placed)
    elif before[0] != current:
        first = " ".join(f"{value:g}" for value in before[0])
        got = " ".join(f"{value:g}" for value in current)
        message = (
            f"<default_current> of Hydrodynamics is {got} here and {first} at {before[1].plugin.source}; a sea has one "
            "current, so all must be the same"
        )
        raise located(message, placed.plugin.source)


def thruster(plan: Plan, placed: PlacedPlugin, propeller: Literal["thrust", "pid"]) -> None:
    """gz-sim's Thruster: a thrust along the axis of its joint, at the origin of the propeller link.

    ::

        T = ρ c d⁴ |ω| ω
    """
    p = Parameters(placed.plugin.content, "Thruster")
    p.required("joint_name")
    by_speed = p.flag("use_angvel_cmd", False)
    density, diameter = p.number("fluid_density", 1000.0), p.number("propeller_diameter", 0.02)
    given = p.has("thrust_coefficient")
    coefficient = p.number("thrust_coefficient", 1.0)
    highest, lowest = p.number("max_thrust_cmd", 1000.0), p.number("min_thrust_cmd", -1000.0)
    dead_band = p.number("deadband", 0.0)
    wake, alpha_1, alpha_2 = p.number("wake_fraction", 0.2), p.number("alpha_1", 1.0), p.number("alpha_2", 0.0)
    gains = (p.number("p_gain", 0.1), p.number("i_gain", 0.0), p.number("d_gain", 0.0))
    p.passed("namespace", "topic", "velocity_control", "power_load", "battery_name")
    _unread(plan, p)
    if density <= 0.0:
        raise p.error("fluid_density", f"must be > 0 [kg/m3], got {density:g}")
    if alpha_2 > 0.0 and not given and (by_speed or propeller == "pid"):
        if not plan.ignored("alpha_2"):
            rule = "must be <= 0 (thrust falls as the propeller advances)"
            message = f"{rule}, got {alpha_2:g}; or leave it out with ignore=['alpha_2'] (--ignore)"
            raise p.error("alpha_2", message)
        plan.warn(placed.plugin.source, "ignored", f"<alpha_2> of Thruster, {alpha_2:g}, is left out, as asked for")
        alpha_2 = 0.0
    joint = plan.driven[id(placed.plugin)]
    link = plan.child(joint)
    if link is None:
        raise located(f"joint {joint.name!r} of Thruster must move a link, the propeller", joint.source)
    spot = _spot(plan, placed, link)
    if spot is None:
        return
    draft, X_BL = spot
    axis = plan.axis(joint, draft.body.base)
    name = plan.name(draft, joint.name, plan.scope_of[id(joint)])
    # The thrust is that of the plugin's density, whatever the water.
    factor = density / plan.sea.density
    if factor != 1.0 and (by_speed or propeller == "pid"):
        message = (
            f"<fluid_density> of Thruster {name!r} is {density:g} kg/m3 where the water has {plan.sea.density:g}; its "
            f"coefficient is taken {factor:g} times, so that its thrust is that of the plugin"
        )
        plan.notice(placed.plugin.source, "thruster-density", message)
    with plan.reading(placed):
        parameters = Thruster.from_gz(
            name,
            X_BL.p,
            axis,
            thrust_coefficient=factor * coefficient if given else None,
            propeller_diameter=diameter,
            use_angvel_cmd=by_speed,
            max_thrust_cmd=highest,
            min_thrust_cmd=lowest,
            deadband=dead_band,
            fluid_density=plan.sea.density,
            wake_fraction=wake,
            alpha_1=factor * alpha_1,
            alpha_2=factor * alpha_2,
        )
        if propeller == "pid":
            parameters = Thruster(
                name,
                X_BL.p,
                axis,
                drive="pid",
                command="speed" if by_speed else "thrust",
                diameter=parameters.diameter,
                coefficient=parameters.coefficient,
                limits=parameters.limits,
                dead_band=parameters.dead_band,
                advance=0.0 if given else factor * alpha_2,
                wake=0.0 if given or alpha_2 == 0.0 else wake,
                inertia=_about_axis(plan, joint, draft, link),
                gains=gains,
            )
    draft.thrusters.append(parameters)
    if propeller == "pid" and any(gains[1:]):
        message = f"<i_gain> and <d_gain> of Thruster {name!r} count here; gz-sim does not read them"
        plan.notice(placed.plugin.source, "thruster-gains", message)
    if plan.sea.surface is not None:
        message = f"Thruster {name!r} loses its thrust as its disc leaves the water; in gz-sim it does not"
        plan.notice(placed.plugin.source, "thruster-surface", message)


def _about_axis(plan: Plan, joint: Joint, draft: Draft, link: Link) -> float:
    """The moment of inertia of a propeller link and its water about the axis of its joint [kg m2]."""
    p_LoJo_L = plan.graph.pose(joint, link).p
    about_joint = draft.inertials[id(link)].mass_matrix(Pose(p_LoJo_L))[3:, 3:]
    axis = plan.axis(joint, link)
    return float(axis @ about_joint @ axis)


def lift_drag(plan: Plan, placed: PlacedPlugin) -> None:
    """gz-sim's LiftDrag: a fin in the wind, above and below the surface alike, as there."""
    p = Parameters(placed.plugin.content, "LiftDrag")
    link = plan.link(placed, p.required("link_name"), "link_name")
    joint = plan.driven.get(id(placed.plugin))
    p.text("control_joint_name")
    density = p.number("air_density", 1.2041)
    cp = p.vector("cp", (0.0, 0.0, 0.0))
    forward, upward = p.vector("forward", (1.0, 0.0, 0.0)), p.vector("upward", (0.0, 0.0, 1.0))
    area, a0 = p.number("area", 1.0), p.number("a0", 0.0)
    cla, cda, cma = p.number("cla", 1.0), p.number("cda", 0.01), p.number("cma", 0.0)
    alpha_stall = p.number("alpha_stall", 0.5 * np.pi)
    cla_stall, cda_stall = p.number("cla_stall", 0.0), p.number("cda_stall", 1.0)
    cma_stall = p.number("cma_stall", 0.0)
    symmetric, reversible = p.flag("radial_symmetry", False), p.flag("reversible", False)
    per_angle, moment_per_angle = p.number("control_joint_rad_to_cl", 4.0), p.number("cm_delta", 0.0)
    p.passed("topic", "robotNamespace")
    _unread(plan, p)
    spot = _spot(plan, placed, link)
    if spot is None:
        return
    draft, X_BL = spot
    label, scope = (link.name, placed.scope) if joint is None else (joint.name, plan.scope_of[id(joint)])
    name = plan.name(draft, label, scope)
    with plan.reading(placed):
        fin = Fin.from_gz(
            name,
            cp=X_BL.point(cp),
            area=area,
            a0=a0,
            cla=cla,
            cda=cda,
            cma=cma,
            alpha_stall=alpha_stall,
            cla_stall=cla_stall,
            cda_stall=cda_stall,
            cma_stall=cma_stall,
            forward=X_BL.vector(forward),
            upward=X_BL.vector(upward),
            radial_symmetry=symmetric,
            reversible=reversible,
            control_joint_rad_to_cl=0.0 if joint is None else per_angle,
            cm_delta=0.0 if joint is None else moment_per_angle,
            turning=0.0 if joint is None else _turning(plan, placed, joint, link, forward, upward),
            density=density,
            in_wind=True,
            everywhere=True,
        )
    draft.fins.append(fin)
    if name != label and joint is not None:
        message = f"several fins go with the joint {joint.name!r}; this one is commanded as {name!r}"
        plan.notice(placed.plugin.source, "fin-name", message)


def _turning(
    plan: Plan,
    placed: PlacedPlugin,
    joint: Joint,
    link: Link,
    forward: tuple[float, ...],
    upward: tuple[float, ...],
) -> float:
    """How the angle of attack grows with the angle of the joint: not at all unless the joint turns the link itself."""
    if joint.type == "fixed" or plan.child(joint) is not link:
        return 0.0
    span = np.cross(forward, upward)
    size = float(np.linalg.norm(span))
    cosine = float(plan.axis(joint, link) @ span) / size if size > 0.0 else 0.0
    if abs(cosine) < _ALONG:
        message = (
            f"joint {joint.name!r} turns link {link.name!r} about an axis that is not its span; the angle of attack "
            f"grows by {cosine:.3g} of the angle of the joint here, and chord and span stay where they are"
        )
        plan.warn(placed.plugin.source, "fin-axis", message)
        return cosine
    return 1.0 if cosine > 0.0 else -1.0


def wind_effects(plan: Plan, placed: PlacedPlugin) -> None:
    """gz-sim's WindEffects: F = m k (v_wind - v) at the centre of mass of each link with ``<enable_wind>``."""
    p = Parameters(placed.plugin.content, "WindEffects")
    tag = "force_approximation_scaling_factor"
    node = placed.plugin.content.find(tag)
    if node is not None and node.children:
        raise p.error(
            tag,
            "varies over space; only one number can be taken here. Leave it out with ignore=['WindEffects'] (--ignore)",
        )
    factor = p.number(tag, 0.0)
    for part in ("horizontal", "vertical"):
        if p.has(part):
            message = (
                f"<{part}> of WindEffects, its rise, waves and noise, is left out; the wind is the mean of the world"
            )
            plan.warn(placed.plugin.source, "wind-mean", message)
    p.passed("topic")
    _unread(plan, p)
    if factor == 0.0:
        plan.warn(placed.plugin.source, "wind-factor", f"<{tag}> of WindEffects is 0 or absent: the wind has no force")
        return
    for draft, member in plan.members():
        link = member.link
        if not (link.enable_wind or member.models[-1].enable_wind):
            continue
        center = draft.poses[id(link)].point(link.inertial.c_BoBcm_B)
        with plan.reading(placed):
            draft.areas.append(
                DragArea(0.0, center=center, medium="air", linear=factor * link.inertial.mass, everywhere=True)
            )
        if np.any(link.inertial.c_BoBcm_B):
            message = (
                f"WindEffects on link {member.name!r} takes the velocity of its centre of mass here; gz-sim takes that "
                "of the link origin"
            )
            plan.notice(placed.plugin.source, "wind-point", message)


def apply_link_wrench(plan: Plan, placed: PlacedPlugin) -> None:
    """gz-sim's ApplyLinkWrench: persistent wrenches in world axes, at the origin of a link."""
    p = Parameters(placed.plugin.content, "ApplyLinkWrench")
    p.passed("persistent", "verbose")
    _unread(plan, p)
    for node in placed.plugin.content.find_all("persistent"):
        q = Parameters(node, "<persistent> of ApplyLinkWrench")
        name, kind = q.required("entity_name"), q.required("entity_type").lower()
        force, torque = q.vector("force", (0.0, 0.0, 0.0)), q.vector("torque", (0.0, 0.0, 0.0))
        _unread(plan, q)
        if kind not in ("model", "link"):
            raise q.error("entity_type", f"must be model or link, got {kind!r}")
        found = plan.graph.find(placed.scope, name)
        thing = plan.graph.attached(found) if kind == "model" and isinstance(found, Model) else found
        if (kind == "model") != isinstance(found, Model) or not isinstance(thing, Link | Model):
            raise q.error("entity_name", f"names {name!r}, which is no {kind} of {placed.scope.name!r}")
        spot = _spot(plan, placed, thing) if isinstance(thing, Link) else None
        if spot is None:
            continue
        draft, X_BL = spot
        wrench = SceneWrench(draft.body.name, frozen(np.array(force)), frozen(np.array(torque)), frozen(X_BL.p))
        plan.wrenches.append(wrench)

"""Forces of gz-sim's plugins: Hydrodynamics, Thruster, LiftDrag, WindEffects, ApplyLinkWrench."""

from typing import Any, Final, cast

import numpy as np

from seaway._arrays import Floats, frozen
from seaway.frames import Pose
from seaway.gazebo._bodies import Scope, errors_at, located
from seaway.gazebo._parameters import DERIVATIVES, TABLES, Reading
from seaway.gazebo._plan import Draft, Plan, SceneWrench
from seaway.gazebo._plugins import PlacedPlugin, title
from seaway.inertia import AddedMass
from seaway.sdf import Joint, Link, Model
from seaway.vehicle import Damping, DragArea, Fin, Thruster

# A joint within 2.6° of the span of its fin turns about it; the cosine.
_ALONG: Final = 0.999


def name_actuators(plan: Plan) -> None:
    """Name thrusters and fins after their joints or links; the same name in several models gets the model before it."""
    wanted: list[tuple[PlacedPlugin, int, str, Scope]] = []
    scopes: dict[tuple[int, str], set[int]] = {}
    for p in [each for kind in ("thruster", "lift_drag") for each in plan.plugins if each.kind == kind]:
        link = plan.child(p.joint) if p.kind == "thruster" and p.joint else plan.named(p, "link_name", Link)
        draft = plan.draft_of.get(id(link))
        if draft is not None and isinstance(link, Link):
            label, scope = (p.joint.name, plan.scope_of[id(p.joint)]) if p.joint else (link.name, p.scope)
            wanted.append((p, id(draft), label, scope))
            scopes.setdefault((id(draft), label), set()).add(id(scope))
    taken: set[tuple[int, str]] = set()
    for p, draft, label, scope in wanted:
        name = p.name = label if len(scopes[draft, label]) == 1 else f"{scope.name}::{label}"
        count = 1
        while (draft, p.name) in taken:
            count += 1
            p.name = f"{name} {count}"
        taken.add((draft, p.name))


def hydrodynamics(plan: Plan, p: PlacedPlugin) -> None:
    """gz-sim's Hydrodynamics: damping in the frame of its link, added mass of the link, current of the sea.

    ::

        F_i = Σ_j (X_ij + Σ_k X_ij|k| |ν_k| + Σ_k X_ijk ν_k) ν_j          about the link origin, in link axes

    Damping and added mass are negative in the file, and change sign here.
    """
    link = plan.named(p, "link_name", Link)
    shapes = {"linear": (6, 6), "added_mass": (6, 6), "modulus": (6, 6, 6), "signed": (6, 6, 6)}
    arrays = {name: np.zeros(shape) for name, shape in shapes.items()}
    for name, (array, index) in DERIVATIVES.items():
        arrays[array][index] = p[name]
    added = arrays.pop("added_mass")
    for tag in ("namespace", "lookup_current_x", "lookup_current_y", "lookup_current_z"):
        if p.inner(tag):
            message = f"<{tag}> of Hydrodynamics is not read; <default_current> is the current at all times"
            plan.notice(p.source, "current", message)
    _set_current(plan, p)
    if (found := plan.moving(p, link)) is None:
        return
    draft, X_BL = found
    if any(np.any(values) for values in arrays.values()):
        with errors_at(p.source, p.who):
            draft.dampings.append(Damping(**arrays, position=X_BL.p, attitude=X_BL.q))
        if plan.sea.surface is not None:
            message = f"the damping of link {link.name!r} fades as the vehicle emerges; gz-sim damps in air as well"
            plan.notice(p.source, "damping-surface", message)
    if p["disable_coriolis"]:
        draft.coriolis = False
        if link.inertial.added_mass is not None:
            kept = f"gz-sim keeps those of <fluid_added_mass> of link {link.name!r}"
            message = f"<disable_coriolis> removes all Coriolis forces of the vehicle's added mass; {kept}"
            plan.warn(p.source, "disable-coriolis", message)
    if np.any(added) and not p["disable_added_mass"]:
        _add_added_mass(plan, p, draft, link, added)


def _add_added_mass(plan: Plan, p: PlacedPlugin, draft: Draft, link: Link, added: Floats) -> None:
    if link.inertial.added_mass is not None:
        message = f"<fluid_added_mass> of link {link.name!r} is used; the added mass of Hydrodynamics is left out"
        plan.notice(p.source, "added-mass", message)
        return
    symmetric = 0.5 * (added + added.T)
    if np.any(np.abs(added - symmetric) > 1e-9 * np.max(np.abs(added))):
        message = "the added mass of Hydrodynamics is not symmetric; its symmetric part is used"
        plan.warn(p.source, "added-mass-symmetry", message)
    before = draft.inertials[id(link)]
    with errors_at(p.source, p.who):
        # Two plugins on one link add up, as their forces do.
        draft.inertials[id(link)] = before.with_added_mass(AddedMass(symmetric + before.added_mass_matrix()))
    message = (
        f"the added mass of Hydrodynamics on link {link.name!r} is in the mass matrix here, with all its Coriolis "
        "forces; gz-sim applies it as a force from the last acceleration, with the Coriolis forces of its diagonal only"
    )
    plan.notice(p.source, "added-mass", message)


def _set_current(plan: Plan, p: PlacedPlugin) -> None:
    current = p["default_current"]
    before, first = plan.sea.current or (current, p)
    if before != current:
        got, expected = (" ".join(f"{value:g}" for value in values) for values in (current, before))
        rule = f"must be the same in all plugins, got {got} here and {expected} at {first.source}"
        raise p.error("default_current", rule)
    plan.sea.current = (before, first)


def thruster(plan: Plan, p: PlacedPlugin) -> None:
    """gz-sim's Thruster: thrust along the axis of its joint, at the origin of the propeller link.

    ::

        T = ρ c d⁴ |ω| ω
    """
    density, alpha_2, given = p["fluid_density"], p["alpha_2"], p.inner("thrust_coefficient")
    pid = plan.propeller == "pid"
    by_speed = p["use_angvel_cmd"]
    if density <= 0.0:
        raise p.error("fluid_density", f"must be > 0 [kg/m3], got {density:g}")
    if alpha_2 > 0.0 and not given and (by_speed or pid):
        if not plan.ignored("alpha_2"):
            rule = "must be <= 0 (thrust falls as the propeller advances)"
            raise p.error("alpha_2", f"{rule}, got {alpha_2:g}; or leave it out with ignore=['alpha_2'] (--ignore)")
        plan.warn(p.source, "ignored", f"<alpha_2> of Thruster, {alpha_2:g}, is left out, as requested")
        alpha_2 = 0.0
    joint = cast("Joint", p.joint)
    link = plan.child(joint)
    if not isinstance(link, Link):
        raise located(f"joint {joint.name!r} of Thruster must move a link, the propeller", joint.source)
    if (found := plan.moving(p, link)) is None:
        return
    draft, X_BL = found
    name, axis = p.name, plan.axis(joint, draft.body.base)
    # In the water of the vehicle's coefficients the thrust is that of the plugin; in other water it scales as they do.
    reference = draft.reference_density or plan.sea.density
    factor = density / reference
    if factor != 1.0 and (by_speed or pid):
        what = "the vehicle's reference density" if draft.density_from else "that of the water"
        densities = f"<fluid_density> of Thruster {name!r} is {density:g} kg/m3, {what} {reference:g}"
        plan.notice(p.source, "thruster-density", f"{densities}; its coefficient is scaled by {factor:g}")
    arguments: dict[str, Any] = p.arguments() | {
        "thrust_coefficient": factor * p["thrust_coefficient"] if given else None,
        "alpha_1": factor * p["alpha_1"],
        "alpha_2": factor * alpha_2,
        "fluid_density": reference,
    }
    gains = (p["p_gain"], p["i_gain"], p["d_gain"])
    with errors_at(p.source, p.who):
        made = Thruster.from_gz(name, X_BL.p, axis, **arguments)
        if pid:
            made = made.replace(
                drive="pid",
                command="speed" if by_speed else "thrust",
                advance_slope=0.0 if given else factor * alpha_2,
                wake_fraction=0.0 if given or alpha_2 == 0.0 else p["wake_fraction"],
                inertia=_inertia_about_axis(plan, joint, draft, link),
                gains=gains,
            )
    draft.thrusters.append(made)
    draft.actuators[id(link)] = name
    if pid and any(gains[1:]):
        message = f"<i_gain> and <d_gain> of Thruster {name!r} are used here; gz-sim does not read them"
        plan.notice(p.source, "thruster-gains", message)
    if plan.sea.surface is not None:
        message = f"Thruster {name!r} loses thrust as its disc leaves the water; in gz-sim it does not"
        plan.notice(p.source, "thruster-surface", message)


def _inertia_about_axis(plan: Plan, joint: Joint, draft: Draft, link: Link) -> float:
    """The moment of inertia of a propeller link and its added mass about the axis of its joint [kg m2]."""
    p_LoJo_L = plan.graph.pose(joint, link).p
    about_joint = draft.inertials[id(link)].mass_matrix(Pose(p_LoJo_L))[3:, 3:]
    axis = plan.axis(joint, link)
    return float(axis @ about_joint @ axis)


def lift_drag(plan: Plan, p: PlacedPlugin) -> None:
    """gz-sim's LiftDrag: a fin in the wind that acts above and below the surface."""
    link, joint, name = plan.named(p, "link_name", Link), p.joint, p.name
    if (found := plan.moving(p, link)) is None:
        return
    draft, X_BL = found
    arguments = p.arguments()
    arguments |= {"cp": X_BL.point(p["cp"]), "forward": X_BL.vector(p["forward"]), "upward": X_BL.vector(p["upward"])}
    with errors_at(p.source, p.who):
        if joint is None:
            arguments |= {"control_joint_rad_to_cl": 0.0, "cm_delta": 0.0}
        else:
            arguments["flap_effectiveness"] = _turning(plan, p, joint, link)
            draft.actuators.setdefault(id(plan.child(joint)), name)
        draft.fins.append(Fin.from_gz(name, **arguments, in_wind=True, everywhere=True))
    if joint is not None and name != joint.name:
        message = f"several fins have the joint {joint.name!r}; the command of this one is {name!r}"
        plan.notice(p.source, "fin-name", message)


def _turning(plan: Plan, p: PlacedPlugin, joint: Joint, link: Link) -> float:
    """Angle of attack per joint angle: 0 unless the joint turns the link itself."""
    if joint.type == "fixed" or plan.child(joint) is not link:
        return 0.0
    span = np.cross(p["forward"], p["upward"])
    size = float(np.linalg.norm(span))
    cosine = float(plan.axis(joint, link) @ span) / size if size > 0.0 else 0.0
    if abs(cosine) >= _ALONG:
        return 1.0 if cosine > 0.0 else -1.0
    message = (
        f"joint {joint.name!r} does not turn link {link.name!r} about its span; here the angle of attack changes by "
        f"{cosine:.3g} of the joint angle, and chord and span keep their directions"
    )
    plan.warn(p.source, "fin-axis", message)
    return cosine


def wind_effects(plan: Plan, p: PlacedPlugin) -> None:
    """gz-sim's WindEffects: F = m k (v_wind - v) at the centre of mass of each link with ``<enable_wind>``."""
    tag = "force_approximation_scaling_factor"
    node = p.inner(tag)
    if node is not None and node.children:
        message = "varies over space; only one number is supported. Leave it out with ignore=['WindEffects'] (--ignore)"
        raise p.error(tag, message)
    for part in ("horizontal", "vertical"):
        if p.inner(part):
            message = f"<{part}> of WindEffects (rise, waves and noise) is left out; the wind is the mean of the world"
            plan.warn(p.source, "wind-mean", message)
    factor = p[tag]
    if factor == 0.0:
        plan.warn(p.source, "wind-factor", f"<{tag}> of WindEffects is 0 or absent: the wind has no effect")
        return
    for draft, member in plan.members():
        link = member.link
        if not (link.enable_wind or member.models[-1].enable_wind):
            continue
        center = draft.poses[id(link)].point(link.inertial.c_BoBcm_B)
        linear = factor * link.inertial.mass
        with errors_at(p.source, p.who):
            draft.drag_areas.append(DragArea(0.0, center=center, medium="air", linear=linear, everywhere=True))
        if np.any(link.inertial.c_BoBcm_B):
            message = f"WindEffects on link {member.name!r} uses the velocity of its centre of mass, gz-sim its origin"
            plan.notice(p.source, "wind-point", message)


def apply_link_wrench(plan: Plan, placed: PlacedPlugin) -> None:
    """gz-sim's ApplyLinkWrench: persistent wrenches in world axes, at the origin of a link."""
    scope = placed.scope
    for node in placed.node.find_all("persistent"):
        p = Reading(node, *TABLES["persistent"])
        plan.report_unknown(p)
        name, kind = p["entity_name"], p["entity_type"].lower()
        if kind not in ("model", "link"):
            raise p.error("entity_type", f"must be model or link, got {kind!r}")
        found = plan.graph.find(scope, name)
        if not isinstance(found, Model if kind == "model" else Link):
            raise p.error("entity_name", f"names {name!r}, which is no {kind} of {scope.name!r}")
        link = plan.graph.attached(found)
        moving = plan.moving(placed, link) if isinstance(link, Link) else None
        if moving is not None:
            draft, X_BL = moving
            force, torque = (frozen(np.array(p[tag])) for tag in ("force", "torque"))
            plan.wrenches.append(SceneWrench(draft.body.name, force, torque, frozen(X_BL.p)))


def joint_controller(plan: Plan, p: PlacedPlugin) -> None:
    """gz-sim's controllers of joints have no effect: fins take their commands by name."""
    message = f"{title(p.plugin)} moves a joint, and joints are fixed here; fins take commands by name"
    plan.notice(p.source, "joint-controller", message)

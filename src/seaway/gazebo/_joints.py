"""Joints of an SDFormat document: fixed, driven by a plugin, or between a body and the world."""

from typing import Final, cast

from seaway.errors import SdfError
from seaway.gazebo._bodies import bodies, errors_at, joint_ends, located
from seaway.gazebo._plan import Plan
from seaway.sdf import Joint
from seaway.vehicle import WorldJoint
from seaway.vehicle._world_joint import WorldJointKind

# Joints that may hold a body to the world.
_WORLD_JOINTS: Final = ("prismatic", "revolute", "continuous", "ball")
# Default limit of an SDFormat joint: infinite, before version 1.9 this [rad, m].
_NO_LIMIT: Final = 1e16


def find_driven(plan: Plan) -> None:
    """Find the joints of propellers and fins, and those that a controller moves."""
    tags = {"thruster": "joint_name", "lift_drag": "control_joint_name"}
    for placed in plan.plugins:
        tag = tags.get(placed.kind)
        if tag is not None and placed[tag]:
            placed.joint = plan.named(placed, tag, Joint)
        elif placed.kind == "joint_controller":
            nodes = placed.node.find_all("joint_name")
            named = {node.text.strip() for node in nodes} - {""}
            # A trajectory controller without names moves all joints.
            plan.controlled.update(id(joint) for joint in placed.scope.joints if not named or joint.name in named)


def held_joints(plan: Plan, freeze_joints: bool, problems: list[SdfError]) -> set[int]:
    """Judge every joint; return the identities of those that hold their two sides together, as fixed joints do."""
    held = {id(placed.joint) for placed in plan.plugins if placed.joint}
    # The body of each link so far; what cannot move has none.
    body_of = {id(member.link): i for i, body in enumerate(bodies(plan.graph, held)) for member in body.members}
    for scope in plan.graph.scopes():
        for joint in scope.joints:
            if joint.type == "fixed" or id(joint) in held:
                continue
            parent, child = (body_of.get(id(end), -1) for end in joint_ends(plan.graph, scope, joint))
            if parent == child:
                continue
            to_world = -1 in (parent, child)
            what = f"joint {joint.name!r} ({joint.type})"
            if plan.ignored(joint.name):
                plan.warn(joint.source, "ignored", f"{what} is left out, as requested; its two sides move freely")
            elif joint.axes and all(axis.lower == axis.upper == 0.0 for axis in joint.axes):
                plan.notice(joint.source, "joint-locked", f"the limits of {what} leave it no travel; treated as fixed")
                held.add(id(joint))
            elif freeze_joints:
                fixed = "; what it holds cannot move" if to_world else ""
                plan.warn(joint.source, "joint-frozen", f"{what} is treated as fixed, as requested{fixed}")
                held.add(id(joint))
            elif to_world and _simulated(plan, joint):
                plan.world_joints.append(joint)
            else:
                message = (
                    f"{what} is free to move, and joints are not simulated, except one joint between a body and the "
                    "world without friction, damping, spring or controller; treat all such joints as fixed with "
                    f"freeze_joints=True (--freeze-joints), or leave this one out with ignore=[{joint.name!r}] "
                    "(--ignore) [joint-free]"
                )
                problems.append(located(message, joint.source))
    return held


def _simulated(plan: Plan, joint: Joint) -> bool:
    """Whether a joint to the world can be a ``WorldJoint``: nothing else may act on it."""
    resisted = any(axis.damping or axis.friction or axis.spring_stiffness for axis in joint.axes)
    return joint.type in _WORLD_JOINTS and not resisted and id(joint) not in plan.controlled


def add_world_joint(plan: Plan, joint: Joint) -> None:
    """Give the body of a joint to the world its ``WorldJoint``."""
    ends = joint_ends(plan.graph, plan.scope_of[id(joint)], joint)
    draft = next((found for end in ends if (found := plan.draft_of.get(id(end)))), None)
    if draft is None:  # ignored
        return
    what = f"joint {joint.name!r} ({joint.type})"
    base, kind = draft.body.base, cast("WorldJointKind", joint.type.replace("continuous", "revolute"))
    if draft.world_joint is not None:
        message = f"{what} is the second joint between {draft.body.name!r} and the world; only one can be simulated"
        raise located(f"{message}. Leave it out with ignore=[{joint.name!r}] (--ignore) [joint-free]", joint.source)
    axis = (1.0, 0.0, 0.0) if kind == "ball" else plan.axis(joint, base)
    with errors_at(joint.source, what):
        draft.world_joint = WorldJoint(kind, axis, plan.graph.pose(joint, base).p)
    plan.notice(joint.source, "joint-world", f"{what} constrains {draft.body.name!r} to the motion it allows")
    for limits in joint.axes:
        if max(abs(limits.lower), abs(limits.upper)) < _NO_LIMIT:
            message = f"the limits of {what}, {limits.lower:g} to {limits.upper:g}, are left out; it moves beyond them"
            plan.warn(joint.source, "joint-limits", message)

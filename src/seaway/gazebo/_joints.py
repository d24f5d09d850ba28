"""Joints of an SDFormat document: which hold, which are driven, and which guide a body along the world."""

from typing import Final

from seaway.errors import ModelError, SdfError
from seaway.gazebo._bodies import bodies, joint_ends, located
from seaway.gazebo._plan import Plan
from seaway.gazebo._plugins import Parameters, PlacedPlugin, title
from seaway.sdf import Joint, Link
from seaway.sdf._frames import UnresolvedError
from seaway.vehicle._world_joint import WorldJoint, WorldJointKind

__all__ = ["find_driven", "guide", "holds"]

# Joints that may hold a body to the world, and what they are here.
_GUIDES: Final[dict[str, WorldJointKind]] = {
    "prismatic": "prismatic",
    "revolute": "revolute",
    "continuous": "revolute",
    "ball": "ball",
}
# SDFormat's limit of a joint without one is infinite, before 1.9 this [rad, m].
_NO_LIMIT: Final = 1e16


def find_driven(plan: Plan, plugins: list[PlacedPlugin]) -> None:
    """The joints of propellers and fins, and those that a controller moves."""
    tags = {"thruster": "joint_name", "lift_drag": "control_joint_name"}
    for placed in plugins:
        tag = tags.get(placed.kind)
        if placed.kind == "joint_controller":
            named = Parameters(placed.plugin.content, title(placed.plugin)).texts("joint_name")
            # A trajectory without names is of all joints.
            plan.controlled.update(id(joint) for joint in placed.scope.joints if not named or joint.name in named)
        if tag is None:
            continue
        parameters = Parameters(placed.plugin.content, title(placed.plugin))
        name = parameters.required(tag) if placed.kind == "thruster" else parameters.text(tag)
        if name:
            plan.driven[id(placed.plugin)] = plan.joint(placed, name, tag)


def _locked(joint: Joint) -> bool:
    """Whether its limits leave a joint no way from where it is."""
    return bool(joint.axes) and all(axis.lower == axis.upper == 0.0 for axis in joint.axes)


class _Holds:
    """Whether a joint holds its two sides together."""

    def __init__(self, joints: set[int]):
        self.joints = joints

    def __call__(self, joint: Joint) -> bool:
        return joint.type == "fixed" or id(joint) in self.joints


def holds(plan: Plan, freeze_joints: bool, problems: list[SdfError]) -> _Holds:
    """Look at every joint: fixed, driven, frozen, left out, a guide along the world, or a problem."""
    held = _Holds({id(joint) for joint in plan.driven.values()})
    # Which body a link belongs to so far; what cannot move belongs to none.
    body_of = {id(member.link): i for i, body in enumerate(bodies(plan.graph, held)) for member in body.members}
    for scope in plan.graph.scopes():
        for joint in scope.joints:
            if held(joint):
                continue
            parent, child = (body_of.get(id(end), -1) for end in joint_ends(plan.graph, scope, joint))
            if parent == child:
                continue
            what = f"joint {joint.name!r} ({joint.type})"
            if plan.ignored(joint.name):
                plan.warn(joint.source, "ignored", f"{what} is left out, as asked for; its sides move freely")
            elif _locked(joint):
                plan.notice(joint.source, "joint-locked", f"{what} has no way to go, and is taken for fixed")
                held.joints.add(id(joint))
            elif freeze_joints:
                fixed = "; what hangs on it cannot move" if -1 in (parent, child) else ""
                plan.warn(joint.source, "joint-frozen", f"{what} is taken for fixed, as asked for{fixed}")
                held.joints.add(id(joint))
            elif -1 in (parent, child) and _guides(plan, joint):
                plan.guides.append(joint)
            else:
                message = (
                    f"{what} is free to move, and bodies in joints cannot be simulated, but for one joint to the world "
                    "without friction, damping, spring or controller; take all such joints for fixed with "
                    "freeze_joints=True "
                    f"(--freeze-joints), or this one for absent with ignore=[{joint.name!r}] (--ignore) [joint-free]"
                )
                problems.append(located(message, joint.source))
    return held


def _guides(plan: Plan, joint: Joint) -> bool:
    """Whether a joint to the world can be simulated: a ``WorldJoint`` on which nothing else acts."""
    resisted = id(joint) in plan.controlled or any(
        axis.damping or axis.friction or axis.spring_stiffness for axis in joint.axes
    )
    return joint.type in _GUIDES and not resisted


def guide(plan: Plan, joint: Joint) -> None:
    """Let the body of a joint to the world move as the joint does."""
    ends = joint_ends(plan.graph, plan.scope_of[id(joint)], joint)
    draft = next((found for end in ends if isinstance(end, Link) and (found := plan.home(end))), None)
    if draft is None:  # left out, as asked for
        return
    what = f"joint {joint.name!r} ({joint.type})"
    base, kind = draft.body.base, _GUIDES[joint.type]
    if draft.guide is not None:
        message = f"{what} is the second one that holds {draft.body.name!r} to the world; there can be one"
        remedy = f"Take it for absent with ignore=[{joint.name!r}] (--ignore) [joint-free]"
        raise located(f"{message}. {remedy}", joint.source)
    axis = (1.0, 0.0, 0.0) if kind == "ball" else plan.axis(joint, base)
    try:
        draft.guide = WorldJoint(kind, axis, plan.graph.pose(joint, base).p)
    except (UnresolvedError, ModelError) as error:
        raise located(f"{what}: {error}", joint.source) from None
    message = f"{what} holds {draft.body.name!r} to the world, which moves as it lets it"
    plan.notice(joint.source, "joint-world", message)
    for limits in joint.axes:
        if max(abs(limits.lower), abs(limits.upper)) < _NO_LIMIT:
            message = f"{what} has limits, {limits.lower:g} to {limits.upper:g}; here it goes on beyond them"
            plan.warn(joint.source, "joint-limits", message)

"""Changes that SDFormat prescribes before a tree is read: flattened names of old versions, parameters of an include.

Both work on copies; the document itself is never changed.
"""

import copy

from lxml import etree

from seaway.sdf._notes import Notes
from seaway.sdf._xml import Element, attribute, child, children, is_custom, is_element, text_of

_NAMED = ("frame", "link", "joint", "model", "gripper")
# Models nested deeper than this by their names alone are not what anybody wrote.
_DEEPEST = 32
MAX_CHANGES = 1000
_ACTIONS = ("add", "remove", "modify", "replace")
_CONTROL = ("element_id", "action")


def unflattened(model: Element) -> Element:
    """Turn the names ``a::b`` that versions before 1.8 gave to nested things into nested models.

    Every sibling named ``a::...`` moves into a new model ``a``, at the end; the frame ``a::__model__`` becomes its pose
    and canonical link. Like libsdformat's converter, it stops after the first nested model that has a plain name.

    Args:
        model: A model in a world.

    Returns:
        The model itself if there is nothing to do, else a changed copy.
    """
    names = [attribute(element, "name") for element in model.iter(*_NAMED)]
    if not any("::" in name for name in names) or any(name.count("::") > _DEEPEST for name in names):
        return model
    model = copy.deepcopy(model)
    _unflatten(model)
    return model


def _unflatten(scope: Element) -> None:
    groups: dict[str, list[Element]] = {}
    order: dict[str, None] = {}
    plain = False
    for node in children(scope):
        prefix, separator, _ = attribute(node, "name").partition("::")
        if node.tag not in _NAMED or not (prefix or separator):
            continue
        if separator:
            groups.setdefault(prefix, []).append(node)
            if not plain:
                order.setdefault(prefix)
        elif node.tag == "model" and not plain:
            _unflatten(node)
            plain = True
    for prefix in order:
        inner = etree.Element("model", name=prefix)
        inner.sourceline = groups[prefix][0].sourceline
        for node in groups[prefix]:
            _move_into(inner, node, prefix + "::")
        _unflatten(inner)
        scope.append(inner)


def _move_into(inner: Element, node: Element, prefix: str) -> None:
    for element in filter(is_element, node.iter()):
        for name in ("relative_to", "frame", "attached_to", "expressed_in"):
            if element.get(name) is not None:
                element.set(name, attribute(element, name).removeprefix(prefix))
        if element.tag in ("parent", "child") and element.text:
            element.text = element.text.strip().removeprefix(prefix)
    node.set("name", attribute(node, "name").removeprefix(prefix))
    if node.tag != "frame" or node.get("name") != "__model__":
        inner.append(node)
        return
    inner.set("canonical_link", attribute(node, "attached_to"))
    pose, parent = child(node, "pose"), node.getparent()
    if pose is not None:
        inner.insert(0, pose)
    if parent is not None:
        parent.remove(node)


def apply_parameters(parameters: Element, model: Element, notes: Notes) -> None:
    """Apply ``<experimental:params>`` of an include to the included model.

    Each child names an element of the model by ``@element_id`` and an ``@action``; without an action, its own children
    have theirs.

    Args:
        parameters: The element of the include.
        model: A copy of the included model; changed in place.
        notes: Collects findings.
    """
    changes = list(children(parameters))
    if len(changes) > MAX_CHANGES:
        _refuse(parameters, notes, f"may have at most {MAX_CHANGES} changes, got {len(changes)}")
        return
    for change in changes:
        _apply(change, model, notes)


def _apply(change: Element, model: Element, notes: Notes) -> None:
    identifier, action = attribute(change, "element_id"), attribute(change, "action")
    path = identifier.split("::") if identifier else []
    target: Element | None = model
    for name in path:
        target = None if target is None else next((n for n in children(target) if n.get("name") == name), None)
    if change.get("element_id") is None:
        _refuse(change, notes, "must have the attribute 'element_id'")
    elif "" in path:
        _refuse(change, notes, f"has an empty name in @element_id {identifier!r}")
    elif action not in ("", *_ACTIONS):
        _refuse(change, notes, f"has @action {action!r}, which must be one of {', '.join(_ACTIONS)}")
    elif target is None or (action != "add" and target.tag != change.tag):
        _refuse(change, notes, f"changes {identifier!r}, which is not in the included model")
    elif action != "add":
        if action:
            _act(action, change, target, notes)
        else:
            _apply_children(change, target, notes)
    elif not change.get("name"):
        _refuse(change, notes, "is added, and must have a name")
    elif change.tag != "plugin" and _matching(target, change) is not None:
        _refuse(change, notes, f"is added, but there is a {change.tag} named {change.get('name')!r} already")
    else:
        target.append(_plain(change))


def _apply_children(change: Element, target: Element, notes: Notes) -> None:
    for part in children(change):
        action = attribute(part, "action")
        found = target if action == "add" else _matching(target, part)
        if action not in _ACTIONS:
            _refuse(part, notes, f"must have an @action, one of {', '.join(_ACTIONS)}, got {action!r}")
        elif found is None:
            _refuse(part, notes, "is not in the included model")
        else:
            _act(action, part, found, notes)


def _act(action: str, change: Element, target: Element, notes: Notes) -> None:
    parent = target.getparent()
    if action == "add":
        target.append(_plain(change))
    elif action == "modify":
        _modify(change, target, notes)
    elif parent is None:
        return
    elif action == "replace":
        parent.replace(target, _plain(change))
    elif len(parts := list(children(change))) == 0:
        parent.remove(target)
    else:
        for part in parts:
            found = _matching(target, part)
            if found is None:
                _refuse(part, notes, "is to be removed, but is not in the included model")
            else:
                target.remove(found)


def _modify(change: Element, target: Element, notes: Notes) -> None:
    for name, value in change.attrib.items():
        if name not in _CONTROL and ":" not in str(name) and not str(name).startswith("{"):
            target.set(name, value)
    parts = list(children(change))
    if not parts and (text_of(change) or change.tag == "pose"):
        target.text = change.text  # an empty pose is the identity
    for part in parts:
        found = _matching(target, part)
        if found is None and len(list(target.iterchildren(str(part.tag)))) == 1:
            found = child(target, str(part.tag))  # its name is what is modified
        if found is None:
            _refuse(part, notes, "is to be modified, but is not in the included model")
        else:
            _modify(part, found, notes)


def _matching(target: Element, part: Element) -> Element | None:
    name = part.get("name")
    return next((n for n in target.iterchildren(str(part.tag)) if name is None or n.get("name") == name), None)


def _plain(change: Element) -> Element:
    element = copy.deepcopy(change)
    element.tail = None
    for name in _CONTROL:
        element.attrib.pop(name, "")
    return element


def _refuse(change: Element, notes: Notes, message: str) -> None:
    tag = change.tag if not is_custom(change) else "element"
    notes.error(change, "include-params", f"<{tag}> {message}")

"""Reading values from elements, with what is wrong noted and not raised: a file with errors is still shown."""

import difflib
from pathlib import Path
from typing import Final, Literal

from seaway.errors import Finding
from seaway.sdf import _values as values
from seaway.sdf._values import Triple
from seaway.sdf._views import RelativePose, Source
from seaway.sdf._xml import Element, attribute, line_of, raw_text_of, text_of

__all__ = ["Notes"]

# The children that SDFormat 1.12 and its predecessors define, for the elements whose content shapes the physics.
KNOWN: Final = {
    "model": "static self_collide allow_auto_disable include model enable_wind frame pose link joint plugin gripper",
    "link": "gravity enable_wind self_collide kinematic must_be_base_link velocity_decay frame pose inertial collision "
    "visual sensor projector audio_sink audio_source battery light particle_emitter",
    "inertial": "mass pose frame inertia fluid_added_mass density auto_inertia_params",
    "inertia": "ixx ixy ixz iyy iyz izz",
    "fluid_added_mass": "xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr density fluid_density",
    "joint": "parent child gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch axis axis2 physics "
    "sensor pose frame",
    "axis": "xyz initial_position use_parent_model_frame mimic dynamics limit",
    "include": "uri name static pose frame placement_frame plugin",
    "collision": "laser_retro max_contacts pose frame geometry surface density auto_inertia_params",
}
_KNOWN: Final = {tag: frozenset(text.split()) for tag, text in KNOWN.items()} | {
    "axis2": frozenset(KNOWN["axis"].split())
}


# So many elements are being read at a time: a link, its inertial, the parts of its collisions and visuals.
_TABLES: Final = 64

# One object for all that have no pose: its array form is then made once.
_IDENTITY: Final = RelativePose()


class Notes:
    """What was found while one file was read.

    Args:
        path: The file.
        findings: The list to add to; shared with the files that it includes.
    """

    def __init__(self, path: Path | None, findings: list[Finding]):
        self.path = path
        self.findings = findings
        self.version: tuple[int, int] = (1, 12)  # the one that the file declares, once it is read
        self._tables: dict[Element, dict[str, list[Element]]] = {}

    def source(self, element: Element) -> Source:
        """Where an element is written."""
        return Source(self.path, line_of(element))

    def error(self, element: Element | None, rule: str, message: str) -> None:
        """Note what makes the file invalid."""
        self.add("error", line_of(element), rule, message)

    def warning(self, element: Element | None, rule: str, message: str) -> None:
        """Note what is worth a look."""
        self.add("warning", line_of(element), rule, message)

    def add(self, severity: Literal["error", "warning"], line: int | None, rule: str, message: str) -> None:
        """Note something at a line of this file."""
        self.findings.append(Finding(severity, self.path, line, rule, message))

    def table(self, parent: Element) -> dict[str, list[Element]]:
        """The children of an element by their tags; kept for the elements that were read last.

        An element is asked for many children that it does not have: one walk over those that it has is faster.
        """
        table = self._tables.get(parent)
        if table is None:
            if len(self._tables) >= _TABLES:
                self._tables.clear()
            table = self._tables[parent] = dict[str, list[Element]]()
            for node in parent.iterchildren("*"):  # no comments
                table.setdefault(node.tag, []).append(node)
        return table

    def child(self, parent: Element | None, tag: str) -> Element | None:
        """The first child with a tag: where there are several, the first wins, as in the reference parser."""
        if parent is None:
            return None
        table = self._tables.get(parent)
        nodes = (self.table(parent) if table is None else table).get(tag)
        return None if nodes is None else nodes[0]

    def duplicates(self, element: Element) -> None:
        """Warn of children that are there twice where there should be one."""
        for tag, nodes in self.table(element).items():
            for node in nodes[1:]:
                self.warning(node, "element-duplicate", f"<{tag}> is there twice; the first one counts")

    def required(self, element: Element, name: str) -> str:
        """An attribute that must be there."""
        if element.get(name) is None:
            self.error(element, "attribute-missing", f"<{element.tag}> must have the attribute {name!r}")
        return attribute(element, name)

    def number(self, parent: Element | None, tag: str, default: float) -> float:
        """The number in a child; the default where there is none."""
        element = self.child(parent, tag)
        if element is None:
            return default
        try:
            text = raw_text_of(element)
            return values.number(text) if text and not text.isspace() else default
        except ValueError as error:
            self.error(element, "value", f"<{tag}> {error}")
            return default

    def boolean(self, parent: Element | None, tag: str, default: bool) -> bool:
        """The flag in a child; the default where there is none."""
        element = self.child(parent, tag)
        text = text_of(element)
        if element is None or not text:
            return default
        try:
            return values.boolean(text)
        except ValueError as error:
            self.error(element, "value", f"<{tag}> {error}")
            return default

    def flag(self, element: Element | None, name: str) -> bool:
        """A flag in an attribute; false where there is none."""
        try:
            return values.boolean(attribute(element, name, "false"))
        except ValueError as error:
            self.error(element, "value", f"@{name} {error}")
            return False

    def triple(self, parent: Element | None, tag: str, default: Triple) -> Triple:
        """The three numbers in a child; the default where there are none."""
        element = self.child(parent, tag)
        text = raw_text_of(element)
        if element is None or not text or text.isspace():
            return default
        try:
            x, y, z = values.vector(text)
        except ValueError as error:
            self.error(element, "value", f"<{tag}> {error}")
            return default
        return x, y, z

    def pose(self, parent: Element | None) -> RelativePose:
        """The pose in a child ``<pose>``; the identity where there is none."""
        element = self.child(parent, "pose")
        if element is None:
            return _IDENTITY
        relative_to = attribute(element, "relative_to")
        if element.get("frame") is not None:
            if self.version < (1, 7):  # what it was called then
                relative_to = relative_to or attribute(element, "frame")
            else:
                message = "@frame of <pose> has no effect since SDFormat 1.7; it is called relative_to now"
                self.warning(element, "attribute-unknown", message)
        rotation_format = attribute(element, "rotation_format", "euler_rpy")
        try:
            position, quaternion = values.pose(
                text_of(element), rotation_format, attribute(element, "degrees", "false")
            )
        except ValueError as error:
            self.error(element, "value", f"<pose> {error}")
            return RelativePose(relative_to=relative_to)
        return RelativePose(position, quaternion, relative_to)

    def unknown(self, element: Element) -> None:
        """Warn of children that SDFormat does not define: they are kept, and have no effect."""
        known = _KNOWN[str(element.tag)]
        for tag, nodes in self.table(element).items():
            if tag in known or ":" in tag or tag[0] == "{":
                continue
            short = tag[:60]
            near = [short[::-1]] if short[::-1] in known else difflib.get_close_matches(short, known, n=1)
            hint = f"; did you mean <{near[0]}>?" if near else ""
            for node in nodes:
                self.warning(node, "element-unknown", f"<{tag}> in <{element.tag}> has no effect{hint}")

    def unique(self, parent: Element, kind: str) -> list[Element]:
        """The children of a kind; of two with one name, the second is an error and left out."""
        nodes = self.table(parent).get(kind)
        if nodes is None:
            return []
        seen: dict[str, Element] = {}
        for element in nodes:
            name = element.get("name")
            if name is None:
                seen[f"\0{len(seen)}"] = element  # noted as a missing attribute
            elif name in seen:
                first = line_of(seen[name])
                self.error(element, "name-duplicate", f"there is a {kind} named {name!r} already, in line {first}")
            else:
                seen[name] = element
        return list(seen.values())

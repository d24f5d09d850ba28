"""Values read from elements. Problems are noted, not raised: a file with errors is still shown."""

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar, cast

from seaway.errors import Finding
from seaway.sdf import _values as values
from seaway.sdf._values import Triple
from seaway.sdf._views import RelativePose, SourceFile
from seaway.sdf._xml import Element, attribute, line_of, raw_text_of, text_of

T = TypeVar("T")

# The children that SDFormat 1.12 and its predecessors define, for the elements whose content shapes the physics.
_KNOWN: Final = {
    tag: frozenset(text.split())
    for tag, text in {
        "model": "static self_collide allow_auto_disable include model enable_wind frame pose link joint plugin "
        "gripper",
        "link": "gravity enable_wind self_collide kinematic must_be_base_link velocity_decay frame pose inertial "
        "collision visual sensor projector audio_sink audio_source battery light particle_emitter",
        "inertial": "mass pose frame inertia fluid_added_mass fluid_density density auto_inertia_params",
        "inertia": "ixx ixy ixz iyy iyz izz",
        "fluid_added_mass": "xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr density fluid_density",
        "joint": "parent child gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch axis axis2 physics "
        "sensor pose frame",
        "axis": "xyz initial_position use_parent_model_frame mimic dynamics limit",
        "include": "uri name static pose frame placement_frame plugin",
        "collision": "laser_retro max_contacts pose frame geometry surface density auto_inertia_params",
    }.items()
}

# So many elements are being read at a time: a link, its inertial, the parts of its collisions and visuals.
_TABLES: Final = 64

# One object for all that have no pose: its array form is then made once.
_IDENTITY: Final = RelativePose()


class Notes:
    """Findings of one file while it is read.

    Args:
        path: The file.
        findings: The list to add to; shared with included files.
    """

    def __init__(self, path: Path | None, findings: list[Finding]):
        self.path = path
        self.findings = findings
        self.version: tuple[int, int] = (1, 12)  # the declared one, once it is read
        self._tables: dict[Element, dict[str, list[Element]]] = {}

    def source(self, element: Element | None) -> SourceFile:
        """Location of an element."""
        return SourceFile(self.path, line_of(element))

    def error(self, element: Element | None, rule: str, message: str) -> None:
        """Add an error: the file is invalid."""
        self.findings.append(self.source(element).error(rule, message))

    def warning(self, element: Element | None, rule: str, message: str) -> None:
        """Add a warning."""
        self.findings.append(self.source(element).warning(rule, message))

    def table(self, parent: Element) -> dict[str, list[Element]]:
        """The children of an element by tag; kept for the elements read last.

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
        """The first child with a tag: the first of several counts, as in libsdformat."""
        nodes = None if parent is None else self.table(parent).get(tag)
        return None if nodes is None else nodes[0]

    def required(self, element: Element, name: str) -> str:
        """Read a required attribute."""
        if element.get(name) is None:
            self.error(element, "attribute-missing", f"<{element.tag}> must have the attribute {name!r}")
        return attribute(element, name)

    def value(self, parent: Element | None, tag: str, default: T, read: Callable[[str], T]) -> T:
        """Read the text of a child; the default if it is absent, empty or wrong."""
        element = self.child(parent, tag)
        text = raw_text_of(element)
        if not text or text.isspace():
            return default
        try:
            return read(text)
        except ValueError as error:
            self.error(element, "value", f"<{tag}> {error}")
            return default

    def number(self, parent: Element | None, tag: str, default: float) -> float:
        """Read the number in a child."""
        return self.value(parent, tag, default, values.number)

    def optional(self, parent: Element | None, tag: str, default: float) -> float | None:
        """Read the number in a child; None if there is no such child."""
        return None if self.child(parent, tag) is None else self.number(parent, tag, default)

    def boolean(self, parent: Element | None, tag: str, default: bool = False) -> bool:
        """Read the flag in a child."""
        return self.value(parent, tag, default, values.boolean)

    def triple(self, parent: Element | None, tag: str, default: Triple) -> Triple:
        """Read the three numbers in a child."""
        return cast("Triple", self.value(parent, tag, default, values.vector))

    def text(self, parent: Element | None, tag: str) -> str:
        """Read the text of a child, white space collapsed."""
        return text_of(self.child(parent, tag))

    def flag(self, element: Element | None, name: str) -> bool:
        """Read the flag in an attribute; default: false."""
        try:
            return values.boolean(attribute(element, name, "false"))
        except ValueError as error:
            self.error(element, "value", f"@{name} {error}")
            return False

    def pose(self, parent: Element | None) -> RelativePose:
        """Read the pose in a child ``<pose>``; default: the identity."""
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
        kind, degrees = attribute(element, "rotation_format", "euler_rpy"), attribute(element, "degrees", "0")
        try:
            return RelativePose(*values.pose(text_of(element), kind, degrees), relative_to)
        except ValueError as error:
            self.error(element, "value", f"<pose> {error}")
            return RelativePose(relative_to=relative_to)

    def unknown(self, element: Element) -> None:
        """Warn of children that SDFormat does not define: they are kept, and have no effect."""
        known = _KNOWN[str(element.tag).removesuffix("2")]
        for tag, nodes in self.table(element).items():
            if tag in known or ":" in tag or tag[0] == "{":
                continue
            short = tag[:60]
            near = [short[::-1]] if short[::-1] in known else difflib.get_close_matches(short, known, n=1)
            hint = f"; did you mean <{near[0]}>?" if near else ""
            for node in nodes:
                self.warning(node, "element-unknown", f"<{tag}> in <{element.tag}> has no effect{hint}")

    def duplicates(self, element: Element, *tags: str) -> None:
        """Warn of repeated children: of these tags, or of all."""
        for tag, nodes in self.table(element).items():
            for node in nodes[1:] if not tags or tag in tags else ():
                self.warning(node, "element-duplicate", f"<{tag}> is there twice; the first one counts")

    def unique(self, parent: Element, kind: str) -> list[Element]:
        """The children of a kind; of two with one name, the second is an error and left out."""
        seen: dict[str, Element] = {}
        for element in self.table(parent).get(kind, ()):
            name = element.get("name")
            if name is None:
                seen[f"\0{len(seen)}"] = element  # noted as a missing attribute
            elif name in seen:
                first = line_of(seen[name])
                self.error(element, "name-duplicate", f"there is a {kind} named {name!r} already, in line {first}")
            else:
                seen[name] = element
        return list(seen.values())

"""Edits of a document as edits of its text: what is not edited stays as it is, to the byte.

The text has been parsed before, so it is known to be XML; here it is only cut into tags.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from seaway.inertia import COEFFICIENTS, AddedMass, Inertial

__all__ = ["added_mass_set", "inertial_set"]

_Change = tuple[int, int, str]
_Lines = Callable[[str, str], list[str]]

_TAG: Final = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![^>\[]*(?:\[.*?\])?[^>]*>"
    r"|<(?P<end>/?)(?P<name>[^\s/>]+)(?P<attributes>(?:[^>\"']|\"[^\"]*\"|'[^']*')*?)(?P<empty>/?)>",
    re.DOTALL,
)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"""([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")


@dataclass(slots=True)
class _Piece:
    """An element as a range of text: its tags, its attribute ``name``, the elements in it."""

    tag: str
    name: str
    start: int
    content: int
    close: int = -1
    end: int = -1
    children: list["_Piece"] = field(default_factory=list["_Piece"])

    def find(self, tag: str, name: str | None = None) -> "_Piece | None":
        """The first child with a tag and, where asked for, a name."""
        return next((c for c in self.children if c.tag == tag and (name is None or c.name == name)), None)


def added_mass_set(text: str, link: str, added_mass: AddedMass | None) -> str | None:
    """Set, change or take away the ``<fluid_added_mass>`` of a link.

    Args:
        text: The document.
        link: The scoped name of the link.
        added_mass: About the link origin; None takes the element away.

    Returns:
        The new text; None where the link is not written in this document.
    """

    def changes(element: _Piece, step: str) -> list[_Change]:
        return _removed(text, element) if added_mass is None else _written(text, element, added_mass, step)

    return _changed(text, link, changes)


def inertial_set(text: str, link: str, inertial: Inertial) -> str | None:
    """Write the whole ``<inertial>`` of a link anew; see ``added_mass_set``."""

    def changes(element: _Piece, step: str) -> list[_Change]:
        old = element.find("inertial")
        if old is None:
            return _appended(text, element, step, lambda margin, step: _inertial_lines(margin, step, inertial))
        margin = _margin(text, old.start)
        if margin is None:
            return [(old.start, old.end, "".join(line.strip() for line in _inertial_lines("", "", inertial)))]
        newline = "\r\n" if "\r\n" in text else "\n"
        return [(old.start, old.end, newline.join(_inertial_lines(margin, step, inertial)).lstrip())]

    return _changed(text, link, changes)


def _changed(text: str, link: str, changes: Callable[[_Piece, str], list[_Change]]) -> str | None:
    root = _pieces(text).find("sdf")
    element = None if root is None else _located(root, link.split("::"))
    if element is None or root is None:
        return None
    step = _margin(text, root.children[0].start) or "  "
    for start, end, replacement in sorted(changes(element, step), reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def _located(scope: _Piece, names: list[str]) -> _Piece | None:
    """The link at the end of a row of names; before 1.8, several of them may be written as one, ``a::b``."""
    link = scope.find("link", name="::".join(names))
    if link is not None:
        return link
    for count in range(1, len(names)):
        name = "::".join(names[:count])
        for inner in scope.children:
            if inner.tag in ("world", "model") and inner.name == name:
                link = _located(inner, names[count:])
                if link is not None:
                    return link
    return None


def _removed(text: str, link: _Piece) -> list[_Change]:
    inertial = link.find("inertial")
    pieces = [] if inertial is None else [piece for piece in inertial.children if piece.tag == "fluid_added_mass"]
    # With the white space before it: its line goes with it.
    return [(len(text[: piece.start].rstrip()), piece.end, "") for piece in pieces]


def _written(text: str, link: _Piece, added_mass: AddedMass, step: str) -> list[_Change]:
    inertial = link.find("inertial")
    element = None if inertial is None else inertial.find("fluid_added_mass")
    if inertial is None:
        return _appended(text, link, step, lambda margin, step: _wrapped(margin, step, added_mass))
    if element is None:
        return _appended(text, inertial, step, lambda margin, step: _added_mass_lines(margin, step, added_mass))
    changes: list[_Change] = []
    missing: list[str] = []
    for name, value in added_mass.coefficients.items():
        piece = element.find(name)
        if piece is None:
            missing += [f"<{name}>{value!r}</{name}>"] if value != 0.0 else []
        elif piece.close < 0:
            changes.append((piece.start, piece.end, f"<{name}>{value!r}</{name}>"))
        elif not _is(_COMMENT.sub("", text[piece.content : piece.close]), value):
            comments = "".join(_COMMENT.findall(text[piece.content : piece.close]))
            changes.append((piece.content, piece.close, comments + repr(value)))
    if missing:
        changes += _appended(text, element, step, lambda margin, _: [margin + line for line in missing])
    return changes


def _is(text: str, value: float) -> bool:
    try:
        return float(text) == value
    except ValueError:
        return False


def _added_mass_lines(margin: str, step: str, added_mass: AddedMass) -> list[str]:
    coefficients = added_mass.coefficients
    return [
        f"{margin}<fluid_added_mass>",
        *(f"{margin}{step}<{name}>{coefficients[name]!r}</{name}>" for name in COEFFICIENTS),
        f"{margin}</fluid_added_mass>",
    ]


def _wrapped(margin: str, step: str, added_mass: AddedMass) -> list[str]:
    return [f"{margin}<inertial>", *_added_mass_lines(margin + step, step, added_mass), f"{margin}</inertial>"]


def _inertial_lines(margin: str, step: str, inertial: Inertial) -> list[str]:
    inner = margin + step
    x, y, z = inertial.X_BBcm.p.tolist()
    qw, qx, qy, qz = inertial.X_BBcm.q.tolist()
    if abs(qw) == 1.0:
        pose = f"<pose>{x!r} {y!r} {z!r} 0 0 0</pose>"
    else:
        # A quaternion comes back as it was; roll, pitch and yaw would be rounded.
        pose = f'<pose rotation_format="quat_xyzw">{x!r} {y!r} {z!r} {qx!r} {qy!r} {qz!r} {qw!r}</pose>'
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertial.I_BBcm_Bcm.tolist()
    moments = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
    lines = [
        f"{margin}<inertial>",
        f"{inner}{pose}",
        f"{inner}<mass>{inertial.mass!r}</mass>",
        f"{inner}<inertia>",
        *(f"{inner}{step}<{tag}>{value!r}</{tag}>" for tag, value in moments.items()),
        f"{inner}</inertia>",
    ]
    if inertial.added_mass is not None:
        lines += _added_mass_lines(inner, step, AddedMass(inertial.added_mass_matrix()))
    return [*lines, f"{margin}</inertial>"]


def _appended(text: str, parent: _Piece, step: str, lines: _Lines) -> list[_Change]:
    """Put lines at the end of an element, indented as its other children are, or by a step."""
    newline = "\r\n" if "\r\n" in text else "\n"
    outer = _margin(text, parent.start)
    inner = _margin(text, parent.children[0].start) if parent.children else None
    if outer is None or (parent.children and inner is None):
        # All on one line: stay on it.
        block = "".join(line.strip() for line in lines("", ""))
    else:
        if inner is not None and inner.startswith(outer):
            step = inner.removeprefix(outer) or step
        block = newline.join(["", *lines(outer + step, step)]) + newline + outer
    if parent.close < 0:
        tag = text[parent.start : parent.end]
        return [(parent.start, parent.end, f"{tag[:-2].rstrip()}>{block}</{parent.tag}>")]
    return [(len(text[: parent.close].rstrip()), parent.close, block)]


def _margin(text: str, position: int) -> str | None:
    """The white space before a position on its line; None where something else stands there."""
    margin = text[text.rfind("\n", 0, position) + 1 : position]
    return margin if not margin.strip() else None


def _pieces(text: str) -> _Piece:
    """Cut a document into elements; the root piece holds the root element."""
    root = _Piece("", "", 0, 0)
    stack = [root]
    for match in _TAG.finditer(text):
        tag = match.group("name")
        if tag is None:
            continue
        if match.group("end"):
            if len(stack) > 1:  # a closing tag too many is let pass
                piece = stack.pop()
                piece.close, piece.end = match.start(), match.end()
            continue
        piece = _Piece(tag, _name(match.group("attributes")), match.start(), match.end())
        stack[-1].children.append(piece)
        if match.group("empty"):
            piece.end = match.end()
        else:
            stack.append(piece)
    return root


def _name(attributes: str) -> str:
    for match in _ATTRIBUTE.finditer(attributes):
        if match.group(1) == "name":
            return html.unescape(re.sub(r"[\t\r\n]", " ", match.group(2)[1:-1])).strip()
    return ""

"""Edits of the text of a document; the rest stays identical to the byte.

The text has been parsed before, so it is known to be XML; here it is only split into tags.
"""

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from seaway.inertia import AddedMass, Inertial

_Change = tuple[int, int, str]

_TAG: Final = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![^>\[]*(?:\[.*?\])?[^>]*>"
    r"|<(?P<end>/?)(?P<name>[^\s/>]+)(?P<attributes>(?:[^>\"']|\"[^\"]*\"|'[^']*')*?)(?P<empty>/?)>",
    re.DOTALL,
)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"""([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")


@dataclass(slots=True)
class _Piece:
    """An element as a range of text: its tags, its attribute ``name``, its child elements."""

    tag: str
    name: str
    start: int
    content: int
    close: int = -1
    end: int = -1
    children: list["_Piece"] = field(default_factory=list["_Piece"])

    def find(self, tag: str, name: str | None = None) -> "_Piece | None":
        """The first child with a tag and, if given, a name."""
        return next((c for c in self.children if c.tag == tag and (name is None or c.name == name)), None)


def added_mass_set(
    text: str, link: str, added_mass: AddedMass | None, fluid_density: float | None = None
) -> str | None:
    """Set, change or remove the ``<fluid_added_mass>`` of a link.

    Args:
        text: The document.
        link: The scoped name of the link.
        added_mass: Added mass about the link origin; None removes the element.
        fluid_density: Density of the fluid for which it is given [kg/m3]; default: as in the file.

    Returns:
        The new text; None if the link is not written in this document.
    """

    def changes(element: _Piece, step: str) -> list[_Change]:
        inertial = element.find("inertial")
        if added_mass is None:
            pieces = [] if inertial is None else inertial.children
            # With the white space before it: its line goes with it.
            return [(len(text[: p.start].rstrip()), p.end, "") for p in pieces if p.tag == "fluid_added_mass"]
        if inertial is None:
            return _appended(text, element, step, _element("inertial", _added_mass_lines(added_mass, fluid_density)))
        old = inertial.find("fluid_added_mass")
        if old is None:
            return _appended(text, inertial, step, _added_mass_lines(added_mass, fluid_density))
        return _updated(text, old, step, _added_mass_numbers(added_mass, fluid_density))

    return _changed(text, link, changes)


def inertial_set(text: str, link: str, inertial: Inertial, fluid_density: float | None = None) -> str | None:
    """Replace the whole ``<inertial>`` of a link; see ``added_mass_set``."""

    def changes(element: _Piece, step: str) -> list[_Change]:
        old, lines = element.find("inertial"), _inertial_lines(inertial, fluid_density)
        if old is None:
            return _appended(text, element, step, lines)
        return [(old.start, old.end, _block(text, _margin(text, old.start), step, lines).lstrip())]

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
    """The link at the end of a sequence of names; before 1.8, several of them may be written as one, ``a::b``."""
    link = scope.find("link", name="::".join(names))
    for count in range(1, len(names)):
        name = "::".join(names[:count])
        for inner in scope.children:
            if link is None and inner.tag in ("world", "model") and inner.name == name:
                link = _located(inner, names[count:])
    return link


def _updated(text: str, element: _Piece, step: str, numbers: dict[str, float]) -> list[_Change]:
    """Change the coefficients that differ; append those that are missing and not 0."""
    changes: list[_Change] = []
    missing: list[str] = []
    for name, value in numbers.items():
        piece, line = element.find(name), f"<{name}>{value!r}</{name}>"
        if piece is None:
            missing += [line] if value != 0.0 else []
        elif piece.close < 0:
            changes.append((piece.start, piece.end, line))
        else:
            content = text[piece.content : piece.close]
            if not _is(_COMMENT.sub("", content), value):
                changes.append((piece.content, piece.close, "".join(_COMMENT.findall(content)) + repr(value)))
    return changes + (_appended(text, element, step, missing) if missing else [])


def _is(text: str, value: float) -> bool:
    try:
        return float(text) == value
    except ValueError:
        return False


def _element(tag: str, lines: Iterable[str]) -> list[str]:
    """An element in lines; each tab is a step of indentation."""
    return [f"<{tag}>", *("\t" + line for line in lines), f"</{tag}>"]


def _numbers(numbers: dict[str, float]) -> list[str]:
    return [f"<{name}>{value!r}</{name}>" for name, value in numbers.items()]


def _added_mass_numbers(added_mass: AddedMass, fluid_density: float | None) -> dict[str, float]:
    return added_mass.coefficients | ({} if fluid_density is None else {"fluid_density": fluid_density})


def _added_mass_lines(added_mass: AddedMass, fluid_density: float | None) -> list[str]:
    return _element("fluid_added_mass", _numbers(_added_mass_numbers(added_mass, fluid_density)))


def _inertial_lines(inertial: Inertial, fluid_density: float | None) -> list[str]:
    x, y, z = inertial.X_BBcm.p.tolist()
    qw, qx, qy, qz = inertial.X_BBcm.q.tolist()
    if abs(qw) == 1.0:
        pose = f"<pose>{x!r} {y!r} {z!r} 0 0 0</pose>"
    else:
        # A quaternion comes back as it was; roll, pitch and yaw would be rounded.
        pose = f'<pose rotation_format="quat_xyzw">{x!r} {y!r} {z!r} {qx!r} {qy!r} {qz!r} {qw!r}</pose>'
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertial.I_BBcm_Bcm.tolist()
    moments = _numbers({"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz})
    lines = [pose, *_numbers({"mass": inertial.mass}), *_element("inertia", moments)]
    if inertial.added_mass is not None:
        lines += _added_mass_lines(AddedMass(inertial.added_mass_matrix()), fluid_density)
    return _element("inertial", lines)


def _block(text: str, margin: str | None, step: str, lines: list[str]) -> str:
    """Lines with a margin; without one, all on the line on which they are put."""
    if margin is None:
        return "".join(line.strip() for line in lines)
    return ("\r\n" if "\r\n" in text else "\n").join(margin + line.replace("\t", step) for line in lines)


def _appended(text: str, parent: _Piece, step: str, lines: list[str]) -> list[_Change]:
    """Put lines at the end of an element, indented as its other children are, or by a step."""
    newline = "\r\n" if "\r\n" in text else "\n"
    outer = _margin(text, parent.start)
    inner = _margin(text, parent.children[0].start) if parent.children else None
    if outer is None or (parent.children and inner is None):
        block = _block(text, None, step, lines)
    else:
        if inner is not None and inner.startswith(outer):
            step = inner.removeprefix(outer) or step
        block = newline + _block(text, outer + step, step, lines) + newline + outer
    if parent.close < 0:
        tag = text[parent.start : parent.end]
        return [(parent.start, parent.end, f"{tag[:-2].rstrip()}>{block}</{parent.tag}>")]
    return [(len(text[: parent.close].rstrip()), parent.close, block)]


def _margin(text: str, position: int) -> str | None:
    """The white space before a position on its line; None if there is something else."""
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
                piece.close, piece.end = match.span()
            continue
        piece = _Piece(tag, _name(match.group("attributes")), *match.span())
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

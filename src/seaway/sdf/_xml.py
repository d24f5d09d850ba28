"""Bytes from a stranger, turned into an XML tree that keeps everything; small readers of elements."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from lxml import etree

from seaway.errors import Finding, SdfError

__all__ = [
    "MAX_BYTES",
    "Element",
    "attribute",
    "child",
    "children",
    "is_custom",
    "is_element",
    "line_of",
    "parsed",
    "read_bytes",
    "text_of",
]

# lxml keeps the names of its classes to itself, but not the classes.
Element = etree._Element  # pyright: ignore[reportPrivateUsage]

MAX_BYTES: Final = 64 * 2**20
"""Largest file that is read: 64 MB."""

# The reference parser (tinyxml2) lets these pass, and published files rely on it.
_TOLERATED: Final = {"NS_ERR_UNDEFINED_NAMESPACE", "NS_ERR_QNAME", "ERR_HYPHEN_IN_COMMENT"}
_NO_MARKUP: Final = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_ENTITY: Final = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_CLOSING_TAGS_AFTER_ROOT: Final = re.compile(rb"</sdf\s*>\s*(</[\w:.-]+\s*>\s*)+\Z")


def read_bytes(path: Path) -> bytes:
    """Read a regular file of bounded size.

    Raises:
        SdfError: It is not there, not a file, too large, or cannot be read.
    """
    try:
        if not path.is_file():
            raise SdfError("there is no such file" if not path.exists() else "this is not a file", path=path)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise SdfError(f"a file may have at most {MAX_BYTES} bytes, this one has more", path=path)
        return data
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise SdfError(f"the file cannot be read: {error}", path=str(path)) from None


def parsed(data: bytes, path: str | Path | None) -> tuple[Element, list[Finding]]:
    """Parse XML without expanding entities, loading DTDs or touching the network; comments and CDATA are kept.

    Three departures from XML that the reference parser accepts are accepted: prefixes without a namespace, ``--``
    inside comments, and closing tags after the root.

    Returns:
        The root element, and a warning for each departure of the last two kinds.

    Raises:
        SdfError: Not well-formed, nested deeper than 256, or with entity declarations.
    """
    if b"<!ENTITY" in data:
        line = data[: data.index(b"<!ENTITY")].count(b"\n") + 1
        raise SdfError("entity declarations are not allowed in SDFormat; write the text out", path=path, line=line)
    try:
        root = etree.fromstring(data, _parser(recover=False))
        findings: list[Finding] = []
    except etree.XMLSyntaxError as error:
        root, findings = _leniently(data, path, error)
    except ValueError as error:  # e.g. an encoding that does not exist
        raise SdfError(f"the file is not XML: {error}", path=path) from None
    information = cast("Any", root.getroottree().docinfo)
    dtd = information.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):
        raise SdfError("entity declarations are not allowed in SDFormat; write the text out", path=path)
    if information.doctype:
        # With a document type a parser may skip the entities that it does not know.
        text = data.decode(information.encoding or "UTF-8", errors="replace")
        if _ENTITY.search(_NO_MARKUP.sub("", text)):
            raise SdfError("the file uses an entity that it does not declare; write the text out", path=path)
    return root, findings


def _parser(recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        recover=recover, resolve_entities=False, no_network=True, load_dtd=False, strip_cdata=False, huge_tree=False
    )


def _leniently(data: bytes, path: str | Path | None, strict: etree.XMLSyntaxError) -> tuple[Element, list[Finding]]:
    parser = _parser(recover=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    findings: list[Finding] = []
    for entry in parser.error_log:
        kind = entry.type_name
        if kind == "ERR_HYPHEN_IN_COMMENT":
            message = "XML allows no -- inside a comment; other readers may refuse the file"
            findings.append(Finding("warning", path, entry.line, "xml-comment", message))
        elif kind == "ERR_DOCUMENT_END" and _CLOSING_TAGS_AFTER_ROOT.search(data):
            message = "there are closing tags after the end of <sdf>; they are ignored"
            findings.append(Finding("warning", path, entry.line, "xml-end", message))
        elif kind not in _TOLERATED:
            raise SdfError(f"the file is not well-formed XML: {entry.message}", path=path, line=entry.line)
    if root is None:
        line = strict.lineno if strict.lineno else None
        raise SdfError(f"the file is not well-formed XML: {strict.msg}", path=path, line=line)
    return root, findings


def is_custom(element: Element) -> bool:
    """Tell whether a node is no element of SDFormat: a comment, or an element with a prefix (``gz:policies``)."""
    return not is_element(element) or ":" in element.tag or element.tag.startswith("{")


def is_element(node: Element) -> bool:
    """Tell an element from a comment or a processing instruction, whose tags are functions."""
    return isinstance(cast("object", node.tag), str)


def children(element: Element, tag: str | None = None) -> Iterator[Element]:
    """The child elements, without comments and those of other namespaces; all, or those with a tag."""
    if tag is not None:
        yield from element.iterchildren(tag)
        return
    for node in element.iterchildren("*"):  # no comments
        name = node.tag
        if ":" not in name and name[0] != "{":
            yield node


def child(element: Element | None, tag: str) -> Element | None:
    """The first child with a tag: where there are several, the first wins, as in the reference parser."""
    if element is not None:
        for node in element.iterchildren(tag):
            return node
    return None


def text_of(element: Element | None) -> str:
    """The text before the first child element, white space folded; empty where there is none."""
    if element is None:
        return ""
    text = element.text or ""
    if len(element):
        for node in element:
            if node.tag is not etree.Comment:
                break
            text += node.tail or ""
    return " ".join(text.split())


def attribute(element: Element | None, name: str, default: str = "") -> str:
    """An attribute with outer white space removed."""
    value = None if element is None else element.get(name)
    return default if value is None else value.strip()


def line_of(element: Element | None) -> int | None:
    """The line of an element in its file, from 1."""
    line = None if element is None else element.sourceline
    return line or None

"""Bytes from a stranger, turned into an XML tree that keeps everything; small readers of elements."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast
from xml.parsers import expat

from lxml import etree

from seaway._files import Files, TooLargeError
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
    "raw_text_of",
    "read_bytes",
    "text_of",
]

# lxml keeps the names of its classes to itself, but not the classes.
Element = etree._Element  # pyright: ignore[reportPrivateUsage]

MAX_BYTES: Final = 64 * 2**20
"""Largest file that is read: 64 MB."""

# The reference parser (tinyxml2) lets these pass, and published files rely on it.
_TOLERATED: Final = {"NS_ERR_UNDEFINED_NAMESPACE", "NS_ERR_QNAME"}
_NO_MARKUP: Final = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_ENTITY: Final = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_COMMENT: Final = re.compile(rb"<!--(.*?)-->", re.DOTALL)
_CLOSING_TAG: Final = re.compile(rb"</([\w:.-]+)\s*>")


def read_bytes(path: Path, files: Files, limit: int | None = None) -> bytes:
    """Read a regular file of bounded size: ``MAX_BYTES`` by default.

    Raises:
        SdfError: It is not there, not a file, too large, or cannot be read.
    """
    try:
        if not files.is_file(path):
            raise SdfError("this is not a file" if files.exists(path) else "there is no such file", path=path)
        return files.read(path, MAX_BYTES if limit is None else limit)
    except TooLargeError as error:
        raise SdfError(str(error), path=path) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise SdfError(f"the file cannot be read: {error}", path=str(path)) from None


def parsed(data: bytes, path: str | Path | None, encoding: str | None = None) -> tuple[Element, list[Finding]]:
    """Parse XML without expanding entities, loading DTDs or touching the network; comments and CDATA are kept.

    Three departures from XML that the reference parser accepts are accepted: prefixes without a namespace, ``--``
    inside comments, and closing tags after the root.

    Args:
        data: The file.
        path: Its name, for messages.
        encoding: Its encoding, where that is known better than the file itself says.

    Returns:
        The root element, and a warning for each departure of the last two kinds.

    Raises:
        SdfError: Not well-formed, nested deeper than 256, or with entity declarations.
    """
    if b"<!ENTITY" in data:
        line = data[: data.index(b"<!ENTITY")].count(b"\n") + 1
        raise SdfError("entity declarations are not allowed in SDFormat; write the text out", path=path, line=line)
    try:
        root = etree.fromstring(data, _parser(recover=False, encoding=encoding))
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


def _parser(recover: bool, encoding: str | None = None) -> etree.XMLParser:
    return etree.XMLParser(
        encoding=encoding,
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        strip_cdata=False,
        huge_tree=False,
    )


def _leniently(data: bytes, path: str | Path | None, strict: etree.XMLSyntaxError) -> tuple[Element, list[Finding]]:
    """Mend what is tolerated, in a copy with the same lines, and parse that.

    libxml2's own recovery is not trusted to tell what it skipped: after some faults it is silent about others. So the
    mended text must be well-formed for expat, which knows no namespaces, and no fault but those of namespaces may be
    left for libxml2.
    """
    findings: list[Finding] = []
    if not data.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<"):
        raise SdfError("the file is not XML", path=path, line=1)
    end = _end_of_root(data)
    if end < len(data):
        line = data.count(b"\n", 0, end) + 1
        message = "there are closing tags after the end of <sdf>; they are ignored"
        findings.append(Finding("warning", path, line, "xml-end", message))
    mended = _COMMENT.sub(lambda match: b"<!--" + match.group(1).replace(b"-", b" ") + b"-->", data[:end])
    for match in _COMMENT.finditer(data[:end]):
        if b"--" in match.group(1) or match.group(1).endswith(b"-"):
            line = data.count(b"\n", 0, match.start()) + 1
            message = "XML allows no -- inside a comment; other readers may refuse the file"
            findings.append(Finding("warning", path, line, "xml-comment", message))
            break  # one is enough to say so
    try:
        expat.ParserCreate().Parse(mended, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # LookupError: an encoding that does not exist
        line = getattr(error, "lineno", None) or strict.lineno or None
        raise SdfError(f"the file is not well-formed XML: {strict.msg}", path=path, line=line) from None
    parser = _parser(recover=True)
    try:
        root = etree.fromstring(mended, parser)
    except (etree.XMLSyntaxError, LookupError, ValueError):
        root = None
    faults = [entry for entry in parser.error_log if entry.type_name not in _TOLERATED]
    if root is None or faults:
        message = faults[0].message if faults else strict.msg
        line = (faults[0].line if faults else strict.lineno) or None
        raise SdfError(f"the file is not well-formed XML: {message}", path=path, line=line)
    return root, findings


def _end_of_root(data: bytes) -> int:
    """Where the root ends, if nothing but closing tags follow it; else the end of the data."""
    end = len(data)
    position = len(data.rstrip())
    while data[:position].endswith(b">"):
        start = data.rfind(b"<", 0, position)
        match = _CLOSING_TAG.fullmatch(data, start, position)
        if match is None:
            break
        if match.group(1) == b"sdf":
            end = position
        position = len(data[:start].rstrip()) if data[start - 1 : start].isspace() else start
    return end


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
    return " ".join(raw_text_of(element).split())


def raw_text_of(element: Element | None) -> str:
    """The text before the first child element as it is written; enough for numbers."""
    if element is None:
        return ""
    text = element.text or ""
    if len(element):
        for node in element:
            if node.tag is not etree.Comment:
                break
            text += node.tail or ""
    return text


def attribute(element: Element | None, name: str, default: str = "") -> str:
    """An attribute with outer white space removed."""
    value = None if element is None else element.get(name)
    return default if value is None else value.strip()


def line_of(element: Element | None) -> int | None:
    """The line of an element in its file, from 1."""
    line = None if element is None else element.sourceline
    return line or None

"""Untrusted bytes to a lossless XML tree; small readers of elements."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast
from xml.parsers import expat

from lxml import etree

from seaway._files import Files, TooLargeError
from seaway.errors import Finding, SdfError

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
        SdfError: It does not exist, is not a file, is too large, or cannot be read.
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
    """Parse XML without expanding entities, loading DTDs or touching the network; keep comments and CDATA.

    Three departures from XML that libsdformat accepts are accepted: prefixes without a namespace, ``--`` inside
    comments, and closing tags after the root.

    Args:
        data: The file.
        path: Its name, for messages.
        encoding: Overrides the encoding that the file declares.

    Returns:
        The root element, and a warning for each departure of the last two kinds.

    Raises:
        SdfError: Not well-formed, nested deeper than 256, or with entity declarations.
    """
    forbidden = "entity declarations are not allowed in SDFormat; write the text out"
    if b"<!ENTITY" in data:
        raise SdfError(forbidden, path=path, line=_line(data, data.index(b"<!ENTITY")))
    findings: list[Finding] = []
    try:
        root = etree.fromstring(data, _parser(recover=False, encoding=encoding))
    except etree.XMLSyntaxError as error:
        root, findings = _leniently(data, path, error)
    except ValueError as error:  # e.g. an encoding that does not exist
        raise SdfError(f"the file is not XML: {error}", path=path) from None
    information = cast("Any", root.getroottree().docinfo)
    dtd = information.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):
        raise SdfError(forbidden, path=path)
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
    """Repair what is tolerated, in a copy with the same lines, and parse that.

    libxml2's own recovery is not trusted to tell what it skipped: after some faults it is silent about others. So the
    mended text must be well-formed for expat, which knows no namespaces, and no fault but those of namespaces may be
    left for libxml2.
    """
    findings: list[Finding] = []
    if not data.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<"):
        raise SdfError("the file is not XML", path=path, line=1)
    end = _end_of_root(data)
    if end < len(data):
        message = "there are closing tags after the end of <sdf>; they are ignored"
        findings.append(Finding("warning", path, _line(data, end), "xml-end", message))
    mended = _COMMENT.sub(lambda match: b"<!--" + match.group(1).replace(b"-", b" ") + b"-->", data[:end])
    for match in _COMMENT.finditer(data[:end]):
        if b"--" in match.group(1) or match.group(1).endswith(b"-"):
            message = "XML allows no -- inside a comment; other readers may refuse the file"
            findings.append(Finding("warning", path, _line(data, match.start()), "xml-comment", message))
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
    faults = [(entry.message, entry.line) for entry in parser.error_log if entry.type_name not in _TOLERATED]
    if root is None or faults:
        message, line = faults[0] if faults else (strict.msg, strict.lineno)
        raise SdfError(f"the file is not well-formed XML: {message}", path=path, line=line or None)
    return root, findings


def _line(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


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
    """Whether a node is no element of SDFormat: a comment, or an element with a prefix (``gz:policies``)."""
    return not is_element(element) or ":" in element.tag or element.tag.startswith("{")


def is_element(node: Element) -> bool:
    """Whether a node is an element: the tags of comments and processing instructions are functions."""
    return isinstance(cast("object", node.tag), str)


def children(element: Element, tag: str | None = None) -> Iterator[Element]:
    """The child elements, without comments and those of other namespaces; all, or those with a tag."""
    for node in element.iterchildren(tag or "*"):  # no comments
        if tag is not None or (":" not in node.tag and node.tag[0] != "{"):
            yield node


def child(element: Element | None, tag: str) -> Element | None:
    """The first child with a tag: the first of several counts, as in libsdformat."""
    return None if element is None else next(element.iterchildren(tag), None)


def text_of(element: Element | None) -> str:
    """The text before the first child element, white space collapsed; default: empty."""
    return " ".join(raw_text_of(element).split())


def raw_text_of(element: Element | None) -> str:
    """The text before the first child element as written; enough for numbers."""
    if element is None:
        return ""
    text = element.text or ""
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
    return None if element is None else element.sourceline or None

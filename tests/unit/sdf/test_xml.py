"""Bytes from a stranger: a clear error, soon, and nothing opened that was not asked for."""

import os
from pathlib import Path

import pytest

from seaway import sdf
from seaway.errors import SdfError
from seaway.inertia import AddedMass
from seaway.sdf import _xml

MODEL = "<model name='m'><link name='l'/></model>"


def laughs(levels: int = 30) -> str:
    """Each entity is ten times the one before: a gigabyte and more from a kilobyte."""
    entities = "".join(f"<!ENTITY e{i} '{f'&e{i - 1};' * 10}'>" for i in range(1, levels))
    return f"<!DOCTYPE sdf [<!ENTITY e0 'ha'>{entities}]>\n<sdf version='1.9'>&e{levels - 1};</sdf>"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text("the secret text")
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_bomb_of_entities_is_refused_at_once(encoding: str) -> None:
    with pytest.raises(SdfError, match=r"entity|XML"):
        sdf.loads(laughs().encode(encoding))


def test_the_message_for_an_entity_says_what_to_do_and_where() -> None:
    with pytest.raises(SdfError, match="entity declarations are not allowed in SDFormat; write the text out") as error:
        sdf.loads("<?xml version='1.0'?>\n<!DOCTYPE sdf [\n<!ENTITY mass '5'>]>\n<sdf version='1.9'/>")
    assert error.value.line == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_one_harmless_entity_is_refused_too(encoding: str) -> None:
    text = f"<!DOCTYPE sdf [<!ENTITY mass '5'>]><sdf version='1.9'>{MODEL}</sdf>"
    with pytest.raises(SdfError, match="entity declarations are not allowed"):
        sdf.loads(text.encode(encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "declaration",
    [
        "<!ENTITY x SYSTEM '{uri}'>",
        "<!ENTITY % x SYSTEM '{uri}'> %x;",
        "<!ENTITY x PUBLIC 'a' '{uri}'>",
    ],
)
def test_an_external_entity_is_refused_and_not_read(secret: Path, declaration: str, encoding: str) -> None:
    doctype = declaration.format(uri=secret.as_uri())
    text = f"<!DOCTYPE sdf [{doctype}]><sdf version='1.9'><model name='m'>&x;<link name='l'/></model></sdf>"
    with pytest.raises(SdfError, match=r"entity|Entity|XML") as error:
        sdf.loads(text.encode(encoding))
    assert "the secret text" not in str(error.value)


def test_an_external_dtd_is_not_read(tmp_path: Path) -> None:
    dtd = tmp_path / "x.dtd"
    os.mkfifo(dtd)  # reading it would block
    document = sdf.loads(f"<!DOCTYPE sdf SYSTEM '{dtd.as_uri()}'><sdf version='1.9'>{MODEL}</sdf>")
    assert [link.name for link in document.links] == ["m::l"]


@pytest.mark.parametrize(
    "link",
    [
        "<link name='l'><inertial><mass>&heavy;</mass></inertial></link>",
        "<link name='l'><inertial><mass>5</mass></inertial>&more;</link>",
        "<link name='l&more;'/>",
    ],
)
def test_an_entity_that_nobody_declares_is_not_silently_empty(link: str) -> None:
    """With an external DTD an XML parser may skip what it does not know; the mass would then be the default."""
    text = f"<!DOCTYPE sdf SYSTEM 'x.dtd'><sdf version='1.9'><model name='m'>{link}</model></sdf>"
    with pytest.raises(SdfError, match="entity"):
        sdf.loads(text)


def test_xinclude_is_not_followed(secret: Path) -> None:
    include = f"<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{secret.as_uri()}' parse='text'/>"
    document = sdf.loads(f"<sdf version='1.9'><model name='m'><link name='l'/>{include}</model></sdf>")
    assert b"the secret text" not in document.to_bytes()
    assert document.errors == ()


@pytest.mark.parametrize("levels", [300, 100_000])
def test_deep_nesting_is_refused(levels: int) -> None:
    with pytest.raises(SdfError, match="depth"):
        sdf.loads("<sdf version='1.9'>" + "<a>" * levels + "</a>" * levels + "</sdf>")


def test_the_deepest_nesting_that_is_parsed_is_read() -> None:
    text = "<sdf version='1.9'>" + "<model name='m'>" * 250 + "<link name='l'/>" + "</model>" * 250 + "</sdf>"
    (link,) = sdf.loads(text).links
    assert link.name == "m::" * 250 + "l"
    plugin = "<plugin filename='f' name='n'>" + "<a>" * 250 + "</a>" * 250 + "</plugin>"
    assert sdf.loads(f"<sdf version='1.9'><model name='m'><link name='l'/>{plugin}</model></sdf>").errors == ()


@pytest.mark.parametrize(
    "text",
    [
        "<sdf",
        "<sdf version='1.9'>",
        "<sdf version='1.9'><model name='m'></sdf>",
        "<sdf version='1.9'><model name='m></model></sdf>",
        "<sdf version='1.9'><!-- never closed </sdf>",
        "<sdf version='1.9'><![CDATA[ never closed </sdf>",
        "<sdf version='1.9' version='1.9'/>",
        "<sdf version=1.9/>",
        "<sdf version='1.9'>&undefined;</sdf>",
        "<sdf version='1.9'>& alone</sdf>",
    ],
)
def test_what_is_not_well_formed_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(SdfError, match="not well-formed XML") as error:
        sdf.loads("\n\n" + text)
    assert error.value.line is not None
    assert error.value.line >= 3


def test_every_prefix_of_a_file_is_refused() -> None:
    text = "<?xml version='1.0'?><sdf version='1.9'><model name='m'><link name='l'/></model></sdf>"
    for end in range(len(text)):
        with pytest.raises(SdfError, match="XML"):
            sdf.loads(text[:end])
    assert sdf.loads(text).errors == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n ",
        b"\0",
        b"\0" * 1000,
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"PK\x03\x04" + bytes(range(256)),
        b"<sdf version='1.9'>\x01</sdf>",
        b"<sdf version='1.9'>\xff\xfe</sdf>",
        b"<?xml version='1.0' encoding='no-such'?><sdf version='1.9'/>",
        b"<?xml version='1.0' encoding='utf-16'?><sdf version='1.9'/>",
        b"just some text",
        b"{}",
    ],
)
def test_junk_is_refused(data: bytes) -> None:
    with pytest.raises(SdfError, match="XML"):
        sdf.loads(data)


def test_half_of_a_surrogate_pair_in_a_text_is_refused() -> None:
    with pytest.raises(SdfError):
        sdf.loads("<sdf version='1.9'><model name='\ud800'><link name='l'/></model></sdf>")


def test_a_text_node_of_many_megabytes_is_refused() -> None:
    with pytest.raises(SdfError, match="not well-formed XML: Resource limit exceeded"):
        sdf.loads(f"<sdf version='1.9'>{'x' * 11_000_000}</sdf>")


def test_too_many_attributes_are_refused() -> None:
    """Their cost grows with the square of their number."""
    attributes = " ".join(f"a{i}='1'" for i in range(20_000))
    text = f"<sdf version='1.9'><model name='m'><link name='l'/><plugin filename='f' {attributes}/></model></sdf>"
    (error,) = sdf.loads(text).errors
    assert error.message == "an element may have at most 1000 attributes, got 20001"


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.sdf"
    path.write_text(f"<sdf version='1.9'>{MODEL}</sdf>")
    size = path.stat().st_size
    monkeypatch.setattr(_xml, "MAX_BYTES", size)
    assert sdf.load(path).errors == ()
    monkeypatch.setattr(_xml, "MAX_BYTES", size - 1)
    with pytest.raises(SdfError, match=f"a file may have at most {size - 1} bytes, this one has more") as error:
        sdf.load(path)
    assert error.value.path == path


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(SdfError, match=r"^/no/such/file\.sdf: there is no such file"):
        sdf.load("/no/such/file.sdf")


@pytest.mark.parametrize("path", ["a\0b.sdf", "x" * 300 + ".sdf"])
def test_a_path_that_cannot_be_is_refused(path: str) -> None:
    with pytest.raises(SdfError):
        sdf.load(path)


def test_a_folder_without_a_model_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SdfError, match=r"has no model\.config"):
        sdf.load(tmp_path)


def test_a_folder_with_a_model_is_its_file(tmp_path: Path) -> None:
    (tmp_path / "model.config").write_text("<model><sdf version='1.9'>m.sdf</sdf></model>")
    (tmp_path / "m.sdf").write_text(f"<sdf version='1.9'>{MODEL}</sdf>")
    document = sdf.load(tmp_path)
    assert document.path == tmp_path / "m.sdf"
    assert [link.name for link in document.links] == ["m::l"]


def test_devices_and_pipes_are_not_read(tmp_path: Path) -> None:
    """/dev/zero never ends, and a pipe without a writer never starts."""
    with pytest.raises(SdfError, match="/dev/zero: this is not a file"):
        sdf.load("/dev/zero")
    pipe = tmp_path / "pipe.sdf"
    os.mkfifo(pipe)
    with pytest.raises(SdfError, match=r"pipe\.sdf: this is not a file"):
        sdf.load(pipe)


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.sdf"
    loop.symlink_to(loop)
    with pytest.raises(SdfError, match=r"loop\.sdf"):
        sdf.load(loop)


def test_a_prefix_that_nobody_declares_is_accepted() -> None:
    """tinyxml2 knows no namespaces, and published files rely on it."""
    text = "<sdf version='1.9'><model name='m'><gz:policies gz:a='1'/><link name='l'/></model></sdf>"
    document = sdf.loads(text)
    assert document.findings == ()
    assert document.to_bytes() == text.encode()


def test_two_hyphens_in_a_comment_are_accepted_with_a_warning() -> None:
    document = sdf.loads(f"<sdf version='1.9'>\n\n<!-- a -- b -->{MODEL}</sdf>")
    (warning,) = document.findings
    assert (warning.severity, warning.rule, warning.line) == ("warning", "xml-comment", 3)
    assert "no -- inside a comment" in warning.message
    assert [link.name for link in document.links] == ["m::l"]


@pytest.mark.parametrize("end", ["</model>", "</sdf>\n", "\n</model> </world>\n </sdf >"])
def test_closing_tags_after_the_root_are_accepted_with_a_warning(end: str) -> None:
    document = sdf.loads(f"<sdf version='1.9'>{MODEL}</sdf>{end}")
    assert {(finding.severity, finding.rule) for finding in document.findings} == {("warning", "xml-end")}
    assert "they are ignored" in document.findings[0].message
    assert document.to_bytes().endswith(end.encode())


@pytest.mark.parametrize("end", ["hello", "<sdf version='1.9'/>", "</model>hello", "</model><model>", "&amp;"])
def test_anything_else_after_the_root_is_refused(end: str) -> None:
    with pytest.raises(SdfError, match="not well-formed XML"):
        sdf.loads(f"<sdf version='1.9'>{MODEL}</sdf>\n{end}")


def test_comments_and_instructions_may_stand_around_the_root() -> None:
    text = f"<?xml version='1.0'?>\n<!-- one -->\n<?pi two?>\n<sdf version='1.9'>{MODEL}</sdf>\n<!-- three -->\n"
    document = sdf.loads(text)
    assert document.findings == ()
    assert document.to_bytes() == text.encode()


@pytest.mark.parametrize(
    ("mass", "value"),
    [
        ("<![CDATA[5]]>", 5.0),
        ("<!-- kg -->5", 5.0),
        ("5<!-- kg -->", 5.0),
        ("\n  5\n  ", 5.0),
        ("&#53;", 5.0),
        ("", 1.0),
        ("<!-- 5 -->", 1.0),
    ],
)
def test_a_number_is_found_among_comments_and_cdata(mass: str, value: float) -> None:
    text = f"<link name='l'><inertial><mass>{mass}</mass></inertial></link>"
    document = sdf.loads(f"<sdf version='1.9'><model name='m'>{text}</model></sdf>")
    assert document.errors == ()
    assert document.link("l").link.inertial.mass == value


@pytest.mark.parametrize(
    ("root", "got"),
    [
        ("<robot name='r'/>", "<robot>"),
        ("<gazebo version='1.0'/>", "<gazebo>"),
        ("<x:sdf version='1.9'/>", "another"),
        ("<sdf xmlns='http://sdformat.org' version='1.9'/>", "another"),
    ],
)
def test_the_root_must_be_sdf(root: str, got: str) -> None:
    with pytest.raises(SdfError, match=f"the root element must be <sdf>, got {got}") as error:
        sdf.loads("\n" + root)
    assert error.value.line == 2


def test_an_error_in_a_file_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.sdf"
    path.write_text("<sdf version='1.9'>\n<model name='m'>\n</sdf>")
    with pytest.raises(SdfError, match=rf"^{path}:3: the file is not well-formed XML: .*model") as error:
        sdf.load(path)
    assert (error.value.path, error.value.line) == (path, 3)


# --- what is tolerated hides nothing ---


@pytest.mark.parametrize("comments", [1, 150])
@pytest.mark.parametrize("fault", ["", "</lnk></model></sdf>", "<<<</model></sdf>", "&foo;</link></model></sdf>"])
def test_a_tolerated_comment_does_not_hide_a_fault(comments: int, fault: str) -> None:
    """libxml2 says nothing of a truncated end after an earlier fault, and of nothing after a hundred."""
    text = f"<sdf version='1.9'><model name='m'>{'<!-- a -- b -->' * comments}<link name='l'/><link name='k'>{fault}"
    with pytest.raises(SdfError, match="not well-formed"):
        sdf.loads(text)


def test_many_prefixes_without_a_namespace_do_not_hide_a_fault() -> None:
    with pytest.raises(SdfError, match="not well-formed"):
        sdf.loads(f"<sdf version='1.9'><model name='m'>{'<gz:a/>' * 200}<link name='l'></lnk></model></sdf>")
    good = sdf.loads(f"<sdf version='1.9'><model name='m'>{'<gz:a/>' * 200}<link name='l'/></model></sdf>")
    assert good.errors == ()
    assert len(good.links) == 1


def test_many_closing_tags_before_junk_are_refused() -> None:
    with pytest.raises(SdfError, match="not well-formed"):
        sdf.loads("<sdf version='1.9'>" + "</sdf>" * 20_000 + "x")


def test_a_str_has_no_encoding_whatever_it_says() -> None:
    text = (
        "<?xml version='1.0' encoding='ISO-8859-1'?><sdf version='1.9'><model name='é'><link name='l'/></model></sdf>"
    )
    document = sdf.loads(text)
    assert document.models[0].name == "é"
    assert document.with_added_mass("l", None).models[0].name == "é"


def test_the_order_of_bytes_of_utf_16_is_kept() -> None:
    text = (
        "\ufeff<?xml version='1.0' encoding='UTF-16'?><sdf version='1.9'><model name='é'><link name='l'/></model></sdf>"
    )
    for codec in ("utf-16-be", "utf-16-le"):
        data = text.encode(codec)
        document = sdf.loads(data)
        assert document.models[0].name == "é"
        edited = document.with_added_mass("l", AddedMass.from_coefficients(xx=1.0))
        assert edited.to_bytes()[:2] == data[:2]
        assert edited.with_added_mass("l", None).to_bytes().decode(codec).startswith(text[:60])


def test_a_name_of_a_megabyte_is_refused_and_not_repeated() -> None:
    frames = "".join(f"<frame name='f{i}' attached_to='nobody{i}'/>" for i in range(50))
    document = sdf.loads(f"<sdf version='1.9'><model name='{'m' * 1_000_000}'><link name='l'/>{frames}</model></sdf>")
    assert document.errors[0].message == "a name may have at most 1000 characters, got 1000000"
    assert sum(len(error.message) for error in document.errors) < 200_000

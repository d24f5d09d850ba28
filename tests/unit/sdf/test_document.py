"""A document is what was read, to the byte; an edit changes what it edits and nothing else."""

import os
import re
import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.strategies import added_masses, inertials

from seaway import sdf
from seaway.errors import SdfError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.inertia._added_mass import COEFFICIENTS

ONE_TO_21 = AddedMass.from_coefficients({name: float(i) for i, name in enumerate(COEFFICIENTS, 1)})

RICH = """<?xml version="1.0" ?>
<!-- before the root -->
<sdf version="1.10" xmlns:gz="http://gazebosim.org/schema">
  <world name='sea'>
    <!-- a world -- no, almost -->
    <plugin name="p" filename='f'><free gz:a="1" b='2'>text<![CDATA[ <raw> & ]]></free></plugin>
    <model name="auv">
      <link name="body" gz:note="kept">
        <inertial>
          <mass>5.0</mass>  <!-- kg -->
          <fluid_added_mass><xx>1.50</xx><yy> 2e0 </yy><note/></fluid_added_mass>
          <my_own>kept</my_own>
        </inertial>
        <gz:unknown>&#169; &lt;</gz:unknown>
      </link>
      <link name='fin'/>
    </model>
  </world>
</sdf>
""".replace(" -- no", ": no")


def canonical(data: bytes) -> bytes:
    return etree.tostring(etree.fromstring(data), method="c14n", with_comments=True)


def without_added_mass(data: bytes) -> bytes:
    """The canonical XML without any added mass, and without white space around elements."""
    root = etree.fromstring(data, etree.XMLParser(remove_blank_text=True))
    for element in list(root.iter("fluid_added_mass")):
        parent = element.getparent()
        assert parent is not None
        assert not (element.tail or "").strip()
        parent.remove(element)
    for element in root.iter():
        if element.text is not None and not element.text.strip():
            element.text = None
        if element.tail is not None and not element.tail.strip():
            element.tail = None
    return etree.tostring(root, method="c14n", with_comments=True)


def added_mass_of(document: sdf.Document, link: str) -> AddedMass | None:
    return document.link(link).link.inertial.added_mass


# --- untouched ---


@pytest.mark.parametrize(
    "text",
    [
        RICH,
        RICH.replace("\n", "\r\n"),
        RICH.strip(),
        RICH.partition("\n")[2],
        "\ufeff" + RICH,
        "<sdf version='1.9'/>",
        "<sdf version = '1.9'\n></sdf  >\n\n\n",
        "<sdf version='1.9'><!-- ü 海 𝄞 --><model name='海'><link name='ü'/></model></sdf>",
        "<sdf version='1.9'><model name='m'><link name='l'></link>\t<nobody_knows a='\"' b=\"'\"/></model></sdf>",
        "<sdf version='1.9'><model name='a'><link name='l'/></model><model name='b'><link name='l'/></model></sdf>",
        "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf></model>",
    ],
)
def test_what_is_not_edited_is_given_back_to_the_byte(text: str, tmp_path: Path) -> None:
    data = text.encode()
    assert sdf.loads(data).to_bytes() == data
    path = tmp_path / "in.sdf"
    path.write_bytes(data)
    sdf.load(path).write(tmp_path / "out.sdf")
    assert (tmp_path / "out.sdf").read_bytes() == data


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "utf-8"])
def test_other_encodings_are_given_back_to_the_byte(encoding: str) -> None:
    text = (
        f"<?xml version='1.0' encoding='{encoding}'?><sdf version='1.9'><model name='é'><link name='l'/></model></sdf>"
    )
    document = sdf.loads(text.encode(encoding))
    assert [link.name for link in document.links] == ["é::l"]
    assert document.to_bytes() == text.encode(encoding)


def test_a_document_with_errors_is_given_back_too() -> None:
    text = "<sdf version='9.9'><model name='m'><link name='l'><pose>1 2</pose></link><link/></model></sdf>"
    document = sdf.loads(text)
    assert len(document.errors) >= 3
    assert document.to_bytes() == text.encode()


# --- edits ---


def test_setting_an_added_mass_changes_nothing_else() -> None:
    before = sdf.loads(RICH)
    after = before.with_added_mass("body", ONE_TO_21)
    assert added_mass_of(after, "body") == ONE_TO_21
    assert without_added_mass(after.to_bytes()) == without_added_mass(RICH.encode())
    assert before.to_bytes() == RICH.encode()
    assert b"<![CDATA[ <raw> & ]]>" in after.to_bytes()
    assert b"<note/>" in after.to_bytes()


@pytest.mark.parametrize("link", ["body", "fin"])
@pytest.mark.parametrize("added_mass", [ONE_TO_21, AddedMass(np.zeros((6, 6))), None])
def test_an_edit_keeps_the_canonical_xml_of_all_the_rest(link: str, added_mass: AddedMass | None) -> None:
    after = sdf.loads(RICH).with_added_mass(link, added_mass)
    assert added_mass_of(after, link) == added_mass
    stripped = without_added_mass(after.to_bytes())
    # A link without <inertial> gets one.
    assert stripped.replace(b'<link name="fin"><inertial></inertial></link>', b'<link name="fin"></link>') == (
        without_added_mass(RICH.encode())
    )


def test_setting_what_is_there_already_changes_nothing_at_all() -> None:
    document = sdf.loads(RICH)
    same = document.with_added_mass("body", added_mass_of(document, "body"))
    assert canonical(same.to_bytes()) == canonical(RICH.encode())
    assert b"<xx>1.50</xx><yy> 2e0 </yy>" in same.to_bytes()


def test_a_second_edit_with_the_same_numbers_gives_the_same_bytes() -> None:
    once = sdf.loads(RICH).with_added_mass("body", ONE_TO_21)
    assert once.with_added_mass("body", ONE_TO_21).to_bytes() == once.to_bytes()


def test_changing_one_number_touches_one_element() -> None:
    before = sdf.loads(RICH)
    added_mass = added_mass_of(before, "body")
    assert added_mass is not None
    after = before.with_added_mass("body", added_mass.replaced(xx=2.5))
    expected = RICH.replace("<xx>1.50</xx>", "<xx>2.5</xx>")
    assert canonical(after.to_bytes()) == canonical(expected.encode())


def test_a_coefficient_that_becomes_zero_stays_as_zero() -> None:
    after = sdf.loads(RICH).with_added_mass("body", AddedMass.from_coefficients(xx=1.5))
    assert canonical(after.to_bytes()) == canonical(RICH.replace("<yy> 2e0 </yy>", "<yy>0.0</yy>").encode())


def test_taking_the_added_mass_away_takes_the_element_away() -> None:
    before = sdf.loads(RICH)
    after = before.with_added_mass("body", None)
    assert added_mass_of(after, "body") is None
    assert b"fluid_added_mass" not in after.to_bytes()
    line = "          <fluid_added_mass><xx>1.50</xx><yy> 2e0 </yy><note/></fluid_added_mass>\n"
    assert canonical(after.to_bytes()) == canonical(RICH.replace(line, "").encode())


def test_all_of_several_added_masses_are_taken_away() -> None:
    twice = "<fluid_added_mass><xx>1</xx></fluid_added_mass>\n<fluid_added_mass><xx>2</xx></fluid_added_mass>"
    text = f"<sdf version='1.9'><model name='m'><link name='l'><inertial>{twice}</inertial></link></model></sdf>"
    assert added_mass_of(sdf.loads(text).with_added_mass("l", None), "l") is None


def test_taking_away_what_is_not_there_changes_nothing() -> None:
    after = sdf.loads(RICH).with_added_mass("fin", None)
    assert canonical(after.to_bytes()) == canonical(RICH.encode())


def test_an_added_mass_is_written_with_the_indentation_of_the_file() -> None:
    text = """\
<sdf version="1.10">
    <model name="m">
        <link name="l">
            <inertial>
                <mass>5</mass>
            </inertial>
        </link>
        <link name="k"/>
    </model>
</sdf>
"""
    entries = {name: f"                    <{name}>0.0</{name}>\n" for name in COEFFICIENTS}
    entries["xx"] = "                    <xx>1.5</xx>\n"
    added = "                <fluid_added_mass>\n" + "".join(entries.values()) + "                </fluid_added_mass>\n"
    closing = "            </inertial>\n"
    added_mass = AddedMass.from_coefficients(xx=1.5)
    after = sdf.loads(text).with_added_mass("l", added_mass).to_bytes().decode()
    assert after == text.replace(closing, added + closing)
    inertial = f'        <link name="k">\n            <inertial>\n{added}{closing}        </link>\n'
    after = sdf.loads(text).with_added_mass("k", added_mass).to_bytes().decode()
    assert after == text.replace('        <link name="k"/>\n', inertial)
    assert sdf.loads(after).with_added_mass("k", None).to_bytes().decode().count("\n\n") == 0


def test_a_comment_at_the_end_of_a_block_stays_where_it_is() -> None:
    text = """\
<sdf version="1.10">
  <model name="m">
    <link name="l">
      <inertial>
        <mass>5</mass>
        <!-- the end -->
      </inertial>
    </link>
  </model>
</sdf>
"""
    after = sdf.loads(text).with_added_mass("l", ONE_TO_21).to_bytes().decode()
    assert "\n        <!-- the end -->\n        <fluid_added_mass>\n          <xx>1.0</xx>\n" in after
    assert after.endswith("        </fluid_added_mass>\n      </inertial>\n    </link>\n  </model>\n</sdf>\n")


def test_a_file_on_one_line_stays_on_one_line() -> None:
    text = "<sdf version='1.9'><model name='m'><link name='l'><inertial><mass>5</mass></inertial></link></model></sdf>"
    after = sdf.loads(text).with_added_mass("l", ONE_TO_21).to_bytes()
    assert b"<mass>5</mass><fluid_added_mass><xx>1.0</xx>" in after
    assert b"\n" not in after


def test_windows_line_ends_are_kept_by_an_edit() -> None:
    """An edit changes only what it edits: the other lines keep their bytes."""
    text = RICH.replace("\n", "\r\n")
    after = sdf.loads(text).with_added_mass("body", AddedMass.from_coefficients(xx=2.5, yy=2.0)).to_bytes()
    assert b"&#13;" not in after
    assert after.count(b"\r\n") == text.count("\r\n")


@pytest.mark.parametrize(
    "head", ["", "<?xml version='1.0'?>\n", '<?xml version="1.0" encoding="utf-8" ?>\n', "<!-- c -->\n"]
)
def test_an_edit_keeps_what_stands_before_and_after_the_root(head: str) -> None:
    text = f"{head}<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>\n<!-- the end -->\n"
    after = sdf.loads(text).with_added_mass("l", ONE_TO_21).to_bytes().decode()
    assert after.startswith("<?xml") is head.startswith("<?xml")
    assert ("<!-- c -->" in head) is ("<!-- c -->\n<sdf" in after)
    assert after.endswith("</sdf>\n<!-- the end -->\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_an_edit_keeps_the_encoding(encoding: str) -> None:
    text = (
        f"<?xml version='1.0' encoding='{encoding}'?>\n<sdf version='1.9'>"
        "<model name='é'><link name='l'/></model></sdf>\n"
    )
    after = sdf.loads(text.encode(encoding)).with_added_mass("l", ONE_TO_21)
    assert "name='é'" in after.to_bytes().decode(encoding).replace('"', "'")
    assert added_mass_of(after, "é::l") == ONE_TO_21


def test_an_edit_of_text_that_is_not_ascii_keeps_it_readable() -> None:
    text = "<sdf version='1.9'><!-- 海 --><model name='海'><link name='l'/></model></sdf>"
    after = sdf.loads(text).with_added_mass("l", ONE_TO_21).to_bytes()
    assert "<!-- 海 -->" in after.decode()


@pytest.mark.parametrize("junk", ["</model>", "<!-- a -- b -->"])
def test_a_file_that_other_readers_may_refuse_can_be_edited(junk: str) -> None:
    text = f"<sdf version='1.9'><model name='m'><gz:x/><link name='l'/></model></sdf>{junk}"
    assert added_mass_of(sdf.loads(text).with_added_mass("l", ONE_TO_21), "l") == ONE_TO_21


@given(st.lists(st.floats(-1e150, 1e150), min_size=21, max_size=21))
@example([5e-324] * 21)
@example([0.1] * 21)
@example([-0.0] * 21)
@settings(max_examples=50)
def test_numbers_round_trip_exactly(numbers: list[float]) -> None:
    """Written as the shortest text that reads back as the same double, tiny and huge ones too."""
    wanted = dict(zip(COEFFICIENTS, numbers, strict=True))
    text = "".join(f"<{name}>{value!r}</{name}>" for name, value in wanted.items())
    text = f"<link name='l'><inertial><fluid_added_mass>{text}</fluid_added_mass></inertial></link><link name='k'/>"
    document = sdf.loads(f"<sdf version='1.9'><model name='m'>{text}</model></sdf>")
    read = added_mass_of(document, "l")
    assert read is not None
    assert read.coefficients == wanted
    written = added_mass_of(sdf.loads(document.with_added_mass("k", read).to_bytes()), "k")
    assert written is not None
    assert written.coefficients == wanted


def test_the_largest_number_round_trips_too() -> None:
    """The sum of two of them is not a double: nothing on the way may add them."""
    text = (
        "<link name='l'><inertial><fluid_added_mass><xx>{0}</xx><xr>{0}</xr>"
        "<rr>{0}</rr></fluid_added_mass></inertial></link>"
    )
    text = text.format("1.7976931348623157e+308")
    added_mass = added_mass_of(sdf.loads(f"<sdf version='1.9'><model name='m'>{text}</model></sdf>"), "l")
    assert added_mass is not None
    assert added_mass.coefficients["xx"] == added_mass.coefficients["xr"] == 1.7976931348623157e308


@given(added_masses())
@settings(max_examples=30)
def test_other_conventions_are_written_about_the_origin(added_mass: AddedMass) -> None:
    """The conversion itself is tested in seaway.inertia; here it must use the link's own centre of mass."""
    text = "<link name='l'><inertial><pose>1 -2 3 0 0 0</pose></inertial></link>"
    document = sdf.loads(f"<sdf version='1.9'><model name='m'>{text}</model></sdf>")
    for convention in ("center_of_mass", "mixed"):
        other = AddedMass(added_mass.matrix, convention)
        written = added_mass_of(document.with_added_mass("l", other), "l")
        assert written == other.converted("origin", [1.0, -2.0, 3.0])
        assert written is not None
        assert written.convention == "origin"


def test_one_convention_by_hand() -> None:
    """1 kg of fluid at the centre of mass (1, 0, 0): about the origin y couples with r by 1 kg m, and rr is 1 kg m2."""
    text = "<link name='l'><inertial><pose>1 0 0 0 0 0</pose></inertial></link>"
    document = sdf.loads(f"<sdf version='1.9'><model name='m'>{text}</model></sdf>")
    at_center = AddedMass.from_coefficients(yy=1.0, convention="center_of_mass")
    written = added_mass_of(document.with_added_mass("l", at_center), "l")
    assert written == AddedMass.from_coefficients(yy=1.0, yr=1.0, rr=1.0)


def test_an_edit_goes_to_the_link_that_is_named() -> None:
    text = "".join(f"<model name='{m}'><link name='l'/><link name='k'/></model>" for m in "ab")
    document = sdf.loads(f"<sdf version='1.9'><world name='w'>{text}</world></sdf>")
    after = document.with_added_mass("b::k", ONE_TO_21)
    assert {link.name: link.link.inertial.added_mass for link in after.links} == {
        "w::a::l": None,
        "w::a::k": None,
        "w::b::l": None,
        "w::b::k": ONE_TO_21,
    }


def test_an_edit_goes_into_nested_models() -> None:
    inner = "<model name='inner'><link name='l'/></model>"
    document = sdf.loads(f"<sdf version='1.9'><model name='outer'><link name='l'/>{inner}</model></sdf>")
    after = document.with_added_mass("outer::inner::l", ONE_TO_21)
    assert added_mass_of(after, "outer::inner::l") == ONE_TO_21
    assert added_mass_of(after, "outer::l") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("<sdf version='1.6'><world name='w'><model name='m'><link name='a::b'/></model></world></sdf>", "w::m::a::b"),
        ("<sdf version='1.6'><model name='m'><link name='a::b'/></model></sdf>", "m::a::b"),
    ],
)
def test_a_link_with_an_old_flattened_name_can_be_edited(text: str, name: str) -> None:
    """Before 1.8 the link a::b of a model is read as the link b of a nested model a."""
    document = sdf.loads(text)
    assert [link.name for link in document.links] == [name]
    after = document.with_added_mass(name, ONE_TO_21)
    assert added_mass_of(after, name) == ONE_TO_21
    assert b"<link name='a::b'>" in after.to_bytes()


@pytest.mark.parametrize(
    "link",
    [
        "<link name='l' note=\" name='k' \"/>",
        "<link note=\" name='k' \" name='l'/>",
        "<link gz:name='k' name='l'/>",
        "<link  name\n=\n'l'\n/>",
        "<link name='&#108;'/>",
        "<link name=' l '/>",
        "<link note='a > b / c' name='l'></link>",
        "<link name='l'><!-- <inertial> --><![CDATA[</link>]]><?pi <inertial> ?></link>",
        "<!-- <link name='l'/> --><link name='l'/>",
        "<plugin filename='f'><link name='l'/></plugin><link name='l'/>",
        "<gz:link name='l'/><link name='l'/>",
        "<link name='l'><inertial/></link>",
        "<link name='l'><inertial  ></inertial  ></link>",
        "<link name='l'><inertial><fluid_added_mass/></inertial></link>",
        "<link name='l'><inertial><fluid_added_mass><xx/><yy></yy></fluid_added_mass></inertial></link>",
        (
            "<link name='l'><inertial><fluid_added_mass><xx>9<!-- c --></xx>"
            "<xx>8</xx></fluid_added_mass></inertial></link>"
        ),
        "<link name='l'><gz:inertial/><visual name='v'><inertial/></visual></link>",
    ],
)
def test_the_right_link_is_edited_however_it_is_written(link: str) -> None:
    head, tail = "<sdf version='1.9'><model name='m'><link name='k'/>", "<link name='j'></link></model></sdf>"
    before = sdf.loads(head + link + tail)
    after = before.with_added_mass("m::l", ONE_TO_21)
    assert {placed.name: placed.link.inertial.added_mass for placed in after.links} == {
        "m::k": None,
        "m::l": ONE_TO_21,
        "m::j": None,
    }
    assert after.to_bytes().decode().startswith(head)
    assert after.to_bytes().decode().endswith(tail)
    removed = after.with_added_mass("m::l", None)
    assert added_mass_of(removed, "m::l") is None
    assert len(removed.findings) <= len(before.findings) + 1


def test_a_name_with_a_line_break_is_found_as_the_parser_reads_it() -> None:
    """XML reads a line break in an attribute as a space."""
    document = sdf.loads("<sdf version='1.9'><model name='m'><link name='a\nb'/></model></sdf>")
    assert added_mass_of(document.with_added_mass("m::a b", ONE_TO_21), "m::a b") == ONE_TO_21


@pytest.mark.parametrize("doctype", ["<!DOCTYPE sdf>", "<!DOCTYPE sdf [<!ELEMENT sdf ANY> <!-- ]> -->]>\n"])
def test_a_document_type_is_kept_by_an_edit(doctype: str) -> None:
    text = f"{doctype}<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>"
    after = sdf.loads(text).with_added_mass("l", ONE_TO_21)
    assert after.to_bytes().decode().startswith(doctype)
    assert added_mass_of(after, "l") == ONE_TO_21


@pytest.mark.parametrize(
    "encoding", ["UTF-8", "US-ASCII", "HTML", "ISO-10646-UCS-2", "UCS-4", "EUC-JP", "windows-1252"]
)
def test_an_encoding_that_only_the_parser_knows_is_edited_or_refused(encoding: str) -> None:
    text = (
        f"<?xml version='1.0' encoding='{encoding}'?><sdf version='1.9'><model name='m'><link name='l'/></model></sdf>"
    )
    try:
        after = sdf.loads(text.encode()).with_added_mass("l", ONE_TO_21)
    except SdfError:
        return
    assert added_mass_of(after, "l") == ONE_TO_21


def test_a_link_in_an_included_file_is_refused_and_the_file_named(tmp_path: Path) -> None:
    folder = tmp_path / "buoy"
    folder.mkdir()
    (folder / "model.config").write_text("<model><sdf>model.sdf</sdf></model>")
    (folder / "model.sdf").write_text("<sdf version='1.9'>\n<model name='buoy'>\n<link name='l'/></model></sdf>")
    text = "<sdf version='1.9'><world name='w'><include><uri>model://buoy</uri></include></world></sdf>"
    document = sdf.loads(text, model_path=[tmp_path])
    message = rf"link 'w::buoy::l' is not written in this file but in {folder / 'model.sdf'}:3; edit it there"
    with pytest.raises(SdfError, match=re.escape(message)):
        document.with_added_mass("buoy::l", ONE_TO_21)


def test_a_link_merged_from_an_included_file_is_refused_too(tmp_path: Path) -> None:
    folder = tmp_path / "buoy"
    folder.mkdir()
    (folder / "model.config").write_text("<model><sdf>model.sdf</sdf></model>")
    (folder / "model.sdf").write_text("<sdf version='1.9'><model name='buoy'><link name='l'/></model></sdf>")
    include = "<include merge='true'><uri>model://buoy</uri></include>"
    document = sdf.loads(f"<sdf version='1.9'><model name='m'>{include}</model></sdf>", model_path=[tmp_path])
    with pytest.raises(SdfError, match=r"link 'm::l' is not written in this file but in .*buoy/model\.sdf:1"):
        document.with_added_mass("l", ONE_TO_21)


# --- links by name ---


def test_a_link_is_found_by_its_whole_name_or_the_end_of_it() -> None:
    text = "<model name='m'><link name='l'/><model name='n'><link name='l'/><link name='k'/></model></model>"
    document = sdf.loads(f"<sdf version='1.9'>{text}</sdf>")
    assert document.link("m::l").name == "m::l"
    assert document.link("n::l").name == "m::n::l"
    assert document.link("k").name == "m::n::k"
    with pytest.raises(SdfError, match=r"there is more than one link 'l'; there are: m::l, m::n::l$"):
        document.link("l")
    with pytest.raises(SdfError, match=r"there is no link 'x'; there are: m::l, m::n::l, m::n::k$"):
        document.link("x")
    with pytest.raises(SdfError, match="there is no link ''"):
        document.link("")
    with pytest.raises(SdfError, match="there is no link 'l'; there are: none"):
        sdf.loads("<sdf version='1.9'/>").link("l")


# --- writing ---


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "auv.sdf"
    path.write_text(RICH)
    return path


def test_one_call_sets_an_added_mass_in_a_file(file: Path) -> None:
    document = sdf.set_added_mass(file, "body", ONE_TO_21)
    assert file.read_bytes() == document.to_bytes()
    assert added_mass_of(sdf.load(file), "sea::auv::body") == ONE_TO_21
    sdf.set_added_mass(file, "body", None)
    assert added_mass_of(sdf.load(file), "body") is None


def test_the_result_may_go_to_another_file(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.sdf"
    sdf.set_added_mass(file, "body", ONE_TO_21, out=out)
    assert added_mass_of(sdf.load(out), "body") == ONE_TO_21
    assert file.read_text() == RICH


def test_a_failed_edit_writes_nothing(file: Path, tmp_path: Path) -> None:
    with pytest.raises(SdfError, match=r"auv\.sdf: there is no link 'keel'"):
        sdf.set_added_mass(file, "keel", ONE_TO_21, out=tmp_path / "out.sdf")
    assert [path.name for path in tmp_path.iterdir()] == ["auv.sdf"]
    assert file.read_text() == RICH


def test_write_goes_to_the_file_that_was_read(file: Path) -> None:
    document = sdf.load(file).with_added_mass("body", ONE_TO_21)
    assert document.write() == file
    assert file.read_bytes() == document.to_bytes()
    with pytest.raises(SdfError, match="a document that came from no file needs a path"):
        sdf.loads(RICH).write()


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_the_mode_of_a_file_is_kept(file: Path, mode: int) -> None:
    file.chmod(mode)
    sdf.set_added_mass(file, "body", ONE_TO_21)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_the_mode_that_the_user_wants(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.sdf"
    mask = os.umask(0o027)
    try:
        sdf.load(file).write(out)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_a_file_behind_a_symlink_is_written_and_the_link_stays(file: Path, tmp_path: Path) -> None:
    """Model folders are often linked into a workspace: an edit must not cut them off."""
    link = tmp_path / "link.sdf"
    link.symlink_to(file)
    sdf.set_added_mass(link, "body", ONE_TO_21)
    assert link.is_symlink()
    assert added_mass_of(sdf.load(file), "body") == ONE_TO_21


def test_a_write_that_fails_at_the_end_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = sdf.load(file).with_added_mass("body", ONE_TO_21)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fail)
            with pytest.raises(SdfError, match=r"auv\.sdf: the file cannot be written: .*No space left on device"):
                document.write()
        assert file.read_text() == RICH
        assert [path.name for path in file.parent.iterdir()] == ["auv.sdf"]


def test_a_target_that_is_a_folder_is_refused(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(SdfError, match="folder: the file cannot be written"):
        sdf.load(file).write(folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["auv.sdf", "folder"]


@pytest.mark.parametrize("target", ["no/such/folder/out.sdf", "auv.sdf/out.sdf", "a\0b.sdf", "x" * 300])
def test_a_target_that_cannot_be_is_refused(file: Path, tmp_path: Path, target: str) -> None:
    with pytest.raises(SdfError, match="the file cannot be written"):
        sdf.load(file).write(tmp_path / target)
    assert [path.name for path in tmp_path.iterdir()] == ["auv.sdf"]


def test_a_target_that_is_a_link_to_itself_is_refused(file: Path, tmp_path: Path) -> None:
    loop = tmp_path / "loop.sdf"
    loop.symlink_to(loop)
    with pytest.raises(SdfError, match=r"loop\.sdf: the file cannot be written"):
        sdf.load(file).write(loop)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_refused(file: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(SdfError, match=r"the file cannot be written: .*Permission denied"):
            sdf.set_added_mass(file, "body", ONE_TO_21)
        assert file.read_text() == RICH
    finally:
        tmp_path.chmod(0o700)


# --- what is wrong ---


def test_require_valid_raises_the_first_error_and_counts_the_others(tmp_path: Path) -> None:
    path = tmp_path / "m.sdf"
    path.write_text(
        "<sdf version='1.9'>\n<model name='m'>\n<link name='l'><pose>1</pose>\n<pose>2</pose></link></model></sdf>"
    )
    with pytest.raises(SdfError, match=rf"^{path}:3: <pose> must be 6 finite numbers, got '1'$"):
        sdf.load(path).require_valid()
    path.write_text("<sdf version='1.9'>\n<model name='m'>\n<link name='l'><pose>1</pose></link><link/></model></sdf>")
    with pytest.raises(SdfError, match=r"got '1' \(and 1 more, see: seaway check\)$") as error:
        sdf.load(path).require_valid()
    assert (error.value.path, error.value.line) == (path, 3)
    sdf.loads("<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>").require_valid()


def test_errors_are_the_findings_that_make_a_file_invalid() -> None:
    document = sdf.loads("<sdf version='1.9'><model name='m'><link name='l'><odd/><pose>1</pose></link></model></sdf>")
    assert [finding.severity for finding in document.findings] == ["warning", "error"]
    assert document.errors == document.findings[1:]


def test_a_file_with_errors_still_shows_what_could_be_read() -> None:
    text = (
        "<link name='l'><inertial><mass>5</mass></inertial><pose>x</pose></link>"
        "<link name='k'><pose>1 2 3 0 0 0</pose></link>"
    )
    document = sdf.loads(f"<sdf version='1.9'><model name='m'>{text}<joint/></model></sdf>")
    assert document.errors
    assert document.link("l").link.inertial.mass == 5.0
    X_ML = document.link("k").X_ML
    assert X_ML is not None
    np.testing.assert_array_equal(X_ML.p, [1.0, 2.0, 3.0])


def test_poses_beyond_the_range_of_doubles_are_an_error_and_the_rest_is_shown() -> None:
    """1e308 + 1e308 m is not a double."""
    link = "<link name='{}'><pose relative_to='{}'>1e308 1e308 1e308 1 1 1</pose></link>"
    text = "<link name='l'/>" + link.format("k", "l") + link.format("j", "k") + link.format("i", "j")
    document = sdf.loads(f"<sdf version='1.9'><model name='m'><pose>1e308 0 0 0 1 0</pose>{text}</model></sdf>")
    assert [placed.name for placed in document.links] == ["m::l", "m::k", "m::j", "m::i"]
    assert document.link("i").X_ML is None
    assert document.link("l").X_ML is not None
    assert document.errors


# --- a whole inertial ---


@given(inertials())
def test_a_whole_inertial_is_written_and_read_back_exactly(inertial: Inertial) -> None:
    document = sdf.loads(
        "<sdf version='1.9'>\n<model name='m'>\n<link name='l'><visual name='v'/></link>\n</model>\n</sdf>"
    )
    for edited in (document.with_inertial("l", inertial), document.with_added_mass("l", AddedMass(np.eye(6)))):
        back = edited.with_inertial("l", inertial).link("l").link.inertial
        np.testing.assert_array_equal(back.I_BBcm_Bcm, inertial.I_BBcm_Bcm)
        assert (back.mass, back.added_mass) == (inertial.mass, inertial.added_mass)
        np.testing.assert_array_equal(back.c_BoBcm_B, inertial.c_BoBcm_B)
        # The quaternion is scaled to unit length once more.
        np.testing.assert_allclose(back.X_BBcm.q, inertial.X_BBcm.q, rtol=0, atol=3e-16)


def test_an_inertial_is_written_in_the_style_of_the_file() -> None:
    text = """<sdf version="1.11">
  <model name="m">
    <!-- kept -->
    <link name="l">
      <inertial><mass>2</mass></inertial>
      <visual name="v"/>
    </link>
  </model>
</sdf>
"""
    inertial = Inertial(MassProperties.from_moments(3.5, 1.0, 2.0, 2.5, ixy=0.1), Pose((0.0, 0.0, -0.5)))
    written = sdf.loads(text).with_inertial("l", inertial).to_bytes().decode()
    expected = """<inertial>
        <pose>0.0 0.0 -0.5 0 0 0</pose>
        <mass>3.5</mass>
        <inertia>
          <ixx>1.0</ixx>
          <ixy>0.1</ixy>
          <ixz>0.0</ixz>
          <iyy>2.0</iyy>
          <iyz>0.0</iyz>
          <izz>2.5</izz>
        </inertia>
      </inertial>"""
    assert written == text.replace("<inertial><mass>2</mass></inertial>", expected)


def test_a_comment_beside_a_number_stays() -> None:
    number = "<fluid_added_mass><xx><!-- tank test -->1</xx></fluid_added_mass>"
    text = f"<sdf version='1.9'><model name='m'><link name='l'><inertial>{number}</inertial></link></model></sdf>"
    edited = sdf.loads(text).with_added_mass("l", AddedMass.from_coefficients(xx=2.5))
    assert edited.to_bytes().decode() == text.replace("-->1<", "-->2.5<")
    assert sdf.loads(text).with_added_mass("l", AddedMass.from_coefficients(xx=1.0)).to_bytes().decode() == text


def test_the_link_of_a_model_is_found_beside_a_world_of_the_same_name() -> None:
    models = "<world name='m'><model name='x'><link name='k'/></model></world><model name='m'><link name='l'/></model>"
    edited = sdf.loads(f"<sdf version='1.9'>{models}</sdf>").with_added_mass("m::l", AddedMass(np.eye(6)))
    assert edited.link("m::l").link.inertial.added_mass == AddedMass(np.eye(6))

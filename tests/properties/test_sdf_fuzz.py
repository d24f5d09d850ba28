"""Whatever a file holds, reading it gives a document or an SdfError, soon, and the document can be used."""

import contextlib
import re

import numpy as np
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seaway import sdf
from seaway.errors import SdfError
from seaway.frames import Pose
from seaway.inertia import AddedMass

WORLD = """<?xml version="1.0" ?>
<sdf version="1.11" xmlns:gz="http://gazebosim.org/schema">
  <world name="sea">
    <!-- gravity and air -->
    <gravity>0 0 -9.81</gravity><magnetic_field>6e-06 2.3e-05 -4.2e-05</magnetic_field>
    <atmosphere type="adiabatic"><temperature>288</temperature></atmosphere>
    <wind><linear_velocity>1 0 0</linear_velocity></wind>
    <physics type="ode"><max_step_size>0.001</max_step_size></physics>
    <plugin name="gz::sim::systems::Buoyancy" filename="gz-sim-buoyancy-system">
      <uniform_fluid_density>1025</uniform_fluid_density></plugin>
    <light name="sun" type="directional"><diffuse>0.8 0.8 0.8 1</diffuse></light>
    <frame name="dock"><pose degrees="true">10 0 0 0 0 90</pose></frame>
    <include><uri>model://nowhere</uri><name>other</name><pose relative_to="dock">1 0 0 0 0 0</pose></include>
    <model name="auv" canonical_link="body" placement_frame="nose">
      <pose relative_to="dock">0 0 -5 0 0.1 0</pose>
      <link name="body">
        <pose rotation_format="quat_xyzw">0 0 0 0 0 0.6 0.8</pose>
        <inertial>
          <pose>0.01 0 0.02 0 0 0.1</pose><mass>17.982</mass>
          <inertia><ixx>0.125569</ixx><ixy>0.0008</ixy><ixz>-0.000499757</ixz>
            <iyy>0.0972062</iyy><iyz>-0.0005</iyz><izz>0.117937</izz></inertia>
          <fluid_added_mass><xx>11</xx><xy>12</xy><yr>26</yr><rr>66</rr></fluid_added_mass>
        </inertial>
        <collision name="c"><geometry>
          <cylinder><radius>0.1</radius><length>1.2</length></cylinder></geometry></collision>
        <visual name="v"><geometry><mesh><uri>model://auv/hull.dae</uri><scale>1 1 1</scale></mesh></geometry>
          <material><ambient>1 0 0 1</ambient><script><uri>u</uri><name>n</name></script></material></visual>
      </link>
      <link name="fin">
        <pose relative_to="hinge">0 0 0.1 0 0 0</pose>
        <inertial auto="true"><density>700</density><fluid_added_mass><zz>0.5</zz></fluid_added_mass></inertial>
        <collision name="c"><pose relative_to="nose">0 0 0 0 1 0</pose><density>500</density>
          <geometry><box><size>0.1 0.2 0.01</size></box></geometry></collision>
        <collision name="d"><geometry><cone><radius>0.1</radius><length>0.2</length></cone></geometry></collision>
      </link>
      <frame name="nose" attached_to="body"><pose>0.6 0 0 0 0 0</pose></frame>
      <frame name="hinge" attached_to="nose"><pose>-1 0 0 0 0 0</pose></frame>
      <joint name="rudder" type="revolute"><parent>body</parent><child>fin</child>
        <axis><xyz expressed_in="body">0 0 1</xyz><limit><lower>-0.5</lower><upper>0.5</upper></limit></axis></joint>
      <model name="payload"><pose>0 0 0.3 0 0 0</pose><link name="box"/>
        <model name="inner"><link name="box"/></model></model>
      <plugin name="gz::sim::systems::Hydrodynamics" filename="f">
        <link_name>body</link_name><xUabsU>-6.2</xUabsU></plugin>
      <gz:extra gz:a="1"><![CDATA[ <raw> ]]></gz:extra>
    </model>
    <joint name="tie" type="fixed"><parent>auv::payload::inner::box</parent><child>auv::fin</child></joint>
  </world>
</sdf>
"""

OLD = """<sdf version='1.6'>
  <world name='w'>
    <model name='m'>
      <static>0</static>
      <link name='base'><inertial><mass>1</mass></inertial></link>
      <frame name='n::__model__' attached_to='n::l'><pose relative_to='__model__'>0 0 1 0 0 0</pose></frame>
      <link name='n::l'><pose relative_to='n::__model__'>1 0 0 0 0 0</pose></link>
      <link name='n::k::deep'/>
      <joint name='base' type='revolute'><parent>base</parent><child>n::l</child>
        <axis><xyz>1 0 0</xyz><use_parent_model_frame>true</use_parent_model_frame></axis></joint>
    </model>
  </world>
</sdf>
"""

MODEL = """<sdf version="1.9"><model name="m"><pose>1 2 3 0.1 0.2 0.3</pose>
<link name="a"><inertial><mass>2</mass><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial></link>
<link name="b"><pose relative_to="a">0 0 1 0 0 0</pose><inertial auto="true"/>
<collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link>
<include merge="true"><uri>model://gone</uri>
<experimental:params><link element_id="a" action="remove"/></experimental:params></include>
</model></sdf>
"""

SEEDS = (WORLD, OLD, MODEL)

NUMBERS = st.one_of(
    st.floats().map(repr),
    st.sampled_from(
        ["1e308", "-1e308", "1e999", "1e-320", "nan", "inf", "0", "-0", "0x10", "3.5kg", "1_0", "", "x", "٣"]
    ),
    st.integers(-(10**400), 10**400).map(str),
)
WORDS = st.one_of(
    st.sampled_from(
        [
            "__root__",
            "__model__",
            "world",
            "a::b",
            "::",
            "body",
            "auv::fin",
            "m",
            "",
            " ",
            "true",
            "1.5",
            "99",
            "quat_xyzw",
        ]
    ),
    st.text(max_size=20),
)
TAG = re.compile(r"<[^<>]*>")
ELEMENT = re.compile(r"<(\w+)[^<>/]*>[^<]*</\1>|<\w+[^<>]*/>")
ATTRIBUTE = re.compile(r"""(\s[\w:]+=)("[^"]*"|'[^']*')""")
TEXT_NUMBER = re.compile(r"(?<=[>\s])-?\d+(?:\.\d+)?(?:e-?\d+)?(?=[<\s])")


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("'", "&apos;")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A text with some of its numbers, attributes, tags and elements changed; mostly still XML."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(["number", "attribute", "duplicate", "delete", "move", "tag", "version", "cut"]))
        pattern = {"number": TEXT_NUMBER, "attribute": ATTRIBUTE, "tag": TAG}.get(kind, ELEMENT)
        matches = list(pattern.finditer(text))
        if not matches:
            continue
        match = draw(st.sampled_from(matches))
        start, end = match.span()
        if kind == "number":
            text = text[:start] + escaped(draw(NUMBERS)) + text[end:]
        elif kind == "attribute":
            text = f'{text[:start]}{match.group(1)}"{escaped(draw(WORDS | NUMBERS))}"{text[end:]}'
        elif kind == "duplicate":
            text = text[:end] + match.group() * draw(st.integers(1, 3)) + text[end:]
        elif kind == "delete":
            text = text[:start] + text[end:]
        elif kind == "move":
            text = text[:start] + text[end:]
            at = draw(st.sampled_from(list(TAG.finditer(text)))).end()
            text = text[:at] + match.group() + text[at:]
        elif kind == "tag":
            text = text[:start] + draw(st.sampled_from(matches)).group() + text[end:]
        elif kind == "version":
            text = re.sub(
                r"(<sdf version=.)[\d.]*", rf"\g<1>{draw(st.sampled_from(['1.0', '1.4', '1.6', '1.7', '1.12']))}", text
            )
        else:
            text = text[:start] + escaped(draw(st.text(max_size=10))) + text[end:]
    return text


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Bytes with some deleted, inserted or replaced."""
    data = draw(st.sampled_from(SEEDS)).encode()
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 10, 1000])))
        data = data[:start] + draw(st.binary(max_size=6)) + data[end:]
    return data


def same_pose(a: Pose | None, b: Pose | None) -> bool:
    return (a is None and b is None) or (a is not None and b is not None and a == b)


def read_and_used(text: str | bytes) -> sdf.Document | None:
    try:
        document = sdf.loads(text)
    except SdfError:
        return None
    data = document.to_bytes()
    assert data == (text.encode() if isinstance(text, str) else text)
    for finding in document.findings:
        assert finding.rule
        assert finding.message
        assert finding.severity in ("error", "warning")
    again = sdf.loads(data)
    assert [str(finding) for finding in again.findings] == [str(finding) for finding in document.findings]
    assert [link.name for link in again.links] == [link.name for link in document.links]
    for first, second in zip(document.links, again.links, strict=True):
        assert same_pose(first.X_ML, second.X_ML)
        assert same_pose(first.X_WL, second.X_WL)
        for link in (first, second):
            if not document.errors:
                assert link.X_WL is not None
                assert np.all(np.isfinite(link.X_WL.p))
        np.testing.assert_array_equal(first.link.inertial.I_BBcm_Bcm, second.link.inertial.I_BBcm_Bcm)
    return document


def test_the_texts_that_are_mutated_are_read_themselves() -> None:
    """Their only errors are the models that are not there."""
    for text in SEEDS:
        document = read_and_used(text)
        assert document is not None
        assert {error.rule for error in document.errors} <= {"include-uri"}
        assert len(document.links) >= 2


@given(damaged())
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_damaged_bytes_are_read_or_refused(data: bytes) -> None:
    read_and_used(data)


@given(mutated())
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_mutated_texts_are_read_or_refused(text: str) -> None:
    read_and_used(text)


@given(st.text() | st.binary())
@settings(max_examples=300)
@example("<sdf version='1.9'><model name='\ud800'/></sdf>")
def test_anything_is_read_or_refused(text: str | bytes) -> None:
    with contextlib.suppress(SdfError):
        sdf.loads(text)


@given(mutated(), st.data())
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_an_edit_of_a_mutated_text_sets_the_link_or_is_refused(text: str, data: st.DataObject) -> None:
    """And leaves all other links as they were."""
    try:
        document = sdf.loads(text)
    except SdfError:
        return
    if not document.links:
        return
    name = data.draw(st.sampled_from([link.name for link in document.links]))
    wanted = AddedMass.from_coefficients(xx=1.5, yr=-0.25)
    try:
        after = document.with_added_mass(name, wanted)
    except SdfError:
        return
    assert [link.name for link in after.links] == [link.name for link in document.links]
    changed = 0
    for first, second in zip(document.links, after.links, strict=True):
        if first.link.inertial.added_mass != second.link.inertial.added_mass:
            changed += 1
            assert second.name == name
    assert changed <= 1
    assert after.link(name).link.inertial.added_mass == wanted

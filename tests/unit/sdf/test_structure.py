"""Every rule of the reader about names, joints, frames, versions and values: its id, its line and the value got."""

import math

import numpy as np
import pytest

from seaway import sdf
from seaway.errors import SdfError
from seaway.sdf import _views

LINKS = "<link name='a'/><link name='b'/>"


def model(content: str, attributes: str = "name='m'", version: str = "1.9") -> sdf.Document:
    """A model on line 2 with its content from line 3 on."""
    return sdf.loads(f"<sdf version='{version}'>\n<model {attributes}>\n{content}\n</model></sdf>")


def world(content: str, version: str = "1.9") -> sdf.Document:
    """A world on line 2 with its content from line 3 on."""
    return sdf.loads(f"<sdf version='{version}'>\n<world name='w'>\n{content}\n</world></sdf>")


def expect(document: sdf.Document, rule: str, line: int, message: str, severity: str = "error") -> None:
    """Exactly one finding of the severity, with all three."""
    found = [finding for finding in document.findings if finding.severity == severity]
    assert [(finding.rule, finding.line) for finding in found] == [(rule, line)], [str(f) for f in document.findings]
    assert message in found[0].message


# --- the root ---


@pytest.mark.parametrize("version", ["1.2", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"])
def test_every_version_from_1_2_to_1_12_is_known(version: str) -> None:
    document = model("<link name='l'/>", version=version)
    assert document.findings == ()
    assert document.version == tuple(int(part) for part in version.split("."))
    assert document.models[0].version == document.version


@pytest.mark.parametrize("version", ["1.13", "2.0", "0.9", "99.99", "one", "", "1.9.1", "-1.9", "1e1"])
def test_another_version_is_an_error_with_its_text(version: str) -> None:
    document = sdf.loads(f"\n<sdf version='{version}'><model name='m'><link name='l'/></model></sdf>")
    expect(document, "version", 2, f"the SDFormat version must be between 1.2 and 1.12, got '{version}'")
    assert [link.name for link in document.links] == ["m::l"]


def test_a_missing_version_is_an_error() -> None:
    document = sdf.loads("<sdf><model name='m'><link name='l'/></model></sdf>")
    expect(document, "version", 1, "<sdf> must have the attribute 'version'")


def test_an_empty_file_is_valid_and_has_nothing() -> None:
    document = sdf.loads("<sdf version='1.9'/>")
    assert document.findings == document.links == document.worlds == document.models == ()


def test_only_one_model_may_stand_outside_a_world() -> None:
    models = "".join(f"<model name='{name}'><link name='l'/></model>" for name in "abc")
    document = sdf.loads(f"<sdf version='1.9'>{models}</sdf>")
    expect(document, "root", 1, "a file may have only one model outside a world, got 3")
    assert [link.name for link in document.links] == ["a::l"]
    assert [each.name for each in document.models] == ["a", "b", "c"]


def test_a_model_and_a_light_do_not_stand_together_outside_a_world() -> None:
    text = "<model name='m'><link name='l'/></model><light name='x' type='point'/>"
    expect(
        sdf.loads(f"<sdf version='1.9'>{text}</sdf>"),
        "root",
        1,
        "only one of model, light or actor outside a world, got model, light",
    )


def test_two_worlds_with_one_name_are_an_error() -> None:
    document = sdf.loads("<sdf version='1.9'>\n<world name='w'/>\n<world name='w'/></sdf>")
    expect(document, "name-duplicate", 3, "there is a world named 'w' already, in line 2")
    assert len(document.worlds) == 1


def test_a_model_outside_a_world_is_relative_to_nothing() -> None:
    document = model("<link name='l'/><pose relative_to='l'>1 0 0 0 0 0</pose>")
    expect(
        document,
        "pose-relative-to",
        2,
        "the pose of a model outside a world is relative to nothing, got @relative_to 'l'",
    )


# --- names ---


@pytest.mark.parametrize(
    ("kind", "element"),
    [
        ("link", "<link name='same'/>"),
        ("joint", "<joint name='same' type='fixed'><parent>a</parent><child>b</child></joint>"),
        ("frame", "<frame name='same'/>"),
        ("model", "<model name='same'><link name='x'/></model>"),
    ],
)
def test_two_of_a_kind_with_one_name_are_an_error(kind: str, element: str) -> None:
    document = model(f"{LINKS}\n{element}\n{element}")
    expect(document, "name-duplicate", 5, f"there is a {kind} named 'same' already, in line 4")


@pytest.mark.parametrize("kind", ["collision", "visual"])
def test_two_shapes_of_a_link_with_one_name_are_an_error(kind: str) -> None:
    shape = f"\n<{kind} name='c'><geometry><box/></geometry></{kind}>"
    document = model(f"<link name='l'>{shape}{shape}</link>")
    expect(document, "name-duplicate", 5, f"there is a {kind} named 'c' already, in line 4")
    link = document.link("l").link
    assert len(link.collisions) + len(link.visuals) == 1


def test_a_collision_and_a_visual_may_share_a_name() -> None:
    shapes = "".join(f"<{kind} name='c'><geometry><box/></geometry></{kind}>" for kind in ("collision", "visual"))
    assert model(f"<link name='l'>{shapes}</link>").findings == ()


def test_a_link_and_a_nested_model_with_one_name_are_an_error() -> None:
    document = model("<link name='x'/><model name='x'><link name='l'/></model>")
    expect(document, "name-duplicate", 2, "model 'm' has a link and a nested model named 'x'")


@pytest.mark.parametrize(
    ("kind", "element"),
    [
        ("joint", "<joint name='a' type='fixed'><parent>a</parent><child>b</child></joint>"),
        ("frame", "<frame name='a'/>"),
    ],
)
def test_a_joint_or_frame_with_the_name_of_a_link_is_an_error_since_1_7(kind: str, element: str) -> None:
    document = model(f"{LINKS}\n{element}", version="1.7")
    (error,) = [error for error in document.errors if error.rule == "name-duplicate"]
    assert error.line == 4
    assert error.message == f"the name of {kind} 'a' is that of another thing in the same model or world"


def test_before_1_7_a_joint_or_frame_gives_way_to_a_link() -> None:
    joint = "\n<joint name='a' type='fixed'><parent>a</parent><child>b</child></joint>"
    document = model(f"{LINKS}{joint}\n<frame name='b'/>", version="1.6")
    assert document.errors == ()
    assert [(finding.rule, finding.line) for finding in document.findings] == [
        ("name-duplicate", 4),
        ("name-duplicate", 5),
    ]
    assert (
        "'a' is that of another thing in the same model or world; it is called 'a_joint' here"
        in document.findings[0].message
    )
    assert "it is called 'b_frame' here" in document.findings[1].message
    assert [joint.name for joint in document.models[0].joints] == ["a_joint"]
    assert [frame.name for frame in document.models[0].frames] == ["b_frame"]


def test_a_new_name_that_is_taken_too_is_made_longer() -> None:
    joint = "<joint name='a' type='fixed'><parent>a</parent><child>b</child></joint>"
    document = model(f"{LINKS}<link name='a_joint'/>{joint}", version="1.6")
    assert [joint.name for joint in document.models[0].joints] == ["a_joint_joint"]


def test_before_1_7_a_frame_of_a_world_gives_way_to_a_model() -> None:
    document = world("<model name='a'><link name='l'/></model>\n<frame name='a'/>", version="1.6")
    expect(document, "name-duplicate", 4, "it is called 'a_frame' here", "warning")


@pytest.mark.parametrize("name", ["world", "__model__", "__anything__", "__root__", "____"])
@pytest.mark.parametrize("kind", ["link", "frame", "model"])
def test_reserved_names_are_refused(kind: str, name: str) -> None:
    inside = "<link name='x'/>" if kind == "model" else ""
    document = model(f"{LINKS}\n<{kind} name='{name}'>{inside}</{kind}>")
    expect(document, "name-reserved", 4, f"the name {name!r} is reserved, and no name of a {kind}")


@pytest.mark.parametrize("name", ["__", "___", "__a", "a__", "_a_", "worlds", "World"])
def test_names_that_are_nearly_reserved_are_accepted(name: str) -> None:
    assert model(f"<link name='{name}'/>").findings == ()


def test_a_world_may_be_called_world() -> None:
    assert sdf.loads("<sdf version='1.9'><world name='world'/></sdf>").findings == ()


@pytest.mark.parametrize("version", ["1.8", "1.12"])
def test_two_colons_in_a_name_are_refused_since_1_8(version: str) -> None:
    document = model("<link name='a::b'/>", version=version)
    expect(
        document, "name-reserved", 3, "the name of a link must not contain '::', which goes into a model, got 'a::b'"
    )


def test_an_empty_name_is_refused() -> None:
    expect(model("<link name='a'/><link name=''/>"), "name-reserved", 3, "the name of a link must not be empty")


# --- what must be there ---


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<link/>", "<link> must have the attribute 'name'"),
        ("<link name='l'/><frame/>", "<frame> must have the attribute 'name'"),
        (
            "<link name='l'><collision><geometry><box/></geometry></collision></link>",
            "<collision> must have the attribute 'name'",
        ),
        (
            "<link name='l'><visual><geometry><box/></geometry></visual></link>",
            "<visual> must have the attribute 'name'",
        ),
        ("<link name='l'><sensor name='s'/></link>", "<sensor> must have the attribute 'type'"),
        ("<link name='l'><sensor type='imu'/></link>", "<sensor> must have the attribute 'name'"),
        ("<link name='l'><light name='s'/></link>", "<light> must have the attribute 'type'"),
        ("<link name='l'/><plugin name='p'/>", "<plugin> must have the attribute 'filename'"),
    ],
)
def test_an_attribute_that_is_missing_in_a_model(content: str, message: str) -> None:
    expect(model(content), "attribute-missing", 3, message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<model><link name='l'/></model>", "<model> must have the attribute 'name'"),
        ("<light name='x'/>", "<light> must have the attribute 'type'"),
        ("<actor/>", "<actor> must have the attribute 'name'"),
        ("<physics/>", "<physics> must have the attribute 'type'"),
        ("<plugin/>", "<plugin> must have the attribute 'filename'"),
    ],
)
def test_an_attribute_that_is_missing_in_a_world(content: str, message: str) -> None:
    expect(world(content), "attribute-missing", 3, message)


def test_a_world_must_have_a_name() -> None:
    expect(
        sdf.loads("<sdf version='1.9'>\n<world/></sdf>"),
        "attribute-missing",
        2,
        "<world> must have the attribute 'name'",
    )


def test_a_model_must_have_a_link_or_be_static() -> None:
    document = model("<frame name='f'><pose relative_to='__model__'/></frame>")
    assert ("model-without-link", 2, "model 'm' must have at least one link, or be static") in [
        (error.rule, error.line, error.message) for error in document.errors
    ]
    assert model("<static>true</static>").findings == ()
    assert model("<model name='n'><link name='l'/></model>").findings == ()


def test_a_model_without_link_is_one_error() -> None:
    expect(model(""), "model-without-link", 2, "model 'm' must have at least one link, or be static")


def test_several_things_without_a_name_are_not_two_of_one_name() -> None:
    box = "<collision name='c'><density>1</density><geometry><box/></geometry></collision>"
    document = model(f"<link/><link/><link/><link name='l'><inertial auto='true'/>{box}</link>")
    assert [error.rule for error in document.errors] == ["attribute-missing"] * 3
    assert document.link("m::l").link.inertial.mass == 1.0


# --- joints ---


def joint(
    parent: str = "<parent>a</parent>", child: str = "<child>b</child>", more: str = "", links: str = LINKS
) -> sdf.Document:
    """A joint on line 4."""
    return model(f"{links}\n<joint name='j' type='revolute'>{parent}{child}{more}</joint>")


def test_a_plain_joint_is_accepted() -> None:
    document = joint()
    assert document.findings == ()
    (j,) = document.models[0].joints
    assert (j.name, j.type, j.parent, j.child, j.axes, j.source.line) == ("j", "revolute", "a", "b", (), 4)


@pytest.mark.parametrize(
    ("tag", "arguments"), [("parent", {"parent": ""}), ("child", {"child": ""}), ("child", {"child": "<child/>"})]
)
def test_a_joint_must_have_both_ends(tag: str, arguments: dict[str, str]) -> None:
    (error,) = [error for error in joint(**arguments).errors if error.rule == f"joint-{tag}"]
    assert (error.line, error.message) == (4, f"joint 'j' must have a <{tag}>")


def test_a_joint_must_have_a_type() -> None:
    document = model(f"{LINKS}\n<joint name='j'><parent>a</parent><child>b</child></joint>")
    expect(document, "attribute-missing", 4, "<joint> must have the attribute 'type'")


def test_the_type_of_a_joint_must_be_known() -> None:
    """The reference parser: ATTRIBUTE_INVALID."""
    document = model(f"{LINKS}\n<joint name='j' type='hinge'><parent>a</parent><child>b</child></joint>")
    (error,) = document.errors
    assert error.line == 4
    assert "'hinge'" in error.message


@pytest.mark.parametrize("tag", ["parent", "child"])
def test_an_end_of_a_joint_must_be_there(tag: str) -> None:
    document = joint(**{tag: f"<{tag}>aa</{tag}>"})
    (error,) = [error for error in document.errors if error.rule == f"joint-{tag}"]
    assert error.line == 4
    assert error.message == f"<{tag}> of joint 'j' names 'aa', which is not in model 'm'; did you mean 'a'?"
    assert {error.line for error in document.errors} == {4}


@pytest.mark.parametrize("tag", ["parent", "child"])
def test_root_is_no_end_of_a_joint(tag: str) -> None:
    errors = joint(**{tag: f"<{tag}>__root__</{tag}>"}).errors
    assert (f"joint-{tag}", 4, f"'__root__' is reserved, and no <{tag}> of a joint") in [
        (error.rule, error.line, error.message) for error in errors
    ]


def test_the_world_may_be_the_parent_and_not_the_child() -> None:
    assert joint(parent="<parent>world</parent>").findings == ()
    errors = joint(child="<child>world</child>").errors
    assert ("joint-child", 4, "the <child> of joint 'j' must not be the world") in [
        (error.rule, error.line, error.message) for error in errors
    ]


def test_the_child_of_a_joint_in_a_world_must_not_hang_on_the_world() -> None:
    content = "<model name='a'><link name='l'/></model><frame name='f'/>\n"
    content += "<joint name='j' type='fixed'><parent>a</parent><child>f</child></joint>"
    expect(world(content), "joint-child", 4, "the <child> of joint 'j' is attached to the world")


@pytest.mark.parametrize("tag", ["parent", "child"])
def test_a_joint_is_not_its_own_end(tag: str) -> None:
    errors = joint(**{tag: f"<{tag}>j</{tag}>"}).errors
    assert (f"joint-{tag}", 4, f"joint 'j' must not be its own <{tag}>") in [
        (error.rule, error.line, error.message) for error in errors
    ]


def test_both_ends_on_one_link_are_an_error() -> None:
    message = "<parent> 'a' and <child> 'a' of joint 'j' are on the same link"
    expect(joint(child="<child>a</child>"), "joint-same-link", 4, message)
    links = LINKS + "<frame name='f' attached_to='a'/>"
    message = "<parent> 'a' and <child> 'f' of joint 'j' are on the same link"
    expect(joint(child="<child>f</child>", links=links), "joint-same-link", 4, message)


def test_the_ends_of_a_joint_may_be_frames_models_and_nested_links() -> None:
    links = LINKS + "<frame name='f' attached_to='b'/><model name='n'><link name='l'/></model>"
    for child in ("f", "n", "n::l", "n::__model__"):
        assert joint(child=f"<child>{child}</child>", links=links).findings == ()
    assert joint(parent="<parent>__model__</parent>").findings == ()


def test_an_axis_with_all_its_numbers() -> None:
    axis = (
        "<axis><xyz expressed_in='a'>0 3 4</xyz><limit><lower>-1</lower><upper>2</upper><effort>3</effort>"
        "<velocity>4</velocity></limit><dynamics><damping>5</damping><friction>6</friction>"
        "<spring_stiffness>7</spring_stiffness><spring_reference>8</spring_reference></dynamics></axis><axis2/>"
    )
    document = joint(more=axis)
    assert document.findings == ()
    first, second = document.models[0].joints[0].axes
    place = _views.SourceFile(None, 4)
    assert first == _views.JointAxis((0.0, 0.6, 0.8), "a", -1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, place)
    assert second == _views.JointAxis((0.0, 0.0, 1.0), "", -1e16, 1e16, math.inf, math.inf, 0.0, 0.0, 0.0, 0.0, place)


@pytest.mark.parametrize("xyz", ["0 0 0", "1e-9 0 0", "nan 0 0", "inf 0 0"])
def test_an_axis_must_point_somewhere(xyz: str) -> None:
    document = joint(more=f"\n<axis><xyz>{xyz}</xyz></axis>")
    numbers = ", ".join(str(float(word)) for word in xyz.split())
    expect(document, "joint-axis", 5, f"the <xyz> of joint 'j' must not be zero, got ({numbers})")


def test_an_axis_of_any_length_is_a_unit_vector() -> None:
    for xyz in ("1e308 1e308 1e308", "3 4 0", "2e-5 0 0"):
        document = joint(more=f"<axis><xyz>{xyz}</xyz></axis>")
        assert document.findings == ()
        assert math.isclose(math.hypot(*document.models[0].joints[0].axes[0].xyz), 1.0)


def test_the_frame_of_an_axis_must_be_there() -> None:
    document = joint(more="<axis><xyz expressed_in='nobody'>0 0 1</xyz></axis>")
    expect(document, "joint-axis", 4, "@expressed_in of an axis of joint 'j' names 'nobody', which is not there")


@pytest.mark.parametrize(
    ("version", "flag", "expressed_in"),
    [
        ("1.4", "", "__model__"),
        ("1.5", "", ""),
        ("1.5", "<use_parent_model_frame>true</use_parent_model_frame>", "__model__"),
        ("1.6", "<use_parent_model_frame>1</use_parent_model_frame>", "__model__"),
        ("1.6", "<use_parent_model_frame>false</use_parent_model_frame>", ""),
        ("1.7", "<use_parent_model_frame>true</use_parent_model_frame>", ""),
    ],
)
def test_old_versions_have_the_axis_in_the_model(version: str, flag: str, expressed_in: str) -> None:
    """Always before 1.5, by a flag before 1.7, by an attribute since."""
    content = f"{LINKS}<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis>{flag}</axis></joint>"
    (axis,) = model(content, version=version).models[0].joints[0].axes
    assert axis.expressed_in == expressed_in


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        ("<xyz>1 0</xyz>", "<xyz> must be 3 numbers, got '1 0'"),
        ("<xyz>x 0 0</xyz>", "<xyz> must be a number, got 'x'"),
        ("<limit><lower>low</lower></limit>", "<lower> must be a number, got 'low'"),
        ("<dynamics><damping>?</damping></dynamics>", "<damping> must be a number, got '?'"),
    ],
)
def test_a_number_of_an_axis_that_is_none(axis: str, message: str) -> None:
    expect(joint(more=f"<axis>\n{axis}</axis>"), "value", 5, message)


# --- frames and references ---


def test_the_canonical_link_must_be_a_link_of_the_model() -> None:
    document = model(f"{LINKS}<frame name='f'><pose relative_to='a'/></frame>", "name='m' canonical_link='f'")
    (error,) = [error for error in document.errors if error.rule == "canonical-link"]
    assert (error.line, error.message) == (2, "@canonical_link of model 'm' names 'f', which is no link in it")
    document = model(LINKS, "name='m' canonical_link='c'")
    expect(document, "canonical-link", 2, "@canonical_link of model 'm' names 'c', which is no link in it")


def test_the_placement_frame_must_be_in_the_model() -> None:
    document = model(LINKS, "name='m' placement_frame='c'")
    expect(document, "placement-frame", 2, "@placement_frame of model 'm' names 'c', which is not in model 'm'")


@pytest.mark.parametrize(
    ("content", "attributes", "rule", "line", "message"),
    [
        ("\n<link name='b'><pose relative_to='__root__'/></link>", "", "pose-relative-to", 4, "no @relative_to"),
        ("\n<frame name='f' attached_to='__root__'/>", "", "name-reserved", 4, "no @attached_to"),
        ("", "canonical_link='__root__'", "name-reserved", 2, "no @canonical_link"),
        ("", "placement_frame='__root__'", "name-reserved", 2, "no @placement_frame"),
    ],
)
def test_root_is_no_name_to_refer_to(content: str, attributes: str, rule: str, line: int, message: str) -> None:
    document = model(f"<link name='a'/>{content}", f"name='m' {attributes}")
    assert (rule, line, f"'__root__' is reserved, and {message}") in [
        (error.rule, error.line, error.message) for error in document.errors
    ]


def test_a_frame_may_be_called_after_the_frame_attribute_of_old_versions() -> None:
    """Before 1.7 @relative_to was called @frame."""
    content = "<frame name='f'><pose>1 0 0 0 0 0</pose></frame><link name='l'><pose frame='f'>1 0 0 0 0 0</pose></link>"
    document = model(content, version="1.5")
    assert document.errors == ()
    X_ML = document.link("l").X_ML
    assert X_ML is not None
    np.testing.assert_array_equal(X_ML.p, [2, 0, 0])


# --- materials, colours, values ---


def visual(material: str) -> sdf.Document:
    """A material on line 4."""
    return model(
        f"<link name='l'><visual name='v'><geometry><box/></geometry>\n<material>{material}</material></visual></link>"
    )


@pytest.mark.parametrize(
    ("material", "message"),
    [
        ("<script/>", "a <script> of a material must have a <uri> that is not empty"),
        ("<script><uri>u</uri></script>", "a <script> of a material must have a <name> that is not empty"),
        ("<script><name>n</name></script>", "a <script> of a material must have a <uri> that is not empty"),
        ("<script><uri>__default__</uri><name>n</name></script>", "must have a <uri> that is not empty"),
        (
            "<shader/>",
            (
                "the type of a <shader> must be one of pixel, vertex, "
                "normal_map_object_space, normal_map_tangent_space, got ''"
            ),
        ),
        ("<shader type='fast'/>", "got 'fast'"),
        (
            "<shader type='normal_map_object_space'/>",
            "a <shader> of type 'normal_map_object_space' must have a <normal_map>",
        ),
    ],
)
def test_a_material_that_the_reference_parser_refuses(material: str, message: str) -> None:
    errors = visual(material).errors
    assert {(error.rule, error.line) for error in errors} == {("material", 4)}
    assert message in errors[0].message


@pytest.mark.parametrize(
    "material",
    [
        "",
        "<script><uri>u</uri><name>n</name></script>",
        "<shader type='pixel'/>",
        "<shader type='normal_map_tangent_space'><normal_map>x.png</normal_map></shader>",
        "<ambient>0 0 1</ambient><diffuse>0 0 1 1</diffuse><specular/>",
    ],
)
def test_a_material_that_is_accepted(material: str) -> None:
    assert visual(material).findings == ()


@pytest.mark.parametrize("tag", ["ambient", "diffuse", "specular", "emissive"])
@pytest.mark.parametrize("value", ["0 0", "2 0 0", "red"])
def test_a_colour_that_is_none(tag: str, value: str) -> None:
    (error,) = visual(f"\n<{tag}>{value}</{tag}>").errors
    assert (error.rule, error.line) == ("value", 5)
    assert error.message.startswith(f"<{tag}> must be ")
    assert f"got {value!r}" in error.message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<gravity>maybe</gravity>", "<gravity> must be true, false, 1 or 0, got 'maybe'"),
        ("<enable_wind>2</enable_wind>", "<enable_wind> must be true, false, 1 or 0, got '2'"),
        ("<kinematic>x</kinematic>", "<kinematic> must be true, false, 1 or 0, got 'x'"),
        ("<velocity_decay><linear>x</linear></velocity_decay>", "<linear> must be a number, got 'x'"),
        ("<pose>1 2 3</pose>", "<pose> must be 6 finite numbers, got '1 2 3'"),
        ("<pose degrees='x'>0 0 0 0 0 0</pose>", "<pose> must be true, false, 1 or 0, got 'x'"),
        (
            "<collision name='c'><geometry><sphere><radius>r</radius></sphere></geometry></collision>",
            "<radius> must be a number, got 'r'",
        ),
        (
            "<collision name='c'><geometry><box><size>1 2</size></box></geometry></collision>",
            "<size> must be 3 numbers, got '1 2'",
        ),
        (
            "<visual name='v'><geometry><plane><size>1</size></plane></geometry></visual>",
            "<size> must be 2 numbers, got '1'",
        ),
        (
            "<visual name='v'><geometry><mesh><scale>1 1</scale></mesh></geometry></visual>",
            "<scale> must be 3 numbers, got '1 1'",
        ),
        ("<collision name='c'><density>d</density></collision>", "<density> must be a number, got 'd'"),
    ],
)
def test_a_value_of_a_link_that_cannot_be_read(content: str, message: str) -> None:
    expect(model(f"<link name='l'>\n{content}</link>"), "value", 4, message)


def test_a_flag_of_a_model_that_is_none() -> None:
    expect(
        model(f"{LINKS}\n<static>perhaps</static>"), "value", 4, "<static> must be true, false, 1 or 0, got 'perhaps'"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<gravity>0 0</gravity>", "<gravity> must be 3 numbers, got '0 0'"),
        ("<magnetic_field>x y z</magnetic_field>", "<magnetic_field> must be a number, got 'x'"),
        ("<wind><linear_velocity>1</linear_velocity></wind>", "<linear_velocity> must be 3 numbers, got '1'"),
        ("<atmosphere type='adiabatic'><pressure>p</pressure></atmosphere>", "<pressure> must be a number, got 'p'"),
        (
            "<light name='x' type='point'><diffuse>9 9 9</diffuse></light>",
            "<diffuse> must be 3 or 4 numbers in [0, 1], got '9 9 9'",
        ),
    ],
)
def test_a_value_of_a_world_that_cannot_be_read(content: str, message: str) -> None:
    expect(world(content), "value", 3, message)


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (
            "<link name='l'>\n<colision name='c'/></link>",
            4,
            "<colision> in <link> has no effect; did you mean <collision>?",
        ),
        ("<link name='l'/>\n<banana/>", 4, "<banana> in <model> has no effect"),
        (
            "<link name='l'><collision name='c'>\n<geometri/></collision></link>",
            4,
            "<geometri> in <collision> has no effect; did you mean <geometry>?",
        ),
    ],
)
def test_an_unknown_element_is_warned_of(content: str, line: int, message: str) -> None:
    document = model(content)
    expect(document, "element-unknown", line, message, "warning")
    assert document.findings[0].message == message
    assert document.errors == ()


def test_elements_of_other_namespaces_are_nobodys_business() -> None:
    content = "<link name='l' gz:a='1'><gz:b/><x:c xmlns:x='http://x'/></link>"
    assert model(content, "name='m' xmlns:gz='http://g'").findings == ()


# --- worlds and views ---


def test_a_world_with_all_its_numbers() -> None:
    document = world(
        "<gravity>0 0 -1.6</gravity><magnetic_field>1 2 3</magnetic_field>"
        "<wind><linear_velocity>4 5 6</linear_velocity></wind>"
        "<atmosphere type='adiabatic'><temperature>300</temperature><temperature_gradient>-0.01</temperature_gradient>"
        "<pressure>1e5</pressure></atmosphere><plugin name='p' filename='f'/>"
    )
    assert document.findings == ()
    (w,) = document.worlds
    assert (w.name, w.gravity, w.magnetic_field, w.wind) == ("w", (0, 0, -1.6), (1, 2, 3), (4, 5, 6))
    assert w.atmosphere == _views.Atmosphere("adiabatic", 300.0, -0.01, 1e5)
    assert [plugin.name for plugin in w.plugins] == ["p"]
    assert w.source == _views.SourceFile(None, 2)


def test_an_empty_world_has_the_defaults_of_the_specification() -> None:
    (w,) = world("").worlds
    assert w.gravity == (0.0, 0.0, -9.8)
    assert w.magnetic_field == (5.5645e-6, 22.8758e-6, -42.3884e-6)
    assert w.wind == (0.0, 0.0, 0.0)
    assert w.atmosphere == _views.Atmosphere("adiabatic", 288.15, -0.0065, 101325.0)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("<box/>", sdf.BoxGeometry((1, 1, 1))),
        ("<box><size>1 2 3</size></box>", sdf.BoxGeometry((1, 2, 3))),
        ("<sphere><radius>2</radius></sphere>", sdf.SphereGeometry(2)),
        ("<cylinder><radius>2</radius><length>3</length></cylinder>", sdf.CylinderGeometry(2, 3)),
        ("<capsule/>", sdf.CapsuleGeometry(0.5, 1)),
        ("<cone/>", _views.ConeGeometry(0.5, 1)),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", sdf.EllipsoidGeometry((1, 2, 3))),
        ("<plane><normal>1 0 0</normal><size>4 5</size></plane>", _views.PlaneGeometry((1, 0, 0), (4, 5))),
        ("<plane/>", _views.PlaneGeometry((0, 0, 1), (1, 1))),
        ("<mesh><uri>model://a/b.dae</uri></mesh>", sdf.MeshGeometry("model://a/b.dae", (1, 1, 1), "", False)),
        (
            "<mesh><uri>b.stl</uri><scale>1 2 3</scale><submesh><name>s</name><center>true</center></submesh></mesh>",
            sdf.MeshGeometry("b.stl", (1, 2, 3), "s", True),
        ),
        ("<heightmap><uri>h.png</uri></heightmap>", _views.OtherGeometry("heightmap")),
        ("<empty/>", _views.OtherGeometry("empty")),
        ("", None),
    ],
)
def test_every_geometry_is_read(shape: str, expected: sdf.Geometry | None) -> None:
    shapes = "".join(
        f"\n<{kind} name='s'><pose relative_to='l'>1 2 3 0 0 0</pose><geometry>{shape}</geometry></{kind}>"
        for kind in ("collision", "visual")
    )
    document = model(f"<link name='l'>{shapes}</link>")
    assert document.findings == ()
    link = document.link("l").link
    for view, line in ((link.collisions[0], 4), (link.visuals[0], 5)):
        assert view.geometry == expected
        assert (view.name, view.pose.position, view.pose.relative_to, view.source.line) == ("s", (1, 2, 3), "l", line)


def test_the_flags_of_a_link_and_their_defaults() -> None:
    content = "<gravity>0</gravity><enable_wind>true</enable_wind><kinematic>1</kinematic>"
    document = model(f"<link name='a'>{content}</link><link name='b'/>")
    a, b = (link.link for link in document.links)
    assert (a.gravity, a.enable_wind, a.kinematic) == (False, True, True)
    assert (b.gravity, b.enable_wind, b.kinematic) == (True, False, False)


def test_a_plugin_keeps_its_parameters_as_a_tree() -> None:
    plugin = (
        "<plugin name='gz::sim::systems::Hydrodynamics' filename='f'>\n<link_name a='1'> base\n "
        "link </link_name>\n<xUabsU>-1</xUabsU><!-- c --><x><y/></x><x/></plugin>"
    )
    document = model(f"<link name='l'/>{plugin}")
    assert document.findings == ()
    (view,) = document.models[0].plugins
    assert (view.name, view.filename, view.source.line) == ("gz::sim::systems::Hydrodynamics", "f", 3)
    node = view.content.find("link_name")
    assert node is not None
    assert (node.text, node.attributes, node.source.line) == ("base link", {"a": "1"}, 4)
    assert [child.tag for child in view.content.children] == ["link_name", "xUabsU", "x", "x"]
    assert [len(x.children) for x in view.content.find_all("x")] == [1, 0]
    assert view.content.find("nothing") is None


# --- names with :: before 1.8 ---


def test_flattened_names_of_old_worlds_become_nested_models() -> None:
    flat = (
        "<link name='base'/>"
        "<frame name='n::__model__' attached_to='n::l'><pose relative_to='__model__'>0 0 1 0 0 0</pose></frame>"
        "<link name='n::l'><pose relative_to='n::__model__'>1 0 0 0 0 0</pose></link>"
        "<link name='n::k'><pose relative_to='n::l'>1 0 0 0 0 0</pose></link>"
        "<joint name='n::j' type='fixed'><parent>n::l</parent><child>n::k</child></joint>"
    )
    document = world(f"<model name='m'>{flat}</model>", version="1.7")
    assert document.errors == ()
    assert [link.name for link in document.links] == ["w::m::base", "w::m::n::l", "w::m::n::k"]
    (inner,) = document.worlds[0].models[0].models
    assert (inner.name, inner.canonical_link, [j.name for j in inner.joints]) == ("n", "l", ["j"])
    X_WL = document.link("n::k").X_WL
    assert X_WL is not None
    np.testing.assert_array_equal(X_WL.p, [2, 0, 1])


def test_flattened_names_of_the_old_frame_attribute_are_followed_too() -> None:
    """The reference converter renames @frame to @relative_to (1.7) before it makes nested models (1.8)."""
    flat = "<link name='n::l'/><link name='n::k'><pose frame='n::l'>1 0 0 0 0 0</pose></link>"
    document = world(f"<model name='m'>{flat}</model>", version="1.6")
    assert document.errors == ()
    X_WL = document.link("n::k").X_WL
    assert X_WL is not None
    np.testing.assert_array_equal(X_WL.p, [1, 0, 0])


def test_flattened_names_nest_as_deep_as_they_say() -> None:
    document = world("<model name='m'><link name='a::b::c'/><link name='a::d'/></model>", version="1.6")
    assert document.errors == ()
    assert {link.name for link in document.links} == {"w::m::a::b::c", "w::m::a::d"}


def test_a_document_with_flattened_names_is_given_back_as_it_was() -> None:
    text = "<sdf version='1.6'><world name='w'><model name='m'><link name='a::b'/></model></world></sdf>"
    assert sdf.loads(text).to_bytes() == text.encode()


@pytest.mark.parametrize("name", ["a::" * 2000 + "b", "::" * 2000, "a::", "::b", "::"])
def test_absurd_flattened_names_are_refused_or_read(name: str) -> None:
    try:
        document = world(f"<model name='m'><link name='{name}'/></model>", version="1.6")
    except SdfError:
        return
    assert len(document.links) == 1


def test_many_flattened_names_are_read() -> None:
    """1,000 links are 20 kB of text."""
    links = "".join(f"<link name='a{i}::b'/>" for i in range(1000))
    assert len(world(f"<model name='m'>{links}</model>", version="1.6").links) == 1000

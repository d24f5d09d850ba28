"""Names and poses, by hand: SDFormat 1.7 and later, sections pose and frame semantics of the specification."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import poses

from seaway import sdf
from seaway.errors import Finding
from seaway.frames import Pose

TURN = math.pi / 2


def document_of(content: str, model: str = "name='m'", version: str = "1.9") -> sdf.Document:
    """A model on line 2 with its content from line 3 on."""
    return sdf.loads(f"<sdf version='{version}'>\n<model {model}>\n{content}\n</model></sdf>")


def pose_of(document: sdf.Document, name: str, within: str = "") -> Pose:
    """Any thing by its scoped name below the root, in the root or another thing."""
    assert document.errors == ()
    (graph,) = document.graphs
    thing = graph.find(graph.root, name)
    base = graph.find(graph.root, within) if within else graph.root
    assert thing is not None
    assert base is not None
    return graph.pose(thing, base)


def assert_pose(X: Pose | None, p: list[float], rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
    assert X is not None
    assert X.isclose(Pose.from_rpy(p, rpy)), f"got {X.p} and {X.rpy}"


def only_error(document: sdf.Document) -> Finding:
    (error,) = document.errors
    return error


# --- what a pose is relative to ---


def test_a_link_is_in_its_model_by_default() -> None:
    document = document_of("<link name='a'><pose>1 2 3 0 0 0</pose></link><link name='b'/>")
    assert_pose(document.link("a").X_ML, [1, 2, 3])
    assert_pose(document.link("b").X_ML, [0, 0, 0])


def test_a_link_may_be_relative_to_a_link() -> None:
    """Link b is 1 m ahead of a, which looks along y."""
    link_a = f"<link name='a'><pose>1 0 0 0 0 {TURN}</pose></link>"
    document = document_of(f"{link_a}<link name='b'><pose relative_to='a'>1 0 0 0 0 0</pose></link>")
    assert_pose(document.link("b").X_ML, [1, 1, 0], (0, 0, TURN))
    assert_pose(pose_of(document, "b", "a"), [1, 0, 0])
    assert_pose(pose_of(document, "a", "b"), [-1, 0, 0])


def test_a_name_may_be_used_before_it_is_defined() -> None:
    document = document_of(
        "<link name='b'><pose relative_to='a'>1 0 0 0 0 0</pose></link><link name='a'><pose>0 5 0 0 0 0</pose></link>"
    )
    assert_pose(document.link("b").X_ML, [1, 5, 0])


def test_a_link_may_be_relative_to_a_frame_and_to_its_model() -> None:
    frame = f"<frame name='f'><pose>0 0 1 {TURN} 0 0</pose></frame>"
    links = "<link name='a'><pose relative_to='f'>0 1 0 0 0 0</pose></link>"
    document = document_of(f"{frame}{links}<link name='b'><pose relative_to='__model__'>1 0 0 0 0 0</pose></link>")
    assert_pose(document.link("a").X_ML, [0, 0, 2], (TURN, 0, 0))
    assert_pose(document.link("b").X_ML, [1, 0, 0])


def test_a_joint_is_in_its_child_and_a_link_may_be_relative_to_it() -> None:
    joint = "<joint name='j' type='fixed'><pose>0 0 1 0 0 0</pose><parent>a</parent><child>b</child></joint>"
    links = "<link name='a'/><link name='b'><pose>1 0 0 0 0 0</pose></link>"
    document = document_of(f"{links}{joint}<link name='c'><pose relative_to='j'>0 1 0 0 0 0</pose></link>")
    assert_pose(pose_of(document, "j"), [1, 0, 1])
    assert_pose(document.link("c").X_ML, [1, 1, 1])


def test_a_joint_may_be_relative_to_its_parent() -> None:
    joint = (
        "<joint name='j' type='fixed'><pose relative_to='a'>0 0 1 0 0 0</pose>"
        "<parent>a</parent><child>b</child></joint>"
    )
    document = document_of(f"<link name='a'/><link name='b'><pose>1 0 0 0 0 0</pose></link>{joint}")
    assert_pose(pose_of(document, "j"), [0, 0, 1])


def test_a_frame_is_in_what_it_is_attached_to() -> None:
    frames = (
        "<frame name='f' attached_to='a'><pose>0 1 0 0 0 0</pose></frame>"
        "<frame name='g'><pose>0 2 0 0 0 0</pose></frame>"
    )
    frames += "<frame name='h' attached_to='a'><pose relative_to='g'>0 1 0 0 0 0</pose></frame>"
    document = document_of(f"<link name='b'/><link name='a'><pose>1 0 0 0 0 0</pose></link>{frames}")
    assert_pose(pose_of(document, "f"), [1, 1, 0])
    assert_pose(pose_of(document, "g"), [0, 2, 0])
    assert_pose(pose_of(document, "h"), [0, 3, 0])


def test_degrees_and_quaternions_place_things_too() -> None:
    links = "<link name='a'><pose degrees='true'>1 0 0 0 0 90</pose></link>"
    links += "<link name='b'><pose relative_to='a' rotation_format='quat_xyzw'>1 0 0 0 0 1 1</pose></link>"
    assert_pose(document_of(links).link("b").X_ML, [1, 1, 0], (0, 0, math.pi))


def test_names_go_into_nested_models() -> None:
    nested = (
        "<model name='n'><pose>0 0 5 0 0 0</pose><link name='l'><pose>1 0 "
        "0 0 0 0</pose></link><frame name='f'/></model>"
    )
    deeper = f"<model name='o'><pose>0 1 0 0 0 0</pose>{nested}<link name='k'/></model>"
    links = "<link name='a'><pose relative_to='o::n::l'>1 0 0 0 0 0</pose></link>"
    links += (
        "<link name='b'><pose relative_to='o::n'/></link><link name='c'><pose relative_to='o::n::__model__'/></link>"
    )
    document = document_of(deeper + links)
    assert_pose(document.link("m::a").X_ML, [2, 1, 5])
    assert_pose(document.link("m::b").X_ML, [0, 1, 5])
    assert_pose(document.link("m::c").X_ML, [0, 1, 5])


def test_a_nested_model_may_be_relative_to_a_frame_of_the_outer() -> None:
    nested = (
        "<model name='n'><pose relative_to='f'>1 0 0 0 0 0</pose><link name='l'><pose>0 1 0 0 0 0</pose></link></model>"
    )
    document = document_of(f"<frame name='f'><pose>0 0 1 0 0 {TURN}</pose></frame>{nested}")
    link = document.link("m::n::l")
    assert_pose(link.X_ML, [0, 1, 0])
    assert_pose(link.X_WL, [-1, 1, 1], (0, 0, TURN))


def test_names_of_the_outer_model_are_not_seen_from_inside() -> None:
    nested = "<model name='n'><link name='l'><pose relative_to='outside'/></link></model>"
    error = only_error(document_of(f"<link name='outside'/>\n{nested}"))
    assert (error.rule, error.line) == ("pose-relative-to", 4)
    assert "names 'outside', which is not in model 'n'" in error.message


# --- placement frame and canonical link ---


def test_the_pose_of_a_model_is_that_of_its_placement_frame() -> None:
    """Frame f stands at (0, 0, 1) of n, which is placed so that f is at (5, 0, 0): n is at (5, 0, -1)."""
    frame = "<frame name='f'><pose>0 0 1 0 0 0</pose></frame>"
    nested = f"<model name='n' placement_frame='f'><pose>5 0 0 0 0 0</pose><link name='l'/>{frame}</model>"
    document = document_of(f"<link name='a'/>{nested}")
    assert_pose(document.link("n::l").X_WL, [5, 0, -1])
    assert_pose(document.link("n::l").X_ML, [0, 0, 0])
    assert_pose(pose_of(document, "n::f"), [5, 0, 0])


def test_a_turned_placement_frame_turns_the_model_back() -> None:
    """The frame is turned by 90° and is placed without a turn: the model is turned by -90°, its x points to -y."""
    frame = f"<frame name='f'><pose>1 0 0 0 0 {TURN}</pose></frame>"
    nested = f"<model name='n' placement_frame='f'><pose>5 0 0 0 0 0</pose><link name='l'/>{frame}</model>"
    document = document_of(f"<link name='a'/>{nested}")
    assert_pose(document.link("n::l").X_WL, [5, 1, 0], (0, 0, -TURN))


def test_the_placement_frame_of_a_model_that_stands_alone() -> None:
    """Without a world, X_WL is in the frame in which the outermost model stands."""
    content = "<pose>5 0 0 0 0 0</pose><link name='l'/><link name='k'><pose>0 0 1 0 0 0</pose></link>"
    document = document_of(content, "name='m' placement_frame='k'")
    assert_pose(document.link("l").X_WL, [5, 0, -1])
    assert_pose(document.link("k").X_WL, [5, 0, 0])
    assert_pose(document.link("k").X_ML, [0, 0, 1])


def test_the_pose_of_a_model_that_stands_alone_places_it() -> None:
    document = document_of("<pose>1 2 3 0 0 0</pose><link name='l'/>")
    assert_pose(document.link("l").X_ML, [0, 0, 0])
    assert_pose(document.link("l").X_WL, [1, 2, 3])


def attached(document: sdf.Document, name: str) -> str:
    assert document.errors == ()
    (graph,) = document.graphs
    thing = graph.find(graph.root, name)
    assert thing is not None
    return graph.attached(thing).name


def test_a_model_moves_with_its_first_link_unless_another_is_named() -> None:
    links = "<link name='a'/><link name='b'/><frame name='f'/>"
    assert attached(document_of(links), "f") == "a"
    assert attached(document_of(links, "name='m' canonical_link='b'"), "f") == "b"


def test_a_model_without_own_links_moves_with_its_first_nested_one() -> None:
    nested = "<model name='n'><link name='c'/></model><model name='o'><link name='d'/></model><frame name='f'/>"
    assert attached(document_of(nested), "f") == "c"
    assert attached(document_of(nested, "name='m' canonical_link='o::d'"), "f") == "d"
    assert attached(document_of(f"{nested}<link name='e'/>"), "f") == "e"


def test_a_frame_moves_with_the_link_at_the_end_of_its_chain() -> None:
    joint = "<joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>"
    frames = "<frame name='f' attached_to='g'/><frame name='g' attached_to='j'/>"
    assert attached(document_of(f"<link name='a'/><link name='b'/>{joint}{frames}"), "f") == "b"


def test_a_static_model_moves_with_nothing() -> None:
    document = document_of("<static>true</static><link name='a'/><frame name='f'/>")
    assert attached(document, "f") == "m"
    assert document_of("<static>true</static>").errors == ()
    assert document_of("<static>1</static><frame name='f'/>").errors == ()


# --- worlds ---


def test_poses_in_a_world() -> None:
    auv = (
        "<model name='auv'><pose relative_to='dock'>1 0 0 0 0 0</pose>"
        "<link name='l'><pose>0 0 -1 0 0 0</pose></link></model>"
    )
    world = f"<frame name='dock'><pose>10 0 0 0 0 {TURN}</pose></frame>{auv}<model name='b'><link name='l'/></model>"
    document = sdf.loads(f"<sdf version='1.9'><world name='w'>{world}</world></sdf>")
    assert document.errors == ()
    assert [link.name for link in document.links] == ["w::auv::l", "w::b::l"]
    assert_pose(document.link("auv::l").X_WL, [10, 1, -1], (0, 0, TURN))
    assert_pose(document.link("auv::l").X_ML, [0, 0, -1])
    assert_pose(document.link("b::l").X_WL, [0, 0, 0])


def test_frames_of_a_world_may_be_attached_to_links_of_its_models() -> None:
    model = "<model name='a'><pose>1 0 0 0 0 0</pose><link name='l'><pose>0 1 0 0 0 0</pose></link></model>"
    frames = "<frame name='f' attached_to='a::l'><pose>0 0 1 0 0 0</pose></frame><frame name='g'/>"
    frames += "<frame name='h' attached_to='world'/><frame name='i' attached_to='a'/>"
    document = sdf.loads(f"<sdf version='1.9'><world name='w'>{model}{frames}</world></sdf>")
    assert_pose(pose_of(document, "f"), [1, 1, 1])
    assert [attached(document, name) for name in "fghi"] == ["l", "w", "w", "l"]


def test_a_joint_of_a_world_joins_models() -> None:
    models = "".join(
        f"<model name='{n}'><pose>{x} 0 0 0 0 0</pose><link name='l'/></model>" for x, n in enumerate("ab")
    )
    joint = "<joint name='j' type='fixed'><parent>a::l</parent><child>b::l</child></joint>"
    document = sdf.loads(f"<sdf version='1.10'><world name='w'>{models}{joint}</world></sdf>")
    assert_pose(pose_of(document, "j"), [1, 0, 0])


def test_each_world_has_its_own_names() -> None:
    worlds = "".join(
        f"<world name='{w}'><model name='a'><pose>{x} 0 0 0 0 0</pose><link name='l'/></model></world>"
        for x, w in enumerate("uv")
    )
    document = sdf.loads(f"<sdf version='1.9'>{worlds}</sdf>")
    assert_pose(document.link("u::a::l").X_WL, [0, 0, 0])
    assert_pose(document.link("v::a::l").X_WL, [1, 0, 0])


# --- what leads nowhere ---


def test_a_missing_name_is_one_error_with_its_line_and_the_nearest_name() -> None:
    document = document_of("<link name='hull'/>\n<link name='b'><pose relative_to='hul'/></link>")
    error = only_error(document)
    assert (error.severity, error.rule, error.line) == ("error", "pose-relative-to", 4)
    assert (
        error.message
        == "@relative_to of the pose of link 'b' names 'hul', which is not in model 'm'; did you mean 'hull'?"
    )
    assert document.link("b").X_ML is None
    assert document.link("b").X_WL is None
    assert document.link("hull").X_ML is not None


def test_things_that_stand_on_a_missing_name_do_not_repeat_the_error() -> None:
    links = (
        "<link name='a'/><link name='b'><pose relative_to='nobody'/></link>"
        "<link name='c'><pose relative_to='b'/></link>"
    )
    document = document_of(f"{links}<frame name='f' attached_to='c'/>")
    assert "names 'nobody'" in only_error(document).message
    assert document.link("c").X_ML is None


def test_a_missing_attachment_is_one_error_for_frame_and_pose_each_at_most() -> None:
    document = document_of("<link name='a'/>\n<frame name='f' attached_to='aa'/>")
    assert {error.line for error in document.errors} == {4}
    assert {error.rule for error in document.errors} <= {"frame-attached-to", "pose-relative-to"}
    assert {error.message for error in document.errors} == {
        "@attached_to of frame 'f' names 'aa', which is not in model 'm'; did you mean 'a'?"
    }


def test_a_pose_relative_to_itself_is_an_error() -> None:
    document = document_of("<link name='a'><pose relative_to='a'/></link>")
    error = only_error(document)
    assert (error.rule, error.line) == ("pose-cycle", 3)
    assert error.message == "link 'a' has a pose relative to itself: a -> a"
    assert document.link("a").X_ML is None


def test_a_circle_of_poses_names_all_that_are_in_it() -> None:
    links = "".join(f"\n<link name='{a}'><pose relative_to='{b}'/></link>" for a, b in ("ab", "bc", "ca"))
    document = document_of(links)
    error = only_error(document)
    assert (error.rule, error.line) == ("pose-cycle", 4)
    assert error.message == "link 'a' has a pose relative to itself: a -> b -> c -> a"


def test_a_circle_of_attachments_is_an_error() -> None:
    frames = (
        "\n<frame name='f' attached_to='g'><pose relative_to='a'/></frame>\n<frame "
        "name='g' attached_to='f'><pose relative_to='a'/></frame>"
    )
    document = document_of(f"<link name='a'/>{frames}")
    error = only_error(document)
    assert (error.rule, error.line) == ("frame-cycle", 4)
    assert error.message == "frame 'f' is attached to itself: f -> g -> f"


def test_a_long_chain_that_leads_nowhere_is_one_error() -> None:
    """And is walked once: each of its frames leads to the same missing name."""
    frames = "".join(f"<frame name='f{i}'><pose relative_to='f{i + 1}'/></frame>" for i in range(3000))
    error = only_error(document_of(f"<link name='a'/>{frames}"))
    assert "names 'f3000', which is not in model" in error.message


def test_a_joint_on_a_frame_that_is_attached_to_it_is_a_circle() -> None:
    joint = "<joint name='j' type='fixed'><parent>a</parent><child>f</child></joint><frame name='f' attached_to='j'/>"
    assert "frame-cycle" in {error.rule for error in document_of(f"<link name='a'/>{joint}").errors}


def test_a_placement_frame_that_hangs_on_its_own_model_is_a_circle() -> None:
    nested = (
        "<model name='n' placement_frame='f'><link name='l'/><frame name='f'><pose relative_to='f'/></frame></model>"
    )
    document = document_of(f"<link name='a'/>{nested}")
    assert {error.rule for error in document.errors} == {"pose-cycle"}
    assert document.link("n::l").X_WL is None


def test_a_long_chain_of_frames_is_walked_once() -> None:
    """2,000 frames are 140 kB of text; with each walked to its root alone, 20 times as many would take an hour."""
    count = 2000
    frames = "".join(
        f"<frame name='f{i}'><pose relative_to='f{i - 1}'>1 0 0 0 0 0</pose></frame>" for i in range(1, count)
    )
    document = document_of(
        f"<link name='a'/><frame name='f0'/>{frames}<link name='b'><pose relative_to='f{count - 1}'/></link>"
    )
    assert_pose(document.link("b").X_ML, [count - 1, 0, 0])


def test_many_missing_names_are_all_named() -> None:
    frames = "".join(f"<frame name='frame_{i}'><pose relative_to='fame_{i}'/></frame>" for i in range(500))
    assert len(document_of(f"<link name='a'/>{frames}").errors) == 500


def test_a_name_of_many_parts_leads_nowhere_but_ends() -> None:
    for name in ("a::" * 5000 + "l", "::" * 5000, "n::" * 5000):
        document = document_of(
            "<link name='a'/><model name='n'><link name='n'/></model>"
            f"<frame name='f'><pose relative_to='{name}'/></frame>"
        )
        assert [error.rule for error in document.errors] == ["pose-relative-to"]


# --- any chain ---


def text_of(X: Pose) -> str:
    (x, y, z), (qw, qx, qy, qz) = X.p.tolist(), X.q.tolist()
    return f"{x!r} {y!r} {z!r} {qx!r} {qy!r} {qz!r} {qw!r}"


@given(st.lists(poses(), min_size=1, max_size=8), st.data())
@settings(max_examples=60)
def test_a_chain_of_frames_is_the_product_of_its_poses(chain: list[Pose], data: st.DataObject) -> None:
    """Eight products of numbers near 2: rounding of some 1e-15 each."""
    expected, previous = Pose(), "__model__"
    things: list[str] = []
    for i, X in enumerate(chain):
        name = f"t{i}"
        kind = data.draw(st.sampled_from(["link", "frame", "attached"]))
        pose = f"<pose relative_to='{previous}' rotation_format='quat_xyzw'>{text_of(X)}</pose>"
        if kind == "link":
            things.append(f"<link name='{name}'>{pose}</link>")
        elif kind == "frame":
            things.append(f"<frame name='{name}'>{pose}</frame>")
        else:
            pose = f"<pose rotation_format='quat_xyzw'>{text_of(X)}</pose>"
            things.append(f"<frame name='{name}' attached_to='{previous}'>{pose}</frame>")
        expected, previous = expected @ X, name
    shuffled = data.draw(st.permutations(things))
    document = document_of(
        f"<link name='base'/>{''.join(shuffled)}<link name='end'><pose relative_to='{previous}'/></link>"
    )
    X_ME = document.link("end").X_ML
    assert X_ME is not None
    assert X_ME.isclose(expected, 1e-12)
    assert pose_of(document, "t0", "end").isclose(expected.inverse() @ chain[0], 1e-12)


@given(st.lists(poses(), min_size=2, max_size=6), poses())
@settings(max_examples=60)
def test_nested_models_with_placement_frames_are_products_too(chain: list[Pose], placement: Pose) -> None:
    """X of each model is its pose times the inverse of its placement frame's."""
    content, expected = "<link name='l'/>", Pose()
    for i, X in reversed(list(enumerate(chain))):
        frame = f"<frame name='p'><pose rotation_format='quat_xyzw'>{text_of(placement)}</pose></frame>"
        pose = f"<pose rotation_format='quat_xyzw'>{text_of(X)}</pose>"
        content = f"<model name='m{i}' placement_frame='p'>{pose}{frame}{content}</model>"
    for X in chain:
        expected = expected @ X @ placement.inverse()
    document = sdf.loads(f"<sdf version='1.9'>{content}</sdf>")
    assert document.errors == ()
    (link,) = document.links
    assert link.X_WL is not None
    assert link.X_WL.isclose(expected, 1e-12)

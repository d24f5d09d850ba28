"""Paths of lines and arcs; Dubins' six words against known cases, their ends, and a search by brute force."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from tests.refused import refused

from seaway.control import Path
from seaway.control._paths import WORDS, dubins_words
from seaway.parts import read

PI = math.pi


def poses(seed: int, count: int, reach: float) -> list[tuple[np.ndarray, np.ndarray]]:
    random = np.random.default_rng(seed)
    return [
        (np.array([*random.normal(size=2) * reach, a]), np.array([*random.normal(size=2) * reach, b]))
        for a, b in random.uniform(-PI, PI, size=(count, 2))
    ]


def turned(angle: float) -> float:
    return abs(math.remainder(angle, 2 * PI))


@pytest.mark.parametrize("reach", [0.5, 3.0, 30.0])
def test_every_word_leads_to_the_other_pose(reach: float) -> None:
    """1e-7 of the radius: the arcs are sailed on by ``at``, which does not know of Dubins."""
    seen = set()
    for one, other in poses(1, 60, reach):
        for found in dubins_words(one, other, 2.0):
            path = Path(one[:2], course=one[2], segments=found.segments)
            seen.add(found.word)
            assert path.length == pytest.approx(found.length, rel=1e-9)
            np.testing.assert_allclose(path.end[:2], other[:2], atol=2e-7 + 1e-9 * reach)
            assert turned(path.end[2] - other[2]) < 2e-8
    assert seen >= set(WORDS if reach < 30.0 else WORDS[:4])


def test_half_turns_with_a_line_between() -> None:
    """A quarter to the left, 2 ahead, a quarter to the left; and the mirror image."""
    for side, word in ((1.0, "LSL"), (-1.0, "RSR")):
        best = min(dubins_words((0, 0, 0), (0, side * 4.0, PI), 1.0), key=lambda each: each.length)
        assert (best.word, best.lengths) == (word, pytest.approx((0.5 * PI, 2.0, 0.5 * PI)))


def test_a_change_of_lane() -> None:
    """A quarter to the left, 4 ahead, a quarter to the right: to (2, 6), course 0; and the mirror image."""
    for side, word in ((1.0, "LSR"), (-1.0, "RSL")):
        found = {each.word: each for each in dubins_words((0, 0, 0), (2.0, side * 6.0, 0.0), 1.0)}
        assert found[word].lengths == pytest.approx((0.5 * PI, 4.0, 0.5 * PI))
        assert min(found.values(), key=lambda each: each.length).word == word


def test_a_turn_on_the_spot() -> None:
    """To the opposite course at the same place: 60°, 300° and 60°, 7π/3 in all, either way."""
    found = {each.word: each for each in dubins_words((0, 0, 0), (0, 0, PI), 1.0)}
    assert found["LRL"].lengths == pytest.approx((PI / 3, 5 * PI / 3, PI / 3))
    assert found["RLR"].lengths == pytest.approx((PI / 3, 5 * PI / 3, PI / 3))
    assert min(each.length for each in found.values()) == pytest.approx(7 * PI / 3)


def test_straight_ahead_is_straight() -> None:
    path = Path.dubins([[1, 2, 0.5], [1 + 10 * math.cos(0.5), 2 + 10 * math.sin(0.5), 0.5]], 3.0)
    assert path.length == pytest.approx(10.0)
    assert path.smallest_radius == math.inf


@pytest.mark.parametrize(("one", "other"), poses(4, 6, 1.5))
def test_nothing_of_three_pieces_is_shorter(one: np.ndarray, other: np.ndarray) -> None:
    """All paths of arcs and lines with arcs in steps of 5°, that end within 0.1 of the pose, are not shorter by more.

    A path that ends near the pose can be mended by at most some 0.6: so much shorter none may be.
    """
    best = min(each.length for each in dubins_words(one, other, 1.0))
    arcs, lines = np.radians(np.arange(0.0, 360.0, 5.0)), np.arange(0.0, 6.0, 0.1)
    shortest = math.inf
    for kinds in product((1.0, -1.0), (1.0, 0.0, -1.0), (1.0, -1.0)):
        s = np.meshgrid(arcs, arcs if kinds[1] else lines, arcs, indexing="ij")
        x, y, course = (np.full(s[0].shape, value) for value in one)
        for k, length in zip(kinds, s, strict=True):
            chord, mean = length * np.sinc(0.5 * k * length / PI), course + 0.5 * k * length
            x, y, course = x + chord * np.cos(mean), y + chord * np.sin(mean), course + k * length
        turn = np.abs(np.remainder(course - other[2] + PI, 2 * PI) - PI)
        near = (np.hypot(x - other[0], y - other[1]) < 0.1) & (turn < 0.1)
        if near.any():
            shortest = min(shortest, float(sum(s)[near].min()))
    assert best - 0.6 < shortest < best + 0.6


def test_dubins_paths_through_several_poses() -> None:
    given = [[0, 0, 0], [30, 20, 1.0], [-10, 40, 3.0], [0, 0, -1.0]]
    path = Path.dubins(given, 5.0)
    ends = np.cumsum([min(each.length for each in dubins_words(a, b, 5.0)) for a, b in pairwise(given)])
    assert path.length == pytest.approx(ends[-1])
    for pose, at in zip(given[1:], ends, strict=True):
        x, y, course = path.at(at)
        assert (x, y) == (pytest.approx(pose[0], abs=1e-6), pytest.approx(pose[1], abs=1e-6))
        assert turned(course - pose[2]) < 1e-6
    assert path.smallest_radius == pytest.approx(5.0)


def test_places_along_a_path() -> None:
    """Against steps of 1 mm along it: 1e-5 of a length of 40 m."""
    path = Path((1, 2), course=0.3, segments=[[10, 0], [12, 0.2], [8, -0.25], [10, 0]])
    s = np.linspace(0.0, path.length, 40001)
    x, y, course = path.at(s).T
    middle = 0.5 * (course[1:] + course[:-1])
    np.testing.assert_allclose(np.diff(x), 1e-3 * np.cos(middle), atol=1e-8)
    np.testing.assert_allclose(np.diff(y), 1e-3 * np.sin(middle), atol=1e-8)
    np.testing.assert_allclose(path.at(path.length), path.end, atol=1e-12)
    assert path.at(-5.0)[0] == pytest.approx(1 - 5 * math.cos(0.3))


def test_a_circle() -> None:
    for radius in (8.0, -8.0):
        path = Path.circle((3, 4), radius, turns=2.0, bearing=0.7)
        x, y, _ = path.at(np.linspace(0, path.length, 50)).T
        np.testing.assert_allclose(np.hypot(x - 3, y - 4), 8.0)
        assert path.length == pytest.approx(4 * PI * 8)
        assert path.closed
        angle = np.unwrap(np.arctan2(y - 4, x - 3))
        assert np.all(np.sign(np.diff(angle)) == np.sign(radius))
        assert angle[0] == pytest.approx(0.7)


def test_lines_with_arcs_at_corners() -> None:
    """A right angle cut by an arc of 5 m: 5 m off each line, 5 π/2 m of arc."""
    path = Path.through([[0, 0], [20, 0], [20, 30]], 5.0)
    np.testing.assert_allclose(path.segments, [[15, 0], [2.5 * PI, 0.2], [25, 0]], atol=1e-12)
    np.testing.assert_allclose(path.end, [20, 30, 0.5 * PI], atol=1e-12)
    square = Path.through([[0, 0], [20, 0], [20, 20], [0, 20]], 5.0, closed=True)
    assert square.closed
    assert square.length == pytest.approx(4 * 10 + 10 * PI)
    np.testing.assert_allclose(square.start, [0, 10], atol=1e-12)


@pytest.mark.parametrize(("radius", "tightest"), [(None, 10.0), (5.0, 5.0), (10.0, 10.0), (14.0, 14.0)])
@pytest.mark.parametrize("first", ["left", "right"])
def test_a_lawn_mower_pattern(radius: float | None, tightest: float, first: str) -> None:
    """Legs of 100 m, 20 m apart, each the other way; between them turns of no less than the radius."""
    path = Path.lawnmower((5, 6), length=100, spacing=20, legs=4, radius=radius, course=0.4, first=first)
    assert path.smallest_radius == pytest.approx(tightest)
    x, y, course = path.at(np.linspace(0, path.length, 4001)).T
    c, s, side = math.cos(0.4), math.sin(0.4), 1.0 if first == "left" else -1.0
    along, across = (x - 5) * c + (y - 6) * s, side * ((y - 6) * c - (x - 5) * s)
    for k in range(4):
        leg = (np.abs(across - 20 * k) < 1e-6) & (along > -1e-6) & (along < 100 + 1e-6)
        assert np.ptp(along[leg]) > 99.0
        np.testing.assert_allclose(np.cos(course[leg] - 0.4)[5:-5], (-1.0) ** k, atol=1e-6)
    end = path.end
    assert (side * ((end[1] - 6) * c - (end[0] - 5) * s)) == pytest.approx(60.0)


def test_paths_in_files() -> None:
    mower = {"start": [0, 0], "length": 100, "spacing": 20, "legs": 3, "course_deg": 90, "first": "right"}
    path, problems = read(Path, {"lawnmower": mower})
    assert problems == []
    assert path == Path.lawnmower((0, 0), length=100, spacing=20, legs=3, course=PI / 2, first="right")
    assert read(Path, {"circle": {"center": [1, 2], "radius": 5}})[0] == Path.circle((1, 2), 5)
    points = [[0, 0], [20, 0], [20, 30]]
    assert read(Path, {"through": {"points": points, "radius": 5}})[0] == Path.through(points, 5)
    way = read(Path, {"dubins": {"points": points, "courses_deg": [0, 90, 180], "radius": 5}})[0]
    assert way == Path.dubins([[0, 0, 0], [20, 0, PI / 2], [20, 30, PI]], 5)
    plain = read(Path, {"start": [1, 2], "course_deg": 90, "segments": [[10, 0], [5, -0.1]]})[0]
    assert plain == Path((1, 2), course=PI / 2, segments=[[10, 0], [5, -0.1]])


def test_a_path_in_a_file_is_described_once() -> None:
    circle = {"center": [1, 2], "radius": 5}
    for more in ({"segments": [[1, 0]]}, {"through": {"points": [[0, 0], [9, 0]], "radius": 1}}):
        path, problems = read(Path, {"circle": circle, **more})
        assert path is None
        assert [each.reason for each in problems] == [
            f"and {next(iter(more))} both describe the path; give one of them"
        ]
    _, problems = read(Path, {"dubins": {"points": [[0, 0], [9, 0]], "courses": [0], "radius": 1}})
    assert problems[0].message.endswith("2 points need as many courses, got 1")


def test_bad_paths_are_refused() -> None:
    with refused("the segments of a path must have lengths > 0 [m], got -2 at [1][0]"):
        Path(segments=[[1, 0], [-2, 0]])
    with refused("the segments of a path must be finite [m, 1/m], got nan at [0][1]"):
        Path(segments=[[1, math.nan]])
    with refused("path: the radius of an arc must be > 1e-06 m, got 1e-08 m"):
        Path(segments=[[1, 1e8]])
    with refused("the radius of a circle must be non-zero [m], got 0"):
        Path.circle((0, 0), 0.0)
    with refused("the points [1] and [2] of a path coincide; remove one of them"):
        Path.through([[0, 0], [5, 0], [5, 0], [9, 9]], 1.0)
    with refused("a path needs at least 2 points, got 1"):
        Path.through([[0, 0]], 1.0)
    with refused("the radius of a path must be > 0 [m], got -1"):
        Path.through([[0, 0], [5, 0]], -1.0)
    with refused("a path cannot reverse at the point [1]; add a point beside it"):
        Path.through([[0, 0], [5, 0], [1, 0]], 1.0)
    with refused(
        "the line from point [0] to [1] of a path must be at least 6 m long for arcs of 6 m radius, got 5 m; "
        "take a smaller radius"
    ):
        Path.through([[0, 0], [5, 0], [5, 20]], 6.0)
    with refused("a path needs at least two poses, got 1"):
        Path.dubins([[0, 0, 0]], 1.0)
    with refused("the poses [0] and [1] of a path are the same; remove one of them"):
        Path.dubins([[0, 0, 0], [0, 0, 0]], 1.0)
    with refused("the turning radius of a path must be > 0 [m], got -3"):
        Path.dubins([[0, 0, 0], [1, 1, 0]], -3.0)
    with refused("the number of legs of a lawn-mower pattern must be a whole number >= 1, got 0"):
        Path.lawnmower((0, 0), length=1, spacing=1, legs=0)
    with refused("the first turn of a lawn-mower pattern must be left or right, got 'up'"):
        Path.lawnmower((0, 0), length=1, spacing=1, legs=2, first="up")
    with refused("the spacing of a lawn-mower pattern must be finite [m], got inf"):
        Path.lawnmower((0, 0), length=1, spacing=math.inf, legs=2)

"""Cuts of simple bodies against closed forms, and planes that touch corners, edges and faces."""

import numpy as np
import pytest

from seaway.errors import MeshError
from seaway.frames import Pose
from seaway.mesh import Cut, Mesh, box, cut

UP = np.array([0.0, 0.0, 1.0])
BARGE = box((10.0, 4.0, 2.0))
# Corners at ±1 on the axes: four of them in the plane z = 0, and four edges.
OCTAHEDRON = Mesh(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]],
    [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]],
)


def assert_no_waterplane(result: Cut) -> None:
    assert result.waterplane_area == 0.0
    assert not np.any(result.waterplane_moments)
    assert result.waterline.shape == (0, 2, 3)
    assert np.all(np.isfinite(result.waterplane_centroid))


def test_a_box_cut_at_half_its_height() -> None:
    result = cut(BARGE, UP, 0.0)
    assert result.volume == pytest.approx(40.0, rel=1e-15)
    np.testing.assert_allclose(result.centroid, (0.0, 0.0, -0.5), rtol=0, atol=1e-15)
    assert result.wet_area == pytest.approx(10 * 4 + 2 * (10 + 4) * 1, rel=1e-15)
    assert result.waterplane_area == pytest.approx(40.0, rel=1e-15)
    np.testing.assert_allclose(result.waterplane_centroid, 0.0, rtol=0, atol=1e-15)
    expected = np.diag([4 * 10**3 / 12, 10 * 4**3 / 12, 0.0])
    np.testing.assert_allclose(result.waterplane_moments, expected, rtol=0, atol=1e-13 * 333)


def test_a_corner_of_a_box_is_a_tetrahedron() -> None:
    """Where x + y + z <= 0.3 from the corner: V = 0.3³/6, its centre a quarter of 0.3 along each axis."""
    corner = box((2.0, 2.0, 2.0)).transformed(Pose((1.0, 1.0, 1.0)))
    result = cut(corner, np.full(3, 3**-0.5), 0.3 * 3**-0.5)
    assert result.volume == pytest.approx(0.3**3 / 6, rel=1e-12)  # a sliver of 1/2000: rounding of the whole
    np.testing.assert_allclose(result.centroid, 0.3 / 4, rtol=1e-12)
    assert result.wet_area == pytest.approx(3 * 0.3**2 / 2, rel=1e-12)
    side = 0.3 * 2**0.5
    assert result.waterplane_area == pytest.approx(3**0.5 / 4 * side**2, rel=1e-12)
    np.testing.assert_allclose(result.waterplane_centroid, 0.1, rtol=1e-12)
    # √3/96 a⁴ about any axis in its plane through the centre, none along the normal.
    moments = 3**0.5 / 96 * side**4 * (np.eye(3) - 1.0 / 3.0)
    np.testing.assert_allclose(result.waterplane_moments, moments, rtol=0, atol=1e-11 * np.max(moments))


@pytest.mark.parametrize("resolution", [1, 2, 4])
def test_faces_and_corners_in_the_plane_count_once(resolution: int) -> None:
    """With an even resolution corners and edges lie in the plane of the middle: the numbers are the same."""
    result = cut(box((10.0, 4.0, 2.0), resolution), UP, 0.0)
    assert result.volume == pytest.approx(40.0, rel=1e-14)
    assert result.wet_area == pytest.approx(68.0, rel=1e-14)
    assert result.waterplane_area == pytest.approx(40.0, rel=1e-14)
    np.testing.assert_allclose(np.diag(result.waterplane_moments), (1000 / 3, 160 / 3, 0.0), rtol=1e-13)


def test_edges_in_the_plane_count_once() -> None:
    """The lower half of an octahedron: a pyramid of height 1 on a square of area 2."""
    for normal in (UP, -UP, np.eye(3)[0], -np.eye(3)[1]):
        result = cut(OCTAHEDRON, normal, 0.0)
        assert result.volume == pytest.approx(2.0 / 3.0, rel=1e-15)
        np.testing.assert_allclose(result.centroid, -normal / 4, rtol=0, atol=1e-15)
        assert result.wet_area == pytest.approx(2 * 3**0.5, rel=1e-15)
        assert result.waterplane_area == pytest.approx(2.0, rel=1e-15)


def test_a_bottom_in_the_plane_is_a_waterplane_without_volume() -> None:
    result = cut(BARGE, UP, -1.0)
    assert result.volume == 0.0
    assert result.waterplane_area == pytest.approx(40.0, rel=1e-15)
    np.testing.assert_allclose(result.centroid, (0.0, 0.0, -1.0), rtol=0, atol=1e-15)
    np.testing.assert_allclose(np.diag(result.waterplane_moments), (1000 / 3, 160 / 3, 0.0), rtol=1e-14)


def test_a_deck_in_the_plane_is_below_it() -> None:
    result = cut(BARGE, UP, 1.0)
    assert result.volume == pytest.approx(80.0, rel=1e-15)
    assert result.wet_area == pytest.approx(BARGE.area, rel=1e-15)
    assert_no_waterplane(result)


def test_nothing_below() -> None:
    result = cut(BARGE, UP, -3.0)
    assert (result.volume, result.wet_area) == (0.0, 0.0)
    assert_no_waterplane(result)
    assert result.centroid[2] == -1.0  # the lowest corner
    assert result.waterplane_centroid[2] == -3.0


def test_everything_below() -> None:
    result = cut(BARGE, UP, 7.0)
    assert (result.volume, result.wet_area) == (BARGE.volume, BARGE.area)
    np.testing.assert_array_equal(result.centroid, BARGE.centroid)
    assert_no_waterplane(result)
    assert result.waterplane_centroid[2] == 7.0


def test_two_hulls_have_one_waterplane() -> None:
    """Parts add; second moments are about the common centre: each hull's own, and its area times its distance²."""
    hull = box((5.0, 0.6, 0.8))
    twin = hull.transformed(Pose((0, 1.2, 0))).joined(hull.transformed(Pose((0, -1.2, 0))))
    result = cut(twin, UP, -0.1)
    assert result.volume == pytest.approx(2 * 5 * 0.6 * 0.3, rel=1e-14)
    assert result.waterplane_area == pytest.approx(6.0, rel=1e-14)
    np.testing.assert_allclose(result.waterplane_centroid, (0, 0, -0.1), rtol=0, atol=1e-15)
    expected = (2 * 0.6 * 5**3 / 12, 2 * 5 * 0.6**3 / 12 + 6.0 * 1.2**2, 0.0)
    np.testing.assert_allclose(np.diag(result.waterplane_moments), expected, rtol=1e-14, atol=1e-30)


def test_one_part_below_and_one_above() -> None:
    low = box((1.0, 1.0, 1.0)).transformed(Pose((0.0, 0.0, -2.0)))
    result = cut(low.joined(box((1.0, 1.0, 1.0)).transformed(Pose((5.0, 0.0, 3.0)))), UP, 0.0)
    assert result.volume == pytest.approx(1.0, rel=1e-14)
    np.testing.assert_allclose(result.centroid, (0, 0, -2.0), rtol=0, atol=1e-14)
    assert result.wet_area == pytest.approx(6.0, rel=1e-14)
    assert_no_waterplane(result)
    assert result.waterplane_centroid[2] == pytest.approx(0.0, abs=1e-15)


def test_the_waterline_runs_round_the_inside() -> None:
    """Closed: as many pieces start at a point as end there. Counter-clockwise from above: the area is positive."""
    line = cut(BARGE, UP, 0.25).waterline
    assert np.all(line[:, :, 2] == 0.25)
    np.testing.assert_allclose(np.sum(line[:, 1] - line[:, 0], axis=0), 0.0, atol=1e-14)
    starts = {tuple(p) for p in line[:, 0].round(9).tolist()}
    assert starts == {tuple(p) for p in line[:, 1].round(9).tolist()}
    shoelace = 0.5 * np.sum(line[:, 0, 0] * line[:, 1, 1] - line[:, 0, 1] * line[:, 1, 0])
    assert shoelace == pytest.approx(40.0, rel=1e-14)
    np.testing.assert_array_equal(np.max(np.abs(line.reshape(-1, 3)[:, :2]), axis=0), (5.0, 2.0))


def test_a_sliver_keeps_its_digits() -> None:
    """A nanometre of draft: the corners are right to 2e-16 m, so the volume to 2e-7 of itself."""
    result = cut(BARGE, UP, -1.0 + 1e-9)
    assert result.volume == pytest.approx(40e-9, rel=1e-6)
    assert result.waterplane_area == pytest.approx(40.0, rel=1e-14)
    np.testing.assert_allclose(result.centroid, (0.0, 0.0, -1.0), rtol=0, atol=1e-9)


def test_far_from_the_origin_of_its_frame() -> None:
    """Corners at 1e6 m are rounded to 1e-10 m, of a body of some metres."""
    p = np.array([1e6, -2e6, 3e6])
    result = cut(BARGE.transformed(Pose(p)), UP, 3e6 + 0.5)
    assert result.volume == pytest.approx(60.0, rel=1e-9)
    np.testing.assert_allclose(result.centroid, p - np.array([0, 0, 0.25]), rtol=0, atol=1e-8)
    np.testing.assert_allclose(np.diag(result.waterplane_moments), (1000 / 3, 160 / 3, 0.0), rtol=1e-9, atol=1e-7)


def test_corners_that_no_face_names_do_not_count() -> None:
    mesh = Mesh(np.concatenate([BARGE.vertices, [[0.0, 0.0, -50.0]]]), BARGE.faces)
    assert cut(mesh, UP, -3.0).centroid[2] == -1.0
    assert cut(mesh, UP, 0.0).volume == pytest.approx(40.0, rel=1e-15)


@pytest.mark.parametrize(
    ("normal", "offset", "message"),
    [
        ((0.0, 0.0, 2.0), 0.0, "must be a unit vector, got one of length 2;"),
        ((0.0, 0.0, 0.0), 0.0, "must be a unit vector, got one of length 0;"),
        ((0.0, np.nan, 1.0), 0.0, r"normal of a plane must be finite, got nan at \[1\]"),
        ((0.0, 1.0), 0.0, r"normal of a plane must have the shape \(3\), got \(2\)"),
        ((0.0, 0.0, 1.0), np.inf, r"offset of a plane \[m\] must be finite, got inf"),
    ],
)
def test_what_is_no_plane_is_refused(normal: object, offset: float, message: str) -> None:
    with pytest.raises(MeshError, match=message):
        cut(BARGE, normal, offset)  # type: ignore[arg-type]


def test_results_cannot_be_written() -> None:
    for result in (cut(BARGE, UP, 0.0), cut(BARGE, UP, 5.0), cut(BARGE, UP, -5.0)):
        for array in vars(result).values():
            if isinstance(array, np.ndarray):
                assert not array.flags.writeable

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import arrays

from seaway.frames import matrix_from_quaternion, matrix_from_rpy
from seaway.sdf._values import boolean, color, number, pose, vector


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3.5", 3.5),
        ("3.5kg", 3.5),
        ("  3.5 ", 3.5),
        ("\t\n-3.5\n", -3.5),
        ("1e1", 10.0),
        ("1E-3m", 1e-3),
        ("1e", 1.0),
        ("1e+", 1.0),
        ("+.5", 0.5),
        ("5.", 5.0),
        ("0x10", 16.0),
        ("-0X1p-1", -0.5),
        ("0x1.8", 1.5),
        ("0xg", 0.0),
        ("1_000", 1.0),
        ("1,5", 1.0),
        ("1.2.3", 1.2),
        ("inf", math.inf),
        ("-Infinity", -math.inf),
        ("infinite", math.inf),
        ("1e-999", 0.0),
        ("4.9e-324", 5e-324),
        ("true", 1.0),
        ("False", 0.0),
    ],
)
def test_a_number_is_what_strtod_takes_from_the_front(text: str, value: float) -> None:
    assert number(text) == value


def test_nan_is_a_number_here_and_refused_where_it_matters() -> None:
    assert math.isnan(number("nan"))
    assert math.isnan(number("-NaN"))


@pytest.mark.parametrize("text", ["abc", "", " ", "-", ".", "e5", "--1", "+-1", "$1", "_1", "kg 3", "truely"])
def test_text_that_starts_with_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"must be a number, got {text.strip()!r}")):
        number(text)


@pytest.mark.parametrize("text", ["1e999", "-1e999", "0x1p99999", "1e999kg"])
def test_a_number_beyond_doubles_is_refused(text: str) -> None:
    """The reference parser's stod throws out_of_range; it does not read infinity."""
    with pytest.raises(ValueError, match=f"within the range of doubles, got '{text}'"):
        number(text)


def test_digits_of_other_scripts_are_no_number() -> None:
    """Python's float reads Arabic digits, strtod does not."""
    with pytest.raises(ValueError, match="must be a number, got '٣'"):
        number("٣")


def test_a_message_shows_the_start_of_a_long_text_only() -> None:
    with pytest.raises(ValueError, match=r"got 'x{57}\.\.\.'$"):
        number("x" * 100_000)


@given(st.floats(allow_nan=False))
def test_the_shortest_text_of_a_float_reads_back_exactly(value: float) -> None:
    assert number(repr(value)) == value
    assert number(f" {value!r} kg") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("1", True), ("TRUE", True), (" True ", True), ("false", False), ("0", False), ("False", False)],
)
def test_booleans_are_read_in_any_case(text: str, value: bool) -> None:
    assert boolean(text) is value


@pytest.mark.parametrize("text", ["yes", "2", "", "1.0", "true false"])
def test_other_words_are_no_booleans(text: str) -> None:
    with pytest.raises(ValueError, match=f"must be true, false, 1 or 0, got '{text}'"):
        boolean(text)


def test_vectors_have_as_many_numbers_as_asked_for() -> None:
    assert vector("1 2 3") == (1.0, 2.0, 3.0)
    assert vector(" 1\n2\t3e1m ") == (1.0, 2.0, 30.0)
    assert vector("1 2", 2) == (1.0, 2.0)
    assert vector("1 2 3 4") == (1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="must be 3 numbers, got '1 2'"):
        vector("1 2")
    with pytest.raises(ValueError, match="must be a number, got 'b'"):
        vector("1 b 3")
    with pytest.raises(ValueError, match="must be 3 numbers, got '1,2,3'"):
        vector("1,2,3")


def test_colours_have_three_or_four_numbers_between_0_and_1() -> None:
    assert color("0 0.5 1") == (0.0, 0.5, 1.0, 1.0)
    assert color("0 0.5 1 0.25") == (0.0, 0.5, 1.0, 0.25)


@pytest.mark.parametrize("text", ["0 0", "0 0 0 0 0", "0 0 1.5", "0 -0.1 0", "nan 0 0", ""])
def test_other_numbers_are_no_colour(text: str) -> None:
    with pytest.raises(ValueError, match=rf"must be 3 or 4 numbers in \[0, 1\], got '{text}'"):
        color(text)


def test_an_empty_pose_is_the_identity() -> None:
    identity = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    assert pose("", "euler_rpy", "false") == identity
    assert pose(" \n ", "quat_xyzw", "false") == identity
    assert pose("0 0 0 0 0 0", "euler_rpy", "false") == identity


def test_a_pose_has_three_lengths_and_three_angles() -> None:
    position, quaternion = pose("1 2 3 0 0 1.5707963267948966", "euler_rpy", "false")
    assert position == (1.0, 2.0, 3.0)
    np.testing.assert_allclose(quaternion, [math.sqrt(0.5), 0, 0, math.sqrt(0.5)], atol=1e-16)


def test_degrees_turn_angles_only() -> None:
    position, quaternion = pose("1 2 3 90 0 0", "euler_rpy", "true")
    assert position == (1.0, 2.0, 3.0)
    np.testing.assert_allclose(quaternion, [math.sqrt(0.5), math.sqrt(0.5), 0, 0], atol=1e-16)
    assert pose("0 0 0 180 0 90", "euler_rpy", "1") == pose(f"0 0 0 {math.pi!r} 0 {math.pi / 2!r}", "euler_rpy", "0")


@given(arrays(3, bound=4.0))
def test_angles_are_roll_pitch_yaw_as_in_seaway_frames(rpy: np.ndarray) -> None:
    """Products of sines and cosines: some units in the last place."""
    _, quaternion = pose("0 0 0 " + " ".join(map(repr, rpy.tolist())), "euler_rpy", "false")
    np.testing.assert_allclose(matrix_from_quaternion(quaternion), matrix_from_rpy(rpy), atol=1e-15)


def test_a_quaternion_is_written_x_y_z_w_and_read_w_x_y_z() -> None:
    assert pose("1 2 3 0.5 -0.5 0.5 0.5", "quat_xyzw", "false") == ((1.0, 2.0, 3.0), (0.5, 0.5, -0.5, 0.5))
    assert pose("0 0 0 0 0 1 0", "quat_xyzw", "false")[1] == (0.0, 0.0, 0.0, 1.0)


def test_a_quaternion_is_scaled_to_unit_length() -> None:
    assert pose("0 0 0 0 3 0 4", "quat_xyzw", "false")[1] == (0.8, 0.0, 0.6, 0.0)
    assert pose("0 0 0 0 3e-200 0 4e-200", "quat_xyzw", "false")[1] == (0.8, 0.0, 0.6, 0.0)


@pytest.mark.parametrize("numbers", ["1e308 1e308 1e308 1e308", "1.7e308 0 0 1.7e308"])
def test_a_quaternion_so_long_that_its_length_overflows_is_still_scaled(numbers: str) -> None:
    _, quaternion = pose(f"0 0 0 {numbers}", "quat_xyzw", "false")
    assert math.isclose(math.hypot(*quaternion), 1.0, rel_tol=1e-12)


@pytest.mark.parametrize(
    ("text", "rotation_format", "message"),
    [
        ("1 2 3", "euler_rpy", "must be 6 finite numbers, got '1 2 3'"),
        ("1 2 3 0 0", "euler_rpy", "must be 6 finite numbers, got '1 2 3 0 0'"),
        ("1 2 3 0 0 0 0", "euler_rpy", "must be 6 finite numbers, got '1 2 3 0 0 0 0'"),
        ("1 2 3 0 0 0", "quat_xyzw", "must be 7 finite numbers, got '1 2 3 0 0 0'"),
        ("1 2 3 0 0 0 1 0", "quat_xyzw", "must be 7 finite numbers, got '1 2 3 0 0 0 1 0'"),
        ("1 nan 3 0 0 0", "euler_rpy", "must be 6 finite numbers, got '1 nan 3 0 0 0'"),
        ("0 0 0 0 0 inf", "euler_rpy", "must be 6 finite numbers, got '0 0 0 0 0 inf'"),
        ("1 2 x 0 0 0", "euler_rpy", "must be a number, got 'x'"),
        ("0 0 0 0 0 0 0", "quat_xyzw", "quaternion of zero length"),
        ("0 0 0 0 0 0", "axis_angle", "has @rotation_format 'axis_angle', which must be euler_rpy or quat_xyzw"),
    ],
)
def test_a_pose_that_cannot_be_is_refused(text: str, rotation_format: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pose(text, rotation_format, "false")


def test_degrees_and_quaternions_do_not_go_together() -> None:
    with pytest.raises(ValueError, match="has @degrees true, which a quaternion cannot have"):
        pose("0 0 0 0 0 0 1", "quat_xyzw", "true")
    assert pose("0 0 0 0 0 0 1", "quat_xyzw", "false")[1] == (1.0, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="must be true, false, 1 or 0, got 'maybe'"):
        pose("0 0 0 0 0 0", "euler_rpy", "maybe")

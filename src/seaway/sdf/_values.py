"""Numbers, flags and poses parsed from text as libsdformat parses them.

Each function raises ``ValueError`` with the rule and the text; the reader adds file and line.
"""

import math
import re
from typing import Final

Triple = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

# What C++'s strtod takes from the front of a text: "3.5kg" is 3.5 and "0x10" is 16.
_NUMBER: Final = re.compile(
    r"\s*([+-]?(?:0x[0-9a-f]*\.?[0-9a-f]+\.?(?:p[+-]?\d+)?|nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))",
    re.IGNORECASE | re.ASCII,
)
_FLAGS: Final = {"true": True, "1": True, "false": False, "0": False}


def number(text: str) -> float:
    """Read the number at the start of a text; the rest is ignored."""
    try:
        value = float(text)  # nearly always
        if value - value == 0.0 and text.isascii() and "_" not in text:  # finite
            return value
    except ValueError:
        pass
    match = _NUMBER.match(text)
    if match is None:
        if text.strip().lower() not in _FLAGS:
            raise ValueError(f"must be a number, got {_short(text)}")
        return float(boolean(text))
    digits = match.group(1).lower()
    try:
        value = float.fromhex(digits) if "x" in digits else float(digits)
    except (OverflowError, ValueError):
        value = math.inf
    if math.isinf(value) and "inf" not in digits:
        raise ValueError(f"must be a number within the range of doubles, got {_short(text)}")
    return value


def boolean(text: str) -> bool:
    """Read true, false, 1 or 0, in any case."""
    flag = _FLAGS.get(text.strip().lower())
    if flag is None:
        raise ValueError(f"must be true, false, 1 or 0, got {_short(text)}")
    return flag


def vector(text: str, size: int = 3) -> tuple[float, ...]:
    """Read ``size`` numbers; more are ignored."""
    words = text.split()
    if len(words) < size:
        raise ValueError(f"must be {size} numbers, got {_short(text)}")
    return tuple(map(number, words[:size]))


def color(text: str) -> tuple[float, ...]:
    """Read red, green, blue and optional alpha, each in [0, 1]."""
    values = tuple(map(number, text.split()))
    if len(values) not in (3, 4) or not all(0.0 <= value <= 1.0 for value in values):
        raise ValueError(f"must be 3 or 4 numbers in [0, 1], got {_short(text)}")
    return values if len(values) == 4 else (*values, 1.0)


def pose(text: str, rotation_format: str, degrees: str) -> tuple[Triple, Quaternion]:
    """Read a pose: position [m] and unit quaternion (w, x, y, z).

    Args:
        text: x y z and roll pitch yaw, or x y z and qx qy qz qw; empty is the identity.
        rotation_format: ``euler_rpy`` or ``quat_xyzw``.
        degrees: Whether roll, pitch and yaw are in degrees.
    """
    size = {"euler_rpy": 6, "quat_xyzw": 7}.get(rotation_format)
    if size is None:
        raise ValueError(f"has @rotation_format {_short(rotation_format)}, which must be euler_rpy or quat_xyzw")
    in_degrees = boolean(degrees)
    if in_degrees and size == 7:
        raise ValueError("has @degrees true, which a quaternion cannot have")
    values = list(map(number, text.split()))
    if not values:
        return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    if len(values) != size or not all(map(math.isfinite, values)):
        raise ValueError(f"must be {size} finite numbers, got {_short(text)}")
    x, y, z, *rotation = values
    if size == 7:
        largest = max(map(abs, rotation))
        if largest == 0.0:
            raise ValueError("has a quaternion of zero length")
        # Scaled first: the squares of very large or very small components leave the range of doubles.
        rotation = [component / largest for component in rotation]
        length = math.hypot(*rotation)
        qx, qy, qz, qw = (component / length for component in rotation)
        return (x, y, z), (qw, qx, qy, qz)
    if not any(rotation):
        return (x, y, z), (1.0, 0.0, 0.0, 0.0)
    half = [(math.radians(angle) if in_degrees else angle) / 2.0 for angle in rotation]
    (cr, cp, cy), (sr, sp, sy) = map(math.cos, half), map(math.sin, half)
    return (x, y, z), (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 60 else text[:57] + "...")

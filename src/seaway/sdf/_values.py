"""Numbers, flags and poses as the reference parser reads them from text.

Each function raises ``ValueError`` with the rule and the text got; the reader adds the place.
"""

import math
import re
from typing import Final

__all__ = ["Triple", "boolean", "color", "number", "pose", "vector"]

Triple = tuple[float, float, float]

# What C++'s strtod takes from the front of a text: "3.5kg" is 3.5 and "0x10" is 16.
_NUMBER: Final = re.compile(
    r"\s*([+-]?(?:0x[0-9a-f]*\.?[0-9a-f]+\.?(?:p[+-]?\d+)?|nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))",
    re.IGNORECASE | re.ASCII,
)


def number(text: str) -> float:
    """Read a number from the front of a text; what follows it is ignored."""
    try:
        value = float(text)  # nearly always
        if value - value == 0.0 and text.isascii() and "_" not in text:  # finite
            return value
    except ValueError:
        pass
    match = _NUMBER.match(text)
    if match is None:
        flags = {"true": 1.0, "false": 0.0}
        if text.strip().lower() not in flags:
            raise ValueError(f"must be a number, got {_short(text)}")
        return flags[text.strip().lower()]
    digits = match.group(1)
    try:
        value = float.fromhex(digits) if "x" in digits.lower() else float(digits)
    except (OverflowError, ValueError):
        raise ValueError(f"must be a number within the range of doubles, got {_short(text)}") from None
    if math.isinf(value) and "inf" not in digits.lower():
        raise ValueError(f"must be a number within the range of doubles, got {_short(text)}")
    return value


def boolean(text: str) -> bool:
    """Read true, false, 1 or 0, in any case."""
    try:
        return {"true": True, "1": True, "false": False, "0": False}[text.strip().lower()]
    except KeyError:
        raise ValueError(f"must be true, false, 1 or 0, got {_short(text)}") from None


def vector(text: str, size: int = 3) -> tuple[float, ...]:
    """Read that many numbers; more are ignored."""
    words = text.split()
    if len(words) < size:
        raise ValueError(f"must be {size} numbers, got {_short(text)}")
    return tuple(map(number, words[:size]))


def color(text: str) -> tuple[float, ...]:
    """Read red, green, blue and perhaps alpha, each in [0, 1]."""
    try:
        values = tuple(map(float, text.split()))  # nearly always
    except ValueError:
        values = tuple(map(number, text.split()))
    if len(values) not in (3, 4) or not all(0.0 <= value <= 1.0 for value in values):
        raise ValueError(f"must be 3 or 4 numbers in [0, 1], got {_short(text)}")
    return values if len(values) == 4 else (*values, 1.0)


def pose(text: str, rotation_format: str, degrees: str) -> tuple[Triple, tuple[float, float, float, float]]:
    """Read a pose: position [m] and unit quaternion (w, x, y, z).

    Args:
        text: x y z and roll pitch yaw, or x y z and qx qy qz qw; empty is the identity.
        rotation_format: ``euler_rpy`` or ``quat_xyzw``.
        degrees: Whether roll, pitch and yaw are in degrees.
    """
    if rotation_format not in ("euler_rpy", "quat_xyzw"):
        raise ValueError(f"has @rotation_format {_short(rotation_format)}, which must be euler_rpy or quat_xyzw")
    in_degrees = boolean(degrees)
    if in_degrees and rotation_format == "quat_xyzw":
        raise ValueError("has @degrees true, which a quaternion cannot have")
    words = text.split()
    if not words:
        return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    size = 7 if rotation_format == "quat_xyzw" else 6
    values = list(map(number, words))
    if len(values) != size or not all(map(math.isfinite, values)):
        raise ValueError(f"must be {size} finite numbers, got {_short(text)}")
    x, y, z = values[:3]
    if size == 7:
        qx, qy, qz, qw = values[3:]
        largest = max(abs(qx), abs(qy), abs(qz), abs(qw))
        if largest == 0.0:
            raise ValueError("has a quaternion of zero length")
        # Scaled first: the squares of very large or very small components leave the range of doubles.
        qx, qy, qz, qw = qx / largest, qy / largest, qz / largest, qw / largest
        length = math.hypot(qx, qy, qz, qw)
        return (x, y, z), (qw / length, qx / length, qy / length, qz / length)
    roll, pitch, yaw = (math.radians(value) if in_degrees else value for value in values[3:])
    if roll == pitch == yaw == 0.0:
        return (x, y, z), (1.0, 0.0, 0.0, 0.0)
    cr, cp, cy = math.cos(roll / 2.0), math.cos(pitch / 2.0), math.cos(yaw / 2.0)
    sr, sp, sy = math.sin(roll / 2.0), math.sin(pitch / 2.0), math.sin(yaw / 2.0)
    return (x, y, z), (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 60 else text[:57] + "...")

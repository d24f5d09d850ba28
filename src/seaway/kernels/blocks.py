"""A block of points: a short array with one segment for each quantity, at constant offsets.

The compiler thus knows that the segments do not overlap and packs loops over the points into vector instructions, and
all data stay in the first-level cache.
"""

from typing import Final

from seaway._arrays import Floats
from seaway._jit import kernel

__all__ = [
    "BLOCK",
    "CHANNELS",
    "ELEVATION",
    "HEAD",
    "HEIGHT",
    "SECOND",
    "SKIN",
    "STEEP",
    "U",
    "V",
    "W",
    "X",
    "Y",
    "Z",
    "lanes",
]

BLOCK: Final = 32
"""Points in a block."""

# Offsets of the quantities: the point, z above the still surface [m]; the motion of waves there;
# and work space: a height, the slope of the head there, the nearness to the surface, and the
# head of second order.
X: Final = 0
Y: Final = 1 * BLOCK
Z: Final = 2 * BLOCK
ELEVATION: Final = 3 * BLOCK
HEAD: Final = 4 * BLOCK
U: Final = 5 * BLOCK
V: Final = 6 * BLOCK
W: Final = 7 * BLOCK
HEIGHT: Final = 8 * BLOCK
STEEP: Final = 9 * BLOCK
SKIN: Final = 10 * BLOCK
SECOND: Final = 11 * BLOCK

CHANNELS: Final = 12
"""A block of waves needs (CHANNELS + 2 * number of components) * BLOCK floats."""


@kernel
def lanes(block: Floats, start: int) -> float:
    """Sum of a quantity over the points of a block."""
    total = 0.0
    for j in range(BLOCK):
        total += block[start + j]
    return total

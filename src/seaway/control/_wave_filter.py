"""Wave filter: removes first-order wave motions from the feedback of a surface vessel."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from seaway.kernels import wave_filter
from seaway.parts import KW_ONLY, Flag, Number, NumberOrNone, Part, some


class WaveFilter(Part, what="wave filter"):
    """Notch filters at the encounter frequency of the waves, on x, y and yaw and their rates.

    Guidance and autopilot receive the filtered motion. A notch at ω with damping ζ and width ζ_w passes ζ / ζ_w of a
    motion at ω, and delays slow motions by 2 (ζ_w - ζ) / ω. Keep the natural frequencies of the loops below
    0.2 / ``delay()``, which costs about 25° of their phase margin.

    Raises:
        ModelError: A number is out of range, or the damping is not less than the width.

    Reference:
        T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed. 2021, ch. 13.

    Example:
        >>> from seaway.control import WaveFilter
        >>> round(WaveFilter(0.8).delay(), 3), round(WaveFilter(0.8, cascaded=True).delay(), 3)  # of slow motions [s]
        (1.0, 3.114)
    """

    frequency: Number = Number(unit="rad/s", above=0.0)
    """Peak frequency of the waves; without a direction, the encounter frequency."""
    _: KW_ONLY
    direction: NumberOrNone = NumberOrNone(unit="rad", default=None)
    """Direction to which the waves run, counter-clockwise from x (east), used for the encounter frequency."""
    damping: Number = Number(at_least=0.0, default=0.1)
    """Damping ζ of the numerator."""
    width: Number = Number(above=0.0, at_most=2.0, default=0.5)
    """Damping ζ_w of the denominator; 1 in Fossen's notch, which is wider and delays more."""
    cascaded: Flag = Flag(default=False)
    """Whether to cascade three notches, for seas with a broad spectrum."""
    spread: Number = Number(above=1.0, at_most=10.0, default=1.4)
    """Ratio of the frequencies of the three notches."""

    kernel = staticmethod(wave_filter.filtered)
    floats = (("frequency", ()), ("direction", ()), ("damping", ()), ("width", ()), ("spread", ()))
    choices = ("sections",)
    states = (
        ("started", "", 1),
        ("turns", "", 1),
        ("last_yaw", "rad", 1),
        ("frequency", "rad/s", 1),
        ("slow", "m/s", 2),
        ("yaw", "rad", 6),
        ("yaw_rate", "rad/s", 6),
        ("x", "m", 6),
        ("y", "m", 6),
        ("x_rate", "m/s", 6),
        ("y_rate", "m/s", 6),
    )

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that notches attenuate."""
        if some(np.greater_equal(self.damping, self.width)):
            damping, width = float(np.max(self.damping)), float(np.min(self.width))
            yield "damping", f"the damping must be < width, {width:g}, got {damping:g}; else waves pass"

    def delay(self) -> float:
        """Delay of slow motions, if ``frequency`` is the encounter frequency [s]."""
        one = 2.0 * (self.width - self.damping) / self.frequency
        return one * (1.0 + self.spread + 1.0 / self.spread) if self.cascaded else one

    def parameters(self) -> Mapping[str, Any]:
        """Values of ``floats`` and ``choices`` by name."""
        return {
            "frequency": self.frequency,
            "direction": np.nan if self.direction is None else self.direction,
            "damping": self.damping,
            "width": self.width,
            "spread": self.spread,
            "sections": 3 if self.cascaded else 1,
        }

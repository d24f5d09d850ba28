"""Sea states of the WMO and the Beaufort scale by name."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from math import inf, pi, sqrt
from typing import Final, Literal

from seaway.errors import ModelError
from seaway.parts import Choice, checked
from seaway.sea._dispersion import STANDARD_GRAVITY
from seaway.sea._spectra import Jonswap, PiersonMoskowitz


@dataclass(frozen=True)
class SeaState:
    """A tabulated sea state.

    Attributes:
        name: ``"sea state 4"`` or ``"beaufort 5"``.
        description: Descriptive word, e.g. ``"moderate"`` or ``"fresh breeze"``.
        significant_height: Typical Hs [m].
        peak_period: Typical Tp [s].
        wind_speed: Typical wind at a height of 10 m [m/s].
        height_range: For a sea state, the limits of Hs [m]; for the Beaufort scale, the probable and the probable
            maximum wave height. inf if the table is open-ended.
        wind_range: Limits of the wind at a height of 10 m [m/s].
    """

    name: str
    description: str
    significant_height: float
    peak_period: float
    wind_speed: float
    height_range: tuple[float, float]
    wind_range: tuple[float, float]

    def spectrum(
        self, kind: Literal["pierson_moskowitz", "jonswap"] = "pierson_moskowitz"
    ) -> PiersonMoskowitz | Jonswap:
        """Make the spectrum of this height and period.

        Args:
            kind: ``"pierson_moskowitz"``, the open ocean, or ``"jonswap"``, with the γ of DNV's rule.

        Raises:
            ModelError: Another kind.
        """
        kinds = {"pierson_moskowitz": PiersonMoskowitz, "jonswap": Jonswap}
        spectrum = kinds[checked(Choice(tuple(kinds)), kind, "the kind of a spectrum")]
        return spectrum(self.significant_height, self.peak_period)

    @classmethod
    def named(cls, name: str) -> "SeaState":
        """Look up a sea state.

        Names are "sea state 0" to "sea state 9" (also "ss4", "wmo 4") and their words ("calm", "smooth", "slight",
        "moderate", "rough", "very rough", "high", "very high", "phenomenal"; "glassy" is sea state 0, as "calm", and
        "rippled" 1), and "beaufort 0" to "beaufort 12" (also "bft 5", "force 5") and theirs ("light air" to
        "hurricane"). Case, spaces, hyphens and underscores do not matter.

        Sea states have the heights of WMO code table 3700, at the middle of their range (14 m for the open end), and
        the wind and the most probable modal period of the North Atlantic; 0 and 1, which have none, the period of a
        fully developed sea of that height. That wind is at 19.5 m in the table; here it is at 10 m, by the power law
        of exponent 1/7.

        Beaufort's scale has the wind of WMO code table 1100, at the middle of its range (32.7 m/s for 12), and the
        probable wave height of the open sea, taken as Hs; the peak period is that of a fully developed
        (Pierson-Moskowitz) sea of that height.

        Raises:
            ModelError: There is no such name; the message has the nearest.

        Reference:
            WMO, Manual on Codes, WMO-No. 306, code tables 3700 and 1100; W. T. Lee, S. L. Bales and S. E. Sowby,
            Standardized Wind and Wave Environments for North Pacific Ocean Areas, 1985 (the table of NATO STANAG 4194),
            as in O. M. Faltinsen, Sea Loads on Ships and Offshore Structures, 1990, table 2.3; Met Office, National
            Meteorological Library fact sheet 6, The Beaufort Scale (its wave heights).

        Example:
            >>> from seaway.sea import SeaState
            >>> SeaState.named("Rough").significant_height
            3.25
        """
        if not isinstance(name, str):
            raise ModelError(f'a sea is looked up by its name, such as "sea state 4" or "beaufort 5", got {name!r}')
        table = _by_name()
        plain = re.sub(r"(?<=[a-z])(?=\d)", " ", re.sub(r"(?<=\w)-(?=\w)|[\s_]+", " ", name.strip().lower()))
        plain = re.sub(r"^(ss|seastate|wmo|sea state code) (?=\d)", "sea state ", plain)
        plain = re.sub(r"^(bft|bf|force|beaufort force) (?=\d)", "beaufort ", plain)
        if plain in table:
            return table[plain]
        near = get_close_matches(plain, table, n=3, cutoff=0.5)
        hint = f"; did you mean {', '.join(repr(n) for n in near)}?" if near else ""
        there = '"sea state 0" to "sea state 9", "beaufort 0" to "beaufort 12" and their words, such as "moderate"'
        raise ModelError(f"there is no sea {name!r}: names are {there}{hint}")

    @staticmethod
    def names() -> tuple[str, ...]:
        """Names known to ``named``, without alternative spellings."""
        return tuple(_by_name())


@cache
def _by_name() -> dict[str, SeaState]:
    table: dict[str, SeaState] = {}
    for code, (words, heights, height, winds, wind, period) in enumerate(_SEA_STATES):
        limits = winds[0] * _KNOT_AT_10_M, winds[1] * _KNOT_AT_10_M
        number = f"sea state {code}"
        state = SeaState(number, words[0], height, period, wind * _KNOT_AT_10_M, heights, limits)
        table |= dict.fromkeys((number, *words), state)
    for force, (word, winds, heights) in enumerate(_BEAUFORT):
        number = f"beaufort {force}"
        wind = winds[0] if winds[1] == inf else 0.5 * (winds[0] + winds[1])
        state = SeaState(number, word, heights[0], _developed_period(heights[0]), wind, heights, winds)
        # "calm" is a sea first.
        table |= {name: state for name in (number, word) if name not in table}
    return table


def _developed_period(height: float) -> float:
    """Tp of a Pierson-Moskowitz sea of a height; a flat sea gets that of 0.05 m."""
    # Hs ω_p²/g = 2 √(α/β) √(4/5 β) = 2 √(0.8 α), α = 0.0081.
    return 2.0 * pi * sqrt(max(height, 0.05) / (STANDARD_GRAVITY * 2.0 * sqrt(0.8 * 0.0081)))


_KNOT_AT_10_M: Final = 1852.0 / 3600.0 * (10.0 / 19.5) ** (1.0 / 7.0)
"""A knot at 19.5 m in m/s at 10 m."""

# Words, limits of Hs [m], Hs [m], limits of the wind [knots at 19.5 m], its mean, modal period [s]. The table of winds
# has one row for 0 and 1 (0 to 6 knots, mean 3): sea state 0 has no wind here.
_SEA_STATES: Final = (
    (("calm", "glassy"), (0.0, 0.0), 0.0, (0.0, 0.0), 0.0, _developed_period(0.0)),
    (("rippled", "calm rippled"), (0.0, 0.1), 0.05, (0.0, 6.0), 3.0, _developed_period(0.05)),
    (("smooth",), (0.1, 0.5), 0.3, (7.0, 10.0), 8.5, 7.5),
    (("slight",), (0.5, 1.25), 0.875, (11.0, 16.0), 13.5, 7.5),
    (("moderate",), (1.25, 2.5), 1.875, (17.0, 21.0), 19.0, 8.8),
    (("rough",), (2.5, 4.0), 3.25, (22.0, 27.0), 24.5, 9.7),
    (("very rough",), (4.0, 6.0), 5.0, (28.0, 47.0), 37.5, 12.4),
    (("high",), (6.0, 9.0), 7.5, (48.0, 55.0), 51.5, 15.0),
    (("very high",), (9.0, 14.0), 11.5, (56.0, 63.0), 59.5, 16.4),
    (("phenomenal",), (14.0, inf), 14.0, (63.0, inf), 63.0, 20.0),
)

# Word, limits of the wind [m/s at 10 m], probable and probable maximum height of waves [m].
_BEAUFORT: Final = (
    ("calm", (0.0, 0.2), (0.0, 0.0)),
    ("light air", (0.3, 1.5), (0.1, 0.1)),
    ("light breeze", (1.6, 3.3), (0.2, 0.3)),
    ("gentle breeze", (3.4, 5.4), (0.6, 1.0)),
    ("moderate breeze", (5.5, 7.9), (1.0, 1.5)),
    ("fresh breeze", (8.0, 10.7), (2.0, 2.5)),
    ("strong breeze", (10.8, 13.8), (3.0, 4.0)),
    ("near gale", (13.9, 17.1), (4.0, 5.5)),
    ("gale", (17.2, 20.7), (5.5, 7.5)),
    ("strong gale", (20.8, 24.4), (7.0, 10.0)),
    ("storm", (24.5, 28.4), (9.0, 12.5)),
    ("violent storm", (28.5, 32.6), (11.5, 16.0)),
    ("hurricane", (32.7, inf), (14.0, inf)),
)

"""What no sea can be, asked for by the front door: each is refused with the value, the rule, and what to do."""

from collections.abc import Callable

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.sea import Eckv, Jonswap, PiersonMoskowitz, Sea, Spreading, Waves

SPECTRUM = Jonswap(2.0, 8.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        # Heights below 0.
        (lambda: Waves.regular(-1.5, 8.0), r"the height of a wave must be >= 0 \[m\], got -1.5"),
        (lambda: Waves.gerstner(-1.5, 8.0), r"the height of a wave must be >= 0 \[m\], got -1.5 at \[0\]"),
        (lambda: Jonswap(-2.5, 8.0), r"the significant height of a JONSWAP spectrum must be >= 0 \[m\], got -2.5"),
        (
            lambda: PiersonMoskowitz(-2.5, 8.0),
            r"the significant height of a Pierson-Moskowitz spectrum must be >= 0 \[m\], got -2.5",
        ),
        (
            lambda: PiersonMoskowitz.from_zero_crossing_period(-2.5, 8.0),
            r"the significant height of a Pierson-Moskowitz spectrum must be >= 0 \[m\], got -2.5",
        ),
        # Steeper than a wave can be: the message has the largest height, or the shortest period, that can be.
        (
            lambda: Waves.regular(3.0, 3.0),
            r"height 3 m and period 3 s breaks: H/λ is 0.214, .* height must be <= 1.99 m",
        ),
        (lambda: Waves.regular(1.0, 3.0, depth=0.5), r"breaks: .* its height must be <= 0.413 m"),
        (lambda: Waves.gerstner(8.0, 4.0), r"cut themselves if Σ q k a > 1, got 1.006; take q times 0.994 or less"),
        (
            lambda: Jonswap(4.0, 3.0),
            r"Hs 4 m and Tp 3 s cannot be: Hs is 0.285 .* break at 0.142; Tp must be >= 4.25 s",
        ),
        (lambda: PiersonMoskowitz(4.0, 3.0), r"waves break at 0.142; Tp must be >= 4.25 s"),
        # No depth.
        (lambda: Waves.regular(1.0, 8.0, depth=0.0), r"the depth of the water \[m\] must be finite and > 0, got 0"),
        (
            lambda: Waves.irregular(SPECTRUM, seed=1, depth=0.0),
            r"the depth of the water \[m\] must be finite and > 0, got 0",
        ),
        (lambda: Sea(depth=0.0), r"the depth of a sea must be > 0 \[m\], got 0"),
        # Not numbers.
        (lambda: Waves.regular(np.nan, 8.0), r"the height of a wave must be finite \[m\], got nan"),
        (lambda: Waves.regular(1.0, np.nan), r"the period of a wave \[s\] must be finite and > 0, got nan"),
        (
            lambda: Waves.regular(1.0, 8.0, direction=np.nan),
            r"the direction of a set of wave components must be finite \[rad\], got nan",
        ),
        (
            lambda: Waves.regular(1.0, 8.0, phase=np.nan),
            r"the phase of a set of wave components must be finite \[rad\], got nan",
        ),
        (
            lambda: Waves.regular(1.0, 8.0, depth=np.nan),
            r"the depth of the water \[m\] must be finite and > 0, got nan",
        ),
        (lambda: Waves.regular(1.0, 8.0, gravity=np.nan), r"gravity \[m/s2\] must be finite and > 0, got nan"),
        (lambda: Waves.regular(1.0, 8.0, ramp=np.nan), r"the ramp of a wave field must be finite \[s\], got nan"),
        (lambda: Waves.gerstner(np.nan, 8.0), r"the height of a wave must be finite \[m\], got nan"),
        (lambda: Waves.gerstner(1.0, [8.0, np.nan]), r"the period of a wave must be finite \[s\], got nan at \[1\]"),
        (lambda: Waves.gerstner(1.0, 8.0, q=np.nan), r"the q of a set of wave components must be finite, got nan"),
        (lambda: Jonswap(np.nan, 8.0), r"the significant height of a JONSWAP spectrum must be finite \[m\], got nan"),
        (lambda: Jonswap(2.0, np.nan), r"the peak period of a JONSWAP spectrum must be finite \[s\], got nan"),
        (lambda: Jonswap(2.0, 8.0, np.nan), r"the γ of a JONSWAP spectrum must be finite, got nan"),
        (lambda: PiersonMoskowitz.from_wind(np.nan), r"the wind speed \[m/s\] must be finite and > 0, got nan"),
        (lambda: Eckv(np.nan), r"the wind speed of a wind sea must be finite \[m/s\], got nan"),
        (lambda: Eckv(8.0, inverse_wave_age=np.nan), r"the inverse wave age of a wind sea must be finite, got nan"),
        (lambda: Spreading(np.nan), r"the s of a spreading must be finite, got nan"),
        (
            lambda: Waves.irregular(SPECTRUM, direction=np.nan, seed=1),
            r"the direction of waves must be finite \[rad\], got nan",
        ),
        (lambda: Waves.irregular(SPECTRUM, seed=1, depth=np.nan), r"the depth of the water .* got nan"),
        (lambda: Sea(depth=np.nan), r"the depth of a sea must be finite \[m\], got nan"),
        # No such sea; the message has the nearest name.
        (lambda: Waves.from_sea_state("ruogh", seed=1), r"there is no sea 'ruogh': names are .* did you mean 'rough'"),
        (
            lambda: Waves.from_sea_state("sea state 10", seed=1),
            r"""there is no sea .* "sea state 0" to "sea state 9\"""",
        ),
    ],
)
def test_it_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


def test_a_calm_sea_is_a_sea() -> None:
    """0 is no error: no height, no wind sea."""
    for waves in (Waves.regular(0.0, 8.0), Waves.irregular(Jonswap(0.0, 8.0), seed=1)):
        assert waves.elevation(1.0, 2.0, 3.0) == 0.0

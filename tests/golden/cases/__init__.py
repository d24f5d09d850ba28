"""All golden cases, by topic."""

from tests.golden._case import Case
from tests.golden.cases import (
    batches,
    buoyancy,
    control,
    dynamics,
    examples,
    fins,
    hulls,
    library,
    seas,
    steady,
    thrusters,
    uwv,
    wind,
)

_TOPICS = (
    examples,
    library,
    dynamics,
    buoyancy,
    seas,
    hulls,
    wind,
    thrusters,
    fins,
    control,
    batches,
    steady,
    uwv,
)

CASES: tuple[Case, ...] = tuple(case for topic in _TOPICS for case in topic.CASES)
"""Every case; names are unique."""

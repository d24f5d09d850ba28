"""What version 0.1 computed is computed still; runs with an autopilot are those of its present control law.

The tolerance of a run is 1000 times what a rounding error in its initial state grows to, or 1e-10 of the scale of an
array: see ``_case``. ``SEAWAY_GOLDEN_EXACT=1`` demands identical bits, on the machine and with the versions that
``data/index.json`` names.
"""

import os
import re
from functools import cache

import numpy as np
import pytest

from tests.golden import _build, _store
from tests.golden._case import Case
from tests.golden._compare import difference
from tests.golden.cases import CASES

EXACT = os.environ.get("SEAWAY_GOLDEN_EXACT", "") == "1"
ENTRIES = _store.index()["cases"]


# A propeller drives these vehicles besides their autopilots.
@pytest.mark.filterwarnings("ignore:vehicle '.*' holds its depth by the pitch, which needs way ahead")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_is_as_recorded(case: Case) -> None:
    found = difference(case.arrays(False), _store.read(case.name))
    assert not found.missing, str(found)
    assert found.relative <= case.allowed(ENTRIES[case.name]["growth"]), str(found)
    assert found.identical or not EXACT, str(found)


def test_every_case_has_one_file_and_every_file_its_case() -> None:
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
    assert sorted(names) == sorted(ENTRIES)
    assert sorted(_store.DATA.glob("*.npz")) == sorted(map(_store.file_of, names))


@cache
def acting_forces(name: str) -> frozenset[str]:
    """Forces that are more than rounding in a recorded case: 1e-6 of the largest there."""
    sizes = {key: np.max(np.abs(array)) for key, array in _store.read(name).items() if "/force." in key}
    least = 1e-6 * max(sizes.values(), default=0.0)
    return frozenset(key.partition("/force.")[2] for key, size in sizes.items() if size > least)


@pytest.mark.parametrize("force", _build.force_names())
def test_every_force_is_exercised(force: str) -> None:
    assert any(force in acting_forces(case.name) for case in CASES)


@pytest.mark.parametrize(("key", "value", "force"), _build.choices())
def test_every_choice_of_a_scenario_is_exercised(key: str, value: str, force: str) -> None:
    """Each stands in a case in which its force acts."""
    written = re.compile(rf'{key} = "{value}')
    assert any(written.search(case.source) and force in acting_forces(case.name) for case in CASES)


def test_a_difference_is_found_and_named() -> None:
    golden = {"rov/velocity": np.array([[1.0, 2.0]]), "rov/force.weight": np.array([[0.0, 0.0, -9.0, 0.0, 0.1, 0.0]])}
    assert difference(golden, golden).identical
    off = {**golden, "rov/velocity": np.array([[1.0, 2.0 + 4e-9]])}
    found = difference(off, golden)
    assert (found.array, found.identical) == ("rov/velocity", False)
    assert found.relative == pytest.approx(2e-9)
    assert difference({"rov/velocity": golden["rov/velocity"]}, golden).relative == pytest.approx(1.0)  # no weight
    assert difference({"rov/force.weight": golden["rov/force.weight"]}, golden).missing == ("rov/velocity",)

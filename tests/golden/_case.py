"""A golden case: what is run, under which name, and how closely it must be met."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.golden import _build
from tests.golden._build import Arrays, Run

ROUNDING = 1e-10
"""Least tolerance of a run, relative to the scale of an array.

Another machine rounds sines, sums over meshes and the frequencies of a random sea differently in the last bits. Over a
few hundred steps these errors add up to some 1e-13.
"""

PILOTED = 1e-8
"""Least tolerance of a run with an autopilot.

It places its gains by central differences of the forces with steps of 6e-6, which turn rounding of 1e-15 into 1e-10.
"""

AMPLIFICATION = 1000.0
"""Tolerance of a run over what a rounding error in its initial state grows to.

That error is made once; another machine makes one at every step of the few hundred.
"""

LARGEST_GROWTH = 2e-11
"""Largest such growth that a case may have: beyond it, the run amplifies errors too much to be worth keeping.

A propeller whose thrust should be 0 turns at the root of a rounding error, which under way leads to 1e-11.
"""

SOLVED = 1e-7
"""Tolerance of what an iteration has solved, such as a trim: it ends where the residual is small, not at rounding."""

DIFFERENCED = 1e-6
"""Tolerance of a linearisation: central differences with steps of 6e-6 lose a third of the digits."""


@dataclass(frozen=True)
class Case:
    """One case.

    Attributes:
        name: ``topic/what``; that of its file.
        arrays: Computes the arrays by name; of a run it is given whether to change the initial state by a rounding
            error.
        source: Text of the scenario, or path of its file; empty if there is none.
        tolerance: Largest difference relative to the scale of an array; None for a run, whose tolerance follows from
            the growth of a rounding error, which is measured when it is recorded.
        least: Least tolerance of a run.
    """

    name: str
    arrays: Callable[[bool], Arrays]
    source: str = ""
    tolerance: float | None = None
    least: float = ROUNDING

    def allowed(self, growth: float) -> float:
        """The tolerance of the case, given how much a rounding error grows."""
        return max(self.least, AMPLIFICATION * growth) if self.tolerance is None else self.tolerance


def scenario_case(
    name: str,
    source: str | Path,
    seconds: float,
    *,
    batch: int = 1,
    accounts: bool = False,
    overrides: Iterable[str] = (),
    prepare: Callable[[Run], object] | None = None,
    between: Callable[[_build.Simulation, int], object] | None = None,
    noise: tuple[str, ...] = (),
    rows: Sequence[int] | None = None,
) -> Case:
    """The run of a scenario.

    Args:
        name: Of the case.
        source: Text of the scenario, or its file.
        seconds: To run.
        batch: Number of rows.
        accounts: Whether to keep momentum and powers too.
        overrides: Values that replace those of the scenario, each ``KEY=VALUE``.
        prepare: Changes the run at its start.
        between: Changes the simulation at every sample; see ``_build.sampled``.
        noise: Arrays that are left out: nothing asks for them, so that they are roots of rounding errors.
        rows: Those that are kept; default: all.
    """
    given = tuple(overrides)

    def arrays(nudged: bool) -> Arrays:
        run = _build.started(source, batch, given)
        if prepare is not None:
            prepare(run)
        if nudged:
            _build.nudge(run)
        found = _build.sampled(run, seconds, accounts=accounts, between=between)
        if rows is not None:
            found = {key: array if key == "time" else array[:, list(rows)] for key, array in found.items()}
        return {key: array for key, array in found.items() if key not in noise}

    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    least = PILOTED if "autopilot = {" in text or ".autopilot]" in text else ROUNDING
    return Case(name, arrays, "\n".join((text, *given)), least=least)

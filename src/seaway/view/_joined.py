"""Recordings one after the other as one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from seaway.sim import Recording

__all__ = ["joined"]


def joined(recordings: Sequence[Recording]) -> Recording:
    """One recording of several that follow each other; only what all of them have is kept.

    A controller that was added on the way has signals that the first samples lack: they are dropped.
    """
    last = recordings[-1]

    def common(group: str) -> list[str]:
        members: list[Mapping[str, Any]] = [getattr(each, group) for each in recordings]
        return [name for name in members[-1] if all(name in each for each in members)]

    def stacked(group: str, name: str, of: str) -> Any:
        return np.concatenate([getattr(getattr(each, group)[name], of) for each in recordings])

    return replace(
        last,
        time=np.concatenate([each.time for each in recordings]),
        variables={name: np.concatenate([each.variables[name] for each in recordings]) for name in common("variables")},
        actuators={
            name: replace(
                last.actuators[name],
                command=stacked("actuators", name, "command"),
                state=stacked("actuators", name, "state"),
            )
            for name in common("actuators")
        },
        control={
            name: replace(last.control[name], values=stacked("control", name, "values")) for name in common("control")
        },
    )

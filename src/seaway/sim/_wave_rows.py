"""Waves of a simulation that differ between runs."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from seaway._arrays import Floats, Records
from seaway.errors import ModelError
from seaway.kernels.waves import PACK, STILL, wave_table
from seaway.sea import Sea, Waves

__all__ = ["waves_of", "with_waves"]

Index = NDArray[np.intp]


def waves_of(given: Any, sea: Sea, rows: Index) -> list[Waves | None]:
    """Waves of each selected run, checked against the sea.

    Raises:
        ModelError: A value is not a ``Waves``, does not fit the sea, or there is not one for each run.
    """
    several = given.tolist() if isinstance(given, np.ndarray) else given
    if several is None or isinstance(several, Waves):
        if several is not None:
            sea.replace(waves=several)
        return [several] * len(rows)
    if isinstance(several, str) or not isinstance(several, Sequence):
        raise ModelError(f"waves must be a Waves, None, or a list with one for each run, got {several!r}")
    fields = list(cast("Sequence[Waves | None]", several))
    if len(fields) != len(rows):
        raise ModelError(f"waves must be one for all or one for each of the {len(rows)} runs, got {len(fields)}")
    for number, field in zip(rows, fields, strict=True):
        if field is not None:
            try:
                sea.replace(waves=field)
            except ModelError as error:
                raise ModelError(f"run {number}: {error}") from None
    return fields


def with_waves(water: Records, waves: Floats, rows: Index, fields: Sequence[Waves | None]) -> Floats:
    """Set the waves of some runs.

    Args:
        water: Records of ``kernels.water.WATER``, one for each run; the kind of the waves is written here.
        waves: Table of waves, (0, 1 or batch, quantity, component), see ``kernels.waves``.
        rows: Indices of the runs to set.
        fields: Waves of each of them; None for still water.

    Returns:
        Table of the waves of all runs.
    """
    everywhere = len(np.unique(rows)) == len(water)
    shared = everywhere and all(field is fields[0] for field in fields)
    width = max(0 if field is None else -(-len(field.components) // PACK) * PACK for field in fields)
    width = width if everywhere else max(width, waves.shape[2])
    if shared:
        waves = wave_table(0, 0) if fields[0] is None else fields[0].compiled()
    elif (len(waves), waves.shape[2]) != (len(water), width):
        wider = wave_table(len(water), width)
        if len(waves) and not everywhere:
            wider[:, :, : waves.shape[2]] = waves
        waves = wider
    for number, field in zip(rows, fields, strict=True):
        own = water[number : number + 1]
        if field is None:
            own["waves"], own["wave_depth"], own["wave_ramp"] = STILL, np.inf, 0.0
        else:
            field.fill(own)
        if not shared:
            waves[number] = wave_table(1, width)[0]
            if field is not None:
                table = field.compiled()[0]
                waves[number, :, : table.shape[1]] = table
    return waves

"""The samples of a run for charts, without xarray: importing it takes longer than drawing a report."""

import contextlib
import os
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.scenario._recording_file import Held, read_run
from seaway.sim._dataset import Fields

if TYPE_CHECKING:
    from xarray import Dataset

Source: TypeAlias = "Dataset | Fields | Samples"
"""A recording, as it is read with or without xarray."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Variables with the names of their dimensions, as a recording has them.

    Attributes:
        held: Variables and coordinates, by name; values are read when they are taken.
        attributes: Of the whole.
    """

    held: Mapping[str, Held]
    attributes: Mapping[str, Any]

    @classmethod
    def of(cls, source: Source) -> "Samples":
        """The samples of a Dataset, or of what was read without xarray.

        Raises:
            ModelError: They are not a recording, or empty.
        """
        if isinstance(source, Samples):
            return source
        if isinstance(source, Fields):
            every = {**source.coordinates, **source.variables}
            made = cls({name: Held(each.dimensions, each.values) for name, each in every.items()}, source.attributes)
        else:
            variables: Any = source.variables
            held = {str(name): Held(tuple(map(str, each.dims)), each) for name, each in variables.items()}
            made = cls(held, {str(key): value for key, value in source.attrs.items()})
        if not {"time", "vehicle"} <= set(made.held) or "row" not in made.sizes or not made.sizes["time"]:
            raise ModelError(
                "this is not a recording: it needs a dimension time, not empty, a dimension row, and vehicles"
            )
        return made

    def __contains__(self, name: str) -> bool:
        return name in self.held

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """Length of every dimension."""
        pairs = ((each.dimensions, each.values.shape) for each in self.held.values())
        return {name: int(size) for names, shape in pairs for name, size in zip(names, shape, strict=True)}

    @property
    def rows(self) -> int:
        """Number of runs in the batch."""
        return self.sizes["row"]

    @cached_property
    def time(self) -> Floats:
        """Times of the samples [s], (sample,)."""
        return self.take("time")

    @cached_property
    def names(self) -> list[str]:
        """Names of the vehicles."""
        return self.words("vehicle")

    def take(self, name: str, **at: int | slice | list[int]) -> Floats:
        """Values of a variable, at an index or slice along some of its dimensions."""
        dimensions, values = self.held[name]
        index = tuple(at.get(each, slice(None)) for each in dimensions)
        return np.asarray(values[index], dtype=np.float64)

    def words(self, name: str) -> list[str]:
        """The words of a coordinate; none if it is missing."""
        return [str(word) for word in np.asarray(self.held[name].values).tolist()] if name in self.held else []


@contextlib.contextmanager
def opened(path: str | os.PathLike[str]) -> Generator[Samples]:
    """Read the recording of a run, see ``open_run``; a large one is read on demand, until the block ends."""
    found = read_run(path)
    try:
        yield Samples.of(found)
    finally:
        if not isinstance(found, Fields):
            found.close()

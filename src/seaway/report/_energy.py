"""The energy balance of a recorded motion."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.report._records import laws_of, row_of, vehicle_index

if TYPE_CHECKING:
    from xarray import Dataset

__all__ = ["RESTORING", "EnergyBalance", "energy_balance"]

RESTORING: Final = ("weight", "buoyancy")
"""Forces whose work is potential energy in still water."""

# Relative difference below which steps are even.
_EVEN: Final = 1e-6


@dataclass(frozen=True, eq=False)
class EnergyBalance:
    """The energy of a vehicle over a recording, and the work of every force since its start.

    ::

        d/dt ½ ν^T M ν = Σ ν · wrench        W = ∫ ν · wrench dt

    with ν relative to the world and all wrenches about Bo. Works are integrals over the samples, of order 4 in their
    spacing if forces are smooth.

    Attributes:
        time: Of the samples [s], (sample,).
        kinetic: ½ ν^T (M_RB + M_A) ν [J], (sample,).
        potential: Of weight and buoyancy [J], (sample,).
        work: By force, except weight and buoyancy [J], each (sample,).
        restoring: Work of weight and buoyancy beyond potential energy [J], (sample,): zero in still water; in waves,
            the work of the wave pressure.
    """

    time: Floats
    kinetic: Floats
    potential: Floats
    work: dict[str, Floats]
    restoring: Floats

    @property
    def change(self) -> Floats:
        """Change of kinetic and potential energy since the start [J], (sample,)."""
        total = self.kinetic + self.potential
        return total - total[0]

    @property
    def residual(self) -> Floats:
        """Change of energy less all works [J], (sample,): the error of the integrals over samples."""
        return self.change - self.restoring - np.sum(list(self.work.values()), axis=0)

    @property
    def turnover(self) -> float:
        """The largest absolute change or work [J]."""
        return max(float(np.max(np.abs(each))) for each in (self.change, self.restoring, *self.work.values()))

    @property
    def error(self) -> float:
        """The largest residual over the turnover; 0 if that is 0."""
        turnover = self.turnover
        return float(np.max(np.abs(self.residual))) / turnover if turnover > 0.0 else 0.0


def energy_balance(dataset: "Dataset", vehicle: str | None = None, row: int = 0) -> EnergyBalance:
    """Compute the energy balance of a recorded motion.

    Args:
        dataset: From ``seaway.scenario.open_run`` or ``Recording.to_xarray``, with state, forces and energy.
        vehicle: Default: the first.
        row: Row of the batch. Samples after it stopped are left out.

    Raises:
        ModelError: There is no such vehicle or row, or something was not recorded.
    """
    k = vehicle_index(dataset, vehicle)
    if not 0 <= row < dataset.sizes["row"]:
        raise ModelError(f"there is no row {row}; there are {dataset.sizes['row']}")
    names = ("kinetic_energy", "potential_energy", "velocity", "angular_velocity", "force", "torque")
    time, values = row_of(dataset, names, k, row)
    power = np.einsum("nlk,nk->ln", values["force"], values["velocity"])
    power += np.einsum("nlk,nk->ln", values["torque"], values["angular_velocity"])
    kinetic, potential = values["kinetic_energy"], values["potential_energy"]
    by_law = dict(zip(laws_of(dataset), _integrated(power, time), strict=True))
    restoring = (
        potential - potential[0] + sum((by_law.pop(law) for law in RESTORING if law in by_law), np.zeros(len(time)))
    )
    return EnergyBalance(time, kinetic, potential, by_law, restoring)


def _integrated(values: Floats, time: Floats) -> Floats:
    """The integral from the first sample to each, (..., sample).

    Between two samples, the integral of the cubic through them and their neighbours, h/24 (-a + 13 b + 13 c - d), at
    the ends h/24 (9 a + 19 b - 5 c + d): of order 4. The trapezoid if samples are uneven, as the last of a stopped run
    may be.
    """
    total = np.zeros_like(values)
    h = np.diff(time)
    each = 0.5 * h * (values[..., 1:] + values[..., :-1])
    if len(h) >= 3:
        a, b, c, d = (values[..., n : n + len(h) - 2] for n in range(4))
        even = np.max(np.abs([h[:-2] - h[1:-1], h[2:] - h[1:-1]]), axis=0) < _EVEN * h[1:-1]
        each[..., 1:-1] = np.where(even, h[1:-1] / 24.0 * (13.0 * (b + c) - a - d), each[..., 1:-1])
        for end, (p, q, r, s) in ((0, (0, 1, 2, 3)), (-1, (-1, -2, -3, -4))):
            if even[end]:
                cubic = 9.0 * values[..., p] + 19.0 * values[..., q] - 5.0 * values[..., r] + values[..., s]
                each[..., end] = h[end] / 24.0 * cubic
    total[..., 1:] = np.cumsum(each, axis=-1)
    return total

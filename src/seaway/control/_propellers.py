"""Conversion between thrusts and commands of thrusters."""

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.vehicle import Thruster


def torque_per_thrust(thruster: Thruster, astern: bool = False) -> float:
    """Reaction torque about the axis per thrust before deduction, at zero advance [m]: -hand q d / c.

    Args:
        thruster: Thruster with a propeller.
        astern: Whether the thrust is negative.
    """
    if thruster.torque_coefficient == 0.0:
        return 0.0
    # A propeller with c < 0 turns backwards for a positive thrust.
    forward = (thruster.thrust_coefficient > 0.0) != astern
    c = thruster.thrust_coefficient if forward else thruster.reverse_thrust_coefficient
    hand = -1.0 if thruster.hand == "left" else 1.0
    return -hand * thruster.torque_coefficient * thruster.diameter / c


class Propeller:
    """Steady thrust of a thruster at zero advance.

    Attributes:
        thruster: The thruster.
        lowest: Least thrust before deduction [N].
        highest: Greatest thrust before deduction [N].
        commands: Nodes of its table within its limits, by ascending thrust; empty without a table. If the thrust
            reverses at the ends of the table, as in some measurements, only the nodes between.
        thrusts: Thrusts at these nodes [N].

    Raises:
        ModelError: The table cannot be inverted: no monotonic range of it covers all thrusts.
    """

    def __init__(self, thruster: Thruster, density: float):
        self.thruster, self._density = thruster, density
        low, high = map(float, thruster.limits)
        self.commands: Floats = np.zeros(0)
        self.thrusts: Floats = np.zeros(0)
        if thruster.table is not None:
            commands = np.unique(np.clip(thruster.table[0], low, high))
            thrusts = _looked_up(thruster.table, commands)
            branch = _branch(thrusts, commands, thruster.name)
            way = -1 if thrusts[branch][-1] < thrusts[branch][0] else 1
            self.commands, self.thrusts = commands[branch][::way], thrusts[branch][::way]
            low, high = float(self.thrusts[0]), float(self.thrusts[-1])
        elif thruster.command == "speed":
            low, high = sorted(float(thruster.thrust(speed, density)) for speed in (low, high))
        self.lowest, self.highest = low, high

    def command(self, thrust: Floats) -> Floats:
        """Command for a thrust within the limits, 0 in the dead band; any shape.

        If a table has the same thrust over a range of commands, this is the middle of the range.
        """
        thruster = self.thruster
        if thruster.table is not None:
            u = self._of_table(thrust)
        elif thruster.command == "speed":
            u = thruster.speed(thrust, self._density)
        else:
            u = thrust
        return self._limited(u) + 0.0  # no -0

    def thrust(self, command: Floats) -> Floats:
        """Thrust for a command, before deduction [N]; any shape."""
        thruster, u = self.thruster, self._limited(command)
        if thruster.table is not None:
            return _looked_up(thruster.table, u)
        return thruster.thrust(u, self._density) if thruster.command == "speed" else u

    def _limited(self, command: Floats) -> Floats:
        u = np.clip(command, *self.thruster.limits)
        return np.where(np.abs(u) < self.thruster.dead_band, 0.0, u)

    def _of_table(self, thrust: Floats) -> Floats:
        T = np.clip(thrust, self.lowest, self.highest)
        first = np.searchsorted(self.thrusts, T, side="left")
        last = np.searchsorted(self.thrusts, T, side="right") - 1
        # The first and last of several nodes with this thrust; otherwise the nodes above and below it.
        x, y = self.commands, self.thrusts
        rise = y[first] - y[last]
        between = x[last] + (T - y[last]) / np.where(rise > 0.0, rise, 1.0) * (x[first] - x[last])
        return np.where(first > last, between, 0.5 * (x[first] + x[last]))


def _branch(thrusts: Floats, commands: Floats, name: str) -> slice:
    """Nodes over which thrusts are monotonic and cover all thrusts of the table."""
    runs, first, way = list[slice](), 0, 0.0
    for k, change in enumerate(np.sign(np.diff(thrusts)).tolist()):
        if change * way < 0.0:
            runs.append(slice(first, k + 1))
            first = k
        way = change or way
    runs.append(slice(first, len(thrusts)))
    whole = [run for run in runs if np.ptp(thrusts[run]) == np.ptp(thrusts)]
    if len(whole) == 1:
        return whole[0]
    k = runs[0].stop - 1
    message = (
        f"the table of thruster '{name}' cannot be inverted: thrusts must be monotonic, or a monotonic range must cover"
    )
    place = f"{thrusts[k]:g} to {thrusts[k + 1]:g} N from the command {commands[k]:g} to {commands[k + 1]:g}"
    raise ModelError(f"{message} all of them, got {place}; set limits that leave a monotonic range")


def _looked_up(table: Floats, commands: Floats) -> Floats:
    nodes: tuple[Floats, Floats] = (table[0], table[1])
    return np.interp(commands, *nodes)

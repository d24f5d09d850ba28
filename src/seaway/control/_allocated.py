"""Allocation of a user-defined controller's wrench to the actuators of its vehicle."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from seaway.control._autopilot import Autopilot
from seaway.control._pilot import allocation_stage
from seaway.control._tables import vehicle_of
from seaway.controllers import Controller, Group, group_of
from seaway.errors import ModelError
from seaway.parts import plain
from seaway.sea import Sea
from seaway.vehicle import Vehicle


class Allocated:
    """Allocate the wrench of a ``Controller`` to the thrusters and fins of its vehicle, within their limits.

    The allocation is that of an ``Autopilot``: if thrusters saturate, attitude has priority over heave, and heave over
    surge and sway. The part of the wrench that they cannot provide is in ``set_point.missing`` at the next call.

    Args:
        controller: Controller whose output is a wrench.
        vehicle: Vehicle to control, with thrusters or fins.
        sea: Sea that defines density and surface; default: ``Sea()``.
        cruise_speed: Forward speed at which the effect of fins is computed [m/s]; default: as for an ``Autopilot``.

    Raises:
        ModelError: The controller commands actuators itself, or the vehicle has none.
    """

    def __init__(
        self, controller: Controller, vehicle: Vehicle, sea: Sea | None = None, *, cruise_speed: float | None = None
    ):
        plain(vehicle, "an allocation")
        if not isinstance(controller, Controller) or controller.output != "wrench":
            raise ModelError(f"controller must be a Controller whose output is a wrench, got {controller!r}")
        if not vehicle.actuators:
            raise ModelError(
                f"vehicle '{vehicle.name}' has no thrusters and no fins; use the controller without Allocated"
            )
        self.controller, self.vehicle, self.sea = controller, vehicle, Sea() if sea is None else sea
        self._settings = Autopilot(yaw=0.0, cruise_speed=cruise_speed)

    def groups(self, vehicles: Sequence[Vehicle], sea: Any, period: float) -> tuple[Group, ...]:
        """Control loop for the engine."""
        vehicle = vehicle_of(vehicles, self.vehicle.name)
        own = group_of(self.controller, vehicle.name)
        pilot = self._settings.controller(self.vehicle, self.sea)
        return (replace(own, stages=(*own.stages, allocation_stage(pilot.design(period)))),)

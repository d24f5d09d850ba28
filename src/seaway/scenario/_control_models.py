"""The tables of a scenario file that tell vehicles what to do."""

from typing import Literal

from pydantic import Field

from seaway.scenario._fields import Named, NotNegative, NumberOrList, Numbers, Positive, Table, Wrenches, described

__all__ = ["AutopilotTable", "ControlTable", "PidTable", "ZigZagTable"]

Loop = Literal["x", "y", "z", "depth", "roll", "pitch", "yaw", "speed", "ground_speed"]
_OVER_TIME = "a number, or a list over times"


class PidTable(Table):
    """Gains of a loop, in place of those that the autopilot finds by itself."""

    proportional: float = Field(description="Output per unit of error [N/m, Nm/rad, N s/m].")
    integral: float | None = described("Output per unit and second; 0 where it is not given.")
    derivative: float | None = described("Output per unit a second; 0 where it is not given.")
    limit: Positive | None = described("Largest output [N, Nm]; none where it is not given.")


class AutopilotTable(Table):
    """Set points that PID loops hold, through thrusters and fins where the vehicle has them; any of them together."""

    x: NumberOrList = described(f"Position to the east [m]: {_OVER_TIME}.")
    y: NumberOrList = described(f"Position to the north [m]: {_OVER_TIME}.")
    z: NumberOrList = described(f"Position upward [m]: {_OVER_TIME}.")
    depth: NumberOrList = described(f"Of the body's origin below the still surface, positive down [m]: {_OVER_TIME}.")
    roll_deg: NumberOrList = described(f"[deg]: {_OVER_TIME}.")
    pitch_deg: NumberOrList = described(f"Positive with the bow down [deg]: {_OVER_TIME}.")
    yaw_deg: NumberOrList = described(
        f"Where the bow points, from the x axis (east) counter-clockwise, so that north is 90 [deg]: {_OVER_TIME}."
    )
    speed: NumberOrList = described(f"Forward through the water [m/s]: {_OVER_TIME}.")
    ground_speed: NumberOrList = described(f"Forward over ground [m/s]: {_OVER_TIME}.")
    natural_frequency: Positive | None = described("Of the closed loops [rad/s]; 1 where it is not given.")
    natural_frequencies: dict[Loop, Positive] | None = described(
        "Of some loops by name, as in { depth = 0.5 } [rad/s]; natural_frequency for the others."
    )
    damping_ratio: Positive | None = described("Of the closed loops; 1 where it is not given.")
    integral_pole: NotNegative | None = described(
        "The pole of the integrals in natural frequencies; 0.2 where it is not given, 0 for no integrals."
    )
    cruise_speed: NotNegative | None = described(
        "Forward speed through the water for which gains are made [m/s]; a constant speed where it is not given, or 0."
    )
    largest_pitch_deg: Positive | None = described("That a loop on depth asks for, where it goes by the pitch [deg].")
    fins: list[Literal["roll", "pitch", "yaw"]] | None = described("Loops that go by fins even where thrusters could.")
    output: Literal["actuators", "wrench"] | None = described(
        "wrench to have the wrench itself though there are thrusters or fins; actuators where it is not given."
    )
    gains: dict[Loop, PidTable] | None = described(
        "Of some loops by name, as in { depth = { proportional = 100, derivative = 80 } }."
    )


class ZigZagTable(Table):
    """Helm to one side until the heading has changed by an angle, then to the other, again and again."""

    angle_deg: Positive = Field(description="Change of heading from the start at which the helm goes over [deg].")
    steer: dict[str, float] | None = described(
        "Commands that turn the vehicle to the left, by name, as in { port = -20, starboard = 20 }: thrust [N], speed "
        "[rad/s]; those of the other side are the negative."
    )
    steer_deg: dict[str, float] | None = described(
        "Angles of fins that turn the vehicle to the left, by name, as in { rudder = -10 } [deg]."
    )
    first: Literal["right", "left"] = described("Side to which it turns first.", "right")
    start: float = described("When it begins [s].", 0.0)


class ControlTable(Table):
    """What one vehicle is told. Several tables for one vehicle add up."""

    vehicle: Named | None = described("Whom it tells, by name; the only one where it is not given.")
    times: Numbers = described(
        "Times of the nodes, ascending [s]; values are then lists with one for each, held before the first and after "
        "the last. Constant where it is not given."
    )
    between: Literal["linear", "step"] = described(
        "linear between the nodes, or step: each value holds until the next.", "linear"
    )
    wrench: Wrenches = described(
        "Force and torque about the origin of the body [N, Nm]: 6 numbers, or rows of 6 over times."
    )
    axes: Literal["body", "world"] = described("Of the wrench.", "body")
    actuators: dict[str, NumberOrList] | None = described(
        "Commands of thrusters and fins by name, as in { port = 20 }: thrust [N], speed [rad/s], angle [rad]; "
        f"{_OVER_TIME}."
    )
    fin_angles_deg: dict[str, NumberOrList] | None = described(
        f"Commands of fins by name, as in {{ rudder = 10 }} [deg]; {_OVER_TIME}."
    )
    autopilot: AutopilotTable | None = described("Set points that PID loops hold.")
    zigzag: ZigZagTable | None = described("A zig-zag, beside the other commands.")

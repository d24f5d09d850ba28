"""How vehicles are found to be driven and steered, where they begin, and what is refused."""

from math import radians

import numpy as np
import pytest

from seaway import library
from seaway.errors import ModelError
from seaway.inertia import Inertial, MassProperties
from seaway.manoeuvres import (
    ahead_commands,
    bollard_pull,
    free_decay,
    rest_pose,
    steady_speeds,
    steering_of,
    step_response,
    turning_circle,
    zigzag,
)
from seaway.sea import Sea
from seaway.vehicle import Box, Buoyancy, Fin, FinDerivatives, Thruster, Vehicle

BODY = Inertial(MassProperties.from_box((1.0, 0.5, 0.5), mass=100.0))
DIVES = Buoyancy(0.1, extent=Box((1.0, 0.5, 0.2)))
SEA = Sea()
AHEAD = Thruster("main", (-0.5, 0, 0), limits=(-20.0, 30.0))


def test_a_rudder_turns_to_the_left_by_the_sign_that_does() -> None:
    """A fin at the stern turns the stern; one at the bow the other way. Elevators have no part."""
    stern = Fin("stern", (-1.0, 0, 0), 0.1, up=(0, 1, 0))
    bow = Fin("bow", (1.0, 0, 0), 0.1, up=(0, 1, 0), limit=0.3)
    elevator = Fin("elevator", (-1.0, 0, 0), 0.1, up=(0, 0, 1))
    vehicle = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,), fins=(stern, bow, elevator))
    found = steering_of(vehicle, SEA)
    assert found.ahead == {"main": 30.0}
    assert found.left == {"stern": -radians(35.0), "bow": 0.3}
    assert found.by == "rudder"
    assert steering_of(vehicle, SEA, helm=0.1).left == {"stern": -0.1, "bow": 0.1}


def test_published_vehicles() -> None:
    remus = library.entry("remus100")
    assert steering_of(remus.vehicle, remus.sea, ahead=150.0).left.keys() == {"rudder"}
    lauv = library.entry("lauv")
    assert steering_of(lauv.vehicle, lauv.sea, helm=0.2).left == {"fin0": -0.2, "fin2": 0.2}
    otter = library.entry("otter")
    found = steering_of(otter.vehicle, otter.sea, ahead=80.0)
    assert found.by == "propellers"
    assert found.left == {"port": -40.0, "starboard": 40.0}


def test_propellers_that_push_astern_or_across() -> None:
    """Vectored ones, 45° off, drive; those across do not. One that faces astern gets the other sign."""
    thrusters = (
        Thruster("a", (0.4, 0.3, 0), (1, -1, 0), limits=(-30.0, 40.0)),
        Thruster("b", (-0.4, 0.3, 0), (-1, -1, 0), limits=(-30.0, 40.0)),
        Thruster("side", (0.0, 0, 0), (0, 1, 0), limits=(-30.0, 40.0)),
    )
    vehicle = Vehicle("rov", BODY, DIVES, thrusters=thrusters)
    assert ahead_commands(vehicle) == {"a": 40.0, "b": -30.0}
    assert ahead_commands(vehicle, 10.0) == {"a": 10.0, "b": -10.0}
    table = Thruster.from_table("t", (0, 0, 0), (1, 0, 0), [-0.8, 0.9], [-40.0, 60.0])
    assert ahead_commands(Vehicle("rov", BODY, thrusters=(table,))) == {"t": 0.9}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ahead": {"x": 1.0}}, "ahead: vehicle 'boat' has no thruster or fin 'x'; there are: main"),
        ({"helm": {"x": 1.0}}, "helm: vehicle 'boat' has no thruster or fin 'x'; there are: main"),
        ({"ahead": -3.0}, "the command ahead must be finite and > 0, got -3"),
        ({"helm": -3.0}, "the helm must be finite and > 0, got -3"),
        ({}, "vehicle 'boat' has no rudder, and no propellers beside its middle line; give commands by name"),
    ],
)
def test_what_cannot_be_steered(options: dict[str, object], message: str) -> None:
    vehicle = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,))
    with pytest.raises(ModelError, match=message):
        steering_of(vehicle, SEA, **options)  # type: ignore[arg-type]


def test_what_cannot_be_driven() -> None:
    with pytest.raises(ModelError, match="vehicle 'boat' has no propeller that drives it ahead; give commands by name"):
        ahead_commands(Vehicle("boat", BODY))
    endless = Vehicle("boat", BODY, thrusters=(Thruster("main", (0, 0, 0)),))
    with pytest.raises(
        ModelError, match="thruster 'main' has no limit, so there is no greatest command; give one, ahead"
    ):
        ahead_commands(endless)
    finned = endless.replaced(fins=(FinDerivatives("rudder", [0, 1.0, 0, 0, 0, -1.0]),))
    with pytest.raises(ModelError, match=r"the helm of rudders must be < π/2 \[rad\], got 35; is it in degrees\?"):
        steering_of(finned, SEA, ahead=1.0, helm=35.0)


def test_where_a_manoeuvre_begins() -> None:
    """What dives is ten of its sizes deep, what floats is afloat."""
    diving = Vehicle("auv", BODY, DIVES)
    assert rest_pose(diving, SEA).p[2] == pytest.approx(-10.0 * np.linalg.norm([1.0, 0.5, 0.2]))
    assert rest_pose(diving, SEA, 3.0).p[2] == -3.0
    floating = Vehicle("raft", BODY, Buoyancy(extent=Box((1.0, 0.5, 0.8))))
    assert rest_pose(floating, SEA).p[2] == pytest.approx(0.4 - 100.0 / 1025.0 / 0.5, abs=1e-9)
    assert rest_pose(floating, Sea(surface=None)).p[2] < -1.0
    otter = library.entry("otter")
    assert rest_pose(otter.vehicle, otter.sea).p[2] == 0.0
    assert rest_pose(Vehicle("stone", BODY), SEA).p[2] == -10.0
    with pytest.raises(ModelError, match=r"the depth of a manoeuvre \[m\] must be finite and > 0, got -1"):
        rest_pose(diving, SEA, -1.0)


def test_a_row_need_not_name_all_propellers() -> None:
    """What it does not name stands still: port and starboard alone go as fast, to the digit."""
    otter = library.entry("otter")
    rows = [{"port": 50.0}, {"starboard": 50.0}, {"port": 50.0, "starboard": 50.0}]
    one, other, both = steady_speeds(otter.vehicle, otter.sea, rows, duration=2.0).speeds
    assert one == pytest.approx(other, rel=1e-12)
    assert both > 1.5 * one > 0.0


def test_what_manoeuvres_refuse() -> None:
    vehicle = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,))
    with pytest.raises(ModelError, match="a vehicle turns to the 'left' or to the 'right', got 'port'"):
        turning_circle(vehicle, SEA, side="port")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="a vehicle turns to the 'left' or to the 'right', got 'port'"):
        zigzag(vehicle, SEA, side="port")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="there is no decay in 'yaw'; there are: heave, roll, pitch"):
        free_decay(vehicle, SEA, axis="yaw")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="the offset of a decay must not be 0: there would be no swing"):
        free_decay(vehicle, SEA, offset=0.0)
    with pytest.raises(ModelError, match="there is no step of 'roll'; there are: depth, heading"):
        step_response(vehicle, SEA, target="roll")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="the step must not be 0"):
        step_response(vehicle, SEA, step=0.0)
    pattern = r"a step of the heading must be < π to either side \[rad\], got -30: .* the short way; is it in degrees\?"
    with pytest.raises(ModelError, match=pattern):
        step_response(vehicle, SEA, step=-30.0)
    with pytest.raises(ModelError, match="a bollard pull needs levels, shares of the command ahead, got none"):
        bollard_pull(vehicle, SEA, levels=[])
    with pytest.raises(ModelError, match="steady speeds need commands, got none"):
        steady_speeds(vehicle, SEA, [])
    pattern = "vehicle 'boat', let go 0.1 m beside its rest in heave: a decay must swing to both sides of its rest"
    with pytest.raises(ModelError, match=pattern):
        free_decay(vehicle, SEA, duration=1.0)

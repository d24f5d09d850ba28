"""How vehicles are found to be driven and steered, where they begin, and what is refused."""

from math import radians
from typing import Any

import numpy as np
import pytest

from seaway import library
from seaway.control import Autopilot
from seaway.errors import ModelError
from seaway.inertia import Inertial, MassProperties
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial
from seaway.manoeuvres._bollard import cruise, run_to_steady_speed
from seaway.manoeuvres._start import held, rest_pose
from seaway.manoeuvres._steering import ahead_commands, steering_of
from seaway.parts import fields_of, read, table_schema
from seaway.sea import Sea
from seaway.shapes import Box
from seaway.vehicle import Buoyancy, Fin, FinDerivatives, Thruster, Vehicle

BODY = Inertial(MassProperties.from_box((1.0, 0.5, 0.5), mass=100.0))
DIVES = Buoyancy(0.1, shape=Box((1.0, 0.5, 0.2)))
SEA = Sea()
AHEAD = Thruster("main", (-0.5, 0, 0), limits=(-20.0, 30.0))


def test_a_rudder_turns_to_the_left_by_the_sign_that_does() -> None:
    """A fin at the stern turns the stern; one at the bow the other way. Elevators have no part."""
    stern = Fin("stern", (-1.0, 0, 0), 0.1, upward=(0, 1, 0))
    bow = Fin("bow", (1.0, 0, 0), 0.1, upward=(0, 1, 0), limit=0.3)
    elevator = Fin("elevator", (-1.0, 0, 0), 0.1, upward=(0, 0, 1))
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
        ({}, "vehicle 'boat' has no rudder, and no propellers beside its middle line; give commands by name"),
    ],
)
def test_what_cannot_be_steered(options: dict[str, object], message: str) -> None:
    vehicle = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,))
    with pytest.raises(ModelError, match=message):
        steering_of(vehicle, SEA, **options)  # type: ignore[arg-type]


def test_what_cannot_be_driven() -> None:
    with pytest.raises(ModelError, match="vehicle 'boat' has no thrusters, so nothing drives it ahead; a free decay"):
        ahead_commands(Vehicle("boat", BODY))
    across = Vehicle("boat", BODY, thrusters=(Thruster("bow", (0, 0, 0), (0, 1, 0)),))
    with pytest.raises(ModelError, match=r"has no propeller within 60° of ahead; give commands by name in Python"):
        ahead_commands(across)
    with pytest.raises(ModelError, match=r"must be <= 30 \[N\], the limit of thruster 'main', got 31"):
        ahead_commands(Vehicle("boat", BODY, thrusters=(AHEAD,)), 31.0)
    endless = Vehicle("boat", BODY, thrusters=(Thruster("main", (0, 0, 0)),))
    with pytest.raises(
        ModelError, match="thruster 'main' has no limit, so there is no greatest command; give a command"
    ):
        ahead_commands(endless)
    finned = endless.replace(fins=(FinDerivatives("rudder", [0, 1.0, 0, 0, 0, -1.0]),))
    with pytest.raises(ModelError, match=r"the helm of rudders must be < π/2 \[rad\], got 35; is it in degrees\?"):
        steering_of(finned, SEA, ahead=1.0, helm=35.0)


def test_where_a_manoeuvre_begins() -> None:
    """What dives is ten of its sizes deep, what floats is afloat."""
    diving = Vehicle("auv", BODY, DIVES)
    assert rest_pose(diving, SEA).p[2] == pytest.approx(-10.0 * np.linalg.norm([1.0, 0.5, 0.2]))
    assert rest_pose(diving, SEA, 3.0).p[2] == -3.0
    floating = Vehicle("raft", BODY, Buoyancy(shape=Box((1.0, 0.5, 0.8))))
    assert rest_pose(floating, SEA).p[2] == pytest.approx(0.4 - 100.0 / 1025.0 / 0.5, abs=1e-9)
    assert rest_pose(floating, Sea(surface=None)).p[2] < -1.0
    otter = library.entry("otter")
    assert rest_pose(otter.vehicle, otter.sea).p[2] == 0.0
    assert rest_pose(Vehicle("stone", BODY), SEA).p[2] == -10.0
    with pytest.raises(ModelError, match=r"the depth of a free decay must be > 0 and <= 12000 \[m\], got -1"):
        FreeDecay(depth=-1.0)


def test_propellers_that_stand_still() -> None:
    """Port and starboard alone go as fast, to the digit."""
    otter = library.entry("otter")
    commands = {"port": np.array([50.0, 0.0, 50.0]), "starboard": np.array([0.0, 50.0, 50.0])}
    settings = BollardPull(levels=(1.0, 1.0, 1.0), duration=2.0)
    one, other, both = run_to_steady_speed(settings, otter.vehicle, otter.sea, commands).speeds
    assert one == pytest.approx(other, rel=1e-12)
    assert both > 1.5 * one > 0.0


@pytest.mark.parametrize(
    ("cls", "options", "message"),
    [
        (TurningCircle, {"side": "port"}, "the side of a turning circle must be one of right, left, got 'port'"),
        (TurningCircle, {"ahead": -3.0}, r"the ahead of a turning circle must be > 0 \[unit of the command\], got -3"),
        (TurningCircle, {"helm": {"x": "a"}}, "'x' of the helm must be a number .*, got 'a'"),
        (ZigZagTrial, {"helm": -3.0}, r"the helm of a zig-zag must be > 0 \[rad or unit of the command\], got -3"),
        (ZigZagTrial, {"angle": 10.0}, r"the angle of a zig-zag must be > 0 and < 3.14159 \[rad\], got 10"),
        (FreeDecay, {"axis": "yaw"}, "the axis of a free decay must be one of heave, roll, pitch, got 'yaw'"),
        (FreeDecay, {"offset": 0.0}, "the offset must be non-zero"),
        (FreeDecay, {"offset": 10.0, "axis": "roll"}, r"in roll must be < π/2 .* \[rad\], got 10; is it in degrees\?"),
        (FreeDecay, {"offset": 1e9}, r"the offset of a free decay must be >= -100 and <= 100 \[rad or m\], got 1e\+09"),
        (FreeDecay, {"duration": 1e300}, r"the duration of a free decay must be > 0 and <= 21600 \[s\], got 1e\+300"),
        (TurningCircle, {"duration": float("nan")}, r"the duration of a turning circle must be .* \[s\], got nan"),
        (TurningCircle, {"approach": -1.0}, r"the approach of a turning circle must be > 0 and <= 21600 \[s\], got -1"),
        (TurningCircle, {"speed": 1e3}, r"the speed of a turning circle must be >= 0 and <= 100 \[m/s\], got 1000"),
        (ZigZagTrial, {"depth": 1e5}, r"the depth of a zig-zag must be > 0 and <= 12000 \[m\], got 100000"),
        (ZigZagTrial, {"duration": 0.0}, r"the duration of a zig-zag must be > 0 and <= 21600 \[s\], got 0"),
        (StepResponse, {"duration": 0.05}, "the duration must be at least 10 time steps, 0.1 s, got 0.05 s"),
        (
            StepResponse,
            {"time_step": 1e-5, "duration": 3600.0},
            r"must have at most 1e\+08 steps, got 3.6e\+08 of 1e-05 s; use a shorter duration or a longer time step",
        ),
        (StepResponse, {"time_step": 2.0}, r"the time step of a step must be > 0 and <= 1 \[s\], got 2"),
        (
            StepResponse,
            {"target": "depth", "depth": 2.0, "change": -3.0},
            "a change of -3 m from a depth of 2 m leads out of the water; start deeper, or change it by less",
        ),
        (BollardPull, {"levels": [0.5, 2.0]}, "the levels of a bollard pull must be > 0 and <= 1, got 2"),
        (
            FreeDecay,
            {"duration": [1.0, 2.0]},
            r"the duration .* must be a number \[s\], got 2 numbers: \[1.0, 2.0\]",
        ),
        (StepResponse, {"target": "roll"}, "the target of a step must be one of depth, heading, got 'roll'"),
        (StepResponse, {"change": 0.0}, "the change must be non-zero"),
        (
            StepResponse,
            {"change": -30.0},
            r"must be < π to either side \[rad\], got -30: .*; is it in degrees\?",
        ),
        (BollardPull, {"levels": []}, "the levels of a bollard pull must be a list of numbers, got"),
    ],
)
def test_what_manoeuvres_refuse(cls: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        cls(**options)


def test_a_decay_in_heave_of_a_submerged_vehicle() -> None:
    vehicle = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,))
    made = FreeDecay(duration=1.0).run(vehicle, SEA)
    assert made.measures.period is None
    assert made.reasons["period"].startswith("nothing restores heave of a submerged vehicle (it rises by 0.")
    assert [measure.value for measure in made.quantities()] == [None] * 5
    ((labels, _),) = made.not_reached()
    assert labels == "all measures"


def test_a_step_of_depth_needs_a_vehicle_that_dives() -> None:
    otter = library.entry("otter")
    with pytest.raises(ModelError, match=r"vehicle 'otter' floats, so its depth is not controlled; step its heading"):
        StepResponse("depth").run(otter.vehicle, otter.sea)
    auv = Vehicle("auv", BODY, DIVES, thrusters=(AHEAD,))
    with pytest.raises(ModelError, match=r"a change of -20 m from a depth of 11.4 m leads out of the water"):
        StepResponse("depth", change=-20.0).run(auv, SEA)


def test_what_holds_the_depth() -> None:
    """Fins by the pitch, thrusters that control heave; with auto only a vehicle that dives."""
    plain = Vehicle("auv", BODY, DIVES, thrusters=(AHEAD,))
    finned = Vehicle("auv", BODY, DIVES, thrusters=(AHEAD,), fins=(Fin("stern", (-1.0, 0, 0), 0.1),))
    up = Thruster("up", (0, 0, 0), (0, 0, 1), limits=(-20.0, 20.0))
    rov = Vehicle("rov", BODY, DIVES, thrusters=(AHEAD, up))
    level = {"roll": 4.0, "pitch": 4.0}
    assert held(TurningCircle(depth=3.0, hold_depth="no"), finned, SEA) is None
    assert held(TurningCircle(depth=3.0), finned, SEA) == Autopilot(depth=3.0)
    assert held(TurningCircle(depth=3.0), plain, SEA) is None
    assert held(TurningCircle(depth=3.0), rov, SEA) == Autopilot(depth=3.0, natural_frequencies=level)
    tuned = TurningCircle(depth=3.0, hold_depth="yes", hold=Autopilot(roll=0.1, natural_frequency=4.0))
    assert held(tuned, plain, SEA) == Autopilot(depth=3.0, roll=0.1, natural_frequency=4.0)
    with pytest.raises(ModelError, match="holds nothing, so that its natural frequency and gains have no effect; give"):
        held(TurningCircle(hold=Autopilot(natural_frequency=4.0), hold_depth="no"), plain, SEA)


def test_a_diving_vehicle_is_steered_by_its_propellers_at_half_power() -> None:
    limits = (-20.0, 30.0)
    sides = (Thruster("port", (0, 0.3, 0), limits=limits), Thruster("starboard", (0, -0.3, 0), limits=limits))
    vehicle = Vehicle("rov", BODY, DIVES, thrusters=sides)
    found = steering_of(vehicle, SEA, diving=True)
    assert found.ahead == {"port": 15.0, "starboard": 15.0}
    assert found.left == {"port": -7.5, "starboard": 7.5}


def test_a_rudder_that_is_limited() -> None:
    rudder = Fin("rudder", (-1.0, 0, 0), 0.1, upward=(0, 1, 0), limit=radians(15.0))
    vehicle = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,), fins=(rudder,))
    assert steering_of(vehicle, SEA).note == ""  # hard over is its limit
    limited = steering_of(vehicle, SEA, largest=radians(20.0))
    assert limited.note == "'rudder' is limited to 15°, less than the helm of 20°"


def test_a_vehicle_that_makes_no_way() -> None:
    boat = Vehicle("boat", BODY, DIVES, thrusters=(AHEAD,))
    with pytest.raises(ModelError, match=r"vehicle 'boat' makes no way ahead: .* m/s after 1 s with main = -3; give"):
        cruise(boat, SEA, {"main": -3.0}, depth=3.0, h=0.01, duration=1.0)


def test_commands_of_a_file_may_be_in_degrees() -> None:
    made, problems = read(TurningCircle, {"helm_deg": {"rudder": -10.0}, "ahead": {"main": 3.0}})
    assert problems == []
    assert made == TurningCircle(helm={"rudder": radians(-10.0)}, ahead={"main": 3.0})
    made, _ = read(TurningCircle, {"helm_deg": 20.0})
    assert made == TurningCircle(helm=radians(20.0))


@pytest.mark.parametrize("cls", [TurningCircle, ZigZagTrial, FreeDecay, BollardPull, StepResponse])
def test_every_field_is_documented(cls: type[Any]) -> None:
    assert [name for name, field in fields_of(cls).items() if not field.doc] == []
    assert table_schema(cls)["properties"].keys() >= {"duration", "depth"}

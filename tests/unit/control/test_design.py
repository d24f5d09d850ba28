import numpy as np
import pytest
from tests.unit.kernels import called, parameters, six

from seaway import library
from seaway.control import Allocation, Autopilot, Pid
from seaway.control._design import Design, design
from seaway.control._margins import closed_loop_poles, margins, open_loop_poles
from seaway.errors import ModelError
from seaway.inertia import Inertial, MassProperties
from seaway.kernels.allocation import allocate
from seaway.sea import Current, Sea
from seaway.sim import Simulation
from seaway.vehicle import Damping, Vehicle

WAY = "way ahead; give a speed, e.g. speed=1.5"


def of(name: str, **settings: object) -> Design:
    known = library.entry(name)
    return design(Autopilot(**settings), known.vehicle, known.sea, 0.05)


@pytest.mark.parametrize(
    ("name", "axes", "by_fins"),
    [
        ("bluerov2", ("surge", "sway", "heave", "roll", "yaw"), ()),
        ("bluerov2_heavy", ("surge", "sway", "heave", "roll", "pitch", "yaw"), ()),
        ("girona500", ("surge", "sway", "heave", "pitch", "yaw"), ()),
        ("otter", ("surge", "yaw"), ()),
        ("remus100", ("surge", "pitch", "yaw"), ("pitch", "yaw")),
        ("lauv", ("surge", "roll", "pitch", "yaw"), ("roll", "pitch", "yaw")),
    ],
)
def test_only_axes_that_actuators_control_are_controlled(
    name: str, axes: tuple[str, ...], by_fins: tuple[str, ...]
) -> None:
    found = of(name, yaw=0.1, speed=0.8)
    assert found.axes == axes
    assert found.by_fins == by_fins


def test_a_vehicle_without_actuators_gets_the_wrench() -> None:
    found = of("desistek_saga", depth=3.0)
    assert found.allocation == {}
    assert len(found.axes) == 6


def test_within_limits_the_allocation_is_that_of_least_squares() -> None:
    """The Heavy, whose tables are inverted."""
    known, out = library.entry("bluerov2_heavy"), np.zeros(8)
    found = of("bluerov2_heavy", depth=1.0).allocation
    par = parameters(**{name: six(value) if name.startswith("by_") else value for name, value in found.items()})
    wrench = (20.0, -8.0, 15.0, 0.4, -0.6, 1.5)
    assert called(allocate)(par, wrench, 0.3, out) == wrench
    expected = Allocation(known.vehicle, density=known.sea.density).allocate(wrench)
    np.testing.assert_allclose(out, expected.commands, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("bluerov2_heavy", {"speed": 2.0}, "cannot hold a speed of 2 m/s: its top speed is 0.735 m/s"),
        ("otter", {"depth": 3.0, "yaw": 0.0}, "cannot hold depth: it floats, and nothing controls heave"),
        ("otter", {"x": 1.0, "yaw": 0.0}, "cannot hold x: nothing controls sway; give waypoints instead"),
        ("girona500", {"roll": 0.1, "yaw": 0.0}, "cannot hold roll: nothing controls roll"),
        (
            "remus100",
            {"depth": 3.0},
            "holds its depth by pitch, which needs forward speed; give one, e.g. speed=1.5",
        ),
        ("remus100", {"yaw": 0.3}, "holds its yaw by fins, which need forward speed; give one, e.g. speed=1.5"),
    ],
)
def test_a_set_point_that_cannot_be_reached_gets_a_warning(
    name: str, settings: dict[str, float], expected: str
) -> None:
    assert any(text == f"vehicle '{name}' {expected}" for text in of(name, **settings).warnings)


def test_a_reachable_set_point_gets_none() -> None:
    assert of("bluerov2_heavy", depth=3.0, yaw=0.3, speed=0.5).warnings == ()


def test_a_given_natural_frequency_and_given_gains_win() -> None:
    found = of("bluerov2_heavy", depth=3.0, yaw=0.3, natural_frequency=0.4, gains={"yaw": Pid(3.0, 0.1, 2.0)})
    assert found.poles["depth"] == 0.4
    assert found.gains["yaw"] == Pid(3.0, 0.1, 2.0)
    assert found.autopilot["gains_p"][5] == 3.0


def test_nothing_to_hold() -> None:
    with pytest.raises(ModelError, match="the autopilot of vehicle 'otter' has no set point; give one"):
        of("otter")


def test_poles_are_where_they_were_placed() -> None:
    """A body with linear damping on six axes: (s + ω)² (s + 0.2 ω) of each position, at a lag of 1 ms."""
    body = Vehicle("body", Inertial(MassProperties.from_box((1.0, 1.0, 1.0), mass=50.0)), None, Damping([5.0] * 6))
    found = design(Autopilot(x=0.0, y=0.0, z=0.0, natural_frequency=0.5), body, Sea(surface=None), 1e-4)
    slow = [pole for pole in closed_loop_poles(found) if -5.0 < pole.real < -1e-6]
    for expected in (-0.1, -0.5):
        assert sum(abs(pole - expected) < 0.02 for pole in slow) >= 3


@pytest.mark.parametrize("name", library.names())
def test_loops_have_margins(name: str) -> None:
    """25 degrees and 6 dB at least: what a pitch that nothing controls leaves to the heave of a BlueROV2."""
    settings = {"yaw": 0.5, "speed": 0.7}
    if name not in ("otter", "wamv", "wamv_waves"):
        settings["depth"] = 8.0
    found = of(name, **settings)
    for axis, margin in margins(found).items():
        assert margin.phase > np.radians(25.0), axis
        assert margin.gain > 2.0, axis
    # The linear LRAUV, whose lift comes from its fins alone, goes by at 1 rad in half a minute; its drag holds it.
    assert closed_loop_poles(found).real[0] < (0.05 if name == "lrauv" else 1e-6)


def test_a_pitch_that_nothing_controls_is_held_by_the_heave() -> None:
    found = of("bluerov2", depth=3.0, yaw=0.1, speed=0.8)
    assert open_loop_poles(found).real[0] > 2.0
    assert closed_loop_poles(found).real[0] < 1e-6


def test_integrals_remove_the_offset_of_a_current_and_do_not_wind_up() -> None:
    """The Heavy is carried away for 60 s by a current that exceeds its top speed; when it ends, it comes back."""
    known = library.entry("bluerov2_heavy")
    times, flow = [0.0, 60.0, 60.01], [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.2, 0.0, 0.0]]
    sea = known.sea.replace(current=Current(flow, times=times))
    sim = Simulation(known.vehicle, sea, 0.01)
    sim.set_state(position=(0.0, 0.0, -5.0))
    pilot = Autopilot(x=0.0, y=0.0, depth=5.0, yaw=0.0)
    track = sim.run(180.0, pilot, control_period=0.05, record_period=0.1).position[:, 0, 0, 0]
    assert np.max(track) > 10.0
    assert np.min(track) > -1.0
    assert abs(track[-1]) < 0.02

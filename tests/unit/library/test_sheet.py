"""Data sheets: drag, largest speeds and natural periods beside closed forms and simulations."""

import math

import numpy as np
import pytest

from seaway import library
from seaway.inertia import Inertial, MassProperties
from seaway.library import data_sheet
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Thruster, Vehicle

NAMES = library.names()


def sheet(name: str) -> library.DataSheet:
    rov = library.entry(name)
    return data_sheet(rov.vehicle, rov.sea)


@pytest.mark.parametrize("name", NAMES)
def test_drag_is_what_the_engine_has_at_one_metre_a_second(name: str) -> None:
    rov = library.entry(name)
    sim = Simulation(rov.vehicle, rov.sea, batch=6)
    sim.set_state(position=(0.0, 0.0, -20.0), velocity=np.eye(6))
    forces = sim.forces()
    drag = forces["damping"] + forces.get("strip_drag", 0.0)
    assert sheet(name).drag == pytest.approx(-np.diagonal(drag[:, 0]), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "axis", "linear", "quadratic", "force"),
    [
        # Four horizontal thrusters at 45°, or all vertical ones; the most that the polynomial of the T200 gives.
        ("bluerov2_heavy", "surge", 13.7, 141.0, 4.0 * math.sqrt(0.5)),
        ("bluerov2_heavy", "sway", 0.0, 217.0, 4.0 * math.sqrt(0.5)),
        ("bluerov2_heavy", "heave", 33.0, 190.0, 4.0),
        ("girona500", "surge", 0.0, 148.0, 2.0),
        ("girona500", "sway", 0.0, 148.0, 1.0),
        ("lauv", "surge", 2.4, 2.4, 1.0),
        ("otter", "surge", 77.55443234836703, 0.0, 2.0),
        ("wamv", "surge", 100.0, 150.0, 2.0),
    ],
)
def test_terminal_velocities(name: str, axis: str, linear: float, quadratic: float, force: float) -> None:
    """F = a u + b u², so u = 2 F / (a + √(a² + 4 b F)); 1e-8, to which the sheet looks for it."""
    rov = library.entry(name)
    thruster = rov.vehicle.thrusters[-1] if axis == "heave" else rov.vehicle.thrusters[0]
    if thruster.table is not None:
        most = float(np.max(thruster.table[1]))
    elif thruster.command == "speed":
        most = float(thruster.thrust(thruster.limits[1], rov.sea.density))
    else:
        most = thruster.limits[1]
    F = force * most
    found = sheet(name)
    assert found.thrust[axis] == pytest.approx(F, rel=1e-8)
    assert found.speeds[axis] == pytest.approx(
        2.0 * F / (linear + math.sqrt(linear**2 + 4.0 * quadratic * F)), rel=1e-8
    )


def test_full_thrust_comes_to_the_speed_of_the_sheet() -> None:
    """Thrust that falls with the advance: Fossen's REMUS at 1525 rpm, after 60 s; 1e-6."""
    rov = library.entry("remus100_fossen")
    sim = Simulation(rov.vehicle, rov.sea, 0.02)
    sim.set_state(position=(0.0, 0.0, -50.0))
    sim.step(actuators={"propeller": 1525.0 * math.pi / 30.0}, count=6000)
    assert sheet("remus100_fossen").speeds["surge"] == pytest.approx(sim.state.velocity[0, 0, 0], rel=1e-6)


def test_thrusters_that_cannot_have_no_speed() -> None:
    found = sheet("lauv")
    assert [axis for axis, speed in found.speeds.items() if speed is None] == ["sway", "heave", "yaw"]
    assert set(sheet("desistek_saga").speeds.values()) == {None}  # no thrusters
    assert set(sheet("rexrov").speeds.values()) == {None}  # no limits


def test_without_drag_there_is_no_largest_speed() -> None:
    body = Inertial(MassProperties.from_box([1.0, 1.0, 1.0], mass=10.0))
    vehicle = Vehicle("v", body, thrusters=Thruster("t", (0, 0, 0), limits=(-1.0, 1.0)))
    found = data_sheet(vehicle, Sea())
    assert found.thrust["surge"] == pytest.approx(1.0)
    assert found.speeds["surge"] is None
    assert found.periods == {}
    assert found.weight_in_water is None


def frequency(sim: Simulation, axis: int) -> float:
    """Of an undamped swing about 0, from its zero crossings [rad/s]."""
    recording = sim.run(60.0, record_period=0.01)
    rate = recording.velocity[:, 0, 0, axis]
    times = recording.time
    up = np.flatnonzero((rate[:-1] < 0.0) & (rate[1:] >= 0.0))
    crossings = times[up] - rate[up] * (times[up + 1] - times[up]) / (rate[up + 1] - rate[up])
    return 2.0 * math.pi * (len(crossings) - 1) / float(crossings[-1] - crossings[0])


@pytest.mark.parametrize("name", ["bluerov2_heavy", "remus100_fossen", "lauv", "girona500", "rexrov"])
@pytest.mark.parametrize(("axis", "label"), [(3, "roll"), (4, "pitch")])
def test_periods_of_roll_and_pitch_under_water(name: str, axis: int, label: str) -> None:
    """Without damping, let go from 0.01 rad; 1e-3 for zero crossings between samples."""
    rov = library.entry(name)
    bare = rov.vehicle.replace(damping=(), cross_flow=None, thrusters=(), fins=())
    rpy = np.zeros(3)
    rpy[axis - 3] = 0.01
    # Neutral, so that it neither rises to the surface nor moves its righting moment.
    assert isinstance(rov.vehicle.buoyancy, Buoyancy)
    sea = Sea(rov.vehicle.inertial.mass / rov.vehicle.buoyancy.volume, rov.sea.gravity)
    sim = Simulation(bare, sea, 0.01)
    sim.set_state(position=(0.0, 0.0, -100.0), rpy=rpy)
    period = data_sheet(bare, sea).periods[label]
    assert frequency(sim, axis) == pytest.approx(2.0 * math.pi / period, rel=1e-3)


def test_periods_of_the_otter() -> None:
    """Eigenvalues of M⁻¹ G; roll, which couples with no other restoring force, from the engine as well."""
    rov = library.entry("otter")
    periods = sheet("otter").periods
    bare = rov.vehicle.replace(damping=(), cross_flow=None, thrusters=())
    M, G = rov.vehicle.inertial.mass_matrix(), rov.vehicle.buoyancy.matrix  # type: ignore[union-attr]
    free = np.linalg.inv(M)
    assert periods["roll"] == pytest.approx(2.0 * math.pi / math.sqrt(G[3, 3] * free[3, 3]), rel=1e-9)
    squares = np.sort(np.linalg.eigvals(free @ G).real)[-3:]
    assert sorted(periods.values()) == pytest.approx(sorted(2.0 * math.pi / np.sqrt(squares)), rel=1e-9)
    sim = Simulation(bare, rov.sea, 0.005)
    sim.set_state(rpy=(0.002, 0.0, 0.0))
    assert frequency(sim, 3) == pytest.approx(2.0 * math.pi / periods["roll"], rel=1e-3)


def test_periods_of_the_wamv_are_those_of_its_hydrostatics() -> None:
    """Heave, roll and pitch; roll within 1 % of the one alone, which couples little."""
    from seaway.hydro import hydrostatics

    rov = library.entry("wamv_waves")
    alone = hydrostatics(rov.vehicle, rov.sea).natural_periods
    periods = sheet("wamv_waves").periods
    assert set(periods) == {"heave", "roll", "pitch"}
    assert alone.roll == pytest.approx(periods["roll"], rel=0.05)


def test_an_added_mass_makes_the_boat_slower() -> None:
    """The estimate of wamv_waves: heave takes half as long again as without added mass."""
    without, with_added = sheet("wamv").periods["heave"], sheet("wamv_waves").periods["heave"]
    assert 1.3 < with_added / without < 1.8


def test_hover_trim() -> None:
    """Four vertical thrusters carry the 0.98 N that a BlueROV2 Heavy is heavy: nothing accelerates, 1e-8 of g."""
    rov = library.entry("bluerov2_heavy")
    up = [t for t in rov.vehicle.thrusters if t.axis[2] > 0.9]
    weight = sheet("bluerov2_heavy").weight_in_water
    assert weight == pytest.approx(0.1 * 9.82)
    table = up[0].table
    assert table is not None
    command = float(np.interp(0.25 * weight, table[1], table[0]))
    sim = Simulation(rov.vehicle, rov.sea, 0.01)
    sim.set_state(position=(0.0, 0.0, -5.0))
    sim.step(actuators=dict.fromkeys([t.name for t in up], command), count=200)  # the lag of the thrusters is over
    sim.set_state(position=(0.0, 0.0, -5.0), rpy=(0.0, 0.0, 0.0), velocity=np.zeros(6))
    assert np.max(np.abs(sim.acceleration())) < 1e-8 * rov.sea.gravity


def test_what_is_light_rises_at_its_terminal_velocity() -> None:
    """A closed form with buoyancy: b w² + a w = ρ g V - m g."""
    body = Inertial(MassProperties.from_box([1.0, 1.0, 1.0], mass=900.0))
    vehicle = Vehicle("v", body, Buoyancy(1.0, (0, 0, 0.1)), Damping([10.0] * 6, [50.0] * 6))
    sea = Sea(1000.0, 10.0)
    weight = data_sheet(vehicle, sea).weight_in_water
    assert weight == pytest.approx(-1000.0)
    sim = Simulation(vehicle, sea, 0.01)
    sim.set_state(position=(0.0, 0.0, -500.0))
    sim.step(count=3000)
    assert sim.state.velocity[0, 0, 2] == pytest.approx(2.0 * 1000.0 / (10.0 + math.sqrt(100.0 + 4.0 * 50.0 * 1000.0)))

"""Vehicles of the library as SDFormat: what comes back is what went out, and what cannot is said."""

import numpy as np
import pytest

from seaway import gazebo, library, sdf
from seaway.gazebo import Scene
from seaway.library import LibraryVehicle
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Fin, Vehicle

NAMES = library.names()
# Laws that a scene from SDFormat has as the vehicle has them.
SAID = ("weight", "rigid_body_coriolis", "added_mass_coriolis", "damping")


def scene(rov: LibraryVehicle) -> Scene:
    return gazebo.scene(sdf.loads(rov.sdf(world=True)))


def at_random(vehicle: Vehicle, sea: Sea, depth: float) -> Simulation:
    random = np.random.default_rng(3)
    sim = Simulation(vehicle, sea, batch=30)
    sim.set_state(
        position=np.stack([np.zeros(30), np.zeros(30), np.full(30, -depth)], axis=-1),
        rpy=random.uniform(-1.0, 1.0, (30, 3)),
        velocity=random.uniform(-1.0, 1.0, (30, 6)),
    )
    return sim


@pytest.mark.parametrize("name", NAMES)
def test_gazebo_would_read_it(name: str) -> None:
    """No error of the rules of libsdformat, as far as Seaway knows them; one model, one added mass."""
    rov = library.entry(name)
    for text in (rov.sdf(), rov.sdf(world=True)):
        document = sdf.loads(text)
        assert not document.errors
        base = document.links[0].link
        assert base.name == "base_link"
        assert base.inertial.added_mass is not None
        assert base.collisions


@pytest.mark.parametrize("name", NAMES)
def test_mass_matrix_and_forces_come_back(name: str) -> None:
    """The mass matrix to 1e-12, and the forces of all laws that SDFormat can say at random states, to rounding."""
    rov = library.entry(name)
    got = scene(rov)
    (vehicle,) = got.vehicles
    M = rov.vehicle.inertial.mass_matrix()
    assert vehicle.name == name
    assert np.max(np.abs(vehicle.inertial.mass_matrix() - M)) < 1e-12 * np.max(np.abs(M))
    assert (got.sea.density, got.sea.gravity, got.sea.surface) == (rov.sea.density, rov.sea.gravity, 0.0)
    laws = list(SAID)
    if not isinstance(rov.vehicle.buoyancy, Buoyancy):
        laws.remove("damping")  # it fades with the wet part, and the shape is another
    else:
        laws.append("buoyancy")
    before, after = (at_random(v, s, 20.0).forces() for v, s in ((rov.vehicle, rov.sea), (vehicle, got.sea)))
    for law in laws:
        scale = np.max(np.abs(before[law])) + 1e-300
        assert np.max(np.abs(after[law] - before[law])) <= 1e-11 * scale, law


@pytest.mark.parametrize("name", NAMES)
def test_a_boat_floats_and_a_vehicle_is_under_water(name: str) -> None:
    rov = library.entry(name)
    got = scene(rov)
    height = float(got.poses[0].p[2])
    assert height <= -1.0 if isinstance(rov.vehicle.buoyancy, Buoyancy) else height == 0.0


def test_hulls_have_the_volume_of_their_cylinders() -> None:
    rov = library.entry("wamv")
    hull = scene(rov).vehicles[0].buoyancy
    assert hull is not None
    assert rov.vehicle.buoyancy is not None
    assert hull.volume == pytest.approx(rov.vehicle.buoyancy.volume, rel=1e-12)
    assert hull.center == pytest.approx(rov.vehicle.buoyancy.center, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_thrusters_come_back(name: str) -> None:
    """Their places, axes, and thrust of a speed ahead, with the deduction; or the thrusts that can be asked for."""
    rov = library.entry(name)
    (vehicle,) = scene(rov).vehicles
    assert [t.name for t in vehicle.thrusters] == [t.name for t in rov.vehicle.thrusters]
    for got, want in zip(vehicle.thrusters, rov.vehicle.thrusters, strict=True):
        assert got.position == pytest.approx(want.position, abs=1e-15)
        assert got.axis == pytest.approx(want.axis, abs=1e-15)
        kept = 1.0 - want.thrust_deduction
        if want.command == "speed":
            assert got.thrust_coefficient == pytest.approx(kept * want.thrust_coefficient, rel=1e-14)
            assert got.advance_slope == pytest.approx(kept * want.advance_slope, rel=1e-14)
            assert got.wake_fraction == pytest.approx(want.wake_fraction)
        elif want.table is not None:
            assert got.limits.tolist() == [np.min(want.table[1]), np.max(want.table[1])]
        else:
            assert got.limits.tolist() == want.limits.tolist()


@pytest.mark.parametrize("name", ["lauv", "lrauv"])
def test_fins_come_back(name: str) -> None:
    """Lift and drag of every fin at 0.1 rad, in still water deep down; 1e-9, to which a lag of 0.2 s has come."""
    rov = library.entry(name)
    got = scene(rov)
    fins = [fin for fin in rov.vehicle.fins if isinstance(fin, Fin)]
    assert [fin.name for fin in got.vehicles[0].fins] == [fin.name for fin in fins]
    forces = []
    for vehicle, sea in ((rov.vehicle, rov.sea), (got.vehicles[0], got.sea)):
        sim = Simulation(vehicle, sea, 0.01)
        sim.step(actuators={fin.name: 0.1 for fin in fins}, count=500)  # the lag of the fins is over
        sim.set_state(position=(0.0, 0.0, -50.0), rpy=(0.0, 0.0, 0.0), velocity=(2.0, 0.1, -0.1, 0.0, 0.1, 0.1))
        forces.append(sim.forces()["fins"][0, 0])
    assert np.max(np.abs(forces[0])) > 1.0
    assert np.max(np.abs(forces[1] - forces[0])) < 1e-9 * np.max(np.abs(forces[0]))


def test_what_cannot_be_said_is_said_in_comments() -> None:
    text = library.entry("otter").sdf()
    for words in (
        "its HydrostaticStiffness is not representable in SDFormat; 2 shapes float in its place",
        "cross flow not representable in SDFormat; dropped",
        "thruster 'port': lag, reverse coefficient not representable",
        "the water has 1025 kg/m3",
        "vehicles/otter.py (c717e07)",
    ):
        assert words in text
    remus = library.entry("remus100")
    assert len(remus.unsaid) == 3
    for message in remus.unsaid:
        assert f"<!-- Not in this file: {message} -->" in remus.sdf()
    assert not library.entry("bluerov2_gz").unsaid


def test_the_coriolis_force_that_the_lrauv_is_without() -> None:
    assert not library.entry("lrauv").vehicle.added_mass_coriolis
    (vehicle,) = scene(library.entry("lrauv")).vehicles
    assert not vehicle.added_mass_coriolis

"""Trims of published vehicles: all of the library, and the steady states of REMUS 100 and Otter.

The oracles have the equations of PythonVehicleSimulator (c717e07) with the corrections that the library names; a long
simulation and a trim come to the same.
"""

import numpy as np
import pytest
from tests.oracles.published_vehicles import Otter, Remus

from seaway import library
from seaway.control import linearize, trim
from seaway.sim import Simulation

FRD = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])


@pytest.mark.parametrize("name", library.names())
def test_every_vehicle_of_the_library_is_held_at_half_a_metre_a_second(name: str) -> None:
    """With thrusters, fins or a wrench, deep or afloat; then it goes on so in the simulation, and can be linearised.

    Some are unstable, with poles up to 2 rad/s: of a residual of 1e-9 m/s2 some 1e-8 m/s come in 1 s.
    """
    published = library.entry(name)
    found = trim(published.vehicle, published.sea, speed=0.5)
    size = published.vehicle.inertial.mass
    assert np.max(np.abs(found.residual)) < 1e-7 * size
    assert found.speed == pytest.approx(0.5)
    sim = Simulation(published.vehicle, published.sea)
    found.start(sim)
    sim.run(1.0, found)
    np.testing.assert_allclose(sim.state.velocity[0, 0], found.velocity, rtol=0, atol=1e-6)
    assert np.all(np.isfinite(linearize(found).A))


@pytest.mark.parametrize(("rpm", "rudder"), [(800.0, 0.0), (1525.0, 0.0), (1200.0, 0.1)])
def test_the_steady_states_of_the_remus(rpm: float, rudder: float) -> None:
    """The root of the corrected equations, which the oracle comes to after 120 s: 1e-6, sway dies out as 1/t."""
    published, omega = library.entry("remus100_fossen"), rpm * np.pi / 30.0
    commands = {"propeller": omega, "rudder": rudder, "stern": 0.0}
    free = {"speed": "free", "climb": "free", "turn_rate": "free"} if rudder else {"speed": "free", "climb": "free"}
    found = trim(published.vehicle, published.sea, depth=100.0, actuators=commands, **free)  # type: ignore[arg-type]
    rest = np.zeros(6) if rudder else np.array([0.0, 4e-4, 0.0, 0.0, 0.0, 0.0])
    assert np.all(np.abs(found.velocity * FRD - Remus(as_published=False).steady(omega, rudder)) < 1e-6 + rest)


@pytest.mark.parametrize(("port", "starboard"), [(80.0, 80.0), (100.0, 100.0), (80.0, 60.0)])
def test_the_steady_states_of_the_otter(port: float, starboard: float) -> None:
    """Straight and in a turn, afloat."""
    published = library.entry("otter")
    commands = {"port": port, "starboard": starboard}
    found = trim(published.vehicle, published.sea, speed="free", turn_rate="free", actuators=commands)
    want = Otter(ends=False, payload=False, height=-0.1).steady(port, starboard)
    np.testing.assert_allclose(found.velocity * FRD, want, rtol=0, atol=1e-6)

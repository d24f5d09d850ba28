"""Hulls in a sea of many components: long ones expanded about the hull, against all of them at every vertex."""

import numpy as np
import pytest

from seaway.inertia import Inertial, MassProperties
from seaway.mesh import Mesh, box, sphere
from seaway.sea import Jonswap, Sea, Spreading, Waves
from seaway.sim import Simulation
from seaway.vehicle import Damping, Hull, HullDamping, HullFriction, HullPressureDrag, Vehicle

LAWS = (
    HullFriction(),
    HullPressureDrag(),
    HullDamping(linear=10.0, quadratic=20.0, angular_linear=5.0, angular_quadratic=8.0),
)
SEA = Sea(waves=Waves.irregular(Jonswap(2.0, 7.0), 64, direction=0.3, spreading=Spreading(5), seed=2))
LONG_CRESTED = Sea(waves=Waves.irregular(Jonswap(2.0, 7.0), 64, direction=0.3, seed=2))
SHALLOW = Sea(
    depth=9.0, waves=Waves.irregular(Jonswap(1.0, 7.0), 64, direction=0.3, spreading=Spreading(5), seed=2, depth=9.0)
)


def simulation(mesh: Mesh, exact: bool, sea: Sea) -> Simulation:
    body = Inertial(MassProperties.from_box((6.0, 2.0, 1.0), mass=0.5 * 1025.0 * mesh.volume))
    hull = Hull(mesh, forces=LAWS, exact_waves=exact)
    return Simulation(Vehicle("boat", body, hull, Damping(linear=[1e3] * 6)), sea, time_step=0.02)


@pytest.mark.parametrize("sea", [SEA, LONG_CRESTED, SHALLOW], ids=["deep", "long-crested", "shallow"])
@pytest.mark.parametrize("mesh", [box((6.0, 2.0, 1.0)).refined(3), sphere(0.5, 2)], ids=["barge", "buoy"])
@pytest.mark.parametrize("z", [0.1, -0.4, -6.0])
def test_every_law_is_the_same_to_the_stated_error(mesh: Mesh, sea: Sea, z: float) -> None:
    """The stated bound is 1e-3 of its amplitude at the ends of the hull, for the shortest of the long components.

    Here it comes to 1e-6 of the largest wrench of each law, and 1e-5 for the drags, which see the velocity alone.
    """
    found: list[dict[str, np.ndarray]] = []
    for exact in (False, True):
        sim = simulation(mesh, exact, sea)
        sim.set_state(position=(30.0, 4.0, z), rpy=(0.1, 0.2, 0.7), velocity=(2.0, 0.3, 0.1, 0.1, 0.2, 0.3))
        found.append(sim.forces())
    for law, exact in found[1].items():
        size = float(np.max(np.abs(exact)))
        tolerance = 1e-5 if law.startswith("hull") else 1e-6
        np.testing.assert_allclose(found[0][law], exact, rtol=0, atol=tolerance * max(size, 1e-9), err_msg=law)


@pytest.mark.parametrize("moving", [SEA, LONG_CRESTED], ids=["short-crested", "long-crested"])
@pytest.mark.parametrize("length", [3.0, 10.0, 30.0])
def test_the_force_of_the_waves_is_right_to_1e_5_whatever_the_length(length: float, moving: Sea) -> None:
    """Barges from a boat to a ship in one sea, at ten places: the part of the pressure that the waves make.

    The longer, the fewer components are long against it; those that are have the same error at its ends.
    """
    mesh, random = box((length, 0.3 * length, 0.2 * length)).refined(3), np.random.default_rng(8)
    worst, force = 0.0, 0.0
    for _ in range(10):
        state = {
            "position": [*random.uniform(-100.0, 100.0, size=2), random.uniform(-0.05, 0.05) * length],
            "rpy": random.uniform(-0.2, 0.2, size=3),
        }
        found: list[np.ndarray] = []
        for exact, sea in ((False, moving), (True, moving), (True, Sea())):
            sim = simulation(mesh, exact, sea)
            sim.set_state(**state)
            found.append(sim.forces()["buoyancy"][0, 0, :3])
        worst = max(worst, float(np.linalg.norm(found[0] - found[1])))
        force = max(force, float(np.linalg.norm(found[1] - found[2])))
    assert 0.0 < worst < 1e-5 * force


@pytest.mark.parametrize("sea", [SEA, LONG_CRESTED], ids=["short-crested", "long-crested"])
def test_a_minute_at_sea_is_the_same(sea: Sea) -> None:
    """A boat of 6 m for a minute: no more than a hair apart, 1e-5 of the metres that it moves."""
    ends: list[np.ndarray] = []
    for exact in (False, True):
        sim = simulation(box((6.0, 2.0, 1.0)).refined(2), exact, sea)
        sim.step(count=3000)
        ends.append(np.concatenate([sim.state.position[0, 0], sim.state.orientation[0, 0]]))
    assert np.linalg.norm(ends[1][:3]) > 0.3
    np.testing.assert_allclose(ends[0], ends[1], rtol=0, atol=1e-5 * float(np.linalg.norm(ends[1][:3])))


def test_few_waves_are_not_expanded() -> None:
    """With eleven components there is nothing to gain: the digits are the same."""
    sea = Sea(waves=Waves.irregular(Jonswap(2.0, 7.0), 11, seed=2))
    wrenches = [simulation(sphere(0.5, 1), exact, sea).forces()["buoyancy"] for exact in (False, True)]
    np.testing.assert_array_equal(wrenches[0], wrenches[1])

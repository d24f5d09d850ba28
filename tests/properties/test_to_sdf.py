"""A vehicle that is written as SDFormat and read back is the same vehicle."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import dampings, gentle_inertials, inertials, poses, positive, quaternions, vectors, velocities

from seaway import gazebo, sdf
from seaway.gazebo import to_sdf
from seaway.inertia import Inertial
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Ellipsoid
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Fin, Thruster, Vehicle

ROUNDING = 1e-12  # of sums of a hundred numbers, and of poses turned into angles and back


@st.composite
def buoyancies(draw: st.DrawFn) -> Buoyancy:
    a, b, c = (draw(positive(0.1, 1.0)) for _ in range(3))
    extent = draw(st.sampled_from([Box([a, b, c]), Ellipsoid([a, b, c]), Cylinder(radius=a, length=b)]))
    return Buoyancy(None, draw(vectors(0.3)), shape=extent, attitude=draw(quaternions()))


@settings(max_examples=60, deadline=None)
@given(inertials(), dampings(), buoyancies(), st.booleans())
def test_inertia_damping_and_buoyancy(inertial: Inertial, damping: Damping, buoyancy: Buoyancy, world: bool) -> None:
    law = Damping(damping.linear, damping.quadratic, modulus=damping.modulus, signed=damping.signed)
    vehicle = Vehicle("body", inertial, buoyancy, law)
    written = to_sdf(vehicle, Sea(1028.0, 9.81, surface=None), world=world)
    scene = gazebo.scene(sdf.loads(written.text), water=None if world else 1028.0)
    (read,) = scene.vehicles
    assert written.findings == ()
    assert scene.sea.density == 1028.0
    assert scene.sea.gravity == (9.81 if world else 9.8)
    M = inertial.mass_matrix()
    np.testing.assert_allclose(read.inertial.mass_matrix(), M, rtol=0, atol=ROUNDING * np.max(np.abs(M)))
    nu = np.random.default_rng(0).normal(size=(5, 6))
    expected = law.wrench(nu)
    found = sum((part.wrench(nu) for part in read.damping), np.zeros((5, 6)))
    np.testing.assert_allclose(found, expected, rtol=0, atol=ROUNDING * (1.0 + np.max(np.abs(expected))))
    assert isinstance(read.buoyancy, Buoyancy)
    np.testing.assert_allclose(read.buoyancy.volume, buoyancy.volume, rtol=ROUNDING)
    np.testing.assert_allclose(read.buoyancy.center, buoyancy.center, rtol=0, atol=ROUNDING)


@settings(max_examples=20, deadline=None)
@given(gentle_inertials(), vectors(0.5), vectors(0.5), poses(0.5), velocities(), st.booleans())
def test_thrusters_and_fins_act_alike(
    inertial: Inertial, place: np.ndarray, other: np.ndarray, X: object, nu: np.ndarray, flap: bool
) -> None:
    """The links of propeller and fin take their mass from the body, so that the sum is as before."""
    turned = (
        {"flap_effectiveness": 0.0, "lift_per_deflection": 3.0, "moment_per_deflection": 0.2}
        if flap
        else {"flap_effectiveness": -1.0}
    )
    chord, up = X.R[:, 0], X.R[:, 2]  # type: ignore[attr-defined]
    fin = Fin("rudder", other, 0.05, chord, up, moment_slope=0.1, incidence=0.02, least_speed=0.01, **turned)  # type: ignore[arg-type]
    propeller = Thruster(
        "main",
        place,
        chord,
        drive="speed",
        diameter=0.1,
        thrust_coefficient=0.01,
        advance_slope=-0.002,
        wake_fraction=0.1,
    )
    jet = Thruster("jet", other, up, limits=(-20.0, 30.0), dead_band=1.0)
    vehicle = Vehicle("boat", inertial, thrusters=(propeller, jet), fins=(fin,))
    sea = Sea(1020.0, 9.81, surface=None)
    scene = gazebo.scene(sdf.loads(to_sdf(vehicle, sea, world=True).text))
    M = inertial.mass_matrix()
    np.testing.assert_allclose(scene.vehicles[0].inertial.mass_matrix(), M, rtol=0, atol=ROUNDING * np.max(np.abs(M)))
    wrenches = []
    for boat, water in ((vehicle, sea), (scene.vehicles[0], scene.sea)):
        sim = Simulation(boat, water, 0.01)
        sim.set_state(velocity=nu)
        sim.set_command(actuators={"main": 90.0, "jet": 25.0, "rudder": 0.2})
        forces = sim.forces()
        wrenches.append(np.concatenate([forces["thrusters"][0, 0], forces["fins"][0, 0]]))
    scale = 1.0 + np.max(np.abs(wrenches[0]))
    np.testing.assert_allclose(wrenches[1], wrenches[0], rtol=0, atol=1e-11 * scale)  # arms of up to a metre

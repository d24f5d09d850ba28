"""Drag, damping and slamming on hulls: terminal speeds, run-ups, Galileo, Kelvin's orbits, blows of falling boxes."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import dblquad, quad, solve_ivp
from tests.oracles.bodies import measured_order, motion_of

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import Mesh, box, cylinder, sphere
from seaway.sea import Sea, Waves
from seaway.sim import Simulation
from seaway.vehicle import Hull, HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming, Vehicle

RHO, G, NU = 1025.0, 9.81, 1.0533e-6
SEA = Sea(RHO, G, viscosity=NU)
ENDLESS = Sea(RHO, G, surface=None, viscosity=NU)
LAWS: tuple[HullForce, ...] = (
    HullFriction(),
    HullPressureDrag(),
    HullDamping(linear=10.0, quadratic=20.0, angular_linear=5.0, angular_quadratic=8.0),
)
NAMES = ("hull_friction", "hull_pressure_drag", "hull_damping")
STONE = box((1.0, 0.8, 0.5))


def body(mesh: Mesh, mass: float, *laws: HullForce, z: float = 0.0, added: AddedMass | None = None) -> Vehicle:
    """With the centre of mass at a height."""
    properties = MassProperties.from_box([1.0, 1.0, 1.0], mass=mass)
    return Vehicle("hull", Inertial(properties, Pose((0, 0, z)), added), Hull(mesh, forces=laws))


def forces(vehicle: Vehicle, sea: Sea = SEA, **state: Any) -> dict[str, np.ndarray]:
    sim = Simulation(vehicle, sea)
    sim.set_state(**state)
    return {name: wrench[0, 0] for name, wrench in sim.forces().items()}


# Terminal speeds


@pytest.mark.parametrize("sea", [ENDLESS, SEA], ids=["endless", "deep"])
def test_terminal_speed_by_pressure_drag(sea: Sea) -> None:
    """A box that sinks flat: (m - ρ V) g = A ((c1 + s1) v + (c2 + s2) v²), the sides along the flow have none.

    After 30 s, 40 time constants and more, it is steady to rounding; the power function has 1e-13 at 1. With a falloff
    below 1 the slope on the sides has no end at 0: a rounding of the pressure would rattle, by some 1e-5 m/s. With 1
    that rounding, 1e-9 N some 90 m down, drifts by its part of the drag.
    """
    law = HullPressureDrag(
        linear=70.0, quadratic=130.0, falloff=1.0, suction_linear=40.0, suction_quadratic=90.0, suction_falloff=1.5
    )
    mass = 600.0
    weight, area = (mass - RHO * STONE.volume) * G, 0.8
    a, b = 220.0 * area, 110.0 * area
    expected = (-b + np.sqrt(b * b + 4.0 * a * weight)) / (2.0 * a)
    sim = Simulation(body(STONE, mass, law), sea, time_step=0.02)
    sim.set_state(position=[0, 0, -10])
    sim.run(30.0, record_period=30.0)
    np.testing.assert_allclose(sim.state.velocity[0, 0], [0, 0, -expected, 0, 0, 0], rtol=2e-13, atol=1e-11)


def test_terminal_speed_by_hull_damping() -> None:
    """(m - ρ V) g = (c1 + c2 v) v, whatever the attitude: all of the surface is wet."""
    law = HullDamping(linear=300.0, quadratic=500.0)
    weight = (600.0 - RHO * STONE.volume) * G
    expected = (-300.0 + np.sqrt(300.0**2 + 4.0 * 500.0 * weight)) / 1000.0
    sim = Simulation(body(STONE, 600.0, law), SEA, time_step=0.02)
    sim.set_state(position=[0, 0, -10], rpy=[0.4, -0.3, 0.2])
    sim.run(30.0, record_period=30.0)
    speed = np.linalg.norm(sim.state.velocity[0, 0, :3])
    assert speed == pytest.approx(expected, rel=1e-13)


def test_a_body_in_linear_hull_damping_falls_as_an_exponential() -> None:
    """Speed v_t (1 - e^{-c t / m}), w = w_0 e^{-c_r t / I} about each axis alike; RK4 with h c / m = 0.005: 1e-12."""
    mass, c, c_r = 600.0, 300.0, 50.0
    properties = MassProperties(mass, 100.0 * np.eye(3))
    vehicle = Vehicle(
        "hull",
        Inertial(properties),
        Hull(STONE, forces=(HullDamping(linear=c, quadratic=0.0, angular_linear=c_r, angular_quadratic=0.0),)),
    )
    sim = Simulation(vehicle, Sea(RHO, G, surface=None), time_step=0.01)
    sim.set_state(velocity=[0, 0, 0, 0, 0, 1.5])
    sim.run(2.0, record_period=2.0)
    fall = (mass - RHO * STONE.volume) * G / c * (1.0 - np.exp(-2.0 * c / mass))
    expected = [0, 0, -fall, 0, 0, 1.5 * np.exp(-2.0 * c_r / 100.0)]
    np.testing.assert_allclose(sim.state.velocity[0, 0], expected, rtol=1e-11, atol=1e-13)


def test_towed_at_terminal_speed_by_its_wet_part() -> None:
    """A barge at half its height: F = A_wet (c2 + s2) v² from the ends' wet half, and the damping's share 1/2."""
    barge = box((10.0, 4.0, 2.0))
    pressure = forces(body(barge, 41_000.0, *LAWS), velocity=[3, 0, 0, 0, 0, 0])
    wet = (40.0 + 28.0) / barge.area
    assert pressure["hull_pressure_drag"][0] == pytest.approx(-4.0 * 200.0 * (3.0 + 9.0), rel=1e-12)
    assert pressure["hull_damping"][0] == pytest.approx(-wet * (10.0 + 60.0) * 3.0, rel=1e-13)


# Run-up


def test_run_up_of_a_boat_by_quadratic_drag() -> None:
    """F = k v² with k = A_wet (c2 + s2): v = V tanh(t V k / m'), x = m' / k ln cosh(t V k / m'), V = sqrt(F / k).

    m' has the added mass. Thrust, centre of mass and drag have one height, so that it does not pitch. RK4 with
    h V k / m' = 0.005: 1e-11.
    """
    barge, mass, added = box((6.0, 2.0, 1.0)), 6150.0, 1500.0
    law = HullPressureDrag(
        linear=0.0, quadratic=250.0, falloff=1.0, suction_linear=0.0, suction_quadratic=150.0, suction_falloff=1.0
    )
    lever = np.array([[1.0, 0, 0, 0, -0.25, 0]])  # of its force at that height
    vehicle = body(barge, mass, law, z=-0.25, added=AddedMass(added * lever.T @ lever))
    sim = Simulation(vehicle, SEA, time_step=0.05)
    thrust, k = 1600.0, 1.0 * 400.0
    sim.set_wrench(force=[thrust, 0, 0], point=[-2.0, 0, -0.25])
    recording = sim.run(20.0, record_period=1.0)
    V = np.sqrt(thrust / k)
    angle = recording.time * V * k / (mass + added)
    found = recording["hull"]
    np.testing.assert_allclose(found.velocity[:, 0, 0], V * np.tanh(angle), rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.position[:, 0, 0], (mass + added) / k * np.log(np.cosh(angle)), rtol=0, atol=1e-8)
    assert found.velocity[-1, 0, 0] > 0.95 * V
    np.testing.assert_allclose(found.velocity[:, 0, 1:], 0.0, rtol=0, atol=1e-10)


def test_run_up_of_a_boat_by_a_command_is_the_same() -> None:
    """The wrench about Bo of the same thrust, as a controller gives it."""
    barge = box((6.0, 2.0, 1.0))
    law = HullPressureDrag(
        linear=0.0, quadratic=250.0, falloff=1.0, suction_linear=0.0, suction_quadratic=150.0, suction_falloff=1.0
    )
    sim = Simulation(body(barge, 6150.0, law, z=-0.25), SEA, time_step=0.05)
    sim.step([1600.0, 0, 0, 0, -400.0, 0], count=400)
    expected = 2.0 * np.tanh(20.0 * 2.0 * 400.0 / 6150.0)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(expected, abs=1e-9)


def test_a_boat_that_coasts_by_friction() -> None:
    """M v' = -1/2 ρ C_F(v L / ν) S v²: against an ODE solver with the ITTC's line; S = bottom and sides, L = 6 m.

    The centre of mass is as high as the friction, so that it does not pitch; the solver has 1e-12, RK4 1e-12.
    """
    S = 12.0 + 6.0
    z = -(12.0 * 0.5 + 6.0 * 0.25) / S

    def rate(_: float, v: np.ndarray) -> np.ndarray:
        C = 0.075 / (np.log10(max(1e3, 6.0 * v[0] / NU)) - 2.0) ** 2
        return np.array([-0.5 * RHO * C * S * v[0] ** 2 / 6150.0])

    sim = Simulation(body(box((6.0, 2.0, 1.0)), 6150.0, HullFriction(), z=z), SEA, time_step=0.05)
    sim.set_state(velocity=[3.0, 0, 0, 0, 0, 0])
    wrench = sim.forces()["hull_friction"][0, 0]
    assert wrench[4] == pytest.approx(z * wrench[0], rel=1e-12)
    sim.run(60.0, record_period=60.0)
    expected = solve_ivp(rate, (0.0, 60.0), [3.0], method="DOP853", rtol=1e-12, atol=1e-14).y[0, -1]
    assert expected < 2.0
    assert sim.state.velocity[0, 0, 0] == pytest.approx(expected, rel=1e-11)


# Turning bodies


@pytest.mark.parametrize("law", ["pressure", "friction"])
def test_a_cube_that_turns_about_the_vertical(law: str) -> None:
    """Against integrals over the faces, half wet, 1 rad/s; the error falls fourfold with each split of the triangles.

    Sides at 1/2 m have u·n = y and |u| = sqrt(y² + 1/4), u_t = 1/2; the bottom u_t = r. With the falloff 0.4 the
    pressure's slope at y = 0 has no end, and its error falls as the 2.4th power of the size at most: order 2.
    """
    length = 1.0

    def side(y: float) -> float:
        speed = np.sqrt(y * y + 0.25)
        return 100.0 * (speed + speed**2) * (y / speed) ** 0.4 * y

    if law == "pressure":
        expected = -4.0 * 0.5 * 2.0 * quad(side, 0.0, 0.5, epsabs=1e-13)[0]
    else:
        bottom = 4.0 * dblquad(lambda y, x: (x * x + y * y) ** 1.5, 0.0, 0.5, 0.0, 0.5, epsabs=1e-12)[0]
        expected = -(4.0 * 0.5 * 0.25 * 0.5 + bottom)
    errors, sizes = list[float](), (4, 8, 16, 32)
    for n in sizes:
        mesh = box((1.0, 1.0, 1.0), n)
        vehicle = body(mesh, 500.0, HullPressureDrag() if law == "pressure" else HullFriction(length))
        found = forces(vehicle, velocity=[0, 0, 0, 0, 0, 1.0])[
            f"hull_{law}_drag" if law == "pressure" else "hull_friction"
        ]
        if law == "friction":
            # C_F goes with the mean square of r: over the sides y² + 1/4, 1/3 in the mean; over the bottom 1/6.
            speed = np.sqrt((4.0 * 0.5 / 3.0 + 1.0 / 6.0) / 3.0)
            found = found / (0.5 * RHO * 0.075 / (np.log10(speed * length / NU) - 2.0) ** 2)
        errors.append(abs(float(found[5]) / expected - 1.0))
    assert errors[-1] < 2e-3
    assert measured_order([1.0 / n for n in sizes], errors) == pytest.approx(2.0, abs=0.35)


# Motion with the water


@pytest.mark.parametrize("z", [-3.0, 0.1])
def test_a_body_that_goes_with_the_current_feels_no_drag(z: float) -> None:
    """Any attitude; the velocity in B is that of the current to rounding, 1e-16 m/s, and so are the forces."""
    current = np.array([1.2, -0.7, 0.3])
    sea = Sea(RHO, G, current=current, viscosity=NU)
    sim = Simulation(body(STONE, 300.0, *LAWS), sea)
    sim.set_state(position=[5, 2, z], rpy=[0.5, -0.3, 1.0])
    still = {name: sim.forces()[name][0, 0].copy() for name in NAMES}
    R = Pose.from_rpy((0, 0, 0), (0.5, -0.3, 1.0)).R
    sim.set_state(velocity=[*(R.T @ current), 0, 0, 0])
    for name in NAMES:
        assert np.linalg.norm(still[name]) > 0.1
        np.testing.assert_allclose(sim.forces()[name][0, 0], 0.0, rtol=0, atol=1e-12)


def test_hull_laws_are_galilean() -> None:
    """A boat in a current moves as in still water, seen by who drifts along: 10 s of a run that tumbles at first.

    RK4 in the axes of the body errs otherwise where the body moves otherwise through the world: both come together as
    h⁴. With a falloff below 1 the slope has no end where a face comes to lie along the flow, and there is no order.
    """
    current, errors = np.array([0.9, -0.5, 0.0]), list[float]()
    smooth = (LAWS[0], HullPressureDrag(falloff=1.0, suction_falloff=1.0), LAWS[2])
    vehicle = body(STONE, 250.0, *smooth, Slamming(0.2, largest_acceleration=50.0))
    rpy, v = [0.4, 0.2, 0.8], np.array([1.0, 0.5, -0.8, 0.5, -0.3, 0.7])
    R = Pose.from_rpy((0, 0, 0), rpy).R
    steps = [0.02, 0.01, 0.005]
    for h in steps:
        still = Simulation(vehicle, SEA, h)
        flowing = Simulation(vehicle, Sea(RHO, G, current=current, viscosity=NU), h)
        still.set_state(position=[0, 0, 0.4], rpy=rpy, velocity=v)
        flowing.set_state(position=[0, 0, 0.4], rpy=rpy, velocity=[*(v[:3] + R.T @ current), *v[3:]])
        for sim in (still, flowing):
            sim.set_wrench(force=[200.0, 30.0, 0.0], point=[0, 0.2, 0])
            sim.run(10.0, record_period=10.0)
        a, b = motion_of(still), motion_of(flowing)
        b[:3] -= 10.0 * current
        b[7:10] -= Pose(q=b[3:7]).R.T @ current
        assert np.linalg.norm(a[:3]) > 1.0
        errors.append(float(np.max(np.abs(a - b))))
    assert errors[-1] < 1e-8
    assert measured_order(steps, errors) == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize("depth", [2.0, 0.0])
def test_in_long_waves_drag_goes_with_the_velocity_through_the_orbit(depth: float) -> None:
    """A body of 1 m, held in waves of 3.5 km, feels what it feels in still water at minus the velocity of the water.

    The velocity changes over the body by k times 1 m, 0.2 %, of 0.26 m/s; the surface over it as much, of 2 m.
    """
    waves = Waves.regular(4.0, 48.0, direction=0.6, phase=1.0, gravity=G)
    eta = float(waves.elevation(0.0, 0.0, 0.0))
    place = np.array([0.0, 0.0, eta - depth])
    water = waves.velocity(place, 0.0)
    assert np.linalg.norm(water) > 0.2
    vehicle = body(sphere(0.5, 3), 260.0, *LAWS)
    in_waves = forces(vehicle, Sea(RHO, G, waves=waves, viscosity=NU), position=place)
    in_still = forces(vehicle, SEA, position=[0, 0, -depth], velocity=[*-water, 0, 0, 0])
    for name in NAMES:
        size = float(np.linalg.norm(in_still[name][:3]))
        assert size > 1e-3
        np.testing.assert_allclose(in_waves[name][:3], in_still[name][:3], rtol=0, atol=6e-3 * size)
        # And with the water it feels 2 % of that at most: the square, and the falloff's root, of what differs.
    moving = forces(vehicle, Sea(RHO, G, waves=waves, viscosity=NU), position=place, velocity=[*water, 0, 0, 0])
    for name in NAMES:
        assert np.linalg.norm(moving[name][:3]) < 0.02 * np.linalg.norm(in_still[name][:3])


def test_a_body_below_no_surface_is_wet_as_a_whole() -> None:
    """In water without end as deep down in the sea, to the last digit but for the friction's length, which is alike."""
    for mesh in (STONE, sphere(0.4, 2), cylinder(0.3, 1.0, 16)):
        vehicle = body(mesh, 300.0, *LAWS)
        state: dict[str, Any] = {"rpy": [0.3, -0.8, 2.0], "velocity": [1.0, -0.5, 0.3, 0.2, 0.5, -0.4]}
        endless, deep = forces(vehicle, ENDLESS, **state), forces(vehicle, SEA, position=[0, 0, -50], **state)
        for name in NAMES:
            assert np.linalg.norm(endless[name]) > 0.0
            np.testing.assert_array_equal(endless[name], deep[name])


@pytest.mark.parametrize(("axis", "length", "faces"), [(0, 4.0, 12.0), (1, 1.0, 9.0), (2, 0.5, 5.0)])
def test_the_friction_of_a_hull_has_its_length_along_the_flow(axis: int, length: float, faces: float) -> None:
    """4 m ahead, 1 m abeam, 0.5 m down: 1/2 ρ C_F v² on the faces along the flow.

    They have 4, 2 and 1/2 m2, two of each: those of 1/2 m2 are across the flow ahead, and so on.
    """
    C = 0.075 / (np.log10(2.0 * length / NU) - 2.0) ** 2
    vehicle = body(box((4.0, 1.0, 0.5)), 2000.0, HullFriction())
    found = forces(vehicle, ENDLESS, velocity=2.0 * np.eye(6)[axis])["hull_friction"]
    assert found[axis] == pytest.approx(-0.5 * RHO * C * 4.0 * faces, rel=1e-12)


def test_between_two_axes_the_friction_has_both_lengths() -> None:
    """At an angle φ to x: Rn² = (u cos φ 4 m)² + (u sin φ 1 m)², over ν; the same as with that length given."""
    hull = box((4.0, 1.0, 0.5))
    for angle in (0.3, 0.8, 2.2):
        v = 2.0 * np.array([np.cos(angle), np.sin(angle), 0.0, 0.0, 0.0, 0.0])
        length = float(np.hypot(4.0 * np.cos(angle), np.sin(angle)))
        own = forces(body(hull, 2000.0, HullFriction()), ENDLESS, velocity=v)["hull_friction"]
        given = forces(body(hull, 2000.0, HullFriction(length)), ENDLESS, velocity=v)["hull_friction"]
        np.testing.assert_allclose(own, given, rtol=1e-13, atol=1e-13)


def test_afloat_the_wet_part_alone_has_a_length() -> None:
    """A wedge, tip down, that is 6 m long at the deck and 3 m at its waterline."""
    corners = np.array([[3.0, 1, 1], [3, -1, 1], [-3, 1, 1], [-3, -1, 1], [0, 1, -1], [0, -1, -1]])
    faces = [[0, 2, 3], [0, 3, 1], [0, 1, 5], [0, 5, 4], [2, 4, 5], [2, 5, 3], [0, 4, 2], [1, 3, 5]]
    hull = Mesh(corners, faces)
    state: dict[str, Any] = {"position": [0, 0, 0.0], "velocity": [2, 0, 0, 0, 0, 0]}
    own = forces(body(hull, 3000.0, HullFriction()), **state)["hull_friction"]
    given = forces(body(hull, 3000.0, HullFriction(3.0)), **state)["hull_friction"]
    np.testing.assert_allclose(own, given, rtol=1e-13, atol=1e-13)


def test_pressure_is_not_changed_by_the_laws_of_drag() -> None:
    """The buoyancy in waves has the same digits, though the velocity of the waves is found along with it."""
    sea = Sea(RHO, G, waves=Waves.regular(1.0, 5.0, direction=0.3, gravity=G))
    for pressure in ("froude_krylov", "hydrostatic"):
        found = list[np.ndarray]()
        for laws in ((), LAWS):
            hull = Hull(STONE, pressure, laws)
            vehicle = Vehicle("hull", Inertial(MassProperties.from_box([1, 1, 1], mass=200.0)), hull)
            found.append(forces(vehicle, sea, rpy=[0.2, 0.1, 0.0])["buoyancy"])
        np.testing.assert_array_equal(found[0], found[1])


# Slamming

CRATE = box((2.0, 1.5, 0.5))
BLOWS: dict[str, HullForce] = {
    "facing": Slamming(0.02, "facing"),
    "facing, hard": Slamming(1e-6, "facing"),
    "kerner": Slamming(0.02, largest_acceleration=20.0),
    "kerner, hard": Slamming(1e-6, largest_acceleration=1.0),
}


@pytest.mark.parametrize("rpy", [(0, 0, 0), (0.15, -0.1, 0.3)], ids=["flat", "askew"])
@pytest.mark.parametrize("name", BLOWS)
def test_a_box_dropped_on_the_water(name: str, rpy: tuple[float, ...]) -> None:
    """Blow by blow: it takes at most the momentum that there is along it, and energy; it never turns it round.

    |impulse| <= sqrt(m · 2 E): that of all the kinetic energy in straight motion, m v; to rounding.
    """
    mass, h = 400.0, 1e-3
    vehicle = Vehicle("hull", CRATE.inertial(mass=mass), Hull(CRATE, forces=(BLOWS[name],)))
    sim = Simulation(vehicle, SEA, time_step=h)
    sim.set_state(position=[0, 0, 1.0], rpy=rpy, velocity=[0, 0, -4.0, 0, 0, 0])
    M: np.ndarray = vehicle.inertial.mass_matrix()
    inverse: np.ndarray = np.linalg.inv(M)
    struck, taken = 0, 0.0
    for _ in range(600):
        nu = sim.state.velocity[0, 0].copy()
        sim.step()
        impulse = h * sim.forces()["slamming"][0, 0]  # that was held over the step
        if not impulse.any():
            continue
        struck += 1
        # What the blow alone does to the velocity at the start of the step.
        after = nu + inverse @ impulse
        before, left = float(nu @ M @ nu), float(after @ M @ after)
        assert impulse @ nu < 0.0
        assert impulse @ after <= 1e-9 * abs(impulse @ nu)
        assert left <= before
        assert np.linalg.norm(impulse[:3]) <= np.sqrt(mass * before) * (1.0 + 1e-12)
        taken += 0.5 * (before - left)
    assert struck > 0
    assert taken > 0.02 * 0.5 * mass * 4.0**2


@pytest.mark.parametrize("name", ["facing, hard", "kerner, hard"])
def test_a_hard_blow_stops_a_flat_box_at_once(name: str) -> None:
    """Flat on its bottom with T ≪ h: the first blow takes all the momentum, and so the box stands: F h = m v.

    Kerner's needs a step to know what has changed. Weight acts for one or two steps of 1 ms: 0.02 m/s.
    """
    mass, h = 400.0, 1e-3
    vehicle = Vehicle("hull", CRATE.inertial(mass=mass), Hull(CRATE, forces=(BLOWS[name],)))
    sim = Simulation(vehicle, SEA, time_step=h)
    sim.set_state(position=[0, 0, 0.2531], velocity=[0, 0, -4.0, 0, 0, 0])
    speeds = list[float]()
    for _ in range(5):
        sim.step()
        speeds.append(float(sim.state.velocity[0, 0, 2]))
    assert speeds[0] < -4.0
    assert abs(speeds[1]) < 0.05 or abs(speeds[2]) < 0.05
    assert max(speeds) < 0.05


def test_energy_falls_in_slamming() -> None:
    """Kinetic and potential together never rise but by what RK4 errs where corners meet the surface: 1e-3 J of 3 kJ."""
    for name, law in BLOWS.items():
        vehicle = Vehicle("hull", CRATE.inertial(mass=400.0), Hull(CRATE, forces=(law,)))
        sim = Simulation(vehicle, SEA, time_step=1e-3)
        sim.set_state(position=[0, 0, 0.6], rpy=[0.2, 0.1, 0], velocity=[1.0, 0, -3.0, 0.3, 0.2, 0.1])
        total = np.sum(sim.run(1.5, record="energy").energy[:, 0, 0], axis=-1)
        assert np.max(np.diff(total)) < 1e-3, name
        assert total[-1] < total[0] - 100.0, name


@pytest.mark.parametrize("kind", ["facing", "kerner"])
def test_in_long_waves_slamming_goes_with_the_velocity_through_the_orbit(kind: str) -> None:
    """A crate that is held, and struck by the rising water: as if it came down at that speed in still water.

    Waves of 1.4 km and 1 m/s at the surface, whose velocity and slope change over 2 m by 1 %.
    """
    law = Slamming(0.05, "facing") if kind == "facing" else Slamming(0.05, largest_acceleration=1e-3)
    vehicle = Vehicle("hull", CRATE.inertial(mass=800.0), Hull(CRATE, forces=(law,)))
    waves = Waves.regular(10.0, 30.0, phase=np.pi / 2, gravity=G)
    eta = float(waves.elevation(0.0, 0.0, 0.0))
    water = waves.velocity([0.0, 0.0, eta], 0.0)
    assert water[2] > 1.0
    found = list[np.ndarray]()
    for sea, level, v in ((Sea(RHO, G, waves=waves), eta, np.zeros(3)), (SEA, 0.0, -water)):
        sim = Simulation(vehicle, sea, time_step=1e-3)
        # Half way down to its bottom's edge, then with the bottom in the water.
        for z, roll in ((0.2, 0.3), (0.15, 0.3)):
            c, s = np.cos(roll), np.sin(roll)
            body = [v[0], c * v[1] + s * v[2], c * v[2] - s * v[1]]
            sim.set_state(position=[0, 0, level + z], rpy=[roll, 0, 0], velocity=[*body, 0, 0, 0])
            sim.step()
        found.append(sim.forces()["slamming"][0, 0])
    assert np.linalg.norm(found[1][:3]) > 10.0
    np.testing.assert_allclose(found[0][:3], found[1][:3], rtol=0, atol=0.05 * float(np.linalg.norm(found[1][:3])))

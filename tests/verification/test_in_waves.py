"""Vehicles in waves: carried along by the water, afloat on its surface, and the same in every row of a batch."""

import numpy as np
import pytest
from tests.oracles import waves_numpy as oracle
from tests.oracles.bodies import general_inertial, measured_order, motion_of, quaternion, spd

from seaway.engine import Integrator
from seaway.frames import matrix_from_quaternion
from seaway.inertia import Inertial, MassProperties, sphere_added_mass
from seaway.sea import Components, Jonswap, Sea, Spreading, Waves, wave_number
from seaway.shapes import Box, Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Vehicle

RHO, G = 1025.0, 9.80665


def ball(radius: float = 0.1, ratio: float = 1.0, damping: float = 0.0) -> Vehicle:
    """A sphere of the density of water times a ratio, with the added mass ρ V / 2."""
    shape = Sphere(radius)
    mass = MassProperties.from_sphere(radius, mass=ratio * RHO * shape.volume)
    inertial = Inertial(mass, None, sphere_added_mass(radius, RHO))
    return Vehicle("ball", inertial, Buoyancy(shape=shape), Damping([damping] * 6) if damping else ())


def cross_sea(depth: float | None = None, scale: float = 1.0) -> Waves:
    """Five waves from several sides, of 4 to 9 s."""
    omega = 2.0 * np.pi / np.array([4.0, 5.0, 6.0, 7.5, 9.0])
    a = scale * np.array([0.1, 0.15, 0.2, 0.25, 0.3])
    directions, phases = [0.3, -0.8, 2.0, 1.1, -2.5], [0.1, 1.3, -0.7, 2.9, 0.4]
    return Waves(Components(a, omega, directions, phases, wave_number(omega, depth, G)), depth=depth, gravity=G)


def carried(waves: Waves, p: np.ndarray, duration: float, steps: int) -> np.ndarray:
    """Where a particle goes with the velocity of the water, by RK4."""
    h = duration / steps
    for n in range(steps):
        t = n * h
        k1 = waves.velocity(p, t)
        k2 = waves.velocity(p + 0.5 * h * k1, t + 0.5 * h)
        k3 = waves.velocity(p + 0.5 * h * k2, t + 0.5 * h)
        k4 = waves.velocity(p + h * k3, t + h)
        p = p + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return p


# Carried along


@pytest.mark.parametrize("depth", [None, 10.0])
def test_a_neutral_sphere_moves_with_the_water(depth: float | None) -> None:
    """(m + ρ V / 2) a = (3/2) ρ V a_water: with m = ρ V the path of the particle, up to stretching, of order a².

    Over one period of 4 s; the share of the orbit that is left is small and falls with the amplitude.
    """
    T, steps, errors, scales = 4.0, 200, [], [0.2, 0.1, 0.05]
    for a in scales:
        waves = Waves.regular(2.0 * a, T, direction=0.4, depth=depth, gravity=G)
        start = np.array([1.0, -2.0, -4.0])
        sim = Simulation(ball(), Sea(RHO, G, depth=depth, waves=waves), time_step=T / steps)
        sim.set_state(position=start, velocity=[*waves.velocity(start, 0.0), 0, 0, 0])
        worst, orbit, p = 0.0, 0.0, start
        for _ in range(4):
            sim.step(count=steps // 4)
            p = carried(waves, start, float(sim.time), round(sim.time / T * steps))
            worst = max(worst, float(np.linalg.norm(sim.state.position[0, 0] - p)))
            orbit = max(orbit, float(np.linalg.norm(p - start)))
        errors.append(worst)
        assert worst < 1.5 * a * orbit
    assert measured_order(scales, errors) > 1.9 or max(errors) < 1e-5


def test_a_neutral_sphere_stays_at_its_depth() -> None:
    """Its acceleration is the rate of the water's velocity along its path, of mean 0: no force lifts it for good.

    Waves of 2 m and 8 s, 20 m down: after 5 periods it is back at its height, as the particle is, to 2 % of a.
    """
    waves, T = Waves.regular(2.0, 8.0, gravity=G), 8.0
    start = np.array([0.0, 0.0, -20.0])
    sim = Simulation(ball(), Sea(RHO, G, waves=waves), time_step=T / 200)
    sim.set_state(position=start, velocity=[*waves.velocity(start, 0.0), 0, 0, 0])
    sim.step(count=1000)
    assert sim.state.position[0, 0, 2] == pytest.approx(carried(waves, start, 5.0 * T, 1000)[2], abs=0.02)


def test_a_neutral_sphere_moves_with_the_water_of_a_gerstner_wave() -> None:
    """Its acceleration is exact: circles of any height, closed after a period. RK4 with 400 steps: 1e-6 m."""
    T = 8.0
    waves = Waves.gerstner(3.0, T, direction=0.4, gravity=G)
    k = float(waves.components.wave_number[0])
    r = 1.5 * np.exp(-8.0 * k)
    start = np.array([0.0, 0.0, -8.0 + r])
    sim = Simulation(ball(), Sea(RHO, G, waves=waves), time_step=T / 400)
    sim.set_state(position=start, velocity=[*waves.velocity(start, 0.0), 0, 0, 0])
    sim.step(count=200)
    np.testing.assert_allclose(sim.state.position[0, 0], [0.0, 0.0, -8.0 - r], rtol=0, atol=1e-6)
    sim.step(count=200)
    np.testing.assert_allclose(sim.state.position[0, 0], start, rtol=0, atol=1e-6)


def test_a_body_with_a_ramp_starts_from_rest_in_still_water() -> None:
    """All laws of the water are zero at t = 0, and the sphere takes up the motion of the water as the waves grow."""
    waves = Waves.regular(0.02, 4.0, gravity=G, ramp=6.0)
    sim = Simulation(ball(), Sea(RHO, G, waves=waves), time_step=0.02)
    sim.set_state(position=[0, 0, -3.0])
    assert not np.any(sim.forces()["water_acceleration"])
    sim.step(count=500)
    p = sim.state.position[0, 0]
    v = waves.velocity(p, 10.0)
    np.testing.assert_allclose(sim.state.velocity[0, 0, :3], v, rtol=0, atol=0.02 * 0.01 * np.pi / 2.0)


# Forces at a state


@pytest.mark.parametrize("kind", ["deep", "finite", "gerstner", "random"])
def test_water_that_accelerates_pushes_at_the_centre_of_volume(kind: str) -> None:
    """ρ V [a; c × a] + M_A [a + G (v - u); 0] - [G p; c × G p], in B, with a the acceleration of the water there.

    The volume is a ball at c, which moves at v: of its mean nothing but that at its centre counts, nor does a strain
    turn it. u is the velocity of the waves, G its gradient, linear for Gerstner's waves too, and p the first three of
    M_A ν_r. The surface stands at z = 2 m. 1e-12 of the largest wrench; angles round by 1e-15.
    """
    waves = {
        "deep": lambda: cross_sea(),
        "finite": lambda: cross_sea(20.0),
        "gerstner": lambda: Waves.gerstner(
            [1.0, 2.0], [5.0, 8.0], direction=[0.3, -1.0], phase=[0.0, 1.0], q=[1.0, 0.7], gravity=G
        ),
        "random": lambda: Waves.irregular(
            Jonswap(2.0, 8.0), 60, direction=0.5, spreading=Spreading(3), seed=4, gravity=G
        ),
    }[kind]()
    random, rows, level, t = np.random.default_rng(6), 20, 2.0, 3.25
    center = np.array([0.1, -0.2, 0.15])
    body = Vehicle("body", general_inertial(random), Buoyancy(0.03, center))
    sea = Sea(RHO, G, surface=level, depth=waves.depth, waves=waves)
    sim = Simulation(body, sea, batch=rows, start_time=t)
    position = random.uniform([-20, -20, -12], [20, 20, -3], size=(rows, 3))
    orientation = np.stack([quaternion(random) for _ in range(rows)])
    velocity = random.normal(size=(rows, 6))
    sim.set_state(position=position, orientation=orientation, velocity=velocity)
    found, expected = sim.forces()["water_acceleration"][:, 0], np.zeros((rows, 6))
    assert np.all(sim.wet_fraction() == 1.0)
    c, M_A = waves.components, body.inertial.added_mass_matrix()
    linear = oracle.Waves(c.amplitude, c.omega, c.direction, c.phase, c.wave_number, None, waves.depth)
    for i in range(rows):
        R, nu = matrix_from_quaternion(orientation[i]), velocity[i]
        place = position[i] + R @ center - [0, 0, level]
        a, u = R.T @ waves.acceleration(place, t), R.T @ waves.velocity(place, t)
        G_B = R.T @ oracle.velocity_gradient(linear, place, t) @ R
        p = (M_A @ (nu - [*u, 0, 0, 0]))[:3]
        rate, push = a + G_B @ (nu[:3] + np.cross(nu[3:], center) - u), RHO * 0.03 * a - G_B @ p
        expected[i] = M_A[:, :3] @ rate + [*push, *np.cross(center, push)]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.max(np.abs(expected)))


@pytest.mark.parametrize("depth", [None, 20.0])
def test_damping_meets_the_velocity_relative_to_the_water(depth: float | None) -> None:
    """-D (ν - R^T v_water) with D = 1, at random attitudes; the quadratic part alike."""
    waves, random, t = cross_sea(depth), np.random.default_rng(7), 1.5
    for _ in range(10):
        q, nu = quaternion(random), random.normal(size=6)
        p, center = random.uniform([-9, -9, -9], [9, 9, -3]), np.array([0.3, 0.1, -0.2])
        vehicle = Vehicle("body", general_inertial(random), Buoyancy(0.01, center), Damping([1.0] * 6, [2.0] * 6))
        sim = Simulation(vehicle, Sea(RHO, G, depth=depth, waves=waves), start_time=t)
        sim.set_state(position=p, orientation=q, velocity=nu)
        R = matrix_from_quaternion(q)
        nu_r = nu - [*(R.T @ waves.velocity(p + R @ center, t)), 0, 0, 0]
        expected = -nu_r - 2.0 * np.abs(nu_r) * nu_r
        np.testing.assert_allclose(sim.forces()["damping"][0, 0], expected, rtol=0, atol=1e-12)


def test_buoyancy_and_weight_are_those_of_still_water_below_the_waves() -> None:
    """A body that is wholly under water has ρ g V and m g upright; the waves' part is in ``water_acceleration``."""
    random = np.random.default_rng(8)
    vehicle = Vehicle("body", general_inertial(random), Buoyancy(0.02, (0.1, 0, 0.2)))
    wrenches = []
    for waves in (None, cross_sea()):
        sim = Simulation(vehicle, Sea(RHO, G, waves=waves))
        sim.set_state(position=[1, 2, -5], orientation=[0.5, 0.1, -0.7, 0.3])
        wrenches.append(sim.forces())
    for law in ("weight", "buoyancy"):
        np.testing.assert_array_equal(wrenches[1][law], wrenches[0][law])


def test_waves_ride_on_a_current() -> None:
    """Galileo: seen from a frame that drifts with a uniform current, a vehicle in waves moves as without it.

    It turns, is damped and floats up from 1 m; RK4 leaves h⁴ of turning axes, see ``test_current``.
    """
    random, U, motions, duration = np.random.default_rng(9), np.array([0.5, -0.3, 0.0]), [], 4.0
    damping = Damping(10.0 * spd(random), quadratic=random.uniform(5.0, 20.0, size=6))
    vehicle = Vehicle(
        "body", general_inertial(random), Buoyancy(0.02, (0.1, 0, 0.2), shape=Box([0.5, 0.3, 0.2])), damping
    )
    q, nu = quaternion(random), random.uniform(-0.5, 0.5, size=6)
    for v in (np.zeros(3), U):
        sim = Simulation(vehicle, Sea(RHO, G, waves=cross_sea(), current=v if np.any(v) else None), time_step=0.005)
        start = nu + np.concatenate([matrix_from_quaternion(q).T @ v, np.zeros(3)])
        sim.set_state(position=[1.0, 2.0, -1.0], orientation=q, velocity=start)
        sim.step(count=round(duration / 0.005))
        y = motion_of(sim)
        y[:3] -= v * duration
        y[7:10] -= matrix_from_quaternion(y[3:7]).T @ v
        motions.append(y)
    assert np.linalg.norm(motions[0][:3] - [1.0, 2.0, -1.0]) > 0.2
    np.testing.assert_allclose(motions[1], motions[0], rtol=0, atol=1e-8)


def test_tiny_waves_are_still_water() -> None:
    """Waves of 1e-9 m: the motion differs from that in still water by some 1e-8, in proportion to them."""
    random = np.random.default_rng(10)
    vehicle = Vehicle(
        "body",
        general_inertial(random),
        Buoyancy(0.021, (0, 0, 0.1), shape=Box((0.4, 0.3, 0.175))),
        Damping([20.0] * 6),
    )
    ends = []
    for scale in (None, 0.0, 1e-9, 1e-7):
        waves = None if scale is None else cross_sea(scale=scale)
        sim = Simulation(vehicle, Sea(RHO, G, waves=waves))
        sim.set_state(position=[0, 0, -0.2], rpy=[0.3, -0.2, 0.5], velocity=[0.3, 0.1, 0, 0, 0.2, 0])
        sim.step(count=300)
        ends.append(motion_of(sim))
    np.testing.assert_allclose(ends[1], ends[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(ends[2], ends[0], rtol=0, atol=1e-8)
    np.testing.assert_allclose(ends[3] - ends[0], 100.0 * (ends[2] - ends[0]), rtol=0, atol=3e-9)


# At the surface


def test_wet_fraction_is_that_of_the_tangent_plane() -> None:
    """Under a wave much longer than the body: as in still water that is raised by η and tilted by its slope.

    A box turned by the tilt R, at the depth of its centre below the plane measured along the normal, is wet alike.
    """
    waves, t, rows = cross_sea(), 2.0, 12
    random = np.random.default_rng(11)
    extent = Box((0.6, 0.4, 0.3))
    vehicle = Vehicle("box", Inertial(MassProperties.from_box((0.6, 0.4, 0.3), mass=30.0)), Buoyancy(shape=extent))
    for _ in range(rows):
        x, y, q = *random.uniform(-30, 30, size=2), quaternion(random)
        eta, slope = float(waves.elevation(x, y, t)), waves.slope(x, y, t)
        z = eta + random.uniform(-0.12, 0.12)
        sim = Simulation(vehicle, Sea(RHO, G, waves=waves), start_time=t)
        sim.set_state(position=[x, y, z], orientation=q)
        normal = np.array([-slope[0], -slope[1], 1.0]) / np.sqrt(1.0 + slope @ slope)
        tilt = np.array([1.0 + normal[2], normal[1], -normal[0], 0.0])  # the normal goes to the vertical
        tilt /= np.linalg.norm(tilt)
        w, v = tilt[0], tilt[1:]
        turned = [w * q[0] - v @ q[1:], *(w * q[1:] + q[0] * v + np.cross(v, q[1:]))]
        still = Simulation(vehicle, Sea(RHO, G))
        still.set_state(position=[0, 0, (z - eta) * normal[2]], orientation=turned)
        assert 0.02 < still.wet_fraction()[0, 0] < 0.98
        assert sim.wet_fraction()[0, 0] == pytest.approx(still.wet_fraction()[0, 0], abs=1e-12)
        lift = np.linalg.norm(sim.forces()["buoyancy"][0, 0, :3])
        assert lift == pytest.approx(RHO * G * extent.volume * sim.wet_fraction()[0, 0], rel=1e-12)


def test_the_tangent_plane_of_a_wave_is_nearly_its_surface() -> None:
    """A sphere of 0.2 m in a wave of 100 m: the surface bends away by k² a r² / 2 < 1e-4 m: 1e-3 of the fraction."""
    T = 8.0
    waves = Waves.regular(1.0, T, gravity=G)
    random, r = np.random.default_rng(12), 0.2
    for x in random.uniform(0, 100, size=6):
        z = float(waves.elevation(x, 0.0, 0.0)) + random.uniform(-0.1, 0.1)
        sim = Simulation(ball(r), Sea(RHO, G, waves=waves))
        sim.set_state(position=[x, 0, z])
        s = random.uniform(-r, r, size=(200_000, 3))
        s = s[np.sum(s * s, axis=-1) < r * r]
        below = z + s[:, 2] < waves.elevation(x + s[:, 0], s[:, 1], 0.0)
        assert sim.wet_fraction()[0, 0] == pytest.approx(np.mean(below), abs=0.006)


def test_a_floating_sphere_follows_a_long_wave() -> None:
    """Heave is the wave's amplitude where the period, 12 s, is much longer than its own, here some 1 s.

    Within 2 %: (1 s / 12 s)² and the damping. It drifts by second order only and is not thrown off.
    """
    a, T = 0.2, 12.0
    waves = Waves.regular(2.0 * a, T, gravity=G, ramp=T)
    sim = Simulation(ball(0.25, 0.5, damping=60.0), Sea(RHO, G, waves=waves), time_step=0.02)
    recording = sim.run(4.0 * T, record_period=0.1)
    late = recording.time > 2.0 * T
    p = recording["ball"].position[late, 0]
    assert 0.5 * np.ptp(p[:, 2]) == pytest.approx(a, rel=0.02)
    eta = waves.elevation(p[:, 0], p[:, 1], recording.time[late])
    np.testing.assert_allclose(p[:, 2], eta, rtol=0, atol=0.05 * a)
    assert 0.5 * np.ptp(p[:, 0]) < 3.0 * a


def test_a_neutral_sphere_under_waves_accelerates_as_the_water() -> None:
    """From rest: (m + ρ V / 2) a = (3/2) ρ V a_water, weight and buoyancy in balance. To rounding of g."""
    waves = cross_sea()
    sim = Simulation(ball(0.1), Sea(RHO, G, waves=waves))
    sim.set_state(position=[3.0, 1.0, -2.0])
    a = waves.acceleration([3.0, 1.0, -2.0], 0.0)
    np.testing.assert_allclose(sim.acceleration()[0, 0, :3], a, rtol=0, atol=1e-12)


# Rows and order


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit_euler"])
@pytest.mark.parametrize("kind", ["airy", "finite", "gerstner"])
def test_row_i_of_a_batch_is_the_single_run_with_waves(kind: str, integrator: Integrator) -> None:
    """The very digits, in and out of the water, with a ramp and a current."""
    random, rows = np.random.default_rng(13), 9
    depth = 15.0 if kind == "finite" else None
    waves = (
        Waves.gerstner([0.5, 1.0], [4.0, 6.0], direction=[0.3, -1.0], q=[1.0, 0.8], gravity=G)
        if kind == "gerstner"
        else Waves.irregular(
            Jonswap(1.0, 6.0), 30, direction=0.2, spreading=Spreading(2), seed=5, depth=depth, gravity=G, ramp=1.0
        )
    )
    sea = Sea(RHO, G, depth=depth, waves=waves, current=(0.3, -0.1, 0.0))
    vehicle = Vehicle("body", general_inertial(random), Buoyancy(0.03, (0, 0, 0.1)), Damping([20.0] * 6, [15.0] * 6))
    start = {
        "position": random.uniform([-20, -20, -2], [20, 20, 0.3], size=(rows, 3)),
        "orientation": np.stack([quaternion(random) for _ in range(rows)]),
        "velocity": random.normal(size=(rows, 6)),
    }
    sim = Simulation(vehicle, sea, time_step=0.02, batch=rows, integrator=integrator)
    sim.set_state(**start)
    sim.step(count=100)
    for i in range(rows):
        single = Simulation(vehicle, sea, time_step=0.02, integrator=integrator)
        single.set_state(**{name: values[i] for name, values in start.items()})
        single.step(count=100)
        np.testing.assert_array_equal(motion_of(sim, i), motion_of(single))


@pytest.mark.parametrize("depth", [None, 20.0])
def test_rk4_is_of_order_four_in_waves(depth: float | None) -> None:
    """Error ~ h⁴ for a submerged body in a smooth field: each stage sees the waves at its own time and place.

    Against 2560 steps, whose own error is 1/256 of the last one's; with the sea held over a step it would be 1.
    """
    random = np.random.default_rng(14)
    vehicle = Vehicle("body", general_inertial(random), Buoyancy(0.02, (0.02, 0, 0.1)), Damping(15.0 * spd(random)))
    sea, T, start = Sea(RHO, G, depth=depth, waves=cross_sea(depth)), 4.0, quaternion(random)

    def end(steps: int) -> np.ndarray:
        sim = Simulation(vehicle, sea, time_step=T / steps)
        sim.set_state(position=[1, 2, -6], orientation=start, velocity=[0.5, -0.3, 0.2, 0.3, -0.4, 0.2])
        sim.step(count=steps)
        return motion_of(sim)

    exact, counts = end(2560), [80, 160, 320, 640]
    errors = [float(np.linalg.norm(end(n) - exact)) for n in counts]
    assert measured_order([T / n for n in counts], errors) == pytest.approx(4.0, abs=0.15)

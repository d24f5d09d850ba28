"""Water that moves over a body: exact results of potential flow, conservation and invariance.

* A neutral sphere moves as the water does: ρV v' = ρV Dv/Dt + A (Dv/Dt - v') is solved by its velocity.
* Waves on a uniform current, seen from a frame that drifts with it, are the same waves without current.
* The mean force on a held sphere is (ρV + A) k a² ω² e^2kz, of second order.
* What falls in the air falls with g; entering water takes momentum; energy never grows.
"""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import seaway as sw
from seaway import library, mesh
from seaway._arrays import Floats
from seaway.frames import Pose, matrix_from_quaternion
from seaway.sea import Current, Jonswap, Spreading, Waves, Wind
from seaway.shapes import Box, Ellipsoid
from seaway.vehicle import DragArea, Hull, HydrostaticStiffness

DENSITY, GRAVITY, RADIUS = 1025.0, 9.80665, 0.5
VOLUME = 4.0 / 3.0 * np.pi * RADIUS**3


def sphere(kind: str, mass: float = DENSITY * VOLUME, added: float = 0.5 * DENSITY * VOLUME) -> sw.Vehicle:
    water = sw.AddedMass(np.diag([added, added, added, 0.0, 0.0, 0.0]))
    inertial = sw.Inertial(sw.MassProperties.from_moments(mass, 20.0, 20.0, 20.0), added_mass=water)
    surface = mesh.sphere(RADIUS).with_volume(VOLUME)
    return sw.Vehicle("ball", inertial, sw.Buoyancy(VOLUME) if kind == "shape" else Hull(surface))


# Pressure below the troughs


@pytest.mark.parametrize("kind", ["shape", "hull"])
@pytest.mark.parametrize("depth", [None, 30.0])
def test_the_mean_force_on_a_held_sphere(kind: str, depth: float | None) -> None:
    """20 m below waves of a = 1 m, T = 8 s. In finite depth -d/dz of <w²>: (ρV + A) a² ω² k sinh 2k(z+d) / 2 sinh² kd.

    The field of a sphere of 1/100 of the wavelength varies linearly over it to (k r)² / 10 = 1e-4.
    """
    waves, z, rows = Waves.regular(2.0, 8.0, depth=depth), -20.0, 16
    c = waves.components
    k, omega = float(c.wave_number[0]), float(c.omega[0])
    wanted = 1.5 * DENSITY * VOLUME * k * omega**2
    wanted *= np.exp(2.0 * k * z) if depth is None else np.sinh(2.0 * k * (z + depth)) / (2.0 * np.sinh(k * depth) ** 2)
    simulation = sw.Simulation(sphere(kind), sw.Sea(DENSITY, waves=waves, depth=depth), time_step=0.01, batch=rows)
    places = np.stack([np.arange(rows) / rows * 2.0 * np.pi / k, np.zeros(rows), np.full(rows, z)], axis=-1)
    simulation.set_state("ball", position=places)
    total = np.sum([wrench[:, 0] for wrench in simulation.forces().values()], axis=0)
    np.testing.assert_allclose(np.mean(total[:, 2]), wanted, rtol=2e-3)


def particle(sea: sw.Sea, start: Floats, duration: float) -> Floats:
    found = solve_ivp(lambda t, p: sea.velocity(p[None], t)[0], (0, duration), start, rtol=1e-9, atol=1e-9)
    return found.y[:, -1]


@pytest.mark.parametrize("kind", ["shape", "hull"])
@pytest.mark.parametrize(
    ("waves", "current"),
    [
        (Waves.regular(2.0, 8.0), None),
        (Waves.regular(0.5, 4.0), (1.0, 0.0, 0.0)),
        (Waves.regular(0.5, 4.0), (-1.0, 0.3, 0.0)),
        (Waves.regular(2.0, 8.0, depth=15.0), None),
        (Waves.irregular(Jonswap(1.5, 7.0), 32, seed=1, spreading=Spreading(10)), None),
    ],
    ids=["regular", "following", "opposing", "finite depth", "irregular"],
)
def test_a_neutral_sphere_is_a_particle_of_the_water(kind: str, waves: Waves, current: Any) -> None:
    """For a minute, to the order of the step (1e-6 m); a mesh of 1,280 triangles is not quite a sphere: 1e-3 m."""
    sea, start = sw.Sea(DENSITY, waves=waves, current=current, depth=waves.depth), np.array([0.0, 0.0, -6.0])
    simulation = sw.Simulation(sphere(kind), sea, time_step=0.02)
    velocity = np.concatenate([sea.velocity(start[None], 0.0)[0], np.zeros(3)])
    simulation.set_state("ball", position=start, velocity=velocity)
    simulation.step(count=3000)
    where = simulation.state["ball"].position[0]
    np.testing.assert_allclose(where, particle(sea, start, 60.0), atol=2e-6 if kind == "shape" else 2e-3)


def auv(kind: str) -> sw.Vehicle:
    """A neutral spheroid of 3 m x 0.4 m, damped."""
    shape = Ellipsoid((1.5, 0.2, 0.2))
    properties = sw.MassProperties.from_ellipsoid(shape.radii, mass=DENSITY * shape.volume)
    inertial = sw.Inertial(properties, added_mass=shape.added_mass(DENSITY))
    damping = sw.Damping([10, 50, 50, 1, 50, 50], [20, 300, 300, 5, 200, 200])
    surface = mesh.ellipsoid(shape.radii).with_volume(shape.volume)
    return sw.Vehicle("auv", inertial, sw.Buoyancy(shape=shape) if kind == "shape" else Hull(surface), damping)


@pytest.mark.parametrize("kind", ["shape", "hull"])
@pytest.mark.parametrize(
    "waves", [Waves.regular(1.0, 6.0), Waves.irregular(Jonswap(1.5, 7.0), 32, seed=2)], ids=["regular", "irregular"]
)
def test_a_neutral_vehicle_keeps_its_depth(kind: str, waves: Waves) -> None:
    """Ten minutes in waves: it rises and sinks as far as the water does, to a fifth, and is back where it began."""
    sea, z = sw.Sea(DENSITY, waves=waves), -12.0
    times = np.arange(0.0, 600.0, 0.5)
    flow = solve_ivp(lambda t, p: sea.velocity(p[None], t)[0], (0, 600), [0, 0, z], t_eval=times, rtol=1e-6, atol=1e-6)
    orbit = float(np.max(np.abs(flow.y[2] - z)))
    simulation = sw.Simulation(auv(kind), sea, time_step=0.05)
    velocity = np.concatenate([sea.velocity([[0.0, 0.0, z]], 0.0)[0], np.zeros(3)])
    simulation.set_state("auv", position=(0, 0, z), velocity=velocity)
    heights = simulation.run(600.0, record_period=0.5)["auv"].position[:, 0, 2]
    assert np.max(np.abs(heights - z)) < 1.2 * orbit
    assert abs(np.mean(heights[-200:]) - np.mean(heights[:200])) < 0.2 * orbit


# Galilean invariance


def drifted(vehicle: sw.Vehicle, waves: Waves, current: Floats, heading: float, z: float) -> tuple[Floats, Floats]:
    """Where a vehicle is after 10 s in the frame that drifts with a current, and its attitude."""
    simulation = sw.Simulation(
        vehicle, sw.Sea(DENSITY, waves=waves, current=current, depth=waves.depth), time_step=0.01
    )
    q = np.array([np.cos(0.5 * heading), 0.0, 0.0, np.sin(0.5 * heading)])
    velocity = np.array([0.5, 0.1, 0.0, 0.0, 0.05, 0.1])
    velocity[:3] += matrix_from_quaternion(q).T @ current
    simulation.set_state(vehicle.name, position=(0, 0, z), orientation=q, velocity=velocity)
    simulation.step(count=1000)
    state = simulation.state[vehicle.name]
    return state.position[0] - 10.0 * current, state.orientation[0]


def boat(kind: str) -> sw.Vehicle:
    water = sw.AddedMass(np.diag([30.0, 200.0, 400.0, 40.0, 200.0, 150.0]))
    properties = sw.MassProperties.from_box((3.0, 1.0, 0.6), mass=0.45 * DENSITY * 1.8)
    inertial = sw.Inertial(properties, Pose((0.0, 0.0, -0.1)), water)
    damping = sw.Damping([30, 100, 300, 50, 300, 100])
    if kind == "hull":
        return sw.Vehicle("boat", inertial, Hull(mesh.box([3.0, 1.0, 0.6]).refined(3)), damping)
    G = np.diag([DENSITY * GRAVITY * 3.0, 1500.0, 20000.0])
    return sw.Vehicle("boat", inertial, HydrostaticStiffness(G, extent=(3.0, 1.0, 0.27)), damping)


@pytest.mark.parametrize("heading", [0.0, 2.0])
@pytest.mark.parametrize("depth", [None, 12.0])
@pytest.mark.parametrize("make", [lambda: auv("shape"), lambda: boat("hull"), lambda: boat("stiffness")])
def test_a_uniform_current_is_a_drifting_frame_in_waves(make: Any, depth: float | None, heading: float) -> None:
    """To rounding that a minute of waves multiplies: 1e-7 m."""
    vehicle = make()
    waves = Waves.irregular(Jonswap(0.6, 5.0), 24, seed=3, depth=depth, spreading=Spreading(8))
    z = -3.0 if vehicle.name == "auv" else 0.05
    still = drifted(vehicle, waves, np.zeros(3), heading, z)
    moving = drifted(vehicle, waves, np.array([1.0, -0.4, 0.0]), heading, z)
    np.testing.assert_allclose(moving[0], still[0], atol=1e-7)
    np.testing.assert_allclose(moving[1], still[1], atol=1e-7)


@pytest.mark.parametrize("name", library.names())
def test_every_library_vehicle_drifts_with_the_current_in_waves(name: str) -> None:
    """1e-6 m after 10 s.

    ``lrauv`` and ``remus100_fossen`` drop parts of C_A; they drift alike all the same, because what they drop depends
    on the velocity through the water alone.
    """
    vehicle = sw.load(name)
    waves = Waves.regular(0.3, 4.0, direction=0.5)
    z = 0.0 if vehicle.buoyancy is not None and not isinstance(vehicle.buoyancy, sw.Buoyancy) else -4.0
    still = drifted(vehicle, waves, np.zeros(3), 1.0, z)
    moving = drifted(vehicle, waves, np.array([0.8, 0.5, 0.0]), 1.0, z)
    np.testing.assert_allclose(moving[0], still[0], atol=1e-6)


def test_a_current_that_varies_with_depth_carries_each_wave_by_its_own_mean() -> None:
    """A linear profile U0 + S z has U_k = U0 - S / 2k in deep water; the crests move with ω/k + U_k."""
    top, slope, bottom = 0.8, 0.02, 30.0
    current = Current([[top, 0, 0], [top - slope * bottom, 0, 0]], depths=[0.0, bottom])
    waves = Waves.regular(0.5, 3.0)
    k, omega = float(waves.components.wave_number[0]), float(waves.components.omega[0])
    sea = sw.Sea(waves=waves, current=current)
    speed = omega / k + top - slope / (2.0 * k) * (1.0 - np.exp(-2.0 * k * bottom))
    t = np.linspace(0.0, 50.0, 7)
    np.testing.assert_allclose(sea.elevation(speed * t, 0.0, t), 0.25, atol=1e-9)


def test_a_current_over_time_and_depth_carries_waves_by_its_integral() -> None:
    """One whose depths all speed up alike is the uniform one; a vehicle and the surface see the same phase."""
    times, speeds = [0.0, 10.0, 25.0], np.array([[0.2, 0.0, 0.0], [1.0, 0.1, 0.0], [-0.3, 0.2, 0.0]])
    waves = Waves.irregular(Jonswap(0.5, 5.0), 8, seed=1)
    both = Current(np.stack([speeds, speeds], axis=1), times=times, depths=[0.0, 10.0])
    seas = [sw.Sea(waves=waves, current=current) for current in (Current(speeds, times=times), both)]
    t, x = np.linspace(0.0, 40.0, 9), np.linspace(-20.0, 20.0, 9)
    np.testing.assert_allclose(seas[1].elevation(x, 1.0, t), seas[0].elevation(x, 1.0, t), atol=1e-9)
    for sea in seas:
        simulation = sw.Simulation(sphere("shape"), sea, time_step=0.02)
        simulation.set_state("ball", position=(0, 0, -3))
        found = simulation.run(30.0, record=("state", "water"), record_period=5.0)
        place = found["ball"].position[:, 0]
        wanted = sea.elevation(place[:, 0], place[:, 1], found.time)
        np.testing.assert_allclose(found["ball"].surface_elevation[:, 0, 0], wanted, atol=1e-9)


def test_waves_go_on_when_the_current_changes() -> None:
    """Their phases are where they were when a uniform current is set anew."""
    sea = sw.Sea(waves=Waves.regular(0.5, 4.0), current=(0.5, 0.0, 0.0))
    simulation = sw.Simulation(sphere("shape"), sea, time_step=0.02)
    simulation.set_state("ball", position=(0, 0, -3))
    simulation.step(count=500)
    before = simulation.forces()["water_acceleration"]
    simulation.set("sea.current.velocity", (-1.0, 0.0, 0.0))
    after = simulation.forces()["water_acceleration"]
    # The pressure of the water's own acceleration is the same; its gradient meets another velocity.
    np.testing.assert_allclose(after[0, 0, 2], before[0, 0, 2], rtol=0.2)
    simulation.reset()
    assert not np.any(simulation._engine.sea.water["drift"])


# Linear stiffness


def test_a_stiffness_goes_along_with_accelerating_water() -> None:
    """Without drag a vessel ends with the velocity of the water: m a acts on it as on what it displaces."""
    current = Current([[0, 0, 0], [2, 0, 0]], times=[0.0, 20.0])
    vehicle = boat("stiffness").replace(damping=())
    simulation = sw.Simulation(vehicle, sw.Sea(DENSITY, current=current), time_step=0.02)
    simulation.step(count=1250)
    np.testing.assert_allclose(simulation.state["boat"].velocity[0, 0], 2.0, rtol=1e-9)


def response(vehicle: sw.Vehicle, waves: Waves, duration: float, step: float) -> Floats:
    """Amplitudes of surge and heave by that of the waves: of a sine fitted to the last periods, beside a drift."""
    recording = sw.Simulation(vehicle, sw.Sea(DENSITY, waves=waves), time_step=step).run(duration)
    omega, amplitude = float(waves.components.omega[0]), float(waves.components.amplitude[0])
    late = recording.time > duration - 3.0 * 2.0 * np.pi / omega
    t, place = recording.time[late], recording[vehicle.name].position[late, 0]
    shapes = np.stack([np.ones_like(t), t, np.cos(omega * t), np.sin(omega * t)], axis=-1)
    fitted = np.linalg.lstsq(shapes, place, rcond=None)[0]
    return np.hypot(fitted[2], fitted[3])[[0, 2]] / amplitude


@pytest.mark.parametrize("kind", ["hull", "stiffness"])
def test_long_waves_take_a_vessel_along(kind: str) -> None:
    """Surge and heave are the amplitude in waves of 200 lengths; 0.5 % of it is left of the start."""
    np.testing.assert_allclose(response(boat(kind), Waves.regular(0.2, 20.0, ramp=60.0), 160.0, 0.05), 1.0, rtol=5e-3)


def test_the_otter_surges_with_long_waves() -> None:
    """At T = 3 s, 7 lengths: it surges the amplitude to 4 %, where as a point without m a it did 0.43 of it."""
    surge, heave = response(sw.load("otter"), Waves.regular(0.1, 3.0, ramp=10.0), 60.0, 0.02)
    np.testing.assert_allclose([surge, heave], [1.0, 1.0], rtol=0.04)


# Wind


def test_wind_blows_above_the_waves() -> None:
    """A raft on a crest and in a trough of 3 m waves feels the same wind: both are as high above the water."""
    area = DragArea(area=(1.0, 1.0, 1.0), coefficient=(1.0, 1.0, 1.0), center=(0.0, 0.0, 1.0), medium="air")
    G = np.diag([20000.0, 20000.0, 20000.0])
    inertial = sw.Inertial(sw.MassProperties.from_box((2.0, 2.0, 0.5), mass=1000.0))
    raft = sw.Vehicle("raft", inertial, HydrostaticStiffness(G), drag_areas=area)
    waves, wind = Waves.regular(3.0, 12.0), Wind((10.0, 0.0, 0.0), exponent=0.11)
    simulation = sw.Simulation(raft, sw.Sea(waves=waves, wind=wind), time_step=0.01, batch=3)
    length = 2.0 * np.pi / float(waves.components.wave_number[0])
    simulation.set_state("raft", position=[[0, 0, 1.5], [0.5 * length, 0, -1.5], [0.25 * length, 0, 0]])
    force = simulation.forces()["wind"][:, 0, 0]
    np.testing.assert_allclose(force, 0.5 * 1.225 * (10.0 * 0.1**0.11) ** 2, rtol=1e-9)


# Out of the water


@pytest.mark.parametrize("kind", ["shape", "hull"])
def test_a_ball_falls_with_gravity_and_enters_without_gaining_energy(kind: str) -> None:
    """Through the surface and up again: at g in the air, and the total energy never rises by more than rounding."""
    simulation = sw.Simulation(sphere(kind, mass=200.0), sw.Sea(DENSITY), time_step=0.002)
    simulation.set_state("ball", position=(0, 0, 3.0))
    np.testing.assert_allclose(simulation.acceleration()[0, 0, 2], -GRAVITY, rtol=1e-12)
    energy = [float(simulation.energy().total[0, 0])]
    for _ in range(500):
        simulation.step(count=4)
        energy.append(float(simulation.energy().total[0, 0]))
    assert np.max(np.diff(energy)) < 1e-6 * energy[0]
    assert energy[-1] < 0.8 * energy[0]


def test_a_wedge_meets_the_water_as_von_karman_says() -> None:
    """A wedge of deadrise β dropped at V: m_a = ½ π ρ (d cot β)² per length goes with the wet volume, d² cot β.

    With momentum conserved, (m + m_a) v + ... = m V in the first moments, while gravity and buoyancy are small: within
    2 % to the depth at which the added mass is the mass. Reference: T. von Karman, NACA TN 321, 1929.
    """
    beta, length, height, mass, V = np.radians(30.0), 2.0, 0.5, 400.0, 8.0
    half = height / np.tan(beta)
    corners = [
        (x, y, z) for x in (-0.5 * length, 0.5 * length) for y, z in ((0.0, 0.0), (half, height), (-half, height))
    ]
    faces = [(0, 2, 1), (3, 4, 5), (0, 1, 4), (0, 4, 3), (0, 3, 5), (0, 5, 2), (1, 2, 5), (1, 5, 4)]
    surface = mesh.Mesh(corners, faces)
    whole = half * height * length
    full = 0.5 * np.pi * DENSITY * half**2 * length
    water = sw.AddedMass(np.diag([0.0, 0.0, full, 0.0, 0.0, 0.0]))
    properties = sw.MassProperties.from_box((length, 2 * half, height), mass=mass)
    inertial = sw.Inertial(properties, Pose((0.0, 0.0, 0.7 * height)), water)
    wedge = sw.Vehicle("wedge", inertial, Hull(surface, reference_volume=whole))
    simulation = sw.Simulation(wedge, sw.Sea(DENSITY, 1e-6), time_step=1e-4)
    simulation.set_state("wedge", position=(0, 0, 1e-6), velocity=(0, 0, -V, 0, 0, 0))
    for _ in range(20):
        simulation.step(count=10)
        d = -float(simulation.state["wedge"].position[0, 2])
        added = 0.5 * np.pi * DENSITY * (max(d, 0.0) / np.tan(beta)) ** 2 * length
        v = -float(simulation.state["wedge"].velocity[0, 2])
        np.testing.assert_allclose(v, V * mass / (mass + added), rtol=0.01)


def test_a_floating_body_keeps_its_added_mass_near_rest() -> None:
    """Half of what is wet at rest is the reference: a body that bobs about its rest has all of its added mass."""
    inertial = sw.Inertial(
        sw.MassProperties.from_box((2.0, 1.0, 0.5), mass=0.5 * DENSITY), added_mass=sw.AddedMass(np.diag([50.0] * 6))
    )
    box = sw.Vehicle("box", inertial, sw.Buoyancy(shape=Box((2.0, 1.0, 0.5))))
    simulation = sw.Simulation(box, sw.Sea(DENSITY), time_step=0.01, batch=4)
    simulation.set_state("box", position=[[0, 0, 0], [0, 0, 0.1], [0, 0, 0.2], [0, 0, 1.0]])
    share = simulation._engine.evaluate().water[:, 0, 9]
    np.testing.assert_allclose(share, [1.0, 1.0, 0.4, 0.0], atol=1e-12)


# Order


@pytest.mark.parametrize("current", [None, (0.7, 0.2, 0.0)])
def test_order_four_in_waves_on_a_current(current: Any) -> None:
    """Halving the step divides the error by 16, less the tolerance of a fit."""
    waves = Waves.irregular(Jonswap(0.5, 5.0), 8, seed=1)
    sea = sw.Sea(DENSITY, waves=waves, current=current)

    def end(step: float) -> Floats:
        simulation = sw.Simulation(auv("shape").replace(damping=sw.Damping([10, 50, 50, 1, 50, 50])), sea, step)
        simulation.set_state("auv", position=(0, 0, -3), velocity=(0.5, 0, 0, 0, 0, 0.1))
        simulation.step(count=round(4.0 / step))
        return simulation.state["auv"].position[0]

    best = end(0.4 / 64)
    errors = [float(np.max(np.abs(end(step) - best))) for step in (0.4, 0.2, 0.1)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.all(orders > 3.7)

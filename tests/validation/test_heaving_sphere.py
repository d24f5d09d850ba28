"""A sphere that is let go: free decay in heave against six codes, and what the missing radiation memory costs.

Origin: the heaving sphere of IEA OES Task 10 (F. Wendt et al., J. Mar. Sci. Eng. 7 (2019) 379), see the data files.
Radius 5 m, 261.8e3 kg, half in the water, centre of mass 2 m below the middle; released at rest, 1 m too high.
"""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

from seaway import mesh
from seaway._arrays import Floats
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.manoeuvres import FreeDecay, decay_measures
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Damping, Hull, Vehicle

DATA = Path(__file__).parent / "data"
DENSITY, GRAVITY, RADIUS, MASS = 1000.0, 9.81, 5.0, 261.8e3
STIFFNESS = DENSITY * GRAVITY * np.pi * RADIUS**2

# A. Hulme, The wave forces acting on a floating hemisphere undergoing forced periodic oscillations, J. Fluid Mech. 121
# (1982) 443-463, heave: K R, added mass / (2/3 π ρ R³), damping / (2/3 π ρ R³ ω). Four digits are given.
HULME = [
    (0.05, 0.8764, 0.1036),
    (0.1, 0.8627, 0.1816),
    (0.2, 0.7938, 0.2793),
    (0.4, 0.6452, 0.3410),
    (0.6, 0.5381, 0.3271),
    (0.8, 0.4698, 0.2899),
    (1.0, 0.4284, 0.2484),
    (1.2, 0.4047, 0.2096),
    (1.6, 0.3871, 0.1469),
    (2.0, 0.3884, 0.1031),
    (3.0, 0.4111, 0.0452),
    (5.0, 0.4471, 0.0116),
    (10.0, 0.4771, 0.0012),
]


def table(name: str) -> dict[str, Floats]:
    """The columns of a data file, by name."""
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    columns = np.loadtxt(lines[1:], delimiter=",", unpack=True)
    return dict(zip(lines[0].split(","), columns, strict=True))


RADIATION = table("heaving_sphere_radiation.csv")
DECAY = table("heaving_sphere_decay.csv")
CODES = [name for name in DECAY if name != "time_s"]


def radiation(omega: float) -> tuple[float, float]:
    """Added mass [kg] and damping [kg/s] in heave at a frequency [rad/s]."""
    return (
        float(np.interp(omega, RADIATION["omega_rad_s"], RADIATION["A33_kg"])),
        float(np.interp(omega, RADIATION["omega_rad_s"], RADIATION["B33_kg_per_s"])),
    )


def natural_frequency() -> float:
    """ω = sqrt(c33 / (m + A33(ω))) [rad/s]."""
    return brentq(lambda omega: omega - np.sqrt(STIFFNESS / (MASS + radiation(omega)[0])), 1.0, 3.0)


def turns(time: Floats, z: Floats) -> tuple[Floats, Floats]:
    """When and where a decaying motion turns round: trough, peak, trough, peak ..."""
    curve = CubicSpline(time, z)
    times = curve.derivative().roots(extrapolate=False)
    times = times[times > 1.0]  # the release itself is none
    return times[:4], curve(times[:4])


@cache
def released(subdivisions: int = 3, time_step: float = 0.02) -> tuple[Floats, Floats]:
    """Times and heights of the sphere as a hull, with the added mass and damping of the natural frequency.

    The curves are those of heave, and the sphere only heaves: so there is no added mass on other axes.
    """
    A33, B33 = radiation(natural_frequency())
    sphere = Vehicle(
        "sphere",
        Inertial(
            MassProperties.from_sphere(RADIUS, mass=MASS),
            Pose((0.0, 0.0, -2.0)),
            AddedMass(np.diag([0.0, 0.0, A33, 0.0, 0.0, 0.0])),
        ),
        Hull(mesh.sphere(RADIUS, subdivisions, exact_volume=True)),
        Damping(linear=[0.0, 0.0, B33, 0.0, 0.0, 0.0]),
    )
    sim = Simulation(sphere, Sea(DENSITY, GRAVITY), time_step)
    sim.set_state(position=(0.0, 0.0, 1.0))
    recording = sim.run(20.0)
    position = recording["sphere"].position[:, 0]
    # Nothing pushes it aside but the rounding of a mesh that is as symmetric as a sphere's.
    np.testing.assert_allclose(position[:, :2], 0.0, atol=1e-10)
    return recording.time, position[:, 2]


@cache
def remembered() -> tuple[Floats, Floats]:
    """Times and heights by Cummins's equation, linear, with the same curves; independent of Seaway.

    (m + A∞) z'' + ∫ K(t - s) z'(s) ds + c33 z = 0 with K = 2/π ∫ B33 cos ωt dω, and A∞ by Ogilvie's relation
    (W. E. Cummins, Schiffstechnik 9 (1962) 101; T. F. Ogilvie, 5th Symp. Naval Hydrodynamics, 1964). Heun's method and
    the trapezoidal rule.
    """
    h = 0.01
    time = h * np.arange(2001, dtype=np.float64)
    omega = np.concatenate([[0.0], RADIATION["omega_rad_s"]])
    B33 = np.concatenate([[0.0], RADIATION["B33_kg_per_s"]])
    K = 2.0 / np.pi * np.trapezoid(B33 * np.cos(np.outer(time, omega)), omega, axis=1)
    k = int(np.argmin(np.abs(omega - natural_frequency())))
    A_infinite = RADIATION["A33_kg"][k - 1] + np.trapezoid(K * np.sin(omega[k] * time), time) / omega[k]
    z, v = np.zeros(len(time)), np.zeros(len(time))
    z[0] = 1.0

    def acceleration(n: int) -> float:
        past = K[: n + 1][::-1] * v[: n + 1]
        memory = h * (np.sum(past) - 0.5 * (past[0] + past[-1]))
        return -(STIFFNESS * z[n] + memory) / (MASS + A_infinite)

    for n in range(len(time) - 1):
        before = acceleration(n)
        z[n + 1], v[n + 1] = z[n] + h * v[n], v[n] + h * before
        after = acceleration(n + 1)
        z[n + 1] = z[n] + 0.5 * h * (v[n] + v[n + 1])
        v[n + 1] = v[n] + 0.5 * h * (before + after)
    return time, z


def test_the_curves_are_those_of_hulme() -> None:
    """3e-4: half a digit of the table, and 2e-4 that the panels of a boundary-element code leave."""
    KR, added, damping = np.array(HULME).T
    omega = np.sqrt(KR * GRAVITY / RADIUS)
    unit = 2.0 / 3.0 * np.pi * DENSITY * RADIUS**3
    A33 = CubicSpline(RADIATION["omega_rad_s"], RADIATION["A33_kg"])(omega)
    B33 = CubicSpline(RADIATION["omega_rad_s"], RADIATION["B33_kg_per_s"])(omega)
    np.testing.assert_allclose(A33 / unit, added, rtol=0, atol=3e-4)
    np.testing.assert_allclose(B33 / (unit * omega), damping, rtol=0, atol=3e-4)


@pytest.mark.parametrize("code", CODES)
def test_period(code: str) -> None:
    """2 %: so far apart are the codes from each other.

    The first full swing, from release to the first peak, takes them 4.37 to 4.45 s; trough to trough 4.31 to 4.40 s.
    """
    found, _ = turns(*released())
    theirs, _ = turns(DECAY["time_s"], DECAY[code])
    assert found[1] == pytest.approx(theirs[1], rel=0.02)
    assert found[2] - found[0] == pytest.approx(theirs[2] - theirs[0], rel=0.02)
    assert 0.98 * 4.35 < found[1] < 1.02 * 4.45


@pytest.mark.parametrize("code", CODES)
def test_first_trough_and_peak(code: str) -> None:
    """15 % and 10 %: what it costs to have no memory, see below. The signs of the misses are part of the test.

    Constant damping brakes from the first moment, while the true waves have still to build up. So the sphere dips less
    deep than in any code and comes back less high.
    """
    _, found = turns(*released())
    _, theirs = turns(DECAY["time_s"], DECAY[code])
    assert 0.85 < found[0] / theirs[0] < 1.0
    assert 0.90 < found[1] / theirs[1] < 1.0


def test_the_rest_is_radiation_memory() -> None:
    """With memory the same curves give the trough and the peak of the linear codes, so all of the miss is memory.

    1.5 %: of the mean of the codes, which are 1 % apart in the trough and 3 % in the peak. Against the same linear
    equation with memory, the hull without it dips to 0.885 and comes back to 0.929 of the height; after two swings the
    two agree to 1 %. 0.005: the digits of these ratios that are told in the docs.
    """
    mean = np.mean([turns(DECAY["time_s"], DECAY[code])[1] for code in CODES if code.endswith("_linear")], axis=0)
    _, with_memory = turns(*remembered())
    _, without = turns(*released())
    np.testing.assert_allclose(with_memory[:2], mean[:2], rtol=0.015)
    np.testing.assert_allclose(without / with_memory, [0.885, 0.929, 0.975, 1.005], rtol=0, atol=0.005)


def test_mesh_and_step_are_fine_enough() -> None:
    """What is compared is the model: neither four times the triangles nor half the step moves a turn by 2e-5 m.

    Measured: 1.2e-5 m, the curvature of a sphere of 1280 triangles, and 6e-9 m.
    """
    _, found = turns(*released())
    _, finer = turns(*released(subdivisions=4))
    _, slower = turns(*released(time_step=0.01))
    np.testing.assert_allclose(finer, found, rtol=0, atol=2e-5)
    np.testing.assert_allclose(slower, found, rtol=0, atol=2e-8)


def test_free_decay_measures_the_sphere() -> None:
    """Period and decrement by ``free_decay`` beside those of the codes.

    The codes spread over 2 % in their periods and over 0.006 in the damping ratio; the sphere here has no memory of its
    waves, which costs as much again.
    """
    A33, B33 = radiation(natural_frequency())
    sphere = Vehicle(
        "sphere",
        Inertial(
            MassProperties.from_sphere(RADIUS, mass=MASS),
            Pose((0.0, 0.0, -2.0)),
            AddedMass(np.diag([0.0, 0.0, A33, 0.0, 0.0, 0.0])),
        ),
        Hull(mesh.sphere(RADIUS, 2, exact_volume=True)),
        Damping(linear=[0.0, 0.0, B33, 0.0, 0.0, 0.0]),
    )
    made = FreeDecay(axis="heave", offset=1.0, duration=20.0, time_step=0.02).run(sphere, Sea(DENSITY, GRAVITY))
    theirs = [decay_measures(DECAY["time_s"], DECAY[code]) for code in CODES]
    periods = [each.period for each in theirs]
    ratios = [each.damping_ratio for each in theirs]
    assert min(periods) * 0.98 < made.measures.period < max(periods) * 1.02
    assert min(ratios) - 0.01 < made.measures.damping_ratio < max(ratios) + 0.01
    # Linear damping alone: ζ = B33 / 2 ω (m + A33), less what the shape of the sphere changes of its stiffness.
    expected = B33 / (2.0 * natural_frequency() * (MASS + A33))
    assert made.measures.damping_ratio == pytest.approx(expected, rel=0.02)

"""Waves on submerged bodies against Capytaine, a boundary-element code.

Origin: ``data/capytaine.json``, made by ``make_capytaine.py`` with Capytaine 3.0.0 on three meshes, extrapolated; its
own errors are 0.1 % and less. What Seaway leaves out is how the free surface changes the added mass: 0.2 % at these
depths. Elevation Re exp(i(k·x - ωt)) at the centre, forces about the centre, per metre of amplitude.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seaway as sw
from seaway import mesh
from seaway._arrays import Floats
from seaway.frames import Pose
from seaway.sea import Waves
from seaway.shapes import Ellipsoid
from seaway.vehicle import Hull

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "capytaine.json").read_text())["cases"]
ROWS = 12
AMPLITUDE = 1e-3  # so small that nothing is of second order


def vehicle(case: dict[str, Any], kind: str) -> sw.Vehicle:
    """A neutral ellipsoid with the added mass of the closed form, as a shape or as a mesh."""
    shape = Ellipsoid(case["geometry"]["semi_axes"])
    properties = sw.MassProperties.from_ellipsoid(shape.radii, mass=case["rho"] * shape.volume)
    inertial = sw.Inertial(properties, added_mass=shape.added_mass(case["rho"]))
    if kind == "shape":
        return sw.Vehicle("body", inertial, sw.Buoyancy(shape=shape))
    surface = mesh.ellipsoid(shape.radii).refined(1).with_volume(shape.volume)
    return sw.Vehicle("body", inertial, Hull(surface, exact_waves=True))


def excitation(body: sw.Vehicle, case: dict[str, Any], period: float, heading: float, speed: float = 0.0) -> Floats:
    """Complex force and moment per metre on a body that is held, or towed along x, from places along a wave."""
    waves = Waves.regular(2.0 * AMPLITUDE, period, direction=heading, gravity=case["g"])
    sea = sw.Sea(case["rho"], case["g"], waves=waves)
    simulation = sw.Simulation(body, sea, time_step=0.01, batch=ROWS)
    k = float(waves.components.wave_number[0])
    along = np.arange(ROWS) / ROWS * 2.0 * np.pi / k
    z = np.full(ROWS, case["geometry"]["center"][2])
    place = np.stack([along * np.cos(heading), along * np.sin(heading), z], axis=-1)
    simulation.set_state("body", position=place, velocity=np.tile([speed, 0, 0, 0, 0, 0], (ROWS, 1)))
    total = np.sum([wrench[:, 0] for wrench in simulation.forces().values()], axis=0)
    return 2.0 / ROWS / AMPLITUDE * np.einsum("n,nk->k", np.exp(-1j * k * along), total)


def complex_of(entry: dict[str, Any]) -> Floats:
    return np.array(entry["real"]) + 1j * np.array(entry["imag"])


def assert_close(found: Floats, wanted: Floats, share: float) -> None:
    """Within a share of the largest force, and of the largest moment."""
    for part in (slice(0, 3), slice(3, 6)):
        # Where there is none by symmetry, rounding is left [N/m, Nm/m].
        assert np.max(np.abs(found[part] - wanted[part])) <= share * np.max(np.abs(wanted[part])) + 1e-6


@pytest.mark.parametrize("kind", ["shape", "hull"])
@pytest.mark.parametrize("name", ["spheroid", "ellipsoid"])
def test_forces_and_moments_of_waves(name: str, kind: str) -> None:
    """At 3 to 19 lengths and several headings: 0.5 %, of a mesh of straight edges 1.5 %."""
    case = CASES[name]
    body = vehicle(case, kind)
    for frequency in case["frequencies"]:
        for wave in frequency["waves"]:
            heading = np.radians(wave["heading_deg"])
            found = excitation(body, case, frequency["period"], heading)
            assert_close(found, complex_of(wave["excitation"]), 0.005 if kind == "shape" else 0.015)


def test_waves_under_way() -> None:
    """At 1.5 m/s against and with the waves: the added mass meets the rate along its own path.

    Heave diffraction is 23 % more and 23 % less than at rest. Capytaine's theory with the exact steady flow about the
    spheroid, less the free-surface effect of speed; 1.5 % of the whole.
    """
    case = CASES["spheroid_under_way"]
    body = vehicle(case, "shape")
    for wave in case["cases"]:
        found = excitation(body, case, wave["period"], np.radians(wave["heading_deg"]), speed=wave["speed"])
        wanted = complex_of(wave["froude_krylov"]) + complex_of(wave["diffraction_true_steady_flow"])
        assert abs(found[2] - wanted[2]) <= 0.015 * abs(wanted[2])
        assert abs(found[4] - wanted[4]) <= 0.015 * abs(wanted[4])


def test_a_barge_in_waves_of_its_own_length_is_hardly_lifted() -> None:
    """The mean over the hull, not the value at its middle: at a wavelength of 0.98 L a tenth of the amplitude is left.

    With Capytaine's own added mass and damping of that frequency the heave of a barge is 0.0955 of the amplitude; the
    velocity at the middle would give 1.1. What is left here is diffraction, which constants do not have.
    """
    case = CASES["barge"]
    frequency = case["frequencies"][0]
    A, B = np.array(frequency["added_mass"]["value"]), np.array(frequency["damping"]["value"])
    hull = Hull(mesh.box([10.0, 4.0, 2.0]).refined(4))
    moments = case["moment_of_inertia"]["uniform_box_2_m_high"]
    inertial = sw.Inertial(
        sw.MassProperties.from_moments(case["mass"], *moments), Pose(), sw.AddedMass(0.5 * (A + A.T))
    )
    barge = sw.Vehicle("barge", inertial, hull, sw.Damping(linear=0.5 * (B + B.T)))
    sea = sw.Sea(case["rho"], case["g"], waves=Waves.regular(0.02, frequency["period"], gravity=case["g"], ramp=10.0))
    simulation = sw.Simulation(barge, sea, time_step=0.02)
    recording = simulation.run(40.0)
    z = recording["barge"].position[:, 0, 2][recording.time > 30.0]
    assert 0.5 * np.ptp(z) < 0.2 * 0.01

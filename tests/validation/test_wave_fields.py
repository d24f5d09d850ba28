"""Wave fields against the tests of asv_wave_sim, VRX's waves and Stokes' closed forms; origins are in the data file."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaway.sea import PiersonMoskowitz, Waves, wave_number

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "wave_fields.json").read_text())


def linear_regular(direction: float = 0.0) -> tuple[Waves, np.ndarray, np.ndarray]:
    """Their wave, and the places of their grid."""
    case = DATA["linear_regular"]
    waves = Waves.regular(2.0 * case["amplitude"], case["period"], direction=direction, gravity=case["gravity"])
    x, y = (-0.5 * size + size / n * np.arange(n) for size, n in zip(case["size"], case["count"], strict=True))
    return waves, x, y


def test_elevation_of_a_regular_wave() -> None:
    """A closed form with 16 digits: to rounding of the angle and of the cosine, 1e-15 each of 2 m."""
    case = DATA["linear_regular"]
    waves, x, y = linear_regular()
    assert waves.components.wave_number[0] == pytest.approx(case["wave_number"], rel=1e-14)
    found = waves.elevation(x, y[:, None], case["time"])
    np.testing.assert_allclose(found, np.tile(case["elevation_along_x"], (len(y), 1)), rtol=0, atol=1e-14)


@pytest.mark.parametrize("direction", DATA["linear_regular"]["directions"], ids=str)
def test_elevation_of_a_regular_wave_to_a_direction(direction: list[float]) -> None:
    """A cos(k (x cos θ + y sin θ) - ω t): the same bounds."""
    case = DATA["linear_regular"]
    angle = float(np.arctan2(direction[1], direction[0]))
    waves, x, y = linear_regular(angle)
    along = np.add.outer(y * np.sin(angle), x * np.cos(angle))
    expected = case["amplitude"] * np.cos(case["wave_number"] * along - 2.0 * np.pi / case["period"] * case["time"])
    np.testing.assert_allclose(waves.elevation(x, y[:, None], case["time"]), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("deep", [0.0, 60.0, 100.0])
def test_pressure_of_a_regular_wave(deep: float) -> None:
    """Head η e^kz of linear theory, less (a ω e^kz)² / 2g = k a² e^2kz / 2 of Bernoulli below the troughs; η at η.

    At 60 m, 42 standard deviations, it follows the surface by e^-42. The polynomial for e^x has 7e-14 of its value.
    """
    case = DATA["linear_regular"]
    waves, x, _ = linear_regular()
    eta, k, a = np.array(case["elevation_along_x"]), case["wave_number"], case["amplitude"]
    points = np.column_stack([x, np.zeros_like(x), np.full_like(x, -deep) if deep else eta])
    head = waves.dynamic_pressure(points, case["time"], 1025.0) / (1025.0 * case["gravity"])
    fading = np.exp(-k * deep)
    expected = eta * fading - 0.5 * k * a * a * fading**2 if deep else eta
    np.testing.assert_allclose(head, expected, rtol=0, atol=2e-13 * a)


def test_the_label_of_a_gerstner_wave_is_found() -> None:
    """Whoever finds x0 = 2 m at the place p has the height a cos(k x0) and the slope -k a sin(k x0) / -f'.

    Their p and f' have 9 digits: the tolerance of their test, times the slope of 2.1 for the height.
    """
    case = DATA["gerstner_one_wave"]
    a, k, x0 = case["amplitude"], case["wave_number"], case["label"]
    waves = Waves.gerstner(2.0 * a, case["period"], gravity=case["gravity"])
    assert waves.components.omega[0] == pytest.approx(case["omega"], rel=1e-9)
    assert waves.components.wave_number[0] == pytest.approx(k, rel=1e-8)
    assert x0 - a * np.sin(k * x0) == pytest.approx(case["place"], abs=case["tolerance"])
    eta = float(waves.elevation(case["place"], 0.0, 0.0))
    assert eta == pytest.approx(a * np.cos(k * x0), abs=3.0 * case["tolerance"])
    slope = float(waves.slope(case["place"], 0.0, 0.0)[0])
    assert slope == pytest.approx(k * (x0 - case["place"]) / case["derivative"], rel=1e-7)


def test_the_label_of_three_gerstner_waves_is_found() -> None:
    """At x = x0 - Σ a sin(k x0), y = y0 the height is Σ a cos(k x0); the search ends at 1e-14 of the distance."""
    case = DATA["gerstner_three_waves"]
    a, (X, Y) = np.array(case["amplitude"]), case["label"]
    angles = [np.arctan2(dy, dx) for dx, dy in case["direction"]]
    waves = Waves.gerstner(2.0 * a, case["period"], direction=angles, gravity=case["gravity"])
    k = (2.0 * np.pi / np.array(case["period"])) ** 2 / case["gravity"]
    eta = float(waves.elevation(X - np.sum(a * np.sin(k * X)), Y, case["time"]))
    assert eta == pytest.approx(np.sum(a * np.cos(k * X)), rel=1e-12)


# Stokes


def stokes_wave(amplitude: float) -> tuple[Waves, float]:
    """The wave of the data with another amplitude, and its k."""
    case = DATA["stokes"]
    waves = Waves.regular(2.0 * amplitude, case["period"], gravity=case["gravity"])
    assert waves.components.wave_number[0] == pytest.approx(case["wave_number"], rel=1e-14)
    return waves, case["wave_number"]


@pytest.mark.parametrize("z", ["0", "-5"])
def test_stokes_drift_with_depth(z: str) -> None:
    """Mean velocity of a particle over its own period, for a² = 1: 0.0494 m/s at the surface, 0.0263 m/s 5 m down.

    With a = 1 mm: what is left is of order k a = 6e-5, and RK4 with 400 steps has 1e-10. Above z = 0 the field is held,
    so the particle of the surface starts 5 mm below it: e^2kz is then 6e-4 less, which is allowed for.
    """
    case, a, steps = DATA["stokes"], 1e-3, 400
    waves, k = stokes_wave(a)
    depth = float(z) if z != "0" else -5e-3
    start = np.array([0.0, 0.0, depth + a * np.exp(k * depth)])  # at its crest, so that its mean is at this depth
    p, h = start.copy(), case["period"] / steps
    for n in range(steps):
        k1 = waves.velocity(p, n * h)
        k2 = waves.velocity(p + 0.5 * h * k1, (n + 0.5) * h)
        k3 = waves.velocity(p + 0.5 * h * k2, (n + 0.5) * h)
        k4 = waves.velocity(p + h * k3, (n + 1) * h)
        p = p + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    drift = (p[0] - start[0]) / case["period"] / a**2
    assert drift == pytest.approx(case["drift"][z] * np.exp(2.0 * k * (depth - float(z))), rel=2e-3)


def test_stokes_transport() -> None:
    """The mean flow of water between floor and surface, ω a²/2 [m2/s]: it is all between trough and crest.

    ∫ u dz from a depth to η over a period; below the troughs its mean is 0. With a = 1 mm what is left is of order
    k a = 6e-5. Gauss-Legendre in the layer from -2 mm to η, where u bends at z = 0 by 1e-4.
    """
    case, a = DATA["stokes"], 1e-3
    waves, _ = stokes_wave(a)
    time = case["period"] / 64 * np.arange(64)
    nodes, weights = np.polynomial.legendre.leggauss(8)
    eta = waves.elevation(0.0, 0.0, time)
    half = 0.5 * (eta + 2.0 * a)
    z = eta[:, None] + half[:, None] * (nodes - 1.0)
    points = np.stack([np.zeros_like(z), np.zeros_like(z), z], axis=-1)
    flow = half * (waves.velocity(points, time[:, None])[..., 0] @ weights)
    assert np.mean(flow) / a**2 == pytest.approx(case["transport"], rel=1e-3)


def test_crest_and_trough_of_the_second_order() -> None:
    """A trochoid is Stokes' wave up to k a² (Lamb, art. 251): a + k a²/2 above the mean level, a - k a²/2 below it.

    The heights are exact for Gerstner's wave. The mean over a period of 4096 points is one of a smooth function: 1e-12.
    """
    case = DATA["stokes"]
    waves = Waves.gerstner(2.0 * case["amplitude"], case["period"], gravity=case["gravity"])
    length = 2.0 * np.pi / case["wave_number"]
    eta = waves.elevation(length / 4096 * np.arange(4096), 0.0, 0.0)
    assert np.max(eta) - np.mean(eta) == pytest.approx(case["crest"], rel=1e-12)
    assert np.min(eta) - np.mean(eta) == pytest.approx(case["trough"], rel=1e-12)


# VRX


@pytest.mark.parametrize("case", DATA["vrx_spectrum"]["cases"], ids=lambda case: f"gain {case['gain']}")
def test_amplitudes_of_vrx(case: dict[str, Any]) -> None:
    """Gain times √(2 S Δω) at ω0/s, ω0 and ω0 s, with S of a fully developed sea. Closed forms: to rounding.

    The wind that makes this peak, ω_p = (4/5 β)^(1/4) g/U, makes its α too.
    """
    scale, g = DATA["vrx_spectrum"]["scale"], DATA["vrx_spectrum"]["gravity"]
    peak = 2.0 * np.pi / case["period"]
    sea = PiersonMoskowitz.from_wind((0.8 * 0.74) ** 0.25 * g / peak, g)
    assert sea.peak_period == pytest.approx(case["period"], rel=1e-14)
    omega = peak * scale ** np.array([-1.0, 0.0, 1.0])
    np.testing.assert_allclose(omega, case["omega"], rtol=1e-14)
    spacing = peak * np.array([1.0 - 1.0 / scale, 0.5 * (scale - 1.0 / scale), scale - 1.0])
    np.testing.assert_allclose(
        case["gain"] * np.sqrt(2.0 * sea.density(omega) * spacing), case["amplitude"], rtol=1e-13
    )
    k = wave_number(omega, gravity=DATA["vrx_spectrum"]["gravity_of_dispersion"])
    np.testing.assert_allclose(k, case["k"], rtol=1e-14)

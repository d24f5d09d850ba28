"""Manoeuvres of vehicles of the library beside published numbers."""

import numpy as np

from seaway import library
from seaway.control import Autopilot
from seaway.manoeuvres import BollardPull
from seaway.manoeuvres._bollard import run_to_steady_speed


def test_speeds_of_the_remus_of_fossen() -> None:
    """Origin: steady states of T. I. Fossen's PythonVehicleSimulator, remus100.py (c717e07), after 120 s.

    There a damping that fades with the speed takes 0.1 % of the lowest one; the library is without it, and says so.
    Speeds then go with the speed of the propeller, to the 1e-6 that is left after 80 s.
    """
    remus = library.entry("remus100_fossen")
    rpm = np.array([800.0, 1200.0, 1525.0])
    settings = BollardPull(levels=rpm / rpm[-1], time_step=0.02, duration=80.0)
    runs = run_to_steady_speed(settings, remus.vehicle, remus.sea, {"propeller": rpm * np.pi / 30.0})
    assert all(runs.steady)
    speeds = runs.speeds
    np.testing.assert_allclose(speeds, [1.33834, 2.00928, 2.55365], rtol=1.1e-3)
    np.testing.assert_allclose(speeds / speeds[2], rpm / rpm[2], rtol=1e-6)


def test_an_autopilot_leaves_the_propeller_alone() -> None:
    """Fins hold the depth; the propeller turns as commanded, and not with the speed of no thrust added to it."""
    remus = library.entry("remus100_fossen")
    options = {"levels": [0.5], "duration": 20.0, "time_step": 0.02}
    held, free = (BollardPull(hold_depth=each, **options).run(remus.vehicle, remus.sea) for each in ("yes", "no"))
    np.testing.assert_allclose(held.speeds, free.speeds, rtol=1e-5)


def test_bollard_pull_of_the_otter() -> None:
    """Origin: the same project's otter.py; 0.01108 N/(rad/s)² of each propeller, up to 103.93 rad/s: 24.4 kgf together.

    24.4 kgf are 239.36 N: the largest speed was made from it.
    """
    otter = library.entry("otter")
    made = BollardPull(levels=[0.5, 1.0], duration=20.0).run(otter.vehicle, otter.sea)
    np.testing.assert_allclose(made.pulls, [24.4 * 9.81 / 4.0, 24.4 * 9.81], rtol=1e-6)


def test_a_bluerov_is_kept_level() -> None:
    """Its propellers are 8.5 cm low: at half power they pitch it over, unless the vertical ones hold against it.

    Kept level its speed is the root of 13.7 u + 141 u² = T, with the damping of M. von Benzon et al., J. Mar. Sci.
    Eng. 10 (2022) 1898.
    """
    rov = library.entry("bluerov2_heavy")
    options = {"levels": [0.5], "duration": 15.0, "depth": 5.0}
    loose = BollardPull(hold_depth="no", **options).run(rov.vehicle, rov.sea)
    level = Autopilot(depth=5.0, roll=0.0, pitch=0.0, natural_frequency=5.0, integral_pole=1.0)
    held = BollardPull(hold=level, **options).run(rov.vehicle, rov.sea)
    assert np.max(np.abs(loose.recording[0].rpy[:, 0, 1])) > 1.0
    assert np.max(np.abs(held.recording[0].rpy[:, 0, 1])) < 0.2
    assert held.pulls[0] == loose.pulls[0]
    expected = (-13.7 + np.sqrt(13.7**2 + 4.0 * 141.0 * held.pulls[0])) / (2.0 * 141.0)
    np.testing.assert_allclose(held.speeds, expected, rtol=1e-3)

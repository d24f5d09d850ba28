"""The wave filter: notches against their transfer function; a motion with and without waves."""

import cmath
import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called, parameters
from tests.unit.kernels.steering import motion_at, parameters_of, states_of

from seaway.control import WaveFilter
from seaway.frames import Pose, quaternion_from_rpy
from seaway.kernels.surroundings import Motion
from seaway.kernels.wave_filter import encounter_frequency, filtered, notches

G = 9.80665


def transfer(part: WaveFilter, period: float, omega: float) -> complex:
    """The trapezoidal rule with a prewarped frequency: h(s) at s = j ω₀ tan(½ ω T) / tan(½ ω₀ T)."""
    h: complex = 1.0
    for ratio in (1.0, 1.0 / part.spread, part.spread) if part.cascaded else (1.0,):
        center = part.frequency * ratio
        s = 1j * center * math.tan(0.5 * omega * period) / math.tan(0.5 * center * period)
        top, bottom = (s * s + 2.0 * z * center * s + center**2 for z in (part.damping, part.width))
        h *= top / bottom
    return h


@pytest.mark.parametrize("cascaded", [False, True])
@pytest.mark.parametrize("omega", [0.05, 0.4, 0.8, 1.1, 2.5])
def test_the_frequency_response_is_the_transfer_function(cascaded: bool, omega: float) -> None:
    """Amplitude and phase of the steady answer to a sine, by least squares: 1e-9, after transients of e^-30."""
    part, T = WaveFilter(0.8, cascaded=cascaded), 0.1
    par, kernel = parameters_of(part, T), called(notches)
    x: Any = (0.0,) * 6
    t = np.arange(3000) * T
    y = np.zeros(len(t))
    for i, u in enumerate(np.sin(omega * t)):
        y[i], x = kernel(par, 0.8, x, float(u))
    late = slice(1500, None)
    basis = np.stack([np.sin(omega * t[late]), np.cos(omega * t[late])], axis=1)
    (real, imaginary), *_ = np.linalg.lstsq(basis, y[late], rcond=None)
    assert complex(real, imaginary) == pytest.approx(transfer(part, T, omega), abs=1e-9)


def test_the_response_of_the_continuous_notch() -> None:
    """At ω₀ it is ζ / ζ_w, whatever the period; far below 1 with the delay told; far above 1."""
    part = WaveFilter(0.8)
    assert transfer(part, 0.5, 0.8) == pytest.approx(0.1 / 0.5)
    for each in (part, part.replace(cascaded=True)):
        slow = transfer(each, 0.01, 0.01)
        assert abs(slow) == pytest.approx(1.0, abs=1e-3)
        assert -cmath.phase(slow) / 0.01 == pytest.approx(each.delay(), rel=1e-3)


def test_the_encounter_frequency() -> None:
    """|ω - ω² U cos β / g|: lower in following seas, higher in head seas, that of the waves across or at rest."""
    e = called(encounter_frequency)
    assert e(1.0, 0.3, (0.0, 0.0), G) == 1.0
    assert e(1.0, 0.0, (2.0, 0.0), G) == pytest.approx(1.0 - 2.0 / G)
    assert e(1.0, math.pi, (2.0, 0.0), G) == pytest.approx(1.0 + 2.0 / G)
    assert e(1.0, 0.5 * math.pi, (2.0, 0.0), G) == pytest.approx(1.0)
    assert e(1.0, 0.0, (2.0 * G, 0.0), G) == pytest.approx(1.0)


class Filter:
    """A filter at work."""

    def __init__(self, part: WaveFilter, period: float = 0.1):
        self.part, self.par, self.state = part, parameters_of(part, period), states_of(part.states)

    def __call__(self, motion: Motion, current: Any = (0.0, 0.0, 0.0)) -> Motion:
        around = parameters(gravity=G, v_current_B=current)
        found, new = called(filtered)(self.par, self.state, motion, around)
        self.state = states_of(self.part.states, tuple(new))
        return Motion(*found)


def test_a_steady_motion_passes_from_the_start() -> None:
    """Whatever the attitude: at the first call all is as it was, to rounding."""
    pose = Pose((3.0, -4.0, 0.2), quaternion_from_rpy((0.2, -0.3, 2.5)))
    nu = (1.0, -0.2, 0.1, 0.05, -0.04, 0.3)
    R = tuple(pose.R.ravel().tolist())
    motion = Motion(tuple(pose.p.tolist()), tuple(pose.q.tolist()), R, tuple(pose.R.T.ravel().tolist()), nu, nu)  # type: ignore[arg-type]
    found = Filter(WaveFilter(0.8))(motion, (0.1, 0.2, 0.0))
    for name, value in motion._asdict().items():
        expected = np.array(value) - (np.array([0.1, 0.2, 0, 0, 0, 0]) if name == "nu_r" else 0.0)
        np.testing.assert_allclose(getattr(found, name), expected, atol=1e-14, err_msg=name)


def test_attitude_and_rates_belong_together() -> None:
    """After many calls with a rolling, yawing vessel: R is that of q; roll and pitch are those of the vessel."""
    part = Filter(WaveFilter(0.8))
    for k in range(200):
        t = 0.1 * k
        angles = (0.2 * math.sin(t), 0.1 * math.cos(t), 0.3 * math.sin(0.8 * t))
        pose = Pose((0.0, 0.0, 0.0), quaternion_from_rpy(angles))
        R = tuple(pose.R.ravel().tolist())
        nu = (1.0, 0.0, 0.0, 0.1, 0.2, 0.3)
        motion = Motion((0.0, 0.0, 0.0), tuple(pose.q.tolist()), R, tuple(pose.R.T.ravel().tolist()), nu, nu)  # type: ignore[arg-type]
        found = part(motion)
    now = Pose((0, 0, 0), np.array(found.orientation))
    np.testing.assert_allclose(now.R.ravel(), found.R_WB, atol=1e-12)
    np.testing.assert_allclose(now.R.T.ravel(), found.R_BW, atol=1e-12)
    np.testing.assert_allclose(now.R[2], pose.R[2], atol=1e-12)
    # Only the part about the vertical differs.
    change = np.array(found.nu[3:]) - nu[3:]
    np.testing.assert_allclose(np.cross(change, pose.R[2]), 0.0, atol=1e-12)


def test_waves_are_blocked_and_a_turn_passes() -> None:
    """A turn of 0.02 rad/s through several turns, with 5° and 1 m of waves at 0.8 rad/s: a fifth of them is left.

    The slow motion is delayed by ``delay()``: 0.02 rad at 0.02 rad/s. Yaw rate and velocity have the same notches.
    """
    part = WaveFilter(0.8)
    run, T, w = Filter(part), 0.1, 0.8
    yaws, rates, xs = [], [], []
    t = np.arange(8000) * T
    for now in t:
        wave, slope = math.sin(w * now), w * math.cos(w * now)
        yaw = 0.02 * now + 0.0873 * wave
        motion = motion_at(0.5 * now + wave, 0.0, yaw, (0.5 + slope, 0.0))
        motion = motion._replace(nu=(*motion.nu[:5], 0.02 + 0.0873 * slope))
        found = run(motion)
        yaws.append(math.atan2(found.R_WB[3], found.R_WB[0]))
        rates.append(found.nu[5])
        xs.append(found.position[0])
    late = slice(6000, None)
    yaw_error = np.unwrap(yaws)[late] - 0.02 * (t[late] - part.delay())
    assert run.state.turns == 3.0  # of 16 rad: 2.5, from -π to π
    assert np.max(np.abs(yaw_error)) == pytest.approx(0.2 * 0.0873, rel=0.01)
    assert np.max(np.abs(np.array(rates)[late] - 0.02)) == pytest.approx(0.2 * 0.0873 * w, rel=0.01)
    assert np.max(np.abs(np.array(xs)[late] - 0.5 * (t[late] - part.delay()))) == pytest.approx(0.2, rel=0.01)


def test_the_frequency_follows_the_encounter() -> None:
    """A vessel at 3 m/s against the waves meets them at ω + ω² U / g."""
    run = Filter(WaveFilter(1.0, direction=math.pi))
    for k in range(100):
        run(motion_at(0.3 * k, 0.0, 0.0, (3.0, 0.0)))
    assert run.state.frequency == pytest.approx(1.0 + 3.0 / G)

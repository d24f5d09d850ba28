"""Reasons why measures have no value, tracks that are refused, and IMO's limits."""

from math import radians
from typing import Any

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.manoeuvres import (
    BollardPullResult,
    ZigZagTrialResult,
    decay_measures,
    step_measures,
    turning_measures,
    zigzag_measures,
)
from seaway.manoeuvres._bollard import BOLLARD
from seaway.manoeuvres._decay_measures import DECAY
from seaway.manoeuvres._steered import _no_ship
from seaway.manoeuvres._steering import Steering
from seaway.manoeuvres._step_measures import STEP
from seaway.manoeuvres._turning_measures import TURNING, TurningMeasures
from seaway.manoeuvres._zigzag_measures import ZIGZAG, ZigZagMeasures
from seaway.sea import Sea

T = np.linspace(0.0, 10.0, 101)


def test_tracks_that_are_none() -> None:
    with pytest.raises(ModelError, match=r"a track must have 3 or more samples over time, got the shape \(2,\)"):
        step_measures([0.0, 1.0], [0.0, 1.0], 1.0)
    with pytest.raises(ModelError, match=r"the time of a track must ascend \[s\]"):
        step_measures([0.0, 2.0, 1.0], [0.0, 1.0, 2.0], 1.0)
    with pytest.raises(ModelError, match=r"the yaw of a track must have the shape \(101\), got \(3\)"):
        turning_measures(T, T, T, [1.0, 2.0, 3.0])
    with pytest.raises(ModelError, match=r"the value of a track must be finite, got nan at \[0\]"):
        decay_measures([0.0, 1.0, 2.0], [np.nan, 1.0, 2.0])


def test_times_that_are_not_on_the_track() -> None:
    pattern = r"the helm must be put over within the track, from 0 to 10 s, got 11 s"
    with pytest.raises(ModelError, match=pattern):
        turning_measures(T, T, T, T, execute=11.0)
    with pytest.raises(ModelError, match=r"a step must start within the track, from 0 to 10 s, got 10 s"):
        step_measures(T, T, 1.0, start=10.0)


def test_manoeuvres_that_are_none() -> None:
    with pytest.raises(ModelError, match=r"the helm of a zig-zag is never put over: it is 0 all the time"):
        zigzag_measures(T, T, 0.0 * T)
    pattern = r"the target of a step must differ from the value at its start, got 0 for both"
    with pytest.raises(ModelError, match=pattern):
        step_measures(T, T, 0.0)
    with pytest.raises(ModelError, match=r"the band of a step must be finite and > 0, got 0"):
        step_measures(T, T, 1.0, band=0.0)


def test_decays_that_are_none() -> None:
    """Critical damping, no restoring force, a track that is too short, a swing that grows."""
    t = np.linspace(0.0, 20.0, 2001)
    m = decay_measures(t, np.exp(-t) * (1.0 + t))
    without = "it returns to its rest without crossing it: the damping is critical or more, and nothing oscillates"
    assert m.reasons == dict.fromkeys(("period", "natural_period", "damping_ratio", "linear", "quadratic"), without)
    assert (m.period, m.damping_ratio) == (None, None)
    stays = decay_measures(t, 0.1 + 1e-4 * t).reasons["period"]
    assert stays == "it does not return: 100 % of the offset is left; nothing restores it"
    short = decay_measures(T, np.exp(-0.1 * T)).reasons["period"]
    assert short == "it has not reached its rest, 37 % of the offset is left when the track ends: use a longer duration"
    grows = decay_measures(t, np.exp(0.1 * t) * np.cos(2.0 * t))
    assert grows.period == pytest.approx(np.pi, rel=1e-3)
    assert grows.damping_ratio is None
    assert grows.reasons["damping_ratio"].startswith("the swing does not decay: it goes from 1")


def test_a_line_through_too_few_decrements() -> None:
    t = np.linspace(0.0, 2.8, 2001)
    m = decay_measures(t, np.exp(-0.05 * t**2) * np.cos(4.0 * t))
    assert m.damping_ratio is not None
    assert m.reasons["linear"] == "the track has 2 whole cycles, fewer than 3"
    heavy = decay_measures(np.linspace(0.0, 8.0, 4001), _quickly_damped(np.linspace(0.0, 8.0, 4001)), smallest=1e-9)
    assert heavy.reasons["quadratic"].endswith("lightly damped, fewer than 3")


def _quickly_damped(t: Any) -> Any:
    """A swing whose decrement grows from cycle to cycle, beyond light damping."""
    return np.exp(-0.15 * t**2) * np.cos(4.0 * t)


def turn(rate: Any, speed: float = 2.0, end: float = 60.0) -> tuple[Any, Any, Any, Any]:
    """Track with a yaw rate that is a function of time [rad/s], after 10 s straight ahead, 50 samples/s."""
    t = np.arange(0.0, end, 0.02)
    yaw = np.concatenate([[0.0], np.cumsum(np.where(t < 10.0, 0.0, rate(t - 10.0))[:-1]) * 0.02])
    x, y = (np.concatenate([[0.0], np.cumsum(speed * f(yaw)[:-1]) * 0.02]) for f in (np.cos, np.sin))
    return t, x, y, yaw


def test_a_turn_that_does_not_answer_or_goes_the_other_way() -> None:
    none = turning_measures(*turn(lambda s: 0.0 * s), execute=10.0, side="left")
    text = "the heading changes by 0° in 50 s, less than 90°: it does not answer its helm"
    assert none.reasons["advance"] == text
    assert (none.advance, none.steady_diameter) == (None, None)
    assert none.approach_speed == pytest.approx(2.0)
    other = turning_measures(*turn(lambda s: 0.1 + 0.0 * s), execute=10.0, side="right")
    assert other.side == "right"
    assert other.reasons["time_90"] == (
        "the heading changes by 286° to the other side: the vehicle does not follow its helm"
    )
    slow = turning_measures(*turn(lambda s: 0.05 + 0.0 * s), execute=10.0)
    assert slow.advance == pytest.approx(40.0, rel=1e-3)
    assert slow.tactical_diameter is None
    message = "the heading changes by 143° in 50 s, less than 180°: use a longer duration, or more helm"
    assert slow.reasons["tactical_diameter"] == message


def test_a_turn_that_is_not_steady() -> None:
    """A yaw rate that grows all the time."""
    m = turning_measures(*turn(lambda s: 0.02 * s), execute=10.0)
    assert m.time_360 is not None
    assert m.steady_diameter is None
    words = "the turn is not steady: in the halves of the last turn the yaw rate differs by"
    assert m.reasons["steady_diameter"].startswith(words)
    assert m.reasons["speed_ratio"] == m.reasons["steady_diameter"]


def test_an_approach_that_is_not_steady() -> None:
    t, x, y, yaw = turn(lambda s: 0.2 + 0.0 * s)
    m = turning_measures(t, np.where(t < 10.0, 0.1 * t**2, x - 10.0), y, yaw, execute=10.0)
    assert m.approach_speed is None
    assert m.reasons["approach_speed"].startswith("the approach is not steady: at the execute the speed is 2 m/s and ")
    assert m.speed_ratio is None
    assert m.criteria(200.0)[0].reason == m.reasons["approach_speed"]


def test_a_vehicle_that_tumbles() -> None:
    """What is reached before the tilt of 45° counts, and nothing after it."""
    t, x, y, yaw = turn(lambda s: 0.2 + 0.0 * s)
    tilt = np.where(t < 20.0, 0.1, 1.5)
    m = turning_measures(t, x, y, yaw, execute=10.0, tilt=tilt)
    assert m.time_90 == pytest.approx(0.5 * np.pi / 0.2, abs=0.03)
    assert m.time_180 is None
    assert m.reasons["time_180"].startswith("the vehicle tilts by more than 45° from 20 s on, by 86° at most")
    early = turning_measures(t, x, y, yaw, execute=10.0, tilt=np.full(len(t), 1.0))
    assert {early.reasons[key] for key in ("approach_speed", "advance", "drift_angle")} == {early.reasons["time_90"]}
    assert early.approach_speed is None
    step = step_measures(T, T, 10.0, tilt=np.full(len(T), 1.0))
    assert (step.overshoot, step.steady_error) == (None, None)


def test_a_vehicle_that_turns_on_the_spot() -> None:
    """Bo goes abeam, in a small circle about a point ahead of it."""
    t = np.arange(0.0, 60.0, 0.02)
    yaw = 0.5 * t
    m = turning_measures(t, -0.1 * np.cos(yaw), -0.1 * np.sin(yaw), yaw)
    assert m.steady_diameter == pytest.approx(0.2, rel=1e-3)
    assert m.drift_angle is None
    assert m.reasons["drift_angle"] == "the vehicle turns on the spot: in a circle of 0.2 m it has no course ahead"


def test_a_turn_carried_off_by_a_current() -> None:
    t, x, y, yaw = turn(lambda s: 0.2 + 0.0 * s)
    m = turning_measures(t, x, y - 5.0 * np.maximum(t - 10.0, 0.0), yaw, execute=10.0)
    assert m.transfer is None
    assert m.reasons["transfer"].startswith("at 90° of heading it is -29.")
    assert m.steady_speed == pytest.approx(2.0, rel=1e-3)


def zigzag_track(heading: Any, switch: Any) -> tuple[Any, Any, Any]:
    t = np.arange(0.0, 60.0, 0.05)
    return t, np.radians(heading(t)), switch(t)


def test_a_zigzag_that_does_not_answer() -> None:
    track = zigzag_track(lambda t: 0.0 * t, lambda t: np.where(t < 10.0, 0.0, -1.0))
    m = zigzag_measures(*track, first="right")
    reason = (
        "there is no execute 2: 50 s after the last one the heading has changed by at most 0° to the side of the helm: "
        "the vehicle does not answer its helm"
    )
    assert m.reasons["first_overshoot"] == m.reasons["initial_turning_time"] == m.reasons["period"] == reason
    assert (m.first_overshoot, m.reach, m.overshoots) == (None, None, ())
    flipped = zigzag_track(lambda t: 0.5 * np.maximum(t - 10.0, 0.0), lambda t: np.where(t < 10.0, 0.0, -1.0))
    reason = zigzag_measures(*flipped, first="right").reasons["reach"]
    assert reason.endswith("by at most 25°, to the other side: the vehicle does not follow its helm")


def test_a_zigzag_whose_heading_does_not_alternate() -> None:
    """The helm is reversed three times, and the heading stays on one side: the second overshoot has no meaning."""
    helm = lambda t: np.select([t < 10.0, t < 20.0, t < 30.0], [0.0, 1.0, -1.0], 1.0)  # noqa: E731
    m = zigzag_measures(*zigzag_track(lambda t: np.interp(t, [10, 22, 60], [0.0, 12.0, 6.0]), helm))
    assert m.first_overshoot == pytest.approx(radians(2.0), abs=1e-3)
    assert m.second_overshoot is None
    reason = "at execute 3 the heading is on the other side: the vehicle does not follow its helm"
    assert m.reasons["second_overshoot"] == reason
    assert m.reasons["reach"] == "the heading does not come back to the old course before the track ends"


def test_a_zigzag_that_the_helm_does_not_check() -> None:
    helm = lambda t: np.select([t < 10.0, t < 12.0], [0.0, 1.0], -1.0)  # noqa: E731
    m = zigzag_measures(*zigzag_track(lambda t: np.interp(t, [10, 12, 40, 60], [0.0, 10.0, 250.0, 100.0]), helm))
    assert m.initial_turning_time == pytest.approx(2.0)
    assert m.first_overshoot is None
    assert m.reasons["first_overshoot"].startswith("after execute 2 the heading goes on to more than half a turn")


def test_steps_without_an_answer() -> None:
    still = step_measures(T, 0.0 * T, 1.0)
    words = "the response reaches 0 % of the step in 10 s, less than 90 %: the vehicle does not answer its controls"
    assert still.reasons["overshoot"] == still.reasons["rise_time"] == words
    assert still.reasons["settling_time"] == "at the end the response is 100 % of the step off its target"
    assert (still.overshoot, still.peak_time, still.steady_error) == (None, None, 1.0)
    away = step_measures(T, -0.03 * T, 1.0)
    assert away.reasons["rise_time"] == "the response goes the wrong way, by 30 % of the step"
    moving = step_measures(T, 0.2 * T, 1.0)
    assert moving.reasons["peak_time"] == "the response still rises at the end of the track"
    assert moving.steady_error is None
    words = "the response still changes by 20 % of the step in the last tenth of the track"
    assert moving.reasons["steady_error"] == words
    assert step_measures(T, 1.0 - np.exp(-T), 1.0).reasons == {"peak_time": "there is no overshoot"}


def test_bollard_pulls_without_a_meaning() -> None:
    recording: Any = None
    levels, wrenches = np.array([0.25, 0.5, 0.75, 1.0]), np.zeros((4, 6))
    speeds, steady, changes = (
        np.array([1.0, 2.0, -0.1, 3.0]),
        (True, False, True, True),
        np.array([0.0, 0.12, 0.0, 0.0]),
    )
    pulls, tilts = np.array([0.0, 2.0, 3.0, 4.0]), np.array([0.0, 0.0, 0.0, 1.4])
    made = BollardPullResult("x", recording, {}, levels, {}, pulls, wrenches, speeds, steady, changes, tilts)
    assert made.reasons == {
        "pull_25": "the thrusters do not pull ahead with these commands: 0 N",
        "speed_50": "the speed changes by 12 % in the last tenth of the run, more than 0.1 %",
        "speed_75": "the vehicle makes no way ahead: -0.1 m/s",
        "speed_100": "the vehicle tilts by 80° at the end of the run, more than 45°: the thrust turns it over",
    }
    values = {measure.key: measure.value for measure in made.quantities()}
    assert (values["pull_25"], values["speed_25"], values["speed_100"]) == (None, 1.0, None)


@pytest.mark.parametrize("definitions", [TURNING, ZIGZAG, DECAY, STEP, BOLLARD])
def test_every_measure_has_its_condition(definitions: Any) -> None:
    assert all(definition.condition for definition in definitions)
    keys = [definition.key for definition in definitions]
    assert len(set(keys)) == len(keys)


def test_a_step_that_is_settled_from_the_start() -> None:
    assert step_measures(T, 1.0 + 1e-3 * T, 1.2, band=2.0).settling_time == 0.0


def turned(advance: float | None, tactical: float | None) -> TurningMeasures:
    return TurningMeasures("left", 5.0, advance, 1.0, tactical, None, None, None, None, None, None, None)


def test_imo_turning() -> None:
    advance, tactical = turned(450.0, 501.0).criteria(100.0)
    assert (advance.value, advance.limit, advance.met, advance.applies) == (4.5, 4.5, True, True)
    assert (tactical.value, tactical.limit, tactical.met) == (5.01, 5.0, False)
    advance, tactical = turned(4.0, None).criteria(2.0)
    assert (advance.applies, advance.met, tactical.met) == (False, None, None)
    assert advance.reason == "the standards are for ships of 100 m and more, and this one has 2 m"
    with pytest.raises(ModelError, match=r"the length of a ship \[m\] must be finite and > 0, got 0"):
        turned(1.0, 1.0).criteria(0.0)


def zigzagged(first: float, second: float, distance: float) -> ZigZagMeasures:
    return ZigZagMeasures((0.0,), (0.2,), (radians(first), radians(second)), 1.0, distance, (), None, None)


@pytest.mark.parametrize(
    ("ratio", "first", "second"), [(9.99, 10.0, 25.0), (10.0, 10.0, 25.0), (20.0, 15.0, 32.5), (30.0, 20.0, 40.0)]
)
def test_imo_zigzag_10(ratio: float, first: float, second: float) -> None:
    """The limits meet at L/V of 10 s and 30 s."""
    found = zigzagged(first - 0.01, second + 0.01, 249.0).criteria(100.0, 100.0 / ratio, radians(10.0))
    assert [criterion.limit for criterion in found] == pytest.approx([first, second, 2.5])
    assert [criterion.met for criterion in found] == [True, False, True]
    assert found[0].value == pytest.approx(first - 0.01)


def test_imo_zigzag_20_and_others() -> None:
    (one,) = zigzagged(26.0, 1.0, 1.0).criteria(100.0, 10.0, radians(20.0))
    assert (one.limit, one.met) == (25.0, False)
    assert zigzagged(1.0, 1.0, 1.0).criteria(100.0, 10.0, radians(15.0)) == ()


@pytest.mark.parametrize(
    ("angle", "helm", "by", "reason"),
    [
        (10.0, {"rudder": -10.0}, "rudder", ""),
        (10.0, {"top": -10.0, "bottom": 10.0}, "rudder", ""),
        (10.0, {"rudder": -10.0}, "commands", ""),
        (
            10.0,
            {"rudder": -8.0},
            "rudder",
            "they are for rudders put over by the change of heading, 10°, and this one by 8°",
        ),
        (15.0, {"rudder": -15.0}, "rudder", "they are for zig-zags of 10°/10° and 20°/20°, and this one has 15°"),
        (10.0, {"port": 9.0}, "propellers", "they are for rudders, and this vehicle is steered by its propellers"),
    ],
)
def test_imo_zigzags_are_of_rudders_at_the_angle_of_the_heading(
    angle: float, helm: dict[str, float], by: str, reason: str
) -> None:
    steering = Steering({"main": 1.0}, {name: radians(value) for name, value in helm.items()}, by)
    recording: Any = None
    about = "ship", recording, {}, zigzagged(1.0, 1.0, 1.0), radians(angle), 10.0, 5.0, np.zeros(3), steering
    trial = ZigZagTrialResult(*about)
    assert trial.no_criteria == reason
    assert len(trial.criteria(100.0)) == (0 if reason else 3)
    if not reason:
        unsteady = ZigZagTrialResult(*about, unsteady="the approach is not steady").criteria(100.0)
        assert {(c.reason, c.met) for c in unsteady} == {("the approach is not steady", None)}


@pytest.mark.parametrize(
    ("sea", "by", "deep", "reason"),
    [
        (Sea(), "rudder", False, ""),
        (Sea(), "rudder", True, "the standards are for ships at the surface, and this vehicle is submerged"),
        (Sea(), "propellers", False, "the standards are for rudders, and this vehicle is steered by its propellers"),
        (Sea(current=(0.5, 0, 0)), "rudder", False, "the standards are for calm water, and this sea has current"),
    ],
)
def test_where_imo_applies(sea: Sea, by: str, deep: bool, reason: str) -> None:
    assert _no_ship(sea, Steering({}, {}, by), deep) == reason

"""asv_wave_sim's waves."""

import warnings
from math import atan2, hypot, pi, sqrt
from typing import Any, Final, cast

import numpy as np

from seaway._arrays import positive
from seaway.errors import SeawayWarning
from seaway.gazebo._bodies import errors_at, located
from seaway.gazebo._parameters import TABLES, WAVES, Reading
from seaway.gazebo._plan import Plan
from seaway.gazebo._plugins import PlacedPlugin
from seaway.gazebo._water import bring_asv_water
from seaway.sea import Eckv, PiersonMoskowitz, Spreading, Waves

# Narrowness of asv_wave_sim's spreading, and the number of components that stand for its grid.
_SPREADING: Final = 5.0
_COMPONENTS: Final = 200


def waves(plan: Plan, placed: PlacedPlugin) -> None:
    """asv_wave_sim's waves: one Airy wave, Gerstner waves, or a random sea with a wind spectrum."""
    source, sea = placed.source, plan.sea
    if sea.waves is not None:
        raise located("there are two plugins with waves; the sea takes one", source)
    if sea.water is not None and sea.surface is None:
        message = f"waves need a surface, and the water of {sea.water.who} at {sea.water.source} has none"
        raise located(f"{message}; leave one out with ignore= (--ignore)", source)
    bring_asv_water(plan, placed)
    who, table = TABLES["wave"]
    node = placed.inner("wave") or placed.node
    head = Reading(node, who, table)
    algorithm = head["algorithm"]
    if algorithm not in WAVES:
        raise head.error("algorithm", f"must be sinusoid, trochoid, linear_random or fft, got {algorithm!r}")
    p = Reading(node, who, WAVES[algorithm])
    with errors_at(source, who), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SeawayWarning)
        if "random" in algorithm or algorithm == "fft":
            sea.waves = _random(plan, placed, p, algorithm)
        else:
            sea.waves = _trochoid(p, sea.gravity) if "trochoid" in algorithm else _regular(p, sea.gravity)
    for warning in caught:
        plan.warn(source, "waves", str(warning.message))
    if sea.water is not None and sea.water.kind == "buoyancy":
        message = "the waves act on bodies that float by Buoyancy as well; in Gazebo its surface is flat"
        plan.warn(source, "waves-buoyancy", message)


def _direction(p: Reading) -> float:
    x, y = p["direction"]
    if x == y == 0.0:
        raise p.error("direction", "must be non-zero, got 0 0")
    return atan2(y, x)


def _regular(p: Reading, gravity: float) -> Waves | None:
    if p["amplitude"] == 0.0:
        return None
    return Waves.regular(**p.arguments(), direction=_direction(p), gravity=gravity)


def _trochoid(p: Reading, gravity: float) -> Waves | None:
    """N waves about the middle one: each ``scale`` times as long and high as the one before, turned by ``angle``."""
    count, direction = _count(p), _direction(p)
    scale = positive(p["scale"], "the scale of waves")
    if p["amplitude"] == 0.0:
        return None
    n = np.arange(count) - count // 2
    s = scale ** n.astype(np.float64)
    H, k = p["amplitude"] * s, (2.0 * pi / positive(p["period"], "the period of waves [s]")) ** 2 / gravity / s
    T, q = 2.0 * pi / np.sqrt(gravity * k), np.minimum(1.0, p["steepness"] / (0.5 * H * k * count))
    return Waves.gerstner(H, T, direction=direction + n * p["angle"], phase=p["phase"], q=q, gravity=gravity)


def _count(p: Reading) -> int:
    count = p["number"]
    if count < 1.0 or count != int(count):
        raise p.error("number", f"must be a whole number >= 1, got {count:g}")
    return int(count)


def _random(plan: Plan, placed: PlacedPlugin, p: Reading, algorithm: str) -> Waves | None:
    x, y = p["wind_velocity"]
    speed, direction = hypot(x, y), atan2(y, x)
    if p.inner("wind_speed") or p.inner("wind_angle_deg"):
        speed, direction = p["wind_speed"], p["wind_angle_deg"]
    g, seed, by_grid = plan.sea.gravity, plan.seed, algorithm != "linear_random"
    count = _COMPONENTS if by_grid else _count(p)
    if speed == 0.0:
        return None
    if by_grid:
        spectrum, options = Eckv(speed, gravity=g), {"spreading": Spreading(_SPREADING)}
        height = 4.0 * sqrt(spectrum.moment(0))
        what = f"with the ECKV spectrum, cos-2s spreading (s = {_SPREADING:g})"
        other = "they replace the grid of asv_wave_sim, without its sharp crests (steepness)"
    else:
        spectrum, options = PiersonMoskowitz.from_wind(speed, g), {"method": "equal_spacing"}
        height, what = spectrum.significant_height, "with the Pierson-Moskowitz spectrum"
        other = "their frequencies and phases are not those of asv_wave_sim"
    message = f"{algorithm}: {count} waves {what} at {speed:g} m/s wind, Hs {height:.3g} m, seed {seed}; {other}"
    plan.notice(placed.source, "waves", message)
    return Waves.irregular(spectrum, count, direction=direction, seed=seed, gravity=g, **cast("Any", options))

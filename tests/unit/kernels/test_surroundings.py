"""How a vehicle lies in the water, and how water and air move at its points."""

import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import by_columns, called, motion_of, parameters, six, still_water

from seaway.frames import Pose
from seaway.kernels import surroundings
from seaway.kernels.restoring import wetness
from seaway.kernels.submergence import BOX
from seaway.kernels.water import WATER
from seaway.kernels.waves import AIRY, GERSTNER, airy_motions, gerstner_motions
from seaway.sea import Waves
from seaway.shapes import Box

RHO, G = 1025.0, 9.81
POSE = Pose((3.0, -2.0, 0.1), (0.9, 0.2, -0.3, 0.1))
NU = np.array([0.4, -0.3, 0.2, 0.1, 0.5, -0.6])
POINT = np.array([0.3, -0.2, 0.5])
T = 2.75
SEAS = {
    "airy": Waves.regular(1.0, 6.0, direction=0.3, phase=0.2, gravity=G),
    "gerstner": Waves.gerstner([0.8, 0.5], [6.0, 4.0], direction=[0.3, -1.0], phase=[0.0, 1.0], q=0.7, gravity=G),
}


def sea_of(waves: Waves | None = None, level: float = 0.0) -> Any:
    """What kernels read of the sea."""
    water = np.zeros(1, dtype=WATER)
    water["density"], water["gravity"], water["surface"], water["wave_depth"] = RHO, G, level, np.inf
    if waves is not None:
        waves.fill(water)
    values = {name: water[name][0] for name in WATER.names or ()}
    return parameters(**{name: six(x) if np.ndim(x) else x.item() for name, x in values.items()})


def field_of(waves: Waves, row: float = 0.0) -> surroundings.WaveField:
    records, kind = waves.compiled(), sea_of(waves).waves
    return surroundings.WaveField(records if kind == AIRY else None, records if kind == GERSTNER else None, row)


def motion_at(waves: Waves, p_W: np.ndarray, level: float = 0.0) -> np.ndarray:
    """Of one point, by ``kernels.waves``: η, slope, velocity, acceleration; heights above the still surface."""
    out, points, times = np.zeros((1, 10)), (p_W - [0, 0, level])[None], np.array([T])
    if sea_of(waves).waves == GERSTNER:
        gerstner_motions(waves.compiled(), 0, times, points, out)
    else:
        airy_motions(waves.compiled(), 0, np.inf, waves.ramp, times, points, out)
    return out[0]


# Parts that act

IMMERSION = [
    # mass, wet, ρ V
    (500.0, 1.0, 1000.0, 1.0),
    (500.0, 0.0, 1000.0, 0.0),
    (500.0, 0.5, 1000.0, 1.0),  # afloat
    (500.0, 0.25, 1000.0, 1.0),  # half of what is wet afloat
    (500.0, 0.125, 1000.0, 0.5),
    (2000.0, 0.5, 1000.0, 1.0),  # it sinks: half of all
    (2000.0, 0.25, 1000.0, 0.5),
    (500.0, 1.0, 0.0, 1.0),  # it displaces nothing
]


@pytest.mark.parametrize(("mass", "wet", "whole", "part"), IMMERSION)
def test_damping_fades_below_half_of_what_is_wet_afloat(mass: float, wet: float, whole: float, part: float) -> None:
    assert called(surroundings.immersion)(mass, wet, wet * whole) == part


EMERSION = [
    (500.0, 1.0, 1000.0, 0.0),
    (500.0, 0.0, 1000.0, 1.0),
    (500.0, 0.5, 1000.0, 1.0),  # afloat
    (500.0, 0.75, 1000.0, 1.0),  # half of what is dry afloat
    (500.0, 0.875, 1000.0, 0.5),
    (2000.0, 0.75, 1000.0, 0.25),  # it sinks: any part
    (1000.0, 0.75, 1000.0, 0.25),  # it hovers
    (500.0, 1.0, 0.0, 0.0),  # it displaces nothing
]


@pytest.mark.parametrize(("mass", "wet", "whole", "part"), EMERSION)
def test_wind_fades_below_half_of_what_is_dry_afloat(mass: float, wet: float, whole: float, part: float) -> None:
    assert called(surroundings.emersion)(mass, wet, wet * whole) == part


# Points of a vehicle


def test_depth_and_velocity_of_a_point_in_still_water() -> None:
    """Through the water: v + ω × p - u."""
    around, motion = still_water(surface=5.0, v_current_B=(0.1, 0.2, 0.3)), motion_of(NU, POSE)
    depth, v = called(surroundings.water_at)(around, motion, six(POINT))
    assert depth == pytest.approx(5.0 - POSE.point(POINT)[2], rel=1e-14)
    assert called(surroundings.depth_at)(around, motion, six(POINT)) == depth
    np.testing.assert_allclose(v, NU[:3] + np.cross(NU[3:], POINT) - [0.1, 0.2, 0.3], rtol=1e-14)


def test_in_unbounded_water_every_point_is_deep() -> None:
    around, motion = still_water(), motion_of(NU, POSE)
    assert called(surroundings.depth_at)(around, motion, six(POINT)) == math.inf


@pytest.mark.parametrize("name", SEAS)
@pytest.mark.parametrize("row", [0.0, 5.0])
def test_depth_and_velocity_of_a_point_in_waves(name: str, row: float) -> None:
    """The waves of a row, or those that all rows share, at the point itself."""
    waves, level = SEAS[name], 1.5
    sea, place = sea_of(waves, level), POSE.point(POINT)
    around = still_water(surface=level, sea=sea, waves=field_of(waves, row), time=T)
    wave = motion_at(waves, place, level)
    depth, v = called(surroundings.water_at)(around, motion_of(NU, POSE), six(POINT))
    assert depth == pytest.approx(level + wave[0] - place[2], rel=1e-13)
    assert called(surroundings.depth_at)(around, motion_of(NU, POSE), six(POINT)) == depth
    np.testing.assert_allclose(v, NU[:3] + np.cross(NU[3:], POINT) - POSE.R.T @ wave[3:6], rtol=1e-13)
    assert np.linalg.norm(wave[3:6]) > 0.1


def test_a_row_without_waves_beside_others_that_have_them_is_still() -> None:
    calm, waves = sea_of(), SEAS["airy"]
    found = called(surroundings.wave_motion_at)(field_of(waves), calm, T, (1.0, 2.0, -1.0))
    assert found == (0.0, (0.0,) * 3, (0.0,) * 3, (0.0,) * 3, 0.0)


# How a vehicle lies

BOX_BODY = {
    "volume": 0.12,
    "center_of_buoyancy": (0.1, -0.2, 0.3),
    "extent": BOX,
    "half_size": (0.5, 0.3, 0.1),
    "radius": Box([1.0, 0.6, 0.2]).reach,
    "axes": np.eye(3),
    "mass": 80.0,
    "center_of_mass": (0.05, 0.0, 0.1),
}
R_WB, R_BW = six(POSE.R), six(POSE.R.T)


def lying(body: Any, sea: Any, waves: Any, p: Any = POSE.p) -> Any:
    return called(surroundings.lying_shape)(body, True, True, sea, waves, T, six(p), R_WB, R_BW)


def test_what_displaces_nothing_is_always_wet_and_not_pressed() -> None:
    found = lying(parameters(**{**BOX_BODY, "radius": -math.inf, "volume": 0.0}), sea_of(), None)
    assert (found.wet, found.p_BoBcb_B, found.stored) == (1.0, (0.1, -0.2, 0.3), 0.0)
    assert found.pressure == (0.0,) * 6


@pytest.mark.parametrize("height", [-5.0, -0.1, 0.0, 5.0])
def test_a_shape_in_still_water_is_lifted_by_what_it_displaces(height: float) -> None:
    body, p = parameters(**BOX_BODY), np.array([0.0, 0.0, height])
    center = height + (POSE.R @ np.array(body.center_of_buoyancy))[2]
    up = POSE.R.T[:, 2]
    wet, place = called(wetness)(body, True, True, six(up), -center)
    found = lying(body, sea_of(), None, p)
    assert found.wet == pytest.approx(wet, rel=1e-14)
    lift = wet * RHO * 0.12 * G * up
    np.testing.assert_allclose(found.pressure, [*lift, *np.cross(place, lift)], rtol=1e-13, atol=1e-12)


@pytest.mark.parametrize("name", SEAS)
def test_a_shape_in_waves_meets_the_plane_that_touches_them(name: str) -> None:
    """Above its centre; the water moves as it does at the centre of the wet part."""
    waves, level = SEAS[name], 1.5
    body, cut = parameters(**BOX_BODY), 0
    for z in (-3.0, -0.3, 0.0, 0.2, 0.4, 4.0):
        p = np.array([3.0, -2.0, level + z])
        pose = Pose(p, POSE.q)
        center = pose.point(body.center_of_buoyancy)
        wave = motion_at(waves, center, level)
        normal = np.array([-wave[1], -wave[2], 1.0])
        steep = 1.0 / np.linalg.norm(normal)
        depth = steep * (level + wave[0] - center[2])
        wet, place = called(wetness)(body, True, True, six(POSE.R.T @ normal * steep), depth)
        found = lying(body, sea_of(waves, level), field_of(waves), p)
        assert found.wet == pytest.approx(wet, abs=1e-13)
        np.testing.assert_allclose(found.p_BoBcb_B, place, rtol=0, atol=1e-12)
        at = motion_at(waves, pose.point(place), level)
        np.testing.assert_allclose(found.wave.velocity, at[3:6], rtol=0, atol=1e-12)
        lift = wet * RHO * 0.12 * G * POSE.R.T[:, 2]
        np.testing.assert_allclose(found.pressure, [*lift, *np.cross(place, lift)], rtol=0, atol=1e-9)
        cut += 0.0 < wet < 1.0
    assert cut


def test_a_stiffness_carries_the_weight_and_restores_about_the_waves() -> None:
    waves, level = SEAS["airy"], 1.5
    stiffness = np.random.default_rng(5).normal(size=(6, 3))
    body = parameters(**BOX_BODY, stiffness=stiffness, rest=0.2)
    found = called(surroundings.lying_stiff)(body, sea_of(waves, level), field_of(waves), T, six(POSE.p), R_WB, R_BW)
    wave = motion_at(waves, POSE.point(body.center_of_buoyancy), level)
    normal = POSE.R.T @ (np.array([-wave[1], -wave[2], 1.0]) / np.linalg.norm([wave[1], wave[2], 1.0]))
    roll, pitch = math.atan2(normal[1], normal[2]), -math.asin(normal[0])
    weight = 80.0 * G * POSE.R.T[:, 2]
    carried = np.array([*weight, *np.cross(body.center_of_mass, weight)])
    x = np.array([POSE.p[2] - level - wave[0] - 0.2, roll, pitch])
    np.testing.assert_allclose(found.pressure, carried - stiffness @ x, rtol=1e-12)
    assert found.stored == pytest.approx(0.5 * x @ stiffness[2:5] @ x, rel=1e-12)
    assert found.wet == 1.0


def test_a_stiffness_in_unbounded_water_has_no_heave() -> None:
    body = parameters(**BOX_BODY, stiffness=np.eye(6, 3, -2), rest=0.0)
    found = called(surroundings.lying_stiff)(
        body, sea_of(level=math.inf), None, T, (0.0, 0.0, -7.0), six(np.eye(3)), six(np.eye(3))
    )
    assert found.pressure[2] == 80.0 * G


# Water that accelerates


@pytest.mark.parametrize("has_added", [0, 1])
def test_water_that_accelerates_takes_the_added_mass_and_what_is_displaced_along(has_added: int) -> None:
    """M_A [a; 0] + ρ V a at the centre of the wet part."""
    random = np.random.default_rng(6)
    M, a, center = random.normal(size=(6, 6)), random.normal(size=3), random.normal(size=3)
    around = parameters(displaced_mass=30.0, a_WC_B=six(a), a_pressure_B=six(0.5 * a), p_BoBcb_B=six(center))
    found = called(surroundings.water_acceleration)(parameters(added=by_columns(M), has_added=has_added), around)
    expected = np.concatenate([15.0 * a, np.cross(center, 15.0 * a)]) + has_added * (M[:, :3] @ a)
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13)

"""How a vehicle lies in the water, and how water and air move at its points."""

import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called, motion_of, parameters, six, still_water

from seaway.frames import Pose, quaternion_product
from seaway.kernels import surroundings
from seaway.kernels.restoring import wetness
from seaway.kernels.submergence import BOX
from seaway.kernels.water import WATER
from seaway.kernels.wave_sums import NO_BODY_MOTION, ROOM
from seaway.kernels.waves import AIRY, GERSTNER, OMEGA, PHASE
from seaway.sea import Sea, Waves
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


def field_of(waves: Waves, row: float = 0.0, t: float = T, current: Any = (0.0, 0.0, 0.0)) -> Any:
    """The waves at a time, on a uniform current."""
    table, sea, v = waves.compiled(), sea_of(waves), np.array(current)
    airy, gerstner = (table if sea.waves == kind else None for kind in (AIRY, GERSTNER))
    n = table.shape[2]
    now, none = np.full((1, 2 * n + ROOM), np.nan), (0.0, 0.0, 0.0)
    now[0, :n], now[0, n : 2 * n] = table[0, PHASE] - table[0, OMEGA] * t, table[0, OMEGA]
    return surroundings.WaveField(airy, gerstner, row, now, six(v * t), six(v), none, 1.0, 0.0)


def motion_at(waves: Waves, p_W: np.ndarray, level: float = 0.0, current: Any = None) -> np.ndarray:
    """Of one point: η, slope, velocity, acceleration; heights above the still surface."""
    carrier = Sea(gravity=G, current=current).carrier
    return waves.motion_on(carrier, p_W - [0, 0, level], T)


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


@pytest.mark.parametrize("current", [(0.0, 0.0, 0.0), (0.8, -0.5, 0.0)])
@pytest.mark.parametrize("name", SEAS)
@pytest.mark.parametrize("row", [0.0, 5.0])
def test_depth_and_velocity_of_a_point_in_waves(name: str, row: float, current: Any) -> None:
    """The waves of a row, or those that all rows share, at the point itself, where the current has carried them."""
    waves, level = SEAS[name], 1.5
    sea, place = sea_of(waves, level), POSE.point(POINT)
    around = still_water(surface=level, sea=sea, waves=field_of(waves, row, current=current))
    wave = motion_at(waves, place, level, current)
    depth, v = called(surroundings.water_at)(around, motion_of(NU, POSE), six(POINT))
    assert depth == pytest.approx(level + wave[0] - place[2], rel=1e-13)
    assert called(surroundings.depth_at)(around, motion_of(NU, POSE), six(POINT)) == depth
    np.testing.assert_allclose(v, NU[:3] + np.cross(NU[3:], POINT) - POSE.R.T @ wave[3:6], rtol=1e-13)
    assert np.linalg.norm(wave[3:6]) > 0.1


def test_a_row_without_waves_beside_others_that_have_them_is_still() -> None:
    calm, waves = sea_of(), field_of(SEAS["airy"])
    assert called(surroundings.wave_flow_at)(waves, calm, (1.0, 2.0, -1.0)) == (0.0, (0.0,) * 3)
    assert called(surroundings.elevation_at)(waves, calm, 0.0, (1.0, 2.0, -1.0)) == (0.0,) * 3
    seen = called(surroundings.seen_by)(waves, calm, (1.0, 2.0, -1.0), R_WB, (1.0, 1.0, 1.0), (1.0, 2.0, 3.0))
    assert seen == NO_BODY_MOTION


def test_the_wind_grows_above_the_waves() -> None:
    """By a power law of the height above the surface there, which the waves lift."""
    waves, level, wind = SEAS["airy"], -9.0, (8.0, -3.0, 0.0)
    sea = sea_of(waves, level)._replace(wind=wind, wind_height=10.0, wind_exponent=0.5)
    around, place = still_water(surface=level, sea=sea, waves=field_of(waves), gust=(0.0, 0.0)), POSE.point(POINT)
    height = place[2] - level - motion_at(waves, place, level)[0]
    expected = math.sqrt(height / 10.0) * (POSE.R.T @ wind)
    np.testing.assert_allclose(
        called(surroundings.air_at)(around, motion_of(NU, POSE), six(POINT)), expected, rtol=1e-13
    )
    around = around._replace(sea=sea._replace(wind_exponent=0.0))
    found = called(surroundings.air_at)(around, motion_of(NU, POSE), six(POINT))
    np.testing.assert_allclose(found, POSE.R.T @ wind, rtol=1e-14)


# How a vehicle lies

BOX_BODY = {
    "volume": 0.12,
    "center_of_buoyancy": (0.1, -0.2, 0.3),
    "extent": BOX,
    "half_size": (0.5, 0.3, 0.1),
    "radius": Box([1.0, 0.6, 0.2]).reach,
    "axes": np.eye(3),
    "square": (0.0, 0.0, 0.0),
    "reference_volume": -1.0,
    "mass": 80.0,
    "center_of_mass": (0.05, 0.0, 0.1),
}
R_WB, R_BW = six(POSE.R), six(POSE.R.T)


def lying(body: Any, sea: Any, waves: Any, pose: Pose = POSE, nu: Any = NU) -> Any:
    R = pose.R
    return called(surroundings.lying_shape)(body, True, True, sea, waves, six(pose.p), six(R), six(R.T), six(nu))


def test_what_displaces_nothing_is_always_wet_and_not_pressed() -> None:
    found = lying(parameters(**{**BOX_BODY, "radius": -math.inf, "volume": 0.0}), sea_of(), None)
    assert (found.wet, found.p_BoBcb_B, found.stored) == (1.0, (0.1, -0.2, 0.3), 0.0)
    assert found.pressure == (0.0,) * 6


@pytest.mark.parametrize("height", [-5.0, -0.1, 0.0, 5.0])
def test_a_shape_in_still_water_is_lifted_by_what_it_displaces(height: float) -> None:
    body, pose = parameters(**BOX_BODY), Pose((0.0, 0.0, height), POSE.q)
    center = height + (POSE.R @ np.array(body.center_of_buoyancy))[2]
    up = POSE.R.T[:, 2]
    wet, place = called(wetness)(body, True, True, six(up), -center)
    found = lying(body, sea_of(), None, pose)
    assert found.wet == pytest.approx(wet, rel=1e-14)
    lift = wet * RHO * 0.12 * G * up
    np.testing.assert_allclose(found.pressure, [*lift, *np.cross(place, lift)], rtol=1e-13, atol=1e-12)


@pytest.mark.parametrize("name", SEAS)
def test_a_shape_in_waves_meets_the_plane_that_touches_them(name: str) -> None:
    """Above its centre; without an extent the water moves over it as it does at the centre of the wet part."""
    waves, level = SEAS[name], 1.5
    body, cut = parameters(**BOX_BODY), 0
    for z in (-3.0, -0.3, 0.0, 0.2, 0.4, 4.0):
        pose = Pose((3.0, -2.0, level + z), POSE.q)
        center = pose.point(body.center_of_buoyancy)
        wave = motion_at(waves, center, level)
        normal = np.array([-wave[1], -wave[2], 1.0])
        steep = 1.0 / np.linalg.norm(normal)
        depth = steep * (level + wave[0] - center[2])
        wet, place = called(wetness)(body, True, True, six(POSE.R.T @ normal * steep), depth)
        found = lying(body, sea_of(waves, level), field_of(waves), pose)
        assert found.wet == pytest.approx(wet, abs=1e-13)
        np.testing.assert_allclose(found.p_BoBcb_B, place, rtol=0, atol=1e-12)
        at = motion_at(waves, pose.point(place), level)
        np.testing.assert_allclose(found.wave.velocity, POSE.R.T @ at[3:6], rtol=0, atol=1e-12)
        lift = wet * RHO * 0.12 * G * POSE.R.T[:, 2]
        np.testing.assert_allclose(found.pressure, [*lift, *np.cross(place, lift)], rtol=0, atol=1e-9)
        cut += 0.0 < wet < 1.0
    assert cut


def test_the_ellipsoid_of_the_wet_part_is_squeezed_along_the_vertical() -> None:
    square, up, waves, cut = (0.5, 0.3, 0.1), np.abs(POSE.R[2]), SEAS["airy"], 0
    body = parameters(**BOX_BODY | {"square": square})
    for z in np.linspace(-1.0, 0.0, 9):
        found = lying(body, sea_of(waves), field_of(waves), Pose((3, -2, z), POSE.q))
        if found.wet > 0.0:
            np.testing.assert_allclose(found.square, square * (1.0 - (1.0 - found.wet) * up) ** 2, rtol=1e-13)
        cut += 0.0 < found.wet < 1.0
    assert cut


def test_a_stiffness_carries_the_weight_and_restores_about_the_waves() -> None:
    waves, level = SEAS["airy"], 1.5
    stiffness = np.random.default_rng(5).normal(size=(6, 3))
    body = parameters(**BOX_BODY, stiffness=stiffness, rest=0.2)
    given = body, sea_of(waves, level), field_of(waves)
    found = called(surroundings.lying_stiff)(*given, six(POSE.p), R_WB, R_BW, six(NU))
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
    one = six(np.eye(3))
    found = called(surroundings.lying_stiff)(body, sea_of(level=math.inf), None, (0.0, 0.0, -7.0), one, one, six(NU))
    assert found.pressure[2] == 80.0 * G


# Added mass by the wet volume

SHARES = [
    # mass, reference volume, wet, share; ρ V = 123 kg
    (123.0, -1.0, 0.5, 0.5),  # it hovers: the whole volume
    (123.0, -1.0, 1.0, 1.0),
    (123.0 / 1.02, -1.0, 0.5, 0.5),  # so little buoyancy lets it rise, not float
    (61.5, -1.0, 0.5, 1.0),  # afloat
    (61.5, -1.0, 0.25, 1.0),  # half of what is wet at rest
    (61.5, -1.0, 0.125, 0.5),
    (61.5, 0.06, 0.25, 0.5),
    (61.5, 0.06, 0.0, 0.0),
    (61.5, 0.0, 0.0, 1.0),  # always
]


@pytest.mark.parametrize(("mass", "reference", "wet", "share"), SHARES)
def test_added_mass_goes_with_the_wet_volume_below_a_reference(
    mass: float, reference: float, wet: float, share: float
) -> None:
    body = parameters(**BOX_BODY | {"mass": mass, "reference_volume": reference})
    assert called(surroundings.added_share)(body, sea_of(), wet) == pytest.approx(share, rel=1e-14)


@pytest.mark.parametrize("name", [None, *SEAS])
def test_the_growth_of_the_added_mass_is_the_rate_of_its_share(name: str | None) -> None:
    """Along the path of a body that moves and turns, in waves that move on: against a central difference of 1e-4 s.

    Of the share, of order 1, it is right to 1e-8 / 1e-4² times its third derivative, below 1e2; the kernel's own
    difference over 1e-6 s to some 1e-5.
    """
    waves, current, dt, cut = None if name is None else SEAS[name], (0.8, -0.5, 0.0), 1e-4, 0
    body = parameters(**BOX_BODY | {"mass": 123.0})

    def share(t: float, z: float) -> Any:
        spin, angle = NU[3:] / np.linalg.norm(NU[3:]), float(np.linalg.norm(NU[3:])) * (t - T)
        turn = Pose((0, 0, 0), [math.cos(angle / 2), *(math.sin(angle / 2) * spin)])
        pose = Pose(np.array([3.0, -2.0, z]) + POSE.R @ NU[:3] * (t - T), quaternion_product(POSE.q, turn.q))
        field = None if waves is None else field_of(waves, t=t, current=current)
        found = lying(body, sea_of(waves), field, pose)
        return called(surroundings.added_share)(body, sea_of(waves), found.wet), found.growth

    for z in (-5.0, -0.6, -0.4, -0.2, 0.0, 5.0):
        (before, _), (now, growth), (after, _) = share(T - dt, z), share(T, z), share(T + dt, z)
        assert growth == pytest.approx((after - before) / (2.0 * dt), rel=1e-4, abs=1e-5)
        cut += 0.0 < now < 1.0
    assert cut

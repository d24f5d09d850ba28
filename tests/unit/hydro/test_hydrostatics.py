"""What hydrostatics accepts, refuses and says of bodies at the edge: submerged, indifferent, apart, without a shape."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.hydro import hydrostatics, with_displaced_fluid
from seaway.inertia import AddedMass, Inertial, MassProperties, sphere_added_mass
from seaway.mesh import box
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Ellipsoid, Sphere
from seaway.vehicle import Buoyancy, Hull, Vehicle

RHO = 1000.0
SEA = Sea(RHO, 10.0)
BODY = Inertial(MassProperties.from_box((2.0, 1.0, 1.0), mass=500.0), Pose((0.0, 0.0, -0.3)))
HULL = Hull(box((2.0, 1.0, 1.0)))
FLOAT = Vehicle("float", BODY, HULL)


# Shapes


def test_a_hull_and_the_same_box_as_a_buoyancy_float_alike() -> None:
    hull, extent = hydrostatics(FLOAT, SEA), hydrostatics(FLOAT.replace(buoyancy=Buoyancy(shape=Box((2, 1, 1)))), SEA)
    assert hull.draft == pytest.approx(0.25, rel=1e-14)
    assert extent.draft == pytest.approx(0.25, rel=1e-14)
    np.testing.assert_allclose(extent.stiffness(), hull.stiffness(), rtol=1e-13, atol=1e-9)
    assert hull.volume_factor == extent.volume_factor == 1.0


def test_a_volume_that_is_not_that_of_the_extent_scales_volumes_and_areas() -> None:
    """As the engine: wet fraction of the extent, times the volume. So 500 kg need 0.5 m3 of 1 m3, half of the box."""
    rest = hydrostatics(FLOAT.replace(buoyancy=Buoyancy(1.0, shape=Box((2.0, 1.0, 1.0)))), SEA)
    assert rest.volume_factor == 0.5
    assert rest.draft == pytest.approx(0.5, rel=1e-14)
    assert rest.volume == pytest.approx(0.5, rel=1e-14)
    assert rest.waterplane_area == pytest.approx(1.0, rel=1e-14)
    assert rest.wetted_area == pytest.approx(0.5 * (2.0 + 0.5 * 6.0), rel=1e-14)
    assert rest.transverse_metacentric_radius == pytest.approx(0.5 * 2.0 / 12.0 / 0.5, rel=1e-14)
    assert rest.stiffness()[2, 2] == pytest.approx(1000.0 * 10.0 * 1.0, rel=1e-14)


@pytest.mark.parametrize(
    "extent", [Sphere(0.5), Ellipsoid((1.0, 0.5, 0.3)), Box((1.0, 0.5, 0.3)), Cylinder(radius=0.3, length=1.2)]
)
def test_extents_stand_where_the_buoyancy_says(extent: object) -> None:
    """Half of a body that is symmetric about its centre: the water is at the centre, whatever the attitude."""
    center = np.array([0.3, -0.2, 0.1])
    buoyancy = Buoyancy(shape=extent, center=center, attitude=Pose.from_rpy((0, 0, 0), (0.3, 0.5, 0.7)).q)  # type: ignore[arg-type]
    mass = 0.5 * 1000.0 * buoyancy.volume
    body = Inertial(MassProperties.from_sphere(0.3, mass=mass), Pose(center - np.array([0.0, 0.0, 0.4])))
    rest = hydrostatics(Vehicle("body", body, buoyancy), SEA)
    assert rest.volume == pytest.approx(0.5 * buoyancy.volume, rel=1e-12)
    assert rest.pose.point(center)[2] == pytest.approx(0.0, abs=1e-12)


def test_a_vehicle_without_a_shape_is_refused() -> None:
    with pytest.raises(ModelError, match=r"vehicle 'float' displaces no water: give it buoyancy=Hull\(mesh\)"):
        hydrostatics(FLOAT.replace(buoyancy=None), SEA)


def test_no_gravity_and_no_mass_are_refused() -> None:
    with pytest.raises(ModelError, match=r"nothing floats without gravity: it must be > 0 \[m/s2\], got 0"):
        hydrostatics(FLOAT, Sea(1000.0, 0.0))
    weightless = Inertial(MassProperties(0.0, np.zeros((3, 3))), added_mass=AddedMass(np.eye(6)))
    with pytest.raises(ModelError, match=r"vehicle 'float': its mass must be > 0 \[kg\] to float, got 0"):
        hydrostatics(FLOAT.replace(inertial=weightless), SEA)


@pytest.mark.parametrize("attitude", [(0.0, 0.0), (np.nan, 0.0, 0.0), "up"])
def test_a_start_that_is_no_attitude_is_refused(attitude: object) -> None:
    with pytest.raises(ModelError, match=r"the attitude to start at \[rad\]"):
        hydrostatics(FLOAT, SEA, attitude=attitude)  # type: ignore[arg-type]


# Attitudes


def test_yaw_changes_nothing() -> None:
    a, b = (hydrostatics(FLOAT, SEA, attitude=(0.2, 0.1, yaw)) for yaw in (0.0, 2.0))
    assert a.draft == pytest.approx(b.draft, rel=1e-14)
    assert abs(a.pose.rpy[2]) == abs(b.pose.rpy[2]) == 0.0


def test_the_pose_is_that_of_the_surface() -> None:
    rest = hydrostatics(FLOAT, Sea(1000.0, 10.0, surface=3.0))
    np.testing.assert_allclose(rest.pose.p, (0.0, 0.0, 3.25), rtol=0, atol=1e-14)
    assert (rest.draft, rest.freeboard) == (pytest.approx(0.25), pytest.approx(0.75))


def test_a_body_of_two_balances_finds_the_one_downhill_of_its_start() -> None:
    """A plank that starts nearly upside down rests upside down where its weight is in the middle."""
    plank = Vehicle("plank", box((2.0, 1.0, 0.2)).inertial(density=500.0), Hull(box((2.0, 1.0, 0.2))))
    upright = hydrostatics(plank, SEA, attitude=(0.4, 0.0, 0.0))
    capsized = hydrostatics(plank, SEA, attitude=(3.0, 0.1, 0.0))
    assert upright.heel == pytest.approx(0.0, abs=1e-11)
    assert abs(capsized.heel) == pytest.approx(np.pi, abs=1e-11)
    assert capsized.stable
    assert capsized.draft == pytest.approx(upright.draft, rel=1e-12)


def test_a_pole_that_stands_on_end_stays_there_and_is_not_stable() -> None:
    pole = box((0.1, 0.1, 3.0))
    rest = hydrostatics(Vehicle("pole", pole.inertial(density=500.0), Hull(pole)), SEA)
    assert not rest.stable
    assert (rest.heel, rest.trim) == (0.0, 0.0)
    assert rest.draft == pytest.approx(1.5, rel=1e-13)
    assert rest.natural_periods.roll is None
    assert rest.natural_periods.pitch is None
    assert rest.natural_periods.heave is not None


def test_a_pole_that_is_pushed_lies_down() -> None:
    pole = box((0.1, 0.1, 3.0))
    rest = hydrostatics(Vehicle("pole", pole.inertial(density=500.0), Hull(pole)), SEA, attitude=(0.01, 0.003, 0.0))
    assert rest.stable
    assert abs(rest.pose.R[2, 2]) < 1e-10  # its axis is level


# Submerged


@pytest.mark.parametrize("mass", [2000.0, 2001.0, 1e9])
def test_as_heavy_as_its_water_or_heavier_is_submerged(mass: float) -> None:
    body = Inertial(MassProperties.from_box((2.0, 1.0, 1.0), mass=mass), Pose((0.0, 0.0, -0.1)))
    rest = hydrostatics(FLOAT.replace(inertial=body), SEA)
    assert not rest.floating
    assert rest.stable
    assert (rest.draft, rest.freeboard, rest.center_of_flotation) == (None, None, None)
    assert (rest.waterline_length, rest.waterline_breadth) == (None, None)
    assert (rest.block_coefficient, rest.waterplane_coefficient, rest.moment_to_trim_1_cm) == (None, None, None)
    assert rest.longitudinal_center_of_flotation is None
    assert (rest.waterplane_area, rest.mass_per_cm_immersion) == (0.0, 0.0)
    assert rest.volume == pytest.approx(2.0, rel=1e-14)
    assert rest.wetted_area == pytest.approx(10.0, rel=1e-14)
    assert rest.mass == mass
    assert rest.transverse_metacentric_radius == 0.0
    assert rest.transverse_metacentric_height == pytest.approx(0.1, rel=1e-12)
    assert rest.pose.point((0.0, 0.0, 0.5))[2] == pytest.approx(0.0, abs=1e-14)  # its top at the surface
    curve = rest.righting_arm()
    np.testing.assert_allclose(curve.arms, 0.1 * np.sin(curve.heel_angles), rtol=0, atol=1e-15)
    assert curve.angle_of_vanishing_stability == pytest.approx(np.pi, abs=1e-12)
    assert curve.angle_of_largest_arm == pytest.approx(np.pi / 2, abs=1e-6)


def test_a_hair_lighter_than_its_water_floats() -> None:
    body = Inertial(MassProperties.from_box((2.0, 1.0, 1.0), mass=2000.0 * (1.0 - 1e-9)), Pose((0.0, 0.0, -0.1)))
    rest = hydrostatics(FLOAT.replace(inertial=body), SEA)
    assert rest.floating
    assert rest.freeboard == pytest.approx(1e-9, rel=1e-5)  # of lengths of 1 m, rounded to 1e-16


def off_balance(scale: float, share: float, far: float = 0.0) -> Vehicle:
    """A box with its weight off centre, of any size, weight and distance from its link origin."""
    size = scale * np.array([2.0, 1.0, 0.5])
    mesh = box(size).transformed(Pose(np.full(3, far)))
    properties = MassProperties.from_box(size, mass=share * 1000.0 * mesh.volume)
    return Vehicle("box", Inertial(properties, Pose(far + scale * np.array([0.1, 0.05, -0.2]))), Hull(mesh))


@pytest.mark.parametrize("scale", [1e-3, 1e3])
@pytest.mark.parametrize("share", [1e-9, 0.3, 1.0 - 1e-9])
def test_small_and_large_float_alike(scale: float, share: float) -> None:
    """Lengths scale, angles stay; 1e-9 of a box's height is known to seven digits of itself."""
    one, other = hydrostatics(off_balance(1.0, share), SEA), hydrostatics(off_balance(scale, share), SEA)
    assert one.stable
    assert other.stable
    assert other.draft == pytest.approx(scale * one.draft, rel=1e-6)
    assert (other.heel, other.trim) == (pytest.approx(one.heel, rel=1e-6), pytest.approx(one.trim, rel=1e-6))
    assert RHO * other.volume == pytest.approx(other.mass, rel=1e-6)


def test_far_from_the_link_origin() -> None:
    """Corners a thousand kilometres away are rounded to 1e-10 m."""
    near, far = hydrostatics(off_balance(1.0, 0.3), SEA), hydrostatics(off_balance(1.0, 0.3, 1e6), SEA)
    assert far.draft == pytest.approx(near.draft, abs=1e-8)
    assert (far.heel, far.trim) == (pytest.approx(near.heel, abs=1e-8), pytest.approx(near.trim, abs=1e-8))


def test_a_sea_without_surface_submerges_the_lightest() -> None:
    rest = hydrostatics(FLOAT, Sea(1000.0, 10.0, surface=None))
    assert not rest.floating
    assert rest.transverse_metacentric_height == pytest.approx(0.3, rel=1e-12)


def test_submerged_upside_down_turns_over() -> None:
    body = Inertial(MassProperties.from_box((2.0, 1.0, 1.0), mass=3000.0), Pose((0.0, 0.0, 0.1)))
    rest = hydrostatics(FLOAT.replace(inertial=body), SEA)
    assert abs(rest.heel) == pytest.approx(np.pi, abs=1e-12)
    assert rest.stable


def test_submerged_and_indifferent_keeps_its_start() -> None:
    body = Inertial(MassProperties.from_box((2.0, 1.0, 1.0), mass=3000.0))
    rest = hydrostatics(FLOAT.replace(inertial=body), SEA, attitude=(0.3, -0.2, 0.0))
    assert not rest.stable
    assert (rest.heel, rest.trim) == (pytest.approx(0.3), pytest.approx(-0.2))
    assert rest.natural_periods == (None, None, None)
    curve = rest.righting_arm()
    assert np.max(np.abs(curve.arms)) < 1e-15
    assert (curve.angle_of_loll, curve.angle_of_vanishing_stability) == (None, None)


# Parts


def test_floating_on_one_part_alone_without_a_waterplane() -> None:
    """A sunken weightless box carries another one above the water: no line of water at all."""
    low, high = (box((1.0, 1.0, 1.0)).transformed(Pose((0.0, 0.0, z))) for z in (-3.0, 3.0))
    body = Inertial(MassProperties.from_box((1, 1, 1), mass=1000.0), Pose((0.0, 0.0, -3.5)))
    rest = hydrostatics(Vehicle("pair", body, Hull(low.joined(high))), SEA)
    assert rest.floating
    assert rest.stable
    assert rest.volume == pytest.approx(1.0, rel=1e-13)
    assert rest.waterplane_area == 0.0
    assert (rest.waterline_length, rest.center_of_flotation, rest.block_coefficient) == (None, None, None)
    assert rest.natural_periods.heave is None
    assert rest.transverse_metacentric_height == pytest.approx(0.5, rel=1e-9)


# Righting arm


def test_heel_angles_are_the_users() -> None:
    rest = hydrostatics(FLOAT, SEA)
    curve = rest.righting_arm(np.radians([-20.0, 0.0, 20.0]))
    np.testing.assert_allclose(curve.arms, -curve.arms[::-1], rtol=0, atol=1e-14)
    assert curve.arms[2] > 0.0
    assert curve.areas[0] == pytest.approx(curve.areas[2], rel=1e-12)
    assert (curve.angle_of_loll, curve.angle_of_vanishing_stability) == (None, None)
    assert curve.largest_arm == curve.arms[2]
    whole = rest.righting_arm()
    assert (curve.area_to_30, curve.area_to_40) == (pytest.approx(whole.area_to_30), pytest.approx(whole.area_to_40))


@pytest.mark.parametrize("angles", [[0.0], [0.0, 0.0], [1.0, 0.5], [0.0, np.nan], [[0.0, 1.0]], []])
def test_heel_angles_must_rise(angles: object) -> None:
    with pytest.raises(ModelError, match="heel angles"):
        hydrostatics(FLOAT, SEA).righting_arm(angles)  # type: ignore[arg-type]


def test_vanishing_and_largest_are_found_between_the_angles() -> None:
    """Angles 30° apart or 1° apart: the same places."""
    rest = hydrostatics(FLOAT, SEA)
    coarse, fine = (rest.righting_arm(np.radians(np.arange(0.0, 181.0, step))) for step in (30.0, 1.0))
    assert coarse.angle_of_vanishing_stability == pytest.approx(fine.angle_of_vanishing_stability, abs=1e-9)
    assert coarse.largest_arm == pytest.approx(fine.largest_arm, rel=1e-9)


def test_results_cannot_be_changed() -> None:
    rest = hydrostatics(FLOAT, SEA)
    with pytest.raises(FrozenInstanceError):
        rest.draft = 2.0  # type: ignore[misc]
    for array in (rest.center_of_buoyancy, rest.waterplane_moments, rest.mass_matrix, rest.righting_arm().arms):
        assert not array.flags.writeable


def test_a_stiffness_about_no_point_is_refused() -> None:
    with pytest.raises(ModelError, match=r"the point of a stiffness \[m\]"):
        hydrostatics(FLOAT, SEA).stiffness(about=(0.0, 0.0))


def test_periods_have_the_added_mass() -> None:
    """DoubleCounting the mass in heave: √2 times the period."""
    rest = hydrostatics(FLOAT, SEA)
    heavy = FLOAT.replace(inertial=BODY.with_added_mass(AddedMass(np.diag([0, 0, 500.0, 0, 0, 0]))))
    assert hydrostatics(heavy, SEA).natural_periods.heave == pytest.approx(2**0.5 * rest.natural_periods.heave)
    assert rest.natural_periods.heave == pytest.approx(2 * np.pi * np.sqrt(500.0 / (1000.0 * 10.0 * 2.0)), rel=1e-13)


def test_the_mass_matrix_is_about_the_centre_of_mass_in_horizontal_axes() -> None:
    """Of a submerged body that hangs with its bow down: I_W = R_WB I_B R_WBᵀ, with products that I_B does not have."""
    body = Inertial(MassProperties.from_moments(3000.0, 100.0, 400.0, 450.0), Pose((0.1, 0.05, -0.1)))
    rest = hydrostatics(FLOAT.replace(inertial=body), SEA)
    assert rest.trim > 0.5
    assert rest.heel < -0.3
    R = rest.pose.R
    np.testing.assert_allclose(rest.mass_matrix[:3, :3], 3000.0 * np.eye(3), rtol=0, atol=1e-9)
    np.testing.assert_allclose(rest.mass_matrix[:3, 3:], 0.0, rtol=0, atol=1e-9)
    expected = R @ np.diag([100.0, 400.0, 450.0]) @ R.T
    np.testing.assert_allclose(rest.mass_matrix[3:, 3:], expected, rtol=0, atol=1e-9)
    period = 2.0 * np.pi * np.sqrt(expected[0, 0] / (1000.0 * 2.0 * 10.0 * 0.15))
    assert rest.natural_periods.roll == pytest.approx(period, rel=1e-9)


# Displaced fluid


def test_displaced_fluid_is_a_point_of_mass_at_the_centre_of_buoyancy() -> None:
    vehicle = with_displaced_fluid(
        FLOAT.replace(buoyancy=Hull(box((2, 1, 1)).transformed(Pose((0.2, 0, 0))))), SEA, 0.8
    )
    rest = hydrostatics(vehicle, SEA)
    M_A = vehicle.inertial.added_mass_matrix()
    x, y, z = rest.center_of_buoyancy.tolist()
    m = 0.8 * 500.0
    S = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    np.testing.assert_allclose(M_A[:3, :3], m * np.eye(3), rtol=1e-13)
    np.testing.assert_allclose(M_A[3:, :3], m * S, rtol=0, atol=1e-10)
    np.testing.assert_allclose(M_A[:3, 3:], -m * S, rtol=0, atol=1e-10)
    np.testing.assert_allclose(M_A[3:, 3:], m * S @ S.T, rtol=0, atol=1e-10)
    assert vehicle.inertial.mass == 500.0
    assert FLOAT.inertial.added_mass is None


def test_displaced_fluid_of_a_submerged_body_is_that_of_its_whole_volume() -> None:
    body = Inertial(MassProperties.from_box((2.0, 1.0, 1.0), mass=3000.0), Pose((0.0, 0.0, -0.1)))
    vehicle = with_displaced_fluid(FLOAT.replace(inertial=body), SEA)
    np.testing.assert_allclose(vehicle.inertial.added_mass_matrix(), np.diag([2000.0] * 3 + [0.0] * 3), atol=1e-9)


def test_displaced_fluid_and_added_mass_would_count_twice() -> None:
    ball = Inertial(MassProperties.from_sphere(0.3, mass=50.0), added_mass=sphere_added_mass(0.3, 1000.0))
    with pytest.raises(ModelError, match=r"vehicle 'ball' has fluid added mass already, up to 56\.55 kg"):
        with_displaced_fluid(Vehicle("ball", ball, Buoyancy(shape=Sphere(0.3))), SEA)
    zero = FLOAT.replace(inertial=BODY.with_added_mass(AddedMass(np.zeros((6, 6)))))
    assert with_displaced_fluid(zero, SEA).inertial.added_mass_matrix()[0, 0] == pytest.approx(500.0)


@pytest.mark.parametrize("fraction", [-0.1, np.nan, np.inf])
def test_a_fraction_out_of_range_is_refused(fraction: float) -> None:
    with pytest.raises(ModelError, match=f"the fraction of the displaced mass must be .* got {fraction:g}"):
        with_displaced_fluid(FLOAT, SEA, fraction)


def test_a_fraction_of_nothing_is_no_added_mass() -> None:
    assert not np.any(with_displaced_fluid(FLOAT, SEA, 0.0).inertial.added_mass_matrix())

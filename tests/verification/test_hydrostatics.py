"""Hydrostatics against closed forms, and against numbers of other codes.

Where no origin is said, the numbers follow from the formula beside them, with ρ = 1025 kg/m3 and g = 9.81 m/s2.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from seaway.frames import Pose
from seaway.hydro import Hydrostatics, hydrostatics
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import Mesh, box, cone, cut, cylinder
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Hull, Vehicle

RHO, G = 1025.0, 9.81
SEA = Sea(RHO, G)


@cache
def barge(mass: float = 41000.0, KG: float = 1.0) -> Hydrostatics:
    """10 m x 4 m x 2 m, of uniform density."""
    mesh = box((10.0, 4.0, 2.0))
    body = Inertial(mesh.mass_properties(mass=mass), Pose((0.0, 0.0, KG - 1.0)))
    return hydrostatics(Vehicle("barge", body, Hull(mesh)), SEA)


# A box barge: T = m / (ρ L B), KB = T/2, BM = B²/12T and L²/12T


def test_barge_particulars() -> None:
    rest = barge()
    assert rest.floating
    assert rest.stable
    assert (rest.heel, rest.trim) == (0.0, 0.0)
    assert rest.draft == pytest.approx(1.0, rel=1e-14)
    assert rest.freeboard == pytest.approx(1.0, rel=1e-14)
    assert rest.volume == pytest.approx(40.0, rel=1e-14)
    assert rest.wetted_area == pytest.approx(68.0, rel=1e-14)
    assert rest.waterplane_area == pytest.approx(40.0, rel=1e-14)
    assert rest.waterline_length == pytest.approx(10.0, rel=1e-14)
    assert rest.waterline_breadth == pytest.approx(4.0, rel=1e-14)
    assert rest.block_coefficient == pytest.approx(1.0, rel=1e-14)
    assert rest.waterplane_coefficient == pytest.approx(1.0, rel=1e-14)
    assert rest.mass_per_cm_immersion == pytest.approx(410.0, rel=1e-14)
    assert rest.moment_to_trim_1_cm == pytest.approx(41000 * G * (0.5 + 100 / 12 - 1) / 1000, rel=1e-13)


def test_barge_stability() -> None:
    rest = barge()
    assert rest.center_of_buoyancy_above_keel == pytest.approx(0.5, rel=1e-14)
    assert rest.center_of_mass_above_keel == pytest.approx(1.0, rel=1e-14)
    assert rest.transverse_metacentric_radius == pytest.approx(4 / 3, rel=1e-14)
    assert rest.longitudinal_metacentric_radius == pytest.approx(25 / 3, rel=1e-14)
    assert rest.transverse_metacenter_above_keel == pytest.approx(0.5 + 4 / 3, rel=1e-14)
    assert rest.longitudinal_metacenter_above_keel == pytest.approx(0.5 + 25 / 3, rel=1e-14)
    assert rest.transverse_metacentric_height == pytest.approx(5 / 6, rel=1e-14)
    assert rest.longitudinal_metacentric_height == pytest.approx(47 / 6, rel=1e-14)


def test_barge_stiffness_and_periods() -> None:
    """c33 = ρ g A, c44 = m g GM_T, c55 = m g GM_L; T = 2π √(M/C), in heave 2π √(T/g)."""
    rest = barge()
    expected = np.zeros((6, 6))
    expected[2, 2], expected[3, 3], expected[4, 4] = 402210.0, 335175.0, 3150645.0
    np.testing.assert_allclose(rest.stiffness(), expected, rtol=1e-13, atol=1e-6)
    periods = rest.natural_periods
    assert periods.heave == pytest.approx(2.0060666807, rel=1e-10)  # as many digits as are written here
    assert periods.roll == pytest.approx(2.8370067069, rel=1e-10)
    assert periods.pitch == pytest.approx(2.1100760470, rel=1e-10)


@pytest.mark.parametrize(
    ("degrees", "GZ"), [(5, 0.07307452779626143), (10, 0.14830610201438152), (20, 0.3152227126535735)]
)
def test_barge_righting_arm_is_that_of_a_wall_sided_body(degrees: float, GZ: float) -> None:
    """GZ = sin φ (GM + ½ BM tan² φ), until the deck edge dips at tan φ = 0.5."""
    phi = np.radians(degrees)
    arm = barge().righting_arm([0.0, phi]).arms[1]
    assert arm == pytest.approx(np.sin(phi) * (5 / 6 + 0.5 * 4 / 3 * np.tan(phi) ** 2), rel=1e-13)
    assert arm == pytest.approx(GZ, rel=1e-13)


def test_barge_moment_at_45_degrees() -> None:
    """The water lies along a diagonal then: two triangles, an integral by hand; -213304.064 N m about x."""
    curve = barge().righting_arm(np.radians([0.0, 45.0]))
    assert -41000.0 * G * curve.arms[1] == pytest.approx(-213304.064, rel=1e-8)  # as many digits as are written here


def test_barge_righting_arm_by_the_areas_under_it() -> None:
    """∫ sin φ (GM + ½ BM tan² φ) dφ = GM (1 - cos φ) + ½ BM (cos φ + 1/cos φ - 2)."""
    phi = np.radians([0.0, 5.0, 10.0, 20.0, 25.0])
    c = np.cos(phi)
    np.testing.assert_allclose(
        barge().righting_arm(phi).areas, 5 / 6 * (1 - c) + 2 / 3 * (c + 1 / c - 2), rtol=0, atol=1e-14
    )


def test_a_barge_that_is_half_in_the_water_and_balanced_is_antisymmetric_about_90_degrees() -> None:
    curve = barge().righting_arm()
    np.testing.assert_allclose(curve.arms, -curve.arms[::-1], rtol=0, atol=1e-12)
    assert curve.angle_of_vanishing_stability == pytest.approx(np.pi / 2, abs=1e-9)
    assert curve.angle_of_loll is None


def test_a_tender_barge_lolls() -> None:
    """GM < 0: wall-sided, GZ = 0 where tan² φ = -2 GM / BM."""
    rest = barge(41000.0, 1.9)
    GM = 0.5 + 4 / 3 - 1.9
    assert not rest.stable
    assert (rest.heel, rest.trim) == (0.0, 0.0)
    assert rest.transverse_metacentric_height == pytest.approx(GM, rel=1e-12)
    assert rest.natural_periods.roll is None
    assert rest.natural_periods.pitch is not None
    loll = np.arctan(np.sqrt(-2 * GM / (4 / 3)))
    assert rest.righting_arm().angle_of_loll == pytest.approx(loll, abs=1e-9)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_start_off_balance_finds_the_angle_of_loll(side: float) -> None:
    mesh = box((10.0, 4.0, 2.0))
    body = Inertial(mesh.mass_properties(mass=41000.0), Pose((0.0, 0.0, 0.9)))
    rest = hydrostatics(Vehicle("barge", body, Hull(mesh)), SEA, attitude=(side * 0.05, 0.0, 0.0))
    loll = np.arctan(np.sqrt(2 * (1.9 - 0.5 - 4 / 3) / (4 / 3)))
    assert rest.stable
    assert rest.heel == pytest.approx(side * loll, abs=1e-9)
    assert rest.trim == pytest.approx(0.0, abs=1e-12)
    # Wall-sided, GM at loll: dGZ/dφ = -2 GM / cos φ.
    assert rest.transverse_metacentric_height == pytest.approx(2 * (1.9 - 0.5 - 4 / 3) / np.cos(loll), rel=1e-6)


@pytest.mark.parametrize(("y", "x"), [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.3), (0.0, -0.3)])
def test_a_shifted_weight_heels_or_trims_a_barge(y: float, x: float) -> None:
    """Wall-sided about the shifted centre: y cos φ = sin φ (GM + ½ BM tan² φ); a weight forward trims by the bow."""
    mesh = box((10.0, 4.0, 2.0))
    body = Inertial(mesh.mass_properties(mass=41000.0), Pose((x, y, 0.0)))
    rest = hydrostatics(Vehicle("barge", body, Hull(mesh)), SEA)
    angle, BM, shift = (-rest.heel, 4 / 3, y) if y else (rest.trim, 25 / 3, x)
    assert np.sign(angle) == np.sign(shift)
    GM = 0.5 + BM - 1.0
    assert shift * np.cos(angle) == pytest.approx(np.sin(angle) * (GM + 0.5 * BM * np.tan(angle) ** 2), rel=1e-11)


# Bodies of revolution


def test_vertical_cylinder() -> None:
    """T = m / (ρ π r²), c33 = ρ g π r²."""
    vehicle = Vehicle(
        "can",
        Inertial(MassProperties.from_cylinder(radius=1.0, length=2.0, mass=1000.0)),
        Buoyancy(shape=Cylinder(radius=1.0, length=2.0)),
    )
    rest = hydrostatics(vehicle, SEA)
    assert rest.draft == pytest.approx(0.31054623042321045, rel=1e-13)
    assert rest.stiffness()[2, 2] == pytest.approx(31589.49953000877, rel=1e-13)
    assert rest.natural_periods.heave == pytest.approx(1.117914259024696, rel=1e-13)
    # A polygon of 180 sides and the same area: second moments π r⁴/4 to 1e-8.
    np.testing.assert_allclose(rest.waterplane_moments, np.pi / 4 * np.eye(2), rtol=0, atol=1e-8)


@pytest.mark.parametrize(("ratio", "draft"), [(0.25, 0.32635182233306964), (0.5, 0.5), (0.75, 0.6736481776669304)])
def test_sphere(ratio: float, draft: float) -> None:
    """π T² (3R - T) / 3 = ratio · 4/3 π R³, A = π (2 R T - T²); 20480 triangles, so 1e-3."""
    mass = ratio * RHO * 4 / 3 * np.pi * 0.5**3
    vehicle = Vehicle("ball", Inertial(MassProperties.from_sphere(0.5, mass=mass)), Buoyancy(shape=Sphere(0.5)))
    rest = hydrostatics(vehicle, SEA)
    assert rest.draft == pytest.approx(draft, rel=1e-3)
    assert rest.waterplane_area == pytest.approx(np.pi * (draft - draft**2), rel=1e-3)
    assert rest.wetted_area == pytest.approx(np.pi * draft, rel=1e-3)
    # The metacentre of a sphere is its centre, whatever its draft.
    assert rest.transverse_metacentric_height == pytest.approx(0.0, abs=0.5e-3)
    if ratio == 0.5:
        assert rest.mass == pytest.approx(268.34437249412815, rel=1e-14)
        assert rest.stiffness()[2, 2] == pytest.approx(7897.374882502192, rel=1e-3)
        assert rest.natural_periods.heave == pytest.approx(1.1582031381206312, rel=1e-3)
        assert rest.center_of_buoyancy[2] == pytest.approx(-0.1875, rel=1e-3)


@pytest.mark.parametrize(
    ("mass", "draft"), [(180.0, 0.07959822134844058), (211.0, 0.08894114254775037), (240.0, 0.09736382994084292)]
)
def test_two_lying_cylinders_as_vrx_floats_them(mass: float, draft: float) -> None:
    """The WAM-V of VRX: hulls of 4.9 m and 0.213 m radius in water of 997.7735 kg/m3, each with half of the mass.

    2 ρ L (R² acos(1 - T/R) - (R - T) √(2 R T - T²)) = m. Polygons of 360 sides lack (2π/360)²/6 = 5e-5 of the area.
    """
    R, L, rho = 0.213, 4.9, 997.7735
    area = R**2 * np.arccos(1.0 - draft / R) - (R - draft) * np.sqrt(2.0 * R * draft - draft**2)
    assert 2.0 * rho * L * area == pytest.approx(mass, rel=1e-12)
    hull = cylinder(R, L, 360).transformed(Pose.from_rpy((0.0, 1.03, 0.0), (0.0, np.pi / 2, 0.0)))
    mesh = hull.joined(hull.transformed(Pose((0.0, -2.06, 0.0))))
    rest = hydrostatics(Vehicle("wam-v", mesh.inertial(mass=mass), Hull(mesh)), Sea(rho, G))
    assert rest.draft == pytest.approx(draft, rel=1e-4)
    assert rest.heel == pytest.approx(0.0, abs=1e-9)


def test_cone_with_its_tip_down() -> None:
    """T = (3 m / (π ρ tan² α))^⅓, KB = ¾ T, BM = ¾ T tan² α, heave 2π √(T / 3g)."""
    r = np.tan(np.radians(30.0)) * 3.0
    side = 2.0 * np.pi / 240
    polygon = cone(r * np.sqrt(side / np.sin(side)), 3.0, 240)  # of the circle's area
    mesh = polygon.transformed(Pose.from_rpy((0.0, 0.0, 0.0), (np.pi, 0.0, 0.0)))
    rest = hydrostatics(Vehicle("cone", mesh.inertial(mass=500.0), Hull(mesh)), SEA)
    assert rest.draft == pytest.approx(1.1180114685541684, rel=1e-12)
    assert rest.center_of_buoyancy_above_keel == pytest.approx(0.8385086014156263, rel=1e-12)
    assert rest.transverse_metacentric_radius == pytest.approx(0.279502867138542, rel=1e-8)  # a polygon: O(n⁻⁴)
    assert rest.stiffness()[2, 2] == pytest.approx(13161.761228647936, rel=1e-12)
    assert rest.natural_periods.heave == pytest.approx(1.2246383815424056, rel=1e-12)


# Stiffness about another point, and of bodies that are held: ρ V is not m


@pytest.mark.parametrize(
    ("body_density", "z_G", "K55"),
    [
        (1000, 0.0, -7704.755982928968),
        (1000, -0.25, 0.0),
        (1000, -0.5, 7704.755982928968),
        (500, 0.0, -7704.755982928968),
        (500, -0.25, -3852.377991464484),
        (500, -0.5, 0.0),
    ],
)
def test_half_submerged_cylinder_as_capytaine_and_wamit(body_density: float, z_G: float, K55: float) -> None:
    """Capytaine's test of bodies that are not neutral (r 1 m, L 2 m, fresh water, about the waterline).

    Its mass is the density times the volume under water, π m3: 1000 kg/m3 is neutral at a draft of 1 m, 500 is held.

    ρ g (π r⁴/4 + V z_B) - m g z_G. WAMIT has 3.137 for heave and -0.392 for roll over ρ g (0.5, -0.25).
    """
    can = Inertial(MassProperties.from_cylinder(radius=1.0, length=2.0, mass=1000.0 * np.pi), Pose((0.0, 0.0, z_G)))
    rest = hydrostatics(Vehicle("can", can, Buoyancy(shape=Cylinder(radius=1.0, length=2.0))), Sea(1000.0, G))
    assert rest.draft == pytest.approx(1.0, rel=1e-13)
    held = replace(rest, mass=body_density * np.pi)
    C = held.stiffness(about=(0.0, 0.0, 0.0))
    # The polygon's moment is right to 1e-8 of ρ g π/4 = 7705.
    assert C[4, 4] == pytest.approx(K55, abs=1e-3)
    assert C[3, 3] == pytest.approx(K55, abs=1e-3)
    assert C[2, 2] / (1000 * G) == pytest.approx(3.137, rel=2e-3)  # WAMIT's mesh is coarser
    if (body_density, z_G) == (500, -0.25):
        assert C[3, 3] / (1000 * G) == pytest.approx(-0.392, rel=3e-3)


def uv_sphere(radius: float, rows: int, segments: int) -> Mesh:
    """A sphere of meridians and parallels, its poles along z."""
    latitude = np.pi * (np.arange(1, rows) / rows - 0.5)
    angle = 2.0 * np.pi * np.arange(segments) / segments
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = [np.array([[0.0, 0.0, -1.0]])]
    points += [np.column_stack([np.cos(a) * ring, np.full(segments, np.sin(a))]) for a in latitude]
    points.append(np.array([[0.0, 0.0, 1.0]]))
    here, ahead = np.arange(segments), (np.arange(segments) + 1) % segments
    top, last = 1 + (rows - 1) * segments, 1 + (rows - 2) * segments
    faces = [np.stack([0 * here, 1 + ahead, 1 + here], 1), np.stack([0 * here + top, last + here, last + ahead], 1)]
    for row in range(rows - 2):
        a, b = 1 + row * segments + here, 1 + row * segments + ahead
        faces += [np.stack([a, b, b + segments], 1), np.stack([a, b + segments, a + segments], 1)]
    return Mesh(radius * np.concatenate(points), np.concatenate(faces))


@pytest.mark.parametrize(("n", "height"), [(8, -0.040713584720467925), (64, 0.007865389341817996)])
def test_a_coarse_sphere_lies_deeper(n: int, height: float) -> None:
    """The sphere of asv_wave_sim, R 0.5 m and 261.4 kg, as a mesh of n x n: the true one's centre is at +0.008586 m.

    Heights by an independent integration over the mesh.
    """
    mesh = uv_sphere(0.5, n, n)
    if n == 8:
        assert mesh.volume / (4 / 3 * np.pi * 0.5**3) == pytest.approx(0.8660500667203089, rel=1e-13)
    rest = hydrostatics(Vehicle("ball", mesh.inertial(mass=261.4328687), Hull(mesh)), SEA)
    assert rest.pose.p[2] == pytest.approx(height, abs=1e-12)


def test_three_parts_as_meshmagick() -> None:
    """A sphere with two cylinders, which overlap and add; numbers of Meshmagick in Capytaine's test of hydrostatics.

    Its cylinders have ten sides, a corner on top, as their volume tells. The body is held where it is: it would heel.
    1e-2 is the tolerance of that test; moments are about the origin, and so its BM is too.
    """
    ball = uv_sphere(10.0, 50, 100).transformed(Pose((0.0, 0.0, -1.0)))
    lying = cylinder(5.0, 10.0, 10).transformed(Pose.from_rpy((0.0, 10.0, -1.0), (0.0, np.pi / 2, 0.0)))
    mesh = ball.joined(lying).joined(cylinder(5.0, 10.0, 10).transformed(Pose((10.0, 0.0, 0.0))))
    part = cut(mesh, (0.0, 0.0, 1.0), 0.0)
    assert part.volume == pytest.approx(3230.447710333446, rel=1e-2)
    assert part.wet_area == pytest.approx(1185.1868965310575, rel=1e-2)
    assert part.waterplane_area == pytest.approx(478.73122454915034, rel=1e-2)
    np.testing.assert_allclose(part.centroid, (1.1371977373528706, 1.4316016719074982, -3.7652803333022975), rtol=1e-2)
    np.testing.assert_allclose(part.waterplane_centroid[:2], (1.5347475319946635, 1.9866189367339007), rtol=1e-2)
    rest = replace(
        barge(),
        density=1000.0,
        gravity=9.80665,
        mass=1000.0 * part.volume,
        volume=part.volume,
        center_of_mass=np.array([1.3000951410182862, 1.3000951410182717, -0.8699904858981825]),
        center_of_buoyancy=part.centroid,
        center_of_flotation=part.waterplane_centroid,
        waterplane_area=part.waterplane_area,
        waterplane_moments=part.waterplane_moments[:2, :2],
    )
    expected = [
        [4694749.563224925, 9326678.385525845, -7205255.3054924775],
        [9326678.385525845, 87860222.51952644, 0.0],
        [-7205255.3054924775, 0.0, 67388173.83192798],
    ]
    C = rest.stiffness(about=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(C[2:5, 2:5], expected, rtol=1e-2, atol=1e-2 * 7e6)


# Submerged, and the engine


def test_a_submerged_body_hangs_below_its_buoyancy() -> None:
    """GM = BG both ways, GZ = BG sin φ, T = 2π √(I / ρ g V BG)."""
    size, lever = (1.0, 0.4, 0.3), np.array([0.03, 0.0, -0.04])
    mass = RHO * 0.12
    body = Inertial(MassProperties.from_box(size, mass=mass), Pose(lever))
    for sea in (SEA, Sea(RHO, G, surface=None)):
        rest = hydrostatics(Vehicle("auv", body, Buoyancy(shape=Box(size))), sea)
        assert not rest.floating
        assert rest.stable
        assert rest.transverse_metacentric_height == pytest.approx(0.05, rel=1e-12)
        assert rest.longitudinal_metacentric_height == pytest.approx(0.05, rel=1e-12)
        assert rest.trim == pytest.approx(np.arctan2(0.03, 0.04), rel=1e-12)  # the weight is forward: bow down
        assert rest.heel == 0.0
        C = rest.stiffness()
        assert C[3, 3] == pytest.approx(mass * G * 0.05, rel=1e-12)
        assert C[2, 2] == 0.0
        assert rest.natural_periods.heave is None
        I_yy = body.I_BBcm_B[1, 1]
        assert rest.natural_periods.pitch == pytest.approx(2 * np.pi * np.sqrt(I_yy / (mass * G * 0.05)), rel=1e-12)
        angles = np.radians([0.0, 30.0, 90.0, 180.0])
        # About the x axis of the trimmed body, cos(trim) of which is level: once for the turn, once for the moment.
        arms = rest.righting_arm(angles).arms
        np.testing.assert_allclose(arms, 0.05 * 0.8**2 * np.sin(angles), rtol=0, atol=1e-15)
        assert rest.righting_arm().initial_slope == pytest.approx(0.05 * np.cos(rest.trim) ** 2, rel=1e-12)


def test_where_it_floats_a_simulation_stays() -> None:
    """A box, for which both are exact, with its weight off centre: nothing moves in a minute."""
    body = Inertial(MassProperties.from_box((2.0, 1.0, 0.8), mass=700.0), Pose((0.1, -0.05, -0.1)))
    vehicle = Vehicle("box", body, Buoyancy(shape=Box((2.0, 1.0, 0.8)), center=(0.02, 0.01, 0.0)))
    rest = hydrostatics(vehicle, Sea(RHO, G, surface=1.5))
    sim = Simulation([vehicle], Sea(RHO, G, surface=1.5), time_step=0.01)
    sim.set_state("box", position=rest.pose.p, orientation=rest.pose.q)
    recording = sim.run(60.0, record_period=1.0)["box"]
    # The residual torque is 1e-13 of m g L; roll and pitch only swing on it.
    np.testing.assert_allclose(recording.position[:, 0, 2], rest.pose.p[2], rtol=0, atol=1e-9)
    assert np.max(np.abs(recording.velocity)) < 1e-9

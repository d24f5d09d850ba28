from typing import Any

import numpy as np
import pytest

from seaway.errors import Finding
from seaway.frames import Pose
from seaway.hydro import rest_advice
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Components, Current, Sea, Waves, Wind
from seaway.shapes import Box, Sphere
from seaway.vehicle import (
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Hull,
    HullDamping,
    HullForce,
    HullFriction,
    HullPressureDrag,
    HydrostaticStiffness,
    Slamming,
    Thruster,
    Vehicle,
    advice,
)

PROPERTIES = MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)
GOOD = Vehicle("rov", Inertial(PROPERTIES), Buoyancy(0.03, (0, 0, 0.05)), Damping(np.ones(6)))


def advised(vehicle: Vehicle, sea: Sea) -> list[Finding]:
    return [*advice(vehicle, sea), *rest_advice(vehicle, sea)]


def rules(vehicle: Vehicle, sea: Sea | None = None) -> list[str]:
    return [finding.rule for finding in advised(vehicle, Sea() if sea is None else sea)]


def test_a_sound_vehicle_needs_no_advice() -> None:
    assert advised(GOOD, Sea()) == []
    assert advised(GOOD, Sea(surface=None, current=[0.5, 0, 0])) == []


def test_findings_name_the_vehicle_and_are_warnings() -> None:
    (finding,) = advised(GOOD.replace(damping=()), Sea())
    assert (finding.severity, finding.path, finding.line, finding.rule) == ("warning", None, None, "no-damping")
    assert finding.message.startswith("vehicle 'rov': it has no damping")


def test_damping_that_feeds_energy() -> None:
    """Each damping is looked at on its own, and the message has numbers."""
    fed = Damping([1, 1, 1, 1, 1, -0.25])
    (finding,) = advised(GOOD.replace(damping=(Damping(np.ones(6)), fed)), Sea())
    assert finding.rule == "damping-feeds-energy"
    assert "its damping 2 feeds 0.25 W" in finding.message
    assert "Check the signs" in finding.message


@pytest.mark.parametrize(("volume", "told"), [(0.031, False), (0.119, False), (0.121, True), (0.0299, True)])
def test_a_volume_far_from_that_of_its_shape(volume: float, told: bool) -> None:
    """The box has 0.06 m3: from half to twice of it passes."""
    vehicle = GOOD.replace(buoyancy=Buoyancy(volume, (0, 0, 0.05), shape=Box([0.5, 0.4, 0.3])))
    assert rules(vehicle) == (["shape-volume"] if told else [])


def test_the_volume_message_has_both_numbers() -> None:
    vehicle = GOOD.replace(buoyancy=Buoyancy(0.6, (0, 0, 0.05), shape=Box([0.5, 0.4, 0.3])))
    (finding,) = advised(vehicle, Sea())
    assert "its volume of 0.6 m3 is 10 times that of its shape, 0.06 m3" in finding.message


def test_upside_down() -> None:
    """30 kg in 0.029 m3 sinks, in 0.031 m3 floats; a floating one may have its centre of mass above.

    In 0.030 m3 it displaces 2.5 % more than it weighs: it rises slowly, and is one to be driven under water.
    """
    low = (0.0, 0.0, -0.02)
    sinking, rising, floating = (GOOD.replace(buoyancy=Buoyancy(volume, low)) for volume in (0.029, 0.030, 0.031))
    assert rules(rising) == ["upside-down"]
    (finding,) = advised(sinking, Sea())
    assert finding.rule == "upside-down"
    assert "its centre of buoyancy is 0.02 m below its centre of mass" in finding.message
    assert rules(floating) == []
    assert rules(floating, Sea(surface=None)) == ["upside-down"]
    assert rules(sinking, Sea(gravity=0.0)) == []
    lifted = sinking.replace(inertial=Inertial(PROPERTIES, Pose((0, 0, -0.1))))
    assert rules(lifted) == []
    assert rules(sinking.replace(buoyancy=None)) == []


def test_coriolis_switched_off_in_a_current() -> None:
    """C_A(ν_r) ν_r depends on the velocity through the water alone: without it a current is still a drifting frame."""
    tides = (Sea(current=[0.1, 0, 0]), Sea(current=Current([[0, 0, 0], [0.1, 0, 0]], depths=[0, 5])))
    vehicle = GOOD.replace(rigid_body_coriolis=False)
    assert rules(vehicle) == []
    assert rules(vehicle, Sea(current=[0, 0, 0])) == []
    assert [rules(vehicle, tide) for tide in tides] == [["coriolis-in-current"]] * 2
    assert [rules(GOOD.replace(added_mass_coriolis=False), tide) for tide in tides] == [[], []]


def test_hydrostatic_pressure_in_waves_is_advised_against() -> None:
    """e^(k h / 2) of a hull of height h: 10 m in a wave of 20 m give e^(2 π / 20 * 5) = 4.81."""
    body = Inertial(MassProperties.from_box((10.0, 4.0, 10.0), mass=2e5))
    hull = box((10.0, 4.0, 10.0), 10)  # fine enough for these waves
    waves = Waves.regular(height=0.5, period=float(2.0 * np.pi / np.sqrt(9.80665 * 2.0 * np.pi / 20.0)))
    found = advised(Vehicle("barge", body, Hull(hull, "hydrostatic"), Damping([1e4] * 6)), Sea(waves=waves))
    assert [finding.rule for finding in found] == ["hydrostatic-in-waves"]
    assert "in waves of 20 m it is up to 4.81 times too much" in found[0].message
    assert not advised(Vehicle("barge", body, Hull(hull), Damping([1e4] * 6)), Sea(waves=waves))
    assert not advised(Vehicle("barge", body, Hull(hull, "hydrostatic"), Damping([1e4] * 6)), Sea())


# Nothing twice

BODY = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=300.0))
SHELL = box((2.0, 1.0, 0.5))
EACH = np.ones(6)


def hulled(*laws: HullForce, **parts: Any) -> Vehicle:
    return Vehicle("boat", BODY, Hull(SHELL, forces=laws), **parts)


def twice(vehicle: Vehicle) -> list[str]:
    return [finding.message for finding in advised(vehicle, Sea()) if finding.rule == "counted-twice"]


def on(*axes: int) -> np.ndarray:
    """A diagonal with entries on some axes alone."""
    return np.where(np.isin(np.arange(6), axes), 3.0, 0.0)


@pytest.mark.parametrize("form", ["linear", "quadratic"])
@pytest.mark.parametrize(
    "law",
    [
        HullFriction(),
        HullPressureDrag(),
        HullDamping(linear=1.0, quadratic=0.0, angular_linear=1.0, angular_quadratic=0.0),
    ],
)
def test_damping_beside_a_law_of_the_hull(law: HullForce, form: str) -> None:
    (message,) = twice(hulled(law, damping=Damping(**{form: on(0, 5)})))
    kind = type(law).__name__
    assert message.startswith(f"vehicle 'boat': its damping (Damping) and its {kind} describe the same effect")
    assert "in surge and yaw, which counts twice. Remove these axes from the Damping" in message


def test_each_pair_is_told_once_and_each_damping_by_its_number() -> None:
    both = (Damping(on(0)), Damping(quadratic=on(1, 2)))
    messages = twice(hulled(HullFriction(), HullPressureDrag(), damping=both))
    assert [message.split("describe")[0].removeprefix("vehicle 'boat': ") for message in messages] == [
        "its damping 1 (Damping) and its HullFriction ",
        "its damping 2 (Damping) and its HullFriction ",
        "its damping 1 (Damping) and its HullPressureDrag ",
        "its damping 2 (Damping) and its HullPressureDrag ",
    ]
    assert ["in surge," in message for message in messages] == [True, False] * 2
    assert ["in sway and heave," in message for message in messages] == [False, True] * 2


@pytest.mark.parametrize(
    ("damping", "law", "axes"),
    [
        (Damping(on(0)), HullDamping(angular_linear=1.0), None),
        (Damping(on(0)), HullDamping(linear=1.0), "surge"),
        (Damping(on(3, 4)), HullDamping(angular_quadratic=1.0), "roll and pitch"),
        (Damping(on(4)), HullDamping(), None),
        (Damping(on(4)), HullPressureDrag(linear=0.0, quadratic=0.0, suction_linear=0.0, suction_quadratic=0.0), None),
        (
            Damping(on(4)),
            HullPressureDrag(linear=0.0, quadratic=0.0, suction_linear=1.0, suction_quadratic=0.0),
            None,
        ),
        (
            Damping(quadratic=on(4)),
            HullPressureDrag(linear=0.0, quadratic=0.0, suction_linear=1.0, suction_quadratic=0.0),
            "pitch",
        ),
        (Damping(), HullFriction(), None),
        (Damping(on(4)), Slamming(0.1, "facing"), None),
    ],
)
def test_damping_and_the_hull_are_judged_by_axes(damping: Damping, law: HullForce, axes: str | None) -> None:
    """Forces whose numbers are 0 do nothing; slamming is no drag; linear damping of heave, roll and pitch is waves."""
    messages = twice(hulled(law, damping=damping))
    assert [f"effect in {axes}," in message for message in messages] == ([] if axes is None else [True])


def test_the_axes_of_a_damping_are_those_of_the_body() -> None:
    """Turned by a quarter about z, a damping along x of its frame acts along y of B; by an eighth, along both."""
    quarter, eighth = (Pose.from_rpy((0.5, 0, 0), (0, 0, angle)) for angle in (np.pi / 2, np.pi / 4))
    for pose, axes in ((quarter, "sway"), (eighth, "surge and sway")):
        (message,) = twice(hulled(HullFriction(), damping=Damping(on(0), position=pose.p, attitude=pose.q)))
        assert f"effect in {axes}," in message


def modulus(row: int, column: int, by: int) -> np.ndarray:
    D = np.zeros((6, 6, 6))
    D[by, row, column] = 2.0
    return D


@pytest.mark.parametrize(
    ("damping", "axes"),
    [
        (Damping(quadratic=EACH), "sway, heave, pitch and yaw"),
        (Damping(linear=EACH), None),
        (Damping(quadratic=on(0, 3)), None),
        (Damping(modulus=modulus(1, 5, 5)), "sway"),
        (Damping(signed=modulus(1, 5, 0)), None),
    ],
)
def test_cross_flow_beside_a_quadratic_damping(damping: Damping, axes: str | None) -> None:
    """A linear damping and lift go with cross flow; so does what is ahead and about x."""
    strips = CrossFlow([-1.0, 0.0, 1.0], 0.3, 0.5)
    messages = twice(GOOD.replace(damping=damping, cross_flow=strips))
    assert [f"effect in {axes}," in message for message in messages] == ([] if axes is None else [True])
    assert all("Remove the quadratic part of the Damping" in message for message in messages)


def test_cross_flow_acts_on_the_planes_that_it_has() -> None:
    damping = Damping(quadratic=EACH)
    (lateral,) = twice(GOOD.replace(damping=damping, cross_flow=CrossFlow([0.0, 1.0], 0.3, 0.0)))
    (vertical,) = twice(GOOD.replace(damping=damping, cross_flow=CrossFlow([0.0, 1.0], 0.0, 0.3)))
    assert "effect in sway and yaw," in lateral
    assert "effect in heave and pitch," in vertical


def test_reference_areas_in_the_water() -> None:
    """They are a quadratic drag of the whole vehicle; those in the air are another matter."""
    area = DragArea((0.2, 0.0, 0.4), medium="water")
    (message,) = twice(GOOD.replace(damping=Damping(EACH, on(0, 1)), drag_areas=area))
    assert "its area in the water (DragArea) describe the same effect in surge," in message
    assert twice(GOOD.replace(drag_areas=area)) == []
    assert twice(GOOD.replace(damping=Damping(quadratic=EACH), drag_areas=DragArea(0.2, medium="air"))) == []
    turning = DragArea(0.0, medium="water", yaw_coefficient=0.5)
    (message,) = twice(GOOD.replace(damping=Damping(quadratic=EACH), drag_areas=(turning, DragArea(1.0, medium="air"))))
    assert "its area 1 in the water (DragArea) describe the same effect in yaw," in message
    for law in (HullFriction(), HullPressureDrag(), HullDamping(linear=1.0)):
        (message,) = twice(hulled(law, drag_areas=area))
        assert f"and its {type(law).__name__} describe the same effect in surge and heave," in message
    (message,) = twice(GOOD.replace(drag_areas=DragArea(0.2, medium="water"), cross_flow=CrossFlow([0.0], 0.3, 0.0)))
    assert "its CrossFlow and its area in the water (DragArea) describe the same effect in sway," in message


def test_strips_beside_the_drag_of_a_hull() -> None:
    """Both are the pressure of a flow across; friction goes along, and a linear damping is none of it."""
    strips = CrossFlow([0.0], 0.3, 0.5)
    (message,) = twice(hulled(HullPressureDrag(), cross_flow=strips))
    assert "effect in sway, heave, pitch and yaw," in message
    (message,) = twice(hulled(HullDamping(quadratic=1.0), cross_flow=strips))
    assert "its HullDamping and its CrossFlow describe the same effect in sway and heave," in message
    assert twice(hulled(HullFriction(), cross_flow=strips)) == []
    assert twice(hulled(HullDamping(linear=1.0, angular_linear=1.0), cross_flow=strips)) == []


def test_what_goes_together() -> None:
    laws = (
        HullFriction(),
        HullPressureDrag(),
        HullDamping(linear=1.0, quadratic=1.0, angular_linear=1.0, angular_quadratic=1.0),
        Slamming(0.1, "facing"),
    )
    vehicle = hulled(*laws, drag_areas=DragArea(1.0, medium="air"), thrusters=Thruster("main", (-1, 0, -0.2)))
    assert advised(vehicle, Sea(wind=[5, 0, 0])) == []
    assert twice(GOOD.replace(damping=(Damping(EACH, EACH), Damping(EACH, EACH)))) == []


def test_a_drag_of_any_kind_is_a_damping() -> None:
    """Who has one is not told to give it a Damping, which would then count twice."""
    assert rules(hulled()) == ["no-damping"]
    assert rules(hulled(HullDamping())) == ["no-damping"]
    assert rules(hulled(drag_areas=DragArea(1.0, medium="air"))) == ["no-damping"]
    assert rules(hulled(HullFriction())) == []
    assert rules(hulled(drag_areas=DragArea(1.0, medium="water"))) == []
    assert rules(hulled(cross_flow=CrossFlow([0.0], 0.3, 0.0))) == []


# Thrusters, wind, triangles


def test_a_thruster_above_the_surface_at_rest() -> None:
    """300 kg in a box of 2 m x 1 m lie 300 / 1025 / 2 = 0.1463 m deep: the middle is 0.25 - 0.1463 = 0.1037 m up."""
    pods = tuple(Thruster(name, (-1.0, 0.0, z)) for name, z in (("high", -0.1), ("low", -0.11)))
    boat = hulled(HullFriction(), thrusters=pods)
    for surface in (0.0, 7.0):
        (finding,) = advised(boat, Sea(surface=surface))
        assert finding.rule == "thruster-in-air"
        assert "its thruster 'high' is 0.00366 m above the surface at rest" in finding.message
    assert rules(boat, Sea(surface=None)) == []
    assert rules(boat, Sea(gravity=0.0)) == []
    heavy = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=1100.0))
    assert rules(boat.replace(inertial=heavy)) == []  # it sinks
    assert rules(boat.replace(buoyancy=Buoyancy(shape=Box([2.0, 1.0, 0.5])), damping=Damping(EACH))) == [
        "thruster-in-air"
    ]
    stiff = HydrostaticStiffness(np.diag([2e4, 3e3, 6e3]), rest_height=0.105)
    assert rules(boat.replace(buoyancy=stiff, damping=Damping(EACH))) == ["thruster-in-air"]
    assert rules(boat.replace(buoyancy=None, damping=Damping(EACH))) == []


def test_a_trimmed_vehicle_lifts_its_thruster() -> None:
    """With its centre of mass 0.1 m ahead a box trims by tan θ = 0.1 / GM = 0.0475, wall-sided.

    BM is 8/12 / 0.2927 = 2.278 m, GM is that less 0.177 m. So the stern, 1 m behind, comes up by 0.0475 m, and what is
    0.13 - 0.1037 = 0.0263 m deep on an even keel is 0.0212 m above the water.
    """
    ahead = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=300.0), Pose((0.1, 0.0, 0.0)))
    boat = hulled(HullFriction(), thrusters=Thruster("main", (-1.0, 0.0, -0.13)))
    assert rules(boat) == []
    (finding,) = advised(boat.replace(inertial=ahead), Sea())
    assert "its thruster 'main' is 0.0212 m above the surface" in finding.message


def test_wind_on_a_vehicle_without_an_area_in_the_air() -> None:
    boat = hulled(HullFriction())
    (finding,) = advised(boat, Sea(wind=[3.0, 4.0, 0.0]))
    assert finding.rule == "wind-without-area"
    assert "it floats in a wind of 5 m/s that has no effect" in finding.message
    assert rules(boat, Sea(wind=Wind((0, 0), gust_std=1.0, seed=1))) == ["wind-without-area"]
    assert rules(boat, Sea(wind=Wind((0, 0)))) == []
    assert rules(boat.replace(drag_areas=DragArea(1.0, medium="air")), Sea(wind=[3, 4, 0])) == []
    assert rules(boat.replace(drag_areas=DragArea(1.0, medium="water"), buoyancy=Hull(SHELL)), Sea(wind=[3, 4, 0])) == [
        "wind-without-area"
    ]
    sinking = GOOD.replace(buoyancy=Buoyancy(0.029, (0, 0, 0.05)))
    assert rules(sinking, Sea(wind=[3, 4, 0])) == []
    assert rules(sinking.replace(buoyancy=None), Sea(wind=[3, 4, 0])) == []


def waves_of(length: float, height: float = 0.1) -> Waves:
    return Waves.regular(height=height, period=float(np.sqrt(2.0 * np.pi * length / 9.80665)))


def test_triangles_too_long_for_the_waves() -> None:
    """(k e)²/12 of a diagonal of √5 m in waves of 30 m is 1.83 %, in waves of 20 m 4.11 %."""
    boat = hulled(HullFriction())
    assert rules(boat, Sea(waves=waves_of(30.0))) == []
    (finding,) = advised(boat, Sea(waves=waves_of(20.0)))
    assert finding.rule == "coarse-hull"
    assert "edges of up to 2.24 m, too long for waves of 20 m" in finding.message
    assert "off by about 4.1 %. For 2 % edges must be <= 1.56 m: use mesh.refined(1)" in finding.message
    assert rules(boat) == []
    assert rules(boat, Sea(waves=waves_of(20.0, height=0.0))) == []
    assert rules(GOOD, Sea(waves=waves_of(20.0))) == ["no-extent"]  # no triangles, and no shape


@pytest.mark.parametrize("length", [20.0, 5.0, 1.0])
def test_what_coarse_hulls_are_told_to_do_is_enough_and_no_more(length: float) -> None:
    sea = Sea(waves=waves_of(length, height=0.01))
    finding = advised(hulled(HullFriction()), sea)[0]
    times = int(finding.message.split("mesh.refined(")[1].rstrip(")"))
    fine = [Vehicle("boat", BODY, Hull(SHELL.refined(n), forces=(HullFriction(),))) for n in (times - 1, times)]
    assert ["coarse-hull" in rules(vehicle, sea) for vehicle in fine] == [True, False]


def test_a_few_short_waves_do_not_make_a_hull_coarse() -> None:
    """Waves that hold a tenth of the energy or less are not looked at: of 1, a²/(1 + a²)."""
    omega = np.sqrt(9.80665 * 2.0 * np.pi / np.array([3.0, 60.0]))
    for amplitude, told in ((0.32, False), (0.34, True)):
        sum_of_two = Components([0.1 * amplitude, 0.1], omega, [0, 0], [0, 0], omega**2 / 9.80665)
        found = rules(hulled(HullFriction()), Sea(waves=Waves(sum_of_two)))
        assert found == (["coarse-hull"] if told else [])


def test_waves_do_not_turn_what_has_no_extent() -> None:
    """A stiffness without one, a buoyancy without a shape, and what displaces nothing."""
    sea, G = Sea(waves=waves_of(60.0)), np.diag([2e4, 5e3, 9e3])
    for buoyancy, told in (
        (HydrostaticStiffness(G), True),
        (HydrostaticStiffness(G, extent=(2.0, 1.0, 0.2)), False),
        (Buoyancy(0.03, (0, 0, 0.05)), True),
        (Buoyancy(0.03, (0, 0, 0.05), shape=Sphere(0.193)), False),
        (None, True),
    ):
        vehicle = GOOD.replace(buoyancy=buoyancy)
        assert ("no-extent" in rules(vehicle, sea)) == told
        assert "no-extent" not in rules(vehicle)


def test_waves_shorter_than_twice_the_vehicle() -> None:
    """A stiffness of 3 m in waves of 5 and 7 m."""
    boat = GOOD.replace(buoyancy=HydrostaticStiffness(np.diag([2e4, 5e3, 9e3]), extent=(3.0, 1.0, 0.2)))
    assert "short-waves" in rules(boat, Sea(waves=waves_of(5.0)))
    assert "short-waves" not in rules(boat, Sea(waves=waves_of(7.0)))

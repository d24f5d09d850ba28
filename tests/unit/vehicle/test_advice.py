import numpy as np
import pytest

from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.mesh import box
from seaway.sea import Current, Sea, Waves
from seaway.vehicle import Box, Buoyancy, Damping, Hull, Vehicle, advice

PROPERTIES = MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)
GOOD = Vehicle("rov", Inertial(PROPERTIES), Buoyancy(0.03, (0, 0, 0.05)), Damping(np.ones(6)))


def rules(vehicle: Vehicle, sea: Sea | None = None) -> list[str]:
    return [finding.rule for finding in advice(vehicle, Sea() if sea is None else sea)]


def test_a_sound_vehicle_needs_no_advice() -> None:
    assert advice(GOOD, Sea()) == []
    assert advice(GOOD, Sea(surface=None, current=[0.5, 0, 0])) == []


def test_findings_name_the_vehicle_and_are_warnings() -> None:
    (finding,) = advice(GOOD.replaced(damping=()), Sea())
    assert (finding.severity, finding.path, finding.line, finding.rule) == ("warning", None, None, "no-damping")
    assert finding.message.startswith("vehicle 'rov': it has no damping")


def test_damping_that_feeds_energy() -> None:
    """Each damping is looked at on its own, and the message has numbers."""
    fed = Damping([1, 1, 1, 1, 1, -0.25])
    (finding,) = advice(GOOD.replaced(damping=(Damping(np.ones(6)), fed)), Sea())
    assert finding.rule == "damping-feeds-energy"
    assert "its damping 2 feeds 0.25 W" in finding.message
    assert "Check the signs" in finding.message


@pytest.mark.parametrize(("volume", "told"), [(0.031, False), (0.119, False), (0.121, True), (0.0299, True)])
def test_a_volume_far_from_that_of_its_extent(volume: float, told: bool) -> None:
    """The box has 0.06 m3: from half to twice of it passes."""
    vehicle = GOOD.replaced(buoyancy=Buoyancy(volume, (0, 0, 0.05), Box([0.5, 0.4, 0.3])))
    assert rules(vehicle) == (["extent-volume"] if told else [])


def test_the_volume_message_has_both_numbers() -> None:
    vehicle = GOOD.replaced(buoyancy=Buoyancy(0.6, (0, 0, 0.05), Box([0.5, 0.4, 0.3])))
    (finding,) = advice(vehicle, Sea())
    assert "its volume of 0.6 m3 is 10 times that of its extent, 0.06 m3" in finding.message


def test_upside_down() -> None:
    """30 kg in 0.029 m3 sinks, in 0.031 m3 floats; a floating one may have its centre of mass above."""
    low = (0.0, 0.0, -0.02)
    sinking, floating = (GOOD.replaced(buoyancy=Buoyancy(volume, low)) for volume in (0.029, 0.031))
    (finding,) = advice(sinking, Sea())
    assert finding.rule == "upside-down"
    assert "its centre of buoyancy is 0.02 m below its centre of mass" in finding.message
    assert rules(floating) == []
    assert rules(floating, Sea(surface=None)) == ["upside-down"]
    assert rules(sinking, Sea(gravity=0.0)) == []
    lifted = sinking.replaced(inertial=Inertial(PROPERTIES, Pose((0, 0, -0.1))))
    assert rules(lifted) == []
    assert rules(sinking.replaced(buoyancy=None)) == []


def test_coriolis_switched_off_in_a_current() -> None:
    """C_A(ν_r) ν_r depends on the velocity through the water alone: without it a current is still a drifting frame."""
    tides = (Sea(current=[0.1, 0, 0]), Sea(current=Current([[0, 0, 0], [0.1, 0, 0]], depths=[0, 5])))
    vehicle = GOOD.replaced(rigid_body_coriolis=False)
    assert rules(vehicle) == []
    assert rules(vehicle, Sea(current=[0, 0, 0])) == []
    assert [rules(vehicle, tide) for tide in tides] == [["coriolis-in-current"]] * 2
    assert [rules(GOOD.replaced(added_mass_coriolis=False), tide) for tide in tides] == [[], []]


def test_hydrostatic_pressure_in_waves_is_advised_against() -> None:
    """e^(k h / 2) of a hull of height h: 10 m in a wave of 20 m give e^(2 π / 20 * 5) = 4.81."""
    body = Inertial(MassProperties.from_box((10.0, 4.0, 10.0), mass=2e5))
    hull = box((10.0, 4.0, 10.0))
    waves = Waves.regular(height=0.5, period=float(2.0 * np.pi / np.sqrt(9.80665 * 2.0 * np.pi / 20.0)))
    found = advice(Vehicle("barge", body, Hull(hull, "hydrostatic"), Damping([1e4] * 6)), Sea(waves=waves))
    assert [finding.rule for finding in found] == ["hydrostatic-in-waves"]
    assert "in waves of 20 m it is up to 4.81 times too much" in found[0].message
    assert not advice(Vehicle("barge", body, Hull(hull), Damping([1e4] * 6)), Sea(waves=waves))
    assert not advice(Vehicle("barge", body, Hull(hull, "hydrostatic"), Damping([1e4] * 6)), Sea())

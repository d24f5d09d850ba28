"""A manifest tells what was simulated, in numbers and in words."""

from math import pi
from pathlib import Path

import numpy as np
import pytest
from tests.unit.sim import SPACE, ball, rov

from seaway.errors import Finding
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.mesh import box
from seaway.scenario._manifest import described_findings, described_sea, described_vehicles
from seaway.sea import Current, Jonswap, Sea, Spreading, Waves, Wind
from seaway.vehicle import Hull, HydrostaticStiffness, Thruster, Vehicle


def described(vehicle: Vehicle) -> dict[str, object]:
    (found,) = described_vehicles(Scene((vehicle,), Sea(), (Pose(),), np.zeros((1, 6))))
    return found


def test_a_vehicle() -> None:
    vehicle = rov(thrusters=(Thruster("a", (0, 0, 0)), Thruster("b", (1, 0, 0))))
    found = described(vehicle)
    M, M_A = vehicle.inertial.mass_matrix(), vehicle.inertial.added_mass_matrix()
    ratio = found.pop("added_mass_ratio")
    np.testing.assert_allclose(ratio, np.diag(M_A) / (np.diag(M) - np.diag(M_A)), rtol=1e-12)
    assert found == {
        "name": "rov",
        "mass": 70.0,
        "volume": 0.07,
        "buoyancy": "fixed volume",
        "thrusters": 2,
        "fins": 0,
        "reference_density": None,
        "density_ratio": 1.0,
    }


def test_where_a_vehicle_comes_from() -> None:
    whole = Scene((ball("a"), ball("b")), Sea(), (Pose(), Pose()), np.zeros((2, 6)))
    assert [each.get("source") for each in described_vehicles(whole, ["a book", ""])] == ["a book", None]
    assert [each.get("source") for each in described_vehicles(whole)] == [None, None]


def test_a_vehicle_without_water() -> None:
    found = described(ball())
    assert (found["added_mass_ratio"], found["volume"], found["buoyancy"]) == (None, None, "none")


def test_a_hull_and_a_stiffness() -> None:
    assert described(ball(buoyancy=Hull(box((1, 1, 1)))))["buoyancy"] == "hull of 12 triangles"
    stiff = HydrostaticStiffness(np.diag([0, 0, 1e3, 10, 10, 0]))
    assert described(ball(buoyancy=stiff))["buoyancy"] == "linear stiffness"


@pytest.mark.parametrize(
    ("sea", "key", "words"),
    [
        (Sea(), "water", "1025 kg/m³, gravity 9.80665 m/s², deep"),
        (Sea(density=1000.0, depth=40.0), "water", "1000 kg/m³, gravity 9.80665 m/s², 40 m deep"),
        (Sea(surface=2.0), "water", "1025 kg/m³, gravity 9.80665 m/s², surface at z = 2 m, deep"),
        (SPACE, "water", "1025 kg/m³, gravity 0 m/s², without a surface"),
        (Sea(), "waves", "still water"),
        (SPACE, "waves", "none"),
        (Sea(waves=Waves.regular(0.0, 6.0)), "waves", "still water"),
        (
            Sea(waves=Waves.regular(1.0, 6.0, direction=pi, ramp=5.0)),
            "waves",
            "one Airy wave, 1 m high, 6 s, 56.2 m long, toward 180° (west), ramped up over 5 s",
        ),
        (
            Sea(waves=Waves.gerstner([1.0, 1.0], [6.0, 5.0], direction=[0.0, pi])),
            "waves",
            "2 Gerstner waves, Hs = 2 m, Tz = 5.43 s, in all directions",
        ),
        (
            Sea(waves=Waves.regular(1.0, 6.0, ramp=5.0) + Waves.regular(0.5, 9.0, direction=pi / 2, ramp=5.0)),
            "waves",
            (
                "2 seas, Hs = 1.58 m: one Airy wave, 1 m high, 6 s, 56.2 m long, toward 0° (east); one Airy wave, 0.5 "
                "m high, 9 s, 126 m long, toward 90° (north), ramped up over 5 s"
            ),
        ),
        (
            Sea(waves=Waves.regular(1.0, 6.0) + Waves.regular(0.0, 9.0)),
            "waves",
            "one Airy wave, 1 m high, 6 s, 56.2 m long, toward 0° (east)",
        ),
        (Sea(), "current", "none"),
        (Sea(current=(0.0, 0.0, 0.0)), "current", "none"),
        (Sea(current=(0.3, -0.3, 0.0)), "current", "0.424 m/s toward 315°"),
        (Sea(current=(0.0, 0.1, -0.2)), "current", "0.224 m/s down"),
        (
            Sea(current=Current([[0.4, 0, 0], [0.1, 0, 0]], depths=[0, 20])),
            "current",
            "0.1 to 0.4 m/s, given at 2 depths",
        ),
        (
            Sea(current=Current(np.ones((2, 3, 3)), times=[0, 1], depths=[0, 1, 2])),
            "current",
            "1.73 to 1.73 m/s, given at 2 times and 3 depths",
        ),
        (Sea(), "wind", "none"),
        (Sea(wind=(0.0, 8.0)), "wind", "8 m/s toward 90° (north)"),
        (
            Sea(wind=Wind((5.0, 0.0), exponent=0.11, gust_std=1.5, seed=1)),
            "wind",
            "5 m/s toward 0° (east) at 10 m height, power-law profile, exponent 0.11, gusts of 1.5 m/s over 10 s",
        ),
        (
            Sea(wind=Wind((20.0, 0.0), gust_spectrum="npd", seed=1)),
            "wind",
            "20 m/s toward 0° (east), gusts of 2.28 m/s by the NPD spectrum",
        ),
        (Sea(wind=Wind((0.0, 0.0), gust_std=1.0, seed=1)), "wind", "mean 0 m/s, gusts of 1 m/s over 10 s"),
    ],
)
def test_a_sea_in_words(sea: Sea, key: str, words: str) -> None:
    assert described_sea(sea)[key] == words


def test_a_random_sea_has_its_spectrum() -> None:
    waves = Waves.irregular(Jonswap(1.5, 7.0), direction=pi / 6, spreading=Spreading(10), seed=1)
    found = described_sea(Sea(waves=waves))
    words, c = str(found["waves"]), waves.components
    tz = 2.0 * pi * np.sqrt(np.sum(c.amplitude**2) / np.sum((c.amplitude * c.omega) ** 2))
    assert words.startswith(f"200 Airy waves, Hs = 1.5 m, Tz = {tz:.3g} s, mainly toward ")
    bands = waves.components.bands()
    assert bands is not None
    assert found["spectrum"] == {"ramp": 0.0, "edges": bands.edges.tolist(), "density": bands.density.tolist()}


def test_a_few_waves_have_lines() -> None:
    spectrum = described_sea(Sea(waves=Waves.regular(1.0, 2.0 * pi)))["spectrum"]
    assert spectrum == {"ramp": 0.0, "omega": [1.0], "amplitude": [0.5]}
    assert described_sea(Sea())["spectrum"] is None


def test_findings() -> None:
    found = described_findings(
        [Finding("warning", Path("a.sdf"), 3, "rule", "why"), Finding("error", None, None, "r", "m")]
    )
    assert found == [
        {"severity": "warning", "file": "a.sdf", "line": 3, "rule": "rule", "message": "why"},
        {"severity": "error", "file": None, "line": None, "rule": "r", "message": "m"},
    ]

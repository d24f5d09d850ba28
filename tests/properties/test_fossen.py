"""Vehicle files in both notations and back, and through SDFormat: the same vehicle, the same forces."""

import contextlib
from pathlib import Path
from typing import Literal

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import dampings, inertials, positive, quaternions, vectors

from seaway import gazebo, sdf
from seaway._toml import parsed
from seaway.errors import SeawayError
from seaway.gazebo import to_sdf
from seaway.inertia import Inertial
from seaway.library import LibraryVehicle, to_toml
from seaway.library._vehicle import vehicle_of_file
from seaway.sea import Sea
from seaway.shapes import Box, Cylinder, Ellipsoid
from seaway.vehicle import Buoyancy, Damping, Thruster, Vehicle

# Changes of sign are exact; moments turned to link axes, and poses by angles, round.
ROUNDING = 1e-12


def read_text(text: str) -> LibraryVehicle:
    return vehicle_of_file(parsed(text), "vehicle")


@st.composite
def vehicles(draw: st.DrawFn) -> Vehicle:
    """Full mass and added-mass matrices, damping of all forms, any shape, two thrusters."""
    law = draw(dampings())
    a, b, c = (draw(positive(0.1, 1.0)) for _ in range(3))
    shape = draw(st.sampled_from([Box([a, b, c]), Ellipsoid([a, b, c]), Cylinder(radius=a, length=b)]))
    axis = draw(quaternions())[1:] + np.array([2.0, 0.0, 0.0])
    inertial: Inertial = draw(inertials())
    main = Thruster(
        "main", draw(vectors(0.1)), axis, drive="speed", diameter=0.1, thrust_coefficient=0.02, limits=(-90, 90)
    )
    return Vehicle(
        "body",
        inertial,
        Buoyancy(None, draw(vectors(0.3)), shape=shape, attitude=draw(quaternions())),
        Damping(law.linear, law.quadratic, modulus=law.modulus, signed=law.signed),
        thrusters=(main, Thruster("jet", draw(vectors(0.1)), axis, limits=(-3.0, 4.0), dead_band=0.25)),
    )


def assert_same(found: Vehicle, expected: Vehicle) -> None:
    M = expected.inertial.mass_matrix()
    scale = np.sqrt(np.outer(np.diagonal(M), np.diagonal(M)))  # so that kg and kg m2 compare
    np.testing.assert_allclose(found.inertial.mass_matrix() / scale, M / scale, rtol=0, atol=ROUNDING)
    nu = np.random.default_rng(0).normal(size=(5, 6))
    wrench, sums = (sum((part.wrench(nu) for part in one.damping), np.zeros((5, 6))) for one in (expected, found))
    np.testing.assert_allclose(sums, wrench, rtol=0, atol=ROUNDING * (1.0 + np.max(np.abs(wrench))))
    assert isinstance(found.buoyancy, Buoyancy)
    assert isinstance(expected.buoyancy, Buoyancy)
    np.testing.assert_allclose(found.buoyancy.volume, expected.buoyancy.volume, rtol=ROUNDING)
    np.testing.assert_allclose(found.buoyancy.center, expected.buoyancy.center, rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(found.buoyancy.shape.half_size, expected.buoyancy.shape.half_size, rtol=ROUNDING)
    same = abs(float(found.buoyancy.attitude @ expected.buoyancy.attitude))  # q and -q are one attitude
    assert same > 1.0 - ROUNDING
    for one, other in zip(found.thrusters, expected.thrusters, strict=True):
        assert (one.name, one.drive, one.dead_band) == (other.name, other.drive, other.dead_band)
        assert one.limits.tolist() == other.limits.tolist()
        np.testing.assert_allclose([one.position, one.axis], [other.position, other.axis], rtol=0, atol=ROUNDING)


@settings(max_examples=20, deadline=None)
@given(vehicles(), st.sampled_from(["seaway", "fossen"]))
def test_through_a_file(vehicle: Vehicle, convention: Literal["seaway", "fossen"]) -> None:
    written = to_toml(vehicle, Sea(1028.0, 9.81), convention=convention)
    read = read_text(written.text)
    assert written.findings == ()
    assert (read.sea.density, read.sea.gravity) == (1028.0, 9.81)
    assert_same(read.vehicle, vehicle)


@settings(max_examples=15, deadline=None)
@given(vehicles())
def test_through_sdformat(vehicle: Vehicle) -> None:
    sea = Sea(1028.0, 9.81, surface=None)
    read = read_text(to_toml(vehicle, sea, convention="fossen").text)
    scene = gazebo.scene(sdf.loads(to_sdf(read.vehicle, sea, world=True).text))
    assert_same(scene.vehicles[0], vehicle)
    assert_same(read_text(to_toml(scene.vehicles[0], scene.sea, convention="fossen").text).vehicle, vehicle)


ROV = (Path(__file__).parents[2] / "examples" / "convert" / "rov.toml").read_text()
NUMBERS = ["0", "-1", "1e308", "-1e308", "1e-320", "nan", "inf", "1" + 400 * "0"]
ARRAYS = ["[]", "[[1], [1, 2]]", "[1, 2, 3]", "[1e300, 1e300, 1e300]", "[[[]]]", "[{}]", "[true, 1, 2]"]
VALUES = st.sampled_from([*NUMBERS, *ARRAYS, "true", '""', '"x"', "{}", "{ a = 1 }", "1979-05-27"])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_file_from_a_stranger_is_read_or_refused(data: st.DataObject) -> None:
    """Whatever its values and lines are, it is converted or there is an error that says why: nothing else is raised."""
    lines = ROV.splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        i = data.draw(st.integers(0, len(lines) - 1))
        if "=" in lines[i] and data.draw(st.booleans()):
            lines[i] = f"{lines[i].partition('=')[0]}= {data.draw(VALUES)}"
        else:
            j = data.draw(st.integers(0, len(lines) - 1))
            lines[i] = lines[j][: data.draw(st.integers(0, 20))]
    with contextlib.suppress(SeawayError):
        read = read_text("\n".join(lines))
        assert to_toml(read.vehicle, read.sea, convention="fossen").text
        assert to_sdf(read.vehicle, read.sea).text

"""Files from one notation to the other."""

from pathlib import Path

import numpy as np
import pytest
from tests.unit.gazebo.sdf_worlds import box, link, model, plugin, shape, tags

from seaway import gazebo, sdf
from seaway._toml import parsed
from seaway.errors import ScenarioError, SdfError
from seaway.library import LibraryVehicle, convert, read_vehicle
from seaway.library._vehicle import vehicle_of_file
from seaway.vehicle import Buoyancy

ROV = Path(__file__).parents[3] / "examples" / "convert" / "rov.toml"
WATER = plugin("Buoyancy", tags(uniform_fluid_density=1030))


def read_text(text: str) -> LibraryVehicle:
    return vehicle_of_file(parsed(text), "vehicle")


def written(tmp_path: Path, content: str, around: str = "world") -> Path:
    path = tmp_path / "boat.sdf"
    text = f"<world name='w'>\n{content}\n</world>" if around == "world" else content
    path.write_text(f"<sdf version='1.11'>{text}</sdf>")
    return path


def test_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "rov.sdf"
    path.write_text(convert(ROV, world=True).text)
    back = convert(path)
    first, second = read_vehicle(ROV), read_text(back.text)
    assert back.findings == ()
    M = first.vehicle.inertial.mass_matrix()
    # The links of two propellers were taken from the body and added again.
    np.testing.assert_allclose(second.vehicle.inertial.mass_matrix(), M, rtol=0, atol=1e-12 * np.max(M))
    nu = np.random.default_rng(3).normal(size=(10, 6))
    np.testing.assert_allclose(
        second.vehicle.damping[0].wrench(nu), first.vehicle.damping[0].wrench(nu), rtol=1e-14, atol=1e-14
    )
    assert (second.sea.density, second.sea.gravity) == (first.sea.density, first.sea.gravity)
    assert isinstance(first.vehicle.buoyancy, Buoyancy)
    assert isinstance(second.vehicle.buoyancy, Buoyancy)
    assert second.vehicle.buoyancy.volume == pytest.approx(first.vehicle.buoyancy.volume, rel=1e-14)
    for one, other in zip(first.vehicle.thrusters, second.vehicle.thrusters, strict=True):
        assert (one.name, one.limits.tolist()) == (other.name, other.limits.tolist())
        np.testing.assert_allclose(other.position, one.position, rtol=0, atol=1e-15)


def test_a_model_says_which_water_it_is_meant_for() -> None:
    made = convert(ROV)
    assert made.to == "sdf"
    assert [finding.rule for finding in made.findings] == ["notice-shape", "notice-water"]
    assert made.findings[1].message == (
        "a model brings no water; it is meant for 1000 kg/m3 and 9.81 m/s2, which a world has (--world)"
    )
    assert all(finding.path == ROV for finding in made.findings)
    assert len(sdf.loads(made.text).models) == 1
    assert [finding.rule for finding in convert(ROV, "sdf", world=True).findings] == ["notice-shape"]


def test_a_model_from_gazebo(tmp_path: Path) -> None:
    path = written(tmp_path, model(link(content=shape(box("1 2 3")))), "model")
    made = convert(path)
    assert made.to == "fossen"
    assert made.findings[0].message == (
        "a model brings no water; 1000 kg/m3 and 9.8 m/s2 are those of gz-sim and SDFormat. Correct density and "
        "gravity in the converted file"
    )
    assert "shape = { box = [1.0, 2.0, 3.0] }" in made.text.splitlines()


def test_what_a_world_has_besides_a_vehicle(tmp_path: Path) -> None:
    hydrodynamics = plugin("Hydrodynamics", tags(link_name="hull", xU=-5, default_current="1 0 0"))
    wing = plugin("LiftDrag", tags(link_name="hull"))
    wind = "<wind><linear_velocity>3 0 0</linear_velocity></wind>"
    path = written(tmp_path, WATER + wind + model(link(content=shape(box())) + hydrodynamics + wing))
    made = convert(path)
    assert [finding.message for finding in made.findings] == [
        "the current of the world is not part of a vehicle; dropped",
        "the wind of the world is not part of a vehicle; dropped",
    ]
    assert len(read_text(made.text).vehicle.fins) == 1


def test_collisions_that_are_not_one_shape_keep_their_volume_and_centre(tmp_path: Path) -> None:
    shapes = shape(box(), "a") + shape(box("1 1 2"), "b", "3 0 0 0 0 0")
    text = convert(written(tmp_path, WATER + model(link(content=shapes)))).text.splitlines()
    assert "volume = 3.0" in text
    assert "center = [2.0, 0.0, 0.0]" in text
    assert not any(line.startswith("shape") for line in text)  # a sphere of the volume


def test_damping_of_another_link_keeps_its_frame(tmp_path: Path) -> None:
    joint = "<joint name='j' type='fixed'><parent>hull</parent><child>b</child></joint>"
    law = plugin("Hydrodynamics", tags(link_name="b", xU=-5))
    path = written(tmp_path, WATER + model(link() + link("b", pose="1 0 0 0 0 0") + joint + law))
    read = read_text(convert(path).text).vehicle
    (damping,) = read.damping
    assert damping.position.tolist() == [1.0, 0.0, 0.0]
    assert damping.linear[0, 0] == 5.0


def test_one_vehicle(tmp_path: Path) -> None:
    path = written(tmp_path, model(link(), "a") + model(link(), "b"))
    with pytest.raises(SdfError, match=r"one vehicle is converted, this file has 2: 'a', 'b'; leave out the others"):
        convert(path)
    assert 'name = "b"' in convert(path, ignore=["a"]).text
    with pytest.raises(SdfError, match=r"exactly one vehicle is converted, this file has 0: none$"):
        convert(written(tmp_path, ""))


def test_the_same_notation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ScenarioError, match=r"rov.toml: the file is already in Fossen's notation; convert it to sdf or"
    ):
        convert(ROV, "fossen")
    with pytest.raises(ScenarioError, match=r"boat.sdf: the file is already in SDFormat; convert it to fossen or"):
        convert(written(tmp_path, model(link())), "sdf")


def test_between_the_notations(tmp_path: Path) -> None:
    path = tmp_path / "rov.toml"
    path.write_text(convert(ROV, "seaway").text)
    one, other = read_vehicle(ROV).vehicle, read_vehicle(path).vehicle
    assert (one.damping, one.thrusters, one.buoyancy) == (other.damping, other.thrusters, other.buoyancy)
    assert np.array_equal(one.inertial.mass_matrix(), other.inertial.mass_matrix())
    path.write_text(convert(path, "fossen").text)
    assert read_vehicle(path).vehicle.damping == one.damping


def test_what_deserves_a_look_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rov.toml"
    path.write_text(
        ROV.read_text().replace("weight = 112.8", "weight = 200.0").replace("X_udot = -5.5", "X_udot = 5.5")
    )
    found = [(finding.line, finding.rule, finding.message) for finding in convert(path, "seaway").findings]
    message = (
        "X_udot = 5.5 is positive and makes the added mass negative; Fossen's derivatives are negative for a positive "
        "added mass; change its sign if it is already reversed"
    )
    lines = path.read_text().splitlines()
    assert sorted(found) == sorted(
        [
            (
                1 + next(n for n, line in enumerate(lines) if line.startswith("weight")),
                "weight",
                "weight is 200 N, but mass times gravity is 112.815 N; the mass counts",
            ),
            (1 + lines.index("X_udot = 5.5"), "added-mass-sign", message),
        ]
    )


def test_the_shape_of_a_body_alone_in_endless_water() -> None:
    """It has no part in the motion there, but a converted file keeps it."""
    text = f"<sdf version='1.11'><world name='w'>{WATER}{model(link(content=shape(box('1 2 3'))))}</world></sdf>"
    buoyancy = gazebo.scene(sdf.loads(text)).vehicles[0].buoyancy
    assert isinstance(buoyancy, Buoyancy)
    np.testing.assert_array_equal(buoyancy.shape.half_size, [0.5, 1.0, 1.5])

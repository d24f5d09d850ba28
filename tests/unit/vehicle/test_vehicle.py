from typing import Any

import numpy as np
import pytest
from tests.refused import refused

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.vehicle import (
    Actuation,
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Fin,
    FinDerivatives,
    HydrostaticStiffness,
    Thruster,
    Vehicle,
)

BODY = Inertial(MassProperties.from_sphere(0.2, mass=30.0))


def test_one_damping_or_several() -> None:
    one, other = Damping(np.ones(6)), Damping(quadratic=np.ones(6))
    assert Vehicle("rov", BODY, damping=one).damping == (one,)
    assert Vehicle("rov", BODY, damping=(one, other)).damping == (one, other)
    assert Vehicle("rov", BODY, damping=[one, other]).damping == (one, other)


def test_one_of_each_or_several() -> None:
    thruster, rudder, area = Thruster("main", (0, 0, 0)), Fin("rudder", (-1, 0, 0), 0.1), DragArea(1.0, medium="air")
    stern, strips = FinDerivatives("stern", np.ones(6)), CrossFlow.uniform(length=1.0, draft=0.1, coefficient=1.0)
    one = Vehicle("usv", BODY, thrusters=thruster, fins=rudder, drag_areas=area, cross_flow=strips)
    assert (one.thrusters, one.fins, one.drag_areas, one.cross_flow) == ((thruster,), (rudder,), (area,), strips)
    several = one.replace(thrusters=[thruster], fins=(rudder, stern), drag_areas=(area, area))
    assert (several.thrusters, several.fins, several.drag_areas) == ((thruster,), (rudder, stern), (area, area))
    assert several.actuators == ("main", "rudder", "stern")


def test_buoyancy_may_be_a_stiffness() -> None:
    stiffness = HydrostaticStiffness(np.eye(3))
    assert Vehicle("usv", BODY, stiffness).buoyancy is stiffness


@pytest.mark.parametrize("fin", [False, True])
def test_thrusters_and_fins_have_different_names(fin: bool) -> None:
    first = Thruster("port", (0, 1, 0))
    others = {"fins": Fin("port", (0, 0, 0), 0.1)} if fin else {"thrusters": (first, Thruster("port", (0, 2, 0)))}
    with refused("vehicle 'usv': thrusters and fins must have different names, got 2 called 'port'"):
        Vehicle("usv", BODY, **{"thrusters": first, **others})


def test_replaced_changes_some_and_keeps_the_others() -> None:
    vehicle = Vehicle(
        "rov",
        BODY,
        Buoyancy(0.03),
        Damping(np.ones(6)),
        actuation=Actuation(limit=5.0),
        rigid_body_coriolis=False,
        added_mass_coriolis=False,
    )
    other = vehicle.replace(name="auv", damping=())
    assert (other.name, other.damping) == ("auv", ())
    assert other.buoyancy is vehicle.buoyancy
    assert other.actuation is vehicle.actuation
    assert other.rigid_body_coriolis is other.added_mass_coriolis is False
    assert vehicle.name == "rov"
    with refused("the name of a vehicle must not be empty"):
        vehicle.replace(name="")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "the name of a vehicle must not be empty"),
        ("  ", "the name of a vehicle must not be empty"),
        (None, "the name of a vehicle must be a text in quotes, got None"),
        (3, "the name of a vehicle must be a text in quotes, got 3"),
    ],
)
def test_a_name_is_needed(name: Any, message: str) -> None:
    with refused(message):
        Vehicle(name, BODY)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"inertial": 30.0}, "the inertial of vehicle 'rov' must be of Inertial, got 30.0"),
        ({"inertial": None}, "the inertial of vehicle 'rov' must be of Inertial, got None"),
        (
            {"buoyancy": 0.03},
            "the buoyancy of vehicle 'rov' must be of Buoyancy, Hull or HydrostaticStiffness, got 0.03",
        ),
        ({"actuation": 12.5}, "the actuation of vehicle 'rov' must be of Actuation, got 12.5"),
        ({"damping": [4.5]}, "damping 1 of vehicle 'rov' must be of Damping, got 4.5"),
        ({"damping": 4.5}, "damping 1 of vehicle 'rov' must be of Damping, got 4.5"),
        ({"damping": None}, "damping 1 of vehicle 'rov' must be of Damping, got None"),
        ({"thrusters": [4.5]}, "thrusters 1 of vehicle 'rov' must be of Thruster, got 4.5"),
        ({"fins": 4.5}, "fins 1 of vehicle 'rov' must be of Fin or FinDerivatives, got 4.5"),
        ({"drag_areas": None}, "drag areas 1 of vehicle 'rov' must be of DragArea, got None"),
        ({"cross_flow": 4.5}, "the cross flow of vehicle 'rov' must be of CrossFlow, got 4.5"),
    ],
)
def test_parts_of_the_wrong_kind_are_refused(parts: dict[str, object], message: str) -> None:
    with refused(message):
        Vehicle(**{"name": "rov", "inertial": BODY, **parts})  # type: ignore[arg-type]


def test_an_invalid_inertial_is_refused_with_its_own_message() -> None:
    faulty = Inertial.unchecked(MassProperties.unchecked(-2.0, np.eye(3)))
    with pytest.raises(ModelError, match=r"vehicle 'rov': .*mass.*-2"):
        Vehicle("rov", faulty)


def test_a_mass_matrix_must_be_positive_definite() -> None:
    """A point of mass cannot turn: valid as an inertia, not as something to simulate."""
    point = Inertial(MassProperties(2.0, np.zeros((3, 3))))
    with pytest.raises(ModelError, match=r"vehicle 'rov': .* positive definite, got the smallest eigenvalue 0\."):
        Vehicle("rov", point)
    turning = point.with_added_mass(AddedMass(np.diag([0.0, 0.0, 0.0, 0.1, 0.1, 0.1])))
    assert Vehicle("rov", turning).inertial.mass == 2.0


def test_a_notebook_shows_a_vehicle_with_units_and_escaped_names() -> None:
    inertial = Inertial(MassProperties.from_sphere(0.2, mass=1234.4), Pose((0.1, 0, -0.02)))
    rov = Vehicle("<b>", inertial, Buoyancy([0.0123456, 0.02]), thrusters=Thruster("a&b", (0, 0, 0)))
    html = rov._repr_html_()
    assert "Vehicle &lt;b&gt;" in html
    for cell in ("1234 kg", "(0.1, 0, -0.02) m", "0.0123 to 0.02 m³", "a&amp;b"):
        assert f">{cell}</td>" in html

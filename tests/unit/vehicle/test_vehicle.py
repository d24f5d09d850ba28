from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.vehicle import Actuation, Buoyancy, Damping, Vehicle

BODY = Inertial(MassProperties.from_sphere(0.2, mass=30.0))


def test_defaults() -> None:
    vehicle = Vehicle("rov", BODY)
    assert vehicle.inertial is BODY
    assert (vehicle.buoyancy, vehicle.damping, vehicle.dampings, vehicle.actuation) == (None, (), (), None)
    assert vehicle.rigid_body_coriolis is True
    assert vehicle.added_mass_coriolis is True


def test_one_damping_or_several() -> None:
    one, other = Damping(np.ones(6)), Damping(quadratic=np.ones(6))
    assert Vehicle("rov", BODY, damping=one).dampings == (one,)
    assert Vehicle("rov", BODY, damping=(one, other)).dampings == (one, other)
    assert Vehicle("rov", BODY, damping=[one, other]).dampings == (one, other)  # type: ignore[arg-type]


def test_it_cannot_be_changed_in_place() -> None:
    vehicle = Vehicle("rov", BODY)
    with pytest.raises(FrozenInstanceError):
        vehicle.name = "auv"  # type: ignore[misc]


def test_replaced_changes_some_and_keeps_the_others() -> None:
    vehicle = Vehicle("rov", BODY, Buoyancy(0.03), Damping(np.ones(6)), Actuation(limit=5.0), False, False)
    other = vehicle.replaced(name="auv", damping=())
    assert (other.name, other.dampings) == ("auv", ())
    assert other.buoyancy is vehicle.buoyancy
    assert other.actuation is vehicle.actuation
    assert other.rigid_body_coriolis is other.added_mass_coriolis is False
    assert vehicle.name == "rov"
    with pytest.raises(ModelError, match="needs a name, got ''"):
        vehicle.replaced(name="")


@pytest.mark.parametrize("name", ["", "  ", None, 3])
def test_a_name_is_needed(name: object) -> None:
    with pytest.raises(ModelError, match=f"a vehicle needs a name, got {name!r}"):
        Vehicle(name, BODY)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"inertial": 30.0}, r"vehicle 'rov': its inertial must be of Inertial, got 30.0"),
        ({"inertial": None}, r"vehicle 'rov': its inertial must be of Inertial, got None"),
        ({"buoyancy": 0.03}, r"vehicle 'rov': its buoyancy must be of Buoyancy or Hull, got 0.03"),
        ({"actuation": 12.5}, r"vehicle 'rov': its actuation must be of Actuation, got 12.5"),
        ({"damping": [4.5]}, r"vehicle 'rov': its damping must be of Damping, got 4.5"),
        ({"damping": 4.5}, r"vehicle 'rov': its damping must be of Damping, got 4.5"),
        ({"damping": None}, r"vehicle 'rov': its damping must be of Damping, got None"),
    ],
)
def test_parts_of_the_wrong_kind_are_refused(parts: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
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

from dataclasses import FrozenInstanceError, astuple

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.hull_drag import FACING, KERNER
from seaway.kernels.model import VEHICLE
from seaway.mesh import box
from seaway.vehicle import Hull, HullDamping, HullFriction, HullPressureDrag, Slamming

BOX = box((2.0, 1.0, 0.5))


def filled(law: HullFriction | HullPressureDrag | HullDamping | Slamming) -> dict[str, object]:
    """The fields of a record that a law changes from 0."""
    record = np.zeros(1, dtype=VEHICLE)
    law.fill(record[0])
    names = VEHICLE.names or ()
    return {name: record[name][0].tolist() for name in names if np.any(record[name])}


def test_defaults_are_those_of_the_docs() -> None:
    assert HullFriction().length is None
    assert astuple(HullPressureDrag()) == (100.0, 100.0, 0.4, 100.0, 100.0, 0.4, 1.0)
    assert astuple(HullDamping()) == (0.0, 0.0, 0.0, 0.0)
    assert astuple(Slamming(0.5, largest_acceleration=50.0)) == (0.5, "kerner", 50.0, 2.0)


def test_friction_fills_its_fields() -> None:
    assert filled(HullFriction()) == {"friction": 1}
    assert filled(HullFriction(2)) == {"friction": 1, "friction_length": 2.0}


def test_pressure_drag_fills_its_fields() -> None:
    law = HullPressureDrag(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)
    assert filled(law) == {
        "pressure_drag": 1,
        "pressure_linear": 1.0,
        "pressure_quadratic": 2.0,
        "pressure_falloff": 3.0,
        "suction_linear": 4.0,
        "suction_quadratic": 5.0,
        "suction_falloff": 6.0,
        "reference_speed": 7.0,
    }


def test_damping_fills_its_fields() -> None:
    assert filled(HullDamping(1.0, 2.0, 3.0, 4.0)) == {"area_damping": [1.0, 2.0, 3.0, 4.0]}


def test_slamming_fills_its_fields() -> None:
    kerner = {"slamming": KERNER, "slam_time": 0.5, "slam_acceleration": 50.0, "slam_power": 3.0}
    assert filled(Slamming(0.5, "kerner", 50.0, 3.0)) == kerner
    assert filled(Slamming(0.5, "facing")) == {"slamming": FACING, "slam_time": 0.5, "slam_power": 2.0}


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (HullFriction, {"length": 0.0}, r"the length of a hull friction \[m\] must be finite and > 0, got 0"),
        (HullFriction, {"length": "2 m"}, r"the length of a hull friction \[m\] must be numbers, got '2 m'"),
        (HullPressureDrag, {"linear": -1.5}, r"linear of .* \[N/m2\] must be >= 0 \(a negative one feeds .*, got -1.5"),
        (HullPressureDrag, {"quadratic": -2.5}, r"quadratic of .* feeds energy in\), got -2.5"),
        (HullPressureDrag, {"suction_linear": -3.5}, r"suction_linear of .* feeds energy in\), got -3.5"),
        (HullPressureDrag, {"suction_quadratic": -4.5}, r"suction_quadratic of .* feeds energy in\), got -4.5"),
        (HullPressureDrag, {"linear": np.nan}, r"linear of a hull pressure drag \[N/m2\] must be finite, got nan"),
        (HullPressureDrag, {"falloff": 0.0}, r"falloff of a hull pressure drag must be finite and > 0, got 0"),
        (HullPressureDrag, {"suction_falloff": -0.5}, r"suction_falloff .* must be finite and > 0, got -0.5"),
        (HullPressureDrag, {"reference_speed": 0.0}, r"reference_speed .* \[m/s\] must be finite and > 0, got 0"),
        (HullDamping, {"linear": -1.5}, r"linear of a hull damping \[N/\(m/s\)\] .* feeds energy in\), got -1.5"),
        (HullDamping, {"quadratic": -2.5}, r"quadratic of a hull damping .* feeds energy in\), got -2.5"),
        (HullDamping, {"angular_linear": -3.5}, r"angular_linear of .* feeds energy in\), got -3.5"),
        (
            HullDamping,
            {"angular_quadratic": np.inf},
            r"angular_quadratic of .*\[Nm/\(rad/s\)2\] must be finite, got inf",
        ),
        (Slamming, {"time_constant": 0.0}, r"the time constant of a slamming \[s\] must be finite and > 0, got 0"),
        (Slamming, {"time_constant": 1.0}, r"a slamming after Kerner needs a largest_acceleration \[m/s2\], e.g. 50.0"),
        (Slamming, {"time_constant": 1.0, "largest_acceleration": -5.0}, r"\[m/s2\] must be finite and > 0, got -5"),
        (
            Slamming,
            {"time_constant": 1.0, "largest_acceleration": 5.0, "power": 1.5},
            r"the power of a slamming must be >= 2, got 1.5",
        ),
        (Slamming, {"time_constant": 1.0, "kind": "hard"}, r"there is no slamming 'hard'; there are: kerner, facing"),
        (
            Slamming,
            {"time_constant": 1.0, "kind": "facing", "largest_acceleration": 5.0},
            r"are for slamming of the kind 'kerner'; 'facing' has none, got 5.0 and 2",
        ),
        (
            Slamming,
            {"time_constant": 1.0, "kind": "facing", "power": 3.0},
            r"'facing' has none, got None and 3",
        ),
    ],
)
def test_bad_numbers_are_refused(kind: type, arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        kind(**arguments)


def test_they_cannot_be_changed_in_place() -> None:
    for law in (HullFriction(), HullPressureDrag(), HullDamping(), Slamming(1.0, "facing")):
        name = next(iter(vars(law)))
        with pytest.raises(FrozenInstanceError):
            setattr(law, name, 1.0)


def test_a_hull_has_no_laws_and_no_compat_unless_told() -> None:
    hull = Hull(BOX)
    assert (hull.pressure, hull.forces, hull.compat) == ("froude_krylov", (), None)


def test_a_hull_keeps_its_laws() -> None:
    laws = [Slamming(1.0, "facing"), HullFriction(), HullDamping(), HullPressureDrag()]
    hull = Hull(BOX, "hydrostatic", laws, "asv")
    assert hull.forces == tuple(laws)
    assert hull.compat == "asv"
    assert Hull(BOX, forces=HullFriction(3.0)).laws == (HullFriction(3.0),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"laws": [HullFriction(), HullFriction(2.0)]}, r"a hull has at most one HullFriction, got 2; give their sum"),
        ({"laws": 3 * [HullDamping()]}, r"a hull has at most one HullDamping, got 3"),
        ({"laws": [HullFriction(), 4.5]}, r"must be of HullFriction, HullPressureDrag, .*Slamming, got 4.5"),
        ({"compat": "vrx"}, r"there is no compat 'vrx'; there are: asv, None"),
        ({"pressure": "none"}, r"there is no pressure 'none'; there are: froude_krylov, hydrostatic"),
    ],
)
def test_bad_hulls_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Hull(BOX, **arguments)

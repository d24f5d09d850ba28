import numpy as np
import pytest
from tests.refused import refused

from seaway.mesh import box
from seaway.vehicle import Hull, HullDamping, HullFriction, HullPressureDrag, Slamming

BOX = box((2.0, 1.0, 0.5))


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (HullFriction, {"length": 0.0}, "the length of a hull friction must be > 0 [m], got 0"),
        (HullFriction, {"length": "2 m"}, "the length of a hull friction must be a number [m], got '2 m'"),
        (
            HullPressureDrag,
            {"linear": -1.5},
            (
                "the linear coefficient of a hull pressure drag must be >= 0 [N/m2] (a negative one feeds "
                "energy in), got -1.5"
            ),
        ),
        (
            HullPressureDrag,
            {"quadratic": -2.5},
            (
                "the quadratic coefficient of a hull pressure drag must be >= 0 [N/m2] (a negative one "
                "feeds energy in), got -2.5"
            ),
        ),
        (
            HullPressureDrag,
            {"suction_linear": -3.5},
            (
                "the suction linear coefficient of a hull pressure drag must be >= 0 [N/m2] (a negative one "
                "feeds energy in), got -3.5"
            ),
        ),
        (
            HullPressureDrag,
            {"suction_quadratic": -4.5},
            (
                "the suction quadratic coefficient of a hull pressure drag must be >= 0 [N/m2] (a negative "
                "one feeds energy in), got -4.5"
            ),
        ),
        (
            HullPressureDrag,
            {"linear": np.nan},
            "the linear coefficient of a hull pressure drag must be finite [N/m2], got nan",
        ),
        (HullPressureDrag, {"falloff": 0.0}, "the falloff of a hull pressure drag must be > 0, got 0"),
        (
            HullPressureDrag,
            {"suction_falloff": -0.5},
            "the suction falloff of a hull pressure drag must be > 0, got -0.5",
        ),
        (
            HullPressureDrag,
            {"reference_speed": 0.0},
            "the reference speed of a hull pressure drag must be > 0 [m/s], got 0",
        ),
        (
            HullDamping,
            {"linear": -1.5},
            (
                "the linear coefficient of a hull damping must be >= 0 [N s/m] (a negative one feeds energy "
                "in), got -1.5"
            ),
        ),
        (
            HullDamping,
            {"quadratic": -2.5},
            (
                "the quadratic coefficient of a hull damping must be >= 0 [N s2/m2] (a negative one feeds "
                "energy in), got -2.5"
            ),
        ),
        (
            HullDamping,
            {"angular_linear": -3.5},
            (
                "the angular linear coefficient of a hull damping must be >= 0 [Nm s/rad] (a negative one "
                "feeds energy in), got -3.5"
            ),
        ),
        (
            HullDamping,
            {"angular_quadratic": np.inf},
            "the angular quadratic coefficient of a hull damping must be finite [Nm s2/rad2], got inf",
        ),
        (Slamming, {"time_constant": 0.0}, "the time constant of a slamming must be > 0 [s], got 0"),
        (
            Slamming,
            {"time_constant": 1.0},
            "slamming: the kind 'kerner' needs a largest_acceleration [m/s2], e.g. 50.0",
        ),
        (
            Slamming,
            {"time_constant": 1.0, "largest_acceleration": -5.0},
            "the largest acceleration of a slamming must be > 0 [m/s2], got -5",
        ),
        (
            Slamming,
            {"time_constant": 1.0, "largest_acceleration": 5.0, "power": 1.5},
            "the power of a slamming must be >= 2, got 1.5",
        ),
        (
            Slamming,
            {"time_constant": 1.0, "kind": "hard"},
            "the kind of a slamming must be one of kerner, facing, got 'hard'",
        ),
        (
            Slamming,
            {"time_constant": 1.0, "kind": "facing", "largest_acceleration": 5.0},
            ("slamming: largest_acceleration is for slamming of the kind 'kerner'; the kind 'facing' has none"),
        ),
        (
            Slamming,
            {"time_constant": 1.0, "kind": "facing", "power": 3.0},
            "slamming: power is for slamming of the kind 'kerner'; the kind 'facing' has none",
        ),
    ],
)
def test_bad_numbers_are_refused(kind: type, arguments: dict, message: str) -> None:
    with refused(message):
        kind(**arguments)


def test_a_hull_has_no_laws_and_no_compat_unless_told() -> None:
    hull = Hull(BOX)
    assert (hull.pressure, hull.forces, hull.compat) == ("froude_krylov", (), None)


def test_a_hull_keeps_its_laws() -> None:
    laws = [Slamming(1.0, "facing"), HullFriction(), HullDamping(), HullPressureDrag()]
    hull = Hull(BOX, "hydrostatic", laws, compat="asv")
    assert hull.forces == tuple(laws)
    assert hull.compat == "asv"
    assert Hull(BOX, forces=HullFriction(3.0)).forces == (HullFriction(3.0),)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"forces": [HullFriction(), HullFriction(2.0)]},
            "hull: at most one HullFriction is allowed, got 2; give their sum as one",
        ),
        ({"forces": 3 * [HullDamping()]}, "hull: at most one HullDamping is allowed, got 3; give their sum as one"),
        (
            {"forces": [HullFriction(), 4.5]},
            "forces 2 of a hull must be of HullFriction, HullPressureDrag, HullDamping or Slamming, got 4.5",
        ),
        ({"compat": "vrx"}, "the compat of a hull must be one of asv, got 'vrx'"),
        ({"pressure": "none"}, "the pressure of a hull must be one of froude_krylov, hydrostatic, got 'none'"),
    ],
)
def test_bad_hulls_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        Hull(BOX, **arguments)

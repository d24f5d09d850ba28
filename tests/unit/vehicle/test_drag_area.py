import numpy as np
import pytest
from tests.refused import refused

from seaway.vehicle import DragArea


@pytest.mark.parametrize("air_density", [1.225, 1.0])
def test_vrx_coefficients_give_vrx_wind(air_density: float) -> None:
    """F = (cx Vx|Vx|, cy Vy|Vy|), Mz = -2 cz Vx Vy: those of its WAM-V in a wind of (6, -3) m/s."""
    area = DragArea.from_vrx(cx=0.5, cy=0.5, cz=0.33, air_density=air_density)
    assert (area.medium, area.per_axis) == ("air", True)
    V = np.array([6.0, -3.0, 1.0])
    F = 0.5 * air_density * area.coefficient * area.area * np.abs(V) * V
    M_z = -air_density * area.yaw_coefficient * V[0] * V[1]
    # Two products and a quotient: some roundings of 1e-16 each.
    np.testing.assert_allclose(F, [18.0, -4.5, 0.0], rtol=1e-15)
    np.testing.assert_allclose(M_z, 11.88, rtol=1e-15)


def test_vrx_coefficients_may_have_a_centre_and_a_turn_either_way() -> None:
    area = DragArea.from_vrx(cx=0.0, cy=1.0, cz=-0.5, air_density=1.0, center=(1, 2, 3))
    np.testing.assert_array_equal(area.center, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(area.area, [0.0, 2.0, 0.0])
    assert area.yaw_coefficient == -1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"area": -2.5}, "the area of a drag area must be >= 0 [m2] (a negative one feeds energy in), got -2.5 at [0]"),
        ({"area": [1, 2]}, "the area of a drag area must be 3 numbers or one number [m2], got 2 numbers: [1, 2]"),
        ({"area": "big"}, "the area of a drag area must be 3 numbers or one number [m2], got 'big'"),
        (
            {"coefficient": (1, -0.5, 1)},
            "the coefficient of a drag area must be >= 0 (a negative one feeds energy in), got -0.5 at [1]",
        ),
        ({"coefficient": np.inf}, "the coefficient of a drag area must be finite, got inf at [0]"),
        ({"center": (0, np.nan, 0)}, "the centre of a drag area must be finite [m], got nan at [1]"),
        ({"medium": "oil"}, "the medium of a drag area must be one of air, water, got 'oil'"),
        ({"per_axis": "yes"}, "the per axis of a drag area must be true or false, got 'yes'"),
        ({"linear": -1.0}, "the linear drag of a drag area must be >= 0 [kg/s], got -1"),
        ({"everywhere": "yes"}, "the everywhere of a drag area must be true or false, got 'yes'"),
        ({"yaw_coefficient": np.inf}, "the yaw coefficient of a drag area must be finite [m3], got inf"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        DragArea(**{"area": 1.0, "medium": "air", **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cx": -0.5}, "cx of a wind must be >= 0 [N s2/m2] (a negative one feeds energy in), got -0.5"),
        ({"cy": -1.5}, "cy of a wind must be >= 0 [N s2/m2] (a negative one feeds energy in), got -1.5"),
        ({"cz": np.nan}, "cz of a wind must be finite [Nm s2/m2], got nan"),
        ({"air_density": 0.0}, "the density of the air [kg/m3] must be finite and > 0, got 0"),
    ],
)
def test_bad_vrx_coefficients_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        DragArea.from_vrx(**{"cx": 0.5, "cy": 0.5, "cz": 0.3, **arguments})

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.wind import AREA
from seaway.vehicle import DragArea


def filled(area: DragArea) -> dict[str, object]:
    record = np.zeros(1, dtype=AREA)
    area.fill(record[0])
    return {name: record[name][0].tolist() for name in AREA.names or ()}


def test_defaults_are_those_of_the_docs() -> None:
    area = DragArea(2.0, medium="air")
    np.testing.assert_array_equal(area.area, [2.0, 2.0, 2.0])
    np.testing.assert_array_equal(area.coefficient, [1.0, 1.0, 1.0])
    np.testing.assert_array_equal(area.center, [0.0, 0.0, 0.0])
    assert (area.medium, area.form, area.yaw) == ("air", "vector", 0.0)


def test_it_fills_its_fields() -> None:
    area = DragArea((1, 2, 3), (0.5, 2.0, 0.0), (4, 5, 6), medium="air", form="axes", yaw=-0.7)
    assert filled(area) == {
        "vehicle": 0,
        "in_air": 1,
        "by_axis": 1,
        "drag": [0.5, 4.0, 0.0],
        "yaw": -0.7,
        "linear": 0.0,
        "everywhere": 0,
        "center": [4.0, 5.0, 6.0],
    }
    assert filled(DragArea(3, 0.5, medium="water")) == {
        "vehicle": 0,
        "in_air": 0,
        "by_axis": 0,
        "drag": [1.5, 1.5, 1.5],
        "yaw": 0.0,
        "linear": 0.0,
        "everywhere": 0,
        "center": [0.0, 0.0, 0.0],
    }


def test_the_medium_is_asked_for() -> None:
    with pytest.raises(TypeError, match="medium"):
        DragArea(2.0)  # type: ignore[call-arg]


@pytest.mark.parametrize("air_density", [1.225, 1.0])
def test_vrx_coefficients_give_vrx_wind(air_density: float) -> None:
    """F = (cx Vx|Vx|, cy Vy|Vy|), Mz = -2 cz Vx Vy: those of its WAM-V in a wind of (6, -3) m/s."""
    area = DragArea.from_vrx(0.5, 0.5, 0.33, air_density)
    assert (area.medium, area.form) == ("air", "axes")
    V = np.array([6.0, -3.0, 1.0])
    F = 0.5 * air_density * area.coefficient * area.area * np.abs(V) * V
    M_z = -air_density * area.yaw * V[0] * V[1]
    # Two products and a quotient: some roundings of 1e-16 each.
    np.testing.assert_allclose(F, [18.0, -4.5, 0.0], rtol=1e-15)
    np.testing.assert_allclose(M_z, 11.88, rtol=1e-15)


def test_vrx_coefficients_may_have_a_centre_and_a_turn_either_way() -> None:
    area = DragArea.from_vrx(0.0, 1.0, -0.5, air_density=1.0, center=(1, 2, 3))
    np.testing.assert_array_equal(area.center, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(area.area, [0.0, 2.0, 0.0])
    assert area.yaw == -1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"area": -2.5}, r"the area of a drag area \[m2\] must be >= 0 on every axis .*, got \[-2.5, -2.5, -2.5\]"),
        ({"area": [1, 2]}, r"the area of a drag area \[m2\] \(or one number\) must have the shape \(3\), got \(2\)"),
        ({"area": "big"}, r"the area of a drag area \[m2\] must be numbers, got 'big'"),
        ({"coefficient": (1, -0.5, 1)}, r"the coefficient of a drag area must be >= 0 .* feeds energy .*-0.5"),
        ({"coefficient": np.inf}, r"the coefficient of a drag area must be finite, got inf"),
        ({"center": (0, np.nan, 0)}, r"the centre of a drag area \[m\] must be finite, got nan at \[1\]"),
        ({"medium": "oil"}, r"there is no medium of a drag area 'oil'; there are: air, water"),
        ({"form": "scalar"}, r"there is no form of a drag area 'scalar'; there are: vector, axes"),
        ({"yaw": np.inf}, r"the yaw of a drag area \[m3\] must be finite, got inf"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        DragArea(**{"area": 1.0, "medium": "air", **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-0.5, 0.5, 0.3), r"cx of a wind must be >= 0 \(a negative one feeds energy in\), got -0.5"),
        ((0.5, -1.5, 0.3), r"cy of a wind must be >= 0 \(a negative one feeds energy in\), got -1.5"),
        ((0.5, 0.5, np.nan), r"cz of a wind must be finite, got nan"),
        ((0.5, 0.5, 0.3, 0.0), r"the density of the air \[kg/m3\] must be finite and > 0, got 0"),
    ],
)
def test_bad_vrx_coefficients_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        DragArea.from_vrx(*arguments)


def test_it_cannot_be_changed_in_place() -> None:
    area = DragArea(1.0, medium="air")
    with pytest.raises(FrozenInstanceError):
        area.yaw = 1.0  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        area.area[0] = 2.0


def test_linear_drag_acts_everywhere_if_it_is_told_to() -> None:
    """gz-sim's WindEffects: the mass times its factor, on no area, above and below the surface."""
    record = filled(DragArea(0.0, medium="air", linear=3.5, everywhere=True))
    assert (record["linear"], record["everywhere"], record["drag"]) == (3.5, 1, [0.0, 0.0, 0.0])
    with pytest.raises(ModelError, match=r"the linear drag of a drag area \[kg/s\] must be .*got -1"):
        DragArea(1.0, medium="air", linear=-1.0)
    wrong: Any = "yes"
    with pytest.raises(ModelError, match="everywhere of a drag area must be True or False, got 'yes'"):
        DragArea(1.0, medium="air", everywhere=wrong)

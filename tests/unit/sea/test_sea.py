import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.water import WATER
from seaway.kernels.waves import CHANNELS
from seaway.sea import Current, Sea


def test_defaults_are_sea_water_with_a_surface_at_0() -> None:
    sea = Sea()
    assert (sea.density, sea.gravity, sea.surface, sea.depth, sea.current) == (1025.0, 9.80665, 0.0, None, None)


def test_a_velocity_is_a_steady_current() -> None:
    sea = Sea(current=[0.5, 0, 0])
    assert sea.current is not None
    np.testing.assert_array_equal(sea.current.velocity, [[[0.5, 0.0, 0.0]]])
    current = Current([0.5, 0, 0])
    assert Sea(current=current).current is current


def test_it_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        Sea().density = 1000.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("sea", "surface", "floor"),
    [
        (Sea(), 0.0, -np.inf),
        (Sea(surface=2.0, depth=10.0), 2.0, -8.0),
        (Sea(surface=None), np.inf, -np.inf),
    ],
)
def test_records(sea: Sea, surface: float, floor: float) -> None:
    water, current, waves = sea.compiled()
    assert waves.shape == (0, CHANNELS, 0)
    assert (water.shape, water.dtype) == ((1,), WATER)
    assert {name: water[name][0].tolist() for name in WATER.names or ()} == {
        "density": 1025.0,
        "gravity": 9.80665,
        "surface": surface,
        "floor": floor,
        "current": [0.0, 0.0, 0.0],
        "drift": [0.0, 0.0],
        "waves": 0,
        "wave_count": 0,
        "wave_along": [0.0, 0.0],
        "long_crested": 0,
        "wave_depth": np.inf,
        "wave_ramp": 0.0,
        "wave_layer": 1.0,
        "wave_set_down": 0.0,
        "viscosity": 1.0533e-6,
        "air_density": 1.225,
        "wind": [0.0, 0.0, 0.0],
        "wind_height": 0.0,
        "wind_exponent": 0.0,
        "gust": 0.0,
        "gust_time": 0.0,
    }
    assert current.shape == (0, 2, 2, 3)


def test_the_table_of_the_current() -> None:
    """A uniform current stands in the record too, which needs no table."""
    for velocity in ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]):
        water, table, _ = Sea(current=velocity).compiled()
        assert table.shape == (1, 2, 2, 3)
        assert water["current"][0].tolist() == table[0, 1, 1].tolist() == velocity
    water, table, _ = Sea(current=Current([[1, 2, 3], [4, 5, 6]], depths=[0, 5])).compiled()
    assert table.shape == (1, 2, 3, 3)
    assert water["current"][0].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"density": 0.0}, r"the density of a sea must be > 0 \[kg/m3\], got 0"),
        ({"density": np.nan}, r"the density of a sea must be finite \[kg/m3\], got nan"),
        ({"gravity": -9.81}, r"the gravity of a sea must be >= 0 \[m/s2\] \(it points down by itself\), got -9.81"),
        ({"gravity": np.inf}, r"the gravity of a sea must be finite \[m/s2\], got inf"),
        ({"gravity": [0, 0, -9.81]}, r"the gravity of a sea must be a number \[m/s2\], got 3 numbers"),
        ({"surface": np.inf}, r"the surface of a sea must be finite \[m\], got inf"),
        ({"depth": -12.5}, r"the depth of a sea must be > 0 \[m\], got -12.5"),
        ({"depth": 12.5, "surface": None}, r"a depth of 12.5 m needs a surface .* give surface=0.0"),
        ({"current": [1, 2]}, r"the velocity of a current must be 3 numbers \[m/s\], .* got the shape \(2,\)"),
        ({"current": "north"}, r"the velocity of a current must be 3 numbers \[m/s\], .* got 'north'"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sea(**arguments)


def test_no_gravity_is_allowed() -> None:
    assert Sea(gravity=0).gravity == 0.0

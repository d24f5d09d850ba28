from math import pi

import numpy as np
import pytest
from scipy.integrate import quad

from seaway.errors import ModelError
from seaway.kernels.water import WATER
from seaway.sea import Sea, Wind


def test_defaults_are_those_of_the_docs() -> None:
    wind = Wind([3, 4, 0])
    np.testing.assert_array_equal(wind.velocity, [3.0, 4.0, 0.0])
    assert (wind.reference_height, wind.exponent, wind.gust_std, wind.gust_time_scale, wind.seed) == (
        10.0,
        0.0,
        0.0,
        10.0,
        None,
    )


def test_two_numbers_are_level() -> None:
    np.testing.assert_array_equal(Wind([3, 4]).velocity, [3.0, 4.0, 0.0])


def test_it_fills_its_fields() -> None:
    water = np.zeros(1, dtype=WATER)
    Wind([1, 2, 3], reference_height=4.0, exponent=0.5, gust_std=6.0, gust_time_scale=7.0, seed=8).fill(water)
    fields = {name: water[name][0].tolist() for name in WATER.names or () if np.any(water[name])}
    assert fields == {
        "wind": [1.0, 2.0, 3.0],
        "wind_height": 4.0,
        "wind_exponent": 0.5,
        "gust": 6.0,
        "gust_time": 7.0,
    }


def test_speed_by_the_power_law() -> None:
    wind = Wind([3, 4], reference_height=5.0, exponent=0.5)
    # A root and a product.
    np.testing.assert_allclose(wind.speed_at([5.0, 20.0, 1.25, 0.0, -3.0]), [5.0, 10.0, 2.5, 0.0, 0.0], rtol=1e-15)
    assert wind.speed_at(5.0).shape == ()


def test_speed_without_a_power_law_is_the_same_everywhere() -> None:
    np.testing.assert_array_equal(Wind([3, 4]).speed_at([[-1.0, 0.0, 50.0]]), [[5.0, 5.0, 5.0]])


@pytest.mark.parametrize(
    ("direction", "velocity"),
    [
        ({"direction_to": 0.0}, [2.0, 0.0, 0.0]),
        ({"direction_to": 0.5 * pi}, [0.0, 2.0, 0.0]),
        ({"direction_from": 0.0}, [-2.0, 0.0, 0.0]),
        ({"direction_from": 0.5 * pi}, [0.0, -2.0, 0.0]),
        ({"direction_from": pi}, [2.0, 0.0, 0.0]),
    ],
)
def test_to_and_from(direction: dict, velocity: list[float]) -> None:
    # The cosine of the float next to π/2 is 6e-17.
    np.testing.assert_allclose(Wind(speed=2.0, **direction).velocity, velocity, atol=3e-16)


def test_a_speed_keeps_the_other_arguments() -> None:
    wind = Wind(
        speed=2.0, direction_to=1.0, reference_height=3.0, exponent=0.1, gust_std=0.5, gust_time_scale=4.0, seed=6
    )
    assert (wind.reference_height, wind.exponent, wind.gust_std, wind.gust_time_scale, wind.seed) == (
        3.0,
        0.1,
        0.5,
        4.0,
        6,
    )


def test_each_row_has_a_key_of_its_own_sequence() -> None:
    keys = Wind([1, 0], gust_std=0.5, seed=42).keys(3)
    children = np.random.SeedSequence(42).spawn(3)
    assert keys.dtype == np.uint64
    assert keys.tolist() == [int(child.generate_state(1, np.uint64)[0]) for child in children]
    assert len(set(keys.tolist())) == 3


def test_keys_do_not_depend_on_the_batch_or_on_what_was_asked_before() -> None:
    sequence = np.random.SeedSequence(7, spawn_key=(1,))
    wind = Wind([1, 0], gust_std=0.5, seed=sequence)
    first = wind.keys(5)
    np.testing.assert_array_equal(wind.keys(3), first[:3])
    np.testing.assert_array_equal(wind.keys(5), first)
    assert sequence.n_children_spawned == 0
    fresh = np.random.SeedSequence(7, spawn_key=(1,)).spawn(5)
    assert first.tolist() == [int(child.generate_state(1, np.uint64)[0]) for child in fresh]


def test_a_list_of_seeds_has_the_gusts_of_single_runs() -> None:
    rows = Wind([1, 0], gust_std=0.5, seed=[7, 42]).keys(2)
    singles = [Wind([1, 0], gust_std=0.5, seed=seed).keys(1)[0] for seed in (7, 42)]
    assert rows.tolist() == [int(key) for key in singles]
    with pytest.raises(ModelError, match="the seeds of a wind must be one for each of the 3 runs, got 2"):
        Wind([1, 0], gust_std=0.5, seed=[7, 42]).keys(3)


def test_gusts_need_a_seed_to_be_simulated() -> None:
    """Not to be described: a scenario adds the seed of the run."""
    wind = Wind([1, 0], gust_std=0.5)
    with pytest.raises(ModelError, match=r"a wind with gusts of 0.5 m/s needs a seed, e.g. seed=1"):
        wind.keys(1)
    assert wind.replace(seed=3).keys(1) == Wind([1, 0], gust_std=0.5, seed=3).keys(1)


# Gusts with a spectrum

NPD = Wind((12.0, 5.0), gust_spectrum="npd", seed=3)


def test_gusts_are_along_the_mean_wind() -> None:
    t = np.linspace(0.0, 600.0, 12).reshape(3, 4)
    gusts = NPD.gusts(t)
    assert gusts.shape == (3, 4, 3)
    np.testing.assert_allclose(gusts[..., 0] * 5.0, gusts[..., 1] * 12.0, rtol=0, atol=1e-13)
    assert np.all(gusts[..., 2] == 0.0)
    np.testing.assert_array_equal(NPD.gusts(t[1, 2]), gusts[1, 2])
    assert Wind((12.0, 5.0, 1.0), gust_spectrum="npd", seed=3).gusts(7.0).tolist() == NPD.gusts(7.0).tolist()


def test_gusts_are_those_of_the_seed_of_a_run() -> None:
    """Run i of a seed is a single run with ``first_row=i``; a list has one seed for each run."""
    t = np.linspace(0.0, 60.0, 20)
    for run in (0, 1, 5):
        np.testing.assert_array_equal(NPD.gusts(t, run), NPD.replace(first_row=run).gusts(t))
    several = NPD.replace(seed=[8, 3])
    np.testing.assert_array_equal(several.gusts(t, run=1), NPD.gusts(t))
    np.testing.assert_array_equal(several.gusts(t), NPD.replace(seed=8).gusts(t))
    assert not np.any(np.isin(NPD.gusts(t, 1)[:, 0], NPD.gusts(t)[:, 0]))


def test_gusts_grow_with_the_wind_and_keep_frequencies_and_phases() -> None:
    """The spectrum is taken of the mean speed at 10 m, and of the reference height."""
    assert NPD.replace(velocity=(24.0, 10.0)).gust_deviation > 2.0 * NPD.gust_deviation
    low = Wind((10.0, 0.0), reference_height=2.5, exponent=0.25, gust_spectrum="npd", seed=3)
    f = np.array([0.002, 0.05, 0.4])
    U10, z, n = 10.0 * 4.0**0.25, 2.5, 0.468
    f_tilde = 172.0 * f * (z / 10.0) ** (2.0 / 3.0) * (U10 / 10.0) ** -0.75
    expected = 320.0 * (U10 / 10.0) ** 2 * (z / 10.0) ** 0.45 / (1.0 + f_tilde**n) ** (5.0 / (3.0 * n))
    np.testing.assert_allclose(low.gust_density(f), expected, rtol=1e-13)
    assert low.gust_density(f[None]).shape == (1, 3)


@pytest.mark.parametrize(("speed", "intensity"), [(10.0, 0.0871), (20.0, 0.1141)])
def test_the_deviation_is_the_integral_over_the_band(speed: float, intensity: float) -> None:
    """About a tenth of the mean; ISO 19901-1 has 0.06 (1 + 0.043 U10), of all frequencies, 0.0858 and 0.1116."""
    wind = Wind(speed=speed, direction_to=1.0, gust_spectrum="npd", seed=1)
    variance = quad(lambda f: float(wind.gust_density(f)), 1.0 / 600.0, 0.5, epsrel=1e-12, limit=200)[0]
    assert wind.gust_deviation == pytest.approx(np.sqrt(variance), rel=1e-10)
    assert wind.gust_deviation / speed == pytest.approx(intensity, abs=1e-4)
    assert wind.gust_deviation / speed == pytest.approx(0.06 * (1.0 + 0.043 * speed), rel=0.03)


def test_the_first_order_process_has_a_density_too() -> None:
    """4 σ² T / (1 + (2π f T)²), whose integral over all frequencies is σ²."""
    wind = Wind((1.0, 0.0), gust_std=1.5, gust_time_scale=4.0)
    assert (wind.gust_deviation, wind.gusty, wind.spectral) == (1.5, True, False)
    variance = quad(lambda f: float(wind.gust_density(f)), 0.0 + 1e-12, np.inf)[0]
    assert variance == pytest.approx(1.5**2, rel=1e-6)
    calm = Wind((1.0, 0.0))
    assert (calm.gust_deviation, calm.gusty) == (0.0, False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"velocity": (5, 0), "gust_spectrum": "npd", "gust_std": 1.5},
            "the spectrum npd gives the gusts by the mean speed; leave out gust_std, got 1.5 m/s",
        ),
        (
            {"velocity": (5, 0), "gust_spectrum": "npd", "gust_time_scale": 4.0},
            "the spectrum npd gives the gusts by the mean speed; leave out gust_time_scale, got 4 s",
        ),
        (
            {"speed": 0.0, "direction_to": 1.0, "gust_spectrum": "npd"},
            "gusts of the spectrum npd need a mean wind along the surface, got a speed of 0 m/s",
        ),
        ({"speed": -3.0, "direction_to": 1.0, "gust_spectrum": "npd"}, r"must be >= 0 \[m/s\], got -3"),
        ({"velocity": (5, 0), "gust_spectrum": "kaimal"}, "the gust spectrum of a wind .*'kaimal'"),
    ],
)
def test_spectra_of_gusts_that_cannot_be(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Wind(seed=1, **arguments)


def test_gusts_that_cannot_be_computed() -> None:
    with pytest.raises(
        ModelError, match="this wind has gusts that follow step by step, and depend on the time step; give"
    ):
        Wind((5, 0), gust_std=1.0, seed=1).gusts(0.0)
    with pytest.raises(ModelError, match="this wind has no gusts; give it gust_spectrum='npd'"):
        Wind((5, 0)).gusts(0.0)
    with pytest.raises(ModelError, match=r"a wind with gusts of the spectrum npd needs a seed, e.g. seed=1"):
        NPD.replace(seed=None).gusts(0.0)
    with pytest.raises(ModelError, match="this wind has seeds for the runs 0 to 1, got the run 2"):
        NPD.replace(seed=[1, 2]).gusts(0.0, run=2)
    with pytest.raises(ModelError, match="the run must be a whole number >= 0, got -1"):
        NPD.gusts(0.0, run=-1)
    with pytest.raises(ModelError, match=r"the times of gusts \[s\] .*nan"):
        NPD.gusts([0.0, np.nan])
    with pytest.raises(ModelError, match=r"the frequency of gusts must be > 0 \[Hz\], got 0"):
        NPD.gust_density(0.0)


def test_without_a_seed_keys_are_zero() -> None:
    keys = Wind([1, 0]).keys(4)
    assert keys.dtype == np.uint64
    assert keys.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"velocity": [1, 2, 3, 4]}, r"the velocity of a wind must be 3 numbers \[m/s\], got 4 numbers"),
        ({"velocity": [1, np.nan]}, r"the velocity of a wind must be finite \[m/s\], got nan at \[1\]"),
        ({"velocity": "west"}, r"the velocity of a wind must be 3 numbers \[m/s\], got 'west'"),
        ({"reference_height": 0.0}, r"the reference height of a wind must be > 0 \[m\], got 0"),
        ({"exponent": -0.1}, r"the exponent of a wind must be >= 0, got -0.1"),
        (
            {"gust_std": -0.5, "seed": 1},
            r"the standard deviation of the gusts of a wind must be >= 0 \[m/s\], got -0.5",
        ),
        ({"gust_time_scale": 0.0}, r"the gust time scale of a wind must be > 0 \[s\], got 0"),
        (
            {"gust_std": 0.5, "seed": -1},
            r"the seed of a wind must be a whole number >= 0, a SeedSequence, or a list with one number .* got -1",
        ),
        ({"gust_std": 0.5, "seed": [1, -2]}, r"the seed of a wind .* got \[1, -2\]"),
        ({"gust_std": 0.5, "seed": []}, r"the seed of a wind .* got \[\]"),
        (
            {"gust_std": 0.5, "seed": [1, 2], "first_row": 3},
            r"a list of seeds has one for each run, first_row must be 0, got 3",
        ),
        ({"gust_std": 0.5, "seed": 1.5}, r"the seed of a wind .* got 1.5"),
        ({"gust_std": 0.5, "seed": True}, r"the seed of a wind .* got True"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Wind(**{"velocity": [1, 0, 0], **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"speed": -2.0, "direction_to": 0.0}, r"the speed of a wind must be >= 0 \[m/s\], got -2"),
        ({"speed": 2.0}, r"give direction_to, where the wind blows to, or direction_from \[rad\], got neither"),
        (
            {"speed": 2.0, "direction_to": 0.0, "direction_from": 0.0},
            r"direction_to and direction_from give the same thing; give one of them",
        ),
        ({"speed": 2.0, "direction_to": np.nan}, r"the direction of a wind must be finite \[rad\], got nan"),
    ],
)
def test_bad_speeds_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Wind(**arguments)


def test_a_bad_batch_is_refused() -> None:
    with pytest.raises(ModelError, match="the batch must be a whole number >= 1, got 0"):
        Wind([1, 0]).keys(0)


def test_it_cannot_be_changed_in_place() -> None:
    wind = Wind([1, 0])
    with pytest.raises(AttributeError):
        wind.gust_std = 1.0  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        wind.velocity[0] = 2.0


def test_a_sea_has_calm_air_unless_told() -> None:
    sea = Sea()
    assert (sea.wind, sea.air_density, sea.viscosity) == (None, 1.225, 1.0533e-6)
    water = sea.compiled()[0]
    assert (water["air_density"][0], water["viscosity"][0]) == (1.225, 1.0533e-6)
    for name in ("wind", "wind_height", "wind_exponent", "gust", "gust_time"):
        assert not np.any(water[name])


def test_the_wind_of_a_sea() -> None:
    wind = Wind([1, 2, 0], exponent=0.1)
    sea = Sea(wind=wind, air_density=1.2, viscosity=1e-6)
    assert sea.wind is wind
    water = sea.compiled()[0]
    np.testing.assert_array_equal(water["wind"], [[1.0, 2.0, 0.0]])
    assert (water["wind_exponent"][0], water["air_density"][0], water["viscosity"][0]) == (0.1, 1.2, 1e-6)


def test_a_velocity_is_a_steady_wind() -> None:
    sea = Sea(wind=[3, 4])
    assert isinstance(sea.wind, Wind)
    np.testing.assert_array_equal(sea.wind.velocity, [3.0, 4.0, 0.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"wind": Wind([1, 0, 0], exponent=0.1), "surface": None},
            r"a wind that grows with height needs a surface to blow over; give surface=0.0",
        ),
        ({"wind": "west"}, r"the velocity of a wind must be 3 numbers \[m/s\], got 'west'"),
        ({"air_density": 0.0}, r"the air density of a sea must be > 0 \[kg/m3\], got 0"),
        ({"viscosity": -1.0}, r"the kinematic viscosity of a sea must be > 0 \[m2/s\], got -1"),
    ],
)
def test_bad_seas_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sea(**arguments)

from math import pi

import numpy as np
import pytest
from tests.refused import refused

from seaway.parts import row
from seaway.vehicle import Fin, FinDerivatives


def test_by_default_the_aspect_ratio_is_2() -> None:
    """4π / (2 + √8), a stall at 0.35 rad, and the induced drag there; no drag at no angle."""
    fin = Fin("rudder", (0, 0, 0), 0.5)
    lift = 4.0 * pi / (2.0 + np.sqrt(8.0))
    # Formulas of a few operations each.
    np.testing.assert_allclose(fin.lift_slope, lift, rtol=1e-14)
    np.testing.assert_allclose(fin.drag_slope * 0.35, (lift * 0.35) ** 2 / (0.9 * pi * 2.0), rtol=1e-14)
    assert (fin.stall_angle, fin.zero_lift_drag, fin.density) == (0.35, 0.0, None)


def test_a_stalled_fin_ends_as_a_plate_across_the_flow() -> None:
    fin = Fin("rudder", (0, 0, 0), 0.5, lift_slope=3.0, drag_slope=0.4, stall_angle=0.3, zero_lift_drag=0.02)
    beyond = 0.5 * pi - 0.3
    # Sums of numbers of order 1.
    np.testing.assert_allclose(fin.lift_slope * 0.3 + fin.stalled_lift_slope * beyond, 0.0, atol=1e-15)
    np.testing.assert_allclose(0.02 + fin.drag_slope * 0.3 + fin.stalled_drag_slope * beyond, 1.2, rtol=1e-15)


def test_a_fin_that_never_stalls_has_no_stalled_slopes() -> None:
    fin = Fin("rudder", (0, 0, 0), 0.5, stall_angle=2.0)
    assert (fin.stalled_lift_slope, fin.stalled_drag_slope) == (0.0, 0.0)


def test_drag_beyond_that_of_a_plate_does_not_fall() -> None:
    assert Fin("rudder", (0, 0, 0), 0.5, drag_slope=10.0, stall_angle=0.3).stalled_drag_slope == 0.0


@pytest.mark.parametrize(("ratio", "limit"), [(1e-3, 0.5 * pi * 1e-3), (1e4, 2.0 * pi)])
def test_lift_by_aspect_ratio_between_slender_bodies_and_long_wings(ratio: float, limit: float) -> None:
    """Jones: π AR / 2 as AR falls to 0; 2π in two dimensions."""
    fin = Fin("rudder", (0, 0, 0), 0.5, aspect_ratio=ratio)
    # Helmbold's next terms are AR / 4 and 2 / AR, a few 1e-4.
    np.testing.assert_allclose(fin.lift_slope, limit, rtol=5e-4)


def test_a_fin_by_its_aspect_ratio() -> None:
    fin = Fin(
        "rudder", (-1, 0, 0), 0.5, aspect_ratio=3.0, forward=(1, 0, 0), upward=(0, 1, 0), stall_angle=0.4, limit=0.6
    )
    # Formulas of a few operations each.
    np.testing.assert_allclose(fin.lift_slope, 6.0 * pi / (2.0 + np.sqrt(13.0)), rtol=1e-14)
    np.testing.assert_allclose(fin.drag_slope * 0.4, (fin.lift_slope * 0.4) ** 2 / (0.9 * pi * 3.0), rtol=1e-14)
    assert (fin.stall_angle, fin.zero_lift_drag, fin.limit, fin.area) == (0.4, 0.01, 0.6, 0.5)
    np.testing.assert_array_equal(fin.lift_direction, [0.0, 1.0, 0.0])
    assert Fin("rudder", (0, 0, 0), 0.5, aspect_ratio=3.0, lift_slope=2.5).lift_slope == 2.5


def test_the_drag_of_another_stall_angle_is_that_of_the_aspect_ratio_only_if_one_is_given() -> None:
    """Without one it stays that at 0.35 rad."""
    plain, early = Fin("rudder", (0, 0, 0), 0.5), Fin("rudder", (0, 0, 0), 0.5, stall_angle=0.2)
    assert early.drag_slope == plain.drag_slope
    assert Fin("rudder", (0, 0, 0), 0.5, stall_angle=0.2, aspect_ratio=2.0).drag_slope < plain.drag_slope


def test_directions_of_each_run_are_those_of_a_single_one() -> None:
    random = np.random.default_rng(1)
    chords, ups = random.normal(size=(2, 20, 3))
    fins, one_chord = Fin("rudder", (0, 0, 0), 0.5, chords, ups), Fin("rudder", (0, 0, 0), 0.5, chords[0], ups)
    for k in range(20):
        single = Fin("rudder", (0, 0, 0), 0.5, chords[k], ups[k])
        np.testing.assert_array_equal(fins.lift_direction[k], single.lift_direction)
        np.testing.assert_array_equal(one_chord.lift_direction[k], row(one_chord, k).lift_direction)


def test_defaults_of_gz() -> None:
    assert Fin.from_gz("rudder") == Fin(
        "rudder", (0, 0, 0), 1.0, lift_slope=1.0, drag_slope=0.01, stall_angle=0.5 * pi, stalled_lift_slope=0.0,
        stalled_drag_slope=1.0,
        least_speed=0.01, reversible=False, flap_effectiveness=0.0, lift_per_deflection=4.0, zero_lift_drag=0.0
    )  # fmt: skip


def test_parameters_of_gz_go_where_they_belong() -> None:
    fin = Fin.from_gz(
        "rudder",
        cp=(-1, 0, 0.5),
        area=0.2,
        a0=0.1,
        cla=4.1,
        cda=0.2,
        cma=0.3,
        alpha_stall=0.4,
        cla_stall=-0.5,
        cda_stall=0.6,
        cma_stall=0.7,
        forward=(1, 0, 0),
        upward=(0, 1, 0),
        radial_symmetry=True,
        reversible=True,
        control_joint_rad_to_cl=0.8,
        cm_delta=0.9,
        limit=1.1,
        rate_limit=1.2,
        time_constant=1.3,
        flap_effectiveness=-1.0,
        density=1.4,
        in_wind=True,
        everywhere=True,
    )
    assert fin == Fin(
        "rudder", (-1, 0, 0.5), 0.2, upward=(0, 1, 0), incidence=0.1, lift_slope=4.1, drag_slope=0.2,
        moment_slope=0.3, stall_angle=0.4,
        stalled_lift_slope=-0.5, stalled_drag_slope=0.6, stalled_moment_slope=0.7, axisymmetric=True, reversible=True,
        lift_per_deflection=0.8,
        moment_per_deflection=0.9, limit=1.1, rate_limit=1.2, time_constant=1.3, flap_effectiveness=-1.0, density=1.4,
        in_wind=True,
        everywhere=True, least_speed=0.01,
    )  # fmt: skip


def test_up_is_made_square_to_the_chord() -> None:
    fin = Fin("rudder", (0, 0, 0), 0.5, (1, 0, 0), (5, 0, 2))
    np.testing.assert_array_equal(fin.lift_direction, [0.0, 0.0, 1.0])
    fin = Fin("rudder", (0, 0, 0), 0.5, (1, 2, 2), (1, 2, 2 + 1e-6))
    # A small angle between the two: what rounding leaves is divided by it, and taken away once more.
    np.testing.assert_allclose(fin.lift_direction @ fin.forward, 0.0, atol=1e-15)
    np.testing.assert_allclose([np.linalg.norm(fin.lift_direction), np.linalg.norm(fin.forward)], 1.0, rtol=1e-15)


def test_fossen_derivatives_change_their_axes() -> None:
    """REMUS 100 (Prestero 2001): Y_uuδr = 9.64 to starboard and down-positive Z_uuδs = -9.64 change their signs."""
    rudder = FinDerivatives.from_fossen(
        "rudder", (0, 9.64, 0, 0, 0, -6.15), limit=0.2, rate_limit=0.3, time_constant=0.4
    )
    np.testing.assert_array_equal(rudder.derivatives, [0.0, -9.64, 0.0, 0.0, 0.0, 6.15])
    assert (rudder.limit, rudder.rate_limit, rudder.time_constant) == (0.2, 0.3, 0.4)
    stern = FinDerivatives.from_fossen("stern", (-1.0, 0, -9.64, 2.0, -6.15, 0))
    np.testing.assert_array_equal(stern.derivatives, [-1.0, 0.0, 9.64, 2.0, 6.15, 0.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": " "}, "the name of a fin must not be empty"),
        ({"position": (0, 0)}, "the position of fin 'rudder' must be 3 numbers [m], got 2 numbers: (0, 0)"),
        ({"area": 0.0}, "the area of fin 'rudder' must be > 0 [m2], got 0"),
        ({"forward": (0, 0, 0)}, "the forward direction of fin 'rudder' must be non-zero, got [0.0, 0.0, 0.0]"),
        ({"upward": (0, 0, 0)}, "the upward direction of fin 'rudder' must be non-zero, got [0.0, 0.0, 0.0]"),
        (
            {"upward": (-3, 0, 0)},
            "fin 'rudder': upward must not be parallel to forward, got [-1.0, 0.0, 0.0] and [1.0, 0.0, 0.0]",
        ),
        ({"lift_slope": np.nan}, "the lift slope of fin 'rudder' must be finite [1/rad], got nan"),
        ({"drag_slope": -0.5}, "the drag slope of fin 'rudder' must be >= 0 [1/rad], got -0.5"),
        ({"moment_slope": np.inf}, "the moment slope of fin 'rudder' must be finite [m/rad], got inf"),
        ({"incidence": np.inf}, "the incidence of fin 'rudder' must be finite [rad], got inf"),
        ({"stall_angle": 0.0}, "the stall angle of fin 'rudder' must be > 0 [rad], got 0"),
        ({"stalled_lift_slope": np.inf}, "the stalled lift slope of fin 'rudder' must be finite [1/rad], got inf"),
        ({"stalled_drag_slope": np.inf}, "the stalled drag slope of fin 'rudder' must be finite [1/rad], got inf"),
        ({"stalled_moment_slope": np.inf}, "the stalled moment slope of fin 'rudder' must be finite [m/rad], got inf"),
        ({"zero_lift_drag": -0.1}, "the zero lift drag of fin 'rudder' must be >= 0, got -0.1"),
        ({"least_speed": -0.1}, "the least speed of fin 'rudder' must be >= 0 [m/s], got -0.1"),
        ({"reversible": 1}, "the reversible of fin 'rudder' must be true or false, got 1"),
        ({"axisymmetric": "yes"}, "the axisymmetric of fin 'rudder' must be true or false, got 'yes'"),
        ({"flap_effectiveness": np.nan}, "the flap effectiveness of fin 'rudder' must be finite, got nan"),
        ({"lift_per_deflection": np.nan}, "the lift per deflection of fin 'rudder' must be finite [1/rad], got nan"),
        (
            {"moment_per_deflection": np.nan},
            "the moment per deflection of fin 'rudder' must be finite [m/rad], got nan",
        ),
        ({"limit": 0.0}, "the limit of fin 'rudder' must be > 0 [rad], got 0"),
        ({"rate_limit": -1.0}, "the rate limit of fin 'rudder' must be > 0 [rad/s], got -1"),
        ({"time_constant": np.inf}, "the time constant of fin 'rudder' must be finite [s], got inf"),
        ({"aspect_ratio": 0.0}, "the aspect ratio of fin 'rudder' must be > 0, got 0"),
        ({"in_wind": True}, "fin 'rudder': a fin in the wind needs the density of the air, density = 1.225 [kg/m3]"),
        ({"everywhere": 1}, "the everywhere of fin 'rudder' must be true or false, got 1"),
        ({"density": 0.0}, "the density of fin 'rudder' must be > 0 [kg/m3], got 0"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        Fin(**{"name": "rudder", "position": (0, 0, 0), "area": 0.5, **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": ""}, "the name of a fin must not be empty"),
        (
            {"derivatives": np.ones(3)},
            (
                "the derivatives of fin 'rudder' must be 6 numbers [N s2/m2/rad, N s2/m/rad], got 3 "
                "numbers: array([1., 1., 1.])"
            ),
        ),
        ({"derivatives": np.zeros(6)}, "fin 'rudder': the derivatives must not all be 0"),
        ({"limit": -1.0}, "the limit of fin 'rudder' must be > 0 [rad], got -1"),
        ({"rate_limit": np.nan}, "the rate limit of fin 'rudder' must be > 0 [rad/s], got nan"),
        ({"time_constant": -1.0}, "the time constant of fin 'rudder' must be >= 0 [s], got -1"),
    ],
)
def test_bad_derivatives_are_refused(arguments: dict, message: str) -> None:
    with refused(message):
        FinDerivatives(**{"name": "rudder", "derivatives": np.ones(6), **arguments})

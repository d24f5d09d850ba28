from dataclasses import FrozenInstanceError
from math import inf, pi

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.kernels.fins import DERIVATIVES, FIN, LIFT_DRAG
from seaway.vehicle import Fin, FinDerivatives


def filled(fin: Fin | FinDerivatives) -> dict[str, object]:
    record = np.zeros(1, dtype=FIN)
    fin.fill(record[0])
    return {name: record[name][0].tolist() for name in FIN.names or ()}


def test_it_fills_its_fields() -> None:
    fin = Fin(
        "rudder",
        (1, 2, 3),
        0.5,
        (2, 0, 0),
        (0, 3, 0),
        lift=1.1,
        drag=1.2,
        moment=1.3,
        zero_lift=1.4,
        stall=0.5,
        stalled_lift=1.6,
        stalled_drag=1.7,
        stalled_moment=1.8,
        drag_offset=1.9,
        least_speed=2.0,
        reversible=False,
        symmetric=True,
        turning=2.1,
        angle_lift=2.2,
        angle_moment=2.3,
        limit=2.4,
        rate=2.5,
        time_constant=2.6,
        density=2.7,
        in_wind=True,
        everywhere=True,
    )
    assert filled(fin) == {
        "vehicle": 0,
        "kind": LIFT_DRAG,
        "position": [1.0, 2.0, 3.0],
        "chord": [1.0, 0.0, 0.0],
        "up": [0.0, 1.0, 0.0],
        "area": 0.5,
        "density": 2.7,
        "in_wind": 1,
        "everywhere": 1,
        "zero_lift": 1.4,
        "lift": 1.1,
        "drag": 1.2,
        "moment": 1.3,
        "stall": 0.5,
        "stalled_lift": 1.6,
        "stalled_drag": 1.7,
        "stalled_moment": 1.8,
        "drag_offset": 1.9,
        "least_speed": 2.0,
        "reversible": 0,
        "symmetric": 1,
        "turning": 2.1,
        "angle_lift": 2.2,
        "angle_moment": 2.3,
        "per_square": [0.0] * 6,
        "limit": 2.4,
        "rate": 2.5,
        "time_constant": 2.6,
    }


def test_defaults_are_those_of_the_docs() -> None:
    """Of the aspect ratio 2: 4π / (2 + √8), a stall at 0.35 rad, and the induced drag there."""
    fin = Fin("rudder", (0, 0, 0), 0.5)
    lift = 4.0 * pi / (2.0 + np.sqrt(8.0))
    # Formulas of a few operations each.
    np.testing.assert_allclose(fin.lift, lift, rtol=1e-14)
    np.testing.assert_allclose(fin.drag * 0.35, (lift * 0.35) ** 2 / (0.9 * pi * 2.0), rtol=1e-14)
    assert (fin.moment, fin.zero_lift, fin.stall, fin.stalled_moment) == (0.0, 0.0, 0.35, 0.0)
    assert (fin.drag_offset, fin.least_speed, fin.reversible, fin.symmetric) == (0.0, 0.0, True, False)
    assert (fin.turning, fin.angle_lift, fin.angle_moment) == (1.0, 0.0, 0.0)
    assert (fin.limit, fin.rate, fin.time_constant) == (inf, inf, 0.0)
    np.testing.assert_array_equal(fin.chord, [1.0, 0.0, 0.0])
    np.testing.assert_array_equal(fin.up, [0.0, 0.0, 1.0])


def test_a_stalled_fin_ends_as_a_plate_across_the_flow() -> None:
    fin = Fin("rudder", (0, 0, 0), 0.5, lift=3.0, drag=0.4, stall=0.3, drag_offset=0.02)
    beyond = 0.5 * pi - 0.3
    # Sums of numbers of order 1.
    np.testing.assert_allclose(fin.lift * 0.3 + fin.stalled_lift * beyond, 0.0, atol=1e-15)
    np.testing.assert_allclose(0.02 + fin.drag * 0.3 + fin.stalled_drag * beyond, 1.2, rtol=1e-15)


def test_a_fin_that_never_stalls_has_no_stalled_slopes() -> None:
    fin = Fin("rudder", (0, 0, 0), 0.5, stall=2.0)
    assert (fin.stalled_lift, fin.stalled_drag) == (0.0, 0.0)


def test_drag_beyond_that_of_a_plate_does_not_fall() -> None:
    assert Fin("rudder", (0, 0, 0), 0.5, drag=10.0, stall=0.3).stalled_drag == 0.0


@pytest.mark.parametrize(("ratio", "limit"), [(1e-3, 0.5 * pi * 1e-3), (1e4, 2.0 * pi)])
def test_lift_by_aspect_ratio_between_slender_bodies_and_long_wings(ratio: float, limit: float) -> None:
    """Jones: π AR / 2 as AR falls to 0; 2π in two dimensions."""
    fin = Fin.from_aspect_ratio("rudder", (0, 0, 0), 0.5, ratio)
    # Helmbold's next terms are AR / 4 and 2 / AR, a few 1e-4.
    np.testing.assert_allclose(fin.lift, limit, rtol=5e-4)


def test_a_fin_by_its_aspect_ratio() -> None:
    fin = Fin.from_aspect_ratio("rudder", (-1, 0, 0), 0.5, 3.0, (1, 0, 0), (0, 1, 0), stall=0.4, limit=0.6)
    # Formulas of a few operations each.
    np.testing.assert_allclose(fin.lift, 6.0 * pi / (2.0 + np.sqrt(13.0)), rtol=1e-14)
    np.testing.assert_allclose(fin.drag * 0.4, (fin.lift * 0.4) ** 2 / (0.9 * pi * 3.0), rtol=1e-14)
    assert (fin.stall, fin.drag_offset, fin.limit, fin.area) == (0.4, 0.01, 0.6, 0.5)
    np.testing.assert_array_equal(fin.up, [0.0, 1.0, 0.0])
    assert Fin.from_aspect_ratio("rudder", (0, 0, 0), 0.5, 3.0, lift=2.5).lift == 2.5


def test_defaults_of_gz() -> None:
    fin = Fin.from_gz("rudder")
    assert filled(fin) == {
        "vehicle": 0,
        "kind": LIFT_DRAG,
        "position": [0.0, 0.0, 0.0],
        "chord": [1.0, 0.0, 0.0],
        "up": [0.0, 0.0, 1.0],
        "area": 1.0,
        "density": 0.0,
        "in_wind": 0,
        "everywhere": 0,
        "zero_lift": 0.0,
        "lift": 1.0,
        "drag": 0.01,
        "moment": 0.0,
        "stall": 0.5 * pi,
        "stalled_lift": 0.0,
        "stalled_drag": 1.0,
        "stalled_moment": 0.0,
        "drag_offset": 0.0,
        "least_speed": 0.01,
        "reversible": 0,
        "symmetric": 0,
        "turning": 0.0,
        "angle_lift": 4.0,
        "angle_moment": 0.0,
        "per_square": [0.0] * 6,
        "limit": inf,
        "rate": inf,
        "time_constant": 0.0,
    }


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
        rate=1.2,
        time_constant=1.3,
        turning=-1.0,
        density=1.4,
        in_wind=True,
        everywhere=True,
    )
    fields = filled(fin)
    assert (fields["position"], fields["area"], fields["up"]) == ([-1.0, 0.0, 0.5], 0.2, [0.0, 1.0, 0.0])
    assert (fields["zero_lift"], fields["lift"], fields["drag"], fields["moment"]) == (0.1, 4.1, 0.2, 0.3)
    assert [fields[name] for name in ("stall", "stalled_lift", "stalled_drag", "stalled_moment")] == [
        0.4,
        -0.5,
        0.6,
        0.7,
    ]
    assert (fields["symmetric"], fields["reversible"]) == (1, 1)
    assert (fields["turning"], fields["angle_lift"], fields["angle_moment"]) == (-1.0, 0.8, 0.9)
    assert (fields["density"], fields["in_wind"], fields["everywhere"]) == (1.4, 1, 1)
    assert (fields["limit"], fields["rate"], fields["time_constant"]) == (1.1, 1.2, 1.3)


def test_up_is_made_square_to_the_chord() -> None:
    fin = Fin("rudder", (0, 0, 0), 0.5, (1, 0, 0), (5, 0, 2))
    np.testing.assert_array_equal(fin.up, [0.0, 0.0, 1.0])
    fin = Fin("rudder", (0, 0, 0), 0.5, (1, 2, 2), (1, 2, 2 + 1e-6))
    # A small angle between the two: what rounding leaves is divided by it, and taken away once more.
    np.testing.assert_allclose(fin.up @ fin.chord, 0.0, atol=1e-15)
    np.testing.assert_allclose([np.linalg.norm(fin.up), np.linalg.norm(fin.chord)], 1.0, rtol=1e-15)


def test_derivatives_fill_their_fields() -> None:
    fields = filled(FinDerivatives("rudder", (1, 2, 3, 4, 5, 6), 0.3, 0.4, 0.5))
    named = {name: value for name, value in fields.items() if np.any(value)}
    assert named == {
        "kind": DERIVATIVES,
        "per_square": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        "limit": 0.3,
        "rate": 0.4,
        "time_constant": 0.5,
    }
    plain = FinDerivatives("rudder", (0, 1, 0, 0, 0, 0))
    assert (plain.limit, plain.rate, plain.time_constant) == (inf, inf, 0.0)


def test_fossen_derivatives_change_their_axes() -> None:
    """REMUS 100 (Prestero 2001): Y_uuδr = 9.64 to starboard and down-positive Z_uuδs = -9.64 change their signs."""
    rudder = FinDerivatives.from_fossen("rudder", (0, 9.64, 0, 0, 0, -6.15), 0.2, 0.3, 0.4)
    np.testing.assert_array_equal(rudder.per_square, [0.0, -9.64, 0.0, 0.0, 0.0, 6.15])
    assert (rudder.limit, rudder.rate, rudder.time_constant) == (0.2, 0.3, 0.4)
    stern = FinDerivatives.from_fossen("stern", (-1.0, 0, -9.64, 2.0, -6.15, 0))
    np.testing.assert_array_equal(stern.per_square, [-1.0, 0.0, 9.64, 2.0, 6.15, 0.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": " "}, r"a fin needs a name, got ' '"),
        ({"position": (0, 0)}, r"the position of fin 'rudder' \[m\] must have the shape \(3\), got \(2\)"),
        ({"area": 0.0}, r"the area of fin 'rudder' \[m2\] must be finite and > 0, got 0"),
        ({"chord": (0, 0, 0)}, r"the chord of fin 'rudder' must point somewhere, got \[0., 0., 0.\]"),
        ({"up": (0, 0, 0)}, r"the up of fin 'rudder' must point somewhere, got \[0., 0., 0.\]"),
        (
            {"up": (-3, 0, 0)},
            r"the up of fin 'rudder' must not be parallel to its chord, got \[-1., +0., +0.\] and",
        ),
        ({"lift": np.nan}, r"the lift of fin 'rudder' \[1/rad\] must be finite, got nan"),
        ({"drag": -0.5}, r"the drag of fin 'rudder' \[1/rad\] must be >= 0, got -0.5"),
        ({"moment": np.inf}, r"the moment of fin 'rudder' \[m/rad\] must be finite, got inf"),
        ({"zero_lift": np.inf}, r"the zero_lift of fin 'rudder' \[rad\] must be finite, got inf"),
        ({"stall": 0.0}, r"the stall of fin 'rudder' \[rad\] must be finite and > 0, got 0"),
        ({"stalled_lift": np.inf}, r"the stalled lift of fin 'rudder' \[1/rad\] must be finite, got inf"),
        ({"stalled_drag": np.inf}, r"the stalled drag of fin 'rudder' \[1/rad\] must be finite, got inf"),
        ({"stalled_moment": np.inf}, r"the stalled moment of fin 'rudder' \[m/rad\] must be finite, got inf"),
        ({"drag_offset": -0.1}, r"the drag offset of fin 'rudder' must be >= 0, got -0.1"),
        ({"least_speed": -0.1}, r"the least speed of fin 'rudder' \[m/s\] must be >= 0, got -0.1"),
        ({"reversible": 1}, r"reversible of fin 'rudder' must be True or False, got 1"),
        ({"symmetric": "yes"}, r"symmetric of fin 'rudder' must be True or False, got 'yes'"),
        ({"turning": np.nan}, r"the turning of fin 'rudder' must be finite, got nan"),
        ({"angle_lift": np.nan}, r"the angle_lift of fin 'rudder' \[1/rad\] must be finite, got nan"),
        ({"angle_moment": np.nan}, r"the angle_moment of fin 'rudder' \[m/rad\] must be finite, got nan"),
        ({"limit": 0.0}, r"the limit of fin 'rudder' \[rad\] must be one number > 0, got 0.0"),
        ({"rate": -1.0}, r"the rate of fin 'rudder' \[rad/s\] must be one number > 0, got -1.0"),
        ({"time_constant": np.inf}, r"the time constant of fin 'rudder' \[s\] must be finite, got inf"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Fin(**{"name": "rudder", "position": (0, 0, 0), "area": 0.5, **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.0,), r"the aspect ratio of fin 'rudder' must be finite and > 0, got 0"),
        ((2.0, (1, 0, 0), (2, 0, 0)), r"must not be parallel to its chord"),
    ],
)
def test_bad_aspect_ratios_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Fin.from_aspect_ratio("rudder", (0, 0, 0), 0.5, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("", np.ones(6)), r"a fin needs a name, got ''"),
        (("rudder", np.ones(3)), r"the derivatives of fin 'rudder' must have the shape \(6\), got \(3\)"),
        (("rudder", np.zeros(6)), r"the derivatives of fin 'rudder' must not all be 0"),
        (("rudder", np.ones(6), -1.0), r"the limit of fin 'rudder' \[rad\] must be one number > 0, got -1.0"),
        (("rudder", np.ones(6), 1.0, np.nan), r"the rate of fin 'rudder' \[rad/s\] must be one number > 0, got nan"),
        (("rudder", np.ones(6), 1.0, 1.0, -1.0), r"the time constant of fin 'rudder' \[s\] must be >= 0, got -1"),
    ],
)
def test_bad_derivatives_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        FinDerivatives(*arguments)


def test_they_cannot_be_changed_in_place() -> None:
    for fin in (Fin("rudder", (0, 0, 0), 0.5), FinDerivatives("rudder", np.ones(6))):
        with pytest.raises(FrozenInstanceError):
            fin.limit = 1.0  # type: ignore[misc]

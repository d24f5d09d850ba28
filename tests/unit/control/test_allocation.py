from itertools import product
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.optimize import lsq_linear, minimize

from seaway.control import Allocation, allocation_matrix
from seaway.control._allocation import Allocated
from seaway.errors import ModelError
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Command, Simulation
from seaway.vehicle import Fin, Thruster, Vehicle

BODY = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=60.0))
SPINNING: dict[str, Any] = {"drive": "speed", "diameter": 0.2, "thrust_coefficient": 0.004}
# A wrench is met to rounding: 1e-9 is what is promised, of entries up to some hundreds.
MET = {"rtol": 0.0, "atol": 1e-9}


def vehicle(*thrusters: Thruster, **parts: Any) -> Vehicle:
    return Vehicle("rov", BODY, thrusters=thrusters, **parts)


def twin(**options: Any) -> Vehicle:
    return vehicle(Thruster("port", (-1, 0.4, -0.2), **options), Thruster("starboard", (-1, -0.4, -0.2), **options))


def rov(**options: Any) -> Vehicle:
    """Eight thrusters, four level ones at 45 degrees and four upright ones: every axis, with two thrusts to spare."""
    s = sqrt(0.5)
    corners = [(x, y) for x in (0.4, -0.4) for y in (0.3, -0.3)]
    level = [
        Thruster(f"level {k}", (x, y, 0.05), (s, -np.sign(x * y) * s, 0), **options) for k, (x, y) in enumerate(corners)
    ]
    upright = [Thruster(f"upright {k}", (x, y, 0.1), (0, 0, 1), **options) for k, (x, y) in enumerate(corners)]
    return vehicle(*level, *upright)


# The matrix


def test_columns_are_force_and_lever() -> None:
    """By hand, p x a:: (-1, 0.4, -0.2) x (1, 0, 0) = (0, -0.2, -0.4)."""
    np.testing.assert_array_equal(allocation_matrix(twin()).T, [[1, 0, 0, 0, -0.2, -0.4], [1, 0, 0, 0, -0.2, 0.4]])


def test_deduction_takes_thrust_and_leaves_torque() -> None:
    """Per thrust it is k = -hand q d / c = -0.001 * 0.2 / 0.004 = -0.05 m, astern with 0.002 it is -0.1 m."""
    options = {**SPINNING, "thrust_deduction": 0.25, "torque_coefficient": 0.001, "reverse_thrust_coefficient": 0.002}
    both = vehicle(Thruster("right", (0, 1, 0), **options), Thruster("left", (0, 1, 0), hand="left", **options))
    np.testing.assert_allclose(
        allocation_matrix(both).T, [[0.75, 0, 0, s * 0.05, 0, -0.75] for s in (-1, 1)], rtol=1e-14
    )
    astern = allocation_matrix(both, astern=True)
    np.testing.assert_allclose(astern.T, [[0.75, 0, 0, s * 0.1, 0, -0.75] for s in (-1, 1)], rtol=1e-14)


def test_a_propeller_that_turns_backward_for_thrust_ahead() -> None:
    """With c < 0, ω < 0 for a positive thrust: the reverse coefficient counts, and the torque has the other sign."""
    options = {
        **SPINNING,
        "thrust_coefficient": -0.004,
        "torque_coefficient": 0.001,
        "reverse_thrust_coefficient": -0.002,
    }
    backward = vehicle(Thruster("main", (0, 0, 0), **options))
    assert allocation_matrix(backward)[3, 0] == pytest.approx(0.1, rel=1e-14)
    assert allocation_matrix(backward, astern=True)[3, 0] == pytest.approx(0.05, rel=1e-14)


# What is found


def test_twin_thrusters_by_hand() -> None:
    """T = (X / 2) ∓ N / (2 * 0.4); what they do in pitch is let happen."""
    found = Allocation(twin(), axes=("yaw", "surge")).allocate([100.0, 7.0, 0, 0, 0, 8.0])
    np.testing.assert_allclose(found.thrusts, [40.0, 60.0], **MET)
    np.testing.assert_allclose(found.commands, [40.0, 60.0], **MET)
    np.testing.assert_allclose(found.wrench, [100.0, 0, 0, 0, -20.0, 8.0], **MET)
    np.testing.assert_allclose(found.missing, np.zeros(6), **MET)
    assert found.reached.shape == ()
    assert found.reached


def test_axes_that_cannot_be_reached_are_named() -> None:
    """Two thrusters span two directions: surge comes with pitch, and so neither is free while both count."""
    assert Allocation(twin()).uncontrollable == ("surge", "sway", "heave", "roll", "pitch")
    assert Allocation(twin(), axes=("surge", "yaw")).uncontrollable == ()
    assert Allocation(twin(), axes=("surge", "sway", "yaw")).uncontrollable == ("sway",)
    assert Allocation(rov()).uncontrollable == ()
    assert Allocation(twin(), axes=("yaw", "surge")).axes == ("surge", "yaw")


def test_what_cannot_be_reached_is_missing() -> None:
    """With pitch counting as much as surge: T minimises (2 T - 100)² + (0.4 T)², T = 200 / 4.16."""
    found = Allocation(twin()).allocate([100.0, 5.0, 0, 0, 0, 0])
    T = 200.0 / 4.16
    np.testing.assert_allclose(found.thrusts, [T, T], **MET)
    np.testing.assert_allclose(found.missing, [100 - 2 * T, 5, 0, 0, 0.4 * T, 0], **MET)
    assert not found.reached
    weighted = Allocation(twin(), axes={"surge": 9.0, "pitch": 1.0}).allocate([100.0, 5.0, 0, 0, 0, 0])
    np.testing.assert_allclose(weighted.thrusts, 9.0 * 200 / (9.0 * 4 + 0.16), **MET)  # 9 (2T - 100)² + (0.4 T)²


def test_the_least_effort_is_taken_by_weights() -> None:
    """Two side by side: Σ w T² is least with T by 1 / w."""
    pair = vehicle(Thruster("a", (0, 0, 0)), Thruster("b", (0, 0, 0)))
    for weights in ([1.0, 3.0], {"b": 3.0}):
        found = Allocation(pair, weights, axes=("surge",)).allocate([40.0, 0, 0, 0, 0, 0])
        np.testing.assert_allclose(found.thrusts, [30.0, 10.0], **MET)
    np.testing.assert_allclose(Allocation(pair).allocate([40.0, 0, 0, 0, 0, 0]).thrusts, [20.0, 20.0], **MET)


def test_what_one_cannot_others_take_over() -> None:
    """The weak one stays at its limit, and the wrench is met all the same."""
    pair = vehicle(Thruster("a", (0, 0, 0), limits=(-5, 12)), Thruster("b", (0, 0, 0)))
    found = Allocation(pair, axes=("surge",)).allocate([[40.0, 0, 0, 0, 0, 0], [-40.0, 0, 0, 0, 0, 0]])
    np.testing.assert_allclose(found.thrusts, [[12.0, 28.0], [-5.0, -35.0]], **MET)
    assert found.reached.all()


def test_within_limits_the_effort_is_the_least() -> None:
    """An independent solver of the same problem, SLSQP, finds nothing smaller; its own precision is about 1e-7."""
    allocation = Allocation(rov(limits=(-20, 25)))
    B, rng = allocation.matrix, np.random.default_rng(1)
    saturated = 0
    for _ in range(20):
        asked = B @ rng.uniform(-20, 25, 8)
        found = allocation.allocate(asked)
        saturated += bool(np.any((found.thrusts <= -20) | (found.thrusts >= 25)))
        assert found.reached
        other = minimize(
            lambda T: T @ T / 2,
            found.thrusts + rng.normal(size=8),
            jac=lambda T: T,
            bounds=[(-20, 25)] * 8,
            constraints={"type": "eq", "fun": lambda T, w=asked: B @ T - w, "jac": lambda _: B},
            options={"ftol": 1e-13, "maxiter": 500},
        )
        assert found.thrusts @ found.thrusts <= 2 * other.fun * (1 + 1e-7)
    assert saturated >= 5  # limits were met


def test_beyond_limits_the_miss_is_the_least() -> None:
    """100 N and 40 Nm ask for 0 and 100 N, with 80 N at most.

    (T + 80 - 100)² + (0.4 (80 - T) - 40)² is least at 1.16 T = 20 + 0.4 (32 - 40) = 16.8.
    """
    found = Allocation(twin(limits=(-50, 80)), axes=("surge", "yaw")).allocate([100.0, 0, 0, 0, 0, 40.0])
    np.testing.assert_allclose(found.thrusts, [16.8 / 1.16, 80.0], **MET)
    assert not found.reached


def test_one_thruster_gives_what_it_can() -> None:
    """The nearest within its limits, for any number of rows; beside the middle, Σ (b T - wrench)² is least."""
    one = Allocation(vehicle(Thruster("main", (0, -0.5, 0), limits=(-5, 8))), axes=("surge", "yaw"))
    found = one.allocate(
        [[4.0, 0, 0, 0, 0, 2.0], [40.0, 0, 0, 0, 0, 20.0], [5.0, 0, 0, 0, 0, 0], [-9.0, 0, 0, 0, 0, 0]]
    )
    np.testing.assert_allclose(found.thrusts[:, 0], [4.0, 8.0, 4.0, -5.0], **MET)
    kept = one.allocate([40.0, 0, 0, 0, 0, 20.0], keep_direction=True)
    np.testing.assert_allclose(kept.wrench[[0, 5]], [8.0, 4.0], **MET)


def test_the_direction_can_be_kept() -> None:
    """The largest share of (100 N, 40 Nm), thrusts of 0 and 100 N, within 80 N is 0.8 of it."""
    allocation = Allocation(twin(limits=(-50, 80)), axes=("surge", "yaw"))
    found = allocation.allocate([[100.0, 0, 0, 0, 0, 40.0], [100.0, 0, 0, 0, 0, 8.0]], keep_direction=True)
    # The linear programme is solved to 1e-10 of the wrench.
    np.testing.assert_allclose(found.wrench[:, [0, 5]], [[80.0, 32.0], [100.0, 8.0]], rtol=1e-8)
    assert found.reached.tolist() == [False, True]
    np.testing.assert_allclose(found.missing[0], [20.0, 0, 0, 0, 0, 8.0], rtol=0, atol=1e-6)


def test_what_no_thrust_reaches_is_left_out_before_the_direction_is_kept() -> None:
    allocation = Allocation(twin(limits=(-50, 80)), axes=("surge", "sway", "yaw"))
    found = allocation.allocate([200.0, 30.0, 0, 0, 0, 0.0], keep_direction=True)
    np.testing.assert_allclose(found.wrench[[0, 1, 5]], [160.0, 0.0, 0.0], rtol=0, atol=1e-6)


def test_where_no_share_is_within_the_limits_the_nearest_is_given() -> None:
    """Thrusters that cannot stand still have no share of a wrench astern."""
    allocation = Allocation(twin(limits=(10, 80)), axes=("surge", "yaw"))
    for keep in (False, True):
        found = allocation.allocate([-30.0, 0, 0, 0, 0, 0.0], keep_direction=keep)
        np.testing.assert_allclose(found.thrusts, [10.0, 10.0], **MET)
    np.testing.assert_allclose(allocation.allocate(np.zeros(6)).thrusts, [10.0, 10.0], **MET)


# Commands


@pytest.mark.parametrize("drive", ["speed", "lag", "pid"])
def test_speeds_and_their_limits(drive: str) -> None:
    """±100 rad/s are ±0.004 ρ d⁴ ω² = ±65.6 N; half of it is 100 / √2 rad/s. A reverse coefficient halves the lower."""
    more = {"lag": {"time_constant": 0.2}, "pid": {"inertia": 0.01, "gains": (1.0, 0.0, 0.0)}}.get(drive, {})
    options = {**SPINNING, "drive": drive, "limits": (-100.0, 100.0), "reverse_thrust_coefficient": 0.002, **more}
    allocation = Allocation(twin(**options), axes=("surge", "yaw"))
    T = 0.004 * 1025.0 * 0.2**4 * 100.0**2
    np.testing.assert_allclose((allocation.lowest, allocation.highest), [[-T / 2] * 2, [T] * 2], rtol=1e-14)
    found = allocation.allocate([[T, 0, 0, 0, 0, 0], [-2 * T, 0, 0, 0, 0, 0]])
    np.testing.assert_allclose(found.commands, [[100 / sqrt(2)] * 2, [-100.0] * 2], rtol=1e-12)
    np.testing.assert_allclose(found.missing[:, 0], [0.0, -T], **MET)
    fresh = Allocation(twin(**options), axes=("surge", "yaw"), density=1000.0)
    assert fresh.highest[0] == pytest.approx(T / 1.025, rel=1e-14)


def test_a_speed_whose_command_is_a_thrust() -> None:
    allocation = Allocation(twin(**SPINNING, command="thrust", limits=(-30, 40)), axes=("surge", "yaw"))
    assert (allocation.lowest.tolist(), allocation.highest.tolist()) == ([-30.0] * 2, [40.0] * 2)
    np.testing.assert_allclose(allocation.allocate([50.0, 0, 0, 0, 0, 0]).commands, [25.0, 25.0], **MET)


def test_a_propeller_with_a_negative_coefficient_is_commanded_backward() -> None:
    options = {**SPINNING, "thrust_coefficient": -0.004, "limits": (-100.0, 50.0)}
    allocation = Allocation(twin(**options), axes=("surge", "yaw"))
    T = 0.004 * 1025.0 * 0.2**4
    np.testing.assert_allclose((allocation.lowest, allocation.highest), [[-T * 2500] * 2, [T * 1e4] * 2], rtol=1e-14)
    np.testing.assert_allclose(allocation.allocate([2 * T * 3600, 0, 0, 0, 0, 0]).commands, [-60.0] * 2, rtol=1e-12)


TABLE = np.array([[1100.0, 1470.0, 1530.0, 1900.0], [-40.0, 0.0, 0.0, 50.0]])


def tabled(table: np.ndarray = TABLE, **options: Any) -> Vehicle:
    return twin(drive="table", table=table, **options)


def test_tables_are_inverted() -> None:
    """Pulses of 1100 to 1900 µs: half of a branch is its middle, none is the middle of those without thrust."""
    allocation = Allocation(tabled(), axes=("surge", "yaw"))
    assert (allocation.lowest.tolist(), allocation.highest.tolist()) == ([-40.0] * 2, [50.0] * 2)
    wrenches = np.zeros((5, 6))
    wrenches[:, 0] = [50.0, 0.0, -40.0, 100.0, 999.0]
    found = allocation.allocate(wrenches)
    np.testing.assert_allclose(found.commands[:, 0], [1715.0, 1500.0, 1285.0, 1900.0, 1900.0], rtol=1e-12)
    assert found.reached.tolist() == [True] * 4 + [False]


def test_a_falling_table_and_one_within_limits() -> None:
    falling = Allocation(tabled(np.array([[-1.0, 0.0, 1.0], [30.0, 0.0, -20.0]])), axes=("surge", "yaw"))
    assert (falling.lowest[0], falling.highest[0]) == (-20.0, 30.0)
    np.testing.assert_allclose(falling.allocate([30.0, 0, 0, 0, 0, 0]).commands, [-0.5, -0.5], **MET)
    narrow = Allocation(tabled(limits=(1285.0, 1604.0)), axes=("surge", "yaw"))
    np.testing.assert_allclose((narrow.lowest[0], narrow.highest[0]), (-20.0, 10.0), **MET)
    np.testing.assert_allclose(narrow.allocate([99.0, 0, 0, 0, 0, 0]).commands, [1604.0] * 2, **MET)


def test_a_table_that_turns_back_at_its_ends_is_taken_between() -> None:
    """As that of a measured thruster: what is beyond gives no thrust that is not there already."""
    table = np.array([[-2.0, -1.0, 0.0, 1.0, 2.0], [-7.0, -8.0, 0.0, 10.0, 9.0]])
    allocation = Allocation(tabled(table), axes=("surge", "yaw"))
    assert (allocation.lowest[0], allocation.highest[0]) == (-8.0, 10.0)
    wrenches = np.zeros((3, 6))
    wrenches[:, 0] = [19.0, 99.0, -99.0]
    np.testing.assert_allclose(allocation.allocate(wrenches).commands[:, 0], [0.95, 1.0, -1.0], **MET)


def test_a_table_that_rises_and_falls_is_refused_unless_limits_leave_one_branch() -> None:
    """5 to 12 N are on the last branch, 0 to 5 N are not; and where two have all, none is meant."""
    table = np.array([[0.0, 1.0, 2.0, 3.0], [0.0, 10.0, 5.0, 12.0]])
    with pytest.raises(
        ModelError, match=r"table of thruster 'port' cannot be inverted: .* got 10 to 5 N from .* 1 to 2"
    ):
        Allocation(tabled(table))
    assert Allocation(tabled(table, limits=(0, 1))).highest.tolist() == [10.0, 10.0]
    with pytest.raises(ModelError, match=r"got 5 to -5 N from the command 1 to 2; set limits"):
        Allocation(tabled(np.array([[0.0, 1.0, 2.0], [-5.0, 5.0, -5.0]])))


def test_commands_in_the_dead_band_are_none_and_the_wrench_tells() -> None:
    allocation = Allocation(twin(dead_band=10.0), axes=("surge", "yaw"))
    found = allocation.allocate([[30.0, 0, 0, 0, 0, 6.0], [16.0, 0, 0, 0, 0, 0]])  # 7.5 and 22.5 N; 8 and 8 N
    np.testing.assert_allclose(found.commands, [[0.0, 22.5], [0.0, 0.0]], **MET)
    np.testing.assert_allclose(found.thrusts, [[0.0, 22.5], [0.0, 0.0]], **MET)
    np.testing.assert_allclose(found.wrench[:, [0, 5]], [[22.5, 9.0], [0.0, 0.0]], **MET)
    np.testing.assert_allclose(found.missing[:, [0, 5]], [[7.5, -3.0], [16.0, 0.0]], **MET)
    assert not found.reached.any()


def test_a_dead_band_of_speeds() -> None:
    """20 rad/s are 2.624 N."""
    allocation = Allocation(twin(**SPINNING, dead_band=20.0), axes=("surge", "yaw"))
    found = allocation.allocate([[5.2, 0, 0, 0, 0, 0], [5.3, 0, 0, 0, 0, 0]])
    assert found.reached.tolist() == [False, True]
    assert found.commands[0].tolist() == [0.0, 0.0]


# Torque that differs astern

ASYMMETRIC = {**SPINNING, "reverse_thrust_coefficient": 0.002, "torque_coefficient": 0.002}


def test_torque_astern_goes_with_the_reverse_coefficient() -> None:
    """One propeller astern and one ahead, of one hand: the torques are -0.1 m ahead and -0.2 m astern per newton."""
    pair = vehicle(Thruster("a", (0, 1, 0), **ASYMMETRIC), Thruster("b", (0, -1, 0), **ASYMMETRIC))
    found = Allocation(pair, axes=("surge", "yaw")).allocate([0, 0, 0, 0, 0, 20.0])
    np.testing.assert_allclose(found.thrusts, [-10.0, 10.0], **MET)
    np.testing.assert_allclose(found.wrench, [0, 0, 0, 2.0 - 1.0, 0, 20.0], **MET)


def test_what_can_be_reached_with_such_torques_is_reached() -> None:
    """Wrenches of thrusts of all signs, within limits; each is the sum of columns ahead and astern."""
    s = sqrt(0.5)
    pods = [Thruster(f"{k}", (x, y, 0.05), (s, -np.sign(x * y) * s, 0), **ASYMMETRIC, limits=(-100, 100))
            for k, (x, y) in enumerate((x, y) for x in (0.4, -0.4) for y in (0.3, -0.3))]  # fmt: skip
    pods += [
        Thruster(f"u{k}", (x, 0.0, 0.1), (0, 0, 1), **ASYMMETRIC, limits=(-100, 100)) for k, x in enumerate((-0.3, 0.3))
    ]
    allocation = Allocation(vehicle(*pods))
    ahead, astern = allocation_matrix(vehicle(*pods)), allocation_matrix(vehicle(*pods), astern=True)
    T = np.random.default_rng(2).uniform(allocation.lowest, allocation.highest, (30, 6))
    wrenches = np.maximum(T, 0) @ ahead.T + np.minimum(T, 0) @ astern.T
    for keep in (False, True):
        found = allocation.allocate(wrenches, keep_direction=keep)
        np.testing.assert_allclose(found.wrench, wrenches, rtol=0, atol=1e-9 if not keep else 1e-6)
        assert np.all(found.thrusts <= allocation.highest)
        assert np.all(found.thrusts >= allocation.lowest)


def test_with_such_torques_the_miss_is_the_least_of_all_signs() -> None:
    """Each of the 2⁴ choices of signs is a problem of its own, which scipy solves; the best of them is ours."""
    s = sqrt(0.5)
    places = [(x, y) for x in (0.4, -0.4) for y in (0.3, -0.3)]
    pods = [
        Thruster(f"{k}", (x, y, 0.05), (s, -np.sign(x * y) * s, 0), **ASYMMETRIC, limits=(-60, 60))
        for k, (x, y) in enumerate(places)
    ]
    level = vehicle(*pods)
    allocation = Allocation(level, axes=("surge", "sway", "roll", "yaw"))
    rows = [0, 1, 3, 5]
    ahead, astern = allocation_matrix(level)[rows], allocation_matrix(level, astern=True)[rows]
    missed = 0
    for asked in np.random.default_rng(5).normal(size=(15, 6)) * [15, 15, 0, 2, 0, 6]:
        found = allocation.allocate(asked)
        best = inf
        for signs in product((True, False), repeat=4):
            low, high = np.where(signs, 0.0, allocation.lowest), np.where(signs, allocation.highest, 0.0)
            other = lsq_linear(np.where(signs, ahead, astern), asked[rows], (low, high), method="bvls", tol=1e-14)
            best = min(best, float(np.sqrt(2.0 * other.cost)))
        missed += best > 1e-6
        assert np.linalg.norm(found.missing) == pytest.approx(best, rel=1e-9, abs=1e-9)
    assert 0 < missed < 15


# Rows


def test_rows_are_those_of_single_wrenches() -> None:
    """A product of many rows adds in another order than one of one row: to rounding."""
    allocation = Allocation(rov(limits=(-20, 25)))
    wrenches = np.random.default_rng(3).normal(size=(4, 5, 6)) * [60, 40, 40, 5, 5, 10]
    found = allocation.allocate(wrenches)
    shapes = {name: getattr(found, name).shape for name in ("thrusts", "commands", "wrench", "missing", "reached")}
    assert shapes == {
        "thrusts": (4, 5, 8),
        "commands": (4, 5, 8),
        "wrench": (4, 5, 6),
        "missing": (4, 5, 6),
        "reached": (4, 5),
    }
    assert 0 < found.reached.sum() < 20
    for place in np.ndindex(4, 5):
        single = allocation.allocate(wrenches[place])
        np.testing.assert_allclose(found.thrusts[place], single.thrusts, **MET)
        assert found.reached[place] == single.reached
    none = allocation.allocate(np.zeros((0, 6)))
    assert (none.thrusts.shape, none.commands.shape, none.wrench.shape, none.reached.shape) == (
        (0, 8),
        (0, 8),
        (0, 6),
        (0,),
    )


def test_what_is_given_does_not_change() -> None:
    asked = np.array([100.0, 0, 0, 0, 0, 40.0])
    Allocation(twin(limits=(-5, 5))).allocate(asked)
    assert asked.tolist() == [100.0, 0, 0, 0, 0, 40.0]
    with pytest.raises(ValueError, match="read-only"):
        Allocation(twin()).matrix[0, 0] = 2.0


# Errors


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: allocation_matrix(vehicle()), r"vehicle 'rov' has no thrusters to allocate a wrench to"),
        (lambda: Allocation(vehicle()), r"vehicle 'rov' has no thrusters"),
        (lambda: Allocation(BODY), r"an allocation needs a Vehicle, got Inertial"),
        (lambda: Allocation(twin(), [1.0]), r"vehicle 'rov' must be 2 numbers, got 1 number"),
        (lambda: Allocation(twin(), [1.0, 0.0]), r"must be > 0, got 0 at \[1\]"),
        (lambda: Allocation(twin(), {"main": 1.0}), r"'main' of the weights .* there are: port, starboard"),
        (lambda: Allocation(twin(), axes=("ahead",)), r"must be of surge, sway, heave, roll, .* got 'ahead' at"),
        (lambda: Allocation(twin(), axes="surge"), r"must be a list of texts, got 'surge'"),
        (lambda: Allocation(twin(), axes=()), r"needs at least one axis"),
        (lambda: Allocation(twin(), axes={"surge": -1.0}), r"'surge' of the weights of the axes must be > 0, got -1"),
        (lambda: Allocation(twin(), density=0.0), r"density of the water \[kg/m3\] must be finite and > 0, got 0"),
        (lambda: Allocation(twin()).allocate([1.0, 2.0]), r"demanded wrench .* the shape \(\.\.\., 6\), got \(2\)"),
        (lambda: Allocation(twin()).allocate(np.full((3, 6), np.nan)), r"must be finite, got nan at \[0, 0\]"),
        (lambda: Allocation(twin()).allocate([inf, 0, 0, 0, 0, 0]), r"must be finite, got inf at \[0\]"),
        (lambda: Allocation(twin()).allocate(["a"] * 6), r"must be numbers"),
    ],
)  # fmt: skip
def test_errors_say_what_is_wrong(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


# In a simulation


def simulated(thing: Vehicle, found: Allocated, rows: int) -> np.ndarray:
    """The wrench of the thrusters with these commands, at rest 5 m below the surface."""
    sim = Simulation(thing, Sea(), time_step=1e-9, batch=rows)
    sim.set_state(position=[0.0, 0.0, -5.0])
    sim.step(actuators=found.commands)
    sim.set_state(position=[0.0, 0.0, -5.0], velocity=np.zeros(6))
    return sim.forces()["thrusters"][:, 0]


DRIVES: dict[str, dict[str, Any]] = {
    "thrust": {"limits": (-20.0, 25.0)},
    "thrust with torque": {**SPINNING, "drive": "thrust", "limits": (-20, 25), "torque_coefficient": 2e-4},
    "speed": {**SPINNING, "limits": (-50.0, 60.0), "torque_coefficient": 2e-4, "thrust_deduction": 0.1,
    "advance_slope": -0.002},
    "other astern": {**SPINNING, "reverse_thrust_coefficient": 0.003, "limits": (-50, 60), "torque_coefficient": 2e-4},
    "speed by thrust": {**SPINNING, "command": "thrust", "limits": (-20, 25), "dead_band": 3.0},
    "backward": {**SPINNING, "thrust_coefficient": -0.004, "torque_coefficient": 2e-4, "limits": (-60, 50),
    "dead_band": 9.0},
    "table": {"drive": "table", "table": TABLE, "thrust_deduction": 0.05},
}  # fmt: skip


@pytest.mark.parametrize("drive", DRIVES)
def test_a_simulation_does_what_the_allocation_says(drive: str) -> None:
    """Within and beyond the limits: the same formulas in another order, so to rounding."""
    thing = rov(**DRIVES[drive])
    allocation = Allocation(thing)
    wrenches = np.random.default_rng(4).normal(size=(24, 6)) * [60, 40, 40, 5, 5, 10]
    wrenches *= np.linspace(0.1, 1.0, 24)[:, None]
    found = allocation.allocate(wrenches)
    acting = simulated(thing, found, 24)
    np.testing.assert_allclose(acting, found.wrench, **MET)
    assert 0 < found.reached.sum() < 24 or DRIVES[drive].get("dead_band")
    # What counts as reached is so to 1e-9 of the largest entry, some hundreds.
    np.testing.assert_allclose(acting[found.reached], wrenches[found.reached], rtol=0, atol=1e-6)


def test_commands_by_name_leave_fins_alone() -> None:
    boat = twin().replace(fins=Fin("rudder", (-1, 0, 0), 0.05))
    found = Allocation(boat, axes=("surge", "yaw")).allocate([100.0, 0, 0, 0, 0, 8.0])
    assert {name: round(float(u), 9) for name, u in found.by_name().items()} == {"port": 40.0, "starboard": 60.0}
    sim = Simulation((boat, Vehicle("other", BODY)), Sea(surface=None))
    sim.step(Command(actuators=found.by_name("rov")))
    np.testing.assert_allclose(sim.forces()["thrusters"][0, 0], found.wrench, **MET)

"""Allocation: laws that hold for any thrusters and any wrench."""

from math import inf

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import arrays, positive, vectors

from seaway.control import Allocation, allocation_matrix
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Thruster, Vehicle

BODY = Inertial(MassProperties.from_box((2.0, 1.0, 0.5), mass=60.0))
# Each wrench that is beyond a limit is a small optimisation: some ms.
FEWER = settings(max_examples=100)


def axes() -> st.SearchStrategy[np.ndarray]:
    """Any direction, and often one along an axis of the body, as those of real vehicles are."""
    return st.one_of(vectors().filter(lambda a: np.linalg.norm(a) > 0.1), st.sampled_from(list(np.eye(3))))


@st.composite
def thrusters(draw: st.DrawFn, number: int) -> Thruster:
    """Of every drive and command, with limits; some of no reverse, some without limits."""
    kind = draw(st.sampled_from(("thrust", "speed", "speed by thrust", "table")))
    common = {"name": f"{number}", "position": draw(vectors()), "axis": draw(axes())}
    common["thrust_deduction"] = draw(st.sampled_from((0.0, 0.2)))
    low, high = draw(st.sampled_from((0.0, 10.0, 80.0, inf))), draw(st.sampled_from((5.0, 50.0, inf)))
    if kind == "table":
        steps = [draw(positive(1.0, 30.0)) for _ in range(4)]
        rises = [draw(st.sampled_from((0.0, 3.0, 40.0))) for _ in range(4)]
        sign = draw(st.sampled_from((-1.0, 1.0)))
        table = [np.cumsum([-20.0, *steps]), sign * np.cumsum([-40.0, *rises])]
        return Thruster(drive="table", table=np.array(table), **common)
    if kind == "thrust":
        return Thruster(limits=(-low, high), **common)
    # One torque ahead and astern: what differs is searched by branches, and tested on its own.
    common |= {
        "diameter": 0.2,
        "thrust_coefficient": draw(st.sampled_from((0.004, -0.004))),
        "torque_coefficient": 1e-3,
    }
    command = "thrust" if kind == "speed by thrust" else "speed"
    return Thruster(drive="speed", command=command, limits=(-low, high), **common)


@st.composite
def vehicles(draw: st.DrawFn) -> Vehicle:
    count = draw(st.integers(1, 8))
    return Vehicle("rov", BODY, thrusters=tuple(draw(thrusters(k)) for k in range(count)))


def within(allocation: Allocation, shares: np.ndarray) -> np.ndarray:
    """Thrusts at shares of their limits, of ±100 N where there is none."""
    low, high = np.maximum(allocation.lowest, -100.0), np.minimum(allocation.highest, 100.0)
    return low + shares[: len(low)] * (high - low)


@FEWER
@given(vehicles(), arrays(8).map(np.abs))
def test_a_wrench_that_thrusts_within_limits_give_is_reached(vehicle: Vehicle, shares: np.ndarray) -> None:
    allocation = Allocation(vehicle)
    thrusts = within(allocation, shares)
    asked = allocation.matrix @ thrusts
    found = allocation.allocate(asked)
    # 1e-9 of the largest entry is what is promised; those are up to some hundreds.
    np.testing.assert_allclose(found.wrench, asked, rtol=0, atol=1e-9 * max(1.0, np.max(np.abs(asked))))
    assert found.reached
    # None with less effort is missed: the one that was asked with has no less. 1e-9 for the inverse of the commands.
    assert np.linalg.norm(found.thrusts) <= np.linalg.norm(thrusts) * (1 + 1e-9) + 1e-9


@FEWER
@given(vehicles(), arrays(6, bound=300.0), st.booleans())
def test_limits_are_kept_and_nothing_is_hidden(vehicle: Vehicle, asked: np.ndarray, keep: bool) -> None:
    allocation = Allocation(vehicle)
    found = allocation.allocate(asked, keep_direction=keep)
    slack = 1e-9 * (1.0 + np.abs(found.thrusts))  # thrusts are those of the commands, there and back
    assert np.all(found.thrusts >= allocation.lowest - slack)
    assert np.all(found.thrusts <= allocation.highest + slack)
    for thruster, u in zip(vehicle.thrusters, found.commands, strict=True):
        assert thruster.limits[0] <= u <= thruster.limits[1]
    np.testing.assert_array_equal(found.missing, asked - found.wrench)
    np.testing.assert_allclose(found.wrench, allocation_matrix(vehicle) @ found.thrusts, rtol=0, atol=1e-9)
    assert bool(found.reached) == bool(np.all(np.abs(found.missing) <= 1e-9 * max(1.0, np.max(np.abs(asked)))))


@FEWER
@given(vehicles(), arrays(6, bound=300.0))
def test_what_is_not_reached_is_missed_by_the_least(vehicle: Vehicle, asked: np.ndarray) -> None:
    """The conditions of Karush, Kuhn and Tucker: no thrust that can still move would lower the miss."""
    allocation = Allocation(vehicle)
    found = allocation.allocate(asked)
    pull = allocation.matrix.T @ found.missing
    # Singular values down to 1e-10 of the largest are inverted, and so pulls are 0 to some 1e-6 of what is asked.
    none = 1e-6 * (1.0 + np.max(np.abs(asked)))
    slack = 1e-9 * (1.0 + np.abs(found.thrusts))
    assert np.all((pull <= none) | (found.thrusts >= allocation.highest - slack))
    assert np.all((pull >= -none) | (found.thrusts <= allocation.lowest + slack))


@FEWER
@given(vehicles(), arrays(6, bound=300.0))
def test_a_kept_direction_is_a_share_of_what_can_be_reached(vehicle: Vehicle, asked: np.ndarray) -> None:
    """Of the part in the range of the matrix; where thrusts can be 0 there is such a share."""
    allocation = Allocation(vehicle)
    found = allocation.allocate(asked, keep_direction=True)
    if np.any(allocation.lowest > 0.0) or np.any(allocation.highest < 0.0):
        return  # it may be that no share of it can be reached
    B = allocation.matrix
    part = B @ np.linalg.pinv(B, rcond=1e-10) @ asked
    size = float(part @ part)
    share = float(found.wrench @ part) / size if size > 0.0 else 0.0
    # The linear programme is right to 1e-10 of the wrench, times what near parallel axes make of it.
    np.testing.assert_allclose(found.wrench, share * part, rtol=0, atol=1e-6 * (1.0 + np.max(np.abs(asked))))
    assert -1e-6 <= share <= 1 + 1e-6


@settings(max_examples=40)
@given(vehicles(), arrays(6, bound=300.0))
def test_a_simulation_at_rest_under_water_has_this_wrench(vehicle: Vehicle, asked: np.ndarray) -> None:
    found = Allocation(vehicle).allocate(asked)
    sim = Simulation(vehicle, Sea(surface=None, gravity=0.0), time_step=1e-12)
    sim.step(actuators=found.commands)
    sim.set_state(velocity=np.zeros(6))
    acting = sim.forces()["thrusters"][0, 0]
    np.testing.assert_allclose(acting, found.wrench, rtol=1e-9, atol=1e-9 * (1.0 + np.max(np.abs(found.thrusts))))

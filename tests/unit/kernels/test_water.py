from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.kernels import called, parameters, table_of

from seaway.kernels import water
from seaway.sea import Current
from seaway.sea._carrying import with_drift

random = np.random.default_rng(2)
TIMES = np.array([-5.0, 0.0, 2.0, 10.0])
DEPTHS = np.array([1.0, 4.0, 20.0])
VELOCITY = random.normal(size=(4, 3, 3))
TABLE = table_of(Current(VELOCITY, times=TIMES, depths=DEPTHS))
NONE = (0.0, 0.0, 0.0)
current = called(water.table_current)


def interpolated(t: float, depth: float) -> np.ndarray:
    """Linear in both, held outside."""
    at_depths = [[np.interp(depth, DEPTHS, VELOCITY[i, :, k]) for k in range(3)] for i in range(4)]
    return np.array([np.interp(t, TIMES, np.array(at_depths)[:, k]) for k in range(3)])


@pytest.mark.parametrize(("level", "z", "depth"), [(2.0, -3.0, 5.0), (2.0, 3.0, -1.0), (np.inf, -3.0, 3.0)])
def test_depth_is_measured_from_the_surface_or_from_0_in_unbounded_water(level: float, z: float, depth: float) -> None:
    assert called(water.depth_below)(level, z) == depth


def test_a_steady_uniform_current_has_no_acceleration() -> None:
    sea = parameters(current=(0.5, -0.25, 0.125))
    assert called(water.current)(sea, None, 7.0, 7.0, 0.1, 9.0) == ((0.5, -0.25, 0.125), NONE, NONE)


def test_a_table_of_one_node_is_a_uniform_current() -> None:
    sea = table_of(Current([0.5, -0.25, 0.125]))
    assert current(sea, 7.0, 7.0, 0.1, 9.0) == ((0.5, -0.25, 0.125), NONE, NONE)


def test_with_tables_the_current_is_that_of_the_table() -> None:
    assert called(water.current)(TABLE, True, 1.0, 1.0, 0.1, 3.0) == current(TABLE, 1.0, 1.0, 0.1, 3.0)


@given(st.floats(-8.0, 13.0), st.floats(-2.0, 25.0))
def test_the_velocity_is_linear_between_nodes_and_held_outside(t: float, depth: float) -> None:
    v, _, _ = current(TABLE, t, t, 1e-3, depth)
    np.testing.assert_allclose(v, interpolated(t, depth), atol=1e-13)


def test_the_nodes_themselves_are_met() -> None:
    for i, t in enumerate(TIMES):
        for j, depth in enumerate(DEPTHS):
            v, _, _ = current(TABLE, t, t, 1e-3, depth)
            np.testing.assert_allclose(v, VELOCITY[i, j], rtol=1e-14)


@pytest.mark.parametrize("t", [-3.0, 0.5, 9.0])
@pytest.mark.parametrize("depth", [1.5, 5.0, 19.0])
def test_the_rate_and_the_change_with_height_are_derivatives_of_the_table(t: float, depth: float) -> None:
    """∂v/∂t and ∂v/∂z, with depth falling as z grows; by central differences within a cell."""
    d = 1e-4
    _, rate, steep = current(TABLE, t, t, 1e-3, depth)
    dt = (interpolated(t + d, depth) - interpolated(t - d, depth)) / (2 * d)
    dz = -(interpolated(t, depth + d) - interpolated(t, depth - d)) / (2 * d)
    np.testing.assert_allclose(rate, dt, atol=1e-9)
    np.testing.assert_allclose(steep, dz, atol=1e-9)


@pytest.mark.parametrize(("t", "depth"), [(-9.0, 0.0), (-9.0, 30.0), (11.0, 0.0), (11.0, 30.0)])
def test_outside_of_the_table_the_water_does_not_accelerate(t: float, depth: float) -> None:
    assert current(TABLE, t, t, 1e-3, depth)[1:] == (NONE, NONE)


def test_a_level_steady_current_with_a_profile_has_no_acceleration() -> None:
    sea = table_of(Current([[0.4, 0.1, 0.0], [0.0, 0.3, 0.0]], depths=[0.0, 10.0]))
    v, a, steep = current(sea, 3.0, 3.0, 0.1, 2.5)
    np.testing.assert_allclose(v, [0.3, 0.15, 0.0], rtol=1e-14)
    assert a == NONE
    np.testing.assert_allclose(steep, [0.04, -0.02, 0.0], rtol=1e-13)


def test_a_current_over_time_alone() -> None:
    sea = table_of(Current([[0.0, 0.0, 0.0], [1.0, 0.0, -2.0]], times=[0.0, 4.0]))
    v, a, steep = current(sea, 1.0, 1.0, 0.1, 50.0)
    np.testing.assert_allclose(v, [0.25, 0.0, -0.5])
    np.testing.assert_allclose(a, [0.25, 0.0, -0.5])
    assert steep == NONE


def test_within_a_step_the_current_is_linear_in_time() -> None:
    """From its value at the start of the step to that at the end, also where a node lies between: nothing is lost."""
    sea = table_of(Current([[0, 0, 0], [1, 0, 0], [1, 4, 0]], times=[0, 1, 2]))
    for t, part in ((0.9, 0.0), (1.0, 0.5), (1.1, 1.0)):
        v, a, _ = current(sea, t, 0.9, 0.2, 0.0)
        np.testing.assert_allclose(v, [0.9 + 0.1 * part, 0.4 * part, 0.0], atol=1e-14)
        np.testing.assert_allclose(a, [0.5, 2.0, 0.0], atol=1e-13)


# How far the frame of the waves drifts


def drifted(sea: Any, tables: Any, t: float) -> tuple[np.ndarray, np.ndarray]:
    shift, speed = called(water.drift)(sea, tables, t)
    return np.array(shift), np.array(speed)


@pytest.mark.parametrize("t", [-2.0, 0.0, 30.0])
def test_waves_drift_with_a_uniform_current_along_the_surface(t: float) -> None:
    """U t and what they are set off by at time 0; a current that rises does not lift them."""
    shift, speed = drifted(parameters(current=(0.5, -0.25, 0.125), drift=(3.0, 4.0)), None, t)
    np.testing.assert_allclose(shift, [3.0 + 0.5 * t, 4.0 - 0.25 * t, 0.0], rtol=1e-15)
    assert speed.tolist() == [0.5, -0.25, 0.0]


@pytest.mark.parametrize("t", [-9.0, -5.0, -1.0, 0.0, 1.5, 2.0, 7.0, 10.0, 25.0])
def test_waves_drift_with_a_current_over_time_by_its_integral(t: float) -> None:
    """∫ U dt from 0, of what is linear between the nodes and constant beyond; by quadrature between them."""
    over_time = Current(VELOCITY[:, 0], times=TIMES)
    sea = parameters(**table_of(over_time)._asdict(), drift=(3.0, 4.0))
    sea = sea._replace(current_table=with_drift(over_time.compiled()).ravel())
    shift, speed = drifted(sea, True, t)
    nodes = [0.0, *(x for x in TIMES if min(t, 0.0) < x < max(t, 0.0)), t]
    nodes = sorted(nodes) if t > 0.0 else sorted(nodes, reverse=True)
    at = np.array([[np.interp(x, TIMES, VELOCITY[:, 0, k]) for k in range(2)] for x in nodes])
    whole = np.sum(0.5 * (at[1:] + at[:-1]) * np.diff(nodes)[:, None], axis=0)
    np.testing.assert_allclose(shift, [3.0 + whole[0], 4.0 + whole[1], 0.0], rtol=0, atol=1e-13)
    np.testing.assert_allclose(speed[:2], at[-1], rtol=0, atol=1e-14)


def test_the_frame_of_the_waves_is_at_rest_if_the_current_varies_with_depth() -> None:
    """Each component is then carried by itself."""
    shift, speed = drifted(parameters(**TABLE._asdict(), drift=(3.0, 4.0)), True, 7.0)
    assert shift.tolist() == [3.0, 4.0, 0.0]
    assert speed.tolist() == [0.0, 0.0, 0.0]

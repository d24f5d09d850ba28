import math

import numpy as np
import pytest

from seaway._arrays import Records
from seaway._jit import called_kernel
from seaway.kernels.strips import STRIP, strip_drag
from seaway.kernels.vectors import Vector6

RHO = 1025.0


@called_kernel
def dragged(strips: Records, i: int, first: int, stop: int, density: float, nu_r: Vector6) -> Vector6:
    return strip_drag(strips, i, first, stop, density, nu_r)


def strips_of(together: bool, seed: int = 1, count: int = 7, rows: int = 1) -> np.ndarray:
    random = np.random.default_rng(seed)
    strips = np.zeros((rows, count), dtype=STRIP)
    strips["together"] = together
    strips["x"] = random.normal(size=(rows, count))
    strips["lateral"], strips["vertical"] = random.random((2, rows, count))
    return strips


def drag(strips: np.ndarray, nu: np.ndarray, first: int = 0, stop: int | None = None, row: int = 0) -> np.ndarray:
    count = strips.shape[1] if stop is None else stop
    return np.array(dragged(strips, row, first, count, RHO, tuple(nu.tolist())))


def expected(strips: np.ndarray, nu: np.ndarray) -> np.ndarray:
    """The sums, each strip's force at (x, 0, 0)."""
    x, C_y, C_z = strips["x"], strips["lateral"], strips["vertical"]
    v, w = nu[1] + x * nu[5], nu[2] - x * nu[4]
    if strips["together"].any():
        speed = np.hypot(v, w)
        drag = 0.5 * RHO * np.divide(C_y * v**2 + C_z * w**2, speed, out=np.zeros_like(x), where=speed > 0.0)
        y, z = -drag * v, -drag * w
    else:
        y, z = -0.5 * RHO * C_y * np.abs(v) * v, -0.5 * RHO * C_z * np.abs(w) * w
    forces = np.stack([np.zeros_like(x), y, z], axis=-1)
    arms = np.stack([x, np.zeros_like(x), np.zeros_like(x)], axis=-1)
    return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_sums_over_strips(together: bool, seed: int) -> None:
    """1e-13 of their largest: seven strips of mixed signs."""
    strips = strips_of(together, seed)
    nu = np.random.default_rng(seed + 10).normal(size=6)
    found, wrench = drag(strips, nu), expected(strips[0], nu)
    np.testing.assert_allclose(found, wrench, rtol=0, atol=1e-13 * np.abs(wrench).max())
    assert (found[0], found[3]) == (0.0, 0.0)


@pytest.mark.parametrize("together", [False, True])
def test_no_flow_across_is_no_drag(together: bool) -> None:
    """Also where a strip stands still while others move: no 0 / 0."""
    assert not drag(strips_of(together), np.array([3.0, 0.0, 0.0, 2.0, 0.0, 0.0])).any()
    strips = strips_of(together, count=1)
    strips["x"] = 2.0
    assert not drag(strips, np.array([0.0, -4.0, 0.0, 0.0, 0.0, 2.0])).any()


def test_planes_apart_or_together_differ_only_across_both() -> None:
    """In one plane (C v²) v / |v| is C |v| v: the same but for roundings. In both it is not."""
    apart, together = strips_of(False), strips_of(True)
    for nu in ([0, 0.7, 0, 0, 0, 0.5], [0, 0, -0.7, 0, 0.5, 0]):
        np.testing.assert_allclose(drag(apart, np.array(nu)), drag(together, np.array(nu)), rtol=1e-13, atol=1e-12)
    nu = np.array([0, 0.7, 0.6, 0, 0, 0])
    assert not np.allclose(drag(apart, nu), drag(together, nu), rtol=1e-2)


def test_only_its_own_strips_of_its_own_row() -> None:
    strips = strips_of(False, count=9, rows=3)
    nu = np.random.default_rng(3).normal(size=6)
    wrench = expected(strips[2, 3:6], nu)
    np.testing.assert_allclose(drag(strips, nu, 3, 6, row=2), wrench, rtol=1e-12, atol=1e-12 * np.abs(wrench).max())
    assert not drag(strips, nu, 4, 4).any()


def test_signs_by_hand() -> None:
    """A strip ahead, x = 2, of 3 m2, at 0.5 m/s to the left, ρ = 1025: Y = -384.375 N, and the bow to the right."""
    strips = strips_of(False, count=1)
    strips["x"], strips["lateral"], strips["vertical"] = 2.0, 3.0, 5.0
    assert drag(strips, np.array([0, 0.5, 0, 0, 0, 0])).tolist() == [0.0, -384.375, 0.0, 0.0, 0.0, -768.75]
    # Upward: pushed down at the bow, which is a nose-down, positive pitch about y.
    wrench = drag(strips, np.array([0, 0, 0.5, 0, 0, 0]))
    assert wrench.tolist() == [0.0, 0.0, -640.625, 0.0, 1281.25, 0.0]
    assert math.copysign(1.0, float(wrench[4])) == 1.0

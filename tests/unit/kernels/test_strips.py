import math
from typing import Any

import numpy as np
import pytest
from tests.unit.kernels import called, parameters

from seaway.kernels.strips import strip_drag, wrench

RHO = 1025.0


def strips_of(together: bool, seed: int = 1, count: int = 7, **values: Any) -> Any:
    random = np.random.default_rng(seed)
    x, (lateral, vertical) = random.normal(size=count), random.random((2, count))
    given = {"x": x, "lateral": lateral, "vertical": vertical, **values}
    return parameters(**{name: np.atleast_1d(value) for name, value in given.items()}, together=int(together))


def drag(strips: Any, nu: np.ndarray) -> np.ndarray:
    return np.array(called(strip_drag)(strips, RHO, tuple(nu.astype(float).tolist())))


def expected(strips: Any, nu: np.ndarray) -> np.ndarray:
    """The sums, each strip's force at (x, 0, 0)."""
    x, C_y, C_z = strips.x, strips.lateral, strips.vertical
    v, w = nu[1] + x * nu[5], nu[2] - x * nu[4]
    if strips.together:
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
    found, sums = drag(strips, nu), expected(strips, nu)
    np.testing.assert_allclose(found, sums, rtol=0, atol=1e-13 * np.abs(sums).max())
    assert (found[0], found[3]) == (0.0, 0.0)


@pytest.mark.parametrize("together", [False, True])
def test_no_flow_across_is_no_drag(together: bool) -> None:
    """Also where a strip stands still while others move: no 0 / 0."""
    assert not drag(strips_of(together), np.array([3.0, 0.0, 0.0, 2.0, 0.0, 0.0])).any()
    strips = strips_of(together, count=1, x=2.0)
    assert not drag(strips, np.array([0.0, -4.0, 0.0, 0.0, 0.0, 2.0])).any()


def test_planes_apart_or_together_differ_only_across_both() -> None:
    """In one plane (C v²) v / |v| is C |v| v: the same but for roundings. In both it is not."""
    apart, together = strips_of(False), strips_of(True)
    for nu in ([0, 0.7, 0, 0, 0, 0.5], [0, 0, -0.7, 0, 0.5, 0]):
        np.testing.assert_allclose(drag(apart, np.array(nu)), drag(together, np.array(nu)), rtol=1e-13, atol=1e-12)
    nu = np.array([0, 0.7, 0.6, 0, 0, 0])
    assert not np.allclose(drag(apart, nu), drag(together, nu), rtol=1e-2)


def test_drag_goes_with_the_part_in_the_water() -> None:
    strips, nu = strips_of(False), np.random.default_rng(3).normal(size=6)
    motion = parameters(nu_r=tuple(nu.tolist()))
    for immersion in (0.0, 0.25, 1.0):
        found = called(wrench)(strips, None, parameters(immersion=immersion, density=RHO), motion)
        np.testing.assert_allclose(found, immersion * drag(strips, nu), rtol=1e-14)


def test_signs_by_hand() -> None:
    """A strip ahead, x = 2, of 3 m2, at 0.5 m/s to the left, ρ = 1025: Y = -384.375 N, and the bow to the right."""
    strips = strips_of(False, count=1, x=2.0, lateral=3.0, vertical=5.0)
    assert drag(strips, np.array([0, 0.5, 0, 0, 0, 0])).tolist() == [0.0, -384.375, 0.0, 0.0, 0.0, -768.75]
    # Upward: pushed down at the bow, which is a nose-down, positive pitch about y.
    found = drag(strips, np.array([0, 0, 0.5, 0, 0, 0]))
    assert found.tolist() == [0.0, 0.0, -640.625, 0.0, 1281.25, 0.0]
    assert math.copysign(1.0, float(found[4])) == 1.0

"""The closed forms that the examples draw beside their simulations, and the limits that they measure."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from seaway.inertia import added_mass_ratio, lagged_limit

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("added_mass", [True, False])
def test_falling_spheres(added_mass: bool) -> None:
    """Speed v∞ tanh(a t / v∞), a = g (ρ - ρ_b) / (ρ_b + ρ/2), or without the water g (ρ - ρ_b) / ρ_b.

    The global error of RK4 goes with (h a / v∞)⁴: 1e-12 m/s for steel and wood, and for foam without its water, where
    a / v∞ is 305 / s, 2e-7 m/s.
    """
    spheres = example("falling_spheres")
    t, speeds, first = spheres.let_go(spheres.DENSITIES, added_mass=added_mass)
    for k, (name, density) in enumerate(spheres.DENSITIES.items()):
        acceleration, _, exact = spheres.closed_form(density, t, added_mass=added_mass)
        assert first[k] == pytest.approx(acceleration, rel=1e-12)
        stiff = name == "foam" and not added_mass
        np.testing.assert_allclose(speeds[:, k], exact, rtol=0.0, atol=1e-6 if stiff else 1e-11)


@pytest.mark.parametrize("step", [0.01, 0.001])
@pytest.mark.parametrize("filter_gain", [1.0, 0.3])
def test_lagged_limit(step: float, filter_gain: float) -> None:
    """The lagged scheme diverges at max eig(M_RB⁻¹ M_A) = (2 - α) / α; bisected to a part in a thousand."""
    lagged = example("lagged_added_mass")
    assert lagged.measured_limit(lagged.rov(), step, filter_gain) == pytest.approx(lagged_limit(filter_gain), rel=1e-3)


@pytest.mark.parametrize("ratio", [0.9, 1.1, 10.0, 1000.0])
def test_in_the_mass_matrix_every_ratio_is_stable(ratio: float) -> None:
    """A float that is let go follows v∞ tanh(a t / v∞).

    RK4 at 1 ms: h a / v∞ is at most 0.0083, and v∞ at most 2.35 m/s; v∞ (h a / v∞)⁴ is 1.1e-8 m/s.
    """
    lagged = example("lagged_added_mass")
    inertial = lagged.net_float(ratio)
    assert added_mass_ratio(inertial).largest == pytest.approx(ratio, rel=1e-12)
    ours, exact = lagged.risen(inertial, 0.001, 400)
    np.testing.assert_allclose(ours, exact, rtol=0.0, atol=1.1e-8)

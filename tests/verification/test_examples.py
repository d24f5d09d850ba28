"""The closed forms that the examples draw beside their simulations, and the limits that they measure."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from seaway import gazebo, sdf
from seaway.inertia import added_mass_ratio, lagged_limit
from seaway.scenario import check, load_scenario
from seaway.vehicle import Vehicle, advice

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


def own_vehicles() -> dict[str, Vehicle]:
    return {
        "python": example("own_vehicle").vehicle(),
        "scenario": load_scenario(EXAMPLES / "scenarios" / "my_rov.toml").scene.vehicles[0],
        "sdf": gazebo.scene(sdf.load(EXAMPLES / "sdf" / "my_rov.sdf")).vehicles[0],
    }


def test_the_three_files_to_copy_are_one_vehicle() -> None:
    """Their numbers are rounded to two or three digits: masses agree to 1 %, rotations to 3 %, buoyancy to 0.1 %.

    A hundredth of a kilogram in each propeller of the SDFormat file moves its centre of mass by 0.3 mm, which couples
    axes by 0.005 kg m.
    """
    python, *others = own_vehicles().values()
    M = python.inertial.mass_matrix()
    for other in others:
        found = other.inertial.mass_matrix()
        np.testing.assert_allclose(np.diagonal(found)[:3], np.diagonal(M)[:3], rtol=0.01)
        np.testing.assert_allclose(np.diagonal(found)[3:], np.diagonal(M)[3:], rtol=0.03)
        np.testing.assert_allclose(found - np.diag(np.diagonal(found)), M - np.diag(np.diagonal(M)), atol=0.006)
        assert other.buoyancy.volume == pytest.approx(python.buoyancy.volume, rel=1e-3)
        assert other.actuators == python.actuators
        assert [*map(list, (thruster.limits for thruster in other.thrusters))] == [
            *map(list, (thruster.limits for thruster in python.thrusters))
        ]


def test_nothing_is_said_against_the_files_to_copy() -> None:
    module = example("own_vehicle")
    assert advice(module.vehicle(), module.SEA) == []
    assert check(EXAMPLES / "scenarios" / "my_rov.toml") == []


def test_advice_on_a_scenario_has_its_file(tmp_path: Path) -> None:
    """The centre of mass above that of buoyancy."""
    file = tmp_path / "top_heavy.toml"
    text = (EXAMPLES / "scenarios" / "my_rov.toml").read_text()
    file.write_text(text.replace("center_of_mass = [0, 0, -0.04]", "center_of_mass = [0, 0, 0.04]"))
    (finding,) = check(file)
    assert str(finding) == (
        f"{file}: warning: vehicle 'my_rov': its centre of buoyancy is 0.04 m below its centre of mass: submerged, it "
        "turns upside down. Check the centres; z is up [upside-down]"
    )

"""The balance of energy of a recording: works of closed form, and a residual that shows what is wrong."""

from typing import Any

import numpy as np
import pytest
import xarray as xr
from tests.unit.sim import SPACE, ball, rov

from seaway.errors import ModelError
from seaway.report import energy_balance
from seaway.scenario._runner import RECORDED
from seaway.sea import Sea, Waves
from seaway.shapes import Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Vehicle


def recorded(vehicle: Vehicle, sea: Sea, duration: float, period: float, **state: Any) -> xr.Dataset:
    sim = Simulation(vehicle, sea, time_step=0.01)
    sim.set_state(**state)
    return sim.run(duration, record=RECORDED, record_period=period).to_xarray()


def slowed(period: float) -> xr.Dataset:
    """2 kg at 3 m/s, slowed by 1 N s/m: v = 3 e^(-t/2)."""
    return recorded(ball(damping=Damping([1.0] * 6)), SPACE, 4.0, period, velocity=[3.0, 0, 0, 0, 0, 0])


def test_the_work_of_damping_has_a_closed_form() -> None:
    """W = -½ m v0² (1 - e^(-2 d t/m)).

    Cubics through samples h apart miss 11/720 h⁴ (P‴(t) - P‴(0)) of the power P = d v0² e^(-t): 1.4e-9 J at most.
    """
    balance = energy_balance(slowed(0.01))
    expected = -9.0 * (1.0 - np.exp(-balance.time))
    np.testing.assert_allclose(balance.work["damping"], expected, rtol=0, atol=1.5e-9)
    np.testing.assert_allclose(balance.change, expected, rtol=0, atol=1.5e-9)
    assert balance.turnover == pytest.approx(9.0 * (1.0 - np.exp(-4.0)), rel=1e-9)
    assert balance.error < 1e-9


def test_works_are_of_order_four_in_the_distance_of_samples() -> None:
    coarse, fine = (float(np.max(np.abs(energy_balance(slowed(h)).residual))) for h in (0.02, 0.01))
    assert np.log2(coarse / fine) == pytest.approx(4.0, abs=0.1)


def test_what_falls_takes_its_energy_from_its_height() -> None:
    """The work of the weight is potential energy: nothing is beyond it, and the sum of both stays."""
    balance = energy_balance(recorded(ball(), Sea(surface=None), 2.0, 0.01, velocity=[1.0, 0, 0, 0, 0, 0]))
    kinetic = 0.5 * 2.0 * (1.0 + (9.80665 * balance.time) ** 2)
    np.testing.assert_allclose(balance.kinetic, kinetic, rtol=1e-12)
    assert np.max(np.abs(balance.restoring)) < 1e-9 * kinetic[-1]
    assert np.max(np.abs(balance.change)) < 1e-9 * kinetic[-1]
    assert np.max(np.abs(balance.residual)) < 1e-9 * kinetic[-1]


def test_a_floating_body_in_still_water() -> None:
    """A ball bobs: buoyancy that changes with its wet part is potential energy, too."""
    floats = ball(mass=2.0, buoyancy=Buoyancy(shape=Sphere(0.1)), damping=Damping([3.0] * 3 + [0.01] * 3))
    balance = energy_balance(recorded(floats, Sea(), 5.0, 0.01, position=(0, 0, 0.08)))
    assert balance.turnover > 0.3
    # Where the ball leaves the water the force has a kink, which the integral feels at order 2: (h/τ)² ~ 1e-4.
    assert np.max(np.abs(balance.restoring)) < 1e-3 * balance.turnover
    assert balance.error < 1e-3


def test_any_motion_in_current_and_waves_is_accounted_for() -> None:
    """All laws, a current, waves: works relative to the world add up, whatever the water does.

    It stays submerged, so that forces are smooth but for the kink of |ν| ν: that has a jump in the second derivative,
    which cubics feel at order 3, (h/1 s)³ = 1e-6.
    """
    sea = Sea(current=(0.4, -0.2, 0.0), waves=Waves.regular(0.5, 4.0))
    run = recorded(rov(), sea, 10.0, 0.01, position=(0, 0, -5), rpy=(0.2, 0.1, 1), velocity=[1, 0.3, 0, 0.2, 0.3, 0.5])
    balance = energy_balance(run, "rov")
    assert set(balance.work) >= {"damping", "added_mass_coriolis", "water_acceleration"}
    assert not {"weight", "buoyancy"} & set(balance.work)
    assert balance.error < 1e-5
    # The motion of the water does work through each of these laws; not through a buoyancy that is fixed.
    for work in (balance.work["added_mass_coriolis"], balance.work["water_acceleration"]):
        assert np.max(np.abs(work)) > 1e-3 * balance.turnover
    assert np.max(np.abs(balance.restoring)) < 1e-8 * balance.turnover
    np.testing.assert_allclose(np.max(np.abs(balance.work["rigid_body_coriolis"])), 0.0, atol=1e-9)


def test_waves_work_through_the_buoyancy_of_what_floats() -> None:
    """A ball that rides waves is lifted by them: that work is not taken from potential energy. Kinks as above."""
    floats = ball(mass=2.0, buoyancy=Buoyancy(shape=Sphere(0.1)), damping=Damping([3.0] * 3 + [0.01] * 3))
    balance = energy_balance(recorded(floats, Sea(waves=Waves.regular(0.4, 3.0)), 6.0, 0.01))
    assert np.max(np.abs(balance.restoring)) > 0.2 * balance.turnover
    assert balance.error < 1e-3


def test_a_force_that_is_off_by_a_hundredth_is_seen() -> None:
    run = slowed(0.01)
    run["force"] = run.force * xr.where(run.law == "damping", 1.01, 1.0)
    balance = energy_balance(run)
    np.testing.assert_allclose(balance.residual, -0.01 / 1.01 * balance.work["damping"], rtol=0, atol=1e-8)
    assert balance.error == pytest.approx(0.01 / 1.01, rel=1e-6)


def test_a_row_that_stopped_is_accounted_for_until_then() -> None:
    run = slowed(0.1)
    run["stop_time"] = ("row", [2.0])
    assert energy_balance(run).time[-1] == pytest.approx(2.0)


def test_samples_that_are_not_even() -> None:
    """The last samples of a run that was stopped: there the trapezoid misses h³/12 P″, for h of 0.1, 0.2 and 0.3 s."""
    run = slowed(0.1)
    residual = energy_balance(run.isel(time=[*range(21), 22, 25])).residual
    assert np.max(np.abs(residual[:20])) < 2e-5
    missed = np.array([0.1, 0.2, 0.3]) ** 3 / 12.0 * 9.0 * np.exp([-1.95, -2.1, -2.35])
    np.testing.assert_allclose(np.diff(residual)[-3:], missed, rtol=0.02)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_samples(count: int) -> None:
    balance = energy_balance(slowed(0.1).isel(time=slice(0, count)))
    assert balance.residual.shape == (count,)
    assert np.max(np.abs(balance.residual)) < 1e-2


def test_what_is_missing() -> None:
    run = slowed(0.1)
    with pytest.raises(ModelError, match="there is no vehicle 'boat'; there are: ball"):
        energy_balance(run, "boat")
    with pytest.raises(ModelError, match="there is no run 1; there are 1"):
        energy_balance(run, row=1)
    with pytest.raises(ModelError, match="'kinetic_energy' was not recorded; there are: position"):
        energy_balance(Simulation(ball(), SPACE).run(0.1).to_xarray())
    with pytest.raises(ModelError, match="this is not a recording"):
        energy_balance(xr.Dataset())

"""Batches: rows with parameters, water, waves, gusts and states of their own."""

from typing import Any

import numpy as np

from tests.golden import _build
from tests.golden._build import EXAMPLES
from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, NEUTRAL, ROV, scenario, vehicle
from tests.golden.cases.seas import SEAS, fleet

_ROWS = 5
_SPREAD = np.linspace(-1.0, 1.0, _ROWS)
_PUSHED = "[[control]]\ntimes = [0, 1]\nwrench = [[15, 3, 5, 0.5, 0, 1], [-5, 0, -5, 0, 1, -1]]"
_ROV = scenario(
    "current = { times = [0, 1], depths = [0, 10], velocity = [[[0.1, 0, 0], [0, 0, 0]], [[0.3, 0, 0], [0, 0.2, 0]]] }",
    vehicle("rov", ROV, NEUTRAL, DAMPING),
    _PUSHED,
)


def _by_row(value: Any, share: float) -> np.ndarray:
    """The value of every row: off by up to a share of it."""
    spread = _SPREAD.reshape(-1, *([1] * np.ndim(value)))
    return np.asarray(value) * (1.0 + share * spread)


def _parameters(sim: Any) -> dict[str, np.ndarray]:
    """Everything of a vehicle that may differ from row to row."""
    return {
        "mass": _by_row(20.0, 0.2),
        "center_of_mass": _by_row([0.02, -0.01, -0.03], 0.5),
        "moment_of_inertia": _by_row([[0.5, 0.02, -0.01], [0.02, 0.8, 0.03], [-0.01, 0.03, 0.9]], 0.1),
        "added_mass": _by_row(_build.added_mass(sim, "rov"), 0.3),
        "volume": _by_row(0.0196, 0.1),
        "center_of_buoyancy": _by_row([0.01, 0.0, 0.02], 0.5),
        "linear_damping": _by_row(np.diag([4.0, 6.0, 6.0, 0.4, 0.5, 0.5]), 0.4),
        "quadratic_damping": _by_row(np.diag([25.0, 40.0, 50.0, 1.0, 1.5, 1.5]), 0.4),
    }


_NAMES = (
    "mass",
    "center_of_mass",
    "moment_of_inertia",
    "added_mass",
    "volume",
    "center_of_buoyancy",
    "linear_damping",
    "quadratic_damping",
)


def _one(name: str) -> Any:
    return lambda run: _build.set_parameters(run.sim, "rov", **{name: _parameters(run.sim)[name][::2]})


def _all(run: _build.Run) -> None:
    _build.set_parameters(run.sim, "rov", **_parameters(run.sim))


def _some(run: _build.Run) -> None:
    _build.set_parameters(run.sim, "rov", rows=[1, 3], mass=[22.0, 25.0], volume=0.021)
    _build.set_water(run.sim, rows=np.array([True, False, False, True, True]), density=[990.0, 1010.0, 1040.0])


def _density(run: _build.Run) -> None:
    _build.set_water(run.sim, density=_by_row(1000.0, 0.05))


def _current(run: _build.Run) -> None:
    _build.set_water(run.sim, current=_by_row([0.4, -0.2, 0.1], 0.8))


def _current_tables(run: _build.Run) -> None:
    nodes = np.array([[[0.2, 0.0, 0.0], [0.1, 0.3, 0.0]], [[0.5, 0.1, 0.0], [0.0, -0.3, 0.1]]])
    _build.set_water(run.sim, current=_by_row(nodes, 0.9))


def _states(run: _build.Run) -> None:
    k = np.arange(_ROWS)[:, None]
    _build.set_state(
        run.sim,
        "rov",
        position=k * [1.0, -0.5, -0.7] + [0.0, 0.0, -4.0],
        rpy=k * [0.1, -0.05, 0.3],
        velocity=k * [0.2, -0.1, 0.05, 0.05, -0.02, 0.04],
    )


def _many(run: _build.Run) -> None:
    k = np.arange(300)[:, None] / 300.0
    _build.set_state(run.sim, "rov", rpy=k * [0.5, -0.4, 3.0], velocity=k * [1.0, -0.5, 0.2, 0.3, -0.2, 0.4])
    _build.set_water(run.sim, current=k * [0.4, -0.2, 0.1])


def _wrenches(run: _build.Run) -> None:
    run.sim.set_wrench("rov", force=_by_row([4.0, -2.0, 1.0], 0.9), torque=_by_row([0.2, 0.1, 0.3], 0.9))
    run.sim.set_wrench(
        "rov", force=_by_row([0.0, 3.0, -1.0], 0.5), point=_by_row([0.3, 0.1, -0.2], 0.5), axes="world", name="line"
    )


def _waves(run: _build.Run) -> None:
    names = ("regular", "jonswap", "still", "jonswap_spread", "gerstner")
    _build.set_water(run.sim, waves=[SEAS[name] if name != "still" else None for name in names])


def _reset(sim: Any, n: int) -> None:
    """Some rows start afresh in mid-run, and one is put elsewhere."""
    if n == 2:
        sim.reset(rows=[1, 4])
        _build.set_state(sim, "rov", rows=[3], position=(1.0, 2.0, -6.0))


def _restored(sim: Any, n: int) -> None:
    """What was done since a snapshot is done again."""
    if n == 1:
        sim.golden = sim.snapshot()
    if n == 3:
        sim.restore(sim.golden)


# examples/monte_carlo.py: fins as signed damping.
def _signed() -> list[Any]:
    S = np.zeros((6, 6, 6))
    F, x = 90.0, -0.8
    S[0][np.ix_([1, 5], [1, 5])] = F * np.array([[1.0, x], [x, x * x]])
    S[0][np.ix_([2, 4], [2, 4])] = F * np.array([[1.0, -x], [-x, x * x]])
    return S.tolist()


_TORPEDO = scenario(
    "",
    vehicle(
        "rov",
        "inertia = { mass = 55.6, shape = { ellipsoid = [0.9, 0.12, 0.12] } }",
        "added_mass = { shape = { ellipsoid = [0.9, 0.12, 0.12] } }",
        "buoyancy = { center = [0, 0, 0.02], shape = { ellipsoid = [0.9, 0.12, 0.12] } }",
        f"damping = {{ linear = [2, 10, 10, 1, 4, 4], quadratic = [6, 120, 120, 0.5, 30, 30], signed = {_signed()} }}",
        position=(0.0, 0.0, -20.0),
        velocity=(0.5, 0.1, 0.0, 0.0, 0.1, 0.1),
    ),
    "[[control]]\nwrench = [25, 0, 0, 0, 0, 1]",
)


def _uncertain(run: _build.Run) -> None:
    _build.set_parameters(
        run.sim,
        "rov",
        added_mass=_by_row(_build.added_mass(run.sim, "rov"), 0.2),
        linear_damping=_by_row(np.diag([2.0, 10.0, 10.0, 1.0, 4.0, 4.0]), 0.2),
        quadratic_damping=_by_row(np.diag([6.0, 120.0, 120.0, 0.5, 30.0, 30.0]), -0.2),
    )
    _current(run)


_PREPARED = {
    "all_parameters": _all,
    "some_rows": _some,
    "density": _density,
    "current": _current,
    "current_tables": _current_tables,
    "states": _states,
    "wrenches": _wrenches,
}

_PILOTED = scenario(
    "current = { velocity = [0.2, 0.1, 0] }",
    vehicle(
        "rov", 'library = "bluerov2"', position=(0.0, 0.0, -5.0), attitude_deg=(0.0, 0.0, 10.0), velocity=(0.0,) * 6
    ),
    "[[control]]\nautopilot = { depth = 6, yaw_deg = 40, speed = 0.3 }",
    control_steps=5,
)


def _piloted(run: _build.Run) -> None:
    _build.set_parameters(run.sim, "rov", mass=_by_row(11.5, 0.1), volume=_by_row(0.0114, 0.02))
    _current(run)


CASES: list[Case] = [
    *(scenario_case(f"batches/{name}", _ROV, 0.8, batch=3, prepare=_one(name)) for name in _NAMES),
    *(scenario_case(f"batches/{name}", _ROV, 0.8, batch=_ROWS, prepare=make) for name, make in _PREPARED.items()),
    # So many that they are shared out among threads.
    scenario_case("batches/parallel", _ROV, 2.0, batch=300, prepare=_many, rows=(0, 149, 299)),
    scenario_case("batches/reset", _ROV, 1.0, batch=_ROWS, prepare=_states, between=_reset),
    scenario_case("batches/restored", _ROV, 1.0, batch=2, between=_restored),
    scenario_case("batches/waves", fleet("", only=("barge", "diver")), 0.5, batch=_ROWS, prepare=_waves),
    scenario_case(
        "batches/seeds", fleet(SEAS["jonswap_spread"] + "\nwind = { speed = 6, gust_std = 1 }"), 0.5, batch=3
    ),
    scenario_case("batches/boat", EXAMPLES / "scenarios" / "boat_in_waves.toml", 0.5, batch=3),
    scenario_case("batches/torpedo", _TORPEDO, 1.0, batch=_ROWS, prepare=_uncertain),
    scenario_case("batches/autopilot", _PILOTED, 1.0, batch=_ROWS, prepare=_piloted),
]

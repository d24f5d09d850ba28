"""Any number of vehicle and sea, for some runs, by the key of a scenario file."""

from typing import Any

import numpy as np
import pytest

import seaway as sw
from seaway.engine import _places as at
from seaway.errors import ModelError
from seaway.vehicle import CrossFlow, DragArea

BATCH = 3


def vehicle(**changes: Any) -> sw.Vehicle:
    """Something of everything that is compiled in lanes or out of them."""
    parts: dict[str, Any] = {
        "damping": sw.Damping([4, 6, 5, 0.1, 0.1, 0.1], [18, 22, 37, 2, 2, 2]),
        "thrusters": [
            sw.Thruster("port", (-0.2, 0.1, 0), drive="lag", diameter=0.1, thrust_coefficient=0.01, time_constant=0.1),
            sw.Thruster.from_table("bow", (0.2, 0, 0), (0, 1, 0), [-1, 0, 1], [-20, 0, 30], time_constant=0.2),
        ],
        "fins": sw.Fin("rudder", (-0.4, 0, 0), 0.02, upward=(0, 1, 0), rate_limit=0.5),
        "drag_areas": DragArea((0.1, 0.2, 0.1), medium="air"),
        "cross_flow": CrossFlow([-0.2, 0.0, 0.2], 0.05, 0.04),
    }
    inertial = sw.Inertial(sw.MassProperties.from_moments(11.5, 0.16, 0.16, 0.16))
    return sw.Vehicle(
        "rov", inertial, sw.Buoyancy(0.0115, (0, 0, 0.02), shape=sw.Box((0.4, 0.3, 0.2))), **(parts | changes)
    )


SEA = sw.Sea(current=(0.1, 0.0, 0.0), wind=sw.Wind((3.0, 1.0), exponent=0.1, gust_std=0.5, seed=4))


def moved(sim: sw.Simulation) -> dict[str, np.ndarray]:
    """The state after some steps near the surface, and the forces there."""
    sim.set_state(position=(0, 0, -0.05), velocity=(0.8, 0.2, 0.1, 0.1, 0.0, 0.3))
    sim.step(actuators={"port": 150.0, "bow": 0.4, "rudder": 0.3}, count=20)
    state = {name: getattr(sim.state, name) for name in ("position", "orientation", "velocity", "internal")}
    return state | {f"force {name}": wrench for name, wrench in sim.forces().items()}


PORT, BOW = vehicle().thrusters


def changed(part: str, **values: Any) -> sw.Vehicle:
    """The vehicle with other values in one of its parts."""
    now = vehicle()
    if part in ("port", "bow"):
        return vehicle(thrusters=[each.replace(**values) if each.name == part else each for each in (PORT, BOW)])
    each = getattr(now, part)
    return now.replace(**{part: (each[0] if isinstance(each, tuple) else each).replace(**values)})


# By path: the part and field that it means, and a value for each run.
VALUES: dict[str, tuple[str, str, list[Any]]] = {
    "vehicle.damping.linear": ("damping", "linear", [np.eye(6) * k for k in (1.0, 2.0, 5.0)]),
    "vehicle.damping.position": ("damping", "position", [(0.1 * k, 0, 0) for k in range(3)]),
    "vehicle.thruster.port.diameter": ("port", "diameter", [0.08, 0.1, 0.13]),
    "vehicle.thruster.port.position": ("port", "position", [(-0.2, 0.1 * k, 0) for k in range(3)]),
    "vehicle.thruster.bow.time_constant": ("bow", "time_constant", [0.0, 0.1, 0.5]),
    "vehicle.thruster.bow.table": ("bow", "table", [[[-1, 0, 1], [-20 * k, 0, 30]] for k in (1, 2, 3)]),
    "vehicle.fin.rudder.area": ("fins", "area", [0.01, 0.02, 0.05]),
    "vehicle.drag_area.coefficient": ("drag_areas", "coefficient", [(0.5, 0.5, 0.5), (1, 1, 1), (2, 1, 0)]),
    "vehicle.cross_flow.lateral_drag_area": (
        "cross_flow",
        "lateral_drag_area",
        [(0.1, 0.2, 0.3), (0, 0, 0), (1, 0, 0)],
    ),
    "vehicle.buoyancy.volume": ("buoyancy", "volume", [0.011, 0.0115, 0.012]),
}


@pytest.mark.parametrize("path", VALUES)
def test_a_run_with_a_value_is_the_single_run_of_a_vehicle_made_with_it(path: str) -> None:
    part, field, values = VALUES[path]
    sim = sw.Simulation(vehicle(), SEA, batch=BATCH)
    sim.set(path, np.array(values, dtype=np.float64))
    batch = moved(sim)
    for row, value in enumerate(values):
        own = SEA.replace(wind=SEA.wind.replace(first_row=row))
        for name, array in moved(sw.Simulation(changed(part, **{field: value}), own)).items():
            np.testing.assert_array_equal(batch[name][row], array[0], err_msg=f"{name} of run {row}")


SEAS = {
    "sea.density": [990.0, 1010.0, 1030.0],
    "sea.gravity": [9.7, 9.8, 9.9],
    "sea.air_density": [1.1, 1.2, 1.3],
    "sea.surface": [-0.1, 0.0, 0.1],
}


@pytest.mark.parametrize(
    "path", [*SEAS, "sea.current.velocity", "sea.wind.velocity", "sea.wind.gust_std", "sea.wind.exponent"]
)
def test_a_run_with_a_sea_of_its_own_is_the_single_run_in_it(path: str) -> None:
    vectors = {
        "sea.current.velocity": [(0.1, 0, 0), (0, 0.3, 0.1), (0.2, 0.2, 0)],
        "sea.wind.velocity": [(1.0, 0, 0), (0, 2, 0), (3, 3, 0)],
    }
    vectors |= {"sea.wind.gust_std": [0.1, 1.0, 2.0], "sea.wind.exponent": [0.0, 0.1, 0.2]}
    values = SEAS.get(path) or vectors[path]
    given = vehicle(reference_density=1025.0)  # else coefficients are for the water of the start
    sim = sw.Simulation(given, SEA, batch=BATCH)
    sim.set(path, np.array(values, dtype=np.float64))
    batch = moved(sim)
    _, part, *field = path.split(".")
    for row, value in enumerate(values):
        sea = SEA.replace(wind=SEA.wind.replace(first_row=row))
        if not field:
            sea = sea.replace(**{part: value})
        else:
            sea = sea.replace(
                **{part: getattr(sea, part).replace(**{field[0]: value})} if part == "wind" else {"current": value}
            )
        for name, array in moved(sw.Simulation(given, sea)).items():
            np.testing.assert_array_equal(batch[name][row], array[0], err_msg=f"{name} of run {row}")


NPD = SEA.replace(wind=sw.Wind((6.0, 2.0), exponent=0.1, gust_spectrum="npd", seed=4))


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("velocity", [(4.0, 0, 0), (0, 9, 0), (6, 6, 0)]),
        ("reference_height", [5.0, 10.0, 20.0]),
        ("exponent", [0.0, 0.1, 0.2]),
    ],
)
def test_gusts_with_a_spectrum_follow_the_wind_of_a_run(field: str, values: list[Any]) -> None:
    """Amplitudes and direction are those of the run's own mean; also after a change of the waves, and of some rows."""
    sim = sw.Simulation(vehicle(), NPD, batch=BATCH)
    sim.set(f"sea.wind.{field}", np.array(values)[[2, 0, 1]])
    sim.set("sea.current.velocity", (0.1, 0.0, 0.0))
    sim.set(f"sea.wind.{field}", np.array(values)[:2], rows=[0, 1])
    sim.set(f"sea.wind.{field}", values[2], rows=2)
    batch = moved(sim)
    for row, value in enumerate(values):
        wind = NPD.wind.replace(first_row=row, **{field: value})
        single = sw.Simulation(vehicle(), NPD.replace(wind=wind))
        for name, array in moved(single).items():
            np.testing.assert_array_equal(batch[name][row], array[0], err_msg=f"{name} of run {row}")
        found = sim._engine.rows(at.GUSTS)[row]
        np.testing.assert_array_equal(found, wind.gusts(19 * sim.time_step)[:2])


def test_gusts_with_a_spectrum_after_another_sea() -> None:
    """A new seed survives what lays the sea out anew."""
    sim = sw.Simulation(vehicle(), NPD, batch=BATCH)
    sim.reset(rows=[1], seed=[9])
    sim.set("sea.waves", sw.Waves.regular(0.1, 4.0), rows=[0])
    sim.step()
    held = sim._engine.rows(at.GUSTS)
    np.testing.assert_array_equal(held[1], NPD.wind.replace(seed=9).gusts(0.0)[:2])
    np.testing.assert_array_equal(held[2], NPD.wind.gusts(0.0, run=2)[:2])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("gust_std", 1.0, "the gusts of this wind have a spectrum, which follows from its speed; set 'sea.wind.speed'"),
        (
            "gust_time_scale",
            1.0,
            "the gusts of this wind have a spectrum, which follows from its speed; set 'sea.wind.speed'",
        ),
        ("speed", [3.0, 0.0, 5.0], "gusts with a spectrum need a mean wind along the surface, got a speed of 0 m/s"),
        ("velocity", (0, 0, 1), "gusts with a spectrum need a mean wind along the surface, got a speed of 0 m/s"),
        ("gust_spectrum", 1.0, "is structure, the same in all runs; create another simulation to change it"),
    ],
)
def test_what_cannot_be_set_of_gusts_with_a_spectrum(field: str, value: Any, message: str) -> None:
    sim = sw.Simulation(vehicle(), NPD, batch=BATCH)
    before = sim._engine.par.copy()
    with pytest.raises(ModelError) as caught:
        sim.set(f"sea.wind.{field}", value)
    assert str(caught.value).startswith(f"'sea.wind.{field}'")
    assert message in str(caught.value)
    np.testing.assert_array_equal(sim._engine.par, before)


def test_some_rows_keep_what_was_set_before() -> None:
    sim = sw.Simulation(vehicle(), SEA, batch=BATCH)
    sim.set("vehicle.thruster.port.diameter", [0.05, 0.06, 0.07])
    sim.set("vehicle.thruster.port.wake_fraction", 0.2, rows=[1])
    sim.set("vehicle.thruster.port.diameter", 0.2, rows=[True, False, False])
    engine, key = sim._engine, ("law", 0, "thruster_lag")
    assert engine.read(key, "diameter").ravel().tolist() == [0.2, 0.06, 0.07]
    assert engine.read(key, "wake").ravel().tolist() == [0.0, 0.2, 0.0]


def test_wind_by_speed_and_direction() -> None:
    sim = sw.Simulation(vehicle(), SEA, batch=BATCH)
    sim.set("sea.wind.direction_to", [0.0, np.pi / 2, np.pi])
    sim.set("sea.wind.speed", 10.0)
    wind = sim._engine.read(("sea",), "wind")
    np.testing.assert_allclose(wind, [[10, 0, 0], [0, 10, 0], [-10, 0, 0]], atol=1e-14)
    sim.set("sea.wind.direction_from", 0.0, rows=0)
    np.testing.assert_allclose(sim._engine.read(("sea",), "wind")[0], [-10, 0, 0], atol=1e-14)


def test_waves_by_component() -> None:
    waves = sw.Waves.irregular(sw.Jonswap(0.5, 5.0), 5, seed=1)
    sim = sw.Simulation(vehicle(), sw.Sea(waves=waves), batch=2)
    sim.set("sea.waves.components.amplitude", np.stack([waves.components.amplitude, np.zeros(5)]))
    sim.set("sea.waves.components.direction", 0.5 + waves.components.direction, rows=0)
    sim.step()
    turned = sw.Waves(waves.components.replace(direction=0.5 + waves.components.direction))
    alone = sw.Simulation(vehicle(), sw.Sea(waves=turned))
    alone.step()
    # The direction goes through the wave number vector and back: some roundings.
    np.testing.assert_allclose(sim.acceleration()[0], alone.acceleration()[0], rtol=1e-12, atol=1e-12)
    still = sw.Simulation(vehicle())
    still.step()
    np.testing.assert_allclose(sim.acceleration()[1], still.acceleration()[0], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("path", "values", "message"),
    [
        ("thruster.port.diameter", 0.1, "a key begins with 'vehicle', 'sea' or 'control'"),
        ("vehicle", 0.1, "is not a parameter of a vehicle"),
        ("vehicle.thrusters.port.diameter", 0.1, "'thrusters' is not a key here; did you mean 'thruster'?"),
        ("vehicle.thruster.prot.diameter", 0.1, "did you mean 'port'?"),
        ("vehicle.thruster.port.diametre", 0.1, "did you mean 'diameter'?"),
        ("vehicle.thruster.port.drive", 1.0, "is structure, the same in all runs"),
        ("vehicle.thruster.bow.table", np.zeros((2, 5)) + np.arange(5), "must keep its length"),
        ("vehicle.thruster.port.diameter", -1.0, r"must be >= 0 [m], got -1"),
        ("vehicle.thruster.port.diameter", [0.1, 0.2], "must have the shape (), or (3,) for these runs, got (2,)"),
        ("vehicle.thruster.port.diameter", "wide", "must be numbers, got 'wide'"),
        ("vehicle.hull.friction.length", 1.0, "vehicle 'rov' has no hull"),
        ("vehicle.inertia.mass", [1.0, -1.0, 1.0], "run 1: mass must be > 0 [kg], got -1"),
        ("vehicle.inertia.radius", 1.0, "there are: mass, center_of_mass, moment_of_inertia"),
        ("vehicle.damping.modulus", np.ones((6, 6, 6)), "is structure"),
        ("sea.density", [1000.0, 0.0, 1000.0], "must be > 0 [kg/m3], got 0"),
        ("sea.salinity", 35.0, "'salinity' is not a key here"),
        ("sea.wind.spede", 1.0, "did you mean 'speed'?"),
        ("sea.waves.ramp", 1.0, "the sea has no waves"),
        ("sea.current.velocity", [np.nan, 0, 0], "must be finite, got nan"),
    ],
)
def test_what_cannot_be_set_is_refused_and_changes_nothing(path: str, values: Any, message: str) -> None:
    sim = sw.Simulation(vehicle(), SEA, batch=BATCH)
    before = sim._engine.par.copy()
    with pytest.raises(ModelError) as caught:
        sim.set(path, values)
    assert message in str(caught.value)
    with pytest.raises(ModelError):
        sim.set({"sea.density": 900.0, path: values})
    np.testing.assert_array_equal(sim._engine.par, before)


def test_a_vehicle_of_several_is_named() -> None:
    sim = sw.Simulation([vehicle(), vehicle().replace(name="other")])
    with pytest.raises(ModelError, match=r"must name a vehicle, as in 'vehicle.rov.…'; there are: rov, other"):
        sim.set("vehicle.inertia.mass", 12.0)
    sim.set("vehicle.other.inertia.mass", 12.0)
    assert [sim._engine.read(("body", k), "mass").item() for k in range(2)] == [11.5, 12.0]


def test_reset_with_a_seed_gives_new_gusts_and_the_same_again() -> None:
    """Run i of a seed has the gusts of ``SeedSequence(seed).spawn(n)[i]``, whatever the others do."""
    sim = sw.Simulation(vehicle(), SEA, batch=BATCH)
    first = moved(sim)["force wind"]
    sim.reset(rows=[1], seed=9)
    second = moved(sim)["force wind"]
    fresh = sw.Simulation(vehicle(), SEA.replace(wind=SEA.wind.replace(seed=9, first_row=1)))
    np.testing.assert_array_equal(second[1], moved(fresh)["force wind"][0])
    sim.reset()
    third = moved(sim)["force wind"]
    np.testing.assert_array_equal(third[[0, 2]], first[[0, 2]])
    np.testing.assert_array_equal(third[1], second[1])
    sim.reset(rows=[0, 2], seed=[9, 10])
    with pytest.raises(ModelError, match="one for all or one for each of 2 runs, got 1"):
        sim.reset(rows=[0, 2], seed=[9])
    with pytest.raises(ModelError, match="a seed has no effect"):
        sw.Simulation(vehicle()).reset(seed=1)

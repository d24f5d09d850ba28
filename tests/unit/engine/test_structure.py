"""What is compiled: the kinds that are there, and nothing else."""

import logging
from pathlib import Path

import numpy as np
import pytest

import seaway as sw
from seaway.engine import Engine, body_of, sea_of
from seaway.engine import _places as at
from seaway.engine._program import program

BOX = sw.Box((0.4, 0.3, 0.2))
INERTIAL = sw.Inertial(sw.MassProperties.from_box((0.4, 0.3, 0.2), mass=20.0))


def vehicle(thrusters: int = 0, name: str = "rov", **parts: object) -> sw.Vehicle:
    each = [sw.Thruster(f"t{k}", (0.1 * k, 0, 0), limits=(-50, 50)) for k in range(thrusters)]
    return sw.Vehicle(name, INERTIAL, sw.Buoyancy(shape=BOX), sw.Damping(np.ones(6)), thrusters=each, **parts)


def structure(*vehicles: sw.Vehicle, sea: sw.Sea | None = None) -> object:
    sea = sw.Sea() if sea is None else sea
    return Engine([body_of(each) for each in vehicles], sea_of(sea, 1), 0.01).structure


def test_counts_and_numbers_are_no_structure() -> None:
    one = structure(vehicle(1))
    assert one == structure(vehicle(8))
    assert one == structure(vehicle(3), vehicle(2, "other"))
    assert one == structure(vehicle(1), sea=sw.Sea(density=1000.0, gravity=3.0, surface=5.0, depth=20.0))
    assert one == structure(vehicle(1), sea=sw.Sea(surface=None))
    assert one == structure(vehicle(1), sea=sw.Sea(current=(1, 0, 0), wind=sw.Wind((5, 0), gust_std=1.0, seed=1)))
    waves = [sw.Sea(waves=sw.Waves.irregular(sw.Jonswap(0.5, 5.0), n, seed=1)) for n in (3, 40)]
    assert structure(vehicle(1), sea=waves[0]) == structure(vehicle(1), sea=waves[1])


def test_kinds_are_structure() -> None:
    seen = [
        structure(vehicle()),
        structure(vehicle(1)),
        structure(vehicle(1), sea=sw.Sea(current=sw.Current([[1, 0, 0], [0, 0, 0]], depths=[0, 9]))),
        structure(vehicle(1), sea=sw.Sea(waves=sw.Waves.regular(0.5, 5.0))),
        structure(vehicle(1), sea=sw.Sea(waves=sw.Waves.gerstner(0.5, 5.0))),
        structure(sw.Vehicle("rov", INERTIAL, sw.Buoyancy(0.02), sw.Damping(np.ones(6)))),
    ]
    assert len(set(seen)) == len(seen)


def test_the_file_names_what_is_there_and_nothing_else() -> None:
    text = Path(sw.Simulation(vehicle(2)).program_file).read_text()
    assert text.startswith('"""One step of a vehicle with: rigid body, buoyancy of a box, damping, thrusters.')
    assert "thruster_thrust_wrench(own, x, around, motion)" in text
    for absent in ("lying_hull", "WaveField(", "fin_", "swept", "strip_"):
        assert absent not in text
    compile(text, "step.py", "exec")
    assert max(map(len, text.splitlines())) <= 160


def test_setting_numbers_compiles_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "seaway")
    sim = sw.Simulation(vehicle(2, actuation=None), sw.Sea(current=(0.1, 0, 0)), batch=5)
    sim.step()
    caplog.clear()
    before = sim._engine.program
    for path, values in (
        ("vehicle.inertia.mass", np.linspace(18, 22, 5)),
        ("vehicle.thruster.t1.limits", [[-k, k] for k in range(1, 6)]),
        ("vehicle.damping.linear", 2.0 * np.eye(6)),
        ("vehicle.buoyancy.volume", 0.02),
        ("sea.density", [1000.0, 1010, 1020, 1030, 1040]),
        ("sea.current", np.ones((5, 3))),
    ):
        sim.set(path, values)
        sim.step()
    sim.set_wrench(force=(1, 0, 0))
    sim.step()
    sim.reset(rows=[1, 2])
    assert sim._engine.program is before
    assert not caplog.records


def test_the_same_structure_is_compiled_once_in_a_process() -> None:
    first, second = (sw.Simulation(vehicle(n))._engine.program for n in (1, 4))
    assert first is second
    assert program(first.structure, 1) is first


@pytest.mark.parametrize("width", [2, 4, 8])
def test_equal_bits_at_every_width(width: int) -> None:
    """Rows at the surface, where lanes part, beside deep ones; the last block is not full."""
    rows = 11
    engines = [
        Engine([body_of(vehicle(3))], sea_of(sw.Sea(), rows), 0.01, rows, width=lanes, threads=1)
        for lanes in (1, width)
    ]
    random = np.random.default_rng(3)
    states = engines[0].rows(at.STATE)
    states[:, :3], states[:, 7:13] = random.normal(size=(rows, 3)) * [1, 1, 0.3], random.normal(size=(rows, 6))
    states[::3, 2] -= 5.0
    for engine in engines:
        engine.write(at.STATE, states)
        engine.write(at.COMMAND, np.tile(random.normal(size=9) * 0 + 3.0, (rows, 1)))
        engine.set(("body", 0), "mass", np.linspace(18.0, 22.0, rows)[:, None], np.arange(rows))
        engine.advance(200)
    one, many = engines
    np.testing.assert_array_equal(one.rows(at.STATE), many.rows(at.STATE))
    for mine, theirs in zip(one.evaluate(), many.evaluate(), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_rows_that_stop_do_not_touch_their_neighbours() -> None:
    """In one block of lanes: a diverging row, one with a bad command, two sound ones."""
    rows = 4
    engine, sound = (
        Engine([body_of(vehicle(1))], sea_of(sw.Sea(), rows), 0.01, rows, width=4, threads=1) for _ in range(2)
    )
    states = engine.rows(at.STATE)
    states[:, 2], states[:, 7] = -5.0, 1.0
    for each in (engine, sound):
        each.write(at.STATE, states)
    states[1, 7] = 2e6
    engine.write(at.STATE, states)
    commands = engine.rows(at.COMMAND)
    commands[2, 6] = np.nan
    engine.write(at.COMMAND, commands)
    engine.advance(20)
    sound.advance(20)
    assert engine.status[:, 0].tolist() == [0, at.NOT_FINITE, at.BAD_COMMAND, 0]
    assert engine.steps.tolist() == [20, 0, 0, 20]
    np.testing.assert_array_equal(engine.rows(at.STATE)[[0, 3]], sound.rows(at.STATE)[[0, 3]])
    np.testing.assert_array_equal(engine.rows(at.STATE)[[1, 2]], states[[1, 2]])

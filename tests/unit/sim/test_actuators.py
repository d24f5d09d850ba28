"""Commands of thrusters and fins: names, shapes, what is refused, and what stays when they are let go."""

import math
from typing import Any

import numpy as np
import pytest
from tests.unit.sim import SPACE, ball

from seaway.errors import ModelError, SimulationError
from seaway.sim import Command, Simulation, State
from seaway.sim._flags import Status
from seaway.vehicle import Actuation, Fin, FinDerivatives, Thruster, Vehicle


def tug(name: str = "tug", **parts: Any) -> Vehicle:
    """Two thrusters that act at once, along x and y, and a rudder."""
    return ball(
        name,
        thrusters=[Thruster("main", (0, 0, 0)), Thruster("side", (0, 0, 0), (0, 1, 0))],
        fins=FinDerivatives("rudder", (0, 0, 0, 0, 0, 1)),
        **parts,
    )


def lagging(name: str = "tug") -> Vehicle:
    propeller = Thruster("main", (0, 0, 0), drive="lag", diameter=0.1, thrust_coefficient=0.01, time_constant=0.5)
    return ball(name, thrusters=propeller, fins=Fin("rudder", (0, 0, 0), 0.1, time_constant=0.2))


def thrusts(sim: Simulation) -> list[list[float]]:
    """Along x and y, of every row of the first vehicle."""
    return sim.forces()["thrusters"][:, 0, :2].tolist()


# Names


def test_names_of_one_vehicle_are_plain() -> None:
    assert Simulation(tug()).actuators == ("main", "side", "rudder")
    assert Simulation(ball()).actuators == ()


def test_names_of_several_have_that_of_the_vehicle_before_them() -> None:
    """All thrusters, then all fins; one that has none does not count."""
    sim = Simulation([tug("a"), ball("b"), tug("c")], SPACE)
    assert sim.actuators == ("a.main", "a.side", "c.main", "c.side", "a.rudder", "c.rudder")


def test_each_reaches_its_own_vehicle() -> None:
    sim = Simulation([tug("a"), ball("b"), tug("c")], SPACE, 1e-9)
    sim.step(actuators={"a.main": 1.0, "c.side": 2.0})
    sim.set_state("c", velocity=[1, 0, 0, 0, 0, 0])
    wrenches = sim.forces()["thrusters"][0]
    np.testing.assert_array_equal(wrenches[:, :2], [[1, 0], [0, 0], [0, 2]])
    sim.step(actuators=[1, 2, 3, 4, 5, 6])
    np.testing.assert_array_equal(sim.forces()["thrusters"][0, :, :2], [[1, 2], [0, 0], [3, 4]])
    np.testing.assert_allclose(sim.forces()["fins"][0, :, 5], [0, 0, 6.0], atol=1e-6)


# Shapes


@pytest.mark.parametrize("as_command", [False, True])
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([1.0, 2.0, 0.0], [[1, 2], [1, 2]]),
        ([1, 2, 0], [[1, 2], [1, 2]]),
        (np.array([[1.0, 2, 0], [3, 4, 0]], dtype=np.float32), [[1, 2], [3, 4]]),
        ({"side": 5}, [[0, 5], [0, 5]]),
        ({"side": [5.0, 6.0], "main": 1.0}, [[1, 5], [1, 6]]),
        ({}, [[0, 0], [0, 0]]),
        (None, [[0, 0], [0, 0]]),
    ],
    ids=str,
)
def test_shapes(given: Any, expected: list[list[float]], as_command: bool) -> None:
    sim = Simulation(tug(), SPACE, batch=2)
    if as_command:
        sim.step(Command(actuators=given))
    else:
        sim.step(actuators=given)
    assert thrusts(sim) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            [1.0, 2.0],
            r"the commands of the actuators must be numbers of the shape \(3,\) or \(2, 3\), got \[1.0, 2.0\]",
        ),
        (1.0, r"numbers of the shape \(3,\) or \(2, 3\), got 1.0"),
        (np.zeros((3, 3)), r"numbers of the shape \(3,\) or \(2, 3\)"),
        (np.zeros((2, 1, 3)), r"numbers of the shape \(3,\) or \(2, 3\)"),
        (["fast", "slow", "left"], r"numbers of the shape .* got \['fast', 'slow', 'left'\]"),
        ([1.0, [2.0], 3.0], r"numbers of the shape .* got \[1.0, \[2.0\], 3.0\]"),
        ([True, False, True], r"numbers of the shape .* got \[True, False, True\]"),
        ({"propeller": 1.0}, r"no actuator named 'propeller'; there are: main, side, rudder"),
        ({"tug.main": 1.0}, r"no actuator named 'tug.main'"),
        ({"main": [1.0, 2.0, 3.0]}, r"the command of 'main' must be numbers of the shape \(\) or \(2,\)"),
        ({"main": "full"}, r"the command of 'main' must be numbers .* got 'full'"),
        ({"main": None}, r"the command of 'main' must be numbers .* got None"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_and_changes_nothing(given: Any, message: str) -> None:
    sim = Simulation(tug(), SPACE, batch=2)
    sim.step(actuators=[7.0, 8.0, 0.0])
    before = sim.state.velocity.copy()
    for call in (
        lambda: sim.step(actuators=given),
        lambda: sim.step(Command(np.ones(6), given)),
        lambda: sim.run(0.1, lambda t, state: Command(actuators=given)),
    ):
        with pytest.raises(ModelError, match=message):
            call()
    assert thrusts(sim) == [[7, 8], [7, 8]]
    assert not sim.forces()["command"].any()
    np.testing.assert_array_equal(sim.state.velocity, before)


def test_actuators_of_a_vehicle_without_any() -> None:
    sim = Simulation(ball(), SPACE)
    sim.step(actuators=[])
    sim.step(actuators={})
    with pytest.raises(ModelError, match="no actuator named 'main'; there are: none"):
        sim.step(actuators={"main": 1.0})
    with pytest.raises(ModelError, match=r"shape \(0,\) or \(1, 0\), got \[1.0\]"):
        sim.step(actuators=[1.0])


def test_actuators_beside_a_command_are_refused() -> None:
    sim = Simulation(tug(), SPACE)
    for command in (Command(), Command(actuators=[1, 2, 3])):
        with pytest.raises(ModelError, match="give actuators either in the Command or as a keyword, not both"):
            sim.step(command, actuators=[1.0, 2.0, 0.0])
    assert sim.time == 0.0


def test_actuators_beside_a_wrench() -> None:
    sim = Simulation(tug(), SPACE)
    sim.step([0, 0, 5, 0, 0, 0], actuators={"main": 1.0})
    assert thrusts(sim) == [[1.0, 0.0]]
    assert sim.forces()["command"][0, 0].tolist() == [0, 0, 5, 0, 0, 0]


# What stays


def test_a_step_without_actuators_lets_go() -> None:
    """As with the wrench: none given is none."""
    sim = Simulation(tug(), SPACE)
    sim.step(actuators=[1.0, 2.0, 0.0])
    sim.step()
    assert thrusts(sim) == [[0, 0]]
    sim.step(actuators=[1.0, 2.0, 0.0])
    sim.step(np.ones(6))
    assert thrusts(sim) == [[0, 0]]


def test_the_default_is_0_and_so_a_dead_boat() -> None:
    sim = Simulation(tug(), SPACE)
    assert thrusts(sim) == [[0, 0]]
    sim.step(count=10)
    assert not sim.state.velocity.any()


def test_held_over_all_steps_of_a_call() -> None:
    sim = Simulation(tug(), SPACE, 0.1)
    sim.step(actuators=[4.0, 0, 0], count=10)
    assert sim.state.velocity[0, 0, 0] == pytest.approx(4.0 / 2.0 * 1.0, rel=1e-12)


def test_the_mapping_of_the_caller_is_left_alone() -> None:
    given = {"main": np.array([1.0, 2.0])}
    sim = Simulation(tug(), SPACE, batch=2)
    sim.step(actuators=given)
    given["main"][:] = 9.0
    assert thrusts(sim) == [[1, 0], [2, 0]]


def test_reset_takes_commands_and_states_back() -> None:
    sim = Simulation(lagging(), SPACE, 0.01, 2)
    sim.step(actuators=[30.0, 0.1], count=20)
    assert np.all(sim.state.internal[:, 0] > 0.0)
    sim.reset(1)
    assert not sim.state.internal[1].any()
    assert sim.state.internal[0].any()
    assert not sim.forces()["thrusters"][1].any()
    sim.reset()
    assert not sim.state.internal.any()


def test_reset_to_another_motion() -> None:
    """As set_state of a row without steps: it is where the row is, and where it is reset to later."""
    sim = Simulation(lagging(), SPACE, 0.01, 3)
    sim.step(actuators=[30.0, 0.1], count=5)
    kept, motion = sim.motion()[:, 1], np.array([[1.0, 2, 3, 1, 0, 0, 0, 0.1, 0.2, 0.3, 0, 0, 0.4]] * 2).T
    sim.reset([0, 2], motion=motion)
    np.testing.assert_array_equal(sim.motion()[:, [0, 2]], motion)
    np.testing.assert_array_equal(sim.motion()[:, 1], kept)
    sim.step(count=2)
    sim.reset(2)
    np.testing.assert_array_equal(sim.motion()[:, 2], motion[:, 0])
    for wrong in (motion[:, :1], motion * np.nan):
        with pytest.raises(ModelError, match=r"the motion must be \(13, 2\) finite numbers, got \(13, [12]\)"):
            sim.reset([0, 2], motion=wrong)


def test_a_snapshot_has_commands_and_states() -> None:
    sim = Simulation(lagging(), SPACE, 0.01, 3)
    sim.step(actuators=[30.0, 0.1], count=20)
    snapshot, wrench = sim.snapshot(), sim.forces()["thrusters"]
    internal = sim.state.internal
    sim.step(actuators=[-30.0, 0.3], count=20)
    after = sim.state.internal
    assert not np.array_equal(after, internal)
    sim.restore(snapshot)
    np.testing.assert_array_equal(sim.state.internal, internal)
    np.testing.assert_array_equal(sim.forces()["thrusters"], wrench)
    sim.step(actuators=[-30.0, 0.3], count=20)
    np.testing.assert_array_equal(sim.state.internal, after)


def test_internal_states_are_those_of_thrusters_then_of_fins() -> None:
    sim = Simulation([lagging("a"), ball("b")], SPACE, 0.01, 2)
    sim.step(actuators=[30.0, 0.1], count=50)
    internal = sim.state["a"].internal
    assert internal.shape == (2, 2)
    np.testing.assert_allclose(internal[:, 0], 30.0 * (1.0 - math.exp(-1.0)), rtol=1e-8)
    np.testing.assert_allclose(internal[:, 1], 0.1 * (1.0 - math.exp(-2.5)), rtol=1e-6)
    assert not sim.state["b"].internal.any()


# What is not finite


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_command_that_is_not_finite_stops_its_row(value: float) -> None:
    sim = Simulation([tug("a"), tug("b")], SPACE, 0.01, 3)
    message = rf"the command of 'b.rudder' in run 1 of 3 must be finite, got {value} at t = 0.02 s"
    sim.step(actuators=np.ones(6), count=2)
    before = sim.state.velocity.copy()
    with pytest.raises(SimulationError, match=message) as caught:
        sim.step(actuators={"a.main": 1.0, "b.rudder": [0.0, value, 0.0]})
    assert caught.value.rows == (1,)
    assert sim.stopped.tolist() == [False, True, False]
    assert sim.status.tolist() == [[0, 0], [0, Status.BAD_COMMAND], [0, 0]]
    np.testing.assert_array_equal(sim.state.velocity[1], before[1])
    assert np.all(sim.state.velocity[[0, 2], 0, 0] > before[[0, 2], 0, 0])
    assert sim.state.time.tolist() == pytest.approx([0.03, 0.02, 0.03])
    sim.reset(1)
    sim.step(actuators=np.ones(6))
    assert not sim.status.any()


def test_a_run_goes_on_without_the_row_whose_command_is_not_finite() -> None:
    def controller(t: float, state: State) -> Command:
        return Command(actuators={"main": [1.0, math.nan if t > 0.035 else 1.0]})

    sim = Simulation(tug(), SPACE, 0.01, 2)
    with pytest.raises(SimulationError, match=r"'main' in run 1 of 2 must be finite, got nan at t = 0.04 s") as caught:
        sim.run(0.2, controller)
    recording: Any = caught.value.recording
    assert recording.stop_times.tolist() == pytest.approx([math.nan, 0.04], nan_ok=True)
    assert sim.state.time.tolist() == pytest.approx([0.2, 0.04])
    assert np.isfinite(sim.state.velocity).all()


def test_throw_false_tells_by_the_status() -> None:
    sim = Simulation(tug(), SPACE, 0.01)
    sim.step(actuators=[math.nan, 0, 0], throw=False)
    assert sim.stopped.tolist() == [True]
    assert sim.time == 0.0


# Runs


def test_a_controller_may_command_actuators() -> None:
    """Held for its period: 5 N for 0.05 s, none for 0.05 s, and so on, on 2 kg."""

    def controller(t: float, state: State) -> Command:
        return Command(actuators={"main": 5.0 if round(t / 0.05) % 2 == 0 else 0.0})

    sim = Simulation(tug(), SPACE, 0.01)
    recording = sim.run(0.2, controller, control_period=0.05, record=("state", "forces"))
    assert sim.state.velocity[0, 0, 0] == pytest.approx(5.0 * 0.1 / 2.0, rel=1e-12)
    thrust = recording["tug"].thrusters[:, 0, 0]
    np.testing.assert_array_equal(thrust[:20], np.repeat([5.0, 0.0, 5.0, 0.0], 5))


def test_a_controller_may_command_both() -> None:
    sim = Simulation(tug(), SPACE, 0.01, 2)
    sim.run(0.1, lambda t, state: Command([0, 0, 3.0, 0, 0, 0], [4.0, 0, 0]))
    np.testing.assert_allclose(sim.state.velocity[:, 0, [0, 2]], [[0.2, 0.15]] * 2, rtol=1e-12)


def test_a_run_without_a_controller_lets_go() -> None:
    sim = Simulation(tug(), SPACE, 0.01)
    sim.step(actuators=[4.0, 0, 0])
    speed = sim.state.velocity[0, 0, 0]
    sim.run(0.1)
    assert sim.state.velocity[0, 0, 0] == speed


def test_a_wrench_alone_leaves_the_actuators_at_0() -> None:
    sim = Simulation(tug(), SPACE, 0.01)
    sim.run(0.05, lambda t, state: Command(actuators=[4.0, 0, 0]))
    speed = sim.state.velocity[0, 0, 0]
    sim.run(0.05, lambda t, state: np.zeros(6))
    assert sim.state.velocity[0, 0, 0] == speed


def test_laws_are_there_where_a_vehicle_has_them() -> None:
    assert {"thrusters", "fins"} <= set(Simulation([ball("a"), tug("b")], SPACE).forces())
    assert not {"thrusters", "fins"} & set(Simulation(ball(), SPACE).forces())


# Settled


def driven(drive: str, **options: Any) -> Vehicle:
    """A propeller that takes 0.2 Nm at 100 rad/s; and a fin that lags."""
    torque = 0.2 / (1025.0 * 0.1**5 * 100.0**2)
    more: dict[str, Any] = {"diameter": 0.1, "thrust_coefficient": 0.01, "torque_coefficient": torque, **options}
    fin = Fin("rudder", (0, 0, 0), 0.1, time_constant=0.2, rate_limit=0.1, limit=0.3)
    return ball(thrusters=Thruster("main", (0, 0, 0), drive=drive, **more), fins=fin, mass=1e9)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "speed"),
    [
        ({"drive": "lag", "time_constant": 0.2}, 100.0),
        ({"drive": "lag", "time_constant": 0.2, "limits": (-50, 50)}, 50.0),
        ({"drive": "pid", "inertia": 1e-3, "gains": (0.02, 0.1, 0.0)}, 100.0),
        ({"drive": "pid", "inertia": 1e-3, "gains": (0.02, 0.1, 0.0), "largest_torque": 0.05}, 50.0),
        # P (100 - ω) = 0.2 (ω / 100)², P = 0.004: ω² + 200 ω - 20000 = 0
        ({"drive": "pid", "inertia": 1e-3, "gains": (0.004, 0.0, 0.0)}, 100.0 * (math.sqrt(3.0) - 1.0)),
    ],
)
def test_what_lags_can_be_settled(options: dict[str, Any], speed: float) -> None:
    """The speed at once, which then stays: to the last digits of the balance of torques."""
    sim = Simulation(driven(**options), SPACE)
    sim.to_steady_state(actuators={"main": 100.0, "rudder": 0.5})
    assert sim.state.internal[0, 0, [0, -1]] == pytest.approx([speed, 0.3], rel=1e-14)
    sim.step(actuators={"main": 100.0, "rudder": 0.5}, count=100)
    assert sim.state.internal[0, 0, [0, -1]] == pytest.approx([speed, 0.3], rel=1e-12)


def test_thrusts_and_tables_settle_too() -> None:
    """40 N need √(40 / ρ c d⁴) rad/s; a table of 2 N per unit, its own thrust. What is at once has no state."""
    sim = Simulation(driven("lag", time_constant=0.2, command="thrust"), SPACE)
    sim.to_steady_state(actuators=[40.0, 0.1])
    assert sim.forces()["thrusters"][0, 0, 0] == pytest.approx(40.0)
    table = Thruster.from_table("main", (0, 0, 0), (1, 0, 0), [-10, 10], [-20, 20], time_constant=0.5)
    sim = Simulation(ball(thrusters=[table, Thruster("side", (0, 0, 0))]), SPACE, batch=2)
    sim.to_steady_state(actuators={"main": [3.0, 4.0], "side": 1.0})
    assert sim.state.internal[:, 0].tolist() == [[6.0], [8.0]]
    assert sim.forces()["thrusters"][:, 0, 0].tolist() == [7.0, 9.0]
    sim.reset()
    assert not sim.state.internal.any()


def test_a_wrench_that_lags_settles() -> None:
    """Beside a vehicle that has no actuation."""
    actuation = Actuation(limit=5.0, rate_limit=1.0, time_constant=[0.5, 0, 0, 0, 0, 0])
    sim = Simulation([ball("a"), ball("b", actuation=actuation)], SPACE)
    sim.to_steady_state([9.0, -9.0, 1.0, 0, 0, 0])
    np.testing.assert_array_equal(sim.forces()["command"][0, :, :3], [[9, -9, 1], [5, -5, 1]])
    sim.step([9.0, -9.0, 1.0, 0, 0, 0])
    np.testing.assert_array_equal(sim.forces()["command"][0, :, :3], [[9, -9, 1], [5, -5, 1]])


# Internal states


def equipped() -> Vehicle:
    """One of each: a wrench that lags, a propeller, a controller, a table, a fin that lags and one that does not."""
    spinning: dict[str, Any] = {"diameter": 0.1, "thrust_coefficient": 0.01}
    return ball(
        actuation=Actuation(time_constant=[0.5, 0, 0, 0, 0, 0.25], limit=8.0),
        thrusters=[
            Thruster("lag", (0, 0, 0), drive="lag", time_constant=0.5, **spinning),
            Thruster("at once", (0, 0, 0)),
            Thruster("pid", (0, 0, 0), drive="pid", inertia=0.01, gains=(0.1, 0.2, 0.0), **spinning),
            Thruster.from_table("table", (0, 0, 0), (1, 0, 0), [-10, 10], [-20, 20], time_constant=0.5),
        ],
        fins=[Fin("rudder", (0, 0, 0), 0.1, time_constant=0.2), FinDerivatives("flap", (0, 0, 0, 0, 0, 1))],
    )


def test_internal_states_have_names() -> None:
    sim = Simulation([equipped(), tug("tug")], SPACE)
    assert sim.internal_states("tug") == ()
    assert [tuple(state) for state in sim.internal_states("ball")] == [
        (0, "wrench.surge", "N"),
        (5, "wrench.yaw", "Nm"),
        (6, "lag.speed", "rad/s"),
        (7, "pid.speed", "rad/s"),
        (8, "pid.integral", "rad"),
        (9, "table.thrust", "N"),
        (10, "rudder.angle", "rad"),
    ]


def test_internal_rates_are_those_of_the_flow() -> None:
    """A step of 1e-6 s: its mean rate is that at its middle, here to 1e-5 of rates with time constants of 0.2 s up."""
    sim = Simulation(equipped(), SPACE, 1e-6, batch=2)
    states = np.random.default_rng(5).uniform(1.0, 2.0, (2, 18))
    sim.set_state(internal=states)
    assert np.array_equal(sim.state["ball"].internal, states)
    command = Command([9, 0, 0, 0, 0, 1.0], {"lag": 50.0, "pid": [30.0, 3.0], "table": 4.0, "rudder": 0.2})
    sim.to_steady_state(command)
    sim.set_state(internal=states)
    rates = sim.internal_rates()
    before = sim.state.internal.copy()
    sim.step(command)
    np.testing.assert_allclose((sim.state.internal - before)[:, 0, :12] / 1e-6, rates[:, 0], rtol=1e-4, atol=1e-8)
    assert np.all(rates[:, 0, [0, 5, 6, 7, 8, 9, 10]] != 0.0)
    assert rates[0, 0, 0] == pytest.approx((8.0 - states[0, 0]) / 0.5)


def test_internal_states_of_another_number_are_refused() -> None:
    with pytest.raises(ModelError, match=r"internal states must be numbers of the shape \(18,\) or \(1, 18\), got"):
        Simulation(equipped(), SPACE).set_state(internal=[1.0, 2.0])

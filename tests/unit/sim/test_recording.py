import copy
import csv
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from tests.unit.sim import SPACE, actuated, ball, rov

import seaway
from seaway.errors import ModelError
from seaway.forces import FORCES
from seaway.sea import Sea, Waves
from seaway.shapes import Sphere
from seaway.sim import Command, Recording, Simulation, State
from seaway.vehicle import Buoyancy, Fin, Thruster, Vehicle

GROUPS = ("state", "command", "acceleration", "forces", "energy")


@pytest.fixture
def recording() -> Recording:
    """Two vehicles in three rows, six samples."""
    sim = Simulation([rov("rov"), ball("ball")], batch=3)
    sim.set_state("rov", position=[0, 0, -5], rpy=[0.1, 0.2, 0.3], velocity=0.1 * np.ones(6))
    sim.set_state("ball", position=np.arange(9.0).reshape(3, 3))
    return sim.run(0.05, record=GROUPS)


def test_shapes_names_and_units(recording: Recording) -> None:
    assert recording.names == ("rov", "ball")
    assert recording.time.shape == (6,)
    assert list(recording.units) == list(recording.variables)
    for name, array in recording.variables.items():
        assert array.shape == (6, 3, 2, len(recording.units[name]))
    assert recording.units["position"] == (("p_WBo_W.x", "m"), ("p_WBo_W.y", "m"), ("p_WBo_W.z", "m"))
    assert recording.units["velocity"][3] == ("w_WB_B.x", "rad/s")
    assert recording.units["buoyancy"][5] == ("buoyancy.n_Bo_B.z", "N m")
    assert recording.units["energy"] == (("kinetic_energy", "J"), ("potential_energy", "J"))
    assert set(FORCES) - set(recording.variables) == set(FORCES[9:])  # what neither vehicle has
    assert recording.status.shape == (3, 2)
    assert recording.stop_times.shape == (3,)


def test_variables_by_name(recording: Recording) -> None:
    np.testing.assert_array_equal(recording.position, recording.variables["position"])
    with pytest.raises(AttributeError, match="'wind' was not recorded; there are: position, orientation"):
        recording.wind  # noqa: B018


def test_the_part_of_one_vehicle(recording: Recording) -> None:
    part = recording["ball"]
    np.testing.assert_array_equal(part.time, recording.time)
    np.testing.assert_array_equal(part["position"], recording.position[:, :, 1])
    np.testing.assert_array_equal(part.position, part["position"])
    np.testing.assert_array_equal(recording[1].position, part.position)
    np.testing.assert_allclose(recording["rov"].rpy[0], [[0.1, 0.2, 0.3]] * 3, atol=1e-14)
    assert recording["rov"].rpy.shape == (6, 3, 3)


def test_what_is_not_there(recording: Recording) -> None:
    with pytest.raises(ModelError, match="no vehicle named 'auv'; there are: rov, ball"):
        recording["auv"]
    with pytest.raises(ModelError, match="the index of a vehicle must be from 0 to 1, got 2; there are: rov, ball"):
        recording[2]
    with pytest.raises(ModelError, match="'wind' was not recorded; there are: position"):
        recording["rov"]["wind"]
    with pytest.raises(AttributeError, match="'wind' was not recorded; there are: position"):
        recording["rov"].wind  # noqa: B018
    bare = Simulation(ball()).run(0.01, record="energy")
    with pytest.raises(ModelError, match="'orientation' was not recorded; there are: energy"):
        bare["ball"].rpy  # noqa: B018


def test_it_is_a_copy_of_what_happened() -> None:
    sim = Simulation(ball())
    recording = sim.run(0.05)
    kept = recording.position.copy()
    sim.step(count=10)
    sim.run(0.05)
    np.testing.assert_array_equal(recording.position, kept)


def test_it_can_be_copied_and_pickled(recording: Recording) -> None:
    """So it can leave a worker process."""
    for other in (copy.deepcopy(recording), pickle.loads(pickle.dumps(recording))):  # noqa: S301
        np.testing.assert_array_equal(other["rov"].velocity, recording["rov"].velocity)
        assert other.names == recording.names


def test_the_part_of_one_vehicle_can_be_copied_and_pickled(recording: Recording) -> None:
    part = recording["rov"]
    for other in (copy.deepcopy(part), pickle.loads(pickle.dumps(part))):  # noqa: S301
        np.testing.assert_array_equal(other.velocity, part.velocity)


def test_csv(recording: Recording, tmp_path: Path) -> None:
    """A line for each sample, row and vehicle; numbers with all their digits."""
    path = recording.to_csv(tmp_path / "run.csv")
    assert path == tmp_path / "run.csv"
    with path.open(newline="", encoding="utf-8") as file:
        header, *lines = list(csv.reader(file))
    assert header[:6] == ["time [s]", "row", "vehicle", "p_WBo_W.x [m]", "p_WBo_W.y [m]", "p_WBo_W.z [m]"]
    assert len(header) == len(set(header)) == 3 + sum(len(units) for units in recording.units.values())
    assert len(lines) == 6 * 3 * 2
    keys = [(float(line[0]), int(line[1]), line[2]) for line in lines]
    assert keys == [(t, row, name) for t in recording.time for row in range(3) for name in ("rov", "ball")]
    numbers = np.array([[float(x) for x in line[3:]] for line in lines]).reshape(6, 3, 2, -1)
    whole = np.concatenate(list(recording.variables.values()), axis=-1)
    np.testing.assert_array_equal(numbers, whole)
    assert [file.name for file in tmp_path.iterdir()] == ["run.csv"]


def test_csv_takes_a_string_and_replaces_what_is_there(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")
    recording.to_csv(str(path))
    assert path.read_text(encoding="utf-8").startswith("time [s],row,vehicle,")


def test_a_csv_that_fails_leaves_nothing_behind_and_keeps_the_old_one(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")
    broken = Recording(
        recording.time,
        recording.names,
        {"position": recording.position[:3]},  # ends too early
        recording.status,
        recording.stop_times,
    )
    with pytest.raises(IndexError):
        broken.to_csv(path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["run.csv"]
    with pytest.raises(OSError, match="nowhere"):
        recording.to_csv(tmp_path / "nowhere" / "run.csv")


def test_names_that_need_quotes(tmp_path: Path) -> None:
    recording = Simulation(ball('a "b", c')).run(0.01)
    with recording.to_csv(tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file))[1][2] == 'a "b", c'


# Water and actuators


def equipped() -> Vehicle:
    """Thrusters of every drive, and fins with and without a lag."""
    propeller: dict[str, Any] = {"diameter": 0.1, "thrust_coefficient": 0.01}
    return ball(
        "tug",
        thrusters=[
            Thruster("push", (0, 0, 0), limits=(-2.0, 3.0), dead_band=0.5),
            Thruster("spin", (0, 0, 0), drive="speed", **propeller),
            Thruster(
                "turned", (0, 0, 0), drive="speed", command="thrust", reverse_thrust_coefficient=0.005, **propeller
            ),
            Thruster("lagging", (0, 0, 0), drive="lag", time_constant=0.5, **propeller),
            Thruster.from_table("curve", (0, 0, 0), (1, 0, 0), [-1.0, 0.0, 1.0], [-10.0, 0.0, 20.0]),
        ],
        fins=[Fin("rudder", (0, 0, 0), 0.1, limit=0.3), Fin("slow", (0, 0, 0), 0.1, time_constant=0.2)],
    )


COMMANDS = {"push": 5.0, "spin": 7.0, "turned": -0.4, "lagging": 8.0, "curve": 0.25, "rudder": 1.0, "slow": 0.2}


def driven(duration: float = 0.5) -> Recording:
    sim = Simulation(equipped(), SPACE, 0.01)
    return sim.run(duration, lambda t, state: Command(actuators=COMMANDS), record=("state", "actuators"))


def test_commands_and_states_of_actuators() -> None:
    """At once: limited, or by the propeller's curve. With a lag: u (1 - exp(-t/T)); T ω' = u - ω."""
    recording = driven()
    actuators, t = recording.actuators, recording.time
    assert list(actuators) == list(COMMANDS)
    for name, value in COMMANDS.items():
        np.testing.assert_array_equal(actuators[name].command, np.full((51, 1), value))
    np.testing.assert_array_equal(actuators["push"].state, np.full((51, 1), 3.0))
    np.testing.assert_array_equal(actuators["spin"].state, np.full((51, 1), 7.0))
    # Thrust astern is ρ c d⁴ ω |ω| with the coefficient for reverse.
    np.testing.assert_allclose(actuators["turned"].state, -np.sqrt(0.4 / (1025.0 * 0.005 * 1e-4)), rtol=1e-14)
    np.testing.assert_allclose(actuators["curve"].state, 5.0, rtol=1e-15)
    np.testing.assert_array_equal(actuators["rudder"].state, np.full((51, 1), 0.3))
    # RK4 of a lag is off by h⁵/120T⁵ a step: 50 steps of (0.02)⁵/120, or (0.05)⁵/120 for the fin.
    np.testing.assert_allclose(actuators["lagging"].state[:, 0], 8.0 * (1.0 - np.exp(-t / 0.5)), atol=8.0 * 2e-9)
    np.testing.assert_allclose(actuators["slow"].state[:, 0], 0.2 * (1.0 - np.exp(-t / 0.2)), atol=0.2 * 2e-7)
    units = {name: (each.command_unit, each.state_unit) for name, each in actuators.items()}
    assert units == {
        "push": ("N", "N"),
        "spin": ("rad/s", "rad/s"),
        "turned": ("N", "rad/s"),
        "lagging": ("rad/s", "rad/s"),
        "curve": ("1", "N"),
        "rudder": ("rad", "rad"),
        "slow": ("rad", "rad"),
    }


def test_states_of_actuators_of_several_vehicles() -> None:
    """Each reads its own state, though the states of vehicles stand in tables of their own."""
    lag = {"drive": "lag", "diameter": 0.1, "thrust_coefficient": 0.01}
    first = ball("a", thrusters=Thruster("m", (0, 0, 0), time_constant=0.5, **lag), fins=Fin("f", (0, 0, 0), 0.1))
    second = ball(
        "b",
        thrusters=[Thruster(name, (0, 0, 0), time_constant=0.5, **lag) for name in "mn"],
        fins=Fin("f", (0, 0, 0), 0.1, time_constant=0.5),
        actuation=actuated(),
    )
    sim = Simulation([first, second], SPACE, 0.01)
    commands = {"a.m": 1.0, "b.m": 2.0, "b.n": 3.0, "a.f": 0.1, "b.f": 0.2}
    recording = sim.run(0.5, lambda t, state: Command(actuators=commands), record="actuators")
    grown = 1.0 - np.exp(-1.0)
    for name, value in commands.items():
        expected = value if name == "a.f" else value * grown
        np.testing.assert_allclose(recording.actuators[name].state[-1, 0], expected, rtol=1e-8)
    assert [each.kind.vehicle for each in recording.actuators.values()] == [0, 1, 1, 0, 1]


def test_water() -> None:
    """The elevation of the waves where the ball is, its depth, and how much of it is wet."""
    waves = Waves.regular(0.4, 5.0)
    floating = ball(buoyancy=Buoyancy(shape=Sphere(0.1)), mass=2.0)
    sim = Simulation(floating, Sea(waves=waves), batch=2)
    sim.set_state(position=[[1.0, 0.0, -3.0], [1.0, 0.0, 3.0]])
    recording = sim.run(0.1, record=("state", "water"))
    p = recording.position[:, :, 0]
    elevation = waves.elevation(p[..., 0], p[..., 1], recording.time[:, None])
    np.testing.assert_allclose(recording.surface_elevation[..., 0, 0], elevation, atol=1e-14)
    np.testing.assert_allclose(recording.depth[:, 0, 0, 0], -p[:, 0, 2], atol=1e-14)
    np.testing.assert_array_equal(recording.wet_fraction[..., 0, 0], [[1.0, 0.0]] * 11)


# Chunks


def test_a_sink_gets_what_is_full_and_the_rest_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seaway.sim._recording.CHUNK_SAMPLES", 4)
    whole = driven(0.1)
    sim = Simulation(equipped(), SPACE, 0.01)
    chunks: list[Recording] = []
    options: dict[str, Any] = {"record": ("state", "actuators"), "sink": chunks.append}
    last = sim.run(0.1, lambda t, state: Command(actuators=COMMANDS), **options)
    assert [len(chunk.time) for chunk in (*chunks, last)] == [4, 4, 3]
    for name in whole.variables:
        joined = np.concatenate([chunk.variables[name] for chunk in (*chunks, last)])
        np.testing.assert_array_equal(joined, whole.variables[name])
    for name, actuator in whole.actuators.items():
        joined = np.concatenate([chunk.actuators[name].state for chunk in (*chunks, last)])
        np.testing.assert_array_equal(joined, actuator.state)


def test_with_a_sink_a_long_run_needs_little_memory() -> None:
    """What would be 780 GB in memory goes on in chunks until the controller ends it."""

    def controller(t: float, state: State) -> list[float]:
        if t > 25.0:
            raise StopIteration
        return [0.0] * 6

    seen: list[int] = []
    sim = Simulation(ball(), SPACE, 0.01, batch=2)
    with pytest.raises(StopIteration) as caught:
        sim.run(1e9, controller, sink=lambda chunk: seen.append(len(chunk.time)))
    assert seen == [1000, 1000]
    assert caught.value.recording.time[0] == 20.0  # type: ignore[attr-defined]


def test_chunks_of_large_batches_are_short() -> None:
    """2000 rows of 13 numbers are 208 kB: 20 samples are some 4 MB."""
    seen: list[int] = []
    sim = Simulation(ball(), SPACE, batch=2000)
    sim.step()  # compiled before: a chunk is given away after 2 s too
    sim.run(0.3, sink=lambda chunk: seen.append(len(chunk.time)))
    assert seen == [20]


def test_what_a_failing_sink_did_not_take_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seaway.sim._recording.CHUNK_SAMPLES", 4)

    def full(chunk: Recording) -> None:
        raise OSError("no space")

    with pytest.raises(OSError, match="no space") as caught:
        Simulation(ball()).run(1.0, sink=full)
    np.testing.assert_allclose(caught.value.recording.time, [0.0, 0.01, 0.02, 0.03])  # type: ignore[attr-defined]
    with pytest.raises(ModelError, match="sink must be a function that takes a Recording, got 3"):
        Simulation(ball()).run(1.0, sink=3)  # type: ignore[arg-type]


def test_sliced() -> None:
    recording = driven(0.1)
    part = recording.sliced(3, 7)
    np.testing.assert_array_equal(part.time, recording.time[3:7])
    np.testing.assert_array_equal(part.position, recording.position[3:7])
    np.testing.assert_array_equal(part.actuators["lagging"].state, recording.actuators["lagging"].state[3:7])


# xarray


def test_a_dataset_says_what_it_holds(recording: Recording) -> None:
    """Each number has a unit, and everything a name; each variable has the numbers of the recording."""
    dataset = recording.to_xarray(title="a trial", history="made here")
    assert dataset.attrs["Conventions"] == "CF-1.11"
    assert dataset.attrs["title"] == "a trial"
    assert dataset.attrs["history"] == "made here"
    assert dataset.attrs["seaway_version"] == seaway.__version__
    for name, variable in dataset.variables.items():
        assert variable.attrs["long_name"], name
        assert variable.dtype == object or variable.attrs["units"], name
    assert dict(dataset.sizes) == {"time": 6, "row": 3, "vehicle": 2, "axis": 3, "quaternion": 4, "law": 9}
    assert dataset["force"].dims == ("time", "row", "vehicle", "law", "axis")
    expected = recording["rov"]["buoyancy"]
    np.testing.assert_array_equal(dataset.force.sel(vehicle="rov", law="buoyancy"), expected[..., :3])
    np.testing.assert_array_equal(dataset.torque.sel(vehicle="rov", law="buoyancy"), expected[..., 3:])
    np.testing.assert_array_equal(dataset.angular_velocity, recording.velocity[..., 3:])
    np.testing.assert_allclose(dataset.pitch.sel(vehicle="rov")[0], 0.2, atol=1e-15)
    assert dataset.pitch.attrs["standard_name"] == "platform_pitch_fore_down"
    assert dataset.velocity.attrs == {
        "units": "m s-1",
        "long_name": "velocity of the vehicle",
        "comment": "v_WB_B: of Bo in the world, in body axes",
    }


def test_the_sum_of_all_forces_is_mass_times_acceleration(recording: Recording) -> None:
    dataset = recording.to_xarray().sel(vehicle="rov")
    wrench = np.concatenate([dataset.force.sum("law"), dataset.torque.sum("law")], axis=-1)
    rate = np.concatenate([dataset.acceleration, dataset.angular_acceleration], axis=-1)
    # Under water, where all of the added mass acts. Wrenches of some 700 N, in sums of nine.
    np.testing.assert_allclose(rate @ rov().inertial.mass_matrix(), wrench, atol=1e-10)


def test_thrusters_are_split_by_what_they_are_asked_for() -> None:
    dataset = driven().to_xarray()
    assert dataset.thruster.values.tolist() == ["push", "spin", "turned", "lagging", "curve"]
    assert dataset.thruster_vehicle_name.values.tolist() == ["tug"] * 5
    asked = dataset.isel(time=-1, row=0)
    np.testing.assert_array_equal(asked.thruster_thrust_command, [5.0, np.nan, -0.4, np.nan, np.nan])
    np.testing.assert_array_equal(asked.thruster_speed_command, [np.nan, 7.0, np.nan, 8.0, np.nan])
    np.testing.assert_array_equal(asked.thruster_table_command, [np.nan] * 4 + [0.25])
    assert np.isnan(asked.thruster_speed).values.tolist() == [True, False, False, False, True]
    assert np.isnan(asked.thruster_thrust).values.tolist() == [False, True, True, True, False]
    assert asked.fin_angle_command.values.tolist() == [1.0, 0.2]
    assert dataset.fin_angle.attrs["units"] == "rad"


def test_a_dataset_gives_the_recording_back() -> None:
    sim = Simulation([equipped(), rov("rov")], Sea(), batch=2)
    sim.set_state("rov", rpy=[0.1, 0.2, 0.3])
    groups = ("state", "acceleration", "forces", "energy", "water", "actuators")
    recording = sim.run(0.05, record=groups)
    other = Recording.from_xarray(recording.to_xarray())
    assert other.names == recording.names
    assert list(other.variables) == list(recording.variables)
    for name, array in recording.variables.items():
        np.testing.assert_array_equal(other.variables[name], array)
    assert list(other.actuators) == list(recording.actuators)
    for name, actuator in recording.actuators.items():
        assert other.actuators[name].kind == actuator.kind
        np.testing.assert_array_equal(other.actuators[name].state, actuator.state)
    np.testing.assert_array_equal(other.status, recording.status)
    np.testing.assert_array_equal(other.stop_times, recording.stop_times)


def test_another_dataset_is_refused() -> None:
    with pytest.raises(ModelError, match=r"got one without status, stop_time, vehicle"):
        Recording.from_xarray(xr.Dataset({"x": ("time", [1.0])}, {"time": [0.0]}))
    with pytest.raises(ModelError, match="got 3"):
        Recording.from_xarray(3)  # type: ignore[arg-type]


def test_a_table_has_the_actuators_of_a_vehicle_in_its_own_lines(tmp_path: Path) -> None:
    sim = Simulation([equipped(), ball("ball")], SPACE, 0.01)
    recording = sim.run(0.01, record=("state", "actuators"))
    with recording.to_csv(tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        header, tug, other, *_ = list(csv.reader(file))
    assert header[16:20] == [
        "tug.push.command [N]",
        "tug.push.thrust [N]",
        "tug.spin.command [rad/s]",
        "tug.spin.speed [rad/s]",
    ]
    assert len(header) == len(tug) == len(other) == 16 + 2 * 7
    assert tug[2] == "tug"
    assert tug[16] == "0.0"
    assert set(other[16:]) == {""}

"""Figures of a run show what was recorded."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.unit.sim import SPACE, ball, rov

from seaway.errors import ModelError
from seaway.report import run_figure, save_figure
from seaway.scenario._runner import RECORDED
from seaway.sea import Sea, Waves
from seaway.shapes import Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy

FIGURES = ("track", "attitude", "velocity", "forces", "elevation")


def dataset(batch: int = 1, **sea: Any) -> xr.Dataset:
    sim = Simulation(rov(), Sea(**sea), batch=batch)
    velocity = np.linspace(0.1, 1.0, batch)[:, None] * np.array([1.0, 0.2, 0.1, 0.1, 0.2, 0.3])
    sim.set_state(position=(0, 0, -2), rpy=(0.1, 0.2, 3.0), velocity=velocity)
    return sim.run(3.0, record=RECORDED, record_period=0.05).to_xarray(title="trial")


def drawn(figure: Figure) -> list[Axes]:
    figure.canvas.draw()
    return figure.axes


def line(axes: Axes, n: int = 0) -> np.ndarray:
    return np.asarray(axes.lines[n].get_xydata())


def test_track() -> None:
    run = dataset()
    figure = run_figure(run, "track")
    plan, height = drawn(figure)
    p = run.position.values[:, 0, 0]
    np.testing.assert_array_equal(line(plan), p[:, :2])
    np.testing.assert_array_equal(line(height), np.stack([run.time.values, p[:, 2]], axis=1))
    assert plan.get_aspect() == 1.0
    assert figure.get_suptitle() == "Track from above, and height: trial"


def test_heading_marks_point_where_the_vehicle_heads() -> None:
    """The first point of an arrow lies ahead of the vehicle by its yaw."""
    run = dataset()
    plan, _ = drawn(run_figure(run, "track"))
    *arrows, _, _ = plan.patches  # and the marks of start and end
    for dart, k in ((arrows[0].get_xy(), 0), (arrows[-1].get_xy(), -1)):
        ahead = dart[0] - run.position.values[k, 0, 0, :2]
        angle = np.arctan2(ahead[1], ahead[0]) - run.yaw.values[k, 0, 0]
        assert np.sin(angle) == pytest.approx(0.0, abs=1e-12)
        assert np.cos(angle) > 0.0


def test_attitude_in_degrees_without_jumps() -> None:
    run = dataset()
    axes = drawn(run_figure(run, "attitude"))
    np.testing.assert_allclose(line(axes[0])[:, 1], np.degrees(run["roll"].values[:, 0, 0]))
    yaw = line(axes[2])[:, 1]
    assert yaw[0] == pytest.approx(np.degrees(3.0))
    assert np.max(np.abs(np.diff(yaw))) < 5.0
    assert axes[1].get_ylabel() == "pitch, + bow down [°]"


def test_velocities() -> None:
    run = dataset()
    linear, angular = drawn(run_figure(run, "velocity"))
    for k in range(3):
        np.testing.assert_array_equal(line(linear, k)[:, 1], run.velocity.values[:, 0, 0, k])
        np.testing.assert_allclose(line(angular, k)[:, 1], np.degrees(run.angular_velocity.values[:, 0, 0, k]))
    legend = run_figure(run, "velocity").legends[0]
    names = ["x, surge and roll", "y, sway and pitch", "z, heave and yaw"]
    assert [text.get_text() for text in legend.get_texts()] == names


def test_forces_by_law() -> None:
    run = dataset()
    figure = run_figure(run, "forces")
    axes = drawn(figure)
    total = run.force.sum("law").values[:, 0, 0]
    for k in range(3):
        np.testing.assert_allclose(line(axes[2 * k])[:, 1], total[:, k], atol=1e-9)
    weight = run.force.sel(law=["weight", "buoyancy"], axis="z").sum("law").values[:, 0, 0]
    np.testing.assert_allclose(line(axes[4], 1)[:, 1], weight, atol=1e-9)
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert words[0] == "weight and buoyancy"
    assert words[-1] == "sum"
    assert "damping" in words
    assert "external" not in words  # it does nothing here
    assert [axis.get_ylabel() for axis in axes] == [
        "force x, surge [N]",
        "torque x, roll [N m]",
        "force y, sway [N]",
        "torque y, pitch [N m]",
        "force z, heave [N]",
        "torque z, yaw [N m]",
    ]


def test_rounding_is_no_picture() -> None:
    """A ball that falls has a force along z alone: what 1e-13 N do on the other axes is not drawn large."""
    sim = Simulation(ball(), Sea(surface=None))
    sim.set_wrench(force=(1e-12, 0, 0))
    run = sim.run(0.1, record=RECORDED).to_xarray()
    figure = run_figure(run, "forces")
    axes = drawn(figure)
    for axis in (axes[0], axes[2]):
        assert axis.get_ylim() == pytest.approx((-1.1, 1.1))
    assert axes[4].get_ylim()[0] < -2 * 9.80665
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["weight and buoyancy", "sum"]


def test_more_vehicles_than_colors() -> None:
    """Each has a line of its own, by its colour and dashes."""
    sim = Simulation([ball(f"ball {n}") for n in range(16)], SPACE)
    plan, height = drawn(run_figure(sim.run(0.02, record=RECORDED).to_xarray(), "track"))
    for axes in (plan, height):
        lines = [line for line in axes.lines if len(np.asarray(line.get_xdata())) > 1]
        assert len({(str(line.get_color()), str(line.get_linestyle())) for line in lines}) == 16


def test_the_surface_beside_the_vehicle() -> None:
    """A vehicle near the surface shares its axes; one far below has its own."""
    waves = Waves.regular(0.5, 4.0)
    sim = Simulation(ball(buoyancy=Buoyancy(shape=Sphere(0.1))), Sea(waves=waves))
    run = sim.run(3.0, record=RECORDED, record_period=0.05).to_xarray()
    surface, fraction = drawn(run_figure(run, "elevation"))
    np.testing.assert_array_equal(line(surface)[:, 1], run.surface_elevation.values[:, 0, 0])
    np.testing.assert_array_equal(line(surface, 1)[:, 1], run.position.values[:, 0, 0, 2])
    np.testing.assert_allclose(line(fraction)[:, 1], 100.0 * run.wet_fraction.values[:, 0, 0])
    deep = Simulation(ball(buoyancy=Buoyancy(shape=Sphere(0.1))), Sea(waves=waves))
    deep.set_state(position=(0, 0, -50))
    assert len(drawn(run_figure(deep.run(0.5, record=RECORDED).to_xarray(), "elevation"))) == 3


def test_still_water_is_said() -> None:
    assert run_figure(dataset(), "elevation").get_suptitle() == "Surface at rov, still water: trial"


@pytest.mark.parametrize("kind", FIGURES)
def test_an_unfinished_run_is_called_so(kind: str) -> None:
    run = dataset()
    run.attrs["run_status"] = "unfinished"
    assert run_figure(run, kind).get_suptitle().endswith("trial (unfinished)")


def test_run_0_of_a_batch_and_the_range_of_all() -> None:
    run = dataset(batch=30)
    plan, height = drawn(run_figure(run, "track"))
    assert [line.get_alpha() for line in plan.lines] == [0.3] * 23 + [1.0]
    z = run.position.values[:, :, 0, 2]
    np.testing.assert_array_equal(line(height)[:, 1], z[:, 0])
    (band,) = height.collections
    (path,) = band.get_paths()
    assert (path.vertices[:, 1].min(), path.vertices[:, 1].max()) == (z.min(), z.max())
    assert all(len(axes.lines) == len(axes.collections) == 1 for axes in drawn(run_figure(run, "attitude")))


def test_several_vehicles() -> None:
    sim = Simulation([ball("a"), ball("b")], SPACE)
    sim.set_state("b", position=(5, 0, 0), velocity=[0, 1, 0, 0, 0, 0])
    run = sim.run(1.0, record=RECORDED).to_xarray()
    plan, _ = drawn(run_figure(run, "track"))
    assert [text.get_text() for text in plan.figure.legends[0].get_texts()] == ["a", "b", "start", "end"]
    np.testing.assert_array_equal(line(drawn(run_figure(run, "velocity", "b"))[0], 1)[:, 1], np.ones(101))
    with pytest.raises(ModelError, match="there is no vehicle 'c'; there are: a, b"):
        run_figure(run, "velocity", "c")


def test_what_was_not_recorded() -> None:
    bare = Simulation(ball(), SPACE).run(0.1, record="energy").to_xarray()
    for kind, name in zip(FIGURES, ("position", "roll", "velocity", "force", "surface_elevation"), strict=True):
        with pytest.raises(ModelError, match=f"'{name}' was not recorded; there are: kinetic_energy"):
            run_figure(bare, kind)
    with pytest.raises(ModelError, match="this is not a recording"):
        run_figure(xr.Dataset(), "track")
    with pytest.raises(ModelError, match="there is no figure 'tracks' of a run; there are: track, attitude, velocity"):
        run_figure(bare, "tracks")


@pytest.mark.parametrize("kind", FIGURES)
def test_a_long_recording_and_a_single_sample(kind: str, tmp_path: Path) -> None:
    run = dataset()
    save_figure(run_figure(run.isel(time=[0]), kind), tmp_path / "one.png")
    long = xr.concat([run] * 400, "time", data_vars="minimal")
    assert len(line(run_figure(long, kind).axes[-1])) <= 20_000


@pytest.mark.parametrize("kind", FIGURES)
def test_nothing_is_said_aside(kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Matplotlib writes to standard error when limits and layout do not agree."""
    save_figure(run_figure(dataset(), kind), tmp_path / "figure.png")
    assert capfd.readouterr() == ("", "")

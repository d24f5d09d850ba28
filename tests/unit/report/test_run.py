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
from seaway.report import (
    attitude_figure,
    elevation_figure,
    forces_figure,
    save,
    track_figure,
    velocity_figure,
)
from seaway.scenario._runner import RECORDED
from seaway.sea import Sea, Waves
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Sphere

FIGURES = (track_figure, attitude_figure, velocity_figure, forces_figure, elevation_figure)


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
    figure = track_figure(run)
    plan, height = drawn(figure)
    p = run.position.values[:, 0, 0]
    np.testing.assert_array_equal(line(plan), p[:, :2])
    np.testing.assert_array_equal(line(height), np.stack([run.time.values, p[:, 2]], axis=1))
    assert plan.get_aspect() == 1.0
    assert figure.get_suptitle() == "Track from above, and height: trial"


def test_heading_marks_point_where_the_vehicle_heads() -> None:
    """The first point of a dart lies ahead of the vehicle by its yaw."""
    run = dataset()
    plan, _ = drawn(track_figure(run))
    first, last = plan.patches[0].get_xy(), plan.patches[-1].get_xy()
    for dart, k in ((first, 0), (last, -1)):
        ahead = dart[0] - run.position.values[k, 0, 0, :2]
        angle = np.arctan2(ahead[1], ahead[0]) - run.yaw.values[k, 0, 0]
        assert np.sin(angle) == pytest.approx(0.0, abs=1e-12)
        assert np.cos(angle) > 0.0


def test_attitude_in_degrees_without_jumps() -> None:
    run = dataset()
    axes = drawn(attitude_figure(run))
    np.testing.assert_allclose(line(axes[0])[:, 1], np.degrees(run["roll"].values[:, 0, 0]))
    yaw = line(axes[2])[:, 1]
    assert yaw[0] == pytest.approx(np.degrees(3.0))
    assert np.max(np.abs(np.diff(yaw))) < 5.0
    assert axes[1].get_ylabel() == "pitch [°]\n+ bow down"


def test_velocities() -> None:
    run = dataset()
    linear, angular = drawn(velocity_figure(run))
    for k in range(3):
        np.testing.assert_array_equal(line(linear, k)[:, 1], run.velocity.values[:, 0, 0, k])
        np.testing.assert_allclose(line(angular, k)[:, 1], np.degrees(run.angular_velocity.values[:, 0, 0, k]))
    assert [text.get_text() for text in linear.get_legend().get_texts()] == ["surge, x", "sway, y", "heave, z"]


def test_forces_by_law() -> None:
    run = dataset()
    figure = forces_figure(run)
    axes = drawn(figure)
    total = run.force.sum("law").values[:, 0, 0]
    for k in range(3):
        np.testing.assert_allclose(line(axes[k])[:, 1], total[:, k], atol=1e-9)
    weight = run.force.sel(law=["weight", "buoyancy"], axis="z").sum("law").values[:, 0, 0]
    np.testing.assert_allclose(line(axes[2], 1)[:, 1], weight, atol=1e-9)
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert words[0] == "weight and buoyancy"
    assert words[-1] == "sum"
    assert "damping" in words
    assert "external" not in words  # it does nothing here
    assert [axis.get_ylabel() for axis in axes] == ["fx [N]", "fy [N]", "fz [N]", "nx [N m]", "ny [N m]", "nz [N m]"]


def test_rounding_is_no_picture() -> None:
    """A ball that falls has a force along z alone: what 1e-13 N do on the other axes is not drawn large."""
    sim = Simulation(ball(), Sea(surface=None))
    sim.set_wrench(force=(1e-12, 0, 0))
    run = sim.run(0.1, record=RECORDED).to_xarray()
    figure = forces_figure(run)
    axes = drawn(figure)
    for axis in axes[:2]:
        assert axis.get_ylim() == pytest.approx((-1.0, 1.0))
    assert axes[2].get_ylim()[0] < -2 * 9.80665
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["weight and buoyancy", "sum"]


def test_more_vehicles_than_colors() -> None:
    """Each has a line of its own, by its colour and dashes."""
    sim = Simulation([ball(f"ball {n}") for n in range(16)], SPACE)
    plan, height = drawn(track_figure(sim.run(0.02, record=RECORDED).to_xarray()))
    for axes in (plan, height):
        lines = [line for line in axes.lines if len(np.asarray(line.get_xdata())) > 1]
        assert len({(str(line.get_color()), str(line.get_linestyle())) for line in lines}) == 16


def test_the_surface_beside_the_vehicle() -> None:
    """A vehicle near the surface shares its axes; one far below has its own."""
    waves = Waves.regular(0.5, 4.0)
    sim = Simulation(ball(buoyancy=Buoyancy(extent=Sphere(0.1))), Sea(waves=waves))
    run = sim.run(3.0, record=RECORDED, record_period=0.05).to_xarray()
    surface, fraction = drawn(elevation_figure(run))
    np.testing.assert_array_equal(line(surface)[:, 1], run.surface_elevation.values[:, 0, 0])
    np.testing.assert_array_equal(line(surface, 1)[:, 1], run.position.values[:, 0, 0, 2])
    np.testing.assert_allclose(line(fraction)[:, 1], 100.0 * run.wet_fraction.values[:, 0, 0])
    deep = Simulation(ball(buoyancy=Buoyancy(extent=Sphere(0.1))), Sea(waves=waves))
    deep.set_state(position=(0, 0, -50))
    assert len(drawn(elevation_figure(deep.run(0.5, record=RECORDED).to_xarray()))) == 3


def test_still_water_is_said() -> None:
    assert elevation_figure(dataset()).get_suptitle() == "Surface at rov, still water: trial"


@pytest.mark.parametrize("draw", FIGURES)
def test_an_unfinished_run_is_called_so(draw: Any) -> None:
    run = dataset()
    run.attrs["run_status"] = "unfinished"
    assert draw(run).get_suptitle().endswith("trial (unfinished)")


def test_a_few_rows_of_a_batch() -> None:
    run = dataset(batch=20)
    _, height = drawn(track_figure(run))
    assert len(height.lines) == 12
    assert height.lines[0].get_alpha() == 0.45
    assert len(drawn(attitude_figure(run))[0].lines) == 12


def test_several_vehicles() -> None:
    sim = Simulation([ball("a"), ball("b")], SPACE)
    sim.set_state("b", position=(5, 0, 0), velocity=[0, 1, 0, 0, 0, 0])
    run = sim.run(1.0, record=RECORDED).to_xarray()
    plan, _ = drawn(track_figure(run))
    assert [text.get_text() for text in plan.get_legend().get_texts()] == ["a", "b", "start", "end"]
    np.testing.assert_array_equal(line(drawn(velocity_figure(run, "b"))[0], 1)[:, 1], np.ones(101))
    with pytest.raises(ModelError, match="there is no vehicle 'c'; there are: a, b"):
        velocity_figure(run, "c")


def test_what_was_not_recorded() -> None:
    bare = Simulation(ball(), SPACE).run(0.1, record="energy").to_xarray()
    for draw, name in zip(FIGURES, ("position", "roll", "velocity", "force", "surface_elevation"), strict=True):
        with pytest.raises(ModelError, match=f"'{name}' was not recorded; there are: kinetic_energy"):
            draw(bare)
    with pytest.raises(ModelError, match="a figure of a run is drawn from a Dataset"):
        track_figure(xr.Dataset())


@pytest.mark.parametrize("draw", FIGURES)
def test_a_long_recording_and_a_single_sample(draw: Any, tmp_path: Path) -> None:
    run = dataset()
    save(draw(run.isel(time=[0])), tmp_path / "one.png")
    long = xr.concat([run] * 400, "time", data_vars="minimal")
    assert len(line(draw(long).axes[-1])) <= 20_000


@pytest.mark.parametrize("draw", FIGURES)
def test_nothing_is_said_aside(draw: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Matplotlib writes to standard error when limits and layout do not agree."""
    save(draw(dataset()), tmp_path / "figure.png")
    assert capfd.readouterr() == ("", "")

"""Row i of a batch of a scenario is the single run with its seed, bit for bit."""

from pathlib import Path

import numpy as np
import pytest

from seaway.scenario import load_scenario, open_run, run

pytestmark = pytest.mark.usefixtures("width")

SCENARIO = """
[simulation]
duration = 1.5
seed = 11
[sea]
depth = 30
[sea.waves]
significant_height = 1.0
peak_period = 5.0
spreading = 8
components = 24
[sea.wind]
speed = 8
gust_std = 2
gust_time_scale = 3
[[vehicle]]
name = "buoy"
inertia = { mass = 30, radii_of_gyration = [0.2, 0.2, 0.2] }
buoyancy = { volume = 0.06, shape = { sphere = 0.25 } }
damping = { linear = [20, 20, 20, 2, 2, 2] }
drag_area = { area = 0.5, medium = "air", center = [0, 0, 0.3] }
[[vehicle]]
name = "hull"
position = [3, 0, 0]
inertia = { mass = 200, moment_of_inertia = [40, 60, 80] }
hull = { box = [2, 1, 0.6], subdivisions = 1 }
damping = { linear = [50, 80, 200, 50, 50, 50] }
[[control]]
vehicle = "hull"
autopilot = { yaw_deg = 20, output = "wrench" }
"""


@pytest.fixture(scope="module")
def scenario_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rows") / "sea.toml"
    file.write_text(SCENARIO)
    return file


SWELL = "{ significant_height = 1.5, peak_period = 13, gamma = 6, direction_to_deg = 140, components = 16 }"
SECOND = f"sea.waves=[{{ significant_height = 1.0, peak_period = 5.0, components = 24 }}, {SWELL}]"


NPD = "sea.wind={ speed = 12, gust_spectrum = 'npd' }"


@pytest.mark.parametrize(("row", "changes"), [(0, []), (2, []), (1, [NPD]), (1, [SECOND])])
def test_a_row_is_the_single_run_with_its_seed(row: int, changes: list[str], scenario_file: Path) -> None:
    batch = load_scenario(scenario_file, [*changes, "sea.wind.direction_to=1"])
    seed = batch.seeds(3)[row]
    rows = batch.simulation(3).run(1.5, batch.controller(), record=("state", "forces", "water"))
    single = load_scenario(scenario_file, [*batch.source.overrides, f"simulation.seed={seed}"])
    alone = single.simulation().run(1.5, single.controller(), record=("state", "forces", "water"))
    for name, array in alone.variables.items():
        np.testing.assert_array_equal(rows.variables[name][:, row], array[:, 0], err_msg=name)
    # Seeds matter: to the waves, and to the gusts.
    others = [other for other in range(3) if other != row]
    for name in ("surface_elevation", "wind"):
        assert not np.array_equal(rows.variables[name][:, others[0]], rows.variables[name][:, row]), name


def test_the_recording_and_the_manifest_have_the_seeds(scenario_file: Path, tmp_path: Path) -> None:
    scenario = load_scenario(scenario_file, ["simulation.duration=0.2"])
    result = run(scenario, batch=3, out=tmp_path / "run")
    assert result.seeds == scenario.seeds(3)
    assert result.folder.read_manifest()["seeds"] == list(result.seeds)
    with open_run(result.folder.path) as dataset:
        assert dataset.seed.dims == ("row",)
        assert dataset.seed.values.tolist() == list(result.seeds)
        assert dataset.sizes["row"] == 3


def test_the_spread_of_the_rows(scenario_file: Path, tmp_path: Path) -> None:
    result = run(load_scenario(scenario_file, ["simulation.duration=0.5"]), batch=4, out=tmp_path / "run")
    with open_run(result.folder.path) as dataset:
        z = dataset.position.sel(vehicle="buoy", axis="z").values
        speed = np.linalg.norm(dataset.velocity.sel(vehicle="buoy").values, axis=-1).max(axis=0)
    spread = result.spread[0]
    assert (spread.name, spread.rows) == ("buoy", 4)
    assert result.summary[0].highest_position[2] == z[:, 0].max()
    assert spread.largest.highest_position[2] == z.max()
    assert spread.least.lowest_position[2] == z.min()
    assert spread.mean.largest_speed == pytest.approx(speed.mean(), rel=1e-12)
    lines = {line.label: line.value for line in spread.lines()}
    assert lines["z"] == f"{z.min():.3g} to {z.max():.3g}"
    mean, largest = lines["mean, largest speed"].split(", ")
    assert largest == f"{speed.min():.3g} to {speed.max():.3g}"
    assert mean == f"{spread.least.mean_speed:.3g} to {spread.largest.mean_speed:.3g}"
    manifest = result.folder.read_manifest()
    assert manifest["spread"][0]["mean"]["largest_speed"] == spread.mean.largest_speed
    assert not run(load_scenario(scenario_file, ["simulation.duration=0.1"]), out=tmp_path / "one").spread


WORLD = """<sdf version="1.11"><world name="sea">
<model name="waves"><static>true</static><link name="base"/>
<plugin filename="libgz-waves1-waves-model-system.so" name="gz::sim::systems::WavesModel">
<wave><algorithm>linear_random</algorithm><number>20</number><wind_velocity>0 6</wind_velocity></wave></plugin></model>
<model name="boat"><link name="hull">
<inertial><mass>500</mass><inertia><ixx>90</ixx><iyy>90</iyy><izz>90</izz></inertia></inertial>
<collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link>
<plugin filename="gz-waves1-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics"/></model>
</world></sdf>"""


def test_random_waves_of_an_sdformat_world_have_the_seeds_of_the_rows(tmp_path: Path) -> None:
    file = tmp_path / "sea.sdf"
    file.write_text(WORLD)
    batch = load_scenario(file, ["simulation.seed=2"])
    rows = batch.simulation(2).run(0.3)
    for row, seed in enumerate(batch.seeds(2)):
        alone = load_scenario(file, [f"simulation.seed={seed}"]).simulation().run(0.3)
        np.testing.assert_array_equal(rows.velocity[:, row], alone.velocity[:, 0])
    assert not np.array_equal(rows.velocity[:, 0], rows.velocity[:, 1])

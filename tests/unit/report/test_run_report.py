"""The report of a run: one file that stands alone, says what was recorded, and takes no word for more than text."""

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from lxml import etree, html
from tests.unit.sim import ball, rov

from seaway.errors import Finding, ModelError, ScenarioError, SeawayWarning
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.report import energy_balance, write_report
from seaway.report._charts import number
from seaway.report._pack import LEVELS
from seaway.report._run_report import MOST_VEHICLES
from seaway.scenario import RunFolder, open_run, run
from seaway.scenario._runner import RECORDED
from seaway.sea import Jonswap, Sea, Waves
from seaway.shapes import Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Thruster, Vehicle

SECTIONS = ["Position", "Attitude", "Velocities", "Forces", "Energy", "Surface", "Wave spectrum"]


def floating(name: str = "buoy") -> Vehicle:
    damping = Damping([3.0] * 3 + [0.01] * 3)
    return ball(name, buoyancy=Buoyancy(shape=Sphere(0.1)), damping=damping, thrusters=Thruster("main", (0, 0, 0)))


def scene(*vehicles: Vehicle, sea: Sea | None = None) -> Scene:
    count = len(vehicles)
    poses = tuple(Pose((2.0 * k, 0.0, 0.0)) for k in range(count))
    return Scene(vehicles, Sea() if sea is None else sea, poses, np.zeros((count, 6)), commands={})


@pytest.fixture(scope="module")
def waves() -> Sea:
    return Sea(waves=Waves.irregular(Jonswap(0.3, 2.0), 40, seed=1), current=(0.1, 0.0, 0.0))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, waves: Sea) -> Path:
    """A run of 100 s, about 60 waves, with a finding."""
    folder = tmp_path_factory.mktemp("report") / "trial"
    found = Finding("warning", "buoy.sdf", 7, "a-rule", "something <odd> & new")
    run(
        scene(floating(), sea=waves),
        duration=100.0,
        record_period=0.05,
        out=folder,
        name="a buoy",
        seed=3,
        findings=[found],
    )
    write_report(folder)
    return folder


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few samples."""
    folder = tmp_path_factory.mktemp("brief") / "trial"
    run(scene(floating()), duration=0.1, record_period=0.02, out=folder, name="a buoy")
    return folder


def changed(run_folder: Path, target: Path, changes: dict[str, Any]) -> Path:
    """The same run with another manifest."""
    target.mkdir()
    (target / "recording.nc").write_bytes((run_folder / "recording.nc").read_bytes())
    (target / "manifest.json").write_text(json.dumps(RunFolder(run_folder).read_manifest() | changes))
    return target


def tree(path: Path) -> Any:
    """The page as HTML, read without mercy: what a browser would have to mend is an error."""
    parser = html.HTMLParser(recover=False, encoding="utf-8")
    return html.fromstring(path.read_bytes(), parser=parser)


def text(element: Any) -> str:
    return re.sub(r"\s+", " ", element.text_content()).strip()


def texts(page: Any, path: str) -> list[str]:
    return [text(each) for each in page.xpath(path)]


def facts(page: Any, where: str) -> dict[str, str]:
    """What stands in the lists of a place."""
    return dict(zip(texts(page, f"{where}//dt"), texts(page, f"{where}//dd"), strict=True))


def data(page: Any) -> dict[str, Any]:
    """What the script of the page is given."""
    return json.loads(page.xpath("//script[@id='data']")[0].text)


def decoded(packed: list[Any]) -> np.ndarray:
    """Numbers as the script reads them."""
    low, high, levels = packed
    if isinstance(levels, int):
        return np.linspace(low, high, levels)
    numbers = np.frombuffer(b64decode(levels), dtype="<u2").astype(float)
    return np.where(numbers > LEVELS, np.nan, low + numbers * (high - low) / LEVELS)


# What it has


def test_all_is_there_in_order(finished: Path) -> None:
    page = tree(finished / "report.html")
    assert page.get("lang") == "en"
    assert texts(page, "//title") == ["a buoy – Seaway run"]
    assert texts(page, "//h1") == ["a buoy"]
    assert texts(page, "//h2") == ["Warning", "Key figures", "Map", "buoy", "Scenario", "Repeat this run"]
    assert texts(page, "//section[@id='vehicle-1']//h3") == SECTIONS
    levels = [int(each.tag[1]) for each in page.xpath("//h1|//h2|//h3|//h4")]
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_it_stands_alone(finished: Path) -> None:
    """Nothing is fetched; only the page's own style and script may take effect, by their hashes."""
    source = (finished / "report.html").read_text(encoding="utf-8")
    page = tree(finished / "report.html")
    assert not page.xpath("//link|//iframe|//object|//embed|//img|//base|//form|//@style")
    assert not [name for each in page.iter(etree.Element) for name in each.attrib if name.startswith("on")]
    ids = page.xpath("//@id")
    assert len(set(ids)) == len(ids)
    assert all(target.startswith("#") and target[1:] in ids for target in page.xpath("//@href|//@src|//@srcset"))
    for words in ("url(", "@import", "http://", "https://", "eval(", "innerHTML"):
        assert words not in source
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    hashes = [
        b64encode(sha256(re.search(rf"<{tag}>(.*?)</{tag}>", source, re.DOTALL).group(1).encode()).digest()).decode()
        for tag in ("script", "style")
    ]
    assert policy == f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'"
    assert [each.get("type") for each in page.xpath("//script")] == ["application/json", None]


def test_it_is_well_formed(finished: Path) -> None:
    """Every element is closed, every attribute quoted: but for void elements, script and style it is XML."""
    source = (finished / "report.html").read_text(encoding="utf-8")
    closed = re.sub(r"<(meta[^>]*)>", r"<\1/>", source.replace("<!DOCTYPE html>", ""))
    etree.fromstring(re.sub(r"<(script|style)([^>]*)>.*?</\1>", r"<\1\2/>", closed, flags=re.DOTALL))


def test_every_plot_is_told_in_words(finished: Path) -> None:
    page = tree(finished / "report.html")
    plots = page.xpath("//div[@class='plot']/*[@role='img']")
    assert len(plots) == len(page.xpath("//div[@class='plot']")) == len(data(page)["panels"])
    assert all(len(plot.get("aria-label")) > 20 for plot in plots)
    assert all(text(each) for each in page.xpath("//figcaption"))


def test_numbers_are_those_of_the_recording(finished: Path) -> None:
    page = tree(finished / "report.html")
    with open_run(finished) as dataset:
        z = dataset.position.values[:, 0, 0, 2]
        eta = dataset.surface_elevation.values[:, 0, 0]
        speed = np.linalg.norm(dataset.velocity.values[:, 0, 0], axis=-1)
        balance = energy_balance(dataset)
    figures = facts(page, "//section[@id='figures']")
    assert figures["height z"] == f"{number(z.min())} to {number(z.max())} m"
    assert figures["surface at the vehicle"] == f"{number(eta.min())} to {number(eta.max())} m"
    assert figures["top speed"] == f"{number(speed.max())} m/s"
    captions = " ".join(texts(page, "//figcaption"))
    assert f"Top speed over ground: {number(speed.max())} m/s" in captions
    assert f"from {number(eta.min())} to {number(eta.max())} m" in captions
    works = dict(
        zip(texts(page, "//table[@class='works']//tbody//th"), texts(page, "//table[@class='works']//td"), strict=True)
    )
    assert works["damping"] == f"{number(balance.work['damping'][-1])} J"
    assert works["total work"] == f"{number(balance.change[-1] - balance.residual[-1])} J"
    assert works["residual"] == f"{number(balance.residual[-1])} J"


def test_packed_numbers_are_those_of_the_recording(finished: Path) -> None:
    """To half a level of 65,534 between the least and the greatest; every sample, as there are fewer than 2,002."""
    found = data(tree(finished / "report.html"))
    with open_run(finished) as dataset:
        z = dataset.position.values[:, 0, 0, 2]
        time = dataset.time.values
    (panel,) = [each for each in found["panels"] if each["label"] == "z, height"]
    (line,) = [each for each in panel["items"] if each["kind"] == "line"]
    x, y = (decoded(found["arrays"][line[axis]]) for axis in "xy")
    level = (z.max() - z.min()) / LEVELS
    kept = np.searchsorted(time, x - 0.02)
    np.testing.assert_allclose(x, time[kept], atol=100.0 / LEVELS)
    np.testing.assert_allclose(y, z[kept], atol=0.51 * level)
    assert y.max() == pytest.approx(z.max())
    assert y.min() == pytest.approx(z.min())
    assert panel["y"][0] < z.min() < z.max() < panel["y"][1]


def test_axes_on_which_nothing_happened_are_left_out(finished: Path) -> None:
    """The buoy is a ball below a vertical force: it does not roll."""
    page = tree(finished / "report.html")
    labels = {each["label"] for each in data(page)["panels"]}
    (omitted,) = [each for each in texts(page, "//p[@class='soft']") if each.startswith("Not shown")]
    assert "roll, + to starboard" not in labels
    assert omitted.startswith("Not shown, as nothing changed: ")
    names = omitted.removeprefix("Not shown, as nothing changed: ").rstrip(".").split(", ")
    assert "roll" in names
    assert "z" not in names
    assert "main" in names  # a thruster without a command


def test_a_line_is_where_its_samples_are(finished: Path) -> None:
    """The highest point of the height's line is the highest sample, by the ticks at its side."""
    page = tree(finished / "report.html")
    (plot,) = page.xpath("//*[@role='img'][starts-with(@aria-label, 'z, height over time')]")
    d = plot.xpath(".//*[local-name()='path'][@class='line green']/@d")[0]
    x, y = (int(n) for n in re.match(r"M(\d+) (\d+)l", d).groups())
    lowest = y
    for dx, dy in re.findall(r"(-?\d+)[ ]?(-?\d+)", d.partition("l")[2]):
        x, y = x + int(dx), y + int(dy)
        lowest = min(lowest, y)
    assert x == 4000
    ticks = [
        (100.0 - float(each.get("y").rstrip("%")), float(text(each).replace("−", "-")))
        for each in plot.xpath(".//*[local-name()='text'][@class='y']")
    ]
    (a, low), (b, high) = ticks[0], ticks[-1]
    value = low + (100.0 - lowest / 10.0 - a) * (high - low) / (b - a)
    with open_run(finished) as dataset:
        assert value == pytest.approx(float(dataset.position[:, 0, 0, 2].max()), abs=2e-3)


def test_the_spectrum_is_beside_the_one_asked_for(finished: Path) -> None:
    page = tree(finished / "report.html")
    with open_run(finished) as dataset:
        height = 4.0 * float(dataset.surface_elevation[:, 0, 0].std())
    keys = texts(page, "//ul[@class='keys']/li")
    assert f"measured, Hs = {number(height, 3)} m" in keys
    assert "specified, Hs = 0.3 m" in keys
    (caption,) = [each for each in texts(page, "//figcaption") if each.startswith("Wave energy over frequency")]
    assert "Standard error of the density: 27 %." in caption


def test_the_map_has_current_and_waves(finished: Path) -> None:
    page = tree(finished / "report.html")
    flows = texts(page, "//ul[@class='flows']/li")
    assert flows[:2] == ["N", "current 0.1 m/s toward E (compass 090°)"]
    assert flows[2].startswith("waves, Hs 0.3 m toward E")


def test_what_was_run(finished: Path) -> None:
    page = tree(finished / "report.html")
    cards = facts(page, "//div[@class='card']")
    assert cards["mass"] == "2 kg"
    assert cards["actuators"] == "1 thruster"
    assert cards["current"] == "0.1 m/s toward 0° (east)"
    assert cards["waves"].startswith("40 Airy waves, Hs = 0.3 m, Tz = ")
    assert (cards["time step"], cards["record period"], cards["seed"]) == ("0.01 s", "0.05 s", "3")
    assert "seaway " in texts(page, "//section[@id='repeat']")[0]
    assert texts(page, "//ul[@class='findings']/li") == ["warning buoy.sdf:7 something <odd> & new a-rule"]
    assert texts(page, "//p[contains(@class, 'ended')]")[0].startswith("complete Simulated 100 s in ")


def test_a_replay_beside_the_report_is_linked(brief: Path, tmp_path: Path) -> None:
    folder = changed(brief, tmp_path / "run", {})
    assert not tree(write_report(folder)).xpath("//a[@href='replay.html']")
    (folder / "replay.html").write_text("")
    assert tree(write_report(folder)).xpath("//a[@href='replay.html']")
    assert not tree(write_report(folder, tmp_path / "elsewhere.html")).xpath("//a[@href='replay.html']")


def test_added_mass_over_mass(tmp_path: Path) -> None:
    vehicle = rov()
    run(scene(vehicle), duration=0.1, out=tmp_path / "run")
    page = tree(write_report(tmp_path / "run"))
    cards = facts(page, "//div[@class='card']")
    M_A = np.diag(vehicle.inertial.added_mass_matrix())[:3] / 70.0
    expected = ", ".join(f"{axis} {number(r, 3)}" for axis, r in zip(("surge", "sway", "heave"), M_A, strict=True))
    assert cards["added mass / mass"] == expected


# Names from strangers


def test_names_are_only_text(tmp_path: Path) -> None:
    """A vehicle, a title, a finding and an error that would be elements, attributes or styles."""
    evil = "</title></script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\"'&amp;{{ 7*7 }}\u2028"
    run(
        scene(floating(evil), sea=Sea(current=(1.0, 0.0, 0.0))),
        duration=0.2,
        out=tmp_path / "run",
        name=evil,
        findings=[Finding("error", evil, 1, evil, evil)],
    )
    manifest = RunFolder(tmp_path / "run").read_manifest()
    for key in ("title", "error"):
        manifest[key] = evil
    manifest["command_line"] = [evil]
    manifest["versions"] = {evil: evil}
    manifest["sea"]["waves"] = evil
    RunFolder(tmp_path / "run").manifest.write_text(json.dumps(manifest))
    written = write_report(tmp_path / "run")
    page = tree(written)
    assert len(page.xpath("//script")) == 2
    assert not page.xpath("//img")
    assert not [name for each in page.iter(etree.Element) for name in each.attrib if name.startswith("on")]
    assert texts(page, "//h1") == [evil.strip()]
    assert evil.strip() in text(page.xpath("//section[@id='vehicle-1']/h2")[0])
    assert len(page.xpath("//title")) == 1
    (packed,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', written.read_text("utf-8"))
    assert not set("<>&\u2028") & set(packed)
    assert evil in {item["name"] for each in json.loads(packed)["panels"] for item in each["items"] if "name" in item}


@pytest.mark.parametrize(
    "changes",
    [
        {"vehicles": 5, "sea": "calm", "findings": {"a": 1}, "inputs": [1, None], "versions": [], "summary": "none"},
        {"vehicles": ["ball"], "sea": {"waves": 5, "spectrum": [1]}, "command_line": 7, "seed": {"entropy": 1}},
        {"sea": {"spectrum": {"edges": [1, 0], "density": [1]}}, "summary": [{"name": "x"}], "started": "yesterday"},
        {"spread": [{"name": "x", "rows": "many", "least": {}}], "summary": [{"name": "x", "distance": "far"}]},
        {"sea": {"spectrum": {"edges": ["a"], "density": []}}, "duration": 10**400, "time_step": True},
        {"sea": {"spectrum": {"omega": [1e999], "amplitude": [1]}}, "status": ["complete"], "name": None},
        {"findings": [{"severity": "dire", "file": 3, "line": "x", "rule": None, "message": ["m"]}] * 500},
        {"drawing": {"routes": [{"points": [[1, "x"]]}, {"points": 3}], "flows": [{"what": "wind"}], "limits": [1]}},
        {"drawing": {"routes": [{"vehicle": "buoy", "kind": "<b>", "points": [[0, 0], [1e300, 1]]}], "flows": 3}},
        {"scenario": {"file": "../secret.toml", "overrides": [1]}, "files": {}},
        {"vehicles": [{"name": "a" * 100_000, "mass": "heavy", "added_mass_ratio": [None] * 6}], "error": "e" * 10**6},
    ],
)
def test_a_manifest_that_is_odd(brief: Path, tmp_path: Path, changes: dict[str, Any]) -> None:
    written = write_report(changed(brief, tmp_path / "run", changes))
    assert texts(tree(written), "//section[@id='vehicle-1']//h3")[:2] == ["Position", "Velocities"]
    assert written.stat().st_size < 400_000


# How runs end


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"status": "stopped"},
            "stopped The run was stopped after 0.1 s of 0.1 s; shown is what was recorded",
        ),
        (
            {"status": "failed", "error": "row 0 diverged; try less"},
            "failed The run failed after 0.1 s of 0.1 s; shown",
        ),
        (
            {"status": "running"},
            "unfinished The run is still going on, or was killed; shown are the first 0.1 s of 0.1 s.",
        ),
    ],
)
def test_how_it_ended(brief: Path, tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    page = tree(write_report(changed(brief, tmp_path / "run", changes)))
    assert texts(page, "//p[contains(@class, 'ended')]")[0].startswith(words)
    assert texts(page, "//p[@class='error']") == ([changes["error"]] if "error" in changes else [])


def test_a_run_that_was_killed(brief: Path, tmp_path: Path) -> None:
    """Parts, one of them torn, and no summary in the manifest: it is made of what was recorded."""
    folder = tmp_path / "run"
    (folder / "recording").mkdir(parents=True)
    (folder / "recording" / "part-00001.nc").write_bytes((brief / "recording.nc").read_bytes())
    (folder / "recording" / "part-00002.nc").write_bytes(b"torn")
    manifest = RunFolder(brief).read_manifest()
    kept = {key: manifest[key] for key in ("format", "files", "vehicles")}
    (folder / "manifest.json").write_text(json.dumps({**kept, "name": "killed"}))
    with pytest.warns(SeawayWarning, match=r"part-00002.nc: this part cannot be read and is left out"):
        page = tree(write_report(folder))
    whole = tree(write_report(brief))
    for path in ("//section[@id='figures']//dd", "//figcaption"):
        assert texts(page, path)[:3] == texts(whole, path)[:3]


def test_a_recording_alone(brief: Path, tmp_path: Path) -> None:
    path = tmp_path / "buoy.nc"
    path.write_bytes((brief / "recording.nc").read_bytes())
    assert write_report(path) == tmp_path / "buoy.html"
    page = tree(tmp_path / "buoy.html")
    assert texts(page, "//h1") == ["buoy"]
    assert texts(page, "//p[contains(@class, 'ended')]") == ["complete The run finished."]


# What is not there


def test_what_was_not_recorded_is_not_shown(tmp_path: Path) -> None:
    dataset = Simulation(rov()).run(0.5).to_xarray()
    dataset.drop_vars(["position", "roll"]).to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    page = tree(write_report(tmp_path / "a.nc"))
    assert texts(page, "//section[@id='vehicle-1']//h3") == ["Velocities"]
    assert "No key figures" in text(page.xpath("//section[@id='figures']")[0])
    assert not page.xpath("//section[@id='map']")


def test_a_record_that_is_too_short_for_a_spectrum(tmp_path: Path, waves: Sea) -> None:
    run(scene(floating(), sea=waves), duration=5.0, record_period=0.05, out=tmp_path / "run")
    page = tree(write_report(tmp_path / "run"))
    (note,) = [each for each in texts(page, "//section/p") if "too short" in each]
    assert re.match(
        r"The record is too short for a spectrum: \d waves in 5 s; at least 10 needed, better 40\. Measured Hs = ", note
    )
    assert note.endswith(" m, specified 0.3 m.")


def test_a_short_record_says_how_well_it_is_known(tmp_path: Path, waves: Sea) -> None:
    run(scene(floating(), sea=waves), duration=30.0, record_period=0.05, out=tmp_path / "run")
    page = tree(write_report(tmp_path / "run"))
    (caption,) = [each for each in texts(page, "//figcaption") if each.startswith("Wave energy over frequency")]
    words = "Standard error of the density: 59 %. The record is short: with 40 waves the error would be 27 %."
    assert words in caption


def test_still_water_has_no_spectrum(tmp_path: Path) -> None:
    sim = Simulation(rov())
    sim.set_state(position=(0, 0, -9))
    sim.run(0.2, record=RECORDED).to_xarray().to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    page = tree(write_report(tmp_path / "a.nc"))
    assert not {"Surface", "Wave spectrum"} & set(texts(page, "//h3"))
    assert "surface elevation, wet fraction, wave spectrum." in text(page)


def test_one_wave_is_a_line(tmp_path: Path) -> None:
    run(
        scene(floating(), sea=Sea(waves=Waves.regular(0.2, 2.0))),
        duration=30.0,
        record_period=0.05,
        out=tmp_path / "run",
    )
    page = tree(write_report(tmp_path / "run"))
    keys = texts(page, "//ul[@class='keys']/li")
    assert f"specified, Hs = {number(0.4 / np.sqrt(2.0), 3)} m; lines, not to scale" in keys


def test_a_single_sample(tmp_path: Path) -> None:
    dataset = Simulation(rov()).run(0.1, record=RECORDED).to_xarray().isel(time=[0])
    dataset.to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    page = tree(write_report(tmp_path / "a.nc"))
    assert not page.xpath("//figure")
    assert "Only one instant was recorded." in text(page)


def test_values_that_are_not_finite(tmp_path: Path) -> None:
    dataset = Simulation(rov()).run(0.5, record=RECORDED).to_xarray()
    for name in ("position", "roll", "force", "kinetic_energy", "velocity", "surface_elevation"):
        dataset[name][10:20] = np.nan
    dataset.to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    page = tree(write_report(tmp_path / "a.nc"))
    assert "nan" not in text(page).replace("Finance", "")
    assert "The energy is not finite over the whole record." in texts(page, "//section/p")


# Batches, several vehicles, long records


def test_a_batch_is_row_0_with_the_range_of_all(tmp_path: Path) -> None:
    sim = Simulation(rov(), Sea(), batch=30)
    sim.set_state(position=(0, 0, -2), velocity=np.linspace(0.1, 1.0, 30)[:, None] * np.ones(6))
    dataset = sim.run(2.0, record=RECORDED, record_period=0.05).to_xarray()
    dataset.to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    page = tree(write_report(tmp_path / "a.nc"))
    assert "A batch of 30 runs." in text(page.xpath("//section[@id='figures']")[0])
    captions = texts(page, "//figcaption")
    assert captions[0].endswith("Run 0 is drawn with its arrows, the first 24 of the 30 runs faintly.")
    assert captions[1].endswith("The line is run 0; the band spans all 30 runs.")
    assert captions[4].endswith("Run 0 of 30.")
    areas = page.xpath("//*[local-name()='path'][starts-with(@class, 'area')]")
    assert len(areas) == 3 + 3 + 6  # position, attitude, velocities
    assert len(page.xpath("//*[local-name()='path'][contains(@class, 'faint')]")) == 23


def test_how_much_the_runs_of_a_batch_differ(brief: Path, tmp_path: Path) -> None:
    """A table for each vehicle: run 0, the least, the mean and the largest of all runs."""
    (own,) = RunFolder(brief).read_manifest()["summary"]
    rows = [{**own, "distance": distance} for distance in (1.0, 2.0, 4.5)]
    spread = {"name": "buoy", "rows": 3, "least": rows[0], "mean": rows[1], "largest": rows[2]}
    page = tree(write_report(changed(brief, tmp_path / "run", {"spread": [spread]})))
    heads = texts(page, "//section[@id='figures']//thead//th")
    assert heads == ["buoy quantity", "run 0", "minimum", "mean", "maximum", "unit"]
    distance = texts(page, "//section[@id='figures']//tbody/tr[1]/*")
    assert distance == ["distance", number(own["distance"]), "1", "2", "4.5", "m"]


def test_several_vehicles_and_too_many(tmp_path: Path) -> None:
    names = [f"buoy {k}" for k in range(MOST_VEHICLES + 2)]
    run(scene(*(ball(name) for name in names)), duration=0.2, out=tmp_path / "run")
    page = tree(write_report(tmp_path / "run"))
    assert texts(page, "//section[@class='vehicle']/h2") == names[:MOST_VEHICLES]
    assert texts(page, "//section[@id='figures']//thead/tr/th")[1:-1] == names[:MOST_VEHICLES]
    assert "There are 10 vehicles; the first 8 are shown." in text(page.xpath("//section[@id='figures']")[0])


def test_size_is_bounded(tmp_path: Path) -> None:
    """A long record of noise, which nothing can be left out of: 8 vehicles of it stay below 12 MB."""
    dataset = Simulation(rov()).run(0.1, record=RECORDED).to_xarray()
    n = 20_000
    random = np.random.default_rng(1)
    long = xr.Dataset(coords={**dataset.drop_dims("time").coords, "time": 0.01 * np.arange(n)}, attrs=dataset.attrs)
    for name, variable in dataset.data_vars.items():
        shape = tuple(n if d == "time" else variable.sizes[d] for d in variable.dims)
        long[name] = (variable.dims, random.normal(size=shape) if "time" in variable.dims else variable.values)
    long.to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    size = write_report(tmp_path / "a.nc").stat().st_size
    assert 8 * size < 12_000_000
    pitch = np.degrees(np.max(np.abs(np.unwrap(long["pitch"].values[:, 0, 0]))))
    assert f"pitch within {number(pitch, 3)}° of level" in text(tree(tmp_path / "a.html"))


# Where it goes


def test_it_appears_whole_or_not_at_all(brief: Path, tmp_path: Path) -> None:
    target = tmp_path / "other.html"
    assert write_report(RunFolder(brief), target) == target
    assert target.read_bytes() == write_report(brief).read_bytes()  # the same run, the same bytes
    with pytest.raises(ModelError, match=r"there is no folder '.*absent' to write 'a.html' to; make it first"):
        write_report(brief, tmp_path / "absent" / "a.html")
    target.unlink()
    target.mkdir()
    with pytest.raises(ModelError, match=r"the report cannot be written to '.*other.html': Is a directory"):
        write_report(brief, target)
    assert [entry.name for entry in tmp_path.iterdir()] == ["other.html"]


def test_what_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="is not the folder of a run: there is no such folder"):
        write_report(tmp_path / "absent")
    (tmp_path / "a.nc").write_text("no")
    with pytest.raises(ScenarioError, match="this is no recording"):
        write_report(tmp_path / "a.nc")

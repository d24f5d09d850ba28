"""``seaway hydrostatics`` as a user types it: meshes and SDF files, JSON, plots, errors."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.commands import seaway

from seaway.mesh import Mesh, box

BARGE = """<sdf version="1.11">
  <model name="barge">
    <link name="hull">
      <inertial>
        <pose>0 0 -0.2 0 0 0</pose>
        <mass>41000</mass>
        <inertia><ixx>68333</ixx><iyy>355333</iyy><izz>396333</izz></inertia>
      </inertial>
      <collision name="box"><geometry><box><size>10 4 2</size></box></geometry></collision>
    </link>
    <link name="weight">
      <pose>2 0 0.5 0 0 0</pose>
      <inertial><mass>1000</mass><inertia><ixx>100</ixx><iyy>100</iyy><izz>100</izz></inertia></inertial>
    </link>
    <joint name="slide" type="prismatic"><parent>hull</parent><child>weight</child><axis><xyz>1 0 0</xyz></axis></joint>
  </model>
</sdf>
"""


def write_obj(mesh: Mesh, path: Path) -> Path:
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    lines += [f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist()]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def hull(tmp_path: Path) -> Path:
    return write_obj(box((10.0, 4.0, 2.0)), tmp_path / "barge.obj")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "barge.sdf"
    path.write_text(BARGE)
    return path


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return seaway("hydrostatics", *arguments)


WEIGHT = ("--mass", 41000, "--center-of-mass", 0, 0, -0.2)


def test_a_mesh_as_json(hull: Path) -> None:
    done = run(hull, *WEIGHT, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    (barge,) = json.loads(done.stdout)
    assert barge["name"] == "barge"
    assert barge["floating"] is barge["stable"] is True
    assert barge["draft"] == pytest.approx(1.0)
    assert barge["KB"] == pytest.approx(0.5)
    assert barge["KG"] == pytest.approx(0.8)
    assert barge["GM_T"] == pytest.approx(0.5 + 4 / 3 - 0.8)
    assert barge["GM_L"] == pytest.approx(0.5 + 25 / 3 - 0.8)
    assert np.shape(barge["stiffness"]) == (6, 6)
    assert barge["stiffness"][2][2] == pytest.approx(1025 * 9.80665 * 40)
    assert barge["natural_periods"]["heave"] == pytest.approx(2 * np.pi * np.sqrt(1.0 / 9.80665))
    curve = barge["righting_arm"]
    assert len(curve["heel_angles"]) == len(curve["arms"]) == len(curve["areas"]) == 73
    assert curve["angle_of_loll"] is None
    assert np.degrees(curve["angle_of_vanishing_stability"]) == pytest.approx(103.57, abs=0.01)


def test_a_mesh_as_a_report(hull: Path) -> None:
    done = run(hull, *WEIGHT)
    assert done.returncode == 0, done.stderr
    for words in (
        "Particulars",
        "displaced volume",
        "LWL",
        "CB",
        "Hydrostatics",
        "LCB",
        "LCF",
        "TPC         410 kg/cm",
        "Stability",
        "KB     0.5 m",
        "KG     0.8 m",
        "BM     1.333 m, 8.333 m",
        "GM     1.033 m, 8.033 m",
        "angle of vanishing stability",
        "Stiffness about the centre of mass, horizontal axes [N/m, N, N m]",
        "Natural periods",
        "Righting arm",
        "uniform body",
    ):
        assert words in done.stdout, words
    assert "\x1b" not in done.stdout


def test_scale_and_density(hull: Path) -> None:
    """A tenth of the size in fresh water, with a thousandth of the mass: 41 kg over 0.4 m2."""
    done = run(hull, "--mass", 41, "--center-of-mass", 0, 0, 0, "--scale", 0.1, "--density", 1000, "--json")
    (barge,) = json.loads(done.stdout)
    assert barge["density"] == 1000.0
    assert barge["draft"] == pytest.approx(0.1025)


def test_what_is_not_stable_or_does_not_float_is_said(hull: Path) -> None:
    tender = run(hull, "--mass", 41000, "--center-of-mass", 0, 0, 0.95)
    assert tender.returncode == 0
    assert "It is not stable as it lies here" in tender.stdout
    heavy = run(hull, "--mass", 1e6, "--center-of-mass", 0, 0, -0.5)
    assert heavy.returncode == 0
    assert "It does not float" in heavy.stdout


def test_bodies_of_an_sdf_file(model: Path) -> None:
    done = run(model, "--json")
    assert done.returncode == 0, done.stderr
    (barge,) = json.loads(done.stdout)
    assert barge["mass"] == 41000.0
    assert barge["draft"] == pytest.approx(1.0)
    assert "'barge::weight' has no collision with a volume" in done.stderr
    frozen = run(model, "--json", "--freeze-joints")
    assert frozen.stderr == ""
    (barge,) = json.loads(frozen.stdout)
    assert barge["name"] == "barge"
    assert barge["mass"] == 42000.0
    assert barge["trim"] > 0.0  # the weight is forward: bow down


def test_a_body_by_its_name(model: Path) -> None:
    other = run(model, "--body", "barge::keel")
    assert other.returncode == 1
    assert "there is no body 'barge::keel'; there are: 'barge::hull', 'barge::weight'" in other.stderr
    weight = run(model, "--body", "barge::weight")
    assert weight.returncode == 1
    assert "vehicle 'barge::weight' displaces no water" in weight.stderr
    assert json.loads(run(model, "--body", "barge::hull", "--json").stdout)[0]["name"] == "barge::hull"


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_plot(hull: Path, tmp_path: Path, ending: str) -> None:
    plot = tmp_path / f"gz.{ending}"
    done = run(hull, *WEIGHT, "--plot", plot, "--json")
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)
    start = plot.read_bytes()[:200]
    assert {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF"}[ending] in start or b"<?xml" in start
    assert {path.name for path in tmp_path.iterdir()} == {"barge.obj", plot.name}


@pytest.mark.parametrize("name", ["gz.bmp", "absent/gz.png", "gz"])
def test_a_plot_that_cannot_be_written_is_an_error(hull: Path, tmp_path: Path, name: str) -> None:
    done = run(hull, *WEIGHT, "--plot", tmp_path / name)
    assert done.returncode == 1
    assert done.stderr.count("error:") == 1
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["barge.obj"]


def test_a_plot_of_two_bodies_is_an_error(tmp_path: Path) -> None:
    two = tmp_path / "two.sdf"
    model = BARGE.split("<model")[1].split("</model>")[0]
    other = model.replace('"barge"', '"boat"', 1).replace('name="hull">', 'name="hull"><pose>0 9 0 0 0 0</pose>')
    world = f"<world name='w'><model{model}</model><model{other}</model></world>"
    two.write_text(f'<sdf version="1.11">{world}</sdf>')
    done = run(two, "--plot", tmp_path / "gz.png", "--freeze-joints")
    assert done.returncode == 1
    assert "a plot shows one body, and there are 2: choose with --body from 'barge', 'boat'" in done.stderr
    assert run(two, "--plot", tmp_path / "gz.png", "--freeze-joints", "--body", "boat").returncode == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "give --mass KG and --center-of-mass X Y Z"),
        (("--mass", 5), "give --center-of-mass X Y Z"),
        (("--center-of-mass", 0, 0, 0), "give --mass KG"),
        (("--mass", 5, "--center-of-mass", 0, 0), "center-of-mass"),
        (("--mass", "heavy", "--center-of-mass", 0, 0, 0), "--mass"),
        ((*WEIGHT, "--body", "x"), "a mesh file is one body"),
    ],
)
def test_wrong_usage_of_a_mesh(hull: Path, options: tuple[object, ...], words: str) -> None:
    done = run(hull, *options)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""


def test_wrong_usage_of_an_sdf_file(model: Path) -> None:
    done = run(model, "--mass", 5, "--scale", 2)
    assert done.returncode == 2
    assert "--mass, --scale only for a mesh file" in done.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--mass", -5, "--center-of-mass", 0, 0, 0), "the mass [kg] must be finite and > 0, got -5"),
        (("--mass", "nan", "--center-of-mass", 0, 0, 0), "the mass [kg] must be finite and > 0, got nan"),
        (("--mass", 5, "--center-of-mass", "nan", 0, 0), "a position must be finite"),
        ((*WEIGHT, "--density", 0), "the density of a sea must be > 0 [kg/m3], got 0"),
        ((*WEIGHT, "--scale", -1), "a scale must be finite and > 0, got -1"),
    ],
)
def test_numbers_out_of_range_are_one_message(hull: Path, options: tuple[object, ...], words: str) -> None:
    done = run(hull, *options, "--json")
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert json.loads(done.stdout) == []


def test_files_that_cannot_be_used_are_one_message(tmp_path: Path) -> None:
    open_hull = box((1.0, 1.0, 1.0))
    path = tmp_path / "open.obj"
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in open_hull.vertices.tolist()]
    path.write_text("\n".join(lines + [f"f {a} {b} {c}" for a, b, c in (open_hull.faces[1:] + 1).tolist()]))
    static = tmp_path / "static.sdf"
    static.write_text(BARGE.replace("<link name", "<static>true</static><link name", 1))
    broken = tmp_path / "broken.sdf"
    broken.write_text("<sdf")
    for file, words in (
        (path, "3 open edges"),
        (tmp_path / "absent.stl", "there is no such file"),
        (tmp_path / "absent.sdf", "there is no such file"),
        (broken, "not well-formed XML"),
        (static, "no body has a volume, so none displaces water"),
    ):
        done = run(file, *(WEIGHT if file.suffix in (".obj", ".stl") else ()))
        assert done.returncode == 1, file
        assert words in done.stderr, file
        assert done.stderr.count("error:") == 1
        assert done.stdout == ""

"""The errors that Gazebo users make first, through the command line: one message each, with what to do."""

from pathlib import Path

import pytest
from tests.commands import seaway

WORLD = """<sdf version="1.11">
  <world name="sea">
    <plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy">
      <uniform_fluid_density>1025</uniform_fluid_density>
    </plugin>
    {world}
    <model name="boat">
      <pose>{pose}</pose>
      <link name="hull">
        <inertial><mass>40</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
        <collision name="c"><geometry>{shape}</geometry></collision>
      </link>
      {model}
    </model>
  </world>
</sdf>
"""
SPHERE = "<sphere><radius>0.2</radius></sphere>"
ARM = """<link name="arm"><inertial><mass>1</mass></inertial></link>
<joint name="elbow" type="revolute"><parent>hull</parent><child>arm</child><axis><xyz>0 0 1</xyz></axis></joint>"""
STIFF = """<plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">
<link_name>hull</link_name><xU>-1e5</xU><yV>-1e5</yV><zW>-1e5</zW></plugin>"""
ROCKET = '<plugin filename="libRocketSystem.so" name="acme::Rocket"><thrust>1e4</thrust></plugin>'


def written(folder: Path, shape: str = SPHERE, pose: str = "0 0 -3 0 0 0", world: str = "", model: str = "") -> Path:
    file = folder / "boat.sdf"
    file.write_text(WORLD.format(shape=shape, pose=pose, world=world, model=model))
    return file


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (
            {"shape": "<mesh><uri>meshes/hull.stl</uri></mesh>"},
            ("boat.sdf:11:", "meshes/hull.stl", "--model-path"),
        ),
        ({"model": ROCKET}, ("boat.sdf:13:", "libRocketSystem.so", "acme::Rocket", "ignore")),
        ({"model": ARM}, ("boat.sdf:14:", "elbow", "revolute", "freeze")),
        (
            {"world": "<include><uri>model://blueboat</uri></include>"},
            ("boat.sdf:6:", "model://blueboat", "--model-path"),
        ),
        ({"pose": "0 nan -3 0 0 0"}, ("boat.sdf:8:", "pose", "nan")),
        ({"model": STIFF}, ("vehicle 'boat'", "its damping is stiff", "Try a time step of at most")),
    ],
    ids=["missing mesh", "unknown plugin", "free joint", "missing model path", "nan in a pose", "step too large"],
)
def test_first_errors(what: dict[str, str], words: tuple[str, ...], tmp_path: Path) -> None:
    done = seaway("run", written(tmp_path, **what), "--duration", 2, "--out", "trial", cwd=tmp_path)
    assert done.returncode == 1, done.stdout
    for word in words:
        assert word in done.stderr
    assert done.stderr.count("error:") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("what", "options"),
    [({"model": ARM}, ("--freeze-joints",)), ({"model": ROCKET}, ("--ignore", "acme::Rocket"))],
    ids=["free joint", "unknown plugin"],
)
def test_the_remedies_work(what: dict[str, str], options: tuple[str, ...], tmp_path: Path) -> None:
    done = seaway("run", written(tmp_path, **what), "--duration", 0.1, "--out", "trial", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "warning:" in done.stderr

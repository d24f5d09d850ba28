"""How fast is an SDFormat file read? A trivial model, and a world of 3,000 links and 2.8 MB.

Side by side in one run: lxml alone (XML and no more), ``sdf.load``, with all poses resolved, with ``sdf.check``; and
Gazebo's own ``gz sdf --check``, where it is installed. Run it with ``make bench``.
"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lxml import etree

from seaway import sdf

TRIVIAL = """<?xml version="1.0"?>
<sdf version="1.11">
  <model name="rov">
    <link name="base">
      <inertial>
        <mass>11.5</mass>
        <fluid_added_mass><xx>5.5</xx><yy>12.7</yy><zz>14.57</zz></fluid_added_mass>
      </inertial>
    </link>
  </model>
</sdf>
"""

MODEL = """    <model name="shape_{i}">
      <!-- number {i} of the fleet -->
      <pose>{x} {y} 0.5 0 0 {yaw}</pose>
      <link name="link">
        <inertial>
          <pose>0 0 0.05 0 0 0</pose>
          <mass>1.{i}</mass>
          <inertia>
            <ixx>0.16666</ixx>
            <ixy>0</ixy>
            <ixz>0</ixz>
            <iyy>0.16666</iyy>
            <iyz>0</iyz>
            <izz>0.16666</izz>
          </inertia>
        </inertial>
        <collision name="collision">
          <geometry>
            <box>
              <size>1 1 1</size>
            </box>
          </geometry>
        </collision>
        <visual name="visual">
          <geometry>
            <box>
              <size>1 1 1</size>
            </box>
          </geometry>
          <material>
            <ambient>0.3 0.3 0.3 1</ambient>
            <diffuse>0.7 0.7 0.7 1</diffuse>
            <specular>1 1 1 1</specular>
          </material>
        </visual>
      </link>
    </model>
"""


def world(links: int) -> str:
    """A world of that many models with one link each."""
    models = "".join(MODEL.format(i=i, x=i % 60, y=i // 60, yaw=0.001 * i) for i in range(links))
    return f'<?xml version="1.0"?>\n<sdf version="1.9">\n  <world name="fleet">\n{models}  </world>\n</sdf>\n'


def best(function: Callable[[], object], repeats: int) -> float:
    """The shortest time of several runs [s]: what the machine can do when nothing disturbs it."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Time both files and print a table."""
    gazebo = shutil.which("gz")
    with tempfile.TemporaryDirectory() as folder:
        for name, text, repeats in (("trivial", TRIVIAL, 200), ("3,000 links", world(3000), 5)):
            path = Path(folder) / "file.sdf"
            path.write_text(text)
            document = sdf.load(path)
            runs: dict[str, Callable[[], object]] = {
                "lxml alone": lambda path=path: etree.parse(path),
                "sdf.load": lambda path=path: sdf.load(path),
                "sdf.load and all poses": lambda path=path: sdf.load(path).links,
                "sdf.load and sdf.check": lambda path=path: sdf.check(sdf.load(path)),
            }
            if gazebo is not None:
                command = [gazebo, "sdf", "--check", str(path)]
                runs["gz sdf --check"] = lambda command=command: subprocess.run(
                    command, check=False, capture_output=True
                )
            print(f"{name}: {len(text) / 1e6:.2g} MB, {len(document.links)} links")
            times = {what: best(run, repeats if "gz" not in what else 3) for what, run in runs.items()}
            for what, seconds in times.items():
                print(f"  {what:26}{1000 * seconds:10.2f} ms{seconds / times['sdf.load']:10.2f} x sdf.load")
            if gazebo is None:
                print("  gz sdf --check            not installed here")


if __name__ == "__main__":
    main()

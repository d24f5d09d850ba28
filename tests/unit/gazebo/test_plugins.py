"""Plugins by their names, and the page that lists them."""

import re
from pathlib import Path

import pytest

from seaway import gazebo, sdf
from seaway.gazebo import _plugins
from seaway.gazebo._plugins import kind_of
from seaway.sdf import Plugin

PAGE = Path(__file__).parents[3] / "docs" / "gazebo.md"
SOURCES = [Path(gazebo.__file__).with_name(f"{name}.py") for name in ("_laws", "_water")]


def listed(heading: str) -> set[str]:
    """The names in a section of the page."""
    section = PAGE.read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    names = section.strip().rpartition("\n\n")[2]  # a paragraph of its own
    return set(re.findall(r"\b[A-Z]\w+", names))


def of_class(name: str) -> Plugin:
    (plugin,) = (
        sdf.loads(
            f"<sdf version='1.11'><world name='w'><plugin filename='x' name='gz::sim::systems::{name}'/></world></sdf>"
        )
        .worlds[0]
        .plugins
    )
    return plugin


def test_the_page_lists_what_passes() -> None:
    names = listed("Plugins that pass")
    assert len(names) > 50
    assert {name for name in names if kind_of(of_class(name)) != "harmless"} == set()
    # Some have a second name in the code, their library's or that of an older class.
    plain = {name.lower() for name in names}
    rest = {name for name in _plugins._HARMLESS if name.removesuffix("system").removesuffix("plugin") not in plain}
    assert rest - plain == {"opticaltactilesensor", "particleemitter2"}


def test_the_page_lists_what_is_refused() -> None:
    names = listed("Plugins that are refused")
    assert {"BuoyancyEngine", "LighterThanAirDynamics", "VelocityControl", "MulticopterMotorModel"} <= names
    assert {name for name in names if kind_of(of_class(name)) is not None} == set()


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_page_lists_every_parameter_that_is_read(source: Path) -> None:
    code = source.read_text()
    names = set(re.findall(r"\.(?:number|flag|vector|text|required|has|inner|texts)\(\s*\"(\w+)\"", code))
    for passed in re.findall(r"\.passed\(([^)]*)\)", code):
        names |= set(re.findall(r"\"(\w+)\"", passed))
    assert len(names) > 25
    page = PAGE.read_text()
    assert {name for name in names if f"`{name}`" not in page} == set()

"""Plugins by their names, and the page that lists them."""

import re
from pathlib import Path

from seaway import sdf
from seaway.gazebo import _parameters, _plugins
from seaway.gazebo._plugins import kind_of
from seaway.sdf import Plugin

PAGE = Path(__file__).parents[3] / "docs" / "gazebo.md"


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


def test_the_page_lists_every_parameter() -> None:
    tables = [table for _, table in _parameters.TABLES.values()]
    tables += [_parameters.HULL_DAMPING, _parameters.HULL_PRESSURE_DRAG, *_parameters.WAVES.values()]
    names = {parameter.tag for table in tables for parameter in table}
    # Of the derivatives the page lists the first and the last of each kind.
    names -= set(_parameters.DERIVATIVES) - {"xU", "nR", "xDotU", "nDotR", "xUabsU", "nRabsR", "xUU", "nRR"}
    assert len(names) > 90
    page = PAGE.read_text()
    assert {name for name in names if f"`{name}`" not in page} == set()
    assert {name for name in _parameters.WAVES if f"`{name}`" not in page} == set()

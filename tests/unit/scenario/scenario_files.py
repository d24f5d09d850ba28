"""Scenario files for tests, and what is made of them."""

from pathlib import Path
from typing import Any

import pytest

from seaway.errors import ScenarioError
from seaway.scenario import Scenario, load_scenario

BALL = """
[vehicle]
name = "ball"
inertia = { mass = 33.0, moment_of_inertia = [0.5, 0.5, 0.5] }
buoyancy = { shape = { sphere = 0.2 } }
damping = { linear = [20, 20, 20, 1, 1, 1] }
position = [0, 0, -5]
"""


def loaded(folder: Path, text: str, *overrides: str, **options: Any) -> Scenario:
    file = folder / "x.toml"
    file.write_text(text)
    return load_scenario(file, overrides, **options)


def refused(folder: Path, text: str, *overrides: str) -> list[str]:
    """What is wrong, without the folder."""
    with pytest.raises(ScenarioError) as caught:
        loaded(folder, text, *overrides)
    return str(caught.value).replace(f"{folder}/", "").splitlines()

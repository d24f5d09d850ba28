"""What the package offers, and what importing it costs."""

import ast
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import seaway
import seaway as sw
from seaway.parts import Part

ROOT = Path(__file__).parents[2]


def modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(seaway.__path__, "seaway.")
    return [seaway, *(importlib.import_module(info.name) for info in found)]


def public(name: str) -> bool:
    return not any(part.startswith("_") for part in name.split("."))


def names(module: ModuleType) -> list[str]:
    """What a module offers; only a private part may leave it unsaid."""
    assert hasattr(module, "__all__") or not public(module.__name__)
    return getattr(module, "__all__", [])


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_all_lists_what_is_there(module: ModuleType) -> None:
    assert module.__doc__
    for name in names(module):
        assert hasattr(module, name), f"{module.__name__} has no {name}"
    assert len(set(names(module))) == len(names(module))


def faces() -> list[ModuleType]:
    """What users import from; engine and kernels are layers below, and ``seaway`` itself repeats everyday names."""
    below = ("seaway.engine", "seaway.kernels")
    return [m for m in modules()[1:] if public(m.__name__) and not m.__name__.startswith(below)]


def test_a_symbol_has_one_public_path() -> None:
    paths = Counter((name, id(getattr(module, name))) for module in faces() for name in names(module))
    assert [name for (name, _), count in paths.items() if count > 1] == []


def test_no_name_means_two_things() -> None:
    """But for ``check``, of SDFormat documents and of scenarios."""
    homes = Counter(name for module in faces() for name in names(module))
    assert [name for name, count in homes.items() if count > 1] == ["check"]


def test_the_house_has_few_names() -> None:
    """Besides parts, tasks of learning, and how they are declared."""
    declaring = ("seaway.parts", "seaway.forces", "seaway.controllers", "seaway.gym", "seaway.gym.maths")
    offered = [getattr(m, name) for m in faces() if m.__name__ not in declaring for name in names(m)]
    assert len([thing for thing in offered if not (isinstance(thing, type) and issubclass(thing, Part))]) <= 152


def test_seaway_offers_everyday_names_lazily_and_typed() -> None:
    """What type checkers see under TYPE_CHECKING is what ``__getattr__`` finds."""
    tree = ast.parse(Path(seaway.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    typed = {
        (alias.asname or alias.name): (node.module.removeprefix("seaway."), alias.name)
        for node in imports
        if node.module.startswith("seaway.")
        for alias in node.names
    }
    typed["load"] = typed.pop("load_vehicle")
    assert typed == seaway._HOMES
    assert {"Vehicle", "Sea", "Simulation", "Thruster", "load", "run", "save"} <= set(seaway.__all__)
    assert 20 <= len(seaway.__all__) <= 35
    for name, (home, own) in seaway._HOMES.items():
        assert getattr(seaway, name) is getattr(importlib.import_module(f"seaway.{home}"), own)
        assert own in importlib.import_module(f"seaway.{home}").__all__
    with pytest.raises(AttributeError, match="module 'seaway' has no attribute 'Vessel'"):
        _ = seaway.Vessel


def test_a_vehicle_file_needs_no_more_than_vehicle() -> None:
    """The published forms of parts are known as soon as the parts are."""
    code = (
        "from seaway.parts import all_keys; from seaway.vehicle import Thruster; print('names' in all_keys(Thruster))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"


def test_the_pages_of_the_reference_are_those_of_the_packages() -> None:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        pages = importlib.import_module("make_reference").pages()
    finally:
        sys.path.pop(0)
    assert {path: path.read_text() for path in pages} == pages, "run python docs/make_reference.py"


def test_the_map_for_contributors_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    found = re.findall(r"`((?:[a-z_]+/)*_?[a-z_]+\.(?:py|md|toml))`", text)
    assert len(found) > 80
    assert [path for path in found if not any((ROOT / base / path).exists() for base in ("", "src/seaway"))] == []


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_everything_public_is_documented(module: ModuleType) -> None:
    for name in names(module):
        thing = getattr(module, name)
        if isinstance(thing, type | FunctionType) and thing.__module__.startswith("seaway"):
            assert thing.__doc__, f"{module.__name__}.{name} has no docstring"


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*{{name.split('.')[0] for name in sys.modules}})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_importing_seaway_imports_nothing_heavy() -> None:
    heavy = {"numba", "llvmlite", "scipy", "matplotlib", "lxml", "trimesh", "xarray", "pydantic", "numpy"}
    assert not loaded_by("import seaway") & heavy
    assert not loaded_by("import seaway.frames") & (heavy - {"numpy"})
    assert not loaded_by("import seaway.inertia") & (heavy - {"numpy", "scipy"})


START = """
import sys
import seaway as sw
sim = sw.Simulation(sw.load("bluerov2_heavy"))
sim.step()
print(*sys.modules)
"""


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_a_script_imports_what_it_needs() -> None:
    """Loading a vehicle and a step that was compiled before."""
    sw.Simulation(sw.load("bluerov2_heavy")).step()
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    heavy = {"h5py", "jinja2", "lxml", "matplotlib", "numpy.ma", "trimesh", "xarray"}
    heavy |= {f"scipy.{name}" for name in ("integrate", "interpolate", "linalg", "optimize", "special")}
    heavy |= {f"seaway.{name}" for name in ("control", "gazebo", "hydro", "manoeuvres", "report", "sdf")}
    assert not loaded & heavy

"""What the package offers, and what importing it costs."""

import importlib
import pkgutil
import subprocess
import sys
from collections import Counter
from types import FunctionType, ModuleType

import pytest

import seaway


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


def test_a_symbol_has_one_public_path() -> None:
    """Kernels are the layer below: what a package offers of them is meant to be found there."""
    faces = [m for m in modules() if public(m.__name__) and not m.__name__.startswith("seaway.kernels")]
    paths = Counter((name, id(getattr(module, name))) for module in faces for name in names(module))
    assert [name for (name, _), count in paths.items() if count > 1] == []


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

"""The shape of the house: no import cycles inside a package, no function with a crowd of positional arguments."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import seaway

SOURCE = Path(seaway.__file__).parent
PACKAGES = sorted(path.parent for path in SOURCE.glob("*/__init__.py"))
MOST = 8
# Kernels are called by compiled code, with what the engine lays out.
KERNELS = SOURCE / "kernels"


def imported(path: Path) -> Iterator[str]:
    """Names of modules that a module imports anywhere, but for the eyes of type checkers alone."""
    tree = ast.parse(path.read_text())
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in skipped:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_a_package_has_no_cycles(package: Path) -> None:
    modules = {f"seaway.{package.name}.{path.stem}": path for path in package.glob("*.py") if path.stem != "__init__"}
    graph = {name: {other for other in imported(path) if other in modules} - {name} for name, path in modules.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other: {' -> '.join(error.args[1])}")


def test_no_function_has_many_positional_parameters() -> None:
    crowded: list[str] = []
    for path in SOURCE.rglob("*.py"):
        if KERNELS in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                given = [
                    each.arg for each in (*node.args.posonlyargs, *node.args.args) if each.arg not in ("self", "cls")
                ]
                if len(given) > MOST:
                    crowded.append(f"{path.relative_to(SOURCE)}: {node.name}({', '.join(given)})")
    assert crowded == []

"""Names of a package that are imported on first use."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy"]


def lazy(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package.

    Args:
        package: Name of the package.
        modules: Modules of the package, and the names that it exports from each.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def found(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return found

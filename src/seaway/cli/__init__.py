"""The command ``seaway``: the only place that prints, and the only one that exits."""

from seaway.cli._app import main

__all__ = ["main"]

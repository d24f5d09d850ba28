"""The command ``seaway``: the only package that prints or exits."""

from seaway.cli._app import main

__all__ = ["main"]

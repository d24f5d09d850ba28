"""Where vehicles move: water and its current."""

from seaway.sea._current import Current
from seaway.sea._sea import Sea

__all__ = ["Current", "Sea"]

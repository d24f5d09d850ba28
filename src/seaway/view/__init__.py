"""See it: a 3-D scene of vehicles in their sea in the browser, as a replay in one file, served, or live.

Needs the extra ``view``: ``pip install 'seaway[view]'``.
"""

from typing import TYPE_CHECKING

from seaway._lazy import lazy

if TYPE_CHECKING:
    from seaway.view._live import show
    from seaway.view._replay import replay

__all__ = ["replay", "show"]

__getattr__ = lazy(__name__, {"_live": ("show",), "_replay": ("replay",)})

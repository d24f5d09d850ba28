"""What figures have in common."""

from typing import Final

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

__all__ = ["BLACK", "BLUE", "COLORS", "GREY", "ORANGE", "new_figure"]

# Told apart by those who do not see all colours: M. Okabe and K. Ito, Color Universal Design, 2008.
BLACK: Final = "#000000"
BLUE: Final = "#0072b2"
ORANGE: Final = "#d55e00"
GREY: Final = "#999999"
COLORS: Final = (BLUE, ORANGE, "#009e73", "#cc79a7", "#e69f00", "#56b4e9", BLACK)


def new_figure(width: float, height: float) -> Figure:
    """Make an empty figure that draws to memory; sizes in inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure

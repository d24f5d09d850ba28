"""Figures: of spectra, of the surface of a sea, of stability, of runs.

They are figures of matplotlib, made without its pyplot: no window opens, nothing global changes.
"""

from seaway.report._run import attitude_figure, elevation_figure, forces_figure, track_figure, velocity_figure
from seaway.report._save import save
from seaway.report._stability import righting_arm_figure
from seaway.report._waves import spectrum_figure, surface_figure

__all__ = [
    "attitude_figure",
    "elevation_figure",
    "forces_figure",
    "righting_arm_figure",
    "save",
    "spectrum_figure",
    "surface_figure",
    "track_figure",
    "velocity_figure",
]

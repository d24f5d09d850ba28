"""Figures of spectra, of the surface of a sea, of stability, of runs; and the report of a run.

Figures are those of matplotlib, made without its pyplot: no window opens, nothing global changes.
"""

from seaway.report._energy import EnergyBalance, energy_balance
from seaway.report._manoeuvres import manoeuvre_figure
from seaway.report._run import attitude_figure, elevation_figure, forces_figure, track_figure, velocity_figure
from seaway.report._run_report import write_report
from seaway.report._save import save
from seaway.report._stability import righting_arm_figure
from seaway.report._waves import spectrum_figure, surface_figure

__all__ = [
    "EnergyBalance",
    "attitude_figure",
    "elevation_figure",
    "energy_balance",
    "forces_figure",
    "manoeuvre_figure",
    "righting_arm_figure",
    "save",
    "spectrum_figure",
    "surface_figure",
    "track_figure",
    "velocity_figure",
    "write_report",
]

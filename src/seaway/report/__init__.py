"""Figures of spectra, of the surface of a sea, of stability and of runs; and the report of a run.

Figures are matplotlib's, made without pyplot: no window opens, nothing global changes.
"""

from seaway.report._energy import EnergyBalance, energy_balance
from seaway.report._figures import save_figure
from seaway.report._manoeuvres import manoeuvre_figure
from seaway.report._run_charts import run_figure
from seaway.report._run_report import write_report
from seaway.report._save import save
from seaway.report._stability import righting_arm_figure
from seaway.report._waves import spectrum_figure, surface_figure

__all__ = [
    "EnergyBalance",
    "energy_balance",
    "manoeuvre_figure",
    "righting_arm_figure",
    "run_figure",
    "save",
    "save_figure",
    "spectrum_figure",
    "surface_figure",
    "write_report",
]

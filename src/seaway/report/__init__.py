"""Figures of spectra, of the surface of a sea, of stability and of runs; the report of a run; comparisons of runs.

Figures are matplotlib's, made without pyplot: no window opens, nothing global changes. Reports do without matplotlib,
whose import takes longer than they do.
"""

from typing import TYPE_CHECKING

from seaway._lazy import lazy

if TYPE_CHECKING:
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

__getattr__ = lazy(
    __name__,
    {
        "_energy": ("EnergyBalance", "energy_balance"),
        "_figures": ("save_figure",),
        "_manoeuvres": ("manoeuvre_figure",),
        "_run_charts": ("run_figure",),
        "_run_report": ("write_report",),
        "_save": ("save",),
        "_stability": ("righting_arm_figure",),
        "_waves": ("spectrum_figure", "surface_figure"),
    },
)

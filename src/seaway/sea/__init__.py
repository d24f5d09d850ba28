"""The sea that vehicles move in: water, current, waves; and the wind over it."""

from seaway.sea._components import Components
from seaway.sea._current import Current
from seaway.sea._dispersion import group_speed, wave_number
from seaway.sea._sea import Sea
from seaway.sea._sea_states import SeaState
from seaway.sea._settings import SeaSettings, WaveSettings
from seaway.sea._spectra import Eckv, Jonswap, PiersonMoskowitz, Spectrum, SpectrumTable, Tma
from seaway.sea._spreading import Spreading
from seaway.sea._statistics import spectrum_of, wave_statistics
from seaway.sea._waves import Waves
from seaway.sea._wind import Wind

__all__ = [
    "Components",
    "Current",
    "Eckv",
    "Jonswap",
    "PiersonMoskowitz",
    "Sea",
    "SeaSettings",
    "SeaState",
    "Spectrum",
    "SpectrumTable",
    "Spreading",
    "Tma",
    "WaveSettings",
    "Waves",
    "Wind",
    "group_speed",
    "spectrum_of",
    "wave_number",
    "wave_statistics",
]

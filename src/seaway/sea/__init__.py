"""Where vehicles move: water, its current, its waves; and the wind."""

from seaway.sea._bands import Bands, Peak, bands_of, peak_of
from seaway.sea._components import Components, gerstner, irregular, regular
from seaway.sea._current import Current
from seaway.sea._dispersion import group_speed, phase_speed, wave_number
from seaway.sea._sea import Sea
from seaway.sea._sea_states import SeaState, sea_state, sea_state_names
from seaway.sea._spectra import Eckv, Jonswap, PiersonMoskowitz, Spectrum, SpectrumTable
from seaway.sea._spreading import Spreading
from seaway.sea._statistics import WaveStatistics, spectrum_of, wave_statistics
from seaway.sea._waves import Waves
from seaway.sea._wind import Wind

__all__ = [
    "Bands",
    "Components",
    "Current",
    "Eckv",
    "Jonswap",
    "Peak",
    "PiersonMoskowitz",
    "Sea",
    "SeaState",
    "Spectrum",
    "SpectrumTable",
    "Spreading",
    "WaveStatistics",
    "Waves",
    "Wind",
    "bands_of",
    "gerstner",
    "group_speed",
    "irregular",
    "peak_of",
    "phase_speed",
    "regular",
    "sea_state",
    "sea_state_names",
    "spectrum_of",
    "wave_number",
    "wave_statistics",
]

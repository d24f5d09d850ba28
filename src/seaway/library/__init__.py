"""Published vehicles: each one parameter file with the source of every number, made into a vehicle and its water.

``names`` lists them, ``load`` makes one; ``LibraryVehicle.sdf`` writes it for Gazebo, and ``data_sheet`` tells what it
can do. ``read_fossen`` and ``to_fossen`` read and write parameters in Fossen's notation, ``convert`` goes between such
a file and SDFormat.
"""

from seaway.library._convert import Conversion, Notation, convert
from seaway.library._fossen import FossenVehicle, read_fossen, read_fossen_text
from seaway.library._fossen_text import FossenText, to_fossen
from seaway.library._sheet import AXES_OF_MOTION, DataSheet, data_sheet
from seaway.library._vehicle import Correction, LibraryVehicle, Quality, Source, load, names

__all__ = [
    "AXES_OF_MOTION",
    "Conversion",
    "Correction",
    "DataSheet",
    "FossenText",
    "FossenVehicle",
    "LibraryVehicle",
    "Notation",
    "Quality",
    "Source",
    "convert",
    "data_sheet",
    "load",
    "names",
    "read_fossen",
    "read_fossen_text",
    "to_fossen",
]

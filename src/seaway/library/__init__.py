"""Published vehicles: each one vehicle file with the source of every number."""

from seaway.library._sheet import DataSheet, data_sheet
from seaway.library._vehicle import LibraryVehicle, entry, names, read_vehicle

__all__ = ["DataSheet", "LibraryVehicle", "data_sheet", "entry", "names", "read_vehicle"]

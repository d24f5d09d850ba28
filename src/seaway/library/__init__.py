"""Published vehicles: each one vehicle file with the source of every number.

``names`` lists them, ``entry`` loads one; ``LibraryVehicle.sdf`` writes it for Gazebo, and ``data_sheet`` computes its
drag, thrust, speeds and natural periods. ``read_vehicle`` and ``to_toml`` read and write your own vehicle files;
``convert`` converts between Seaway's notation, Fossen's and SDFormat.
"""

from typing import TYPE_CHECKING

from seaway._lazy import lazy

if TYPE_CHECKING:
    from seaway.library._convert import convert
    from seaway.library._sheet import DataSheet, data_sheet
    from seaway.library._text import to_toml
    from seaway.library._vehicle import LibraryVehicle, entry, names, read_vehicle

__all__ = ["DataSheet", "LibraryVehicle", "convert", "data_sheet", "entry", "names", "read_vehicle", "to_toml"]

# Loading a vehicle does not import the converters.
__getattr__ = lazy(
    __name__,
    {
        "_convert": ("convert",),
        "_sheet": ("DataSheet", "data_sheet"),
        "_text": ("to_toml",),
        "_vehicle": ("LibraryVehicle", "entry", "names", "read_vehicle"),
    },
)

"""Published vehicles: each one parameter file with the source of every number, made into a vehicle and its water.

``names`` lists them, ``load`` makes one; ``LibraryVehicle.sdf`` writes it for Gazebo.
"""

from seaway.library._vehicle import Correction, LibraryVehicle, Quality, Source, load, names

__all__ = ["Correction", "LibraryVehicle", "Quality", "Source", "load", "names"]

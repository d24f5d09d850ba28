"""Gazebo worlds and models: from SDFormat documents to scenes of vehicles in a sea, and vehicles back to SDFormat."""

from seaway.gazebo._hulls import hulls
from seaway.gazebo._scene import Scene, scene, vehicles
from seaway.gazebo._to_sdf import to_sdf

__all__ = ["Scene", "hulls", "scene", "to_sdf", "vehicles"]

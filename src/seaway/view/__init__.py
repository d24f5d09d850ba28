"""Vehicles to look at: the triangles and colours that they are drawn with."""

__all__: list[str] = []

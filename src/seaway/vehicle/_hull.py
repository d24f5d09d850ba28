"""A hull: the closed surface on which the water presses."""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.mesh import Mesh

__all__ = ["Hull", "Pressure"]

Pressure = Literal["froude_krylov", "hydrostatic"]
_PRESSURES: Final = get_args(Pressure)


@dataclass(frozen=True, eq=False, init=False)
class Hull:
    """The outer surface of a vehicle, as triangles; the water presses on the part that is below the true surface.

    Each triangle is cut where the surface of the waves crosses it, and the pressure, linear between the corners, is
    integrated over what is left, force and moment alike. So a hull floats, trims, heels and rides the waves by its
    shape. A ``Damping`` is that of the vehicle afloat; it falls once less than half of that displacement is wet.

    Args:
        mesh: In the link frame B [m]; move it there with ``mesh.transformed(X_BM)``.
        pressure: ``"froude_krylov"``, the pressure of the undisturbed waves, which fades with depth; or
            ``"hydrostatic"``, ρ g times the depth below the surface of the waves above: the same in still water, right
            only for waves long against the draft.

    Raises:
        ModelError: The mesh is no ``Mesh``, or there is no such pressure.
    """

    mesh: Mesh
    pressure: Pressure

    def __init__(self, mesh: Mesh, pressure: Pressure = "froude_krylov"):
        given: Any = mesh
        if not isinstance(given, Mesh):
            raise ModelError(f"a hull is made of a Mesh, e.g. seaway.mesh.load('hull.stl'), got {given!r}")
        if pressure not in _PRESSURES:
            raise ModelError(f"there is no pressure {pressure!r}; there are: {', '.join(_PRESSURES)}")
        object.__setattr__(self, "mesh", mesh)
        object.__setattr__(self, "pressure", pressure)

    @property
    def volume(self) -> float:
        """Of the whole hull [m3]."""
        return self.mesh.volume

    @property
    def center(self) -> Floats:
        """Centre of the whole volume p_BoBcb_B [m]."""
        return self.mesh.centroid

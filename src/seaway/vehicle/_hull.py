"""A hull: the closed surface on which the water presses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.mesh import Mesh
from seaway.vehicle._hull_laws import HullLaw

__all__ = ["Hull", "Pressure"]

Pressure = Literal["froude_krylov", "hydrostatic"]
_PRESSURES: Final = get_args(Pressure)
_LAWS: Final = get_args(HullLaw)


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
        laws: What acts besides on the wet surface: ``HullFriction``, ``HullPressureDrag``, ``HullDamping``,
            ``Slamming``, one of each at most.
        compat: ``"asv"`` for friction, drag and damping with the numbers of asv_wave_sim, to compare with it: the water
            is at rest, whatever current and waves do; the part of the velocity along the surface is found with the
            unit velocity e, u - (e·n) n, and the speed is that of the point, so that a face across the flow has
            friction and is pushed on below 1 m/s; a hull without a waterline has the Reynolds number 1000. Its
            pressure is the ``"hydrostatic"`` one, to be given beside. None for what is right.
        exact_waves: Whether all components of a sea of many are worked out at every vertex. Else those that are long
            against the hull are expanded about its middle, to 1e-3 of the amplitude of the shortest of them at the
            ends of the hull, 1e-5 of the force of the waves on the whole; which is several times as fast.

    Raises:
        ModelError: The mesh is no ``Mesh``, there is no such pressure or compat, or a law is no law of a hull or is
            given twice.
    """

    mesh: Mesh
    pressure: Pressure
    laws: tuple[HullLaw, ...]
    compat: Literal["asv"] | None
    exact_waves: bool

    def __init__(
        self,
        mesh: Mesh,
        pressure: Pressure = "froude_krylov",
        laws: Sequence[HullLaw] = (),
        compat: Literal["asv"] | None = None,
        exact_waves: bool = False,
    ):
        given: Any = mesh
        if not isinstance(given, Mesh):
            raise ModelError(f"a hull is made of a Mesh, e.g. Mesh.load('hull.stl'), got {given!r}")
        if pressure not in _PRESSURES:
            raise ModelError(f"there is no pressure {pressure!r}; there are: {', '.join(_PRESSURES)}")
        if compat not in ("asv", None):
            raise ModelError(f"there is no compat {compat!r}; there are: asv, None")
        object.__setattr__(self, "mesh", mesh)
        object.__setattr__(self, "pressure", pressure)
        object.__setattr__(self, "laws", _checked_laws(laws))
        object.__setattr__(self, "compat", compat)
        if not isinstance(exact_waves, bool):
            raise ModelError(f"exact_waves must be True or False, got {exact_waves!r}")
        object.__setattr__(self, "exact_waves", exact_waves)

    @property
    def volume(self) -> float:
        """Of the whole hull [m3]."""
        return self.mesh.volume

    @property
    def center(self) -> Floats:
        """Centre of the whole volume p_BoBcb_B [m]."""
        return self.mesh.centroid


def _checked_laws(given: HullLaw | Sequence[HullLaw]) -> tuple[HullLaw, ...]:
    laws = tuple(given) if isinstance(given, Sequence) else (given,)
    for law in laws:
        if not isinstance(law, _LAWS):
            raise ModelError(f"a law of a hull must be of {', '.join(kind.__name__ for kind in _LAWS)}, got {law!r}")
    for kind in _LAWS:
        count = sum(isinstance(law, kind) for law in laws)
        if count > 1:
            raise ModelError(f"a hull has at most one {kind.__name__}, got {count}; give their sum as one")
    return laws

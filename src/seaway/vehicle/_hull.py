"""A hull: a closed surface under water pressure."""

from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from seaway import mesh
from seaway._arrays import Floats
from seaway.frames import Pose
from seaway.mesh import Mesh
from seaway.mesh._cut import Cutter
from seaway.parts import (
    KW_ONLY,
    UPRIGHT,
    Array,
    ArrayOrNone,
    Attitude,
    Choice,
    ChoiceOrNone,
    Field,
    Flag,
    NumberOrNone,
    OneOrNone,
    Part,
    Reading,
    RefusedError,
    Several,
    Whole,
    differs,
)
from seaway.vehicle._buoyancy import Buoyancy, too_large
from seaway.vehicle._hull_forces import HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming
from seaway.vehicle._simple_hulls import LyingCylinders

Pressure = Literal["froude_krylov", "hydrostatic"]
# Slices of a hull for the second moments of its submerged part.
_SLICES = 64
_FORCES = {"friction": HullFriction, "pressure_drag": HullPressureDrag, "damping": HullDamping, "slamming": Slamming}


class MeshOrFile(Field[Mesh | str | Path | None, Mesh]):
    """A mesh or the path of a mesh file; stored as the mesh."""

    hint = "Mesh | str | Path | None"
    default = None

    def check(self, value: Any) -> Any:
        """Take a mesh, or the name of a file, which is loaded with the scale and repair of other fields."""
        if value is None or isinstance(value, Mesh):
            return value
        if isinstance(value, str | Path) and str(value):
            return partial(Mesh.load, value)
        message = "must be a Mesh or the path of a mesh file, e.g. Mesh.load('hull.stl')"
        raise RefusedError(f"{message}, got {value!r}", "wrong-type")

    def read(self, value: Any, reading: Reading) -> Any:
        """Take the name of a file, which the context of the reading finds and opens."""
        if not isinstance(value, str) or not value:
            raise RefusedError(f"must be the name of a mesh file in quotes, got {value!r}", "wrong-type")
        if reading.context is None:
            return self.check(value)
        return partial(reading.context.surface, value)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A file name."""
        return {"type": "string", "minLength": 1}


class Hull(Part, what="hull"):
    """The outer surface of a vehicle as a triangle mesh, with the water pressure integrated below the wave surface.

    Each triangle is clipped at the wave surface, and the pressure, linear between its corners, is integrated over the
    submerged part to a force and a moment. Floating, trim, heel and motion in waves follow from the shape. A
    ``Damping`` is that at the floating draft; it falls once less than half of that displacement is submerged.
    """

    mesh: MeshOrFile = MeshOrFile()
    """Closed mesh, or a mesh file (.stl, .obj, .dae, .glb, .gltf)."""
    pressure: Choice[Pressure] = Choice(get_args(Pressure), default="froude_krylov")
    """Pressure model: "froude_krylov", that of the undisturbed waves, which decays with depth; or "hydrostatic", ρ g
    times the depth below the wave surface, valid only in waves that are long compared with the draft."""
    forces: Several[HullForce] = Several(
        HullFriction, HullPressureDrag, HullDamping, Slamming, by_key=_FORCES, default=()
    )
    """Further forces on the wetted surface, at most one of each kind."""
    _: KW_ONLY
    box: ArrayOrNone = ArrayOrNone(shape=(3,), unit="m", above=0.0, default=None)
    """Lengths along x, y and z of a box about the origin; in place of a mesh."""
    cylinders: OneOrNone[LyingCylinders] = OneOrNone(LyingCylinders, default=None)
    """Equal horizontal cylinders along x; in place of a mesh."""
    scale: Array = Array(shape=(3,), fill=True, default=1.0)
    """Factor from the unit of a mesh file to metres, one number or one along each axis."""
    repair: Flag = Flag(default=False)
    """Whether to repair a mesh file, if that is possible."""
    position: Array = Array(shape=(3,), unit="m", frd="vector", default=(0.0, 0.0, 0.0))
    """Origin of the mesh in the body frame."""
    attitude: Attitude = Attitude(default=UPRIGHT)
    """Attitude of the mesh in the body frame: roll, pitch, yaw, or a quaternion (w, x, y, z)."""
    subdivisions: Whole = Whole(default=0, at_most=6)
    """Number of times that each triangle is split into four."""
    reference_volume: NumberOrNone = NumberOrNone(like=Buoyancy.reference_volume, default=None)
    compat: ChoiceOrNone[Literal["asv"]] = ChoiceOrNone(("asv",), default=None)
    """Compatibility mode: "asv" reproduces friction, drag and damping of asv_wave_sim, for comparison. The water is at
    rest, whatever current and waves do; the tangential velocity is u - (e·n) n with e the unit velocity; a hull
    without a waterline has the Reynolds number 1000. Its pressure is hydrostatic: set pressure as well."""
    exact_waves: Flag = Flag(default=False)
    """Whether to evaluate all wave components at every vertex. By default, components that are long compared with the
    hull are expanded about its middle: several times as fast, with an error of at most 1e-3 of the amplitude of the
    shortest of them at the ends of the hull, and about 1e-5 of the total wave force."""

    def _derive(self) -> None:
        own = vars(self)
        if self._varying():
            return
        if not isinstance(own["mesh"], Mesh | None):  # but a function that loads it
            scale = self.scale
            one = bool(np.all(scale == scale[0]))
            own["mesh"] = own["mesh"](scale=float(scale[0]) if one else scale, repair=self.repair)
            own["scale"], own["repair"] = Hull.scale.ready, False  # the mesh is in metres now
        surface = own["mesh"]
        if surface is None and self.box is not None:
            surface = mesh.box(self.box)
        elif surface is None and self.cylinders is not None:
            surface = self.cylinders.mesh()
        if surface is None:
            return
        pose = Pose(self.position, self.attitude)
        if pose != Pose():
            surface = surface.transformed(pose)
        own["surface"] = surface.refined(self.subdivisions) if self.subdivisions else surface

    def _varying(self) -> list[str]:
        """Names of geometry fields that are given per run."""
        fields, own = Hull.__part__.fields, vars(self)
        names = ("box", "scale", "position", "attitude")
        return [name for name in names if np.ndim(own[name]) > len(fields[name].shape or ())]

    @property
    def surface(self) -> Mesh:
        """The mesh in the body frame [m]."""
        return vars(self)["surface"]

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that there is one surface, and at most one force of each kind."""
        given = [name for name in ("mesh", "box", "cylinders") if vars(self)[name] is not None]
        if len(given) != 1:
            yield "mesh", f"one of mesh and box is needed, got {' and '.join(given) or 'none'}"
        else:
            for name in ("scale", "repair"):
                if differs(self, name):
                    yield name, f"{name} is for a mesh from a file; a box and a Mesh are in metres"
            yield from too_large(self.reference_volume, self.volume) if "surface" in vars(self) else ()
        for name in self._varying():
            yield name, f"{name} cannot differ between runs"
        for kind in _FORCES.values():
            count = sum(isinstance(force, kind) for force in self.forces)
            if count > 1:
                yield "forces", f"at most one {kind.__name__} is allowed, got {count}; give their sum as one"

    @property
    def volume(self) -> float:
        """Volume of the whole hull [m3]."""
        return self.surface.volume

    @property
    def center(self) -> Floats:
        """Centre of the whole volume p_BoBcb_B [m]."""
        return self.surface.centroid

    @cached_property
    def sections(self) -> Floats:
        """Second moments of the submerged part of the upright hull, at submerged fractions of 0 to 1 in eighths.

        Squares of the semi-axes of the ellipsoid with the same second moments along x, y and z [m2], (9, 3).
        """
        return wet_sections(self.surface)


def wet_sections(surface: Mesh) -> Floats:
    """See ``Hull.sections``: from its waterplanes in thin slices."""
    cutter, up = Cutter(surface), np.array([0.0, 0.0, 1.0])
    low, high = cutter.heights(up)
    edges = np.linspace(low, high, _SLICES + 1)
    heights, thickness = 0.5 * (edges[1:] + edges[:-1]), np.diff(edges)
    planes = [cutter.cut(up, float(z)) for z in heights]
    weights = thickness * [plane.waterplane_area for plane in planes]
    places = np.array([[*plane.waterplane_centroid[:2], z] for plane, z in zip(planes, heights, strict=True)])
    own = np.array([[*np.diag(plane.waterplane_moments)[:2], 0.0] for plane in planes]) * thickness[:, None]
    own[:, 2] = weights * thickness**2 / 12.0
    volume = np.cumsum(weights)
    first = np.cumsum(weights[:, None] * places, axis=0)
    second = np.cumsum(weights[:, None] * places**2 + own, axis=0)
    spread = np.maximum(second / volume[:, None] - (first / volume[:, None]) ** 2, 0.0)
    shares = np.linspace(0.0, 1.0, 9)
    return np.stack([np.interp(shares, volume / volume[-1], 5.0 * spread[:, k]) for k in range(3)], axis=-1)

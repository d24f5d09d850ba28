"""What a vehicle looks like: shapes and meshes with colours, without influence on its motion."""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from seaway import mesh
from seaway._arrays import Floats
from seaway.errors import MeshError, SeawayError, SeawayWarning
from seaway.frames import Pose
from seaway.mesh import Mesh
from seaway.mesh._surface import Surface, SurfaceFile
from seaway.parts import (
    KW_ONLY,
    UPRIGHT,
    Array,
    ArrayOrNone,
    Attitude,
    Field,
    Flag,
    NameOrNone,
    Part,
    Reading,
    RefusedError,
    differs,
    near,
    read_kind,
    rows_of,
    shown,
)
from seaway.shapes import Box, Capsule, Cone, Cylinder, DrawnShape, DrawnShapeOrNone, Ellipsoid, Sphere

Rgba = tuple[float, float, float, float]
# Colours by name, as in CSS.
_COLORS: Final[dict[str, str]] = {
    "black": "000000", "white": "ffffff", "gray": "808080", "grey": "808080", "silver": "c0c0c0",
    "lightgray": "d3d3d3", "darkgray": "404040", "red": "ff0000", "maroon": "800000", "orange": "ffa500",
    "gold": "ffd700", "yellow": "ffff00", "olive": "808000", "green": "008000", "lime": "00ff00", "teal": "008080",
    "cyan": "00ffff", "turquoise": "40e0d0", "skyblue": "87ceeb", "blue": "0000ff", "royalblue": "4169e1",
    "navy": "000080", "purple": "800080", "magenta": "ff00ff", "pink": "ffc0cb", "brown": "a52a2a", "tan": "d2b48c",
}  # fmt: skip
_HEX: Final = re.compile("#([0-9a-fA-F]{6})([0-9a-fA-F]{2})?")
# Sides of a circle and splits of a sphere: smooth to the eye, a few hundred triangles a shape.
_SEGMENTS: Final = 32
_SUBDIVISIONS: Final = 3


class Color(Field[str | Sequence[float] | None, Rgba | None]):
    """A colour: a name, ``"#rrggbb"``, or red, green, blue and optional alpha in [0, 1]; kept as the four numbers."""

    hint = "str | Sequence[float] | None"
    default = None
    label = "colour"

    def check(self, value: Any) -> Any:
        """Take a name, a hexadecimal text, or three or four numbers."""
        if value is None:
            return None
        if isinstance(value, str):
            found = _HEX.fullmatch(f"#{_COLORS[value.lower()]}" if value.lower() in _COLORS else value)
            if found is None:
                hint = near(value.lower(), tuple(_COLORS))
                raise RefusedError(f"{_rule()}, got {shown(value)}{hint}", "wrong-value")
            return tuple(each / 255.0 for each in bytes.fromhex(found[1] + (found[2] or "ff")))
        try:
            numbers = np.asarray(value)
        except ValueError:
            numbers = np.empty(0, dtype=object)
        if numbers.dtype.kind not in "iuf" or numbers.shape not in ((3,), (4,)):
            raise RefusedError(f"{_rule()}, got {shown(value)}", "wrong-type")
        if not np.all((numbers >= 0.0) & (numbers <= 1.0)):
            hint = "; divide by 255" if np.all((numbers >= 0.0) & (numbers <= 255.0)) else ""
            raise RefusedError(f"must have numbers in [0, 1], got {shown(value)}{hint}", "out-of-range")
        return tuple(float(each) for each in (*numbers, 1.0)[:4])

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A text, or three or four numbers."""
        number = {"type": "number", "minimum": 0.0, "maximum": 1.0}
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": number, "minItems": 3, "maxItems": 4}]}


def _rule() -> str:
    return "must be a name such as 'orange', '#rrggbb', or 3 or 4 numbers in [0, 1]"


class SurfaceOrFile(Field[Mesh | Surface | SurfaceFile | str | Path | None, Surface | SurfaceFile | None]):
    """A surface, or a file with one, which is not parsed before it is drawn."""

    hint = "Mesh | Surface | str | Path | None"
    default = None

    def check(self, value: Any) -> Any:
        """Take a surface, or the name of a file."""
        if value is None or isinstance(value, Surface | SurfaceFile):
            return value
        if isinstance(value, Mesh):
            return Surface.of(value)
        if isinstance(value, str | Path) and str(value):
            return _content(value, SurfaceFile.of)
        raise RefusedError(f"must be a Mesh, a Surface or the path of a mesh file, got {shown(value)}", "wrong-type")

    def read(self, value: Any, reading: Reading) -> Any:
        """Take the name of a file, which the context of the reading finds and opens."""
        if not isinstance(value, str) or not value:
            raise RefusedError(f"must be the name of a mesh file in quotes, got {shown(value)}", "wrong-type")
        return self.check(value) if reading.context is None else _content(value, reading.context.drawing)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """A file name."""
        return {"type": "string", "minLength": 1}


def _content(name: str | Path, opened: Any) -> SurfaceFile:
    """The content of a file; empty, with a warning, if it cannot be opened: the motion does not depend on it."""
    try:
        return opened(name)
    except SeawayError as error:
        warnings.warn(f"a visual is not drawn: {error}", SeawayWarning, stacklevel=2)
        return SurfaceFile(Path(name).name, b"")


def _not_zero(scale: Floats) -> str | None:
    return None if np.all(scale != 0.0) else f"must not be 0, got {scale.tolist()}"


class Visual(Part, what="visual"):
    """A shape or mesh that shows what a vehicle looks like. It has no influence on the motion.

    Example:
        An orange float of a catamaran that lies along x:

        >>> from math import pi
        >>> from seaway.shapes import Capsule
        >>> from seaway.vehicle import Visual
        >>> Visual(Capsule(radius=0.2, length=3.0), (0, 1, 0), (0, pi / 2, 0), color="orange").color
        (1.0, 0.6470588235294118, 0.0, 1.0)
    """

    shape: DrawnShapeOrNone = DrawnShapeOrNone()
    """Simple shape; cylinders, capsules and cones lie along z."""
    position: Array = Array(shape=(3,), unit="m", frd="vector", by_run=False, default=(0.0, 0.0, 0.0))
    """Origin of the shape or mesh in the body frame."""
    attitude: Attitude = Attitude(default=UPRIGHT)
    """Attitude of the shape or mesh in the body frame: roll, pitch, yaw, or a quaternion (w, x, y, z)."""
    _: KW_ONLY
    color: Color = Color()
    """Colour: a name, "#rrggbb", or red, green, blue and optional alpha in [0, 1]; by default that of the mesh file,
    else grey."""
    mesh: SurfaceOrFile = SurfaceOrFile()
    """Mesh file (.stl, .obj, .dae, .glb, .gltf) in place of a shape; it need not be closed. One that is missing or
    broken is left out with a warning."""
    scale: Array = Array(shape=(3,), fill=True, by_run=False, rule=_not_zero, default=1.0)
    """Factor from the unit of a mesh file to metres, one number or one along each axis; a negative one mirrors."""
    name: NameOrNone = NameOrNone(default=None)
    """Name in lists."""
    actuator: NameOrNone = NameOrNone(default=None)
    """Name of the thruster or fin that it turns with; the vehicle is then drawn without one of its own for it."""

    def conflicts(self) -> Iterator[tuple[str, str]]:
        """Check that there is one thing to draw."""
        if (self.shape is None) == (self.mesh is None):
            got = "none" if self.shape is None else "both"
            yield "shape", f"one of shape and mesh is needed, got {got}"
        if self.shape is not None and differs(self, "scale"):
            yield "scale", "scale is for a mesh; a shape has its size"
        if self.shape is not None and rows_of(self.shape) is not None:
            yield "shape", "shape cannot differ between runs"
        if np.ndim(self.attitude) > 1:
            yield "attitude", "attitude cannot differ between runs"

    @property
    def pose(self) -> Pose:
        """X_BV of the shape or mesh in the body."""
        return Pose(self.position, self.attitude)

    def surface(self) -> Surface | None:
        """Make its triangles in the frame of the shape or mesh [m]; None if its file is missing.

        Raises:
            MeshError: The mesh file is broken.
        """
        if self.shape is not None:
            return Surface.of(shape_mesh(self.shape))
        given = self.mesh
        if isinstance(given, SurfaceFile):
            return given.surface(self.scale) if given.data else None
        if given is None:
            raise MeshError("a visual needs a shape or a mesh")
        faces = given.faces[:, ::-1] if np.prod(np.sign(self.scale)) < 0.0 else given.faces
        return Surface(given.vertices * self.scale, faces, given.colors)


def shape_mesh(shape: DrawnShape) -> Mesh:
    """Triangles of a shape that look smooth, in its own frame [m]."""
    match shape:
        case Box():
            return mesh.box(shape.size)
        case Sphere():
            return mesh.sphere(shape.radius, _SUBDIVISIONS)
        case Ellipsoid():
            return mesh.ellipsoid(shape.radii, _SUBDIVISIONS)
        case Cylinder():
            return mesh.cylinder(shape.radius, shape.length, _SEGMENTS)
        case Capsule():
            return mesh.capsule(shape.radius, shape.length, _SEGMENTS)
        case Cone():
            return mesh.cone(shape.radius, shape.length, _SEGMENTS)


class VisualForms(Part, extends=Visual):
    """Other keys of a visual."""

    _: KW_ONLY
    axis: ArrayOrNone = ArrayOrNone(shape=(3,), direction=True, frd="vector", default=None)
    """Direction of the axis of a cylinder, capsule or cone in the body frame, in place of an attitude."""
    mirrored: Flag = Flag(default=False)
    """Whether there is a second one on the other side of the vehicle, at -y."""

    def made(self, table: Mapping[str, Any], reading: Reading) -> Visual | tuple[Visual, ...]:
        """Make the visual, or both."""
        visual = cast("Visual", read_kind(Visual, table, reading))
        if self.axis is not None:
            if "attitude" in table or "attitude_deg" in table:
                raise RefusedError("and attitude give the same thing; give one of them", "given-twice")
            visual = visual.replace(attitude=along(self.axis))
        if not self.mirrored:
            return visual
        if visual.shape is None:
            raise RefusedError("is for shapes; mirror a mesh with a negative scale")
        flipped = {"position": visual.position * (1, -1, 1), "attitude": visual.attitude * (1, -1, 1, -1)}
        return visual, visual.replace(**flipped)


def along(axis: Floats) -> Floats:
    """The quaternion that turns z to a direction, by the shortest way."""
    x, y, z = axis.tolist()
    if z < -1.0 + 1e-12:
        return np.array([0.0, 1.0, 0.0, 0.0])
    half = np.array([1.0 + z, -y, x, 0.0])  # (1 + z·a, z × a)
    return half / np.linalg.norm(half)

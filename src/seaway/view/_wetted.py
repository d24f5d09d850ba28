"""The wet part of a hull: the waterline, and the pressure on it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from seaway._arrays import Floats, Integers
from seaway.frames import quaternion_normalized, rotated
from seaway.vehicle import Hull
from seaway.view._motion import Instant

if TYPE_CHECKING:
    from seaway.view._scene import Stage

__all__ = ["Pressure", "Waterline", "waterline_of"]

_FOAM: Final = (245, 250, 252)
# More panels than this are thinned: a page shows no more.
_PANELS: Final = 4000
# From no pressure to the largest: blue, cyan, green, yellow, red.
_SCALE: Final = np.array(
    [[40, 60, 200], [30, 170, 220], [60, 190, 90], [245, 215, 50], [220, 50, 40]], dtype=np.float64
)


def waterline_of(vertices: Floats, faces: Integers, submergence: Floats) -> Floats:
    """Segments in which a surface cuts triangles [m], (n, 2, 3).

    Args:
        vertices: Corners [m], (n, 3).
        faces: Triangles, (m, 3).
        submergence: Depth of each corner below the surface [m], (n,).
    """
    wet = submergence[faces] > 0.0
    cut = faces[(np.sum(wet, axis=1) % 3) > 0]
    if not len(cut):
        return np.zeros((0, 2, 3))
    under = submergence[cut] > 0.0
    # Turn each triangle so that its first corner is alone on its side.
    alone = np.sum(under, axis=1) == 1
    lonely = np.argmax(under == alone[:, None], axis=1)
    order = (lonely[:, None] + np.arange(3)) % 3
    a, b, c = np.take_along_axis(cut, order, axis=1).T
    ends = [_crossing(vertices, submergence, a, other) for other in (b, c)]
    return np.stack(ends, axis=1)


def _crossing(vertices: Floats, submergence: Floats, one: Integers, other: Integers) -> Floats:
    share = submergence[one] / (submergence[one] - submergence[other])
    return vertices[one] + share[:, None] * (vertices[other] - vertices[one])


class _Hulls:
    """Hull meshes of the vehicles of a stage, and where they are."""

    def __init__(self, stage: "Stage"):
        self.stage, self.nodes = stage, dict[int, Any]()
        self.meshes = dict[int, tuple[Floats, Integers]]()
        for k, figure in enumerate(stage.figures):
            vehicle = figure.actor.vehicle
            if vehicle is None or figure.actor.ghost or stage.sea.surface is None:
                continue
            if isinstance(vehicle.buoyancy, Hull):
                surface = vehicle.buoyancy.surface
                self.meshes[k] = np.asarray(surface.vertices), np.asarray(surface.faces)

    def remove(self) -> None:
        """Take them off."""
        for node in self.nodes.values():
            node.remove()

    def placed(self, k: int, instant: Instant) -> Floats:
        """Corners of a hull in the world [m], (n, 3)."""
        q = quaternion_normalized(instant.orientation)
        return rotated(q, self.meshes[k][0]) + instant.position

    def submergence(self, points: Floats, time: float) -> Floats:
        """Depth of points below the surface above them [m], (n,)."""
        surface = self.stage.surface
        if surface is None:
            return np.full(len(points), np.inf)
        return surface.level + surface.elevation(points[:, 0], points[:, 1], time) - points[:, 2]


class Waterline(_Hulls):
    """The line in which the surface cuts each hull."""

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        """Draw it as it is at a time."""
        for k, (_, faces) in self.meshes.items():
            points = self.placed(k, instants[k])
            segments = waterline_of(points, faces, self.submergence(points, time))
            if not len(segments):
                segments = np.repeat(points[:1, None], 2, axis=1)
            local = (segments - instants[k].position).astype(np.float32)
            if k not in self.nodes:
                self.nodes[k] = self.stage.server.scene.add_line_segments(
                    f"/world/waterline{k}", local, _FOAM, thickness=2.0, thickness_units="screen"
                )
            self.nodes[k].points = local
            self.nodes[k].position = instants[k].position


class Pressure(_Hulls):
    """Dots on the wet panels of each hull, coloured by the pressure of the water; the dry ones have none."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        stage.clear_water(on=bool(self.meshes))
        self.panels = dict[int, tuple[Floats, Floats]]()
        self.largest = dict[int, float]()
        for k, (vertices, faces) in self.meshes.items():
            kept = faces[:: max(1, len(faces) // _PANELS)]
            corners = vertices[kept]
            across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            area = np.linalg.norm(across, axis=1)
            outward = across / np.maximum(area, 1e-12)[:, None]
            size = float(np.sqrt(np.median(area)))
            self.panels[k] = np.mean(corners, axis=1) + 0.02 * size * outward, np.mean(vertices, axis=0)
            self.nodes[k] = stage.server.scene.add_point_cloud(
                f"/world/vehicle{k}/pressure",
                self.panels[k][0].astype(np.float32),
                np.zeros((len(kept), 3), dtype=np.uint8),
                point_size=size,
                point_shape="circle",
                precision="float32",
                point_shading="flat",
            )

    def remove(self) -> None:
        """Take them off."""
        super().remove()
        self.stage.clear_water(on=False)

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        """Colour them as they are at a time."""
        sea = self.stage.sea
        for k, (centers, inside) in self.panels.items():
            q = quaternion_normalized(instants[k].orientation)
            points = rotated(q, centers) + instants[k].position
            wet = self.submergence(points, time) > 0.0
            head = (sea.surface or 0.0) - points[:, 2]
            pressure = np.maximum(sea.density * sea.gravity * head + sea.dynamic_pressure(points, time), 0.0)
            most = float(np.max(pressure, where=wet, initial=1e-9))
            self.largest[k] = max(self.largest.get(k, 0.0), most)
            shade = np.clip(pressure / self.largest[k], 0.0, 1.0) * (len(_SCALE) - 1)
            rgb = np.stack([np.interp(shade, np.arange(len(_SCALE)), _SCALE[:, c]) for c in range(3)], axis=-1)
            self.nodes[k].colors = rgb.astype(np.uint8)
            self.nodes[k].points = np.where(wet[:, None], centers, inside).astype(np.float32)

"""The scene: sea, seabed and vehicles as nodes of a viser server, moved from time to time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from seaway._arrays import Floats
from seaway.frames import quaternion_normalized
from seaway.sea import Sea
from seaway.vehicle import Vehicle
from seaway.view._bodies import Body, bodies_of
from seaway.view._motion import Instant, thrust_of
from seaway.view._overlays import Overlay, make_overlay
from seaway.view._sky import AIR, VISIBILITY, WATER, Medium, light
from seaway.view._surface import SurfaceMesh

if TYPE_CHECKING:
    from viser import FrameHandle, ViserServer

__all__ = ["Actor", "Camera", "Stage"]

Camera = Literal["follow", "top", "side", "free"]

_SEABED: Final = (168, 150, 116)
_GHOST_OPACITY: Final = 0.35
# A propeller at its largest recorded speed turns so fast on the page [rad/s]: a real one would look still.
_TURNING: Final = 9.0
# Size of a vehicle of which nothing is known [m].
_SIZE: Final = 1.0


@dataclass(frozen=True, eq=False)
class Actor:
    """A vehicle to draw.

    Attributes:
        label: Name on the page.
        vehicle: The vehicle; None draws a plain ellipsoid.
        ghost: Whether it is translucent.
        path: Path to draw [m], (n, 3).
        waypoints: Waypoints to draw [m], (n, 3).
    """

    label: str
    vehicle: Vehicle | None
    ghost: bool = False
    path: Floats | None = None
    waypoints: Floats | None = None


class _Part:
    """A body that turns about an axis of its vehicle: a propeller or a fin."""

    def __init__(self, frame: "FrameHandle", body: Body):
        self.frame, self.body, self._angle = frame, body, 0.0
        self._largest = 0.0

    def turn(self, angle: float) -> None:
        if angle != self._angle:
            self._angle = angle
            half = 0.5 * angle
            self.frame.wxyz = np.array([np.cos(half), *(np.sin(half) * np.asarray(self.body.axis))])

    def spin(self, thrust: float, seconds: float) -> None:
        self._largest = max(self._largest, abs(thrust))
        if self._largest > 0.0 and thrust != 0.0:
            rate = _TURNING * np.sign(thrust) * (abs(thrust) / self._largest) ** 0.5
            self.turn((self._angle + rate * min(seconds, 1.0)) % (2.0 * np.pi))


class _Figure:
    """The nodes of one vehicle."""

    def __init__(self, server: "ViserServer", name: str, actor: Actor):
        self.actor, self.name = actor, name
        scene = server.scene
        self.bodies = bodies_of(actor.vehicle) if actor.vehicle is not None else _plain_bodies()
        points = np.concatenate([body.vertices for body in self.bodies])
        self.size = float(np.max(np.ptp(points, axis=0)))
        self.top = float(np.max(points[:, 2]))
        self.frame = scene.add_frame(name, show_axes=False)
        self.parts: list[_Part] = []
        self.meshes: list[Any] = []
        for k, body in enumerate(self.bodies):
            holder, vertices = name, np.asarray(body.vertices)
            if body.part:
                holder, pivot = f"{name}/part{k}", np.asarray(body.pivot)
                self.parts.append(_Part(scene.add_frame(holder, show_axes=False, position=pivot), body))
                vertices = vertices - pivot
            *rgb, alpha = body.color
            opacity = min(alpha, _GHOST_OPACITY) if actor.ghost else alpha
            self.meshes.append(
                scene.add_mesh_simple(
                    f"{holder}/body{k}",
                    vertices.astype(np.float32),
                    np.asarray(body.faces),
                    color=(int(255 * rgb[0]), int(255 * rgb[1]), int(255 * rgb[2])),
                    opacity=None if opacity >= 1.0 else opacity,
                    side="double",
                    flat_shading=len(body.faces) < 400,
                )
            )

    def move(self, instant: Instant, thrusts: Sequence[float], seconds: float) -> None:
        self.frame.position = instant.position
        self.frame.wxyz = quaternion_normalized(instant.orientation)
        vehicle = self.actor.vehicle
        if vehicle is None:
            return
        for part in self.parts:
            body = part.body
            if body.part == "thruster" and body.index < len(thrusts):
                part.spin(thrusts[body.index], seconds)
            elif body.part == "fin" and body.index < len(vehicle.fins):
                part.turn(instant.actuators.get(vehicle.fins[body.index].name, 0.0))


class Stage:
    """A scene in a viser server.

    Everything stands below the node ``/world``, which is moved against the vehicle that the camera follows: so the
    camera stays free to orbit about it, in a file too.

    Args:
        server: The server.
        sea: The sea.
        actors: Vehicles.
        camera: Point of view.
        overlays: Overlays to draw, see ``_overlays.OVERLAYS``.
        linear: Whether the length of force arrows is linear in the force; else logarithmic.
        start: Position of the first vehicle at the start [m], (3,).
    """

    def __init__(
        self,
        server: "ViserServer",
        sea: Sea,
        actors: Sequence[Actor],
        *,
        camera: Camera = "follow",
        overlays: Sequence[str] = (),
        linear: bool = False,
        start: Floats | None = None,
    ):
        self.server, self.sea, self.actors = server, sea, tuple(actors)
        self.camera: Camera = camera
        self.linear = linear
        self.followed = 0
        self._time: float | None = None
        scene = server.scene
        scene.world_axes.visible = False
        self._world = scene.add_frame("/world", show_axes=False)
        self.figures = [_Figure(server, f"/world/vehicle{k}", actor) for k, actor in enumerate(self.actors)]
        self.size = max((figure.size for figure in self.figures), default=_SIZE)
        self._first = np.zeros(3) if start is None else np.asarray(start, dtype=np.float64)
        self.submerged = sea.surface is not None and sea.surface - self._first[2] > 1.5 * self.size
        self._light()
        self.surface = None if sea.surface is None else SurfaceMesh(sea, self.size)
        self._add_water()
        self._add_seabed()
        self.overlays: dict[str, Overlay] = {name: make_overlay(self, name) for name in overlays}
        self.aim(camera)

    # Parts of the scene

    def _light(self) -> None:
        light(self.server, self.medium, self.distance)

    @property
    def medium(self) -> Medium:
        """What the camera is in at the start."""
        return WATER if self.submerged or self.sea.surface is None else AIR

    @property
    def distance(self) -> float:
        """Visible range at the start [m]."""
        return self.range_in(self.medium)

    def range_in(self, medium: Medium) -> float:
        """Visible range [m]."""
        return VISIBILITY if medium is WATER else 30.0 * max(self.size, 5.0)

    def medium_at(self, place: Floats) -> Medium:
        """What a camera is in, which is at a place on the page [m], (3,)."""
        if self.surface is None or self._time is None:
            return self.medium
        p = np.asarray(place, dtype=np.float64) - self._world.position
        z = self.surface.level + float(self.surface.elevation(p[:1], p[1:2], self._time)[0])
        return WATER if p[2] < z else AIR

    def _add_water(self) -> None:
        if self.surface is None:
            return
        scene, mesh, medium = self.server.scene, self.surface, self.medium
        self._sea_frame = scene.add_frame("/world/sea", show_axes=False)
        looks: dict[str, Any] = {"color": medium.surface, "opacity": medium.opacity, "side": "double"}
        flat = np.stack([mesh.x, mesh.y, 0.0 * mesh.x], axis=-1).astype(np.float32)
        self._water = scene.add_mesh_simple("/world/sea/surface", flat, mesh.faces, cast_shadow=False, **looks)
        vertices, faces = mesh.outskirts()
        scene.add_mesh_simple("/world/sea/far", vertices.astype(np.float32), faces, cast_shadow=False, **looks)

    def _add_seabed(self) -> None:
        sea, scene = self.sea, self.server.scene
        self._seabed_frame = None
        if sea.surface is None or sea.depth is None:
            return
        self._seabed_frame = scene.add_frame("/world/seabed", show_axes=False)
        reach = 4.0 * max(self.distance, 50.0)
        corners = reach * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=np.float32)
        scene.add_mesh_simple(
            "/world/seabed/sand", corners, np.array([[0, 1, 2], [0, 2, 3]]), color=_SEABED, side="double"
        )
        self._cell = float(10.0 ** np.ceil(np.log10(max(self.size, 0.1))))
        count = 2.0 * np.ceil(min(reach, 30.0 * self._cell) / self._cell) * self._cell
        scene.add_grid(
            "/world/seabed/grid",
            width=count,
            height=count,
            plane="xy",
            cell_size=self._cell,
            section_size=5.0 * self._cell,
            cell_color=(140, 124, 94),
            section_color=(116, 102, 76),
            position=(0.0, 0.0, 0.01 * self.size),
        )

    # Motion

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        """Move everything to where it is at a time.

        Args:
            time: [s].
            instants: What each vehicle does.
        """
        seconds = 0.0 if self._time is None else abs(time - self._time)
        self._time = time
        center = np.asarray(instants[self.followed].position, dtype=np.float64)
        if not np.all(np.isfinite(center)):
            return
        self._world.position = -self._orbited(center)
        if self.surface is not None:
            self._sea_frame.position = np.array([center[0], center[1], self.surface.level])
            self._water.vertices = self.surface.vertices(center, time).astype(np.float32)
        if self._seabed_frame is not None:
            at = np.round(center[:2] / self._cell) * self._cell  # the grid stays where it is in the world
            floor = (self.sea.surface or 0.0) - (self.sea.depth or 0.0)
            self._seabed_frame.position = np.array([at[0], at[1], floor])
        for figure, instant in zip(self.figures, instants, strict=True):
            figure.move(instant, self.thrusts(figure.actor.vehicle, instant), seconds)
        for overlay in self.overlays.values():
            overlay.draw(time, instants)

    def change_sea(self, sea: Sea, drift: Floats) -> None:
        """Draw another sea with the same surface from now on.

        Args:
            sea: The sea.
            drift: How far the frame of its waves is off at time 0 [m], (2,).
        """
        self.sea = sea
        if self.surface is not None:
            self.surface = SurfaceMesh(sea, self.size, drift=drift)
        for name in ("current", "wind"):
            if name in self.overlays:
                self.switch(name, on=False)
                self.switch(name, on=True)

    def clear_water(self, on: bool) -> None:
        """Let one see through the surface, for what is below it."""
        if self.surface is not None:
            self._water.opacity = 0.45 if on else self.medium.opacity

    def switch(self, name: str, on: bool) -> None:
        """Draw an overlay from now on, or no longer."""
        if on and name not in self.overlays:
            self.overlays[name] = make_overlay(self, name)
        elif not on and name in self.overlays:
            self.overlays.pop(name).remove()

    def thrusts(self, vehicle: Vehicle | None, instant: Instant) -> list[float]:
        """Thrust of each thruster of a vehicle [N]."""
        if vehicle is None:
            return []
        values: Mapping[str, float] = instant.actuators
        return [thrust_of(each, values.get(each.name, 0.0), self.sea.density) for each in vehicle.thrusters]

    def _orbited(self, center: Floats) -> Floats:
        """The point about which the camera orbits: it follows the vehicle, but not its heave at the surface."""
        if self.camera == "free":
            return self._first * np.array([1.0, 1.0, 1.0 if self.submerged else 0.0])
        if self.submerged or self.sea.surface is None:
            return center
        return np.array([center[0], center[1], min(center[2] + self.size, self.sea.surface)])

    def aim(self, camera: Camera) -> None:
        """Choose the point of view."""
        self.camera = camera
        position, look_at = self.view_of(camera)
        initial = self.server.initial_camera
        initial.position, initial.look_at = position, look_at
        initial.fov = np.radians(45.0)
        initial.near, initial.far = 0.02 * max(self.size, 0.5), 30.0 * (self.surface.radius if self.surface else 200.0)
        for client in self.server.get_clients().values():
            client.camera.position, client.camera.look_at = position, look_at

    def view_of(self, camera: Camera) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Where a camera is and what it looks at, about the vehicle that it follows [m]."""
        s = max(self.size, 0.4) * (1.35 if self.submerged else 1.0)
        if camera == "top":
            return (-0.01 * s, 0.0, 4.0 * s), (0.0, 0.0, 0.0)
        if camera == "side":
            return (0.0, -2.2 * s, 0.22 * s), (0.0, 0.0, 0.08 * s)
        return (-1.25 * s, -1.45 * s, 0.5 * s), (0.0, 0.0, 0.08 * s)


def _plain_bodies() -> tuple[Body, ...]:
    from seaway import mesh

    ball = mesh.ellipsoid((0.5 * _SIZE, 0.25 * _SIZE, 0.2 * _SIZE), 3)
    return (Body("body", ball.vertices, ball.faces, (0.95, 0.75, 0.1, 1.0)),)

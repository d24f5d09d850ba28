"""Overlays: what the eye cannot see, drawn over the scene; each is switched on and off by its name."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from seaway._arrays import Floats
from seaway.errors import ModelError
from seaway.frames import cross_matrix
from seaway.vehicle import Buoyancy, Hull, Vehicle
from seaway.view._motion import Instant
from seaway.view._wetted import Pressure, Waterline

if TYPE_CHECKING:
    from seaway.view._scene import Stage

__all__ = ["DEFAULT_OVERLAYS", "OVERLAYS", "Overlay", "check_overlays", "make_overlay"]

Color = tuple[int, int, int]

_PATH: Final[Color] = (255, 210, 70)
_ROUTE: Final[Color] = (255, 255, 255)
_SET_POINT: Final[Color] = (255, 120, 30)
_THRUST: Final[Color] = (255, 90, 60)
_TOTAL: Final[Color] = (20, 20, 20)
_CURRENT: Final[Color] = (40, 200, 190)
_WIND: Final[Color] = (235, 240, 250)
# Told apart also by those who see fewer colours: the palette of Okabe and Ito.
_FORCES: Final[tuple[Color, ...]] = (
    (230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0), (204, 121, 167),
    (150, 150, 150),
)  # fmt: skip
# A force of this share of the largest has a label, and a smaller one none.
_LABELLED: Final = 0.01
# Decades below the weight that an arrow of logarithmic length shows.
_DECADES: Final = 3.0


class Overlay(Protocol):
    """Nodes over the scene."""

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        """Move them to where they are at a time."""
        ...

    def remove(self) -> None:
        """Take them off."""
        ...


class _Nodes:
    """Nodes that go together."""

    def __init__(self, stage: "Stage"):
        self.stage, self.scene, self.size = stage, stage.server.scene, stage.size
        self.nodes: list[Any] = []

    def kept(self, node: Any) -> Any:
        self.nodes.append(node)
        return node

    def remove(self) -> None:
        for node in self.nodes:
            node.remove()

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        pass

    def arrows(self, name: str, count: int, colors: Any, width: float = 1.0) -> Any:
        s = 0.012 * width * self.size
        points = np.zeros((count, 2, 3), dtype=np.float32)
        points[:, 1, 0] = 1e-3 * self.size
        made = self.scene.add_arrows(name, points, colors, shaft_radius=s, head_radius=2.6 * s, head_length=6.0 * s)
        return self.kept(made)

    def label(self, name: str, text: str, position: Any = (0.0, 0.0, 0.0)) -> Any:
        return self.kept(
            self.scene.add_label(name, text, position=position, font_screen_scale=0.8, anchor="bottom-center")
        )


class _Paths(_Nodes):
    """Where vehicles have been; of a recording, where they will be too."""

    LONGEST: Final = 1500

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        self.trails: dict[int, list[Floats]] = {}
        for k, actor in enumerate(stage.actors):
            if actor.path is None:
                self.trails[k] = []
            else:
                path = actor.path[np.all(np.isfinite(actor.path), axis=1)]
                path = path[:: max(1, len(path) // self.LONGEST)]
                if len(path) > 1:
                    self.kept(self._line(k, np.stack([path[:-1], path[1:]], axis=1)))
        self.lines: dict[int, Any] = {}

    def _line(self, k: int, points: Floats) -> Any:
        shade = _PATH if not self.stage.actors[k].ghost else (200, 200, 200)
        return self.scene.add_line_segments(
            f"/world/path{k}", points.astype(np.float32), shade, thickness=2.0, thickness_units="screen"
        )

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        for k, trail in self.trails.items():
            here = np.asarray(instants[k].position, dtype=np.float64)
            if trail and np.linalg.norm(here - trail[-1]) < 0.2 * self.size:
                continue
            trail.append(here.copy())
            del trail[: -self.LONGEST]
            if len(trail) > 1:
                points = np.stack([np.array(trail[:-1]), np.array(trail[1:])], axis=1)
                if k in self.lines:
                    self.lines[k].points = points.astype(np.float32)
                else:
                    self.lines[k] = self.kept(self._line(k, points))


class _Routes(_Nodes):
    """Waypoints, paths to follow, stations."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        for k, actor in enumerate(stage.actors):
            route = actor.waypoints
            if route is None or not len(route) or actor.ghost:
                continue
            if len(route) > 1:
                points = np.stack([route[:-1], route[1:]], axis=1).astype(np.float32)
                name = f"/world/route{k}"
                self.kept(self.scene.add_line_segments(name, points, _ROUTE, thickness=1.5, thickness_units="screen"))
            if len(route) <= 100:
                for n, place in enumerate(route):
                    self.kept(
                        self.scene.add_icosphere(
                            f"/world/waypoint{k}_{n}", 0.12 * self.size, _ROUTE, subdivisions=2, position=place
                        )
                    )


class _SetPoints(_Nodes):
    """Where the autopilot wants a vehicle to be, and to head."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        self.marks: dict[int, tuple[Any, Any]] = {}

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        level = self.stage.sea.surface or 0.0
        for k, instant in enumerate(instants):
            wanted = {name: value for name, value in instant.set_points.items() if np.isfinite(value)}
            place = np.array([wanted.get(axis, own) for axis, own in zip("xyz", instant.position, strict=True)])
            if "depth" in wanted:
                place[2] = level - wanted["depth"]
            somewhere = bool(wanted.keys() & {"x", "y", "z", "depth"})
            if self.stage.actors[k].ghost or not (somewhere or "yaw" in wanted):
                continue
            if k not in self.marks:
                ball = self.scene.add_icosphere(
                    f"/world/set_point{k}", 0.1 * self.size, _SET_POINT, subdivisions=2, opacity=0.7
                )
                self.marks[k] = self.kept(ball), self.arrows(f"/world/set_yaw{k}", 1, _SET_POINT, 0.8)
            ball, arrow = self.marks[k]
            ball.visible, arrow.visible = somewhere, "yaw" in wanted
            ball.position = place
            yaw = wanted.get("yaw", 0.0)
            ahead = np.array([np.cos(yaw), np.sin(yaw), 0.0])
            lift = np.array([0.0, 0.0, self.stage.figures[k].top + 0.1 * self.size])
            arrow.points = np.array([[place + lift, place + lift + 0.9 * self.size * ahead]], dtype=np.float32)


class _Thrusts(_Nodes):
    """Thrust of each propeller, an arrow along its axis."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        self.largest = dict[int, float]()
        self.shown = dict[int, Any]()
        for k, actor in enumerate(stage.actors):
            if actor.vehicle is not None and actor.vehicle.thrusters and not actor.ghost:
                name = f"/world/vehicle{k}/thrust"
                self.shown[k] = self.arrows(name, len(actor.vehicle.thrusters), _THRUST, 0.7)

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        for k, arrows in self.shown.items():
            vehicle = self.stage.actors[k].vehicle
            assert vehicle is not None  # noqa: S101 - chosen so above
            thrust = np.array(self.stage.thrusts(vehicle, instants[k]))
            self.largest[k] = max(self.largest.get(k, 1e-6), float(np.max(np.abs(thrust))))
            places = np.array([_one(each.position) for each in vehicle.thrusters])
            axes = np.array([_one(each.axis) / np.linalg.norm(_one(each.axis)) for each in vehicle.thrusters])
            length = 0.5 * self.size * thrust / self.largest[k]
            arrows.points = _pointing(places, axes * length[:, None], self.size)


class _Forces(_Nodes):
    """Every force on a vehicle, an arrow from its centre of mass."""

    def __init__(self, stage: "Stage", linear: bool, total: bool):
        super().__init__(stage)
        self.linear, self.total = linear, total
        self.shown = dict[int, tuple[list[str], Any, list[Any]]]()

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        for k, instant in enumerate(instants):
            vehicle = self.stage.actors[k].vehicle
            forces = {name: wrench[:3] for name, wrench in instant.wrenches.items() if np.any(wrench[:3])}
            if self.total:
                forces = {"total": np.sum(list(forces.values()), axis=0)} if forces else {}
            if vehicle is None or self.stage.actors[k].ghost or not (forces or k in self.shown):
                continue
            names, arrows, labels = self._nodes_of(k, sorted(forces))
            vectors = np.array([forces.get(name, np.zeros(3)) for name in names])
            start = np.asarray(vehicle.inertial.pose.p, dtype=np.float64)
            strength = np.linalg.norm(vectors, axis=1)
            weight = vehicle.inertial.mass * max(self.stage.sea.gravity, 1.0)
            drawn = self._lengths(strength, weight)[:, None] * vectors / np.maximum(strength, 1e-12)[:, None]
            arrows.points = _pointing(np.broadcast_to(start, drawn.shape), drawn, self.size)
            for label, tip, force in zip(labels, start + 1.08 * drawn, strength, strict=True):
                label.visible = bool(force > _LABELLED * np.max(strength))
                label.position = tip

    def _lengths(self, strength: Floats, weight: float) -> Floats:
        share = strength / weight
        if not self.linear:
            share = np.maximum(0.0, 1.0 + np.log10(np.maximum(share, 1e-12)) / _DECADES)
        return 0.9 * self.size * share

    def _nodes_of(self, k: int, names: list[str]) -> tuple[list[str], Any, list[Any]]:
        if k not in self.shown or not set(names) <= set(self.shown[k][0]):
            known = sorted({*names, *self.shown[k][0]}) if k in self.shown else names
            own = f"/world/vehicle{k}/{'total' if self.total else 'forces'}"
            if k in self.shown:
                for node in (self.shown[k][1], *self.shown[k][2]):
                    node.remove()
                    self.nodes.remove(node)
            colors = np.array([_TOTAL if self.total else _FORCES[n % len(_FORCES)] for n in range(len(known))])
            arrows = self.arrows(own, len(known), colors.astype(np.uint8), 0.8)
            texts = [name.replace("_", " ") for name in known]
            self.shown[k] = known, arrows, [self.label(f"{own}_label{n}", text) for n, text in enumerate(texts)]
        return self.shown[k]


class _Centers(_Nodes):
    """Centres of mass, buoyancy and added mass."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        for k, actor in enumerate(stage.actors):
            for n, (text, place, color) in enumerate(_centers(actor.vehicle)):
                own = f"/world/vehicle{k}/center{n}"
                ball = self.scene.add_icosphere(own, 0.03 * self.size, color, subdivisions=2, position=place)
                self.kept(ball)
                self.label(f"{own}_label", text, place + np.array([0.0, 0.0, 0.06 * self.size]))


class _Flow(_Nodes):
    """Current or wind: arrows about the followed vehicle, as long as it is fast."""

    def __init__(self, stage: "Stage", wind: bool):
        super().__init__(stage)
        self.wind, self.there = wind, (stage.sea.wind if wind else stage.sea.current) is not None
        self.name = "wind" if wind else "current"
        if self.there:
            self.field = self.arrows(f"/world/{self.name}", 6, _WIND if wind else _CURRENT, 1.0)
            self.text = self.label(f"/world/{self.name}_label", self.name)

    def draw(self, time: float, instants: Sequence[Instant]) -> None:
        sea, level = self.stage.sea, self.stage.sea.surface or 0.0
        if not self.there:
            return
        followed = self.stage.followed
        center = np.asarray(instants[followed].position, dtype=np.float64)
        if self.wind and sea.wind is not None:
            flow, scale = np.asarray(sea.wind.velocity, dtype=np.float64), 0.1
            height = max(center[2], level) + self.stage.figures[followed].top + 0.7 * self.size
        elif sea.current is not None:
            flow, scale = sea.current.at(time, max(level - center[2], 0.0)), 1.0
            height = center[2] if self.stage.submerged else level + 0.3 * self.size
        else:
            return
        speed = float(np.linalg.norm(flow))
        angle = 2.0 * np.pi * np.arange(6) / 6.0
        ring = 1.3 * self.size * np.stack([np.cos(angle), np.sin(angle), np.zeros(6)], axis=-1)
        starts = np.array([center[0], center[1], height]) + ring
        reach = self.size * np.clip(scale * speed, 0.0 if speed < 1e-9 else 0.15, 2.0)
        self.field.points = _pointing(starts, np.broadcast_to(flow / max(speed, 1e-9) * reach, (6, 3)), self.size)
        self.text.position = starts[1] + np.array([0.0, 0.0, 0.15 * self.size])
        if abs(speed - getattr(self, "speed", -1.0)) > 0.005:
            self.speed, self.text.text = speed, f"{self.name} {speed:.2f} m/s"


class _Frames(_Nodes):
    """Body axes (x red, y green, z blue), and those of the world."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        names = ["/world/origin", *(f"/world/vehicle{k}/axes" for k in range(len(stage.actors)))]
        for name in names:
            self.kept(self.scene.add_frame(name, axes_length=0.7 * self.size, axes_radius=0.012 * self.size))


class _Names(_Nodes):
    """Names of the vehicles."""

    def __init__(self, stage: "Stage"):
        super().__init__(stage)
        for k, actor in enumerate(stage.actors):
            self.label(f"/world/vehicle{k}/name", actor.label, (0.0, 0.0, stage.figures[k].top + 0.25 * self.size))


def _centers(vehicle: Vehicle | None) -> list[tuple[str, Floats, Color]]:
    if vehicle is None:
        return []
    inertial = vehicle.inertial
    found = [("mass", np.asarray(inertial.pose.p), (230, 60, 50))]
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Buoyancy):
        found.append(("buoyancy", _one(buoyancy.center), (60, 120, 240)))
    elif isinstance(buoyancy, Hull):
        found.append(("volume of the hull", np.asarray(buoyancy.surface.centroid), (60, 120, 240)))
    if inertial.added_mass is not None:
        found.append(("added mass", _center_of_added_mass(inertial.added_mass_matrix()), (60, 180, 110)))
    return found


def _center_of_added_mass(M_A: Floats) -> Floats:
    """The point c that fits the coupling of translation and rotation best: M_A[:3, 3:] = -A [c]x with A = M_A[:3, :3].

    One point need not fit it: each axis has its own.
    """
    columns = [-(M_A[:3, :3] @ cross_matrix(axis)).ravel() for axis in np.eye(3)]
    found, *_ = np.linalg.lstsq(np.stack(columns, axis=-1), M_A[:3, 3:].ravel(), rcond=None)
    return np.asarray(found, dtype=np.float64)


def _pointing(starts: Floats, vectors: Floats, size: float) -> Any:
    """Start and end of arrows; none is without a length."""
    least = 2e-3 * size
    ends = np.where(np.linalg.norm(vectors, axis=1)[:, None] < least, np.array([least, 0.0, 0.0]), vectors)
    return np.stack([starts, starts + ends], axis=1).astype(np.float32)


def _one(values: Any) -> Floats:
    """A vector of the first run."""
    array = np.asarray(values, dtype=np.float64)
    return array.reshape(-1, 3)[0]


OVERLAYS: Final[Mapping[str, tuple[str, Callable[["Stage"], Overlay]]]] = {
    "path": ("path of each vehicle", _Paths),
    "route": ("waypoints, paths to follow, stations", _Routes),
    "set_point": ("where the autopilot wants the vehicle", _SetPoints),
    "thrust": ("thrust of each propeller", _Thrusts),
    "forces": ("every force", lambda stage: _Forces(stage, stage.linear, total=False)),
    "total": ("sum of the forces", lambda stage: _Forces(stage, stage.linear, total=True)),
    "centers": ("centres of mass, buoyancy and added mass", _Centers),
    "current": ("current", lambda stage: _Flow(stage, wind=False)),
    "wind": ("wind", lambda stage: _Flow(stage, wind=True)),
    "frames": ("axes of vehicles and world", _Frames),
    "waterline": ("where the surface cuts the hull", Waterline),
    "pressure": ("wet part of the hull, coloured by pressure", Pressure),
    "names": ("names of the vehicles", _Names),
}
"""What each overlay shows, and what makes it."""

DEFAULT_OVERLAYS: Final = ("path", "route", "set_point", "thrust", "current", "wind", "waterline")
"""Overlays that are drawn if nothing else is said."""


def check_overlays(names: Sequence[str]) -> None:
    """Check names of overlays.

    Raises:
        ModelError: There is no such overlay.
    """
    for name in names:
        if name not in OVERLAYS:
            raise ModelError(f"there is no overlay '{name}'; there are: {', '.join(OVERLAYS)}")


def make_overlay(stage: "Stage", name: str) -> Overlay:
    """Draw an overlay on a stage."""
    return OVERLAYS[name][1](stage)

"""Equilibrium of a body in still water: waterplane by displacement, attitude by minimum energy."""

from math import pi, sin, sqrt
from typing import Final, NamedTuple

import numpy as np

from seaway._arrays import Floats, text
from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.mesh import Cut, Mesh, box, cylinder, ellipsoid
from seaway.mesh._cut import Cutter
from seaway.shapes import Box, Cylinder, Shape
from seaway.vehicle import Buoyancy, Hull, Vehicle

# Sides of a cylinder's circle and subdivisions of an ellipsoid's icosahedron: 0.7k and 20k triangles.
_SEGMENTS: Final = 180
_SUBDIVISIONS: Final = 5

BALANCED: Final = 1e-13
"""Horizontal distance between the centres of buoyancy and mass in equilibrium, in sizes of the body: about a thousand
times the rounding of a sum over a mesh."""
INDIFFERENT: Final = 1e-9
"""A metacentric height below this, in sizes of the body, counts as zero."""
# A residual distance above this is an error.
_UNBALANCED: Final = 1e-9
# Maximum rotation per step [rad], steps, step halvings, and Armijo parameter.
_LARGEST_TURN: Final = 0.5
_STEPS: Final = 200
_OFFSET_STEPS: Final = 400
_HALVINGS: Final = 40
_ARMIJO: Final = 1e-4


class Flotation(NamedTuple):
    """A water plane: its unit normal ``up`` in B, its offset along it [m], and the cut of the body."""

    up: Floats
    offset: float
    cut: Cut


class FloatingBody:
    """A shape in B, ready for cutting, and the volume that it must displace.

    Args:
        mesh: The shape.
        factor: Factor on volumes and areas of the mesh.
        center_of_mass: Centre of mass G [m], (3,).
        target: Volume of the mesh below the water when floating [m3].
    """

    def __init__(self, mesh: Mesh, factor: float, center_of_mass: Floats, target: float):
        self.cutter = Cutter(mesh)
        self.mesh = mesh
        self.factor = factor
        self.center_of_mass = center_of_mass
        self.target = target
        self.size = float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0]))  # diagonal of its box [m]

    def submerged(self, up: Floats) -> Flotation:
        """The fully submerged body, with its highest point at the surface."""
        highest = self.cutter.heights(up)[1]
        # Slightly above, since rounding may leave a corner above the highest offset.
        return Flotation(up, highest, self.cutter.cut(up, highest + 1e-9 * self.size))

    def floating(self, up: Floats, guess: float | None = None) -> Flotation:
        """Waterplane of the target volume at an attitude: bracketed Newton's method on V(offset)."""
        low, high = self.cutter.heights(up)
        offset = 0.5 * (low + high) if guess is None or not low < guess < high else guess
        found: Flotation | None = None
        least, width = np.inf, high - low
        for step in range(_OFFSET_STEPS):
            cut = self.cutter.cut(up, offset)
            excess = cut.volume - self.target
            if found is None or abs(excess) < least:
                least, found = abs(excess), Flotation(up, offset, cut)
            low, high = (low, offset) if excess > 0.0 else (offset, high)
            newton = offset - excess / cut.waterplane_area if cut.waterplane_area > 0.0 else low
            wanted = newton if low < newton < high else 0.5 * (low + high)
            if step % 4 == 3:
                # Bisect if four steps did not halve the bracket and are still long.
                if high - low > 0.5 * width and abs(wanted - offset) > 0.01 * width:
                    wanted = 0.5 * (low + high)
                width = high - low
            if least <= 1e-15 * self.target or abs(wanted - offset) <= 1e-16 * self.size:
                return found
            offset = wanted
        raise ModelError(f"no plane cuts off {self.target:g} m3 of {self.mesh}; check the mesh")

    def lever(self, state: Flotation) -> Floats:
        """The horizontal part of p_G - p_B, in B [m]: the gradient of the energy by ``up``, over the weight."""
        arm = self.center_of_mass - state.cut.centroid
        return arm - float(arm @ state.up) * state.up

    def energy(self, state: Flotation) -> float:
        """Potential energy of body and water over the weight, at the target volume [m]: the height of G above B."""
        return float((self.center_of_mass - state.cut.centroid) @ state.up)

    def metacentric_heights(self, state: Flotation) -> tuple[Floats, Floats]:
        """Two horizontal unit vectors, rows in B, and the second derivative of the energy along them, (2, 2) [m].

        J/V - (height of G over B): its diagonal is GM of turns that tip these directions.
        """
        first = np.cross(np.eye(3)[int(np.argmin(np.abs(state.up)))], state.up)
        first /= np.linalg.norm(first)
        tangents = np.stack([first, np.cross(state.up, first)])
        moments = tangents @ state.cut.waterplane_moments @ tangents.T
        return tangents, moments / state.cut.volume - self.energy(state) * np.eye(2)


def equilibrium(body: FloatingBody, up: Floats) -> Flotation:
    """Descend to an equilibrium from an attitude by Newton's method on the energy.

    Raises:
        ModelError: None was found.
    """
    state = body.floating(up)
    for _ in range(_STEPS):
        gradient = body.lever(state)
        if float(np.linalg.norm(gradient)) <= BALANCED * body.size:
            return state
        found = _descended(body, state, gradient)
        if found is None:  # no step is better: only rounding is left
            break
        state = found
    # If a body barely dips, its metacentre is high: its centre of buoyancy is less certain than its attitude.
    residual = float(np.linalg.norm(body.lever(state)))
    height = float(np.max(np.abs(body.metacentric_heights(state)[1])))
    if residual > _UNBALANCED * max(body.size, height):
        raise ModelError(
            f"no equilibrium found; the centres of buoyancy and mass are still {residual:.3g} m off one vertical, at "
            f"up = {text(state.up)} in B. Check the mesh, or start from another attitude"
        )
    return state


def _descended(body: FloatingBody, state: Flotation, gradient: Floats) -> Flotation | None:
    tangents, hessian = body.metacentric_heights(state)
    values, vectors = np.linalg.eigh(hessian)
    slope = tangents @ gradient
    # If the energy is not convex, step as if its curvature were positive.
    curvature = np.maximum(np.abs(values), 1e-6 * max(float(np.max(np.abs(values))), 1e-6 * body.size))
    turn = -vectors @ ((vectors.T @ slope) / curvature)
    turn *= min(1.0, _LARGEST_TURN / max(float(np.linalg.norm(turn)), 1e-300))
    energy, fall = body.energy(state), float(slope @ turn)
    noise = 1e-15 * body.size
    for _ in range(_HALVINGS):
        up = state.up + turn @ tangents
        up /= np.linalg.norm(up)
        tried = body.floating(up, float(up @ state.cut.waterplane_centroid))
        if body.energy(tried) <= energy + _ARMIJO * fall and -fall > noise:
            return tried
        # At the minimum the energy is flat to rounding; only the gradient is informative.
        if -fall <= noise * 1e3 and np.linalg.norm(body.lever(tried)) < np.linalg.norm(gradient):
            return tried
        turn, fall = 0.5 * turn, 0.5 * fall
    return None


def shape_of(vehicle: Vehicle) -> tuple[Mesh, float]:
    """The mesh of a vehicle in B, and the factor of its volumes and areas.

    Raises:
        ModelError: It has no shape.
    """
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Hull):
        return buoyancy.surface, 1.0
    if not isinstance(buoyancy, Buoyancy):
        raise ModelError(
            f"vehicle '{vehicle.name}' displaces no water: give it buoyancy=Hull(mesh), or a Buoyancy with a shape"
        )
    placed = shape_mesh(buoyancy.shape).transformed(Pose(buoyancy.center, buoyancy.attitude))
    return placed, buoyancy.volume / buoyancy.shape.volume


def shape_mesh(shape: Shape) -> Mesh:
    """The mesh of a shape about its centre, with its volume."""
    x, y, z = shape.half_size.tolist()
    if isinstance(shape, Box):
        return box((2.0 * x, 2.0 * y, 2.0 * z))
    if isinstance(shape, Cylinder):
        # A polygon of the circle's area.
        angle = 2.0 * pi / _SEGMENTS
        return cylinder(x * sqrt(angle / sin(angle)), 2.0 * z, _SEGMENTS)
    return ellipsoid((x, y, z), _SUBDIVISIONS, exact_volume=True)

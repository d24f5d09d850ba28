"""How a vehicle floats in still water: draft, heel and trim, stability, stiffness, natural periods, righting arms."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, sin, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq, minimize_scalar

from seaway._arrays import Floats, finite_floats, frozen, text
from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_rpy
from seaway.kernels.submergence import BOX, CYLINDER
from seaway.mesh import Cut, Mesh, box, cylinder, ellipsoid
from seaway.mesh._cut import Cutter
from seaway.sea import Sea
from seaway.vehicle._buoyancy import Buoyancy
from seaway.vehicle._hull import Hull
from seaway.vehicle._vehicle import Vehicle

__all__ = ["Hydrostatics", "NaturalPeriods", "RightingArm", "hydrostatics"]

# Sides of a cylinder's circle and splits of an ellipsoid's icosahedron: 0.7k and 20k triangles.
_SEGMENTS: Final = 180
_SUBDIVISIONS: Final = 5

# Horizontal distance of the centres of buoyancy and mass, in sizes of the body, at which it is in equilibrium: some
# thousand times the rounding of a sum over a mesh. One that is left is an error above the second.
_BALANCED: Final = 1e-13
_UNBALANCED: Final = 1e-9
# A metacentric height of less than this, in sizes of the body, is none: the body is indifferent.
_INDIFFERENT: Final = 1e-9
# Largest turn in one step towards equilibrium [rad], steps, and halvings of one. Armijo's share of the expected fall.
_LARGEST_TURN: Final = 0.5
_STEPS: Final = 200
_OFFSET_STEPS: Final = 400
_HALVINGS: Final = 40
_ARMIJO: Final = 1e-4

_DEFAULT_HEEL_ANGLES: Final = frozen(np.radians(np.arange(0.0, 180.1, 2.5)))


class NaturalPeriods(NamedTuple):
    """Undamped natural periods 2π √(M/C) [s], each motion alone, about the centre of mass, with the added mass.

    None where nothing brings the body back: no waterplane, or a metacentric height that is not positive.
    """

    heave: float | None
    roll: float | None
    pitch: float | None


@dataclass(frozen=True, eq=False)
class RightingArm:
    """The righting arm GZ over heel: the displacement is held, and so is the trim of the equilibrium.

    Heel is a turn about the x axis of B from the equilibrium, positive to starboard (the left side rises). A positive
    arm at a positive heel rights the body. With the buoyancy ρ g V, which for a floating body is its weight::

        GZ = -((p_B - p_G) × up) · e_x,        ∫ GZ dφ = [(p_G - p_B) · up],        dGZ/dφ (0) = GM_T cos²(trim)

    so the moment is ρ g V GZ, and the area under the curve, which is read from the heights of the two centres and not
    from a sum over the curve, is the work that heeling takes, over ρ g V.

    Attributes:
        heel_angles: [rad], (n,), rising.
        arms: GZ at each [m], (n,).
        areas: Area under the curve from 0 to each [m rad], (n,): the dynamic stability.
        initial_slope: dGZ/dφ at 0 [m/rad]: GM_T, times cos² of the trim.
        largest_arm: The largest GZ at angles >= 0 [m].
        angle_of_largest_arm: [rad].
        angle_of_loll: Where GZ becomes positive after being negative, > 0 [rad]: where a body rests that is not stable
            upright; None for one that is.
        angle_of_vanishing_stability: Where GZ becomes negative after being positive, > 0 [rad]; None where it does not
            within the angles.
        area_to_30: Area under the curve from 0 to 30° [m rad].
        area_to_40: And to 40° [m rad].
    """

    heel_angles: Floats
    arms: Floats
    areas: Floats
    initial_slope: float
    largest_arm: float
    angle_of_largest_arm: float
    angle_of_loll: float | None
    angle_of_vanishing_stability: float | None
    area_to_30: float
    area_to_40: float


@dataclass(frozen=True, eq=False)
class Hydrostatics:
    """A vehicle at rest in still water; made by ``hydrostatics``.

    Points are in the link frame B. "Horizontal axes" are those of W with a yaw of 0: z up, x horizontal and forward, y
    horizontal and to the left. The keel K is the lowest point of the shape as it floats. For a vehicle that does not
    float there is no waterplane: its numbers are 0, and what would be measured from or divided by it is None.

    Attributes:
        name: Of the vehicle.
        density: Of the water, ρ [kg/m3].
        gravity: g [m/s2].
        floating: Whether it floats; else it is as heavy as all the water it can displace, or there is no surface: it
            is taken for submerged.
        stable: Whether both metacentric heights, and those about all other horizontal axes, are positive.
        pose: X_WB at rest, Bo above the origin of W. One that does not float has its highest point at the surface.
        heel: Roll [rad]; positive to starboard, the left side rises.
        trim: Pitch [rad]; positive by the bow, which sinks.
        draft: From the water down to the keel [m].
        freeboard: From the water up to the highest point [m].
        mass: Of the vehicle [kg]; what it displaces when floating.
        volume: Displaced volume V [m3].
        wetted_area: Of the surface below the water [m2].
        center_of_mass: G, p_BoBcm_B [m], (3,).
        center_of_buoyancy: B, p_BoBcb_B of the displaced volume [m], (3,).
        center_of_flotation: F, the centre of the waterplane, p_BoF_B [m], (3,).
        waterplane_area: [m2].
        waterplane_moments: [[∫x², ∫xy], [∫xy, ∫y²]] dA about F in horizontal axes [m4], (2, 2).
        waterline_length: Of the waterplane along x, horizontal [m].
        waterline_breadth: Of the waterplane along y, horizontal [m], over all parts.
        center_of_buoyancy_above_keel: KB [m].
        center_of_mass_above_keel: KG [m].
        mass_matrix: Of the vehicle with its added mass, about its centre of mass, in horizontal axes, (6, 6).
        mesh: The shape, in B.
        volume_factor: By which volumes and areas of the mesh are multiplied; 1 for a ``Hull``.
    """

    name: str
    density: float
    gravity: float
    floating: bool
    stable: bool
    pose: Pose
    heel: float
    trim: float
    draft: float | None
    freeboard: float | None
    mass: float
    volume: float
    wetted_area: float
    center_of_mass: Floats
    center_of_buoyancy: Floats
    center_of_flotation: Floats | None
    waterplane_area: float
    waterplane_moments: Floats
    waterline_length: float | None
    waterline_breadth: float | None
    center_of_buoyancy_above_keel: float
    center_of_mass_above_keel: float
    mass_matrix: Floats
    mesh: Mesh = field(repr=False)
    volume_factor: float

    @property
    def transverse_metacentric_radius(self) -> float:
        """BM_T = ∫ y² dA / V [m]."""
        return float(self.waterplane_moments[1, 1]) / self.volume

    @property
    def longitudinal_metacentric_radius(self) -> float:
        """BM_L = ∫ x² dA / V [m]."""
        return float(self.waterplane_moments[0, 0]) / self.volume

    @property
    def transverse_metacenter_above_keel(self) -> float:
        """KM_T = KB + BM_T [m]."""
        return self.center_of_buoyancy_above_keel + self.transverse_metacentric_radius

    @property
    def longitudinal_metacenter_above_keel(self) -> float:
        """KM_L = KB + BM_L [m]."""
        return self.center_of_buoyancy_above_keel + self.longitudinal_metacentric_radius

    @property
    def transverse_metacentric_height(self) -> float:
        """GM_T = KB + BM_T - KG [m]; submerged, the height of B over G."""
        return self.transverse_metacenter_above_keel - self.center_of_mass_above_keel

    @property
    def longitudinal_metacentric_height(self) -> float:
        """GM_L = KB + BM_L - KG [m]; submerged, the height of B over G."""
        return self.longitudinal_metacenter_above_keel - self.center_of_mass_above_keel

    @property
    def longitudinal_center_of_buoyancy(self) -> float:
        """LCB: x in B of the centre of buoyancy [m]."""
        return float(self.center_of_buoyancy[0])

    @property
    def longitudinal_center_of_flotation(self) -> float | None:
        """LCF: x in B of the centre of the waterplane [m]."""
        return None if self.center_of_flotation is None else float(self.center_of_flotation[0])

    @property
    def waterplane_coefficient(self) -> float | None:
        """C_WP = A / (L_WL B_WL)."""
        if self.waterline_length is None or self.waterline_breadth is None:
            return None
        return self.waterplane_area / (self.waterline_length * self.waterline_breadth)

    @property
    def block_coefficient(self) -> float | None:
        """C_B = V / (L_WL B_WL T), with the draft T."""
        if self.waterline_length is None or self.waterline_breadth is None or self.draft is None:
            return None
        return self.volume / (self.waterline_length * self.waterline_breadth * self.draft)

    @property
    def mass_per_cm_immersion(self) -> float:
        """ρ A / 100 [kg/cm]; 1000 kg/cm is a TPC of 1 t/cm."""
        return 0.01 * self.density * self.waterplane_area

    @property
    def moment_to_trim_1_cm(self) -> float | None:
        """The moment that changes the trim by 1 cm over the waterline: m g GM_L / (100 L_WL) [N m/cm]."""
        if self.waterline_length is None:
            return None
        return 0.01 * self.mass * self.gravity * self.longitudinal_metacentric_height / self.waterline_length

    @property
    def natural_periods(self) -> NaturalPeriods:
        """Of heave, roll and pitch [s], undamped and each alone."""
        M, C = self.mass_matrix, self.stiffness()
        size = float(np.linalg.norm(self.mesh.bounds[1] - self.mesh.bounds[0]))
        least = _INDIFFERENT * self.mass * self.gravity
        periods = [
            2.0 * pi * sqrt(M[i, i] / C[i, i]) if C[i, i] > bound else None
            for i, bound in ((2, least / size), (3, least * size), (4, least * size))
        ]
        return NaturalPeriods(*periods)

    def stiffness(self, about: ArrayLike | None = None) -> Floats:
        """The hydrostatic stiffness C, (6, 6): small displacements η bring back the wrench -C η.

        η = (displacement of a point of the body, turn) in horizontal axes, which do not turn along, [m, rad]; the
        wrench is about the same point. Where the body floats, C is symmetric: B and G are in one vertical, and
        ρ V = m. With x, y, z from that point::

            C33 = ρ g A          C34 = ρ g ∫y dA          C35 = -ρ g ∫x dA
            C44 = ρ g (∫y² dA + V z_B) - m g z_G          C45 = -ρ g ∫xy dA
            C55 = ρ g (∫x² dA + V z_B) - m g z_G          C43 = C34, C53 = C35, C54 = C45
            C46 = -ρ g V x_B + m g x_G                    C56 = -ρ g V y_B + m g y_G

        Args:
            about: The point, in B [m], (3,); the centre of mass where None.

        Returns:
            [N/m] top left, [N] top right and bottom left, [N m] bottom right.

        Reference:
            J. N. Newman, Marine Hydrodynamics, 1977, section 6.16; C46 and C56 and the terms with m as in WAMIT's and
            Capytaine's manuals.
        """
        point = self.center_of_mass if about is None else finite_floats(about, (3,), "the point of a stiffness [m]")
        R_WB = self.pose.R
        x_B, y_B, z_B = (R_WB @ (self.center_of_buoyancy - point)).tolist()
        x_G, y_G, z_G = (R_WB @ (self.center_of_mass - point)).tolist()
        F = np.zeros(3) if self.center_of_flotation is None else R_WB @ (self.center_of_flotation - point)
        A = self.waterplane_area
        moments = self.waterplane_moments + A * np.outer(F[:2], F[:2])
        water, weight = self.density * self.gravity, self.mass * self.gravity
        C = np.zeros((6, 6))
        C[2, 2] = water * A
        C[2, 3] = C[3, 2] = water * A * F[1]
        C[2, 4] = C[4, 2] = -water * A * F[0]
        C[3, 3] = water * (moments[1, 1] + self.volume * z_B) - weight * z_G
        C[4, 4] = water * (moments[0, 0] + self.volume * z_B) - weight * z_G
        C[3, 4] = C[4, 3] = -water * moments[0, 1]
        C[3, 5] = -water * self.volume * x_B + weight * x_G
        C[4, 5] = -water * self.volume * y_B + weight * y_G
        return C

    def righting_arm(self, heel_angles: ArrayLike | None = None) -> RightingArm:
        """The righting arm over heel, displacement and trim held.

        Args:
            heel_angles: From the equilibrium [rad], (n,), rising; 0 to 180° by 2.5° where None. Where the curve crosses
                zero and where it is largest is looked for between them, then found on the curve itself.

        Raises:
            ModelError: The angles are not finite and rising, or fewer than two.
        """
        if heel_angles is None:
            angles = _DEFAULT_HEEL_ANGLES
        else:
            angles = finite_floats(heel_angles, (np.size(heel_angles),), "the heel angles [rad]")
            if len(angles) < 2 or not np.all(np.diff(angles) > 0.0):
                raise ModelError(f"heel angles must be two or more, and rising [rad], got {text(angles)}")
        return _righting_arm(self, frozen(angles))


def hydrostatics(vehicle: Vehicle, sea: Sea, *, attitude: ArrayLike | None = None) -> Hydrostatics:
    """Find how a vehicle floats in still water, and measure it.

    At rest the displaced volume is m/ρ, and the centre of buoyancy is in one vertical with the centre of mass. It is
    found by going down in potential energy from the given attitude; a body that is not stable there, but in balance to
    the last digits as symmetric ones are, stays there and has ``stable=False``: see ``righting_arm`` for where it goes.

    A body as heavy as all the water it can displace, or heavier, or in a sea without a surface, is taken for submerged,
    with its centre of buoyancy above that of mass. Waves, current and the floor of the sea play no part.

    The shape is the mesh of a ``Hull``, for whose triangles all numbers are exact. That of a ``Buoyancy`` is its extent
    as a mesh of the same volume; volumes and areas are multiplied by V over that of the extent, as simulations do. A
    box is exact. A cylinder's circle is a polygon of 180 sides and the same area: upright, its second moments are right
    to 1e-8, and all else exactly. Lying cylinders and ellipsoids (20480 triangles) have lengths, areas and moments
    right to 1e-3, most of them to 1e-4.

    Args:
        vehicle: With a ``Hull`` or a ``Buoyancy``.
        sea: Its density, gravity and surface count.
        attitude: Where to start: roll, pitch, yaw [rad], (3,); upright where None. Yaw changes nothing.

    Raises:
        ModelError: The vehicle has no shape or no mass, there is no gravity, or no equilibrium was found.

    Reference:
        E. V. Lewis (ed.), Principles of Naval Architecture, 2nd revision, vol. I, 1988, chapters I and II.
    """
    body = _Body.of(vehicle, sea)
    rpy = np.zeros(3) if attitude is None else finite_floats(attitude, (3,), "the attitude to start at [rad]")
    up = matrix_from_rpy(rpy)[2]
    floating = sea.surface is not None and body.target < body.shape.volume * (1.0 - _BALANCED)
    if floating:
        state = _settled(body, up)
    else:
        lever = body.shape.centroid - body.center_of_mass
        distance = float(np.linalg.norm(lever))
        state = body.submerged(lever / distance if distance > _INDIFFERENT * body.size else up)
    return _measured(vehicle, sea, body, state, floating)


class _State(NamedTuple):
    """A plane that cuts off the right volume: ``up`` in B, its offset, the cut."""

    up: Floats
    offset: float
    cut: Cut


class _Body:
    """The mesh of a vehicle, made ready for cutting, with the volume that it must displace.

    Attributes:
        cutter: The shape in B.
        factor: Of volumes and areas of the mesh.
        center_of_mass: G [m], (3,).
        target: Volume of the mesh to be below the water when floating [m3].
        size: Diagonal of the shape's box [m].
    """

    def __init__(self, mesh: Mesh, factor: float, center_of_mass: Floats, target: float):
        self.cutter = Cutter(mesh)
        self.factor = factor
        self.center_of_mass = center_of_mass
        self.target = target
        self.size = float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0]))

    @staticmethod
    def of(vehicle: Vehicle, sea: Sea) -> "_Body":
        mesh, factor = _shape(vehicle)
        mass = vehicle.inertial.mass
        if not mass > 0.0:
            raise ModelError(f"vehicle '{vehicle.name}': its mass must be > 0 [kg] to float, got {mass:g}")
        if not sea.gravity > 0.0:
            raise ModelError(f"without gravity nothing floats: it must be > 0 [m/s2], got {sea.gravity:g}")
        return _Body(mesh, factor, vehicle.inertial.c_BoBcm_B, mass / sea.density / factor)

    @property
    def shape(self) -> Mesh:
        return self.cutter.mesh

    def submerged(self, up: Floats) -> _State:
        highest = self.cutter.heights(up)[1]
        # A hair above, since rounding may leave a corner at the highest offset above it.
        return _State(up, highest, self.cutter.cut(up, highest + 1e-9 * self.size))

    def floating(self, up: Floats, guess: float | None = None) -> _State:
        """The plane of some attitude that cuts off the target: Newton's method on the rising V(offset), bracketed."""
        low, high = self.cutter.heights(up)
        offset = 0.5 * (low + high) if guess is None or not low < guess < high else guess
        found: _State | None = None
        least, width = np.inf, high - low
        for step in range(_OFFSET_STEPS):
            cut = self.cutter.cut(up, offset)
            excess = cut.volume - self.target
            if found is None or abs(excess) < least:
                least, found = abs(excess), _State(up, offset, cut)
            low, high = (low, offset) if excess > 0.0 else (offset, high)
            newton = offset - excess / cut.waterplane_area if cut.waterplane_area > 0.0 else low
            wanted = newton if low < newton < high else 0.5 * (low + high)
            if step % 4 == 3:
                # Four steps that have not halved the bracket, and go far still, are no good: take its middle.
                if high - low > 0.5 * width and abs(wanted - offset) > 0.01 * width:
                    wanted = 0.5 * (low + high)
                width = high - low
            if least <= 1e-15 * self.target or abs(wanted - offset) <= 1e-16 * self.size:
                return found
            offset = wanted
        raise ModelError(f"no plane was found that cuts off {self.target:g} m3 of {self.shape}; check the mesh")

    def lever(self, state: _State) -> Floats:
        """The horizontal part of p_G - p_B, in B [m]: the gradient of the energy by ``up``, over the weight."""
        arm = self.center_of_mass - state.cut.centroid
        return arm - float(arm @ state.up) * state.up

    def energy(self, state: _State) -> float:
        """Potential energy of body and water over the weight, at the target volume [m]: the height of G over B."""
        return float((self.center_of_mass - state.cut.centroid) @ state.up)

    def metacentric_heights(self, state: _State) -> tuple[Floats, Floats]:
        """Two horizontal directions, rows in B, and the second derivative of the energy along them, (2, 2) [m].

        J/V - (height of G over B): its diagonal is GM of turns that tip these directions.
        """
        tangents = _tangents(state.up)
        moments = tangents @ state.cut.waterplane_moments @ tangents.T
        return tangents, moments / state.cut.volume - self.energy(state) * np.eye(2)


def _settled(body: _Body, up: Floats) -> _State:
    """Go down in energy to an equilibrium by Newton's method on the attitude, ever downhill."""
    state = body.floating(up)
    for _ in range(_STEPS):
        gradient = body.lever(state)
        slope = float(np.linalg.norm(gradient))
        if slope <= _BALANCED * body.size:
            return state
        found = _downhill(body, state, gradient)
        if found is None:  # no step is better: rounding is all that is left
            break
        state = found
    # Of a body that barely dips the metacentre is far above: its centre of buoyancy is less certain than its attitude.
    left = float(np.linalg.norm(body.lever(state)))
    height = float(np.max(np.abs(body.metacentric_heights(state)[1])))
    if left > _UNBALANCED * max(body.size, height):
        raise ModelError(
            f"no equilibrium was found; the centres of buoyancy and mass are still {left:.3g} m off one vertical, "
            f"at up = {text(state.up)} in B. Check the mesh, or start from another attitude"
        )
    return state


def _downhill(body: _Body, state: _State, gradient: Floats) -> _State | None:
    tangents, hessian = body.metacentric_heights(state)
    values, vectors = np.linalg.eigh(hessian)
    slope = tangents @ gradient
    # Where the energy curves down, or not at all, go down its slope by as much as it would curve up.
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
        # At the bottom the energy is flat to the last digit, and only the slope can tell.
        if -fall <= noise * 1e3 and np.linalg.norm(body.lever(tried)) < np.linalg.norm(gradient):
            return tried
        turn, fall = 0.5 * turn, 0.5 * fall
    return None


def _measured(vehicle: Vehicle, sea: Sea, body: _Body, state: _State, floating: bool) -> Hydrostatics:
    up, cut, k = state.up, state.cut, body.factor
    heel, trim = atan2(up[1], up[2]), atan2(-up[0], hypot(up[1], up[2]))
    R_WB = matrix_from_rpy((heel, trim, 0.0))
    level = 0.0 if sea.surface is None else sea.surface
    pose = Pose.from_rpy((0.0, 0.0, level - state.offset), (heel, trim, 0.0))
    keel, top = body.cutter.heights(up)
    moments = k * (R_WB @ cut.waterplane_moments @ R_WB.T)[:2, :2]
    # Floating, yet without a waterplane: parts apart from each other, some below the water and the others above.
    has_waterplane = floating and cut.waterplane_area > 0.0
    line = (cut.waterline @ R_WB.T).reshape(-1, 3)[:, :2]
    length, breadth = np.ptp(line, axis=0).tolist() if has_waterplane else (None, None)
    heights = np.asarray(np.linalg.eigvalsh(body.metacentric_heights(state)[1]), dtype=np.float64)
    return Hydrostatics(
        name=vehicle.name,
        density=sea.density,
        gravity=sea.gravity,
        floating=floating,
        stable=bool(heights[0] > _INDIFFERENT * body.size),
        pose=pose,
        heel=heel + 0.0,
        trim=trim + 0.0,
        draft=state.offset - keel if floating else None,
        freeboard=top - state.offset if floating else None,
        mass=vehicle.inertial.mass,
        volume=k * cut.volume,
        wetted_area=k * cut.wet_area,
        center_of_mass=body.center_of_mass,
        center_of_buoyancy=cut.centroid,
        center_of_flotation=cut.waterplane_centroid if has_waterplane else None,
        waterplane_area=k * cut.waterplane_area,
        waterplane_moments=frozen(moments),
        waterline_length=length,
        waterline_breadth=breadth,
        center_of_buoyancy_above_keel=float(up @ cut.centroid) - keel,
        center_of_mass_above_keel=float(up @ body.center_of_mass) - keel,
        mass_matrix=frozen(vehicle.inertial.mass_matrix(Pose.from_matrix(body.center_of_mass, R_WB.T))),
        mesh=body.shape,
        volume_factor=k,
    )


def _righting_arm(result: Hydrostatics, angles: Floats) -> RightingArm:
    factor = result.volume_factor
    body = _Body(result.mesh, factor, result.center_of_mass, result.volume / factor)
    R_WB = result.pose.R
    F = result.center_of_buoyancy if result.center_of_flotation is None else result.center_of_flotation
    rest = float((result.center_of_mass - result.center_of_buoyancy) @ R_WB[2])
    last = F

    def at(angle: float) -> tuple[float, float]:
        """The arm and the area at an angle."""
        nonlocal last
        c, s = cos(angle), sin(angle)
        x, y, z = R_WB[2].tolist()
        up = np.array([x, c * y + s * z, c * z - s * y])  # Rx(angle)^T up
        state = body.floating(up, float(up @ last)) if result.floating else body.submerged(up)
        last = state.cut.waterplane_centroid
        arm = state.cut.centroid - body.center_of_mass
        return float(arm[2] * up[1] - arm[1] * up[2]), -float(arm @ up) - rest

    values = np.array([at(angle) for angle in angles.tolist()])
    arms = values[:, 0] + 0.0  # no -0

    def gz(angle: float) -> float:
        return at(angle)[0]

    loll, vanishing = _crossings(angles, arms, gz, _INDIFFERENT * body.size)
    best, angle = _largest(angles, arms, gz)
    return RightingArm(
        heel_angles=angles,
        arms=frozen(arms),
        areas=frozen(values[:, 1]),
        initial_slope=result.transverse_metacentric_height * cos(result.trim) ** 2,
        largest_arm=best,
        angle_of_largest_arm=angle,
        angle_of_loll=loll,
        angle_of_vanishing_stability=vanishing,
        area_to_30=at(radians(30.0))[1],
        area_to_40=at(radians(40.0))[1],
    )


def _crossings(
    angles: Floats, arms: Floats, gz: Callable[[float], float], nothing: float
) -> tuple[float | None, float | None]:
    """Angles > 0 where the arm first rises through zero, and where it first falls through it."""
    ahead = angles > 0.0
    if not np.any(ahead):
        return None, None
    # One more just beyond 0, where the arm is 0, so that a crossing before the first angle is seen.
    first = 1e-3 * float(angles[ahead][0])
    points = [(first, gz(first)), *zip(angles[ahead].tolist(), arms[ahead].tolist(), strict=True)]
    # Points where the arm is zero to rounding tell nothing of its sign: between their neighbours it crosses or touches.
    signed = [(angle, arm) for angle, arm in points if abs(arm) > nothing * angle]
    loll: float | None = None
    for (a, low), (b, high) in pairwise(signed):
        if low < 0.0 < high and loll is None:
            loll = float(brentq(gz, a, b, xtol=1e-12))
        if low > 0.0 > high:
            return loll, float(brentq(gz, a, b, xtol=1e-12))
    ends_at_zero = bool(signed) and signed[-1][1] > 0.0 and signed[-1][0] < points[-1][0]
    return loll, points[-1][0] if ends_at_zero else None


def _largest(angles: Floats, arms: Floats, gz: Callable[[float], float]) -> tuple[float, float]:
    ahead = np.flatnonzero(angles >= 0.0)
    if not len(ahead):
        ahead = np.array([len(angles) - 1])
    i = int(ahead[np.argmax(arms[ahead])])
    low, high = angles[max(i - 1, int(ahead[0]))], angles[min(i + 1, len(angles) - 1)]
    best, angle = float(arms[i]), float(angles[i])
    if low < angle < high:
        found = minimize_scalar(lambda a: -gz(float(a)), bounds=(low, high), method="bounded", options={"xatol": 1e-9})
        if -found.fun > best:
            best, angle = -float(found.fun), float(found.x)
    return best, angle


def _tangents(up: Floats) -> Floats:
    """Two unit vectors at right angles to ``up`` and to each other, (2, 3)."""
    helper = np.eye(3)[int(np.argmin(np.abs(up)))]
    first = np.cross(helper, up)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(up, first)])


def _shape(vehicle: Vehicle) -> tuple[Mesh, float]:
    """The mesh of a vehicle in B, and what its volumes and areas are multiplied by."""
    buoyancy = vehicle.buoyancy
    if isinstance(buoyancy, Hull):
        return buoyancy.mesh, 1.0
    if not isinstance(buoyancy, Buoyancy):
        raise ModelError(
            f"vehicle '{vehicle.name}' displaces no water: give it buoyancy=Hull(mesh), or a Buoyancy with an extent"
        )
    extent, (x, y, z) = buoyancy.extent, buoyancy.extent.half_size.tolist()
    if extent.kind == BOX:
        mesh = box((2.0 * x, 2.0 * y, 2.0 * z))
    elif extent.kind == CYLINDER:
        # A polygon of the circle's area.
        angle = 2.0 * pi / _SEGMENTS
        mesh = cylinder(x * sqrt(angle / sin(angle)), 2.0 * z, _SEGMENTS)
    else:
        mesh = ellipsoid((x, y, z), _SUBDIVISIONS, exact_volume=True)
    return mesh.transformed(Pose(buoyancy.center, buoyancy.attitude)), buoyancy.volume / extent.volume

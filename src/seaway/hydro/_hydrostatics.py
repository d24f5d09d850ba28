"""Hydrostatics of a vehicle in still water: draft, heel, trim, stability, stiffness, natural periods, righting arms."""

from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from seaway._arrays import Floats, finite_floats, frozen, text
from seaway.errors import ModelError
from seaway.frames import Pose, matrix_from_rpy
from seaway.hydro._equilibrium import BALANCED, INDIFFERENT, FloatingBody, equilibrium, shape_of
from seaway.hydro._righting_arm import RightingArm, righting_arm
from seaway.mesh import Mesh
from seaway.parts import plain
from seaway.sea import Sea
from seaway.vehicle import Vehicle

_DEFAULT_HEEL_ANGLES: Final = np.radians(np.arange(0.0, 180.1, 2.5))


class NaturalPeriods(NamedTuple):
    """Undamped, uncoupled natural periods 2π √(M/C) [s] about the centre of mass, with added mass.

    None without a restoring force: no waterplane, or a metacentric height that is not positive.
    """

    heave: float | None
    roll: float | None
    pitch: float | None


@dataclass(frozen=True, eq=False)
class Hydrostatics:
    """A vehicle at rest in still water; made by ``hydrostatics``.

    Points are in the link frame B. "Horizontal axes" are those of W with a yaw of 0: z up, x horizontal and forward, y
    horizontal and to the left. The keel K is the lowest point of the shape as it floats. A vehicle that does not float
    has no waterplane: its area and moments are 0, and derived values are None.

    Attributes:
        name: Name of the vehicle.
        density: Density of the water ρ [kg/m3].
        gravity: Gravity g [m/s2].
        floating: Whether it floats. It is submerged if it weighs as much as all the water that it can displace, or if
            the sea has no surface.
        stable: Whether the metacentric heights about all horizontal axes are positive.
        pose: X_WB at rest, Bo above the origin of W. A submerged vehicle has its highest point at the surface.
        heel: Roll [rad]; positive to starboard, the left side rises.
        trim: Pitch [rad]; positive by the bow, which sinks.
        draft: Depth of the keel [m].
        freeboard: Height of the highest point above the water [m].
        mass: Mass of the vehicle [kg]; its displacement when floating.
        volume: Displaced volume V [m3].
        wetted_area: Area of the shape below the water [m2].
        center_of_mass: Centre of mass G, p_BoBcm_B [m], (3,).
        center_of_buoyancy: Centre of buoyancy B, p_BoBcb_B [m], (3,).
        center_of_flotation: Centre of flotation F of the waterplane, p_BoF_B [m], (3,).
        waterplane_area: Area A of the waterplane [m2].
        waterplane_moments: Second moments [[∫x², ∫xy], [∫xy, ∫y²]] dA about F in horizontal axes [m4], (2, 2).
        waterline_length: Length of the waterplane along x, horizontal [m].
        waterline_breadth: Breadth of the waterplane along y, horizontal [m], over all parts.
        center_of_buoyancy_above_keel: Height KB [m].
        center_of_mass_above_keel: Height KG [m].
        mass_matrix: Mass matrix with added mass, about the centre of mass, in horizontal axes, (6, 6).
        mesh: Shape in B.
        volume_factor: Factor on volumes and areas of the mesh; 1 for a ``Hull``.
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
        """Natural periods of heave, roll and pitch [s], undamped and uncoupled."""
        M, C = self.mass_matrix, self.stiffness()
        size = float(np.linalg.norm(self.mesh.bounds[1] - self.mesh.bounds[0]))
        least = INDIFFERENT * self.mass * self.gravity
        periods = [
            2.0 * pi * sqrt(M[i, i] / C[i, i]) if C[i, i] > bound else None
            for i, bound in ((2, least / size), (3, least * size), (4, least * size))
        ]
        return NaturalPeriods(*periods)

    def stiffness(self, about: ArrayLike | None = None) -> Floats:
        """The hydrostatic stiffness C, (6, 6): small displacements η cause the wrench -C η.

        η = (displacement of a point of the body, rotation) in fixed horizontal axes [m, rad]; the wrench is about the
        same point. C of a floating body is symmetric: B and G are in one vertical, and ρ V = m. With x, y, z from that
        point::

            C33 = ρ g A          C34 = ρ g ∫y dA          C35 = -ρ g ∫x dA
            C44 = ρ g (∫y² dA + V z_B) - m g z_G          C45 = -ρ g ∫xy dA
            C55 = ρ g (∫x² dA + V z_B) - m g z_G          C43 = C34, C53 = C35, C54 = C45
            C46 = -ρ g V x_B + m g x_G                    C56 = -ρ g V y_B + m g y_G

        Args:
            about: The point, in B [m], (3,); default: the centre of mass.

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
        """Righting arm as a function of heel, at constant displacement and trim.

        Args:
            heel_angles: Angles from the equilibrium [rad], (n,), rising; default: 0 to 180° by 2.5°. Zeros and maximum
                are bracketed by these angles, then solved for on the curve.

        Raises:
            ModelError: The angles are not finite and rising, or fewer than two.
        """
        given = _DEFAULT_HEEL_ANGLES if heel_angles is None else heel_angles
        angles = finite_floats(given, (np.size(given),), "the heel angles [rad]")
        if len(angles) < 2 or not np.all(np.diff(angles) > 0.0):
            raise ModelError(f"heel angles must be at least two, and rising [rad], got {text(angles)}")
        factor, up, F = self.volume_factor, self.pose.R[2], self.center_of_flotation
        return righting_arm(
            FloatingBody(self.mesh, factor, self.center_of_mass, self.volume / factor),
            up,
            frozen(angles),
            height=float((self.center_of_mass - self.center_of_buoyancy) @ up),
            waterplane=(self.center_of_buoyancy if F is None else F) if self.floating else None,
            initial_slope=self.transverse_metacentric_height * cos(self.trim) ** 2,
        )


def hydrostatics(vehicle: Vehicle, sea: Sea, *, attitude: ArrayLike | None = None) -> Hydrostatics:
    """Find the rest position of a vehicle in still water and compute its hydrostatics.

    At rest the displaced volume is m/ρ, and the centres of buoyancy and mass are on one vertical. The search minimises
    the potential energy from the given attitude. A body in exact but unstable equilibrium, such as a symmetric one,
    stays there and has ``stable=False``; ``righting_arm`` shows where it would go.

    A body as heavy as all the water it can displace, or heavier, or in a sea without a surface, is submerged, with
    its centre of buoyancy above the centre of mass. Waves, current and seabed have no effect.

    The shape is the mesh of a ``Hull``, for whose triangles all numbers are exact, or the extent of a ``Buoyancy`` as a
    mesh of the same volume; volumes and areas are multiplied by V over that of the extent, as in simulations. A box is
    exact. The circle of a cylinder is a polygon of 180 sides and the same area: upright, its second moments are right
    to 1e-8, and all else is exact. Lying cylinders and ellipsoids (20480 triangles) have lengths, areas and moments
    right to 1e-3, most of them to 1e-4.

    Args:
        vehicle: A vehicle with a ``Hull`` or a ``Buoyancy``.
        sea: The sea; density, gravity and surface are used.
        attitude: Initial roll, pitch, yaw [rad], (3,); default: upright. Yaw has no effect.

    Raises:
        ModelError: The vehicle has no shape or no mass, there is no gravity, or no equilibrium was found.

    Reference:
        E. V. Lewis (ed.), Principles of Naval Architecture, 2nd revision, vol. I, 1988, chapters I and II.
    """
    plain(vehicle, "hydrostatics")
    mesh, factor = shape_of(vehicle)
    mass = vehicle.inertial.mass
    if not mass > 0.0:
        raise ModelError(f"vehicle '{vehicle.name}': its mass must be > 0 [kg] to float, got {mass:g}")
    if not sea.gravity > 0.0:
        raise ModelError(f"nothing floats without gravity: it must be > 0 [m/s2], got {sea.gravity:g}")
    body = FloatingBody(mesh, factor, vehicle.inertial.c_BoBcm_B, mass / sea.density / factor)
    rpy = np.zeros(3) if attitude is None else finite_floats(attitude, (3,), "the attitude to start at [rad]")
    up = matrix_from_rpy(rpy)[2]
    floating = sea.surface is not None and body.target < body.mesh.volume * (1.0 - BALANCED)
    if floating:
        state = equilibrium(body, up)
    else:
        lever = body.mesh.centroid - body.center_of_mass
        distance = float(np.linalg.norm(lever))
        state = body.submerged(lever / distance if distance > INDIFFERENT * body.size else up)
    up, cut = state.up, state.cut
    heel, trim = atan2(up[1], up[2]), atan2(-up[0], hypot(up[1], up[2]))
    R_WB = matrix_from_rpy((heel, trim, 0.0))
    level = 0.0 if sea.surface is None else sea.surface
    pose = Pose.from_rpy((0.0, 0.0, level - state.offset), (heel, trim, 0.0))
    keel, top = body.cutter.heights(up)
    moments = factor * (R_WB @ cut.waterplane_moments @ R_WB.T)[:2, :2]
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
        stable=bool(heights[0] > INDIFFERENT * body.size),
        pose=pose,
        heel=heel + 0.0,
        trim=trim + 0.0,
        draft=state.offset - keel if floating else None,
        freeboard=top - state.offset if floating else None,
        mass=mass,
        volume=factor * cut.volume,
        wetted_area=factor * cut.wet_area,
        center_of_mass=body.center_of_mass,
        center_of_buoyancy=cut.centroid,
        center_of_flotation=cut.waterplane_centroid if has_waterplane else None,
        waterplane_area=factor * cut.waterplane_area,
        waterplane_moments=frozen(moments),
        waterline_length=length,
        waterline_breadth=breadth,
        center_of_buoyancy_above_keel=float(up @ cut.centroid) - keel,
        center_of_mass_above_keel=float(up @ body.center_of_mass) - keel,
        mass_matrix=frozen(vehicle.inertial_in(sea.density).mass_matrix(Pose.from_matrix(body.center_of_mass, R_WB.T))),
        mesh=mesh,
        volume_factor=factor,
    )

"""Make reference numbers for bodies in waves with Capytaine, a linear boundary-element code.

The cases are a submerged spheroid at rest and under way, a submerged ellipsoid with three different axes, a floating
barge, and the boat of the examples. Each is solved on three meshes; the numbers are extrapolated to panels of no size
and carry an estimate of their error.

    pip install "capytaine==3.0.0" "pandas<3"
    OMP_NUM_THREADS=1 python make_capytaine.py --boat examples/scenarios/boat.obj --out capytaine.json

It takes five to eight minutes on one core and up to 14 GB of memory.

Conventions, the same for all cases:

- Axes x forward, y to port, z up; z = 0 is still water. Six components: surge, sway, heave, roll, pitch, yaw; positive
  pitch lowers the bow. SI units.
- A wave of unit amplitude with heading b is Re exp(i (k (x cos b + y sin b) - w t)): heading 0 runs along +x, which is
  forward. Any other quantity is Re(F exp(-i w t)), so F has the phase of the elevation at x = y = 0 where its phase is
  zero; a positive phase is a lag.
- Excitation is Froude-Krylov plus diffraction, on the body held still, without hydrostatics of the mean position.
- Motions: (-w^2 (M + A) - i w B + C) X = F.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import capytaine as cpt
import numpy as np
from capytaine.bem.airy_waves import airy_waves_potential, airy_waves_velocity, froude_krylov_force
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq, root

Array = NDArray[Any]

RHO, G = 1025.0, 9.80665
DOFS = ("Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw")
SIX = [name.lower() for name in DOFS]

CONVENTIONS = {
    "axes": "x forward, y to port, z up; z = 0 is still water; pitch positive with the bow down",
    "components": SIX,
    "units": "SI; excitation per metre of wave amplitude",
    "wave": "elevation = Re exp(i (k (x cos(heading) + y sin(heading)) - omega t)); heading 0 runs along +x",
    "time": "any quantity is Re(F exp(-i omega t)): F(t) = |F| cos(omega t - phase), a positive phase is a lag",
    "phase_reference": "the elevation of the undisturbed wave at x = y = 0",
    "excitation": "Froude-Krylov plus diffraction, body held at rest",
    "motion": "(-omega^2 (M + A) - i omega B + C) X = F",
    "error": (
        "values are extrapolated to zero panel size from the two finest meshes (second order); 'error' is the largest "
        "difference, over the components of the force or of the moment, to the extrapolation from the two coarsest"
    ),
}


# ---------------------------------------------------------------------------------------------------------- meshes


def mirrored(quarter: cpt.Mesh) -> cpt.ReflectionSymmetricMesh:
    """Mirror the part of a mesh with x, y >= 0 in both planes."""
    return cpt.ReflectionSymmetricMesh(cpt.ReflectionSymmetricMesh(quarter, plane="xOz"), plane="yOz")


def grid(points: Array) -> tuple[Array, Array]:
    """Quadrilaterals between the points of a grid.

    Args:
        points: (n + 1, m + 1, 3), with the normal along the first direction x the second.

    Returns:
        Vertices and faces.
    """
    n, m = points.shape[0] - 1, points.shape[1] - 1
    k = (np.arange(n)[:, None] * (m + 1) + np.arange(m)).ravel()
    return points.reshape(-1, 3), np.stack([k, k + m + 1, k + m + 2, k + 1], axis=1)


def ellipsoid(semi_axes: Sequence[float], center: Sequence[float], n: int) -> cpt.ReflectionSymmetricMesh:
    """An ellipsoid with its poles on the x axis: 4 n^2 plane panels with their corners on the surface."""
    along, around = np.meshgrid(
        np.linspace(0, np.pi / 2, n + 1), np.linspace(-np.pi / 2, np.pi / 2, n + 1), indexing="ij"
    )
    unit = np.stack([np.cos(along), np.sin(along) * np.cos(around), np.sin(along) * np.sin(around)], axis=-1)
    vertices, faces = grid(unit * np.asarray(semi_axes) + np.asarray(center))
    vertices[: n + 1] = vertices[0]
    faces[:n, 0] = faces[:n, 3] = 0  # triangles at the pole
    return mirrored(cpt.Mesh(vertices, faces))


def box(length: float, breadth: float, draft: float, n: int) -> cpt.ReflectionSymmetricMesh:
    """The wet part of a floating box, with panels that get narrow towards its edges: 104 n^2 of them."""
    x = 0.5 * length * np.sin(np.linspace(0, np.pi / 2, 4 * n + 1))
    y = 0.5 * breadth * np.sin(np.linspace(0, np.pi / 2, 3 * n + 1))
    z = -draft * np.sin(np.linspace(0, np.pi / 2, 2 * n + 1))
    bottom = np.stack(np.broadcast_arrays(x[None, :], y[:, None], z[-1]), axis=-1)
    side = np.stack(np.broadcast_arrays(x[None, :], y[-1], z[::-1, None]), axis=-1)
    end = np.stack(np.broadcast_arrays(x[-1], y[None, :], z[:, None]), axis=-1)
    vertices, faces, first = [], [], 0
    for points in (bottom, side, end):
        v, f = grid(points)
        vertices.append(v)
        faces.append(f + first)
        first += len(v)
    return mirrored(cpt.Mesh(np.concatenate(vertices), np.concatenate(faces)))


def read_obj(path: Path) -> tuple[Array, Array]:
    """Vertices and triangles of a Wavefront file."""
    rows = [line.split() for line in path.read_text().splitlines()]
    vertices = [[float(word) for word in row[1:4]] for row in rows if row and row[0] == "v"]
    faces = [[int(word.split("/")[0]) - 1 for word in row[1:4]] for row in rows if row and row[0] == "f"]
    return np.array(vertices), np.array(faces)


def split(vertices: Array, faces: Array, n: int) -> tuple[Array, Array]:
    """Each triangle as n^2 equal ones in its plane."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    out = []
    for i in range(n):
        for j in range(n - i):
            corners = [[(i, j), (i + 1, j), (i, j + 1)]]
            if i + j < n - 1:
                corners.append([(i + 1, j), (i + 1, j + 1), (i, j + 1)])
            out += [np.stack([a + (p * (b - a) + q * (c - a)) / n for p, q in three], axis=1) for three in corners]
    triangles = np.concatenate(out).reshape(-1, 3)
    return triangles, np.arange(len(triangles)).reshape(-1, 3)


def wet(vertices: Array, faces: Array, height: float, trim: float) -> cpt.Mesh:
    """The part under z = 0 of a hull whose origin is lifted and which is turned about its y axis (bow down)."""
    c, s = np.cos(trim), np.sin(trim)
    placed = vertices @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T + [0, 0, height]
    return cpt.Mesh(placed, faces).clipped(origin=np.zeros(3), normal=np.array([0.0, 0.0, 1.0]))


def displaced(mesh: cpt.Mesh) -> tuple[float, Array]:
    """Volume under z = 0 of an open mesh and its centroid, exact for plane faces: the lid adds nothing to z dS_z."""
    volume, first = 0.0, np.zeros(3)
    for face in mesh.faces:
        for k in range(1, len(face) - 1):
            p = mesh.vertices[[face[0], face[k], face[k + 1]]]
            area = 0.5 * np.cross(p[1] - p[0], p[2] - p[0])
            middles = 0.5 * (p + np.roll(p, -1, axis=0))
            volume += area[2] * middles[:, 2].mean()
            first += area[2] * np.mean(middles * middles[:, 2:] * [1.0, 1.0, 0.5], axis=0)
    return volume, first / volume


# --------------------------------------------------------------------------------------------- solving, extrapolating


def floating_body(mesh: Any, center: Sequence[float]) -> cpt.FloatingBody:
    """A rigid body with six degrees of freedom about a point."""
    center = np.asarray(center, dtype=float)
    return cpt.FloatingBody(
        mesh=mesh, dofs=cpt.rigid_body_dofs(rotation_center=center), center_of_mass=center, name="body"
    )


@cache
def solver(method: str) -> cpt.BEMSolver:
    """One solver for each method, which keeps only the matrices of the last frequency."""
    return cpt.BEMSolver(method=method)


def six(forces: dict[str, complex]) -> Array:
    """A wrench in the order of the components."""
    return np.array([forces[name] for name in DOFS])


def radiation(body: cpt.FloatingBody, omega: float | None) -> tuple[Array, Array]:
    """Added mass and damping, 6x6, at a frequency; None is unbounded fluid. The rows are forces, symmetrised.

    Returns:
        Added mass, damping.
    """
    where: dict[str, Any] = {"free_surface": np.inf} if omega is None else {"omega": omega}
    problems = [cpt.RadiationProblem(body=body, radiating_dof=name, rho=RHO, g=G, **where) for name in DOFS]
    results = solver("direct").solve_all(problems, progress_bar=False)
    by_dof = {result.radiating_dof: result for result in results}
    a = np.array([[by_dof[j].added_mass[i] for j in DOFS] for i in DOFS])
    b = np.array([[by_dof[j].radiation_damping[i] for j in DOFS] for i in DOFS])
    return 0.5 * (a + a.T), 0.5 * (b + b.T)


def excitation(body: cpt.FloatingBody, omega: float, headings: Sequence[float], method: str = "direct") -> Array:
    """Froude-Krylov and diffraction wrenches, (headings, 2, 6), at headings in degrees."""
    shared = solver(method)
    found = []
    for heading in headings:
        problem = cpt.DiffractionProblem(body=body, omega=omega, wave_direction=np.radians(heading), rho=RHO, g=G)
        found.append([six(froude_krylov_force(problem)), six(shared.solve(problem, _check_wavelength=False).forces)])
    return np.array(found)


class Extrapolated:
    """An array on meshes of growing fineness, extrapolated.

    Args:
        values: The array on each of three meshes.
        sizes: Their relative fineness, e.g. panels along an edge.
    """

    def __init__(self, values: Sequence[Array], sizes: Sequence[int]) -> None:
        rows = [np.asarray(value) for value in values]

        def to_zero(coarse: int, fine: int) -> Array:
            p, q = sizes[coarse] ** 2, sizes[fine] ** 2
            return (q * rows[fine] - p * rows[coarse]) / (q - p)

        self.finest: Array = rows[-1]
        self.value: Array = to_zero(-2, -1)
        self.error: Array = np.abs(self.value - to_zero(-3, -2))


def clean(values: Any, floor: float = 0.0) -> Any:
    """Lists of floats with nine digits; what is below the floor is nothing but rounding and becomes zero."""
    array = np.asarray(values, dtype=float)
    array = np.where(np.abs(array) <= floor, 0.0, array)
    return np.vectorize(lambda value: float(f"{value:.9g}"), otypes=[float])(array).tolist()


def wrench(value: Array, error: Array | None = None) -> dict[str, Any]:
    """A complex wrench for the file, with the error of its force and of its moment."""
    scale = np.repeat([np.abs(value[:3]).max(), np.abs(value[3:]).max()], 3)
    small = np.abs(value) <= np.maximum(1e-7 * scale, 1e-9 * scale.max())
    value = np.where(small, 0.0, value)
    out = {
        "real": clean(value.real),
        "imag": clean(value.imag),
        "amplitude": clean(np.abs(value)),
        "phase_deg": clean(np.where(small, 0.0, np.degrees(np.angle(value)))),
    }
    if error is not None:
        out["error"] = clean([error[:3].max(), error[3:].max()])
    return out


def matrix(found: Extrapolated) -> dict[str, Any]:
    """A 6x6 matrix for the file, with the largest error of its blocks of force, of coupling and of moment."""
    e = found.error
    return {
        "value": clean(found.value, 1e-9 * float(np.abs(found.value).max())),
        "finest_mesh": clean(found.finest, 1e-9 * float(np.abs(found.finest).max())),
        "error": clean([e[:3, :3].max(), e[:3, 3:].max(), e[3:, 3:].max()]),
    }


def wave(omega: float, length: float) -> dict[str, float]:
    """What a frequency is in deep water."""
    k = omega**2 / G
    named = {"omega": omega, "period": 2 * np.pi / omega, "wavenumber": k, "wavelength": 2 * np.pi / k}
    return {name: clean(value) for name, value in (named | {"wavelength_over_length": 2 * np.pi / k / length}).items()}


def of_wavelength(wavelength: float) -> float:
    """The frequency of a wave in deep water."""
    return float(np.sqrt(2 * np.pi * G / wavelength))


def in_waves(
    make: Callable[[int], cpt.FloatingBody],
    sizes: Sequence[int],
    omegas: Sequence[float],
    headings: Sequence[float],
    length: float,
) -> tuple[list[dict[str, Any]], list[tuple[Array, Array, Array]], list[int]]:
    """Radiation and excitation at frequencies on three meshes.

    Args:
        make: The body on a mesh of a fineness.
        sizes: Three finenesses, from coarse to fine.
        omegas: Frequencies.
        headings: Headings of the wave in degrees.
        length: The length that wavelengths are compared with.

    Returns:
        Rows for the file; for each frequency extrapolated A, B and excitation by heading; numbers of panels.
    """
    bodies = [make(n) for n in sizes]
    rows, plain = [], []
    for omega in omegas:
        pairs = [radiation(body, omega) for body in bodies]
        a, b = (Extrapolated([pair[k] for pair in pairs], sizes) for k in range(2))
        parts = [excitation(body, omega, headings) for body in bodies]
        f, total = Extrapolated(parts, sizes), Extrapolated([part.sum(axis=1) for part in parts], sizes)
        at = []
        for k, heading in enumerate(headings):
            at.append(
                {
                    "heading_deg": heading,
                    "froude_krylov": wrench(f.value[k, 0], f.error[k, 0]),
                    "diffraction": wrench(f.value[k, 1], f.error[k, 1]),
                    "excitation": wrench(total.value[k], total.error[k]),
                }
            )
        rows.append(wave(omega, length) | {"added_mass": matrix(a), "damping": matrix(b), "waves": at})
        plain.append((a.value, b.value, total.value))
    return rows, plain, [body.mesh.nb_faces for body in bodies]


# ------------------------------------------------------------------------------------------------------ closed forms


def ellipsoid_added_mass(semi_axes: Sequence[float]) -> Array:
    """Added mass of an ellipsoid in unbounded fluid about its centre, the diagonal (Lamb, Hydrodynamics, 114, 115)."""
    s = np.asarray(semi_axes, dtype=float)
    scale = s.max()
    a = s / scale

    def shape(i: int) -> float:
        def integrand(u: float) -> float:
            # With l = u / (1 - u) the integral over all l >= 0 is one over 0 <= u < 1.
            l = u / (1 - u)
            return 1 / ((a[i] ** 2 + l) * np.sqrt(np.prod(a**2 + l)) * (1 - u) ** 2)

        return float(np.prod(a) * quad(integrand, 0, 1, epsabs=1e-13, epsrel=1e-12, limit=400)[0])

    alpha = np.array([shape(i) for i in range(3)])
    mass = RHO * 4 / 3 * np.pi * np.prod(s)
    turning = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        minus, plus, over = s[j] ** 2 - s[k] ** 2, s[j] ** 2 + s[k] ** 2, alpha[k] - alpha[j]
        turning.append(0.0 if minus == 0 else mass / 5 * minus**2 * over / (2 * minus - plus * over))
    return np.concatenate([mass * alpha / (2 - alpha), turning])


def unbounded(
    make: Callable[[int], cpt.FloatingBody], sizes: Sequence[int], semi_axes: Sequence[float]
) -> dict[str, Any]:
    """Added mass in unbounded fluid beside the closed form."""
    found = Extrapolated([radiation(make(n), None)[0] for n in sizes], sizes)
    exact = ellipsoid_added_mass(semi_axes)
    return {
        "added_mass": matrix(found),
        "closed_form_diagonal": clean(exact),
        "difference_percent": clean([100 * (found.value[i, i] / exact[i] - 1) if exact[i] else 0.0 for i in range(6)]),
    }


def closed_form(semi_axes: Sequence[float], depth: float, omega: float, heading: float) -> Array:
    """The excitation of an ellipsoid deep under a wave, from mean and first moment of the water over its volume.

    Force: (rho V + A) times the mean acceleration. Moment about an axis i: the Froude-Krylov moment rho eps_ijk J_jl
    H_kl plus A_ii times the effective angular acceleration of an ellipsoid in a strain, with H and the strain from the
    first moment. Added mass of unbounded fluid; no free surface. The Froude-Krylov part is exact.
    """
    a = np.asarray(semi_axes, dtype=float)
    mass = RHO * 4 / 3 * np.pi * np.prod(a)
    added = ellipsoid_added_mass(semi_axes)
    k, b = omega**2 / G, np.radians(heading)
    acceleration = -1j * omega**2 * np.exp(-k * depth) * np.array([np.cos(b), np.sin(b), -1j])
    number = k * np.array([np.cos(b), np.sin(b), -1j])  # the wave is exp(i number . r)
    size = np.sqrt(complex(((number * a) ** 2).sum()))
    mean, first = 1.0 + 0j, 1.0 + 0j
    if abs(size) > 1e-3:
        mean = 3 * (np.sin(size) - size * np.cos(size)) / size**3
        first = 15 * ((3 - size**2) * np.sin(size) - 3 * size * np.cos(size)) / size**5
    gradient = first * np.outer(acceleration, 1j * number)  # d a_k / d x_l
    second = mass * a**2 / 5
    moments = []
    for i in range(3):
        j, l = (i + 1) % 3, (i + 2) % 3
        froude_krylov = second[j] * gradient[l, j] - second[l] * gradient[j, l]
        strain = gradient[l, j]  # = gradient[j, l], no vorticity
        # In a plane strain the water turns an ellipsoid as (Lj^2 + Ll^2) / (Lj^2 - Ll^2) times the strain.
        turning = 0.0 if a[j] == a[l] else added[3 + i] * strain * (a[j] ** 2 + a[l] ** 2) / (a[j] ** 2 - a[l] ** 2)
        moments.append(froude_krylov + turning)
    return np.concatenate([(mass + added[:3]) * acceleration * mean, moments])


# ------------------------------------------------------------------------------------------------------------ cases


def submerged(
    what: str,
    semi_axes: Sequence[float],
    depth: float,
    omegas: Sequence[float],
    headings: Sequence[float],
    sizes: Sequence[int],
) -> dict[str, Any]:
    """A submerged ellipsoid at rest."""

    def make(n: int) -> cpt.FloatingBody:
        return floating_body(ellipsoid(semi_axes, (0, 0, -depth), n), (0, 0, -depth))

    rows, _, panels = in_waves(make, sizes, omegas, headings, 2 * semi_axes[0])
    for row in rows:
        for at in row["waves"]:
            at["closed_form"] = wrench(closed_form(semi_axes, depth, row["omega"], at["heading_deg"]))
    return {
        "description": what,
        "geometry": {"semi_axes": list(semi_axes), "center": [0.0, 0.0, -depth], "length": 2 * semi_axes[0]},
        "about": "the centre",
        "rho": RHO,
        "g": G,
        "depth": "infinite",
        "panels": panels,
        "method": "direct boundary integral equation, constant panels",
        "volume": clean(4 / 3 * np.pi * np.prod(semi_axes)),
        "unbounded": unbounded(make, sizes, semi_axes),
        "frequencies": rows,
        "note": "'closed_form': mean and first moment of the water over the volume, added mass of unbounded fluid",
    }


def under_way_once(
    body: cpt.FloatingBody, semi_axes: Sequence[float], omega: float, heading: float, speed: float
) -> Array:
    """Wrenches on an ellipsoid that is towed along +x through a wave.

    The potential of diffraction meets the free surface at the frequency of encounter w_e as a body at rest does; the
    waves of the steady motion are left out. The force of the term W . grad(phi) is integrated by parts over the closed
    surface, so that only the potential is needed, not its gradient on the panels.

    Returns:
        (5, 6): Froude-Krylov; diffraction with the base flow -U e_x (what Capytaine's own option for forward speed
        has); the same by that option; all with the true steady flow about an ellipsoid, less Froude-Krylov; diffraction
        at rest in the same wave (indirect method, to compare with the option).
    """
    b, k = np.radians(heading), omega**2 / G
    encounter = omega - k * speed * np.cos(b)
    mesh = body.mesh
    n, area, r = mesh.faces_normals, mesh.faces_areas, mesh.faces_centers
    arm = r - body.center_of_mass
    generalised = np.concatenate([n, np.cross(arm, n)], axis=1)

    incoming = cpt.DiffractionProblem(body=body, omega=omega, wave_direction=b, rho=RHO, g=G)
    at_encounter = cpt.DiffractionProblem(body=body, omega=encounter, wave_direction=b, rho=RHO, g=G)
    at_encounter.boundary_condition = incoming.boundary_condition
    solved = solver("direct").solve(at_encounter, _check_wavelength=False)
    diffracted, flux = solved.potential, incoming.boundary_condition
    wave_potential = airy_waves_potential(r, incoming)
    wave_velocity = airy_waves_velocity(r, incoming)

    # On an ellipsoid f = sum (x/a)^2 = 1: the gradient of its normal, and tangent = e_x - n_x n.
    h = 2 / np.asarray(semi_axes) ** 2
    steep = np.linalg.norm(h * arm, axis=1)
    n_true = h * arm / steep[:, None]
    curvature = (h.sum() - (n_true**2 * h).sum(axis=1)) / steep
    tangent = np.eye(3)[0] - n_true[:, :1] * n_true
    turn = h * tangent / steep[:, None]
    turn -= n_true * (n_true * turn).sum(axis=1)[:, None]  # (tangent . grad) n
    spread = np.concatenate([turn, np.cross(tangent, n_true) + np.cross(arm, turn)], axis=1)
    spread -= generalised * (n_true[:, :1] * curvature[:, None])  # div (generalised normal * tangent)

    def integral(values: Array) -> Array:
        return (values[:, None] * area[:, None] * generalised).sum(axis=0)

    def along(potential: Array) -> Array:
        return -(potential[:, None] * area[:, None] * spread).sum(axis=0)  # of generalised * tangent . grad(potential)

    froude_krylov = six(froude_krylov_force(incoming))
    simple = -RHO * (1j * encounter * integral(diffracted) + speed * (along(diffracted) + integral(n[:, 0] * flux)))
    k1 = ellipsoid_added_mass(semi_axes)[0] / (RHO * 4 / 3 * np.pi * np.prod(semi_axes))
    wave_along = integral((tangent * wave_velocity).sum(axis=1))
    full = -RHO * (
        1j * encounter * integral(diffracted + wave_potential) + speed * (1 + k1) * (along(diffracted) + wave_along)
    )
    option = cpt.DiffractionProblem(body=body, omega=omega, wave_direction=b, rho=RHO, g=G, forward_speed=speed)
    indirect = solver("indirect")
    by_option = six(indirect.solve(option, _check_wavelength=False).forces)
    at_rest = six(indirect.solve(incoming, _check_wavelength=False).forces)
    return np.stack([froude_krylov, simple, by_option, full - froude_krylov, at_rest])


def mean_along(function: Callable[[float], float], scale: float) -> float:
    """The mean of a function of scale * x over the volume of a spheroid that reaches from x = -1 to 1."""
    return float(quad(lambda x: 0.75 * (1 - x * x) * function(scale * x), -1, 1)[0])


def spheroid_under_way(semi_axes: Sequence[float], depth: float, speed: float, sizes: Sequence[int]) -> dict[str, Any]:
    """The spheroid towed through head and following seas."""
    bodies = [floating_body(ellipsoid(semi_axes, (0, 0, -depth), n), (0, 0, -depth)) for n in sizes]
    mass, added = RHO * 4 / 3 * np.pi * np.prod(semi_axes), ellipsoid_added_mass(semi_axes)
    rows = []
    for kind, heading in (("intrinsic", 180.0), ("intrinsic", 0.0), ("encounter", 180.0), ("encounter", 0.0)):
        sign = np.cos(np.radians(heading))
        omega = 2 * np.pi / 4.0
        if kind == "encounter":  # w - sign U w^2 / g = w_e, the root that goes to w_e without speed
            omega = 2 * omega / (1 + np.sqrt(1 - 4 * sign * speed * omega / G))
        k = omega**2 / G
        encounter = omega - sign * k * speed
        at_rest = Extrapolated([excitation(body, omega, [heading])[0, 1] for body in bodies], sizes)
        each = np.stack([under_way_once(body, semi_axes, omega, heading, speed) for body in bodies])
        under_way = Extrapolated(each, sizes)
        names = {"froude_krylov": 0, "diffraction_uniform_flow": 1, "diffraction_true_steady_flow": 3}
        found = {name: wrench(under_way.value[i], under_way.error[i]) for name, i in names.items()}
        option, option_at_rest = (
            (sizes[-1] * each[-1, i] - sizes[-2] * each[-2, i]) / (sizes[-1] - sizes[-2]) for i in (2, 4)
        )

        # By the derivative along the body's own path, less G^T p, plus Munk's moment; averages over the length.
        ka = k * semi_axes[0]
        orbital = omega * np.exp(-k * depth) * mean_along(np.cos, ka)
        heave = -orbital * (encounter * added[2] + sign * k * speed * added[0])
        turning = (
            1j * sign * encounter * omega * k * np.exp(-k * depth) * mean_along(lambda x: 5 * x * np.sin(x), ka) / ka**2
        )
        flat = (semi_axes[0] ** 2 + semi_axes[2] ** 2) / (semi_axes[0] ** 2 - semi_axes[2] ** 2)
        pitch = turning * flat * added[4] + 1j * speed * orbital * (added[2] - added[0])
        rows.append(
            {
                "period_of": kind,
                "heading_deg": heading,
                "speed": speed,
                "encounter_omega": clean(encounter),
                "encounter_over_intrinsic": clean(encounter / omega),
            }
            | wave(omega, 2 * semi_axes[0])
            | found
            | {
                "diffraction_at_rest_same_wave": wrench(at_rest.value, at_rest.error),
                "diffraction_by_path_closed_form": wrench(np.array([0, 0, heave, 0, pitch, 0])),
                "heave_diffraction_over_that_at_rest": {
                    name: clean(abs(under_way.value[i, 2]) / abs(at_rest.value[2])) for name, i in names.items() if i
                }
                | {"closed_form": clean(abs(heave) / (orbital * omega * added[2]))},
                "capytaine_option": {
                    "diffraction_first_order_extrapolation": wrench(option),
                    "diffraction_by_mesh": [wrench(row[2]) for row in each],
                    "diffraction_at_rest_by_mesh_same_method": [wrench(row[4]) for row in each],
                    "heave_over_that_at_rest_by_mesh": [clean(abs(row[2, 2]) / abs(row[4, 2])) for row in each],
                    "heave_over_that_at_rest_extrapolated": clean(abs(option[2]) / abs(option_at_rest[2])),
                },
            }
        )
    return {
        "description": (
            "Spheroid 3 m x 0.4 m, 2 m deep, towed along +x at 1.5 m/s through head (180 deg) and following (0 deg) "
            "seas; the period of 4 s once as that of the wave at a fixed place, once as that of encounter. The wave is "
            "Re exp(i (k x cos(heading) - omega_e t)) in axes that move with the body"
        ),
        "computed": {
            "diffraction_uniform_flow": (
                "potential at the frequency of encounter from the normal velocity of the wave, Green function of the "
                "free surface without speed; pressure rho (i omega_e phi + U dphi/dx), the base flow being -U e_x; "
                "direct method, the gradient removed by integration by parts on the ellipsoid"
            ),
            "capytaine_option": (
                "the same theory by DiffractionProblem(forward_speed=U): indirect method, gradient at panel centres; "
                "it converges only with the first order of panel size and is kept to compare"
            ),
            "diffraction_true_steady_flow": (
                "as the first, with the exact steady flow past the ellipsoid in unbounded fluid, W = -U (1 + k1) "
                "(e_x - n_x n), acting on wave and diffraction potentials; the total less Froude-Krylov"
            ),
            "diffraction_by_path_closed_form": (
                "heave: -omega (omega_e A33 + cos(heading) k U A11) exp(-k d), averaged over the length; pitch: A55 "
                "times the effective angular acceleration of the water along the body's path, plus Munk's moment "
                "(A33 - A11) U w; unbounded added mass. With the material derivative heave would be omega^2 A33"
            ),
            "left_out": "waves of the steady motion, effect of speed on the free-surface condition",
        },
        "geometry": {"semi_axes": list(semi_axes), "center": [0.0, 0.0, -depth], "length": 2 * semi_axes[0]},
        "about": "the centre",
        "rho": RHO,
        "g": G,
        "depth": "infinite",
        "panels": [body.mesh.nb_faces for body in bodies],
        "displaced_mass": clean(mass),
        "cases": rows,
    }


def response(m: Array, a: Array, b: Array, c: Array, f: Array, omega: float) -> Array:
    """Motions per unit amplitude."""
    return np.linalg.solve(-(omega**2) * (m + a) - 1j * omega * b + c, f)


def barge(sizes: Sequence[int]) -> dict[str, Any]:
    """A floating box."""
    length, breadth, draft = 10.0, 4.0, 1.0
    mass = RHO * length * breadth * draft
    area = length * breadth
    stiffness = np.zeros((6, 6))
    stiffness[2, 2] = RHO * G * area
    stiffness[3, 3] = RHO * G * area * breadth**2 / 12 - mass * G * draft / 2
    stiffness[4, 4] = RHO * G * area * length**2 / 12 - mass * G * draft / 2

    def inertia(height: float) -> Array:
        square = np.array([length, breadth, height]) ** 2
        return np.diag([mass] * 3 + [mass / 12 * (square.sum() - square[i]) for i in range(3)])

    omegas = [of_wavelength(length * ratio) for ratio in (0.98, 1.5, 2.5, 3.9, 12.7)]
    omegas += [2 * np.pi / period for period in (4.0, 6.5, 9.0)]
    headings = [0.0, 90.0]

    def make(n: int) -> cpt.FloatingBody:
        return floating_body(box(length, breadth, draft, n), (0, 0, 0))

    rows, plain, panels = in_waves(make, sizes, omegas, headings, length)
    heights = {"uniform_box_2_m_high": 2.0, "uniform_box_1_m_high": 1.0}
    for row, omega, (a, b, f) in zip(rows, omegas, plain, strict=True):
        k = omega**2 / G
        for i, at in enumerate(row["waves"]):
            for name, height in heights.items():
                moved = response(inertia(height), a, b, stiffness, f[i], omega)
                at[f"motion_{name}"] = wrench(moved) | {
                    "heave_over_amplitude": clean(abs(moved[2])),
                    "roll_over_slope": clean(abs(moved[3]) / k),
                    "pitch_over_slope": clean(abs(moved[4]) / k),
                }
    at_infinity = [radiation(make(n), np.inf)[0] for n in sizes]
    return {
        "description": "Barge 10 m x 4 m with a draft of 1 m, afloat; centre of mass at the waterline, amidships",
        "geometry": {"length": length, "breadth": breadth, "draft": draft},
        "about": "the centre of the waterplane, which is the centre of mass",
        "rho": RHO,
        "g": G,
        "depth": "infinite",
        "panels": panels,
        "method": "direct boundary integral equation, constant panels, narrow at the edges",
        "mass": mass,
        "moment_of_inertia": {name: clean(np.diag(inertia(height))[3:]) for name, height in heights.items()},
        "stiffness": clean(stiffness),
        "added_mass_infinite_frequency": matrix(Extrapolated(at_infinity, sizes)),
        "frequencies": rows,
    }


def shifted(a: Array, to: Array) -> Array:
    """A 6x6 mass or damping about another point, which is at `to` from the first."""
    x, y, z = to
    lever = np.eye(6)
    lever[:3, 3:] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]  # velocity of the first point from that of the other
    return lever.T @ a @ lever


def columns(mesh: cpt.Mesh) -> tuple[Array, Array]:
    """Points and weights for integrals over the volume between a wet hull and z = 0: three over each panel."""
    centers, down = mesh.faces_centers, -mesh.faces_normals[:, 2] * mesh.faces_areas
    places, parts = np.polynomial.legendre.leggauss(3)
    points = np.concatenate([centers * [1, 1, 0.5 * (1 - place)] for place in places])
    return points, np.concatenate([0.5 * part * -centers[:, 2] * down for part in parts])


def water_motion(points: Array, weights: Array, omega: float, heading: float, origin: Array) -> Array:
    """The mean motion of the water of a wave over a volume, as the rigid motion that fits best, taken at a point."""
    k, b = omega**2 / G, np.radians(heading)
    phase = 1j * k * (points[:, 0] * np.cos(b) + points[:, 1] * np.sin(b))
    velocity = omega * np.exp(k * points[:, 2] + phase)[:, None] * np.array([np.cos(b), np.sin(b), -1j])
    share = (weights / weights.sum())[:, None]
    center, mean = (points * share).sum(axis=0), (velocity * share).sum(axis=0)
    r = points - center
    second = (r * share).T @ r
    turning = np.linalg.solve(np.trace(second) * np.eye(3) - second, (np.cross(r, velocity - mean) * share).sum(axis=0))
    return np.concatenate([mean + np.cross(turning, origin - center), turning])


def modes(m: Array, b: Array, c: Array) -> Array:
    """Eigenvalues of oscillating motions, those with a positive imaginary part, by rising frequency."""
    n = len(m)
    step = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(m, c), -np.linalg.solve(m, b)]])
    values = np.linalg.eigvals(step)
    values = values[values.imag > 1e-3]
    return values[np.argsort(abs(values))]


def jonswap(omega: Array, height: float, peak: float, gamma: float = 3.3) -> Array:
    """A JONSWAP spectrum, scaled so that the variance over these frequencies is that of the significant height."""
    ratio = omega / (2 * np.pi / peak)
    bump = np.exp(-0.5 * ((ratio - 1) / np.where(ratio < 1, 0.07, 0.09)) ** 2)
    density = omega**-5.0 * np.exp(-1.25 * ratio**-4.0) * gamma**bump
    return density * height**2 / 16 / np.trapezoid(density, omega)


LONGITUDINAL, LATERAL = (0, 2, 4), (1, 3, 5)


class Boat:
    """The boat of the examples, afloat.

    Args:
        path: Its mesh.
        sizes: In how many parts the edges of the mesh are split, from coarse to fine.
    """

    mass = 850.0
    center = np.array([-0.55, 0.0, 0.1])
    moment = np.array([[160.6, 0, -42.3], [0, 1459.7, 0], [-42.3, 0, 1525.8]])

    def __init__(self, path: Path, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        vertices, faces = read_obj(path)

        def turned(trim: float) -> Array:
            c, s = np.cos(trim), np.sin(trim)
            return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])

        def unbalanced(unknown: Array) -> Array:
            volume, place = displaced(wet(vertices, faces, unknown[0], unknown[1]))
            return np.array([volume * RHO / self.mass - 1, place[0] - (turned(unknown[1]) @ self.center)[0]])

        self.height, self.trim = root(unbalanced, [0.07, 0.006], tol=1e-12).x
        self.rotation = turned(self.trim)
        self.both = np.kron(np.eye(2), self.rotation)  # from body axes to level ones
        self.origin = np.array([0.0, 0.0, self.height])
        self.arm = self.rotation @ self.center
        self.volume, self.buoyancy = displaced(wet(vertices, faces, self.height, self.trim))

        def make(n: int) -> cpt.FloatingBody:
            mesh = wet(*split(vertices, faces, n), self.height, self.trim)
            half = mesh.clipped(origin=np.zeros(3), normal=np.array([0.0, -1.0, 0.0]))
            keep = np.flatnonzero(half.faces_areas > 1e-9)
            return floating_body(cpt.ReflectionSymmetricMesh(half.extract_faces(keep), plane="xOz"), self.origin)

        self.bodies = [make(n) for n in sizes]
        self.stiffness = Extrapolated([self._stiffness(body) for body in self.bodies], sizes)
        self.inertia = np.zeros((6, 6))
        self.inertia[:3, :3] = self.mass * np.eye(3)
        self.inertia[3:, 3:] = self.rotation @ self.moment @ self.rotation.T

    def _stiffness(self, body: cpt.FloatingBody) -> Array:
        """Stiffness about the centre of mass in level axes."""
        place = self.origin + self.arm
        about = cpt.FloatingBody(
            mesh=body.mesh.merged(),
            dofs=cpt.rigid_body_dofs(rotation_center=place),
            center_of_mass=place,
            mass=self.mass,
        )
        found = about.compute_hydrostatic_stiffness(rho=RHO, g=G)
        found = np.asarray(found.sel(influenced_dof=list(DOFS), radiating_dof=list(DOFS)))
        return 0.5 * (found + found.T)

    def at(self, omega: float) -> tuple[Extrapolated, Extrapolated]:
        """Added mass and damping about the origin in body axes."""
        pairs = [radiation(body, omega) for body in self.bodies]
        turn = [[self.both.T @ pair[k] @ self.both for pair in pairs] for k in range(2)]
        return Extrapolated(turn[0], self.sizes), Extrapolated(turn[1], self.sizes)

    def to_mass(self, value: Array) -> Array:
        """A matrix about the origin in body axes as one about the centre of mass in level axes."""
        return shifted(self.both @ value @ self.both.T, self.arm)

    def period_alone(self, i: int, guess: float) -> float:
        """The natural period of one motion alone about the centre of mass, with the added mass of that period."""
        period, before = guess, 0.0
        while abs(period - before) > 5e-4:
            a = shifted(radiation(self.bodies[1], 2 * np.pi / period)[0], self.arm)
            before = period
            period = float(2 * np.pi * np.sqrt((self.inertia[i, i] + a[i, i]) / self.stiffness.value[i, i]))
        return round(period, 3)

    def coupled(self, block: Sequence[int], guess: float, which: int) -> tuple[float, complex]:
        """Period and eigenvalue of a coupled motion, with the added mass and damping of that period."""
        index = np.ix_(block, block)
        period, before, value = guess, 0.0, 0j
        while abs(period - before) > 5e-4:
            a, b = (shifted(part, self.arm)[index] for part in radiation(self.bodies[1], 2 * np.pi / period))
            value = modes(self.inertia[index] + a, b, self.stiffness.value[index])[which]
            period, before = float(2 * np.pi / abs(value)), period
        return round(period, 3), complex(value)


def boat(path: Path, sizes: Sequence[int]) -> dict[str, Any]:
    """The boat of the examples."""
    peak, significant = 4.2, 0.5
    it = Boat(path, sizes)
    c, m, arm, both = it.stiffness.value, it.inertia, it.arm, it.both
    alone = {"heave": it.period_alone(2, 1.5), "pitch": it.period_alone(4, 1.5), "roll": it.period_alone(3, 1.8)}
    coupled = {
        "roll_with_sway_and_yaw": it.coupled(LATERAL, 1.7, 0),
        "heave_with_pitch_slower": it.coupled(LONGITUDINAL, 1.45, 0),
        "heave_with_pitch_faster": it.coupled(LONGITUDINAL, 1.35, 1),
    }

    named = {"zero_frequency": 0.0, "infinite_frequency": np.inf, "peak_period": 2 * np.pi / peak}
    named |= {f"natural_period_{name}": 2 * np.pi / period for name, period in alone.items()}
    known = {name: it.at(omega) for name, omega in named.items()}
    special = {
        name: {"period": clean(2 * np.pi / named[name]) if 0 < named[name] < np.inf else None}
        | {"added_mass": matrix(a), "damping": matrix(b)}
        for name, (a, b) in known.items()
    }

    def constants(longitudinal: str, lateral: str) -> tuple[Array, Array]:
        """Added mass by blocks, damping of heave, pitch and roll."""
        added, damping = np.zeros((6, 6)), np.zeros((6, 6))
        for block, name in ((LONGITUDINAL, longitudinal), (LATERAL, lateral)):
            added[np.ix_(block, block)] = known[name][0].value[np.ix_(block, block)]
        damping[np.ix_((2, 4), (2, 4))] = known[longitudinal][1].value[np.ix_((2, 4), (2, 4))]
        # Roll alone is damped such that it decays as with the whole damping of sway, roll and yaw.
        index = np.ix_(LATERAL, LATERAL)
        wanted = coupled["roll_with_sway_and_yaw"][1]

        def excess(roll: float) -> float:
            one = np.zeros((6, 6))
            one[3, 3] = roll
            value = modes(m[index] + it.to_mass(added)[index], it.to_mass(one)[index], c[index])[0]
            return float(value.real / abs(value) - wanted.real / abs(wanted))

        damping[3, 3] = brentq(excess, 0.0, 500.0)
        return added, damping

    added, damping = constants("natural_period_heave", "peak_period")
    rounded = tuple(
        np.vectorize(lambda value: float(f"{value:.3g}"))(np.where(np.abs(value) < 1e-6, 0.0, value))
        for value in (added, damping)
    )

    # How far constants are from the true motions at rest. They act on the motion relative to the mean motion of the
    # water over the wet volume, beside the true Froude-Krylov force.
    body = it.bodies[0]
    points, weights = columns(it.bodies[-1].mesh.merged())
    headings = [180.0, 110.0, 90.0, 70.0]

    def moved(omega: float, pairs: Sequence[tuple[Array, Array]]) -> Array:
        """Motions of the centre of mass, (1 + pairs, headings, 6): true, then with constants."""
        a, b = radiation(body, omega)
        forces = excitation(body, omega, headings)
        rows = [[(a, b, force.sum(axis=0)) for force in forces]]
        for pair in pairs:
            ca, cb = (both @ value @ both.T for value in pair)
            water = [water_motion(points, weights, omega, heading, it.origin) for heading in headings]
            rows.append([(ca, cb, f[0] + (-1j * omega * ca + cb) @ w) for f, w in zip(forces, water, strict=True)])
        out = np.zeros((len(rows), len(headings), 6), dtype=complex)
        for i, row in enumerate(rows):
            for k, (a, b, f) in enumerate(row):
                f[3:] -= np.cross(arm, f[:3])
                out[i, k] = response(m, shifted(a, arm), shifted(b, arm), c, f, omega)
        return out

    tried = {
        "recommended": rounded,
        "all_at_the_peak_period": constants("peak_period", "peak_period"),
        "diagonal_45_350_1500_60_1500_400_without_damping": (
            np.diag([45.0, 350, 1500, 60, 1500, 400]),
            np.zeros((6, 6)),
        ),
    }
    table = []
    for period in (1.2, 1.35, 1.5, 1.8, 2.1, 2.5, 3.0, 3.5, 4.2, 5.0, 6.5, 8.0):
        omega = 2 * np.pi / period
        a, b = (both.T @ value @ both for value in radiation(body, omega))
        true, constant = moved(omega, [rounded])
        k = omega**2 / G
        row: dict[str, Any] = {
            "period": period,
            "added_mass_diagonal": clean(np.diag(a)),
            "damping_diagonal": clean(np.diag(b)),
        }
        for i, heading in enumerate(headings):
            row[f"heading_{heading:.0f}"] = {
                name: clean([abs(true[i, j]) / scale, abs(constant[i, j]) / scale])
                for name, j, scale in (
                    ("heave_over_amplitude", 2, 1.0),
                    ("roll_over_slope", 3, k),
                    ("pitch_over_slope", 4, k),
                )
            }
        table.append(row)
    omegas = np.linspace(0.9, 5.6, 24)
    density = jonswap(omegas, significant, peak)
    motions = np.stack([moved(omega, list(tried.values())) for omega in omegas])

    def rms(values: Array) -> Array:
        return np.sqrt(np.trapezoid(density[:, None, None] * np.abs(values) ** 2, omegas, axis=0))

    true = rms(motions[:, 0])
    picked = [2, 3, 4]
    in_sea = {
        "headings_deg": headings,
        "columns": ["heave", "roll", "pitch"],
        "true_rms_m_rad_rad": clean(true[:, picked], 1e-9),
    }
    for i, name in enumerate(tried, start=1):
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = np.where(true > 1e-9, rms(motions[:, i]) / true, 1.0)
            error = np.where(true > 1e-9, rms(motions[:, i] - motions[:, 0]) / true, 0.0)
        in_sea[name] = {"rms_over_true": clean(ratio[:, picked]), "rms_of_error_over_true": clean(error[:, picked])}

    return {
        "description": "The boat of examples/scenarios/boat_in_waves.toml at rest in still water, from its own mesh",
        "geometry": {
            "mesh": "examples/scenarios/boat.obj",
            "origin_above_water": clean(it.height),
            "trim_rad_bow_down": clean(it.trim),
            "trim_deg_bow_down": clean(np.degrees(it.trim)),
            "volume": clean(it.volume),
            "center_of_buoyancy_from_origin_body_axes": clean(it.rotation.T @ (it.buoyancy - it.origin), 1e-9),
        },
        "about": "the origin of the body frame (of the mesh), in body axes, where nothing else is said",
        "rho": RHO,
        "g": G,
        "depth": "infinite",
        "panels": [body.mesh.nb_faces for body in it.bodies],
        "method": "direct boundary integral equation; triangles of the mesh split into n^2, cut at the waterline",
        "mass": it.mass,
        "center_of_mass": it.center.tolist(),
        "moment_of_inertia_about_center_of_mass": it.moment.tolist(),
        "stiffness_about_center_of_mass_level_axes": matrix(it.stiffness),
        "natural_periods_each_alone_about_center_of_mass": alone,
        "natural_periods_coupled": {
            name: {"period": period, "damping_ratio": clean(-value.real / abs(value))}
            for name, (period, value) in coupled.items()
        },
        "coefficients": special,
        "recommended": {
            "added_mass": clean(added),
            "damping": clean(damping),
            "added_mass_rounded": rounded[0].tolist(),
            "damping_rounded": rounded[1].tolist(),
            "eigenvalues_added_mass_rounded": clean(np.linalg.eigvalsh(rounded[0])),
            "eigenvalues_damping_rounded": clean(np.linalg.eigvalsh(rounded[1])),
            "why": (
                "Surge, heave and pitch at the natural period of heave, between the two coupled motions of heave and "
                "pitch: constants matter most where a motion resonates; in longer waves the boat follows the water. "
                "Sway, roll and yaw at the peak period: in roll it is as at its natural period, in sway and yaw within "
                "8 % of zero frequency, which manoeuvres want. A block from one frequency is positive definite with "
                "its couplings. Damping of heave and pitch is from the same period; that of roll is such that it "
                "decays as with the whole damping of sway, roll and yaw at its coupled period. No radiation damping in "
                "surge, sway and yaw: it vanishes in steady motion and would act as drag there"
            ),
        },
        "motions_at_rest": {
            "note": (
                "centre of mass, per amplitude or slope: first with the true A(omega), B(omega) and diffraction, then "
                "with the recommended rounded constants that act on the motion relative to the water's mean motion "
                "over the wet volume, beside the true Froude-Krylov force; no viscous damping; diagonals about the "
                "origin in body axes; from the coarsest mesh"
            ),
            "rows": table,
        },
        "in_the_sea_of_the_example": {
            "note": "JONSWAP, 0.5 m, 4.2 s, long-crested, boat at rest, linear; headings as everywhere",
        }
        | in_sea,
    }


def solve(case: str, boat_mesh: Path) -> dict[str, Any]:
    """Solve one case."""
    cpt.set_logging("ERROR")
    spheroid, sizes = (1.5, 0.2, 0.2), (16, 24, 32)
    if case == "spheroid":
        omegas = [of_wavelength(9.0), of_wavelength(24.0), 2 * np.pi / 4.0, of_wavelength(57.0)]
        what = "Submerged prolate spheroid 3 m x 0.4 m, its centre 2 m deep, its long axis along x, held at rest"
        return submerged(what, spheroid, 2.0, omegas, [0.0, 30.0, 60.0, 90.0, 180.0], sizes)
    if case == "spheroid_under_way":
        return spheroid_under_way(spheroid, 2.0, 1.5, sizes)
    if case == "ellipsoid":
        omegas = [of_wavelength(2.0 * ratio) for ratio in (5.0, 8.0, 19.0)]
        what = "Submerged ellipsoid with semi-axes 1.0, 0.5, 0.3 m along x, y, z, its centre 3 m deep, held at rest"
        return submerged(what, (1.0, 0.5, 0.3), 3.0, omegas, [0.0, 45.0, 90.0], sizes)
    if case == "barge":
        return barge((3, 5, 7))
    return boat(boat_mesh, (2, 3, 4))


def main() -> None:
    """Solve all cases and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boat", type=Path, required=True, help="the mesh of the example boat (.obj)")
    parser.add_argument("--out", type=Path, default=Path("capytaine.json"), help="where to write the numbers")
    arguments = parser.parse_args()
    found: dict[str, Any] = {
        "made_by": f"make_capytaine.py with Capytaine {cpt.__version__}",
        "conventions": CONVENTIONS,
        "cases": {},
    }
    # A process for each case: Capytaine 3.0.0 does not give back all memory from one frequency to the next.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for case in ("spheroid", "spheroid_under_way", "ellipsoid", "barge", "boat"):
            sys.stderr.write(f"{case}\n")
            found["cases"][case] = pool.submit(solve, case, arguments.boat).result()
    arguments.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

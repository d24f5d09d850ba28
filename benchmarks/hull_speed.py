"""How fast is a hull in waves? The pressure on triangles, and the waves at points, side by side in one run.

A step of semi-implicit Euler evaluates the forces once: place the vertices in the world, evaluate the waves at each,
cut each triangle at the surface, integrate the pressure over what is wet; then the equation of motion, which is lost
beside it. So a step over the number of triangles is the cost of a triangle, all included, on one core.

Then the same with drag on every wet triangle, for which the velocity of the waves is needed at every vertex; and a
whole boat in a random sea, as one would run it: RK4 with 10 ms, beside real time.

Beside it stands what a user would write in NumPy: the same formulas, over all triangles or all points at once. Before
anything is timed both must agree. Rounds of both take turns, since the machine is seldom quiet, and the best counts.

``make bench`` runs it. ``--plot FILE`` draws the cost over triangles, wave components and rows, and measures nothing
else.
"""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from seaway.engine._pool import available_threads
from seaway.frames import Pose
from seaway.inertia import Inertial, MassProperties
from seaway.kernels.blocks import BLOCK, CHANNELS
from seaway.kernels.water import WATER
from seaway.kernels.wave_blocks import fields
from seaway.kernels.waves import elevations
from seaway.mesh import Mesh, capsule, cut, sphere
from seaway.sea import Components, Jonswap, Sea, Spreading, Waves
from seaway.sea._dispersion import STANDARD_GRAVITY
from seaway.sim import Simulation
from seaway.vehicle import Hull, HullDamping, HullForce, HullFriction, HullPressureDrag, Slamming, Vehicle

# So short that nothing moves while it is timed: what was half wet stays so.
TIME_STEP = 1e-6
ROUNDS = 15
# A round takes at least as long [s].
LONG_ENOUGH = 0.02

# Its slope is at the hull: under a crest all of it would be wet.
WAVE = Waves.regular(height=1.0, period=5.0, direction=0.4, phase=np.pi / 2)
# Parts of the height of a hull.
HALF_WET, MOSTLY_WET = 0.5, 0.9

PRESSURE, DAMPING = (
    HullPressureDrag(),
    HullDamping(linear=1e3, quadratic=1e2, angular_linear=1e3, angular_quadratic=1e2),
)
DRAG = (HullFriction(), PRESSURE, DAMPING)
SLAMMING = Slamming(time_constant=0.5, largest_acceleration=50.0)
# Of a hull that is dragged through the water [m/s, rad/s].
VELOCITY = (2.0, 0.3, -0.1, 0.1, 0.2, 0.05)


def best(*works: Callable[[int], None]) -> list[float]:
    """Seconds of one repetition of each work: the best of several rounds, in which all take turns."""
    counts: list[int] = []
    for work in works:
        work(1)
        count, taken = 1, 0.0
        while taken < LONG_ENOUGH:  # so long that the call itself does not count
            start = perf_counter()
            work(count)
            taken = perf_counter() - start
            count *= 2
        counts.append(count // 2)
    seconds = [math.inf for _ in works]
    for _ in range(ROUNDS):
        for k, (work, count) in enumerate(zip(works, counts, strict=True)):
            start = perf_counter()
            work(count)
            seconds[k] = min(seconds[k], (perf_counter() - start) / count)
    return seconds


# Hulls


def floating(
    hull: Mesh, wet: float, batch: int = 1, laws: tuple[HullForce, ...] = (), threads: int | None = None
) -> Simulation:
    """A hull that is let down into the water until a part of its height is wet, in level trim; it moves if dragged."""
    sea = Sea(waves=WAVE)
    body = MassProperties.from_sphere(1.0, mass=wet * sea.density * hull.volume)
    vehicle = Vehicle("hull", Inertial(body), Hull(hull, forces=laws))
    sim = Simulation(vehicle, sea, TIME_STEP, batch, integrator="semi_implicit_euler", threads=threads)
    low, high = hull.bounds[:, 2]
    position = np.tile([0.0, 0.0, -(low + wet * (high - low))], (batch, 1))
    sim.set_state(position=position, velocity=np.tile(VELOCITY if laws else np.zeros(6), (batch, 1)))
    return sim


def seaway_steps(sim: Simulation) -> Callable[[int], None]:
    """Steps in one call, one evaluation each."""

    def work(count: int) -> None:
        sim.run(count * TIME_STEP, record=())

    return work


class Clipped(NamedTuple):
    """The wet triangles.

    Attributes:
        corners: x, y, z in B, depth, head, and the velocity of the waves in B where asked for, (triangle, 3, 5 or 8).
        faces: Of which each is a part, (triangle,).
        parts: What part of it, (triangle,).
    """

    corners: np.ndarray
    faces: np.ndarray
    parts: np.ndarray


def numpy_head(waves: Components, rise: np.ndarray, z: np.ndarray, eta: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Dynamic pressure / ρ g in deep water: η at the surface, Bernoulli's below the troughs, see ``kernels.waves``."""
    skin = np.exp(np.minimum(z - eta, 0.0) / (0.5 * waves.variance**0.5))
    height = np.minimum(np.minimum(z, eta) - eta * skin, 0.0)
    fading = np.exp(np.outer(height, waves.wave_number)) * rise
    H, steep = fading.sum(axis=1), fading @ waves.wave_number
    return H + steep * (np.minimum(z, eta) - height - skin * H) - (1.0 - skin) * squares / (2.0 * STANDARD_GRAVITY)


def numpy_clipped(
    hull: Mesh, waves: Components, p_WBo_W: np.ndarray, R_WB: np.ndarray, t: float, moving: bool
) -> Clipped:
    """What Airy waves in deep water leave wet, all triangles at once."""
    points = p_WBo_W + hull.vertices @ R_WB.T
    cos, sin = np.cos(waves.direction), np.sin(waves.direction)
    angle = (
        np.outer(points[:, 0], waves.wave_number * cos)
        + np.outer(points[:, 1], waves.wave_number * sin)
        + (waves.phase - waves.omega * t)
    )
    rise = waves.amplitude * np.cos(angle)
    eta = rise.sum(axis=1)
    depth = eta - points[:, 2]
    fade = np.exp(np.outer(np.minimum(points[:, 2], 0.0), waves.wave_number))
    along = fade * rise
    u, v = along @ (waves.omega * cos), along @ (waves.omega * sin)
    w = (fade * (waves.amplitude * np.sin(angle))) @ waves.omega
    head = numpy_head(waves, rise, points[:, 2], eta, u * u + v * v + w * w) - points[:, 2]
    columns = [hull.vertices, depth[:, None], head[:, None]]
    if moving:
        columns.append(np.stack([u, v, w], axis=1) @ R_WB)

    corners = np.concatenate(columns, axis=1)[hull.faces]
    wet = corners[:, :, 3] > 0.0
    count = wet.sum(axis=1)

    def alone_first(faces: np.ndarray, which: np.ndarray) -> np.ndarray:
        order = (np.argmax(which[faces], axis=1)[:, None] + np.arange(3)) % 3
        return corners[faces[:, None], order]

    def crossing(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        f = a[:, 3] / (a[:, 3] - b[:, 3])
        point = a + f[:, None] * (b - a)
        point[:, 3:5] = 0.0
        return point, f

    one, two, three = (np.flatnonzero(count == k) for k in (1, 2, 3))
    a, b, c = alone_first(one, wet).transpose(1, 0, 2)
    (ab, s), (ac, r) = crossing(a, b), crossing(a, c)
    d, e, f = alone_first(two, ~wet).transpose(1, 0, 2)
    (ed, u), (fd, v) = crossing(e, d), crossing(f, d)
    halves = ((e, f, fd), (e, fd, ed), (e, f, ed), (f, fd, ed))  # along both diagonals, half of each
    return Clipped(
        np.concatenate([corners[three], *(np.stack(triangle, 1) for triangle in ((a, ab, ac), *halves))]),
        np.concatenate([three, one, two, two, two, two]),
        np.concatenate([np.ones(len(three)), s * r, 0.5 * v, 0.5 * u * (1.0 - v), 0.5 * u, 0.5 * v * (1.0 - u)]),
    )


def numpy_pressure(clipped: Clipped, N: np.ndarray) -> np.ndarray:
    """The wrench of the pressure / ρ g about Bo in B; N is the normal of each face, as long as the face has area."""
    areas = clipped.parts[:, None] * N[clipped.faces]
    h = clipped.corners[:, :, 4]
    total = h.sum(axis=1)
    force = -(total[:, None] * areas).sum(axis=0) / 3.0
    lever = (clipped.corners[:, :, :3] * (h + total[:, None])[:, :, None]).sum(axis=1)
    moment = -np.cross(lever, areas).sum(axis=0) / 12.0
    return np.concatenate([force, moment])


def numpy_drag(hull: Mesh, clipped: Clipped, sea: Sea, nu: np.ndarray, v_water: np.ndarray) -> dict[str, np.ndarray]:
    """The wrenches of DRAG about Bo in B; v_water is the velocity of the water at the middle of the wet volume."""
    center = clipped.corners.mean(axis=1)
    area = clipped.parts * hull.face_areas[clipped.faces]
    n = hull.face_normals[clipped.faces]
    u = nu[:3] + np.cross(nu[3:], center[:, :3]) - center[:, 5:8]
    across = (u * n).sum(axis=1)
    tangent = u - across[:, None] * n
    speed = np.sqrt((u * u).sum(axis=1))

    along = np.sqrt((area[:, None] * u * u).sum(axis=0) / area.sum()) * np.ptp(clipped.corners[:, :, :3], axis=(0, 1))
    reynolds = float(np.linalg.norm(along)) / sea.viscosity
    C_F = 0.075 / (np.log10(max(reynolds, 1e3)) - 2.0) ** 2
    rubbed = -(0.5 * sea.density * C_F) * (area * np.sqrt((tangent * tangent).sum(axis=1)))[:, None] * tangent

    x, cos = speed / PRESSURE.reference_speed, across / speed
    ahead = (PRESSURE.linear * x + PRESSURE.quadratic * x * x) * np.maximum(cos, 0.0) ** PRESSURE.falloff
    behind = (PRESSURE.suction_linear * x + PRESSURE.suction_quadratic * x * x) * np.maximum(
        -cos, 0.0
    ) ** PRESSURE.suction_falloff
    pressed = (area * (behind - ahead))[:, None] * n

    wet = area.sum() / hull.area
    v, w = nu[:3] - v_water, nu[3:]
    linear = -wet * (DAMPING.linear + DAMPING.quadratic * np.sqrt(v @ v)) * v
    angular = -wet * (DAMPING.angular_linear + DAMPING.angular_quadratic * np.sqrt(w @ w)) * w
    wrenches = {"hull_damping": np.concatenate([linear, angular])}
    for name, force in (("hull_friction", rubbed), ("hull_pressure_drag", pressed)):
        moment = np.cross(center[:, :3], force).sum(axis=0)
        wrenches[name] = np.concatenate([force.sum(axis=0), moment])
    return wrenches


def numpy_hull(hull: Mesh, sim: Simulation) -> Callable[[int], None]:
    """The same pressure, and the same drag where there is any, in NumPy; refuse to time what does not agree."""
    position, R_WB = sim.state.position[0, 0].copy(), np.eye(3)
    nu = sim.state.velocity[0, 0].copy()
    N = hull.face_normals * hull.face_areas[:, None]
    expected = sim.forces()
    moving = "hull_friction" in expected
    weight = sim.sea.density * sim.sea.gravity
    v_water = np.zeros(3)
    if moving:
        # Damping takes the water at the middle of what is wet, which NumPy is told.
        middle = cut(hull, (0.0, 0.0, 1.0), -position[2]).centroid + position
        v_water = WAVE.velocity(middle, 0.0)

    def wrenches() -> dict[str, np.ndarray]:
        clipped = numpy_clipped(hull, WAVE.components, position, R_WB, 0.0, moving)
        found = {"buoyancy": weight * numpy_pressure(clipped, N)}
        return found | numpy_drag(hull, clipped, sim.sea, nu, v_water) if moving else found

    # The sums are in other orders, and the compiled exponential is good to 7e-14. Drag is taken at the centroids of the
    # parts of a cut triangle, and depends on how it is parted; damping on the middle, here that under still water.
    # The squares of the velocity in the pressure are those of a velocity that is linear over the hull.
    close = {"buoyancy": 2e-3, "hull_friction": 0.02, "hull_pressure_drag": 0.02, "hull_damping": 0.05}
    for law, found in wrenches().items():
        wrench = expected[law][0, 0]
        np.testing.assert_allclose(found, wrench, rtol=0, atol=close[law] * float(np.max(np.abs(wrench))), err_msg=law)

    def work(count: int) -> None:
        for _ in range(count):
            wrenches()

    return work


def lying(segments: int, rings: int = 1) -> Mesh:
    """A capsule along x, 10 m long and 3 m thick."""
    upright = capsule(1.5, 7.0, segments, rings)
    return Mesh(upright.vertices[:, [2, 0, 1]], upright.faces)


def show_hulls(console: Console) -> None:
    """Print what a triangle costs."""
    hull = lying(44)
    triangles = len(hull.faces)
    half, most = floating(hull, HALF_WET), floating(hull, MOSTLY_WET)
    seconds = best(seaway_steps(most), numpy_hull(hull, most), seaway_steps(half), numpy_hull(hull, half))
    table = Table(title=f"A hull of {triangles:,} triangles in a regular wave, one core")
    for heading in ("", "ns a triangle", "µs an evaluation", "times Seaway"):
        table.add_column(heading, justify="left" if not heading else "right")
    names = ("Seaway, mostly wet", "NumPy, mostly wet", "Seaway, half wet", "NumPy, half wet")
    for k, (name, each) in enumerate(zip(names, seconds, strict=True)):
        ratio = each / seconds[k - k % 2]
        table.add_row(name, f"{each / triangles * 1e9:.1f}", f"{each * 1e6:.1f}", f"{ratio:.1f}")
    console.print(table)


def show_drag(console: Console) -> None:
    """Print what a triangle costs that is dragged."""
    hull = lying(44)
    triangles = len(hull.faces)
    most, half = (floating(hull, wet, laws=DRAG) for wet in (MOSTLY_WET, HALF_WET))
    slammed = floating(hull, MOSTLY_WET, laws=(*DRAG, SLAMMING))
    seconds = best(
        seaway_steps(most), numpy_hull(hull, most), seaway_steps(half), numpy_hull(hull, half), seaway_steps(slammed)
    )
    table = Table(title=f"With friction, pressure drag and damping, {triangles:,} triangles")
    for heading in ("", "ns a triangle", "µs an evaluation", "times Seaway"):
        table.add_column(heading, justify="left" if not heading else "right")
    names = ("Seaway, mostly wet", "NumPy, mostly wet", "Seaway, half wet", "NumPy, half wet")
    for k, (name, each) in enumerate(zip(names, seconds[:4], strict=True)):
        ratio = each / seconds[k - k % 2]
        table.add_row(name, f"{each / triangles * 1e9:.1f}", f"{each * 1e6:.1f}", f"{ratio:.1f}")
    more = seconds[4] - seconds[0]
    table.add_row("slamming, once a step", f"{more / triangles * 1e9:.1f}", f"{more * 1e6:.1f}", "")
    console.print(table)


# A boat at sea

BOAT_STEP = 0.01
BOAT_TIME = 2.0


def at_sea(
    hull: Mesh, laws: tuple[HullForce, ...], spreading: Spreading | None = None, exact: bool = False
) -> Simulation:
    """A hull that floats by half in a JONSWAP sea of 64 components, of which long ones are expanded unless exact."""
    sea = Sea(waves=random_sea(64, spreading))
    body = hull.mass_properties(mass=HALF_WET * sea.density * hull.volume)
    vehicle = Vehicle("boat", Inertial(body, Pose((0.0, 0.0, -0.3))), Hull(hull, forces=laws, exact_waves=exact))
    return Simulation(vehicle, sea, BOAT_STEP)


def sailing(sim: Simulation) -> Callable[[int], None]:
    """Some seconds at sea, again and again from the same start."""
    start = sim.snapshot()

    def work(count: int) -> None:
        for _ in range(count):
            sim.restore(start)
            sim.run(BOAT_TIME, record=())

    return work


def show_boat(console: Console) -> None:
    """Print how a boat in a random sea goes beside real time."""
    hull = lying(18, rings=7)
    all_laws, spread = (*DRAG, SLAMMING), Spreading(10)
    sims = {
        "Froude-Krylov pressure alone": at_sea(hull, ()),
        "and friction, pressure drag, damping": at_sea(hull, DRAG),
        "and slamming: all laws": at_sea(hull, all_laws),
        "all laws, every component at every vertex": at_sea(hull, all_laws, exact=True),
        "all laws, short-crested sea": at_sea(hull, all_laws, spread),
    }
    seconds = best(*map(sailing, sims.values()))
    title = f"A floating hull of {len(hull.faces)} triangles in 64 waves, RK4 with {BOAT_STEP * 1e3:g} ms, one core"
    table = Table(title=title)
    for heading in ("", "µs an evaluation", "times real time"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, each in zip(sims, seconds, strict=True):
        table.add_row(name, f"{each / (4.0 * BOAT_TIME / BOAT_STEP) * 1e6:.1f}", f"{BOAT_TIME / each:.0f}")
    console.print(table)


# Waves


def random_sea(count: int, spreading: Spreading | None = None) -> Waves:
    """A sea of 2 m with so many components, long-crested or spread."""
    if count == 1:
        return Waves.regular(height=2.0, period=7.0)
    return Waves.irregular(Jonswap(significant_height=2.0, peak_period=7.0), count=count, spreading=spreading, seed=1)


def vertices(count: int) -> np.ndarray:
    """Points around a hull, (count, 3)."""
    return np.random.default_rng(0).uniform([-10.0, -3.0, -3.0], [10.0, 3.0, 0.0], size=(count, 3))


def seaway_elevation(waves: Waves, points: np.ndarray) -> Callable[[int], None]:
    """The height of the surface above points."""
    table, out = waves.compiled(), np.empty(len(points))
    x, y, now = points[:, 0].copy(), points[:, 1].copy(), np.zeros((2, table.shape[2]))

    def work(count: int) -> None:
        for _ in range(count):
            elevations(table, None, 0.0, 1.0, now, x, y, out)

    work(1)
    np.testing.assert_allclose(out, numpy_elevation(waves.components, points), rtol=0, atol=1e-11)
    return work


def seaway_fields(waves: Waves, points: np.ndarray) -> Callable[[int], None]:
    """Elevation, pressure and velocity at points."""
    table, out, water = waves.compiled(), np.empty((len(points), 5)), np.zeros(1, dtype=WATER)
    block, now = np.zeros((CHANNELS + 2 * table.shape[2]) * BLOCK), np.zeros((2, table.shape[2]))
    waves.fill(water)
    water["gravity"] = waves.gravity

    def work(count: int) -> None:
        for _ in range(count):
            fields(table, None, water[0], 1.0, points, now, block, out)

    work(1)
    np.testing.assert_allclose(out, numpy_fields(waves.components, points), rtol=0, atol=1e-11)
    return work


def angles(waves: Components, points: np.ndarray) -> np.ndarray:
    """Phases of all components at all points, (point, component), at t = 1 s."""
    kx, ky = waves.wave_number * np.cos(waves.direction), waves.wave_number * np.sin(waves.direction)
    return np.outer(points[:, 0], kx) + np.outer(points[:, 1], ky) + (waves.phase - waves.omega)


def numpy_elevation(waves: Components, points: np.ndarray) -> np.ndarray:
    """The same elevation, as one would write it."""
    return np.cos(angles(waves, points)) @ waves.amplitude


def numpy_fields(waves: Components, points: np.ndarray) -> np.ndarray:
    """The same elevation, pressure / ρ g and velocity, as one would write them: (point, 5)."""
    angle = angles(waves, points)
    cos, sin = waves.amplitude * np.cos(angle), waves.amplitude * np.sin(angle)
    eta = cos.sum(axis=1)
    rise = np.exp(np.outer(np.minimum(points[:, 2], 0.0), waves.wave_number))
    u = (rise * cos) @ (waves.omega * np.cos(waves.direction))
    v = (rise * cos) @ (waves.omega * np.sin(waves.direction))
    w = (rise * sin) @ waves.omega
    head = numpy_head(waves, cos, points[:, 2], eta, u * u + v * v + w * w)
    return np.stack([eta, head, u, v, w], axis=1)


def repeated(
    function: Callable[[Components, np.ndarray], np.ndarray], waves: Waves, points: np.ndarray
) -> Callable[[int], None]:
    """A function of NumPy, so many times."""

    def work(count: int) -> None:
        for _ in range(count):
            function(waves.components, points)

    return work


def show_waves(console: Console) -> None:
    """Print what 64 components at 1,000 points cost."""
    waves, points = random_sea(64), vertices(1000)
    seconds = best(
        seaway_elevation(waves, points),
        repeated(numpy_elevation, waves, points),
        seaway_fields(waves, points),
        repeated(numpy_fields, waves, points),
    )
    table = Table(title="64 wave components at 1,000 points, one core")
    for heading in ("", "µs", "ns a component and point", "times Seaway"):
        table.add_column(heading, justify="left" if not heading else "right")
    what = ("elevation", "elevation", "elevation, pressure, velocity", "elevation, pressure, velocity")
    for k, (name, each) in enumerate(zip(what, seconds, strict=True)):
        who = "NumPy" if k % 2 else "Seaway"
        ratio = each / seconds[k - k % 2]
        table.add_row(f"{who}, {name}", f"{each * 1e6:.1f}", f"{each / 64e3 * 1e9:.2f}", f"{ratio:.1f}")
    console.print(table)


# How it grows


def scaling(path: Path) -> None:
    """Draw the cost over triangles, components and rows."""
    import matplotlib.pyplot as plt

    figure, (over_triangles, over_components, over_rows) = plt.subplots(1, 3, figsize=(12.0, 4.0), layout="constrained")
    hulls = [sphere(2.0, times) for times in range(1, 6)]
    sizes = [len(hull.faces) for hull in hulls]
    costs: list[list[float]] = []
    for hull in hulls:
        most, half = floating(hull, MOSTLY_WET), floating(hull, HALF_WET)
        costs.append(best(seaway_steps(most), seaway_steps(half), numpy_hull(hull, most)))
    for k, (name, style) in enumerate(
        (("Seaway, mostly wet", "C0o-"), ("Seaway, half wet", "C0s--"), ("NumPy", "C1o-"))
    ):
        over_triangles.plot(sizes, [1e6 * cost[k] for cost in costs], style, label=name)
    over_triangles.set(xlabel="triangles of the hull", ylabel="µs an evaluation", title="A regular wave, one core")

    counts, points = [4**k for k in range(5)], vertices(1000)
    costs = []
    for count in counts:
        waves = random_sea(count)
        costs.append(
            best(
                seaway_elevation(waves, points),
                seaway_fields(waves, points),
                repeated(numpy_elevation, waves, points),
                repeated(numpy_fields, waves, points),
            )
        )
    names = ("Seaway, elevation", "Seaway, and pressure, velocity", "NumPy, elevation", "NumPy, and pressure, velocity")
    for k, (name, style) in enumerate(zip(names, ("C0o-", "C0s--", "C1o-", "C1s--"), strict=True)):
        over_components.plot(counts, [1e6 * cost[k] for cost in costs], style, label=name)
    over_components.set(xlabel="components", ylabel="µs", title="Waves at 1,000 points, one core")

    hull = sphere(2.0, 2)
    rows = [4**k for k in range(6)]
    for threads in range(1, available_threads() + 1):
        sims = [floating(hull, HALF_WET, batch, threads=threads) for batch in rows]
        rates = [1e-6 * n * len(hull.faces) / best(seaway_steps(sim))[0] for n, sim in zip(rows, sims, strict=True)]
        over_rows.plot(rows, rates, f"C{threads - 1}o-", label=f"{threads} thread{'s' * (threads > 1)}")
    over_rows.set(xlabel="rows of the batch", ylabel="million triangles a second", ylim=(0, None))
    over_rows.set(title=f"Hulls of {len(hull.faces)} triangles, half wet")

    for axes in (over_triangles, over_components):
        axes.set(yscale="log")
    for axes in (over_triangles, over_components, over_rows):
        axes.set(xscale="log")
        axes.grid(alpha=0.3)
        axes.legend(frameon=False, fontsize=8)
    figure.savefig(path, dpi=150)
    print(f"The plot is in {path}")


def main() -> None:
    """Measure, and print or draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", type=Path, help="draw the cost to this file, and measure nothing else")
    parser.add_argument("--text", type=Path, help="write what is printed to this file too")
    arguments = parser.parse_args()
    if arguments.plot is not None:
        scaling(arguments.plot)
        return
    console = Console(width=110, record=True)
    show_hulls(console)
    show_drag(console)
    show_boat(console)
    show_waves(console)
    if arguments.text is not None:
        arguments.text.write_text(console.export_text())


if __name__ == "__main__":
    main()

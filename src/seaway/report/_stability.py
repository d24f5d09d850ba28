"""Stability: the righting arm over heel, and the hull in the water seen from astern."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from seaway.hydro import Hydrostatics, RightingArm
from seaway.mesh import cut
from seaway.report._figures import BLUE, GREEN, ORANGE, dimension, finish, new_figure

_WATER, _HULL = "#cfe6f5", "#d9d3c7"
# Lengths below this [m] are given in centimetres.
_CENTIMETRES = 0.5


def righting_arm_figure(hydrostatics: Hydrostatics, righting_arm: RightingArm | None = None) -> Figure:
    """Draw the righting arm over heel beside the hull at rest, seen from astern.

    The curve is shown with its tangent at 0, which reaches GM at 57.3°, its maximum, the angle of vanishing stability
    and the area to 30°. The view has the outline of the hull, its section through the centre of buoyancy, the water,
    the centres of mass G and of buoyancy B, and the metacentre M.

    Args:
        hydrostatics: Of the vehicle.
        righting_arm: The curve. Default: ``hydrostatics.righting_arm()``.

    Returns:
        A figure; write it with ``save_figure``.
    """
    curve = hydrostatics.righting_arm() if righting_arm is None else righting_arm
    how = f"draft {_length(hydrostatics.draft)}" if hydrostatics.draft is not None else "submerged"
    mass = hydrostatics.density * hydrostatics.volume
    displacement = f"{mass / 1000.0:.4g} t" if mass >= 10_000.0 else f"{mass:.4g} kg"
    GM = f"GM = {_length(hydrostatics.transverse_metacentric_height)}"
    stable = "" if hydrostatics.stable else ", not stable as drawn"
    figure = new_figure(11.0, 5.2, f"{hydrostatics.name}: {how}, displacement {displacement}, {GM}{stable}")
    arms, view = figure.subplots(1, 2, width_ratios=[1.35, 1.0])
    _draw_curve(arms, hydrostatics, curve)
    _draw_view(view, hydrostatics)
    return figure


def _draw_curve(axes: Axes, hydrostatics: Hydrostatics, curve: RightingArm) -> None:
    largest = max(float(np.max(np.abs(curve.arms))), 1e-12)
    unit, scale = ("cm", 100.0) if largest < _CENTIMETRES else ("m", 1.0)
    heel, arms = np.degrees(curve.heel_angles), scale * curve.arms
    axes.axhline(0.0, color="black", linewidth=0.8)

    shaded = (heel >= 0.0) & (heel <= 30.0)
    words = f"area to 30°: {curve.area_to_30:.3g} m rad"
    axes.fill_between(heel[shaded], arms[shaded], color=BLUE, alpha=0.18, linewidth=0, label=words)
    axes.plot(heel, arms, color=BLUE, linewidth=2.0, label="GZ")

    # The tangent is drawn to 57.3°, or to where it would leave the picture.
    top, bottom = 1.35 * scale * largest, min(1.2 * float(np.min(arms)), -0.15 * scale * largest)
    slope = scale * curve.initial_slope
    end = min(1.0, top / slope if slope > 0.0 else (bottom / slope if slope < 0.0 else 1.0))
    words = f"tangent at 0: GM = {_length(hydrostatics.transverse_metacentric_height)} at 57.3°"
    axes.plot([0.0, np.degrees(end)], [0.0, slope * end], "--", color=ORANGE, linewidth=1.2, label=words)
    if end == 1.0:
        axes.plot([57.3, 57.3], [0.0, slope], color=ORANGE, linewidth=0.8, linestyle=":")
        axes.plot(57.3, slope, "o", color=ORANGE, markersize=4)
    if curve.largest_arm > 0.0:
        at, most = np.degrees(curve.angle_of_largest_arm), scale * curve.largest_arm
        axes.plot(at, most, "o", color=BLUE, markersize=6, label=f"largest: {most:.3g} {unit} at {at:.1f}°")
    for angle, marker, words in (
        (curve.angle_of_loll, "v", "rests at (loll)"),
        (curve.angle_of_vanishing_stability, "s", "vanishes at"),
    ):
        if angle is not None:
            at = np.degrees(angle)
            axes.plot(at, 0.0, marker, color=GREEN, markersize=6, clip_on=False, label=f"{words} {at:.1f}°")
    finish(axes, "heel [°]", f"righting arm GZ [{unit}]", xlim=(float(heel[0]), float(heel[-1])), ylim=(bottom, top))
    axes.set_title("Righting arm at constant displacement and trim")
    if heel[-1] - heel[0] > 60.0:
        axes.set_xticks(np.arange(30.0 * np.ceil(heel[0] / 30.0), heel[-1] + 0.1, 30.0))
    # Below the axes: a curve may be anywhere within them.
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, fontsize="small")


def _draw_view(axes: Axes, hydrostatics: Hydrostatics) -> None:
    """Draw the hull from astern: +y, to port, is at the left."""
    X_WB, mesh = hydrostatics.pose, hydrostatics.mesh
    z = X_WB.point(mesh.vertices[mesh.faces.ravel()])[:, 2]
    # The water, or the highest point of a submerged body, is at z = 0.
    origin = np.array([0.0, 0.0, np.max(z) if hydrostatics.draft is None else np.min(z) + hydrostatics.draft])
    points = X_WB.point(mesh.vertices) - origin
    used = points[np.unique(mesh.faces)]
    (low_y, low_z), (high_y, high_z) = used[:, 1:].min(axis=0), used[:, 1:].max(axis=0)
    size = max(high_y - low_y, high_z - low_z)
    sides = (low_y - 0.3 * size, high_y + 0.5 * size)

    outline = list(points[mesh.faces][:, :, 1:])
    axes.add_collection(PolyCollection(outline, facecolor=_HULL, edgecolor=_HULL, linewidth=0.6, rasterized=True))
    # The section by an upright plane across the hull, through its centre of buoyancy.
    R_WB = X_WB.R
    B = hydrostatics.center_of_buoyancy
    section = cut(mesh, R_WB[0] / np.linalg.norm(R_WB[0]), float(R_WB[0] @ B)).waterline
    lines = (X_WB.point(section) - origin)[:, :, 1:]
    axes.add_collection(LineCollection(list(lines), colors="black", linewidths=1.4))

    heights: list[float] = [low_z, high_z]
    if hydrostatics.floating:
        axes.axhspan(low_z - size, 0.0, color=_WATER, zorder=0)
        axes.axhspan(low_z - size, 0.0, color=BLUE, alpha=0.10, linewidth=0)
        axes.axhline(0.0, color=BLUE, linewidth=1.2)
        at = high_y + 0.12 * size
        axes.plot([at, high_y], [low_z, low_z], color=BLUE, linewidth=0.6, linestyle=":")
        dimension(axes, (at, 0.0), (at, low_z), f"T = {_length(hydrostatics.draft)}", BLUE)
    # Name, point, colour, marker, and where the name stands: apart, since the points may be close.
    marks = [("G", hydrostatics.center_of_mass, ORANGE, "o", (11, 0)), ("B", B, BLUE, "o", (-11, 0))]
    if hydrostatics.floating:
        M = B + hydrostatics.transverse_metacentric_radius * R_WB[2]
        marks.append(("M", M, GREEN, "^", (-11, 0)))
    beyond: list[str] = []
    for name, point, color, marker, place in marks:
        _, y, z = (X_WB.point(point) - origin).tolist()
        if z > high_z + 1.2 * size or z < low_z - 1.2 * size:
            beyond.append(f"{name} is {_length(z)} above the water")
            continue
        heights.append(z)
        axes.plot(y, z, marker, color=color, markersize=7, markeredgecolor="white", zorder=5)
        style: Any = {"textcoords": "offset points", "ha": "center", "va": "center", "weight": "bold"}
        axes.annotate(name, (y, z), place, color=color, **style)
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=sides[::-1], ylim=(min(heights) - 0.18 * size, max(heights) + 0.18 * size))  # port at the left
    if beyond:
        axes.text(0.03, 0.97, "\n".join(beyond), transform=axes.transAxes, va="top", fontsize="small", color="#666666")
    up = "z, above the water [m]" if hydrostatics.floating else "z, from the highest point [m]"
    heel, trim = (
        f"{np.degrees(angle):.1f}°".replace("-0.0", "0.0") for angle in (hydrostatics.heel, hydrostatics.trim)
    )
    axes.set(xlabel="y, to port [m]", ylabel=up, title=f"From astern: heel {heel}, trim {trim}")


def _length(meters: float | None) -> str:
    if meters is None:
        return "-"
    return f"{100.0 * meters:.3g} cm" if abs(meters) < _CENTIMETRES else f"{meters:.3g} m"

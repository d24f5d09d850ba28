"""Stability as a naval architect draws it: the righting arm over heel, and the hull in the water seen from astern."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from seaway._arrays import Floats
from seaway.hydro import Hydrostatics, RightingArm
from seaway.mesh import cut
from seaway.report._figures import BLUE, COLORS, ORANGE, new_figure

__all__ = ["righting_arm_figure"]

_GREEN, _GREY = COLORS[2], "#666666"
_WATER, _HULL = "#cfe6f5", "#d9d3c7"
# Shorter arms than this are drawn in centimetres.
_CENTIMETRES = 0.5


def righting_arm_figure(hydrostatics: Hydrostatics, righting_arm: RightingArm | None = None) -> Figure:
    """Draw the righting arm over heel beside the hull at rest, seen from astern.

    The curve has its tangent at 0, which reaches GM at 57.3°, its largest value, where it vanishes, and the area to
    30°. The view has the outline of the whole hull, its section through the centre of buoyancy, the water, and the
    centres of mass G and of buoyancy B with the metacentre M.

    Args:
        hydrostatics: Of the vehicle.
        righting_arm: The curve, where it is at hand already; by ``hydrostatics.righting_arm()`` where None.

    Returns:
        A figure that belongs to no window; write it with ``seaway.report.save``.
    """
    curve = hydrostatics.righting_arm() if righting_arm is None else righting_arm
    figure = new_figure(11.0, 5.2)
    arms, view = figure.subplots(1, 2, width_ratios=[1.35, 1.0])
    _draw_curve(arms, hydrostatics, curve)
    _draw_view(view, hydrostatics)
    how = f"draft {_length(hydrostatics.draft)}" if hydrostatics.draft is not None else "submerged"
    figure.suptitle(
        f"{hydrostatics.name}: {how}, displacement {_mass(hydrostatics)}, "
        f"GM = {_length(hydrostatics.transverse_metacentric_height)}"
        + ("" if hydrostatics.stable else ", not stable as drawn"),
        fontsize="large",
    )
    return figure


def _draw_curve(axes: Axes, hydrostatics: Hydrostatics, curve: RightingArm) -> None:
    largest = max(float(np.max(np.abs(curve.arms))), 1e-12)
    unit, scale = ("cm", 100.0) if largest < _CENTIMETRES else ("m", 1.0)
    heel, arms = np.degrees(curve.heel_angles), scale * curve.arms
    axes.axhline(0.0, color="black", linewidth=0.8)

    shaded = (heel >= 0.0) & (heel <= 30.0)
    axes.fill_between(
        heel[shaded],
        arms[shaded],
        color=BLUE,
        alpha=0.18,
        linewidth=0,
        label=f"area to 30°: {curve.area_to_30:.3g} m rad",
    )
    axes.plot(heel, arms, color=BLUE, linewidth=2.0, label="GZ")

    # The tangent is drawn to 57.3°, or to where it would leave the picture.
    top, bottom = 1.35 * scale * largest, min(1.2 * float(np.min(arms)), -0.15 * scale * largest)
    slope = scale * curve.initial_slope
    end = min(1.0, top / slope if slope > 0.0 else (bottom / slope if slope < 0.0 else 1.0))
    GM = hydrostatics.transverse_metacentric_height
    axes.plot(
        [0.0, np.degrees(end)],
        [0.0, slope * end],
        color=ORANGE,
        linewidth=1.2,
        linestyle="--",
        label=f"tangent at 0: GM = {_length(GM)} at 57.3°",
    )
    if end == 1.0:
        axes.plot([57.3, 57.3], [0.0, slope], color=ORANGE, linewidth=0.8, linestyle=":")
        axes.plot(57.3, slope, "o", color=ORANGE, markersize=4)
    if curve.largest_arm > 0.0:
        at = np.degrees(curve.angle_of_largest_arm)
        axes.plot(
            at,
            scale * curve.largest_arm,
            "o",
            color=BLUE,
            markersize=6,
            label=f"largest: {scale * curve.largest_arm:.3g} {unit} at {at:.1f}°",
        )
    for angle, marker, words in (
        (curve.angle_of_loll, "v", "rests at (loll)"),
        (curve.angle_of_vanishing_stability, "s", "vanishes at"),
    ):
        if angle is not None:
            at = np.degrees(angle)
            axes.plot(at, 0.0, marker, color=_GREEN, markersize=6, clip_on=False, label=f"{words} {at:.1f}°")
    axes.set(
        xlim=(float(heel[0]), float(heel[-1])),
        ylim=(bottom, top),
        xlabel="heel [°]",
        ylabel=f"righting arm GZ [{unit}]",
        title="Righting arm, displacement and trim held",
    )
    if heel[-1] - heel[0] > 60.0:
        axes.set_xticks(np.arange(30.0 * np.ceil(heel[0] / 30.0), heel[-1] + 0.1, 30.0))
    axes.grid(alpha=0.3)
    # Below the axes: a curve may be anywhere within them.
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, fontsize="small")


def _draw_view(axes: Axes, hydrostatics: Hydrostatics) -> None:
    """Draw across y and up, from astern: +y, the left side, is at the left."""
    X_WB, mesh = hydrostatics.pose, hydrostatics.mesh
    water = float(X_WB.p[2]) + _offset(hydrostatics)
    points = X_WB.point(mesh.vertices) - np.array([0.0, 0.0, water])
    used = points[np.unique(mesh.faces)]
    (low_y, low_z), (high_y, high_z) = used[:, 1:].min(axis=0), used[:, 1:].max(axis=0)
    size = max(high_y - low_y, high_z - low_z)
    sides = (low_y - 0.3 * size, high_y + 0.5 * size)

    silhouette = PolyCollection(
        list(points[mesh.faces][:, :, 1:]), facecolor=_HULL, edgecolor=_HULL, linewidth=0.6, rasterized=True
    )
    axes.add_collection(silhouette)
    # Across the hull where its buoyancy is, by a plane that stands upright: its line of cut is the section.
    R_WB = X_WB.R
    B = hydrostatics.center_of_buoyancy
    section = cut(mesh, R_WB[0] / np.linalg.norm(R_WB[0]), float(R_WB[0] @ B)).waterline
    lines = (X_WB.point(section) - np.array([0.0, 0.0, water]))[:, :, 1:]
    axes.add_collection(LineCollection(list(lines), colors="black", linewidths=1.4))

    heights: list[float] = [low_z, high_z]
    if hydrostatics.floating:
        axes.axhspan(low_z - size, 0.0, color=_WATER, zorder=0)
        axes.axhspan(low_z - size, 0.0, color=BLUE, alpha=0.10, linewidth=0)
        axes.axhline(0.0, color=BLUE, linewidth=1.2)
        at = high_y + 0.12 * size
        axes.annotate(
            "", (at, 0.0), (at, low_z), arrowprops={"arrowstyle": "<->", "color": BLUE, "shrinkA": 0, "shrinkB": 0}
        )
        axes.plot([at, high_y], [low_z, low_z], color=BLUE, linewidth=0.6, linestyle=":")
        draft = f"T = {_length(hydrostatics.draft)}"
        axes.annotate(
            draft,
            (at, 0.5 * low_z),
            (-5, 0),
            textcoords="offset points",
            color=BLUE,
            va="center",
            ha="right",
            fontsize="small",
        )
    # Name, point, colour, marker, and where the name stands: apart, since the points may be close.
    marks = [("G", hydrostatics.center_of_mass, ORANGE, "o", (11, 0)), ("B", B, BLUE, "o", (-11, 0))]
    if hydrostatics.floating:
        M = B + hydrostatics.transverse_metacentric_radius * R_WB[2]
        marks.append(("M", M, _GREEN, "^", (-11, 0)))
    beyond: list[str] = []
    for name, point, color, marker, place in marks:
        _, y, z = (X_WB.point(point) - np.array([0.0, 0.0, water])).tolist()
        if z > high_z + 1.2 * size or z < low_z - 1.2 * size:
            beyond.append(f"{name} is {_length(z)} above the water")
            continue
        heights.append(z)
        axes.plot(y, z, marker, color=color, markersize=7, markeredgecolor="white", zorder=5)
        axes.annotate(
            name, (y, z), place, textcoords="offset points", color=color, ha="center", va="center", weight="bold"
        )
    _limits(axes, sides, heights, size)
    if beyond:
        axes.text(0.03, 0.97, "\n".join(beyond), transform=axes.transAxes, va="top", fontsize="small", color=_GREY)
    axes.set(
        xlabel="y, to port [m]",
        ylabel="z, above the water [m]" if hydrostatics.floating else "z, from the highest point [m]",
        title=f"From astern: heel {_angle(hydrostatics.heel)}, trim {_angle(hydrostatics.trim)}",
    )


def _limits(axes: Axes, sides: tuple[float, float], heights: list[float], size: float) -> None:
    margin = 0.18 * size
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlim(sides[1], sides[0])  # port at the left
    axes.set_ylim(min(heights) - margin, max(heights) + margin)


def _offset(hydrostatics: Hydrostatics) -> float:
    """The height of the water, or of the highest point of a submerged body, over Bo [m]."""
    R_WB = hydrostatics.pose.R
    heights: Floats = hydrostatics.mesh.vertices[hydrostatics.mesh.faces.ravel()] @ R_WB[2]
    if hydrostatics.draft is None:
        return float(np.max(heights))
    return float(np.min(heights)) + hydrostatics.draft


def _length(meters: float | None) -> str:
    if meters is None:
        return "-"
    return f"{100.0 * meters:.3g} cm" if abs(meters) < _CENTIMETRES else f"{meters:.3g} m"


def _mass(hydrostatics: Hydrostatics) -> str:
    kilograms = hydrostatics.density * hydrostatics.volume
    return f"{kilograms / 1000.0:.4g} t" if kilograms >= 10_000.0 else f"{kilograms:.4g} kg"


def _angle(radians: float) -> str:
    return f"{np.degrees(radians) + 0.0:.1f}°".replace("-0.0°", "0.0°")

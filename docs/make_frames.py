"""Draw the frames and the letters of their names, as an SVG for light and dark pages.

python docs/make_frames.py
"""

from pathlib import Path

import numpy as np

from seaway.frames import Pose, matrix_from_quaternion, quaternion_from_rpy

TARGET = Path(__file__).parent / "images" / "frames.svg"
WIDTH, HEIGHT, SCALE = 760, 440, 118.0
# A parallel projection: where a metre to the east, to the north and up goes in the picture, with its y axis down.
VIEW = np.array([[0.96, 0.50, 0.0], [0.12, -0.36, -0.95]])
ORIGIN = np.array([84.0, 150.0])

X_WB = Pose((3.3, 0.2, -1.2), quaternion_from_rpy(np.radians([0.0, -4.0, 6.0])))
X_BBcm = Pose((0.8, 0.0, -0.42), quaternion_from_rpy(np.radians([0.0, -25.0, 0.0])))
X_BL = Pose((-1.85, 0.0, 0.0), quaternion_from_rpy(np.radians([0.0, 0.0, 180.0])))
X_WC = Pose((0.2, 0.0, -1.8))
HULL = np.array([1.8, 0.66, 0.66])  # semi-axes

STYLE = """
.frames { color: #1b1f24; font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { .frames { color: #dfe3e8; } }
.frames text { fill: currentColor; }
.frames .plain { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 13px; }
.frames .W { --ink: currentColor; } .frames .B { --ink: #2f7fd0; } .frames .L { --ink: #2a9d5c; }
.frames .M { --ink: #d9730d; } .frames .C { --ink: #1496a8; }
.frames .W text, .frames .B text, .frames .L text, .frames .M text, .frames .C text { fill: var(--ink); }
.frames path, .frames line, .frames ellipse, .frames circle { stroke: var(--ink, currentColor); fill: none; }
.frames .axis { stroke-width: 2.2; } .frames .arrow { stroke-width: 1.8; }
.frames .pose { stroke-dasharray: 5 4; stroke-width: 1.4; }
.frames .head { fill: var(--ink, currentColor); stroke: none; }
.frames .hull { fill: currentColor; fill-opacity: 0.07; stroke: currentColor; stroke-opacity: 0.45; stroke-width: 1.2; }
.frames .sea { fill: #1496a8; fill-opacity: 0.09; stroke: none; }
.frames .surface { stroke: #1496a8; stroke-width: 1.4; }
.frames .name { font-size: 16px; font-weight: 700; } .frames .dot { fill: var(--ink, currentColor); stroke: none; }
"""


def at(p_W: object) -> np.ndarray:
    """Where a point of the world is in the picture."""
    return ORIGIN + SCALE * VIEW @ np.asarray(p_W, float)


def by(place: np.ndarray, right: float, down: float) -> np.ndarray:
    """A place beside another one, in pixels."""
    return place + np.array([right, down])


def head(tip: np.ndarray, along: np.ndarray, size: float = 9.0) -> str:
    along = along / np.linalg.norm(along)
    side = np.array([-along[1], along[0]])
    corners = (tip, tip - size * along + 0.38 * size * side, tip - size * along - 0.38 * size * side)
    return '<path class="head" d="M' + " L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + ' Z"/>'


def line(start: np.ndarray, end: np.ndarray, kind: str) -> str:
    short = end - 5.0 * (end - start) / np.linalg.norm(end - start)
    return (
        f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{short[0]:.1f}" y2="{short[1]:.1f}"/>'
        + head(end, end - start)
    )


def text(place: np.ndarray, words: str, kind: str = "", anchor: str = "start") -> str:
    cls = f' class="{kind}"' if kind else ""
    return f'<text{cls} x="{place[0]:.1f}" y="{place[1]:.1f}" text-anchor="{anchor}">{words}</text>'


def axes(pose: Pose, length: float, labels: tuple[str, str, str], shifts: tuple[tuple[float, float], ...]) -> str:
    """The three axes of a frame, with their letters at the ends."""
    start, parts = at(pose.p), []
    R = matrix_from_quaternion(pose.q)
    for k, (label, shift) in enumerate(zip(labels, shifts, strict=True)):
        end = at(pose.p + length * R[:, k])
        parts.append(line(start, end, "axis"))
        parts.append(text(by(end, *shift), label, "plain"))
    parts.append(f'<circle class="dot" cx="{start[0]:.1f}" cy="{start[1]:.1f}" r="3.6"/>')
    return "".join(parts)


def curve(start: np.ndarray, bend: np.ndarray, end: np.ndarray) -> str:
    """A dashed arrow: the pose of the frame at its end in that at its start."""
    x0, y0, x1, y1, x2, y2 = (*start, *bend, *end)
    return f'<path class="pose" d="M{x0:.1f} {y0:.1f} Q{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f}"/>' + head(end, end - bend)


def ellipse(pose: Pose, sides: np.ndarray) -> str:
    """The image of a sphere or disc of radius 1 whose columns of half-sides, in the frame, are given."""
    u, s, _ = np.linalg.svd(SCALE * VIEW @ matrix_from_quaternion(pose.q) @ sides)
    x, y = at(pose.p)
    turn = f"rotate({np.degrees(np.arctan2(u[1, 0], u[0, 0])):.1f} {x:.1f} {y:.1f})"
    return f'<ellipse class="hull" cx="{x:.1f}" cy="{y:.1f}" rx="{s[0]:.1f}" ry="{s[1]:.1f}" transform="{turn}"/>'


def sea() -> str:
    x = np.linspace(0, WIDTH, 96)
    y = ORIGIN[1] + 5 * np.sin(x / 38.0) + 2.5 * np.sin(x / 17.0 + 1)
    points = " L".join(f"{a:.1f} {b:.1f}" for a, b in zip(x, y, strict=True))
    return f'<path class="sea" d="M{points} L{WIDTH} {HEIGHT} L0 {HEIGHT} Z"/><path class="surface" d="M{points}"/>'


def drawing() -> str:
    """The whole picture."""
    X_WBcm, X_WL = X_WB @ X_BBcm, X_WB @ X_BL
    Wo, Bo, Bcm, Lo, Co = (at(pose.p) for pose in (Pose((0, 0, 0)), X_WB, X_WBcm, X_WL, X_WC))
    R_WB = matrix_from_quaternion(X_WB.q)
    flu = ("x", "y", "z")
    parts = [
        sea(),
        ellipse(X_WB, np.diag(HULL)),
        ellipse(X_WL, 0.33 * np.eye(3)[:, 1:]),
        '<g class="W">',
        axes(Pose((0, 0, 0)), 0.95, ("x east", "y north", "z up"), ((4, 16), (6, 2), (8, 8))),
        text(by(Wo, -8, 24), "W", "name", "end"),
        text(by(Wo, -2, 24), "world", "plain"),
        text(by(Wo, -10, 2), "Wo", "", "end"),
        "</g>",
        '<g class="B">',
        axes(X_WB, 1.05, ("x forward", "y left", "z up"), ((6, 5), (7, 4), (8, 6))),
        text(by(Bo, -4, 20), "Bo", "", "end"),
        text(by(Bo, -10, -58), "B", "name", "end"),
        text(by(Bo, -24, -58), "body, base link", "plain", "end"),
        "</g>",
        '<g class="L">',
        axes(X_WL, 0.5, flu, ((-8, -8), (-14, 8), (-14, 2))),
        text(by(Lo, 6, 64), "L", "name"),
        text(by(Lo, 20, 64), "another link", "plain"),
        "</g>",
        '<g class="M">',
        axes(X_WBcm, 0.42, flu, ((6, 4), (4, -2), (-4, -7))),
        line(Bo, Bcm, "arrow"),
        f'<circle class="arrow" cx="{Bcm[0]:.1f}" cy="{Bcm[1]:.1f}" r="6.5"/>',
        text(by(Bcm, -4, 26), "Bcm", "name", "end"),
        text(by(Bcm, 4, 26), "inertial", "plain"),
        text(by((Bo + Bcm) / 2, -4, 20), "p_BoBcm_B", "", "end"),
        "</g>",
        '<g class="C">',
        axes(X_WC, 0.5, flu, ((6, 6), (6, 4), (8, 6))),
        text(by(Co, -10, 6), "C", "name", "end"),
        text(by(Co, -10, 38), "moves with the water", "plain"),
        "</g>",
        '<g class="W">',
        curve(by(Wo, 46, 32), by((Wo + Bo) / 2, -40, 8), by(Bo, -10, -3)),
        text(by((Wo + Bo) / 2, -30, -12), "X_WB"),
        curve(by(Bo, -8, 6), by((Bo + Lo) / 2, 0, 46), by(Lo, 8, 6)),
        text(by((Bo + Lo) / 2, -16, 42), "X_BL"),
        "</g>",
    ]
    fast = at(X_WB.p + R_WB @ [1.1, 1.25, 0.0]) - Bo
    parts += ['<g class="B">', line(Bo, Bo + fast, "arrow"), text(by(Bo + fast, -20, -10), "v_WB_B"), "</g>"]
    label = (
        "The world frame W on the water surface, the body frame B of a vehicle, the frame L of another of its links, "
        "the inertial frame Bcm at its centre of mass, and a frame C that drifts with the water"
    )
    return (
        f'<svg class="frames" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{label}"><style>{STYLE}</style>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    TARGET.write_text(drawing(), encoding="utf-8")

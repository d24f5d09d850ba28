"""Daylight: sky, light and haze above the surface; the murk below it."""

import io
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from seaway._arrays import Floats
from seaway.view._viser import set_sky

if TYPE_CHECKING:
    from viser import SceneApi, ViserServer

__all__ = ["AIR", "VISIBILITY", "WATER", "Medium", "light", "sky_picture", "surround"]

Color = tuple[int, int, int]

_SUN: Final = (np.radians(-58.0), np.radians(13.0))
"""Azimuth of the sun, counter-clockwise from east, and its elevation [rad]."""


@dataclass(frozen=True)
class Medium:
    """What the camera is in: colours of the picture around the scene, haze and light.

    Attributes:
        zenith: Colour above.
        horizon: Colour at the horizon, also of the haze.
        nadir: Colour below.
        near: Distance at which haze begins, in parts of the visible range.
        far: Distance at which all is haze, likewise.
        sun: Strength of the sun.
        ambient: Strength of the light from all around.
        bright: Whether the sun is in the sky.
        surface: Colour of the water's surface.
        opacity: Its opacity.
    """

    zenith: Color
    horizon: Color
    nadir: Color
    near: float
    far: float
    sun: float
    ambient: float
    bright: bool
    surface: Color
    opacity: float


AIR: Final = Medium(
    zenith=(64, 124, 196),
    horizon=(206, 222, 233),
    nadir=(30, 78, 104),
    near=0.25,
    far=2.6,
    sun=5.5,
    ambient=0.4,
    bright=True,
    surface=(22, 96, 118),
    opacity=0.9,
)
"""Above the surface, on a fair day."""

WATER: Final = Medium(
    zenith=(150, 212, 222),
    horizon=(58, 138, 160),
    nadir=(20, 74, 98),
    near=0.02,
    far=1.0,
    sun=1.5,
    ambient=0.9,
    bright=False,
    surface=(150, 215, 225),
    opacity=0.45,
)
"""Below it, in clear coastal water."""

VISIBILITY: Final = 45.0
"""Distance at which a body under water is lost in haze [m]."""


def light(server: "ViserServer", medium: Medium, distance: float) -> None:
    """Light a scene as in a medium.

    Args:
        server: The server of the scene.
        medium: The medium.
        distance: Visible range [m].
    """
    scene = server.scene
    surround(scene, medium, distance)
    scene.configure_default_lights(enabled=False)
    azimuth, elevation = _SUN if medium.bright else (0.6, 1.3)
    toward = (np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation))
    scene.add_light_directional(
        "/sun", color=(255, 246, 228), intensity=medium.sun, position=(toward[0], toward[1], toward[2])
    )
    scene.add_light_hemisphere("/daylight", sky_color=medium.zenith, ground_color=medium.nadir, intensity=0.5)


def surround(scene: "SceneApi", medium: Medium, distance: float) -> None:
    """Show the picture and the haze of a medium around a scene, of all pages or of one."""
    set_sky(scene, _sky(medium), medium.ambient)
    scene.configure_fog(medium.near * distance, medium.far * distance, color=linear(medium.horizon))


@cache
def _sky(medium: Medium) -> bytes:
    return sky_picture(medium)


def linear(color: Color) -> Color:
    """A colour of the screen (sRGB) as a share of light, which viser takes for haze."""
    share = np.array(color, dtype=np.float64) / 255.0
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    red, green, blue = np.round(255.0 * light).astype(int).tolist()
    return red, green, blue


def sky_picture(medium: Medium, height: int = 256) -> bytes:
    """An equirectangular JPEG of the surroundings of a scene."""
    from PIL import Image

    elevation = np.linspace(0.5 * np.pi, -0.5 * np.pi, height)[:, None]
    azimuth = np.linspace(np.pi, -np.pi, 2 * height)[None, :]
    horizon, zenith, nadir = (
        np.array(color, dtype=np.float64) for color in (medium.horizon, medium.zenith, medium.nadir)
    )
    up = np.clip(np.sin(elevation), 0.0, 1.0) ** 0.5
    down = np.clip(-3.0 * elevation - 0.15, 0.0, 1.0)
    rgb = horizon + (zenith - horizon) * up[..., None] + (nadir - horizon) * down[..., None]
    rgb = np.broadcast_to(rgb, (height, 2 * height, 3))
    if medium.bright:
        rgb = rgb + (255.0 - rgb) * _glow(elevation, azimuth)[..., None]
    data = io.BytesIO()
    Image.fromarray(np.clip(rgb, 0.0, 255.0).astype(np.uint8)).save(data, "JPEG", quality=90)
    return data.getvalue()


def _glow(elevation: Floats, azimuth: Floats) -> Floats:
    """Sun and the brightness about it, from 0 to 1."""
    at, above = _SUN
    cosine = np.sin(elevation) * np.sin(above) + np.cos(elevation) * np.cos(above) * np.cos(azimuth - at)
    return np.clip(np.clip((cosine - 0.996) / 0.003, 0.0, 1.0) + 0.6 * np.clip(cosine, 0.0, 1.0) ** 60, 0.0, 1.0)

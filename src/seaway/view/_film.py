"""Films: the frames of a replay, drawn by a browser without a window."""

import io
import time as clock
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from seaway._files import write_whole
from seaway.errors import ModelError, ScenarioError
from seaway.view._browser import browser, connected
from seaway.view._overlays import DEFAULT_OVERLAYS, check_overlays
from seaway.view._replay import actors_of
from seaway.view._scene import Camera, Stage
from seaway.view._sources import Source, motion_of_all, start_of
from seaway.view._viser import start_server, stop_server

__all__ = ["picture", "write_film"]

FRAME_RATE: Final = 12.5
"""Frames a second: a GIF counts hundredths of a second."""

# How long the sky may take to appear [s].
_PATIENCE: Final = 90.0
_LONGEST: Final = 60.0


def write_film(
    source: Source | Sequence[Source],
    path: Path,
    *,
    overwrite: bool = True,
    rows: Sequence[int] | None = None,
    overlays: Sequence[str] = DEFAULT_OVERLAYS,
    camera: Camera = "follow",
    linear: bool = False,
    speed: float | None = None,
    size: tuple[int, int] = (640, 360),
    span: tuple[float, float] | None = None,
    view: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None,
    frame_rate: float = FRAME_RATE,
    colors: int = 128,
    progress: Callable[[float, float], object] | None = None,
) -> Path:
    """Write the replay of a run as an animated GIF, drawn by a browser that is installed.

    Args:
        source: As in ``replay``.
        path: The file, ``.gif``.
        overwrite: Whether an existing file may be replaced.
        rows: Runs of a batch to show; default: the first.
        overlays: What is drawn over the scene.
        camera: Point of view.
        linear: Whether the length of force arrows is linear in the force.
        speed: Simulated seconds in a second of the film; default: 1, more for a run longer than a minute.
        size: Width and height [pixels].
        span: First and last time to show [s]; default: all.
        view: Position of the camera and what it looks at, about the vehicle [m]; default: those of ``camera``.
        frame_rate: Frames a second.
        colors: Number of colours, at most 256; fewer make a smaller file.
        progress: Called now and then with the time done and the duration [s].

    Raises:
        MissingDependencyError: viser is not installed.
        ModelError: There is no browser, or the file is no GIF.
        ScenarioError: There is no run, or the file cannot be written.
    """
    if path.suffix.lower() != ".gif":
        raise ModelError(f"a film is written to a .gif, got '{path}'")
    browser()  # before all else
    frames, period = _frames(
        source,
        rows=rows,
        overlays=overlays,
        camera=camera,
        linear=linear,
        speed=speed,
        size=size,
        span=span,
        view=view,
        frame_rate=frame_rate,
        progress=progress,
    )
    try:
        write_whole(path, _gif(frames, period, colors), overwrite=overwrite)
    except OSError as error:
        raise ScenarioError(f"the film cannot be written to '{path}': {error.strerror or error}") from None
    return path


def picture(source: Source | Sequence[Source], path: Path, time: float, **options: Any) -> Path:
    """Write one frame of a replay as a PNG; options are those of ``write_film``."""
    from PIL import Image

    given: dict[str, Any] = {
        "rows": None, "overlays": DEFAULT_OVERLAYS, "camera": "follow", "linear": False, "speed": 1.0,
        "size": (1000, 560), "span": (time, time), "view": None, "frame_rate": FRAME_RATE, "progress": None, **options,
    }  # fmt: skip
    frames, _ = _frames(source, **given)
    data = io.BytesIO()
    Image.fromarray(frames[0]).save(data, "PNG", optimize=True)
    write_whole(path, data.getvalue())
    return path


def _frames(
    source: Any,
    *,
    rows: Sequence[int] | None,
    overlays: Sequence[str],
    camera: Camera,
    linear: bool,
    speed: float | None,
    size: tuple[int, int],
    span: tuple[float, float] | None,
    view: Any,
    frame_rate: float,
    progress: Callable[[float, float], object] | None,
) -> tuple[list[Any], float]:
    """Pictures (height, width, 3), and the time between them [s]."""
    check_overlays(overlays)
    motion = motion_of_all(list(source) if isinstance(source, list | tuple) else [source], rows)  # type: ignore[reportUnknownArgumentType]
    if span is not None:
        motion = motion.between(*span)
    long = float(motion.time[-1] - motion.time[0])
    factor = speed or max(1.0, float(np.ceil(long / _LONGEST)))
    drawn = motion.sampled(factor / frame_rate) if long > 0.0 else motion
    width, height = size
    server = start_server()
    try:
        stage = Stage(
            server,
            motion.tracks[0].sea,
            actors_of(drawn),
            camera=camera,
            overlays=overlays,
            linear=linear,
            start=start_of(drawn),
        )
        if view is not None:
            server.initial_camera.position, server.initial_camera.look_at = view
        stage.draw(float(drawn.time[0]), [track.instant(0) for track in drawn.tracks])
        found = list[Any]()
        with connected(server, f"http://localhost:{server.get_port()}", width, height) as client:
            _await_sky(client)
            for k, time in enumerate(drawn.time.tolist()):
                with server.atomic():
                    stage.draw(time, [track.instant(k) for track in drawn.tracks])
                server.flush()
                found.append(client.get_render(height=height, width=width, transport_format="png")[..., :3])
                if progress is not None:
                    progress(time - float(drawn.time[0]), long)
    finally:
        stop_server(server)
    return found, 1.0 / frame_rate


def _await_sky(client: Any) -> None:
    """Wait until the picture around the scene is there: until then, pixels are transparent.

    Raises:
        ModelError: It does not appear.
    """
    end = clock.monotonic() + _PATIENCE
    while np.min(client.get_render(height=45, width=80, transport_format="png")[..., 3]) < 255:
        if clock.monotonic() > end:
            raise ModelError(f"the browser did not draw the scene within {_PATIENCE:g} s")
        clock.sleep(0.2)


def _gif(frames: Sequence[Any], period: float, colors: int) -> bytes:
    """An animated GIF; all frames share one palette, so that nothing flickers."""
    from PIL import Image

    pictures = [Image.fromarray(frame) for frame in frames]
    sample = np.concatenate([frames[k].reshape(-1, 3) for k in np.linspace(0, len(frames) - 1, 6).astype(int)])
    # What is rare counts too: each colour as much as the square root of its pixels, or a red lamp on the sea is grey.
    shades, counts = np.unique(sample // 8, axis=0, return_counts=True)
    weighted = np.repeat(8 * shades + 4, np.ceil(np.sqrt(counts)).astype(int), axis=0).astype(np.uint8)
    palette = Image.fromarray(weighted[None]).quantize(colors, method=Image.Quantize.MEDIANCUT)
    indexed = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    data = io.BytesIO()
    indexed[0].save(
        data,
        "GIF",
        save_all=True,
        append_images=indexed[1:],
        duration=round(1000.0 * period),
        loop=0,
        optimize=False,
    )
    return data.getvalue()

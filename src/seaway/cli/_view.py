"""``seaway view``: replays of runs, and scenarios that run while one looks."""

import contextlib
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from typer import BadParameter

from seaway.cli._files import results_of
from seaway.cli._output import Outcome, console, overrides, print_note
from seaway.cli._sources import loaded
from seaway.errors import ScenarioError
from seaway.scenario import RunFolder

if TYPE_CHECKING:
    from seaway.view._show import Show


def view(
    files: list[Path],
    *,
    html: Path | None,
    film: Path | None,
    force: bool,
    rows: str | None,
    show: str | None,
    camera: Any,
    linear: bool,
    speed: float | None,
    drive: bool,
    host: str | None,
    port: int,
    browser: bool,
    out: Path | None,
    allow_code: bool,
    idle: bool,
    model_path: list[Path],
    **options: Any,
) -> Outcome:
    """Show runs, or a scenario live."""
    from seaway.view._overlays import DEFAULT_OVERLAYS
    from seaway.view._viser import LOCAL_HOST, check_viser

    if speed is not None and not speed > 0.0:
        raise BadParameter(f"--speed must be > 0, got {speed:g}")
    check_viser()
    chosen = DEFAULT_OVERLAYS if show is None else [each.strip() for each in show.split(",") if each.strip()]
    looks = {"overlays": chosen, "camera": camera, "linear": linear}
    served = {"host": host or LOCAL_HOST, "port": port, **looks}
    recorded = all(file.suffix == ".nc" or RunFolder.manifest_of(file) is not None for file in files)
    if not recorded and (html or film or rows or len(files) > 1):
        raise ScenarioError(
            f"'{files[0]}' is not the folder of a run: --html, --film, --rows and several files are for runs; "
            "make one with 'seaway run', or view one scenario live"
        )
    if recorded and (html or film):
        return _written(files, html, film, force, {**looks, "speed": speed, "rows": _rows(rows)})
    if recorded:
        from seaway.view._served import ServedReplay
        from seaway.view._sources import motion_of_all

        shown: Show = ServedReplay(motion_of_all(list(files), _rows(rows)), speed=speed or 1.0, **served)
    else:
        scenario, _ = loaded(files[0], overrides(**options), model_path, allow_code=allow_code, idle=idle)
        shown = _live(scenario, speed, drive, out, served)
    return _waited(shown, host, browser)


def _live(scenario: Any, speed: float | None, drive: bool, out: Path | None, served: dict[str, Any]) -> "Show":
    from seaway.view._drive import holding
    from seaway.view._live import Live

    sim = scenario.simulation()
    return Live(
        sim,
        holding(sim) if drive else scenario.controller(),
        title=scenario.name if drive else scenario.title or scenario.name,
        speed=speed or 1.0,
        control_period=scenario.control_period,
        events=() if drive else [(event.time, event) for event in scenario.events],
        folder=out,
        **served,
    )


def _waited(shown: "Show", host: str | None, browser: bool) -> Outcome:
    """Serve until Ctrl-C."""
    with shown:
        if host is not None:
            print_note("warning", f"the page is open to all who can reach {host}: they can drive the vehicle")
        console().print(f"{escape(shown.url)}   Ctrl-C ends it")
        if browser:
            webbrowser.open(shown.url)
        with contextlib.suppress(KeyboardInterrupt):
            shown.wait()
    return Outcome(lambda: {"url": shown.url}, lambda _: None)


def _written(files: list[Path], html: Path | None, film: Path | None, force: bool, options: dict[str, Any]) -> Outcome:
    """Write a replay or a film."""
    from seaway.view import replay
    from seaway.view._film import write_film

    written = list[Path]()
    for target in filter(None, (html, film)):
        with results_of(files[0], target, force) as may_replace:
            overwrite = may_replace(target)
            if target is html:
                replay(list(files), **options).save(target, overwrite=overwrite)
            else:
                write_film(list(files), target, overwrite=overwrite, **options)
        written.append(target)
    return Outcome(
        lambda: [{"file": str(file), "bytes": file.stat().st_size} for file in written],
        lambda screen: [screen.print(escape(str(file))) for file in written],
    )


def write_replay(folder: RunFolder) -> Path:
    """Write the replay of a run to its folder.

    Raises:
        SeawayError: viser is not installed, or the file cannot be written.
    """
    from seaway.view import replay

    with results_of(folder.path, None, force=False) as may_replace:
        overwrite = may_replace(folder.replay)
        return replay(folder.path).save(folder.replay, overwrite=overwrite)


def _rows(text: str | None) -> list[int] | None:
    """Numbers of runs of a batch, as in 0,3,7."""
    if text is None:
        return None
    try:
        return [int(each) for each in text.split(",")]
    except ValueError:
        raise BadParameter(f"--rows takes numbers with commas between, as in 0,3,7, got '{text}'") from None

"""The commands and their options. The function of the same name in ``seaway.cli._<name>`` runs a command.

Its module is imported when the command runs, which keeps ``--help`` fast.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, Literal

import typer

import seaway
from seaway._signals import StoppedError
from seaway.cli._options import (
    AllowCode,
    File,
    Force,
    ForceRun,
    FreezeJoints,
    Ignore,
    Json,
    ModelPath,
    Number,
    Run,
    Seed,
    Sets,
    Source,
    World,
    argument,
    option,
)

app = typer.Typer(
    name="seaway",
    help="Marine-vehicle dynamics, with the fluid added mass in the mass matrix.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _command(module: str | None = None, empty: object = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declare a command by a function without a body: its parameters are the options, its docstring the help.

    Args:
        module: ``seaway.cli._<module>`` has a function of the same name, which takes the options but ``json`` and
            returns an ``Outcome``. Default: the command's name.
        empty: What ``--json`` prints when the command fails.
    """

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        name = function.__name__

        @app.command(name)
        @wraps(function)
        def run(*, json: bool = False, **options: Any) -> None:
            from seaway.cli._output import deliver

            if json and options.get("sdf"):
                raise typer.BadParameter("give --sdf or --json, not both")
            command = getattr(import_module(f"seaway.cli._{module or name}"), name)
            raise typer.Exit(deliver(partial(command, **options), as_json=json, empty=empty))

        return run

    return declare


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"seaway {seaway.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, option("Show the version.", "--version", callback=_version, is_eager=True)] = False,
) -> None:
    """Options before the command."""


@_command()
def check(
    files: Annotated[
        list[Path], argument("Scenarios or vehicle files (.toml), SDFormat, library vehicles or run folders.")
    ],
    *,
    sets: Sets,
    allow_code: AllowCode = False,
    json: Json = False,
    model_path: ModelPath,
) -> None:
    """Validate scenarios, vehicles, SDFormat files and runs: errors and advice with file and line."""


@_command(empty=[])
def inertia(
    file: Source, *, sets: Sets, allow_code: AllowCode = False, json: Json = False, model_path: ModelPath
) -> None:
    """Show the inertia of every link or vehicle in every convention."""


@_command(empty=[])
def hydrostatics(
    file: Annotated[
        Path, argument("Mesh (.stl, .obj, .dae, .glb, .gltf), scenario, vehicle file, SDFormat or library vehicle.")
    ],
    *,
    mass: Annotated[Number, option("Mass of a mesh's body [kg].")] = None,
    center_of_mass: Annotated[
        tuple[float, float, float] | None,
        option("Centre of mass of a mesh's body, in the scaled mesh frame [m].", metavar="X Y Z"),
    ] = None,
    scale: Annotated[Number, option("Metres per unit of the mesh, e.g. 0.001.")] = None,
    density: Annotated[Number, option("Water density [kg/m3]. Default: the scenario's, else 1025.")] = None,
    body: Annotated[str | None, option("Show only this body or vehicle.")] = None,
    sets: Sets,
    allow_code: AllowCode = False,
    freeze_joints: FreezeJoints = False,
    plot: Annotated[File, option("Plot the righting arm to a .png, .svg or .pdf.", metavar="FILE")] = None,
    force: Force = False,
    json: Json = False,
    model_path: ModelPath,
) -> None:
    """Show how bodies float: draft, heel and trim, GM, stiffness, natural periods, righting arm."""


@_command()
def run(
    file: Annotated[
        Path,
        argument("Scenario or vehicle file (.toml), SDFormat, library vehicle, or a run to repeat."),
    ],
    *,
    duration: Annotated[Number, option("Simulated time [s]. Default: the scenario's, else 60.")] = None,
    step: Annotated[Number, option("Time step [s]. Default: the file's, else 0.01.")] = None,
    record_period: Annotated[
        Number, option("Time between samples [s], a multiple of the step. Default: at least 0.01.")
    ] = None,
    sets: Sets,
    allow_code: AllowCode = False,
    idle: Annotated[bool, option("Do not run the mission of a library vehicle.", "--idle")] = False,
    batch: Annotated[int | None, option("Runs at once, each with its own seed.", min=1, max=1_000_000)] = None,
    out: Annotated[File, option("Run folder. Default: runs/<name>-<n>.", metavar="DIR")] = None,
    force: ForceRun = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore,
    seed: Seed = None,
    plots: Annotated[bool, option("Draw PNG files to plots/ in the run folder.", "--plots")] = False,
    report: Annotated[bool, option("Write report.html.", "--report/--no-report")] = True,
    replay: Annotated[bool, option("Write replay.html, the run in 3-D; needs the extra 'view'.", "--replay")] = False,
    json: Json = False,
    model_path: ModelPath,
) -> None:
    """Simulate a scenario or a vehicle: recording and report in a folder; Ctrl-C keeps what was recorded."""


@_command()
def view(
    files: Annotated[
        list[Path], argument("Run folders, or a scenario to run live (.toml, SDFormat, library vehicle).", "RUN|FILE")
    ],
    *,
    html: Annotated[File, option("Write the replay of a run to one HTML file.", metavar="FILE")] = None,
    film: Annotated[File, option("Write the replay of a run to a .gif; needs a browser.", metavar="FILE")] = None,
    force: Force = False,
    rows: Annotated[str | None, option("Runs of a batch to show, e.g. 0,3,7. Default: the first.")] = None,
    show: Annotated[str | None, option("Overlays, e.g. forces,path,current; see the docs of the view.")] = None,
    camera: Annotated[Literal["follow", "top", "side", "free"], option("Point of view.")] = "follow",
    linear: Annotated[bool, option("Draw force arrows in linear length, not logarithmic.", "--linear")] = False,
    speed: Annotated[Number, option("Simulated seconds in a second of the view. Default: 1.")] = None,
    drive: Annotated[bool, option("Drive a scenario's vehicle with keys, in place of its mission.", "--drive")] = False,
    host: Annotated[str | None, option("Address to listen on. Default: 127.0.0.1, this machine alone.")] = None,
    port: Annotated[int, option("First port to try.", min=1, max=65535)] = 8080,
    browser: Annotated[bool, option("Open the page in a browser.", "--browser/--no-browser")] = True,
    out: Annotated[File, option("Run folder for what was driven. Default: runs/driven-<n>.", metavar="DIR")] = None,
    sets: Sets,
    allow_code: AllowCode = False,
    idle: Annotated[bool, option("Leave a library vehicle to itself, without its mission.", "--idle")] = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore,
    seed: Seed = None,
    model_path: ModelPath,
    json: Json = False,
) -> None:
    """Show a run in 3-D in the browser, write its replay to a file, or run a scenario live."""


@_command(empty=[])
def forces(
    file: Source,
    *,
    sets: Sets,
    allow_code: AllowCode = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore,
    seed: Seed = None,
    json: Json = False,
    model_path: ModelPath,
) -> None:
    """Show the free-body diagram: every force on every vehicle at the start, and the acceleration."""


@_command()
def schema(
    *,
    out: Annotated[File, option("Output file. Default: standard output.", metavar="FILE")] = None,
    force: Force = False,
) -> None:
    """Print the JSON schema of scenario files, for editors."""


@_command()
def doctor(*, json: Json = False) -> None:
    """Show versions, the cache of compiled code, threads and optional tools, and run a self-check."""


@_command("results")
def plot(
    run: Run,
    *,
    out: Annotated[File, option("Folder for the figures. Default: plots/ in the run.", metavar="DIR")] = None,
    file_format: Annotated[Literal["png", "svg", "pdf"], option("File format.", "--format")] = "png",
    force: Force = False,
) -> None:
    """Plot track, attitude, velocities, forces and surface of a run, finished or not."""


@_command("results")
def report(
    run: Run,
    *,
    out: Annotated[File, option("Output file. Default: report.html in the run.", metavar="FILE")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the report of a run, finished or not: one self-contained HTML file."""


@_command()
def compare(
    runs: Annotated[
        list[Path], argument("2 to 8 run folders, or recordings; differences are against the first.", "RUN...")
    ],
    *,
    out: Annotated[Path, option("Output file.", metavar="FILE")] = Path("compare.html"),
    force: Force = False,
    json: Json = False,
) -> None:
    """Compare runs in one report: overlaid plots, measures with differences, what differs in the scenarios."""


@_command("results")
def export(
    run: Run,
    *,
    csv: Annotated[bool, option("Write comma-separated values.", "--csv")] = False,
    out: Annotated[File, option("Output file. Default: recording.csv in the run.", metavar="FILE")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert the recording of a run, finished or not, to another format."""


@_command()
def convert(
    file: Source,
    *,
    to: Annotated[
        Literal["sdf", "fossen", "seaway"] | None,
        option("Target notation. Default: sdf; of SDFormat, fossen."),
    ] = None,
    out: Annotated[File, option("Output file. Default: standard output.", metavar="FILE")] = None,
    force: Force = False,
    world: World = False,
    sets: Sets,
    allow_code: AllowCode = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore,
    json: Json = False,
    model_path: ModelPath,
) -> None:
    """Convert a vehicle between Seaway's notation, Fossen's and SDFormat; reports what cannot be converted."""


@_command()
def vehicles(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Vehicle to show. Default: list all.")] = None,
    *,
    sdf: Annotated[bool, option("Write the vehicle as an SDFormat model.", "--sdf")] = False,
    world: World = False,
    out: Annotated[File, option("Output file of --sdf. Default: standard output.", metavar="FILE")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """List the published vehicles of the library, or show the data sheet of one."""


@app.command(
    add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
)  # its options, --help too, follow from the fields of manoeuvres
def manoeuvre(context: typer.Context) -> None:
    """Run a standard manoeuvre: print its measures, keep recording and figure in a folder."""
    from seaway.cli._manoeuvre import app as manoeuvres

    raise typer.Exit(manoeuvres(context.args, prog_name="seaway manoeuvre", standalone_mode=False))


def main() -> None:
    """Run the command line.

    Exit codes: 0 for success, 1 for failure, 2 for wrong usage, 128 + n if signal n ended it: 130 for Ctrl-C, 143 for
    SIGTERM, 129 for SIGHUP.
    """
    if hasattr(signal, "SIGPIPE"):
        # The reader of a pipe may close it, as in `seaway inertia big.sdf | head`: exit silently, as other tools do.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    heard = _interrupted_by_signals()
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(128 + (heard or [signal.SIGINT])[-1])
    except SystemExit as end:
        # typer turns every interrupt into the code of Ctrl-C.
        if heard and end.code == 130:
            sys.exit(128 + heard[-1])
        raise


def _interrupted_by_signals() -> list[int]:
    """End a command on SIGTERM and SIGHUP as on Ctrl-C; return a list that collects the signals."""
    heard: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        if number != signal.SIGTERM:  # the terminal is gone: printing must not fail
            nowhere = os.open(os.devnull, os.O_RDWR)
            for descriptor in (1, 2):
                if os.isatty(descriptor):
                    os.dup2(nowhere, descriptor)
        raise StoppedError(number)

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # nohup ignores it
            signal.signal(number, stop)
    return heard

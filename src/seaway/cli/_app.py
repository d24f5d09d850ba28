"""The commands and their options. What a command needs is imported when it runs, so that ``--help`` is quick."""

import math
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated, Literal

import typer

import seaway
from seaway._signals import StoppedError

__all__ = ["main"]

app = typer.Typer(
    name="seaway",
    help="Marine-vehicle dynamics, with the fluid added mass in the mass matrix.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Files = Annotated[
    list[Path],
    typer.Argument(help="Scenario files (.toml), SDFormat files, model folders, or run folders.", show_default=False),
]
Scenario = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A scenario (.toml), an SDFormat file, a model folder, or the name of a library vehicle.",
        show_default=False,
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A value of the scenario, as in sea.waves.significant_height=2; may be given more than once.",
    ),
]
File = Annotated[Path, typer.Argument(help="An SDFormat file, or a model folder.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]
FreezeJoints = Annotated[bool, typer.Option("--freeze-joints", help="Take the joints of the file for fixed ones.")]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore", metavar="NAME", help="A plugin, joint or vehicle to leave out; may be given more than once."
    ),
]
Seed = Annotated[
    int | None, typer.Option(min=0, help="Of random waves and gusts; that of the scenario where not given, else 0.")
]
RunPath = Annotated[
    Path, typer.Argument(metavar="RUN", help="The folder of a run, or a recording.nc.", show_default=False)
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
ModelPath = Annotated[
    list[Path] | None,
    typer.Option(
        "--model-path",
        exists=True,
        file_okay=False,
        help="A folder where included models are; may be given more than once.",
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"seaway {seaway.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Hold what stands before the command."""


@app.command()
def check(files: Files, json: Json = False, model_path: ModelPath = None) -> None:
    """Validate scenario and SDFormat files, and run folders by their checksums: what is wrong, where, what to do."""
    from seaway.cli._check import run

    raise typer.Exit(run(files, model_path or [], json))


@app.command()
def inertia(file: File, json: Json = False, model_path: ModelPath = None) -> None:
    """Show the inertia of every link in every convention."""
    from seaway.cli._inertia import run

    raise typer.Exit(run(file, model_path or [], json))


@app.command()
def hydrostatics(
    file: Annotated[
        Path, typer.Argument(help="A mesh (.stl, .obj, .dae, .glb, .gltf), or an SDFormat file.", show_default=False)
    ],
    mass: Annotated[float | None, typer.Option(help="Of a mesh's body, in kg.")] = None,
    center_of_mass: Annotated[
        tuple[float, float, float] | None,
        typer.Option(metavar="X Y Z", help="Of a mesh's body, in the frame of the mesh after scaling, in m."),
    ] = None,
    scale: Annotated[float | None, typer.Option(help="From a mesh's unit to metres, e.g. 0.001.")] = None,
    density: Annotated[float, typer.Option(help="Of the water, in kg/m3.")] = 1025.0,
    body: Annotated[str | None, typer.Option(help="Only this body of an SDFormat file.")] = None,
    freeze_joints: Annotated[
        bool, typer.Option("--freeze-joints", help="Take the joints of an SDFormat file for fixed ones.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the righting arm to a .png, .svg or .pdf.")
    ] = None,
    force: Force = False,
    json: Json = False,
    model_path: ModelPath = None,
) -> None:
    """Show how bodies float: draft, heel and trim, GM, stiffness, periods, righting arm."""
    from seaway.cli._hydrostatics import Choice, Weights, run, usage_problem

    weights, choice = Weights(mass, center_of_mass, scale), Choice(body, freeze_joints)
    problem = usage_problem(file, weights, choice)
    if problem is not None:
        raise typer.BadParameter(problem)
    raise typer.Exit(run(file, weights, choice, density, plot, force, model_path or [], json))


@app.command("run")
def run_file(
    file: Annotated[
        Path,
        typer.Argument(
            help="A scenario (.toml), an SDFormat file, a model folder, the name of a library vehicle, or the "
            "manifest.json of a run to repeat.",
            show_default=False,
        ),
    ],
    duration: Annotated[
        float | None, typer.Option(help="How long to simulate, in s; that of the scenario where not given, else 60.")
    ] = None,
    step: Annotated[float | None, typer.Option(help="The time step, in s; that of the file where not given.")] = None,
    record_period: Annotated[
        float | None,
        typer.Option(help="Between samples, in s, a whole number of steps; at least 0.01 where not given."),
    ] = None,
    sets: Sets = None,
    batch: Annotated[
        int | None, typer.Option(min=1, help="How many rows at once, each with a seed of its own; 1 where not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the run; runs/<name>-<n> where not given.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the run that is in --out.")] = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore = None,
    seed: Seed = None,
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Draw plots and write report.html to the folder.")
    ] = True,
    json: Json = False,
    model_path: ModelPath = None,
) -> None:
    """Simulate a scenario, and record it to a folder; Ctrl-C, SIGTERM and SIGHUP keep what was recorded."""
    from seaway.cli._run import Settings, run
    from seaway.cli._scenario import Chosen

    for name, value in (("--duration", duration), ("--step", step), ("--record-period", record_period)):
        if value is not None and not (math.isfinite(value) and value > 0.0):
            raise typer.BadParameter(f"{name} must be finite and > 0 [s], got {value:g}")
    if force and out is None:
        raise typer.BadParameter("--force replaces the run in --out DIR, which was not given")
    chosen = Chosen(sets or [], freeze_joints, ignore or [], seed, duration, step, record_period)
    raise typer.Exit(run(file, chosen, Settings(batch, out, force, report), model_path or [], json))


@app.command()
def forces(
    file: Scenario,
    sets: Sets = None,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore = None,
    seed: Seed = None,
    json: Json = False,
    model_path: ModelPath = None,
) -> None:
    """Show the free-body diagram: what each law does to each vehicle at the start, and how it accelerates."""
    from seaway.cli._forces import run
    from seaway.cli._scenario import Chosen

    raise typer.Exit(run(file, Chosen(sets or [], freeze_joints, ignore or [], seed), model_path or [], json))


@app.command()
def schema(
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it; standard output where not given.")
    ] = None,
    force: Force = False,
) -> None:
    """Print the JSON schema of scenario files, by which editors complete and check them."""
    from seaway.cli._schema import run

    raise typer.Exit(run(out, force))


@app.command()
def plot(
    run_folder: RunPath,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the figures go; plots/ in the run where not given.")
    ] = None,
    file_format: Annotated[Literal["png", "svg", "pdf"], typer.Option("--format", help="Of the figures.")] = "png",
    force: Force = False,
) -> None:
    """Draw the track, attitude, velocities, forces and surface of a run, finished or not."""
    from seaway.cli._plot import run

    raise typer.Exit(run(run_folder, out, file_format, force))


@app.command("report")
def report_run(
    run_folder: RunPath,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file; report.html in the run where not given.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the report of a run, finished or not: one HTML file that opens without a network."""
    from seaway.cli._report import run

    raise typer.Exit(run(run_folder, out, force, json))


@app.command()
def export(
    run_folder: RunPath,
    csv: Annotated[bool, typer.Option("--csv", help="Write a table of comma-separated values.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file; recording.csv in the run where not given.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the recording of a run, finished or not, in another format."""
    from seaway.cli._export import run

    if not csv:
        raise typer.BadParameter("give the format to export to: --csv")
    raise typer.Exit(run(run_folder, out, force, json))


@app.command()
def convert(
    file: Annotated[
        Path, typer.Argument(help="A .toml file in Fossen's notation, or an SDFormat file.", show_default=False)
    ],
    to: Annotated[
        Literal["sdf", "fossen"] | None, typer.Option(help="The notation wanted; the other one where not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; standard output where not given.")
    ] = None,
    force: Force = False,
    world: Annotated[bool, typer.Option("--world", help="Write a world with its water, not the model alone.")] = False,
    freeze_joints: FreezeJoints = False,
    ignore: Ignore = None,
    json: Json = False,
    model_path: ModelPath = None,
) -> None:
    """Convert parameters in Fossen's notation to SDFormat, and back; what cannot be carried over is said."""
    from seaway.cli._convert import run

    raise typer.Exit(run(file, to, out, force, world, freeze_joints, ignore or [], model_path or [], json))


@app.command()
def vehicles(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One vehicle; all are listed where not given.")
    ] = None,
    as_sdf: Annotated[bool, typer.Option("--sdf", help="Write the vehicle as an SDFormat model.")] = False,
    world: Annotated[
        bool, typer.Option("--world", help="With --sdf: a world with its water around the model.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where --sdf goes; standard output where not given.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """List the published vehicles of the library, or show the data sheet of one."""
    from seaway.cli._vehicles import run, usage_problem

    problem = usage_problem(name, as_sdf, world, out, json)
    if problem is not None:
        raise typer.BadParameter(problem)
    raise typer.Exit(run(name, as_sdf, world, out, force, json))


@app.command(
    add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
)  # its options, --help too, follow from the fields of manoeuvres
def manoeuvre(context: typer.Context) -> None:
    """Run a standard manoeuvre: print its measures, keep recording and figure in a folder."""
    from seaway.cli._manoeuvre import app as manoeuvres

    raise typer.Exit(manoeuvres(context.args, prog_name="seaway manoeuvre", standalone_mode=False))


def main() -> None:
    """Run the command line.

    The exit code is 0 when done, 1 when something failed, 2 for wrong usage, 128 + n when signal n ended it: 130 for
    Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
    """
    if hasattr(signal, "SIGPIPE"):
        # The reader of a pipe may go, as in `seaway inertia big.sdf | head`: stop without a word, as other tools do.
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
    """Let SIGTERM and SIGHUP end a command as Ctrl-C does; return a list that gets the signals that came."""
    heard: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        if number != signal.SIGTERM:  # the terminal is gone: what is printed must not fail
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

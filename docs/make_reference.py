"""Write the pages of the reference, one for each package, from what the packages offer.

python docs/make_reference.py
"""

import importlib
from pathlib import Path

PAGES = Path(__file__).parent / "reference"

# Packages in the order of the index, each with its everyday names; the others follow in alphabetical order.
EVERYDAY = {
    "sim": ("Simulation", "Command", "Recording", "State"),
    "vehicle": ("Vehicle", "Thruster", "Fin", "Damping", "Buoyancy", "Hull", "RigidBody", "FluidAddedMass", "DragArea"),
    "forces": ("Force", "Integrated", "Held", "Prepared", "Input"),
    "controllers": ("Controller", "SetPoint", "Kept"),
    "shapes": ("Box", "Sphere", "Cylinder", "Ellipsoid"),
    "sea": ("Sea", "Current", "Waves", "Wind", "Jonswap", "PiersonMoskowitz"),
    "control": (
        "Autopilot",
        "Waypoints",
        "PathFollowing",
        "StationKeeping",
        "Docking",
        "Pid",
        "TimeTable",
        "CommandTable",
        "Allocation",
        "trim",
        "linearize",
    ),
    "scenario": ("run", "load_vehicle", "check", "open_run", "Scenario"),
    "view": ("replay", "show"),
    "gym": ("SeawayVectorEnv", "SeawayEnv", "Task", "Realism", "uniform", "nominal", "sb3", "register_task"),
    "report": ("save", "write_report", "run_figure"),
    "library": ("names", "entry", "convert"),
    "manoeuvres": ("TurningCircle", "ZigZagTrial", "FreeDecay", "BollardPull", "StepResponse"),
    "hydro": ("hydrostatics", "Hydrostatics", "RightingArm"),
    "gazebo": ("scene", "vehicles", "hulls", "to_sdf"),
    "sdf": ("load", "loads", "check", "Document"),
    "mesh": ("Mesh", "box", "sphere", "cylinder"),
    "inertia": ("MassProperties", "AddedMass", "Inertial"),
    "uwv": ("Simulator", "Parameters"),
    "parts": ("Part", "Number", "Array", "Choice", "Name", "Flag", "One", "Several", "read", "table_schema"),
    "frames": ("Pose", "FLU_FRD", "ENU_NED"),
    "errors": ("SeawayError", "SeawayWarning"),
}


def page(package: str) -> str:
    """The page of a package."""
    module = importlib.import_module(f"seaway.{package}")
    first = EVERYDAY[package]
    unknown = [name for name in first if name not in module.__all__]
    if unknown:
        raise SystemExit(f"seaway.{package} has no {', '.join(unknown)}")
    others = (name for name in module.__all__ if name not in first and not isinstance(getattr(module, name), dict))
    rest = sorted(others, key=str.lower)
    lines = [f"# seaway.{package}", "", (module.__doc__ or "").split("\n\n")[0].replace("\n", " "), ""]
    for title, names in (("", first), ("Further names", rest)):
        if names:
            lines += [f"## {title}", ""] if title else []
            lines += ["```{eval-rst}", f".. currentmodule:: seaway.{package}", ""]
            for name in names:
                lines += _entry(module, name)
            lines += ["```", ""]
    return "\n".join(lines)


def _entry(module: object, name: str) -> list[str]:
    thing = getattr(module, name)
    if isinstance(thing, type):
        kind = "autoexception" if issubclass(thing, Exception) else "autoclass"
        return [f".. {kind}:: {name}", "   :members:", ""]
    return [f".. {'autofunction' if callable(thing) and hasattr(thing, '__code__') else 'autodata'}:: {name}", ""]


def index() -> str:
    """The page that lists the packages."""
    lines = ["# Reference", "", "`import seaway as sw` offers the everyday names of all packages: `sw.Vehicle`,"]
    lines += [
        "`sw.Sea`, `sw.Simulation`, `sw.load`, `sw.run`, `sw.save` ... Each page starts with those of its package.",
        "",
    ]
    lines += ["| package | | everyday names |", "|---|---|---|"]
    for package, names in EVERYDAY.items():
        about = (importlib.import_module(f"seaway.{package}").__doc__ or "").split("\n\n")[0].replace("\n", " ")
        shown = ", ".join(f"`{name}`" for name in names[:5]) + (" ..." if len(names) > 5 else "")
        lines.append(f"| [`seaway.{package}`]({package}.md) | {about} | {shown} |")
    lines += ["", "```{toctree}", ":hidden:", "", *EVERYDAY, "```", ""]
    return "\n".join(lines)


def pages() -> dict[Path, str]:
    """All pages, by file."""
    return {PAGES / "index.md": index(), **{PAGES / f"{package}.md": page(package) for package in EVERYDAY}}


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text)

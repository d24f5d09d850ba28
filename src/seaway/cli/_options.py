"""Options that several commands share, and how options are declared."""

from pathlib import Path
from typing import Annotated, Any

import typer


def argument(text: str, metavar: str | None = None) -> Any:
    """An argument with its help."""
    return typer.Argument(help=text, metavar=metavar, show_default=False)


def option(text: str, *names: str, **settings: Any) -> Any:
    """An option with its help."""
    return typer.Option(*names, help=text.replace("[", r"\["), **settings)  # brackets of units are not markup


def listed(text: str, name: str, **settings: Any) -> Any:
    """An option that may be given several times."""
    return option(f"{text} Repeatable.", name, default_factory=list, show_default=False, **settings)


# Options that several commands share.
Source = Annotated[
    Path, argument("Scenario or vehicle file (.toml), SDFormat file, model folder or library vehicle.", "FILE")
]
Run = Annotated[Path, argument("Run folder, or a recording.nc.", "RUN")]
Sets = Annotated[
    list[str], listed("Set a scenario key, e.g. sea.waves.significant_height=2.", "--set", metavar="KEY=VALUE")
]
AllowCode = Annotated[bool, option("Allow Python code of the scenario: its forces and controllers.", "--allow-code")]
Json = Annotated[bool, option("Print only JSON on standard output.", "--json")]
FreezeJoints = Annotated[bool, option("Treat movable joints as fixed.", "--freeze-joints")]
Ignore = Annotated[list[str], listed("Skip a plugin, joint or vehicle by name.", "--ignore", metavar="NAME")]
Seed = Annotated[int | None, option("Seed of waves and gusts. Default: the scenario's, else 0.", min=0)]
Force = Annotated[bool, option("Overwrite an existing file.", "--force")]
ForceRun = Annotated[bool, option("Replace the run in --out.", "--force")]
World = Annotated[bool, option("Write an SDFormat world with its water, not just the model.", "--world")]
ModelPath = Annotated[
    list[Path], listed("Folder to search for included models.", "--model-path", exists=True, file_okay=False)
]
Number = float | None
File = Path | None

"""``seaway schema``."""

from pathlib import Path

from rich.markup import escape

from seaway import scenario
from seaway.cli._files import write_output
from seaway.cli._output import console, print_json
from seaway.errors import SeawayError

__all__ = ["run"]


def run(out: Path | None, force: bool) -> int:
    """Print the JSON schema of scenario files, or write it to a file.

    Returns:
        The exit code: 1 where it cannot be written.
    """
    import json

    schema = scenario.schema()
    if out is None:
        print_json(schema)
        return 0
    try:
        write_output(out, json.dumps(schema, indent=1, ensure_ascii=False) + "\n", "the schema", force)
    except SeawayError as error:
        console(stderr=True).print(f"[red]error:[/red] {escape(str(error))}")
        return 1
    return 0

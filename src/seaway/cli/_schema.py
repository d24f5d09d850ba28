"""``seaway schema``."""

import json
from pathlib import Path

from seaway import scenario
from seaway.cli._files import write_or_print
from seaway.cli._output import Outcome


def schema(*, out: Path | None, force: bool) -> Outcome:
    """Print the JSON schema of scenario files, or write it to a file."""
    text = json.dumps(scenario.schema(), indent=1, ensure_ascii=False) + "\n"
    return Outcome(lambda: None, write_or_print(text, out, "the schema", force))

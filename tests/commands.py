"""``seaway`` as a user types it, but within the process of the tests: a new one takes seconds to import everything."""

import contextlib
import io
import os
import subprocess
import sys
import warnings
from collections.abc import Generator
from pathlib import Path
from unittest import mock

from seaway.cli import main

__all__ = ["seaway"]


@contextlib.contextmanager
def _closed_at_once() -> Generator[None]:
    """A view that is served until Ctrl-C starts, and ends: no browser is opened."""
    with mock.patch("seaway.view._show.Show.wait"), mock.patch("webbrowser.open"):
        yield


def seaway(
    *arguments: object, cwd: Path | None = None, report: bool = False, columns: int = 200
) -> subprocess.CompletedProcess[str]:
    """Run a command, and tell its exit code and what it wrote, as ``subprocess.run`` does.

    ``seaway run`` is told to write no report unless it is asked for here: most tests have no use for it.
    """
    words = [str(argument) for argument in arguments]
    if words[:1] == ["run"] and not report:
        words.append("--no-report")
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(cwd or Path.cwd()),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "argv", ["seaway", *words]),
        mock.patch.dict(os.environ, {"COLUMNS": str(columns)}),
        mock.patch("signal.signal"),
        warnings.catch_warnings(),
        _closed_at_once() if words[:1] == ["view"] else contextlib.nullcontext(),
    ):
        warnings.simplefilter("default")
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())

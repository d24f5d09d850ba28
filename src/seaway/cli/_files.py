"""Files written by commands: written atomically; an existing file is replaced only with ``--force``."""

import contextlib
from collections.abc import Callable, Generator
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from seaway._files import write_whole
from seaway.errors import ScenarioError
from seaway.scenario import RunFolder

MayReplace = Callable[[Path], bool]
"""Checks that a file may be written; returns whether an existing one may be replaced."""


def write_or_print(
    text: str, out: Path | None, what: str, force: bool, *, said: str = ""
) -> Callable[[Console], object]:
    """Write a text to a file; without a file, print it with the result.

    Args:
        text: Content.
        out: The file, or None.
        what: What the file is, with an article, for error messages.
        force: Whether an existing file is replaced.
        said: Line to print if a file was written.

    Returns:
        A function that prints the result.

    Raises:
        ScenarioError: The file exists or cannot be written; an existing file is untouched.
    """
    if out is None:
        return lambda _: print(text, end="")  # noqa: T201 - this is the place that prints
    check_free(out, force)
    try:
        write_whole(out, text, overwrite=force)
    except OSError as error:
        raise ScenarioError(f"{what} cannot be written to '{out}': {error.strerror or error}") from None
    return lambda screen: screen.print(escape(said)) if said else None


def check_free(path: Path, force: bool) -> None:
    """Check that a file does not exist yet; a device or pipe may be written to.

    Raises:
        ScenarioError: It exists, and ``force`` is false.
    """
    if not force and path.is_file():
        raise ScenarioError(f"'{path}' exists; give another file, or --force to replace it")


@contextlib.contextmanager
def results_of(run: Path, out: Path | None, force: bool) -> Generator[MayReplace]:
    """Within the block, write results of a run to a given place or to the run folder.

    In the folder, files written by the run or a command and unchanged since are replaced; the manifest lists
    new files.

    Args:
        run: The run folder, or its recording.
        out: Destination; default: the run folder.
        force: Whether an existing file is replaced.

    Raises:
        ScenarioError: A file exists that may not be replaced, or the folder cannot be written to.
    """
    if out is not None or not run.is_dir():

        def free(file: Path) -> bool:
            check_free(file, force)
            return force

        yield free
        return
    folder, before = RunFolder.open(run), dict[Path, object]()

    def list_written() -> None:
        written = [file for file, then in before.items() if file.is_file() and _identity(file) != then]
        folder.update_manifest({}, written, synced=False)
        before.clear()

    def own(file: Path) -> bool:
        list_written()
        folder.announce(file, force)
        before[file] = _identity(file)
        return True

    with folder.held():
        try:
            try:
                yield own
            finally:
                list_written()
        except OSError as error:
            message = f"the manifest cannot be written to '{folder.path}': {error.strerror or error}"
            raise ScenarioError(message) from None


def _identity(file: Path) -> tuple[int, int, int] | None:
    """Inode, time and size, which change when a file is replaced."""
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns, state.st_size

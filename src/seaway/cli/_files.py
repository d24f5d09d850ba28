"""Files that commands write: whole or not at all, and over nobody's file unasked."""

import contextlib
from collections.abc import Callable, Generator
from pathlib import Path

from seaway._files import write_whole
from seaway.errors import ScenarioError
from seaway.scenario import RunFolder

__all__ = ["MayReplace", "check_free", "results_of", "write_output"]

MayReplace = Callable[[Path], bool]
"""Checks that a file may be written, and tells whether one that exists may be replaced."""


def write_output(path: Path, text: str, what: str, force: bool) -> None:
    """Write a text.

    Args:
        path: The file.
        text: Its content.
        what: Its name in an error message, with an article.
        force: Whether a file that exists is replaced.

    Raises:
        ScenarioError: It exists, or cannot be written; what was there is untouched.
    """
    check_free(path, force)
    try:
        write_whole(path, text, overwrite=force)
    except OSError as error:
        raise ScenarioError(f"{what} cannot be written to '{path}': {error.strerror or error}") from None


def check_free(path: Path, force: bool) -> None:
    """Check that there is no file yet; a device or pipe may be written to.

    Raises:
        ScenarioError: There is one, and ``force`` is false.
    """
    if not force and path.is_file():
        raise ScenarioError(f"'{path}' exists; give another file, or --force to replace it")


@contextlib.contextmanager
def results_of(run: Path, out: Path | None, force: bool) -> Generator[MayReplace]:
    """Write results of a run over a block: to where the user says, or to the folder of the run.

    In the folder, files that the run or a command wrote and nobody changed are replaced; the manifest lists what is
    written.

    Args:
        run: The folder of the run, or its recording.
        out: Where the user wants the results; None for the folder.
        force: Whether a file that exists is replaced.

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
    """What differs when a file was replaced."""
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns, state.st_size

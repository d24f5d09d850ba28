"""Files that appear when they are whole."""

import contextlib
from collections.abc import Generator
from pathlib import Path

from seaway._files import replaced_by
from seaway.errors import ModelError


@contextlib.contextmanager
def whole_file(target: Path, what: str, overwrite: bool) -> Generator[Path]:
    """A path beside the file, which takes its place when the block ends well.

    Raises:
        ModelError: The file cannot be written; what was there is untouched.
    """
    if not target.parent.is_dir():
        raise ModelError(f"there is no folder '{target.parent}' to write '{target.name}' to; make it first")
    try:
        with replaced_by(target, overwrite=overwrite) as part:
            yield part
    except FileExistsError:
        raise ModelError(f"'{target}' exists, and is not replaced by {what}") from None
    except OSError as error:
        raise ModelError(f"{what} cannot be written to '{target}': {error.strerror or error}") from None

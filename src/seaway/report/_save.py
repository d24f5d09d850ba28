"""Write a figure to a file, whole or not at all."""
# matplotlib leaves the types of its **kwargs open.
# pyright: reportUnknownMemberType=false

import contextlib
import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import matplotlib
from matplotlib.figure import Figure

from seaway._files import replaced_by
from seaway.errors import ModelError

__all__ = ["save", "write_text"]

# What would differ from run to run is left out: the same figure gives the same bytes.
_METADATA: Final[dict[str, dict[str, str | None]]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}


def save(figure: Figure, path: str | os.PathLike[str], dpi: float = 150.0, *, overwrite: bool = True) -> Path:
    """Write a figure; the file appears when it is whole.

    Args:
        figure: What to write.
        path: The file, which ends in .png, .svg or .pdf.
        dpi: Dots per inch of a .png.
        overwrite: Whether a file that exists is replaced.

    Returns:
        The file.

    Raises:
        ModelError: The ending is another, the folder is not there, or the file cannot be written; what was there is
            untouched.
    """
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in _METADATA:
        endings = ", ".join(f".{ending}" for ending in _METADATA)
        raise ModelError(f"a figure is written to a file that ends in one of {endings}, got '{target}'")
    with _whole(target, "the figure", overwrite) as part, matplotlib.rc_context({"svg.hashsalt": "seaway"}):
        figure.savefig(part, format=kind, dpi=dpi, metadata=_METADATA[kind])
    return target


def write_text(path: Path, text: str, what: str, *, overwrite: bool = True) -> Path:
    """Write a text; the file appears when it is whole.

    Args:
        path: The file.
        text: Its content.
        what: Its name in an error message, with an article.
        overwrite: Whether a file that exists is replaced.

    Raises:
        ModelError: It cannot be written; what was there is untouched.
    """
    with _whole(path, what, overwrite) as part:
        part.write_text(text, encoding="utf-8", errors="replace")
    return path


@contextlib.contextmanager
def _whole(target: Path, what: str, overwrite: bool) -> Generator[Path]:
    """A path beside the file, which takes its place when all went well."""
    if not target.parent.is_dir():
        raise ModelError(f"there is no folder '{target.parent}' to write '{target.name}' to; make it first")
    try:
        with replaced_by(target, overwrite=overwrite) as part:
            yield part
    except FileExistsError:
        raise ModelError(f"'{target}' exists, and is not replaced by {what}") from None
    except OSError as error:
        raise ModelError(f"{what} cannot be written to '{target}': {error.strerror or error}") from None

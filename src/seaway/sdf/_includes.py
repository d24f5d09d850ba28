"""From a URI to a file on this machine: nothing is fetched, and nothing outside the given roots is opened."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlparse

from seaway._files import Disk, Files
from seaway.errors import SdfError
from seaway.sdf._xml import Element, children, parsed, read_bytes, text_of

__all__ = ["NEWEST", "OLDEST", "Roots", "version_of"]

OLDEST: Final = (1, 2)
"""The oldest SDFormat version that is known."""
NEWEST: Final = (1, 12)
"""The newest SDFormat version that is known."""

MAX_CONFIG_BYTES: Final = 2**20
"""Largest ``model.config`` that is read: 1 MB."""


@dataclass(frozen=True)
class Roots:
    """Where models and meshes may be.

    Attributes:
        folders: Searched in this order.
        files: What they are read from.
    """

    folders: tuple[Path, ...]
    files: Files

    @classmethod
    def searched(cls, first: Iterable[str | Path] = (), files: Files | None = None) -> "Roots":
        """The folders given, then those of ``SDF_PATH``, ``GZ_SIM_RESOURCE_PATH`` and their older names."""
        files = Disk() if files is None else files
        folders = [*(Path(folder) for folder in first), *files.model_path]
        folders = [Path(os.path.normpath(folder.absolute())) for folder in folders]
        return cls(tuple(dict.fromkeys(folders)), files)

    def find(self, uri: str) -> Path:
        """Find the file or folder of a URI.

        Args:
            uri: ``model://name/...``, ``file://...``, a relative path, or an ``https`` address of Gazebo Fuel.

        Raises:
            SdfError: It is not there, or not below a root; the message says what to do. It has no place yet.
        """
        scheme = _scheme(uri)
        if scheme in ("http", "https"):
            return self._downloaded(uri)
        if scheme == "file":
            return self._absolute(uri)
        relative = unquote(uri.partition("://")[2]) if scheme else uri
        if Path(relative).is_absolute():
            return self._absolute(relative)
        for folder in self.folders:
            path = _below(folder, relative)
            if self.files.exists(path):
                return path
        raise self._absent(uri, "in the model path")

    def find_file(self, uri: str, beside: Path | None) -> Path:
        """Find a file that an SDFormat file names, such as a mesh.

        Relative paths are looked up beside the SDFormat file first. Its folder, and what is below, may be opened
        besides the model path. There a link of the file system may not lead out, unlike in the folders that the user
        gave: a file from a stranger may come with links.

        Args:
            uri: As in ``find``; of Gazebo Fuel with ``.../files/path``.
            beside: The folder of the SDFormat file; None for text that came from no file.

        Raises:
            SdfError: It is not there, no file, or not to be opened; the message says what to do. It has no place yet.
        """
        scheme = _scheme(uri)
        text = uri
        if scheme == "file":
            # file://meshes/hull.stl has no host, though it looks like one: it is a relative path, as in Gazebo.
            host = urlparse(uri).netloc
            text = unquote(urlparse(uri).path if host in ("", "localhost") else uri.partition("://")[2])
        path: Path | None = None
        if beside is not None and scheme in ("", "file"):
            path = self._beside(uri, text, beside)
            if path is None and Path(text).is_absolute():
                raise SdfError(f"{uri!r} does not exist")
        if path is None and scheme in ("", "file") and not Path(text).is_absolute():
            below = (Path(os.path.normpath(folder / text)) for folder in self.folders)
            path = next((found for found in below if self._contains(found) and self.files.exists(found)), None)
            if path is None:
                where = "in the model path" if beside is None else f"in {beside}, nor in the model path"
                raise self._absent(uri, where)
        if path is None:
            path = self.find(uri)
        if not self.files.is_file(path):
            raise SdfError(f"{uri!r} must name a file, got {path}, which is none")
        return path

    def _beside(self, uri: str, text: str, beside: Path) -> Path | None:
        """A file by its path relative to a folder, or by an absolute path below it; None where it is not there."""
        home = Path(os.path.normpath(beside.absolute()))
        path = Path(os.path.normpath(home / text))
        rule = "outside the folder of its file and the model path, and is not opened"
        advice = "add its folder with --model-path to allow it"
        if self._contains(path):
            return path if self.files.exists(path) else None
        if not path.is_relative_to(home):
            raise SdfError(f"{uri!r} is {path}, {rule}; {advice}")
        if not self.files.exists(path):
            return None
        real = self.files.real(path)
        if not any(real.is_relative_to(self.files.real(folder)) for folder in (home, *self.folders)):
            raise SdfError(f"{uri!r} leads by a link to {real}, {rule}; {advice}")
        return path

    def _contains(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.folders)

    def _absent(self, uri: str, where: str) -> SdfError:
        searched = ", ".join(str(folder) for folder in self.folders) or "none"
        return SdfError(
            f"{uri!r} was not found {where} ({searched}); "
            "add the folder that contains it with --model-path, or to GZ_SIM_RESOURCE_PATH"
        )

    def _absolute(self, uri: str) -> Path:
        text = unquote(urlparse(uri).path) if uri.startswith("file:") else uri
        path = Path(os.path.normpath(text))
        if not self._contains(path):
            raise SdfError(
                f"{uri!r} is outside the model path, and is not opened; add its folder with --model-path to allow it"
            )
        if not self.files.exists(path):
            raise SdfError(f"{uri!r} does not exist")
        return path

    def _downloaded(self, uri: str) -> Path:
        """A model of Gazebo Fuel that is on disk: <cache>/<host>/<owner>/models/<name>/<version>, in lower case.

        An address that goes on with ``/files/path`` is that of a file in it.
        """
        parts = [unquote(part) for part in PurePosixPath(urlparse(uri).path).parts if part != "/"]
        if parts and re.fullmatch(r"\d+\.\d+", parts[0]):
            parts = parts[1:]
        host = urlparse(uri).hostname or ""
        advice = f"{uri!r} is not on this machine, and nothing is fetched; get it with: gz fuel download -u {uri!r}"
        if len(parts) < 3 or parts[1] != "models" or any(part in ("..", ".") for part in parts):
            raise SdfError(f"{uri!r} is not the address of a model (https://host/1.0/owner/models/name)")
        owner, _, name, *rest = parts
        cache = self.files.fuel_cache
        folder = self._case_insensitive(cache, [host, owner, "models", name])
        if folder is None:
            raise SdfError(f"{advice}, or put it into {cache / host / owner.lower() / 'models' / name.lower()}")
        versions = [name for name in self.files.folders_in(folder) if name.isdecimal()]
        wanted = rest[0] if rest and rest[0].isdecimal() else max(versions, key=int, default="")
        if wanted not in versions:
            raise SdfError(f"{advice}; {folder} has the versions {', '.join(sorted(versions)) or 'none'}")
        inside = "/".join(rest[rest.index("files") + 1 :]) if "files" in rest[:2] else ""
        return _below(folder / wanted, inside)

    def _case_insensitive(self, folder: Path, parts: list[str]) -> Path | None:
        for part in parts:
            if not self.files.is_folder(folder):
                return None
            matches = [name for name in self.files.folders_in(folder) if name.lower() == part.lower()]
            if not matches:
                return None
            folder /= matches[0]
        return folder

    def model_file(self, folder: Path) -> Path:
        """The SDFormat file of a model folder: by ``model.config``, the newest version that is known.

        Raises:
            SdfError: There is no ``model.config``, or it names no file in the folder.
        """
        config = folder / "model.config"
        if not self.files.is_file(config):
            raise SdfError(f"the model folder {folder} has no model.config")
        root, _ = parsed(read_bytes(config, self.files, MAX_CONFIG_BYTES), config)
        entries = list(children(root, "sdf"))
        best: tuple[tuple[int, int], Element] | None = None
        for entry in entries:
            version = version_of(entry.get("version") or "")
            if version is not None and version <= NEWEST and (best is None or version > best[0]):
                best = (version, entry)
        chosen = best[1] if best is not None else entries[0] if entries else None
        name = text_of(chosen)
        if not name:
            raise SdfError("a model.config must name an SDFormat file in <sdf>", path=config)
        path = _below(folder, name)
        if not self.files.is_file(path):
            raise SdfError(f"the model.config names {name!r}, which is not there", path=config)
        return path


def _scheme(uri: str) -> str:
    """The scheme of a URI; empty for a path.

    Raises:
        SdfError: It is no URI, or the scheme is not known.
    """
    if not uri:
        raise SdfError("a URI must not be empty")
    if "\0" in uri or len(uri) > 4096:
        raise SdfError(f"this is not a URI: {uri[:60]!r}")
    try:
        scheme = urlparse(uri).scheme if "://" in uri else ""
    except ValueError as error:
        raise SdfError(f"this is not a URI: {uri[:60]!r}: {error}") from None
    if scheme not in ("", "model", "package", "file", "http", "https"):
        raise SdfError(f"the URI {uri!r} has the scheme {scheme!r}; model, file, https and relative ones are known")
    return scheme


def _below(folder: Path, relative: str) -> Path:
    """A path below a folder, as text: a link inside the folder is the user's own doing."""
    folder = Path(os.path.normpath(folder.absolute()))
    path = Path(os.path.normpath(folder / relative))
    if not path.is_relative_to(folder):
        raise SdfError(f"{relative!r} leads out of the folder {folder}, and is not opened")
    return path


def version_of(text: str) -> tuple[int, int] | None:
    """Read a version such as 1.9; None where it is none."""
    match = re.fullmatch(r"\s*(\d{1,4})(?:\.(\d{1,4}))?\s*", text)
    return None if match is None else (int(match.group(1)), int(match.group(2) or 0))

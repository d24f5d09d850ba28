"""Resolution of URIs to local files: no downloads, and no access outside the given roots."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlparse

from seaway._files import Disk, Files
from seaway.errors import SdfError
from seaway.sdf._xml import children, parsed, read_bytes, text_of

OLDEST: Final = (1, 2)
"""The oldest supported SDFormat version."""
NEWEST: Final = (1, 12)
"""The newest supported SDFormat version."""

MAX_CONFIG_BYTES: Final = 2**20
"""Largest ``model.config`` that is read: 1 MB."""


@dataclass(frozen=True)
class Roots:
    """Folders of models and meshes.

    Attributes:
        folders: Folders in the order of the search.
        files: File access.
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
            SdfError: It does not exist, or is not below a root. The error has no file and line yet.
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

        Relative paths are looked up beside the SDFormat file first. Files in and below its folder may be opened, and
        those in the model path. A symbolic link may not lead out of the former, unlike out of the folders that the user
        gave: a file from a stranger may come with links.

        Args:
            uri: URI as in ``find``; of Gazebo Fuel with ``.../files/path``.
            beside: The folder of the SDFormat file; None for text.

        Raises:
            SdfError: It does not exist, is no file, or may not be opened. The error has no file and line yet.
        """
        scheme, text = _scheme(uri), uri
        if scheme not in ("", "file"):
            path = self.find(uri)
        else:
            if scheme == "file":
                # file://meshes/hull.stl has no host, though it looks like one: it is a relative path, as in Gazebo.
                host = urlparse(uri).netloc
                text = unquote(urlparse(uri).path if host in ("", "localhost") else uri.partition("://")[2])
            path = None if beside is None else self._beside(uri, text, beside)
            if path is None and Path(text).is_absolute():
                if beside is not None:
                    raise SdfError(f"{uri!r} does not exist")
                path = self._absolute(uri)
        if path is None:
            below = (Path(os.path.normpath(folder / text)) for folder in self.folders)
            path = next((found for found in below if self._contains(found) and self.files.exists(found)), None)
        if path is None:
            raise self._absent(uri, "in the model path" if beside is None else f"in {beside}, nor in the model path")
        if not self.files.is_file(path):
            raise SdfError(f"{uri!r} must name a file, got {path}, which is none")
        return path

    def _beside(self, uri: str, text: str, beside: Path) -> Path | None:
        """A file by its path relative to a folder, or by an absolute path below it; None if it does not exist."""
        home = Path(os.path.normpath(beside.absolute()))
        path = Path(os.path.normpath(home / text))
        rule = "outside the folder of its file and the model path, and is not opened"
        advice = "add its folder with --model-path to allow it"
        if not self._contains(path) and not path.is_relative_to(home):
            raise SdfError(f"{uri!r} is {path}, {rule}; {advice}")
        if not self.files.exists(path):
            return None
        real = self.files.real(path)
        allowed = self._contains(path) or any(
            real.is_relative_to(self.files.real(folder)) for folder in (home, *self.folders)
        )
        if not allowed:
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
            names = self.files.folders_in(folder) if self.files.is_folder(folder) else ()
            match = next((name for name in names if name.lower() == part.lower()), None)
            if match is None:
                return None
            folder /= match
        return folder

    def model_file(self, folder: Path) -> Path:
        """The SDFormat file of a model folder: the newest supported version in its ``model.config``.

        Raises:
            SdfError: There is no ``model.config``, or it names no file in the folder.
        """
        config = folder / "model.config"
        if not self.files.is_file(config):
            raise SdfError(f"the model folder {folder} has no model.config")
        root, _ = parsed(read_bytes(config, self.files, MAX_CONFIG_BYTES), config)
        entries = list(children(root, "sdf"))
        versions = [version_of(entry.get("version") or "") for entry in entries]
        newest = max((version for version in versions if version is not None and version <= NEWEST), default=None)
        name = text_of(entries[versions.index(newest) if newest in versions else 0]) if entries else ""
        if not name:
            raise SdfError("a model.config must name an SDFormat file in <sdf>", path=config)
        path = _below(folder, name)
        if not self.files.is_file(path):
            raise SdfError(f"the model.config names {name!r}, which is not there", path=config)
        return path


def _scheme(uri: str) -> str:
    """The scheme of a URI; empty for a path.

    Raises:
        SdfError: It is no URI, or the scheme is unknown.
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
    """Read a version such as 1.9; None if it is none."""
    match = re.fullmatch(r"\s*(\d{1,4})(?:\.(\d{1,4}))?\s*", text)
    return None if match is None else (int(match.group(1)), int(match.group(2) or 0))

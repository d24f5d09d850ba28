"""From a URI to a file on this machine: nothing is fetched, and nothing outside the given roots is opened."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlparse

from seaway.errors import SdfError
from seaway.sdf._xml import Element, children, parsed, read_bytes, text_of

__all__ = ["NEWEST", "OLDEST", "Roots", "model_file", "version_of"]

OLDEST: Final = (1, 2)
"""The oldest SDFormat version that is known."""
NEWEST: Final = (1, 12)
"""The newest SDFormat version that is known."""

MAX_CONFIG_BYTES: Final = 2**20
"""Largest ``model.config`` that is read: 1 MB."""

_ENVIRONMENT: Final = ("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH")


@dataclass(frozen=True)
class Roots:
    """Where models and meshes may be.

    Attributes:
        folders: Searched in this order.
        fuel_cache: Gazebo's folder of models that it has downloaded.
    """

    folders: tuple[Path, ...]
    fuel_cache: Path

    @classmethod
    def from_environment(cls, first: Iterable[str | Path] = ()) -> "Roots":
        """The folders given, then those of ``SDF_PATH``, ``GZ_SIM_RESOURCE_PATH`` and their older names."""
        folders = [Path(folder) for folder in first]
        for name in _ENVIRONMENT:
            folders += [Path(folder) for folder in os.environ.get(name, "").split(os.pathsep) if folder]
        folders = [Path(os.path.normpath(folder.absolute())) for folder in folders]
        cache = os.environ.get("GZ_FUEL_CACHE_PATH")
        try:
            home = Path.home()
        except RuntimeError:
            home = Path()
        return cls(tuple(dict.fromkeys(folders)), Path(cache) if cache else home / ".gz" / "fuel")

    def find(self, uri: str) -> Path:
        """Find the file or folder of a URI.

        Args:
            uri: ``model://name/...``, ``file://...``, a relative path, or an ``https`` address of Gazebo Fuel.

        Raises:
            SdfError: It is not there, or not below a root; the message says what to do. It has no place yet.
        """
        if not uri:
            raise SdfError("a URI must not be empty")
        if "\0" in uri or len(uri) > 4096:
            raise SdfError(f"this is not a URI: {uri[:60]!r}")
        try:
            scheme = urlparse(uri).scheme if "://" in uri else ""
        except ValueError as error:
            raise SdfError(f"this is not a URI: {uri[:60]!r}: {error}") from None
        if scheme in ("http", "https"):
            return self._downloaded(uri)
        if scheme == "file":
            return self._absolute(uri)
        if scheme not in ("", "model", "package"):
            raise SdfError(f"the URI {uri!r} has the scheme {scheme!r}; model, file, https and relative ones are known")
        relative = unquote(uri.partition("://")[2]) if scheme else uri
        if Path(relative).is_absolute():
            return self._absolute(relative)
        for folder in self.folders:
            path = _below(folder, relative)
            if path.exists():
                return path
        searched = ", ".join(str(folder) for folder in self.folders) or "none"
        raise SdfError(
            f"{uri!r} was not found in the model path ({searched}); "
            "add the folder that contains it with --model-path, or to GZ_SIM_RESOURCE_PATH"
        )

    def _absolute(self, uri: str) -> Path:
        text = unquote(urlparse(uri).path) if uri.startswith("file:") else uri
        path = Path(os.path.normpath(text))
        if not any(path.is_relative_to(folder) for folder in self.folders):
            raise SdfError(
                f"{uri!r} is outside the model path, and is not opened; add its folder with --model-path to allow it"
            )
        if not path.exists():
            raise SdfError(f"{uri!r} does not exist")
        return path

    def _downloaded(self, uri: str) -> Path:
        """A model of Gazebo Fuel that is on disk: <cache>/<host>/<owner>/models/<name>/<version>, in lower case."""
        parts = [unquote(part) for part in PurePosixPath(urlparse(uri).path).parts if part != "/"]
        if parts and re.fullmatch(r"\d+\.\d+", parts[0]):
            parts = parts[1:]
        host = urlparse(uri).hostname or ""
        advice = f"{uri!r} is not on this machine, and nothing is fetched; get it with: gz fuel download -u {uri!r}"
        if len(parts) < 3 or parts[1] != "models" or any(part in ("..", ".") for part in parts):
            raise SdfError(f"{uri!r} is not the address of a model (https://host/1.0/owner/models/name)")
        owner, _, name, *rest = parts
        folder = _case_insensitive(self.fuel_cache, [host, owner, "models", name])
        if folder is None:
            raise SdfError(
                f"{advice}, or put it into {self.fuel_cache / host / owner.lower() / 'models' / name.lower()}"
            )
        versions = [entry.name for entry in folder.iterdir() if entry.is_dir() and entry.name.isdecimal()]
        wanted = rest[0] if rest and rest[0].isdecimal() else max(versions, key=int, default="")
        if wanted not in versions:
            raise SdfError(f"{advice}; {folder} has the versions {', '.join(sorted(versions)) or 'none'}")
        return folder / wanted


def _below(folder: Path, relative: str) -> Path:
    """A path below a folder, as text: a link inside the folder is the user's own doing."""
    folder = Path(os.path.normpath(folder.absolute()))
    path = Path(os.path.normpath(folder / relative))
    if not path.is_relative_to(folder):
        raise SdfError(f"{relative!r} leads out of the folder {folder}, and is not opened")
    return path


def _case_insensitive(folder: Path, parts: list[str]) -> Path | None:
    for part in parts:
        if not folder.is_dir():
            return None
        matches = [entry for entry in folder.iterdir() if entry.name.lower() == part.lower()]
        if not matches:
            return None
        folder = matches[0]
    return folder if folder.is_dir() else None


def model_file(folder: Path) -> Path:
    """The SDFormat file of a model folder: by ``model.config``, the newest version that is known.

    Raises:
        SdfError: There is no ``model.config``, or it names no file in the folder.
    """
    config = folder / "model.config"
    if not config.is_file():
        raise SdfError(f"the model folder {folder} has no model.config")
    root, _ = parsed(read_bytes(config, MAX_CONFIG_BYTES), config)
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
    if not path.is_file():
        raise SdfError(f"the model.config names {name!r}, which is not there", path=config)
    return path


def version_of(text: str) -> tuple[int, int] | None:
    """Read a version such as 1.9; None where it is none."""
    match = re.fullmatch(r"\s*(\d{1,4})(?:\.(\d{1,4}))?\s*", text)
    return None if match is None else (int(match.group(1)), int(match.group(2) or 0))

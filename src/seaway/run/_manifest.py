"""Manifests: what a run was made with, so that it can be made again."""

import hashlib
import io
import platform
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

import numpy as np

import seaway
from seaway.errors import Finding
from seaway.run._described import described_findings, described_sea, described_vehicles
from seaway.sim import Recording
from seaway.vehicle import Scene

__all__ = ["Digest", "described_input", "first_manifest", "now", "versions"]

_PACKAGES: Final = ("numpy", "numba", "scipy", "lxml", "trimesh", "h5py")
_BLOCK: Final = 2**20


def first_manifest(
    scene: Scene,
    *,
    name: str,
    seed: int | None,
    inputs: Iterable[Path],
    command_line: Sequence[str],
    duration: float,
    time_step: float,
    record_period: float,
    findings: Iterable[Finding] = (),
    integrator: str = "rk4",
    texts: Mapping[Path, str] | None = None,
    others: Mapping[str, object] | None = None,
    origins: Sequence[str] = (),
) -> dict[str, object]:
    """What is known of a run before it starts."""
    return {
        "name": name,
        "status": "running",
        "started": now(),
        "command_line": list(command_line),
        "directory": str(Path.cwd()),
        "versions": versions(),
        "inputs": [described_input(path, (texts or {}).get(path)) for path in inputs],
        "seed": _gusts(scene) if seed is None else seed,
        "duration": duration,
        "time_step": time_step,
        "record_period": record_period,
        "integrator": integrator,
        **(others or {}),
        "vehicles": described_vehicles(scene, origins),
        "sea": described_sea(scene.sea),
        "findings": described_findings(findings),
    }


def versions() -> dict[str, str]:
    """Of Seaway, Python, the packages that numbers depend on, and the machine."""
    return {
        "seaway": seaway.__version__,
        "python": platform.python_version(),
        **{package: metadata.version(package) for package in _PACKAGES},
        "platform": f"{platform.system()} {platform.machine()}",
        "implementation": sys.implementation.name,
    }


def now() -> str:
    """The time, as ISO 8601 has it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Digest:
    """A fingerprint of times and states, whatever the parts in which they come."""

    def __init__(self) -> None:
        self._each = {name: hashlib.sha256() for name in ("time", "position", "orientation", "velocity")}

    def add(self, recording: Recording) -> None:
        """Take what follows into account."""
        for name, digest in self._each.items():
            array = recording.time if name == "time" else recording.variables[name]
            digest.update(np.ascontiguousarray(array, dtype="<f8").tobytes())

    def text(self) -> str:
        """In hexadecimal."""
        return hashlib.sha256(b"".join(digest.digest() for digest in self._each.values())).hexdigest()


def described_input(path: Path, text: str | None = None) -> dict[str, object]:
    """A file by its path, size and SHA-256.

    Args:
        path: The file.
        text: What was read from it; None to read it.
    """
    digest, size = hashlib.sha256(), 0
    with path.open("rb") if text is None else io.BytesIO(text.encode()) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return {"path": str(path), "bytes": size, "sha256": digest.hexdigest()}


def _gusts(scene: Scene) -> object:
    """The seed of the wind's gusts; None where there are none."""
    seed = None if scene.sea.wind is None else scene.sea.wind.seed
    if isinstance(seed, np.random.SeedSequence):
        return {"entropy": seed.entropy, "spawn_key": list(seed.spawn_key)}
    return list(seed) if isinstance(seed, tuple) else seed

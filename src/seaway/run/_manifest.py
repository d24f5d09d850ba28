"""Manifests: what a run was made with, so that it can be made again."""

import hashlib
import platform
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

import numpy as np

import seaway
from seaway.errors import Finding
from seaway.run._described import described_findings, described_sea, described_vehicles
from seaway.vehicle import Scene

__all__ = ["first_manifest", "now", "versions"]

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
) -> dict[str, object]:
    """What is known of a run before it starts."""
    return {
        "name": name,
        "status": "running",
        "started": now(),
        "command_line": list(command_line),
        "directory": str(Path.cwd()),
        "versions": versions(),
        "inputs": [_input(path) for path in inputs],
        "seed": _gusts(scene) if seed is None else seed,
        "duration": duration,
        "time_step": time_step,
        "record_period": record_period,
        "integrator": "rk4",
        "vehicles": described_vehicles(scene),
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


def _input(path: Path) -> dict[str, object]:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return {"path": str(path), "bytes": path.stat().st_size, "sha256": digest.hexdigest()}


def _gusts(scene: Scene) -> object:
    """The seed of the wind's gusts; None where there are none."""
    seed = None if scene.sea.wind is None else scene.sea.wind.seed
    if isinstance(seed, np.random.SeedSequence):
        return {"entropy": seed.entropy, "spawn_key": list(seed.spawn_key)}
    return list(seed) if isinstance(seed, tuple) else seed

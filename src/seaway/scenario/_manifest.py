"""Manifests: what a run was made with, so that it can be made again."""

import hashlib
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
from seaway.gazebo import Scene
from seaway.scenario._described import described_findings, described_sea, described_vehicles
from seaway.sim import Recording

__all__ = ["Digest", "first_manifest", "now", "versions"]

_PACKAGES: Final = ("numpy", "numba", "scipy", "lxml", "trimesh", "h5py")


def first_manifest(
    scene: Scene,
    *,
    name: str,
    seed: int | None,
    command_line: Sequence[str],
    duration: float,
    time_step: float,
    record_period: float,
    findings: Iterable[Finding] = (),
    integrator: str = "rk4",
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


def _gusts(scene: Scene) -> object:
    """The seed of the wind's gusts; None where there are none."""
    seed = None if scene.sea.wind is None else scene.sea.wind.seed
    if isinstance(seed, np.random.SeedSequence):
        return {"entropy": seed.entropy, "spawn_key": list(seed.spawn_key)}
    return list(seed) if isinstance(seed, tuple) else seed

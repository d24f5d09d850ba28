"""``seaway doctor``: what is installed, where compiled code is kept, and whether a small simulation is right."""

import contextlib
import os
import platform
import shutil
import sys
from importlib import metadata
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.markup import escape

import seaway
from seaway import _jit
from seaway.cli._output import Outcome, table
from seaway.engine._pool import available_threads
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.vehicle import Damping, Vehicle

_PACKAGES: Final = (
    "numpy", "numba", "llvmlite", "scipy", "lxml", "trimesh", "h5py", "h5netcdf", "xarray", "matplotlib", "jinja2",
    "pycollada", "typer", "rich",
)  # fmt: skip
# Optional packages and programs, and what they are for.
_OPTIONAL_PACKAGES: Final = {
    "viser": "3-D view",
    "gymnasium": "reinforcement learning",
    "capytaine": "added mass and radiation of meshes",
    "rosbags": "ROS 2 bags",
    "mujoco": "benchmarks",
    "dartpy": "tests and benchmarks",
}
_PROGRAMS: Final = {"chromium": "pictures of reports", "gz": "Gazebo, to run exported models"}
# Relative error that RK4 with h = 0.01 s stays below, from (λ h)⁵ / 120 a step with λ = 0.5 1/s.
_TOLERANCE: Final = 1e-9


def doctor() -> Outcome:
    """Report versions, cache, threads and optional tools, and run a self-check; the exit code is 1 if that fails."""
    found: dict[str, Any] = {
        "seaway": seaway.__version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {name: _version(name) for name in _PACKAGES},
        "optional": {name: _version(name) for name in _OPTIONAL_PACKAGES},
        "programs": {name: shutil.which(name) for name in _PROGRAMS},
        "cache": _cache(),
        "cores": os.cpu_count(),
        "threads": available_threads(),
        "self_check": _self_check(),
    }
    return Outcome(lambda: found, lambda screen: _show(found, screen), int(not found["self_check"]["ok"]))


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _cache() -> dict[str, Any]:
    """Folder of the compiled code of this version, None if it cannot be written; its size, and that of all versions."""
    folder = _jit.cache_folder()
    return {
        "folder": None if folder is None else str(folder),
        "bytes": _size(folder),
        "bytes_of_all_versions": _size(None if folder is None else folder.parent),
    }


def _size(folder: Path | None) -> int:
    total = 0
    for file in list[Path]() if folder is None else folder.rglob("*"):
        with contextlib.suppress(OSError):  # another process may clean up
            total += file.stat().st_size if file.is_file() else 0
    return total


def _self_check() -> dict[str, Any]:
    """A sphere with linear damping that coasts, against v = v0 exp(-d t / (m + m_A))."""
    mass, added, drag, speed, duration = 30.0, 10.0, 20.0, 2.0, 2.0
    started = perf_counter()
    try:
        body = Inertial(
            MassProperties.from_sphere(0.2, mass=mass), added_mass=AddedMass(np.diag([added] * 3 + [0.0] * 3))
        )
        vehicle = Vehicle("sphere", body, damping=Damping([drag] * 3 + [0.0] * 3))
        sim = Simulation(vehicle, Sea(gravity=0.0, surface=None), 0.01)
        sim.set_state(velocity=[speed, 0, 0, 0, 0, 0])
        sim.run(duration)
        value = float(sim.state.velocity[0, 0, 0])
    except Exception as error:  # noqa: BLE001 - whatever is broken here is the answer
        return {"ok": False, "error": f"{type(error).__name__}: {error}", "seconds": perf_counter() - started}
    exact = speed * float(np.exp(-drag * duration / (mass + added)))
    wrong = abs(value - exact) / exact
    return {
        "ok": wrong < _TOLERANCE,
        "speed": value,
        "exact": exact,
        "relative_error": wrong,
        "seconds": perf_counter() - started,
    }


def _show(found: dict[str, Any], screen: Console) -> None:
    def line(name: str, version: str | None, use: str = "") -> tuple[str, str, str]:
        return f"  {name}", "[dim]not installed[/dim]" if version is None else escape(version), f"[dim]{use}[/dim]"

    screen.print(f"[bold]seaway {found['seaway']}[/bold], Python {found['python']}, {escape(found['platform'])}")
    screen.print(f"  {escape(found['executable'])}\n")
    screen.print("[bold]Packages[/bold]")
    screen.print(table(line(*each) for each in found["packages"].items()))
    screen.print("\n[bold]Optional[/bold]")
    optional = [line(name, version, _OPTIONAL_PACKAGES[name]) for name, version in found["optional"].items()]
    screen.print(table([*optional, *(line(name, path, _PROGRAMS[name]) for name, path in found["programs"].items())]))
    cache, check = found["cache"], found["self_check"]
    sizes = f"{cache['bytes'] / 2**20:.1f} MB, {cache['bytes_of_all_versions'] / 2**20:.1f} MB of all versions"
    kept = f"{escape(str(cache['folder']))}, {sizes}"
    if cache["folder"] is None:
        kept = "[red]not kept: the folder cannot be written, so every process compiles anew; set SEAWAY_CACHE_DIR[/red]"
    screen.print("\n[bold]Machine[/bold]")
    screen.print(f"  {found['cores']} cores, {found['threads']} threads for batches")
    screen.print(f"  compiled code: {kept}")
    if check["ok"]:
        error = f"relative error {check['relative_error']:.1e} against the closed form"
        screen.print(f"\n[green]ok[/green]: a coasting sphere, {error}, in {check['seconds']:.2f} s")
    else:
        why = check.get("error") or f"{check['speed']!r} m/s, the closed form is {check['exact']!r} m/s"
        screen.print(f"\n[red]failed[/red]: a coasting sphere: {escape(why)}")

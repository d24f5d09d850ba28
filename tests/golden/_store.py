"""The files of the golden cases: a compressed .npz each, and one index with how they were made."""

import json
import platform
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden._build import ROOT, Arrays
from tests.golden._compare import without_zeros

DATA = Path(__file__).parent / "data"
INDEX = DATA / "index.json"

_PACKAGES = ("numpy", "numba", "llvmlite", "scipy")


def file_of(name: str) -> Path:
    """The file of a case."""
    return DATA / f"{name.replace('/', '.')}.npz"


def read(name: str) -> Arrays:
    """The recorded arrays of a case."""
    with np.load(file_of(name)) as file:
        values, layout = file["values"], json.loads(str(file["layout"]))
    ends = np.cumsum([int(np.prod(shape)) for shape in layout.values()])
    parts = np.split(values, ends[:-1])
    return {key: part.reshape(shape) for (key, shape), part in zip(layout.items(), parts, strict=True)}


def write(name: str, arrays: Arrays) -> None:
    """Keep the arrays of a case; forces that are zero all the time are left out.

    All numbers stand in one array, and the names and shapes of its parts in a text: a file of some thirty arrays would
    be twice as large.
    """
    DATA.mkdir(exist_ok=True)
    kept = without_zeros(arrays)
    layout = json.dumps({key: array.shape for key, array in kept.items()})
    values = np.concatenate([array.ravel() for array in kept.values()])
    np.savez_compressed(file_of(name), values=values, layout=np.array(layout))


def index() -> dict[str, Any]:
    """How the files were made: ``made``, a list, and ``cases``, for each its place in that list and its growth."""
    return json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.exists() else {"made": [], "cases": {}}


def write_index(entries: dict[str, Any]) -> None:
    """Keep the index, without what no case refers to any more."""
    used = sorted({case["made"] for case in entries["cases"].values()})
    places = {old: new for new, old in enumerate(used)}
    cases = {name: {**case, "made": places[case["made"]]} for name, case in sorted(entries["cases"].items())}
    text = json.dumps({"made": [entries["made"][k] for k in used], "cases": cases}, indent=1)
    INDEX.write_text(text + "\n", encoding="utf-8")


def here() -> dict[str, str]:
    """What results may depend on: versions, the machine, the commit."""
    from importlib.metadata import version

    import seaway

    return {
        "command": "python -m tests.golden record",
        "commit": _commit(),
        "seaway": seaway.__version__,
        "python": platform.python_version(),
        **{package: version(package) for package in _PACKAGES},
        "system": f"{platform.system()} {platform.machine()}",
        "libc": " ".join(platform.libc_ver()),
        "cpu": _cpu(),
    }


def _commit() -> str:
    git = shutil.which("git")
    if git is None:
        return "unknown"

    def asked(*arguments: str) -> str:
        done = subprocess.run((git, "-C", str(ROOT), *arguments), capture_output=True, text=True, check=False)
        return done.stdout.strip()

    changed = asked("status", "--porcelain", "--", "src", "examples")
    return (asked("rev-parse", "HEAD") or "unknown") + (" with changes" if changed else "")


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()

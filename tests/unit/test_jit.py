"""The door to numba, in processes of its own: a small set of kernels stands in for ``seaway.kernels``."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numba
import pytest

INNER = """
from seaway._jit import kernel

@kernel
def inner(x):
    return {body}
"""

OUTER = """
import numpy as np
from seaway._jit import batch_kernel, called_kernel, kernel, prange
from kernels.inner import inner

@kernel
def outer(x):
    return inner(x) + 1.0

@called_kernel
def outer_called(x):
    return outer(x)

@batch_kernel
def outer_batch(x, y_out):
    for i in prange(x.shape[0]):
        y_out[i] = outer(x[i])
"""

MAIN = """
import logging, sys
from pathlib import Path
logging.basicConfig(level=logging.INFO, format="LOG %(message)s", stream=sys.stdout)
import numba
before = numba.config.CACHE_DIR, getattr(numba.config, "CACHE_LOCATOR_CLASSES", "")
from seaway import _jit
_jit.KERNELS = Path("kernels").absolute()
import numpy as np
from kernels import outer
for kernel in (outer.inner, outer.outer, outer.outer_called, outer.outer_batch):
    kernel.__module__ = "seaway.kernels.outer"
y = np.empty(3)
outer.outer_batch(np.arange(3.0), y)
print("RESULT", outer.outer_called(4.0), *y)
print("FOLDER", _jit.cache_folder())
print("USER", (numba.config.CACHE_DIR, getattr(numba.config, "CACHE_LOCATOR_CLASSES", "")) == before)
if hasattr(outer.outer_batch, "stats"):
    print("FROM DISK", bool(outer.outer_batch.stats.cache_hits))
"""

PACKING = """
import numba
from seaway import _jit
from numba.core import event
from kernels import outer

for kernel in (outer.inner, outer.outer, outer.outer_called):
    kernel.__module__ = "seaway.kernels.outer"

class Seen(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].__name__, numba.config.SLP_VECTORIZE)
    def on_end(self, event):
        pass

event.register("numba:compile", Seen())

@numba.njit
def users(x):
    return outer.outer_called(x) + 1.0

@numba.njit
def faulty(x):
    return outer.outer_called(x, x)

print("result", users(4.0))
try:
    faulty(4.0)
except (numba.TypingError, TypeError):
    print("after", numba.config.SLP_VECTORIZE)
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    (kernels / "__init__.py").write_text("")
    (kernels / "inner.py").write_text(INNER.format(body="2.0 * x"))
    (kernels / "outer.py").write_text(OUTER)
    (tmp_path / "main.py").write_text(textwrap.dedent(MAIN))
    (tmp_path / "packing.py").write_text(PACKING)
    return tmp_path


def output(work: Path, script: str = "main.py", **environment: str) -> list[str]:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "SEAWAY", "XDG"))}
    done = subprocess.run(
        [sys.executable, script],
        cwd=work,
        env={**inherited, "PYTHONPATH": str(work), "SEAWAY_CACHE_DIR": str(work / "cache"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def run(work: Path, **environment: str) -> dict[str, str]:
    words = ("RESULT", "FOLDER", "USER", "FROM DISK", "LOG")
    lines = output(work, **environment)
    return {word: line[len(word) + 1 :] for line in lines for word in words if line.startswith(word)}


def test_an_edit_of_an_inner_kernel_reaches_its_callers(work: Path) -> None:
    """By itself numba would load the caller with the old inner kernel compiled into it."""
    first = run(work)
    assert first["RESULT"] == "9.0 1.0 3.0 5.0"
    (work / "kernels" / "inner.py").write_text(INNER.format(body="3.0 * x"))
    second = run(work)
    assert second["RESULT"] == "13.0 1.0 4.0 7.0"
    assert second["FOLDER"] != first["FOLDER"]


def test_a_kernel_that_changed_while_the_process_ran_is_not_kept_as_the_old_one(work: Path) -> None:
    """The folder has its name from the sources at the first kernel; others may be loaded long after that.

    Neither is what was kept loaded for the new source, nor is the new one kept for the old.
    """
    other, file = INNER.format(body="3.0 * x"), work / "kernels" / "inner.py"
    first = run(work)
    edit = f"_jit.cache_folder(); Path('kernels/inner.py').write_text({other!r})\n"
    main = (work / "main.py").read_text()
    (work / "main.py").write_text(main.replace("import numpy as np\n", edit + "import numpy as np\n"))
    assert run(work)["RESULT"] == "13.0 1.0 4.0 7.0"
    file.write_text(INNER.format(body="2.0 * x"))
    (work / "main.py").write_text(main)
    assert run(work)["RESULT"] == first["RESULT"] == "9.0 1.0 3.0 5.0"


def test_the_second_start_loads_from_disk_and_only_the_first_says_it_compiles(work: Path) -> None:
    first, second = run(work), run(work)
    assert (first["FROM DISK"], second["FROM DISK"]) == ("False", "True")
    assert first["LOG"] == f"Compiling kernels on first use; kept in {first['FOLDER']} for the next"
    assert "LOG" not in second
    assert Path(first["FOLDER"]).parent == work / "cache"


def test_the_users_own_numba_cache_is_left_alone(work: Path) -> None:
    assert run(work, NUMBA_CACHE_DIR=str(work / "mine"))["USER"] == "True"
    assert not (work / "mine").exists()


@pytest.mark.skipif(not hasattr(numba.config, "CACHE_LOCATOR_CLASSES"), reason="numba keeps kernels by their path")
def test_the_same_kernels_elsewhere_are_not_compiled_again(work: Path, tmp_path: Path) -> None:
    """As in another environment with the same version, wherever and whenever it was installed."""
    first, other = run(work), tmp_path / "other"
    other.mkdir()
    shutil.copytree(work / "kernels", other / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    (other / "main.py").write_text(textwrap.dedent(MAIN))
    second = run(other, SEAWAY_CACHE_DIR=str(work / "cache"))
    assert second["FOLDER"] == first["FOLDER"]
    assert (second["RESULT"], second["FROM DISK"]) == (first["RESULT"], "True")


def test_the_cache_stands_where_the_system_keeps_caches(work: Path) -> None:
    folder = run(work, SEAWAY_CACHE_DIR="", XDG_CACHE_HOME=str(work / "xdg"))["FOLDER"]
    assert Path(folder).parent == work / "xdg" / "seaway"


def test_without_a_place_to_write_kernels_still_run(work: Path) -> None:
    (work / "cache").write_text("a file where the folder should be")
    result = run(work)
    assert result["FOLDER"] == "None"
    assert result["RESULT"] == "9.0 1.0 3.0 5.0"
    assert result["LOG"].endswith("kept in memory only for the next")


def test_kernels_can_be_plain_python(work: Path) -> None:
    result = run(work, NUMBA_DISABLE_JIT="1")
    assert result["RESULT"] == "9.0 1.0 3.0 5.0"
    assert "FROM DISK" not in result


def test_a_division_by_zero_does_not_raise(work: Path) -> None:
    (work / "kernels" / "inner.py").write_text(INNER.format(body="1.0 / (x - 1.0)"))
    assert run(work)["RESULT"].split()[2] == "inf"


@pytest.mark.parametrize("users_setting", ["0", "1"])
def test_vector_packing_is_for_our_kernels_only(work: Path, users_setting: str) -> None:
    """The user's own kernels compile with the user's setting, also around ours, and also those that fail."""
    lines = output(work, "packing.py", NUMBA_SLP_VECTORIZE=users_setting)
    assert dict(line.split() for line in lines) == {
        "users": users_setting,
        "outer_called": "1",
        "outer": "1",
        "inner": "1",
        "result": "10.0",
        "faulty": users_setting,
        "after": users_setting,
    }

"""The door to numba, in processes of its own: a small set of kernels stands in for ``seaway.kernels``."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from seaway import _jit

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

INNER = """
from seaway._jit import kernel

@kernel
def inner(x):
    return {body}
"""

OUTER = """
from seaway._jit import called_kernel, called_loop_kernel, kernel, shared_kernel
from kernels.inner import inner

@kernel
def outer(x):
    return inner(x) + 1.0

@shared_kernel
def outer_shared(x):
    return outer(x)

@called_kernel
def outer_called(x):
    return outer_shared(x)

@called_loop_kernel
def outer_many(x, y_out):
    for i in range(x.shape[0]):
        y_out[i] = outer(x[i])
"""

# What is put before the kernels are loaded stands in {first}.
MAIN = """
import os, pathlib, shutil
from pathlib import Path
import numba
before = numba.config.CACHE_DIR, getattr(numba.config, "CACHE_LOCATOR_CLASSES", "")
from seaway import _jit
_jit.SOURCE = Path.cwd()
{first}
import numpy as np
from kernels import outer
y = np.empty(3)
outer.outer_many(np.arange(3.0), y)
print("RESULT", outer.outer_called(4.0), *y)
print("FOLDER", _jit.cache_folder())
print("USER", (numba.config.CACHE_DIR, getattr(numba.config, "CACHE_LOCATOR_CLASSES", "")) == before)
kernels = outer.outer_many, outer.outer_called
if hasattr(outer.outer_many, "stats"):
    print("FROM DISK", *(bool(kernel.stats.cache_hits) for kernel in kernels))
"""

PACKING = """
import numba
from seaway import _jit
from numba.core import event
import numpy as np
_jit.SOURCE = __import__("pathlib").Path.cwd()
from kernels import outer

class Seen(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].__name__, numba.config.SLP_VECTORIZE)
    def on_end(self, event):
        pass

event.register("numba:compile", Seen())

@numba.njit
def users(x, y):
    outer.outer_many(y, y)
    return outer.outer_called(x) + 1.0

@numba.njit
def faulty(x):
    return outer.outer_called(x, x)

print("result", users(4.0, np.zeros(2)))
try:
    faulty(4.0)
except (numba.TypingError, TypeError):
    print("after", numba.config.SLP_VECTORIZE)
"""

EXPECTED = "9.0 1.0 3.0 5.0"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    (kernels / "__init__.py").write_text("")
    (kernels / "inner.py").write_text(INNER.format(body="2.0 * x"))
    (kernels / "outer.py").write_text(OUTER)
    (tmp_path / "_lanes.py").write_text("")
    return tmp_path


def start(work: Path, script: str, **environment: str) -> subprocess.Popen[str]:
    """Start Python in a folder whose ``cache`` is its cache."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "SEAWAY", "XDG"))}
    return subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=work,
        env={**inherited, "PYTHONPATH": str(work), "SEAWAY_CACHE_DIR": str(work / "cache"), **environment}
        | {"PYTHONDONTWRITEBYTECODE": "1"},  # an edit within a second, of the same length, would go unnoticed
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it wrote to both of its streams."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out, err


def told(process: subprocess.Popen[str]) -> dict[str, str]:
    words = ("RESULT", "FOLDER", "USER", "FROM DISK")
    lines = finished(process)[0].splitlines()
    return {word: line[len(word) + 1 :] for line in lines for word in words if line.startswith(word)}


def run(work: Path, first: str = "", **environment: str) -> dict[str, str]:
    return told(start(work, MAIN.format(first=first), **environment))


def kept(work: Path) -> list[Path]:
    """All files of the cache."""
    return sorted(path for path in (work / "cache").rglob("*") if path.is_file())


# Sources


def test_an_edit_of_an_inner_kernel_reaches_its_callers(work: Path) -> None:
    """By itself numba would load the caller with the old inner kernel compiled into it."""
    first = run(work)
    assert first["RESULT"] == EXPECTED
    (work / "kernels" / "inner.py").write_text(INNER.format(body="3.0 * x"))
    second = run(work)
    assert second["RESULT"] == "13.0 1.0 4.0 7.0"
    assert second["FOLDER"] != first["FOLDER"]


@pytest.mark.parametrize("file", ["_lanes.py", "kernels/inner.py", "kernels/more/deep.py"])
def test_any_edit_gives_the_cache_another_name(work: Path, file: str) -> None:
    def name() -> str:
        source = "from pathlib import Path; from seaway import _jit; _jit.SOURCE = Path.cwd()"
        return finished(start(work, f"{source}; print(_jit.cache_folder())"))[0]

    first, path = name(), work / file
    assert name() == first
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + "\n# a remark\n")
    assert name() != first


def test_a_kernel_that_changed_while_the_process_ran_is_not_kept_as_the_old_one(work: Path) -> None:
    """The folder has its name from the sources at the first kernel; others may be loaded long after that.

    Neither is what was kept loaded for the new source, nor is the new one kept for the old.
    """
    other, file = INNER.format(body="3.0 * x"), work / "kernels" / "inner.py"
    first = run(work)
    edited = run(work, f"_jit.cache_folder(); Path('kernels/inner.py').write_text({other!r})")
    assert edited["RESULT"] == "13.0 1.0 4.0 7.0"
    assert edited["FROM DISK"] == "False False"
    file.write_text(INNER.format(body="2.0 * x"))
    assert run(work) == first | {"FROM DISK": "True True"}


def test_the_same_kernels_elsewhere_are_not_compiled_again(work: Path) -> None:
    """As in another environment with the same version, wherever and whenever it was installed."""
    first, other = run(work), work / "other"
    other.mkdir()
    shutil.copytree(work / "kernels", other / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(work / "_lanes.py", other)
    assert run(other, SEAWAY_CACHE_DIR=str(work / "cache")) == first | {"FROM DISK": "True True"}


# Files


def test_the_second_start_loads_from_disk(work: Path) -> None:
    """Each called or shared kernel is a file; what is compiled into them is none."""
    first = run(work)
    files = kept(work)
    assert (first["RESULT"], first["FROM DISK"]) == (EXPECTED, "False False")
    assert [re.sub("-[0-9a-f]{16}", "", path.name) for path in files] == [
        f"outer.outer_{name}.bin" for name in ("called", "many", "shared")
    ]
    assert {path.parent for path in files} == {Path(first["FOLDER"])}
    assert Path(first["FOLDER"]).parent == work / "cache"
    before = [path.stat().st_mtime_ns for path in files]
    assert run(work) == first | {"FROM DISK": "True True"}
    assert [path.stat().st_mtime_ns for path in files] == before


DAMAGES: dict[str, Any] = {
    "empty": lambda content: b"",
    "cut in its head": lambda content: content[:20],
    "without its content": lambda content: content[:48],
    "cut": lambda content: content[: len(content) // 2],
    "cut by a byte": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "zeros": lambda content: bytes(len(content)),
    "flipped first bit": lambda content: bytes([content[0] ^ 1]) + content[1:],
    "flipped bit of its checksum": lambda content: content[:30] + bytes([content[30] ^ 16]) + content[31:],
    "flipped bit": lambda content: content[:5000] + bytes([content[5000] ^ 4]) + content[5001:],
    "flipped last bit": lambda content: content[:-1] + bytes([content[-1] ^ 128]),
    "of another": lambda content: b"import this",
}


def test_a_damaged_file_is_compiled_anew(work: Path) -> None:
    """And put right on the disk."""
    first = run(work)
    files, whole = kept(work), [path.read_bytes() for path in kept(work)]
    for names in zip(*[iter(DAMAGES)] * 3, strict=True):  # another damage of each of the three files
        for name, path, content in zip(names, files, whole, strict=True):
            assert DAMAGES[name](content) != content
            path.write_bytes(DAMAGES[name](content))
        assert run(work) == first, names
        assert kept(work) == files, names
        assert all(len(path.read_bytes()) > 5000 for path in files), names
    assert run(work) == first | {"FROM DISK": "True True"}


def test_one_damaged_file_does_not_touch_the_others(work: Path) -> None:
    first = run(work)
    kept(work)[1].write_bytes(b"")
    assert run(work) == first | {"FROM DISK": "False True"}


def test_several_processes_may_start_on_an_empty_cache(work: Path) -> None:
    processes = [start(work, MAIN.format(first="")) for _ in range(4)]
    found = [told(process) for process in processes]
    assert {each["RESULT"] for each in found} == {EXPECTED}
    assert [path.suffix for path in kept(work)] == [".bin"] * 3  # and nothing is left of writing
    assert run(work)["FROM DISK"] == "True True"


# Places


def test_the_users_own_numba_cache_is_left_alone(work: Path) -> None:
    assert run(work, NUMBA_CACHE_DIR=str(work / "mine"))["USER"] == "True"
    assert not (work / "mine").exists()


def test_the_cache_stands_where_the_system_keeps_caches(work: Path) -> None:
    folder = run(work, SEAWAY_CACHE_DIR="", XDG_CACHE_HOME=str(work / "xdg"))["FOLDER"]
    assert Path(folder).parent == work / "xdg" / "seaway"
    folder = run(work, SEAWAY_CACHE_DIR="", HOME=str(work / "home"))["FOLDER"]
    assert Path(folder).parent == work / "home" / ".cache" / "seaway"


NOT_KEPT = {"RESULT": EXPECTED, "FOLDER": "None", "USER": "True", "FROM DISK": "False False"}


def test_a_folder_that_cannot_be_made_keeps_nothing(work: Path) -> None:
    (work / "cache").write_text("a file where the folder should be")
    for _ in range(2):
        assert run(work) == NOT_KEPT
    assert run(work, SEAWAY_CACHE_DIR="/proc/no/such") == NOT_KEPT


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_keeps_nothing(work: Path) -> None:
    folder = Path(run(work)["FOLDER"])
    for path in kept(work):
        path.unlink()
    folder.chmod(0o500)
    try:
        assert run(work) == NOT_KEPT
        assert kept(work) == []
    finally:
        folder.chmod(0o700)


def test_a_folder_that_says_it_is_read_only_keeps_nothing(work: Path) -> None:
    assert run(work, "os.access = lambda path, mode: False") == NOT_KEPT
    assert kept(work) == []


# As a disk that is full: the first bytes of a file still fit.
FAILS = """
def fails(path, content, write=Path.write_bytes):
    write(path, content[:100])
    raise OSError({error}, os.strerror({error}), str(path))
Path.write_bytes = pathlib.PosixPath.write_bytes = fails
"""


@pytest.mark.parametrize("error", ["28", "30"], ids=["full", "read-only"])
def test_a_disk_that_takes_no_more_does_no_harm(work: Path, error: str) -> None:
    """Nothing is left of what could not be written; with room again all is kept."""
    found = run(work, FAILS.format(error=error))
    assert (found["RESULT"], found["FROM DISK"]) == (EXPECTED, "False False")
    assert kept(work) == []
    assert run(work)["FROM DISK"] == "False False"
    assert [path.suffix for path in kept(work)] == [".bin"] * 3


def test_a_cache_that_is_deleted_meanwhile_is_made_again(work: Path) -> None:
    assert run(work, "shutil.rmtree(_jit.cache_folder())")["RESULT"] == EXPECTED
    assert run(work)["FROM DISK"] == "True True"


def test_what_else_compiled_code_depends_on_keeps_it_apart(tmp_path: Path) -> None:
    """Two functions of one name at one line: as two steps have."""

    def made(factor: float, key: str) -> Any:
        text = "def function(x):\n    return factor * x\n"
        space: dict[str, Any] = {"factor": factor, "__name__": __name__}  # numba imports the module of what it loads
        exec(compile(text, str(tmp_path / "step.py"), "exec"), space)  # noqa: S102 - written above
        return _jit.compiled(space["function"], keep=tmp_path / "kept", key=key)

    assert (made(2.0, "two")(1.0), made(3.0, "three")(1.0)) == (2.0, 3.0)
    assert len(list((tmp_path / "kept").iterdir())) == 2
    again = made(2.0, "two")
    assert again(1.0) == 2.0
    assert sum(again.stats.cache_hits.values()) == 1
    assert sum(made(2.0, "two").stats.cache_hits.values()) == 0


# How kernels are compiled


def test_kernels_can_be_plain_python(work: Path) -> None:
    result = run(work, NUMBA_DISABLE_JIT="1")
    assert result["RESULT"] == EXPECTED
    assert "FROM DISK" not in result


def test_a_division_by_zero_does_not_raise(work: Path) -> None:
    (work / "kernels" / "inner.py").write_text(INNER.format(body="1.0 / (x - 1.0)"))
    assert run(work)["RESULT"].split()[2] == "inf"


@pytest.mark.parametrize("users_setting", ["0", "1"])
def test_vector_packing_is_for_our_kernels_only(work: Path, users_setting: str) -> None:
    """The user's own kernels compile with the user's setting, also around ours, and also those that fail.

    Loops over points are packed by another pass.
    """
    lines = finished(start(work, PACKING, NUMBA_SLP_VECTORIZE=users_setting))[0].splitlines()
    assert dict(line.split() for line in lines) == {
        "users": users_setting,
        "outer_many": "0",
        "outer_called": "1",
        "outer_shared": "1",
        "outer": "1",
        "inner": "1",
        "result": "10.0",
        "faulty": users_setting,
        "after": users_setting,
    }


LINKED = """
import numba
from seaway import _jit
_jit.SOURCE = __import__("pathlib").Path.cwd()
from kernels import outer
from numba.core.registry import cpu_target

generator = vars(cpu_target.target_context.codegen())
before = dict(generator)

@_jit.part_kernel
def part(x):
    return outer.outer(x) + 1.0

@_jit.kernel
def faulty(x):
    return x.no_such_attribute

@numba.njit
def users(x):
    return part(x) + outer.outer(x) + min(x, 1.0)

try:
    faulty.compile((numba.float64,))
except numba.TypingError:
    print(generator == before, users(4.0), generator == before)
"""


def test_users_kernels_may_call_kernels_without_machine_code(work: Path) -> None:
    """And numba's code generator is left as it was, also by a kernel that does not compile."""
    assert finished(start(work, LINKED))[0].split() == ["True", "20.0", "True"]


def test_watched_compilation() -> None:
    """``began`` before the first, ``ended`` after each; nothing for what is compiled already, nor afterwards."""
    calls = list[str]()
    inner = _jit.kernel(lambda x: 2.0 * x)
    outer = _jit.compiled(lambda x: inner(x) + 1.0)
    with _jit.watched_compilation(lambda: calls.append("ended"), lambda: calls.append("began")):
        assert calls == []
        assert outer(1.0) == 3.0
        assert calls == ["began", "ended", "ended"]
        assert outer(2.0) == 5.0
    assert outer(1) == 3.0  # an integer is compiled for again
    assert calls == ["began", "ended", "ended"]


def test_what_fails_to_compile_is_not_watched_for_ever() -> None:
    calls = list[str]()
    faulty = _jit.compiled(lambda x: x.no_such_attribute)
    with (
        pytest.raises(_jit.CompilationError),
        _jit.watched_compilation(lambda: calls.append("ended"), lambda: calls.append("began")),
    ):
        faulty(1.0)
    assert calls == ["began", "ended"]
    assert _jit.compiled(lambda x: x + 1.0)(1.0) == 2.0
    assert calls == ["began", "ended"]


DOT = """
import sys
import numba
import numpy as np
import seaway as sw

@numba.njit
def product(A, b):
    return np.dot(A, b), np.linalg.solve(A, b)

vehicle = sw.Vehicle("block", sw.Inertial(sw.MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)))
sw.Simulation(vehicle, sw.Sea(surface=None)).step()
print("scipy.linalg" in sys.modules, *product(np.array([[1.0, 2.0], [0.0, 4.0]]), np.array([3.0, 4.0])))
"""


def test_a_step_does_without_scipys_linear_algebra_and_the_users_kernels_have_it(work: Path) -> None:
    assert finished(start(work, DOT))[0].split("\n")[0] == "False [11. 16.] [1. 1.]"


# What is said of it

SIMULATION = """
from seaway.engine import _program
_program._PATIENCE = {patience}
from seaway import Inertial, MassProperties, Sea, Simulation, Vehicle
vehicle = Vehicle("block", Inertial(MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)))
for _ in range(2):
    sim = Simulation(vehicle, Sea(surface=None), 0.01)
    sim.step(count=10)
print(sim.state.position[0, 0, 2])
"""
FALLEN = pytest.approx(-0.5 * 9.80665 * 0.1**2, rel=1e-12)


def test_a_step_is_announced_when_it_is_compiled_and_only_then(work: Path) -> None:
    """In a process without any logging set up: warnings arrive. Once for two simulations, not when it is loaded."""
    out, err = finished(start(work, SIMULATION.format(patience=600.0)))
    lines = err.splitlines()
    assert len(lines) == 2, err
    assert lines[0] == "Compiling a step for this simulation, once: rigid body"
    folder = kept(work)[0].parent
    assert re.fullmatch(rf"Compiled in [0-9.]+ s; cached in {re.escape(str(folder))}", lines[1])
    assert float(out) == FALLEN
    assert {path.suffix for path in kept(work)} == {".bin", ".py"}
    again = finished(start(work, SIMULATION.format(patience=600.0)))
    assert again == (out, "")


def test_a_step_that_cannot_be_kept_says_so_and_one_that_takes_long_says_how_far_it_is(work: Path) -> None:
    (work / "cache").write_text("a file where the folder should be")
    out, err = finished(start(work, SIMULATION.format(patience=0.0)))
    first, *between, last = err.splitlines()
    assert first == "Compiling a step for this simulation, once: rigid body"
    assert re.fullmatch(r"Compiled in [0-9.]+ s; cached in memory, for this process", last)
    counts = [re.fullmatch(r"\.\.\. still compiling: (\d+) functions in \d+ s", line) for line in between]
    assert len(counts) > 3
    assert [int(count[1]) for count in counts if count] == list(range(1, len(between) + 1))
    assert float(out) == FALLEN

"""Threads, forks, spawned processes, and a cache that several share or that is damaged: the same bits, no harm."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tests.unit.engine import body

import seaway as sw
from seaway._arrays import Floats
from seaway._jit import PLAIN
from seaway.engine import _engine, _pool

CALM = sw.Sea(gravity=0.0, surface=None)


def simulation(batch: int = 8, threads: int | None = None) -> sw.Simulation:
    sim = sw.Simulation(body(), CALM, batch=batch, threads=threads)
    random = np.random.default_rng(batch)
    sim.set_state(position=random.normal(size=(batch, 3)), velocity=random.normal(size=(batch, 6)))
    return sim


def end(sim: sw.Simulation, count: int = 50) -> Floats:
    sim.step(count=count)
    return np.concatenate([sim.state.position[:, 0], sim.state.orientation[:, 0], sim.state.velocity[:, 0]], axis=1)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are used however small the work is."""
    monkeypatch.setattr(_engine, "_LEAST_SHARED", 0.0)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("batch", [2, 7, 64, 101])
def test_any_number_of_threads_gives_the_same_bits(batch: int) -> None:
    alone = end(simulation(batch, threads=1))
    for threads in (2, 3, 8):
        np.testing.assert_array_equal(end(simulation(batch, threads=threads)), alone)


@pytest.mark.usefixtures("eager")
def test_many_simulations_in_many_python_threads() -> None:
    """Fifty simulations in each of eight threads: whoever finds the helpers busy works alone."""
    expected = end(simulation())
    with ThreadPoolExecutor(8) as pool:
        ends = list(pool.map(lambda _: end(simulation()), range(8 * 50)))
    for found in ends:
        np.testing.assert_array_equal(found, expected)


def test_helpers_are_used_and_reused() -> None:
    used: set[int] = set()
    gate = threading.Barrier(2, timeout=10.0)

    def work(first: int, stop: int, thread: int) -> None:
        used.add(thread)
        gate.wait()  # until the other has begun too

    _pool.shared(work, 2, 2)
    assert used == {0, 1}
    count = len(_pool._pool.helpers)
    _pool.shared(lambda first, stop, thread: None, 100, 2)
    assert len(_pool._pool.helpers) == count


def test_every_block_is_done_once() -> None:
    done = np.zeros(1000, dtype=int)

    def work(first: int, stop: int, thread: int) -> None:
        done[first:stop] += 1

    _pool.shared(work, len(done), 4)
    assert np.all(done == 1)


def test_an_error_in_a_helper_reaches_the_caller() -> None:
    def work(first: int, stop: int, thread: int) -> None:
        if first > 0:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _pool.shared(work, 8, 2)
    _pool.shared(lambda first, stop, thread: None, 8, 2)  # and the helpers are free again


CHILDREN = """
import multiprocessing, os, pickle, sys
import numpy as np
from seaway.engine import _engine
_engine._LEAST_SHARED = 0.0
from tests.unit.engine.test_processes import end, simulation

def work(sim):
    return end(sim)

if __name__ == "__main__":
    expected = end(simulation(64))
    read, write = os.pipe()
    child = os.fork()  # after the helpers have been used: the child makes its own
    if child == 0:
        os.write(write, pickle.dumps(end(simulation(64)).tobytes()))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert pickle.loads(pipe.read()) == expected.tobytes(), "fork"
    assert os.waitpid(child, 0)[1] == 0
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for found in pool.map(work, [simulation(64), simulation(64)]):
            assert np.array_equal(found, expected), "spawn"
    print("equal")
"""


def run(code: str, folder: Path, cache: Path | None = None) -> subprocess.Popen[str]:
    file = folder / "children.py"
    file.write_text(code)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    if cache is not None:
        environment["SEAWAY_CACHE_DIR"] = str(cache)
    return subprocess.Popen(
        [sys.executable, str(file)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_forked_and_spawned_processes(tmp_path: Path) -> None:
    process = run(CHILDREN, tmp_path)
    out, errors = process.communicate(timeout=300)
    assert (process.returncode, out.strip()) == (0, "equal"), errors


ONE = """
from tests.unit.engine.test_processes import end, simulation
print(end(simulation(2)).tobytes().hex())
"""


def test_a_cache_that_is_shared_damaged_or_read_only_does_no_harm(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    expected = end(simulation(2)).tobytes().hex()

    def start() -> subprocess.Popen[str]:
        return run(ONE, tmp_path, cache)

    def ended(process: subprocess.Popen[str]) -> bool:
        """Whether it compiled something."""
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        assert out.strip() == expected
        return "Compiling" in errors

    assert [ended(process) for process in (start(), start())].count(True) >= 1  # both on an empty cache
    assert not ended(start())
    kept = sorted(cache.rglob("*.bin"))
    assert kept
    assert not [path for path in cache.rglob("*") if path.suffix not in (".bin", ".py", "") and path.is_file()]
    for damage in (lambda content: b"", lambda content: content[:-7], lambda content: content[:900] + b"\0" * 9):
        for path in kept:
            path.write_bytes(damage(path.read_bytes()))
        assert ended(start())
    assert not ended(start())
    if os.geteuid() != 0:  # root writes everywhere
        for folder in (cache, *cache.iterdir()):
            folder.chmod(0o500)
        assert not ended(start())


KEPT = """
import sys
from tests.unit.engine.test_processes import end, simulation
sim = simulation(2)
print(end(sim).tobytes().hex(), sim.program_file, "jinja2" in sys.modules)
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_the_source_of_a_step_is_read_again_and_edits_of_it_have_no_effect(tmp_path: Path) -> None:
    """Neither an edit nor damage of the file changes a bit, compiles the step again, or stays."""
    cache = tmp_path / "cache"

    def started() -> tuple[str, Path, bool, bool]:
        process = run(KEPT, tmp_path, cache)
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        bits, file, assembled = out.split()
        return bits, Path(file), assembled == "True", "Compiling" in errors

    bits, file, assembled, compiled = started()
    assert (assembled, compiled) == (True, True)
    assert started() == (bits, file, False, False)
    text = file.read_text()
    for edited in (
        text.replace("share = 2.0", "share = 3.0"),
        text.replace("share = 2.0", "share = ("),
        text[: len(text) // 2],
        text + "step = None\n",
        "",
        "\0\xff",
    ):
        assert edited != text
        file.write_text(edited, encoding="latin-1")
        assert started() == (bits, file, True, False)
        assert file.read_text() == text

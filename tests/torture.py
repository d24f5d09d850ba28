"""Kill runs, stop them, overlap them and fill their disks, at random moments; then check that nothing was lost.

::

    python -m tests.torture --kills 100 --stops 100 --full 50 --overlaps 20

After each, the folder must be readable or be refused with one clear message, all samples up to the last part must be
there, ``--force`` and a repetition must work, and a file of the user's in the folder must be untouched.

Runs are forks of this process, which has imported everything and compiled all kernels: a process of its own would take
seconds before anything worth interrupting happens.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from seaway.errors import ScenarioError, SeawayWarning
from seaway.scenario import open_run

__all__ = ["BALL", "command", "wait_for"]

# A ball of 40 kg that sinks with the acceleration below, so that every sample is known.
BALL = """<sdf version="1.11">
  <world name="sea">
    <gravity>0 0 -9.8</gravity>
    <plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy">
      <uniform_fluid_density>1025</uniform_fluid_density>
    </plugin>
    <model name="ball">
      <pose>1 2 -3 0 0 1.5707963267948966</pose>
      <link name="body">
        <inertial><mass>40</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
        <collision name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision>
      </link>
    </model>
  </world>
</sdf>
"""
FALL = 9.8 * (1025.0 * 4.0 / 3.0 * np.pi * 0.2**3 / 40.0 - 1.0)


def command(*words: object) -> list[str]:
    """The arguments of a process that runs ``seaway``."""
    return [sys.executable, "-c", "from seaway.cli import main; main()", *map(str, words)]


def wait_for(file: Path, process: subprocess.Popen[str], seconds: float = 300.0) -> None:
    """Wait until a process has written a file; compiling may come first."""
    end = time.monotonic() + seconds
    while not file.exists():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise AssertionError(f"{file.name} was not written: {process.communicate()}")
        time.sleep(0.005)


class Fork:
    """A process that runs ``seaway``, with the part of ``subprocess.Popen`` that is needed here.

    Args:
        words: The arguments.
        prepare: Called in the process first.
    """

    def __init__(self, words: Iterable[object], prepare: Callable[[], None] | None = None):
        self.returncode: int | None = None
        self._output = [tempfile.TemporaryFile() for _ in range(2)]  # noqa: SIM115 - closed with the object
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os._exit(self._run([str(word) for word in words], prepare))

    def _run(self, words: list[str], prepare: Callable[[], None] | None) -> int:
        from seaway.cli import main

        for descriptor, file in enumerate(self._output, 1):
            os.dup2(file.fileno(), descriptor)
        sys.argv = ["seaway", *words]
        try:
            if prepare is not None:
                prepare()
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        except BaseException:  # noqa: BLE001 - as Python itself ends a process
            traceback.print_exc()
            return 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        return 0

    def poll(self) -> int | None:
        """The exit code; None while the process lives."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def communicate(self) -> tuple[str, str]:
        """Wait for the end; what was written to standard output and standard error."""
        while self.poll() is None:
            time.sleep(0.002)
        for file in self._output:
            file.seek(0)
        out, errors = (file.read().decode() for file in self._output)
        return out, errors


class Bench:
    """A folder with a scenario, and what is done to its runs."""

    def __init__(self, folder: Path, seed: int, duration: float):
        self.folder, self.random, self.duration = folder, random.Random(seed), duration  # noqa: S311 - no secret
        self.sdf = folder / "ball.sdf"
        self.sdf.write_text(BALL)
        self.count = 0
        first = self.new()
        assert self.seaway("run", self.sdf, "--duration", 1, "--out", first, "--no-report").returncode == 0
        open_run(first).close()
        self.span = self._measured_span()

    def new(self) -> Path:
        """A folder for the next run."""
        self.count += 1
        return self.folder / f"run-{self.count}"

    def start(self, out: Path, *options: object, prepare: Callable[[], None] | None = None) -> Fork:
        """Start a run."""
        words = ("run", self.sdf, "--duration", self.duration, "--out", out, "--no-report", "--json", *options)
        return Fork(words, prepare)

    def _measured_span(self) -> float:
        """How long a run takes [s]."""
        begin = time.monotonic()
        self.start(self.new()).communicate()
        return time.monotonic() - begin

    # What is done

    def kill(self) -> None:
        """End a run by kill -9."""
        out = self.new()
        process = self.start(out)
        parts = self._after(process, out, signal.SIGKILL)
        process.communicate()
        self.check_rest(out, parts)

    def stop(self) -> None:
        """End a run by SIGTERM or SIGHUP."""
        out = self.new()
        number = self.random.choice([signal.SIGTERM, signal.SIGHUP])
        process = self.start(out)
        parts = self._after(process, out, number)
        _, errors = process.communicate()
        assert "Traceback" not in errors, errors
        # Before Python has come so far that it hears signals, they end it as they end every process.
        assert process.returncode in (0, 128 + number, -number), (process.returncode, errors)
        if process.returncode == 128 + number and (out / "manifest.json").exists():
            manifest = json.loads((out / "manifest.json").read_text())
            assert manifest["status"] in ("stopped", "complete"), manifest["status"]
            assert not (out / "recording").exists()
        self.check_rest(out, parts)

    def overlap(self) -> None:
        """Start a second run in the folder of one that goes on."""
        out = self.new()
        first = self.start(out)
        time.sleep(self.random.uniform(0.0, self.span))
        second = self.start(out, "--force", "--step", "0.005")
        ends = [process.communicate() for process in (first, second)]
        codes = (first.returncode, second.returncode)
        assert 0 in codes, ends
        for process, (_, errors) in zip((first, second), ends, strict=True):
            assert "Traceback" not in errors, errors
            if process.returncode:
                refused = "is in use by process" in errors or "there is a run in" in errors
                assert process.returncode == 1 and refused, errors  # noqa: PT018
        manifest = json.loads((out / "manifest.json").read_text())
        with open_run(out, verify=True) as dataset:
            assert dataset.sizes["time"] == manifest["samples"]
            assert dataset.attrs["run_status"] == manifest["status"] == "complete"
        self.check_rest(out, 1)

    def fill(self) -> None:
        """Run on a disk that is full at some point."""
        with disk(self.folder, self.random.randint(1, 300 * int(self.duration)) * 1024) as (place, prepare):
            out = place / "run"
            process = self.start(out, prepare=prepare)
            _, errors = process.communicate()
            assert "Traceback" not in errors, errors
            if process.returncode:
                assert process.returncode == 1, (process.returncode, errors)
                assert "cannot be written to" in errors, errors
            assert not list(place.rglob("*.part")), list(place.rglob("*.part"))
            if not (out / "manifest.json").exists():
                assert not out.exists(), list(out.iterdir())
            kept = self.folder / f"kept-{self.count}"
            self.count += 1
            if out.exists():
                shutil.copytree(out, kept)
        self.check_rest(kept, 0)

    # What must hold

    def _after(self, process: Fork, out: Path, number: int) -> int:
        """Send a signal at a random moment; return how many parts there were before."""
        time.sleep(self.random.uniform(0.0, 1.05 * self.span))
        parts = len(list((out / "recording").glob("part-*.nc")))
        process.send_signal(number)
        return parts

    def check_rest(self, out: Path, parts: int) -> None:
        """Check what a run has left behind."""
        if out.exists():
            (out / "thesis.tex").write_text("mine")
        self._check_recording(out, parts)
        repeated = out.with_name(f"{out.name}-repeated")
        if (out / "manifest.json").exists():
            done = self.seaway("run", out, "--out", repeated, "--no-report")
            assert done.returncode == 0, done.stderr
            forced = self.seaway("run", self.sdf, "--duration", 0.1, "--out", out, "--force", "--no-report")
            assert forced.returncode == 0, forced.stderr
            assert (out / "thesis.tex").read_text() == "mine"
            assert sorted(entry.name for entry in out.iterdir()) == [
                "inputs",
                "manifest.json",
                "recording.nc",
                "thesis.tex",
            ]
            shutil.rmtree(repeated)
        elif out.exists():
            (out / "thesis.tex").unlink()
            again = self.seaway("run", self.sdf, "--duration", 0.1, "--out", out, "--no-report")
            assert again.returncode == 0, again.stderr
        shutil.rmtree(out, ignore_errors=True)

    def _check_recording(self, out: Path, parts: int) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", SeawayWarning)
                dataset = open_run(out, verify=True)
        except ScenarioError as error:
            message = str(error)
            known = any(words in message for words in ("is not the folder of a run", "nothing was recorded"))
            if parts or not known:
                raise AssertionError(message) from None
            return
        with dataset:
            time, speed = dataset.time.values, dataset.velocity.values[:, 0, 0, 2]
            assert len(time) > 1000 * (parts - 1), (len(time), parts)
            np.testing.assert_allclose(np.diff(time), 0.01, atol=1e-6)
            np.testing.assert_allclose(speed, FALL * time, rtol=1e-9, atol=1e-9)

    def seaway(self, *words: object) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, within this process: a new one takes seconds to import everything."""
        from tests.commands import seaway

        return seaway(*words)


class disk:  # noqa: N801 - a context
    """A small disk: a tmpfs where one may be mounted, else a limit to the size of files, which fails alike."""

    def __init__(self, folder: Path, size: int):
        self.place, self.size = folder / "disk", size
        self.mounted = False

    def __enter__(self) -> tuple[Path, Callable[[], None] | None]:
        self.place.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.size}", "tmpfs", str(self.place)]
        try:
            self.mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
        except OSError:
            self.mounted = False
        if self.mounted:
            return self.place, None

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, resource.RLIM_INFINITY))

        return self.place, limit

    def __exit__(self, *_: object) -> None:
        if self.mounted:
            subprocess.run(["umount", str(self.place)], check=True)  # noqa: S607
        shutil.rmtree(self.place)


def main() -> int:
    """Do it as often as asked for, and report what failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    kinds = {"kills": "kill", "stops": "stop", "overlaps": "overlap", "full": "fill"}
    for name in kinds:
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--duration", type=float, default=100.0, help="simulated time of each run, in s")
    options = parser.parse_args()
    trials: Iterable[str] = [kind for name, kind in kinds.items() for _ in range(getattr(options, name))]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.seed, options.duration)
        for number, kind in enumerate(trials, 1):
            try:
                getattr(bench, kind)()
            except AssertionError as error:
                failed += 1
                print(f"{kind} {number}: {error}")  # noqa: T201
            if number % 10 == 0:
                print(f"{number} done, {failed} failed", flush=True)  # noqa: T201
    print(f"{len(list(trials)) - failed} of {len(list(trials))} left everything whole")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "200")
    sys.exit(main())

"""Time to make parts and library vehicles, and to import: python benchmarks/parts_speed.py."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from seaway import library
from seaway.vehicle import Damping, Thruster


def best(action: Callable[[], object], count: int) -> float:
    """The shortest of several times [s]."""
    times: list[float] = []
    for _ in range(count):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def command(*words: str) -> float:
    """The shortest time of a command [s]."""
    return best(lambda: subprocess.run(words, check=True, capture_output=True), 5)


def main() -> None:
    """Print the times."""
    thruster = best(
        lambda: Thruster("port", (-2, 1, 0), drive="speed", diameter=0.3, thrust_coefficient=0.01, limits=(-100, 100)),
        5000,
    )
    damping = best(lambda: Damping([4, 6, 5, 0.1, 0.1, 0.1], [18, 22, 37, 2, 2, 2]), 5000)
    print(f"Thruster                  {1e6 * thruster:8.1f} us")
    print(f"Damping                   {1e6 * damping:8.1f} us")
    for name in library.names():
        print(f"{name:24s}  {1e3 * best(lambda name=name: library.entry.__wrapped__(name), 20):8.2f} ms")
    python = sys.executable
    bare = command(python, "-c", "pass")
    print(f"import seaway             {1e3 * (command(python, '-c', 'import seaway') - bare):8.1f} ms more than python")
    script = str(Path(python).with_name("seaway"))
    print(f"seaway --help             {1e3 * command(script, '--help'):8.1f} ms")


if __name__ == "__main__":
    main()

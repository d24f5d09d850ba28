"""A browser without a window, for films: any Chromium or Chrome that is installed."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time as clock
from collections.abc import Generator
from typing import TYPE_CHECKING, Final

from seaway.errors import ModelError

if TYPE_CHECKING:
    from viser import ClientHandle, ViserServer

__all__ = ["NAMES", "browser", "connected"]

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""Names under which a browser is looked for."""

FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
"""Software WebGL, and no word to anybody."""

_PATIENCE: Final = 60.0


def browser() -> str:
    """Path of a browser: that of ``SEAWAY_BROWSER``, or one that is found.

    Raises:
        ModelError: There is none.
    """
    found = os.environ.get("SEAWAY_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise ModelError(
            f"a film needs a browser, and none of {', '.join(NAMES)} is installed; install Chromium, or set "
            "SEAWAY_BROWSER to its path. A replay needs none to be written: --html"
        )
    return found


@contextlib.contextmanager
def connected(server: "ViserServer", url: str, width: int, height: int) -> Generator["ClientHandle"]:
    """Open the page of a server in a browser without a window, over a block.

    Raises:
        ModelError: There is no browser, or it does not show the page.
    """
    path = browser()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [path, *FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}", url]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        try:
            end = clock.monotonic() + _PATIENCE
            while not (clients := server.get_clients()):
                if clock.monotonic() > end or process.poll() is not None:
                    raise ModelError(f"the browser '{path}' does not show the page; set SEAWAY_BROWSER to another one")
                clock.sleep(0.1)
            yield next(iter(clients.values()))
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10.0)
            if process.poll() is None:
                process.kill()
                process.wait()

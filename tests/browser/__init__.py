"""Pages in a real browser: a Chromium without a window, spoken to by its DevTools protocol.

The browser is that of ``SEAWAY_BROWSER``, or a Chromium or Chrome that is found; where there is none, all of this is
skipped.
"""

import contextlib
import io
import itertools
import json
import subprocess
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from websockets.sync.client import connect

from seaway.errors import ModelError
from seaway.view._browser import FLAGS, browser

try:
    BROWSER: str | None = browser()
except ModelError as error:
    BROWSER, WHY = None, str(error)
else:
    WHY = ""

needs_browser = pytest.mark.skipif(BROWSER is None, reason=WHY.partition(";")[0])


class Page:
    """A page of a browser.

    Attributes:
        errors: What the console told as an error, and what scripts threw.
        requests: Addresses that the page asked for.
    """

    def __init__(self, socket: Any):
        self._socket, self._ids = socket, itertools.count(1)
        self.errors: list[str] = []
        self.requests: list[str] = []

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        method, given = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(given)[:500])
        elif method == "Runtime.consoleAPICalled" and given["type"] == "error":
            self.errors.append(json.dumps(given["args"])[:500])
        elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.errors.append(given["entry"]["text"])

    def open(self, url: str) -> None:
        for domain in ("Network", "Runtime", "Log", "Page"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=url)
        self.wait_until(lambda: self.value("location.href !== 'about:blank' && document.readyState") == "complete", url)

    def text(self) -> str:
        return self.value("document.body.innerText")

    def value(self, expression: str) -> Any:
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key.lower(),
                code=f"Key{key.upper()}",
                windowsVirtualKeyCode=ord(key.upper()),
            )

    def pixels(self) -> np.ndarray:
        data = b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.int16)

    def wait_until(self, condition: Callable[[], Any], what: str, seconds: float = 60.0) -> Any:
        end = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < end, f"not within {seconds:g} s: {what}"
            time.sleep(0.1)
        return found


@contextlib.contextmanager
def opened(url: str, profile: Path, width: int = 800, height: int = 500) -> Iterator[Page]:
    """Open a page over a block."""
    assert BROWSER is not None
    command = [
        BROWSER,
        *FLAGS,
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        f"--window-size={width},{height}",
    ]
    process = subprocess.Popen([*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        file, end = profile / "DevToolsActivePort", time.monotonic() + 60.0
        while not (file.is_file() and file.read_text().strip()):
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.1)
        port = int(file.read_text().split()[0])
        with connect(f"ws://127.0.0.1:{port}{file.read_text().split()[1]}", max_size=None) as root:
            target = Page(root).call("Target.createTarget", url="about:blank")["targetId"]
            with connect(f"ws://127.0.0.1:{port}/devtools/page/{target}", max_size=None) as socket:
                page = Page(socket)
                page.open(url)
                yield page
    finally:
        process.terminate()
        process.wait(timeout=20)

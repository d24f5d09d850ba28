"""A report in a real browser: it loads without a word of complaint, and fits a phone.

The browser is that of ``SEAWAY_BROWSER``, or a Chromium or Chrome that is found; where there is none this is skipped.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.unit.sim import rov

from seaway.errors import Finding
from seaway.frames import Pose
from seaway.gazebo import Scene
from seaway.report import write_report
from seaway.scenario import run
from seaway.sea import Jonswap, Sea, Waves

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = os.environ.get("SEAWAY_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"there is no browser: none of {', '.join(NAMES)}")

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def browsed(page: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    assert BROWSER is not None
    command = [BROWSER, *QUIET, f"--user-data-dir={folder / 'profile'}", *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a vehicle whose name would be a script, with long words, in waves."""
    vehicle = rov("<script>console.error('ran')</script>" + 100 * "long")
    sea = Sea(waves=Waves.irregular(Jonswap(0.3, 2.0), 20, seed=1))
    scene = Scene((vehicle,), sea, (Pose((0.0, 0.0, -1.0)),), np.zeros((1, 6)))
    folder = tmp_path_factory.mktemp("browser") / "trial"
    finding = Finding("warning", "folder/" * 20 + "rov.sdf", 12, "a-rule", "what is odd, and what to do about it")
    run(scene, duration=40.0, record_period=0.05, out=folder, name="a trial", findings=[finding])
    return write_report(folder)


def test_it_loads_without_errors(report: Path, tmp_path: Path) -> None:
    """What a page does wrong is told on the console: scripts that are refused, references that are not found."""
    done = browsed(report, tmp_path, "--dump-dom", "--enable-logging=stderr", "--v=0")
    assert not re.findall(r".*CONSOLE.*", done.stderr)
    assert done.stdout.count("<figure") == 8
    assert 'class="scripted"' in done.stdout
    assert "console.error('ran')</script>" not in done.stdout


def test_the_console_is_heard(report: Path, tmp_path: Path) -> None:
    """The test above can fail: a page with a script, which the policy refuses, is told of."""
    bad = tmp_path / "bad.html"
    bad.write_text(report.read_text(encoding="utf-8").replace("</main>", "<script>1</script></main>"), encoding="utf-8")
    done = browsed(bad, tmp_path, "--dump-dom", "--enable-logging=stderr", "--v=0")
    assert re.findall(r".*CONSOLE.*Content Security Policy.*", done.stderr)


# A browser that only dumps a page draws no frames: what waits for one goes on at once.
UNFRAMED = """
window.requestAnimationFrame = (call) => setTimeout(call, 0);
window.IntersectionObserver = class {
  constructor(call) { this.call = call; }
  observe(target) { this.call([{ target, isIntersecting: true }]); }
};
"""
# Moves the pointer over the plot of the height, drags over its first half, and hides its line.
DRIVEN = """
const plot = document.querySelectorAll(".plot")[3], box = plot.getBoundingClientRect();
const send = (kind, place) => plot.dispatchEvent(new PointerEvent(kind, {
  clientX: box.left + place * box.width, clientY: box.top + 5, button: 0, pointerId: 1, bubbles: true }));
const line = plot.querySelector("path.line.green"), seen = [];
plot.setPointerCapture = () => {};
const next = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
onload = async () => {
  await next();
  seen.push(line.getAttribute("d").length > 100);
  send("pointermove", 0.5);
  await next();
  seen.push(document.querySelector(".tip.on").innerText);
  send("pointerdown", 0.1); send("pointermove", 0.3); send("pointerup", 0.5);
  await next();
  seen.push([...plot.querySelectorAll("text.x")].map((each) => each.textContent).filter(Boolean).join());
  plot.dispatchEvent(new MouseEvent("dblclick"));
  seen.push([...plot.querySelectorAll("text.x")].map((each) => each.textContent).filter(Boolean).join());
  const key = document.querySelector("#vehicle-1 .keys button:enabled");
  key.click();
  seen.push(key.getAttribute("aria-pressed"));
  document.title = JSON.stringify(seen);
};
"""


def test_plots_are_read_zoomed_and_toggled(report: Path, tmp_path: Path) -> None:
    probe = tmp_path / "probe.html"
    source = re.sub(r"<meta http-equiv=[^>]*>", "", report.read_text(encoding="utf-8"))
    source = source.replace("<title>", f"<script>{UNFRAMED}</script><title>")
    probe.write_text(source.replace("</body>", f"<script>{DRIVEN}</script></body>"), encoding="utf-8")
    done = browsed(probe, tmp_path, "--dump-dom", "--window-size=1280,4000", "--virtual-time-budget=3000")
    (title,) = re.findall("<title>(.*)</title>", done.stdout)
    drawn, tip, zoomed, reset, pressed = json.loads(title)
    assert drawn
    assert re.match(r"t = 20\.\d+ s\s+z\s+−?\d+\.\d+ m$", tip)
    assert zoomed == "5,10,15,20 s"
    assert reset == "0,10,20,30,40 s"
    assert pressed == "false"


@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_the_screen(report: Path, tmp_path: Path, width: int) -> None:
    """Nothing is wider than the screen: a script that is put in for this measures it."""
    probe = tmp_path / "probe.html"
    source = report.read_text(encoding="utf-8")
    source = re.sub(r"<meta http-equiv=[^>]*>", "", source)
    measure = "document.title = document.documentElement.scrollWidth + ' of ' + document.documentElement.clientWidth"
    probe.write_text(source.replace("</body>", f"<script>{measure}</script></body>"), encoding="utf-8")
    # Headless windows are no narrower than 500 pixels; a frame is.
    frame = tmp_path / "frame.html"
    frame.write_text(
        f'<iframe src="{probe.name}" style="width:{width}px;height:800px;border:0"></iframe>'
        "<script>onload = () => { document.title = frames[0].document.title }</script>",
        encoding="utf-8",
    )
    done = browsed(frame, tmp_path, "--dump-dom", "--allow-file-access-from-files", f"--window-size={width + 100},900")
    assert f"<title>{width} of {width}</title>" in done.stdout


def test_it_prints_on_a4(report: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.pdf"
    browsed(report, tmp_path, f"--print-to-pdf={target}", "--no-pdf-header-footer")
    data = target.read_bytes()
    assert data.startswith(b"%PDF")
    sizes = {tuple(round(float(n)) for n in box.split()) for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", data)}
    # 210 mm x 297 mm in points; Chromium rounds to its pixels of 0.75 points.
    assert [(x, y) for _, _, x, y in sizes] in ([(595, 842)], [(594, 842)], [(596, 842)])

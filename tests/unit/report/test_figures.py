"""A figure is written whole, or nothing is."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from seaway.errors import ModelError
from seaway.report import save_figure, spectrum_figure
from seaway.sea import Jonswap

FIRST_BYTES = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def figure():
    return spectrum_figure(Jonswap(2.0, 7.0))


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "PNG"])
def test_files(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"sea.{ending}"
    assert save_figure(figure(), path) == path
    assert path.read_bytes().startswith(FIRST_BYTES[ending.lower()])
    assert list(tmp_path.iterdir()) == [path]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_same_figure_gives_the_same_bytes(ending: str, tmp_path: Path) -> None:
    one, other = (save_figure(figure(), tmp_path / f"{name}.{ending}") for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_a_file_that_is_there_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "sea.png"
    path.write_text("old")
    save_figure(figure(), str(path))
    assert path.read_bytes().startswith(FIRST_BYTES["png"])


@pytest.mark.parametrize("name", ["sea.bmp", "sea", "sea.png.txt", ".png"])
def test_other_endings_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=rf"ends in one of .png, .svg, .pdf, got '.*{name}'"):
        save_figure(figure(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"there is no folder '.*nowhere' to write 'sea.png' to; make it first"):
        save_figure(figure(), tmp_path / "nowhere" / "sea.png")


def test_a_folder_in_the_way_stays(tmp_path: Path) -> None:
    (tmp_path / "sea.png").mkdir()
    with pytest.raises(ModelError, match=r"the figure cannot be written to '.*sea.png': "):
        save_figure(figure(), tmp_path / "sea.png")
    assert [path.name for path in tmp_path.iterdir()] == ["sea.png"]


def test_a_drawing_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sea.png"
    path.write_text("old")
    broken = figure()

    def torn(part: Path, **_: object) -> None:
        part.write_text("half")
        raise RuntimeError("no ink")

    monkeypatch.setattr(broken, "savefig", torn)
    with pytest.raises(RuntimeError, match="no ink"):
        save_figure(broken, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_pyplot_is_never_imported() -> None:
    """It would choose a backend and keep figures alive."""
    code = "import sys, seaway.report as r; from seaway.sea import *; r.spectrum_figure(Jonswap(2.0, 7.0)); "
    code += "r.surface_figure(Waves.regular(1.0, 6.0)); print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

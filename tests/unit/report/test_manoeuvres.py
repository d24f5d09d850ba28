"""Figures of manoeuvres."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from seaway import library
from seaway.errors import ModelError
from seaway.manoeuvres import BollardPull, FreeDecay, StepResponse, TurningCircle, ZigZagTrial, zigzag_measures
from seaway.manoeuvres._decay_measures import no_decay
from seaway.report import manoeuvre_figure


@cache
def otter() -> tuple[Any, Any]:
    boat = library.entry("otter")
    return boat.vehicle, boat.sea


MADE: dict[str, Callable[[], Any]] = {
    "turning": lambda: TurningCircle(side="left", approach=5.0, duration=30.0, speed=3.0).run(*otter()),
    "zigzag": lambda: ZigZagTrial(approach=5.0, duration=10.0, speed=3.0).run(*otter()),
    "decay": lambda: FreeDecay(axis="roll", duration=5.0).run(*otter()),
    "bollard": lambda: BollardPull(levels=[0.5, 1.0], duration=4.0).run(*otter()),
    "step": lambda: StepResponse(start=1.0, duration=15.0).run(*otter()),
}


def labels(kind: str) -> tuple[str, list[str]]:
    """The title of a figure, and all its legends and axes."""
    figure = manoeuvre_figure(MADE[kind]())
    words: list[str] = []
    for axes in figure.axes:
        words += [axes.get_xlabel(), axes.get_ylabel(), *(text.get_text() for text in axes.texts)]
        legend = axes.get_legend()
        words += [] if legend is None else [text.get_text() for text in legend.get_texts()]
    return figure.get_suptitle(), words


def test_turning() -> None:
    title, words = labels("turning")
    assert title.startswith("otter: turning circle to the left, steady diameter 12.")
    assert "transfer, to the left [m]" in words
    assert any(word.startswith("advance ") for word in words)
    assert any(word.startswith("transfer ") for word in words)
    assert any(word.startswith("tactical diameter 12.") for word in words)
    assert any(word.startswith("180° after ") for word in words)


def test_zigzag() -> None:
    title, words = labels("zigzag")
    assert title == "otter: zig-zag of 10°"
    assert any(word.startswith("reach ") for word in words)
    assert any(word.startswith("complete cycle ") for word in words)
    assert sum(word.endswith("°") for word in words) >= 2  # overshoots


def test_decay() -> None:
    title, words = labels("decay")
    assert title.startswith("otter: free decay in roll, period 0.97")
    assert "roll from rest [°]" in words
    assert any("ζ = 0.22" in word for word in words)
    assert any("p_1" in word for word in words)
    _, decrements = manoeuvre_figure(MADE["decay"]()).axes
    assert decrements.get_xlim()[1] > max(decrements.lines[0].get_xdata())  # every cycle is in the picture


def test_bollard() -> None:
    """After 4 s the speed still grows."""
    title, words = labels("bollard")
    assert title == "otter: bollard pull 239 N"
    assert "not steady at the end" in words


def test_step() -> None:
    title, words = labels("step")
    assert title == "otter: step of heading by 28.6°"
    assert any(word.startswith("overshoot ") for word in words)
    assert any(word.startswith("rise time ") for word in words)


def test_reasons_are_below_the_figure() -> None:
    """After 4 s the speed still grows; a name with dollar signs is no formula."""
    made = MADE["bollard"]()
    figure = manoeuvre_figure(replace(made, vehicle="a $x$"))
    assert figure.get_suptitle() == r"a \$x\$: bollard pull 239 N"
    assert figure.get_supxlabel().startswith("Not reached: steady speed at 50 %; steady speed at 100 %: the ")


def test_decay_without_oscillation() -> None:
    """One panel, and no envelope."""
    made = MADE["decay"]()
    figure = manoeuvre_figure(replace(made, measures=no_decay("nothing restores it")))
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["roll", "rest"]  # type: ignore[union-attr]
    assert figure.get_supxlabel().endswith("Not reached: all measures: nothing restores it.")


def test_zigzag_without_a_second_execute() -> None:
    made = MADE["zigzag"]()
    short = zigzag_measures(made.recording.time, 0.0 * made.helm, np.where(made.helm == 0.0, 0.0, -1.0))
    figure = manoeuvre_figure(replace(made, measures=short))
    assert "the vehicle does not answer its helm" in figure.get_supxlabel().replace("\n", " ")


def test_something_else() -> None:
    with pytest.raises(ModelError, match="manoeuvre_figure needs the result of a manoeuvre, got 3"):
        manoeuvre_figure(3)  # type: ignore[arg-type]

"""Steady motions: trim and linearisation, equilibrium afloat."""

from typing import Any

from tests.golden import _build
from tests.golden._case import DIFFERENCED, SOLVED, Case
from tests.golden._text import scenario, vehicle

_SEA = "current = { velocity = [0.1, 0.1, 0] }"


def _of(library: str) -> str:
    return f'[sea]\n{_SEA}\n[[vehicle]]\nname = "auv"\nlibrary = "{library}"\n'


_TRIMS: dict[str, tuple[str, dict[str, Any]]] = {
    "bluerov2_heavy": (_of("bluerov2_heavy"), {"speed": 0.5, "depth": 5.0}),
    "remus100": (_of("remus100"), {"speed": 1.5, "depth": 10.0}),
    "lauv": (_of("lauv"), {"speed": 1.2, "depth": 10.0}),
    "otter": (_of("otter"), {"speed": 1.0}),
    "wamv": (_of("wamv"), {"speed": 1.0}),
    "desistek_saga": (_of("desistek_saga"), {"speed": 0.4, "depth": 4.0}),
}

_FLOATING = {
    "boat": scenario(
        "",
        vehicle(
            "boat",
            "inertia = { mass = 850, center_of_mass = [-0.55, 0, 0.1], moment_of_inertia = [160, 1460, 1526] }",
            'hull = { mesh = "boat.obj" }',
            position=(0.0, 0.0, 0.0),
        ),
    ),
    "cylinder": scenario(
        "",
        vehicle(
            "buoy",
            "inertia = { mass = 60, center_of_mass = [0, 0.02, -0.3], moment_of_inertia = [4, 4, 2] }",
            "buoyancy = { shape = { cylinder = { radius = 0.25, length = 0.8 } } }",
            position=(0.0, 0.0, 0.0),
        ),
    ),
}


def _trim_case(name: str) -> Case:
    source, motion = _TRIMS[name]
    return Case(f"steady/trim.{name}", lambda _: _build.trimmed(source, **motion), source, DIFFERENCED)


def _floating_case(name: str) -> Case:
    return Case(f"steady/afloat.{name}", lambda _: _build.floating(_FLOATING[name]), _FLOATING[name], SOLVED)


CASES: list[Case] = [
    *map(_trim_case, _TRIMS),
    *map(_floating_case, _FLOATING),
]

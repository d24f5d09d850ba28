"""Compiled steps: assembled for a structure, compiled once, kept in memory and on disk."""

import hashlib
import linecache
import logging
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seaway import _jit
from seaway.controllers import SET_POINTS, ControlLaw
from seaway.engine import _places as at
from seaway.engine._structure import (
    BODY,
    DISPLACEMENTS,
    EXTERNAL,
    SEA,
    Structure,
    control_layout,
    parameter_layout,
    state_layout,
)
from seaway.engine._users import adopted, fingerprint, fits_lanes
from seaway.forces import ARGUMENTS, FORCES, RETURNED, Held, Input, Integrated, Law, Prepared

__all__ = ["Program", "program"]

_TEMPLATE: Final = Path(__file__).with_name("step.jinja")
# Time between messages while a step is compiled [s].
_PATIENCE: Final = 5.0

# What a compiled step depends on besides the kernels, which name the cache folder.
_SOURCES: Final = tuple(
    Path(__file__).with_name(name) for name in ("step.jinja", "_places.py", "_program.py", "_structure.py")
)

_log = logging.getLogger("seaway")
_programs: dict[tuple[str, int], "Program"] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Program:
    """A compiled step.

    Attributes:
        structure: What it is assembled from.
        width: Number of lanes.
        entry: ``entry(par, mem, ints, ..., first, stop, count, task, thread)``.
        path: File with its source; in angle brackets if it is in memory only.
    """

    structure: Structure
    width: int
    entry: Callable[..., None]
    path: str


def program(structure: Structure, width: int) -> Program:
    """The step of a structure: from memory, from disk, or newly assembled."""
    key, keeps = _key(structure, width)
    with _lock:
        found = _programs.get((key, width))
        if found is None:
            found = _programs[key, width] = _made(structure, width, key, keeps)
        return found


def _key(structure: Structure, width: int) -> tuple[str, bool]:
    """A key that identifies the step, and whether its compiled code may be kept on disk."""
    digest, keeps = hashlib.sha256(), True
    for source in _SOURCES:
        digest.update(source.read_bytes())
    kinds = (structure.displacements, structure.hull_forces, structure.slamming, structure.current_table)
    digest.update(repr((kinds, structure.airy, structure.gerstner, structure.integrator, width)).encode())
    for law in structure.laws:
        digest.update(repr((law.kind, law.parameters, law.choices, law.states, law.users)).encode())
        for function in law.kernels.given().values():
            if law.users:
                print_, whole = fingerprint(function)
                digest.update(print_)
                keeps = keeps and whole
            else:
                digest.update(f"{function.__module__}.{function.__name__}".encode())
    for law in structure.controls:
        digest.update(repr((law.kind, law.role, law.parameters, law.choices, law.states, law.set_points)).encode())
        digest.update(f"{law.output} {law.function.__module__}.{law.function.__name__}".encode())
        if law.users:
            print_, whole = fingerprint(law.function)
            digest.update(print_)
            keeps = keeps and whole
    return digest.hexdigest(), keeps


def _made(structure: Structure, width: int, key: str, keeps: bool) -> Program:
    folder = _jit.kept_folder() if keeps else None
    functions = dict[str, Any]()
    by_lane = set[str]()
    for law in structure.laws:
        own = law.kernels.given()
        for name, kernel in own.items():
            functions[f"{law.kind}_{name}"] = adopted(kernel) if law.users else kernel
        if width > 1:
            branching = law.by_lane if not law.users else () if fits_lanes(law, structure, width) else own
            by_lane |= {f"{law.kind}_{name}" for name in branching}
    for law in structure.controls:
        functions[f"{law.kind}_function"] = adopted(law.function) if law.users else law.function
    text = _source(structure, width, by_lane)
    constants = [getattr(at, name) for name in at.__all__]
    key = hashlib.sha256(f"{key} {constants} {text}".encode()).hexdigest()[:16]
    path = f"<step {key}>" if folder is None else str(folder / f"step_{key}.py")
    if folder is not None:
        try:
            _jit.write_whole(Path(path), text.encode())
        except OSError:
            folder, path = None, f"<step {key}>"
    module = types.ModuleType(f"seaway_step_{key}")
    sys.modules[module.__name__] = module  # numba looks it up when it loads compiled code
    for name, function in functions.items():
        setattr(module, f"{name}_one" if name in by_lane else name, function)
    if folder is None:  # so that tracebacks show its lines
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102 - written above
    entry = _jit.compiled(module.__dict__["entry"], keep=folder, key=key)
    return Program(structure, width, entry if _jit.PLAIN else _Announced(entry, structure, width), path)


class _Announced:
    """An entry that logs when it is compiled, at its first call."""

    def __init__(self, entry: Any, structure: Structure, width: int):
        self._entry, self._structure, self._width = entry, structure, width
        self._lock = threading.Lock()
        self._compiled = False

    def __call__(self, *arguments: Any) -> None:
        if self._compiled:
            self._entry(*arguments)
            return
        with self._lock:
            if not self._compiled:
                self._first(arguments)
                self._compiled = True
        self._entry(*arguments)

    def _first(self, arguments: tuple[Any, ...]) -> None:
        """Load the step from disk, or compile it and log that."""
        kinds = tuple(_jit.numba.typeof(argument) for argument in arguments)
        start = time.monotonic()
        logged, count = 0.0, 0

        def began() -> None:
            runs = "" if self._width == 1 else f", {self._width} runs at a time"
            _log.warning("Compiling a step for this simulation, once%s: %s", runs, self._structure.words)

        def one_more() -> None:
            nonlocal logged, count
            count += 1
            passed = time.monotonic() - start
            if passed - logged > _PATIENCE:
                logged = passed
                _log.warning("... still compiling: %d functions in %.0f s", count, passed)

        with _jit.watched_compilation(one_more, began):
            self._entry.compile(kinds)
        if count:
            place = getattr(self._entry._cache, "cache_path", None) or "memory, for this process"
            _log.warning("Compiled in %.1f s; kept in %s", time.monotonic() - start, place)


# The source


def _source(structure: Structure, width: int, by_lane: set[str]) -> str:
    import jinja2  # not with every import of the engine

    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)  # noqa: S701
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    airy, gerstner = ("waves" if there else "None" for there in (structure.airy, structure.gerstner))
    layouts = {f"{name}_of": parameter_layout(part)[0] for name, part in _PARTS.items()}
    for law in structure.laws:
        layouts |= {f"{law.kind}_of": parameter_layout(law)[0], f"{law.kind}_states": state_layout(law)}
    for law in structure.controls:
        layouts |= {f"{law.kind}_of": parameter_layout(law)[0], f"{law.kind}_states": control_layout(law)}
    return template.render(
        s=structure,
        width=width,
        laws=[types.SimpleNamespace(**_described(n, law, by_lane)) for n, law in enumerate(structure.laws)],
        controls=[types.SimpleNamespace(**_staged(n, law)) for n, law in enumerate(structure.controls)],
        layouts=layouts,
        lying=list(_lying(structure, airy, gerstner).items()),
        extra=_extra(structure),
        airy=airy,
        own_forces=any(law.users for law in structure.laws),
        gerstner=gerstner,
        zeros=_zeros,
        place=_place,
    )


def _zeros(count: int) -> str:
    return f"({'zero, ' * count})"


def _place(force: str) -> str:
    return f"at.FORCES + {6 * FORCES.index(force)}"


_PARTS: Final = {"body": BODY, "external": EXTERNAL, "sea": SEA}


def _extra(structure: Structure) -> str:
    """Arrays that only some steps take."""
    given = ["waves"] * structure.waves
    if structure.hull:
        given += ["hulls", "water", "vertices", "faces", "corners", "swept", "rooms"]
    return "".join(f", {name}" for name in given)


def _lying(structure: Structure, airy: str, gerstner: str) -> dict[str, Any]:
    """Calls that find how a vehicle lies in the water, each with a test for its displacements."""
    hull = f"own_hull, own_rooms, own_water, body, sea, field, {airy}, {gerstner}, block"
    calls = {
        "stiff": "lying_stiff(body, sea, field, t, p, R_WB, R_BW)",
        "hull": f"lying_hull({hull}, t, p, R_WB, R_BW)",
    }
    boxes, cylinders = ("True" if name in structure.displacements else "None" for name in ("box", "cylinder"))
    found = dict[str, list[str]]()
    for name in structure.displacements:
        call = calls.get(name, f"lying_shape(body, {boxes}, {cylinders}, sea, field, t, p, R_WB, R_BW)")
        found.setdefault(call, []).append(name)
    tests = {
        call: " or ".join(f"body.extent == {DISPLACEMENTS.index(name)}" for name in names)
        for call, names in found.items()
    }
    return {call: types.SimpleNamespace(test=tests[call], words=", ".join(names)) for call, names in found.items()}


def _described(index: int, law: Law, by_lane: set[str]) -> dict[str, Any]:
    """A law, as the template reads it."""
    _, floats, integers = parameter_layout(law)
    inputs, own = law.count(Input), law.kernels.given()
    return {
        "index": index,
        "kind": law.kind,
        "title": law.kind.replace("_", " "),
        "floats": floats,
        "integers": integers,
        "integrated": law.count(Integrated),
        "kept": law.count(Held) + law.count(Prepared),
        "inputs": inputs,
        "given": "command[n]" if inputs == 1 else f"({', '.join(f'command[n + {k}]' for k in range(inputs))})",
        "functions": [_function(law, name, own[name], by_lane) for name in own],
        "rates": list(_stored(law, (Integrated,), "change", "rate", "k")),
        "update": list(_stored(law, (Held,), "new", "held", "j")) if "update" in own else [],
        "prepare": list(_stored(law, (Prepared,), "new", "held", f"j + {law.count(Held)}")) if "prepare" in own else [],
        "steady": [
            *_stored(law, (Integrated,), "rest", "value", "k"),
            *_stored(law, (Held,), "rest", "held", "j", len(law.of(Integrated))),
        ]
        if "steady" in own
        else [],
        "output": "output" in own,
    }


def _staged(index: int, law: ControlLaw) -> dict[str, Any]:
    """A stage of a control loop, as the template reads it."""
    _, floats, integers = parameter_layout(law)
    stored, place = list[str](), 0
    for n, state in enumerate(law.states):
        for k in range(state.size):
            stored.append(f"one_lane(kept, i)[{place + k}] = new[{n}]" + ("" if state.size == 1 else f"[{k}]"))
        place += state.size
    ours = [name for name in law.set_points if name in SET_POINTS]
    return {
        "index": index,
        "kind": law.kind,
        "title": law.kind.replace("_", " "),
        "role": law.role,
        "output": law.output,
        "floats": floats,
        "integers": integers,
        "state_count": law.state_count,
        "scheduled": [(name, SET_POINTS.index(name)) for name in ours],
        "given": (*law.set_points, "missing"),
        "values": [
            f"own[at.SET_POINTS + {SET_POINTS.index(name)}]"
            if name in ours
            else f"over_time(p.{name}_times, p.{name}_values, p.{name}_steps, around.time)"
            for name in law.set_points
        ],
        "stored": stored,
        "origin": f"{law.function.__module__}.{law.function.__name__}",
    }


def _function(law: Law, name: str, kernel: Any, by_lane: set[str]) -> dict[str, Any]:
    return {
        "name": name,
        "origin": f"{kernel.__module__}.{kernel.__name__}",
        "by_lane": f"{law.kind}_{name}" in by_lane,
        "arguments": ARGUMENTS[name],
        "pattern": _pattern(law, name),
    }


def _pattern(law: Law, function: str) -> str:
    """What a function returns, with zeros."""

    def states(*kinds: type) -> str:
        each = ["zero" if state.size == 1 else _zeros(state.size) for kind in kinds for state in law.of(kind)]
        return f"({''.join(f'{one}, ' for one in each)})"

    if function == "wrench":
        return f"({_zeros(6)}, {states(Integrated)})" if law.count(Integrated) else _zeros(6)
    if function == "output":
        return "zero"
    return states(*RETURNED[function])


def _stored(law: Law, kinds: tuple[type, ...], found: str, target: str, start: str, index: int = 0) -> Iterator[str]:
    """Lines that write the states that a function returns."""
    place = 0
    for kind in kinds:
        for state in law.of(kind):
            for k in range(state.size):
                item = f"{found}[{index}]" if state.size == 1 else f"{found}[{index}][{k}]"
                yield f"{target}[{start} + {place}] = {item}"
                place += 1
            index += 1

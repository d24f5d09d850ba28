"""Compiled steps: assembled for a structure, compiled once, cached in memory and on disk."""

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

from seaway import _jit, controllers, forces
from seaway.controllers import SET_POINTS, ControlLaw
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
from seaway.engine._users import adopted, check, fingerprint, fits_lanes
from seaway.forces import ARGUMENTS, FORCES, RETURNED, Held, Input, Integrated, Law, Prepared

__all__ = ["Program", "program"]

_TEMPLATE: Final = Path(__file__).with_name("step.jinja")
# Time between messages while a step is compiled [s].
_PATIENCE: Final = 5.0

# Dependencies of a step apart from the kernels, whose hash names the cache folder.
_SOURCES: Final = (
    *(Path(__file__).with_name(f"_{name}.py") for name in ("places", "program", "structure", "users")),
    Path(controllers.__file__),
    Path(forces.__file__),
    _TEMPLATE,
)
_CHECKSUM: Final = "# Checksum: "

_log = logging.getLogger("seaway")
_programs: dict[tuple[str, int], "Program"] = {}
_lock = threading.Lock()


@dataclass(eq=False)
class Program:
    """A compiled step.

    Attributes:
        structure: Structure from which it is assembled.
        width: Number of lanes.
        entry: ``entry(par, mem, ints, outs, ..., first, stop, count, task, thread)``; compiled at its first call.
        path: Path of its source; in angle brackets if it is in memory only.
    """

    structure: Structure
    width: int
    entry: Callable[..., None]
    path: str


def program(structure: Structure, width: int) -> Program:
    """Get the step of a structure: from memory, from disk, or newly assembled.

    Raises:
        ModelError: A function of a user-defined force does not compile, or returns a wrong type.
    """
    key, keeps = _key(structure, width)
    with _lock:
        found = _programs.get((key, width))
        if found is None:
            found = _programs[key, width] = _made(structure, width, key, keeps)
        return found


def _key(structure: Structure, width: int) -> tuple[str, bool]:
    """Key that identifies the step, and whether its compiled code may be cached on disk."""
    digest, keeps = hashlib.sha256(), True
    for source in _SOURCES:
        digest.update(source.read_bytes())
    kinds = (structure.displacements, structure.hull_forces, structure.slamming, structure.current_table)
    waves = structure.airy, structure.gerstner, structure.sheared
    digest.update(repr((kinds, waves, structure.integrator, width)).encode())
    for law in structure.laws:
        described = law.kind, law.parameters, law.choices, law.states, law.force, law.users, law.by_lane
        digest.update(repr(described).encode())
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
    return digest.hexdigest()[:16], keeps


def _made(structure: Structure, width: int, key: str, keeps: bool) -> Program:
    folder = _jit.kept_folder() if keeps else None
    path = f"<step {key}>" if folder is None else str(folder / f"step_{key}.py")
    text = None if folder is None else _kept(Path(path))
    if text is None:
        text = _source(structure, width)
        if folder is not None:
            try:
                _jit.write_whole(Path(path), f"{text}{_CHECKSUM}{_digest(text)}\n".encode())
            except OSError:
                folder, path = None, f"<step {key}>"
    module = types.ModuleType(f"seaway_step_{key}")
    sys.modules[module.__name__] = module  # numba looks it up when it loads compiled code
    for law in structure.laws:
        for name, kernel in law.kernels.given().items():
            function = adopted(kernel) if law.users else kernel
            setattr(module, f"{law.kind}_{name}", function)
            setattr(module, f"{law.kind}_{name}_one", function)
    for law in structure.controls:
        setattr(module, f"{law.kind}_function", adopted(law.function) if law.users else law.function)
    if folder is None:  # so that tracebacks show its lines
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102 - written above
    made = Program(structure, width, module.__dict__["entry"], path)
    if not _jit.PLAIN:
        made.entry = _Uncompiled(made, _jit.compiled(made.entry, keep=folder, key=key, no_cfunc_wrapper=True))
    return made


def _kept(path: Path) -> str | None:
    """Cached source of a step; None if it is missing or was changed."""
    try:
        text, _, checksum = path.read_text(encoding="utf-8").rpartition(_CHECKSUM)
    except (OSError, ValueError):
        return None
    return text if checksum.strip() == _digest(text) else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class _Uncompiled:
    """Entry of a program until its first call, which loads it from disk, or compiles it and logs this."""

    def __init__(self, of: Program, dispatcher: Any):
        self._program, self._dispatcher = of, dispatcher
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any) -> None:
        with self._lock:
            if self._program.entry is self:
                kinds = tuple(_jit.type_of(argument) for argument in arguments)
                self._compile(kinds)
                # Called directly, since a dispatcher checks the type of every argument first.
                self._program.entry = self._dispatcher.overloads[kinds].entry_point
        self._program.entry(*arguments)

    def _compile(self, kinds: tuple[Any, ...]) -> None:
        start = time.monotonic()
        logged, count = 0.0, 0

        def began() -> None:
            width, words = self._program.width, self._program.structure.words
            runs = "" if width == 1 else f", {width} runs at a time"
            _log.warning("Compiling a step for this simulation, once%s: %s", runs, words)

        def one_more() -> None:
            nonlocal logged, count
            count += 1
            passed = time.monotonic() - start
            if passed - logged > _PATIENCE:
                logged = passed
                _log.warning("... still compiling: %d functions in %.0f s", count, passed)

        with _jit.watched_compilation(one_more, began), _jit.without_collection():
            self._dispatcher.compile(kinds)
        if count:
            place = getattr(self._dispatcher._cache, "cache_path", None) or "memory, for this process"
            _log.warning("Compiled in %.1f s; cached in %s", time.monotonic() - start, place)


# The source


def _source(structure: Structure, width: int) -> str:
    """Assemble the source of a step; user-defined functions are checked first."""
    import jinja2  # only needed if the step is not cached

    by_lane = set[str]()
    for law in structure.laws:
        if law.users:
            check(law, structure)
        if width > 1:
            own = law.kernels.given()
            branching = law.by_lane if not law.users else () if fits_lanes(law, structure, width) else own
            by_lane |= {f"{law.kind}_{name}" for name in branching}
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
        by_actuators=any(law.output == "actuators" for law in structure.controls),
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
    return "(zero,)" if count == 1 else f"({', '.join(['zero'] * count)})"


def _place(force: str) -> str:
    return f"at.FORCES + {6 * FORCES.index(force)}"


_PARTS: Final = {"body": BODY, "external": EXTERNAL, "sea": SEA}


def _extra(structure: Structure) -> str:
    """Arrays that only some steps take."""
    given = ["waves", "now"] * structure.waves + ["carried"] * structure.sheared
    if structure.hull:
        given += ["hulls", "water", "vertices", "faces", "corners", "swept", "rooms"]
    return "".join(f", {name}" for name in given)


def _lying(structure: Structure, airy: str, gerstner: str) -> dict[str, Any]:
    """Calls that compute how a vehicle lies in the water, each with a test for its kinds of displacement."""
    hull = f"own_hull, own_rooms, own_water, body, sea, field, {airy}, {gerstner}, block"
    calls = {
        "stiff": "lying_stiff(body, sea, field, p, R_WB, R_BW, nu)",
        "hull": f"lying_hull({hull}, t, p, R_WB, R_BW, nu)",
    }
    boxes, cylinders = ("True" if name in structure.displacements else "None" for name in ("box", "cylinder"))
    found = dict[str, list[str]]()
    for name in structure.displacements:
        call = calls.get(name, f"lying_shape(body, {boxes}, {cylinders}, sea, field, p, R_WB, R_BW, nu)")
        found.setdefault(call, []).append(name)
    tests = {
        call: " or ".join(f"body.extent == {DISPLACEMENTS.index(name)}" for name in names)
        for call, names in found.items()
    }
    return {call: types.SimpleNamespace(test=tests[call], words=", ".join(names)) for call, names in found.items()}


def _described(index: int, law: Law, by_lane: set[str]) -> dict[str, Any]:
    """Description of a kind of force for the template."""
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
        "prepare": list(_stored(law, (Prepared,), "new", "held", "j", place=law.count(Held)))
        if "prepare" in own
        else [],
        "steady": [
            *_stored(law, (Integrated,), "rest", "value", "k"),
            *_stored(law, (Held,), "rest", "held", "j", len(law.of(Integrated))),
        ]
        if "steady" in own
        else [],
        "output": "output" in own,
    }


def _staged(index: int, law: ControlLaw) -> dict[str, Any]:
    """Description of a stage of a control loop for the template."""
    _, floats, integers = parameter_layout(law)
    stored, place = list[str](), 0
    flat = law.role in ("filter", "guidance")  # their states come one by one, also those of several numbers
    for n, state in enumerate(law.states):
        for k in range(state.size):
            found = f"new[{place + k}]" if flat else f"new[{n}]" + ("" if state.size == 1 else f"[{k}]")
            stored.append(f"one_lane(kept, i)[{place + k}] = {found}")
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
        "memory_count": law.memory_count,
        "scheduled": [(name, SET_POINTS.index(name)) for name in ours],
        "given": (*law.set_points, "missing"),
        "own_set_points": [(name, law.state_count + k) for k, name in enumerate(law.own_set_points)],
        "values": [
            f"own[at.SET_POINTS + {SET_POINTS.index(name)}]"
            if name in ours
            else f"one_lane(kept, i)[{law.state_count + law.own_set_points.index(name)}]"
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
    """Return value of a function with all numbers 0."""

    def states(*kinds: type) -> str:
        each = ["zero" if state.size == 1 else _zeros(state.size) for kind in kinds for state in law.of(kind)]
        return f"({''.join(f'{one}, ' for one in each)})"

    if function == "wrench":
        return f"({_zeros(6)}, {states(Integrated)})" if law.count(Integrated) else _zeros(6)
    if function == "output":
        return "zero"
    return states(*RETURNED[function])


def _stored(
    law: Law, kinds: tuple[type, ...], found: str, target: str, start: str, index: int = 0, place: int = 0
) -> Iterator[str]:
    """Lines that write the states that a function returns."""
    for kind in kinds:
        for state in law.of(kind):
            for k in range(state.size):
                item = f"{found}[{index}]" if state.size == 1 else f"{found}[{index}][{k}]"
                yield f"{target}[{start}{f' + {place}' if place else ''}] = {item}"
                place += 1
            index += 1

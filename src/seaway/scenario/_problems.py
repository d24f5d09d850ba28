"""What is wrong in a scenario file: where, which rule, the value, and what to do; all of it, not the first alone."""

import difflib
import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType, UnionType
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from seaway._toml import Key, TomlFile
from seaway.errors import Finding, ScenarioError, SdfError, SeawayError

__all__ = ["MOST", "Attempt", "PartError", "Places", "Problems", "part"]

MOST: Final = 20
"""So many problems are told at once; more are likely the same one."""

# Endings by which people say a unit, and that no key has.
_UNITS: Final = re.compile(
    r"_(m|km|mm|cm|ft|s|sec|seconds|ms|min|hz|kg|g|t|n|kn|nm|mps|m_s|knots|kts|rad|radians|degrees)$", re.IGNORECASE
)


# Words for what has another one here.
_OTHER_WORDS: Final = {
    "heading": "yaw_deg",
    "heading_deg": "yaw_deg",
    "dt": "time_step",
    "step": "time_step",
    "thrusters": "thruster",
    "fins": "fin",
    "areas": "area",
    "vehicles": "vehicle",
    "controls": "control",
    "controller": "control",
    "Hs": "significant_height",
    "hs": "significant_height",
    "Tp": "peak_period",
    "tp": "peak_period",
    "spectrum": "kind",
    "current": "velocity",
    "mass": "inertia",
    "rpy": "attitude_deg",
    "orientation": "attitude_deg",
    "pose": "position",
}


class Places:
    """Where the values of a scenario came from: a line of a file, or an option of the command line.

    Args:
        file: The file.
        set_by: Options by the key that they set.
    """

    def __init__(self, file: TomlFile, set_by: Mapping[Key, str]):
        self.file = file
        self.set_by = dict(set_by)

    def of(self, key: Key) -> tuple[str | Path | None, int | None]:
        """File and line of a key; for one that was set from outside, the option."""
        raw = self.raw(key)
        for end in range(len(raw), 0, -1):
            if raw[:end] in self.set_by:
                return self.set_by[raw[:end]], None
        return self.file.path, self.file.line(raw)

    def raw(self, key: Key) -> Key:
        """The key as the file has it, where a table that stands alone has no number."""
        found: list[str | int] = []
        value: Any = self.file.data
        for part in key:
            if isinstance(part, int) and not isinstance(value, list):
                continue
            found.append(part)
            value = _entry(value, part)
        return tuple(found)

    def text(self, key: Key) -> str:
        """A key for a message: ``vehicle[1].position``, where there is more than one vehicle."""
        shown: list[str | int] = []
        value: Any = self.file.data
        for part in self.raw(key):
            alone = isinstance(value, list) and len(cast("list[Any]", value)) == 1
            value = _entry(value, part)
            if not (alone and isinstance(value, dict)):
                shown.append(part)
        return _key_text(tuple(shown))


class Problems:
    """Findings so far.

    Args:
        places: Where values stand.
    """

    def __init__(self, places: Places):
        self.places = places
        self.findings: list[Finding] = []

    def add(self, key: Key, rule: str, message: str, severity: Literal["error", "warning"] = "error") -> None:
        """Note a problem of a key."""
        path, line = self.places.of(key)
        self.findings.append(Finding(severity, path, line, rule, message))

    @property
    def errors(self) -> list[Finding]:
        """What forbids a run."""
        return [finding for finding in self.findings if finding.severity == "error"]

    def at(self, key: Key, rule: str = "refused") -> "Attempt":
        """What the library refuses within is a problem of this key; what follows is done all the same."""
        return Attempt(self, key, rule)

    def stop(self) -> None:
        """Go no further where there are errors.

        Raises:
            ScenarioError: With all of them.
        """
        if self.errors:
            raise ScenarioError(findings=self.errors[:MOST])

    def add_invalid(self, model: type[BaseModel], error: ValidationError) -> None:
        """Note what the tables of a file break."""
        for each in error.errors(include_url=False):
            key = tuple(part for part in each["loc"] if part != "[key]")  # pydantic's mark of a name that is wrong
            rule, message = _explained(model, key, each, self.places.text(key))
            self.add((*key, *each.get("ctx", {}).get("place", ())), rule, message)
        self.findings.sort(key=lambda finding: (str(finding.path), finding.line or 0))


class PartError(Exception):
    """What the library refuses of a part of a table.

    Args:
        key: Of the part, within the table.
        cause: What was refused.
    """

    def __init__(self, key: Key, cause: SeawayError):
        self.key, self.cause = key, cause
        super().__init__(str(cause))


@contextmanager
def part(*key: str | int) -> Generator[None]:
    """What the library refuses within is a problem of this part.

    Raises:
        PartError: With the key of the part.
    """
    try:
        yield
    except PartError as error:
        raise PartError((*key, *error.key), error.cause) from None
    except SeawayError as error:
        raise PartError(key, error) from None


class Attempt:
    """A block in which what the library refuses is noted, and not raised."""

    def __init__(self, problems: Problems, key: Key, rule: str):
        self.problems, self.key, self.rule = problems, key, rule

    def __enter__(self) -> "Attempt":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        problems, key = self.problems, self.key
        if isinstance(error, PartError):
            key, error = (*key, *error.key), error.cause
        if isinstance(error, SdfError) and error.path is not None:
            problems.findings.append(Finding("error", error.path, error.line, self.rule, error.message))
        elif isinstance(error, ScenarioError) and error.findings:
            problems.findings.extend(error.findings)
        elif isinstance(error, SeawayError):
            text = error.message if isinstance(error, SdfError) else str(error)
            problems.add(key, self.rule, f"{problems.places.text(key)}: {text}")
        return isinstance(error, SeawayError)


def _key_text(key: Key) -> str:
    """A key as it is written: ``sea.waves.kind``, ``vehicle[1].position``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in key)
    return text.lstrip(".")


def _item_model(field: FieldInfo) -> type[BaseModel] | None:
    """The table that a key holds, one or a list of them; None where it holds something else."""
    return next(iter(_models(field.annotation)), None)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if get_origin(annotation) in (list, Union, UnionType, Annotated):
        for part in get_args(annotation):
            yield from _models(part)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation


def _entry(value: Any, part: str | int) -> Any:
    if isinstance(value, dict):
        return cast("dict[Any, Any]", value).get(part)
    if isinstance(value, list) and isinstance(part, int) and part < len(cast("list[Any]", value)):
        return cast("list[Any]", value)[part]
    return None


def _field(model: type[BaseModel], key: Key) -> tuple[type[BaseModel], FieldInfo | None]:
    """The table that has a key, and what is said of the key there; None where it is no key of it."""
    table, field = model, None
    for number, part in enumerate(key):
        if isinstance(part, int):
            continue
        field = table.model_fields.get(part)
        if field is None:
            return table, None
        inner = _item_model(field)
        if inner is None or not any(isinstance(rest, str) for rest in key[number + 1 :]):
            return table, field
        table = inner
    return table, field


def _explained(model: type[BaseModel], key: Key, error: Any, name: str) -> tuple[str, str]:
    """The rule, and a message."""
    kind, value, limits = str(error["type"]), error["input"], cast("dict[str, Any]", error.get("ctx") or {})
    table, field = _field(model, key)
    if kind == "extra_forbidden":
        return "unknown-key", _unknown(table, str(key[-1]), name)
    description = "" if field is None or field.description is None else field.description
    got = f"got {_shown(value)}"
    unit = re.search(r" ?\[[^\]]+\]", description)
    of_unit = "" if unit is None else f" {unit[0].strip()}"
    match kind:
        case "missing":
            return "missing-key", f"{name} is missing: {_lowered(description)}"
        case "float_type" | "float_parsing":
            return "wrong-type", f"{name} must be a number{of_unit}, {got}{_bare(value)}"
        case "int_type" | "int_from_float" | "int_parsing" | "int_parsing_size":
            return "wrong-type", f"{name} must be a whole number, {got}"
        case "bool_type":
            return "wrong-type", f"{name} must be true or false, {got}"
        case "string_type":
            return "wrong-type", f"{name} must be a text in quotes, {got}"
        case "dict_type" | "model_type" | "model_attributes_type":
            return "wrong-type", f"{name} must be a table, as under [{_plain(key)}], {got}"
        case "list_type":
            return "wrong-type", f"{name} must be a list, {got}"
        case "finite_number":
            return "not-finite", f"{name} must be finite{of_unit}, {got}"
        case "greater_than":
            return "out-of-range", f"{name} must be > {limits['gt']:g}{of_unit}, {got}"
        case "greater_than_equal":
            return "out-of-range", f"{name} must be >= {limits['ge']:g}{of_unit}, {got}"
        case "less_than":
            return "out-of-range", f"{name} must be < {_limit(limits['lt'])}{of_unit}, {got}"
        case "less_than_equal":
            return "out-of-range", f"{name} must be <= {_limit(limits['le'])}{of_unit}, {got}"
        case "literal_error":
            return "unknown-word", _choice(name, field, value)
        case "string_too_short":
            return "wrong-type", f"{name} must not be empty"
        case "too_short":
            return "wrong-type", f"{name} must have at least {limits['min_length']} entry, got none"
        case "too_long":
            return (
                "wrong-type",
                f"{name} may have at most {limits['max_length']} entries, got {limits['actual_length']}",
            )
        case "finite":
            return "not-finite", f"{name} {error['msg']}"
        case "surface":
            return "wrong-type", f"{name} {error['msg']}"
        case "shape":
            return "wrong-shape", f"{name} {error['msg']}. It is: {_lowered(description)}"
        case _:
            return kind.replace("_", "-"), f"{name}: {error['msg']}, {got}"


def _limit(value: float) -> str:
    return f"{value:g}" if value < 1e6 else str(value)


def _unknown(table: type[BaseModel], key: str, name: str) -> str:
    keys = list(table.model_fields)
    message = f"{name} is not a key here"
    if f"{key}_deg" in keys:
        return f"{message}; did you mean {key}_deg? Angles are in degrees here"
    other = _OTHER_WORDS.get(key)
    if other in keys:
        return f"{message}; did you mean {other}? It is: {_lowered(table.model_fields[other].description or '')}"
    plain = _UNITS.sub("", key)
    for candidate in (plain, f"{plain}_deg"):
        if plain != key and candidate in keys:
            description = table.model_fields[candidate].description or ""
            unit = re.search(r"\[[^\]]+\]", description)
            return f"{message}; did you mean {candidate}?" + (f" It is in {unit[0]}" if unit else "")
    near = difflib.get_close_matches(key, keys, n=1, cutoff=0.6)
    if near:
        return f"{message}; did you mean {near[0]}?"
    return f"{message}; there are: {', '.join(keys)}"


def _choice(name: str, field: FieldInfo | None, value: Any) -> str:
    options = [] if field is None else list(_options(field.annotation))
    near = difflib.get_close_matches(str(value), options, n=1, cutoff=0.5)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"{name} must be one of {', '.join(options)}, got {_shown(value)}{hint}"


def _options(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (str(option) for option in get_args(annotation))
    else:
        for part in get_args(annotation):
            yield from _options(part)


def _plain(key: Key) -> str:
    return ".".join(part for part in key if isinstance(part, str))


def _lowered(text: str) -> str:
    sentence = text.rstrip(".")
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence


def _bare(value: Any) -> str:
    """A hint where a number was written as a text."""
    try:
        return f"; write {float(value):g} without quotes" if isinstance(value, str) else ""
    except ValueError:
        return ""


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

"""What differs between the scenarios of runs, key by key."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from seaway._toml import parsed
from seaway.errors import ScenarioError
from seaway.report._pages import entries, shortened, table
from seaway.report._run_report import scenario_text
from seaway.scenario._overrides import apply_overrides

# Entries of a manifest that describe how a run was made, and the scenario key of each.
_MADE: Final = {
    "duration": "simulation.duration",
    "time_step": "simulation.time_step",
    "integrator": "simulation.integrator",
    "seed": "simulation.seed",
    "record_period": "record.period",
    "batch": "run.batch",
}
_MOST: Final = 500
_LONGEST: Final = 120


class Difference(NamedTuple):
    """A key whose value is not the same in all runs.

    Attributes:
        key: Dotted, such as ``sea.waves.significant_height``.
        values: Of each run; None where it has none.
    """

    key: str
    values: tuple[Any, ...]

    @property
    def words(self) -> list[str]:
        """The values as a scenario would have them."""
        return ["–" if value is None else shortened(_text(value), _LONGEST) for value in self.values]


def scenario_differences(runs: Sequence[tuple[Path, dict[str, Any]]]) -> list[Difference]:
    """Compare what runs were made from.

    Args:
        runs: Run folder and manifest of each. Runs from scenarios are compared by their keys, overrides included; if
            one was made in Python, by vehicles and sea.
    """
    scenarios = [_scenario(*each) for each in runs]
    flat: list[dict[str, Any]] = []
    for (_, manifest), scenario in zip(runs, scenarios, strict=True):
        own: Mapping[str, Any] = {"vehicles": manifest.get("vehicles"), "sea": _without_spectrum(manifest)}
        whole = scenario if scenario is not None and None not in scenarios else own
        made = {key: manifest[name] for name, key in _MADE.items() if name in manifest}
        flat.append({**_flat(whole), **made, **_flat({"versions": table(manifest.get("versions"))})})
    keys = dict.fromkeys(key for each in flat for key in each)
    found = [Difference(key, tuple(each.get(key) for each in flat)) for key in keys]
    return [each for each in found if any(value != each.values[0] for value in each.values)][:_MOST]


def _scenario(where: Path, manifest: dict[str, Any]) -> dict[str, Any] | None:
    """The values of a scenario, with those set from outside; None if there is none."""
    text = scenario_text(manifest, where)
    if not text:
        return None
    try:
        data = parsed(text).data
        apply_overrides(data, [str(each) for each in entries(table(manifest.get("scenario")).get("overrides"))])
    except (ScenarioError, tomllib.TOMLDecodeError):
        return None
    return data


def _without_spectrum(manifest: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table(manifest.get("sea")).items() if key != "spectrum"}


def _flat(value: object, prefix: str = "") -> dict[str, Any]:
    """Values by dotted keys; entries of a list of tables by their name or number."""
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        parts = [_flat(each, f"{prefix}.{key}" if prefix else str(key)) for key, each in items]
        return {key: each for part in parts for key, each in part.items()}
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in cast("list[Any]", value)):
        found: dict[str, Any] = {}
        for number, each in enumerate(cast("list[dict[str, Any]]", value)):
            found |= _flat(each, f"{prefix}.{number}" if len(cast("list[Any]", value)) > 1 else prefix)
        return found
    return {prefix: value}


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)

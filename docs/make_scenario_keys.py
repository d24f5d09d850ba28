"""Write the tables of keys in the page on scenarios, from the schema of scenario files.

python docs/make_scenario_keys.py
"""

import re
from pathlib import Path
from typing import Any

from seaway import scenario

PAGE = Path(__file__).parent / "scenarios.md"
BEGIN, END = "% keys, by docs/make_scenario_keys.py: begin", "% keys: end"

# The tables in the order of the page, by the name that they have in the file.
TABLES = {
    "": None,
    "simulation": "SimulationTable",
    "sea": "SeaTable",
    "sea.waves": "WavesTable",
    "sea.current": "CurrentTable",
    "sea.wind": "WindTable",
    "vehicle": "VehicleTable",
    "vehicle.inertia": "InertiaTable",
    "vehicle.added_mass": "AddedMassTable",
    "vehicle.buoyancy": "BuoyancyTable",
    "vehicle.buoyancy.extent": "ExtentTable",
    "vehicle.buoyancy.extent.cylinder": "CylinderTable",
    "vehicle.hull": "HullTable",
    "vehicle.hull.friction": "FrictionTable",
    "vehicle.hull.pressure_drag": "PressureDragTable",
    "vehicle.hull.damping": "HullDampingTable",
    "vehicle.hull.slamming": "SlammingTable",
    "vehicle.stiffness": "StiffnessTable",
    "vehicle.damping": "DampingTable",
    "vehicle.thruster": "ThrusterTable",
    "vehicle.fin": "FinTable",
    "vehicle.area": "AreaTable",
    "vehicle.cross_flow": "CrossFlowTable",
    "vehicle.actuation": "ActuationTable",
    "vehicle.uwv": "UwvTable",
    "vehicle.override": "OverrideTable",
    "control": "ControlTable",
    "control.autopilot": "AutopilotTable",
    "control.autopilot.gains": "PidTable",
    "control.zigzag": "ZigZagTable",
    "record": "RecordTable",
}


def keys_text() -> str:
    """The tables, as Markdown."""
    schema = scenario.schema()
    missing = set(schema["$defs"]) - set(TABLES.values())
    if missing:
        raise SystemExit(f"these tables have no place on the page: {sorted(missing)}")
    return "\n".join(_section(name, schema if of is None else schema["$defs"][of]) for name, of in TABLES.items())


def written(page: str) -> str:
    """The page with its tables anew."""
    before, after = page[: page.index(BEGIN) + len(BEGIN)], page[page.index(END) :]
    return f"{before}\n\n{keys_text()}\n{after}"


def _section(name: str, table: dict[str, Any]) -> str:
    title = f"### [{name}]" if name else "### The whole file"
    needed, defs = table.get("required", []), scenario.schema()["$defs"]
    lines = [title, "", table["description"], "", "| key | value | |", "|---|---|---|"]
    for key, value in table["properties"].items():
        default = value.get("default")
        notes = "needed" if key in needed else "" if default is None or default == [] else f"default {_shown(default)}"
        target = defs[value["$ref"].rpartition("/")[2]] if "$ref" in value else {}
        text = {**target, **value}["description"].replace("|", "\\|")
        kind = _kind(value)
        lines.append(f"| `{key}` | {kind}{f'; {notes}' if notes else ''} | {text} |")
    return "\n".join([*lines, ""])


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) if value and isinstance(value[0], str) else f"`{value}`"
    return f"`{str(value).lower()}`" if isinstance(value, bool) else f"`{value}`"


def _kind(value: dict[str, Any]) -> str:
    """What a value is, in words."""
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(_kind(each) for each in value["anyOf"]))
    if "$ref" in value:
        return "table"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if "const" in value:
        return f"`{str(value['const']).lower()}`"
    match value.get("type"):
        case "array":
            inner = _kind(value["items"])
            count = value.get("minItems") if value.get("minItems") == value.get("maxItems") else None
            if inner == "table":
                return "tables"
            several = f"{inner}s" if inner in ("number", "text") else inner
            if count is None:
                return f"list of {several}"
            return f"{count} × {several}" if inner[0].isdigit() else f"{count} {several}"
        case "object":
            return f"by name: {_kind(value['additionalProperties'])}"
        case "string":
            return "text"
        case "boolean":
            return "true or false"
        case kind:
            return ("whole number" if kind == "integer" else "number") + _range(value)


def _range(value: dict[str, Any]) -> str:
    if "minimum" in value and "maximum" in value:
        return f" from {value['minimum']:g} to {value['maximum']:g}"
    signs = {"exclusiveMinimum": ">", "minimum": "≥", "exclusiveMaximum": "<", "maximum": "≤"}
    return "".join(f" {sign} {value[key]:g}" for key, sign in signs.items() if key in value and value[key] < 1e12)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{len(re.findall('^### ', keys_text(), re.MULTILINE))} tables in {PAGE}")

"""The JSON schema of scenario files, by which editors complete and check them."""

from typing import Any, Final

from seaway import parts

SCHEMA_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""Dialect of the schema."""

_ANNOTATIONS: Final[dict[str, Any]] = {
    "source": {"type": "string", "description": "Where the numbers come from."},
    "convention": {
        "enum": ["seaway", "fossen"],
        "description": "Notation: fossen for forward, right, down axes and derivatives negative when they dissipate.",
    },
}


def schema() -> dict[str, Any]:
    """The JSON schema of scenario files: every key with its description, unit, type and range."""
    from seaway.scenario._settings import ScenarioSettings, VehicleEntry
    from seaway.vehicle import Vehicle

    found = parts.table_schema(ScenarioSettings)
    # Keys that each table of a vehicle may have.
    for name in (VehicleEntry.__name__, *parts.table_schema(Vehicle)["$defs"]):
        for key, entry in _ANNOTATIONS.items():
            found["$defs"][name]["properties"].setdefault(key, entry)
    return {"$schema": SCHEMA_DIALECT, **found, "title": "Seaway scenario"}

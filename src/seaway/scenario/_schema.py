"""The JSON schema of scenario files, by which editors complete and check them."""

from typing import Any, Final

from seaway import parts

__all__ = ["SCHEMA_DIALECT", "schema"]

SCHEMA_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""Dialect of the schema."""


def schema() -> dict[str, Any]:
    """The JSON schema of scenario files: every key with its description, unit, type and range."""
    from seaway.scenario._settings import ScenarioSettings

    return {"$schema": SCHEMA_DIALECT, **parts.schema(ScenarioSettings), "title": "Seaway scenario"}

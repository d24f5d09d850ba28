"""The JSON schema of scenario files, by which editors complete and check them."""

from typing import Any, Final

__all__ = ["SCHEMA_DIALECT", "schema"]

SCHEMA_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""What the schema is written in."""


def schema() -> dict[str, Any]:
    """The JSON schema of scenario files: every key with its description, unit, type and range."""
    from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
    from pydantic_core import core_schema

    from seaway.scenario._models import ScenarioTable

    class Generator(GenerateJsonSchema):
        def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
            """TOML has no null: a key that may be left out is simply not there."""
            return self.generate_inner(schema["schema"])

        def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
            """A default of None is no value that a file could have."""
            inner = super().default_schema(schema)
            return {key: value for key, value in inner.items() if key != "default" or value is not None}

    body = ScenarioTable.model_json_schema(schema_generator=Generator)
    return {"$schema": SCHEMA_DIALECT, **body, "title": "Seaway scenario"}

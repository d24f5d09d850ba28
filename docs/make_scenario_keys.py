"""Write the tables of keys in the page on scenarios, from the parts that scenario files are read into.

python docs/make_scenario_keys.py
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seaway.library import LibraryVehicle
from seaway.parts import FORMS, Part, docs_table
from seaway.scenario._settings import ScenarioSettings, VehicleEntry
from seaway.vehicle import FluidAddedMass, RigidBody, Vehicle

PAGE = Path(__file__).parent / "scenarios.md"
# Between the name of a table and the key that tells of which kind it is.
WITH = "?"
BEGIN, END = "% keys, by docs/make_scenario_keys.py: begin", "% keys: end"


def keys_text() -> str:
    """The tables, as Markdown."""
    seen: set[type[Part]] = set()
    lines = [line for name, part in tables("", ScenarioSettings, seen) for line in section(name, part)]
    lines += ["## Keys of vehicle files", "", "A vehicle file has the keys of a vehicle at its top, and these.", ""]
    lines += [line for name, part in tables("", LibraryVehicle, seen) for line in section(name, part)]
    return "\n".join(lines)


def tables(name: str, part: type[Part], seen: set[type[Part]]) -> Iterator[tuple[str, type[Part]]]:
    """All tables of a file, each once, with its dotted key: a part, then the parts in its fields."""
    if part in seen:
        return
    seen.add(part)
    yield name, part
    inner = [part, *(Vehicle for _ in range(part is VehicleEntry))]
    for each in (*inner, *(FORMS[one] for one in inner if one in FORMS)):
        for field in each.__part__.fields.values():
            for key, kind in nested(field):
                above = name.split(WITH)[0]
                yield from tables(f"{above}{'' if key.startswith(WITH) else '.'}{key}".lstrip("."), kind, seen)


def nested(field: Any) -> Iterator[tuple[str, type[Part]]]:
    """Parts that a field holds, by key."""
    if field.name == "inertial":
        yield from (("inertia", RigidBody), ("added_mass", FluidAddedMass))
    elif field.name == "shape":
        kinds = (kind for kind in field.kinds if len(kind.__part__.fields) > 1)
        yield from ((f"shape.{kind.__part__.what}", kind) for kind in kinds)
    elif hasattr(field, "by_content"):
        yield from ((f"{WITH}{key}", kind) for key, kind in field.by_content.items())
    elif getattr(field, "by_key", None):
        yield from field.by_key.items()
    else:
        kinds = (kind for kind in getattr(field, "kinds", ()) if issubclass(kind, Part) and hasattr(kind, "__part__"))
        yield from ((field.table_keys[0], kind) for kind in kinds)
    if hasattr(field, "inner"):
        yield from ((f"{field.name}.NAME", kind) for _, kind in nested(field.inner))


def section(name: str, part: type[Part]) -> Iterator[str]:
    """A heading, what the table is, and its keys."""
    table, _, key = name.partition(WITH)
    title = f"[{table}]{f' with {key}' if key else ''}" if name else "The whole file"
    yield from (f"### {title}", "", (part.__doc__ or "").split("\n\n")[0].replace("\n", " "), "")
    yield from (rows_of(part), "")
    parts = [Vehicle] if part is VehicleEntry else []
    if part is VehicleEntry:
        yield from ("The keys of a vehicle that is described here:", "", rows_of(Vehicle), "")
    for form in [FORMS[each] for each in (part, *parts) if each in FORMS]:
        yield from ((form.__doc__ or "").split("\n")[0], "", docs_table(form), "")


def rows_of(part: type[Part]) -> str:
    """The table of keys, without a row for the keys of a vehicle, which have a table of their own."""
    described = [field for field in part.__part__.fields.values() if field.name in ("described", "vehicle")]
    skip = [docs_row(part, field.name) for field in described if "inertia" in field.table_keys]
    return "\n".join(row for row in docs_table(part).split("\n") if row not in skip)


def docs_row(part: type[Part], name: str) -> str:
    """The row of a field."""
    return docs_table(part).split("\n")[2 + list(part.__part__.fields).index(name)]


def written(page: str) -> str:
    """The page with its tables anew."""
    before, after = page[: page.index(BEGIN) + len(BEGIN)], page[page.index(END) :]
    return f"{before}\n\n{keys_text()}\n{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{keys_text().count(chr(10) + '### ')} tables in {PAGE}")

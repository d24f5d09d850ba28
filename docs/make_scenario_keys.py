"""Write the tables of keys in the page on scenarios, from the parts that scenario files are read into.

python docs/make_scenario_keys.py
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from seaway.library import LibraryVehicle
from seaway.parts import FORMS, Part, docs_table
from seaway.scenario._settings import ScenarioSettings
from seaway.shapes import Cylinder
from seaway.vehicle import FluidAddedMass, RigidBody, Vehicle

PAGE = Path(__file__).parent / "scenarios.md"
BEGIN, END = "% keys, by docs/make_scenario_keys.py: begin", "% keys: end"


def keys_text() -> str:
    """The tables, as Markdown."""
    seen = dict[type[Part], str]()
    sections = [section for name, part in tables("", ScenarioSettings) for section in _section(name, part, seen)]
    sections += ["## Vehicle files", "", VEHICLE_FILES]
    sections += [section for name, part in tables("", LibraryVehicle) for section in _section(name, part, seen)]
    return "\n".join(sections)


VEHICLE_FILES = """A vehicle file has the keys of a vehicle at its top, and these; none of them is needed.
"""


def tables(name: str, part: type[Part]) -> Iterator[tuple[str, type[Part]]]:
    """All tables of a file, each with its dotted key: a part, then the parts in its fields."""
    yield name, part
    for each in (part, *([FORMS[part]] if part in FORMS else [])):
        for field in each.__part__.fields.values():
            for key, kind in _nested(field):
                yield from tables(f"{name}.{key}".lstrip("."), kind)


def _nested(field: Any) -> Iterator[tuple[str, type[Part]]]:
    if type(field).__name__ in ("_Described", "Described"):  # the keys of a vehicle, in the same table
        yield from (
            pair for each in (Vehicle, FORMS[Vehicle]) for f in each.__part__.fields.values() for pair in _nested(f)
        )
    elif field.name == "inertial":
        yield from (("inertia", RigidBody), ("added_mass", FluidAddedMass))
    elif field.name == "shape":
        yield "shape.cylinder", Cylinder
    elif getattr(field, "by_key", None):
        yield from field.by_key.items()
    else:
        kinds = cast("tuple[type[Any], ...]", getattr(field, "kinds", ()))
        yield from ((field.table_keys[0], kind) for kind in kinds if issubclass(kind, Part))
    inner = getattr(field, "inner", None)
    if inner is not None:
        yield from ((f"{field.table_keys[0]}.NAME", kind) for _, kind in _nested(inner))


def _section(name: str, part: type[Part], seen: dict[type[Part], str]) -> Iterator[str]:
    """A heading, what the table is, and its keys; those of a table that was listed before only once."""
    if part in seen:
        return
    seen[part] = name
    title = f"### [{name}]" if name else "### The whole file"
    yield from (title, "", (part.__doc__ or "").split("\n\n")[0].replace("\n", " "), "")
    if part is LibraryVehicle:
        rows = docs_table(part).split("\n")
        yield "\n".join(row for row in rows if not row.startswith("| `name`"))
    else:
        yield _without(docs_table(part), part)
    yield ""
    if part in FORMS:
        yield from (f"{(FORMS[part].__doc__ or '').split(chr(10))[0]}", "", docs_table(FORMS[part]), "")
    if part.__name__ == "VehicleEntry":
        yield from ("The keys of a vehicle that is described here:", "", docs_table(Vehicle), "")
        yield from (f"{(FORMS[Vehicle].__doc__ or '').split(chr(10))[0]}", "", docs_table(FORMS[Vehicle]), "")


def _without(table: str, part: type[Part]) -> str:
    """A table of keys without those that are listed by themselves."""
    described = {f.name for f in part.__part__.fields.values() if type(f).__name__ == "_Described"}
    skip = [", ".join(f"`{key}`" for key in part.__part__.fields[name].table_keys) for name in described]
    return "\n".join(row for row in table.split("\n") if not any(row.startswith(f"| {keys} |") for keys in skip))


def written(page: str) -> str:
    """The page with its tables anew."""
    before, after = page[: page.index(BEGIN) + len(BEGIN)], page[page.index(END) :]
    return f"{before}\n\n{keys_text()}\n{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{keys_text().count(chr(10) + '### ')} tables in {PAGE}")

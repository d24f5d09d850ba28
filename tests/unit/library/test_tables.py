"""Tables of parameter files: what is read, and what is said of what cannot be."""

import numpy as np
import pytest
from seaway.library._tables import Table

from seaway.errors import ModelError

VALUES = {
    "mass": 2,
    "on": True,
    "names": ["a"],
    "who": "x",
    "size": [1.0, 2.0],
    "inner": {"m": 1.0},
    "many": [{"n": 3}],
}


def test_values_are_read_by_their_kind() -> None:
    table = Table(VALUES, "a.toml")
    assert table.number("mass") == 2.0
    assert table.flag("on")
    assert table.texts("names") == ("a",)
    assert table.text("who") == "x"
    assert table.numbers("size", (-1,)).tolist() == [1.0, 2.0]
    assert table.table("inner").number("m") == 1.0
    assert [entry.number("n") for entry in table.tables("many")] == [3.0]
    assert list(table) == list(VALUES)
    table.finish()


def test_defaults_stand_for_what_is_absent() -> None:
    table = Table({}, "a.toml")
    assert (table.number("mass", 1.5), table.text("who", "nobody"), table.flag("on")) == (1.5, "nobody", False)
    assert (table.texts("names"), table.tables("many")) == ((), [])
    assert table.numbers("size", (2,), np.zeros(2)).tolist() == [0.0, 0.0]
    assert not table.has("mass")


def test_what_nobody_reads_is_an_error() -> None:
    table = Table({"mas": 2.0}, "a.toml")
    with pytest.raises(ModelError, match=r"^a.toml: mas is not a key here, or has no effect$"):
        table.finish()


def test_what_nobody_reads_within_a_table_is_an_error() -> None:
    table = Table(VALUES, "a.toml")
    for key in table:
        table.has(key)
    inner = Table({"inner": {"m": 1.0, "extra": 2.0}}, "a.toml")
    inner.table("inner").number("m")
    with pytest.raises(ModelError, match=r"^a.toml: inner: extra is not a key here"):
        inner.finish()


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda t: t.number("weight"), r"^a.toml: weight is missing$"),
        (lambda t: t.number("who"), r"^a.toml: who must be"),
        (lambda t: t.numbers("size", (3,)), r"^a.toml: size must have the shape \(3\), got \(2\)"),
        (lambda t: t.text("mass"), r"^a.toml: mass must be a text, got 2$"),
        (lambda t: t.texts("who"), r"^a.toml: who must be a list of texts, got 'x'$"),
        (lambda t: t.flag("mass"), r"^a.toml: mass must be true or false, got 2$"),
        (lambda t: t.table("mass"), r"^a.toml: mass must be a table, got 2$"),
        (lambda t: t.tables("mass"), r"^a.toml: mass must be an array of tables, got 2$"),
    ],
)
def test_what_is_said_of_a_wrong_value(read: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read(Table(VALUES, "a.toml"))  # type: ignore[operator]

"""Where the keys of a TOML file stand."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seaway import _toml
from seaway._toml import MAX_DEPTH, parsed, read_toml, split_key
from seaway.errors import ScenarioError

TEXT = '''title = "a # no comment"   # a comment

[simulation]
duration = 60.0
"time step" = 1
a.b."c.d" = 2

[sea]
text = """
two [lines] = here
"""  # and a comment
raw = \'\'\'
[[not]] = "a table"\'\'\'
waves = { kind = "jonswap", peak.period = 7, list = [1,
  2] }
date = 1979-05-27 07:32:00

[[vehicle]]
name = "one"
position = [0,
  0,  # comment ]
  -10]
[vehicle.inertia]
mass = 3
[[vehicle.thruster]]
name = "port"
[[vehicle.thruster]]
name = 'starboard'

[[vehicle]]
name = "two"
matrix = [
  [1, 2],
  [3, 4],
]
[[vehicle.thruster]]
name = "bow"
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("title",), 1),
        (("simulation",), 3),
        (("simulation", "duration"), 4),
        (("simulation", "time step"), 5),
        (("simulation", "a", "b", "c.d"), 6),
        (("sea", "text"), 9),
        (("sea", "raw"), 12),
        (("sea", "waves", "kind"), 14),
        (("sea", "waves", "peak", "period"), 14),
        (("sea", "waves", "list", 1), 15),
        (("sea", "date"), 16),
        (("vehicle",), 18),
        (("vehicle", 0), 18),
        (("vehicle", 0, "position"), 20),
        (("vehicle", 0, "position", 2), 22),
        (("vehicle", 0, "inertia", "mass"), 24),
        (("vehicle", 0, "thruster", 0, "name"), 26),
        (("vehicle", 0, "thruster", 1, "name"), 28),
        (("vehicle", 1), 30),
        (("vehicle", 1, "matrix", 1), 34),
        (("vehicle", 1, "matrix", 1, 0), 34),
        (("vehicle", 1, "thruster", 0, "name"), 37),
    ],
)
def test_every_key_has_its_line(key: _toml.Key, line: int) -> None:
    assert parsed(TEXT).lines[key] == line


def test_what_is_not_there_is_where_it_would_be() -> None:
    file = parsed(TEXT)
    assert file.line(("vehicle", 1, "inertia", "mass")) == 30
    assert file.line(("control", 0)) is None


def test_the_values_are_those_of_python() -> None:
    assert parsed(TEXT).data == tomllib.loads(TEXT)


def keys_of(value: Any, key: _toml.Key = ()) -> set[_toml.Key]:
    """Every key and entry in what was read."""
    parts = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    found = {(*key, part) for part, _ in parts}
    return found.union(*(keys_of(each, (*key, part)) for part, each in parts))


NAMES = st.sampled_from(["a", "b", "c-d", "1", '"x y"', "'z.w'", '"\\u00e9"', "a.b", 'c."d e"'])
SCALARS = st.sampled_from(
    [
        "1",
        "-2.5e3",
        "true",
        '"a # ] }"',
        "'{'",
        '"""\n[x]\n"""',
        '"""a""""',
        "'''\n#'''",
        "nan",
        "1979-05-27",
        "12:30:00",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[\n " + ",\n # c ]\n ".join(items) + "]"),
        st.lists(inner.filter(lambda text: "\n" not in text), max_size=2).map(
            lambda items: "{" + ", ".join(f"k{n} = {item}" for n, item in enumerate(items)) + "}"
        ),
    ),
    max_leaves=6,
)


@given(
    st.lists(
        st.one_of(
            st.tuples(NAMES, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
            NAMES.map(lambda name: f"[ {name} ]"),
            NAMES.map(lambda name: f"[[{name}]] # comment"),
        ),
        max_size=6,
    ).map("\n".join)
)
def test_no_key_of_valid_toml_is_without_a_line(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(ScenarioError):
            parsed(text)
        return
    assert set(parsed(text).lines) == keys_of(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[sea]\nkind = jonswap\n",
            'x.toml:2: this is not TOML: invalid value at column 8; put text in quotes, as in "jonswap"',
        ),
        ("a = 1\na = 2", "x.toml:2: this is not TOML: cannot overwrite a value at the end; give each key once"),
        ("a = 1\na = 2\n", "x.toml:2: this is not TOML: cannot overwrite a value at column 6; give each key once"),
        ("a = [1,\n", 'x.toml:2: this is not TOML: invalid value at the end; put text in quotes, as in "jonswap"'),
        (
            "a = .5\n",
            (
                "x.toml:1: this is not TOML: invalid value at column 5; a number needs digits on both sides of its "
                "point, as in 0.5"
            ),
        ),
        (
            "a = 5.\n",
            (
                "x.toml:1: this is not TOML: expected newline or end of document after a statement at column 6; "
                "a number needs digits on both sides of its point, as in 0.5"
            ),
        ),
        (
            "a = 3,5\n",
            (
                "x.toml:1: this is not TOML: expected newline or end of document after a statement at column 6; "
                "write a number with a point, as in 0.5, and a list in brackets"
            ),
        ),
        (
            "a = True\n",
            "x.toml:1: this is not TOML: invalid value at column 5; write true or false, in lower case",
        ),
        (
            "a: 3\n",
            (
                "x.toml:1: this is not TOML: expected '=' after a key in a key/value pair at column 2; put = between a "
                "key and its value"
            ),
        ),
        (
            "[vehicle]\n[vehicle]\n",
            (
                "x.toml:2: this is not TOML: cannot declare ('vehicle',) twice at column 9; give each table once, "
                "or several of a kind under [[vehicle]] each"
            ),
        ),
        (
            "= 3",
            (
                "x.toml:1: this is not TOML: invalid statement at column 1; "
                "a line is a key = value, a [table], or a # comment"
            ),
        ),
    ],
)
def test_what_is_not_toml(text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parsed(text, Path("x.toml"))
    assert str(caught.value) == message
    assert caught.value.findings[0].rule == "unreadable"


@pytest.mark.parametrize(
    "text", ["a = " + 40 * "[" + 40 * "]", "a = " + 40 * "{a=" + "1" + 40 * "}", ".".join(["a"] * 100_000) + " = 1"]
)
def test_nesting_is_bounded(text: str) -> None:
    with pytest.raises(ScenarioError, match=rf"^x.toml:1: tables and arrays may be nested at most {MAX_DEPTH} deep$"):
        parsed(text, Path("x.toml"))


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = tmp_path / "rov.toml"
    good.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")  # a byte-order mark, and lines as Windows ends them
    assert read_toml(good).data == {"a": 1, "b": 2}
    assert read_toml(good).lines == {("a",): 1, ("b",): 2}
    with pytest.raises(ScenarioError, match=r"rovv.toml: there is no such file; did you mean '.*rov.toml'\?"):
        read_toml(tmp_path / "rovv.toml")
    with pytest.raises(ScenarioError, match="this is a folder, not a TOML file"):
        read_toml(tmp_path)
    with pytest.raises(ScenarioError, match="there is no such file"):
        read_toml(Path("a\0b"))
    good.write_bytes(b"a = 1\nb = '\xff'\n")
    with pytest.raises(ScenarioError, match=r"rov.toml:2: the file must be UTF-8 text, got the byte 0xff"):
        read_toml(good)
    monkeypatch.setattr(_toml, "MAX_BYTES", 10)
    with pytest.raises(ScenarioError, match="the file may have at most 10 bytes, this one has more"):
        read_toml(good)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a.b", ("a", "b")),
        (' a . "b.c" ', ("a", "b.c")),
        ("", None),
        ("a b", None),
        ("a.", None),
        (".".join("a" * 99), None),
    ],
)
def test_dotted_keys(text: str, parts: tuple[str, ...] | None) -> None:
    assert split_key(text) == parts

import pickle

import pytest

from seaway import errors
from seaway.errors import Finding, MissingDependencyError, ScenarioError, SdfError, SeawayWarning
from seaway.inertia import AddedMass
from seaway.sea import PiersonMoskowitz


@pytest.mark.parametrize(
    ("error", "also"),
    [
        (errors.MeshError, ValueError),
        (errors.ModelError, ValueError),
        (errors.ScenarioError, ValueError),
        (errors.SimulationError, RuntimeError),
        (errors.MissingDependencyError, ImportError),
        (errors.SdfError, Exception),
    ],
)
def test_one_base_catches_all_and_the_builtin_catches_each(error: type[Exception], also: type[Exception]) -> None:
    assert issubclass(error, errors.SeawayError)
    assert issubclass(error, also)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    assert errors.__doc__ is not None
    for name in errors.__all__:
        if name != "Finding":
            assert name in errors.__doc__


def test_an_sdf_error_says_where() -> None:
    error = SdfError("<mass> must be > 0 [kg], got -2", path="boat.sdf", line=35, element="mass")
    assert str(error) == "boat.sdf:35: <mass> must be > 0 [kg], got -2"
    assert (error.path, error.line, error.element) == ("boat.sdf", 35, "mass")
    assert str(SdfError("not XML", path="boat.sdf")) == "boat.sdf: not XML"
    assert str(SdfError("no file")) == "no file"


def test_a_scenario_error_has_all_that_is_wrong() -> None:
    first = Finding("error", "boat.toml", 3, "unknown-key", "sea.deepth is not a key here; did you mean depth?")
    second = Finding("error", "--set sea.depth=-2", None, "out-of-range", "sea.depth must be > 0 [m], got -2")
    error = ScenarioError(findings=[first, second])
    assert error.findings == (first, second)
    assert str(error) == (
        "boat.toml:3: sea.deepth is not a key here; did you mean depth?\n"
        "--set sea.depth=-2: sea.depth must be > 0 [m], got -2"
    )
    plain = ScenarioError("nothing moves")
    assert (str(plain), plain.findings) == ("nothing moves", ())


def test_a_missing_dependency_names_the_extra() -> None:
    error = MissingDependencyError("mujoco", "bench")
    assert str(error) == "mujoco is needed for this and is not installed; try: pip install 'seaway[bench]'"


def test_errors_can_leave_a_worker_process() -> None:
    for error in (MissingDependencyError("mujoco", "bench"), SdfError("no", path="a.sdf", line=3)):
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


def test_a_finding_reads_like_a_compiler_message() -> None:
    finding = Finding("warning", "boat.sdf", 12, "added-mass-ratio", "added mass / mass = 1.38 in heave")
    assert str(finding) == "boat.sdf:12: warning: added mass / mass = 1.38 in heave [added-mass-ratio]"


def test_a_warning_names_the_line_of_the_user() -> None:
    """The first frame outside the library, however deep the warning is raised in it."""
    with pytest.warns(SeawayWarning, match="than measured seas") as caught:
        PiersonMoskowitz(4.0, 6.0)
    assert [each.filename for each in caught] == [__file__]
    with pytest.warns(SeawayWarning, match="positive") as caught:
        AddedMass.from_fossen(X_udot=3.0)
    assert [each.filename for each in caught] == [__file__]

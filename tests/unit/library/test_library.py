"""The vehicles of the library: what every one of them must be."""

import tomllib
from importlib import resources
from typing import Any

import numpy as np
import pytest

from seaway import library
from seaway.errors import ModelError
from seaway.inertia._spatial import positive_definite
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Damping, advice

NAMES = library.names()


def parameters(name: str) -> dict[str, Any]:
    path = resources.files("seaway.library") / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_names_are_those_that_people_ask_for() -> None:
    assert NAMES == tuple(sorted(NAMES))
    assert {
        "bluerov2",
        "bluerov2_gz",
        "bluerov2_heavy",
        "bluerov2_heavy_px4",
        "desistek_saga",
        "girona500",
        "lauv",
        "lrauv",
        "nps_auv2",
        "otter",
        "remus100",
        "remus100_fossen",
        "rexrov",
        "wamv",
        "wamv_waves",
    } <= set(NAMES)


def test_a_wrong_name_is_told_with_the_nearest_and_all() -> None:
    with pytest.raises(
        ModelError, match=r"no library vehicle named 'blurov2'; did you mean 'bluerov2'\? There are: bluerov2,"
    ):
        library.entry("blurov2")
    with pytest.raises(ModelError, match=r"no library vehicle named '\?'; there are: bluerov2, bluerov2_gz,"):
        library.entry("?")


def test_a_path_is_no_name() -> None:
    with pytest.raises(ModelError, match=r"no library vehicle named '../data/otter'"):
        library.entry("../data/otter")


@pytest.mark.parametrize("name", NAMES)
def test_the_description_is_whole(name: str) -> None:
    rov = library.entry(name)
    assert rov.name == rov.vehicle.name == name
    assert rov.title
    assert rov.summary.endswith(".")
    assert rov.sources
    assert rov.length > 0.0
    assert isinstance(rov.sea, Sea)
    assert library.entry(name) is rov
    for correction in rov.corrections:
        assert correction.before != correction.after
        assert correction.why.endswith(".")


def tables(values: dict[str, Any], path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """The tables of a file at its top, those of arrays too."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key, value in values.items():
        if isinstance(value, dict):
            found.append((key, value))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            found += [(key, entry) for entry in value]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_table_with_numbers_has_its_source(name: str) -> None:
    values = parameters(name)
    known, used = set(values["sources"]), set[str]()
    for key, table in tables(values):
        if key in ("sources", "corrections", "mission", "visual"):  # missions and visuals are ours
            continue
        keys = {word.strip() for word in table["source"].split(",")}
        assert keys <= known, f"{name}: {key}"
        used |= keys
    assert used == known, f"{name}: {known - used} is the source of nothing"


@pytest.mark.parametrize("name", NAMES)
def test_the_mass_matrix_is_positive_definite_and_the_added_mass_symmetric(name: str) -> None:
    inertial = library.entry(name).vehicle.inertial
    assert positive_definite(inertial.mass_matrix())
    M_A = inertial.added_mass_matrix()
    assert np.array_equal(M_A, M_A.T)
    assert np.all(np.linalg.eigvalsh(M_A) >= -1e-12 * np.max(M_A))


@pytest.mark.parametrize("name", NAMES)
def test_damping_feeds_no_energy_or_says_so(name: str) -> None:
    rov = library.entry(name)
    feeds = any(damping.energy_source() is not None for damping in rov.vehicle.damping)
    assert feeds == bool(rov.feeds_energy)


@pytest.mark.parametrize("name", NAMES)
def test_damping_brakes_motion_ahead_and_along_every_axis(name: str) -> None:
    """Whatever a set does at large drift: along each axis alone, and ahead with a small drift, it takes energy out.

    The drift is 0.05 of the speed in every other component, of either sign.
    """
    (damping,) = library.entry(name).vehicle.damping
    speeds = np.concatenate([np.eye(6), -np.eye(6)])
    drift = 0.05 * np.random.default_rng(0).uniform(-1.0, 1.0, (200, 6))
    drift[:, 0] = 1.0
    # In roll some have no damping at all, and products do no work along an axis.
    assert np.all(np.sum(speeds * damping.wrench(speeds), axis=-1) <= 0.0)
    assert np.all(np.sum(drift * damping.wrench(drift), axis=-1) < 0.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_shape_has_the_volume_that_is_displaced(name: str) -> None:
    buoyancy = library.entry(name).vehicle.buoyancy
    if isinstance(buoyancy, Buoyancy):
        assert buoyancy.shape.volume == pytest.approx(buoyancy.volume, rel=1e-12)


# What advice has to say of published sets, with the reason.
KNOWN = {
    "nps_auv2": {"damping-feeds-energy"},
    "otter": {"counted-twice"},  # quadratic yaw damping and cross-flow drag, both as published
    "remus100_fossen": {"damping-feeds-energy"},
}


@pytest.mark.parametrize("name", NAMES)
def test_advice_has_nothing_to_say_that_is_not_known(name: str) -> None:
    rov = library.entry(name)
    assert {finding.rule for finding in advice(rov.vehicle, rov.sea)} == KNOWN.get(name, set())


def test_descriptions_cannot_be_changed() -> None:
    rov = library.entry("bluerov2")
    with pytest.raises(AttributeError):
        rov.title = "mine"  # type: ignore[misc]
    (damping,) = rov.vehicle.damping
    assert isinstance(damping, Damping)
    assert not damping.linear.flags.writeable

"""What a parameter file may say, and what it becomes; what is said of one that is wrong."""

import copy
import math
from typing import Any

import numpy as np
import pytest
from seaway.library._build import built
from seaway.library._tables import Table

from seaway.errors import ModelError
from seaway.vehicle import Box, Buoyancy, Ellipsoid, Vehicle

FILE: dict[str, Any] = {
    "axes": "FRD",
    "sea": {"source": "s", "density": 1000.0, "gravity": 10.0},
    "rigid_body": {
        "source": "s",
        "mass": 10.0,
        "center_of_mass": [0.1, 0.2, 0.3],
        "moments": [1.0, 2.0, 2.5],
        "moments_about": "center_of_mass",
    },
    "added_mass": {"source": "s", "matrix": [1.0, 2.0, 3.0, 0.1, 0.2, 0.3]},
    "buoyancy": {
        "source": "s",
        "volume": 0.01,
        "center": [0.0, 0.0, -0.1],
        "shape": "box",
        "size": [1.0, 0.2, 0.2],
    },
    "damping": {"source": "s", "sign": "negative", "linear": [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0]},
}


def changed(table: str, **values: Any) -> dict[str, Any]:
    file = copy.deepcopy(FILE)
    file[table] = {**file.get(table, {"source": "s"}), **values}
    return file


def vehicle(file: dict[str, Any]) -> Vehicle:
    table = Table(file, "a.toml")
    result = built("v", table)[0]
    table.finish()
    return result


def thruster(**values: Any) -> dict[str, Any]:
    given = {"source": "s", "names": ["t"], "positions": [[0, 0, 0]], "directions": [[1, 0, 0]], "diameter": 0.1}
    return {**FILE, "thrusters": [{**given, **values}]}


def test_vectors_and_matrices_are_turned() -> None:
    body = vehicle(FILE)
    assert body.inertial.c_BoBcm_B.tolist() == [0.1, -0.2, -0.3]
    assert isinstance(body.buoyancy, Buoyancy)
    assert body.buoyancy.center.tolist() == [0.0, 0.0, 0.1]
    assert np.diagonal(body.dampings[0].linear).tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_a_table_may_have_axes_of_its_own() -> None:
    assert vehicle(changed("rigid_body", axes="FLU")).inertial.c_BoBcm_B.tolist() == [0.1, 0.2, 0.3]


def test_moments_about_the_origin_are_moved_to_the_centre_of_mass() -> None:
    body = vehicle(changed("rigid_body", moments=[5.0, 6.0, 6.5], moments_about="origin"))
    assert np.diagonal(body.inertial.I_BBo_B) == pytest.approx([5.0, 6.0, 6.5])


def test_parts_add_up() -> None:
    part = {"mass": 1.0, "moments": [0.1, 0.1, 0.1], "moments_about": "center_of_mass"}
    parts = [{**part, "center_of_mass": [1.0, 0.0, 0.0]}, {**part, "center_of_mass": [-1.0, 0.0, 0.0]}]
    body = vehicle({**FILE, "rigid_body": {"source": "s", "parts": parts}}).inertial
    assert (body.mass, body.c_BoBcm_B.tolist()) == (2.0, [0.0, 0.0, 0.0])
    assert np.diagonal(body.I_BBcm_B) == pytest.approx([0.2, 2.2, 2.2])


def test_a_force_of_buoyancy_is_a_volume() -> None:
    file = copy.deepcopy(FILE)
    del file["buoyancy"]["volume"]
    file["buoyancy"]["force"] = 200.0
    buoyancy = vehicle(file).buoyancy
    assert isinstance(buoyancy, Buoyancy)
    assert buoyancy.volume == 0.02


@pytest.mark.parametrize(("shape", "kind"), [("box", Box), ("ellipsoid", Ellipsoid)])
def test_a_shape_keeps_its_length_and_has_the_volume(shape: str, kind: type) -> None:
    buoyancy = vehicle(changed("buoyancy", shape=shape)).buoyancy
    assert isinstance(buoyancy, Buoyancy)
    assert isinstance(buoyancy.extent, kind)
    assert buoyancy.extent.half_size[0] == 0.5
    assert buoyancy.extent.volume == pytest.approx(0.01, rel=1e-14)


def test_polynomials_become_tables() -> None:
    odd = vehicle(thruster(law="odd_polynomial", powers=[1, 3], coefficients=[2.0, 4.0], samples=5)).thrusters[0]
    assert odd.table is not None
    assert odd.table.tolist() == [[-1.0, -0.5, 0.0, 0.5, 1.0], [-6.0, -1.5, 0.0, 1.5, 6.0]]
    two = vehicle(thruster(law="two_polynomials", ahead=[0.0, 2.0], astern=[0.0, 1.0], samples=3)).thrusters[0]
    assert two.table is not None
    assert two.table[1].tolist() == [-1.0, 0.0, 2.0]


def test_a_dead_band_of_the_speed_is_in_the_table() -> None:
    part = vehicle(
        thruster(
            law="speed",
            samples=3,
            dead_band=0.1,
            largest_rpm=100.0,
            rpm_ahead=[100.0, 20.0],
            rpm_astern=[100.0, -20.0],
            kilogram_force=10.0,
            thrust_ahead=[0.0, 0.1, 0.0],
            thrust_astern=[0.0, 0.05, 0.0],
        )
    ).thrusters[0]
    assert part.table is not None
    thrust = np.interp([-1.0, -0.1, 0.0, 0.1, 0.1000001, 1.0], *part.table)
    # 10 (0.1 n) ahead, n = 100 u + 20 up to 100; half of it astern; none within the band.
    assert thrust == pytest.approx([-50.0, 0.0, 0.0, 0.0, 30.0, 100.0], abs=1e-4)


def test_open_water_coefficients_are_per_radian() -> None:
    """K_T / 4π² at rest, its slope over the advance ratio / 2π."""
    numbers = {"K_T": 0.4, "K_T_at_advance": 0.1, "advance_ratio": 0.6, "wake": 0.1, "K_Q": 0.03}
    part = vehicle(thruster(law="open_water", **numbers, limits_rpm=[-60.0, 60.0])).thrusters[0]
    assert part.coefficient == pytest.approx(0.4 / (4.0 * math.pi**2))
    assert part.advance == pytest.approx(-0.5 / (2.0 * math.pi))
    assert part.torque_coefficient == pytest.approx(0.03 / (4.0 * math.pi**2))
    assert part.limits == pytest.approx((-2.0 * math.pi, 2.0 * math.pi))


def test_nondimensional_fins_get_their_dimensions() -> None:
    file = changed("derivatives", length=2.0, values={"X_u|u|": -0.1})
    file["fins"] = [{"source": "s", "name": "rudder", "per_square": [0.0, 0.1, 0.0, 0.0, 0.0, -0.2]}]
    fin = vehicle(file).fins[0]
    # 1/2 ρ L² = 2000, 1/2 ρ L³ = 4000; y and z turned.
    assert fin.per_square.tolist() == [0.0, -200.0, 0.0, 0.0, 0.0, 800.0]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (changed("rigid_body", moments_about="bow"), r"moments_about must be one of center_of_mass, origin, got 'bow'"),
        (changed("rigid_body", moments=[1.0]), r"a.toml: rigid_body: moments must have the shape \(3\), got \(1\)"),
        (changed("buoyancy", shape="cone"), r"a.toml: buoyancy: shape must be one of box, ellipsoid, got 'cone'"),
        (changed("damping", sign="minus"), r"a.toml: damping: sign must be one of positive, negative, got 'minus'"),
        (changed("sea", densty=1.0), r"a.toml: sea: densty is not a key here, or has no effect"),
        (changed("derivatives", values={"X_uuu": 1.0}), r"'X_uuu' is no derivative"),
        (
            thruster(law="warp"),
            r"law must be one of thrust, quadratic, open_water, odd_polynomial, two_polynomials, sp",
        ),
        ({**FILE, "axes": "ENU"}, r"there are no axes 'ENU'; there are: FLU, FRD, BRU"),
        ({key: value for key, value in FILE.items() if key != "buoyancy"}, r"a.toml: buoyancy is missing"),
    ],
)
def test_what_is_said_of_a_file_that_is_wrong(file: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        vehicle(file)

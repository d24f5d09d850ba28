"""Published products of velocities that contain the Coriolis force of the added mass: nothing counts twice.

The sum of what a publication lists is worked out from the names in the parameter file, term by term, in the published
axes. The engine's Coriolis force of the added mass and its damping together must be the same.
"""

import re
import tomllib
from importlib import resources

import numpy as np
import pytest

from seaway import library
from seaway.sim import Simulation

FRD = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])


def published(name: str) -> tuple[dict[str, float], float, float]:
    path = resources.files("seaway.library") / "data" / f"{name}.toml"
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    terms = {key: value for key, value in file["derivatives"].items() if "_" in key and key[0] in "XYZKMN"}
    return terms, file["derivatives"].get("length", 0.0), file["sea"]["density"]


def total(name: str, nu: np.ndarray) -> np.ndarray:
    """The force and moment of all products in FRD, each as it is written: coefficient times velocities."""
    terms, length, density = published(name)
    velocity = dict(zip("uvwpqr", nu, strict=True))
    force = np.zeros(6)
    for key, coefficient in terms.items():
        row, _, factors = key.partition("_")
        if factors.endswith("dot"):
            continue
        product = 1.0
        for size, plain in re.findall(r"\|([u-wp-r])\||([u-wp-r])", factors):
            product *= abs(velocity[size]) if size else velocity[plain]
        # r2 ... r5 of npsauv.m: one more L for a moment and for every p, q or r.
        power = 2 + (row in "KMN") + sum(letter in "pqr" for letter in factors)
        scale = 0.5 * density * length**power if length else 1.0
        force["XYZKMN".index(row)] += scale * coefficient * product
    return force


@pytest.mark.parametrize("name", ["remus100", "nps_auv2"])
def test_the_engine_does_what_was_published(name: str) -> None:
    """C_A and damping together, at random velocities; 1e-12 of the largest force, which is rounding."""
    rov = library.entry(name)
    sim = Simulation(rov.vehicle, rov.sea, batch=100)
    velocities = np.random.default_rng(5).uniform(-2.0, 2.0, (100, 6))
    sim.set_state(position=(0.0, 0.0, -50.0), velocity=velocities * FRD)
    forces = sim.forces()
    got = (forces["added_mass_coriolis"] + forces["damping"])[:, 0] * FRD
    want = np.array([total(name, nu) for nu in velocities])
    assert np.max(np.abs(got - want)) < 1e-12 * np.max(np.abs(want))


def test_of_the_remus_only_lift_and_drag_are_left() -> None:
    """Added-mass terms of Prestero's thesis (his section 4.4) vanish; lift of body and fins is what stays.

    Y_ur = X_udot + lift: -0.93 + 6.15 = 5.22. M_uw = Munk's Z_wdot terms + lift: 34.57 - 10.57 = 24. M_uq takes
    -Z_qdot = 1.93, N_ur the same. M_rp and N_pq are off by 0.05 in the publication itself: 4.86 against 4.88 - 0.0704.
    """
    (damping,) = library.entry("remus100").vehicle.damping
    u, v, w, p, q, r = range(6)
    left = {(i, j, k): -value for (k, i, j), value in np.ndenumerate(damping.signed) if value != 0.0}
    # In FLU; a product of two velocities and a force of which an odd number is of y and z changes its sign.
    expected = {
        (1, v, u): -28.6,
        (1, r, u): 6.15,
        (2, w, u): -28.6,
        (2, q, u): -6.15,
        (4, w, u): 24.0 - 34.57,
        (4, q, u): -2.0 - 1.93,
        (5, v, u): -24.0 + 34.57,
        (5, r, u): -2.0 - 1.93,
        (4, r, p): 4.86 - 4.8096,
        (5, q, p): -4.86 + 4.8096,
    }
    assert left.keys() == expected.keys()
    for key, value in expected.items():
        assert left[key] == pytest.approx(value, rel=1e-9), key


def test_with_both_it_would_count_twice() -> None:
    """What the split takes out is not small: of the surge force in a turn it is all but the drag."""
    rov = library.entry("remus100")
    nu = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.5])
    once = total("remus100", nu)
    sim = Simulation(rov.vehicle, rov.sea)
    sim.set_state(position=(0.0, 0.0, -50.0), velocity=nu * FRD)
    coriolis = sim.forces()["added_mass_coriolis"][0, 0] * FRD
    assert coriolis[0] == pytest.approx(once[0] + 2.9355, rel=1e-12)


def test_entries_of_the_coriolis_matrix_that_a_model_leaves_out() -> None:
    """remus100_fossen: C_A without eight entries, as its code has it, plus lift and damping; 1e-12 of the largest."""
    from tests.oracles.published_vehicles import Remus, coriolis

    rov = library.entry("remus100_fossen")
    M_A = FRD[:, None] * rov.vehicle.inertial.added_mass_matrix() * FRD
    (damping,) = rov.vehicle.damping
    sim = Simulation(rov.vehicle, rov.sea, batch=50)
    velocities = np.random.default_rng(6).uniform(-2.0, 2.0, (50, 6))
    sim.set_state(position=(0.0, 0.0, -50.0), velocity=velocities * FRD)
    forces = sim.forces()
    got = (forces["added_mass_coriolis"] + forces["damping"])[:, 0] * FRD
    want = []
    for nu in velocities:
        C = coriolis(M_A, nu)
        for i, j in ((4, 0), (0, 4), (4, 2), (2, 4), (5, 0), (0, 5), (5, 1), (1, 5)):
            C[i, j] = 0.0
        linear = FRD[:, None] * damping.linear * FRD
        want.append(Remus(False)._wing(*nu[:3]) - (C + linear) @ nu)
    assert np.max(np.abs(got - np.array(want))) < 1e-12 * np.max(np.abs(want))


def test_the_hull_of_the_remus_of_fossen_is_a_wing_to_the_second_order() -> None:
    """Beside the published lift and drag at 2 m/s: with twice the angles the rest is 8 times in Z, 16 times in X.

    X is even in the angles and Z odd, so what follows the second order is of the fourth and of the third. Beside them
    there is the linear damping, and Munk's moment, which the model leaves out of the Coriolis force.
    """
    from tests.oracles.published_vehicles import Remus

    rov = library.entry("remus100_fossen")
    M_A, linear = np.diagonal(rov.vehicle.inertial.added_mass_matrix()), np.diagonal(rov.vehicle.damping[0].linear)
    sim = Simulation(rov.vehicle, rov.sea)
    left = []
    for u, v, w in ((2.0, 0.03, 0.04), (2.0, 0.06, 0.08)):
        nu = np.array([u, v, w, 0.0, 0.0, 0.0])
        sim.set_state(position=(0.0, 0.0, -50.0), velocity=nu * FRD)
        munk = np.array([0.0, 0.0, 0.0, 0.0, (M_A[2] - M_A[0]) * u * w, (M_A[0] - M_A[1]) * u * v])
        left.append(sim.forces()["damping"][0, 0] * FRD + linear * nu + munk - Remus()._wing(u, v, w))
    assert np.max(np.abs(np.array(left)[:, [1, 3, 4, 5]])) < 1e-12
    assert left[1][0] / left[0][0] == pytest.approx(16.0, rel=0.01)
    assert left[1][2] / left[0][2] == pytest.approx(8.0, rel=0.01)

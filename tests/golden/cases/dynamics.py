"""Bodies under water: damping, Coriolis terms, added mass, currents, commanded wrenches, joints to the world."""

from itertools import product

import numpy as np

from tests.golden import _build
from tests.golden._case import Case, scenario_case
from tests.golden._text import DAMPING, DEEP, NEUTRAL, ROV, scenario, vehicle

_PUSHED = (
    "[[control]]\ntimes = [0, 0.7, 1.5]\n"
    "wrench = [[20, -5, 8, 1, 0, -2], [-10, 15, 4, 0, 2, 3], [5, 5, -20, -1, -1, 0]]"
)


def _matrix(seed: int, size: float, ridge: float) -> list[list[float]]:
    """A full matrix of fixed numbers with a dominant diagonal."""
    numbers = np.random.default_rng(seed).uniform(-size, size, (6, 6)) + np.diag([ridge] * 3 + [0.05 * ridge] * 3)
    numbers[3:] *= 0.2
    return np.round(numbers, 3).tolist()


def _matrices(seed: int, size: float, ridge: float) -> list[list[list[float]]]:
    return [_matrix(seed + k, size, ridge) for k in range(6)]


_DAMPINGS = {
    "linear": f"damping = {{ linear = {_matrix(1, 1.0, 12.0)} }}",
    "quadratic": "damping = { quadratic = [25, 40, 50, 1, 1.5, 2] }",
    "quadratic_matrix": f"damping = {{ quadratic = {_matrix(2, 2.0, 40.0)} }}",
    "modulus": f"damping = {{ modulus = {_matrices(3, 1.0, 15.0)} }}",
    "signed": f"damping = {{ linear = [10, 10, 10, 1, 1, 1], signed = {_matrices(9, 2.0, 1.0)} }}",
    "own_frame": f"damping = {{ linear = {_matrix(4, 1.0, 12.0)}, modulus = {_matrices(5, 1.0, 9.0)}, "
    "position = [0.1, -0.2, 0.05], attitude_deg = [10, 20, -30] }",
    "several": (
        "damping = [{ linear = [4, 6, 6, 0.4, 0.5, 0.5] }, { quadratic = [20, 30, 40, 1, 1, 1], "
        "position = [0.3, 0, 0.1] }]"
    ),
    "fossen": (
        'damping = { convention = "fossen", linear = [-4, -6, -5, -0.4, -0.5, -0.5], '
        "quadratic = [-20, -30, -40, -1, -1, -1] }"
    ),
}

_ADDED_MASS = {
    "none": "",
    "coefficients": (
        "added_mass = { coefficients = { xx = 8, yy = 15, zz = 20, pp = 0.3, qq = 0.5, rr = 0.4, xz = 0.7, yr = 0.6 } }"
    ),
    "center_of_mass": 'added_mass = { diagonal = [8, 15, 20, 0.3, 0.5, 0.4], convention = "center_of_mass" }',
    "mixed": 'added_mass = { diagonal = [8, 15, 20, 0.3, 0.5, 0.4], convention = "mixed" }',
    "heavier_than_body": "added_mass = { matrix = [[90, 0, 4, 0, 2, 0], [0, 200, 0, -3, 0, 5], [4, 0, 300, 0, 1, 0], "
    "[0, -3, 0, 5, 0, 0.3], [2, 0, 1, 0, 9, 0], [0, 5, 0, 0.3, 0, 8]] }",
    "box": "added_mass = { shape = { box = [0.5, 0.4, 0.3] } }",
    "ellipsoid": "added_mass = { shape = { ellipsoid = [0.5, 0.2, 0.15] } }",
}
_BODY = "inertia = { mass = 20, center_of_mass = [0.02, -0.01, -0.03], radii_of_gyration = [0.15, 0.2, 0.25] }"

_CURRENTS = {
    "uniform": "current = { velocity = [0.5, -0.3, 0.1] }",
    "over_time": "current = { times = [0, 0.5, 1.2], velocity = [[0, 0, 0], [0.8, -0.2, 0.1], [-0.3, 0.5, 0]] }",
    "over_depth": "current = { depths = [2, 4.9, 5.2], velocity = [[1, 0, 0], [0.2, 0.4, 0], [-0.5, 0, 0.1]] }",
    "over_both": "current = { times = [0, 1], depths = [3, 5, 7], velocity = [[[0, 0.1, 0], [0.3, 0, 0], [0, 0, 0]], "
    "[[1, 0.5, 0], [0.2, -0.4, 0.1], [0, 0.3, 0]]] }",
}

_ACTUATIONS = {
    "limit": "limit = [15, 4, 6, 0.8, 1, 1.5]",
    "rate": "rate_limit = [20, 20, 20, 2, 3, 4]",
    "lag": "time_constant = [0.3, 0.1, 0.2, 0, 0.5, 0.1]",
    "all": "limit = 12, rate_limit = [40, 40, 40, 5, 5, 5], time_constant = 0.15",
}


def _rov(*parts: str, sea: str = DEEP, body: str = ROV, integrator: str = "rk4", tell: str = _PUSHED) -> str:
    return scenario(sea, vehicle("rov", body, NEUTRAL, *parts), tell, integrator=integrator)


def _two(sea: str) -> str:
    """A vehicle that damps and one that does not, in one simulation."""
    return scenario(
        sea,
        vehicle("rov", ROV, NEUTRAL, DAMPING),
        vehicle("bare", ROV, position=(3.0, 0.0, -4.0), velocity=(0.5, 0.4, -0.3, 0.1, 0.3, -0.2)),
    )


def _pulled(run: _build.Run) -> None:
    run.sim.set_wrench("rov", force=(3.0, -2.0, 1.0), torque=(0.1, 0.2, -0.3), point=(0.2, 0.0, 0.1))
    run.sim.set_wrench(
        "rov", force=(1.0, 4.0, -2.0), torque=(0.2, 0.0, 0.1), point=(0.3, -0.1, 0.2), axes="world", name="line"
    )


# Velocities that the joints leave free.
_JOINTS = {
    "prismatic": [0.5, 0, 0, 0, 0, 0],
    "revolute": [-0.35, 0, 0, 0, 0.5, 0],
    "ball": [-0.35, 0.21, 0, 0.3, 0.5, 0.2],
}

CASES: list[Case] = [
    *(scenario_case(f"dynamics/damping.{name}", _rov(part), 2.0) for name, part in _DAMPINGS.items()),
    *(
        scenario_case(f"dynamics/added_mass.{name}", _rov(part, DAMPING, body=_BODY), 1.0)
        for name, part in _ADDED_MASS.items()
    ),
    *(
        scenario_case(
            f"dynamics/coriolis.{int(rigid)}{int(added)}",
            _rov(
                DAMPING,
                f"rigid_body_coriolis = {str(rigid).lower()}\nadded_mass_coriolis = {str(added).lower()}",
                sea=f"{DEEP}\n{_CURRENTS['uniform']}",
            ),
            1.0,
        )
        for rigid, added in product((False, True), repeat=2)
    ),
    *(scenario_case(f"dynamics/current.{name}", _two(part), 1.5) for name, part in _CURRENTS.items()),
    *(
        scenario_case(f"dynamics/actuation.{name}", _rov(DAMPING, f"actuation = {{ {part} }}"), 1.5)
        for name, part in _ACTUATIONS.items()
    ),
    scenario_case(
        "dynamics/actuation.euler",
        _rov(DAMPING, f"actuation = {{ {_ACTUATIONS['all']} }}", integrator="semi_implicit_euler"),
        1.5,
    ),
    scenario_case("dynamics/euler", _rov(DAMPING, integrator="semi_implicit_euler"), 1.5),
    scenario_case("dynamics/free", scenario(DEEP, vehicle("rov", ROV)), 1.0, accounts=True),
    scenario_case("dynamics/accounts", _rov(DAMPING, sea=_CURRENTS["over_both"]), 1.5, accounts=True),
    scenario_case(
        "dynamics/no_added_mass_in_waves",
        _rov(DAMPING, sea='waves = { kind = "regular", height = 0.5, period = 4 }', body=_BODY),
        1.0,
    ),
    scenario_case("dynamics/external", _rov(DAMPING), 1.0, prepare=_pulled),
    scenario_case("dynamics/world_wrench", _rov(DAMPING, tell=f'{_PUSHED}\naxes = "world"'), 1.0),
    *(
        scenario_case(
            f"dynamics/joint.{kind}",
            f'[simulation]\ntime_step = 0.02\n[[vehicle]]\nname = "bob"\nsdf = "{kind}.sdf"\nvelocity = {velocity}\n',
            1.5,
        )
        for kind, velocity in _JOINTS.items()
    ),
]

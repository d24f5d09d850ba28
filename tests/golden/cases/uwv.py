"""The model of uwv_dynamic_model: as a vehicle of a scenario, and as its own simulation."""

from typing import Any

import numpy as np

from tests.golden import _build
from tests.golden._case import Case, scenario_case
from tests.golden._text import DEEP, scenario, vehicle

_M = np.diag([30.0, 45.0, 50.0, 2.0, 3.0, 3.5])
_M[0, 4] = _M[4, 0] = 1.2
_M[1, 3] = _M[3, 1] = -1.1


def _matrix(seed: int, ridge: float) -> Any:
    numbers = np.random.default_rng(seed).uniform(-0.5, 0.5, (6, 6)) + ridge * np.eye(6)
    return np.round(numbers, 3)


_MATRICES: dict[str, list[Any]] = {
    "SIMPLE": [_matrix(1, 8.0), _matrix(2, 12.0)],
    "INTERMEDIATE": [_matrix(3, 8.0), _matrix(4, 12.0)],
    "COMPLEX": [_matrix(5 + k, 6.0) for k in range(6)],
}
_OTHERS: dict[str, Any] = {
    "center_of_buoyancy": [0.01, 0.0, 0.04],
    "center_of_gravity": [0.0, 0.02, -0.03],
    "weight": 300.0,
    "buoyancy": 306.0,
}
_PUSHED = "[[control]]\ntimes = [0, 1]\nwrench = [[30, -10, 12, 2, 0, -2], [-20, 15, 4, 0, 2, 3]]"


def _as_vehicle(model: str) -> str:
    others = ", ".join(f"{key} = {value}" for key, value in _OTHERS.items())
    matrices = [matrix.tolist() for matrix in _MATRICES[model]]
    table = f'model_type = "{model}", inertia_matrix = {_M.tolist()}, damping_matrices = {matrices}, {others}'
    return scenario(DEEP, vehicle("uwv", f"uwv = {{ {table} }}"), _PUSHED)


def _case(model: str, kinematic: bool) -> Case:
    parameters = {"model_type": model, "inertia_matrix": _M, "damping_matrices": _MATRICES[model], **_OTHERS}
    t = np.arange(60)[:, None] * 0.02
    efforts = np.array([30.0, -10.0, 12.0, 2.0, 1.0, -2.0]) * np.cos(2.0 * t + np.arange(6))
    state = {
        "position": (1.0, 2.0, -3.0),
        "orientation": _build.quaternion((0.1, -0.2, 0.5)),
        "linear_velocity": (1.0, -0.3, 0.2),
        "angular_velocity": (0.2, -0.1, 0.3),
    }
    name = f"uwv/{model.lower()}.{'kinematic' if kinematic else 'dynamic'}"
    return Case(name, lambda nudged: _build.uwv_run(parameters, efforts, state, kinematic=kinematic, nudged=nudged))


CASES: list[Case] = [
    *(scenario_case(f"uwv/{model.lower()}.vehicle", _as_vehicle(model), 1.0) for model in _MATRICES),
    *(_case(model, kinematic) for model in _MATRICES for kinematic in (True, False)),
]

"""gz-sim's five accelerations of a body with a full added-mass matrix, and gz-physics' DART tensor.

Origin: gz-sim src/AddedMass_TEST.cc and gz-physics dartsim/src/AddedMassFeatures_TEST.cc. Gazebo checks its own
accelerations to 1e-2 (one step of 1 ms); the expected ones are computed to all digits, so 1e-13 here.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaway.errors import ModelError
from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties, acceleration

VECTORS = json.loads((Path(__file__).parent / "data" / "gz_added_mass.json").read_text())
ACCELERATIONS = VECTORS["acceleration_cases"]


@pytest.mark.parametrize("case", ACCELERATIONS["cases"], ids=range(1, 6))
def test_acceleration_of_a_body_with_full_added_mass(case: dict[str, Any]) -> None:
    body = Inertial(
        MassProperties(ACCELERATIONS["mass"], ACCELERATIONS["moment_of_inertia"]),
        Pose(ACCELERATIONS["center_of_mass"]),
        AddedMass(ACCELERATIONS["fluid_added_mass"]),
    )
    X_WB = Pose(case["pos"], case["quat"])
    to_body = X_WB.inverse().vector
    nu = np.concatenate([to_body(case["lin_vel"]), to_body(case["ang_vel"])])
    wrench = np.concatenate([to_body(case["force"]), to_body(case["torque"])])
    nu_dot = acceleration(body.mass_matrix(), nu, wrench)
    classical_W = X_WB.vector(nu_dot[:3] + np.cross(nu[3:], nu[:3]))
    np.testing.assert_allclose(classical_W, case["lin_acc"], rtol=0, atol=1e-13)
    np.testing.assert_allclose(X_WB.vector(nu_dot[3:]), case["ang_acc"], rtol=0, atol=1e-13)


def test_the_added_mass_of_these_cases_is_indefinite_and_the_sum_is_not() -> None:
    M_A = np.array(ACCELERATIONS["fluid_added_mass"])
    assert np.linalg.eigvalsh(M_A)[0] < 0.0
    assert np.linalg.eigvalsh(np.eye(6) + M_A)[0] > 0.1


def test_dart_tensor() -> None:
    vector = VECTORS["dart_tensor"]
    upper = np.zeros((6, 6))
    upper[np.triu_indices(6)] = np.concatenate(vector["added_mass_upper_rows"])
    added_mass = AddedMass(upper + np.triu(upper, 1).T)
    unit = MassProperties(vector["mass"], np.eye(3))
    tensor = Inertial.unchecked(unit, Pose(), added_mass).dart_spatial_tensor()
    np.testing.assert_array_equal(tensor, vector["tensor"])
    # gz-physics simulates it all the same; the body's energy then has no bound.
    with pytest.raises(ModelError, match=r"smallest eigenvalue -0.2939"):
        Inertial(unit, Pose(), added_mass)

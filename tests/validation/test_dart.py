"""Tensors and accelerations against DART itself, on random bodies in random motion.

DART gets the rigid body as gz-physics gives it (mass, centre of mass, moment in link axes) and the added mass as a
block-swapped addend; the free body's acceleration is the articulated-body algorithm's.
"""

import dartpy as dart
import numpy as np
from hypothesis import given, settings
from tests.strategies import arrays, inertials, poses

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, acceleration
from seaway.inertia._spatial import blocks_swapped


def dart_inertia(body: Inertial) -> "dart.dynamics.Inertia":
    inertia = dart.dynamics.Inertia(body.mass, body.c_BoBcm_B, body.I_BBcm_B)
    if body.added_mass is not None:
        # getSpatialTensor is a view into the object: setSpatialTensor would read what it overwrites.
        rigid = np.array(inertia.getSpatialTensor())
        inertia.setSpatialTensor(rigid + blocks_swapped(body.added_mass.matrix))
    return inertia


@given(inertials(with_added_mass=False))
def test_rigid_tensor_equals_dart(body: Inertial) -> None:
    expected = np.array(dart_inertia(body).getSpatialTensor())
    np.testing.assert_allclose(body.dart_spatial_tensor(), expected, rtol=0, atol=1e-12 * np.max(np.abs(expected)))


@given(inertials())
@settings(max_examples=100)
def test_tensor_with_added_mass_equals_dart(body: Inertial) -> None:
    expected = np.array(dart_inertia(body).getSpatialTensor())
    np.testing.assert_allclose(body.dart_spatial_tensor(), expected, rtol=0, atol=1e-12 * np.max(np.abs(expected)))


@given(inertials(with_added_mass=False))
def test_the_added_mass_is_read_back_from_a_tensor_of_dart(body: Inertial) -> None:
    """None, and that of a sphere, whose rotational block is zero: what is left of the tensor there is rounding."""
    sphere = AddedMass(np.diag([0.5, 0.5, 0.5, 0.0, 0.0, 0.0]) * body.mass)
    for water in (AddedMass(np.zeros((6, 6))), sphere):
        tensor = np.array(dart_inertia(body.with_added_mass(water)).getSpatialTensor())
        back = body.with_dart_spatial_tensor(tensor).added_mass_matrix()
        np.testing.assert_allclose(back, water.matrix, rtol=0, atol=1e-13 * np.max(np.abs(tensor)))


def dart_acceleration(inertia: "dart.dynamics.Inertia", X_WB: Pose, nu: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    skeleton = dart.dynamics.Skeleton()
    joint, node = skeleton.createFreeJointAndBodyNodePair()
    node.setInertia(inertia)
    node.setGravityMode(False)
    transform = np.eye(4)
    transform[:3, :3], transform[:3, 3] = X_WB.R, X_WB.p
    world = dart.dynamics.Frame.World()
    joint.setTransform(dart.math.Isometry3(transform), world)
    joint.setSpatialVelocity(np.roll(nu, 3), world, node)
    node.addExtForce(wrench[:3], np.zeros(3), True, True)
    node.addExtTorque(wrench[3:], True)
    skeleton.computeForwardDynamics()
    return np.roll(node.getSpatialAcceleration(), -3)


@given(inertials(), poses(), arrays(6), arrays(6))
@settings(max_examples=100)
def test_acceleration_of_a_free_body_equals_dart(
    body: Inertial, X_WB: Pose, nu: np.ndarray, wrench: np.ndarray
) -> None:
    """Relative to what the mass matrix makes of the largest wrench in play, applied or Coriolis."""
    M = body.mass_matrix()
    expected = dart_acceleration(dart_inertia(body), X_WB, nu, wrench)
    ours = acceleration(M, nu, wrench)
    scale = np.max(np.abs(expected)) + np.max(np.abs(ours))
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-9 * scale)

"""Laws that hold for every vehicle: no work, no source, no preferred frame, no preferred side."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracles.bodies import motion_of, spd
from tests.oracles.fossen_ned import FossenVehicle, rotation
from tests.strategies import (
    arrays,
    dampings,
    dissipating_dampings,
    gentle_vehicles,
    inertials,
    passive_matrices,
    poses,
    quaternions,
    vectors,
    velocities,
)

from seaway.frames import (
    ENU_NED,
    FLU_FRD,
    Pose,
    attitude_swapped,
    cross_matrix,
    matrix_from_quaternion,
    matrix_from_rpy,
    quaternion_from_matrix,
    quaternion_from_rpy,
    quaternion_product,
)
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.sea import Sea
from seaway.shapes import Box, Ellipsoid
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Vehicle

RHO, G = 1025.0, 9.80665
BALL = Inertial(MassProperties.from_sphere(0.5, mass=50.0))


def simulation(
    vehicle: Vehicle, sea: Sea, position: np.ndarray, q: np.ndarray, nu: np.ndarray, time_step: float = 1e-3
) -> Simulation:
    sim = Simulation(vehicle, sea, time_step=time_step)
    sim.set_state(position=position, orientation=q, velocity=nu)
    return sim


def wrench_of(
    law: str, vehicle: Vehicle, nu: np.ndarray, q: np.ndarray | None = None, sea: Sea | None = None
) -> np.ndarray:
    """What one law puts on a vehicle, (6,)."""
    q = np.array([1.0, 0, 0, 0]) if q is None else q
    return simulation(vehicle, sea or Sea(surface=None), np.zeros(3), q, nu).forces()[law][0, 0]


# Work


@settings(max_examples=100)
@given(inertials(), velocities(), quaternions())
def test_coriolis_does_no_work(inertial: Inertial, nu: np.ndarray, q: np.ndarray) -> None:
    """ν . C(ν) ν = 0, for the rigid body and in still water for the added mass: rounding of |M| |ν|³."""
    forces = simulation(Vehicle("body", inertial), Sea(surface=None), np.zeros(3), q, nu).forces()
    for law, M in (
        ("rigid_body_coriolis", inertial.rigid_body_matrix()),
        ("added_mass_coriolis", inertial.added_mass_matrix()),
    ):
        size = np.linalg.norm(M) * np.linalg.norm(nu) ** 3
        assert abs(forces[law][0, 0] @ nu) <= 1e-14 * size
        v, w = cross_matrix(nu[:3]), cross_matrix(nu[3:])
        expected = -np.block([[w, np.zeros((3, 3))], [v, w]]) @ (M @ nu)
        np.testing.assert_allclose(forces[law][0, 0], expected, rtol=0, atol=1e-14 * size / (np.linalg.norm(nu) + 1e-9))


@given(dissipating_dampings(), velocities(), quaternions(), vectors())
def test_passive_damping_never_feeds_energy(
    damping: Damping, nu: np.ndarray, q: np.ndarray, current: np.ndarray
) -> None:
    """ν_r . d(ν_r) >= 0, for D and D_k with a positive semidefinite symmetric part and diagonal D2 >= 0.

    In the frame of the damping or of the body, in still water or in a current; up to the rounding of its terms.
    """
    assert damping.energy_source() is None
    wrench = wrench_of("damping", Vehicle("ball", BALL, None, damping), nu, q, Sea(surface=None, current=current))
    nu_r = nu - np.concatenate([matrix_from_quaternion(q).T @ current, np.zeros(3)])
    # Skew parts are forces without power: the rounding is that of the forces.
    assert wrench @ nu_r <= 1e-13 * np.linalg.norm(wrench) * np.linalg.norm(nu_r)


@given(dampings(), velocities(), quaternions(), vectors())
def test_damping_of_the_description_is_that_of_the_kernel(
    damping: Damping, nu: np.ndarray, q: np.ndarray, current: np.ndarray
) -> None:
    """``Damping.wrench`` at Lo in L, with the velocity of Lo through the water, moved to Bo in B."""
    kernel = wrench_of("damping", Vehicle("ball", BALL, None, damping), nu, q, Sea(surface=None, current=current))
    nu_r = nu - np.concatenate([matrix_from_quaternion(q).T @ current, np.zeros(3)])
    p, R = damping.pose.p, damping.pose.R
    velocity = np.concatenate([R.T @ (nu_r[:3] + np.cross(nu_r[3:], p)), R.T @ nu_r[3:]])
    wrench = damping.wrench(velocity)
    force, torque = R @ wrench[:3], R @ wrench[3:]
    size = 1e3 * (1.0 + np.linalg.norm(nu_r)) ** 2
    np.testing.assert_allclose(kernel, [*force, *(torque + np.cross(p, force))], rtol=0, atol=1e-14 * size)


@settings(max_examples=15)
@given(dampings())
def test_a_source_of_energy_that_is_found_is_one(damping: Damping) -> None:
    """The power is > 0 at that velocity and is that of ``wrench``. Damping of random numbers always has a source."""
    source = damping.energy_source()
    if source is None:  # only where hardly anything is there
        matrices = (damping.linear, damping.quadratic, damping.modulus, damping.signed)
        assert max(float(np.max(np.abs(M))) for M in matrices) < 1.0
        return
    nu = np.array(source.velocity)
    assert source.power > 0.0
    assert nu @ damping.wrench(nu) == pytest.approx(source.power, rel=1e-12)
    vehicle = Vehicle(
        "ball", BALL, None, Damping(damping.linear, damping.quadratic, modulus=damping.modulus, signed=damping.signed)
    )
    assert wrench_of("damping", vehicle, nu) @ nu == pytest.approx(source.power, rel=1e-9)


def _with(shape: tuple[int, ...], **entries: float) -> np.ndarray:
    """Zeros but for entries such as ``_01=5``."""
    array = np.zeros(shape)
    for name, value in entries.items():
        array[tuple(int(digit) for digit in name[1:])] = value
    return array


@pytest.mark.parametrize(
    "damping",
    [
        Damping(linear=[1.0, 1.0, 1.0, 1.0, 1.0, -0.01]),
        Damping(linear=np.eye(6) + _with((6, 6), _15=3.0)),
        Damping(linear=[-1.0] * 6, quadratic=[100.0] * 6),
        Damping(quadratic=[1.0, 1.0, -0.1, 1.0, 1.0, 1.0]),
        Damping(quadratic=np.eye(6) + _with((6, 6), _01=5.0)),
        Damping(linear=[10.0] * 6, quadratic=np.eye(6) + _with((6, 6), _42=8.0)),
        Damping(modulus=_with((6, 6, 6), _011=-2.0)),
        Damping(linear=[1.0] * 6, modulus=_with((6, 6, 6), _215=3.0)),
        Damping(signed=_with((6, 6, 6), _000=1.0)),
        Damping(linear=[5.0] * 6, quadratic=[5.0] * 6, signed=_with((6, 6, 6), _011=50.0)),
    ],
    ids=[
        "negative linear",
        "coupled linear",
        "negative linear below quadratic",
        "negative quadratic",
        "off-diagonal quadratic",
        "off-diagonal quadratic above linear",
        "negative modulus",
        "coupled modulus above linear",
        "signed",
        "signed above the rest",
    ],
)
def test_known_sources_of_energy_are_found(damping: Damping) -> None:
    source = damping.energy_source()
    assert source is not None
    assert not damping.dissipates()
    nu = np.array(source.velocity)
    assert nu @ damping.wrench(nu) == pytest.approx(source.power, rel=1e-12)
    assert source.power > 0.0


def test_lift_that_does_no_work_is_no_source() -> None:
    """Y = -u r, N = u v and the like: the symmetrised third-degree form is zero."""
    lift = _with((6, 6, 6), _012=3.0, _021=-3.0)
    assert Damping(signed=lift).energy_source() is None
    assert Damping(linear=[1.0] * 6, signed=lift).energy_source() is None


@settings(max_examples=60)
@given(passive_matrices(), passive_matrices(), poses(), poses(), velocities())
def test_linear_dampings_add_up(D: np.ndarray, E: np.ndarray, X_BL: Pose, X_BK: Pose, nu: np.ndarray) -> None:
    """Two of them, each in a frame of its own, are one: H_L^T D H_L + H_K^T E H_K, with H the velocities' transform."""

    def moved(D: np.ndarray, X: Pose) -> np.ndarray:
        H = np.block([[X.R.T, -X.R.T @ cross_matrix(X.p)], [np.zeros((3, 3)), X.R.T]])
        return H.T @ D @ H

    apart = Vehicle(
        "ball", BALL, None, (Damping(D, position=X_BL.p, attitude=X_BL.q), Damping(E, position=X_BK.p, attitude=X_BK.q))
    )
    total = moved(D, X_BL) + moved(E, X_BK)
    together = Vehicle("ball", BALL, None, Damping(total))
    np.testing.assert_allclose(
        wrench_of("damping", apart, nu),
        wrench_of("damping", together, nu),
        rtol=0,
        atol=1e-12 * (1 + np.linalg.norm(total)),
    )


@settings(max_examples=60)
@given(dampings(), dampings(), velocities())
def test_wrenches_of_several_dampings_add_up(one: Damping, other: Damping, nu: np.ndarray) -> None:
    parts = [wrench_of("damping", Vehicle("ball", BALL, None, damping), nu) for damping in (one, other)]
    both = wrench_of("damping", Vehicle("ball", BALL, None, (one, other)), nu)
    np.testing.assert_allclose(both, parts[0] + parts[1], rtol=1e-14, atol=1e-14 * np.max(np.abs(parts)))


@settings(max_examples=100)
@given(quaternions(), vectors(100.0), vectors(100.0), vectors(), velocities())
def test_a_wrench_in_world_axes_is_one_in_body_axes(
    q: np.ndarray, force: np.ndarray, torque: np.ndarray, point: np.ndarray, nu: np.ndarray
) -> None:
    """f_B = R^T f_W at the same point of the body, at the present attitude; both are (f, n + p × f) about Bo."""
    R, wrenches = matrix_from_quaternion(q), []
    for f, n, axes in ((force, torque, "world"), (R.T @ force, R.T @ torque, "body")):
        sim = simulation(Vehicle("ball", BALL), Sea(), np.array([1.0, 2, 3]), q, nu)
        sim.set_wrench(force=f, torque=n, point=point, axes=axes)
        wrenches.append(sim.forces()["external"][0, 0])
    f_B = R.T @ force
    np.testing.assert_allclose(wrenches[0], wrenches[1], rtol=0, atol=1e-12 * 500)
    np.testing.assert_allclose(wrenches[1], [*f_B, *(R.T @ torque + np.cross(point, f_B))], rtol=0, atol=1e-12 * 500)


# Frames


@settings(max_examples=30)
@given(gentle_vehicles(), velocities(0.5), quaternions(), vectors(50.0), st.floats(-7.0, 7.0), vectors(0.5))
def test_the_world_has_no_preferred_heading_or_place(
    vehicle: Vehicle, nu: np.ndarray, q: np.ndarray, shift: np.ndarray, angle: float, current: np.ndarray
) -> None:
    """Turned about z and shifted horizontally, current and all: the same velocities of the body, and a moved pose.

    Turning multiplies all stage quaternions and is kept by RK4, so only rounding is left, grown by 0.3 s of motion.
    """
    shift = shift * [1.0, 1.0, 0.0]
    Z, start = Pose.from_rpy(shift, [0.0, 0.0, angle]), np.array([0.3, -0.2, -0.1])
    command, ends = np.array([5.0, -3.0, 4.0, 1.0, -2.0, 1.0]), []
    for X in (Pose(), Z):
        sea = Sea(RHO, G, current=X.R @ current)
        sim = simulation(vehicle, sea, X.point(start), quaternion_product(X.q, q), nu)
        sim.step(command, count=300)
        ends.append(motion_of(sim))
    np.testing.assert_allclose(ends[1][7:], ends[0][7:], rtol=0, atol=1e-10)
    np.testing.assert_allclose(ends[1][:3], Z.point(ends[0][:3]), rtol=0, atol=1e-10)
    assert Pose(q=ends[1][3:7]).isclose(Pose(q=quaternion_product(Z.q, ends[0][3:7])), 1e-10)


@settings(max_examples=30)
@given(gentle_vehicles(), velocities(0.5), quaternions(), poses(0.5), vectors(0.5))
def test_motion_does_not_depend_on_the_link_frame(
    vehicle: Vehicle, nu: np.ndarray, q: np.ndarray, X_AB: Pose, current: np.ndarray
) -> None:
    """The same body described from another link frame A: inertia, buoyancy, damping and a wrench moved by X_AB.

    RK4 moves another point of the body: what is left is h⁴ = 1e-12 times the rates of the motion over 0.3 s.
    """
    buoyancy, damping = vehicle.buoyancy, vehicle.damping[0]
    X_AL, X_AS = X_AB @ damping.pose, X_AB @ Pose(buoyancy.center, buoyancy.attitude)
    moved = Vehicle(
        "body",
        vehicle.inertial.transformed(X_AB),
        Buoyancy(buoyancy.volume, X_AS.p, shape=buoyancy.shape, attitude=X_AS.q),
        Damping(damping.linear, damping.quadratic, position=X_AL.p, attitude=X_AL.q),
    )
    X_WB, X_BA = Pose([0.3, -0.2, -0.1], q), X_AB.inverse()
    sea, force, torque, point = (
        Sea(RHO, G, current=current),
        np.array([8.0, -5.0, 6.0]),
        np.array([1.0, -2, 1]),
        [0.1, 0.2, 0],
    )
    one = simulation(vehicle, sea, X_WB.p, X_WB.q, nu)
    one.set_wrench(force=force, torque=torque, point=point)
    X_WA = X_WB @ X_BA
    v_A = X_AB.R @ (nu[:3] + np.cross(nu[3:], X_BA.p))
    other = simulation(moved, sea, X_WA.p, X_WA.q, np.concatenate([v_A, X_AB.R @ nu[3:]]))
    other.set_wrench(force=X_AB.R @ force, torque=X_AB.R @ torque, point=X_AB.point(point))
    for name, power in one.energy().power.items():
        assert other.energy().power[name][0, 0] == pytest.approx(power[0, 0], abs=1e-10 * vehicle.inertial.mass)
    one.step(count=300)
    other.step(count=300)
    end, end_A = motion_of(one), motion_of(other)
    X_WB_end = Pose(end_A[:3], end_A[3:7]) @ X_AB
    assert X_WB_end.isclose(Pose(end[:3], end[3:7]), 1e-10)
    w = X_BA.R @ end_A[10:]
    v = X_BA.R @ (end_A[7:10] + np.cross(end_A[10:], X_AB.p))
    np.testing.assert_allclose([*v, *w], end[7:], rtol=0, atol=1e-10)


FOSSEN = [f"{force}_{rate}dot" for force in "XYZKMN" for rate in "uvwpqr"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("with_current", [False, True])
def test_a_vehicle_in_fossens_numbers_moves_as_fossens_equations_say(seed: int, with_current: bool) -> None:
    """Numbers in NED and FRD, given once to an independent simulator and once through the border to Seaway.

    RK4 of both at 2 ms over 1 s, once with Euler angles and once with a quaternion: h⁴ = 2e-11 times the rates.
    Measured: 4e-13.
    """
    random = np.random.default_rng(seed)
    m, r_g, r_b = 40.0, random.uniform(-0.1, 0.1, size=3), random.uniform(-0.1, 0.1, size=3)
    I_g = (
        MassProperties.from_box([1.2, 0.9, 0.8], mass=m).moment_of_inertia
        + 0.2 * m * (spd(random, 3) - 0.3 * np.eye(3)) / 10
    )
    added, linear = -m * spd(random), -20.0 * spd(random)
    quadratic = -np.diag(random.uniform(5.0, 20.0, size=6)) + random.uniform(-1.0, 1.0, size=(6, 6))
    signed = random.uniform(-1.0, 1.0, size=(6, 6, 6))
    volume, current = 1.05 * m / RHO, random.uniform(-0.4, 0.4, size=3) * with_current
    ned = FossenVehicle(m, r_g, I_g, added, linear, quadratic, signed, RHO * G * volume, r_b, G, current)
    eta = np.concatenate(
        [random.uniform(-5, 5, size=3), random.uniform(-0.4, 0.4, size=2), random.uniform(-3, 3, size=1)]
    )
    nu, tau = random.uniform(-0.5, 0.5, size=6), random.uniform(-10.0, 10.0, size=6)
    eta_end, nu_end = ned.run(eta, nu, tau, 0.002, 500)

    inertial = Inertial(
        MassProperties(m, FLU_FRD.matrix(I_g)),
        Pose(FLU_FRD.vector(r_g)),
        AddedMass.from_fossen(dict(zip(FOSSEN, added.ravel().tolist(), strict=True))),
    )
    damping = Damping.from_fossen(linear, quadratic, signed=signed)
    vehicle = Vehicle("auv", inertial, Buoyancy(volume, FLU_FRD.vector(r_b)), damping)
    sea = Sea(RHO, G, surface=None, current=ENU_NED.vector(current) if with_current else None)
    q = attitude_swapped(quaternion_from_matrix(rotation(*eta[3:])))
    sim = simulation(vehicle, sea, ENU_NED.vector(eta[:3]), q, FLU_FRD.spatial(nu), 0.002)
    sim.step(FLU_FRD.spatial(tau), count=500)
    end = motion_of(sim)
    np.testing.assert_allclose(FLU_FRD.spatial(end[7:]), nu_end, rtol=0, atol=1e-11)
    np.testing.assert_allclose(ENU_NED.vector(end[:3]), eta_end[:3], rtol=0, atol=1e-11)
    R = matrix_from_quaternion(attitude_swapped(end[3:7]))
    np.testing.assert_allclose(R, rotation(*eta_end[3:]), rtol=0, atol=1e-11)
    np.testing.assert_allclose(R, matrix_from_rpy(eta_end[3:]), rtol=0, atol=1e-11)


@settings(max_examples=50)
@given(dampings(), velocities())
def test_fossens_damping_is_the_same_wrench_in_the_other_axes(damping: Damping, nu: np.ndarray) -> None:
    """Derivatives in FRD, negative when they dissipate, give in FLU the wrench that they give in FRD."""
    frd = Damping(damping.linear, damping.quadratic, modulus=damping.modulus, signed=damping.signed)
    flu = Damping.from_fossen(-frd.linear, -frd.quadratic, -frd.modulus, -frd.signed)
    expected = FLU_FRD.spatial(frd.wrench(FLU_FRD.spatial(nu)))
    np.testing.assert_allclose(flu.wrench(nu), expected, rtol=0, atol=1e-11)


# Sides

# Mirroring port and starboard: y of polar vectors, x and z of axial ones.
MIRROR = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])


def symmetric_part(M: np.ndarray) -> np.ndarray:
    """The part of a 6x6 matrix that couples no motion in the plane of symmetry to one out of it."""
    return np.where(np.outer(MIRROR, MIRROR) > 0.0, M, 0.0)


@settings(max_examples=30)
@given(
    arrays(6, 6), arrays(6, 6), vectors(0.2), vectors(0.2), st.booleans(), velocities(0.5), quaternions(), vectors(0.5)
)
def test_a_symmetric_vehicle_has_no_preferred_side(
    root: np.ndarray,
    D: np.ndarray,
    c: np.ndarray,
    b: np.ndarray,
    box: bool,
    nu: np.ndarray,
    q: np.ndarray,
    current: np.ndarray,
) -> None:
    """Mirrored in the xz plane, state, command and current: the mirrored motion, to rounding grown by 0.3 s."""
    plane = np.array([1.0, 0.0, 1.0])
    mass = 60.0
    added = AddedMass(mass * symmetric_part(root @ root.T / 6.0 + 0.2 * np.eye(6)))
    inertial = Inertial(MassProperties.from_box([1.2, 0.8, 0.6], mass=mass), Pose(plane * c), added)
    extent = Box([0.7, 0.5, 0.3]) if box else Ellipsoid([0.5, 0.3, 0.2])
    buoyancy = Buoyancy(center=plane * b, shape=extent, attitude=quaternion_from_rpy([0.0, 0.2, 0.0]))
    damping = Damping(symmetric_part(50.0 * (D @ D.T)), symmetric_part(20.0 * (D @ D.T)))
    vehicle = Vehicle("body", inertial, buoyancy, damping)
    tau, ends = np.array([10.0, 6.0, -5.0, 2.0, 1.0, -3.0]), []
    side, turn = MIRROR[:3], np.array([1.0, -1.0, 1.0, -1.0])
    for sign in (np.ones(6), MIRROR):
        y = side if sign is MIRROR else np.ones(3)
        sea = Sea(RHO, G, current=y * current)
        attitude = turn * q if sign is MIRROR else q
        sim = simulation(vehicle, sea, y * [0.3, 0.4, -0.05], attitude, sign * nu)
        sim.step(sign * tau, count=300)
        ends.append(motion_of(sim))
    assume(np.all(np.isfinite(ends)))
    np.testing.assert_allclose(ends[1], np.concatenate([side, turn, MIRROR]) * ends[0], rtol=0, atol=1e-11)

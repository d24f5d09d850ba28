"""Laws of thrusters, fins, areas and strips that hold for any of them: no work, no side, no frame, no surprise."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import arrays, positive, quaternions, vectors, velocities

from seaway.frames import matrix_from_quaternion, quaternion_from_rpy, quaternion_product
from seaway.inertia import Inertial, MassProperties
from seaway.sea import Sea, Wind
from seaway.shapes import Box
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, CrossFlow, DragArea, Fin, FinDerivatives, HydrostaticStiffness, Thruster, Vehicle

RHO = 1025.0
BODY = Inertial(MassProperties.from_box([2.0, 1.0, 0.8], mass=500.0))
AFLOAT = Buoyancy(shape=Box([2.0, 1.0, 0.8]))
LAWS = ("thrusters", "fins", "wind", "water_drag", "strip_drag")
DEEP = Sea(RHO, surface=None)
MIRROR = np.array([1.0, -1.0, 1.0])
MIRRORED = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
"""What a wrench or a velocity is in a mirror at the plane of x and z: torques are axial."""

directions = arrays(3).filter(lambda v: np.linalg.norm(v) > 0.1)
small = st.floats(-0.6, 0.6)


@st.composite
def crosses(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Two directions that are not parallel."""
    R = matrix_from_quaternion(draw(quaternions()))
    return R[:, 0], R[:, 2] + draw(st.floats(-1.0, 1.0)) * R[:, 0]


@st.composite
def fin_values(draw: st.DrawFn, moment: bool = False) -> dict[str, Any]:
    chord, up = draw(crosses())
    values: dict[str, Any] = {
        "position": draw(vectors()),
        "area": draw(positive(1e-3, 10.0)),
        "forward": chord,
        "upward": up,
        "lift_slope": draw(st.floats(0.0, 6.0)),
        "drag_slope": draw(st.floats(0.0, 1.0)),
        "incidence": draw(small),
        "stall_angle": draw(st.floats(0.05, 1.5)),
        "zero_lift_drag": draw(st.floats(0.0, 0.2)),
        "reversible": draw(st.booleans()),
        "axisymmetric": draw(st.booleans()),
        "flap_effectiveness": draw(st.floats(0.0, 1.0)),
        "lift_per_deflection": draw(st.floats(0.0, 4.0)),
    }
    if draw(st.booleans()):
        values |= {"stalled_lift_slope": draw(st.floats(-3.0, 3.0)), "stalled_drag_slope": draw(st.floats(-1.0, 2.0))}
    if moment:
        values |= {
            "moment_slope": draw(small),
            "stalled_moment_slope": draw(small),
            "moment_per_deflection": draw(small),
        }
    return values


@st.composite
def thruster_values(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "position": draw(vectors()),
        "axis": draw(directions),
        "drive": "speed",
        "diameter": draw(positive(0.01, 2.0)),
        "thrust_coefficient": draw(positive(1e-3, 1.0)) * draw(st.sampled_from([-1, 1])),
        "advance_slope": -draw(st.floats(0.0, 0.1)),
        "wake_fraction": draw(st.floats(-0.2, 0.9)),
        "thrust_deduction": draw(st.floats(0.0, 0.5)),
        "hand": draw(st.sampled_from(["left", "right"])),
        "torque_coefficient": draw(st.floats(0.0, 0.1)),
    }


@st.composite
def area_values(draw: st.DrawFn, medium: str, yaw: bool = False) -> dict[str, Any]:
    return {
        "area": np.abs(draw(arrays(3, bound=5.0))),
        "coefficient": np.abs(draw(arrays(3))),
        "center": draw(vectors()),
        "medium": medium,
        "per_axis": draw(st.booleans()),
        "yaw_coefficient": draw(small) if yaw else 0.0,
    }


@st.composite
def strips(draw: st.DrawFn) -> CrossFlow:
    n = draw(st.integers(1, 6))
    lateral, vertical = np.abs(draw(arrays(2, n)))
    return CrossFlow(draw(arrays(n, bound=3.0)), lateral, vertical, draw(st.booleans()))


@st.composite
def equipped(draw: st.DrawFn) -> dict[str, Any]:
    """Parts of a vehicle: one or none of each kind."""
    parts: dict[str, Any] = {"thrusters": [], "fins": [], "areas": []}
    if draw(st.booleans()):
        parts["thrusters"] = [draw(thruster_values())]
    if draw(st.booleans()):
        parts["fins"] = [draw(fin_values(moment=True))]
    for medium in ("air", "water"):
        if draw(st.booleans()):
            parts["areas"].append(draw(area_values(medium, yaw=True)))
    parts["cross_flow"] = draw(strips()) if draw(st.booleans()) else None
    return parts


def built(parts: dict[str, Any], mirrored: bool = False, buoyancy: Any = AFLOAT) -> Vehicle:
    """A vehicle of these parts, or what it is in a mirror: propellers then turn the other way."""

    def seen(values: dict[str, Any]) -> dict[str, Any]:
        if not mirrored:
            return values
        turned = {
            name: MIRROR * values[name]
            for name in ("position", "axis", "forward", "upward", "center")
            if name in values
        }
        return {
            **values,
            **turned,
            **({"hand": "left" if values["hand"] == "right" else "right"} if "hand" in values else {}),
        }

    return Vehicle(
        "body",
        BODY,
        buoyancy,
        thrusters=tuple(Thruster("thruster", **seen(values)) for values in parts["thrusters"]),
        fins=tuple(Fin("fin", **seen(values)) for values in parts["fins"]),
        drag_areas=tuple(DragArea(**seen(values)) for values in parts["areas"]),
        cross_flow=parts["cross_flow"],
    )


def simulation(vehicle: Vehicle, sea: Sea, commands: dict[str, float] | None = None, **state: Any) -> Simulation:
    """At a state with commands held; the step that holds them is so short that nothing moves."""
    sim = Simulation(vehicle, sea, 1e-12)
    sim.step(actuators={name: value for name, value in (commands or {}).items() if name in sim.actuators})
    sim.set_state(**state)
    return sim


def wrenches(sim: Simulation) -> dict[str, np.ndarray]:
    return {law: wrench[0, 0] for law, wrench in sim.forces().items() if law in LAWS}


# No surprise


@given(equipped(), quaternions(), vectors(), st.floats(-0.6, 0.6), st.booleans())
def test_at_rest_all_is_finite_and_the_water_does_nothing(
    parts: dict[str, Any], q: np.ndarray, position: np.ndarray, angle: float, commanded: bool
) -> None:
    """No 0 / 0 where nothing moves; without commands nothing acts at all."""
    commands = {"thruster": 40.0, "fin": angle} if commanded else {}
    sim = simulation(built(parts), Sea(RHO), commands, position=position, orientation=q, velocity=np.zeros(6))
    for law, wrench in wrenches(sim).items():
        assert np.isfinite(wrench).all(), law
        if law != "thrusters" or not commanded:
            assert not wrench.any(), law
    assert np.isfinite(sim.acceleration()).all()


@given(equipped(), quaternions(), vectors(), velocities(1e-150), st.floats(-0.6, 0.6))
def test_hardly_any_speed_is_finite_too(
    parts: dict[str, Any], q: np.ndarray, position: np.ndarray, nu: np.ndarray, angle: float
) -> None:
    """Squares of such speeds underflow: no 0 / 0 there either."""
    sim = simulation(built(parts), Sea(RHO), {"fin": angle}, position=position, orientation=q, velocity=nu)
    for law, wrench in wrenches(sim).items():
        assert np.isfinite(wrench).all(), law
        np.testing.assert_allclose(wrench, 0.0, atol=1e-140)


@settings(max_examples=50)
@given(equipped(), quaternions(), velocities(), st.floats(-60.0, 60.0), small, st.sampled_from([0.2, -0.1, -9.0]))
def test_steps_are_finite(
    parts: dict[str, Any], q: np.ndarray, nu: np.ndarray, omega: float, angle: float, height: float
) -> None:
    """From any attitude in wind and current, also through the surface."""
    sea = Sea(RHO, current=(0.4, -0.2, 0), wind=Wind((9.0, 4.0), exponent=0.11, gust_std=2.0, seed=1))
    sim = Simulation(built(parts), sea, 1e-4)
    sim.set_state(position=[0, 0, height], orientation=q, velocity=nu)
    commands = {name: value for name, value in (("thruster", omega), ("fin", angle)) if name in sim.actuators}
    sim.step(actuators=commands, count=5, throw=False)
    assert np.isfinite(sim.state.velocity).all()


# No work


def power_of(
    law: str, vehicle: Vehicle, nu: np.ndarray, q: np.ndarray, sea: Sea, angle: float = 0.0
) -> tuple[float, float]:
    """Relative to the fluid, and the rounding that it may have."""
    sim = simulation(
        vehicle, sea, {"fin": angle}, position=[0, 0, 5.0 if law == "wind" else -5.0], orientation=q, velocity=nu
    )
    wrench = sim.forces()[law][0, 0]
    flow = np.zeros(3)
    if law == "wind" and sea.wind is not None:
        flow = sea.wind.velocity
    elif law != "wind" and sea.current is not None:
        flow = sea.compiled()[1][0, 1, 1]
    nu_r = nu - np.concatenate([matrix_from_quaternion(q).T @ flow, np.zeros(3)])
    reach = 4.0  # of any arm, so that moments that cancel count
    size = np.linalg.norm(wrench) * np.linalg.norm(nu_r * [1, 1, 1, reach, reach, reach])
    return float(wrench @ nu_r), 1e-13 * float(size)


@given(area_values("water"), velocities(), quaternions(), vectors())
def test_drag_of_water_never_feeds_energy(
    values: dict[str, Any], nu: np.ndarray, q: np.ndarray, current: np.ndarray
) -> None:
    vehicle = Vehicle("body", BODY, drag_areas=(DragArea(**values),))
    power, rounding = power_of("water_drag", vehicle, nu, q, Sea(RHO, surface=None, current=current))
    assert power <= rounding


@given(area_values("air"), velocities(), quaternions(), vectors(9.0))
def test_drag_of_air_never_feeds_energy(
    values: dict[str, Any], nu: np.ndarray, q: np.ndarray, wind: np.ndarray
) -> None:
    vehicle = Vehicle("body", BODY, AFLOAT, drag_areas=(DragArea(**values),))
    power, rounding = power_of("wind", vehicle, nu, q, Sea(RHO, wind=wind))
    assert power <= rounding


@given(strips(), velocities(), quaternions(), vectors())
def test_strips_never_feed_energy(part: CrossFlow, nu: np.ndarray, q: np.ndarray, current: np.ndarray) -> None:
    vehicle = Vehicle("body", BODY, cross_flow=part)
    power, rounding = power_of("strip_drag", vehicle, nu, q, Sea(RHO, surface=None, current=current))
    assert power <= rounding


@given(fin_values(), velocities(), quaternions(), vectors(), small)
def test_fins_that_stand_still_never_feed_energy(
    values: dict[str, Any], nu: np.ndarray, q: np.ndarray, current: np.ndarray, angle: float
) -> None:
    """Lift is across the flow and drag against it, at any angle, stalled or not; without a moment about the span."""
    vehicle = Vehicle("body", BODY, fins=(Fin("fin", **values),))
    power, rounding = power_of("fins", vehicle, nu, q, Sea(RHO, surface=None, current=current), angle)
    assert power <= rounding


@given(thruster_values(), st.floats(-3.0, 3.0), st.floats(-60.0, 60.0))
def test_advance_takes_energy(values: dict[str, Any], speed: float, omega: float) -> None:
    """What the motion along the axis changes of the thrust acts against the motion."""
    axis = values["axis"] / np.linalg.norm(values["axis"])
    centered: dict[str, Any] = {**values, "position": np.zeros(3)}
    part = Thruster("thruster", **centered)
    still, moving = (
        wrenches(
            simulation(Vehicle("body", BODY, thrusters=(part,)), DEEP, {"thruster": omega}, velocity=[*v, 0, 0, 0])
        )
        for v in (np.zeros(3), speed * axis)
    )
    change = float((moving["thrusters"] - still["thrusters"])[:3] @ axis)
    assert change * speed <= 1e-12 * (1.0 + np.abs(still["thrusters"]).max())


# No side, no frame


def assert_alike(found: dict[str, np.ndarray], expected: dict[str, np.ndarray], turned: Any = 1.0) -> None:
    """1e-9 of each law's largest: an arc cosine of a small angle makes much of a rounding, and 1e-7 of fins."""
    assert found.keys() == expected.keys()
    for law, wrench in expected.items():
        size = 1e-6 + float(np.abs(wrench).max())
        atol = (1e-6 if law == "fins" else 1e-9) * size
        np.testing.assert_allclose(found[law], turned * wrench, rtol=0, atol=atol, err_msg=law)


upright = st.tuples(small, small, st.floats(-3.0, 3.0)).map(np.array)


@settings(max_examples=100)
@given(equipped(), upright, velocities(), st.floats(-0.6, 0.6), st.floats(-60.0, 60.0), small, arrays(2, bound=9.0))
def test_in_a_mirror_all_is_mirrored(
    parts: dict[str, Any],
    rpy: np.ndarray,
    nu: np.ndarray,
    height: float,
    omega: float,
    angle: float,
    wind: np.ndarray,
) -> None:
    """At the plane of x and z: position, roll and yaw, wind, current, hands. The commands are the same."""
    commands, current = {"thruster": omega, "fin": angle}, 0.1 * wind
    one = simulation(
        built(parts),
        Sea(RHO, wind=wind, current=(*current, 0.1)),
        commands,
        position=[0.1, 0.2, height],
        rpy=rpy,
        velocity=nu,
    )
    flip = np.array([1.0, -1.0])
    other = simulation(
        built(parts, mirrored=True),
        Sea(RHO, wind=flip * wind, current=(*(flip * current), 0.1)),
        commands,
        position=[0.1, -0.2, height],
        rpy=rpy * [-1, 1, -1],
        velocity=MIRRORED * nu,
    )
    assert_alike(wrenches(other), wrenches(one), MIRRORED)


@settings(max_examples=100)
@given(equipped(), quaternions(), velocities(), st.floats(-0.6, 0.6), st.floats(-3.0, 3.0), arrays(2, bound=9.0))
def test_the_compass_does_not_matter(
    parts: dict[str, Any], q: np.ndarray, nu: np.ndarray, height: float, turn: float, wind: np.ndarray
) -> None:
    """Vehicle, wind and current turned together about the vertical: the same wrenches in B."""
    commands = {"thruster": 30.0, "fin": 0.2}
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[c, -s], [s, c]])
    found = list[Any]()
    for rotation, attitude in ((np.eye(2), q), (R, quaternion_product(quaternion_from_rpy([0, 0, turn]), q))):
        sea = Sea(RHO, wind=rotation @ wind, current=(*(0.1 * rotation @ wind), 0.0))
        sim = simulation(built(parts), sea, commands, position=[0, 0, height], orientation=attitude, velocity=nu)
        found.append(wrenches(sim))
    assert_alike(found[1], found[0])


@given(equipped(), quaternions(), velocities(), vectors())
def test_only_the_motion_through_the_water_counts(
    parts: dict[str, Any], q: np.ndarray, nu: np.ndarray, current: np.ndarray
) -> None:
    """A current, and the vehicle moving with it as well: the same wrenches in the water."""
    commands = {"thruster": 30.0, "fin": 0.2}
    parts = {**parts, "areas": [values for values in parts["areas"] if values["medium"] == "water"]}
    moved = nu + np.concatenate([matrix_from_quaternion(q).T @ current, np.zeros(3)])
    one = simulation(built(parts), DEEP, commands, orientation=q, velocity=nu)
    other = simulation(built(parts), Sea(RHO, surface=None, current=current), commands, orientation=q, velocity=moved)
    assert_alike(wrenches(other), wrenches(one))


@given(arrays(3, 3), upright, st.floats(-0.3, 0.3))
def test_a_stiffness_in_a_mirror(root: np.ndarray, rpy: np.ndarray, height: float) -> None:
    """Heave and pitch couple alike, roll with the other sign."""
    G = 1e3 * root @ root.T
    flip = np.array([1.0, -1.0, 1.0])
    found = list[Any]()
    for matrix, sign in ((G, 1.0), (flip[:, None] * G * flip, -1.0)):
        sim = Simulation(Vehicle("body", BODY, HydrostaticStiffness(matrix)), Sea(RHO))
        sim.set_state(position=[0, 0, height], rpy=rpy * [sign, 1, sign])
        found.append((sim.forces()["weight"] + sim.forces()["buoyancy"])[0, 0])
    np.testing.assert_allclose(found[1], MIRRORED * found[0], rtol=0, atol=1e-9 * (1.0 + np.abs(found[0]).max()))


# Sums


@settings(max_examples=100)
@given(thruster_values(), thruster_values(), fin_values(True), fin_values(True), velocities())
def test_each_acts_as_if_it_were_alone(
    a: dict[str, Any], b: dict[str, Any], c: dict[str, Any], d: dict[str, Any], nu: np.ndarray
) -> None:
    """The wrench of several is the sum of theirs, to the rounding of the sum."""
    thrusters, fins = [Thruster("a", **a), Thruster("b", **b)], [Fin("c", **c), Fin("d", **d)]
    commands = {"a": 30.0, "b": -20.0, "c": 0.2, "d": -0.1}
    every = wrenches(
        simulation(Vehicle("body", BODY, thrusters=tuple(thrusters), fins=tuple(fins)), DEEP, commands, velocity=nu)
    )
    for law, parts in (("thrusters", thrusters), ("fins", fins)):
        alone = list[np.ndarray]()
        for part in parts:
            own: dict[str, Any] = {law: part}
            alone.append(wrenches(simulation(Vehicle("body", BODY, **own), DEEP, commands, velocity=nu))[law])
        size = sum(float(np.abs(wrench).max()) for wrench in alone)
        np.testing.assert_allclose(every[law], sum(alone), rtol=0, atol=1e-15 * size)


@given(arrays(6, bound=9.0).filter(np.any), velocities(), small)
def test_derivatives_go_with_the_angle_and_the_square_of_the_speed(
    derivatives: np.ndarray, nu: np.ndarray, angle: float
) -> None:
    vehicle = Vehicle("body", BODY, fins=(FinDerivatives("fin", derivatives),))
    wrench = wrenches(simulation(vehicle, DEEP, {"fin": angle}, velocity=nu))["fins"]
    np.testing.assert_allclose(wrench, derivatives * angle * nu[0] * abs(nu[0]), rtol=1e-13, atol=1e-300)

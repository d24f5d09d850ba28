"""What follows from the declaration of a part, for every part there is: each is declared, and nothing else is written.

A new class of parts needs an entry in ``EXAMPLES`` that gives each of its fields a value other than the default.
"""

import copy
import importlib
import inspect
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.refused import refused

import seaway
from seaway.control import Guidance, GuidanceSettings
from seaway.controllers import Controller
from seaway.errors import ModelError
from seaway.forces import Force
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.mesh import box
from seaway.parts import (
    FORMS,
    KW_ONLY,
    Array,
    Attitude,
    ByName,
    Choice,
    Field,
    Name,
    Number,
    Part,
    PartError,
    Ranged,
    Reading,
    Several,
    Texts,
    Whole,
    all_keys,
    differs,
    docs_table,
    read,
    row,
    rows_of,
    table_schema,
)
from seaway.shapes import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere
from seaway.vehicle import (
    Actuation,
    Buoyancy,
    CrossFlow,
    Damping,
    DragArea,
    Fin,
    FinDerivatives,
    FluidAddedMass,
    Hull,
    HullDamping,
    HullFriction,
    HullPressureDrag,
    HydrostaticStiffness,
    PythonForce,
    RigidBody,
    Slamming,
    Thruster,
    Vehicle,
    Visual,
    WorldJoint,
)
from seaway.vehicle._simple_hulls import LyingCylinders, Pontoons

PACKAGES = tuple(
    f"seaway.{name}" for name in ("shapes", "vehicle", "sea", "control", "manoeuvres", "library", "scenario")
)
for package in PACKAGES:
    importlib.import_module(package)

BODY = Inertial(MassProperties.from_box((1, 2, 3), mass=30.0), None, AddedMass(np.eye(6)))
PRODUCTS = np.arange(216.0).reshape(6, 6, 6)
PROPELLER: dict[str, Any] = {"diameter": 0.3, "thrust_coefficient": 0.02}
PID = Thruster(
    "main", (1, 2, 3), (0, 3, 4), drive="pid", command="thrust", **PROPELLER, reverse_thrust_coefficient=0.01,
    limits=(-50, 80), dead_band=1.5, advance_slope=-0.004, wake_fraction=0.1, thrust_deduction=0.2, hand="left",
    torque_coefficient=0.003,
    inertia=0.05, gains=(4, 5, 6), largest_torque=7.0,
)  # fmt: skip
FIN = Fin(
    "rudder", (1, 2, 3), 0.5, (1, 1, 0), (0, 1, 1), aspect_ratio=1.5, stall_angle=0.5, lift_slope=1.1, drag_slope=1.2,
    moment_slope=1.3,
    incidence=0.1, zero_lift_drag=0.2, stalled_lift_slope=1.6, stalled_drag_slope=1.7, stalled_moment_slope=1.8,
    least_speed=0.3,
    reversible=False, axisymmetric=True, flap_effectiveness=0.7, lift_per_deflection=2.2, moment_per_deflection=2.3,
    limit=0.6, rate_limit=2.5,
    time_constant=2.6, density=1.2, in_wind=True, everywhere=True,
)  # fmt: skip
DRAG = HullPressureDrag(
    linear=1.0, quadratic=2.0, falloff=3.0, suction_linear=4.0, suction_quadratic=5.0, suction_falloff=6.0,
    reference_speed=7.0,
)  # fmt: skip
SLAMMING = Slamming(0.5, "kerner", largest_acceleration=50.0, power=3.0)
STRIPS = CrossFlow([-1.0, 0.0, 1.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0], coupled=True)
AREA = DragArea(
    (1, 2, 3), (0.5, 2, 1), (4, 5, 6), medium="air", per_axis=True, yaw_coefficient=-0.7, linear=3.5, everywhere=True
)
LOOK = Visual(
    Cone(radius=0.3, length=2.0), (1, 2, 3), (0.1, 0.2, 0.3), color="orange", name="nose", actuator="main"
)  # fmt: skip
EXAMPLES: dict[type[Part], tuple[Part, ...]] = {
    Sphere: (Sphere(0.5),),
    Ellipsoid: (Ellipsoid((1, 2, 3)),),
    Box: (Box((1, 2, 3)),),
    Cylinder: (Cylinder(radius=0.3, length=2),),
    Capsule: (Capsule(radius=0.3, length=2),),
    Cone: (Cone(radius=0.3, length=2),),
    Actuation: (Actuation((1, 2, 3, 4, 5, 6), rate_limit=7.0, time_constant=0.5),),
    Buoyancy: (
        Buoyancy(0.3, (1, 2, 3), shape=Box((1, 2, 3)), reference_volume=0.1, attitude=(0.1, 0.2, 0.3)), Buoyancy(0.2),
    ),
    CrossFlow: (STRIPS,),
    Damping: (
        Damping(np.arange(36.0).reshape(6, 6), [1, 2, 3, 4, 5, 6], modulus=PRODUCTS, signed=-PRODUCTS,
                position=(1, 2, 3), attitude=(0.1, 0.2, 0.3)),
    ),
    DragArea: (AREA,),
    Fin: (FIN, Fin("fin", (0, 0, 0), 0.1), Fin("fin", (0, 0, 0), 0.1, aspect_ratio=3.0)),
    FinDerivatives: (FinDerivatives("stern", (1, 2, 3, 4, 5, 6), limit=0.3, rate_limit=0.4, time_constant=0.5),),
    FluidAddedMass: (
        FluidAddedMass(diagonal=(1, 2, 3, 4, 5, 6), convention="center_of_mass"),
        FluidAddedMass(matrix=np.eye(6)),
        FluidAddedMass(coefficients={"xx": 5.5, "yr": 0.3}),
        FluidAddedMass(fossen={"X_udot": -5.5}),
        FluidAddedMass(shape=Sphere(0.3)),
    ),
    Hull: (
        Hull(box((1, 2, 3)), "hydrostatic", (DRAG, SLAMMING), position=(1, 2, 3), attitude=(0.1, 0.2, 0.3),
        subdivisions=1,
             reference_volume=2.0, compat="asv", exact_waves=True),
        Hull(box=(1, 2, 3)),
        Hull(cylinders=LyingCylinders(radius=0.2, length=3.0, centers=[(0, 1, 0), (0, -1, 0)])),
    ),
    HullDamping: (HullDamping(linear=1.0, quadratic=2.0, angular_linear=3.0, angular_quadratic=4.0),),
    HullFriction: (HullFriction(2.0), HullFriction()),
    HullPressureDrag: (DRAG,),
    HydrostaticStiffness: (
        HydrostaticStiffness(
            np.diag([7.0, 8.0, 9.0]), rest_height=0.3, extent=(2.0, 1.0, 0.2),
            pontoons=Pontoons(length=2.0, beam=0.2, lateral_offset=0.4),
        ),
    ),
    RigidBody: (
        RigidBody(30.0, (0.1, 0.2, 0.3), moment_of_inertia=(10, 11, 12), moments_about="origin"),
        RigidBody(30.0, radii_of_gyration=(0.3, 0.4, 0.5)),
        RigidBody(30.0, shape=Box((1, 2, 3))),
    ),
    Slamming: (SLAMMING, Slamming(0.5, "facing")),
    Thruster: (
        PID,
        Thruster("tube", (0, 1, 0), drive="lag", **PROPELLER, time_constant=0.2),
        Thruster("table", (0, 1, 0), drive="table", table=[[-1, 0, 1], [-9, 0, 5]]),
    ),
    Vehicle: (
        Vehicle(
            "usv", BODY, Buoyancy(0.3), (Damping(np.ones(6)), Damping(quadratic=np.ones(6))), thrusters=PID,
            fins=(FIN, FinDerivatives("stern", np.ones(6))), drag_areas=AREA, cross_flow=STRIPS,
            actuation=Actuation(5.0),
            world_joint=WorldJoint("ball"), rigid_body_coriolis=False, added_mass_coriolis=False,
            reference_density=1000.0, forces=PythonForce("pull", max), visuals=LOOK,
        ),
        Vehicle("boat", BODY, Hull(box=(1, 2, 3))),
    ),
    Visual: (LOOK, Visual(mesh=box((1, 2, 3)), scale=0.5)),
    PythonForce: (PythonForce("pull", max),),
    WorldJoint: (WorldJoint("revolute", (1, 2, 2), (4, 5, 6)),),
}  # fmt: skip
# Fields of files alone: a mesh that was loaded is in metres and repaired.
OF_FILES = {(Hull, "scale"), (Hull, "repair")}
# What cannot differ between the runs of a batch.
OF_ALL_RUNS = {(Hull, "box"), (Hull, "scale"), (Hull, "position"), (Hull, "attitude"), (Vehicle, "reference_density")}
OF_ALL_RUNS |= {(kind, name) for kind in (Capsule, Cone, Visual) for name in kind.__part__.fields}


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - it was written right here


def declared() -> list[type[Part]]:
    kinds = (*Part.__subclasses__(), *Force.__subclasses__(), *Guidance.__subclasses__())
    bases = (Guidance, Controller, GuidanceSettings)  # a table of guidance is that of one of its kinds
    return sorted((kind for kind in kinds if kind.__module__.startswith(PACKAGES) and kind not in bases), key=str)


def all_fields() -> list[tuple[type[Part], Field[Any, Any]]]:
    return [(kind, field) for kind in declared() for field in kind.__part__.fields.values()]


def by_name(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else str(value.name)


def exampled_fields() -> list[tuple[type[Part], Field[Any, Any]]]:
    return [(kind, field) for kind, field in all_fields() if kind in EXAMPLES]


each_kind = pytest.mark.parametrize("kind", declared(), ids=by_name)
each_field = pytest.mark.parametrize(("kind", "field"), all_fields(), ids=by_name)
each_exampled_field = pytest.mark.parametrize(("kind", "field"), exampled_fields(), ids=by_name)
each_example = pytest.mark.parametrize(
    "part", [part for parts in EXAMPLES.values() for part in parts], ids=lambda part: type(part).__name__
)


def example_of(kind: type[Part], name: str) -> Part | None:
    """One in which a field has another value than by default."""
    return next((part for part in EXAMPLES[kind] if vars(part)[name] is not None and differs(part, name)), None)


@each_exampled_field
def test_there_is_an_example_of_every_field(kind: type[Part], field: Field[Any, Any]) -> None:
    assert (kind, field.name) in OF_FILES or example_of(kind, field.name) is not None


# Parts do not change


def copies(part: Part) -> Iterator[Part]:
    yield from (part, pickled(part), copy.deepcopy(part), copy.copy(part), part.replace())


@each_example
def test_a_part_cannot_be_changed(part: Part) -> None:
    name = next(iter(part.__part__.fields))
    with pytest.raises(
        AttributeError, match=rf"a {type(part).__name__} cannot be changed; use replace\({name}=\.\.\.\)"
    ):
        setattr(part, name, 1.0)
    with pytest.raises(AttributeError, match="cannot be changed"):
        delattr(part, name)
    for other in copies(part):
        for value in vars(other).values():
            if isinstance(value, np.ndarray):
                with pytest.raises(ValueError, match="read-only"):
                    value[...] = 0.0
                with pytest.raises(ValueError, match="cannot set WRITEABLE"):
                    value.flags.writeable = True


def test_what_was_given_may_change() -> None:
    given = np.eye(6)
    damping = Damping(given)
    given[0, 0] = 7.0
    assert damping.linear[0, 0] == 1.0


# Equality


@each_example
def test_copies_are_equal(part: Part) -> None:
    for other in copies(part):
        assert other == part
        assert hash(other) == hash(part)
        assert repr(other) == repr(part)
        assert vars(other).keys() == vars(part).keys()


@each_exampled_field
def test_a_field_makes_a_difference(kind: type[Part], field: Field[Any, Any]) -> None:
    """To equality; and a value of one's own stays one."""
    part = None if (kind, field.name) in OF_FILES else example_of(kind, field.name)
    if part is not None:
        unit_vector = isinstance(field, Ranged) and field.direction  # whose length is rounded once more
        assert unit_vector or part == part.replace(**{field.name: vars(part)[field.name]})
        others = [other for other in EXAMPLES[kind] if not same(vars(other)[field.name], vars(part)[field.name])]
        assert all(part != other for other in others)
        if isinstance(field, Ranged) and not unit_vector and not isinstance(field, Attitude):
            assert part != part.replace(**{field.name: 0.99 * vars(part)[field.name]})


def same(one: Any, other: Any) -> bool:
    return (
        bool(np.array_equal(one, other))
        if isinstance(one, np.ndarray) or isinstance(other, np.ndarray)
        else one == other
    )


def test_zeros_of_either_sign_are_equal_and_have_one_hash() -> None:
    one, other = (Thruster("a", (zero, 0, 0), thrust_coefficient=zero) for zero in (0.0, -0.0))
    assert one == other
    assert hash(one) == hash(other)


def test_equal_values_of_other_classes_are_no_equal_parts() -> None:
    assert Box((1, 2, 3)) != Ellipsoid((1, 2, 3))
    assert Box((1, 2, 3)) != (1, 2, 3)


def test_a_representation_has_what_was_given() -> None:
    assert repr(Thruster("a", (1, 0, 0))) == "Thruster('a', [1., 0., 0.])"
    assert repr(Thruster("a", (1, 0, 0), drive="speed", **PROPELLER)) == (
        "Thruster('a', [1., 0., 0.], drive='speed', diameter=0.3, thrust_coefficient=0.02)"
    )
    assert repr(Damping(quadratic=np.ones(6))) == "Damping(quadratic=<6 x 6>)"
    assert repr(Fin("f", (0, 0, 0), 0.5, upward=(0, 1, 0))) == "Fin('f', [0., 0., 0.], 0.5, upward=[0., 1., 0.])"
    assert repr(Buoyancy(shape=Sphere(0.5))) == "Buoyancy(shape=Sphere(0.5))"


# Documentation


@each_field
def test_every_field_is_documented(kind: type[Part], field: Field[Any, Any]) -> None:
    assert field.doc.endswith(".")
    assert "\n" not in field.doc
    extended = next((part for part, form in FORMS.items() if form is kind), kind)
    properties, table, signature = table_schema(extended)["properties"], docs_table(kind), inspect.signature(kind)
    assert field.name in signature.parameters
    assert f"    {field.name}: {field.doc.rstrip('.')}" in (kind.__doc__ or "")
    for key in field.table_keys[: 0 if len(field.table_keys) > 6 else None]:  # many are shown as some of them
        assert key in properties
        assert properties[key]["description"]
        assert f"`{key}`" in table


@each_kind
def test_the_constructor_has_the_fields_in_their_order(kind: type[Part]) -> None:
    parameters = inspect.signature(kind).parameters
    assert list(parameters) == list(kind.__part__.fields)
    for name, parameter in parameters.items():
        keyword_only = parameter.kind is inspect.Parameter.KEYWORD_ONLY
        assert keyword_only == (name in kind.__part__.keyword_only)
    positional = [parameter for parameter in parameters.values() if parameter.kind is not parameter.KEYWORD_ONLY]
    assert len(positional) <= 6


@each_kind
def test_a_schema_refers_to_what_it_has(kind: type[Part]) -> None:
    if kind in FORMS.values():
        return  # its keys are in the schema of what it extends
    entry = table_schema(kind)
    assert entry["additionalProperties"] is False
    assert set(entry.get("required", ())) <= entry["properties"].keys()
    stack: list[Any] = [entry]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if "$ref" in item and item["$ref"] != f"#/$defs/{kind.__name__}":
                assert item["$ref"].removeprefix("#/$defs/") in entry["$defs"]
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)


# Degrees


@pytest.mark.parametrize(
    ("kind", "field"), [(kind, field) for kind, field in exampled_fields() if field.unit.startswith("rad")], ids=by_name
)
def test_angles_have_a_key_in_degrees(kind: type[Part], field: Field[Any, Any]) -> None:
    assert field.table_keys == (field.name, f"{field.name}_deg")
    degrees: Any = 10.0 if field.shape == () else [10.0] * 3
    found = field.read_key(f"{field.name}_deg", degrees, Reading())
    np.testing.assert_array_equal(found, field.read_key(field.name, np.radians(degrees).tolist(), Reading()))
    extended = next((part for part, form in FORMS.items() if form is kind), kind)
    unit = table_schema(extended)["properties"][f"{field.name}_deg"]["description"]
    assert f"[deg{field.unit[3:]}]" in unit


def test_degrees_are_checked_and_told_of_in_degrees() -> None:
    table = {"name": "f", "position": [0, 0, 0], "area": 0.1}
    assert read(Fin, {**table, "stall_angle_deg": 20})[0] == Fin("f", (0, 0, 0), 0.1, stall_angle=np.radians(20.0))
    assert told(Fin, {**table, "stall_angle_deg": -5}) == ["stall_angle_deg must be > 0 [deg], got -5"]
    assert told(Fin, {**table, "stall_angle_deg": 5, "stall_angle": 0.1}) == [
        "stall_angle_deg and stall_angle give the same thing; give one of stall_angle and stall_angle_deg"
    ]
    assert told(Fin, {**table, "rate_limit_deg": 0}) == ["rate_limit_deg must be > 0 [deg/s], got 0"]


# Values for each run


@pytest.mark.parametrize(
    ("kind", "field"),
    [pair for pair in exampled_fields() if isinstance(pair[1], Ranged) and (pair[0], pair[1].name) not in OF_ALL_RUNS],
    ids=by_name,
)
def test_every_number_may_differ_between_runs(kind: type[Part], field: Ranged[Any, Any]) -> None:
    part, name = example_of(kind, field.name), field.name
    assert part is not None
    value = vars(part)[name]
    several = (
        np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]) if isinstance(field, Attitude) else np.stack([value, 0.99 * value])
    )
    batch = part.replace(**{name: several})
    assert rows_of(part) is None
    assert rows_of(batch) == 2
    for k in range(2):
        single = part.replace(**{name: several[k]})
        assert row(batch, k) == single
        assert rows_of(row(batch, k)) is None
        assert {type(found) for found in vars(row(batch, k)).values()} == {
            type(found) for found in vars(single).values()
        }
    assert pickled(batch) == batch
    assert row(part, 1) is part


@pytest.mark.parametrize("name", ["scale", "position", "attitude", "box"])
def test_the_geometry_of_a_hull_is_that_of_all_runs(name: str) -> None:
    given = {"box": (1, 2, 3)} | {name: np.ones((2, 3))}
    with pytest.raises(ModelError, match=f"hull: {name} cannot differ between runs"):
        Hull(**given)


def test_rows_of_nested_parts_count() -> None:
    usv = Vehicle("usv", BODY, Buoyancy([0.3, 0.4]), thrusters=PID.replace(limits=[[-1, 1], [-2, 2]]))
    assert rows_of(usv) == 2
    assert row(usv, 1) == Vehicle("usv", BODY, Buoyancy(0.4), thrusters=PID.replace(limits=(-2, 2)))


@pytest.mark.parametrize(
    ("make", "counts"),
    [
        (
            lambda: PID.replace(diameter=[0.1, 0.2], wake_fraction=[0.1, 0.2, 0.3]),
            "2 for diameter, 3 for wake_fraction",
        ),
        (
            lambda: Vehicle(
                "a", BODY, thrusters=[PID.replace(wake_fraction=np.full(n, 0.1), name=f"t{n}") for n in (2, 3)]
            ),
            "2 for thrusters[0], 3 for thrusters[1]",
        ),
    ],
)
def test_all_fields_have_one_number_of_runs(make: Any, counts: str) -> None:
    with pytest.raises(ModelError) as error:
        make()
    assert str(error.value).endswith(
        f"fields that differ between runs must have the same number of values, got {counts}"
    )


def test_the_run_that_is_wrong_is_named() -> None:
    with refused("the diameter of thruster 'main' must be >= 0 [m], got -1 in run 1"):
        PID.replace(diameter=[0.3, -1.0])
    with refused("the limits of thruster 'main' must be 2 numbers [N or rad/s], got 3 numbers: [1, 2, 3]"):
        PID.replace(limits=[1, 2, 3])


def test_a_mass_that_differs_between_runs_is_refused() -> None:
    with refused("the inertial of vehicle 'rov' cannot differ between runs; use Simulation.set_parameters"):
        Vehicle("rov", RigidBody([1.0, 2.0], radii_of_gyration=(1, 1, 1)))


def test_attitudes_of_each_run_are_angles_or_quaternions() -> None:
    angles = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
    batch = Buoyancy(0.1, attitude=angles)
    assert Buoyancy(0.1, attitude=batch.attitude) == batch
    assert row(batch, 1) == Buoyancy(0.1, attitude=angles[1])
    shapes = table_schema(Buoyancy)["properties"]
    assert [entry.get("minItems") for entry in shapes["attitude"]["anyOf"]] == [3, 4]
    assert [entry.get("minItems") for entry in shapes["attitude_deg"]["anyOf"]] == [3]


# All problems at once


def told(kind: type[Part], table: dict[str, Any], reading: Reading | None = None) -> list[str]:
    """What is wrong with a table, as files tell of it."""
    part, problems = read(kind, table, reading)
    assert part is None or not problems
    return [problem.told_of(dotted(problem.key)) for problem in problems]


def dotted(key: tuple[str | int, ...]) -> str:
    """As in a file: thruster[0].position[1] is told of as thruster[0].position."""
    return "".join(f"[{item}]" if isinstance(item, int) else f".{item}" for item in key).lstrip(".")


def test_all_that_is_wrong_is_said_at_once() -> None:
    wrong: dict[str, Any] = {"drive": "sped", "diameter": -0.2, "wake_fraction": 1.5}
    with pytest.raises(PartError) as error:
        Thruster("main", (0, np.nan, 0), **wrong)
    assert str(error.value).split("\n") == [
        "the position of thruster 'main' must be finite [m], got nan at [1]",
        "the drive of thruster 'main' must be one of thrust, speed, lag, pid, table, got 'sped'; did you mean 'speed'?",
        "the diameter of thruster 'main' must be >= 0 [m], got -0.2",
        "the wake fraction of thruster 'main' must be < 1, got 1.5",
    ]
    assert [problem.key for problem in error.value.problems] == [
        ("position", 1),
        ("drive",),
        ("diameter",),
        ("wake_fraction",),
    ]
    assert [problem.rule for problem in error.value.problems] == [
        "not-finite", "unknown-word", "out-of-range", "out-of-range",
    ]  # fmt: skip
    assert told(Thruster, {"name": "main", "position": [0, np.nan, 0], **wrong, "x": 1}) == [
        f"x is not a key here; there are: {', '.join(all_keys(Thruster))}",
        "position[1] must be finite [m], got nan at [1]",
        "drive must be one of thrust, speed, lag, pid, table, got 'sped'; did you mean 'speed'?",
        "diameter must be >= 0 [m], got -0.2",
        "wake_fraction must be < 1, got 1.5",
    ]


def test_all_conflicts_between_fields_are_said_at_once() -> None:
    expected = [
        "the drive 'pid' needs an inertia > 0 [kg m2] and a gain P > 0, got 0.0 and 0.0",
        "time_constant has no effect with the drive 'pid', only with 'lag', 'table'",
    ]
    with pytest.raises(PartError) as error:
        Thruster("main", (0, 0, 0), drive="pid", time_constant=0.1, **PROPELLER)
    assert str(error.value).split("\n") == [f"thruster 'main': {reason}" for reason in expected]
    table = {"name": "main", "position": [0, 0, 0], "drive": "pid", "time_constant": 0.1, **PROPELLER}
    assert told(Thruster, table) == [f"gains: {expected[0]}", expected[1]]


def test_problems_of_nested_parts_have_their_place() -> None:
    table = {
        "name": "usv",
        "inertia": {"mass": -1.0, "shape": {"box": [1, 1]}},
        "thruster": [{"name": "a", "position": [0, 0, 0]}, {"name": "b", "wake_fraction": 2.0}],
        "damping": {"linear": [1, 2, 3]},
        "fins": [],
    }
    assert told(Vehicle, table) == [
        "fins is not a key here; did you mean fin? It is: Fins and rudders, commanded by name",
        "inertia.mass must be > 0 [kg], got -1",
        "inertia.shape.box.size must be 3 numbers [m], got 2 numbers: [1, 1]",
        (
            "damping.linear must be 6 rows of 6 numbers or 6 numbers, its diagonal [N s/m, Nm s/rad], "
            "got 3 numbers: [1, 2, 3]"
        ),
        "thruster[1].position is missing: position of the propeller in the body frame, p_BoP_B [m]",
        "thruster[1].wake_fraction must be < 1, got 2",
    ]


def test_a_missing_argument_is_a_type_error() -> None:
    given: dict[str, Any] = {"name": "main"}
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'position'"):
        Thruster(**given)
    with pytest.raises(TypeError, match="unexpected keyword argument 'diametre'"):
        Thruster(**given, position=(0, 0, 0), diametre=0.3)
    with pytest.raises(TypeError, match="Thruster has no field 'diametre'; there are: name, position"):
        PID.replace(diametre=0.3)


def test_errors_are_those_of_models_and_can_be_pickled() -> None:
    with pytest.raises(ModelError) as error:
        Sphere(-1.0)
    again = pickled(error.value)
    assert str(again) == str(error.value)
    assert again.problems == error.value.problems


# What follows from other fields


def test_derived_values_follow_again() -> None:
    thruster = Thruster("a", (0, 0, 0), drive="speed", **PROPELLER)
    assert thruster.replace(thrust_coefficient=0.05).reverse_thrust_coefficient == 0.05
    assert (
        thruster.replace(drive="lag", time_constant=0.1, command="thrust").replace(wake_fraction=0.1).command
        == "thrust"
    )
    assert (
        thruster.replace(reverse_thrust_coefficient=0.01).replace(thrust_coefficient=0.05).reverse_thrust_coefficient
        == 0.01
    )
    assert thruster.replace(reverse_thrust_coefficient=0.01).replace(reverse_thrust_coefficient=None) == thruster
    assert Buoyancy(0.2).replace(volume=0.3) == Buoyancy(0.3)
    assert Buoyancy(shape=Box((1, 1, 1))).replace(shape=Box((2, 1, 1))).volume == 2.0
    fin = Fin("f", (0, 0, 0), 0.1, aspect_ratio=1.0)
    assert fin.replace(aspect_ratio=3.0) == Fin("f", (0, 0, 0), 0.1, aspect_ratio=3.0)
    assert fin.replace(upward=(0, 1, 0)).lift_direction.tolist() == [0.0, 1.0, 0.0]


def test_derived_values_follow_again_in_each_run() -> None:
    fins = Fin("f", (0, 0, 0), 0.1, aspect_ratio=[1.0, 3.0])
    for k, ratio in enumerate((1.0, 3.0)):
        single = Fin("f", (0, 0, 0), 0.1, aspect_ratio=ratio)
        assert row(fins, k) == single
        for name in ("lift_slope", "drag_slope", "stalled_lift_slope", "stalled_drag_slope"):
            assert vars(fins)[name][k] == vars(single)[name]


# Keys that there are not


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("diametre", "; did you mean diameter?"),
        ("diameter_m", "; did you mean diameter? It is in [m]"),
        ("time_constant_ms", "; did you mean time_constant? It is in [s]"),
        ("pose", "; did you mean position? It is: Position of the propeller in the body frame, p_BoP_B"),
        ("zzz", f"; there are: {', '.join(all_keys(Thruster))}"),
    ],
)
def test_an_unknown_key_hints_at_the_one_that_is_meant(key: str, hint: str) -> None:
    assert told(Thruster, {"name": "a", "position": [0, 0, 0], key: 1}) == [f"{key} is not a key here{hint}"]


def test_an_angle_hints_at_degrees() -> None:
    table = {"name": "f", "position": [0, 0, 0], "area": 0.1}
    assert told(Fin, {**table, "stall_angle_degrees": 20}) == [
        "stall_angle_degrees is not a key here; did you mean stall_angle? It is in [rad]"
    ]


# Notation


def test_a_table_in_fossens_notation() -> None:
    """Forward, right, down; derivatives negative when they dissipate; only annotated tables may say so."""
    table = {"linear": [-1.0] * 6, "position": [1, 2, 3], "convention": "fossen", "source": "a paper"}
    part, problems = read(Damping, table, Reading(annotated=True))
    assert problems == []
    assert part == Damping([1.0] * 6, position=(1, -2, -3))
    assert [problem.key for problem in read(Damping, table)[1]] == [("convention",), ("source",)]
    assert told(Damping, {"convention": "ned", "source": 1}, Reading(annotated=True)) == [
        "source must be a text in quotes, got 1",
        "convention must be one of seaway, fossen, got 'ned'",
    ]


def test_from_fossen_names_what_is_wrong() -> None:
    with refused("the derivatives of fin 'rudder' must be 6 numbers [N s2/m2/rad, N s2/m/rad], got 2 numbers: [1, 2]"):
        FinDerivatives.from_fossen("rudder", [1, 2])
    with pytest.raises(TypeError, match="unexpected keyword argument 'limt'"):
        FinDerivatives.from_fossen("rudder", np.ones(6), limt=0.3)


# The declaration itself


class Crate(Part, what="crate"):
    """For these tests alone."""

    name: Name = Name()
    """Name."""
    _: KW_ONLY
    floors: Whole = Whole(default=1, at_least=1, at_most=9)
    """Number of floors."""
    wood: Choice[str] = Choice(("oak", "pine"), default="oak")
    """Wood."""
    labels: Texts = Texts(default=())
    """Labels."""
    sizes: ByName = ByName(Array(shape=(2,), unit="m", above=0.0), ("lid", "base"))
    """Sizes of its sides."""
    inner: Several[Box] = Several(Box, default=())
    """Boxes in it."""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"floors": 0}, "the floors of crate 'c' must be a whole number >= 1 and <= 9, got 0"),
        ({"floors": 10}, "the floors of crate 'c' must be a whole number <= 9, got 10"),
        ({"floors": 2.0}, "the floors of crate 'c' must be a whole number, got 2.0"),
        ({"floors": True}, "the floors of crate 'c' must be a whole number, got True"),
        ({"wood": "pin"}, "the wood of crate 'c' must be one of oak, pine, got 'pin'; did you mean 'pine'?"),
        ({"labels": "a"}, "the labels of crate 'c' must be a list of texts, got 'a'"),
        ({"sizes": [1]}, "the sizes of crate 'c' must be values by name, got [1]"),
        ({"sizes": {"lid": (1, -1)}}, "'lid' of the sizes must be > 0 [m], got -1 at [1]"),
        ({"sizes": {"ltd": (1, 1)}}, "'ltd' of the sizes is not a name here; did you mean 'lid'?"),
        ({"inner": [Box((1, 1, 1)), 3]}, "inner 2 of crate 'c' must be of Box, got 3"),
        ({"inner": 3}, "inner 1 of crate 'c' must be of Box, got 3"),
        ({"name": " "}, "the name of a crate must not be empty"),
    ],
)
def test_other_kinds_of_fields(arguments: dict[str, Any], message: str) -> None:
    with refused(message):
        Crate(**{"name": "c", **arguments})


def test_values_by_name_are_kept_and_compared() -> None:
    crates = [Crate("c", sizes={"lid": (1, height)}, inner=Box((1, 1, 1))) for height in (2, 2, 3)]
    assert crates[0] == crates[1] != crates[2]
    assert hash(crates[0]) == hash(crates[1])
    again = pickled(crates[0])
    assert again == crates[0]
    with pytest.raises(TypeError, match="does not support item assignment"):
        again.sizes["lid"] = 1
    with pytest.raises(ValueError, match="read-only"):
        again.sizes["lid"][0] = 1.0


def test_wrong_declarations_are_refused() -> None:
    with pytest.raises(TypeError, match="Bad: replace is a reserved name"):
        type("Bad", (Part,), {"replace": Number(default=0.0), "__annotations__": {"replace": Number}})
    with pytest.raises(TypeError, match="Bad: depth has no declaration"):
        type("Bad", (Part,), {"__annotations__": {"depth": Number}})
    with pytest.raises(TypeError, match="Bad: a part cannot inherit from another part"):
        type("Bad", (Crate,), {})


# One line more

FIELD = '''
    pitch: Number = Number(unit="rad", at_least=0.0, default=0.1)
    """Pitch angle of the blades."""
'''
FOUND = """
import inspect, pickle, sys
import numpy as np
from seaway.errors import ModelError
from seaway.forces import Force
from seaway.parts import docs_table, read, row, rows_of, table_schema
from seaway.vehicle import Thruster
import seaway

assert seaway.__file__.startswith(sys.argv[1]), seaway.__file__
plain = Thruster("a", (0, 0, 0))
part = Thruster("a", (0, 0, 0), pitch=0.2)
assert (plain.pitch, part.pitch) == (0.1, 0.2)
assert inspect.signature(Thruster).parameters["pitch"].default == 0.1
try:
    Thruster("a", (0, 0, 0), pitch=-0.5)
except ModelError as error:
    assert str(error) == "the pitch of thruster 'a' must be >= 0 [rad], got -0.5", error
else:
    raise AssertionError
table = {"name": "a", "position": [0, 0, 0]}
assert read(Thruster, {**table, "pitch": 0.2}) == (part, [])
assert read(Thruster, {**table, "pitch_deg": 90.0})[0].pitch == np.pi / 2
assert read(Thruster, {**table, "pitch_deg": -5})[1][0].told_of("pitch_deg") == "pitch_deg must be >= 0 [deg], got -5"
assert table_schema(Thruster)["properties"]["pitch"]["default"] == 0.1
assert table_schema(Thruster)["properties"]["pitch_deg"]["description"] == "Pitch angle of the blades [deg]; >= 0."
assert "| `pitch`, `pitch_deg` | rad | >= 0 | 0.1 | Pitch angle of the blades. |" in docs_table(Thruster)
assert "pitch: Pitch angle of the blades [rad]; >= 0. Default: 0.1." in Thruster.__doc__
several = Thruster("a", (0, 0, 0), pitch=[0.1, 0.2])
assert rows_of(several) == 2 and row(several, 0) == plain and row(several, 1) == part
assert repr(plain) == "Thruster('a', [0., 0., 0.])" and repr(part) == "Thruster('a', [0., 0., 0.], pitch=0.2)"
assert part != plain and part == Thruster("a", (0, 0, 0), pitch=0.2)
assert hash(part) != hash(plain) and hash(part) == hash(Thruster("a", (0, 0, 0), pitch=0.2))
assert pickle.loads(pickle.dumps(part)) == part
assert plain.replace(pitch=0.2) == part and part.replace(name="b").pitch == 0.2
print("found")
"""


def test_a_field_is_added_by_one_line(tmp_path: Path) -> None:
    """With its documentation below; it is then found wherever fields are."""
    source = Path(seaway.__file__).parent
    shutil.copytree(source, tmp_path / "seaway", ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "seaway" / "vehicle" / "_thruster.py"
    written = file.read_text()
    before = "    hand: Choice[Hand]"
    assert written.count(before) == 1
    file.write_text(written.replace(before, FIELD.removeprefix("\n") + before))
    command = [sys.executable, "-c", FOUND, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.stdout == "found\n", done.stderr

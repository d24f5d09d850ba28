"""For which density the added mass and damping of an SDFormat file are given, and what becomes of that."""

import numpy as np
import pytest
from tests.unit.gazebo.sdf_worlds import box, joint, link, message, model, plugin, rules, scene, shape, tags, world

import seaway as sw
from seaway import gazebo, sdf
from seaway.errors import SdfError
from seaway.gazebo import to_sdf
from seaway.vehicle import Vehicle

WATER = plugin("Buoyancy", tags(uniform_fluid_density=1025))
GRADED = plugin("Buoyancy", f"<graded_buoyancy>{tags(default_density=1030)}</graded_buoyancy>")
DAMPED = plugin("Hydrodynamics", tags(link_name="hull", xU=-5, water_density=998))


def body(density: object = None, name: str = "hull") -> str:
    inner = "" if density is None else f"\n<fluid_density>{density}</fluid_density>"
    return link(name, shape(box()), inertial=f"<fluid_added_mass><xx>3</xx>{inner}</fluid_added_mass>")


@pytest.mark.parametrize(
    ("content", "density", "words"),
    [
        (WATER + model(body(1000) + DAMPED), 1000.0, "are for 1000 kg/m3, <fluid_density> of link 'hull'"),
        (WATER + model(body() + DAMPED), 1025.0, None),
        (GRADED + model(body() + DAMPED), 1030.0, None),
        (model(body() + DAMPED), 998.0, "are for 998 kg/m3, <water_density> of Hydrodynamics"),
        (model(body()), 1000.0, "are for 1000 kg/m3, assumed, since neither <fluid_density> nor a plugin"),
        (model(link()), 1000.0, None),
    ],
    ids=["fluid_density", "uniform", "graded", "water_density", "assumed", "nothing to scale"],
)
def test_where_the_density_of_the_coefficients_comes_from(content: str, density: float, words: str | None) -> None:
    made = scene(content)
    assert made.vehicles[0].reference_density == density
    if words is None:
        assert "notice-density" not in rules(made)
    else:
        assert words in message(made, "notice-density")


def test_the_factor_is_reported() -> None:
    made = scene(WATER + model(body(1000)))
    assert message(made, "notice-density").endswith("; in water of 1025 kg/m3 they act times 1.025")
    made = scene(model(body()), water=1025.0)
    assert made.vehicles[0].reference_density == 1000.0
    assert message(made, "notice-density").endswith("; in water of 1025 kg/m3 they act times 1.025")


def test_links_of_other_densities_are_scaled_to_the_first() -> None:
    made = scene(model(body(1000) + body(500, "other") + joint("hull", "other", kind="fixed")))
    (vehicle,) = made.vehicles
    assert vehicle.reference_density == 1000.0
    assert vehicle.inertial.added_mass_matrix()[0, 0] == pytest.approx(3.0 + 6.0, rel=1e-14)


@pytest.mark.parametrize("density", [None, 998.0])
def test_a_hull_has_the_fluid_density_alone(density: float | None) -> None:
    """Plugins are not read for hulls: without one, coefficients are for the sea in which it floats."""
    (hull,) = gazebo.hulls(world(WATER + model(body(density))))
    assert hull.reference_density == density


@pytest.mark.parametrize("value", ["0", "-1000", "nan", "salt"])
def test_a_bad_fluid_density_is_refused_where_it_counts(value: str) -> None:
    with pytest.raises(SdfError, match=r"<fluid_density> of link 'hull' must be a number > 0 \[kg/m3\]") as caught:
        scene(model(body(value)))
    assert caught.value.line == 3


@pytest.mark.parametrize(("value", "reason"), [("0", "must be > 0.*got 0"), ("nan", "must be a finite number")])
def test_a_bad_water_density_is_refused(value: str, reason: str) -> None:
    text = model(link() + plugin("Hydrodynamics", tags(link_name="hull", xU=-5, water_density=value)))
    with pytest.raises(SdfError, match=f"<water_density> of Hydrodynamics {reason}"):
        scene(text)


def test_the_thrust_of_a_model_goes_with_the_water_as_its_drag_does() -> None:
    """So the speed is the same in fresh and in sea water."""
    values = tags(joint_name="shaft", use_angvel_cmd="true", thrust_coefficient=0.005, propeller_diameter=0.25)
    text = model(
        link("hull", shape(box()), inertial=tags(fluid_density=1000))
        + link("screw", mass=0.1)
        + joint("hull", "screw", "shaft")
        + plugin("Hydrodynamics", tags(link_name="hull", xUabsU=-30))
        + plugin("Thruster", values)
    )
    made = scene(text, water=1025.0)
    (thruster,) = made.vehicles[0].thrusters
    assert float(thruster.thrust(30.0, 1025.0)) == pytest.approx(1025.0 * 0.005 * 0.25**4 * 900.0, rel=1e-14)
    assert "notice-thruster-density" not in rules(made)


def own_vehicle(added: bool) -> Vehicle:
    inertial = sw.Inertial(sw.MassProperties.from_box((1.0, 0.5, 0.4), mass=200.0))
    if added:
        inertial = inertial.with_added_mass(sw.AddedMass(np.diag([20.0, 80.0, 90.0, 3.0, 9.0, 8.0])))
    return Vehicle("rov", inertial, sw.Buoyancy(0.2), sw.Damping([20.0] * 6, [50.0] * 6), reference_density=990.0)


@pytest.mark.parametrize("added", [True, False])
@pytest.mark.parametrize("in_world", [True, False])
def test_a_vehicle_that_is_written_comes_back(added: bool, in_world: bool) -> None:
    given = own_vehicle(added)
    (back,) = gazebo.scene(sdf.loads(to_sdf(given, world=in_world).text)).vehicles
    assert back.reference_density == 990.0
    np.testing.assert_array_equal(back.inertial.added_mass_matrix(), given.inertial.added_mass_matrix())
    np.testing.assert_array_equal(back.damping[0].linear, given.damping[0].linear)


def test_a_vehicle_is_written_as_it_acts_in_the_water_of_the_world() -> None:
    """Gazebo does not scale: what it reads must be right as it is."""
    given = own_vehicle(added=True)
    (back,) = gazebo.scene(sdf.loads(to_sdf(given, sw.Sea(1025.0), world=True).text)).vehicles
    assert back.reference_density == 1025.0
    expected = given.inertial_in(1025.0).added_mass_matrix()
    np.testing.assert_allclose(back.inertial.added_mass_matrix(), expected, rtol=1e-14)
    np.testing.assert_allclose(back.damping[0].linear, 1025.0 / 990.0 * given.damping[0].linear, rtol=1e-14)

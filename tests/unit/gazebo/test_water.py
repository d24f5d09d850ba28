"""Water from plugins: gz-sim's Buoyancy, asv_wave_sim's hydrodynamics and waves."""

from math import pi
from pathlib import Path

import numpy as np
import pytest
from tests.unit.gazebo.sdf_worlds import box, joint, link, message, model, only, plugin, rules, scene, shape, tags
from tests.unit.mesh import mesh_files

from seaway import gazebo, mesh, sdf, shapes
from seaway.errors import SdfError
from seaway.gazebo import Scene
from seaway.sea import Eckv, PiersonMoskowitz
from seaway.vehicle import Buoyancy, Hull, HullDamping, HullFriction, HullPressureDrag, Vehicle

SHAPES = {
    "box": (box("1 2 3"), 6.0, (0, 0, 0)),
    "sphere": ("<sphere><radius>0.5</radius></sphere>", pi / 6, (0, 0, 0)),
    "cylinder": ("<cylinder><radius>0.5</radius><length>2</length></cylinder>", pi / 2, (0, 0, 0)),
    "ellipsoid": ("<ellipsoid><radii>0.5 1 2</radii></ellipsoid>", 4 * pi / 3, (0, 0, 0)),
    "capsule": ("<capsule><radius>0.5</radius><length>2</length></capsule>", pi / 2 + pi / 6, (0, 0, 0)),
    "cone": ("<cone><radius>0.5</radius><length>2</length></cone>", pi / 6, (0, 0, -0.5)),
}


def water(content: str = "") -> str:
    return plugin("Buoyancy", content)


def surface(height: float = 0.0, below: float = 1000.0, above: float = 1.0, more: str = "") -> str:
    layer = f"<density_change>{tags(above_depth=height, density=above)}</density_change>"
    return water(f"<graded_buoyancy>{tags(default_density=below)}{layer}{more}</graded_buoyancy>")


def refuses(text: str, pattern: str) -> None:
    with pytest.raises(SdfError, match=pattern):
        scene(text)


def fixed(vehicle: Vehicle) -> Buoyancy:
    assert isinstance(vehicle.buoyancy, Buoyancy)
    return vehicle.buoyancy


# --- water without end ---


def test_the_density_of_water_without_end() -> None:
    made = scene(water() + model(link()))
    assert (made.sea.density, made.sea.surface) == (1000.0, None)
    assert scene(water(tags(uniform_fluid_density=1025)) + model(link())).sea.density == 1025.0
    assert made.vehicles[0].buoyancy is None  # it has no collision
    assert made.findings == ()


@pytest.mark.parametrize("name", SHAPES)
def test_volumes_and_centers_of_shapes(name: str) -> None:
    """By their formulas, at any pose: V and R c + p with R a quarter turn about x, which takes z to -y."""
    geometry, volume, center = SHAPES[name]
    place = f"1 2 3 {pi / 2!r} 0 0"
    found = fixed(only(water() + model(link(content=shape(geometry, pose=place)))))
    assert found.volume == pytest.approx(volume, rel=1e-14)
    np.testing.assert_allclose(found.center, [1, 2 - center[2], 3], rtol=0, atol=1e-14)


def test_volumes_of_lumped_links_add_up() -> None:
    """6 m3 at the origin and 2 m3 at x = 4 + 1: 8 m3 at 1.25."""
    other = link("b", shape(box("2 1 1"), pose="1 0 0 0 0 0"), pose="4 0 0 0 0 0")
    found = fixed(only(water() + model(link("a", shape(box("1 2 3"))) + other + joint("a", "b", kind="fixed"))))
    assert found.volume == pytest.approx(8.0, rel=1e-14)
    np.testing.assert_allclose(found.center, [1.25, 0, 0], rtol=0, atol=1e-14)


def test_a_mesh_has_its_own_volume(tmp_path: Path) -> None:
    (tmp_path / "hull.obj").write_bytes(mesh_files.obj(mesh.box((1, 2, 3))))
    path = tmp_path / "world.sdf"
    uri = "<mesh><uri>hull.obj</uri><scale>2 1 1</scale></mesh>"
    text = f"<sdf version='1.11'><world name='w'>{water()}{model(link(content=shape(uri)))}</world></sdf>"
    path.write_text(text)
    (boat,) = gazebo.scene(sdf.load(path)).vehicles
    assert fixed(boat).volume == pytest.approx(12.0, rel=1e-13)


def test_what_has_no_volume_is_left_out() -> None:
    plane = shape("<plane><normal>0 0 1</normal></plane>", "p")
    made = scene(water() + model(link(content=plane + shape(box()))))
    assert fixed(made.vehicles[0]).volume == 1.0
    assert "collision 'p' of link 'boat::hull' is <plane>; it has no volume here" in message(made, "collision")
    assert scene(water() + model(link(content=plane))).vehicles[0].buoyancy is None


@pytest.mark.parametrize(
    ("enable", "carried"),
    [
        ([], ["a", "b::x", "b::y"]),
        (["a"], ["a"]),
        (["b"], ["b::x", "b::y"]),
        (["b::y"], ["b::y"]),
        (["b::x::hull", "a"], ["a", "b::x"]),
        (["w::a"], ["a"]),
        (["y::hull"], ["b::y"]),
    ],
)
def test_water_is_enabled_by_scoped_names(enable: list[str], carried: list[str]) -> None:
    solid = link(content=shape(box()))
    nested = model(model(solid, "x") + model(solid, "y"), "b")
    made = scene(water("".join(f"<enable>{name}</enable>" for name in enable)) + model(solid, "a") + nested)
    assert [vehicle.name for vehicle in made.vehicles if vehicle.buoyancy is not None] == carried
    if len(carried) < 3:
        told = "the water is not enabled for them; they fall. Name them in <enable> of the plugin Buoyancy"
        assert told in message(made, "no-buoyancy")


def test_an_enable_that_means_nothing() -> None:
    made = scene(water("<enable>ship</enable>") + model(link(content=shape(box()))))
    assert "<enable> of Buoyancy names 'ship', but nothing that moves has this name" in message(made, "enable")


def test_water_that_cannot_be() -> None:
    refuses(water(tags(uniform_fluid_density=-1)) + model(link()), r"density of the water.*must be finite and > 0")
    refuses(water() + water() + model(link()), r"Buoyancy is the second plugin with water, the first is at <text>:3")
    flat = shape("<sphere><radius>0</radius></sphere>")
    refuses(water() + model(link(content=flat)), r"radius")


# --- water with a surface ---


def test_the_height_of_a_surface() -> None:
    made = scene(surface(2.5, 1025.0, 1.2) + model(link()))
    assert (made.sea.density, made.sea.surface) == (1025.0, 2.5)
    assert "(1.2 kg/m3) is left out: 0.0012 of that below" in message(made, "notice-air-buoyancy")
    assert scene(surface() + model(link())).sea.surface == 0.0


def test_graded_without_layers_is_without_end() -> None:
    made = scene(water("<graded_buoyancy><default_density>900</default_density></graded_buoyancy>") + model(link()))
    assert (made.sea.density, made.sea.surface) == (900.0, None)


@pytest.mark.parametrize("name", ["box", "sphere", "cylinder", "ellipsoid"])
def test_one_simple_shape_is_an_extent(name: str) -> None:
    geometry, volume, _ = SHAPES[name]
    place = f"1 2 3 {pi / 2!r} 0 0"
    found = fixed(only(surface() + model(link(content=shape(geometry, pose=place)))))
    assert type(found.shape) is getattr(shapes, name.capitalize())
    assert found.volume == pytest.approx(volume, rel=1e-14)
    np.testing.assert_allclose(found.center, [1, 2, 3], rtol=0, atol=1e-14)
    np.testing.assert_allclose(found.attitude, [0.5**0.5, 0.5**0.5, 0, 0], rtol=0, atol=1e-15)


@pytest.mark.parametrize("name", ["capsule", "cone"])
def test_other_shapes_are_hulls(name: str) -> None:
    geometry, volume, center = SHAPES[name]
    hull = only(surface() + model(link(content=shape(geometry)))).buoyancy
    assert isinstance(hull, Hull)
    # Meshes of round shapes have the volume and the centroid of the true ones; rounding over a thousand triangles.
    assert hull.volume == pytest.approx(volume, rel=1e-10)
    np.testing.assert_allclose(hull.center, center, rtol=0, atol=1e-10)
    assert (hull.pressure, hull.forces) == ("froude_krylov", ())


def test_several_shapes_are_one_hull() -> None:
    shapes = shape(box(), "a", "-0.5 0 0 0 0 0") + shape(box(), "b", "0.5 0 0 0 0 0")
    hull = only(surface() + model(link(content=shapes))).buoyancy
    assert isinstance(hull, Hull)
    assert hull.volume == pytest.approx(2.0, rel=1e-12)


def test_overlapping_shapes_are_told_of() -> None:
    shapes = shape(box(), "a") + shape(box(), "b", "0.5 0 0 0 0 0")
    assert "overlap" in message(scene(surface() + model(link(content=shapes))), "collision")


def test_a_balloon_is_told_of() -> None:
    """1 m3 in air of 1 kg/m3 carries a tenth of 10 kg."""
    made = scene(surface() + model(link(content=shape(box()), mass=10.0)))
    assert "above the water is 0.1 of its weight" in message(made, "air-buoyancy")
    assert "air-buoyancy" not in rules(scene(surface() + model(link(content=shape(box()), mass=500.0))))


def test_layers_that_cannot_be() -> None:
    layer = "<density_change><above_depth>-10</above_depth><density>1030</density></density_change>"
    refuses(surface(more=layer) + model(link()), r"<density_change> of .* has 2 layers")
    refuses(
        surface(above=800.0) + model(link()), r"<density> of .* is 800 kg/m3 over 1000 below; .* at most a hundredth"
    )
    refuses(surface(above=1200.0) + model(link()), r"is 1200 kg/m3 over 1000 below")


def test_parameters_of_water_that_are_not_known() -> None:
    made = scene(water("<graded_buoyancy><depth>3</depth></graded_buoyancy><fluid/>") + model(link()))
    assert rules(made) == ["plugin-parameter", "plugin-parameter"]


# --- asv_wave_sim ---


def asv(content: str = "") -> str:
    return plugin("Hydrodynamics", content, "gz-waves1-hydrodynamics-system")


def waves(**values: object) -> str:
    inner = f"<wave>{tags(**values)}</wave>"
    field = plugin("WavesModel", inner, "libgz-waves1-waves-model-system.so")
    return model(f"<static>true</static>{link('base')}{field}", "waves")


def floating(content: str = "", name: str = "boat") -> str:
    return model(link(content=shape(box()), mass=500.0) + content, name)


def hull_of(made: Scene) -> Hull:
    found = made.vehicles[0].buoyancy
    assert isinstance(found, Hull)
    return found


def test_a_hull_with_the_defaults_of_asv() -> None:
    made = scene(floating(asv()))
    assert (made.sea.density, made.sea.surface, made.sea.waves) == (1025.0, 0.0, None)
    hull = hull_of(made)
    assert (hull.pressure, hull.compat) == ("hydrostatic", None)
    assert hull.forces == (
        HullDamping(linear=1e-6, quadratic=1e-6, angular_linear=1e-6, angular_quadratic=1e-6),
        HullFriction(),
        HullPressureDrag(),
    )
    assert "compat='asv'" in message(made, "notice-asv")


def test_coefficients_of_asv() -> None:
    values = tags(
        cDampL1=1, cDampL2=2, cDampR1=3, cDampR2=4, cPDrag1=5, cPDrag2=6, fPDrag=0.7, cSDrag1=8, cSDrag2=9, fSDrag=0.1
    )
    laws = hull_of(scene(floating(asv(f"<hydrodynamics>{values}<vRDrag>11</vRDrag></hydrodynamics>")))).forces
    damping = HullDamping(linear=1, quadratic=2, angular_linear=3, angular_quadratic=4)
    suction = {"suction_linear": 8, "suction_quadratic": 9, "suction_falloff": 0.1, "reference_speed": 11}
    drag = HullPressureDrag(linear=5, quadratic=6, falloff=0.7, **suction)
    assert laws == (damping, HullFriction(), drag)


@pytest.mark.parametrize(
    ("off", "law"),
    [("damping_on", HullDamping), ("viscous_drag_on", HullFriction), ("pressure_drag_on", HullPressureDrag)],
)
def test_laws_of_asv_can_be_off(off: str, law: type) -> None:
    made = scene(floating(asv(f"<hydrodynamics><{off}>false</{off}></hydrodynamics>")))
    assert len(hull_of(made).forces) == 2
    assert not any(isinstance(found, law) for found in hull_of(made).forces)


def test_asv_on_some_models_and_collisions() -> None:
    both = shape(box(), "a") + shape(box("1 1 2"), "b", "3 0 0 0 0 0")
    boats = model(link(content=both), "one") + floating(name="two")
    made = scene(asv("<enable>one::hull::b</enable>") + boats)
    assert [vehicle.buoyancy is not None for vehicle in made.vehicles] == [True, False]
    assert hull_of(made).volume == pytest.approx(2.0, rel=1e-12)
    of_one_model = scene(floating(asv(), "one") + floating(name="two"))
    assert [vehicle.buoyancy is not None for vehicle in of_one_model.vehicles] == [True, False]


def test_asv_that_cannot_be() -> None:
    refuses(water() + floating(asv()), r"together count the buoyancy of the hull twice")
    refuses(floating(asv() + asv()), r"'boat' has asv_wave_sim's hydrodynamics twice")
    refuses(floating(asv("<hydrodynamics><fPDrag>-1</fPDrag></hydrodynamics>")), r"falloff of a hull pressure drag")
    made = scene(floating(asv("<hydrodynamics><cDrag>1</cDrag></hydrodynamics>")))
    assert "<cDrag>" in message(made, "plugin-parameter")


@pytest.mark.parametrize("algorithm", ["sinusoid", "linear_regular"])
def test_a_regular_wave(algorithm: str) -> None:
    """η = A cos(k (x cos θ + y sin θ) - ω t), k = ω²/g."""
    text = waves(algorithm=algorithm, amplitude=0.5, period=6, direction="0 2")
    made = scene("<gravity>0 0 -9.81</gravity>" + text + floating(asv()))
    assert made.sea.waves is not None
    parts = made.sea.waves.components
    omega = 2 * pi / 6
    assert (parts.amplitude[0], parts.direction[0]) == (0.5, pi / 2)
    assert parts.wave_number[0] == pytest.approx(omega**2 / 9.81, rel=1e-12)
    assert float(made.sea.waves.elevation(0.0, 2.0, 1.5)) == pytest.approx(
        0.5 * np.cos(omega**2 / 9.81 * 2.0 - omega * 1.5), rel=1e-9
    )


def test_trochoids() -> None:
    """N = i - N/2, s = scale^n, a = s A, k = k0/s, q = min(1, steepness/(a k N)), turned by n angle."""
    text = waves(
        algorithm="trochoid", number=3, amplitude=0.3, period=5, scale=1.5, angle=0.4, steepness=0.6, phase=0.2
    )
    made = scene(text + floating(asv()))
    assert made.sea.waves is not None
    parts = made.sea.waves.components
    n = np.array([-1.0, 0.0, 1.0])
    s, k0 = 1.5**n, (2 * pi / 5) ** 2 / 9.8
    np.testing.assert_allclose(parts.amplitude, 0.3 * s, rtol=1e-14)
    np.testing.assert_allclose(parts.wave_number, k0 / s, rtol=1e-9)
    np.testing.assert_allclose(parts.q, np.minimum(1.0, 0.6 / (0.3 * k0 * 3)), rtol=1e-12)
    np.testing.assert_allclose(parts.direction, 0.4 * n, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(parts.phase, 0.2)


def test_random_waves_by_wind() -> None:
    text = waves(algorithm="linear_random", number=60, wind_velocity="0 8") + floating(asv())
    made = scene(text, seed=3)
    assert made.sea.waves is not None
    parts = made.sea.waves.components
    assert len(parts) == 60
    np.testing.assert_array_equal(parts.direction, pi / 2)
    # The band that components are drawn from has 0.999 of the energy: Hs is 0.05 % less.
    assert parts.significant_height == pytest.approx(PiersonMoskowitz.from_wind(8.0, 9.8).significant_height, rel=1e-3)
    assert "60 waves with the Pierson-Moskowitz spectrum at 8 m/s wind" in message(made, "notice-waves")
    again, other = scene(text, seed=3).sea.waves, scene(text, seed=4).sea.waves
    assert again is not None
    assert other is not None
    np.testing.assert_array_equal(again.components.phase, parts.phase)
    assert np.any(other.components.phase != parts.phase)


def test_the_default_waves_are_those_of_a_wind_of_5_meters_a_second() -> None:
    made = scene(waves() + floating(asv()))
    assert made.sea.waves is not None
    parts = made.sea.waves.components
    height = 4.0 * Eckv(5.0, gravity=9.8).moment(0) ** 0.5
    assert parts.significant_height == pytest.approx(height, rel=1e-3)
    assert np.std(parts.direction) > 0.3  # cos-2s with s = 5: the mean of cos θ is 5/6, so about 0.6 rad
    told = message(made, "notice-waves")
    assert "200 waves with the ECKV spectrum" in told
    assert "at 5 m/s wind" in told


def test_wind_by_speed_and_angle() -> None:
    made = scene(waves(algorithm="linear_random", wind_speed=7, wind_angle_deg=90, number=5) + floating(asv()))
    assert made.sea.waves is not None
    np.testing.assert_allclose(made.sea.waves.components.direction, pi / 2, rtol=1e-15)


@pytest.mark.parametrize(
    "values",
    [
        {"algorithm": "sinusoid"},
        {"algorithm": "trochoid"},
        {"wind_speed": 0},
        {"algorithm": "linear_random", "wind_speed": 0},
    ],
)
def test_a_flat_sea(values: dict[str, object]) -> None:
    assert scene(waves(**values) + floating(asv())).sea.waves is None


def test_waves_that_cannot_be() -> None:
    refuses(waves(algorithm="square") + floating(), r"<algorithm> of .* got 'square'")
    refuses(
        waves(algorithm="trochoid", number=0.5, amplitude=1) + floating(), r"<number> .* whole number >= 1, got 0.5"
    )
    refuses(waves(algorithm="sinusoid", direction="0 0", amplitude=1) + floating(), r"must be non-zero")
    refuses(waves(algorithm="sinusoid", amplitude=5, period=2) + floating(), r"breaks")
    refuses(water() + waves() + floating(), r"waves need a surface, and the water of Buoyancy at <text>:3 has none")
    refuses(waves() + waves().replace("'waves'", "'more'") + floating(), r"two plugins with waves; the sea takes one")


def test_waves_carry_what_buoyancy_carries() -> None:
    made = scene(surface() + waves(algorithm="sinusoid", amplitude=0.1, period=4) + floating())
    assert "in Gazebo its surface is flat" in message(made, "waves-buoyancy")

"""The figure of a righting arm says what the numbers say."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from seaway.frames import Pose
from seaway.hydro import Hydrostatics, hydrostatics
from seaway.inertia import Inertial
from seaway.mesh import box
from seaway.report import righting_arm_figure
from seaway.sea import Sea
from seaway.vehicle import Hull, Vehicle

SEA = Sea(1025.0, 9.81)


def barge(mass: float = 41000.0, z: float = 0.0, y: float = 0.0) -> Hydrostatics:
    mesh = box((10.0, 4.0, 2.0))
    body = Inertial(mesh.mass_properties(mass=mass), Pose((0.0, y, z)))
    return hydrostatics(Vehicle("barge", body, Hull(mesh)), SEA)


def axes_of(figure: Figure) -> tuple[Axes, Axes]:
    figure.canvas.draw()
    arms, view = figure.axes
    return arms, view


def words(axes: Axes) -> str:
    return " | ".join(text.get_text() for text in axes.get_legend().get_texts())


def test_the_curve_is_the_righting_arm() -> None:
    rest = barge()
    figure = righting_arm_figure(rest)
    arms, _ = axes_of(figure)
    (curve,) = [line for line in arms.lines if line.get_label() == "GZ"]
    expected = rest.righting_arm()
    np.testing.assert_allclose(curve.get_xdata(), np.degrees(expected.heel_angles))
    np.testing.assert_array_equal(curve.get_ydata(), expected.arms)
    assert arms.get_ylabel() == "righting arm GZ [m]"
    assert "GM = 0.833 m at 57.3°" in words(arms)
    assert "area to 30°: 0.125 m rad" in words(arms)
    assert "largest: 0.549 m at 38.3°" in words(arms)
    assert "vanishes at 90.0°" in words(arms)
    assert figure.get_suptitle() == "barge: draft 1 m, displacement 41 t, GM = 0.833 m"


def test_the_tangent_has_the_slope_GM() -> None:
    arms, _ = axes_of(righting_arm_figure(barge()))
    (tangent,) = [line for line in arms.lines if str(line.get_label()).startswith("tangent")]
    x, y = np.asarray(tangent.get_xdata()), np.asarray(tangent.get_ydata())
    assert (y[1] - y[0]) / np.radians(x[1] - x[0]) == pytest.approx(5 / 6, rel=1e-9)


def test_small_arms_are_in_centimetres() -> None:
    mesh = box((1.0, 0.4, 0.2))
    rest = hydrostatics(Vehicle("model", mesh.inertial(mass=41.0), Hull(mesh)), SEA)
    arms, _ = axes_of(righting_arm_figure(rest))
    assert arms.get_ylabel() == "righting arm GZ [cm]"
    assert "largest: 5.49 cm" in words(arms)


def test_the_view_is_from_astern_with_the_centres_where_they_are() -> None:
    rest = barge(z=-0.2, y=0.1)
    _, view = axes_of(righting_arm_figure(rest))
    left, right = view.get_xlim()
    assert left > right  # +y, the left side, is at the left
    names = {text.get_text(): text for text in view.texts}
    for name, point in (("G", rest.center_of_mass), ("B", rest.center_of_buoyancy)):
        np.testing.assert_allclose(names[name].xy, rest.pose.point(point)[1:], rtol=0, atol=1e-12)
    M = np.array(names["M"].xy)
    assert M[1] - names["G"].xy[1] == pytest.approx(rest.transverse_metacentric_height, rel=1e-9)
    assert M[0] == pytest.approx(names["B"].xy[0], abs=1e-9)  # upright above B
    assert view.get_title().startswith("From astern: heel -")
    assert view.get_ylabel() == "z, above the water [m]"


def test_the_water_is_at_zero_wherever_the_surface_is() -> None:
    mesh = box((10.0, 4.0, 2.0))
    vehicle = Vehicle("barge", mesh.inertial(mass=41000.0), Hull(mesh))
    _, view = axes_of(righting_arm_figure(hydrostatics(vehicle, Sea(1025.0, surface=100.0))))
    names = {text.get_text(): text for text in view.texts}
    np.testing.assert_allclose(names["B"].xy, (0.0, -0.5), rtol=0, atol=1e-12)


def test_a_body_that_lolls_is_said_to() -> None:
    figure = righting_arm_figure(barge(z=0.9))
    arms, _ = axes_of(figure)
    assert "rests at (loll) 17.5°" in words(arms)
    assert figure.get_suptitle().endswith("not stable as drawn")


def test_a_submerged_body_has_no_water_and_no_metacentre() -> None:
    figure = righting_arm_figure(barge(mass=1e5, z=-0.3))
    _, view = axes_of(figure)
    assert {"G", "B"} <= {text.get_text() for text in view.texts}
    assert "M" not in {text.get_text() for text in view.texts}
    assert "submerged" in figure.get_suptitle()
    assert view.get_ylabel() == "z, from the highest point [m]"


def test_a_metacentre_far_above_is_told_in_words() -> None:
    twin = (
        box((5.0, 0.6, 0.8)).transformed(Pose((0, 1.2, 0))).joined(box((5.0, 0.6, 0.8)).transformed(Pose((0, -1.2, 0))))
    )
    _, view = axes_of(righting_arm_figure(hydrostatics(Vehicle("cat", twin.inertial(mass=2000.0), Hull(twin)), SEA)))
    assert any(text.get_text().startswith("M is 4.36 m above the water") for text in view.texts)


def test_a_curve_at_hand_is_drawn_as_it_is() -> None:
    rest = barge()
    given = rest.righting_arm(np.radians(np.arange(-10.0, 41.0, 10.0)))
    arms, _ = axes_of(righting_arm_figure(rest, given))
    assert arms.get_xlim() == pytest.approx((-10.0, 40.0))

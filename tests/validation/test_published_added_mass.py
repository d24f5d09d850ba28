"""Added mass of simple bodies against published values, closed forms of others, and a panel method.

The panel method (``tests/oracles/panel_method.py``) knows nothing of the formulas. Its error on a smooth body falls
with the square of the panel size; a Richardson step on two meshes removes most of it.
"""

import numpy as np
import pytest
from tests.oracles import panel_method

from seaway.inertia import (
    AddedMass,
    box_added_mass,
    cylinder_added_mass,
    disc_added_mass,
    ellipsoid_added_mass,
    sphere_added_mass,
    spheroid_added_mass,
)


def spheroid(half_length: float) -> AddedMass:
    """Of radius 1 m, in a fluid of 1 kg/m3."""
    return spheroid_added_mass(radius=1.0, half_length=half_length, fluid_density=1.0)


def displaced(semi_axes: list[float]) -> np.ndarray:
    """Mass and moments of the displaced fluid of unit density: what Lamb's coefficients k multiply."""
    a, b, c = semi_axes
    volume = 4.0 / 3.0 * np.pi * a * b * c
    return volume * np.array([1, 1, 1, (b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5])


def extrapolated(coarse: np.ndarray, fine: np.ndarray, refinement: float) -> np.ndarray:
    """Richardson's step for a second-order method; diagonal of the 6x6."""
    return np.diag(fine + (fine - coarse) / (refinement**2 - 1.0))


@pytest.mark.parametrize(
    ("ratio", "k1", "k2", "k_rotation"),
    [
        (1.00, 0.5, 0.5, 0.0),
        (1.50, 0.305, 0.621, 0.094),
        (2.00, 0.209, 0.702, 0.240),
        (2.51, 0.156, 0.763, 0.367),
        (2.99, 0.122, 0.803, 0.465),
        (3.99, 0.082, 0.860, 0.608),
        (4.99, 0.059, 0.895, 0.701),
        (6.01, 0.045, 0.918, 0.764),
        (6.97, 0.036, 0.933, 0.805),
        (8.01, 0.029, 0.945, 0.840),
        (9.02, 0.024, 0.954, 0.865),
        (9.97, 0.021, 0.960, 0.883),
    ],
)
def test_lambs_table_of_prolate_spheroids(ratio: float, k1: float, k2: float, k_rotation: float) -> None:
    """Lamb, Hydrodynamics, art. 115: three digits, computed by hand at ratios rounded to two decimals.

    Its third digit is off by up to two: the row of 2.00 has .209, .702, .240 for .2100, .7042, .2394. So 0.0025.
    """
    k = np.diag(spheroid(ratio).matrix) / displaced([ratio, 1.0, 1.0])
    np.testing.assert_allclose(k, [k1, k2, k2, 0.0, k_rotation, k_rotation], rtol=0, atol=0.0025)


def test_prolate_spheroid_of_two_to_four_digits() -> None:
    k = np.diag(spheroid(2.0).matrix) / displaced([2.0, 1.0, 1.0])
    np.testing.assert_allclose(k, [0.2100, 0.7042, 0.7042, 0.0, 0.2394, 0.2394], rtol=0, atol=0.5e-4)


@pytest.mark.parametrize("ratio", [1.01, 2.0, 10.0, 100.0])
def test_prolate_closed_form(ratio: float) -> None:
    """Lamb's elementary form with the eccentricity e, art. 114: α = 2 (1 - e²)/e³ (artanh e - e), and so on."""
    e = np.sqrt(1.0 - ratio**-2)
    alpha = 2.0 * (1.0 - e**2) / e**3 * (np.arctanh(e) - e)
    beta = 1.0 / e**2 - (1.0 - e**2) / e**3 * np.arctanh(e)
    volume = 4.0 / 3.0 * np.pi * ratio
    rotation = (ratio**2 - 1.0) ** 2 * (beta - alpha) / (2 * (ratio**2 - 1) - (ratio**2 + 1) * (beta - alpha)) / 5.0
    expected = volume * np.array([alpha / (2 - alpha), beta / (2 - beta), beta / (2 - beta), 0.0, rotation, rotation])
    # artanh e - e cancels to e³/3: at ratio 1.01 that leaves thirteen digits.
    np.testing.assert_allclose(np.diag(spheroid(ratio).matrix), expected, rtol=1e-10)


@pytest.mark.parametrize("ratio", [0.99, 0.5, 0.1, 0.01])
def test_oblate_closed_form(ratio: float) -> None:
    """The oblate spheroid: α = 2/e³ (e - √(1 - e²) arcsin e), α + 2 β = 2."""
    e = np.sqrt(1.0 - ratio**2)
    alpha = 2.0 / e**3 * (e - ratio * np.arcsin(e))
    beta = 1.0 - alpha / 2.0
    volume = 4.0 / 3.0 * np.pi * ratio
    rotation = (1.0 - ratio**2) ** 2 * (alpha - beta) / (2 * (1 - ratio**2) - (1 + ratio**2) * (alpha - beta)) / 5.0
    expected = volume * np.array([alpha / (2 - alpha), beta / (2 - beta), beta / (2 - beta), 0.0, rotation, rotation])
    np.testing.assert_allclose(np.diag(spheroid(ratio).matrix), expected, rtol=1e-10)


def test_sphere_is_half_the_displaced_mass() -> None:
    r = 0.7
    expected = np.diag([1, 1, 1, 0, 0, 0]) * 0.5 * 1025.0 * 4.0 / 3.0 * np.pi * r**3
    np.testing.assert_allclose(sphere_added_mass(r, 1025.0).matrix, expected, rtol=1e-15)
    np.testing.assert_allclose(ellipsoid_added_mass([r, r, r], 1025.0).matrix, expected, rtol=1e-14)


@pytest.mark.parametrize("thickness", [0.0, 1e-12, 1e-8, 1e-5])
def test_ellipsoid_becomes_a_disc(thickness: float) -> None:
    """8/3 ρ r³ and 16/45 ρ r⁵ in the limit; the first correction is of the order of the thickness."""
    thin = ellipsoid_added_mass([1.0, 1.0, thickness], 1.0).matrix
    np.testing.assert_allclose(thin, disc_added_mass(1.0, 1.0).matrix, rtol=0, atol=2.0 * thickness + 1e-14)
    assert disc_added_mass(1.0, 1.0).coefficients["zz"] == pytest.approx(8 / 3)
    assert disc_added_mass(1.0, 1.0).coefficients["pp"] == pytest.approx(16 / 45)


def test_long_elliptic_cylinder_has_the_added_mass_of_its_section() -> None:
    """Per length an ellipse has π ρ c² along y, π ρ b² along z, and π/8 ρ (b² - c²)² in rotation.

    Integrated over the ellipsoid's length 2a, slices scaled by s = 1 - x²/a² give 4/3 a and 16/15 a. The error of the
    slender limit is (b/a)² ln(a/b) = 1e-5.
    """
    a, b, c = 1000.0, 2.0, 1.0
    added = ellipsoid_added_mass([a, b, c], 1.0).coefficients
    assert added["yy"] == pytest.approx(np.pi * c**2 * 4 / 3 * a, rel=1e-4)
    assert added["zz"] == pytest.approx(np.pi * b**2 * 4 / 3 * a, rel=1e-4)
    assert added["pp"] == pytest.approx(np.pi / 8 * (b**2 - c**2) ** 2 * 16 / 15 * a, rel=1e-4)


def test_ellipsoid_with_three_different_axes_against_the_panel_method() -> None:
    axes = [1.0, 0.7, 0.4]
    coarse, fine = (panel_method.added_mass(*panel_method.ellipsoid_mesh(axes, n)) for n in (10, 20))
    # What is left after a Richardson step is of the fourth order: 0.2 % on the smallest moment.
    np.testing.assert_allclose(
        np.diag(ellipsoid_added_mass(axes, 1.0).matrix), extrapolated(coarse, fine, 2.0), rtol=0.01
    )


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 2, 4), (0.2, 1, 1)])
def test_box_against_the_panel_method(size: tuple[float, float, float]) -> None:
    """Stated: 5 % in translation, 4 % in rotation. The panel method on these meshes is good to half a per cent."""
    coarse, fine = (panel_method.added_mass(*panel_method.box_mesh(size, n)) for n in (8, 16))
    error = np.diag(box_added_mass(size, 1.0).matrix) / extrapolated(coarse, fine, 2.0) - 1.0
    assert np.max(np.abs(error[:3])) < 0.05
    assert np.max(np.abs(error[3:])) < 0.045


def test_box_has_the_published_limits() -> None:
    """DNV-RP-C205, tables D-1, D-2: a square plate has 0.579 π/4 ρ a³, a long square bar 1.51 π/4 ρ a² per length."""
    plate = box_added_mass([1e-9, 1.0, 1.0], 1.0).coefficients
    assert plate["xx"] == pytest.approx(0.579 * np.pi / 4, rel=1e-4)
    bar = box_added_mass([1.0, 1.0, 1e6], 1.0).coefficients
    assert bar["xx"] == pytest.approx(1.51 * np.pi / 4 * 1e6, rel=1e-4)
    # Along a bar ten times longer and more, the table of sections is continued.
    assert box_added_mass([30.0, 1.0, 30.0], 1.0).coefficients["xx"] == pytest.approx(
        np.pi / 4 * 30 * (1 - 0.53 / 30) * (2.23 + 0.25 / np.log(2) * np.log(15 / 10))
    )
    assert bar["rr"] == pytest.approx(0.234 * np.pi / 16 * 1e6, rel=1e-4)


@pytest.mark.parametrize(("slenderness", "published"), [(1.2, 0.62), (2.5, 0.78), (5.0, 0.90), (9.0, 0.96)])
def test_cylinder_is_above_the_published_finite_one(slenderness: float, published: float) -> None:
    """DNV-RP-C205, table D-2, right circular cylinder by L/2r; the panel method confirms it within 4 %."""
    r, L = 1.0, 2.0 * slenderness
    strip = np.diag(cylinder_added_mass(radius=r, length=L, fluid_density=1.0).matrix)
    assert strip[0] == pytest.approx(np.pi * L)
    n = 12
    panel = np.diag(panel_method.added_mass(*panel_method.cylinder_mesh(L, r, n)))
    assert panel[0] / strip[0] == pytest.approx(published, rel=0.04)
    assert panel[3] < strip[3]
    assert panel[2] == pytest.approx(4.0, rel=0.1)  # the docstring's 4 ρ r³ along the axis

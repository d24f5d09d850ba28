"""Random draws: of nothing but the key and the name, uniform and normal, and distributions with the nominal value."""

import numpy as np
import pytest

from seaway.errors import ModelError

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from seaway.gym import Draws, choice, log_uniform, nominal, normal, uniform  # noqa: E402
from seaway.gym._draws import keys_of  # noqa: E402

KEYS = keys_of(np.arange(20_000))


def test_a_draw_depends_on_its_key_and_its_name_alone() -> None:
    all_of_them, some = Draws(KEYS), Draws(KEYS[100:200])
    np.testing.assert_array_equal(some.uniform("a", 3), all_of_them.uniform("a", 3)[100:200])
    assert not np.any(some.uniform("a", 3) == some.uniform("b", 3))


def test_moments_and_independence() -> None:
    """Means within four standard errors; correlations of neighbouring keys, components and names likewise."""
    n, draws = len(KEYS), Draws(KEYS)
    u, z = draws.uniform("u", 2, -1.0, 3.0), draws.normal("z", 2)
    assert np.all(np.abs(u.mean(axis=0) - 1.0) < 4.0 * (4.0 / 12.0**0.5) / n**0.5)
    assert np.all((u >= -1.0) & (u < 3.0))
    assert np.all(np.abs(z.mean(axis=0)) < 4.0 / n**0.5)
    assert np.all(np.abs(z.std(axis=0) - 1.0) < 4.0 / (2.0 * n) ** 0.5)
    pairs = [(z[:, 0], z[:, 1]), (z[1:, 0], z[:-1, 0]), (z[:, 0], draws.normal("y")[:, 0])]
    for a, b in pairs:
        assert abs(np.corrcoef(a, b)[0, 1]) < 4.0 / n**0.5


def test_factors_of_the_nominal_value() -> None:
    draws, mass, matrix = Draws(KEYS[:1000]), np.asarray(12.0), np.diag([1.0, 2.0, 3.0])
    drawn = (uniform(0.8, 1.2) * nominal).drawn(draws, "mass", mass)
    assert drawn.shape == (1000,)
    assert 9.6 <= drawn.min() < 9.8
    assert 14.2 < drawn.max() < 14.4
    one = (uniform(0.5, 1.0) * nominal).drawn(draws, "matrix", matrix)
    np.testing.assert_allclose(one[:, 2, 2], 3.0 * one[:, 0, 0], rtol=1e-15)  # one factor for the whole matrix
    each = (uniform(0.5, 1.0, each=True) * nominal).drawn(draws, "matrix", matrix)
    assert np.ptp(each[:, 2, 2] / each[:, 0, 0]) > 1.0
    shifted = (nominal + normal(0.0, 0.1)).drawn(draws, "mass", mass)
    assert abs(shifted.mean() - 12.0) < 0.02
    assert set(choice(1.0, 4.0).drawn(draws, "c", mass).tolist()) == {1.0, 4.0}
    wide = log_uniform(0.01, 100.0).drawn(draws, "l", np.zeros(()))
    assert abs(np.log(wide).mean()) < 4.0 * 2.0 * np.log(100.0) / 12.0**0.5 / 1000**0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: uniform(2.0, 1.0), r"uniform needs finite ends in ascending order, got \(2.0, 1.0\)"),
        (lambda: log_uniform(0.0, 1.0), "log_uniform needs ends > 0, got 0"),
        (lambda: normal(0.0, -1.0), r"deviation >= 0, got \(0.0, -1.0\)"),
        (lambda: choice(), "choice needs at least one value"),
        (lambda: uniform(0.0, 1.0) * "x", "a distribution takes finite numbers, got 'x'"),
    ],
)
def test_what_is_no_distribution(call, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        call()

import numpy as np
import pytest

from seaway import mesh
from seaway.view._wetted import waterline_of


@pytest.mark.parametrize("level", [-0.3, 0.01, 0.4])
def test_the_waterline_of_a_box_is_its_outline(level: float) -> None:
    box = mesh.box((4.0, 2.0, 1.0), 3)
    segments = waterline_of(box.vertices, box.faces, level - box.vertices[:, 2])
    assert np.allclose(segments[..., 2], level)
    assert np.sum(np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)) == pytest.approx(12.0)


def test_a_body_under_water_has_none() -> None:
    box = mesh.box((1.0, 1.0, 1.0))
    assert waterline_of(box.vertices, box.faces, 3.0 - box.vertices[:, 2]).shape == (0, 2, 3)

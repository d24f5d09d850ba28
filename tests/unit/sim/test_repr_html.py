"""What notebooks show of a recording."""

import numpy as np

from seaway.sim._recording import Recording


def recording(names: tuple[str, ...] = ("boat",), runs: int = 1, samples: int = 3) -> Recording:
    time = np.linspace(0.0, 10.0, samples)
    shape = (samples, runs, len(names))
    position, orientation, velocity = np.zeros((*shape, 3)), np.zeros((*shape, 4)), np.zeros((*shape, 6))
    position[..., 0], position[..., 1] = 1234.5678 * (time / 10.0)[:, None, None], 1e-17
    orientation[..., 0] = orientation[..., 3] = np.sqrt(0.5)  # north
    velocity[..., 0], velocity[..., 1] = 3.0, 4.0
    variables = {"position": position, "orientation": orientation, "velocity": velocity}
    status = np.zeros((runs, len(names)), dtype=np.uint8)
    return Recording(time, names, variables, status, np.full(runs, np.nan))


def text(html: str) -> str:
    """The cells, each followed by a bar."""
    for tag in ("</th>", "</td>", "</caption>"):
        html = html.replace(tag, "|")
    return "".join(part.partition(">")[2] for part in f">{html}".split("<"))


def test_a_recording_is_summed_up_with_units_and_three_digits() -> None:
    shown = text(recording()._repr_html_())
    assert "Recording of boat: 3 samples from 0 to 10 s|" in shown
    assert "position x|m|0|1235|0|1235|" in shown
    assert "position y|m|0|0|0|0|" in shown  # no rounding
    assert "yaw|°|90|90|||compass heading|°|0|0|||" in shown
    assert "speed over ground|m/s|5|5|5|5|" in shown


def test_names_are_escaped_and_many_vehicles_are_cut_short() -> None:
    html = recording(("<b>", "b", "c", "d", "e", "f"), runs=2)._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;: position x" in html
    assert "2 more vehicles" in html
    assert "all 2 runs" in html
    assert "e: position x" not in html


def test_a_recording_without_samples_or_state_has_a_summary_too() -> None:
    assert "0 samples" in recording(samples=0)._repr_html_()
    bare = recording()
    assert "recorded" not in Recording(bare.time, bare.names, {}, bare.status, bare.stop_times)._repr_html_()

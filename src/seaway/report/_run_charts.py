"""Figures of a run, for files: the charts of its report, drawn by matplotlib."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from seaway.errors import ModelError
from seaway.report._charts import Chart
from seaway.report._force_charts import forces_chart
from seaway.report._map import track_chart
from seaway.report._motion import attitude_chart, surface_chart, velocity_chart
from seaway.report._records import vehicle_index
from seaway.report._samples import Samples, Source
from seaway.report._time_panels import with_events

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def run_figure(dataset: Source, kind: str, vehicle: str | None = None) -> "Figure":
    """Draw a figure of a run. Of a batch, run 0 is drawn with the range of all runs behind it.

    Args:
        dataset: From ``seaway.scenario.open_run`` or ``Recording.to_xarray``.
        kind: ``"track"``: all vehicles from above, with arrows that point along their heading, equally far apart in
            time, and their height over time. ``"attitude"``: roll, pitch and yaw in degrees, yaw over full turns.
            ``"velocity"``: linear and angular velocity in body axes. ``"forces"``: every force and torque about Bo in
            body axes, and their sum. ``"elevation"``: the surface at the vehicle, its height, its wet fraction.
        vehicle: Default: the first.

    Returns:
        A figure; write it with ``save_figure``.

    Raises:
        ModelError: There is no such kind or vehicle, or something was not recorded.
    """
    from seaway.report._figures import chart_figure

    charts: dict[str, Callable[[Samples, int], Chart]] = {
        "track": lambda recording, _: track_chart(recording, recording.names),
        "attitude": lambda recording, k: attitude_chart(recording, k, every=True),
        "velocity": lambda recording, k: velocity_chart(recording, k, every=True),
        "forces": lambda recording, k: forces_chart(recording, k, every=True),
        "elevation": lambda recording, k: surface_chart(recording, k, every=True),
    }
    if kind not in charts:
        raise ModelError(f"there is no figure '{kind}' of a run; there are: {', '.join(charts)}")
    samples = Samples.of(dataset)
    index = vehicle_index(samples, vehicle)
    chart = with_events(charts[kind](samples, index), samples)
    title, status = str(samples.attributes.get("title", "")), str(samples.attributes.get("run_status", "complete"))
    if status != "complete":
        title = f"{title} ({status})"
    alone = title in ("", samples.names[index])
    return chart_figure(chart, chart.title if alone else f"{chart.title}: {title}")

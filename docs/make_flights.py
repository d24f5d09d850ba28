"""Write the page on the test flights of all library vehicles under their default autopilots, and its figure.

    python docs/make_flights.py

The flights, their measures and their bounds are those of ``tests/validation/flights.py``, which the tests check.
"""

import sys
import warnings
from pathlib import Path

import matplotlib
import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # tests are not installed

from tests.validation.flights import PERIOD, Flight, Flown, flights, fly

from seaway import library
from seaway.control import Autopilot
from seaway.control._margins import margins

PAGE = ROOT / "docs" / "flights.md"
PICTURE = ROOT / "docs" / "images" / "flights.png"
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000", "#f0e442")
SHOWN = {"depth": ("Depth [m]", 1.0), "yaw": ("Yaw [deg]", 180.0 / np.pi), "speed": ("Speed [m/s]", 1.0)}


def described(flight: Flight) -> str:
    """Set points and current as text."""
    units = {"yaw": ("°", 180.0 / np.pi), "speed": (" m/s", 1.0)}
    parts = []
    for name, value in flight.set_points.items():
        unit, factor = units.get(name, (" m", 1.0))
        parts.append(f"{name} {factor * value:.3g}{unit}")
    size = float(np.hypot(*flight.current[:2]))
    return ", ".join(parts) + (f"; current {size:.2g} m/s" if size else "")


def rows_of(flown: list[tuple[Flight, Flown]]) -> list[str]:
    """Lines of the table of one vehicle."""
    lines = []
    for flight, found in flown:
        worst = max(found.overshoot, key=lambda name: found.overshoot[name])
        over = f"{100 * found.overshoot[worst]:.0f} % ({worst})" if found.overshoot[worst] > 0.005 else "0 %"
        settled = max(found.settling.values())
        angles = f"{np.degrees(found.roll):.1f}°, {np.degrees(found.pitch):.1f}°"
        lines.append(f"| {described(flight)} | {over} | {settled:.0f} s | {angles} |")
    return lines


def margin_row(name: str) -> str:
    """Margins of the loops of a vehicle on its first flight."""
    known, flight = library.entry(name), flights(name)[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = margins(Autopilot(**flight.set_points).controller(known.vehicle, known.sea).design(PERIOD))
    each = [
        f"{axis} {np.degrees(one.phase):.0f}°, {'∞' if np.isinf(one.gain) else f'{20 * np.log10(one.gain):.0f} dB'}"
        for axis, one in found.items()
        if np.isfinite(one.phase)
    ]
    return f"| `{name}` | {'; '.join(each)} |"


def draw(all_flown: dict[str, list[tuple[Flight, Flown]]]) -> None:
    """Draw small plots of depth, yaw and speed, a row for each vehicle."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(len(all_flown), 3, figsize=(11.0, 1.5 * len(all_flown)), layout="constrained")
    for row, (name, flown) in enumerate(all_flown.items()):
        for column, (quantity, (title, factor)) in enumerate(SHOWN.items()):
            axis = axes[row, column]
            axis.tick_params(labelsize=6)
            axis.grid(alpha=0.25)
            if row == 0:
                axis.set_title(title, fontsize=9)
            if column == 0:
                axis.set_ylabel(name, fontsize=7)
            shown = [(flight, found) for flight, found in flown if quantity in flight.set_points]
            if not shown:
                axis.text(0.5, 0.5, "not controlled", ha="center", va="center", fontsize=7, transform=axis.transAxes)
            for n, (flight, found) in enumerate(shown):
                color = COLORS[n % len(COLORS)]
                axis.plot(found.time, factor * found.values[quantity], color=color, linewidth=0.9)
                axis.axhline(factor * flight.set_points[quantity], color=color, linewidth=0.5, linestyle="--")
    for axis in axes[-1]:
        axis.set_xlabel("time [s]", fontsize=7)
    figure.savefig(PICTURE, dpi=130)
    print(f"wrote {PICTURE.relative_to(ROOT)}")


def main() -> None:
    """Fly all flights, draw the figure and write the page."""
    all_flown = dict[str, list[tuple[Flight, Flown]]]()
    for name in library.names():
        print(name, flush=True)
        all_flown[name] = [(flight, fly(flight)) for flight in flights(name)]
    draw(all_flown)
    lines = [
        "# Flights with default gains",
        "",
        "Every library vehicle under an `Autopilot(...)` with set points and default gains: small and large steps,",
        "slow and fast, in a current of half its top speed, and on station if it can hold one.",
        "`docs/make_flights.py` generates this page; a test runs the same flights and checks overshoot, error,",
        "ripple, roll and pitch against bounds.",
        "",
        "![Depth, yaw and speed of every library vehicle under its default autopilot](images/flights.png)",
        "",
        "Dashed lines are set points. Overshoot is relative to the step, or to 1 m (1.5 m for depths held by fins),",
        "0.1 rad and a fifth of the speed if the step is smaller. The settling time is that to within 5 % of the",
        "same. Roll and pitch are the largest values of the whole flight.",
    ]
    for name, flown in all_flown.items():
        lines += [
            "",
            f"## {name}",
            "",
            "| set points | largest overshoot | settling time | roll, pitch |",
            "|---|---|---|---|",
        ]
        lines += rows_of(flown)
    lines += [
        "",
        "## Margins",
        "",
        "Phase and gain margins of each loop, with the others closed, of the linear model in the first flight of each",
        f"vehicle, with actuator lags and half a control period of {PERIOD:g} s.",
        "",
        "| vehicle | axis, phase margin, gain margin |",
        "|---|---|",
        *(margin_row(name) for name in library.names()),
        "",
    ]
    PAGE.write_text("\n".join(lines), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

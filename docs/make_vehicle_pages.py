"""Write the pages on the vehicles of the library from its data, and draw their plots from their scenarios.

python docs/make_vehicle_pages.py           the text and the plots
python docs/make_vehicle_pages.py --text    the text alone, which a test compares with what is there
"""

import argparse
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from seaway import library
from seaway.frames import rpy_from_quaternion
from seaway.inertia import added_mass_ratio
from seaway.library import LibraryVehicle
from seaway.library._sheet import AXES_OF_MOTION
from seaway.sim import VehicleRecording

DOCS = Path(__file__).parent
PAGES = DOCS / "vehicles"
IMAGES = DOCS / "images" / "vehicles"
SCENARIOS = DOCS.parent / "examples" / "vehicles"

# What the sets of one family do with the same scenario.
COMPARED = {
    "bluerov2": """Four sets of parameters, and the same push of 20 N down for 5 s. At 0.5 m/s their drag is between 12
and 64 N, and their added mass in heave from none to 1.4 times the mass. They are not equally heavy in water, so they
rise or sink in the end.""",
    "remus100": """Two sets, the same speed of the propeller, and from 20 s on a rudder of 5 degrees to starboard. That
of Prestero is not stable on its course: amidships, the torque of its propeller is enough to turn it to port, and with
the rudder over it turns four times as fast as the other. Its fins have 2.8 times the lift, and Munk's moment, which
turns a body across the flow, is more than hull and fins hold. Fossen leaves that moment out, and damps yaw with a time
constant of 1 s.""",
}

OVERVIEW = """# Vehicles

The library has published vehicles. Each is one [vehicle file](convert.md) that keeps the numbers as they were
published, in their own notation, with the source of every number and the reason for every correction.

```{{doctest}}
>>> import seaway as sw
>>> from seaway import library
>>> rov = library.entry("bluerov2_heavy")
>>> sim = sw.Simulation(rov.vehicle, rov.sea)
>>> sim.set_state(position=(0, 0, -5))
>>> up = dict.fromkeys(["thruster5", "thruster6", "thruster7", "thruster8"], 0.5)
>>> sim.step(actuators=up, count=500)
>>> round(float(sim.state.velocity[0, 0, 2]), 2)
0.51
```

`library.entry` has the vehicle, the water that it was published with, its sources and corrections;
`sw.load("bluerov2_heavy")` is the vehicle alone. In a [scenario](scenarios.md), `vehicle = "bluerov2_heavy"` is
enough.

Added mass and damping hold for the water of the publication; in other water they
[scale with its density](dynamics.md#the-density-of-the-water):

```{{doctest}}
>>> published = library.entry("bluerov2").vehicle
>>> published.reference_density, round(published.density_ratio(1025.0), 4)
(997.0, 1.0281)
```

`seaway vehicles` lists them, `seaway vehicles NAME` prints a data sheet, `seaway vehicles NAME --sdf` writes a model
for Gazebo: the added mass in `<inertial>`, damping, thrusters and fins as plugins of gz-sim, and a comment that lists
what is not representable in SDFormat.

To start from one of these files, copy it: `src/seaway/library/data/bluerov2_heavy.toml` is read by
`sw.load("my_copy.toml")`, and by `file = "my_copy.toml"` in a scenario. To change a few numbers, use
[`[vehicle.override]`](scenarios.md#vehicles) or `replace`:

```{{doctest}}
>>> mine = sw.load("bluerov2_heavy")
>>> mine = mine.replace(name="mine", buoyancy=mine.buoyancy.replace(center=(0, 0, 0.02)))
>>> mine.buoyancy.center
array([0.  , 0.  , 0.02])
```

{table}

The ratio is the largest eigenvalue of M_RB⁻¹ M_A. From 1 on, added mass applied as a force from the last acceleration
diverges, however small the step; in the mass matrix, any ratio is stable (see [added mass](added-mass.md)).

| quality | means |
|---|---|
| identified | measured, or computed by methods validated with measurements |
| textbook | from textbook formulas, for a real vehicle |
| simulator-grade | round numbers that make a simulated vehicle move |
| detuned | smaller than published, to keep a scheme stable |
| no added mass | published with an added mass of zero |
| estimated | completed here, by a method given on its page |

```{{toctree}}
:maxdepth: 1

{toctree}
```

## No double counting

Published sets list products of velocities, e.g. `X_wq`, `Y_wp` or `M_uw`, beside the added mass. Some of these are
the Coriolis force of that same added mass, and Munk's moment is part of `M_uw` and `N_uv`, together with the lift of
hull and fins. The simulation computes C_A(ν) ν from the added mass, so it is subtracted from the published sum, and
the residual, lift and drag, is damping:

$$ \\mathbf{{d}}(\\nu) = -\\left( \\mathbf{{f}}_\\text{{published}}(\\nu) + \\mathbf{{C}}_A(\\nu)\\,\\nu \\right) $$

In a file, `contain_coriolis = true` in `[derivatives]` does this. Both together give the published sum to rounding,
which is tested at random velocities for every such set: remus100 and nps_auv2. Nondimensional derivatives, such as
those of the NPS AUV II, are multiplied by ½ρL^n: n is 2 for a force per product of velocities and 3 per acceleration,
and one more for a moment and for each angular velocity or acceleration.

## Vehicles left out

Incomplete sets are left out: Sparus II (added mass incomplete), VideoRay Pro III (four of six axes, and unclear which
mass is meant), Mariner and KVLCC2 (three degrees of freedom), CORA (no hull), ECA A9 (a simulator's numbers without a
source).
"""


def cell(text: str) -> str:
    """A text that may stand in a table."""
    return text.replace("|", "\\|")


def families() -> dict[str, list[LibraryVehicle]]:
    """Vehicles by their family, in the order of their names."""
    found: dict[str, list[LibraryVehicle]] = {}
    for name in library.names():
        vehicle = library.entry(name)
        found.setdefault(vehicle.family, []).append(vehicle)
    return found


def ratio(rov: LibraryVehicle) -> str:
    """The largest ratio of added mass to mass, and where."""
    found = added_mass_ratio(rov.vehicle.inertial)
    return f"{found.largest:.2f} in {found.name}" if found.largest > 0.0 else "none"


def overview() -> str:
    """The page on all vehicles."""
    rows = [
        "| name | vehicle | mass | length | added mass / mass | quality | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for family, vehicles in families().items():
        for rov in vehicles:
            link = f"[`{rov.name}`](vehicles/{family}.md)"
            rows.append(
                f"| {link} | {cell(rov.title)} | {rov.vehicle.inertial.mass:.5g} kg | {rov.length:.3g} m "
                f"| {ratio(rov)} | {rov.quality} | {cell(rov.citation)} |"
            )
    return OVERVIEW.format(table="\n".join(rows), toctree="\n".join(f"vehicles/{family}" for family in families()))


def number(value: float | None, unit: str) -> str:
    """A number with its unit; nothing where there is none."""
    return "" if value is None else f"{value + 0.0:.4g} {unit}"


def vector(values: np.ndarray) -> str:
    """Three numbers."""
    return "(" + ", ".join(f"{float(value) + 0.0:.4g}" for value in values) + ")"


def motions(rov: LibraryVehicle) -> list[str]:
    """What there is to say of each axis."""
    sheet = library.data_sheet(rov.vehicle, rov.sea)
    rows = [
        "| axis | added mass | drag at 1 m/s or rad/s | full thrust | speed then | natural period |",
        "|---|---|---|---|---|---|",
    ]
    diagonal = np.diagonal(rov.vehicle.inertial.added_mass_matrix())
    for i, axis in enumerate(AXES_OF_MOTION):
        mass, force, speed = ("kg", "N", "m/s") if i < 3 else ("kg m²", "Nm", "rad/s")
        cells = (
            number(float(diagonal[i]), mass),
            number(float(sheet.drag[i]), force),
            number(sheet.thrust.get(axis), force),
            number(sheet.speeds.get(axis), speed),
            number(sheet.periods.get(axis), "s"),
        )
        rows.append(f"| {axis} | {' | '.join(cells)} |")
    return rows


def scenario_title(name: str) -> str:
    """What the scenario of a vehicle shows."""
    return tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))["title"]


def together(messages: Sequence[str]) -> list[str]:
    """Messages, with those that differ in the name of a thruster or fin alone as one."""
    named: dict[str, list[str]] = {}
    for message in messages:
        start, quote, rest = message.partition("'")
        name, _, end = rest.partition("'")
        named.setdefault(f"{start}{{}}{end}" if quote else message, []).append(f"`{name}`")
    entries: list[str] = []
    for text, found in named.items():
        if len(found) > 1:
            text = text.replace("thruster {}", "thrusters {}").replace("fin {}", "fins {}").replace("{} is", "{} are")
        entries.append(text.format(", ".join(found)))
    return entries


def section(rov: LibraryVehicle) -> list[str]:
    """What a page says of one vehicle."""
    inertial = rov.vehicle.inertial
    moments = vector(np.diagonal(inertial.I_BBcm_B))
    actuators = ", ".join(f"`{name}`" for name in rov.vehicle.actuators) or "none"
    title = scenario_title(rov.name)
    lines = [
        f"## {rov.name}",
        "",
        f"{rov.title}. {rov.summary}",
        "",
        f"![{title}](../images/vehicles/{rov.name}.png)",
        "",
        f"{title}: `seaway run examples/vehicles/{rov.name}.toml`.",
        "",
        f"- Quality: {rov.quality}. Published in the axes {rov.axes}.",
        f"- Water of {rov.sea.density:g} kg/m³, g = {rov.sea.gravity:g} m/s².",
        f"- Added mass and damping are for {rov.vehicle.reference_density:g} kg/m³, and scale with the density.",
        f"- {inertial.mass:.6g} kg at {vector(inertial.c_BoBcm_B)} m, moments of inertia {moments} kg m² about it.",
        f"- Added mass / mass: {ratio(rov)}.",
        f"- Thrusters and fins: {actuators}.",
        "",
        *motions(rov),
        "",
    ]
    if rov.notes or rov.feeds_energy:
        lines += [f"- {note}" for note in rov.notes]
        if rov.feeds_energy:
            lines.append(f"- It can feed energy in. {rov.feeds_energy}")
        lines.append("")
    if rov.corrections:
        lines += ["| corrected | as published | here | why |", "|---|---|---|---|"]
        lines += [f"| {cell(c.what)} | {cell(c.before)} | {cell(c.after)} | {cell(c.why)} |" for c in rov.corrections]
        lines.append("")
    lines += ["Sources:", ""]
    lines += [f"- {source}." for source in rov.sources.values()]
    if rov.unsaid:
        entries = together(rov.unsaid)
        lines += ["", "Not in its SDFormat:", ""]
        lines += [f"- {entry};" for entry in entries[:-1]] + [f"- {entries[-1]}."]
    return [*lines, ""]


def page(family: str) -> str:
    """The page on the vehicles of a family."""
    vehicles = families()[family]
    title = min((rov.title for rov in vehicles), key=len).partition(" (")[0]
    lines = [f"# {title}", ""]
    if family in COMPARED:
        lines += [COMPARED[family], "", f"![The sets compared](../images/vehicles/{family}_compared.png)", ""]
    for rov in vehicles:
        lines += section(rov)
    return "\n".join(lines)


def pages() -> dict[Path, str]:
    """All pages, by their files."""
    return {DOCS / "vehicles.md": overview(), **{PAGES / f"{family}.md": page(family) for family in families()}}


def recorded(name: str) -> tuple[np.ndarray, VehicleRecording]:
    """The times of the scenario of a vehicle, and what it did."""
    from seaway.scenario import load_scenario

    scenario = load_scenario(SCENARIOS / f"{name}.toml")
    sim = scenario.simulation()
    recording = sim.run(
        scenario.duration,
        scenario.controller(),
        control_period=scenario.control_period,
        record_period=scenario.record_period,
    )
    return recording.time, recording[sim.names[0]]


def labelled(axes: Axes, x: str, y: str) -> None:
    """Give a plot its labels and a grid."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(alpha=0.3)


def draw(name: str) -> None:
    """Draw where a vehicle goes in its scenario, or how it turns, how deep it is, and how fast."""
    time, done = recorded(name)
    position, velocity = done.position[:, 0], done.velocity[:, 0]
    heading = np.degrees(np.unwrap(rpy_from_quaternion(done.orientation[:, 0])[:, 2]))
    goes, turns = np.max(np.ptp(position[:, :2], axis=0)) > 0.05, np.ptp(heading) > 1.0
    figure = Figure(figsize=(9.0, 2.7), layout="constrained")
    *first, height, speeds = figure.subplots(1, 3 if goes or turns else 2)
    for axes in first:
        if goes:
            axes.plot(position[:, 0], position[:, 1])
            axes.plot(*position[0, :2], "o", color="black", markersize=4)
            axes.set_aspect("equal", "datalim")
            labelled(axes, "x [m]", "y [m]")
        else:
            axes.plot(time, heading)
            labelled(axes, "t [s]", "yaw [°]")
    height.plot(time, position[:, 2])
    labelled(height, "t [s]", "z [m]")
    for i, axis in enumerate(("surge", "sway", "heave")):
        speeds.plot(time, velocity[:, i], label=axis)
    speeds.legend(fontsize="small")
    labelled(speeds, "t [s]", "velocity [m/s]")
    save(figure, name)


def draw_bluerov2() -> None:
    """Speed and height of all sets of the BlueROV2."""
    figure = Figure(figsize=(9.0, 3.0), layout="constrained")
    speed, height = figure.subplots(1, 2)
    for rov in families()["bluerov2"]:
        time, done = recorded(rov.name)
        speed.plot(time, done.velocity[:, 0, 2], label=rov.name)
        height.plot(time, done.position[:, 0, 2])
    speed.legend(fontsize="small")
    labelled(speed, "t [s]", "heave velocity [m/s]")
    labelled(height, "t [s]", "z [m]")
    save(figure, "bluerov2_compared")


def draw_remus100() -> None:
    """Tracks and yaw rates of both sets of the REMUS 100."""
    figure = Figure(figsize=(9.0, 3.0), layout="constrained")
    track, rate = figure.subplots(1, 2)
    for rov in families()["remus100"]:
        time, done = recorded(rov.name)
        track.plot(done.position[:, 0, 0], done.position[:, 0, 1], label=rov.name)
        rate.plot(time, np.degrees(done.velocity[:, 0, 5]))
    track.set_aspect("equal", "datalim")
    track.legend(fontsize="small")
    labelled(track, "x [m]", "y [m]")
    labelled(rate, "t [s]", "yaw rate [°/s]")
    save(figure, "remus100_compared")


def save(figure: Figure, name: str) -> None:
    """Write a small picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    figure.savefig(IMAGES / f"{name}.png", dpi=90, metadata={"Software": None})
    print((IMAGES / f"{name}.png").relative_to(DOCS.parent))


def main() -> None:
    """Write the pages, and draw the plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", action="store_true", help="the text alone")
    only_text = parser.parse_args().text
    PAGES.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
    if only_text:
        return
    for name in library.names():
        draw(name)
    draw_bluerov2()
    draw_remus100()


if __name__ == "__main__":
    main()

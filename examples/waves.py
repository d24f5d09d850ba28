"""A sea from a spectrum, and two buoys in it: one rides the waves, the other is too slow for them.

A JONSWAP sea of 1.5 m with short crests is made from a seed. The figure shows the target spectrum beside that of a
record of the surface, the surface itself, and the heave of two floats: a sphere of one metre with
half its volume in the water, and a spar of 24 m, whose natural period is longer than that of the waves.

    python examples/waves.py --out waves.png

``--spectrum`` and ``--surface`` also write the figures that ``seaway.report`` makes of any sea.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import seaway as sw
from seaway.inertia import cylinder_added_mass, sphere_added_mass
from seaway.report import save_figure, spectrum_figure, surface_figure
from seaway.sea import Spreading, spectrum_of, wave_statistics
from seaway.sim import Recording

DENSITY = 1025.0
DURATION = 120.0


def sphere() -> sw.Vehicle:
    """One metre across, half in the water."""
    ball = sw.Sphere(0.5)
    mass = 0.5 * DENSITY * ball.volume
    return sw.Vehicle(
        "sphere",
        sw.Inertial(sw.MassProperties.from_sphere(0.5, mass=mass), added_mass=sphere_added_mass(0.5, 0.5 * DENSITY)),
        sw.Buoyancy(shape=ball),
        sw.Damping(linear=[150.0, 150.0, 400.0, 20.0, 20.0, 20.0]),
    )


def spar() -> sw.Vehicle:
    """A pole of 24 m and 60 cm, 20 m of it in the water; ballast holds it upright."""
    pole = sw.Cylinder(radius=0.3, length=24.0)
    body = sw.MassProperties.from_cylinder(radius=0.3, length=24.0, mass=DENSITY * pole.volume * 20.0 / 24.0)
    return sw.Vehicle(
        "spar",
        sw.Inertial(
            body, sw.Pose((0.0, 0.0, -6.0)), cylinder_added_mass(radius=0.3, length=24.0, fluid_density=DENSITY)
        ),
        sw.Buoyancy(shape=pole),
        sw.Damping(linear=[900.0, 900.0, 200.0, 6e4, 6e4, 100.0]),
    )


def main() -> None:
    """Make the sea, simulate, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("waves.png"), help="where to write the plot")
    parser.add_argument("--spectrum", type=Path, help="where to write a figure of the spectrum")
    parser.add_argument("--surface", type=Path, help="where to write a figure of the surface")
    arguments = parser.parse_args()
    out: Path = arguments.out

    spectrum = sw.Jonswap(significant_height=1.5, peak_period=6.0)
    waves = sw.Waves.irregular(spectrum, count=300, direction=0.4, spreading=Spreading(6), seed=5)
    time = np.arange(0.0, 3600.0, 0.25)
    record = waves.elevation(0.0, 0.0, time)
    found = wave_statistics(record, time)
    print(f"A sea of {spectrum.significant_height} m and {spectrum.peak_period} s; an hour of it has\n")
    print(f"  significant height   {found.significant_height:6.2f} m")
    print(
        f"  zero-crossing period {found.zero_crossing_period:6.2f} s  ({spectrum.zero_crossing_period:.2f} s asked for)"
    )
    print(f"  largest wave         {found.largest_wave:6.2f} m of {found.wave_count} waves\n")

    vehicles = [sphere(), spar()]
    sim = sw.Simulation(vehicles, sw.Sea(DENSITY, waves=waves), time_step=0.02)
    sim.set_state("spar", position=(20.0, 0.0, -8.0))
    recording = sim.run(DURATION, record_period=0.1)
    for vehicle in vehicles:
        heave = np.std(recording[vehicle.name].position[300:, 0, 2])
        waterplane = np.pi * vehicle.buoyancy.shape.half_size[0] ** 2
        period = 2.0 * np.pi * np.sqrt(vehicle.inertial.mass_matrix()[2, 2] / (DENSITY * 9.80665 * waterplane))
        print(
            f"  {vehicle.name:8} natural period {period:5.1f} s, heave {4.0 * heave:5.2f} m (four standard deviations)"
        )
    draw(waves, spectrum, spectrum_of(record, time), recording, out)
    print(f"\nSpectrum, surface and heave are in {out}")
    if arguments.spectrum is not None:
        print(f"The spectrum is in {save_figure(spectrum_figure(spectrum, waves.components), arguments.spectrum)}")
    if arguments.surface is not None:
        print(f"The surface is in {save_figure(surface_figure(waves, t=30.0), arguments.surface, dpi=110)}")


def draw(
    waves: sw.Waves, spectrum: sw.Jonswap, measured: tuple[np.ndarray, np.ndarray], recording: Recording, out: Path
) -> None:
    """Draw the spectrum, the surface at one moment, and the heave."""
    figure = Figure(figsize=(11.0, 6.4), layout="constrained")
    axes = figure.subplot_mosaic("SM;HH", width_ratios=[1.0, 1.15])
    omega = np.linspace(0.3, 4.0, 400)
    axes["S"].fill_between(
        measured[0], measured[1], color="#0072b2", alpha=0.35, linewidth=0, label="of an hour's record"
    )
    axes["S"].plot(omega, spectrum.density(omega), color="black", linewidth=2.0, label="JONSWAP, asked for")
    axes["S"].set(xlim=(0.3, 4.0), xlabel="ω [rad/s]", ylabel="S [m² s/rad]", title="Spectrum")
    axes["S"].legend(frameon=False)

    span = np.linspace(-60.0, 60.0, 241)
    x, y = np.meshgrid(span, span)
    eta = waves.elevation(x, y, 30.0)
    most = float(np.max(np.abs(eta)))
    image = axes["M"].pcolormesh(x, y, eta, cmap="RdBu_r", vmin=-most, vmax=most, shading="gouraud")
    figure.colorbar(image, ax=axes["M"], label="elevation [m]")
    axes["M"].set_aspect("equal")
    axes["M"].set(xlabel="x [m]", ylabel="y [m]", title="The surface at t = 30 s")

    place = recording["sphere"].position[:, 0]
    axes["H"].plot(
        recording.time,
        waves.elevation(place[:, 0], place[:, 1], recording.time),
        color="#999999",
        linewidth=3.0,
        label="the surface at the sphere",
    )
    for name, rest, color in (("sphere", 0.0, "#0072b2"), ("spar", -8.0, "#d55e00")):
        axes["H"].plot(recording.time, recording[name].position[:, 0, 2] - rest, color=color, label=name)
    axes["H"].set(xlim=(0.0, DURATION), xlabel="time [s]", ylabel="height [m]", title="Heave")
    axes["H"].set(ylim=(-1.5, 1.7))
    axes["H"].legend(frameon=False, ncols=3, loc="upper left")
    axes["H"].grid(alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    save_figure(figure, out)


if __name__ == "__main__":
    main()

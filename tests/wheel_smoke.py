"""Try the installed wheel, alone in its environment; run by ``make wheel``, not by pytest."""

from pathlib import Path

import seaway
from seaway import library
from seaway.inertia import Inertial, MassProperties, added_mass_ratio, sphere_added_mass
from seaway.mesh import box
from seaway.report import write_report
from seaway.sea import Sea
from seaway.shapes import Sphere
from seaway.sim import Simulation
from seaway.vehicle import Buoyancy, Damping, Vehicle

package = Path(seaway.__file__).parent
assert "site-packages" in package.parts, f"this is not the installed package but {package}"
assert (package / "py.typed").exists(), "the wheel has no py.typed"
ball = Inertial(MassProperties.from_sphere(0.5, density=500.0), added_mass=sphere_added_mass(0.5, 1000.0))
assert abs(added_mass_ratio(ball).largest - 1.0) < 1e-12
sim = Simulation(Vehicle("ball", ball, Buoyancy(shape=Sphere(0.5)), Damping([100.0] * 6)), Sea(), batch=200)
sim.set_state(position=(0.0, 0.0, -5.0))
sim.run(1.0, record=())
assert (sim.state.position[:, 0, 2] > -5.0).all(), "a light ball must rise"
assert library.entry("otter").vehicle.inertial.mass == 80.0, "the wheel has no parameter files"
assert abs(box((1.0, 2.0, 3.0)).volume - 6.0) < 1e-12
recording = Simulation(Vehicle("ball", ball), Sea()).run(0.1, record=("state", "energy")).to_xarray()
recording.to_netcdf("smoke.nc", engine="h5netcdf")
assert "<h1>smoke</h1>" in write_report("smoke.nc").read_text(encoding="utf-8"), "the wheel has no templates"
print(f"seaway {seaway.__version__} works from its wheel")

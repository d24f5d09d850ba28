"""Try the installed wheel, alone in its environment; run by ``make wheel``, not by pytest."""

from pathlib import Path

import seaway
from seaway.inertia import Inertial, MassProperties, added_mass_ratio, sphere_added_mass

package = Path(seaway.__file__).parent
assert "site-packages" in package.parts, f"this is not the installed package but {package}"
assert (package / "py.typed").exists(), "the wheel has no py.typed"
ball = Inertial(MassProperties.from_sphere(0.5, density=500.0), added_mass=sphere_added_mass(0.5, 1000.0))
assert abs(added_mass_ratio(ball).largest - 1.0) < 1e-12
print(f"seaway {seaway.__version__} works from its wheel")

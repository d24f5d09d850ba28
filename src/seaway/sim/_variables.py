"""Variables of a recording: names and units of their components."""

from collections.abc import Mapping
from typing import Final

__all__ = ["VARIABLES", "components_of"]

# Names and units of the components of each variable; results of one evaluation are adjacent.
VARIABLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "position": tuple((f"p_WBo_W.{x}", "m") for x in "xyz"),
    "orientation": tuple((f"q_WB.{x}", "1") for x in "wxyz"),
    "velocity": (*((f"v_WB_B.{x}", "m/s") for x in "xyz"), *((f"w_WB_B.{x}", "rad/s") for x in "xyz")),
    "command": (*((f"command.f_B.{x}", "N") for x in "xyz"), *((f"command.n_B.{x}", "N m") for x in "xyz")),
    "acceleration": (*((f"dv_B.{x}", "m/s2") for x in "xyz"), *((f"dw_B.{x}", "rad/s2") for x in "xyz")),
    "energy": (("kinetic_energy", "J"), ("potential_energy", "J")),
    "surface_elevation": (("surface_elevation", "m"),),
    "wet_fraction": (("wet_fraction", "1"),),
    "depth": (("depth", "m"),),
}


def components_of(variable: str) -> tuple[tuple[str, str], ...]:
    """Names and units of the components of a variable; a name that is not in ``VARIABLES`` is a force."""
    if variable in VARIABLES:
        return VARIABLES[variable]
    return (*((f"{variable}.f_B.{x}", "N") for x in "xyz"), *((f"{variable}.n_Bo_B.{x}", "N m") for x in "xyz"))

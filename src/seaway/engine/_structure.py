"""Structure of a step: the kinds of force, displacement and sea that are present, regardless of their numbers."""

import math
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final, Literal

from seaway._jit import PLAIN
from seaway._lanes import DYNAMIC, FLOATS, INTEGERS, SECOND, Layout
from seaway.controllers import ControlLaw
from seaway.forces import BUILT_IN, FORCES, Held, Integrated, Law, Prepared
from seaway.kernels.water import WATER

__all__ = [
    "BODY",
    "DISPLACEMENTS",
    "EXTERNAL",
    "SEA",
    "SHARED",
    "Integrator",
    "Parameters",
    "Structure",
    "as_planned",
    "control_layout",
    "in_order",
    "parameter_layout",
    "planned",
    "state_layout",
]

Integrator = Literal["rk4", "semi_implicit_euler"]

# Structure whose step new simulations use if it serves them; see ``planned``.
_planned: ContextVar["Structure | None"] = ContextVar("planned", default=None)

SHARED: Final = bool(os.environ.get("SEAWAY_SHARED_STEPS")) and not PLAIN
"""Whether simulations share a few general steps, with identical results, instead of one assembled for each.

General steps are slower and take longer to compile, but a test suite with hundreds of vehicles needs only a few.
"""

DISPLACEMENTS: Final = ("ellipsoid", "box", "cylinder", "stiff", "hull")
"""Kinds of displacement; kernels identify each by its index."""


@dataclass(frozen=True)
class Parameters:
    """Parameters of a vehicle or of the sea; those of a force are in its ``Law``.

    Attributes:
        floats: Name and shape of each float; None in a shape means any length.
        integers: Names of the integers, which are the same in all runs.
    """

    floats: tuple[tuple[str, tuple[int | None, ...]], ...]
    integers: tuple[str, ...] = ()


BODY: Final = Parameters(
    (
        ("rigid_body", (6, 6)),  # M_RB about Bo in B, by columns
        ("added", (6, 6)),  # M_A about Bo in B, by columns
        ("inverse", (6, 6)),  # (M_RB + M_A)^-1 by columns, with zeros for locked degrees of freedom
        ("modes", (6, 6)),  # T by columns: Tᵀ (M_RB + M_A) T = 1 on the free degrees of freedom, Tᵀ M_A T diagonal
        ("shares", (6,)),  # that diagonal
        ("mass", ()),  # for the weight [kg]
        ("density_ratio", ()),  # ρ / reference density; M_A includes it, damping is multiplied by it
        ("center_of_mass", (3,)),  # p_BoBcm_B [m]
        ("volume", ()),  # displaced when submerged [m3]
        ("center_of_buoyancy", (3,)),  # p_BoBcb_B of that volume, also the centre of the shape [m]
        ("radius", ()),  # radius of a sphere about that centre that encloses the shape [m]
        ("half_size", (3,)),  # half size of the shape [m]
        ("axes", (3, 3)),  # R_BS of the shape
        ("square", (3,)),  # squares of the semi-axes of the ellipsoid with its second moments [m2]
        ("sections", (9, 3)),  # the same for the submerged part of a hull, over the submerged share of its volume
        ("excess", (3,)),  # excess of the factors of rotation in a strain, see water_over_body
        ("reference_volume", ()),  # submerged volume from which on all of the added mass acts [m3]; 0: always
        ("stiffness", (6, 3)),  # wrench about Bo in B per heave, roll and pitch, positive when it restores
        ("rest", ()),  # height of Bo above the surface at rest [m]
    ),
    (
        "extent",  # kind of displacement, an index of DISPLACEMENTS
        "hull",  # whether it has a hull
        "stiff",  # whether it has a linear stiffness
        "hull_forces",  # whether its hull has forces other than the pressure
        "has_added",  # whether M_A is non-zero in some run
        "rigid_body_coriolis",  # whether C_RB acts
        "added_mass_coriolis",  # whether C_A acts
        "direct",  # whether the wrench of the controller acts without an actuation
    ),
)

EXTERNAL: Final = Parameters((("body", (6,)), ("world", (6,)), ("dyad", (3, 3))))

SEA: Final = Parameters(
    (
        *((name, WATER[name].shape) for name in WATER.names or ()),
        ("current_table", (None,)),
        ("gust_table", (None,)),  # components of gusts with a spectrum, see gusts.npd_components
    ),
    ("current_times", "current_depths", "gust_count"),
)


def parameter_layout(of: Parameters | Law | ControlLaw) -> tuple[Layout, int, int]:
    """Layout of parameters, and the number of floats and of integers of one set.

    The first integer is the index of the force in ``Engine.slots``. Each table has two integers, its start and its
    length.
    """
    floats, integers = (of.floats, of.integers) if isinstance(of, Parameters) else (of.parameters, of.choices)
    layout: list[tuple[str, int, int, tuple[int | None, ...]]] = []
    place, whole = 0, 1
    for name, shape in floats:
        if None in shape:
            layout.append((name, DYNAMIC, whole, shape))
            whole += 2
        else:
            layout.append((name, FLOATS, place, shape))
            place += math.prod(n or 0 for n in shape)
    for name in integers:
        layout.append((name, INTEGERS, whole, ()))
        whole += 1
    return tuple(layout), place, whole


def state_layout(law: Law) -> Layout:
    """Layout of states: integrated states are in the first floats of a view, held and prepared ones in the second."""
    layout: list[tuple[str, int, int, tuple[int | None, ...]]] = []
    for where, kinds in ((FLOATS, (Integrated,)), (SECOND, (Held, Prepared))):
        place = 0
        for kind in kinds:
            for state in law.of(kind):
                layout.append((state.name, where, place, state.shape))
                place += state.size
    return tuple(layout)


def control_layout(law: ControlLaw) -> Layout:
    """Layout of the states of a stage of a control loop."""
    layout: list[tuple[str, int, int, tuple[int | None, ...]]] = []
    place = 0
    for state in law.states:
        layout.append((state.name, FLOATS, place, state.shape))
        place += state.size
    return tuple(layout)


def in_order(laws: Iterable[Law]) -> tuple[Law, ...]:
    """Kinds of force in the order of ``FORCES``, then user-defined ones."""
    order = {name: n for n, name in enumerate(FORCES)}
    return tuple(sorted(laws, key=lambda law: (order.get(law.force, len(order)), law.kind)))


@dataclass(frozen=True)
class Structure:
    """Everything that determines which step is compiled.

    Attributes:
        laws: Kinds of force, in order.
        displacements: Members of ``DISPLACEMENTS`` that are present, in order.
        hull_forces: Whether some hull has forces other than its pressure.
        slamming: Whether slamming is among them.
        current_table: Whether the current comes from a table; a uniform current is a vector.
        airy: Whether there are linear waves in some run.
        gerstner: Whether there are Gerstner waves in some run.
        sheared: Whether there are waves on a current that varies with depth.
        integrator: Integration scheme.
        controls: Kinds of the stages of control loops.
    """

    laws: tuple[Law, ...]
    displacements: tuple[str, ...]
    hull_forces: bool
    slamming: bool
    current_table: bool
    airy: bool
    gerstner: bool
    sheared: bool
    integrator: Integrator
    controls: tuple[ControlLaw, ...] = ()

    @property
    def hull(self) -> bool:
        """Whether there is a hull; hulls are evaluated one run at a time."""
        return "hull" in self.displacements

    @property
    def waves(self) -> bool:
        """Whether there are waves in some run."""
        return self.airy or self.gerstner

    @property
    def accelerating(self) -> bool:
        """Whether the water can accelerate; a steady uniform current cannot."""
        return self.waves or self.current_table

    def widened(self) -> "Structure":
        """A structure that serves this simulation and many others, with all built-in forces and kinds of waves.

        A force that a simulation does not have has a count of 0.
        """
        laws = {law.kind: law for law in (*BUILT_IN, *self.laws)}
        displacements = tuple(name for name in DISPLACEMENTS if self.hull or name != "hull")
        return replace(
            self,
            laws=in_order(laws.values()),
            displacements=displacements,
            hull_forces=self.hull,
            slamming=self.hull,
            airy=self.waves,
            gerstner=self.waves,
        )

    def serves(self, other: "Structure") -> bool:
        """Whether this step includes everything that a simulation of another structure, without control, needs."""
        return (
            set(other.laws) <= set(self.laws)
            and set(other.displacements) <= set(self.displacements)
            and self.hull == other.hull
            and self.hull_forces >= other.hull_forces
            and self.slamming >= other.slamming
            and self.airy >= other.airy
            and self.gerstner >= other.gerstner
            and self.current_table == other.current_table
            and self.sheared == other.sheared
            and self.integrator == other.integrator
            and not other.controls
        )

    @property
    def words(self) -> str:
        """Description as text."""
        buoyant = [name for name in self.displacements if name not in ("ellipsoid", "stiff")]
        found = ["rigid body", *(f"buoyancy of a {name}" for name in buoyant)]
        found += ["linear stiffness"] * ("stiff" in self.displacements)
        found += list(dict.fromkeys(law.force.replace("_", " ") or law.kind for law in self.laws))
        found += ["forces on the hull"] * self.hull_forces
        found += ["waves"] * self.waves + ["current from a table"] * self.current_table
        found += [law.kind.replace("_", " ") for law in self.controls]
        return ", ".join(dict.fromkeys(found))


@contextmanager
def planned(structure: Structure) -> Generator[None]:
    """Context in which new simulations use the step of a future one, if it serves them.

    A step takes seconds to compile, which is not worthwhile for a simulation that is only evaluated a few times, such
    as for the design of an autopilot.
    """
    token = _planned.set(structure)
    try:
        yield
    finally:
        _planned.reset(token)


def as_planned(structure: Structure) -> Structure:
    """The planned structure if its step serves this one; otherwise this one."""
    plan = _planned.get()
    return plan if plan is not None and plan.serves(structure) else structure

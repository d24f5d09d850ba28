"""The density of the water for which the added mass and damping of a vehicle are given."""

from math import isfinite
from typing import Final

from seaway.gazebo._bodies import errors_at, located
from seaway.gazebo._plan import Draft, Plan
from seaway.inertia import AddedMass
from seaway.sdf import Link

__all__ = ["report_reference_densities", "set_fluid_density", "set_reference_densities"]

# gz-sim's default density of water [kg/m3].
_ASSUMED: Final = 1000.0


def set_reference_densities(plan: Plan) -> None:
    """Find the reference density of each vehicle, once the water is known.

    It is ``<fluid_density>`` of its links, else the density of the water that a plugin brings, else
    ``<water_density>`` of its Hydrodynamics, else 1000 kg/m3.

    Raises:
        SdfError: A density is not > 0.
    """
    for draft in plan.drafts:
        set_fluid_density(draft)
        if draft.reference_density is None and plan.sea.water is not None:
            draft.reference_density = plan.sea.density
        elif draft.reference_density is None:
            draft.reference_density, draft.density_from = _stated(plan, draft)


def set_fluid_density(draft: Draft) -> None:
    """Use ``<fluid_density>`` of its links as the reference density of a vehicle, if given.

    Added mass of links for another density is scaled to that of the first.

    Raises:
        SdfError: A density is not > 0.
    """
    links = [member.link for member in draft.body.members if member.link.fluid_density is not None]
    for link in links:
        density = float(link.fluid_density or 0.0)
        if not (isfinite(density) and density > 0.0):
            message = f"<fluid_density> of link {link.name!r} must be a number > 0 [kg/m3]"
            raise located(f"{message}; correct it or leave it out", link.inertial_source)
        if draft.reference_density is None:
            draft.reference_density = density
            draft.density_from = f"<fluid_density> of link {link.name!r}"
        factor, inertial = draft.reference_density / density, draft.inertials[id(link)]
        if inertial.added_mass is not None and factor != 1.0:
            with errors_at(link.inertial_source):
                draft.inertials[id(link)] = inertial.with_added_mass(AddedMass(factor * inertial.added_mass_matrix()))


def report_reference_densities(plan: Plan, water: float | None) -> None:
    """Report the reference density of vehicles with added mass or damping.

    Args:
        plan: The scene, with all its forces.
        water: Density of the water that the document was put in [kg/m3], if any.
    """
    still = plan.sea.water is None and water is None
    for draft in plan.drafts:
        known = draft.dampings or any(each.added_mass is not None for each in draft.inertials.values())
        if known and draft.density_from and draft.reference_density is not None:
            factor = plan.sea.density / draft.reference_density
            act = f"in water of {plan.sea.density:g} kg/m3 they act times {factor:.4g}"
            message = (
                f"added mass and damping of {draft.body.name!r} are for {draft.reference_density:g} kg/m3, "
                f"{draft.density_from}"
            )
            message += "" if still or factor == 1.0 else f"; {act}"
            plan.notice(draft.body.base.inertial_source, "density", message)


def _stated(plan: Plan, draft: Draft) -> tuple[float, str]:
    """``<water_density>`` of a Hydrodynamics of the vehicle, or the assumed density; and where it is from."""
    for p in plan.plugins:
        if p.kind != "hydrodynamics" or not p.inner("water_density"):
            continue
        density = p["water_density"]
        if density <= 0.0:
            raise p.error("water_density", f"must be > 0 [kg/m3], got {density:g}")
        if plan.draft_of.get(id(plan.named(p, "link_name", Link))) is draft:
            return density, "<water_density> of Hydrodynamics"
    return _ASSUMED, "assumed, since neither <fluid_density> nor a plugin with water gives it"

"""Worlds and models as text, for the tests of what is made of them."""

from seaway import gazebo, sdf
from seaway.gazebo import Scene
from seaway.vehicle import Vehicle

GZ = "gz::sim::systems::"


def plugin(name: str, content: str = "", filename: str = "") -> str:
    """A plugin of gz-sim by its class; its file name is made of that where there is none."""
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).strip("-")
    return f"<plugin filename='{filename or f'gz-sim-{words}-system'}' name='{GZ}{name}'>{content}</plugin>"


def tags(**values: object) -> str:
    """Elements by name."""
    return "".join(f"<{name}>{value}</{name}>" for name, value in values.items())


def link(name: str = "hull", content: str = "", mass: float = 10.0, pose: str = "", inertial: str = "") -> str:
    place = f"<pose>{pose}</pose>" if pose else ""
    return f"<link name='{name}'>{place}<inertial><mass>{mass}</mass>{inertial}</inertial>{content}</link>"


def shape(geometry: str, name: str = "c", pose: str = "0 0 0 0 0 0") -> str:
    return f"<collision name='{name}'><pose>{pose}</pose><geometry>{geometry}</geometry></collision>"


def box(size: str = "1 1 1") -> str:
    return f"<box><size>{size}</size></box>"


def joint(
    parent: str, child: str, name: str = "", kind: str = "revolute", axis: str = "1 0 0", content: str = ""
) -> str:
    turns = "" if kind in ("fixed", "ball") else f"<axis><xyz>{axis}</xyz></axis>"
    ends = f"<parent>{parent}</parent><child>{child}</child>"
    return f"<joint name='{name or f'{parent}_{child}'}' type='{kind}'>{content}{ends}{turns}</joint>"


def model(content: str, name: str = "boat", pose: str = "", attributes: str = "") -> str:
    place = f"<pose>{pose}</pose>" if pose else ""
    return f"<model name='{name}'{attributes}>{place}{content}</model>"


def world(content: str) -> sdf.Document:
    """A world on line 2 with its content from line 3 on."""
    return sdf.loads(f"<sdf version='1.11'>\n<world name='w'>\n{content}\n</world></sdf>")


def scene(content: str, **options: object) -> Scene:
    """The scene of a world with this content."""
    return gazebo.scene(world(content), **options)  # type: ignore[arg-type]


def only(content: str, **options: object) -> Vehicle:
    """The one vehicle of a world."""
    (vehicle,) = scene(content, **options).vehicles
    return vehicle


def rules(made: Scene) -> list[str]:
    return [finding.rule for finding in made.findings]


def message(made: Scene, rule: str) -> str:
    """The one finding of a rule."""
    (found,) = [finding.message for finding in made.findings if finding.rule == rule]
    return found

"""One vehicle, from wherever it is described."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from seaway import library
from seaway._files import Disk
from seaway._toml import read_toml
from seaway.errors import ScenarioError, SdfError
from seaway.library._vehicle import vehicle_of_file
from seaway.parts import near, shown
from seaway.scenario._inputs import is_there
from seaway.vehicle import Vehicle


def load_vehicle(
    source: str | Path,
    *,
    model_path: Iterable[str | Path] = (),
    freeze_joints: bool = False,
    ignore: Sequence[str] = (),
) -> Vehicle:
    """Make one vehicle.

    Args:
        source: Name of a library vehicle, a vehicle file (``.toml``), or an SDFormat file or model folder with one
            vehicle.
        model_path: Folders of models and meshes.
        freeze_joints: SDFormat: treat joints that would move as fixed.
        ignore: SDFormat: what to leave out; see ``seaway.gazebo.scene``.

    Raises:
        ScenarioError: There is no such file or vehicle, or the file is invalid; with all problems and their lines.
        SdfError: The SDFormat file is invalid, or does not have exactly one vehicle.

    Example:
        >>> from seaway.scenario import load_vehicle
        >>> load_vehicle("otter").inertial.mass
        80.0
    """
    path, files = Path(source), Disk()
    roots = [Path(folder) for folder in model_path]
    if path.suffix.lower() == ".toml":
        from seaway.scenario._placed import Surroundings  # here and below: a library vehicle needs none of it

        return vehicle_of_file(read_toml(path, files), path.stem, Surroundings(path.parent, roots, files)).vehicle
    if not is_there(path, files):
        return library.entry(library_name(source)).vehicle
    from seaway import gazebo, sdf

    found = gazebo.scene(sdf.load(path, roots, files), freeze_joints=freeze_joints, ignore=ignore).vehicles
    if len(found) != 1:
        names = ", ".join(vehicle.name for vehicle in found[:5]) or "none"
        raise SdfError(f"exactly one vehicle is needed, this file has {len(found)}: {names}", path=path)
    return found[0]


def library_name(source: str | Path) -> str:
    """The name of a library vehicle.

    Raises:
        ScenarioError: There is none of that name.
    """
    file, names = Path(source), library.names()
    if file.suffix or len(file.parts) > 1:
        raise ScenarioError(f"{source}: there is no such file")
    if str(source) not in names:
        hint = near(str(source), names, 0.6) or "; see seaway vehicles"
        raise ScenarioError(f"there is no file and no library vehicle named {shown(str(source))}{hint}")
    return str(source)

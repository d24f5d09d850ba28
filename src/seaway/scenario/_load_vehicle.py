"""One vehicle, from wherever it is described."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from seaway import library
from seaway._files import Disk
from seaway._toml import read_toml
from seaway.errors import ScenarioError
from seaway.library._vehicle import vehicle_of_file
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
        source: Name of a library vehicle, a vehicle file (``.toml``), or a scenario, SDFormat file or model folder with
            one vehicle.
        model_path: Folders of models and meshes.
        freeze_joints: SDFormat: treat joints that would move as fixed.
        ignore: SDFormat: what to leave out; see ``seaway.gazebo.scene``.

    Raises:
        ScenarioError: There is no such file or vehicle, the file is invalid, with all problems and their lines; or it
            does not have exactly one vehicle.
        SdfError: The SDFormat file is invalid.

    Example:
        >>> from seaway.scenario import load_vehicle
        >>> load_vehicle("otter").inertial.mass
        80.0
    """
    path, files = Path(source), Disk()
    if str(source) in library.names() and not is_there(path, files):
        return library.entry(str(source)).vehicle
    from seaway.scenario._source import kind_of  # here and below: a library vehicle needs none of it

    kind, roots = kind_of(source), [Path(folder) for folder in model_path]
    if kind == "vehicle":
        from seaway.scenario._placed import Surroundings

        return vehicle_of_file(read_toml(path, files), path.stem, Surroundings(path.parent, roots, files)).vehicle
    if kind != "sdf":
        from seaway.scenario._load import load_scenario

        return one_vehicle(load_scenario(path, model_path=roots).scene.vehicles, source)
    from seaway import gazebo, sdf

    found = gazebo.scene(sdf.load(path, roots, files), freeze_joints=freeze_joints, ignore=ignore).vehicles
    return one_vehicle(found, source)


def one_vehicle(vehicles: Sequence[Vehicle], source: str | Path, hint: str = "") -> Vehicle:
    """The only vehicle of a file.

    Args:
        vehicles: Vehicles of the file.
        source: The file.
        hint: What to do about others.

    Raises:
        ScenarioError: There is none, or there are several.
    """
    if len(vehicles) != 1:
        names = ", ".join(f"'{vehicle.name}'" for vehicle in vehicles[:5]) or "none"
        raise ScenarioError(f"{source}: one vehicle is needed, there are {len(vehicles)}: {names}{hint}")
    return vehicles[0]

"""Marine-vehicle dynamics with the full 6x6 fluid added mass in the mass matrix.

``import seaway as sw`` provides the names that most scripts need; each is imported from its package on first use.
"""

# Type checkers take this name as true; importing typing would double the import time.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from seaway.control import Autopilot as Autopilot
    from seaway.controllers import Controller as Controller
    from seaway.errors import SeawayError as SeawayError
    from seaway.errors import SeawayWarning as SeawayWarning
    from seaway.forces import Force as Force
    from seaway.frames import Pose as Pose
    from seaway.inertia import AddedMass as AddedMass
    from seaway.inertia import Inertial as Inertial
    from seaway.inertia import MassProperties as MassProperties
    from seaway.mesh import Mesh as Mesh
    from seaway.report import save as save
    from seaway.scenario import check as check
    from seaway.scenario import load_vehicle
    from seaway.scenario import open_run as open_run
    from seaway.scenario import run as run
    from seaway.sea import Current as Current
    from seaway.sea import Jonswap as Jonswap
    from seaway.sea import Sea as Sea
    from seaway.sea import Waves as Waves
    from seaway.sea import Wind as Wind
    from seaway.shapes import Box as Box
    from seaway.shapes import Cylinder as Cylinder
    from seaway.shapes import Ellipsoid as Ellipsoid
    from seaway.shapes import Sphere as Sphere
    from seaway.sim import Command as Command
    from seaway.sim import Simulation as Simulation
    from seaway.vehicle import Buoyancy as Buoyancy
    from seaway.vehicle import Damping as Damping
    from seaway.vehicle import Fin as Fin
    from seaway.vehicle import Hull as Hull
    from seaway.vehicle import PythonForce as PythonForce
    from seaway.vehicle import RigidBody as RigidBody
    from seaway.vehicle import Thruster as Thruster
    from seaway.vehicle import Vehicle as Vehicle

__version__ = "0.1.0"

if TYPE_CHECKING:
    load = load_vehicle

# Packages, and the names that are re-exported from each.
_NAMES = {
    "control": ("Autopilot",),
    "controllers": ("Controller",),
    "errors": ("SeawayError", "SeawayWarning"),
    "forces": ("Force",),
    "frames": ("Pose",),
    "inertia": ("AddedMass", "Inertial", "MassProperties"),
    "mesh": ("Mesh",),
    "report": ("save",),
    "scenario": ("check", "load_vehicle", "open_run", "run"),
    "sea": ("Current", "Jonswap", "Sea", "Waves", "Wind"),
    "shapes": ("Box", "Cylinder", "Ellipsoid", "Sphere"),
    "sim": ("Command", "Simulation"),
    "vehicle": ("Buoyancy", "Damping", "Fin", "Hull", "PythonForce", "RigidBody", "Thruster", "Vehicle"),
}
_SHORT = {"load_vehicle": "load"}
_HOMES = {_SHORT.get(name, name): (home, name) for home, names in _NAMES.items() for name in names}

__all__ = ["__version__", *_HOMES]  # pyright: ignore[reportUnsupportedDunderAll] - a test compares it with the above


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'seaway' has no attribute '{name}'")
    from importlib import import_module

    home, own = _HOMES[name]
    value = getattr(import_module(f"seaway.{home}"), own)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

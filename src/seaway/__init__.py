"""Marine-vehicle dynamics with the full 6x6 fluid added mass in the mass matrix."""

__all__ = ["__version__"]

__version__ = "0.1.0"

"""Control: how a wanted wrench becomes commands of thrusters."""

from seaway.control._allocation import Allocated, Allocation, allocation_matrix

__all__ = ["Allocated", "Allocation", "allocation_matrix"]

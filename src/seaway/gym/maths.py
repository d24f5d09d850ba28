"""Functions for tasks, of floats or arrays alike."""

from seaway.gym._now import atan2, clip, cos, exp, length, sin, sqrt, turned, where

__all__ = ["atan2", "clip", "cos", "exp", "length", "sin", "sqrt", "turned", "where"]

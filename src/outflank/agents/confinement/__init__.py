"""Confinement of a process that runs a student's code: its files, network and processes."""

from .confinement import Confinement, refusal

__all__ = ["Confinement", "refusal"]

"""Keeps a process that runs somebody's code from the files, network and processes of others."""

from .confinement import Confinement, refusal

__all__ = ["Confinement", "refusal"]

"""Games in files, one module for each format."""

from .tagged import Problem, is_tagged, read_tagged, write_tagged

__all__ = ["Problem", "is_tagged", "read_tagged", "write_tagged"]

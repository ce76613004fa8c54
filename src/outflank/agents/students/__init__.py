"""Code of students and of strangers as agents: in processes of its own, with its faults counted."""

from .agent import ProcessAgent
from .faults import TOLERANCE, StudentFault, StudentLost, count_faults

__all__ = ["TOLERANCE", "ProcessAgent", "StudentFault", "StudentLost", "count_faults"]

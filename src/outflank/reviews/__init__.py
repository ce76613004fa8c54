"""Reviews of games: every move judged, summed up and drawn, and puzzles out of mistakes."""

from .export import review_fields, total_fields
from .graph import graph_png, graph_svg
from .graph_text import graph_text
from .judgement import MARKS, WORDS, Judgement, Total, total, worst
from .puzzles import EMPTIES, Puzzle, puzzles
from .reviewing import Review, check_how, review, review_all

__all__ = [
    "EMPTIES",
    "MARKS",
    "WORDS",
    "Judgement",
    "Puzzle",
    "Review",
    "Total",
    "check_how",
    "graph_png",
    "graph_svg",
    "graph_text",
    "puzzles",
    "review",
    "review_all",
    "review_fields",
    "total",
    "total_fields",
    "worst",
]

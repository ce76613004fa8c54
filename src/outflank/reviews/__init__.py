"""Reviews of games: every move judged, summed up and drawn, and puzzles out of mistakes."""

from .export import review_fields, total_fields
from .graph import graph_png, graph_svg
from .graph_text import graph_text
from .judge import judge_span, spans, thoroughness
from .judgement import MARKS, WORDS, Judgement, Total, total, worst
from .puzzles import EMPTIES, Puzzle, puzzles, puzzles_of
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
    "judge_span",
    "puzzles",
    "puzzles_of",
    "review",
    "review_all",
    "review_fields",
    "spans",
    "thoroughness",
    "total",
    "total_fields",
    "worst",
]

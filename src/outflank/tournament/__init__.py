"""Matches: openings, pairs of games, honest statistics, results that survive a kill."""

from .export import to_csv, to_json, to_transcripts
from .game import play
from .match import MatchError, replay, run_match
from .openings import OpeningError, draw_openings, handicap, openings_from_spec
from .plan import Plan, PlanError, Task
from .ratings import ratings
from .record import Fault, Ply, Record, Slip
from .report import game_line, report, running_line
from .results import read_results
from .sprt import Sprt
from .standing import Standing
from .statistics import Estimate, Mean, Pairs, Results, elo, mean_of, score, superiority
from .summary import Summary, summarize

__all__ = [
    "Estimate",
    "Fault",
    "MatchError",
    "Mean",
    "OpeningError",
    "Pairs",
    "Plan",
    "PlanError",
    "Ply",
    "Record",
    "Results",
    "Slip",
    "Sprt",
    "Standing",
    "Summary",
    "Task",
    "draw_openings",
    "elo",
    "game_line",
    "handicap",
    "mean_of",
    "openings_from_spec",
    "play",
    "ratings",
    "read_results",
    "replay",
    "report",
    "run_match",
    "running_line",
    "score",
    "summarize",
    "superiority",
    "to_csv",
    "to_json",
    "to_transcripts",
]

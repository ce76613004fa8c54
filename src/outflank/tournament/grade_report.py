"""What a student reads about an agent: where it stands, its time, its faults, its worst moves."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from textwrap import indent, wrap
from typing import NamedTuple

from ..agents.students import TOLERANCE
from ..rules import Color, Move, Position
from ..rules.outcome import name_of
from ..rules.text import board_text
from .grade import Grade, Rung
from .grade_games import GradeFault, grouped, side_of
from .grade_mistakes import Mistake, Review, pick
from .record import Record
from .report import replaced_lines, table
from .statistics import Results

WIDTH = 79
MOST_SLOW = 3
MOST_FAULTS = 5
MOST_MISTAKES = 5
"""How many of each are shown."""
_MOST_PV = 6
"""How many moves are shown of what the engine expects."""


class Section(NamedTuple):
    """A part of the report."""

    title: str
    """In a few words."""
    text: str
    """Lines of up to WIDTH characters, tracebacks apart."""


def sections(grade: Grade, review: Review) -> list[Section]:
    """The whole report."""
    return [
        Section("Where you stand", _standing(grade, review)),
        Section("Points by opponent and size", _scores(grade)),
        Section("Time", _time(grade)),
        Section("Faults", _faults(grade)),
        Section("Worst mistakes", _mistakes(grade, review)),
    ]


def _standing(grade: Grade, review: Review) -> str:
    met, of = grade.rungs, len(grade.standing.plan.pairings)
    beaten = [rung.opponent for rung in met if rung.is_beaten]
    if not met:
        return "No game was played."
    names = f": {', '.join(beaten)}" if beaten else ""
    lines = [f"You beat {len(beaten) or 'none'} of the {len(met)} opponents that you met{names}."]
    rung = grade.next_rung
    if rung is None and len(met) < of:
        lines[0] = f"You beat all {len(met)} opponents that you met."
    elif rung is None:
        lines[0] = f"You beat all {len(met)} opponents: there is none left here to learn from."
    else:
        lines.append(_next(rung))
    if faults := grade.faults:
        games = len({fault.record.number for fault in faults})
        lines.append(
            f"Mend your faults first: {_count(len(faults), 'fault')} in {_count(games, 'game')}."
        )
    worst = max(review.losses, key=lambda part: part.loss, default=None)
    if worst is not None and worst.loss > 0:
        lines.append(
            f"You lose most in the {worst.part}: {worst.loss:.1f} discs a move, by the engine's "
            "count."
        )
    return "\n".join(_fill(line) for line in lines)


def _next(rung: Rung) -> str:
    weak = min(rung.sizes.values(), key=lambda c: c.results.points / c.results.games)
    line = f"The next to beat is {rung.opponent}: {_points(rung.total.results)} so far"
    if len(rung.sizes) > 1:
        line += f", weakest on {weak.size}x{weak.size}"
    return f"{line}."


def _scores(grade: Grade) -> str:
    sizes = grade.standing.plan.sizes
    rows = []
    for rung in grade.rungs:
        cells = [_points(rung.sizes[s].results) if s in rung.sizes else "" for s in sizes]
        results = rung.total.results
        discs = rung.total.discs
        rows.append([
            f"{'' if rung.is_beaten else '*'}{rung.opponent}",
            *cells,
            f"{100 * results.points / results.games:.1f} %",
            "" if discs is None else f"{discs.value:+.1f}",
        ])  # fmt: skip
    heads = ["", *(f"{size}x{size}" for size in sizes), "score", "discs"]
    note = "A win is a point, a draw half a one; discs: your mean margin; * not beaten yet."
    missing = grade.standing.plan.total - grade.summary.games
    if missing:
        note += f"\n{_count(missing, 'game')} of {grade.standing.plan.total} not played."
    return f"{table(heads, rows)}\n{note}"


def _time(grade: Grade) -> str:
    decisions = grade.decisions
    if not decisions:
        return "You were asked for no move."
    seconds = grade.standing.records[decisions[0].record.number].times[_index(decisions[0].record)]
    heads = ["", "moves", "median s", "slowest s"] + ([f"over {seconds:g} s"] if seconds else [])
    rows = []
    for size in grade.standing.plan.sizes:
        times = [d.ply.time for d in decisions if d.record.size == size]
        if times:
            row = [f"{size}x{size}", f"{len(times)}", f"{median(times):.3f}", f"{max(times):.3f}"]
            if seconds:
                row.append(f"{sum(time > seconds + TOLERANCE for time in times)}")
            rows.append(row)
    slow = sorted(decisions, key=lambda d: -d.ply.time)[:MOST_SLOW]
    lines = [f"  {d.ply.time:.3f} s  {_place(grade, d.record, d.number)}: {d.move} "
             f"of {_count(d.ply.choices, 'move')}" for d in slow]  # fmt: skip
    return "\n".join([table(heads, rows), "The slowest moves:", *lines])


def _faults(grade: Grade) -> str:
    if not grade.faults:
        return "None: every move was legal and in time."
    groups = grouped(grade.faults)
    parts = [_fault(grade, faults) for faults in groups[:MOST_FAULTS]]
    if len(groups) > MOST_FAULTS:
        parts.append(f"And {_count(len(groups) - MOST_FAULTS, 'more')} of other kinds.")
    if replaced := replaced_lines(grade.summary, 0, "your"):
        parts.append("\n".join(replaced))
    return "\n\n".join(parts)


def _fault(grade: Grade, faults: Sequence[GradeFault]) -> str:
    first = faults[0]
    times = "Once" if len(faults) == 1 else f"{len(faults)} times"
    lines = [_fill(f"{times}: {first.kind}: {first.message}")]
    where = _place(grade, first.record, first.number)
    lines.append(f"{'In' if len(faults) == 1 else 'First in'} {where}, you are "
                 f"{_you(first.position)}:")  # fmt: skip
    lines.append(indent(_board(first.position, {}), "  "))
    if first.traceback:
        lines.append(indent(first.traceback.rstrip(), "  "))
    return "\n".join(lines)


def _mistakes(grade: Grade, review: Review) -> str:
    if not review.games:
        return "No game was looked at."
    looked = (
        f"The engine looked at {_count(review.games, 'game')}, "
        "losses to the weakest opponents first."
    )
    picked = pick(review.mistakes, MOST_MISTAKES)
    if not review.losses:
        return f"{looked}\nNone of the moves was your own: faults had other moves played."
    marks = list(review.losses[0].marks)
    rows = [
        [loss.part, f"{loss.moves}", f"{loss.loss:.2f}", *(f"{loss.marks[m]}" for m in marks)]
        for loss in review.losses
    ]
    parts = [
        f"{looked}\n{table(['', 'moves', 'discs lost a move', *marks], rows)}\n"
        "Marks: ?! lost 1 disc or more, ? 3, ?? 6."
    ]
    if not picked:
        return f"{parts[0]}\nIt found no mistake worth a mark."
    parts += [_mistake(grade, number, mistake) for number, mistake in enumerate(picked, 1)]
    return "\n\n".join(parts)


def _mistake(grade: Grade, number: int, mistake: Mistake) -> str:
    played = mistake.judgement.move
    loss = f"exactly {mistake.loss:.0f}" if mistake.judgement.exact else f"about {mistake.loss:.1f}"
    head = (
        f"{number}. {_place(grade, mistake.record, mistake.number)}: {played} lost {loss} discs. "
        f"Better is {_line(mistake)}. {' '.join(mistake.effects)}"
    )
    board = _board(mistake.position, {played: "?", mistake.best: "!"})
    return (
        f"{_fill(head, '   ')}\n{indent(board, '   ')}\n"
        f"   You are {_you(mistake.position)}; ? is your move, ! the better one."
    )


def _line(mistake: Mistake) -> str:
    """The better move and what the engine expects after it."""
    best, *rest = map(str, mistake.judgement.pv[:_MOST_PV])
    return f"{best} (then {' '.join(rest)})" if rest else best


def _place(grade: Grade, record: Record, number: int) -> str:
    size = f"{record.size}x{record.size}"
    return f"game {record.number} against {grade.opponent(record)} on {size}, move {number}"


def _you(position: Position) -> str:
    return f"{name_of(position.turn)} ({'X' if position.turn is Color.BLACK else 'O'})"


def _board(position: Position, marks: dict[Move, str]) -> str:
    """The board as text, with some squares marked."""
    lines = board_text(position).splitlines()[:-1]
    width = len(str(position.size))
    for move, mark in marks.items():
        at = width + 1 + 2 * move.column
        line = lines[move.row + 1]
        lines[move.row + 1] = f"{line[:at]}{mark}{line[at + 1 :]}"
    return "\n".join(lines)


def _fill(text: str, indented: str = "") -> str:
    """A text in lines, all but the first indented; names with hyphens stay whole."""
    return "\n".join(wrap(text, WIDTH, subsequent_indent=indented, break_on_hyphens=False))


def _points(results: Results) -> str:
    return f"{results.points:g}/{results.games}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 or what == "more" else f"{number} {what}s"


def _index(record: Record) -> int:
    return int(side_of(record) is Color.WHITE)

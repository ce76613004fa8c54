"""What a student reads about an agent: where it stands, its time, its faults, its worst moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from textwrap import indent, wrap
from typing import NamedTuple

from ..agents.imports import absent
from ..rules import Color, Move, Position
from ..rules.outcome import name_of
from ..rules.text import board_text
from .grade import SURE, Grade, Rung
from .grade_against import Against, Numbers
from .grade_games import GradeFault, grouped
from .grade_mistakes import THIRDS, Mistake, Review, pick
from .grade_time import STEP, by_number, by_part, by_size
from .record import Record
from .report import replaced_lines, table
from .statistics import Mean, Results

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


def sections(grade: Grade, review: Review, against: Against | None = None) -> list[Section]:
    """The whole report, with a comparison if there is one."""
    compared = [] if against is None else [Section("Then and now", _against(against))]
    return [
        Section("Where you stand", _standing(grade, review)),
        *compared,
        Section("Points by opponent and size", _scores(grade)),
        Section("Time", _time(grade)),
        Section("Faults", _faults(grade)),
        Section("Worst mistakes", _mistakes(grade, review)),
    ]


def _standing(grade: Grade, review: Review) -> str:
    met = grade.rungs
    if not met:
        return "No game was played."
    lines = [_beaten(grade)]
    if unsure := sum(rung.is_open for rung in met):
        lines.append(
            f"{_count(unsure, 'opponent')} {'is' if unsure == 1 else 'are'} undecided: so few "
            "games do not tell who is the stronger one, more --games do."
        )
    if (rung := grade.next_rung) is not None:
        lines.append(_next(rung))
    if faults := grade.faults:
        moves = {(fault.record.number, fault.number) for fault in faults}
        games = {game for game, _ in moves}
        lines.append(
            f"Mend your faults first: {_count(len(moves), 'move')} in "
            f"{_count(len(games), 'game')} went wrong."
        )
    worst = max(review.losses, key=lambda part: part.total, default=None)
    if worst is not None and worst.loss > 0:
        lines.append(
            f"You lose most in the {worst.part}: {worst.total:.0f} discs in "
            f"{_count(worst.moves, 'move')}, {worst.loss:.1f} a move, by the engine's count."
        )
    return "\n".join(_fill(line) for line in lines)


def _beaten(grade: Grade) -> str:
    """Whom the agent beat, in a sentence."""
    met, of = len(grade.rungs), len(grade.standing.plan.pairings)
    beaten = [rung.opponent for rung in grade.rungs if rung.is_beaten]
    that = "the one opponent that you met" if met == 1 else f"the {met} opponents that you met"
    if not beaten:
        return f"You have not beaten {that}." if met == 1 else f"You beat none of {that}."
    if len(beaten) < met:
        return f"You beat {len(beaten)} of {that}: {', '.join(beaten)}."
    if met == of:
        return f"You beat all {met} opponents: there is none left here to learn from."
    return f"You beat {that}: {beaten[0]}." if met == 1 else f"You beat all {met} that you met."


def _next(rung: Rung) -> str:
    shares = {size: c.results.points / c.results.games for size, c in rung.sizes.items()}
    line = f"The next to beat is {rung.opponent}: {_points(rung.total.results)} so far"
    if len(set(shares.values())) > 1:
        weak = min(shares, key=lambda size: shares[size])
        line += f", weakest on {weak}x{weak}"
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
            f"{100 * rung.total.superiority:.0f} %",
            "" if discs is None else f"{discs.value:+.1f}",
        ])  # fmt: skip
    heads = ["", *(f"{size}x{size}" for size in sizes), "score", "stronger", "discs"]
    note = (
        "A win is a point, a draw half a one; discs: your mean margin; stronger: how\n"
        f"likely you are; * not beaten yet, as that is below {100 * SURE:.0f} %."
    )
    missing = grade.standing.plan.total - grade.summary.games
    if missing:
        note += f"\n{_count(missing, 'game')} of {grade.standing.plan.total} not played."
    return f"{table(heads, rows)}\n{note}"


def _time(grade: Grade) -> str:
    decisions = grade.decisions
    if not decisions:
        return "You were asked for no move."
    sizes = {f"{size}x{size}": times for size, times in by_size(decisions).items()}
    rows = [
        [name, f"{times.moves}", f"{times.median:.3f}", f"{times.slowest:.3f}"]
        for name, times in {**sizes, **by_part(decisions)}.items()
    ]
    slow = sorted(decisions, key=lambda d: -d.ply.time)[:MOST_SLOW]
    lines = [f"  {d.ply.time:.3f} s  {_place(grade, d.record, d.number)}: {d.move} "
             f"of {_count(d.ply.choices, 'move')}" for d in slow]  # fmt: skip
    return "\n".join(
        [
            table(["", "moves", "median s", "slowest s"], rows),
            "Median seconds by the number of the move:",
            _by_number(grade),
            "The slowest moves:",
            *lines,
        ]
    )


def _by_number(grade: Grade) -> str:
    sizes = by_number(grade.decisions, STEP)
    rows = [
        [
            f"{first}-{first + STEP - 1}",
            *(
                f"{numbers[first].median:.3f}" if first in numbers else ""
                for numbers in sizes.values()
            ),
        ]
        for first in sorted({first for numbers in sizes.values() for first in numbers})
    ]
    return table(["", *(f"{size}x{size}" for size in sizes)], rows)


def _against(against: Against) -> str:
    rows = [
        [duel.opponent, f"{duel.before:g}/{duel.games}", f"{duel.now:g}/{duel.games}",
         f"{duel.now - duel.before:+g}"]
        for duel in against.duels
    ]  # fmt: skip
    before, now = (sum(getattr(d, name) for d in against.duels) for name in ("before", "now"))
    share = 100 / against.games
    text = (
        f"{_count(against.games, 'game')} with the same openings as in {against.name}: you scored "
        f"{share * now:.1f} % now and {share * before:.1f} % before: {_change(against.change)}"
    )
    return "\n".join(
        [
            _fill(text),
            table(["", "before", "now", "change"], rows),
            "In all games of each:",
            table(["", "before", "now"], list(_numbers(against.before, against.now))),
        ]
    )


def _change(change: Mean) -> str:
    """A clause that says whether the points show a change."""
    gain, margin = 100 * change.value, 100 * change.margin
    if not change.value:
        return "no change."
    if not isfinite(margin):
        return f"{gain:+.1f} %, but too few games to tell."
    found = f"{gain:+.1f} % ± {margin:.1f} %"
    if abs(gain) <= margin:
        return f"{found}, which may be chance: more --games tell."
    return f"{found}, {'better' if gain > 0 else 'worse'} by more than chance explains."


def _numbers(before: Numbers, now: Numbers) -> Iterator[list[str]]:
    """The rows of the key figures of both grades."""

    def shown(value: float | None, digits: int) -> str:
        return "" if value is None else f"{value:.{digits}f}"

    for part in THIRDS:
        losses = [shown(numbers.losses.get(part), 2) for numbers in (before, now)]
        if any(losses):
            yield [f"discs lost a move, {part}", *losses]
    yield ["median s of a move", shown(before.median, 3), shown(now.median, 3)]
    yield ["slowest move, s", shown(before.slowest, 3), shown(now.slowest, 3)]
    yield ["moves that went wrong", f"{before.faulty}", f"{now.faulty}"]


def _faults(grade: Grade) -> str:
    missing = [_fill(f"Your agent {absent(module)}.") for module in grade.missing]
    if not grade.faults:
        return "\n\n".join([*missing, "None: every move was legal and in time."])
    groups = grouped(grade.faults)
    parts = [*missing, *(_fault(grade, faults) for faults in groups[:MOST_FAULTS])]
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
        [
            loss.part,
            f"{loss.moves}",
            f"{loss.total:.0f}",
            f"{loss.loss:.2f}",
            *(f"{loss.marks[m]}" for m in marks),
        ]
        for loss in review.losses
    ]
    parts = [
        f"{looked}\n{table(['', 'moves', 'discs lost', 'a move', *marks], rows)}\n"
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

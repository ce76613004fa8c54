"""Reviews as the terminal shows them: a game move by move, and many games player by player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..._core import Color
from ...agents.failure import one_line
from ...reviews import WORDS, Judgement, Review, Total, graph_text
from ...rules.outcome import FAULT, name_of
from .terminal import can_show, signed
from .words import counted

_MOST_SHOWN = 5
NAME = 24
"""Characters of a name in a line."""


def heading(review: Review) -> Iterator[str]:
    """What is known of a game."""
    tags = review.game.tags
    if "Black" in tags or "White" in tags:
        black, white = (tags.get(name, "").strip() or "?" for name in ("Black", "White"))
        yield f"Black: {black}, White: {white}"
    if known := [tags[name] for name in ("Event", "Round", "Date") if tags.get(name)]:
        yield ", ".join(known)
    if stated := tags.get("Result"):
        yield f"Result as stated: {stated}"
    if fault := tags.get(FAULT):
        yield f"Fault: {fault}"


def game_text(review: Review) -> str:
    """A row for every move, what each side gave away, the turning points and the graph."""
    lines = [
        "Values are in discs, for the side that moves.",
        f"{'':>3}  side   move   value  best   value  loss      depth",
        *map(_row, review.judgements),
        "",
        *(_side(color, review) for color in Color if review.of(color)),
    ]
    if turning := review.turning_points:
        lines += ["Turning points:", *map(_turning, turning)]
    if mistakes := review.worst(_MOST_SHOWN):
        lines += ["Worst moves:", *map(_mistake, mistakes)]
    if graph := graph_text(review, blocks=can_show("█▀▄─│")):
        lines += ["Black's margin with best play:", graph]
    if review.opening:
        lines.append(f"Opening: {review.opening.name}")
    lines.append(f"Result: {review.game.result or 'the game is not over'}")
    return "\n".join(lines)


def game_line(number: int, review: Review) -> str:
    """A game among many, in one line."""
    sides = [
        f"{_name(review, color)} {_percent(review.accuracy(color))}"
        for color in Color
        if review.of(color)
    ]
    end = str(review.game.result or "not over")
    opening = f"; {review.opening.name}" if review.opening else ""
    return f"{number:>4}  {' - '.join(sides) or 'no moves'}; {end}{opening}"


def summary_text(players: Sequence[tuple[str, int, Total]]) -> str:
    """A table of players: the name, the games and what was given away in them."""
    head = ["games", "moves", "accuracy", "loss/move", *WORDS.values()]
    width = max(len(name) for name, _, _ in players)
    rows = [" " * width + "".join(f"  {title:>{len(title)}}" for title in head)]
    for name, games, summed in players:
        loss = f"{summed.loss / summed.moves:.2f}" if summed.moves else "-"
        counts = map(str, summed.marks.values())
        cells = [str(games), str(summed.moves), _percent(summed.accuracy), loss, *counts]
        shown = zip(cells, head, strict=True)
        rows.append(name.ljust(width) + "".join(f"  {c:>{len(t)}}" for c, t in shown))
    return "\n".join(rows)


def _name(review: Review, color: Color) -> str:
    return one_line(review.game.tags.get(name_of(color)) or name_of(color))[:NAME]


def _side(color: Color, review: Review) -> str:
    summed = review.total(color)
    counts = ", ".join(f"{count} {mark}" for mark, count in summed.marks.items())
    moves = counted(summed.moves, "move")
    return (
        f"{name_of(color)}: {summed.loss:.1f} discs lost in {moves} ({counts}),"
        f" accuracy {_percent(summed.accuracy)}"
    )


def _turning(judged: Judgement) -> str:
    side, scores = name_of(judged.turn), (judged.best_score or 0.0, judged.score or 0.0)
    if judged.exact:
        before, after = map(_result, scores)
        return f"{judged.ply:>3}  {side} {judged.move} made a {after} of a {before}"
    before, after = (signed(score, exact=False) for score in scores)
    return f"{judged.ply:>3}  {side} {judged.move}: {before} to {after} (estimated)"


def _mistake(judged: Judgement) -> str:
    return (
        f"{judged.ply:>3}  {name_of(judged.turn)} {judged.move} lost {judged.loss:.1f} discs,"
        f" {judged.best} was best"
    )


def _row(judged: Judgement) -> str:
    start = f"{judged.ply:>3}  {name_of(judged.turn)}  {judged.move!s:<5}"
    if judged.score is None or judged.best_score is None:
        return start.rstrip()
    score = signed(judged.score, judged.exact)
    best_score = signed(judged.best_score, judged.exact)
    return (
        f"{start} {score:>6}  {judged.best!s:<5} {best_score:>6} {judged.loss:>5.1f}"
        f"  {judged.mark:<2}  {judged.confidence}"
    ).rstrip()


def _result(margin: float) -> str:
    return "win" if margin > 0 else "loss" if margin < 0 else "draw"


def _percent(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.1f} %"

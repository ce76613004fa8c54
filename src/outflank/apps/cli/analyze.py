"""`outflank analyze`: every move of a game judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from ..._core import Color
from ...agents.failure import one_line
from ...database import opening_of
from ...engine import Limit
from ...engine.review import Judgement, review, total, worst
from ...rules import Game
from ...rules.outcome import name_of
from .errors import UsageError
from .options import Depth, Number, Size, Time, limit_of
from .sources import Found, find_game
from .terminal import signed

_DEFAULT = Limit(depth=8)
_MOST_SHOWN = 5


def analyze(
    *game: Annotated[
        str, Parameter(help="The moves, such as f5d6c3; or a file of games; or - for stdin.")
    ],
    number: Number = 1,
    size: Size = 8,
    depth: Depth = None,
    time: Time = None,
    json: Annotated[bool, Parameter(help="Print one JSON document instead.")] = False,
) -> None:
    """Judge every move of a game.

    Each is shown with its value to the side that played it, the best move and its value, and the
    discs lost. Marks: ?! from 1 disc, ? from 3, ?? from 6. Without a limit the engine looks 8 plies
    ahead; endings are exact. Files may have any format that convert reads.
    """
    if not game:
        raise UsageError("analyze needs a game: moves such as f5d6c3, a file name, or - for stdin")
    limit = limit_of(time, depth, None, _DEFAULT)
    source = " ".join(game).strip()
    found = find_game(source, size, number)
    judged = found.game
    if not judged.moves:
        name = "the standard input" if source == "-" else repr(source)
        raise UsageError(f"no game was given: there are no moves in {name}")
    for note in found.notes:
        print(f"outflank: {one_line(note)}", file=sys.stderr, flush=True)
    if json:
        _print_json(judged, limit)
    else:
        print("".join(f"{one_line(line)}\n" for line in _heading(found, number)), end="")
        _print_table(judged, limit)


def _heading(found: Found, number: int) -> Iterator[str]:
    """Which game it is, if there are several, and what is known of it."""
    tags = found.game.tags
    if found.more or number > 1:
        yield f"Game {number}" + (f", more follow: --game {number + 1}" if found.more else "")
    if "Black" in tags or "White" in tags:
        yield f"Black: {tags.get('Black', '?')}, White: {tags.get('White', '?')}"
    if known := [tags[name] for name in ("Event", "Round", "Date") if tags.get(name)]:
        yield ", ".join(known)
    if stated := tags.get("Result"):
        yield f"Result as stated: {stated}"


def _print_table(game: Game, limit: Limit) -> None:
    print("Values are in discs, for the side that moves.")
    print(f"{'':>3}  side   move   value  best   value  loss")
    judgements = []
    for judgement in review(game, limit):
        judgements.append(judgement)
        print(_row(judgement), flush=True)
    print()
    for color in Color:
        summed = total(judgements, color)
        marks = ", ".join(f"{count} {mark}" for mark, count in summed.marks.items())
        moves = "1 move" if summed.moves == 1 else f"{summed.moves} moves"
        print(f"{name_of(color)}: {summed.loss:.1f} discs lost in {moves} ({marks})")
    mistakes = worst(judgements, _MOST_SHOWN)
    if mistakes:
        print("Worst moves:")
    for judgement in mistakes:
        print(
            f"{judgement.ply:>3}  {name_of(judgement.turn)} {judgement.move}"
            f" lost {judgement.loss:.1f} discs, {judgement.best} was best"
        )
    if opening := opening_of(game):
        print(f"Opening: {opening.name}")
    print(f"Result: {game.result or 'the game is not over'}")


def _row(judged: Judgement) -> str:
    start = f"{judged.ply:>3}  {name_of(judged.turn)}  {judged.move!s:<5}"
    if judged.score is None or judged.best_score is None:
        return start.rstrip()
    score = signed(judged.score, judged.exact)
    best_score = signed(judged.best_score, judged.exact)
    exact = "exact" if judged.exact else ""
    return (
        f"{start} {score:>6}  {judged.best!s:<5} {best_score:>6} {judged.loss:>5.1f}"
        f"  {judged.mark:<2}  {exact}"
    ).rstrip()


def _print_json(game: Game, limit: Limit) -> None:
    from json import dumps

    judgements = list(review(game, limit))
    opening = opening_of(game)
    document = {
        "size": game.start.size,
        "tags": dict(game.tags),
        "transcript": game.transcript(),
        "opening": None if opening is None else opening._asdict(),
        "limit": {name: value for name, value in limit._asdict().items() if value is not None},
        "moves": [_move_fields(judgement) for judgement in judgements],
        "totals": {color.name.lower(): _total_fields(judgements, color) for color in Color},
        "worst": [judgement.ply for judgement in worst(judgements, _MOST_SHOWN)],
        "result": _result_fields(game),
    }
    print(dumps(document, indent=2))


def _move_fields(judged: Judgement) -> dict[str, Any]:
    return {
        "ply": judged.ply,
        "color": judged.turn.name.lower(),
        "move": str(judged.move),
        "score": _rounded(judged.score),
        "best": None if judged.best is None else str(judged.best),
        "best_score": _rounded(judged.best_score),
        "loss": _rounded(judged.loss),
        "mark": judged.mark,
        "depth": judged.depth,
        "exact": judged.exact,
        "pv": [str(move) for move in judged.pv],
    }


def _total_fields(judgements: list[Judgement], color: Color) -> dict[str, Any]:
    summed = total(judgements, color)
    return {"moves": summed.moves, "loss": _rounded(summed.loss), "marks": summed.marks}


def _result_fields(game: Game) -> dict[str, Any] | None:
    outcome = game.result
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else outcome.winner.name.lower(),
        "black": outcome.black,
        "white": outcome.white,
        "black_discs": outcome.black_discs,
        "white_discs": outcome.white_discs,
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)

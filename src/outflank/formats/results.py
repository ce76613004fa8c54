"""The result of a game in every spelling: 37-27, +8.000, -32:r, B+6, W+R, 1-0, 1/2-1/2, Void, ?."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from ..rules import Color, Game

Ending = Literal["resigned", "time", "left", "agreed", "forfeit"]
"""What ended a game other than the last move; `agreed` is a score that both sides accepted."""

_NUMBER = r"[0-9]{1,3}(?:\.[0-9]{0,9})?"
_DISCS = re.compile(rf"({_NUMBER})\s*[-:\u2013]\s*({_NUMBER})")
_MARGIN = re.compile(rf"([+-]?{_NUMBER})(?::([a-z]))?", re.IGNORECASE)
_WIN = re.compile(rf"([BW])\+(?:({_NUMBER})|([a-z]*))", re.IGNORECASE)
_AS_DISCS = re.compile(r"[0-9]{1,3}-[0-9]{1,3}|1/2-1/2")
_KOMI = re.compile(rf"[+-]?{_NUMBER}")
_NOTHING = ("", "?", "*", "void")
_DRAWS = ("1/2-1/2", "1/2", "\u00bd-\u00bd", "draw", "jigo")
_WON = {"1-0": Color.BLACK, "0-1": Color.WHITE}
_ENDINGS: dict[str, Ending] = {
    "r": "resigned",
    "resign": "resigned",
    "t": "time",
    "time": "time",
    "l": "left",
    "s": "agreed",
    "f": "forfeit",
    "forfeit": "forfeit",
}
_TOLERANCE = 0.01
"""Margins with komi are rounded."""


class Result(NamedTuple):
    """What is said of how a game ended; without a winner and a margin nothing is."""

    margin: float | None = None
    """Black's discs less White's and less komi; 0 for a draw, None where only the winner is known.
    """
    winner: Color | None = None
    ending: Ending | None = None
    """None for a game played to its end, or where it is not said."""

    @property
    def resigned(self) -> Color | None:
        """The colour that gave up or ran out of time, if one did."""
        if self.winner is None or self.ending not in ("resigned", "time"):
            return None
        return self.winner.opponent

    @property
    def lost(self) -> tuple[Color | None, bool]:
        """The same and whether that was on time, as a game takes them."""
        return self.resigned, self.resigned is not None and self.ending == "time"


def result_by(margin: float, ending: Ending | None = None) -> Result:
    """The result with this margin."""
    winner = None if margin == 0 else Color.BLACK if margin > 0 else Color.WHITE
    return Result(margin, winner, ending)


def parse_result(text: str) -> Result | None:
    """What a text says, which is nothing for ?, *, Void and no text; None if it is no result."""
    text = text.strip().lower()
    if text in _NOTHING:
        return Result()
    if text in _DRAWS:
        return result_by(0.0)
    if text in _WON:
        return Result(None, _WON[text])
    if match := _WIN.fullmatch(text):
        winner = Color.BLACK if match[1] == "b" else Color.WHITE
        if match[2]:
            margin = float(match[2])
            return result_by(margin if winner is Color.BLACK else -margin)
        if match[3] and match[3] not in _ENDINGS:
            return None
        return Result(None, winner, _ENDINGS.get(match[3]))
    if match := _DISCS.fullmatch(text):
        return result_by(float(match[1]) - float(match[2]))
    if match := _MARGIN.fullmatch(text):
        if match[2] and match[2] not in _ENDINGS:
            return None
        return result_by(float(match[1]), _ENDINGS.get(match[2] or ""))
    return None


def result_of(game: Game, komi: float = 0.0) -> Result:
    """The result to write: of the moves less komi, or of who gave up; else what the tag says.

    A margin that the tag gives for who gave up, or lost on time, stands.
    """
    stated = parse_result(game.tags.get("Result", "")) or Result()
    if game.result is None:
        return stated
    if game.resigned is None:
        return result_by(game.result.score - komi)
    ending: Ending = "time" if game.on_time else "resigned"
    return stated if _ends_so(game, stated) else result_by(float(game.result.score), ending)


def stated_text(game: Game, form: re.Pattern[str], komi: float = 0.0) -> str | None:
    """The tag Result as it stands, if it has a format's form and says how the game ended."""
    text = game.tags.get("Result", "")
    stated = parse_result(text)
    if not form.fullmatch(text) or stated is None or not _ends_so(game, stated):
        return None
    says_enough = game.result is None or stated != Result()
    return text if says_enough and mismatch(game, komi) is None else None


def _ends_so(game: Game, stated: Result) -> bool:
    """Whether the game ends as a result says, of who gave up or lost on time."""
    return stated.lost == (game.resigned, game.on_time)


def discs_text(game: Game) -> str:
    """The discs of both sides, such as 37-27; else 1-0, 0-1, 1/2-1/2, or * if nothing is known.

    Of a game that is not over, it is what the tag says, in its own words if they are such.
    """
    if game.result is None and (text := stated_text(game, _AS_DISCS)) is not None:
        return text
    result = result_of(game)
    area = game.start.shape.area
    if result.margin is not None and (area + result.margin) % 2 == 0:
        black = (area + int(result.margin)) // 2
        if 0 <= black <= area:
            return f"{black}-{area - black}"
    if result.winner is not None:
        return "1-0" if result.winner is Color.BLACK else "0-1"
    return "*" if result.margin is None else "1/2-1/2"


def lost_of_result(game: Game, written: str) -> list[str]:
    """What the tag Result says and what is written for it does not, in the words of a report."""
    text = game.tags.get("Result", "").strip()
    stated, kept = parse_result(text), parse_result(written) or Result()
    if kept == Result():
        return [] if stated == Result() else [f"the result {text[:20]!r}"]
    ending = stated.ending if stated else None
    known = (None, "resigned", "time" if game.on_time else None, kept.ending)
    if ending in known or {ending, kept.ending} <= {"left", "forfeit"}:
        return []
    return [f"how the game ended ({ending})"]


def komi_of(tags: Mapping[str, str]) -> float | None:
    """The tag KM, which Black has to win by more than, as a number."""
    text = tags.get("KM", "").strip()
    return float(text) if _KOMI.fullmatch(text) else None


def mismatch(game: Game, komi: float = 0.0) -> str | None:
    """What is wrong with the game's tag Result, or None.

    A finished game must have the margin that it says, with the empty squares for the winner or
    for nobody, less the komi; a resignation the winner that it says.
    """
    text = game.tags.get("Result", "")
    stated = parse_result(text)
    if stated is None:
        return f"bad result {text[:20]!r}: expected such as 37-27, +10, B+10, 1-0 or ?"
    outcome = game.result
    if outcome is None or stated == Result():
        return None
    if outcome.resigned is not None:
        agrees = stated.winner is outcome.winner
    elif stated.margin is None:
        agrees = stated.winner is result_by(outcome.score - komi).winner
    else:
        margins = outcome.score, outcome.black_discs - outcome.white_discs
        agrees = any(abs(margin - komi - stated.margin) < _TOLERANCE for margin in margins)
    if agrees:
        return None
    return (
        f"the result is given as {text[:20]!r}, but {outcome}{f', komi {komi:g}' if komi else ''}"
    )

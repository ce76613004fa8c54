"""The result of a game in every spelling: 37-27, +8.000, -32:r, B+6, W+R, 1-0, 1/2-1/2, Void, ?.

The tag `Result` says who won, the tag `Termination` how, where the result does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple
from unicodedata import normalize

from ..rules import Color, Game

Ending = Literal["resigned", "time", "left", "agreed", "forfeit"]
"""What ended a game other than the last move; `agreed` is a score that both sides accepted."""

RESULT = (
    r"(?:(?:1/2|\u00bd|[0-9]{1,3}(?:[.,][0-9]{1,9})?)"
    r"[ \t]?[-:\u2010-\u2015\u2212][ \t]?"
    r"(?:1/2|\u00bd|[0-9]{1,3}(?:[.,][0-9]{1,9})?)"
    r"|1/2|\u00bd|\*|(?i:drawn?|[bw]\+(?:[0-9]{1,3}(?:\.[0-9]{1,9})?|[a-z]*)))"
)
"""A pattern of the result that may follow the moves of a game: 37-27, 1 : 0, B+6, draw, *."""

NEITHER = "neither a move nor a result such as 37-27"
"""The problem with any other words after the moves."""

_NUMBER = r"[0-9]{1,3}(?:\.[0-9]{0,9})?"
_SIDE = r"1/2|[0-9]{1,3}(?:[.,][0-9]{0,9})?|[.,][0-9]{1,9}"
_SIDES = re.compile(rf"({_SIDE})\s*[-:]\s*({_SIDE})")
_MARGIN = re.compile(rf"([+-]?{_NUMBER})(?::([a-z]))?")
_WIN = re.compile(rf"([bw])\+(?:({_NUMBER})|([a-z]*))")
_WINS = re.compile(rf"(black|white)(?: (?:wins?|won)(?: by ({_NUMBER})| (.+))?)?")
_AS_DISCS = re.compile(r"[0-9]{1,3}-[0-9]{1,3}|1/2-1/2")
_KOMI = re.compile(rf"[+-]?{_NUMBER}")
_NOTHING = ("", "?", "-", "*", "0-0", "void", "unfinished", "unterminated")
_DRAWS = ("1/2", "=", "draw", "drawn", "tie", "jigo")
_LIKE_ASCII = {ord("\u2044"): "/"} | dict.fromkeys([*range(0x2010, 0x2016), 0x2212], "-")
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
_HOW: dict[Ending, re.Pattern[str]] = {
    "time": re.compile(r"\btime\b|\btimed?[- ]?out|\bflag"),
    "resigned": re.compile(r"\bresign|\bg[ai]ve up\b|\bsurrender"),
    "left": re.compile(r"\babandon|\bdisconnect|\bconnection\b|\bleft\b|\bquit"),
    "forfeit": re.compile(
        r"\bforfeit|\bdefault|\brules? infraction|\billegal|\bdisqualif|\bno.show"
    ),
    "agreed": re.compile(r"\bagree"),
}
"""Words of a tag Termination that show the ending; the first that is found counts."""
_WINNER = re.compile(r"(.+?) (?:wins?|won)\b")
_LOSER = re.compile(
    r"(.+?) (?:loses|lost|resign|forfeit|abandon|disconnect|ran out|timed? out|left|quit)"
)
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
    """What a text says, which is nothing for ?, *, Void and no text; None if it is no result.

    Two numbers that make 1 are points, such as 1-0 and 0.5-0.5, and others discs.
    """
    text = normalize("NFKC", text).translate(_LIKE_ASCII).strip().lower()
    if text in _NOTHING:
        return Result()
    if text in _DRAWS:
        return result_by(0.0)
    if match := _SIDES.fullmatch(text):
        return _of_sides(_number(match[1]), _number(match[2]))
    if match := _WINS.fullmatch(text):
        ending = ending_of(match[3] or "")
        if match[3] and ending is None:
            return None
        return _won(Color[match[1].upper()], match[2], ending)
    if (match := _LOSER.match(text)) and match[1] in ("black", "white"):
        return _won(Color[match[1].upper()].opponent, None, ending_of(text))
    if match := _WIN.fullmatch(text):
        if match[3] and match[3] not in _ENDINGS:
            return None
        winner = Color.BLACK if match[1] == "b" else Color.WHITE
        return _won(winner, match[2], _ENDINGS.get(match[3]))
    if match := _MARGIN.fullmatch(text):
        if match[2] and match[2] not in _ENDINGS:
            return None
        return result_by(float(match[1]), _ENDINGS.get(match[2] or ""))
    return None


def _number(text: str) -> float:
    return 0.5 if text == "1/2" else float(text.replace(",", "."))


def _of_sides(black: float, white: float) -> Result:
    if black + white == 1 and black != white:
        return Result(None, Color.BLACK if black > white else Color.WHITE)
    return Result() if black == white == 0 else result_by(black - white)


def _won(winner: Color, by: str | None, ending: Ending | None) -> Result:
    if by is None:
        return Result(None, winner, ending)
    return result_by(float(by) if winner is Color.BLACK else -float(by), ending)


def ending_of(termination: str) -> Ending | None:
    """The ending that the words of a tag Termination tell; None for others, such as "Normal"."""
    words = termination.lower()
    return next((ending for ending, how in _HOW.items() if how.search(words)), None)


def stated_result(tags: Mapping[str, str]) -> Result | None:
    """What the tags Result and Termination say together; None if Result is no result.

    A Termination such as "Ann won on time" names the winner where Result does not.
    """
    stated = parse_result(tags.get("Result", ""))
    termination = tags.get("Termination", "")
    if stated is None or not termination:
        return stated
    if stated == Result():
        stated = Result(None, _winner_named(tags))
    if stated == Result() or stated.ending is not None:
        return stated
    return stated._replace(ending=ending_of(termination))


def _winner_named(tags: Mapping[str, str]) -> Color | None:
    """Who won by the words of the tag Termination, with a player's name or colour in them."""
    words = tags.get("Termination", "").strip().casefold()
    black, white = (tags.get(side, "").strip().casefold() for side in ("Black", "White"))
    names = {"black": Color.BLACK, "white": Color.WHITE}
    if black != white:
        names |= {black: Color.BLACK, white: Color.WHITE}
    if match := _WINNER.match(words):
        return names.get(match[1])
    match = _LOSER.match(words)
    loser = names.get(match[1]) if match else None
    return None if loser is None else loser.opponent


def result_of(game: Game, komi: float = 0.0) -> Result:
    """The result to write: of the moves less komi, or of who gave up; else what the tags say.

    A margin that the tag gives for who gave up, or lost on time, stands.
    """
    stated = stated_result(game.tags) or Result()
    if game.result is None:
        return stated
    if game.resigned is None:
        return result_by(game.result.score - komi)
    ending: Ending = "time" if game.on_time else "resigned"
    if stated == Result(None, game.result.winner):
        return stated._replace(ending=ending)
    return stated if _ends_so(game, stated) else result_by(float(game.result.score), ending)


def stated_text(game: Game, form: re.Pattern[str], komi: float = 0.0) -> str | None:
    """The tag Result as it stands, if it has a format's form and says how the game ended."""
    text = game.tags.get("Result", "")
    stated = parse_result(text)
    if not form.fullmatch(text) or stated is None or not _ends_so(game, stated):
        return None
    if stated != stated_result(game.tags):  # Termination says more
        return None
    says_enough = game.result is None or stated != Result()
    return text if says_enough and mismatch(game, komi) is None else None


def _ends_so(game: Game, stated: Result) -> bool:
    """Whether the game ends as a result says, of who gave up or lost on time."""
    return stated.lost == (game.resigned, game.on_time)


def told_by_tag(game: Game) -> bool:
    """Whether the tag Result alone says how the game ended."""
    stated = parse_result(game.tags.get("Result", ""))
    if stated == Result() != result_of(game):
        return False
    return stated == stated_result(game.tags) and _ends_so(game, stated or Result())


def discs_text(game: Game) -> str:
    """The discs of both sides, such as 37-27; else 1-0, 0-1, 1/2-1/2, or * if nothing is known.

    Of a game that is not over, it is what the tag says, in its own words if they are such.
    """
    text = game.tags.get("Result", "")
    if game.result is None and _AS_DISCS.fullmatch(text):
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


def lost_of_result(game: Game, written: str, termination: str = "") -> list[str]:
    """What the tags say of the result and what is written for them does not, for a report."""
    text = game.tags.get("Result", "").strip()
    stated = stated_result(game.tags)
    kept = stated_result({"Result": written, "Termination": termination}) or Result()
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
    for nobody, less the komi; a resignation the winner that it says. The tag Termination must name
    no other winner.
    """
    text = game.tags.get("Result", "")
    stated = parse_result(text)
    if stated is None:
        return f"bad result {text[:20]!r}: expected such as 37-27, +10, B+10, 1-0 or ?"
    if stated != Result() and _winner_named(game.tags) not in (None, stated.winner):
        termination = game.tags["Termination"]
        return f"the result is given as {text[:20]!r}, but the termination as {termination[:40]!r}"
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

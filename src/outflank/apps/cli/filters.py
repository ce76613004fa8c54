"""Which games and positions of files are wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...database.words import has_words
from ...formats import Item, Record
from ...formats.dates import unclear_year, years_of
from ...formats.results import Result, parse_result, result_of
from ...rules import Color, Game, Move
from .errors import UsageError
from .options import start_position

_WINNERS = {"black": Color.BLACK, "white": Color.WHITE, "draw": None}


@dataclass(frozen=True)
class Filter:
    """What an item must have; None stands for anything. Positions have a size alone."""

    player: str | None = None
    """Black's or White's name has these words, in any order, accents and capitals aside."""
    years: range | None = None
    lines: frozenset[tuple[Move, ...]] | None = None
    """The moves that the game begins with are one of these."""
    result: Callable[[Result], bool] | None = None
    size: int | None = None

    def accepts(self, item: Item) -> bool:
        """Whether the item is wanted."""
        if not isinstance(item, Record):
            wants_game = (self.player, self.years, self.lines, self.result) != (None,) * 4
            return not wants_game and self.size in (None, item.position.size)
        game = item.game
        return (
            self.size in (None, game.start.size)
            and (self.player is None or self._has_player(game))
            and (self.years is None or self._has_year(game, self.years))
            and (self.lines is None or self._begins_right(game))
            and (self.result is None or self.result(result_of(game)))
        )

    def unclear(self, item: Item) -> str | None:
        """Why it is uncertain whether the item is wanted; None if it is certain."""
        if self.years is None or not isinstance(item, Record):
            return None
        return unclear_year(item.game.tags.get("Date", ""))

    def _has_year(self, game: Game, wanted: range) -> bool:
        years = years_of(game.tags.get("Date", ""))
        return any(year in wanted for year in years)

    def _has_player(self, game: Game) -> bool:
        names = (game.tags.get(side, "") for side in ("Black", "White"))
        return any(has_words(name, self.player or "") for name in names)

    def _begins_right(self, game: Game) -> bool:
        lines = self.lines or frozenset()
        return any(game.moves[: len(line)] == line for line in lines)


def parse_line(text: str, size: int) -> frozenset[tuple[Move, ...]]:
    """The moves of a transcript, as each of the eight symmetries shows them."""
    game = Game.parse(text, start=start_position(size))
    if not game.moves:
        raise UsageError(f"bad value {text!r} for --moves: expected moves such as f5d6")
    shape = game.start.shape
    return frozenset(
        tuple(move if move.is_pass else shape.transform(move, symmetry) for move in game.moves)
        for symmetry in range(8)
    )


def parse_wanted_result(text: str) -> Callable[[Result], bool]:
    """A winner, a draw, or the discs of both sides."""
    if text.lower() in _WINNERS:
        winner = _WINNERS[text.lower()]
        return lambda result: _is_known(result) and result.winner is winner
    stated = parse_result(text)
    if stated is None or stated.margin is None:
        raise UsageError(
            f"bad value {text!r} for --result: expected black, white, draw or such as 64-0"
        )
    return lambda result: result.margin == stated.margin


def _is_known(result: Result) -> bool:
    return result.winner is not None or result.margin is not None

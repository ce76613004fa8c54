"""A game: where it started, the moves, and every position on the way; a value like a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType, NoneType

from outflank._core import Color, IllegalMoveError, Move, Position, replay
from outflank.rules.checks import check_type
from outflank.rules.outcome import FAULT, Outcome, outcome_of, reason_of, resignation
from outflank.rules.text import board_text
from outflank.rules.transcript import parse_moves, simple_moves, with_forced_pass, write_moves


class Game:
    """An immutable game; `play` and `undo` return new ones."""

    __slots__ = ("_moves", "_on_time", "_positions", "_resigned", "_tags")

    _moves: tuple[Move, ...]
    _positions: tuple[Position, ...]
    _tags: Mapping[str, str]
    _resigned: Color | None
    _on_time: bool

    def __init__(
        self,
        start: Position | None = None,
        moves: Iterable[Move | str] = (),
        tags: Mapping[str, str] | None = None,
        resigned: Color | None = None,
        on_time: bool = False,
    ) -> None:
        """Play the moves from the start (the usual 8x8 one), adding forced passes left out.

        With `on_time` the colour that is named as resigned has lost on time instead, with a tag
        `Fault` by a fault of a program.
        """
        start = Position.initial() if start is None else start
        check_type(start, Position, "start", "a Position")
        check_type(resigned, (Color, NoneType), "resigned", "a Color or None")
        self._moves, self._positions = replay(start, moves)
        self._tags, self._resigned = _read_only({} if tags is None else tags), resigned
        self._on_time = on_time and resigned is not None

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        size: int = 8,
        start: Position | None = None,
        prose: bool = False,
        tags: Mapping[str, str] | None = None,
        resigned: Color | None = None,
        on_time: bool = False,
    ) -> Game:
        """Read a transcript: f5d6c3, F5 D6, 1. f5 d6, f5-d6, with passes or without.

        Numbered boards are read too, and with `prose` squares are taken out of running text; see
        `outflank.rules.transcript`. The board has `size` squares a side, unless a start position is
        given. Raises ParseError or IllegalMoveError, naming the text and its place.
        """
        check_type(text, str, "transcript", "text such as 'f5d6c3'")
        start = Position.initial(size) if start is None else start
        if (moves := simple_moves(text)) is not None:
            with suppress(IllegalMoveError):  # of which the other reader says more
                return cls(start, moves, tags, resigned, on_time)
        return cls(start, parse_moves(text, start, prose=prose), tags, resigned, on_time)

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in order, each pass included."""
        return self._moves

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start and the position after each move."""
        return self._positions

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self._positions[-1]

    @property
    def tags(self) -> Mapping[str, str]:
        """What is known about the game, such as the players' names; read-only."""
        return self._tags

    @property
    def resigned(self) -> Color | None:
        """The colour that gave up or ran out of time, if one did."""
        return self._resigned

    @property
    def on_time(self) -> bool:
        """Whether that was its time, and not its will."""
        return self._on_time

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._resigned is not None:
            return resignation(
                self.position, self._resigned, on_time=self._on_time, by_fault=FAULT in self._tags
            )
        return outcome_of(self.position)

    def play(self, move: Move | str) -> Game:
        """Return the game with one more move, after a pass if the side to move has to."""
        if self._resigned is not None:
            reason = reason_of(self._resigned, self._on_time, FAULT in self._tags)
            raise IllegalMoveError(f"illegal move {str(move)!r}: {reason}")
        steps = with_forced_pass(self.position, Move(move))
        positions = self._positions
        for step in steps:
            positions += (positions[-1].play(step),)
        return self._with(self._moves + steps, positions, None)

    def undo(self, n: int = 1) -> Game:
        """Return the game without its last n moves; a pass goes with the move before it.

        A resignation is taken back too. Raises ValueError if there are fewer than n moves.
        """
        check_type(n, int, "n", "a number of moves")
        if n < 0:
            raise ValueError(f"cannot undo {n} moves")
        length = len(self._moves)
        for done in range(n):
            while length and self._moves[length - 1].is_pass:
                length -= 1
            if not length:
                raise ValueError(f"cannot undo {n} moves: the game has {done}")
            length -= 1
        ending = (None, False) if n else (self._resigned, self._on_time)
        return self._with(self._moves[:length], self._positions[: length + 1], *ending)

    def resign(self, color: Color | None = None, *, on_time: bool = False) -> Game:
        """Return the game as given up by a colour, the side to move if none is named.

        With `on_time` it has lost on time instead.
        """
        check_type(color, (Color, NoneType), "color", "a Color or None")
        if self.result is not None:
            raise ValueError(f"cannot resign: {self.result}")
        return self._with(self._moves, self._positions, color or self.position.turn, on_time)

    def with_tags(self, tags: Mapping[str, str]) -> Game:
        """Return the game with these tags instead of its own."""
        game = self._with(self._moves, self._positions, self._resigned, self._on_time)
        game._tags = _read_only(tags)
        return game

    def transcript(self, *, passes: str = "", separator: str = "", case: str = "lower") -> str:
        """Return the moves as text such as `f5d6c3`; passes are left out unless given a token."""
        check_type(passes, (str, NoneType), "passes", "text such as '--'")
        check_type(separator, str, "separator", "text such as ' '")
        return write_moves(self._moves, passes=passes, separator=separator, case=case)

    def __len__(self) -> int:
        """Return the number of moves, passes included."""
        return len(self._moves)

    def __bool__(self) -> bool:
        """Return True: a game without moves is still a game."""
        return True

    def __iter__(self) -> Iterator[Move]:
        """Iterate over the moves."""
        return iter(self._moves)

    def __eq__(self, other: object) -> bool:
        """Compare start, moves, tags and how it ended."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key() and self._tags == other._tags

    def __hash__(self) -> int:
        """Hash the start, the moves and how it ended."""
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the game as its start and moves."""
        return Game, (self.start, self._moves, dict(self._tags), self._resigned, self._on_time)

    def __repr__(self) -> str:
        """Return an expression that evaluates back."""
        passes = "--" if self._moves and self._moves[-1].is_pass else ""
        options = ""
        if self.start != Position.initial(self.start.size):
            options += f", start={self.start!r}"
        elif self.start.size != 8:
            options += f", size={self.start.size}"
        if self._tags:
            options += f", tags={dict(self._tags)!r}"
        if self._resigned is not None:
            options += f", resigned=Color.{self._resigned.name}"
        if self._on_time:
            options += ", on_time=True"
        return f'Game.parse("{self.transcript(passes=passes)}"{options})'

    def __str__(self) -> str:
        """Draw the position, the last move in brackets, under the moves."""
        board = board_text(self.position, last_move=self._last_move)
        lines = [self.transcript(separator=" ", passes="--"), board]
        if self._resigned is not None:
            lines.append(str(self.result))
        return "\n".join(filter(None, lines))

    def _repr_svg_(self) -> str:
        last = self._last_move
        from outflank.rules.svg import board_svg  # so that the import stays light

        turned: Iterable[Move] = ()
        if last is not None:
            before = max(i for i, move in enumerate(self._moves) if not move.is_pass)
            turned = self._positions[before].flips(last)
        return board_svg(self.position, last_move=last, turned=turned, legal_moves=True)

    @property
    def _last_move(self) -> Move | None:
        return next((move for move in reversed(self._moves) if not move.is_pass), None)

    def _key(self) -> tuple[Position, tuple[Move, ...], Color | None, bool]:
        return self.start, self._moves, self._resigned, self._on_time

    def _with(
        self,
        moves: tuple[Move, ...],
        positions: tuple[Position, ...],
        resigned: Color | None,
        on_time: bool = False,
    ) -> Game:
        game = object.__new__(Game)
        game._moves, game._positions = moves, positions
        game._tags, game._resigned, game._on_time = self._tags, resigned, on_time
        return game


def _read_only(tags: Mapping[str, str]) -> Mapping[str, str]:
    check_type(tags, Mapping, "tags", "a dictionary of texts")
    return MappingProxyType(dict(tags))

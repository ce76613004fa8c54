"""How a game ended: the winner, the tournament score and the discs on the board."""

from __future__ import annotations

from typing import NamedTuple

from outflank._core import Color, Position

FAULT = "Fault"
"""The tag of a game that a program lost by a fault; it says what the fault was."""


class Outcome(NamedTuple):
    """The result of a finished game; the empty squares count for the winner."""

    winner: Color | None
    """The colour that won, or None for a draw."""
    black: int
    """Black's tournament score."""
    white: int
    """White's tournament score."""
    black_discs: int
    """Black discs on the board."""
    white_discs: int
    """White discs on the board."""
    resigned: Color | None = None
    """The colour that gave up or ran out of time and so lost every square, or None."""
    on_time: bool = False
    """Whether that was its time, and not its will."""
    by_fault: bool = False
    """Whether that was a fault of a program, such as a crash or an illegal move."""

    @property
    def score(self) -> int:
        """Black's tournament score minus White's."""
        return self.black - self.white

    def pov(self, color: Color) -> int:
        """Return the score as that colour sees it."""
        return self.score if color is Color.BLACK else -self.score

    def __str__(self) -> str:
        """Return a sentence such as `Black wins 64-0 (13-0 on the board)`."""
        if self.winner is None:
            text = f"Draw {self.black}-{self.white}"
        else:
            text = f"{name_of(self.winner)} wins {self.black}-{self.white}"
        if self.resigned is not None:
            text += _how(self.on_time, self.by_fault)
        if (self.black, self.white) != (self.black_discs, self.white_discs):
            text += f" ({self.black_discs}-{self.white_discs} on the board)"
        return text

    def __repr__(self) -> str:
        """Return an expression that evaluates back."""
        fields = (f"{name}={_literal(value)}" for name, value in self._asdict().items())
        return f"Outcome({', '.join(fields)})"


def outcome_of(position: Position) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    if not position.is_over:
        return None
    black, white = position.discs(Color.BLACK), position.discs(Color.WHITE)
    if black == white:
        half = position.shape.area // 2
        return Outcome(None, half, half, black, white)
    if black > white:
        return Outcome(Color.BLACK, black + position.empties, white, black, white)
    return Outcome(Color.WHITE, black, white + position.empties, black, white)


def resignation(
    position: Position, color: Color, *, on_time: bool = False, by_fault: bool = False
) -> Outcome:
    """Return the outcome if a colour resigns, is late or fails: the other gets all squares."""
    area = position.shape.area
    black, white = (0, area) if color is Color.BLACK else (area, 0)
    discs = position.discs(Color.BLACK), position.discs(Color.WHITE)
    return Outcome(color.opponent, black, white, *discs, color, on_time, by_fault and not on_time)


def reason_of(resigned: Color, on_time: bool, by_fault: bool = False) -> str:
    """Return why no move can follow, such as `Black resigned`."""
    how = f"lost{_how(on_time, by_fault)}" if on_time or by_fault else "resigned"
    return f"{name_of(resigned)} {how}"


def _how(on_time: bool, by_fault: bool) -> str:
    return " on time" if on_time else " by a fault" if by_fault else " by resignation"


def name_of(color: Color) -> str:
    """Return the colour's name as a sentence shows it: Black or White."""
    return "Black" if color is Color.BLACK else "White"


def _literal(value: Color | int | None) -> str:
    return f"Color.{value.name}" if isinstance(value, Color) else repr(value)

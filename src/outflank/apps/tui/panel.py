"""What stands beside the board: who plays, what happens, and what the engine thinks."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from ...engine import Analysis
from ...reviews import Review
from ...rules import Color, Move
from ...rules.outcome import name_of
from ...rules.transcript import write_moves
from .board import Label
from .clocks import clock_text
from .colors import BLACK, GROUND, WHITE, color_of_loss
from .session import Session

_INK = {Color.BLACK: BLACK, Color.WHITE: WHITE}
_MOST_LINES = 5


class Players(Widget):
    """Both players with their discs and clocks; an arrow stands before who is to move."""

    DEFAULT_CSS = "Players { height: 2; }"

    session: reactive[Session | None] = reactive(None)

    def render(self) -> Content:
        """The two lines."""
        if self.session is None:
            return Content()
        return Content("\n").join(self._line(self.session, color) for color in Color)

    def _line(self, session: Session, color: Color) -> Content:
        position = session.study.position
        is_turn = position.turn is color and session.study.result is None
        right = f"{position.discs(color):>4}"
        if session.clocks is not None:
            right += f"{clock_text(session.clocks.left(color).time):>7}"
        room = max(self.size.width - 6 - len(right), 1)
        name = session.name(color)
        name = name if len(name) <= room else f"{name[: room - 1]}…"
        return Content.assemble(
            ("▶ " if is_turn else "  ", "bold"),
            (" ● ", f"{_INK[color]} on {GROUND}"),
            (f" {name:<{room}}", "bold" if is_turn else ""),
            right,
        )


class Thoughts(Widget):
    """The best moves with their values and lines."""

    DEFAULT_CSS = "Thoughts { height: auto; }"

    found: reactive[Analysis | None] = reactive(None, layout=True)
    pointed: reactive[Move | None] = reactive(None)
    """The move whose line comes first."""
    is_waiting: reactive[bool] = reactive(False)
    """Whether an agent thinks instead."""

    def render(self) -> Content:
        """A line for each move."""
        found = self.found
        if found is None:
            waits = "after the agent's move." if self.is_waiting else "thinking…"
            return Content(f"Values: {waits}")
        depth = "exact" if found.exact else f"depth {found.depth}"
        if found.selectivity < 100 and not found.exact:
            depth += f" at {found.selectivity} %"
        rows = [f"Values for {name_of(found.turn)}: {depth}"]
        for line in sorted(found.lines, key=lambda line: line.move != self.pointed)[:_MOST_LINES]:
            pv = write_moves(line.pv, separator=" ", passes="--")
            row = f"{line.move.name:<4}{value_text(line.score, found.exact):>6}  {pv}"
            rows.append(row[: self.size.width or None])
        return Content("\n".join(rows))


def value_text(value: float, exact: bool) -> str:
    """A value as it is shown everywhere: +1.2, or +4 if it is exact."""
    return f"{value:+z.0f}" if exact else f"{value:+z.1f}"


def labels_of(found: Analysis) -> dict[Move, Label]:
    """The values of moves, for the board; exact ones are underlined."""
    best = found.lines[0].score
    labels = {}
    for line in found.lines:
        loss = best - line.score
        whole = f"{line.score:+z.0f}"
        short = whole if len(whole) <= 3 else whole[0] * 3
        text = value_text(line.score, found.exact)
        text = whole if len(text) > 5 else text
        is_best = line is found.lines[0]
        labels[line.move] = Label(
            text, short, color_of_loss(loss), underline=found.exact, is_best=is_best
        )
    return labels


def review_text(review: Review) -> str:
    """How well both sides played, a line for each."""
    rows = []
    for color in Color:
        total = review.total(color)
        accuracy = "   no choice" if total.accuracy is None else f"{total.accuracy:>10.1f} %"
        marks = "  ".join(f"{count}{mark}" for mark, count in total.marks.items() if count)
        rows.append(f"{name_of(color)}{accuracy}  {marks}")
    return "\n".join(rows)

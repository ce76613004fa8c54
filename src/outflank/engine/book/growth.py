"""Which positions a book wants next.

Grown best first, as by T. R. Lincke, "Strategies for the automatic construction of opening books"
(2001): what is added next is the best move out of the book that costs the two sides least, a ply
more counting as a part of a disc.
"""

from __future__ import annotations

from typing import NamedTuple

from .editor import BookEditor
from .seats import Link, discs
from .store import HUNDREDTHS

_PLY = HUNDREDTHS // 4
"""A ply more costs as much as this loss."""
_OVERDUE = 50
"""Positions are added together, one for so many that there are."""
_TOGETHER = 4
"""At least so many."""

_Place = tuple[bytes, bool]
"""A position, and whether the side that keeps to the book is to move."""


class Growth(NamedTuple):
    """How far a book grows: for a side that keeps to it, whichever colour that has."""

    loss: float = 4.0
    """What the other side may lose on the way to a position, in discs, all moves together."""
    variety: float = 0.5
    """How much worse than the best each of its own moves may be, in discs."""
    plies: int = 20
    """How far from the start, passes not counted."""
    positions: int | None = None
    """How many there are in the end, at most."""
    answers: int = 0
    """So many plies from the start it has its best move against everything."""


def unanswered(editor: BookEditor, root: bytes, plies: int) -> list[bytes]:
    """Positions that can come up so early, are not in the book, and whose best move is wanted."""
    missing: dict[bytes, None] = {}
    places: dict[_Place, None] = dict.fromkeys([(root, True), (root, False)])
    for _ in range(plies):
        if not places:
            break
        after: dict[_Place, None] = {}
        for board, own in places:
            links = editor.links(board)
            if own:
                if (row := editor.rows.get(board)) is None:
                    missing[board] = None
                    continue
                best, _ = editor.known(board, row)[0]
                links = [link for link in links if link.board == best]
            for link in links:
                if not link.ends:
                    after[link.board, _own(link, own)] = None
        places = after
    return list(missing)


def wanted(editor: BookEditor, root: bytes, growth: Growth) -> list[bytes]:
    """Where the best moves out of the book lead to, the most wanted first."""
    if root not in editor.rows:
        return [root]
    costs: dict[bytes, float] = {}
    places: dict[_Place, float] = {(root, True): 0, (root, False): 0}
    for ply in range(1, growth.plies + 1):
        if not places:
            break
        after: dict[_Place, float] = {}
        for (board, own), lost in places.items():
            row = editor.rows[board]
            for link, value in _moves(editor, board):
                worse = row.value - value
                total = lost if own else lost + worse
                if worse > growth.variety * HUNDREDTHS if own else total > growth.loss * HUNDREDTHS:
                    continue
                if link.board in editor.rows:
                    place = link.board, _own(link, own)
                    after[place] = min(total, after.get(place, total))
                elif not link.ends and row.depth < editor.size**2 - discs(board):
                    cost = lost + worse + ply * _PLY
                    costs[link.board] = min(cost, costs.get(link.board, cost))
        places = after
    return sorted(costs, key=lambda board: (costs[board], board))


def together(editor: BookEditor) -> int:
    """How many positions to add at a time."""
    return max(_TOGETHER, len(editor) // _OVERDUE)


def _own(link: Link, own: bool) -> bool:
    """Whether the side that keeps to the book is to move after a move."""
    return own if link.sign > 0 else not own


def _moves(editor: BookEditor, board: bytes) -> list[tuple[Link, int]]:
    """The moves of a position that the book knows, and what each is worth."""
    values = {
        after: round(move.value * HUNDREDTHS)
        for after, move in editor.known(board, editor.rows[board])
    }
    return [(link, values[link.board]) for link in editor.links(board) if link.board in values]

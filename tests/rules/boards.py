"""Any boards, for round trips."""

from __future__ import annotations

from hypothesis import strategies as st

from outflank import Position


@st.composite
def positions(draw: st.DrawFn, size: int | None = None) -> Position:
    """Draw any discs on any board, legal in a game or not."""
    side = size or draw(st.sampled_from(range(4, 17, 2)))
    cells = draw(st.text("XO-", min_size=side * side, max_size=side * side))
    return Position.parse(f"{cells} {draw(st.sampled_from('XO'))}")

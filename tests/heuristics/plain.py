"""The features square by square, in plain Python: what the native ones are held against."""

from outflank import PASS, Color, Move, Position

Squares = set[Move]


def beside(position: Position, square: Move, squares: Squares) -> bool:
    return any(n in squares for n in position.shape.neighbours(square))


def turnable(position: Position, color: Color) -> Squares:
    """Discs of a colour that the other side's next move can turn."""
    other = position if position.turn != color else position.swapped()
    return {d for m in other.legal_moves() if m is not PASS for d in other.flips(m)}


def chains(position: Position, color: Color) -> Squares:
    """Discs joined to an own corner along rows and columns."""
    own = set(position.squares(color))
    found = {c for c in position.shape.corners if c in own}
    fresh = list(found)
    while fresh:
        square = fresh.pop()
        for n in position.shape.neighbours(square):
            straight = n.row == square.row or n.column == square.column
            if straight and n in own and n not in found:
                found.add(n)
                fresh.append(n)
    return found


def spread(position: Position, color: Color) -> Squares:
    """Discs with the board's end or a stable own disc beside them on each of their four lines."""
    last = position.size - 1
    own = set(position.squares(color))
    stable: Squares = set()

    def safe(square: Move, dx: int, dy: int) -> bool:
        for sign in (1, -1):
            column, row = square.column + sign * dx, square.row + sign * dy
            if not (0 <= column <= last and 0 <= row <= last):
                return True
            if Move.at(column, row) in stable:
                return True
        return False

    while True:
        lines = ((1, 0), (0, 1), (1, 1), (1, -1))
        more = {s for s in own - stable if all(safe(s, *line) for line in lines)}
        if not more:
            return stable
        stable |= more


def regions(position: Position) -> list[Squares]:
    """Empty squares that touch, in any of the eight directions."""
    left = set(position.squares(None))
    found = []
    while left:
        region: Squares = set()
        fresh = [left.pop()]
        while fresh:
            square = fresh.pop()
            region.add(square)
            near = [n for n in position.shape.neighbours(square) if n in left]
            left.difference_update(near)
            fresh += near
        found.append(region)
    return found


def counts(position: Position, color: Color, values: list[float]) -> dict[str, float]:
    """What one side has, by the name of the feature."""
    shape = position.shape
    own = set(position.squares(color))
    other = set(position.squares(color.opponent))
    empty = set(position.squares(None))
    to_move = position if position.turn == color else position.swapped()
    stable = set(position.stable(color))
    unstable = turnable(position, color)
    semi_stable = own - stable - unstable
    open_corners = {c for c in shape.corners if c in empty}
    unheld = {c for c in shape.corners if c not in own}
    held = own & set(shape.corners)
    value = dict(zip(shape.squares, values, strict=True))
    return {
        "discs": len(own),
        "mobility": to_move.mobility,
        "path_mobility": to_move.mobility if position.turn == color else 0,
        "potential_mobility": sum(beside(position, e, other) for e in empty),
        "potential_pairs": sum(n in other for e in empty for n in shape.neighbours(e)),
        "frontier": sum(beside(position, d, empty) for d in own),
        "frontier_pairs": sum(n in empty for d in own for n in shape.neighbours(d)),
        "corners": len(held),
        "x_squares": sum(x in own and beside(position, x, open_corners) for x in shape.x_squares),
        "c_squares": sum(c in own and beside(position, c, open_corners) for c in shape.c_squares),
        "x_squares_unheld": sum(x in own and beside(position, x, unheld) for x in shape.x_squares),
        "c_squares_unheld": sum(c in own and beside(position, c, unheld) for c in shape.c_squares),
        "edges": sum(e in own for e in shape.edges),
        "edge_anchors": sum(e in stable for e in shape.edges),
        "stability": len(stable),
        "stability_at_corners": len(held)
        + sum(e in own and beside(position, e, held) for e in shape.edges),
        "stability_chains": len(chains(position, color)),
        "stability_spread": len(spread(position, color)),
        "semi_stable": len(semi_stable),
        "unstable": len(unstable),
        "squares": sum(value[s] for s in own),
        "class_values": sum(value[s] for s in stable) + 0.5 * sum(value[s] for s in semi_stable),
    }


def percent(a: float, b: float) -> float:
    """100 (a - b) / (a + b), 0 when both are 0."""
    return 100 * (a - b) / (a + b) if a + b else 0.0

"""Games of best moves, but for some that are the worst there are."""

from collections.abc import Callable, Collection

from outflank import Engine, Game, Limit, Move, Position


def planted_ending(start: Position, blunders: Collection[int]) -> Game:
    """Perfect play to the end, but for the worst move at these plies, from 1."""
    engine = Engine()

    def ranked(position: Position) -> list[Move]:
        return list(engine.solve(position, every=True).moves)

    return _played(start, blunders, ranked, 100)


def planted_opening(start: Position, blunders: Collection[int], plies: int) -> Game:
    """What a shallow search plays, but for the worst move at these plies."""
    engine = Engine()

    def ranked(position: Position) -> list[Move]:
        found = engine.search(position, Limit(depth=4), multipv=100)
        return [line.move for line in found.lines]

    return _played(start, blunders, ranked, plies)


def _played(
    start: Position,
    blunders: Collection[int],
    ranked: Callable[[Position], list[Move]],
    plies: int,
) -> Game:
    game = Game(start)
    while len(game) < plies and not game.position.is_over:
        moves = ranked(game.position)
        game = game.play(moves[-1 if len(game) + 1 in blunders else 0])
    return game

"""Reviews: whose moves are judged."""

from outflank import Color, Game, Limit
from outflank.engine.review import review


def test_one_side_alone() -> None:
    game = Game.parse("f5d6c3d3c4f4")
    both = list(review(game, Limit(depth=3)))
    for side in Color:
        own = list(review(game, Limit(depth=3), side=side))
        assert [(j.ply, j.move) for j in own] == [(j.ply, j.move) for j in both if j.turn is side]
        assert len(own) == 3

"""An agent whose weights follow the opponent: `outflank play examples/adaptive.py:Adaptive`."""

import outflank as of
from outflank.agents import AdaptiveAgent, agent_from_spec, play_game


def adapt(game: of.Game, color: of.Color) -> of.Linear:
    """More weight on mobility against an opponent who grabs discs, on corners otherwise."""
    taken = [
        len(position.flips(move))
        for position, move in zip(game.positions, game.moves, strict=False)
        if position.turn != color and not move.is_pass
    ]
    greedy = bool(taken) and sum(taken) / len(taken) > 2.2
    return of.Linear(mobility=12 if greedy else 6, corners=40, x_squares=-15, stability=5)


class Adaptive(AdaptiveAgent):
    """Looks four plies ahead if nobody says how far."""

    def __init__(self) -> None:
        super().__init__(adapt, usual=of.Limit(depth=4))


if __name__ == "__main__":
    print(play_game(Adaptive(), agent_from_spec("greedy"), of.Position.initial(6)).result)

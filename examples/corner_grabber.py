"""An agent in ten lines: `outflank play examples/corner_grabber.py:CornerGrabber`."""

import outflank as of
from outflank.agents import agent_from_spec, play_game


class CornerGrabber:
    """Takes a corner if it can, otherwise leaves the opponent as few moves as possible."""

    def choose(self, position: of.Position, limit: of.Limit) -> of.Move:
        """A corner, or the move with the fewest replies."""
        moves = position.legal_moves()
        corner = next((m for m in moves if m in position.shape.corners), None)
        return corner or min(moves, key=lambda m: position.play(m).mobility)


if __name__ == "__main__":
    for seed in range(3):
        game = play_game(CornerGrabber(), agent_from_spec(f"random:seed={seed}"))
        print(game.result)

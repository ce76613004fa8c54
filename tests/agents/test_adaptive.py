"""An agent that chooses its weights from the game so far."""

from outflank import Color, Game, Limit, Linear, Position
from outflank.agents import AdaptiveAgent, agent_from_spec, play_game


def test_it_sees_the_game_before_each_of_its_moves() -> None:
    seen: list[tuple[Game, Color]] = []

    def adapt(game: Game, color: Color) -> Linear:
        seen.append((game, color))
        return Linear(mobility=len(seen))

    agent = AdaptiveAgent(adapt, usual=Limit(depth=1))
    game = play_game(agent, agent_from_spec("first"), Position.initial(6))
    turns = [
        Game(game.start, game.moves[:ply])
        for ply, position in enumerate(game.positions[:-1])
        if position.turn == Color.BLACK and not position.must_pass
    ]
    assert [g for g, _ in seen] == turns
    assert {color for _, color in seen} == {Color.BLACK}
    assert agent.engine.evaluator == Linear(mobility=len(seen))


def test_weights_decide_its_moves() -> None:
    position = Game.parse("f5d6c3").position
    for weights in (Linear(discs=1), Linear(discs=-1)):
        agent = AdaptiveAgent(lambda game, color, w=weights: w, own=Limit(depth=1))  # type: ignore[misc]
        agent.watch(Game.parse("f5d6c3"))
        flips = {m: len(position.flips(m)) for m in position.legal_moves()}
        wanted = max(flips.values()) if weights == Linear(discs=1) else min(flips.values())
        assert flips[agent.choose(position, Limit())] == wanted

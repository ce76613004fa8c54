"""The five seed agents: their formulas written out, and the moves they choose."""

from collections.abc import Callable
from pathlib import Path

import pytest

from outflank import PASS, Color, Game, Limit, Position
from outflank.agents import AgentError, SearchAgent, agent_from_spec, play_game
from outflank.agents.presets import PRESETS
from outflank.heuristics import features, load_preset, positional
from outflank.tournament import Plan, run_match

from ..heuristics.plain import chains, counts, percent, spread

SIZES = [4, 6, 8, 10, 12, 14, 16]
NAMES = [preset.name for preset in PRESETS]

# disc, mobility, corner, stability, potential_mobility, x_square_penalty, frontier
PHASED = {
    (6, "early"): (2, 5, 30, 4, 3, 30, 0),
    (6, "mid"): (5, 4, 50, 8, 3, 30, 0),
    (6, "late"): (15, 2, 20, 15, 0, 10, 0),
    (8, "early"): (5, 15, 50, 8, 15, 200, 0),
    (8, "mid"): (10, 10, 2000, 20, 10, 500, 10),
    (8, "late"): (30, 5, 3000, 50, 0, 2000, 0),
    (10, "early"): (5, 15, 50, 8, 15, 200, 0),
    (10, "mid"): (15, 10, 2000, 25, 15, 2000, 30),
    (10, "late"): (100, 5, 2000, 40, 0, 3000, 0),
    (12, "early"): (5, 15, 50, 8, 15, 200, 0),
    (12, "mid"): (10, 10, 2000, 15, 10, 300, 0),
    (12, "late"): (50, 2, 2000, 25, 0, 300, 0),
}
# corner, piece count, mobility, stability, static, frontier; by discs on an 8x8 board, up to
SIX_FACTOR = {
    27: (200, -2, 10, 150, 50, 10),
    56: (200, 1, 10, 150, 50, 15),
    57: (200, 20, 5, 150, 20, 15),
    58: (200, 30, 5, 150, 20, 15),
    59: (200, 50, 5, 150, 20, 0),
    60: (200, 60, 5, 150, 0, 0),
    61: (200, 80, 0, 150, 0, 0),
    62: (200, 100, 0, 0, 0, 0),
    63: (100, 150, 0, 0, 0, 0),
    64: (0, 150, 0, 0, 0, 0),
}
STATIC = [[4, -3, 2, 2], [-3, -4, -1, -1], [2, -1, 1, 0], [2, -1, 0, 1]]


class Sides:
    """What the side to move and the other side have."""

    def __init__(self, position: Position) -> None:
        values = positional(position.size)
        self.position = position
        self.own = counts(position, position.turn, values)
        self.other = counts(position, position.turn.opponent, values)

    def pct(self, name: str) -> float:
        return percent(self.own[name], self.other[name])

    def difference(self, name: str) -> float:
        return self.own[name] - self.other[name]


def phased(position: Position) -> float:
    s = Sides(position)
    size = min(max(position.size, 6), 12)
    discs, area = position.discs(), position.size**2
    phase = "early" if discs * 3 < area else "mid" if discs * 3 < 2 * area else "late"
    disc, mobility, corner, stability, potential, penalty, frontier = PHASED[size, phase]
    own_stable = len(chains(position, position.turn))
    other_stable = len(chains(position, position.turn.opponent))
    return (
        disc * s.pct("discs")
        + mobility * s.pct("mobility")
        + corner * s.pct("corners")
        + stability * percent(own_stable, other_stable)
        + potential * s.own["potential_mobility"]
        + penalty * -50 * (s.own["x_squares_unheld"] + s.own["c_squares_unheld"])
        + frontier * -s.pct("frontier")
    )


def six_factor(position: Position) -> float:
    s = Sides(position)
    discs = position.discs() * 64 / position.size**2
    weights = next(row for until, row in SIX_FACTOR.items() if discs < until + 1 or until == 64)
    corner, count, mobility, stability, static, frontier = weights

    def value(color: Color) -> float:
        def place(i: int) -> int:
            return min(i, position.size - 1 - i, 3)

        return sum(STATIC[place(m.row)][place(m.column)] for m in position.squares(color))

    own_stable = len(spread(position, position.turn))
    other_stable = len(spread(position, position.turn.opponent))
    return (
        corner * 25 * s.difference("corners")
        + count * s.pct("discs")
        + mobility * percent(s.own["path_mobility"], s.other["path_mobility"])
        + stability * (own_stable - other_stable)
        + static * (value(position.turn) - value(position.turn.opponent))
        + frontier * percent(s.other["frontier_pairs"], s.own["frontier_pairs"])
    )


def three_factor(position: Position) -> float:
    s = Sides(position)
    return (
        2.0 * s.pct("discs") / 100 + 3.0 * s.pct("mobility") / 100 + 5.0 * s.difference("corners")
    )


def positional_value(position: Position) -> float:
    s = Sides(position)
    return -s.difference("discs") + s.difference("squares")


def weighted(position: Position) -> float:
    s = Sides(position)
    area = position.size**2
    stability = 15 * s.difference("stability_at_corners")
    return (
        25 * s.difference("corners")
        + (stability if position.discs() * 64 >= 21 * area else 0)  # on 8x8: more than 20 discs
        + 10 * s.difference("mobility")
        + 5 * s.difference("edges")
        + position.discs() / area * s.difference("discs")
    )


FORMULAS: dict[str, Callable[[Position], float]] = {
    "phased": phased,
    "six-factor": six_factor,
    "three-factor": three_factor,
    "positional": positional_value,
    "weighted": weighted,
}


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("size", SIZES)
def test_evaluation_is_the_seed_s_formula(
    name: str, size: int, random_game: Callable[..., Game]
) -> None:
    evaluate = load_preset(name)
    for seed in range(3):
        for position in random_game(size, seed).positions[:: max(1, size // 4)]:
            value = FORMULAS[name](position)
            assert evaluate(position) == pytest.approx(value, rel=1e-6, abs=1e-4), position


def test_stability_of_weighted_begins_at_21_discs() -> None:
    linear = load_preset("weighted")
    for size, last in ((8, 20), (6, 11), (10, 32), (12, 47)):  # others by the share of squares
        assert "stability_at_corners" not in linear.weights(size, last)
        assert linear.weights(size, last + 1)["stability_at_corners"] == 15


# A win outranks every estimate, but for `positional`.
WON = 1e12


def plain_minimax(name: str, position: Position, depth: int, own: int = 0, other: int = 0) -> float:
    """Every line to a depth; `own` and `other` are the moves had on the way (six-factor)."""
    moves = position.legal_moves()
    if not moves:
        assert position.outcome is not None
        margin = position.outcome.pov(position.turn)
        if name == "positional":
            quick = 1000 - position.discs()
            return quick if margin > 0 else -quick if margin < 0 else 0
        return margin + (WON if margin > 0 else -WON if margin < 0 else 0)
    own += position.mobility
    if depth == 0:
        if name == "six-factor":
            table = features(position)["path_mobility"]
            static = load_preset(name)(position)
            weight = load_preset(name).weights(position.size, position.discs())
            factor = weight["path_mobility_percent"]
            return static - factor * table.percent + factor * percent(own, other)
        return FORMULAS[name](position)
    if moves == [PASS]:
        below = depth - 1 if name == "positional" else depth
        return -plain_minimax(name, position.play(PASS), below, other, own)
    return max(-plain_minimax(name, position.play(m), depth - 1, other, own) for m in moves)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize(("size", "plies"), [(6, 6), (8, 5), (8, 21), (8, 40), (6, 24), (10, 33)])
def test_chosen_move_is_the_best_by_minimax(
    name: str, size: int, plies: int, random_game: Callable[..., Game]
) -> None:
    position = random_game(size, 7, plies).position
    if len(position.legal_moves()) < 2:
        position = random_game(size, 8, plies).position
    agent = agent_from_spec(f"{name}:depth=2")
    move = agent.choose(position, Limit())
    own = position.mobility
    values = {m: -plain_minimax(name, position.play(m), 1, 0, own) for m in position.legal_moves()}
    assert values[move] == pytest.approx(max(values.values()), rel=1e-5)
    if name == "positional":
        assert move == min(m for m, value in values.items() if value == max(values.values()))


@pytest.mark.parametrize("name", NAMES)
def test_same_moves_every_time(name: str) -> None:
    for limit in (Limit(depth=3), Limit(nodes=2000)):
        games = [
            play_game(agent_from_spec(name), agent_from_spec(name), limit=limit) for _ in range(2)
        ]
        assert games[0] == games[1]
        assert games[0].result is not None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", SIZES)
def test_plays_every_size(name: str, size: int) -> None:
    start = Position.initial(size)
    game = play_game(agent_from_spec(name), agent_from_spec("random:seed=1"), start, Limit(depth=1))
    assert game.position.is_over


def test_limits_of_spec_driver_and_preset() -> None:
    position = Game.parse("f5d6c3").position
    agent = agent_from_spec("six-factor")
    assert isinstance(agent, SearchAgent)
    for spec, limit, depth in [
        ("six-factor", Limit(), 3),
        ("six-factor", Limit(depth=2), 2),
        ("six-factor:depth=1", Limit(depth=2), 1),
    ]:
        agent = agent_from_spec(spec)
        assert isinstance(agent, SearchAgent)
        agent.choose(position, limit)
        assert agent.analysis is not None
        assert agent.analysis.depth == depth


def test_without_a_feature() -> None:
    agent = agent_from_spec("six-factor:without=frontier+squares")
    assert isinstance(agent, SearchAgent)
    weights = load_preset("six-factor").without(["frontier_pairs_percent", "squares"])
    position = Game.parse("f5d6c3").position
    assert agent.engine.evaluate(position) == weights(position)
    with pytest.raises(AgentError, match="no feature begins with 'edge': there are corners"):
        agent_from_spec("six-factor:without=edge")


def test_weights_of_ones_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[size.8.all]\nmobility = 3\n")
    position = Game.parse("f5d6c3").position
    for spec in (f"phased:weights={mine},depth=2", f"engine:evaluation={mine},depth=2"):
        agent = agent_from_spec(spec)
        assert isinstance(agent, SearchAgent)
        table = features(position)
        assert agent.engine.evaluate(position) == 3 * table["mobility"].difference
    mine.write_text("[size.8.all]\nmobilty = 3\n")
    with pytest.raises(AgentError, match=r"cannot use the weights in .*did you mean 'mobility'"):
        agent_from_spec(f"phased:weights={mine}")
    with pytest.raises(AgentError, match=r"cannot use the weights in 'none.toml': No such file"):
        agent_from_spec("weighted:weights=none.toml")


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_tuned_beats_the_agent_that_it_was_made_from(size: int) -> None:
    plan = Plan(("tuned", "three-phase"), games=20, sizes=(size,), limit=Limit(depth=2))
    (results,) = run_match(plan).results.values()
    assert results.points >= 13

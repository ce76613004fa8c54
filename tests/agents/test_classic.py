"""The search of the classroom agents: what it finds, and how it differs from the engine's."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from outflank import Engine, Game, Limit, Linear, Position, agent_from_spec
from outflank.agents import AgentError, SearchAgent
from outflank.engine import ClassicEngine, ClassicSettings
from outflank.heuristics import load_preset

CLASSROOM = ["phased", "six-factor", "three-factor", "positional", "weighted"]
FOUND = Path(__file__).with_name("classic.txt").read_text().splitlines()
"""What commit ac539ee found, where the engine itself had the settings of these agents: size, seed
and plies of a random game, agent, depth, move, score, nodes. Where the depth reached the end of the
game it used the exact search, whose nodes are not compared."""


def engine_of(name: str) -> ClassicEngine:
    agent = agent_from_spec(name)
    assert isinstance(agent, SearchAgent)
    assert isinstance(agent.engine, ClassicEngine)
    return agent.engine


@pytest.mark.parametrize("name", CLASSROOM)
def test_moves_scores_and_nodes_are_as_before(name: str, random_game: Callable[..., Game]) -> None:
    rows = [row.split() for row in FOUND if row.split()[3] == name]
    assert len(rows) == 34
    for size, seed, plies, _, depth, move, score, nodes in rows:
        position = random_game(int(size), int(seed), int(plies)).position
        found = engine_of(name).search(position, Limit(depth=int(depth)))
        assert (str(found.move), found.score) == (move, float(score)), position
        assert nodes in ("-", str(found.nodes))


@pytest.mark.parametrize("name", ["phased", "six-factor", "three-factor", "weighted"])
def test_endings_are_exact(name: str, random_game: Callable[..., Game]) -> None:
    for size, seed in ((6, 1), (8, 2), (8, 3), (10, 4)):
        position = random_game(size, seed, size * size - 11).position
        found = engine_of(name).search(position, Limit(depth=position.empties))
        proof = Engine().solve(position, every=True)
        assert found.exact
        assert found.score == proof.score == proof.moves[found.move].lower
        line = Game(position, found.pv)
        assert line.position.outcome is not None
        assert line.position.outcome.pov(position.turn) == found.score


def test_a_quick_win_is_never_exact(random_game: Callable[..., Game]) -> None:
    position = random_game(6, 1, 27).position
    found = engine_of("positional").search(position, Limit(depth=20))
    assert not found.exact
    assert 1000 - 36 <= abs(found.score) <= 1000


@pytest.mark.parametrize("depth", [1, 3])
def test_parallel_root_equals_one_after_the_other(
    depth: int, random_game: Callable[..., Game]
) -> None:
    for plies in (4, 20, 45):
        position = random_game(8, 3, plies).position
        parallel = engine_of("positional").search(position, Limit(depth=depth))
        serial = engine_of("positional").search(position, Limit(depth=depth, nodes=10**9))
        assert serial[:3] == parallel[:3]
        assert serial.nodes != parallel.nodes  # with full windows it needs others


def test_a_parallel_root_ends_when_told() -> None:
    stop, depths = Event(), []

    def note(depth: int) -> None:
        depths.append(depth)
        if depth == 3:
            stop.set()

    found = engine_of("positional").search(
        Position.initial(), Limit(depth=30), stop=stop, progress=lambda so_far: note(so_far.depth)
    )
    assert depths == list(range(1, found.depth + 1))
    assert 3 <= found.depth < 30  # the event is looked at every few milliseconds
    assert engine_of("positional").search(Position.initial(16), Limit(time=0.05)).time < 5


@pytest.mark.parametrize("name", CLASSROOM)
def test_best_few_moves_have_values_of_their_own(
    name: str, random_game: Callable[..., Game]
) -> None:
    position = random_game(8, 5, 25).position
    found = engine_of(name).search(position, Limit(depth=3), multipv=3)
    alone = [
        engine_of(name).search(position, Limit(depth=3), moves=[move]).score
        for move in position.legal_moves()
    ]
    assert [line.score for line in found.lines] == sorted(alone, reverse=True)[:3]
    assert [line.move for line in found.lines] == [line.pv[0] for line in found.lines]


@pytest.mark.parametrize("name", ["phased", "positional"])
def test_only_completed_depths_count(name: str, random_game: Callable[..., Game]) -> None:
    """Cut short anywhere, it answers with the best move of the last depth that was completed."""
    position = random_game(8, 2, 14).position
    best: dict[int, str] = {}
    engine_of(name).search(
        position, Limit(depth=6), progress=lambda found: best.update({found.depth: str(found.move)})
    )
    for nodes in range(200, 6000, 150):
        found = engine_of(name).search(position, Limit(nodes=nodes))
        assert found.nodes == nodes
        if 0 < found.depth <= 6:
            assert str(found.move) == best[found.depth]


@pytest.mark.parametrize("name", ["six-factor", "three-factor", "weighted"])
def test_a_better_move_of_an_unfinished_depth_counts(
    name: str, random_game: Callable[..., Game]
) -> None:
    """Between two depths with different best moves it changes its mind before the second ends."""
    changes = 0
    for seed in range(12):
        position = random_game(8, seed, 20).position
        found = [engine_of(name).search(position, Limit(depth=depth)) for depth in (3, 4)]
        if found[0].move == found[1].move:
            continue
        last = engine_of(name).search(position, Limit(nodes=found[1].nodes - 1))
        assert last.depth == 3
        changes += last.move != found[0].move
    assert changes > 0


def test_a_full_table_costs_nodes_and_changes_nothing(random_game: Callable[..., Game]) -> None:
    position = random_game(8, 3, 16).position
    weights, settings = load_preset("three-factor"), ClassicSettings(corner=10, mobility=1)
    tiny, large, none = (
        ClassicEngine(weights, table=megabytes, settings=settings._replace(table=table)).search(
            position, Limit(depth=7)
        )
        for megabytes, table in ((0.001, True), (16, True), (16, False))
    )
    assert tiny[:2] == large[:2] == none[:2]
    assert large.nodes < tiny.nodes < none.nodes


def test_it_passes_at_the_root(random_game: Callable[..., Game]) -> None:
    positions = (p for seed in range(20) for p in random_game(6, seed).positions)
    position = next(p for p in positions if p.must_pass and p.empties > 4)
    for name in CLASSROOM:
        found = engine_of(name).search(position, Limit(depth=3))
        assert found.move.name == found.pv[0].name == "pass"
        reply = engine_of(name).search(position.play("pass"), Limit(depth=3))
        assert (found.score, found.pv[1:]) == (-reply.score, reply.pv)


def test_what_each_search_can_value() -> None:
    position = Position.initial()
    for evaluator in (Linear(path_mobility=1), Linear(mobility=1)):
        ClassicEngine(evaluator, settings=ClassicSettings()).search(position, Limit(depth=2))
    with pytest.raises(ValueError, match="path_mobility is counted along the search: expected"):
        Engine(Linear(path_mobility=1))
    with pytest.raises(AgentError, match="path_mobility_percent is counted along the search"):
        agent_from_spec("engine:evaluation=" + str(_path_of("six-factor")))
    engine = engine_of("weighted")
    engine.evaluator = lambda position: 0.0
    with pytest.raises(TypeError, match="a classroom agent searches with weighted features alone"):
        engine.search(position, Limit(depth=2))


def _path_of(preset: str) -> Path:
    import outflank.heuristics

    return Path(outflank.heuristics.__file__).parent / "presets" / f"{preset}.toml"
